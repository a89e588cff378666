//! How large the context was at every entry of a branch, for a chart: the same figures as
//! [`Session::context_size`] gives at each, in one pass.
//!
//! Which entries count changes on the way only at compactions and context edits. So each entry's
//! estimate is added up once, in sums that tell what all entries from a given one on come to.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::tokens::{as_figure, counted_usage, estimate_tokens, system_tokens};
use super::{ContextSize, view};
use crate::context::{
    ContextEntry, Model, ObjectText, ProjectedMessage, is_editable, replace_content,
};
use crate::entry::{EntryKind, Role};
use crate::ids::IdNumber;
use crate::json::{Kind, Raw};
use crate::system::SystemState;
use crate::usage::Scope;
use crate::{EntryIndex, Session};

/// How often the system messages since a compaction are gone through again because a context edit
/// names one of them. Pi lets nothing edit a system message, and a file in which many do must not
/// take more than linear time.
const REPLAYS: u32 = 64;

/// The context at an entry of the path.
#[derive(Clone, Debug, PartialEq)]
pub struct ContextPoint {
    /// The entry.
    pub entry: EntryIndex,
    /// How large the context is with this entry as its last.
    pub size: ContextSize,
    /// Whether the entry is a compaction.
    pub compacted: bool,
    /// Whether another model is set, or has answered, than before.
    pub model_changed: bool,
    /// The tokens that this reply paid for again because the cache had lost them.
    pub cache_missed: Option<f64>,
}

impl Session {
    /// How large the context was at each entry from the root to the leaf, and what changed there.
    /// Takes about linear time, however many compactions there are.
    ///
    /// A size is that of [`Session::context_size`] at the entry. (Where more than 64 context edits
    /// between two compactions name system messages, which Pi does not allow, the later ones leave
    /// the estimate of the system prompt as it is.)
    ///
    /// ```
    /// # use pi_session::Session;
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
    /// # {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":[],"usage":{"totalTokens":900}}}
    /// # "#;
    /// let session = Session::parse(file).unwrap();
    /// let sizes: Vec<f64> = session.context_sizes().iter().map(|point| point.size.tokens).collect();
    /// assert_eq!(sizes, [2.0, 900.0]);
    /// ```
    pub fn context_sizes(&self) -> Vec<ContextPoint> {
        let path = self
            .leaf()
            .map(|leaf| self.tree().path(leaf))
            .unwrap_or_default();
        let missed: HashMap<EntryIndex, f64, FxBuildHasher> = self
            .cache_misses(Scope::Branch)
            .into_iter()
            .map(|miss| (miss.entry, miss.tokens))
            .collect();
        let mut pass = Pass::new(self, &path);
        let mut models = Models::default();
        let point = |(place, &entry)| {
            pass.step(place);
            ContextPoint {
                entry,
                size: pass.size(),
                compacted: self.kind(entry) == EntryKind::Compaction,
                model_changed: models.change(self, entry),
                cache_missed: missed.get(&entry).copied(),
            }
        };
        path.iter().enumerate().map(point).collect()
    }
}

/// The way from the root to the leaf. A *place* is a position on it.
struct Pass<'a> {
    session: &'a Session,
    path: &'a [EntryIndex],
    /// The entries so far, by id.
    places: HashMap<IdNumber, usize, FxBuildHasher>,
    /// The last edit so far of each id.
    edits: HashMap<IdNumber, Edit, FxBuildHasher>,
    /// By place: what the message counts that no edit changes. `None` where there is none; system
    /// messages and compactions are none here.
    unedited: Vec<Option<u64>>,
    /// By place: what `unedited` holds; and what an edit adds to it, at whichever of edit and target
    /// comes first, since it counts only where both are in the context.
    sums: Sums,
    /// The last compaction, and what its messages count.
    compaction: Option<usize>,
    compaction_tokens: u64,
    /// The first place that is in the context.
    kept: usize,
    system: SystemState,
    replays_left: u32,
    /// The last reply that counts, and what follows it.
    counted: Option<(f64, EntryIndex)>,
    trailing: u64,
}

#[derive(Clone, Copy)]
struct Edit {
    place: usize,
    /// What it put into the sums, and where.
    added: (usize, i64),
}

