//! Deals visited one by one, by the kinds of their cards.

use crate::counting::draw::DrawTable;
use crate::counting::kinds::{Kind, value};

/// The kinds of the cards of a coup, and in how many orders the first two of each hand can come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Deal {
    /// The Player's cards and then the Banker's.
    cards: [Kind; 6],
    player: u8,
    banker: u8,
    /// Whether the hands hold just these cards, and not all four of them in any order.
    placed: bool,
    pub orders: i64,
}

impl Deal {
    /// These cards; three a hand at most.
    pub fn new(player: &[Kind], banker: &[Kind], orders: i64) -> Self {
        let mut cards = [0; 6];
        cards.iter_mut().zip(player.iter().chain(banker)).for_each(|(place, kind)| *place = *kind);
        let len = |hand: &[Kind]| u8::try_from(hand.len()).unwrap_or(3);
        Self { cards, player: len(player), banker: len(banker), placed: true, orders }
    }

    pub fn player(&self) -> &[Kind] {
        self.cards.get(..usize::from(self.player)).unwrap_or_default()
    }

    pub fn banker(&self) -> &[Kind] {
        let from = usize::from(self.player);
        self.cards.get(from..from + usize::from(self.banker)).unwrap_or_default()
    }

    /// The cards of both hands.
    pub fn cards(&self) -> &[Kind] {
        self.cards.get(..self.len()).unwrap_or_default()
    }

    /// How many cards are dealt.
    pub fn len(&self) -> usize {
        usize::from(self.player) + usize::from(self.banker)
    }

    /// The same cards with another number of orders.
    pub const fn with_orders(mut self, orders: i64) -> Self {
        self.orders = orders;
        self
    }

    /// Whether it matters which hand holds which card.
    pub const fn is_placed(&self) -> bool {
        self.placed
    }

    /// The same cards in one order, whichever hand holds them; all have two cards.
    pub fn unplaced(mut self) -> Self {
        self.placed = false;
        if let Some(cards) = self.cards.get_mut(..usize::from(self.player) + usize::from(self.banker)) {
            cards.sort_unstable();
        }
        self
    }
}

/// Unordered pairs of point values, with the number of orders.
fn pairs() -> impl Iterator<Item = ([Kind; 2], i64)> + Clone {
    (0..10).flat_map(|a| (a..10).map(move |b| ([a, b], if a == b { 1 } else { 2 })))
}

/// Visits the first two cards of both hands, by point value.
pub fn starts(visit: &mut dyn FnMut(Deal)) {
    for (player, player_orders) in pairs() {
        for (banker, banker_orders) in pairs() {
            visit(Deal::new(&player, &banker, player_orders * banker_orders));
        }
    }
}

/// Visits every deal of point values that the drawing rule allows.
pub fn deals(table: &DrawTable, visit: &mut dyn FnMut(Deal)) {
    let total = |cards: &[Kind]| cards.iter().fold(0, |sum, kind| (sum + value(*kind)) % 10);
    starts(&mut |start| {
        let (p, b) = (total(start.player()), total(start.banker()));
        let natural = table.is_natural(p) || table.is_natural(b);
        let draws = !natural && table.player_draws(p);
        for third in if draws { 0..10 } else { 0..1 } {
            let third = draws.then_some(third);
            let player: Vec<Kind> = start.player().iter().copied().chain(third).collect();
            if natural || !table.banker_draws(b, third) {
                visit(Deal::new(&player, start.banker(), start.orders));
                continue;
            }
            for last in 0..10 {
                let banker: Vec<Kind> = start.banker().iter().copied().chain([last]).collect();
                visit(Deal::new(&player, &banker, start.orders));
            }
        }
    });
}

/// The same deal with every choice of ranks for the cards that count nothing.
pub fn ranked(deal: &Deal) -> Vec<Deal> {
    let mut hands = Vec::new();
    for (player, player_orders) in ranked_hand(deal.player()) {
        for (banker, banker_orders) in ranked_hand(deal.banker()) {
            // The orders of a pair of point values are one or two; those of ranks take their place.
            hands.push(Deal::new(&player, &banker, player_orders * banker_orders));
        }
    }
    hands
}

/// A hand with every choice of ranks, the first two cards in one order only, and with the number of their orders.
fn ranked_hand(hand: &[Kind]) -> Vec<(Vec<Kind>, i64)> {
    let ranks = |kind: Kind| if kind == 0 { 10..=13 } else { kind..=kind };
    let [first, second, rest @ ..] = hand else { return Vec::new() };
    let mut hands = Vec::new();
    for one in ranks(*first) {
        for other in ranks(*second).filter(|other| first != second || *other >= one) {
            let orders = if one == other { 1 } else { 2 };
            match rest {
                [third] => hands.extend(ranks(*third).map(|third| (vec![one, other, third], orders))),
                _ => hands.push((vec![one, other], orders)),
            }
        }
    }
    hands
}
