//! Printing: text and JSON on standard output, notes on standard error.

use std::io::Write as _;

use banco_money::{Amount, Currency};
use banco_odds::{Fraction, decimal};
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;

use crate::failure::Failure;

/// Prints text as it is.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    writeln!(out, "{}", text.trim_end())?;
    Ok(())
}

/// Prints a value as JSON.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(anyhow::Error::from)?;
    print(&text)
}

/// Says something beside the data.
pub fn note(text: &str) {
    use owo_colors::OwoColorize as _;
    anstream::eprintln!("{} {text}", "note:".bold());
}

/// A table without rules, headed in capitals. Lines are not wrapped: a terminal or a pager can do that.
pub fn table(header: &[&str]) -> Table {
    let capitals: Vec<String> = header.iter().map(|cell| cell.to_uppercase()).collect();
    table_headed(capitals)
}

/// A table headed as given.
pub fn table_headed(header: Vec<String>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    table
}

/// A table as text, without the blanks at line ends.
pub fn table_text(table: &Table) -> String {
    let lines: Vec<String> = table.to_string().lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// An exact figure in JSON, with the nearest floating-point number beside it.
#[derive(Serialize)]
pub struct Figure {
    exact: String,
    decimal: f64,
}

impl Figure {
    /// The figure of a fraction.
    pub fn new(fraction: &Fraction) -> Self {
        Self { exact: fraction.to_string(), decimal: decimal(fraction) }
    }
}

/// An amount that was worked out exactly in minor units, to the nearest one.
pub fn money(minor: &Fraction, currency: Currency) -> String {
    let rounded = i64::try_from(minor.round().to_integer());
    rounded.map_or_else(
        |_| format!("{}{}", currency.sign(), decimal(minor)),
        |minor| Amount::from_minor(minor, currency).to_string(),
    )
}

/// A small amount that was worked out exactly in minor units, with six decimals of the major unit.
#[expect(clippy::float_arithmetic, reason = "an amount to be shown")]
pub fn small_money(minor: &Fraction, currency: Currency) -> String {
    let sign = if *minor < Fraction::from_integer(0.into()) { "-" } else { "" };
    format!("{sign}{}{:.6}", currency.sign(), decimal(minor).abs() / 100.0)
}

/// A share in percent.
#[expect(clippy::float_arithmetic, reason = "a share to be shown")]
pub fn percent(share: &Fraction) -> String {
    format!("{:.6}%", 100.0 * decimal(share))
}

/// How rare a chance is: `1 in N`.
pub fn one_in(chance: &Fraction) -> String {
    let chance = decimal(chance);
    if chance > 0.0 { format!("{:.2}", chance.recip()) } else { "never".to_owned() }
}
