//! Long work on many threads, with a bar on a terminal.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// As many threads as asked for, or as the machine has.
pub fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Does some work that counts what is done, with a bar on standard error if that is a terminal.
pub fn with_bar<R>(all: u64, what: &'static str, work: impl FnOnce(&AtomicU64) -> R) -> R {
    let (done, finished) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        if std::io::stderr().is_terminal() {
            scope.spawn(|| bar(all, what, &done, &finished));
        }
        let result = work(&done);
        finished.store(true, Ordering::Relaxed);
        result
    })
}

/// A bar with rate and time left, until all is finished.
fn bar(all: u64, what: &'static str, done: &AtomicU64, finished: &AtomicBool) {
    let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} {msg}, {per_sec}, {eta} left");
    bar.set_message(what);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    while !finished.load(Ordering::Relaxed) {
        bar.set_position(done.load(Ordering::Relaxed));
        std::thread::sleep(TICK);
    }
    bar.finish_and_clear();
}
