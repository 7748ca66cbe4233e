//! `banco sim meters`: the progressive meters of a wager over time.

use std::path::PathBuf;

use banco_money::{Amount, Percent};
use banco_odds::{
    Deals, DrawTable, FiveRule, Meters, MustHitMeter, Shoe, Trigger, carrying, decimal, depends_on_seat,
    meter_terms,
};
use banco_rulebook::model::wager::MustHit;
use banco_rulebook::{Diagnostic, Library, MeterTerms, Offered, Terms, WagerName};
use banco_sim::meters::floor::Floor;
use banco_sim::meters::report::MeterReport;
use banco_sim::meters::{FINE, MeterRules, MustHitRules};
use banco_sim::settlement::Settlement;
use banco_sim::setup::wager;
use banco_sim::shoe::{ShoeChoices, ShoeRules};
use clap::Args;
use serde::Serialize;

use super::run::watched;
use super::setup::{setup_failure, wager_failure};
use crate::failure::Failure;
use crate::output;
use crate::source::TermsArguments;
use banco_sheets::SheetError;
use banco_sheets::simulation::meter_page;

/// The most rounds of all tables and lifetimes.
const MOST_ROUNDS: u64 = 1_000_000_000_000;

/// No amount is larger, in minor units.
const MOST: i64 = 1_000_000_000_000;

/// Which meters, and who feeds them.
#[derive(Args)]
pub struct MeterArguments {
    #[command(flatten)]
    terms: TermsArguments,

    /// The wager, `ID[.SIDE][:PAYTABLE]`.
    #[arg(short, long, value_name = "WAGER")]
    wager: String,

    /// How many tables share the meters.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    tables: u32,

    /// How many seats at each table make the wager in every round; default: all that have it.
    #[arg(long, value_name = "N")]
    seats: Option<u32>,

    /// How many rounds a table deals per hour.
    #[arg(long, value_name = "N", default_value_t = 70, value_parser = clap::value_parser!(u32).range(1..=3600))]
    pace: u32,

    /// How many hours one lifetime of the meters lasts.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    hours: u32,

    /// How many lifetimes to simulate, each with the meters starting at their seeds.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    lifetimes: u64,

    /// The size of one wager; default: its fixed amount, or the table minimum.
    #[arg(long, value_name = "AMOUNT")]
    unit: Option<String>,

    /// Where a meter starts, `METER=AMOUNT`, if not as in the submission; repeatable.
    #[arg(long, value_name = "METER=AMOUNT")]
    start: Vec<String>,

    /// The share of each wager that goes to a meter, `METER=PERCENT`; repeatable.
    #[arg(long, value_name = "METER=PERCENT")]
    increment: Vec<String>,

    /// The share of each wager that goes to a meter's reserve, `METER=PERCENT`; repeatable.
    #[arg(long, value_name = "METER=PERCENT")]
    reserve: Vec<String>,

    /// The seed: the same seed gives the same figures.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many threads to use; default: all the machine has.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Write an HTML page with a chart of every meter to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The stable JSON of a run.
#[derive(Serialize)]
struct Output<'a> {
    rulebook: &'a str,
    submission: &'a str,
    wager: &'a str,
    currency: &'static str,
    unit: i64,
    tables: u32,
    seats: u32,
    pace: u32,
    hours: u32,
    lifetimes: u64,
    seed: u64,
    meters: Vec<MeterReport>,
}

