//! At the window of the cage: accounts are opened and closed, money comes in and goes out, balances are put right.

use std::sync::Arc;

use banco_money::{Amount, Currency};

use crate::authority::{Actor, Request, RequestId, Role, find_request, may_approve, may_ask};
use crate::cage::command::{House, Wanted};
use crate::cage::decide::{Draft, Step, no};
use crate::cage::event::{MoneyEvent, RequestEvent, StandingEvent};
use crate::cage::limits::{Limit, LimitKey, left_of};
use crate::cage::refusal::{Reason, Refusal};
use crate::cage::state::{Kind, Status};
use crate::cage::time::Period;
use crate::link::Approval;
use crate::name::Clauses;
use crate::reasons::need_reason;

const CASHIER: &[Role] = &[Role::Cashier];
/// Who changes what an account is good for.
const KEEPERS: &[Role] = &[Role::Cashier, Role::Floor, Role::Executive];
const KEEPERS_NAME: &str = "cashier, floorperson or executive";

/// Opens an account, or one that was closed again. Guests open one for play money by themselves.
pub fn open(draft: &mut Draft, house: &House, by: Actor, currency: Currency, kind: Kind) -> Step {
    let account = &draft.account;
    let person = account.person();
    if account.is_opened() && account.status() != Status::Closed {
        return Err(no(Reason::AccountExists { person }));
    }
    if kind == Kind::Demo && by.role() == Role::Participant {
        draft.need_owner(by)?;
    } else {
        draft.need_staff(by, CASHIER, "cashier")?;
    }
    let known = account.is_opened().then(|| account.kind()).or(house.kind);
    if let Some(floor) = known.filter(|floor| *floor != kind) {
        return Err(no(Reason::OtherKind { floor, kind }));
    }
    if account.is_opened() && account.currency() != currency {
        return Err(no(banco_money::MoneyError::CurrencyMismatch(currency, account.currency()).into()));
    }
    // Whoever plays for money shows who they are first.
    let status = if kind == Kind::Real { Status::Pending } else { Status::Active };
    draft.emit(StandingEvent::Opened { at: draft.now, by: by.person(), currency, kind, person, status });
    Ok(())
}

/// A cashier takes money in.
pub fn deposit(draft: &mut Draft, by: Actor, amount: Amount) -> Step {
    draft.need_staff(by, CASHIER, "cashier")?;
    draft.need_customer()?;
    draft.need_amount(amount, "pay in")?;
    draft.need_room(amount)?;
    for period in Period::ALL {
        let used = draft.account.flows().deposited(period, draft.now);
        let Limit::Deposit { most: Some(most), .. } = draft.account.limits().of(LimitKey::Deposit(period))
        else {
            continue;
        };
        if used.saturating_add(i128::from(amount.minor())) > i128::from(most.minor()) {
            let left = left_of(most, used, amount.currency());
            return Err(no(Reason::DepositLimit { amount, left, period }));
        }
    }
    draft.emit(MoneyEvent::Deposited { amount, at: draft.now, by: by.person() });
    Ok(())
}

/// A cashier pays money out: always, but to somebody who has not shown who they are.
pub fn pay_out(draft: &mut Draft, by: Actor, amount: Amount) -> Step {
    draft.need_staff(by, CASHIER, "cashier")?;
    let status = draft.account.status();
    if status == Status::Pending {
        return Err(no(Reason::NotActive { status }));
    }
    draft.need_amount(amount, "pay out")?;
    draft.need_balance(amount, "pay out")?;
    draft.emit(MoneyEvent::PaidOut { amount, at: draft.now, by: by.person() });
    Ok(())
}

