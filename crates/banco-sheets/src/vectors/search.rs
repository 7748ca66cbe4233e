//! Finding deals: for every line one that reaches it and one that just misses it, by looking at deals of few ranks and
//! suits, where rare lines are frequent.

use std::collections::{BTreeMap, BTreeSet};

use banco_cards::{Card, Rank, Suit};
use banco_odds::Shoe;
use banco_sim::code::decode;
use banco_sim::deal::Dealer;
use banco_sim::rng::{Seeder, SimRng};
use banco_sim::settlement::{Memory, Settlement, coup};
use banco_sim::shoe::{ShoeChoices, ShoeRules};
use banco_sim::simd::{LANES, Level};

use super::{Deal, MoreVectors, VectorKind, VectorsAsked};
use crate::asked::sheet_name;
use crate::count::CountedSheet;
use crate::error::SheetError;

/// So many deals are looked at before a line is given up.
const MOST_TRIES: u32 = 4_000_000;

/// Deals are sought by a seed of their own, so that they stay the same whatever is asked for beside them.
const SEARCH_SEED: u64 = 1;

/// Six cards, those that a round does not need among them.
type Six = [Card; 6];

/// Who looks for deals.
pub struct Search<'a> {
    sheets: &'a [CountedSheet],
    shoe: Shoe,
    rules: ShoeRules,
    settlement: Settlement,
    memory: Memory,
}

impl<'a> Search<'a> {
    /// For the wagers of these sheets, which are of one table.
    pub fn new(sheets: &'a [CountedSheet]) -> Result<Self, SheetError> {
        let first = sheets.first().ok_or_else(|| SheetError::invalid("no_odds", "there is no wager"))?;
        let choices = ShoeChoices::from_terms(&first.terms);
        let decks = first.cards_told.decks().unwrap_or(choices.decks);
        let shoe = crate::shoe::full_shoe(&first.terms, decks, &[])?;
        let rules = ShoeRules::new(&first.terms, &first.draw, ShoeChoices { decks, ..choices })?;
        let settlement = Settlement::new(sheets.iter().map(CountedSheet::to_be_dealt).collect())?;
        Ok(Self { memory: settlement.memory(), sheets, shoe, rules, settlement })
    }

    /// The deals of every wager, in the order of the sheets.
    pub fn deals(&mut self, asked: VectorsAsked) -> Result<Vec<Vec<Deal>>, SheetError> {
        let hits = self.hits()?;
        let (kind, more) = match asked.more {
            MoreVectors::Random(number) => (VectorKind::Random, self.random(number, asked.seed)),
            MoreVectors::EveryClass => (VectorKind::Class, self.every_class()),
        };
        let mut deals = Vec::new();
        for (wager, hits) in hits.into_iter().enumerate() {
            let mut own = Vec::new();
            for (line, six) in hits {
                let about = self.line_name(wager, line);
                own.push(self.deal(wager, six, (VectorKind::Hit, about.clone())));
                let missed = self.near_miss(wager, line, six);
                own.extend(missed.map(|six| self.deal(wager, six, (VectorKind::NearMiss, about))));
            }
            own.extend(more.iter().map(|six| self.deal(wager, *six, (kind, None))));
            deals.push(own.into_iter().flatten().collect());
        }
        Ok(deals)
    }

    /// For every wager, a deal for each line that the shoe can reach.
    fn hits(&mut self) -> Result<Vec<BTreeMap<usize, Six>>, SheetError> {
        let wanted = |sheet: &CountedSheet| -> BTreeSet<usize> {
            let lines = sheet.sheet.lines.iter().take(sheet.sheet.table.lines.len()).enumerate();
            lines.filter(|(_, line)| line.ways > 0).map(|(at, _)| at).collect()
        };
        let mut wanted: Vec<BTreeSet<usize>> = self.sheets.iter().map(wanted).collect();
        let mut found = vec![BTreeMap::new(); wanted.len()];
        let mut rng = Seeder::new(SEARCH_SEED).shoe(0);
        for _ in 0..MOST_TRIES {
            if wanted.iter().all(BTreeSet::is_empty) {
                return Ok(found);
            }
            let six = of_few_kinds(&mut rng);
            if !self.holds(&six) {
                continue;
            }
            for (wager, (wanted, found)) in wanted.iter_mut().zip(&mut found).enumerate() {
                if wanted.is_empty() {
                    continue;
                }
                let line = self.line(wager, six);
                if wanted.remove(&line) {
                    found.insert(line, six);
                }
            }
        }
        let missing = wanted.iter().enumerate().find_map(|(wager, lines)| Some((wager, *lines.first()?)));
        let Some((wager, line)) = missing else { return Ok(found) };
        let name = self.sheets.get(wager).map(|made| sheet_name(&made.sheet)).unwrap_or_default();
        let line = self.line_name(wager, line).unwrap_or_default();
        Err(SheetError::failed(format!("no deal was found that reaches `{line}` of `{name}`"), None))
    }

