//! The life of a jackpot: selected, claimed, verified, paid or rejected.
//!
//! MB 13(i)-(j), MM 12(i)-(j), CO 30-2899.02(10), 30-2899.04(5)(f), 30-2899.07(6)(e)-(f).

use std::sync::Arc;

use banco_cards::Hand;
use banco_money::Amount;
use banco_rulebook::model::link::LockMode;

use super::command::Command;
use super::decide::{Draft, Step, need_reason, refuse};
use super::event::Event;
use super::fine::Fine;
use super::hit::{Cause, Held, Hit, HitId, Progress, Winner};
use super::refusal::{Reason, Refusal};
use super::setup::Steps;
use super::state::{Game, Link, TableId};
use crate::table::{Clauses, Person, Role};

/// The dealer selects a seat and a hand; the same again takes it back.
pub fn select(draft: &mut Draft, table: TableId, seat: u8, line: &str) -> Step {
    let wagers = draft.link.setup.wagers.iter();
    let known = wagers.clone().find_map(|wager| {
        let line = wager.lines.iter().find(|known| ***known == *line)?;
        Some((Arc::clone(line), wager.steps.select))
    });
    let usual = wagers.clone().next().map(|wager| wager.steps.select).unwrap_or_default();
    let clauses = known.as_ref().map_or(usual, |(_, clauses)| *clauses);
    draft.need_role(&[Role::Dealer], "dealer", clauses)?;
    let game = draft.game(table, clauses)?;
    let Some((line, _)) = known else {
        return Err(refuse(Reason::UnknownLine { line: line.to_owned() }, clauses));
    };
    let on = !game.selected.iter().any(|(known, hand)| (*known, hand) == (seat, &line));
    draft.emit(Event::HandSelected { table, seat, line, on, clauses });
    Ok(())
}

/// HIT JACKPOT: what is selected must be what the cards have made.
pub fn hit(draft: &mut Draft, table: TableId) -> Step {
    let clauses = draft.link.setup.clauses();
    draft.need_role(&[Role::Dealer], "dealer", clauses)?;
    let game = draft.game(table, clauses)?;
    let claimed = claimed(draft, &game)?;
    if claimed.is_empty() {
        let selects = draft.link.setup.wagers.iter().any(|wager| wager.selects);
        let reason = if selects { Reason::NothingSelected } else { Reason::NoJackpot };
        let first = game.entries.first().and_then(|entry| draft.link.setup.wagers.get(entry.wager));
        return Err(refuse(reason, first.map(|wager| wager.steps.hit).unwrap_or_default()));
    }
    for hit in claimed {
        let clauses = steps(draft, hit)?.hit;
        let by = draft.by.person();
        draft.emit(Event::HitClaimed { hit, by, clauses });
    }
    Ok(())
}

/// The jackpots that the selection names, and those of wagers where the text knows only a switch: it claims
/// whatever the cards have made.
fn claimed(draft: &Draft, game: &Game) -> Result<Vec<HitId>, Refusal> {
    let made = draft.link.made_in(game);
    let open: Vec<&Hit> = made.filter(|hit| hit.progress == Progress::Reached).collect();
    let switched = open.iter().filter(|hit| {
        let wager = draft.link.setup.wager_of(hit.meter);
        matches!(hit.cause, Cause::Cards { .. }) && wager.is_some_and(|wager| !wager.selects)
    });
    let mut claimed: Vec<HitId> = switched.map(|hit| hit.id).collect();
    for (seat, line) in &game.selected {
        let Some(found) = open.iter().find(|hit| bears_out(hit, *seat, line)) else {
            let clauses = steps_of_line(draft, line).map(|steps| steps.hit).unwrap_or_default();
            return Err(refuse(Reason::NotBorneOut { seat: *seat, line: line.to_string() }, clauses));
        };
        claimed.push(found.id);
    }
    claimed.sort_unstable();
    claimed.dedup();
    Ok(claimed)
}

fn bears_out(hit: &Hit, seat: u8, line: &str) -> bool {
    let same = matches!(&hit.cause, Cause::Cards { line: known, .. } if **known == *line);
    same && hit.winners.iter().any(|winner| winner.seat.number == seat)
}

fn steps_of_line<'d>(draft: &'d Draft, line: &str) -> Option<&'d Steps> {
    let mut wagers = draft.link.setup.wagers.iter();
    wagers.find(|wager| wager.lines.iter().any(|known| **known == *line)).map(|wager| &wager.steps)
}

/// The clauses of the wager that a jackpot belongs to.
fn steps(draft: &Draft, hit: HitId) -> Result<Steps, Refusal> {
    let found = draft.link.hit(hit).and_then(|hit| draft.link.setup.wager_of(hit.meter));
    let unknown = || refuse(Reason::UnknownHit { hit }, draft.link.setup.clauses());
    found.map(|wager| wager.steps.clone()).ok_or_else(unknown)
}

