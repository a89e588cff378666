//! The address: what stands behind `#`, and the place that it names. Everything that a person would want
//! back stands there, so none of it reaches a server. Query forms are read and moved behind the `#`.

use pi_session::{EntryIndex, Filter, Session};

use crate::state::{Place, Remote, Tab, View};

/// The place that an address names, from its query (`?…` or empty) and its fragment (`#…` or empty).
/// What the fragment says wins.
pub fn parse(query: &str, fragment: &str) -> Place {
    let mut place = Place::default();
    read(&mut place, query.trim_start_matches('?'));
    read(&mut place, fragment.trim_start_matches('#'));
    place
}

/// The fragment that names a place: `#…`, or empty.
pub fn fragment(place: &Place) -> String {
    let remote = place.remote.as_ref().map(|remote| match remote {
        Remote::Gist(id) => ("gist", id.as_str()),
        Remote::Url(url) => ("url", url.as_str()),
    });
    let named = [
        remote,
        place.session.as_deref().map(|id| ("session", id)),
        place.leaf.as_deref().map(|id| ("leafId", id)),
        place.target.as_deref().map(|id| ("targetId", id)),
        place.filter.map(|filter| ("filter", filter.as_str())),
        place.query.as_deref().map(|query| ("q", query)),
        place.tab.map(|tab| ("tab", tab.as_str())),
    ];
    let mut fragment = String::new();
    for (name, value) in named.into_iter().flatten() {
        fragment.push(if fragment.is_empty() { '#' } else { '&' });
        fragment.push_str(name);
        fragment.push('=');
        encode(value, &mut fragment);
    }
    fragment
}

/// The fragment that leads to an entry, on the branch in view if that holds it.
pub fn fragment_of_entry(session: &Session, view: &View, entry: EntryIndex) -> String {
    let mut view = view.clone();
    view.go(session, entry);
    let mut place = Place::of(session, &view);
    place.leaf = view.leaf.map(|leaf| session.id(leaf).to_owned());
    place.target = Some(session.id(entry).to_owned());
    place.filter = None;
    place.query = None;
    fragment(&place)
}

/// The whole address that leads to an entry.
pub fn link_to_entry(session: &Session, view: &View, entry: EntryIndex) -> String {
    let href = gloo::utils::window().location().href().unwrap_or_default();
    let page = href.split(['#', '?']).next().unwrap_or_default();
    format!("{page}{}", fragment_of_entry(session, view, entry))
}

fn read(place: &mut Place, parameters: &str) {
    for (position, part) in parameters.split('&').enumerate() {
        let Some((name, value)) = part.split_once('=') else {
            // Pi's own share links name a gist by its bare id, first of all.
            if position == 0 && is_gist_id(part) {
                place.remote = Some(Remote::Gist(part.to_owned()));
            }
            continue;
        };
        let value = decode(value);
        if value.is_empty() {
            continue;
        }
        match name {
            "gist" => place.remote = Some(Remote::Gist(value)),
            "url" => place.remote = Some(Remote::Url(value)),
            "session" => place.session = Some(value),
            "leafId" => place.leaf = Some(value),
            "targetId" => place.target = Some(value),
            "filter" => place.filter = Filter::from_name(&value),
            "q" => place.query = Some(value),
            "tab" => place.tab = Tab::from_name(&value),
            _ => {}
        }
    }
}

fn is_gist_id(text: &str) -> bool {
    text.len() >= 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn encode(text: &str, into: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b':' | b'/' => {
                into.push(char::from(byte));
            }
            _ => {
                into.push('%');
                into.push(char::from(HEX[usize::from(byte >> 4)]));
                into.push(char::from(HEX[usize::from(byte & 15)]));
            }
        }
    }
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        let escape = (first == b'%').then(|| tail.get(..2)).flatten();
        let escaped = escape
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match escaped {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => bytes.push(if first == b'+' { b' ' } else { first }),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(session: &str, leaf: &str, target: &str) -> Place {
        let named = |id: &str| Some(id.to_owned()).filter(|id| !id.is_empty());
        Place {
            session: named(session),
            leaf: named(leaf),
            target: named(target),
            ..Place::default()
        }
    }

    #[test]
    fn a_place_survives_the_address() {
        let there = Place {
            filter: Some(Filter::NoTools),
            tab: Some(Tab::Stats),
            query: Some("a&b = 50% “ừ” +".to_owned()),
            remote: Some(Remote::Url("https://example.org/a?b=c#d".to_owned())),
            ..place("0198-a.b", "aaaa1111", "bbbb2222")
        };
        assert_eq!(parse("", &fragment(&there)), there);
    }

    #[test]
    fn an_empty_place_is_an_empty_fragment() {
        assert_eq!(fragment(&Place::default()), "");
        assert!(parse("", "").is_empty());
        assert!(parse("?", "#").is_empty());
    }

    #[test]
    fn share_links_are_read_from_the_query() {
        let id = "0123456789abcdef0123456789abcdef";
        let there = parse(&format!("?{id}&leafId=l1&targetId=t1"), "");
        assert_eq!(there.remote, Some(Remote::Gist(id.to_owned())));
        assert_eq!(
            fragment(&there),
            format!("#gist={id}&leafId=l1&targetId=t1")
        );
        assert_eq!(
            parse("", &format!("#{id}")).remote,
            Some(Remote::Gist(id.to_owned()))
        );
    }

    #[test]
    fn the_fragment_wins_over_the_query() {
        assert_eq!(
            parse("?leafId=old&targetId=t", "#leafId=new"),
            place("", "new", "t")
        );
    }

    #[test]
    fn broken_escapes_stand_as_they_are() {
        assert_eq!(
            parse("", "#q=100%&leafId=%zz%4").query.as_deref(),
            Some("100%")
        );
        assert_eq!(parse("", "#leafId=%zz%4").leaf.as_deref(), Some("%zz%4"));
        assert_eq!(parse("", "#leafId=%+1").leaf.as_deref(), Some("% 1"));
    }

    #[test]
    fn other_names_and_values_are_nothing() {
        assert!(parse("?utm=1&x", "#filter=nonsense&tab=dragons&session=").is_empty());
    }
}
