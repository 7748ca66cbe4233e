//! A second way of counting classes, independent of the closed form: by the 5,005 multisets of six point values.
//!
//! All deals of one multiset of values are equally many for each order of its values. How many of these orders lead to
//! each class depends on the drawing rule alone, so it is worked out once, by playing out every order of values; a shoe
//! then only says how many deals each multiset has. Slower than the closed form, and plain to check.

use std::collections::BTreeMap;

use crate::counting::classes::{Class, HandClass, PLAIN};
use crate::counting::draw::DrawTable;

/// For each multiset of six values, how many of its orders lead to each class.
pub struct MultisetTable {
    rows: Vec<Row>,
}

/// A multiset: how many cards of each value, and the classes by their place with their numbers of orders.
type Row = ([u8; 10], Vec<(usize, u32)>);

impl MultisetTable {
    /// Plays out every order of six values.
    pub fn new(draw: &DrawTable) -> Self {
        let mut rows: BTreeMap<[u8; 10], BTreeMap<usize, u32>> = BTreeMap::new();
        let mut six = [0; 6];
        every_order(&mut six, 0, &mut |six| {
            let mut counts = [0_u8; 10];
            for value in six {
                counts.get_mut(usize::from(*value)).into_iter().for_each(|count| *count += 1);
            }
            let place = play(draw, *six).plain_place();
            *rows.entry(counts).or_default().entry(place).or_default() += 1;
        });
        Self { rows: rows.into_iter().map(|(counts, row)| (counts, row.into_iter().collect())).collect() }
    }

    /// Every multiset: how many cards of each value, and the places of classes with their numbers of orders.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// How many six-card deals of a shoe lead to each class, by its place.
    pub fn classes(&self, values: &[i64; 10]) -> Vec<i64> {
        let mut classes = vec![0_i64; PLAIN];
        for (counts, row) in &self.rows {
            // Of so many cards of a value, the first can be any, the second any other, and so on.
            let each = values.iter().zip(counts);
            let deals: i64 = each
                .map(|(left, used)| (0..i64::from(*used)).map(|gone| left - gone).product::<i64>())
                .product();
            for (place, orders) in row {
                if let Some(sum) = classes.get_mut(*place) {
                    *sum = sum.wrapping_add(deals.wrapping_mul(i64::from(*orders)));
                }
            }
        }
        classes
    }
}

fn every_order(six: &mut [u8; 6], at: usize, visit: &mut dyn FnMut(&[u8; 6])) {
    if at == six.len() {
        return visit(six);
    }
    for value in 0..10 {
        six.get_mut(at).into_iter().for_each(|place| *place = value);
        every_order(six, at + 1, visit);
    }
}

/// The class of a coup from six values in the order in which they leave the shoe: Player, Banker, Player, Banker, and
/// third cards as they are needed.
fn play(draw: &DrawTable, [p1, b1, p2, b2, fifth, sixth]: [u8; 6]) -> Class {
    let (player, banker) = ((p1 + p2) % 10, (b1 + b2) % 10);
    let natural = draw.is_natural(player) || draw.is_natural(banker);
    let x = (!natural && draw.player_draws(player)).then_some(fifth);
    let next = if x.is_some() { sixth } else { fifth };
    let y = (!natural && draw.banker_draws(banker, x)).then_some(next);
    Class { player: HandClass::new(player, x), banker: HandClass::new(banker, y) }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use banco_rulebook::Library;
    use proptest::prelude::*;

    use super::*;
    use crate::counting::cells::Cells;
    use crate::counting::draw::FiveRule;
    use crate::counting::joint::{Lie, Pools};
    use crate::counting::tally::{falling_six, plain_classes};

    struct Both {
        table: MultisetTable,
        cells: Cells,
    }

    fn both(rulebook: &str, five: FiveRule) -> Both {
        let terms = Library::embedded().unwrap().terms(rulebook, "default").unwrap();
        let draw = DrawTable::from_terms(&terms, five);
        Both { table: MultisetTable::new(&draw), cells: draw.cells().clone() }
    }

    /// A few hundred shoes, or as many as `cargo xtask battery` asks for.
    fn cases() -> u32 {
        std::env::var("BANCO_BATTERY").ok().and_then(|count| count.parse().ok()).unwrap_or(300)
    }

    fn agree(values: &[i64; 10], both: &Both) {
        let cards = values.iter().sum();
        let pools = Pools { player: *values, banker: *values, lie: Lie::Same };
        let closed = plain_classes(&pools, &both.cells, cards);
        assert_eq!(closed.as_slice(), both.table.classes(values), "{values:?}");
        assert_eq!(closed.iter().sum::<i64>(), falling_six(cards), "{values:?}");
    }

    #[test]
    fn full_shoes_agree_under_both_choices() {
        for five in [FiveRule::Draw, FiveRule::Stand] {
            let both = both("ma-chemin-de-fer", five);
            // Up to eight decks in floats, above in 64 bits; 456 cards are the last in floats.
            for decks in [1, 2, 6, 8, 9, 20] {
                agree(&std::array::from_fn(|value| if value == 0 { 16 * decks } else { 4 * decks }), &both);
            }
            agree(&[140, 36, 35, 35, 35, 35, 35, 35, 35, 35], &both);
            agree(&[141, 36, 35, 35, 35, 35, 35, 35, 35, 35], &both);
        }
    }

    #[test]
    fn there_are_5005_multisets() {
        let both = both("co-rule-28", FiveRule::Draw);
        assert_eq!(both.table.rows.len(), 5005);
        let orders = both.table.rows.iter().flat_map(|(_, row)| row).map(|(_, orders)| orders);
        assert_eq!(orders.sum::<u32>(), 1_000_000);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

        /// Any shoe, down to six cards.
        #[test]
        fn any_shoe_agrees(values in prop_oneof![
            prop::array::uniform10(0_i64..40),
            prop::array::uniform10(0_i64..3),
            prop::array::uniform10(0_i64..=80),
        ]) {
            // A shoe too small for a round gets six tens.
            let mut values = values;
            values[0] += if values.iter().sum::<i64>() < 6 { 6 } else { 0 };
            static BOTH: OnceLock<Both> = OnceLock::new();
            agree(&values, BOTH.get_or_init(|| both("co-rule-28", FiveRule::Draw)));
        }
    }
}
