//! What changed between sheets, told line by line.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use banco_rulebook::Library;
use banco_sheets::{Comparison, Dependency, Document, EarlierSheets, ParQuestion, RulesAsked, WagerAsked};
use serde_json::{Value as Json, json};

fn document(wager: Option<&str>, decks: u8) -> Document {
    let mut question = ParQuestion {
        rules: RulesAsked::rulebook("ma-baccarat"),
        wager: wager.map(|name| WagerAsked::Name(name.to_owned())),
        with: vec![Dependency::Nothing],
        ..ParQuestion::default()
    };
    question.shoe.cards.decks = Some(decks);
    let terms = Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap().opened();
    question.answer(vec![terms]).unwrap()
}

fn earlier(json: &Json) -> EarlierSheets {
    EarlierSheets::read("was.json", &json.to_string()).unwrap()
}

/// What is said to have changed after somebody changed the earlier sheet.
fn after(change: impl FnOnce(&mut Json)) -> Comparison {
    let now = document(Some("tie"), 8);
    let mut was = now.json();
    change(&mut was[0]);
    earlier(&was).compare(&now, false)
}

/// Keys of everything that changed in the only sheet, those of lines after the name of the line.
fn keys(found: &Comparison) -> Vec<String> {
    let json = found.json();
    let sheet = &json["sheets"][0];
    let key = |change: &Json| change["key"].as_str().unwrap().to_owned();
    let mut keys = Vec::new();
    for line in sheet["lines"].as_array().unwrap() {
        let name = line["line"].as_str().unwrap();
        keys.extend(
            line["changes"].as_array().unwrap().iter().map(|change| format!("{name}: {}", key(change))),
        );
    }
    keys.extend(sheet["changes"].as_array().unwrap().iter().map(key));
    keys
}

#[test]
fn the_same_sheets_are_the_same() {
    let all = document(None, 8);
    let found = earlier(&all.json()).compare(&all, true);
    assert!(found.same && found.compared == all.sheets.len() && found.sheets.is_empty());
    assert!(found.text().contains("nothing differs from `was.json`"), "{}", found.text());
    // What does not belong to the odds, and floats that were rounded in another way.
    let found = after(|sheet| {
        sheet["document"]["software"] = json!("banco 0.0.1");
        sheet["document"]["date"] = json!("2020-01-31");
        let kurtosis = sheet["kurtosis"].as_f64().unwrap();
        sheet["kurtosis"] = json!(f64::from_bits(kurtosis.to_bits() + 1));
        sheet["lines"][0].as_object_mut().unwrap().remove("return_contribution");
    });
    assert!(found.same, "{}", found.text());
}

#[test]
fn every_kind_of_change_is_told() {
    let told = |change: fn(&mut Json)| keys(&after(change));
    assert_eq!(told(|sheet| sheet["lines"][0]["pays"] = json!("9 to 1")), ["Tie: pays"]);
    assert_eq!(told(|sheet| sheet["lines"][1]["ways"] = json!("12")), ["All other hands: ways"]);
    assert_eq!(told(|sheet| sheet["lines"][0]["contribution"] = json!(0.5)), ["Tie: contribution"]);
    assert_eq!(told(|sheet| sheet["lines"][0]["probability"] = json!(0.1)), ["Tie: probability"]);
    assert_eq!(told(|sheet| sheet["variance"] = json!(6.0)), ["variance"]);
    assert_eq!(told(|sheet| sheet["house_edge"] = json!(0.14)), ["house_edge"]);
    assert_eq!(told(|sheet| sheet["long_run_return"] = json!(0.9)), ["long_run_return"]);
    assert_eq!(told(|sheet| sheet["game"]["vigorish"] = json!("3%")), ["game.vigorish"]);
    assert_eq!(told(|sheet| sheet["document"]["rulebook_hash"] = json!("abc")), ["document.rulebook_hash"]);
    let option = told(|sheet| {
        let options = sheet["game"]["options"].as_object_mut().unwrap();
        *options.values_mut().next().unwrap() = json!("otherwise");
    });
    assert!(option.len() == 1 && option[0].starts_with("game.options."), "{option:?}");
}

#[test]
fn rules_alone_are_told_from_figures() {
    let found = after(|sheet| sheet["document"]["rulebook_hash"] = json!("abc"));
    assert_eq!(found.json()["sheets"][0]["figures_changed"], json!(false));
    assert!(found.text().contains("every line and figure is the same"), "{}", found.text());
    let found = after(|sheet| sheet["lines"][0]["pays"] = json!("9 to 1"));
    assert_eq!(found.json()["sheets"][0]["figures_changed"], json!(true));
}

