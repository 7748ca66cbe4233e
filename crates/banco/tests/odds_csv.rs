//! `banco odds --csv`: the rows of every question, held against its JSON.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    reason = "a test fails by panicking"
)]

#[path = "shell/json.rs"]
mod answer;
#[path = "shell/mod.rs"]
mod shell;

use std::collections::BTreeMap;

use answer::json;
use serde_json::Value;

/// A row by the names of its columns.
type Row = BTreeMap<String, String>;

/// The cells of a line; quoted ones may hold commas.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => cells.last_mut().unwrap().push(other),
        }
    }
    cells
}

fn csv(words: &[&str]) -> Vec<Row> {
    let told = shell::run(&[&["odds"], words, &["--csv"]].concat(), "");
    let text = told.strip_prefix("--- stdout\n").unwrap_or_else(|| panic!("{words:?}: {told}"));
    let mut lines = text.lines().take_while(|line| !line.starts_with("---")).map(cells);
    let names = lines.next().unwrap();
    let row = |cells: Vec<String>| {
        assert_eq!(cells.len(), names.len(), "{told}");
        names.iter().cloned().zip(cells).collect()
    };
    lines.map(row).collect()
}

fn odds(words: &[&str]) -> Value {
    json(&[&["odds"], words, &["--json"]].concat())
}

fn near(cell: &str, number: f64) {
    let found: f64 = cell.parse().unwrap();
    assert!((found - number).abs() <= 1e-15 * number.abs(), "{cell} {number}");
}

/// A cell is a JSON value, as nearly as this reader of JSON reads numbers; a figure by its decimal value, nothing where
/// there is none.
fn same(cell: &str, value: &Value) {
    match value {
        Value::Null => assert_eq!(cell, ""),
        Value::String(text) => assert_eq!(cell, text),
        Value::Object(figure) => same(cell, &figure["decimal"]),
        number => near(cell, number.as_f64().unwrap()),
    }
}

fn same_cells(row: &Row, value: &Value, keys: &[&str]) {
    keys.iter().for_each(|key| same(&row[*key], value.get(*key).unwrap_or(&Value::Null)));
}

const AT_A_GLANCE: [&str; 7] = ["wager", "decks", "without", "house_edge", "return", "hit", "effect"];

#[test]
fn a_wager_at_a_glance() {
    for more in [&[][..], &["--by-decks"], &["--removal"], &["--decks", "6", "--without", "9h"]] {
        let words = [&["dragon-7", "-s", "ma-baccarat/ez"], more].concat();
        let found = match odds(&words) {
            Value::Array(rows) => rows,
            one => vec![one],
        };
        let rows = csv(&words);
        assert_eq!(rows.len(), found.len(), "{more:?}");
        for (row, value) in rows.iter().zip(&found) {
            same_cells(row, value, &AT_A_GLANCE);
            assert_eq!((row["void"].as_str(), row["given"].as_str(), row["chance"].as_str()), ("0", "", ""));
        }
    }
}

#[test]
fn what_is_known_has_a_row() {
    let given = ["player", "-r", "ma-baccarat", "--given", "player1=9", "--given", "banker2 in 8,9"];
    let (rows, found) = (csv(&given), odds(&given));
    let [row] = rows.as_slice() else { panic!("{rows:?}") };
    same_cells(row, &found, &["wager", "house_edge", "return", "hit", "chance"]);
    assert_eq!(row["given"], "player1=9; banker2 in 8,9");
    near(&row["house_edge_unknowing"], -found["mean_unknowing"]["decimal"].as_f64().unwrap());
    let by_decks = csv(&["tie", "-r", "ma-baccarat", "--given", "third card face", "--by-decks"]);
    assert!(by_decks.len() == 12 && by_decks.iter().all(|row| row["given"] == "third card face"));
}

