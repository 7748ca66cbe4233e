//! Tables that a script has driven somewhere.

use std::sync::Arc;

use banco_engine::script::{Line, Runner};
use banco_engine::table::{Cards, Rules, Table};

use super::library;

/// A table after the lines of a script, under the default terms of a rulebook.
pub fn table_after(rulebook: &str, lines: &[&str]) -> Table {
    table_with(rulebook, &[], lines)
}

/// The same, with which cards the table deals.
pub fn table_dealing(cards: Cards, rulebook: &str, lines: &[&str]) -> Table {
    table_put_up(rulebook, &[], Some(cards), lines)
}

/// The same, with keys of the submission set.
pub fn table_with(rulebook: &str, set: &[&str], lines: &[&str]) -> Table {
    table_put_up(rulebook, set, None, lines)
}

fn table_put_up(rulebook: &str, set: &[&str], cards: Option<Cards>, lines: &[&str]) -> Table {
    let overrides: Vec<String> = set.iter().map(|line| (*line).to_owned()).collect();
    let source = &library().submission(rulebook, "default").unwrap().source;
    let checked = library().check(source.with_overrides(&overrides).unwrap());
    let rules = Rules::new(checked.terms.unwrap_or_else(|| panic!("{}", checked.report))).unwrap();
    let no_terms = |_: &str| Err("there are no other terms here".to_owned());
    let mut runner = Runner::with_cards(Arc::new(rules), cards, &no_terms);
    for line in lines {
        let parsed = Line::parse(line).unwrap();
        runner.line(&parsed).unwrap_or_else(|failure| panic!("{line}: {failure}"));
        runner.settled().unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    runner.table
}
