//! Cards by two keys, rank and suit. Everything is a form of radio buttons; a script puts the number pad to it.

use banco_cards::{Card, Rank, Suit};
use maud::{Markup, html};

use super::Room;
use crate::art;
use crate::text::Lang;

/// The key of the number pad for each rank: ace to nine, zero for the ten, and the three signs for the courts.
const PAD: [&str; 13] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "/", "*", "+"];
/// The order in which suits stand on the pad, with the letters that do the same.
const SUITS: [(Suit, &str); 4] =
    [(Suit::Spades, "S"), (Suit::Hearts, "H"), (Suit::Diamonds, "D"), (Suit::Clubs, "C")];

/// What is entered, and what becomes of it.
pub(super) struct Entry<'a> {
    /// What the card is.
    pub title: String,
    /// Hidden fields that say what to do with it.
    pub fields: &'a [(&'static str, String)],
    /// What the button says that accepts it.
    pub accept: String,
    /// A way to go on without naming the card.
    pub unseen: Option<Unseen>,
    /// Cards that were named and are not turned yet.
    pub named: &'a [Card],
}

/// A way to go on without naming the card.
pub(super) struct Unseen {
    /// What the button says.
    pub words: String,
    /// What is to be done.
    pub act: &'static str,
}

/// The panel.
pub(super) fn entry(room: Room<'_>, entry: &Entry<'_>) -> Markup {
    let lang = room.lang();
    html! {
        form .card-entry method="post" action=(room.action()) data-live="ask" data-entry {
            (room.carried())
            @for (name, value) in entry.fields { input type="hidden" name=(name) value=(value); }
            div .entry-slot {
                p .label { (entry.title) }
                div .entry-now aria-hidden="true" {
                    span .entry-key.entry-rank data-shows="rank" {}
                    span .entry-key.entry-suit data-shows="suit" {}
                }
                p .small.muted { (lang.say("dealer-two-keys")) }
                @if !entry.named.is_empty() {
                    div .entry-named { @for card in entry.named { (art::card_in(*card, lang)) } }
                }
            }
            (keys(lang, ""))
            div .entry-act {
                @if let Some(unseen) = &entry.unseen {
                    button .button name="act" value=(unseen.act) formnovalidate data-unseen { (unseen.words) " " kbd aria-hidden="true" { "Enter" } }
                }
                button .button.button-primary data-accept { (entry.accept) " " kbd aria-hidden="true" { "Enter" } }
                @if entry.named.is_empty() {
                    button .button type="reset" data-undo { (lang.say("dealer-undo")) " " kbd aria-hidden="true" { "–" } }
                } @else {
                    button .button name="act" value="unname" formnovalidate data-undo { (lang.say("dealer-undo")) " " kbd aria-hidden="true" { "–" } }
                }
            }
        }
    }
}

/// The keys of one card, under names that end like this.
pub(super) fn keys(lang: Lang, end: &str) -> Markup {
    chosen_keys(lang, end, None)
}

/// The same with a card that was chosen before.
pub(super) fn chosen_keys(lang: Lang, end: &str, chosen: Option<Card>) -> Markup {
    html! {
        div .entry-keys {
            div .rank-keys role="radiogroup" aria-label=(lang.say("dealer-rank")) {
                @for (rank, pad) in Rank::ALL.into_iter().zip(PAD) {
                    @let face = face_of(rank);
                    label .key {
                        input .visually-hidden type="radio" name={ "rank" (end) } value=(rank.to_string()) data-rank=(pad)
                            data-face=(face) required checked[chosen.is_some_and(|card| card.rank == rank)]
                            aria-label=(lang.or(&format!("rank-{}", rank.name()), rank.name()));
                        span aria-hidden="true" { (face) }
                        @if face.len() == 1 && !face.starts_with(|letter: char| letter.is_ascii_digit()) && rank != Rank::Ace {
                            kbd aria-hidden="true" { (pad) }
                        }
                    }
                }
            }
            div .suit-keys role="radiogroup" aria-label=(lang.say("dealer-suit")) {
                @for (at, (suit, letter)) in SUITS.into_iter().enumerate() {
                    label .key.key-suit {
                        input .visually-hidden type="radio" name={ "suit" (end) } value=(suit.to_string()) data-suit=(at + 1)
                            data-letter=(letter) data-face=(sign(suit)) required checked[chosen.is_some_and(|card| card.suit == suit)]
                            aria-label=(lang.or(&format!("suit-{}", suit.name()), suit.name()));
                        span class={ "suit-pip ink-" (suit.to_string()) } aria-hidden="true" { (sign(suit)) }
                        kbd aria-hidden="true" { (at + 1) }
                    }
                }
            }
        }
    }
}

/// What is printed in the corner of a card.
fn face_of(rank: Rank) -> String {
    if rank == Rank::Ten { "10".to_owned() } else { rank.to_string() }
}

const fn sign(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "♠",
        Suit::Hearts => "♥",
        Suit::Diamonds => "♦",
        Suit::Clubs => "♣",
    }
}
