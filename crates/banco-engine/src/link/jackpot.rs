//! The life of a jackpot: made, selected, claimed, drawn, verified, paid or rejected.
//!
//! MB 13(i)-(j), MM 12(i)-(j), CO 30-2899.02(10), 30-2899.04(5)(f), 30-2899.07(6)(e)-(f).

use std::sync::Arc;

use banco_cards::Hand;
use banco_money::{Amount, MoneyError, Percent};
use banco_rulebook::model::link::LockMode;

use crate::authority::{Actor, Person, Role};
use crate::link::decide::{Draft, Step};
use crate::link::event::{Approval, GameEvent, JackpotEvent};
use crate::link::fine::Fine;
use crate::link::hit::{Cause, Held, Hit, Progress, Winner};
use crate::link::pool::Change;
use crate::link::refusal::{Reason, Refusal};
use crate::link::setup::{Steps, WagerRule};
use crate::link::state::{Game, Link, TableId};
use crate::link::trigger::OpenedTrigger;
use crate::name::{Clauses, Name};
use crate::reasons::refuse;
use crate::table::HitId;

/// A jackpot that is made.
#[derive(Debug)]
pub struct Made {
    pub meter: Name,
    pub share: Percent,
    pub cause: Cause,
    pub winners: Vec<Winner>,
    pub by: Option<Person>,
    pub opened: Option<OpenedTrigger>,
}

/// A jackpot is made: what it is worth is fixed, the meter starts again, and the wager may be locked.
pub fn make(draft: &mut Draft<'_>, game: &Game, made: Made) {
    let link = draft.link();
    let hit = HitId(link.next_hit);
    let Made { meter, share, cause, winners, by, opened } = made;
    let Some((rule, pool)) = link.meter(meter) else { return };
    let before = pool.reckon(&rule.growth);
    let mut after = pool.clone();
    after.push(&rule.growth, Change::Hit(hit, share));
    let after = after.reckon(&rule.growth);
    let (amount, house) = (after.held_by(hit), after.level.house - before.level.house);
    let wager = rule.wager;
    let was_locked = link.is_locked(wager);
    let Some(steps) = link.setup.wager(&wager).map(|wager| wager.steps.clone()) else { return };
    let clauses = if opened.is_some() { rule.clauses } else { steps.split.or(steps.pay) };
    let (round, table, game) = (game.round, game.table, game.id);
    let event = JackpotEvent::Made {
        amount,
        by,
        cause,
        game,
        hit,
        house,
        meter,
        opened,
        round,
        share,
        table,
        winners,
    };
    draft.emit(clauses, event);
    if draft.link().is_locked(wager) && !was_locked {
        draft.emit(steps.lock, JackpotEvent::Locked { wager });
    }
}

/// The dealer selects a seat and a hand; the same again takes it back.
pub fn select(draft: &mut Draft<'_>, by: Actor, table: TableId, seat: u8, line: &str) -> Step {
    let setup = &draft.link().setup;
    let usual = setup.wagers.first().map(|wager| wager.steps.select).unwrap_or_default();
    let known = setup.line(line).map(|(wager, line)| (line, wager.steps.select));
    let clauses = known.map_or(usual, |(_, clauses)| clauses);
    Draft::need_role(by, &[Role::Dealer], "dealer", clauses)?;
    draft.table(table, clauses)?;
    let Some((line, _)) = known else {
        return Err(refuse(Reason::UnknownLine { line: line.to_owned() }, clauses));
    };
    let on = !draft.game(table, clauses)?.selected.contains(&(seat, line));
    draft.emit(clauses, JackpotEvent::HandSelected { line, on, seat_number: seat, table });
    Ok(())
}

/// HIT JACKPOT: what is selected must be what the cards have made.
pub fn hit(draft: &mut Draft<'_>, by: Actor, table: TableId) -> Step {
    let clauses = draft.link().setup.clauses();
    Draft::need_role(by, &[Role::Dealer], "dealer", clauses)?;
    draft.table(table, clauses)?;
    draft.need_outsider(by.person(), clauses)?;
    let game = draft.game(table, clauses)?;
    let claimed = claimed(draft.link(), &game)?;
    if claimed.is_empty() {
        let selects = draft.link().setup.wagers.iter().any(|wager| wager.selects);
        let reason = if selects { Reason::NothingSelected } else { Reason::NoJackpot };
        let first = game.entries.first().and_then(|entry| draft.link().setup.wager(&entry.wager));
        return Err(refuse(reason, first.map_or(clauses, |wager| wager.steps.hit)));
    }
    for hit in claimed {
        let clauses = steps(draft.link(), hit)?.hit;
        draft.emit(clauses, JackpotEvent::Claimed { by: by.person(), hit });
    }
    Ok(())
}