/// What the account is good for changes. Its owner may close it; everything else is for the staff.
pub fn change_status(draft: &mut Draft, by: Actor, reason: &str, status: Status) -> Step {
    if status == Status::Closed && by.role() == Role::Participant {
        draft.need_owner(by)?;
    } else {
        draft.need_staff(by, KEEPERS, KEEPERS_NAME)?;
    }
    let from = draft.account.status();
    let allowed = match from {
        Status::Active => matches!(status, Status::Suspended | Status::Closed),
        Status::Pending | Status::Suspended => {
            matches!(status, Status::Active | Status::Suspended | Status::Closed)
        }
        // It is opened again at the window.
        Status::Closed => false,
    };
    if from == status {
        return Err(no(Reason::NothingChanges));
    }
    if !allowed {
        return Err(no(Reason::WrongStatus { from, to: status }));
    }
    if status == Status::Closed {
        need_empty(draft)?;
    }
    let reason = need_reason(reason, Clauses::default())?;
    draft.emit(StandingEvent::StatusChanged { at: draft.now, by: by.person(), reason, status });
    Ok(())
}

/// Nothing is in the account or at a table.
fn need_empty(draft: &Draft) -> Step {
    let account = &draft.account;
    if let Some(table) = account.tables().first() {
        return Err(no(Reason::AtTable { person: account.person(), table: *table }));
    }
    let books = account.books();
    match [books.held, books.balance].into_iter().find(|holds| !holds.is_zero()) {
        Some(holds) => Err(no(Reason::NotEmpty { holds })),
        None => Ok(()),
    }
}

/// Asks for what takes two people.
pub fn ask(draft: &mut Draft, house: &House, by: Actor, wanted: Wanted) -> Step {
    may_ask(by, |person| draft.is_own(person), Clauses::default())?;
    let what = checked(draft, wanted)?;
    let id = RequestId(draft.account.next_request);
    let until = house.answer_by(draft.now);
    let request = Request { by: by.person(), id, role: by.role(), until, what };
    draft.emit(RequestEvent::Asked { at: draft.now, request });
    Ok(())
}

/// What is wanted, if it can be.
fn checked(draft: &Draft, wanted: Wanted) -> Result<Wanted, Refusal> {
    let Wanted::Adjust { amount, reason } = wanted;
    let status = draft.account.status();
    if status == Status::Closed {
        return Err(no(Reason::NotActive { status }));
    }
    let reason: Arc<str> = need_reason(&reason, Clauses::default())?;
    draft.need_money(amount)?;
    if amount.is_zero() {
        return Err(no(Reason::BadAmount { amount, doing: "put right" }));
    }
    draft.need_room(amount)?;
    if !amount.is_positive() {
        let taken = amount.negated().map_err(|error| no(error.into()))?;
        draft.need_balance(taken, "take out")?;
    }
    Ok(Wanted::Adjust { amount, reason })
}

/// Another person approves it in time: it happens, if it still can.
pub fn approve(draft: &mut Draft, house: &House, by: Actor, id: RequestId) -> Step {
    let (open, expired) = (draft.account.requests(), draft.account.expired());
    let request = find_request(open, expired, id, Clauses::default())?.clone();
    let Wanted::Adjust { amount, .. } = &request.what;
    let executive_for = house.executive_for(*amount);
    may_approve(&request, by, executive_for, |person| draft.is_own(person), Clauses::default())?;
    let Wanted::Adjust { amount, reason } = checked(draft, request.what)?;
    let approval = Approval { approved_by: by.person(), asked_by: request.by, request: id };
    draft.emit(MoneyEvent::Adjusted { amount, approval, at: draft.now, reason });
    Ok(())
}

/// Another person, or whoever asked, turns it down.
pub fn turn_down(draft: &mut Draft, by: Actor, id: RequestId, reason: &str) -> Step {
    may_ask(by, |person| draft.is_own(person), Clauses::default())?;
    find_request(draft.account.requests(), draft.account.expired(), id, Clauses::default())?;
    let reason = need_reason(reason, Clauses::default())?;
    draft.emit(RequestEvent::TurnedDown { at: draft.now, by: by.person(), reason, request: id });
    Ok(())
}
