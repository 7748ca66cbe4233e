//! How often somebody may try. Counted before a try is judged, so that many tries at once are worth no more
//! than the same tries one by one.

use std::time::Duration;

use banco_journal::At;
use serde::{Deserialize, Serialize};

/// How many tries there are, and how long they are held up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// So many failures cost nothing but the last.
    pub free: u32,
    /// How long after that; it doubles from failure to failure.
    pub first_delay: Duration,
    /// It grows no longer than this.
    pub most_delay: Duration,
    /// So many failures in a row lock.
    pub lock_after: u32,
    /// For how long; it doubles from lock-out to lock-out.
    pub lock: Duration,
    /// It grows no longer than this.
    pub most_lock: Duration,
    /// After so long without a try everything is forgotten.
    pub forget: Duration,
}

/// For one login, from wherever.
pub const FOR_LOGIN: Limit = Limit {
    free: 3,
    first_delay: Duration::from_secs(1),
    most_delay: Duration::from_secs(60),
    lock_after: 10,
    lock: Duration::from_mins(30),
    most_lock: Duration::from_hours(24),
    forget: Duration::from_hours(24),
};

/// For one address, whatever the login: a whole house may stand behind one.
pub const FOR_ADDRESS: Limit = Limit {
    free: 20,
    first_delay: Duration::from_secs(1),
    most_delay: Duration::from_secs(60),
    lock_after: 200,
    lock: Duration::from_mins(15),
    most_lock: Duration::from_hours(4),
    forget: Duration::from_hours(1),
};

/// For documents that one cashier compares, whoever the patrons are.
pub(crate) const FOR_CASHIER: Limit = Limit {
    free: 5,
    first_delay: Duration::from_secs(1),
    most_delay: Duration::from_secs(60),
    lock_after: 5,
    lock: Duration::from_mins(30),
    most_lock: Duration::from_hours(24),
    forget: Duration::from_hours(8),
};

/// For documents that are compared with that of one patron, whoever compares them.
pub(crate) const FOR_DOCUMENT: Limit = Limit { free: 3, lock_after: 3, ..FOR_CASHIER };

/// What is known of the tries for one login or from one address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counter {
    /// Failures in a row, with those that are not judged yet.
    pub(crate) tries: u32,
    /// When the last one was.
    pub(crate) last: At,
    /// No try before this.
    pub(crate) not_before: At,
    /// Locked until then.
    pub(crate) locked_until: Option<At>,
    /// How often it was locked in a row.
    pub(crate) locks: u32,
    /// Failures since somebody was let in, however long ago.
    pub(crate) failed: u32,
    /// Whether the lock-out is in the trail.
    pub(crate) told: bool,
}

/// Whether there may be a try now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gate {
    Open,
    Wait(Duration),
    Locked(At),
}

impl Counter {
    /// Whether there may be a try now.
    pub(crate) fn gate(&self, now: At) -> Gate {
        match self.locked_until {
            Some(until) if until > now => Gate::Locked(until),
            _ if self.not_before > now => Gate::Wait(between(now, self.not_before)),
            _ => Gate::Open,
        }
    }

    /// The same with one more failure.
    pub(crate) fn counted(mut self, limit: &Limit, now: At) -> Self {
        if now >= later(self.last, limit.forget) {
            self = Self { failed: self.failed, ..Self::default() };
        } else if self.locked_until.is_some() {
            (self.tries, self.locked_until, self.told) = (0, None, false);
        }
        self.tries = self.tries.saturating_add(1);
        self.failed = self.failed.saturating_add(1);
        self.last = now;
        self.not_before = later(now, delay(limit, self.tries));
        if self.tries >= limit.lock_after {
            self.locked_until = Some(later(now, doubled(limit.lock, self.locks, limit.most_lock)));
            self.locks = self.locks.saturating_add(1);
        }
        self
    }

    /// The same without the last failure, which was none after all.
    pub(crate) fn given_back(mut self, limit: &Limit) -> Self {
        if self.tries >= limit.lock_after && !self.told {
            (self.locked_until, self.locks) = (None, self.locks.saturating_sub(1));
        }
        self.tries = self.tries.saturating_sub(1);
        self.failed = self.failed.saturating_sub(1);
        // It was allowed, so whatever was to be waited for before it is over.
        self.not_before = self.last;
        self
    }

