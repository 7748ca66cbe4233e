//! Refusals of an account: what was not allowed, and what to do instead. No rulebook speaks of the cage, so they
//! cite no clause.

use banco_money::{Amount, MoneyError};

use crate::authority::{Person, RequestId, Role};
use crate::cage::limits::LimitKey;
use crate::cage::state::{HoldId, Kind, Status};
use crate::cage::time::{Period, Time};
use crate::link::TableId;
use crate::names::Names;

// First whether the account can act at all, then who asks, then what it is good for, then how things stand, and last
// what is wrong with what is asked.
reasons! {
    #[error("the account has stopped: {fault}")]
    "halted" Halted { fault: String };
    #[error("{person} has no account")]
    "no_account" NoAccount { person: Person };
    #[error("{person} has an account")]
    "account_exists" AccountExists { person: Person };
    #[error("this is for the {needed} to do, not for the {role}")]
    "wrong_role" WrongRole { role: Role, needed: &'static str };
    #[error("only {person} decides on this")]
    "not_yours" NotYours { person: Person };
    #[error("the account is that of {person}, who does not decide on it")]
    "involved" Involved { person: Person };
    #[error("{person} may not decide on this alone: another person must")]
    "same_person" SamePerson { person: Person };
    #[error("{amount} needs an executive")]
    "executive_needed" ExecutiveNeeded { amount: Amount };
    #[error("{person} has not confirmed this payout, and no identity check is recorded")]
    "owner_needed" OwnerNeeded { person: Person };
    #[error("this floor has {floor} accounts, not {kind} ones")]
    "other_kind" OtherKind { floor: Kind, kind: Kind };
    #[error("the account is {status}")]
    "not_active" NotActive { status: Status };
    #[error("{person} has chosen not to play, {until}")]
    "excluded" Excluded { person: Person, until: String };
    #[error("{person} takes a break until {until}")]
    "cooling_off" CoolingOff { person: Person, until: Time };
    #[error("the session has lasted as long as {person} wanted at most")]
    "session_over" SessionOver { person: Person };
    #[error("{person} has not acknowledged how long they have played")]
    "check_due" CheckDue { person: Person };
    #[error("{person} is not signed in")]
    "no_session" NoSession { person: Person };
    #[error("{person} is signed in")]
    "session_open" SessionOpen { person: Person };
    #[error("{person} is not at {table}")]
    "not_at_table" NotAtTable { person: Person, table: TableId };
    #[error("{person} plays at {table}")]
    "at_table" AtTable { person: Person, table: TableId };
    #[error("an account that is {from} does not become {to}")]
    "wrong_status" WrongStatus { from: Status, to: Status };
    #[error("the account holds {holds}")]
    "not_empty" NotEmpty { holds: Amount };
    #[error("nothing waits to be acknowledged")]
    "nothing_due" NothingDue;
    #[error("no looser limit on {limit} waits")]
    "no_limit_waits" NoLimitWaits { limit: LimitKey };
    #[error("the looser limit can be confirmed from {from} on")]
    "too_early" TooEarly { from: Time };
    #[error("what was chosen, {until}, is not made shorter")]
    "shortens" Shortens { until: String };
    #[error("that is so already")]
    "nothing_changes" NothingChanges;
    #[error("nobody has asked for {request}")]
    "unknown_request" UnknownRequest { request: RequestId };
    #[error("nobody has answered {request} in time")]
    "request_expired" RequestExpired { request: RequestId };
    #[error("there is no {hold}")]
    "unknown_hold" UnknownHold { hold: HoldId };
    #[error("a reason must be given")]
    "reason_needed" ReasonNeeded;
    #[error("{error}")]
    "bad_money" BadMoney { #[from] error: MoneyError };
    #[error("{amount} is not an amount to {doing}")]
    "bad_amount" BadAmount { amount: Amount, doing: &'static str };
    #[error("{minutes} minutes is not a time to choose")]
    "bad_minutes" BadMinutes { minutes: u32 };
    #[error("{until} is not a time to come")]
    "bad_time" BadTime { until: Time };
    #[error("there is {have} to {doing}, not {wanted}")]
    "not_enough" NotEnough { have: Amount, wanted: Amount, doing: &'static str };
    #[error("{amount} is more than the limit of {most} for one {action}")]
    "above_cap" AboveCap { action: &'static str, amount: Amount, most: Amount };
    #[error("{amount} is more than the {left} that may still be paid in within {period}")]
    "deposit_limit" DepositLimit { amount: Amount, left: Amount, period: Period };
    #[error("{amount} is more than the {left} that may still be lost within {period}")]
    "loss_limit" LossLimit { amount: Amount, left: Amount, period: Period };
}

impl Reason {
    fn what_instead(&self, _: Option<&Names<'_>>) -> Option<String> {
        Some(match self {
            Self::NoAccount { .. } => "a cashier opens one first".to_owned(),
            Self::WrongRole { needed, .. } => format!("leave it to the {needed}"),
            Self::Involved { .. } | Self::SamePerson { .. } => "somebody else decides".to_owned(),
            Self::ExecutiveNeeded { .. } => "an executive asks or approves".to_owned(),
            Self::NotActive { status: Status::Pending } => {
                "a cashier makes sure who you are first".to_owned()
            }
            Self::Excluded { .. } | Self::CoolingOff { .. } => "money can still be paid out".to_owned(),
            Self::SessionOver { .. } => "sign out, and come back after a break".to_owned(),
            Self::CheckDue { .. } => "acknowledge it, and go on".to_owned(),
            Self::NoSession { .. } => "sign in first".to_owned(),
            Self::NotAtTable { .. } => "sit down first".to_owned(),
            Self::AtTable { .. } => "leave the table first".to_owned(),
            Self::NotEmpty { .. } => "have it paid out first".to_owned(),
            Self::RequestExpired { .. } => "ask for it again".to_owned(),
            Self::TooEarly { from } => format!("come back on {from}"),
            Self::Shortens { .. } => "choose a later time".to_owned(),
            Self::BadTime { .. } => "choose a later time".to_owned(),
            Self::NotEnough { have, .. } => format!("name {have} or less"),
            Self::DepositLimit { left, .. } | Self::LossLimit { left, .. } if left.is_positive() => {
                format!("name {left} or less")
            }
            Self::AboveCap { most, .. } => format!("name {most} or less"),
            Self::OwnerNeeded { .. } => {
                "the owner confirms it on their account page, or the cashier records an identity check"
                    .to_owned()
            }
            Self::DepositLimit { .. } | Self::LossLimit { .. } => {
                "wait until the period has moved on".to_owned()
            }
            Self::Halted { .. }
            | Self::AccountExists { .. }
            | Self::NotYours { .. }
            | Self::OtherKind { .. }
            | Self::NotActive { .. }
            | Self::SessionOpen { .. }
            | Self::WrongStatus { .. }
            | Self::NothingDue
            | Self::NoLimitWaits { .. }
            | Self::NothingChanges
            | Self::UnknownRequest { .. }
            | Self::UnknownHold { .. }
            | Self::ReasonNeeded
            | Self::BadMoney { .. }
            | Self::BadAmount { .. }
            | Self::BadMinutes { .. } => return None,
        })
    }
}
