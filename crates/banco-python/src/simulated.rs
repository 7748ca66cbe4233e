//! Results of simulations, whole or in parts.

use std::ffi::OsString;
use std::sync::Arc;

use banco::desk::{self, Form, Watch};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::raised;
use crate::{Notes, wait};

/// The shoes of a simulation, all of them or a part.
#[pyclass(module = "banco._banco", frozen)]
pub struct Simulated(desk::Simulated);

#[pymethods]
impl Simulated {
    /// Deals what the words of `banco sim` ask for, or one part of it (number, of how many).
    #[staticmethod]
    #[pyo3(signature = (words, part=None, progress=None))]
    fn deal(
        py: Python<'_>,
        words: Vec<OsString>,
        part: Option<(u64, u64)>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Self, Notes)> {
        let watch = Arc::new(Watch::default());
        let watched = Arc::clone(&watch);
        let work = move || desk::Simulated::deal(&words, part, &watched);
        let (dealt, kept) = wait::wait(py, &watch, progress, work)?;
        let dealt = dealt.map_err(|failure| raised(py, &failure))?;
        Ok((Self(dealt), kept.notes))
    }

    /// Reads what `write` or `banco sim --out` wrote.
    #[staticmethod]
    fn read(py: Python<'_>, text: &str) -> PyResult<Self> {
        let read = py.detach(|| desk::Simulated::read(text));
        read.map(Self).map_err(|failure| raised(py, &failure))
    }

    /// Puts parts together that `write` wrote.
    #[staticmethod]
    fn merge(py: Python<'_>, parts: Vec<String>) -> PyResult<Self> {
        let merged = py.detach(|| {
            let parts: Result<Vec<_>, _> = parts.iter().map(|part| desk::Simulated::read(part)).collect();
            desk::Simulated::merge(parts?)
        });
        merged.map(Self).map_err(|failure| raised(py, &failure))
    }

    /// That it holds not all shoes of its run, where that is so.
    fn incomplete(&self) -> Option<String> {
        self.0.incomplete()
    }

    /// The whole result, as `banco sim --out` writes it.
    fn write(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.0.write()).map_err(|failure| raised(py, &failure))
    }

    /// What `banco sim` prints of it: `json`, `csv` or `text`.
    fn print<'py>(&self, py: Python<'py>, form: &str) -> PyResult<Bound<'py, PyBytes>> {
        let form = match form {
            "json" => Form::Json,
            "csv" => Form::Csv,
            "text" => Form::Text,
            other => return Err(PyValueError::new_err(format!("`{other}` is not json, csv or text"))),
        };
        let printed = py.detach(|| self.0.print(form)).map_err(|failure| raised(py, &failure))?;
        Ok(PyBytes::new(py, &printed))
    }
}
