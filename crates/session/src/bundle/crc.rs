//! The checksum of zip and gzip, CRC-32. A table of a kilobyte: the faster ones weigh more than all else here.

const TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    let mut start: u32 = 0;
    while byte < table.len() {
        let mut value = start;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 == 1 {
                (value >> 1) ^ 0xEDB8_8320
            } else {
                value >> 1
            };
            bit += 1;
        }
        table[byte] = value;
        byte += 1;
        start += 1;
    }
    table
}

/// The sum of what has been seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crc(u32);

impl Crc {
    pub(super) const fn new() -> Self {
        Self(u32::MAX)
    }

    pub(super) fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let [low, ..] = self.0.to_le_bytes();
            self.0 = TABLE[usize::from(low ^ byte)] ^ (self.0 >> 8);
        }
    }

    pub(super) const fn value(self) -> u32 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Crc;

    #[test]
    fn the_sum_is_the_known_one() {
        let mut crc = Crc::new();
        crc.take(b"1234");
        crc.take(b"56789");
        assert_eq!(crc.value(), 0xCBF4_3926);
        assert_eq!(Crc::new().value(), 0);
    }
}
