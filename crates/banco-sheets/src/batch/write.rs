//! The answers about many shoes: plain edges, JSON, or a long table as CSV or Parquet.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use std::io::Write;

use banco_odds::Sheet;
use serde_json::{Map, Value as Json, json};

use super::{Answer, Figures, PreparedBatch, Wanted};
use crate::composition::{Composition, Found};
use crate::document::{Shown, Value};
use crate::error::SheetError;
use crate::facts::signed_fraction;
use crate::long::{Column, CsvTable, Kind, Rows};

/// How many shoes are read, answered and written at a time.
const PIECE: usize = 16_384;

/// In which form answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchFormat {
    /// A line a shoe, with the edge of each wager; blank lines stay.
    Text,
    /// One object with what was asked and an array of shoes.
    Json,
    /// A row for each shoe and wager.
    Csv,
    /// The same with types.
    Parquet,
}

/// The columns of the long table.
const COLUMNS: [Column; 14] = [
    column("shoe", Kind::Whole),
    column("file_line", Kind::Whole),
    column("name", Kind::Text),
    column("cards", Kind::Whole),
    column("wager", Kind::Text),
    column("seat", Kind::Whole),
    column("house_edge", Kind::Real),
    column("return", Kind::Real),
    column("variance", Kind::Real),
    column("standard_deviation", Kind::Real),
    column("hit", Kind::Real),
    column("push", Kind::Real),
    column("void", Kind::Real),
    column("total", Kind::Whole),
];

/// Those that tell of a line of the pay table.
const LINE_COLUMNS: [Column; 4] = [
    column("line", Kind::Text),
    column("pays", Kind::Text),
    column("ways", Kind::Whole),
    column("probability", Kind::Real),
];

const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind }
}

/// Answers about all shoes, in the order in which they come. `asked` is what JSON says of the question; `lines` adds the
/// ways of every line.
///
/// # Errors
///
/// If a shoe is not valid, a wager has no odds, or it cannot be written. What was answered before a shoe that is not
/// valid has been written by then.
pub fn write_batch<W: Write + Send>(
    prepared: &PreparedBatch<'_>,
    mut shoes: impl Iterator<Item = Found>,
    (format, lines): (BatchFormat, bool),
    asked: Map<String, Json>,
    into: W,
) -> Result<(), SheetError> {
    let wanted = if format == BatchFormat::Text { Wanted::Edge } else { Wanted::Figures };
    let mut teller = Teller { prepared, wanted, lines, shoes: 0 };
    let mut out = Out::new(into, format, lines, asked)?;
    loop {
        let (piece, bad) = next_piece(&mut shoes);
        if piece.is_empty() && bad.is_none() {
            return out.close();
        }
        let (answered, unanswered) = teller.answer(piece)?;
        out.add(&teller, &answered)?;
        if let Some(error) = unanswered.or(bad) {
            out.flush()?;
            return Err(error);
        }
    }
}

/// As many shoes as are answered at a time, up to the first that is none.
fn next_piece(shoes: &mut impl Iterator<Item = Found>) -> (Vec<Option<Composition>>, Option<SheetError>) {
    let mut piece = Vec::new();
    for found in shoes.take(PIECE) {
        match found {
            Ok(found) => piece.push(found),
            Err(error) => return (piece, Some(error)),
        }
    }
    (piece, None)
}

/// A shoe with its number and its answers, or a blank line.
type Answered = Option<(u64, Composition, Vec<Answer>)>;

struct Teller<'a> {
    prepared: &'a PreparedBatch<'a>,
    wanted: Wanted,
    lines: bool,
    /// How many have been answered.
    shoes: u64,
}