/// Checks everything, lives the lifetimes, and prints.
pub fn run(arguments: &MeterArguments, library: &Library) -> Result<(), Failure> {
    let terms = arguments.terms.terms(library)?;
    let name: WagerName = arguments.wager.parse()?;
    let offered = terms.offered(&name)?;
    let (seats, unit) = (seats(arguments, &terms, &offered)?, unit(arguments, &terms, &offered)?);
    let offered = offered.at_unit(unit).map_err(SheetError::from)?;
    let run = run_terms(arguments, &terms, &offered)?;
    let must_hit = must_hit(&terms, &offered);
    let must_hit_meter = must_hit.map(|config| must_hit_meter(config, unit, seats)).transpose()?;
    let (floor, exact) = floor(arguments, &terms, &name, (seats, unit), &run, must_hit)?;
    let threads = arguments.threads.map(usize::from);
    let (tallies, lived) =
        watched(threads, arguments.lifetimes, "lifetimes", |manner| floor.run(arguments.lifetimes, manner))?;
    let exact = exact.into_iter().chain(must_hit_meter.map(|meter| Some(decimal(&meter.long_run().award))));
    let names = run.iter().map(|meter| meter.id.as_str()).chain(must_hit.map(|_| "must hit"));
    let (hours, pace) = (f64::from(arguments.hours), i64::from(arguments.pace));
    let report = |((name, tally), exact)| MeterReport::new(name, tally, hours, pace, exact);
    let output = Output {
        rulebook: terms.rulebook.id(),
        submission: &terms.name,
        wager: &arguments.wager,
        currency: terms.currency.code(),
        unit: unit.minor(),
        tables: arguments.tables,
        seats,
        pace: arguments.pace,
        hours: arguments.hours,
        lifetimes: lived,
        seed: arguments.seed,
        meters: names.zip(&tallies).zip(exact).map(report).collect(),
    };
    if let Some(file) = &arguments.html {
        let page = meter_page(&text(&output, unit), &output.meters, arguments.hours, unit.currency());
        crate::write::whole(file, page.as_bytes())?;
    }
    if arguments.json {
        output::print_json(&output)?
    } else {
        output::print(&text(&output, unit))?
    }
    if lived < arguments.lifetimes {
        output::note(&format!("interrupted: {lived} of {} lifetimes are done", arguments.lifetimes));
        return Err(Failure::Interrupted);
    }
    Ok(())
}

fn refuse<T>(code: &'static str, message: String, hint: &str) -> Result<T, Failure> {
    Err(Failure::from(Diagnostic::error(code, message).hint(hint)))
}

fn seats(arguments: &MeterArguments, terms: &Terms, offered: &Offered) -> Result<u32, Failure> {
    let carrying = u32::try_from(carrying(terms, offered).len()).unwrap_or(u32::MAX);
    match arguments.seats.unwrap_or(carrying) {
        seats if (1..=carrying).contains(&seats) => Ok(seats),
        seats => {
            let message = format!("`--seats {seats}` does not fit the seats that have `{}`", arguments.wager);
            refuse("bad_seats", message, &format!("choose 1 to {carrying}"))
        }
    }
}

fn unit(arguments: &MeterArguments, terms: &Terms, offered: &Offered) -> Result<Amount, Failure> {
    let usual = offered.units.first().copied().or(offered.min);
    let unit = match &arguments.unit {
        Some(text) => Amount::parse_in(text, usual.map_or(terms.currency, Amount::currency)).ok(),
        None => usual,
    };
    match (unit, &arguments.unit) {
        (Some(unit), _) if unit.is_positive() && unit.minor() <= MOST => {
            if offered.takes(unit) {
                return Ok(unit);
            }
            let units: Vec<String> = offered.units.iter().map(Amount::to_string).collect();
            let message = format!("`{}` is a fixed wager; it cannot be {unit}", arguments.wager);
            refuse("wrong_unit", message, &format!("choose {}", units.join(" or ")))
        }
        (_, Some(text)) => {
            refuse("bad_amount", format!("`--unit {text}` is not a wager"), "write `5` or `2.50`")
        }
        (_, None) => {
            let message = format!("the size of a wager on `{}` is not known", arguments.wager);
            refuse("no_unit", message, "set `--unit`")
        }
    }
}

