//! From a drop, a pick or the clipboard to a plain list of sources. Folders are walked here.

use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DataTransfer, File, FileList, FileSystemDirectoryEntry, FileSystemDirectoryReader,
    FileSystemEntry, FileSystemFileEntry,
};

use super::refusal::Refusal;

/// Where the bytes of a source are.
pub enum Bytes {
    /// In a file that the browser reads piece by piece.
    File(File),
    /// Here already.
    Text(Vec<u8>),
}

/// Something that may be a session.
pub struct Source {
    /// What to call it.
    pub name: String,
    /// Its bytes.
    pub bytes: Bytes,
    /// Whether it came with a folder, where it is no fault to be something else.
    pub from_folder: bool,
}

impl Source {
    /// Bytes that are here already.
    pub fn text(name: String, bytes: Vec<u8>) -> Self {
        Self {
            name,
            bytes: Bytes::Text(bytes),
            from_folder: false,
        }
    }

    fn file(file: File, from_folder: bool) -> Self {
        Self {
            name: file.name(),
            bytes: Bytes::File(file),
            from_folder,
        }
    }

    /// How many bytes there are.
    pub fn byte_len(&self) -> u64 {
        match &self.bytes {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a file's size is a whole number"
            )]
            Bytes::File(file) => file.size() as u64,
            Bytes::Text(bytes) => bytes.len() as u64,
        }
    }
}

/// What a drop, a pick or a paste brought. It has to be taken out of its event at once; folders in it are
/// walked later.
#[derive(Default)]
pub struct Gathered {
    sources: Vec<Source>,
    folders: Vec<FileSystemDirectoryEntry>,
}

impl Gathered {
    /// One source.
    pub fn of_source(source: Source) -> Self {
        Self {
            sources: vec![source],
            folders: Vec::new(),
        }
    }

    /// The files picked in a field. A picked folder comes as the flat list of its files.
    pub fn of_files(files: &FileList) -> Self {
        let files = (0..files.length()).filter_map(|index| files.item(index));
        let sources = files
            .map(|file| {
                let path = Reflect::get(&file, &JsValue::from_str("webkitRelativePath"));
                let in_folder = path.ok().and_then(|path| path.as_string());
                let in_folder = in_folder.is_some_and(|path| !path.is_empty());
                Source::file(file, in_folder)
            })
            .collect();
        Self {
            sources,
            folders: Vec::new(),
        }
    }

    /// What was dropped or pasted: files, folders, or else text.
    pub fn of_transfer(transfer: &DataTransfer, text_name: &str) -> Self {
        let mut gathered = Self::default();
        let items = transfer.items();
        for index in 0..items.length() {
            let Some(item) = items.get(index).filter(|item| item.kind() == "file") else {
                continue;
            };
            let entry = item.webkit_get_as_entry().ok().flatten();
            if let Some(folder) = entry.filter(FileSystemEntry::is_directory) {
                // Browsers differ in whether the type can be asked for; the entry itself knows.
                gathered.folders.push(folder.unchecked_into());
            } else {
                let file = item.get_as_file().ok().flatten();
                gathered
                    .sources
                    .extend(file.map(|file| Source::file(file, false)));
            }
        }
        if gathered.is_empty() {
            let text = transfer.get_data("text/plain").unwrap_or_default();
            if !text.trim().is_empty() {
                gathered
                    .sources
                    .push(Source::text(text_name.to_owned(), text.into_bytes()));
            }
        }
        gathered
    }

    /// Whether there is nothing at all.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty() && self.folders.is_empty()
    }

    /// All sources, those in folders at any depth too, by their names.
    pub async fn expand(self) -> Result<Vec<Source>, Refusal> {
        let Self {
            mut sources,
            mut folders,
        } = self;
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in entries(&folder.create_reader()).await? {
                if entry.is_directory() {
                    folders.push(entry.unchecked_into());
                } else {
                    found.push((entry.full_path(), file(entry.unchecked_ref()).await?));
                }
            }
        }
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        sources.extend(found.into_iter().map(|(_, file)| Source::file(file, true)));
        Ok(sources)
    }
}

/// The browser hands out a folder's entries in pieces, the last of which is empty.
async fn entries(reader: &FileSystemDirectoryReader) -> Result<Vec<FileSystemEntry>, Refusal> {
    let mut all = Vec::new();
    loop {
        let piece = Promise::new(&mut |resolve, reject| {
            let asked = reader.read_entries_with_callback_and_callback(&resolve, &reject);
            if let Err(error) = asked {
                let _ = reject.call1(&JsValue::NULL, &error);
            }
        });
        let piece: Array = JsFuture::from(piece)
            .await
            .map_err(|error| unreadable(&error))?
            .unchecked_into();
        if piece.length() == 0 {
            return Ok(all);
        }
        all.extend(piece.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
    }
}

async fn file(entry: &FileSystemFileEntry) -> Result<File, Refusal> {
    let file = Promise::new(&mut |resolve, reject| {
        entry.file_with_callback_and_callback(&resolve, &reject);
    });
    Ok(JsFuture::from(file)
        .await
        .map_err(|error| unreadable(&error))?
        .unchecked_into())
}

/// The text in the clipboard, if the browser lets the page have it.
pub async fn clipboard_text() -> Result<String, Refusal> {
    let navigator = gloo::utils::window().navigator();
    // Absent where the page is not served securely.
    let clipboard = Reflect::get(&navigator, &JsValue::from_str("clipboard"));
    if clipboard.is_ok_and(|clipboard| clipboard.is_undefined()) {
        return Err(Refusal::NoClipboard);
    }
    let text = JsFuture::from(navigator.clipboard().read_text()).await;
    text.map_err(|_| Refusal::NoClipboard)
        .map(|text| text.as_string().unwrap_or_default())
}

/// The browser's reason, in its own words, as part of a sentence.
pub fn unreadable(error: &JsValue) -> Refusal {
    let message = Reflect::get(error, &JsValue::from_str("message")).ok();
    let reason = message.and_then(|message| message.as_string());
    let reason = reason.unwrap_or_else(|| format!("{error:?}"));
    Refusal::Unreadable(reason.trim_end_matches('.').to_owned())
}
