//! How a round ends from two hands of two cards that lie open: exactly, over all the orders of the cards that come.

use std::cmp::Ordering;

use banco_cards::{Outcome, Side};

use crate::counting::DrawTable;
use crate::facts::finish;
use crate::shoe::Shoe;

/// In how many of the orders of the next two cards each hand wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outlook {
    /// Orders in which the Player's hand wins.
    pub player: u64,
    /// Orders in which the Banker's hand wins.
    pub banker: u64,
    /// Orders in which they tie.
    pub tie: u64,
}

impl Outlook {
    /// From the counts of the Player's and the Banker's hand, with this shoe left.
    #[must_use]
    pub fn from_counts(draw: &DrawTable, [player, banker]: [u8; 2], left: &Shoe) -> Self {
        let left = left.values().map(|many| u64::try_from(many).unwrap_or_default());
        let mut outlook = Self::default();
        for (first, &many) in (0_u8..).zip(&left) {
            for (second, &others) in (0_u8..).zip(&left) {
                let others = if first == second { others.saturating_sub(1) } else { others };
                let (player, banker) = finish(draw, player, banker, [first, second]);
                let outcome = match player.total.cmp(&banker.total) {
                    Ordering::Greater => Outcome::Player,
                    Ordering::Less => Outcome::Banker,
                    Ordering::Equal => Outcome::Tie,
                };
                outlook.add(outcome, many * others);
            }
        }
        outlook
    }

    const fn add(&mut self, outcome: Outcome, ways: u64) {
        match outcome {
            Outcome::Player => self.player += ways,
            Outcome::Banker => self.banker += ways,
            Outcome::Tie => self.tie += ways,
        }
    }

    /// All orders.
    #[must_use]
    pub const fn whole(&self) -> u64 {
        self.player + self.banker + self.tie
    }

    /// Orders in which this hand wins, they tie, and it loses.
    #[must_use]
    pub const fn of_hand(&self, side: Side) -> [u64; 3] {
        match side {
            Side::Player => [self.player, self.tie, self.banker],
            Side::Banker => [self.banker, self.tie, self.player],
        }
    }
}
