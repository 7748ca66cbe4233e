//! Broken submissions and rulebooks, and what a licensee is told about them. Every message must be one that
//! its reader can act on.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::path::Path;
use std::sync::Arc;

use banco_rulebook::{Library, LibraryError, Source, check_submission, load_rulebook};

fn library() -> Library {
    Library::embedded().unwrap_or_else(|error| panic!("{error}"))
}

/// The findings on a submission.
fn submission(text: &str) -> String {
    let source = Source { path: "submission.toml".to_owned(), text: text.trim_start().to_owned() };
    let checked = library().check(source);
    assert_eq!(checked.terms.is_some(), !checked.report.has_errors());
    checked.report.to_string()
}

/// The files of Massachusetts Baccarat with one text of one file replaced.
fn files(file: &str, from: &str, to: &str) -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks/ma-baccarat");
    let mut replaced = 0;
    let names = [
        "rulebook",
        "clauses",
        "readings",
        "wagers/base",
        "wagers/dragon-bonus",
        "wagers/ez",
        "wagers/house-money",
        "wagers/royal-9",
    ];
    let files: Vec<Source> = names
        .into_iter()
        .map(|name| {
            let mut text = std::fs::read_to_string(folder.join(format!("{name}.toml"))).unwrap();
            if name == file {
                assert!(text.contains(from), "{name} has no `{from}`");
                text = text.replacen(from, to, 1);
                replaced += 1;
            }
            Source { path: format!("rulebooks/ma-baccarat/{name}.toml"), text }
        })
        .collect();
    assert_eq!(replaced, 1);
    files
}

/// The findings on Massachusetts Baccarat with one text of one file replaced.
fn rulebook(file: &str, from: &str, to: &str) -> String {
    match load_rulebook("ma-baccarat", &files(file, from, to)) {
        Ok(_) => "accepted".to_owned(),
        Err(report) => report.to_string(),
    }
}

/// A submission for Massachusetts Baccarat with the base wagers and something more.
fn ma_baccarat(head: &str, tail: &str) -> String {
    submission(&format!(
        "rulebook = \"ma-baccarat\"\nname = \"test\"\n{head}\n{}{tail}",
        ["player", "banker", "tie"]
            .map(|id| format!("[[wager]]\nid = \"{id}\"\nmin = \"$25\"\nmax = \"$500\"\n"))
            .concat()
    ))
}

/// A submission for Colorado with the base wagers and something more.
fn colorado(head: &str, tail: &str) -> String {
    submission(&format!(
        "rulebook = \"co-rule-28\"\nname = \"test\"\n{head}\n{}{tail}",
        ["player", "banker", "tie"]
            .map(|id| format!("[[wager]]\nid = \"{id}\"\nmin = \"$25\"\nmax = \"$500\"\n"))
            .concat()
    ))
}

/// A second wager of a rulebook that has a meter of the same id.
const SAME_METER: &str = r#"[[wager]]
id = "royal-8"
name = "Royal 8"
kind = "progressive"
cite = "13(i) Paytable 1"
units = "$5"
rows = [{ name = "Tie", when = { tie = true }, pays = "100% of star" }]
meters = [{ id = "star", name = "Star", cite = "13(i) Paytable 1", seed = "$450", increment = "5%" }]

[[wager]]
id = "royal-9""#;

#[test]
fn two_wagers_on_offer_have_no_meter_of_the_same_id() {
    let files = files("wagers/royal-9", "[[wager]]\nid = \"royal-9\"", SAME_METER);
    let rulebook = load_rulebook("ma-baccarat", &files).unwrap_or_else(|report| panic!("{report}"));
    let rulebook = Arc::new(rulebook);
    let wagers = ["player", "banker", "tie"]
        .map(|id| format!("[[wager]]\nid = \"{id}\"\nmin = \"$25\"\nmax = \"$500\"\n"))
        .concat();
    let check = |more: &str| {
        let text = format!("rulebook = \"ma-baccarat\"\nname = \"test\"\n{wagers}{more}");
        let source = Source { path: "submission.toml".to_owned(), text };
        check_submission(&[Arc::clone(&rulebook)], source)
    };
    let both = "[[wager]]\nid = \"royal-8\"\n[[wager]]\nid = \"royal-9\"\n";
    insta::assert_snapshot!(check(both).report.to_string());
    assert!(check("[[wager]]\nid = \"royal-8\"\n").terms.is_some());
}

