//! Bundles: the rules of a day, to the byte, whatever becomes of the rulebooks afterwards.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::path::Path;

use banco_rulebook::{BUNDLE_VERSION, Bundle, BundleError, Library, Source, Terms, WagerName, load_rulebook};

fn library() -> Library {
    Library::embedded().unwrap()
}

fn terms(rulebook: &str) -> Terms {
    library().terms(rulebook, "default").unwrap()
}

/// What is played, without where the files came from.
fn played(terms: &Terms) -> String {
    let tables: Vec<String> = terms
        .rulebook
        .wagers
        .iter()
        .filter(|wager| terms.offers.iter().any(|offer| offer.wager == wager.id))
        .flat_map(|wager| wager.side_names().into_iter().map(|side| (wager, side)).collect::<Vec<_>>())
        .map(|(wager, side)| {
            let paytable = None;
            let name = WagerName { id: wager.id.clone(), side: side.map(str::to_owned), paytable };
            format!("{:?}", terms.offered(&name))
        })
        .collect();
    let choices = (&terms.options, &terms.settings, &terms.links, &terms.approvals, &terms.offers);
    let table = (&terms.positions, &terms.vigorish, &terms.variant, &terms.personal, &terms.rulebook.file);
    format!("{tables:?} {choices:?} {table:?}")
}

#[test]
fn every_submission_comes_back_from_its_bundle() {
    let library = library();
    for submission in &library.submissions {
        let terms = library.terms(&submission.rulebook, &submission.name).unwrap();
        let written = Bundle::from_terms(&terms).write();
        let bundle = Bundle::read(&written).unwrap_or_else(|error| panic!("{}: {error}", terms.name));
        assert_eq!(bundle, Bundle::from_terms(&terms));
        assert_eq!(*bundle.id(), terms.rules_id());
        assert_eq!(bundle.write(), written);
        let again = bundle.terms().unwrap_or_else(|error| panic!("{}: {error}", terms.name));
        assert_eq!(again.rules_id(), terms.rules_id());
        assert_eq!(played(&again), played(&terms));
    }
}

