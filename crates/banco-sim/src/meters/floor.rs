//! Tables with shared meters, lifetime by lifetime, on many threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::deal::Dealer;
use crate::meters::feed::{Claim, Claims, Feed};
use crate::meters::{FINE, LOOKS, Level, MeterRules, MeterTally, MustHitRules};
use crate::rng::{Seeder, SimRng};
use crate::run::Manner;
use crate::settlement::{Memory, Settlement};
use crate::shoe::ShoeRules;

/// A hundred percent, in hundredths.
const WHOLE: u32 = 10_000;

/// Triggers come from a stream of their own, which no shoe has.
const TRIGGERS: u64 = 0x7472_6967_6765_7273;

/// Tables that share the meters of a wager.
#[derive(Clone, Debug)]
pub struct Floor {
    /// How shoes are dealt out.
    pub rules: ShoeRules,
    /// The wager: once if all bettors of a round win together, else once for every seat.
    pub settlement: Settlement,
    /// How many make the wager at each table in every round.
    pub seats: u32,
    /// How many tables there are.
    pub tables: u32,
    /// How many rounds each table deals in a lifetime.
    pub rounds: u64,
    /// The seed.
    pub seed: u64,
    /// The meters.
    pub meters: Vec<MeterRules>,
    /// A Must Hit meter beside them.
    pub must_hit: Option<MustHitRules>,
}

impl Floor {
    /// Lives so many lifetimes. Returns the sums of every meter, the Must Hit meter last, and how many lifetimes were
    /// lived: fewer if it was stopped.
    #[must_use]
    pub fn run(&self, lifetimes: u64, manner: Manner<'_>) -> (Vec<MeterTally>, u64) {
        let next = AtomicU64::new(0);
        let work = || {
            let mut worker = Worker::new(self, manner);
            // Whatever is taken is finished, so that the lifetimes lived are the first ones.
            while !manner.stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= lifetimes {
                    break;
                }
                worker.live(number);
                manner.done.fetch_add(1, Ordering::Relaxed);
            }
            worker.tallies
        };
        let mut tallies = vec![MeterTally::default(); self.meter_count()];
        let mut merge = |parts: Vec<MeterTally>| {
            tallies.iter_mut().zip(&parts).for_each(|(mine, theirs)| mine.merge(theirs));
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..manner.threads.max(1)).map(|_| scope.spawn(work)).collect();
            merge(work());
            for other in others {
                match other.join() {
                    Ok(parts) => merge(parts),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        let lived = tallies.first().map_or(0, |tally| tally.levels.count());
        (tallies, lived)
    }

    /// The same on one thread, without being stopped.
    #[must_use]
    pub fn run_alone(&self, lifetimes: u64) -> Vec<MeterTally> {
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let level = crate::simd::Level::best();
        self.run(lifetimes, Manner { threads: 1, level, stop: &stop, done: &done }).0
    }

    fn meter_count(&self) -> usize {
        self.meters.len() + usize::from(self.must_hit.is_some())
    }

    fn claims(&self) -> Claims {
        let place = |meter: &str| self.meters.iter().position(|known| known.id == meter);
        let claim = |claim: &Option<(u32, String)>| {
            let (share, meter) = claim.as_ref()?;
            Some(Claim { meter: place(meter)?, share: *share })
        };
        let judges = self.settlement.judges().iter();
        judges.map(|judge| judge.outcomes.iter().map(|outcome| claim(&outcome.claim)).collect()).collect()
    }
}

struct Worker<'a> {
    floor: &'a Floor,
    dealer: Dealer<'a>,
    memory: Memory,
    claims: Claims,
    levels: Vec<Level>,
    tallies: Vec<MeterTally>,
}

impl<'a> Worker<'a> {
    fn new(floor: &'a Floor, manner: Manner<'a>) -> Self {
        Self {
            floor,
            dealer: Dealer::new(&floor.rules, floor.seed, manner.level),
            memory: floor.settlement.memory(),
            claims: floor.claims(),
            levels: Vec::new(),
            tallies: vec![MeterTally::default(); floor.meter_count()],
        }
    }

    fn live(&mut self, number: u64) {
        let floor = self.floor;
        let mut rng = Seeder::new(floor.seed ^ TRIGGERS).shoe(number);
        self.start(&mut rng);
        // A table never needs more shoes than rounds, so no two tables or lifetimes share one.
        let tables = u64::from(floor.tables);
        let first = |table: u64| (number * tables + table).wrapping_mul(floor.rounds);
        let mut feeds: Vec<Feed> = (0..tables).map(|table| Feed::new(first(table))).collect();
        let mut looks: Vec<Vec<i64>> = vec![Vec::new(); self.levels.len()];
        for round in 0..floor.rounds {
            for feed in &mut feeds {
                self.feed_meters();
                let judges = (&floor.settlement, &mut self.memory, &self.claims);
                let (levels, tallies) = (&mut self.levels, &mut self.tallies);
                feed.round(round, &mut self.dealer, judges, |claim| {
                    pay(floor, levels, tallies, claim, round)
                });
                self.must_hit(&mut rng, round);
            }
            // The last look is at the end, the others evenly before it.
            let due = u128::from(round + 1) * u128::from(LOOKS) / u128::from(floor.rounds);
            for (looks, level) in looks.iter_mut().zip(&self.levels) {
                looks.resize(usize::try_from(due).unwrap_or(0), level.amount / FINE);
            }
        }
        self.end(number, &looks);
    }

