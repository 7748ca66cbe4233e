//! Vectors as JSON, or as a long table.

use banco_cards::format_cards;
use banco_engine::Decision;
use serde_json::{Map, Value as Json, json};

use super::{Vector, VectorDocument, WagerVectors};
use crate::document::Value;
use crate::error::SheetError;
use crate::long::{Column, CsvTable, Kind, Rows};
use crate::settled::SettledOutput;

/// In which form vectors are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorFormat {
    /// One object a vector.
    Json,
    /// One row a vector.
    Csv,
    /// The same with types.
    Parquet,
}

/// The columns of the long table; JSON has the same keys in the same order.
const COLUMNS: [Column; 26] = [
    column("rulebook", Kind::Text),
    column("wager", Kind::Text),
    column("side", Kind::Text),
    column("paytable", Kind::Text),
    column("seat", Kind::Whole),
    column("kind", Kind::Text),
    column("about", Kind::Text),
    column("cards", Kind::Text),
    column("player_decision", Kind::Text),
    column("banker_decision", Kind::Text),
    column("player", Kind::Text),
    column("banker", Kind::Text),
    column("player_total", Kind::Whole),
    column("banker_total", Kind::Whole),
    column("outcome", Kind::Text),
    column("stake", Kind::Whole),
    column("result", Kind::Text),
    column("line", Kind::Text),
    column("won", Kind::Whole),
    column("vigorish", Kind::Whole),
    column("net", Kind::Whole),
    column("claims", Kind::Text),
    column("envy", Kind::Whole),
    column("envy_to", Kind::Text),
    column("currency", Kind::Text),
    column("cite", Kind::Text),
];

const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind }
}

impl VectorDocument {
    /// The bytes of a file in this format.
    ///
    /// # Errors
    ///
    /// If the format is not available, or a writer of somebody else fails.
    pub fn render(&self, format: VectorFormat) -> Result<Vec<u8>, SheetError> {
        let mut bytes = Vec::new();
        match format {
            VectorFormat::Json => {
                let lines: Vec<String> =
                    self.objects()?.map(|object| Json::Object(object).to_string()).collect();
                bytes.extend_from_slice(format!("[\n{}\n]\n", lines.join(",\n")).as_bytes());
            }
            VectorFormat::Csv => {
                let mut table = CsvTable::new(&mut bytes, &COLUMNS)?;
                table.add(&self.rows()?)?;
                table.close()?;
            }
            #[cfg(feature = "parquet")]
            VectorFormat::Parquet => {
                let mut table =
                    crate::long::ParquetTable::new(&mut bytes, ("vectors", &COLUMNS), Vec::new())?;
                table.add(&self.rows()?)?;
                table.close()?;
            }
            #[cfg(not(feature = "parquet"))]
            VectorFormat::Parquet => crate::Format::Parquet.check_available()?,
        }
        Ok(bytes)
    }

    fn objects(&self) -> Result<impl Iterator<Item = Map<String, Json>>, SheetError> {
        let each = |wager: &WagerVectors| {
            wager.vectors.iter().map(|vector| wager.object(vector)).collect::<Result<Vec<_>, _>>()
        };
        let objects = self.wagers.iter().map(each).collect::<Result<Vec<_>, SheetError>>()?;
        Ok(objects.into_iter().flatten())
    }

    fn rows(&self) -> Result<Rows, SheetError> {
        let cell = |object: &Map<String, Json>, column: &Column| match object.get(column.name) {
            Some(Json::String(text)) => Value::text(text.as_str()),
            Some(Json::Number(number)) => Value::Integer(number.as_i64().unwrap_or_default()),
            Some(Json::Array(claims)) => Value::List(claims.iter().map(claim).collect()),
            _ => Value::Nothing,
        };
        let row = |object: Map<String, Json>| COLUMNS.iter().map(|column| cell(&object, column)).collect();
        Ok(self.objects()?.map(row).collect())
    }
}

/// `100% of star`.
fn claim(claim: &Json) -> String {
    let text = |key: &str| claim.get(key).and_then(Json::as_str).unwrap_or_default();
    format!("{} of {}", text("share"), text("meter"))
}

impl WagerVectors {
    fn object(&self, vector: &Vector) -> Result<Map<String, Json>, SheetError> {
        let hand = |hand: &banco_cards::Hand| format_cards(&hand.cards().collect::<Vec<_>>());
        let decision = |decision: Option<Decision>| decision.map(decision_name);
        let told = json!({
            "rulebook": self.rulebook,
            "seat": self.seat,
            "kind": vector.kind.name(),
            "about": vector.about,
            "cards": format_cards(&vector.cards),
            "player_decision": decision(vector.decisions.player),
            "banker_decision": decision(vector.decisions.banker),
            "player": hand(&vector.coup.player),
            "banker": hand(&vector.coup.banker),
            "player_total": vector.coup.player.total().get(),
            "banker_total": vector.coup.banker.total().get(),
            "outcome": vector.coup.outcome().name(),
        });
        let settled = serde_json::to_value(SettledOutput::new(&vector.settled))
            .map_err(|why| SheetError::failed("cannot make JSON", Some(why.into())))?;
        let told = [told, settled].into_iter().filter_map(|told| told.as_object().cloned()).flatten();
        Ok(told.collect())
    }
}

/// As `banco settle` takes it.
const fn decision_name(decision: Decision) -> &'static str {
    match decision {
        Decision::Draw => "card",
        Decision::Stand => "stay",
    }
}
