//! Words of the conversation pane.

/// Words of the conversation pane in one language.
pub struct ConversationWords {
    /// Name of the pane.
    pub pane: &'static str,
}

/// English.
pub const EN: ConversationWords = ConversationWords {
    pane: "Conversation",
};

/// Vietnamese.
pub const VI: ConversationWords = ConversationWords {
    pane: "Hội thoại"
};
