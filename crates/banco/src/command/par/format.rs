//! In which form sheets are written, and where to.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use banco_rulebook::Diagnostic;

use super::told::Book;
use super::{ParArguments, csv, html, json, text, xlsx};
use crate::failure::Failure;
use crate::{output, write};

/// The form of the sheets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Format {
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

/// The endings of files, by what they hold.
const ENDINGS: [(&str, Format); 7] = [
    ("txt", Format::Table),
    ("json", Format::Json),
    ("csv", Format::Csv),
    ("xlsx", Format::Xlsx),
    ("parquet", Format::Parquet),
    ("html", Format::Html),
    ("htm", Format::Html),
];

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
        _ => arguments.format,
    };
    let format = match (asked, &path) {
        (Some(format), _) => format,
        (None, Some(path)) => by_ending(path)?,
        (None, None) => Format::Table,
    };
    if path.is_none() {
        for_terminal(format, std::io::stdout().is_terminal())?;
    }
    if format == Format::Parquet && !cfg!(feature = "parquet") {
        let problem = Diagnostic::error("no_parquet", "this copy of `banco` was built without Parquet");
        return Err(problem.hint("build it with the feature `parquet`, or use `--format csv`").into());
    }
    Ok(Target { format, path })
}

fn by_ending(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let known = ENDINGS.iter().find(|(known, _)| *known == ending);
    known.map(|(_, format)| *format).ok_or_else(|| {
        let message = format!("cannot tell the format of `{}` from its name", path.display());
        let endings: Vec<String> = ENDINGS.iter().map(|(ending, _)| format!(".{ending}")).collect();
        let hint = format!("use a name that ends in one of {}, or add `--format`", endings.join(" "));
        Diagnostic::error("unknown_ending", message).hint(hint).into()
    })
}

/// Binary files would only confuse a terminal.
fn for_terminal(format: Format, terminal: bool) -> Result<(), Failure> {
    let name = match format {
        Format::Xlsx => "xlsx",
        Format::Parquet => "parquet",
        Format::Table | Format::Json | Format::Csv | Format::Html => return Ok(()),
    };
    if !terminal {
        return Ok(());
    }
    let problem = Diagnostic::error("binary_to_terminal", format!("`{name}` is not for a terminal"));
    Err(problem.hint(format!("write a file with `--output par.{name}`, or send it through a pipe")).into())
}

impl Target {
    /// Writes the sheets.
    pub fn write(&self, book: &Book) -> Result<(), Failure> {
        let bytes = match self.format {
            Format::Table => line(text::book(book)),
            Format::Json => {
                line(serde_json::to_string_pretty(&json::book(book)).map_err(anyhow::Error::from)?)
            }
            Format::Csv => line(csv::book(book)),
            Format::Html => line(html::book(book)),
            Format::Xlsx => xlsx::book(book)?,
            Format::Parquet => parquet(book)?,
        };
        match &self.path {
            Some(path) => {
                write::whole(path, &bytes)?;
                let sheets = if book.sheets.len() == 1 { "sheet" } else { "sheets" };
                output::note(&format!("{} {sheets} in `{}`", book.sheets.len(), path.display()));
            }
            None => {
                let mut out = std::io::stdout().lock();
                out.write_all(&bytes)?;
                out.flush()?;
            }
        }
        Ok(())
    }
}

/// Text that ends in one new line.
fn line(text: String) -> Vec<u8> {
    format!("{}\n", text.trim_end()).into_bytes()
}

#[cfg(feature = "parquet")]
fn parquet(book: &Book) -> Result<Vec<u8>, Failure> {
    super::parquet::book(book)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &Book) -> Result<Vec<u8>, Failure> {
    Err(Failure::invalid("no_parquet", "this copy of `banco` was built without Parquet"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_forms_are_refused_by_a_terminal_only() {
        for format in [Format::Xlsx, Format::Parquet] {
            assert!(for_terminal(format, true).is_err() && for_terminal(format, false).is_ok());
        }
        for format in [Format::Table, Format::Json, Format::Csv, Format::Html] {
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
