//! Two wagers together, against literal dealing judged by the independent twin.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "by_twin/mod.rs"]
mod by_twin;
#[path = "small/mod.rs"]
mod small;

use std::collections::BTreeMap;

use banco_cards::Card;
use banco_engine::SeatFacts;
use banco_odds::{DrawTable, FiveRule, Fraction, correlation};
use banco_rulebook::{Terms, WagerName};
use by_twin::{coups, plain, twin, twin_seat};

const SHOES: [&str; 2] = ["7h 2c Kd 5s 8d 9h Ac", "Ks 9h Ks 9h 8s 8s 3s"];

/// The base wagers on the hands, as the rulebooks call them.
fn base(rulebook: &str) -> [(&'static str, &'static str); 2] {
    match rulebook {
        "ca-21st-century" => [("player-line", ""), ("dealer-line", "")],
        "ma-chemin-de-fer" => [("player", ""), ("banker", "")],
        _ => [("player", ""), ("banker", "commission")],
    }
}

#[test]
fn joint_lines_equal_those_of_literal_dealing() {
    let mut terms: BTreeMap<&str, Terms> = BTreeMap::new();
    for text in SHOES {
        let cards = small::cards(text);
        let coups = coups(&small::orders(&cards, 6));
        // One pay table of each wager and side: the lines of the others are the same conditions again.
        let mut seen: Vec<(&str, &str, Option<&str>)> = Vec::new();
        for (rulebook, wager, side, paytable) in twin::every_wager() {
            if seen.contains(&(rulebook, wager, side)) || rulebook == "ma-midi" {
                continue;
            }
            seen.push((rulebook, wager, side));
            let terms = terms.entry(rulebook).or_insert_with(|| small::terms(rulebook, "default"));
            for other in base(rulebook) {
                compare(terms, &cards, &coups, (rulebook, wager, side, paytable), other);
            }
        }
    }
}

fn compare(
    terms: &Terms,
    cards: &[Card],
    coups: &[twin::Coup],
    (rulebook, wager, side, paytable): (&str, &str, Option<&str>, &str),
    (base, base_table): (&str, &str),
) {
    let name = |id: &str, side: Option<&str>, paytable: &str| WagerName {
        id: id.to_owned(),
        side: side.map(str::to_owned),
        paytable: (!paytable.is_empty()).then(|| paytable.to_owned()),
    };
    let one = terms.offered(&name(wager, side, paytable)).unwrap();
    let Ok(other) = terms.offered(&name(base, None, base_table)) else {
        panic!("no {base}:{base_table} in {rulebook}");
    };
    let seat = SeatFacts::at(terms, 1, &[]);
    let twin_seat = twin_seat(&seat);
    let line = |wager: &str, side: Option<&str>, paytable: &str, coup: &twin::Coup| {
        let verdict = twin::judge(rulebook, wager, side, paytable, coup, &twin_seat, false).unwrap();
        verdict.map(|verdict| plain(verdict.line))
    };
    let mut wanted: BTreeMap<[Option<String>; 2], u128> = BTreeMap::new();
    for coup in coups {
        let key = [line(wager, side, paytable, coup), line(base, None, base_table, coup)];
        *wanted.entry(key).or_default() += 1;
    }
    let cards_left = (&small::shoe(cards), &DrawTable::from_terms(terms, FiveRule::Draw));
    let found = correlation(terms, cards_left, [&one.table, &other.table], &seat, &one.suits).unwrap();
    let loses = |name: &String| {
        one.table.lines.iter().any(|line| line.name == *name && line.pay == banco_money::Pay::Loss)
    };
    let mut counted: BTreeMap<[Option<String>; 2], u128> = BTreeMap::new();
    for line in &found.joint {
        let [first, second] = &line.lines;
        let first = first.as_ref().filter(|name| !loses(name)).map(|name| plain(name));
        *counted.entry([first, second.as_ref().map(|name| plain(name))]).or_default() += line.ways;
    }
    assert_eq!(counted, wanted, "{rulebook} {wager} {side:?} {paytable} with {base} from {cards:?}");
}