    /// Whether nobody needs it anymore.
    pub(crate) fn is_old(&self, now: At) -> bool {
        now >= later(self.last, KEEP)
    }
}

/// Counters of nobody who ever gets in are dropped after this.
const KEEP: Duration = Duration::from_hours(30 * 24);

/// How long the next try waits after so many failures.
fn delay(limit: &Limit, tries: u32) -> Duration {
    match tries.checked_sub(limit.free) {
        None => Duration::ZERO,
        Some(more) => doubled(limit.first_delay, more, limit.most_delay),
    }
}

fn doubled(time: Duration, often: u32, most: Duration) -> Duration {
    let factor = 2_u32.checked_pow(often).unwrap_or(u32::MAX);
    time.checked_mul(factor).unwrap_or(most).min(most)
}

/// A moment so much later.
pub(crate) fn later(at: At, time: Duration) -> At {
    At(at.0.saturating_add(i64::try_from(time.as_micros()).unwrap_or(i64::MAX)))
}

/// The time from one moment to a later one.
pub(crate) fn between(from: At, to: At) -> Duration {
    Duration::from_micros(u64::try_from(to.0.saturating_sub(from.0)).unwrap_or_default())
}

/// Whole seconds, never fewer than there are.
pub(crate) fn seconds(time: Duration) -> u64 {
    time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> At {
        At(seconds * 1_000_000)
    }

    /// After each failure: how many seconds until the next try, on both sides.
    #[test]
    fn delays_grow() {
        let mut counter = Counter::default();
        let mut now = at(1_000_000);
        for wait in [0, 0, 1, 2, 4, 8, 16, 32, 60] {
            counter = counter.counted(&FOR_LOGIN, now);
            if wait > 0 {
                let early = At(now.0 + wait * 1_000_000 - 1);
                assert_eq!(counter.gate(early), Gate::Wait(Duration::from_micros(1)));
            }
            now = At(now.0 + wait * 1_000_000);
            assert_eq!(counter.gate(now), Gate::Open, "after {}", counter.tries);
        }
        let until = later(now, FOR_LOGIN.lock);
        counter = counter.counted(&FOR_LOGIN, now);
        assert_eq!(counter.gate(At(until.0 - 1)), Gate::Locked(until));
        assert_eq!(counter.gate(until), Gate::Open, "it ends by itself");
    }

    #[test]
    fn the_next_lock_is_longer_until_all_is_forgotten() {
        let locked = |mut counter: Counter, mut now: At| {
            for _ in 0..FOR_LOGIN.lock_after {
                counter = counter.counted(&FOR_LOGIN, now);
                now = counter.not_before.max(now);
            }
            counter
        };
        let time = |counter: &Counter| between(counter.last, counter.locked_until.unwrap());
        let mut counter = locked(Counter::default(), at(1_000_000));
        for hours in [30, 60, 120, 240, 480, 960, 1440, 1440] {
            assert_eq!(time(&counter), Duration::from_mins(hours));
            counter = locked(
                counter,
                later(counter.last, Duration::from_mins(1439))
                    .max(counter.locked_until.unwrap())
                    .min(later(counter.last, Duration::from_mins(1439))),
            );
        }
        let failed = counter.failed;
        counter = counter.counted(&FOR_LOGIN, later(counter.last, FOR_LOGIN.forget));
        assert_eq!((counter.tries, counter.locks, counter.failed), (1, 0, failed + 1));
    }

    #[test]
    fn a_try_that_was_right_is_given_back() {
        let mut counter = Counter::default();
        for tries in 0..FOR_LOGIN.lock_after {
            let now = counter.not_before.max(at(1_000_000));
            let back = counter.counted(&FOR_LOGIN, now).given_back(&FOR_LOGIN);
            assert_eq!((back.tries, back.failed, back.locked_until, back.locks), (tries, tries, None, 0));
            counter = counter.counted(&FOR_LOGIN, now);
        }
        assert!(counter.locked_until.is_some());
    }
}
