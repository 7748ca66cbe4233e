//! Sheets as Parquet: the same long table as CSV, by the format's own column writers. Going without Arrow leaves out most
//! of what the format costs to build.

use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::csv::{COLUMNS, Column, Kind};
use crate::document::{Document, Value};
use crate::error::{Cause, SheetError};

/// The whole file.
pub fn render(document: &Document) -> Result<Vec<u8>, SheetError> {
    write(document).map_err(|why| SheetError::failed("cannot make Parquet", Some(why)))
}

fn write(document: &Document) -> Result<Vec<u8>, Cause> {
    let mut file = Vec::new();
    let properties = WriterProperties::builder()
        .set_compression(Compression::UNCOMPRESSED)
        .set_key_value_metadata(Some(facts(document)))
        .build();
    let mut writer = SerializedFileWriter::new(&mut file, schema()?, Arc::new(properties))?;
    let mut rows = writer.next_row_group()?;
    for column in &COLUMNS {
        let mut into = rows.next_column()?.ok_or("the schema has fewer columns")?;
        fill(&mut into, column, document)?;
        into.close()?;
    }
    rows.close()?;
    writer.close()?;
    Ok(file)
}

/// What the file says about itself.
fn facts(document: &Document) -> Vec<KeyValue> {
    let known = [
        ("document", Some(document.id.clone())),
        ("software", Some(document.software.to_owned())),
        ("command", Some(document.command.clone())),
        ("date", document.date.clone()),
        ("author", document.author.clone()),
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

fn fill(into: &mut SerializedColumnWriter<'_>, column: &Column, document: &Document) -> Result<(), Cause> {
    match column.kind {
        Kind::Text => {
            put::<ByteArrayType>(into, column, document, |value| Ok(ByteArray::from(value.shown().as_str())))
        }
        Kind::Whole => put::<Int64Type>(into, column, document, |value| match value {
            Value::Whole(whole) => Ok(i64::try_from(*whole)?),
            Value::Count(count) => Ok(i64::try_from(*count)?),
            _ => Err(format!("`{}` is not a whole number", column.name).into()),
        }),
        Kind::Real => put::<DoubleType>(into, column, document, |value| match value {
            Value::Number(number, _) => Ok(*number),
            _ => Err(format!("`{}` is not a number", column.name).into()),
        }),
    }
}

/// Writes what is there; a level of zero marks what is not.
fn put<T: DataType>(
    into: &mut SerializedColumnWriter<'_>,
    column: &Column,
    document: &Document,
    read: impl Fn(&Value) -> Result<T::T, Cause>,
) -> Result<(), Cause> {
    let levels: Vec<i16> = column.values(document).map(|value| i16::from(!value.is_nothing())).collect();
    let there = column.values(document).filter(|value| !value.is_nothing());
    let values: Vec<T::T> = there.map(read).collect::<Result<_, Cause>>()?;
    into.typed::<T>().write_batch(&values, Some(&levels), None)?;
    Ok(())
}
