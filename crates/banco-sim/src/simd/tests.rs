//! What is written by hand does what the plain code does.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use banco_odds::{DrawTable, FiveRule};
use banco_rulebook::{Library, Terms};
use proptest::prelude::*;

use super::*;
use crate::dice::groups;
use crate::hands::{HandTable, WINNER_AT};
use crate::rng::Seeder;

fn all_terms() -> Vec<Terms> {
    let library = Library::embedded().unwrap();
    let names = library.submissions.iter().map(|s| (s.rulebook.clone(), s.name.clone()));
    names.map(|(rulebook, name)| library.terms(&rulebook, &name).unwrap()).collect()
}

/// Ten thousand rounds, every one that the drawing rule tells apart, in sixteen shoes of 625 rounds.
#[test]
fn every_round_is_foretold_as_the_tables_tell() {
    const ROUNDS: usize = 10_000 / LANES;
    let mut shoes = Shoes::default();
    for lane in 0..LANES {
        let rounds = (lane * ROUNDS..).take(ROUNDS);
        let values = rounds.flat_map(|at| [at / 1000, at / 100 % 10, 0, 0, at / 10 % 10, at % 10]);
        for (row, value) in values.enumerate() {
            // Suits and court cards do not matter.
            let card = (value + row % 16 * 16) as u8;
            shoes.cards[lane][row] = card;
            shoes.block[row * LANES + lane] = card;
        }
    }
    let mut told = 0;
    for terms in all_terms() {
        for five in [FiveRule::Draw, FiveRule::Stand] {
            let hands = HandTable::new(&terms, &DrawTable::from_terms(&terms, five));
            let Some(rule) = hands.bytes() else { continue };
            for level in Level::all().into_iter().filter(|level| level.foretells()) {
                let mut outlook: Box<Outlook> = room();
                level.foretell(&shoes, 6 * ROUNDS as u16, rule, &mut outlook);
                for (lane, cards) in shoes.cards.iter().enumerate() {
                    for at in 0..6 * ROUNDS {
                        let six = u64::from_le_bytes(*cards[at..].first_chunk().unwrap());
                        let found = outlook[lane / HALF][at][lane % HALF];
                        assert_eq!(found, hands.tables().entry(six).0, "{} {at}", terms.rulebook.id());
                    }
                }
                told += 1;
            }
        }
    }
    assert_eq!(told > 0, Level::best().foretells());
}

/// Whole and interrupted shuffles of small and large packs, of which one in three throws a word away.
#[test]
fn every_level_shuffles_alike() {
    for (size, taken) in [(416, 414), (416, 7), (52, 52), (1040, 1040), (7, 6)] {
        let pack: Vec<u8> = (0..size).map(|card: u16| (card % 251) as u8).collect();
        let groups = groups(size, taken);
        let mut first: Vec<Vec<Vec<u8>>> = Vec::new();
        for level in Level::all() {
            let mut shoes = Shoes::default();
            let mut dealt = Vec::new();
            for batch in 0..40_u64 {
                let mut states = states(&Seeder::new(5), batch * LANES as u64);
                level.shuffle(&mut states, &groups, &pack, &mut shoes);
                let first_cards = shoes.first_cards();
                let cards = level.cards(&mut shoes);
                assert_eq!(first_cards, cards.each_ref().map(|cards| cards[0]));
                dealt.extend(cards.iter().map(|cards| cards[..usize::from(taken)].to_vec()));
            }
            first.push(dealt);
        }
        assert!(first.windows(2).all(|pair| pair[0] == pair[1]), "{taken} of {size}");
    }
}

proptest! {
    #[test]
    fn every_level_tells_winners_alike(winners in prop::collection::vec(0_u16..3, 0..=128), rest in 0_u16..1024) {
        let entries: Vec<u16> = winners.iter().map(|winner| winner << WINNER_AT | rest | 5 << 13).collect();
        for level in Level::all() {
            prop_assert_eq!(level.winners(&entries), Span::two(&entries));
        }
    }
}
