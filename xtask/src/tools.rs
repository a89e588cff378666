//! The tools a build needs: the WebAssembly target, Trunk, wasm-bindgen, wasm-opt.
//!
//! What is missing is brought into `.tools`; what the machine has in the right
//! version is taken as it is.

use crate::program::{self, Failure, Outcome, While};
use crate::{node, paths, versions};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target that everything for the browser is compiled for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The tools of a build, there and of the right version.
pub(crate) struct Tools {
    trunk: PathBuf,
    wasm_bindgen: PathBuf,
    /// Absent where there is no Node.js to bring it.
    wasm_opt: Option<PathBuf>,
}

impl Tools {
    /// Brings whatever is missing.
    pub(crate) fn bring() -> Outcome<Self> {
        bring_target()?;
        let wasm_bindgen = bring_by_cargo(&WASM_BINDGEN)?;
        let trunk = bring_by_cargo(&TRUNK)?;
        remove_build_folder()?;
        let wasm_opt = bring_wasm_opt()?;
        Ok(Self {
            trunk,
            wasm_bindgen,
            wasm_opt,
        })
    }

    /// Trunk, with the other tools on its path.
    pub(crate) fn trunk(&self) -> Outcome<Command> {
        let mut command = Command::new(&self.trunk);
        // This Trunk refuses to start where NO_COLOR is "1".
        command
            .current_dir(paths::root())
            .env("PATH", self.path()?)
            .env("TRUNK_SKIP_VERSION_CHECK", "true")
            .env_remove("NO_COLOR");
        Ok(command)
    }

    pub(crate) fn wasm_bindgen(&self) -> Command {
        let mut command = Command::new(&self.wasm_bindgen);
        command.current_dir(paths::root());
        command
    }

    pub(crate) fn wasm_opt(&self) -> Option<Command> {
        let mut command = Command::new(self.wasm_opt.as_ref()?);
        command.current_dir(paths::root());
        Some(command)
    }

    fn path(&self) -> Outcome<OsString> {
        let programs = [Some(&self.wasm_bindgen), self.wasm_opt.as_ref()];
        let folders: Vec<PathBuf> = programs
            .into_iter()
            .flatten()
            .filter_map(|program| program.parent().map(Path::to_path_buf))
            .collect();
        program::path_with(&folders)
    }
}

/// A tool that Cargo installs from source.
struct CargoTool {
    name: &'static str,
    package: &'static str,
    version: &'static str,
    arguments: &'static [&'static str],
}

const WASM_BINDGEN: CargoTool = CargoTool {
    name: "wasm-bindgen",
    package: "wasm-bindgen-cli",
    version: versions::WASM_BINDGEN,
    arguments: &["--bin", "wasm-bindgen"],
};

// Without its default features Trunk can neither download tools nor look for
// updates of its own: it compiles sooner, and a build never leaves the machine.
const TRUNK: CargoTool = CargoTool {
    name: "trunk",
    package: "trunk",
    version: versions::TRUNK,
    arguments: &["--locked", "--no-default-features"],
};

fn bring_target() -> Outcome {
    if has_target() {
        println!("    {TARGET}: there");
        return Ok(());
    }
    println!("    {TARGET}: asking rustup for it");
    program::run(
        Command::new("rustup")
            .args(["target", "add", TARGET])
            .current_dir(paths::root()),
    )
}

fn has_target() -> bool {
    let mut rustc = Command::new("rustc");
    rustc
        .args(["--print", "target-libdir", "--target", TARGET])
        .current_dir(paths::root());
    program::run_quietly(&mut rustc).is_ok_and(|folder| {
        Path::new(folder.trim())
            .read_dir()
            .is_ok_and(|mut files| files.next().is_some())
    })
}

fn bring_by_cargo(tool: &CargoTool) -> Outcome<PathBuf> {
    let own = paths::program_in(&paths::tools().join("bin"), tool.name);
    let found = [own, paths::program_on_path(tool.name)]
        .into_iter()
        .flatten()
        .find(|path| version_of(path).is_some_and(|version| version == tool.version));
    if let Some(path) = found {
        println!("    {} {}: there", tool.name, tool.version);
        return Ok(path);
    }
    println!(
        "    {} {}: compiling it; this takes some minutes, once",
        tool.name, tool.version
    );
    let mut install = program::cargo();
    install
        .args([
            "install",
            tool.package,
            "--version",
            &format!("={}", tool.version),
        ])
        .args(tool.arguments)
        // A tool needs no optimised build and nothing for a debugger.
        .args(["--debug", "--force", "--root"])
        .arg(paths::tools())
        .arg("--target-dir")
        .arg(build_folder())
        .env("CARGO_PROFILE_DEV_DEBUG", "0");
    if !std::io::stdout().is_terminal() {
        install.arg("--quiet");
    }
    program::run(&mut install)?;
    paths::program_in(&paths::tools().join("bin"), tool.name).ok_or_else(|| {
        Failure::new(format!(
            "Cargo installed {} but left no program",
            tool.package
        ))
    })
}

/// The second word of what it says to `--version`.
fn version_of(program: &Path) -> Option<String> {
    let said = program::run_quietly(
        Command::new(program)
            .arg("--version")
            .env_remove("NO_COLOR"),
    )
    .ok()?;
    said.split_whitespace().nth(1).map(str::to_owned)
}

/// Both tools are compiled in one folder: they share many crates.
fn build_folder() -> PathBuf {
    paths::tools().join("build")
}

fn remove_build_folder() -> Outcome {
    let folder = build_folder();
    if !folder.exists() {
        return Ok(());
    }
    std::fs::remove_dir_all(&folder).or_fail(|| format!("remove {}", folder.display()))
}

fn bring_wasm_opt() -> Outcome<Option<PathBuf>> {
    let folder = paths::tools().join("wasm-opt");
    let own = folder.join("node_modules/.bin/wasm-opt");
    let right = |path: &Path| {
        let said = program::run_quietly(Command::new(path).arg("--version")).unwrap_or_default();
        said.split_whitespace().nth(2) == Some(versions::BINARYEN)
    };
    let found = [Some(own.clone()), paths::program_on_path("wasm-opt")]
        .into_iter()
        .flatten()
        .find(|path| right(path));
    if let Some(path) = found {
        println!("    wasm-opt {}: there", versions::BINARYEN);
        return Ok(Some(path));
    }
    let Some(npm) = node::npm() else {
        println!(
            "    wasm-opt {}: Node.js and npm would bring it, but are not here; going on unoptimised",
            versions::BINARYEN
        );
        return Ok(None);
    };
    println!("    wasm-opt {}: npm brings it", versions::BINARYEN);
    std::fs::create_dir_all(&folder).or_fail(|| format!("make {}", folder.display()))?;
    for file in ["package.json", "package-lock.json"] {
        let from = paths::root().join("xtask/wasm-opt").join(file);
        std::fs::copy(&from, folder.join(file)).or_fail(|| format!("copy {}", from.display()))?;
    }
    node::install(npm, &folder)?;
    if right(&own) {
        return Ok(Some(own));
    }
    Err(Failure::new(format!(
        "npm brought a wasm-opt that is not version {}",
        versions::BINARYEN
    )))
}
