//! The shoe, as far as anybody may know it.

use serde::{Deserialize, Serialize};
use std::fmt;

use banco_cards::Card;

use super::command::{CardSource, Cards};
use super::event::{CutBy, Laid};
use super::people::{Person, Seat};
use super::rules::Rules;
use crate::hidden::Commitment;

/// How far the cut card has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutCard {
    /// Still in the shoe.
    Inside,
    /// It has come out; this round is finished first.
    Out,
    /// "Last hand" has been called; so many more rounds.
    LastHands(u8),
}

/// How often each of the 52 cards has left the shoe, as far as the table was told: cards that lie face down
/// count as well, so it is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Tally(Vec<u8>);

impl Tally {
    pub(crate) fn none() -> Self {
        Self(vec![0; 52])
    }

    pub(crate) fn add(&mut self, card: Card) {
        if let Some(seen) = self.0.get_mut(index(card)) {
            *seen = seen.saturating_add(1);
        }
    }

    /// The counts, card by card. Only for the sealed part of a snapshot.
    pub(super) fn counts(&self) -> &[u8] {
        &self.0
    }

    /// The same from the sealed part of a snapshot.
    pub(super) fn from_counts(counts: Vec<u8>) -> Option<Self> {
        (counts.len() == 52).then_some(Self(counts))
    }

    fn count_of(&self, card: Card) -> u8 {
        self.0.get(index(card)).copied().unwrap_or(0)
    }
}

impl fmt::Debug for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

/// A virtual shoe whose order was promised in public.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CommittedShoe {
    /// Which batch of cards.
    pub batch: u8,
    /// How many cards.
    pub cards: u16,
    /// Where the dealer cuts, if no participant does; nowhere, where a device needs no cut.
    pub cut: Option<u16>,
    /// The promise.
    pub root: Commitment,
    /// Which shoe since the table opened, from one.
    pub shoe: u32,
}

/// The shoe, as far as anybody may know it: never what is still inside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shoe {
    /// Which shoe since the table opened, from one.
    pub number: u32,
    /// Which batch of cards.
    pub batch: u8,
    /// Where cards come from.
    pub source: CardSource,
    /// How many cards it held.
    pub size: u16,
    /// How many have left it.
    pub drawn: u16,
    /// How often each of the 52 cards has left the shoe.
    #[serde(skip, default = "Tally::none")]
    pub seen: Tally,
    /// After how many cards the cut card comes.
    pub cut_at: u16,
    /// How far the cut card has come.
    pub cut_card: CutCard,
    /// How many cards are still to be burnt; `None` before the first.
    pub burn_left: Option<u8>,
    /// How many cards have been burnt.
    pub burnt: u16,
    /// A card that was drawn and waits for its use.
    pub aside: Option<Laid>,
    /// Cards that were drawn after it and wait as well, in their order.
    pub more_aside: Vec<Laid>,
    /// Free hands dealt at the players' wish.
    pub free_hands: u32,
    /// The next step of the preparation, as a place in the list, and who has done it so far.
    pub step: usize,
    /// Who has done the current step, where several people must.
    pub step_by: Vec<Person>,
    /// Whether its cards are new.
    pub new_cards: bool,
    /// Whether a card was found missing.
    pub card_missing: bool,
    /// Whether its cards were shuffled and kept while the shoe before was dealt.
    pub done_ahead: bool,
    /// Whether the other batch has been shuffled and is kept for the next shoe.
    pub other_kept: bool,
    /// Whether the stacked cards wait for somebody to come to the table.
    pub waits: bool,
    /// Who has been asked to cut, and from which seat on.
    pub cut_asked: Option<(Person, Seat)>,
    /// From which seat on the cut is offered; `None` once it falls to the dealer.
    pub cut_from: Option<Seat>,
    /// Who cut last, and where.
    pub cut: Option<(CutBy, u16)>,
    /// Whether a recut waits for whoever cut last.
    pub recut: bool,
    /// The promise of its order. A shoe without one is written down as ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub committed: Option<Commitment>,
    /// Whether somebody has wagered since its cards were shuffled, which a promise must come before.
    #[serde(skip)]
    pub(crate) wagered: bool,
}

