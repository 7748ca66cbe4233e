//! A round with progressive wagers, from START GAME to END GAME.
//!
//! MB 13(i)-(j), MM 12(i)-(j), CO 30-2899.02(6)-(10), 30-2899.04(5)(b)-(f), 30-2899.07(6).

use std::sync::Arc;

use banco_money::{Amount, Percent};

use super::command::{Claim, Sensor};
use super::decide::{Draft, Step, refuse};
use super::event::Event;
use super::fine::Fine;
use super::hit::{Cause, HitId, Progress, Winner};
use super::jackpot::{reject_for, unlock};
use super::pool::{Change, Feed};
use super::refusal::Reason;
use super::sealed::Sealed;
use super::state::{Entry, Game, TableId};
use crate::table::{Clauses, Role};

const NODE: &[Role] = &[Role::Link];
const NODE_NAME: &str = "node of the link";

/// START GAME.
pub fn start(draft: &mut Draft, table: TableId, round: u32, sensors: &[Sensor]) -> Step {
    let clauses = start_clauses(draft, sensors);
    draft.need_role(NODE, NODE_NAME, clauses)?;
    if !draft.table(table, clauses)?.contact {
        return Err(refuse(Reason::LinkLost { table }, clauses));
    }
    if draft.link.game(table).is_some() {
        return Err(refuse(Reason::GameRunning { table }, clauses));
    }
    let entries = entries(draft, sensors)?;
    for wager in wagers(&entries) {
        may_start(draft, wager)?;
    }
    let fed = feeds(draft, &entries);
    draft.emit(Event::GameStarted { table, round, entries, fed: fed.clone(), clauses });
    for (meter, _) in fed {
        must_hit(draft, table, round, meter);
    }
    Ok(())
}

/// The clauses on START GAME of the first wager that is made.
fn start_clauses(draft: &Draft, sensors: &[Sensor]) -> Clauses {
    let first = sensors.first().and_then(|sensor| draft.link.setup.wager(&sensor.wager));
    first.map_or_else(|| draft.link.setup.clauses(), |(_, wager)| wager.steps.start)
}

/// The wagers as the link knows them: each of its fixed amount, each sensor once.
fn entries(draft: &Draft, sensors: &[Sensor]) -> Result<Vec<Entry>, super::refusal::Refusal> {
    let mut entries: Vec<Entry> = Vec::new();
    for sensor in sensors {
        let Some((place, wager)) = draft.link.setup.wager(&sensor.wager) else {
            let reason = Reason::UnknownWager { wager: sensor.wager.to_string() };
            return Err(refuse(reason, draft.link.setup.clauses()));
        };
        let stake = sensor.stake;
        if !stake.is_positive() || stake.currency() != draft.link.setup.currency {
            return Err(refuse(Reason::BadStake { stake }, wager.steps.start));
        }
        let fixed = wager.units.first().filter(|_| !wager.units.contains(&stake));
        if let Some(unit) = fixed.copied() {
            let reason = Reason::WrongUnit { wager: wager.id.to_string(), unit, stake };
            return Err(refuse(reason, wager.steps.start));
        }
        if entries.iter().any(|entry| entry.key == sensor.by.key) {
            let person = sensor.by.key.owner;
            return Err(refuse(Reason::SensorTwice { person }, wager.steps.start));
        }
        let Winner { key, seat } = sensor.by;
        entries.push(Entry { key, seat, wager: place, stake });
    }
    entries.sort_by_key(|entry| (entry.seat, entry.key));
    Ok(entries)
}

fn wagers(entries: &[Entry]) -> Vec<usize> {
    let mut wagers: Vec<usize> = entries.iter().map(|entry| entry.wager).collect();
    wagers.sort_unstable();
    wagers.dedup();
    wagers
}

/// No jackpot of the wager locks it, and its hidden triggers are there.
fn may_start(draft: &Draft, wager: usize) -> Step {
    let Some(rule) = draft.link.setup.wagers.get(wager) else { return Ok(()) };
    if draft.link.is_locked(wager) {
        return Err(refuse(Reason::JackpotPending { wager: rule.id.to_string() }, rule.steps.lock));
    }
    let mut hidden = draft.link.setup.fed_by(wager).filter(|(_, meter)| meter.must_hit);
    let missing = hidden.find(|(at, _)| !matches!(draft.link.triggers.get(*at), Some(Some(_))));
    missing.map_or(Ok(()), |(_, meter)| Err(refuse(Reason::TriggerNeeded, meter.clauses)))
}

/// What the wagers put into each meter.
fn feeds(draft: &Draft, entries: &[Entry]) -> Vec<(usize, Feed)> {
    let mut feeds: Vec<(usize, Feed)> = Vec::new();
    for (at, meter) in draft.link.setup.meters.iter().enumerate() {
        let own: Vec<&Entry> = entries.iter().filter(|entry| entry.wager == meter.wager).collect();
        if !own.is_empty() {
            feeds.push((at, own.iter().map(|entry| meter.growth.feed(entry.stake)).sum()));
        }
    }
    feeds
}

