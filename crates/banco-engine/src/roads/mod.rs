//! The roads: the history of a shoe as bead plate, big road, big eye boy, small road and cockroach pig.
//!
//! [`Roads`] takes results one by one and never looks back at the whole history for it: a result costs one bead, at
//! most one cell of the big road and at most one mark on each derived road. A correction or an undo draws
//! everything anew from the history, since marks cannot be taken back one by one.
//!
//! The derived roads are computed from the lengths of runs alone. Where cells are drawn (six rows, dragon tails) and
//! how much of a road fits on a screen ([`Window`]) decide nothing.
//!
//! ```
//! use banco_cards::Side;
//! use banco_engine::roads::{DerivedRoad, Policy, Roads, parse_history};
//!
//! # fn main() -> Result<(), banco_engine::roads::HistoryError> {
//! let roads = Roads::new(Policy::default(), parse_history("BBPPB")?);
//! assert_eq!(roads.derived(DerivedRoad::BigEyeBoy).letters(), "RR");
//! assert_eq!(roads.ask(Side::Player).mark(DerivedRoad::BigEyeBoy).map(|mark| mark.letter()), Some('B'));
//! # Ok(())
//! # }
//! ```

mod ask;
mod bead;
mod big;
mod derived;
mod entry;
mod grid;
mod notation;
mod policy;
mod road;
pub mod svg;

pub use ask::Ask;
pub use bead::{Bead, BeadPlate};
pub use big::{BigCell, BigRoad};
pub use derived::{Derived, DerivedCell, DerivedRoad, Mark};
pub use entry::{Counts, Entry, Kind, Marks};
pub use grid::{Place, Window};
pub use notation::{HistoryError, HistoryProblem, parse_history};
pub use policy::{FreeHands, Policy, Rows, RowsError, SimulatedRounds, Tail};
pub use road::Road;

use banco_cards::Side;

/// All roads of one shoe. A new shoe begins new roads; void rounds never come here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roads {
    policy: Policy,
    history: Vec<Entry>,
    counts: Counts,
    bead: BeadPlate,
    big: BigRoad,
    big_eye_boy: Derived,
    small_road: Derived,
    cockroach_pig: Derived,
}

impl Roads {
    /// The roads of a history, oldest result first.
    #[must_use]
    pub fn new(policy: Policy, history: impl IntoIterator<Item = Entry>) -> Self {
        let mut roads = Self {
            policy,
            history: Vec::new(),
            counts: Counts::default(),
            bead: BeadPlate::new(policy.rows),
            big: BigRoad::new(policy),
            big_eye_boy: Derived::new(DerivedRoad::BigEyeBoy, policy),
            small_road: Derived::new(DerivedRoad::SmallRoad, policy),
            cockroach_pig: Derived::new(DerivedRoad::CockroachPig, policy),
        };
        history.into_iter().for_each(|entry| roads.push(entry));
        roads
    }

    /// Adds the next result.
    pub fn push(&mut self, entry: Entry) {
        let hand = self.history.len();
        if self.policy.records(entry.kind) {
            self.counts.add(&entry);
            self.bead.push(hand);
            match entry.outcome.winner() {
                Some(side) => self.push_win(hand, side),
                None => self.big.push_tie(),
            }
        }
        self.history.push(entry);
    }

    fn push_win(&mut self, hand: usize, side: Side) {
        let continues = self.big.continues(side);
        for derived in [&mut self.big_eye_boy, &mut self.small_road, &mut self.cockroach_pig] {
            if let Some(mark) = derived.road.next_mark(self.big.runs(), continues) {
                derived.push(hand, mark);
            }
        }
        self.big.push_win(hand, side);
    }

    /// Takes the last result back and tells it. All roads are drawn anew.
    pub fn undo(&mut self) -> Option<Entry> {
        let mut history = std::mem::take(&mut self.history);
        let last = history.pop();
        *self = Self::new(self.policy, history);
        last
    }

    /// Puts another result in the place of hand `at` (from 0) and tells the old one; all roads are drawn anew.
    /// Nothing happens if there is no such hand.
    pub fn correct(&mut self, at: usize, entry: Entry) -> Option<Entry> {
        let mut history = self.history.clone();
        let old = std::mem::replace(history.get_mut(at)?, entry);
        *self = Self::new(self.policy, history);
        Some(old)
    }

    /// What the board would draw if this hand won next. Ties are not asked: they draw nothing on these roads.
    #[must_use]
    pub fn ask(&self, side: Side) -> Ask {
        let continues = self.big.continues(side);
        let cell = |road: DerivedRoad| {
            let mark = road.next_mark(self.big.runs(), continues)?;
            Some((mark, self.derived(road).next_place(mark)))
        };
        Ask {
            side,
            bead: self.bead.next_place(),
            big_road: self.big.next_place(side),
            derived: DerivedRoad::ALL.map(cell),
        }
    }

    /// The choices by which these roads are drawn.
    #[must_use]
    pub const fn policy(&self) -> Policy {
        self.policy
    }

    /// Every result, also those that the policy leaves off the roads.
    #[must_use]
    pub fn history(&self) -> &[Entry] {
        &self.history
    }

    /// How often what happened, on the roads.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The bead plate.
    #[must_use]
    pub const fn bead(&self) -> &BeadPlate {
        &self.bead
    }

    /// The big road.
    #[must_use]
    pub const fn big(&self) -> &BigRoad {
        &self.big
    }

    /// One of the three derived roads.
    #[must_use]
    pub const fn derived(&self, road: DerivedRoad) -> &Derived {
        match road {
            DerivedRoad::BigEyeBoy => &self.big_eye_boy,
            DerivedRoad::SmallRoad => &self.small_road,
            DerivedRoad::CockroachPig => &self.cockroach_pig,
        }
    }
}
