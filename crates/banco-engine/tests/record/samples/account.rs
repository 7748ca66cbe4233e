//! Samples of the events of accounts, topic by topic.

use banco_engine::cage::{
    Approval, ChipsEvent, HoldId, Kind, Limit, LimitsEvent, MoneyEvent, Period, PlayEvent, ProtectionEvent,
    RequestEvent, SessionEvent, StandingEvent, Status, TableId, Time, Wanted, What,
};
use banco_engine::{Person, Request, RequestId, Role};
use banco_money::Currency;

use super::{Sample, every, in_account, php, text, usd, values};

/// 2026-11-16 02:15:00 UTC.
const AT: Time = Time(1_794_795_300);
const TABLE: TableId = TableId(7);
const CASHIER: Person = Person(4001);

pub fn all() -> Vec<Sample> {
    let mut all = Vec::new();
    let mut topic = |topic, events: Vec<(&'static str, What)>| {
        for (variant, what) in events {
            let record = in_account(what);
            all.push(Sample { stream: "account", topic, variant, record });
        }
    };
    // The compiler asks for a new topic here.
    for (name, what) in every!(What {
        Standing: [standing().remove(0).1.into()],
        Money: [money().remove(0).1.into()],
        Request: [requests().remove(0).1.into()],
        Chips: [chips().remove(0).1.into()],
        Play: [play().remove(0).1.into()],
        Session: [sessions().remove(0).1.into()],
        Limits: [limits().remove(0).1.into()],
        Protection: [protection().remove(0).1.into()],
    }) {
        let events = match what {
            What::Standing(_) => named(standing()),
            What::Money(_) => named(money()),
            What::Request(_) => named(requests()),
            What::Chips(_) => named(chips()),
            What::Play(_) => named(play()),
            What::Session(_) => named(sessions()),
            What::Limits(_) => named(limits()),
            What::Protection(_) => named(protection()),
        };
        topic(name, events);
    }
    all
}