#[test]
fn rules_that_differ_in_anything_have_different_ids() {
    let library = library();
    let mut ids: Vec<_> = library
        .submissions
        .iter()
        .map(|submission| library.terms(&submission.rulebook, &submission.name).unwrap().rules_id())
        .collect();
    let source = &library.submission("ma-baccarat", "default").unwrap().source;
    let with_six = source.with_overrides(&["decks = 6".to_owned()]).unwrap();
    ids.push(library.check(with_six).terms.unwrap().rules_id());
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

/// The files of Massachusetts Baccarat from disk, with one text of one file replaced.
fn files(file: &str, from: &str, to: &str) -> Vec<Source> {
    fn read(folder: &Path, inside: &str, files: &mut Vec<Source>) {
        for entry in std::fs::read_dir(folder.join(inside)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let path = if inside.is_empty() { name } else { format!("{inside}/{name}") };
            if path == "wagers" {
                read(folder, &path, files);
            } else if Path::new(&path).extension().is_some_and(|kind| kind == "toml") {
                let text = std::fs::read_to_string(folder.join(&path)).unwrap();
                files.push(Source { path: format!("rulebooks/ma-baccarat/{path}"), text });
            }
        }
    }
    let mut files = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks/ma-baccarat"), "", &mut files);
    for source in files.iter_mut().filter(|source| source.path.ends_with(file)) {
        assert!(source.text.contains(from), "{file} has no `{from}`");
        source.text = source.text.replacen(from, to, 1);
    }
    files
}

#[test]
fn every_data_file_is_in_the_hash_and_nothing_else() {
    let hash = |file: &str, from: &str, to: &str| {
        load_rulebook("ma-baccarat", &files(file, from, to)).unwrap_or_else(|report| panic!("{report}")).hash
    };
    let plain = hash("none", "", "");
    assert_eq!(plain, terms("ma-baccarat").rulebook.hash);
    for file in ["rulebook.toml", "clauses.toml", "readings.toml", "wagers/base.toml", "wagers/ez.toml"] {
        assert_ne!(plain, hash(file, "\n", "\n# a remark\n"), "{file}");
    }
    assert_eq!(plain, hash("submission.toml", "\n", "\n# a remark\n"));
    // The order in which files come does not matter.
    let mut turned = files("none", "", "");
    turned.reverse();
    assert_eq!(plain, load_rulebook("ma-baccarat", &turned).unwrap().hash);
}

#[test]
fn a_bundle_plays_as_on_its_day_when_the_rulebook_has_changed() {
    let terms = terms("ma-baccarat");
    let kept = Bundle::from_terms(&terms).write();
    let dearer = files("wagers/base.toml", "8 to 1", "9 to 1");
    let today = Library::from_sources(dearer).unwrap().terms("ma-baccarat", "default").unwrap();
    let tie = |terms: &Terms| terms.offered(&"tie".parse().unwrap()).unwrap().table.lines[0].pay.to_string();
    assert_eq!((tie(&terms).as_str(), tie(&today).as_str()), ("8 to 1", "9 to 1"));
    let that_day = Bundle::read(&kept).unwrap();
    assert_eq!(played(&that_day.terms().unwrap()), played(&terms));
    assert!(that_day.verify(&terms.rules_id()).is_ok());
    assert!(matches!(that_day.verify(&today.rules_id()), Err(BundleError::OtherRules { .. })));
}

/// What is said of a bundle of the rulebook with one text replaced.
fn tampered(from: &str, to: &str) -> BundleError {
    let text = Bundle::from_terms(&terms("ma-chemin-de-fer")).write();
    assert!(text.contains(from), "the bundle has no `{from}`");
    Bundle::read(&text.replacen(from, to, 1)).expect_err("a changed bundle was accepted")
}

#[test]
fn a_change_is_told_by_its_place() {
    let file = |error: BundleError| match error {
        BundleError::Changed { file, .. } => file,
        other => panic!("{other}"),
    };
    assert_eq!(file(tampered("most_times = 2", "most_times = 3")), "rulebook.toml");
    assert_eq!(file(tampered("Fer, five percent", "Fer, six percent")), "submission.toml");
    let places = |error: BundleError| match error {
        BundleError::NotCanonical { line, column } => (line, column),
        other => panic!("{other}"),
    };
    assert_eq!(places(tampered("\n  \"rulebook\"", "\n   \"rulebook\"")), (3, 3));
    assert!(matches!(tampered("\"format\"", "\"fromat\""), BundleError::Form { .. }));
    assert!(matches!(tampered("banco-bundle", "banco-bundel"), BundleError::Form { line: 1, .. }));
    let other = BUNDLE_VERSION + 1;
    let version = tampered(&format!("\"version\": {BUNDLE_VERSION}"), &format!("\"version\": {other}"));
    assert_eq!(version, BundleError::Version { found: other });
}

#[test]
fn a_text_changed_together_with_its_hash_is_one_of_other_rules() {
    let original = terms("ma-baccarat");
    let changed = Library::from_sources(files("wagers/base.toml", "8 to 1", "9 to 1")).unwrap();
    let changed = Bundle::from_terms(&changed.terms("ma-baccarat", "default").unwrap()).write();
    let forged = changed.replace(rules_line(&changed), rules_line(&Bundle::from_terms(&original).write()));
    assert!(matches!(Bundle::read(&forged), Err(BundleError::OtherRules { .. })));
    // Another edition is another text, whatever the hashes say.
    let renamed = tampered(":Massachusetts Gaming Commission", ":Massachusetts Gaming Omission");
    assert!(matches!(renamed, BundleError::OtherRules { .. }), "{renamed}");
}

/// The line of a bundle that names its rules.
fn rules_line(bundle: &str) -> &str {
    bundle.lines().find(|line| line.trim_start().starts_with("\"rules\"")).unwrap()
}

#[test]
fn no_changed_byte_passes() {
    let text = Bundle::from_terms(&terms("ma-chemin-de-fer")).write();
    for at in (0..text.len()).step_by(211).filter(|at| text.is_char_boundary(*at)) {
        let was = text[at..].chars().next().unwrap();
        let now = if was == 'x' { 'y' } else { 'x' };
        let (before, after) = (&text[..at], &text[at + was.len_utf8()..]);
        assert!(Bundle::read(&format!("{before}{now}{after}")).is_err(), "changed at {at}");
        assert!(Bundle::read(&format!("{before}{after}")).is_err(), "left out at {at}");
        assert!(Bundle::read(&format!("{before} {was}{after}")).is_err(), "put in at {at}");
    }
    assert!(Bundle::read(&format!("{text}\n")).is_err());
    assert!(Bundle::read(text.trim_end()).is_err());
}

#[test]
fn a_file_that_no_rulebook_has_is_told() {
    let mut files = files("none", "", "");
    let path = "rulebooks/ma-baccarat/wager/royal-8.toml".to_owned();
    files.push(Source { path, text: String::new() });
    let report = load_rulebook("ma-baccarat", &files).unwrap_err();
    let [only] = report.diagnostics.as_slice() else { panic!("{report}") };
    assert_eq!(only.code, "unknown_file");
    assert_eq!(only.message, "`wager/royal-8.toml` is not a file of a rulebook");
}
