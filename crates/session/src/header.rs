//! The session header: the file's first record, which is no part of the tree.

use crate::bytes::Segments;
use crate::doctor::{Code, Diagnostic, Place};
use crate::json::{Kind, Raw};
use crate::migrate::Version;
use crate::reader::HeaderRecord;

/// What a session says about itself. Everything but the id may be missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// The session's id; empty where the file has no header.
    pub id: String,
    /// The version that the file was written in; `None` where there is none or it is no number.
    pub version: Option<f64>,
    /// When the session began, as the file writes it.
    pub timestamp: Option<String>,
    /// The working directory, as the file writes it.
    pub cwd: Option<String>,
    /// The path of the session that this one was taken from.
    pub parent_session: Option<String>,
    /// The provider that old files name here.
    pub provider: Option<String>,
    /// The model that old files name here.
    pub model_id: Option<String>,
    /// The thinking level that old files name here.
    pub thinking_level: Option<String>,
    /// The header's JSON as Pi holds it after migration; empty where the file has none.
    pub json: String,
}

impl Header {
    pub(crate) fn read(
        bytes: &Segments,
        record: Option<HeaderRecord>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Self, Version) {
        let Some(record) = record else {
            return (Self::default(), Version::Three);
        };
        let raw = Raw::validated(bytes.slice(record.offset, record.length).trim_ascii());
        let place = Place {
            line: record.line,
            byte_offset: record.line_offset,
        };
        let field = raw.get("version");
        let version = Version::of(field);
        match (field, version) {
            (Some(field), Version::Three) if field.kind() != Kind::Number => {
                let detail = format!(
                    "`version` is {} where a number was expected; it is read as 3",
                    field.kind().with_article()
                );
                diagnostics.push(place.report(Code::BadShape, None, detail));
            }
            (Some(field), Version::Three) if field.as_f64().is_some_and(|number| number > 3.0) => {
                let detail = format!("version {}", field.text());
                diagnostics.push(place.report(Code::NewerVersion, None, detail));
            }
            (_, Version::Three) => {}
            (_, Version::One | Version::Two) => {
                let detail = match version {
                    Version::One => "version 1, without ids: its entries are one chain",
                    _ => "version 2",
                };
                diagnostics.push(place.report(Code::Migrated, None, detail.to_owned()));
            }
        }
        let text = |name: &str| raw.get(name).and_then(Raw::as_str).map(Into::into);
        let header = Self {
            id: text("id").unwrap_or_default(),
            version: field.and_then(Raw::as_f64),
            timestamp: text("timestamp"),
            cwd: text("cwd"),
            parent_session: text("parentSession"),
            provider: text("provider"),
            model_id: text("modelId"),
            thinking_level: text("thinkingLevel"),
            json: migrated(raw, version),
        };
        (header, version)
    }
}

fn migrated(raw: Raw<'_>, version: Version) -> String {
    let text = raw.text();
    if version == Version::Three {
        return text.into_owned();
    }
    // Of equal keys the last one wins, so the version may just be added.
    match text.strip_suffix('}') {
        Some(open) => format!("{open},\"version\":3}}"),
        None => text.into_owned(),
    }
}
