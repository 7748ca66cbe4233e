//! Runs over many shoes: threads, shards, stopping early.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::deal::Dealer;
use crate::settlement::Settlement;
use crate::shoe::ShoeRules;
use crate::simd::{LANES, Level};
use crate::study::{Studies, Watcher};
use crate::tally::{Counter, Tally};

/// About how many shoes a thread takes at a time: few enough that no thread waits long for the last one.
const CHUNK: u64 = 256;

/// What is to be run.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// How shoes are dealt out.
    pub rules: ShoeRules,
    /// The wagers.
    pub settlement: Settlement,
    /// The seed.
    pub seed: u64,
    /// How many shoes make a session.
    pub session: u64,
}

/// How it is run; nothing here changes a result.
#[derive(Clone, Copy, Debug)]
pub struct Manner<'a> {
    /// How many threads work.
    pub threads: usize,
    /// The instruction set.
    pub level: Level,
    /// When this becomes true, what has been begun is finished and nothing more is begun.
    pub stop: &'a AtomicBool,
    /// Counts the shoes that are done.
    pub done: &'a AtomicU64,
}

/// The shoes of one of several shards, sessions kept whole: they divide all shoes without gaps.
#[must_use]
pub fn shard(shoes: u64, session: u64, number: u64, of: u64) -> Range<u64> {
    let sessions = u128::from(shoes / session.max(1));
    let edge = |number: u64| {
        let sessions = sessions * u128::from(number) / u128::from(of.max(1));
        u64::try_from(sessions).unwrap_or(u64::MAX).saturating_mul(session)
    };
    edge(number.saturating_sub(1))..edge(number)
}

impl Simulation {
    /// Deals a range of shoes, which begins with a session. Returns the sums, and where they end: before the end of
    /// the range if it was stopped.
    #[must_use]
    pub fn run(&self, shoes: Range<u64>, manner: Manner<'_>) -> (Tally, u64) {
        self.run_with(&Studies::default(), shoes, manner)
    }

    /// The same, with studies.
    #[must_use]
    pub fn run_with(&self, studies: &Studies, shoes: Range<u64>, manner: Manner<'_>) -> (Tally, u64) {
        let session = self.session.max(1);
        let chunk = CHUNK.div_ceil(session).saturating_mul(session);
        let next = AtomicU64::new(0);
        let work = || {
            let mut worker = Worker::new(self, studies, manner);
            // Whatever is taken is finished, so that what is done has no gap when the work is stopped.
            while !manner.stop.load(Ordering::Relaxed) {
                let taken = next.fetch_add(1, Ordering::Relaxed);
                let from = shoes.start.saturating_add(taken.saturating_mul(chunk));
                if from >= shoes.end {
                    break;
                }
                worker.deal(from..shoes.end.min(from.saturating_add(chunk)));
            }
            worker.finish()
        };
        let tally = std::thread::scope(|scope| {
            let others: Vec<_> = (1..manner.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut tally = work();
            for other in others {
                match other.join() {
                    Ok(part) => tally.merge(&part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            tally
        });
        let end = shoes.start + tally.shoes;
        (tally, end)
    }
}

struct Worker<'a> {
    dealer: Dealer<'a>,
    counter: Counter<'a>,
    watcher: Watcher<'a>,
    session: u64,
    done: &'a AtomicU64,
}

impl<'a> Worker<'a> {
    fn new(simulation: &'a Simulation, studies: &'a Studies, manner: Manner<'a>) -> Self {
        Self {
            dealer: Dealer::new(&simulation.rules, simulation.seed, manner.level),
            counter: Counter::new(&simulation.settlement, simulation.rules.free_hands, manner.level),
            watcher: Watcher::new(studies, &simulation.settlement, &simulation.rules),
            session: simulation.session.max(1),
            done: manner.done,
        }
    }

    fn deal(&mut self, shoes: Range<u64>) {
        let mut first = shoes.start;
        while first < shoes.end {
            self.dealer.deal(first);
            let numbers = first..shoes.end;
            let ends_session = |number: u64| (number + 1).is_multiple_of(self.session);
            if self.counter.needs_cards() || self.watcher.needs_cards() {
                for (number, shoe) in numbers.zip(self.dealer.dealt()) {
                    self.counter.add(&shoe);
                    self.watcher.add(&shoe);
                    if ends_session(number) {
                        self.counter.end_session();
                        self.watcher.end_session();
                    }
                }
            } else {
                for (number, results) in numbers.zip(self.dealer.results()) {
                    self.counter.add_results(results);
                    if ends_session(number) {
                        self.counter.end_session();
                    }
                }
            }
            first += LANES as u64;
        }
        self.done.fetch_add(shoes.end - shoes.start, Ordering::Relaxed);
    }

    fn finish(self) -> Tally {
        let mut tally = self.counter.finish();
        tally.studies = self.watcher.finish();
        tally
    }
}
