//! Inputs changed at random, the same in every run: a fuzzer for machines that have none. It knows
//! nothing of coverage; cargo-fuzz finds more.

/// Numbers out of a seed, by the generator `xorshift64*`.
pub struct Chance(u64);

impl Chance {
    /// From a seed and the name of what it is for.
    pub fn new(seed: u64, name: &str) -> Self {
        let mixed = name.bytes().fold(seed, |mixed, byte| {
            (mixed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self(mixed | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below this one; 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from((self.next() >> 16) % end).unwrap_or(0)
    }

    fn byte(&mut self) -> u8 {
        (self.next() >> 32) as u8
    }

    /// A stretch of these bytes, short as a rule.
    fn stretch(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let start = self.below(bytes.len() + 1);
        let most = [4, 40, 400][self.below(3)];
        let length = self.below(most.min(bytes.len() - start) + 1);
        start..start + length
    }

    /// One of the inputs, changed in a few places, and at most this long.
    pub fn change(&mut self, inputs: &[Vec<u8>], longest: usize) -> Vec<u8> {
        let Some(input) = inputs.get(self.below(inputs.len())) else {
            return Vec::new();
        };
        let mut input = input.clone();
        if input.len() > longest {
            // Not always the beginning, but always with what a session begins with.
            let header = input.iter().position(|&byte| byte == b'\n').unwrap_or(0);
            let from = header + self.below(input.len() - longest);
            input.drain(header..from);
        }
        for _ in 0..=self.below(5) {
            self.change_once(&mut input, inputs);
        }
        input.truncate(longest);
        input
    }

    fn change_once(&mut self, input: &mut Vec<u8>, inputs: &[Vec<u8>]) {
        const SPECIAL: &[u8] = b"\"\\{}[]():,\n\r\0 \xFF\xEF0-*_`|<>!#@%";
        let at = self.below(input.len());
        match self.below(8) {
            0 if !input.is_empty() => input[at] = self.byte(),
            1 if !input.is_empty() => input[at] ^= 1 << self.below(8),
            2 => input.insert(at, SPECIAL[self.below(SPECIAL.len())]),
            3 => drop(input.drain(self.stretch(input))),
            4 => {
                let again = input[self.stretch(input)].repeat(1 + self.below(4));
                input.splice(at..at, again);
            }
            5 => {
                let other = &inputs[self.below(inputs.len())];
                let piece = other[self.stretch(other)].to_vec();
                input.splice(at..at, piece);
            }
            6 => {
                // A whole line of another.
                let other = &inputs[self.below(inputs.len())];
                let lines: Vec<&[u8]> = other.split_inclusive(|&byte| byte == b'\n').collect();
                let line = lines
                    .get(self.below(lines.len()))
                    .copied()
                    .unwrap_or_default();
                let start = input[..at].iter().rposition(|&byte| byte == b'\n');
                let start = start.map_or(0, |at| at + 1);
                input.splice(start..start, line.to_vec());
            }
            // What the last bytes mean is up to the target.
            _ => input.extend((0..self.below(9)).map(|_| self.byte())),
        }
    }
}
