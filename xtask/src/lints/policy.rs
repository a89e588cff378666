//! The built page: its Content-Security-Policy, and nothing in it that the policy would stop.

use super::html::{self, Tag};
use crate::paths;
use crate::program::{Failure, Outcome, While};

/// What the page may do. Only connections stay open, to what a person types or opens.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self' https: http:; worker-src 'self' blob:; manifest-src 'self'; \
    require-trusted-types-for 'script'; trusted-types viewer";

/// Reads `dist/index.html`.
pub(crate) fn check() -> Outcome {
    let page = paths::dist().join("index.html");
    let page = std::fs::read_to_string(&page).or_fail(|| format!("read {}", page.display()))?;
    let complaints = complaints(&page);
    if complaints.is_empty() {
        println!("    dist/index.html: the policy stands, and the page keeps to it");
        return Ok(());
    }
    Err(Failure::new(format!(
        "dist/index.html:\n{}",
        complaints.join("\n")
    )))
}

fn complaints(page: &str) -> Vec<String> {
    let tags = html::tags(page);
    let mut complaints = check_policy(&tags);
    for tag in &tags {
        let name = &tag.name;
        if name == "script" && tag.attribute("src").is_none() {
            complaints.push("a <script> stands in the page itself".to_owned());
        }
        if name == "style" || name == "iframe" || name == "base" {
            complaints.push(format!("there is a <{name}>"));
        }
        for (attribute, value) in tag.attributes() {
            if attribute == "style" || attribute.starts_with("on") {
                complaints.push(format!("<{name}> has the attribute {attribute}"));
            }
            if matches!(attribute, "src" | "href") && leads_elsewhere(value) {
                complaints.push(format!("<{name}> leads elsewhere: {value}"));
            }
        }
    }
    complaints
}

fn check_policy(tags: &[Tag]) -> Vec<String> {
    let is_policy = |tag: &Tag| {
        tag.attribute("http-equiv")
            .is_some_and(|name| name.eq_ignore_ascii_case("content-security-policy"))
    };
    let policies: Vec<usize> = (0..tags.len()).filter(|&at| is_policy(&tags[at])).collect();
    let &[at] = policies.as_slice() else {
        return vec![format!("there are {} policies, not one", policies.len())];
    };
    let mut complaints = Vec::new();
    let content = tags[at].attribute("content").unwrap_or_default();
    if content != POLICY {
        complaints.push(format!(
            "the policy is\n  {content}\nand should be\n  {POLICY}"
        ));
    }
    if tags[..at].iter().any(|tag| {
        matches!(
            tag.name.as_str(),
            "script" | "link" | "style" | "img" | "body"
        )
    }) {
        complaints.push("the policy stands after something that it should govern".to_owned());
    }
    complaints
}

fn leads_elsewhere(address: &str) -> bool {
    let scheme = address.split_once(':').map(|(scheme, _)| scheme);
    let has_scheme = scheme.is_some_and(|scheme| {
        !scheme.is_empty()
            && scheme
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "+.-".contains(letter))
    });
    address.starts_with("//") || (has_scheme && !address.starts_with("data:image/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(inside: &str) -> String {
        format!(
            "<!doctype html><html><head><meta charset=utf-8><meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">{inside}</head></html>"
        )
    }

    #[test]
    fn a_page_that_keeps_to_the_policy() {
        let good = page(
            "<link rel=stylesheet href=./a.css><link rel=icon href=data:image/svg+xml,x><script type=module src=./boot.js data-wasm=./v.wasm></script>",
        );
        assert_eq!(complaints(&good), Vec::<String>::new());
    }

    #[test]
    fn pages_that_do_not() {
        for inside in [
            "<script>1</script>",
            "<style>a{}</style>",
            "<body style='color:red'>",
            "<body onload=x()>",
            "<script src=https://example.org/x.js></script>",
            "<link href=//example.org/x.css>",
            "<meta http-equiv=content-security-policy content=x>",
        ] {
            assert_eq!(complaints(&page(inside)).len(), 1, "{inside}");
        }
    }

    #[test]
    fn a_policy_that_differs_or_comes_late() {
        assert_eq!(complaints("<html></html>").len(), 1);
        assert_eq!(complaints(&page("").replace("'none'", "'self'")).len(), 1);
        assert_eq!(
            complaints(
                &page("").replace("<meta charset", "<script src=a.js></script><meta charset")
            )
            .len(),
            1
        );
    }
}
