//! Deals looked at card by card, with all suits.

use std::collections::{BTreeMap, BTreeSet};

use banco_cards::{Card, Rank, Suit};
use banco_rulebook::model::condition::Seen;

use crate::count::Sums;
use crate::question::{Deal, Question, Reached, Renaming};
use crate::shoe::Shoe;

/// Suits card by card. Where no particular suit matters, assignments that differ only by renaming suits are judged
/// once.
pub struct SingleSuits<'a> {
    question: &'a Question<'a>,
    shoe: &'a Shoe,
    renaming: Renaming,
    /// For each number of cards, the representative of each assignment of suits.
    representatives: BTreeMap<usize, Vec<usize>>,
}

impl<'a> SingleSuits<'a> {
    pub fn new(question: &'a Question<'a>, shoe: &'a Shoe) -> Self {
        Self { question, shoe, renaming: question.renaming(), representatives: BTreeMap::new() }
    }

    pub fn add(&mut self, sums: &mut Sums, deal: &Deal<'_>, rest: u128) -> Option<()> {
        let ranks: Vec<Rank> =
            deal.player.iter().chain(deal.banker).map(|kind| deal.kinds.rank(*kind)).collect();
        let renaming = self.renaming;
        let representatives =
            self.representatives.entry(ranks.len()).or_insert_with(|| renaming.representatives(ranks.len()));
        let mut judged: BTreeMap<usize, Reached> = BTreeMap::new();
        for (code, representative) in representatives.iter().enumerate() {
            let ways = card_ways(self.shoe, &ranks, code);
            if ways == 0 {
                continue;
            }
            if !judged.contains_key(representative) {
                let cards: Vec<Card> = cards_of(&ranks, *representative).collect();
                let (first, second) = cards.split_at_checked(deal.player.len())?;
                let hands = [Seen::cards(first.iter().copied()), Seen::cards(second.iter().copied())];
                judged.insert(*representative, self.question.reached_by_cards(deal.class, hands)?);
            }
            sums.add(judged.get(representative)?, ways * rest);
        }
        Some(())
    }
}

/// The cards of these ranks with the suits that a code gives them, two bits a card.
fn cards_of(ranks: &[Rank], code: usize) -> impl Iterator<Item = Card> + '_ {
    ranks.iter().enumerate().map(move |(at, rank)| Card::new(*rank, suit_at(code, at)))
}

fn suit_at(code: usize, at: usize) -> Suit {
    Suit::ALL.get((code >> (2 * at)) & 3).copied().unwrap_or(Suit::Clubs)
}

/// In how many ways exactly these cards can be taken one after the other.
fn card_ways(shoe: &Shoe, ranks: &[Rank], code: usize) -> u128 {
    let mut ways = 1;
    for (at, rank) in ranks.iter().enumerate() {
        let suit = suit_at(code, at);
        let same = |(other, before): (usize, &Rank)| before == rank && suit_at(code, other) == suit;
        let used = ranks.iter().take(at).enumerate().filter(|pair| same(*pair)).count();
        ways *= u128::from(shoe.count(*rank, suit)).saturating_sub(used as u128);
    }
    ways
}

impl Renaming {
    /// For every assignment of suits to so many cards, the least assignment that it can be renamed to.
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
