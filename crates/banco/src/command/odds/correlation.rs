//! How a wager goes together with another one.

use banco_odds::{Correlation, correlation};
use banco_rulebook::{Offered, Terms, WagerName};
use banco_sheets::SheetError;
use serde::Serialize;

use super::OddsArguments;
use crate::failure::Failure;
use crate::output::{self, Figure};

#[derive(Serialize)]
struct CorrelationOutput<'a> {
    wager: &'a str,
    with: &'a str,
    total: String,
    joint: Vec<JointOutput<'a>>,
    means: [Figure; 2],
    variances: [Figure; 2],
    covariance: Figure,
    correlation: Option<f64>,
}

#[derive(Serialize)]
struct JointOutput<'a> {
    lines: [Option<&'a str>; 2],
    ways: String,
}

/// Prints the joint distribution and its moments.
pub fn run(
    arguments: &OddsArguments,
    terms: &Terms,
    offered: &Offered,
    (other, name): (&str, &str),
) -> Result<(), Failure> {
    let name: WagerName = name.parse()?;
    let with = terms.offered(&name)?.at_usual_unit().map_err(SheetError::from)?;
    let (shoe, draw) = arguments.shoe.asked().deals(terms)?;
    let seat = arguments.shoe.asked().seat_for(terms, offered)?;
    let chosen = if offered.suits.is_empty() { &with.suits } else { &offered.suits };
    let found = correlation(terms, (&shoe, &draw), [&offered.table, &with.table], &seat, chosen)?;
    let found = arguments.correlation_at_stake(terms, offered, found)?;
    if arguments.json {
        return output::print_json(&json(arguments, other, &found));
    }
    if arguments.csv {
        return csv(&found);
    }
    output::print(&text(arguments, other, &found))
}

fn json<'a>(arguments: &'a OddsArguments, with: &'a str, found: &'a Correlation) -> CorrelationOutput<'a> {
    let [one, other] = &found.means;
    let [one_variance, other_variance] = &found.variances;
    CorrelationOutput {
        wager: arguments.wager(),
        with,
        total: found.total.to_string(),
        joint: found
            .joint
            .iter()
            .map(|line| JointOutput {
                lines: line.lines.each_ref().map(Option::as_deref),
                ways: line.ways.to_string(),
            })
            .collect(),
        means: [one, other].map(Figure::new),
        variances: [one_variance, other_variance].map(Figure::new),
        covariance: Figure::new(&found.covariance),
        correlation: found.coefficient(),
    }
}

/// A row for each pair of lines; a cell is empty where no line is reached.
fn csv(found: &Correlation) -> Result<(), Failure> {
    let rows = found.joint.iter().map(|joint| {
        let [line, with] = joint.lines.each_ref().map(|line| line.clone().unwrap_or_default());
        let chance = banco_odds::Fraction::new(joint.ways.into(), found.total.into());
        vec![line, with, joint.ways.to_string(), output::number(banco_odds::decimal(&chance))]
    });
    output::print_csv(&["line", "with_line", "ways", "probability"], rows)
}

fn text(arguments: &OddsArguments, with: &str, found: &Correlation) -> String {
    let mut table = output::table(&[arguments.wager(), with, "ways", "one in"]);
    for line in &found.joint {
        let name = |line: &Option<String>| line.clone().unwrap_or_else(|| "no line".to_owned());
        let [one, other] = &line.lines;
        let chance = banco_odds::Fraction::new(line.ways.into(), found.total.into());
        table.add_row(vec![name(one), name(other), line.ways.to_string(), output::one_in(&chance)]);
    }
    let coefficient = found.coefficient().map_or_else(
        || "no correlation: one of them never varies".to_owned(),
        |it| format!("correlation {it:+.10}"),
    );
    format!(
        "{}\n\n{coefficient}, covariance {:+.10}\none unit on each has a variance of {:.8}",
        output::table_text(&table),
        banco_odds::decimal(&found.covariance),
        banco_odds::decimal(&found.variance_together([1, 1])),
    )
}
