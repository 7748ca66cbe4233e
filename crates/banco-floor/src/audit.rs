//! Everything that is kept, decided again by the engine: would it decide today what the journal says it decided, from
//! the same state, for the same command? And do the records still make the floor, and the money that was posted?

use std::collections::{BTreeMap, BTreeSet};

use banco_journal::{At, Head, Keyring, Store, StoreError, StreamName};

use crate::books::Books;
use crate::load::{PAGE, RulesRead, read_rules};
use crate::proof::shoe_proofs;
use crate::replay::Replay;

/// How many problems are kept; one defect can show at everything that follows it.
const MOST_PROBLEMS: usize = 10_000;

/// What was played again, and what was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// How many records of tables, links and accounts.
    pub records: u64,
    /// How many commands were decided again.
    pub decided: u64,
    /// How many records were not decided again, because their commands were written before version 2 of entries.
    pub not_decided: u64,
    /// How many secrets were opened.
    pub secrets: u64,
    /// How many postings.
    pub postings: u64,
    /// What is wrong, in the order in which it was found.
    pub problems: Vec<String>,
}

/// Plays everything again that a store keeps of tables, links and accounts: every command is decided again by the
/// engine, on the state before it, and must make happen what the journal says; every record is read and followed,
/// every secret opened, every posting derived anew, every answer compared, and in the end the books of the whole floor
/// must balance.
///
/// # Errors
/// The store cannot be read.
pub async fn audit(store: &dyn Store, keyring: &Keyring) -> Result<Audit, StoreError> {
    let mut books = Books::default();
    if let Err(problem) = read_rules(store, &mut books, &RulesRead::default()).await {
        return Ok(Audit { problems: vec![problem.to_string()], ..Audit::default() });
    }
    let heads = store.heads(None).await?;
    let mut replay = Replay::new(store, keyring, books, &heads).await?;
    replay.run().await?;
    let (mut audit, books, derived, began) = replay.finish();
    audit.balance(store, &books, &heads, derived).await?;
    audit.answers(store, &heads, began).await?;
    if audit.not_decided > 0 {
        audit.shoes(store, &books).await;
    }
    Ok(audit)
}

/// The sum of what every account has, by currency and account, as the records make it.
pub(crate) type Balances = BTreeMap<(String, String), i128>;

impl Audit {
    pub(crate) fn problem(&mut self, problem: String) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem);
        }
    }

    /// The whole floor.
    async fn balance(
        &mut self,
        store: &dyn Store,
        books: &Books,
        heads: &[(StreamName, Head)],
        mut derived: Balances,
    ) -> Result<(), StoreError> {
        let kept = store.balances().await?;
        let mut sums: BTreeMap<String, i128> = BTreeMap::new();
        for (currency, _, sum) in &kept {
            let total = sums.entry(currency.clone()).or_default();
            *total = total.saturating_add(*sum);
        }
        for (currency, sum) in sums.into_iter().filter(|(_, sum)| *sum != 0) {
            self.problem(format!("all accounts in {currency} sum up to {sum} minor units, not to nothing"));
        }
        // A floor that goes on meanwhile has posted more than was played again.
        if store.heads(None).await? == heads {
            for (currency, account, sum) in kept {
                let ours = derived.remove(&(currency.clone(), account.clone())).unwrap_or_default();
                if ours != sum {
                    self.problem(format!(
                        "{account}: {sum} minor units of {currency} were posted, and the records make it {ours}"
                    ));
                }
            }
            for ((currency, account), sum) in derived.into_iter().filter(|(_, sum)| *sum != 0) {
                self.problem(format!(
                    "{account}: nothing of {currency} was posted, and the records make it {sum} minor units"
                ));
            }
        }
        // Books that could not be read to the end do not balance, and that has been told.
        if self.problems.is_empty() {
            let wrong = books.pit().trial_balance().imbalances;
            self.problems.extend(wrong.iter().map(ToString::to_string));
        }
        for (table, state) in books.pit().tables() {
            if state.fault().is_some() {
                self.problem(format!("table/{}: halted, because its books did not agree", table.0));
            }
        }
        Ok(())
    }

    /// An answer that says that something happened needs the entries that it names. Since inputs are written, every
    /// answer has a digest.
    async fn answers(
        &mut self,
        store: &dyn Store,
        heads: &[(StreamName, Head)],
        began: Option<At>,
    ) -> Result<(), StoreError> {
        let known: BTreeSet<&StreamName> = heads.iter().map(|(stream, _)| stream).collect();
        let read_at = heads.iter().map(|(_, head)| head.at).max().unwrap_or_default();
        let mut after = None;
        loop {
            let page = store.answers(after, PAGE).await?;
            let Some((last, ..)) = page.last() else { return Ok(()) };
            after = Some(*last);
            for (id, kept, digest) in page {
                if digest.is_none() && began.is_some_and(|began| kept.at > began) {
                    self.problem(format!("command {id}: its answer has lost its digest"));
                }
                for (stream, version) in ends_in(&kept.answer.text) {
                    // A stream may have begun meanwhile.
                    if !known.contains(&stream) && kept.at <= read_at {
                        self.problem(format!("command {id}: its answer names {stream}, which has no head"));
                    }
                    let entry = store.entries(stream.clone(), version.saturating_sub(1), 1).await?.pop();
                    if entry.is_none_or(|entry| entry.version != version || entry.cause != id) {
                        self.problem(format!(
                            "command {id}: its answer names {stream} {version}, which it did not write"
                        ));
                    }
                }
            }
        }
    }

    /// Every opened shoe against its seed, its cut and what was dealt and burned, by what the journal shows in public:
    /// where commands were not decided again, nothing else has.
    async fn shoes(&mut self, store: &dyn Store, books: &Books) {
        for (table, _) in books.pit().tables() {
            match shoe_proofs(store, table).await {
                Err(problem) => self.problem(format!("table/{}: its shoes: {problem}", table.0)),
                Ok(proofs) => {
                    for proof in proofs.shown.iter().filter(|proof| !proof.holds()) {
                        let number = proof.promise.number;
                        self.problem(format!(
                            "table/{} {number}: the shoe promised here is not proved",
                            table.0
                        ));
                    }
                }
            }
        }
    }
}

/// Where an answer says that streams end.
fn ends_in(text: &str) -> Vec<(StreamName, u64)> {
    #[derive(serde::Deserialize)]
    struct Ends {
        streams: BTreeMap<StreamName, u64>,
    }
    let ends = serde_json::from_str::<Ends>(text).map(|ends| ends.streams);
    ends.unwrap_or_default().into_iter().collect()
}

/// What no command of the floor has.
pub(crate) const IMPORTED: &str = r#"{"code":"imported"}"#;
