//! The answer as text and as CSV.
#![expect(clippy::float_arithmetic, reason = "figures for people")]

use std::fmt::Write as _;

use banco_sim::shoe::End;
use banco_sim::study::BurnSeen;

use super::answer::Answer;
use super::figures::{BettingOutput, CountOutput, SystemOutput};
use super::simulated::Edge;
use crate::output;

/// Rarer true counts are left out of the table for people; JSON and CSV have them all.
const RARE: f64 = 0.0005;

/// All of it.
pub fn text(answer: &Answer) -> String {
    let mut text = heading(answer);
    let parts = [
        Some(effects(answer)),
        Some(systems(answer)),
        Some(by_true_count(answer)),
        Some(betting(answer)),
        sweep(answer),
        team(answer),
    ];
    for part in parts.into_iter().flatten() {
        let _ = write!(text, "\n\n{part}");
    }
    text
}

fn heading(answer: &Answer) -> String {
    let end = match answer.shoe.end {
        End::CutCard { behind, further } => {
            let rounds = if further == 1 { "round" } else { "rounds" };
            format!("cut card {behind} from the back, {further} more {rounds}")
        }
        End::Rounds(rounds) => format!("{rounds} rounds"),
    };
    let seen = match answer.burn_seen {
        BurnSeen::None => "burn cards are not seen",
        BurnSeen::First => "the first burn card is seen",
        BurnSeen::All => "burn cards are seen",
    };
    let seen = if answer.shoe.burn { seen } else { "no cards are burned" };
    format!(
        "{} {}: {} decks, {end}; {seen}\nfull shoe: the bettor gains {}",
        answer.rulebook,
        answer.wager,
        answer.shoe.decks,
        percent(answer.gain_decimal, 6)
    )
}

fn effects(answer: &Answer) -> String {
    let mut table = output::table(&["card taken out", "cards", "effect on the bettor"]);
    for effect in &answer.effects {
        table.add_row(vec![effect.rank.clone(), effect.cards.to_string(), percent(effect.decimal, 6)]);
    }
    output::table_text(&table)
}

fn systems(answer: &Answer) -> String {
    let mut table =
        output::table(&["count", "tags", "correlation", "loss", "per true count", "even at", "balance"]);
    for SystemOutput { name, tags, correlation, loss, is_balanced, sum, per_true_count, even_at } in
        &answer.systems
    {
        table.add_row(vec![
            name.clone(),
            tags.clone(),
            format!("{correlation:.4}"),
            format!("{loss:.4}"),
            percent(*per_true_count, 4),
            even_at.map_or("-".to_owned(), |at| format!("{at:+.2}")),
            if *is_balanced { "balanced".to_owned() } else { format!("{sum:+}") },
        ]);
    }
    format!(
        "{}\ncorrelation: betting correlation; the effects themselves have 1. balance: the sum of a whole shoe's tags",
        output::table_text(&table)
    )
}

fn by_true_count(answer: &Answer) -> String {
    let mut header = vec!["true count", "rounds", "edge", "deviation", "kelly", "best stake"];
    if answer.simulated.is_some() {
        header.extend(["simulated", "error"]);
    }
    let mut table = output::table(&header);
    let shown: Vec<&CountOutput> = answer.by_true_count.iter().filter(|row| row.share >= RARE).collect();
    for row in &shown {
        let staked = |text: String| if row.edge > 0.0 { text } else { "-".to_owned() };
        let mut cells = vec![
            row.true_count.to_string(),
            format!("{:.3}%", 100.0 * row.share),
            percent(row.edge, 3),
            format!("{:.3}", row.deviation),
            staked(format!("{:.4}%", 100.0 * row.kelly)),
            staked(format!("{:.2}", row.best_stake)),
        ];
        if answer.simulated.is_some() {
            let found = |of: fn(&Edge) -> String| row.simulated.as_ref().map_or("-".to_owned(), of);
            cells.push(found(|edge| percent(edge.edge, 3)));
            cells.push(found(|edge| format!("{:.3}%", 100.0 * edge.error)));
        }
        table.add_row(cells);
    }
    let rare = answer.by_true_count.len() - shown.len();
    format!(
        "{}, by composition\n\n{}\n\
         true count: rounded down; {rare} rarer ones are left out\n\
         kelly: the share of the bank that makes it grow fastest; best stake: the units that have the highest SCORE, for a \
         bank of {}; both at {}% of full Kelly",
        answer.tags,
        output::table_text(&table),
        answer.asked.bank,
        answer.asked.kelly_percent
    )
}

