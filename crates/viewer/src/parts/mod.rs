//! Parts that panes share. A part knows nothing of sessions or state: values in, callbacks out.

pub mod ansi;
pub mod clipboard;
pub mod code;
pub mod code_block;
pub mod copy_button;
pub mod cut;
pub mod diff;
pub mod diff_view;
pub mod disclosure;
pub mod icon;
pub mod image;
pub mod json;
pub mod json_tree;
pub mod long_text;
pub mod markdown;
pub mod modal;
pub mod save;
pub mod splitter;
pub mod styled;
pub mod virtual_list;
pub mod visible_controls;
