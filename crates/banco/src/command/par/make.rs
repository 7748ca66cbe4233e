//! Making the sheets: which wagers, in which groups, from which shoe.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context as _;
use banco_engine::SeatFacts;
use banco_money::{Amount, MoneyError, Percent};
use banco_odds::{CountError, Deals, DrawTable, FiveRule, Jackpot, Sheet, Shoe, depends_on_seat, sheets};
use banco_rulebook::model::wager::{Meter, Wager};
use banco_rulebook::{
    Library, MeterTerms, Offered, PayTable, Rulebook, Source, Terms, WagerName, load_wager_file,
};

use super::ParArguments;
use crate::failure::Failure;
use crate::output;
use crate::source::submission;

/// A sheet with what it was made from.
pub struct Made {
    pub rulebook: String,
    pub decks: u8,
    pub seat: Option<u8>,
    pub sheet: Sheet,
    /// How each meter is run.
    pub meters: BTreeMap<String, MeterTerms>,
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
        made.extend(make_for(arguments, &terms)?);
    }
    Ok(made)
}

fn make_for(arguments: &ParArguments, terms: &Terms) -> Result<Vec<Made>, Failure> {
    let terms = match arguments.wager.as_deref().filter(|wager| wager.ends_with(".toml")) {
        Some(file) => &with_wager_file(terms, file)?,
        None => terms,
    };
    let groups = groups(terms, &names(arguments, terms)?)?;
    let (shoe, draw) = arguments.shoe.deals(terms)?;
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(groups.len().max(1));
    let next = AtomicUsize::new(0);
    // Each worker takes the next group that nobody has taken yet; what all have made is put back in order.
    let work = || -> Result<Vec<(usize, Vec<Made>)>, Failure> {
        let deals = Deals::new(shoe.clone(), draw.clone())?;
        let mut made = Vec::new();
        while let Some((at, group)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            groups.get(at).map(|group| (at, group))
        } {
            made.push((at, make_alike(arguments, terms, &deals, group)?));
        }
        Ok(made)
    };
    let mut made: Vec<(usize, Vec<Made>)> = Vec::new();
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        for worker in running {
            let finished = worker.join().map_err(|_| anyhow::anyhow!("a worker stopped before its time"))?;
            made.extend(finished?);
        }
        Ok::<(), Failure>(())
    })?;
    made.sort_by_key(|(at, _)| *at);
    Ok(made.into_iter().flat_map(|(_, made)| made).collect())
}

/// Pay tables of one wager and side that take the same suits: they are counted together.
fn groups(terms: &Terms, names: &[WagerName]) -> Result<Vec<Vec<Offered>>, Failure> {
    let mut groups: Vec<Vec<Offered>> = Vec::new();
    for name in names {
        let offered = terms.offered(name)?;
        let fits = |group: &&mut Vec<Offered>| {
            let like = |first: &Offered| {
                let (one, other) = (&first.table, &offered.table);
                one.wager == other.wager && one.side == other.side && first.suits == offered.suits
            };
            group.first().is_some_and(like)
        };
        match groups.last_mut().filter(fits) {
            Some(group) => group.push(offered),
            None => groups.push(vec![offered]),
        }
    }
    Ok(groups)
}

