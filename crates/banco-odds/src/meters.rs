//! Progressive meters of a wager: how often each is won, what it takes and gives back, and where the wager is even.
//!
//! A wager with several meters is even wherever the meters lie on a plane: the sum of each meter times its average share
//! equals what the fixed pays leave to the house. A seed or an increment that the licensee has yet to set is unknown; it
//! is never counted as nothing. Amounts are in minor units of the wager's currency.

use std::collections::BTreeMap;

use banco_money::{Amount, Pay, Percent, Rounding};
use banco_rulebook::model::wager::Meter;
use banco_rulebook::{MeterTerms, PayTable, Terms};

use crate::counting::depends_on_seat;
use crate::exact::{Fraction, ratio, whole};
use crate::par::{LineOdds, Sheet};

/// How the meters of a pay table are run: as set up by the submission, or as printed. Where the text multiplies pays,
/// seeds are those of the amount for which the pay table is.
#[must_use]
pub fn meter_terms(terms: &Terms, table: &PayTable) -> BTreeMap<String, MeterTerms> {
    let Some(wager) = terms.rulebook.wager(&table.wager) else { return BTreeMap::new() };
    let offer = terms.offers.iter().find(|offer| offer.wager == wager.id && offer.column == table.column);
    let set_up = |meter: &Meter| {
        offer.and_then(|offer| offer.meters.iter().find(|known| known.id == meter.id)).cloned()
    };
    let printed = |meter: &Meter| {
        let (increment, reserve) = wager.printed_shares(meter, &table.column);
        let seed = wager.printed_seed(meter, &table.column);
        MeterTerms { id: meter.id.clone(), seed, increment, reserve }
    };
    let base = offer.and_then(|offer| offer.unit).or_else(|| wager.units_of(&table.column).first().copied());
    let times = base.zip(table.units.first().copied()).filter(|_| wager.scales);
    let multiplied = |seed: Amount| match times {
        Some((from, to)) => seed.times(minor(to), minor(from), Rounding::Down).unwrap_or(seed),
        None => seed,
    };
    let of = |meter: &Meter| {
        let run = set_up(meter).unwrap_or_else(|| printed(meter));
        (meter.id.clone(), MeterTerms { seed: run.seed.map(multiplied), ..run })
    };
    wager.meters.iter().map(of).collect()
}

fn minor(unit: Amount) -> u64 {
    u64::try_from(unit.minor()).unwrap_or(1).max(1)
}

/// One meter of a wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterOdds {
    /// Its name.
    pub id: String,
    /// The deals that win it, or a share of it.
    pub ways: u128,
    /// The deals that win all of it, after which it starts again.
    pub full_ways: u128,
    /// The rounds from one hit to the next, on average; `None` if it cannot be won.
    pub rounds: Option<Fraction>,
    /// The share of the meter that one wager wins on average. Bettors who win together split it.
    pub share: Fraction,
    /// From where it starts; `None` where that is unknown.
    pub seed: Option<Amount>,
    /// The share of each wager that it takes; `None` where that is unknown.
    pub increment: Option<Fraction>,
    /// The share of each wager that goes to its reserve; `None` if there is none.
    pub reserve: Option<Fraction>,
    /// What starting again costs the house for each unit staked: a seed that no reserve pays for. `None` where it is
    /// unknown.
    pub reseed: Option<Fraction>,
    /// The award on average, in the long run; `None` where it is unknown, or where shares of it are won.
    pub award: Option<Fraction>,
    /// What it shows on average to a wager that wins it or a share of it, in the long run; `None` where it is unknown.
    pub level: Option<Fraction>,
}

/// Where a unit staked goes in the long run: what comes back, part by part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReturnSplit {
    /// By the fixed pays, stakes returned included.
    pub fixed: Fraction,
    /// By what the meters take of each wager; `None` if one is unknown.
    pub increments: Option<Fraction>,
    /// By what their reserves take.
    pub reserves: Fraction,
    /// By seeds that no reserve pays for; `None` if one is unknown.
    pub seeds: Option<Fraction>,
    /// By the Must Hit meter that is run beside them; nothing without one.
    pub must_hit: Fraction,
}

impl ReturnSplit {
    /// All of it; `None` if a part is unknown.
    #[must_use]
    pub fn total(&self) -> Option<Fraction> {
        let by_meters = self.increments.as_ref()? + &self.reserves + self.seeds.as_ref()?;
        Some(&self.fixed + by_meters + &self.must_hit)
    }
}

