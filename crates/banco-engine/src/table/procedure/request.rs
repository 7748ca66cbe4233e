//! What takes two people: one asks for it, another approves, and only then it happens.
//!
//! Reading R5 for voids; corrections rest on the floor's powers.

use std::sync::Arc;

use banco_money::Amount;

use crate::authority::{self, Actor, Person, Request, RequestId, Role};
use crate::cage::Time;
use crate::house::MoneyAction;
use crate::name::Clauses;
use crate::shelf::RulesId;
use crate::table::draft::{Draft, Step, need_reason, need_role, refuse};
use crate::table::event::{FloorEvent, OpeningEvent, PeopleEvent};
use crate::table::procedure::{floor, opening, seats};
use crate::table::refusal::{Reason, Refusal};
use crate::table::request::Wanted;
use crate::table::rules::Rules;
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
    may_ask_for(draft, by, wanted, clauses)?;
    could_happen(draft, wanted, clauses)?;
    let what = trimmed(wanted, clauses)?;
    adds_up(draft, by, &what, clauses)?;
    let id = RequestId(draft.table.next_request);
    let request = Request { by: by.person(), id, role: by.role(), until: None, what };
    draft.emit(clauses, FloorEvent::Asked { request });
    Ok(())
}

/// In which capacities somebody asks for something: those in which they may do it where one person is enough.
fn may_ask_for(draft: &Draft<'_>, by: Actor, wanted: &Wanted, clauses: Clauses) -> Step {
    match wanted {
        Wanted::CashBuyIn { .. } => need_role(by, &[Role::Dealer], "dealer", clauses)?,
        Wanted::Fill { .. } | Wanted::Open { .. } | Wanted::Promotion { .. } | Wanted::Terms { .. } => {
            need_role(by, &[Role::Floor], "floorperson", clauses)?;
        }
        Wanted::Accommodation { helper, .. } => {
            floor::help_is_provided(draft)?;
            authority::may_ask(by, |person| is_involved(draft.table, person), clauses)?;
            if *helper == by.person() {
                return Err(refuse(Reason::SamePerson { person: *helper }, clauses));
            }
            return Ok(());
        }
        Wanted::Correction { .. } | Wanted::SeeOff { .. } | Wanted::Void { .. } => {
            return authority::may_ask(by, |person| is_involved(draft.table, person), clauses);
        }
    }
    need_uninvolved(draft, by, clauses)
}

/// Staff move no money of the house at a table where they play themselves.
pub fn need_uninvolved(draft: &Draft<'_>, by: Actor, clauses: Clauses) -> Step {
    if is_involved(draft.table, by.person()) {
        return Err(refuse(Reason::Involved { person: by.person() }, clauses));
    }
    Ok(())
}

fn clauses_of(draft: &Draft<'_>, wanted: &Wanted) -> Clauses {
    match wanted {
        Wanted::Accommodation { .. } => draft.topics().accommodation,
        Wanted::CashBuyIn { .. } | Wanted::Promotion { .. } => draft.topics().wagering,
        Wanted::Correction { .. } => draft.topics().approvals,
        Wanted::Fill { .. } => draft.topics().floor,
        Wanted::Open { .. } | Wanted::Terms { .. } => draft.topics().opening,
        Wanted::SeeOff { .. } => draft.topics().table,
        Wanted::Void { .. } => draft.topics().void,
    }
}

/// The request with its reason, which is not empty.
fn trimmed(wanted: &Wanted, clauses: Clauses) -> Result<Wanted, Refusal> {
    let mut wanted = wanted.clone();
    match &mut wanted {
        Wanted::Accommodation { reason, .. }
        | Wanted::Correction { reason, .. }
        | Wanted::SeeOff { reason, .. }
        | Wanted::Void { reason, .. } => *reason = need_reason(reason, clauses)?,
        Wanted::CashBuyIn { .. }
        | Wanted::Fill { .. }
        | Wanted::Open { .. }
        | Wanted::Promotion { .. }
        | Wanted::Terms { .. } => {}
    }
    Ok(wanted)
}

