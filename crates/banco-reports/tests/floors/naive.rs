//! The same figures in the plainest way: from the postings as the store keeps them, by their names.

use std::collections::BTreeMap;

use banco_engine::record::Record;
use banco_engine::table::{
    CoverEvent, DealingEvent, FloorEvent, OpeningEvent, PeopleEvent, PreparationEvent, What,
};
use banco_journal::{Entry, Posting, Store, StreamName};

use crate::simulation::{Simulated, run};

/// What an account has by all postings: `tray`, `chips:101`.
pub fn balances(floor: &Simulated, table: u32) -> BTreeMap<String, i128> {
    let prefix = format!("table/{table}:");
    let mut sums = BTreeMap::new();
    for posting in postings(floor, table) {
        for (account, amount) in
            [(&posting.from, -i128::from(posting.amount)), (&posting.to, i128::from(posting.amount))]
        {
            *sums.entry(account.strip_prefix(&prefix).unwrap().to_owned()).or_default() += amount;
        }
    }
    sums
}

/// The balances of all accounts whose names begin so.
pub fn sum_of(balances: &BTreeMap<String, i128>, prefix: &str) -> i128 {
    balances.iter().filter(|(name, _)| name.starts_with(prefix)).map(|(_, sum)| *sum).sum()
}

pub fn postings(floor: &Simulated, table: u32) -> Vec<Posting> {
    let stream = StreamName::new(&format!("table/{table}")).unwrap();
    run(floor.store.postings(stream, 0, u32::MAX)).unwrap()
}

pub fn events(floor: &Simulated, table: u32) -> Vec<(Entry, What)> {
    let stream = format!("table/{table}");
    let own = floor.entries.iter().filter(|entry| entry.stream.as_str() == stream);
    let what = |entry: &Entry| match Record::read(entry.record.get()).unwrap() {
        Record::Table { event, .. } => event.what,
        Record::Link { .. } | Record::Account { .. } => panic!("not at a table"),
    };
    own.map(|entry| (entry.clone(), what(entry))).collect()
}

/// How much of somebody's chips went to wagers and came back from them, vigorish and banks included.
pub fn played(floor: &Simulated, table: u32, person: u32) -> i128 {
    let apart: Vec<u64> = events(floor, table)
        .into_iter()
        .filter(|(_, what)| {
            matches!(
                what,
                What::People(
                    PeopleEvent::BoughtIn { .. }
                        | PeopleEvent::CashTaken { .. }
                        | PeopleEvent::CashedOut { .. }
                        | PeopleEvent::Left { .. }
                        | PeopleEvent::Tipped { .. }
                ) | What::Floor(FloorEvent::Corrected { .. })
                    | What::Cover(CoverEvent::CollectionTaken { .. } | CoverEvent::CollectionReturned { .. })
            )
        })
        .map(|(entry, _)| entry.version)
        .collect();
    let chips = format!("table/{table}:chips:{person}");
    let own = postings(floor, table).into_iter().filter(|posting| !apart.contains(&posting.version));
    own.map(|posting| {
        let amount = i128::from(posting.amount);
        i128::from(posting.to == chips) * amount - i128::from(posting.from == chips) * amount
    })
    .sum()
}

/// How often something happened.
pub fn count(floor: &Simulated, table: u32, holds: impl Fn(&What) -> bool) -> u32 {
    u32::try_from(events(floor, table).iter().filter(|(_, what)| holds(what)).count()).unwrap()
}

pub fn rounds(floor: &Simulated, table: u32) -> u32 {
    count(floor, table, |what| matches!(what, What::Dealing(DealingEvent::RoundBegun { .. })))
}

pub fn void(floor: &Simulated, table: u32) -> u32 {
    count(floor, table, |what| matches!(what, What::Floor(FloorEvent::RoundVoided { .. })))
}

pub fn shoes(floor: &Simulated, table: u32) -> u32 {
    count(floor, table, |what| matches!(what, What::Preparation(PreparationEvent::PreparationBegun { .. })))
}

/// What the house has added to the tray, or taken from it.
pub fn filled(floor: &Simulated, table: u32, out: bool) -> i128 {
    let amount = |what: What| match what {
        What::Opening(OpeningEvent::TrayFilled { amount, credit, .. }) if credit == out => {
            i128::from(amount.minor())
        }
        _ => 0,
    };
    events(floor, table).into_iter().map(|(_, what)| amount(what)).sum()
}