/// The jackpots that the selection names, and those of wagers where the text knows only a switch: it claims
/// whatever the cards have made.
fn claimed(link: &Link, game: &Game) -> Result<Vec<HitId>, Refusal> {
    let open: Vec<&Hit> = link.made_in(game).filter(|hit| hit.progress == Progress::Reached).collect();
    let switched = open.iter().filter(|hit| hit.cause != Cause::MustHit && !link.selects(hit));
    let mut claimed: Vec<HitId> = switched.map(|hit| hit.id).collect();
    for (seat, line) in &game.selected {
        let Some(found) = open.iter().find(|hit| bears_out(hit, *seat, *line)) else {
            let clauses = link.setup.line(line).map(|(wager, _)| wager.steps.hit).unwrap_or_default();
            return Err(refuse(Reason::NotBorneOut { seat: *seat, line: *line }, clauses));
        };
        claimed.push(found.id);
    }
    claimed.sort_unstable();
    claimed.dedup();
    Ok(claimed)
}

fn bears_out(hit: &Hit, seat: u8, line: Name) -> bool {
    let same = matches!(&hit.cause, Cause::Cards { line: known, .. } if *known == line);
    same && hit.winners.iter().any(|winner| winner.seat.number == seat)
}

/// The clauses of the wager that a jackpot belongs to.
pub(super) fn steps(link: &Link, hit: HitId) -> Result<Steps, Refusal> {
    let found = link.hit(hit).and_then(|hit| link.setup.wager_of(hit.meter));
    let unknown = || refuse(Reason::UnknownHit { hit }, link.setup.clauses());
    found.map(|wager| wager.steps.clone()).ok_or_else(unknown)
}

/// END ROUND: if this round has lifted a Must Hit meter to its trigger, the jackpot is made for what the meter
/// shows, and its winner is drawn next.
pub fn end_round(draft: &mut Draft<'_>, by: Actor, table: TableId) -> Step {
    let link = draft.link();
    let hidden = link.setup.meters.iter().find(|meter| meter.must_hit);
    let clauses = hidden.map_or_else(|| link.setup.clauses(), |meter| meter.clauses);
    Draft::need_role(by, &[Role::Dealer], "dealer", clauses)?;
    draft.table(table, clauses)?;
    draft.need_outsider(by.person(), clauses)?;
    let game = draft.game(table, clauses)?;
    need_settled(draft, table, "end the round", clauses)?;
    if game.ended {
        return Err(refuse(Reason::RoundEnded, clauses));
    }
    let due = link.triggers.iter().filter(|(_, triggers)| triggers.due == Some(game.id));
    let due: Vec<Name> = due.map(|(meter, _)| *meter).collect();
    let hit = (!due.is_empty()).then_some(HitId(link.next_hit));
    draft.emit(clauses, GameEvent::RoundEnded { by: by.person(), game: game.id, hit, table });
    for meter in due {
        let opened = draft.link().opened_trigger(meter);
        let (cause, by) = (Cause::MustHit, Some(by.person()));
        make(draft, &game, Made { meter, share: Percent::HUNDRED, cause, winners: Vec::new(), by, opened });
    }
    Ok(())
}

impl Link {
    /// The secret that is played for, opened: it is about to be spent.
    pub(super) fn opened_trigger(&self, meter: Name) -> Option<OpenedTrigger> {
        let max = self.rule(meter)?.growth.cap?;
        self.triggers.get(&meter)?.current?.open(meter, max)
    }
}

/// Winners are drawn and jackpots paid when the round cannot become void any more.
fn need_settled(draft: &Draft<'_>, table: TableId, doing: &'static str, clauses: Clauses) -> Step {
    match draft.around.unsettled(table) {
        None => Ok(()),
        Some(now) => Err(refuse(Reason::RoundNotSettled { doing, now }, clauses)),
    }
}

/// The generator draws the winner of a Must Hit jackpot among those who take part.
pub fn draw_winner(draft: &mut Draft<'_>, hit: HitId, draw: u32) -> Step {
    steps(draft.link(), hit)?;
    let link = draft.link();
    let Some(found) = link.hit(hit) else { return Ok(()) };
    let clauses = link.rule(found.meter).map(|rule| rule.clauses).unwrap_or_default();
    let wrong = || refuse(Reason::WrongMoment { hit, now: found.progress.text() }, clauses);
    let game = link.game(found.table).filter(|game| game.id == found.game);
    let waits = found.cause == Cause::MustHit && found.progress == Progress::Reached;
    let game = game.filter(|_| waits).ok_or_else(wrong)?;
    let taking_part: Vec<_> = link.taking_part(game, found.meter).collect();
    let drawn = usize::try_from(draw).ok().and_then(|draw| taking_part.get(draw));
    let Some(entry) = drawn else {
        return Err(refuse(Reason::DrawOutOfRange { draw, of: taking_part.len() }, clauses));
    };
    let winner = Winner { key: entry.key, seat: entry.seat };
    let of = u32::try_from(taking_part.len()).unwrap_or(u32::MAX);
    draft.emit(clauses, JackpotEvent::WinnerDrawn { draw, hit, of, winner });
    Ok(())
}

