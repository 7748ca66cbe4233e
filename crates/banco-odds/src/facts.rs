//! Facts of finished hands of which only point values are known.

use banco_cards::{Card, Hand, Side};
use banco_rulebook::{Facts, Line, PayTable};

use crate::counting::DrawTable;

/// A finished hand: its count, and the value of its third card if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Finished {
    /// The final count.
    pub total: u8,
    /// The third card.
    pub third: Option<u8>,
}

/// Two finished hands, as a wager sees them that backs a side.
#[derive(Clone, Copy, Debug)]
pub struct FinishedFacts {
    pub backed: Option<Side>,
    pub player: Finished,
    pub banker: Finished,
}

impl FinishedFacts {
    const fn hand(&self, side: Side) -> Finished {
        match side {
            Side::Player => self.player,
            Side::Banker => self.banker,
        }
    }
}

impl Facts for FinishedFacts {
    fn backed(&self) -> Option<Side> {
        self.backed
    }

    fn total(&self, side: Side) -> Option<u8> {
        Some(self.hand(side).total)
    }

    fn count(&self, side: Side) -> Option<u8> {
        Some(if self.hand(side).third.is_some() { 3 } else { 2 })
    }

    fn third(&self, side: Side) -> Option<Option<u8>> {
        Some(self.hand(side).third)
    }
}

/// The hand that a pay table's side names.
pub fn backed(table: &PayTable) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| table.side.as_deref() == Some(side.name()))
}

/// The place of the line that these facts reach; outside, `None` if they do not tell.
pub fn place_reached(table: &PayTable, facts: &dyn Facts) -> Option<Option<usize>> {
    for (at, line) in table.lines.iter().enumerate() {
        if line.when.holds(facts)? {
            return Some(Some(at));
        }
    }
    Some(None)
}

/// The line that these facts reach; outside, `None` if they do not tell.
pub fn line_reached<'a>(table: &'a PayTable, facts: &dyn Facts) -> Option<Option<&'a Line>> {
    place_reached(table, facts).map(|place| place.and_then(|at| table.lines.get(at)))
}

/// How two-card counts end when the next cards have these values.
pub fn finish(draw: &DrawTable, player: u8, banker: u8, next: [u8; 2]) -> (Finished, Finished) {
    let stays = |total| Finished { total, third: None };
    let drawn = |total: u8, card: u8| Finished { total: (total + card) % 10, third: Some(card) };
    if draw.is_natural(player) || draw.is_natural(banker) {
        return (stays(player), stays(banker));
    }
    let [first, second] = next;
    let (player, third, spare) = if draw.player_draws(player) {
        (drawn(player, first), Some(first), second)
    } else {
        (stays(player), None, first)
    };
    let banker = if draw.banker_draws(banker, third) { drawn(banker, spare) } else { stays(banker) };
    (player, banker)
}

/// A hand of two cards, and perhaps a third.
pub fn hand_of(cards: [Card; 2], third: Option<Card>) -> Hand {
    let mut hand = Hand::default();
    for card in cards.into_iter().chain(third) {
        // Three cards always fit.
        let _ = hand.push(card);
    }
    hand
}
