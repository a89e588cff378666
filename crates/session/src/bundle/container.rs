//! What bytes are, told from their beginning: content decides, never a name.

/// What session bytes may come wrapped in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// A zip archive.
    Zip,
    /// One file in gzip.
    Gzip,
    /// A page of HTML, such as Pi exports.
    Page,
    /// An array, such as `crashes.json` holds.
    Array,
}

impl Container {
    /// How much of the beginning is looked at.
    pub const LOOKED_AT: usize = 512;

    /// What the bytes that start so are, if they are wrapped in anything.
    ///
    /// ```
    /// use pi_session::Container;
    /// assert_eq!(Container::of(b"PK\x03\x04\x14"), Some(Container::Zip));
    /// assert_eq!(Container::of(b"\n<!DOCTYPE html>"), Some(Container::Page));
    /// assert_eq!(Container::of(b"{\"type\":\"session\""), None);
    /// ```
    pub fn of(start: &[u8]) -> Option<Self> {
        let start = start.get(..Self::LOOKED_AT).unwrap_or(start);
        if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
            return Some(Self::Zip);
        }
        if start.starts_with(b"\x1F\x8B") {
            return Some(Self::Gzip);
        }
        let text = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start);
        let text = text.trim_ascii_start();
        let opens = |with: &[u8]| {
            text.get(..with.len())
                .is_some_and(|text| text.eq_ignore_ascii_case(with))
        };
        if [&b"<!doctype html"[..], b"<html", b"<head", b"<!--"]
            .into_iter()
            .any(opens)
        {
            return Some(Self::Page);
        }
        text.starts_with(b"[").then_some(Self::Array)
    }
}
