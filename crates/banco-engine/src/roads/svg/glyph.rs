//! What stands in one cell, drawn from its top left corner.

use banco_cards::{Outcome, Side};

use super::{BeadText, Glyphs, Look};
use crate::roads::entry::{outcome_letter, side_letter};
use crate::roads::{BigCell, DerivedRoad, Entry, Kind, Mark, Marks};

/// The side of a cell of the bead plate and the big road.
pub(super) const LARGE: usize = 32;
/// The side of a cell of a derived road.
pub(super) const SMALL: usize = 16;

/// A full circle with something written in it.
pub(super) fn bead(entry: &Entry, look: &Look) -> String {
    let palette = look.theme.palette();
    let (fill, ground) = (palette.of_outcome(entry.outcome), palette.ground);
    let words = bead_words(entry, look);
    let size = if words.chars().count() > 1 { 13 } else { 16 };
    format!(
        "<circle cx=\"16\" cy=\"16\" r=\"13\" fill=\"{fill}\"/><text x=\"16\" y=\"16\" dy=\".36em\" font-size=\"{size}\" \
         font-weight=\"700\" text-anchor=\"middle\" fill=\"{ground}\">{words}</text>{}",
        marks(&entry.marks, entry.kind, look)
    )
}

fn bead_words(entry: &Entry, look: &Look) -> String {
    let letter = outcome_letter(entry.outcome);
    match (look.bead_text, entry.marks.total, look.glyphs) {
        (BeadText::Character, _, _) => character(entry.outcome).to_owned(),
        (BeadText::Total, Some(total), Glyphs::Colours) => total.to_string(),
        (BeadText::Total, Some(total), Glyphs::Shapes) => format!("{letter}{total}"),
        _ => letter.to_string(),
    }
}

const fn character(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player => "閒",
        Outcome::Banker => "莊",
        Outcome::Tie => "和",
    }
}

/// A hollow circle, with its ties as a slash.
pub(super) fn big(cell: &BigCell, entry: Option<&Entry>, look: &Look) -> String {
    let palette = look.theme.palette();
    let (colour, ground) = (palette.of_side(cell.side), palette.ground);
    let letter = match look.glyphs {
        Glyphs::Colours => String::new(),
        Glyphs::Shapes => format!(
            "<text x=\"16\" y=\"16\" dy=\".36em\" font-size=\"12\" font-weight=\"700\" text-anchor=\"middle\" \
             fill=\"{colour}\" stroke=\"{ground}\" stroke-width=\"2\" paint-order=\"stroke\">{}</text>",
            side_letter(cell.side)
        ),
    };
    format!(
        "<circle cx=\"16\" cy=\"16\" r=\"11.5\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\"/>{}{letter}{}",
        ties(cell.ties, look),
        entry.map_or_else(String::new, |entry| marks(&entry.marks, entry.kind, look))
    )
}

/// A green slash; from two ties on with their number.
pub(super) fn ties(count: usize, look: &Look) -> String {
    let palette = look.theme.palette();
    let (tie, ground) = (palette.tie, palette.ground);
    let slash = format!("<path class=\"tie\" d=\"M3 29 29 3\" stroke=\"{tie}\" stroke-width=\"3\"/>");
    match count {
        0 => String::new(),
        1 => slash,
        _ => format!(
            "{slash}<text class=\"tie\" x=\"2\" y=\"30\" font-size=\"12\" font-weight=\"700\" fill=\"{tie}\" \
             stroke=\"{ground}\" stroke-width=\"3\" paint-order=\"stroke\">{count}</text>"
        ),
    }
}

/// Pairs (red top left, blue bottom right), natural (gold, top right), badge (gold, bottom), notch (left).
fn marks(marks: &Marks, kind: Kind, look: &Look) -> String {
    let palette = look.theme.palette();
    let (ground, gold, text) = (palette.ground, palette.gold, palette.text);
    let dot = |class: &str, at: u8, fill: &str| {
        format!(
            "<circle class=\"{class}\" cx=\"{at}\" cy=\"{at}\" r=\"4\" fill=\"{fill}\" stroke=\"{ground}\" stroke-width=\"1.5\"/>"
        )
    };
    let path = |class: &str, d: &str| {
        format!(
            "<path class=\"{class}\" d=\"{d}\" fill=\"{gold}\" stroke=\"{ground}\" stroke-width=\"1.5\"/>"
        )
    };
    let notch = |letter: &str| {
        format!(
            "<path class=\"notch\" d=\"M0 10H8V21H0Z\" fill=\"{text}\" stroke=\"{ground}\"/><text x=\"4\" y=\"15.5\" dy=\".36em\" \
             font-size=\"9\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{ground}\">{letter}</text>"
        )
    };
    let mut drawn = String::new();
    let mut add = |holds: bool, markup: String| drawn.extend(holds.then_some(markup));
    add(marks.banker_pair, dot("banker-pair", 6, palette.banker));
    add(marks.player_pair, dot("player-pair", 26, palette.player));
    add(marks.natural, path("natural", "M21 1H31V11Z"));
    add(!marks.badges.is_empty(), path("badge", "M16 23 20 27 16 31 12 27Z"));
    add(kind == Kind::FreeHand, notch("F"));
    add(kind == Kind::Simulated, notch("S"));
    drawn
}

/// A mark of a derived road: hollow circle, full circle or slash; blue ones barred or broken.
pub(super) fn mark(road: DerivedRoad, mark: Mark, look: &Look) -> String {
    let palette = look.theme.palette();
    let (colour, ground) = (palette.of_mark(mark), palette.ground);
    let barred = mark == Mark::Blue && look.glyphs == Glyphs::Shapes;
    let bar = |shape: String, colour: &str| {
        let line = format!("<path d=\"M2 8H14\" stroke=\"{colour}\" stroke-width=\"2\"/>");
        if barred { shape + &line } else { shape }
    };
    match road {
        DerivedRoad::BigEyeBoy => bar(
            format!(
                "<circle cx=\"8\" cy=\"8\" r=\"5\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
            ),
            colour,
        ),
        DerivedRoad::SmallRoad => {
            bar(format!("<circle cx=\"8\" cy=\"8\" r=\"6\" fill=\"{colour}\"/>"), ground)
        }
        DerivedRoad::CockroachPig => {
            let broken = if barred { " stroke-dasharray=\"5.5 4\"" } else { "" };
            format!("<path d=\"M2.5 13.5 13.5 2.5\" stroke=\"{colour}\" stroke-width=\"2.5\"{broken}/>")
        }
    }
}

/// A letter that would stand here, in an outline.
pub(super) fn ghost_letter(side: Side, look: &Look) -> String {
    let colour = look.theme.palette().of_side(side);
    format!(
        "{}<text x=\"16\" y=\"16\" dy=\".36em\" font-size=\"12\" text-anchor=\"middle\" fill=\"{colour}\">{}</text>",
        outline(LARGE, colour),
        side_letter(side)
    )
}

/// A mark that would stand here, in an outline.
pub(super) fn ghost_mark(road: DerivedRoad, which: Mark, look: &Look) -> String {
    outline(SMALL, look.theme.palette().of_mark(which)) + &mark(road, which, look)
}

fn outline(size: usize, colour: &str) -> String {
    let long = size - 2;
    format!(
        "<rect x=\"1\" y=\"1\" width=\"{long}\" height=\"{long}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" \
         stroke-dasharray=\"3 2\"/>"
    )
}

/// The class of a hand.
pub(super) const fn class(side: Side) -> &'static str {
    side.name()
}
