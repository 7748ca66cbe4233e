//! The `.case` format: worked examples beside the rules, one block a case. See CONTRIBUTING.md.

use std::fs;
use std::path::{Path, PathBuf};

use banco_cards::{Card, parse_cards};
use banco_engine::script::Claims;

/// A block of a case file.
#[derive(Debug)]
pub struct Block {
    pub file: PathBuf,
    pub line: usize,
    pub lines: Vec<(usize, String)>,
}

impl Block {
    /// The values of a key, in order.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.lines.iter().filter_map(move |(_, line)| {
            let (found, value) = line.split_once(':')?;
            (found.trim() == key).then_some(value.trim())
        })
    }

    pub fn one<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.all(key).next()
    }

    /// The clauses that it names.
    pub fn claims(&self) -> Claims {
        let mut claims = Claims::default();
        for (at, line) in &self.lines {
            if let Some((key, value)) = line.split_once(':') {
                claims.read(*at, key.trim(), value.trim());
            }
        }
        claims
    }

    pub fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line)
    }

    pub fn numbers(&self, key: &str) -> Vec<u8> {
        let words = self.one(key).unwrap_or_default().split_whitespace();
        words.map(|word| word.parse().unwrap_or_else(|_| panic!("{}: `{word}`", self.place()))).collect()
    }

    pub fn cards(&self, text: &str) -> Vec<Card> {
        parse_cards(text).unwrap_or_else(|error| panic!("{}: {error}", self.place()))
    }
}

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

/// All blocks of all case files of a rulebook.
pub fn blocks(rulebook: &Path) -> Vec<Block> {
    files(rulebook).iter().flat_map(|file| parse(file)).collect()
}

fn parse(file: &Path) -> Vec<Block> {
    let text = fs::read_to_string(file).unwrap();
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        let line = line.split(" #").next().unwrap_or_default().trim_end();
        if line.starts_with('#') {
            continue;
        }
        if line.trim().is_empty() {
            open = false;
            continue;
        }
        if !open {
            blocks.push(Block { file: file.to_owned(), line: at + 1, lines: Vec::new() });
            open = true;
        }
        blocks.last_mut().unwrap().lines.push((at + 1, line.trim().to_owned()));
    }
    blocks
}

/// What a case expects of a wager.
#[derive(Debug, PartialEq, Eq, Default, Clone)]
pub struct Expected {
    pub verdict: String,
    pub won: Option<String>,
    pub vigorish: Option<String>,
    pub claims: Vec<String>,
    pub envy: Option<String>,
    pub line: Option<String>,
}

/// What a block may say; anything else is a slip of the pen.
const KEYS: [&str; 21] = [
    "case",
    "table",
    "grid",
    "cite",
    "context",
    "submission",
    "set",
    "seat",
    "participating",
    "personal",
    "choice",
    "choices",
    "history",
    "cards",
    "outcome",
    "wager",
    "error",
    "refused",
    "refused by",
    "paytables",
    "accepted",
];

impl Block {
    /// The first line that is none of the known keys, hits, misses or rows of a grid.
    pub fn unknown_line(&self) -> Option<&str> {
        let is_known = |line: &str| {
            let key = line.split(':').next().unwrap_or_default().trim();
            let printed = line.starts_with("hit ") || line.starts_with("miss ");
            let row = self.one("grid").is_some() && line.starts_with(|c: char| c.is_ascii_digit());
            KEYS.contains(&key) || printed || row
        };
        self.lines.iter().map(|(_, line)| line.as_str()).find(|line| !is_known(line))
    }
}

/// Reads `win 100 vigorish 5 claims star envy 200 "Line"`.
pub fn expected(text: &str) -> Expected {
    let (front, line) = match text.split_once('"') {
        Some((front, rest)) => (front, Some(rest.trim_end_matches('"').to_owned())),
        None => (text, None),
    };
    let mut words = front.split_whitespace().peekable();
    let mut expected = Expected { line, ..Expected::default() };
    while let Some(word) = words.next() {
        match word {
            "win" | "lose" | "push" => word.clone_into(&mut expected.verdict),
            "vigorish" => expected.vigorish = words.next().map(str::to_owned),
            "claims" => expected.claims.extend(words.next().map(str::to_owned)),
            "envy" => expected.envy = words.next().map(str::to_owned),
            amount => expected.won = Some(amount.to_owned()),
        }
    }
    expected
}
