//! An account as it stands.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use banco_money::{Amount, Currency};
use serde::{Deserialize, Serialize};

use crate::authority::{Person, Request, RequestId, expire};
use crate::cage::books::{Books, Posting};
use crate::cage::command::Wanted;
use crate::cage::flows::Flows;
use crate::cage::limits::{Limit, LimitKey, Limits};
use crate::cage::time::{DAY, Time};
use crate::house::MovedAlone;
use crate::link::TableId;
use crate::table::{Barred, Restriction};

/// Whose money an account holds. Accounts of different kinds never meet on one floor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Play money, for guests.
    Demo,
    /// Money.
    Real,
    /// Somebody who tests a floor.
    Test,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Demo => "demo",
            Self::Real => "real",
            Self::Test => "test",
        })
    }
}

/// What an account is good for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Its owner plays.
    Active,
    /// It is closed, and holds nothing.
    Closed,
    /// Its owner has not shown who they are.
    Pending,
    /// Its owner may take money out and nothing else.
    Suspended,
}

impl Status {
    /// Why its owner does not play, if they do not.
    #[must_use]
    pub const fn bar(self) -> Option<Barred> {
        match self {
            Self::Active => None,
            Self::Closed => Some(Barred::Closed),
            Self::Pending => Some(Barred::Pending),
            Self::Suspended => Some(Barred::Suspended),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Active => "active",
            Self::Closed => "closed",
            Self::Pending => "pending",
            Self::Suspended => "suspended",
        })
    }
}

/// Money that is kept for a buy-in, by its number in the account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HoldId(pub u32);

impl fmt::Display for HoldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hold {}", self.0)
    }
}

/// A buy-in that no table has taken yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hold {
    /// Its number.
    pub id: HoldId,
    /// At which table.
    pub table: TableId,
    /// How much is kept.
    pub amount: Amount,
}

/// That somebody does not want to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exclusion {
    /// Until when; for good where there is none.
    pub until: Option<Time>,
}

/// A stay of the owner, from signing in to signing out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Session {
    /// When it began. One that begins soon after another ended goes on with it.
    pub since: Time,
    /// When its owner last acknowledged how long they have played, or began.
    pub checked: Time,
    /// When it ended.
    pub ended: Option<Time>,
    /// Whether the owner must acknowledge how long they have played.
    pub check_due: bool,
    /// Whether it has lasted as long as its owner wanted at most.
    pub time_up: bool,
}

/// An account as it stands. It changes by events only: see [`super::evolve`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Account {
    pub(super) person: Person,
    pub(super) opened: bool,
    pub(super) kind: Kind,
    pub(super) status: Status,
    pub(super) fault: Option<Arc<str>>,
    pub(super) clock: Time,
    pub(super) books: Books,
    pub(super) holds: Vec<Hold>,
    pub(super) next_hold: u32,
    pub(super) requests: Vec<Request<Wanted>>,
    /// The last of those that nobody answered in time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) expired: Vec<Request<Wanted>>,
    pub(super) next_request: u32,
    /// When each of them was asked for.
    pub(super) asked: BTreeMap<RequestId, Time>,
    pub(super) flows: Flows,
    /// What one person moved alone within a day, where the house has levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) moved_alone: Vec<MovedAlone>,
    pub(super) limits: Limits,
    pub(super) cool_off: Option<Time>,
    pub(super) exclusion: Option<Exclusion>,
    pub(super) session: Option<Session>,
    /// How often its owner wants to be told how long they have played, in minutes.
    pub(super) check_every: Option<u32>,
    /// Where its owner plays.
    pub(super) tables: BTreeSet<TableId>,
    /// How many events have made it what it is.
    pub(super) version: u64,
}

impl Account {
    /// The account of somebody before its first event.
    #[must_use]
    pub fn of(person: Person) -> Self {
        Self {
            person,
            opened: false,
            kind: Kind::Real,
            status: Status::Closed,
            fault: None,
            clock: Time::default(),
            books: Books::new(Currency::default()),
            holds: Vec::new(),
            next_hold: 1,
            requests: Vec::new(),
            expired: Vec::new(),
            next_request: 1,
            asked: BTreeMap::new(),
            flows: Flows::default(),
            moved_alone: Vec::new(),
            limits: Limits::default(),
            cool_off: None,
            exclusion: None,
            session: None,
            check_every: None,
            tables: BTreeSet::new(),
            version: 0,
        }
    }

    /// Whose it is.
    #[must_use]
    pub const fn person(&self) -> Person {
        self.person
    }

    /// Whether it was ever opened.
    #[must_use]
    pub const fn is_opened(&self) -> bool {
        self.opened
    }

    /// Whose money it holds.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// What it is good for.
    #[must_use]
    pub const fn status(&self) -> Status {
        self.status
    }

    /// Why it has stopped, if it has.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The last time that it knows.
    #[must_use]
    pub const fn clock(&self) -> Time {
        self.clock
    }

    /// Its books.
    #[must_use]
    pub const fn books(&self) -> &Books {
        &self.books
    }

    /// The currency of all its money.
    #[must_use]
    pub const fn currency(&self) -> Currency {
        self.books.currency()
    }

    /// Buy-ins that no table has taken yet.
    #[must_use]
    pub fn holds(&self) -> &[Hold] {
        &self.holds
    }