/// The meters of one wager and pay table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meters {
    /// The wager, usually a fixed one.
    pub unit: Amount,
    /// How many make the wager in a round.
    pub bettors: u32,
    /// Each meter, in the order of the pay table.
    pub meters: Vec<MeterOdds>,
    /// What comes back, part by part.
    pub split: ReturnSplit,
    /// The plane's constant: what the fixed pays of one wager leave to the house, on average.
    pub shortfall: Fraction,
}

impl Meters {
    /// The meters of a sheet, if it has any, a fixed wager, and rounds that can be finished. Where lines do not depend on the seat, all bettors of a
    /// round win together and split a meter (reading G3); where they do, each wins alone.
    #[must_use]
    pub fn from_sheet(sheet: &Sheet, run: &BTreeMap<String, MeterTerms>, bettors: u32) -> Option<Self> {
        Self::at(sheet, run, bettors, sheet.table.units.first().copied()?)
    }

    /// The same for wagers of this amount, where it is free.
    #[must_use]
    pub fn at(sheet: &Sheet, run: &BTreeMap<String, MeterTerms>, bettors: u32, unit: Amount) -> Option<Self> {
        if sheet.jackpots.is_empty() || sheet.total == 0 || !unit.is_positive() {
            return None;
        }
        let bettors = bettors.max(1);
        let together = if depends_on_seat(&[&sheet.table]) { 1 } else { bettors };
        let of = |id: &String| meter_odds(sheet, id, run.get(id), unit, bettors, together);
        let meters: Vec<MeterOdds> = sheet.jackpots.iter().map(|jackpot| of(&jackpot.meter)).collect();
        let mean = sheet.exact_mean();
        let nothing = Some(whole(0));
        let sum = |part: &dyn Fn(&MeterOdds) -> Option<Fraction>| {
            meters.iter().fold(nothing.clone(), |sum, meter| Some(sum? + part(meter)?))
        };
        let split = ReturnSplit {
            fixed: whole(1) + &mean,
            increments: sum(&|meter| meter.increment.clone()),
            reserves: meters.iter().filter_map(|meter| meter.reserve.clone()).sum(),
            seeds: sum(&|meter| meter.reseed.clone()),
            must_hit: whole(0),
        };
        Some(Self { unit, bettors, shortfall: -mean * whole(unit.minor()), split, meters })
    }

    /// What one wager gains on average when the meters show these amounts.
    #[must_use]
    pub fn value_at(&self, amounts: &[Fraction]) -> Fraction {
        let shares = self.meters.iter().zip(amounts).map(|(meter, amount)| &meter.share * amount);
        shares.sum::<Fraction>() - &self.shortfall
    }

    /// What comes back at least: what is unknown counted as nothing.
    #[must_use]
    pub fn least_return(&self) -> Fraction {
        let known =
            |meter: &MeterOdds| [meter.increment.clone(), meter.reserve.clone(), meter.reseed.clone()];
        let parts: Fraction = self.meters.iter().flat_map(known).flatten().sum();
        &self.split.fixed + parts + &self.split.must_hit
    }

    /// The same with a Must Hit meter beside them, by which this share of all wagers comes back.
    #[must_use]
    pub fn with_must_hit(mut self, share: Fraction) -> Self {
        self.split.must_hit = share;
        self
    }

    /// What one wager gains for each unit staked by a line of the sheet, a meter paying what it shows on average in the
    /// long run; `None` if that is unknown.
    fn gain(&self, line: &LineOdds) -> Option<Fraction> {
        let Pay::Share(share, id) = &line.pays else { return Some(ratio(line.gain.0, line.gain.1)) };
        if line.ways == 0 {
            return Some(whole(-1));
        }
        let level = self.meters.iter().find(|meter| meter.id == *id)?.level.as_ref()?;
        Some(level * part(*share) / whole(self.unit.minor()) - whole(1))
    }

    /// The variance of the gain for each unit staked when every meter pays its average, Must Hit apart; `None` if one is
    /// unknown.
    #[must_use]
    pub fn variance(&self, sheet: &Sheet) -> Option<Fraction> {
        sheet.variance_by(|line| self.gain(line))
    }

