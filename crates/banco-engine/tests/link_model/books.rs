//! The money of a meter, kept the simple way: everything that ever happened to it, reckoned from the beginning
//! whenever somebody asks.

use std::collections::BTreeSet;

use banco_engine::link::{Fine, Growth};
use banco_money::{Amount, Percent};
use banco_rulebook::model::link::Overflow;

/// Hundred-millionths of a minor unit: finer than the link reckons, so that nothing it rounds can hide here.
pub type Grain = i128;

pub const CENT: Grain = 100_000_000;

pub fn grains(amount: Amount) -> Grain {
    Grain::from(amount.minor()) * CENT
}

pub fn of_fine(fine: Fine) -> Grain {
    fine.units() * 10_000
}

/// The whole cents in it.
pub fn whole(grain: Grain) -> i64 {
    i64::try_from(grain.div_euclid(CENT)).unwrap()
}

/// A share of an amount, to the last fraction.
pub fn part(share: Percent, of: Grain) -> Grain {
    assert_eq!(of * Grain::from(share.hundredths()) % 10_000, 0, "the model rounds");
    of * Grain::from(share.hundredths()) / 10_000
}

/// What happened to a meter.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// It was set up, or its terms changed.
    Terms(Growth),
    /// The house put its seed in.
    Seeded,
    /// The wagers of a round: to the meter, to the reserve.
    Fed(u32, Grain, Grain),
    /// Those wagers were void.
    Void(u32, Grain, Grain),
    /// A fixed pay.
    Fixed(Grain),
    /// A correction or a transfer.
    Moved(Grain, Grain),
    /// A jackpot.
    Hit(u32, Percent),
}

/// Where everything leaves the meter.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Standing {
    pub pot: Grain,
    pub reserve: Grain,
    pub shown: Grain,
    /// What the house put in.
    pub house: Grain,
    /// What each jackpot took that was not rejected.
    pub worth: Vec<(u32, Grain)>,
}

impl Standing {
    pub fn worth_of(&self, hit: u32) -> Grain {
        self.worth.iter().find(|(id, _)| *id == hit).map_or(0, |(_, worth)| *worth)
    }

    /// Takes money out; the house bears what is not there.
    fn take(&mut self, pot: Grain, reserve: Grain) {
        self.pot -= pot;
        self.reserve -= reserve;
        for side in [&mut self.pot, &mut self.reserve] {
            self.house += (-*side).max(0);
            *side = (*side).max(0);
        }
    }
}

/// All that happened to a meter.
#[derive(Clone, Debug, Default)]
pub struct Book {
    pub entries: Vec<Entry>,
}

impl Book {
    /// A meter starts with its seed and with what is owed to it.
    pub fn new(growth: Growth, (pot, reserve): (Grain, Grain)) -> Self {
        Self { entries: vec![Entry::Terms(growth), Entry::Seeded, Entry::Moved(pot, reserve)] }
    }

    /// From the beginning, as if rejected jackpots had never been.
    pub fn reckon(&self, rejected: &BTreeSet<u32>) -> Standing {
        let Some(Entry::Terms(mut growth)) = self.entries.first().copied() else {
            return Standing::default();
        };
        let mut now = Standing::default();
        // Rounds whose wagers are in the meter and were not won.
        let mut inside = BTreeSet::new();
        for entry in &self.entries {
            match *entry {
                Entry::Terms(other) => growth = other,
                Entry::Seeded => {
                    now.pot += grains(growth.seed);
                    now.house += grains(growth.seed);
                }
                Entry::Fed(round, pot, reserve) => {
                    inside.insert(round);
                    now.take(-pot, -reserve);
                }
                Entry::Moved(pot, reserve) => now.take(-pot, -reserve),
                Entry::Void(round, pot, reserve) if inside.contains(&round) => now.take(pot, reserve),
                // Somebody has won that money.
                Entry::Void(_, pot, reserve) => now.house += pot + reserve,
                Entry::Fixed(amount) => now.take(amount, 0),
                Entry::Hit(id, _) if rejected.contains(&id) => {}
                Entry::Hit(id, share) => {
                    let won = hit(&mut now, &growth, share);
                    if share == Percent::HUNDRED {
                        inside.clear();
                    }
                    now.worth.push((id, won));
                }
            }
            now.shown = growth.cap.map_or(now.pot, |cap| now.pot.min(grains(cap)));
        }
        now
    }
}

/// Reading G1: the jackpot is rounded down to the cent, the rest stays; all of it sets the meter back.
fn hit(now: &mut Standing, growth: &Growth, share: Percent) -> Grain {
    let exact = now.shown * Grain::from(share.hundredths()) / 10_000;
    let won = exact - exact.rem_euclid(CENT);
    now.pot -= won;
    if share != Percent::HUNDRED {
        return won;
    }
    // What a reserve holds from former terms is not left behind.
    now.pot += now.reserve;
    now.reserve = 0;
    if growth.reserve.is_some() {
        return won;
    }
    let seed = grains(growth.seed);
    let left = now.pot - now.pot.rem_euclid(CENT);
    let spared = if growth.overflow == Overflow::Seed { left.min(seed) } else { 0 };
    now.pot += seed - spared;
    now.house += seed - spared;
    won
}
