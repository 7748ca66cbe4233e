//! Small shoes judged by the independent twin, which shares no code with the engine or with the counting.

#[path = "../../../banco-engine/tests/twin/mod.rs"]
pub mod twin;

use banco_cards::{Card, Suit, parse_cards};
use banco_engine::SeatFacts;

pub fn twin_card(card: Card) -> twin::Card {
    let suit = Suit::ALL.iter().position(|suit| *suit == card.suit).unwrap();
    twin::Card { rank: card.rank.number(), suit: u8::try_from(suit).unwrap() }
}

/// A seat as the twin knows it.
pub fn twin_seat(seat: &SeatFacts) -> twin::Seat {
    let suits = |pair: &banco_rulebook::KingNine| {
        let pair = parse_cards(&pair.to_string()).unwrap();
        (twin_card(pair[0]).suit, twin_card(pair[1]).suit)
    };
    twin::Seat {
        position: seat.position.unwrap(),
        personal: seat.personal.as_ref().map(suits),
        others_personal: seat.others_personal.iter().map(suits).collect(),
        others_positions: Vec::new(),
    }
}

/// The coups of these deals.
#[allow(dead_code, reason = "not every test deals so")]
pub fn coups(deals: &[Vec<Card>]) -> Vec<twin::Coup> {
    let six = |deal: &Vec<Card>| deal.iter().map(|card| twin_card(*card)).collect::<Vec<_>>();
    deals.iter().map(|deal| twin::play(&six(deal))).collect()
}

/// The name of a line without what may be printed differently.
pub fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}
