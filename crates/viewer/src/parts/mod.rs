//! Parts that panes share. A part knows nothing of sessions or state: values in, callbacks out.

pub mod virtual_list;
