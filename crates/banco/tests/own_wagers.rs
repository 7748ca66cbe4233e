//! A wager file of one's own in every command, from a first draft to a table.
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

const SIX: &str = r#"id = "lucky-six"
name = "Lucky Six"
columns = ["A", "B"]
rows = [
  { name = "Three-card 6", when = { banker = { wins = true, total = 6, cards = 3 } }, pays = ["20 to 1", "18 to 1"] },
  { name = "Two-card 6",   when = { banker = { wins = true, total = 6, cards = 2 } }, pays = ["12 to 1", "12 to 1"] },
]
"#;

/// The same conditions and pays as Dragon 7, under another name.
const DRAGON: &str = r#"id = "my-dragon"
name = "My Dragon"
rows = [{ name = "Seven", when = { banker = { wins = true, total = 7, cards = 3 } }, pays = "40 to 1" }]
"#;

const TABLE: &str = r#"rulebook = "ma-baccarat"
name = "A table with a wager of its own"
variant = "commission"
wager_files = ["lucky-six.toml"]

[acknowledged]
"8(a)" = "letter 12 of the Commission, 2026-11-01"

[options]
disclosed-third-card = "simulated-round"

[[wager]]
id = "player"
min = "$5"
max = "$500"

[[wager]]
id = "banker"
min = "$5"
max = "$500"

[[wager]]
id = "tie"
min = "$5"
max = "$500"

[[wager]]
id = "lucky-six"
paytable = "A"
min = "$5"
max = "$100"
"#;

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (file, text) in [("lucky-six.toml", SIX), ("my-dragon.toml", DRAGON), ("table.toml", TABLE)] {
        std::fs::write(folder.file(file), text).unwrap();
    }
    folder
}

fn banco(arguments: &[&str]) -> String {
    shell::run(arguments, "")
}

#[test]
fn a_copy_of_a_printed_wager_has_its_odds_in_every_question() {
    let folder = folder("own-odds");
    let own = folder.path("my-dragon.toml");
    let ask = |wager: &str, more: &[&str]| {
        let mut found = json(&[&["odds", wager, "-r", "ma-baccarat", "--json"], more].concat());
        let mut entries: Vec<&mut Value> = match &mut found {
            Value::Array(all) => all.iter_mut().collect(),
            one => vec![one],
        };
        entries.iter_mut().for_each(|entry| entry["wager"] = Value::Null);
        found
    };
    for more in [
        &[][..],
        &["--removal"],
        &["--by-decks"],
        &["--decks", "6", "--without", "7h 7s"],
        &["--given", "player1=9", "--given", "banker2 in 8,9"],
        &["--correlation", "tie"],
    ] {
        let same = |mut found: Value| {
            // Lines are named by whoever wrote them.
            if let Some(lines) = found.get_mut("lines") {
                lines.as_array_mut().unwrap().iter_mut().for_each(|line| line["name"] = Value::Null);
            }
            if let Some(joint) = found.get_mut("joint") {
                joint.as_array_mut().unwrap().iter_mut().for_each(|line| line["lines"] = Value::Null);
            }
            found
        };
        assert_eq!(same(ask(&own, more)), same(ask("dragon-7", more)), "{more:?}");
    }
    let with = json(&["odds", "tie", "-r", "ma-baccarat", "--correlation", &own, "--json"]);
    let printed = json(&["odds", "tie", "-r", "ma-baccarat", "--correlation", "dragon-7", "--json"]);
    assert_eq!(with["covariance"], printed["covariance"]);
    let shoes = "128 32 32 32 32 32 32 32 32 32\n100 30 30 30 30 30 30 30 30 20\n";
    let batch = |wager: &str| shell::run(&["odds", wager, "-r", "ma-baccarat", "--composition", "-"], shoes);
    assert_eq!(batch(&own), batch("dragon-7"));
    assert!(batch(&own).starts_with("--- stdout\n0.0761"), "{}", batch(&own));
    let both = shell::run(
        &["odds", &own, "dragon-7", "-r", "ma-baccarat", "--composition", "-", "-f", "csv"],
        shoes,
    );
    let edges: Vec<(&str, &str)> = both
        .lines()
        .filter_map(|line| line.split_once(',')?.0.parse::<u8>().ok().map(|_| line))
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|cells| (cells[0], cells[6]))
        .collect();
    assert!(edges.len() == 4 && edges[0] == edges[1] && edges[2] == edges[3], "{both}");
    let worth = json(&["odds", &own, "-r", "ma-baccarat", "--given", "player1=9", "--worth", "--json"]);
    assert!(worth["wagers"].as_array().unwrap().contains(&"my-dragon".into()));
}

#[test]
fn a_pay_table_is_named_behind_the_file() {
    let folder = folder("own-columns");
    let (plain, column) = (folder.path("lucky-six.toml"), folder.path("lucky-six.toml:A"));
    let found = json(&["odds", &column, "-r", "ma-baccarat", "--json"]);
    assert!((found["house_edge"].as_f64().unwrap() - 0.166_835_720_4).abs() < 1e-9, "{found}");
    let refused = banco(&["odds", &plain, "-r", "ma-baccarat"]);
    assert!(refused.contains("error[paytable_needed]") && refused.ends_with("--- exit 3\n"), "{refused}");
}

