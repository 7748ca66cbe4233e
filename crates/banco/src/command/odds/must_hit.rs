//! What a Must Hit meter is worth, by where it stands.

use std::fmt::Write as _;

use banco_money::{Amount, Currency};
use banco_odds::{Fraction, Meters, MustHitMeter, Trigger, decimal};
use banco_rulebook::model::wager::MustHit;
use banco_rulebook::{Diagnostic, Offered, Terms};
use banco_sheets::{must_hits_run, table_amount};
use serde::Serialize;

use super::{OddsArguments, meters};
use crate::failure::Failure;
use crate::output::{self, Figure};

/// How many positions are shown between the reset and the maximum.
const SHOWN: usize = 10;

/// Everything worked out for one configuration.
struct Answer<'a> {
    config: &'a MustHit,
    meter: MustHitMeter,
    /// What the wager gains without this meter, in minor units; otherwise the meters that nobody has set up.
    rest: Result<Fraction, Vec<String>>,
    unit: Amount,
    bettors: u32,
}

#[derive(Serialize)]
struct MustHitOutput<'a> {
    wager: &'a str,
    must_hit: &'a str,
    reset: String,
    max: String,
    increment: String,
    unit: String,
    bettors: u32,
    trigger: &'a str,
    gain_without_minor: Option<Figure>,
    positions: Vec<PositionOutput>,
    next_wager_even_minor: Option<Figure>,
    until_hit_even_minor: Option<Figure>,
    rounds_between_hits: Figure,
    average_award_minor: Figure,
    return_share: Figure,
}

#[derive(Serialize)]
struct PositionOutput {
    meter_minor: Figure,
    chance: Figure,
    value_minor: Figure,
}

/// Prints each configuration that was asked for.
pub fn run(arguments: &OddsArguments, terms: &Terms, offered: &Offered, asked: &str) -> Result<(), Failure> {
    let configs = configs(terms, offered, asked)?;
    let plane = meters::asked_meters(arguments, terms, offered)?;
    let mut answers = Vec::new();
    for config in configs {
        answers.push(answer(arguments, terms, &plane, config)?);
    }
    if arguments.json {
        let rows: Vec<MustHitOutput<'_>> = answers.iter().map(|answer| json(arguments, answer)).collect();
        return output::print_json(&rows);
    }
    if arguments.csv {
        return output::print_csv(&COLUMNS, answers.iter().flat_map(csv));
    }
    let texts: Vec<String> = answers.iter().map(|answer| text(arguments, answer)).collect();
    output::print(&texts.join("\n"))
}

/// The configuration that was named, the one that the submission runs, or all of them.
fn configs<'a>(terms: &'a Terms, offered: &Offered, asked: &str) -> Result<Vec<&'a MustHit>, Failure> {
    let name = &offered.table.wager;
    let all = all(terms, name);
    if all.is_empty() {
        return Err(Failure::invalid("no_must_hit", format!("`{name}` has no Must Hit meter")));
    }
    if asked.is_empty() {
        return Ok(must_hits_run(terms, name));
    }
    let named = all.iter().find(|config| config.id == asked);
    named.map(|config| vec![config]).ok_or_else(|| {
        let ids: Vec<&str> = all.iter().map(|config| config.id.as_str()).collect();
        let message = format!("`{name}` has no Must Hit configuration `{asked}`");
        Diagnostic::error("unknown_must_hit", message).hint(format!("choose {}", ids.join(", "))).into()
    })
}

fn all<'a>(terms: &'a Terms, wager: &str) -> &'a [MustHit] {
    terms.rulebook.wager(wager).map(|wager| wager.must_hit.as_slice()).unwrap_or_default()
}

fn answer<'a>(
    arguments: &OddsArguments,
    terms: &Terms,
    plane: &Meters,
    config: &'a MustHit,
) -> Result<Answer<'a>, Failure> {
    let rest = meters::amounts(arguments, plane)?.map(|amounts| plane.value_at(&amounts));
    let trigger = trigger(terms, config, &arguments.trigger)?;
    let meter = MustHitMeter::new(config, plane.unit, plane.bettors, trigger)
        .map_err(|error| Failure::invalid("bad_must_hit", error.to_string()))?;
    Ok(Answer { config, meter, rest, unit: plane.unit, bettors: plane.bettors })
}

/// `uniform`, `early`, `late`, or `AMOUNT:WEIGHT,...`.
fn trigger(terms: &Terms, config: &MustHit, text: &str) -> Result<Trigger, Failure> {
    let bad = |why: &str| -> Failure {
        let hint = "write `uniform`, `early`, `late`, or points such as `250:1,600:3,1000:1`".to_owned();
        Diagnostic::error("bad_trigger", format!("`{text}` is not a trigger: {why}")).hint(hint).into()
    };
    match text {
        "uniform" => return Ok(Trigger::uniform()),
        "early" => return Ok(Trigger::early()),
        "late" => return Ok(Trigger::late()),
        _ => {}
    }
    let (reset, max) = (config.reset.minor(), config.max.minor());
    let mut points = Vec::new();
    for point in text.split(',') {
        let form = || bad(&format!("`{point}` is not an amount and a weight"));
        let (position, weight) = point.split_once(':').ok_or_else(form)?;
        let position = table_amount(terms, position)?.minor();
        let weight: u32 = weight.trim().parse().map_err(|_| form())?;
        let way = Fraction::new((position - reset).into(), (max - reset).max(1).into());
        points.push((way, Fraction::from_integer(weight.into())));
    }
    Trigger::through(points).map_err(|error| bad(&error.to_string()))
}

