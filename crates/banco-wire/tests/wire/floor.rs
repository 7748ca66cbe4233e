//! Floors to look at: every script and every case of the rulebooks, as they were played.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use banco_cards::Card;
use banco_engine::pit::{Happening, Pit};
use banco_engine::script::{Case, Line, Runner};
use banco_engine::table::{Table, Viewer};
use banco_engine::{Commitment, Person};
use banco_rulebook::Library;

pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().unwrap())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "case"));
    files.sort();
    files
}

/// What happened, and a pit that knows the rules and nothing else.
pub struct Played {
    pub title: String,
    pub happenings: Vec<Happening>,
    pub rules: Pit,
}

fn commit(card: Card, place: u16) -> Commitment {
    Commitment::to_card(&[7; 32], place, card)
}

fn play(case: &Case, rulebook: &str) -> Played {
    let recorded = case.record(library(), rulebook, &commit);
    let (happenings, pit) = recorded.unwrap_or_else(|error| panic!("{}: {error}", case.title));
    // What is on the shelf of the pit that was played stays there; its tables are put up anew by their events.
    let mut rules = Pit::default();
    for (_, table) in pit.tables() {
        rules.know(table.rules().clone());
    }
    rules.know(case.rules(library(), rulebook).unwrap());
    Played { title: case.title.clone(), happenings, rules }
}

/// The golden scripts: a short shoe of each rulebook.
pub fn scripts() -> Vec<(String, Played)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../banco-engine/tests/scripts");
    let mut all = Vec::new();
    for file in files(&folder) {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let cases = Case::parse_all(&fs::read_to_string(&file).unwrap()).unwrap();
        let case = cases.into_iter().next().unwrap();
        let rulebook = case.rulebook.clone().unwrap();
        all.push((name, play(&case, &rulebook)));
    }
    let books: Vec<&str> = library().rulebooks.iter().map(|book| book.id()).collect();
    for book in books {
        assert!(all.iter().any(|(name, _)| name == book), "{book} has no script");
    }
    all
}

/// All cases of all rulebooks.
pub fn cases(mut look: impl FnMut(&str, Played)) {
    for book in &library().rulebooks {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(book.id()).join("cases");
        for file in files(&folder) {
            for case in Case::parse_all(&fs::read_to_string(&file).unwrap()).unwrap() {
                look(book.id(), play(&case, book.id()));
            }
        }
    }
}

/// The pit after each line of a script, with nothing half done.
pub fn step_by_step(mut look: impl FnMut(&Pit)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<(PathBuf, Option<&str>)> =
        files(&folder.join("../banco-engine/tests/scripts")).into_iter().map(|file| (file, None)).collect();
    for book in &library().rulebooks {
        let cases = folder.join("../../rulebooks").join(book.id()).join("cases");
        all.extend(files(&cases).into_iter().map(|file| (file, Some(book.id()))));
    }
    for (file, book) in all {
        let cases = Case::parse_all(&fs::read_to_string(&file).unwrap()).unwrap();
        // All scripts, and every eighth case of a file.
        for case in cases.into_iter().step_by(if book.is_some() { 8 } else { 1 }) {
            let book = book.or(case.rulebook.as_deref()).unwrap().to_owned();
            let no_terms = |_: &str| Err("other terms".to_owned());
            let mut runner = Runner::new(case.rules(library(), &book).unwrap(), &no_terms);
            for (_, text) in &case.lines {
                let line = Line::parse(text).unwrap();
                // What a line needs that is not here ends the case.
                if runner.line(&line).is_err() {
                    break;
                }
                if !matches!(line, Line::Expect(_)) {
                    look(runner.pit());
                }
            }
        }
    }
}

/// Everybody who may look at a table.
pub fn viewers(table: &Table) -> Vec<Viewer> {
    let people = table.people().iter().map(|one| Viewer::Participant(one.person));
    let stranger = Viewer::Participant(Person(999));
    let others =
        [stranger, Viewer::Onlooker, Viewer::Dealer, Viewer::Floor, Viewer::Surveillance, Viewer::Display];
    people.chain(others).collect()
}
