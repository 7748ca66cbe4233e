//! What the floor may do: hold, resume, void, accommodate, correct.
//!
//! CO 30-2801(2), and the powers that every rulebook gives to its floor.

use banco_money::{Amount, MoneyError};

use super::opening::positive;
use super::{family, request};
use crate::Clauses;
use crate::table::draft::{Draft, Step, need_reason, need_role, refuse};
use crate::table::event::{FloorEvent, HouseMoneyEvent, WageringEvent};
use crate::table::ledger::Account;
use crate::table::people::{Actor, Person, Role};
use crate::table::refusal::Reason;
use crate::table::request::{VoidReason, Wanted};
use crate::table::restriction;
use crate::table::state::{Early, Phase, Stage};
use crate::table::wager::{Bet, BetKey};

/// Holds the table.
pub fn hold(draft: &mut Draft<'_>, by: Actor, reason: &str) -> Step {
    let clauses = draft.topics().floor;
    need_role(by, &[Role::Floor], "floorperson", clauses)?;
    let reason = need_reason(reason, clauses)?;
    draft.emit(clauses, FloorEvent::TableHeld { by: by.person(), reason });
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
    draft.emit(clauses, FloorEvent::TableResumed { by: by.person() });
    Ok(())
}

/// Annuls the round that is being dealt, before its first card: the floor alone may. Later it takes two people,
/// unless the licensee has chosen otherwise.
pub fn void(draft: &mut Draft<'_>, by: Actor, reason: &str) -> Step {
    let clauses = draft.topics().void;
    need_role(by, &[Role::Floor, Role::Executive], "floorperson", clauses)?;
    voidable(draft, clauses)?;
    if draft.round.cards() > 0 && draft.rules().void_takes_two() {
        return Err(refuse(Reason::SecondPersonNeeded, clauses));
    }
    let reason = need_reason(reason, clauses)?;
    void_round(draft, (by.person(), None), &reason, false, clauses)
}

/// A round is being dealt, and its result is not announced: then wagers are settled.
fn voidable(draft: &Draft<'_>, clauses: Clauses) -> Step {
    draft.need_phase(Phase::Dealing, "void the round", clauses)?;
    if draft.round.stage == Stage::Complete {
        return Err(refuse(Reason::ResultStands, clauses));
    }
    Ok(())
}

/// The round can be void for one of the reasons that the rulebook knows.
pub fn voidable_for(draft: &Draft<'_>, why: VoidReason, clauses: Clauses) -> Step {
    voidable(draft, clauses)?;
    match why {
        VoidReason::CannotBeCompleted => Ok(()),
        VoidReason::Irregularity(id) if draft.rules().knows_irregularity(id) => Ok(()),
        VoidReason::Irregularity(id) => {
            Err(refuse(Reason::UnknownVoidReason { reason: id.to_string() }, clauses))
        }
    }
}

/// Whoever voids a round, and whoever else approves it.
pub type By = (Person, Option<Person>);

/// The round never was: payouts go back, then every wager returns to its owner.
pub fn void_round(
    draft: &mut Draft<'_>,
    (by, second): By,
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
    draft.emit(clauses, FloorEvent::RoundVoided { by, new_shoe, reason: reason.into(), second });
    Ok(())
}

fn reverse(draft: &mut Draft<'_>, early: &Early, clauses: Clauses) {
    let Early { key, seat, stake, lost, handed, pressed } = *early;
    if let Some((wager, pressed)) = pressed {
        let key = BetKey { wager, ..key };
        draft.emit(clauses, HouseMoneyEvent::PressReversed { key, pressed });
    }
    draft.emit(clauses, HouseMoneyEvent::EarlyReversed { key, seat, handed, stake, lost });
}

/// A wager as it was before anything was added to it. A run goes on: it belongs to more than this round.
pub fn give_back(draft: &mut Draft<'_>, bet: &Bet, clauses: Clauses) -> Step {
    if draft.rules().spot(bet.spot).is_none_or(|spot| spot.needs.history) {
        return Ok(());
    }
    let mut stake = bet.stake;
    let pressed = draft.table.early.iter().filter(|early| early.key.owner == bet.key.owner);
    for (onto, amount) in pressed.filter_map(|early| early.pressed) {
        if onto == bet.key.wager && !bet.key.for_dealer {
            let money = |error: MoneyError| refuse(error.into(), clauses);
            stake.chips = stake.chips.minus(amount).map_err(money)?;
        }
    }
    draft.emit(
        clauses,
        WageringEvent::WagerReturned { key: bet.key, seat: bet.seat, stake, taken_in: bet.taken_in },
    );
    Ok(())
}

