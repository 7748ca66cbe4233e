//! Outcomes by depth and running count against every order of small shoes, and against the odds of the whole.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "tests may panic"
)]

use std::collections::BTreeMap;

use banco_cards::Card;
use banco_engine::SeatFacts;
use banco_odds::{CountTable, DrawTable, Effects, Fit, FiveRule, Question, Shoe, Tags, decimal, sheets_of};
use banco_rulebook::{Library, Terms};

fn asked<R>(wager: &str, use_it: impl FnOnce(&Terms, &Question<'_>, &DrawTable) -> R) -> R {
    let terms = Library::embedded().unwrap().terms("co-rule-28", "default").unwrap().opened();
    let offered = terms.offered(&wager.parse().unwrap()).unwrap();
    let (seat, tables) = (SeatFacts::default(), [&offered.table]);
    let question = Question::new(&tables, &seat, &offered.suits);
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    use_it(&terms, &question, &draw)
}

fn shoe_of(cards: &[Card]) -> Shoe {
    let mut counts = [0; 52];
    for card in cards {
        counts[Card::all().position(|known| known == *card).unwrap()] += 1;
    }
    Shoe::from_counts(&counts).unwrap().0
}

/// By running count: the number of ways to have seen that many cards, and the outcomes of the round from the others.
type Plain = BTreeMap<i64, (f64, Vec<f64>)>;

/// Every set of cards that can be seen, one by one.
fn plainly(
    cards: &[Card],
    seen: usize,
    tags: Tags,
    (terms, question, draw): (&Terms, &Question<'_>, &DrawTable),
) -> Plain {
    let (mut found, mut all) = (Plain::new(), 0.0);
    for mask in (0_u32..1 << cards.len()).filter(|mask| mask.count_ones() as usize == seen) {
        let (gone, left): (Vec<_>, Vec<_>) =
            cards.iter().enumerate().partition(|(at, _)| mask >> at & 1 == 1);
        let running = gone.iter().map(|(_, card)| i64::from(tags.tag(card.rank))).sum();
        let left: Vec<Card> = left.into_iter().map(|(_, card)| *card).collect();
        let sheet = sheets_of(terms, question, (&shoe_of(&left), draw)).unwrap().remove(0);
        let lines = sheet.table.lines.len();
        let row = found.entry(running).or_insert_with(|| (0.0, vec![0.0; lines + 1]));
        row.0 += 1.0;
        for (sum, line) in row.1.iter_mut().zip(&sheet.lines) {
            *sum += line.ways as f64 / sheet.total as f64;
        }
        all += 1.0;
    }
    for (chance, outcomes) in found.values_mut() {
        *chance /= all;
        outcomes.iter_mut().for_each(|outcome| *outcome /= all);
    }
    found
}

#[test]
fn small_shoes_one_by_one() {
    let shoes =
        ["Ac 4d 4h 6s 7c 8h 9s 9c Tc Kd Ks 3d", "2c 2d 9h 9s 9c 9d Kc Tc Td 5s", "6c 7c 8c 9c Tc Ac 2c"];
    let systems = ["4567=-1 89=+2", "A2=+1 345=-2 67=-1 8=-2 9=+4 T=+1", "T=+1 K=-3 9=+2"];
    for wager in ["banker", "tie", "dragon-7", "panda-8", "perfect-pair", "dragon-bonus.player:1"] {
        asked(wager, |terms, question, draw| {
            for (text, tags) in shoes.iter().zip(systems).take(if wager == "perfect-pair" { 1 } else { 3 }) {
                let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
                let tags: Tags = tags.parse().unwrap();
                let table = CountTable::new(question, (&shoe_of(&cards), draw), tags).unwrap();
                assert!(table.rows(5).is_empty() && table.rows(cards.len() + 1).is_empty());
                for unseen in 6..=cards.len() {
                    let plain = plainly(&cards, cards.len() - unseen, tags, (terms, question, draw));
                    let rows = table.rows(unseen);
                    let counts: Vec<i64> = rows.iter().map(|row| row.running).collect();
                    assert_eq!(counts, plain.keys().copied().collect::<Vec<_>>(), "{wager} {text} {unseen}");
                    for (row, (chance, outcomes)) in rows.iter().zip(plain.values()) {
                        assert!((row.chance() - chance).abs() < 1e-13, "{wager} {unseen} {row:?} {chance}");
                        for (found, plain) in row.outcomes.iter().zip(outcomes) {
                            assert!((found - plain).abs() < 1e-13, "{wager} {unseen} {row:?} {outcomes:?}");
                        }
                    }
                }
            }
        });
    }
}

/// At every depth the counts together are one round from the whole shoe, and the estimate of least squares is right on
/// average and not correlated with what it misses.
#[test]
fn counts_average_back_to_the_whole() {
    let tags: Tags = "4567=-1 89=+2".parse().unwrap();
    asked("dragon-7", |terms, question, draw| {
        let shoe = Shoe::full(8);
        let sheet = sheets_of(terms, question, (&shoe, draw)).unwrap().remove(0);
        let effects = Effects::new(terms, question, (&shoe, draw)).unwrap();
        let fit = Fit::new(&effects, tags);
        let table = CountTable::new(question, (&shoe, draw), tags).unwrap();
        for unseen in [416, 415, 300, 104, 30, 6] {
            let rows = table.rows(unseen);
            for (outcome, line) in sheet.lines.iter().enumerate() {
                let (sum, whole): (f64, f64) = (
                    rows.iter().map(|row| row.outcomes[outcome]).sum(),
                    line.ways as f64 / sheet.total as f64,
                );
                assert!((sum / whole - 1.0).abs() < 1e-11, "{unseen}: {sum} {whole}");
            }
            let [mut missed, mut with_count] = [0.0; 2];
            for row in &rows {
                let gain = 41.0 * row.outcomes[0] - row.chance();
                let residual = gain - row.chance() * decimal(&fit.estimate(row.running, unseen as u64));
                missed += residual;
                with_count += residual * row.running as f64;
            }
            assert!(missed.abs() < 1e-11 && with_count.abs() < 1e-9, "{unseen}: {missed} {with_count}");
        }
    });
}
