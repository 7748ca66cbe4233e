//! Waiting for long work: Python's lock is free meanwhile, Ctrl-C ends it, and a bar moves.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use banco::desk::Watch;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often Python is asked whether to go on.
pub const TICK: Duration = Duration::from_millis(50);

/// Does some work on a thread of its own. `progress` is called with how much is done and how much there is.
///
/// # Errors
/// Ctrl-C, or whatever `progress` raises. Work that does not look at its watch runs out by itself then, unheard.
pub fn wait<R: Send + 'static>(
    py: Python<'_>,
    watch: &Arc<Watch>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    let (tell, told) = channel();
    let told = Mutex::new(told);
    let begun = std::thread::Builder::new().name("banco".to_owned()).spawn(move || {
        // Whoever has gone away does not want it any more.
        let _ = tell.send(work());
    });
    begun.map_err(|error| PyRuntimeError::new_err(format!("cannot begin the work: {error}")))?;
    loop {
        let heard = py.detach(|| told.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK));
        let moved = match progress {
            Some(progress) => {
                let (done, all) = (watch.done.load(Ordering::Relaxed), watch.all.load(Ordering::Relaxed));
                progress.call1((done, all)).map(drop)
            }
            None => Ok(()),
        };
        match heard {
            Ok(result) => return moved.map(|()| result),
            Err(RecvTimeoutError::Timeout) => moved.and_then(|()| py.check_signals()).inspect_err(|_| {
                watch.stop.store(true, Ordering::Relaxed);
            })?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the work ended without a result"));
            }
        }
    }
}
