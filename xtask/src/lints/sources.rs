//! Rules on the text of the sources: what would let a session's content act in the page.

use crate::paths;
use crate::program::{Failure, Outcome, While};
use std::path::{Path, PathBuf};

struct Rule {
    folder: &'static str,
    extension: &'static str,
    forbidden: &'static [&'static str],
    why: &'static str,
}

const RULES: [Rule; 6] = [
    Rule {
        folder: "crates/viewer",
        extension: "rs",
        forbidden: &[
            "inner_html",
            "outer_html",
            "insert_adjacent_html",
            "from_html_unchecked",
            "create_contextual_fragment",
            "srcdoc",
            "js_sys::eval",
        ],
        why: "content reaches the page only as text nodes and attributes that we build",
    },
    Rule {
        folder: "crates/viewer",
        extension: "rs",
        forbidden: &[" style=", "(\"style\""],
        why: "the policy stops style attributes: use a class, or CSSOM on a node reference",
    },
    Rule {
        folder: "www",
        extension: "js",
        forbidden: &[
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "srcdoc",
        ],
        why: "nothing that is not our own code may run",
    },
    Rule {
        folder: "www",
        extension: "html",
        forbidden: &[" style=", "<style"],
        why: "the policy stops styles in the page",
    },
    Rule {
        folder: "www",
        extension: "css",
        forbidden: &["@import", "url(http", "url(//", "url(\"http", "url('http"],
        why: "nothing comes from elsewhere",
    },
    Rule {
        folder: "crates",
        extension: "rs",
        forbidden: &["allow(unsafe_code"],
        why: "the workspace forbids unsafe code",
    },
];

/// Folders whose Rust files each begin by saying what belongs in them; `tests.rs` says it by its name.
const INTRODUCED: [&str; 5] = [
    "crates/providers/src",
    "crates/session/src",
    "crates/session-wasm/src",
    "crates/viewer/src",
    "xtask/src",
];

/// Lock files of npm, which would remember the address of one machine's registry.
const LOCKS: [&str; 2] = [
    "tests/package-lock.json",
    "xtask/wasm-opt/package-lock.json",
];

/// Reads the sources and lists all that is wrong.
pub(crate) fn check() -> Outcome {
    let mut complaints = Vec::new();
    let mut count = 0;
    for rule in &RULES {
        for file in files(&paths::root().join(rule.folder), rule.extension)? {
            complaints.extend(rule.complaints(&file, &read(&file)?));
            count += 1;
        }
    }
    for folder in INTRODUCED {
        for file in files(&paths::root().join(folder), "rs")? {
            let is_tests = file.file_name().is_some_and(|name| name == "tests.rs");
            if !is_tests && !read(&file)?.starts_with("//!") {
                complaints.push(format!(
                    "{}: begins without `//!` and what belongs in it",
                    file.display()
                ));
            }
        }
    }
    for lock in LOCKS {
        if read(&paths::root().join(lock))?.contains("\"resolved\"") {
            complaints.push(format!(
                "{lock}: names a registry; write it with `omit-lockfile-registry-resolved`"
            ));
        }
    }
    if complaints.is_empty() {
        println!("    {count} readings, nothing wrong");
        return Ok(());
    }
    Err(Failure::new(format!(
        "{} places break a rule\n{}",
        complaints.len(),
        complaints.join("\n")
    )))
}

impl Rule {
    fn complaints(&self, file: &Path, text: &str) -> Vec<String> {
        let comment = if self.extension == "rs" || self.extension == "js" {
            "//"
        } else {
            "\0"
        };
        let mut complaints = Vec::new();
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim_start().starts_with(comment))
        {
            for word in self.forbidden.iter().filter(|word| line.contains(**word)) {
                complaints.push(format!(
                    "{}:{}: `{}`: {}",
                    file.display(),
                    number + 1,
                    word.trim(),
                    self.why
                ));
            }
        }
        complaints
    }
}

fn files(folder: &Path, extension: &str) -> Outcome<Vec<PathBuf>> {
    let mut waiting = vec![folder.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = waiting.pop() {
        for entry in folder
            .read_dir()
            .or_fail(|| format!("read {}", folder.display()))?
            .flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn read(file: &Path) -> Outcome<String> {
    std::fs::read_to_string(file).or_fail(|| format!("read {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(rule: &Rule, text: &str) -> usize {
        rule.complaints(Path::new("x"), text).len()
    }

    #[test]
    fn rules_find_what_they_forbid() {
        for rule in &RULES {
            for word in rule.forbidden {
                assert_eq!(broken(rule, &format!("a\nb{word}c\n")), 1, "{word}");
            }
            assert_eq!(broken(rule, "let quiet = true;\n"), 0);
        }
    }

    #[test]
    fn comments_may_speak_of_it() {
        assert_eq!(broken(&RULES[0], "    // never inner_html\n"), 0);
        assert_eq!(broken(&RULES[0], "node.set_inner_html(x); // no\n"), 1);
    }
}
