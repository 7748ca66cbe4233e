//! A procedure carried out many times: threads share the trials, sums are whole numbers, and each trial has a random
//! stream of its own, so that threads do not matter.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::rng::Seeder;

use super::Procedure;
use super::hands::{Hands, Mark};
use super::statistic::{KINDS, Kind, Observer};

/// How many trials a thread takes at a time.
const CHUNK: u64 = 64;

/// The fewest trials: with them a mean is known to a quarter of what is judged (see [`super::Verdict`]).
const LEAST_TRIALS: u64 = 256;

/// The most slugs in which a stack is divided.
const MOST_SLUGS: u16 = 32;

/// The most cards: 20 decks.
const MOST_CARDS: u16 = 1040;

/// What is to be done how often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lab {
    /// The procedure.
    pub procedure: Procedure,
    /// How many cards are shuffled.
    pub cards: u16,
    /// How many cards make a slug whose way is followed.
    pub slug: u16,
    /// How many times.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
}

/// Why a lab cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LabError {
    /// The stack is too small or too great.
    #[error("a stack of {0} cards cannot be measured")]
    Cards(u16),
    /// The slug is too small or too great.
    #[error("a slug of {slug} cards cannot be followed in {cards}")]
    Slug {
        /// The slug.
        slug: u16,
        /// The stack.
        cards: u16,
    },
    /// Too few trials tell nothing.
    #[error("{0} shuffles are too few to judge by")]
    Trials(u64),
}

impl LabError {
    /// A stable name.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Cards(_) => "bad_stack",
            Self::Slug { .. } => "bad_slug",
            Self::Trials(_) => "too_few_shuffles",
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Cards(_) => format!("shuffle 4 to {MOST_CARDS} cards"),
            Self::Slug { cards, .. } => {
                format!("follow {} to {} cards", cards.div_ceil(MOST_SLUGS), cards / 2)
            }
            Self::Trials(_) => format!("ask for at least {LEAST_TRIALS}"),
        }
    }
}

/// Sums over trials of one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    /// Of the numbers.
    pub sum: u128,
    /// Of their squares.
    pub squares: u128,
}

/// The sums over all trials.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// How many trials.
    pub trials: u64,
    moments: [Moments; KINDS],
    /// How many cards went from each slug of the old stack to each of the new one, row by row.
    pub cells: Vec<u64>,
}

impl Tally {
    fn new(slugs: usize) -> Self {
        Self { trials: 0, moments: [Moments::default(); KINDS], cells: vec![0; slugs * slugs] }
    }

    pub(super) fn moments(&self, kind: Kind) -> Moments {
        self.moments.get(kind as usize).copied().unwrap_or_default()
    }

    fn add(&mut self, (kind, number): (Kind, u64)) {
        if let Some(moments) = self.moments.get_mut(kind as usize) {
            moments.sum += u128::from(number);
            moments.squares += u128::from(number) * u128::from(number);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.trials += other.trials;
        for (mine, theirs) in self.moments.iter_mut().zip(&other.moments) {
            mine.sum += theirs.sum;
            mine.squares += theirs.squares;
        }
        for (mine, theirs) in self.cells.iter_mut().zip(&other.cells) {
            *mine += theirs;
        }
    }
}

impl Lab {
    /// The slug that is usually followed: a deck, or a quarter of a stack below two decks.
    #[must_use]
    pub const fn usual_slug(cards: u16, deck: u16) -> u16 {
        if cards >= 2 * deck { deck } else { cards / 4 }
    }

    /// Checks that it can be done.
    ///
    /// # Errors
    /// What cannot be.
    pub fn check(&self) -> Result<(), LabError> {
        let Self { cards, slug, trials, .. } = *self;
        if !(4..=MOST_CARDS).contains(&cards) {
            return Err(LabError::Cards(cards));
        }
        if !(cards.div_ceil(MOST_SLUGS)..=cards / 2).contains(&slug) {
            return Err(LabError::Slug { slug, cards });
        }
        if trials < LEAST_TRIALS {
            return Err(LabError::Trials(trials));
        }
        Ok(())
    }

    /// How many slugs the stack has; the last may be smaller.
    #[must_use]
    pub fn slugs(&self) -> usize {
        usize::from(self.cards.div_ceil(self.slug.max(1)))
    }

    /// Carries the procedure out, so many trials, on so many threads; `done` counts them.
    #[must_use]
    pub fn run(&self, threads: usize, done: &AtomicU64) -> Tally {
        let next = AtomicU64::new(0);
        let work = || {
            let mut worker = Worker::new(self);
            loop {
                let from = next.fetch_add(CHUNK, Ordering::Relaxed);
                if from >= self.trials {
                    return worker.tally;
                }
                let to = self.trials.min(from + CHUNK);
                (from..to).for_each(|trial| worker.trial(trial));
                done.fetch_add(to - from, Ordering::Relaxed);
            }
        };
        let mut tally = Tally::new(self.slugs());
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
            tally.merge(&work());
            for other in others {
                match other.join() {
                    Ok(part) => tally.merge(&part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        tally
    }
}

struct Worker {
    seeder: Seeder,
    body: Procedure,
    cuts: Procedure,
    hands: Hands,
    new: Vec<Mark>,
    stack: Vec<Mark>,
    observer: Observer,
    tally: Tally,
}

impl Worker {
    fn new(lab: &Lab) -> Self {
        let (body, cuts) = lab.procedure.without_last_cuts();
        Self {
            seeder: Seeder::new(lab.seed),
            body,
            cuts: Procedure::whole(&cuts),
            hands: Hands::default(),
            new: (0..lab.cards).map(Mark::new).collect(),
            stack: Vec::new(),
            observer: Observer::new(usize::from(lab.cards), usize::from(lab.slug)),
            tally: Tally::new(lab.slugs()),
        }
    }

    fn trial(&mut self, number: u64) {
        let mut rng = self.seeder.shoe(number);
        self.stack.clone_from(&self.new);
        self.hands.carry_out(&self.body, &mut self.stack, &mut rng);
        let travel = self.observer.travel(&self.stack, &mut self.tally.cells);
        self.hands.carry_out(&self.cuts, &mut self.stack, &mut rng);
        let order = self.observer.order(&self.stack);
        travel.into_iter().chain(order).for_each(|number| self.tally.add(number));
        self.tally.trials += 1;
    }
}
