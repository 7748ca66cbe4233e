//! What takes two people: one asks for it, another approves, and only then it happens.
//!
//! Reading R5 for voids; corrections rest on the floor's powers.

use std::sync::Arc;

use crate::authority::{self, Actor, Person, Request, RequestId};
use crate::cage::Time;
use crate::name::Clauses;
use crate::table::draft::{Draft, Step, need_reason};
use crate::table::event::FloorEvent;
use crate::table::procedure::{floor, seats};
use crate::table::refusal::Refusal;
use crate::table::request::Wanted;
use crate::table::state::Table;

/// Whether somebody plays here, has a wager or a claim, or acts for somebody who does.
pub fn is_involved(table: &Table, person: Person) -> bool {
    table.participant(person).is_some()
        || table.bets.iter().any(|bet| bet.key.owner == person)
        || table.claims.iter().any(|claim| claim.key.owner == person)
        || table.helpers.iter().any(|(_, helper)| *helper == person)
}

/// Asks for what takes two people.
pub fn ask(draft: &mut Draft<'_>, by: Actor, wanted: &Wanted) -> Step {
    let clauses = clauses_of(draft, wanted);
    authority::may_ask(by, |person| is_involved(draft.table, person), clauses)?;
    could_happen(draft, wanted, clauses)?;
    let what = trimmed(wanted, clauses)?;
    adds_up(draft, &what, clauses)?;
    let id = RequestId(draft.table.next_request);
    let request = Request { by: by.person(), id, role: by.role(), until: None, what };
    draft.emit(clauses, FloorEvent::Asked { request });
    Ok(())
}

fn clauses_of(draft: &Draft<'_>, wanted: &Wanted) -> Clauses {
    match wanted {
        Wanted::Correction { .. } => draft.topics().approvals,
        Wanted::SeeOff { .. } => draft.topics().table,
        Wanted::Void { .. } => draft.topics().void,
    }
}

/// The request with its reason, which is not empty.
fn trimmed(wanted: &Wanted, clauses: Clauses) -> Result<Wanted, Refusal> {
    let mut wanted = wanted.clone();
    match &mut wanted {
        Wanted::Correction { reason, .. } | Wanted::SeeOff { reason, .. } | Wanted::Void { reason, .. } => {
            *reason = need_reason(reason, clauses)?;
        }
    }
    Ok(wanted)
}

/// What is asked for could happen now, as far as no money is concerned.
fn could_happen(draft: &Draft<'_>, wanted: &Wanted, clauses: Clauses) -> Step {
    match wanted {
        Wanted::Correction { .. } => Ok(()),
        Wanted::SeeOff { person, .. } => seats::may_go(draft, draft.person(*person)?),
        Wanted::Void { why, .. } => floor::voidable_for(draft, *why, clauses),
    }
}

/// The money is there for what is asked for.
fn adds_up(draft: &Draft<'_>, wanted: &Wanted, clauses: Clauses) -> Step {
    match wanted {
        Wanted::Correction { from, to, amount, .. } => {
            floor::correctable(draft, *from, *to, *amount, clauses)
        }
        Wanted::SeeOff { .. } | Wanted::Void { .. } => Ok(()),
    }
}

/// The request, if there is one. Whoever may not answer any is told so first.
fn find<'t>(draft: &Draft<'t>, by: Actor, id: RequestId) -> Result<&'t Request<Wanted>, Refusal> {
    let floor = draft.topics().floor;
    let found = authority::find_request(&draft.table.requests, &draft.table.expired, id, floor);
    if found.is_err() {
        authority::may_ask(by, |person| is_involved(draft.table, person), floor)?;
    }
    found
}

/// Approves a request: what was asked for happens, if it still can.
pub fn approve(draft: &mut Draft<'_>, by: Actor, id: RequestId) -> Step {
    let request = find(draft, by, id)?;
    let clauses = clauses_of(draft, &request.what);
    let level = match &request.what {
        Wanted::Correction { amount, .. } => {
            Some(*amount).filter(|amount| draft.rules().terms.approvals.needs_executive(*amount))
        }
        Wanted::SeeOff { .. } | Wanted::Void { .. } => None,
    };
    authority::may_approve(request, by, level, |person| is_involved(draft.table, person), clauses)?;
    could_happen(draft, &request.what, clauses)?;
    adds_up(draft, &request.what, clauses)?;
    draft.emit(clauses, FloorEvent::Approved { by: by.person(), request: id });
    match &request.what {
        Wanted::Correction { from, to, amount, reason } => {
            let (from, to, amount, reason) = (*from, *to, *amount, Arc::clone(reason));
            let (by, second) = (request.by, by.person());
            draft.emit(clauses, FloorEvent::Corrected { amount, by, from, reason, second, to });
            Ok(())
        }
        Wanted::SeeOff { person, .. } => seats::see_off(draft, by.person(), *person),
        Wanted::Void { reason, .. } => {
            let people = (request.by, Some(by.person()));
            floor::void_round(draft, people, reason, false, clauses)
        }
    }
}

/// By now nobody has answered some requests in time: what they wanted does not happen, and nothing waits for it any more.
pub fn run_out(draft: &mut Draft<'_>, now: Time) {
    let table = draft.table;
    for request in authority::overdue(&table.requests, now) {
        let clauses = clauses_of(draft, &request.what);
        draft.emit(clauses, FloorEvent::Expired { request: request.id });
    }
}

/// Turns a request down. Whoever asked may take it back the same way.
pub fn turn_down(draft: &mut Draft<'_>, by: Actor, id: RequestId, reason: &str) -> Step {
    let request = find(draft, by, id)?;
    let clauses = clauses_of(draft, &request.what);
    authority::may_ask(by, |person| is_involved(draft.table, person), clauses)?;
    let reason = need_reason(reason, clauses)?;
    draft.emit(clauses, FloorEvent::TurnedDown { by: by.person(), reason, request: id });
    Ok(())
}
