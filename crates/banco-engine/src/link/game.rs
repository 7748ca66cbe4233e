//! A round with progressive wagers, from START GAME to END GAME, as the node of its table tells it.
//!
//! MB 13(i)-(j), MM 12(i)-(j), CO 30-2899.02(6)-(10), 30-2899.04(5)(b)-(f), 30-2899.07(6).

use banco_money::{Amount, Percent};

use crate::authority::{Actor, Person, Role};
use crate::hidden::Hidden;
use crate::link::decide::{Draft, Step};
use crate::link::event::{Borne, GameEvent, TriggerEvent};
use crate::link::fine::Fine;
use crate::link::hit::{Cause, Hit, Progress, Winner};
use crate::link::jackpot::{Made, level_of, make, reject_void, unlock};
use crate::link::pool::{Change, Feed};
use crate::link::refusal::{Reason, Refusal};
use crate::link::setup::MeterRule;
use crate::link::state::{Entry, Fed, Game, Link, TableId};
use crate::link::trigger::TriggerSecret;
use crate::link::word::{Claim, Sensor};
use crate::name::{Clauses, Name};
use crate::reasons::refuse;
use crate::table::{GameId, HitId};

/// START GAME.
pub fn start(draft: &mut Draft<'_>, table: TableId, round: u32, heard: u32, sensors: &[Sensor]) -> Step {
    let clauses = start_clauses(draft.link(), sensors);
    let station = draft.table(table, clauses)?;
    known_wagers(draft.link(), sensors)?;
    if !station.contact {
        return Err(refuse(Reason::LinkLost { table }, clauses));
    }
    if station.game.is_some() {
        return Err(refuse(Reason::GameRunning { table }, clauses));
    }
    let entries = entries(draft.link(), sensors)?;
    may_start(draft.link(), &entries)?;
    let (fed, game) = (feeds(draft.link(), &entries), GameId(draft.link().next_game));
    draft.emit(clauses, GameEvent::Started { entries, fed, game, heard, round, table });
    Ok(())
}

/// The clauses on START GAME of the first wager that is made.
fn start_clauses(link: &Link, sensors: &[Sensor]) -> Clauses {
    let first = sensors.first().and_then(|sensor| link.setup.wager(&sensor.wager));
    first.map_or_else(|| link.setup.clauses(), |wager| wager.steps.start)
}

fn known_wagers(link: &Link, sensors: &[Sensor]) -> Step {
    match sensors.iter().find(|sensor| link.setup.wager(&sensor.wager).is_none()) {
        None => Ok(()),
        Some(sensor) => Err(refuse(Reason::UnknownWager { wager: sensor.wager }, link.setup.clauses())),
    }
}

/// The wagers as the link knows them: each of its fixed amount, each sensor once.
fn entries(link: &Link, sensors: &[Sensor]) -> Result<Vec<Entry>, Refusal> {
    let clauses =
        |sensor: &Sensor| link.setup.wager(&sensor.wager).map(|wager| wager.steps.start).unwrap_or_default();
    let fits = |stake: Amount| stake.is_positive() && stake.currency() == link.setup.currency;
    if let Some(sensor) = sensors.iter().find(|sensor| !fits(sensor.stake)) {
        return Err(refuse(Reason::BadStake { stake: sensor.stake }, clauses(sensor)));
    }
    for sensor in sensors {
        let units = link.setup.wager(&sensor.wager).map(|wager| wager.units.as_slice()).unwrap_or_default();
        if let Some(unit) = units.first().filter(|_| !units.contains(&sensor.stake)) {
            let reason = Reason::WrongUnit { wager: sensor.wager, unit: *unit, stake: sensor.stake };
            return Err(refuse(reason, clauses(sensor)));
        }
    }
    let mut entries: Vec<Entry> = Vec::new();
    for Sensor { wager, by: Winner { key, seat }, stake } in sensors.iter().copied() {
        if entries.iter().any(|entry| entry.key == key) {
            let reason = Reason::SensorTwice { person: key.owner };
            return Err(refuse(reason, start_clauses(link, sensors)));
        }
        entries.push(Entry { key, seat, wager, stake });
    }
    entries.sort_by_key(|entry| (entry.seat, entry.key));
    Ok(entries)
}

