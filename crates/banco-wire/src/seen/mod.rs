//! What viewers see: the engine's views, with names for people, spots and seats.
//!
//! Everything here is copied from a view that the engine made for one viewer; nothing is looked up in a table, a link
//! or an account beside it but names.

mod account;
mod bank;
mod cards;
mod link;
mod lobby;
mod posted;
mod prompt;
mod squeeze;
mod staff;
mod table;

use banco_engine::{Person, Request};
use schemars::JsonSchema;
use serde::Serialize;

use crate::moment::Moment;

pub use account::{AccountSeen, AccountViewer, AtTableSeen, HoldSeen, LimitSeen, SessionSeen, WaitingLimit};
pub use bank::{BankSeen, BidSeen, ChargeSeen, ClaimSeen, CoveredBySeen, LineSeen};
pub use cards::{
    CardSeen, HandSeen, HolderSeen, PayoutSeen, ResultSeen, RoundSeen, ShoeSeen, StageName, StageSeen,
};
pub use link::{Commitments, JackpotSeen, LinkSeen, MeterSeen, PendingSeen, ShareSeen, TriggerSeen};
pub use lobby::{Dealing, LobbyMeter, LobbyTable};
pub use posted::{
    Posted, PostedCall, PostedDrawRow, PostedDraws, PostedEdge, PostedIrregularity, PostedKingNine,
    PostedPay, PostedReading, PostedSign, PostedTerm, PostedVigorish, PostedWager,
};
pub use prompt::{Answer, Ask, Asked, PromptSeen};
pub use squeeze::{Edge, Passing, Squeezed, SqueezedHand};
pub use staff::{
    BooksSeen, ClaimOnMeterSeen, HelperSeen, HoldReasonSeen, IncidentSeen, LedgerSeen, NoticeSeen, OwedSeen,
    StaffSeen,
};
pub use table::{
    ClockFor, ClockSeen, ContactSeen, OfferSeen, OwnSeen, PlaceSeen, SeatSeen, StakeSeen, TableSeen,
    TableViewer, TermsSeen, TurnSeen, ViewerRole, WagerSeen,
};

use crate::value::{Money, Number};
use crate::word::Role;

/// What the shell calls people.
pub(crate) type NamesOf<'a> = &'a dyn Fn(Person) -> String;

/// Somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Somebody {
    /// The number under which the house knows them.
    pub person: Number,
    /// What they are called here.
    pub name: String,
}

impl Somebody {
    pub(crate) fn new(person: Person, names: NamesOf<'_>) -> Self {
        Self { person: Number(person.0), name: names(person) }
    }
}

/// The least and the most of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Range {
    /// The least.
    pub least: Money,
    /// The most.
    pub most: Money,
}

/// What one person has asked for and another must approve.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "RequestFor{T}")]
pub struct RequestSeen<T> {
    /// Its number, which an approval names.
    pub request: Number,
    /// Who asked.
    pub by: Somebody,
    /// In which capacity.
    pub role: Role,
    /// The last second in which it can be approved.
    pub until: Option<Moment>,
    /// Exactly what happens once it is approved.
    pub wanted: T,
}

impl<T> RequestSeen<T> {
    pub(crate) fn new<'w, W>(request: &'w Request<W>, names: NamesOf<'_>) -> Self
    where
        T: From<&'w W>,
    {
        Self {
            request: Number(request.id.0),
            by: Somebody::new(request.by, names),
            role: request.role.into(),
            until: request.until.map(Moment::from),
            wanted: T::from(&request.what),
        }
    }
}
