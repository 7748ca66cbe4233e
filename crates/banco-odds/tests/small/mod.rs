//! Small shoes, dealt out literally.
#![allow(dead_code, reason = "each test takes what it needs")]

use std::sync::OnceLock;

use banco_cards::{Card, Rank, Suit, parse_cards};
use banco_odds::Shoe;
use banco_rulebook::{Library, Offered, Terms};

/// The terms of a rulebook, with everything within reach.
pub fn terms(rulebook: &str, submission: &str) -> Terms {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| Library::embedded().unwrap());
    library.terms(rulebook, submission).unwrap().opened()
}

pub fn offered(terms: &Terms, name: &str) -> Offered {
    terms.offered(&name.parse().unwrap()).unwrap()
}

pub fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

/// A shoe of just these cards.
pub fn shoe(cards: &[Card]) -> Shoe {
    let mut shoe = Shoe::full(16);
    for rank in Rank::ALL {
        for suit in Suit::ALL {
            let card = Card::new(rank, suit);
            let keep = cards.iter().filter(|other| **other == card).count();
            for _ in keep..16 {
                shoe = shoe.without(card).unwrap();
            }
        }
    }
    shoe
}

/// All ordered choices of so many of these cards.
pub fn orders(cards: &[Card], count: usize) -> Vec<Vec<Card>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for at in 0..cards.len() {
        let mut rest = cards.to_vec();
        let first = rest.remove(at);
        for mut order in orders(&rest, count - 1) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}
