//! What a list of sessions says of one: the row that Pi's `SessionManager.list` has for it.
//!
//! It is gathered as JSON, strings as they are spelt in the file, so that half of a surrogate pair
//! stays what it was; [`SessionInfo`] is that, decoded.

use crate::entry::{EntryKind, Role};
use crate::json::coerce::joined;
use crate::json::{Kind, Raw, decode, quote_into};
use crate::reader::timestamp;
use crate::record::{Flags, Record};
use crate::{EntryIndex, Session, time};

/// What a list says of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionInfo {
    /// The session's id; empty where the file has no header.
    pub id: String,
    /// The working directory; empty where the file names none.
    pub cwd: String,
    /// The name as it was last set.
    pub name: Option<String>,
    /// The path of the session that this one was taken from.
    pub parent_session: Option<String>,
    /// When it was begun, in Unix milliseconds.
    pub created: Option<f64>,
    /// When a person or the model last said something; else when it was begun; else when the file
    /// was changed.
    pub modified: Option<f64>,
    /// How many messages there are, of any role.
    pub message_count: usize,
    /// The first text of the person's.
    pub first_message: Option<String>,
    /// All texts of the person's and the model's, a blank between them.
    pub all_messages_text: String,
}

impl Session {
    /// What a list says of this session. `file_modified` is when its file was changed, in Unix
    /// milliseconds. Linear in the bytes of its messages.
    ///
    /// ```
    /// use pi_session::Session;
    /// # let file = br#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/work"}
    /// # {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"Hello"}}
    /// # {"type":"message","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":[{"type":"text","text":"Hi."}]}}
    /// # "#;
    /// let info = Session::parse(file).unwrap().info(None);
    /// assert_eq!((info.cwd.as_str(), info.message_count), ("/work", 2));
    /// assert_eq!(info.first_message.as_deref(), Some("Hello"));
    /// assert_eq!(info.all_messages_text, "Hello Hi.");
    /// assert_eq!(info.modified, Some(1_767_225_602_000.0));
    /// ```
    pub fn info(&self, file_modified: Option<f64>) -> SessionInfo {
        let gathered = Gathered::from(self);
        let header = self.header();
        let text = |inner: &str| decode(inner.as_bytes()).into_owned();
        SessionInfo {
            id: header.id.clone(),
            cwd: header.cwd.clone().unwrap_or_default(),
            name: self.name().map(str::to_owned),
            parent_session: header.parent_session.clone(),
            created: header.timestamp.as_deref().and_then(time::parse),
            modified: self.modified(&gathered, file_modified),
            message_count: gathered.message_count,
            first_message: gathered.first_message.as_deref().map(text),
            all_messages_text: text(&gathered.texts),
        }
    }

    /// The same as the JSON of Pi's row, without its path and the name.
    pub fn info_json(&self, file_modified: Option<f64>) -> String {
        let gathered = Gathered::from(self);
        let header = Raw::parse(self.header().json.as_bytes());
        let field = |name: &str| header.and_then(|header| header.get(name));
        let text = |name: &str| {
            let value = field(name).filter(|value| value.kind() == Kind::String);
            value.map_or_else(|| "\"\"".to_owned(), |value| value.text().into_owned())
        };
        let date = |time: Option<f64>| {
            time.map_or_else(
                || "null".to_owned(),
                |time| format!("\"{}\"", time::format(time)),
            )
        };
        let parent = field("parentSession").map_or_else(String::new, |parent| {
            format!(",\"parentSessionPath\":{}", parent.text())
        });
        let created = field("timestamp").and_then(timestamp);
        let first = gathered.first_message.as_deref();
        format!(
            r#"{{"id":{},"cwd":{}{parent},"created":{},"modified":{},"messageCount":{},"firstMessage":"{}","allMessagesText":"{}"}}"#,
            text("id"),
            text("cwd"),
            date(created),
            date(self.modified(&gathered, file_modified)),
            gathered.message_count,
            first.unwrap_or("(no messages)"),
            gathered.texts,
        )
    }

    fn modified(&self, gathered: &Gathered, file_modified: Option<f64>) -> Option<f64> {
        match gathered.last_said {
            // Past the end of all dates is no date.
            Some(time) if time > 0.0 => time::clip(time),
            _ => {
                let began = self.header().timestamp.as_deref().and_then(time::parse);
                began.or_else(|| file_modified.and_then(time::clip))
            }
        }
    }
}

/// What the messages add up to. Texts are the insides of JSON strings.
#[derive(Default)]
struct Gathered {
    message_count: usize,
    /// The latest time of what the person or the model said; 0 if none is later.
    last_said: Option<f64>,
    first_message: Option<String>,
    texts: String,
}

impl Gathered {
    fn from(session: &Session) -> Self {
        let mut gathered = Self::default();
        let records = session.base().records();
        for (index, record) in records.iter().enumerate() {
            // One that a later entry took the place of was said all the same.
            if record.kind == EntryKind::Message && !record.flags.has(Flags::FOREIGN) {
                let index = EntryIndex::new(u32::try_from(index).unwrap_or(u32::MAX));
                gathered.message(session, index, record);
            }
        }
        gathered
    }

    fn message(&mut self, session: &Session, index: EntryIndex, record: &Record) {
        self.message_count += 1;
        if !matches!(record.role, Role::User | Role::Assistant) {
            return;
        }
        let Some(content) = session.base().message_content(index) else {
            return;
        };
        let message = session.base().raw(index).get("message");
        let own = message
            .and_then(|message| message.get("timestamp"))
            .and_then(Raw::as_f64);
        let written = Some(record.timestamp).filter(|time| !time.is_nan());
        if let Some(time) = own.or(written) {
            self.last_said = Some(self.last_said.unwrap_or(0.0).max(time));
        }
        let text = text_of(content);
        if text.is_empty() {
            return;
        }
        if !self.texts.is_empty() {
            self.texts.push(' ');
        }
        self.texts.push_str(&text);
        if self.first_message.is_none() && record.role == Role::User {
            self.first_message = Some(text);
        }
    }
}

/// The text of a content as the inside of a JSON string: its text blocks, a blank between them.
fn text_of(content: Raw<'_>) -> String {
    if let Some(source) = content.string_source() {
        return String::from_utf8_lossy(source).into_owned();
    }
    let mut text = String::new();
    let mut first = true;
    for block in content.items() {
        let kind = block.get("type").and_then(Raw::as_str);
        if kind.as_deref() != Some("text") {
            continue;
        }
        if !first {
            text.push(' ');
        }
        first = false;
        let value = block.get("text");
        if let Some(source) = value.and_then(Raw::string_source) {
            text.push_str(&String::from_utf8_lossy(source));
        } else {
            let mut quoted = String::new();
            quote_into(&joined(value), &mut quoted);
            text.push_str(&quoted[1..quoted.len() - 1]);
        }
    }
    text
}
