//! Measurements in Chromium: each script of `tests/bench` on the release build.

use crate::program::{Failure, Outcome, While};
use crate::tools::Tools;
use crate::{browser, javascript, node, package, paths, site};
use std::path::PathBuf;

/// Runs the scripts named, or all.
pub(crate) fn run(names: &[String]) -> Outcome {
    let scripts = choose(all()?, names)?;
    println!("==> tools");
    let tools = Tools::bring()?;
    println!("    {}", node::bring_test_packages()?);
    let chromium = browser::find()?;
    println!("    {}", chromium.note);
    println!("==> site");
    site::build_with(&tools)?;
    println!("==> package");
    package::build_with(&tools)?;
    for script in scripts {
        println!("==> {}", name_of(&script));
        javascript::measure(&chromium.program, &script)?;
    }
    Ok(())
}

fn all() -> Outcome<Vec<PathBuf>> {
    let folder = paths::tests().join("bench");
    let files = folder
        .read_dir()
        .or_fail(|| format!("read {}", folder.display()))?;
    let mut scripts: Vec<PathBuf> = files
        .flatten()
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mjs"))
        .collect();
    scripts.sort();
    Ok(scripts)
}

fn choose(scripts: Vec<PathBuf>, names: &[String]) -> Outcome<Vec<PathBuf>> {
    let known: Vec<String> = scripts.iter().map(name_of).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        return Err(Failure::new(format!(
            "there is no measurement `{unknown}`; there are: {}",
            known.join(", ")
        )));
    }
    Ok(scripts
        .into_iter()
        .filter(|script| names.is_empty() || names.contains(&name_of(script)))
        .collect())
}

fn name_of(script: &PathBuf) -> String {
    PathBuf::from(script)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
