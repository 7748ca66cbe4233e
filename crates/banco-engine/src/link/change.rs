//! What takes two people: corrections, new terms, transfers, closing, rejecting a jackpot.
//!
//! One asks, another approves, each in a command of their own. Everything is checked when it is asked for, and
//! again when it is approved.

use std::sync::Arc;

use banco_money::Amount;

use crate::authority::{
    Actor, Person, Request, RequestId, Role, find_request, may_approve, may_ask, overdue,
};
use crate::cage::Time;
use crate::link::command::Wanted;
use crate::link::decide::{Draft, Step};
use crate::link::event::{Approval, ChangeEvent, OperationEvent};
use crate::link::fine::Fine;
use crate::link::game::holding;
use crate::link::jackpot::{level_of, need_pending, reject_for, unlock};
use crate::link::pool::Feed;
use crate::link::refusal::{Reason, Refusal};
use crate::link::setup::{MeterRule, Setup, lock_text};
use crate::link::state::{Fed, Link, setup_under};
use crate::link::trigger::OpenedTrigger;
use crate::name::{Clauses, Name};
use crate::reasons::{need_reason, refuse};
use crate::shelf::RulesId;
use crate::table::HitId;

const APPROVERS: &[Role] = &[Role::Floor, Role::Executive];
const APPROVERS_NAME: &str = "floorperson or executive";

/// Somebody asks for what another must approve.
pub fn ask(draft: &mut Draft<'_>, by: Actor, wanted: Wanted) -> Step {
    let clauses = clauses_of(draft.link(), &wanted);
    Draft::need_role(by, APPROVERS, APPROVERS_NAME, clauses)?;
    need_known(draft, &wanted, clauses)?;
    may_ask(by, |person| draft.is_involved(person), clauses)?;
    need_not_claimant(draft.link(), &wanted, &[by.person()], clauses)?;
    let reason = need_reason(wanted.reason(), clauses)?;
    need_possible(draft, &wanted, clauses)?;
    let id = RequestId(draft.link().next_request);
    let until = draft.around.answer_by();
    let request = Request { by: by.person(), id, role: by.role(), until, what: wanted.because(reason) };
    draft.emit(clauses, ChangeEvent::Asked { request });
    Ok(())
}

/// Another approves: it happens.
pub fn approve(draft: &mut Draft<'_>, by: Actor, id: RequestId) -> Step {
    let clauses = draft.link().setup.clauses();
    Draft::need_role(by, APPROVERS, APPROVERS_NAME, clauses)?;
    let request = find(draft.link(), id, clauses)?.clone();
    let wanted = &request.what;
    let clauses = clauses_of(draft.link(), wanted);
    need_known(draft, wanted, clauses)?;
    for person in [by.person(), request.by] {
        draft.need_outsider(person, clauses)?;
    }
    need_not_claimant(draft.link(), wanted, &[by.person(), request.by], clauses)?;
    let executive_for = level_of(draft.link(), at_stake(draft.link(), wanted));
    may_approve(&request, by, executive_for, |person| draft.is_involved(person), clauses)?;
    need_possible(draft, wanted, clauses)?;
    let approval = Approval { approved_by: by.person(), asked_by: request.by, request: id };
    carry_out(draft, request.what, approval, clauses)
}

fn find(link: &Link, id: RequestId, clauses: Clauses) -> Result<&Request<Wanted>, Refusal> {
    find_request(&link.requests, &link.expired, id, clauses)
}

/// By now nobody has answered some requests in time: what they wanted does not happen.
pub fn run_out(draft: &mut Draft<'_>, now: Time) {
    let overdue: Vec<_> = overdue(&draft.link().requests, now).cloned().collect();
    for request in overdue {
        let clauses = clauses_of(draft.link(), &request.what);
        draft.emit(clauses, ChangeEvent::Expired { request: request.id });
    }
}

