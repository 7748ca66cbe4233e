//! A Player's hand that may hit or stand on any count, played for somebody who has several wagers on the round (CO
//! 30-2802(26), Super Pan 9, reading W18).
//!
//! The choice decides side wagers too, so what is best for all of them together may differ from what is best for the
//! wager on the hand. A deal meets one choice at most, so what each choice changes adds up.

use banco_engine::coup::DrawAction;
use banco_engine::{DrawRules, SeatFacts};
use banco_rulebook::{PayTable, Terms};

use crate::counting::{CardSet, CountError, DrawTable, FiveRule, Knowledge, Known, Place, Question};
use crate::exact::{Fraction, ratio, whole};
use crate::par::{Sheet, sheets_known, sheets_of};
use crate::shoe::Shoe;

/// One wager of the basket.
#[derive(Clone, Debug)]
pub struct BasketWager {
    /// Its pay table.
    pub table: PayTable,
    /// Where it is made.
    pub seat: SeatFacts,
    /// How many units are on it.
    pub stake: Fraction,
}

/// A situation in which the Player's hand may hit or stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BasketChoice {
    /// The count of the two cards.
    pub total: u8,
    /// The point values of the two cards, the lower first; `None` where only the count is looked at.
    pub cards: Option<[u8; 2]>,
    /// Whether hitting is better for the whole basket; where both are equal, as the house does.
    pub hits: bool,
    /// What hitting adds to the basket's average gain a round over standing, all rounds counted.
    pub hitting_adds: Fraction,
}

/// How the hand is best played for a basket, and what each wager gains then for each unit on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BasketPlay {
    /// By the count of the two cards.
    pub by_total: Vec<BasketChoice>,
    /// By the two cards.
    pub by_cards: Vec<BasketChoice>,
    /// What each wager gains if the hand plays as the drawing rule of the rulebook has it elsewhere.
    pub house_way: Vec<Fraction>,
    /// If it plays best for the basket by its count.
    pub best_by_total: Vec<Fraction>,
    /// If it plays best for the basket by its two cards.
    pub best_by_cards: Vec<Fraction>,
}

/// Finds the best play for a basket; `None` if the variant leaves the Player's hand no such choice.
///
/// # Errors
/// The odds of a wager depend on something that was not named, or the shoe cannot serve a round.
pub fn basket_play(
    terms: &Terms,
    shoe: &Shoe,
    wagers: &[BasketWager],
) -> Result<Option<BasketPlay>, CountError> {
    shoe.check_size()?;
    if terms.variant.player_chooses.is_none() {
        return Ok(None);
    }
    let game = Game { terms, shoe, wagers, house: DrawTable::from_terms(terms, FiveRule::Draw) };
    let house_way = game.gains(&game.house, &[])?;
    let rules = DrawRules::from_terms(terms);
    let (mut by_total, mut by_cards) = (Vec::new(), Vec::new());
    let (mut best_by_total, mut best_by_cards) = (house_way.clone(), house_way.clone());
    for total in (0..10).filter(|total| rules.player(*total, 0).action == DrawAction::Chooses) {
        let changes = game.changes(total, None)?;
        by_total.push(game.choice(total, None, &changes, &mut best_by_total));
        for cards in pairs(total).filter(|cards| game.has(*cards)) {
            let changes = game.changes(total, Some(cards))?;
            by_cards.push(game.choice(total, Some(cards), &changes, &mut best_by_cards));
        }
    }
    Ok(Some(BasketPlay { by_total, by_cards, house_way, best_by_total, best_by_cards }))
}

/// The pairs of point values that make a count, the lower first.
fn pairs(total: u8) -> impl Iterator<Item = [u8; 2]> {
    (0..10).map(move |low| [low, (10 + total - low) % 10]).filter(|[low, high]| low <= high)
}

struct Game<'a> {
    terms: &'a Terms,
    shoe: &'a Shoe,
    wagers: &'a [BasketWager],
    house: DrawTable,
}

impl Game<'_> {
    /// Whether two cards can lie.
    fn has(&self, [low, high]: [u8; 2]) -> bool {
        let left = |value: u8| self.shoe.values().get(usize::from(value)).copied().unwrap_or(0);
        if low == high { left(low) >= 2 } else { left(low) >= 1 && left(high) >= 1 }
    }

    /// By how much each wager gains more a round, all rounds counted, if the hand does in one situation the opposite of
    /// the house way.
    fn changes(&self, total: u8, cards: Option<[u8; 2]>) -> Result<Vec<Fraction>, CountError> {
        let hits = |count: u8| self.house.player_draws(count) != (count == total);
        let other = DrawTable::with_choices(self.terms, hits, |_, _| true);
        let known = cards.map(|[low, high]| {
            [(Place::Player1, low), (Place::Player2, high)].map(|(place, value)| {
                Known::Lies(place, CardSet::from_test(|card| card.points().get() == value))
            })
        });
        let known = known.as_ref().map_or(&[][..], |known| known);
        let [house, other] = [self.gains(&self.house, known)?, self.gains(&other, known)?];
        let weight = match cards {
            Some([low, high]) if low != high => whole(2),
            _ => whole(1),
        };
        Ok(other.into_iter().zip(house).map(|(other, house)| (other - house) * &weight).collect())
    }

    /// What each wager gains for each unit where this is known, all rounds counted.
    fn gains(&self, draw: &DrawTable, known: &[Known]) -> Result<Vec<Fraction>, CountError> {
        let cards = i128::from(self.shoe.len());
        let all: i128 = (0..6).map(|used| cards - used).product();
        let gain = |wager: &BasketWager| {
            let tables = [&wager.table];
            let question = Question::new(&tables, &wager.seat, &[]);
            let sheets = match known {
                [] => sheets_of(self.terms, &question, (self.shoe, draw)),
                known => sheets_known(self.terms, &question, (self.shoe, draw), Knowledge::new(known)),
            };
            let mean = |sheet: &Sheet| {
                let (numerator, denominator) = sheet.mean();
                ratio(numerator, denominator) * ratio(sheet.total, all)
            };
            Ok(sheets?.first().map_or_else(|| whole(0), mean))
        };
        self.wagers.iter().map(gain).collect()
    }

    /// Chooses by what a change of the house way comes to, and adds it to what the wagers gain if it is made.
    fn choice(
        &self,
        total: u8,
        cards: Option<[u8; 2]>,
        changes: &[Fraction],
        best: &mut [Fraction],
    ) -> BasketChoice {
        let sum: Fraction =
            self.wagers.iter().zip(changes).map(|(wager, change)| &wager.stake * change).sum();
        let house_hits = self.house.player_draws(total);
        let changed = sum > whole(0);
        if changed {
            best.iter_mut().zip(changes).for_each(|(gain, change)| *gain += change);
        }
        let hitting_adds = if house_hits { -sum } else { sum };
        BasketChoice { total, cards, hits: house_hits != changed, hitting_adds }
    }
}
