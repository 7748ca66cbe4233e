//! The shuffle lab against what is known: published distances, literal enumeration, exact means.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    reason = "a test fails by panicking"
)]

#[path = "../../banco-engine/tests/support/case.rs"]
mod case_files;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use banco_engine::script::Kind;
use banco_rulebook::{Library, Source};
use banco_sim::rng::Seeder;
use banco_sim::shuffle::exact::{distance, riffles, shelves};
use banco_sim::shuffle::notation::{Cards, parse};
use banco_sim::shuffle::report::Report;
use banco_sim::shuffle::{Judgement, Lab, Mark, Portion, Procedure, Stage, Step, case, rule, shuffled};
use num_bigint::BigUint;
use proptest::prelude::*;

fn source(text: &str) -> Arc<Source> {
    Arc::new(Source { path: "<procedure>".to_owned(), text: text.to_owned() })
}

const EIGHT_DECKS: Cards = Cards { all: 416, deck: 52, unused: Some(14), from_ends: 52 };

fn read(text: &str) -> Procedure {
    parse(&source(text), EIGHT_DECKS).unwrap()
}

fn report(procedure: Procedure, cards: u16, trials: u64) -> Report {
    let slug = Lab::usual_slug(cards, 52);
    let lab = Lab { procedure, cards, slug, trials, seed: 1 };
    lab.check().unwrap();
    Report::new(&lab, &lab.run(2, &AtomicU64::new(0)))
}

fn three_places(number: f64) -> String {
    format!("{number:.3}")
}

#[test]
fn riffles_of_52_and_416_cards_are_as_far_from_perfect_as_published() {
    let after = |cards, times: u32| three_places(riffles(cards, &BigUint::from(2_u8).pow(times)));
    let one_deck: Vec<String> = (1..=10).map(|times| after(52, times)).collect();
    let published =
        ["1.000", "1.000", "1.000", "1.000", "0.924", "0.614", "0.334", "0.167", "0.085", "0.043"];
    assert_eq!(one_deck, published);
    let eight_decks: Vec<String> = (10..=13).map(|times| after(416, times)).collect();
    assert_eq!(eight_decks, ["0.771", "0.450", "0.235", "0.119"]);
}

/// Diaconis, Fulman and Holmes, Analysis of casino shelf shuffling machines, for 52 cards.
#[test]
fn shelves_are_as_far_from_perfect_as_published() {
    let published = [
        (10_u16, "1.000"),
        (15, "0.943"),
        (20, "0.720"),
        (25, "0.544"),
        (30, "0.391"),
        (50, "0.159"),
        (100, "0.041"),
    ];
    for (number, distance) in published {
        assert_eq!(three_places(shelves(52, &BigUint::from(number))), distance, "{number} shelves");
    }
}

/// All outcomes of the dice of a machine, one by one: how often each arrangement comes.
fn enumerated(cards: usize, sides: usize, arrange: impl Fn(&[usize]) -> Vec<usize>) -> f64 {
    let all = sides.pow(cards as u32);
    let mut counts: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for code in 0..all {
        let dice: Vec<usize> = (0..cards).map(|at| code / sides.pow(at as u32) % sides).collect();
        *counts.entry(arrange(&dice)).or_default() += 1;
    }
    let arrangements: usize = (1..=cards).product();
    let fair = 1.0 / arrangements as f64;
    let seen: f64 = counts.values().map(|count| (*count as f64 / all as f64 - fair).abs()).sum();
    (seen + (arrangements - counts.len()) as f64 * fair) / 2.0
}

