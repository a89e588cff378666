//! Starting the JavaScript side: Playwright, TypeScript, conformance, measurements.

use crate::program::{self, Outcome};
use crate::{node, paths};
use std::path::Path;
use std::process::Command;

/// Node.js in `tests/`, told where the built things lie.
pub(crate) fn node_in_tests() -> Outcome<Command> {
    let mut command = Command::new(node::program()?);
    command
        .current_dir(paths::tests())
        .env("DIST", paths::dist())
        .env("PKG", paths::pkg());
    Ok(command)
}

/// The types of the tests, and through them those of the JavaScript package.
pub(crate) fn check_types() -> Outcome {
    program::run(node_in_tests()?.args([
        "node_modules/typescript/bin/tsc",
        "--noEmit",
        "--project",
        "tsconfig.json",
    ]))
}

/// The same calls on the real Pi and on our package.
pub(crate) fn conformance() -> Outcome {
    program::run(node_in_tests()?.arg("conformance/run.mjs"))?;
    program::run(node_in_tests()?.arg("conformance/bundle.mjs"))?;
    program::run(node_in_tests()?.arg("conformance/repair.mjs"))
}

/// The package under hostile input, name by name, and as it is installed, in Node and in Chromium.
pub(crate) fn package(chromium: &Path) -> Outcome {
    program::run(
        node_in_tests()?
            .args(["--test", "--test-reporter=spec"])
            .args(["package/hostile.mjs", "package/names.mjs"])
            .arg("package/consumer.mjs")
            .env("CHROMIUM", chromium),
    )
}

/// The server that stands for model providers: as strict, and understood by their own clients.
pub(crate) fn providers() -> Outcome {
    program::run(node_in_tests()?.args([
        "--test",
        "--test-reporter=dot",
        "providers/clients.test.mjs",
        "providers/strict.test.mjs",
    ]))
}

/// The browser tests, with further arguments for Playwright.
pub(crate) fn browser(chromium: &Path, arguments: &[String]) -> Outcome {
    let mut playwright = node_in_tests()?;
    playwright
        .args([
            "node_modules/@playwright/test/cli.js",
            "test",
            "--config",
            "browser/playwright.config.ts",
        ])
        .args(arguments)
        .env("CHROMIUM", chromium);
    program::run(&mut playwright)
}

/// One measurement of `tests/bench`.
pub(crate) fn measure(chromium: &Path, script: &Path) -> Outcome {
    program::run(node_in_tests()?.arg(script).env("CHROMIUM", chromium))
}
