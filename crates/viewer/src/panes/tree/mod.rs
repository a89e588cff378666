//! The tree pane: search, filters, the rows, and how many there are.

mod filters;
mod guides;
mod moves;
mod row;
mod said;
mod search;
mod visible;

use std::cell::RefCell;
use std::rc::Rc;

use pi_session::{EntryIndex, Filter, Rows, Session};
use web_sys::{Element, MouseEvent};
use yew::prelude::*;

use crate::parts::virtual_list::{Reveal, RowList};
use crate::queries;
use crate::state::{Action, Dispatch, Options, View};
use crate::words::Words;

use filters::FilterBar;
use guides::ROW_HEIGHT;
use moves::Move;
use row::{TreeRow, element_id};
use search::{SearchBox, focus};

/// What the pane is made of.
#[derive(Properties, PartialEq)]
pub struct TreePaneProps {
    /// The session in view.
    pub session: Session,
    /// What is in view of it.
    pub view: Rc<View>,
    /// What the reader chose to see.
    pub options: Rc<Options>,
    /// The one door to every change.
    pub dispatch: Dispatch,
    /// The words of the reader's language.
    pub words: &'static Words,
}

/// The tree pane.
#[component]
pub fn TreePane(props: &TreePaneProps) -> Html {
    let TreePaneProps {
        session,
        view,
        words,
        dispatch,
        ..
    } = props;
    let rows = queries::rows(session, view);
    let counts = use_memo((session.clone(), view.query.clone()), |(session, query)| {
        session.row_counts(query)
    });
    let shape = use_memo(session.clone(), |session| {
        (session.tree().branch_points(), session.tree().leaves())
    });
    let focus = view.target.and_then(|target| rows.nearest_visible(target));
    let reveal = use_reveal(&rows, focus, view);

    let scroller = use_node_ref();
    let field = use_node_ref();
    let on_key = use_callback(
        (rows.clone(), focus, scroller.clone(), dispatch.clone()),
        |event: KeyboardEvent, (rows, focus, scroller, dispatch)| {
            if event.ctrl_key() || event.alt_key() || event.meta_key() {
                return;
            }
            let height = scroller
                .cast::<Element>()
                .map_or(0, |scroller| scroller.client_height());
            let page = usize::try_from(height).unwrap_or_default() / ROW_HEIGHT as usize;
            if let Some(step) = moves::of_key(&event.key(), rows, *focus, page) {
                event.prevent_default();
                perform(step, rows, dispatch);
            }
        },
    );
    let on_click = use_callback(
        (rows.clone(), dispatch.clone()),
        |event: MouseEvent, (rows, dispatch)| {
            if let Some(step) = clicked(&event).filter(|step| row_of(*step) < rows.len()) {
                perform(step, rows, dispatch);
            }
        },
    );
    let render = use_callback(
        (
            session.clone(),
            rows.clone(),
            focus,
            view.leaf,
            props.options.label_times,
            *words,
        ),
        |row: usize, (session, rows, focus, leaf, label_times, words)| {
            html! {
                <TreeRow
                    key={rows.entry(row).get()}
                    session={session.clone()}
                    rows={rows.clone()}
                    {row}
                    leaf_in_view={*leaf}
                    focused={*focus == Some(row)}
                    label_times={*label_times}
                    words={*words}
                />
            }
        },
    );

    let active = focus.map(|row| (row, element_id(rows.entry(row)).into()));
    html! {
        <section class="tree-pane" aria-label={words.tree.pane}>
            <div class="tree-bar">
                <SearchBox field={field.clone()} next={scroller.clone()} query={view.query.clone()} on_key={on_key.clone()} dispatch={dispatch.clone()} {words} />
                <FilterBar filter={view.filter} counts={*counts} dispatch={dispatch.clone()} {words} />
            </div>
            <RowList
                scroller={scroller.clone()}
                role="tree"
                label={words.tree.tree}
                count={rows.len()}
                row_height={f64::from(ROW_HEIGHT)}
                {render}
                {active}
                {reveal}
                onkeydown={on_key}
                onclick={on_click}
            />
            if rows.is_empty() {
                <Nothing heir={if view.query.is_empty() { scroller } else { field }} query={view.query.clone()} filter={view.filter} dispatch={dispatch.clone()} {words} />
            }
            <div class="tree-foot">
                <span>{ (words.tree.shown)(rows.len(), counts[4]) }</span>
                <span>{ (words.tree.shape)(shape.0, shape.1) }</span>
            </div>
        </section>
    }
}

