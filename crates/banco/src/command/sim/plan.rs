//! Bankroll plans beside a run: from arguments to what is run, and as text.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    reason = "figures for people, made from exact sums"
)]

use std::sync::Arc;

use banco_money::{Amount, Currency};
use banco_rulebook::{Diagnostic, Offered, Terms, WagerName};
use banco_sim::report::Spread;
use banco_sim::settlement::Settlement;
use banco_sim::study::BurnSeen;
use banco_sim::study::plan::{LOOKS, Plan, PlanMoney};
use banco_sim::study::report::{PlanReport, Share};
use banco_sim::study::staking::Staking;
use clap::Args;

use super::study::place;
use crate::failure::Failure;
use crate::output;

/// No bankroll, goal or stake is larger, in minor units.
const MOST: i64 = 1_000_000_000_000;

/// A shoe has about so many rounds; this only decides how often the bankroll is looked at.
const ROUNDS_A_SHOE: u64 = 80;

/// What somebody with a bankroll does.
#[derive(Args)]
#[command(next_help_heading = "Bankroll")]
pub struct PlanArguments {
    /// Play each session by a staking plan: `PLAN; WAGER`; repeatable.
    ///
    /// PLAN is flat, martingale, paroli, 1-3-2-6, labouchere (or `labouchere 1-1-2`), oscar, or by a count such as
    /// `by-count 4567=-1 89=+2; true 2=1 4=5` (one unit at a true count of 2 or more, five at 4 or more).
    #[arg(long, value_name = "PLAN", requires = "bankroll")]
    plan: Vec<String>,

    /// The bankroll at the start of each session.
    #[arg(long, value_name = "AMOUNT", requires = "plan")]
    bankroll: Option<String>,

    /// The size of one unit; default: the table minimum.
    #[arg(long, value_name = "AMOUNT", requires = "plan")]
    unit: Option<String>,

    /// End the session when the bankroll reaches this.
    #[arg(long, value_name = "AMOUNT", requires = "plan")]
    goal: Option<String>,

    /// End the session after this many rounds; it always ends with the last shoe of `--session`.
    #[arg(long, value_name = "N", requires = "plan")]
    max_rounds: Option<u64>,

    /// The table minimum; default: as in the submission.
    #[arg(long, value_name = "AMOUNT", requires = "plan")]
    table_min: Option<String>,

    /// The table maximum; default: as in the submission.
    #[arg(long, value_name = "AMOUNT", requires = "plan")]
    table_max: Option<String>,
}

impl PlanArguments {
    /// Whether a plan bets by a count.
    pub fn counts(&self) -> bool {
        self.plan.iter().any(|plan| plan.trim_start().starts_with("by-count"))
    }
}

/// Checks what was asked for and makes it ready.
pub fn plans(
    arguments: &PlanArguments,
    terms: &Terms,
    settlement: &Settlement,
    burn_seen: BurnSeen,
    session: u64,
) -> Result<Vec<Plan>, Failure> {
    if arguments.plan.is_empty() {
        return Ok(Vec::new());
    }
    let shared = Arc::new(terms.clone());
    let plan = |text: &String| {
        let (plan, wager) = text.rsplit_once(';').unwrap_or((text, ""));
        let staking = Staking::parse(plan.trim()).map_err(|error| {
            Failure::from(Diagnostic::error("bad_plan", error.to_string()).hint(error.hint()))
        })?;
        if wager.trim().is_empty() {
            return refuse("bad_plan", format!("`{text}` names no wager"), "write `martingale; banker`");
        }
        let wager = place(settlement, wager.trim())?;
        let name = settlement.judges().get(wager).map_or("", |judge| judge.wager.name.as_str());
        let offered = terms.offered(&name.parse::<WagerName>()?)?;
        if !offered.units.is_empty() && staking != Staking::Flat {
            let message = format!("`{name}` is a fixed wager, so `{staking}` cannot change the bet");
            return refuse("fixed_wager", message, "play it `flat`");
        }
        let money = money(arguments, terms.currency, &offered, name, session)?;
        Ok(Plan { wager, staking, money, burn_seen, terms: Arc::clone(&shared) })
    };
    arguments.plan.iter().map(plan).collect()
}

fn refuse<T>(code: &'static str, message: String, hint: &str) -> Result<T, Failure> {
    Err(Failure::from(Diagnostic::error(code, message).hint(hint)))
}

/// An amount of an argument, in minor units.
fn amount(flag: &str, text: Option<&String>, currency: Currency) -> Result<Option<i64>, Failure> {
    let Some(text) = text else { return Ok(None) };
    match Amount::parse_in(text, currency) {
        Ok(amount) if amount.is_positive() && amount.minor() <= MOST => Ok(Some(amount.minor())),
        _ => {
            let most = Amount::from_minor(MOST, currency);
            refuse(
                "bad_amount",
                format!("`--{flag} {text}` is not an amount between zero and {most}"),
                "write `1000` or `2.50`",
            )
        }
    }
}

