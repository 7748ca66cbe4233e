//! Exact counts that the whole trade knows.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use banco_engine::SeatFacts;
use banco_money::Percent;
use banco_odds::{
    Cell, Deals, DrawTable, FiveRule, Fraction, Information, Model, Sheet, Shoe, Solution, sheets, solve,
};
use banco_rulebook::{Library, Terms};

fn sheet(rulebook: &str, wager: &str, decks: u16) -> Sheet {
    let library = Library::embedded().unwrap();
    let terms = library.terms(rulebook, "default").unwrap().opened();
    let offered = terms.offered(&wager.parse().unwrap()).unwrap();
    let seat = SeatFacts::at(&terms, 1, &[]);
    let deals = Deals::new(Shoe::full(decks), DrawTable::from_terms(&terms, FiveRule::Draw)).unwrap();
    sheets(&terms, &deals, &[offered.table], &seat, &offered.suits).unwrap().remove(0)
}

fn ways(sheet: &Sheet, line: &str) -> u128 {
    sheet.lines.iter().find(|known| known.name == line).unwrap().ways
}

#[test]
fn eight_decks_of_punto_banco() {
    let player = sheet("co-rule-28", "player", 8);
    assert_eq!(player.total, 4_998_398_275_503_360);
    assert_eq!(ways(&player, "Player wins"), 2_230_518_282_592_256);
    assert_eq!(ways(&player, "Tie"), 475_627_426_473_216);
    let banker = sheet("co-rule-28", "banker", 8);
    assert_eq!(ways(&banker, "Banker wins"), 2_292_252_566_437_888);
    assert!((banker.house_edge() - 0.010_579).abs() < 1e-6, "{}", banker.house_edge());
    assert!((player.house_edge() - 0.012_351).abs() < 1e-6, "{}", player.house_edge());
    let tie = sheet("ma-baccarat", "tie", 8);
    assert!((tie.house_edge() - 0.143_596).abs() < 1e-6, "{}", tie.house_edge());
}

#[test]
fn well_known_side_bets_at_eight_decks() {
    for (rulebook, wager, edge) in [
        ("ma-baccarat", "dragon-7", 0.076_11),
        ("ma-baccarat", "panda-8", 0.101_87),
        ("ma-baccarat", "banker:ez", 0.010_18),
        ("ma-baccarat", "dragon-bonus.player:A", 0.026_52),
        ("ma-baccarat", "dragon-bonus.banker:A", 0.093_73),
        ("co-rule-28", "player-pair", 0.103_61),
        ("co-rule-28", "match-pair.player", 0.103_61),
        ("co-rule-28", "dragon-7", 0.076_11),
    ] {
        let found = sheet(rulebook, wager, 8).house_edge();
        assert!((found - edge).abs() < 1e-5, "{wager}: {found}");
    }
}

/// The reading of the Royale Bonus gives bettors an edge of 11.7 percent, which the player/dealer pays. The fraction
/// was counted by hand from the pairs of two-card hands, apart from the counting.
#[test]
fn the_royale_bonus_costs_the_player_dealer() {
    let (numerator, denominator) = sheet("ca-21st-century", "royale-bonus", 8).mean();
    assert_eq!(
        Fraction::new(numerator.into(), denominator.into()),
        Fraction::new(277_910.into(), 2_365_251.into())
    );
}

