//! Versions 1 and 2 as Pi migrates them to 3: in memory, the bytes stay. Later code knows only
//! version 3.
//!
//! Version 1 has neither ids nor parents: its entries are one chain in file order, and a compaction
//! names its first kept entry by number. Version 2 calls the role `custom` `hookMessage`.

use std::borrow::Cow;

use crate::entry::{EntryKind, Role};
use crate::ids::{Ids, NONE, made_id};
use crate::json::{Kind, Raw, quote_into};
use crate::record::{Flags, Record};

/// The version that a file was written in, as far as it matters for reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// A chain without ids.
    One,
    /// A tree with `hookMessage`.
    Two,
    /// Today's, or one that is read as if it were.
    Three,
}

impl Version {
    /// What the header's `version` means. Absent and null are 1, as in Pi; what is no number is read as 3.
    pub(crate) fn of(value: Option<Raw<'_>>) -> Self {
        match value {
            None => Version::One,
            Some(value) if value.is_null() => Version::One,
            Some(value) => match value.as_f64() {
                Some(number) if number < 2.0 => Version::One,
                Some(number) if number < 3.0 => Version::Two,
                _ => Version::Three,
            },
        }
    }
}

/// Gives every record its id and parent. `missing` hears of each one that lacked an id where its
/// version has them.
pub(crate) fn migrate(
    records: &mut [Record],
    ids: &mut Ids,
    version: Version,
    header_id: &str,
    mut missing: impl FnMut(usize),
) {
    // Ids that the file itself gives must stay theirs, so they are taken first.
    let given: Vec<bool> = if version == Version::One {
        Vec::new()
    } else {
        let mut given = vec![false; ids.len()];
        for record in records.iter().filter(|record| record.id != NONE) {
            given[record.id as usize] = true;
        }
        given
    };
    let mut made = vec![false; ids.len()];
    let mut previous = NONE;
    for (index, record) in records.iter_mut().enumerate() {
        if record.flags.has(Flags::FOREIGN) {
            continue;
        }
        if record.role == Role::HookMessage {
            record.role = if version == Version::Three {
                Role::Unknown
            } else {
                Role::Custom
            };
        }
        if version == Version::One || record.id == NONE {
            let number = u32::try_from(index).unwrap_or(NONE);
            for attempt in 0.. {
                let id = made_id(header_id, number, attempt);
                let Some(number) = ids.intern(&id) else { break };
                let place = number as usize;
                if made.len() <= place {
                    made.resize(place + 1, false);
                }
                if !made[place] && !given.get(place).copied().unwrap_or(false) {
                    made[place] = true;
                    record.id = number;
                    break;
                }
            }
            if version == Version::One {
                record.parent = previous;
                record.flags.set(Flags::OWN_ID, false);
            } else {
                missing(index);
                if !record.flags.has(Flags::OWN_PARENT) {
                    record.parent = previous;
                }
            }
        }
        previous = record.id;
    }
}

/// The JSON of an entry as Pi holds it after migration.
pub(crate) fn migrated_json<'a>(
    raw: Raw<'a>,
    record: &Record,
    version: Version,
    ids: &Ids,
    first_kept: impl FnOnce() -> Option<String>,
) -> Cow<'a, str> {
    let gains_id = !record.flags.has(Flags::OWN_ID);
    let renames = record.role == Role::Custom && version != Version::Three;
    if !gains_id && !renames {
        return raw.text();
    }
    let numbers_kept = version == Version::One
        && record.kind == EntryKind::Compaction
        && raw
            .get("firstKeptEntryIndex")
            .is_some_and(|index| index.kind() == Kind::Number);
    let mut out = String::with_capacity(raw.bytes().len() + 64);
    out.push('{');
    for (key, value) in raw.members() {
        let replaced = match &*key {
            "id" | "parentId" => gains_id,
            "firstKeptEntryIndex" => numbers_kept,
            _ => false,
        };
        if replaced {
            continue;
        }
        member(&key, &mut out);
        if key == "message" && renames && value.kind() == Kind::Object {
            rename_role(value, &mut out);
        } else {
            out.push_str(&value.text());
        }
    }
    if gains_id {
        member("id", &mut out);
        quote_into(ids.text(record.id), &mut out);
        member("parentId", &mut out);
        if record.parent == NONE {
            out.push_str("null");
        } else {
            quote_into(ids.text(record.parent), &mut out);
        }
    }
    if numbers_kept && let Some(id) = first_kept() {
        member("firstKeptEntryId", &mut out);
        quote_into(&id, &mut out);
    }
    out.push('}');
    Cow::Owned(out)
}

/// A message's JSON with the role that version 3 gives it.
pub(crate) fn rename_role(message: Raw<'_>, out: &mut String) {
    out.push('{');
    for (key, value) in message.members() {
        member(&key, out);
        if key == "role" && value.as_str().as_deref() == Some(Role::HookMessage.as_str()) {
            quote_into(Role::Custom.as_str(), out);
        } else {
            out.push_str(&value.text());
        }
    }
    out.push('}');
}

/// A member's key and colon, with a comma before all but the first.
fn member(key: &str, out: &mut String) {
    if !out.ends_with('{') {
        out.push(',');
    }
    quote_into(key, out);
    out.push(':');
}
