//! Somebody who writes to a journal, and remembers what was acknowledged.

use std::collections::BTreeMap;

use banco_journal::{
    Answer, At, Batch, By, CommandId, Entry, Hash, Head, Posting, Store, StoreError, StreamName, Write,
};
use serde_json::value::RawValue;

pub fn stream(name: &str) -> StreamName {
    StreamName::new(name).unwrap()
}

pub fn command(number: u64) -> CommandId {
    let mut id = CommandId::default();
    id.0[..8].copy_from_slice(&number.to_be_bytes());
    id
}

pub fn by() -> By {
    By::Person { person: 3, role: "participant".to_owned() }
}

/// A batch for one command, with so many entries for each stream after the heads that are known.
pub fn batch(number: u64, heads: &BTreeMap<StreamName, Head>, streams: &[(&str, usize)]) -> Batch {
    let at = heads.values().map(|head| head.at.0).max().unwrap_or(0) + 1;
    let answer = Answer { status: 200, text: format!("{{\"number\":{number}}}") };
    let mut batch = Batch::new(command(number), Hash::over(&number.to_be_bytes()), At(at), by(), answer);
    for (name, entries) in streams {
        let stream = stream(name);
        let after = heads.get(&stream).copied().unwrap_or_default();
        let mut write = Write { stream: stream.clone(), after, entries: Vec::new(), fence: None };
        let mut head = after;
        for of in 0..*entries {
            let text = format!("{{\"command\":{number},\"of\":{of}}}");
            let record = RawValue::from_string(text).unwrap();
            let input = (of == 0 && number.is_multiple_of(5)).then(|| format!("{{\"number\":{number}}}"));
            let input = input.map(|text| RawValue::from_string(text).unwrap());
            let entry = Entry::decided(head, stream.clone(), At(at), by(), command(number), record, input);
            head = entry.head(0);
            let (from, to) = (format!("{name}:chips"), format!("{name}:layout"));
            let (version, currency) = (entry.version, "USD".to_owned());
            let amount = i64::try_from(number % 1000).unwrap();
            batch.postings.push(Posting { stream: stream.clone(), version, from, to, currency, amount });
            write.entries.push(entry);
        }
        batch.writes.push(write);
    }
    batch
}

/// Somebody who knows where streams end.
#[derive(Default, Clone)]
pub struct Client {
    pub heads: BTreeMap<StreamName, Head>,
    pub acknowledged: Vec<u64>,
}

impl Client {
    pub fn batch(&self, number: u64, streams: &[(&str, usize)]) -> Batch {
        batch(number, &self.heads, streams)
    }

    pub fn learn(&mut self, batch: &Batch) {
        self.heads.extend(batch.writes.iter().map(|write| (write.stream.clone(), write.head())));
    }

    /// Writes, and follows what was written.
    pub async fn write(
        &mut self,
        store: &dyn Store,
        number: u64,
        streams: &[(&str, usize)],
    ) -> Result<(), StoreError> {
        let batch = self.batch(number, streams);
        store.append(vec![batch.clone()]).await?;
        self.learn(&batch);
        self.acknowledged.push(number);
        Ok(())
    }

    /// Reads where streams end now.
    pub async fn catch_up(&mut self, store: &dyn Store) {
        self.heads = store.heads(None).await.unwrap().into_iter().collect();
    }
}

/// A journal is whole: every chain, every command, and the money sums up to nothing.
pub async fn assert_whole(store: &dyn Store) -> banco_journal::verify::Report {
    let against = banco_journal::verify::Against { commands: true, ..Default::default() };
    let report = banco_journal::verify::verify(store, &against, &mut |_| Ok(())).await.unwrap();
    assert_eq!(report.problems, []);
    let sum: i128 = store.balances().await.unwrap().into_iter().map(|(_, _, sum)| sum).sum();
    assert_eq!(sum, 0);
    report
}
