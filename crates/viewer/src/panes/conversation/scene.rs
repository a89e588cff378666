//! What every renderer is given: the session, what is remembered of the reader, and the words.

use std::rc::Rc;

use pi_session::{EntryIndex, Session};

use crate::parts::disclosure::{Place, Remembered};
use crate::queries::entry_view::EntryViews;
use crate::state::{Dispatch, Options};
use crate::words::Words;
use crate::words::conversation::ConversationWords;

/// What every renderer is given. Cheap to clone and to compare.
#[derive(Clone, PartialEq)]
pub struct Scene {
    /// The session.
    pub session: Session,
    /// Its entries, read.
    pub views: EntryViews,
    /// What the reader opened.
    pub remembered: Remembered,
    /// What the reader chose to see.
    pub options: Rc<Options>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// All words.
    pub all_words: &'static Words,
}

impl Scene {
    /// The words of this pane.
    pub fn words(&self) -> &'static ConversationWords {
        &self.all_words.conversation
    }

    /// A place within an entry that can be opened.
    pub fn place(entry: EntryIndex, part: usize) -> Place {
        Place {
            of: entry.get(),
            part,
        }
    }
}
