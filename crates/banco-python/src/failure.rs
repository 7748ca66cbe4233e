//! What goes wrong, as an exception that prints like the command line.

use banco::failure::Failure;
use banco_rulebook::{Diagnostic, Report, Severity};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::prelude::*;
use pyo3::types::PyDict;

create_exception!(
    banco,
    BancoError,
    PyException,
    "Bad input, or rules that do not hold. It prints like the command line's message; `diagnostics` has every finding as a \
     dict (severity, code, message, file, line, column, cite, hint), and `exit_code` is what `banco` would end with."
);

/// Findings, each as a dict in the form of `banco check --json`.
pub struct Diagnostics(Vec<Diagnostic>);

/// The findings of a report.
pub fn diagnostics(report: &Report) -> Diagnostics {
    Diagnostics(report.diagnostics.clone())
}

impl<'py> IntoPyObject<'py> for Diagnostics {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found: PyResult<Vec<Bound<'py, PyDict>>> = self.0.iter().map(|one| finding(py, one)).collect();
        found?.into_pyobject(py)
    }
}

fn finding<'py>(py: Python<'py>, diagnostic: &Diagnostic) -> PyResult<Bound<'py, PyDict>> {
    let place = diagnostic.line_column();
    let found = PyDict::new(py);
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    found.set_item("severity", severity)?;
    found.set_item("code", diagnostic.code)?;
    found.set_item("message", &diagnostic.message)?;
    found.set_item("file", diagnostic.source.as_ref().map(|source| source.path.as_str()))?;
    found.set_item("line", place.map(|(line, _)| line))?;
    found.set_item("column", place.map(|(_, column)| column))?;
    let cite: Vec<&str> = diagnostic.clauses.iter().map(|(number, _)| number.as_str()).collect();
    found.set_item("cite", cite)?;
    found.set_item("hint", diagnostic.hint.as_deref())?;
    Ok(found)
}

/// A failure as an exception.
pub fn raised(py: Python<'_>, failure: &Failure) -> PyErr {
    if matches!(failure, Failure::Interrupted) {
        return PyKeyboardInterrupt::new_err(());
    }
    let error = BancoError::new_err(failure.text().unwrap_or_default());
    let value = error.value(py);
    let findings = failure.report().map_or(Diagnostics(Vec::new()), diagnostics);
    let told = value
        .setattr("diagnostics", findings)
        .and_then(|()| value.setattr("exit_code", failure.exit_number()));
    // An exception that cannot carry its findings is itself worth knowing of.
    told.err().unwrap_or(error)
}
