//! Deals whose suits are looked at card by card.

use std::collections::{BTreeMap, BTreeSet};

use banco_cards::{Card, Rank, Side, Suit};
use banco_engine::Attributes;
use banco_rulebook::model::condition::Seen;

use crate::counting::classes::Class;
use crate::counting::count::Deals;
use crate::counting::group::{Group, Reached, Renaming, Walk};
use crate::counting::kinds::{SuitSet, rank};
use crate::counting::known::{CardSet, KnownDeals, Laid, Layout, each_layout, index};
use crate::counting::recipe::slots;
use crate::counting::visit::Deal;

/// One deal of ranks, and which lines each choice of suits counts towards.
pub struct SingleTerm {
    deal: Deal,
    /// The cards whose suits matter.
    suited: Vec<Rank>,
    /// The other cards.
    plain: Vec<Rank>,
    /// Which of all cards those are whose suits matter.
    stand: Vec<usize>,
    /// For each choice of suits (two bits a card) a place in `lines`; the first is of those that count towards nothing.
    choices: Vec<u8>,
    /// The choices that can still count towards something: of no card, of the first, of the first two, and so on.
    alive: Vec<bool>,
    lines: Vec<Vec<usize>>,
}

/// How many choices there are of fewer cards than so many.
const fn choices_of_fewer(cards: usize) -> usize {
    ((1 << (2 * cards)) - 1) / 3
}

/// What [`SingleTerm::alive`] says of these choices.
fn alive(cards: usize, choices: &[u8]) -> Vec<bool> {
    let mut by_cards = vec![choices.iter().map(|choice| *choice != 0).collect::<Vec<bool>>()];
    for at in (0..cards).rev() {
        let of_more: &[bool] = by_cards.last().map(Vec::as_slice).unwrap_or_default();
        let any =
            |code: usize| (0..4).any(|suit| of_more.get(code | (suit << (2 * at))).copied().unwrap_or(false));
        let of_fewer = (0..1_usize << (2 * at)).map(any).collect();
        by_cards.push(of_fewer);
    }
    by_cards.into_iter().rev().flatten().collect()
}

impl SingleTerm {
    /// Whether a choice of suits for the first cards can still count towards something.
    #[inline]
    fn is_alive(&self, cards: usize, code: usize) -> bool {
        self.alive.get(choices_of_fewer(cards) + code).copied().unwrap_or(false)
    }

    /// The ranks of all cards, those whose suits matter first.
    pub fn ranks(&self) -> impl Iterator<Item = Rank> + '_ {
        self.suited.iter().chain(&self.plain).copied()
    }

    /// In how many orders the first two cards of each hand can come.
    pub const fn orders(&self) -> i64 {
        self.deal.orders
    }

    /// The lines that a choice of suits for [`Self::ranks`] counts towards, two bits a card.
    pub fn slots_of(&self, code: usize) -> &[usize] {
        let code = code & ((1 << (2 * self.suited.len())) - 1);
        let choice = self.choices.get(code).and_then(|choice| self.lines.get(usize::from(*choice)));
        choice.map(Vec::as_slice).unwrap_or_default()
    }

    /// Adds the deals of each choice of suits.
    pub fn add(&self, deals: &Deals, add: &mut dyn FnMut(usize, i64)) {
        // The cards whose suits do not matter are taken last; what is left of their ranks is known.
        let mut ways = self.deal.orders * deals.rest(self.deal.len());
        for (at, rank) in self.plain.iter().enumerate() {
            let before = self.plain.iter().take(at).chain(&self.suited);
            let used = before.filter(|other| *other == rank).count();
            let left = deals.kinds().count(SuitSet::ALL, rank.number());
            ways *= (left - i64::try_from(used).unwrap_or(i64::MAX)).max(0);
        }
        let mut found = vec![0_i64; self.lines.len()];
        let mut taken = [(Rank::Ace, Suit::Clubs); 6];
        self.choose(0, 0, 1, &mut taken, deals, &mut found);
        for (lines, found) in self.lines.iter().zip(found) {
            lines.iter().for_each(|slot| add(*slot, found.wrapping_mul(ways)));
        }
    }

    /// Goes through the suits of the card at a place, the cards before it having theirs.
    fn choose(
        &self,
        at: usize,
        code: usize,
        ways: i64,
        taken: &mut [(Rank, Suit); 6],
        deals: &Deals,
        found: &mut [i64],
    ) {
        let Some(rank) = self.suited.get(at).copied() else {
            let sum = self.choices.get(code).and_then(|choice| found.get_mut(usize::from(*choice)));
            return sum.into_iter().for_each(|sum| *sum += ways);
        };
        for (number, suit) in Suit::ALL.into_iter().enumerate() {
            let code = code | (number << (2 * at));
            if !self.is_alive(at + 1, code) {
                continue;
            }
            let used = taken.iter().take(at).filter(|card| **card == (rank, suit)).count();
            let copies = usize::from(deals.shoe().copies(Card::new(rank, suit)));
            let left = i64::try_from(copies.saturating_sub(used)).unwrap_or(0);
            if left == 0 {
                continue;
            }
            if let Some(place) = taken.get_mut(at) {
                *place = (rank, suit);
            }
            self.choose(at + 1, code, ways * left, taken, deals, found);
        }
    }
}

