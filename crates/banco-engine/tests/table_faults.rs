//! Moments at which the books or the cards of a table could go wrong. Every line is checked against the books;
//! a fault fails the script.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use banco_engine::Name;
use banco_engine::script::Case;
use banco_engine::table::{GameId, LinkSays, LinkWord, Word, hear};
use banco_money::{Amount, Currency};
use support::library;
use support::script::table_after;

/// Plays a script, with keys of the default submission set.
fn play(rulebook: &str, set: &[&str], script: &str) {
    let keys: String = set.iter().map(|key| format!("set: {key}\n")).collect();
    let text = format!("case: a fault\n{keys}play:\n{}", script.trim());
    for case in Case::parse_all(&text).unwrap_or_else(|error| panic!("{}: {}", error.line, error.problem)) {
        if let Err(error) = case.run(library(), rulebook, &mut |_, _, _| ()) {
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            panic!("`{line}`: {}", error.problem);
        }
    }
}

const HOUSE_MONEY: &str = r#"wager.house-money = { min = "$5", max = "$250" }"#;

#[test]
fn promotions_of_somebody_who_leaves_go_back() {
    play(
        "ma-midi",
        &[],
        "
ready 1
floor: promote seat 1 promotional $50
floor: promote seat 1 coupon $25
seat 1: bet player $25 promotional
seat 1: leave
= issued $0
",
    );
}

