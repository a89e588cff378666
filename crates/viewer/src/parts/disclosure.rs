//! What stands open and what closed, remembered while its article is out of the page: lists that draw
//! only what is near drop the component, and its state with it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use yew::prelude::*;

/// Names something that opens, within one pane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// What holds it: the index of an entry, say.
    pub of: usize,
    /// Its number there.
    pub part: usize,
}

impl Place {
    /// A place inside this one.
    pub fn inner(self, part: usize) -> Self {
        Self {
            of: self.of,
            part: self.part * 64 + part + 1,
        }
    }
}

/// The choices of a reader, kept outside the components. Compared by pointer.
#[derive(Clone, Default)]
pub struct Remembered(Rc<RefCell<HashMap<Place, Choice>>>);

#[derive(Clone, Copy)]
struct Choice {
    is_open: bool,
    /// What stood there when the choice was made: when that changes, the choice is void.
    default: bool,
}

impl PartialEq for Remembered {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Remembered {
    /// Whether a place stands open.
    pub fn is_open(&self, place: Place, default: bool) -> bool {
        self.0
            .borrow()
            .get(&place)
            .filter(|choice| choice.default == default)
            .map_or(default, |choice| choice.is_open)
    }

    fn choose(&self, place: Place, is_open: bool, default: bool) {
        self.0
            .borrow_mut()
            .insert(place, Choice { is_open, default });
    }
}

/// Whether a place stands open, and the callback that turns it.
#[hook]
pub fn use_disclosure(
    remembered: &Remembered,
    place: Place,
    default: bool,
) -> (bool, Callback<()>) {
    let update = use_force_update();
    let is_open = remembered.is_open(place, default);
    let remembered = remembered.clone();
    let toggle = Callback::from(move |()| {
        remembered.choose(place, !remembered.is_open(place, default), default);
        update.force_update();
    });
    (is_open, toggle)
}

/// What a disclosure is made of.
#[derive(Properties, PartialEq)]
pub struct DisclosureProps {
    /// The words of the button.
    pub summary: Html,
    /// Said after the words.
    #[prop_or_default]
    pub note: Html,
    /// A class for the whole.
    #[prop_or_default]
    pub class: Classes,
    /// Which one this is.
    pub place: Place,
    /// Where choices are kept.
    pub remembered: Remembered,
    /// Whether it stands open until the reader says otherwise.
    #[prop_or_default]
    pub default_open: bool,
    /// Makes what is inside, when it is open.
    pub render: Callback<(), Html>,
}

/// A button, and under it what it opens, made only when it is open. Only the button closes it again,
/// so text inside can be selected.
#[component]
pub fn Disclosure(props: &DisclosureProps) -> Html {
    let (is_open, toggle) = use_disclosure(&props.remembered, props.place, props.default_open);
    let onclick = toggle.reform(|_: MouseEvent| ());
    html! {
        <div class={classes!("disclosure", props.class.clone(), is_open.then_some("is-open"))}>
            <button type="button" class="disclosure-button" aria-expanded={is_open.to_string()} {onclick}>
                <span class="disclosure-words">{ props.summary.clone() }</span>
                <span class="disclosure-note">{ props.note.clone() }</span>
            </button>
            if is_open {
                <div class="disclosure-body">{ props.render.emit(()) }</div>
            }
        </div>
    }
}