    /// What one wager gains on average when every meter is at its seed; `None` if a seed is unknown.
    #[must_use]
    pub fn value_at_seeds(&self) -> Option<Fraction> {
        let seeds = self.meters.iter().map(|meter| meter.seed.map(|seed| whole(seed.minor())));
        seeds.collect::<Option<Vec<Fraction>>>().map(|seeds| self.value_at(&seeds))
    }

    /// What a meter must show for the wager to be even with all others at their seeds; `None` if it cannot be won, or if
    /// the seed of another is unknown.
    #[must_use]
    pub fn break_even(&self, meter: usize) -> Option<Fraction> {
        self.break_even_beside(meter, None)
    }

    /// The same, with one of the other meters at a certain amount instead.
    #[must_use]
    pub fn break_even_beside(&self, meter: usize, fixed: Option<(usize, &Fraction)>) -> Option<Fraction> {
        let mut left = self.shortfall.clone();
        for (at, other) in self.meters.iter().enumerate().filter(|(at, _)| *at != meter) {
            let amount = match fixed {
                Some((place, amount)) if place == at => amount.clone(),
                _ => whole(other.seed?.minor()),
            };
            left -= &other.share * amount;
        }
        let share = &self.meters.get(meter)?.share;
        (*share > whole(0)).then(|| left / share)
    }

    /// Pairs of amounts of two meters at which the wager is even, the others at their seeds: the first meter from its
    /// seed (from nothing where that is unknown) to where it alone is enough, in so many equal steps. Empty if a seed
    /// that is needed is unknown.
    #[must_use]
    pub fn grid(&self, [first, second]: [usize; 2], steps: u32) -> Vec<[Fraction; 2]> {
        let seed = |at: usize| self.meters.get(at).and_then(|meter| meter.seed);
        let from = seed(first).map_or_else(|| whole(0), |seed| whole(seed.minor()));
        let least = seed(second).map_or_else(|| whole(0), |seed| whole(seed.minor()));
        let Some(to) = self.break_even_beside(first, Some((second, &least))) else { return Vec::new() };
        let steps = steps.max(1);
        let amount = |step: u32| &from + (&to - &from) * ratio(step, steps);
        let pair = |amount: Fraction| {
            let other = self.break_even_beside(second, Some((first, &amount)))?;
            Some([amount, other])
        };
        (0..=steps).filter_map(|step| pair(amount(step))).collect()
    }
}

fn meter_odds(
    sheet: &Sheet,
    id: &str,
    run: Option<&MeterTerms>,
    unit: Amount,
    bettors: u32,
    together: u32,
) -> MeterOdds {
    let (mut ways, mut full_ways, mut shares) = (0, 0, whole(0));
    for line in &sheet.lines {
        let Pay::Share(share, meter) = &line.pays else { continue };
        if meter == id {
            ways += line.ways;
            full_ways += if *share == Percent::HUNDRED { line.ways } else { 0 };
            shares += whole(line.ways) * part(*share);
        }
    }
    let of_all = |ways: u128| ratio(ways, sheet.total);
    // Bettors who win together hit in one round; seats that win alone hit in rounds of their own.
    let alone = bettors / together;
    let rounds = (ways > 0).then(|| (of_all(ways) * whole(alone)).recip());
    let seed = run.and_then(|run| run.seed);
    let increment = run.and_then(|run| run.increment).map(part);
    let reserve = run.and_then(|run| run.reserve).map(part);
    let staked = whole(unit.minor()) * whole(together);
    let reseed = match (&reserve, seed) {
        (Some(_), _) => Some(whole(0)),
        (None, Some(seed)) => Some(whole(seed.minor()) * of_all(full_ways) / &staked),
        (None, None) => None,
    };
    let only_whole = ways == full_ways && ways > 0;
    let share = shares / whole(sheet.total) / whole(together);
    // What goes in comes out: the average share of a wager takes what a wager and the house put in.
    let level = (|| {
        let fed = increment.clone()? + reserve.clone().unwrap_or_else(|| whole(0)) + reseed.clone()?;
        (share > whole(0)).then(|| fed * whole(unit.minor()) / &share)
    })();
    MeterOdds {
        id: id.to_owned(),
        ways,
        full_ways,
        rounds,
        share,
        seed,
        increment,
        reserve,
        reseed,
        award: level.clone().filter(|_| only_whole),
        level,
    }
}

fn part(share: Percent) -> Fraction {
    ratio(share.hundredths(), Percent::HUNDRED.hundredths())
}
