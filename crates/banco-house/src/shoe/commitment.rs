//! A public commitment to the order of a shoe, and how single cards are opened.
//!
//! Before the cut, whoever keeps the shoe publishes the root over the commitments to all places of the stack,
//! and perhaps these as well. They tell nothing: each has a salt of 32 bytes that nobody knows. Later a card
//! is opened by its place, the card and the salt, and everybody can check it; the other cards stay hidden.
//! After the shoe all of it is opened ([`ShoeOpening`], which has the form of the hashes), and then it can be
//! seen that the cards were the pack.
//!
//! A leaf is [`Commitment::to_card`] with the salt as its secret. There is no other commitment to a card: the one
//! that an event carries for a card that is dealt face down is the card's leaf.
//!
//! **Two kinds of places.** A leaf is over the place in the stack as it was shuffled, from 0 at the top, since it
//! is published before anybody cuts. The `place` of an event counts cards as they leave the shoe, after the cut.
//! Cuts are public, and [`stack_place`] leads from one to the other. So a stranger who has the root, the leaves and
//! the record of a shoe checks a face-down card at `place` like this:
//!
//! 1. the leaves make the root ([`ShoeCommitment::published`]);
//! 2. add up the `at` of every `cut_made` of the shoe to `cut`; with `cards` from `shoe_loaded` the card lay at
//!    `(place + cut) mod cards` of the stack, and the leaf there is the commitment in the record
//!    ([`ShoeCommitment::verify_dealt`]);
//! 3. once the card is opened, its salt, its place in the stack and the card give that leaf
//!    ([`ShoeCommitment::verify`]).
//!
//! A continuous shuffler is never cut. Each time it has its cards back there is a new stack with leaves of its own;
//! a card that was set aside is the first of the new stack, with a new leaf.

use std::fmt;

use banco_cards::{Card, Pack, Rank, Suit};
use banco_engine::{Commitment, Hidden, ShoeOpening, salt};

use super::VirtualShoe;

/// What is wrong with a shoe that somebody shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShoeFault {
    /// The stack has no such place.
    #[error("the stack has no place {place}")]
    NoSuchPlace {
        /// The place.
        place: u16,
    },
    /// The opened card is not the one that was committed to.
    #[error("the card opened at place {place} is not the one that was committed to")]
    NotCommitted {
        /// The place.
        place: u16,
    },
    /// The commitments to the cards do not make the root.
    #[error("the commitments to the cards do not make the root")]
    RootDiffers,
    /// More cards than a shoe can have.
    #[error("so many cards make no shoe")]
    TooManyCards,
    /// A card was not opened, or not in its turn.
    #[error("place {place} is not opened in its turn")]
    NotOpened {
        /// The place.
        place: u16,
    },
    /// The opened cards are not those of the pack.
    #[error("the opened cards are not those of the pack")]
    NotThePack,
    /// Bytes that no shoe was kept in.
    #[error("these bytes are no shoe that was kept")]
    NotAShoe,
}

/// Where a card of the shoe lay in the stack that was shuffled, after cuts that brought so many cards from the top
/// to the bottom; `None` behind the last card.
#[must_use]
pub fn stack_place(place: u16, cut: u16, cards: u16) -> Option<u16> {
    let sum = (u32::from(place) + u32::from(cut)).checked_rem(u32::from(cards))?;
    u16::try_from(sum).ok().filter(|_| place < cards)
}

/// One card, opened: whoever has the commitment can check it. It is made only to be shown, but it is not printed
/// by chance.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CardOpening {
    /// Its place in the stack as it was shuffled, from the top.
    pub place: u16,
    /// The card.
    pub card: Card,
    /// Its salt: the secret of its commitment.
    pub salt: [u8; 32],
}

impl CardOpening {
    /// What was committed to.
    #[must_use]
    pub fn leaf(&self) -> Commitment {
        Commitment::to_card(&self.salt, self.place, self.card)
    }
}

impl fmt::Debug for CardOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CardOpening").field("place", &self.place).finish_non_exhaustive()
    }
}

