//! Wagers put to many shoes: every figure of each, piece by piece and by all cores.

mod answer;
mod write;

use banco_engine::SeatFacts;
use banco_odds::{
    Batch, Count, CountError, Counts, Detail, DrawTable, Knowledge, Question, Sheet, depends_on_seat,
    detail_needed, sheets_known, sheets_of,
};
use banco_rulebook::{Offered, PayTable, Terms};

pub use self::answer::{Answer, Figures, Wanted};
pub use self::write::{BatchFormat, write_batch};
use crate::composition::Composition;
use crate::error::SheetError;
use crate::parallel::in_parallel;
use crate::shoe::{HandChoice, ShoeAsked};
use crate::wager::usual_stake;

/// How many shoes a worker takes at a time.
const SHARE: usize = 256;

/// Which wagers, and how they are asked about.
pub struct BatchQuestion<'a> {
    /// By which rules.
    pub terms: &'a Terms,
    /// The wagers at their stakes, each under the name by which it was asked for.
    pub wagers: Vec<(String, Offered)>,
    /// For which seat, with which choice; the cards come with each shoe.
    pub shoe: ShoeAsked,
    /// For this very stake.
    pub stake: Option<String>,
    /// What is known of the cards, where something is.
    pub known: Option<Knowledge>,
}

/// A question with all that is the same for every shoe.
pub struct PreparedBatch<'a> {
    asked: &'a BatchQuestion<'a>,
    draw: DrawTable,
    seats: Vec<SeatFacts>,
    /// A sheet of each wager without any deals.
    sheets: Vec<Sheet>,
}

impl BatchQuestion<'_> {
    /// Works out what is the same for every shoe.
    ///
    /// # Errors
    ///
    /// If a seat, a choice or a stake is not there under the terms.
    pub fn prepare(&self) -> Result<PreparedBatch<'_>, SheetError> {
        let draw = self.shoe.draw_table(self.terms)?;
        let wagers = || self.wagers.iter().map(|(_, offered)| offered);
        let seats = wagers().map(|offered| self.shoe.seat_for(self.terms, offered));
        let seats = seats.collect::<Result<Vec<_>, _>>()?;
        let sheets = wagers().map(|offered| self.empty_sheet(offered)).collect::<Result<_, _>>()?;
        Ok(PreparedBatch { asked: self, draw, seats, sheets })
    }

    fn empty_sheet(&self, offered: &Offered) -> Result<Sheet, SheetError> {
        let count = Count { lines: vec![0; offered.table.lines.len()], none: 0 };
        let counts = Counts { total: 0, tables: vec![count] };
        let sheet = Sheet::from_counts(self.terms, &[&offered.table], counts).into_iter().next();
        let sheet = sheet.ok_or_else(|| SheetError::invalid("no_odds", "the wager has no pay table"))?;
        self.at_stake(offered, sheet)
    }

    fn at_stake(&self, offered: &Offered, sheet: Sheet) -> Result<Sheet, SheetError> {
        let Some(said) = self.stake.as_deref() else { return Ok(sheet) };
        Ok(sheet.at_stake(self.terms, usual_stake(self.terms, offered, Some(said))?)?)
    }

    /// Whether each bettor chooses alone, and this one stands.
    fn stands_alone(&self) -> bool {
        let rule = self.terms.rulebook.file.drawing.player.chooses.as_ref();
        self.shoe.choice == HandChoice::Stand && rule.is_some_and(|rule| rule.each_bettor)
    }

    /// Refuses a shoe whose cards are not told apart finely enough.
    fn check(&self, shoe: &Composition) -> Result<(), SheetError> {
        for (_, offered) in &self.wagers {
            let checked = check_detail(&offered.table, self.known.as_ref(), shoe.detail);
            checked.map_err(|error| shoe.place.bad(error))?;
        }
        Ok(())
    }
}

/// Refuses cards that are not told apart as finely as a wager, or what is known, looks at them.
///
/// # Errors
///
/// What it looks at, and what the cards were counted by.
pub fn check_detail(table: &PayTable, known: Option<&Knowledge>, told: Detail) -> Result<(), CountError> {
    let needed = detail_needed(&[table]).max(known.map_or(Detail::Values, Knowledge::detail));
    if told >= needed {
        return Ok(());
    }
    Err(CountError::Detail { wager: table.wager.clone(), needed, known: told })
}

/// What a worker has of its own.
struct Bench<'a> {
    questions: Vec<Question<'a>>,
    /// The wagers that point values alone decide, together, and which they are.
    batch: Option<(Batch, Vec<usize>)>,
}

/// The answers about a shoe, a wager each.
type Answers = Result<Vec<Answer>, SheetError>;