impl Teller<'_> {
    /// The answers about a piece, up to the first shoe that has none.
    fn answer(
        &mut self,
        piece: Vec<Option<Composition>>,
    ) -> Result<(Vec<Answered>, Option<SheetError>), SheetError> {
        let shoes: Vec<Composition> = piece.iter().flatten().cloned().collect();
        let mut answers = self.prepared.answers(&shoes, self.wanted)?.into_iter();
        let mut answered = Vec::new();
        for found in piece {
            let Some(shoe) = found else {
                answered.push(None);
                continue;
            };
            match answers.next() {
                Some(Ok(answers)) => {
                    self.shoes += 1;
                    answered.push(Some((self.shoes, shoe, answers)));
                }
                Some(Err(error)) => return Ok((answered, Some(error))),
                None => return Err(SheetError::failed("a shoe was lost on the way", None)),
            }
        }
        Ok((answered, None))
    }

    fn wagers<'a>(&'a self, answers: &'a [Answer]) -> impl Iterator<Item = Told<'a>> {
        let wagers = self.prepared.asked.wagers.iter().zip(&self.prepared.sheets);
        wagers.zip(answers).enumerate().filter_map(|(at, (((name, _), sheet), answer))| {
            let figures = answer.figures.as_ref()?;
            Some(Told { name, seat: self.prepared.seat(at), sheet, answer, figures })
        })
    }

    fn rows(&self, answered: &[Answered]) -> Rows {
        let mut rows = Vec::new();
        for (number, shoe, answers) in answered.iter().flatten() {
            for told in self.wagers(answers) {
                let row = told.row(*number, shoe);
                if self.lines {
                    rows.extend(told.lines().map(|line| row.iter().cloned().chain(line).collect()));
                } else {
                    rows.push(row);
                }
            }
        }
        rows
    }

    fn json(&self, number: u64, shoe: &Composition, answers: &[Answer]) -> Json {
        let wagers: Vec<Json> = self.wagers(answers).map(|told| told.json(self.lines)).collect();
        json!({
            "shoe": number,
            "file_line": shoe.place.number(),
            "name": shoe.name,
            "counts": shoe.counts,
            "cards": shoe.shoe.len(),
            "wagers": wagers,
        })
    }
}

/// What is told of one wager and one shoe.
struct Told<'a> {
    name: &'a str,
    seat: Option<u8>,
    /// The names and pays of the lines.
    sheet: &'a Sheet,
    answer: &'a Answer,
    figures: &'a Figures,
}

impl Told<'_> {
    fn row(&self, number: u64, shoe: &Composition) -> Vec<Value> {
        let real = |number: f64| Value::Number(number, Shown::Decimals(10));
        let (answer, figures) = (self.answer, self.figures);
        vec![
            Value::Whole(number),
            Value::Whole(shoe.place.number()),
            Value::text_if(shoe.name.as_deref()),
            Value::Whole(shoe.shoe.len()),
            Value::text(self.name),
            self.seat.map_or(Value::Nothing, |seat| Value::Whole(seat.into())),
            real(answer.house_edge),
            real(figures.average_return),
            real(figures.variance),
            real(figures.variance.sqrt()),
            real(figures.hit),
            real(figures.push),
            real(answer.void),
            Value::Count(answer.total),
        ]
    }

    /// The lines, and last what reaches none.
    fn ways(&self) -> impl Iterator<Item = (&str, String, u128, f64)> {
        let lines = self.sheet.table.lines.iter().map(|line| (line.name.as_str(), line.pay.to_string()));
        let lines = lines.chain([("All other hands", "loss".to_owned())]);
        #[expect(clippy::cast_precision_loss, reason = "a probability to be shown")]
        let told = |((name, pays), ways): ((_, _), &u128)| {
            (name, pays, *ways, *ways as f64 / self.answer.total as f64)
        };
        lines.zip(&self.figures.ways).map(told)
    }

    fn lines(&self) -> impl Iterator<Item = Vec<Value>> {
        self.ways().map(|(name, pays, ways, probability)| {
            let probability = Value::Number(probability, Shown::Decimals(10));
            vec![Value::text(name), Value::text(pays), Value::Count(ways), probability]
        })
    }

    fn json(&self, lines: bool) -> Json {
        let (answer, figures) = (self.answer, self.figures);
        let (mean, of) = figures.mean;
        let mut told = json!({
            "wager": self.name,
            "seat": self.seat,
            "total": answer.total.to_string(),
            "house_edge": answer.house_edge,
            "house_edge_fraction": signed_fraction(-mean, of),
            "return": figures.average_return,
            "variance": figures.variance,
            "standard_deviation": figures.variance.sqrt(),
            "hit": figures.hit,
            "push": figures.push,
            "void": answer.void,
        });
        let line = |(name, pays, ways, probability): (&str, String, u128, f64)| json!({ "name": name, "pays": pays, "ways": ways.to_string(), "probability": probability });
        if let Some(told) = told.as_object_mut().filter(|_| lines) {
            told.insert("lines".to_owned(), self.ways().map(line).collect());
        }
        told
    }
}