impl SingleTerm {
    /// Adds the deals of each choice of suits that fit what is known.
    pub fn add_known(&self, deals: &KnownDeals, add: &mut dyn FnMut(usize, i128)) {
        let mut found = vec![0_i128; self.lines.len()];
        let (mut chosen, mut taken) = (found.clone(), Vec::with_capacity(6));
        let mut choosing = Choosing::new(self, deals);
        each_layout(deals, &self.deal, &mut |layout| {
            if !choosing.lay(layout) {
                return;
            }
            chosen.fill(0);
            choosing.choose(0, 0, 1, &mut taken, &mut chosen);
            let times = i128::from(layout.times) * choosing.free();
            found.iter_mut().zip(&chosen).for_each(|(found, chosen)| *found += times * chosen);
        });
        for (lines, found) in self.lines.iter().zip(found) {
            lines.iter().for_each(|slot| add(*slot, found));
        }
    }
}

/// A card whose suit matters: its rank, and how many there are in each suit that it may have.
struct Allowed {
    rank: Rank,
    copies: [i64; 4],
}

/// The suits of the cards of a deal that is laid out, gone through card by card.
struct Choosing<'a> {
    term: &'a SingleTerm,
    deals: &'a KnownDeals,
    /// The cards whose suits matter.
    allowed: Vec<Allowed>,
    /// The sets that the other cards come from, and what each offers if that is known beforehand.
    narrow: Vec<CardSet>,
    offers: Vec<i64>,
    offers_are_known: bool,
}

impl<'a> Choosing<'a> {
    fn new(term: &'a SingleTerm, deals: &'a KnownDeals) -> Self {
        let (allowed, narrow, offers) = (Vec::with_capacity(6), Vec::with_capacity(6), Vec::with_capacity(6));
        Self { term, deals, allowed, narrow, offers, offers_are_known: false }
    }

    /// Lays the deal out; whether every card can lie where it does.
    fn lay(&mut self, layout: &Layout<'_>) -> bool {
        let Self { term, deals, .. } = *self;
        let cannot = |card: &Laid| {
            let known = layout.places.get(index(card.place)).copied().unwrap_or(CardSet::ALL);
            known.and(CardSet::of_rank(rank(card.kind))).is_empty()
        };
        if layout.cards.iter().flatten().any(cannot) {
            return false;
        }
        self.allowed.clear();
        let mut places = *layout.places;
        for (number, card) in layout.cards.iter().enumerate() {
            let Some(Laid { kind, place, .. }) = card else { continue };
            let Some(known) = places.get_mut(index(*place)) else { continue };
            let rank = rank(*kind);
            if term.stand.contains(&number) {
                // It is chosen here; its place is done with.
                self.allowed.push(Allowed { rank, copies: deals.pile().copies_of_rank(rank, *known) });
                *known = CardSet::ALL;
            } else {
                *known = known.and(CardSet::of_rank(rank));
            }
        }
        let narrow = places.iter().chain(deals.knowledge().burnt()).copied();
        self.narrow.clear();
        self.narrow.extend(narrow.filter(|set| *set != CardSet::ALL));
        self.offers_are_known = deals.pile().offers(&self.narrow, &mut self.offers);
        true
    }

    /// In how many ways the cards can follow that may be any.
    fn free(&self) -> i128 {
        let dealt = i64::try_from(self.allowed.len() + self.narrow.len()).unwrap_or(i64::MAX);
        let all = i64::try_from(6 + self.deals.knowledge().burnt().len()).unwrap_or(i64::MAX);
        (dealt..all).fold(1, |ways, used| ways * i128::from(self.deals.pile().len() - used))
    }