/// The card as one byte: 13 x suit + rank - 1; clubs 0, diamonds 1, hearts 2, spades 3; ace 1 to king 13.
pub(super) const fn card_byte(card: Card) -> u8 {
    13 * (card.suit as u8) + card.rank.number() - 1
}

/// The card of a byte.
pub(super) fn card_of(byte: u8) -> Option<Card> {
    let suit = Suit::ALL.get(usize::from(byte / 13))?;
    Some(Card::new(Rank::from_number(byte % 13 + 1)?, *suit))
}

/// What everybody may know of the order of a shoe before it is dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShoeCommitment {
    leaves: Vec<Commitment>,
    root: Commitment,
}

impl ShoeCommitment {
    /// A commitment as it was published.
    ///
    /// # Errors
    /// The leaves do not make the root, or are too many.
    pub fn published(root: Commitment, leaves: Vec<Commitment>) -> Result<Self, ShoeFault> {
        let found = Self::from_leaves(leaves)?;
        if found.root == root { Ok(found) } else { Err(ShoeFault::RootDiffers) }
    }

    fn from_leaves(leaves: Vec<Commitment>) -> Result<Self, ShoeFault> {
        u16::try_from(leaves.len()).map_err(|_| ShoeFault::TooManyCards)?;
        let root = Commitment::to_shoe(&leaves);
        Ok(Self { leaves, root })
    }

    /// The commitment to all cards.
    #[must_use]
    pub const fn root(&self) -> Commitment {
        self.root
    }

    /// The commitment to each card, by its place in the stack.
    #[must_use]
    pub fn leaves(&self) -> &[Commitment] {
        &self.leaves
    }

    /// Whether the commitment that a record has for a card at a place of the shoe is the one that was published,
    /// after cuts that brought so many cards from the top to the bottom.
    ///
    /// # Errors
    /// It is not.
    pub fn verify_dealt(&self, place: u16, cut: u16, dealt: Commitment) -> Result<(), ShoeFault> {
        let cards = u16::try_from(self.leaves.len()).map_err(|_| ShoeFault::TooManyCards)?;
        let at = stack_place(place, cut, cards).ok_or(ShoeFault::NoSuchPlace { place })?;
        let leaf = self.leaves.get(usize::from(at)).ok_or(ShoeFault::NoSuchPlace { place })?;
        if *leaf == dealt { Ok(()) } else { Err(ShoeFault::NotCommitted { place: at }) }
    }

    /// Whether an opened card is the one that was committed to.
    ///
    /// # Errors
    /// It is not.
    pub fn verify(&self, opening: &CardOpening) -> Result<(), ShoeFault> {
        let place = opening.place;
        let leaf = self.leaves.get(usize::from(place)).ok_or(ShoeFault::NoSuchPlace { place })?;
        if *leaf == opening.leaf() { Ok(()) } else { Err(ShoeFault::NotCommitted { place }) }
    }

    /// Whether all cards are opened, in order, as they were committed to, and are those of the pack.
    ///
    /// # Errors
    /// What is wrong.
    pub fn verify_whole(&self, openings: &[CardOpening], pack: &Pack) -> Result<(), ShoeFault> {
        let mut opened = openings.iter();
        for place in 0..u16::try_from(self.leaves.len()).map_err(|_| ShoeFault::TooManyCards)? {
            let opening = opened.next().filter(|opening| opening.place == place);
            self.verify(opening.ok_or(ShoeFault::NotOpened { place })?)?;
        }
        if let Some(more) = opened.next() {
            return Err(ShoeFault::NoSuchPlace { place: more.place });
        }
        let mut cards: Vec<Card> = openings.iter().map(|opening| opening.card).collect();
        let mut whole: Vec<Card> = pack.cards().collect();
        cards.sort();
        whole.sort();
        if cards == whole { Ok(()) } else { Err(ShoeFault::NotThePack) }
    }
}

impl VirtualShoe {
    /// What everybody may know of the order. Cuts do not change it.
    ///
    /// # Errors
    /// More cards than a shoe can have.
    pub fn commitment(&self) -> Result<ShoeCommitment, ShoeFault> {
        ShoeCommitment::from_leaves(self.opening().leaves())
    }

