//! Between the cage and the tables: money is held for a buy-in, posted when the table takes it, voided when it does
//! not; chips come home when their owner cashes out, leaves or is seen off.

use banco_money::{Amount, Currency, MoneyError};

use crate::authority::{Actor, Role};
use crate::cage::counter::within_deposit_limits;
use crate::cage::decide::{Draft, Step, no};
use crate::cage::event::{ChipsEvent, PlayEvent};
use crate::cage::limits::{Limit, LimitKey, left_of};
use crate::cage::refusal::Reason;
use crate::cage::state::{Hold, HoldId};
use crate::cage::time::Period;
use crate::link::TableId;
use crate::name::Clauses;
use crate::reasons::need_reason;

/// The owner keeps money for a buy-in.
pub fn hold(draft: &mut Draft, by: Actor, table: TableId, amount: Amount) -> Step {
    draft.need_owner(by)?;
    keep(draft, table, amount).map(|_| ())
}

/// Money goes aside for a buy-in, as far as the owner may play and wants to lose.
fn keep(draft: &mut Draft, table: TableId, amount: Amount) -> Result<Hold, crate::cage::refusal::Refusal> {
    draft.need_player()?;
    draft.need_amount(amount, "buy in for")?;
    draft.need_balance(amount, "buy in with")?;
    may_lose(draft, amount, draft.account.books().held)?;
    let hold = Hold { id: HoldId(draft.account.next_hold), table, amount };
    draft.emit(ChipsEvent::Held { amount, at: draft.now, hold: hold.id, table });
    Ok(hold)
}

/// So much may be brought beside what else is held: what waits to be brought counts as brought.
fn may_lose(draft: &Draft, amount: Amount, held: Amount) -> Step {
    for period in Period::ALL {
        let Limit::Loss { most: Some(most), .. } = draft.account.limits().of(LimitKey::Loss(period)) else {
            continue;
        };
        let used = draft.account.flows().lost(period, draft.now).saturating_add(i128::from(held.minor()));
        if used.saturating_add(i128::from(amount.minor())) > i128::from(most.minor()) {
            let left = left_of(most, used, amount.currency());
            return Err(no(Reason::LossLimit { amount, left, period }));
        }
    }
    Ok(())
}

/// A buy-in that no table has taken is given up.
pub fn void(draft: &mut Draft, by: Actor, id: HoldId, reason: &str) -> Step {
    if by.role() == Role::Participant {
        draft.need_owner(by)?;
    } else {
        draft.need_staff(by, &[Role::Cashier], "cashier")?;
    }
    let Some(hold) = draft.account.holds().iter().find(|hold| hold.id == id).copied() else {
        return Err(no(Reason::UnknownHold { hold: id }));
    };
    let reason = need_reason(reason, Clauses::default())?;
    give_back(draft, hold, &reason);
    Ok(())
}

fn give_back(draft: &mut Draft, hold: Hold, reason: &str) {
    let Hold { id, table, amount } = hold;
    draft.emit(ChipsEvent::Voided { amount, at: draft.now, hold: id, reason: reason.into(), table });
}

/// All buy-ins that no table has taken are given up, or those at one table.
pub fn void_all(draft: &mut Draft, at: Option<TableId>, reason: &str) {
    let holds = draft.account.holds().to_vec();
    let concerned = holds.into_iter().filter(|hold| at.is_none_or(|table| hold.table == table));
    concerned.for_each(|hold| give_back(draft, hold, reason));
}

/// The owner comes to a table.
pub fn come(draft: &mut Draft, table: TableId, currency: Currency) -> Step {
    draft.need_player()?;
    let own = draft.account.currency();
    if currency != own {
        return Err(no(MoneyError::CurrencyMismatch(currency, own).into()));
    }
    if !draft.account.tables().contains(&table) {
        draft.emit(PlayEvent::Came { at: draft.now, table });
    }
    Ok(())
}

/// The table takes a buy-in: what was kept for it is posted, or what is kept now.
pub fn buy_in(draft: &mut Draft, table: TableId, amount: Amount) -> Step {
    draft.need_player()?;
    need_there(draft, table)?;
    let kept =
        draft.account.holds().iter().find(|hold| hold.table == table && hold.amount == amount).copied();
    let hold = match kept {
        // The limits may have become tighter since.
        Some(hold) => {
            let others = draft.account.books().held.minus(amount).map_err(|error| no(error.into()))?;
            may_lose(draft, amount, others)?;
            hold
        }
        None => keep(draft, table, amount)?,
    };
    draft.emit(ChipsEvent::Posted { amount, at: draft.now, hold: hold.id, table });
    Ok(())
}

/// The dealer has taken cash for chips: it is a deposit that goes to the table at once, so both limits bind it.
pub fn take_cash(draft: &mut Draft, table: TableId, amount: Amount) -> Step {
    draft.need_player()?;
    need_there(draft, table)?;
    draft.need_amount(amount, "buy in for")?;
    draft.need_room(amount)?;
    within_deposit_limits(draft, amount)?;
    may_lose(draft, amount, draft.account.books().held)?;
    draft.emit(ChipsEvent::CashTaken { amount, at: draft.now, table });
    Ok(())
}

/// Two people put the owner's chips at a table right, in the owner's favor: only as far as the owner may play, and could
/// bring as much themself. The chips are no deposit; they come home as what was won.
pub fn correct(draft: &Draft, table: TableId, amount: Amount) -> Step {
    draft.need_player()?;
    need_there(draft, table)?;
    draft.need_amount(amount, "correct")?;
    within_deposit_limits(draft, amount)?;
    may_lose(draft, amount, draft.account.books().held)
}

fn need_there(draft: &Draft, table: TableId) -> Step {
    if draft.account.tables().contains(&table) {
        return Ok(());
    }
    Err(no(Reason::NotAtTable { person: draft.account.person(), table }))
}

/// Chips come home: whatever the account is good for, they are its owner's.
pub fn come_home(draft: &mut Draft, table: TableId, amount: Amount) -> Step {
    need_there(draft, table)?;
    draft.need_amount(amount, "bring home")?;
    draft.need_room(amount)?;
    draft.emit(ChipsEvent::Returned { amount, at: draft.now, table });
    Ok(())
}

/// The owner has left a table; what was kept for it is not wanted any more.
pub fn leave(draft: &mut Draft, table: TableId) {
    void_all(draft, Some(table), "left the table");
    if draft.account.tables().contains(&table) {
        draft.emit(PlayEvent::Left { at: draft.now, table });
    }
}
