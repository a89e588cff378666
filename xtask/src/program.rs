//! Running other programs: shown before they run, and a sentence when they fail.

use crate::paths;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a command could not do its work, as a sentence for the person at the terminal.
#[derive(Debug)]
pub(crate) struct Failure(String);

/// What nearly everything here comes to.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Gives an input or output error the sentence that it lacks.
pub(crate) trait While<T> {
    /// `doing` completes "could not …".
    fn or_fail(self, doing: impl FnOnce() -> String) -> Outcome<T>;
}

impl<T> While<T> for std::io::Result<T> {
    fn or_fail(self, doing: impl FnOnce() -> String) -> Outcome<T> {
        self.map_err(|error| Failure::new(format!("could not {}: {error}", doing())))
    }
}

/// Cargo, of the toolchain that runs us, in the repository's root.
pub(crate) fn cargo() -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.current_dir(paths::root());
    command
}

/// Runs it with its output on ours.
pub(crate) fn run(command: &mut Command) -> Outcome {
    println!("    $ {}", shown(command));
    let status = command
        .status()
        .or_fail(|| format!("start `{}`", shown(command)))?;
    if status.success() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "`{}` failed ({status})",
        shown(command)
    )))
}

/// Runs it and hands back what it said: its output where it did well, all of it where it failed.
pub(crate) fn run_quietly(command: &mut Command) -> Outcome<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .or_fail(|| format!("start `{}`", shown(command)))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(said);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(Failure::new(format!(
        "`{}` failed ({})\n{said}{complaint}",
        shown(command),
        output.status
    )))
}

/// The path with these folders in front.
pub(crate) fn path_with(folders: &[PathBuf]) -> Outcome<OsString> {
    let own = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(folders.iter().cloned().chain(std::env::split_paths(&own)))
        .map_err(|error| Failure::new(format!("could not add to the path: {error}")))
}

/// As one would type it in the root.
fn shown(command: &Command) -> String {
    let root = paths::root();
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or(command.get_program());
    let arguments = command.get_args().map(|argument| {
        Path::new(argument)
            .strip_prefix(&root)
            .map_or(argument, Path::as_os_str)
    });
    let words: Vec<_> = std::iter::once(program)
        .chain(arguments)
        .map(OsStr::to_string_lossy)
        .collect();
    words.join(" ")
}
