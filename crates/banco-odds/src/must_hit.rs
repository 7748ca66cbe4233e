//! Must Hit progressives: a meter that has to be won before it passes its maximum (MB 13(j), MM 12(j), reading G4).
//!
//! What is modelled: at each reset a trigger is hidden between reset and maximum. In every round each of S bettors makes
//! the fixed wager, and the meter rises by the increment of all S wagers. The round whose contribution lifts the meter to
//! the trigger awards it, as it stands then but never more than the maximum, to one of these S bettors, each with the
//! same chance; what the last round put in beyond the maximum starts the next meter above its reset. Money is exact,
//! fractions of a cent included: at the table a fraction stays in the meter, which moves less than a cent from one award
//! to the next (reading G1). All amounts are in minor units.

use banco_money::{Amount, Percent};
use banco_rulebook::model::wager::MustHit;
use num_traits::ToPrimitive as _;

use crate::exact::{Fraction, ratio, whole};
use crate::trigger::Trigger;

/// Why a Must Hit meter cannot be reckoned.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MustHitError {
    /// Nobody plays.
    #[error("at least one seat must make the wager, or the meter never moves")]
    Nobody,
    /// Nothing is put in.
    #[error("a wager of {0} puts nothing into the meter")]
    NoIncrement(Amount),
    /// The maximum is not above the reset.
    #[error("the maximum {max} is not above the reset {reset}")]
    NoRoom {
        /// Where the meter starts.
        reset: Amount,
        /// By where it must have hit.
        max: Amount,
    },
    /// One round fills the meter more than once.
    #[error("one round of all bettors puts in more than the meter has room for")]
    Overfull,
    /// Amounts of different currencies.
    #[error("the wager and the meter are in different currencies")]
    Currency,
}

/// A Must Hit meter with its bettors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MustHitMeter {
    reset: Fraction,
    max: Fraction,
    wager: Fraction,
    /// What one wager puts in.
    step: Fraction,
    bettors: Fraction,
    trigger: Trigger,
}

/// What happens over many hits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongRun {
    /// The rounds from one hit to the next, on average.
    pub rounds: Fraction,
    /// The award, on average.
    pub award: Fraction,
    /// The share of all wagers that comes back by this meter.
    pub share: Fraction,
}

impl MustHitMeter {
    /// The meter of a configuration, fed by so many bettors with a fixed wager each.
    ///
    /// # Errors
    /// A configuration that cannot be run so.
    pub fn new(
        config: &MustHit,
        wager: Amount,
        bettors: u32,
        trigger: Trigger,
    ) -> Result<Self, MustHitError> {
        let (reset, max) = (config.reset.0, config.max.0);
        if reset.currency() != max.currency() || reset.currency() != wager.currency() {
            return Err(MustHitError::Currency);
        }
        let increment = ratio(config.increment.hundredths(), Percent::HUNDRED.hundredths());
        let step = whole(wager.minor()) * increment;
        let round = &step * whole(bettors);
        match () {
            () if bettors == 0 => Err(MustHitError::Nobody),
            () if step <= whole(0) => Err(MustHitError::NoIncrement(wager)),
            () if max.minor() <= reset.minor() => Err(MustHitError::NoRoom { reset, max }),
            () if round > whole(max.minor() - reset.minor()) => Err(MustHitError::Overfull),
            () => Ok(Self {
                reset: whole(reset.minor()),
                max: whole(max.minor()),
                wager: whole(wager.minor()),
                step,
                bettors: whole(bettors),
                trigger,
            }),
        }
    }

    /// What one wager puts into the meter.
    #[must_use]
    pub const fn step(&self) -> &Fraction {
        &self.step
    }

    fn round(&self) -> Fraction {
        &self.step * &self.bettors
    }

    /// The chance that the trigger lies at this amount or below.
    fn reached(&self, amount: &Fraction) -> Fraction {
        self.trigger.reached(&((amount - &self.reset) / (&self.max - &self.reset)))
    }

    /// What the meter awards if the round that begins at this amount hits.
    fn award(&self, amount: &Fraction) -> Fraction {
        (amount + self.round()).min(self.max.clone())
    }

    /// The chance that the round hits which begins with the meter at this amount, given that it has not hit before.
    #[must_use]
    pub fn chance_at(&self, amount: &Fraction) -> Fraction {
        let open = whole(1) - self.reached(amount);
        if open <= whole(0) {
            return whole(1);
        }
        (self.reached(&(amount + self.round())) - self.reached(amount)) / open
    }

    /// What this meter is worth to one wager of a round that begins with the meter at this amount.
    #[must_use]
    pub fn value_at(&self, amount: &Fraction) -> Fraction {
        self.chance_at(amount) * self.award(amount) / &self.bettors
    }

