//! Why something was not opened, and the sentence that says so. What the core found out about content
//! comes with its own sentence; here are the reasons that lie before it: kinds of files that are not
//! read at all, memory, the browser.

use pi_session::SessionError;

use crate::words::shell::ShellWords;

/// A kind of file that is told from its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// UTF-16 text.
    Utf16,
    /// Bytes that are no text.
    Binary(&'static str),
}

impl FileKind {
    /// The kind that a file's first bytes show, if it is one that holds no session lines.
    pub fn of(start: &[u8]) -> Option<Self> {
        const MAGIC: [(&[u8], FileKind); 11] = [
            (b"\xff\xfe", FileKind::Utf16),
            (b"\xfe\xff", FileKind::Utf16),
            (b"\x28\xb5\x2f\xfd", FileKind::Binary("zstd")),
            (b"SQLite format 3\0", FileKind::Binary("SQLite")),
            (b"\x89PNG", FileKind::Binary("PNG")),
            (b"\xff\xd8\xff", FileKind::Binary("JPEG")),
            (b"GIF8", FileKind::Binary("GIF")),
            (b"%PDF", FileKind::Binary("PDF")),
            (b"\x7fELF", FileKind::Binary("ELF")),
            (b"\0asm", FileKind::Binary("WebAssembly")),
            (b"BZh", FileKind::Binary("bzip2")),
        ];
        let known = MAGIC
            .into_iter()
            .find(|(magic, _)| start.starts_with(magic));
        known.map(|(_, kind)| kind)
    }
}

/// Why something was not opened.
#[derive(Debug)]
pub enum Refusal {
    /// The reader stopped it.
    Cancelled,
    /// The core says that it is no session.
    NotASession(SessionError),
    /// Its first bytes are those of another kind of file.
    Kind(FileKind),
    /// It needs more memory than a page can have. Bytes of the file.
    TooBig(u64),
    /// The browser could not read it; in the browser's words.
    Unreadable(String),
    /// A drop or a folder without any file.
    NothingThere,
    /// There is no text in the clipboard.
    EmptyClipboard,
    /// The browser does not let the page read the clipboard.
    NoClipboard,
}

impl Refusal {
    /// Whether this only says that a file is something else, as most files in a folder may be.
    pub fn is_other_content(&self) -> bool {
        matches!(self, Self::NotASession(_) | Self::Kind(_))
    }

    /// Whether the message is in English whatever the page's language: the core has no other.
    pub fn is_in_english(&self) -> bool {
        matches!(self, Self::NotASession(_))
    }

    /// What happened and what to do, in whole sentences.
    pub fn message(&self, words: &ShellWords) -> String {
        match self {
            Self::Cancelled => (words.cancelled)(0),
            Self::NotASession(error) => error.to_string(),
            Self::Kind(FileKind::Utf16) => words.is_utf16.to_owned(),
            Self::Kind(FileKind::Binary(name)) => (words.is_binary)(name),
            Self::TooBig(bytes) => (words.too_big)(*bytes),
            Self::Unreadable(reason) => (words.unreadable)(reason),
            Self::NothingThere => words.nothing_there.to_owned(),
            Self::EmptyClipboard => words.empty_clipboard.to_owned(),
            Self::NoClipboard => words.no_clipboard.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_kinds_are_told_from_their_first_bytes() {
        assert_eq!(FileKind::of(b"\xff\xfe{\0"), Some(FileKind::Utf16));
        assert_eq!(FileKind::of(b"\x89PNG\r\n"), Some(FileKind::Binary("PNG")));
    }

    #[test]
    fn lines_and_what_is_packed_are_left_to_the_core() {
        for start in [
            &b"\x1f\x8b\x08\0"[..],
            b"PK\x03\x04",
            b"<!DOCTYPE html>",
            b"{\"type\":\"session\"}",
            b"",
            b"\0\0{}",
            b"\xef\xbb\xbf{",
            b"hello <html>",
        ] {
            assert_eq!(FileKind::of(start), None);
        }
    }
}
