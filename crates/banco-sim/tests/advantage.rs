//! Counting by composition against simulated shoes and plain enumeration.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "tests may panic"
)]

mod support;

use std::sync::atomic::{AtomicBool, AtomicU64};

use banco_odds::{CountTable, Deals, DrawTable, FiveRule, Question, Shoe, sheets};
use banco_sim::advantage::betting::{Betting, called, kelly, ruin_at_kelly};
use banco_sim::advantage::exact::{Bettor, ExactBetting, ExactError, exact};
use banco_sim::advantage::starts::starts;
use banco_sim::advantage::{Advantage, all_rows};
use banco_sim::run::{Manner, Simulation};
use banco_sim::settlement::Settlement;
use banco_sim::setup::wager;
use banco_sim::shoe::{End, ShoeChoices, ShoeRules};
use banco_sim::simd::Level;
use banco_sim::study::bets::{BetRule, BetStudy};
use banco_sim::study::count::{CountBy, CountSystem};
use banco_sim::study::edges::EdgeStudy;
use banco_sim::study::perfect::Perfect;
use banco_sim::study::{BurnSeen, Studies};
use banco_sim::tally::Tally;
use support::terms;

struct Game {
    simulation: Simulation,
    advantage: Advantage,
}

/// A wager at a table of Colorado's EZ Baccarat, counted both ways.
fn game(name: &str, tags: &str, behind: u16, seen: BurnSeen) -> Game {
    let terms = terms("co-rule-28", "ez").opened();
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let shoe = Shoe::from_pack(&terms.pack());
    let deals = Deals::new(shoe.clone(), draw.clone()).unwrap();
    let settlement =
        Settlement::new(vec![wager(&terms, &deals, &name.parse().unwrap(), None).unwrap()]).unwrap();
    let choices = ShoeChoices { end: End::CutCard { behind, further: 1 }, ..ShoeChoices::from_terms(&terms) };
    let rules = ShoeRules::new(&terms, &draw, choices).unwrap();
    let judge = &settlement.judges()[0];
    let tables = [judge.table()];
    let question = Question::new(&tables, &judge.wager.seat, &judge.wager.suits);
    let table = CountTable::new(&question, (&shoe, &draw), tags.parse().unwrap()).unwrap();
    let gains = judge.outcomes.iter().map(|outcome| outcome.gain as f64 / judge.fraction as f64).collect();
    let advantage = Advantage::new(&all_rows(&table), &starts(&rules, seen), gains, rules.deck());
    Game { simulation: Simulation { rules, settlement, seed: 11, session: 1 }, advantage }
}

fn simulated(game: &Game, studies: &Studies, shoes: u64) -> Tally {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let manner = Manner { threads: 2, level: Level::best(), stop: &stop, done: &done };
    game.simulation.run_with(studies, 0..shoes, manner).0
}

#[test]
fn composition_and_simulation_agree() {
    let shoes = 100_000;
    for (name, tags, behind, seen) in [
        ("dragon-7", "4567=-1 89=+2", 14, BurnSeen::None),
        ("panda-8", "A2=+1 345=-2 67=-1 8=-2 9=+4 T=+1", 60, BurnSeen::First),
        ("banker", "A23=+1 4=+2 57=-1 6=-2", 14, BurnSeen::All),
    ] {
        let game = game(name, tags, behind, seen);
        let system = CountSystem::parse(&format!("{tags}; true 0; x")).unwrap().0;
        let studies =
            Studies { edges: vec![EdgeStudy { wager: 0, system, burn_seen: seen }], ..Studies::default() };
        let tally = simulated(&game, &studies, shoes);
        let fraction = game.simulation.settlement.judges()[0].fraction as f64;
        let rows = &tally.studies.edges[0].rows;
        let all: u64 = rows.iter().map(|row| row.rounds).sum();
        let counted: f64 = game.advantage.marks.iter().map(|mark| mark.rounds()).sum();
        assert!((all as f64 / shoes as f64 - counted).abs() < 0.02, "{name}: {all} {counted}");
        for bucket in game.advantage.by_count(CountBy::True) {
            let rounds: f64 = bucket.outcomes.iter().sum();
            let Some(row) =
                rows.iter().find(|row| row.true_count == bucket.from).filter(|row| row.rounds > 5000)
            else {
                assert!(rounds * (shoes as f64) < 8000.0, "{name} {} is not met", bucket.from);
                continue;
            };
            // Rounds of a shoe stay at a count together, so their number strays more than by single rounds.
            let share = row.rounds as f64 / shoes as f64;
            assert!((share / rounds - 1.0).abs() < 0.05, "{name} {}: {share} {rounds}", bucket.from);
            let (mean, square) = game.advantage.moments(&bucket.outcomes);
            let found = row.sum as f64 / fraction / row.rounds as f64;
            let error = ((square - mean * mean) / row.rounds as f64).sqrt();
            assert!((found - mean).abs() < 4.5 * error, "{name} {}: {found} {mean} {error}", bucket.from);
        }
    }
}