#[test]
fn a_coup_is_settled_to_the_cent_by_a_clause() {
    let folder = folder("own-settle");
    let own = folder.path("lucky-six.toml:A=10");
    let found = json(&[
        "settle",
        "-r",
        "ma-baccarat",
        "-c",
        "Kh 2c Qd 4s 2d",
        "-w",
        &own,
        "-w",
        "banker:ez=100",
        "--json",
    ]);
    let wager = &found["wagers"][0];
    assert_eq!(
        (wager["line"].as_str(), wager["won"].as_i64()),
        (Some("Two-card 6"), Some(12_000)),
        "{found}"
    );
    assert_eq!(wager["cite"], "8(a)");
}

#[test]
fn shoes_are_dealt_and_counted_by_its_id() {
    let folder = folder("own-sim");
    let run = |wager: &str, id: &str| {
        let count = format!("4567=-1 89=+2; true 4; {id}");
        let perfect = format!("{id}; above 0%");
        let words = [
            "sim",
            "-r",
            "ma-baccarat",
            "-w",
            wager,
            "--shoes",
            "300",
            "--count",
            &count,
            "--perfect",
            &perfect,
        ];
        banco(&words).replace(id, "<wager>").replace("Seven", "<line>").replace("Dragon 7", "<line>")
    };
    let own = run(&folder.path("my-dragon.toml"), "my-dragon");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&own), words(&run("dragon-7", "dragon-7")));
    assert!(own.contains("<wager>") && own.ends_with("--- exit 0\n"), "{own}");
}

/// A hand that chooses is played for a copy of the Tie exactly as for the Tie itself.
#[test]
fn a_hand_is_played_for_it_where_the_rules_give_a_choice() {
    let folder = folder("own-solve");
    let tie = "id = \"my-tie\"\nname = \"My Tie\"\nrows = [{ name = \"Tie\", when = { tie = true }, pays = \"8 to 1\" }]\n";
    std::fs::write(folder.file("my-tie.toml"), tie).unwrap();
    let with = |wager: &str, rules: [&str; 2]| {
        let [flag, rules] = rules;
        let words =
            ["solve", flag, rules, "--set", "variant=super-pan-9", "--decks", "1", "--json", "--with"];
        json(&[&words[..], &[&format!("{wager}=9/2")]].concat())["basket"].clone()
    };
    let tie = with("tie", ["-r", "co-rule-28"]);
    for rules in [["-r", "co-rule-28"], ["-s", "co-rule-28/super-pan-9"]] {
        let mut own = with(&folder.path("my-tie.toml"), rules);
        assert_eq!(own["wagers"][1]["wager"], "my-tie");
        own["wagers"][1]["wager"] = "tie".into();
        assert_eq!(own, tie, "{rules:?}");
    }
    assert!(tie["by_total"].as_array().unwrap().iter().any(|choice| choice["best"] == "stand"));
}

#[test]
fn where_nothing_is_to_be_solved_for_it_that_is_told() {
    let folder = folder("own-not-solved");
    let own = folder.path("my-dragon.toml");
    let refused = |words: &[&str], code: &str, named: &str| {
        let told = banco(&[&["solve"], words].concat());
        assert!(told.contains(&format!("error[{code}]")) && told.contains(named), "{words:?}: {told}");
        assert!(told.ends_with("--- exit 3\n"), "{told}");
    };
    refused(&[&own, "-r", "ma-baccarat"], "no_choice", &format!("the payout of `{own}`"));
    let with = format!("{own}=1");
    refused(&["-r", "ma-chemin-de-fer", "--with", &with], "no_choice", "`--with` does not apply");
    refused(&["-r", "ca-21st-century", "--with", &with], "no_choice", "`--with` does not apply");
    let super_pan = ["-r", "co-rule-28", "--set", "variant=super-pan-9"];
    refused(&[&super_pan[..], &["--with", &own]].concat(), "bad_units", "write `tie=0.5`");
    std::fs::write(folder.file("my-dragon.toml"), DRAGON.replace("total = 7", "total = 0")).unwrap();
    refused(&[&super_pan[..], &["--with", &with]].concat(), "unreachable_row", "my-dragon.toml:");
}

#[test]
fn what_cannot_be_offered_is_refused_with_a_code() {
    let folder = folder("own-refused");
    let refused = |text: &str, code: &str| {
        std::fs::write(folder.file("bad.toml"), text).unwrap();
        let bad = folder.path("bad.toml");
        let settle = format!("{bad}=10");
        for words in [
            &["par", "-r", "ma-baccarat", &bad][..],
            &["odds", &bad, "-r", "ma-baccarat"],
            &["sim", "-r", "ma-baccarat", "-w", &bad, "--shoes", "1"],
            &["settle", "-r", "ma-baccarat", "-c", "Kh 2c Qd 4s 2d", "-w", &settle],
        ] {
            let told = banco(words);
            assert!(told.contains(&format!("error[{code}]")), "{words:?}: {told}");
            assert!(told.contains("bad.toml:") && told.contains("help: "), "place and hint: {told}");
            assert!(told.ends_with("--- exit 3\n"), "{told}");
        }
    };
    refused(&DRAGON.replace("my-dragon", "dragon-7"), "duplicate_id");
    refused(&DRAGON.replace("total = 7", "total = 0"), "unreachable_row");
    refused(&DRAGON.replace("cards = 3", "run = 3"), "not_in_game");
    refused(&DRAGON.replace("pays = ", "pay = "), "unknown_key");
    let missing = banco(&["odds", &folder.path("none.toml"), "-r", "ma-baccarat"]);
    assert!(missing.contains("cannot read") && missing.ends_with("--- exit 1\n"), "{missing}");
}