/// What is asked for could happen now, as far as no money is concerned.
fn could_happen(draft: &Draft<'_>, wanted: &Wanted, clauses: Clauses) -> Step {
    match wanted {
        Wanted::Accommodation { helper, person, .. } => floor::may_help(draft, *person, *helper),
        Wanted::CashBuyIn { person, .. } | Wanted::Promotion { person, .. } => {
            draft.person(*person).map(|_| ())
        }
        Wanted::Correction { .. } | Wanted::Fill { .. } | Wanted::Open { .. } => Ok(()),
        Wanted::SeeOff { person, .. } => seats::may_go(draft, draft.person(*person)?),
        Wanted::Terms { at, rules } => {
            opening::adoptable(draft, &*known_rules(draft, *rules, clauses)?, *at).map(|_| ())
        }
        Wanted::Void { why, .. } => floor::voidable_for(draft, *why, clauses),
    }
}

/// Rules by their name.
fn known_rules(draft: &Draft<'_>, id: RulesId, clauses: Clauses) -> Result<Arc<Rules>, Refusal> {
    let found = draft.context.shelf.and_then(|shelf| shelf.find(id)).cloned();
    found.ok_or_else(|| refuse(Reason::UnknownRules, clauses))
}

/// The money is there for what is asked for.
fn adds_up(draft: &Draft<'_>, by: Actor, wanted: &Wanted, clauses: Clauses) -> Step {
    if let Some((action, amount)) = money_action(wanted) {
        // No approval lifts the most that the house allows.
        draft.authorize(by, action, amount, clauses)?;
    }
    match wanted {
        Wanted::CashBuyIn { amount, person } => seats::cash_can_be_taken(draft, *person, *amount),
        Wanted::Correction { from, to, amount, .. } => {
            floor::correctable(draft, *from, *to, *amount, clauses)
        }
        Wanted::Fill { amount, credit } => opening::fillable(draft, *amount, *credit),
        Wanted::Open { float, .. } => opening::openable(draft, *float),
        Wanted::Promotion { amount, person, tender } => seats::promotable(draft, *person, *tender, *amount),
        Wanted::Accommodation { .. } | Wanted::SeeOff { .. } | Wanted::Terms { .. } | Wanted::Void { .. } => {
            Ok(())
        }
    }
}

/// The action with money that is asked for, where the house has a level for it.
const fn money_action(wanted: &Wanted) -> Option<(MoneyAction, Amount)> {
    Some(match wanted {
        Wanted::CashBuyIn { amount, .. } => (MoneyAction::CashBuyIn, *amount),
        Wanted::Fill { amount, credit: false } => (MoneyAction::Fill, *amount),
        Wanted::Fill { amount, credit: true } => (MoneyAction::Credit, *amount),
        Wanted::Open { float, .. } => (MoneyAction::Float, *float),
        Wanted::Promotion { amount, .. } => (MoneyAction::Promotion, *amount),
        Wanted::Correction { amount, .. } => (MoneyAction::Correction, *amount),
        Wanted::Accommodation { .. } | Wanted::SeeOff { .. } | Wanted::Terms { .. } | Wanted::Void { .. } => {
            return None;
        }
    })
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
    if !consents(by, &request.what) {
        let level = executive_level(draft, &request.what);
        authority::may_approve(request, by, level, |person| is_involved(draft.table, person), clauses)?;
    }
    // A helper does not agree to their own help.
    if matches!(request.what, Wanted::Accommodation { helper, .. } if helper == by.person()) {
        return Err(refuse(Reason::SamePerson { person: by.person() }, clauses));
    }
    could_happen(draft, &request.what, clauses)?;
    adds_up(draft, by, &request.what, clauses)?;
    draft.emit(clauses, FloorEvent::Approved { by: by.person(), request: id });
    carry_out(draft, request, by, clauses)
}

