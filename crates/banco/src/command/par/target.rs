//! In which form sheets are written, and where to.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use banco_rulebook::Diagnostic;
use banco_sheets::vectors::{VectorDocument, VectorFormat};
use banco_sheets::{Document, Format};

use super::ParArguments;
use crate::failure::Failure;
use crate::{output, write};

/// The form of the sheets.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum FormatName {
    /// For a terminal.
    Table,
    /// One object per sheet; the keys stay the same from version to version.
    Json,
    /// One long table with a row per pay table line.
    Csv,
    /// A workbook: notes, a summary, and a tab for each wager.
    Xlsx,
    /// The same long table as CSV, with types.
    Parquet,
    /// One self-contained page with charts, made to print.
    Html,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Table => Self::Text,
            FormatName::Json => Self::Json,
            FormatName::Csv => Self::Csv,
            FormatName::Xlsx => Self::Xlsx,
            FormatName::Parquet => Self::Parquet,
            FormatName::Html => Self::Html,
        }
    }
}

/// A form and a place.
pub struct Target {
    pub format: Format,
    /// Standard output if there is none.
    path: Option<PathBuf>,
}

/// Where the sheets go. What cannot be done is refused before anything is counted.
pub fn target(arguments: &ParArguments) -> Result<Target, Failure> {
    let path = arguments.output.clone().filter(|path| path.as_os_str() != "-");
    let asked = match (arguments.json, arguments.csv) {
        (true, _) => Some(Format::Json),
        (_, true) => Some(Format::Csv),
        _ => arguments.format.map(Format::from),
    };
    let format = match (asked, &path) {
        (Some(format), _) => format,
        (None, Some(path)) => by_ending(path)?,
        (None, None) => Format::Text,
    };
    if path.is_none() {
        for_terminal(format, output::Out::is_terminal())?;
    }
    format.check_available()?;
    Ok(Target { format, path })
}

fn by_ending(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy()).unwrap_or_default();
    Format::from_ending(&ending).ok_or_else(|| {
        let message = format!("cannot tell the format of `{}` from its name", path.display());
        let endings: Vec<String> = Format::ENDINGS.iter().map(|(ending, _)| format!(".{ending}")).collect();
        let hint = format!("use a name that ends in one of {}, or add `--format`", endings.join(" "));
        Diagnostic::error("unknown_ending", message).hint(hint).into()
    })
}

/// Binary files would only confuse a terminal.
pub fn for_terminal(format: Format, terminal: bool) -> Result<(), Failure> {
    if !terminal || !format.is_binary() {
        return Ok(());
    }
    let name = format.ending();
    let problem = Diagnostic::error("binary_to_terminal", format!("`{name}` is not for a terminal"));
    Err(problem.hint(format!("write a file with `--output par.{name}`, or send it through a pipe")).into())
}

impl Target {
    /// Writes the sheets.
    pub fn write(&self, document: &Document) -> Result<(), Failure> {
        let number = document.sheets.len();
        let what = format!("{number} {}", if number == 1 { "sheet" } else { "sheets" });
        self.put(&document.render(self.format)?, &what)
    }

    /// Writes test vectors.
    pub fn write_vectors(&self, document: &VectorDocument, format: VectorFormat) -> Result<(), Failure> {
        self.put(&document.render(format)?, &format!("{} test vectors", document.len()))
    }

    /// The format of test vectors: tables and pages have none.
    pub fn vector_format(&self) -> Result<VectorFormat, Failure> {
        match self.format {
            Format::Json => Ok(VectorFormat::Json),
            Format::Csv => Ok(VectorFormat::Csv),
            Format::Parquet => Ok(VectorFormat::Parquet),
            Format::Text | Format::Xlsx | Format::Html => {
                let message = format!("test vectors are for programs, not for `{}`", self.format.ending());
                let hint = "add `--json` or `--csv`, or write a file that ends in .json, .csv or .parquet";
                Err(Diagnostic::error("vectors_format", message).hint(hint).into())
            }
        }
    }

    /// Writes what was made.
    pub fn put(&self, bytes: &[u8], what: &str) -> Result<(), Failure> {
        match &self.path {
            Some(path) => {
                write::whole(path, bytes)?;
                output::wrote(&format!("{what} in `{}`", path.display()));
            }
            None => {
                output::Out.write_all(bytes)?;
                output::Out.flush()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_forms_are_refused_by_a_terminal_only() {
        for format in [Format::Xlsx, Format::Parquet] {
            assert!(for_terminal(format, true).is_err() && for_terminal(format, false).is_ok());
        }
        for format in [Format::Text, Format::Json, Format::Csv, Format::Html] {
            assert!(for_terminal(format, true).is_ok());
        }
    }

    #[test]
    fn endings_tell_the_format() {
        assert_eq!(by_ending(Path::new("a/B.XLSX")).ok(), Some(Format::Xlsx));
        assert_eq!(by_ending(Path::new("a.htm")).ok(), Some(Format::Html));
        assert!(by_ending(Path::new("a.pdf")).is_err() && by_ending(Path::new("csv")).is_err());
    }
}
