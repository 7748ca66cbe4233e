//! House edges and other figures for arrays of shoes. For edges they are read where they lie, by all cores.

use std::ffi::OsString;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use banco::desk::{self, BadRow, Edges, Watch};
use banco::failure::Failure;
use banco_rulebook::Diagnostic;
use numpy::ndarray::{ArrayView2, Axis};
use numpy::{IntoPyArray as _, PyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::failure::raised;
use crate::wait::TICK;
use crate::{Notes, Printed};

/// How many rows a core takes at once.
const BLOCK: usize = 1024;

/// How many of them are counted before anybody may interrupt.
const STEP: usize = 64;

/// A whole number of any width.
trait Count: numpy::Element + Copy + Sync + Display + TryInto<u16> {}

impl<T: numpy::Element + Copy + Sync + Display + TryInto<u16>> Count for T {}

/// Returns what is done with an array of whole numbers of any width, read as they are; goes on where it is none.
macro_rules! return_of_any_width {
    ($array:expr, $shoes:ident => $does:expr) => {
        return_of_any_width!($array, $shoes => $does; u8, i64, i32, u16, i16, u32, u64, i8)
    };
    ($array:expr, $shoes:ident => $does:expr; $($number:ty),*) => {
        $(if let Ok(array) = $array.extract::<PyReadonlyArray2<'_, $number>>() {
            let $shoes = array.as_array();
            return $does;
        })*
    };
}

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
    let found = edges_of(py, &edges, compositions)?;
    Ok((found.into_pyarray(py), kept.notes))
}

/// All figures from each row of an array; `words` are those of `banco odds --composition -` in some format.
#[pyfunction]
pub fn figures<'py>(
    py: Python<'py>,
    words: Vec<OsString>,
    compositions: &Bound<'py, PyAny>,
) -> PyResult<Printed<'py>> {
    let shoes = counts_of(py, compositions)?;
    crate::printed(py, move |watch| desk::figures(&words, shoes, watch))
}

fn edges_of(py: Python<'_>, edges: &Edges, array: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    return_of_any_width!(array, shoes => {
        width(py, &shoes)?;
        let mut found = vec![f64::NAN; shoes.nrows()];
        let done = py.detach(|| fill(edges, shoes, &mut found))?;
        done.map(|()| found).map_err(|row| raised(py, &row.into()))
    });
    Err(no_numbers(py))
}

/// All counts, row by row, and how many a row has.
fn counts_of(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<(Vec<u16>, usize)> {
    return_of_any_width!(array, shoes => {
        let width = width(py, &shoes)?;
        small(shoes).map(|counts| (counts, width)).map_err(|row| raised(py, &row.into()))
    });
    Err(no_numbers(py))
}

fn no_numbers(py: Python<'_>) -> PyErr {
    let message = "`compositions` is no array of whole numbers with a row for each shoe";
    let hint = "make one with `numpy.array(shoes, dtype=numpy.int64)`, of 10, 13 or 52 columns";
    bad(py, message.to_owned(), hint)
}

/// The number of columns, which must be one of three.
fn width<T>(py: Python<'_>, shoes: &ArrayView2<'_, T>) -> PyResult<usize> {
    match shoes.ncols() {
        width @ (10 | 13 | 52) => Ok(width),
        columns => {
            let message = format!("a shoe has 10, 13 or 52 counts, and the array has {columns} columns");
            let hint = "10: values 0 to 9; 13: ranks ace to king; 52: clubs, diamonds, hearts, spades, each ace to king";
            Err(bad(py, message, hint))
        }
    }
}

/// Fills in the edges by all cores; otherwise the first bad row. A row is read where it lies, however far apart its counts
/// are.
fn fill<T: Count>(
    edges: &Edges,
    shoes: ArrayView2<'_, T>,
    found: &mut [f64],
) -> PyResult<Result<(), BadRow>> {
    let (stop, busy) = (AtomicBool::new(false), AtomicUsize::new(0));
    let interrupted = AtomicBool::new(false);
    let bad: Mutex<Option<BadRow>> = Mutex::new(None);
    let blocks = shoes.axis_chunks_iter(Axis(0), BLOCK).zip(found.chunks_mut(BLOCK)).enumerate();
    let blocks = Mutex::new(blocks);
    let work = || {
        let next = || blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some((block, (shoes, found))) = next().filter(|_| !stop.load(Ordering::Relaxed)) {
            let steps = shoes.axis_chunks_iter(Axis(0), STEP).zip(found.chunks_mut(STEP)).enumerate();
            for (step, (shoes, found)) in steps {
                // Some wagers take milliseconds a shoe, and whoever interrupts does not wait for a whole block.
                if interrupted.load(Ordering::Relaxed) {
                    break;
                }
                let width = shoes.ncols();
                let Err(row) = small(shoes).and_then(|counts| edges.fill(&counts, width, found)) else {
                    continue;
                };
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
    let most = cores.min(shoes.nrows().div_ceil(BLOCK)).max(1);
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
    asked.map(|()| bad.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err))
}

/// Counts as the desk takes them, row by row.
fn small<T: Count>(shoes: ArrayView2<'_, T>) -> Result<Vec<u16>, BadRow> {
    let mut small = Vec::with_capacity(shoes.len());
    for (row, counts) in shoes.rows().into_iter().enumerate() {
        for (column, count) in counts.iter().enumerate() {
            small.push((*count).try_into().map_err(|_| {
                let most = u16::MAX;
                let message = format!("column {column}: `{count}` is not a number of cards from 0 to {most}");
                BadRow { row, message }
            })?);
        }
    }
    Ok(small)
}

fn bad(py: Python<'_>, message: String, hint: &str) -> PyErr {
    raised(py, &Failure::from(Diagnostic::error("bad_composition", message).hint(hint)))
}
