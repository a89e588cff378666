//! The base address of a provider, as a person types it.

use std::fmt;

/// Why a text can be no base address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressProblem {
    /// Neither `http` nor `https`.
    Scheme,
    /// No host.
    Host,
    /// A name or password before the host.
    Credentials,
    /// A query or a fragment.
    Query,
    /// A blank, a control character, a backslash.
    Character,
}

impl fmt::Display for AddressProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Scheme => "The address must begin with https:// or http://.",
            Self::Host => "The address names no server. It looks like https://api.example.com/v1.",
            Self::Credentials => {
                "The address holds a name or password. Leave it out, and put the key into its own field."
            }
            Self::Query => "The address must end before any “?” or “#”.",
            Self::Character => {
                "The address holds a blank or another character that no address has."
            }
        })
    }
}

impl std::error::Error for AddressProblem {}

/// Where a provider's endpoints lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Base {
    /// Scheme and authority.
    origin: String,
    /// Empty, or beginning with a slash and ending without.
    path: String,
}

impl Base {
    /// Reads what was typed. `endpoint` is the path of the one endpoint that is used, which a person may
    /// have pasted too; `version` is put in where the path names none.
    pub(crate) fn parse(text: &str, endpoint: &str, version: &str) -> Result<Self, AddressProblem> {
        let text = text.trim();
        if text.chars().any(|character| {
            character.is_whitespace() || character.is_control() || character == '\\'
        }) {
            return Err(AddressProblem::Character);
        }
        let (scheme, rest) = text.split_once("://").ok_or(AddressProblem::Scheme)?;
        let scheme = scheme.to_ascii_lowercase();
        if scheme != "http" && scheme != "https" {
            return Err(AddressProblem::Scheme);
        }
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        if authority.contains('@') {
            return Err(AddressProblem::Credentials);
        }
        if authority.is_empty() || authority.starts_with(':') {
            return Err(AddressProblem::Host);
        }
        if path.contains(['?', '#']) {
            return Err(AddressProblem::Query);
        }
        let path = path.trim_end_matches('/');
        let path = match path.strip_suffix(endpoint) {
            Some(before) => before.trim_end_matches('/').to_owned(),
            None if path.split('/').any(is_version) => path.to_owned(),
            None => format!("{path}/{version}"),
        };
        let origin = format!("{scheme}://{}", authority.to_ascii_lowercase());
        Ok(Self { origin, path })
    }

    /// Scheme, host and port.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// The address of what lies at `path` below the base.
    pub(crate) fn join(&self, path: &str) -> String {
        format!("{}{}{path}", self.origin, self.path)
    }
}

/// `v1`, `v1beta`, `v4`.
fn is_version(segment: &str) -> bool {
    segment
        .strip_prefix('v')
        .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_put_in_where_it_is_missing() {
        for (typed, expected) in [
            (
                "https://api.openai.com",
                "https://api.openai.com/v1/chat/completions",
            ),
            (
                "https://api.openai.com/",
                "https://api.openai.com/v1/chat/completions",
            ),
            (
                " HTTPS://API.openai.com/v1// ",
                "https://api.openai.com/v1/chat/completions",
            ),
            (
                "https://openrouter.ai/api",
                "https://openrouter.ai/api/v1/chat/completions",
            ),
            (
                "https://openrouter.ai/api/v1",
                "https://openrouter.ai/api/v1/chat/completions",
            ),
            (
                "http://[::1]:11434",
                "http://[::1]:11434/v1/chat/completions",
            ),
            (
                "https://h/v1beta/openai/",
                "https://h/v1beta/openai/chat/completions",
            ),
            ("https://h/paas/v4", "https://h/paas/v4/chat/completions"),
            ("https://h/vllm", "https://h/vllm/v1/chat/completions"),
            ("https://h/chat/completions/", "https://h/chat/completions"),
            (
                "https://h/v1/chat/completions",
                "https://h/v1/chat/completions",
            ),
        ] {
            let base = Base::parse(typed, "/chat/completions", "v1").unwrap();
            assert_eq!(base.join("/chat/completions"), expected, "{typed}");
        }
    }

    #[test]
    fn what_is_no_base_address_is_refused() {
        for (typed, expected) in [
            ("", AddressProblem::Scheme),
            ("api.openai.com", AddressProblem::Scheme),
            ("javascript://x", AddressProblem::Scheme),
            ("file:///etc", AddressProblem::Scheme),
            ("data:text/plain,x", AddressProblem::Scheme),
            ("https://", AddressProblem::Host),
            ("https:///v1", AddressProblem::Host),
            ("https://:80", AddressProblem::Host),
            ("https://me:pw@h/v1", AddressProblem::Credentials),
            ("https://h?key=1", AddressProblem::Query),
            ("https://h/v1#x", AddressProblem::Query),
            ("https://h/a b", AddressProblem::Character),
            ("https://h\\@i", AddressProblem::Character),
        ] {
            assert_eq!(
                Base::parse(typed, "/messages", "v1"),
                Err(expected),
                "{typed}"
            );
        }
    }
}
