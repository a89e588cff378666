//! The door through which components send actions.

use yew::functional::UseReducerDispatcher;

use super::{Action, State};

/// Sends actions to the reducer; cheap to clone, compared by pointer.
#[derive(Clone, PartialEq)]
pub struct Dispatch(UseReducerDispatcher<State>);

impl Dispatch {
    /// A door to this reducer.
    pub fn new(dispatcher: UseReducerDispatcher<State>) -> Self {
        Self(dispatcher)
    }

    /// Sends an action.
    pub fn emit(&self, action: Action) {
        self.0.dispatch(action);
    }
}