    /// The card at a place of the shoe as it comes out: hidden, with the commitment that was published to it.
    #[must_use]
    pub fn hidden(&self, place: u16) -> Option<Hidden<Card>> {
        let opening = self.opened(self.in_stack(place)?)?;
        Some(Hidden::committed(opening.card, opening.leaf()))
    }

    /// The card at a place of the shoe, opened to be shown. Only for cards that have been shown, and after the
    /// shoe for all of them.
    #[must_use]
    pub fn open(&self, place: u16) -> Option<CardOpening> {
        self.opened(self.in_stack(place)?)
    }

    /// The whole shoe, with what it was drawn from, to be shown. Only after the shoe.
    #[must_use]
    pub fn opening(&self) -> ShoeOpening {
        let (cards, seed) = (self.stack.clone(), self.seed.clone());
        ShoeOpening { aside: self.aside, cards, secret: self.secret, seed }
    }

    /// All cards, opened in the order of the stack. Only after the shoe.
    #[must_use]
    pub fn open_whole(&self) -> Vec<CardOpening> {
        (0..self.cards()).filter_map(|place| self.opened(place)).collect()
    }

    /// The card at a place of the stack.
    fn opened(&self, place: u16) -> Option<CardOpening> {
        let card = *self.stack.get(usize::from(place))?;
        Some(CardOpening { place, card, salt: salt(&self.secret, place) })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::chance::Chance;

    fn shoe() -> VirtualShoe {
        VirtualShoe::arranged(&Pack::standard(8), Chance::Seed(1), "test").unwrap()
    }

    #[test]
    fn every_card_is_opened_by_its_place_and_salt() {
        let mut shoe = shoe();
        let commitment = shoe.commitment().unwrap();
        shoe.cut(200);
        assert_eq!(shoe.commitment().unwrap(), commitment, "a cut changes no commitment");
        for place in [0, 1, 215, 216, 415] {
            let opening = shoe.open(place).unwrap();
            assert_eq!(Some(opening.card), shoe.card(place));
            assert_eq!(Some(opening.place), stack_place(place, 200, 416));
            assert_eq!(commitment.verify(&opening), Ok(()));
        }
        assert_eq!(shoe.open(416), None);
    }

    #[test]
    fn what_a_record_says_of_a_face_down_card_is_what_was_published() {
        let mut shoe = shoe();
        let published = shoe.commitment().unwrap();
        shoe.cut(100);
        shoe.cut(250);
        for place in [0, 1, 65, 66, 415] {
            let hidden = shoe.hidden(place).unwrap();
            let dealt = hidden.commitment().unwrap();
            assert_eq!(hidden.unseal(), shoe.card(place));
            assert_eq!(published.verify_dealt(place, 350, dealt), Ok(()));
            assert_eq!(shoe.open(place).unwrap().leaf(), dealt);
            let elsewhere = published.verify_dealt(place, 349, dealt);
            assert!(matches!(elsewhere, Err(ShoeFault::NotCommitted { .. })));
        }
        assert_eq!(shoe.hidden(416), None);
        let behind = published.verify_dealt(416, 350, published.root());
        assert_eq!(behind, Err(ShoeFault::NoSuchPlace { place: 416 }));
    }

    #[test]
    fn a_changed_opening_is_told() {
        let shoe = shoe();
        let commitment = shoe.commitment().unwrap();
        let opening = shoe.open(7).unwrap();
        let not_committed = Err(ShoeFault::NotCommitted { place: 7 });
        for card in Card::all().filter(|card| *card != opening.card) {
            assert_eq!(commitment.verify(&CardOpening { card, ..opening }), not_committed);
        }
        let mut salt = opening.salt;
        salt[31] ^= 1;
        assert_eq!(commitment.verify(&CardOpening { salt, ..opening }), not_committed);
        let elsewhere = CardOpening { place: 8, ..opening };
        assert_eq!(commitment.verify(&elsewhere), Err(ShoeFault::NotCommitted { place: 8 }));
        let nowhere = CardOpening { place: 416, ..opening };
        assert_eq!(commitment.verify(&nowhere), Err(ShoeFault::NoSuchPlace { place: 416 }));
    }

    #[test]
    fn a_changed_list_of_leaves_does_not_make_the_root() {
        let commitment = shoe().commitment().unwrap();
        let (root, leaves) = (commitment.root(), commitment.leaves().to_vec());
        assert_eq!(ShoeCommitment::published(root, leaves.clone()), Ok(commitment));
        let mut swapped = leaves.clone();
        swapped.swap(0, 1);
        assert_eq!(ShoeCommitment::published(root, swapped), Err(ShoeFault::RootDiffers));
        let shorter = leaves[..415].to_vec();
        assert_eq!(ShoeCommitment::published(root, shorter), Err(ShoeFault::RootDiffers));
    }

    #[test]
    fn a_whole_shoe_is_opened_and_was_the_pack() {
        let (shoe, pack) = (shoe(), Pack::standard(8));
        let commitment = shoe.commitment().unwrap();
        let all = shoe.open_whole();
        assert_eq!(commitment.verify_whole(&all, &pack), Ok(()));
        assert_eq!(commitment.verify_whole(&all, &Pack::standard(7)), Err(ShoeFault::NotThePack));
        let missing = commitment.verify_whole(&all[..400], &pack);
        assert_eq!(missing, Err(ShoeFault::NotOpened { place: 400 }));
        let more = [all.clone(), vec![CardOpening { place: 416, ..all[0] }]].concat();
        assert_eq!(commitment.verify_whole(&more, &pack), Err(ShoeFault::NoSuchPlace { place: 416 }));
        let mut swapped = all;
        swapped.swap(3, 4);
        assert_eq!(commitment.verify_whole(&swapped, &pack), Err(ShoeFault::NotOpened { place: 3 }));
    }

    #[test]
    fn a_shoe_with_a_card_too_often_is_found_out() {
        let mut shoe = shoe();
        shoe.stack[5] = if shoe.stack[5] == shoe.stack[6] { shoe.stack[7] } else { shoe.stack[6] };
        let same = shoe.clone();
        let found = shoe.commitment().unwrap().verify_whole(&same.open_whole(), &Pack::standard(8));
        assert_eq!(found, Err(ShoeFault::NotThePack));
    }

    #[test]
    fn equal_cards_cannot_be_told_apart_from_outside() {
        let shoe = shoe();
        let commitment = shoe.commitment().unwrap();
        let leaves: BTreeSet<Commitment> = commitment.leaves().iter().copied().collect();
        assert_eq!(leaves.len(), 416, "eight copies of a card have eight leaves");
        let salts: BTreeSet<[u8; 32]> = shoe.open_whole().iter().map(|opening| opening.salt).collect();
        assert_eq!(salts.len(), 416);
        // Another shoe with the same order has other leaves.
        let other = VirtualShoe { secret: [7; 32], ..shoe };
        assert!(other.commitment().unwrap().leaves().iter().all(|leaf| !leaves.contains(leaf)));
    }

    #[test]
    fn the_layout_is_the_documented_one() {
        let opening = CardOpening { place: 0x0102, card: "Kd".parse().unwrap(), salt: [9; 32] };
        let bytes = [b"banco card".as_slice(), &[9; 32], &[2, 1], b"Kd"].concat();
        assert_eq!(opening.leaf().0, <[u8; 32]>::from(Sha256::digest(bytes)));
        let commitment = ShoeCommitment::from_leaves(vec![Commitment([1; 32]), Commitment([2; 32])]).unwrap();
        let bytes = [b"banco shoe root 1".as_slice(), &[2, 0], &[1; 32], &[2; 32]].concat();
        assert_eq!(commitment.root().0, <[u8; 32]>::from(Sha256::digest(bytes)));
        for (at, card) in Card::all().enumerate() {
            assert_eq!(usize::from(card_byte(card)), at);
            assert_eq!(card_of(card_byte(card)), Some(card));
        }
        assert_eq!(card_of(52), None);
    }

    #[test]
    fn an_opening_is_not_printed_by_chance() {
        let opening = CardOpening { place: 3, card: "Kd".parse().unwrap(), salt: [9; 32] };
        assert_eq!(format!("{opening:?}"), "CardOpening { place: 3, .. }");
    }
}