/// Participants agree in person to somebody who acts for them.
fn consents(by: Actor, wanted: &Wanted) -> bool {
    let own = by.role() == Role::Participant && by.acting_for().is_none();
    own && matches!(wanted, Wanted::Accommodation { person, .. } if *person == by.person())
}

/// The amount of a request that needs an executive, if it does.
fn executive_level(draft: &Draft<'_>, wanted: &Wanted) -> Option<Amount> {
    let amount = match wanted {
        Wanted::CashBuyIn { amount, .. }
        | Wanted::Correction { amount, .. }
        | Wanted::Fill { amount, .. }
        | Wanted::Promotion { amount, .. } => *amount,
        // A float is chosen when the table opens, before any approval level of its terms applies.
        Wanted::Accommodation { .. }
        | Wanted::Open { .. }
        | Wanted::SeeOff { .. }
        | Wanted::Terms { .. }
        | Wanted::Void { .. } => return None,
    };
    Some(amount).filter(|amount| draft.rules().terms.approvals.needs_executive(*amount))
}

fn carry_out(draft: &mut Draft<'_>, request: &Request<Wanted>, by: Actor, clauses: Clauses) -> Step {
    let asker = request.by;
    match &request.what {
        Wanted::Accommodation { helper, person, reason } => {
            let (helper, person, reason) = (*helper, *person, Arc::clone(reason));
            draft.emit(clauses, FloorEvent::Accommodated { by: asker, helper, person, reason });
        }
        Wanted::CashBuyIn { amount, person } => {
            let (amount, person) = (*amount, *person);
            draft.emit(clauses, PeopleEvent::CashTaken { alone: false, amount, by: asker, person });
        }
        Wanted::Correction { from, to, amount, reason } => {
            let (from, to, amount, reason) = (*from, *to, *amount, Arc::clone(reason));
            let second = by.person();
            draft.emit(clauses, FloorEvent::Corrected { amount, by: asker, from, reason, second, to });
        }
        Wanted::Fill { amount, credit } => {
            let (amount, credit) = (*amount, *credit);
            draft.emit(clauses, OpeningEvent::TrayFilled { alone: false, amount, by: asker, credit });
        }
        Wanted::Open { at, differential, float } => {
            opening::open_now(draft, asker, *float, *differential, *at);
        }
        Wanted::Promotion { amount, person, tender } => {
            let (amount, person, tender) = (*amount, *person, *tender);
            let given = PeopleEvent::PromotionGiven { alone: false, amount, by: asker, person, tender };
            draft.emit(clauses, given);
        }
        Wanted::SeeOff { person, .. } => return seats::see_off(draft, by.person(), *person),
        Wanted::Terms { at, rules } => {
            let rules = known_rules(draft, *rules, clauses)?;
            return opening::adopt_now(draft, asker, &rules, *at);
        }
        Wanted::Void { reason, .. } => {
            let people = (asker, Some(by.person()));
            return floor::void_round(draft, people, reason, false, clauses);
        }
    }
    Ok(())
}

/// Somebody lost the role in which they asked: what they asked for does not happen.
pub fn lapse(draft: &mut Draft<'_>, asker: Person) {
    for request in draft.table.requests.iter().filter(|request| request.by == asker) {
        let clauses = clauses_of(draft, &request.what);
        draft.emit(clauses, FloorEvent::Lapsed { request: request.id });
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
    let takes_back = (request.by, request.role) == (by.person(), by.role());
    if !takes_back && !consents(by, &request.what) {
        authority::may_ask(by, |person| is_involved(draft.table, person), clauses)?;
    }
    let reason = need_reason(reason, clauses)?;
    draft.emit(clauses, FloorEvent::TurnedDown { by: by.person(), reason, request: id });
    Ok(())
}
