//! The cut: offered around the table, within limits, and once more if a supervisor orders it.
//!
//! MB 5(c)-(f), MM 5(c)-(f), CO 30-2810(2)-(5).

use crate::table::choices::{RecutBy, WhoCuts};
use banco_rulebook::model::rulebook::Start;

use super::{commitment, family, floor};
use crate::table::draft::{Draft, Step, need_reason, need_role, refuse};
use crate::table::event::{Curator, CutBy, PreparationEvent};
use crate::table::people::{Actor, Person, Role, Seat};
use crate::table::refusal::Reason;
use crate::table::state::Phase;

/// The cards are ready: the cut is offered to the first who may have it, or falls to the dealer. A continuous
/// shuffler needs none.
pub fn offer_first(draft: &mut Draft<'_>) {
    let rules = draft.rules();
    if rules.continuous {
        let clauses = draft.topics().cut;
        return draft.emit(clauses, PreparationEvent::CutNotNeeded);
    }
    if rules.choices.cut_by == WhoCuts::Dealer {
        return falls_to_dealer(draft);
    }
    if draft.table.people.is_empty() && keeps_idle(draft) {
        return wait_for_arrival(draft);
    }
    match first_seat(draft) {
        Some(from) => offer_from(draft, from, None),
        None => falls_to_dealer(draft),
    }
}

/// Whether the text says where the cards of a table wait that had play and has nobody left.
fn keeps_idle(draft: &Draft<'_>) -> bool {
    draft.rules().choices.idle_table.is_some() && draft.table.round.number > 0
}

/// The cards are ready, but nobody is there to cut them.
fn wait_for_arrival(draft: &mut Draft<'_>) {
    let clauses = draft.topics().idle;
    draft.emit(clauses, PreparationEvent::CutWaits);
}

/// Somebody has come to a table whose cards wait: the cut is offered to them.
pub fn arrived(draft: &mut Draft<'_>, person: Person, seat: Seat) {
    if draft.table.shoe.waits {
        let clauses = draft.topics().idle;
        draft.emit(clauses, PreparationEvent::CutOffered { seat, person });
    }
}

/// The seat at which the offer begins.
fn first_seat(draft: &Draft<'_>) -> Option<Seat> {
    let cut = &draft.rules().terms.rulebook.file.cut;
    // The participant in the highest position is meant: empty seats above are passed over.
    let highest = draft.rules().seats.iter().copied().rfind(|seat| draft.table.at_seat(*seat).is_some());
    let last_curator = match draft.table.curator {
        Some(Curator::Person(_, seat) | Curator::DealerFor(_, seat)) => Some(seat),
        _ => draft.table.bank.holder.map(|(_, seat)| seat),
    };
    match cut.later_first {
        Some(Start::LastCurator) if last_curator.is_some() => last_curator,
        _ => highest,
    }
}

/// Offers the cut to the next one in the rulebook's direction.
fn offer_from(draft: &mut Draft<'_>, from: Seat, after: Option<Seat>) {
    let direction = draft.rules().terms.rulebook.file.cut.direction;
    match draft.next_occupied(from, direction, after, None) {
        Some((person, seat)) => {
            let clauses = draft.topics().cut;
            draft.emit(clauses, PreparationEvent::CutOffered { seat, person });
        }
        None => falls_to_dealer(draft),
    }
}

fn falls_to_dealer(draft: &mut Draft<'_>) {
    let clauses = draft.topics().cut;
    draft.emit(clauses, PreparationEvent::CutFallsToDealer);
}

/// Declines the cut: the next one is asked.
pub fn decline(draft: &mut Draft<'_>, by: Actor) -> Step {
    let topics = draft.topics();
    let one = draft.participant_in(by, topics.cut)?;
    draft.need_phase(Phase::Cutting, "decline the cut", topics.cut)?;
    let asked = draft.table.shoe.cut_asked;
    let seat = match asked {
        Some((person, seat)) if person == one.person => seat,
        _ => {
            let whose = asked.map(|(person, _)| person);
            return Err(refuse(Reason::NotYourTurn { person: one.person, whose }, topics.cut));
        }
    };
    draft.emit(topics.cut, PreparationEvent::CutDeclined { seat, person: one.person });
    let from = draft.table.shoe.cut_from.unwrap_or(seat);
    offer_from(draft, from, Some(seat));
    Ok(())
}

