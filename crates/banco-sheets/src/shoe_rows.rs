//! The result of every simulated shoe: CSV or Parquet, a row a shoe, written piece by piece.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "results in units, for people's programs"
)]

use std::io::{self, BufWriter, Write};

use banco_sim::result::{RunResult, WagerInfo};
use banco_sim::rows::{Rows, ShoeRow};
use banco_sim::run::Simulation;
use banco_sim::simd::Level;

use crate::long::csv_cell;

/// How many shoes are dealt and written at a time.
const PIECE: usize = 65_536;

/// The columns that every file has, before one for each wager.
const COLUMNS: [&str; 6] = ["shoe", "rounds", "player_wins", "banker_wins", "ties", "void"];

/// In which form shoes are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShoeRowFormat {
    /// Text, below the names of the columns.
    Csv,
    /// The same with types; only if this crate is built with the feature `parquet`.
    Parquet,
}

impl ShoeRowFormat {
    /// The form that the ending of a file means.
    pub fn from_ending(ending: &str) -> Option<Self> {
        match ending {
            "csv" => Some(Self::Csv),
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }
}

/// Deals the shoes of a result again and writes a row for each.
///
/// # Errors
///
/// If it cannot be written, or the form was left out when this crate was built.
pub fn write_shoe_rows(
    into: &mut (impl Write + Send),
    format: ShoeRowFormat,
    simulation: &Simulation,
    result: &RunResult,
) -> io::Result<()> {
    let wagers = &result.configuration.wagers;
    let mut rows = Rows::new(simulation, Level::best());
    let pieces = (result.from..result.to).step_by(PIECE);
    let pieces = pieces.map(|from| rows.rows_for(from..result.to.min(from + PIECE as u64)));
    match format {
        ShoeRowFormat::Csv => csv(into, wagers, pieces),
        ShoeRowFormat::Parquet => parquet(into, wagers, pieces),
    }
}

fn csv(
    into: &mut impl Write,
    wagers: &[WagerInfo],
    pieces: impl Iterator<Item = Vec<ShoeRow>>,
) -> io::Result<()> {
    let mut into = BufWriter::new(into);
    let names = COLUMNS.iter().map(|name| (*name).to_owned());
    let names: Vec<String> = names.chain(wagers.iter().map(|wager| csv_cell(&wager.name))).collect();
    writeln!(into, "{}", names.join(","))?;
    for row in pieces.flatten() {
        let mut line = whole(&row).map(|number| number.to_string()).join(",");
        for (result, wager) in row.results.iter().zip(wagers) {
            line.push(',');
            line.push_str(&units(*result, wager).to_string());
        }
        writeln!(into, "{line}")?;
    }
    into.flush()
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
    into: &mut (impl Write + Send),
    wagers: &[WagerInfo],
    pieces: impl Iterator<Item = Vec<ShoeRow>>,
) -> io::Result<()> {
    use std::sync::Arc;

    use parquet::basic::{Repetition, Type as Physical};
    use parquet::data_type::{DoubleType, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::types::Type;

    let fewer_columns = || io::Error::other("the schema has fewer columns");
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
            let mut column = group.next_column()?.ok_or_else(fewer_columns)?;
            column.typed::<Int64Type>().write_batch(&values, None, None)?;
            column.close()?;
        }
        for (at, wager) in wagers.iter().enumerate() {
            let cell = |row: &ShoeRow| row.results.get(at).map(|result| units(*result, wager));
            let values: Vec<f64> = piece.iter().filter_map(cell).collect();
            let mut column = group.next_column()?.ok_or_else(fewer_columns)?;
            column.typed::<DoubleType>().write_batch(&values, None, None)?;
            column.close()?;
        }
        group.close()?;
    }
    writer.close()?;
    Ok(())
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &mut impl Write, _: &[WagerInfo], _: impl Iterator<Item = Vec<ShoeRow>>) -> io::Result<()> {
    Err(io::Error::other("this `banco` was built without Parquet"))
}
