//! The command line: which command is wanted, and what it says about itself.
//!
//! Each command lives in its own module and sets up all that it needs; nothing
//! here builds, runs or checks anything.

mod bench;
mod browser;
mod checks;
mod fresh;
mod javascript;
mod lints;
mod node;
mod package;
mod paths;
mod program;
mod serve;
mod site;
mod size;
mod steps;
mod test;
mod tools;
mod versions;

use program::{Failure, Outcome};
use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask <command>

Commands:
  serve      build the viewer and serve it; prints the address
               --port <number>   another port than 8080
  build      build the release site into dist/
  test       run every check, as CI does
               cargo xtask test <step>...   only these steps and what they need
               cargo xtask test --list      the steps, a line each
               cargo xtask test browser -- <arguments for Playwright>
  package    build the JavaScript package into pkg/
  bench      measure in Chromium: all of tests/bench, or those named
  size       gzipped sizes of what a first visit downloads

Each command brings what it needs, says what it does, and skips what is done.
All need rustup and a C linker. Node.js with npm makes the site and the package
smaller (it brings wasm-opt); test and bench need it, and a Chromium.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nerror: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Outcome {
    let Some((command, rest)) = arguments.split_first() else {
        print!("{HELP}");
        return Ok(());
    };
    if rest
        .iter()
        .take_while(|argument| *argument != "--")
        .any(|argument| argument == "--help")
    {
        print!("{HELP}");
        return Ok(());
    }
    match command.as_str() {
        "serve" => serve::run(rest),
        "build" => no_arguments(command, rest).and_then(|()| site::build()),
        "test" => test::run(rest),
        "package" => no_arguments(command, rest).and_then(|()| package::build()),
        "bench" => bench::run(rest),
        "size" => no_arguments(command, rest).and_then(|()| size::run()),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(Failure::new(format!(
            "there is no command `{other}`\n\n{HELP}"
        ))),
    }
}

fn no_arguments(command: &str, rest: &[String]) -> Outcome {
    match rest.first() {
        None => Ok(()),
        Some(argument) => Err(Failure::new(format!(
            "`{command}` takes no argument `{argument}`"
        ))),
    }
}