impl<'a> Pass<'a> {
    fn new(session: &'a Session, path: &'a [EntryIndex]) -> Self {
        Self {
            session,
            path,
            places: HashMap::default(),
            edits: HashMap::default(),
            unedited: Vec::with_capacity(path.len()),
            sums: Sums::new(path.len()),
            compaction: None,
            compaction_tokens: 0,
            kept: 0,
            system: SystemState::default(),
            replays_left: REPLAYS,
            counted: None,
            trailing: 0,
        }
    }

    /// Takes in the entry at `place`, the one behind the last.
    fn step(&mut self, place: usize) {
        let entry = self.path[place];
        self.places.insert(self.id(place), place);
        self.unedited.push(None);
        match self.session.kind(entry) {
            EntryKind::Compaction => self.compact(place),
            EntryKind::ContextEdit => self.edit(place),
            _ if self.session.role(entry) == Some(Role::System) => self.system_message(place),
            _ => self.message(place),
        }
    }

    fn size(&self) -> ContextSize {
        if let Some((tokens, entry)) = self.counted {
            return ContextSize {
                tokens: tokens + as_figure(self.trailing),
                counted_at: Some(entry),
            };
        }
        let messages = u64::try_from(self.sums.from(self.kept)).unwrap_or(0);
        let tokens = messages + self.compaction_tokens + system_tokens(&self.system);
        ContextSize {
            tokens: as_figure(tokens),
            counted_at: None,
        }
    }

    fn id(&self, place: usize) -> IdNumber {
        self.session.record(self.path[place]).id
    }

    fn forget_count(&mut self) {
        self.counted = None;
        self.trailing = 0;
    }

    fn message(&mut self, place: usize) {
        let entry = self.path[place];
        let unedited = ContextEntry {
            entry,
            edit: None,
            superseded: false,
        };
        let messages = self.session.project(&unedited);
        let Some(message) = messages.first().and_then(ProjectedMessage::message) else {
            return;
        };
        let tokens = estimate_tokens(message.raw());
        self.unedited[place] = Some(tokens);
        self.sums.add(place, signed(tokens));
        self.apply_edit(self.id(place), place);
        let edit = self.edit_of(place);
        if edit.is_some_and(|edit| self.omits(edit)) {
            return;
        }
        if let Some(tokens) = counted_usage(&message) {
            self.counted = Some((tokens, entry));
            self.trailing = 0;
        } else {
            self.trailing += edit.map_or(tokens, |edit| self.edited(edit, place, tokens));
        }
    }

    fn system_message(&mut self, place: usize) {
        if self.edit_of(place).is_some_and(|edit| self.omits(edit)) {
            return;
        }
        let entry = self.session.entry(self.path[place]);
        if let Some(message) = entry.message() {
            self.system.apply(message.raw());
            self.trailing += estimate_tokens(message.raw());
        }
    }

    fn compact(&mut self, place: usize) {
        let session = self.session;
        let first_kept = session.base().first_kept(self.path[place]);
        self.kept = first_kept
            .map(|kept| (kept, session.tree().depth(kept) as usize))
            .filter(|&(kept, at)| at < place && self.path[at] == kept)
            .map_or(place, |(_, at)| at);
        self.compaction = Some(place);
        self.replays_left = REPLAYS;
        self.forget_count();
        self.replay(place);
    }

    fn edit(&mut self, place: usize) {
        self.forget_count();
        let entry = self.session.entry(self.path[place]);
        let target = entry
            .text("targetId")
            .and_then(|id| self.session.base().table().ids.number(&id));
        let Some(target) = target else { return };
        let edit = Edit {
            place,
            added: (place, 0),
        };
        if let Some(before) = self.edits.insert(target, edit) {
            self.sums.add(before.added.0, -before.added.1);
        }
        let Some(&at) = self.places.get(&target) else {
            return;
        };
        self.apply_edit(target, at);
        let in_prompt = match self.compaction {
            Some(compaction) if at == compaction => true,
            compaction => {
                compaction.is_none_or(|compaction| at > compaction)
                    && self.session.role(self.path[at]) == Some(Role::System)
            }
        };
        if in_prompt && self.replays_left > 0 {
            self.replays_left -= 1;
            self.replay(place);
        }
    }

    /// The edit of the entry at `place`, if it is in the context.
    fn edit_of(&self, place: usize) -> Option<EntryIndex> {
        let edit = self.edits.get(&self.id(place))?;
        (edit.place >= self.kept).then(|| self.path[edit.place])
    }

