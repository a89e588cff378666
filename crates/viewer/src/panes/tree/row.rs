//! One row of the tree.

use pi_session::{EntryIndex, Label, Row, RowKind, Rows, Session};
use yew::prelude::*;

use super::guides::{Guides, ROW_HEIGHT};
use super::said::Said;
use super::visible::visible;
use crate::state::edit::is_pending;
use crate::words::Words;

/// What a row is made of. Its text is made only when it is drawn.
#[derive(Properties, PartialEq)]
pub struct TreeRowProps {
    /// The session.
    pub session: Session,
    /// The rows of the tree.
    pub rows: Rows,
    /// Which of them.
    pub row: usize,
    /// The leaf whose branch the conversation shows.
    pub leaf_in_view: Option<EntryIndex>,
    /// The row has the focus within the tree.
    pub focused: bool,
    /// Labels carry the time they were set.
    pub label_times: bool,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The id of a row's element.
pub fn element_id(entry: EntryIndex) -> String {
    format!("tree-entry-{}", entry.get())
}

/// One row of the tree.
#[component]
pub fn TreeRow(props: &TreeRowProps) -> Html {
    let TreeRowProps { session, rows, .. } = props;
    let words = &props.words.tree;
    let row = rows.row_without_gutters(props.row);
    let entry = row.entry;
    let on_path = (props.leaf_in_view).is_some_and(|leaf| session.tree().is_ancestor(entry, leaf));
    let is_leaf = session.leaf() == Some(entry);
    let expanded = match (row.folded, row.foldable) {
        (true, _) => Some("false"),
        (false, true) => Some("true"),
        (false, false) => None,
    };
    let label = row.label.as_ref().and_then(|_| session.label(entry));
    let said = Said::of(&row, words);
    html! {
        <div
            id={element_id(entry)}
            class={classes!("tree-row", kind_class(row.kind), (!on_path).then_some("off-path"), is_pending(session, entry).then_some("is-pending"))}
            role="treeitem"
            aria-level={(row.drawn_indent + 1).to_string()}
            aria-setsize={rows.set_size(props.row).to_string()}
            aria-posinset={rows.position_in_set(props.row).to_string()}
            aria-expanded={expanded}
            aria-selected={if props.focused { "true" } else { "false" }}
            data-entry-id={session.id(entry).to_owned()}
            data-row={props.row.to_string()}
        >
            { guides(&row, rows.lines(props.row), words.deeper) }
            { mark(&row, on_path) }
            { for label.map(|label| tag(&label, props.label_times, props.words.shell.date_locale)) }
            if !said.who.is_empty() {
                <span class="tree-who" dir="auto">{ visible(said.who).into_owned() }</span>
            }
            <span class="tree-what" dir="auto">{ visible(said.what).into_owned() }</span>
            if is_leaf {
                <span class="tree-leaf" title={words.leaf_title}>{ words.leaf }</span>
            }
        </div>
    }
}

fn guides(row: &Row, passing: u32, deeper: fn(u32) -> String) -> Html {
    let guides = Guides::of(row, passing);
    if guides.width == 0 {
        return Html::default();
    }
    html! {
        <>
            <svg class="tree-guides" width={guides.width.to_string()} height={ROW_HEIGHT.to_string()} aria-hidden="true">
                <path d={guides.path} />
            </svg>
            if guides.deeper > 0 {
                <span class="tree-deeper" title={deeper(guides.deeper)} aria-hidden="true">{ format!("+{}", guides.deeper) }</span>
            }
        </>
    }
}

/// A dot, or a triangle to fold with; filled on the branch in view.
fn mark(row: &Row, on_path: bool) -> Html {
    let (class, path) = match (row.folded, row.foldable) {
        (true, _) => ("tree-mark tree-fold", "M6.5 8.5 11 12l-4.5 3.5z"),
        (false, true) => ("tree-mark tree-fold", "M5 10h7l-3.5 4.5z"),
        (false, false) => ("tree-mark", "M11.5 12a3 3 0 1 1-6 0a3 3 0 1 1 6 0z"),
    };
    let class = classes!(class, on_path.then_some("on-path"));
    html! {
        <svg {class} width="17" height={ROW_HEIGHT.to_string()} aria-hidden="true"><path d={path} /></svg>
    }
}

fn tag(label: &Label, with_time: bool, locale: &str) -> Html {
    let time = label.timestamp.filter(|_| with_time);
    html! {
        <>
            <span class="tree-tag" dir="auto">{ visible(&label.text).into_owned() }</span>
            if let Some(time) = time {
                <time class="tree-time">{ moment(time, locale) }</time>
            }
        </>
    }
}

/// A moment as a row has room for it, in the reader's own time zone.
fn moment(milliseconds: f64, locale: &str) -> String {
    let date = js_sys::Date::new(&milliseconds.into());
    let options = js_sys::Object::new();
    let fields = [
        ("day", "numeric"),
        ("month", "short"),
        ("hour", "2-digit"),
        ("minute", "2-digit"),
    ];
    for (field, value) in fields {
        // Fails only on objects that refuse new fields.
        let _ = js_sys::Reflect::set(&options, &field.into(), &value.into());
    }
    date.to_locale_string(locale, &options).into()
}

fn kind_class(kind: RowKind) -> &'static str {
    match kind {
        RowKind::User => "user",
        RowKind::Assistant => "assistant",
        RowKind::AssistantError => "assistant error",
        RowKind::Tool => "tool",
        RowKind::ToolError => "tool error",
        RowKind::Shell => "tool shell",
        RowKind::Custom => "custom",
        RowKind::Summary => "summary",
        RowKind::Compaction => "compaction",
        _ => "setting",
    }
}
