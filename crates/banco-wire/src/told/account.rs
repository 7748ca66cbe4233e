//! Who may see which event of somebody's account.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_engine::Person;
use banco_engine::cage::{
    ChipsEvent, LimitKey, LimitsEvent, MoneyEvent, PlayEvent, ProtectionEvent, RequestEvent, SessionEvent,
    StandingEvent, Wanted, What,
};

use super::Circle::{Everybody, Nobody, Staff};
use super::{Audience, Said};

/// Who may see an event of an account: everybody here is its owner and a cashier. What two people decide about it is
/// the staff's, how long the owner stays and what they limit beside deposits is the owner's.
#[must_use]
pub fn account_audience(owner: Person, what: &What) -> Audience {
    match what {
        What::Standing(event) => standing(owner, event),
        What::Money(event) => money(owner, event),
        What::Request(event) => request(event),
        What::Chips(event) => chips(event),
        What::Play(event) => play(event),
        What::Session(event) => session(event).and(owner),
        What::Limits(event) => limits(owner, event),
        What::Protection(event) => protection(event),
    }
}

fn standing(owner: Person, event: &StandingEvent) -> Audience {
    match event {
        StandingEvent::Opened { .. } => Audience::of("standing.opened", Everybody),
        StandingEvent::StatusChanged { status, .. } => Audience::of("standing.status_changed", Staff)
            .outline(
                Everybody,
                &["at", "status"],
                Said::About("the account of ".to_owned(), owner, format!(" is {status}")),
            ),
    }
}

fn money(owner: Person, event: &MoneyEvent) -> Audience {
    match event {
        MoneyEvent::Deposited { .. } => Audience::of("money.deposited", Everybody),
        MoneyEvent::PaidOut { .. } => Audience::of("money.paid_out", Everybody),
        MoneyEvent::Adjusted { amount, .. } => Audience::of("money.adjusted", Staff).outline(
            Everybody,
            &["amount", "at"],
            Said::About("the balance of ".to_owned(), owner, format!(" is put right by {amount}")),
        ),
    }
}

const fn request(event: &RequestEvent) -> Audience {
    let what = match event {
        // The owner confirms a payout, so they hear of it.
        RequestEvent::Asked { request, .. } if matches!(request.what, Wanted::PayOut { .. }) => {
            return Audience::of("request.asked", Everybody);
        }
        RequestEvent::Asked { .. } => "request.asked",
        RequestEvent::Confirmed { .. } => return Audience::of("request.confirmed", Everybody),
        RequestEvent::Lapsed { .. } => "request.lapsed",
        RequestEvent::TurnedDown { .. } => "request.turned_down",
        RequestEvent::Expired { .. } => "request.expired",
    };
    Audience::of(what, Staff)
}

const fn chips(event: &ChipsEvent) -> Audience {
    let what = match event {
        ChipsEvent::Held { .. } => "chips.held",
        ChipsEvent::Posted { .. } => "chips.posted",
        ChipsEvent::Voided { .. } => "chips.voided",
        ChipsEvent::Returned { .. } => "chips.returned",
        ChipsEvent::CashTaken { .. } => "chips.cash_taken",
    };
    Audience::of(what, Everybody)
}

const fn play(event: &PlayEvent) -> Audience {
    let what = match event {
        PlayEvent::Came { .. } => "play.came",
        PlayEvent::Left { .. } => "play.left",
    };
    Audience::of(what, Everybody)
}

const fn session(event: &SessionEvent) -> Audience {
    let what = match event {
        SessionEvent::Started { .. } => "session.started",
        SessionEvent::Ended { .. } => "session.ended",
        SessionEvent::CheckChosen { .. } => "session.check_chosen",
        SessionEvent::CheckDue { .. } => "session.check_due",
        SessionEvent::CheckAcknowledged { .. } => "session.check_acknowledged",
        SessionEvent::TimeUp { .. } => "session.time_up",
    };
    Audience::of(what, Nobody)
}

/// A cashier sees the limits on deposits alone.
fn limits(owner: Person, event: &LimitsEvent) -> Audience {
    let (what, limit) = match event {
        LimitsEvent::Set { limit, .. } => ("limits.set", limit),
        LimitsEvent::Asked { limit, .. } => ("limits.asked", limit),
        LimitsEvent::Confirmed { limit, .. } => ("limits.confirmed", limit),
        LimitsEvent::Withdrawn { limit, .. } => ("limits.withdrawn", limit),
    };
    match limit.key() {
        LimitKey::Deposit(_) => Audience::of(what, Everybody),
        LimitKey::Loss(_) | LimitKey::Session | LimitKey::Wager => Audience::of(what, Nobody).and(owner),
    }
}

const fn protection(event: &ProtectionEvent) -> Audience {
    let what = match event {
        ProtectionEvent::CoolOffBegun { .. } => "protection.cool_off_begun",
        ProtectionEvent::CoolOffEnded { .. } => "protection.cool_off_ended",
        ProtectionEvent::Excluded { .. } => "protection.excluded",
        ProtectionEvent::ExclusionEnded { .. } => "protection.exclusion_ended",
    };
    Audience::of(what, Everybody)
}
