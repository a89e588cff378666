//! From one source to what is in it: bytes are streamed into the core, with pauses in which the page lives. What is
//! packed is gathered whole and then unpacked, with the same pauses.

use js_sys::{ArrayBuffer, Promise, Uint8Array};
use pi_session::{Bundle, BundleReader, BundledSession, Container, SessionReader};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    File, MessageChannel, ReadableStreamByobReader, ReadableStreamDefaultReader,
    ReadableStreamReadResult,
};

use super::gather::{Bytes, Source, unreadable};
use super::memory;
use super::refusal::{FileKind, Refusal};
use crate::state::Canceller;

/// What the browser fills at once.
const BUFFER: u32 = 4 << 20;

/// What the core takes at once: longer calls keep the engine in its unoptimised code.
const STEP: u32 = 1 << 20;

/// How long the page may stand still, and how often progress is shown, in milliseconds.
const PAUSE_AFTER: f64 = 12.0;
const REPORT_AFTER: f64 = 60.0;

/// Where a reading reports to, and what stops it.
pub struct Progress<'a> {
    /// Stops the reading.
    pub canceller: &'a Canceller,
    /// Takes the number of bytes read.
    pub report: &'a dyn Fn(u64),
}

/// Reads a source to its end. A plain session comes as a bundle of one.
pub async fn read(source: Source, progress: &Progress<'_>) -> Result<Bundle, Refusal> {
    let byte_len = source.byte_len();
    if !memory::has_room_for(byte_len) {
        return Err(Refusal::TooBig(byte_len));
    }
    let mut feed = Feed::new(byte_len, progress);
    match source.bytes {
        Bytes::Text(bytes) => {
            for piece in bytes.chunks(STEP as usize) {
                feed.check_kind(piece)?;
                match &mut feed.packed {
                    Some(packed) => packed.extend_from_slice(piece),
                    None => feed.reader.push(piece),
                }
                feed.pause().await?;
            }
        }
        Bytes::File(file) => stream(&file, &mut feed).await?,
    }
    if let Some(packed) = feed.packed.take() {
        return feed.unpack(&packed).await;
    }
    let session = feed.reader.finish().map_err(Refusal::NotASession)?;
    let name = String::new();
    Ok(Bundle {
        sessions: vec![BundledSession { name, session }],
        ..Bundle::default()
    })
}

async fn stream(file: &File, feed: &mut Feed<'_>) -> Result<(), Refusal> {
    let mut chunks = Chunks::of(file)?;
    loop {
        let chunk = match chunks.next().await {
            Ok(Some(chunk)) => chunk,
            Ok(None) => return Ok(()),
            Err(error) => return Err(unreadable(&error)),
        };
        if let Err(refusal) = feed.take(&chunk).await {
            chunks.cancel();
            return Err(refusal);
        }
        chunks.give_back(&chunk);
    }
}

/// The core's reader, with the clock that decides when to pause.
struct Feed<'a> {
    reader: SessionReader,
    /// All bytes, where they are to be unpacked.
    packed: Option<Vec<u8>>,
    byte_len: u64,
    /// How many of them are done with.
    bytes_done: u64,
    progress: &'a Progress<'a>,
    paused: f64,
    reported: f64,
}

impl<'a> Feed<'a> {
    fn new(byte_len: u64, progress: &'a Progress<'a>) -> Self {
        let now = now();
        let reader = SessionReader::with_size_hint(byte_len);
        Self {
            reader,
            packed: None,
            byte_len,
            bytes_done: 0,
            progress,
            paused: now,
            reported: now,
        }
    }

    async fn take(&mut self, chunk: &Uint8Array) -> Result<(), Refusal> {
        let looked_at = u32::try_from(Container::LOOKED_AT).unwrap_or(u32::MAX);
        let start = chunk.length().min(looked_at);
        self.check_kind(&chunk.subarray(0, start).to_vec())?;
        let mut start = 0;
        while start < chunk.length() {
            let end = chunk.length().min(start + STEP);
            let step = chunk.subarray(start, end);
            let length = (end - start) as usize;
            match &mut self.packed {
                Some(packed) => {
                    let at = packed.len();
                    packed.resize(at + length, 0);
                    step.copy_to(&mut packed[at..]);
                }
                None => self
                    .reader
                    .push_with(length, |into, at| fill(into, &step, at)),
            }
            start = end;
            self.pause().await?;
        }
        Ok(())
    }

