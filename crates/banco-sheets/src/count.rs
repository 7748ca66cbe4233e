//! Making the sheets: counted in groups, from which shoe, for which seat.

use std::sync::Arc;

use banco_cards::Suit;
use banco_engine::SeatFacts;
use banco_money::Amount;
use banco_odds::{
    BestPlay, CountError, Counts, DealerEnvy, Deals, DrawTable, Meters, Mixture, MultisetTable, Question,
    SeatSheet, Sheet, Shoe, ShoeError, best_play, carrying, dealer_envy, depends_on_seat, seat_sheet,
    sheets_of, with_replacement,
};
use banco_rulebook::model::wager::{EnvyTo, Wager, WagerKind};
use banco_rulebook::{Diagnostic, Offered, PayTable, Source, Terms, WagerName, base_name};

use crate::about::WagerFile;
use crate::asked::{groups, names, sheet_name};
use crate::batch::check_detail;
use crate::error::SheetError;
use crate::inventor::Invention;
use crate::more::More;
use crate::parallel::in_parallel;
use crate::play::SolvedPlay;
use crate::question::{Dependency, ParQuestion};
use crate::shoe::HandChoice;
use crate::shoes_asked::{CardsTold, CountedShoe};
use crate::simulated::Simulated;
use crate::wager::{sheet_meters, usual_stake};

/// A sheet with what it was made from.
pub struct CountedSheet {
    pub terms: Arc<Terms>,
    pub wager_file: Option<Arc<WagerFile>>,
    pub draw: Arc<DrawTable>,
    pub cards_told: CardsTold,
    /// How many cards are left.
    pub cards: u64,
    pub seat: Option<u8>,
    /// The suits of suit-specific lines.
    pub suits: Vec<Suit>,
    pub sheet: Sheet,
    /// Its meters, one bettor making the wager.
    pub meters: Option<Meters>,
    /// What the dealer takes when a fixed wager wins.
    pub dealer_envy: Option<DealerEnvy>,
    pub recount: Recount,
    /// The wager made by this seat alone, and by all seats that carry it, where that makes a difference.
    pub participation: Vec<Participation>,
    /// What the solved play makes of it, where a hand may choose.
    pub solved: Option<SolvedPlay>,
    /// What came of it in shoes that were dealt, where that was asked for.
    pub simulated: Option<Simulated>,
    /// What more was asked for, and what came of it.
    pub with: Vec<Dependency>,
    pub more: More,
    /// What the inventor of a wager of one's own should know.
    pub dangers: Vec<Diagnostic>,
}

/// The odds of a seat when so many seats make the wager, its envy included.
pub struct Participation {
    /// How many make the wager.
    pub seats: usize,
    pub seat: SeatSheet,
    pub meters: Option<Meters>,
}

/// Whether the second engine counted the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recount {
    NotAsked,
    Equal,
    /// It looks at more than point values.
    OnlyCount,
}

/// The sheets of every wager that a submission offers, from its own shoe and the first seat that carries the wager.
/// Wagers on several rounds have no odds of one coup and are left out.
pub fn offered_sheets(terms: &Terms) -> Result<Vec<CountedSheet>, SheetError> {
    Ok(count_sheets(&ParQuestion::default(), terms.clone())?.0)
}

/// What is the same for all groups of one question.
pub struct Counting<'a> {
    pub asked: &'a ParQuestion,
    pub terms: Arc<Terms>,
    /// The wagers on either hand, with which others are compared.
    pub base: &'a [Offered],
    pub shoe: Shoe,
    /// Which cards that are, in words.
    pub cards_told: CardsTold,
    /// Whether the shoe can serve any round.
    whole: bool,
    pub draw: Arc<DrawTable>,
    with: Vec<Dependency>,
    /// What hands do best that may choose, and the rules which that comes to.
    pub best: Option<(BestPlay, Mixture)>,
    /// The second engine, where it was asked for.
    multisets: Option<&'a MultisetTable>,
}

