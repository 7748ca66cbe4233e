//! One wager at a glance: its edge, the effect of removal and the edge by decks.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use banco_odds::{Sheet, detail_needed};
use banco_rulebook::{Offered, Terms};
use banco_sheets::{VoidRounds, kind_name, one_of_each_kind, void_sentence};
use serde::Serialize;

use super::{OddsArguments, sheet};
use crate::failure::Failure;
use crate::output;

/// The edge of one shoe.
#[derive(Serialize)]
struct EdgeOutput<'a> {
    wager: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    decks: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<String>,
    house_edge: f64,
    #[serde(rename = "return")]
    average_return: f64,
    hit: f64,
    /// Rounds for which cards are wanting; the figures are of the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    void: Option<VoidRounds>,
    /// By how much the bettor is better off without the card, for each unit staked.
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<f64>,
}

impl<'a> EdgeOutput<'a> {
    fn new(arguments: &'a OddsArguments, terms: &Terms, sheet: &Sheet) -> Self {
        Self {
            wager: arguments.wager(),
            decks: None,
            without: None,
            house_edge: sheet.house_edge(),
            average_return: sheet.average_return(),
            hit: sheet.hit_and_push().0,
            void: VoidRounds::new(terms, sheet),
            effect: None,
        }
    }
}

/// The columns of a wager at a glance, whichever shoe is asked about.
const COLUMNS: [&str; 11] = [
    "wager",
    "given",
    "decks",
    "without",
    "house_edge",
    "return",
    "hit",
    "void",
    "effect",
    "chance",
    "house_edge_unknowing",
];

/// What the conditions change: the chance that they hold, and the edge where nothing is known.
pub struct Unknowing {
    pub chance: f64,
    pub house_edge: f64,
}

impl EdgeOutput<'_> {
    fn cells(&self, given: &str, unknowing: Option<&Unknowing>) -> Vec<String> {
        let maybe = |known: Option<f64>| known.map(output::number).unwrap_or_default();
        vec![
            self.wager.to_owned(),
            given.to_owned(),
            self.decks.map(|decks| decks.to_string()).unwrap_or_default(),
            self.without.clone().unwrap_or_default(),
            output::number(self.house_edge),
            output::number(self.average_return),
            output::number(self.hit),
            output::number(self.void.as_ref().map_or(0.0, VoidRounds::share)),
            maybe(self.effect),
            maybe(unknowing.map(|known| known.chance)),
            maybe(unknowing.map(|known| known.house_edge)),
        ]
    }
}

fn print_rows(
    arguments: &OddsArguments,
    rows: &[EdgeOutput<'_>],
    unknowing: Option<&Unknowing>,
) -> Result<(), Failure> {
    let given = arguments.given.join("; ");
    output::print_csv(&COLUMNS, rows.iter().map(|row| row.cells(&given, unknowing)))
}

/// The edge as a row of CSV.
pub fn print_row(
    arguments: &OddsArguments,
    (terms, sheet): (&Terms, &Sheet),
    unknowing: Option<&Unknowing>,
) -> Result<(), Failure> {
    print_rows(arguments, &[EdgeOutput::new(arguments, terms, sheet)], unknowing)
}

/// The edge, in a line.
pub fn edge(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<(), Failure> {
    let shoe = arguments.shoe.cards.asked().shoe_or_deck(terms)?;
    let sheet = sheet(arguments, terms, offered, &shoe)?;
    if !arguments.given.is_empty() {
        return super::given::edge(arguments, terms, offered, &sheet);
    }
    if arguments.json {
        return output::print_json(&EdgeOutput::new(arguments, terms, &sheet));
    }
    if arguments.csv {
        return print_row(arguments, (terms, &sheet), None);
    }
    let void = void_sentence(terms, &sheet, shoe.len());
    if sheet.total == 0 {
        return output::print(&format!("{}: {}", arguments.wager(), void.unwrap_or_default()));
    }
    let meters = if sheet.jackpots.is_empty() { "" } else { " (without meters)" };
    let wins = match sheet.hit_and_push().0 {
        hit if hit > 0.0 => format!("one in {:.6}", hit.recip()),
        _ => "never".to_owned(),
    };
    output::print(&format!(
        "{}: house edge {:.10}%{meters}, return {:.10}%, wins {wins}{}\n{}",
        arguments.wager(),
        100.0 * sheet.house_edge(),
        100.0 * sheet.average_return(),
        suits(offered).map(|suits| format!(", suits assumed: {suits}")).unwrap_or_default(),
        void.unwrap_or_default(),
    ))
}

/// The suits by which a suit-specific wager is counted.
fn suits(offered: &Offered) -> Option<String> {
    let names = offered.suits.iter().take(usize::from(offered.table.chosen_suits)).map(|suit| suit.name());
    let names: Vec<&str> = names.collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// The effect of taking out one card of each kind, in percent of a unit staked.
pub fn removal(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<(), Failure> {
    let full = arguments.shoe.cards.asked().shoe(terms)?;
    let whole = sheet(arguments, terms, offered, &full)?.house_edge();
    let needed = detail_needed(&[&offered.table]);
    let mut table = output::table(&["card taken out", "edge", "effect on the bettor"]);
    let mut rows: Vec<EdgeOutput<'_>> = Vec::new();
    for card in one_of_each_kind(&full, needed) {
        let sheet = sheet(arguments, terms, offered, &full.clone().without(card)?)?;
        let edge = sheet.house_edge();
        let name = kind_name(card, needed);
        rows.push(EdgeOutput {
            without: Some(name.clone()),
            effect: Some(whole - edge),
            ..EdgeOutput::new(arguments, terms, &sheet)
        });
        table.add_row(vec![
            name,
            format!("{:.8}%", 100.0 * edge),
            format!("{:+.8}%", 100.0 * (whole - edge)),
        ]);
    }
    if arguments.json {
        return output::print_json(&rows);
    }
    if arguments.csv {
        return print_rows(arguments, &rows, None);
    }
    output::print(&format!(
        "{}: house edge {:.8}%\n\n{}",
        arguments.wager(),
        100.0 * whole,
        output::table_text(&table)
    ))
}

/// The edge for each number of decks.
pub fn by_decks(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<(), Failure> {
    let mut table = output::table(&["decks", "house edge", "return", "wins one in"]);
    let mut rows: Vec<EdgeOutput<'_>> = Vec::new();
    for decks in 1..=12 {
        let sheet =
            sheet(arguments, terms, offered, &arguments.shoe.cards.asked().shoe_with_decks(terms, decks)?)?;
        let hit = sheet.hit_and_push().0;
        rows.push(EdgeOutput { decks: Some(decks), ..EdgeOutput::new(arguments, terms, &sheet) });
        table.add_row(vec![
            decks.to_string(),
            format!("{:.8}%", 100.0 * sheet.house_edge()),
            format!("{:.8}%", 100.0 * sheet.average_return()),
            if hit > 0.0 { format!("{:.4}", hit.recip()) } else { "never".to_owned() },
        ]);
    }
    if arguments.json {
        return output::print_json(&rows);
    }
    if arguments.csv {
        return print_rows(arguments, &rows, None);
    }
    output::print(&format!("{}\n\n{}", arguments.wager(), output::table_text(&table)))
}
