//! Linear counts against brute force: every subset of a small shoe, and every choice of tags.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "tests may panic"
)]

use banco_cards::{Card, Rank};
use banco_engine::SeatFacts;
use banco_odds::{
    DrawTable, Effects, Fit, FiveRule, Fraction, Question, RankEffect, Shoe, Tags, best_balanced_tags,
    best_tags, decimal, sheets_of,
};
use banco_rulebook::{Library, Terms};
use proptest::prelude::*;

fn terms() -> Terms {
    Library::embedded().unwrap().terms("co-rule-28", "default").unwrap().opened()
}

/// The wager's effects from a shoe of ranks, and its gain from any other.
fn asked<R>(wager: &str, use_it: impl FnOnce(&Terms, &Question<'_>, &DrawTable) -> R) -> R {
    let terms = terms();
    let offered = terms.offered(&wager.parse().unwrap()).unwrap();
    let (seat, tables) = (SeatFacts::default(), [&offered.table]);
    let question = Question::new(&tables, &seat, &offered.suits);
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    use_it(&terms, &question, &draw)
}

fn effects(wager: &str, shoe: &Shoe) -> Effects {
    asked(wager, |terms, question, draw| Effects::new(terms, question, (shoe, draw)).unwrap())
}

fn whole(number: i64) -> Fraction {
    Fraction::from_integer(number.into())
}

#[test]
fn effects_of_all_cards_cancel() {
    let short = "Ac 2d 3h 4s 5c 6c 7d 8h 9s Tc Kd 9c 8c";
    let cards: Vec<Card> = short.split(' ').map(|card| card.parse().unwrap()).collect();
    let mut counts = [0; 52];
    for card in &cards {
        counts[Card::all().position(|known| known == *card).unwrap()] += 1;
    }
    let shoes = [Shoe::full(8), Shoe::full(1), Shoe::from_counts(&counts).unwrap().0];
    for wager in ["player", "banker", "tie", "dragon-7", "panda-8", "perfect-pair", "dragon-bonus.player:1"] {
        for shoe in &shoes {
            let found = effects(wager, shoe);
            let sum: Fraction = found.ranks.iter().map(|rank| &rank.effect * whole(rank.cards as i64)).sum();
            assert_eq!(sum, whole(0), "{wager}");
            assert_eq!(found.cards(), shoe.len());
        }
    }
}

/// Every way to see some of these cards, as the cards seen and unseen.
fn each_subset(cards: &[Card], seen: usize, visit: &mut dyn FnMut(&[Card], &[Card])) {
    for mask in 0_u32..1 << cards.len() {
        if mask.count_ones() as usize == seen {
            let pick = |wanted: bool| -> Vec<Card> {
                let chosen = cards.iter().enumerate().filter(|(at, _)| (mask >> at & 1 == 1) == wanted);
                chosen.map(|(_, card)| *card).collect()
            };
            visit(&pick(true), &pick(false));
        }
    }
}

fn shoe_of(cards: &[Card]) -> Shoe {
    let mut counts = [0; 52];
    for card in cards {
        counts[Card::all().position(|known| known == *card).unwrap()] += 1;
    }
    Shoe::from_counts(&counts).unwrap().0
}

#[test]
fn no_linear_estimate_is_better_at_any_depth() {
    let text = "Ac 4d 4h 6s 7c 8h 9s 9c Tc Kd Ks 3d";
    let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
    let tags: Tags = "4567=-1 89=+2 A=+1".parse().unwrap();
    for wager in ["banker", "tie", "dragon-7", "perfect-pair"] {
        asked(wager, |terms, question, draw| {
            let found = Effects::new(terms, question, (&shoe_of(&cards), draw)).unwrap();
            let fit = Fit::new(&found, tags);
            for seen in [1, 3, 5] {
                let n = cards.len() as i64 - seen as i64;
                let factor = Fraction::new((cards.len() as i64 - 1).into(), n.into());
                // Residuals add up to nothing, over all subsets and over those without each card: the normal equations.
                let (mut all, mut without) = (whole(0), vec![whole(0); cards.len()]);
                let (mut sums, mut subsets) = ([whole(0), whole(0), whole(0), whole(0)], 0);
                let mut by_tags = (whole(0), whole(0));
                each_subset(&cards, seen, &mut |gone, left| {
                    let sheet = sheets_of(terms, question, (&shoe_of(left), draw)).unwrap().remove(0);
                    let (numerator, denominator) = sheet.mean();
                    let gain = Fraction::new(numerator.into(), denominator.into());
                    let effect = |card: &Card| {
                        found.ranks.iter().find(|rank| rank.rank == card.rank).unwrap().effect.clone()
                    };
                    let estimate: Fraction =
                        &found.gain + &factor * gone.iter().map(effect).sum::<Fraction>();
                    let residual = &gain - estimate;
                    for card in gone {
                        without[cards.iter().position(|known| known == card).unwrap()] += &residual;
                    }
                    all += residual;
                    let running: i64 = gone.iter().map(|card| i64::from(tags.tag(card.rank))).sum();
                    let count = whole(running);
                    sums[0] += &count;
                    sums[1] += &gain;
                    sums[2] += &count * &count;
                    sums[3] += &count * &gain;
                    // The same normal equations for the estimate by the count alone.
                    let residual = &gain - fit.estimate(running, left.len() as u64);
                    by_tags.1 += &residual * &count;
                    by_tags.0 += residual;
                    subsets += 1;
                });
                assert_eq!(all, whole(0), "{wager} {seen}");
                assert!(without.iter().all(|sum| *sum == whole(0)), "{wager} {seen}");
                let [count, gain, squares, products] = sums;
                let slope = (&products * whole(subsets) - &count * &gain)
                    / (&squares * whole(subsets) - &count * &count);
                assert_eq!(slope, fit.slope() * factor, "{wager} {seen}");
                assert_eq!(by_tags, (whole(0), whole(0)), "{wager} {seen}");
            }
        });
    }
}

/// The highest correlation of all tags up to a level, by trying every one; also of those that balance.
fn best_by_trying(effects: &Effects, level: i16) -> [Fraction; 2] {
    let (ranks, choices) = (effects.ranks.len() as u32, 2 * i64::from(level) + 1);
    let mut best = [whole(0), whole(0)];
    for number in 0..choices.pow(ranks) {
        let mut tags = [0; 13];
        let mut rest = number;
        for rank in &effects.ranks {
            tags[usize::from(rank.rank.number()) - 1] = i16::try_from(rest % choices).unwrap() - level;
            rest /= choices;
        }
        let fit = Fit::new(effects, Tags::new(tags));
        let alike = |one: &RankEffect| {
            let tag = fit.tags.tag(one.rank);
            effects.ranks.iter().all(|rank| rank.effect != one.effect || fit.tags.tag(rank.rank) == tag)
        };
        for (best, fits) in best.iter_mut().zip([true, fit.is_balanced() && effects.ranks.iter().all(alike)])
        {
            if fits && fit.correlation_squared() > *best {
                *best = fit.correlation_squared();
            }
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any effects and numbers of cards: nothing beats the tags that are called best, and no tag is too large.
    #[test]
    fn best_tags_are_best(
        given in prop::collection::vec((1_u64..40, -30_i64..30), 2..=5),
        level in 1_u8..=3,
    ) {
        let ranks = Rank::ALL.into_iter().zip(&given);
        let ranks = ranks.map(|(rank, (cards, effect))| RankEffect { rank, cards: *cards, effect: whole(*effect) });
        let effects = Effects { gain: whole(-1), ranks: ranks.collect() };
        let alike = given.iter().all(|(_, effect)| *effect == given[0].1);
        match best_tags(&effects, level) {
            None => prop_assert!(alike),
            Some(tags) => {
                prop_assert!(tags.each().all(|(_, tag)| tag.unsigned_abs() <= u16::from(level)));
                let found = Fit::new(&effects, tags);
                let [best, balanced] = best_by_trying(&effects, i16::from(level));
                prop_assert_eq!(found.correlation_squared(), best);
                let found_balanced = best_balanced_tags(&effects, level).map(|tags| Fit::new(&effects, tags));
                prop_assert!(found_balanced.as_ref().is_none_or(Fit::is_balanced));
                prop_assert_eq!(found_balanced.map_or(whole(0), |fit| fit.correlation_squared()), balanced);
                prop_assert!(found.correlation() > 0.0);
            }
        }
    }
}

/// "Concepts 16: Baccarat – Effects of Card Removal" (excelpunks.com): by how much the probability that the Player wins
/// changes when one card is removed from eight decks.
#[test]
fn published_effects_on_the_players_win() {
    let published = [
        (Rank::Four, -0.000_043_517_5),
        (Rank::King, -0.000_037_381_0),
        (Rank::Ace, -0.000_029_579_8),
        (Rank::Three, -0.000_021_706_8),
    ];
    asked("player", |terms, question, draw| {
        let win = |shoe: &Shoe| sheets_of(terms, question, (shoe, draw)).unwrap().remove(0).hit_and_push().0;
        for (rank, effect) in published {
            let card = Card::new(rank, banco_cards::Suit::Spades);
            let found = win(&Shoe::full(8).without(card).unwrap()) - win(&Shoe::full(8));
            assert!((found - effect).abs() < 5e-11, "{rank}: {found} {effect}");
        }
    });
}

/// The tags that Eliot Jacobson published for the Dragon 7 ("Card Counting the Dragon/Fortune 7 Baccarat Side Bet",
/// apheat.net, October 13, 2014) and for the Panda 8 ("Co-Card Counting the Dragon and Panda Side Bets in EZ Baccarat",
/// 888casino.com), and the house edges that he gives with them.
#[test]
fn published_tags_follow_the_effects() {
    for (wager, edge, tags) in [
        ("dragon-7", 0.076_113, "4567=-1 89=+2"),
        ("panda-8", 0.101_876, "A2=+1 345=-2 67=-1 8=-2 9=+4 T=+1"),
    ] {
        let found = effects(wager, &Shoe::full(8));
        assert!((decimal(&found.gain) + edge).abs() < 5e-7, "{wager}: {}", decimal(&found.gain));
        let fit = Fit::new(&found, tags.parse().unwrap());
        assert!(fit.is_balanced() && fit.correlation() > 0.96, "{wager}: {}", fit.correlation());
        // Whole tags follow better the larger they may be, and never better than the effects themselves.
        let best = [1, 2, 3].map(|level| Fit::new(&found, best_tags(&found, level).unwrap()));
        let squares = best.each_ref().map(Fit::correlation_squared);
        assert!(squares.is_sorted() && squares[2] < whole(1));
        assert!(squares[2] > fit.correlation_squared() || wager == "panda-8");
    }
    // His tags for the Dragon 7 are the best of all balanced ones up to 2.
    let dragon = effects("dragon-7", &Shoe::full(8));
    assert_eq!(best_balanced_tags(&dragon, 2).unwrap().to_string(), "4567=-1 89=+2");
    // He bets the Dragon 7 at a true count of 4: the first whole one above where the estimate is even.
    let even = Fit::new(&dragon, "4567=-1 89=+2".parse().unwrap()).even_at(52).unwrap();
    assert_eq!(even.ceil(), whole(4));
}
