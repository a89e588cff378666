//! Finding a Chromium for the browser tests, and installing one where that is ours to do.

use crate::paths;
use crate::program::{self, Failure, Outcome};
use std::path::{Path, PathBuf};
use std::process::Command;

const NAMES: [&str; 4] = [
    "chromium",
    "google-chrome",
    "google-chrome-stable",
    "chromium-browser",
];
const ON_A_MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const PACKAGES: [&str; 2] = ["chromium", "fonts-dejavu"];

/// A Chromium, and what to say of where it came from.
pub(crate) struct Found {
    pub(crate) program: PathBuf,
    pub(crate) note: String,
}

/// The variable `CHROMIUM`, else the path, else Debian's package where we may install it.
pub(crate) fn find() -> Outcome<Found> {
    if let Some(chosen) = std::env::var_os("CHROMIUM") {
        let program = PathBuf::from(chosen);
        if !program.is_file() {
            return Err(Failure::new(format!(
                "CHROMIUM names {}, and there is no such file",
                program.display()
            )));
        }
        let note = format!(
            "Chromium: {}, from the variable CHROMIUM",
            program.display()
        );
        return Ok(Found { program, note });
    }
    if let Some(program) = installed() {
        let note = format!("Chromium: {}", program.display());
        return Ok(Found { program, note });
    }
    if !may_install() {
        return Err(Failure::new(
            "the browser tests need a Chromium: install the package `chromium` or Google Chrome, or name one in the variable CHROMIUM",
        ));
    }
    program::run_quietly(apt_get().arg("update"))?;
    program::run_quietly(
        apt_get()
            .args(["install", "--yes", "--no-install-recommends"])
            .args(PACKAGES),
    )?;
    let program = installed().ok_or_else(|| {
        Failure::new("apt-get installed Chromium, but no `chromium` is on the path")
    })?;
    let note = format!("Chromium: {}, installed by apt-get", program.display());
    Ok(Found { program, note })
}

fn installed() -> Option<PathBuf> {
    let on_a_mac = PathBuf::from(ON_A_MAC);
    NAMES
        .into_iter()
        .find_map(paths::program_on_path)
        .or_else(|| on_a_mac.is_file().then_some(on_a_mac))
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command
        .args(["-o", "DPkg::Lock::Timeout=300"])
        .env("DEBIAN_FRONTEND", "noninteractive");
    command
}

/// Root on a Debian: the one case where nobody else is to be asked.
fn may_install() -> bool {
    let is_root =
        program::run_quietly(Command::new("id").arg("-u")).is_ok_and(|said| said.trim() == "0");
    is_root
        && Path::new("/etc/debian_version").exists()
        && paths::program_on_path("apt-get").is_some()
}
