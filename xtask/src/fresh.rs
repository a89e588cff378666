//! Whether something built is newer than all it was built from.

use crate::paths;
use crate::program::{Outcome, While};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A mark that says when, and from what, something was last built.
pub(crate) struct Stamp {
    file: PathBuf,
    sources: &'static [&'static str],
    /// What else the result depends on, such as a tool that may be missing.
    how: String,
}

impl Stamp {
    pub(crate) fn new(name: &str, sources: &'static [&'static str], how: String) -> Self {
        Self {
            file: paths::target().join(format!("xtask-{name}.stamp")),
            sources,
            how,
        }
    }

    /// Nothing it is built from has changed since.
    pub(crate) fn is_fresh(&self) -> bool {
        let Ok(then) = std::fs::metadata(&self.file).and_then(|metadata| metadata.modified())
        else {
            return false;
        };
        std::fs::read_to_string(&self.file).is_ok_and(|how| how == self.how)
            && self
                .sources
                .iter()
                .all(|source| newest(&paths::root().join(source)).is_some_and(|time| time < then))
    }

    /// Builds, then leaves the mark; its time is that of the start, so that a change made meanwhile counts.
    pub(crate) fn around(&self, build: impl FnOnce() -> Outcome) -> Outcome {
        let begun = self.file.with_extension("begun");
        std::fs::create_dir_all(paths::target()).or_fail(|| "make the target folder".to_owned())?;
        std::fs::write(&begun, &self.how).or_fail(|| format!("write {}", begun.display()))?;
        build()?;
        std::fs::rename(&begun, &self.file).or_fail(|| format!("write {}", self.file.display()))
    }
}

/// The latest change of a file, or of anything under a folder and of the folders themselves.
fn newest(path: &Path) -> Option<SystemTime> {
    let mut waiting = vec![path.to_path_buf()];
    let mut latest = None;
    while let Some(path) = waiting.pop() {
        let metadata = std::fs::metadata(&path).ok()?;
        latest = latest.max(Some(metadata.modified().ok()?));
        if metadata.is_dir() {
            waiting.extend(path.read_dir().ok()?.flatten().map(|entry| entry.path()));
        }
    }
    latest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_source_is_never_fresh() {
        assert_eq!(newest(&paths::root().join("no such file")), None);
    }

    #[test]
    fn a_folder_is_as_new_as_its_newest_file() {
        let folder = paths::root().join("xtask");
        let file = std::fs::metadata(folder.join("src/fresh.rs"))
            .unwrap()
            .modified()
            .unwrap();
        assert!(newest(&folder) >= Some(file));
    }
}
