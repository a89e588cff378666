//! What the intake reports while it reads, and what it could not read.

use std::cell::Cell;
use std::rc::Rc;

use yew::AttrValue;

use super::Language;

/// Stops a job. Every clone stops the same one; that is also what tells jobs apart.
#[derive(Clone, Default)]
pub struct Canceller(Rc<Cell<bool>>);

impl Canceller {
    /// Asks the job to stop.
    pub fn cancel(&self) {
        self.0.set(true);
    }

    /// Whether the job was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.get()
    }
}

impl PartialEq for Canceller {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// One drop, pick or paste that is being read.
#[derive(Clone, PartialEq)]
pub struct Job {
    /// Stops the job, and is its identity.
    pub canceller: Canceller,
    /// The file being read.
    pub file_name: AttrValue,
    /// Which file of the job that is, from 1.
    pub file_number: usize,
    /// How many files the job has.
    pub file_count: usize,
    /// Bytes read, of all files together.
    pub bytes_read: u64,
    /// Bytes there are, of all files together.
    pub bytes_total: u64,
}

/// Something the reader has to be told.
#[derive(Clone, PartialEq, Debug)]
pub struct Notice {
    /// What it is about: a file, most often.
    pub subject: AttrValue,
    /// What happened and what to do, in whole sentences.
    pub message: AttrValue,
    /// The language of the message where it is not the page's own: the core speaks English.
    pub language: Option<Language>,
    /// Whether something failed, or this only says what was done.
    pub is_error: bool,
}

impl Notice {
    /// Something failed.
    pub fn failure(subject: impl Into<AttrValue>, message: impl Into<AttrValue>) -> Self {
        Self {
            subject: subject.into(),
            message: message.into(),
            language: None,
            is_error: true,
        }
    }

    /// Something was done.
    pub fn news(subject: impl Into<AttrValue>, message: impl Into<AttrValue>) -> Self {
        Self {
            is_error: false,
            ..Self::failure(subject, message)
        }
    }
}
