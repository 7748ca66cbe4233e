//! What a wager gains on average, for many shoes in a row: the counts are weighted while they are made.
//!
//! For perfect play the value of a wager is wanted before every round. It is the same sum over classes as elsewhere,
//! only that each class is multiplied at once by what the wager gains in it.
#![expect(clippy::indexing_slicing, reason = "every index is a digit, and the tables have ten places")]
#![expect(clippy::float_arithmetic, reason = "a value to be compared with another, made from exact counts")]

use crate::counting::cells::{Cells, Lasts};
use crate::counting::classes::{Class, PLAIN};
use crate::counting::count::CountError;
use crate::counting::draw::DrawTable;
use crate::counting::joint::{Lie, Pools, Sink, survey};
use crate::counting::number::{Eight, Lanes, Number};
use crate::counting::question::Question;
use crate::counting::tally::plus;
use crate::counting::wide::widest;

/// The average gain of a wager that point values decide.
pub struct Gain {
    cells: Cells,
    /// By class: what is gained beyond what most classes gain.
    weights: [f64; PLAIN],
    /// What is gained in the classes that are not counted.
    usual: f64,
}

impl Gain {
    /// How many shoes are valued side by side.
    pub const WIDTH: usize = 8;

    /// The gain of the first pay table in question, if its lines gain so much and all other deals `none`; `None` if it
    /// looks at more than final counts and numbers of cards.
    ///
    /// # Errors
    /// A condition needs more than one coup and its seat can tell.
    pub fn new(
        question: &Question<'_>,
        draw: &DrawTable,
        lines: &[f64],
        none: f64,
    ) -> Result<Option<Self>, CountError> {
        let recipe = question.recipe(draw)?;
        let Some(terms) = recipe.by_class_alone() else { return Ok(None) };
        let Some(slots) = question.slots().first() else { return Ok(None) };
        let mut gains = [none; PLAIN];
        for term in terms.iter().filter(|term| slots.contains(&term.slot)) {
            gains[term.place] = lines.get(term.slot - slots.start).copied().unwrap_or(none);
        }
        let usual = most_common(draw.cells(), &gains);
        let weights = gains.map(|gain| gain - usual);
        let cells = draw.cells().restricted(&|class| weights[class.plain_place()] != 0.0);
        Ok(Some(Self { cells, weights, usual }))
    }

    /// The average gain for each unit staked from each of these shoes: their cards of each point value, 6 to 456 of
    /// them, up to which the counts are exact.
    #[must_use]
    pub fn values(&self, shoes: &[[u16; 10]; Self::WIDTH]) -> [f64; Self::WIDTH] {
        let lanes = |number: &dyn Fn(&[u16; 10]) -> f64| Lanes(shoes.each_ref().map(number));
        let values = std::array::from_fn(|value| lanes(&|shoe| f64::from(shoe[value])));
        let left = |used: f64| lanes(&|shoe| f64::from(shoe.iter().sum::<u16>()) - used);
        let rest = [left(4.0) * left(5.0), left(5.0)];
        let pools = Pools { player: values, banker: values, lie: Lie::Same };
        let sum = widest(
            #[inline(always)]
            || {
                let mut sink = Weighted { weights: &self.weights, rest, sum: Eight::from_int(0) };
                survey(&pools, &self.cells, &mut sink);
                sink.sum
            },
        );
        let total = left(0.0) * left(1.0) * left(2.0) * left(3.0) * rest[0];
        std::array::from_fn(|lane| sum.0[lane] / total.0[lane] + self.usual)
    }
}

/// What is gained in most cells.
fn most_common(cells: &Cells, gains: &[f64; PLAIN]) -> f64 {
    let mut found: Vec<(f64, u32)> = Vec::new();
    cells.classes(&mut |class: Class| {
        let gain = gains[class.plain_place()];
        match found.iter_mut().find(|(known, _)| known.to_bits() == gain.to_bits()) {
            Some((_, count)) => *count += 1,
            None => found.push((gain, 1)),
        }
    });
    found.into_iter().max_by_key(|(_, count)| *count).map_or(0.0, |(gain, _)| gain)
}

