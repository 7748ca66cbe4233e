//! Vigorish that is marked and not yet collected.

use banco_engine::pit::Pit;
use banco_engine::table::Place;
use schemars::JsonSchema;
use serde::Serialize;

use crate::csv::columns;
use crate::money::Money;

/// What somebody owes at a table now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct VigorishRow {
    /// At which table.
    pub table: u32,
    /// At which seat, or behind it.
    pub seat: u8,
    /// Whether they bet from behind the seat.
    pub behind: bool,
    /// Who owes it.
    pub person: u32,
    /// How much.
    pub owed: Money,
    /// Whether it was owed when the shoe began.
    pub overdue: bool,
}

columns! { VigorishRow as one:
    "table" = one.table,
    "seat" = one.seat,
    "behind" = one.behind,
    "person" = one.person,
    "owed" = one.owed,
    "currency" = one.owed.currency.code(),
    "overdue" = one.overdue,
}

/// Who owes vigorish now, by table and seat.
#[must_use]
pub fn vigorish(pit: &Pit) -> Vec<VigorishRow> {
    let mut rows = Vec::new();
    for (table, state) in pit.tables() {
        let mut owing: Vec<_> = state.people().iter().filter(|one| one.owed.is_positive()).collect();
        owing.sort_by_key(|one| (one.place.seat(), !one.place.is_seated(), one.person));
        rows.extend(owing.into_iter().map(|one| VigorishRow {
            table: table.0,
            seat: one.place.seat().number,
            behind: matches!(one.place, Place::Behind(_)),
            person: one.person.0,
            owed: one.owed.into(),
            overdue: one.is_overdue(),
        }));
    }
    rows
}
