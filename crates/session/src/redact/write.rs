//! The copy, in steps: each line with placeholders where secrets stood, all other bytes untouched.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::search::{is_left_out, on_path};
use super::walk::{Line, Value, Walk};
use super::{Findings, leave_out};

/// A copy that is being written. See [`Findings::redaction`].
#[derive(Debug)]
pub struct Redaction<'a> {
    findings: &'a Findings,
    allowed: HashSet<&'a str, FxBuildHasher>,
    on_path: Option<Vec<bool>>,
    walk: Walk,
    next: usize,
    out: Vec<u8>,
}

impl<'a> Redaction<'a> {
    pub(super) fn new(findings: &'a Findings, allow: &[String]) -> Self {
        let allow = |placeholder: &str| {
            let listed = |list: &[String]| list.iter().any(|allowed| allowed == placeholder);
            listed(allow) || listed(&findings.options.allow)
        };
        let mut allowed: HashSet<&str, FxBuildHasher> = HashSet::default();
        let mut asked: HashSet<&str, FxBuildHasher> = HashSet::default();
        for finding in &findings.list {
            if asked.insert(&finding.placeholder) && allow(&finding.placeholder) {
                allowed.insert(&finding.placeholder);
            }
        }
        Self {
            allowed,
            on_path: findings
                .options
                .other_branches
                .then(|| on_path(&findings.session)),
            findings,
            walk: Walk::default(),
            next: 0,
            out: Vec::new(),
        }
    }

    /// Goes on for about so many bytes, but at least a line; says whether something is left.
    pub fn step(&mut self, bytes: u64) -> bool {
        let session = &self.findings.session;
        let mut seen = 0;
        while seen < bytes {
            let Some(line) = self.walk.next(session) else {
                return false;
            };
            seen += line.bytes.len() as u64;
            self.line(&line);
        }
        true
    }

    /// Goes on to the end, and gives the copy.
    pub fn finish(mut self) -> Vec<u8> {
        while self.step(u64::MAX) {}
        self.out
    }

    fn line(&mut self, line: &Line<'_>) {
        if !line.sound {
            for value in &line.values {
                if !is_left_out(self.on_path.as_deref(), value) {
                    self.value(value);
                    self.out.push(b'\n');
                }
            }
            return;
        }
        let Some(value) = line.values.first() else {
            self.out.extend_from_slice(line.bytes);
            return;
        };
        if is_left_out(self.on_path.as_deref(), value) {
            return;
        }
        let start = usize::try_from(value.offset - line.offset).unwrap_or(0);
        self.out.extend_from_slice(&line.bytes[..start]);
        self.value(value);
        self.out
            .extend_from_slice(&line.bytes[start + value.raw.bytes().len()..]);
    }

    fn value(&mut self, value: &Value<'_>) {
        let source = value.raw.bytes();
        let end = value.offset + source.len() as u64;
        let mut edits: Vec<(usize, usize, String)> =
            leave_out::plan(value.raw, &self.findings.options)
                .into_iter()
                .map(|replacement| {
                    (
                        replacement.range.start,
                        replacement.range.end,
                        replacement.text,
                    )
                })
                .collect();
        while let Some(finding) = self.findings.list.get(self.next)
            && finding.bytes.start < end
        {
            self.next += 1;
            let place = |at: u64| usize::try_from(at.saturating_sub(value.offset)).unwrap_or(0);
            if !self.allowed.contains(finding.placeholder.as_str()) {
                edits.push((
                    place(finding.bytes.start),
                    place(finding.bytes.end),
                    finding.placeholder.clone(),
                ));
            }
        }
        edits.sort_by_key(|edit| edit.0);
        let mut at = 0;
        for (start, end, text) in edits {
            self.out.extend_from_slice(&source[at..start]);
            self.out.extend_from_slice(text.as_bytes());
            at = end;
        }
        self.out.extend_from_slice(&source[at..]);
    }
}
