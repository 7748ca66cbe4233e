//! Limits that a player sets: tighter ones hold at once, looser ones a day later and after a second word.

use std::fmt;

use banco_money::{Amount, Currency};
use serde::{Deserialize, Serialize};

use crate::cage::time::{Period, Time};

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitKey {
    /// What is paid in, all in all, within a period.
    Deposit(Period),
    /// What is brought to tables and does not come home, within a period.
    Loss(Period),
    /// How long a session lasts, in minutes.
    Session,
    /// What a single wager is at most.
    Wager,
}

impl fmt::Display for LimitKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deposit(period) => write!(f, "deposits in {period}"),
            Self::Loss(period) => write!(f, "losses in {period}"),
            Self::Session => f.write_str("the time of a session"),
            Self::Wager => f.write_str("a single wager"),
        }
    }
}

/// A limit as it is set, or taken away where it names no figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Limit {
    /// On what is paid in, all in all, within a period.
    Deposit {
        /// No more than this.
        most: Option<Amount>,
        /// In which period.
        period: Period,
    },
    /// On what is brought to tables and does not come home, within a period.
    Loss {
        /// No more than this.
        most: Option<Amount>,
        /// In which period.
        period: Period,
    },
    /// On how long a session lasts.
    Session {
        /// No longer than this.
        minutes: Option<u32>,
    },
    /// On a single wager.
    Wager {
        /// No more than this.
        most: Option<Amount>,
    },
}

impl Limit {
    /// What it limits.
    #[must_use]
    pub const fn key(self) -> LimitKey {
        match self {
            Self::Deposit { period, .. } => LimitKey::Deposit(period),
            Self::Loss { period, .. } => LimitKey::Loss(period),
            Self::Session { .. } => LimitKey::Session,
            Self::Wager { .. } => LimitKey::Wager,
        }
    }

    /// The money it names.
    #[must_use]
    pub const fn most(self) -> Option<Amount> {
        match self {
            Self::Deposit { most, .. } | Self::Loss { most, .. } | Self::Wager { most } => most,
            Self::Session { .. } => None,
        }
    }

    /// Its figure: minor units or minutes; without one nothing is limited.
    pub(super) fn figure(self) -> Option<i64> {
        match self {
            Self::Deposit { most, .. } | Self::Loss { most, .. } | Self::Wager { most } => {
                most.map(Amount::minor)
            }
            Self::Session { minutes } => minutes.map(i64::from),
        }
    }

    /// Whether it binds more than another one of its kind.
    pub(super) fn is_tighter_than(self, other: Self) -> bool {
        match (self.figure(), other.figure()) {
            (Some(ours), Some(theirs)) => ours < theirs,
            (ours, theirs) => ours.is_some() && theirs.is_none(),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key();
        match (*self, self.most()) {
            (Self::Session { minutes: Some(minutes) }, _) => write!(f, "at most {minutes} minutes for {key}"),
            (_, Some(most)) => write!(f, "at most {most} for {key}"),
            (Self::Deposit { .. } | Self::Loss { .. } | Self::Session { .. } | Self::Wager { .. }, None) => {
                write!(f, "no limit for {key}")
            }
        }
    }
}

/// A looser limit that waits: it can be confirmed from a moment on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PendingLimit {
    /// From when on.
    pub from: Time,
    /// The limit.
    pub limit: Limit,
}

/// The limits of an account: those in force, and looser ones that wait.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// In force, one of a kind; what is not in here is not limited.
    pub in_force: Vec<Limit>,
    /// Asked for and not yet confirmed, one of a kind.
    pub pending: Vec<PendingLimit>,
}

impl Limits {
    /// The limit of a kind that is in force.
    #[must_use]
    pub fn of(&self, key: LimitKey) -> Limit {
        let known = self.in_force.iter().find(|limit| limit.key() == key);
        known.copied().unwrap_or(match key {
            LimitKey::Deposit(period) => Limit::Deposit { most: None, period },
            LimitKey::Loss(period) => Limit::Loss { most: None, period },
            LimitKey::Session => Limit::Session { minutes: None },
            LimitKey::Wager => Limit::Wager { most: None },
        })
    }

    /// The looser limit of a kind that waits.
    #[must_use]
    pub fn waiting(&self, key: LimitKey) -> Option<PendingLimit> {
        self.pending.iter().copied().find(|pending| pending.limit.key() == key)
    }

    /// How long a session lasts.
    #[must_use]
    pub fn session_minutes(&self) -> Option<u32> {
        match self.of(LimitKey::Session) {
            Limit::Session { minutes } => minutes,
            Limit::Deposit { .. } | Limit::Loss { .. } | Limit::Wager { .. } => None,
        }
    }

    /// All kinds of limits.
    pub fn keys() -> impl Iterator<Item = LimitKey> {
        let periods = Period::ALL.into_iter();
        let deposits = periods.clone().map(LimitKey::Deposit);
        deposits.chain(periods.map(LimitKey::Loss)).chain([LimitKey::Session, LimitKey::Wager])
    }

    /// A limit holds from now on; whatever waited of its kind is gone.
    pub(super) fn set(&mut self, limit: Limit) {
        self.drop_pending(limit.key());
        self.in_force.retain(|known| known.key() != limit.key());
        if limit.figure().is_some() {
            self.in_force.push(limit);
            self.in_force.sort_by_key(|limit| limit.key());
        }
    }

    pub(super) fn ask(&mut self, pending: PendingLimit) {
        self.drop_pending(pending.limit.key());
        self.pending.push(pending);
        self.pending.sort_by_key(|pending| pending.limit.key());
    }

    pub(super) fn drop_pending(&mut self, key: LimitKey) {
        self.pending.retain(|pending| pending.limit.key() != key);
    }
}

/// Nothing, in a currency, where a figure is more than can be left.
pub(super) fn left_of(most: Amount, used: i128, currency: Currency) -> Amount {
    let left = i128::from(most.minor()).saturating_sub(used).max(0);
    Amount::from_minor(i64::try_from(left).unwrap_or(i64::MAX), currency)
}
