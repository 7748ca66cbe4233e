//! A Player's hand that may hit or stand on any count (CO 30-2802(26), Super Pan 9, reading W18).
//!
//! The Banker's hand is bound by the drawing table, so each situation is a plain comparison. The choice is made on the
//! Player's two cards alone, after it is known that neither hand is a natural; bettors on the Player's hand share it.

use std::collections::BTreeMap;

use banco_engine::DrawRules;
use banco_engine::coup::DrawAction;
use banco_money::Percent;
use banco_rulebook::Terms;

use crate::counting::{DrawTable, FiveRule};
use crate::exact::{Fraction, ratio, whole};
use crate::shoe::{Shoe, ShoeError};
use crate::solve::{Won, each_card};

/// A situation in which the Player's hand may hit or stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FreeChoice {
    /// The count of the two cards.
    pub total: u8,
    /// The point values of the two cards, the lower first; `None` where only the count is looked at.
    pub cards: Option<[u8; 2]>,
    /// The six-card deals in which it arises.
    pub ways: u128,
    /// What a bettor on the Player's hand gains on average by standing.
    pub stand: Fraction,
    /// What a bettor on the Player's hand gains on average by hitting.
    pub hit: Fraction,
}

impl FreeChoice {
    /// Whether hitting is better; equal hands stand.
    #[must_use]
    pub fn hits(&self) -> bool {
        self.hit > self.stand
    }
}

/// What bettors gain on average under one way of playing the Player's hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gains {
    /// A bettor on the Player's hand.
    pub player: Fraction,
    /// A bettor on the Banker's hand, vigorish taken.
    pub banker: Fraction,
}

/// The best play of a Player's hand that may choose, and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FreePlay {
    /// By the count of the two cards.
    pub by_total: Vec<FreeChoice>,
    /// By the two cards.
    pub by_cards: Vec<FreeChoice>,
    /// If the hand plays as the drawing rule of the rulebook has it elsewhere.
    pub house_way: Gains,
    /// If it plays best by its count.
    pub best_by_total: Gains,
    /// If it plays best by its two cards.
    pub best_by_cards: Gains,
}

/// Finds the best play; `None` if the variant leaves the Player's hand no such choice.
///
/// # Errors
/// The shoe cannot serve a round.
pub fn free_play(terms: &Terms, shoe: &Shoe, vigorish: Percent) -> Result<Option<FreePlay>, ShoeError> {
    shoe.check_size()?;
    if terms.variant.player_chooses.is_none() {
        return Ok(None);
    }
    let draw = DrawTable::from_terms(terms, FiveRule::Draw);
    let table = Table::deal(&draw, shoe.values());
    let rules = DrawRules::from_terms(terms);
    let free = |total: u8| rules.player(total, 0).action == DrawAction::Chooses;
    let by_cards: Vec<FreeChoice> = table
        .pairs
        .iter()
        .filter(|pair| free(pair.total))
        .map(|pair| pair.choice(Some(pair.cards)))
        .collect();
    let of_total = |total: u8| {
        let alike = table.pairs.iter().filter(|pair| pair.total == total);
        alike.copied().reduce(Pair::plus).map(|sum| sum.choice(None))
    };
    let by_total: Vec<FreeChoice> = (0..10).filter(|total| free(*total)).filter_map(of_total).collect();
    let house = |pair: &Pair| draw.player_draws(pair.total);
    let chosen = |choices: &[FreeChoice], pair: &Pair| {
        let mine = |choice: &&FreeChoice| {
            choice.total == pair.total && choice.cards.is_none_or(|cards| cards == pair.cards)
        };
        choices.iter().find(mine).map_or_else(|| house(pair), FreeChoice::hits)
    };
    let gains = |hits: &dyn Fn(&Pair) -> bool| table.gains(hits, vigorish);
    Ok(Some(FreePlay {
        house_way: gains(&house),
        best_by_total: gains(&|pair| chosen(&by_total, pair)),
        best_by_cards: gains(&|pair| chosen(&by_cards, pair)),
        by_total,
        by_cards,
    }))
}

/// The Player's two cards where neither hand is a natural, and what is won by standing and by hitting.
#[derive(Clone, Copy, Debug)]
struct Pair {
    cards: [u8; 2],
    total: u8,
    ways: i128,
    stand: Won,
    hit: Won,
}

impl Pair {
    fn from_cards(cards: [u8; 2]) -> Self {
        let total = cards.iter().sum::<u8>() % 10;
        Self { cards, total, ways: 0, stand: Won::default(), hit: Won::default() }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            ways: self.ways + other.ways,
            stand: self.stand.plus(other.stand),
            hit: self.hit.plus(other.hit),
            ..self
        }
    }

    fn choice(&self, cards: Option<[u8; 2]>) -> FreeChoice {
        FreeChoice {
            total: self.total,
            cards,
            ways: self.ways.unsigned_abs(),
            stand: ratio(self.stand.players(), self.ways),
            hit: ratio(self.hit.players(), self.ways),
        }
    }
}

/// All deals, by the Player's two cards.
struct Table {
    pairs: Vec<Pair>,
    naturals: Won,
    total: i128,
}

impl Table {
    fn deal(draw: &DrawTable, values: [i64; 10]) -> Self {
        let mut pairs: BTreeMap<[u8; 2], Pair> = BTreeMap::new();
        let (mut naturals, mut total) = (Won::default(), 0);
        each_card(values, 1, &mut |one, left, ways| {
            each_card(*left, ways, &mut |two, left, ways| {
                let cards = [one.min(two), one.max(two)];
                let pair = pairs.entry(cards).or_insert_with(|| Pair::from_cards(cards));
                total += add_rounds(draw, pair, &mut naturals, left, ways);
            });
        });
        Self { pairs: pairs.into_values().collect(), naturals, total }
    }

    fn gains(&self, hits: &dyn Fn(&Pair) -> bool, vigorish: Percent) -> Gains {
        let won = self.pairs.iter().map(|pair| if hits(pair) { pair.hit } else { pair.stand });
        let won = won.fold(self.naturals, Won::plus);
        let unit = whole(Percent::HUNDRED.hundredths());
        Gains {
            player: ratio(won.players(), self.total),
            banker: ratio(won.bankers(vigorish), self.total) / unit,
        }
    }
}

/// Adds every round that begins with these two Player's cards: the Banker's two, then up to two third cards.
fn add_rounds(draw: &DrawTable, pair: &mut Pair, naturals: &mut Won, left: &[i64; 10], ways: i128) -> i128 {
    let mut total = 0;
    let player = pair.total;
    each_card(*left, ways, &mut |one, left, ways| {
        each_card(*left, ways, &mut |two, left, ways| {
            let banker = (one + two) % 10;
            let natural = draw.is_natural(player) || draw.is_natural(banker);
            each_card(*left, ways, &mut |third, left, ways| {
                each_card(*left, ways, &mut |last, _, ways| {
                    total += ways;
                    if natural {
                        return naturals.add(player, banker, ways);
                    }
                    let ends = |draws: bool, card: u8| if draws { (banker + card) % 10 } else { banker };
                    pair.ways += ways;
                    pair.stand.add(player, ends(draw.banker_draws(banker, None), third), ways);
                    let after_hit = ends(draw.banker_draws(banker, Some(third)), last);
                    pair.hit.add((player + third) % 10, after_hit, ways);
                });
            });
        });
    });
    total
}