/// The base wagers on a hand, as the table offers them.
fn base_wagers(terms: &Terms) -> Vec<Offered> {
    let on_a_hand = |wager: &&Wager| {
        wager.kind == WagerKind::Base && wager.rows.iter().any(|row| row.when.winner.is_some())
    };
    let name = |wager: &Wager| WagerName { id: wager.id.clone(), side: None, paytable: None };
    let wagers = terms.rulebook.wagers.iter().filter(on_a_hand);
    wagers.filter_map(|wager| terms.offered(&name(wager)).ok()).collect()
}

/// The sheets that were asked for under these terms, and why some of the wagers have none.
pub fn count_sheets(
    asked: &ParQuestion,
    terms: Terms,
) -> Result<(Vec<CountedSheet>, Vec<CountError>), SheetError> {
    let base = base_wagers(&terms);
    let (terms, own) = match asked.wager_file() {
        Some(file) => with_wager_file(terms, file)?,
        None => (terms, Vec::new()),
    };
    let names = match asked.wager_file() {
        Some(_) => own.iter().map(|id| names(Some(id), &terms)).collect::<Result<Vec<_>, _>>()?.concat(),
        None => names(asked.wager_name(), &terms)?,
    };
    let groups = groups(&terms, &names, asked.stake.as_deref())?;
    let draw = asked.shoe.draw_table(&terms)?;
    let shoes = asked.shoes_under(&terms)?;
    let sheets = groups.iter().flatten().count() * shoes.len();
    asked.check_cards(sheets)?;
    asked.check_simulation()?;
    if asked.shoe.cards.infinite {
        asked.check_lone_choice(&terms, "--decks infinite")?;
    }
    let multisets = asked.verify.then(|| MultisetTable::new(&draw));
    let (terms, draw) = (Arc::new(terms), Arc::new(draw));
    let (mut made, mut without_odds) = (Vec::new(), Vec::new());
    for (cards_told, shoe) in shoes {
        let whole = !cards_told.is_infinite() && shoe.check_size() != Err(ShoeError::TooFew(shoe.len()));
        let with = asked.wanted(sheets == 1 && (whole || cards_told.is_infinite()));
        let best = if whole { best_play(&terms, &shoe)? } else { None };
        let (terms, draw, base) = (Arc::clone(&terms), Arc::clone(&draw), base.as_slice());
        let multisets = multisets.as_ref().filter(|_| whole);
        let counting = Counting { asked, terms, base, shoe, cards_told, whole, draw, with, best, multisets };
        for group in counting.all(&groups)? {
            match group {
                Ok(sheets) => made.extend(sheets),
                Err(why) if without_odds.contains(&why) => {}
                Err(why) => without_odds.push(why),
            }
        }
    }
    asked.add_simulation(&mut made)?;
    Ok((made, without_odds))
}

/// What came of a group: its sheets, or why it has no odds, of one coup or from these cards.
type Group = Result<Vec<CountedSheet>, CountError>;