/// Eliot Jacobson gives 0.597 units a shoe for his Dragon 7 count and 0.237 for his Panda 8 count with 14 cards behind the
/// cut card, from a hundred million shoes each ("Co-Card Counting the Dragon and Panda Side Bets in EZ Baccarat",
/// 888casino.com).
#[test]
fn published_units_a_shoe() {
    for (name, tags, units) in
        [("dragon-7", "4567=-1 89=+2", 0.597), ("panda-8", "A2=+1 345=-2 67=-1 8=-2 9=+4 T=+1", 0.237)]
    {
        let game = game(name, tags, 14, BurnSeen::None);
        let trigger = game.advantage.best_trigger(CountBy::True).unwrap();
        let betting = |at: i64| {
            let advantage = &game.advantage;
            advantage.betting(|mark| f64::from(u8::from(advantage.hundredths(mark, CountBy::True) >= at)))
        };
        let best = betting(i64::from(trigger));
        assert!((best.won - units).abs() < 0.02, "{name}: {} {units}", best.won);
        // Neither a lower nor a higher trigger brings more.
        for other in [-200, -50, -1, 1, 50, 200] {
            assert!(betting(i64::from(trigger) + other).won <= best.won + 1e-12, "{name} {other}");
        }
        let system = CountSystem::new(tags.parse().unwrap(), CountBy::True, trigger);
        let bets = BetStudy { wager: 0, rule: BetRule::Count(system), burn_seen: BurnSeen::None };
        let tally = simulated(&game, &Studies { bets: vec![bets], ..Studies::default() }, 100_000);
        let (bets, results) = (&tally.studies.bets[0].bets, &tally.studies.bets[0].results);
        let mean = |sum: i128| sum as f64 / 100_000.0;
        let error = (mean(results.sum_of_squares()) / 100_000.0).sqrt();
        assert!(
            (mean(bets.sum()) / best.bets - 1.0).abs() < 0.02,
            "{name}: {} {}",
            mean(bets.sum()),
            best.bets
        );
        assert!((mean(results.sum()) - best.won).abs() < 4.0 * error, "{name}: {}", mean(results.sum()));
    }
}

