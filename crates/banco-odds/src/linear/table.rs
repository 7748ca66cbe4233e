//! What a wager comes to at each depth and running count, by composition.
//!
//! With r cards of a shuffled shoe seen, any six of the others are equally likely to come next. So the chance that the
//! count is c and the round comes to an outcome is the sum, over the tags of its six cards, of the deals with these tags
//! that come to the outcome, times the chance that r of the *other* cards add up to c. Of each tag at most six cards are
//! dealt; the others (`rest`) are the same for every deal, so their part is worked out once, and the few that deals
//! differ in (`spare`) are folded with the deals themselves.
//!
//! Deals are whole numbers. Chances are floats that are only ever added and multiplied, none of them negative, so no
//! digits cancel: they are right to about twelve.
#![expect(clippy::float_arithmetic, reason = "chances, made from exact counts without any subtraction")]

use std::collections::BTreeMap;

use banco_cards::Card;

use crate::counting::{
    CardSet, ClassCards, CountError, DrawTable, Knowledge, Known, KnownDeals, Place, Question, TaggedDeals,
};
use crate::linear::tags::Tags;
use crate::shoe::Shoe;

/// The most cards a round takes.
const ROUND: usize = 6;

/// The outcomes of a wager by count, for every depth of a shoe.
pub struct CountTable {
    cards: usize,
    /// By how many of them are seen: the chance of each sum of tags, for the cards that every deal leaves.
    rest: Vec<Chances>,
    /// For each outcome, by how many of them are seen: the same for the spare cards, folded with the deals.
    spare: Vec<Vec<Chances>>,
    spares: usize,
}

/// One running count at one depth.
#[derive(Clone, PartialEq, Debug)]
pub struct CountRow {
    /// The running count.
    pub running: i64,
    /// The chance of this count and each outcome: the lines of the pay table, and last none of them.
    pub outcomes: Vec<f64>,
}

impl CountRow {
    /// The chance of this count.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.outcomes.iter().sum()
    }
}

impl CountTable {
    /// The table of the first pay table in question. Wagers that final counts and numbers of cards decide take a moment;
    /// others as many counts of deals as there are ways to give six places one of the tags.
    ///
    /// # Errors
    /// The odds depend on something that was not named, or the shoe cannot serve a round.
    pub fn new(
        question: &Question<'_>,
        (shoe, draw): (&Shoe, &DrawTable),
        tags: Tags,
    ) -> Result<Self, CountError> {
        shoe.check_size()?;
        let classes = classes(shoe, tags);
        let deals = match TaggedDeals::new(question, draw)? {
            Some(tagged) => by_values(&tagged, shoe, &classes),
            None => place_by_place(question, (shoe, draw), &classes)?,
        };
        let cards = usize::try_from(shoe.len()).unwrap_or(usize::MAX);
        let caps: Vec<usize> = classes.iter().map(|class| class.cards.min(ROUND)).collect();
        let others: Vec<(i64, usize)> =
            classes.iter().zip(&caps).map(|(class, cap)| (class.tag, class.cards - cap)).collect();
        let spares = caps.iter().sum::<usize>().saturating_sub(ROUND);
        let outcomes = deals.values().map(Vec::len).max().unwrap_or(0);
        let spare = (0..outcomes).map(|outcome| folded(&deals, &classes, &caps, outcome)).collect();
        Ok(Self { cards, rest: seen(&others), spare, spares })
    }

    /// How many cards the shoe holds.
    #[must_use]
    pub const fn cards(&self) -> usize {
        self.cards
    }

    /// Every running count that can be with so many cards unseen, lowest first; none where a round may run out of cards.
    #[must_use]
    pub fn rows(&self, unseen: usize) -> Vec<CountRow> {
        let Some(seen) = self.cards.checked_sub(unseen).filter(|_| unseen >= ROUND) else {
            return Vec::new();
        };
        let others = self.rest.len() - 1;
        let shares = shares(seen, others, self.spares);
        let parts = |spare: &[Chances]| {
            let mut sums = Chances::default();
            for (many, (share, spare)) in shares.iter().zip(spare).enumerate() {
                if let Some(rest) = seen.checked_sub(many).and_then(|rest| self.rest.get(rest)) {
                    sums.add_folded(rest, spare, *share);
                }
            }
            sums
        };
        let outcomes: Vec<Chances> = self.spare.iter().map(|spare| parts(spare)).collect();
        let known = || outcomes.iter().filter(|sums| !sums.chances.is_empty());
        let low = known().map(|sums| sums.low).min().unwrap_or(0);
        let high = known().map(Chances::end).max().unwrap_or(0);
        let row =
            |running| CountRow { running, outcomes: outcomes.iter().map(|sums| sums.at(running)).collect() };
        (low..high).map(row).filter(|row| row.chance() > 0.0).collect()
    }
}

