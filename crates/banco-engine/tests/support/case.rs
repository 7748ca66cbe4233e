//! The `.case` files of the rulebooks: worked examples beside the rules, one block a case. See CONTRIBUTING.md.

use std::fs;
use std::path::{Path, PathBuf};

use banco_engine::script::Block;

/// The case files of a rulebook.
pub fn files(rulebook: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(rulebook.join("cases")) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "case"));
    files.sort();
    files
}

/// All blocks of all case files of a rulebook, each with its file.
pub fn blocks(rulebook: &Path) -> Vec<(PathBuf, Block)> {
    let mut all = Vec::new();
    for file in files(rulebook) {
        let blocks = Block::read_all(&fs::read_to_string(&file).unwrap());
        all.extend(blocks.into_iter().map(|block| (file.clone(), block)));
    }
    all
}