#[test]
fn the_formulas_agree_with_literal_enumeration() {
    for (cards, packets) in [(4, 2), (4, 4), (5, 3), (6, 2)] {
        // Cards fall from the packets as the dice say; each packet has as many cards as dice name it.
        let riffle = |dice: &[usize]| {
            let before = |packet: usize| dice.iter().filter(|die| **die < packet).count();
            let mut next: Vec<usize> = (0..packets).map(before).collect();
            let mut fall = |die: &usize| {
                next[*die] += 1;
                next[*die] - 1
            };
            dice.iter().map(&mut fall).collect()
        };
        let twin = enumerated(cards, packets, riffle);
        let formula = riffles(cards as u16, &BigUint::from(packets));
        assert!((twin - formula).abs() < 1e-12, "{cards} cards, {packets} packets: {twin} {formula}");
    }
    for (cards, number) in [(4, 1), (4, 2), (5, 2), (6, 2), (5, 3)] {
        let shelve = |dice: &[usize]| {
            let mut shelves = vec![std::collections::VecDeque::new(); number];
            for (card, die) in dice.iter().enumerate() {
                if die % 2 == 0 {
                    shelves[die / 2].push_front(card)
                } else {
                    shelves[die / 2].push_back(card)
                }
            }
            shelves.into_iter().flatten().collect()
        };
        let twin = enumerated(cards, 2 * number, shelve);
        let formula = shelves(cards as u16, &BigUint::from(number));
        assert!((twin - formula).abs() < 1e-12, "{cards} cards, {number} shelves: {twin} {formula}");
    }
}

#[test]
fn two_machines_are_one_with_twice_the_product_of_shelves() {
    let twice = distance(&read("shelf 3, shelf 4"), 52).unwrap();
    assert!((twice.total_variation - shelves(52, &BigUint::from(24_u8))).abs() < 1e-12);
    assert!(!twice.at_most);
}

#[test]
fn other_steps_leave_a_bound() {
    let found = distance(&read("riffle x3, cut, riffle x9, strip 5"), 416).unwrap();
    assert_eq!((found.at_most, found.by.as_str()), (true, "riffle x9"));
    assert!(distance(&read("grabs of 52: riffle x9"), 416).is_none());
    let washed = distance(&read("strip 5, wash, cut"), 416).unwrap();
    assert!(washed.at_most && washed.total_variation == 0.0);
}

/// The mean number of rising sequences after riffles of a packets in all: a - (n + 1) / a^n times the sum of j^n for j
/// below a.
#[test]
fn riffled_stacks_have_the_exact_mean_of_rising_sequences() {
    for (cards, times) in [(52_u16, 3_u32), (52, 7), (416, 5), (416, 10)] {
        let trials = 2000;
        let packets = 2_f64.powi(times as i32);
        let (n, mut mean) = (f64::from(cards), packets);
        for packet in 1..2_u32.pow(times) {
            mean -= (n + 1.0) * (f64::from(packet) / packets).powf(n);
        }
        let found = report(Procedure::whole(&vec![Step::RIFFLE; times as usize]), cards, trials);
        let rising = found.measure("rising-sequences").unwrap();
        let off = (rising.found - mean).abs();
        // Three riffles leave eight rising sequences always, so that the error is nothing.
        assert!(off <= 4.0 * rising.error + 1e-9, "{cards} cards, {times} riffles: {} {mean}", rising.found);
    }
}

#[test]
fn clumps_keep_neighbours_together() {
    let plain = report(read("riffle x6"), 416, 2000);
    let nearly = report(read("riffle by 1.1 x6"), 416, 2000);
    let clumpy = report(read("riffle by 3 x6"), 416, 2000);
    let neighbours = |report: &Report| report.measure("neighbours-kept").unwrap().found;
    assert!(neighbours(&plain) < neighbours(&nearly), "{} {}", neighbours(&plain), neighbours(&nearly));
    assert!(neighbours(&nearly) * 1.5 < neighbours(&clumpy));
}

