//! What a sheet tells the inventor of a wager.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::float_arithmetic,
    reason = "a test fails by panicking, and compares figures for people"
)]

use banco_odds::{CountTable, DrawTable, Effects, FiveRule, Question, Shoe, best_balanced_tags};
use banco_rulebook::{Library, Source, WagerName};
use banco_sheets::{CardsAsked, ParQuestion, RulesAsked, ShoeAsked, WagerAsked, odds_warnings};
use banco_sim::advantage::starts::starts;
use banco_sim::advantage::{Advantage, all_rows};
use banco_sim::shoe::{ShoeChoices, ShoeRules};
use banco_sim::study::BurnSeen;

/// The warnings of a wager with these rows, each as its text, from a shoe of so many decks.
fn warnings(rows: &str, decks: u8) -> Vec<String> {
    let text = format!("id = \"mine\"\nname = \"Mine\"\nrows = [\n{rows}\n]\n");
    let asked = ParQuestion {
        rules: RulesAsked::rulebook("ma-baccarat"),
        wager: Some(WagerAsked::File(Source { path: "mine.toml".to_owned(), text })),
        shoe: ShoeAsked {
            cards: CardsAsked { decks: Some(decks), ..CardsAsked::default() },
            ..ShoeAsked::default()
        },
        ..ParQuestion::default()
    };
    let terms = Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap().opened();
    let document = asked.answer(vec![terms]).unwrap();
    document.sheets.into_iter().flat_map(|sheet| sheet.warnings).collect()
}

/// The one warning with this code.
fn warning(found: &[String], code: &str) -> String {
    let mut with = found.iter().filter(|text| text.contains(&format!("[{code}]")));
    let text = with.next().unwrap_or_else(|| panic!("no {code} in {found:?}"));
    assert_eq!(with.next(), None);
    text.clone()
}

const SEVEN: &str =
    r#"{ name = "Seven", when = { banker = { wins = true, total = 7, cards = 3 } }, pays = "40 to 1" },"#;

#[test]
fn a_sound_wager_that_few_cards_decide_is_told_to_be_countable_and_nothing_else() {
    let found = warnings(SEVEN, 8);
    assert_eq!(found.len(), 1, "{found:?}");
    let text = warning(&found, "countable");
    assert!(text.contains("`mine` can be counted: with 14 cards behind the cut card"), "{text}");
    assert!(text.contains("with 208 cards behind it is about 0.0"), "{text}");
    assert!(text.ends_with("mine.toml:1:6"), "the place of its id: {text}");
}

#[test]
fn what_a_count_brings_is_close_to_what_counting_by_composition_finds() {
    let found = warnings(SEVEN, 8);
    let (_, text) = found.first().unwrap().split_once("about ").unwrap();
    let told: f64 = text.split_once(' ').unwrap().0.parse().unwrap();

    let terms = Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap().opened();
    let name = WagerName { id: "dragon-7".to_owned(), side: None, paytable: None };
    let offered = terms.offered(&name).unwrap();
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let seat = banco_engine::SeatFacts::default();
    let question = Question::new(&[&offered.table], &seat, &[]);
    let shoe = Shoe::from_pack(&terms.pack());
    let effects = Effects::new(&terms, &question, (&shoe, &draw)).unwrap();
    let tags = best_balanced_tags(&effects, 3).unwrap();
    let table = CountTable::new(&question, (&shoe, &draw), tags).unwrap();
    let rules = ShoeRules::new(&terms, &draw, ShoeChoices::from_terms(&terms)).unwrap();
    let counted = Advantage::new(&all_rows(&table), &starts(&rules, BurnSeen::All), vec![40.0, -1.0], 52);
    let trigger = counted.best_trigger(banco_sim::study::count::CountBy::True).unwrap();
    let by = |mark: &banco_sim::advantage::Mark| {
        let count = counted.hundredths(mark, banco_sim::study::count::CountBy::True);
        if count >= i64::from(trigger) { 1.0 } else { 0.0 }
    };
    let won = counted.betting(by).won;
    assert!((told / won - 1.0).abs() < 0.15, "{told} by the bell, {won} by composition");
}

