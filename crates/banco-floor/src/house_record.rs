//! The configuration of the house in the stream `floor`: inputs of commands name the entry by which they were decided.

use banco_engine::cage::House;
use banco_journal::{Answer, At, Batch, By, Entry, Hash, ItemChange, Store, StoreError, StreamName, Write};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::write::machine_id;

/// The space of items that tell where a configuration is recorded.
const HOUSE: &str = "house";

/// Maximum attempts when another node writes to the stream.
const TRIES: u32 = 16;

/// A record of the stream `floor` with a configuration.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HouseRecord {
    house: House,
}

/// The stream of the floor itself.
pub(crate) fn floor_stream() -> Result<StreamName, StoreError> {
    StreamName::new("floor").map_err(|error| StoreError::Damaged(error.to_string()))
}

/// The configuration that a record of the stream `floor` holds, if it is such a record.
pub(crate) fn house_in(record: &RawValue) -> Option<House> {
    serde_json::from_str::<HouseRecord>(record.get()).ok().map(|record| record.house)
}

/// Records the configuration in force, unless that was done before; returns the number of its entry.
pub(crate) async fn record_house(store: &dyn Store, house: &House, now: At) -> Result<u64, StoreError> {
    let damaged = |error: serde_json::Error| StoreError::Damaged(error.to_string());
    let mut value = serde_json::to_value(HouseRecord { house: house.clone() }).map_err(damaged)?;
    value.sort_all_objects();
    let record = serde_json::value::to_raw_value(&value).map_err(damaged)?;
    let (stream, key) = (floor_stream()?, Hash::over(record.get().as_bytes()).to_string());
    for _ in 0..TRIES {
        let known = store.items(HOUSE.to_owned(), key.clone(), String::new(), 1).await?.pop();
        let at = known.as_ref().and_then(|item| std::str::from_utf8(&item.value).ok()?.parse::<u64>().ok());
        if let Some(at) = at.filter(|at| *at > 0) {
            let entry = store.entries(stream.clone(), at - 1, 1).await?.pop();
            if entry.is_some_and(|entry| entry.version == at && entry.record.get() == record.get()) {
                return Ok(at);
            }
        }
        let head = store.heads(Some(vec![stream.clone()])).await?.pop().map(|(_, head)| head);
        let head = head.unwrap_or_default();
        let (id, by) = (machine_id(HOUSE, [(&stream, head)]), By::Machine { machine: "floor".to_owned() });
        let at = now.max(At(head.at.0.saturating_add(1)));
        let entry = Entry::after(head, stream.clone(), at, by.clone(), id, record.clone());
        let version = entry.version;
        let answer = Answer { status: 204, text: String::new() };
        let mut batch = Batch::new(id, Hash::NONE, at, by, answer);
        batch.writes = vec![Write { stream: stream.clone(), after: head, entries: vec![entry], fence: None }];
        batch.items = vec![ItemChange {
            space: HOUSE.to_owned(),
            key: key.clone(),
            expected: known.map_or(0, |item| item.version),
            value: Some(version.to_string().into_bytes()),
        }];
        match store.append(vec![batch]).await {
            Ok(()) => return Ok(version),
            // Another node has written meanwhile, perhaps the same; or an attempt was kept after all.
            Err(
                StoreError::Moved(_)
                | StoreError::ItemMoved { .. }
                | StoreError::Known(_)
                | StoreError::Unknown(_),
            ) => {}
            Err(error) => return Err(error),
        }
    }
    Err(StoreError::Busy)
}
