//! The Python package `banco`, as far as it is Rust: `python/banco` gives it its names and its help.
//!
//! Questions are the words of the command line, answered by the same code ([`banco::desk`]). Whatever may take long runs
//! without Python's lock and ends at Ctrl-C.

mod edges;
mod failure;
mod simulated;
mod table;
mod wait;

use std::ffi::OsString;
use std::sync::Arc;

use banco::desk::{self, Kept, Watch};
use banco::failure::Failure;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::{Diagnostics, raised};

/// What was said beside an answer: whether it is a warning, and the text.
type Notes = Vec<(bool, String)>;

/// What is printed, and what is noted.
type Printed<'py> = (Bound<'py, PyBytes>, Notes);

/// Answers a command line: what it prints, and what it notes; `input` stands for standard input.
#[pyfunction]
#[pyo3(signature = (words, input=None))]
fn ask(py: Python<'_>, words: Vec<OsString>, input: Option<Vec<u8>>) -> PyResult<Printed<'_>> {
    printed(py, move |watch| desk::ask(&words, input.unwrap_or_default(), watch))
}

/// What a question for the desk prints and notes.
fn printed(
    py: Python<'_>,
    answer: impl FnOnce(&Arc<Watch>) -> (Result<(), Failure>, Kept) + Send + 'static,
) -> PyResult<Printed<'_>> {
    let watch = Arc::new(Watch::default());
    let watched = Arc::clone(&watch);
    let (answer, Kept { printed, notes }) = wait::wait(py, &watch, None, move || answer(&watched))?;
    answer.map_err(|failure| raised(py, &failure))?;
    Ok((PyBytes::new(py, &printed), notes))
}

/// Checks a submission: whether it is accepted, all findings as text, and one by one.
#[pyfunction]
fn check(py: Python<'_>, name: String, set: Vec<String>) -> PyResult<(bool, String, Diagnostics)> {
    let watch = Arc::new(Watch::default());
    let checked = wait::wait(py, &watch, None, move || desk::check(&name, &set))?;
    let checked = checked.map_err(|failure| raised(py, &failure))?;
    let report = &checked.report;
    Ok((checked.terms.is_some(), report.render(false), failure::diagnostics(report)))
}

/// What is Rust of the package `banco`.
#[pymodule]
fn _banco(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // The arrays' own functions are found now: looked for at the first call, Ctrl-C could come in between.
    module.py().import("numpy")?;
    PyArray1::<f64>::zeros(module.py(), 0, false);
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("BancoError", module.py().get_type::<failure::BancoError>())?;
    module.add_class::<simulated::Simulated>()?;
    module.add_class::<table::Table>()?;
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(edges::edges, module)?)?;
    module.add_function(wrap_pyfunction!(edges::figures, module)?)
}
