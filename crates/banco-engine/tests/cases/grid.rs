//! Drawing tables, cell by cell.

use std::collections::BTreeMap;

use banco_engine::coup::DrawAction;
use banco_engine::{Decisions, DrawRules, play};
use banco_rulebook::Terms;

use crate::Run;
use crate::support::case::Block;

impl Run<'_> {
    /// A drawing grid as the page prints it: a row for each Banker count, a column for each third card and none.
    pub fn grid(&mut self, block: &Block) {
        let checked = self.submission(block);
        let Some(terms) = checked.terms else {
            return self.fail(block, format!("refused:\n{}", checked.report));
        };
        let rules = DrawRules::from_terms(&terms);
        let mut rows = BTreeMap::new();
        for (_, line) in &block.lines {
            let mut words = line.split_whitespace();
            if let (Some(Ok(total)), cells) = (words.next().map(str::parse::<u8>), words.collect::<Vec<_>>())
            {
                rows.insert(total, cells.into_iter().map(str::to_owned).collect::<Vec<_>>());
            }
        }
        if rows.len() != 8 || rows.values().any(|cells| cells.len() != 11) {
            return self.fail(block, "a grid has 8 rows of 11 cells");
        }
        for (total, cells) in &rows {
            for (at, cell) in cells.iter().enumerate() {
                let third = u8::try_from(at).ok().filter(|third| *third < 10);
                let draw = rules.banker(*total, third);
                self.produced.extend(draw.cite);
                let found = match draw.action {
                    DrawAction::Draws => "D",
                    DrawAction::Stands => "S",
                    _ => "O",
                };
                if found != cell {
                    self.fail(
                        block,
                        format!("Banker {total}, third card {third:?}: expected {cell}, found {found}"),
                    );
                }
                self.grid_deal(block, &terms, *total, third, cell == "D");
            }
        }
    }

    /// The same cell by cards: a deal that leads to it is played out.
    fn grid_deal(&mut self, block: &Block, terms: &Terms, banker: u8, third: Option<u8>, draws: bool) {
        let card = |value: u8| {
            if value == 0 {
                "Kc".to_owned()
            } else {
                format!("{}c", if value == 1 { "A".into() } else { value.to_string() })
            }
        };
        // The Player's hand holds 0 and draws, or 6 and stands.
        let player = if third.is_some() { "Kd Kh" } else { "6d Kh" }.split(' ').collect::<Vec<_>>();
        let mut text = format!("{} {} {} Ks", player[0], card(banker), player[1]);
        if let Some(third) = third {
            text = format!("{text} {}", card(third));
        }
        let short = play(terms, &block.cards(&text), Decisions::default());
        let long = play(terms, &block.cards(&format!("{text} 2s")), Decisions::default());
        let right = if draws {
            short.is_err_and(|e| e.code() == "too_few_cards") && long.is_ok_and(|s| s.coup.banker.len() == 3)
        } else {
            short.is_ok_and(|s| s.coup.banker.len() == 2) && long.is_err_and(|e| e.code() == "too_many_cards")
        };
        if !right && block.one("choices").is_none() {
            self.fail(
                block,
                format!("`{text}`: the Banker's hand does not {}", if draws { "draw" } else { "stand" }),
            );
        }
    }
}