    /// Looks at the very first bytes: what cannot be read is refused, what is packed is gathered.
    fn check_kind(&mut self, start: &[u8]) -> Result<(), Refusal> {
        if self.reader.bytes_read() > 0 || self.packed.is_some() {
            return Ok(());
        }
        if let Some(kind) = FileKind::of(start) {
            return Err(Refusal::Kind(kind));
        }
        if Container::of(start).is_some() {
            let room = usize::try_from(self.byte_len).unwrap_or_default();
            self.packed = Some(Vec::with_capacity(room));
        }
        Ok(())
    }

    async fn unpack(&mut self, packed: &[u8]) -> Result<Bundle, Refusal> {
        let mut reader = BundleReader::new(packed).map_err(Refusal::NotASession)?;
        let unpacked = reader.size_hint();
        if !memory::has_room_for(unpacked) {
            return Err(Refusal::TooBig(unpacked));
        }
        while reader.step().map_err(Refusal::NotASession)? {
            self.bytes_done = reader.bytes_read();
            self.pause().await?;
        }
        reader.finish().map_err(Refusal::NotASession)
    }

    async fn pause(&mut self) -> Result<(), Refusal> {
        if now() - self.paused >= PAUSE_AFTER {
            if now() - self.reported >= REPORT_AFTER {
                (self.progress.report)(self.reader.bytes_read().max(self.bytes_done));
                self.reported = now();
            }
            next_task().await;
            self.paused = now();
        }
        if self.progress.canceller.is_cancelled() {
            return Err(Refusal::Cancelled);
        }
        Ok(())
    }
}

/// Copies bytes of the browser into the core's own memory.
#[allow(clippy::cast_possible_truncation, reason = "both lie within one step")]
fn fill(into: &mut [u8], from: &Uint8Array, at: usize) {
    let (start, end) = (at as u32, (at + into.len()) as u32);
    from.subarray(start, end).copy_to(into);
}

/// The pieces of a file, as the browser reads them.
enum Chunks {
    /// Into one buffer, which goes to and fro.
    Bytes(ReadableStreamByobReader, Option<ArrayBuffer>),
    /// As the browser likes, where it knows no byte streams of files.
    Plain(ReadableStreamDefaultReader),
}

impl Chunks {
    fn of(file: &File) -> Result<Self, Refusal> {
        let stream = file.stream();
        match ReadableStreamByobReader::new(&stream) {
            Ok(reader) => Ok(Self::Bytes(reader, None)),
            Err(_) => ReadableStreamDefaultReader::new(&stream)
                .map(Self::Plain)
                .map_err(|error| unreadable(&error)),
        }
    }

    async fn next(&mut self) -> Result<Option<Uint8Array>, JsValue> {
        let result = match self {
            Self::Bytes(reader, buffer) => {
                let buffer = buffer.take().unwrap_or_else(|| ArrayBuffer::new(BUFFER));
                JsFuture::from(reader.read_with_array_buffer_view(&Uint8Array::new(&buffer))).await
            }
            Self::Plain(reader) => JsFuture::from(reader.read()).await,
        };
        let result: ReadableStreamReadResult = result?.unchecked_into();
        if result.get_done().unwrap_or(true) {
            return Ok(None);
        }
        result.get_value().dyn_into().map(Some)
    }

    fn give_back(&mut self, chunk: &Uint8Array) {
        if let Self::Bytes(_, buffer) = self {
            *buffer = Some(chunk.buffer());
        }
    }

    fn cancel(&self) {
        // Whether the browser minds is of no interest any more.
        let _ = match self {
            Self::Bytes(reader, _) => reader.cancel(),
            Self::Plain(reader) => reader.cancel(),
        };
    }
}

/// Lets everything that waits have its turn. A message comes sooner than any timer.
async fn next_task() {
    let promise = Promise::new(&mut |resolve, _| {
        let sent = MessageChannel::new().and_then(|channel| {
            channel.port1().set_onmessage(Some(&resolve));
            channel.port2().post_message(&JsValue::NULL)
        });
        if sent.is_err() {
            let _ = resolve.call0(&JsValue::NULL);
        }
    });
    // It never fails: nothing rejects it.
    let _ = JsFuture::from(promise).await;
}

fn now() -> f64 {
    gloo::utils::window()
        .performance()
        .map_or_else(js_sys::Date::now, |clock| clock.now())
}