    /// The place of the outcome that a deal comes to.
    fn line(&mut self, wager: usize, six: Six) -> usize {
        let (entry, bytes) = self.rules.round_of(six);
        usize::from(self.settlement.outcome(&mut self.memory, wager, entry.class(), bytes))
    }

    /// The name of a line; none for what reaches no line.
    fn line_name(&self, wager: usize, line: usize) -> Option<String> {
        self.sheets.get(wager)?.sheet.table.lines.get(line).map(|line| line.name.clone())
    }

    fn deal(&mut self, wager: usize, six: Six, (kind, about): (VectorKind, Option<String>)) -> Option<Deal> {
        let (entry, bytes) = self.rules.round_of(six);
        let line = self.line(wager, six);
        let cards = six.into_iter().take(usize::from(entry.taken())).collect();
        let line = self.line_name(wager, line);
        Some(Deal { kind, about, cards, coup: coup(entry.class(), bytes)?, line })
    }

    /// Whether the shoe holds all these cards.
    fn holds(&self, six: &Six) -> bool {
        let copies = |card: &Card| six.iter().filter(|other| *other == card).count() as u64;
        six.iter().all(|card| copies(card) <= self.shoe.count(card.rank, card.suit))
    }

    /// The same deal but for one card, so that it does not reach the line: another suit if that will do, or else the
    /// rank beside it, or any card.
    fn near_miss(&mut self, wager: usize, line: usize, six: Six) -> Option<Six> {
        let taken = usize::from(self.rules.round_of(six).0.taken());
        let far = |one: Card, other: Card| match one.rank.number().abs_diff(other.rank.number()) {
            0 => 0,
            1 => 1,
            _ => 2,
        };
        for distance in 0..=2 {
            for place in (0..taken).rev() {
                let old = six.get(place).copied()?;
                for card in Card::all().filter(|card| *card != old && far(*card, old) == distance) {
                    let mut other = six;
                    other.iter_mut().skip(place).take(1).for_each(|old| *old = card);
                    if self.holds(&other) && self.line(wager, other) != line {
                        return Some(other);
                    }
                }
            }
        }
        None
    }

    /// The first rounds of shoes dealt by seed.
    fn random(&self, number: u64, seed: u64) -> Vec<Six> {
        let mut dealer = Dealer::new(&self.rules, seed, Level::best());
        let mut deals = Vec::new();
        for first in (0..number).step_by(LANES) {
            dealer.deal(first);
            for (_, shoe) in (first..number).zip(dealer.dealt()) {
                let start = shoe.rounds().next().map(|round| round.start);
                deals.extend(start.map(|start| cards_of(shoe.six(start))));
            }
        }
        deals
    }

    /// A deal of every class of coups, in suits that take turns.
    fn every_class(&self) -> Vec<Six> {
        let mut deals = BTreeMap::new();
        for number in 0..1_000_000_u32 {
            let mut suits = Suit::ALL.into_iter().cycle();
            let six = [100_000, 10_000, 1_000, 100, 10, 1].map(|unit| {
                let rank = u8::try_from(number / unit % 10).ok().and_then(Rank::from_number);
                Card::new(rank.unwrap_or(Rank::King), suits.next().unwrap_or(Suit::Spades))
            });
            if self.holds(&six) {
                deals.entry(self.rules.round_of(six).0.class()).or_insert(six);
            }
        }
        deals.into_values().collect()
    }
}

/// The cards of six bytes.
fn cards_of(six: u64) -> Six {
    let [a, b, c, d, e, f, _, _] = six.to_le_bytes().map(decode);
    [a, b, c, d, e, f]
}

/// Six cards from a few ranks and suits, so that pairs, fours of a kind and suited hands come up.
fn of_few_kinds(rng: &mut SimRng) -> Six {
    let mut pick = |of: usize| usize::try_from(rng.next_word() % of as u64).unwrap_or(0);
    let (ranks, suits) = (1 + pick(5), 1 + pick(4));
    let pool: Vec<Card> = (0..ranks.max(suits))
        .map(|_| {
            let rank = Rank::ALL.get(pick(Rank::ALL.len())).copied().unwrap_or(Rank::King);
            Card::new(rank, Suit::ALL.get(pick(Suit::ALL.len())).copied().unwrap_or(Suit::Spades))
        })
        .collect();
    std::array::from_fn(|_| {
        let rank = pool.get(pick(ranks)).map_or(Rank::King, |card| card.rank);
        Card::new(rank, pool.get(pick(suits)).map_or(Suit::Spades, |card| card.suit))
    })
}
