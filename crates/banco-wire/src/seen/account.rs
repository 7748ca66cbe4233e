//! Somebody's account, as its owner and a cashier see it.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_engine::Person;
use banco_engine::cage::{self, Account, AccountView, LimitView, Time, Viewer};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

use super::table::part;
use super::{RequestSeen, Somebody};
use crate::command::{AccountWanted, Limit};
use crate::moment::Moment;
use crate::value::{Money, Number};
use crate::word::{AccountKind, Barred, Currency, Status};

/// As what somebody looks at an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AccountViewer {
    /// Whose account it is.
    Owner,
    /// Somebody at the window of the cage.
    Cashier,
}

/// A buy-in that no table has taken yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct HoldSeen {
    /// Its number.
    pub hold: Number,
    /// At which table.
    pub table: Number,
    /// How much is kept.
    pub amount: Money,
}

/// What a table has received, less what came home.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AtTableSeen {
    /// Which table.
    pub table: Number,
    /// How much; below nothing for somebody who has won there.
    pub amount: Money,
}

/// A looser limit that waits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct WaitingLimit {
    /// The limit.
    pub limit: Limit,
    /// From when on it can be confirmed.
    pub from: Moment,
}

/// A limit, what is left of it, and the looser one that waits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LimitSeen {
    /// What holds.
    pub in_force: Limit,
    /// What may still be paid in or lost.
    pub left: Option<Money>,
    /// What waits to be confirmed.
    pub waits: Option<WaitingLimit>,
}

impl From<&LimitView> for LimitSeen {
    fn from(limit: &LimitView) -> Self {
        Self {
            in_force: limit.in_force.into(),
            left: limit.left.map(Into::into),
            waits: limit
                .waits
                .map(|waits| WaitingLimit { limit: waits.limit.into(), from: waits.from.into() }),
        }
    }
}

/// The stay of the owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SessionSeen {
    /// When it began.
    pub since: Moment,
    /// For how many minutes it has lasted.
    pub minutes: u64,
    /// Whether the owner must acknowledge that.
    pub check_due: bool,
    /// Whether it has lasted as long as its owner wanted at most.
    pub time_up: bool,
}

/// Somebody's account. Each key is a part of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AccountSeen {
    /// Who looks.
    pub viewer: AccountViewer,
    /// Whose it is.
    pub owner: Somebody,
    /// Whose money it holds.
    pub kind: AccountKind,
    /// What it is good for.
    pub status: Status,
    /// The currency of all of it.
    pub currency: Currency,
    /// To be played with or paid out.
    pub balance: Money,
    /// Kept for buy-ins that no table has taken yet.
    pub held: Money,
    /// These buy-ins.
    pub holds: Vec<HoldSeen>,
    /// What each table has received, less what came home.
    pub at_tables: Vec<AtTableSeen>,
    /// Where the owner plays now.
    pub tables: Vec<Number>,
    /// All that was paid in, less all that was paid out.
    pub net_deposits: Money,
    /// Why the owner may not play, if they may not.
    pub barred: Option<Barred>,
    /// Until when they take a break.
    pub cool_off: Option<Moment>,
    /// Whether they have excluded themself.
    pub excluded: bool,
    /// Until when; for good if this is missing.
    pub excluded_until: Option<Moment>,
    /// Their limits; a cashier sees those on deposits.
    pub limits: Vec<LimitSeen>,
    /// Their stay; not for a cashier.
    pub session: Option<SessionSeen>,
    /// How often they are told how long they have played, in minutes; not for a cashier.
    pub check_every: Option<Number>,
    /// What waits for a second person; for a cashier.
    pub requests: Vec<RequestSeen<AccountWanted>>,
}

impl AccountSeen {
    /// An account as somebody sees it at a moment.
    #[must_use]
    pub fn of(account: &Account, viewer: Viewer, now: Time, names: &dyn Fn(Person) -> String) -> Self {
        Self::new(&cage::view(account, viewer, now), viewer, names)
    }

    /// A view that the engine has made for this viewer.
    #[must_use]
    pub fn new(view: &AccountView, viewer: Viewer, names: &dyn Fn(Person) -> String) -> Self {
        Self {
            viewer: match viewer {
                Viewer::Owner => AccountViewer::Owner,
                Viewer::Cashier => AccountViewer::Cashier,
            },
            owner: Somebody::new(view.person, names),
            kind: view.kind.into(),
            status: view.status.into(),
            currency: view.currency.into(),
            balance: view.balance.into(),
            held: view.held.into(),
            holds: view.holds.iter().map(hold).collect(),
            at_tables: view
                .at_tables
                .iter()
                .map(|(table, amount)| AtTableSeen { table: Number(table.0), amount: (*amount).into() })
                .collect(),
            tables: view.tables.iter().map(|table| Number(table.0)).collect(),
            net_deposits: view.net_deposits.into(),
            barred: view.barred.map(Into::into),
            cool_off: view.cool_off.map(Into::into),
            excluded: view.exclusion.is_some(),
            excluded_until: view.exclusion.and_then(|exclusion| exclusion.until).map(Into::into),
            limits: view.limits.iter().map(Into::into).collect(),
            session: view.session.map(|session| SessionSeen {
                since: session.since.into(),
                minutes: session.minutes,
                check_due: session.check_due,
                time_up: session.time_up,
            }),
            check_every: view.check_every.map(Number),
            requests: view.requests.iter().map(|request| RequestSeen::new(request, names)).collect(),
        }
    }

    /// Its parts by name, each as it is written.
    #[must_use]
    pub fn parts(&self) -> Vec<(&'static str, Box<RawValue>)> {
        vec![
            ("viewer", part(&self.viewer)),
            ("owner", part(&self.owner)),
            ("kind", part(&self.kind)),
            ("status", part(&self.status)),
            ("currency", part(&self.currency)),
            ("balance", part(&self.balance)),
            ("held", part(&self.held)),
            ("holds", part(&self.holds)),
            ("at_tables", part(&self.at_tables)),
            ("tables", part(&self.tables)),
            ("net_deposits", part(&self.net_deposits)),
            ("barred", part(&self.barred)),
            ("cool_off", part(&self.cool_off)),
            ("excluded", part(&self.excluded)),
            ("excluded_until", part(&self.excluded_until)),
            ("limits", part(&self.limits)),
            ("session", part(&self.session)),
            ("check_every", part(&self.check_every)),
            ("requests", part(&self.requests)),
        ]
    }
}

fn hold(hold: &cage::Hold) -> HoldSeen {
    HoldSeen { hold: Number(hold.id.0), table: Number(hold.table.0), amount: hold.amount.into() }
}
