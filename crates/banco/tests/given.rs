//! `banco odds` where something is known of the cards, and shoes read line by line: figures, echoes and refusals.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    reason = "a test fails by panicking"
)]

#[path = "shell/json.rs"]
mod answer;
#[path = "shell/mod.rs"]
mod shell;

use answer::json;
use serde_json::Value;

fn banco(arguments: &[&str]) -> String {
    shell::run(arguments, "")
}

/// The odds of a wager by these conditions, eight decks.
fn given(wager: &str, conditions: &[&str]) -> Value {
    let conditions: Vec<&str> = conditions.iter().flat_map(|condition| ["--given", condition]).collect();
    json(&[&["odds", wager, "-r", "ma-baccarat", "--json"], &conditions[..]].concat())
}

fn refused(arguments: &[&str], code: &str, exit: u8) {
    let told = banco(arguments);
    assert!(told.contains(&format!("error[{code}]")), "{arguments:?}: {told}");
    assert!(told.ends_with(&format!("--- exit {exit}\n")), "{arguments:?}: {told}");
}

#[test]
fn what_was_asked_is_echoed() {
    let found = json(&[
        "odds",
        "tie",
        "-r",
        "ma-baccarat",
        "--decks",
        "6",
        "--without",
        "9h",
        "--stake",
        "10",
        "--given",
        "banker2 in 8,9",
        "--json",
    ]);
    assert_eq!((&found["wager"], &found["rulebook"]), (&"tie".into(), &"ma-baccarat".into()));
    assert_eq!(
        (&found["cards"], &found["without"], &found["stake"]),
        (&311.into(), &"9h".into(), &"10".into())
    );
    assert_eq!(found["given"][0]["condition"], "banker2 in 8,9");
    assert_eq!(found["given"][0]["means"], "the Banker's second card is 8 or 9");
}

#[test]
fn cases_average_back_to_the_whole() {
    for wager in ["player", "tie", "dragon-7", "dragon-bonus.player:A"] {
        let whole = json(&["odds", wager, "-r", "ma-baccarat", "--json"])["house_edge"].as_f64().unwrap();
        for condition in ["player1=9", "banker2 in 8,9", "third card face", "player third none", "burnt 7"] {
            let not = match condition {
                "player1=9" => "player1 not 9",
                "banker2 in 8,9" => "banker2 not 8,9",
                "third card face" => "third card not face",
                "player third none" => "player third not none",
                _ => "burnt not 7",
            };
            let cases = [given(wager, &[condition]), given(wager, &[not])];
            let ways = cases.each_ref().map(|case| case["total"].as_str().unwrap().parse::<f64>().unwrap());
            let edges = cases.each_ref().map(|case| case["house_edge"].as_f64().unwrap());
            let mean = (ways[0] * edges[0] + ways[1] * edges[1]) / (ways[0] + ways[1]);
            assert!((mean - whole).abs() < 1e-12, "{wager} {condition}: {mean} {whole}");
        }
    }
}

#[test]
fn knowledge_is_worth_the_mean_of_the_best_choices() {
    let found =
        json(&["odds", "banker", "-s", "ma-baccarat", "--given", "player1 6 to 9", "--worth", "--json"]);
    assert_eq!(found["states"][0]["best"], "player");
    assert_eq!(found["states"][1]["best"], "banker:commission");
    assert_eq!(found["unknowing"]["best"], Value::Null);
    let text = banco(&["odds", "banker", "-s", "ma-baccarat", "--given", "player1 6 to 9", "--worth"]);
    assert!(text.contains("it is worth 6.764747%"), "{text}");
}

#[test]
fn shoes_by_the_line_take_conditions_and_keep_their_rows() {
    let shoes = "128 32 32 32 32 32 32 32 32 32\n\n96 24 24 24 24 24 24 24 24 24\n";
    let words = ["odds", "player", "-r", "ma-baccarat", "--given", "player1=9", "--composition", "-"];
    let text = shell::run(&words, shoes);
    let rows: Vec<&str> = text.lines().skip(1).take(3).collect();
    assert!(
        rows[0].starts_with("-0.215281339") && rows[1].is_empty() && rows[2].starts_with("-0.2"),
        "{text}"
    );
    let six = given("player", &["player1=9"])["house_edge"].as_f64().unwrap();
    assert!((rows[0].parse::<f64>().unwrap() - six).abs() < 1e-14);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_code() {
    let odds = |more: &[&'static str]| [&["odds", "tie", "-r", "ma-baccarat"], more].concat();
    refused(&odds(&["--given", "player4=9"]), "bad_condition", 3);
    refused(&odds(&["--given", ""]), "bad_condition", 3);
    let burnt = |cards: usize| ["--given", "burnt 9"].repeat(cards);
    assert!(banco(&odds(&burnt(5))).contains("house edge"), "five are counted");
    let told = banco(&odds(&burnt(6)));
    assert!(told.contains("error[too_many_burnt]") && told.contains("--without"), "{told}");
    let many: Vec<&str> =
        ["player1=9", "banker1=9", "player2=9", "banker2=9", "third card 9", "burnt 9", "burnt 8"]
            .into_iter()
            .flat_map(|condition| ["--given", condition])
            .chain(["--worth"])
            .collect();
    refused(&[&["odds", "tie", "-r", "ma-baccarat"], &many[..]].concat(), "too_many_conditions", 2);
    refused(
        &["odds", "player-line", "-r", "ca-21st-century", "--given", "player1=5", "--choice", "stand"],
        "given_and_choice",
        2,
    );
    let told = banco(&odds(&["--worth"]));
    assert!(told.contains("--given") && told.ends_with("--- exit 2\n"), "{told}");
    let shoe = |text: &str| shell::run(&odds(&["--composition", "-"]), text);
    for bad in ["1 2 3\n", "a b c\n"] {
        assert!(
            shoe(bad).contains("error[bad_composition]") && shoe(bad).contains("line 1"),
            "{}",
            shoe(bad)
        );
    }
}