/// Somebody lost the role in which they asked: what they asked for does not happen.
pub fn lapse(draft: &mut Draft<'_>, asker: Person) {
    let asked = draft.link().requests.iter().filter(|request| request.by == asker);
    for request in asked.cloned().collect::<Vec<_>>() {
        let clauses = clauses_of(draft.link(), &request.what);
        draft.emit(clauses, ChangeEvent::Lapsed { request: request.id });
    }
}

/// Somebody turns a request down, or takes their own back.
pub fn turn_down(draft: &mut Draft<'_>, by: Actor, id: RequestId, reason: &str) -> Step {
    let clauses = draft.link().setup.clauses();
    Draft::need_role(by, APPROVERS, APPROVERS_NAME, clauses)?;
    let request = find(draft.link(), id, clauses)?;
    let clauses = clauses_of(draft.link(), &request.what);
    may_ask(by, |person| draft.is_involved(person), clauses)?;
    let reason = need_reason(reason, clauses)?;
    draft.emit(clauses, ChangeEvent::TurnedDown { by: by.person(), reason, request: id });
    Ok(())
}

fn clauses_of(link: &Link, wanted: &Wanted) -> Clauses {
    let setup = &link.setup;
    let cited = match wanted {
        Wanted::Adjust { meter, .. } => setup.wager_of(*meter).map(|wager| wager.steps.adjust),
        Wanted::TransferOut { meter, .. } => setup.meter(meter).map(|rule| rule.clauses),
        Wanted::Reject { hit, .. } => {
            link.hit(*hit).and_then(|hit| setup.wager_of(hit.meter)).map(|wager| wager.steps.verify)
        }
        Wanted::Change { .. } | Wanted::Close { .. } => None,
    };
    cited.unwrap_or_default().or(setup.clauses())
}

/// What is named exists.
fn need_known(draft: &Draft<'_>, wanted: &Wanted, clauses: Clauses) -> Step {
    let link = draft.link();
    match wanted {
        Wanted::Adjust { meter, .. } | Wanted::TransferOut { meter, .. } => {
            let known = link.rule(*meter).is_some();
            if known { Ok(()) } else { Err(refuse(Reason::UnknownMeter { meter: *meter }, clauses)) }
        }
        Wanted::Change { rules, .. } => new_setup(draft, *rules, clauses).map(|_| ()),
        Wanted::Reject { hit, .. } => {
            let known = link.hit(*hit).is_some();
            if known { Ok(()) } else { Err(refuse(Reason::UnknownHit { hit: *hit }, clauses)) }
        }
        Wanted::Close { .. } => Ok(()),
    }
}

fn new_setup(draft: &Draft<'_>, rules: RulesId, clauses: Clauses) -> Result<Arc<Setup>, Refusal> {
    let found = setup_under(draft.around.shelf(), rules, draft.link().name);
    found.ok_or_else(|| refuse(Reason::UnknownRules { rules }, clauses))
}

/// Whoever claimed a jackpot has no part in rejecting it.
fn need_not_claimant(link: &Link, wanted: &Wanted, people: &[Person], clauses: Clauses) -> Step {
    let Wanted::Reject { hit, .. } = wanted else { return Ok(()) };
    let claimant = link.hit(*hit).and_then(|hit| hit.claimed_by);
    match people.iter().find(|person| claimant == Some(**person)) {
        None => Ok(()),
        Some(person) => Err(refuse(Reason::SamePerson { person: *person }, clauses)),
    }
}

/// How much money hangs on it: an executive is one of the two from the link's level on.
fn at_stake(link: &Link, wanted: &Wanted) -> Fine {
    match wanted {
        Wanted::Adjust { amount, .. } => {
            let fine = Fine::from(*amount);
            fine.max(-fine)
        }
        Wanted::TransferOut { meter, .. } => holding(link, *meter).total(),
        Wanted::Change { .. } | Wanted::Close { .. } => link.holdings(),
        // Rejecting needs whoever paying would need.
        Wanted::Reject { hit, .. } => link.hit(*hit).map_or(Fine::ZERO, |hit| link.held(hit)),
    }
}

