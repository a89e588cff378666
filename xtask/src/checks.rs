//! The checks that Cargo does: format, Clippy, tests, documentation.

use crate::paths;
use crate::program::{self, Outcome};
use crate::tools::TARGET;

/// The lock file fits the manifests, and every crate in it is here.
pub(crate) fn dependencies() -> Outcome {
    program::run(program::cargo().args(["fetch", "--locked"]))
}

pub(crate) fn format() -> Outcome {
    program::run(program::cargo().args(["fmt", "--all", "--check"]))
}

/// Lints that a test may break: it is written as it reads best, and fails by panicking.
const LEFT_TO_TESTS: [&str; 4] = ["pedantic", "unwrap_used", "expect_used", "panic"];

/// As this machine compiles it: our own code with every lint, then the tests with all that suits tests.
pub(crate) fn clippy() -> Outcome {
    let own = ["pi-session", "pi-providers", "xtask"];
    let own = own.iter().flat_map(|name| ["--package", name]);
    program::run(
        program::cargo()
            .arg("clippy")
            .args(own)
            .args(["--", "-D", "warnings"]),
    )?;
    let mut tests = program::cargo();
    tests.args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]);
    for lint in LEFT_TO_TESTS {
        tests.arg("-A").arg(format!("clippy::{lint}"));
    }
    program::run(&mut tests)
}

/// What runs in a browser, as the browser's target compiles it, with every lint.
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

/// The laws are tried on the same inputs in every run, so that a run says something of the change it
/// runs on. Fresh inputs come with `cargo test`.
pub(crate) fn unit() -> Outcome {
    program::run(
        program::cargo()
            .args(["test", "--workspace", "--quiet"])
            .env("PROPTEST_RNG_SEED", "20260101"),
    )
}

/// The fuzz targets on what is kept for them and on what chance makes of that. In their own folder,
/// whose settings make the compiler count steps.
pub(crate) fn fuzz() -> Outcome {
    let arguments = [
        "run",
        "--locked",
        "--quiet",
        "--profile",
        "replay",
        "--no-default-features",
        "--example",
        "replay",
    ];
    program::run(
        program::cargo()
            .current_dir(paths::root().join("fuzz"))
            .args(arguments),
    )
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