/// Where answers go.
enum Out<W: Write + Send> {
    Text(W),
    Json(W),
    Csv(CsvTable<W>),
    #[cfg(feature = "parquet")]
    Parquet(Box<crate::long::ParquetTable<W>>),
}

impl<W: Write + Send> Out<W> {
    fn new(
        mut into: W,
        format: BatchFormat,
        lines: bool,
        asked: Map<String, Json>,
    ) -> Result<Self, SheetError> {
        let line_columns = LINE_COLUMNS.iter().filter(|_| lines);
        let columns: Vec<Column> = COLUMNS.iter().chain(line_columns).copied().collect();
        match format {
            BatchFormat::Text => Ok(Self::Text(into)),
            BatchFormat::Json => {
                let asked: Vec<String> =
                    asked.iter().map(|(key, value)| format!("{}: {value},", json!(key))).collect();
                writeln!(into, "{{{}\n\"shoes\": [", asked.join("\n")).map_err(SheetError::cannot_write)?;
                Ok(Self::Json(into))
            }
            BatchFormat::Csv => Ok(Self::Csv(CsvTable::new(into, &columns)?)),
            #[cfg(feature = "parquet")]
            BatchFormat::Parquet => {
                let facts = vec![("asked", Json::Object(asked).to_string())];
                let table = crate::long::ParquetTable::new(into, ("odds", &columns), facts)?;
                Ok(Self::Parquet(Box::new(table)))
            }
            #[cfg(not(feature = "parquet"))]
            BatchFormat::Parquet => {
                crate::Format::Parquet.check_available()?;
                Ok(Self::Text(into))
            }
        }
    }

    fn add(&mut self, teller: &Teller<'_>, answered: &[Answered]) -> Result<(), SheetError> {
        match self {
            Self::Text(into) => {
                for found in answered {
                    let edges = found.as_ref().map(|(_, _, answers)| edges(answers)).unwrap_or_default();
                    writeln!(into, "{edges}").map_err(SheetError::cannot_write)?;
                }
                Ok(())
            }
            Self::Json(into) => {
                for (number, shoe, answers) in answered.iter().flatten() {
                    let before = if *number == 1 { "" } else { ",\n" };
                    write!(into, "{before}{}", teller.json(*number, shoe, answers))
                        .map_err(SheetError::cannot_write)?;
                }
                Ok(())
            }
            Self::Csv(table) => table.add(&teller.rows(answered)),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.add(&teller.rows(answered)),
        }
    }

    /// Lets go of what was written so far.
    fn flush(&mut self) -> Result<(), SheetError> {
        match self {
            Self::Text(into) => into.flush().map_err(SheetError::cannot_write),
            _ => Ok(()),
        }
    }

    fn close(self) -> Result<(), SheetError> {
        match self {
            Self::Text(mut into) => into.flush().map_err(SheetError::cannot_write),
            Self::Json(mut into) => {
                writeln!(into, "\n]}}").and_then(|()| into.flush()).map_err(SheetError::cannot_write)
            }
            Self::Csv(table) => table.close(),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.close(),
        }
    }
}

/// The edges in a line; where rounds may be void, those of the others and the share of those that are.
fn edges(answers: &[Answer]) -> String {
    let edge = |answer: &Answer| match (answer.total, answer.void > 0.0) {
        (0, _) => "void".to_owned(),
        (_, true) => format!("{:.15} void {:.15}", answer.house_edge, answer.void),
        _ => format!("{:.15}", answer.house_edge),
    };
    answers.iter().map(edge).collect::<Vec<_>>().join("\t")
}
