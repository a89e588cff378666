//! What an image is, told from its bytes: never from the type it claims.

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// A kind of image that browsers show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImageKind {
    Png,
    Jpeg,
    Gif,
    WebP,
    Bmp,
    Avif,
    Svg,
}

impl ImageKind {
    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
            Self::Bmp => "image/bmp",
            Self::Avif => "image/avif",
            Self::Svg => "image/svg+xml",
        }
    }

    /// Its name among people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Gif => "GIF",
            Self::WebP => "WebP",
            Self::Bmp => "BMP",
            Self::Avif => "AVIF",
            Self::Svg => "SVG",
        }
    }
}

/// Width and height in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

/// Why an image can't be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// There are no data.
    Empty,
    /// The data are no base64.
    NotBase64,
    /// The bytes are no image that browsers know.
    UnknownKind,
    /// Showing it would take more memory than a page should.
    TooLarge(Size),
}

/// An image that can be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sniffed {
    pub bytes: Vec<u8>,
    pub kind: ImageKind,
    pub size: Option<Size>,
}

/// Pixels that are shown at most: at four bytes each, 256 MB.
const MOST_PIXELS: u64 = 64_000_000;

/// Reads base64, as it stands in a session or in a data address.
pub fn sniff(data: &str) -> Result<Sniffed, Fault> {
    let data = match data.get(..5) {
        Some(start) if start.eq_ignore_ascii_case("data:") => {
            data.split_once(',').map_or("", |(_, data)| data)
        }
        _ => data,
    };
    let bytes = decode(data)?;
    let kind = kind(&bytes).ok_or(Fault::UnknownKind)?;
    let size = size(&bytes, kind);
    match size {
        Some(size) if u64::from(size.width) * u64::from(size.height) > MOST_PIXELS => {
            Err(Fault::TooLarge(size))
        }
        _ => Ok(Sniffed { bytes, kind, size }),
    }
}

fn decode(data: &str) -> Result<Vec<u8>, Fault> {
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let data: Vec<u8> = data
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .map(|byte| match byte {
            b'-' => b'+',
            b'_' => b'/',
            other => other,
        })
        .collect();
    if data.is_empty() {
        return Err(Fault::Empty);
    }
    GeneralPurpose::new(&alphabet::STANDARD, LENIENT)
        .decode(data)
        .map_err(|_| Fault::NotBase64)
}

fn kind(bytes: &[u8]) -> Option<ImageKind> {
    let has = |at: usize, mark: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(mark));
    Some(if has(0, b"\x89PNG\r\n\x1a\n") {
        ImageKind::Png
    } else if has(0, b"\xff\xd8\xff") {
        ImageKind::Jpeg
    } else if has(0, b"GIF87a") || has(0, b"GIF89a") {
        ImageKind::Gif
    } else if has(0, b"RIFF") && has(8, b"WEBP") {
        ImageKind::WebP
    } else if has(0, b"BM") && bytes.len() > 26 {
        ImageKind::Bmp
    } else if has(4, b"ftypavif") || has(4, b"ftypavis") {
        ImageKind::Avif
    } else if is_svg(bytes) {
        ImageKind::Svg
    } else {
        return None;
    })
}

/// Whether the first element is `svg`: comments, declarations and white space may stand before it.
fn is_svg(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    let mut rest = head.trim_start_matches('\u{feff}').trim_start();
    loop {
        let (open, close) = if rest.starts_with("<!--") {
            ("<!--", "-->")
        } else if rest.starts_with("<?") {
            ("<?", "?>")
        } else if rest.starts_with("<!") {
            ("<!", ">")
        } else {
            break;
        };
        let Some(end) = rest[open.len()..].find(close) else {
            return false;
        };
        rest = rest[open.len() + end + close.len()..].trim_start();
    }
    rest.strip_prefix("<svg")
        .is_some_and(|rest| rest.starts_with([' ', '>', '\n', '\r', '\t', '/', ':']))
}

fn size(bytes: &[u8], kind: ImageKind) -> Option<Size> {
    let big = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let small = |at: usize| {
        Some(u32::from(u16::from_le_bytes(
            bytes.get(at..at + 2)?.try_into().ok()?,
        )))
    };
    let (width, height) = match kind {
        ImageKind::Png => (big(16)?, big(20)?),
        ImageKind::Gif => (small(6)?, small(8)?),
        ImageKind::Bmp => (
            small(18)? | small(20)? << 16,
            (small(22)? | small(24)? << 16).cast_signed().unsigned_abs(),
        ),
        ImageKind::WebP => return webp_size(bytes),
        ImageKind::Jpeg => return jpeg_size(bytes),
        ImageKind::Avif | ImageKind::Svg => return None,
    };
    Some(Size { width, height })
}