/// A jackpot that is still to be decided.
pub(super) fn need_pending(link: &Link, hit: &Hit, clauses: Clauses) -> Step {
    match hit.progress {
        Progress::Paid => {
            let adjust = link.setup.wager_of(hit.meter).map(|wager| wager.steps.adjust);
            Err(refuse(Reason::AlreadyPaid { hit: hit.id }, adjust.unwrap_or(clauses)))
        }
        Progress::Rejected => {
            Err(refuse(Reason::WrongMoment { hit: hit.id, now: hit.progress.text() }, clauses))
        }
        Progress::Reached | Progress::Claimed | Progress::Verified => Ok(()),
    }
}

/// A jackpot that has come this far.
fn need_progress(link: &Link, hit: &Hit, progress: Progress, clauses: Clauses) -> Step {
    need_pending(link, hit, clauses)?;
    if hit.progress == progress {
        return Ok(());
    }
    Err(refuse(Reason::WrongMoment { hit: hit.id, now: hit.progress.text() }, clauses))
}

const SUPERVISORS: &[Role] = &[Role::Floor, Role::Executive];

/// Somebody with nothing of their own in it acts on a jackpot that they have not acted on before.
fn need_fresh(draft: &Draft<'_>, hit: &Hit, person: Person, clauses: Clauses) -> Step {
    draft.need_outsider(person, clauses)?;
    if hit.was_handled_by(person) {
        return Err(refuse(Reason::SamePerson { person }, clauses));
    }
    Ok(())
}

/// A jackpot by its number, for a supervisor.
fn found(
    draft: &Draft<'_>,
    by: Actor,
    hit: HitId,
    clauses: impl Fn(&Steps) -> Clauses,
) -> Result<(Hit, Clauses), Refusal> {
    let link = draft.link();
    let known = steps(link, hit);
    let cited = known.as_ref().map_or_else(|_| link.setup.clauses(), clauses);
    Draft::need_role(by, SUPERVISORS, "floorperson or executive", cited)?;
    if by.is_automatic() && draft.around.has_full_controls() {
        return Err(refuse(Reason::PeopleOnly, cited));
    }
    known?;
    let found = link.hit(hit).cloned();
    found.map(|hit| (hit, cited)).ok_or_else(|| refuse(Reason::UnknownHit { hit }, cited))
}

/// A supervisor has looked at the cards on the table.
pub fn verify(draft: &mut Draft<'_>, by: Actor, hit: HitId, hands: Option<[Hand; 2]>) -> Step {
    let (found, clauses) = found(draft, by, hit, |steps| steps.verify)?;
    let person = by.person();
    need_fresh(draft, &found, person, clauses)?;
    need_progress(draft.link(), &found, Progress::Claimed, clauses)?;
    if let Cause::Cards { hands: recorded, .. } = &found.cause {
        let lying = draft.around.lying(found.table).filter(|lying| begins_with(lying, recorded));
        let seen = |hands: &[Hand; 2]| {
            same_cards(hands, recorded) || lying.is_some_and(|now| same_cards(hands, &now))
        };
        if !hands.as_ref().is_some_and(seen) {
            return Err(refuse(Reason::CardsDiffer, clauses));
        }
    }
    draft.emit(clauses, JackpotEvent::Verified { by: person, hit });
    Ok(())
}

/// Whether both hands have the same cards, in whatever order whoever looks at them names those of a hand.
fn same_cards(one: &[Hand; 2], other: &[Hand; 2]) -> bool {
    let sorted = |hand: &Hand| {
        let mut cards: Vec<_> = hand.cards().collect();
        cards.sort_unstable();
        cards
    };
    one.each_ref().map(sorted) == other.each_ref().map(sorted)
}

/// Whether the hands that lie there are those that made the jackpot, with third cards perhaps dealt since.
fn begins_with(lying: &[Hand; 2], recorded: &[Hand; 2]) -> bool {
    lying.iter().zip(recorded).all(|(now, then)| {
        then.cards().zip(now.cards()).all(|(then, now)| then == now) && now.len() >= then.len()
    })
}