#[test]
fn figures_of_betting() {
    // A coin that wins 51 times in 100, bet on in each of 100 rounds.
    let coin = Betting { rounds: 100.0, bets: 100.0, wagered: 100.0, won: 2.0, squares: 100.0 };
    let variance = 1.0 - 0.0004;
    assert!((coin.edge() - 0.02).abs() < 1e-15 && (coin.hundred().0 - 2.0).abs() < 1e-12);
    assert!((coin.n0().unwrap() - variance / 0.0004).abs() < 1e-9);
    assert!((coin.score() - 1e6 / coin.n0().unwrap()).abs() < 1e-9);
    // At full Kelly's unit the chance of ruin is that of the standard, and SCORE is what a hundred rounds win.
    let unit = coin.kelly_unit() * 10_000.0;
    assert!((coin.risk_of_ruin(10_000.0 / unit) - 0.1353).abs() < 5e-5);
    assert!((ruin_at_kelly(1.0) - 0.1353).abs() < 5e-5 && (ruin_at_kelly(0.5) - 0.0183).abs() < 5e-5);
    assert!((unit * coin.hundred().0 - coin.score()).abs() < 1e-9);
    // Two outcomes have the textbook stake, edge over odds.
    let stake = kelly(&[0.026, 0.974], &[40.0, -1.0]);
    assert!((stake - (0.026 * 40.0 - 0.974) / 40.0).abs() < 1e-12, "{stake}");
    assert_eq!(kelly(&[0.5, 0.5], &[1.0, -1.0]), 0.0);
    // Several outcomes: nothing near grows faster.
    let (chances, gains) = ([0.01, 0.05, 0.3, 0.64], [30.0, 6.0, 0.0, -1.0]);
    let growth = |stake: f64| -> f64 {
        chances.iter().zip(&gains).map(|(chance, gain)| chance * (1.0 + stake * gain).ln()).sum()
    };
    let best = kelly(&[0.02, 0.10, 0.6, 1.28], &gains);
    assert!(best == 0.0 && growth(1e-3) < 0.0);
    let chances = [0.02, 0.08, 0.3, 0.6];
    let growth = |stake: f64| -> f64 {
        chances.iter().zip(&gains).map(|(chance, gain)| chance * (1.0 + stake * gain).ln()).sum()
    };
    let best = kelly(&chances, &gains);
    assert!(best > 0.0 && growth(best) > growth(best * 0.99) && growth(best) > growth(best * 1.01));
    // With two tables one is hot as often as either is.
    assert!((called(0.1, 2) - 0.19).abs() < 1e-12 && (called(0.1, 1) - 0.1).abs() < 1e-12);
}

/// Fixed rounds without burn: the places where rounds begin, one by one.
#[test]
fn rounds_begin_where_they_can() {
    let terms = terms("co-rule-28", "ez").opened();
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let rules = |end, free_hands| {
        let choices = ShoeChoices { decks: 8, end, burn: false, free_hands };
        ShoeRules::new(&terms, &draw, choices).unwrap()
    };
    let sum = |starts: &[f64]| starts.iter().sum::<f64>();
    let three = starts(&rules(End::Rounds(3), 0), BurnSeen::None);
    assert!((sum(&three) - 3.0).abs() < 1e-12 && (three[416] - 1.0).abs() < 1e-12);
    assert!((sum(&three[404..=408]) - 1.0).abs() < 1e-12 && three[413] == 0.0);
    assert!((sum(&starts(&rules(End::Rounds(3), 1), BurnSeen::None)) - 2.0).abs() < 1e-12);
    // The cut card behind the fourth card: the first round ends at it or brings it out, and so the second.
    let short = starts(&rules(End::CutCard { behind: 412, further: 0 }, 0), BurnSeen::None);
    assert!((short[416] - 1.0).abs() < 1e-12 && short[412] > 0.37 && short[412] < 0.39);
    assert!((sum(&short) - 1.0 - short[412]).abs() < 1e-12);
    let longer = starts(&rules(End::CutCard { behind: 412, further: 1 }, 0), BurnSeen::None);
    assert!((sum(&longer) - 2.0 - short[412]).abs() < 1e-12);
}

/// A table at which shoes end after so many rounds, or by a cut card.
fn short(name: &str, decks: u8, end: End, burn: bool) -> (Simulation, DrawTable) {
    let terms = terms("co-rule-28", "ez").opened();
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let deals = Deals::new(Shoe::full(u16::from(decks)), draw.clone()).unwrap();
    let made = wager(&terms, &deals, &name.parse().unwrap(), None).unwrap();
    let settlement = Settlement::new(vec![made]).unwrap();
    let choices = ShoeChoices { decks, end, burn, ..ShoeChoices::from_terms(&terms) };
    let rules = ShoeRules::new(&terms, &draw, choices).unwrap();
    (Simulation { rules, settlement, seed: 3, session: 1 }, draw)
}

