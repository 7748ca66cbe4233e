//! Weights put to eight shoes side by side.
//!
//! The kinds of cards are divided into two halves. A multiset is one of the first half's cards and one of the other's,
//! and its deals are the product of theirs. So the products of each half are made once, each from a smaller one, and the
//! sum takes one multiplication for each multiset that has a weight: for the cards of the shorter half, row by row, those
//! of the longer half are added up first.
#![expect(
    clippy::float_arithmetic,
    reason = "sums whose error is bounded; what is too close is counted exactly"
)]
#![expect(clippy::indexing_slicing, reason = "a plain loop over rows stays in registers")]

use std::collections::{BTreeMap, BTreeSet};

use crate::counting::number::{Eight, Number};
use crate::counting::weights::{Multiset, Weights, cards, with_earlier};

/// How many rows are added up side by side.
const ROWS: usize = 5;

/// Weights, made ready.
pub struct Products {
    halves: [Half; 2],
    blocks: Vec<Block>,
    /// How many roundings a weight goes through at most.
    roundings: usize,
}

/// The products of one half's cards, each after those that it is made from; the first is of no cards.
struct Half {
    steps: Vec<Step>,
}

/// A product: another one, times the cards of a kind that are left when so many have gone.
struct Step {
    from: usize,
    /// The place of that number, see [`Room`].
    left: usize,
}

/// At most as many cards of one kind are dealt.
const DEALT: usize = 6;

/// Room for what a sum is made of, to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// For each kind, how many cards are left when none, one, two, ... of them have gone.
    lefts: Vec<Eight>,
    /// The products of both halves.
    made: [Vec<Eight>; 2],
}

impl Room {
    #[inline(always)]
    fn set_lefts(&mut self, counts: &[Eight]) {
        self.lefts.clear();
        for count in counts {
            for gone in 0..DEALT {
                self.lefts.push(*count - Eight::from_int(i32::try_from(gone).unwrap_or(0)));
            }
        }
    }
}

/// Some products of one half, and the weights that they have together with those of the other half.
struct Block {
    /// The half of which there are several products side by side.
    outer: usize,
    rows: [usize; ROWS],
    /// A product of the other half, and its weight with each row.
    columns: Vec<(usize, [f64; ROWS])>,
}

/// A weight by the places of its two products.
struct Entry {
    places: [usize; 2],
    weight: f64,
}

impl Products {
    pub fn new(weights: &Weights) -> Self {
        let border = weights.kinds() / 2;
        let sorted = weights.sorted();
        let parts = |multiset: &Multiset| {
            [half(multiset, |kind| kind < border), half(multiset, |kind| kind >= border)]
        };
        let mut known: [BTreeSet<(usize, Multiset)>; 2] = [BTreeSet::new(), BTreeSet::new()];
        for (multiset, _) in &sorted {
            for (known, part) in known.iter_mut().zip(parts(multiset)) {
                each_smaller(&part, &mut |smaller| {
                    known.insert((cards(smaller).count(), *smaller));
                });
            }
        }
        let places = known.map(|known| {
            let each = known.into_iter().enumerate().map(|(at, (_, multiset))| (multiset, at));
            each.collect::<BTreeMap<Multiset, usize>>()
        });
        let mut by_size: BTreeMap<usize, Vec<Entry>> = BTreeMap::new();
        for (multiset, weight) in &sorted {
            let [one, other] = parts(multiset);
            let place = |at: usize, part: &Multiset| places[at].get(part).copied().unwrap_or(0);
            let entry = Entry { places: [place(0, &one), place(1, &other)], weight: float(*weight) };
            by_size.entry(cards(&one).count()).or_default().push(entry);
        }
        let blocks: Vec<Block> = by_size.into_values().flat_map(|entries| blocks(&entries)).collect();
        let longest = blocks.iter().map(|block| block.columns.len()).max().unwrap_or(0);
        // Each of six factors and the weight itself, the sum of a row, and the sum of all rows.
        let roundings = 8 + longest + ROWS * blocks.len();
        Self { halves: places.each_ref().map(Half::new), blocks, roundings }
    }

    /// By how much a sum may be wrong, as a share of the sum of all weights whatever their sign.
    pub fn error(&self) -> f64 {
        // Every rounding is by 2^-53 at most; twice that leaves room for their products.
        f64::from(u32::try_from(self.roundings).unwrap_or(u32::MAX)) * f64::EPSILON
    }

