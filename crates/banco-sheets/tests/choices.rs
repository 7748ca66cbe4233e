//! Where a hand may choose, a sheet says by which play it was counted, and what the solved play makes of it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![allow(clippy::float_arithmetic, reason = "figures for people")]

mod support;

use banco_odds::{Information, Model, Shoe, decimal, solve};
use banco_rulebook::{Library, Terms};
use banco_sheets::document::{DocumentSheet, Value};
use banco_sheets::{CardsAsked, Dependency, HandChoice, ParQuestion, ShoeAsked, WagerAsked};
use support::number;

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
        let model = Model::Shoe(Shoe::full(decks.into()));
        let solution = solve(&terms, &model, Information::default(), vigorish).unwrap().unwrap();
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

/// California: who may choose stands on 5 against a 5 or a 6. What that costs is what `solve` says of each of the two.
#[test]
fn a_bettor_on_the_player_line_may_stand() {
    let terms = Library::embedded().unwrap().terms("ca-21st-century", "default").unwrap();
    let shoe = Shoe::from_pack(&terms.pack());
    let decks = terms.pack().decks();
    let drawn = sheet(terms.clone(), "player-line", decks, HandChoice::Draw);
    let stood = sheet(terms.clone(), "player-line", decks, HandChoice::Stand);
    assert_eq!(text(&stood, "play"), "a bettor who may choose stands");
    // How often the choice comes up: a two-card five against this card, by ordered cards.
    let values = shoe.values().map(|number| f64::from(u16::try_from(number).unwrap()));
    let all: f64 = values.iter().sum();
    let mut cost = 0.0;
    for choice in banco_odds::bettor_choices(&terms, &shoe).unwrap() {
        let mut ways = 0.0;
        for first in 0..10_usize {
            let second = (15 - first) % 10;
            let mut left = values;
            let mut way = left[first];
            left[first] -= 1.0;
            way *= left[second];
            left[second] -= 1.0;
            ways += way * left[usize::from(choice.exposed)];
        }
        let chance = ways / (all * (all - 1.0) * (all - 2.0));
        cost += chance * (decimal(&choice.hit) - decimal(&choice.stand));
    }
    let found = number(&stood, "house_edge") - number(&drawn, "house_edge");
    assert!((found - cost).abs() < 1e-12, "{found} is not {cost}");
    let question = ParQuestion {
        wager: Some(WagerAsked::Name("dealer-line".to_owned())),
        shoe: ShoeAsked { choice: HandChoice::Stand, ..ShoeAsked::default() },
        ..ParQuestion::default()
    };
    assert!(question.answer(vec![terms]).unwrap_err().to_string().contains("no_choice"));
}

#[test]
fn suits_and_decks_are_told() {
    let terms = Library::embedded().unwrap().terms("co-rule-28", "eternal").unwrap();
    let sun = sheet(terms.clone(), "sun-7-progressive", 8, HandChoice::Draw);
    assert_eq!(text(&sun, "suits"), "spades");
    assert!(sun.warnings.is_empty(), "{:?}", sun.warnings);
    assert!(matches!(sheet(terms, "tie", 8, HandChoice::Draw).value("suits"), Value::Nothing));
    let opened = Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap().opened();
    let seven = sheet(opened, "royal-9", 7, HandChoice::Draw);
    let told = "`royal-9` is not offered with 7 decks, only with 6 or 8 [13(i)]";
    assert_eq!(seven.warnings, [told]);
}
