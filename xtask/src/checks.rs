//! The checks that Cargo does: format, Clippy, tests, documentation.

use crate::program::{self, Outcome};
use crate::tools::TARGET;

/// The lock file fits the manifests, and every crate in it is here.
pub(crate) fn dependencies() -> Outcome {
    program::run(program::cargo().args(["fetch", "--locked"]))
}

pub(crate) fn format() -> Outcome {
    program::run(program::cargo().args(["fmt", "--all", "--check"]))
}

/// All code, tests included, as this machine compiles it.
pub(crate) fn clippy() -> Outcome {
    program::run(program::cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))
}

/// What runs in a browser, as the browser's target compiles it.
pub(crate) fn clippy_for_the_browser() -> Outcome {
    let packages = [
        "--package",
        "viewer",
        "--package",
        "pi-session-wasm",
        "--package",
        "pi-session",
    ];
    program::run(
        program::cargo()
            .arg("clippy")
            .args(packages)
            .args(["--target", TARGET, "--", "-D", "warnings"]),
    )
}

pub(crate) fn unit() -> Outcome {
    program::run(program::cargo().args(["test", "--workspace", "--quiet"]))
}

pub(crate) fn documentation() -> Outcome {
    let arguments = [
        "doc",
        "--workspace",
        "--no-deps",
        "--document-private-items",
    ];
    program::run(
        program::cargo()
            .args(arguments)
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}
