//! The page about people says what the program does. `BANCO_GOLDEN=write` writes it.

use std::fs;
use std::path::Path;

use banco_people::role::SEPARATIONS;
use banco_people::{actions, permission};

fn separations() -> String {
    let names = |roles: &[banco_people::HouseRole]| {
        roles.iter().map(|role| role.name()).collect::<Vec<_>>().join(", ")
    };
    let mut table =
        "| rule | whoever is | is not | why | a house may waive it |\n|---|---|---|---|---|\n".to_owned();
    for rule in SEPARATIONS {
        let waived = if rule.may_be_waived { "yes" } else { "no" };
        let (one, other) = (names(rule.one), names(rule.other));
        table += &format!("| `{}` | {one} | {other} | {} | {waived} |\n", rule.code, rule.reason);
    }
    table
}

/// What stands between two marks, replaced.
fn filled(page: &str, mark: &str, text: &str) -> String {
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->"));
    let (before, rest) = page.split_once(&begin).unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    format!("{before}{begin}\n{text}\n{end}{after}")
}

#[test]
fn the_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/people.md");
    let page = fs::read_to_string(&path).unwrap();
    let expected = filled(&page, "permissions", &permission::to_markdown());
    let expected = filled(&expected, "separations", &separations());
    let expected = filled(&expected, "actions", &actions::to_markdown());
    if std::env::var_os("BANCO_GOLDEN").is_some_and(|value| value == "write") {
        fs::write(&path, &expected).unwrap();
    }
    assert!(expected == page, "docs/people.md is out of date: BANCO_GOLDEN=write cargo test -p banco-people");
}
