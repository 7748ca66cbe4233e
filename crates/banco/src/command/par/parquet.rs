//! Sheets as Parquet: the same long table as CSV, by the format's own column writers. Going without Arrow leaves out most
//! of what the format costs to build.

use std::sync::Arc;

use anyhow::Context as _;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::csv::{COLUMNS, Column, Kind};
use super::told::{Book, Value};
use crate::failure::Failure;

/// The whole file.
pub fn book(book: &Book) -> Result<Vec<u8>, Failure> {
    Ok(write(book).context("cannot make Parquet")?)
}

fn write(book: &Book) -> anyhow::Result<Vec<u8>> {
    let mut file = Vec::new();
    let properties = WriterProperties::builder()
        .set_compression(Compression::UNCOMPRESSED)
        .set_key_value_metadata(Some(facts(book)))
        .build();
    let mut writer = SerializedFileWriter::new(&mut file, schema()?, Arc::new(properties))?;
    let mut rows = writer.next_row_group()?;
    for column in &COLUMNS {
        let mut into = rows.next_column()?.context("the schema has fewer columns")?;
        fill(&mut into, column, book)?;
        into.close()?;
    }
    rows.close()?;
    writer.close()?;
    Ok(file)
}

/// What the file says about itself.
fn facts(book: &Book) -> Vec<KeyValue> {
    let known = [
        ("document", Some(book.id.clone())),
        ("software", Some(book.software.to_owned())),
        ("command", Some(book.command.clone())),
        ("date", book.date.clone()),
        ("author", book.author.clone()),
    ];
    let told = |(key, value): (&str, Option<String>)| Some(KeyValue::new(key.to_owned(), value?));
    known.into_iter().filter_map(told).collect()
}

fn schema() -> Result<TypePtr, ParquetError> {
    let field = |column: &Column| -> Result<TypePtr, ParquetError> {
        let (physical, logical) = match column.kind {
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Whole => (Physical::INT64, None),
            Kind::Real => (Physical::DOUBLE, None),
        };
        let field = Type::primitive_type_builder(column.name, physical)
            .with_logical_type(logical)
            .with_repetition(Repetition::OPTIONAL);
        Ok(Arc::new(field.build()?))
    };
    let fields = COLUMNS.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder("par").with_fields(fields).build()?))
}

fn fill(into: &mut SerializedColumnWriter<'_>, column: &Column, book: &Book) -> anyhow::Result<()> {
    match column.kind {
        Kind::Text => {
            put::<ByteArrayType>(into, column, book, |value| Ok(ByteArray::from(value.shown().as_str())))
        }
        Kind::Whole => put::<Int64Type>(into, column, book, |value| match value {
            Value::Whole(whole) => Ok(i64::try_from(*whole)?),
            Value::Count(count) => Ok(i64::try_from(*count)?),
            _ => anyhow::bail!("`{}` is no whole number", column.name),
        }),
        Kind::Real => put::<DoubleType>(into, column, book, |value| match value {
            Value::Number(number, _) => Ok(*number),
            _ => anyhow::bail!("`{}` is no number", column.name),
        }),
    }
}

/// Writes what is there; a level of zero marks what is not.
fn put<T: DataType>(
    into: &mut SerializedColumnWriter<'_>,
    column: &Column,
    book: &Book,
    read: impl Fn(&Value) -> anyhow::Result<T::T>,
) -> anyhow::Result<()> {
    let levels: Vec<i16> = column.values(book).map(|value| i16::from(!value.is_nothing())).collect();
    let there = column.values(book).filter(|value| !value.is_nothing());
    let values: Vec<T::T> = there.map(read).collect::<anyhow::Result<_>>()?;
    into.typed::<T>().write_batch(&values, Some(&levels), None)?;
    Ok(())
}