impl Counting<'_> {
    /// Every group; each worker lays out the shoe once.
    fn all(&self, groups: &[Vec<Offered>]) -> Result<Vec<Group>, SheetError> {
        let bench = || self.whole.then(|| self.deals()).transpose();
        in_parallel(groups, bench, |deals, group| self.group(deals.as_ref(), group))
    }

    /// All deals from the shoe.
    pub fn deals(&self) -> Result<Deals, SheetError> {
        Ok(Deals::new(self.shoe.clone(), DrawTable::clone(&self.draw))?)
    }

    /// Whether the cards are told apart as finely as these wagers look at them. A wager that was asked for must be; what
    /// is merely offered is left out otherwise.
    fn told_apart(&self, offered: &[Offered]) -> Result<Result<(), CountError>, SheetError> {
        let Some(CountedShoe { left, .. }) = self.cards_told.counted() else { return Ok(Ok(())) };
        let check = |offered: &Offered| check_detail(&offered.table, None, left.detail);
        match offered.iter().try_for_each(check) {
            Err(error) if self.asked.wager.is_some() => Err(left.place.bad(error)),
            checked => Ok(checked),
        }
    }

    fn group(&self, deals: Option<&Deals>, offered: &[Offered]) -> Result<Group, SheetError> {
        if let Err(why) = self.told_apart(offered)? {
            return Ok(Err(why));
        }
        let seat = offered.first().map(|first| self.asked.shoe.seat_for(&self.terms, first)).transpose()?;
        let seat = seat.unwrap_or_default();
        let question = question(offered, &seat);
        let from = |shoe: &Shoe| sheets_of(&self.terms, &question, (shoe, &self.draw));
        let counted = match deals {
            Some(deals) => deals.count(&question).map(|counts| self.sheets(&question, counts)),
            None if self.cards_told.is_infinite() => with_replacement(&self.shoe, from),
            None => from(&self.shoe),
        };
        let sheets = match counted {
            Err(why @ CountError::History(_)) => return Ok(Err(why)),
            sheets if self.cards_told.is_infinite() => self.at_stake(sheets?, offered)?,
            sheets => {
                let sheets = self.asked.shoe.standing(&self.terms, (&self.shoe, &self.draw), sheets?)?;
                self.at_stake(sheets, offered)?
            }
        };
        let mut made = Vec::new();
        for (sheet, offered) in sheets.into_iter().zip(offered) {
            made.push(self.made(deals, sheet, &seat, offered)?);
        }
        self.add_solved(&mut made, offered, &seat)?;
        self.add_edges(&mut made, offered, &seat)?;
        Ok(Ok(made))
    }

    fn sheets(&self, question: &Question<'_>, counts: Counts) -> Vec<Sheet> {
        Sheet::from_counts(&self.terms, question.tables(), counts)
    }

    fn made(
        &self,
        deals: Option<&Deals>,
        sheet: Sheet,
        seat: &SeatFacts,
        offered: &Offered,
    ) -> Result<CountedSheet, SheetError> {
        if !sheet.is_complete() {
            let name = sheet_name(&sheet);
            return Err(SheetError::failed(format!("the ways of `{name}` do not add up to all deals"), None));
        }
        let stake = usual_stake(&self.terms, offered, self.asked.stake.as_deref())?;
        let dealer_envy = if sheet.total > 0 { dealer_envy(&sheet, stake)? } else { None };
        Ok(CountedSheet {
            terms: Arc::clone(&self.terms),
            wager_file: file_of(&self.terms, &sheet.table.wager),
            draw: Arc::clone(&self.draw),
            cards_told: self.cards_told.clone(),
            cards: self.shoe.len(),
            suits: named_suits(offered),
            seat: seat.position.filter(|_| depends_on_seat(&[&sheet.table])),
            meters: sheet_meters(&self.terms, offered, &sheet, 1, stake)?,
            dealer_envy,
            recount: self.recount(deals, &sheet, seat, offered)?,
            with: self.with.clone(),
            participation: self.participation(deals, seat, offered, stake)?,
            solved: None,
            simulated: None,
            more: self.more(&sheet, seat, offered)?,
            dangers: self.dangers(&sheet, seat, offered)?,
            sheet,
        })
    }

    /// What is dangerous about a wager that a file added, told of full shoes that can serve any round.
    fn dangers(
        &self,
        sheet: &Sheet,
        seat: &SeatFacts,
        offered: &Offered,
    ) -> Result<Vec<Diagnostic>, SheetError> {
        let Some(decks) = self.cards_told.decks().filter(|_| self.whole) else { return Ok(Vec::new()) };
        let (terms, shoe, draw) = (&self.terms, &self.shoe, &self.draw);
        Invention { terms, offered, seat, shoe, draw, sheet, decks }.dangers()
    }

    /// One seat alone and all that carry the wager, where another seat's line may bring envy.
    fn participation(
        &self,
        deals: Option<&Deals>,
        seat: &SeatFacts,
        offered: &Offered,
        stake: Amount,
    ) -> Result<Vec<Participation>, SheetError> {
        let among_seats = offered.table.envy_to == Some(EnvyTo::OtherSeats);
        let (Some(deals), Some(own), true) = (deals, seat.position, among_seats) else {
            return Ok(Vec::new());
        };
        let mut all = carrying(&self.terms, offered);
        if !all.contains(&own) {
            all.push(own);
        }
        let held = |seats: &[u8]| {
            let made = seat_sheet(&self.terms, deals, offered, own, seats)?;
            let bettors = u32::try_from(seats.len()).unwrap_or(u32::MAX);
            let meters = sheet_meters(&self.terms, offered, &made.sheet, bettors, stake)?;
            Ok(Participation { seats: seats.len(), seat: made, meters })
        };
        [&[own], all.as_slice()].into_iter().map(held).collect()
    }

    /// Counts by the second engine, where it was asked for and can.
    fn recount(
        &self,
        deals: Option<&Deals>,
        sheet: &Sheet,
        seat: &SeatFacts,
        offered: &Offered,
    ) -> Result<Recount, SheetError> {
        let (Some(multisets), Some(deals)) = (self.multisets, deals) else { return Ok(Recount::NotAsked) };
        if self.asked.shoe.choice == HandChoice::Stand && sheet.table.own_choice {
            return Ok(Recount::OnlyCount);
        }
        let question = Question::new(&[&offered.table], seat, &offered.suits);
        let Some(again) = deals.count_again(&question, multisets)? else { return Ok(Recount::OnlyCount) };
        equal(sheet, self.sheets(&question, again).first())?;
        Ok(Recount::Equal)
    }

    /// The same sheets at the stake that was asked for, if any.
    pub fn at_stake(&self, sheets: Vec<Sheet>, offered: &[Offered]) -> Result<Vec<Sheet>, SheetError> {
        let Some(text) = self.asked.stake.as_deref() else { return Ok(sheets) };
        let at_stake = |(sheet, offered): (Sheet, &Offered)| {
            Ok(sheet.at_stake(&self.terms, usual_stake(&self.terms, offered, Some(text))?)?)
        };
        sheets.into_iter().zip(offered).map(at_stake).collect()
    }

    /// Whether this was asked for.
    pub fn wants(&self, what: Dependency) -> bool {
        self.with.contains(&what)
    }
}

