//! Base64 as `atob` takes it: the standard alphabet, white space anywhere, padding or none.

/// The bytes; else the place of what is no base64.
pub(super) fn decode(text: &[u8]) -> Result<Vec<u8>, usize> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut bits: u32 = 0;
    let mut count: u8 = 0;
    let mut padding = 0;
    for (at, &byte) in text.iter().enumerate() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b' ' | b'\t' | b'\n' | b'\r' | 0x0C => continue,
            b'=' if padding < 2 => {
                padding += 1;
                continue;
            }
            _ => return Err(at),
        };
        if padding > 0 {
            return Err(at);
        }
        bits = (bits << 6) | u32::from(value);
        count += 1;
        if count == 4 {
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
            (bits, count) = (0, 0);
        }
    }
    let bytes = (bits << (6 * (4 - u32::from(count)))).to_be_bytes();
    match count {
        0 if padding == 0 => {}
        2 if padding != 1 => out.push(bytes[1]),
        3 if padding != 2 => out.extend_from_slice(&bytes[1..3]),
        _ => return Err(text.len()),
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn bytes_come_out_as_they_went_in() {
        for (text, bytes) in [
            ("", ""),
            ("TQ==", "M"),
            ("TWE=", "Ma"),
            ("TWFu", "Man"),
            ("TWE", "Ma"),
            (" T\nW\tFu T Q = =", "ManM"),
        ] {
            assert_eq!(
                decode(text.as_bytes()).as_deref(),
                Ok(bytes.as_bytes()),
                "{text:?}"
            );
        }
        assert_eq!(decode(b"+/+/"), Ok(vec![0xFB, 0xFF, 0xBF]));
    }

    #[test]
    fn what_is_no_base64_is_pointed_at() {
        for (text, at) in [
            ("TW\u{b7}u", 2),
            ("T", 1),
            ("TQ=", 3),
            ("TQ=Q", 3),
            ("T===", 3),
            ("=", 1),
            ("TWFu=", 5),
            ("-_", 0),
        ] {
            assert_eq!(decode(text.as_bytes()), Err(at), "{text:?}");
        }
    }
}
