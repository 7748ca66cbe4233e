//! The same count at simulated shoes, beside what composition says.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "figures for people")]

use banco_odds::Tags;
use banco_sim::advantage::betting::Betting;
use banco_sim::study::Studies;
use banco_sim::study::bets::{BetRule, BetStudy, BetTally, VALUE_UNIT};
use banco_sim::study::count::CountSystem;
use banco_sim::study::edges::{EdgeRow, EdgeStudy};
use banco_sim::study::perfect::Perfect;
use serde::Serialize;

use super::CountArguments;
use super::answer::{Plan, Setup};
use crate::command::sim::{perfect_failure, watched};
use crate::failure::Failure;

#[derive(Serialize)]
pub struct SimulatedOutput {
    pub shoes: u64,
    pub seed: u64,
    pub rounds_a_shoe: f64,
    pub bets_a_shoe: f64,
    pub units_a_shoe: f64,
    /// From the deviation that was met; by a spread from the one by composition.
    pub units_a_shoe_error: f64,
    /// Only where one stake is bet.
    pub deviation_of_shoe: Option<f64>,
    pub perfect: PerfectOutput,
}

/// One unit whenever the exact value of the unseen cards is above nothing, in the same shoes.
#[derive(Serialize)]
pub struct PerfectOutput {
    pub bets_a_shoe: f64,
    /// By the exact values of the bets, which swing less than what came of them.
    pub units_a_shoe: f64,
    /// What the count brings by composition, as a share of that; only where it bets one unit.
    pub efficiency: Option<f64>,
}

/// One true count, as it was met.
#[derive(Clone, Serialize)]
pub struct Edge {
    pub rounds: u64,
    pub edge: f64,
    pub error: f64,
}

/// All that was met.
pub struct Simulated {
    pub output: SimulatedOutput,
    edges: Vec<(i64, Edge)>,
}

impl Simulated {
    /// The true counts that were met.
    pub fn edges(&self) -> &[(i64, Edge)] {
        &self.edges
    }
}

/// Deals shoes and bets by the plan; what composition says of the plan is known.
pub fn simulate(
    arguments: &CountArguments,
    setup: &Setup,
    (tags, plan): (Tags, &Plan),
    counted: &Betting,
) -> Result<Simulated, Failure> {
    let (simulation, burn_seen) = (&setup.simulation, setup.seen);
    let perfect = Perfect::new(setup.judge()?, &setup.draw, &simulation.rules, 0).map_err(perfect_failure)?;
    let perfect = BetStudy { wager: 0, rule: BetRule::Perfect(perfect), burn_seen };
    let bets = plan.ramp.iter().map(|(at, _)| {
        let rule = BetRule::Count(CountSystem::new(tags, plan.by, *at));
        BetStudy { wager: 0, rule, burn_seen }
    });
    let edges = vec![EdgeStudy { wager: 0, system: CountSystem::new(tags, plan.by, 0), burn_seen }];
    let studies = Studies { bets: bets.chain([perfect]).collect(), edges, ..Studies::default() };
    let (tally, end) = watched(arguments.threads, arguments.shoes, "shoes", |manner| {
        simulation.run_with(&studies, 0..arguments.shoes, manner)
    })?;
    if end < arguments.shoes {
        return Err(Failure::Interrupted);
    }
    let fraction = simulation.settlement.judges().first().map_or(1.0, |judge| judge.fraction as f64);
    let rows = tally.studies.edges.first().map(|edges| &edges.rows[..]).unwrap_or_default();
    let rounds: u64 = rows.iter().map(|row| row.rounds).sum();
    let steps: Vec<(u32, &BetTally)> =
        plan.ramp.iter().map(|(_, units)| *units).zip(&tally.studies.bets).collect();
    let shoes = arguments.shoes as f64;
    let (bets_a_shoe, units_a_shoe) = brought(&steps, shoes, fraction);
    let deviation = match steps[..] {
        [(units, tally)] => {
            let square = tally.results.sum_of_squares() as f64 / shoes / fraction / fraction;
            let square = square * f64::from(units) * f64::from(units);
            Some((square - units_a_shoe * units_a_shoe).max(0.0).sqrt())
        }
        _ => None,
    };
    let output = SimulatedOutput {
        shoes: arguments.shoes,
        seed: arguments.seed,
        rounds_a_shoe: rounds as f64 / shoes,
        bets_a_shoe,
        units_a_shoe,
        units_a_shoe_error: deviation.unwrap_or_else(|| counted.deviation_of_shoe()) / shoes.sqrt(),
        deviation_of_shoe: deviation,
        perfect: perfect_output(plan, tally.studies.bets.last(), shoes, counted),
    };
    Ok(Simulated { output, edges: rows.iter().map(|row| (row.true_count, edge(row, fraction))).collect() })
}

fn perfect_output(plan: &Plan, tally: Option<&BetTally>, shoes: f64, counted: &Betting) -> PerfectOutput {
    let units = tally.map_or(0.0, |tally| tally.value as f64 * VALUE_UNIT / shoes);
    let one_unit = matches!(plan.ramp[..], [(_, 1)]);
    PerfectOutput {
        bets_a_shoe: tally.map_or(0.0, |tally| tally.bets.sum() as f64 / shoes),
        units_a_shoe: units,
        efficiency: (one_unit && units > 0.0).then(|| counted.won / units),
    }
}

/// Bets and units a shoe. Whoever has reached a step of the ramp has reached those below, so a step is as many units
/// more from its count on.
fn brought(steps: &[(u32, &BetTally)], shoes: f64, fraction: f64) -> (f64, f64) {
    let (mut bets, mut units, mut before) = (0.0, 0.0, 0_u32);
    for (step, tally) in steps {
        let each = tally.bets.sum() as f64 / shoes;
        match (before, step) {
            (0, 1..) => bets += each,
            (1.., 0) => bets -= each,
            _ => {}
        }
        units += (f64::from(*step) - f64::from(before)) * tally.results.sum() as f64 / shoes / fraction;
        before = *step;
    }
    (bets, units)
}

fn edge(row: &EdgeRow, fraction: f64) -> Edge {
    let rounds = row.rounds as f64;
    let mean = row.sum as f64 / fraction / rounds;
    let square = row.squares as f64 / fraction / fraction / rounds;
    Edge { rounds: row.rounds, edge: mean, error: ((square - mean * mean).max(0.0) / rounds).sqrt() }
}
