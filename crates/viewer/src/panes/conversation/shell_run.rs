//! A shell command that a person ran.

use pi_session::EntryIndex;
use yew::prelude::*;

use super::scene::Scene;
use super::tools::{bash, frame::Frame};
use crate::parts::visible_controls::{self, Strictness};
use crate::queries::entry_view::{Ending, ShellRun};

/// The command, what it said and how it ended.
pub fn content(scene: &Scene, entry: EntryIndex, run: &ShellRun) -> Html {
    let words = scene.words();
    let ending = if run.is_cancelled {
        Some(Ending::Aborted)
    } else {
        run.exit_code.map(Ending::Exit)
    };
    let status = html! {
        <>
            if run.is_excluded { <span class="status">{ words.not_in_context }</span> }
            { bash::ending(ending, words) }
        </>
    };
    let truncated = run.is_truncated.then(|| {
        let path = run.full_output.as_ref().map(|path| {
            html! { <>{ " " }{ words.full_output }{ " " }<code dir="ltr">{ visible_controls::shown(path, Strictness::Code) }</code></> }
        });
        html! { <p class="remark">{ words.output_truncated }{ for path }</p> }
    });
    let is_failed = !matches!(ending, None | Some(Ending::Exit(0)));
    Frame {
        name: "$".into(),
        subject: bash::first_line(&run.command),
        status,
        is_failed,
    }
    .around(html! {
        <>
            { bash::command(scene, &run.command, Scene::place(entry, 0)) }
            if run.output.is_empty() {
                <p class="remark">{ words.no_output }</p>
            } else {
                { bash::terminal(scene, &run.output, Scene::place(entry, 1)) }
            }
            { for truncated }
        </>
    })
}
