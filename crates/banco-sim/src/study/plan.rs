//! Bankroll plans: sessions played by a staking plan until the bankroll is gone, the goal is reached, so many rounds are
//! played or the shoes of the session are dealt out.
//!
//! Money is whole minor units; each bet is paid as `banco_engine::settle` pays it, vigorish rounded as the table rounds
//! it. A bet above the table's maximum or above the bankroll is lowered to the most whole units that fit; who cannot bet
//! one unit, or the least the table takes, is ruined.

use std::sync::Arc;

use banco_engine::net_of_line;
use banco_money::{Amount, MoneyError};
use banco_rulebook::Terms;
use serde::{Deserialize, Serialize};

use crate::deal::Dealt;
use crate::histogram::Histogram;
use crate::settlement::{Memory, Settlement};
use crate::shoe::ShoeRules;
use crate::study::count::CountSystem;
use crate::study::staking::{Progress, Settled, Staking};
use crate::study::{BurnSeen, with_news};
use crate::tally::text;
use crate::wager::{Judge, OutcomePlace};

/// The bankroll is looked at so many times in a session.
pub const LOOKS: u64 = 40;

/// Bets of fewer units are settled once and remembered.
const REMEMBERED: usize = 512;

/// A plan for one wager.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The wager's place in the run.
    pub wager: usize,
    /// How bets follow on one another.
    pub staking: Staking,
    /// The money.
    pub money: PlanMoney,
    /// Which burnt cards are seen by those who bet by a count.
    pub burn_seen: BurnSeen,
    /// The rules by which bets are paid.
    pub terms: Arc<Terms>,
}

/// The money of a plan, in minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlanMoney {
    /// The bankroll at the beginning of each session.
    pub bankroll: i64,
    /// One unit.
    pub unit: i64,
    /// The bankroll at which the session ends happily.
    pub goal: Option<i64>,
    /// The session ends after so many rounds.
    pub max_rounds: Option<u64>,
    /// The least that the table takes.
    pub least: i64,
    /// The most that the table takes.
    pub most: Option<i64>,
    /// The bankroll is looked at after every so many rounds.
    pub look: u64,
}

/// A plan as it stands in the file of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlanInfo {
    /// The wager.
    pub wager: String,
    /// How bets follow on one another.
    pub plan: String,
    /// The currency's code.
    pub currency: String,
    /// The money.
    pub money: PlanMoney,
    /// Which burnt cards are seen by those who bet by a count.
    pub burn_seen: BurnSeen,
}

impl Plan {
    pub(crate) fn info(&self, settlement: &Settlement) -> PlanInfo {
        let judge = settlement.judges().get(self.wager);
        PlanInfo {
            wager: judge.map(|judge| judge.wager.name.clone()).unwrap_or_default(),
            plan: self.staking.to_string(),
            currency: self.terms.currency.code().to_owned(),
            money: self.money,
            burn_seen: self.burn_seen,
        }
    }

    /// By how much the bettor of a stake is better off by an outcome, claims on meters apart.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn net(&self, judge: &Judge, outcome: OutcomePlace, stake: i64) -> Result<i64, MoneyError> {
        let table = judge.table();
        if let Some(line) = table.lines.get(usize::from(outcome)) {
            let stake = Amount::from_minor(stake, self.terms.currency);
            return Ok(net_of_line(&self.terms, table, line, stake)?.minor());
        }
        // Envy is an amount of its own, told for each unit of the pay table; everything else loses the stake.
        let gain = judge.outcomes.get(usize::from(outcome)).map_or(-judge.fraction, |outcome| outcome.gain);
        let unit = table.units.first().map_or(stake, |unit| unit.minor());
        Ok(unit * (gain + judge.fraction) / judge.fraction - stake)
    }
}

/// How a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// One unit could not be bet any more.
    Ruined,
    /// The goal was reached.
    Goal,
    /// The rounds were played.
    Rounds,
    /// The shoes were dealt out.
    Shoes,
}

/// The sums of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlanTally {
    /// Sessions that ended in ruin, at the goal, after all rounds, with the last shoe.
    pub endings: [u64; 4],
    /// The bankroll at the end, in minor units.
    pub finals: Histogram,
    /// The rounds that were played until the end, bet on or not.
    pub rounds: Histogram,
    /// Bets.
    pub bets: u64,
    /// Bets lowered to what the table took or the bankroll had.
    pub lowered: u64,
    /// All that was bet, in minor units.
    #[serde(with = "text")]
    pub wagered: i128,
    /// The highest bet.
    pub highest: i64,
    /// The bankroll whenever it was looked at; a session that ended keeps what it had.
    pub looks: Vec<Histogram>,
}

impl PlanTally {
    /// Adds all of another.
    pub fn merge(&mut self, other: &Self) {
        self.endings.iter_mut().zip(other.endings).for_each(|(mine, theirs)| *mine += theirs);
        self.finals.merge(&other.finals);
        self.rounds.merge(&other.rounds);
        self.bets += other.bets;
        self.lowered += other.lowered;
        self.wagered += other.wagered;
        self.highest = self.highest.max(other.highest);
        self.looks.resize_with(self.looks.len().max(other.looks.len()), Histogram::default);
        self.looks.iter_mut().zip(&other.looks).for_each(|(mine, theirs)| mine.merge(theirs));
    }
}

#[derive(Debug)]
pub(super) struct PlanWatcher<'a> {
    plan: &'a Plan,
    rules: &'a ShoeRules,
    session: Session,
    /// By units and outcome, what one bet brings; the least number where it is not known yet.
    nets: Vec<i64>,
    tally: PlanTally,
}

