//! Reports as they are printed: CSV and JSON.

use banco_engine::Person;
use banco_engine::link::TableId;
use banco_engine::pit::Pit;
use banco_journal::fault::Faults;
use banco_journal::memory::MemoryStore;
use banco_money::{Amount, Currency};
use banco_reports::history::{RoundInFull, StepRow, WagerRow};
use banco_reports::report::exception::{ExceptionRow, exceptions};
use banco_reports::report::large_win::{LargeWinRow, large_wins};
use banco_reports::report::meter::{MeterRow, meters};
use banco_reports::report::play::{PlayRow, play};
use banco_reports::report::shoe::{ShoeRow, shoes};
use banco_reports::report::table::{TableRow, shift, tables};
use banco_reports::report::trial::{TrialRow, trial_balance};
use banco_reports::report::vigorish::{VigorishRow, vigorish};
use banco_reports::{History, RoundRow, Row, Span, Statistics, to_csv};

use crate::simulation::{Simulated, all_rules, run, simulate};

/// Somebody whose name is made to break out of its cell.
fn hostile(person: Person) -> String {
    format!("=SUM(A1:A9),\"{}\"\r\n-@+", person.0)
}

fn floor() -> Simulated {
    let royal = all_rules().into_iter().find(|rules| !rules.links.is_empty()).unwrap();
    simulate(5, vec![royal], 400)
}

/// A title and a table below it, with line breaks as files have them here.
fn part(title: &str, csv: &str) -> String {
    format!("# {title}\n{}\n", csv.replace("\r\n", "\n"))
}

fn printed(floor: &Simulated) -> String {
    let (store, pit) = (&*floor.store, &floor.pit);
    let shelf = pit.shelf();
    run(async {
        let history = History::build(store).await.unwrap();
        let page = history.rounds(shelf, TableId(1), None, 5).unwrap();
        let cursor = page.rounds[1].cursor;
        let full = history.round(store, shelf, &hostile, cursor).await.unwrap().unwrap();
        let large = Amount::from_minor(5_000, Currency::Usd);
        [
            part("rounds", &to_csv(&page.rounds)),
            part("wagers of a round", &to_csv(&full.wagers)),
            part("a round, told", &to_csv(&full.steps)),
            part("statistics", &to_csv(&[history.of_last(shelf, TableId(1), 100).unwrap()])),
            part("tables", &to_csv(&tables(&history, shelf).unwrap())),
            part("shoes", &to_csv(&shoes(&history, shelf, None).unwrap())),
            part("vigorish", &to_csv(&vigorish(pit))),
            part("meters", &to_csv(&meters(store, pit).await.unwrap())),
            part("exceptions", &to_csv(&exceptions(store, pit, &hostile, Span::default()).await.unwrap())),
            part("large wins", &to_csv(&large_wins(store, pit, &[large], Span::default()).await.unwrap())),
            part("play", &to_csv(&play(store, pit, Span::default(), false).await.unwrap())),
            part("trial balance", &to_csv(&trial_balance(store, pit).await.unwrap().rows)),
        ]
        .join("\n")
    })
}

#[test]
fn a_small_floor_on_paper() {
    let text = printed(&floor());
    assert_eq!(text, printed(&floor()), "the same seed prints the same");
    insta::assert_snapshot!(text);
}

/// Reads CSV as a spreadsheet does.
fn read(csv: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut letters = csv.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, quoted) {
            ('"', true) if letters.peek() == Some(&'"') => cell.extend(letters.next()),
            ('"', _) => quoted = !quoted,
            (',', false) => row.push(std::mem::take(&mut cell)),
            ('\r', false) => {}
            ('\n', false) => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            (letter, _) => cell.push(letter),
        }
    }
    assert!(row.is_empty() && cell.is_empty() && !quoted);
    rows
}

#[test]
fn hostile_names_stay_in_their_cells() {
    let floor = floor();
    let rows = run(exceptions(&*floor.store, &floor.pit, &hostile, Span::default())).unwrap();
    let mut rows: Vec<ExceptionRow> = rows;
    rows[0].text = hostile(Person(1));
    let csv = read(&to_csv(&rows));
    assert_eq!(csv.len(), rows.len() + 1);
    assert!(csv.iter().all(|row| row.len() == ExceptionRow::COLUMNS.len()));
    let column = ExceptionRow::COLUMNS.iter().position(|name| *name == "text").unwrap();
    for (cells, row) in csv[1..].iter().zip(&rows) {
        let text = &cells[column];
        assert!(!text.starts_with(['=', '+', '-', '@', '\t', '\r']), "{text}");
        assert_eq!(text.strip_prefix('\'').unwrap_or(text), row.text);
    }
}

