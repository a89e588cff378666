//! Every way by which bytes come in: drop, pick, paste, the sample. All of them end in `open`, which reads
//! in the background and reports through actions; a session that can't be read leaves the others alone.

mod gather;
mod listen;
mod memory;
mod read;
mod refusal;
mod unpacked;

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

pub use gather::{Gathered, Source};
pub use listen::{Dragged, use_drop_and_paste};

use crate::state::{Action, Canceller, Dispatch, Job, Language, Notice, Opened};
use crate::words::shell::ShellWords;
use read::Progress;
use refusal::Refusal;

const SAMPLE: &str = include_str!("../../../../www/sample.jsonl");

/// Opens what was gathered, in the background.
pub fn open(gathered: Gathered, dispatch: Dispatch, words: &'static ShellWords) {
    spawn_local(async move {
        let sources = match gathered.expand().await {
            Ok(sources) => sources,
            Err(refusal) => return refuse(&dispatch, words.this_folder, &refusal, words),
        };
        if sources.is_empty() {
            return refuse(&dispatch, words.this_folder, &Refusal::NothingThere, words);
        }
        read_all(sources, &dispatch, words).await;
    });
}

/// Opens the sample that comes with the viewer.
pub fn open_sample(dispatch: Dispatch, words: &'static ShellWords) {
    let sample = Source::text(words.sample_name.to_owned(), SAMPLE.as_bytes().to_vec());
    open(Gathered::of_source(sample), dispatch, words);
}

/// Opens what the clipboard holds. The browser may ask the reader, and may refuse.
pub fn paste(dispatch: Dispatch, words: &'static ShellWords) {
    spawn_local(async move {
        match gather::clipboard_text().await {
            Ok(text) if text.trim().is_empty() => {
                refuse(&dispatch, words.clipboard, &Refusal::EmptyClipboard, words);
            }
            Ok(text) => {
                let source = Source::text(words.pasted_name.to_owned(), text.into_bytes());
                open(Gathered::of_source(source), dispatch, words);
            }
            Err(refusal) => refuse(&dispatch, words.clipboard, &refusal, words),
        }
    });
}

async fn read_all(sources: Vec<Source>, dispatch: &Dispatch, words: &'static ShellWords) {
    let canceller = Canceller::default();
    let bytes_total = sources.iter().map(Source::byte_len).sum();
    let file_count = sources.len();
    let mut bytes_before = 0;
    let mut opened = 0_usize;
    let mut passed_over = 0_usize;

    for (index, source) in sources.into_iter().enumerate() {
        let job = Rc::new(Job {
            canceller: canceller.clone(),
            file_name: source.name.clone().into(),
            file_number: index + 1,
            file_count,
            bytes_read: bytes_before,
            bytes_total,
        });
        let report = |bytes: u64| {
            let job = Job {
                bytes_read: bytes_before + bytes,
                ..Job::clone(&job)
            };
            dispatch.emit(Action::Progress(job));
        };
        report(0);
        let byte_len = source.byte_len();
        let (name, from_folder) = (source.name.clone(), source.from_folder);
        match read::read(
            source,
            &Progress {
                canceller: &canceller,
                report: &report,
            },
        )
        .await
        {
            Ok(bundle) => {
                let left_out = unpacked::left_out(&bundle, words);
                for (session, file_name, report) in unpacked::sessions(bundle, &name, words) {
                    let activate = opened == 0;
                    opened += 1;
                    dispatch.emit(Action::Open(Opened {
                        session,
                        file_name: file_name.into(),
                        byte_len,
                        report,
                        activate,
                    }));
                }
                if let Some(message) = left_out.filter(|_| !from_folder) {
                    dispatch.emit(Action::Notify(Notice::news(name, message)));
                }
            }
            Err(Refusal::Cancelled) => {
                let notice = Notice::news(name, (words.cancelled)(opened));
                dispatch.emit(Action::Notify(notice));
                break;
            }
            Err(refusal) if from_folder && refusal.is_other_content() => passed_over += 1,
            Err(refusal) => refuse(dispatch, &name, &refusal, words),
        }
        bytes_before += byte_len;
    }
    dispatch.emit(Action::EndJob(canceller));
    if passed_over > 0 {
        let message = (words.passed_over)(passed_over, opened);
        let notice = match opened {
            0 => Notice::failure(words.this_folder, message),
            _ => Notice::news(words.this_folder, message),
        };
        dispatch.emit(Action::Notify(notice));
    }
}

fn refuse(dispatch: &Dispatch, subject: &str, refusal: &Refusal, words: &ShellWords) {
    let notice = Notice::failure(subject.to_owned(), refusal.message(words));
    let language = refusal.is_in_english().then_some(Language::English);
    dispatch.emit(Action::Notify(Notice { language, ..notice }));
}
