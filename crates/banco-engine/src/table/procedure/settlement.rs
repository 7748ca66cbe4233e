//! Losing wagers are collected, winning ones paid, vigorish taken, in the rulebook's order.
//!
//! MB 12(b), 13, MM 11(b), 12, CO 30-2815(2), 30-2808, 30-2899.

use banco_money::{Amount, Pay};
use banco_rulebook::model::rulebook::SettlementAct;
use banco_rulebook::model::wager::EnvyTo;

use super::{family, jackpot};
use crate::name::Name;
use crate::settle::Verdict;
use crate::table::aggregate;
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::{JackpotEvent, SettlementEvent, VigorishHow, What};
use crate::table::judge::{Item, Judge};
use crate::table::ledger::Account;
use crate::table::people::{Actor, Role};
use crate::table::refusal::Reason;
use crate::table::rules::Pass;
use crate::table::state::{Phase, Stage};
use crate::table::wager::{Bet, BetKey};

/// Collects, pays and takes vigorish.
pub fn settle(draft: &mut Draft<'_>, by: Actor) -> Step {
    let topics = draft.topics();
    need_role(by, &[Role::Dealer], "dealer", topics.settlement)?;
    let complete = draft.table.phase == Phase::Dealing && draft.round.stage == Stage::Complete;
    if !complete {
        let now = if draft.table.phase == Phase::Dealing {
            "the hands are not complete"
        } else {
            draft.table.phase.in_words()
        };
        return Err(refuse(Reason::WrongMoment { doing: "settle", now }, topics.settlement));
    }
    if draft.round.unwagered.is_none() {
        family::settle(draft)?;
    }
    let (round, clauses) = (draft.round.number, topics.settlement);
    draft.emit(clauses, SettlementEvent::RoundSettled { round });
    Ok(())
}

/// The house collects and pays, in the passes of the text.
pub fn by_the_house(draft: &mut Draft<'_>) -> Step {
    let mut items = Judge::new(draft.table).items()?;
    if !draft.table.claims.is_empty() {
        mark_waiting(draft, &mut items)?;
    }
    // Each wager is paid, or not, and may owe vigorish.
    draft.events.reserve(2 * items.len() + 1);
    limit(draft, &mut items)?;
    let starts = by_seat(draft, &items);
    for pass in &draft.rules().passes {
        go_round(draft, pass, &items, &starts);
    }
    pushes(draft, &items);
    tray_suffices(draft, &items)
}

/// Aggregate limits cut what is paid now; what waits is cut when it is paid.
fn limit(draft: &Draft<'_>, items: &mut [Item<'_>]) -> Step {
    let limits = draft.topics().limits;
    aggregate::limit(draft.table, items).map_err(|error| refuse(error.into(), limits))
}

/// Wagers that would win something else without a jackpot that is not verified yet wait for it; so do all of an
/// offer whose pays share a limit.
fn mark_waiting(draft: &Draft<'_>, items: &mut [Item<'_>]) -> Step {
    for item in items.iter_mut().filter(|item| item.claim().is_none()) {
        let claims: Vec<BetKey> =
            jackpot::unverified(draft, item.spot.wager).map(|claim| claim.key).collect();
        if claims.is_empty() {
            continue;
        }
        let alone = Judge::new(draft.table).without(&claims).item(item.bet, item.spot)?;
        item.waits =
            alone.line != item.line || alone.payment != item.payment || item.spot.aggregate.is_some();
    }
    Ok(())
}

/// Jackpots were verified or rejected: what waited for them is settled, in the order of the seats.
pub fn settle_waiting(draft: &mut Draft<'_>, wager: Name, decided: &[BetKey]) -> Step {
    let claims: Vec<BetKey> = draft.table.claims.iter().map(|claim| claim.key).collect();
    // A jackpot that was rejected by this very word has never been.
    let rejected: Vec<BetKey> = decided.iter().filter(|key| is_dropped(draft, **key)).copied().collect();
    let mut judge = Judge::new(draft.table).without(&rejected);
    let waiting = draft.table.bets.iter().filter(|bet| bet.waits && bet.key.wager == wager);
    let mut items = Vec::new();
    for bet in waiting.filter(|bet| !claims.contains(&bet.key)) {
        if let Some(spot) = draft.rules().spot(bet.spot) {
            items.push(judge.item(bet, spot)?);
        }
    }
    items.sort_by_key(|item| item.bet.seat);
    limit(draft, &mut items)?;
    for item in &items {
        collect(draft, item);
        pay(draft, item, draft.table.nothing());
    }
    pushes(draft, &items);
    tray_suffices(draft, &items)
}

