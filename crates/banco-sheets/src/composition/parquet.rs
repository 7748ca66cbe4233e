//! Shoes as Parquet: a column a count, a row a shoe, as pandas and polars write them.

use std::io::{BufRead, Read as _};

use bytes::Bytes;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};

use super::{Composition, Found, Layout, Place, Shoes, cannot_read};
use crate::error::SheetError;

/// Reads a whole file, and its rows one after the other.
pub fn read(mut from: Box<dyn BufRead>) -> Result<Shoes, SheetError> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).map_err(cannot_read)?;
    let file = SerializedFileReader::new(Bytes::from(bytes)).map_err(bad_file)?;
    let schema = file.metadata().file_metadata().schema();
    let names: Vec<&str> = schema.get_fields().iter().map(|field| field.name()).collect();
    let bad_columns = |message: String| SheetError::invalid("bad_composition", message);
    let layout = Layout::from_names(&names).map_err(bad_columns)?;
    let rows = RowIter::from_file_into(Box::new(file));
    Ok(Box::new(rows.zip(1..).map(move |(row, at)| shoe(row, Place::Row(at), &layout))))
}

fn bad_file(why: ParquetError) -> SheetError {
    SheetError::invalid("bad_composition", format!("this is not a Parquet file that can be read: {why}"))
}

fn shoe(row: Result<Row, ParquetError>, place: Place, layout: &Layout) -> Found {
    let row = row.map_err(bad_file)?;
    let fields: Vec<(&String, &Field)> = row.get_column_iter().collect();
    let field = |column: usize| fields.get(column).copied().ok_or_else(|| place.bad("a column is missing"));
    let counts = layout.counts(|column| {
        let (name, field) = field(column)?;
        count(field).ok_or_else(|| {
            place.bad(format!("`{field}` in column `{name}` is not a number of cards from 0 to {}", u16::MAX))
        })
    })?;
    let name = layout.name().map(|column| field(column).map(|(_, field)| text(field))).transpose()?;
    Composition::new(place, name, counts).map(Some)
}

/// A whole number, however it was kept: columns with gaps become floats in pandas.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a whole number below 2^16 is exact in a float"
)]
fn count(field: &Field) -> Option<u16> {
    let whole = |number: f64| {
        let fits = number.fract() == 0.0 && (0.0..=f64::from(u16::MAX)).contains(&number);
        fits.then_some(number as u16)
    };
    match field {
        Field::Byte(number) => u16::try_from(*number).ok(),
        Field::Short(number) => u16::try_from(*number).ok(),
        Field::Int(number) => u16::try_from(*number).ok(),
        Field::Long(number) => u16::try_from(*number).ok(),
        Field::UByte(number) => Some((*number).into()),
        Field::UShort(number) => Some(*number),
        Field::UInt(number) => u16::try_from(*number).ok(),
        Field::ULong(number) => u16::try_from(*number).ok(),
        Field::Float(number) => whole((*number).into()),
        Field::Double(number) => whole(*number),
        _ => None,
    }
}

/// What a shoe is called; text without the quotes that a field is shown in.
fn text(field: &Field) -> String {
    match field {
        Field::Str(text) => text.clone(),
        Field::Null => String::new(),
        other => other.to_string(),
    }
}