/// No jackpot of the wagers locks them, and their hidden triggers are there.
fn may_start(link: &Link, entries: &[Entry]) -> Step {
    let made = || link.setup.wagers.iter().filter(|rule| entries.iter().any(|entry| entry.wager == rule.id));
    if let Some(rule) = made().find(|rule| link.is_locked(rule.id)) {
        return Err(refuse(Reason::JackpotPending { wager: rule.id }, rule.steps.lock));
    }
    let hidden = made().flat_map(|rule| link.setup.fed_by(rule.id)).filter(|meter| meter.must_hit);
    let unsealed = |meter: &&MeterRule| !link.triggers(meter.id).is_some_and(|triggers| triggers.is_sealed());
    let missing = hidden.into_iter().find(unsealed);
    missing.map_or(Ok(()), |meter| Err(refuse(Reason::TriggerNeeded, meter.clauses)))
}

/// What the wagers put into each meter.
fn feeds(link: &Link, entries: &[Entry]) -> Vec<Fed> {
    let mut feeds: Vec<Fed> = Vec::new();
    for meter in &link.setup.meters {
        let own: Vec<&Entry> = entries.iter().filter(|entry| entry.wager == meter.wager).collect();
        if !own.is_empty() {
            let feed = own.iter().map(|entry| meter.growth.feed(entry.stake)).sum();
            feeds.push(Fed { feed, meter: meter.id });
        }
    }
    feeds
}

/// The cards of a table have reached lines with shares of meters.
pub fn reach(draft: &mut Draft<'_>, table: TableId, claims: &[Claim]) -> Step {
    let clauses = draft.link().setup.clauses();
    draft.table(table, clauses)?;
    let unknown = claims.iter().find(|claim| draft.link().rule(claim.meter).is_none());
    if let Some(claim) = unknown {
        return Err(refuse(Reason::UnknownMeter { meter: claim.meter }, clauses));
    }
    let game = draft.game(table, clauses)?;
    claims.iter().try_for_each(|claim| need_registered(draft.link(), &game, claim, clauses))?;
    claims.iter().try_for_each(|claim| need_once(claim, clauses))?;
    // Cards do not win a Must Hit meter, and what nobody has won is no jackpot.
    let by_cards = |claim: &Claim| {
        let must_hit = draft.link().rule(claim.meter).is_some_and(|rule| rule.must_hit);
        !must_hit && !claim.winners.is_empty() && claim.share <= Percent::HUNDRED
    };
    if !claims.iter().all(by_cards) {
        return Err(refuse(Reason::NoJackpot, clauses));
    }
    for claim in claims {
        let mut winners = claim.winners.clone();
        winners.sort_by_key(|winner| (winner.seat, winner.key));
        let cause = Cause::Cards { hands: claim.hands, line: claim.line };
        make(
            draft,
            &game,
            Made { meter: claim.meter, share: claim.share, cause, winners, by: None, opened: None },
        );
    }
    Ok(())
}

/// The winners made the wager at that seat.
fn need_registered(link: &Link, game: &Game, claim: &Claim, clauses: Clauses) -> Step {
    let wager = link.rule(claim.meter).map(|rule| rule.wager);
    let made = |winner: &Winner| {
        let same =
            |entry: &Entry| (entry.key, entry.seat, Some(entry.wager)) == (winner.key, winner.seat, wager);
        game.entries.iter().any(same)
    };
    match claim.winners.iter().find(|winner| !made(winner)) {
        None => Ok(()),
        Some(winner) => Err(refuse(Reason::NotRegistered { person: winner.key.owner }, clauses)),
    }
}

/// Every winner has one part.
fn need_once(claim: &Claim, clauses: Clauses) -> Step {
    let mut rest = claim.winners.as_slice();
    while let [winner, others @ ..] = rest {
        if others.contains(winner) {
            return Err(refuse(Reason::SensorTwice { person: winner.key.owner }, clauses));
        }
        rest = others;
    }
    Ok(())
}