/// Whether a claim was dropped by the events so far.
fn is_dropped(draft: &Draft<'_>, key: BetKey) -> bool {
    draft.events.iter().any(|event| {
        matches!(&event.what, What::Jackpot(JackpotEvent::ClaimDropped { key: dropped, .. }) if *dropped == key)
    })
}

/// The tray can pay what is due when it is due: with what it holds, or with what it has collected by then.
fn tray_suffices(draft: &Draft<'_>, items: &[Item<'_>]) -> Step {
    let clauses = draft.topics().settlement;
    let winners = items.iter().filter(|item| item.payment.verdict == Verdict::Win && !item.waits);
    // A progressive wager that was taken in may go back with its payout.
    let due = winners.map(|item| item.payment.won.plus(item.payment.envy)?.plus(item.bet.stake.chips));
    let due = due.into_iter().try_fold(draft.table.nothing(), |sum, won| sum.plus(won?));
    let due = due.map_err(|error| refuse(error.into(), clauses))?;
    if draft.table.ledger.tray.minor() >= due.minor() {
        return Ok(());
    }
    draft.need_funds(Account::Tray, "pay out of the tray", clauses)
}

/// Where the wagers of each seat begin in a list that is sorted by seat, and where the last ones end.
fn by_seat(draft: &Draft<'_>, items: &[Item<'_>]) -> Vec<usize> {
    let mut starts = Vec::with_capacity(draft.rules().seats.len() + 1);
    for (at, item) in items.iter().enumerate() {
        starts.resize(usize::from(item.bet.seat.at).max(starts.len().saturating_sub(1)) + 1, at);
    }
    starts.resize(draft.rules().seats.len() + 1, items.len());
    starts
}

/// One pass around the table.
fn go_round(draft: &mut Draft<'_>, pass: &Pass, items: &[Item<'_>], starts: &[usize]) {
    for seat in &pass.seats {
        let at = usize::from(seat.at);
        let (from, to) = (starts.get(at).copied().unwrap_or(0), starts.get(at + 1).copied().unwrap_or(0));
        let here = items.get(from..to).unwrap_or_default();
        for act in &pass.does {
            let concerned = |item: &&Item<'_>| {
                !item.open
                    && !item.waits
                    && pass.spots.get(usize::from(item.spot.id.0)).copied().unwrap_or(false)
            };
            for item in here.iter().filter(concerned) {
                match act {
                    SettlementAct::CollectLosers => collect(draft, item),
                    SettlementAct::PayWinners => pay(draft, item, kept_back(draft, pass, item)),
                    SettlementAct::TakeVigorish => take_vigorish(draft, pass, item),
                }
            }
        }
    }
}

fn collect(draft: &mut Draft<'_>, item: &Item<'_>) {
    if item.payment.verdict == Verdict::Lose {
        let Bet { key, seat, stake, taken_in, .. } = *item.bet;
        draft.emit(item.clauses(), SettlementEvent::WagerLost { early: false, key, seat, stake, taken_in });
    }
}