/// PAY JACKPOT, by somebody of the right level who has not acted on it before; where the licensee so chose, whoever
/// has verified it may pay it as well.
pub fn pay(draft: &mut Draft<'_>, by: Actor, hit: HitId, amount: Amount) -> Step {
    let (found, clauses) = found(draft, by, hit, |steps| steps.pay)?;
    let person = by.person();
    let rule = draft.link().setup.wager_of(found.meter);
    if rule.is_some_and(|wager| wager.verifier_pays) && found.claimed_by != Some(person) {
        draft.need_outsider(person, clauses)?;
    } else {
        need_fresh(draft, &found, person, clauses)?;
    }
    let link = draft.link();
    let level = level_of(link, link.held(&found)).filter(|_| found.progress.is_pending());
    if let Some(amount) = level.filter(|_| by.role() != Role::Executive) {
        return Err(refuse(Reason::ExecutiveNeeded { amount }, clauses));
    }
    need_progress(link, &found, Progress::Verified, clauses)?;
    need_settled(draft, found.table, "pay the jackpot", clauses)?;
    first_in_line(link, &found, clauses)?;
    let money = |error: MoneyError| refuse(error.into(), clauses);
    let worth = link.worth(&found).map_err(money)?;
    let shares = found.shares(worth).map_err(money)?;
    if amount != worth {
        return Err(refuse(Reason::AmountDiffers { hit, worth, given: amount }, clauses));
    }
    let (meter, table) = (found.meter, found.table);
    draft.emit(clauses, JackpotEvent::Paid { amount, by: person, hit, meter, shares, table });
    unlock(draft, &[meter]);
    Ok(())
}

/// Jackpots of one meter are paid in the order in which they were made.
fn first_in_line(link: &Link, hit: &Hit, clauses: Clauses) -> Step {
    let earlier = link.pending().find(|other| other.meter == hit.meter).filter(|other| other.id != hit.id);
    match earlier {
        None => Ok(()),
        Some(earlier) => Err(refuse(Reason::EarlierHit { hit: earlier.id, later: hit.id }, clauses)),
    }
}

/// So much that an executive must be one of those who decide on it. What no amount can hold is as well.
pub(super) fn level_of(link: &Link, money: Fine) -> Option<Amount> {
    let currency = link.setup.currency;
    let amount = money.whole(currency).unwrap_or(Amount::from_minor(i64::MAX, currency));
    link.setup.executive_from.is_none_or(|level| amount.minor() >= level.minor()).then_some(amount)
}

/// The round is void, and its jackpots have never been.
pub fn reject_void(draft: &mut Draft<'_>, hit: HitId) {
    reject_for(draft, hit, "the round is void".into(), None);
}

/// A jackpot has never been; later ones of the same meter get what they would have got. The meter shows more again:
/// a Must Hit trigger must lie above that, so the one that waits is spent, unless a round has reached it already.
pub(super) fn reject_for(draft: &mut Draft<'_>, hit: HitId, reason: Arc<str>, approval: Option<Approval>) {
    let link = draft.link();
    let Some(found) = link.hit(hit).cloned() else { return };
    let Some((rule, pool)) = link.meter(found.meter) else { return };
    let before = pool.reckon(&rule.growth);
    let mut after = pool.clone();
    after.reject(&rule.growth, hit);
    let after = after.reckon(&rule.growth);
    let differs = |(id, now): &&(HitId, Fine)| before.held_by(*id) != *now;
    let changed = after.held.iter().filter(differs).map(|(hit, amount)| Held { hit: *hit, amount: *amount });
    let clauses = link.setup.wager_of(found.meter).map(|wager| wager.steps.verify).unwrap_or_default();
    let waiting = link.triggers.get(&found.meter).is_some_and(|triggers| triggers.due.is_none());
    let event = JackpotEvent::Rejected {
        amount: before.held_by(hit),
        approval,
        changed: changed.collect(),
        hit,
        house: after.level.house - before.level.house,
        meter: found.meter,
        reason,
        spent: link.opened_trigger(found.meter).filter(|_| waiting),
        table: found.table,
        winners: found.winners,
    };
    draft.emit(clauses, event);
}

/// The wagers of meters are free again if their last pending jackpots were decided.
pub fn unlock(draft: &mut Draft<'_>, meters: &[Name]) {
    let setup = Arc::clone(&draft.link().setup);
    let decided = |wager: &&WagerRule| setup.fed_by(wager.id).any(|meter| meters.contains(&meter.id));
    for wager in setup.wagers.iter().filter(decided) {
        if setup.lock == LockMode::All && !draft.link().is_locked(wager.id) {
            draft.emit(wager.steps.lock, JackpotEvent::Unlocked { wager: wager.id });
        }
    }
}
