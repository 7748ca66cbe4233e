//! Losing wagers are collected, winning ones paid, vigorish taken, in the rulebook's order.
//!
//! MB 12(b), 13, MM 11(b), 12, CO 30-2815(2), 30-2808, 30-2899.

use std::sync::Arc;

use banco_money::{Amount, MoneyError, Pay};
use banco_rulebook::model::rulebook::SettlementAct;
use banco_rulebook::model::wager::EnvyTo;

use super::super::aggregate;
use super::super::draft::{Draft, Step, need_role, refuse};
use super::super::event::{Event, VigorishHow};
use super::super::judge::{Item, Judge};
use super::super::ledger::Account;
use super::super::people::{Actor, Role};
use super::super::refusal::Reason;
use super::super::rules::Pass;
use super::super::state::{Phase, Stage};
use super::family;
use crate::settle::{Payment, Verdict};

/// Collects, pays and takes vigorish.
pub fn settle(draft: &mut Draft<'_>, by: Actor) -> Step {
    let topics = draft.topics();
    need_role(by, &[Role::Dealer], "dealer", topics.settlement)?;
    let complete = draft.table.phase == Phase::Dealing && draft.round.stage == Stage::Complete;
    if !complete {
        let now = if draft.table.phase == Phase::Dealing {
            "the hands are not complete"
        } else {
            draft.table.phase.told()
        };
        return Err(refuse(Reason::WrongMoment { doing: "settle", now }, topics.settlement));
    }
    if draft.round.unwagered.is_none() {
        family::settle(draft)?;
    }
    let (round, clauses) = (draft.round.number, topics.settlement);
    draft.emit(Event::RoundSettled { round, clauses });
    Ok(())
}

/// The house collects and pays, in the passes of the text.
pub fn by_the_house(draft: &mut Draft<'_>) -> Step {
    let mut items = Judge::new(draft.table).items()?;
    let settlement = draft.topics().settlement;
    drop_rejected(draft, &mut items).map_err(|error| refuse(error.into(), settlement))?;
    // Each wager is paid, or not, and may owe vigorish.
    draft.events.reserve(2 * items.len() + 1);
    let limits = draft.topics().limits;
    aggregate::limit(draft.table, &mut items).map_err(|error| refuse(error.into(), limits))?;
    let starts = by_seat(draft, &items);
    for pass in &draft.rules().passes {
        go_round(draft, pass, &items, &starts);
    }
    pushes(draft, &items);
    tray_suffices(draft, &items)
}

/// A wager whose claim on a meter was rejected before the settlement has lost.
fn drop_rejected(draft: &Draft<'_>, items: &mut [Item<'_>]) -> Result<(), MoneyError> {
    for item in items.iter_mut().filter(|item| item.claim().is_some()) {
        if !draft.table.claims.iter().any(|claim| claim.key == item.bet.key) {
            item.payment = Payment::lost(item.bet.stake.total()?)?;
            item.line = None;
        }
    }
    Ok(())
}

/// The tray can pay what is due when it is due: with what it holds, or with what it has collected by then.
fn tray_suffices(draft: &Draft<'_>, items: &[Item<'_>]) -> Step {
    let clauses = draft.topics().settlement;
    let winners = items.iter().filter(|item| item.payment.verdict == Verdict::Win);
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
                !item.open && pass.spots.get(usize::from(item.spot.id.0)).copied().unwrap_or(false)
            };
            for item in here.iter().filter(concerned) {
                match act {
                    SettlementAct::CollectLosers => collect(draft, item),
                    SettlementAct::PayWinners => pay(draft, pass, item),
                    SettlementAct::TakeVigorish => take_vigorish(draft, pass, item),
                }
            }
        }
    }
}

fn collect(draft: &mut Draft<'_>, item: &Item<'_>) {
    if item.payment.verdict == Verdict::Lose {
        draft.emit_apart(Event::WagerLost {
            key: item.bet.key,
            seat: item.bet.seat,
            stake: item.bet.stake,
            taken_in: item.bet.taken_in,
            early: false,
            note: Arc::clone(item.note()),
        });
    }
}

fn pay(draft: &mut Draft<'_>, pass: &Pass, item: &Item<'_>) {
    if item.payment.verdict != Verdict::Win {
        return;
    }
    let (key, seat) = (item.bet.key, item.bet.seat);
    if let Some((share, meter)) = item.claim() {
        let (label, line, clauses) = (Arc::clone(&item.spot.label), item.line_name(), item.clauses());
        draft.emit(Event::ClaimRaised { key, seat, label, meter, share, line, clauses });
    } else {
        draft.emit_apart(Event::WagerPaid {
            key,
            seat,
            stake: item.bet.stake,
            won: item.won(),
            kept_back: if keeps_back(draft, pass, item) {
                item.payment.vigorish
            } else {
                draft.table.nothing()
            },
            stake_taken: stake_taken(item),
            promotional_taken: draft.rules().promotional_one_play,
            taken_in: item.bet.taken_in,
            limited: item.limited,
            note: Arc::clone(item.note()),
        });
    }
    if item.payment.envy_to == Some(EnvyTo::Dealer) && item.payment.envy.is_positive() {
        let (label, clauses) = (Arc::clone(&item.spot.label), item.clauses());
        draft.emit(Event::DealerEnvyPaid { amount: item.payment.envy, label, clauses });
    }
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
    let (person, seat, spot) = (item.bet.key.owner, item.bet.seat, item.spot.id);
    let clauses = draft.topics().vigorish;
    draft.emit_apart(Event::VigorishCharged { person, seat, spot, amount, how, clauses });
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

/// What pushes stays on the layout; coupons that were decided by nothing stay as well.
fn pushes(draft: &mut Draft<'_>, items: &[Item<'_>]) {
    for item in items.iter().filter(|item| item.payment.verdict == Verdict::Push && !item.open) {
        draft.emit_apart(Event::WagerPushed {
            key: item.bet.key,
            seat: item.bet.seat,
            stake: item.bet.stake,
            note: Arc::clone(item.note()),
        });
    }
}
