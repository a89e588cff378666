//! Dialogs, each a native `dialog` element.
