//! The result of every shoe as a file: CSV or Parquet, a row a shoe.

use std::path::Path;

use banco_rulebook::Diagnostic;
use banco_sheets::{ShoeRowFormat, write_shoe_rows};
use banco_sim::result::RunResult;
use banco_sim::run::Simulation;

use crate::failure::Failure;
use crate::write;

/// The form that a file's name asks for.
pub fn format(file: &Path) -> Result<ShoeRowFormat, Failure> {
    let ending = file.extension().and_then(|ending| ending.to_str());
    match ending.and_then(ShoeRowFormat::from_ending) {
        Some(ShoeRowFormat::Parquet) if !cfg!(feature = "parquet") => {
            Err(Failure::invalid("no_parquet", "this copy of `banco` was built without Parquet"))
        }
        Some(format) => Ok(format),
        None => {
            let message = format!("cannot tell the format of `{}` from its name", file.display());
            let hint = "use a name that ends in `.csv` or `.parquet`";
            Err(Failure::from(Diagnostic::error("unknown_ending", message).hint(hint)))
        }
    }
}

/// Writes the shoes of a result.
pub fn write_shoes(file: &Path, simulation: &Simulation, result: &RunResult) -> Result<(), Failure> {
    let format = format(file)?;
    write::streamed(file, |into| Ok(write_shoe_rows(into, format, simulation, result)?))
}
