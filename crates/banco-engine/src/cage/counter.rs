//! At the window of the cage: accounts are opened and closed, money comes in and goes out, balances are put right.

use std::sync::Arc;

use banco_money::{Amount, Currency};

use crate::authority::{Actor, Person, Request, RequestId, Role, find_request, may_approve, may_ask};
use crate::cage::command::Wanted;
use crate::cage::decide::{Draft, Step, no};
use crate::cage::event::{MoneyEvent, RequestEvent, StandingEvent};
use crate::cage::limits::{Limit, LimitKey, left_of};
use crate::cage::refusal::{Reason, Refusal};
use crate::cage::state::{Kind, Status};
use crate::cage::time::{DAY, Period};
use crate::house::{Authorized, House, MoneyAction, MovedAlone};
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

/// A cashier takes money in; from the house's level on, once another person approves.
pub fn deposit(draft: &mut Draft, house: &House, by: Actor, amount: Amount) -> Step {
    draft.need_staff(by, CASHIER, "cashier")?;
    depositable(draft, amount)?;
    match authorize(draft, house, MoneyAction::Deposit, amount)? {
        Some(alone) => {
            let (at, by) = (draft.now, by.person());
            draft.emit(MoneyEvent::Deposited { alone, amount, approval: None, at, by });
        }
        None => file_request(draft, house, by, Wanted::Deposit { amount }),
    }
    Ok(())
}

/// The account can take the money now.
fn depositable(draft: &Draft, amount: Amount) -> Step {
    draft.need_customer()?;
    draft.need_amount(amount, "pay in")?;
    draft.need_room(amount)?;
    within_deposit_limits(draft, amount)
}

/// Money that comes to the house, at the cage or at a table, stays within what the owner has chosen.
pub fn within_deposit_limits(draft: &Draft, amount: Amount) -> Step {
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
    Ok(())
}

/// One person may do it, and whether that counts toward the level; `None` where it takes another. More than the house
/// allows is refused.
fn authorize(
    draft: &Draft,
    house: &House,
    action: MoneyAction,
    amount: Amount,
) -> Result<Option<bool>, Refusal> {
    let within_a_day = |moved: &&MovedAlone| moved.at.is_some_and(|at| draft.now.since(at) < DAY);
    let moved = draft.account.moved_alone.iter().filter(|moved| moved.action == action);
    let moved = moved.filter(within_a_day).fold(0i64, |sum, moved| sum.saturating_add(moved.minor));
    match house.authorize(action, amount, moved) {
        Authorized::Never(most) => Err(no(Reason::AboveCap { action: action.name(), amount, most })),
        Authorized::Alone { counts } => Ok(Some(counts)),
        Authorized::WithApproval => Ok(None),
    }
}

/// A cashier pays money out: always, but to somebody who has not shown who they are. On a floor for real money the
/// owner has a part in it, by an identity check or by their own word; from the house's level on, another person too.
pub fn pay_out(draft: &mut Draft, house: &House, by: Actor, amount: Amount, identity: Option<&str>) -> Step {
    draft.need_staff(by, CASHIER, "cashier")?;
    payable(draft, amount)?;
    let identity = identity.map(|check| need_reason(check, Clauses::default())).transpose()?;
    match authorize(draft, house, MoneyAction::PayOut, amount)? {
        Some(alone) if identity.is_some() || !house.is_strict() => {
            let (at, by) = (draft.now, by.person());
            draft.emit(MoneyEvent::PaidOut { alone, amount, approval: None, at, by, identity });
        }
        _ => file_request(draft, house, by, Wanted::PayOut { amount, identity }),
    }
    Ok(())
}

/// The account can pay the money now.
fn payable(draft: &Draft, amount: Amount) -> Step {
    let status = draft.account.status();
    if status == Status::Pending {
        return Err(no(Reason::NotActive { status }));
    }
    draft.need_amount(amount, "pay out")?;
    draft.need_balance(amount, "pay out")
}