fn money(
    arguments: &PlanArguments,
    currency: Currency,
    offered: &Offered,
    name: &str,
    session: u64,
) -> Result<PlanMoney, Failure> {
    let minor = |limit: Option<Amount>| limit.map(Amount::minor);
    let least = amount("table-min", arguments.table_min.as_ref(), currency)?.or(minor(offered.min));
    let most = amount("table-max", arguments.table_max.as_ref(), currency)?.or(minor(offered.max));
    let fixed = offered.units.first().map(|unit| unit.minor());
    let shown = |minor: i64| Amount::from_minor(minor, currency).to_string();
    let unit = match amount("unit", arguments.unit.as_ref(), currency)?.or(fixed).or(least) {
        Some(unit) => unit,
        None => {
            return refuse(
                "no_unit",
                format!("the size of one unit on `{name}` is not known"),
                "set `--unit`",
            );
        }
    };
    if !offered.units.is_empty() && offered.units.iter().all(|known| known.minor() != unit) {
        let units: Vec<String> = offered.units.iter().map(Amount::to_string).collect();
        let message = format!("`{name}` is a fixed wager; a unit cannot be {}", shown(unit));
        return refuse("wrong_unit", message, &format!("choose {}", units.join(" or ")));
    }
    let least = least.unwrap_or(0);
    if unit < least || most.is_some_and(|most| unit > most) {
        let limits = format!("{} to {}", shown(least), most.map_or("any amount".to_owned(), shown));
        let message = format!("a unit of {} on `{name}` is outside the table's limits", shown(unit));
        return refuse("outside_limits", message, &format!("the table takes {limits}"));
    }
    let bankroll = amount("bankroll", arguments.bankroll.as_ref(), currency)?.unwrap_or(0);
    if bankroll < unit {
        let message = format!("a bankroll of {} is below one unit, {}", shown(bankroll), shown(unit));
        return refuse("small_bankroll", message, "raise `--bankroll` or lower `--unit`");
    }
    let goal = amount("goal", arguments.goal.as_ref(), currency)?;
    if let Some(goal) = goal.filter(|goal| *goal <= bankroll) {
        let message = format!("the goal of {} is reached before the first round", shown(goal));
        return refuse("small_goal", message, "give the bankroll to reach, not the amount to win");
    }
    if arguments.max_rounds == Some(0) {
        return refuse(
            "no_rounds",
            "`--max-rounds 0` leaves nothing to play".to_owned(),
            "ask for at least one",
        );
    }
    let shoes = session.saturating_mul(ROUNDS_A_SHOE);
    let look = arguments.max_rounds.map_or(shoes, |most| most.min(shoes)).div_ceil(LOOKS).max(1);
    Ok(PlanMoney { bankroll, unit, goal, max_rounds: arguments.max_rounds, least, most, look })
}

/// What came of every plan; nothing where there was none.
pub fn plan_tables(reports: &[PlanReport]) -> Option<String> {
    let first = reports.first()?;
    let header = ["plan", "wager", "ruin", "goal", "result", "error", "wagered", "bet", "cost", "rounds"];
    let mut table = output::table(&header);
    let mut header: Vec<String> = ["bankroll at the end", "wager"].map(str::to_uppercase).to_vec();
    header.extend(Spread::PERCENT.map(|percent| format!("{percent}%")));
    header.extend(["HIGHEST BET", "LOWERED"].map(str::to_owned));
    let mut ends = output::table_headed(header);
    for report in reports {
        let money = |minor: f64| shown(minor, &report.info.currency);
        let goal = report.info.money.goal.map_or("-".to_owned(), |_| share(report.goal_reached));
        table.add_row(vec![
            report.info.plan.clone(),
            report.info.wager.clone(),
            share(report.ruin),
            goal,
            money(report.result),
            money(report.result_error),
            money(report.wagered),
            money(report.average_bet),
            format!("{:.3}%", 100.0 * report.cost),
            format!("{:.1}", report.rounds.mean),
        ]);
        let mut row = vec![report.info.plan.clone(), report.info.wager.clone()];
        row.extend(report.bankroll.quantiles.map(money));
        row.extend([money(report.highest_bet as f64), format!("{:.2}%", 100.0 * report.lowered)]);
        ends.add_row(row);
    }
    let note = format!(
        "{} sessions from {}, a unit is {}; cost: the share of all money bet that was lost; lowered: bets cut down by the table maximum or the bankroll",
        first.sessions,
        shown(first.info.money.bankroll as f64, &first.info.currency),
        shown(first.info.money.unit as f64, &first.info.currency),
    );
    Some(format!("{}\n\n{}\n{note}", output::table_text(&table), output::table_text(&ends)))
}

fn share(share: Share) -> String {
    format!("{:.2}% ±{:.2}", 100.0 * share.share, 100.0 * share.error)
}

fn shown(minor: f64, currency: &str) -> String {
    let minor = minor.round() as i64;
    match Currency::from_code(currency) {
        Some(currency) => Amount::from_minor(minor, currency).to_string(),
        None => minor.to_string(),
    }
}
