//! The result of every shoe as a file: CSV or Parquet, a row a shoe, written piece by piece.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "results in units, for people's programs"
)]

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use banco_rulebook::Diagnostic;
use banco_sim::result::{RunResult, WagerInfo};
use banco_sim::rows::{Rows, ShoeRow};
use banco_sim::run::Simulation;
use banco_sim::simd::Level;

use super::text::quoted;
use crate::failure::Failure;
use crate::write;

/// How many shoes are dealt and written at a time.
const PIECE: usize = 65_536;

/// The columns that every file has, before one for each wager.
const COLUMNS: [&str; 6] = ["shoe", "rounds", "player_wins", "banker_wins", "ties", "void"];

/// In which form shoes are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShoeFormat {
    Csv,
    Parquet,
}

/// The form that a file's name asks for.
pub fn format(file: &Path) -> Result<ShoeFormat, Failure> {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => Ok(ShoeFormat::Csv),
        Some("parquet") if cfg!(feature = "parquet") => Ok(ShoeFormat::Parquet),
        Some("parquet") => {
            Err(Failure::invalid("no_parquet", "this copy of `banco` was built without Parquet"))
        }
        _ => {
            let message = format!("cannot tell the format of `{}` from its name", file.display());
            let hint = "use a name that ends in `.csv` or `.parquet`";
            Err(Failure::from(Diagnostic::error("unknown_ending", message).hint(hint)))
        }
    }
}

/// Writes the shoes of a result.
pub fn write_shoes(file: &Path, simulation: &Simulation, result: &RunResult) -> Result<(), Failure> {
    let format = format(file)?;
    let wagers = &result.configuration.wagers;
    let mut rows = Rows::new(simulation, Level::best());
    let pieces = (result.from..result.to).step_by(PIECE);
    let pieces = pieces.map(|from| rows.of(from..result.to.min(from + PIECE as u64)));
    write::streamed(file, |into| match format {
        ShoeFormat::Csv => csv(into, wagers, pieces),
        ShoeFormat::Parquet => parquet(into, wagers, pieces),
    })
}

fn csv(
    into: &mut File,
    wagers: &[WagerInfo],
    pieces: impl Iterator<Item = Vec<ShoeRow>>,
) -> anyhow::Result<()> {
    let mut into = BufWriter::new(into);
    let names = COLUMNS.iter().map(|name| (*name).to_owned());
    let names: Vec<String> = names.chain(wagers.iter().map(|wager| quoted(&wager.name))).collect();
    writeln!(into, "{}", names.join(","))?;
    for row in pieces.flatten() {
        let mut line = whole(&row).map(|number| number.to_string()).join(",");
        for (result, wager) in row.results.iter().zip(wagers) {
            write!(line, ",{}", units(*result, wager))?;
        }
        writeln!(into, "{line}")?;
    }
    Ok(into.flush()?)
}

/// The columns that are whole numbers.
fn whole(row: &ShoeRow) -> [u64; 6] {
    let [player, banker, tie] = row.winners;
    [row.number, row.rounds, player, banker, tie, u64::from(row.void)]
}

/// A result in units staked a round.
fn units(result: i64, wager: &WagerInfo) -> f64 {
    result as f64 / wager.fraction as f64
}

#[cfg(feature = "parquet")]
fn parquet(
    into: &mut File,
    wagers: &[WagerInfo],
    pieces: impl Iterator<Item = Vec<ShoeRow>>,
) -> anyhow::Result<()> {
    use std::sync::Arc;

    use anyhow::Context as _;
    use parquet::basic::{Repetition, Type as Physical};
    use parquet::data_type::{DoubleType, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::types::Type;

    let field = |(name, physical): (&str, Physical)| {
        let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
        field.build().map(Arc::new)
    };
    let whole_fields = COLUMNS.iter().map(|name| (*name, Physical::INT64));
    let fields = whole_fields.chain(wagers.iter().map(|wager| (wager.name.as_str(), Physical::DOUBLE)));
    let fields = fields.map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Arc::new(Type::group_type_builder("shoes").with_fields(fields).build()?);
    let mut writer = SerializedFileWriter::new(into, schema, Arc::new(WriterProperties::builder().build()))?;
    for piece in pieces {
        let mut group = writer.next_row_group()?;
        for at in 0..COLUMNS.len() {
            let cell = |row: &ShoeRow| whole(row).get(at).and_then(|number| i64::try_from(*number).ok());
            let values: Vec<i64> = piece.iter().filter_map(cell).collect();
            let mut column = group.next_column()?.context("the schema has fewer columns")?;
            column.typed::<Int64Type>().write_batch(&values, None, None)?;
            column.close()?;
        }
        for (at, wager) in wagers.iter().enumerate() {
            let cell = |row: &ShoeRow| row.results.get(at).map(|result| units(*result, wager));
            let values: Vec<f64> = piece.iter().filter_map(cell).collect();
            let mut column = group.next_column()?.context("the schema has fewer columns")?;
            column.typed::<DoubleType>().write_batch(&values, None, None)?;
            column.close()?;
        }
        group.close()?;
    }
    writer.close()?;
    Ok(())
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &mut File, _: &[WagerInfo], _: impl Iterator<Item = Vec<ShoeRow>>) -> anyhow::Result<()> {
    anyhow::bail!("this copy of `banco` was built without Parquet")
}
