//! What the header and the list of sessions say of a session as a whole.

use pi_session::{Block, Content, EntryIndex, Role, Session};
use yew::AttrValue;

use crate::parts::visible_controls::{Strictness, visible};

/// Characters of a prompt that make a title.
const TITLE_LEN: usize = 120;

/// What the header says.
#[derive(Clone, PartialEq)]
pub struct Overview {
    /// Name or first prompt, if there is one.
    pub title: Option<AttrValue>,
    /// The model at the leaf in view.
    pub model: Option<AttrValue>,
    /// The working directory.
    pub directory: Option<AttrValue>,
    /// The first and the last time in the file, in Unix milliseconds.
    pub times: Option<(f64, f64)>,
}

impl Overview {
    /// Reads it off a session, whose leaf is the leaf in view.
    pub fn of(session: &Session, leaf: Option<EntryIndex>) -> Self {
        let model = session
            .with_leaf(leaf)
            .context()
            .model
            .and_then(|model| model.model_id);
        let header = session.header();
        Self {
            title: title(session),
            model: model
                .or_else(|| header.model_id.clone())
                .map(|model| shown(&model)),
            directory: header.cwd.as_deref().map(shown),
            times: times(session),
        }
    }
}

/// The session's name, else the first line of its first prompt.
pub fn title(session: &Session) -> Option<AttrValue> {
    let name = session.name().map(str::to_owned);
    name.or_else(|| first_prompt(session))
        .map(|title| shown(&title))
}

/// A name in which nothing hides.
fn shown(name: &str) -> AttrValue {
    visible(name, Strictness::Code).into_owned().into()
}

fn first_prompt(session: &Session) -> Option<String> {
    session
        .entries()
        .filter(|entry| session.role(*entry) == Some(Role::User))
        .find_map(|entry| first_line(session.entry(entry).content()))
}

fn first_line(content: Content<'_>) -> Option<String> {
    let line = |text: &str| {
        let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
        Some(line.chars().take(TITLE_LEN).collect::<String>())
    };
    match content {
        Content::Text(text) => line(&text),
        Content::Blocks(blocks) => blocks.into_iter().find_map(|block| match block {
            Block::Text { text } => line(&text),
            _ => None,
        }),
        Content::Missing | Content::Other(_) => None,
    }
}

fn times(session: &Session) -> Option<(f64, f64)> {
    let mut times = session
        .entries()
        .filter_map(|entry| session.timestamp(entry));
    let first = times.next()?;
    Some(times.fold((first, first), |(least, most), time| {
        (least.min(time), most.max(time))
    }))
}