/// It can be done as things stand.
fn need_possible(draft: &Draft<'_>, wanted: &Wanted, clauses: Clauses) -> Step {
    match wanted {
        Wanted::Adjust { amount, meter, reserve, .. } => {
            may_adjust(draft.link(), *meter, *reserve, *amount, clauses)
        }
        Wanted::Change { rules, .. } => may_change(draft, *rules, clauses),
        Wanted::Close { .. } => need_idle(draft.link(), clauses),
        Wanted::Reject { hit, .. } => {
            let found = draft.link().hit(*hit);
            found.map_or(Ok(()), |hit| need_pending(draft.link(), hit, clauses))
        }
        Wanted::TransferOut { meter, to, .. } => may_transfer(draft, *meter, *to, clauses),
    }
}

fn carry_out(draft: &mut Draft<'_>, wanted: Wanted, approval: Approval, clauses: Clauses) -> Step {
    match wanted {
        Wanted::Adjust { amount, meter, reason, reserve } => {
            let feed = feed(Fine::from(amount), reserve);
            draft.emit(clauses, ChangeEvent::Adjusted { approval, feed, meter, reason });
            Ok(())
        }
        Wanted::Change { reason, rules } => change(draft, rules, reason, approval, clauses),
        Wanted::Close { reason } => {
            close(draft, reason, approval, clauses);
            Ok(())
        }
        Wanted::Reject { hit, reason } => {
            reject(draft, hit, reason, approval);
            Ok(())
        }
        Wanted::TransferOut { meter, reason, to } => {
            let feed = holding(draft.link(), meter);
            draft.emit(clauses, ChangeEvent::TransferredOut { approval, feed, meter, reason, to });
            Ok(())
        }
    }
}

/// So much, into the meter or into its reserve.
const fn feed(fine: Fine, reserve: bool) -> Feed {
    if reserve { Feed { pot: Fine::ZERO, reserve: fine } } else { Feed { pot: fine, reserve: Fine::ZERO } }
}

/// The greatest amount that a record can hold, in minor units.
const MOST: u64 = (1 << 53) - 1;

fn may_adjust(link: &Link, meter: Name, reserve: bool, amount: Amount, clauses: Clauses) -> Step {
    let written = amount.minor().unsigned_abs() <= MOST;
    if amount.is_zero() || amount.currency() != link.setup.currency || !written {
        return Err(refuse(Reason::BadAmount { amount }, clauses));
    }
    let holds = holding(link, meter);
    let (has, fine) = (if reserve { holds.reserve } else { holds.pot }, Fine::from(amount));
    if has + fine < Fine::ZERO {
        let has = has.text(link.setup.currency);
        return Err(refuse(Reason::MeterShort { amount, has }, clauses));
    }
    need_room(link, meter, feed(fine, reserve), clauses)
}

/// A Must Hit meter never holds more than its maximum.
fn need_room(link: &Link, meter: Name, more: Feed, clauses: Clauses) -> Step {
    let max = link.rule(meter).filter(|rule| rule.must_hit).and_then(|rule| rule.growth.cap);
    let would = holding(link, meter).total() + more.total();
    match max.filter(|max| more.total() > Fine::ZERO && would > Fine::from(*max)) {
        None => Ok(()),
        Some(max) => {
            let would = would.text(link.setup.currency);
            Err(refuse(Reason::AboveMaximum { meter, would, max }, clauses))
        }
    }
}

/// No round, no pending jackpot and no table: nothing can change under anybody's feet.
fn need_idle(link: &Link, clauses: Clauses) -> Step {
    let why = if let Some(hit) = link.pending().next() {
        format!("{} is pending", hit.id)
    } else if let Some(game) = link.games().next() {
        format!("{} plays round {}", game.table, game.round)
    } else if let Some((table, _)) = link.tables().next() {
        format!("{table} is open on it")
    } else {
        return Ok(());
    };
    Err(refuse(Reason::NotIdle { why }, clauses))
}

