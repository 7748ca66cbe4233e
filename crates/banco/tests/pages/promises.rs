//! The list of promises names tests that are there, and all of them.

use std::collections::BTreeSet;
use std::path::Path;

/// Every `module::test` of this folder.
fn tests() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    let mut all = BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let module = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        for part in text.split("#[test]\nfn ").skip(1) {
            all.insert(format!("{module}::{}", part.split('(').next().unwrap()));
        }
    }
    all
}

#[test]
fn the_list_of_promises_names_every_test() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/acceptance.md");
    let page = std::fs::read_to_string(page).unwrap();
    let named = page.split('`').skip(1).step_by(2).filter(|name| name.contains("::"));
    let named: BTreeSet<String> = named.map(str::to_owned).collect();
    let own = "promises::the_list_of_promises_names_every_test";
    let there: BTreeSet<String> = tests().into_iter().filter(|name| name != own).collect();
    assert_eq!(named, there);
}
