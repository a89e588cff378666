//! The conversation pane: the branch in view, root first, an article for every entry. `branch` says
//! which entries stand in it, `article` frames each, and every kind of entry has its renderer.

mod actions;
mod article;
mod assistant;
mod blocks;
mod branch;
mod branch_switcher;
pub mod clock;
mod dividers;
mod extension;
mod raw_json;
mod reveal;
mod scene;
mod shell_run;
mod system;
mod tools;
mod unknown;
mod user;

use std::rc::Rc;

use pi_session::Session;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::parts::disclosure::Remembered;
use crate::parts::virtual_list::{Feed, ScrollTarget};
use crate::queries::entry_view::EntryViews;
use crate::state::{Dispatch, Options, View};
use crate::words::Words;
use article::EntryArticle;
use branch::Branch;
use scene::Scene;

/// What the pane is made of.
#[derive(Properties, PartialEq)]
pub struct ConversationPaneProps {
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

/// The conversation pane.
#[component]
pub fn ConversationPane(props: &ConversationPaneProps) -> Html {
    let (session, view, options) = (&props.session, &props.view, &props.options);
    let scene = Scene {
        session: session.clone(),
        views: (*use_memo(session.clone(), |_| EntryViews::default())).clone(),
        // The pane is one session's own. What was opened stays open when the session grows.
        remembered: (*use_memo((), |()| Remembered::default())).clone(),
        options: options.clone(),
        dispatch: props.dispatch.clone(),
        all_words: props.words,
    };
    let revealed = view
        .target
        .filter(|target| branch::is_hidden(session, *target));
    let branch = use_memo(
        (session.clone(), view.leaf, options.show_hidden, revealed),
        |(session, leaf, show_hidden, revealed)| {
            Branch::of(session, *leaf, *show_hidden, *revealed)
        },
    );
    // A row that merely has the focus moves nothing here: only a visit does.
    let visited = view.visited;
    let scroll_to = visited
        .and_then(|target| branch.item_for(session, target))
        .map(|item| ScrollTarget {
            key: item.key,
            visit: view.visit,
        });
    let render = {
        let deps = (scene.clone(), branch.clone(), view.clone(), visited);
        use_callback(deps, |position: usize, (scene, branch, view, visited)| {
            article(scene, branch, view, *visited, position)
        })
    };
    let pane = use_node_ref();
    use_effect_with((session.clone(), view.visit, visited), {
        let (pane, branch) = (pane.clone(), branch.clone());
        move |(session, _, visited)| {
            let inside = visited.filter(|visited| {
                branch
                    .item_for(session, *visited)
                    .is_some_and(|item| item.entry != *visited)
            });
            let timer = inside
                .zip(pane.cast::<HtmlElement>())
                .map(|(visited, pane)| reveal::result(pane, session.id(visited).to_owned()));
            move || drop(timer)
        }
    });
    let words = scene.words();
    html! {
        <section ref={pane} class="conversation-pane" aria-label={words.pane}>
            if branch.items.is_empty() {
                <p class="conversation-empty">{ words.nothing }</p>
            } else {
                <Feed label={words.pane} items={branch.items.clone()} {render} {scroll_to} revision={revision(options)} />
            }
        </section>
    }
}

fn article(
    scene: &Scene,
    branch: &Rc<Branch>,
    view: &Rc<View>,
    visited: Option<pi_session::EntryIndex>,
    position: usize,
) -> Html {
    let Some(item) = branch.items.get(position) else {
        return Html::default();
    };
    let entry = item.entry;
    let results = branch.results_of(entry);
    let before = position
        .checked_sub(1)
        .and_then(|before| branch.items.get(before));
    let marks = std::iter::once(entry)
        .chain(results.iter().copied())
        .map(|entry| branch.mark_of(entry))
        .collect::<Vec<_>>();
    let visited = visited.filter(|visited| *visited == entry || results.contains(visited));
    html! {
        <EntryArticle
            scene={scene.clone()}
            view={view.clone()}
            {entry}
            {position}
            count={branch.items.len()}
            time_before={before.and_then(|before| scene.session.timestamp(before.entry))}
            {results}
            {marks}
            crossings={branch.crossings_at(position)}
            {visited}
        />
    }
}

/// Changes with the options that change heights.
fn revision(options: &Options) -> u64 {
    u64::from(options.show_thinking)
        | u64::from(options.expand_tools) << 1
        | u64::from(options.show_hidden) << 2
}
