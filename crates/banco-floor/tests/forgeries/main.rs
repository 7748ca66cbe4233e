//! What somebody forges who can write to the database: records, inputs, money, answers, heads. Whatever a writer can
//! recompute is recomputed: numbers, chains, heads, postings, answers with their digests, ids of the house. The keys that
//! seal cards stay out of reach.
//!
//! The table in `docs/verify.md` is written by this test:
//!
//! ```sh
//! BANCO_GOLDEN=write cargo test -p banco-floor --test forgeries && git diff docs/verify.md
//! ```
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod fields;
mod floor;
mod journal;
mod stories;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use banco_floor::audit;
use banco_journal::sqlite::{ReadOnlyStore, SqliteStore};
use banco_journal::verify::{Against, Problem, verify};
use banco_journal::{Anchor, AnchorKey, Head, Statement, StreamName, Unanchored};
use banco_lab::Folder;

use floor::keyring;
use journal::Journal;

/// One change of a journal.
pub struct Forgery {
    /// What it is, in the words of the table.
    pub name: String,
    /// The journal with it.
    pub journal: Journal,
    /// Why nothing in the journal can tell, where nothing can.
    pub reason: Option<&'static str>,
}

/// Where forgeries are written and looked at.
struct Bench {
    folder: Folder,
    empty: PathBuf,
    carried: Vec<Anchor>,
    key: AnchorKey,
}

impl Bench {
    fn new(honest: &Journal) -> Self {
        let folder = Folder::new("forgeries").unwrap();
        let empty = folder.join("empty.sqlite");
        drop(SqliteStore::open(&empty, &Default::default()).unwrap());
        let file = rusqlite::Connection::open(&empty).unwrap();
        file.pragma_update(None, "journal_mode", "DELETE").unwrap();
        let key = AnchorKey::new(&[5; 32]);
        let mut bench = Self { folder, empty, carried: Vec::new(), key };
        let path = bench.write("honest", honest.clone());
        bench.carried.push(bench.anchor(&path));
        bench
    }

    fn write(&self, name: &str, journal: Journal) -> PathBuf {
        let path = self.folder.join(&format!("{name}.sqlite"));
        std::fs::copy(&self.empty, &path).unwrap();
        journal.write(&path);
        path
    }

    /// An anchor that is carried away.
    fn anchor(&self, path: &Path) -> Anchor {
        let file = rusqlite::Connection::open(path).unwrap();
        let mut look =
            file.prepare("SELECT stream, version, hash, at FROM stream_head ORDER BY stream").unwrap();
        let head = |row: &rusqlite::Row<'_>| {
            let (stream, hash): (String, [u8; 32]) = (row.get(0)?, row.get(2)?);
            let version = u64::try_from(row.get::<_, i64>(1)?).unwrap();
            let at = banco_journal::At(row.get(3)?);
            let head = Head { version, hash: banco_journal::Hash(hash), at, fence: 0 };
            Ok((StreamName::new(&stream).unwrap(), head))
        };
        let moved = look.query_map((), head).unwrap().map(Result::unwrap).collect();
        let of = Unanchored { last: 0, hash: banco_journal::Hash::NONE, moved };
        self.key.sign(&Statement::new(of, "epoch".to_owned(), banco_journal::At(1)))
    }

    /// What finds it in the journal itself: each problem with the check that found it.
    async fn found(&self, path: &Path) -> Vec<(&'static str, String)> {
        let store = ReadOnlyStore::open(path).unwrap();
        let file = store.integrity().await.unwrap();
        let mut found: Vec<_> = file.into_iter().map(|problem| ("file", problem)).collect();
        match verify(&store, &Against { commands: true, ..Against::default() }, &mut |_| Ok(())).await {
            Ok(report) => {
                found.extend(report.problems.iter().map(|problem| ("chain", problem.to_string())));
            }
            Err(error) => found.push(("chain", error.to_string())),
        }
        match audit(&store, &keyring()).await {
            Ok(audit) => found.extend(audit.problems.into_iter().map(|problem| ("replay", problem))),
            Err(error) => found.push(("replay", error.to_string())),
        }
        found
    }

    /// Whether the anchor tells it that was carried away before. It is in the journal as well, as a forger would leave it.
    async fn is_seen_by_anchor(&self, path: &Path) -> bool {
        let file = rusqlite::Connection::open(path).unwrap();
        let insert = "INSERT INTO anchor (number, key, signature, statement) VALUES (1, ?1, ?2, ?3)";
        let Anchor { key, signature, statement } = &self.carried[0];
        file.execute(insert, (key.0, signature, statement)).unwrap();
        drop(file);
        let store = ReadOnlyStore::open(path).unwrap();
        let against =
            Against { anchors: self.carried.clone(), keys: vec![self.carried[0].key], commands: false };
        match verify(&store, &against, &mut |_| Ok(())).await {
            Ok(report) => {
                report.problems.iter().any(|problem| matches!(problem, Problem::NotAsAnchored { .. }))
            }
            Err(_) => true,
        }
    }
}