/// New terms keep the meters, and none of them shows more than it may.
fn may_change(draft: &Draft<'_>, rules: RulesId, clauses: Clauses) -> Step {
    let (link, setup) = (draft.link(), new_setup(draft, rules, clauses)?);
    need_idle(link, clauses)?;
    let meters =
        |setup: &Setup| setup.meters.iter().map(|meter| (meter.id, meter.must_hit)).collect::<Vec<_>>();
    if meters(&link.setup) != meters(&setup) || link.setup.currency != setup.currency {
        return Err(refuse(Reason::OtherMeters, clauses));
    }
    for rule in &setup.meters {
        let holds = holding(link, rule.id);
        // What waits above a cap may wait above another; a Must Hit meter has nothing above its maximum.
        let shown = if rule.must_hit { holds.total() } else { link.shown(rule.id).unwrap_or_default() };
        if let Some(cap) = rule.growth.cap.filter(|cap| shown > Fine::from(*cap)) {
            let (meter, shown) = (rule.id, shown.text(setup.currency));
            return Err(refuse(Reason::CapBelowMeter { meter, shown, cap }, clauses));
        }
    }
    Ok(())
}

/// Changes what the link runs by. The meters keep what they hold; a trigger that was sealed for a meter that grows
/// otherwise is spent, and the next one's cycle begins where the meter stands.
fn change(
    draft: &mut Draft<'_>,
    rules: RulesId,
    reason: Arc<str>,
    approval: Approval,
    clauses: Clauses,
) -> Step {
    let after = new_setup(draft, rules, clauses)?;
    let link = draft.link();
    let grows_otherwise =
        |rule: &&MeterRule| after.meter(&rule.id).is_none_or(|now| now.growth != rule.growth);
    let spent = link.setup.meters.iter().filter(|rule| rule.must_hit).filter(grows_otherwise);
    let spent = spent.filter_map(|rule| link.opened_trigger(rule.id)).collect();
    let changed = changes(&link.setup, &after);
    let before = link.rules.unwrap_or(rules);
    draft.emit(clauses, ChangeEvent::TermsChanged { approval, before, changed, reason, rules, spent });
    Ok(())
}

/// What new terms change, before and after.
fn changes(before: &Setup, after: &Setup) -> Vec<Arc<str>> {
    let mut lines = Vec::new();
    for (was, is) in before.meters.iter().zip(&after.meters) {
        if was.growth != is.growth {
            lines.push(format!("{}: {} instead of {}", is.name, is.growth.text(), was.growth.text()));
        }
    }
    if before.overflow != after.overflow {
        let [now, was] = [after, before].map(Setup::overflow_text);
        lines.push(format!("of money above a cap, {now} instead of {was}"));
    }
    if before.lock != after.lock {
        let [now, was] = [after.lock, before.lock].map(lock_text);
        lines.push(format!("a pending jackpot locks {now} instead of {was}"));
    }
    if before.executive_from != after.executive_from {
        let [now, was] = [after, before].map(Setup::executive_text);
        lines.push(format!("an executive confirms {now} instead of {was}"));
    }
    if before.wagers.iter().zip(&after.wagers).any(|(was, is)| was.odds != is.odds) {
        lines.push("the wagers are won with other odds".to_owned());
    }
    if lines.is_empty() {
        lines.push("they change nothing for the link".to_owned());
    }
    lines.into_iter().map(Arc::from).collect()
}

