//! The licences of the crates that end up in what we ship.

use crate::program::{self, Failure, Outcome};

/// Licences that go with "MIT OR Apache-2.0".
const FITTING: [&str; 10] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "Unicode-3.0",
    "Unlicense",
];

/// Reads them off Cargo's tree.
pub(crate) fn check() -> Outcome {
    let mut tree = program::cargo();
    tree.args([
        "tree",
        "--workspace",
        "--locked",
        "--target",
        "all",
        "--edges",
        "normal",
    ]);
    tree.args(["--prefix", "none", "--format", "{p}\t{l}"]);
    let listed = program::run_quietly(&mut tree)?;
    let mut crates: Vec<(&str, &str)> = listed
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .collect();
    for (_, licence) in &mut crates {
        *licence = licence.trim_end_matches(" (*)");
    }
    crates.sort_unstable();
    crates.dedup();
    let wrong: Vec<_> = crates
        .iter()
        .filter(|(_, licence)| !fits(licence))
        .map(|(name, licence)| format!("{name}: {licence}"))
        .collect();
    if wrong.is_empty() {
        println!("    {} crates, all under fitting licences", crates.len());
        return Ok(());
    }
    Err(Failure::new(format!(
        "these crates have licences that do not fit:\n{}",
        wrong.join("\n")
    )))
}

/// Some choice that the expression offers is made of fitting licences alone.
fn fits(expression: &str) -> bool {
    let plain = expression.replace(['(', ')'], "").replace('/', " OR ");
    // With brackets around an OR inside an AND this reads too much as a choice, so such a one is refused.
    if expression.contains('(') && expression.contains(" AND ") {
        return plain
            .split(" OR ")
            .flat_map(|choice| choice.split(" AND "))
            .all(is_fitting);
    }
    plain
        .split(" OR ")
        .any(|choice| choice.split(" AND ").all(is_fitting))
}

fn is_fitting(licence: &str) -> bool {
    FITTING.contains(&licence.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        for good in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
        ] {
            assert!(fits(good), "{good}");
        }
        for bad in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR GPL-3.0) AND ISC",
            "SSPL-1.0",
        ] {
            assert!(!fits(bad), "{bad}");
        }
    }
}
