//! Dealers on duty: signing on, relief, signing off.
//!
//! No rulebook says how a house assigns its dealers, so nothing here cites a clause. Only a floor with full controls
//! asks for it: there the journal says who dealt each round.

use crate::authority::{Actor, Role};
use crate::house::House;
use crate::name::Clauses;
use crate::table::command::Command;
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::FloorEvent;
use crate::table::procedure::request;
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::{Phase, Table};

/// Under full controls a dealer acts only while on duty. Software that deals has its table by a lease, and is exempt.
pub fn need_dealer_on_duty(table: &Table, house: &House, by: Actor, command: &Command) -> Step {
    let signs = matches!(command, Command::SignOn | Command::SignOff);
    if signs || !house.is_strict() {
        return Ok(());
    }
    need_on_duty(table, by).map_err(|reason| refuse(reason, Clauses::default()))
}

/// A dealer who acts is the one on duty.
pub fn need_on_duty(table: &Table, by: Actor) -> Result<(), Reason> {
    if by.role() != Role::Dealer || by.is_automatic() || table.dealer == Some(by.person()) {
        return Ok(());
    }
    Err(Reason::NotOnDuty { person: by.person(), dealer: table.dealer })
}

/// A dealer takes over the table; whoever was on duty is relieved.
pub fn sign_on(draft: &mut Draft<'_>, by: Actor) -> Step {
    need_role(by, &[Role::Dealer], "dealer", Clauses::default())?;
    let (person, relieved) = (by.person(), draft.table.dealer);
    if relieved == Some(person) {
        return Err(nothing_changes());
    }
    if request::is_involved(draft.table, person) {
        return Err(refuse(Reason::Involved { person }, Clauses::default()));
    }
    if let Some(relieved) = relieved {
        request::lapse(draft, relieved);
    }
    draft.emit(Clauses::default(), FloorEvent::DealerSignedOn { person, relieved });
    Ok(())
}

/// The dealer on duty leaves the table without relief, or the floor signs them off; not in the middle of a round.
pub fn sign_off(draft: &mut Draft<'_>, by: Actor) -> Step {
    need_role(by, &[Role::Dealer, Role::Floor], "dealer or floorperson", Clauses::default())?;
    let Some(person) = draft.table.dealer else { return Err(nothing_changes()) };
    if by.role() == Role::Dealer && by.person() != person {
        let reason = Reason::NotOnDuty { person: by.person(), dealer: Some(person) };
        return Err(refuse(reason, Clauses::default()));
    }
    if draft.table.phase == Phase::Dealing {
        let now = draft.table.phase.in_words();
        return Err(refuse(
            Reason::WrongMoment { doing: "leave the table without relief", now },
            Clauses::default(),
        ));
    }
    request::lapse(draft, person);
    draft.emit(Clauses::default(), FloorEvent::DealerSignedOff { by: by.person(), person });
    Ok(())
}

fn nothing_changes() -> Refusal {
    refuse(Reason::AlreadySo, Clauses::default())
}