#[test]
fn every_case_of_what_can_be_known_has_a_row() {
    let words = ["banker", "-s", "ma-baccarat", "--given", "player1 6 to 9", "--worth"];
    let (rows, found) = (csv(&words), odds(&words));
    let states = found["states"].as_array().unwrap();
    assert_eq!(rows.len(), states.len() + 1);
    let cases = states.iter().chain([&found["unknowing"]]);
    for (row, state) in rows.iter().zip(cases) {
        same_cells(row, state, &["best", "gain"]);
        for (wager, gain) in
            found["wagers"].as_array().unwrap().iter().zip(state["gains"].as_array().unwrap())
        {
            same(&row[wager.as_str().unwrap()], gain);
        }
    }
    same_cells(&rows[0], &states[0], &["ways", "chance"]);
    assert_eq!((rows[2]["known"].as_str(), rows[2]["chance"].as_str()), ("nothing", "1"));
    assert_eq!(rows[2]["ways"], found["total"].as_str().unwrap());
}

#[test]
fn pairs_of_lines_seats_and_ends_of_a_round_have_rows() {
    let words = ["tie", "-r", "ma-baccarat", "--correlation", "player"];
    let (rows, found) = (csv(&words), odds(&words));
    let joint = found["joint"].as_array().unwrap();
    assert_eq!(rows.len(), joint.len());
    for (row, value) in rows.iter().zip(joint) {
        same(&row["line"], &value["lines"][0]);
        same(&row["with_line"], &value["lines"][1]);
        same(&row["ways"], &value["ways"]);
    }
    let sum: f64 = rows.iter().map(|row| row["probability"].parse::<f64>().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-12);

    let words = ["99-fortunes:P5", "-r", "co-rule-28", "--each-seat"];
    let (rows, found) = (csv(&words), odds(&words));
    for (row, value) in rows.iter().zip(found["seats"].as_array().unwrap()) {
        same_cells(row, value, &["seat", "envy"]);
        near(&row["house_edge"], -value["mean"]["decimal"].as_f64().unwrap());
    }

    let words = ["dragon-7", "-s", "ma-baccarat/ez", "--seats", "7"];
    let rows = csv(&words);
    let paid: Vec<&str> = rows.iter().map(|row| row["payout_minor"].as_str()).collect();
    assert_eq!(paid, ["7000000", "0"]);
    assert_eq!((rows[0]["lines"].as_str(), rows[1]["lines"].as_str()), ("Dragon 7", ""));
}

#[test]
fn meters_have_rows() {
    let words = ["royal-9", "-r", "ma-baccarat", "--meters"];
    let (rows, found) = (csv(&words), odds(&words));
    let meters = found["meters"].as_array().unwrap();
    assert_eq!(rows.len(), meters.len());
    let keys =
        ["meter", "ways", "share", "rounds_between_hits", "increment", "reseed", "average_award_minor"];
    for (row, value) in rows.iter().zip(meters) {
        same_cells(row, value, &keys);
        same_cells(row, value, &["reserve", "even_at_minor"]);
    }
    assert_eq!(rows[0]["seed_minor"], "5000000");

    let words = ["royal-9", "-r", "ma-baccarat", "--must-hit"];
    let (rows, found) = (csv(&words), odds(&words));
    let mut rows = rows.iter();
    for config in found.as_array().unwrap() {
        for position in config["positions"].as_array().unwrap() {
            let row = rows.next().unwrap();
            same(&row["must_hit"], &config["must_hit"]);
            same_cells(row, position, &["meter_minor", "chance", "value_minor"]);
            let rest = config["gain_without_minor"]["decimal"].as_f64().unwrap();
            let gain = rest + position["value_minor"]["decimal"].as_f64().unwrap();
            assert!((row["gain_minor"].parse::<f64>().unwrap() - gain).abs() < 1e-9, "{row:?}");
        }
    }
    assert!(rows.next().is_none());
}

#[test]
fn shoes_from_a_file_are_told_as_by_their_format() {
    let shoes = "128 32 32 32 32 32 32 32 32 32\n1 0 0 0 0 0 0 0 0 0\n";
    let words = ["odds", "tie", "-r", "ma-baccarat", "--composition", "-"];
    let told = |more: &[&str]| shell::run(&[&words[..], more].concat(), shoes);
    assert_eq!(told(&["--csv"]), told(&["--format", "csv"]));
    for both in [&["--csv", "--json"][..], &["--csv", "--format", "csv"]] {
        assert!(told(both).ends_with("--- exit 2\n"), "{}", told(both));
    }
}
