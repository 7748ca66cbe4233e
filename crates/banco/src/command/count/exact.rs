//! Units a shoe over every shoe there can be, beside what composition says.
#![expect(clippy::float_arithmetic, reason = "figures for people")]

use banco_cards::Rank;
use banco_odds::{Detail, Tags, Unseen};
use banco_rulebook::Diagnostic;
use banco_sim::advantage::betting::Betting;
use banco_sim::advantage::exact::exact;
use banco_sim::study::count::CountSystem;
use serde::Serialize;

use super::answer::{Plan, Setup};
use crate::failure::Failure;

#[derive(Serialize)]
pub struct ExactOutput {
    pub rounds_a_shoe: f64,
    pub bets_a_shoe: f64,
    pub units_a_shoe: f64,
    /// By how much units by composition are too high.
    pub composition_error: f64,
    pub perfect_bets_a_shoe: f64,
    pub perfect_units_a_shoe: f64,
}

/// Goes through every shoe.
pub fn exactly(setup: &Setup, tags: Tags, plan: &Plan, counted: &Betting) -> Result<ExactOutput, Failure> {
    let rules = &setup.simulation.rules;
    let judge = setup.judge()?;
    let gain = judge.gain(&setup.draw)?;
    if gain.detail() != Detail::Values {
        let message = format!("`{}` looks at {}", judge.wager.name, gain.detail().name());
        return Err(by_values_only(&message));
    }
    let by_value = tags_by_value(tags)?;
    let full = rules.values();
    let systems: Vec<(CountSystem, u32)> =
        plan.ramp.iter().map(|(at, units)| (CountSystem::new(tags, plan.by, *at), *units)).collect();
    let by_count = |unseen: &[u16; 10], _: f64| {
        let seen = full.iter().zip(unseen).map(|(all, unseen)| i64::from(*all) - i64::from(*unseen));
        let running = seen.zip(by_value).map(|(seen, tag)| seen * i64::from(tag)).sum();
        let reached =
            |(system, _): &&(CountSystem, u32)| system.bets(running, unseen.iter().sum(), rules.deck());
        systems.iter().rev().find(reached).map_or(0.0, |(_, units)| f64::from(*units))
    };
    let perfectly = |unseen: &[u16; 10], value: f64| {
        f64::from(u8::from(gain.is_above(value, &Unseen::from_values(*unseen), 0)))
    };
    let found = exact(rules, setup.seen, &gain, &[&by_count, &perfectly])
        .map_err(|error| Diagnostic::error(error.code(), error.to_string()).hint(error.hint()))?;
    let [count, perfect] = found[..] else { return Err(by_values_only("no round is dealt")) };
    Ok(ExactOutput {
        rounds_a_shoe: count.rounds,
        bets_a_shoe: count.bets,
        units_a_shoe: count.won,
        composition_error: counted.won - count.won,
        perfect_bets_a_shoe: perfect.bets,
        perfect_units_a_shoe: perfect.won,
    })
}

/// The tags of the values 0 to 9.
fn tags_by_value(tags: Tags) -> Result<[i16; 10], Failure> {
    let tens = [Rank::Ten, Rank::Jack, Rank::Queen, Rank::King].map(|rank| tags.tag(rank));
    if tens.iter().any(|tag| *tag != tags.tag(Rank::Ten)) {
        return Err(by_values_only(&format!("`{tags}` tells tens and court cards apart")));
    }
    Ok(std::array::from_fn(|value| {
        let rank = u8::try_from(value).ok().and_then(Rank::from_number).unwrap_or(Rank::Ten);
        tags.tag(rank)
    }))
}

fn by_values_only(why: &str) -> Failure {
    let message = format!("{why}, and `--exact` goes by point values");
    Failure::from(
        Diagnostic::error("beyond_values", message).hint("leave out `--exact`, or simulate with `--shoes`"),
    )
}
