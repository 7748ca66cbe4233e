//! Rows as lines of CSV (RFC 4180), safe to open in a spreadsheet.

use std::fmt::Write as _;

use crate::money::{FineMoney, Moment, Money};

/// What begins a formula where a program reads a text as one.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// One cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A figure, a name that we chose, or nothing: written as it is.
    Plain(String),
    /// Words that somebody else may have chosen: never read as a formula.
    Words(String),
}

/// A row of a report: its columns, and what stands in them.
pub trait Row {
    /// The names of the columns.
    const COLUMNS: &'static [&'static str];

    /// What stands in them, in the same order.
    fn cells(&self) -> Vec<Cell>;
}

/// Rows with a header, each line ended by CR and LF. Without rows there is a header.
#[must_use]
pub fn to_csv<R: Row>(rows: &[R]) -> String {
    let mut text = String::new();
    line(&mut text, R::COLUMNS.iter().map(|name| Cell::Plain((*name).to_owned())));
    for row in rows {
        line(&mut text, row.cells().into_iter());
    }
    text
}

fn line(text: &mut String, cells: impl Iterator<Item = Cell>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            text.push(',');
        }
        match cell {
            Cell::Plain(plain) => quoted(text, &plain),
            // An apostrophe is how spreadsheets mark what is no formula.
            Cell::Words(words) if words.starts_with(FORMULA) => quoted(text, &format!("'{words}")),
            Cell::Words(words) => quoted(text, &words),
        }
    }
    text.push_str("\r\n");
}

fn quoted(text: &mut String, cell: &str) {
    if cell.contains(['"', ',', '\r', '\n']) {
        // Writing to a text does not fail.
        let _ = write!(text, "\"{}\"", cell.replace('"', "\"\""));
    } else {
        text.push_str(cell);
    }
}

/// Figures and flags are written as they print.
macro_rules! plain {
    ($($type:ty)*) => {
        $(impl From<$type> for Cell {
            fn from(value: $type) -> Self {
                Self::Plain(value.to_string())
            }
        })*
    };
}

plain! { u8 u16 u32 u64 i128 bool Moment }

impl From<Money> for Cell {
    /// In minor units; the currency has a column of its own.
    fn from(money: Money) -> Self {
        money.minor.into()
    }
}

impl From<&FineMoney> for Cell {
    fn from(money: &FineMoney) -> Self {
        Self::Plain(money.minor.clone())
    }
}

impl From<&str> for Cell {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl From<&String> for Cell {
    fn from(words: &String) -> Self {
        Self::Words(words.clone())
    }
}

impl From<String> for Cell {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Self::Plain(String::new()), Into::into)
    }
}

/// Several words in one cell.
pub(crate) fn list<T: AsRef<str>>(words: &[T]) -> String {
    words.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join("; ")
}

/// Columns with what stands in them, written once so that both always agree.
macro_rules! columns {
    ($row:ident as $one:ident: $($column:literal = $value:expr,)*) => {
        impl $crate::csv::Row for $row {
            const COLUMNS: &'static [&'static str] = &[$($column),*];

            fn cells(&self) -> Vec<$crate::csv::Cell> {
                let $one = self;
                vec![$($crate::csv::Cell::from($value)),*]
            }
        }
    };
}

pub(crate) use columns;

#[cfg(test)]
mod tests {
    use super::*;

    struct Words(&'static str, i128);

    columns! { Words as one:
        "words" = one.0,
        "figure" = one.1,
    }

    #[test]
    fn what_others_have_written_stays_in_its_cell() {
        let rows = [
            Words("Ann \"The Ace\" Lee, jr.", 5),
            Words("two\r\nlines", -5),
            Words("=HYPERLINK(\"x\")", 0),
            Words("+1", 1),
            Words("-1", 1),
            Words("@x", 1),
            Words("\t=1", 1),
            Words("", 1),
            Words("a=b", 1),
        ];
        let csv = to_csv(&rows);
        let lines = [
            "words,figure",
            "\"Ann \"\"The Ace\"\" Lee, jr.\",5",
            "\"two\r\nlines\",-5",
            "\"'=HYPERLINK(\"\"x\"\")\",0",
            "'+1,1",
            "'-1,1",
            "'@x,1",
            "'\t=1,1",
            ",1",
            "a=b,1",
            "",
        ];
        assert_eq!(csv, lines.join("\r\n"));
    }

    #[test]
    fn no_rows_leave_a_header() {
        assert_eq!(to_csv::<Words>(&[]), "words,figure\r\n");
    }
}
