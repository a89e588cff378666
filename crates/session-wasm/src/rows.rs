//! Rows of the tree and diagnostics as JSON.

use crate::arguments::RowOptions;
use crate::json::{self, List, Object};
use js_sys::Array;
use pi_session::{Diagnostic, Repair, Row, RowQuery, Rows, Session};
use wasm_bindgen::JsValue;

/// The rows that the options ask for, window aside.
pub(crate) fn of(session: &Session, options: &RowOptions) -> Rows {
    session.rows(&RowQuery {
        filter: options.filter,
        query: options.query.clone(),
        folded: options
            .folded
            .iter()
            .filter_map(|id| session.find(id))
            .collect(),
    })
}

/// The rows in the window that the options ask for.
pub(crate) fn list(session: &Session, options: &RowOptions) -> Result<Array, JsValue> {
    let rows = of(session, options);
    let start = options.start.min(rows.len());
    let end = start.saturating_add(options.count).min(rows.len());
    let mut list = List::new();
    for number in start..end {
        list.push(|out| row(out, session, &rows.row(number)))?;
    }
    list.finish()
}

fn row(out: &mut String, session: &Session, row: &Row) {
    let mut object = Object::new(out);
    object
        .text("id", session.id(row.entry))
        .number("indent", row.indent.into())
        .flag("showConnector", row.show_connector)
        .flag("isLast", row.is_last)
        .flag("isVirtualRootChild", row.is_virtual_root_child)
        .with("gutters", |out| {
            json::array(out, row.gutters.iter(), |out, gutter| {
                Object::new(out)
                    .number("position", gutter.position.into())
                    .flag("show", gutter.show)
                    .end();
            });
        })
        .flag("onActivePath", row.on_active_path)
        .flag("foldable", row.foldable)
        .flag("folded", row.folded);
    if let Some(label) = &row.label {
        object.text("label", label);
    }
    object.text("text", &row.text).end();
}

/// One problem of the file.
pub(crate) fn diagnostic(out: &mut String, session: &Session, diagnostic: &Diagnostic) {
    let mut object = Object::new(out);
    object
        .text("code", diagnostic.code.as_str())
        .text("severity", diagnostic.severity().as_str());
    if let Some(line) = diagnostic.line {
        object.number("line", line.into());
    }
    if let Some(offset) = diagnostic.byte_offset {
        object.number("byteOffset", offset);
    }
    if let Some(entry) = diagnostic.entry {
        object.text("entryId", session.id(entry));
    }
    object.text("message", &diagnostic.message()).end();
}

pub(crate) fn repair(out: &mut String, session: &Session, repair: &Repair) {
    let mut object = Object::new(out);
    object.text("code", repair.code.as_str());
    if let Some(line) = repair.line {
        object.number("line", line.into());
    }
    if let Some(offset) = repair.byte_offset {
        object.number("byteOffset", offset);
    }
    if let Some(entry) = repair.entry {
        object.text("entryId", session.id(entry));
    }
    object.text("done", repair.done).end();
}
