//! The literal enumerator: the base game, Tie, Dragon 7 and Panda 8 over unordered pairs of point values, written apart
//! from the counting. The same as `yardstick/literal.cpp`.
#![allow(clippy::needless_range_loop, reason = "plain loops, the same as in C++")]

/// Player, Banker, Tie, three-card 7 and three-card 8 wins.
pub type Counts = [u64; 5];

fn banker_draws(banker: usize, third: usize) -> bool {
    match banker {
        0..=2 => true,
        3 => third != 8,
        4 => (2..=7).contains(&third),
        5 => (4..=7).contains(&third),
        6 => third == 6 || third == 7,
        _ => false,
    }
}

fn add(counts: &mut Counts, player: (usize, usize), banker: (usize, usize), ways: u64) {
    match player.0.cmp(&banker.0) {
        std::cmp::Ordering::Greater => {
            counts[0] += ways;
            counts[4] += if player == (8, 3) { ways } else { 0 };
        }
        std::cmp::Ordering::Less => {
            counts[1] += ways;
            counts[3] += if banker == (7, 3) { ways } else { 0 };
        }
        std::cmp::Ordering::Equal => counts[2] += ways,
    }
}

fn take(left: &mut [u64; 10], value: usize) -> u64 {
    let now = left[value];
    left[value] = now.wrapping_sub(1);
    now
}

fn put_back(left: &mut [u64; 10], value: usize) {
    left[value] = left[value].wrapping_add(1);
}

/// Counts by plain loops.
pub fn enumerate(left: &mut [u64; 10]) -> Counts {
    let mut counts = [0; 5];
    let cards: u64 = left.iter().sum();
    for a in 0..10 {
        for b in a..10 {
            let pair = take(left, a) * take(left, b) * if a == b { 1 } else { 2 };
            for c in 0..10 {
                for d in c..10 {
                    let four = pair * take(left, c) * take(left, d) * if c == d { 1 } else { 2 };
                    if four > 0 {
                        finish(left, cards, ((a + b) % 10, (c + d) % 10), four, &mut counts);
                    }
                    put_back(left, c);
                    put_back(left, d);
                }
            }
            put_back(left, a);
            put_back(left, b);
        }
    }
    counts
}

fn finish(
    left: &mut [u64; 10],
    cards: u64,
    (player, banker): (usize, usize),
    ways: u64,
    counts: &mut Counts,
) {
    if player >= 8 || banker >= 8 || (player >= 6 && banker >= 6) {
        add(counts, (player, 2), (banker, 2), ways * (cards - 4) * (cards - 5));
    } else if player >= 6 {
        for y in 0..10 {
            add(counts, (player, 2), ((banker + y) % 10, 3), ways * left[y] * (cards - 5));
        }
    } else {
        for x in 0..10 {
            let five = ways * take(left, x);
            let drawn = ((player + x) % 10, 3);
            if five > 0 && !banker_draws(banker, x) {
                add(counts, drawn, (banker, 2), five * (cards - 5));
            } else if five > 0 {
                for y in 0..10 {
                    add(counts, drawn, ((banker + y) % 10, 3), five * left[y]);
                }
            }
            put_back(left, x);
        }
    }
}
