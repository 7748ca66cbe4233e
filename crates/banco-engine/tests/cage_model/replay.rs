//! From the record alone to the same state.

use std::collections::BTreeMap;
use std::sync::Arc;

use banco_engine::cage::{Account, Event};
use banco_engine::pit::{Happening, Pit, Stream};
use banco_engine::record::{Record, digest_of_account, digest_of_table};
use banco_engine::{Person, cage};

/// The lines of an account's events lead to the account, digest by digest.
pub fn account(person: Person, events: &[Event], live: &Account) {
    let mut again = Account::of(person);
    for (at, event) in events.iter().enumerate() {
        let number = at as u64 + 1;
        let record = Record::Account { account: person, number, event: event.clone() };
        let line = record.to_line().unwrap();
        let Record::Account { event, .. } = Record::read(&line).unwrap() else { panic!("{line}") };
        cage::evolve(&mut again, &event);
        assert_eq!(again.version(), number);
    }
    assert_eq!(again, *live);
    assert_eq!(digest_of_account(&again).unwrap(), digest_of_account(live).unwrap());
}

/// The lines of a floor lead to the floor.
pub fn floor(happened: &[Happening], live: &Pit) {
    let mut again = Pit::default();
    for (_, table) in live.tables() {
        again.know(Arc::clone(table.rules()));
    }
    let mut numbers: BTreeMap<Stream, u64> = BTreeMap::new();
    for happening in happened {
        let number = numbers.entry(happening.stream()).or_default();
        *number += 1;
        let record = Record::new(happening, *number);
        match Record::read(&record.to_line().unwrap()).unwrap() {
            Record::Table { table, event, .. } => again.evolve_table(table, &event),
            Record::Link { link, event, .. } => again.evolve_link(link, &event),
            Record::Account { account, event, .. } => again.evolve_account(account, &event),
        }
    }
    assert!(again.accounts().eq(live.accounts()));
    for ((at, table), (_, live)) in again.tables().zip(live.tables()) {
        assert_eq!(digest_of_table(table).unwrap(), digest_of_table(live).unwrap(), "{at}");
    }
}