/// The cards of one tag.
struct TagClass {
    tag: i64,
    cards: usize,
    set: CardSet,
}

fn classes(shoe: &Shoe, tags: Tags) -> Vec<TagClass> {
    let mut known: BTreeMap<i16, TagClass> = BTreeMap::new();
    for card in Card::all().filter(|card| shoe.copies(*card) > 0) {
        let tag = tags.tag(card.rank);
        let class =
            known.entry(tag).or_insert_with(|| TagClass { tag: tag.into(), cards: 0, set: CardSet::NONE });
        class.cards += usize::from(shoe.copies(card));
        class.set = class.set.or(CardSet::of(card));
    }
    known.into_values().collect()
}

/// How many deals have so many cards of each tag and come to each outcome, none of the lines last.
type Deals = BTreeMap<Vec<u8>, Vec<u128>>;

/// Where point values decide: by multisets of values, split where cards of one value have different tags.
fn by_values(tagged: &TaggedDeals, shoe: &Shoe, classes: &[TagClass]) -> Deals {
    let mut cells: Vec<ClassCards> = Vec::new();
    for (class, known) in classes.iter().enumerate() {
        let mut values = [0_u64; 10];
        for card in known.set.cards() {
            let copies = u64::from(shoe.copies(card));
            values.get_mut(usize::from(card.points().get())).into_iter().for_each(|sum| *sum += copies);
        }
        let here = values.into_iter().enumerate().filter(|(_, cards)| *cards > 0);
        cells.extend(here.map(|(value, cards)| ClassCards { value, class, cards }));
    }
    let mut deals = Deals::new();
    tagged.each(&cells, classes.len(), &mut |used, outcome, ways| {
        if let Some(row) = deals.get_mut(used) {
            row.get_mut(outcome).into_iter().for_each(|sum| *sum += ways);
            return;
        }
        let mut row = vec![0; tagged.outcomes()];
        row.get_mut(outcome).into_iter().for_each(|sum| *sum += ways);
        deals.insert(used.to_vec(), row);
    });
    deals
}

/// Elsewhere: with the tag of every place known, however the cards of a tag fall.
fn place_by_place(
    question: &Question<'_>,
    (shoe, draw): (&Shoe, &DrawTable),
    classes: &[TagClass],
) -> Result<Deals, CountError> {
    let mut deals = Deals::new();
    let many = classes.len();
    let mut places = [0_usize; ROUND];
    loop {
        let mut used = vec![0_u8; many];
        let mut known = Vec::new();
        for (place, class) in Place::ALL.into_iter().zip(places) {
            used.get_mut(class).into_iter().for_each(|used| *used += 1);
            known.extend(classes.get(class).map(|class| Known::Lies(place, class.set)));
        }
        match KnownDeals::new(shoe, draw.clone(), Knowledge::new(&known)) {
            Err(CountError::Impossible) => {}
            found => {
                if let Some(count) = found?.count(question)?.tables.into_iter().next() {
                    let outcomes = count.lines.into_iter().chain([count.none]);
                    let row = deals.entry(used).or_insert_with(|| vec![0; outcomes.size_hint().0]);
                    row.iter_mut().zip(outcomes).for_each(|(sum, ways)| *sum += ways);
                }
            }
        }
        if !next(&mut places, many) {
            return Ok(deals);
        }
    }
}

/// The next choice of a tag for every place, or none.
fn next(places: &mut [usize; ROUND], many: usize) -> bool {
    for place in places {
        *place += 1;
        if *place < many {
            return true;
        }
        *place = 0;
    }
    false
}

/// The chances of sums from `low` on.
#[derive(Clone, PartialEq, Debug, Default)]
struct Chances {
    low: i64,
    chances: Vec<f64>,
}

impl Chances {
    fn one(sum: i64) -> Self {
        Self { low: sum, chances: vec![1.0] }
    }

    fn add(&mut self, sum: i64, chance: f64) {
        if self.chances.is_empty() {
            self.low = sum;
        }
        let before = usize::try_from(self.low.saturating_sub(sum)).unwrap_or(0);
        if before > 0 {
            self.chances.splice(0..0, vec![0.0; before]);
            self.low = sum;
        }
        let at = usize::try_from(sum - self.low).unwrap_or(0);
        if at >= self.chances.len() {
            self.chances.resize(at + 1, 0.0);
        }
        self.chances.get_mut(at).into_iter().for_each(|place| *place += chance);
    }

