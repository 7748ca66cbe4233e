//! House Money is settled when four cards lie open, before any third card; the payout is taken or pressed.
//!
//! MB 9(e), 13(h), MM 8(c)(3), 12(h).

use banco_cards::Side;
use banco_money::{Amount, MoneyError, Rounding};
use banco_rulebook::model::vocabulary::SettingId;
use banco_rulebook::model::wager::Moment;

use super::opening::positive;
use super::third_card;
use crate::condition::{CoupFacts, SeatFacts};
use crate::settle::{Payment, Verdict, find_line, pay};
use crate::table::draft::{Draft, Step, refuse};
use crate::table::event::{HouseMoneyEvent, SettlementEvent};
use crate::table::ledger::Account;
use crate::table::people::{Actor, Role};
use crate::table::refusal::{NamedWager, Reason, Refusal};
use crate::table::rules::Rules;
use crate::table::spot::Spot;
use crate::table::state::{Payout, Phase, Stage};
use crate::table::wager::{Bet, BetKey};

/// Whole percents in everything.
const WHOLE: u64 = 100;

/// Settles these wagers seat by seat until a winner has to say what becomes of the payout.
pub fn settle(draft: &mut Draft<'_>) -> Step {
    let due = if draft.round.unwagered.is_some() { Vec::new() } else { in_order(draft) };
    for (bet, spot) in due {
        let (payment, line) = judged(draft, &bet, spot)?;
        let Some(line) = line.filter(|_| payment.verdict == Verdict::Win) else {
            draft.decided.push(bet.key);
            let Bet { key, seat, stake, .. } = bet;
            let lost = SettlementEvent::WagerLost { early: true, key, seat, stake, taken_in: false };
            draft.emit(spot.loses, lost);
            continue;
        };
        let Some(note) = spot.lines.get(line) else { continue };
        draft.emit(
            note.clauses,
            HouseMoneyEvent::PayoutDue {
                key: bet.key,
                seat: bet.seat,
                stake: bet.stake,
                won: payment.won,
                line: note.line,
            },
        );
        // What is won for the dealer is handed out at once, if the tray can.
        let tray = draft.lowest(Account::Tray).map_err(|error| refuse(error.into(), spot.clauses))?.0;
        if !bet.key.for_dealer || tray.minor() < payment.won.minor() {
            return Ok(());
        }
        hand_out(draft, bet.key)?;
    }
    third_card::draw(draft)
}

/// The wagers that are still to be settled now, in the rulebook's order.
fn in_order<'t>(draft: &Draft<'t>) -> Vec<(Bet, &'t Spot)> {
    let rules = draft.rules();
    let mut due = Vec::new();
    let early = |spot: &&Spot| spot.settled() == Moment::BeforeThirdCards;
    if !rules.settles_early {
        return due;
    }
    for pass in &rules.passes {
        for seat in &pass.seats {
            let here = draft.table.bets.iter().filter(|bet| bet.seat == *seat);
            for bet in here.filter(|bet| !draft.decided.contains(&bet.key)) {
                let concerned = pass.spots.get(usize::from(bet.spot.0)).copied().unwrap_or(false);
                if let Some(spot) = rules.spot(bet.spot).filter(early).filter(|_| concerned) {
                    due.push((*bet, spot));
                }
            }
        }
    }
    due
}

/// What a wager is worth on the first four cards, and by which line.
fn judged(draft: &Draft<'_>, bet: &Bet, spot: &Spot) -> Result<(Payment, Option<usize>), Refusal> {
    let coup = third_card::open_coup(draft);
    let seat = SeatFacts::default();
    let facts = CoupFacts {
        coup: &coup,
        backed: spot.backed,
        chosen: &spot.offered.suits,
        seat: &seat,
        history: &[],
        stood: false,
    };
    let table = &spot.offered.table;
    let unknown = || refuse(Reason::CardsNeeded { wager: NamedWager(spot.wager) }, spot.clauses);
    let hit = find_line(table, &facts).ok_or_else(unknown)?;
    let money = |error: MoneyError| refuse(error.into(), spot.clauses);
    let stake = bet.stake.total().map_err(money)?;
    let payment = pay(&draft.rules().terms, table, stake, hit).map_err(money)?;
    let line = hit.line().and_then(|line| table.lines.iter().position(|known| std::ptr::eq(known, line)));
    Ok((payment, line))
}

