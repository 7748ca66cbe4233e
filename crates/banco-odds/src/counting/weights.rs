//! What a wager is worth by the cards that are dealt: a weight for every multiset of cards, whatever shoe they are from.
//!
//! Of n cards of a kind the first can be any, the second any other, and so on: n(n-1)... ways. So the deals of a
//! multiset are a product over its kinds, and the gain of a wager is a sum of such products, each with a weight that
//! does not depend on the shoe. Weights are looked at by point value, rank or card, whichever tells.

use std::collections::HashMap;

use banco_cards::Suit;

use crate::counting::classes::{Class, PLAIN};
use crate::counting::draw::DrawTable;
use crate::counting::kinds::{Kind, Sets, SuitSet};
use crate::counting::recipe::Recipe;
use crate::counting::visit::deals;
use crate::shoe::Detail;

/// The kinds of up to six cards, sorted; what is not a card stands last.
pub type Multiset = [u8; 6];

/// No card.
const NONE: u8 = u8::MAX;

/// The most cards of which suits can be told apart: there are 341,055 multisets of four cards, and 36 million of six.
const MOST_SINGLE: usize = 4;

/// A weight for each multiset of so many cards; those that are not there have none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pub detail: Detail,
    /// How many cards are dealt.
    pub cards: usize,
    by_multiset: HashMap<Multiset, i128>,
}

impl Weights {
    fn new(detail: Detail, cards: usize) -> Self {
        Self { detail, cards, by_multiset: HashMap::new() }
    }

    /// How many kinds of cards are told apart.
    pub const fn kinds(&self) -> u8 {
        match self.detail {
            Detail::Values => 10,
            Detail::Ranks => 13,
            Detail::Cards => 52,
        }
    }

    fn add(&mut self, cards: impl Iterator<Item = u8>, weight: i128) {
        *self.by_multiset.entry(sorted(cards)).or_default() += weight;
    }

    fn of(&self, multiset: &Multiset) -> i128 {
        self.by_multiset.get(multiset).copied().unwrap_or(0)
    }

    /// Every multiset that has a weight, with it, in order.
    pub fn sorted(&self) -> Vec<(Multiset, i128)> {
        let each = self.by_multiset.iter().map(|(multiset, weight)| (*multiset, *weight));
        let mut sorted: Vec<(Multiset, i128)> = each.filter(|(_, weight)| *weight != 0).collect();
        sorted.sort_unstable();
        sorted
    }

    pub fn is_empty(&self) -> bool {
        self.by_multiset.values().all(|weight| *weight == 0)
    }

    /// The same where one more card is dealt and ignored.
    fn with_ignored_card(&self) -> Self {
        let mut more = Self::new(self.detail, self.cards + 1);
        for (multiset, weight) in &self.by_multiset {
            for kind in 0..self.kinds() {
                more.add(cards(multiset).chain([kind]), *weight);
            }
        }
        more
    }

    /// The same with one card fewer, if one card is ignored: that of a pair of one hand is told by two cards.
    ///
    /// If a multiset has the weight of all those with one card fewer together, then this finds them, those with most
    /// cards of the first kind first: `m` with one more card of that kind has the weight of `m` itself, and of others
    /// that have more cards of that kind than `m`.
    fn without_ignored_card(&self) -> Option<Self> {
        let mut fewer = Self::new(self.detail, self.cards.checked_sub(1)?);
        each_multiset(self.kinds(), fewer.cards, &mut |multiset| {
            let more = sorted(cards(multiset).chain([0]));
            let others = distinct(multiset).filter(|kind| *kind != 0);
            let found = self.of(&more) - others.map(|kind| fewer.of(&without(&more, kind))).sum::<i128>();
            if found != 0 {
                fewer.by_multiset.insert(*multiset, found);
            }
        });
        let mut again = fewer.with_ignored_card();
        again.by_multiset.retain(|_, weight| *weight != 0);
        let same = again.by_multiset.len() == self.sorted().len();
        (same && again.by_multiset.iter().all(|(multiset, weight)| self.of(multiset) == *weight))
            .then_some(fewer)
    }

    /// The same with as few cards as can be.
    fn reduced(self) -> Self {
        match self.without_ignored_card() {
            Some(fewer) if self.cards > 1 => fewer.reduced(),
            _ => self,
        }
    }

