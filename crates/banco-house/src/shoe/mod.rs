//! The virtual shoe: all cards of a shoe in an order that nobody sees before the cards are dealt.
//!
//! **How the order is drawn.** Fisher and Yates, with exactly uniform numbers: a number of as few bits as the
//! bound needs, drawn again while it is too great. The numbers come from a sum of ChaCha20 streams, each with a
//! key of 256 bits that is fresh from the operating system for this shoe alone, and as many of them as all orders
//! of the cards need: 14 keys, 3,584 bits, for 8 decks, where 416! orders (2^3022; 2^2229 that look different)
//! are to be within reach. See [`VirtualShoe::bits`] and [`HouseRandom`].

mod commitment;
mod index;
mod proof;
mod sealed;
mod told;

use std::fmt;

use banco_cards::{Card, Pack};

pub use self::commitment::{CardOpening, ShoeCommitment, ShoeFault, stack_place};
pub use self::index::{IndexedShoe, ShoeIndex};
pub use self::proof::{Check, Found, Promise, ProofPack, ShoeProof, Shown, Step};
pub use self::told::{ProofReader, ShoeProofs};
use crate::chance::{Chance, HouseRandom, NoRandomness};

/// The cards of a shoe, shuffled. They come out one by one, by their place; the order itself never does.
#[derive(Clone, PartialEq, Eq)]
pub struct VirtualShoe {
    /// The stack as it was shuffled, which the commitment is about.
    stack: Vec<Card>,
    /// How many cards cuts have brought from the top to the bottom.
    cut: u16,
    /// What the salts of the cards are made from.
    secret: [u8; 32],
    /// The keys that the order and the secret were drawn from; none where they are not known.
    seed: Vec<[u8; 32]>,
    /// Whether the first card was set aside when the others were shuffled.
    aside: bool,
}

impl VirtualShoe {
    /// All cards of a pack in an order that is as likely as any other, by as much chance as reaches all of them.
    ///
    /// # Errors
    /// The operating system has no randomness to give.
    pub fn arranged(pack: &Pack, chance: Chance, purpose: &str) -> Result<Self, NoRandomness> {
        Ok(Self::drawn(pack, None, &mut chance.for_purpose(purpose, Self::bits(pack.len()))?))
    }

    /// The same, but a card that was set aside stays the first: a continuous shuffler has all others back.
    ///
    /// # Errors
    /// The operating system has no randomness to give.
    pub fn arranged_behind(
        first: Card,
        pack: &Pack,
        chance: Chance,
        purpose: &str,
    ) -> Result<Self, NoRandomness> {
        let mut random = chance.for_purpose(purpose, Self::bits(pack.len()))?;
        Ok(Self::drawn(pack, Some(first), &mut random))
    }

    /// The shoe that these keys lead to, as everybody can draw it again once they are shown.
    #[must_use]
    pub fn from_seed(pack: &Pack, first: Option<Card>, seed: &[[u8; 32]]) -> Self {
        Self::drawn(pack, first, &mut HouseRandom::from_keys(seed))
    }

    /// By chance that nothing was drawn from before.
    fn drawn(pack: &Pack, first: Option<Card>, random: &mut HouseRandom) -> Self {
        let seed = random.keys();
        let mut stack: Vec<Card> = pack.cards().collect();
        // Which of several equal cards it was does not matter, so long as it is left out of the shuffle.
        let at = first.and_then(|first| stack.iter().position(|card| *card == first));
        at.into_iter().for_each(|at| stack.swap(0, at));
        let others = if at.is_some() { stack.get_mut(1..) } else { Some(stack.as_mut_slice()) };
        shuffle(others.unwrap_or_default(), random);
        Self { stack, cut: 0, secret: random.secret(), seed, aside: at.is_some() }
    }

    /// All cards of a pack, shuffled by chance that is at hand: [`Self::arranged`] brings enough of it.
    #[must_use]
    pub fn shuffled(pack: &Pack, random: &mut HouseRandom) -> Self {
        let mut stack: Vec<Card> = pack.cards().collect();
        shuffle(&mut stack, random);
        Self { stack, cut: 0, secret: random.secret(), seed: Vec::new(), aside: false }
    }

    /// How many bits of chance it takes to reach every order of so many cards, and the secret of the salts;
    /// rather more than fewer.
    #[must_use]
    pub fn bits(cards: u16) -> u32 {
        let order: u32 = (2..=cards).map(|left| left.ilog2() + 1).sum();
        if order == 0 { 0 } else { order + u8::BITS * 32 }
    }

    /// How many cards it was made of.
    #[must_use]
    pub fn cards(&self) -> u16 {
        u16::try_from(self.stack.len()).unwrap_or(u16::MAX)
    }

    /// Whether both are of one shuffle, however they were cut.
    #[must_use]
    pub fn is_same_stack(&self, other: &Self) -> bool {
        self.secret == other.secret && self.stack == other.stack
    }

