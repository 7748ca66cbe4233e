//! What a round can cost the house.

use std::fmt::Write as _;

use banco_money::{Amount, Currency};
use banco_odds::{Exposure, ExposureError, Fraction, LimitEffect, Sharing, decimal, exposure};
use banco_rulebook::{Diagnostic, Offered, Terms};
use banco_sheets::{amount_in, posted_limit, table_amount};
use serde::Serialize;

use super::{OddsArguments, seats_named};
use crate::failure::Failure;
use crate::output::{self, Figure};

/// How winners share a limit.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum SharingName {
    /// Each in proportion to what it would have been paid.
    ProRata,
    /// In the order of payment, from the highest seat down, until the money runs out.
    InOrder,
}

impl From<SharingName> for Sharing {
    fn from(name: SharingName) -> Self {
        match name {
            SharingName::ProRata => Self::ProRata,
            SharingName::InOrder => Self::InOrder,
        }
    }
}

#[derive(Serialize)]
struct ExposureOutput<'a> {
    wager: &'a str,
    seats: &'a [u8],
    stake: String,
    total: String,
    largest: Option<String>,
    ends: Vec<EndOutput<'a>>,
    house_edge: Figure,
    dealer_envy_minor: Figure,
    limit: Option<LimitOutput>,
}

#[derive(Serialize)]
struct EndOutput<'a> {
    lines: &'a [String],
    ways: String,
    payout: String,
    payouts: Vec<String>,
    dealer_envy: String,
    meters: &'a [String],
}

#[derive(Serialize)]
struct LimitOutput {
    limit: String,
    sharing: &'static str,
    ways: String,
    chance: Figure,
    withheld_minor: Vec<Figure>,
    house_edge: Figure,
}

/// Prints every way in which a round can end for the house, and what a limit does.
pub fn run(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<(), Failure> {
    let seats = seats_named(arguments, terms, offered)?;
    let stake = stake(arguments, terms, offered)?;
    let (shoe, draw) = arguments.shoe.asked().deals(terms)?;
    let found = exposure(terms, (&shoe, &draw), offered, &seats, stake).map_err(refused)?;
    let limit = limit(arguments, terms, offered, stake.currency())?;
    let effect = limit.map(|limit| (limit, found.limited(limit, arguments.sharing.into())));
    if arguments.json {
        return output::print_json(&json(arguments, &found, effect.as_ref()));
    }
    if arguments.csv {
        return csv(&found);
    }
    output::print(&text(arguments, &found, effect.as_ref()))
}

fn refused(error: ExposureError) -> Failure {
    match error {
        ExposureError::Count(error) => error.into(),
        ExposureError::Money(_) => Failure::invalid("bad_money", error.to_string()),
        ExposureError::Nobody => Failure::invalid("no_seats", error.to_string()),
        ExposureError::SeatsAndThirds(_) => Failure::invalid("no_odds", error.to_string()),
    }
}

/// What was said, the fixed wager, or the most that may be staked.
fn stake(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<Amount, Failure> {
    let wager = &offered.table.wager;
    let said = arguments.stake.as_deref().map(|text| table_amount(terms, text)).transpose()?;
    offered.units.first().copied().or(said).or(offered.max).ok_or_else(|| {
        let message = format!("`{wager}` can be made for any amount");
        let hint = "give the amount with `--stake AMOUNT`".to_owned();
        Diagnostic::error("stake_needed", message).hint(hint).into()
    })
}

/// What was said, or what the submission posts.
fn limit(
    arguments: &OddsArguments,
    terms: &Terms,
    offered: &Offered,
    currency: Currency,
) -> Result<Option<Amount>, Failure> {
    match &arguments.limit {
        Some(text) => Ok(Some(amount_in(currency, text)?)),
        None => Ok(posted_limit(terms, offered)),
    }
}

fn json<'a>(
    arguments: &'a OddsArguments,
    found: &'a Exposure,
    effect: Option<&(Amount, LimitEffect)>,
) -> ExposureOutput<'a> {
    let ends = found.ends.iter().map(|end| EndOutput {
        lines: &end.lines,
        ways: end.ways.to_string(),
        payout: end.payout.to_string(),
        payouts: end.payouts.iter().map(Amount::to_string).collect(),
        dealer_envy: end.dealer_envy.to_string(),
        meters: &end.claims,
    });
    ExposureOutput {
        wager: arguments.wager(),
        seats: &found.seats,
        stake: found.stake.to_string(),
        total: found.total.to_string(),
        largest: found.largest().map(|end| end.payout.to_string()),
        ends: ends.collect(),
        house_edge: Figure::new(&found.edge()),
        dealer_envy_minor: Figure::new(&found.dealer_envy()),
        limit: effect.map(|(limit, effect)| LimitOutput {
            limit: limit.to_string(),
            sharing: match arguments.sharing {
                SharingName::ProRata => "pro-rata",
                SharingName::InOrder => "in-order",
            },
            ways: effect.ways.to_string(),
            chance: Figure::new(&effect.chance),
            withheld_minor: effect.withheld.iter().map(Figure::new).collect(),
            house_edge: Figure::new(&effect.edge),
        }),
    }
}

