//! A road as a grid with its cells, its title and its description.

use std::ops::Range;

use banco_cards::{Outcome, Side};

use super::glyph::{self, LARGE, SMALL};
use super::{Look, escape};
use crate::roads::entry::outcome_name;
use crate::roads::{DerivedRoad, Mark, Place, Road, Roads, Window};

/// An empty board still shows so many columns of large cells.
const LEAST_COLUMNS: usize = 12;
/// Empty columns fill a window up to this width; beyond it there would be nothing to see.
const MOST_EMPTY: usize = 200;

/// A drawing that can be put anywhere.
pub(super) struct Panel {
    pub width: usize,
    pub height: usize,
    id: String,
    title: &'static str,
    about: String,
    pub content: String,
}

impl Panel {
    /// The panel with its top left corner at a point.
    pub(super) fn placed(&self, left: usize, top: usize) -> String {
        let (id, about) = (escape(&self.id), escape(&self.about));
        format!(
            "<g role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" transform=\"translate({left} {top})\">\n\
             <title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{about}</desc>\n{}</g>\n",
            self.title, self.content
        )
    }
}

/// A thing on a board: where, of which class, what it says, how it looks.
struct Cell {
    place: Place,
    class: &'static str,
    words: String,
    markup: String,
}

/// The panel of a road.
pub(super) fn road(roads: &Roads, road: Road, id: &str, look: &Look) -> Panel {
    let board = Board::new(roads, road, look, look.ghost.as_slice());
    let content = board.drawn(look, |cell| format!("<title>{}</title>", escape(&cell.words)));
    board.panel(road, id, roads.summary(road), content)
}

/// The same without a word.
pub(super) fn bare(roads: &Roads, road: Road, look: &Look, ghosts: &[Side]) -> Panel {
    let board = Board::new(roads, road, look, ghosts);
    let content = board.drawn(look, |_| String::new());
    board.panel(road, "", String::new(), content)
}

/// The cells of a road and how much of it is shown.
struct Board {
    cells: Vec<Cell>,
    size: usize,
    rows: usize,
    columns: Range<usize>,
}

impl Board {
    fn new(roads: &Roads, road: Road, look: &Look, ghosts: &[Side]) -> Self {
        let (size, mut cells) = match road {
            Road::Bead => (LARGE, bead_cells(roads, look)),
            Road::Big => (LARGE, big_cells(roads, look)),
            Road::Derived(road) => (SMALL, derived_cells(roads, road, look)),
        };
        cells.extend(ghosts.iter().filter_map(|side| ghost(roads, road, *side, look)));
        let columns = shown(look.window, &cells, LEAST_COLUMNS * LARGE / size);
        Self { cells, size, rows: roads.policy().rows.get(), columns }
    }

    fn drawn(&self, look: &Look, words: impl Fn(&Cell) -> String) -> String {
        let Self { cells, size, rows, columns } = self;
        let mut content = grid(columns.len(), *rows, *size, look);
        for cell in cells.iter().filter(|cell| columns.contains(&cell.place.column)) {
            let (x, y) = ((cell.place.column - columns.start) * size, cell.place.row * size);
            content += &format!(
                "<g class=\"{}\" transform=\"translate({x} {y})\">{}{}</g>\n",
                cell.class,
                words(cell),
                cell.markup
            );
        }
        content
    }

    fn panel(&self, road: Road, id: &str, about: String, content: String) -> Panel {
        let (width, height) = (self.columns.len() * self.size, self.rows * self.size);
        Panel { width, height, id: id.to_owned(), title: road.name(), about, content }
    }
}

/// The columns shown: a fixed window is as wide as it was asked to be, with or without cells.
fn shown(window: Window, cells: &[Cell], least: usize) -> Range<usize> {
    let width = cells.iter().map(|cell| cell.place.column + 1).max().unwrap_or_default();
    let newest = cells.last().map_or(0, |cell| cell.place.column);
    let columns = window.columns(width, newest);
    let least = match window {
        Window::Whole => least,
        Window::Columns(most) => most.min(MOST_EMPTY),
    };
    columns.start..columns.end.max(columns.start + least)
}

fn grid(columns: usize, rows: usize, size: usize, look: &Look) -> String {
    let (width, height) = (columns * size, rows * size);
    let down: String = (0..=columns).map(|column| format!("M{} 0V{height}", column * size)).collect();
    let across: String = (0..=rows).map(|row| format!("M0 {}H{width}", row * size)).collect();
    let text = look.theme.palette().text;
    format!("<path class=\"grid\" d=\"{down}{across}\" stroke=\"{text}\" stroke-opacity=\".2\"/>\n")
}