/// How the meters are run: as the submission or the arguments say.
fn run_terms(
    arguments: &MeterArguments,
    terms: &Terms,
    offered: &Offered,
) -> Result<Vec<MeterTerms>, Failure> {
    let mut run = meter_terms(terms, &offered.table);
    if run.is_empty() {
        let message = format!("`{}` has no meters", arguments.wager);
        return Err(Failure::invalid("no_meters", message));
    }
    let known: Vec<String> = run.keys().map(|id| format!("`{id}`")).collect();
    let mut set = |flag: &str, texts: &[String], set: &dyn Fn(&mut MeterTerms, &str) -> bool| {
        for text in texts {
            let parts =
                text.split_once('=').and_then(|(id, value)| Some((run.get_mut(id.trim())?, value.trim())));
            if !parts.is_some_and(|(meter, value)| set(meter, value)) {
                let message = format!("`--{flag} {text}` does not fit any meter of `{}`", arguments.wager);
                return refuse(
                    "bad_meter",
                    message,
                    &format!("write `METER=VALUE` for {}", known.join(", ")),
                );
            }
        }
        Ok(())
    };
    let currency = offered.units.first().map_or(terms.currency, |unit| unit.currency());
    set("start", &arguments.start, &|meter, value| {
        let amount = Amount::parse_in(value, currency).ok();
        meter.seed = amount.filter(|amount| (0..=MOST).contains(&amount.minor()));
        meter.seed.is_some()
    })?;
    let share = |value: &str| value.parse().ok().filter(|share: &Percent| *share <= Percent::HUNDRED);
    set("increment", &arguments.increment, &|meter, value| {
        meter.increment = share(value);
        meter.increment.is_some()
    })?;
    set("reserve", &arguments.reserve, &|meter, value| {
        meter.reserve = share(value);
        meter.reserve.is_some()
    })?;
    for meter in run.values() {
        let (what, flag) = match (meter.seed, meter.increment) {
            (None, _) => ("the start", "start"),
            (_, None) => ("the increment", "increment"),
            _ => continue,
        };
        let message = format!("{what} of the meter `{}` is not known", meter.id);
        return refuse(
            "unknown_meter_terms",
            message,
            &format!("set `--{flag} {}=…`, or in the submission", meter.id),
        );
    }
    Ok(run.into_values().collect())
}

fn must_hit<'a>(terms: &'a Terms, offered: &Offered) -> Option<&'a MustHit> {
    let table = &offered.table;
    let offer = terms.offers.iter().find(|offer| offer.wager == table.wager && offer.column == table.column);
    offer.and_then(|offer| offer.must_hit.as_ref())
}

fn must_hit_meter(config: &MustHit, unit: Amount, seats: u32) -> Result<MustHitMeter, Failure> {
    MustHitMeter::new(config, unit, seats, Trigger::uniform())
        .map_err(|error| Failure::invalid("bad_must_hit", error.to_string()))
}

/// What one wager of these minor units puts in, in fine units.
fn step(unit: Amount, share: Percent) -> i64 {
    unit.minor() * i64::from(share.hundredths()) * (FINE / i64::from(Percent::HUNDRED.hundredths()))
}