/// A sum of deals, each multiplied by the weight of its class.
struct Weighted<'a> {
    weights: &'a [f64; PLAIN],
    rest: [Eight; 2],
    sum: Eight,
}

impl Weighted<'_> {
    #[inline(always)]
    fn weight(&self, draws: usize, player: usize, banker: usize) -> Eight {
        Lanes([self.weights[draws * 100 + player * 10 + banker]; Gain::WIDTH])
    }
}

impl Sink<Eight> for Weighted<'_> {
    #[inline(always)]
    fn four(&mut self, player: usize, banker: usize, ways: Eight) {
        self.sum = self.sum + ways * self.rest[0] * self.weight(0, player, banker);
    }

    #[inline(always)]
    fn five_by_player(&mut self, player: usize, banker: usize, third: usize, ways: Eight) {
        self.sum = self.sum + ways * self.rest[1] * self.weight(1, plus(player, third), banker);
    }

    #[inline(always)]
    fn five_by_banker(&mut self, player: usize, banker: usize, ways: impl Fn(usize) -> Eight) {
        for third in 0..10 {
            self.sum = self.sum + ways(third) * self.rest[1] * self.weight(2, player, plus(banker, third));
        }
    }

    #[inline(always)]
    fn six(
        &mut self,
        player: usize,
        banker: usize,
        third: usize,
        lasts: &Lasts,
        ways: impl Fn(usize) -> Eight,
    ) {
        let player = plus(player, third);
        let mut sum = self.sum;
        lasts.each(
            #[inline(always)]
            |last| sum = sum + ways(last) * self.weight(3, player, plus(banker, last)),
        );
        self.sum = sum;
    }
}

#[cfg(test)]
mod tests {
    use banco_engine::SeatFacts;
    use banco_rulebook::Library;

    use super::*;
    use crate::counting::draw::FiveRule;
    use crate::{Deals, Shoe, sheets};

    /// Shoes of all sizes, each lane another one.
    const SHOES: [[u16; 10]; 8] = [
        [128, 32, 32, 32, 32, 32, 32, 32, 32, 32],
        [120, 31, 30, 29, 32, 28, 31, 32, 27, 30],
        [40, 9, 11, 10, 3, 12, 10, 9, 14, 10],
        [16, 4, 4, 4, 4, 4, 4, 4, 4, 4],
        [1, 0, 2, 0, 1, 0, 1, 0, 1, 1],
        [0, 0, 0, 0, 0, 0, 0, 3, 3, 3],
        [6, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [141, 35, 35, 35, 35, 35, 35, 35, 35, 35],
    ];

    #[test]
    fn gains_are_those_of_the_sheets() {
        let terms = Library::embedded().unwrap().terms("co-rule-28", "default").unwrap().opened();
        let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
        let seat = SeatFacts::default();
        for wager in ["player", "banker", "tie", "dragon-7", "dragon-bonus.player:1", "total-cards.6"] {
            let offered = terms.offered(&wager.parse().unwrap()).unwrap();
            let tables = [&offered.table];
            let question = Question::new(&tables, &seat, &[]);
            let sheet = |shoe: &[u16; 10]| {
                let deals = Deals::new(Shoe::from_counts(shoe).unwrap().0, draw.clone()).unwrap();
                sheets(&terms, &deals, std::slice::from_ref(&offered.table), &seat, &[]).unwrap().remove(0)
            };
            let full = sheet(&SHOES[0]);
            let lines = full.lines.iter().take(offered.table.lines.len());
            let lines: Vec<f64> = lines.map(|line| line.gain.0 as f64 / line.gain.1 as f64).collect();
            let gain = Gain::new(&question, &draw, &lines, -1.0).unwrap().unwrap();
            for (shoe, value) in SHOES.iter().zip(gain.values(&SHOES)) {
                let exact = -sheet(shoe).house_edge();
                assert!((value - exact).abs() < 1e-12, "{wager} {shoe:?}: {value} {exact}");
            }
        }
    }
}
