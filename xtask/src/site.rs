//! The site: the release viewer, built by Trunk into `dist/`.

use crate::fresh::Stamp;
use crate::paths;
use crate::program::{self, Outcome};
use crate::tools::Tools;

const SOURCES: [&str; 8] = [
    "crates/session",
    "crates/viewer",
    "www",
    "Trunk.toml",
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    ".cargo/config.toml",
];

/// Brings the tools and builds what is not built.
pub(crate) fn build() -> Outcome {
    println!("==> tools");
    let tools = Tools::bring()?;
    println!("==> site");
    build_with(&tools)
}

/// Builds what is not built.
pub(crate) fn build_with(tools: &Tools) -> Outcome {
    let optimised = tools.wasm_opt().is_some();
    let how = if optimised {
        "with wasm-opt"
    } else {
        "without wasm-opt"
    };
    let stamp = Stamp::new("site", &SOURCES, how.to_owned());
    if paths::dist().join("index.html").is_file() && stamp.is_fresh() {
        println!("    dist/: up to date");
        return Ok(());
    }
    println!("    dist/: Trunk builds the release viewer, {how}");
    stamp.around(|| {
        let mut trunk = tools.trunk()?;
        trunk.args(["build", "--config", "Trunk.toml"]);
        if optimised {
            trunk.arg("--release");
        } else {
            // Trunk runs wasm-opt in what it calls a release; this is the same build without that.
            trunk.args(["--release", "false", "--cargo-profile", "release"]);
        }
        program::run(&mut trunk)
    })
}
