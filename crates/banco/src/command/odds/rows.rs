//! The edges, or all figures, of many shoes for a program that has them in memory.
//!
//! They are those of `banco odds --composition`, a row for a line. Where point values decide, the rows are counted side by
//! side; elsewhere one by one.

use banco_engine::SeatFacts;
use banco_odds::{DrawTable, Edges as QuickEdges, Knowledge, Question, Shoe, sheets_of};
use banco_rulebook::{Diagnostic, Library, Offered, Terms};
use banco_sheets::HandChoice;
use banco_sheets::batch::check_detail;
use banco_sheets::composition::{Composition, Place, Shoes, cards_left};

use super::{OddsArguments, batch};
use crate::failure::Failure;

/// One wager, ready to be asked of many shoes.
pub struct Edges {
    arguments: OddsArguments,
    terms: Terms,
    offered: Offered,
    seat: SeatFacts,
    draw: DrawTable,
    known: Option<Knowledge>,
    quick: Option<QuickEdges>,
}

/// A row that is no shoe, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadRow {
    /// Which row, from zero.
    pub row: usize,
    /// What is wrong with it.
    pub message: String,
}

impl From<BadRow> for Failure {
    fn from(BadRow { row, message }: BadRow) -> Self {
        let problem = Diagnostic::error("bad_composition", format!("row {row}: {message}"));
        problem.hint("rows and columns are counted from 0").into()
    }
}

/// Shoes from rows of so many counts, in turn.
fn shoes((rows, width): (Vec<u16>, usize)) -> Result<Shoes, BadRow> {
    let width = width.max(1);
    for (row, counts) in rows.chunks_exact(width).enumerate() {
        cards_left(counts).map_err(|error| BadRow { row, message: error.to_string() })?;
    }
    let all = rows.len() / width;
    let shoe = move |row: usize| {
        let counts = rows.get(row * width..(row + 1) * width).unwrap_or_default().to_vec();
        let number = u64::try_from(row).unwrap_or(u64::MAX).saturating_add(1);
        Composition::new(Place::Row(number), None, counts).map(Some)
    };
    Ok(Box::new((0..all).map(shoe)))
}

/// Answers `banco odds --composition -` about rows of so many counts (10, 13 or 52).
pub fn figures(arguments: &OddsArguments, library: &Library, rows: (Vec<u16>, usize)) -> Result<(), Failure> {
    let (terms, names) = arguments.terms.terms_for(library, &arguments.wagers)?;
    batch::run(arguments, (&terms, &names), "-", || Ok(shoes(rows)?))
}

impl Edges {
    /// Prepares what the arguments ask for; their own cards are not looked at.
    ///
    /// # Errors
    /// The wager has no odds, or something else than its edge is asked for.
    pub fn new(arguments: OddsArguments, library: &Library) -> Result<Self, Failure> {
        let (terms, names) = arguments.terms.terms_for(library, &arguments.wagers)?;
        let offered = arguments.offered(&terms, arguments.one_of(&names)?)?;
        let asked = arguments.shoe.asked();
        let seat = asked.seat_for(&terms, &offered)?;
        let draw = asked.draw_table(&terms)?;
        let known = arguments.known(&terms)?;
        let quick = if known.is_none() && asked.choice == HandChoice::Draw {
            let tables = [&offered.table];
            let question = Question::new(&tables, &seat, &offered.suits);
            // What the lines gain is the same from every shoe.
            let sheet = sheets_of(&terms, &question, (&Shoe::full(1), &draw))?.pop();
            let sheet = sheet.map(|sheet| arguments.at_stake(&terms, &offered, sheet)).transpose()?;
            sheet.map(|sheet| QuickEdges::new(&question, &draw, &sheet)).transpose()?.flatten()
        } else {
            None
        };
        Ok(Self { arguments, terms, offered, seat, draw, known, quick })
    }

    /// The edge of each row of so many counts (10, 13 or 52), in its place; not a number where every round is void.
    ///
    /// # Errors
    /// The first row that is no shoe.
    pub fn fill(&self, rows: &[u16], width: usize, edges: &mut [f64]) -> Result<(), BadRow> {
        let mut shoes = Vec::with_capacity(edges.len());
        let mut slow = Vec::new();
        for (row, counts) in rows.chunks_exact(width.max(1)).enumerate() {
            let bad = |message: String| BadRow { row, message };
            let (shoe, told) = cards_left(counts).map_err(|error| bad(error.to_string()))?;
            // All rows are as wide as the first.
            if row == 0 {
                let checked = check_detail(&self.offered.table, self.known.as_ref(), told);
                checked.map_err(|error| bad(error.to_string()))?;
            }
            if self.quick.is_none() || shoe.check_size().is_err() {
                slow.push((row, shoe.clone()));
            }
            shoes.push(shoe.values().map(|count| u16::try_from(count).unwrap_or(u16::MAX)));
        }
        if let Some(quick) = &self.quick {
            quick.fill(&shoes, edges);
        }
        for (row, shoe) in slow {
            let edge = self.one(&shoe).map_err(|message| BadRow { row, message })?;
            if let Some(place) = edges.get_mut(row) {
                *place = edge;
            }
        }
        Ok(())
    }

    fn one(&self, shoe: &Shoe) -> Result<f64, String> {
        let told = |failure: Failure| failure.text().unwrap_or_default();
        let tables = [&self.offered.table];
        let question = Question::new(&tables, &self.seat, &self.offered.suits);
        let sheet = self.arguments.made(&self.terms, &question, (shoe, &self.draw)).map_err(told)?.pop();
        let sheet = sheet.map(|sheet| self.arguments.at_stake(&self.terms, &self.offered, sheet));
        Ok(match sheet.transpose().map_err(told)? {
            Some(sheet) if sheet.total > 0 => sheet.house_edge(),
            _ => f64::NAN,
        })
    }
}
