//! What every drawing shares: colours as variables of the page, figures and pips.
//!
//! A card is 250 wide and 350 high. Figures are drawn with one pen, so that no font is needed.

use banco_cards::{Rank, Suit};

/// The gold of court cards.
pub(super) const GOLD: &str = "var(--court-gold,#b98a2e)";
/// The skin of court cards.
pub(super) const SKIN: &str = "var(--court-skin,#f4e6cf)";
/// The paper of all cards.
pub(super) const PAPER: &str = "var(--stock,#fbf7ec)";

/// The letter that names a suit in ids and variables.
pub(super) const fn letter(suit: Suit) -> char {
    match suit {
        Suit::Spades => 's',
        Suit::Hearts => 'h',
        Suit::Diamonds => 'd',
        Suit::Clubs => 'c',
    }
}

/// The ink of a suit: a variable of the page, black or red without one.
pub(super) const fn ink(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "var(--suit-s,#1a1d21)",
        Suit::Hearts => "var(--suit-h,#b3122d)",
        Suit::Diamonds => "var(--suit-d,#b3122d)",
        Suit::Clubs => "var(--suit-c,#1a1d21)",
    }
}

/// Draws once, and once more turned by half.
pub(super) fn twice(body: &str) -> String {
    format!("{body}<g transform=\"rotate(180 125 175)\">{body}</g>")
}

/// The index figures and the pips, which cards use by reference.
pub(super) fn parts() -> String {
    let figures = Rank::ALL.into_iter().map(|rank| {
        format!("<path id=\"fig-{rank}\" d=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-linejoin=\"round\"/>", figure(rank))
    });
    let pips = Suit::ALL.into_iter().map(|suit| {
        format!(
            "<path id=\"pip-{}\" d=\"{}\" transform=\"translate(-50 -50)\" fill=\"currentColor\"/>",
            letter(suit),
            pip(suit)
        )
    });
    figures.chain(pips).collect()
}

/// A figure in a box 40 wide and 60 high.
const fn figure(rank: Rank) -> &'static str {
    match rank {
        Rank::Ace => "M2 60 20 1 38 60M8.5 41H31.5",
        Rank::Two => "M5 17A15.5 15.5 0 0 1 36 17C36 31 8 43 5 56.5H37",
        Rank::Three => "M5 3.5H34L18 24.5A17 17 0 1 1 4 47",
        Rank::Four => "M29 60V3L3.5 42.5H39",
        Rank::Five => "M34 3.5H10L7.5 27A17.5 17.5 0 1 1 4 49",
        Rank::Six => "M29 1.5C12 13 4 27 4 41A16.3 16.3 0 1 0 36.6 41A16.3 16.3 0 0 0 4 41",
        Rank::Seven => "M3 3.5H35.5L13.5 60",
        Rank::Eight => {
            "M20 3.5A12.2 12.2 0 0 1 20 27.9A12.2 12.2 0 0 1 20 3.5M20 27.9A14.6 14.6 0 0 1 20 57A14.6 14.6 0 0 1 20 27.9"
        }
        Rank::Nine => "M11 58.5C28 47 36 33 36 19A16.3 16.3 0 1 0 3.4 19A16.3 16.3 0 0 0 36 19",
        Rank::Ten => {
            "M-3 11 6.5 3.5V60M32 3.5C42 3.5 46 16 46 30C46 44 42 56.5 32 56.5C22 56.5 18 44 18 30C18 16 22 3.5 32 3.5Z"
        }
        Rank::Jack => "M12 3.5H35M28 3.5V41C28 52 22 56.5 14.5 56.5C7 56.5 3 51 2.5 43",
        Rank::Queen => {
            "M20 3.5C33 3.5 37 16 37 30C37 44 33 56.5 20 56.5C7 56.5 3 44 3 30C3 16 7 3.5 20 3.5ZM21 40 38 61"
        }
        Rank::King => "M6.5 0V60M36 1 8 34M17.5 24.5 38 60",
    }
}

/// A pip in a box 100 wide and high.
const fn pip(suit: Suit) -> &'static str {
    match suit {
        Suit::Hearts => {
            "M50 92C24 68 5 51 5 31C5 16 16 7 28 7C38 7 46 13 50 23C54 13 62 7 72 7C84 7 95 16 95 31C95 51 76 68 50 92Z"
        }
        Suit::Diamonds => "M50 3C59 22 72 39 86 50C72 61 59 78 50 97C41 78 28 61 14 50C28 39 41 22 50 3Z",
        Suit::Spades => {
            "M50 4C60 24 93 43 93 66C93 78 84 86 74 86C65 86 58 81 54 73C55 84 60 91 69 96H31C40 91 45 84 46 73C42 81 35 86 26 86C16 86 7 78 7 66C7 43 40 24 50 4Z"
        }
        Suit::Clubs => {
            "M50 4C62 4 71 13 71 25C71 33 67 39 61 43C65 41 69 40 73 40C86 40 95 49 95 61C95 73 86 82 74 82C65 82 58 77 54 69C55 82 60 91 69 96H31C40 91 45 82 46 69C42 77 35 82 26 82C14 82 5 73 5 61C5 49 14 40 27 40C31 40 35 41 39 43C33 39 29 33 29 25C29 13 38 4 50 4Z"
        }
    }
}
