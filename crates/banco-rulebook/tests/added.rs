//! Wager files from outside a rulebook: how they are taken in, refused, approved and kept.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use banco_rulebook::{Bundle, Checked, Library, Source, WagerName, files_named};

const SIX: &str = r#"
id = "lucky-six"
name = "Lucky Six"
rows = [
  { name = "Six", when = { banker = { total = 6, wins = true } }, pays = "12 to 1" },
]
"#;

fn source(path: &str, text: &str) -> Source {
    Source { path: path.to_owned(), text: text.to_owned() }
}

/// The codes and places of what is wrong with a file under a rulebook.
fn refused(rulebook: &str, text: &str) -> Vec<(&'static str, usize)> {
    let library = Library::embedded().unwrap();
    let added = library.rulebook(rulebook).unwrap().with_wager_files(&[source("./own.toml", text)]);
    let report = added.err().map(|report| report.diagnostics).unwrap_or_default();
    report.iter().map(|problem| (problem.code, problem.line_column().unwrap().0)).collect()
}

/// The default submission with a wager file, offered under these further keys.
fn submitted(rulebook: &str, text: &str, keys: &[&str]) -> Checked {
    let library = Library::embedded().unwrap();
    let library = library.with_wager_files(rulebook, &[source("./lucky-six.toml", text)]).unwrap();
    let plain = library.submission(rulebook, "default").unwrap().source.clone();
    let mut text = plain.text.clone();
    text.push_str("\n[[wager]]\nid = \"lucky-six\"\nmin = \"$5\"\nmax = \"$100\"\n");
    let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
    library.check(Source { text, ..plain }.with_overrides(&keys).unwrap())
}

const NAMED: &str = "wager_files = [\"lucky-six.toml\"]";

fn codes(checked: &Checked) -> Vec<&'static str> {
    let errors = checked.report.diagnostics.iter();
    errors.filter(|found| found.severity == banco_rulebook::Severity::Error).map(|found| found.code).collect()
}

#[test]
fn a_sound_file_is_taken_by_every_rulebook() {
    for rulebook in &Library::embedded().unwrap().rulebooks {
        let more = rulebook.with_wager_files(&[source("folder/own.toml", SIX)]).unwrap();
        assert_eq!(more.wagers.len(), rulebook.wagers.len() + 1);
        assert_eq!(more.added_by("lucky-six").unwrap().name, "own.toml");
        assert!(more.files.contains_key("added/own.toml"));
        assert_ne!(more.hash, rulebook.hash, "other rules have another hash");
        assert!(rulebook.added.is_empty());
    }
}

#[test]
fn names_that_are_taken_are_refused_at_their_place() {
    let named = |id: &str, name: &str| SIX.replace("lucky-six", id).replace("Lucky Six", name);
    assert_eq!(refused("ma-baccarat", &named("dragon-7", "Six")), [("duplicate_id", 2)]);
    assert_eq!(refused("ma-baccarat", &named("six", "Tie")), [("duplicate_name", 3)]);
    assert_eq!(refused("ma-chemin-de-fer", &named("dragon-7", "Six")), []);
    let family = "family = \"Golden Frog Baccarat\"\n\n[[wager]]".to_owned() + SIX;
    assert_eq!(refused("co-rule-28", &family), [("duplicate_id", 1)]);
    let library = Library::embedded().unwrap();
    let twice = [source("a/own.toml", SIX), source("b/own.toml", &named("seven", "Seven"))];
    let report = library.rulebook("ma-midi").unwrap().with_wager_files(&twice).unwrap_err();
    assert_eq!(report.diagnostics[0].code, "duplicate_file");
}

#[test]
fn what_the_game_does_not_have_is_refused_at_its_place() {
    let row = |when: &str| {
        format!(
            "id = \"own\"\nname = \"Own\"\nrows = [\n{{ name = \"A\", when = {when}, pays = \"9 to 1\" }},\n]\n"
        )
    };
    let personal = row("{ player = { personal = \"own\" } }");
    assert_eq!(refused("ma-chemin-de-fer", &personal), [("not_in_game", 4)]);
    assert_eq!(refused("ma-baccarat", &personal), []);
    let run = row("{ player = { run = 3 } }");
    assert_eq!(refused("ma-baccarat", &run), [("not_in_game", 4)]);
    assert_eq!(refused("co-rule-28", &run), []);
    let vigorish = SIX.replace("pays = ", "vigorish = \"on-win\", pays = ");
    assert_eq!(refused("ca-21st-century", &vigorish), [("not_in_game", 5)]);
    assert_eq!(refused("ma-baccarat", &vigorish), []);
    let early = format!("settled = \"before-third-cards\"{SIX}");
    assert_eq!(refused("ma-chemin-de-fer", &early), [("not_in_game", 1)]);
    assert_eq!(refused("ma-baccarat", &early), []);
    assert_eq!(refused("ma-baccarat", &format!("kind = \"base\"{SIX}")), [("not_a_side_bet", 1)]);
    let variant = format!("requires = {{ variants = [\"super-pan-9\"] }}{SIX}");
    assert_eq!(refused("ma-baccarat", &variant), [("unknown_variant", 1)]);
    let never = SIX.replace("total = 6", "total = 0");
    assert_eq!(refused("ma-baccarat", &never), [("unreachable_row", 5)]);
}

#[test]
fn wagers_of_one_file_may_refer_to_each_other() {
    let both = r#"
family = "Sixes"

[[wager]]
id = "six"
name = "Six"
rows = [{ name = "Six", when = { banker = { total = 6, wins = true } }, pays = "12 to 1" }]

[[wager]]
id = "six-cover"
name = "Six Cover"
rows = [{ name = "Any", when = { any_line_of = ["six"] }, pays = "11 to 1" }]
"#;
    assert_eq!(refused("ma-baccarat", both), []);
    assert_eq!(refused("ma-baccarat", &both.replace("[\"six\"]", "[\"sixx\"]")), [("unknown_wager", 12)]);
}