/// The other link takes the money as this one held it: the same wager, won as often, and room for it.
fn may_transfer(draft: &Draft<'_>, meter: Name, to: Name, clauses: Clauses) -> Step {
    let link = draft.link();
    need_idle(link, clauses)?;
    let differs = |why: &'static str| Err(refuse(Reason::TransferDiffers { meter, to, why }, clauses));
    if to == link.name {
        return differs("it is the same link");
    }
    let Some(other) = draft.around.link(to).filter(|other| other.open && other.fault.is_none()) else {
        return differs("it is not in operation");
    };
    if other.emptied {
        return differs("its own meters were moved away");
    }
    let (Some(ours), Some(theirs)) = (link.rule(meter), other.rule(meter)) else {
        return differs("it has no such meter");
    };
    if let Some(why) = difference(link, ours, other, theirs) {
        return differs(why);
    }
    let feed = holding(link, meter);
    let shown = other.shown(meter).unwrap_or_default() + feed.pot;
    if let Some(max) = theirs.growth.cap.filter(|cap| !theirs.must_hit && shown > Fine::from(*cap)) {
        let would = shown.text(link.setup.currency);
        return Err(refuse(Reason::AboveMaximum { meter, would, max }, clauses));
    }
    need_room(other, meter, feed, clauses)
}

/// In what two meters differ so that the money of one cannot be played for on the other.
fn difference(link: &Link, ours: &MeterRule, other: &Link, theirs: &MeterRule) -> Option<&'static str> {
    let (one, two) = (link.setup.wager(&ours.wager), other.setup.wager(&theirs.wager));
    let alike = |same: &dyn Fn(&crate::link::setup::WagerRule, &crate::link::setup::WagerRule) -> bool| {
        one.zip(two).is_some_and(|(one, two)| same(one, two))
    };
    let checks = [
        (link.setup.currency == other.setup.currency, "its currency is another"),
        (alike(&|one, two| one.odds == two.odds), "it is not won with the same odds"),
        (alike(&|one, two| one.units == two.units), "its wager is another amount"),
        (ours.must_hit == theirs.must_hit, "only one of the two must hit"),
        (link.setup.overflow == other.setup.overflow, "money above a cap goes elsewhere"),
    ];
    checks.into_iter().find(|(same, _)| !same).map(|(_, why)| why)
}

/// Takes what another link moves here.
pub fn transfer_in(draft: &mut Draft<'_>, meter: Name, from: Name, feed: Feed) -> Step {
    let link = draft.link();
    let Some(rule) = link.rule(meter) else {
        return Err(refuse(Reason::UnknownMeter { meter }, link.setup.clauses()));
    };
    let clauses = rule.clauses.or(link.setup.clauses());
    if feed.pot < Fine::ZERO || feed.reserve < Fine::ZERO {
        let amount = Amount::zero(link.setup.currency);
        return Err(refuse(Reason::BadAmount { amount }, clauses));
    }
    need_room(link, meter, feed, clauses)?;
    draft.emit(clauses, ChangeEvent::TransferredIn { feed, from, meter });
    Ok(())
}

/// Takes the link out of operation: what its meters hold is owed from now on.
fn close(draft: &mut Draft<'_>, reason: Arc<str>, approval: Approval, clauses: Clauses) {
    let link = draft.link();
    let owed = link.setup.meters.iter().map(|rule| Fed { feed: holding(link, rule.id), meter: rule.id });
    let owed = owed.filter(|fed| !fed.feed.total().is_zero()).collect();
    let opened = |rule: &MeterRule| link.opened_trigger(rule.id);
    let spent: Vec<OpenedTrigger> =
        link.setup.meters.iter().filter(|rule| rule.must_hit).filter_map(opened).collect();
    draft.emit(clauses, OperationEvent::Closed { approval, owed, reason, spent });
}

fn reject(draft: &mut Draft<'_>, hit: HitId, reason: Arc<str>, approval: Approval) {
    let meter = draft.link().hit(hit).map(|hit| hit.meter);
    reject_for(draft, hit, reason, Some(approval));
    unlock(draft, meter.as_slice());
}
