//! The meters of a wager, and where it is even.

use std::fmt::Write as _;

use banco_money::{Amount, Currency};
use banco_odds::{Fraction, MeterOdds, Meters, decimal};
use banco_rulebook::{Diagnostic, Offered, Terms};
use banco_sheets::{amount_in, sheet_meters};
use serde::Serialize;

use super::{OddsArguments, sheet};
use crate::failure::Failure;
use crate::output::{self, Figure};

/// In how many steps a grid goes from one meter to the other.
const STEPS: u32 = 4;

#[derive(Serialize)]
struct MetersOutput<'a> {
    wager: &'a str,
    unit: String,
    bettors: u32,
    meters: Vec<MeterOutput<'a>>,
    /// The wager is even where the sum of each meter times its share equals this, in minor units.
    shortfall_minor: Figure,
    /// What one wager gains with the meters as told or at their seeds, in minor units; none where one is unknown.
    gain_minor: Option<Figure>,
    fixed: Figure,
    increments: Option<Figure>,
    reserves: Figure,
    seeds: Option<Figure>,
    /// By the Must Hit meter that the submission runs.
    must_hit: Figure,
    #[serde(rename = "return")]
    total: Option<Figure>,
    even_minor: Vec<GridOutput<'a>>,
}

#[derive(Serialize)]
struct MeterOutput<'a> {
    meter: &'a str,
    ways: String,
    rounds_between_hits: Option<Figure>,
    share: Figure,
    seed: Option<String>,
    increment: Option<Figure>,
    reserve: Option<Figure>,
    reseed: Option<Figure>,
    average_award_minor: Option<Figure>,
    even_at_minor: Option<Figure>,
}

/// Amounts of two meters at which the wager is even.
#[derive(Serialize)]
struct GridOutput<'a> {
    meters: [&'a str; 2],
    amounts: Vec<[f64; 2]>,
}

