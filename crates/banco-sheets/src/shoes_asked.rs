//! Shoes that somebody counted, each with sheets of its own.

use banco_odds::Shoe;
use banco_rulebook::{Diagnostic, Terms};

use crate::composition::{Composition, Shoes};
use crate::error::SheetError;
use crate::question::{Dependency, ParQuestion, Room};

/// Shoes that somebody counted, in place of a full one.
#[derive(Clone, Debug)]
pub struct ShoesAsked {
    /// Where they come from, in the words of whoever asks: a file, or `-` for standard input.
    pub source: String,
    /// The one that was picked, by its number; otherwise all of them are meant.
    pub only: Option<u64>,
    shoes: Vec<CountedShoe>,
}

/// A shoe that somebody counted.
#[derive(Clone, Debug)]
pub struct CountedShoe {
    /// Its number among those that were read, from 1.
    pub number: u64,
    pub left: Composition,
}

/// Which cards a sheet tells of.
#[derive(Clone, Debug)]
pub enum CardsTold {
    /// A full shoe of so many decks, perhaps without cards that have left it.
    Decks(u8),
    /// Infinitely many decks: every card is drawn from a full one.
    Infinite,
    /// The cards that somebody counted.
    Counted(CountedShoe),
}

impl Room {
    /// How many sheets of counted shoes a document holds at most: as many as somebody can still open.
    pub const fn most_sheets(self) -> usize {
        match self {
            Self::Lines => 20_000,
            Self::Usual => 1_000,
            Self::Page => 500,
        }
    }
}

impl ShoesAsked {
    /// Reads shoes, all of them or only the one with this number; no more than some document can hold.
    ///
    /// # Errors
    ///
    /// If a shoe is not valid, if there is none, or none with that number, or if there are too many.
    pub fn read(source: &str, shoes: Shoes, only: Option<u64>) -> Result<Self, SheetError> {
        let mut kept = Vec::new();
        let mut number = 0;
        for found in shoes {
            let Some(left) = found? else { continue };
            number += 1;
            if only.is_none_or(|only| only == number) {
                kept.push(CountedShoe { number, left });
            }
            if kept.len() > Room::Lines.most_sheets() {
                return Err(too_many(kept.len(), Room::Lines));
            }
        }
        if kept.is_empty() {
            return Err(no_shoe(source, only, number));
        }
        Ok(Self { source: source.to_owned(), only, shoes: kept })
    }
}

fn no_shoe(source: &str, only: Option<u64>, read: u64) -> SheetError {
    match only {
        Some(only) => {
            let problem = Diagnostic::error("no_such_shoe", format!("`{source}` has no shoe `{only}`"));
            problem.hint(format!("it has {read}; the first is 1")).into()
        }
        None => SheetError::invalid("no_shoes", format!("`{source}` has no shoe in it")),
    }
}

fn too_many(sheets: usize, room: Room) -> SheetError {
    let most = room.most_sheets();
    let problem = Diagnostic::error("too_many_sheets", format!("{sheets} sheets or more are asked for"));
    let hint = match room {
        Room::Lines => "`banco odds --composition` tells the figures of any number of shoes",
        _ => "CSV and Parquet hold more; `--shoe N` picks one shoe",
    };
    problem.hint(format!("a document of this format holds at most {most}; {hint}")).into()
}

impl ParQuestion {
    /// The shoes that are asked about under these terms.
    pub(crate) fn shoes_under(&self, terms: &Terms) -> Result<Vec<(CardsTold, Shoe)>, SheetError> {
        let Some(counted) = &self.counted else {
            let cards = &self.shoe.cards;
            let told =
                if cards.infinite { CardsTold::Infinite } else { CardsTold::Decks(cards.decks_under(terms)) };
            return Ok(vec![(told, cards.shoe_or_deck(terms)?)]);
        };
        let told = |shoe: &CountedShoe| (CardsTold::Counted(shoe.clone()), shoe.left.shoe.clone());
        Ok(counted.shoes.iter().map(told).collect())
    }

    /// Whether something can be told of the cards that are asked about.
    pub(crate) fn has_meaning(&self, what: Dependency) -> bool {
        use Dependency::{Decks, MustHit, Nothing};
        match (&self.counted, self.shoe.cards.infinite) {
            (Some(_), _) => what != Decks,
            (None, true) => matches!(what, Decks | MustHit | Nothing),
            (None, false) => true,
        }
    }

    /// Refuses what a document cannot hold, or what makes no sense of the cards that are asked about.
    pub(crate) fn check_cards(&self, sheets: usize) -> Result<(), SheetError> {
        if let Some(what) = self.with.iter().find(|what| !self.has_meaning(**what)) {
            let message = format!("`--with {}` asks about a full shoe", what.name());
            let cards = if self.counted.is_some() { "--composition" } else { "--decks infinite" };
            let problem = Diagnostic::error("no_full_shoe", message);
            return Err(problem.hint(format!("leave it out, or `{cards}`")).into());
        }
        if self.shoe.cards.infinite && self.verify {
            let problem = Diagnostic::error("no_full_shoe", "`--verify` counts a full shoe again");
            return Err(problem.hint("leave it out, or `--decks infinite`").into());
        }
        let too_few = self.counted.is_some() && sheets > self.room.most_sheets();
        if too_few { Err(too_many(sheets, self.room)) } else { Ok(()) }
    }
}

impl CardsTold {
    /// The decks of a full shoe.
    pub const fn decks(&self) -> Option<u8> {
        match self {
            Self::Decks(decks) => Some(*decks),
            Self::Infinite | Self::Counted(_) => None,
        }
    }

    /// The shoe that somebody counted.
    pub const fn counted(&self) -> Option<&CountedShoe> {
        match self {
            Self::Decks(_) | Self::Infinite => None,
            Self::Counted(shoe) => Some(shoe),
        }
    }

    /// Whether every card goes back before the next is drawn.
    pub const fn is_infinite(&self) -> bool {
        matches!(self, Self::Infinite)
    }

    /// As the title of a sheet says it.
    pub fn title(&self) -> String {
        match self {
            Self::Decks(1) => "one deck".to_owned(),
            Self::Decks(decks) => format!("{decks} decks"),
            Self::Infinite => "infinite decks".to_owned(),
            Self::Counted(CountedShoe { number, left }) => {
                let name = left.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
                let cards = match left.shoe.len() {
                    1 => "one card".to_owned(),
                    cards => format!("{cards} cards"),
                };
                format!("shoe {number}{name} with {cards} left")
            }
        }
    }

    /// What tells the cards apart from any others.
    pub fn key(&self) -> String {
        match self {
            Self::Decks(decks) => decks.to_string(),
            Self::Infinite => "infinite".to_owned(),
            Self::Counted(shoe) => format!("left {}", shoe.left.words()),
        }
    }
}
