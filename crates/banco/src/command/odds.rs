//! `banco odds`: quick questions about one wager and any cards left in the shoe.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use std::io::{BufRead as _, BufWriter, Write as _};

use banco_cards::Card;
use banco_odds::{Deals, Detail, Question, Sheet, Shoe, detail_needed, sheets};
use banco_rulebook::{Library, Offered, Terms, WagerName};
use clap::Args;

use crate::command::par::ShoeArguments;
use crate::failure::Failure;
use crate::output;
use crate::source::TermsArguments;

/// Which wager, from which shoe.
#[derive(Args)]
pub struct OddsArguments {
    /// The wager, `ID[.SIDE][:PAYTABLE]`.
    wager: String,

    #[command(flatten)]
    terms: TermsArguments,

    #[command(flatten)]
    shoe: ShoeArguments,

    /// Read shoes from standard input, one a line: 10 counts (values 0 to 9), 13 (ranks ace to king) or 52 (clubs,
    /// diamonds, hearts, spades, each ace to king). Prints the edge of each, one a line.
    #[arg(long, value_name = "-", conflicts_with_all = ["decks", "without", "removal", "by_decks"])]
    composition: Option<String>,

    /// Show by how much the bettor's average gain changes when one card of each kind has left the shoe.
    #[arg(long, conflicts_with = "by_decks")]
    removal: bool,

    /// Show the edge for every number of decks from 1 to 12.
    #[arg(long, conflicts_with = "decks")]
    by_decks: bool,
}

/// Answers.
pub fn run(arguments: &OddsArguments, library: &Library) -> Result<(), Failure> {
    let terms = arguments.terms.terms(library)?;
    let name: WagerName = arguments.wager.parse()?;
    let offered = terms.offered(&name)?;
    match arguments.composition.as_deref() {
        None if arguments.removal => removal(arguments, &terms, &offered),
        None if arguments.by_decks => by_decks(arguments, &terms, &offered),
        None => {
            let sheet = sheet(arguments, &terms, &offered, &arguments.shoe.cards.shoe(&terms)?)?;
            let meters = if sheet.jackpots.is_empty() { "" } else { " (meters apart)" };
            let wins = match sheet.hit_and_push().0 {
                hit if hit > 0.0 => format!("one in {:.6}", hit.recip()),
                _ => "never".to_owned(),
            };
            output::print(&format!(
                "{name}: house edge {:.10}%{meters}, return {:.10}%, wins {wins}",
                100.0 * sheet.house_edge(),
                100.0 * sheet.average_return(),
            ))
        }
        Some("-") => compositions(arguments, &terms, &offered),
        Some(other) => {
            Err(Failure::invalid("bad_composition", format!("`{other}` is not `-`, standard input")))
        }
    }
}

/// The effect of taking out one card of each kind, in percent of a unit staked.
fn removal(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<(), Failure> {
    let full = arguments.shoe.cards.shoe(terms)?;
    let whole = sheet(arguments, terms, offered, &full)?.house_edge();
    let needed = detail_needed(&[&offered.table]);
    let mut table = output::table(&["card taken out", "edge", "effect on the bettor"]);
    for card in one_of_each(&full, needed) {
        let edge = sheet(arguments, terms, offered, &full.clone().without(card)?)?.house_edge();
        table.add_row(vec![
            kind_name(card, needed),
            format!("{:.8}%", 100.0 * edge),
            format!("{:+.8}%", 100.0 * (whole - edge)),
        ]);
    }
    output::print(&format!(
        "{}: house edge {:.8}%\n\n{}",
        arguments.wager,
        100.0 * whole,
        output::table_text(&table)
    ))
}

/// What the cards are called that the wager does not tell apart from this one.
pub fn kind_name(card: Card, needed: Detail) -> String {
    match needed {
        Detail::Values if card.points().get() == 0 => "T J Q K".to_owned(),
        Detail::Values | Detail::Ranks => card.rank.to_string(),
        Detail::Cards => card.to_string(),
    }
}

/// One card that is left of each kind that the wager tells apart.
pub fn one_of_each(shoe: &Shoe, needed: Detail) -> Vec<Card> {
    let alike = |one: &Card, other: &Card| match needed {
        Detail::Values => one.points() == other.points(),
        Detail::Ranks => one.rank == other.rank,
        Detail::Cards => one == other,
    };
    let mut cards: Vec<Card> = Vec::new();
    for card in Card::all().filter(|card| shoe.count(card.rank, card.suit) > 0) {
        if !cards.iter().any(|known| alike(known, &card)) {
            cards.push(card);
        }
    }
    cards.sort_by_key(|card| card.rank);
    cards
}

/// The edge for each number of decks.
fn by_decks(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<(), Failure> {
    let mut table = output::table(&["decks", "house edge", "return", "wins one in"]);
    for decks in 1..=12 {
        let sheet = sheet(arguments, terms, offered, &arguments.shoe.cards.shoe_of(terms, decks)?)?;
        let hit = sheet.hit_and_push().0;
        table.add_row(vec![
            decks.to_string(),
            format!("{:.8}%", 100.0 * sheet.house_edge()),
            format!("{:.8}%", 100.0 * sheet.average_return()),
            if hit > 0.0 { format!("{:.4}", hit.recip()) } else { "never".to_owned() },
        ]);
    }
    output::print(&format!("{}\n\n{}", arguments.wager, output::table_text(&table)))
}

fn sheet(arguments: &OddsArguments, terms: &Terms, offered: &Offered, shoe: &Shoe) -> Result<Sheet, Failure> {
    let seat = arguments.shoe.seat(terms, offered)?;
    let tables = [offered.table.clone()];
    let deals = Deals::new(shoe.clone(), arguments.shoe.draw(terms)?)?;
    let mut made = sheets(terms, &deals, &tables, &seat, &offered.suits)?;
    made.pop().ok_or_else(|| Failure::invalid("no_odds", "the wager has no pay table"))
}

/// One shoe a line in, one edge a line out.
fn compositions(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<(), Failure> {
    let needed = detail_needed(&[&offered.table]);
    let seat = arguments.shoe.seat(terms, offered)?;
    let draw = arguments.shoe.draw(terms)?;
    let tables = [&offered.table];
    let question = Question::new(&tables, &seat, &offered.suits);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for (at, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let bad =
            |message: String| Failure::invalid("bad_composition", format!("line {}: {message}", at + 1));
        let shoe = composition(&line, needed, &offered.table.wager).map_err(bad)?;
        let deals = Deals::new(shoe, draw.clone()).map_err(|error| bad(error.to_string()))?;
        let counts = deals.count(&question)?;
        let sheet = Sheet::from_counts(terms, &tables, counts).pop();
        writeln!(out, "{:.15}", sheet.map_or(0.0, |sheet| sheet.house_edge()))?;
    }
    out.flush()?;
    Ok(())
}

fn composition(line: &str, needed: Detail, wager: &str) -> Result<Shoe, String> {
    let words = line.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let count = |word: &str| {
        word.parse::<u16>().map_err(|_| format!("`{word}` is not a number of cards from 0 to {}", u16::MAX))
    };
    let counts: Vec<u16> = words.map(count).collect::<Result<_, _>>()?;
    let (shoe, detail) = Shoe::from_counts(&counts).map_err(|error| error.to_string())?;
    if detail < needed {
        return Err(format!(
            "`{wager}` depends on {}, so counts of {} are not enough",
            needed.name(),
            detail.name()
        ));
    }
    Ok(shoe)
}
