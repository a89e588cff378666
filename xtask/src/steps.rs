//! Running named steps in order, and the table of how each went.

use crate::program::{Failure, Outcome};
use std::time::{Duration, Instant};

/// One step of a longer command.
pub(crate) struct Step<C> {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// Steps without which this one makes no sense; they stand before it.
    pub(crate) needs: &'static [&'static str],
    pub(crate) work: fn(&mut C) -> Outcome,
}

impl<C> Step<C> {
    pub(crate) const fn new(
        name: &'static str,
        about: &'static str,
        needs: &'static [&'static str],
        work: fn(&mut C) -> Outcome,
    ) -> Self {
        Self {
            name,
            about,
            needs,
            work,
        }
    }
}

enum Result {
    Passed,
    Failed(Failure),
    NotRun(&'static str),
}

struct Report {
    name: &'static str,
    result: Result,
    time: Duration,
}

/// The steps named, and all that they need; all steps where none is named.
pub(crate) fn choose<C>(
    steps: &'static [Step<C>],
    names: &[String],
) -> Outcome<Vec<&'static Step<C>>> {
    if let Some(unknown) = names
        .iter()
        .find(|name| steps.iter().all(|step| step.name != **name))
    {
        let known: Vec<_> = steps.iter().map(|step| step.name).collect();
        return Err(Failure::new(format!(
            "there is no step `{unknown}`; there are: {}",
            known.join(", ")
        )));
    }
    let mut wanted: Vec<&str> = names.iter().map(String::as_str).collect();
    // A need stands before its step, so one walk from the end finds all.
    for step in steps.iter().rev() {
        if wanted.contains(&step.name) {
            wanted.extend(step.needs);
        }
    }
    Ok(steps
        .iter()
        .filter(|step| names.is_empty() || wanted.contains(&step.name))
        .collect())
}

/// Runs them all, whatever fails, but for those whose needs failed; then says how each went.
pub(crate) fn run<C>(steps: &[&Step<C>], context: &mut C) -> Outcome {
    let begun = Instant::now();
    let mut reports: Vec<Report> = Vec::new();
    for step in steps {
        let missing = step.needs.iter().find(|need| {
            reports
                .iter()
                .any(|report| report.name == **need && !report.passed())
        });
        let begun = Instant::now();
        let result = match missing {
            Some(need) => Result::NotRun(need),
            None => perform(step, context),
        };
        reports.push(Report {
            name: step.name,
            result,
            time: begun.elapsed(),
        });
    }
    println!("\n==> how it went");
    for report in &reports {
        println!("    {report}");
    }
    println!(
        "    {:<14} {:>7.1} s",
        "together",
        begun.elapsed().as_secs_f64()
    );
    let failed: Vec<_> = reports
        .iter()
        .filter(|report| !report.passed())
        .map(|report| report.name)
        .collect();
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "these steps did not pass: {}",
        failed.join(", ")
    )))
}

fn perform<C>(step: &Step<C>, context: &mut C) -> Result {
    println!("==> {}: {}", step.name, step.about);
    match (step.work)(context) {
        Ok(()) => Result::Passed,
        Err(failure) => {
            println!("    FAILED: {failure}");
            Result::Failed(failure)
        }
    }
}

impl Report {
    fn passed(&self) -> bool {
        matches!(self.result, Result::Passed)
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "{:<14} {:>7.1} s  ",
            self.name,
            self.time.as_secs_f64()
        )?;
        match &self.result {
            Result::Passed => write!(formatter, "passed"),
            Result::Failed(failure) => {
                let sentence = failure.to_string();
                write!(
                    formatter,
                    "FAILED: {}",
                    sentence.lines().next().unwrap_or_default()
                )
            }
            Result::NotRun(need) => write!(formatter, "NOT RUN, for `{need}` did not pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Seen = Vec<&'static str>;

    static STEPS: [Step<Seen>; 4] = [
        Step::new("one", "", &[], |seen| note(seen, "one")),
        Step::new("two", "", &["one"], |_| Err(Failure::new("two is wrong"))),
        Step::new("three", "", &["two"], |seen| note(seen, "three")),
        Step::new("four", "", &[], |seen| note(seen, "four")),
    ];

    fn note(seen: &mut Seen, name: &'static str) -> Outcome {
        if seen.contains(&name) {
            return Err(Failure::new("it ran twice"));
        }
        seen.push(name);
        Ok(())
    }

    fn names(wanted: &[&str]) -> Vec<&'static str> {
        let wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
        choose(&STEPS, &wanted)
            .unwrap()
            .iter()
            .map(|step| step.name)
            .collect()
    }

    #[test]
    fn a_step_brings_what_it_needs() {
        assert_eq!(names(&["three"]), ["one", "two", "three"]);
        assert_eq!(names(&["four"]), ["four"]);
        assert_eq!(names(&[]), ["one", "two", "three", "four"]);
        assert!(choose(&STEPS, &["five".to_owned()]).is_err());
    }

    #[test]
    fn a_failure_stops_only_what_rests_on_it() {
        let mut seen = Vec::new();
        let failure = run(&choose(&STEPS, &[]).unwrap(), &mut seen).unwrap_err();
        assert_eq!(seen, ["one", "four"]);
        assert_eq!(failure.to_string(), "these steps did not pass: two, three");
    }
}