#[test]
fn lines_come_go_and_change_their_names() {
    let lines = |found: &Comparison| found.json()["sheets"][0]["lines"].clone();
    let renamed = after(|sheet| sheet["lines"][0]["name"] = json!("Draw"));
    assert_eq!(lines(&renamed), json!([{"line": "Tie", "change": "renamed", "was": "Draw", "changes": []}]));
    assert!(renamed.text().contains("line `Draw` is now called `Tie`"), "{}", renamed.text());

    let added = after(|sheet| drop(sheet["lines"].as_array_mut().unwrap().remove(0)));
    let [line] = lines(&added).as_array().unwrap().clone().try_into().unwrap();
    assert_eq!((&line["line"], &line["change"]), (&json!("Tie"), &json!("added")));
    assert_eq!(line["changes"][0], json!({"key": "pays", "was": null, "now": "8 to 1", "by": null}));

    let removed = after(|sheet| {
        let line = json!({"name": "Tie with 9", "pays": "20 to 1", "ways": "7", "probability": 0.01});
        sheet["lines"].as_array_mut().unwrap().push(line);
    });
    let [line] = lines(&removed).as_array().unwrap().clone().try_into().unwrap();
    assert_eq!((&line["line"], &line["change"]), (&json!("Tie with 9"), &json!("removed")));
    assert!(removed.text().contains("line `Tie with 9` was removed"), "{}", removed.text());
}

#[test]
fn another_shoe_changes_ways_and_figures_but_no_pays() {
    let was = document(Some("tie"), 8).json();
    let found = earlier(&was).compare(&document(Some("tie"), 6), false);
    let keys = keys(&found);
    for key in [
        "Tie: ways",
        "Tie: probability",
        "Tie: return_contribution",
        "decks",
        "total",
        "house_edge",
        "return",
    ] {
        assert!(keys.iter().any(|told| told == key), "{key} is not in {keys:?}");
    }
    assert!(!keys.iter().any(|told| told.ends_with("pays") || told.starts_with("game")), "{keys:?}");
    // By how much is exact for counts.
    let line = found.json()["sheets"][0]["lines"][0].clone();
    let ways =
        line["changes"].as_array().unwrap().iter().find(|change| change["key"] == "ways").unwrap().clone();
    let count = |key: &str| ways[key].as_str().unwrap().parse::<i128>().unwrap();
    assert!(found.text().contains(&format!("{:+}", count("now") - count("was"))), "{}", found.text());
}

#[test]
fn sheets_come_and_go() {
    let (all, tie) = (document(None, 8), document(Some("tie"), 8));
    let names = |found: &Comparison, change: &str| -> Vec<String> {
        let json = found.json();
        let of = json["sheets"].as_array().unwrap().iter().filter(|sheet| sheet["change"] == change);
        of.map(|sheet| sheet["sheet"].as_str().unwrap().to_owned()).collect()
    };
    let found = earlier(&tie.json()).compare(&all, true);
    assert_eq!(names(&found, "added").len(), all.sheets.len() - 1);
    // Asked for one wager, the others of the file are not gone; asked for everything, they are.
    let found = earlier(&all.json()).compare(&tie, false);
    assert!(found.same && found.compared == 1 && found.not_asked == all.sheets.len() - 1);
    let found = earlier(&all.json()).compare(&tie, true);
    assert_eq!(names(&found, "removed").len(), all.sheets.len() - 1);
    // One sheet is compared with one other, whatever they are called.
    let found = earlier(&document(Some("player"), 8).json()).compare(&tie, false);
    assert!(keys(&found).contains(&"wager".to_owned()), "{}", found.text());
}

#[test]
fn files_that_are_no_sheets_are_refused() {
    let refused = |text: &str| EarlierSheets::read("was.json", text).unwrap_err().to_string();
    for (text, why) in [
        ("", "is not JSON"),
        ("rulebook,wager\n", "is not JSON"),
        ("[]", "holds no sheet"),
        ("{}", "number 1 has no valid `rulebook`"),
        ("[1]", "number 1 has no valid `rulebook`"),
        ("null", "number 1 has no valid `rulebook`"),
        (r#"[{"rulebook":"a","wager":"b","total":"1","lines":[{}]}]"#, "number 1 has no valid `lines`"),
        (r#"[{"rulebook":"a","wager":"b","total":1,"lines":[]}]"#, "number 1 has no valid `total`"),
        (r#"{"rulebook":"a","wager":"b","total":"1"}"#, "number 1 has no valid `lines`"),
        (&"[".repeat(100_000), "is not JSON"),
    ] {
        let told = refused(text);
        assert!(told.contains(why) && told.contains("not_sheets") && told.contains("`was.json`"), "{told}");
    }
}

/// Damaged files are refused or compared, but nothing breaks.
#[test]
fn any_damage_is_survived() {
    let now = document(Some("tie"), 8);
    let whole = now.json().to_string();
    let mut dice = banco_dice::Dice::new(18);
    let (mut refused, mut compared) = (0, 0);
    for _ in 0..300 {
        let mut bytes = whole.clone().into_bytes();
        for _ in 0..=dice.below(3) {
            let at = dice.place(bytes.len());
            bytes[at] = dice.pick(b"0123456789\",:{}[]-.entulabc");
        }
        match EarlierSheets::read("was.json", &String::from_utf8_lossy(&bytes)) {
            Ok(earlier) => compared += usize::from(!earlier.compare(&now, false).text().is_empty()),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 0 && compared > 0, "{refused} {compared}");
}