/// Cuts the stack.
pub fn cut(draft: &mut Draft<'_>, by: Actor, at: u16) -> Step {
    let topics = draft.topics();
    may_cut(draft, by)?;
    draft.need_phase(Phase::Cutting, "cut the cards", topics.cut)?;
    if draft.table.shoe.waits {
        let now = "the cards wait for somebody to come to the table";
        return Err(refuse(Reason::WrongMoment { doing: "cut the cards", now }, topics.idle));
    }
    let cutter = match draft.table.shoe.cut_asked {
        None => CutBy::Dealer,
        Some((asked, seat)) if asked == by.participant() => CutBy::Person(asked, seat),
        Some((asked, _)) => {
            let reason = Reason::NotYourTurn { person: by.participant(), whose: Some(asked) };
            return Err(refuse(reason, topics.cut));
        }
    };
    let size = draft.rules().pack.len();
    let least = draft.rules().terms.rulebook.file.cut.from_either_end;
    let most = size.saturating_sub(least);
    if !(least..=most).contains(&at) {
        return Err(refuse(Reason::CutOutOfRange { at, least, most }, topics.cut));
    }
    if cutter == CutBy::Dealer {
        commitment::cut_as_promised(draft, at)?;
    }
    draft.emit(topics.cut, PreparationEvent::CutMade { by: cutter, at });
    Ok(())
}

/// Whoever is asked cuts, and where nobody is, the dealer; before it has come to that, it may be either.
fn may_cut(draft: &Draft<'_>, by: Actor) -> Step {
    let clauses = draft.topics().cut;
    let shoe = &draft.table.shoe;
    let dealer_cuts = draft.table.phase == Phase::Cutting && !shoe.waits && shoe.cut_asked.is_none();
    if dealer_cuts || (shoe.cut_asked.is_none() && by.role() != Role::Participant) {
        return need_role(by, &[Role::Dealer], "dealer", clauses);
    }
    draft.participant_in(by, clauses).map(|_| ())
}

/// Orders the cards cut again, before a card of a hand has been dealt. Burning is not dealing: burnt cards go back
/// to the stack, and whatever was offered or wagered on this shoe waits for the new cut.
pub fn order_recut(draft: &mut Draft<'_>, by: Actor, reason: &str) -> Step {
    let topics = draft.topics();
    need_role(by, &[Role::Floor], "supervisor", topics.recut)?;
    let phase = draft.table.phase;
    let in_play = matches!(phase, Phase::Betting | Phase::Dealing | Phase::Settled);
    let ready = matches!(phase, Phase::Loading | Phase::Burning) || in_play;
    // A continuous shuffler has had no cut that could be made again.
    if !ready || draft.table.hand_dealt() || draft.table.shoe.cut.is_none() {
        let dealt = in_play && draft.table.hand_dealt();
        let now = if dealt { "a card of a hand has been dealt" } else { phase.in_words() };
        return Err(refuse(Reason::WrongMoment { doing: "order a recut", now }, topics.recut));
    }
    let reason = need_reason(reason, topics.recut)?;
    if phase == Phase::Dealing {
        floor::void_round(draft, (by.person(), None), &reason, false, topics.recut)?;
    } else if in_play {
        family::shoe_ends(draft);
    }
    draft.emit(topics.recut, PreparationEvent::RecutOrdered { by: by.person(), reason });
    let next_entitled = draft.rules().choices.recut_by == RecutBy::NextEntitled;
    match draft.table.shoe.cut {
        Some((CutBy::Person(person, seat), _))
            if !next_entitled && draft.table.participant(person).is_some() =>
        {
            draft.emit(topics.recut, PreparationEvent::CutOffered { seat, person });
        }
        // Whoever cut last is not asked again, or has left.
        Some((CutBy::Person(_, seat), _)) => {
            let from = draft.table.shoe.cut_from.unwrap_or(seat);
            offer_from(draft, from, Some(seat));
        }
        _ => falls_to_dealer(draft),
    }
    Ok(())
}