/// A fixed pay comes out of the meter, as far as it holds so much; the tray bears the rest.
pub fn pay_fixed(draft: &mut Draft<'_>, table: TableId, wager: Name, amount: Amount) -> Step {
    let clauses = draft.link().setup.clauses();
    draft.table(table, clauses)?;
    let Some(rule) = draft.link().setup.wager(&wager).cloned() else {
        return Err(refuse(Reason::UnknownWager { wager }, clauses));
    };
    let game = draft.game(table, clauses)?.id;
    let clauses = rule.steps.fixed;
    let meter = draft.link().setup.fed_by(wager).find(|meter| !meter.must_hit).map(|meter| meter.id);
    let Some(meter) = meter.filter(|_| rule.fixed_from_meter) else { return Ok(()) };
    let has = draft.link().shown(meter).unwrap_or_default();
    let paid = Fine::from(amount).min(has.floor());
    let amount = paid.whole(amount.currency()).map_err(|error| refuse(error.into(), clauses))?;
    if amount.is_positive() {
        draft.emit(clauses, GameEvent::FixedPaid { amount, game, meter, table, wager });
    }
    Ok(())
}

/// The round is void: its jackpots have never been, its wagers no longer feed the meters, and a hidden trigger
/// that it had reached is spent.
pub fn void(draft: &mut Draft<'_>, table: TableId, by: Option<Actor>) -> Step {
    let clauses = draft.link().setup.clauses();
    draft.table(table, clauses)?;
    let game = draft.link().game(table).cloned();
    if let (Some(game), Some(by)) = (&game, by) {
        may_void(draft.link(), game, by)?;
    }
    let game = game.ok_or_else(|| refuse(Reason::NoGame { table }, clauses))?;
    let paid = draft.link().made_in(&game).find(|hit| hit.progress == Progress::Paid);
    if let Some(hit) = paid {
        let adjust = draft.link().setup.wager_of(hit.meter).map(|wager| wager.steps.adjust);
        return Err(refuse(Reason::AlreadyPaid { hit: hit.id }, adjust.unwrap_or(clauses)));
    }
    let pending = draft.link().made_in(&game).filter(|hit| hit.progress.is_pending());
    let pending: Vec<(HitId, Name)> = pending.map(|hit| (hit.id, hit.meter)).collect();
    pending.iter().for_each(|(hit, _)| reject_void(draft, *hit));
    let house = game.fed.iter().map(|fed| missing(draft.link(), table, fed)).collect();
    let spent = draft.link().triggers.iter().filter(|(_, triggers)| triggers.due == Some(game.id));
    let spent = spent.filter_map(|(meter, _)| draft.link().opened_trigger(*meter)).collect();
    let end = end_clauses(draft.link(), &game.entries);
    let (by, round) = (by.map(|by| by.person()), game.round);
    draft.emit(end, GameEvent::Voided { by, fed: game.fed, game: game.id, house, round, spent, table });
    unlock(draft, &pending.into_iter().map(|(_, meter)| meter).collect::<Vec<_>>());
    Ok(())
}

/// Whoever voids a round with a pending jackpot is of the level that would have paid it.
fn may_void(link: &Link, game: &Game, by: Actor) -> Step {
    if by.role() == Role::Executive {
        return Ok(());
    }
    for hit in link.made_in(game).filter(|hit| hit.progress.is_pending()) {
        if let Some(amount) = level_of(link, link.held(hit)) {
            let clauses = link.setup.pay_clauses(&hit.meter).unwrap_or_default();
            return Err(refuse(Reason::ExecutiveNeeded { amount }, clauses));
        }
    }
    Ok(())
}

/// What the house bears when wagers that fed a meter are void after it was won.
fn missing(link: &Link, table: TableId, fed: &Fed) -> Borne {
    let Fed { feed, meter } = *fed;
    let amount = link.meter(meter).map_or(Fine::ZERO, |(rule, pool)| {
        let mut after = pool.clone();
        after.push(&rule.growth, Change::Reverse(table, feed));
        after.reckon(&rule.growth).level.house - pool.reckon(&rule.growth).level.house
    });
    Borne { amount, meter }
}

