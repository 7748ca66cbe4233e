//! Many shoes at once, told apart by point values alone.
#![expect(clippy::indexing_slicing, reason = "places are those of classes")]

use std::collections::BTreeSet;

use crate::counting::cells::Cells;
use crate::counting::classes::PLAIN;
use crate::counting::count::CountError;
use crate::counting::draw::DrawTable;
use crate::counting::joint::{Lie, Pools};
use crate::counting::number::{Eight, Four, SideBySide};
use crate::counting::plan::{Plan, Row};
use crate::counting::question::Question;
use crate::counting::tally::{Several, cards, exact_in_floats, falling_six, float, plain_classes, whole};
use crate::counting::wide::Width;

/// Questions that point values can answer, to be put to many shoes.
pub struct Batch {
    /// Every cell: a shoe by itself is counted in whole rows of them.
    all: Cells,
    plan: Plan,
}

/// Room for what is worked out on the way, to be used again and again.
struct Room<S> {
    several: Box<Several<S>>,
    /// The deals of each line, for all shoes.
    sums: Vec<S>,
    /// Those of one shoe.
    lines: Vec<i64>,
}

impl<S: SideBySide> Room<S> {
    /// Hands over the counts of each shoe in turn.
    fn tell(&mut self, first: usize, shoes: &[[u16; 10]], visit: &mut dyn FnMut(usize, Ways<'_>)) {
        for (lane, shoe) in shoes.iter().enumerate() {
            self.lines.clear();
            self.lines.extend(self.sums.iter().map(|sum| whole(sum.lane(lane))));
            visit(first + lane, Ways { total: falling_six(cards(shoe)), lines: &self.lines });
        }
    }
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
        let mut lines: Vec<BTreeSet<usize>> = Vec::new();
        for question in questions {
            let recipe = question.recipe(draw)?;
            let Some(terms) = recipe.by_class_alone() else { return Ok(None) };
            // Pay tables that count the same lines share them in the recipe; here each has its own.
            for slot in question.slots().iter().cloned().flatten() {
                lines.push(terms.iter().filter(|term| term.slot == slot).map(|term| term.place).collect());
            }
        }
        Ok(Some(Self { all: draw.cells().clone(), plan: Plan::new(&lines, draw.cells()) }))
    }

