//! Whose turn at the bank comes when, and what a change of seat does to it.
//!
//! CF 10(e).

use crate::table::bank::{Bank, BankStage};
use crate::table::draft::Draft;
use crate::table::event::BankEvent;
use crate::table::people::{Participant, Seat};

/// Somebody has moved: where that brings them nearer to the bank, they miss a turn at it. Whoever has it, or
/// has passed it, has none to come nearer to.
pub fn moved(draft: &mut Draft<'_>, one: &Participant, seat: Seat) {
    let Bank { holder, passed_by, .. } = draft.table.bank;
    let holds = holder.into_iter().chain(passed_by).any(|(person, _)| person == one.person);
    let nearer = || Some(ahead(draft, one, seat)? < ahead(draft, one, one.place.seat())?);
    if !holds && nearer() == Some(true) {
        let clauses = draft.topics().changed_seat;
        draft.emit(clauses, BankEvent::TurnForfeited { seat, person: one.person });
    }
}

/// How many others would be offered the bank before somebody at this seat; `None` while nobody has had it.
fn ahead(draft: &Draft<'_>, one: &Participant, seat: Seat) -> Option<usize> {
    let bank = &draft.table.bank;
    let origin = match bank.stage {
        BankStage::Offered => bank.asked.map(|asked| asked.seat),
        // The next shoe is bid for.
        BankStage::Vacant => None,
        _ => bank.passed_by.or(bank.holder).map(|(_, seat)| seat),
    }?;
    let many = draft.rules().seats.len();
    // To the right of where the bank is now comes first, that seat itself last.
    let turn = |seat: Seat| (usize::from(seat.at) + 2 * many - usize::from(origin.at) - 1) % many;
    let others = draft.table.people.iter().filter(|other| other.person != one.person);
    Some(others.filter(|other| turn(other.place.seat()) < turn(seat)).count())
}
