//! The search for secrets, in steps: once by the rules, then for what is known by then.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::find::{self, MARK};
use super::known::Known;
use super::leave_out;
use super::matches::{Match, joined};
use super::text::places;
use super::walk::{Line, Text, Value, Walk, strings};
use super::{Finding, Findings, RedactOptions, Sorts};
use crate::Session;
use crate::json::decode;

/// A secret that shows only beside another is looked for everywhere in a round of its own.
const ROUNDS: u32 = 8;

/// A search that is under way. See [`Session::findings`].
#[derive(Debug)]
pub struct FindingSearch {
    session: Session,
    options: RedactOptions,
    on_path: Option<Vec<bool>>,
    walk: Walk,
    /// What the rules matched, by where the string lies in the file, ascending.
    hits: Vec<(u64, Vec<Match>)>,
    secrets: HashMap<String, Match, FxBuildHasher>,
    /// By kind, the greatest number that a placeholder bears by now.
    numbers: HashMap<String, u32, FxBuildHasher>,
    /// The same, by the placeholders that stand in the file.
    marked: HashMap<String, u32, FxBuildHasher>,
    /// Set in the second half.
    known: Option<Known>,
    next_hit: usize,
    /// Whether a secret showed that was not known when the round began, and how many rounds were.
    more: bool,
    rounds: u32,
    names: HashMap<String, (&'static str, String), FxBuildHasher>,
    list: Vec<Finding>,
    done: u64,
}

impl FindingSearch {
    pub(super) fn new(session: &Session, options: &RedactOptions) -> Self {
        let session = written(session);
        Self {
            on_path: options.other_branches.then(|| on_path(&session)),
            session,
            options: options.clone(),
            walk: Walk::default(),
            hits: Vec::new(),
            secrets: HashMap::default(),
            numbers: HashMap::default(),
            known: None,
            next_hit: 0,
            more: false,
            rounds: 0,
            marked: HashMap::default(),
            names: HashMap::default(),
            list: Vec::new(),
            done: 0,
        }
    }

    /// Goes on for about so many bytes, but at least a line; says whether something is left.
    pub fn step(&mut self, bytes: u64) -> bool {
        let session = self.session.clone();
        let mut seen = 0;
        while seen < bytes {
            let Some(line) = self.walk.next(&session) else {
                if self.known.is_some() && (!self.more || self.rounds >= ROUNDS) {
                    return false;
                }
                let secrets = self.secrets.iter();
                self.known = Some(Known::new(
                    secrets.map(|(text, found)| (text.clone(), found.kind)),
                ));
                self.rounds += 1;
                self.more = false;
                self.next_hit = 0;
                self.list.clear();
                self.names.clear();
                self.numbers.clone_from(&self.marked);
                self.walk = Walk::default();
                continue;
            };
            seen += line.bytes.len() as u64;
            for value in &line.values {
                if !is_left_out(self.on_path.as_deref(), value) {
                    self.value(&line, value);
                }
            }
        }
        self.done += seen;
        true
    }

    /// How much of the search is done, from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "a share needs no more")]
    pub fn progress(&self) -> f64 {
        let all = self.session.byte_len().max(1) * 2;
        (self.done as f64 / all as f64).min(1.0)
    }

    /// Goes on to the end.
    pub fn finish(mut self) -> Findings {
        while self.step(u64::MAX) {}
        Findings {
            session: self.session,
            options: self.options,
            list: self.list,
        }
    }

    fn value(&mut self, line: &Line<'_>, value: &Value<'_>) {
        let left_out: Vec<_> = leave_out::plan(value.raw, &self.options)
            .into_iter()
            .map(|replacement| replacement.range)
            .collect();
        strings(value.raw, &left_out, |text| {
            if self.known.is_none() {
                self.by_rules(value.offset, text);
            } else {
                self.again(line, value, text);
            }
        });
    }

    fn sorts(&self) -> Sorts {
        Sorts {
            emails: !self.options.keep_emails,
            homes: !self.options.keep_home_paths,
        }
    }

