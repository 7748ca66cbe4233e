//! The tables of a floor: what is known of them beside what stands in their streams.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use banco_engine::link::TableId;
use banco_engine::table::{Cards, Person};
use banco_house::Staff;
use banco_journal::{ItemChange, Store, StoreError};
pub use banco_wire::Dealing;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::config::Pace;

/// The staff of machines have numbers that no person gets.
const FIRST_OF_HOUSE: u32 = 4_000_000_000;
/// Automatic players have numbers that no person gets.
const FIRST_BOT: u32 = 3_000_000_000;

/// The house itself, where no person has done something.
pub const HOUSE: Person = Person(FIRST_BOT);

/// Whether a number is that of the house's software: automatic staff and players.
#[must_use]
pub const fn is_of_house(person: Person) -> bool {
    person.0 >= FIRST_BOT
}

/// The space of the journal in which tables are kept.
pub const SPACE: &str = "table";

/// How a table of this floor is run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    /// What people call it.
    #[schemars(length(min = 1, max = 60))]
    pub name: String,
    /// The pit in which it stands.
    #[schemars(length(min = 1, max = 40))]
    pub pit: String,
    /// Who deals.
    pub dealing: Dealing,
    /// How many automatic players keep people company.
    #[schemars(range(max = 12))]
    pub company: u8,
    /// Seconds for wagers, where it differs from the floor's.
    #[schemars(range(min = 1, max = 600))]
    pub betting_seconds: Option<u16>,
    /// Seconds for a decision, where it differs from the floor's.
    #[schemars(range(min = 1, max = 600))]
    pub answer_seconds: Option<u16>,
}

impl TableFile {
    /// Which cards a table that is put up like this deals: whoever deals by hand has real ones.
    #[must_use]
    pub const fn cards(&self) -> Cards {
        match self.dealing {
            Dealing::Automatic => Cards::Virtual,
            Dealing::Dealer => Cards::Real,
        }
    }

    /// How fast it goes.
    #[must_use]
    pub fn pace(&self, usual: &Pace) -> banco_floor::Pace {
        let seconds = |own: Option<u16>, usual| own.map_or(usual, |own| Duration::from_secs(own.into()));
        banco_floor::Pace {
            prepare: usual.card.min(Duration::from_millis(150)),
            card: usual.card,
            step: usual.step,
            betting: seconds(self.betting_seconds, usual.betting),
            answer: seconds(self.answer_seconds, usual.answer),
        }
    }
}

/// All tables, as they were read last.
#[derive(Default, Debug)]
pub struct Tables {
    known: RwLock<BTreeMap<TableId, (u64, Arc<TableFile>)>>,
}

impl Tables {
    /// Reads all tables.
    ///
    /// # Errors
    /// Why the store does not tell.
    pub async fn refresh(&self, store: &dyn Store) -> Result<(), StoreError> {
        let all = of_tables(store, SPACE).await?;
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = all;
        Ok(())
    }

    /// A table, and how often what is known of it was written.
    #[must_use]
    pub fn get(&self, table: TableId) -> Option<(u64, Arc<TableFile>)> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).get(&table).cloned()
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> Vec<(TableId, Arc<TableFile>)> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.iter().map(|(table, (_, file))| (*table, Arc::clone(file))).collect()
    }
}

/// What a space of the journal keeps of each table, with how often it was written.
///
/// # Errors
/// Why the store does not tell.
pub async fn of_tables<T: DeserializeOwned>(
    store: &dyn Store,
    space: &str,
) -> Result<BTreeMap<TableId, (u64, Arc<T>)>, StoreError> {
    let mut all = BTreeMap::new();
    let mut after = String::new();
    loop {
        let items = store.items(space.to_owned(), String::new(), after.clone(), 200).await?;
        let Some(last) = items.last() else { return Ok(all) };
        after.clone_from(&last.key);
        for item in items {
            if let (Ok(number), Ok(read)) = (item.key.parse(), serde_json::from_slice(&item.value)) {
                all.insert(TableId(number), (item.version, Arc::new(read)));
            }
        }
    }
}

/// Writes what is known of a table.
#[must_use]
pub fn change(table: TableId, expected: u64, file: &TableFile) -> ItemChange {
    let value = serde_json::to_vec(file).ok();
    ItemChange { space: SPACE.to_owned(), key: key(table), expected, value }
}

/// Sorted as they are counted.
#[must_use]
pub fn key(table: TableId) -> String {
    format!("{:010}", table.0)
}

/// The machines of the house at a table.
#[must_use]
pub const fn staff_of(table: TableId) -> Staff {
    Staff::numbered_from(Person(FIRST_OF_HOUSE + 1_000 * (table.0 % 200_000 + 1)))
}

/// The machines of the house that belong to no table.
#[must_use]
pub const fn house() -> Staff {
    Staff::numbered_from(Person(FIRST_OF_HOUSE))
}

/// An automatic player at a seat.
#[must_use]
pub const fn bot(table: TableId, seat: u8) -> Person {
    Person(FIRST_BOT + 100 * (table.0 % 1_000_000) + seat as u32)
}

/// What machines and automatic players are called; nothing for people.
#[must_use]
pub fn machine_name(person: Person) -> Option<String> {
    match person.0 {
        FIRST_OF_HOUSE.. => {
            let first = person.0 - (person.0 - FIRST_OF_HOUSE) % 1_000;
            Staff::numbered_from(Person(first)).called(person)
        }
        FIRST_BOT.. => Some(format!("Robot {}", (person.0 - FIRST_BOT) % 100)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_have_names_of_their_own() {
        assert_eq!(machine_name(Person(7)), None);
        assert_eq!(machine_name(bot(TableId(3), 4)).as_deref(), Some("Robot 4"));
        assert_eq!(machine_name(staff_of(TableId(3)).dealer().person()).as_deref(), Some("the dealer"));
        assert_eq!(machine_name(house().floor().person()).as_deref(), Some("the floorperson"));
        assert_ne!(staff_of(TableId(1)).dealer(), staff_of(TableId(2)).dealer());
    }
}
