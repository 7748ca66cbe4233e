//! How long exact odds take. Beside the fast ways stand plain ones that do the same job, as yardsticks in the same
//! run: `cargo bench -p banco-odds`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a benchmark may fail by panicking")]

use banco_engine::SeatFacts;
use banco_odds::{Deals, DrawTable, FiveRule, Question, Shoe, sheets};
use banco_rulebook::{Library, Offered, PayTable, Terms};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn terms() -> Terms {
    Library::embedded().unwrap().terms("co-rule-28", "default").unwrap().opened()
}

fn offered(terms: &Terms, names: &[&str]) -> Vec<Offered> {
    names.iter().map(|name| terms.offered(&name.parse().unwrap()).unwrap()).collect()
}

/// An eight-deck shoe from which some cards have gone.
fn worn_shoe() -> Shoe {
    let gone = banco_cards::parse_cards("9h 9s 7d Kc Kd 2c 3h 8s Ah 6d 6c Td").unwrap();
    gone.into_iter().fold(Shoe::full(8), |shoe, card| shoe.without(card).unwrap())
}

fn count_wagers(bencher: Bencher<'_, '_>, names: &[&str]) {
    let terms = terms();
    let draw = DrawTable::of(&terms, FiveRule::Draw);
    let offered = offered(&terms, names);
    let seat = SeatFacts::at(&terms, 1, &[]);
    let shoe = worn_shoe();
    bencher.bench_local(|| {
        let deals = Deals::new(black_box(&shoe).clone(), draw.clone()).unwrap();
        for offered in &offered {
            let table = std::slice::from_ref(&offered.table);
            black_box(sheets(&terms, &deals, table, &seat, &offered.suits).unwrap());
        }
    });
}

/// Player, Banker, Tie, Dragon 7 and Panda 8 from one arbitrary shoe.
#[divan::bench]
fn base_game(bencher: Bencher<'_, '_>) {
    count_wagers(bencher, &["player", "banker", "tie", "dragon-7", "panda-8"]);
}

/// The same when the questions have been asked before, as in a batch of shoes.
#[divan::bench]
fn base_game_batched(bencher: Bencher<'_, '_>) {
    let terms = terms();
    let draw = DrawTable::of(&terms, FiveRule::Draw);
    let offered = offered(&terms, &["player", "banker", "tie", "dragon-7", "panda-8"]);
    let seat = SeatFacts::at(&terms, 1, &[]);
    let tables: Vec<[&PayTable; 1]> = offered.iter().map(|offered| [&offered.table]).collect();
    let questions: Vec<Question<'_>> =
        tables.iter().map(|tables| Question::new(tables, &seat, &[])).collect();
    let shoe = worn_shoe();
    bencher.bench_local(|| {
        let deals = Deals::new(black_box(&shoe).clone(), draw.clone()).unwrap();
        questions.iter().for_each(|question| drop(black_box(deals.count(question).unwrap())));
    });
}

/// The yardstick: the same by ordered loops over values with early stop.
#[divan::bench(sample_count = 10)]
fn base_game_by_plain_loops(bencher: Bencher<'_, '_>) {
    let shoe = worn_shoe();
    let mut left = [0_u64; 10];
    for rank in banco_cards::Rank::ALL {
        for suit in banco_cards::Suit::ALL {
            left[usize::from(rank.points().get())] += shoe.count(rank, suit);
        }
    }
    bencher.bench_local(|| black_box(plain_loops(black_box(left))));
}

/// Wagers that look at suits of finished hands.
#[divan::bench(sample_count = 20)]
fn suits_of_hands(bencher: Bencher<'_, '_>) {
    count_wagers(
        bencher,
        &["sun-7-progressive:PT-PRG-S7-01", "fate-38:PT-PRG-F38-01", "ez-baccarat-progressive:1"],
    );
}

/// Wagers that look at the first four cards, card by card.
#[divan::bench(sample_count = 20)]
fn first_four_cards(bencher: Bencher<'_, '_>) {
    count_wagers(bencher, &["perfect-pair", "99-fortunes:P5"]);
}

fn plain_loops(mut left: [u64; 10]) -> [u64; 3] {
    let mut sums = [0; 3];
    let mut six = [0; 6];
    deal(0, 1, &mut left, &mut six, &mut sums);
    sums
}

fn deal(at: usize, ways: u64, left: &mut [u64; 10], six: &mut [usize; 6], sums: &mut [u64; 3]) {
    let total = |a: usize, b: usize| (six[a] + six[b]) % 10;
    if at >= 4 {
        let (player, banker) = (total(0, 2), total(1, 3));
        let natural = player > 7 || banker > 7;
        let player_draws = !natural && player < 6;
        let third = player_draws.then_some(six[4]);
        let banker_draws = |third: Option<usize>| match (third, banker) {
            (None, _) => banker < 6,
            (Some(_), 0..=2) => true,
            (Some(third), 3) => third != 8,
            (Some(third), 4) => (2..8).contains(&third),
            (Some(third), 5) => (4..8).contains(&third),
            (Some(third), 6) => third == 6 || third == 7,
            _ => false,
        };
        let done = at == 6
            || natural
            || (at == 4 && !player_draws && !banker_draws(None))
            || (at == 5 && (!player_draws || !banker_draws(third)));
        if done {
            let player = if player_draws { (player + six[4]) % 10 } else { player };
            let drawn = if player_draws { 5 } else { 4 };
            let banker = if at > drawn { (banker + six[drawn]) % 10 } else { banker };
            let rest = remaining(left, at);
            sums[usize::from(player < banker) + 2 * usize::from(player == banker)] += ways * rest;
            return;
        }
    }
    for value in 0..10 {
        let now = left[value];
        if now > 0 {
            left[value] -= 1;
            six[at] = value;
            deal(at + 1, ways * now, left, six, sums);
            left[value] += 1;
        }
    }
}

/// In how many ways the cards up to six can follow.
fn remaining(left: &[u64; 10], dealt: usize) -> u64 {
    let cards: u64 = left.iter().sum();
    (dealt..6).zip(0..).map(|(_, used): (usize, u64)| cards - used).product()
}
