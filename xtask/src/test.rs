//! Every check of the project, as CI runs them.

use crate::program::{Failure, Outcome};
use crate::steps::{self, Step};
use crate::tools::Tools;
use crate::{browser, checks, javascript, lints, node, package, site, size};
use std::thread::JoinHandle;

/// What steps hand on to later ones.
#[derive(Default)]
struct Context {
    tools: Option<Tools>,
    chromium: Option<browser::Found>,
    /// Brought in the background from the start: it waits for the network, not for a processor.
    packages_coming: Option<JoinHandle<Outcome<&'static str>>>,
    chromium_coming: Option<JoinHandle<Outcome<browser::Found>>>,
    for_playwright: Vec<String>,
}

static STEPS: [Step<Context>; 21] = [
    Step::new(
        "dependencies",
        "crates as the lock file lists them",
        &[],
        |_| checks::dependencies(),
    ),
    Step::new("format", "rustfmt", &[], |_| checks::format()),
    Step::new("lints", "our own rules on the sources", &[], |_| {
        lints::sources::check()
    }),
    Step::new("licences", "of the crates we ship", CRATES, |_| {
        lints::licences::check()
    }),
    Step::new("clippy", "for this machine", CRATES, |_| checks::clippy()),
    Step::new("unit", "native tests", CRATES, |_| checks::unit()),
    Step::new("fuzz", "changed inputs, counted steps", CRATES, |_| {
        checks::fuzz()
    }),
    Step::new("docs", "rustdoc", CRATES, |_| checks::documentation()),
    Step::new("tools", "what builds for the browser", CRATES, bring_tools),
    Step::new("clippy-wasm", "for the browser", TOOLS, |_| {
        checks::clippy_for_the_browser()
    }),
    Step::new("site", "the release viewer", TOOLS, |context| {
        site::build_with(tools(context)?)
    }),
    Step::new("policy", "what dist/ lets a page do", &["site"], |_| {
        lints::policy::check()
    }),
    Step::new("package", "for JavaScript", TOOLS, |context| {
        package::build_with(tools(context)?)
    }),
    Step::new("size", "what is downloaded", &["site", "package"], |_| {
        size::report()
    }),
    Step::new("npm", "packages of the tests", &[], bring_packages),
    Step::new("types", "TypeScript", &["npm", "package"], |_| {
        javascript::check_types()
    }),
    Step::new("conformance", "Pi and ours", &["npm", "package"], |_| {
        javascript::conformance()
    }),
    Step::new(
        "providers",
        "a server that stands for them",
        &["npm"],
        |_| javascript::providers(),
    ),
    Step::new("chromium", "a browser", &[], bring_chromium),
    Step::new(
        "installed",
        "the package in Node and Chromium",
        &["npm", "package", "chromium"],
        |context| javascript::package(&found_chromium(context)?.program),
    ),
    Step::new(
        "browser",
        "Playwright",
        &["npm", "chromium", "site"],
        run_browser_tests,
    ),
];

const CRATES: &[&str] = &["dependencies"];
const TOOLS: &[&str] = &["tools"];

/// Runs the steps named, or all; what follows `--` is for Playwright.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let mut parts = arguments.splitn(2, |argument| argument == "--");
    let names = parts.next().unwrap_or_default();
    let for_playwright = parts.next().unwrap_or_default().to_vec();
    if names == ["--list"] {
        for step in &STEPS {
            println!("{:<14} {}", step.name, step.about);
        }
        return Ok(());
    }
    let chosen = steps::choose(&STEPS, names)?;
    let wanted = |name: &str| chosen.iter().any(|step| step.name == name);
    let mut context = Context {
        packages_coming: wanted("npm").then(|| std::thread::spawn(node::bring_test_packages)),
        chromium_coming: wanted("chromium").then(|| std::thread::spawn(browser::find)),
        for_playwright,
        ..Context::default()
    };
    let outcome = steps::run(&chosen, &mut context);
    if chosen.len() < STEPS.len() {
        println!(
            "    {} of {} steps were asked for",
            chosen.len(),
            STEPS.len()
        );
    }
    outcome
}

fn bring_tools(context: &mut Context) -> Outcome {
    context.tools = Some(Tools::bring()?);
    Ok(())
}

fn bring_packages(context: &mut Context) -> Outcome {
    println!("    {}", arrival(context.packages_coming.take())?);
    Ok(())
}

fn bring_chromium(context: &mut Context) -> Outcome {
    let found = arrival(context.chromium_coming.take())?;
    println!("    {}", found.note);
    context.chromium = Some(found);
    Ok(())
}

fn run_browser_tests(context: &mut Context) -> Outcome {
    javascript::browser(&found_chromium(context)?.program, &context.for_playwright)
}

fn found_chromium(context: &Context) -> Outcome<&browser::Found> {
    context
        .chromium
        .as_ref()
        .ok_or_else(|| Failure::new("no Chromium was found"))
}

fn tools(context: &Context) -> Outcome<&Tools> {
    context
        .tools
        .as_ref()
        .ok_or_else(|| Failure::new("the tools were not brought"))
}

fn arrival<T>(coming: Option<JoinHandle<Outcome<T>>>) -> Outcome<T> {
    coming
        .and_then(|handle| handle.join().ok())
        .unwrap_or_else(|| Err(Failure::new("it was never asked for, or broke off")))
}