/// The wagers may have lifted a meter to its hidden trigger: then this round wins it.
fn must_hit(draft: &mut Draft, table: TableId, round: u32, meter: usize) {
    let Some(sealed) = draft.link.triggers.get(meter).copied().flatten() else { return };
    let reached = draft.link.shown(meter).is_some_and(|shown| sealed.is_reached(shown));
    if reached {
        let made = Made { meter, share: Percent::HUNDRED, cause: Cause::MustHit, winners: Vec::new() };
        hit(draft, (table, round), made, Some(sealed));
    }
}

/// A jackpot that is made.
struct Made {
    meter: usize,
    share: Percent,
    cause: Cause,
    winners: Vec<Winner>,
}

/// A jackpot is made: what it is worth is fixed, the meter starts again, and the wager may be locked.
fn hit(draft: &mut Draft, (table, round): (TableId, u32), made: Made, opened: Option<Sealed>) {
    let Made { meter, share, cause, winners } = made;
    let id = HitId(draft.link.next_hit);
    let Some((rule, pool)) = draft.link.meter(meter) else { return };
    let before = pool.reckon(&rule.growth);
    let mut after = pool.clone();
    after.push(&rule.growth, Change::Hit(id, share));
    let after = after.reckon(&rule.growth);
    let (amount, house) = (after.held_by(id), after.level.house - before.level.house);
    let wager = rule.wager;
    let was_locked = draft.link.is_locked(wager);
    let steps = draft.link.setup.wagers.get(wager).map(|wager| (Arc::clone(&wager.id), wager.steps.clone()));
    let Some((id_of_wager, steps)) = steps else { return };
    let clauses = if opened.is_some() { rule.clauses } else { steps.split.or(steps.pay) };
    draft.emit(Event::HitReached {
        hit: id,
        table,
        round,
        meter,
        share,
        cause,
        winners,
        amount,
        house,
        opened,
        clauses,
    });
    if draft.link.is_locked(wager) && !was_locked {
        draft.emit(Event::Locked { wager: id_of_wager, clauses: steps.lock });
    }
}

/// The cards of a table have reached lines with shares of meters.
pub fn reach(draft: &mut Draft, table: TableId, claims: &[Claim]) -> Step {
    let clauses = draft.link.setup.clauses();
    draft.need_role(NODE, NODE_NAME, clauses)?;
    let game = draft.game(table, clauses)?;
    for claim in claims {
        let Some((meter, rule)) = draft.link.setup.meter(&claim.meter) else {
            let reason = Reason::UnknownMeter { meter: claim.meter.to_string() };
            return Err(refuse(reason, clauses));
        };
        // Cards do not win a Must Hit meter, and what nobody has won is no jackpot.
        if rule.must_hit || claim.winners.is_empty() || claim.share > Percent::HUNDRED {
            return Err(refuse(Reason::NoJackpot, clauses));
        }
        let winners = registered(&game, rule.wager, claim).map_err(|reason| refuse(reason, clauses))?;
        let cause = Cause::Cards { line: Arc::clone(&claim.line), hands: claim.hands };
        hit(draft, (table, game.round), Made { meter, share: claim.share, cause, winners }, None);
    }
    Ok(())
}

/// The winners by seat: each made the wager at that seat, and has one part.
fn registered(game: &Game, wager: usize, claim: &Claim) -> Result<Vec<Winner>, Reason> {
    let mut winners: Vec<Winner> = Vec::new();
    for winner in &claim.winners {
        let person = winner.key.owner;
        let made = |entry: &Entry| (entry.key, entry.seat, entry.wager) == (winner.key, winner.seat, wager);
        if !game.entries.iter().any(made) {
            return Err(Reason::NotRegistered { person });
        }
        if winners.contains(winner) {
            return Err(Reason::SensorTwice { person });
        }
        winners.push(*winner);
    }
    winners.sort_by_key(|winner| (winner.seat, winner.key));
    Ok(winners)
}

/// A fixed pay comes out of the meter, as far as it holds so much; the tray bears the rest.
pub fn pay_fixed(draft: &mut Draft, table: TableId, wager: &str, amount: Amount) -> Step {
    let clauses = draft.link.setup.clauses();
    draft.need_role(NODE, NODE_NAME, clauses)?;
    draft.game(table, clauses)?;
    let Some((place, rule)) = draft.link.setup.wager(wager) else {
        return Err(refuse(Reason::UnknownWager { wager: wager.to_owned() }, clauses));
    };
    let clauses = rule.steps.fixed;
    let Some((meter, _)) = draft.link.setup.fed_by(place).find(|(_, meter)| !meter.must_hit) else {
        return Ok(());
    };
    let has = draft.link.shown(meter).unwrap_or_default();
    let paid = Fine::of(amount).min(has.floor());
    let paid = paid.whole(amount.currency()).map_err(|error| refuse(error.into(), clauses))?;
    if rule.fixed_from_meter && paid.is_positive() {
        draft.emit(Event::FixedPaid { table, meter, amount: paid, clauses });
    }
    Ok(())
}

