//! PAR sheets of counted shoes and of infinite decks, sheets beside a simulation, and test vectors.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    reason = "a test fails by panicking"
)]

#[path = "folder/mod.rs"]
mod folder;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use folder::Folder;
use serde_json::{Value as Json, json};

fn banco(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banco"));
    command.args(arguments).env_remove("BANCO_RULEBOOKS").env("NO_COLOR", "1");
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // Whoever refuses the question reads nothing of it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(arguments: &[&str], input: &str) -> String {
    let output = banco(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json_of(arguments: &[&str], input: &str) -> Vec<Json> {
    serde_json::from_str(&text(&[arguments, &["--json"]].concat(), input)).unwrap()
}

/// What is told of a question that has no answer; nothing is printed then.
fn refused(arguments: &[&str], input: &str) -> String {
    let output = banco(arguments, input);
    assert_eq!(output.status.code(), Some(3), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

const SHOES: &str =
    "shoe,0,1,2,3,4,5,6,7,8,9\nfull,128,32,32,32,32,32,32,32,32,32\n\nlast hand,1,1,1,1,1,0,0,0,0,0\n";

#[test]
fn counted_shoes_have_the_sheets_of_the_same_cards() {
    let sheets = json_of(&["par", "-r", "co-rule-28", "tie", "--composition", "-"], SHOES);
    let [full, last] = sheets.as_slice() else { panic!("{sheets:?}") };
    let eight = &json_of(&["par", "-r", "co-rule-28", "tie", "--decks", "8", "--with", "nothing"], "")[0];
    for key in ["total", "lines", "house_edge_fraction", "variance", "cards"] {
        assert_eq!(full[key], eight[key], "{key}");
    }
    assert_eq!((&full["shoe"], &full["shoe_name"], &full["decks"]), (&json!(1), &json!("full"), &Json::Null));
    assert_eq!(full["composition"], "128 32 32 32 32 32 32 32 32 32");
    assert_eq!(
        (&last["shoe"], &last["shoe_name"], &last["cards"]),
        (&json!(2), &json!("last hand"), &json!(5))
    );
    assert!(last["void"]["says"].as_str().unwrap().contains("with 5 cards left"));
    assert_ne!(full["document"]["id"], eight["document"]["id"]);
    // The figures of `banco odds` for the same shoes.
    let odds = text(&["odds", "tie", "-r", "co-rule-28", "--composition", "-", "--json"], SHOES);
    let odds: Json = serde_json::from_str(&odds).unwrap();
    for (at, sheet) in sheets.iter().enumerate() {
        let told = &odds["shoes"][at]["wagers"][0];
        for key in ["total", "house_edge", "house_edge_fraction", "hit", "variance"] {
            assert_eq!(told[key], sheet[key], "{key}");
        }
    }
}

#[test]
fn counted_shoes_are_named_in_every_format() {
    let folder = Folder::new("par-composition");
    let shoes = folder.file("shoes.csv");
    std::fs::write(&shoes, SHOES).unwrap();
    let ask = ["par", "-r", "ma-baccarat", "tie", "--composition", shoes.to_str().unwrap()];
    let told = text(&ask, "");
    assert!(told.contains("ma-baccarat tie, shoe 1 (full) with 416 cards left"), "{told}");
    assert!(told.contains("ma-baccarat tie, shoe 2 (last hand) with 5 cards left"), "{told}");
    let page = text(&[&ask[..], &["--format", "html"]].concat(), "");
    assert!(page.contains("shoe 2 (last hand) with 5 cards left"));
    let csv = text(&[&ask[..], &["--csv"]].concat(), "");
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let column = |name: &str| names.iter().position(|known| *known == name).unwrap();
    let last: Vec<&str> = csv.lines().last().unwrap().split(',').collect();
    assert_eq!(
        (last[column("shoe")], last[column("shoe_name")], last[column("cards")]),
        ("2", "last hand", "5")
    );
    let book = folder.file("par.xlsx");
    text(&[&ask[..], &["-o", book.to_str().unwrap()]].concat(), "");
    let mut book: calamine::Xlsx<_> = calamine::open_workbook(&book).unwrap();
    let summary = calamine::Reader::worksheet_range(&mut book, "Summary").unwrap();
    assert!(summary.rows().any(|row| row.iter().any(|cell| *cell == "last hand")));
    // Each sheet again, by what it says about itself.
    for sheet in json_of(&ask, "") {
        let command = sheet["document"]["command"].as_str().unwrap();
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        assert_eq!(json_of(&words, ""), std::slice::from_ref(&sheet), "{command}");
    }
}

#[test]
fn cards_that_are_not_told_apart_are_refused_as_by_odds() {
    for command in ["par", "odds"] {
        let told = refused(&[command, "-r", "co-rule-28", "player-pair", "--composition", "-"], SHOES);
        assert!(told.contains("bad_composition"), "{told}");
        assert!(told.contains("line 2: `player-pair` depends on ranks"), "{told}");
    }
    // What is merely offered is left out, and told so.
    let all = banco(&["par", "-r", "co-rule-28", "--composition", "-", "--csv"], SHOES);
    let (told, notes) = (String::from_utf8(all.stdout).unwrap(), String::from_utf8(all.stderr).unwrap());
    assert!(told.contains("dragon-7") && !told.contains("player-pair"));
    assert_eq!(notes.matches("`player-pair` depends on ranks").count(), 1, "{notes}");
    for (arguments, input, code) in [
        (&["tie", "--composition", "-"][..], "1 2 3\n", "bad_composition"),
        (&["tie", "--composition", "-"], "\n\n", "no_shoes"),
        (&["tie", "--composition", "-", "--shoe", "3"], SHOES, "no_such_shoe"),
        (&["tie", "--composition", "-", "--with", "decks"], SHOES, "no_full_shoe"),
    ] {
        let told = refused(&[&["par", "-r", "co-rule-28"], arguments].concat(), input);
        assert!(told.contains(code), "{told}");
    }
    let many = "128 32 32 32 32 32 32 32 32 32\n".repeat(1001);
    let told = refused(&["par", "-r", "co-rule-28", "tie", "--composition", "-"], &many);
    assert!(told.contains("too_many_sheets") && told.contains("at most 1000"), "{told}");
}

/// One deal in 52^6, whichever it is, and the exact figure of a pair: the second card is of the first one's rank.
#[test]
fn infinite_decks_have_sheets_of_their_own() {
    let ask = |wager: &str| json_of(&["par", "-r", "co-rule-28", wager, "--decks", "infinite"], "").remove(0);
    let pair = ask("player-pair");
    assert_eq!(pair["total"], 52_u64.pow(6).to_string());
    assert_eq!(pair["lines"][0]["fraction"], "1/13");
    assert_eq!((&pair["decks"], &pair["cards"]), (&Json::Null, &Json::Null));
    assert!(pair["drawn"].as_str().unwrap().starts_with("with replacement"));
    let command = pair["document"]["command"].as_str().unwrap();
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    assert_eq!(json_of(&words, ""), std::slice::from_ref(&pair), "{command}");
    assert!(
        text(&["par", "-r", "co-rule-28", "tie", "--decks", "infinite"], "").contains("tie, infinite decks")
    );
    // `banco odds` tells the same edge.
    let odds = text(&["odds", "tie", "-r", "co-rule-28", "--decks", "infinite", "--json"], "");
    let odds: Json = serde_json::from_str(&odds).unwrap();
    assert_eq!(odds["house_edge"], ask("tie")["house_edge"]);
    // Every wager of every rulebook has its sheet, and every way is in it.
    for sheet in json_of(&["par", "--all", "--decks", "infinite"], "") {
        let ways = |line: &Json| line["ways"].as_str().unwrap().parse::<u64>().unwrap();
        let sum: u64 = sheet["lines"].as_array().unwrap().iter().map(ways).sum();
        assert_eq!(sum.to_string(), sheet["total"].as_str().unwrap(), "{}", sheet["wager"]);
    }
}

#[test]
fn what_infinite_decks_do_not_know_is_refused() {
    for (command, arguments, code) in [
        ("par", &["--with", "removal"][..], "no_full_shoe"),
        ("par", &["--with", "exposure"], "no_full_shoe"),
        ("par", &["--simulate", "10"], "no_full_shoe"),
        ("par", &["--vectors", "1", "--json"], "no_full_shoe"),
        ("par", &["--verify"], "no_full_shoe"),
        ("par", &["--without", "9h"], "infinite_decks"),
        ("odds", &["--without", "9h"], "infinite_decks"),
        ("odds", &["--removal"], "infinite_decks"),
        ("odds", &["--given", "player1=9"], "infinite_decks"),
        ("odds", &["--seats", "7", "--stake", "1"], "infinite_decks"),
    ] {
        let ask = [&[command, "-r", "co-rule-28", "tie", "--decks", "infinite"][..], arguments].concat();
        let told = refused(&ask, "");
        assert!(told.contains(code), "{arguments:?}: {told}");
    }
    let bad = banco(&["par", "-r", "co-rule-28", "tie", "--decks", "21"], "");
    assert_eq!(bad.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("from 1 to 20, nor `infinite`"));
}

#[test]
fn a_simulation_stands_beside_the_exact_counts() {
    let ask = ["par", "-r", "co-rule-28", "dragon-7", "--simulate", "2000", "--seed", "7"];
    let sheet = &json_of(&ask, "")[0];
    assert_eq!(json_of(&ask, "")[0], *sheet, "the same seed, the same shoes");
    let simulation = &sheet["simulation"];
    // The shoes, hits and return of `banco sim` itself.
    let sim = ["sim", "-r", "co-rule-28", "-w", "dragon-7", "--shoes", "2000", "--seed", "7", "--json"];
    let sim: Json = serde_json::from_str(&text(&sim, "")).unwrap();
    let told = &sim["wagers"][0];
    assert_eq!(simulation["rounds"], told["rounds"]);
    assert_eq!(simulation["simulated_return"], told["return"]);
    assert_eq!(simulation["return_error"], told["error_by_shoes"]);
    assert_eq!(simulation["return_z"], told["z"]);
    let rounds = simulation["rounds"].as_f64().unwrap();
    let mut sum = 0.0;
    for (line, (own, sim)) in sheet["simulated_lines"]
        .as_array()
        .unwrap()
        .iter()
        .zip(sheet["lines"].as_array().unwrap().iter().zip(told["lines"].as_array().unwrap()))
    {
        assert_eq!((&line["name"], &line["hits"]), (&own["name"], &sim["count"]));
        let expected = rounds * own["probability"].as_f64().unwrap();
        assert!((line["expected"].as_f64().unwrap() - expected).abs() < 1e-6);
        // By shoes or by rounds, the errors are nearly alike: rounds of a shoe hang together only a little.
        let (z, by_rounds) = (line["z"].as_f64().unwrap(), sim["z"].as_f64().unwrap());
        assert_eq!(line["error_by"], "shoes");
        assert!((z / by_rounds - 1.0).abs() < 0.15 && z.abs() < 4.0, "{z} {by_rounds}");
        sum += line["hits"].as_f64().unwrap();
    }
    assert!((sum - rounds).abs() < 0.5);
    assert_eq!(simulation["degrees_of_freedom"], 1);
    // With two cells the chi-square is the square of z.
    let (chi, z) =
        (simulation["chi_square"].as_f64().unwrap(), sheet["simulated_lines"][0]["z"].as_f64().unwrap());
    assert!((chi / (z * z) - 1.0).abs() < 0.02, "{chi} {z}");
    assert!((0.0..=1.0).contains(&simulation["chi_square_p"].as_f64().unwrap()));
    let csv = text(&[&ask[..], &["--csv"]].concat(), "");
    let hits = sheet["simulated_lines"][0]["hits"].to_string();
    assert!(csv.lines().nth(1).unwrap().split(',').any(|cell| cell == hits), "{csv}");
    let table = text(&ask, "");
    assert!(table.contains("SIMULATED LINE") && table.contains("simulated shoes 2000; seed 7"), "{table}");
    assert!(sheet["document"]["command"].as_str().unwrap().contains("--simulate 2000 --seed 7"));
}

/// Every wager of every rulebook can be dealt, own wagers as well, and none strays beyond what chance allows.
#[test]
fn every_wager_is_simulated() {
    let (mut lines, mut strayed) = (0, 0);
    for rulebook in ["ma-baccarat", "ma-midi", "ca-21st-century", "co-rule-28", "ma-chemin-de-fer"] {
        for sheet in json_of(&["par", "-r", rulebook, "--simulate", "300"], "") {
            for line in sheet["simulated_lines"].as_array().unwrap() {
                lines += 1;
                let often = line["expected"].as_f64().unwrap() >= 20.0;
                strayed += usize::from(often && line["z"].as_f64().is_some_and(|z| z.abs() > 4.5));
            }
        }
    }
    assert!(lines > 500 && strayed == 0, "{strayed} of {lines}");
    let folder = Folder::new("par-simulate");
    let own = folder.file("six.toml");
    let rows = "{ name = \"Six\", when = { banker = { total = 6, wins = true } }, pays = \"12 to 1\" }";
    std::fs::write(&own, format!("id = \"six\"\nname = \"Six\"\nrows = [{rows}]\n")).unwrap();
    let sheet = &json_of(&["par", "-r", "ma-midi", own.to_str().unwrap(), "--simulate", "100"], "")[0];
    assert!(sheet["simulated_lines"][0]["hits"].as_u64().unwrap() > 100);
    for (arguments, code) in [
        (&["--simulate", "0"][..], "no_shoes"),
        (&["--simulate", "5", "--decks", "1", "--set", "settings.cut-card-depth=60"], ""),
    ] {
        let ask = [&["par", "-r", "ma-baccarat", "tie"][..], arguments].concat();
        let told = banco(&ask, "");
        assert!(!told.status.success(), "{arguments:?}");
        assert!(String::from_utf8_lossy(&told.stderr).contains(code), "{arguments:?}");
    }
}

/// Feeds a vector back through `banco settle`, which must tell the same.
fn settled_again(vector: &Json) {
    let word = |key: &str| vector[key].as_str().map(str::to_owned);
    let mut name = word("wager").unwrap();
    name.extend(word("side").map(|side| format!(".{side}")));
    name.extend(word("paytable").map(|paytable| format!(":{paytable}")));
    let stake = vector["stake"].as_i64().unwrap();
    let wager = format!("{name}={}.{:02}", stake / 100, stake % 100);
    let mut ask = vec!["settle".to_owned(), "-r".to_owned(), word("rulebook").unwrap(), "--json".to_owned()];
    let mut flag = |flag: &str, value: Option<String>| {
        ask.extend(value.into_iter().flat_map(|value| [flag.to_owned(), value]));
    };
    flag("-c", word("cards"));
    flag("-w", Some(wager));
    flag("--seat", vector["seat"].as_u64().map(|seat| seat.to_string()));
    flag("--player-decision", word("player_decision"));
    flag("--banker-decision", word("banker_decision"));
    let words: Vec<&str> = ask.iter().map(String::as_str).collect();
    let told: Json = serde_json::from_str(&text(&words, "")).unwrap();
    assert_eq!(told["outcome"], vector["outcome"], "{ask:?}");
    assert_eq!(told["player"]["total"], vector["player_total"], "{ask:?}");
    assert_eq!(told["banker"]["total"], vector["banker_total"], "{ask:?}");
    for key in ["result", "line", "won", "vigorish", "net", "claims", "envy", "envy_to", "currency", "cite"] {
        assert_eq!(told["wagers"][0][key], vector[key], "{ask:?} {key}");
    }
}

#[test]
fn vectors_reach_and_miss_every_line_and_settle_alike() {
    for (rulebook, wager) in [
        ("ma-baccarat", "dragon-bonus.player"),
        ("co-rule-28", "perfect-pair"),
        ("ma-baccarat", "banker:commission"),
    ] {
        let sheets = json_of(&["par", "-r", rulebook, wager, "--with", "nothing"], "");
        let vectors = json_of(&["par", "-r", rulebook, wager, "--vectors", "5", "--stake", "7"], "");
        let key = |value: &Json| value.to_string();
        let mut found: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
        for vector in &vectors {
            let (kind, line) = (vector["kind"].as_str().unwrap(), &vector["line"]);
            let of = format!("{} {}", key(&vector["side"]), key(&vector["paytable"]));
            match kind {
                "hit" => assert_eq!(line, &vector["about"]),
                "near-miss" => assert_ne!(line, &vector["about"]),
                _ => assert_eq!(vector["about"], Json::Null),
            }
            found.entry(of).or_default().insert((kind.to_owned(), key(&vector["about"])));
        }
        vectors.iter().step_by(4).for_each(settled_again);
        for sheet in &sheets {
            let of = format!("{} {}", key(&sheet["side"]), key(&sheet["paytable"]));
            for line in sheet["lines"].as_array().unwrap() {
                if line["ways"] == "0" || line["name"] == "All other hands" {
                    continue;
                }
                for kind in ["hit", "near-miss"] {
                    let wanted = (kind.to_owned(), key(&line["name"]));
                    assert!(found[&of].contains(&wanted), "{rulebook} {of} {wanted:?}");
                }
            }
        }
    }
}

#[test]
fn vectors_come_in_every_form_for_programs() {
    let ask = ["par", "-r", "ma-baccarat", "tie", "--vectors", "20"];
    let vectors = json_of(&ask, "");
    assert_eq!(vectors.iter().filter(|vector| vector["kind"] == "random").count(), 20);
    assert_eq!(json_of(&ask, ""), vectors);
    assert_ne!(json_of(&[&ask[..], &["--seed", "2"]].concat(), ""), vectors);
    let csv = text(&[&ask[..], &["--csv"]].concat(), "");
    assert_eq!(csv.lines().count(), vectors.len() + 1);
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let cell = |value: &Json| match value {
        Json::Null => String::new(),
        Json::String(told) if told.contains(',') => format!("\"{told}\""),
        Json::String(told) => told.clone(),
        Json::Array(claims) => claims.iter().map(Json::to_string).collect(),
        other => other.to_string(),
    };
    for (row, vector) in csv.lines().skip(1).zip(&vectors) {
        let cells: Vec<String> = names.iter().map(|name| cell(&vector[name])).collect();
        assert_eq!(row, cells.join(","));
    }
    // One of every class: no two have the same counts and numbers of cards.
    let classes = json_of(&["par", "-r", "ma-baccarat", "tie", "--vectors", "all"], "");
    let classes: Vec<&Json> = classes.iter().filter(|vector| vector["kind"] == "class").collect();
    let class = |vector: &Json| {
        let cards = |key: &str| vector[key].as_str().unwrap().split(' ').count();
        let (player, banker) = (cards("player"), cards("banker"));
        (vector["player_total"].to_string(), vector["banker_total"].to_string(), player, banker)
    };
    let different: BTreeSet<_> = classes.iter().map(|vector| class(vector)).collect();
    assert!(different.len() == classes.len() && classes.len() > 200, "{}", classes.len());
    assert!(refused(&ask, "").contains("vectors_format"));
    let bad = banco(&["par", "-r", "ma-baccarat", "tie", "--vectors", "some", "--json"], "");
    assert_eq!(bad.status.code(), Some(2));
}
