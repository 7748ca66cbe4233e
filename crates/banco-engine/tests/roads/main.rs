//! The roads: golden vectors, the known defects of other programs, and what holds for every history.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    reason = "a test fails by panicking"
)]

mod board;
mod defects;
mod properties;
mod svg;
mod twin;
mod vectors;

use banco_engine::roads::{DerivedRoad, Place, Policy, Roads, parse_history};

/// The roads of a history in letters, drawn as usual.
fn roads(history: &str) -> Roads {
    Roads::new(Policy::default(), parse_history(history).unwrap())
}

/// The three derived roads in letters.
fn derived(roads: &Roads) -> [String; 3] {
    DerivedRoad::ALL.map(|road| roads.derived(road).letters())
}

fn column_row(place: Place) -> (usize, usize) {
    (place.column, place.row)
}

/// The big road as people draw it in a letter: a line a row, a dot where nothing stands.
fn drawing(roads: &Roads) -> String {
    let mut lines = vec![vec!['.'; roads.big().width()]; roads.policy().rows.get()];
    for cell in roads.big().cells() {
        let letter = if cell.side == banco_cards::Side::Banker { 'B' } else { 'P' };
        lines[cell.place.row][cell.place.column] = letter;
    }
    let lines: Vec<String> = lines.iter().map(|line| line.iter().collect()).collect();
    lines.join("\n")
}