    /// The sum over all deals from so many cards of each kind.
    pub fn sum(&self, counts: &[u16]) -> i128 {
        let each = self.by_multiset.iter();
        each.map(|(multiset, weight)| weight * ways(multiset, counts)).sum()
    }

    /// The highest weight of an order of cards, whatever its sign: a sum over all deals is at most so many times them.
    pub fn highest(&self) -> u128 {
        let each = self.by_multiset.iter();
        each.map(|(multiset, weight)| weight.unsigned_abs().div_ceil(orders(multiset))).max().unwrap_or(0)
    }
}

/// The multiset of some cards.
fn sorted(cards: impl Iterator<Item = u8>) -> Multiset {
    let mut multiset = [NONE; 6];
    multiset.iter_mut().zip(cards).for_each(|(place, kind)| *place = kind);
    multiset.sort_unstable();
    multiset
}

/// The cards of a multiset.
pub fn cards(multiset: &Multiset) -> impl Iterator<Item = u8> + '_ {
    multiset.iter().copied().take_while(|kind| *kind != NONE)
}

/// Each kind of a multiset once.
fn distinct(multiset: &Multiset) -> impl Iterator<Item = u8> + '_ {
    let mut last = NONE;
    cards(multiset).filter(move |kind| std::mem::replace(&mut last, *kind) != *kind)
}

/// A multiset without one card of a kind that it holds.
fn without(multiset: &Multiset, kind: u8) -> Multiset {
    let mut less = *multiset;
    less.iter_mut().filter(|known| **known == kind).take(1).for_each(|place| *place = NONE);
    less.sort_unstable();
    less
}

/// How many cards of its kind stand before each card of a multiset.
pub fn with_earlier(multiset: &Multiset) -> impl Iterator<Item = (u8, u8)> + '_ {
    let mut before = (NONE, 0);
    cards(multiset).map(move |kind| {
        before = if before.0 == kind { (kind, before.1 + 1) } else { (kind, 0) };
        before
    })
}

/// In how many orders the cards of a multiset can come.
fn orders(multiset: &Multiset) -> u128 {
    let same: u128 = with_earlier(multiset).map(|(_, earlier)| u128::from(earlier) + 1).product();
    (1..).zip(cards(multiset)).map(|(at, _)| at).product::<u128>() / same
}

/// In how many ways each order of a multiset can come from so many cards of each kind.
fn ways(multiset: &Multiset, counts: &[u16]) -> i128 {
    let left = |(kind, earlier): (u8, u8)| {
        i128::from(counts.get(usize::from(kind)).copied().unwrap_or(0)) - i128::from(earlier)
    };
    with_earlier(multiset).map(left).product()
}

/// Visits the multisets of so many cards, those with most cards of the first kinds first.
fn each_multiset(kinds: u8, cards: usize, visit: &mut dyn FnMut(&Multiset)) {
    fn fill(
        multiset: &mut Multiset,
        at: usize,
        range: (u8, u8),
        left: usize,
        visit: &mut dyn FnMut(&Multiset),
    ) {
        if left == 0 {
            return visit(multiset);
        }
        for kind in range.0..range.1 {
            multiset.iter_mut().skip(at).take(1).for_each(|place| *place = kind);
            fill(multiset, at + 1, (kind, range.1), left - 1, visit);
        }
        multiset.iter_mut().skip(at).take(1).for_each(|place| *place = NONE);
    }
    fill(&mut [NONE; 6], 0, (0, kinds), cards, visit);
}

/// Whatever the suits.
const ANY_SUITS: Sets = (SuitSet::ALL, SuitSet::ALL);

/// The weights by which a recipe counts, if each deal that counts towards a line has the worth of that line; `None` where
/// suits of finished hands decide, of which there are too many.
pub fn weights(recipe: &Recipe, draw: &DrawTable, worth: &dyn Fn(usize) -> i128) -> Option<Vec<Weights>> {
    let mut found = Found::default();
    if !recipe.suited.is_empty() {
        return None;
    }
    found.add_classes(recipe, draw, worth)?;
    found.add_deals(recipe, worth)?;
    found.add_singles(recipe, worth)?;
    Some(found.joined())
}

/// Weights while they are found.
#[derive(Default)]
struct Found {
    /// By detail and number of cards.
    parts: Vec<Weights>,
}

