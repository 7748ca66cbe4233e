//! Exact counts of every wager, side and pay table of all rulebooks from full shoes of one to twelve decks, as they stand
//! in `golden/`, one file a rulebook.
//!
//! A block is a wager with the pay tables whose lines are reached alike, the names of these lines, and for each number of
//! decks the ways of every line, last those that reach none. After a change that is meant to change them, write them anew
//! and read the difference:
//!
//! ```text
//! BANCO_GOLDEN=write cargo test -p banco-odds --test golden_decks && git diff --stat crates/banco-odds/tests/golden
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;

use banco_engine::SeatFacts;
use banco_odds::{CountError, Deals, DrawTable, FiveRule, Question, Shoe, carrying, depends_on_seat};
use banco_rulebook::model::wager::Wager;
use banco_rulebook::{Library, Offered, PayTable, Terms, WagerName};

const DECKS: std::ops::RangeInclusive<u16> = 1..=12;

/// Pay tables of one wager and side that take the same suits.
fn groups(terms: &Terms) -> Vec<Vec<Offered>> {
    let mut groups: Vec<Vec<Offered>> = Vec::new();
    for wager in terms.rulebook.wagers.iter().filter(|wager: &&Wager| !wager.lines_by_licensee) {
        for side in wager.side_names() {
            let complete = |column: &&str| wager.missing_lines(column).is_none();
            for column in wager.column_names().into_iter().filter(complete) {
                let paytable = (!column.is_empty()).then(|| column.to_owned());
                let name = WagerName { id: wager.id.clone(), side: side.map(str::to_owned), paytable };
                let offered = terms.offered(&name).unwrap();
                let like = |group: &&mut Vec<Offered>| {
                    let first = &group[0];
                    first.suits == offered.suits
                        && (&first.table.wager, &first.table.side)
                            == (&offered.table.wager, &offered.table.side)
                };
                match groups.last_mut().filter(like) {
                    Some(group) => group.push(offered),
                    None => groups.push(vec![offered]),
                }
            }
        }
    }
    groups
}

/// What is known of one pay table: the names of its lines and their ways by decks.
#[derive(PartialEq)]
struct Lines {
    names: Vec<String>,
    ways: Vec<(u16, Vec<u128>)>,
}

/// One question for all shoes.
fn counted(terms: &Terms, group: &[Offered], deals: &[(u16, Deals)]) -> Option<Vec<Lines>> {
    let first = &group[0];
    let seat = SeatFacts::at(terms, carrying(terms, first)[0], &[]);
    let tables: Vec<&PayTable> = group.iter().map(|offered| &offered.table).collect();
    let question = Question::new(&tables, &seat, &first.suits);
    let names = |table: &&PayTable| table.lines.iter().map(|line| line.name.clone()).collect();
    let mut found: Vec<Lines> =
        tables.iter().map(|table| Lines { names: names(table), ways: Vec::new() }).collect();
    for (decks, deals) in deals {
        let counts = match deals.count(&question) {
            Err(CountError::History(_)) => return None,
            counts => counts.unwrap(),
        };
        for (lines, count) in found.iter_mut().zip(counts.tables) {
            let ways: Vec<u128> = count.lines.into_iter().chain([count.none]).collect();
            assert_eq!(ways.iter().sum::<u128>(), counts.total);
            lines.ways.push((*decks, ways));
        }
    }
    Some(found)
}

fn blocks(terms: &Terms, group: &[Offered], found: &[Lines]) -> String {
    let mut text = String::new();
    let mut told: Vec<usize> = Vec::new();
    for (at, lines) in found.iter().enumerate() {
        if told.contains(&at) {
            continue;
        }
        let alike: Vec<usize> = (at..found.len()).filter(|other| found[*other] == *lines).collect();
        told.extend(&alike);
        let table = &group[at].table;
        let side = table.side.as_ref().map(|side| format!(".{side}")).unwrap_or_default();
        let columns: Vec<&str> = alike.iter().map(|at| group[*at].table.column.as_str()).collect();
        let columns = if columns == [""] { String::new() } else { format!(":{}", columns.join(",")) };
        let seat = carrying(terms, &group[at])[0];
        let seat = if depends_on_seat(&[table]) { format!(" seat {seat}") } else { String::new() };
        writeln!(text, "\n{}{side}{columns}{seat}\n= {}", table.wager, lines.names.join(" | ")).unwrap();
        for (decks, ways) in &lines.ways {
            let ways: Vec<String> = ways.iter().map(u128::to_string).collect();
            writeln!(text, "{decks} {}", ways.join(" ")).unwrap();
        }
    }
    text
}

/// The whole file of a rulebook, counted by all cores.
fn golden(terms: &Terms) -> String {
    let groups = groups(terms);
    let (next, done) = (Mutex::new(0), Mutex::new(Vec::new()));
    let work = || {
        let draw = DrawTable::from_terms(terms, FiveRule::Draw);
        let deals = |decks| (decks, Deals::new(Shoe::full(decks), draw.clone()).unwrap());
        let deals: Vec<(u16, Deals)> = DECKS.map(deals).collect();
        loop {
            let at = {
                let mut next = next.lock().unwrap();
                *next += 1;
                *next - 1
            };
            let Some(group) = groups.get(at) else { return };
            if let Some(found) = counted(terms, group, &deals) {
                done.lock().unwrap().push((at, blocks(terms, group, &found)));
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let mut done = done.into_inner().unwrap();
    done.sort();
    let about = "# ways of every line, last of none, from full shoes of 1-12 decks; see ../golden_decks.rs\n";
    about.to_owned() + &done.into_iter().map(|(_, text)| text).collect::<String>()
}

#[test]
fn every_wager_from_one_to_twelve_decks() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"));
    let library = Library::embedded().unwrap();
    let mut written = BTreeSet::new();
    for rulebook in &library.rulebooks {
        let terms = library.terms(rulebook.id(), "default").unwrap().opened();
        let (found, path) = (golden(&terms), folder.join(format!("{}.txt", rulebook.id())));
        if std::env::var("BANCO_GOLDEN").is_ok_and(|how| how == "write") {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &found).unwrap();
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        let line = known.lines().zip(found.lines()).find(|(known, found)| known != found);
        assert!(line.is_none(), "{}: known and found {line:?}", path.display());
        assert_eq!(known.lines().count(), found.lines().count(), "{}", path.display());
        written.insert(path.file_name().unwrap().to_owned());
    }
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name());
    assert_eq!(files.collect::<BTreeSet<_>>(), written, "one file a rulebook");
}
