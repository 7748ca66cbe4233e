//! Shoes that may run out: fewer cards than a round may need.
//!
//! A round is void when a card is due and none is left: when fewer than four cards are there to begin with, or when a
//! third card must be drawn and cannot be (MB 15(e), MM 13(e), CO 30-2816(4), CF 11(k); reading I4). All wagers are
//! returned then, also those that the first four cards would have decided. A round that ends before the cards do is a
//! round like any other. The at most five cards are dealt out literally, in every order.

use banco_cards::{Card, Suit};
use banco_engine::{Coup, CoupFacts, SeatFacts, needs};
use banco_rulebook::PayTable;

use crate::counting::DrawTable;
use crate::counting::Question;
use crate::counting::{Count, CountError, Counts, Deals};
use crate::facts::{backed, hand_of};
use crate::shoe::Shoe;

/// The counts of several pay tables from a shoe of any size, void rounds apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortCounts {
    /// All deals: every order of the cards if there are five or fewer, all six-card deals if there are more.
    pub total: u128,
    /// Those that cannot be finished.
    pub void: u128,
    /// For each pay table, the deals that can; their lines and those that reach none add up to the rest.
    pub tables: Vec<Count>,
}

/// Counts the deals that reach each line, and those that are void, from a shoe of any size. The suits of a shoe that
/// was given by values or ranks mean nothing, as elsewhere.
///
/// # Errors
/// A condition needs more than one coup and its seat can tell, or the shoe holds more than twenty decks.
pub fn short_counts(
    shoe: &Shoe,
    draw: &DrawTable,
    tables: &[&PayTable],
    seat: &SeatFacts,
    chosen: &[Suit],
) -> Result<ShortCounts, CountError> {
    if shoe.len() > LITERAL {
        let deals = Deals::new(shoe.clone(), draw.clone())?;
        let Counts { total, tables } = deals.count(&Question::new(tables, seat, chosen))?;
        return Ok(ShortCounts { total, void: 0, tables });
    }
    if let Some(table) = tables.iter().find(|table| looks_back(table)) {
        return Err(CountError::History(table.wager.clone()));
    }
    let empty = |table: &&PayTable| Count { lines: vec![0; table.lines.len()], none: 0 };
    let mut counts = ShortCounts { total: 0, void: 0, tables: tables.iter().map(empty).collect() };
    let left: Vec<Card> =
        Card::all().flat_map(|card| (0..shoe.count(card.rank, card.suit)).map(move |_| card)).collect();
    let mut failed = None;
    each_order(&mut Vec::new(), left, &mut |cards| {
        if failed.is_none() {
            failed = counts.add(draw, tables, seat, chosen, cards).err();
        }
    });
    failed.map_or(Ok(counts), Err)
}

/// As many cards as are dealt out literally: one fewer than a round may need.
const LITERAL: u64 = 5;

fn looks_back(table: &PayTable) -> bool {
    table.lines.iter().any(|line| needs(&line.when, backed(table)).history)
}

impl ShortCounts {
    fn add(
        &mut self,
        draw: &DrawTable,
        tables: &[&PayTable],
        seat: &SeatFacts,
        chosen: &[Suit],
        cards: &[Card],
    ) -> Result<(), CountError> {
        self.total += 1;
        let Some(coup) = finished(draw, cards) else {
            self.void += 1;
            return Ok(());
        };
        for (table, count) in tables.iter().zip(&mut self.tables) {
            let facts =
                CoupFacts { coup: &coup, backed: backed(table), chosen, seat, history: &[], stood: false };
            let mut reached = None;
            for (line, ways) in table.lines.iter().zip(&mut count.lines) {
                if line.when.holds(&facts).ok_or_else(|| CountError::Seat(table.wager.clone()))? {
                    reached = Some(ways);
                    break;
                }
            }
            *reached.unwrap_or(&mut count.none) += 1;
        }
        Ok(())
    }
}

/// Visits every order of some cards, equal ones told apart.
fn each_order(dealt: &mut Vec<Card>, left: Vec<Card>, visit: &mut dyn FnMut(&[Card])) {
    if left.is_empty() {
        return visit(dealt);
    }
    for at in 0..left.len() {
        let mut rest = left.clone();
        dealt.push(rest.remove(at));
        each_order(dealt, rest, visit);
        dealt.pop();
    }
}

/// The coup that these cards make, dealt to the hands in turn; `None` if a card is due that is not there.
fn finished(draw: &DrawTable, cards: &[Card]) -> Option<Coup> {
    let [a, b, c, d, rest @ ..] = cards else { return None };
    let mut rest = rest.iter().copied();
    let total = |one: &Card, two: &Card| (one.points().get() + two.points().get()) % 10;
    let (player, banker) = (total(a, c), total(b, d));
    let natural = draw.is_natural(player) || draw.is_natural(banker);
    let mut third = None;
    let unseen = draw.before_turning() && !draw.is_natural(player);
    if (!natural || unseen) && draw.player_draws(player) {
        // Against a natural the card must be there, and does not count.
        let card = rest.next()?;
        third = Some(card).filter(|_| !natural);
    }
    let mut last = None;
    if !natural && draw.banker_draws(banker, third.map(|card| card.points().get())) {
        last = Some(rest.next()?);
    }
    Some(Coup { player: hand_of([*a, *c], third), banker: hand_of([*b, *d], last), uncounted: None })
}