fn betting(answer: &Answer) -> String {
    let how = match (&answer.asked.spread, answer.trigger) {
        (Some(spread), _) => format!("{spread} ({} count)", answer.asked.by),
        (None, Some(at)) => format!("1 unit at {} {at} and above", answer.asked.by),
        (None, None) => return "no count has the edge, so there is nothing to bet on".to_owned(),
    };
    let header = [
        "bet",
        "rounds bet",
        "units a shoe",
        "deviation",
        "per 100",
        "deviation",
        "edge",
        "N0",
        "DI",
        "SCORE",
        "risk of ruin",
    ];
    let mut table = output::table(&header);
    table.add_row(row(&how, &answer.betting));
    table.add_row(row("best stakes", &answer.best_stakes));
    let mut text = output::table_text(&table);
    let _ = write!(
        text,
        "\nby composition, {:.2} rounds a shoe; N0 in rounds dealt, bet or not; deviations as if rounds swing independently\n\
         risk of ruin: of ever losing a bank of {} units if stakes never change, exp(-2wB/s²)",
        answer.rounds_a_shoe, answer.asked.bank
    );
    if let Some(bank) = answer.betting.kelly_bank {
        let _ = write!(
            text,
            "\nat full Kelly these bets want a bank of {bank:.0} units; at {}% the risk of ruin is {}, exp(-2/k)",
            answer.asked.kelly_percent,
            chance(answer.betting.risk_of_ruin_at_kelly)
        );
    }
    if let Some(found) = &answer.exact {
        let _ = write!(
            text,
            "\nexactly, over every shoe: {:.6} rounds, {:.6} bet, {:+.9} units a shoe; composition is off by {:+.1e}\n\
             perfect play exactly: {:.6} bet, {:+.9} units a shoe",
            found.rounds_a_shoe,
            found.bets_a_shoe,
            found.units_a_shoe,
            found.composition_error,
            found.perfect_bets_a_shoe,
            found.perfect_units_a_shoe
        );
    }
    if let Some(found) = &answer.simulated {
        let _ = write!(
            text,
            "\nsimulated, {} shoes, seed {}: {:.4} rounds, {:.4} bet, {:+.4} units a shoe, error {:.4}",
            found.shoes,
            found.seed,
            found.rounds_a_shoe,
            found.bets_a_shoe,
            found.units_a_shoe,
            found.units_a_shoe_error
        );
        if let Some(deviation) = found.deviation_of_shoe {
            let _ = write!(text, ", deviation {deviation:.3}");
        }
        let perfect = &found.perfect;
        let _ = write!(
            text,
            "\nperfect play in these shoes: {:.4} bet, {:+.4} units a shoe by exact values",
            perfect.bets_a_shoe, perfect.units_a_shoe
        );
        if let Some(efficiency) = perfect.efficiency {
            let _ = write!(text, "; the count wins {:.1}% of that", 100.0 * efficiency);
        }
    }
    text
}

