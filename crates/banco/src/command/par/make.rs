//! Making the sheets: counted in groups, from which shoe, for which seat.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use banco_cards::{Card, Rank, Suit};
use banco_engine::SeatFacts;
use banco_money::{Amount, MoneyError, Percent};
use banco_odds::{
    CountError, Deals, DrawTable, Jackpot, Sheet, Shoe, ShoeError, depends_on_seat, detail_needed, sheets,
};
use banco_rulebook::model::wager::Meter;
use banco_rulebook::{Library, MeterTerms, Offered, PayTable, Rulebook, Source, Terms, load_wager_file};

use super::asked::{groups, names, sheet_name};
use super::document::{WagerFile, sha256};
use super::{Dependency, ParArguments, full_shoe};
use crate::command::odds::{kind_name, one_of_each};
use crate::failure::Failure;
use crate::output;
use crate::parallel::in_parallel;
use crate::source::submission;

/// A sheet with what it was made from.
pub struct Made {
    pub terms: Arc<Terms>,
    pub wager_file: Option<Arc<WagerFile>>,
    pub draw: Arc<DrawTable>,
    pub decks: u8,
    pub seat: Option<u8>,
    pub sheet: Sheet,
    /// How each meter is run.
    pub meters: BTreeMap<String, MeterTerms>,
    /// The house's edge when one card of each kind has left the shoe, where that was asked for.
    pub removal: Vec<Removed>,
    /// The house's edge by number of decks, where that was asked for.
    pub by_decks: Vec<(u8, f64)>,
}

/// Cards of one rank, each of which leaves the same edge when it leaves the shoe.
pub struct Removed {
    rank: Rank,
    names: Vec<String>,
    pub edge: f64,
}

impl Removed {
    /// `9`, or `9c 9d` where suits make a difference.
    pub fn name(&self) -> String {
        if self.names.len() == Suit::ALL.len() { self.rank.to_string() } else { self.names.join(" ") }
    }
}

/// Cards of one rank with the same edge together.
fn alike(removed: Vec<Removed>) -> Vec<Removed> {
    let mut together: Vec<Removed> = Vec::new();
    for one in removed {
        // Equal counts give equal figures, to the bit.
        let same = |known: &&mut Removed| known.rank == one.rank && known.edge.total_cmp(&one.edge).is_eq();
        match together.iter_mut().find(same) {
            Some(known) => known.names.extend(one.names),
            None => together.push(one),
        }
    }
    together
}

impl Made {
    /// The fixed wager in whole units of currency; one where it is free.
    fn unit(&self) -> f64 {
        self.sheet.table.units.first().map_or(1.0, |unit| major(unit.minor()))
    }

    /// What a meter must show for the wager to be even, the other meters standing at their seeds.
    pub fn break_even(&self, jackpot: &Jackpot) -> Option<f64> {
        let others = self.sheet.jackpots.iter().filter(|other| other.meter != jackpot.meter);
        let seeds =
            others.map(|other| self.seed(&other.meter) / self.unit() * self.sheet.probability(other.ways));
        Some(self.sheet.break_even(jackpot, seeds.sum())? * self.unit())
    }

    /// From where a meter starts, in whole units of currency; nothing where the licensee sets it.
    fn seed(&self, meter: &str) -> f64 {
        self.meters.get(meter).and_then(|meter| meter.seed).map_or(0.0, |seed| major(seed.minor()))
    }

    /// What comes back in the long run, meters included: what they and their reserves take comes back with every hit,
    /// and so does a fixed seed that no reserve pays for. `None` where the licensee has yet to set a meter up.
    pub fn long_run_return(&self) -> Option<f64> {
        if self.sheet.jackpots.is_empty() {
            return None;
        }
        let mut sum = self.sheet.average_return();
        for jackpot in &self.sheet.jackpots {
            let meter = self.meters.get(&jackpot.meter)?;
            let share =
                |share: Percent| f64::from(share.hundredths()) / f64::from(Percent::HUNDRED.hundredths());
            sum += share(meter.increment?) + meter.reserve.map_or(0.0, share);
            if meter.reserve.is_none() {
                sum += self.seed(&jackpot.meter) / self.unit() * self.sheet.average_share(jackpot);
            }
        }
        Some(sum)
    }
}

#[expect(clippy::cast_precision_loss, reason = "an amount to be shown")]
fn major(minor: i64) -> f64 {
    minor as f64 / 100.0
}

/// Every sheet that was asked for.
pub fn make(arguments: &ParArguments, library: &Library) -> Result<Vec<Made>, Failure> {
    let rulebooks: Vec<Option<&str>> = if arguments.all {
        library.rulebooks.iter().map(|rulebook| Some(rulebook.id())).collect()
    } else {
        vec![arguments.rulebook.as_deref()]
    };
    let mut made = Vec::new();
    for rulebook in rulebooks {
        let source = submission(library, rulebook, arguments.submission.as_deref(), &arguments.set)?;
        let checked = library.check(source);
        let terms = checked.terms.ok_or(Failure::Invalid(checked.report))?;
        let terms = if arguments.submission.is_some() { terms } else { terms.opened() };
        let (sheets, without_odds) = make_for(arguments, terms)?;
        without_odds.iter().for_each(|why| output::note(&why.to_string()));
        made.extend(sheets);
    }
    Ok(made)
}

