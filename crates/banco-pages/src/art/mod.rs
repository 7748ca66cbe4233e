//! Cards, chips and the furniture of a table, drawn by this code.
//!
//! All drawings are symbols of one file ([`sprite`]), which a browser fetches once; pages refer to them. Colours are
//! variables of the page, so one drawing serves two and four colours, every theme, large indices and the squeeze.

mod court;
mod face;
mod pen;
mod table;

use banco_cards::Card;
use banco_wire::Currency;
use maud::{Markup, html};

pub(crate) use table::chips_of;

use crate::assets;
use crate::text::Lang;

/// The name of the file with all drawings.
pub const SPRITE: &str = "cards.svg";

/// The file with all drawings.
#[must_use]
pub fn sprite() -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{}{}</svg>\n", face::symbols(), table::symbols())
}

/// Where a symbol is found.
fn href(symbol: &str) -> String {
    format!("{}#{symbol}", assets::href(SPRITE))
}

/// A card, face up, under its English name.
#[must_use]
pub fn card(card: Card) -> Markup {
    card_in(card, Lang::En)
}

/// A card, face up, under the name that it has in a language.
#[must_use]
pub fn card_in(card: Card, lang: Lang) -> Markup {
    faced(&card.to_string(), &card_name(card, lang))
}

/// What people call a card: "seven of spades".
#[must_use]
pub fn card_name(card: Card, lang: Lang) -> String {
    let rank = lang.or(&format!("rank-{}", card.rank.name()), card.rank.name());
    let suit = lang.or(&format!("suit-{}", card.suit.name()), card.suit.name());
    lang.with("card-name", &[("rank", rank.into()), ("suit", suit.into())])
}

/// A card, face down, in the colour of its batch.
#[must_use]
pub fn back(batch: u8) -> Markup {
    back_in(batch, Lang::En)
}

/// The same under the name that it has in a language.
#[must_use]
pub fn back_in(batch: u8, lang: Lang) -> Markup {
    html! { span class={ "batch-" (batch % 3) } { (faced("back", &lang.say("card-face-down"))) } }
}

/// Both sizes of a card; the style sheet shows the one that fits.
fn faced(which: &str, name: &str) -> Markup {
    html! {
        span.card role="img" aria-label=(name) {
            svg viewBox="0 0 250 350" aria-hidden="true" focusable="false" {
                use .full-face href=(href(&format!("card-{which}"))) {}
                use .small-face href=(href(&format!("mini-{which}"))) {}
            }
        }
    }
}

/// The place of a card that is not there.
#[must_use]
pub fn empty_place() -> Markup {
    html! { span.card-place aria-hidden="true" {} }
}

/// The yellow card that ends a shoe.
#[must_use]
pub fn cut_card(lang: Lang) -> Markup {
    html! {
        span.card role="img" aria-label=(lang.say("card-cut")) {
            svg viewBox="0 0 250 350" aria-hidden="true" focusable="false" { use href=(href("cut-card")) {} }
        }
    }
}

/// The dealing shoe.
#[must_use]
pub fn shoe() -> Markup {
    html! { svg.shoe viewBox="0 0 320 170" aria-hidden="true" focusable="false" { use href=(href("shoe")) {} } }
}

/// A chip of so many minor units. It is decoration: the figure is always written beside it.
#[must_use]
pub fn chip(minor: i64, currency: Currency) -> Markup {
    html! { svg.chip viewBox="0 0 100 100" aria-hidden="true" focusable="false" { (chip_at(0, minor, currency)) } }
}

fn chip_at(y: usize, minor: i64, currency: Currency) -> Markup {
    let (paint, ink) = table::paint(minor);
    let figure = table::figure(minor, currency);
    let size = match figure.chars().count() {
        0 | 1 => 34,
        2 => 30,
        3 => 24,
        _ => 18,
    };
    html! {
        use href=(href(&format!("chip-{paint}"))) y=(y) width="100" height="100" {}
        text.chip-figure x="50" y=(y + 50) dy=".355em" text-anchor="middle" font-size=(size) font-weight="700" fill=(ink) {
            (figure)
        }
    }
}

/// An amount as a stack of chips, largest below; at most six are drawn.
#[must_use]
pub fn stack(minor: i64, currency: Currency) -> Markup {
    let (top, chips) = stacked(minor, currency);
    html! { svg.stack viewBox={ "0 0 100 " (top + 100) } aria-hidden="true" focusable="false" { (chips) } }
}

/// The same within another drawing: its lowest chip is so wide, and lies around this point.
#[must_use]
pub fn stack_at((x, y): (i32, i32), width: i32, minor: i64, currency: Currency) -> Markup {
    let (top, chips) = stacked(minor, currency);
    let whole = i32::try_from(top).unwrap_or_default() + 100;
    let height = width * whole / 100;
    html! {
        svg x=(x - width / 2) y=(y + width / 2 - height) width=(width) height=(height) viewBox={ "0 0 100 " (whole) } { (chips) }
    }
}

/// How much higher than one chip a stack is, and its chips.
fn stacked(minor: i64, currency: Currency) -> (usize, Markup) {
    const STEP: usize = 13;
    let chips = chips_of(minor);
    let top = chips.len().saturating_sub(1) * STEP;
    let drawn = html! {
        @for (at, value) in chips.iter().enumerate() { (chip_at(top.saturating_sub(at * STEP), *value, currency)) }
    };
    (top, drawn)
}

/// A button that a dealer puts on the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    /// Vigorish that is owed: it lies in the numbered box of the seat.
    Vigorish,
    /// Where settlement begins.
    Action,
    /// The player-dealer's place.
    Dealer,
    /// The bank.
    Bank,
    /// A hand on the line that draws.
    Hit,
}

impl Button {
    /// The word on the button, and the class that colours it.
    const fn inscription(self) -> (&'static str, &'static str) {
        match self {
            Self::Vigorish => ("VIG", "button-vig"),
            Self::Action => ("ACTION", "button-action"),
            Self::Dealer => ("DEALER", "button-dealer"),
            Self::Bank => ("BANK", "button-bank"),
            Self::Hit => ("HIT", "button-hit"),
        }
    }
}

/// A button with the word that stands on it. Decoration: the page says beside it what it means.
#[must_use]
pub fn button(button: Button) -> Markup {
    let (_, class) = button.inscription();
    html! {
        svg class={ "chip " (class) } viewBox="0 0 100 100" aria-hidden="true" focusable="false" { (inscribed(button)) }
    }
}

/// The same within another drawing, around this point.
#[must_use]
pub fn button_at((x, y): (i32, i32), width: i32, button: Button) -> Markup {
    let (_, class) = button.inscription();
    html! {
        svg class=(class) x=(x - width / 2) y=(y - width / 2) width=(width) height=(width) viewBox="0 0 100 100" { (inscribed(button)) }
    }
}

fn inscribed(button: Button) -> Markup {
    let (word, _) = button.inscription();
    let size = if word.len() > 4 { 15 } else { 20 };
    html! {
        use href=(href("button")) {}
        text.chip-figure x="50" y="50" dy=".36em" text-anchor="middle" font-size=(size) font-weight="700" letter-spacing="1" {
            (word)
        }
    }
}

#[cfg(test)]
mod tests;
