//! Whose turn at the bank comes when, and what a change of seat does to it.
//!
//! CF 10(e).

use crate::table::bank::{Bank, BankStage, CameFrom};
use crate::table::draft::Draft;
use crate::table::event::BankEvent;
use crate::table::people::{Participant, Person, Seat};

/// Somebody has moved: where that brings them nearer to the bank than the seat that they came from, they miss a
/// turn at it. Whoever has it, or has passed it, has none to come nearer to.
pub fn moved(draft: &mut Draft<'_>, one: &Participant, seat: Seat) {
    let Bank { holder, passed_by, .. } = draft.table.bank;
    let holds = holder.into_iter().chain(passed_by).any(|(person, _)| person == one.person);
    if !holds {
        let here = CameFrom { person: one.person, seat: one.place.seat(), turn: true };
        let from = came_from(draft, one.person).unwrap_or(here);
        changed(draft, from, seat);
    }
}

/// Whoever left and sits down again has moved.
pub fn arrived(draft: &mut Draft<'_>, person: Person, seat: Seat) {
    if let Some(from) = came_from(draft, person) {
        changed(draft, from, seat);
    }
}

fn came_from(draft: &Draft<'_>, person: Person) -> Option<CameFrom> {
    draft.table.bank.came_from.iter().find(|from| from.person == person).copied()
}

/// The seat of old is compared with the new one: what lies between gains nothing and costs nothing.
fn changed(draft: &mut Draft<'_>, from: CameFrom, seat: Seat) {
    let person = from.person;
    let nearer = if from.turn {
        let ahead = |seat: Seat| ahead(draft, person, seat);
        ahead(seat).zip(ahead(from.seat)).is_some_and(|(now, before)| now < before)
    } else {
        draft.table.bank.stage == BankStage::Offered
    };
    let misses = draft.table.bank.misses.contains(&person);
    let clauses = draft.topics().changed_seat;
    match (nearer, misses) {
        (true, false) => draft.emit(clauses, BankEvent::TurnForfeited { seat, person }),
        (false, true) => draft.emit(clauses, BankEvent::TurnRegained { seat, person }),
        (true, true) | (false, false) => {}
    }
}

/// How many others would be offered the bank before somebody at this seat; `None` while nobody has had it.
fn ahead(draft: &Draft<'_>, person: Person, seat: Seat) -> Option<usize> {
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
    let others = draft.table.people.iter().filter(|other| other.person != person);
    Some(others.filter(|other| turn(other.place.seat()) < turn(seat)).count())
}
