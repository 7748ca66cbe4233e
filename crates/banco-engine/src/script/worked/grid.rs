//! Drawing tables, cell by cell.

use banco_rulebook::Terms;

use super::{Judge, cards};
use crate::coup::{Decisions, DrawAction, DrawRules, play};
use crate::script::case::CaseError;

/// A grid has a row for each of the Banker's counts that is no natural.
const ROWS: usize = 8;
/// A row has a cell for each third card by its points, and one for none.
const CELLS: usize = 11;

/// A row: where it stands, the Banker's count, and its cells.
type Row<'a> = (usize, u8, Vec<&'a str>);

impl<'a> Judge<'a> {
    /// A drawing grid as the page prints it.
    pub(super) fn grid(&mut self) -> Result<(), CaseError> {
        let Some(terms) = self.terms()? else { return Ok(()) };
        let rows = self.rows()?;
        for row in &rows {
            self.row(row, &terms)?;
        }
        Ok(())
    }

    fn rows(&self) -> Result<Vec<Row<'a>>, CaseError> {
        let block = self.block;
        let mut rows: Vec<Row<'a>> = Vec::new();
        for (at, line) in &block.lines {
            let mut words = line.split_whitespace();
            if let Some(Ok(total)) = words.next().map(str::parse) {
                rows.push((*at, total, words.collect()));
            }
        }
        let whole = (0..).zip(&rows).all(|(wanted, (_, total, cells)): (u8, _)| {
            cells.len() == CELLS
                && rows.iter().any(|(_, found, _)| *found == wanted)
                && usize::from(*total) < ROWS
        });
        if rows.len() != ROWS || !whole {
            let problem = format!("a grid has rows for 0 to {}, of {CELLS} cells each", ROWS - 1);
            return Err(CaseError::unreadable(block.at, problem));
        }
        Ok(rows)
    }

    fn row(&mut self, (at, total, cells): &Row<'a>, terms: &Terms) -> Result<(), CaseError> {
        let rules = DrawRules::from_terms(terms);
        let thirds = (0..10).map(Some).chain([None]);
        for (third, cell) in thirds.zip(cells) {
            let draw = rules.banker(*total, third);
            self.judged.produced.extend(draw.cite);
            let found = match draw.action {
                DrawAction::Draws => "D",
                DrawAction::Stands => "S",
                DrawAction::Chooses | DrawAction::DrawsForHitters => "O",
            };
            let third_card = third.map_or_else(|| "none".to_owned(), |points: u8| points.to_string());
            let place = format!("Banker {total}, third card {third_card}");
            if found != *cell {
                self.unmet(*at, format!("{place}: expected {cell}, found {found}"));
            }
            let draws = *cell == "D";
            if !self.block.has("choices") && !deal_agrees(*at, terms, *total, third, draws)? {
                let does = if draws { "draw" } else { "stand" };
                self.unmet(*at, format!("{place}: when the cards are dealt, the hand does not {does}"));
            }
        }
        self.found(*at, cells.join(" "));
        Ok(())
    }
}

/// The same cell by cards: a deal that leads to it is played out.
fn deal_agrees(
    at: usize,
    terms: &Terms,
    banker: u8,
    third: Option<u8>,
    draws: bool,
) -> Result<bool, CaseError> {
    let card = |value: u8| match value {
        0 => "Kc".to_owned(),
        1 => "Ac".to_owned(),
        value => format!("{value}c"),
    };
    // The Player's hand holds 0 and draws, or 6 and stands.
    let player = if third.is_some() { "Kd" } else { "6d" };
    let third = third.map(card).unwrap_or_default();
    let text = format!("{player} {} Kh Ks {third}", card(banker));
    let short = play(terms, &cards(at, &text)?, Decisions::default());
    let long = play(terms, &cards(at, &format!("{text} 2s"))?, Decisions::default());
    Ok(match draws {
        true => {
            short.is_err_and(|error| error.code() == "too_few_cards")
                && long.is_ok_and(|story| story.coup.banker.len() == 3)
        }
        false => {
            short.is_ok_and(|story| story.coup.banker.len() == 2)
                && long.is_err_and(|error| error.code() == "too_many_cards")
        }
    })
}
