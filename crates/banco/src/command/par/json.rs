//! Sheets as JSON.

use serde::Serialize;

use super::make::Made;
use super::text::one_in;
use super::{ChoiceName, ParArguments};

/// A sheet in JSON; the form is kept stable.
#[derive(Serialize)]
pub struct SheetOutput<'a> {
    rulebook: &'a str,
    wager: &'a str,
    side: Option<&'a str>,
    paytable: Option<&'a str>,
    seat: Option<u8>,
    decks: u8,
    total: String,
    lines: Vec<LineOutput<'a>>,
    #[serde(rename = "return")]
    average_return: f64,
    /// Meters included; none where there are no meters or the licensee has yet to set them up.
    long_run_return: Option<f64>,
    house_edge: f64,
    edge_on_resolved: f64,
    hit: f64,
    push: f64,
    variance: f64,
    skewness: f64,
    kurtosis: f64,
    volatility_index: f64,
    jackpots: Vec<JackpotOutput<'a>>,
    /// What the figures depend on beside the rulebook: keys set, cards gone, the choice, the stake.
    set: &'a [String],
    without: &'a str,
    choice: &'static str,
    stake: Option<&'a str>,
    cite: String,
}

#[derive(Serialize)]
struct LineOutput<'a> {
    name: &'a str,
    ways: String,
    probability: f64,
    pays: String,
    contribution: f64,
}

#[derive(Serialize)]
struct JackpotOutput<'a> {
    meter: &'a str,
    ways: String,
    probability: f64,
    one_in: Option<f64>,
    /// What the meter must show, in the currency of the wager, for the wager to be even with the other meters at their
    /// seeds.
    break_even: Option<f64>,
    seed: Option<String>,
    increment: Option<String>,
    reserve: Option<String>,
}

impl<'a> SheetOutput<'a> {
    /// The sheet, with what it was made from.
    pub fn new(made: &'a Made, arguments: &'a ParArguments) -> Self {
        let sheet = &made.sheet;
        let (hit, push) = sheet.hit_and_push();
        Self {
            rulebook: &made.rulebook,
            wager: &sheet.table.wager,
            side: sheet.table.side.as_deref(),
            paytable: Some(sheet.table.column.as_str()).filter(|column| !column.is_empty()),
            seat: made.seat,
            decks: made.decks,
            total: sheet.total.to_string(),
            lines: sheet
                .lines
                .iter()
                .map(|line| LineOutput {
                    name: &line.name,
                    ways: line.ways.to_string(),
                    probability: sheet.probability(line.ways),
                    pays: line.pays.to_string(),
                    contribution: sheet.contribution(line),
                })
                .collect(),
            average_return: sheet.average_return(),
            long_run_return: made.long_run_return(),
            house_edge: sheet.house_edge(),
            edge_on_resolved: sheet.edge_on_resolved(),
            hit,
            push,
            variance: sheet.variance(),
            skewness: sheet.skewness(),
            kurtosis: sheet.kurtosis(),
            volatility_index: sheet.volatility_index(1),
            jackpots: sheet
                .jackpots
                .iter()
                .map(|jackpot| JackpotOutput {
                    meter: &jackpot.meter,
                    ways: jackpot.ways.to_string(),
                    probability: sheet.probability(jackpot.ways),
                    one_in: one_in(sheet, jackpot.ways),
                    break_even: made.break_even(jackpot),
                    seed: made.meters.get(&jackpot.meter).and_then(|meter| Some(meter.seed?.to_string())),
                    increment: made
                        .meters
                        .get(&jackpot.meter)
                        .and_then(|meter| Some(meter.increment?.to_string())),
                    reserve: made
                        .meters
                        .get(&jackpot.meter)
                        .and_then(|meter| Some(meter.reserve?.to_string())),
                })
                .collect(),
            set: &arguments.set,
            without: &arguments.shoe.cards.without,
            choice: match arguments.shoe.choice {
                ChoiceName::Draw => "draw",
                ChoiceName::Stand => "stand",
            },
            stake: arguments.stake.as_deref(),
            cite: sheet.table.cite.join(", "),
        }
    }
}