#[test]
fn a_tray_pays_nothing_that_it_has_not_collected_yet() {
    play(
        "co-rule-28",
        &[r#"options.bonus-settlement = "seat-by-seat""#, r#"options.game = "mini""#],
        "
floor: open $50
ready 1 8
seat 8: bet dragon-bonus.player $100
seat 1: bet dragon-bonus.banker $100
dealer: no more bets
shoe: 9h Kc Kd Qs
dealer: settle
! not_enough 30-2815(2), 30-2815(2)(a)
floor: fill $50
dealer: settle
= tray $100
",
    );
}

#[test]
fn a_tray_is_not_overdrawn_by_a_payout_for_the_dealer() {
    play(
        "ma-baccarat",
        &[HOUSE_MONEY, r#"options.dealer-wagers = "allowed""#, r#"options.card-handling = "face-up""#],
        "
floor: open $20
ready 1
seat 1: bet player $100
seat 1: bet house-money $5
seat 1: bet house-money $10 for the dealer
dealer: no more bets
shoe: 7h 2c 7d 6s
> seat 1 has won $15
seat 1: take payout
> seat 1 has won $30
dealer: take payout
! not_enough 9(e), 9(e)(1), 9(e)(1)a, 9(e)(1)(ii), 9(e)(2)
floor: fill $1,000
dealer: take payout
= tokes $40
",
    );
}

#[test]
fn a_round_is_not_voided_with_money_that_has_gone() {
    play(
        "ma-baccarat",
        &[HOUSE_MONEY, r#"options.card-handling = "face-up""#],
        "
ready 1
seat 1: cash out $9,895
seat 1: bet player $100
seat 1: bet house-money $5
dealer: no more bets
shoe: 5h 2c 5d Ks
seat 1: take payout
= chips of seat 1 $20
floor: ask correct $15 from chips of seat 1 to tray because a miscount
floor 2: approve request 1
floor: ask void the game cannot be completed because a wrong card
floor 2: approve request 2
! not_enough 15(e), 12(a)
floor: ask correct $15 from tray to chips of seat 1 because counted again
floor 2: approve request 3
floor 2: approve request 2
= chips of seat 1 $105
",
    );
}

/// A link that names more than any books can hold is not believed; the table plays on.
#[test]
fn a_link_does_not_stop_the_table_with_a_sum_that_cannot_be() {
    let table = table_after("ma-midi", &["ready 1"]);
    for amount in [i64::MAX, i64::MAX / 2].map(|minor| Amount::from_minor(minor, Currency::Usd)) {
        let says = LinkSays::Bears { game: GameId(1), wager: Name::new("royal-9"), amount };
        let word = LinkWord { link: Name::new("royal-9"), number: 1, says };
        assert_eq!(hear(&table, Word::Link(word)).unwrap_err().code(), "bad_money");
    }
}

#[test]
fn vigorish_on_a_tie_takes_no_more_than_there_is_in_value_chips() {
    play(
        "co-rule-28",
        &[
            r#"variant = "tie-vigorish""#,
            r#"vigorish.rate = "25%""#,
            r#"options.dealing = "face-up""#,
            r#"options.game = "mini""#,
        ],
        "
ready 1
floor: promote seat 1 promotional $100
seat 1: cash out $10,000
seat 1: bet banker $100 promotional
dealer: no more bets
shoe: 9h 9c Kd Ks
dealer: settle
>! vigorish
> seat 1 keeps $100 promotional on Banker
= owed by seat 1 $0
",
    );
}

#[test]
fn a_card_that_came_face_up_stays_where_it_lies() {
    play(
        "co-rule-28",
        &[],
        "
ready 1 8
seat 1: bet banker $100
dealer: no more bets
shoe: 2h
dealer: report seen 3c
floor: approve
> to the banker hand: 3c
shoe: 4d 5s
seat 1: turn
> turns the banker cards: 5s
> dealer: \"Banker 8\"
",
    );
}

#[test]
fn a_seen_card_belongs_to_the_round_without_wagers() {
    play(
        "ma-midi",
        &[],
        "
ready 1
seat 1: bet player $100
dealer: no more bets
dealer: report drawn in error 9c
floor: approve
> set aside: 9c
shoe: 2h 3c 4d 5s
seat 1: turn
> turns the player cards: 2h 4d
dealer: settle
dealer: clear
dealer: deal without wagers
> to the player hand, from aside: 9c
",
    );
}

#[test]
fn a_recorded_shoe_has_no_card_to_set_aside() {
    play(
        "ma-midi",
        &[],
        "
ready 1 results
dealer: report drawn in error 9c
! no_card_due 13(d)
seat 1: bet player $100
dealer: no more bets
dealer: result 7/2 6/2
",
    );
}

#[test]
fn nothing_waits_over_the_closing_of_a_table() {
    play(
        "ma-midi",
        &[],
        "
ready 1
dealer: report drawn in error 9c
floor: approve
floor: close
ready
seat 1: bet player $100
dealer: no more bets
shoe: 9c
> to the player hand: face down
",
    );
}

#[test]
fn terms_do_not_take_a_seat_from_under_somebody() {
    play(
        "ma-baccarat",
        &[],
        "
ready 12
floor: close
floor: adopt seats = 10
! seat_taken 2(a)
seat 12: leave
floor: adopt seats = 10
",
    );
}

#[test]
fn the_shoe_follows_a_curator_who_moves() {
    play(
        "ma-baccarat",
        &[],
        "
ready 1 3
> seat 1 is curator
seat 1: move 5
seat 1: pass shoe
> seat 5 passes the shoe
> the shoe is offered to seat 3
seat 3: decline shoe
> the dealer is curator
",
    );
}

#[test]
fn the_shoe_goes_on_when_its_curator_leaves_in_the_middle_of_a_round() {
    play(
        "ma-baccarat",
        &[r#"options.card-handling = "face-up""#],
        "
ready 1 3
seat 1: pass shoe
seat 3: accept shoe for the dealer
seat 1: bet player $100
dealer: no more bets
seat 3: leave
> seat 3 leaves the shoe
> the shoe is offered to seat 1
shoe: 2h 3c 5d 5s
dealer: settle
dealer: clear
seat 1: bet player $100
dealer: no more bets
! wrong_moment 7(b), 7(c), 7(d), 7(d)(2)
seat 1: accept shoe
dealer: no more bets
",
    );
}
