//! What the inventor of a wager wants to hear before anybody plays it: lines that stand in each other's way, that never
//! come up or hardly ever, an edge that nobody will pay, and a count that beats it.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use std::cmp::Ordering;

use banco_engine::SeatFacts;
use banco_money::Pay;
use banco_odds::{DrawTable, Effects, Fraction, LineOdds, Question, Sheet, Shoe, decimal, sheets_of};
use banco_rulebook::{AddedFile, Condition, Diagnostic, Line, Offered, PayTable, Terms};
use banco_sim::advantage::starts::starts;
use banco_sim::shoe::{End, ShoeChoices, ShoeRules};
use banco_sim::study::BurnSeen;

use crate::asked::sheet_name;
use crate::error::SheetError;

/// A house edge from which on players stay away: more than any wager that the five rulebooks print with fixed pays.
const HIGH_EDGE: f64 = 0.25;

/// A wager that wins more rarely than this is lost all evening: an eight-deck shoe has about 80 rounds.
const RAREST_WIN: f64 = 500.0;

/// Units a shoe from which on a counter's time is paid. Dragon 7 brings about 0.6, and is counted.
const WORTH_COUNTING: f64 = 0.2;

/// A wager that a file added, with the shoe from which it was counted.
pub struct Invention<'a> {
    pub terms: &'a Terms,
    pub offered: &'a Offered,
    pub seat: &'a SeatFacts,
    pub shoe: &'a Shoe,
    pub draw: &'a DrawTable,
    pub sheet: &'a Sheet,
    /// How many decks the shoe began with.
    pub decks: u8,
}

impl Invention<'_> {
    /// All that its inventor should know; nothing of a wager that the rulebook prints.
    pub fn dangers(&self) -> Result<Vec<Diagnostic>, SheetError> {
        let Some(file) = self.terms.rulebook.added_by(&self.sheet.table.wager) else { return Ok(Vec::new()) };
        let mut dangers = self.lines_that_never_hit(file);
        dangers.extend(self.lines_in_the_way(file)?);
        dangers.extend(self.hard_to_win(file));
        dangers.extend(self.edge_too_high(file));
        dangers.extend(self.countable(file)?);
        Ok(dangers)
    }

    fn warning(
        &self,
        file: &AddedFile,
        line: Option<&str>,
        code: &'static str,
        message: String,
    ) -> Diagnostic {
        let wager = self.terms.rulebook.wager(&self.sheet.table.wager);
        let place = wager.map(|wager| file.place_of(wager, line)).unwrap_or_default();
        Diagnostic::warning(code, message).at(&file.source, place)
    }

    fn name(&self) -> String {
        sheet_name(self.sheet)
    }

    fn question<'q>(&'q self, tables: &[&'q PayTable]) -> Question<'q> {
        Question::new(tables, self.seat, &self.offered.suits)
    }

    fn once_in(&self, ways: u128) -> String {
        format!("once in {:.0} rounds", self.sheet.probability(ways).recip())
    }

    /// Lines that some shoe may reach, and not this one: five cards alike from two decks.
    fn lines_that_never_hit(&self, file: &AddedFile) -> Vec<Diagnostic> {
        let never = self.sheet.lines.iter().filter(|line| line.ways == 0);
        let told = never.map(|line| {
            let message =
                format!("the line `{}` of `{}` never comes up in this shoe", line.name, self.name());
            let hint = format!("the shoe has {} cards: take more decks, or drop the line", self.shoe.len());
            self.warning(file, Some(&line.name), "line_never_hits", message).hint(hint)
        });
        told.collect()
    }

    /// Lines that take hands from a line below them that pays more.
    fn lines_in_the_way(&self, file: &AddedFile) -> Result<Vec<Diagnostic>, SheetError> {
        let table = &self.sheet.table;
        let mut pairs = Vec::new();
        for (above, upper) in self.sheet.lines.iter().enumerate().take(table.lines.len()) {
            let below = self.sheet.lines.iter().take(table.lines.len()).enumerate().skip(above + 1);
            pairs.extend(below.filter(|(_, lower)| pays_less(upper, lower)).map(|(below, _)| (above, below)));
        }
        let both: Vec<PayTable> =
            pairs.iter().filter_map(|(above, below)| both_hold(table, *above, *below)).collect();
        if both.is_empty() {
            return Ok(Vec::new());
        }
        let tables: Vec<&PayTable> = both.iter().collect();
        let counted = sheets_of(self.terms, &self.question(&tables), (self.shoe, self.draw))?;
        let mut told = Vec::new();
        for ((above, below), sheet) in pairs.into_iter().zip(counted) {
            // A line that stands above both takes its hands before either is asked.
            let ways = sheet.lines.get(above).map_or(0, |line| line.ways);
            let (Some(upper), Some(lower)) = (self.sheet.lines.get(above), self.sheet.lines.get(below))
            else {
                continue;
            };
            if ways > 0 {
                let message = format!(
                    "the line `{}` of `{}` takes hands from `{}` below it, which pays more: {}",
                    upper.name,
                    self.name(),
                    lower.name,
                    self.once_in(ways)
                );
                let hint = "the first line that holds pays: move the line that pays more up";
                told.push(self.warning(file, Some(&upper.name), "better_line_hidden", message).hint(hint));
            }
        }
        Ok(told)
    }

    fn hard_to_win(&self, file: &AddedFile) -> Option<Diagnostic> {
        let wins = self.sheet.lines.iter().filter(|line| line.gain.0 > 0 || is_meter(&line.pays));
        let ways = wins.map(|line| line.ways).sum();
        let chance = self.sheet.probability(ways);
        (ways > 0 && chance * RAREST_WIN < 1.0).then(|| {
            let message = format!("`{}` wins only {}", self.name(), self.once_in(ways));
            let hint = "few players will see it win in an evening; add a line that hits more often";
            self.warning(file, None, "hardly_ever_wins", message).hint(hint)
        })
    }

    fn edge_too_high(&self, file: &AddedFile) -> Option<Diagnostic> {
        let edge = self.sheet.house_edge();
        let meters = self.sheet.lines.iter().any(|line| is_meter(&line.pays));
        (!meters && edge > HIGH_EDGE).then(|| {
            let message = format!("the house edge of `{}` is {:.2}%", self.name(), 100.0 * edge);
            let hint = format!(
                "players stay away from more than {:.0}%; pay more, or for more hands",
                100.0 * HIGH_EDGE
            );
            self.warning(file, None, "edge_too_high", message).hint(hint)
        })
    }

    /// What a count of ranks brings, if it brings anything.
    fn countable(&self, file: &AddedFile) -> Result<Option<Diagnostic>, SheetError> {
        let meters = self.sheet.lines.iter().any(|line| is_meter(&line.pays));
        if meters || self.sheet.house_edge() < 0.0 {
            return Ok(None);
        }
        let choices = ShoeChoices { decks: self.decks, ..ShoeChoices::from_terms(self.terms) };
        let question = self.question(&[&self.offered.table]);
        let effects = Effects::new(self.terms, &question, (self.shoe, self.draw))?;
        let units = |behind: Option<u16>| {
            let end = match (choices.end, behind) {
                (End::CutCard { further, .. }, Some(behind)) => End::CutCard { behind, further },
                (end, _) => end,
            };
            let rules = ShoeRules::new(self.terms, self.draw, ShoeChoices { end, ..choices }).ok()?;
            Some(units_a_shoe(&effects, &starts(&rules, BurnSeen::All)))
        };
        let End::CutCard { behind, .. } = choices.end else { return Ok(None) };
        let Some(brings) = units(None).filter(|units| *units > WORTH_COUNTING) else { return Ok(None) };
        let message = format!(
            "`{}` can be counted: with {behind} cards behind the cut card, whoever counts every rank wins about {brings:.2} units a shoe",
            self.name()
        );
        let half = u16::try_from(effects.cards() / 2).ok();
        let deeper = half.and_then(|half| Some((half, units(Some(half))?)));
        let deeper = deeper.map(|(half, units)| format!("with {half} cards behind it is about {units:.2}; "));
        let hint = format!(
            "{}keep the limit low, cut deeper, or pay less for hands that a few ranks decide; `banco count` tells more",
            deeper.unwrap_or_default()
        );
        Ok(Some(self.warning(file, None, "countable", message).hint(hint)))
    }
}

