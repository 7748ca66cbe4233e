//! The odds of every seat, and the envy that each takes.

use banco_odds::{Deals, Fraction, SeatSheet, dealer_envy, decimal, seat_sheets, seats_differ};
use banco_rulebook::{Offered, Terms};
use serde::Serialize;

use super::{OddsArguments, seats_named};
use crate::failure::Failure;
use crate::output::{self, Figure};

#[derive(Serialize)]
struct SeatsOutput<'a> {
    wager: &'a str,
    participating: &'a [u8],
    differ: bool,
    seats: Vec<SeatOutput<'a>>,
    /// What the dealer's envy costs for each unit staked.
    dealer_envy: Option<Figure>,
}

#[derive(Serialize)]
struct SeatOutput<'a> {
    seat: u8,
    total: String,
    lines: Vec<LineOutput<'a>>,
    mean: Figure,
    envy_ways: String,
    envy: Figure,
}

#[derive(Serialize)]
struct LineOutput<'a> {
    name: &'a str,
    ways: String,
    pays: String,
}

/// Prints the sheet of every seat in a row.
pub fn run(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<(), Failure> {
    let participating = seats_named(arguments, terms, offered)?;
    let (shoe, draw) = arguments.shoe.asked().deals(terms)?;
    let mut made = seat_sheets(terms, &Deals::new(shoe, draw)?, offered, &participating)?;
    for seat in &mut made {
        seat.sheet = arguments.at_stake(terms, offered, seat.sheet.clone())?;
    }
    if arguments.json {
        return output::print_json(&json(arguments, &participating, &made)?);
    }
    if arguments.csv {
        return csv(&made);
    }
    output::print(&text(arguments, &participating, &made)?)
}

fn mean(seat: &SeatSheet) -> Fraction {
    let (numerator, denominator) = seat.sheet.mean();
    Fraction::new(numerator.into(), denominator.into())
}

/// What the dealer's envy costs for each unit staked.
fn envy_share(made: &[SeatSheet]) -> Result<Option<Fraction>, Failure> {
    let Some(first) = made.first() else { return Ok(None) };
    let Some(unit) = first.sheet.table.units.first() else { return Ok(None) };
    let envy = dealer_envy(&first.sheet, *unit);
    let envy = envy.map_err(|error| Failure::invalid("bad_money", error.to_string()))?;
    Ok(envy.map(|envy| envy.share))
}

fn json<'a>(
    arguments: &'a OddsArguments,
    participating: &'a [u8],
    made: &'a [SeatSheet],
) -> Result<SeatsOutput<'a>, Failure> {
    let seat = |seat: &'a SeatSheet| SeatOutput {
        seat: seat.seat,
        total: seat.sheet.total.to_string(),
        lines: seat
            .sheet
            .lines
            .iter()
            .map(|line| LineOutput {
                name: &line.name,
                ways: line.ways.to_string(),
                pays: line.pays.to_string(),
            })
            .collect(),
        mean: Figure::new(&mean(seat)),
        envy_ways: seat.envy_ways.to_string(),
        envy: Figure::new(&seat.envy),
    };
    Ok(SeatsOutput {
        wager: arguments.wager(),
        participating,
        differ: seats_differ(made),
        seats: made.iter().map(seat).collect(),
        dealer_envy: envy_share(made)?.as_ref().map(Figure::new),
    })
}

/// The meters that a wager has at every seat.
fn meters(made: &[SeatSheet]) -> Vec<&str> {
    let jackpots = made.iter().take(1).flat_map(|seat| &seat.sheet.jackpots);
    jackpots.map(|jackpot| jackpot.meter.as_str()).collect()
}

/// A row for each seat; last, the chance that it wins each meter.
fn csv(made: &[SeatSheet]) -> Result<(), Failure> {
    let columns = ["seat", "house_edge", "envy_chance", "envy"];
    let columns: Vec<&str> = columns.into_iter().chain(meters(made)).collect();
    let rows = made.iter().map(|seat| {
        let number = |fraction: &Fraction| output::number(decimal(fraction));
        let chance = |ways: u128| number(&Fraction::new(ways.into(), seat.sheet.total.into()));
        let jackpots = seat.sheet.jackpots.iter().map(|jackpot| chance(jackpot.ways));
        let cells = [seat.seat.to_string(), number(&-mean(seat)), chance(seat.envy_ways), number(&seat.envy)];
        cells.into_iter().chain(jackpots).collect()
    });
    output::print_csv(&columns, rows)
}

fn text(arguments: &OddsArguments, participating: &[u8], made: &[SeatSheet]) -> Result<String, Failure> {
    let won: Vec<String> = meters(made).iter().map(|meter| format!("{meter} one in")).collect();
    let mut header = vec!["seat", "house edge", "envy one in", "envy of a unit"];
    header.extend(won.iter().map(String::as_str));
    let mut table = output::table(&header);
    for seat in made {
        let chance = |ways: u128| output::one_in(&Fraction::new(ways.into(), seat.sheet.total.into()));
        let mut row = vec![
            seat.seat.to_string(),
            output::percent(&-mean(seat)),
            chance(seat.envy_ways),
            output::percent(&seat.envy),
        ];
        row.extend(seat.sheet.jackpots.iter().map(|jackpot| chance(jackpot.ways)));
        table.add_row(row);
    }
    let seats: Vec<String> = participating.iter().map(u8::to_string).collect();
    let differ = match made {
        [_] => "it does not depend on the seat",
        _ if seats_differ(made) => "the odds differ by seat",
        _ => "the odds are the same at every seat",
    };
    let dealer = envy_share(made)?.map_or(String::new(), |share| {
        format!("\nthe dealer's envy costs the house {} of each wager", output::percent(&share))
    });
    let name = arguments.wager();
    let (all, table) = (seats.join(", "), output::table_text(&table));
    Ok(format!("{name} at seats {all} (without meters)\n\n{table}\n\n{differ}{dealer}"))
}
