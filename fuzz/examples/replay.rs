//! Gives every target what is kept for it and what chance makes of that, the same in every run.
//!
//! `cargo run --profile replay --no-default-features --example replay`, in this folder; any Rust will
//! do, and no fuzzer is needed. `cargo xtask test fuzz` is the same.
//!
//! Behind `--`, files are given to the target that is named first: `replay -- parse crash-1`.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use pi_session_fuzz::chance::Chance;
use pi_session_fuzz::{families, targets};

const SEED: u64 = 20_260_101;

/// What is tried with a target: its name, how many changed inputs, how long they are at most.
const TRIALS: [(&str, usize, usize); 7] = [
    ("parse", 2_000, 4_000),
    ("operations", 800, 1_200),
    ("markdown", 15_000, 4_000),
    ("redact", 1_500, 4_000),
    ("zip", 20_000, 4_000),
    ("stream", 8_000, 6_000),
    ("steps", 30, 300),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let outcome = match arguments.next() {
        Some(name) => again(&name, arguments),
        None => TRIALS.into_iter().try_for_each(|(name, changed, longest)| {
            let trial = Trial::new(name)?;
            trial.run(changed, longest)
        }),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

/// The files that somebody names.
fn again(name: &str, files: impl Iterator<Item = String>) -> Result<(), String> {
    let trial = Trial::new(name)?;
    for file in files {
        trial.give(&read(Path::new(&file))?, &file)?;
        println!("{name} takes {file}");
    }
    Ok(())
}

struct Trial {
    name: &'static str,
    target: fn(&[u8]),
}

impl Trial {
    fn new(name: &str) -> Result<Self, String> {
        let found = targets::ALL.into_iter().find(|(known, _)| *known == name);
        let (name, target) = found.ok_or_else(|| {
            let known: Vec<&str> = targets::ALL.iter().map(|(name, _)| *name).collect();
            format!(
                "There is no target {name:?}. Expected one of: {}.",
                known.join(", ")
            )
        })?;
        Ok(Self { name, target })
    }

    /// What is kept, then what chance makes of it.
    fn run(&self, changed: usize, longest: usize) -> Result<(), String> {
        let start = Instant::now();
        let kept = self.kept()?;
        for (path, input) in &kept {
            self.give(input, &path.display().to_string())?;
        }
        let inputs: Vec<Vec<u8>> = kept.into_iter().map(|(_, input)| input).collect();
        let mut chance = Chance::new(SEED, self.name);
        for number in 0..changed {
            let input = chance.change(&inputs, longest);
            self.give(&input, &format!("changed input {number}"))?;
        }
        println!(
            "{:<12} {:>4} kept and {changed:>6} changed inputs in {:.1} s",
            self.name,
            inputs.len(),
            start.elapsed().as_secs_f64()
        );
        Ok(())
    }

    /// The fixtures of the tests, and what is kept for this target alone.
    fn kept(&self) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut folders = vec![here.join("seeds").join(self.name)];
        if matches!(self.name, "parse" | "operations" | "redact") {
            folders.push(here.join("../tests/fixtures"));
        }
        if self.name == "stream" {
            let answers = here.join("../tests/providers/answers");
            folders
                .extend(["anthropic", "chat", "responses", "gemini"].map(|api| answers.join(api)));
        }
        let mut kept = Vec::new();
        if self.name == "steps" {
            for (name, beginning, pattern, end) in families::all() {
                let input = [beginning, pattern, end].join("\0").into_bytes();
                kept.push((PathBuf::from(name), input));
            }
        }
        for folder in folders {
            let listed = fs::read_dir(&folder)
                .map_err(|error| format!("{} cannot be listed: {error}", folder.display()))?;
            let mut paths: Vec<PathBuf> = listed
                .filter_map(Result::ok)
                .map(|file| file.path())
                .filter(|path| path.is_file())
                .collect();
            paths.sort();
            for path in paths {
                let bytes = read(&path)?;
                kept.push((path, bytes));
            }
        }
        if kept.is_empty() {
            return Err(format!("Nothing is kept for the target {}.", self.name));
        }
        Ok(kept)
    }

    /// Gives an input to the target; one that ends it is written down.
    fn give(&self, input: &[u8], what: &str) -> Result<(), String> {
        if catch_unwind(AssertUnwindSafe(|| (self.target)(input))).is_ok() {
            return Ok(());
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("artifacts")
            .join(self.name);
        let file = folder.join(format!(
            "replay-{}",
            what.rsplit([' ', '/']).next().unwrap_or("input")
        ));
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&file, input));
        let place = match written {
            Ok(()) => format!("The input is {}", file.display()),
            Err(error) => format!("It could not be written down: {error}"),
        };
        Err(format!(
            "The target {} failed on {what}; why stands above. {place}.",
            self.name
        ))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
}
