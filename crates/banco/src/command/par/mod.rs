//! `banco par`: exact odds, line by line.

mod json;
mod make;
mod text;

use banco_cards::{Pack, parse_cards};
use banco_engine::SeatFacts;
use banco_odds::{DrawTable, FiveRule, Shoe};
use banco_rulebook::{Library, Offered, Terms};
use clap::Args;

pub use self::make::{offered_sheets, sheet_name};
use crate::failure::Failure;
use crate::output;

/// Which sheets.
#[derive(Args)]
pub struct ParArguments {
    /// The wager, `ID[.SIDE][:PAYTABLE]`, or a wager file of your own (`./my-wager.toml`); without it every wager of
    /// the rulebook or submission.
    wager: Option<String>,

    /// The rulebook; with `--all` every rulebook is taken.
    #[arg(short, long, value_name = "ID", required_unless_present_any = ["all", "submission"])]
    rulebook: Option<String>,

    /// A Rules Submission: its wagers only, with its options, vigorish and decks.
    #[arg(short, long, value_name = "FILE")]
    submission: Option<String>,

    /// Every wager and pay table of every rulebook.
    #[arg(long, conflicts_with_all = ["wager", "rulebook", "submission"])]
    all: bool,

    /// Set one key of the submission, such as `--set options.suited=each-hand`.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// For this very stake: pays and vigorish rounded as they would be at the table, such as `--stake 7`.
    #[arg(long, value_name = "AMOUNT")]
    stake: Option<String>,

    #[command(flatten)]
    shoe: ShoeArguments,

    /// Print JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print one row a line as CSV.
    #[arg(long)]
    csv: bool,
}

/// Which cards.
#[derive(Args)]
pub struct CardsArguments {
    /// A full shoe of so many decks; usually those of the submission.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub decks: Option<u8>,

    /// Cards that have left the shoe: `"9h 9s"`.
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
        let removed = terms.variant.without.as_ref().map(|ranks| ranks.as_slice()).unwrap_or_default();
        let pack = Pack::standard(decks).without(removed);
        let cards =
            parse_cards(&self.without).map_err(|error| Failure::invalid("bad_card", error.to_string()))?;
        Ok(cards.into_iter().try_fold(Shoe::of(&pack), Shoe::without)?)
    }

    /// The number of decks under these terms.
    fn decks(&self, terms: &Terms) -> u8 {
        self.decks.unwrap_or_else(|| terms.pack().decks())
    }
}

/// Which cards, from which seat, and how a hand plays that may choose.
#[derive(Args)]
pub struct ShoeArguments {
    #[command(flatten)]
    pub cards: CardsArguments,

    /// The seat, for wagers that depend on it; usually the first that carries the wager.
    #[arg(long, value_name = "N")]
    pub seat: Option<u8>,

    /// What a Player's hand does that may choose: draw (the house way) or stand.
    #[arg(long, value_name = "CHOICE", default_value = "draw")]
    pub choice: ChoiceName,
}

/// Draw or stand.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum ChoiceName {
    /// Draw a third card.
    Draw,
    /// Stand on two cards.
    Stand,
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
            let message = "the Player's hand has no choice here, so `--choice stand` means nothing";
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
                "`{}` is not offered at seat {seat}; it is at {}",
                offered.table.wager,
                seats.join(", ")
            );
            return Err(Failure::invalid("not_at_seat", message));
        }
        let seat = self.seat.or_else(|| carrying.first().copied());
        Ok(seat.map(|seat| SeatFacts::at(terms, seat, &[])).unwrap_or_default())
    }
}

/// Makes the sheets and prints them.
pub fn run(arguments: &ParArguments, library: &Library) -> Result<(), Failure> {
    let made = make::make(arguments, library)?;
    if arguments.json {
        let rows: Vec<json::SheetOutput<'_>> =
            made.iter().map(|made| json::SheetOutput::new(made, arguments)).collect();
        return output::print_json(&rows);
    }
    if arguments.csv {
        return output::print(&text::csv(&made));
    }
    let texts: Vec<String> = made.iter().map(text::text).collect();
    output::print(&texts.join("\n\n"))
}
