//! Many shoes at once, told apart by point values alone.

use std::ops::Add;

use crate::counting::cells::Cells;
use crate::counting::classes::PLAIN;
use crate::counting::count::CountError;
use crate::counting::draw::DrawTable;
use crate::counting::joint::{Lie, Pools};
use crate::counting::number::{Four, Number};
use crate::counting::question::Question;
use crate::counting::recipe::ClassTerm;
use crate::counting::tally::{
    SIDE_BY_SIDE, classes_side_by_side, exact_in_floats, falling_six, plain_classes, whole,
};
use crate::counting::wide::is_wide;

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
                    batch.terms.push(ClassTerm { slot, ..*term });
                }
                batch.slots += slots.len();
            }
        }
        Ok(Some(batch))
    }

    /// Hands over the counts of each shoe in turn. A shoe is its cards of each point value, six to 1,040 of them; one
    /// of any other size has no deals.
    pub fn count(&self, shoes: &[[u16; 10]], visit: &mut dyn FnMut(usize, Ways<'_>)) {
        let width = if is_wide() { SIDE_BY_SIDE } else { 1 };
        for (at, chunk) in shoes.chunks(width).enumerate() {
            let small = |shoe: &[u16; 10]| exact_in_floats(cards(shoe));
            match chunk.first_chunk::<{ SIDE_BY_SIDE }>() {
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
        let pools = pools(shoe);
        let classes = plain_classes(&pools, &self.cells, cards(shoe));
        visit(at, Ways { total: falling_six(cards(shoe)), lines: &self.sums(&classes, 0) });
    }

    fn count_four(
        &self,
        at: usize,
        shoes: &[[u16; 10]; SIDE_BY_SIDE],
        visit: &mut dyn FnMut(usize, Ways<'_>),
    ) {
        let found =
            classes_side_by_side(&shoes.each_ref().map(pools), &self.cells, &shoes.each_ref().map(cards));
        let sums = self.sums(&found, Four::from_int(0));
        let mut lines = vec![0; self.slots];
        for (place, shoe) in shoes.iter().enumerate() {
            for (line, sum) in lines.iter_mut().zip(&sums) {
                *line = sum.0.get(place).map_or(0, |ways| whole(*ways));
            }
            visit(at + place, Ways { total: falling_six(cards(shoe)), lines: &lines });
        }
    }

    fn sums<S: Copy + Add<Output = S>>(&self, classes: &[S; PLAIN], zero: S) -> Vec<S> {
        let mut sums = vec![zero; self.slots];
        for term in &self.terms {
            if let (Some(sum), Some(ways)) = (sums.get_mut(term.slot), classes.get(term.place)) {
                *sum = *sum + *ways;
            }
        }
        sums
    }
}

fn pools(shoe: &[u16; 10]) -> Pools<i64> {
    let values = shoe.map(i64::from);
    Pools { player: values, banker: values, lie: Lie::Same }
}

fn cards(shoe: &[u16; 10]) -> i64 {
    shoe.iter().map(|count| i64::from(*count)).sum()
}
