//! The faces of the 52 cards in two optical sizes, and the backs.
//!
//! From 96 pixels on a card shows its true pips, so that a squeeze shows legs before figures. Its indices are a group of
//! their own, which a page hides (`--index-shown: 0`) or makes large (`--index-plain: none; --index-large: inline`).
//! Below 96 pixels a card is one figure and one pip.

use std::fmt::Write as _;

use banco_cards::{Card, Rank, Suit};

use super::pen::{GOLD, PAPER, ink, letter, twice};
use super::{court, pen};

const LEFT: &str = "84";
const MIDDLE: &str = "125";
const RIGHT: &str = "166";

/// Everything that cards need, and all cards.
pub(super) fn symbols() -> String {
    let mut symbols = format!("<defs>{}{}{}</defs>", stock(), pen::parts(), court::parts());
    for card in Card::all() {
        symbols += &full(card);
        symbols += &small(card);
    }
    symbols + &backs()
}

fn stock() -> String {
    format!(
        "<rect id=\"stock\" x=\"1\" y=\"1\" width=\"248\" height=\"348\" rx=\"17\" fill=\"{PAPER}\" stroke=\"var(--stock-edge,#cfc6b0)\" stroke-width=\"2\"/>"
    )
}

fn symbol(id: &str, suit: Suit, body: &str) -> String {
    format!(
        "<symbol id=\"{id}\" viewBox=\"0 0 250 350\"><g color=\"{}\"><use href=\"#stock\"/>{body}</g></symbol>",
        ink(suit)
    )
}

fn full(card: Card) -> String {
    let Card { rank, suit } = card;
    let picture = match rank {
        Rank::Ace => ace(suit),
        Rank::Jack | Rank::Queen | Rank::King => court::picture(rank, suit),
        _ => pips(rank, suit),
    };
    // Large indices need room: the picture steps back.
    let body = format!(
        "<g display=\"var(--index-plain,inline)\">{picture}</g><g display=\"var(--index-large,none)\" transform=\"translate(35 49) scale(.72)\">{picture}</g>{}",
        indices(card)
    );
    symbol(&format!("card-{card}"), suit, &body)
}

fn ace(suit: Suit) -> String {
    format!(
        "<circle cx=\"125\" cy=\"175\" r=\"66\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"1.2\"/><circle cx=\"125\" cy=\"175\" r=\"61\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"1.2\" stroke-dasharray=\"1.5 5.5\"/>{}",
        pip_at(suit, MIDDLE, "175", ".82", false)
    )
}

fn pip_at(suit: Suit, x: &str, y: &str, scale: &str, turned: bool) -> String {
    let turn = if turned { " rotate(180)" } else { "" };
    format!("<use href=\"#pip-{}\" transform=\"translate({x} {y}){turn} scale({scale})\"/>", letter(suit))
}

fn pips(rank: Rank, suit: Suit) -> String {
    layout(rank).iter().map(|(x, y, turned)| pip_at(suit, x, y, ".46", *turned)).collect()
}

/// Where the pips of a number card stand, and which are upside down.
const fn layout(rank: Rank) -> &'static [(&'static str, &'static str, bool)] {
    const L: &str = LEFT;
    const C: &str = MIDDLE;
    const R: &str = RIGHT;
    match rank {
        Rank::Two => &[(C, "66", false), (C, "284", true)],
        Rank::Three => &[(C, "66", false), (C, "175", false), (C, "284", true)],
        Rank::Four => &[(L, "66", false), (R, "66", false), (L, "284", true), (R, "284", true)],
        Rank::Five => {
            &[(L, "66", false), (R, "66", false), (C, "175", false), (L, "284", true), (R, "284", true)]
        }
        Rank::Six => &[
            (L, "66", false),
            (R, "66", false),
            (L, "175", false),
            (R, "175", false),
            (L, "284", true),
            (R, "284", true),
        ],
        Rank::Seven => &[
            (L, "66", false),
            (R, "66", false),
            (C, "120.5", false),
            (L, "175", false),
            (R, "175", false),
            (L, "284", true),
            (R, "284", true),
        ],
        Rank::Eight => &[
            (L, "66", false),
            (R, "66", false),
            (C, "120.5", false),
            (L, "175", false),
            (R, "175", false),
            (C, "229.5", true),
            (L, "284", true),
            (R, "284", true),
        ],
        Rank::Nine => &[
            (L, "66", false),
            (R, "66", false),
            (L, "138.7", false),
            (R, "138.7", false),
            (C, "175", false),
            (L, "211.3", true),
            (R, "211.3", true),
            (L, "284", true),
            (R, "284", true),
        ],
        Rank::Ten => &[
            (L, "66", false),
            (R, "66", false),
            (C, "102.3", false),
            (L, "138.7", false),
            (R, "138.7", false),
            (L, "211.3", true),
            (R, "211.3", true),
            (C, "247.7", true),
            (L, "284", true),
            (R, "284", true),
        ],
        Rank::Ace | Rank::Jack | Rank::Queen | Rank::King => &[],
    }
}

