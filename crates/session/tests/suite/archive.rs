//! Archives from files, as sound writers make them; tests damage them afterwards.

use miniz_oxide::deflate::compress_to_vec;

/// A file to be packed, and what its headers say of it.
pub(crate) struct File {
    pub(crate) name: Vec<u8>,
    pub(crate) packed: Vec<u8>,
    pub(crate) method: u16,
    pub(crate) flags: u16,
    pub(crate) crc: u32,
    pub(crate) unpacked: u32,
    /// Numbers of eight bytes in the extra field of the directory.
    pub(crate) extra: Vec<u8>,
}

pub(crate) fn deflated(name: &str, bytes: &[u8]) -> File {
    File {
        packed: compress_to_vec(bytes, 6),
        method: 8,
        ..stored(name, bytes)
    }
}

pub(crate) fn stored(name: &str, bytes: &[u8]) -> File {
    File {
        name: name.as_bytes().to_vec(),
        packed: bytes.to_vec(),
        method: 0,
        flags: 1 << 11,
        crc: crc(bytes),
        unpacked: u32::try_from(bytes.len()).unwrap(),
        extra: Vec::new(),
    }
}

/// The archive, and where in it the directory and the end record start.
pub(crate) struct Zip {
    pub(crate) bytes: Vec<u8>,
    pub(crate) directory: usize,
    pub(crate) end: usize,
}

pub(crate) fn zip(files: &[File]) -> Zip {
    let mut bytes = Vec::new();
    let mut central = Vec::new();
    for file in files {
        let start = u32::try_from(bytes.len()).unwrap();
        let mut common = Vec::new();
        for number in [20, file.flags, file.method, 0, 0] {
            common.extend_from_slice(&number.to_le_bytes());
        }
        for number in [
            file.crc,
            u32::try_from(file.packed.len()).unwrap(),
            file.unpacked,
        ] {
            common.extend_from_slice(&number.to_le_bytes());
        }
        common.extend_from_slice(&u16::try_from(file.name.len()).unwrap().to_le_bytes());
        bytes.extend_from_slice(b"PK\x03\x04");
        bytes.extend_from_slice(&common);
        bytes.extend_from_slice(&[0; 2]);
        bytes.extend_from_slice(&file.name);
        bytes.extend_from_slice(&file.packed);
        central.extend_from_slice(b"PK\x01\x02\x14\x00");
        central.extend_from_slice(&common);
        central.extend_from_slice(&u16::try_from(file.extra.len()).unwrap().to_le_bytes());
        central.extend_from_slice(&[0; 10]);
        central.extend_from_slice(&start.to_le_bytes());
        central.extend_from_slice(&file.name);
        central.extend_from_slice(&file.extra);
    }
    let (directory, size) = (bytes.len(), central.len());
    bytes.extend_from_slice(&central);
    let end = bytes.len();
    let count = u16::try_from(files.len()).unwrap();
    bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    for number in [count, count] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    for number in [size, directory] {
        bytes.extend_from_slice(&u32::try_from(number).unwrap().to_le_bytes());
    }
    bytes.extend_from_slice(&[0; 2]);
    Zip {
        bytes,
        directory,
        end,
    }
}

/// One gzip member.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = b"\x1F\x8B\x08\x08\0\0\0\0\0\x03name.jsonl\0".to_vec();
    out.extend_from_slice(&compress_to_vec(bytes, 6));
    out.extend_from_slice(&crc(bytes).to_le_bytes());
    out.extend_from_slice(&u32::try_from(bytes.len()).unwrap().to_le_bytes());
    out
}

/// Bit by bit, as it is defined.
pub(crate) fn crc(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            };
        }
    }
    !crc
}
