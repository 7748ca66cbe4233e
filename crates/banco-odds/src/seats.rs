//! Wagers whose odds depend on the seat, and envy: what goes to somebody else when a line is hit.
//!
//! Envy to other seats is a line of its own to the seat that takes it: it stands right behind the line that the other
//! seat has, as in settlement (CO 30-2899.02, reading W12). Envy to the dealer costs the house beside what bettors are
//! paid, once for each of them (CO 30-2899.07, reading W13).

use banco_engine::SeatFacts;
use banco_money::{Amount, MoneyError, Pay};
use banco_rulebook::model::wager::EnvyTo;
use banco_rulebook::{Line, Offered, PayTable, Terms, VigorishOn};

use crate::counting::Question;
use crate::counting::depends_on_seat;
use crate::counting::{CountError, Deals};
use crate::exact::{Fraction, ratio, whole};
use crate::par::Sheet;

/// The sheet of one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatSheet {
    /// The printed number of the seat.
    pub seat: u8,
    /// Its odds, envy from other seats being lines of their own.
    pub sheet: Sheet,
    /// The deals in which it takes envy.
    pub envy_ways: u128,
    /// What envy brings on average for each unit staked, the stake not taken off.
    pub envy: Fraction,
}

/// The seats that carry a wager: those of the submission; where the rulebook itself is asked, as many as the title of
/// the pay table names, or else those of the usual table.
#[must_use]
pub fn carrying(terms: &Terms, offered: &Offered) -> Vec<u8> {
    let possible = possible_seats(terms, offered);
    let usual: Vec<u8> = possible.iter().copied().filter(|seat| terms.positions.contains(seat)).collect();
    if !terms.open || usual.is_empty() || spots(terms, offered).is_some() { possible } else { usual }
}

/// The seats from which a wager can be made, at any table that may offer it.
#[must_use]
pub fn possible_seats(terms: &Terms, offered: &Offered) -> Vec<u8> {
    let all = offered.positions.as_ref().unwrap_or(&terms.positions);
    all.iter().copied().take(spots(terms, offered).unwrap_or(all.len())).collect()
}

/// For how many spots a pay table is by its title, where no submission says which they are.
fn spots(terms: &Terms, offered: &Offered) -> Option<usize> {
    let wager = terms.rulebook.wager(&offered.table.wager).filter(|_| terms.open)?;
    let seats = wager.paytables.get(&offered.table.column)?.requires.seats.as_ref()?;
    seats.as_slice().iter().max().map(|most| usize::from(*most))
}

/// The sheets of these seats, all of which make the wager in the same round; one alone where it does not depend on the
/// seat.
///
/// # Errors
/// The odds depend on something that was not named.
pub fn seat_sheets(
    terms: &Terms,
    deals: &Deals,
    offered: &Offered,
    participating: &[u8],
) -> Result<Vec<SeatSheet>, CountError> {
    let table = with_envy(&offered.table);
    let seats =
        if depends_on_seat(&[&table]) { participating } else { participating.get(..1).unwrap_or(&[]) };
    seats.iter().map(|seat| seat_sheet(terms, deals, offered, *seat, participating)).collect()
}

/// The sheet of one seat, when all of these make the wager in the same round.
///
/// # Errors
/// The odds depend on something that was not named.
pub fn seat_sheet(
    terms: &Terms,
    deals: &Deals,
    offered: &Offered,
    seat: u8,
    participating: &[u8],
) -> Result<SeatSheet, CountError> {
    let facts = SeatFacts::at(terms, seat, participating);
    let table = with_envy(&offered.table);
    let question = Question::new(&[&table], &facts, &offered.suits);
    let mut sheets = Sheet::from_counts(terms, question.tables(), deals.count(&question)?);
    let sheet = sheets.pop().ok_or_else(|| CountError::Seat(table.wager.clone()))?;
    let taken = || sheet.lines.iter().filter(|line| line.name.ends_with(ENVY));
    let brings = |gain: (i128, i128)| ratio(gain.0, gain.1) + whole(1);
    let sum: Fraction = taken().map(|line| whole(line.ways) * brings(line.gain)).sum();
    let envy_ways = taken().map(|line| line.ways).sum();
    Ok(SeatSheet { seat, envy_ways, envy: sum / whole(sheet.total), sheet })
}

/// Whether the odds of these seats differ.
#[must_use]
pub fn seats_differ(seats: &[SeatSheet]) -> bool {
    let ways = |seat: &SeatSheet| -> Vec<(String, u128)> {
        seat.sheet.lines.iter().map(|line| (line.name.clone(), line.ways)).collect()
    };
    seats.iter().zip(seats.iter().skip(1)).any(|(one, next)| ways(one) != ways(next))
}

/// How a line is called by which a seat takes the envy of another.
const ENVY: &str = " (envy)";

/// The same pay table with envy from other seats as lines of their own.
#[must_use]
pub fn with_envy(table: &PayTable) -> PayTable {
    let envy = |line: &Line| {
        let (when, amount) = (line.envy_when.clone()?, line.envy?);
        Some(Line {
            name: format!("{}{ENVY}", line.name),
            when,
            pay: Pay::Money(amount),
            vigorish: VigorishOn::Nothing,
            envy: None,
            envy_when: None,
            cite: line.cite.clone(),
        })
    };
    let lines = table.lines.iter().flat_map(|line| {
        let envy = envy(line);
        [Some(Line { envy_when: None, ..line.clone() }), envy].into_iter().flatten()
    });
    PayTable { lines: lines.collect(), ..table.clone() }
}

/// What envy to the dealer costs the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealerEnvy {
    /// The deals in which it is paid.
    pub ways: u128,
    /// What it costs on average for each wager made, in minor units.
    pub cost: Fraction,
    /// The same for each unit staked.
    pub share: Fraction,
    /// The most that one winning wager brings the dealer.
    pub most: Amount,
}

/// What envy to the dealer costs the house for each wager of this stake; `None` if the dealer takes none. With S bettors
/// a round costs S times as much, for each of them is a winning player.
///
/// # Errors
/// A figure that does not fit.
pub fn dealer_envy(sheet: &Sheet, stake: Amount) -> Result<Option<DealerEnvy>, MoneyError> {
    let table = &sheet.table;
    let mut envy =
        DealerEnvy { ways: 0, cost: whole(0), share: whole(0), most: Amount::zero(stake.currency()) };
    for (line, odds) in table.lines.iter().zip(&sheet.lines) {
        let amount = dealer_envy_of(table, line, stake)?;
        if amount.is_positive() {
            envy.ways += odds.ways;
            envy.cost += whole(odds.ways) * whole(amount.minor()) / whole(sheet.total);
            envy.most = if amount.minor() > envy.most.minor() { amount } else { envy.most };
        }
    }
    envy.share = &envy.cost / whole(stake.minor().max(1));
    Ok(envy.most.is_positive().then_some(envy))
}

/// What the dealer takes when one wager of this stake reaches a line.
pub(crate) fn dealer_envy_of(table: &PayTable, line: &Line, stake: Amount) -> Result<Amount, MoneyError> {
    let Some(envy) = line.envy.filter(|_| table.envy_to == Some(EnvyTo::Dealer)) else {
        return Ok(Amount::zero(stake.currency()));
    };
    let unit = table.units.first().filter(|_| table.scales);
    let scale = unit.map_or(Ok(None), |unit| stake.exact_multiple_of(*unit))?.unwrap_or(1);
    envy.times(scale, 1, banco_money::Rounding::Down)
}
