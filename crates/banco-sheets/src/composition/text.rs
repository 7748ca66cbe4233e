//! Shoes as text or CSV: counts in a line, with or without a line above that names the columns.

use std::io::BufRead;

use super::{Composition, Found, Layout, Place, cannot_read, not_text};
use crate::error::SheetError;

/// The lines of a text.
pub struct Lines {
    from: Box<dyn BufRead>,
    /// Whether it is known to be CSV: numbers from zero on at the top are names then.
    csv: bool,
    line: u64,
    /// What the columns mean, once a line has named them.
    layout: Option<Layout>,
    /// Whether a shoe or names of columns have been seen.
    begun: bool,
}

impl Lines {
    pub fn new(from: Box<dyn BufRead>, csv: bool) -> Self {
        Self { from, csv, line: 0, layout: None, begun: false }
    }

    /// The next line without its end; `None` behind the last.
    fn next_line(&mut self) -> Option<Result<String, SheetError>> {
        let mut bytes = Vec::new();
        match self.from.read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(_) => self.line += 1,
            Err(why) => return Some(Err(cannot_read(why))),
        }
        let text = String::from_utf8(bytes).map_err(|_| not_text(Place::Line(self.line)));
        Some(text.map(|text| text.trim_start_matches('\u{feff}').trim().to_owned()))
    }

    /// Whether this line names the columns; they are kept then.
    fn names_columns(&mut self, cells: &[&str]) -> Result<bool, SheetError> {
        let first = !std::mem::replace(&mut self.begun, true);
        let names = Layout::is_header(cells) || (self.csv && Layout::is_numbered(cells));
        if !first || !names {
            return Ok(false);
        }
        let layout = Layout::from_names(cells).map_err(|message| Place::Line(self.line).bad(message))?;
        self.layout = Some(layout);
        Ok(true)
    }
}

impl Iterator for Lines {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            let line = match self.next_line()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            if line.is_empty() {
                return Some(Ok(None));
            }
            let cells = cells(&line);
            match self.names_columns(&cells) {
                Ok(true) => {}
                Ok(false) => {
                    return Some(shoe(Place::Line(self.line), &cells, self.layout.as_ref()).map(Some));
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// The one shoe of a text without names.
pub fn only(words: &str) -> Result<Composition, SheetError> {
    shoe(Place::Line(1), &cells(words.trim()), None)
}

/// The cells of a line: between commas or semicolons, where empty ones count, and between blanks, where they do not.
fn cells(line: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let between_commas = line.contains([',', ';']);
    for part in line.trim_end_matches([',', ';']).split([',', ';']) {
        let part = part.trim();
        match part.strip_prefix('"').and_then(|part| part.strip_suffix('"')) {
            Some(quoted) => cells.push(quoted),
            None if part.is_empty() || (between_commas && !is_counts(part)) => cells.push(part),
            None => cells.extend(part.split_whitespace()),
        }
    }
    cells
}

/// Whether a cell holds nothing but numbers; the name of a shoe may have blanks in it.
fn is_counts(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace())
}

fn shoe(place: Place, cells: &[&str], layout: Option<&Layout>) -> Result<Composition, SheetError> {
    let Some(layout) = layout else {
        let counts = cells.iter().map(|cell| count(place, cell)).collect::<Result<_, _>>()?;
        return Composition::new(place, None, counts);
    };
    if cells.len() != layout.width() {
        let message = format!("{} cells below {} names of columns", cells.len(), layout.width());
        return Err(place.bad(message));
    }
    let cell = |column: usize| cells.get(column).copied().unwrap_or_default();
    let counts = layout.counts(|column| count(place, cell(column)))?;
    Composition::new(place, layout.name().map(|column| cell(column).to_owned()), counts)
}

fn count(place: Place, cell: &str) -> Result<u16, SheetError> {
    cell.parse().map_err(|_| place.bad(format!("`{cell}` is not a number of cards from 0 to {}", u16::MAX)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn read(text: &'static str, csv: bool) -> Result<Vec<Option<Composition>>, String> {
        let lines = Lines::new(Box::new(text.as_bytes()), csv);
        lines.collect::<Result<_, SheetError>>().map_err(|error| error.to_string())
    }

    fn counts(text: &'static str, csv: bool) -> Vec<Vec<u16>> {
        read(text, csv).unwrap().into_iter().flatten().map(|found| found.counts).collect()
    }

    #[test]
    fn text_and_csv_are_read_alike() {
        let full = vec![vec![16, 4, 4, 4, 4, 4, 4, 4, 4, 4]];
        assert_eq!(counts("16 4 4 4 4 4 4 4 4 4\n", false), full);
        assert_eq!(counts("\u{feff}16,4, 4,4,4,4,4,4,4,4,\r\n", true), full);
        assert_eq!(counts("16;4;4;4;4;4;4;4;4;4", true), full);
        assert_eq!(counts("v0,v1,v2,v3,v4,v5,v6,v7,v8,v9\n\"16\",4,4,4,4,4,4,4,4,4\n", true), full);
        assert_eq!(counts("A 2 3 4 5 6 7 8 9 T\n4 4 4 4 4 4 4 4 4 16", false), full);
        let numbered = "0,1,2,3,4,5,6,7,8,9\n16,4,4,4,4,4,4,4,4,4\n";
        assert_eq!(counts(numbered, true), full);
        assert_eq!(counts(numbered, false).len(), 2, "a text may well have such a shoe");
    }

    #[test]
    fn places_and_names_are_kept() {
        let found = read("shoe,A,2,3,4,5,6,7,8,9,T\n\nlast hand,4,4,4,4,4,4,4,4,4,16\n", true).unwrap();
        let [None, Some(shoe)] = found.as_slice() else { unreachable!("a blank line and a shoe") };
        assert_eq!((shoe.place, shoe.name.as_deref()), (Place::Line(3), Some("last hand")));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, told) in [
            ("\n\n16 4 4\n", "line 3: a shoe is 10 counts"),
            ("v0,v1,v2\n", "line 1: the columns are not 10"),
            ("A,2,3,4,5,6,7,8,9,T\n4,4,4\n", "line 2: 3 cells below 10 names"),
            ("16,4,4,4,4,,4,4,4,4\n", "line 1: `` is not a number of cards"),
            ("16 4 4 4 4 4.5 4 4 4 4\n", "line 1: `4.5` is not a number of cards"),
        ] {
            let error = read(text, true).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
    }
}