    fn start(&mut self, rng: &mut SimRng) {
        let meter = |rules: &MeterRules| Level { amount: rules.seed, reserve: 0, trigger: 0, last: 0 };
        self.levels = self.floor.meters.iter().map(meter).collect();
        if let Some(rules) = &self.floor.must_hit {
            self.levels.push(Level {
                amount: rules.reset,
                reserve: 0,
                trigger: trigger(rules, rng),
                last: 0,
            });
        }
        for (level, tally) in self.levels.iter().zip(&mut self.tallies) {
            tally.seeded += i128::from(level.amount);
        }
    }

    /// All seats of one table make the wager.
    fn feed_meters(&mut self) {
        let seats = i64::from(self.floor.seats);
        for (rules, level) in self.floor.meters.iter().zip(&mut self.levels) {
            level.amount += seats * rules.step;
            level.reserve += seats * rules.reserve.unwrap_or(0);
        }
        if let (Some(rules), Some(level)) = (&self.floor.must_hit, self.levels.last_mut()) {
            level.amount += seats * rules.step;
        }
    }

    fn must_hit(&mut self, rng: &mut SimRng, round: u64) {
        let (Some(rules), Some(level), Some(tally)) =
            (&self.floor.must_hit, self.levels.last_mut(), self.tallies.last_mut())
        else {
            return;
        };
        if level.amount < level.trigger {
            return;
        }
        let paid = level.amount.min(rules.max) / FINE;
        tally.whole += 1;
        hit(tally, level, paid, round);
        // The award never passes the maximum; a fraction of a minor unit and what went in beyond stay in.
        level.amount += rules.reset;
        tally.seeded += i128::from(rules.reset);
        level.trigger = trigger(rules, rng);
    }

    fn end(&mut self, number: u64, looks: &[Vec<i64>]) {
        let fed =
            i128::from(self.floor.rounds) * i128::from(self.floor.tables) * i128::from(self.floor.seats);
        let steps = self.floor.meters.iter().map(|meter| (meter.step, meter.reserve.unwrap_or(0)));
        let steps = steps.chain(self.floor.must_hit.map(|rules| (rules.step, 0)));
        let meters = self.tallies.iter_mut().zip(&self.levels).zip(looks).zip(steps);
        for (((tally, level), looks), (step, reserve)) in meters {
            tally.fed += fed * i128::from(step);
            tally.reserved += fed * i128::from(reserve);
            tally.levels.add(level.amount / FINE);
            tally.reserves.add(level.reserve / FINE);
            tally.fractions += i128::from(level.amount % FINE + level.reserve % FINE);
            super::add(&mut tally.looks, looks);
            if number == 0 {
                super::add(&mut tally.first, looks);
            }
        }
    }
}

/// Pays a claim out of its meter.
fn pay(floor: &Floor, levels: &mut [Level], tallies: &mut [MeterTally], claim: Claim, round: u64) {
    let (Some(rules), Some(level), Some(tally)) =
        (floor.meters.get(claim.meter), levels.get_mut(claim.meter), tallies.get_mut(claim.meter))
    else {
        return;
    };
    let due = i128::from(level.amount) * i128::from(claim.share) / i128::from(WHOLE);
    let paid = i64::try_from(due / i128::from(FINE)).unwrap_or(i64::MAX);
    hit(tally, level, paid, round);
    if claim.share != WHOLE {
        return;
    }
    tally.whole += 1;
    match rules.reserve {
        Some(_) => level.amount += std::mem::take(&mut level.reserve),
        None => {
            level.amount += rules.seed;
            tally.seeded += i128::from(rules.seed);
        }
    }
}

fn hit(tally: &mut MeterTally, level: &mut Level, paid: i64, round: u64) {
    level.amount -= paid * FINE;
    tally.awards.add(paid);
    tally.gaps.add(i64::try_from(round + 1 - level.last).unwrap_or(i64::MAX));
    level.last = round + 1;
}

/// A trigger above the reset up to the maximum, each with the same chance.
fn trigger(rules: &MustHitRules, rng: &mut SimRng) -> i64 {
    let room = u64::try_from(rules.max - rules.reset).unwrap_or(1).max(1);
    // Multiplication with rejection: words that would favour some numbers are thrown away.
    let least = room.wrapping_neg() % room;
    loop {
        let product = u128::from(rng.next_word()) * u128::from(room);
        if product as u64 >= least {
            return rules.reset + 1 + i64::try_from(product >> 64).unwrap_or(0);
        }
    }
}
