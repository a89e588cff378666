//! The JavaScript package: `crates/session-wasm` as an ES module in `pkg/`.

use crate::fresh::Stamp;
use crate::paths;
use crate::program::{self, Failure, Outcome, While};
use crate::tools::{self, Tools};
use std::path::Path;

const NAME: &str = "pi-session";
const SOURCES: [&str; 6] = [
    "crates/session",
    "crates/session-wasm",
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    ".cargo/config.toml",
];

/// Brings the tools and builds what is not built.
pub(crate) fn build() -> Outcome {
    println!("==> tools");
    let tools = Tools::bring()?;
    println!("==> package");
    build_with(&tools)
}

/// Builds what is not built.
pub(crate) fn build_with(tools: &Tools) -> Outcome {
    let how = if tools.wasm_opt().is_some() {
        "with wasm-opt"
    } else {
        "without wasm-opt"
    };
    let stamp = Stamp::new("package", &SOURCES, how.to_owned());
    if paths::pkg().join("package.json").is_file() && stamp.is_fresh() {
        println!("    pkg/: up to date");
        return Ok(());
    }
    println!("    pkg/: building the JavaScript package, {how}");
    stamp.around(|| {
        program::run(program::cargo().args([
            "build",
            "--release",
            "--package",
            "pi-session-wasm",
            "--target",
            tools::TARGET,
        ]))?;
        empty(&paths::pkg())?;
        bind(tools)?;
        explain_misuse()?;
        optimise(tools)?;
        copy_all(
            &paths::root().join("crates/session-wasm/npm"),
            &paths::pkg(),
        )?;
        for licence in ["LICENSE", "LICENSE-MIT", "LICENSE-APACHE"] {
            copy(&paths::root().join(licence), &paths::pkg().join(licence))?;
        }
        check()
    })
}

fn bind(tools: &Tools) -> Outcome {
    let module = paths::target()
        .join(tools::TARGET)
        .join("release/pi_session_wasm.wasm");
    let mut bindgen = tools.wasm_bindgen();
    bindgen
        .args(["--target", "web", "--out-name", NAME, "--out-dir"])
        .arg(paths::pkg())
        .arg(module);
    program::run(&mut bindgen)
}

/// How the glue throws at a handle that may not be used, and how it is to: as all else of the package does.
const BARE: &str = "throw new Error(getStringFromWasm0(arg0, arg1));";
const EXPLAINED: &str = r#"const said = getStringFromWasm0(arg0, arg1);
            const message = said.startsWith("null pointer")
                ? "This was used after its free(). Make it anew from its bytes, and free it when nothing uses it any more."
                : `This may not be called here: ${said}.`;
            throw Object.assign(new Error(message), { name: "SessionError", code: "bad-argument" });"#;

/// A handle that was freed is a null pointer to wasm-bindgen, which says so in words that help nobody.
fn explain_misuse() -> Outcome {
    let path = paths::pkg().join(format!("{NAME}.js"));
    let glue = std::fs::read_to_string(&path).or_fail(|| format!("read {}", path.display()))?;
    if glue.matches(BARE).count() != 1 {
        return Err(Failure::new(format!(
            "{} was to hold this once, for misuse of a handle to be explained: {BARE}",
            path.display()
        )));
    }
    std::fs::write(&path, glue.replace(BARE, EXPLAINED))
        .or_fail(|| format!("write {}", path.display()))
}

fn optimise(tools: &Tools) -> Outcome {
    let Some(mut wasm_opt) = tools.wasm_opt() else {
        return Ok(());
    };
    let module = paths::pkg().join(format!("{NAME}_bg.wasm"));
    wasm_opt
        .arg("-O3")
        .arg(&module)
        .arg("--output")
        .arg(&module);
    program::run(&mut wasm_opt)
}

/// What an importer needs is there.
fn check() -> Outcome {
    let needed = [
        "package.json".to_owned(),
        "README.md".to_owned(),
        format!("{NAME}.js"),
        format!("{NAME}.d.ts"),
        format!("{NAME}_bg.wasm"),
    ];
    match needed
        .into_iter()
        .find(|file| !paths::pkg().join(file).is_file())
    {
        None => Ok(()),
        Some(file) => Err(Failure::new(format!("the package lacks {file}"))),
    }
}

fn empty(folder: &Path) -> Outcome {
    if folder.exists() {
        std::fs::remove_dir_all(folder).or_fail(|| format!("empty {}", folder.display()))?;
    }
    std::fs::create_dir_all(folder).or_fail(|| format!("make {}", folder.display()))
}

fn copy_all(from: &Path, to: &Path) -> Outcome {
    let files = from
        .read_dir()
        .or_fail(|| format!("read {}", from.display()))?;
    for file in files.flatten() {
        copy(&file.path(), &to.join(file.file_name()))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Outcome {
    std::fs::copy(from, to)
        .or_fail(|| format!("copy {}", from.display()))
        .map(|_| ())
}