/// Prints the meters and the plane on which the wager is even.
pub fn run(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<(), Failure> {
    let meters = asked_meters(arguments, terms, offered)?;
    let amounts = amounts(arguments, &meters)?;
    if arguments.json {
        return output::print_json(&json(arguments, &meters, amounts.as_deref().ok()));
    }
    if arguments.csv {
        return csv(&meters);
    }
    output::print(&text(arguments, &meters, amounts.as_deref()))
}

/// The meters of the wager with as many bettors as were said.
pub fn asked_meters(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<Meters, Failure> {
    let sheet = sheet(arguments, terms, offered, &arguments.shoe.cards.asked().shoe_or_deck(terms)?)?;
    sheet_meters(terms, offered, &sheet, arguments.bettors(), arguments.usual_stake(terms, offered)?)?
        .ok_or_else(|| Failure::invalid("no_meters", format!("`{}` has no meters", arguments.wager())))
}

/// What every meter shows: as told, or its seed. Inside, the names of those of which nothing is known.
pub fn amounts(
    arguments: &OddsArguments,
    meters: &Meters,
) -> Result<Result<Vec<Fraction>, Vec<String>>, Failure> {
    let mut told: Vec<(&str, Amount)> = Vec::new();
    for text in &arguments.meter {
        let bad = || Failure::invalid("bad_meter", format!("`{text}` is not `METER=AMOUNT`"));
        let (name, shows) = text.split_once('=').ok_or_else(bad)?;
        if !meters.meters.iter().any(|meter| meter.id == name) {
            let known: Vec<&str> = meters.meters.iter().map(|meter| meter.id.as_str()).collect();
            let message = format!("`{}` has no meter `{name}`", arguments.wager());
            let hint = format!("it has {}", known.join(", "));
            return Err(Diagnostic::error("unknown_meter", message).hint(hint).into());
        }
        told.push((name, amount_in(meters.unit.currency(), shows)?));
    }
    let shows = |meter: &MeterOdds| {
        let said = told.iter().rev().find(|(name, _)| *name == meter.id).map(|(_, shows)| *shows);
        said.or(meter.seed).map(|amount| Fraction::from_integer(amount.minor().into()))
    };
    let known: Vec<Option<Fraction>> = meters.meters.iter().map(shows).collect();
    let unknown = meters.meters.iter().zip(&known).filter(|(_, amount)| amount.is_none());
    let unknown: Vec<String> = unknown.map(|(meter, _)| meter.id.clone()).collect();
    Ok(if unknown.is_empty() { Ok(known.into_iter().flatten().collect()) } else { Err(unknown) })
}

/// Every pair of meters.
fn pairs(meters: &Meters) -> impl Iterator<Item = [(usize, &MeterOdds); 2]> {
    let all = || meters.meters.iter().enumerate();
    all().flat_map(move |one| all().filter(move |other| other.0 > one.0).map(move |other| [one, other]))
}

/// A row for each meter; a cell is empty where the meter is not set up.
fn csv(meters: &Meters) -> Result<(), Failure> {
    let columns = [
        "meter",
        "ways",
        "rounds_between_hits",
        "share",
        "seed_minor",
        "increment",
        "reserve",
        "reseed",
        "average_award_minor",
        "even_at_minor",
    ];
    let number = |fraction: &Fraction| output::number(decimal(fraction));
    let maybe = |fraction: &Option<Fraction>| fraction.as_ref().map(number).unwrap_or_default();
    let rows = meters.meters.iter().enumerate().map(|(at, meter)| {
        vec![
            meter.id.clone(),
            meter.ways.to_string(),
            maybe(&meter.rounds),
            number(&meter.share),
            meter.seed.map(|seed| seed.minor().to_string()).unwrap_or_default(),
            maybe(&meter.increment),
            maybe(&meter.reserve),
            maybe(&meter.reseed),
            maybe(&meter.award),
            maybe(&meters.break_even(at)),
        ]
    });
    output::print_csv(&columns, rows)
}

fn json<'a>(
    arguments: &'a OddsArguments,
    meters: &'a Meters,
    amounts: Option<&[Fraction]>,
) -> MetersOutput<'a> {
    let figure = |fraction: &Option<Fraction>| fraction.as_ref().map(Figure::new);
    let meter = |(at, meter): (usize, &'a MeterOdds)| MeterOutput {
        meter: &meter.id,
        ways: meter.ways.to_string(),
        rounds_between_hits: figure(&meter.rounds),
        share: Figure::new(&meter.share),
        seed: meter.seed.map(|seed| seed.to_string()),
        increment: figure(&meter.increment),
        reserve: figure(&meter.reserve),
        reseed: figure(&meter.reseed),
        average_award_minor: figure(&meter.award),
        even_at_minor: figure(&meters.break_even(at)),
    };
    let grid = |[one, other]: [(usize, &'a MeterOdds); 2]| GridOutput {
        meters: [&one.1.id, &other.1.id],
        amounts: meters
            .grid([one.0, other.0], STEPS)
            .iter()
            .map(|pair| pair.each_ref().map(decimal))
            .collect(),
    };
    MetersOutput {
        wager: arguments.wager(),
        unit: meters.unit.to_string(),
        bettors: meters.bettors,
        meters: meters.meters.iter().enumerate().map(meter).collect(),
        shortfall_minor: Figure::new(&meters.shortfall),
        gain_minor: amounts.map(|amounts| Figure::new(&meters.value_at(amounts))),
        fixed: Figure::new(&meters.split.fixed),
        increments: figure(&meters.split.increments),
        reserves: Figure::new(&meters.split.reserves),
        seeds: figure(&meters.split.seeds),
        must_hit: Figure::new(&meters.split.must_hit),
        total: figure(&meters.split.total()),
        even_minor: pairs(meters).map(grid).collect(),
    }
}

fn text(arguments: &OddsArguments, meters: &Meters, amounts: Result<&[Fraction], &Vec<String>>) -> String {
    let currency = meters.unit.currency();
    let mut text = format!(
        "{}, {} from {} a round\n\n{}\n\n",
        arguments.wager(),
        meters.unit,
        bettors(meters.bettors),
        meter_table(meters, currency)
    );
    let plane: Vec<String> = meters
        .meters
        .iter()
        .map(|meter| format!("{} {}", output::small_share(&meter.share), meter.id))
        .collect();
    let shortfall = output::small_money(&meters.shortfall, currency);
    let _ = writeln!(text, "a wager breaks even where {} = {shortfall}", plane.join(" + "));
    let _ = match amounts {
        Ok(amounts) => {
            let gain = output::small_money(&meters.value_at(amounts), currency);
            writeln!(text, "with the meters where they are, it gains {gain}")
        }
        Err(names) => writeln!(text, "{}", unknown(names)),
    };
    let split = &meters.split;
    let _ = writeln!(
        text,
        "return {}: fixed pays {}, increments {}, reserves {}, seeds {}{}",
        or_unknown(split.total().as_ref(), output::percent),
        output::percent(&split.fixed),
        or_unknown(split.increments.as_ref(), output::percent),
        output::percent(&split.reserves),
        or_unknown(split.seeds.as_ref(), output::percent),
        if decimal(&split.must_hit) > 0.0 {
            format!(", Must Hit {}", output::percent(&split.must_hit))
        } else {
            String::new()
        },
    );
    for [one, other] in pairs(meters) {
        let grid = meters.grid([one.0, other.0], STEPS);
        if !grid.is_empty() {
            let mut table =
                output::table(&[&format!("even at {}", one.1.id), &format!("and {}", other.1.id)]);
            for pair in grid {
                table.add_row(pair.each_ref().map(|amount| output::money(amount, currency)).to_vec());
            }
            let _ = writeln!(text, "\n{}", output::table_text(&table));
        }
    }
    text
}

fn meter_table(meters: &Meters, currency: Currency) -> String {
    let mut table = output::table(&[
        "meter",
        "hit every",
        "share of a wager",
        "seed",
        "increment",
        "reserve",
        "reseed",
        "average award",
        "even at",
    ]);
    for (at, meter) in meters.meters.iter().enumerate() {
        let money = |amount: &Fraction| output::money(amount, currency);
        let even = meters.break_even(at);
        table.add_row(vec![
            meter.id.clone(),
            meter.rounds.as_ref().map_or("never".to_owned(), |rounds| format!("{:.2}", decimal(rounds))),
            output::small_share(&meter.share),
            meter.seed.map_or("unknown".to_owned(), |seed| seed.to_string()),
            or_unknown(meter.increment.as_ref(), output::percent),
            meter.reserve.as_ref().map_or("none".to_owned(), output::percent),
            or_unknown(meter.reseed.as_ref(), output::percent),
            or_unknown(meter.award.as_ref(), money),
            or_unknown(even.as_ref(), money),
        ]);
    }
    output::table_text(&table)
}

/// What to say of meters that nobody has set up.
pub fn unknown(names: &[String]) -> String {
    let names = names.join(", ");
    format!("the gain is unknown; give these meters with `--meter NAME=AMOUNT`: {names}")
}

fn or_unknown(figure: Option<&Fraction>, show: impl Fn(&Fraction) -> String) -> String {
    figure.map_or_else(|| "unknown".to_owned(), show)
}

/// `one bettor` or `each of N bettors`.
pub fn bettors(number: u32) -> String {
    if number == 1 { "one bettor".to_owned() } else { format!("each of {number} bettors") }
}
