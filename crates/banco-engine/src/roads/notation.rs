//! Histories in letters: `BBPPB`, or with marks `B(b) P(pn9) T B(7:Dragon 7)`.

use std::ops::Range;

use banco_cards::{Outcome, Points};

use super::{Entry, Kind};

/// A history that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{problem} (character {character})")]
pub struct HistoryError {
    /// What is wrong.
    pub problem: HistoryProblem,
    /// The place in the text, in bytes.
    pub span: Range<usize>,
    /// The place in the text, in characters from 1.
    pub character: usize,
}

/// What can be wrong with a history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HistoryProblem {
    /// A letter that is no outcome.
    #[error("`{0}` is not an outcome")]
    Outcome(char),
    /// A letter in parentheses that is no mark.
    #[error("`{0}` is not a mark of a result")]
    Mark(char),
    /// Parentheses that do not follow a letter.
    #[error("`(` does not follow an outcome")]
    Orphan,
    /// Parentheses that do not end.
    #[error("`(` is never closed")]
    Open,
}

impl HistoryProblem {
    /// What to write instead.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Outcome(_) => {
                "write P, B or T for each hand, such as `BBPPB`; spaces and commas between them are ignored"
            }
            Self::Mark(_) => {
                "marks are p and b (Player and Banker pair), n (natural), f (free hand), s (simulated round), a digit \
                 (the winning count) and `:NAME` (a badge)"
            }
            Self::Orphan => "marks follow their outcome, such as `B(bn)`",
            Self::Open => "close the marks with `)`, such as `B(bn)`",
        }
    }
}

/// Reads a history, oldest result first. Letters may be upper or lower case; blanks and commas are ignored. Marks may
/// follow a letter in parentheses: `p`, `b` for pairs, `n` natural, `f` free hand, `s` simulated round, a digit for
/// the winning count, and after a colon a badge.
///
/// # Errors
/// The first character that means nothing, with its place.
pub fn parse_history(text: &str) -> Result<Vec<Entry>, HistoryError> {
    let mut history: Vec<Entry> = Vec::new();
    let mut letters = text.char_indices();
    // Whether marks may follow: they belong to the letter just before them.
    let mut markable = false;
    while let Some((at, letter)) = letters.next() {
        let entry = history.last_mut().filter(|_| markable);
        markable = false;
        match (letter, entry) {
            ('(', Some(entry)) => {
                let rest = letters.as_str();
                let end = rest.find(')').ok_or_else(|| error(text, at, HistoryProblem::Open))?;
                read_marks(text, at + 1..at + 1 + end, entry)?;
                letters.by_ref().find(|(_, letter)| *letter == ')');
            }
            ('(', None) => return Err(error(text, at, HistoryProblem::Orphan)),
            (blank, _) if blank.is_whitespace() || blank == ',' => {}
            (other, _) => {
                history.push(Entry::plain(
                    outcome(other).ok_or_else(|| error(text, at, HistoryProblem::Outcome(other)))?,
                ));
                markable = true;
            }
        }
    }
    Ok(history)
}

/// The outcome of a letter.
const fn outcome(letter: char) -> Option<Outcome> {
    match letter {
        'P' | 'p' => Some(Outcome::Player),
        'B' | 'b' => Some(Outcome::Banker),
        'T' | 't' => Some(Outcome::Tie),
        _ => None,
    }
}

fn read_marks(text: &str, span: Range<usize>, entry: &mut Entry) -> Result<(), HistoryError> {
    let inside = text.get(span.clone()).unwrap_or_default();
    let (letters, badge) = inside.split_once(':').unwrap_or((inside, ""));
    for (at, letter) in letters.char_indices() {
        let marks = &mut entry.marks;
        match letter.to_ascii_lowercase() {
            'p' => marks.player_pair = true,
            'b' => marks.banker_pair = true,
            'n' => marks.natural = true,
            'f' => entry.kind = Kind::FreeHand,
            's' => entry.kind = Kind::Simulated,
            ' ' | ',' => {}
            other => {
                let digit = other.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                let count =
                    digit.ok_or_else(|| error(text, span.start + at, HistoryProblem::Mark(letter)))?;
                marks.total = Some(Points::of_value(count));
            }
        }
    }
    entry.marks.badges.extend((!badge.trim().is_empty()).then(|| badge.trim().to_owned()));
    Ok(())
}

fn error(text: &str, at: usize, problem: HistoryProblem) -> HistoryError {
    let rest = text.get(at..).unwrap_or_default();
    let long = rest.chars().next().map_or(0, char::len_utf8);
    let before = text.get(..at).unwrap_or_default();
    HistoryError { problem, span: at..at + long, character: before.chars().count() + 1 }
}