impl Shoe {
    /// Before the first shoe.
    pub(crate) fn before_the_first(rules: &Rules, cards: Option<Cards>) -> Self {
        let real = cards == Some(Cards::Real);
        Self {
            number: 0,
            batch: 0,
            source: if real { CardSource::Entry } else { CardSource::Virtual },
            size: rules.pack.len(),
            drawn: 0,
            seen: Tally::none(),
            cut_at: rules.pack.len(),
            cut_card: CutCard::Inside,
            burn_left: None,
            burnt: 0,
            aside: None,
            more_aside: Vec::new(),
            free_hands: 0,
            step: 0,
            step_by: Vec::new(),
            new_cards: true,
            card_missing: false,
            done_ahead: false,
            other_kept: false,
            waits: false,
            cut_asked: None,
            cut_from: None,
            cut: None,
            recut: false,
            committed: None,
            wagered: false,
        }
    }

    /// The shoe that follows this one, before its cards are prepared.
    pub(crate) fn followed_by(
        &self,
        number: u32,
        new_cards: bool,
        rules: &Rules,
        cards: Option<Cards>,
    ) -> Self {
        let done_ahead = number > 1 && self.other_kept;
        Self { number, batch: self.batch, new_cards, done_ahead, ..Self::before_the_first(rules, cards) }
    }

    /// How many cards are left.
    #[must_use]
    pub const fn left(&self) -> u16 {
        self.size.saturating_sub(self.drawn)
    }

    /// The cards that wait for their use, in their order.
    pub fn aside(&self) -> impl Iterator<Item = Laid> + '_ {
        self.aside.into_iter().chain(self.more_aside.iter().copied())
    }

    /// How many cards are still to be burnt: no more than there are.
    pub(crate) fn burn_pending(&self) -> u16 {
        u16::from(self.burn_left.unwrap_or(0)).min(self.left())
    }

    /// How often a card has left the shoe, face down or up. Only for the rules and the sealed journal.
    #[must_use]
    pub fn seen(&self, card: Card) -> u8 {
        self.seen.count_of(card)
    }
}

/// The place of a card among the 52.
pub(crate) fn index(card: Card) -> usize {
    card.suit as usize * 13 + usize::from(card.rank.number() - 1)
}

impl Shoe {
    /// A card leaves the shoe.
    pub(super) fn draw(&mut self, card: Option<Card>) {
        self.drawn = self.drawn.saturating_add(1);
        card.iter().for_each(|card| self.see(*card));
    }

    /// A card waits for its use, after those that wait already.
    pub(super) fn set_aside(&mut self, card: Laid) {
        match self.aside {
            None => self.aside = Some(card),
            Some(_) => self.more_aside.push(card),
        }
    }

    /// The card of this place waits no longer.
    pub(super) fn take_aside(&mut self, place: u16) -> Option<Laid> {
        let at = self.aside().position(|card| card.place() == place)?;
        if at > 0 {
            return Some(self.more_aside.remove(at - 1));
        }
        let next = (!self.more_aside.is_empty()).then(|| self.more_aside.remove(0));
        std::mem::replace(&mut self.aside, next)
    }

    /// Nothing waits any longer.
    pub(super) fn forget_aside(&mut self) {
        self.aside = None;
        self.more_aside.clear();
    }

    /// A card is burnt.
    pub(super) fn burn(&mut self, card: Option<Card>, left: u8) {
        self.draw(card);
        self.burnt = self.burnt.saturating_add(1);
        self.burn_left = Some(left);
    }

    /// The cards are cut again: those that were burnt are back in the stack.
    pub(super) fn cut_again(&mut self) {
        self.recut = true;
        (self.drawn, self.burnt, self.burn_left) = (0, 0, None);
        self.seen = Tally::none();
    }

    pub(super) fn see(&mut self, card: Card) {
        self.seen.add(card);
    }

    /// A continuous shuffler has all cards back, but for one that is set aside.
    pub(super) fn take_back(&mut self) {
        self.drawn = 0;
        (self.committed, self.wagered) = (None, false);
        self.seen = Tally::none();
        if let Some(aside) = self.aside {
            self.draw(aside.unseal());
            self.aside = Some(aside.at(0));
        }
    }
}
