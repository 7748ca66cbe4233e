//! The virtual shoe: all cards of a shoe in an order that nobody sees before the cards are dealt.

use std::fmt;

use banco_cards::{Card, Pack};

use super::randomness::Randomness;

/// The cards of a shoe, shuffled. They come out one by one, by their place; the order itself never does.
pub struct VirtualShoe {
    order: Vec<Card>,
}

impl VirtualShoe {
    /// All cards of a pack in an order that is as likely as any other (Fisher and Yates).
    pub fn shuffled(pack: &Pack, randomness: &mut Randomness) -> Self {
        let mut order: Vec<Card> = pack.cards().collect();
        for left in (2..=pack.len()).rev() {
            let chosen = usize::from(randomness.below(left));
            order.swap(chosen, usize::from(left) - 1);
        }
        Self { order }
    }

    /// How many bits of chance it takes to reach every order of so many cards; rather more than fewer.
    pub fn bits(cards: u16) -> u32 {
        (2..=cards).map(|left| left.ilog2() + 1).sum()
    }

    /// So many cards from the top go to the bottom.
    pub fn cut(&mut self, at: u16) {
        let most = self.order.len();
        self.order.rotate_left(usize::from(at).min(most));
    }

    /// The card at a place of the order; `None` behind the last one.
    pub fn card(&self, at: u16) -> Option<Card> {
        self.order.get(usize::from(at)).copied()
    }
}

/// Nobody reads the order out of a log or an error.
impl fmt::Debug for VirtualShoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VirtualShoe").field("cards", &self.order.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

    use std::collections::BTreeMap;

    use banco_cards::Rank;

    use super::super::randomness::Chance;
    use super::*;

    fn shoe(pack: &Pack, seed: u64) -> VirtualShoe {
        VirtualShoe::shuffled(pack, &mut Chance::Seed(seed).for_purpose("test", 0).unwrap())
    }

    fn order(shoe: &VirtualShoe) -> Vec<String> {
        (0..).map_while(|at| shoe.card(at)).map(|card| card.to_string()).collect()
    }

    #[test]
    fn a_shoe_holds_the_cards_of_its_pack() {
        let pack = Pack::standard(8);
        let mut sorted = order(&shoe(&pack, 1));
        let mut all: Vec<String> = pack.cards().map(|card| card.to_string()).collect();
        assert_ne!(sorted, all);
        sorted.sort();
        all.sort();
        assert_eq!(sorted, all);
    }

    #[test]
    fn every_order_of_a_small_shoe_is_as_likely() {
        let all_but_aces: Vec<Rank> = Rank::ALL.into_iter().filter(|rank| *rank != Rank::Ace).collect();
        let pack = Pack::standard(1).without(&all_but_aces);
        let mut randomness = Chance::Seed(1).for_purpose("test", 0).unwrap();
        let mut seen: BTreeMap<Vec<String>, u64> = BTreeMap::new();
        for _ in 0..24_000 {
            *seen.entry(order(&VirtualShoe::shuffled(&pack, &mut randomness))).or_default() += 1;
        }
        assert_eq!(seen.len(), 24);
        // Chi-square with 23 degrees of freedom is above 49 once in a thousand times.
        let square: u64 = seen.values().map(|count| count.abs_diff(1_000).pow(2)).sum();
        assert!(square / 1_000 < 49, "{square}: {seen:?}");
    }

    #[test]
    fn every_place_of_a_shoe_gets_every_card() {
        let pack = Pack::standard(1);
        let mut randomness = Chance::Seed(2).for_purpose("test", 0).unwrap();
        let mut seen: BTreeMap<(u16, String), u64> = BTreeMap::new();
        for _ in 0..52 * 100 {
            let shoe = VirtualShoe::shuffled(&pack, &mut randomness);
            for at in [0, 1, 25, 51] {
                *seen.entry((at, shoe.card(at).unwrap().to_string())).or_default() += 1;
            }
        }
        // Chi-square with 51 degrees of freedom is above 87 once in a thousand times.
        for at in [0, 1, 25, 51] {
            let here = seen.iter().filter(|((place, _), _)| *place == at);
            let square: u64 = here.map(|(_, count)| count.abs_diff(100).pow(2)).sum();
            assert!(square / 100 < 87, "place {at}: {square}");
        }
    }

    #[test]
    fn a_cut_brings_the_cards_below_it_to_the_top() {
        let pack = Pack::standard(6);
        let before = order(&shoe(&pack, 3));
        let mut cut = shoe(&pack, 3);
        cut.cut(100);
        assert_eq!(order(&cut), [&before[100..], &before[..100]].concat());
        cut.cut(9_999);
        assert_eq!(order(&cut).len(), 312);
    }

    #[test]
    fn the_order_is_in_no_text() {
        let shoe = shoe(&Pack::standard(8), 4);
        assert_eq!(format!("{shoe:?}"), "VirtualShoe { cards: 416, .. }");
    }

    #[test]
    fn every_order_of_eight_decks_is_within_reach() {
        // 416! is about 2^3022; equal cards apart 2^2229 orders differ.
        assert!((3_022..4_000).contains(&VirtualShoe::bits(416)));
        assert_eq!([VirtualShoe::bits(0), VirtualShoe::bits(1), VirtualShoe::bits(2)], [0, 0, 2]);
    }
}