/// A row for each way in which a round can end, with what all seats are paid together.
fn csv(found: &Exposure) -> Result<(), Failure> {
    let columns = ["lines", "payout_minor", "dealer_envy_minor", "meters", "ways", "probability"];
    let rows = found.ends.iter().map(|end| {
        let minor = |amount: Amount| amount.minor().to_string();
        let chance = output::number(decimal(&Fraction::new(end.ways.into(), found.total.into())));
        let (payout, envy) = (minor(end.payout), minor(end.dealer_envy));
        vec![end.lines.join(" / "), payout, envy, end.claims.join(" / "), end.ways.to_string(), chance]
    });
    output::print_csv(&columns, rows)
}

fn text(arguments: &OddsArguments, found: &Exposure, effect: Option<&(Amount, LimitEffect)>) -> String {
    let seats: Vec<String> = found.seats.iter().map(u8::to_string).collect();
    let mut table = output::table(&["lines", "all seats are paid", "dealer's envy", "meters won", "one in"]);
    for (row, ways) in alike(found) {
        let chance = Fraction::new(ways.into(), found.total.into());
        table.add_row(row.into_iter().chain([output::one_in(&chance)]).collect::<Vec<String>>());
    }
    let currency = found.stake.currency();
    let mut text = format!(
        "{}, {} from each of the seats {}\n\n{}\n\n",
        arguments.wager(),
        found.stake,
        seats.join(", "),
        output::table_text(&table)
    );
    let _ = writeln!(text, "house edge {}", output::percent(&found.edge()));
    if decimal(&found.dealer_envy()) > 0.0 {
        let cost = output::small_money(&found.dealer_envy(), currency);
        let _ = writeln!(text, "the dealer's envy costs {cost} a round");
    }
    if let Some((limit, effect)) = effect {
        let withheld: Fraction = effect.withheld.iter().sum();
        let _ = writeln!(
            text,
            "a limit of {limit} applies in one of {} rounds, withholds {} a round and makes the edge {}",
            output::one_in(&effect.chance),
            output::small_money(&withheld, currency),
            output::percent(&effect.edge)
        );
    }
    text
}

/// Ends that differ only in which seat reaches which line, together: lines, payout, envy and meters, with their deals.
fn alike(found: &Exposure) -> Vec<([String; 4], u128)> {
    let sorted = |names: &[String]| {
        let mut names = names.to_vec();
        names.sort();
        names
    };
    let mut rows: Vec<([String; 4], u128)> = Vec::new();
    for end in &found.ends {
        let lines = if end.lines.is_empty() { "no line".to_owned() } else { sorted(&end.lines).join(" / ") };
        let (payout, envy) = (end.payout.to_string(), end.dealer_envy.to_string());
        let row = [lines, payout, envy, sorted(&end.claims).join(", ")];
        match rows.iter_mut().find(|(known, _)| *known == row) {
            Some((_, ways)) => *ways += end.ways,
            None => rows.push((row, end.ways)),
        }
    }
    rows
}
