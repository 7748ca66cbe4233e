//! Long work on many threads, with a bar on a terminal; Ctrl-C, or the program that asks, ends it early.

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::asker::{self, Watch};
use crate::failure::Failure;

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// As many threads as asked for, or as the machine has.
pub fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// What is set when the work should end: by the program that asks, or by Ctrl-C.
pub fn stop() -> Result<Arc<Watch>, Failure> {
    if let Some(watch) = asker::watch() {
        return Ok(watch);
    }
    let watch = Arc::new(Watch::default());
    let handler = Arc::clone(&watch);
    ctrlc::set_handler(move || handler.stop.store(true, Ordering::Relaxed))
        .context("cannot watch for Ctrl-C")?;
    Ok(watch)
}

/// Does some work that counts what is done, with a bar on standard error if that is a terminal.
pub fn with_bar<R>(all: u64, what: &'static str, work: impl FnOnce(&AtomicU64) -> R) -> R {
    if let Some(watch) = asker::watch() {
        watch.all.store(all, Ordering::Relaxed);
        return work(&watch.done);
    }
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