#[derive(Debug, Default)]
struct Session {
    progress: Progress,
    bankroll: i64,
    rounds: u64,
    ending: Option<Ending>,
    looks: Vec<i64>,
}

impl<'a> PlanWatcher<'a> {
    pub(super) fn new(plan: &'a Plan, rules: &'a ShoeRules, settlement: &Settlement) -> Self {
        let outcomes = settlement.judges().get(plan.wager).map_or(0, |judge| judge.outcomes.len());
        let mut watcher = Self {
            plan,
            rules,
            session: Session::default(),
            nets: vec![i64::MIN; REMEMBERED * outcomes],
            tally: PlanTally { looks: vec![Histogram::default(); LOOKS as usize], ..PlanTally::default() },
        };
        watcher.start();
        watcher
    }

    fn start(&mut self) {
        self.session.progress.start(&self.plan.staking);
        self.session.bankroll = self.plan.money.bankroll;
        self.session.rounds = 0;
        self.session.ending = None;
        self.session.looks.clear();
    }

    pub(super) fn add(&mut self, shoe: &Dealt<'_>, settlement: &Settlement, memory: &mut Memory) {
        let Some(judge) = settlement.judges().get(self.plan.wager) else { return };
        let free = usize::from(self.rules.free_hands);
        let steps = match &self.plan.staking {
            Staking::ByCount(steps) => &steps[..],
            _ => &[],
        };
        let (mut running, mut unseen) = (0, self.rules.len());
        for (at, (round, news)) in with_news(shoe, self.plan.burn_seen).enumerate() {
            if let Some((system, _)) = steps.first() {
                (running, unseen) = system.after(running, unseen, news);
            }
            if at < free {
                continue;
            }
            if self.session.ending.is_some() {
                break;
            }
            let wanted = match steps {
                [] => self.session.progress.next(&self.plan.staking),
                steps => by_count(steps, running, unseen, self.rules.deck()),
            };
            let units = self.units(wanted);
            if units > 0 {
                let outcome =
                    settlement.outcome(memory, self.plan.wager, round.entry.class(), shoe.six(round.start));
                self.bet(judge, units, outcome);
            }
            self.end_round();
        }
    }

    /// As many units as the table takes and the bankroll has.
    fn units(&mut self, wanted: u64) -> u64 {
        let PlanMoney { unit, most, .. } = self.plan.money;
        let room = self.session.bankroll.min(most.unwrap_or(i64::MAX));
        let room = u64::try_from(room / unit.max(1)).unwrap_or(0);
        self.tally.lowered += u64::from(wanted > room);
        wanted.min(room)
    }

    fn bet(&mut self, judge: &Judge, units: u64, outcome: OutcomePlace) {
        let unit = self.plan.money.unit;
        let stake = i64::try_from(units).unwrap_or(i64::MAX).saturating_mul(unit);
        let net = self.net(judge, units, outcome, stake);
        let verdict = judge.outcomes.get(usize::from(outcome)).map(|outcome| outcome.verdict);
        let verdict = verdict.unwrap_or(banco_engine::Verdict::Lose);
        self.session.bankroll += net;
        self.session.progress.after(&self.plan.staking, Settled { verdict, units, net, unit });
        self.tally.bets += 1;
        self.tally.wagered += i128::from(stake);
        self.tally.highest = self.tally.highest.max(stake);
    }

    fn net(&mut self, judge: &Judge, units: u64, outcome: OutcomePlace, stake: i64) -> i64 {
        // Stakes that could overflow are refused before the run.
        let reckon = || self.plan.net(judge, outcome, stake).unwrap_or(-stake);
        let at = usize::try_from(units).unwrap_or(usize::MAX).saturating_mul(judge.outcomes.len());
        match self.nets.get_mut(at.saturating_add(usize::from(outcome))) {
            Some(place) if *place == i64::MIN => {
                *place = reckon();
                *place
            }
            Some(place) => *place,
            None => reckon(),
        }
    }

    fn end_round(&mut self) {
        let PlanMoney { unit, goal, max_rounds, least, look, .. } = self.plan.money;
        let session = &mut self.session;
        session.rounds += 1;
        session.ending = match session.bankroll {
            bankroll if bankroll < unit.max(least) => Some(Ending::Ruined),
            bankroll if goal.is_some_and(|goal| bankroll >= goal) => Some(Ending::Goal),
            _ if max_rounds == Some(session.rounds) => Some(Ending::Rounds),
            _ => None,
        };
        if session.rounds.is_multiple_of(look.max(1)) && session.looks.len() < self.tally.looks.len() {
            session.looks.push(session.bankroll);
        }
    }

    pub(super) fn end_session(&mut self) {
        let session = &self.session;
        let ending = session.ending.unwrap_or(Ending::Shoes);
        self.tally.endings.iter_mut().skip(ending as usize).take(1).for_each(|count| *count += 1);
        self.tally.finals.add(session.bankroll);
        self.tally.rounds.add(i64::try_from(session.rounds).unwrap_or(i64::MAX));
        let looks = session.looks.iter().copied().chain(std::iter::repeat(session.bankroll));
        self.tally.looks.iter_mut().zip(looks).for_each(|(look, bankroll)| look.add(bankroll));
        self.start();
    }

    pub(super) fn finish(self) -> PlanTally {
        self.tally
    }
}

/// The units of the highest step that the count has reached.
fn by_count(steps: &[(CountSystem, u64)], running: i64, unseen: u16, deck: u16) -> u64 {
    let reached = steps.iter().rev().find(|(system, _)| system.bets(running, unseen, deck));
    reached.map_or(0, |(_, units)| *units)
}