    /// Goes through the suits of the card at a place, the cards before it having theirs.
    fn choose(&self, at: usize, code: usize, ways: i64, taken: &mut Vec<Card>, found: &mut [i128]) {
        let Some(allowed) = self.allowed.get(at) else {
            return self.add(code, ways, taken, found);
        };
        for ((number, suit), copies) in Suit::ALL.into_iter().enumerate().zip(allowed.copies) {
            let code = code | (number << (2 * at));
            if copies == 0 || !self.term.is_alive(at + 1, code) {
                continue;
            }
            let card = Card::new(allowed.rank, suit);
            let used = taken.iter().filter(|other| **other == card).count();
            let left = copies - i64::try_from(used).unwrap_or(0);
            if left > 0 {
                taken.push(card);
                self.choose(at + 1, code, ways * left, taken, found);
                taken.pop();
            }
        }
    }

    /// Adds the deals of a whole choice.
    #[inline]
    fn add(&self, code: usize, ways: i64, taken: &[Card], found: &mut [i128]) {
        let choice = self.term.choices.get(code).copied().unwrap_or(0);
        if let Some(sum) = found.get_mut(usize::from(choice)) {
            *sum += i128::from(ways) * self.others(taken);
        }
    }

    /// In how many ways the cards can follow whose sets are known.
    fn others(&self, taken: &[Card]) -> i128 {
        if !self.offers_are_known {
            let mut pile = self.deals.pile().clone();
            taken.iter().for_each(|card| pile.take(*card));
            return pile.layouts(&self.narrow);
        }
        let left = |(set, offer): (&CardSet, &i64)| {
            let gone = taken.iter().filter(|card| set.contains(**card)).count();
            i128::from(offer - i64::try_from(gone).unwrap_or(0)).max(0)
        };
        self.narrow.iter().zip(&self.offers).map(left).product()
    }
}

/// Collects deals whose suits must be looked at card by card. Where no particular suit matters, choices that differ
/// only by renaming suits are judged once; where places do not matter, deals of the same cards are counted once.
pub struct SingleSuits<'a> {
    group: &'a Group<'a>,
    first_slot: usize,
    renaming: Renaming,
    /// Which cards of each hand need their suits known.
    wanted: [[bool; 3]; 2],
    deals: BTreeMap<(Option<Class>, Deal), i64>,
    terms: Vec<SingleTerm>,
    /// For each number of cards, the representative of each choice of suits.
    representatives: BTreeMap<usize, Vec<usize>>,
}

impl<'a> SingleSuits<'a> {
    pub fn new(group: &'a Group<'a>, first_slot: usize) -> Self {
        let walk = Walk(&group.conditions);
        let needs = walk.needs(group.backed);
        let wanted = Side::BOTH.map(|side| needs.hand(side).map(|card| card.include(Attributes::COLOR)));
        Self {
            group,
            first_slot,
            renaming: walk.renaming(&needs),
            wanted,
            deals: BTreeMap::new(),
            terms: Vec::new(),
            representatives: BTreeMap::new(),
        }
    }

    /// Takes a deal; `None` if something depends on a seat that was not named.
    pub fn add(&mut self, class: Option<Class>, deal: &Deal) -> Option<()> {
        if self.group.look.first_four && !self.group.look.places {
            let unplaced = deal.unplaced().with_orders(0);
            *self.deals.entry((class, unplaced)).or_default() += deal.orders;
            return Some(());
        }
        let term = self.term(class, *deal)?;
        self.terms.push(term);
        Some(())
    }

    /// Everything that was collected.
    pub fn finish(mut self) -> Option<Vec<SingleTerm>> {
        for ((class, deal), orders) in std::mem::take(&mut self.deals) {
            let term = self.term(class, deal.with_orders(orders))?;
            self.terms.push(term);
        }
        Some(self.terms)
    }

