//! Running, with a bar on a terminal.

use banco_sim::shuffle::Lab;
use banco_sim::shuffle::report::Report;

use crate::progress;

/// Carries the procedure out and sums up.
pub fn run(lab: &Lab, threads: Option<usize>) -> Report {
    let threads = progress::threads(threads);
    let tally = progress::with_bar(lab.trials, "shuffles", |done| lab.run(threads, done));
    Report::new(lab, &tally)
}
