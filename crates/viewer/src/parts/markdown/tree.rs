//! Markdown source -> a tree of plain data. Only what is named here can come out of it. The tree is
//! never deeper than `DEEPEST` nor larger than `MOST_NODES`: what goes beyond is flattened, then text.

use std::ops::Range;

use pulldown_cmark::{
    Alignment, CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag,
};

use super::address;

/// Elements inside elements at most; deeper ones put their content into the deepest.
pub(super) const DEEPEST: usize = 40;

/// Nodes at most. A table of few bytes can ask for millions of empty cells.
pub(super) const MOST_NODES: usize = 10_000;

/// A node of rendered markdown.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Node {
    Text(String),
    Element(Kind, Vec<Node>),
}

/// What an element is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    Paragraph,
    Heading(u8),
    Quote,
    /// A list, numbered from here if it is numbered.
    List(Option<u64>),
    Item,
    /// A block of code and what its fence says of it.
    CodeBlock(String),
    /// Raw HTML, shown as it is written.
    Html,
    Table,
    TableRow,
    TableCell {
        is_header: bool,
        align: Align,
    },
    Emphasis,
    Strong,
    Strike,
    Code,
    /// A link to an address that may be one.
    Link {
        address: String,
        shows_address: bool,
    },
    /// A link or image whose address may not be one, or stands where no link can be: words and address.
    Reference {
        address: String,
    },
    /// An image, which is never loaded: a link with the words for it.
    Image {
        address: String,
    },
    Rule,
    Break,
    Task(bool),
}

/// How a cell is aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Align {
    Start,
    Centre,
    End,
}

/// Reads markdown.
pub(super) fn read(source: &str) -> Vec<Node> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH;
    let mut builder = Builder::default();
    for (event, range) in Parser::new_ext(source, options).into_offset_iter() {
        if builder.nodes > MOST_NODES {
            builder.give_up(source, &range);
            break;
        }
        builder.take(event);
    }
    builder.finish()
}

#[derive(Default)]
struct Builder {
    root: Vec<Node>,
    /// Elements that are open, outermost first; `None` for one that is flattened.
    open: Vec<(Option<Kind>, Vec<Node>)>,
    depth: usize,
    nodes: usize,
    table: Vec<Align>,
    cell: usize,
    is_header: bool,
}

