//! What a wager gains on average, for many shoes in a row.
//!
//! For perfect play the value of a wager is wanted before every round. What its lines gain is turned into weights of the
//! cards that are dealt (`weights`), once for all shoes, and these are put to eight shoes side by side (`products`). Where
//! there are too many cards to tell apart, each shoe is counted by itself, by the recipe of the question.
//!
//! Values are floats whose error is bounded. Whatever is too close to a threshold is counted again in whole numbers, so
//! that no decision hangs on a rounding.
#![expect(clippy::float_arithmetic, reason = "values with a known error, made from exact weights")]

use std::sync::Arc;

use crate::counting::count::{CountError, Deals};
use crate::counting::draw::DrawTable;
use crate::counting::number::{Eight, Number};
use crate::counting::products::{Products, Room, float};
use crate::counting::question::Question;
use crate::counting::recipe::Recipe;
use crate::counting::weights::{Weights, weights};
use crate::counting::wide::widest_by_eight;
use crate::shoe::{Detail, Shoe};

/// The cards that were not seen yet, by everything that a wager may look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unseen {
    values: [u16; 10],
    ranks: [u16; 13],
    cards: [u16; 52],
    all: u16,
}

impl Default for Unseen {
    fn default() -> Self {
        Self { values: [0; 10], ranks: [0; 13], cards: [0; 52], all: 0 }
    }
}

impl Unseen {
    /// So many of each card: clubs, diamonds, hearts, spades, each from ace to king.
    #[must_use]
    pub fn new(cards: [u16; 52]) -> Self {
        let mut unseen = Self::default();
        for (card, many) in cards.into_iter().enumerate() {
            unseen.change(card, |count| count + many);
        }
        unseen
    }

    /// So many cards of each point value, for wagers that look no more closely.
    #[must_use]
    pub fn from_values(values: [u16; 10]) -> Self {
        Self { values, all: values.iter().sum(), ..Self::default() }
    }

    /// One card of this place less: clubs, diamonds, hearts, spades, each from ace to king.
    #[inline]
    pub fn take(&mut self, card: usize) {
        self.change(card, |count| count.wrapping_sub(1));
    }

    #[inline]
    fn change(&mut self, card: usize, to: impl Fn(u16) -> u16) {
        let rank = card % 13;
        let value = if rank < 9 { rank + 1 } else { 0 };
        let places = [self.values.get_mut(value), self.ranks.get_mut(rank), self.cards.get_mut(card)];
        places.into_iter().flatten().chain([&mut self.all]).for_each(|count| *count = to(*count));
    }

    /// How many cards there are.
    #[must_use]
    pub const fn len(&self) -> u16 {
        self.all
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.all == 0
    }

    fn counts(&self, detail: Detail) -> &[u16] {
        match detail {
            Detail::Values => &self.values,
            Detail::Ranks => &self.ranks,
            Detail::Cards => &self.cards,
        }
    }

    /// In how many ways so many cards can follow one another.
    fn orders(&self, cards: usize) -> i128 {
        (0..cards).zip(0..).map(|(_, gone)| i128::from(self.all) - gone).product()
    }
}

/// Room for what is worked out on the way to a value: whoever values many shoes keeps it.
#[derive(Clone, Debug, Default)]
pub struct ValueRoom(Room);

/// The average gain of a wager.
pub struct Gain {
    way: Way,
    /// What a deal gains that reaches no line, in parts of a unit.
    none: i64,
    /// How many parts a unit has.
    unit: i64,
    /// By how much a value may be wrong.
    error: f64,
}

/// How a shoe is valued.
enum Way {
    /// By the weights of the cards that are dealt.
    Weighted(Vec<(Weights, Products)>),
    /// By counting the deals that reach each line; what each is worth, beyond what no line is.
    Counted { recipe: Arc<Recipe>, draw: DrawTable, worth: Vec<i64> },
}

impl Gain {
    /// How many shoes are valued side by side.
    pub const WIDTH: usize = 8;

    /// The gain of the first pay table in question, if its lines gain so many parts of a unit and all other deals lose a
    /// unit of so many parts.
    ///
    /// # Errors
    /// A condition needs more than one coup and its seat can tell.
    pub fn new(
        question: &Question<'_>,
        draw: &DrawTable,
        lines: &[i64],
        unit: i64,
    ) -> Result<Self, CountError> {
        let recipe = question.recipe(draw)?;
        let slots = question.slots().first().cloned().unwrap_or(0..0);
        let none = -unit;
        let worth = |slot: usize| {
            let line = slots.contains(&slot).then(|| lines.get(slot - slots.start)).flatten();
            line.map_or(0, |gain| gain - none)
        };
        let way = match weights(&recipe, draw, &|slot| i128::from(worth(slot))) {
            Some(parts) => Way::Weighted(parts.into_iter().map(prepared).collect()),
            None => {
                let worth = (0..recipe.slots()).map(worth).collect();
                Way::Counted { recipe, draw: draw.clone(), worth }
            }
        };
        let mut gain = Self { way, none, unit, error: 0.0 };
        gain.error = gain.worst_error();
        Ok(gain)
    }

