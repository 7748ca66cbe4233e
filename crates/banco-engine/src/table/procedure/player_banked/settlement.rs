//! From the action button clockwise, every wager is settled as far as the player/dealer's wager covers.
//!
//! CA Round of Play 5-6, Royale Bonus Bet 5 and 7; readings P7, P8.

use banco_cards::Side;
use banco_money::{Amount, MoneyError, Pay};
use banco_rulebook::model::rulebook::Direction;
use banco_rulebook::model::vocabulary::IrregularityId;

use crate::settle::Verdict;
use crate::table::draft::{Draft, Step, refuse};
use crate::table::event::{CoverEvent, SettlementEvent, WageringEvent};
use crate::table::judge::{Item, Judge};
use crate::table::people::{Person, Seat};
use crate::table::refusal::Reason;
use crate::table::round::Round;
use crate::table::state::Table;

/// Settles the round.
pub fn settle(draft: &mut Draft<'_>) -> Step {
    let topics = draft.topics();
    let (Some((person, seat)), Some(cover)) = (draft.table.bank.holder, draft.table.bank.wager) else {
        return Err(refuse(Reason::NothingThere, topics.cover));
    };
    let button = action_button(draft.table, &draft.round, seat)
        .ok_or_else(|| refuse(Reason::NothingThere, topics.button))?;
    draft.emit(topics.button, CoverEvent::ButtonPlaced { seat: button });
    let items = Judge::new(draft.table).items()?;
    let mut purse = Purse { person, left: cover, paid: draft.table.nothing() };
    let order: Vec<Seat> = draft.rules().round_from(button, Direction::Clockwise).collect();
    for pass in &draft.rules().passes {
        for seat in &order {
            let concerned = |item: &&Item<'_>| {
                item.bet.seat == *seat
                    && pass.spots.get(usize::from(item.spot.id.0)).copied().unwrap_or(false)
            };
            for item in seated_first(draft, items.iter().filter(concerned).collect()) {
                settle_item(draft, item, &mut purse)?;
            }
        }
    }
    let rest = cover.minus(purse.paid).map_err(|error| refuse(error.into(), topics.cover))?;
    if rest.is_positive() {
        draft.emit(topics.cover, CoverEvent::CoverReturned { person, amount: rest });
    }
    Ok(())
}

/// Where action begins: the hole card's value counted clockwise around the positions that were occupied when
/// the round began, the player/dealer being zero; zero begins with the next position.
pub fn action_button(table: &Table, round: &Round, holder: Seat) -> Option<Seat> {
    let [_, hole, _] = *round.laid(Side::Banker);
    let value = hole.and_then(|laid| laid.shown()).map_or(0, |card| usize::from(card.points().get()));
    let occupied: Vec<Seat> = table
        .rules
        .round_from(holder, Direction::Clockwise)
        .filter(|seat| table.bank.positions.contains(seat))
        .collect();
    let at = value.checked_rem(occupied.len())?;
    occupied.get(at.max(1)).or_else(|| occupied.first()).copied()
}

/// Whoever sits at the seat comes before those behind it, and these in the order in which they came.
fn seated_first<'a, 't>(draft: &Draft<'_>, mut items: Vec<&'a Item<'t>>) -> Vec<&'a Item<'t>> {
    let people = &draft.table.people;
    items.sort_by_key(|item| {
        let came = people.iter().position(|one| one.person == item.bet.key.owner);
        let seated = came.and_then(|at| people.get(at)).is_some_and(|one| one.place.is_seated());
        (!seated, came, item.spot.id)
    });
    items
}

/// What is left of the cover. What is collected does not enlarge it.
struct Purse {
    person: Person,
    left: Amount,
    paid: Amount,
}

impl Purse {
    /// As much of an amount as is still covered.
    fn reach(&mut self, amount: Amount) -> Result<Amount, MoneyError> {
        let reached = if amount.minor() < self.left.minor() { amount } else { self.left };
        self.left = self.left.minus(reached)?;
        Ok(reached)
    }
}

fn settle_item(draft: &mut Draft<'_>, item: &Item<'_>, purse: &mut Purse) -> Step {
    let clauses = item.clauses();
    let money = |error: MoneyError| refuse(error.into(), clauses);
    let (key, seat) = (item.bet.key, item.bet.seat);
    let stake = item.bet.stake.chips;
    let nothing = draft.table.nothing();
    if item.payment.verdict == Verdict::Push {
        let (line, stake) = (item.line_name(), item.bet.stake);
        draft.emit(clauses, SettlementEvent::WagerPushed { key, line, seat, stake });
        return Ok(());
    }
    if !purse.left.is_positive() {
        let rule = draft.rules().irregularity(IrregularityId::CoverExhausted);
        let clauses = rule.map_or_else(|| draft.topics().cover, |rule| rule.clauses);
        let stake = item.bet.stake;
        draft.emit(clauses, WageringEvent::WagerReturned { key, seat, stake, taken_in: false });
        return Ok(());
    }
    if item.payment.verdict == Verdict::Lose {
        let lost = purse.reach(stake).map_err(money)?;
        let returned = stake.minus(lost).map_err(money)?;
        let (to, clauses) = (purse.person, clauses);
        draft.emit(clauses, CoverEvent::CoveredLost { key, seat, to, lost, returned });
        return Ok(());
    }
    let due = item.won();
    let won = purse.reach(due).map_err(money)?;
    purse.paid = purse.paid.plus(won).map_err(money)?;
    // Every pay here is "to": the stake returns with it.
    let stake = if matches!(item.pay(), Some(Pay::To(..))) { stake } else { nothing };
    let (line, clauses) = (item.line_name(), clauses);
    draft.emit(clauses, CoverEvent::CoveredPaid { key, seat, stake, won, due, line });
    Ok(())
}
