//! Running, with a bar on a terminal.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use banco_sim::shuffle::Lab;
use banco_sim::shuffle::report::Report;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// Carries the procedure out and sums up.
pub fn run(lab: &Lab, threads: Option<usize>) -> Report {
    let usual = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = threads.unwrap_or_else(usual);
    let (done, finished) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        if std::io::stderr().is_terminal() {
            scope.spawn(|| progress(lab.trials, &done, &finished));
        }
        let tally = lab.run(threads, &done);
        finished.store(true, Ordering::Relaxed);
        Report::new(lab, &tally)
    })
}

/// A bar on standard error, until all is finished.
fn progress(shuffles: u64, done: &AtomicU64, finished: &AtomicBool) {
    let bar = ProgressBar::with_draw_target(Some(shuffles), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} shuffles, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    while !finished.load(Ordering::Relaxed) {
        bar.set_position(done.load(Ordering::Relaxed));
        std::thread::sleep(TICK);
    }
    bar.finish_and_clear();
}
