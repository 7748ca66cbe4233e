//! The money of one meter: what it shows, its reserve, and what pending jackpots hold.
//!
//! A pending jackpot may still be rejected, and then everything must be as if it had never been: later jackpots
//! of the same meter get what they would have got. So what happens after the oldest pending jackpot is kept as a
//! list and reckoned through whenever somebody asks; it becomes final when that jackpot is decided.

use banco_money::{Amount, Percent};
use banco_rulebook::model::link::Overflow;

use super::fine::Fine;
use super::hit::HitId;

/// By what a meter grows, starts again and ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// From where it starts, and starts again where it has no reserve.
    pub seed: Amount,
    /// The share of each wager that it takes.
    pub increment: Percent,
    /// The share of each wager that goes to its reserve, from which it then starts again.
    pub reserve: Option<Percent>,
    /// The most that it shows and pays.
    pub cap: Option<Amount>,
    /// What becomes of money above the cap.
    pub overflow: Overflow,
}

/// What a meter holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// What went in and was not won, above the cap as well.
    pub pot: Fine,
    /// The reserve.
    pub reserve: Fine,
    /// What the house has put in: seeds, and what could not be taken back from a meter that was won meanwhile.
    pub house: Fine,
}

/// Something that changes a meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// Wagers feed it.
    Add(Feed),
    /// Wagers that fed it are void.
    Reverse(Feed),
    /// A fixed pay comes out of it.
    Fixed(Fine),
    /// A correction.
    Adjust(Feed),
    /// A jackpot.
    Hit(HitId, Percent),
}

/// What goes into a meter and its reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Feed {
    /// Into the meter.
    pub pot: Fine,
    /// Into the reserve.
    pub reserve: Fine,
}

impl std::iter::Sum for Feed {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, feed| Self {
            pot: sum.pot + feed.pot,
            reserve: sum.reserve + feed.reserve,
        })
    }
}

impl Growth {
    /// What one wager puts in.
    #[must_use]
    pub fn feed(&self, stake: Amount) -> Feed {
        let reserve = self.reserve.map_or(Fine::ZERO, |share| Fine::share(share, stake));
        Feed { pot: Fine::share(self.increment, stake), reserve }
    }

    /// What a level shows.
    #[must_use]
    pub fn shown(&self, level: &Level) -> Fine {
        let cap = self.cap.map(Fine::of);
        cap.map_or(level.pot, |cap| level.pot.min(cap)).max(Fine::ZERO)
    }

    /// Applies a change; a jackpot says what it takes.
    fn apply(&self, level: &mut Level, change: Change) -> Fine {
        match change {
            Change::Add(feed) | Change::Adjust(feed) => {
                level.pot += feed.pot;
                level.reserve += feed.reserve;
                level.house += level.pot.take_back() + level.reserve.take_back();
            }
            Change::Reverse(feed) => {
                level.house += level.pot.take(feed.pot) + level.reserve.take(feed.reserve);
            }
            Change::Fixed(amount) => level.house += level.pot.take(amount),
            Change::Hit(_, share) => return self.hit(level, share),
        }
        Fine::ZERO
    }

    fn hit(&self, level: &mut Level, share: Percent) -> Fine {
        let won = self.shown(level).part(share);
        level.pot -= won;
        if share == Percent::HUNDRED {
            self.start_again(level);
        }
        won
    }

    /// From the reserve where wagers feed one, else from the seed and from what a reserve of former terms holds.
    fn start_again(&self, level: &mut Level) {
        level.pot += std::mem::take(&mut level.reserve);
        if self.reserve.is_some() {
            return;
        }
        let seed = Fine::of(self.seed);
        let paid_for = match self.overflow {
            Overflow::Next => Fine::ZERO,
            Overflow::Seed => level.pot.floor().min(seed),
        };
        level.house += seed - paid_for;
        level.pot += seed - paid_for;
    }
}

impl Fine {
    /// What is missing is put in; says how much.
    fn take_back(&mut self) -> Self {
        let missing = (-*self).max(Self::ZERO);
        *self += missing;
        missing
    }
}

/// A meter and what hangs on its pending jackpots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pool {
    /// What it held when the oldest pending jackpot came.
    base: Level,
    /// That jackpot, and everything after it.
    tail: Vec<Change>,
}

/// A meter as it stands, with what each pending jackpot holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reckoned {
    /// What is left for the next jackpot.
    pub level: Level,
    /// The pending jackpots, in order.
    pub held: Vec<(HitId, Fine)>,
}

impl Reckoned {
    /// What a pending jackpot holds.
    pub fn held_by(&self, hit: HitId) -> Fine {
        self.held.iter().find(|(id, _)| *id == hit).map_or(Fine::ZERO, |(_, held)| *held)
    }
}

impl Pool {
    /// A meter that has just been set up.
    pub fn new(seed: Amount) -> Self {
        let seed = Fine::of(seed);
        Self { base: Level { pot: seed, reserve: Fine::ZERO, house: seed }, tail: Vec::new() }
    }

    /// How it stands.
    pub fn reckon(&self, growth: &Growth) -> Reckoned {
        let mut reckoned = Reckoned { level: self.base, held: Vec::new() };
        for change in &self.tail {
            let won = growth.apply(&mut reckoned.level, *change);
            if let Change::Hit(id, _) = change {
                reckoned.held.push((*id, won));
            }
        }
        reckoned
    }

    /// Something happens to it.
    pub fn push(&mut self, growth: &Growth, change: Change) {
        if self.tail.is_empty() && !matches!(change, Change::Hit(..)) {
            growth.apply(&mut self.base, change);
        } else {
            self.tail.push(change);
        }
    }

    /// Whether a jackpot is the oldest that is pending.
    pub fn is_first(&self, hit: HitId) -> bool {
        matches!(self.tail.first(), Some(Change::Hit(id, _)) if *id == hit)
    }

    /// The oldest pending jackpot is paid.
    pub fn pay(&mut self, growth: &Growth) {
        let upto = self.tail.iter().skip(1).position(|change| matches!(change, Change::Hit(..)));
        let rest = self.tail.split_off(upto.map_or(self.tail.len(), |at| at + 1));
        for change in std::mem::replace(&mut self.tail, rest) {
            growth.apply(&mut self.base, change);
        }
    }

    /// A pending jackpot has never been.
    pub fn reject(&mut self, growth: &Growth, hit: HitId) {
        self.tail.retain(|change| !matches!(change, Change::Hit(id, _) if *id == hit));
        let upto = self.tail.iter().position(|change| matches!(change, Change::Hit(..)));
        let rest = self.tail.split_off(upto.unwrap_or(self.tail.len()));
        for change in std::mem::replace(&mut self.tail, rest) {
            growth.apply(&mut self.base, change);
        }
    }
}