#[test]
fn an_added_wager_needs_the_approval_that_its_rulebook_speaks_of() {
    for (rulebook, clause) in [("co-rule-28", "30-2807(2)"), ("ma-baccarat", "8(a)"), ("ma-midi", "7(a)")] {
        let checked = submitted(rulebook, SIX, &[NAMED]);
        assert_eq!(codes(&checked), ["not_approved"], "{rulebook}");
        let problem = &checked.report.diagnostics.iter().find(|found| found.code == "not_approved").unwrap();
        assert_eq!(problem.clauses[0].0, clause);
        let place = problem.source.as_ref().unwrap().text.get(problem.span.clone());
        assert_eq!(place, Some("\"lucky-six\""));
        let letter = format!("acknowledged.\"{clause}\" = \"letter 12, 2026-11-01\"");
        let checked = submitted(rulebook, SIX, &[NAMED, &letter]);
        assert_eq!(codes(&checked), [""; 0], "{rulebook}");
        let terms = checked.terms.unwrap();
        let name: WagerName = "lucky-six".parse().unwrap();
        let offered = terms.offered(&name).unwrap();
        assert_eq!(offered.table.lines[0].cite, [clause], "no payout without a clause");
    }
    for rulebook in ["ma-chemin-de-fer", "ca-21st-century"] {
        assert!(codes(&submitted(rulebook, SIX, &[NAMED])).contains(&"wager_not_allowed"), "{rulebook}");
    }
}

#[test]
fn an_added_wager_is_not_one_of_the_rulebook_by_another_name() {
    let letter = "acknowledged.\"8(a)\" = \"letter 12, 2026-11-01\"";
    let dragon = |pays: &str| {
        let rows = SIX.replace("{ total = 6, wins = true }", "{ total = 7, cards = 3, wins = true }");
        submitted("ma-baccarat", &rows.replace("12 to 1", pays), &[NAMED, letter])
    };
    assert_eq!(codes(&dragon("40 to 1")), ["duplicate_paytable"]);
    assert_eq!(codes(&dragon("39 to 1")), [""; 0]);
}

#[test]
fn files_that_are_missing_or_named_twice_are_told_where_the_submission_names_them() {
    let letter = "acknowledged.\"8(a)\" = \"letter 12, 2026-11-01\"";
    for (named, code) in [
        ("wager_files = [\"lucky-six.toml\", \"elsewhere/seven.toml\"]", "no_wager_file"),
        ("wager_files = [\"lucky-six.toml\", \"b/lucky-six.toml\"]", "duplicate_file"),
    ] {
        assert_eq!(codes(&submitted("ma-baccarat", SIX, &[named, letter])), [code]);
    }
    let unused = submitted("ma-baccarat", &SIX.replace("lucky-six", "six"), &[NAMED, letter]);
    let found: Vec<&str> = unused.report.diagnostics.iter().map(|found| found.code).collect();
    assert!(found.contains(&"wager_file_unused") && found.contains(&"unknown_wager"), "{found:?}");
    let named = source("x", "rulebook = \"ma-midi\"\nwager_files = [\"a.toml\", \"b/c.toml\"]\n");
    let files = vec!["a.toml".to_owned(), "b/c.toml".to_owned()];
    assert_eq!(files_named(&named), (Some("ma-midi".to_owned()), files));
}

#[test]
fn a_bundle_brings_its_wager_and_gives_the_same_rules_to_the_byte() {
    let letter = "acknowledged.\"8(a)\" = \"letter 12, 2026-11-01\"";
    let terms = submitted("ma-baccarat", SIX, &[NAMED, letter]).terms.unwrap();
    let text = Bundle::from_terms(&terms).write();
    let again = Bundle::read(&text).unwrap();
    let terms_again = again.terms().unwrap();
    assert_eq!(terms_again.rules_id(), terms.rules_id());
    assert_eq!(Bundle::from_terms(&terms_again).write(), text);
    assert_eq!(terms_again.rulebook.added[0].wagers, ["lucky-six"]);
    let name: WagerName = "lucky-six".parse().unwrap();
    assert_eq!(terms_again.offered(&name).unwrap().table, terms.offered(&name).unwrap().table);
    assert!(Bundle::read(&text.replace("12 to 1", "13 to 1")).is_err(), "a changed wager is found");
}

#[test]
fn a_question_has_the_wager_within_reach_beside_those_of_the_submission() {
    let library = Library::embedded().unwrap();
    let terms = library.terms("ma-baccarat", "default").unwrap();
    let offers = terms.offers.len();
    let file = source("own.toml", &SIX.replace("pays = \"12 to 1\"", "pays = [\"12 to 1\", \"13 to 1\"]"));
    let file = Source { text: format!("columns = [\"A\", \"B\"]{}", file.text), ..file };
    let terms = terms.with_wager_files(std::slice::from_ref(&file)).unwrap();
    assert_eq!(terms.offers.len(), offers + 2);
    for (name, pay) in [("lucky-six:A", "12 to 1"), ("lucky-six:B", "13 to 1")] {
        let offered = terms.offered(&name.parse::<WagerName>().unwrap()).unwrap();
        assert_eq!(offered.table.lines[0].pay.to_string(), pay);
    }
    assert_eq!(terms.offered(&"lucky-six".parse().unwrap()).unwrap_err().code(), "paytable_needed");
    let again = terms.clone().with_wager_files(&[file]).unwrap();
    assert_eq!(again.offers.len(), terms.offers.len(), "the same file twice is there once");
}