/// END ROUND: the winner of a Must Hit meter is drawn among those who take part.
pub fn end_round(draft: &mut Draft, table: TableId, draw: u32) -> Step {
    let clauses = draft.link.setup.clauses();
    draft.need_role(&[Role::Dealer], "dealer", clauses)?;
    let game = draft.game(table, clauses)?;
    let due = draft
        .link
        .made_in(&game)
        .find(|hit| hit.cause == Cause::MustHit && hit.progress == Progress::Reached);
    let Some(due) = due else { return Err(refuse(Reason::NoJackpot, clauses)) };
    let (hit, meter) = (due.id, due.meter);
    let Some(rule) = draft.link.setup.meters.get(meter) else { return Ok(()) };
    let clauses = rule.clauses;
    let taking_part: Vec<_> = draft.link.taking_part(&game, meter).collect();
    let of = taking_part.len();
    let drawn = usize::try_from(draw).ok().and_then(|draw| taking_part.get(draw));
    let Some(entry) = drawn else { return Err(refuse(Reason::DrawOutOfRange { draw, of }, clauses)) };
    let winner = Winner { key: entry.key, seat: entry.seat };
    let by = draft.by.person();
    draft.emit(Event::WinnerDrawn { hit, winner, of, by, clauses });
    Ok(())
}

/// Whoever may win a Must Hit meter that is due, or has been drawn, does not leave the table before it is paid.
///
/// # Errors
/// Which jackpot it is.
pub fn may_leave(link: &Link, table: TableId, person: Person) -> Step {
    let Some(game) = link.game(table) else { return Ok(()) };
    let due = link.pending().filter(|hit| hit.table == table && hit.cause == Cause::MustHit);
    for hit in due {
        let Some(rule) = link.setup.meters.get(hit.meter) else { continue };
        let undrawn = hit.winners.is_empty();
        let takes_part = || link.taking_part(game, hit.meter).any(|entry| entry.key.owner == person);
        let drawn = hit.winners.iter().any(|winner| winner.key.owner == person);
        if drawn || undrawn && takes_part() {
            return Err(refuse(Reason::MayStillWin { person, hit: hit.id }, rule.clauses));
        }
    }
    Ok(())
}

/// The refusal of whoever wants the winner drawn or the jackpot paid before the round is settled.
pub fn not_settled(link: &Link, command: &Command, doing: &'static str, now: &'static str) -> Refusal {
    let clauses = match command {
        Command::PayJackpot { hit, .. } => {
            let wager = link.hit(*hit).and_then(|hit| link.setup.wager_of(hit.meter));
            wager.map(|wager| wager.steps.pay)
        }
        _ => link.setup.meters.iter().find(|meter| meter.must_hit).map(|meter| meter.clauses),
    };
    refuse(Reason::RoundNotSettled { doing, now }, clauses.unwrap_or_else(|| link.setup.clauses()))
}

/// A jackpot that is still to be decided.
fn pending(draft: &Draft, hit: HitId, clauses: Clauses) -> Result<Hit, Refusal> {
    let found = draft.link.hit(hit).cloned();
    let found = found.ok_or_else(|| refuse(Reason::UnknownHit { hit }, clauses))?;
    match found.progress {
        Progress::Paid => Err(refuse(Reason::AlreadyPaid { hit }, steps(draft, hit)?.adjust)),
        Progress::Rejected => Err(refuse(Reason::WrongMoment { hit, now: found.progress.told() }, clauses)),
        _ => Ok(found),
    }
}

/// A supervisor has looked at the cards on the table.
pub fn verify(draft: &mut Draft, hit: HitId, hands: Option<[Hand; 2]>) -> Step {
    let clauses = steps(draft, hit)?.verify;
    draft.need_role(&[Role::Floor, Role::Executive], "floorperson", clauses)?;
    let found = pending(draft, hit, clauses)?;
    if found.progress != Progress::Claimed {
        return Err(refuse(Reason::WrongMoment { hit, now: found.progress.told() }, clauses));
    }
    let person = draft.by.person();
    if found.claimed_by == Some(person) {
        return Err(refuse(Reason::SamePerson { person }, clauses));
    }
    if let Cause::Cards { hands: recorded, .. } = &found.cause
        && hands.as_ref() != Some(recorded)
    {
        return Err(refuse(Reason::CardsDiffer, clauses));
    }
    draft.emit(Event::HitVerified { hit, by: person, clauses });
    Ok(())
}