    /// Adds what the last edit of `target`, an entry at `place`, changes.
    fn apply_edit(&mut self, target: IdNumber, place: usize) {
        let (Some(edit), Some(unedited)) = (self.edits.get(&target).copied(), self.unedited[place])
        else {
            return;
        };
        let edited = self.edited(self.path[edit.place], place, unedited);
        let added = (
            edit.place.min(place),
            signed(edited).saturating_sub(signed(unedited)),
        );
        self.sums.add(added.0, added.1);
        self.edits.insert(target, Edit { added, ..edit });
    }

    fn replacement(&self, edit: EntryIndex) -> Option<Raw<'a>> {
        self.session.entry(edit).field("replacement")
    }

    fn omits(&self, edit: EntryIndex) -> bool {
        self.replacement(edit).is_some_and(Raw::is_null)
    }

    /// What the message at `place` counts once `edit` has changed it. Its own content is not looked at.
    fn edited(&self, edit: EntryIndex, place: usize, unedited: u64) -> u64 {
        let entry = self.session.entry(self.path[place]);
        match self.replacement(edit) {
            Some(replacement) if replacement.is_null() => 0,
            Some(replacement) if replacement.kind() == Kind::Object && is_editable(&entry) => {
                let role = entry
                    .message()
                    .map_or(Role::Custom, |message| message.role());
                let bare = ObjectText::new(role).close();
                let edited = replace_content(bare, replacement.get("content"));
                edited
                    .message()
                    .map_or(0, |message| estimate_tokens(message.raw()))
            }
            _ => unedited,
        }
    }

    /// Goes again through what gives the system prompt, up to `last`: the compaction's messages, and
    /// the system messages behind it.
    fn replay(&mut self, last: usize) {
        self.system = SystemState::default();
        self.compaction_tokens = 0;
        let mut first = 0;
        if let Some(place) = self.compaction {
            first = place + 1;
            let compaction = ContextEntry {
                entry: self.path[place],
                edit: self.edit_of(place),
                superseded: false,
            };
            for message in self.session.project(&compaction) {
                match Raw::parse(message.json.as_bytes()) {
                    Some(raw) if view(raw).role() == Role::System => self.system.apply(raw),
                    Some(raw) => self.compaction_tokens += estimate_tokens(raw),
                    None => {}
                }
            }
        }
        for place in first..=last {
            if self.session.role(self.path[place]) == Some(Role::System) {
                self.system_message(place);
            }
        }
        self.forget_count();
    }
}

fn signed(tokens: u64) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

/// Which model is at work, as far as a change of it shows.
#[derive(Default)]
struct Models {
    set: Option<Model>,
    answered: Option<Model>,
}

impl Models {
    /// Whether the entry sets another model than was at work, or is a reply of another one than gave
    /// the last although none was set since.
    fn change(&mut self, session: &Session, entry: EntryIndex) -> bool {
        let sets = session.kind(entry) == EntryKind::ModelChange;
        if !sets && session.role(entry) != Some(Role::Assistant) {
            return false;
        }
        let model = session.model_of(entry);
        if sets {
            let before = self.set.take().or(self.answered.take());
            let changed = before.is_some_and(|before| before != model);
            self.set = Some(model);
            return changed;
        }
        let changed = self
            .answered
            .as_ref()
            .is_some_and(|before| *before != model);
        self.answered = Some(model);
        changed
    }
}

/// Sums over the places from a given one to the last, each O(log n), as is a change (a Fenwick tree).
struct Sums(Vec<i64>);

impl Sums {
    fn new(places: usize) -> Self {
        Self(vec![0; places + 1])
    }

    /// The place's number from the end, from 1.
    fn number(&self, place: usize) -> usize {
        self.0.len().saturating_sub(place + 1)
    }

    fn add(&mut self, place: usize, by: i64) {
        let mut number = self.number(place);
        while let Some(sum) = self.0.get_mut(number).filter(|_| number > 0) {
            *sum = sum.saturating_add(by);
            number += lowest_bit(number);
        }
    }

    fn from(&self, place: usize) -> i64 {
        let mut number = self.number(place);
        // Places that have not come yet hold nothing.
        let mut sum: i64 = 0;
        while number > 0 {
            sum = sum.saturating_add(self.0[number]);
            number -= lowest_bit(number);
        }
        sum
    }
}

fn lowest_bit(number: usize) -> usize {
    number & number.wrapping_neg()
}
