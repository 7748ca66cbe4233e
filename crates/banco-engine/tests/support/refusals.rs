//! Which refusals the cases of the rulebooks meet.

use std::collections::BTreeSet;
use std::fs;

use banco_engine::pit;
use banco_engine::script::{Case, Outcome};

use super::case::files;
use super::{library, rulebooks_folder};

/// The codes that were met.
#[derive(Default, Debug)]
pub struct Met {
    pub table: BTreeSet<&'static str>,
    pub link: BTreeSet<&'static str>,
}

/// The codes of all refusals that a case of any rulebook expects and meets.
pub fn met_by_cases() -> Met {
    let mut met = Met::default();
    let mut tell = |_: usize, _: &str, outcome: &Outcome| {
        let Outcome::Refused(refusal) = outcome else { return };
        match refusal {
            pit::Refusal::Table(refusal) => met.table.insert(refusal.code()),
            pit::Refusal::Link(refusal) => met.link.insert(refusal.code()),
            other => panic!("refused without a clause: {other}"),
        };
    };
    for rulebook in &library().rulebooks {
        for file in files(&rulebooks_folder().join(rulebook.id())) {
            let cases = Case::parse_all(&fs::read_to_string(&file).unwrap());
            for case in cases.unwrap_or_else(|error| panic!("{}: {error}", file.display())) {
                let played = case.run(library(), rulebook.id(), &mut tell);
                played.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            }
        }
    }
    met
}

/// Every code is met, and stands for one reason.
pub fn check(codes: &[&'static str], met: &BTreeSet<&'static str>) {
    let missing: Vec<&str> = codes.iter().copied().filter(|code| !met.contains(code)).collect();
    assert!(missing.is_empty(), "no case and no test meets {missing:?}");
    assert_eq!(codes.len(), BTreeSet::from_iter(codes).len(), "a code stands for two reasons");
}
