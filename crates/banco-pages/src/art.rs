//! Cards and chips.

use banco_cards::Card;
use banco_wire::Currency;
use maud::{Markup, html};

/// A card, face up.
#[must_use]
pub fn card(card: Card) -> Markup {
    html! {
        svg .card viewBox="0 0 250 350" role="img" aria-label=(card.to_string()) {
            rect x="1" y="1" width="248" height="348" rx="17" fill="#fbf7ec";
            text x="125" y="200" font-size="110" text-anchor="middle" { (card.to_string()) }
        }
    }
}

/// The back of a card of a batch.
#[must_use]
pub fn back(batch: u8) -> Markup {
    html! { svg .card viewBox="0 0 250 350" data-batch=(batch) { rect x="1" y="1" width="248" height="348" rx="17" fill="#5b1224"; } }
}

/// Where a card will lie.
#[must_use]
pub fn empty_place() -> Markup {
    html! { span .card-place {} }
}

/// A stack of chips of this value, in minor units.
#[must_use]
pub fn stack(minor: i64, currency: Currency) -> Markup {
    chip(minor, currency)
}

/// A chip of this value, in minor units.
#[must_use]
pub fn chip(minor: i64, _: Currency) -> Markup {
    let text = (minor / 100).to_string();
    html! {
        svg .chip viewBox="0 0 100 100" aria-hidden="true" {
            circle cx="50" cy="50" r="48" fill="#1d6b41";
            text x="50" y="62" font-size="34" text-anchor="middle" fill="#fff" { (text) }
        }
    }
}