    fn each(&self) -> impl Iterator<Item = (i64, f64)> {
        (self.low..)
            .zip(&self.chances)
            .filter(|(_, chance)| **chance > 0.0)
            .map(|(sum, chance)| (sum, *chance))
    }

    /// Behind the highest sum.
    fn end(&self) -> i64 {
        self.low + i64::try_from(self.chances.len()).unwrap_or(0)
    }

    fn at(&self, sum: i64) -> f64 {
        let place = usize::try_from(sum - self.low).ok();
        place.and_then(|place| self.chances.get(place)).copied().unwrap_or(0.0)
    }

    /// Adds the chances of sums of one of these and one of those, all times a weight.
    fn add_folded(&mut self, these: &Self, those: &Self, weight: f64) {
        if these.chances.is_empty() || those.chances.is_empty() || weight == 0.0 {
            return;
        }
        // Room for all of them first, so that the rows below only add.
        self.add(these.low + those.low, 0.0);
        self.add(these.end() + those.end() - 2, 0.0);
        for (sum, chance) in those.each() {
            let from = usize::try_from(sum + these.low - self.low).unwrap_or(0);
            let places = self.chances.iter_mut().skip(from);
            places.zip(&these.chances).for_each(|(place, also)| *place += weight * chance * also);
        }
    }
}

/// For cards of some tags, by how many of them are seen: the chance of each sum of tags.
fn seen(classes: &[(i64, usize)]) -> Vec<Chances> {
    let mut known = vec![Chances::one(0)];
    for (tag, many) in classes {
        let before = known.len() - 1;
        let next = (0..=before + many).map(|seen| {
            let shares = shares(seen, before, *many);
            let mut sums = Chances::default();
            for (here, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                let Some(others) = seen.checked_sub(here).and_then(|others| known.get(others)) else {
                    continue;
                };
                let added = tag.saturating_mul(i64::try_from(here).unwrap_or(i64::MAX));
                others.each().for_each(|(sum, chance)| sums.add(sum + added, share * chance));
            }
            sums
        });
        known = next.collect();
    }
    known
}

/// The deals that come to one outcome, folded with the spare cards: by how many of these are seen, the chance that the
/// round comes to the outcome and that their tags add up to each sum.
fn folded(deals: &Deals, classes: &[TagClass], caps: &[usize], outcome: usize) -> Vec<Chances> {
    let total: u128 = deals.values().flatten().sum();
    let mut known: Vec<Chances> = Vec::new();
    for (used, ways) in deals {
        let Some(ways) = ways.get(outcome).filter(|ways| **ways > 0) else { continue };
        let spare: Vec<(i64, usize)> = classes
            .iter()
            .zip(caps.iter().zip(used))
            .map(|(class, (cap, used))| (class.tag, cap.saturating_sub(usize::from(*used))))
            .collect();
        let weight = as_float(*ways) / as_float(total);
        let sums = seen(&spare);
        known.resize(known.len().max(sums.len()), Chances::default());
        for (mine, theirs) in known.iter_mut().zip(&sums) {
            theirs.each().for_each(|(sum, chance)| mine.add(sum, weight * chance));
        }
    }
    known
}

/// Of `drawn` cards from two piles, the chance of each number from the second: hypergeometric, each from its neighbour.
fn shares(drawn: usize, first: usize, second: usize) -> Vec<f64> {
    let (least, most) = (drawn.saturating_sub(first), drawn.min(second));
    let mut shares = vec![0.0; most + 1];
    if least > most {
        return shares;
    }
    // From the likeliest number outwards, so that nothing is lost to numbers too small to be told.
    let mode = ((drawn + 1) * (second + 1) / (first + second + 2)).clamp(least, most);
    let up = |many: usize| {
        let gone = drawn - many;
        of(second - many) * of(gone) / (of(many + 1) * of(first + many + 1 - drawn))
    };
    let mut set = |at: usize, chance: f64| shares.get_mut(at).into_iter().for_each(|place| *place = chance);
    set(mode, 1.0);
    let mut chance = 1.0;
    for many in mode..most {
        chance *= up(many);
        set(many + 1, chance);
    }
    chance = 1.0;
    for many in (least..mode).rev() {
        chance /= up(many);
        set(many, chance);
    }
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

#[expect(clippy::cast_precision_loss, reason = "numbers of cards")]
const fn of(number: usize) -> f64 {
    number as f64
}

#[expect(clippy::cast_precision_loss, reason = "chances have no more digits than floats")]
const fn as_float(number: u128) -> f64 {
    number as f64
}
