//! The authority table: every command and every route that changes something has a row, and `docs/authority.md` is written
//! from it.

use std::collections::BTreeSet;
use std::path::Path;

use banco_people::PEOPLE_ACTIONS;
use banco_server::authority::{
    ACCOUNT, ACCOUNT_WANTED, LINK, LINK_WANTED, ROUTES, Rule, TABLE, TABLE_WANTED, levels_to_markdown,
    to_markdown,
};
use banco_server::routes;
use banco_wire::{AccountCommand, AccountWanted, LinkCommand, LinkWanted, TableCommand, Wanted};

fn names(rules: &[Rule]) -> Vec<&'static str> {
    rules.iter().flat_map(|rule| rule.names).copied().collect()
}

#[test]
fn every_command_is_in_the_table_once() {
    for (rules, commands) in [
        (TABLE, TableCommand::NAMES),
        (LINK, LinkCommand::NAMES),
        (ACCOUNT, AccountCommand::NAMES),
        (TABLE_WANTED, Wanted::NAMES),
        (LINK_WANTED, LinkWanted::NAMES),
        (ACCOUNT_WANTED, AccountWanted::NAMES),
    ] {
        let all = names(rules);
        let once: BTreeSet<_> = all.iter().collect();
        assert_eq!(all.len(), once.len(), "a command stands there twice: {all:?}");
        let missing: Vec<_> = commands.iter().filter(|command| !all.contains(command)).collect();
        let unknown: Vec<_> = all.iter().filter(|name| !commands.contains(name)).collect();
        assert!(missing.is_empty() && unknown.is_empty(), "missing {missing:?}, unknown {unknown:?}");
    }
}

#[test]
fn every_route_that_changes_something_is_in_the_table() {
    let known: BTreeSet<&str> =
        names(ROUTES).into_iter().chain(PEOPLE_ACTIONS.iter().map(|action| action.name)).collect();
    // Forms of pages go to these very routes; the day is closed by a form alone.
    let api = routes().into_iter().filter(|route| {
        route.method != "get" && (route.path.starts_with("/api/") || route.path == "/cage/close")
    });
    let names: BTreeSet<&str> = api.map(|route| route.name).collect();
    let missing: Vec<_> = names.difference(&known).collect();
    let unknown: Vec<_> = known.difference(&names).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing {missing:?}, unknown {unknown:?}");
}

/// What stands between two marks, replaced.
fn filled(page: &str, mark: &str, text: &str) -> String {
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->"));
    let (before, rest) = page.split_once(&begin).unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    format!("{before}{begin}\n{text}\n{end}{after}")
}

#[test]
fn the_page_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/authority.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut made = filled(&page, "levels", &levels_to_markdown());
    for (mark, rules) in [
        ("tables", TABLE),
        ("requests at tables", TABLE_WANTED),
        ("links", LINK),
        ("requests on links", LINK_WANTED),
        ("accounts", ACCOUNT),
        ("requests of accounts", ACCOUNT_WANTED),
        ("routes", ROUTES),
    ] {
        made = filled(&made, mark, &to_markdown(rules));
    }
    made = filled(&made, "people", &banco_people::actions::to_markdown());
    if std::env::var_os("BANCO_WRITE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert!(
        made == page,
        "docs/authority.md is old: `BANCO_WRITE=1 cargo test -p banco-server --test http` writes it"
    );
}