fn webp_size(bytes: &[u8]) -> Option<Size> {
    let byte = |at: usize| bytes.get(at).copied().map(u32::from);
    let (width, height) = match bytes.get(12..16)? {
        b"VP8X" => (
            1 + (byte(24)? | byte(25)? << 8 | byte(26)? << 16),
            1 + (byte(27)? | byte(28)? << 8 | byte(29)? << 16),
        ),
        b"VP8L" => {
            let bits = byte(21)? | byte(22)? << 8 | byte(23)? << 16 | byte(24)? << 24;
            (1 + (bits & 0x3fff), 1 + (bits >> 14 & 0x3fff))
        }
        b"VP8 " => (
            (byte(26)? | byte(27)? << 8) & 0x3fff,
            (byte(28)? | byte(29)? << 8) & 0x3fff,
        ),
        _ => return None,
    };
    Some(Size { width, height })
}

fn jpeg_size(bytes: &[u8]) -> Option<Size> {
    let two = |at: usize| Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let mut at = 2;
    loop {
        if *bytes.get(at)? != 0xff {
            return None;
        }
        match *bytes.get(at + 1)? {
            0xff => at += 1,
            0xd0..=0xd8 | 0x01 => at += 2,
            // Frame headers; three numbers in their range mean other things.
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                return Some(Size {
                    width: u32::from(two(at + 7)?),
                    height: u32::from(two(at + 5)?),
                });
            }
            _ => at += 2 + usize::from(two(at + 2)?).max(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

    fn encode(bytes: &[u8]) -> String {
        base64::engine::general_purpose::STANDARD.encode(bytes)
    }

    #[test]
    fn a_png_in_any_wrapping() {
        let wrapped = format!("data:text/html;base64,{}\n{}", &DOT[..20], &DOT[20..]);
        for data in [DOT, &wrapped, DOT.trim_end_matches('=')] {
            let sniffed = sniff(data).unwrap();
            assert_eq!(sniffed.kind, ImageKind::Png);
            assert_eq!(
                sniffed.size,
                Some(Size {
                    width: 1,
                    height: 1
                })
            );
        }
    }

    #[test]
    fn kinds_and_sizes() {
        let jpeg = [
            0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 20, 0, 30, 1, 1, 0x11, 0,
        ];
        let webp = b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x1d\0\0\x13\0\0";
        let gif = b"GIF89a\x1e\0\x14\0";
        for (bytes, kind) in [
            (&jpeg[..], ImageKind::Jpeg),
            (&webp[..], ImageKind::WebP),
            (&gif[..], ImageKind::Gif),
        ] {
            let sniffed = sniff(&encode(bytes)).unwrap();
            assert_eq!(
                (sniffed.kind, sniffed.size),
                (
                    kind,
                    Some(Size {
                        width: 30,
                        height: 20
                    })
                )
            );
        }
    }

    #[test]
    fn svg_by_its_first_element() {
        for (text, is) in [
            ("<svg xmlns='x'/>", true),
            (
                "\u{feff}<?xml version='1.0'?><!-- c --><!DOCTYPE svg>\n<svg>",
                true,
            ),
            ("<html><svg>", false),
            ("<svgx>", false),
            ("<!-- never closed", false),
        ] {
            assert_eq!(sniff(&encode(text.as_bytes())).is_ok(), is, "{text}");
        }
    }

    #[test]
    fn faults_say_why() {
        assert_eq!(sniff(""), Err(Fault::Empty));
        assert_eq!(sniff("data:image/png;base64,"), Err(Fault::Empty));
        assert_eq!(sniff("%%%"), Err(Fault::NotBase64));
        assert_eq!(sniff("aGVsbG8="), Err(Fault::UnknownKind));
        let mut huge = base64::engine::general_purpose::STANDARD
            .decode(DOT)
            .unwrap();
        huge[16..24].copy_from_slice(&[0, 0xff, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        assert!(matches!(sniff(&encode(&huge)), Err(Fault::TooLarge(_))));
    }

    #[test]
    fn damaged_bytes_do_no_harm() {
        for bytes in [
            &b"\xff\xd8\xff\xff\xff\xff"[..],
            b"RIFF\0\0\0\0WEBPVP8L",
            b"\x89PNG\r\n\x1a\n\0",
        ] {
            assert_eq!(sniff(&encode(bytes)).unwrap().size, None);
        }
    }
}
