//! House edges for arrays of shoes: read where they lie, by all cores.

use std::ffi::OsString;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use banco::desk::{self, BadRow, Edges, Watch};
use banco::failure::Failure;
use banco_rulebook::Diagnostic;
use numpy::{PyArray1, PyReadonlyArray2, PyUntypedArrayMethods as _, ToPyArray as _};
use pyo3::prelude::*;

use crate::Notes;
use crate::failure::raised;
use crate::wait::TICK;

/// How many rows a core takes at once.
const BLOCK: usize = 1024;

/// How many of them are counted before anybody may interrupt.
const STEP: usize = 64;

/// The edges of a wager from each row of an array; `words` are those of `banco odds`.
#[pyfunction]
pub fn edges<'py>(
    py: Python<'py>,
    words: Vec<OsString>,
    compositions: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyArray1<f64>>, Notes)> {
    let watch = Arc::new(Watch::default());
    let (edges, kept) = py.detach(|| desk::edges(&words, &watch));
    let edges = edges.map_err(|failure| raised(py, &failure))?;
    let found = any_type(py, &edges, compositions)?;
    Ok((found.to_pyarray(py), kept.notes))
}

/// Whole numbers of every width are read as they are.
fn any_type(py: Python<'_>, edges: &Edges, array: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    macro_rules! try_types {
        ($($number:ty),*) => {
            $(if let Ok(array) = array.extract::<PyReadonlyArray2<'_, $number>>() {
                return typed(py, edges, &array);
            })*
        };
    }
    try_types!(u8, i64, i32, u16, i16, u32, u64, i8);
    let message = "`compositions` is no array of whole numbers with a row for each shoe";
    let hint = "make one with `numpy.array(shoes, dtype=numpy.int64)`, of 10, 13 or 52 columns";
    Err(bad(py, message.to_owned(), hint))
}

fn typed<T>(py: Python<'_>, edges: &Edges, array: &PyReadonlyArray2<'_, T>) -> PyResult<Vec<f64>>
where
    T: numpy::Element + Copy + Sync + Display + TryInto<u16>,
{
    let (rows, width) = match array.shape() {
        [rows, width @ (10 | 13 | 52)] => (*rows, *width),
        shape => {
            let columns = shape.get(1).copied().unwrap_or_default();
            let message = format!("a shoe has 10, 13 or 52 counts, and the array has {columns} columns");
            let hint = "10: values 0 to 9; 13: ranks ace to king; 52: clubs, diamonds, hearts, spades, each ace to king";
            return Err(bad(py, message, hint));
        }
    };
    // What lies column by column is a slice, too, but not of shoes.
    let counts = array.as_slice().ok().filter(|_| array.is_c_contiguous());
    let Some(counts) = counts else {
        let message = "`compositions` does not lie row by row in memory".to_owned();
        return Err(bad(py, message, "use `numpy.ascontiguousarray(compositions)`"));
    };
    let mut found = vec![f64::NAN; rows];
    let done = py.detach(|| fill(edges, counts, width, &mut found));
    match done {
        Ok(None) => Ok(found),
        Ok(Some(BadRow { row, message })) => {
            Err(bad(py, format!("row {row}: {message}"), "rows and columns are counted from 0"))
        }
        Err(error) => Err(error),
    }
}

/// Fills in the edges by all cores; the first bad row, if there is one.
fn fill<T>(edges: &Edges, counts: &[T], width: usize, found: &mut [f64]) -> PyResult<Option<BadRow>>
where
    T: Copy + Sync + Display + TryInto<u16>,
{
    let (stop, busy) = (AtomicBool::new(false), AtomicUsize::new(0));
    let interrupted = AtomicBool::new(false);
    let bad: Mutex<Option<BadRow>> = Mutex::new(None);
    let blocks = counts.chunks(BLOCK * width).zip(found.chunks_mut(BLOCK)).enumerate();
    let blocks = Mutex::new(blocks);
    let work = || {
        let next = || blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some((block, (counts, found))) = next().filter(|_| !stop.load(Ordering::Relaxed)) {
            let steps = counts.chunks(STEP * width).zip(found.chunks_mut(STEP)).enumerate();
            for (step, (counts, found)) in steps {
                // Some wagers take milliseconds a shoe, and whoever interrupts does not wait for a whole block.
                if interrupted.load(Ordering::Relaxed) {
                    break;
                }
                let Err(row) = one_step(edges, counts, width, found) else { continue };
                let row = BadRow { row: row.row + block * BLOCK + step * STEP, ..row };
                let mut bad = bad.lock().unwrap_or_else(PoisonError::into_inner);
                if bad.as_ref().is_none_or(|known| row.row < known.row) {
                    *bad = Some(row);
                }
                stop.store(true, Ordering::Relaxed);
                break;
            }
        }
        busy.fetch_sub(1, Ordering::Relaxed);
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = cores.min(counts.len().div_ceil(BLOCK * width)).max(1);
    busy.store(most, Ordering::Relaxed);
    let mut asked = Ok(());
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (0..most).map(|_| scope.spawn(work)).collect();
        let mut waited = std::time::Duration::from_micros(20);
        while busy.load(Ordering::Relaxed) > 0 && helpers.iter().any(|helper| !helper.is_finished()) {
            std::thread::park_timeout(waited);
            // Short questions are not kept waiting, long ones are seldom looked at.
            waited = (waited * 2).min(TICK);
            if asked.is_ok() && waited == TICK {
                asked = Python::attach(|py| py.check_signals());
                for flag in [&stop, &interrupted] {
                    flag.fetch_or(asked.is_err(), Ordering::Relaxed);
                }
            }
        }
    });
    asked.map(|()| bad.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn one_step<T>(edges: &Edges, counts: &[T], width: usize, found: &mut [f64]) -> Result<(), BadRow>
where
    T: Copy + Display + TryInto<u16>,
{
    let mut small = Vec::with_capacity(counts.len());
    for (place, count) in counts.iter().enumerate() {
        match (*count).try_into() {
            Ok(count) => small.push(count),
            Err(_) => {
                let message = format!(
                    "column {}: `{count}` is not a number of cards from 0 to {}",
                    place % width,
                    u16::MAX
                );
                return Err(BadRow { row: place / width, message });
            }
        }
    }
    edges.fill(&small, width, found)
}

fn bad(py: Python<'_>, message: String, hint: &str) -> PyErr {
    raised(py, &Failure::from(Diagnostic::error("bad_composition", message).hint(hint)))
}