impl Found {
    fn part(&mut self, detail: Detail, cards: usize) -> &mut Weights {
        let known = self.parts.iter().position(|part| part.detail == detail && part.cards == cards);
        let at = known.unwrap_or(self.parts.len());
        if known.is_none() {
            self.parts.push(Weights::new(detail, cards));
        }
        #[expect(clippy::indexing_slicing, reason = "the part was found or has just been put there")]
        &mut self.parts[at]
    }

    fn add_classes(
        &mut self,
        recipe: &Recipe,
        draw: &DrawTable,
        worth: &dyn Fn(usize) -> i128,
    ) -> Option<()> {
        let mut plain = vec![0_i128; PLAIN];
        for term in &recipe.plain {
            plain
                .iter_mut()
                .skip(term.place)
                .take(1)
                .for_each(|sum| *sum += i128::from(term.times) * worth(term.slot));
        }
        let mut fine: HashMap<usize, i128> = HashMap::new();
        for (sets, terms) in recipe.fine.iter().flat_map(|survey| survey.sets.iter().zip(&survey.terms)) {
            if *sets != ANY_SUITS {
                return None;
            }
            for term in terms {
                *fine.entry(term.place).or_default() += i128::from(term.times) * worth(term.slot);
            }
        }
        if recipe.plain.is_empty() && recipe.fine.is_empty() {
            return Some(());
        }
        deals(draw, &mut |deal| {
            let class = Class::from_hands(deal.player(), deal.banker());
            let of_class = plain.get(class.plain_place()).copied().unwrap_or(0);
            let weight = of_class + fine.get(&class.fine_place()).copied().unwrap_or(0);
            if weight != 0 {
                let weight = weight * i128::from(deal.orders);
                self.part(Detail::Values, deal.len()).add(deal.cards().iter().copied(), weight);
            }
        });
        Some(())
    }

    fn add_deals(&mut self, recipe: &Recipe, worth: &dyn Fn(usize) -> i128) -> Option<()> {
        for (form, visited) in &recipe.deals {
            if form.iter().any(|share| share.sets != ANY_SUITS) {
                return None;
            }
            let weight: i128 = form.iter().map(|share| i128::from(share.times) * worth(share.slot)).sum();
            for deal in visited.iter().filter(|_| weight != 0) {
                let kinds = deal.cards();
                let by_rank = kinds.iter().any(|kind| *kind >= 10);
                let detail = if by_rank { Detail::Ranks } else { Detail::Values };
                let place = |kind: &Kind| if by_rank { kind.saturating_sub(1) } else { *kind };
                self.part(detail, kinds.len()).add(kinds.iter().map(place), weight * i128::from(deal.orders));
            }
        }
        Some(())
    }

    fn add_singles(&mut self, recipe: &Recipe, worth: &dyn Fn(usize) -> i128) -> Option<()> {
        for single in &recipe.singles {
            let len = single.ranks().count();
            if len > MOST_SINGLE {
                return None;
            }
            // Cards whose suits do not matter have any.
            for code in 0..1_usize << (2 * len) {
                let weight: i128 = single.slots_of(code).iter().map(|slot| worth(*slot)).sum();
                if weight != 0 {
                    let card = |(at, rank): (usize, banco_cards::Rank)| {
                        let suit = Suit::ALL.get((code >> (2 * at)) & 3).copied().unwrap_or(Suit::Clubs);
                        (suit as u8) * 13 + rank.number() - 1
                    };
                    let weight = weight * i128::from(single.orders());
                    self.part(Detail::Cards, len).add(single.ranks().enumerate().map(card), weight);
                }
            }
        }
        Some(())
    }

    /// One part for each detail, with as few cards as can be.
    fn joined(mut self) -> Vec<Weights> {
        let mut joined: Vec<Weights> = Vec::new();
        self.parts.sort_by_key(|part| (part.detail, part.cards));
        for part in self.parts.into_iter().filter(|part| !part.is_empty()) {
            match joined.pop_if(|last| last.detail == part.detail) {
                None => joined.push(part),
                Some(mut last) => {
                    while last.cards < part.cards {
                        last = last.with_ignored_card();
                    }
                    part.by_multiset.iter().for_each(|(multiset, weight)| {
                        *last.by_multiset.entry(*multiset).or_default() += weight;
                    });
                    joined.push(last);
                }
            }
        }
        joined.into_iter().map(Weights::reduced).collect()
    }
}
