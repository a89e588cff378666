//! Counts the steps that sessions of extreme shapes take, at a size and at twice that, and fails
//! where those of any part of the work grow faster than the input. Printed are the steps of the
//! larger, and the part that grows most.
//!
//! `cargo run --release --example growth`, in this folder; any Rust will do.

use pi_session_fuzz::families;
use pi_session_fuzz::growth::Family;
use pi_session_fuzz::steps;

const TIMES: usize = 4_000;
/// Parts with fewer steps are not the ones that grow.
const WORTH_A_LOOK: u64 = 100_000;

fn main() {
    if !steps::are_counted() {
        eprintln!(
            "No steps are counted: run this in the folder fuzz/, whose .cargo/config.toml has the flags for it."
        );
        std::process::exit(2);
    }
    let mut failed = false;
    for (name, beginning, pattern, end) in families::all() {
        let family = Family {
            beginning: beginning.as_bytes(),
            pattern: pattern.as_bytes(),
            end: end.as_bytes(),
        };
        let parts = family.growth(TIMES);
        let twice: u64 = parts.iter().map(|growth| growth.twice).sum();
        let worst = parts
            .iter()
            .filter(|growth| growth.once > WORTH_A_LOOK)
            .max_by(|one, other| one.factor().total_cmp(&other.factor()));
        let worst = worst.map_or(String::new(), |growth| {
            format!("x{:.2} {}", growth.factor(), growth.part)
        });
        println!("{name:<28} {twice:>12}  {worst}");
        for growth in parts.iter().filter(|growth| !growth.is_linear()) {
            failed = true;
            println!("    SUPERLINEAR {growth}");
        }
    }
    std::process::exit(i32::from(failed));
}
