//! What the floor may do: hold, resume, void, accommodate, correct.
//!
//! CO 30-2801(2), and the powers that every rulebook gives to its floor.

use banco_money::{Amount, MoneyError};

use crate::Clauses;
use super::super::draft::{Draft, Step, need_reason, need_role, refuse};
use super::super::event::Event;
use super::super::ledger::Account;
use super::super::people::{Actor, Person, Role};
use super::super::refusal::Reason;
use super::super::state::{Early, Phase};
use super::super::wager::{Bet, BetKey};
use super::family;
use super::opening::positive;

/// Holds the table.
pub fn hold(draft: &mut Draft<'_>, by: Actor, reason: &str) -> Step {
    let clauses = draft.topics().floor;
    need_role(by, &[Role::Floor], "floorperson", clauses)?;
    let reason = need_reason(reason, clauses)?;
    draft.emit(Event::TableHeld { by: by.person(), reason, clauses });
    Ok(())
}

/// Lets it go on.
pub fn resume(draft: &mut Draft<'_>, by: Actor) -> Step {
    let clauses = draft.topics().floor;
    need_role(by, &[Role::Floor], "floorperson", clauses)?;
    if draft.table.hold.is_none() {
        let now = "the table is not held";
        return Err(refuse(Reason::WrongMoment { doing: "resume", now }, clauses));
    }
    draft.emit(Event::TableResumed { by: by.person(), clauses });
    Ok(())
}

/// Annuls the round that is being dealt.
pub fn void(draft: &mut Draft<'_>, by: Actor, reason: &str) -> Step {
    let clauses = draft.topics().floor;
    need_role(by, &[Role::Floor], "floorperson", clauses)?;
    draft.need_phase(Phase::Dealing, "void the round", clauses)?;
    let reason = need_reason(reason, clauses)?;
    void_round(draft, by.person(), &reason, false, clauses)
}

/// The round never was: payouts go back, then every wager returns to its owner.
pub fn void_round(
    draft: &mut Draft<'_>,
    by: Person,
    reason: &str,
    new_shoe: bool,
    clauses: Clauses,
) -> Step {
    if draft.round.unwagered.is_none() {
        for early in &draft.table.early {
            reverse(draft, early, clauses);
        }
        for Early { key, .. } in &draft.table.early {
            for account in [Account::Chips(key.owner), Account::Tokes, Account::Tray] {
                draft.need_funds(account, "give payouts back with", clauses)?;
            }
        }
        for bet in &draft.table.bets {
            give_back(draft, bet, clauses)?;
        }
        family::give_back(draft, clauses)?;
    }
    draft.emit(Event::RoundVoided { by, reason: reason.into(), new_shoe, clauses: clauses });
    Ok(())
}

fn reverse(draft: &mut Draft<'_>, early: &Early, clauses: Clauses) {
    let Early { key, seat, stake, lost, handed, pressed } = *early;
    if let Some((spot, pressed)) = pressed {
        let key = BetKey { spot, ..key };
        draft.emit(Event::PressReversed { key, pressed, clauses: clauses });
    }
    draft.emit(Event::EarlyReversed { key, seat, handed, stake, lost, clauses: clauses });
}

/// A wager as it was before anything was added to it. A run goes on: it belongs to more than this round.
pub fn give_back(draft: &mut Draft<'_>, bet: &Bet, clauses: Clauses) -> Step {
    let Some(spot) = draft.rules().spot(bet.key.spot).filter(|spot| !spot.needs.history) else {
        return Ok(());
    };
    let mut stake = bet.stake;
    let pressed = draft.table.early.iter().filter(|early| early.key.owner == bet.key.owner);
    for (onto, amount) in pressed.filter_map(|early| early.pressed) {
        if onto == bet.key.spot && !bet.key.for_dealer {
            let money = |error: MoneyError| refuse(error.into(), clauses);
            stake.chips = stake.chips.minus(amount).map_err(money)?;
        }
    }
    draft.emit(Event::WagerReturned {
        key: bet.key,
        seat: bet.seat,
        label: spot.label.clone(),
        stake,
        taken_in: bet.taken_in,
        clauses: clauses,
    });
    Ok(())
}

/// Lets somebody act for a participant with a disability, where the rulebook provides for it.
pub fn accommodate(draft: &mut Draft<'_>, by: Actor, person: Person, helper: Person, reason: &str) -> Step {
    let topics = draft.topics();
    let clauses = topics.accommodation;
    if clauses.is_empty() {
        return Err(refuse(Reason::NotProvided { what: "accommodation clause" }, topics.floor));
    }
    need_role(by, &[Role::Floor], "floorperson", clauses)?;
    draft.person(person)?;
    let reason = need_reason(reason, clauses)?;
    if person == helper {
        return Err(refuse(Reason::SecondPersonNeeded, clauses));
    }
    draft.emit(Event::Accommodated { person, helper, reason, by: by.person(), clauses });
    Ok(())
}

/// A correction of the books.
#[derive(Clone, Copy, Debug)]
pub struct Correction {
    /// From where.
    pub from: Account,
    /// To where.
    pub to: Account,
    /// How much.
    pub amount: Amount,
    /// The second person.
    pub second: Person,
}

/// Corrects the books by a new entry, which two people stand for. Wagers are not corrected: a round is voided.
pub fn correct(draft: &mut Draft<'_>, by: Actor, correction: Correction, reason: &str) -> Step {
    let clauses = draft.topics().floor;
    need_role(by, &[Role::Floor], "floorperson", clauses)?;
    let Correction { from, to, amount, second } = correction;
    let reason = need_reason(reason, clauses)?;
    if second == by.person() {
        return Err(refuse(Reason::SecondPersonNeeded, clauses));
    }
    positive(amount, "correct", clauses)?;
    let fits = kind(from).is_some() && kind(from) == kind(to) && from != to;
    let (Some(have), Some(_)) = (draft.table.balance(from), draft.table.balance(to)) else {
        return Err(refuse(Reason::AccountShort, clauses));
    };
    let mirrors = matches!(from, Account::Outside | Account::House | Account::Charged | Account::Issued);
    if !fits || (!mirrors && have.minor() < amount.minor()) {
        return Err(refuse(Reason::AccountShort, clauses));
    }
    let sum = draft.table.balance(to).map(|before| before.plus(amount)).transpose();
    sum.map_err(|error| refuse(error.into(), clauses))?;
    draft.emit(Event::Corrected { from, to, amount, reason, by: by.person(), second, clauses });
    Ok(())
}

/// Accounts between which money may be moved by hand: value, vigorish or promotions.
const fn kind(account: Account) -> Option<u8> {
    Some(match account {
        Account::Outside
        | Account::House
        | Account::Tray
        | Account::Drop
        | Account::Tokes
        // A jackpot that was paid in error comes back to its link; nothing leaves that account by hand.
        | Account::Link
        | Account::Chips(_) => 0,
        Account::Charged | Account::Collected | Account::Owed(_) => 1,
        Account::Issued | Account::Promotional(_) | Account::Coupons(_) => 2,
        Account::Layout | Account::Progressive | Account::Cover | Account::IssuedOnLayout => return None,
    })
}