fn exactly(
    (simulation, draw): &(Simulation, DrawTable),
    seen: BurnSeen,
    bettors: &[Bettor<'_>],
) -> Result<Vec<ExactBetting>, ExactError> {
    let gain = simulation.settlement.judges()[0].gain(draw).unwrap();
    exact(&simulation.rules, seen, &gain, bettors)
}

/// Whatever came before, the next round by itself is as good as the first.
#[test]
fn whoever_always_bets_loses_the_same_in_every_round() {
    let first = |name, decks| {
        exactly(&short(name, decks, End::Rounds(1), false), BurnSeen::None, &[&|_, _| 1.0]).unwrap()[0]
    };
    for (name, decks, rounds, burn, seen) in [
        ("dragon-7", 8, 2, true, BurnSeen::None),
        ("dragon-7", 8, 2, true, BurnSeen::First),
        ("tie", 8, 1, true, BurnSeen::All),
        ("banker", 6, 2, false, BurnSeen::None),
    ] {
        let game = short(name, decks, End::Rounds(rounds), burn);
        let found = exactly(&game, seen, &[&|_, _| 1.0, &|_, _| 0.0]).unwrap();
        let one = first(name, decks);
        assert!((one.won + game.0.settlement.judges()[0].wager.sheet.house_edge()).abs() < 1e-12, "{name}");
        assert!((found[0].won - f64::from(rounds) * one.won).abs() < 1e-11, "{name}: {found:?} {one:?}");
        assert!(
            (found[0].rounds - f64::from(rounds)).abs() < 1e-11
                && (found[0].bets - found[0].rounds).abs() < 1e-11
        );
        assert_eq!((found[1].bets, found[1].won), (0.0, 0.0));
    }
}

/// The second round of one deck, after every order of the first: a million of them, each valued by its sheet.
#[test]
fn two_rounds_of_one_deck_are_those_of_every_order() {
    let game = short("dragon-7", 1, End::Rounds(2), false);
    let (simulation, draw) = &game;
    let judge = &simulation.settlement.judges()[0];
    let terms = terms("co-rule-28", "ez").opened();
    let tables = std::slice::from_ref(judge.table());
    let full: [u16; 10] = std::array::from_fn(|value| if value == 0 { 16 } else { 4 });
    let mut values = std::collections::HashMap::new();
    let mut value = |left: [u16; 10]| {
        *values.entry(left).or_insert_with(|| {
            let deals = Deals::new(Shoe::from_counts(&left).unwrap().0, draw.clone()).unwrap();
            -sheets(&terms, &deals, tables, &judge.wager.seat, &[]).unwrap()[0].house_edge()
        })
    };
    // More nines and eights than fours to sevens among the cards seen.
    let bets = |left: &[u16; 10]| {
        let seen = |value: usize| full[value] - left[value];
        seen(8) + seen(9) > (4..8).map(seen).sum()
    };
    let (mut won, mut made) = (0.0, 0.0);
    for number in 0..1_000_000_u32 {
        let six: [u8; 6] =
            std::array::from_fn(|at| u8::try_from(number / 10_u32.pow(at as u32) % 10).unwrap());
        let cards = six.map(|value| {
            let rank = banco_cards::Rank::from_number(value).unwrap_or(banco_cards::Rank::King);
            banco_cards::Card::new(rank, banco_cards::Suit::Spades)
        });
        let taken = usize::from(simulation.rules.round_of(cards).0.taken());
        if six[taken..].iter().any(|value| *value != 0) {
            continue;
        }
        let (mut left, mut chance) = (full, 1.0);
        for (gone, value) in six[..taken].iter().enumerate() {
            chance *= f64::from(left[usize::from(*value)]) / (52.0 - gone as f64);
            if chance == 0.0 {
                break;
            }
            left[usize::from(*value)] -= 1;
        }
        if chance > 0.0 && bets(&left) {
            made += chance;
            won += chance * value(left);
        }
    }
    let found = exactly(&game, BurnSeen::None, &[&|left, _| f64::from(u8::from(bets(left)))]).unwrap()[0];
    assert!(made > 0.1);
    assert!((found.bets - made).abs() < 1e-11 && (found.won - won).abs() < 1e-11, "{found:?} {made} {won}");
}

/// Cut cards and burnt cards, beside shoes that are dealt.
#[test]
fn exact_shoes_and_dealt_shoes_agree() {
    let shoes = 200_000;
    for (end, burn, seen) in [
        (End::CutCard { behind: 47, further: 0 }, false, BurnSeen::None),
        (End::CutCard { behind: 49, further: 1 }, false, BurnSeen::None),
        (End::Rounds(2), true, BurnSeen::First),
        (End::Rounds(1), true, BurnSeen::All),
    ] {
        let game = short("dragon-7", 1, end, burn);
        let perfect = Perfect::new(&game.0.settlement.judges()[0], &game.1, &game.0.rules, 0).unwrap();
        let study = BetStudy { wager: 0, rule: BetRule::Perfect(perfect), burn_seen: seen };
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let manner = Manner { threads: 2, level: Level::best(), stop: &stop, done: &done };
        let studies = Studies { bets: vec![study], ..Studies::default() };
        let tally = game.0.run_with(&studies, 0..shoes, manner).0.studies.bets.remove(0);
        let found = exactly(&game, seen, &[&|_, value| f64::from(u8::from(value > 0.0))]).unwrap()[0];
        let mean = |sum: f64| sum / shoes as f64;
        assert!(
            (mean(tally.rounds as f64) - found.rounds).abs() < 0.006,
            "{end:?}: {} {found:?}",
            tally.rounds
        );
        assert!((mean(tally.bets.sum() as f64) - found.bets).abs() < 0.008, "{end:?}: {found:?}");
        assert!((mean(tally.value as f64 * 1e-12) - found.won).abs() < 0.005, "{end:?}: {found:?}");
    }
}

#[test]
fn too_many_shoes_are_refused() {
    let whole = short("dragon-7", 8, End::CutCard { behind: 14, further: 1 }, false);
    let error = exactly(&whole, BurnSeen::None, &[&|_, _| 1.0]).unwrap_err();
    assert_eq!(error, ExactError::TooLarge(3));
    assert_eq!(error.code(), "too_large");
}

/// What composition takes to be independent, by how much it is off: units in two rounds of one deck and of eight.
#[test]
fn composition_is_off_by_little() {
    for (decks, trigger, within) in [(1_u8, 4, 5e-4), (8, 1, 1e-4)] {
        let system = CountSystem::parse(&format!("4567=-1 89=+2; true {trigger}; x")).unwrap().0;
        let game = short("dragon-7", decks, End::Rounds(2), false);
        let (rules, judge) = (&game.0.rules, &game.0.settlement.judges()[0]);
        let tables = [judge.table()];
        let question = Question::new(&tables, &judge.wager.seat, &judge.wager.suits);
        let shoe = Shoe::full(u16::from(decks));
        let table = CountTable::new(&question, (&shoe, &game.1), *system.tags()).unwrap();
        let advantage = Advantage::new(
            &all_rows(&table),
            &starts(rules, BurnSeen::None),
            judge.outcomes.iter().map(|outcome| outcome.gain as f64 / judge.fraction as f64).collect(),
            rules.deck(),
        );
        let counted = advantage
            .betting(|mark| f64::from(u8::from(system.bets(mark.running, mark.unseen, rules.deck()))));
        let full = rules.values();
        let by_count = |left: &[u16; 10], _: f64| {
            let seen = |value: usize| i64::from(full[value]) - i64::from(left[value]);
            let running = 2 * (seen(8) + seen(9)) - (4..8).map(seen).sum::<i64>();
            f64::from(u8::from(system.bets(running, left.iter().sum(), rules.deck())))
        };
        let found = exactly(&game, BurnSeen::None, &[&by_count]).unwrap()[0];
        let told = format!(
            "{decks} decks: {} {} bets, {} {} units",
            counted.bets, found.bets, counted.won, found.won
        );
        assert!((counted.rounds - found.rounds).abs() < 1e-9 && found.bets > 0.0, "{told}");
        assert!((counted.won - found.won).abs() < within, "{told}");
        assert!((counted.won - found.won).abs() > 1e-12, "{told}");
    }
}