/// The sheets of every wager that a submission offers, from its own shoe and its first seat, with the return in the
/// long run where there are meters.
pub fn offered_sheets(terms: &Terms) -> Result<Vec<(Sheet, Option<f64>)>, Failure> {
    let deals = Deals::new(Shoe::of(&terms.pack()), DrawTable::of(terms, FiveRule::Draw))?;
    let mut made = Vec::new();
    for offer in &terms.offers {
        let Some(wager) = terms.rulebook.wager(&offer.wager) else { continue };
        for side in wager.side_names() {
            let name = WagerName {
                id: wager.id.clone(),
                side: side.map(str::to_owned),
                paytable: (!offer.column.is_empty()).then(|| offer.column.clone()),
            };
            let offered = terms.offered(&name)?;
            let seat =
                offer.positions.first().map(|seat| SeatFacts::at(terms, *seat, &[])).unwrap_or_default();
            match sheets(terms, &deals, &[offered.table], &seat, &offered.suits) {
                Ok(sheets) => made.extend(sheets.into_iter().map(|sheet| {
                    let meters = meters(terms, &sheet.table);
                    let made = Made {
                        rulebook: String::new(),
                        decks: terms.pack().decks(),
                        seat: None,
                        sheet,
                        meters,
                    };
                    let long_run = made.long_run_return();
                    (made.sheet, long_run)
                })),
                // A wager on several rounds has no odds of one coup.
                Err(CountError::History(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(made)
}

fn make_alike(
    arguments: &ParArguments,
    terms: &Terms,
    deals: &Deals,
    offered: &[Offered],
) -> Result<Vec<Made>, Failure> {
    let suits = offered.first().map(|first| first.suits.as_slice()).unwrap_or_default();
    let seat =
        offered.first().map(|first| arguments.shoe.seat(terms, first)).transpose()?.unwrap_or_default();
    let tables: Vec<PayTable> = offered.iter().map(|offered| offered.table.clone()).collect();
    let mut made = match sheets(terms, deals, &tables, &seat, suits) {
        Err(error @ CountError::History(_)) => {
            output::note(&error.to_string());
            return Ok(Vec::new());
        }
        made => made?,
    };
    if let Some(text) = &arguments.stake {
        let stake = stake(terms, offered, text)?;
        let at_stake = |sheet: Sheet| sheet.at_stake(terms, stake);
        let bad_money = |error: MoneyError| Failure::invalid("bad_money", error.to_string());
        made = made.into_iter().map(at_stake).collect::<Result<_, _>>().map_err(bad_money)?;
    }
    let one = |sheet: Sheet| Made {
        rulebook: terms.rulebook.id().to_owned(),
        decks: arguments.shoe.cards.decks(terms),
        seat: seat.position.filter(|_| depends_on_seat(&[&sheet.table])),
        meters: meters(terms, &sheet.table),
        sheet,
    };
    Ok(made.into_iter().map(one).collect())
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
fn with_wager_file(terms: &Terms, file: &str) -> Result<Terms, Failure> {
    let text = std::fs::read_to_string(Path::new(file)).with_context(|| format!("cannot read `{file}`"))?;
    let source = Source { path: file.to_owned(), text };
    let wagers = load_wager_file(&terms.rulebook, source).map_err(Failure::Invalid)?;
    let mut rulebook = Rulebook::clone(&terms.rulebook);
    rulebook.wagers = wagers;
    Ok(Terms { rulebook: rulebook.into(), ..terms.clone() }.opened())
}

/// Every wager, side and pay table that was asked for.
fn names(arguments: &ParArguments, terms: &Terms) -> Result<Vec<WagerName>, Failure> {
    let asked = arguments.wager.as_deref().filter(|wager| !wager.ends_with(".toml"));
    let asked: Option<WagerName> = asked.map(str::parse).transpose()?;
    if let Some(name) = &asked
        && terms.rulebook.wager(&name.id).is_none()
    {
        terms.offered(name)?;
    }
    let wanted = |wager: &&Wager| {
        asked.as_ref().is_none_or(|name| terms.rulebook.wager(&name.id).is_some_and(|w| w.id == wager.id))
    };
    let offered = |wager: &&Wager| terms.open || terms.offers.iter().any(|offer| offer.wager == wager.id);
    let mut names = Vec::new();
    for wager in terms.rulebook.wagers.iter().filter(wanted).filter(offered) {
        if wager.lines_by_licensee && terms.open {
            continue;
        }
        let sides = wager
            .side_names()
            .into_iter()
            .filter(|side| fits(asked.as_ref().and_then(|n| n.side.as_deref()), *side));
        for side in sides {
            for column in columns(terms, wager) {
                let name = WagerName {
                    id: wager.id.clone(),
                    side: side.map(str::to_owned),
                    paytable: (!column.is_empty()).then(|| column.to_owned()),
                };
                if fits(asked.as_ref().and_then(|n| n.paytable.as_deref()), name.paytable.as_deref()) {
                    names.push(name);
                }
            }
        }
    }
    match asked {
        // Nothing of that name: let the table say what is wrong with it, for any side.
        Some(name) if names.is_empty() => {
            let wager = terms.rulebook.wager(&name.id);
            let side = name.side.clone().or_else(|| wager.and_then(|wager| wager.sides.first().cloned()));
            let refused = terms.offered(&WagerName { side, ..name.clone() }).err();
            let no_lines =
                || Failure::invalid("no_odds", format!("`{name}` has no lines of its own in the rulebook"));
            Err(refused.map_or_else(no_lines, Failure::from))
        }
        _ => Ok(names),
    }
}

fn fits(asked: Option<&str>, found: Option<&str>) -> bool {
    asked.is_none() || asked == found
}

/// The pay tables within reach.
fn columns<'a>(terms: &'a Terms, wager: &'a Wager) -> Vec<&'a str> {
    if terms.open {
        return wager.column_names();
    }
    let offers = terms.offers.iter().filter(|offer| offer.wager == wager.id);
    offers.map(|offer| offer.column.as_str()).collect()
}

/// `ID[.SIDE][:PAYTABLE]`.
pub fn sheet_name(sheet: &Sheet) -> String {
    let side = sheet.table.side.as_ref().map(|side| format!(".{side}")).unwrap_or_default();
    let column =
        if sheet.table.column.is_empty() { String::new() } else { format!(":{}", sheet.table.column) };
    format!("{}{side}{column}", sheet.table.wager)
}