/// The round is void: its jackpots have never been, and its wagers no longer feed the meters.
pub fn void(draft: &mut Draft, table: TableId) -> Step {
    let clauses = draft.link.setup.clauses();
    draft.need_role(NODE, NODE_NAME, clauses)?;
    let game = draft.game(table, clauses)?;
    let hits: Vec<(HitId, Progress)> = draft.link.made_in(&game).map(|hit| (hit.id, hit.progress)).collect();
    if let Some((hit, _)) = hits.iter().find(|(_, progress)| *progress == Progress::Paid) {
        let adjust = draft.link.hit(*hit).and_then(|hit| draft.link.setup.wager_of(hit.meter));
        let clauses = adjust.map(|wager| wager.steps.adjust).unwrap_or_default();
        return Err(refuse(Reason::AlreadyPaid { hit: *hit }, clauses));
    }
    for (hit, _) in hits.iter().filter(|(_, progress)| progress.is_pending()) {
        reject_for(draft, *hit, "the round is void".into());
    }
    let house = game.fed.iter().map(|(meter, feed)| (*meter, missing(draft, table, *meter, *feed))).collect();
    let end = end_clauses(draft, &game.entries);
    draft.emit(Event::GameVoided { table, round: game.round, fed: game.fed, house, clauses: end });
    unlock(draft);
    Ok(())
}

/// What the house bears when wagers that fed a meter are void after it was won.
fn missing(draft: &Draft, table: TableId, meter: usize, feed: Feed) -> Fine {
    let Some((rule, pool)) = draft.link.meter(meter) else { return Fine::ZERO };
    let mut after = pool.clone();
    after.push(&rule.growth, Change::Reverse(table, feed));
    after.reckon(&rule.growth).level.house - pool.reckon(&rule.growth).level.house
}

fn end_clauses(draft: &Draft, entries: &[Entry]) -> Clauses {
    let first = entries.first().and_then(|entry| draft.link.setup.wagers.get(entry.wager));
    first.map(|wager| wager.steps.end).unwrap_or_default()
}

/// END GAME: every jackpot of the round is decided.
pub fn end(draft: &mut Draft, table: TableId) -> Step {
    let clauses = draft.link.setup.clauses();
    draft.need_role(NODE, NODE_NAME, clauses)?;
    let game = draft.game(table, clauses)?;
    let clauses = end_clauses(draft, &game.entries);
    if let Some(hit) = draft.link.made_in(&game).find(|hit| hit.progress.is_pending()) {
        let wager = draft.link.setup.wager_of(hit.meter).map(|wager| wager.id.to_string());
        let of = draft.link.taking_part(&game, hit.meter).count();
        let reason = match (hit.progress, &hit.cause) {
            (Progress::Reached, Cause::MustHit) => Reason::DrawNeeded { of },
            (Progress::Reached, _) => Reason::HitUnclaimed { hit: hit.id },
            _ => Reason::JackpotPending { wager: wager.unwrap_or_default() },
        };
        return Err(refuse(reason, clauses));
    }
    draft.emit(Event::GameEnded { table, round: game.round, clauses });
    Ok(())
}

/// A new trigger is hidden in a Must Hit meter.
pub fn seal(draft: &mut Draft, meter: &str, sealed: Sealed) -> Step {
    let clauses = draft.link.setup.clauses();
    draft.need_role(&[Role::Shoe], "house's generator", clauses)?;
    let known = draft.link.setup.meter(meter).filter(|(_, rule)| rule.must_hit);
    let Some((at, rule)) = known else {
        return Err(refuse(Reason::UnknownMeter { meter: meter.to_owned() }, clauses));
    };
    let clauses = rule.clauses;
    if matches!(draft.link.triggers.get(at), Some(Some(_))) {
        return Err(refuse(Reason::TriggerSealed, clauses));
    }
    let (reset, max) = (rule.growth.seed, rule.growth.cap.unwrap_or(rule.growth.seed));
    let (trigger, _) = sealed.open();
    if trigger <= Fine::of(reset) || trigger > Fine::of(max) {
        return Err(refuse(Reason::TriggerOutOfRange { reset, max }, clauses));
    }
    draft.emit(Event::TriggerSealed { meter: at, sealed, clauses });
    Ok(())
}
