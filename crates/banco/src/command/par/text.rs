//! Sheets as text and as CSV.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use std::fmt::Write as _;

use banco_odds::Sheet;

use super::make::{Made, sheet_name};
use crate::output;

/// A sheet for people.
pub fn text(made: &Made) -> String {
    let sheet = &made.sheet;
    let seat = made.seat.map(|seat| format!(", seat {seat}")).unwrap_or_default();
    let mut table = output::table(&["line", "pays", "ways", "probability", "one in", "contribution"]);
    for line in &sheet.lines {
        let probability = sheet.probability(line.ways);
        table.add_row(vec![
            line.name.clone(),
            line.pays.to_string(),
            line.ways.to_string(),
            format!("{probability:.10}"),
            one_in(sheet, line.ways).map_or("never".to_owned(), |one_in| format!("{one_in:.2}")),
            format!("{:+.8}", sheet.contribution(line)),
        ]);
    }
    let (hit, push) = sheet.hit_and_push();
    let meters = if sheet.jackpots.is_empty() { "" } else { " (meters apart)" };
    let percent = |share: f64| 100.0 * share;
    let mut text = format!(
        "{} {}, {} decks{seat} [{}]\n\n{}\n",
        made.rulebook,
        sheet_name(sheet),
        made.decks,
        sheet.table.cite.join(", "),
        output::table_text(&table),
    );
    let (edge, resolved) = (percent(sheet.house_edge()), percent(sheet.edge_on_resolved()));
    let _ = writeln!(text, "\n of {} deals", sheet.total);
    let _ = writeln!(text, " house edge {edge:.8}%{meters}, on resolved wagers {resolved:.8}%");
    let _ = writeln!(
        text,
        " return {:.8}%, hit {:.6}%, push {:.6}%",
        percent(sheet.average_return()),
        percent(hit),
        percent(push)
    );
    let _ = writeln!(
        text,
        " variance {:.6}, deviation {:.6}, skewness {:.4}, kurtosis {:.4}, volatility index {:.4}",
        sheet.variance(),
        sheet.variance().sqrt(),
        sheet.skewness(),
        sheet.kurtosis(),
        sheet.volatility_index(1),
    );
    if sheet.house_edge() < 0.0 {
        let _ = writeln!(text, " WARNING: more than 100% comes back: bettors have the edge");
    }
    if let Some(long_run) = made.long_run_return() {
        let _ = writeln!(text, " return in the long run, meters included: {:.8}%", percent(long_run));
    }
    for jackpot in &sheet.jackpots {
        let (Some(one_in), Some(even)) = (one_in(sheet, jackpot.ways), made.break_even(jackpot)) else {
            continue;
        };
        let _ = writeln!(text, " meter {}: one in {one_in:.2} rounds, even at {even:.2}", jackpot.meter);
    }
    text.trim_end().to_owned()
}

/// `1 in N`, where it can happen at all.
pub fn one_in(sheet: &Sheet, ways: u128) -> Option<f64> {
    (ways > 0).then(|| sheet.probability(ways).recip())
}

/// One row a line.
pub fn csv(made: &[Made]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut rows = vec![
        "rulebook,wager,side,paytable,seat,decks,line,pays,ways,total,probability,contribution".to_owned(),
    ];
    for made in made {
        let table = &made.sheet.table;
        for line in &made.sheet.lines {
            rows.push(format!(
                "{},{},{},{},{},{},{},{},{},{},{},{}",
                made.rulebook,
                table.wager,
                table.side.as_deref().unwrap_or_default(),
                table.column,
                made.seat.map(|seat| seat.to_string()).unwrap_or_default(),
                made.decks,
                quoted(&line.name),
                quoted(&line.pays.to_string()),
                line.ways,
                made.sheet.total,
                made.sheet.probability(line.ways),
                made.sheet.contribution(line),
            ));
        }
    }
    rows.join("\n")
}
