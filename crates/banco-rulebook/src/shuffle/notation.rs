//! The notation of procedures: `plug 14; grabs of 1 deck: riffle x2, strip 5, riffle; lace 1 deck; cut 52`.
//!
//! Steps are separated by commas, stages by semicolons (`then` may follow one). A stage is done on the whole stack, or
//! on `piles of SIZE:`, or in `grabs of SIZE:`. A size is `52`, `52 cards`, `2 decks` or `half a deck`.
//!
//! | step | means |
//! |---|---|
//! | `wash [50%]` | all cards, or so many in a hundred, change places at random |
//! | `riffle [by 2.5]` | Gilbert-Shannon-Reeds; or so many cards fall at once on average |
//! | `strip 5` | running cuts, so many packets |
//! | `lace [SIZE] [by 4]` | the top cards (else half of all) are spread evenly over the others, so many to a place |
//! | `plug [SIZE] [in 3]` | the bottom cards are slipped into the middle of the others, in so many packets |
//! | `turn [over]` | the lower half is turned by 180 degrees, or over |
//! | `box` | the halves change places |
//! | `cut [SIZE]` | a cut anywhere, at least so far from either end |
//! | `shelf 10` | a machine with so many shelves |
//!
//! `x3` after a step does it three times.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Report, suggest};
use crate::model::shuffle::StepName;
use crate::source::Source;

use super::step::{Placed, Portion, Procedure, Stage, Step};

/// The cards that are to be shuffled, and what is usual with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cards {
    /// How many cards the stack has.
    pub all: u16,
    /// How many a deck has.
    pub deck: u16,
    /// How many were not dealt, for a `plug` that does not say.
    pub unused: Option<u16>,
    /// The fewest at either end, for a `cut` that does not say.
    pub from_ends: u16,
}

/// The most times that a step is repeated, and the most shelves, which keep the work within bounds.
const MOST_TIMES: u16 = 100;
const MOST_SHELVES: u16 = 1000;

/// Reads a procedure.
///
/// # Errors
/// Every problem of the text, each with its place and a hint.
pub fn parse(source: &Arc<Source>, cards: Cards) -> Result<Procedure, Report> {
    // Neither changes a place.
    let text = source.text.to_ascii_lowercase().replace(['\n', '\t', '\r'], " ");
    let mut report = Report::default();
    let mut procedure = Procedure::default();
    for stage in pieces(&text, 0..text.len(), ';') {
        let mut found = Stage { portion: Portion::Whole, steps: Vec::new() };
        let read = portion(&text, stage.clone(), cards).map(|(portion, rest)| {
            found.portion = portion;
            rest
        });
        let steps = read.unwrap_or_else(|problem| {
            let rest = text
                .get(stage.clone())
                .and_then(|t| t.find(':'))
                .map_or(stage.end, |at| stage.start + at + 1);
            report.push(problem.at(source));
            rest..stage.end
        });
        if steps.is_empty() && report.has_errors() {
            continue;
        }
        let size = match found.portion {
            Portion::Whole => cards.all,
            Portion::Piles(size) | Portion::Grabs(size) => size,
        };
        for place in pieces(&text, steps, ',') {
            match step(&text, place, Cards { all: size, ..cards }) {
                Ok((placed, times)) => found.steps.extend(std::iter::repeat_n(placed, times)),
                Err(problem) => report.push(problem.at(source)),
            }
        }
        procedure.stages.push(found);
    }
    if report.has_errors() { Err(report) } else { Ok(procedure) }
}

/// Something wrong at a place.
struct Problem {
    code: &'static str,
    message: String,
    span: Range<usize>,
    hint: String,
}

impl Problem {
    fn new(code: &'static str, span: &Range<usize>, message: String, hint: impl Into<String>) -> Self {
        Self { code, message, span: span.clone(), hint: hint.into() }
    }

    fn at(self, source: &Arc<Source>) -> Diagnostic {
        Diagnostic::error(self.code, self.message).at(source, self.span).hint(self.hint)
    }
}

/// The pieces of a range between separators, without blanks around them.
fn pieces(text: &str, range: Range<usize>, separator: char) -> Vec<Range<usize>> {
    let mut start = range.start;
    let mut found = Vec::new();
    for piece in text.get(range).unwrap_or_default().split(separator) {
        let before = piece.len() - piece.trim_start().len();
        let from = start + before.min(piece.trim_end().len());
        found.push(from..from + piece.trim().len());
        start += piece.len() + separator.len_utf8();
    }
    found
}

