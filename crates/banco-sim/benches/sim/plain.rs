//! The yardstick: a plain simulator, as one would write it in an afternoon. xoshiro256++, Fisher-Yates over whole decks,
//! bounded draws by one multiplication with rejection, the drawing rule as `match`, one coup after the other.

use banco_sim::rng::{Seeder, SimRng};

/// Rounds, and Player wins, Banker wins and ties.
pub fn base(shoes: u64) -> (u64, [u64; 3]) {
    let mut rng = Seeder::new(1).shoe(0);
    let mut deck: Vec<u8> =
        (0..416).map(|card| if card % 13 >= 9 { 0 } else { card as u8 % 13 + 1 }).collect();
    let mut counts = [0; 3];
    for _ in 0..shoes {
        shuffle(&mut deck, &mut rng);
        play(
            &deck,
            |value| value,
            |player, banker, _| {
                counts[match player.cmp(&banker) {
                    std::cmp::Ordering::Greater => 0,
                    std::cmp::Ordering::Less => 1,
                    std::cmp::Ordering::Equal => 2,
                }] += 1;
            },
        );
    }
    (counts.iter().sum(), counts)
}

/// The same with suits and fourteen wagers settled: rounds, and what each wager has gained in twentieths.
pub fn wagers(shoes: u64) -> (u64, [i64; 14]) {
    let mut rng = Seeder::new(1).shoe(0);
    let mut deck: Vec<u8> = (0..416).map(|card| (card % 52) as u8).collect();
    let value = |card: u8| if card % 13 >= 9 { 0 } else { card % 13 + 1 };
    let (mut rounds, mut gains) = (0, [0; 14]);
    for _ in 0..shoes {
        shuffle(&mut deck, &mut rng);
        play(&deck, value, |player, banker, coup| {
            rounds += 1;
            settle(player, banker, coup, &mut gains);
        });
    }
    (rounds, gains)
}

/// A coup as dealt: the first four cards, and the third cards.
pub struct Coup {
    four: [u8; 4],
    thirds: [Option<u8>; 2],
}

fn settle(player: u8, banker: u8, coup: &Coup, gains: &mut [i64; 14]) {
    let (wins, loses, tie) = (player > banker, player < banker, player == banker);
    let pays = |won: bool, odds: i64| if won { 20 * odds } else { -20 };
    let pushes = |tie: bool, otherwise: i64| if tie { 0 } else { otherwise };
    let [a, b, c, d] = coup.four;
    let natural = [a, b, c, d].len() == 4 && coup.thirds == [None, None] && (player > 7 || banker > 7);
    let three_cards = coup.thirds.map(|third| third.is_some());
    let cards = 4 + three_cards.iter().filter(|drew| **drew).count();
    let bonus = |mine: u8, theirs: u8| match mine.saturating_sub(theirs) {
        _ if mine > theirs && natural => 20,
        9 => 600,
        8 => 200,
        7 => 120,
        6 => 80,
        5 => 40,
        4 => 20,
        0 if mine == theirs && natural => 0,
        _ => -20,
    };
    let pair = |one: u8, other: u8| one % 13 == other % 13;
    let suit = |card: u8| card / 13;
    let hand_suited = |one: u8, other: u8, third: Option<u8>| {
        suit(one) == suit(other) && third.is_none_or(|third| suit(third) == suit(one))
    };
    let all_suited =
        hand_suited(a, c, coup.thirds[0]) && hand_suited(b, d, coup.thirds[1]) && suit(a) == suit(b);
    let dragon = loses && banker == 7 && three_cards[1];
    let panda = wins && player == 8 && three_cards[0];
    let new = [
        pushes(tie, pays(wins, 1)),
        pushes(tie, if loses { 19 } else { -20 }),
        pays(tie, 8),
        bonus(player, banker),
        bonus(banker, player),
        pays(pair(a, c), 11),
        pays(pair(b, d), 11),
        pays(a == c || b == d, 25),
        pays(dragon, 40),
        pays(panda, 25),
        pays(cards == 4, 1),
        pays(cards > 4, 0),
        pays(dragon && hand_suited(b, d, coup.thirds[1]), 200),
        pays(tie && all_suited, 1000),
    ];
    gains.iter_mut().zip(new).for_each(|(sum, gain)| *sum += gain);
}

fn shuffle(deck: &mut [u8], rng: &mut SimRng) {
    for last in (1..deck.len()).rev() {
        let other = below(last as u32 + 1, rng) as usize;
        deck.swap(last, other);
    }
}

fn below(bound: u32, rng: &mut SimRng) -> u32 {
    let mut product = (rng.next_word() >> 32) * u64::from(bound);
    if (product as u32) < bound {
        let least = bound.wrapping_neg() % bound;
        while (product as u32) < least {
            product = (rng.next_word() >> 32) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// Deals out a shoe with burn and cut card, one more round after it shows.
fn play(deck: &[u8], value: impl Fn(u8) -> u8, mut round: impl FnMut(u8, u8, &Coup)) {
    let cut = deck.len() - 14;
    let first = value(deck[0]);
    let mut at = 1 + if first == 0 { 10 } else { usize::from(first) };
    let mut last = false;
    loop {
        let four = [deck[at], deck[at + 1], deck[at + 2], deck[at + 3]];
        at += 4;
        let mut player = (value(four[0]) + value(four[2])) % 10;
        let mut banker = (value(four[1]) + value(four[3])) % 10;
        let mut thirds = [None, None];
        if player < 8 && banker < 8 {
            if player < 6 {
                thirds[0] = Some(deck[at]);
                player = (player + value(deck[at])) % 10;
                at += 1;
            }
            if banker_draws(banker, thirds[0].map(&value)) {
                thirds[1] = Some(deck[at]);
                banker = (banker + value(deck[at])) % 10;
                at += 1;
            }
        }
        round(player, banker, &Coup { four, thirds });
        if last {
            break;
        }
        last = at > cut;
    }
}

fn banker_draws(banker: u8, third: Option<u8>) -> bool {
    match (third, banker) {
        (None, _) => banker < 6,
        (Some(_), 0..=2) => true,
        (Some(third), 3) => third != 8,
        (Some(third), 4) => (2..8).contains(&third),
        (Some(third), 5) => (4..8).contains(&third),
        (Some(third), 6) => third == 6 || third == 7,
        _ => false,
    }
}
