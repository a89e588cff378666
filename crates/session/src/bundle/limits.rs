//! How much is unpacked at most, and the sentences that say so. A few bytes can ask for gigabytes; what no session
//! does is refused before the memory is gone.

use crate::SessionError;

/// Bytes that all files of an archive may unpack to together.
pub(super) const MOST_BYTES: u64 = 1 << 30;

/// How many times its packed size a file may unpack to. Text packs to a fifth, very dull text to a fiftieth.
pub(super) const MOST_TIMES: u64 = 200;

/// Below this a file may unpack to any number of times its size.
pub(super) const SMALL: u64 = 16 << 20;

/// Files in one archive.
pub(super) const MOST_MEMBERS: u64 = 10_000;

/// Bytes of a report, a summary or another file that is read whole.
pub(super) const MOST_TEXT: u64 = 64 << 20;

/// Bytes of a file's name.
pub(super) const MOST_NAME: usize = 4096;

/// Refuses what would unpack to too much; `before` is what the files ahead of it unpack to.
pub(super) fn check(
    name: &str,
    packed: u64,
    unpacked: u64,
    before: u64,
) -> Result<(), SessionError> {
    let what = format!(
        "{name} unpacks to {} bytes or more, from {} packed ones",
        grouped(unpacked),
        grouped(packed)
    );
    let advice = "If it is to be trusted, unpack it yourself and open the .jsonl file inside.";
    if unpacked > SMALL && unpacked / MOST_TIMES > packed {
        return Err(SessionError::bad_archive(format!(
            "The archive asks for more than it may: {what}; at most {MOST_TIMES} times the packed size is unpacked. {advice}"
        )));
    }
    let together = before.saturating_add(unpacked);
    if together > MOST_BYTES {
        return Err(SessionError::bad_archive(format!(
            "The archive asks for more than it may: {what}, which makes {} bytes of all its files; at most {} are unpacked. {advice}",
            grouped(together),
            grouped(MOST_BYTES)
        )));
    }
    Ok(())
}

/// A number with its thousands set apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