/// The sheets of every wager that a submission offers, from its own shoe and the first seat that carries the wager.
/// Wagers on several rounds have no odds of one coup and are left out.
pub fn offered_sheets(terms: &Terms) -> Result<Vec<Made>, Failure> {
    Ok(make_for(&ParArguments::default(), terms.clone())?.0)
}

/// What is the same for all groups of one question.
struct Counting<'a> {
    arguments: &'a ParArguments,
    terms: Arc<Terms>,
    wager_file: Option<Arc<WagerFile>>,
    shoe: Shoe,
    draw: Arc<DrawTable>,
}

/// The sheets, and why some of the wagers have none.
fn make_for(arguments: &ParArguments, terms: Terms) -> Result<(Vec<Made>, Vec<CountError>), Failure> {
    let (terms, wager_file) = match arguments.wager_file() {
        Some(file) => with_wager_file(terms, file)?,
        None => (terms, None),
    };
    let groups = groups(&terms, &names(arguments.wager_name(), &terms)?)?;
    let (shoe, draw) = arguments.shoe.deals(&terms)?;
    let (terms, draw) = (Arc::new(terms), Arc::new(draw));
    let counting = Counting { arguments, terms, wager_file, shoe, draw };
    let (mut made, mut without_odds) = (Vec::new(), Vec::new());
    for group in counting.all(&groups)? {
        match group {
            Ok(sheets) => made.extend(sheets),
            Err(why) => without_odds.push(why),
        }
    }
    Ok((made, without_odds))
}

/// What came of a group: its sheets, or why it has no odds of one coup.
type Group = Result<Vec<Made>, CountError>;

impl Counting<'_> {
    /// Every group; each worker lays out the shoe once.
    fn all(&self, groups: &[Vec<Offered>]) -> Result<Vec<Group>, Failure> {
        in_parallel(groups, || self.deals(self.shoe.clone()), |deals, group| self.group(deals, group))
    }

    fn deals(&self, shoe: Shoe) -> Result<Deals, Failure> {
        Ok(Deals::new(shoe, DrawTable::clone(&self.draw))?)
    }

    fn group(&self, deals: &Deals, offered: &[Offered]) -> Result<Group, Failure> {
        let seat = offered.first().map(|first| self.arguments.shoe.seat(&self.terms, first)).transpose()?;
        let seat = seat.unwrap_or_default();
        let sheets = match self.sheets(deals, offered, &seat)? {
            Err(why @ CountError::History(_)) => return Ok(Err(why)),
            sheets => sheets?,
        };
        if let Some(wrong) = sheets.iter().find(|sheet| !sheet.is_complete()) {
            let name = sheet_name(wrong);
            return Err(anyhow::anyhow!("the ways of `{name}` do not add up to all deals").into());
        }
        let mut made: Vec<Made> = sheets.into_iter().map(|sheet| self.made(sheet, &seat)).collect();
        for dependency in &self.arguments.with {
            match dependency {
                Dependency::Removal => self.add_removal(&mut made, offered, &seat)?,
                Dependency::Decks => self.add_decks(&mut made, offered, &seat)?,
            }
        }
        Ok(Ok(made))
    }

    fn made(&self, sheet: Sheet, seat: &SeatFacts) -> Made {
        Made {
            terms: Arc::clone(&self.terms),
            wager_file: self.wager_file.clone(),
            draw: Arc::clone(&self.draw),
            decks: self.arguments.shoe.cards.decks(&self.terms),
            seat: seat.position.filter(|_| depends_on_seat(&[&sheet.table])),
            meters: meters(&self.terms, &sheet.table),
            removal: Vec::new(),
            by_decks: Vec::new(),
            sheet,
        }
    }

    /// The sheets of pay tables that are alike, at the stake that was asked for.
    fn sheets(
        &self,
        deals: &Deals,
        offered: &[Offered],
        seat: &SeatFacts,
    ) -> Result<Result<Vec<Sheet>, CountError>, Failure> {
        let suits = offered.first().map(|first| first.suits.as_slice()).unwrap_or_default();
        let tables: Vec<PayTable> = offered.iter().map(|offered| offered.table.clone()).collect();
        let made = match sheets(&self.terms, deals, &tables, seat, suits) {
            Ok(made) => made,
            Err(why) => return Ok(Err(why)),
        };
        let Some(text) = &self.arguments.stake else { return Ok(Ok(made)) };
        let stake = stake(&self.terms, offered, text)?;
        let at_stake = |sheet: Sheet| sheet.at_stake(&self.terms, stake);
        let bad_money = |error: MoneyError| Failure::invalid("bad_money", error.to_string());
        Ok(Ok(made.into_iter().map(at_stake).collect::<Result<_, _>>().map_err(bad_money)?))
    }

    /// The edges of the same pay tables from another shoe.
    fn edges(&self, shoe: Shoe, offered: &[Offered], seat: &SeatFacts) -> Result<Vec<f64>, Failure> {
        let sheets = self.sheets(&self.deals(shoe)?, offered, seat)??;
        Ok(sheets.iter().map(Sheet::house_edge).collect())
    }

    fn add_removal(&self, made: &mut [Made], offered: &[Offered], seat: &SeatFacts) -> Result<(), Failure> {
        let tables: Vec<&PayTable> = offered.iter().map(|offered| &offered.table).collect();
        let needed = detail_needed(&tables);
        let cards = one_of_each(&self.shoe, needed);
        let edges_without =
            |&(): &(), card: &Card| self.edges(self.shoe.clone().without(*card)?, offered, seat);
        for (card, edges) in cards.iter().zip(in_parallel(&cards, || Ok(()), edges_without)?) {
            for (made, edge) in made.iter_mut().zip(edges) {
                made.removal.push(Removed { rank: card.rank, names: vec![kind_name(*card, needed)], edge });
            }
        }
        made.iter_mut().for_each(|made| made.removal = alike(std::mem::take(&mut made.removal)));
        Ok(())
    }

    fn add_decks(&self, made: &mut [Made], offered: &[Offered], seat: &SeatFacts) -> Result<(), Failure> {
        let gone = self.arguments.shoe.cards.gone()?;
        for decks in 1..=12 {
            // Few decks may not hold the cards that are said to have left the shoe.
            let shoe = match full_shoe(&self.terms, decks, &gone) {
                Err(ShoeError::NoSuchCard(_)) => continue,
                shoe => shoe?,
            };
            for (made, edge) in made.iter_mut().zip(self.edges(shoe, offered, seat)?) {
                made.by_decks.push((decks, edge));
            }
        }
        Ok(())
    }
}