    fn term(&mut self, class: Option<Class>, deal: Deal) -> Option<SingleTerm> {
        let wanted = |side: usize, at: usize| {
            self.wanted.get(side).and_then(|hand| hand.get(at)).copied().unwrap_or(false)
        };
        let hands = [deal.player(), deal.banker()];
        let cards = hands
            .into_iter()
            .enumerate()
            .flat_map(|(side, hand)| hand.iter().enumerate().map(move |(at, kind)| (rank(*kind), side, at)));
        let (mut suited, mut plain): (Vec<Placed>, Vec<Placed>) =
            cards.partition(|(_, side, at)| wanted(*side, *at));
        let (count, renaming) = (suited.len(), self.renaming);
        let representatives =
            self.representatives.entry(count).or_insert_with(|| renaming.representatives(count));
        let mut lines: Vec<Vec<usize>> = vec![Vec::new()];
        let mut judged: BTreeMap<usize, u8> = BTreeMap::new();
        let mut choices = Vec::with_capacity(representatives.len());
        for code in representatives.iter() {
            let choice = match judged.get(code) {
                Some(choice) => *choice,
                None => {
                    let hands = Side::BOTH.map(|side| seen(&deal, side, &suited, *code));
                    let reached: Reached = self.group.reached(class, Some(hands))?;
                    let slots: Vec<usize> = slots(self.group, self.first_slot, &reached).collect();
                    let place = lines.iter().position(|known| *known == slots).unwrap_or_else(|| {
                        lines.push(slots);
                        lines.len() - 1
                    });
                    *judged.entry(*code).or_insert(u8::try_from(place).ok()?)
                }
            };
            choices.push(choice);
        }
        let choices = only_those_that_matter(&mut suited, &mut plain, choices);
        let before = |side: usize| if side == 0 { 0 } else { deal.player().len() };
        let stand = suited.iter().map(|(_, side, at)| before(*side) + at).collect();
        let ranks = |cards: Vec<Placed>| cards.into_iter().map(|(rank, ..)| rank).collect();
        let alive = alive(suited.len(), &choices);
        Some(SingleTerm { deal, suited: ranks(suited), plain: ranks(plain), stand, choices, alive, lines })
    }
}

/// A card of a deal: its rank, its hand, and the place in it.
type Placed = (Rank, usize, usize);

/// Leaves out the cards whose suits turn out not to matter in this deal, such as those of a hand that is no pair, and
/// returns what is left of the choices.
fn only_those_that_matter(
    suited: &mut Vec<Placed>,
    plain: &mut Vec<Placed>,
    mut choices: Vec<u8>,
) -> Vec<u8> {
    for at in (0..suited.len()).rev() {
        // The choices with each suit of this card, the others going through theirs.
        let step = 1_usize << (2 * at);
        let matters = choices.iter().enumerate().any(|(code, choice)| {
            let first = code & !(3 * step);
            choices.get(first) != Some(choice)
        });
        if !matters {
            plain.push(suited.remove(at));
            let first = choices.iter().enumerate().filter(|(code, _)| code & (3 * step) == 0);
            choices = first.map(|(_, choice)| *choice).collect();
        }
    }
    choices
}

/// A hand whose cards have the suits of a choice; the suits of cards that need none are any.
fn seen(deal: &Deal, side: Side, suited: &[Placed], code: usize) -> Seen {
    let (number, hand) = match side {
        Side::Player => (0, deal.player()),
        Side::Banker => (1, deal.banker()),
    };
    let suit = |at: usize| {
        let place = suited.iter().position(|(_, side, card)| (*side, *card) == (number, at));
        place.and_then(|place| Suit::ALL.get((code >> (2 * place)) & 3)).copied().unwrap_or(Suit::Clubs)
    };
    Seen::cards(hand.iter().enumerate().map(|(at, kind)| Card::new(rank(*kind), suit(at))))
}

impl Renaming {
    /// For every choice of suits for so many cards, the least choice that it can be renamed to.
    fn representatives(self, cards: usize) -> Vec<usize> {
        let renamings = self.renamings();
        let renamed = |code: usize, names: &[usize; 4]| {
            (0..cards).fold(0, |sum, at| {
                let name = names.get((code >> (2 * at)) & 3).copied().unwrap_or_default();
                sum | (name << (2 * at))
            })
        };
        (0..1_usize << (2 * cards))
            .map(|code| renamings.iter().map(|names| renamed(code, names)).min().unwrap_or(code))
            .collect()
    }

    /// The permutations of the suits clubs, diamonds, hearts, spades.
    fn renamings(self) -> Vec<[usize; 4]> {
        let mut all = Vec::new();
        for code in 0..256_usize {
            let names = [code & 3, (code >> 2) & 3, (code >> 4) & 3, code >> 6];
            let distinct: BTreeSet<usize> = names.into_iter().collect();
            let red = |suit: usize| suit == 1 || suit == 2;
            let [clubs, diamonds, hearts, spades] = names;
            let keeps_colors = red(clubs) == red(spades) && red(diamonds) == red(hearts);
            let allowed = match self {
                Self::Any => true,
                Self::Colors => keeps_colors,
                Self::Nothing => names == [0, 1, 2, 3],
            };
            if distinct.len() == 4 && allowed {
                all.push(names);
            }
        }
        all
    }
}