    /// What waits for a second person.
    #[must_use]
    pub fn requests(&self) -> &[Request<Wanted>] {
        &self.requests
    }

    /// The last requests that nobody answered in time.
    #[must_use]
    pub fn expired(&self) -> &[Request<Wanted>] {
        &self.expired
    }

    /// What was paid in and brought to tables lately.
    #[must_use]
    pub const fn flows(&self) -> &Flows {
        &self.flows
    }

    /// What its owner has limited.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Until when its owner takes a break.
    #[must_use]
    pub const fn cool_off(&self) -> Option<Time> {
        self.cool_off
    }

    /// Whether its owner has excluded themself.
    #[must_use]
    pub const fn exclusion(&self) -> Option<Exclusion> {
        self.exclusion
    }

    /// The stay of its owner, or the last one.
    #[must_use]
    pub const fn session(&self) -> Option<Session> {
        self.session
    }

    /// How often its owner is told how long they have played, in minutes.
    #[must_use]
    pub const fn check_every(&self) -> Option<u32> {
        self.check_every
    }

    /// Where its owner plays.
    #[must_use]
    pub const fn tables(&self) -> &BTreeSet<TableId> {
        &self.tables
    }

    /// How many events have made it what it is.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Nothing, in its currency.
    #[must_use]
    pub const fn nothing(&self) -> Amount {
        Amount::zero(self.currency())
    }

    /// Why its owner may not play now, if they may not: the gravest reason first.
    #[must_use]
    pub fn bar(&self) -> Option<Barred> {
        let session = self.session;
        let stays = [
            (self.exclusion.is_some(), Barred::Excluded),
            (self.cool_off.is_some(), Barred::CoolingOff),
            (session.is_some_and(|session| session.time_up), Barred::SessionOver),
            (session.is_some_and(|session| session.check_due), Barred::CheckDue),
        ];
        let own = stays.into_iter().find(|(holds, _)| *holds).map(|(_, bar)| bar);
        self.status.bar().or(own)
    }

    /// What every table where its owner plays is told.
    #[must_use]
    pub fn restriction(&self) -> Restriction {
        Restriction { barred: self.bar(), most: self.limits.of(LimitKey::Wager).most() }
    }

    /// The next moment at which something ends or falls due by time alone: the shell says the time then.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Time> {
        let exclusion = self.exclusion.and_then(|exclusion| exclusion.until);
        let own = [exclusion, self.cool_off, self.time_up_at(), self.check_due_at()].into_iter().flatten();
        own.chain(self.requests.iter().map(|request| self.expires_at(request))).min()
    }

    /// From when on nobody can approve a request: after a day, where nothing else was said.
    pub(super) fn expires_at(&self, request: &Request<Wanted>) -> Time {
        let asked = self.asked.get(&request.id).copied().unwrap_or_default();
        request.until.map_or_else(|| asked.after(DAY), |until| until.after(1))
    }

    /// When the session has lasted as long as its owner wanted at most.
    pub(super) fn time_up_at(&self) -> Option<Time> {
        let session = self.session.filter(|session| session.ended.is_none() && !session.time_up)?;
        self.limits.session_minutes().map(|minutes| session.since.after_minutes(minutes))
    }

    /// When the owner must acknowledge how long they have played.
    pub(super) fn check_due_at(&self) -> Option<Time> {
        let session = self.session.filter(|session| session.ended.is_none() && !session.check_due)?;
        self.check_every.map(|minutes| session.checked.after_minutes(minutes))
    }

    /// Whether a session must be open to play: something is counted from its beginning.
    pub(super) fn needs_session(&self) -> bool {
        self.check_every.is_some() || self.limits.session_minutes().is_some()
    }

    /// Whether the owner is signed in.
    #[must_use]
    pub fn in_session(&self) -> bool {
        self.session.is_some_and(|session| session.ended.is_none())
    }
}

/// What events change. Nothing of this decides anything.
impl Account {
    /// Stops the account, with the evidence; the first fault stays.
    pub(super) fn stop(&mut self, fault: String) {
        self.fault.get_or_insert_with(|| fault.into());
    }

    /// Moves money. What cannot be is kept as evidence, and the account stops.
    pub(super) fn post(&mut self, posting: Posting) {
        if self.books.post(posting).is_err() {
            let Posting { from, to, amount } = posting;
            self.stop(format!("{amount} could not go from {from:?} to {to:?}"));
        }
    }

    /// Time has come to this moment.
    pub(super) fn reach(&mut self, at: Time) {
        if at < self.clock {
            self.stop(format!("time ran back from {} to {at}", self.clock));
        }
        self.clock = self.clock.max(at);
        self.flows.forget(self.clock, !self.tables.is_empty());
    }

    /// A request is answered.
    pub(super) fn answered(&mut self, id: RequestId) {
        self.requests.retain(|request| request.id != id);
        self.asked.remove(&id);
    }

    /// Nobody has answered a request in time.
    pub(super) fn unanswered(&mut self, id: RequestId) {
        expire(&mut self.requests, &mut self.expired, id);
        self.asked.remove(&id);
    }

    /// A limit holds from now on.
    pub(super) fn limit(&mut self, limit: Limit) {
        self.limits.set(limit);
        // A session that may last longer is not over, unless it has lasted that long as well.
        if let (LimitKey::Session, Some(session)) = (limit.key(), &mut self.session) {
            session.time_up = false;
        }
    }
}