fn bead_cells(roads: &Roads, look: &Look) -> Vec<Cell> {
    let beads = roads.bead().beads().iter();
    let cell = |(bead, number): (&crate::roads::Bead, usize)| {
        let entry = roads.history().get(bead.hand)?;
        let words = format!("hand {number}: {}", entry.in_words());
        let markup = glyph::bead(entry, look);
        Some(Cell { place: bead.place, class: entry.outcome.name(), words, markup })
    };
    beads.zip(1..).filter_map(cell).collect()
}

fn big_cells(roads: &Roads, look: &Look) -> Vec<Cell> {
    let big = roads.big();
    if let ([], ties @ 1..) = (big.cells(), big.leading_ties()) {
        let (words, markup) = (ties_in_words(ties), glyph::ties(ties, look));
        return vec![Cell { place: Place::FIRST, class: Outcome::Tie.name(), words, markup }];
    }
    let cell = |cell: &crate::roads::BigCell| {
        let entry = roads.history().get(cell.hand);
        let mut words = entry.map_or_else(String::new, crate::roads::Entry::in_words);
        if cell.ties > 0 {
            words += &format!(", {}", ties_in_words(cell.ties));
        }
        let markup = glyph::big(cell, entry, look);
        Cell { place: cell.place, class: glyph::class(cell.side), words, markup }
    };
    big.cells().iter().map(cell).collect()
}

fn ties_in_words(ties: usize) -> String {
    if ties == 1 { "1 tie".to_owned() } else { format!("{ties} ties") }
}

fn derived_cells(roads: &Roads, road: DerivedRoad, look: &Look) -> Vec<Cell> {
    let cell = |cell: &crate::roads::DerivedCell| Cell {
        place: cell.place,
        class: class(cell.mark),
        words: words(cell.mark).to_owned(),
        markup: glyph::mark(road, cell.mark, look),
    };
    roads.derived(road).cells().iter().map(cell).collect()
}

const fn class(mark: Mark) -> &'static str {
    match mark {
        Mark::Red => "red",
        Mark::Blue => "blue",
    }
}

const fn words(mark: Mark) -> &'static str {
    match mark {
        Mark::Red => "red: regular",
        Mark::Blue => "blue: irregular",
    }
}

/// What would be drawn here if a hand won next.
fn ghost(roads: &Roads, road: Road, side: Side, look: &Look) -> Option<Cell> {
    let ask = roads.ask(side);
    let (place, markup) = match road {
        Road::Bead => (ask.bead, glyph::ghost_letter(side, look)),
        Road::Big => (ask.big_road, glyph::ghost_letter(side, look)),
        Road::Derived(road) => {
            ask.cell(road).map(|(mark, place)| (place, glyph::ghost_mark(road, mark, look)))?
        }
    };
    let words = format!("if the {} won next", side_name(side));
    let class = match side {
        Side::Player => "ghost ghost-player",
        Side::Banker => "ghost ghost-banker",
    };
    Some(Cell { place, class, words, markup })
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Player => outcome_name(Outcome::Player),
        Side::Banker => outcome_name(Outcome::Banker),
    }
}

/// Three marks beside each hand.
pub(super) fn ask(roads: &Roads, id: &str, look: &Look) -> Panel {
    let palette = look.theme.palette();
    let (mut content, mut about) = (String::new(), Vec::new());
    for (left, side) in [0, 180].into_iter().zip(Side::BOTH) {
        let (name, colour, text) = (side_name(side), palette.of_side(side), palette.text);
        content += &format!(
            "<text x=\"{left}\" y=\"12\" dy=\".36em\" font-size=\"15\" font-weight=\"700\" fill=\"{colour}\">{name}</text>\n"
        );
        let mut told = Vec::new();
        for (x, road) in [left + 70, left + 98, left + 126].into_iter().zip(DerivedRoad::ALL) {
            let mark = roads.ask(side).mark(road);
            let markup = match mark {
                Some(mark) => glyph::mark(road, mark, look),
                None => format!("<path d=\"M5 8H11\" stroke=\"{text}\" stroke-width=\"1.5\"/>"),
            };
            let word = mark.map_or("no mark", words);
            let name = Road::Derived(road).name();
            content += &format!(
                "<g class=\"{}\" transform=\"translate({x} 4)\"><title>{name}, {word}</title>{markup}</g>\n",
                mark.map_or("none", class)
            );
            told.push(format!("{name} {word}"));
        }
        about.push(format!("If the {name} won next: {}.", told.join(", ")));
    }
    let title = "What the board would draw";
    Panel { width: 330, height: 24, id: id.to_owned(), title, about: about.join(" "), content }
}
