//! Everything that can happen to the state.

use std::rc::Rc;

use pi_session::{Bundle, EntryIndex, Filter, Session, Stamp};
use yew::AttrValue;

use super::{
    Border, Canceller, Edit, Job, Language, Listing, Notice, Pane, Place, SessionKey, Tab, Theme,
};

/// A session that was read and now joins the open ones.
#[derive(Clone)]
pub struct Opened {
    /// The session.
    pub session: Session,
    /// The file it came from.
    pub file_name: AttrValue,
    /// Bytes of that file.
    pub byte_len: u64,
    /// The report that it came with.
    pub report: Option<Rc<Bundle>>,
    /// Whether it comes into view, or only joins the list.
    pub activate: bool,
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
    /// The session as a file.
    Export,
    /// What came with the session.
    Report,
    /// The label of an entry.
    Label(EntryIndex),
    /// The name of the session.
    Rename,
    /// What the model sees of an entry.
    ContextEdit(EntryIndex),
    /// Where to go on from.
    Continue(EntryIndex),
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

    /// Search and sort the list of sessions.
    ListSessions(Listing),

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
    /// Go where an address says, because of Back, Forward or a link.
    Visit(Place),

    /// Change the session in view.
    Edit(Edit, Stamp),
    /// Keep what a person writes to append, or with `None` forget it.
    Draft(Option<AttrValue>),

    /// Turn an option on or off.
    Toggle(Toggle),
    /// Choose light or dark.
    SetTheme(Theme),
    /// Choose the language.
    SetLanguage(Language),
    /// Move a border between panes.
    Resize(Border, f64),
    /// Show a pane where there is room for one only.
    ShowPane(Pane),
    /// Show a tab of the inspector.
    ShowTab(Tab),
    /// Open a dialog.
    OpenDialog(Dialog),
    /// Close the dialog that is open.
    CloseDialog,

    /// A job began, or got further.
    Progress(Job),
    /// A job is over.
    EndJob(Canceller),
    /// Tell the reader something.
    Notify(Notice),
    /// Remove a notice, by its number.
    Dismiss(u32),
}