/// What became of a forgery.
struct Outcome {
    name: String,
    reason: Option<&'static str>,
    /// What tells it from the journal itself, whoever holds the key of the anchors.
    itself: Vec<(&'static str, String)>,
    /// Whether an anchor that was carried away before tells it.
    carried: bool,
}

/// Looks at all of them, on all cores.
fn look(bench: &Bench, forgeries: Vec<Forgery>, all_of_them: bool) -> Vec<Outcome> {
    let (next, all) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let forgeries: Vec<Mutex<Option<Forgery>>> =
        forgeries.into_iter().map(|forgery| Mutex::new(Some(forgery))).collect();
    let work = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(forgery) = forgeries.get(at) else { return };
            let Forgery { name, journal, reason } = forgery.lock().unwrap().take().unwrap();
            let path = bench.write(&format!("forged-{at}"), journal);
            let itself = runtime.block_on(bench.found(&path));
            let look = all_of_them || itself.is_empty();
            let carried = look && runtime.block_on(bench.is_seen_by_anchor(&path));
            std::fs::remove_file(&path).unwrap();
            all.lock().unwrap().insert(at, Outcome { name, reason, itself, carried });
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        (0..cores).for_each(|_| drop(scope.spawn(work)));
    });
    all.into_inner().unwrap().into_values().collect()
}

fn yes(found: bool) -> &'static str {
    if found { "yes" } else { "no" }
}

#[test]
fn what_is_forged_is_found() {
    let honest = floor::journal();
    let bench = Bench::new(&honest);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let path = bench.folder.join("honest.sqlite");
    assert_eq!(runtime.block_on(bench.found(&path)), [], "an honest journal");
    assert!(!runtime.block_on(bench.is_seen_by_anchor(&path)), "an honest journal");

    let stories = look(&bench, stories::all(&honest), true);
    let fields = look(&bench, fields::all(&honest), false);
    let wrong = stories.iter().chain(&fields).filter(|one| one.itself.is_empty() && one.reason.is_none());
    let wrong: Vec<String> = wrong.map(|one| format!("{}: {:?}", one.name, one.itself.first())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let found = |one: &&Outcome| !one.itself.is_empty() || one.carried;
    assert!(
        fields.iter().all(|one| found(&one)),
        "an anchor that was carried away sees every change of a record"
    );
    let table = table(&stories, &fields);
    let page = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify.md"));
    let text = std::fs::read_to_string(&page).unwrap();
    let (before, rest) = text.split_once("<!-- forgeries -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end of forgeries -->\n").unwrap();
    let new = format!("{before}<!-- forgeries -->\n{table}<!-- end of forgeries -->\n{after}");
    if std::env::var("BANCO_GOLDEN").is_ok_and(|how| how == "write") {
        std::fs::write(&page, new).unwrap();
    } else {
        assert!(new == text, "docs/verify.md: BANCO_GOLDEN=write cargo test -p banco-floor --test forgeries");
    }
}

fn table(stories: &[Outcome], fields: &[Outcome]) -> String {
    let all = stories.len() + fields.len();
    let itself = stories.iter().chain(fields).filter(|one| !one.itself.is_empty()).count();
    let carried = stories.iter().chain(fields).filter(|one| one.carried || !one.itself.is_empty()).count();
    let mut text = format!(
        "\n{all} forgeries: {itself} are found from the journal itself, {carried} with an anchor that was carried away \
         before.\n\n| forgery | found from the journal itself | with an anchor carried away |\n|---|---|---|\n"
    );
    for one in stories {
        let itself = match one.itself.first() {
            Some((by, _)) => format!("yes, by `{by}`"),
            None => format!("no: {}", one.reason.unwrap_or_default()),
        };
        let carried = yes(one.carried || !one.itself.is_empty());
        writeln!(text, "| {} | {itself} | {carried} |", one.name).unwrap();
    }
    text.push_str("\n| event or input | forgeries | found from the journal itself |\n|---|---|---|\n");
    let (mut kinds, mut unseen) = (BTreeMap::<&str, (usize, usize)>::new(), Vec::new());
    for one in fields {
        let kind = kinds.entry(one.name.split(':').next().unwrap_or_default()).or_default();
        kind.0 += 1;
        kind.1 += usize::from(!one.itself.is_empty());
        if one.itself.is_empty() {
            unseen.push(one);
        }
    }
    for (kind, (all, found)) in kinds {
        writeln!(text, "| `{kind}` | {all} | {found} |").unwrap();
    }
    text.push_str("\nThe others, which only an anchor that was carried away tells:\n\n");
    for one in unseen {
        writeln!(text, "- `{}`: {}", one.name, one.reason.unwrap_or_default()).unwrap();
    }
    text.push('\n');
    text
}
