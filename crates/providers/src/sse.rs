//! Server-sent events: lines out of bytes that were cut anywhere, events out of lines.
//!
//! Only what a provider's stream needs of the standard: an event's data. Its name is repeated inside the
//! data by each provider that gives one; ids and reconnection times are for `EventSource`.

/// The longest line that is kept: far beyond any event of a provider.
const LONGEST: usize = 16 << 20;

/// Events in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct Events {
    /// The line whose end has not come.
    line: Vec<u8>,
    /// The event whose end has not come: its `data` lines, joined by line breaks.
    data: Option<Vec<u8>>,
    /// The last byte was a carriage return: a line feed after it ends no further line.
    after_return: bool,
    /// A line has ended: what could be a byte-order mark no longer is one.
    begun: bool,
}

/// A line or an event was longer than anything that a provider sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

impl Events {
    /// Takes bytes, and hands on the data of each event that they complete until `each` says to stop.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(&[u8]) -> bool,
    ) -> Result<(), TooLong> {
        let mut rest = bytes;
        loop {
            if self.after_return && !rest.is_empty() {
                self.after_return = false;
                rest = rest.strip_prefix(b"\n").unwrap_or(rest);
            }
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &rest[..end.unwrap_or(rest.len())];
            if self.line.len() + part.len() > LONGEST {
                return Err(TooLong);
            }
            self.line.extend_from_slice(part);
            let Some(end) = end else {
                return Ok(());
            };
            self.after_return = rest[end] == b'\r';
            rest = &rest[end + 1..];
            if self.end_line()?.is_some_and(|data| !each(&data)) {
                return Ok(());
            }
        }
    }

    /// The data of an event whose closing blank line never came. The standard drops it; some servers
    /// end so.
    pub(crate) fn rest(&mut self) -> Result<Option<Vec<u8>>, TooLong> {
        if !self.line.is_empty()
            && let Some(data) = self.end_line()?
        {
            return Ok(Some(data));
        }
        Ok(self.data.take().filter(|data| !data.is_empty()))
    }

    /// The data of the event that the line ends, if it ends one that has any.
    fn end_line(&mut self) -> Result<Option<Vec<u8>>, TooLong> {
        let line = std::mem::take(&mut self.line);
        let mut line = line.as_slice();
        if !self.begun {
            self.begun = true;
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        if line.is_empty() {
            return Ok(self.data.take().filter(|data| !data.is_empty()));
        }
        let colon = line.iter().position(|byte| *byte == b':');
        let (name, value) = colon.map_or((line, &line[..0]), |at| (&line[..at], &line[at + 1..]));
        if name == b"data" {
            let value = value.strip_prefix(b" ").unwrap_or(value);
            match &mut self.data {
                Some(data) if data.len() + value.len() >= LONGEST => return Err(TooLong),
                Some(data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                }
                None => self.data = Some(value.to_vec()),
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(chunks: &[&[u8]]) -> Vec<String> {
        let mut events = Events::default();
        let mut seen = Vec::new();
        let mut keep = |data: &[u8]| {
            seen.push(String::from_utf8_lossy(data).into_owned());
            true
        };
        for chunk in chunks {
            events.push(chunk, &mut keep).unwrap();
        }
        if let Some(data) = events.rest().unwrap() {
            keep(&data);
        }
        seen
    }

    #[test]
    fn lines_end_in_any_of_three_ways() {
        for text in [
            "data: a\n\ndata: b\n\n",
            "data: a\r\n\r\ndata: b\r\n\r\n",
            "data: a\r\rdata: b\r\r",
        ] {
            assert_eq!(events(&[text.as_bytes()]), ["a", "b"], "{text:?}");
        }
        assert_eq!(
            events(&[b"data: a\r", b"\n\r", b"\ndata: b\r", b"", b"\n", b"\r\n"]),
            ["a", "b"]
        );
    }

    #[test]
    fn what_is_no_data_is_passed_over() {
        let text = b"\xef\xbb\xbfdata:a\n: keep-alive\nevent: x\nid: 7\nretry: 5\ndata\ndata:  b\nnonsense\n\n\n:\n\ndata:\n\nevent: y\n\n";
        assert_eq!(events(&[text]), ["a\n\n b"]);
    }

    #[test]
    fn a_last_event_needs_no_blank_line() {
        assert_eq!(events(&[b"data: a\n\ndata: b"]), ["a", "b"]);
        assert_eq!(events(&[b"data: a\n\ndata: b\n"]), ["a", "b"]);
        assert_eq!(events(&[b"data: a\n\n: c"]), ["a"]);
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        let mut events = Events::default();
        let chunk = vec![b'x'; 1 << 20];
        let outcomes: Vec<_> = (0..17).map(|_| events.push(&chunk, |_| true)).collect();
        assert_eq!(outcomes[15], Ok(()));
        assert_eq!(outcomes[16], Err(TooLong));
    }
}