/// A stake that these pay tables take.
fn stake(terms: &Terms, offered: &[Offered], text: &str) -> Result<Amount, Failure> {
    let bad = |message: String| Failure::invalid("bad_amount", message);
    let stake = Amount::parse_in(text, terms.currency).map_err(|error| bad(error.to_string()))?;
    if !stake.is_positive() {
        return Err(bad(format!("a stake of {stake} is no wager")));
    }
    match offered.iter().find(|offered| !offered.units.is_empty() && !offered.units.contains(&stake)) {
        None => Ok(stake),
        Some(fixed) => Err(bad(format!("`{}` is a fixed wager; leave `--stake` out", fixed.table.wager))),
    }
}

/// How the meters of a pay table are run: as set up by the submission, or as printed.
fn meters(terms: &Terms, table: &PayTable) -> BTreeMap<String, MeterTerms> {
    let Some(wager) = terms.rulebook.wager(&table.wager) else { return BTreeMap::new() };
    let offer = terms.offers.iter().find(|offer| offer.wager == wager.id && offer.column == table.column);
    let set_up = |meter: &Meter| {
        offer.and_then(|offer| offer.meters.iter().find(|known| known.id == meter.id)).cloned()
    };
    let printed = |meter: &Meter| {
        let (increment, reserve) = wager.printed_shares(meter, &table.column);
        MeterTerms {
            id: meter.id.clone(),
            seed: wager.printed_seed(meter, &table.column),
            increment,
            reserve,
        }
    };
    wager
        .meters
        .iter()
        .map(|meter| (meter.id.clone(), set_up(meter).unwrap_or_else(|| printed(meter))))
        .collect()
}

/// The same terms with the wagers of a file from outside the tree.
fn with_wager_file(terms: Terms, file: &str) -> Result<(Terms, Option<Arc<WagerFile>>), Failure> {
    let text = std::fs::read_to_string(Path::new(file)).with_context(|| format!("cannot read `{file}`"))?;
    let known = WagerFile { path: file.to_owned(), hash: sha256(text.as_bytes()) };
    let source = Source { path: file.to_owned(), text };
    let wagers = load_wager_file(&terms.rulebook, source).map_err(Failure::Invalid)?;
    let mut rulebook = Rulebook::clone(&terms.rulebook);
    rulebook.wagers = wagers;
    let terms = Terms { rulebook: rulebook.into(), ..terms }.opened();
    Ok((terms, Some(Arc::new(known))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_of_one_rank_with_one_effect_stand_together() {
        let removed =
            |rank: Rank, name: &str, edge: f64| Removed { rank, names: vec![name.to_owned()], edge };
        let nine = |suit: &str, edge: f64| removed(Rank::Nine, &format!("9{suit}"), edge);
        let mut cards = vec![nine("c", 0.1), nine("d", 0.2), nine("h", 0.1), nine("s", 0.1)];
        cards.extend(["c", "d", "h", "s"].map(|suit| removed(Rank::King, &format!("K{suit}"), 0.1)));
        cards.push(removed(Rank::Ace, "A", 0.1));
        let names: Vec<String> = alike(cards).iter().map(Removed::name).collect();
        assert_eq!(names, ["9c 9h 9s", "9d", "K", "A"]);
    }
}