/// The suits by which a suit-specific wager is counted; none for any other.
pub fn named_suits(offered: &Offered) -> Vec<Suit> {
    let number = usize::from(offered.table.chosen_suits);
    offered.suits.iter().copied().take(number).collect()
}

/// What pay tables that are counted together ask.
pub fn question<'a>(offered: &'a [Offered], seat: &'a SeatFacts) -> Question<'a> {
    let suits = offered.first().map(|first| first.suits.as_slice()).unwrap_or_default();
    let tables: Vec<&PayTable> = offered.iter().map(|offered| &offered.table).collect();
    Question::new(&tables, seat, suits)
}

/// Whether both engines counted the same ways, line by line.
fn equal(sheet: &Sheet, again: Option<&Sheet>) -> Result<(), SheetError> {
    let ways = |sheet: &Sheet| -> Vec<u128> { sheet.lines.iter().map(|line| line.ways).collect() };
    let same = |again: &Sheet| again.total == sheet.total && ways(again) == ways(sheet);
    if again.is_some_and(same) {
        return Ok(());
    }
    let message = format!("the ways of `{}` differ when recounted by multisets of values", sheet_name(sheet));
    Err(SheetError::unverified("engines_differ", message))
}

/// The same terms with the wagers of a file from outside the tree, and their ids.
fn with_wager_file(terms: Terms, file: &Source) -> Result<(Terms, Vec<String>), SheetError> {
    let terms = terms.with_wager_files(std::slice::from_ref(file)).map_err(SheetError::Invalid)?;
    let added = terms.rulebook.added.iter().find(|added| added.name == base_name(&file.path));
    let own = added.map(|added| added.wagers.clone()).unwrap_or_default();
    Ok((terms, own))
}

/// The file that added a wager, if one did.
fn file_of(terms: &Terms, wager: &str) -> Option<Arc<WagerFile>> {
    let file = terms.rulebook.added_by(wager)?;
    Some(Arc::new(WagerFile { path: file.source.path.clone(), hash: file.hash().to_string() }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use banco_rulebook::Library;

    use super::*;

    #[test]
    fn a_difference_between_the_engines_is_found() {
        let terms = Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap();
        let made = offered_sheets(&terms).unwrap();
        let sheet = &made.first().unwrap().sheet;
        assert!(equal(sheet, Some(sheet)).is_ok());
        let mut other = sheet.clone();
        other.lines.first_mut().unwrap().ways += 1;
        for wrong in [Some(&other), None] {
            assert!(matches!(equal(sheet, wrong), Err(SheetError::Unverified(_))));
        }
    }
}
