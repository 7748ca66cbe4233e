//! What limits over a period look at: what was paid in, and what was brought to tables, in the last thirty days.

use serde::{Deserialize, Serialize};

use crate::cage::time::{Period, Time};

/// Money at a moment, in minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Flow {
    /// When.
    pub at: Time,
    /// How much.
    pub minor: i64,
}

/// What was paid in and what was brought to tables lately.
///
/// What comes home from tables takes back what was brought last, wherever it was brought: so money that was brought
/// before a period and comes home within it does not make room for more than the limit. What comes home beyond all
/// that was brought was won, and counts from that moment on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Flows {
    /// Payments into the account, oldest first.
    pub deposits: Vec<Flow>,
    /// Brought to tables and not come home, oldest first; below nothing where something was won.
    pub brought: Vec<Flow>,
    /// Brought before the last thirty days, and perhaps still at a table.
    pub older: i64,
}

impl Flows {
    /// What was paid in within a period, in minor units.
    #[must_use]
    pub fn deposited(&self, period: Period, now: Time) -> i128 {
        within(&self.deposits, period, now)
    }

    /// What was brought to tables within a period and has not come home, less what was won.
    #[must_use]
    pub fn lost(&self, period: Period, now: Time) -> i128 {
        within(&self.brought, period, now)
    }

    pub(super) fn deposit(&mut self, at: Time, minor: i64) {
        add(&mut self.deposits, at, minor);
    }

    pub(super) fn bring(&mut self, at: Time, minor: i64) {
        add(&mut self.brought, at, minor);
    }

    pub(super) fn come_home(&mut self, at: Time, minor: i64) {
        let mut left = minor;
        for flow in self.brought.iter_mut().rev().filter(|flow| flow.minor > 0) {
            let back = flow.minor.min(left);
            flow.minor -= back;
            left -= back;
        }
        let back = self.older.min(left);
        self.older -= back;
        left -= back;
        self.brought.retain(|flow| flow.minor != 0);
        if left > 0 {
            add(&mut self.brought, at, -left);
        }
    }

    /// Nothing is at a table any more: what was brought long ago cannot come home.
    pub(super) const fn left_all_tables(&mut self) {
        self.older = 0;
    }

    /// Forgets what no period reaches any more, but for what may still be at a table.
    pub(super) fn forget(&mut self, now: Time, plays: bool) {
        self.deposits.retain(|flow| reaches(Period::Month, flow.at, now));
        let old = self.brought.iter().filter(|flow| plays && !reaches(Period::Month, flow.at, now));
        self.older =
            old.filter(|flow| flow.minor > 0).fold(self.older, |sum, flow| sum.saturating_add(flow.minor));
        self.brought.retain(|flow| reaches(Period::Month, flow.at, now));
    }
}

/// Whether something that happened at a moment lies within a period that ends now.
const fn reaches(period: Period, at: Time, now: Time) -> bool {
    now.since(at) < period.seconds()
}

fn within(flows: &[Flow], period: Period, now: Time) -> i128 {
    flows.iter().filter(|flow| reaches(period, flow.at, now)).map(|flow| i128::from(flow.minor)).sum()
}

/// What happens in the same second, in the same direction, is one flow.
fn add(flows: &mut Vec<Flow>, at: Time, minor: i64) {
    match flows.last_mut() {
        Some(last) if last.at == at && (last.minor > 0) == (minor > 0) => {
            last.minor = last.minor.saturating_add(minor);
        }
        Some(_) | None => flows.push(Flow { at, minor }),
    }
}
