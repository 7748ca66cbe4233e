//! The roads in letters, for a terminal.

use banco_cards::{Outcome, Side};
use banco_engine::roads::{DerivedRoad, Mark, Place, Road, Roads, Window};
use owo_colors::{AnsiColors, OwoColorize as _};

/// The columns of the bead plate and of the big road that stand side by side.
#[cfg(feature = "floor")]
const BEAD_COLUMNS: usize = 12;
#[cfg(feature = "floor")]
const BIG_COLUMNS: usize = 24;

/// Something on a board: where, what, in which colour.
type Cell = (Place, String, AnsiColors);

/// All roads, each with what it says in a sentence, then what the board would draw next.
pub fn roads_as_text(roads: &Roads, window: Window) -> String {
    let mut parts: Vec<String> = Road::ALL.map(|road| section(roads, road, window)).into();
    parts.push(ask(roads));
    parts.join("\n\n")
}

/// Bead plate and big road side by side, without rows that are empty on both: for whoever plays on.
#[cfg(feature = "floor")]
pub fn boards(roads: &Roads) -> String {
    let rows = roads.policy().rows.get();
    let board = |road: Road, most: usize| {
        let mut lines = vec![road.name().to_owned()];
        lines.extend(grid(&cells(roads, road), rows, Window::Columns(most)));
        lines
    };
    let (bead, big) = (board(Road::Bead, BEAD_COLUMNS), board(Road::Big, BIG_COLUMNS));
    let shown = |line: &str| anstream::adapter::strip_str(line).to_string();
    let width = bead.iter().map(|line| shown(line).chars().count()).max().unwrap_or_default();
    let empty = |line: &str| shown(line).chars().all(|letter| matches!(letter, '.' | ' '));
    let nothing = String::new();
    let pairs = (0..=rows).map(|row| (bead.get(row).unwrap_or(&nothing), big.get(row).unwrap_or(&nothing)));
    let used = pairs.filter(|(bead, big)| !empty(bead) || !empty(big));
    let line = |(bead, big): (&String, &String)| {
        let blanks = " ".repeat(width - shown(bead).chars().count());
        format!("  {bead}{blanks}   {big}").trim_end().to_owned()
    };
    used.map(line).collect::<Vec<_>>().join("\n")
}

fn section(roads: &Roads, road: Road, window: Window) -> String {
    let head = format!("{}  {}", road.name().bold(), roads.summary(road));
    let lines = grid(&cells(roads, road), roads.policy().rows.get(), window);
    std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n")
}

/// A line a row, a dot where nothing stands. All cells are as wide as the widest.
fn grid(cells: &[Cell], rows: usize, window: Window) -> Vec<String> {
    let Some((newest, ..)) = cells.last() else {
        return Vec::new();
    };
    let width = cells.iter().map(|(place, ..)| place.column + 1).max().unwrap_or_default();
    let columns = window.columns(width, newest.column);
    let wide = cells.iter().map(|(_, text, _)| text.len()).max().unwrap_or_default();
    let mut lines = vec![vec![format!("{:wide$}", "."); columns.len()]; rows];
    for (place, text, colour) in cells.iter().filter(|(place, ..)| columns.contains(&place.column)) {
        let line = lines.get_mut(place.row);
        if let Some(cell) = line.and_then(|line| line.get_mut(place.column - columns.start)) {
            let blanks = " ".repeat(wide - text.len());
            *cell = format!("{}{blanks}", text.color(*colour));
        }
    }
    lines.iter().map(|line| line.concat().trim_end().to_owned()).collect()
}

fn cells(roads: &Roads, road: Road) -> Vec<Cell> {
    match road {
        Road::Bead => {
            let bead = |(bead, letter): (&banco_engine::roads::Bead, char)| {
                let outcome = roads.history().get(bead.hand)?.outcome;
                Some((bead.place, letter.to_string(), outcome_colour(outcome)))
            };
            let letters = roads.letters(road);
            roads.bead().beads().iter().zip(letters.chars()).filter_map(bead).collect()
        }
        Road::Big => big_cells(roads),
        Road::Derived(road) => {
            let cell = |cell: &banco_engine::roads::DerivedCell| {
                (cell.place, cell.mark.letter().to_string(), mark_colour(cell.mark))
            };
            roads.derived(road).cells().iter().map(cell).collect()
        }
    }
}

/// Winners, with the number of ties behind them; ties alone while nobody won.
fn big_cells(roads: &Roads) -> Vec<Cell> {
    let big = roads.big();
    if big.cells().is_empty() && big.leading_ties() > 0 {
        return vec![(Place::FIRST, format!("T{}", big.leading_ties()), outcome_colour(Outcome::Tie))];
    }
    let cell = |cell: &banco_engine::roads::BigCell| {
        let (letter, colour) = match cell.side {
            Side::Player => ('P', outcome_colour(Outcome::Player)),
            Side::Banker => ('B', outcome_colour(Outcome::Banker)),
        };
        let ties = if cell.ties == 0 { String::new() } else { cell.ties.to_string() };
        (cell.place, format!("{letter}{ties}"), colour)
    };
    big.cells().iter().map(cell).collect()
}

const fn outcome_colour(outcome: Outcome) -> AnsiColors {
    match outcome {
        Outcome::Player => AnsiColors::Blue,
        Outcome::Banker => AnsiColors::Red,
        Outcome::Tie => AnsiColors::Green,
    }
}

const fn mark_colour(mark: Mark) -> AnsiColors {
    match mark {
        Mark::Red => AnsiColors::Red,
        Mark::Blue => AnsiColors::Blue,
    }
}

/// What each hand would add; it predicts nothing.
fn ask(roads: &Roads) -> String {
    let hand = |(side, name): (Side, &str)| {
        let ask = roads.ask(side);
        let mark = |road: DerivedRoad| {
            let shown = ask
                .mark(road)
                .map_or_else(|| "-".to_owned(), |mark| mark.letter().color(mark_colour(mark)).to_string());
            format!("{} {shown}", Road::Derived(road).name())
        };
        format!("{name}: {}", DerivedRoad::ALL.map(mark).join(", "))
    };
    let hands = [(Side::Player, "Player"), (Side::Banker, "Banker")].map(hand).join("\n");
    format!("{}  What the board would draw if this hand won next.\n{hands}", "Next".bold())
}