fn check<R: Row>(rows: &[R]) {
    let csv = read(&to_csv(rows));
    assert_eq!(csv.len(), rows.len() + 1);
    assert!(csv.iter().all(|row| row.len() == R::COLUMNS.len()));
    assert_eq!(csv[0], R::COLUMNS);
}

#[test]
fn an_empty_floor_gives_headers() {
    run(async {
        let (store, pit) = (MemoryStore::new(Faults::new(|_| None)), Pit::default());
        let (store, all) = (&store, Span::default());
        let history = History::build(store).await.unwrap();
        assert_eq!(history, History::default());
        let page = history.rounds(pit.shelf(), TableId(1), None, 10).unwrap();
        assert_eq!((page.rounds.len(), page.next), (0, None));
        assert_eq!(history.of_last(pit.shelf(), TableId(1), 10).unwrap(), Statistics::default());
        check::<RoundRow>(&page.rounds);
        check::<WagerRow>(&[]);
        check::<StepRow>(&[]);
        check::<TableRow>(&tables(&history, pit.shelf()).unwrap());
        check::<TableRow>(&shift(&history, store, pit.shelf(), all).await.unwrap());
        check::<ShoeRow>(&shoes(&history, pit.shelf(), None).unwrap());
        check::<VigorishRow>(&vigorish(&pit));
        check::<MeterRow>(&meters(store, &pit).await.unwrap());
        check::<ExceptionRow>(&exceptions(store, &pit, &hostile, all).await.unwrap());
        check::<LargeWinRow>(&large_wins(store, &pit, &[], all).await.unwrap());
        check::<PlayRow>(&play(store, &pit, all, true).await.unwrap());
        let trial = trial_balance(store, &pit).await.unwrap();
        check::<TrialRow>(&trial.rows);
        assert!(trial.rows.is_empty() && trial.problems.is_empty());
    });
}

#[test]
fn rows_have_schemas_and_write_money_as_objects() {
    let schema = serde_json::to_value(schemars::schema_for!(RoundInFull)).unwrap();
    assert!(schema["$defs"]["Money"]["properties"]["minor"].is_object(), "{schema}");
    let floor = floor();
    let history = run(History::build(&*floor.store)).unwrap();
    let rows = tables(&history, floor.pit.shelf()).unwrap();
    let json = serde_json::to_value(&rows[0]).unwrap();
    assert_eq!(json["opened_with"], serde_json::json!({ "minor": 3_000_000, "currency": "USD" }));
}

/// The columns of a section of the page.
fn documented(title: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reports.md");
    let page = std::fs::read_to_string(path).unwrap();
    let section = page.split("\n## ").find(|section| section.starts_with(&format!("{title}\n"))).unwrap();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    cells.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn the_page_about_reports_has_every_column() {
    let pages = [
        ("Rounds", RoundRow::COLUMNS),
        ("Wagers of a round", WagerRow::COLUMNS),
        ("Steps of a round", StepRow::COLUMNS),
        ("Statistics", Statistics::COLUMNS),
        ("Table and shift", TableRow::COLUMNS),
        ("Shoe", ShoeRow::COLUMNS),
        ("Vigorish", VigorishRow::COLUMNS),
        ("Meters", MeterRow::COLUMNS),
        ("Exceptions", ExceptionRow::COLUMNS),
        ("Large wins", LargeWinRow::COLUMNS),
        ("Play", PlayRow::COLUMNS),
        ("Trial balance", TrialRow::COLUMNS),
    ];
    for (title, columns) in pages {
        assert_eq!(documented(title), columns, "{title}");
    }
}

/// Whatever is waited for can be waited for on any thread, as servers do.
#[test]
fn reports_can_be_made_on_any_thread() {
    fn sent<T: Send>(work: T) -> T {
        work
    }
    let (store, pit, all) = (MemoryStore::new(Faults::new(|_| None)), Pit::default(), Span::default());
    let mut history = History::default();
    drop(sent(History::build(&store)));
    drop(sent(history.catch_up(&store)));
    let cursor = "1.1.1".parse().unwrap();
    drop(sent(history.round(&store, pit.shelf(), &hostile, cursor)));
    drop(sent(shift(&history, &store, pit.shelf(), all)));
    drop(sent(meters(&store, &pit)));
    drop(sent(exceptions(&store, &pit, &hostile, all)));
    drop(sent(large_wins(&store, &pit, &[], all)));
    drop(sent(play(&store, &pit, all, true)));
    drop(sent(trial_balance(&store, &pit)));
}
