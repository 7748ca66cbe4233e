//! Deals by the classes that their cards belong to, for wagers that point values decide: by the 5,005 multisets of six
//! values, each split by class wherever cards of one value belong to several.

use crate::counting::count::CountError;
use crate::counting::draw::DrawTable;
use crate::counting::multiset::MultisetTable;
use crate::counting::question::Question;

/// Cards of one value that belong to one class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClassCards {
    /// The point value.
    pub value: usize,
    /// The class.
    pub class: usize,
    /// How many there are.
    pub cards: u64,
}

/// How the deals of each multiset of values are told by the lines of a pay table.
pub struct TaggedDeals {
    /// A multiset, and for each outcome in how many orders it comes to it: the lines, and last none of them.
    rows: Vec<([u8; 10], Vec<u128>)>,
    outcomes: usize,
}

impl TaggedDeals {
    /// The deals of the first pay table in question; `None` if it looks at more than final counts and numbers of cards.
    ///
    /// # Errors
    /// A condition needs more than one coup and its seat can tell.
    pub fn new(question: &Question<'_>, draw: &DrawTable) -> Result<Option<Self>, CountError> {
        let recipe = question.recipe(draw)?;
        let Some(terms) = recipe.by_class_alone() else { return Ok(None) };
        let slots = question.slots().first().cloned().unwrap_or(0..0);
        let none = slots.len();
        let lines = |row: &[(usize, u32)]| {
            let mut orders = vec![0_i64; none];
            for (place, many) in row {
                for term in terms.iter().filter(|term| term.place == *place && slots.contains(&term.slot)) {
                    let line = orders.get_mut(term.slot - slots.start);
                    line.into_iter().for_each(|sum| *sum += i64::from(*many) * term.times);
                }
            }
            let all: i64 = row.iter().map(|(_, many)| i64::from(*many)).sum();
            let rest = all - orders.iter().sum::<i64>();
            orders.into_iter().chain([rest]).map(|many| u128::from(many.unsigned_abs())).collect()
        };
        let table = MultisetTable::new(draw);
        let rows = table.rows().iter().map(|(counts, row)| (*counts, lines(row))).collect();
        Ok(Some(Self { rows, outcomes: none + 1 }))
    }

    /// How many outcomes there are: the lines, and none of them.
    pub const fn outcomes(&self) -> usize {
        self.outcomes
    }

    /// Hands over deals: how many cards of each class they take, which outcome they come to, and how many they are. The
    /// same classes and outcome may come several times.
    pub fn each(&self, cells: &[ClassCards], classes: usize, visit: &mut dyn FnMut(&[u8], usize, u128)) {
        let by_value: Vec<Vec<ClassCards>> =
            (0..10).map(|value| cells.iter().filter(|cell| cell.value == value).copied().collect()).collect();
        for (counts, orders) in &self.rows {
            let wanted: Vec<(&[ClassCards], u8)> = by_value
                .iter()
                .map(Vec::as_slice)
                .zip(counts.iter().copied())
                .filter(|(_, many)| *many > 0)
                .collect();
            split(&wanted, &mut vec![0; classes], 1, &mut |used, ways| {
                for (outcome, orders) in orders.iter().enumerate().filter(|(_, orders)| **orders > 0) {
                    visit(used, outcome, ways * orders);
                }
            });
        }
    }
}

/// Every way to take so many cards of each value from the classes, and how many deals that is for each order of values.
fn split(wanted: &[(&[ClassCards], u8)], used: &mut Vec<u8>, ways: u128, visit: &mut dyn FnMut(&[u8], u128)) {
    match wanted {
        [] => visit(used, ways),
        [(_, 0), rest @ ..] => split(rest, used, ways, visit),
        [([], _), ..] => {}
        [([cell, others @ ..], many), rest @ ..] => {
            let mut next: Vec<(&[ClassCards], u8)> = Vec::with_capacity(1 + rest.len());
            for here in 0..=*many {
                // Which of the places of this value have these cards, and which cards they are.
                let chosen = choose(*many, here) * falling(cell.cards, here);
                if chosen == 0 {
                    break;
                }
                next.clear();
                next.push((others, many - here));
                next.extend_from_slice(rest);
                used.get_mut(cell.class).into_iter().for_each(|used| *used += here);
                split(&next, used, ways * chosen, visit);
                used.get_mut(cell.class).into_iter().for_each(|used| *used -= here);
            }
        }
    }
}

fn choose(all: u8, some: u8) -> u128 {
    (0..some).fold(1, |ways, at| ways * u128::from(all - at) / u128::from(at + 1))
}

fn falling(cards: u64, many: u8) -> u128 {
    (0..u64::from(many)).map(|gone| u128::from(cards.saturating_sub(gone))).product()
}
