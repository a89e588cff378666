//! The box around a call and its result: name, what it is about, how it went.

use yew::prelude::*;

use crate::parts::visible_controls::{self, Strictness};

/// The head of the box.
pub struct Frame {
    /// The tool's name.
    pub name: AttrValue,
    /// What the call is about.
    pub subject: Html,
    /// How it went.
    pub status: Html,
    /// Whether it failed.
    pub is_failed: bool,
}

impl Frame {
    /// The box with something in it.
    pub fn around(self, content: Html) -> Html {
        html! {
            <div class={classes!("tool-call", self.is_failed.then_some("is-failed"))}>
                <div class="tool-head">
                    <strong>{ visible_controls::shown(&self.name, Strictness::Code) }</strong>
                    <span class="tool-subject">{ self.subject }</span>
                    <span class="tool-status">{ self.status }</span>
                </div>
                <div class="tool-body">{ content }</div>
            </div>
        }
    }
}