/// The floor, and what each meter awards on average in the long run, where that is known exactly.
fn floor(
    arguments: &MeterArguments,
    terms: &Terms,
    name: &WagerName,
    (seats, unit): (u32, Amount),
    run: &[MeterTerms],
    must_hit: Option<&MustHit>,
) -> Result<(Floor, Vec<Option<f64>>), Failure> {
    let rounds = u64::from(arguments.hours) * u64::from(arguments.pace);
    let all = u128::from(rounds) * u128::from(arguments.tables) * u128::from(arguments.lifetimes);
    if all > u128::from(MOST_ROUNDS) {
        let message = format!("{all} rounds over all tables and lifetimes are too many");
        return refuse("too_many_rounds", message, "ask for fewer hours, tables or lifetimes");
    }
    let draw = DrawTable::from_terms(terms, FiveRule::Draw);
    let deals = Deals::new(Shoe::from_pack(&terms.pack()), draw.clone())?;
    let offered = terms.offered(name)?;
    let carrying = carrying(terms, &offered);
    // Where the seat does not matter, all bettors of a round win together and split one award.
    let alone = if depends_on_seat(&[&offered.table]) { seats as usize } else { 1 };
    let positions = carrying.iter().take(alone).map(|seat| wager(terms, &deals, name, Some(*seat)));
    let wagers = positions.collect::<Result<Vec<_>, _>>().map_err(wager_failure)?;
    let by_name = run.iter().map(|meter| (meter.id.clone(), meter.clone())).collect();
    let odds = wagers.first().and_then(|wager| Meters::at(&wager.sheet, &by_name, seats, unit));
    let award = |meter: &MeterTerms| {
        let odds = odds.as_ref()?.meters.iter().find(|odds| odds.id == meter.id)?;
        odds.award.as_ref().map(decimal)
    };
    let exact = run.iter().map(award).collect();
    let rules = |meter: &MeterTerms| MeterRules {
        id: meter.id.clone(),
        seed: meter.seed.map_or(0, Amount::minor) * FINE,
        step: meter.increment.map_or(0, |share| step(unit, share)),
        reserve: meter.reserve.map(|share| step(unit, share)),
    };
    let floor = Floor {
        rules: ShoeRules::new(terms, &draw, ShoeChoices::from_terms(terms))
            .map_err(|error| setup_failure(&error))?,
        settlement: Settlement::new(wagers).map_err(|error| setup_failure(&error))?,
        seats,
        tables: arguments.tables,
        rounds,
        seed: arguments.seed,
        meters: run.iter().map(rules).collect(),
        must_hit: must_hit.map(|config| MustHitRules {
            reset: config.reset.0.minor() * FINE,
            max: config.max.0.minor() * FINE,
            step: step(unit, config.increment.0),
        }),
    };
    Ok((floor, exact))
}

fn text(output: &Output<'_>, unit: Amount) -> String {
    let money = |minor: f64| Amount::from_minor(minor.round() as i64, unit.currency()).to_string();
    let mut hits = output::table(&[
        "meter",
        "hits",
        "whole",
        "mean hit",
        "error",
        "exact",
        "5%",
        "50%",
        "95%",
        "hours between",
        "5%",
        "50%",
        "95%",
    ]);
    let mut levels = output::table(&[
        "meter",
        "grows an hour",
        "reserve an hour",
        "at the end",
        "5%",
        "50%",
        "95%",
        "reserve",
        "house's seeds",
    ]);
    for meter in &output.meters {
        let [_, low, _, median, _, high, _] = meter.award.quantiles;
        let [_, soon, _, usual, _, late, _] = meter.hours.quantiles;
        let mut row = vec![meter.meter.clone(), meter.hits.to_string(), meter.whole.to_string()];
        let exact = meter.exact_award.map_or("-".to_owned(), money);
        let award = [money(meter.award.mean), money(meter.award_error), exact.clone()].into_iter();
        let award = award.chain([low, median, high].map(money));
        let hours = [meter.hours.mean, soon, usual, late].map(|hours| format!("{hours:.2}"));
        if meter.hits > 0 {
            row.extend(award.chain(hours));
        } else {
            row.extend(["-", "-", &exact, "-", "-", "-", "-", "-", "-", "-"].map(str::to_owned));
        }
        hits.add_row(row);
        let [_, low, _, median, _, high, _] = meter.level.quantiles;
        levels.add_row(vec![
            meter.meter.clone(),
            money(meter.growth),
            money(meter.reserve_growth),
            money(meter.level.mean),
            money(low),
            money(median),
            money(high),
            money(meter.reserve.mean),
            money(meter.seeded),
        ]);
    }
    let tables = if output.tables == 1 { "table" } else { "tables" };
    format!(
        "{}, {}: {}, {} a wager\n{} {tables} with {} seats each, {} rounds an hour, {} hours, {} lifetimes, seed {}\n\n{}\n\n{}\n\
         exact: the average hit in the long run; short lifetimes that start at the seeds stay below it",
        output.rulebook,
        output.submission,
        output.wager,
        unit,
        output.tables,
        output.seats,
        output.pace,
        output.hours,
        output.lifetimes,
        output.seed,
        output::table_text(&hits),
        output::table_text(&levels),
    )
}