/// The same table with the line above asking for both conditions: it holds where both do and no line higher up does.
fn both_hold(table: &PayTable, above: usize, below: usize) -> Option<PayTable> {
    let lower = table.lines.get(below)?.when.clone();
    let mut table = table.clone();
    let upper: &mut Line = table.lines.get_mut(above)?;
    upper.when = Condition { all: vec![upper.when.clone(), lower], ..Condition::default() };
    Some(table)
}

/// Whether a line surely pays less than another; what a meter pays changes.
fn pays_less(one: &LineOdds, other: &LineOdds) -> bool {
    let by_cross = || (one.gain.0 * other.gain.1).cmp(&(other.gain.0 * one.gain.1));
    !is_meter(&one.pays) && !is_meter(&other.pays) && by_cross() == Ordering::Less
}

fn is_meter(pay: &Pay) -> bool {
    matches!(pay, Pay::Share(..))
}

/// What one unit on every round with an edge brings in a shoe, the edge taken as straight in the cards that are left and
/// spread like a bell. Both come close: the tests hold it against counts by composition.
fn units_a_shoe(effects: &Effects, starts: &[f64]) -> f64 {
    let cards = effects.cards();
    let squares: Fraction = effects
        .ranks
        .iter()
        .map(|rank| &rank.effect * &rank.effect * Fraction::from_integer(rank.cards.into()))
        .sum();
    let (gain, squares) = (decimal(&effects.gain), decimal(&squares));
    let all = f64::from(u32::try_from(cards).unwrap_or(u32::MAX));
    let spread = squares / all * (all - 1.0);
    let of_rounds = |(unseen, rounds): (usize, &f64)| {
        let left = f64::from(u32::try_from(unseen).unwrap_or(u32::MAX)).min(all);
        let deviation = (spread * (all - left) / left.max(1.0)).sqrt();
        rounds * above_zero(gain, deviation)
    };
    starts.iter().enumerate().map(of_rounds).sum()
}

/// The average of whatever is above zero, of a bell with this middle and deviation.
fn above_zero(middle: f64, deviation: f64) -> f64 {
    if deviation <= 0.0 {
        return middle.max(0.0);
    }
    // Simpson's rule over ten deviations: the tail beyond them is nothing, and no special function is needed.
    const STEPS: u32 = 400;
    let from = (-middle / deviation).max(-10.0);
    let step = (10.0 - from).max(0.0) / f64::from(STEPS);
    let height = |at: f64| (middle + deviation * at) * (-0.5 * at * at).exp();
    let sum: f64 = (0..=STEPS)
        .map(|place| {
            let weight = match place {
                0 | STEPS => 1.0,
                odd if odd % 2 == 1 => 4.0,
                _ => 2.0,
            };
            weight * height(from + step * f64::from(place))
        })
        .sum();
    sum * step / 3.0 / (2.0 * std::f64::consts::PI).sqrt()
}