impl Builder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(_) => self.end(),
            Event::Text(text) | Event::Html(text) => self.text(&text),
            Event::Code(text) => self.leaf(Kind::Code, &text),
            Event::InlineHtml(text) => self.source(&text),
            Event::InlineMath(text) => self.text(&format!("${text}$")),
            Event::DisplayMath(text) => self.text(&format!("$${text}$$")),
            Event::FootnoteReference(name) => self.text(&format!("[^{name}]")),
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => self.leaf(Kind::Break, ""),
            Event::Rule => self.leaf(Kind::Rule, ""),
            Event::TaskListMarker(is_done) => self.leaf(Kind::Task(is_done), ""),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let kind = self.kind(tag);
        self.nodes += 1;
        if self.depth >= DEEPEST {
            // A block that is flattened still begins on its own line.
            self.open.push((None, Vec::new()));
        } else {
            self.depth += 1;
            self.open.push((kind, Vec::new()));
        }
    }

    /// What the tag becomes; `None` for what is only structure.
    fn kind(&mut self, tag: Tag<'_>) -> Option<Kind> {
        Some(match tag {
            Tag::Paragraph => Kind::Paragraph,
            Tag::Heading { level, .. } => Kind::Heading(level_number(level)),
            Tag::BlockQuote(_) => Kind::Quote,
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => Kind::CodeBlock(info.into_string()),
            Tag::CodeBlock(CodeBlockKind::Indented) => Kind::CodeBlock(String::new()),
            Tag::HtmlBlock => Kind::Html,
            Tag::List(start) => Kind::List(start),
            Tag::Item => Kind::Item,
            Tag::Table(alignments) => {
                self.table = alignments.into_iter().map(align).collect();
                Kind::Table
            }
            Tag::TableHead => {
                (self.cell, self.is_header) = (0, true);
                Kind::TableRow
            }
            Tag::TableRow => {
                (self.cell, self.is_header) = (0, false);
                Kind::TableRow
            }
            Tag::TableCell => {
                let align = self.table.get(self.cell).copied().unwrap_or(Align::Start);
                self.cell += 1;
                Kind::TableCell {
                    is_header: self.is_header,
                    align,
                }
            }
            Tag::Emphasis => Kind::Emphasis,
            Tag::Strong => Kind::Strong,
            Tag::Strikethrough => Kind::Strike,
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => {
                let address = match link_type {
                    LinkType::Email => format!("mailto:{dest_url}"),
                    _ => dest_url.into_string(),
                };
                if address::may_link(&address) && !self.is_inside_link() {
                    Kind::Link {
                        address,
                        shows_address: false,
                    }
                } else {
                    Kind::Reference { address }
                }
            }
            Tag::Image { dest_url, .. } => {
                let address = dest_url.into_string();
                if address::may_link(&address) && !self.is_inside_link() {
                    Kind::Image { address }
                } else {
                    Kind::Reference { address }
                }
            }
            Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => return None,
        })
    }

    /// Whether what is open is drawn as a link: an image is one, and its words may hold another.
    fn is_inside_link(&self) -> bool {
        self.open
            .iter()
            .any(|(kind, _)| matches!(kind, Some(Kind::Link { .. } | Kind::Image { .. })))
    }

    fn end(&mut self) {
        let Some((kind, children)) = self.open.pop() else {
            return;
        };
        let is_flattened = self.open.len() >= DEEPEST;
        if !is_flattened {
            self.depth = self.open.len();
        }
        match kind {
            Some(Kind::Link { address, .. }) => {
                let shows_address = address::is_misleading(&words(&children), &address);
                self.push(Node::Element(
                    Kind::Link {
                        address,
                        shows_address,
                    },
                    children,
                ));
            }
            Some(kind) => self.push(Node::Element(kind, children)),
            None => {
                let target = self.target();
                for child in children {
                    append(target, child);
                }
                if is_flattened {
                    append(target, Node::Text("\n".to_owned()));
                }
            }
        }
    }

    fn leaf(&mut self, kind: Kind, text: &str) {
        self.nodes += 1;
        let children = if text.is_empty() {
            Vec::new()
        } else {
            vec![Node::Text(text.to_owned())]
        };
        self.push(Node::Element(kind, children));
    }

    /// Raw HTML in a line: tags that follow each other are one piece of source.
    fn source(&mut self, text: &str) {
        if let Some(Node::Element(Kind::Html, children)) = self.target().last_mut()
            && let Some(Node::Text(last)) = children.last_mut()
        {
            last.push_str(text);
        } else {
            self.leaf(Kind::Html, text);
        }
    }

    fn text(&mut self, text: &str) {
        self.nodes += 1;
        match self.target().last_mut() {
            Some(Node::Text(last)) => last.push_str(text),
            _ => self.push(Node::Text(text.to_owned())),
        }
    }

    fn push(&mut self, node: Node) {
        self.target().push(node);
    }

    fn target(&mut self) -> &mut Vec<Node> {
        self.open
            .last_mut()
            .map_or(&mut self.root, |(_, children)| children)
    }

    /// Too much of it: the rest is shown as it is written.
    fn give_up(&mut self, source: &str, range: &Range<usize>) {
        while !self.open.is_empty() {
            self.end();
        }
        let rest = source.get(range.start..).unwrap_or_default();
        self.push(Node::Element(Kind::Html, vec![Node::Text(rest.to_owned())]));
    }

    fn finish(mut self) -> Vec<Node> {
        while !self.open.is_empty() {
            self.end();
        }
        self.root
    }
}

fn append(target: &mut Vec<Node>, node: Node) {
    match (target.last_mut(), node) {
        (Some(Node::Text(last)), Node::Text(text)) => last.push_str(&text),
        (_, node) => target.push(node),
    }
}

/// The words of some nodes, at most as deep as the tree is.
fn words(nodes: &[Node]) -> String {
    nodes
        .iter()
        .map(|node| match node {
            Node::Text(text) => text.clone(),
            Node::Element(_, children) => words(children),
        })
        .collect()
}

fn level_number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