/// The payout that waits, if whoever acts may answer for it.
fn waiting(draft: &Draft<'_>, by: Actor, dealer_too: bool) -> Result<Payout, Refusal> {
    let clauses = draft.topics().house_money;
    if by.role() != Role::Dealer || !dealer_too {
        draft.participant_in(by, clauses)?;
    }
    let open = draft.table.phase == Phase::Dealing && draft.round.stage == Stage::Payout;
    let Some(payout) = draft.round.payout.filter(|_| open) else {
        let now = "no payout waits";
        return Err(refuse(Reason::WrongMoment { doing: "answer for a payout", now }, clauses));
    };
    let owner = payout.key.owner;
    if by.role() == Role::Participant && by.participant() != owner {
        let reason = Reason::NotYourTurn { person: by.participant(), whose: Some(owner) };
        return Err(refuse(reason, clauses));
    }
    Ok(payout)
}

/// The tray can pay so much.
fn payable(draft: &Draft<'_>, won: Amount) -> Step {
    let have = draft.table.ledger.tray;
    if have.minor() >= won.minor() {
        return Ok(());
    }
    let reason = Reason::NotEnough { have, wanted: won, doing: "pay out of the tray" };
    Err(refuse(reason, draft.topics().house_money))
}

/// Takes the payout. The dealer hands it to whoever is silent.
pub fn take(draft: &mut Draft<'_>, by: Actor) -> Step {
    let payout = waiting(draft, by, true)?;
    payable(draft, payout.won)?;
    hand_out(draft, payout.key)?;
    settle(draft)
}

fn hand_out(draft: &mut Draft<'_>, key: BetKey) -> Step {
    let clauses = draft.topics().house_money;
    let Some(Payout { seat, stake, won, .. }) = draft.round.payout else {
        return Err(refuse(Reason::NothingThere, clauses));
    };
    draft.decided.push(key);
    draft.emit(clauses, HouseMoneyEvent::PayoutTaken { key, seat, won, stake });
    Ok(())
}

/// The percentage of a payout that the licensee lets be added to a wager.
fn share(rules: &Rules) -> u64 {
    rules.setting(SettingId::HouseMoneyPress).map_or(WHOLE, u64::from)
}

/// How much of a payout may be added to a wager.
pub fn pressed(rules: &Rules, won: Amount) -> Result<Amount, MoneyError> {
    won.times(share(rules), WHOLE, Rounding::Down)
}

/// Adds the payout, or the share of it that the licensee lets be added, to the wager on a hand.
pub fn press(draft: &mut Draft<'_>, by: Actor, side: Side) -> Step {
    let clauses = draft.topics().house_money;
    if share(draft.rules()) == 0 {
        return Err(refuse(Reason::NotProvided { what: "adding of payouts to wagers" }, clauses));
    }
    let Payout { key, seat, stake, won } = waiting(draft, by, false)?;
    let onto = draft.rules().hand_spot(side).map(|spot| spot.wager);
    let own = onto.and_then(|wager| draft.table.bet(BetKey { wager, ..key })).filter(|_| !key.for_dealer);
    let Some(own) = own else {
        return Err(refuse(Reason::NoWagerToPress { side }, clauses));
    };
    let money = |error: MoneyError| refuse(error.into(), clauses);
    let pressed = pressed(draft.rules(), won).map_err(money)?;
    positive(pressed, "add to a wager", clauses)?;
    payable(draft, won)?;
    let handed: Amount = won.minus(pressed).map_err(money)?;
    own.stake.chips.plus(pressed).map_err(money)?;
    draft.decided.push(key);
    let onto = own.key.wager;
    draft.emit(clauses, HouseMoneyEvent::PayoutPressed { key, seat, side, onto, pressed, handed, stake });
    settle(draft)
}
