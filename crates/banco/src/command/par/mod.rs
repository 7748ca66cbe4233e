//! `banco par`: exact odds, line by line.
//!
//! `make` counts; `facts` and `document` turn what was made into the sections that a sheet tells (`told`); every format
//! renders those, so that something new to tell is added in one place.

mod again;
mod asked;
mod csv;
mod document;
mod facts;
mod format;
mod house;
mod html;
mod json;
mod make;
mod meters;
mod more;
#[cfg(feature = "parquet")]
mod parquet;
mod text;
mod told;
mod void;
mod xlsx;

use std::path::{Path, PathBuf};

use banco_cards::{Card, Pack, parse_cards};
use banco_engine::SeatFacts;
use banco_odds::{DrawTable, FiveRule, Shoe, ShoeError};
use banco_rulebook::{Library, Offered, Terms};
use clap::Args;

pub use self::asked::sheet_name;
use self::format::Format;
pub use self::make::{Made, offered_sheets};
pub use self::void::{VoidOutput, sentence as void_sentence};
use crate::failure::Failure;

/// Which sheets, in which form.
#[derive(Args, Clone, Default)]
pub struct ParArguments {
    /// The wager, `ID[.SIDE][:PAYTABLE]`, or a wager file of your own (`./my-wager.toml`). Without it you get every
    /// wager of the rulebook or submission.
    wager: Option<String>,

    /// The rulebook; use `--all` for every rulebook.
    #[arg(short, long, value_name = "ID", required_unless_present_any = ["all", "submission"])]
    rulebook: Option<String>,

    /// A Rules Submission: only its wagers, with its options, vigorish and decks.
    #[arg(short, long, value_name = "FILE")]
    submission: Option<String>,

    /// Every wager and pay table in every rulebook.
    #[arg(long, conflicts_with_all = ["wager", "rulebook", "submission"])]
    all: bool,

    /// Change one key of the submission, such as `--set options.suited=each-hand`; repeatable.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Figure it for this stake, with pays and vigorish rounded as at the table, such as `--stake 7`.
    #[arg(long, value_name = "AMOUNT")]
    stake: Option<String>,

    #[command(flatten)]
    shoe: ShoeArguments,

    /// What else to put on the sheet. By default nothing; a single sheet gets everything except `removal` and `decks`,
    /// and a single HTML page gets those too.
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    with: Vec<Dependency>,

    /// Count again with a second, independent method wherever only point values matter; exit code 4 if it differs.
    #[arg(long)]
    verify: bool,

    #[arg(skip)]
    room: Room,

    /// The format; by default the one that the name of the `--output` file ends in, otherwise a table.
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Short for `--format json`.
    #[arg(long, conflicts_with_all = ["csv", "format"])]
    json: bool,

    /// Short for `--format csv`.
    #[arg(long, conflicts_with = "format")]
    csv: bool,

    /// Write to this file instead of standard output. If something goes wrong, no file is left behind.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The date to print on the sheets, such as `2026-01-31`. There is none by default, so that the same question
    /// always gives the same file.
    #[arg(long, value_name = "DATE", value_parser = document::date)]
    date: Option<String>,

    /// The name of the person responsible for the sheets.
    #[arg(long, value_name = "NAME")]
    author: Option<String>,
}

/// What more a sheet may tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Dependency {
    /// Only lines, figures and meters.
    Nothing,
    /// How each card that leaves the shoe changes the edge.
    Removal,
    /// The edge by number of decks.
    Decks,
    /// The odds at every seat, and the envy it collects.
    Seats,
    /// What each Must Hit configuration is worth.
    MustHit,
    /// The most a round can cost the house.
    Exposure,
    /// Correlation with the base wagers on either hand.
    Correlation,
}

/// How much is told when nothing is said.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Room {
    /// Lines only: nothing more would be seen.
    Lines,
    #[default]
    Usual,
    /// Plots as well.
    Page,
}

impl ParArguments {
    /// A wager file from outside the tree.
    fn wager_file(&self) -> Option<&str> {
        self.wager.as_deref().filter(|wager| is_file(wager))
    }

    /// What more is told: what was said, or what is usual of a single sheet and of a page.
    fn wanted(&self, single: bool) -> Vec<Dependency> {
        use Dependency::{Correlation, Decks, Exposure, MustHit, Nothing, Removal, Seats};
        let mut wanted = self.with.clone();
        if wanted.is_empty() && self.wager.is_some() {
            let edges = [Removal, Decks].into_iter().filter(|_| self.room == Room::Page);
            let rest = [Seats, MustHit, Exposure, Correlation];
            wanted.extend(edges.chain(rest.into_iter().filter(|_| single && self.room != Room::Lines)));
        }
        wanted.retain(|what| *what != Nothing);
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// A wager of the rulebook.
    fn wager_name(&self) -> Option<&str> {
        self.wager.as_deref().filter(|wager| !is_file(wager))
    }
}

fn is_file(wager: &str) -> bool {
    Path::new(wager).extension().is_some_and(|extension| extension == "toml")
}

/// Which cards.
#[derive(Args, Clone, Default)]
pub struct CardsArguments {
    /// Use a full shoe of this many decks; default: as in the submission.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub decks: Option<u8>,