#[test]
fn a_line_in_the_way_of_a_better_one_is_told_with_how_often() {
    let rows = r#"  { name = "Any natural", when = { either = { natural = true } }, pays = "1 to 1" },
  { name = "Banker nine", when = { banker = { wins = true, total = 9 } }, pays = "9 to 1" },"#;
    let text = warning(&warnings(rows, 8), "better_line_hidden");
    assert!(text.contains("`Any natural` of `mine` takes hands from `Banker nine` below it"), "{text}");
    assert!(text.ends_with("mine.toml:4:3"), "the place of the line: {text}");
    // The same lines the other way around hide nothing that pays more.
    let (first, second) = rows.split_once('\n').unwrap();
    let turned = warnings(&format!("{second}\n{first}"), 8);
    assert!(turned.iter().all(|text| !text.contains("better_line_hidden")), "{turned:?}");
}

#[test]
fn how_often_a_line_is_in_the_way_leaves_out_what_stands_above_both() {
    // Everything that the second and third line share goes to the first.
    let rows = r#"  { name = "Natural nine", when = { banker = { natural = true, total = 9 } }, pays = "20 to 1" },
  { name = "Banker natural", when = { banker = { natural = true } }, pays = "1 to 1" },
  { name = "Banker nine", when = { banker = { total = 9 } }, pays = "9 to 1" },"#;
    let found = warnings(rows, 8);
    assert!(found.iter().all(|text| !text.contains("better_line_hidden")), "{found:?}");
}

#[test]
fn a_line_that_the_shoe_cannot_deal_is_told() {
    let rows = r#"  { name = "Twins", when = { player = { pair = "suited" } }, pays = "100 to 1" },
  { name = "Tie", when = { tie = true }, pays = "8 to 1" },"#;
    let text = warning(&warnings(rows, 1), "line_never_hits");
    assert!(
        text.contains("`Twins`") && text.contains("52 cards") && text.ends_with("mine.toml:4:3"),
        "{text}"
    );
    assert!(warnings(rows, 2).iter().all(|text| !text.contains("line_never_hits")));
}

#[test]
fn both_sides_of_the_high_edge_are_told_apart() {
    // Banker wins with three cards and 7 in 0.022534 of all rounds: 32 to 1 keeps 25.64%, 33 to 1 23.38%.
    let paying = |pays: &str| warnings(&SEVEN.replace("40 to 1", pays), 8);
    let text = warning(&paying("32 to 1"), "edge_too_high");
    assert!(text.contains("25.64%"), "{text}");
    assert!(paying("33 to 1").iter().all(|text| !text.contains("edge_too_high")));
}

#[test]
fn a_wager_that_hardly_ever_wins_is_told() {
    let rows = r#"  { name = "Twins", when = { both = { pair = "suited" } }, pays = "3000 to 1" },"#;
    let text = warning(&warnings(rows, 8), "hardly_ever_wins");
    assert!(text.contains("`mine` wins only once in "), "{text}");
}

#[test]
fn bettors_with_the_edge_are_told_where_the_wager_stands() {
    let text = format!("id = \"mine\"\nname = \"Mine\"\nrows = [{}]\n", SEVEN.replace("40 to 1", "50 to 1"));
    let file = Source { path: "mine.toml".to_owned(), text };
    let terms = Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap();
    let terms = terms.with_wager_files(&[file]).unwrap();
    let found = odds_warnings(&terms).unwrap();
    let above = found.iter().find(|warning| warning.code == "return_above_100").unwrap();
    assert_eq!(above.source.as_ref().map(|source| source.path.as_str()), Some("mine.toml"));
    assert_eq!(above.line_column(), Some((1, 6)));
}

#[test]
fn a_printed_wager_has_no_inventor_to_warn() {
    let terms = Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap().opened();
    let asked = ParQuestion {
        rules: RulesAsked::rulebook("ma-baccarat"),
        wager: Some(WagerAsked::Name("dragon-7".to_owned())),
        ..ParQuestion::default()
    };
    let document = asked.answer(vec![terms]).unwrap();
    assert!(document.sheets.iter().all(|sheet| sheet.warnings.is_empty()));
}