/// Note of a payout that its owner has confirmed.
const CONFIRMED: &str = "confirmed by the owner";

/// The owner confirms a payout: it happens, unless its amount takes another person of the staff as well.
pub fn confirm_pay_out(draft: &mut Draft, house: &House, by: Actor, id: RequestId) -> Step {
    draft.need_owner(by)?;
    let (open, expired) = (draft.account.requests(), draft.account.expired());
    let request = find_request(open, expired, id, Clauses::default())?.clone();
    let Wanted::PayOut { amount, identity: None } = request.what else {
        return Err(no(Reason::NothingChanges));
    };
    payable(draft, amount)?;
    draft.emit(RequestEvent::Confirmed { at: draft.now, note: CONFIRMED.into(), request: id });
    if let Some(alone) = authorize(draft, house, MoneyAction::PayOut, amount)? {
        let approval = Approval { approved_by: by.person(), asked_by: request.by, request: id };
        let identity = Some(CONFIRMED.into());
        let (approval, by) = (Some(approval), request.by);
        draft.emit(MoneyEvent::PaidOut { alone, amount, approval, at: draft.now, by, identity });
    }
    Ok(())
}

/// What the account is good for changes. Its owner may close it; everything else is for the staff. Under full controls a
/// suspension ends once another person approves.
pub fn change_status(draft: &mut Draft, house: &House, by: Actor, reason: &str, status: Status) -> Step {
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
    if house.is_strict() && (from, status) == (Status::Suspended, Status::Active) {
        file_request(draft, house, by, Wanted::Reactivate { reason });
        return Ok(());
    }
    let (at, by) = (draft.now, by.person());
    draft.emit(StandingEvent::StatusChanged { approval: None, at, by, reason, status });
    Ok(())
}

/// The account is suspended, and its suspension can end.
fn reactivable(draft: &Draft, reason: &str) -> Result<Wanted, Refusal> {
    let from = draft.account.status();
    if from != Status::Suspended {
        return Err(no(Reason::WrongStatus { from, to: Status::Active }));
    }
    Ok(Wanted::Reactivate { reason: need_reason(reason, Clauses::default())? })
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
    let action = match &wanted {
        Wanted::Adjust { amount, .. } => {
            correctable(draft, house, *amount)?;
            None
        }
        Wanted::Reactivate { .. } => None,
        Wanted::Deposit { amount } => Some((MoneyAction::Deposit, *amount)),
        Wanted::PayOut { amount, .. } => Some((MoneyAction::PayOut, *amount)),
    };
    match action {
        None if matches!(wanted, Wanted::Reactivate { .. }) => draft.need_staff(by, KEEPERS, KEEPERS_NAME)?,
        None => may_ask(by, |person| draft.is_own(person), Clauses::default())?,
        // Money at the window is the cashier's to ask for, also where one person would be enough.
        Some((action, amount)) => {
            draft.need_staff(by, CASHIER, "cashier")?;
            authorize(draft, house, action, amount)?;
        }
    }
    let what = checked(draft, wanted)?;
    file_request(draft, house, by, what);
    Ok(())
}

/// Another person has to answer this from now on.
fn file_request(draft: &mut Draft, house: &House, by: Actor, what: Wanted) {
    let id = RequestId(draft.account.next_request);
    let until = house.answer_by(draft.now);
    let request = Request { by: by.person(), id, role: by.role(), until, what };
    draft.emit(RequestEvent::Asked { at: draft.now, request });
}

/// What is wanted, if it can be.
fn checked(draft: &Draft, wanted: Wanted) -> Result<Wanted, Refusal> {
    match wanted {
        Wanted::Adjust { amount, reason } => adjustable(draft, amount, &reason),
        Wanted::Reactivate { reason } => reactivable(draft, &reason),
        Wanted::Deposit { amount } => depositable(draft, amount).map(|()| wanted),
        Wanted::PayOut { amount, identity } => {
            payable(draft, amount)?;
            let check = |check: Arc<str>| need_reason(&check, Clauses::default());
            Ok(Wanted::PayOut { amount, identity: identity.map(check).transpose()? })
        }
    }
}

