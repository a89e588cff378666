//! Every word that the viewer shows, in English and in Vietnamese, one file for each part of the page.
//! Session content is not here: it is shown as it stands. No component holds a sentence of its own.

pub mod conversation;
pub mod edits;
pub mod figures;
pub mod inspector;
pub mod report;
pub mod sessions;
pub mod shell;
pub mod tree;

use crate::state::Language;

/// All words in one language.
pub struct Words {
    /// Start page, header, status bar, dialogs.
    pub shell: shell::ShellWords,
    /// The list of sessions.
    pub sessions: sessions::SessionWords,
    /// The tree pane.
    pub tree: tree::TreeWords,
    /// The conversation pane.
    pub conversation: conversation::ConversationWords,
    /// What changes a session.
    pub edits: edits::EditWords,
    /// The inspector.
    pub inspector: inspector::InspectorWords,
    /// Bug reports.
    pub report: report::ReportWords,
}

static EN: Words = Words {
    shell: shell::EN,
    sessions: sessions::EN,
    tree: tree::EN,
    conversation: conversation::EN,
    edits: edits::EN,
    inspector: inspector::EN,
    report: report::EN,
};
static VI: Words = Words {
    shell: shell::VI,
    sessions: sessions::VI,
    tree: tree::VI,
    conversation: conversation::VI,
    edits: edits::VI,
    inspector: inspector::VI,
    report: report::VI,
};

/// The words in a language. There are two such values, so components may compare them by address.
pub fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &EN,
        Language::Vietnamese => &VI,
    }
}

impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
