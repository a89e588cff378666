//! The bytes of a session as they came, in segments.
//!
//! A `Vec` that grows to a file's size peaks near three times that, and WebAssembly memory never
//! shrinks: so bytes lie in segments of a few megabytes. No line straddles two segments.

/// What one segment holds, unless a single line needs more.
const SEGMENT_BYTES: usize = 4 << 20;
/// Of a file whose size is known, a segment takes this share: asking for memory costs time.
const SEGMENTS: u64 = 8;
const LARGEST_SEGMENT_BYTES: u64 = 32 << 20;

#[derive(Debug)]
pub(crate) struct Segment {
    /// Offset of the segment's first byte in the file.
    start: u64,
    bytes: Vec<u8>,
}

/// All bytes of a file that has been read.
#[derive(Debug, Default)]
pub(crate) struct Segments {
    segments: Vec<Segment>,
    length: u64,
}

impl Segments {
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.segments.iter().map(|segment| segment.bytes.as_slice())
    }

    /// The bytes of a span that lies within one line. O(log segments).
    pub(crate) fn slice(&self, offset: u64, length: u32) -> &[u8] {
        let after = self
            .segments
            .partition_point(|segment| segment.start <= offset);
        after
            .checked_sub(1)
            .and_then(|index| {
                let segment = &self.segments[index];
                let start = usize::try_from(offset - segment.start).ok()?;
                segment.bytes.get(start..start + length as usize)
            })
            .unwrap_or_default()
    }

    fn push(&mut self, bytes: Vec<u8>) {
        let start = self.length;
        self.length += bytes.len() as u64;
        self.segments.push(Segment { start, bytes });
    }
}

/// Takes bytes in, and hands out each line once it is complete.
#[derive(Debug)]
pub(crate) struct LineBuffer {
    finished: Segments,
    /// The segment being filled: complete lines that were handed out, then an incomplete one.
    current: Vec<u8>,
    line_start: usize,
    size_hint: u64,
    segment_bytes: usize,
}

/// A complete line, without its `\n`.
pub(crate) struct Line<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) offset: u64,
}

impl LineBuffer {
    pub(crate) fn new(size_hint: u64) -> Self {
        let share = (size_hint / SEGMENTS).min(LARGEST_SEGMENT_BYTES);
        Self {
            finished: Segments::default(),
            current: Vec::new(),
            line_start: 0,
            size_hint,
            segment_bytes: usize::try_from(share).map_or(SEGMENT_BYTES, |s| s.max(SEGMENT_BYTES)),
        }
    }

    pub(crate) fn length(&self) -> u64 {
        self.finished.length + self.current.len() as u64
    }

    /// Takes `length` bytes that `fill` writes: it gets a piece of our memory and the piece's
    /// offset in the chunk.
    pub(crate) fn fill(
        &mut self,
        length: usize,
        mut fill: impl FnMut(&mut [u8], usize),
        mut line: impl FnMut(Line<'_>),
    ) {
        let mut taken = 0;
        while taken < length {
            let room = self.room();
            let piece = room.min(length - taken);
            let start = self.current.len();
            self.current.resize(start + piece, 0);
            fill(&mut self.current[start..], taken);
            taken += piece;
            self.find_lines(start, &mut line);
        }
    }

    /// Takes a copy of `chunk`.
    pub(crate) fn push(&mut self, chunk: &[u8], mut line: impl FnMut(Line<'_>)) {
        let mut rest = chunk;
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(self.room().min(rest.len()));
            let start = self.current.len();
            self.current.extend_from_slice(piece);
            rest = behind;
            self.find_lines(start, &mut line);
        }
    }

    /// Hands out the last line if it has no `\n`, and gives all bytes back.
    pub(crate) fn finish(mut self, mut line: impl FnMut(Line<'_>)) -> Segments {
        if self.line_start < self.current.len() {
            line(Line {
                bytes: &self.current[self.line_start..],
                offset: self.finished.length + self.line_start as u64,
            });
        }
        self.current.shrink_to_fit();
        self.finished.push(self.current);
        self.finished
    }

    fn find_lines(&mut self, from: usize, line: &mut impl FnMut(Line<'_>)) {
        for newline in memchr::memchr_iter(b'\n', &self.current[from..]) {
            let end = from + newline;
            line(Line {
                bytes: &self.current[self.line_start..end],
                offset: self.finished.length + self.line_start as u64,
            });
            self.line_start = end + 1;
        }
    }

    /// Bytes that fit into the current segment; makes room first if there is none.
    fn room(&mut self) -> usize {
        if self.current.len() == self.current.capacity() {
            let tail = self.current.len() - self.line_start;
            let left = self.size_hint.saturating_sub(self.length());
            let left = usize::try_from(left).unwrap_or(usize::MAX);
            // A line longer than a segment doubles its room, but past a known end nothing is wasted.
            let wanted = self.segment_bytes.max(tail * 2);
            let growth = (wanted - tail).min(left.max(64 << 10));
            if self.line_start == 0 {
                self.current.reserve_exact(growth);
            } else {
                let mut next = Vec::with_capacity(tail + growth);
                next.extend_from_slice(&self.current[self.line_start..]);
                self.current.truncate(self.line_start);
                self.current.shrink_to_fit();
                self.finished
                    .push(std::mem::replace(&mut self.current, next));
                self.line_start = 0;
            }
        }
        self.current.capacity() - self.current.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines_of(text: &[u8], chunk: usize, by_fill: bool) -> (Vec<(u64, Vec<u8>)>, Vec<u8>) {
        let mut buffer = LineBuffer::new(0);
        let mut lines = Vec::new();
        for piece in text.chunks(chunk) {
            let line = |line: Line<'_>| lines.push((line.offset, line.bytes.to_vec()));
            if by_fill {
                buffer.fill(
                    piece.len(),
                    |target, at| target.copy_from_slice(&piece[at..at + target.len()]),
                    line,
                );
            } else {
                buffer.push(piece, line);
            }
        }
        let segments = buffer.finish(|line| lines.push((line.offset, line.bytes.to_vec())));
        (lines, segments.iter().collect::<Vec<_>>().concat())
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_chunks(
            text in prop::collection::vec(prop::sample::select(b"ab\n".to_vec()), 0..300),
            chunk in 1_usize..64,
            by_fill: bool,
        ) {
            let (lines, bytes) = lines_of(&text, chunk, by_fill);
            prop_assert_eq!(&bytes, &text);
            let mut offset = 0;
            let mut expected = Vec::new();
            for line in text.split_inclusive(|&byte| byte == b'\n') {
                expected.push((offset, line.strip_suffix(b"\n").unwrap_or(line).to_vec()));
                offset += line.len() as u64;
            }
            prop_assert_eq!(lines, expected);
        }
    }

    #[test]
    fn a_line_longer_than_a_segment_stays_whole() {
        let mut text = vec![b'x'; SEGMENT_BYTES * 2 + 5];
        text.push(b'\n');
        text.extend(b"tail");
        let (lines, bytes) = lines_of(&text, 1 << 20, true);
        assert!(bytes == text);
        let lengths: Vec<_> = lines.iter().map(|(_, line)| line.len()).collect();
        assert_eq!(lengths, [SEGMENT_BYTES * 2 + 5, 4]);
    }
}