/// Some positions from the reset to the last before the maximum.
fn shown(meter: &MustHitMeter) -> Vec<Fraction> {
    let all: Vec<Fraction> = meter.positions().collect();
    let last = all.len().saturating_sub(1);
    let mut places: Vec<usize> = (0..=SHOWN).map(|step| last * step / SHOWN).collect();
    places.dedup();
    places.into_iter().filter_map(|at| all.get(at).cloned()).collect()
}

/// The columns of CSV, a row for each level of a meter.
const COLUMNS: [&str; 5] = ["must_hit", "meter_minor", "chance", "value_minor", "gain_minor"];

fn csv(answer: &Answer<'_>) -> Vec<Vec<String>> {
    let Answer { config, meter, rest, .. } = answer;
    let number = |fraction: &Fraction| output::number(decimal(fraction));
    let row = |at: &Fraction| {
        let value = meter.value_at(at);
        let gain = rest.as_ref().map(|rest| number(&(rest + &value))).unwrap_or_default();
        vec![config.id.clone(), number(at), number(&meter.chance_at(at)), number(&value), gain]
    };
    shown(meter).iter().map(row).collect()
}

fn json<'a>(arguments: &'a OddsArguments, answer: &'a Answer<'_>) -> MustHitOutput<'a> {
    let Answer { config, meter, rest, .. } = answer;
    let rest = rest.as_ref().ok();
    let figure = |fraction: Option<Fraction>| fraction.as_ref().map(Figure::new);
    let position = |at: &Fraction| PositionOutput {
        meter_minor: Figure::new(at),
        chance: Figure::new(&meter.chance_at(at)),
        value_minor: Figure::new(&meter.value_at(at)),
    };
    let long_run = meter.long_run();
    MustHitOutput {
        wager: arguments.wager(),
        must_hit: &config.id,
        reset: config.reset.to_string(),
        max: config.max.to_string(),
        increment: config.increment.to_string(),
        unit: answer.unit.to_string(),
        bettors: answer.bettors,
        trigger: &arguments.trigger,
        gain_without_minor: rest.map(Figure::new),
        positions: shown(meter).iter().map(position).collect(),
        next_wager_even_minor: figure(rest.and_then(|rest| meter.marginal_break_even(rest))),
        until_hit_even_minor: figure(rest.and_then(|rest| meter.until_hit_break_even(rest))),
        rounds_between_hits: Figure::new(&long_run.rounds),
        average_award_minor: Figure::new(&long_run.award),
        return_share: Figure::new(&long_run.share),
    }
}

fn text(arguments: &OddsArguments, answer: &Answer<'_>) -> String {
    let Answer { config, meter, rest, unit, bettors } = answer;
    let currency = unit.currency();
    let mut table = output::table(&["meter", "hits in one of", "worth to a wager", "the wager gains"]);
    for at in shown(meter) {
        let value = meter.value_at(&at);
        let gains = rest.as_ref().map(|rest| output::small_money(&(&value + rest), currency));
        table.add_row(vec![
            output::money(&at, currency),
            output::one_in(&meter.chance_at(&at)),
            output::small_money(&value, currency),
            gains.unwrap_or_else(|_| "unknown".to_owned()),
        ]);
    }
    let mut text = format!(
        "{}, Must Hit {}: {} to {}, {} of {unit} from {}, trigger {}\n\n{}\n\n",
        arguments.wager(),
        config.id,
        *config.reset,
        *config.max,
        *config.increment,
        meters::bettors(*bettors),
        arguments.trigger,
        output::table_text(&table)
    );
    let _ = match rest {
        Ok(rest) => writeln!(text, "{}", even(meter, rest, currency)),
        Err(names) => writeln!(text, "{}", meters::unknown(names)),
    };
    let long_run = meter.long_run();
    let _ = writeln!(
        text,
        "hits every {:.2} rounds for {} on average: {} of all wagers",
        decimal(&long_run.rounds),
        output::money(&long_run.award, currency),
        output::percent(&long_run.share)
    );
    text
}

fn even(meter: &MustHitMeter, rest: &Fraction, currency: Currency) -> String {
    let from = |amount: Option<Fraction>| {
        amount.map_or_else(
            || "nowhere".to_owned(),
            |amount| format!("from {}", output::money(&amount, currency)),
        )
    };
    format!(
        "without it the wager gains {}\nthe next wager breaks even {}; playing until it hits breaks even {}",
        output::small_money(rest, currency),
        from(meter.marginal_break_even(rest)),
        from(meter.until_hit_break_even(rest))
    )
}