    /// So many cards from the top go to the bottom.
    pub fn cut(&mut self, at: u16) {
        // All cards from the top to the bottom is as it was.
        self.cut = stack_place(at, self.cut, self.cards()).unwrap_or(self.cut);
    }

    /// The card at a place of the shoe; `None` behind the last one.
    #[must_use]
    pub fn card(&self, place: u16) -> Option<Card> {
        self.stack.get(usize::from(self.in_stack(place)?)).copied()
    }

    /// Where a card of the shoe lay in the stack before the cut.
    fn in_stack(&self, place: u16) -> Option<u16> {
        stack_place(place, self.cut, self.cards())
    }
}

/// Fisher and Yates.
fn shuffle(cards: &mut [Card], random: &mut HouseRandom) {
    for left in (2..=cards.len()).rev() {
        let chosen = random.place_in(left);
        cards.swap(chosen, left - 1);
    }
}

/// Nobody reads the order out of a log or an error.
impl fmt::Debug for VirtualShoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VirtualShoe").field("cards", &self.stack.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use banco_cards::Rank;

    use super::*;

    fn random(seed: u64) -> HouseRandom {
        Chance::Seed(seed).for_purpose("test", 0).unwrap()
    }

    fn shoe(pack: &Pack, seed: u64) -> VirtualShoe {
        VirtualShoe::shuffled(pack, &mut random(seed))
    }

    fn order(shoe: &VirtualShoe) -> Vec<String> {
        (0..).map_while(|at| shoe.card(at)).map(|card| card.to_string()).collect()
    }

    fn aces(decks: u8) -> Pack {
        let all_but_aces: Vec<Rank> = Rank::ALL.into_iter().filter(|rank| *rank != Rank::Ace).collect();
        Pack::standard(decks).without(&all_but_aces)
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
        let mut random = random(1);
        let mut seen: BTreeMap<Vec<String>, u64> = BTreeMap::new();
        for _ in 0..24_000 {
            *seen.entry(order(&VirtualShoe::shuffled(&aces(1), &mut random))).or_default() += 1;
        }
        assert_eq!(seen.len(), 24);
        // Chi-square with 23 degrees of freedom is above 49 once in a thousand times.
        let square: u64 = seen.values().map(|count| count.abs_diff(1_000).pow(2)).sum();
        assert!(square / 1_000 < 49, "{square}: {seen:?}");
    }

    #[test]
    fn every_place_of_a_shoe_gets_every_card() {
        let pack = Pack::standard(1);
        let mut random = random(2);
        let mut seen: BTreeMap<(u16, String), u64> = BTreeMap::new();
        for _ in 0..52 * 100 {
            let shoe = VirtualShoe::shuffled(&pack, &mut random);
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
        // The cards are cut once more, and a cut below the last card changes nothing.
        cut.cut(250);
        assert_eq!(order(&cut), [&before[38..], &before[..38]].concat());
        cut.cut(9_999);
        assert_eq!(order(&cut), [&before[38..], &before[..38]].concat());
    }

    #[test]
    fn a_card_that_was_set_aside_stays_the_first() {
        // Of two decks one ace of hearts is left for the seven places behind it.
        let first: Card = "Ah".parse().unwrap();
        let mut seen = [0_u64; 7];
        for seed in 0..7_000 {
            let shoe = VirtualShoe::arranged_behind(first, &aces(2), Chance::Seed(seed), "test").unwrap();
            assert_eq!(shoe.card(0), Some(first));
            let other = order(&shoe).iter().skip(1).position(|card| card == "Ah");
            seen[other.unwrap()] += 1;
        }
        // Chi-square with 6 degrees of freedom is above 22 once in a thousand times.
        let square: u64 = seen.iter().map(|count| count.abs_diff(1_000).pow(2)).sum();
        assert!(square / 1_000 < 22, "{seen:?}");
    }

    #[test]
    fn the_order_is_in_no_text() {
        let shoe = shoe(&Pack::standard(8), 4);
        assert_eq!(format!("{shoe:?}"), "VirtualShoe { cards: 416, .. }");
    }

    #[test]
    fn every_order_of_eight_decks_is_within_reach() {
        // 416! is about 2^3022; equal cards apart 2^2229 orders differ.
        let bits = VirtualShoe::bits(416);
        assert!((3_022 + 256..4_000).contains(&bits), "{bits}");
        assert_eq!([VirtualShoe::bits(0), VirtualShoe::bits(1), VirtualShoe::bits(2)], [0, 0, 258]);
        let keys = HouseRandom::from_system(bits).unwrap().key_bits();
        assert!(keys >= 2_304 && keys >= bits, "{keys}");
        let one = VirtualShoe::arranged(&Pack::standard(8), Chance::System, "test").unwrap();
        let other = VirtualShoe::arranged(&Pack::standard(8), Chance::System, "test").unwrap();
        assert_ne!(order(&one), order(&other));
    }
}