    /// The amounts at which a round can begin: whole wagers above the reset, below the maximum.
    pub fn positions(&self) -> impl Iterator<Item = Fraction> + '_ {
        let ahead = |amount: &Fraction| Some(amount + &self.step);
        std::iter::successors(Some(self.reset.clone()), ahead).take_while(|amount| *amount < self.max)
    }

    /// Where the next single wager is even: the lowest position at which the meter makes up for what the wager otherwise
    /// loses. `rest` is what the wager gains on average without this meter (usually less than nothing).
    #[must_use]
    pub fn marginal_break_even(&self, rest: &Fraction) -> Option<Fraction> {
        self.positions().find(|amount| self.value_at(amount) + rest >= whole(0))
    }

    /// What one bettor gains on average who starts at this amount and plays every round until the meter hits, all
    /// bettors staying.
    #[must_use]
    pub fn value_until_hit(&self, amount: &Fraction, rest: &Fraction) -> Fraction {
        let open = whole(1) - self.reached(amount);
        if open <= whole(0) { self.value_at(amount) + rest } else { self.expected(amount, rest) / open }
    }

    /// The same, times the chance that the trigger lies above the amount. So weighted, the rounds simply add up.
    fn expected(&self, amount: &Fraction, rest: &Fraction) -> Fraction {
        let ahead = |amount: &Fraction| Some(amount + self.round());
        let rounds =
            std::iter::successors(Some(amount.clone()), ahead).take_while(|amount| *amount < self.max);
        rounds.map(|amount| self.expected_round(&amount, rest)).sum()
    }

    /// From where playing until the meter hits is even on average: the lowest position from which it does not lose.
    #[must_use]
    pub fn until_hit_break_even(&self, rest: &Fraction) -> Option<Fraction> {
        let positions: Vec<Fraction> = self.positions().collect();
        let bettors = self.bettors.to_integer().to_usize()?;
        // From the maximum down: each position adds its own round to what comes of the position one round ahead.
        let mut ahead: Vec<Fraction> = Vec::with_capacity(positions.len());
        let mut even = None;
        for amount in positions.iter().rev() {
            let later = ahead.len().checked_sub(bettors).and_then(|at| ahead.get(at));
            let sum = self.expected_round(amount, rest) + later.cloned().unwrap_or_else(|| whole(0));
            if sum >= whole(0) {
                even = Some(amount);
            }
            ahead.push(sum);
        }
        even.cloned()
    }

    /// What the round from this amount gains, times the chance that it is played.
    fn expected_round(&self, amount: &Fraction, rest: &Fraction) -> Fraction {
        let (reached, then) = (self.reached(amount), self.reached(&(amount + self.round())));
        (then - &reached) * self.award(amount) / &self.bettors + (whole(1) - reached) * rest
    }

    /// What happens over many hits.
    ///
    /// A meter that starts at its reset starts there again after a hit, except when the round that reaches the maximum
    /// puts in more: with that chance the next one starts by so much higher, and so on. From the reset to the reset, each
    /// of these starts is weighted by the chance that it comes about.
    #[must_use]
    pub fn long_run(&self) -> LongRun {
        let (mut start, mut weight) = (self.reset.clone(), whole(1));
        let (mut hits, mut rounds, mut awards) = (whole(0), whole(0), whole(0));
        loop {
            let cycle = self.cycle(&start);
            hits += &weight;
            rounds += &weight * cycle.rounds;
            awards += &weight * cycle.award;
            weight *= cycle.at_the_end;
            start = &self.reset + cycle.beyond;
            if start == self.reset || weight == whole(0) {
                break;
            }
        }
        let staked = &rounds * &self.bettors * &self.wager;
        LongRun { rounds: rounds / &hits, award: &awards / &hits, share: awards / staked }
    }

    /// From one start to the next hit.
    fn cycle(&self, start: &Fraction) -> Cycle {
        let (round, mut at, mut reached) = (self.round(), start.clone(), whole(0));
        let mut cycle = Cycle { rounds: whole(0), award: whole(0), at_the_end: whole(0), beyond: whole(0) };
        loop {
            let next = &at + &round;
            let then = self.reached(&next);
            cycle.rounds += whole(1) - &reached;
            cycle.award += (&then - &reached) * self.award(&at);
            if next >= self.max {
                cycle.at_the_end = whole(1) - reached;
                cycle.beyond = next - &self.max;
                return cycle;
            }
            (at, reached) = (next, then);
        }
    }
}

/// From one start to the next hit: averages, and what the round that reaches the maximum puts in beyond it.
struct Cycle {
    rounds: Fraction,
    award: Fraction,
    /// The chance that only the round that reaches the maximum hits.
    at_the_end: Fraction,
    beyond: Fraction,
}
