//! Which entry, whose message: the closed lists of the format, with a place for what it may
//! grow. What an entry *holds* belongs in the other files here.

macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $variant,)*
            /// One that this version does not know; kept as it is.
            Unknown,
        }

        impl $name {
            /// The name that the file uses; empty for an unknown one.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                    $name::Unknown => "",
                }
            }

            pub(crate) fn of(text: &str) -> Self {
                match text {
                    $($text => $name::$variant,)*
                    _ => $name::Unknown,
                }
            }
        }
    };
}

named! {
    /// The type of an entry.
    EntryKind {
        /// A message with a role.
        Message = "message",
        /// A message that an extension put into the context.
        CustomMessage = "custom_message",
        /// A summary of a branch that was left.
        BranchSummary = "branch_summary",
        /// A summary that stands for what came before it.
        Compaction = "compaction",
        /// An omission or replacement of an earlier entry's content in the context.
        ContextEdit = "context_edit",
        /// Another model from here on.
        ModelChange = "model_change",
        /// Another thinking level from here on.
        ThinkingLevelChange = "thinking_level_change",
        /// Usage outside the conversation that counts in the totals.
        Usage = "usage",
        /// State of an extension.
        Custom = "custom",
        /// A label put on, or taken off, an entry.
        Label = "label",
        /// The session's name.
        SessionInfo = "session_info",
    }
}

named! {
    /// Who speaks in a message.
    Role {
        /// The system prompt and tools.
        System = "system",
        /// The person.
        User = "user",
        /// The model.
        Assistant = "assistant",
        /// What a tool gave back.
        ToolResult = "toolResult",
        /// A shell command that the person ran.
        BashExecution = "bashExecution",
        /// An extension.
        Custom = "custom",
        /// A branch summary as a message.
        BranchSummary = "branchSummary",
        /// A compaction summary as a message.
        CompactionSummary = "compactionSummary",
        /// The name that [`Role::Custom`] had before version 3.
        HookMessage = "hookMessage",
    }
}
