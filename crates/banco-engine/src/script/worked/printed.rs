//! Pay tables, line by line: a deal that reaches each and a near one that misses it.

use banco_cards::Card;
use banco_rulebook::Terms;

use super::coup::{Expected, Settlement, difference, told};
use super::{Judge, PrintedLine, cards};
use crate::coup::play;
use crate::script::case::CaseError;

/// A printed pay table: one wager, one stake, the pay tables side by side.
struct Printed<'a> {
    terms: &'a Terms,
    wager: &'a str,
    stake: &'a str,
    columns: Vec<&'a str>,
}

impl Printed<'_> {
    /// What a pay table is called in full.
    fn name(&self, column: &str) -> String {
        if column == "-" { self.wager.to_owned() } else { format!("{}:{column}", self.wager) }
    }

    fn line(&self, column: &str, line: &str) -> PrintedLine {
        PrintedLine { wager: self.wager.to_owned(), paytable: column.to_owned(), line: line.to_owned() }
    }
}

impl Judge<'_> {
    pub(super) fn table(&mut self) -> Result<(), CaseError> {
        let block = self.block;
        let Some(terms) = self.terms()?.map(Terms::opened) else { return Ok(()) };
        let Some((wager, stake)) = block.one("table").and_then(|table| table.split_once('=')) else {
            return Err(CaseError::unreadable(block.at, "a pay table is written `table: WAGER = STAKE`"));
        };
        let columns = block.one("paytables").unwrap_or("-").split_whitespace().collect();
        let printed = Printed { terms: &terms, wager: wager.trim(), stake: stake.trim(), columns };
        let mut last_hit: Vec<Card> = Vec::new();
        for (at, line) in &block.lines {
            let unreadable =
                |form: &str| CaseError::unreadable(*at, format!("this line is written `{form}`"));
            if let Some(hit) = line.strip_prefix("hit ") {
                let parts =
                    hit.split_once(": ").and_then(|(name, rest)| Some((name, rest.split_once("->")?)));
                let (name, (dealt, cells)) = parts.ok_or_else(|| unreadable("hit LINE: CARDS -> CELLS"))?;
                last_hit = cards(*at, dealt)?;
                self.hit(*at, &printed, name, &last_hit, cells)?;
            } else if let Some(miss) = line.strip_prefix("miss ") {
                let (name, dealt) = miss.split_once(": ").ok_or_else(|| unreadable("miss LINE: CARDS"))?;
                let dealt = cards(*at, dealt)?;
                if !near(&last_hit, &dealt) {
                    self.unmet(*at, format!("the miss of `{name}` is not near its hit"));
                }
                self.miss(*at, &printed, name, &dealt)?;
            }
        }
        Ok(())
    }

    /// Settles these cards by every pay table.
    fn settle_all<'p>(
        &self,
        at: usize,
        printed: &Printed<'p>,
        dealt: &[Card],
    ) -> Result<Vec<(&'p str, Settlement)>, CaseError> {
        let story = play(printed.terms, dealt, self.decisions());
        let coup = story.map_err(|error| CaseError::unreadable(at, error.to_string()))?.coup;
        let settle = |column: &&'p str| {
            let settled = self.settled(at, printed.terms, &coup, &printed.name(column), printed.stake)?;
            Ok((*column, settled))
        };
        printed.columns.iter().map(settle).collect()
    }

    fn hit(
        &mut self,
        at: usize,
        printed: &Printed<'_>,
        name: &str,
        dealt: &[Card],
        cells: &str,
    ) -> Result<(), CaseError> {
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        let (given, wanted) = (cells.len(), printed.columns.len());
        if given != wanted {
            let problem = format!("`{name}` has {given} cells for {wanted} pay tables");
            return Err(CaseError::unreadable(at, problem));
        }
        let mut found = Vec::new();
        for ((column, settled), cell) in self.settle_all(at, printed, dealt)?.into_iter().zip(cells) {
            self.produce(&settled);
            let place = format!("{} `{name}`", printed.name(column));
            let settled = match settled {
                Ok(settled) => settled,
                Err(error) => {
                    self.unmet(at, format!("{place}: {}: {error}", error.code()));
                    return Ok(());
                }
            };
            found.push(told(&settled));
            if cell == "-" {
                if settled.line.as_deref() == Some(name) {
                    self.unmet(at, format!("{place}: the line is not in this pay table"));
                }
                continue;
            }
            let mut wanted = Expected::read(cell);
            if wanted.verdict.is_empty() {
                "win".clone_into(&mut wanted.verdict);
            }
            wanted.line = (wanted.verdict != "lose").then(|| name.to_owned());
            if let Some(difference) = difference(at, &settled, &wanted)? {
                self.unmet(at, format!("{place}: {difference}"));
            }
            self.judged.hits.insert(printed.line(column, name));
        }
        self.found(at, found.join(" | "));
        Ok(())
    }

    fn miss(
        &mut self,
        at: usize,
        printed: &Printed<'_>,
        name: &str,
        dealt: &[Card],
    ) -> Result<(), CaseError> {
        let mut found = Vec::new();
        for (column, settled) in self.settle_all(at, printed, dealt)? {
            self.produce(&settled);
            let place = format!("{} `{name}`", printed.name(column));
            match settled {
                Err(error) => self.unmet(at, format!("{place}: {}: {error}", error.code())),
                Ok(settled) if settled.line.as_deref() == Some(name) => {
                    self.unmet(at, format!("{place}: the near deal reaches the line as well"));
                }
                Ok(settled) => {
                    found.push(told(&settled));
                    self.judged.misses.insert(printed.line(column, name));
                }
            }
        }
        self.found(at, found.join(" | "));
        Ok(())
    }
}

/// Whether two deals differ in one card, third cards apart.
fn near(one: &[Card], other: &[Card]) -> bool {
    let differing = one.iter().zip(other).filter(|(a, b)| a != b).count();
    differing <= 1 && one != other
}