    /// Hands over the counts of each shoe in turn. A shoe is its cards of each point value, six to 1,040 of them; one
    /// of any other size has no deals.
    pub fn count(&self, shoes: &[[u16; 10]], visit: &mut dyn FnMut(usize, Ways<'_>)) {
        self.count_by(Width::best(), shoes, visit);
    }

    /// The same with so many shoes side by side, whatever this machine does best.
    pub fn count_by(&self, width: Width, shoes: &[[u16; 10]], visit: &mut dyn FnMut(usize, Ways<'_>)) {
        match width {
            Width::One => self.count_each(0, shoes, visit),
            Width::Four => self.count_chunks::<Four>(shoes, visit),
            Width::Eight => self.count_chunks::<Eight>(shoes, visit),
        }
    }

    fn count_chunks<S: SideBySide>(&self, shoes: &[[u16; 10]], visit: &mut dyn FnMut(usize, Ways<'_>)) {
        let mut room = Room { several: Several::<S>::new(), sums: Vec::new(), lines: Vec::new() };
        for (at, chunk) in shoes.chunks(S::WIDTH).enumerate() {
            let first = at * S::WIDTH;
            if chunk.iter().all(|shoe| exact_in_floats(cards(shoe))) {
                // Two pieces of work: each has the machine's registers to itself.
                S::widest(
                    #[inline(always)]
                    || room.several.count(chunk, &self.plan.cells),
                );
                S::widest(
                    #[inline(always)]
                    || self.add_up(chunk, &mut room),
                );
                room.tell(first, chunk, visit);
            } else {
                self.count_each(first, chunk, visit);
            }
        }
    }

    fn count_each(&self, first: usize, shoes: &[[u16; 10]], visit: &mut dyn FnMut(usize, Ways<'_>)) {
        let mut lines = vec![0; self.plan.slots.len()];
        for (at, shoe) in (first..).zip(shoes) {
            self.count_one(at, shoe, &mut lines, visit);
        }
    }

    fn count_one(
        &self,
        at: usize,
        shoe: &[u16; 10],
        lines: &mut [i64],
        visit: &mut dyn FnMut(usize, Ways<'_>),
    ) {
        let mut classes = plain_classes(&pools(shoe), &self.all, cards(shoe));
        let total = falling_six(cards(shoe));
        let add = |classes: &[i64; PLAIN], places: &[u16]| {
            places.iter().fold(0_i64, |sum, place| sum.wrapping_add(class_at(classes, place)))
        };
        for rest in &self.plan.rests {
            let row = classes.get(rest.row.places()).unwrap_or_default();
            let row = row.iter().copied().fold(0, i64::wrapping_add);
            classes[rest.into] = row.wrapping_sub(add(&classes, self.plan.counted_beside(rest)));
        }
        for (line, slot) in lines.iter_mut().zip(&self.plan.slots) {
            let sum = add(&classes, self.plan.places_of(slot));
            *line = if slot.by_the_others { total.wrapping_sub(sum) } else { sum };
        }
        visit(at, Ways { total, lines });
    }

    /// The deals of each line, for all of these shoes.
    #[inline(always)]
    fn add_up<S: SideBySide>(&self, shoes: &[[u16; 10]], room: &mut Room<S>) {
        let all = S::from_lanes(
            #[inline(always)]
            |lane| shoes.get(lane).map_or(0.0, |shoe| float(falling_six(cards(shoe)))),
        );
        for rest in &self.plan.rests {
            let Row { drawn, total } = rest.row;
            let row = room.several.rows[usize::from(drawn)][usize::from(total)];
            let counted = sum(&room.several.classes, self.plan.counted_beside(rest));
            room.several.classes[rest.into] = row - counted;
        }
        room.sums.clear();
        for slot in &self.plan.slots {
            let sum = sum(&room.several.classes, self.plan.places_of(slot));
            room.sums.push(if slot.by_the_others { all - sum } else { sum });
        }
    }
}

/// Some classes together: eight at a time, so that few sums wait for the one before.
#[inline(always)]
fn sum<S: SideBySide>(classes: &[S; PLAIN], places: &[u16]) -> S {
    let (eights, rest) = places.as_chunks();
    let mut sum = S::from_int(0);
    for [a, b, c, d, e, f, g, h] in eights {
        let four =
            (class_at(classes, a) + class_at(classes, b)) + (class_at(classes, c) + class_at(classes, d));
        let others =
            (class_at(classes, e) + class_at(classes, f)) + (class_at(classes, g) + class_at(classes, h));
        sum = sum + (four + others);
    }
    for place in rest {
        sum = sum + class_at(classes, place);
    }
    sum
}

fn pools(shoe: &[u16; 10]) -> Pools<i64> {
    let values = shoe.map(i64::from);
    Pools { player: values, banker: values, lie: Lie::Same }
}

#[inline(always)]
fn class_at<S: Copy>(classes: &[S; PLAIN], place: &u16) -> S {
    classes[usize::from(*place).min(PLAIN - 1)]
}

#[cfg(test)]
mod tests {
    use banco_dice::Dice;
    use banco_engine::SeatFacts;
    use banco_rulebook::{Library, PayTable};

    use super::*;
    use crate::counting::count::Deals;
    use crate::counting::draw::FiveRule;
    use crate::shoe::Shoe;

    /// A shoe with so many cards of each value, spread evenly over ranks and suits.
    fn shoe_of(values: &[u16; 10]) -> Shoe {
        let mut cards = [0_u16; 52];
        for (value, count) in values.iter().enumerate() {
            let ranks = if value == 0 { 9..13 } else { value - 1..value };
            let places: Vec<usize> =
                ranks.flat_map(|rank| (0..4).map(move |suit| suit * 13 + rank)).collect();
            for (_, place) in (0..*count).zip(places.iter().cycle()) {
                cards[*place] += 1;
            }
        }
        Shoe::from_counts(&cards).unwrap().0
    }

    /// Shoes small and large, more than fit side by side, each by every width that this machine has and one by one.
    #[test]
    fn every_width_counts_what_single_shoes_count() {
        let terms = Library::embedded().unwrap().terms("co-rule-28", "default").unwrap().opened();
        let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
        let seat = SeatFacts::at(&terms, 1, &[]);
        let names = ["player", "banker", "tie", "dragon-7", "panda-8", "dragon-bonus.player:1"];
        let offered: Vec<_> =
            names.iter().map(|name| terms.offered(&name.parse().unwrap()).unwrap()).collect();
        let tables: Vec<[&PayTable; 1]> = offered.iter().map(|offered| [&offered.table]).collect();
        let questions: Vec<Question<'_>> =
            tables.iter().map(|tables| Question::new(tables, &seat, &[])).collect();
        let mut dice = Dice::new(27);
        let shoes: Vec<[u16; 10]> = (0..37)
            .map(|_| {
                let most = dice.pick(&[2, 9, 40, 80]);
                let mut shoe: [u16; 10] =
                    std::array::from_fn(|_| u16::try_from(dice.below(most + 1)).unwrap());
                shoe[0] = 6 + 3 * shoe[0];
                shoe
            })
            .collect();
        assert!(shoes.iter().any(|shoe| !exact_in_floats(cards(shoe))), "some are beyond floats");
        // All together, and each alone: then other lines are counted by the deals that do not reach them.
        let all: Vec<&Question<'_>> = questions.iter().collect();
        for asked in all.chunks(1).chain([all.as_slice()]) {
            let batch = Batch::new(asked, &draw).unwrap().unwrap();
            for width in [Width::One, Width::Four, Width::Eight] {
                let mut seen = 0;
                batch.count_by(width, &shoes, &mut |at, ways| {
                    assert_eq!(at, seen, "in order");
                    seen += 1;
                    let deals = Deals::new(shoe_of(&shoes[at]), draw.clone()).unwrap();
                    let counts = asked.iter().map(|question| deals.count(question).unwrap());
                    let lines: Vec<u128> =
                        counts.flat_map(|counts| counts.tables.into_iter().flat_map(|t| t.lines)).collect();
                    let found: Vec<u128> =
                        ways.lines.iter().map(|ways| u128::try_from(*ways).unwrap()).collect();
                    assert_eq!(found, lines, "{width:?} {:?}", shoes[at]);
                    assert_eq!(u128::try_from(ways.total).unwrap(), deals.count(asked[0]).unwrap().total);
                });
                assert_eq!(seen, shoes.len());
            }
        }
    }
}
