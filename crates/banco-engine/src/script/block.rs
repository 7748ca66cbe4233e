//! A block of a case file: the lines between two empty ones.

use super::case::Claims;

/// A block, with its place in the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// Where it begins in the file.
    pub at: usize,
    /// Its lines without comments, each with its number in the file.
    pub lines: Vec<(usize, String)>,
}

/// What a block holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A table that is driven by a script.
    Script,
    /// A shuffle by hand.
    Shuffle,
    /// A pay table, line by line.
    Table,
    /// A drawing table, cell by cell.
    Grid,
    /// Cards and what becomes of wagers, or a submission that is accepted or refused.
    Worked,
}

impl Kind {
    /// As programs know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::Shuffle => "shuffle",
            Self::Table => "table",
            Self::Grid => "grid",
            Self::Worked => "worked",
        }
    }
}

/// Text without what follows ` #`.
fn without_comment(line: &str) -> &str {
    line.split(" #").next().unwrap_or_default().trim_end()
}

/// A line as `KEY: VALUE`; a key may stand alone.
pub(super) fn entry(line: &str) -> (&str, &str) {
    line.split_once(':').map_or((line, ""), |(key, value)| (key.trim(), value.trim()))
}

impl Block {
    /// All blocks of a text.
    #[must_use]
    pub fn read_all(text: &str) -> Vec<Self> {
        let mut blocks = Vec::new();
        let mut block = Self::default();
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, without_comment(line)));
        for (at, line) in lines.chain([(0, "")]) {
            if line.trim().is_empty() {
                blocks.extend(Some(std::mem::take(&mut block)).filter(|block| !block.lines.is_empty()));
            } else if !line.starts_with('#') {
                block.at = if block.lines.is_empty() { at } else { block.at };
                block.lines.push((at, line.trim().to_owned()));
            }
        }
        blocks
    }

    /// The values of a key, in order, each with its line.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
        let entries = self.lines.iter().map(|(at, line)| (*at, entry(line)));
        entries.filter_map(move |(at, (found, value))| (found == key).then_some((at, value)))
    }

    /// The first value of a key.
    #[must_use]
    pub fn one<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.all(key).next().map(|(_, value)| value)
    }

    /// Whether a line begins with this key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.one(key).is_some()
    }

    /// What it holds.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            block if block.has("play") => Kind::Script,
            block if block.has("shuffle") => Kind::Shuffle,
            block if block.has("table") => Kind::Table,
            block if block.has("grid") => Kind::Grid,
            _ => Kind::Worked,
        }
    }

    /// What it shows: its title, or which table it holds.
    #[must_use]
    pub fn title(&self) -> String {
        let table = || self.one("table").map(|table| format!("the pay table of {table}"));
        let grid = || self.one("grid").map(|hand| format!("the drawing table of the {hand}"));
        self.one("case").map(str::to_owned).or_else(table).or_else(grid).unwrap_or_default()
    }

    /// The clauses that it names.
    #[must_use]
    pub fn claims(&self) -> Claims {
        let mut claims = Claims::default();
        for (at, line) in self.lines.iter().take_while(|(_, line)| entry(line).0 != "play") {
            let (key, value) = entry(line);
            claims.read(*at, key, value);
        }
        claims
    }
}
