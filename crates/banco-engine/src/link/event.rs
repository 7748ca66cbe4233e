//! What has happened on the link. Each event carries its clauses and the money that it moves.

use std::sync::Arc;

use banco_money::{Amount, Percent};

use super::fine::Fine;
use super::hit::{Cause, Held, HitId, Share, Winner};
use super::pool::Feed;
use super::reconcile::MeterReading;
use super::sealed::Sealed;
use super::setup::Setup;
use super::state::{Entry, TableId};
use crate::table::{Clauses, Person};

/// What has happened on the link. Meters are named by their place in the link.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the stories of `story.rs` say what the fields are")]
pub enum Event {
    Opened {
        setup: Arc<Setup>,
        by: Person,
        clauses: Clauses,
    },
    TableAttached {
        table: TableId,
        clauses: Clauses,
    },
    TableDetached {
        table: TableId,
        clauses: Clauses,
    },
    ContactChanged {
        table: TableId,
        contact: bool,
        clauses: Clauses,
    },
    TriggerSealed {
        meter: usize,
        sealed: Sealed,
        clauses: Clauses,
    },
    GameStarted {
        table: TableId,
        round: u32,
        entries: Vec<Entry>,
        fed: Vec<(usize, Feed)>,
        clauses: Clauses,
    },
    /// `house` is what the house puts in so that the meter can start again.
    HitReached {
        hit: HitId,
        table: TableId,
        round: u32,
        meter: usize,
        share: Percent,
        cause: Cause,
        winners: Vec<Winner>,
        amount: Fine,
        house: Fine,
        opened: Option<Sealed>,
        clauses: Clauses,
    },
    Locked {
        wager: Arc<str>,
        clauses: Clauses,
    },
    Unlocked {
        wager: Arc<str>,
        clauses: Clauses,
    },
    HandSelected {
        table: TableId,
        seat: u8,
        line: Arc<str>,
        on: bool,
        clauses: Clauses,
    },
    HitClaimed {
        hit: HitId,
        by: Person,
        clauses: Clauses,
    },
    WinnerDrawn {
        hit: HitId,
        winner: Winner,
        of: usize,
        by: Person,
        clauses: Clauses,
    },
    HitVerified {
        hit: HitId,
        by: Person,
        clauses: Clauses,
    },
    HitPaid {
        hit: HitId,
        table: TableId,
        meter: usize,
        amount: Amount,
        shares: Vec<Share>,
        by: Person,
        clauses: Clauses,
    },
    /// `changed` is what later jackpots of the meter are worth now.
    HitRejected {
        hit: HitId,
        table: TableId,
        meter: usize,
        amount: Fine,
        reason: Arc<str>,
        changed: Vec<Held>,
        house: Fine,
        winners: Vec<Winner>,
        by: Person,
        clauses: Clauses,
    },
    FixedPaid {
        table: TableId,
        meter: usize,
        amount: Amount,
        clauses: Clauses,
    },
    GameVoided {
        table: TableId,
        round: u32,
        fed: Vec<(usize, Feed)>,
        house: Vec<(usize, Fine)>,
        clauses: Clauses,
    },
    GameEnded {
        table: TableId,
        round: u32,
        clauses: Clauses,
    },
    Adjusted {
        meter: usize,
        feed: Feed,
        reason: Arc<str>,
        by: Person,
        second: Person,
        clauses: Clauses,
    },
    SetupChanged {
        before: Arc<Setup>,
        after: Arc<Setup>,
        reason: Arc<str>,
        by: Person,
        second: Person,
        clauses: Clauses,
    },
    TransferredOut {
        meter: usize,
        to: Arc<str>,
        feed: Feed,
        reason: Arc<str>,
        by: Person,
        second: Person,
        clauses: Clauses,
    },
    TransferredIn {
        meter: usize,
        from: Arc<str>,
        feed: Feed,
        clauses: Clauses,
    },
    Closed {
        left: Vec<(usize, Feed)>,
        reason: Arc<str>,
        by: Person,
        second: Person,
        clauses: Clauses,
    },
    ReadingTaken {
        day: u32,
        meters: Vec<MeterReading>,
        by: Person,
        clauses: Clauses,
    },
}

impl Event {
    /// The clauses behind it.
    #[must_use]
    pub fn clauses(&self) -> &'static [crate::Name] {
        match self {
            Self::Opened { clauses, .. }
            | Self::TableAttached { clauses, .. }
            | Self::TableDetached { clauses, .. }
            | Self::ContactChanged { clauses, .. }
            | Self::TriggerSealed { clauses, .. }
            | Self::GameStarted { clauses, .. }
            | Self::HitReached { clauses, .. }
            | Self::Locked { clauses, .. }
            | Self::Unlocked { clauses, .. }
            | Self::HandSelected { clauses, .. }
            | Self::HitClaimed { clauses, .. }
            | Self::WinnerDrawn { clauses, .. }
            | Self::HitVerified { clauses, .. }
            | Self::HitPaid { clauses, .. }
            | Self::HitRejected { clauses, .. }
            | Self::FixedPaid { clauses, .. }
            | Self::GameVoided { clauses, .. }
            | Self::GameEnded { clauses, .. }
            | Self::Adjusted { clauses, .. }
            | Self::SetupChanged { clauses, .. }
            | Self::TransferredOut { clauses, .. }
            | Self::TransferredIn { clauses, .. }
            | Self::Closed { clauses, .. }
            | Self::ReadingTaken { clauses, .. } => clauses.as_slice(),
        }
    }
}
