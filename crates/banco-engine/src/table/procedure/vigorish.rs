//! Marked vigorish is collected: before a new shoe, or when a player leaves.
//!
//! MB 13(d)(2), MM 12(d)(2).

use banco_money::Amount;

use super::opening;
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::SettlementEvent;
use crate::table::people::{Actor, Participant, Role};
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::Phase;

/// Collects what is owed, seat by seat from the highest down. Whoever has not enough keeps the marker and holds up
/// nobody else. Between shoes, the next one follows.
pub fn collect(draft: &mut Draft<'_>, by: Actor) -> Step {
    let topics = draft.topics();
    need_role(by, &[Role::Dealer], "dealer", topics.vigorish)?;
    if draft.table.phase == Phase::Dealing {
        let now = draft.table.phase.in_words();
        return Err(refuse(Reason::WrongMoment { doing: "collect vigorish", now }, topics.vigorish));
    }
    let mut owing: Vec<&Participant> =
        draft.table.people.iter().filter(|one| one.owed.is_positive()).collect();
    owing.sort_by_key(|one| std::cmp::Reverse(one.place.seat()));
    let (able, short): (Vec<&Participant>, Vec<&Participant>) =
        owing.into_iter().partition(|one| one.chips.minor() >= one.owed.minor());
    let between = draft.table.phase == Phase::BetweenShoes;
    if let Some(one) = short.first().filter(|_| able.is_empty() && !between) {
        let reason = Reason::NotEnough { have: one.chips, wanted: one.owed, doing: "pay vigorish with" };
        return Err(refuse(reason, topics.vigorish));
    }
    for one in able {
        let (person, seat, amount) = (one.person, one.place.seat(), one.owed);
        draft.emit(topics.vigorish, SettlementEvent::VigorishCollected { person, seat, amount });
    }
    if between {
        opening::begin_preparation(draft, draft.table.shoe.number.saturating_add(1));
    }
    Ok(())
}

/// Whoever owes vigorish from an earlier shoe makes no wager before it is paid.
pub fn paid_up(draft: &Draft<'_>, one: &Participant) -> Step {
    if one.is_overdue() {
        return Err(refuse(Reason::VigorishOutstanding { owed: one.owed }, draft.topics().vigorish));
    }
    Ok(())
}

/// Somebody takes so many chips away: what they owe stays.
pub fn stays(draft: &Draft<'_>, one: &Participant, amount: Amount) -> Step {
    let clauses = draft.topics().vigorish;
    let left = one.chips.minus(amount).map_err(|error| refuse(error.into(), clauses))?;
    if left.minor() < one.owed.minor() {
        return Err(refuse(Reason::VigorishOutstanding { owed: one.owed }, clauses));
    }
    Ok(())
}

/// Somebody leaves with so many chips: what they owe is collected first. Says what is left to take along.
pub fn on_leaving(draft: &mut Draft<'_>, one: &Participant, chips: Amount) -> Result<Amount, Refusal> {
    let clauses = draft.topics().vigorish;
    let owed = one.owed;
    if !owed.is_positive() {
        return Ok(chips);
    }
    if chips.minor() < owed.minor() {
        return Err(refuse(Reason::VigorishOutstanding { owed }, clauses));
    }
    let (person, seat) = (one.person, one.place.seat());
    draft.emit(clauses, SettlementEvent::VigorishCollected { person, seat, amount: owed });
    chips.minus(owed).map_err(|error| refuse(error.into(), clauses))
}