    /// How finely it looks at cards.
    #[must_use]
    pub fn detail(&self) -> Detail {
        match &self.way {
            Way::Weighted(parts) => parts.iter().map(|(part, _)| part.detail).max().unwrap_or(Detail::Values),
            Way::Counted { .. } => Detail::Cards,
        }
    }

    /// The average gain for each unit staked from each of these shoes; one of fewer than six cards has none.
    #[must_use]
    pub fn values(&self, shoes: &[Unseen; Self::WIDTH], room: &mut ValueRoom) -> [f64; Self::WIDTH] {
        let Way::Weighted(parts) = &self.way else {
            return shoes.each_ref().map(|shoe| self.value(shoe));
        };
        let all = lanes(shoes, |shoe| shoe.all);
        let mut sum = Eight::from_int(0);
        for (weights, products) in parts {
            let kinds = usize::from(weights.kinds());
            let count =
                |kind| lanes(shoes, |shoe| shoe.counts(weights.detail).get(kind).copied().unwrap_or(0));
            let counts: Vec<Eight> = (0..kinds).map(count).collect();
            let found = widest_by_eight(
                #[inline(always)]
                || products.sum(&counts, &mut room.0),
            );
            let orders = (0..weights.cards)
                .zip(0..)
                .fold(Eight::from_int(1), |orders, (_, gone)| orders * (all - Eight::from_int(gone)));
            sum = sum + divided(found, orders);
        }
        let (none, unit) = (float(self.none.into()), float(self.unit.into()));
        sum.0.map(|sum| (sum + none) / unit)
    }

    /// The average gain for each unit staked from one shoe.
    #[must_use]
    pub fn value(&self, shoe: &Unseen) -> f64 {
        let (gained, staked) = self.exact(shoe);
        float(gained) / float(staked)
    }

    /// The same as whole numbers: what all deals gain together, and what they stake.
    #[must_use]
    pub fn exact(&self, shoe: &Unseen) -> (i128, i128) {
        let deals = shoe.orders(6);
        let gained: i128 = match &self.way {
            Way::Weighted(parts) => {
                let sum = |(weights, _): &(Weights, Products)| {
                    let ignored = deals / shoe.orders(weights.cards).max(1);
                    weights.sum(shoe.counts(weights.detail)) * ignored
                };
                parts.iter().map(sum).sum()
            }
            Way::Counted { recipe, draw, worth } => {
                let cards = Shoe::from_counts(&shoe.cards).map(|(cards, _)| cards);
                let counted = cards.and_then(|cards| Deals::new(cards, draw.clone()));
                let ways = counted.map(|deals| recipe.run(&deals)).unwrap_or_default();
                ways.iter().zip(worth).map(|(ways, worth)| i128::from(*ways) * i128::from(*worth)).sum()
            }
        };
        (gained + i128::from(self.none) * deals, deals * i128::from(self.unit))
    }

    /// Whether one unit gains more from a shoe of this value than so many hundredths of a percent: as exactly as cards
    /// can be counted.
    #[must_use]
    pub fn is_above(&self, value: f64, shoe: &Unseen, hundredths: i32) -> bool {
        let threshold = f64::from(hundredths) / 1e4;
        if (value - threshold).abs() > self.error + threshold.abs() * f64::EPSILON {
            return value > threshold;
        }
        let (gained, staked) = self.exact(shoe);
        gained * 10_000 > i128::from(hundredths) * staked
    }

    /// By how much a value may be wrong: each part by its own error, and then a few roundings of the whole.
    fn worst_error(&self) -> f64 {
        let few = 8.0 * f64::EPSILON;
        let highest = |part: &(Weights, Products)| {
            let highest = float(i128::try_from(part.0.highest()).unwrap_or(i128::MAX));
            highest * (part.1.error() + few)
        };
        let (unit, none) = (float(self.unit.into()), float(self.none.into()).abs());
        match &self.way {
            Way::Weighted(parts) => (parts.iter().map(highest).sum::<f64>() + none * few) / unit,
            // Two whole numbers are rounded, and divided; what a unit gains is at most the highest worth.
            Way::Counted { worth, .. } => {
                let highest = worth.iter().map(|worth| float(i128::from(*worth)).abs()).fold(none, f64::max);
                few * highest / unit
            }
        }
    }
}

/// Weights together with what is made of them.
fn prepared(weights: Weights) -> (Weights, Products) {
    let products = Products::new(&weights);
    (weights, products)
}

/// A number of each shoe.
fn lanes(shoes: &[Unseen; Gain::WIDTH], number: impl Fn(&Unseen) -> u16) -> Eight {
    Eight(shoes.each_ref().map(|shoe| f64::from(number(shoe))))
}

fn divided(sums: Eight, by: Eight) -> Eight {
    let mut lanes = sums.0;
    lanes.iter_mut().zip(by.0).for_each(|(sum, by)| *sum /= by);
    Eight(lanes)
}

#[cfg(test)]
mod tests;
