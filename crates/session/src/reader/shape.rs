//! Fields of the wrong type, named by their path.

use super::envelope::{Envelope, Field};
use crate::entry::EntryKind;
use crate::json::{Kind, Raw};

struct Rule {
    field: Field,
    expected: Kind,
    /// Whether the field may be missing or null.
    optional: bool,
}

const fn required(field: Field, expected: Kind) -> Rule {
    Rule {
        field,
        expected,
        optional: false,
    }
}

const fn optional(field: Field, expected: Kind) -> Rule {
    Rule {
        field,
        expected,
        optional: true,
    }
}

fn rules(kind: EntryKind) -> &'static [Rule] {
    const MESSAGE: &[Rule] = &[required(Field::Message, Kind::Object)];
    const CUSTOM_MESSAGE: &[Rule] = &[required(Field::CustomType, Kind::String)];
    const BRANCH_SUMMARY: &[Rule] = &[
        required(Field::FromId, Kind::String),
        required(Field::Summary, Kind::String),
        optional(Field::Usage, Kind::Object),
    ];
    const COMPACTION: &[Rule] = &[
        required(Field::Summary, Kind::String),
        optional(Field::FirstKeptEntryId, Kind::String),
        optional(Field::FirstKeptEntryIndex, Kind::Number),
        required(Field::TokensBefore, Kind::Number),
        optional(Field::SystemMessage, Kind::Object),
        optional(Field::Usage, Kind::Object),
    ];
    const CONTEXT_EDIT: &[Rule] = &[
        required(Field::TargetId, Kind::String),
        optional(Field::Replacement, Kind::Object),
    ];
    const MODEL_CHANGE: &[Rule] = &[
        required(Field::Provider, Kind::String),
        required(Field::ModelId, Kind::String),
    ];
    const THINKING_LEVEL_CHANGE: &[Rule] = &[required(Field::ThinkingLevel, Kind::String)];
    const USAGE: &[Rule] = &[
        required(Field::UsageKind, Kind::String),
        required(Field::Provider, Kind::String),
        required(Field::Model, Kind::String),
        required(Field::Usage, Kind::Object),
    ];
    const CUSTOM: &[Rule] = &[required(Field::CustomType, Kind::String)];
    const LABEL: &[Rule] = &[
        required(Field::TargetId, Kind::String),
        optional(Field::Label, Kind::String),
    ];
    const SESSION_INFO: &[Rule] = &[optional(Field::Name, Kind::String)];
    match kind {
        EntryKind::Message => MESSAGE,
        EntryKind::CustomMessage => CUSTOM_MESSAGE,
        EntryKind::BranchSummary => BRANCH_SUMMARY,
        EntryKind::Compaction => COMPACTION,
        EntryKind::ContextEdit => CONTEXT_EDIT,
        EntryKind::ModelChange => MODEL_CHANGE,
        EntryKind::ThinkingLevelChange => THINKING_LEVEL_CHANGE,
        EntryKind::Usage => USAGE,
        EntryKind::Custom => CUSTOM,
        EntryKind::Label => LABEL,
        EntryKind::SessionInfo => SESSION_INFO,
        EntryKind::Unknown => &[],
    }
}

/// Says each field of the record that has another type than Pi writes.
pub(super) fn check(kind: EntryKind, envelope: &Envelope<'_>, mut report: impl FnMut(String)) {
    for rule in rules(kind) {
        check_field(
            rule.field.name(),
            envelope.field(rule.field).map(Raw::kind),
            rule.expected,
            rule.optional,
            &mut report,
        );
    }
    let id = envelope.field(Field::Id).map(Raw::kind);
    check_field("id", id, Kind::String, id.is_none(), &mut report);
    let parent = envelope.field(Field::ParentId).map(Raw::kind);
    check_field("parentId", parent, Kind::String, true, &mut report);
    let (path, content) = match kind {
        EntryKind::Message => ("message.content", envelope.message.content),
        EntryKind::CustomMessage => ("content", envelope.field(Field::Content).map(Raw::kind)),
        _ => ("", None),
    };
    if let Some(found @ (Kind::Bool | Kind::Number | Kind::Object)) = content {
        report(format!(
            "`{path}` is {} where text or blocks were expected",
            found.with_article()
        ));
    }
    if kind == EntryKind::Message
        && envelope
            .field(Field::Message)
            .is_some_and(|message| message.kind() == Kind::Object)
    {
        check_field(
            "message.role",
            envelope.message.role.map(Raw::kind),
            Kind::String,
            false,
            &mut report,
        );
        if envelope.message.odd_block {
            report("`message.content` holds a block that is no object with a type".to_owned());
        }
    }
}

fn check_field(
    path: &str,
    found: Option<Kind>,
    expected: Kind,
    optional: bool,
    report: &mut impl FnMut(String),
) {
    match found {
        Some(found) if found == expected => {}
        None | Some(Kind::Null) if optional => {}
        None => report(format!(
            "`{path}` is missing where {} was expected",
            expected.with_article()
        )),
        Some(found) => report(format!(
            "`{path}` is {} where {} was expected",
            found.with_article(),
            expected.with_article()
        )),
    }
}