#[test]
fn a_submission_adds_it_with_the_approval_that_it_needs() {
    let folder = folder("own-check");
    let table = folder.path("table.toml");
    let found = json(&["check", &table, "--json"]);
    assert_eq!(found["accepted"], true, "{found}");
    assert_eq!(found["terms"]["wager_files"][0]["wagers"][0], "lucky-six");
    let text = std::fs::read_to_string(&table).unwrap();
    let check = |text: &str| {
        std::fs::write(folder.file("other.toml"), text).unwrap();
        banco(&["check", &folder.path("other.toml")])
    };
    for (old, new, code) in [
        ("\"8(a)\" = \"letter 12 of the Commission, 2026-11-01\"\n", "", "not_approved"),
        ("[\"lucky-six.toml\"]", "[\"lucky-seven.toml\"]", "no_wager_file"),
        ("[\"lucky-six.toml\"]", "[\"lucky-six.toml\", \"sub/lucky-six.toml\"]", "duplicate_file"),
    ] {
        let told = check(&text.replace(old, new));
        assert!(told.contains(&format!("error[{code}]")) && told.ends_with("--- exit 3\n"), "{told}");
        assert!(told.contains("other.toml:"), "{told}");
    }
    let copy = text.replace("lucky-six.toml", "my-dragon.toml").replace("lucky-six", "my-dragon");
    let told = check(&copy.replace("paytable = \"A\"\n", ""));
    assert!(told.contains("error[duplicate_paytable]"), "{told}");
}

#[test]
fn a_bundle_brings_it_to_a_table() {
    let folder = folder("own-table");
    let (table, bundle) = (folder.path("table.toml"), folder.path("table.bundle.json"));
    assert!(banco(&["rules", "bundle", &table, "-o", &bundle]).ends_with("--- exit 0\n"));
    std::fs::remove_file(folder.file("lucky-six.toml")).unwrap();
    let settled = |submission: &str| {
        banco(&["settle", "-s", submission, "-c", "Kh 2c Qd 4s 2d", "-w", "lucky-six=10", "--json"])
    };
    assert!(settled(&bundle).contains("\"won\": 12000"), "{}", settled(&bundle));
    assert!(settled(&table).contains("error[no_wager_file]"));
    std::fs::write(folder.file("lucky-six.toml"), SIX).unwrap();
    assert_eq!(settled(&table), settled(&bundle));
    let id = |submission: &str| {
        let found = json(&["check", submission, "--json"]);
        (found["terms"]["rulebook_hash"].clone(), found["terms"]["submission_hash"].clone())
    };
    assert_eq!(id(&table), id(&bundle));
}

#[test]
fn a_script_plays_it_at_a_table() {
    let folder = folder("own-script");
    let script = "case: a wager of one's own is paid\nrulebook: ma-baccarat\ncite: 8(a)\nsubmission: table.toml\nplay: ready 1\n\
        seat 1: bet lucky-six $10\nseat 1: bet player $10\ndealer: no more bets\nshoe: Kh 2c Qd 4s 2d\ndealer: settle\n= chips of seat 1 $10,110\n";
    std::fs::write(folder.file("own.case"), script).unwrap();
    let told = banco(&["run", &folder.path("own.case")]);
    assert!(told.ends_with("--- exit 0\n"), "{told}");
}

#[test]
fn a_started_file_is_sound_and_never_written_over_another() {
    let folder = Folder::new("own-start");
    let path = folder.path("my-wager.toml");
    let told = banco(&["rules", "new", "wager", "--output", &path]);
    assert!(told.ends_with("--- exit 0\n"), "{told}");
    let printed = banco(&["rules", "new", "wager"]);
    assert_eq!(printed, format!("--- stdout\n{}\n--- exit 0\n", folder.text("my-wager.toml").trim_end()));
    for rulebook in ["ma-baccarat", "ma-midi", "ma-chemin-de-fer", "ca-21st-century", "co-rule-28"] {
        let sheet = banco(&["par", "-r", rulebook, &path]);
        assert!(sheet.contains("my-wager") && sheet.ends_with("--- exit 0\n"), "{sheet}");
    }
    std::fs::write(folder.file("my-wager.toml"), "mine").unwrap();
    let told = banco(&["rules", "new", "wager", "--output", &path]);
    assert!(told.contains("error[file_exists]") && told.ends_with("--- exit 2\n"), "{told}");
    assert_eq!(folder.text("my-wager.toml"), "mine");
}