fn end_clauses(link: &Link, entries: &[Entry]) -> Clauses {
    let first = entries.first().and_then(|entry| link.setup.wager(&entry.wager));
    first.map_or_else(|| link.setup.clauses(), |wager| wager.steps.end)
}

/// END GAME: every jackpot of the round is decided, and one that is due was told.
pub fn end(draft: &mut Draft<'_>, table: TableId, heard: u32) -> Step {
    let link = draft.link();
    let game = draft.game(table, link.setup.clauses())?;
    let clauses = end_clauses(link, &game.entries);
    if let Some(reason) = unfinished(link, &game) {
        return Err(refuse(reason, clauses));
    }
    draft.emit(clauses, GameEvent::Ended { game: game.id, heard, round: game.round, table });
    Ok(())
}

/// What must still be done before a round is over.
fn unfinished(link: &Link, game: &Game) -> Option<Reason> {
    let find = |test: fn(&Hit) -> bool| link.made_in(game).find(|hit| hit.progress.is_pending() && test(hit));
    if let Some(hit) = find(|hit| hit.progress == Progress::Reached && hit.cause != Cause::MustHit) {
        return Some(Reason::HitUnclaimed { hit: hit.id });
    }
    if link.triggers.values().any(|triggers| triggers.due == Some(game.id)) {
        return Some(Reason::EndRoundNeeded);
    }
    if let Some(hit) = find(|hit| hit.progress == Progress::Reached) {
        return Some(Reason::DrawNeeded { hit: hit.id, of: link.taking_part(game, hit.meter).count() });
    }
    let hit = find(|_| true)?;
    link.rule(hit.meter).map(|rule| Reason::JackpotPending { wager: rule.wager })
}

/// A secret is hidden for a Must Hit meter: the one that is played for, or the next.
pub fn seal(draft: &mut Draft<'_>, meter: Name, sealed: Hidden<TriggerSecret>) -> Step {
    let clauses = draft.link().setup.clauses();
    let rule = draft.link().rule(meter).filter(|rule| rule.must_hit && sealed.is_known());
    let Some(rule) = rule else {
        return Err(refuse(Reason::UnknownMeter { meter }, clauses));
    };
    let clauses = rule.clauses;
    if draft.link().triggers(meter).is_some_and(|triggers| !triggers.wants_secret()) {
        return Err(refuse(Reason::TriggerSealed, clauses));
    }
    draft.emit(clauses, TriggerEvent::Sealed { meter, sealed });
    Ok(())
}

/// Whoever may win a Must Hit meter at END ROUND, or has been drawn, does not leave the table before it is paid.
/// This holds for every round, so that it tells nobody whether the meter is due.
///
/// # Errors
/// That somebody may still win.
pub fn may_leave(link: &Link, table: TableId, person: Person) -> Step {
    let refused = |rule: &MeterRule| refuse(Reason::MayStillWin { person }, rule.clauses);
    let hidden = |meter: Name| link.rule(meter).filter(|rule| rule.must_hit);
    if let Some(game) = link.game(table).filter(|game| !game.ended) {
        let bets = |rule: &&MeterRule| link.taking_part(game, rule.id).any(|entry| entry.key.owner == person);
        let rule = game.fed.iter().filter_map(|fed| hidden(fed.meter)).find(bets);
        rule.map_or(Ok(()), |rule| Err(refused(rule)))?;
    }
    for hit in link.pending().filter(|hit| hit.table == table) {
        let Some(rule) = hidden(hit.meter) else { continue };
        let drawn = hit.winners.iter().any(|winner| winner.key.owner == person);
        let game = link.game(table).filter(|game| hit.winners.is_empty() && game.id == hit.game);
        let may_win = |game: &Game| link.taking_part(game, hit.meter).any(|entry| entry.key.owner == person);
        if drawn || game.is_some_and(may_win) {
            return Err(refused(rule));
        }
    }
    Ok(())
}

/// What a meter holds for the next jackpot and in reserve.
pub(super) fn holding(link: &Link, meter: Name) -> Feed {
    let level = link.level(meter).unwrap_or_default();
    Feed { pot: level.pot, reserve: level.reserve }
}
