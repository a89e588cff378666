//! What a first visit downloads, gzipped, against the goal; and whether the package is as small as its README says.

use crate::program::{Failure, Outcome, While};
use crate::{package, paths, site};
use std::path::Path;
use std::process::Command;

/// WebAssembly, JavaScript and styles together, gzipped: where they should come to.
const GOAL: u64 = 300_000;

/// What they may not pass meanwhile. Lower it whenever the site gets lighter.
const LIMIT: u64 = 690_000;

/// Builds the site and prints what weighs.
pub(crate) fn run() -> Outcome {
    site::build()?;
    package::build()?;
    println!("==> size");
    report()
}

/// Prints the sizes of the site that is built; a page over the limit is a failure.
pub(crate) fn report() -> Outcome {
    let folder = paths::dist();
    let files = folder
        .read_dir()
        .or_fail(|| format!("read {}", folder.display()))?;
    let mut assets: Vec<_> = files
        .flatten()
        .map(|file| file.path())
        .filter(|path| counts(path))
        .collect();
    assets.sort();
    let mut total = 0;
    println!("    {:>10} {:>10}", "bytes", "gzipped");
    for asset in &assets {
        let plain = std::fs::metadata(asset)
            .or_fail(|| format!("read {}", asset.display()))?
            .len();
        let small = gzipped(asset)?;
        total += small;
        let name = asset.file_name().unwrap_or_default().to_string_lossy();
        println!("    {plain:>10} {small:>10}  {name}");
    }
    println!("    {:>10} {total:>10}  together", "");
    if total > LIMIT {
        return Err(Failure::new(format!(
            "a first visit downloads {total} bytes, and the limit is {LIMIT}"
        )));
    }
    if total > GOAL {
        println!(
            "    {} bytes over the goal of {GOAL}; the limit is {LIMIT}",
            total - GOAL
        );
    } else {
        println!("    within the goal of {GOAL}");
    }
    package_keeps_its_word()
}

/// The README of the package says how much it is at most; that must be true, and not by far.
fn package_keeps_its_word() -> Outcome {
    let readme = paths::pkg().join("README.md");
    let text = std::fs::read_to_string(&readme).or_fail(|| format!("read {}", readme.display()))?;
    let stated = stated_size(&text).ok_or_else(|| {
        Failure::new("the package's README was to say \"less than … kB gzipped\"")
    })?;
    let mut total = 0;
    for name in ["pi-session_bg.wasm", "pi-session.js"] {
        total += gzipped(&paths::pkg().join(name))?;
    }
    println!(
        "    {:>10} {total:>10}  the package, less than {stated} by its README",
        ""
    );
    if is_honest(stated, total) {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the package is {total} bytes gzipped, and its README says less than {stated}: it should say the next \
         multiple of ten kB, or up to a quarter more"
    )))
}

/// The bytes that a README says a package stays below.
fn stated_size(readme: &str) -> Option<u64> {
    let (before, _) = readme.split_once(" kB gzipped")?;
    let (_, number) = before.rsplit_once("less than ")?;
    Some(number.parse::<u64>().ok()? * 1000)
}

/// Whether somebody who read that it is less than `stated` was told the truth, and nothing much larger than it.
fn is_honest(stated: u64, total: u64) -> bool {
    total < stated && stated < total + total / 4
}

fn counts(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "wasm" || extension == "js" || extension == "css")
}

fn gzipped(path: &Path) -> Outcome<u64> {
    let output = Command::new("gzip")
        .args(["-9", "--stdout"])
        .arg(path)
        .output()
        .or_fail(|| "start `gzip`".to_owned())?;
    if output.status.success() {
        return Ok(output.stdout.len() as u64);
    }
    Err(Failure::new(format!(
        "gzip could not read {}",
        path.display()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_of_the_package_states_a_size() {
        let readme = include_str!("../../crates/session-wasm/npm/README.md");
        assert!(stated_size(readme).is_some_and(|size| size > 100_000));
        assert_eq!(stated_size("less than 250 kB gzipped"), Some(250_000));
        assert_eq!(stated_size("about 250 kB gzipped"), None);
    }

    #[test]
    fn a_size_that_is_passed_or_far_off_is_not_honest() {
        assert!(is_honest(250_000, 249_999));
        assert!(is_honest(250_000, 210_000));
        assert!(!is_honest(250_000, 250_000));
        assert!(!is_honest(250_000, 190_000));
    }
}
