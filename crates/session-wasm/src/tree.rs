//! The tree for JavaScript: nodes are made from JSON in file order and linked afterwards, so depth costs nothing.

use crate::json::{List, Object};
use js_sys::{Array, Reflect};
use pi_session::json::Raw;
use pi_session::{EntryIndex, Session};
use std::borrow::Cow;
use wasm_bindgen::{JsCast, JsValue};

/// A label as the file spells it.
pub(crate) struct LabelSource<'a> {
    /// JSON.
    pub(crate) text: Cow<'a, str>,
    /// JSON, if the label entry has a time.
    pub(crate) timestamp: Option<Cow<'a, str>>,
}

/// The label of an entry.
pub(crate) fn label(session: &Session, index: EntryIndex) -> Option<LabelSource<'_>> {
    let entry = session.entry(session.label(index)?.entry);
    Some(LabelSource {
        text: entry.field("label")?.text(),
        timestamp: entry.field("timestamp").map(Raw::text),
    })
}

/// The entries that name this parent, in file order.
pub(crate) fn children(session: &Session, parent: Option<&str>) -> Vec<EntryIndex> {
    let tree = session.tree();
    if let Some(index) = parent.and_then(|id| session.find(id)) {
        let mut children = tree.children(index).to_vec();
        children.sort_unstable();
        return children;
    }
    // What hangs from nothing: each root says what it names as its parent.
    let mut roots: Vec<EntryIndex> = tree
        .roots()
        .iter()
        .copied()
        .filter(|&root| names_as_parent(session, root, parent))
        .collect();
    roots.sort_unstable();
    roots
}

fn names_as_parent(session: &Session, root: EntryIndex, parent: Option<&str>) -> bool {
    let text = session.entry(root).json();
    let named = Raw::parse(text.as_bytes()).and_then(|entry| entry.get("parentId"));
    match (named, parent) {
        (Some(named), None) => named.is_null(),
        (Some(named), Some(parent)) => named.as_str().is_some_and(|named| named == parent),
        (None, _) => false,
    }
}

/// The roots, with their children in them.
pub(crate) fn nodes(session: &Session) -> Result<Array, JsValue> {
    let mut list = List::new();
    let mut places: Vec<u32> = Vec::new();
    for (place, index) in (0_u32..).zip(session.entries()) {
        places.resize(index.get(), u32::MAX);
        places.push(place);
        list.push(|out| node(out, session, index))?;
    }
    let nodes = list.finish()?;
    let node_of = |index: EntryIndex| nodes.get(places[index.get()]);
    let tree = session.tree();
    let key = JsValue::from("children");
    for index in session.entries() {
        let children = tree.children(index);
        if children.is_empty() {
            continue;
        }
        let array = Reflect::get(&node_of(index), &key)?.unchecked_into::<Array>();
        for &child in children {
            array.push(&node_of(child));
        }
    }
    Ok(tree.roots().iter().map(|&root| node_of(root)).collect())
}

fn node(out: &mut String, session: &Session, index: EntryIndex) {
    let mut node = Object::new(out);
    node.json("entry", &session.entry(index).json());
    node.json("children", "[]");
    if let Some(label) = label(session, index) {
        node.json("label", &label.text);
        if let Some(timestamp) = label.timestamp {
            node.json("labelTimestamp", &timestamp);
        }
    }
    node.end();
}
