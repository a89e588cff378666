//! Where things lie in the repository.

use std::path::{Path, PathBuf};

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest
        .parent()
        .map_or_else(|| manifest.clone(), Path::to_path_buf)
}

/// Tools that xtask brings, kept out of the machine's own folders.
pub(crate) fn tools() -> PathBuf {
    root().join(".tools")
}

/// The built site.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// The built JavaScript package.
pub(crate) fn pkg() -> PathBuf {
    root().join("pkg")
}

/// Browser and conformance tests, and the npm packages that they need.
pub(crate) fn tests() -> PathBuf {
    root().join("tests")
}

/// What Cargo builds.
pub(crate) fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// A program of this name in `folder`, if there is one.
pub(crate) fn program_in(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    path.is_file().then_some(path)
}

/// A program of this name on the path.
pub(crate) fn program_on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find_map(|folder| program_in(&folder, name))
}
