//! Everything that is kept, played again by the engine: do the records still make the floor, and the money
//! that was posted?

use std::collections::BTreeMap;

use banco_engine::cage::House;
use banco_journal::{Keyring, Posting, Seal, Store, StoreError, StreamName};

use crate::books::Books;
use crate::load::{LoadError, PAGE, RulesRead, follow, own_record, read_rules};
use crate::write::postings;

/// What was played again, and what was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// How many records of tables, links and accounts.
    pub records: u64,
    /// How many secrets were opened.
    pub secrets: u64,
    /// How many postings.
    pub postings: u64,
    /// What is wrong, in the order in which it was found.
    pub problems: Vec<String>,
}

/// Plays everything again that a store keeps of tables, links and accounts: every record is read and
/// followed by the engine, every secret opened, every posting derived anew, and in the end the books of the
/// whole floor must balance.
///
/// # Errors
/// The store cannot be read.
pub async fn audit(store: &dyn Store, keyring: &Keyring) -> Result<Audit, StoreError> {
    let mut audit = Audit::default();
    let mut books = Books::default();
    books.pit_mut().keep_house(House::default());
    if let Err(problem) = read_rules(store, &mut books, &RulesRead::default()).await {
        audit.problems.push(problem.to_string());
        return Ok(audit);
    }
    for (stream, head) in store.heads(None).await? {
        if matches!(stream.kind(), "table" | "link" | "account") {
            audit.stream(store, keyring, &mut books, &stream, head.version).await?;
        }
    }
    audit.balance(store, &books).await?;
    Ok(audit)
}

impl Audit {
    /// One stream, up to where it ended when this began. The first thing that does not fit ends it.
    async fn stream(
        &mut self,
        store: &dyn Store,
        keyring: &Keyring,
        books: &mut Books,
        stream: &StreamName,
        end: u64,
    ) -> Result<(), StoreError> {
        loop {
            let after = books.head(stream).version;
            let mut entries = store.entries(stream.clone(), after, PAGE).await?;
            entries.retain(|entry| entry.version <= end);
            let Some(last) = entries.last().map(|entry| entry.version) else { return Ok(()) };
            let mut seals =
                by_version(store.seals(stream.clone(), after, last).await?, |seal: &Seal| seal.version);
            let posted = store.postings(stream.clone(), after, PAGE).await?;
            let mut posted = by_version(posted, |posting: &Posting| posting.version);
            for entry in entries {
                let version = entry.version;
                let secrets = seals.remove(&version).unwrap_or_default();
                let followed =
                    own_record(&entry).and_then(|record| follow(keyring, books, &entry, record, &secrets, 0));
                let happening = match followed {
                    Ok(record) => books.happening(&record),
                    Err(LoadError::Store(error)) => return Err(error),
                    Err(problem) => {
                        self.problems.push(format!("{stream} {version}: {problem}"));
                        return Ok(());
                    }
                };
                let derived = happening.map(|happening| postings(stream, version, &happening));
                let kept = posted.remove(&version).unwrap_or_default();
                if derived.unwrap_or_default() != kept {
                    let problem = "the money that was posted is not the money that the record moves";
                    self.problems.push(format!("{stream} {version}: {problem}"));
                }
                self.records += 1;
                self.secrets += many(secrets.len());
                self.postings += many(kept.len());
            }
        }
    }

    /// The whole floor.
    async fn balance(&mut self, store: &dyn Store, books: &Books) -> Result<(), StoreError> {
        let mut sums: BTreeMap<String, i128> = BTreeMap::new();
        for (currency, _, sum) in store.balances().await? {
            let total = sums.entry(currency).or_default();
            *total = total.saturating_add(sum);
        }
        for (currency, sum) in sums.into_iter().filter(|(_, sum)| *sum != 0) {
            self.problems
                .push(format!("all accounts in {currency} sum up to {sum} minor units, not to nothing"));
        }
        // Books that could not be read to the end do not balance, and that has been told.
        if self.problems.is_empty() {
            let wrong = books.pit().trial_balance().imbalances;
            self.problems.extend(wrong.iter().map(ToString::to_string));
        }
        for (table, state) in books.pit().tables() {
            if state.fault().is_some() {
                self.problems.push(format!("table/{}: halted, because its books did not agree", table.0));
            }
        }
        Ok(())
    }
}

fn many(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn by_version<T>(all: Vec<T>, version: impl Fn(&T) -> u64) -> BTreeMap<u64, Vec<T>> {
    let mut sorted: BTreeMap<u64, Vec<T>> = BTreeMap::new();
    all.into_iter().for_each(|one| sorted.entry(version(&one)).or_default().push(one));
    sorted
}
