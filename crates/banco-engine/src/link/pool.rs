//! The money of one meter: what it shows, its reserve, and what pending jackpots hold.
//!
//! A pending jackpot may still be rejected, and then everything must be as if it had never been: later jackpots
//! of the same meter get what they would have got. So what happens after the oldest pending jackpot is kept as a
//! list and reckoned through whenever somebody asks; it becomes final when that jackpot is decided.

use banco_money::{Amount, Percent};
use banco_rulebook::model::link::Overflow;

use serde::{Deserialize, Serialize};

use crate::link::fine::Fine;
use crate::link::state::TableId;
use crate::table::HitId;

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Level {
    /// What went in and was not won, above the cap as well.
    pub pot: Fine,
    /// The reserve.
    pub reserve: Fine,
    /// What the house has put in: seeds, and what could not be taken back from a meter that was won meanwhile.
    pub house: Fine,
}

/// Something that changes a meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Change {
    /// Wagers of a round at a table feed it.
    Add(TableId, Feed),
    /// The wagers that fed it last from that table are void.
    Reverse(TableId, Feed),
    /// A fixed pay comes out of it.
    Fixed(Fine),
    /// A correction.
    Adjust(Feed),
    /// A jackpot.
    Hit(HitId, Percent),
}

/// What goes into a meter and its reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feed {
    /// Into the meter.
    pub pot: Fine,
    /// Into the reserve.
    pub reserve: Fine,
}

impl Feed {
    /// All of it.
    #[must_use]
    pub fn total(self) -> Fine {
        self.pot + self.reserve
    }

    /// The same, the other way.
    #[must_use]
    pub fn taken_out(self) -> Self {
        Self { pot: -self.pot, reserve: -self.reserve }
    }
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
        let cap = self.cap.map(Fine::from);
        cap.map_or(level.pot, |cap| level.pot.min(cap)).max(Fine::ZERO)
    }

    /// In words.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("seed {}, {} of each wager", self.seed, self.increment);
        if let Some(reserve) = self.reserve {
            text.push_str(&format!(", {reserve} to the reserve"));
        }
        if let Some(cap) = self.cap {
            text.push_str(&format!(", at most {cap}"));
        }
        text
    }

    /// Applies a change; a jackpot says what it takes.
    fn apply(&self, course: &mut Course, change: Change) -> Fine {
        match change {
            Change::Add(table, feed) => {
                course.fed_in.retain(|(known, _)| *known != table);
                course.fed_in.push((table, course.won));
                course.level.add(feed);
            }
            Change::Adjust(feed) => course.level.add(feed),
            Change::Reverse(table, feed) => course.reverse(table, feed),
            Change::Fixed(amount) => course.level.house += course.level.pot.take(amount),
            Change::Hit(_, share) => return self.hit(course, share),
        }
        Fine::ZERO
    }

    fn hit(&self, course: &mut Course, share: Percent) -> Fine {
        let won = self.shown(&course.level).part(share);
        course.level.pot -= won;
        if share == Percent::HUNDRED {
            course.won = course.won.wrapping_add(1);
            self.start_again(&mut course.level);
        }
        won
    }

    /// From the reserve where wagers feed one, else from the seed and from what a reserve of former terms holds.
    fn start_again(&self, level: &mut Level) {
        level.pot += std::mem::take(&mut level.reserve);
        if self.reserve.is_some() {
            return;
        }
        let seed = Fine::from(self.seed);
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

impl Level {
    /// Money goes in, or out; the house puts in what is not there.
    fn add(&mut self, feed: Feed) {
        self.pot += feed.pot;
        self.reserve += feed.reserve;
        self.house += self.pot.take_back() + self.reserve.take_back();
    }
}

/// What a meter holds, and whose wagers are in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Course {
    level: Level,
    /// How often all of it was won.
    won: u32,
    /// How often it had been won when the last round of each table fed it.
    fed_in: Vec<(TableId, u32)>,
}

impl Course {
    /// Wagers are void. What a jackpot has carried off meanwhile the house bears, not whoever plays for the next.
    fn reverse(&mut self, table: TableId, feed: Feed) {
        let known = self.fed_in.iter().find(|(known, _)| *known == table);
        let level = &mut self.level;
        level.house += if known.is_some_and(|(_, won)| *won != self.won) {
            feed.pot + feed.reserve
        } else {
            level.pot.take(feed.pot) + level.reserve.take(feed.reserve)
        };
    }
}

/// A meter and what hangs on its pending jackpots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Pool {
    /// How it was when the oldest pending jackpot came.
    base: Course,
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
    /// A meter of a link that opens: the house's seed, and what the link still owed to it.
    pub fn opened(seed: Fine, owed: Feed) -> Self {
        let level = Level { pot: seed + owed.pot, reserve: owed.reserve, house: seed };
        Self { base: Course { level, won: 0, fed_in: Vec::new() }, tail: Vec::new() }
    }

    /// How it stands.
    pub fn reckon(&self, growth: &Growth) -> Reckoned {
        if self.tail.is_empty() {
            return Reckoned { level: self.base.level, held: Vec::new() };
        }
        let mut course = self.base.clone();
        let mut held = Vec::new();
        for change in &self.tail {
            let won = growth.apply(&mut course, *change);
            if let Change::Hit(id, _) = change {
                held.push((*id, won));
            }
        }
        Reckoned { level: course.level, held }
    }

    /// Something happens to it.
    pub fn push(&mut self, growth: &Growth, change: Change) {
        if self.tail.is_empty() && !matches!(change, Change::Hit(..)) {
            growth.apply(&mut self.base, change);
        } else {
            self.tail.push(change);
        }
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