/// The row in focus, to be brought into view whenever the rows, the focus or the visit change, and no more often.
#[hook]
fn use_reveal(rows: &Rows, focus: Option<usize>, view: &View) -> Option<Reveal> {
    type Seen = (Rows, Option<EntryIndex>, u32);
    let last: Rc<RefCell<Option<(Seen, u32)>>> = use_mut_ref(|| None);
    let mut last = last.borrow_mut();
    let now = (rows.clone(), view.target, view.visit);
    let cause = match &*last {
        Some((seen, cause)) if *seen == now => *cause,
        Some((_, cause)) => cause.wrapping_add(1),
        None => 0,
    };
    *last = Some((now, cause));
    focus.map(|row| Reveal { row, cause })
}

fn perform(step: Move, rows: &Rows, dispatch: &Dispatch) {
    let entry = rows.entry(row_of(step));
    match step {
        Move::To(_) => dispatch.emit(Action::Focus(entry)),
        Move::Go(_) => dispatch.emit(Action::Go(entry)),
        Move::Fold(_) => {
            // What is folded by a click gets the focus, or the list would go back to what had it.
            dispatch.emit(Action::Focus(entry));
            dispatch.emit(Action::ToggleFold(entry));
        }
    }
}

fn row_of(step: Move) -> usize {
    match step {
        Move::To(row) | Move::Fold(row) | Move::Go(row) => row,
    }
}

/// What a click asks for: one callback for all rows, which say in an attribute which they are.
fn clicked(event: &MouseEvent) -> Option<Move> {
    let target = event.target_dyn_into::<Element>()?;
    let row = target
        .closest("[data-row]")
        .ok()??
        .get_attribute("data-row")?
        .parse()
        .ok()?;
    let on_fold = target.closest(".tree-fold").ok()?.is_some();
    Some(if on_fold {
        Move::Fold(row)
    } else {
        Move::Go(row)
    })
}

/// What stands where there are no rows.
#[derive(Properties, PartialEq)]
struct NothingProps {
    /// Gets the focus after the button was pressed.
    heir: NodeRef,
    query: AttrValue,
    filter: Filter,
    dispatch: Dispatch,
    words: &'static Words,
}

#[component]
fn Nothing(props: &NothingProps) -> Html {
    let words = &props.words.tree;
    let searched = !props.query.trim().is_empty();
    let onclick = use_callback(
        (props.dispatch.clone(), props.heir.clone(), searched),
        |_: MouseEvent, (dispatch, heir, searched)| {
            dispatch.emit(if *searched {
                Action::SetQuery(AttrValue::default())
            } else {
                Action::SetFilter(Filter::Default)
            });
            // The button is about to go.
            focus(heir);
        },
    );
    let filter = Filter::ALL_MODES
        .iter()
        .position(|mode| *mode == props.filter);
    let filter = filter.map_or("", |at| words.filters[at]);
    html! {
        <div class="tree-nothing" role="status">
            if searched {
                <p>{ (words.no_match)(props.query.trim()) }</p>
                <button type="button" {onclick}>{ words.clear_search }</button>
            } else {
                <p>{ (words.none_pass)(filter) }</p>
                <button type="button" {onclick}>{ words.show_default }</button>
            }
        </div>
    }
}