fn named<T: Into<What>>(events: Vec<(&'static str, T)>) -> Vec<(&'static str, What)> {
    events.into_iter().map(|(name, event)| (name, event.into())).collect()
}

fn kinds() -> impl Iterator<Item = Kind> {
    values(every!(Kind { Demo: [Kind::Demo], Real: [Kind::Real], Test: [Kind::Test] }))
}

fn statuses() -> impl Iterator<Item = Status> {
    values(every!(Status {
        Active: [Status::Active],
        Closed: [Status::Closed],
        Pending: [Status::Pending],
        Suspended: [Status::Suspended],
    }))
}

fn periods() -> impl Iterator<Item = Period> {
    values(every!(Period { Day: [Period::Day], Week: [Period::Week], Month: [Period::Month] }))
}

fn all_limits() -> Vec<Limit> {
    let mut all: Vec<Limit> = values(every!(Limit {
        Deposit: [Limit::Deposit { most: None, period: Period::Day }],
        Loss: [Limit::Loss { most: None, period: Period::Day }],
        Session: [Limit::Session { minutes: None }, Limit::Session { minutes: Some(90) }],
        Wager: [Limit::Wager { most: None }, Limit::Wager { most: Some(php(50_000)) }],
    }))
    .collect();
    all.extend(periods().map(|period| Limit::Deposit { most: Some(usd(100_000)), period }));
    all.extend(periods().map(|period| Limit::Loss { most: Some(usd(0)), period }));
    all
}

fn standing() -> Vec<(&'static str, StandingEvent)> {
    let opened = |currency, kind, status| StandingEvent::Opened {
        at: AT,
        by: CASHIER,
        currency,
        kind,
        person: Person(3),
        status,
    };
    let approval = Approval { approved_by: Person(5001), asked_by: Person(2001), request: RequestId(4) };
    let changed = |status| StandingEvent::StatusChanged {
        approval: None,
        at: AT,
        by: CASHIER,
        reason: text("showed a passport"),
        status,
    };
    let mut all = every!(StandingEvent {
        Opened: [opened(Currency::Usd, Kind::Real, Status::Pending)],
        StatusChanged: [
            changed(Status::Active),
            StandingEvent::StatusChanged {
                approval: Some(approval),
                at: AT,
                by: CASHIER,
                reason: text("the claim was settled"),
                status: Status::Active,
            }
        ],
    });
    all.extend(kinds().map(|kind| ("Opened", opened(Currency::Php, kind, Status::Active))));
    all.extend(statuses().map(|status| ("StatusChanged", changed(status))));
    all
}

fn money() -> Vec<(&'static str, MoneyEvent)> {
    let (at, by) = (AT, CASHIER);
    let approval = Approval { approved_by: Person(5001), asked_by: Person(2001), request: RequestId(4) };
    let adjusted = |amount| MoneyEvent::Adjusted { amount, approval, at, reason: text("counted again") };
    let deposited = |alone, approval| MoneyEvent::Deposited { alone, amount: usd(100_000), approval, at, by };
    let paid_out =
        |alone, approval, identity| MoneyEvent::PaidOut { alone, amount: php(7), approval, at, by, identity };
    every!(MoneyEvent {
        Deposited: [deposited(false, None), deposited(true, None), deposited(false, Some(approval))],
        PaidOut: [
            paid_out(false, None, None),
            paid_out(true, None, Some(text("passport seen"))),
            paid_out(false, Some(approval), Some(text("confirmed by the owner"))),
        ],
        Adjusted: [adjusted(usd(5_00)), adjusted(usd(-5_00))],
    })
}

fn requests() -> Vec<(&'static str, RequestEvent)> {
    let wanted = values(every!(Wanted {
        Adjust: [Wanted::Adjust { amount: usd(-5_00), reason: text("counted again") }],
        Reactivate: [Wanted::Reactivate { reason: text("the claim was settled") }],
        Deposit: [Wanted::Deposit { amount: usd(1_000_000) }],
        PayOut: [
            Wanted::PayOut { amount: php(7), identity: None },
            Wanted::PayOut { amount: php(7), identity: Some(text("passport seen")) },
        ],
    }));
    let asked = |what| RequestEvent::Asked {
        at: AT,
        request: Request { by: Person(2001), id: RequestId(4), role: Role::Floor, until: None, what },
    };
    let mut all: Vec<(&'static str, RequestEvent)> = wanted.map(|what| ("Asked", asked(what))).collect();
    all.extend(every!(RequestEvent {
        Asked: [asked(Wanted::Adjust { amount: usd(1), reason: text("a \"cent\"") })],
        TurnedDown: [RequestEvent::TurnedDown {
            at: AT,
            by: Person(5001),
            reason: text("it was right"),
            request: RequestId(4),
        }],
        Expired: [RequestEvent::Expired { at: AT, request: RequestId(4) }],
        Confirmed: [RequestEvent::Confirmed {
            at: AT,
            note: text("confirmed by the owner"),
            request: RequestId(4),
        }],
        Lapsed: [RequestEvent::Lapsed { at: AT, request: RequestId(4) }],
    }));
    all
}

fn chips() -> Vec<(&'static str, ChipsEvent)> {
    let (amount, at, hold, table) = (usd(100_000), AT, HoldId(1), TABLE);
    every!(ChipsEvent {
        Held: [ChipsEvent::Held { amount, at, hold, table }],
        Posted: [ChipsEvent::Posted { amount, at, hold, table }],
        Voided: [ChipsEvent::Voided { amount, at, hold, reason: text("left the table"), table }],
        Returned: [ChipsEvent::Returned { amount, at, table }],
        CashTaken: [ChipsEvent::CashTaken { amount, at, table }],
    })
}

fn play() -> Vec<(&'static str, PlayEvent)> {
    let (at, table) = (AT, TABLE);
    every!(PlayEvent { Came: [PlayEvent::Came { at, table }], Left: [PlayEvent::Left { at, table }] })
}

fn sessions() -> Vec<(&'static str, SessionEvent)> {
    let at = AT;
    every!(SessionEvent {
        Started: [
            SessionEvent::Started { at, since: at },
            SessionEvent::Started { at, since: Time(at.0 - 600) },
        ],
        Ended: [SessionEvent::Ended { at }],
        CheckChosen: [
            SessionEvent::CheckChosen { at, minutes: None },
            SessionEvent::CheckChosen { at, minutes: Some(30) },
        ],
        CheckDue: [SessionEvent::CheckDue { at }],
        CheckAcknowledged: [SessionEvent::CheckAcknowledged { at }],
        TimeUp: [SessionEvent::TimeUp { at }],
    })
}

fn limits() -> Vec<(&'static str, LimitsEvent)> {
    let at = AT;
    let limit = Limit::Wager { most: Some(usd(10_000)) };
    let mut all = every!(LimitsEvent {
        Set: [LimitsEvent::Set { at, limit }],
        Asked: [LimitsEvent::Asked { at, from: at.after(86_400), limit }],
        Confirmed: [LimitsEvent::Confirmed { at, limit }],
        Withdrawn: [LimitsEvent::Withdrawn { at, limit }],
    });
    all.extend(all_limits().into_iter().map(|limit| ("Set", LimitsEvent::Set { at, limit })));
    all
}

fn protection() -> Vec<(&'static str, ProtectionEvent)> {
    let at = AT;
    every!(ProtectionEvent {
        CoolOffBegun: [ProtectionEvent::CoolOffBegun { at, until: at.after(86_400) }],
        CoolOffEnded: [ProtectionEvent::CoolOffEnded { at }],
        Excluded: [
            ProtectionEvent::Excluded { at, until: None },
            ProtectionEvent::Excluded { at, until: Some(Time::LAST) },
        ],
        ExclusionEnded: [ProtectionEvent::ExclusionEnded { at }],
    })
}
