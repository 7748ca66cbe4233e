//! Shoe by shoe, the kernel deals what a plain shuffle and the engine's own rules deal.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    missing_docs,
    reason = "tests may panic"
)]

mod support;

use std::collections::BTreeSet;

use banco_cards::{Card, Pack};
use banco_engine::{Coup, CoupError, Decision, Decisions, play};
use banco_rulebook::Terms;
use banco_sim::deal::{Dealer, Dealt};
use banco_sim::settlement::coup;
use banco_sim::shoe::{End, ShoeChoices};
use banco_sim::simd::Level;
use support::{all_terms, plain_shoe, rules, terms};

/// A round by the engine: the coup and how many cards it took; `None` if the cards do not suffice. Where a community
/// card is dealt that does not count, it is taken.
fn engine_round(terms: &Terms, cards: &[Card]) -> Option<(Coup, usize)> {
    let stands = &terms.rulebook.file.drawing.player.stands;
    let by_choice = |cards: &[Card]| {
        let total = (cards[0].points() + cards[2].points()).get();
        let player = if stands.contains(total) { Decision::Stand } else { Decision::Draw };
        play(terms, cards, Decisions { player: Some(player), banker: None })
    };
    (4..=cards.len().min(6)).rev().find_map(|taken| {
        let cards = &cards[..taken];
        let story = match by_choice(cards) {
            Err(CoupError::NoChoice { .. }) => play(terms, cards, Decisions::default()),
            story => story,
        };
        Some((story.ok()?.coup, taken))
    })
}

/// The rounds of a shoe by the engine: where each begins and its coup, and whether the last was void.
fn engine_shoe(terms: &Terms, cards: &[Card], choices: ShoeChoices) -> (Vec<(usize, Coup)>, bool) {
    let mut at = if choices.burn { 1 + usize::from(cards[0].rank.burn_count().get()) } else { 0 };
    let (mut rounds, mut last) = (Vec::new(), None);
    loop {
        let Some((coup, taken)) = engine_round(terms, &cards[at..]) else { return (rounds, true) };
        rounds.push((at, coup));
        at += taken;
        match (choices.end, &mut last) {
            (End::Rounds(all), _) if rounds.len() == usize::from(all) => return (rounds, false),
            (End::Rounds(_), _) => {}
            (End::CutCard { .. }, Some(0)) => return (rounds, false),
            (End::CutCard { .. }, Some(left)) => *left -= 1,
            (End::CutCard { behind, further }, last) if at > cards.len() - usize::from(behind) => {
                if further == 0 {
                    return (rounds, false);
                }
                *last = Some(further - 1);
            }
            _ => {}
        }
    }
}

fn dealt_rounds(shoe: &Dealt<'_>) -> Vec<(usize, Coup)> {
    let coup_of = |round: banco_sim::deal::Round| coup(round.entry.class(), shoe.six(round.start)).unwrap();
    shoe.rounds().map(|round| (usize::from(round.start), coup_of(round))).collect()
}

fn agree(terms: &Terms, choices: ShoeChoices) {
    let rules = rules(terms, choices);
    let removed = terms.variant.without.as_ref().map(|ranks| ranks.as_slice()).unwrap_or_default();
    let pack = Pack::standard(choices.decks).without(removed);
    for level in Level::all() {
        let mut dealer = Dealer::new(&rules, 11, level);
        for first in [0, 1 << 40] {
            dealer.deal(first);
            for (number, shoe) in (first..).zip(dealer.dealt()) {
                let cards = plain_shoe(&pack, 11, number);
                let (mut rounds, void) = engine_shoe(terms, &cards, choices);
                rounds.iter_mut().for_each(|(_, coup)| coup.uncounted = None);
                let dealt = dealt_rounds(&shoe);
                assert_eq!(dealt.len(), rounds.len(), "{} shoe {number} {choices:?}", level.name());
                for (dealt, round) in dealt.iter().zip(&rounds) {
                    assert_eq!(dealt, round, "{} shoe {number} {choices:?}", level.name());
                }
                assert_eq!(shoe.void, void, "shoe {number} {choices:?}");
                let end = rounds.last().unwrap().0 + 4;
                assert!(shoe.cards(end as u16).eq(cards[..end].iter().copied()));
            }
        }
    }
}

#[test]
fn shoes_of_every_rulebook_agree_with_the_engine() {
    let mut seen = BTreeSet::new();
    for terms in all_terms() {
        // One submission for each way to draw.
        if seen.insert((terms.rulebook.id().to_owned(), terms.variant.id.clone())) {
            agree(&terms, ShoeChoices::from_terms(&terms));
        }
    }
}

#[test]
fn every_end_of_a_shoe_agrees_with_the_engine() {
    let terms = terms("ma-midi", "default");
    let usual = ShoeChoices::from_terms(&terms);
    for end in [
        End::CutCard { behind: 0, further: 0 },
        End::CutCard { behind: 0, further: 200 },
        End::CutCard { behind: 3, further: 1 },
        End::CutCard { behind: 200, further: 2 },
        End::CutCard { behind: 404, further: 0 },
        End::Rounds(1),
        End::Rounds(67),
    ] {
        agree(&terms, ShoeChoices { end, ..usual });
        agree(&terms, ShoeChoices { end, burn: false, ..usual });
    }
}

/// Sixteen decks have a multiple of 64 cards, twenty are the most there can be.
#[test]
fn shoes_of_every_size_agree_with_the_engine() {
    let terms = terms("ma-midi", "default");
    let usual = ShoeChoices::from_terms(&terms);
    for decks in [1, 6, 16, 20] {
        for end in [usual.end, End::CutCard { behind: 0, further: 200 }] {
            agree(&terms, ShoeChoices { decks, end, ..usual });
        }
    }
}

/// Thousands of shoes, so that words are thrown away in many places.
#[test]
fn every_level_deals_the_same() {
    let terms = terms("ma-midi", "default");
    let rules = rules(&terms, ShoeChoices::from_terms(&terms));
    let shoes = |level: Level| {
        let mut dealer = Dealer::new(&rules, 3, level);
        let mut shoes = Vec::new();
        for first in (0..2048).step_by(16) {
            dealer.deal(first);
            shoes.extend(
                dealer.dealt().map(|shoe| (shoe.rounds().collect::<Vec<_>>(), shoe.codes(400).to_vec())),
            );
        }
        shoes
    };
    let portable = shoes(Level::PORTABLE);
    for level in Level::all() {
        assert!(shoes(level) == portable, "{}", level.name());
    }
}

#[test]
fn what_cannot_be_dealt_is_refused() {
    let terms = terms("ma-midi", "default");
    let usual = ShoeChoices::from_terms(&terms);
    let draw = banco_odds::DrawTable::from_terms(&terms, banco_odds::FiveRule::Draw);
    let refused = |end, decks| {
        let choices = ShoeChoices { end, decks, ..usual };
        banco_sim::shoe::ShoeRules::new(&terms, &draw, choices).unwrap_err().code()
    };
    assert_eq!(refused(End::CutCard { behind: 405, further: 1 }, 8), "cut_too_deep");
    assert_eq!(refused(End::CutCard { behind: 417, further: 1 }, 8), "cut_too_deep");
    assert_eq!(refused(End::Rounds(0), 8), "bad_rounds");
    assert_eq!(refused(End::Rounds(68), 8), "bad_rounds");
    assert_eq!(refused(End::Rounds(1), 0), "bad_shoe");
    assert_eq!(refused(End::Rounds(1), 21), "bad_shoe");
}
