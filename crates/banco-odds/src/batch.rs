//! Many shoes at once, told apart by point values alone.

use crate::classes::PLAIN;
use crate::count::{CountError, falling_six};
use crate::draw::DrawTable;
use crate::joint::{Cells, Lie, Pools, survey};
use crate::number::{EXACT_IN_FLOATS, Lanes, Number};
use crate::question::Question;
use crate::recipe::ClassTerm;
use crate::tally::PlainTally;
use crate::wide::{is_wide, widest};

/// Questions that point values can answer, to be put to many shoes.
pub struct Batch {
    cells: Cells,
    terms: Vec<ClassTerm>,
    slots: usize,
}

/// The deals of one shoe that reach each line.
#[derive(Clone, Copy, Debug)]
pub struct Ways<'a> {
    /// All six-card deals.
    pub total: i64,
    /// For each line of each pay table of each question, in their order.
    pub lines: &'a [i64],
}

impl Batch {
    /// Prepares these questions; `None` if one of them looks at more than final counts and numbers of cards.
    ///
    /// # Errors
    /// A condition needs more than one coup and its seat can tell.
    pub fn new(questions: &[&Question<'_>], draw: &DrawTable) -> Result<Option<Self>, CountError> {
        let mut batch = Self { cells: draw.cells().clone(), terms: Vec::new(), slots: 0 };
        for question in questions {
            let recipe = question.recipe(draw)?;
            let Some(terms) = recipe.by_class_alone() else { return Ok(None) };
            // Pay tables that count the same lines share them in the recipe; here each has its own.
            for slots in question.slots() {
                for term in terms.iter().filter(|term| slots.contains(&term.slot)) {
                    let slot = batch.slots + term.slot - slots.start;
                    batch.terms.push(ClassTerm { slot, ..**term });
                }
                batch.slots += slots.len();
            }
        }
        Ok(Some(batch))
    }

    /// Hands over the counts of each shoe in turn. A shoe is its cards of each point value, six to 1,040 of them; one
    /// of any other size has no deals.
    pub fn count(&self, shoes: &[[u16; 10]], visit: &mut dyn FnMut(usize, Ways<'_>)) {
        let width = if is_wide() { Lanes::WIDTH } else { 1 };
        for (at, chunk) in shoes.chunks(width).enumerate() {
            let small = |shoe: &[u16; 10]| cards(shoe) <= EXACT_IN_FLOATS;
            match chunk.first_chunk::<{ Lanes::WIDTH }>() {
                Some(four) if four.iter().all(small) => self.count_four(at * width, four, visit),
                _ => {
                    for (place, shoe) in chunk.iter().enumerate() {
                        self.count_one(at * width + place, shoe, visit);
                    }
                }
            }
        }
    }

    fn count_one(&self, at: usize, shoe: &[u16; 10], visit: &mut dyn FnMut(usize, Ways<'_>)) {
        let classes = crate::count::plain_classes(&shoe.map(i64::from), &self.cells);
        let mut lines = vec![0_i64; self.slots];
        for term in &self.terms {
            let ways = classes.get(term.place).copied().unwrap_or(0);
            lines.get_mut(term.slot).into_iter().for_each(|sum| *sum += ways);
        }
        visit(at, Ways { total: falling_six(cards(shoe)), lines: &lines });
    }

    #[expect(clippy::float_arithmetic, reason = "whole numbers below 2^53, which floats hold exactly")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "whole numbers below 2^53")]
    fn count_four(
        &self,
        at: usize,
        shoes: &[[u16; 10]; Lanes::WIDTH],
        visit: &mut dyn FnMut(usize, Ways<'_>),
    ) {
        let lanes = |number: &dyn Fn(&[u16; 10]) -> f64| Lanes(shoes.each_ref().map(number));
        let values: [Lanes; 10] =
            std::array::from_fn(|value| lanes(&|shoe| shoe.get(value).copied().map_or(0.0, f64::from)));
        let left = |used: f64| lanes(&|shoe| cards(shoe) as f64 - used);
        let rest = [left(4.0) * left(5.0), left(5.0)];
        let classes = widest(
            #[inline(always)]
            || plain_lanes(values, &self.cells, rest),
        );
        let mut sums = vec![Lanes::of(0); self.slots];
        for term in &self.terms {
            if let (Some(sum), Some(ways)) = (sums.get_mut(term.slot), classes.get(term.place)) {
                *sum = *sum + *ways;
            }
        }
        let mut lines = vec![0_i64; self.slots];
        for (place, shoe) in shoes.iter().enumerate() {
            for (line, sum) in lines.iter_mut().zip(&sums) {
                *line = sum.0.get(place).copied().unwrap_or(0.0) as i64;
            }
            visit(at + place, Ways { total: falling_six(cards(shoe)), lines: &lines });
        }
    }
}

#[inline(always)]
fn plain_lanes(values: [Lanes; 10], cells: &Cells, rest: [Lanes; 2]) -> [Lanes; PLAIN] {
    let mut tally = PlainTally::new();
    survey(&Pools { player: values, banker: values, lie: Lie::Same }, cells, &mut tally);
    tally.deals(rest)
}

fn cards(shoe: &[u16; 10]) -> u64 {
    shoe.iter().map(|count| u64::from(*count)).sum()
}