/// On what a stage is done, and where its steps stand.
fn portion(text: &str, stage: Range<usize>, cards: Cards) -> Result<(Portion, Range<usize>), Problem> {
    let mut words = Words::new(text, stage.clone());
    if words.accept("then") {
        return portion(text, words.place().start..stage.end, cards);
    }
    let colon = text.get(stage.clone()).and_then(|inside| inside.find(':')).map(|at| stage.start + at);
    let Some(colon) = colon else { return Ok((Portion::Whole, stage)) };
    let mut words = Words::new(text, stage.start..colon);
    let portion = match words.next() {
        Some("piles") => Portion::Piles,
        Some("grabs") => Portion::Grabs,
        _ => {
            let message =
                format!("`{}` is not a part of the stack", text.get(stage.start..colon).unwrap_or_default());
            let hint = "write `piles of 2 decks: ...` or `grabs of 1 deck: ...`";
            return Err(Problem::new("bad_portion", &(stage.start..colon), message, hint));
        }
    };
    words.accept("of");
    let place = words.place();
    let size = words
        .size(cards.deck)?
        .ok_or_else(|| missing(&place, "the number of cards", "`piles of 2 decks:`"))?;
    words.end()?;
    within(&place, size, 2..=cards.all, "cards")?;
    Ok((portion(size), colon + 1..stage.end))
}

/// A step, and how many times it is done.
fn step(text: &str, place: Range<usize>, cards: Cards) -> Result<(Placed, usize), Problem> {
    let mut words = Words::new(text, place.clone());
    let names = || StepName::ALL.into_iter().map(StepName::as_str);
    let Some(word) = words.next() else {
        let hint =
            format!("write one of {}, or leave the separator out", names().collect::<Vec<_>>().join(", "));
        return Err(Problem::new("empty_step", &place, "a step is missing".to_owned(), hint));
    };
    let Some(name) = StepName::ALL.into_iter().find(|name| name.as_str() == word) else {
        let message = format!("there is no step `{word}`");
        let span = place.start..place.start + word.len();
        return Err(Problem::new("unknown_step", &span, message, suggest(word, names())));
    };
    let step = arguments(name, &mut words, cards)?;
    let times = words.times()?;
    words.end()?;
    Ok((Placed { step, span: place }, usize::from(times)))
}

/// What follows the name of a step.
fn arguments(name: StepName, words: &mut Words<'_>, cards: Cards) -> Result<Step, Problem> {
    let Cards { all, deck, unused, from_ends } = cards;
    let others = 1..=all.saturating_sub(1);
    Ok(match name {
        StepName::Wash => Step::Wash { percent: words.percent()? },
        StepName::Riffle => Step::Riffle { clump: words.clump(all)? },
        StepName::Strip => {
            let packets = words.needed("the number of packets", "`strip 5`", 2..=all, "packets")?;
            Step::Strip { packets }
        }
        StepName::Lace => {
            let place = words.place();
            let cards = words.size(deck)?.unwrap_or(all / 2);
            within(&place, cards, others, "cards")?;
            Step::Lace { cards, by: words.number_after("by", 1..=cards, "cards")? }
        }
        StepName::Plug => {
            let place = words.place();
            let told = words.size(deck)?.or(unused);
            let cards =
                told.ok_or_else(|| missing(&place, "the number of cards that were not dealt", "`plug 50`"))?;
            within(&place, cards, others, "cards")?;
            Step::Plug { cards, packets: words.number_after("in", 1..=cards, "packets")? }
        }
        StepName::Turn => Step::Turn { over: words.accept("over") },
        StepName::Box => Step::Box,
        StepName::Cut => {
            let place = words.place();
            let from_ends = words.size(deck)?.unwrap_or(from_ends);
            within(&place, from_ends, 1..=all / 2, "cards from either end")?;
            Step::Cut { from_ends }
        }
        StepName::Shelf => {
            let shelves = words.needed("the number of shelves", "`shelf 10`", 1..=MOST_SHELVES, "shelves")?;
            Step::Shelf { shelves }
        }
    })
}

fn missing(place: &Range<usize>, what: &str, example: &str) -> Problem {
    Problem::new("missing_number", place, format!("{what} is missing"), format!("write it as in {example}"))
}

fn within(place: &Range<usize>, number: u16, range: RangeInclusive<u16>, what: &str) -> Result<(), Problem> {
    if range.contains(&number) {
        return Ok(());
    }
    let message = format!("{number} {what} are out of range here");
    let hint = match (range.start(), range.end()) {
        (least, most) if least > most => "there are too few cards for this step".to_owned(),
        (least, most) => format!("write {least} to {most}"),
    };
    Err(Problem::new("out_of_range", place, message, hint))
}