#[test]
fn player_and_banker_pull_against_each_other() {
    let terms = small::terms("co-rule-28", "default");
    let deals = (&banco_odds::Shoe::full(8), &DrawTable::from_terms(&terms, FiveRule::Draw));
    let [player, banker] = ["player", "banker:commission"].map(|name| small::offered(&terms, name).table);
    let seat = SeatFacts::default();
    let found = correlation(&terms, deals, [&player, &banker], &seat, &[]).unwrap();
    // Of 4,998,398,275,503,360 deals the Player wins 2,230,518,282,592,256 and the Banker 2,292,252,566,437,888.
    let share = |ways: u64, all: u64| Fraction::new(ways.into(), all.into());
    let all = 4_998_398_275_503_360;
    let (p, b) = (share(2_230_518_282_592_256, all), share(2_292_252_566_437_888, all));
    let kept = share(19, 20);
    assert_eq!(found.means, [&p - &b, &kept * &b - &p]);
    let product = -(&p + &kept * &b);
    assert_eq!(found.covariance, product - &found.means[0] * &found.means[1]);
    assert_eq!(found.variances[0], &p + &b - (&p - &b) * (&p - &b));
    let coefficient = found.coefficient().unwrap();
    assert!((-1.0..-0.99).contains(&coefficient), "{coefficient}");
    // A wager with itself is correlated fully, and two units have four times the variance.
    let same = correlation(&terms, deals, [&player, &player], &seat, &[]).unwrap();
    assert_eq!(same.covariance, same.variances[0]);
    assert_eq!(same.variance_together([1, 1]), &same.variances[0] * Fraction::from_integer(4.into()));
    assert_eq!(same.variance_together([1, -1]), Fraction::from_integer(0.into()));
}

#[test]
fn wagers_on_different_hands_keep_their_own() {
    let terms = small::terms("ma-baccarat", "default");
    let cards = small::cards("7h 2c Kd 5s 8d 9h Ac");
    let deals = (&small::shoe(&cards), &DrawTable::from_terms(&terms, FiveRule::Draw));
    let [one, other] =
        ["dragon-bonus.player:A", "dragon-bonus.banker:A"].map(|name| small::offered(&terms, name).table);
    let seat = SeatFacts::default();
    let found = correlation(&terms, deals, [&one, &other], &seat, &[]).unwrap();
    let mirrored = correlation(&terms, deals, [&other, &one], &seat, &[]).unwrap();
    assert_eq!(found.covariance, mirrored.covariance);
    assert_ne!(found.covariance, found.variances[0]);
    let both_win = |line: &&banco_odds::JointLine| {
        line.lines.iter().all(|name| name.as_deref().is_some_and(|name| name.contains("Win by")))
    };
    assert_eq!(found.joint.iter().filter(both_win).count(), 0, "both hands cannot win");
}

#[test]
fn it_does_not_matter_which_wager_comes_first() {
    let terms = small::terms("co-rule-28", "default");
    let deals = (&banco_odds::Shoe::full(6), &DrawTable::from_terms(&terms, FiveRule::Draw));
    let seat = SeatFacts::default();
    for names in
        [["perfect-pair", "banker:commission"], ["dragon-7", "tie"], ["match-pair.player", "total-cards.6"]]
    {
        let [one, other] = names.map(|name| small::offered(&terms, name).table);
        let found = correlation(&terms, deals, [&one, &other], &seat, &[]).unwrap();
        let mirrored = correlation(&terms, deals, [&other, &one], &seat, &[]).unwrap();
        assert_eq!(found.covariance, mirrored.covariance);
        assert_eq!(found.variances[0], mirrored.variances[1]);
        assert_eq!(found.joint.iter().map(|line| line.ways).sum::<u128>(), found.total);
    }
}