/// Lets somebody act for a participant with a disability, where the rulebook provides for it. Under full controls the
/// participant agrees to it in person, or another person of the floor records that they do.
pub fn accommodate(draft: &mut Draft<'_>, by: Actor, person: Person, helper: Person, reason: &str) -> Step {
    let clauses = draft.topics().accommodation;
    help_is_provided(draft)?;
    need_role(by, &[Role::Floor], "floorperson", clauses)?;
    // Whoever allows it is not the one who may then act with another's money.
    if helper == by.person() {
        return Err(refuse(Reason::SamePerson { person: helper }, clauses));
    }
    may_help(draft, person, helper)?;
    let reason = need_reason(reason, clauses)?;
    if draft.context.house.is_strict() {
        return request::ask(draft, by, &Wanted::Accommodation { helper, person, reason });
    }
    draft.emit(clauses, FloorEvent::Accommodated { person, helper, reason, by: by.person() });
    Ok(())
}

/// The rulebook provides for help.
pub fn help_is_provided(draft: &Draft<'_>) -> Step {
    if draft.topics().accommodation.is_empty() {
        let reason = Reason::NotProvided { what: "accommodation clause" };
        return Err(refuse(reason, draft.topics().floor));
    }
    Ok(())
}

/// Somebody else may act for a participant.
pub fn may_help(draft: &Draft<'_>, person: Person, helper: Person) -> Step {
    let clauses = draft.topics().accommodation;
    draft.person(person)?;
    if person == helper {
        return Err(refuse(Reason::SecondPersonNeeded, clauses));
    }
    Ok(())
}

/// Money may be moved so by hand. Wagers are not corrected: a round is voided.
pub fn correctable(draft: &Draft<'_>, from: Account, to: Account, amount: Amount, clauses: Clauses) -> Step {
    if draft.context.house.is_strict() {
        strictly_correctable(draft, from, to, clauses)?;
    }
    positive(amount, "correct", clauses)?;
    let fits = kind(from).is_some() && kind(from) == kind(to) && from != to;
    let (Some(have), Some(before)) = (draft.table.balance(from), draft.table.balance(to)) else {
        return Err(refuse(Reason::AccountShort, clauses));
    };
    // A jackpot that was paid in error comes back to its link; nothing leaves that account by hand.
    let mirrors = from.mirrors() && from != Account::Link;
    if !fits || (!mirrors && have.minor() < amount.minor()) {
        return Err(refuse(Reason::AccountShort, clauses));
    }
    before.plus(amount).map(|_| ()).map_err(|error| refuse(error.into(), clauses))
}

/// Under full controls no correction makes chips or promotions out of nothing, and none takes what is a participant's but
/// back to where it came from. What comes to participants is bound by what they chose for their protection.
fn strictly_correctable(draft: &Draft<'_>, from: Account, to: Account, clauses: Clauses) -> Step {
    use Account::{
        Charged, Chips, Collected, Coupons, Drop, House, Issued, Link, Owed, Promotional, Tokes, Tray,
    };
    match (from, to) {
        (Tray, Chips(person)) => restriction::may_receive(draft, person, clauses),
        (Chips(_), Tray | Link)
        | (Promotional(_) | Coupons(_), Issued)
        | (Owed(_), Charged | Collected)
        | (Charged | Collected, Owed(_))
        | (House, Tray | Drop)
        | (Tray, House | Drop | Tokes | Link)
        | (Drop, House | Tray | Tokes)
        | (Tokes, Tray | Drop)
        | (Charged, Collected)
        | (Collected, Charged) => Ok(()),
        _ => Err(refuse(Reason::NotCorrectable, clauses)),
    }
}

/// Accounts between which money may be moved by hand: value, vigorish or promotions.
const fn kind(account: Account) -> Option<u8> {
    Some(match account {
        Account::Outside
        | Account::House
        | Account::Tray
        | Account::Drop
        | Account::Tokes
        | Account::Link
        | Account::Chips(_) => 0,
        Account::Charged | Account::Collected | Account::Owed(_) => 1,
        Account::Issued | Account::Promotional(_) | Account::Coupons(_) => 2,
        Account::Layout | Account::Progressive | Account::Cover | Account::IssuedOnLayout => return None,
    })
}