fn pay(draft: &mut Draft<'_>, item: &Item<'_>, kept_back: Amount) {
    if item.payment.verdict != Verdict::Win {
        return;
    }
    let (clauses, line) = (item.clauses(), item.line_name());
    let Bet { key, seat, stake, taken_in, .. } = *item.bet;
    if let Some((share, meter)) = item.claim() {
        draft.emit(clauses, JackpotEvent::ClaimRaised { key, line, meter, seat, share });
    } else {
        let paid = SettlementEvent::WagerPaid {
            kept_back,
            key,
            limited: item.limited,
            line,
            promotional_taken: draft.rules().promotional_one_play,
            seat,
            stake,
            stake_taken: stake_taken(item),
            taken_in,
            won: item.won(),
        };
        draft.emit(clauses, paid);
    }
    // The dealer's part of a jackpot is paid when that is verified.
    let unverified =
        item.claim().is_some() && jackpot::unverified(draft, key.wager).any(|claim| claim.key == key);
    if item.payment.envy_to == Some(EnvyTo::Dealer) && !unverified {
        jackpot::pay_dealer(draft, key.wager, item.payment.envy, clauses);
    }
}

/// What is kept back from a payout.
fn kept_back(draft: &Draft<'_>, pass: &Pass, item: &Item<'_>) -> Amount {
    if keeps_back(draft, pass, item) { item.payment.vigorish } else { draft.table.nothing() }
}

/// Whether the pay includes the stake, which is then not given back as well.
fn stake_taken(item: &Item<'_>) -> bool {
    item.pay().is_some_and(|pay| !matches!(pay, Pay::To(..)))
}

/// Whether vigorish is kept back from the payout: where it is taken first, and always from the dealer's own.
fn keeps_back(draft: &Draft<'_>, pass: &Pass, item: &Item<'_>) -> bool {
    let position = |act: SettlementAct| pass.does.iter().position(|does| *does == act);
    let first = position(SettlementAct::TakeVigorish) < position(SettlementAct::PayWinners);
    let owed = item.payment.vigorish.is_positive() && item.payment.verdict == Verdict::Win;
    owed && (item.bet.key.for_dealer || (first && !draft.rules().marked))
}

fn take_vigorish(draft: &mut Draft<'_>, pass: &Pass, item: &Item<'_>) {
    let push = item.payment.verdict == Verdict::Push;
    let owed = item.payment.vigorish;
    let (how, amount) = if keeps_back(draft, pass, item) {
        (VigorishHow::KeptBack, owed)
    } else if draft.rules().marked {
        (VigorishHow::Marked, owed)
    } else if push {
        on_push(draft, item, owed)
    } else {
        (VigorishHow::FromChips, owed)
    };
    if !amount.is_positive() || (push && item.bet.key.for_dealer) {
        return;
    }
    let (person, seat, wager) = (item.bet.key.owner, item.bet.seat, item.spot.wager);
    let clauses = draft.topics().vigorish;
    draft.emit(clauses, SettlementEvent::VigorishCharged { amount, how, person, seat, wager });
}

/// A push pays nothing from which vigorish could be kept: it comes from the chips or, if they do not suffice,
/// out of the wager. Promotional chips cannot be broken, so no more is taken than there is in value chips.
fn on_push(draft: &Draft<'_>, item: &Item<'_>, owed: Amount) -> (VigorishHow, Amount) {
    let (chips, wager) = (chips_of(draft, item), item.bet.stake.chips);
    let covers = |have: Amount| have.minor() >= owed.minor();
    match (covers(chips), covers(wager)) {
        (true, _) => (VigorishHow::FromChips, owed),
        (_, true) => (VigorishHow::FromWager, owed),
        _ if wager.minor() > chips.minor() => (VigorishHow::FromWager, wager),
        _ => (VigorishHow::FromChips, chips),
    }
}

fn chips_of(draft: &Draft<'_>, item: &Item<'_>) -> Amount {
    draft.table.participant(item.bet.key.owner).map_or_else(|| draft.table.nothing(), |one| one.chips)
}

/// What pushes stays on the layout; coupons that were decided by nothing stay as well. What hangs on a jackpot
/// waits.
fn pushes(draft: &mut Draft<'_>, items: &[Item<'_>]) {
    for item in items.iter().filter(|item| !item.open) {
        let Bet { key, seat, stake, .. } = *item.bet;
        if item.waits {
            draft.emit(item.spot.clauses, JackpotEvent::PayWaits { key, seat });
        } else if item.payment.verdict == Verdict::Push {
            let line = item.line_name();
            draft.emit(item.clauses(), SettlementEvent::WagerPushed { key, line, seat, stake });
        }
    }
}