#[test]
fn a_stack_left_alone_is_not_mixed_at_all() {
    for procedure in [Procedure::default(), read("turn"), read("cut")] {
        let found = report(procedure, 416, 256);
        assert_eq!(found.verdict.overall, Judgement::NotAtAll);
        assert_eq!((found.verdict.order, found.verdict.slugs), (Judgement::NotAtAll, Judgement::NotAtAll));
        assert!(found.measure("neighbours-kept").unwrap().found > 413.0);
        assert!((found.measure("slug-in-one-place").unwrap().found - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_perfect_shuffle_passes_every_measure() {
    for (cards, seed) in [(416, 1), (416, 2), (52, 3), (30, 4)] {
        let slug = Lab::usual_slug(cards, 52);
        let procedure = Procedure::whole(&[Step::Wash { percent: 100 }]);
        let lab = Lab { procedure, cards, slug, trials: 3000, seed };
        let found = Report::new(&lab, &lab.run(2, &AtomicU64::new(0)));
        assert_eq!(found.verdict.overall, Judgement::Mixed);
        for measure in &found.measures {
            assert!(measure.z.abs() < 4.5, "{cards} cards: {measure:?}");
            // What was found scatters as the exact deviation says.
            let scatter = measure.error * 3000_f64.sqrt() / measure.deviation;
            assert!((0.9..1.1).contains(&scatter), "{cards} cards: {measure:?}");
        }
    }
}

#[test]
fn fourteen_riffles_mix_eight_decks_and_seven_do_not() {
    assert_eq!(report(read("riffle x14"), 416, 3000).verdict.overall, Judgement::Mixed);
    let seven = report(read("riffle x7"), 416, 1000).verdict;
    assert_eq!((seven.order, seven.overall), (Judgement::NotMixed, Judgement::NotMixed));
    // Slugs are gone long before the order is.
    assert!(seven.slugs < Judgement::NotMixed);
}

/// Two machines of ten shelves look well mixed in rising sequences, and are not.
#[test]
fn valleys_give_shelves_away() {
    let found = report(read("shelf 10 x2"), 416, 2000);
    assert_eq!(found.measure("rising-sequences").unwrap().judgement, Judgement::Mixed);
    assert_eq!(found.measure("valleys").unwrap().judgement, Judgement::NotMixed);
    // Total variation alone gives them away too.
    assert_eq!(Judgement::exact(&found.exact.unwrap()), Some(Judgement::NotMixed));
    assert_eq!(found.verdict.order, Judgement::NotMixed);
}

/// The strategy of Diaconis, Fulman and Holmes against a machine ("Analysis of casino shelf shuffling machines", 2013,
/// arXiv 1107.2961): of 52 cards they name as many on average, against four and a half by luck alone. With one shelf it is
/// three quarters of the cards (Clay, arXiv 2507.10294). `shelf_guesses.rs` shows that nobody can name more.
#[test]
fn whoever_follows_the_runs_of_a_machine_guesses_as_many_cards_as_published() {
    for (number, published) in [(1, 39.0), (2, 27.0), (4, 17.6), (10, 9.3), (20, 6.2)] {
        let found = report(read(&format!("shelf {number}")), 52, 20_000);
        let guessed = found.measure("right-guesses").unwrap().found;
        assert!((guessed - published).abs() < 0.1, "{number} shelves: {guessed}");
    }
}

#[test]
fn strips_alone_never_mix() {
    let verdict = report(read("strip 5 x8, cut"), 416, 500).verdict;
    assert_eq!(verdict.order, Judgement::NotAtAll);
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    let lab = |seed| Lab {
        procedure: read(
            "plug; grabs of 52: riffle by 1.5, strip 4; lace 52 by 2; box; shelf 3; wash 20%; cut",
        ),
        cards: 416,
        slug: 52,
        trials: 700,
        seed,
    };
    let one = lab(9).run(1, &AtomicU64::new(0));
    assert_eq!(one, lab(9).run(2, &AtomicU64::new(0)));
    assert_eq!(one, lab(9).run(5, &AtomicU64::new(0)));
    assert_ne!(one, lab(10).run(1, &AtomicU64::new(0)));
}

#[test]
fn the_rulebooks_procedures_obey_their_own_rules() {
    let library = Library::embedded().unwrap();
    let mut named = 0;
    for rulebook in &library.rulebooks {
        for procedure in rulebook.file.manual_shuffle.iter().flat_map(|shuffle| &shuffle.procedures) {
            let text = &library.submission(rulebook.id(), "default").unwrap().source;
            let choice = procedure.when.as_deref().unwrap().split_once('=').unwrap();
            let set = format!("options.{} = \"{}\"", choice.0, choice.1);
            let checked = library.check(text.with_overrides(&[set]).unwrap());
            let terms = checked.terms.unwrap_or_else(|| panic!("{}", checked.report));
            let source = source(&procedure.does);
            let read = parse(&source, rule::cards(&terms)).unwrap_or_else(|report| panic!("{report}"));
            let broken = rule::check(&read, &source, &terms);
            assert!(!broken.has_errors(), "{broken}");
            assert_eq!(rule::chosen(&terms).unwrap().id, procedure.id);
            named += 1;
        }
    }
    assert!(named > 0, "no rulebook names a procedure");
}

/// The cases of the rulebooks that have a `shuffle:` line: what is wrong with a procedure, and by which clause.
#[test]
fn every_shuffle_case_of_every_rulebook_holds() {
    let library = Library::embedded().unwrap();
    let (mut held, mut unmet) = (0, Vec::new());
    for rulebook in &library.rulebooks {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(rulebook.id());
        for (file, block) in case_files::blocks(&folder) {
            if block.kind() != Kind::Shuffle {
                continue;
            }
            let judged = case::judge(&block, &library, rulebook.id());
            unmet.extend(judged.problems.iter().map(|problem| format!("{}: {problem}", file.display())));
            held += 1;
        }
    }
    assert!(unmet.is_empty(), "{}", unmet.join("\n"));
    assert!(held > 0, "no rulebook has a case of a shuffle");
}

#[test]
fn the_notation_says_what_is_wrong_and_where() {
    let cases = [
        ("", "empty_step", 0..0),
        ("riffle,, cut", "empty_step", 7..7),
        ("rifle", "unknown_step", 0..5),
        ("riffle, strip", "missing_number", 13..13),
        ("strip 1", "out_of_range", 6..7),
        ("strip 5 cards", "unexpected_word", 8..13),
        ("riffle by 0.5", "bad_number", 10..13),
        ("riffle by 2.55", "bad_number", 10..14),
        ("riffle x0", "bad_number", 7..9),
        ("wash 0%", "bad_number", 5..7),
        ("lace 416", "out_of_range", 5..8),
        ("cut 5 decks", "out_of_range", 4..5),
        ("cut 70000", "bad_number", 4..9),
        ("heaps of 3: riffle", "bad_portion", 0..10),
        ("piles of 9 decks: riffle", "out_of_range", 9..10),
        ("grabs of half a dick: riffle", "missing_number", 14..15),
        ("grabs of 10: strip 11", "out_of_range", 19..21),
        ("shelf 0", "out_of_range", 6..7),
        ("then", "empty_step", 4..4),
    ];
    for (text, code, span) in cases {
        let report = parse(&source(text), EIGHT_DECKS).expect_err(text);
        let found: Vec<_> = report.diagnostics.iter().map(|d| (d.code, d.span.clone())).collect();
        assert_eq!(found, [(code, span)], "{text}");
        assert!(report.diagnostics[0].hint.is_some());
    }
    let two = parse(&source("rifle; piles of 1: stirp 3, plug 3 in 4"), EIGHT_DECKS).unwrap_err();
    let codes: Vec<_> = two.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["unknown_step", "out_of_range", "unknown_step", "out_of_range"]);
}

#[test]
fn a_procedure_is_written_as_it_is_read() {
    let text = "plug; piles of 2 decks: riffle, riffle, strip 5; then grabs of half a deck: riffle by 2.5; lace by 4, \
                turn over; turn, box, shelf 10; wash 40%, wash; plug 50 in 3; CUT";
    let written = "plug 14; piles of 104: riffle x2, strip 5; grabs of 26: riffle by 2.5; lace 208 by 4, turn over; \
                   turn, box, shelf 10; wash 40%, wash; plug 50 in 3; cut 52";
    let procedure = read(text);
    assert_eq!(procedure.to_string(), written);
    assert_eq!(read(written).to_string(), written);
    let (body, cuts) = procedure.without_last_cuts();
    assert_eq!(cuts, [Step::Cut { from_ends: 52 }]);
    assert!(body.to_string().ends_with("plug 50 in 3"));
}

#[test]
fn steps_do_what_they_say() {
    let seeder = Seeder::new(4);
    let after = |step, cards| {
        shuffled(&Procedure::whole(&[step]), cards, &mut seeder.shoe(0))
            .iter()
            .map(|card| card.place())
            .collect()
    };
    let falls = |stack: &[u16]| stack.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let stripped: Vec<u16> = after(Step::Strip { packets: 5 }, 416);
    assert_eq!(falls(&stripped), 4);
    assert!(stripped[0] >= 291 && stripped[415] < 125);
    let laced: Vec<u16> = after(Step::Lace { cards: 52, by: 1 }, 416);
    let places: Vec<usize> = (0..416).filter(|at| laced[*at] < 52).collect();
    assert!(places.windows(2).all(|pair| (1..=15).contains(&(pair[1] - pair[0]))), "{places:?}");
    let plugged: Vec<u16> = after(Step::Plug { cards: 50, packets: 1 }, 416);
    let first = plugged.iter().position(|card| *card == 366).unwrap();
    assert!((91..=275).contains(&first), "{first}");
    assert!(plugged[first..first + 50].iter().copied().eq(366..416));
    let boxed: Vec<u16> = after(Step::Box, 416);
    assert!((182..=234).contains(&boxed[0]) && falls(&boxed) == 1);
    let riffled: Vec<u16> = after(Step::RIFFLE, 416);
    let mut places = [0; 416];
    (0..416).for_each(|at| places[usize::from(riffled[at])] = at);
    assert_eq!(places.windows(2).filter(|pair| pair[1] < pair[0]).count(), 1);
    let turned = shuffled(&Procedure::whole(&[Step::Turn { over: false }]), 416, &mut seeder.shoe(0));
    assert!(turned.iter().map(|card| card.place()).eq(0..416));
    assert!(
        turned.is_sorted_by_key(|card| card.is_turned()) && turned[415].is_turned() && !turned[0].is_turned()
    );
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (1_u8..=100).prop_map(|percent| Step::Wash { percent }),
        (10_u16..80).prop_map(|clump| Step::Riffle { clump }),
        (0_u16..30).prop_map(|packets| Step::Strip { packets }),
        (0_u16..600, 0_u16..9).prop_map(|(cards, by)| Step::Lace { cards, by }),
        (0_u16..600, 0_u16..9).prop_map(|(cards, packets)| Step::Plug { cards, packets }),
        any::<bool>().prop_map(|over| Step::Turn { over }),
        Just(Step::Box),
        (0_u16..600).prop_map(|from_ends| Step::Cut { from_ends }),
        (0_u16..50).prop_map(|shelves| Step::Shelf { shelves }),
    ]
}

fn any_stage() -> impl Strategy<Value = Stage> {
    let portion = prop_oneof![
        Just(Portion::Whole),
        (0_u16..500).prop_map(Portion::Piles),
        (0_u16..500).prop_map(Portion::Grabs)
    ];
    (portion, proptest::collection::vec(any_step(), 0..5)).prop_map(|(portion, steps)| Stage {
        portion,
        steps: Procedure::whole(&steps).stages.remove(0).steps,
    })
}

proptest! {
    #[test]
    fn whatever_is_done_the_cards_are_the_same(
        stages in proptest::collection::vec(any_stage(), 0..5), cards in 0_u16..450, seed: u64,
    ) {
        let stack = shuffled(&Procedure { stages }, cards, &mut Seeder::new(seed).shoe(0));
        let mut places: Vec<u16> = stack.iter().copied().map(Mark::place).collect();
        places.sort_unstable();
        prop_assert!(places.into_iter().eq(0..cards));
    }

    #[test]
    fn damaged_notation_never_panics(text in "[a-z0-9 ,;:.%x]{0,40}", cut in 0_usize..60) {
        let _ = parse(&source(&text), EIGHT_DECKS);
        let good = "plug 14; grabs of 1 deck: riffle x2, strip 5; lace 1 deck by 3; then wash 50%, cut";
        let _ = parse(&source(&good[..cut.min(good.len())]), Cards { all: 7, ..EIGHT_DECKS });
    }
}