/// Both sets of indices: the plain ones and the large ones.
fn indices(card: Card) -> String {
    let Card { rank, suit } = card;
    let (x, scale, pen) = if rank == Rank::Ten { ("17", ".6", "9.5") } else { ("15.8", ".66", "9") };
    let plain = twice(&format!(
        "<use href=\"#fig-{rank}\" transform=\"translate({x} 20) scale({scale})\" stroke-width=\"{pen}\"/>{}",
        pip_at(suit, "29", "82", ".29", false)
    ));
    let (x, scale) = if rank == Rank::Ten { ("17", "1") } else { ("17", "1.2") };
    let large = twice(&format!(
        "<use href=\"#fig-{rank}\" transform=\"translate({x} 18) scale({scale})\" stroke-width=\"9\"/>{}",
        pip_at(suit, "40", "116", ".44", false)
    ));
    format!(
        "<g opacity=\"var(--index-shown,1)\"><g display=\"var(--index-plain,inline)\">{plain}</g><g display=\"var(--index-large,none)\">{large}</g></g>"
    )
}

fn small(card: Card) -> String {
    let Card { rank, suit } = card;
    let (x, scale) = if rank == Rank::Ten { ("81", "2.05") } else { ("78", "2.35") };
    let body = format!(
        "<use href=\"#fig-{rank}\" transform=\"translate({x} 34) scale({scale})\" stroke-width=\"9.5\"/>{}",
        pip_at(suit, MIDDLE, "252", "1.28", false)
    );
    symbol(&format!("mini-{card}"), suit, &body)
}

/// The back in both sizes. Its colour is that of the batch (`--card-back`).
fn backs() -> String {
    const GROUND: &str = "var(--card-back,#5b1224)";
    let (mut lattice, mut dots) = (String::new(), String::new());
    for row in 0..14 {
        for column in 0..10 {
            let (x, y) = (26 + column * 22, 32 + row * 22);
            // Writing into a text cannot fail.
            write!(lattice, "M{x} {}l11 11-11 11-11-11z", y - 11).unwrap_or_default();
            write!(dots, "M{x} {y}v.01").unwrap_or_default();
        }
    }
    format!(
        "<symbol id=\"card-back\" viewBox=\"0 0 250 350\"><use href=\"#stock\"/><rect x=\"13\" y=\"13\" width=\"224\" height=\"324\" rx=\"9\" fill=\"{GROUND}\"/>\
         <svg x=\"19\" y=\"19\" width=\"212\" height=\"312\" viewBox=\"19 19 212 312\"><path d=\"{lattice}\" fill=\"none\" stroke=\"#fbf7ec\" stroke-opacity=\".34\" stroke-width=\"1.4\"/><path d=\"{dots}\" stroke=\"#fbf7ec\" stroke-opacity=\".6\" stroke-width=\"3.4\" stroke-linecap=\"round\"/></svg>\
         <rect x=\"19\" y=\"19\" width=\"212\" height=\"312\" rx=\"5\" fill=\"none\" stroke=\"#fbf7ec\" stroke-opacity=\".75\" stroke-width=\"1.6\"/>\
         <circle cx=\"125\" cy=\"175\" r=\"46\" fill=\"{GROUND}\" stroke=\"#fbf7ec\" stroke-width=\"2\"/><circle cx=\"125\" cy=\"175\" r=\"40\" fill=\"none\" stroke=\"#fbf7ec\" stroke-opacity=\".6\"/>\
         <path d=\"M111 150V200M111 152H127A11 11 0 0 1 127 174H111M127 174A12.8 12.8 0 0 1 127 198.5H111\" fill=\"none\" stroke=\"#fbf7ec\" stroke-width=\"5\"/></symbol>\
         <symbol id=\"mini-back\" viewBox=\"0 0 250 350\"><use href=\"#stock\"/><rect x=\"17\" y=\"17\" width=\"216\" height=\"316\" rx=\"8\" fill=\"{GROUND}\"/>\
         <path d=\"M125 92 185 175 125 258 65 175Z\" fill=\"none\" stroke=\"#fbf7ec\" stroke-opacity=\".8\" stroke-width=\"8\"/><circle cx=\"125\" cy=\"175\" r=\"17\" fill=\"#fbf7ec\"/></symbol>"
    )
}
