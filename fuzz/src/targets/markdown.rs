//! Any text as markdown: a tree within its bounds, and no link but to where one may lead.

// The viewer's own module, taken from its sources: it is pure, and the viewer is a program for
// browsers, which nothing can depend on.
#[path = "../../../crates/viewer/src/parts/markdown/address.rs"]
mod address;
#[path = "../../../crates/viewer/src/parts/markdown/tree.rs"]
mod tree;

use tree::{DEEPEST, Kind, MOST_NODES, Node, read};

const SCHEMES: [&str; 3] = ["http://", "https://", "mailto:"];

/// Bytes that are no text are shown as text all the same, as the viewer does.
pub fn markdown(input: &[u8]) {
    let source = String::from_utf8_lossy(input);
    let nodes = read(&source);
    let (mut count, mut text_length) = (0, 0);
    let mut stack: Vec<(&Node, usize, bool)> = nodes.iter().map(|node| (node, 1, false)).collect();
    while let Some((node, depth, is_inside_link)) = stack.pop() {
        count += 1;
        match node {
            Node::Text(text) => text_length += text.len(),
            Node::Element(kind, children) => {
                // A leaf (code, a break) may stand in the deepest element, and its text in that.
                assert!(depth <= DEEPEST + 1, "{depth} elements inside each other");
                let link = destination(kind);
                if let Some(link) = link {
                    may_lead(link);
                    assert!(!is_inside_link, "a link in a link");
                }
                if let Kind::Heading(level) = kind {
                    assert!((1..=6).contains(level));
                }
                let below = is_inside_link || link.is_some();
                stack.extend(children.iter().map(|child| (child, depth + 1, below)));
            }
        }
    }
    // Each event makes a node and at most one text in it; what gives up adds two.
    assert!(count <= 2 * (MOST_NODES + 2), "{count} nodes");
    // Footnotes and mathematics get back their marks, entities become characters: not much longer.
    assert!(
        text_length <= 4 * source.len() + DEEPEST,
        "text out of nothing"
    );
    assert_eq!(read(&source), nodes, "the same again");
}

/// Only reads, so that its steps can be counted.
pub(crate) fn read_markdown(source: &str) {
    drop(read(source));
}

/// Where a link or image leads; the address of what is no link is only shown.
fn destination(kind: &Kind) -> Option<&str> {
    match kind {
        Kind::Link { address, .. } | Kind::Image { address } => Some(address),
        _ => None,
    }
}

/// Said again in another way than where it is decided.
fn may_lead(address: &str) {
    let lower = address.to_ascii_lowercase();
    assert!(
        SCHEMES.iter().any(|scheme| lower.starts_with(scheme)),
        "a link to {address:?}"
    );
    assert!(
        !address.contains(|character: char| character.is_whitespace() || character.is_control()),
        "a link to {address:?}"
    );
}
