//! What concerns the link itself: opening, tables, readings.

use crate::authority::{Actor, Person, Role};
use crate::link::decide::{Draft, Step};
use crate::link::event::{MeterOpening, OperationEvent, ReadingEvent, TableEvent};
use crate::link::fine::Fine;
use crate::link::pool::Feed;
use crate::link::reconcile::MeterReading;
use crate::link::refusal::{Reason, Refusal};
use crate::link::setup::{MeterRule, Setup};
use crate::link::state::{Link, TableId, setup_under};
use crate::name::Clauses;
use crate::reasons::refuse;
use crate::shelf::RulesId;

/// Puts the link into operation, under the terms that it had: other terms take two people.
pub fn open(draft: &mut Draft<'_>, by: Actor, rules: RulesId) -> Step {
    let setup = known_setup(draft, rules);
    let clauses = setup.as_ref().map_or_else(|_| draft.link().setup.clauses(), |setup| reseed(setup));
    Draft::need_role(by, &[Role::Floor, Role::Executive], "floorperson or executive", clauses)?;
    // Its seeds are the house's money, and the rules may be those of any table that is known.
    if draft.link().rules.is_none() && draft.around.has_full_controls() {
        return Err(refuse(Reason::SecondPersonNeeded, clauses));
    }
    open_under(draft, by.person(), rules)
}

/// What the link runs by under rules.
fn known_setup(draft: &Draft<'_>, rules: RulesId) -> Result<std::sync::Arc<Setup>, Refusal> {
    let found = setup_under(draft.around.shelf(), rules, draft.link().name);
    found.ok_or_else(|| refuse(Reason::UnknownRules { rules }, draft.link().setup.clauses()))
}

/// The meters start at their seeds, with what the link still owes to them. Other terms than it had are refused, also
/// where a table opens it.
fn open_under(draft: &mut Draft<'_>, by: Person, rules: RulesId) -> Step {
    let setup = known_setup(draft, rules)?;
    let clauses = reseed(&setup);
    if draft.link().rules.is_none() {
        draft.emit(clauses, OperationEvent::SetUp { name: setup.name, rules });
    } else if draft.link().setup.difference(&setup).is_some() {
        return Err(refuse(Reason::OtherTerms, clauses));
    }
    let meters = setup.meters.iter().map(|rule| opening(draft.link(), rule)).collect();
    draft.emit(clauses, OperationEvent::Opened { by, meters, rules });
    Ok(())
}

/// With what a meter starts. A Must Hit meter takes no more than its maximum: the rest is owed on.
fn opening(link: &Link, rule: &MeterRule) -> MeterOpening {
    let (mut owed, seed) = (link.owed(rule.id), Fine::from(rule.growth.seed));
    if let Some(max) = rule.growth.cap.filter(|_| rule.must_hit) {
        let room = (Fine::from(max) - seed).max(Fine::ZERO);
        owed = Feed { pot: owed.pot.min(room), reserve: Fine::ZERO };
    }
    MeterOpening { meter: rule.id, owed, seed }
}

/// The clauses on how meters start.
fn reseed(setup: &Setup) -> Clauses {
    setup.wagers.first().map(|wager| wager.steps.reseed).unwrap_or_default().or(setup.clauses())
}

/// Connects a table, if its jackpots are as likely as those of the others.
pub fn attach(draft: &mut Draft<'_>, by: Person, heard: u32, rules: RulesId, table: TableId) -> Step {
    let theirs = known_setup(draft, rules)?;
    if !draft.link().open {
        open_under(draft, by, rules)?;
    }
    let link = draft.link();
    let clauses = link.setup.clauses();
    if link.emptied {
        return Err(refuse(Reason::LinkEmptied { name: link.name }, clauses));
    }
    if link.station(table).is_some_and(|station| station.attached) {
        return Err(refuse(Reason::TableAttached { table }, clauses));
    }
    if let Some((what, theirs, ours)) = link.setup.difference(&theirs) {
        return Err(refuse(Reason::OddsDiffer { table, what, theirs, ours }, clauses));
    }
    draft.emit(clauses, TableEvent::Attached { heard, table });
    Ok(())
}

/// Disconnects a table that plays no round.
pub fn detach(draft: &mut Draft<'_>, table: TableId) -> Step {
    let clauses = draft.link().setup.clauses();
    if draft.table(table, clauses)?.game.is_some() {
        return Err(refuse(Reason::GameRunning { table }, clauses));
    }
    draft.emit(clauses, TableEvent::Detached { table });
    Ok(())
}

/// A table has lost the link, or found it again.
pub fn contact(draft: &mut Draft<'_>, table: TableId, contact: bool) -> Step {
    let clauses = draft.link().setup.clauses();
    if draft.table(table, clauses)?.contact != contact {
        draft.emit(clauses, TableEvent::ContactChanged { contact, table });
    }
    Ok(())
}

/// A table has heard what it was told.
pub fn has_heard(draft: &mut Draft<'_>, table: TableId, upto: u32) -> Step {
    let clauses = draft.link().setup.clauses();
    if draft.table(table, clauses)?.words.iter().any(|word| word.number <= upto) {
        draft.emit(clauses, TableEvent::WordsHeard { heard: upto, table });
    }
    Ok(())
}

/// Reads the meters, day after day; also while the link is closed and owes what they held.
pub fn take_reading(draft: &mut Draft<'_>, by: Actor, day: u32) -> Step {
    let clauses = reseed(&draft.link().setup);
    let staff = [Role::Floor, Role::Executive, Role::Surveillance];
    Draft::need_role(by, &staff, "floorperson, executive or surveillance", clauses)?;
    if let Some(last) = draft.link().last_day.filter(|last| day <= *last) {
        return Err(refuse(Reason::BadDay { day, last }, clauses));
    }
    let meters = MeterReading::take_all(draft.link());
    draft.emit(clauses, ReadingEvent::Taken { by: by.person(), day, meters });
    Ok(())
}
