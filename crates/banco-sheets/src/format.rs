//! In which form a document is rendered.

use banco_rulebook::Diagnostic;

use crate::document::Document;
use crate::error::SheetError;
use crate::question::Room;
use crate::render::{csv, html, json, text, xlsx};

/// The form of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For a terminal.
    Text,
    /// One object per sheet; the keys stay the same from version to version.
    Json,
    /// One long table with a row per pay table line.
    Csv,
    /// A workbook: notes, a summary, and a tab for each wager.
    Xlsx,
    /// The same long table as CSV, with types; only if this crate is built with the feature `parquet`.
    Parquet,
    /// One self-contained page with charts, made to print.
    Html,
}

impl Format {
    /// The endings of files, by what they hold.
    pub const ENDINGS: [(&'static str, Self); 7] = [
        ("txt", Self::Text),
        ("json", Self::Json),
        ("csv", Self::Csv),
        ("xlsx", Self::Xlsx),
        ("parquet", Self::Parquet),
        ("html", Self::Html),
        ("htm", Self::Html),
    ];

    /// The format that the ending of a file means, in small or capital letters.
    pub fn from_ending(ending: &str) -> Option<Self> {
        let known = Self::ENDINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(ending));
        known.map(|(_, format)| *format)
    }

    /// The ending that a file of it usually has.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Parquet => "parquet",
            Self::Html => "html",
        }
    }

    /// What a browser is told that it is.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Text => "text/plain; charset=utf-8",
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Parquet => "application/vnd.apache.parquet",
            Self::Html => "text/html; charset=utf-8",
        }
    }

    /// Whether it is no text, and so nothing for a terminal.
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Xlsx | Self::Parquet)
    }

    /// How much is told in it when nothing is said.
    pub const fn room(self) -> Room {
        match self {
            Self::Html => Room::Page,
            Self::Csv | Self::Parquet => Room::Lines,
            Self::Text | Self::Json | Self::Xlsx => Room::Usual,
        }
    }

    /// Refuses a format that was left out when this crate was built, before anything is counted.
    ///
    /// # Errors
    ///
    /// If it is Parquet, and the feature `parquet` is off.
    pub fn check_available(self) -> Result<(), SheetError> {
        if self == Self::Parquet && !cfg!(feature = "parquet") {
            let problem = Diagnostic::error("no_parquet", "this copy of `banco` was built without Parquet");
            return Err(problem.hint("build it with the feature `parquet`, or use `--format csv`").into());
        }
        Ok(())
    }
}

impl Document {
    /// The bytes of a file in this format; text ends in one new line.
    ///
    /// # Errors
    ///
    /// If the format is not available, or a writer of somebody else fails.
    pub fn render(&self, format: Format) -> Result<Vec<u8>, SheetError> {
        format.check_available()?;
        match format {
            Format::Text => Ok(one_new_line(&self.text())),
            Format::Json => {
                let text = serde_json::to_string_pretty(&self.json());
                let text = text.map_err(|why| SheetError::failed("cannot make JSON", Some(why.into())))?;
                Ok(one_new_line(&text))
            }
            Format::Csv => csv::render(self),
            Format::Html => Ok(one_new_line(&self.html())),
            Format::Xlsx => xlsx::render(self),
            Format::Parquet => parquet(self),
        }
    }

    /// The text for a terminal.
    pub fn text(&self) -> String {
        text::render(self)
    }

    /// One object a sheet.
    pub fn json(&self) -> serde_json::Value {
        json::render(self)
    }

    /// The whole page.
    pub fn html(&self) -> String {
        html::render(self)
    }
}

fn one_new_line(text: &str) -> Vec<u8> {
    format!("{}\n", text.trim_end()).into_bytes()
}

#[cfg(feature = "parquet")]
fn parquet(document: &Document) -> Result<Vec<u8>, SheetError> {
    crate::render::parquet::render(document)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &Document) -> Result<Vec<u8>, SheetError> {
    Format::Parquet.check_available().map(|()| Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_tell_the_format() {
        assert_eq!(Format::from_ending("XLSX"), Some(Format::Xlsx));
        assert_eq!(Format::from_ending("htm"), Some(Format::Html));
        assert!(Format::from_ending("pdf").is_none() && Format::from_ending("").is_none());
    }
}
