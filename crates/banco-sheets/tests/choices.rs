//! Where a hand may choose, a sheet says by which play it was counted, and what the solved play makes of it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::float_arithmetic, reason = "figures for people")]

use banco_odds::{Model, Shoe, decimal, solve};
use banco_rulebook::{Library, Terms};
use banco_sheets::document::{DocumentSheet, Value};
use banco_sheets::{CardsAsked, Dependency, HandChoice, ParQuestion, ShoeAsked, WagerAsked};

fn chemin_de_fer(banker: &str) -> Terms {
    let library = Library::embedded().unwrap();
    let source = &library.submission("ma-chemin-de-fer", "default").unwrap().source;
    let source = source.with_overrides(&[format!("options.banker-draw = \"{banker}\"")]).unwrap();
    library.check(source).terms.unwrap()
}

fn sheet(terms: Terms, wager: &str, decks: u8, choice: HandChoice) -> DocumentSheet {
    let cards = CardsAsked { decks: Some(decks), ..CardsAsked::default() };
    let question = ParQuestion {
        wager: Some(WagerAsked::Name(wager.to_owned())),
        shoe: ShoeAsked { cards, choice, ..ShoeAsked::default() },
        with: vec![Dependency::Nothing],
        ..ParQuestion::default()
    };
    question.answer(vec![terms]).unwrap().sheets.pop().unwrap()
}

fn number(sheet: &DocumentSheet, key: &str) -> f64 {
    match sheet.value(key) {
        Value::Number(number, _) => *number,
        other => panic!("{key}: {other:?}"),
    }
}

fn text<'a>(sheet: &'a DocumentSheet, key: &str) -> &'a str {
    match sheet.value(key) {
        Value::Text(text) => text,
        other => panic!("{key}: {other:?}"),
    }
}

/// The equilibrium's own value, found without counting a single pay table, is what the sheets say.
#[test]
fn an_open_banker_is_counted_by_the_solved_play_as_well() {
    for (decks, percent) in [(6_u8, 1.2916), (8, 1.2886)] {
        let terms = chemin_de_fer("optional");
        let vigorish = terms.vigorish.unwrap().on_win;
        let solution = solve(&terms, &Model::Shoe(Shoe::full(decks.into())), vigorish).unwrap().unwrap();
        let player = sheet(terms.clone(), "player", decks, HandChoice::Draw);
        let banker = sheet(terms, "banker", decks, HandChoice::Draw);
        let found = number(&player, "solved_house_edge");
        assert!((100.0 * found - percent).abs() < 0.00005, "{decks} decks: {found}");
        assert!((found + decimal(&solution.player_gain)).abs() < 1e-14, "{found}");
        assert!((number(&banker, "solved_house_edge") + decimal(&solution.banker_gain)).abs() < 1e-14);
        assert_eq!(
            text(&player, "play"),
            "the Player's hand draws on 5; the Banker draws wherever there is a choice"
        );
        assert!(text(&player, "solved_play").contains("on 6 against a hand that stayed in 37."));
    }
}

#[test]
fn a_bound_banker_leaves_the_choice_on_five() {
    let drawn = sheet(chemin_de_fer("bound"), "player", 6, HandChoice::Draw);
    assert_eq!(text(&drawn, "play"), "the Player's hand draws on 5");
    assert!((number(&drawn, "solved_house_edge") - number(&drawn, "house_edge")).abs() < 1e-14);
    let stood = sheet(chemin_de_fer("bound"), "player", 6, HandChoice::Stand);
    assert_eq!(text(&stood, "play"), "the Player's hand stands on 5");
    assert!(number(&stood, "solved_house_edge") < number(&stood, "house_edge"));
}

#[test]
fn without_a_choice_nothing_is_said_of_one() {
    let terms = Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap();
    assert!(matches!(sheet(terms, "player", 8, HandChoice::Draw).value("play"), Value::Nothing));
}
