//! A field for one line of text, with buttons to save and to clear it. Knows nothing of what it is for.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::words::edits::EditWords;

/// What the form is made of.
#[derive(Properties)]
pub struct TextFormProps {
    /// Name of the field.
    pub name: &'static str,
    /// What stands beneath it.
    pub note: &'static str,
    /// The text so far.
    pub current: AttrValue,
    /// Given the text when it is saved; nothing when it is cleared.
    pub on_text: Callback<AttrValue>,
    /// The words of the reader's language.
    pub words: &'static EditWords,
}

// Words of a language are one value.
impl PartialEq for TextFormProps {
    fn eq(&self, other: &Self) -> bool {
        self.current == other.current
            && self.on_text == other.on_text
            && std::ptr::eq(self.words, other.words)
    }
}

/// The form.
#[component]
pub fn TextForm(props: &TextFormProps) -> Html {
    let field = use_node_ref();
    let onsubmit = {
        let (field, on_text) = (field.clone(), props.on_text.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(field) = field.cast::<HtmlInputElement>() {
                on_text.emit(field.value().into());
            }
        })
    };
    let on_clear = props.on_text.reform(|_: MouseEvent| AttrValue::default());
    let words = props.words;
    html! {
        <form class="edit-form" {onsubmit}>
            <label>
                <span>{ props.name }</span>
                <input ref={field} type="text" autofocus=true autocomplete="off" dir="auto" value={props.current.clone()} />
            </label>
            <p class="note">{ props.note }</p>
            <div class="edit-buttons">
                if !props.current.is_empty() {
                    <button type="button" onclick={on_clear}>{ words.clear }</button>
                }
                <button type="submit" class="primary">{ words.save }</button>
            </div>
        </form>
    }
}
