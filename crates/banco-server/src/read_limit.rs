//! Limits on expensive reads, so that readers of history cannot slow down the game.
//!
//! A route says in the table of routes what it costs ([`Cost`]). A read that goes through many entries takes
//! a permit; there are few, and a request waits only for a moment until one is free. Permits rest in between,
//! so that expensive reads never take more than a part of the machine, however many clients ask.
//!
//! The house has permits of its own, and so has the cage: staff never wait for players or strangers, and a
//! cashier never waits for an auditor's report. Within a class, each person has a few places at a time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Failed;
use crate::rate_limit::Subject;

/// Requests that may wait for one permit.
const WAITING_EACH: usize = 16;
/// Requests of one person that may hold a permit of a class or wait for one.
const OF_ONE_PERSON: usize = 4;
/// The same of all strangers of one network.
const OF_ONE_NETWORK: usize = 8;
/// How long a read of a stream waits for a permit, and the longest that its permit rests afterward.
const READS: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(1));
/// The same of a report, and of the pages of the cage.
const REPORTS: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(1));

/// What answering a route costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cost {
    /// A lookup in memory, or a few rows of the store.
    #[default]
    Light,
    /// Many entries of one stream.
    Read,
    /// All balances, for the cage and the closing of the day.
    Cage,
    /// A whole journal.
    Report,
}

/// Who reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Whether they work for the house.
    pub staff: bool,
    /// To whom it is counted; `None` for strangers on this machine.
    pub reader: Option<Reader>,
}

/// To whom a read is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reader {
    /// Somebody who is known.
    Known(Subject),
    /// Strangers of a network.
    Network(IpAddr),
}

/// Permits of one class of reads.
struct Class {
    permits: Arc<Semaphore>,
    waiting: Semaphore,
    under_way: UnderWay,
    patience: Duration,
    rest: Duration,
}

/// How many reads each reader has under way in a class.
type UnderWay = Arc<Mutex<HashMap<Reader, usize>>>;

/// A place among the reads of one reader, until it is dropped.
struct Place(UnderWay, Reader);

impl Place {
    fn take(under_way: &UnderWay, reader: Reader) -> Option<Self> {
        let most = match reader {
            Reader::Known(_) => OF_ONE_PERSON,
            Reader::Network(_) => OF_ONE_NETWORK,
        };
        let mut all = under_way.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.get(&reader).copied().unwrap_or_default();
        if known >= most {
            return None;
        }
        all.insert(reader, known.saturating_add(1));
        drop(all);
        Some(Self(Arc::clone(under_way), reader))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get_mut(&self.1) {
            *known = known.saturating_sub(1);
            if *known == 0 {
                all.remove(&self.1);
            }
        }
    }
}

impl Class {
    fn new(permits: usize, (patience, rest): (Duration, Duration)) -> Self {
        let permits = permits.max(1);
        let waiting = Semaphore::new(permits.saturating_mul(WAITING_EACH));
        let (permits, under_way) = (Arc::new(Semaphore::new(permits)), UnderWay::default());
        Self { permits, waiting, under_way, patience, rest }
    }

    async fn take(&self, reader: Option<Reader>) -> Result<ReadPermit, Failed> {
        let place = match reader {
            Some(reader) => Some(Place::take(&self.under_way, reader).ok_or_else(busy)?),
            None => None,
        };
        let permit = match Arc::clone(&self.permits).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let _waits = self.waiting.try_acquire().map_err(|_| busy())?;
                let taken = tokio::time::timeout(self.patience, Arc::clone(&self.permits).acquire_owned());
                taken.await.map_err(|_| busy())?.map_err(|_| busy())?
            }
        };
        Ok(ReadPermit { permit: Some(permit), _place: place, since: Instant::now(), rest: self.rest })
    }
}

fn busy() -> Failed {
    Failed::new(StatusCode::SERVICE_UNAVAILABLE, "reads_busy", "too many expensive reads are under way")
        .hint("ask again after the time in `Retry-After`")
        .again_in(1)
}

/// The permits of a node for expensive reads.
pub struct ReadPermits {
    public: Class,
    staff: Class,
    cage: Class,
    reports: Class,
}

