//! Pay tables, line by line: a deal that reaches each and a near one that misses it.

use banco_cards::Card;
use banco_engine::play;
use banco_rulebook::Terms;

use crate::Run;
use crate::support::case::{Block, expected};
use crate::worked::{Outcome, decisions, difference, settled};

impl Run<'_> {
    pub fn table(&mut self, block: &Block) {
        let checked = self.submission(block);
        let Some(terms) = checked.terms.map(Terms::opened) else {
            return self.fail(block, format!("refused:\n{}", checked.report));
        };
        let (wager, stake) = block.one("table").unwrap().split_once('=').expect("`table: wager = stake`");
        let columns = block.one("paytables").unwrap_or("-").split_whitespace().collect();
        let printed = Printed { block, terms: &terms, wager: wager.trim(), stake: stake.trim(), columns };
        let mut last_hit: Vec<Card> = Vec::new();
        for (_, line) in &block.lines {
            if let Some(hit) = line.strip_prefix("hit ") {
                let (name, rest) = hit.split_once(": ").expect("`hit NAME: CARDS -> CELLS`");
                let (cards, cells) = rest.split_once("->").expect("`hit NAME: CARDS -> CELLS`");
                last_hit = block.cards(cards);
                self.hit(&printed, name, &last_hit, cells);
            } else if let Some(miss) = line.strip_prefix("miss ") {
                let (name, cards) = miss.split_once(": ").expect("`miss NAME: CARDS`");
                let cards = block.cards(cards);
                if !near(&last_hit, &cards) {
                    self.fail(block, format!("the miss of `{name}` is not near its hit"));
                }
                self.miss(&printed, name, &cards);
            }
        }
    }

    fn hit(&mut self, printed: &Printed<'_>, name: &str, cards: &[Card], cells: &str) {
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        let (given, wanted) = (cells.len(), printed.columns.len());
        if given != wanted {
            return self.fail(printed.block, format!("`{name}` has {given} cells for {wanted} pay tables"));
        }
        for ((column, settled), cell) in printed.settle(cards).into_iter().zip(cells) {
            self.produce(&settled);
            let place = format!("{}:{column} `{name}`", printed.wager);
            let settled = match settled {
                Ok(settled) => settled,
                Err(error) => return self.fail(printed.block, format!("{place}: {}: {error}", error.code())),
            };
            if cell == "-" {
                if settled.line.as_deref() == Some(name) {
                    self.fail(printed.block, format!("{place}: the line is not in this pay table"));
                }
                continue;
            }
            let mut wanted = expected(cell);
            if wanted.verdict.is_empty() {
                "win".clone_into(&mut wanted.verdict);
            }
            wanted.line = (wanted.verdict != "lose").then(|| name.to_owned());
            if let Some(difference) = difference(&settled, &wanted) {
                self.fail(printed.block, format!("{place}: {difference}"));
            }
            self.hits.insert((printed.wager.to_owned(), column.to_owned(), name.to_owned()));
        }
    }

    fn miss(&mut self, printed: &Printed<'_>, name: &str, cards: &[Card]) {
        for (column, settled) in printed.settle(cards) {
            self.produce(&settled);
            let place = format!("{}:{column} `{name}`", printed.wager);
            match settled {
                Err(error) => self.fail(printed.block, format!("miss {place}: {}: {error}", error.code())),
                Ok(settled) if settled.line.as_deref() == Some(name) => {
                    self.fail(printed.block, format!("{place}: the near deal reaches the line as well"));
                }
                Ok(_) => {
                    self.misses.insert((printed.wager.to_owned(), column.to_owned(), name.to_owned()));
                }
            }
        }
    }
}

/// A printed pay table: one wager, one stake, the pay tables side by side.
struct Printed<'a> {
    block: &'a Block,
    terms: &'a Terms,
    wager: &'a str,
    stake: &'a str,
    columns: Vec<&'a str>,
}

impl<'a> Printed<'a> {
    /// Settles these cards by every pay table.
    fn settle(&self, cards: &[Card]) -> Vec<(&'a str, Outcome)> {
        let story = play(self.terms, cards, decisions(self.block));
        let coup = story.unwrap_or_else(|error| panic!("{}: {error}", self.block.place())).coup;
        let settle = |column: &&'a str| {
            settled(self.block, self.terms, &coup, &full_name(self.wager, column), self.stake)
        };
        self.columns.iter().map(|column| (*column, settle(column))).collect()
    }
}

fn full_name(wager: &str, column: &str) -> String {
    if column == "-" { wager.to_owned() } else { format!("{wager}:{column}") }
}

/// Whether two deals differ in one card, third cards apart.
fn near(one: &[Card], other: &[Card]) -> bool {
    let differing = one.iter().zip(other).filter(|(a, b)| a != b).count();
    differing <= 1 && one != other
}