/// No approval lifts the most that one correction moves, either way.
fn correctable(draft: &Draft, house: &House, amount: Amount) -> Step {
    let moved = if amount.is_positive() { Ok(amount) } else { amount.negated() };
    let moved = moved.map_err(|error| no(error.into()))?;
    authorize(draft, house, MoneyAction::Correction, moved).map(|_| ())
}

fn adjustable(draft: &Draft, amount: Amount, reason: &str) -> Result<Wanted, Refusal> {
    let status = draft.account.status();
    if status == Status::Closed {
        return Err(no(Reason::NotActive { status }));
    }
    let reason: Arc<str> = need_reason(reason, Clauses::default())?;
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
    let executive_for = match &request.what {
        Wanted::Adjust { amount, .. } => house.executive_for(*amount),
        Wanted::Deposit { .. } | Wanted::PayOut { .. } | Wanted::Reactivate { .. } => None,
    };
    may_approve(&request, by, executive_for, |person| draft.is_own(person), Clauses::default())?;
    let (at, asker) = (draft.now, request.by);
    let approval = Approval { approved_by: by.person(), asked_by: asker, request: id };
    match checked(draft, request.what)? {
        Wanted::Adjust { amount, reason } => {
            correctable(draft, house, amount)?;
            draft.emit(MoneyEvent::Adjusted { amount, approval, at, reason })
        }
        Wanted::Reactivate { reason } => {
            let (approval, status) = (Some(approval), Status::Active);
            draft.emit(StandingEvent::StatusChanged { approval, at, by: asker, reason, status });
        }
        Wanted::Deposit { amount } => {
            authorize(draft, house, MoneyAction::Deposit, amount)?;
            draft.emit(MoneyEvent::Deposited {
                alone: false,
                amount,
                approval: Some(approval),
                at,
                by: asker,
            });
        }
        Wanted::PayOut { amount, identity } => {
            authorize(draft, house, MoneyAction::PayOut, amount)?;
            if identity.is_none() && house.is_strict() {
                return Err(no(Reason::OwnerNeeded { person: draft.account.person() }));
            }
            draft.emit(MoneyEvent::PaidOut {
                alone: false,
                amount,
                approval: Some(approval),
                at,
                by: asker,
                identity,
            });
        }
    }
    Ok(())
}

/// Somebody lost the role in which they asked: what they asked for does not happen.
pub fn lapse(draft: &mut Draft, asker: Person) {
    let lapsed = draft.account.requests().iter().filter(|request| request.by == asker);
    let lapsed: Vec<RequestId> = lapsed.map(|request| request.id).collect();
    for request in lapsed {
        draft.emit(RequestEvent::Lapsed { at: draft.now, request });
    }
}

/// Another person, or whoever asked, turns it down.
pub fn turn_down(draft: &mut Draft, by: Actor, id: RequestId, reason: &str) -> Step {
    let found = find_request(draft.account.requests(), draft.account.expired(), id, Clauses::default());
    // The asker takes a request back, and the owner declines a payout.
    let own = found.as_ref().is_ok_and(|request: &&Request<Wanted>| {
        let is_pay_out = matches!(request.what, Wanted::PayOut { .. });
        (request.by, request.role) == (by.person(), by.role())
            || is_pay_out && by.role() == Role::Participant && draft.need_owner(by).is_ok()
    });
    if !own {
        may_ask(by, |person| draft.is_own(person), Clauses::default())?;
    }
    found?;
    let reason = need_reason(reason, Clauses::default())?;
    draft.emit(RequestEvent::TurnedDown { at: draft.now, by: by.person(), reason, request: id });
    Ok(())
}
