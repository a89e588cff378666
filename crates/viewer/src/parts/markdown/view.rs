//! The tree as elements. Text becomes text nodes, addresses become attributes, and nothing else does.

use yew::prelude::*;

use super::tree::{Align, Kind, Node, read};
use crate::parts::code::Language;
use crate::parts::code_block::CodeBlock;
use crate::parts::visible_controls::{self, Strictness};
use crate::words::conversation::ConversationWords;

/// Markdown as elements.
pub fn shown(source: &str, words: &'static ConversationWords) -> Html {
    html! { <div class="markdown">{ nodes(&read(source), words) }</div> }
}

// Recursion is safe here: the tree's depth has a limit.
fn nodes(children: &[Node], words: &'static ConversationWords) -> Html {
    children.iter().map(|node| element(node, words)).collect()
}

fn element(node: &Node, words: &'static ConversationWords) -> Html {
    let (kind, children) = match node {
        Node::Text(text) => return visible_controls::shown(text, Strictness::Prose),
        Node::Element(kind, children) => (kind, children),
    };
    let inside = || nodes(children, words);
    match kind {
        Kind::Paragraph => html! { <p dir="auto">{ inside() }</p> },
        // One level for all: headings of an answer must not break up the outline of the page.
        Kind::Heading(level) => {
            html! { <h2 dir="auto" class={format!("heading-{level}")}>{ inside() }</h2> }
        }
        Kind::Quote => html! { <blockquote dir="auto">{ inside() }</blockquote> },
        Kind::List(None) => html! { <ul>{ inside() }</ul> },
        Kind::List(Some(start)) => html! { <ol start={start.to_string()}>{ inside() }</ol> },
        Kind::Item => item(children, words),
        Kind::CodeBlock(info) => html! {
            <CodeBlock code={plain(children)} language={Language::named(info)} name={info.clone()} {words} />
        },
        Kind::Html => html! { <code class="source" dir="ltr">{ code(children) }</code> },
        Kind::Table => html! {
            <div class="scroll-box" role="group" tabindex="0" aria-label={words.table}>
                <table>{ inside() }</table>
            </div>
        },
        Kind::TableRow => html! { <tr>{ inside() }</tr> },
        Kind::TableCell { is_header, align } => {
            let class = match align {
                Align::Start => None,
                Align::Centre => Some("align-centre"),
                Align::End => Some("align-end"),
            };
            if *is_header {
                html! { <th scope="col" dir="auto" {class}>{ inside() }</th> }
            } else {
                html! { <td dir="auto" {class}>{ inside() }</td> }
            }
        }
        Kind::Emphasis => html! { <em>{ inside() }</em> },
        Kind::Strong => html! { <strong>{ inside() }</strong> },
        Kind::Strike => html! { <del>{ inside() }</del> },
        Kind::Code => html! { <code dir="ltr">{ code(children) }</code> },
        Kind::Link {
            address,
            shows_address,
        } => {
            let shown = shows_address.then(|| visible_address(address));
            html! { <>{ link(address, inside()) }{ shown }</> }
        }
        Kind::Reference { address } => {
            let words = plain(children);
            if words == *address {
                html! { <span class="reference">{ inside() }</span> }
            } else {
                html! { <><span class="reference">{ inside() }</span>{ visible_address(address) }</> }
            }
        }
        Kind::Image { address } => {
            let alternative = if children.is_empty() {
                visible_controls::shown(address, Strictness::Code)
            } else {
                inside()
            };
            html! { <>{ words.image }{ ": " }{ link(address, alternative) }</> }
        }
        Kind::Rule => html! { <hr /> },
        Kind::Break => html! { <br /> },
        Kind::Task(is_done) => task(*is_done, words),
    }
}

fn item(children: &[Node], words: &'static ConversationWords) -> Html {
    let is_task = matches!(children.first(), Some(Node::Element(Kind::Task(_), _)))
        || matches!(children.first(), Some(Node::Element(Kind::Paragraph, inner)) if matches!(inner.first(), Some(Node::Element(Kind::Task(_), _))));
    html! { <li dir="auto" class={is_task.then_some("task-item")}>{ nodes(children, words) }</li> }
}

fn task(is_done: bool, words: &'static ConversationWords) -> Html {
    let (class, label) = if is_done {
        ("task done", words.task_done)
    } else {
        ("task", words.task_open)
    };
    html! { <span {class} role="img" aria-label={label}></span> }
}

fn link(address: &str, inside: Html) -> Html {
    html! {
        <a href={address.to_owned()} target="_blank" rel="noopener noreferrer nofollow" title={address.to_owned()}>{ inside }</a>
    }
}

/// The address in words, for a link that is none or that says another. Long ones are cut.
fn visible_address(address: &str) -> Html {
    const LONGEST: usize = 300;
    let end = crate::parts::cut::floor_grapheme(address, LONGEST);
    let more = if end < address.len() { "…" } else { "" };
    html! {
        <span class="address" dir="ltr">{ " (" }{ visible_controls::shown(&address[..end], Strictness::Code) }{ more }{ ")" }</span>
    }
}

fn code(children: &[Node]) -> Html {
    visible_controls::shown(&plain(children), Strictness::Code)
}

fn plain(children: &[Node]) -> String {
    children
        .iter()
        .map(|node| match node {
            Node::Text(text) => text.clone(),
            Node::Element(_, children) => plain(children),
        })
        .collect()
}
