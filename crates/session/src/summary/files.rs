//! Which files a conversation read and changed, by its tool calls.

use rustc_hash::FxBuildHasher;

use crate::entry::{Message, Role};
use crate::json::{Kind, Raw};

type Paths = hashbrown::HashSet<String, FxBuildHasher>;

/// The files that a conversation touched, each list in order.
///
/// ```
/// use pi_session::FileLists;
/// let files = FileLists { read: vec!["a".into(), "b".into()], modified: vec![] };
/// assert_eq!(files.blocks(), "\n\n<read-files>\na\nb\n</read-files>");
/// assert_eq!(FileLists::default().blocks(), "");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileLists {
    /// Files that were read and not changed.
    pub read: Vec<String>,
    /// Files that were written or edited.
    pub modified: Vec<String>,
}

impl FileLists {
    /// The lists as they stand behind a summary that is stored; empty where there is no file.
    pub fn blocks(&self) -> String {
        let block = |name: &str, paths: &[String]| match paths {
            [] => String::new(),
            paths => format!("\n\n<{name}>\n{}\n</{name}>", paths.join("\n")),
        };
        block("read-files", &self.read) + &block("modified-files", &self.modified)
    }
}

/// What has been found so far.
#[derive(Debug, Default)]
pub(crate) struct FileOperations {
    read: Paths,
    modified: Paths,
}

impl FileOperations {
    /// Takes the lists that an earlier summary carries. Those that an extension made are its own.
    pub(crate) fn add_summary(&mut self, entry: Raw<'_>) {
        if entry.get("fromHook").is_some_and(Raw::truthy) {
            return;
        }
        let Some(details) = entry.get("details") else {
            return;
        };
        let paths = |list: &str| {
            let items = details.get(list).into_iter().flat_map(Raw::items);
            items.filter_map(|path| Some(path.as_str()?.into_owned()))
        };
        self.read.extend(paths("readFiles"));
        self.modified.extend(paths("modifiedFiles"));
    }

    /// Takes the tool calls of a reply, or those that a script made whose result this is.
    pub(crate) fn add_message(&mut self, message: &Message<'_>) {
        match message.role() {
            Role::Assistant => {
                for block in message.field("content").into_iter().flat_map(Raw::items) {
                    if block.get("type").and_then(Raw::as_str).as_deref() == Some("toolCall") {
                        self.add_call(block);
                    }
                }
            }
            Role::ToolResult => {
                let nested = message.field("nestedCalls");
                let calls = nested.and_then(|nested| nested.get("calls"));
                calls
                    .into_iter()
                    .flat_map(Raw::items)
                    .for_each(|call| self.add_call(call));
            }
            _ => {}
        }
    }

    fn add_call(&mut self, call: Raw<'_>) {
        let name = call.get("name").and_then(Raw::as_str);
        let paths = match name.as_deref() {
            Some("read") => &mut self.read,
            Some("write" | "edit") => &mut self.modified,
            _ => return,
        };
        let arguments = call
            .get("arguments")
            .filter(|arguments| arguments.kind() == Kind::Object);
        let path = arguments
            .and_then(|arguments| arguments.get("path"))
            .and_then(Raw::as_str);
        if let Some(path) = path.filter(|path| !path.is_empty()) {
            paths.insert(path.into_owned());
        }
    }

    pub(crate) fn lists(self) -> FileLists {
        let modified = &self.modified;
        let read = self.read.into_iter();
        FileLists {
            read: in_order(read.filter(|path| !modified.contains(path)).collect()),
            modified: in_order(self.modified.into_iter().collect()),
        }
    }
}

/// Sorted by UTF-16 units, as JavaScript sorts.
fn in_order(mut paths: Vec<String>) -> Vec<String> {
    paths.sort_unstable_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
    paths
}
