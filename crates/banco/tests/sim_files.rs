//! Files that `banco sim` writes beside its result.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    reason = "a test fails by panicking"
)]

#[path = "folder/mod.rs"]
mod folder;

use std::process::Command;

use folder::Folder;

fn banco(arguments: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_banco")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

const RUN: [&str; 9] =
    ["sim", "-r", "ma-baccarat", "-w", "banker", "-w", "dragon-bonus.player:A", "--shoes", "30"];

#[test]
fn shoes_as_csv_have_a_row_each() {
    let folder = Folder::new("csv");
    let csv = folder.path("shoes.csv");
    banco(&[&RUN[..], &["--shoes-out", &csv]].concat());
    let text = folder.text("shoes.csv");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "shoe,rounds,player_wins,banker_wins,ties,void,banker,dragon-bonus.player:A");
    assert_eq!(lines.len(), 31);
    for (number, line) in lines[1..].iter().enumerate() {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        assert_eq!(cells[0] as usize, number);
        assert_eq!(cells[2] + cells[3] + cells[4], cells[1]);
        // Banker wins pay 19 to 20, Player wins cost one.
        assert!((0.95 * cells[3] - cells[2] - cells[6]).abs() < 1e-9, "{line}");
    }
    // A shard has its own shoes, the very same ones.
    banco(&[&RUN[..], &["--shoes-out", &csv, "--shard", "2/3", "--out", &folder.path("part")]].concat());
    assert_eq!(folder.text("shoes.csv").lines().skip(1).collect::<Vec<_>>(), lines[11..21]);
}

#[cfg(feature = "parquet")]
#[test]
fn shoes_as_parquet_are_the_same_table() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::Field;

    let folder = Folder::new("parquet");
    for name in ["shoes.csv", "shoes.parquet"] {
        banco(&[&RUN[..], &["--shoes-out", &folder.path(name)]].concat());
    }
    let reader =
        SerializedFileReader::new(std::fs::File::open(folder.file("shoes.parquet")).unwrap()).unwrap();
    let shown = |field: &Field| match field {
        Field::Long(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        other => other.to_string(),
    };
    let mut lines = Vec::new();
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        if lines.is_empty() {
            lines.push(row.get_column_iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().join(","));
        }
        lines.push(row.get_column_iter().map(|(_, field)| shown(field)).collect::<Vec<_>>().join(","));
    }
    assert_eq!(folder.text("shoes.csv"), lines.join("\n") + "\n");
}

/// The points of every line on a page.
fn lines(page: &str) -> Vec<usize> {
    let lines = page.split("<polyline class=\"line\" points=\"").skip(1);
    lines.map(|rest| rest.split('"').next().unwrap().split(' ').count()).collect()
}

#[test]
fn a_page_shows_returns_results_and_bankrolls() {
    let folder = Folder::new("html");
    let plan = ["--plan", "paroli; banker", "--bankroll", "500", "--unit", "10", "--max-rounds", "60"];
    let html = folder.path("sim.html");
    banco(&[&RUN[..], &plan, &["--html", &html]].concat());
    let page = folder.text("sim.html");
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("NaN") && !page.contains("<script"));
    // Two wagers with their return and results, one plan with its bankroll from the start on.
    assert_eq!(page.matches("role=\"img\"").count(), 5);
    // The first of forty looks comes before the first of thirty shoes and is left out.
    assert_eq!(lines(&page), [39, 39, 41]);
    assert!(page.contains("paroli on banker") && page.contains("ma-baccarat, Massachusetts"));
    // One shoe only has a page too.
    let one = ["sim", "-r", "ma-baccarat", "-w", "tie", "--shoes", "1", "--html", &html];
    banco(&one);
    assert!(!folder.text("sim.html").contains("NaN"));
}

#[test]
fn a_page_shows_the_path_of_every_meter() {
    let folder = Folder::new("meters");
    let html = folder.path("meters.html");
    let run =
        ["sim", "meters", "-s", "ma-baccarat/royal-9", "-w", "royal-9", "--seats", "2", "--hours", "30"];
    banco(&[&run[..], &["--lifetimes", "3", "--html", &html]].concat());
    let page = folder.text("meters.html");
    assert_eq!(lines(&page), [40; 4]);
    assert!(!page.contains("NaN") && page.contains("must hit"));
}
