//! Problems that only the whole of a session shows: links that lead nowhere, references without a
//! target, figures that are missing. Reading a line finds the others.

use crate::base::{Base, Loose};
use crate::doctor::{Code, Diagnostic};
use crate::entry::{EntryKind, Role};
use crate::json::Raw;
use crate::record::Flags;
use crate::tree::BrokenLink;
use crate::{EntryIndex, text};

/// How much of what was found a diagnostic quotes, in UTF-16 units.
const QUOTED_UNITS: usize = 80;

/// Adds what is wrong with a session that has just been read.
pub(crate) fn check(base: &Base, loose: &Loose, diagnostics: &mut Vec<Diagnostic>) {
    let mut check = Check { base, diagnostics };
    check.links(loose);
    for index in 0..base.records().len() {
        let entry = EntryIndex::new(u32::try_from(index).unwrap_or(u32::MAX));
        if base.record(entry).in_tree() {
            check.timestamp(entry);
            check.references(entry);
        }
    }
}

struct Check<'a> {
    base: &'a Base,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Check<'_> {
    fn report(&mut self, code: Code, entry: EntryIndex, detail: Option<String>) {
        let place = self.base.table().place(entry);
        self.diagnostics
            .push(place.report(code, Some(entry), detail));
    }

    fn links(&mut self, loose: &Loose) {
        for link in &loose.links {
            let (code, entry) = match *link {
                BrokenLink::Missing(entry) => (Code::MissingParent, entry),
                BrokenLink::Cycle(entry) => (Code::ParentCycle, entry),
            };
            let parent = self.base.id_text(self.base.record(entry).parent);
            let detail = quote("the parent", parent);
            self.report(code, entry, Some(detail));
        }
        for &entry in &loose.calls.orphan_results {
            self.report(Code::OrphanToolResult, entry, None);
        }
        for &entry in &loose.calls.unanswered {
            self.report(Code::UnansweredToolCall, entry, None);
        }
    }

    fn timestamp(&mut self, entry: EntryIndex) {
        if self.base.record(entry).timestamp.is_nan() {
            let found = self.base.raw(entry).get("timestamp");
            let detail = found.map(|value| text::utf16_prefix(&value.text(), QUOTED_UNITS));
            self.report(Code::BadTimestamp, entry, detail);
        }
    }

    fn references(&mut self, entry: EntryIndex) {
        let base = self.base;
        let record = base.record(entry);
        match record.kind {
            EntryKind::Label | EntryKind::ContextEdit => {
                let target = base.raw(entry).get("targetId").and_then(Raw::as_str);
                if let Some(target) = target
                    && base.find(&target).is_none()
                {
                    let detail = quote("the target", &target);
                    self.report(Code::MissingTarget, entry, Some(detail));
                }
            }
            EntryKind::Compaction => {
                let kept = base.first_kept(entry);
                if !kept.is_some_and(|kept| base.tree().is_ancestor(kept, entry)) {
                    self.report(Code::MissingFirstKept, entry, None);
                }
            }
            EntryKind::Message
                if record.role == Role::Assistant && !record.flags.has(Flags::USAGE) =>
            {
                self.report(Code::MissingUsage, entry, None);
            }
            EntryKind::Message if record.role == Role::Unknown => {
                let message = base.raw(entry).get("message");
                let role = message.and_then(|message| message.get("role"));
                if let Some(role) = role.and_then(Raw::as_str) {
                    self.report(Code::UnknownRole, entry, Some(quote("the role", &role)));
                }
            }
            _ => {}
        }
    }
}

fn quote(what: &str, found: &str) -> String {
    format!("{what} “{}”", text::utf16_prefix(found, QUOTED_UNITS))
}