impl ReadPermits {
    /// Permits for `reads` reads of a stream at a time by the house, and for as many by everybody else; for two
    /// pages of the cage, and for one report. 0 is one for every two processors.
    #[must_use]
    pub fn new(reads: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let reads = if reads == 0 { processors / 2 } else { reads };
        Self {
            public: Class::new(reads, READS),
            staff: Class::new(reads, READS),
            cage: Class::new(2, REPORTS),
            reports: Class::new(1, REPORTS),
        }
    }

    /// Waits a moment for a permit, if the cost asks for one.
    ///
    /// # Errors
    /// 503 with `Retry-After` where all permits stay taken, or too many requests wait already.
    pub async fn take(&self, cost: Cost, by: Reading) -> Result<Option<ReadPermit>, Failed> {
        let class = match cost {
            Cost::Light => return Ok(None),
            Cost::Read if by.staff => &self.staff,
            Cost::Read => &self.public,
            Cost::Cage => &self.cage,
            Cost::Report => &self.reports,
        };
        class.take(by.reader).await.map(Some)
    }
}

/// Permission to read much, until it is dropped.
pub struct ReadPermit {
    permit: Option<OwnedSemaphorePermit>,
    _place: Option<Place>,
    since: Instant,
    rest: Duration,
}

impl Drop for ReadPermit {
    /// The permit rests for three times as long as it was used, so that reads take a quarter of a core each.
    fn drop(&mut self) {
        let Some(permit) = self.permit.take() else { return };
        let rest = self.since.elapsed().saturating_mul(3).min(self.rest);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(rest).await;
                drop(permit);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use banco_engine::table::Person;

    use super::*;

    const STRANGER: Reading = Reading { staff: false, reader: None };

    fn person(number: u32, staff: bool) -> Reading {
        Reading { staff, reader: Some(Reader::Known(Subject::Person(Person(number)))) }
    }

    #[tokio::test(start_paused = true)]
    async fn few_wait_and_nobody_for_long() {
        let permits = ReadPermits::new(1);
        assert!(permits.take(Cost::Light, STRANGER).await.unwrap().is_none());
        let first = permits.take(Cost::Read, STRANGER).await.unwrap().unwrap();
        let waits = (0..WAITING_EACH).map(|_| permits.take(Cost::Read, STRANGER));
        let waits = futures_util::future::join_all(waits);
        // Whoever finds the queue full is answered at once.
        let (waited, late) = tokio::join!(waits, async {
            tokio::task::yield_now().await;
            permits.take(Cost::Read, STRANGER).await
        });
        let refused = |taken: Result<Option<ReadPermit>, Failed>| taken.err().unwrap();
        for failed in waited.into_iter().map(refused).chain([refused(late)]) {
            assert_eq!((failed.problem.code.as_str(), failed.retry_after), ("reads_busy", Some(1)));
        }
        // Reports and the cage have permits of their own.
        let report = permits.take(Cost::Report, person(7, true)).await;
        assert!(report.unwrap().is_some());
        let since = tokio::time::Instant::now();
        assert!(permits.take(Cost::Cage, person(8, true)).await.unwrap().is_some());
        assert!(since.elapsed().is_zero(), "the cage does not wait for a report");
        drop(first);
        assert!(permits.take(Cost::Read, STRANGER).await.is_ok(), "the permit came back");
    }

    #[tokio::test(start_paused = true)]
    async fn staff_never_wait_for_players() {
        let permits = ReadPermits::new(1);
        let _held = permits.take(Cost::Read, person(1, false)).await.unwrap();
        let since = tokio::time::Instant::now();
        assert!(permits.take(Cost::Read, person(2, true)).await.unwrap().is_some());
        assert!(since.elapsed().is_zero());
        assert!(permits.take(Cost::Read, person(3, false)).await.is_err(), "players wait for each other");
    }

    #[tokio::test(start_paused = true)]
    async fn one_person_does_not_take_all_places() {
        let permits = ReadPermits::new(1);
        let greedy = (0..40).map(|_| permits.take(Cost::Read, person(1, false)));
        let greedy = futures_util::future::join_all(greedy);
        let (taken, other) = tokio::join!(greedy, async {
            tokio::task::yield_now().await;
            permits.public.waiting.available_permits()
        });
        assert_eq!(other, WAITING_EACH - (OF_ONE_PERSON - 1));
        assert_eq!(taken.iter().filter(|one| one.is_ok()).count(), 1, "nobody has given it back meanwhile");
    }
}