/// The words of a piece, one after the other.
struct Words<'a> {
    text: &'a str,
    words: std::iter::Peekable<std::vec::IntoIter<Range<usize>>>,
    /// Just behind the last word taken.
    end: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a str, place: Range<usize>) -> Self {
        let end = place.start;
        let all = pieces(text, place, ' ').into_iter().filter(|word| !word.is_empty());
        Self { text, words: all.collect::<Vec<_>>().into_iter().peekable(), end }
    }

    fn word(&self, place: &Range<usize>) -> &'a str {
        self.text.get(place.clone()).unwrap_or_default()
    }

    fn peek(&mut self) -> Option<&'a str> {
        let place = self.words.peek()?.clone();
        Some(self.word(&place))
    }

    fn next(&mut self) -> Option<&'a str> {
        let place = self.words.next()?;
        self.end = place.end;
        Some(self.word(&place))
    }

    fn accept(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        if found {
            self.next();
        }
        found
    }

    /// The place of the next word, or where it is missing.
    fn place(&mut self) -> Range<usize> {
        let end = self.end;
        self.words.peek().cloned().unwrap_or(end..end)
    }

    /// A number, if one is next.
    fn number(&mut self) -> Result<Option<u16>, Problem> {
        let place = self.place();
        let Some(word) = self.peek().filter(|word| word.starts_with(|c: char| c.is_ascii_digit())) else {
            return Ok(None);
        };
        let number = word.parse().map_err(|_| {
            Problem::new("bad_number", &place, format!("`{word}` is not a number"), "write a whole number")
        })?;
        self.next();
        Ok(Some(number))
    }

    fn needed(
        &mut self,
        what: &str,
        example: &str,
        range: RangeInclusive<u16>,
        unit: &str,
    ) -> Result<u16, Problem> {
        let place = self.place();
        let number = self.number()?.ok_or_else(|| missing(&place, what, example))?;
        within(&place, number, range, unit)?;
        Ok(number)
    }

    /// The number after a word; one if the word is not there.
    fn number_after(&mut self, word: &str, range: RangeInclusive<u16>, unit: &str) -> Result<u16, Problem> {
        if !self.accept(word) {
            return Ok(1);
        }
        self.needed("a number", &format!("`{word} 3`"), range, unit)
    }

    /// A number of cards, if one is next.
    fn size(&mut self, deck: u16) -> Result<Option<u16>, Problem> {
        if self.accept("half") {
            let place = self.place();
            self.accept("a");
            if !self.accept("deck") {
                return Err(missing(&place, "the deck", "`half a deck`"));
            }
            return Ok(Some(deck / 2));
        }
        let Some(number) = self.number()? else { return Ok(None) };
        let decks = self.accept("deck") || self.accept("decks");
        if !decks {
            let _ = self.accept("card") || self.accept("cards");
        }
        Ok(Some(if decks { number.saturating_mul(deck) } else { number }))
    }

    fn percent(&mut self) -> Result<u8, Problem> {
        let place = self.place();
        let Some(word) = self.peek().filter(|word| word.ends_with('%')) else { return Ok(100) };
        self.next();
        let percent = word.trim_end_matches('%').parse().ok().filter(|percent| (1..=100).contains(percent));
        percent.ok_or_else(|| {
            Problem::new(
                "bad_number",
                &place,
                format!("`{word}` is not a share of the cards"),
                "write 1% to 100%",
            )
        })
    }

    /// `by 2.5`, in tenths.
    fn clump(&mut self, cards: u16) -> Result<u16, Problem> {
        if !self.accept("by") {
            return Ok(10);
        }
        let place = self.place();
        let word = self.next().unwrap_or_default();
        let (whole, tenth) = word.split_once('.').unwrap_or((word, "0"));
        let digit = tenth.parse::<u16>().ok().filter(|_| tenth.len() == 1);
        let tenths =
            whole.parse::<u16>().ok().zip(digit).and_then(|(w, t)| w.checked_mul(10)?.checked_add(t));
        tenths.filter(|tenths| (10..=cards.saturating_mul(10)).contains(tenths)).ok_or_else(|| {
            let message = format!("`{word}` cards cannot fall at once");
            Problem::new("bad_number", &place, message, "write 1 or more, such as `riffle by 2.5`")
        })
    }

    /// `x3`; once if it is not there.
    fn times(&mut self) -> Result<u16, Problem> {
        let place = self.place();
        let number = |word: &str| word.strip_prefix('x').map(|number| number.parse::<u16>());
        let Some((word, number)) = self.peek().and_then(|word| Some((word, number(word)?))) else {
            return Ok(1);
        };
        self.next();
        number.ok().filter(|times| (1..=MOST_TIMES).contains(times)).ok_or_else(|| {
            let hint = format!("write `x1` to `x{MOST_TIMES}`");
            Problem::new("bad_number", &place, format!("`{word}` is not a number of times"), hint)
        })
    }

    /// Nothing follows.
    fn end(&mut self) -> Result<(), Problem> {
        let place = self.place();
        match self.next() {
            None => Ok(()),
            Some(word) => {
                let hint = "separate steps by commas, stages by semicolons; `x3` repeats a step";
                Err(Problem::new("unexpected_word", &place, format!("`{word}` does not belong here"), hint))
            }
        }
    }
}