    /// The sum over all deals from so many cards of each kind.
    #[inline(always)]
    pub fn sum(&self, counts: &[Eight], room: &mut Room) -> Eight {
        room.set_lefts(counts);
        let Room { lefts, made } = room;
        self.halves[0].make(lefts, &mut made[0]);
        self.halves[1].make(lefts, &mut made[1]);
        let zero = Eight::from_int(0);
        let mut sum = zero;
        for block in &self.blocks {
            let (outer, inner) = (&made[block.outer], &made[1 - block.outer]);
            let mut sums = [zero; ROWS];
            for (at, weights) in &block.columns {
                let product = inner[*at];
                for row in 0..ROWS {
                    sums[row] = sums[row] + product * Eight([weights[row]; 8]);
                }
            }
            for row in 0..ROWS {
                sum = sum + outer[block.rows[row]] * sums[row];
            }
        }
        sum
    }
}

impl Half {
    fn new(places: &BTreeMap<Multiset, usize>) -> Self {
        let mut steps: Vec<(usize, Step)> = Vec::with_capacity(places.len());
        for (multiset, at) in places {
            if let Some((kind, gone)) = with_earlier(multiset).last() {
                let from = places.get(&without_last(multiset)).copied().unwrap_or(0);
                steps.push((*at, Step { from, left: usize::from(kind) * DEALT + usize::from(gone) }));
            }
        }
        steps.sort_unstable_by_key(|(at, _)| *at);
        Self { steps: steps.into_iter().map(|(_, step)| step).collect() }
    }

    #[inline(always)]
    fn make(&self, lefts: &[Eight], made: &mut Vec<Eight>) {
        if made.len() <= self.steps.len() {
            made.resize(1 + self.steps.len(), Eight::from_int(1));
        }
        // The first is of no cards, in whichever weights it was used before.
        for (at, step) in self.steps.iter().enumerate() {
            made[at + 1] = made[step.from] * lefts[step.left];
        }
    }
}

/// Weights of products of the same size, rows of the half that has fewer.
fn blocks(entries: &[Entry]) -> Vec<Block> {
    let distinct = |half: usize| entries.iter().map(|entry| entry.places[half]).collect::<BTreeSet<usize>>();
    let (first, second) = (distinct(0), distinct(1));
    let outer = usize::from(second.len() < first.len());
    let rows: Vec<usize> = if outer == 0 { first } else { second }.into_iter().collect();
    let block = |rows: &[usize]| {
        let mut columns: BTreeMap<usize, [f64; ROWS]> = BTreeMap::new();
        for entry in entries {
            if let Some(row) = rows.iter().position(|row| *row == entry.places[outer]) {
                columns.entry(entry.places[1 - outer]).or_default()[row] += entry.weight;
            }
        }
        // Rows beyond the last have no weights, whichever product they stand for.
        let rows = std::array::from_fn(|row| rows.get(row).copied().unwrap_or(0));
        Block { outer, rows, columns: columns.into_iter().collect() }
    };
    rows.chunks(ROWS).map(block).collect()
}

/// The cards of a multiset that are of some kinds.
fn half(multiset: &Multiset, wanted: impl Fn(u8) -> bool) -> Multiset {
    let mut part = [u8::MAX; 6];
    part.iter_mut().zip(cards(multiset).filter(|kind| wanted(*kind))).for_each(|(place, kind)| *place = kind);
    part
}

/// A multiset, and what is left of it when the last card is taken again and again.
fn each_smaller(multiset: &Multiset, visit: &mut dyn FnMut(&Multiset)) {
    visit(multiset);
    if cards(multiset).next().is_some() {
        each_smaller(&without_last(multiset), visit);
    }
}

fn without_last(multiset: &Multiset) -> Multiset {
    let last = cards(multiset).count().saturating_sub(1);
    let mut less = *multiset;
    less.iter_mut().skip(last).for_each(|place| *place = u8::MAX);
    less
}

/// A whole number as the nearest float.
#[expect(clippy::cast_precision_loss, reason = "one rounding, which is reckoned with")]
pub const fn float(number: i128) -> f64 {
    number as f64
}