macro_rules! tells {
    ($($name:ident: $report:expr;)*) => { $(
        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), $report);
        }
    )* };
}

tells! {
    // Submissions: form.
    submission_not_toml: submission("rulebook = \"ma-baccarat\nname = 3 4\n");
    submission_unknown_key: ma_baccarat("deks = 8", "");
    submission_wrong_types: ma_baccarat("decks = \"eight\"\nseats = true", "");
    submission_nothing_at_all: submission("");
    submission_bad_notations: ma_baccarat(
        "[vigorish]\nrate = \"5\"", "[[wager]]\nid = \"dragon-bonus\"\npaytable = \"A\"\nmin = \"five dollars\"\n");
    // Submissions: what the rulebook does not allow.
    submission_unknown_rulebook: submission("rulebook = \"ma-bacarat\"\nname = \"test\"\nwager = []\n");
    submission_decks_and_seats: ma_baccarat("decks = 9\nseats = 9", "");
    submission_vigorish: ma_baccarat("[vigorish]\nrate = \"4%\"\nrounding = \"20¢\"\ncollected = \"never\"", "");
    submission_options: ma_baccarat("[options]\nshufle = \"machine\"\ncut-by = \"floor\"\n[settings]\nhouse-money-press = 150", "");
    submission_ez_wagers_without_ez: ma_baccarat("", "[[wager]]\nid = \"dragon-7\"\nmax = \"$50\"\n");
    submission_vigorish_at_ez: ma_baccarat("variant = \"ez\"\n[vigorish]\nrate = \"5%\"", "");
    submission_tie_too_cheap: ma_baccarat("", "pays = { Tie = \"7 to 1\", Ties = \"9 to 1\" }\n");
    submission_fixed_pay: ma_baccarat(
        "", "[[wager]]\nid = \"dragon-bonus\"\npaytable = \"B\"\nmax = \"$50\"\npays = { \"Win by 9 points\" = \"30 to 1\" }\n");
    submission_paytables: ma_baccarat(
        "", "[[wager]]\nid = \"dragon-bonus\"\nmax = \"$50\"\n[[wager]]\nid = \"royal-9\"\npaytable = \"2\"\n");
    submission_limits: ma_baccarat(
        "", "[[wager]]\nid = \"house-money\"\nmin = \"$100\"\nmax = \"$5\"\naggregate = \"PHP500\"\n");
    submission_no_base_wagers: submission("rulebook = \"ma-baccarat\"\nname = \"test\"\n[[wager]]\nid = \"player\"\nmax = \"$5\"\n");
    submission_royal_9_on_fourteen_seats: ma_baccarat("seats = 14\ndecks = 7", "[[wager]]\nid = \"royal-9\"\nunit = \"$10\"\nmust_hit = \"4\"\n");
    submission_royal_9_combinations: ma_baccarat(
        "seats = 10", "[[wager]]\nid = \"royal-9\"\npositions = [1, 2, 15]\nmeters = { star = { choice = \"3\" }, moon = {} }\n[personal_king_9]\n1 = \"Ks 9h\"\n2 = \"Ks 9h\"\n3 = \"Kh 9h\"\n");
    submission_wager_twice: ma_baccarat("", "[[wager]]\nid = \"tie\"\nmax = \"$5\"\n[[wager]]\nid = \"dragonbonus\"\n");
    submission_batches: colorado("decks = 9\n[options]\nshuffler = \"automated\"", "");
    submission_eternal: colorado(
        "decks = 12", "[[wager]]\nid = \"harmony\"\npaytable = \"PT-PRG-HP-12\"\n[[wager]]\nid = \"sun-7-progressive\"\npaytable = \"PT-PRG-S7-05\"\nsuits = [\"spades\", \"hearts\"]\nmeters = { sun-7 = { seed = \"$1\", increment = \"99%\" } }\n");
    submission_fortunes: colorado(
        "seats = 7", "[[wager]]\nid = \"99-fortunes\"\npaytable = \"P2-7-PHP100\"\n[[link]]\nname = \"a\"\nmeters = [\"99-fortunes\", \"harmony\"]\n");
    submission_empty_links: ma_baccarat(
        "", "[[wager]]\nid = \"royal-9\"\n[[link]]\nname = \"\"\nmeters = [\"star\", \"spade\", \"heart\"]\n[[link]]\nname = \"b\"\nmeters = []\n");
    submission_link_named_like_an_unlinked_wager: ma_baccarat(
        "", "[[wager]]\nid = \"royal-9\"\n[[link]]\nname = \"royal-9\"\nmeters = []\n");
    submission_links: ma_baccarat(
        "", "[[wager]]\nid = \"royal-9\"\n[[link]]\nname = \"a\"\nmeters = [\"star\", \"heart\"]\nexecutive_from = \"PHP500\"\ncaps = { star = \"$50,000\", moon = \"$5\", heart = \"PHP900\" }\n[[link]]\nname = \"a\"\nmeters = [\"heart\"]\n");
    submission_approvals: ma_baccarat("[approvals]\nexecutive_from = \"PHP500\"", "");
    submission_approvals_misspelled: ma_baccarat("[approvals]\nexecutive_form = \"$500\"", "");
    submission_reserve_of_nothing: colorado(
        "seats = 7", "[[wager]]\nid = \"99-fortunes\"\npaytable = \"P1\"\npositions = [1, 2, 3, 5, 6, 7]\nmeters = { 99-fortunes = { seed = \"$10,000\", increment = \"15%\", reserve = \"0%\" } }\n");
    submission_eternal_lock: colorado(
        "", "[[wager]]\nid = \"harmony\"\npaytable = \"PT-PRG-HP-01\"\n[[link]]\nname = \"a\"\nmeters = [\"harmony\"]\nlock = \"value\"\n");
    submission_supplied_lines: colorado(
        "seats = 7",
        "[[wager]]\nid = \"run\"\nmax = \"$50\"\nlines = [\n  { name = \"Ten\", when = { hand = { total = 10 } }, pays = \"9 to 1\" },\n  { name = \"Three\", when = { hand = { run = 3 } }, pays = \"100% of moon\" },\n  { name = \"Three\", when = { hand = { run = 3 } }, pays = \"7 to 1\" },\n]\n");
    submission_small_wagers_rounded: submission(
        "rulebook = \"ma-baccarat\"\nname = \"test\"\nvigorish = { rounding = \"25¢\" }\n[[wager]]\nid = \"player\"\nmax = \"$5\"\n[[wager]]\nid = \"banker\"\nmin = \"$1\"\nmax = \"$5\"\n[[wager]]\nid = \"tie\"\nmax = \"$5\"\n");
    submission_legal_but_dangerous: colorado(
        "seats = 7",
        "[[wager]]\nid = \"99-fortunes\"\npaytable = \"P1\"\npositions = [1, 2, 3, 5, 6, 7]\n[[wager]]\nid = \"blazing-7s\"\npaytable = \"1\"\n");

    // Rulebooks.
    rulebook_unknown_clause: rulebook("wagers/ez", "cite = \"8(a)(5)(ii)\"", "cite = \"8(a)(5)(iii)\"");
    rulebook_unknown_key: rulebook("wagers/ez", "name = \"Panda 8\", when", "name = \"Panda 8\", wen");
    rulebook_unreachable_row: rulebook("wagers/dragon-bonus", "wins_by = 9, natural = false", "wins_by = 9, natural = true, cards = 3");
    rulebook_unreachable_alternative: rulebook("wagers/dragon-bonus", "pays = [\"30 to 1\"", "instead = { \"cut-by=dealer\" = { hand = { natural = true, cards = 3 } } }, pays = [\"30 to 1\"");
    rulebook_shadowed_row: rulebook("wagers/dragon-bonus", "hand = { wins_by = 9, natural = false }", "hand = { wins = true }");
    rulebook_missing_column: rulebook("wagers/dragon-bonus", "[\"6 to 1\", \"7 to 1\", \"4 to 1\"]", "[\"6 to 1\", \"7 to 1\"]");
    rulebook_bad_pay: rulebook("wagers/dragon-bonus", "\"6 to 1\"", "\"6:1\"");
    rulebook_unknown_meter: rulebook("wagers/royal-9", "100% of star", "100% of stars");
    rulebook_duplicate_wager: rulebook("wagers/ez", "id = \"panda-8\"", "id = \"dragon-7\"");
    rulebook_duplicate_clause: rulebook("clauses", "id = \"8(b)\"", "id = \"8(c)\"");
    rulebook_unknown_kind: rulebook("clauses", "kind = \"rule\"", "kind = \"rules\"");
    rulebook_draw_table: rulebook("rulebook", "3 = \"D D D D D D D D S D D\"", "3 = \"D D D D D D D D S D\"");
    rulebook_missing_draw_row: rulebook("rulebook", "stands = [6, 7]", "stands = [7]");
    rulebook_wrong_values: rulebook("rulebook", "T = 0, J = 0", "T = 10, J = 0");
    rulebook_unknown_reading: rulebook("rulebook", "reading = \"S3\"", "reading = \"S33\"");
    rulebook_unknown_step: rulebook("rulebook", "summary = \"They are turned face down, washed and stacked.\"", "summary = \"They are washed.\"\nin_place_of = \"spred\"");
    rulebook_misspelled_names: rulebook("rulebook", "[[steps]]\nid = \"wagering\"", "[[steps]]\nid = \"waggering\"");
    rulebook_new_name_that_nothing_asks_for: rulebook("rulebook", "[[posted]]\nid = \"wager-areas\"\ntold = true", "[[posted]]\nid = \"wager-areas\"");
    rulebook_told_and_asked_for: rulebook("rulebook", "id = \"no-more-bets\"", "id = \"no-more-bets\"\ntold = true");
    rulebook_misspelled_setting: rulebook("rulebook", "id = \"cut-card-depth\"", "id = \"cut-card-deph\"");
    rulebook_misspelled_exception: rulebook("rulebook", "summary = \"They are turned face down, washed and stacked.\"", "summary = \"They are washed.\"\nunless = \"shuffle=preshuffled\"");
    rulebook_misspelled_alternative: rulebook("wagers/dragon-bonus", "pays = [\"30 to 1\"", "instead = { \"cut-by=dealr\" = { tie = true } }, pays = [\"30 to 1\"");
    rulebook_base_wager_of_other_choices: rulebook("wagers/dragon-bonus", "family = ", "base_wager = \"cut-by\"\nfamily = ");
    rulebook_variant_of_nothing: rulebook("rulebook", "paytables = { banker = \"ez\" }", "paytables = { banker = \"easy\" }");
    rulebook_side_without_sides: rulebook("wagers/ez", "banker = { total = 7, cards = 3, wins = true }", "hand = { total = 7, cards = 3, wins = true }");

    // An inventor's own wager outside the tree.
    wager_file_broken: wager_file("id = \"Lucky Six\"\nname = \"Lucky Six\"\ncolumns = [\"1\", \"1\"]\nrows = [\n  { name = \"Six\", when = { banker = { total = 6, wins = true } }, pays = [\"12 to 1\"] },\n]\n");
    wager_file_money_without_unit: wager_file("id = \"lucky-six\"\nname = \"Lucky Six\"\nrows = [\n  { name = \"Six\", when = { banker = { total = 6, wins = true } }, pays = \"$25\" },\n]\n");
    wager_file_sound: wager_file("id = \"lucky-six\"\nname = \"Lucky Six\"\nrows = [\n  { name = \"Six\", when = { banker = { total = 6, wins = true } }, pays = \"12 to 1\" },\n]\n");
}

fn wager_file(text: &str) -> String {
    let library = library();
    let source = Source { path: "my-wager.toml".to_owned(), text: text.to_owned() };
    match library.rulebook("co-rule-28").unwrap().with_wager_files(&[source]) {
        Ok(rulebook) => format!("accepted: {} wager(s)", rulebook.added[0].wagers.len()),
        Err(report) => report.to_string(),
    }
}

#[test]
fn a_rulebook_folder_without_its_files_is_refused() {
    let source = Source { path: "rulebooks/empty/rulebook.toml".to_owned(), text: String::new() };
    let error = Library::from_sources(vec![source]).err();
    let Some(LibraryError::Invalid(report)) = error else { panic!("accepted") };
    insta::assert_snapshot!(report.to_string());
}
