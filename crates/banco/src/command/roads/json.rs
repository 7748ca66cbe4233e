//! The roads as JSON: each road in letters, and beside them where every cell stands.

use banco_cards::Side;
use banco_engine::roads::{DerivedRoad, Place, Road, Roads};
use serde_json::{Map, Value, json};

/// All roads, or one.
pub fn roads_as_json(roads: &Roads, only: Option<Road>) -> Value {
    let wanted = Road::ALL.into_iter().filter(|road| only.is_none_or(|only| only == *road));
    let mut all: Map<String, Value> =
        wanted.clone().map(|road| (road.key().to_owned(), json!(roads.letters(road)))).collect();
    if only.is_none() {
        all.insert("ask".to_owned(), ask(roads));
        all.insert("runs".to_owned(), json!(roads.big().runs()));
        all.insert("leading_ties".to_owned(), json!(roads.big().leading_ties()));
        all.insert("counts".to_owned(), counts(roads));
    }
    let cells: Map<String, Value> =
        wanted.map(|road| (road.key().to_owned(), Value::Array(cells(roads, road)))).collect();
    all.insert("cells".to_owned(), Value::Object(cells));
    Value::Object(all)
}

/// What each derived road would get.
fn ask(roads: &Roads) -> Value {
    let marks = |side: Side| {
        let ask = roads.ask(side);
        let mark = |road: DerivedRoad| {
            (Road::Derived(road).key().to_owned(), json!(ask.mark(road).map(|mark| mark.letter())))
        };
        Value::Object(DerivedRoad::ALL.map(mark).into_iter().collect())
    };
    Value::Object(Side::BOTH.map(|side| (side.name().to_owned(), marks(side))).into_iter().collect())
}

fn counts(roads: &Roads) -> Value {
    let counts = roads.counts();
    json!({
        "hands": counts.hands(), "player": counts.player, "banker": counts.banker, "tie": counts.tie,
        "player_pairs": counts.player_pairs, "banker_pairs": counts.banker_pairs, "naturals": counts.naturals,
    })
}

/// Where the cells stand: the hand in the history from 0, then column and row from 0.
fn cells(roads: &Roads, road: Road) -> Vec<Value> {
    let at = |hand: usize, Place { column, row }: Place| json!({"hand": hand, "column": column, "row": row});
    match road {
        Road::Bead => roads.bead().beads().iter().map(|bead| at(bead.hand, bead.place)).collect(),
        Road::Big => {
            let cell = |cell: &banco_engine::roads::BigCell| {
                let more = json!({"side": cell.side.name(), "ties": cell.ties});
                joined(at(cell.hand, cell.place), more)
            };
            roads.big().cells().iter().map(cell).collect()
        }
        Road::Derived(road) => {
            let cells = roads.derived(road).cells().iter();
            cells.map(|cell| joined(at(cell.hand, cell.place), json!({"mark": cell.mark.letter()}))).collect()
        }
    }
}

fn joined(mut one: Value, other: Value) -> Value {
    if let (Value::Object(one), Value::Object(other)) = (&mut one, other) {
        one.extend(other);
    }
    one
}