    fn by_rules(&mut self, offset: u64, string: &Text<'_, '_>) {
        let text = decode(string.inner);
        if memchr::memmem::find(text.as_bytes(), MARK.as_bytes()).is_some() {
            for mark in find::marks(&text) {
                let number = self.marked.entry_ref(mark.kind).or_default();
                *number = (*number).max(mark.number);
            }
        }
        let sorts = self.sorts();
        let name = string.name();
        let matches = find::settled(&text, rules(&text, name.as_deref(), sorts), |text| {
            rules(text, name.as_deref(), sorts)
        });
        if matches.is_empty() {
            return;
        }
        for found in &matches {
            let secret = self
                .secrets
                .entry_ref(&text[found.start..found.end])
                .or_insert(*found);
            if found.rank > secret.rank {
                *secret = *found;
            }
        }
        self.hits.push((offset + string.start as u64, matches));
    }

    fn again(&mut self, line: &Line<'_>, value: &Value<'_>, string: &Text<'_, '_>) {
        let text = decode(string.inner);
        let offset = value.offset + string.start as u64;
        let mut matches = match self.hits.get(self.next_hit) {
            Some((place, matches)) if *place == offset => {
                self.next_hit += 1;
                matches.clone()
            }
            _ => Vec::new(),
        };
        if let Some(known) = &self.known {
            known.find(&text, &mut matches);
        }
        if matches.is_empty() {
            return;
        }
        let matches = find::clear_of_marks(&text, joined(matches));
        let (sorts, name) = (self.sorts(), string.name());
        let matches = find::settled(&text, matches, |text| {
            let mut matches = rules(text, name.as_deref(), sorts);
            if let Some(known) = &self.known {
                known.find(text, &mut matches);
            }
            matches
        });
        for found in &matches {
            let secret = &text[found.start..found.end];
            if !self.secrets.contains_key(secret) {
                self.secrets.insert(secret.to_owned(), *found);
                self.more = true;
            }
        }
        let offsets: Vec<usize> = matches
            .iter()
            .flat_map(|found| [found.start, found.end])
            .collect();
        let places = places(string.inner, &offsets);
        let entry_id = value
            .entry
            .map(|entry| self.session.id(entry))
            .filter(|id| !id.is_empty())
            .map(str::to_owned);
        let path = string.pointer();
        for (found, ends) in matches.iter().zip(places.chunks_exact(2)) {
            let (kind, placeholder) = self.name(&text[found.start..found.end], found.kind);
            self.list.push(Finding {
                kind,
                placeholder,
                line: line.number,
                entry_id: entry_id.clone(),
                path: path.clone(),
                in_key: string.key,
                range: ends[0].unit..ends[1].unit,
                bytes: offset + ends[0].source as u64..offset + ends[1].source as u64,
            });
        }
    }

    /// The kind and placeholder of a secret, the same each time.
    fn name(&mut self, text: &str, kind: &'static str) -> (&'static str, String) {
        if let Some(name) = self.names.get(text) {
            return name.clone();
        }
        let number = self.numbers.entry_ref(kind).or_default();
        *number = number.saturating_add(1);
        let name = (kind, format!("{MARK}{kind}-{number}>"));
        self.names.insert(text.to_owned(), name.clone());
        name
    }
}

/// What the rules find in a text under a name.
fn rules(text: &str, name: Option<&str>, sorts: Sorts) -> Vec<Match> {
    let mut matches = find::find(text, sorts);
    if let Some(found) = name.and_then(|name| find::find_under(name, text)) {
        matches.push(found);
        matches = find::clear_of_marks(text, joined(matches));
    }
    matches
}

/// The session with what was appended read as a part of its file.
fn written(session: &Session) -> Session {
    if session.appended().next().is_none() {
        return session.clone();
    }
    let leaf = session.leaf().map(|leaf| session.id(leaf).to_owned());
    match Session::parse(&session.to_jsonl()) {
        Ok(read) => {
            let leaf = leaf.and_then(|id| read.find(&id));
            read.with_leaf(leaf)
        }
        Err(_) => session.clone(),
    }
}

/// By record, whether it is on the path to the leaf.
pub(super) fn on_path(session: &Session) -> Vec<bool> {
    let mut on_path = vec![false; session.base().records().len()];
    for entry in session
        .leaf()
        .map(|leaf| session.tree().path(leaf))
        .unwrap_or_default()
    {
        on_path[entry.get()] = true;
    }
    on_path
}

/// Whether a value is an entry of a branch that is left out.
pub(super) fn is_left_out(on_path: Option<&[bool]>, value: &Value<'_>) -> bool {
    match (on_path, value.entry) {
        (Some(on_path), Some(entry)) => !on_path.get(entry.get()).copied().unwrap_or(false),
        _ => false,
    }
}
