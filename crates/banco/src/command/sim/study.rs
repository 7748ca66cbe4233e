//! Studies beside a run: counting and perfect play, from arguments to what is run, and as text.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact sums")]

use banco_odds::DrawTable;
use banco_rulebook::{Diagnostic, Terms, WagerName};
use banco_sim::settlement::Settlement;
use banco_sim::shoe::ShoeRules;
use banco_sim::study::bets::{BetRule, BetStudy};
use banco_sim::study::count::{CountSystem, CountSystemError};
use banco_sim::study::perfect::{Perfect, PerfectError};
use banco_sim::study::report::BetReport;
use banco_sim::study::{BurnSeen, Studies};
use clap::{Args, ValueEnum};

use super::RunArguments;
use super::plan::plans;
use super::text::percent;
use crate::failure::Failure;
use crate::output;

/// What somebody does about the shoes.
#[derive(Args)]
#[command(next_help_heading = "Counting")]
pub struct StudyArguments {
    /// Bet one unit when a count says so: `TAGS; TRIGGER; WAGER`; repeatable.
    ///
    /// Tags are `RANKS=TAG`. T covers J, Q and K too, unless they have tags of their own; ranks you leave out count 0.
    /// The trigger is `true N` (the count per deck not yet seen is N or more) or `running N`; write `<= N` for N or
    /// less. The well-known Dragon 7 count is `4567=-1 89=+2; true 4; dragon-7`; `KQJT=+1 A23=-1; running <= -12;
    /// player` shows the rest of the notation.
    #[arg(long, value_name = "COUNT")]
    count: Vec<String>,

    /// Bet one unit when the bettor has the edge, computed exactly from the cards not yet seen: `WAGER`, or
    /// `WAGER; above 0.5%`; any wager, any number of decks; repeatable.
    #[arg(long, value_name = "WAGER")]
    perfect: Vec<String>,

    /// Which burn cards the counter sees; default: all if the rulebook shows them to the players, otherwise none.
    #[arg(long, value_name = "CARDS")]
    burn_seen: Option<BurnSeenName>,
}

/// Which burn cards a counter sees.
#[derive(Clone, Copy, ValueEnum)]
pub enum BurnSeenName {
    /// No burn card.
    None,
    /// The first one.
    First,
    /// All of them.
    All,
}

impl From<BurnSeenName> for BurnSeen {
    fn from(name: BurnSeenName) -> Self {
        match name {
            BurnSeenName::None => Self::None,
            BurnSeenName::First => Self::First,
            BurnSeenName::All => Self::All,
        }
    }
}

/// Checks what was asked for and makes it ready.
pub fn studies(
    run: &RunArguments,
    terms: &Terms,
    draw: &DrawTable,
    rules: &ShoeRules,
    settlement: &Settlement,
) -> Result<Studies, Failure> {
    let arguments = &run.study;
    let usual = BurnSeen::from(terms.rulebook.file.burn.shown);
    let burn_seen = arguments.burn_seen.map_or(usual, BurnSeen::from);
    let counts = !arguments.count.is_empty() || !arguments.perfect.is_empty() || run.plan.counts();
    if arguments.burn_seen.is_some() && !counts {
        let message = "`--burn-seen` only applies to counting";
        let hint = "add `--count`, `--perfect` or a plan by count";
        return Err(Failure::from(Diagnostic::error("nobody_counts", message).hint(hint)));
    }
    let mut bets = Vec::new();
    for text in &arguments.count {
        let (system, wager) = CountSystem::parse(text).map_err(|error| count_failure(&error))?;
        let wager = place(settlement, wager)?;
        bets.push(BetStudy { wager, rule: BetRule::Count(system), burn_seen });
    }
    for text in &arguments.perfect {
        let (wager, above) = Perfect::parse(text).map_err(perfect_failure)?;
        let wager = place(settlement, wager)?;
        let judge = settlement.judges().get(wager).ok_or_else(|| no_wager(settlement, text))?;
        let perfect = Perfect::new(judge, draw, rules, above).map_err(perfect_failure)?;
        bets.push(BetStudy { wager, rule: BetRule::Perfect(perfect), burn_seen });
    }
    let plans = plans(&run.plan, terms, settlement, burn_seen, run.session)?;
    Ok(Studies { bets, plans, ..Studies::default() })
}

/// The place of a wager among those of the run; a pay table or side need not be named if only one is there.
pub fn place(settlement: &Settlement, text: &str) -> Result<usize, Failure> {
    let name: WagerName = text.parse()?;
    let fits = |known: &str| {
        let Ok(known) = known.parse::<WagerName>() else { return false };
        known.id == name.id
            && (name.side.is_none() || known.side == name.side)
            && (name.paytable.is_none() || known.paytable == name.paytable)
    };
    let names = || settlement.judges().iter().map(|judge| judge.wager.name.as_str());
    if let Some(exact) = names().position(|known| known == text) {
        return Ok(exact);
    }
    let found: Vec<(usize, &str)> = names().enumerate().filter(|(_, known)| fits(known)).collect();
    match found[..] {
        [(place, _)] => Ok(place),
        [] => Err(no_wager(settlement, text)),
        _ => {
            let names: Vec<String> = found.iter().map(|(_, name)| format!("`{name}`")).collect();
            let message = format!("`{text}` may be several wagers of the run");
            let hint = format!("name one of {}", names.join(", "));
            Err(Failure::from(Diagnostic::error("ambiguous_wager", message).hint(hint)))
        }
    }
}

fn no_wager(settlement: &Settlement, text: &str) -> Failure {
    let names: Vec<String> =
        settlement.judges().iter().map(|judge| format!("`{}`", judge.wager.name)).collect();
    let message = format!("`{text}` is not a wager of this run");
    let hint = format!("the run has {}; `-w` adds wagers", names.join(", "));
    Failure::from(Diagnostic::error("not_in_run", message).hint(hint))
}

fn count_failure(error: &CountSystemError) -> Failure {
    Failure::from(Diagnostic::error("bad_count", error.to_string()).hint(error.hint()))
}

/// Why a wager cannot be played perfectly.
pub fn perfect_failure(error: PerfectError) -> Failure {
    if let PerfectError::Count(error) = error {
        return error.into();
    }
    let mut diagnostic = Diagnostic::error(error.code(), error.to_string());
    diagnostic.hint = error.hint().map(str::to_owned);
    Failure::from(diagnostic)
}

/// What came of betting in some rounds only; nothing where nobody did.
pub fn bet_table(reports: &[BetReport]) -> Option<String> {
    let header =
        ["bet when", "wager", "rounds bet", "units a shoe", "error", "per 100", "edge", "error", "exact"];
    let mut table = output::table(&header);
    for report in reports {
        table.add_row(vec![
            report.rule.clone(),
            report.wager.clone(),
            percent(report.frequency),
            format!("{:+.4}", report.units_a_shoe),
            format!("{:.4}", report.units_a_shoe_error),
            format!("{:+.4}", report.units_per_100_hands),
            format!("{:+.3}%", 100.0 * report.edge),
            format!("{:.3}%", 100.0 * report.edge_error),
            report.exact_edge.map_or("-".to_owned(), |edge| format!("{:+.3}%", 100.0 * edge)),
        ]);
    }
    let seen = reports.first().map(|report| match report.burn_seen {
        BurnSeen::None => "burn cards are not seen",
        BurnSeen::First => "the first burn card is seen",
        BurnSeen::All => "burn cards are seen",
    });
    seen.map(|seen| {
        format!(
            "{}\n{seen}; per 100: units won per 100 rounds, with or without a bet",
            output::table_text(&table)
        )
    })
}
