//! Shoes that are not full, read from whoever counted them: text, CSV or Parquet, a shoe a line.

mod layout;
#[cfg(feature = "parquet")]
mod parquet;
mod text;

use std::fmt;
use std::io::BufRead;

use banco_odds::{Detail, Shoe, ShoeError};
use banco_rulebook::Diagnostic;

use self::layout::Layout;
use crate::error::SheetError;

/// Where a shoe stands in what was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A line of a text, from 1.
    Line(u64),
    /// A row of a Parquet file, from 1.
    Row(u64),
}

impl Place {
    /// Its number.
    pub const fn number(self) -> u64 {
        match self {
            Self::Line(number) | Self::Row(number) => number,
        }
    }

    /// What is wrong there.
    pub(crate) fn bad(self, message: impl fmt::Display) -> SheetError {
        SheetError::invalid("bad_composition", format!("{self}: {message}"))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Row(number) => write!(f, "row {number}"),
        }
    }
}

/// The cards left in one shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Composition {
    /// Where it was found.
    pub place: Place,
    /// What it was called, where a column says so.
    pub name: Option<String>,
    /// The counts as they were given, in the order of [`Shoe::from_counts`].
    pub counts: Vec<u16>,
    /// How finely its cards are told apart.
    pub detail: Detail,
    /// The cards left.
    pub shoe: Shoe,
}

impl Composition {
    /// The shoe that these counts are.
    ///
    /// # Errors
    ///
    /// As [`cards_left`].
    pub fn new(place: Place, name: Option<String>, counts: Vec<u16>) -> Result<Self, SheetError> {
        let (shoe, detail) = cards_left(&counts).map_err(|error| place.bad(error))?;
        Ok(Self { place, name, counts, detail, shoe })
    }

    /// The shoe that the words of a command line are: counts, and nothing else. `None` if they are something else.
    pub fn from_words(words: &str) -> Option<Result<Self, SheetError>> {
        let counts = |byte: u8| byte.is_ascii_digit() || b" ,\t".contains(&byte);
        let several = words.split([' ', ',', '\t']).filter(|word| !word.is_empty()).count() > 1;
        (several && words.bytes().all(counts)).then(|| text::only(words))
    }

    /// The counts as they are written in a text.
    pub fn words(&self) -> String {
        self.counts.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// The shoe that these counts are, and how finely its cards are told apart.
///
/// # Errors
///
/// If there are not 10, 13 or 52 of them, or more cards than twenty decks hold. Few cards will do: some rounds are void
/// then, and that is no reason to refuse.
pub fn cards_left(counts: &[u16]) -> Result<(Shoe, Detail), ShoeError> {
    let (shoe, detail) = Shoe::from_counts(counts)?;
    match shoe.check_size() {
        Ok(()) | Err(ShoeError::TooFew(_)) => Ok((shoe, detail)),
        Err(error) => Err(error),
    }
}

/// What is found in turn: a shoe, or nothing where a line is left blank.
pub type Found = Result<Option<Composition>, SheetError>;

/// One after the other.
pub type Shoes = Box<dyn Iterator<Item = Found>>;

/// Reads shoes: Parquet by its first bytes, anything else as text. The ending of a file says whether a line of the
/// numbers 0 to 9 at the top of it names the columns, as it does in CSV.
///
/// # Errors
///
/// If nothing can be read, or a Parquet file has no such columns. What is wrong with a shoe is told in its turn.
pub fn read_compositions(mut from: Box<dyn BufRead>, ending: Option<&str>) -> Result<Shoes, SheetError> {
    let begin = from.fill_buf().map_err(cannot_read)?;
    let by_ending = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("parquet"));
    if begin.starts_with(b"PAR1") || by_ending {
        return parquet(from);
    }
    Ok(Box::new(text::Lines::new(from, ending.is_some_and(|ending| ending.eq_ignore_ascii_case("csv")))))
}

fn cannot_read(why: std::io::Error) -> SheetError {
    SheetError::failed("cannot read the shoes", Some(why.into()))
}

#[cfg(feature = "parquet")]
fn parquet(from: Box<dyn BufRead>) -> Result<Shoes, SheetError> {
    parquet::read(from)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: Box<dyn BufRead>) -> Result<Shoes, SheetError> {
    crate::Format::Parquet.check_available().map(|()| Box::new(std::iter::empty()) as Shoes)
}

/// A text that is none.
fn not_text(place: Place) -> SheetError {
    let message = format!("{place} is not text: it has bytes that are not UTF-8");
    Diagnostic::error("not_text", message).hint("save it as UTF-8").into()
}
