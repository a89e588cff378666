//! Whether a file fits into the memory that a page can have. WebAssembly ends the program when memory
//! runs out in the middle of something, so it is asked for beforehand, where the answer may be no.

/// WebAssembly addresses 4 GiB; this leaves room for the index and the page itself.
const MOST: u64 = 3_500_000_000;

/// Below this the check costs more than it tells.
const SMALL: u64 = 32 << 20;

/// Largest piece asked for at once: no allocation may pass 2 GiB on a 32-bit target.
const PIECE: u64 = 256 << 20;

/// Whether a session of so many bytes fits beside what is open. The memory is taken and given back at
/// once, so that the reading which follows finds it.
pub fn has_room_for(byte_len: u64) -> bool {
    if byte_len > MOST {
        return false;
    }
    if byte_len < SMALL {
        return true;
    }
    let mut missing = byte_len + byte_len / 16;
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    while missing > 0 {
        let size = missing.min(PIECE);
        let mut piece = Vec::new();
        let Ok(len) = usize::try_from(size) else {
            return false;
        };
        if piece.try_reserve_exact(len).is_err() {
            return false;
        }
        pieces.push(piece);
        missing -= size;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_page_can_hold_is_refused_unasked() {
        assert!(has_room_for(1));
        assert!(has_room_for(SMALL + 1));
        assert!(!has_room_for(MOST + 1));
        assert!(!has_room_for(u64::MAX));
    }
}
