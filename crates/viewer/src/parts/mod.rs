//! Parts that panes share. A part knows nothing of sessions or state: values in, callbacks out.

pub mod icon;
pub mod modal;
pub mod splitter;
pub mod virtual_list;