    /// Cards that are out of the shoe, such as `"9h 9s"`.
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub without: String,
}

impl CardsArguments {
    /// The shoe under these terms.
    pub fn shoe(&self, terms: &Terms) -> Result<Shoe, Failure> {
        self.shoe_of(terms, self.decks(terms))
    }

    /// A shoe of so many decks under these terms, without the cards that have left it.
    pub fn shoe_of(&self, terms: &Terms, decks: u8) -> Result<Shoe, Failure> {
        Ok(full_shoe(terms, decks, &self.gone()?)?)
    }

    /// The cards that have left the shoe.
    fn gone(&self) -> Result<Vec<Card>, Failure> {
        parse_cards(&self.without).map_err(|error| Failure::invalid("bad_card", error.to_string()))
    }

    /// The number of decks under these terms.
    fn decks(&self, terms: &Terms) -> u8 {
        self.decks.unwrap_or_else(|| terms.pack().decks())
    }
}

/// A shoe of so many decks under these terms, without these cards.
fn full_shoe(terms: &Terms, decks: u8, gone: &[Card]) -> Result<Shoe, ShoeError> {
    let removed = terms.variant.without.as_ref().map(|ranks| ranks.as_slice()).unwrap_or_default();
    let pack = Pack::standard(decks).without(removed);
    gone.iter().try_fold(Shoe::of(&pack), |shoe, card| shoe.without(*card))
}

/// Which cards, from which seat, and how a hand plays that may choose.
#[derive(Args, Clone, Default)]
pub struct ShoeArguments {
    #[command(flatten)]
    pub cards: CardsArguments,

    /// The seat, for wagers that depend on it; default: the first seat that has the wager.
    #[arg(long, value_name = "N")]
    pub seat: Option<u8>,

    /// What the Player's hand does when it has a choice: draw (the house way) or stand.
    #[arg(long, value_name = "CHOICE", default_value = "draw")]
    pub choice: ChoiceName,
}

/// Draw or stand.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub enum ChoiceName {
    /// Draw a third card.
    #[default]
    Draw,
    /// Stand on two cards.
    Stand,
}

impl ChoiceName {
    /// As it is written on the command line.
    const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Stand => "stand",
        }
    }
}

impl From<ChoiceName> for FiveRule {
    fn from(name: ChoiceName) -> Self {
        match name {
            ChoiceName::Draw => Self::Draw,
            ChoiceName::Stand => Self::Stand,
        }
    }
}

impl ShoeArguments {
    /// All deals from the shoe under these terms.
    pub fn deals(&self, terms: &Terms) -> Result<(Shoe, DrawTable), Failure> {
        Ok((self.cards.shoe(terms)?, self.draw(terms)?))
    }

    /// The drawing rule, with the choice made.
    pub fn draw(&self, terms: &Terms) -> Result<DrawTable, Failure> {
        let rule = terms.rulebook.file.drawing.player.chooses.as_ref();
        let may_choose = rule.is_some_and(|rule| !rule.each_bettor) || terms.variant.player_chooses.is_some();
        if matches!(self.choice, ChoiceName::Stand) && !may_choose {
            let message = "the Player's hand has no choice here, so `--choice stand` does not apply";
            return Err(Failure::invalid("no_choice", message));
        }
        Ok(DrawTable::of(terms, self.choice.into()))
    }

    /// The seat for a wager: the one named, if it carries the wager, or the first that does.
    pub fn seat(&self, terms: &Terms, offered: &Offered) -> Result<SeatFacts, Failure> {
        let carrying = offered.positions.as_ref().unwrap_or(&terms.positions);
        if let Some(seat) = self.seat.filter(|seat| !carrying.contains(seat)) {
            let seats: Vec<String> = carrying.iter().map(u8::to_string).collect();
            let message = format!(
                "`{}` is not offered at seat {seat}; it is offered at {}",
                offered.table.wager,
                seats.join(", ")
            );
            return Err(Failure::invalid("not_at_seat", message));
        }
        let seat = self.seat.or_else(|| carrying.first().copied());
        Ok(seat.map(|seat| SeatFacts::at(terms, seat, &[])).unwrap_or_default())
    }
}

/// Makes the sheets and writes them.
pub fn run(arguments: &ParArguments, library: &Library, folder: Option<&Path>) -> Result<(), Failure> {
    let target = format::target(arguments)?;
    let room = match target.format {
        Format::Html => Room::Page,
        Format::Csv | Format::Parquet => Room::Lines,
        Format::Table | Format::Json | Format::Xlsx => Room::Usual,
    };
    let arguments = ParArguments { room, ..arguments.clone() };
    let made = make::make(&arguments, library)?;
    let book = facts::book(&made, &arguments, folder);
    target.write(&book)
}
