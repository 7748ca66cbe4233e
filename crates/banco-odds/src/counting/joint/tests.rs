//! The closed form against visiting every deal.

use banco_cards::Card;
use banco_rulebook::Library;
use proptest::prelude::*;

use crate::counting::classes::{Class, FINE, PLAIN};
use crate::counting::count::Deals;
use crate::counting::draw::{DrawTable, FiveRule};
use crate::counting::kinds::SuitSet;
use crate::counting::visit::deals;
use crate::shoe::Shoe;

/// The same by visiting every deal of values: slow, plain, and independent of the closed form.
fn by_visiting(all: &Deals, sets: (SuitSet, SuitSet), thirds: bool) -> Vec<i64> {
    let mut classes = vec![0; if thirds { FINE } else { PLAIN }];
    deals(all.draw(), &mut |deal| {
        let class = Class::from_hands(deal.player(), deal.banker());
        let ways = all.kinds().ways(sets, deal.player(), deal.banker());
        let place = if thirds { class.fine_place() } else { class.plain_place() };
        classes[place] += ways * deal.orders * all.rest(deal.len());
    });
    classes
}

fn agree(shoe: Shoe) {
    let terms = Library::embedded().unwrap().terms("co-rule-28", "default").unwrap();
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let all = Deals::new(shoe, draw.clone()).unwrap();
    let sets = SuitSet::nested(true);
    let places: Vec<usize> = (0..FINE).collect();
    let pairs = sets.iter().flat_map(|(player, _)| sets.iter().map(|(banker, _)| (*player, *banker)));
    for sets in pairs {
        let plain = by_visiting(&all, sets, false);
        // One, and several side by side, which may be another way of counting.
        for count in [1, 3] {
            all.suited_classes(&vec![sets; count], draw.cells(), |_, found| {
                assert!((0..PLAIN).all(|place| found(place) == plain[place]), "{sets:?} {all:?}");
            });
        }
        let fine = all.fine_classes(sets, draw.cells(), &places);
        assert_eq!(fine, by_visiting(&all, sets, true), "{sets:?} with third cards {all:?}");
    }
}

#[test]
fn hands_from_suits_and_colours_agree_with_visiting_every_deal() {
    let gone = banco_cards::parse_cards("9h 9s 7d Kc Kd 2c 3h 8s Ah 6d 6c Td").unwrap();
    agree(gone.into_iter().fold(Shoe::full(8), |shoe, card| shoe.without(card).unwrap()));
    agree(Shoe::full(10));
}

#[test]
fn restricted_cells_count_what_is_wanted() {
    let terms = Library::embedded().unwrap().terms("co-rule-28", "default").unwrap();
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let all = Deals::new(Shoe::full(8), draw.clone()).unwrap();
    let wanted = |class: Class| class.banker.total == 7 && class.banker.third.is_some();
    let cells = draw.cells().restricted(&wanted);
    let sets = (SuitSet::ALL, SuitSet::ALL);
    let places: Vec<usize> = (0..FINE).collect();
    let whole = by_visiting(&all, sets, true);
    let plain = by_visiting(&all, sets, false);
    let found = all.fine_classes(sets, &cells, &places);
    let mut seen = 0;
    draw.cells().classes(&mut |class| {
        if wanted(class) {
            seen += 1;
            assert_eq!(found[class.fine_place()], whole[class.fine_place()], "{class:?}");
            all.suited_classes(&[sets; 2], &cells, |_, found| {
                assert_eq!(found(class.plain_place()), plain[class.plain_place()], "{class:?}");
            });
        }
    });
    assert!(seen > 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    /// Few cards, so that many kinds are missing.
    #[test]
    fn small_shoes_agree_with_visiting_every_deal(counts in prop::collection::vec(0_u16..2, 52)) {
        let mut counts = counts;
        counts[12] += 6;
        let (shoe, _) = Shoe::from_counts(&counts).unwrap();
        prop_assert_eq!(Card::all().map(|card| u64::from(shoe.copies(card))).sum::<u64>(), shoe.len());
        agree(shoe);
    }
}