fn row(how: &str, figures: &BettingOutput) -> Vec<String> {
    vec![
        how.to_owned(),
        small(figures.bets_a_shoe, 3),
        format!("+{}", small(figures.units_a_shoe, 4)).replace("+-", "-"),
        small(figures.deviation_of_shoe, 3),
        format!("+{}", small(figures.units_per_100_rounds, 4)).replace("+-", "-"),
        small(figures.deviation_per_100_rounds, 3),
        percent(figures.edge, 3),
        figures
            .n0
            .map_or("-".to_owned(), |n0| if n0 < 1e9 { format!("{n0:.0}") } else { format!("{n0:.2e}") }),
        small(figures.desirability, 3),
        small(figures.score, 3),
        chance(figures.risk_of_ruin),
    ]
}

fn sweep(answer: &Answer) -> Option<String> {
    let mut table = output::table(&[
        "cards behind",
        "rounds",
        "trigger",
        "rounds bet",
        "units a shoe",
        "per 100",
        "SCORE",
    ]);
    for row in &answer.sweep {
        table.add_row(vec![
            row.cards_behind.to_string(),
            format!("{:.2}", row.rounds_a_shoe),
            row.trigger.map_or("-".to_owned(), |at| format!("{at}")),
            small(row.bets_a_shoe, 3),
            format!("{:+.4}", row.units_a_shoe),
            format!("{:+.4}", row.units_per_100_rounds),
            small(row.score, 3),
        ]);
    }
    (!answer.sweep.is_empty()).then(|| output::table_text(&table))
}

fn team(answer: &Answer) -> Option<String> {
    let team = &answer.team;
    let n0 = team.n0_hours.map_or("never".to_owned(), |hours| format!("{hours:.0} hours"));
    (team.tables > 1).then(|| {
        format!(
            "a big player called in at {} tables of {} rounds an hour: {:.2} hands and {:+.4} units an hour, deviation \
             {:.3}, N0 {n0}\nthe tables are at independent places of their shoes, and moving takes no time",
            team.tables, team.rounds_an_hour, team.hands_an_hour, team.units_an_hour, team.deviation_an_hour
        )
    })
}

fn percent(share: f64, decimals: usize) -> String {
    format!("{:+.decimals$}%", 100.0 * share)
}

/// A chance in percent; what is too small for the decimals is told all the same.
fn chance(share: f64) -> String {
    format!("{}%", small(100.0 * share, 4))
}

/// So many decimals, or where they would show nothing, the first digits.
fn small(number: f64, decimals: usize) -> String {
    let shown = format!("{number:.decimals$}");
    let says_nothing = shown.bytes().all(|byte| matches!(byte, b'0' | b'.' | b'-'));
    if says_nothing && number != 0.0 { format!("{number:.1e}") } else { shown }
}

/// Rows for a spreadsheet.
pub fn csv(answer: &Answer) -> String {
    if answer.sweep.is_empty() { csv_by_true_count(answer) } else { csv_of_sweep(answer) }
}

fn csv_of_sweep(answer: &Answer) -> String {
    let mut text =
        "cards_behind,rounds_a_shoe,trigger,bets_a_shoe,units_a_shoe,units_per_100_rounds,score\n".to_owned();
    for row in &answer.sweep {
        let trigger = row.trigger.map(|at| at.to_string()).unwrap_or_default();
        let _ = writeln!(
            text,
            "{},{},{trigger},{},{},{},{}",
            row.cards_behind,
            row.rounds_a_shoe,
            row.bets_a_shoe,
            row.units_a_shoe,
            row.units_per_100_rounds,
            row.score
        );
    }
    text
}

fn csv_by_true_count(answer: &Answer) -> String {
    let mut text = "true_count,rounds_a_shoe,share,edge,deviation,kelly,best_stake,simulated_rounds,simulated_edge,simulated_error\n".to_owned();
    for row in &answer.by_true_count {
        let found = row.simulated.as_ref();
        let found =
            found.map_or(",,".to_owned(), |found| format!("{},{},{}", found.rounds, found.edge, found.error));
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{found}",
            row.true_count, row.rounds_a_shoe, row.share, row.edge, row.deviation, row.kelly, row.best_stake
        );
    }
    text
}
