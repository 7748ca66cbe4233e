//! `banco count`: figures that anybody can check by hand, properties of the answer, echoes and refusals.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    reason = "a test fails by panicking"
)]

#[path = "shell/json.rs"]
mod answer;
#[path = "folder/mod.rs"]
mod folder;
#[path = "shell/mod.rs"]
mod shell;

use answer::json;
use folder::Folder;
use serde_json::Value;

/// What `banco count` says of a wager of Colorado, with these words added.
fn count(wager: &str, words: &[&str]) -> Value {
    json(&[&["count", wager, "-r", "co-rule-28", "--json"], words].concat())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

fn near(one: f64, other: f64, within: f64) {
    assert!((one - other).abs() <= within, "{one} {other}");
}

fn refused(words: &[&str], code: &str, exit: u8) {
    let told = shell::run(&[&["count"], words].concat(), "");
    assert!(told.contains(&format!("error[{code}]")), "{words:?}: {told}");
    assert!(told.ends_with(&format!("--- exit {exit}\n")), "{words:?}: {told}");
}

#[test]
fn the_dragon_as_people_read_it() {
    let words = ["count", "dragon-7", "-s", "co-rule-28/ez", "--tables", "5", "--sweep-cut", "14..66/26"];
    insta::assert_snapshot!("the_dragon_as_people_read_it", shell::run(&words, ""));
}

/// Eliot Jacobson's count for the Dragon 7, found from the effects; -7.6113% is the printed edge of the wager.
#[test]
fn the_dragon_count_is_found() {
    let found = count("dragon-7", &[]);
    assert_eq!(found["tags"], "4567=-1 89=+2");
    near(number(&found["gain"]["decimal"]), -0.076_113, 1e-6);
    near(number(&found["betting"]["units_a_shoe"]), 0.597, 0.02);
    // Cards taken out at random change nothing on average.
    let effects = found["effects"].as_array().unwrap();
    let sum: f64 = effects.iter().map(|of| number(&of["cards"]) * number(&of["effect"]["decimal"])).sum();
    near(sum, 0.0, 1e-12);
}

#[test]
fn figures_follow_from_each_other() {
    for wager in ["dragon-7", "panda-8", "tie", "banker", "natural-9-over-8:1"] {
        let found = count(wager, &["--bank", "500", "--kelly", "50"]);
        let rows = found["by_true_count"].as_array().unwrap();
        let sum = |of: &dyn Fn(&Value) -> f64| -> f64 { rows.iter().map(of).sum() };
        let rounds = number(&found["rounds_a_shoe"]);
        near(sum(&|row| number(&row["share"])), 1.0, 1e-9);
        near(sum(&|row| number(&row["rounds_a_shoe"])), rounds, 1e-9);
        // Whatever the count, a round is as good as the first on average.
        let edge = sum(&|row| number(&row["share"]) * number(&row["edge"]));
        near(edge, number(&found["gain"]["decimal"]), 1e-9);
        for row in rows {
            let (edge, deviation) = (number(&row["edge"]), number(&row["deviation"]));
            // Where a bet can only push, both are zero.
            let square = deviation * deviation + edge * edge;
            let stake = if edge > 0.0 { 500.0 * 0.5 * edge / square } else { 0.0 };
            near(number(&row["best_stake"]), stake, 1e-9 * stake.max(1.0));
            assert_eq!(number(&row["kelly"]) > 0.0, edge > 1e-12, "{wager} {row}");
        }
        for betting in [&found["betting"], &found["best_stakes"]] {
            let (mean, deviation) = (
                number(&betting["units_per_100_rounds"]) / 100.0,
                number(&betting["deviation_per_100_rounds"]) / 10.0,
            );
            near(number(&betting["n0"]) * (mean / deviation).powi(2), 1.0, 1e-9);
            near(number(&betting["score"]) / (1000.0 * mean / deviation).powi(2), 1.0, 1e-9);
            near(number(&betting["units_a_shoe"]), mean * rounds, 1e-9);
            let ruin = (-2.0 * mean * 500.0 / (deviation * deviation)).exp();
            near(number(&betting["risk_of_ruin"]), ruin, 1e-9);
        }
        // No stakes by true count do better than the best.
        assert!(number(&found["best_stakes"]["score"]) >= number(&found["betting"]["score"]) * 0.999);
    }
}

/// One trigger is a ramp of one step, and what a step says to bet nothing is not a bet.
#[test]
fn ramps_and_triggers_agree() {
    let one = count("dragon-7", &["--trigger", "4", "--shoes", "2000"]);
    let ramp = count("dragon-7", &["--spread", "4:1", "--shoes", "2000"]);
    for key in ["betting", "by_true_count", "simulated"] {
        assert_eq!(one[key], ramp[key], "{key}");
    }
    let twice = count("dragon-7", &["--spread", "4:2", "--shoes", "2000"]);
    for (key, times) in [("bets_a_shoe", 1.0), ("units_a_shoe", 2.0)] {
        near(number(&twice["betting"][key]), times * number(&one["betting"][key]), 1e-9);
        near(number(&twice["simulated"][key]), times * number(&one["simulated"][key]), 1e-9);
    }
    let idle = count("dragon-7", &["--spread", "-3:0,4:1,9:0", "--shoes", "2000"]);
    let above = count("dragon-7", &["--trigger", "9", "--shoes", "2000"]);
    for part in ["betting", "simulated"] {
        for key in ["bets_a_shoe", "units_a_shoe"] {
            let between = number(&one[part][key]) - number(&above[part][key]);
            near(number(&idle[part][key]), between, 1e-9);
        }
    }
}

/// Over every shoe of a few rounds nothing is approximated, and perfect play is no worse than any count.
#[test]
fn every_shoe_of_a_few_rounds_is_gone_through() {
    let found = count("dragon-7", &["--rounds", "2", "--exact", "--trigger", "0.5"]);
    let (exact, betting) = (&found["exact"], &found["betting"]);
    near(number(&exact["rounds_a_shoe"]), 2.0, 1e-9);
    assert!(number(&exact["bets_a_shoe"]) > 0.05);
    let off = number(&betting["units_a_shoe"]) - number(&exact["units_a_shoe"]);
    near(off, number(&exact["composition_error"]), 1e-12);
    assert!(off != 0.0 && off.abs() < 1e-3, "{off}");
    assert!(number(&exact["perfect_units_a_shoe"]) >= number(&exact["units_a_shoe"]));
    assert_eq!(count("dragon-7", &["--rounds", "2"])["exact"], Value::Null);
    refused(&["dragon-7", "-r", "co-rule-28", "--exact"], "too_large", 3);
    refused(
        &["perfect-pair", "-r", "co-rule-28", "--exact", "--tags", "A=1", "--rounds", "2"],
        "beyond_values",
        3,
    );
    refused(
        &["dragon-7", "-r", "co-rule-28", "--exact", "--tags", "K=1", "--rounds", "2"],
        "beyond_values",
        3,
    );
}

/// Whoever knows all cards wins more than whoever counts, in the same shoes.
#[test]
fn perfect_play_stands_beside_the_count() {
    for wager in ["dragon-7", "panda-8"] {
        let found = count(wager, &["--shoes", "2000"]);
        let perfect = &found["simulated"]["perfect"];
        let share = number(&found["betting"]["units_a_shoe"]) / number(&perfect["units_a_shoe"]);
        near(number(&perfect["efficiency"]), share, 1e-12);
        assert!((0.0..1.1).contains(&share), "{wager}: {share}");
    }
}

/// What shoes bring lies where composition says, within its own error.
#[test]
fn simulated_shoes_agree_with_composition() {
    for words in [&["--cut", "40"][..], &["--spread", "4:1,7:3", "--burn-seen", "all"]] {
        let found = count("panda-8", &[&["--shoes", "20000", "--seed", "5", "--level", "3"], words].concat());
        let (counted, met) = (&found["betting"], &found["simulated"]);
        let error = number(&met["units_a_shoe_error"]);
        assert!(error > 0.0);
        near(number(&met["units_a_shoe"]), number(&counted["units_a_shoe"]), 4.0 * error);
        near(number(&met["bets_a_shoe"]) / number(&counted["bets_a_shoe"]), 1.0, 0.05);
        near(number(&met["rounds_a_shoe"]), number(&found["rounds_a_shoe"]), 0.05);
        let far = found["by_true_count"].as_array().unwrap().iter().filter(|row| {
            let met = &row["simulated"];
            let error = met.get("error").map_or(0.0, number);
            error > 0.0
                && (number(&met["edge"]) - number(&row["edge"])).abs() > 4.5 * error
                && number(&met["rounds"]) > 2000.0
        });
        assert_eq!(far.count(), 0);
    }
}

/// A deeper cut brings more, and each row is what its own cut card says.
#[test]
fn the_sweep_is_one_cut_card_at_a_time() {
    let found = count("dragon-7", &["--sweep-cut", "14..104/45"]);
    let sweep = found["sweep"].as_array().unwrap();
    let behind: Vec<u64> = sweep.iter().map(|row| row["cards_behind"].as_u64().unwrap()).collect();
    assert_eq!(behind, [14, 59, 104]);
    let units: Vec<f64> = sweep.iter().map(|row| number(&row["units_a_shoe"])).collect();
    assert!(units.is_sorted_by(|one, other| one > other), "{units:?}");
    let alone = count("dragon-7", &["--cut", "59"]);
    assert_eq!(sweep[1]["units_a_shoe"], alone["betting"]["units_a_shoe"]);
    assert_eq!(sweep[1]["trigger"], alone["trigger"]);
    let csv =
        shell::run(&["count", "dragon-7", "-r", "co-rule-28", "--sweep-cut", "14..104/45", "--csv"], "");
    let row = csv.lines().nth(3).unwrap();
    let first: Vec<&str> = row.split(',').take(2).collect();
    assert_eq!(first, ["59", &sweep[1]["rounds_a_shoe"].to_string()]);
}

/// With more tables the big player bets more often, but never in more rounds than are dealt.
#[test]
fn a_team_is_a_single_counter_with_one_table() {
    let team =
        |tables: &str| count("dragon-7", &["--tables", tables, "--rounds-an-hour", "60"])["team"].clone();
    let (one, many) = (team("1"), team("100"));
    let alone = count("dragon-7", &[]);
    near(number(&one["units_an_hour"]), number(&alone["betting"]["units_per_100_rounds"]) * 0.6, 1e-9);
    near(number(&one["n0_hours"]) * 60.0, number(&alone["betting"]["n0"]), 1e-3);
    assert!(number(&many["hands_an_hour"]) > 59.9 && number(&many["hands_an_hour"]) <= 60.0);
}

#[test]
fn what_was_asked_is_echoed() {
    let words = ["--decks", "6", "--cut", "52", "--tags", "6789=-1", "--by", "running", "--trigger", "2.5"];
    let found = count("dragon-7", &[&words[..], &["--bank", "77", "--seed", "9"]].concat());
    let asked = &found["asked"];
    for (key, value) in [
        ("wager", "dragon-7"),
        ("tags", "6789=-1"),
        ("by", "running"),
        ("trigger", "2.5"),
        ("choice", "draw"),
    ] {
        assert_eq!(asked[key], value);
    }
    assert_eq!((&asked["bank"], &asked["seed"], &asked["spread"]), (&77.into(), &9.into(), &Value::Null));
    assert_eq!((&found["shoe"]["decks"], &found["cards"]), (&6.into(), &312.into()));
    assert_eq!((&found["trigger"], &found["tags"]), (&2.5.into(), &"6789=-1".into()));
    assert_eq!(found["systems"].as_array().unwrap().last().unwrap()["name"], "given");
}

/// A wager of one's own with the pays of the Dragon 7 counts like it.
#[test]
fn own_wagers_are_counted() {
    let folder = Folder::new("count-own-wagers");
    let dragon = r#"id = "my-dragon"
name = "My Dragon"
rows = [{ name = "Seven", when = { banker = { wins = true, total = 7, cards = 3 } }, pays = "40 to 1" }]
"#;
    std::fs::write(folder.file("my-dragon.toml"), dragon).unwrap();
    let file = folder.path("my-dragon.toml");
    let (own, known) = (count(&file, &[]), count("dragon-7", &[]));
    assert_eq!((&own["betting"], &own["tags"]), (&known["betting"], &known["tags"]));
    assert_eq!(own["wager"], "my-dragon");
}

/// Pairs change alike with every card, so no count of ranks helps; tags of one's own can be tried all the same.
#[test]
fn pairs() {
    refused(&["player-pair", "-r", "co-rule-28"], "no_count", 3);
    let found = count("player-pair", &["--tags", "A23456=+1 89T=-1"]);
    assert!(found["effects"].as_array().unwrap().iter().all(|of| of["effect"]["exact"] == "0"));
    assert_eq!(found["systems"].as_array().unwrap().len(), 1);
    // Nothing linear is in it, but at both ends pairs come more often.
    let rows = found["by_true_count"].as_array().unwrap();
    let edge = |at: i64| number(&rows.iter().find(|row| row["true_count"] == at).unwrap()["edge"]);
    assert!(edge(12) > edge(0) && edge(-12) > edge(0));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |words: &[&str], code, exit| {
        refused(&[&["dragon-7", "-r", "co-rule-28"], words].concat(), code, exit);
    };
    refused(&["--tags", "4"], "bad_count", 3);
    refused(&["--tags", "4=0"], "bad_count", 3);
    for ramp in ["", "4", "4:1,3:2", "4:x", "4:0", "4:1,4:2", "x:1", "4:-1"] {
        refused(&["--spread", ramp], "bad_spread", 3);
    }
    for trigger in ["x", "1.234", ""] {
        refused(&["--trigger", trigger], "bad_trigger", 3);
    }
    for range in ["", "14", "104..14", "14..104/0", "14..x", "-1..4"] {
        refused(&[&format!("--sweep-cut={range}")], "bad_sweep", 3);
    }
    refused(&["--sweep-cut", "400..420"], "cut_too_deep", 3);
    refused(&["--threads", "0"], "no_threads", 3);
    refused(&["--choice", "stand"], "no_choice", 3);
}