fn align(alignment: Alignment) -> Align {
    match alignment {
        Alignment::None | Alignment::Left => Align::Start,
        Alignment::Center => Align::Centre,
        Alignment::Right => Align::End,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn describe(nodes: &[Node], indent: usize, out: &mut String) {
        for node in nodes {
            out.push_str(&"  ".repeat(indent));
            match node {
                Node::Text(text) => out.push_str(&format!("{text:?}\n")),
                Node::Element(kind, children) => {
                    out.push_str(&format!("{kind:?}\n"));
                    describe(children, indent + 1, out);
                }
            }
        }
    }

    fn check(source: &str, expected: Expect) {
        let mut out = String::new();
        describe(&read(source), 0, &mut out);
        expected.assert_eq(&out);
    }

    #[test]
    fn prose() {
        check(
            "# Title\n\nOne *two* **three** `four` ~~five~~\nsix  \nseven\n\n---\n> said",
            expect![[r#"
            Heading(1)
              "Title"
            Paragraph
              "One "
              Emphasis
                "two"
              " "
              Strong
                "three"
              " "
              Code
                "four"
              " "
              Strike
                "five"
              "\nsix"
              Break
              "seven"
            Rule
            Quote
              Paragraph
                "said"
        "#]],
        );
    }

    #[test]
    fn lists_tasks_and_tables() {
        check(
            "3. a\n   - [x] done\n   - [ ] not\n\n| a | b |\n|:-:|--:|\n| 1 | |",
            expect![[r#"
            List(Some(3))
              Item
                "a"
                List(None)
                  Item
                    Task(true)
                    "done"
                  Item
                    Task(false)
                    "not"
            Table
              TableRow
                TableCell { is_header: true, align: Centre }
                  "a"
                TableCell { is_header: true, align: End }
                  "b"
              TableRow
                TableCell { is_header: false, align: Centre }
                  "1"
                TableCell { is_header: false, align: End }
        "#]],
        );
    }

    #[test]
    fn code_keeps_its_fence() {
        check(
            "```rust title=x\nfn a() {} // &lt;\n```\n\n    indented",
            expect![[r#"
            CodeBlock("rust title=x")
              "fn a() {} // &lt;\n"
            CodeBlock("")
              "indented"
        "#]],
        );
    }

    #[test]
    fn html_is_text_as_it_is_written() {
        check(
            "<script>alert(\"1\")</script>\n\na <b onclick='x'>bold</b> &lt;i&gt; <!-- c -->",
            expect![[r#"
            Html
              "<script>alert(\"1\")</script>\n"
            Paragraph
              "a "
              Html
                "<b onclick='x'>"
              "bold"
              Html
                "</b>"
              " <i> "
              Html
                "<!-- c -->"
        "#]],
        );
    }

    #[test]
    fn addresses_outside_the_list_are_no_links() {
        check(
            "[a](https://x.example) [b](javascript:alert(1)) [c](src/x.ts) <javascript:x> <me@x.example> [d](&#106;avascript:x) [https://bank.example](https://evil.example \"t\\\"\")",
            expect![[r#"
                Paragraph
                  Link { address: "https://x.example", shows_address: false }
                    "a"
                  " "
                  Reference { address: "javascript:alert(1)" }
                    "b"
                  " "
                  Reference { address: "src/x.ts" }
                    "c"
                  " "
                  Reference { address: "javascript:x" }
                    "javascript:x"
                  " "
                  Link { address: "mailto:me@x.example", shows_address: false }
                    "me@x.example"
                  " "
                  Reference { address: "javascript:x" }
                    "d"
                  " "
                  Link { address: "https://evil.example", shows_address: true }
                    "https://bank.example"
            "#]],
        );
    }

    #[test]
    fn no_link_is_inside_a_link() {
        check(
            "![an [a](https://a.example) <b@b.example>](https://c.example)",
            expect![[r#"
                Paragraph
                  Image { address: "https://c.example" }
                    "an "
                    Reference { address: "https://a.example" }
                      "a"
                    " "
                    Reference { address: "mailto:b@b.example" }
                      "b@b.example"
            "#]],
        );
    }

    #[test]
    fn images_are_never_loaded() {
        check(
            "![alt](https://x.example/p.png) ![](data:image/png;base64,AA) [![in](https://x.example/i.png)](https://x.example)",
            expect![[r#"
            Paragraph
              Image { address: "https://x.example/p.png" }
                "alt"
              " "
              Reference { address: "data:image/png;base64,AA" }
              " "
              Link { address: "https://x.example", shows_address: false }
                Reference { address: "https://x.example/i.png" }
                  "in"
        "#]],
        );
    }

    #[test]
    fn math_is_left_as_text() {
        check(
            "$a_b_c$ and $$x*y*z$$, $5 and $10",
            expect![[r#"
            Paragraph
              "$a_b_c$ and $$x*y*z$$, $5 and $10"
        "#]],
        );
    }

    fn depth(nodes: &[Node]) -> usize {
        nodes
            .iter()
            .map(|node| match node {
                Node::Text(_) => 0,
                Node::Element(_, children) => 1 + depth(children),
            })
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn nesting_ends_somewhere_and_keeps_the_text() {
        for source in [
            format!("{}deep", "> ".repeat(50_000)),
            format!("{}deep", "- ".repeat(5_000)),
            format!("{}deep{}", "*a **b ".repeat(20_000), "** *".repeat(20_000)),
            format!("{}deep{}", "[".repeat(50_000), "](x)".repeat(50_000)),
            format!("{}deep", "![".repeat(50_000)),
        ] {
            let nodes = read(&source);
            assert!(depth(&nodes) <= DEEPEST + 1);
            assert!(words(&nodes).contains("deep"));
        }
    }

    #[test]
    fn a_table_cannot_ask_for_millions_of_cells() {
        let source = format!(
            "{}\n{}\n{}",
            "|a".repeat(2_000),
            "|-".repeat(2_000),
            "|b\n".repeat(2_000)
        );
        fn count(nodes: &[Node]) -> usize {
            nodes
                .iter()
                .map(|node| match node {
                    Node::Text(_) => 1,
                    Node::Element(_, children) => 1 + count(children),
                })
                .sum()
        }
        assert!(count(&read(&source)) < 2 * MOST_NODES);
    }
}
