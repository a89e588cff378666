//! The tags of an HTML page that we built ourselves: enough of a reader to check it, no more.

/// One opening tag.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// All opening tags, in their order; comments and closing tags are left out.
pub(crate) fn tags(page: &str) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
        } else if rest.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let (tag, after) = read_tag(rest);
            tags.push(tag);
            rest = after;
        }
    }
    tags
}

fn read_tag(text: &str) -> (Tag, &str) {
    let is_end = |letter: char| letter.is_ascii_whitespace() || letter == '/' || letter == '>';
    let (name, mut rest) = text.split_at(text.find(is_end).unwrap_or(text.len()));
    let mut attributes = Vec::new();
    loop {
        rest =
            rest.trim_start_matches(|letter: char| letter.is_ascii_whitespace() || letter == '/');
        if rest.is_empty() || rest.starts_with('>') {
            break;
        }
        // Whatever stands first belongs to the name, so that each turn reads something.
        let length = rest
            .char_indices()
            .skip(1)
            .find(|&(_, letter)| letter == '=' || is_end(letter))
            .map_or(rest.len(), |(at, _)| at);
        let (attribute, after) = rest.split_at(length);
        let (value, after) = read_value(after);
        attributes.push((attribute.to_ascii_lowercase(), value.to_owned()));
        rest = after;
    }
    (
        Tag {
            name: name.to_ascii_lowercase(),
            attributes,
        },
        rest,
    )
}

fn read_value(text: &str) -> (&str, &str) {
    let Some(text) = text.trim_start().strip_prefix('=') else {
        return ("", text);
    };
    let text = text.trim_start();
    for quote in ['"', '\''] {
        if let Some(quoted) = text.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    text.split_at(
        text.find(|letter: char| letter.is_ascii_whitespace() || letter == '>')
            .unwrap_or(text.len()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_quoted_and_bare_attributes() {
        let page = "<!doctype html><!-- <b> --><META http-equiv=X content=\"a 'b' > c\"/><script defer src='y.js' type=module></script>";
        let tags = tags(page);
        assert_eq!(
            tags.iter().map(|tag| tag.name.as_str()).collect::<Vec<_>>(),
            ["meta", "script"]
        );
        assert_eq!(tags[0].attribute("http-equiv"), Some("X"));
        assert_eq!(tags[0].attribute("content"), Some("a 'b' > c"));
        assert_eq!(tags[1].attribute("src"), Some("y.js"));
        assert_eq!(tags[1].attribute("defer"), Some(""));
        assert_eq!(tags[1].attribute("type"), Some("module"));
    }

    #[test]
    fn ends_on_broken_pages() {
        for page in [
            "<",
            "<a",
            "<a b",
            "<a b=",
            "<a b='",
            "<!--",
            "<a =",
            "<a é=ü>",
            "<aé",
        ] {
            let _ = tags(page);
        }
    }
}