/// The base game by plain loops over values, written apart from the counting: Player, Banker, Tie, three-card 7 and
/// three-card 8 wins.
fn plain_enumeration(decks: u128) -> [u128; 5] {
    let mut left = [4 * decks; 10];
    left[0] = 16 * decks;
    let mut sums = [0; 5];
    let mut six = [0_usize; 6];
    fn deal(at: usize, ways: u128, left: &mut [u128; 10], six: &mut [usize; 6], sums: &mut [u128; 5]) {
        if ways == 0 {
            return;
        }
        if at == 6 {
            return judge(ways, six, sums);
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
    fn judge(ways: u128, six: &[usize; 6], sums: &mut [u128; 5]) {
        let [p1, b1, p2, b2, fifth, sixth] = *six;
        let (mut player, mut banker) = ((p1 + p2) % 10, (b1 + b2) % 10);
        let (mut player_cards, mut banker_cards) = (2, 2);
        if player < 8 && banker < 8 {
            let banker_draws = if player <= 5 {
                player = (player + fifth) % 10;
                player_cards = 3;
                match banker {
                    0..=2 => true,
                    3 => fifth != 8,
                    4 => (2..=7).contains(&fifth),
                    5 => (4..=7).contains(&fifth),
                    6 => fifth == 6 || fifth == 7,
                    _ => false,
                }
            } else {
                banker <= 5
            };
            if banker_draws {
                banker = (banker + if player_cards == 3 { sixth } else { fifth }) % 10;
                banker_cards = 3;
            }
        }
        let result = match player.cmp(&banker) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
        };
        sums[result] += ways;
        sums[3] += if result == 1 && banker == 7 && banker_cards == 3 { ways } else { 0 };
        sums[4] += if result == 0 && player == 8 && player_cards == 3 { ways } else { 0 };
    }
    deal(0, 1, &mut left, &mut six, &mut sums);
    sums
}

#[test]
fn one_to_twelve_decks_agree_with_plain_loops() {
    for decks in 1..=12_u16 {
        let [player, banker, tie, dragon, panda] = plain_enumeration(u128::from(decks));
        assert_eq!(ways(&sheet("ma-baccarat", "player", decks), "Player wins"), player, "{decks} decks");
        assert_eq!(
            ways(&sheet("ma-baccarat", "banker:commission", decks), "Banker wins"),
            banker,
            "{decks} decks"
        );
        assert_eq!(ways(&sheet("ma-baccarat", "tie", decks), "Tie"), tie, "{decks} decks");
        assert_eq!(ways(&sheet("ma-baccarat", "dragon-7", decks), "Dragon 7"), dragon, "{decks} decks");
        assert_eq!(ways(&sheet("ma-baccarat", "panda-8", decks), "Panda 8"), panda, "{decks} decks");
    }
}

fn fraction(numerator: i128, denominator: i128) -> Fraction {
    Fraction::new(numerator.into(), denominator.into())
}

fn chemin_de_fer(banker: &str) -> Terms {
    let library = Library::embedded().unwrap();
    let source = &library.submission("ma-chemin-de-fer", "default").unwrap().source;
    let source = source.with_overrides(&[format!("options.banker-draw = \"{banker}\"")]).unwrap();
    library.check(source).terms.unwrap()
}

fn solved(banker: &str, model: &Model, vigorish: u32) -> Solution {
    let vigorish = Percent::from_hundredths(100 * vigorish);
    solve(&chemin_de_fer(banker), model, Information::default(), vigorish).unwrap().unwrap()
}

/// Kemeny and Snell's game: cards with replacement, a Banker who may choose, no vigorish.
#[test]
fn the_classical_equilibrium_of_chemin_de_fer() {
    let solution = solved("optional", &Model::WithReplacement, 0);
    assert_eq!(solution.draws_by_count(), Some(&fraction(9, 11)));
    let six = solution
        .banker_draws
        .iter()
        .find(|(cell, _)| *cell == Cell { banker: 6, cards: None, third: None })
        .unwrap();
    assert_eq!(six.1, fraction(859, 2288));
    assert_eq!(solution.player_gain, fraction(-679_568, 53_094_899));
    assert_eq!(solution.banker_gain, fraction(679_568, 53_094_899));
}

/// Against a bound Banker the choice on five is a plain comparison, and it must agree with counting both ways.
#[test]
fn a_bound_banker_leaves_a_plain_comparison() {
    let solution = solved("bound", &Model::Shoe(Shoe::full(6)), 5);
    let terms = chemin_de_fer("bound").opened();
    let offered = terms.offered(&"player".parse().unwrap()).unwrap();
    let gain = |five| {
        let deals = Deals::new(Shoe::full(6), DrawTable::from_terms(&terms, five)).unwrap();
        let table = std::slice::from_ref(&offered.table);
        let (numerator, denominator) =
            sheets(&terms, &deals, table, &SeatFacts::default(), &[]).unwrap()[0].mean();
        fraction(numerator, denominator)
    };
    let (draw, stand) = (gain(FiveRule::Draw), gain(FiveRule::Stand));
    assert_eq!(solution.draws_by_count(), Some(&fraction(i128::from(draw > stand), 1)));
    assert_eq!(solution.player_gain, draw.max(stand));
    assert!(solution.banker_draws.is_empty());
}

/// With and without vigorish there is an equilibrium of frequencies; without it what one side gains the other loses.
#[test]
fn equilibria_are_sound_at_every_rate() {
    let (never, always) = (fraction(0, 1), fraction(1, 1));
    for vigorish in [0, 4, 5] {
        let solution = solved("optional", &Model::Shoe(Shoe::full(6)), vigorish);
        let frequencies =
            solution.banker_draws.iter().map(|(_, draws)| draws).chain(solution.draws_by_count());
        for frequency in frequencies {
            assert!(*frequency >= never && *frequency <= always, "{solution:?}");
        }
        assert_eq!(solution.banker_draws.len(), 3, "{solution:?}");
        let sum = &solution.banker_gain + &solution.player_gain;
        assert_eq!(sum == never, vigorish == 0, "{solution:?}");
        assert!(sum <= never, "{solution:?}");
    }
}
