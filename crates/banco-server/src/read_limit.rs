//! Limits on expensive reads, so that readers of history cannot slow down the game.
//!
//! A route says in the table of routes what it costs ([`Cost`]). A read that goes through many entries takes
//! a permit; there are few, and a request waits only for a moment until one is free. Permits rest in between,
//! so that expensive reads never take more than a part of the machine, however many clients ask.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Failed;

/// Requests that may wait for one permit.
const WAITING_EACH: usize = 16;
/// How long a read of a stream waits for a permit, and the longest that its permit rests afterward.
const READS: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(1));
/// The same of a report.
const REPORTS: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(1));

/// What answering a route costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cost {
    /// A lookup in memory, or a few rows of the store.
    #[default]
    Light,
    /// Many entries of one stream.
    Read,
    /// A whole journal.
    Report,
}

/// Permits of one class of reads.
struct Class {
    permits: Arc<Semaphore>,
    waiting: Semaphore,
    patience: Duration,
    rest: Duration,
}

impl Class {
    fn new(permits: usize, (patience, rest): (Duration, Duration)) -> Self {
        let permits = permits.max(1);
        let waiting = Semaphore::new(permits.saturating_mul(WAITING_EACH));
        Self { permits: Arc::new(Semaphore::new(permits)), waiting, patience, rest }
    }

    async fn take(&self) -> Result<ReadPermit, Failed> {
        let permit = match Arc::clone(&self.permits).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let _place = self.waiting.try_acquire().map_err(|_| busy())?;
                let taken = tokio::time::timeout(self.patience, Arc::clone(&self.permits).acquire_owned());
                taken.await.map_err(|_| busy())?.map_err(|_| busy())?
            }
        };
        Ok(ReadPermit { permit: Some(permit), since: Instant::now(), rest: self.rest })
    }
}

fn busy() -> Failed {
    Failed::new(StatusCode::SERVICE_UNAVAILABLE, "reads_busy", "too many expensive reads are under way")
        .hint("ask again after the time in `Retry-After`")
        .again_in(1)
}

/// The permits of a node for expensive reads.
pub struct ReadPermits {
    reads: Class,
    reports: Class,
}

impl ReadPermits {
    /// Permits for `reads` reads of a stream at a time, and for one report; 0 is one for every two processors.
    #[must_use]
    pub fn new(reads: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let reads = if reads == 0 { processors / 2 } else { reads };
        Self { reads: Class::new(reads, READS), reports: Class::new(1, REPORTS) }
    }

    /// Waits a moment for a permit, if the cost asks for one.
    ///
    /// # Errors
    /// 503 with `Retry-After` where all permits stay taken, or too many requests wait already.
    pub async fn take(&self, cost: Cost) -> Result<Option<ReadPermit>, Failed> {
        match cost {
            Cost::Light => Ok(None),
            Cost::Read => self.reads.take().await.map(Some),
            Cost::Report => self.reports.take().await.map(Some),
        }
    }
}

/// Permission to read much, until it is dropped.
pub struct ReadPermit {
    permit: Option<OwnedSemaphorePermit>,
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
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn few_wait_and_nobody_for_long() {
        let permits = ReadPermits::new(1);
        assert!(permits.take(Cost::Light).await.unwrap().is_none());
        let first = permits.take(Cost::Read).await.unwrap().unwrap();
        let waits = (0..WAITING_EACH).map(|_| permits.take(Cost::Read));
        let waits = futures_util::future::join_all(waits);
        // Whoever finds the queue full is answered at once.
        let (waited, late) = tokio::join!(waits, async {
            tokio::task::yield_now().await;
            permits.take(Cost::Read).await
        });
        let refused = |taken: Result<Option<ReadPermit>, Failed>| taken.err().unwrap();
        for failed in waited.into_iter().map(refused).chain([refused(late)]) {
            assert_eq!((failed.problem.code.as_str(), failed.retry_after), ("reads_busy", Some(1)));
        }
        // Reports have a permit of their own.
        assert!(permits.take(Cost::Report).await.unwrap().is_some());
        drop(first);
        assert!(permits.take(Cost::Read).await.is_ok(), "the permit came back");
    }
}
