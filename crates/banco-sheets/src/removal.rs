//! Cards that a wager tells apart, for the effect of removal.

use banco_cards::Card;
use banco_odds::{Detail, Shoe};

/// What the cards are called that the wager does not tell apart from this one.
pub fn kind_name(card: Card, needed: Detail) -> String {
    match needed {
        Detail::Values if card.points().get() == 0 => "T J Q K".to_owned(),
        Detail::Values | Detail::Ranks => card.rank.to_string(),
        Detail::Cards => card.to_string(),
    }
}

/// One card that is left of each kind that the wager tells apart.
pub fn one_of_each_kind(shoe: &Shoe, needed: Detail) -> Vec<Card> {
    let alike = |one: &Card, other: &Card| match needed {
        Detail::Values => one.points() == other.points(),
        Detail::Ranks => one.rank == other.rank,
        Detail::Cards => one == other,
    };
    let mut cards: Vec<Card> = Vec::new();
    for card in Card::all().filter(|card| shoe.count(card.rank, card.suit) > 0) {
        if !cards.iter().any(|known| alike(known, &card)) {
            cards.push(card);
        }
    }
    cards.sort_by_key(|card| card.rank);
    cards
}