/// PAY JACKPOT, by somebody of the right level who has not acted on it before.
pub fn pay(draft: &mut Draft, hit: HitId, amount: Amount) -> Step {
    let clauses = steps(draft, hit)?.pay;
    draft.need_role(&[Role::Floor, Role::Executive], "floorperson or executive", clauses)?;
    let found = pending(draft, hit, clauses)?;
    if found.progress != Progress::Verified {
        return Err(refuse(Reason::WrongMoment { hit, now: found.progress.told() }, clauses));
    }
    let person = draft.by.person();
    if [found.claimed_by, found.verified_by].contains(&Some(person)) {
        return Err(refuse(Reason::SamePerson { person }, clauses));
    }
    first_in_line(draft, &found, clauses)?;
    let money = |error: banco_money::MoneyError| refuse(error.into(), clauses);
    let worth = draft.link.worth(&found).map_err(money)?;
    need_level(draft, worth, clauses)?;
    if amount != worth {
        return Err(refuse(Reason::AmountDiffers { hit, worth, given: amount }, clauses));
    }
    let shares = found.shares(worth).map_err(money)?;
    let (table, meter) = (found.table, found.meter);
    draft.emit(Event::HitPaid { hit, table, meter, amount, shares, by: person, clauses });
    unlock(draft);
    Ok(())
}

/// Jackpots of one meter are paid in the order in which they were made.
fn first_in_line(draft: &Draft, hit: &Hit, clauses: Clauses) -> Step {
    let Some((_, pool)) = draft.link.meter(hit.meter) else { return Ok(()) };
    if pool.is_first(hit.id) {
        return Ok(());
    }
    let earlier =
        draft.link.pending().find(|other| other.meter == hit.meter).map_or(hit.id, |other| other.id);
    Err(refuse(Reason::EarlierHit { hit: earlier, later: hit.id }, clauses))
}

/// Above the level of the link an executive decides.
fn need_level(draft: &Draft, amount: Amount, clauses: Clauses) -> Step {
    let level = draft.link.setup.executive_from;
    let executive = level.is_none_or(|level| amount.minor() >= level.minor());
    if executive && draft.by.role() != Role::Executive {
        return Err(refuse(Reason::ExecutiveNeeded { amount }, clauses));
    }
    Ok(())
}

/// Rejects a jackpot.
pub fn reject(draft: &mut Draft, hit: HitId, reason: &str) -> Step {
    let clauses = steps(draft, hit)?.verify;
    draft.need_role(&[Role::Floor, Role::Executive], "floorperson or executive", clauses)?;
    let found = pending(draft, hit, clauses)?;
    let person = draft.by.person();
    if found.claimed_by == Some(person) {
        return Err(refuse(Reason::SamePerson { person }, clauses));
    }
    let reason = need_reason(reason, clauses)?;
    // What no amount can hold is for an executive as well.
    let most = Amount::from_minor(i64::MAX, draft.link.setup.currency);
    need_level(draft, draft.link.worth(&found).unwrap_or(most), clauses)?;
    reject_for(draft, hit, reason);
    unlock(draft);
    Ok(())
}

/// A jackpot has never been; later ones of the same meter get what they would have got.
pub(super) fn reject_for(draft: &mut Draft, hit: HitId, reason: Arc<str>) {
    let Some(found) = draft.link.hit(hit).cloned() else { return };
    let Some((rule, pool)) = draft.link.meter(found.meter) else { return };
    let before = pool.reckon(&rule.growth);
    let mut after = pool.clone();
    after.reject(&rule.growth, hit);
    let after = after.reckon(&rule.growth);
    let differs = |(id, now): &&(HitId, Fine)| before.held_by(*id) != *now;
    let changed = after.held.iter().filter(differs).map(|(hit, amount)| Held { hit: *hit, amount: *amount });
    let clauses = draft.link.setup.wager_of(found.meter).map(|wager| wager.steps.verify);
    let event = Event::HitRejected {
        hit,
        table: found.table,
        meter: found.meter,
        amount: before.held_by(hit),
        reason,
        changed: changed.collect(),
        house: after.level.house - before.level.house,
        winners: found.winners,
        by: draft.by.person(),
        clauses: clauses.unwrap_or_default(),
    };
    draft.emit(event);
}

/// Wagers whose last pending jackpot was decided by the events so far are free again.
pub(super) fn unlock(draft: &mut Draft) {
    if draft.link.setup.lock != LockMode::All {
        return;
    }
    let decided = draft.events.iter().filter_map(|event| match event {
        Event::HitPaid { meter, .. } | Event::HitRejected { meter, .. } => Some(*meter),
        _ => None,
    });
    let mut wagers: Vec<usize> =
        decided.filter_map(|meter| draft.link.setup.meters.get(meter)).map(|meter| meter.wager).collect();
    wagers.sort_unstable();
    wagers.dedup();
    for wager in wagers {
        let Some(rule) = draft.link.setup.wagers.get(wager) else { continue };
        if !draft.link.is_locked(wager) {
            let (wager, clauses) = (Arc::clone(&rule.id), rule.steps.lock);
            draft.emit(Event::Unlocked { wager, clauses });
        }
    }
}
