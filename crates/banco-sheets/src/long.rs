//! Long tables: columns with types, rows that come piece by piece, as CSV or Parquet.

use std::io::Write;

use crate::document::Value;
use crate::error::SheetError;

/// A column of a long table. Names are kept stable; new ones come last.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "CSV has no types"))]
    pub kind: Kind,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Words.
    Text,
    /// Counts fit: the largest shoe has 1040 cards, and 1040 to the sixth power is below 2 to the 63rd.
    Whole,
    /// Any other number.
    Real,
}

/// The rows of a table, each with a value for each column.
pub type Rows = Vec<Vec<Value>>;

/// Below the names of the columns a row a line.
pub struct CsvTable<W: Write> {
    into: W,
}

impl<W: Write> CsvTable<W> {
    /// Begins with the names.
    pub fn new(mut into: W, columns: &[Column]) -> Result<Self, SheetError> {
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        writeln!(into, "{}", names.join(",")).map_err(SheetError::cannot_write)?;
        Ok(Self { into })
    }

    /// Adds rows.
    pub fn add(&mut self, rows: &Rows) -> Result<(), SheetError> {
        for row in rows {
            let cells: Vec<String> = row.iter().map(cell).collect();
            writeln!(self.into, "{}", cells.join(",")).map_err(SheetError::cannot_write)?;
        }
        Ok(())
    }

    /// Ends.
    pub fn close(mut self) -> Result<(), SheetError> {
        self.into.flush().map_err(SheetError::cannot_write)
    }
}

fn cell(value: &Value) -> String {
    match (value, value.number()) {
        // What nobody has set yet must not turn a column of numbers into one of words.
        (Value::Unknown, _) => String::new(),
        (_, Some(number)) if !value.is_nothing() => number.to_string(),
        _ => csv_cell(&value.shown()),
    }
}

/// A cell of CSV, in quotes where it has to be.
pub fn csv_cell(text: &str) -> String {
    let plain = !text.contains([',', '"', '\n', '\r']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

#[cfg(feature = "parquet")]
pub use self::parquet_table::ParquetTable;

/// Parquet by the format's own column writers. Going without Arrow leaves out most of what the format costs to build.
#[cfg(feature = "parquet")]
mod parquet_table {
    use std::io::Write;
    use std::sync::Arc;

    use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
    use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
    use parquet::errors::ParquetError;
    use parquet::file::metadata::KeyValue;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
    use parquet::schema::types::{Type, TypePtr};

    use super::{Column, Kind, Rows};
    use crate::document::Value;
    use crate::error::{Cause, SheetError};

    /// A row group for every piece.
    pub struct ParquetTable<W: Write + Send> {
        writer: SerializedFileWriter<W>,
        columns: Vec<Column>,
    }

    impl<W: Write + Send> ParquetTable<W> {
        /// Begins, with what the file says about itself.
        pub fn new(
            into: W,
            (name, columns): (&str, &[Column]),
            facts: Vec<(&str, String)>,
        ) -> Result<Self, SheetError> {
            let facts = facts.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value));
            let properties = WriterProperties::builder()
                .set_compression(Compression::UNCOMPRESSED)
                .set_key_value_metadata(Some(facts.collect()))
                .build();
            let writer = schema(name, columns)
                .and_then(|schema| SerializedFileWriter::new(into, schema, Arc::new(properties)));
            let writer = writer.map_err(|why| cannot_make(why.into()))?;
            Ok(Self { writer, columns: columns.to_vec() })
        }

        /// Adds rows.
        pub fn add(&mut self, rows: &Rows) -> Result<(), SheetError> {
            self.piece(rows).map_err(cannot_make)
        }

        fn piece(&mut self, rows: &Rows) -> Result<(), Cause> {
            let mut group = self.writer.next_row_group()?;
            for (at, column) in self.columns.iter().enumerate() {
                let values: Vec<&Value> =
                    rows.iter().map(|row| row.get(at).unwrap_or(&Value::Nothing)).collect();
                let mut into = group.next_column()?.ok_or("the schema has fewer columns")?;
                fill(&mut into, column, &values)?;
                into.close()?;
            }
            group.close()?;
            Ok(())
        }

        /// Ends.
        pub fn close(self) -> Result<(), SheetError> {
            self.writer.close().map(drop).map_err(|why| cannot_make(why.into()))
        }
    }

    fn cannot_make(why: Cause) -> SheetError {
        SheetError::failed("cannot make Parquet", Some(why))
    }

    fn schema(name: &str, columns: &[Column]) -> Result<TypePtr, ParquetError> {
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
        let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
        Ok(Arc::new(Type::group_type_builder(name).with_fields(fields).build()?))
    }

    fn fill(into: &mut SerializedColumnWriter<'_>, column: &Column, values: &[&Value]) -> Result<(), Cause> {
        match column.kind {
            Kind::Text => {
                put::<ByteArrayType>(into, values, |value| Ok(ByteArray::from(value.shown().as_str())))
            }
            Kind::Whole => put::<Int64Type>(into, values, |value| match value {
                Value::Whole(whole) => Ok(i64::try_from(*whole)?),
                Value::Integer(integer) => Ok(*integer),
                Value::Count(count) => Ok(i64::try_from(*count)?),
                _ => Err(format!("`{}` is not a whole number", column.name).into()),
            }),
            Kind::Real => put::<DoubleType>(into, values, |value| {
                value.number().ok_or_else(|| format!("`{}` is not a number", column.name).into())
            }),
        }
    }

    /// Writes what is there; a level of zero marks what is not.
    fn put<T: DataType>(
        into: &mut SerializedColumnWriter<'_>,
        values: &[&Value],
        read: impl Fn(&Value) -> Result<T::T, Cause>,
    ) -> Result<(), Cause> {
        let is_there = |value: &&&Value| !value.is_nothing() && !matches!(value, Value::Unknown);
        let levels: Vec<i16> = values.iter().map(|value| i16::from(is_there(&value))).collect();
        let there = values.iter().filter(is_there);
        let values: Vec<T::T> = there.map(|value| read(value)).collect::<Result<_, Cause>>()?;
        into.typed::<T>().write_batch(&values, Some(&levels), None)?;
        Ok(())
    }
}