impl PreparedBatch<'_> {
    /// What comes of each shoe, in order.
    ///
    /// # Errors
    ///
    /// If a wager has no odds of one coup. What is wrong with a single shoe is told in its place.
    pub fn answers(&self, shoes: &[Composition], wanted: Wanted) -> Result<Vec<Answers>, SheetError> {
        let shares: Vec<&[Composition]> = shoes.chunks(SHARE).collect();
        let share = |bench: &Bench<'_>, share: &&[Composition]| Ok(self.share(bench, share, wanted));
        let done = in_parallel(&shares, || self.bench(), share)?;
        Ok(done.into_iter().flatten().collect())
    }

    /// The seat of a wager, where its odds depend on it.
    fn seat(&self, wager: usize) -> Option<u8> {
        let (_, offered) = self.asked.wagers.get(wager)?;
        self.seats.get(wager)?.position.filter(|_| depends_on_seat(&[&offered.table]))
    }

    fn bench(&self) -> Result<Bench<'_>, SheetError> {
        let asked = self.asked.wagers.iter().zip(&self.seats);
        let questions: Vec<Question<'_>> = asked
            .map(|((_, offered), seat)| Question::new(&[&offered.table], seat, &offered.suits))
            .collect();
        let mut by_values = Vec::new();
        if self.asked.known.is_none() && !self.asked.stands_alone() {
            for (at, question) in questions.iter().enumerate() {
                by_values.extend(Batch::new(&[question], &self.draw)?.map(|_| at));
            }
        }
        let together: Vec<&Question<'_>> = by_values.iter().filter_map(|at| questions.get(*at)).collect();
        let batch = if together.is_empty() { None } else { Batch::new(&together, &self.draw)? };
        Ok(Bench { batch: batch.map(|batch| (batch, by_values)), questions })
    }

    fn share(&self, bench: &Bench<'_>, shoes: &[Composition], wanted: Wanted) -> Vec<Answers> {
        let mut quick =
            bench.batch.as_ref().map(|batch| self.quick(batch, shoes, wanted)).unwrap_or_default();
        quick.resize(shoes.len(), Vec::new());
        let answer = |(shoe, quick): (&Composition, Vec<(usize, Answer)>)| {
            self.asked.check(shoe)?;
            let mut quick = quick.into_iter().peekable();
            let one = |at: usize| match quick.next_if(|(known, _)| *known == at) {
                Some((_, answer)) => Ok(answer),
                None => self.slow(bench, at, shoe).map(|sheet| Answer::new(&sheet, wanted)),
            };
            (0..self.asked.wagers.len()).map(one).collect()
        };
        shoes.iter().zip(quick).map(answer).collect()
    }

    /// The wagers that point values decide, for the shoes that can serve any round; nothing for the others.
    fn quick(
        &self,
        (batch, wagers): &(Batch, Vec<usize>),
        shoes: &[Composition],
        wanted: Wanted,
    ) -> Vec<Vec<(usize, Answer)>> {
        let values =
            |shoe: &Composition| shoe.shoe.values().map(|count| u16::try_from(count).unwrap_or(u16::MAX));
        let values: Vec<[u16; 10]> = shoes.iter().map(values).collect();
        let mut sheets = self.sheets.clone();
        let mut found = vec![Vec::new(); shoes.len()];
        batch.count(&values, &mut |at, ways| {
            let Some(found) = found.get_mut(at).filter(|_| ways.total > 0) else { return };
            let (total, mut rest) = (u128::from(ways.total.unsigned_abs()), ways.lines);
            for wager in wagers {
                let Some(sheet) = sheets.get_mut(*wager) else { continue };
                let (own, others) = rest.split_at_checked(sheet.table.lines.len()).unwrap_or((rest, &[]));
                rest = others;
                let lines: Vec<u128> = own.iter().map(|ways| u128::from(ways.unsigned_abs())).collect();
                sheet.recount(&Count { none: total - lines.iter().sum::<u128>(), lines }, total);
                found.push((*wager, Answer::new(sheet, wanted)));
            }
        });
        found
    }

    fn slow(&self, bench: &Bench<'_>, at: usize, shoe: &Composition) -> Result<Sheet, SheetError> {
        let (terms, deals) = (self.asked.terms, (&shoe.shoe, &self.draw));
        let asked = bench.questions.get(at).zip(self.asked.wagers.get(at));
        let (question, (_, offered)) =
            asked.ok_or_else(|| SheetError::failed("a wager was lost on the way", None))?;
        let here = |error: CountError| SheetError::from(error).at(&shoe.place.to_string());
        let made = match &self.asked.known {
            Some(known) => sheets_known(terms, question, deals, known.clone()).map_err(here)?,
            None => {
                let made = sheets_of(terms, question, deals).map_err(here)?;
                self.asked.shoe.standing(terms, deals, made)?
            }
        };
        let sheet = made.into_iter().next().ok_or_else(|| SheetError::failed("no sheet was made", None))?;
        self.asked.at_stake(offered, sheet)
    }
}
