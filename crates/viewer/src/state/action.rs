//! Everything that can happen to the state.

use pi_session::{EntryIndex, Filter, Session};
use yew::AttrValue;

use super::{Language, SessionKey, Theme};

/// A session that was read and now joins the open ones.
#[derive(Clone)]
pub struct Opened {
    /// The session.
    pub session: Session,
    /// The file it came from.
    pub file_name: AttrValue,
    /// Bytes of that file.
    pub byte_len: u64,
}

/// A switch among the options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toggle {
    /// Thinking blocks.
    Thinking,
    /// Tool output in full.
    Tools,
    /// Hidden custom messages.
    Hidden,
    /// Times of labels.
    LabelTimes,
}

/// A dialog that can stand open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialog {
    /// Keys and what the viewer does.
    Help,
    /// Theme and language.
    Settings,
    /// What is wrong with the file.
    Problems,
}

/// A place as an address names it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Place {
    /// Id of the session.
    pub session: Option<String>,
    /// Id of the leaf in view.
    pub leaf: Option<String>,
    /// Id of the entry gone to.
    pub target: Option<String>,
    /// Filter of the tree.
    pub filter: Option<Filter>,
    /// Search text of the tree.
    pub query: Option<String>,
}

/// Everything that can happen.
#[derive(Clone)]
pub enum Action {
    /// A session was read.
    Open(Opened),
    /// Forget an open session.
    Close(SessionKey),
    /// Bring an open session into view.
    Activate(SessionKey),
    /// Go to an entry, on the branch that holds it.
    Go(EntryIndex),
    /// Show the branch that ends in a leaf (first), and go to an entry on it (second).
    ShowBranch(EntryIndex, EntryIndex),
    /// Move the focus in the tree; the conversation stays.
    Focus(EntryIndex),
    /// List other entries; clears folds.
    SetFilter(Filter),
    /// Search the tree; clears folds.
    SetQuery(AttrValue),
    /// Fold or unfold the branch under an entry.
    ToggleFold(EntryIndex),
    /// Turn an option on or off.
    Toggle(Toggle),
    /// Choose light or dark.
    SetTheme(Theme),
    /// Choose the language.
    SetLanguage(Language),
    /// Open a dialog.
    OpenDialog(Dialog),
    /// Close the dialog that is open.
    CloseDialog,
    /// Go where an address says.
    Visit(Place),
}
