//! How well tags follow the effects of removal, and which whole tags follow them best.
//!
//! Of all linear estimates of a wager's gain by the cards that are gone, the one with the least mean square error is the
//! gain from the whole shoe plus the sum of their effects, times (N-1)/n with N cards in the shoe and n unseen; that
//! holds at every depth. So the effects themselves are the best tags, and the part of the variance that other tags
//! explain is the square of their correlation with the effects, card by card: the betting correlation.
#![expect(clippy::float_arithmetic, reason = "a first sieve of tags; what is close is compared exactly")]

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::exact::{Fraction, decimal, ratio, whole};
use crate::linear::effects::{Effects, RankEffect};
use crate::linear::tags::Tags;

/// Tags held against the effects of a wager; variances and covariance are taken over all cards of the shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fit {
    /// The tags.
    pub tags: Tags,
    /// The sum of the tags of all cards of the shoe: zero for a balanced count.
    pub sum: i64,
    cards: u64,
    gain: Fraction,
    covariance: Fraction,
    variance_of_tags: Fraction,
    variance_of_effects: Fraction,
}

impl Fit {
    /// Holds tags against effects.
    #[must_use]
    pub fn new(effects: &Effects, tags: Tags) -> Self {
        let cards = effects.cards();
        let tag = |rank| whole(tags.tag(rank));
        let mean = |of: &dyn Fn(&RankEffect) -> Fraction| {
            let sum: Fraction = effects.ranks.iter().map(|rank| of(rank) * whole(rank.cards)).sum();
            sum * ratio(1, cards)
        };
        let [tag_mean, effect_mean] = [mean(&|rank| tag(rank.rank)), mean(&|rank| rank.effect.clone())];
        let of_tag = |rank: &RankEffect| tag(rank.rank) - &tag_mean;
        let of_effect = |rank: &RankEffect| &rank.effect - &effect_mean;
        let sum = effects.ranks.iter().map(|rank| {
            i64::from(tags.tag(rank.rank)).saturating_mul(i64::try_from(rank.cards).unwrap_or(i64::MAX))
        });
        Self {
            tags,
            sum: sum.sum(),
            cards,
            gain: effects.gain.clone(),
            covariance: mean(&|rank| of_tag(rank) * of_effect(rank)),
            variance_of_tags: mean(&|rank| of_tag(rank) * of_tag(rank)),
            variance_of_effects: mean(&|rank| of_effect(rank) * of_effect(rank)),
        }
    }

    /// Whether the tags of a whole shoe cancel.
    #[must_use]
    pub const fn is_balanced(&self) -> bool {
        self.sum == 0
    }

    /// The square of the betting correlation, exactly; nothing where all tags or all effects are alike.
    #[must_use]
    pub fn correlation_squared(&self) -> Fraction {
        let variances = &self.variance_of_tags * &self.variance_of_effects;
        if variances == whole(0) { whole(0) } else { &self.covariance * &self.covariance / variances }
    }

    /// The betting correlation; negative where the count falls as the wager gets better.
    #[must_use]
    pub fn correlation(&self) -> f64 {
        decimal(&self.correlation_squared()).sqrt().copysign(decimal(&self.covariance))
    }

    /// What one tag more among the cards that are gone is worth: the least-squares slope of effects on tags.
    #[must_use]
    pub fn slope(&self) -> Fraction {
        if self.variance_of_tags == whole(0) { whole(0) } else { &self.covariance / &self.variance_of_tags }
    }

    /// What one more for each deck of so many unseen cards is worth.
    #[must_use]
    pub fn slope_of_true_count(&self, deck: u16) -> Fraction {
        self.slope() * ratio(self.cards.saturating_sub(1), deck)
    }

    /// The best estimate of the gain by this count alone, with so many cards unseen. What the count of an unbalanced
    /// system would be on average after as many cards is taken off first.
    #[must_use]
    pub fn estimate(&self, running: i64, unseen: u64) -> Fraction {
        let seen = self.cards.saturating_sub(unseen);
        let above = whole(running) - ratio(i128::from(self.sum) * i128::from(seen), self.cards);
        &self.gain + self.slope() * ratio(self.cards.saturating_sub(1), unseen) * above
    }

    /// The count for each deck of so many unseen cards at which this estimate is even; what an unbalanced count would be
    /// on average is taken off first. None where the count says nothing.
    #[must_use]
    pub fn even_at(&self, deck: u16) -> Option<Fraction> {
        let slope = self.slope_of_true_count(deck);
        (slope != whole(0)).then(|| -&self.gain / slope)
    }
}

/// The whole tags from `-level` to `level` with the highest betting correlation; of equals the most nearly balanced,
/// then the smallest. None where the effects are all alike, so that no count helps.
///
/// For given slope and intercept the tag of each rank is the whole number nearest to its effect on their scale, so the
/// best tags rise with the effects: only tags that do so are tried, which are all that can be best.
#[must_use]
pub fn best_tags(effects: &Effects, level: u8) -> Option<Tags> {
    let ladder = Ladder::new(effects);
    if ladder.rungs.len() < 2 {
        return None;
    }
    let mut near: Vec<(f64, Vec<usize>)> = Vec::new();
    let mut best = 0.0_f64;
    each_rise(ladder.rungs.len(), 2 * usize::from(level), &mut Vec::new(), &mut |steps| {
        let squared = ladder.nearly_squared(steps);
        // What floats cannot tell apart is compared exactly afterwards.
        if squared > best - NEARLY {
            best = best.max(squared);
            near.push((squared, steps.to_vec()));
        }
    });
    near.retain(|(squared, _)| *squared > best - NEARLY);
    let exact = near.iter().filter_map(|(_, steps)| {
        let (imbalance, size, tags) = ladder.most_balanced(steps, level)?;
        Some((Fit::new(effects, tags).correlation_squared(), Reverse((imbalance, size)), tags))
    });
    exact.max_by(|one, other| (&one.0, &one.1).cmp(&(&other.0, &other.1))).map(|(.., tags)| tags)
}

/// The same among the tags that cancel over the whole shoe, whose true count needs no correction. None where only tags
/// of zero do. Ranks of the same effect have the same tag.
///
/// Rank by rank, of all tags with the same sum and the same sum of squares only those that follow the effects best are
/// kept: whatever tags come after, the others can never overtake them.
#[must_use]
pub fn best_balanced_tags(effects: &Effects, level: u8) -> Option<Tags> {
    let ladder = Ladder::new(effects);
    let level = i64::from(level);
    let mut known: BTreeMap<(i64, i64), (f64, [i16; 13])> = BTreeMap::from([((0, 0), (0.0, [0; 13]))]);
    for rung in &ladder.rungs {
        let mut next: BTreeMap<(i64, i64), (f64, [i16; 13])> = BTreeMap::new();
        for ((sum, squares), (product, tags)) in &known {
            for tag in -level..=level {
                let small = i16::try_from(tag).unwrap_or(0);
                let gained = product + rung.weight() * f64::from(small) * rung.effect;
                let state = (sum + rung.cards * tag, squares + rung.cards * tag * tag);
                if next.get(&state).is_none_or(|(other, _)| gained > *other) {
                    next.insert(state, (gained, rung.tagged(*tags, small)));
                }
            }
        }
        known = next;
    }
    // Squares are cards, so of equals the smallest tags come first.
    let balanced = known
        .into_iter()
        .filter(|((sum, squares), (product, _))| *sum == 0 && *squares > 0 && *product > 0.0);
    let exact = balanced.map(|((_, squares), (_, tags))| {
        let tags = Tags::new(tags);
        (Fit::new(effects, tags).correlation_squared(), Reverse(squares), tags)
    });
    let best = exact.max_by(|one, other| (&one.0, &one.1).cmp(&(&other.0, &other.1)))?;
    (best.0 > whole(0)).then_some(best.2)
}

/// Squares of correlations in floats are closer than this to the exact ones.
const NEARLY: f64 = 1e-9;

/// The effects of a shoe in rising order, ranks of the same effect together.
struct Ladder<'a> {
    rungs: Vec<Rung<'a>>,
    cards: f64,
    spread: f64,
}

struct Rung<'a> {
    ranks: Vec<&'a RankEffect>,
    cards: i64,
    /// The effect as a float; all of a shoe add up to nothing.
    effect: f64,
}

impl<'a> Ladder<'a> {
    fn new(effects: &'a Effects) -> Self {
        let mut ranks: Vec<&RankEffect> = effects.ranks.iter().collect();
        ranks.sort_by(|one, other| one.effect.cmp(&other.effect));
        let total: Fraction = ranks.iter().map(|rank| &rank.effect * whole(rank.cards)).sum();
        let mean = total * ratio(1, effects.cards());
        let alike = ranks.chunk_by(|one, other| one.effect == other.effect);
        let rung = |ranks: &[&'a RankEffect]| Rung {
            ranks: ranks.to_vec(),
            cards: ranks.iter().map(|rank| i64::try_from(rank.cards).unwrap_or(i64::MAX)).sum(),
            effect: ranks.first().map_or(0.0, |rank| decimal(&(&rank.effect - &mean))),
        };
        let rungs: Vec<Rung<'a>> = alike.map(rung).collect();
        let spread = rungs.iter().map(|rung| rung.weight() * rung.effect * rung.effect).sum();
        Self { cards: rungs.iter().map(Rung::weight).sum(), spread, rungs }
    }

    /// The square of the correlation of these tags, in floats.
    fn nearly_squared(&self, steps: &[usize]) -> f64 {
        let [mut sum, mut squares, mut product] = [0.0; 3];
        for (rung, step) in self.rungs.iter().zip(steps) {
            let tag = f64::from(u8::try_from(*step).unwrap_or(u8::MAX));
            sum += rung.weight() * tag;
            squares += rung.weight() * tag * tag;
            product += rung.weight() * tag * rung.effect;
        }
        product * product / (self.spread * (squares - sum * sum / self.cards))
    }

    /// These steps shifted so that they stay within the level and balance best: shifted tags follow the effects equally
    /// well. Also how far from balance they are, and how large.
    fn most_balanced(&self, steps: &[usize], level: u8) -> Option<(i64, i64, Tags)> {
        let (level, top) = (i64::from(level), i64::try_from(*steps.last()?).ok()?);
        let shifted = |base: i64| {
            let (mut sum, mut size, mut tags) = (0_i64, 0_i64, [0; 13]);
            for (rung, step) in self.rungs.iter().zip(steps) {
                let tag = i64::try_from(*step).ok()? - base;
                sum += rung.cards * tag;
                size += rung.cards * tag.abs();
                tags = rung.tagged(tags, i16::try_from(tag).ok()?);
            }
            Some((sum.abs(), size, Tags::new(tags)))
        };
        (top.saturating_sub(level).max(0)..=level).filter_map(shifted).min()
    }
}

impl Rung<'_> {
    /// The same tags with this one for its ranks.
    fn tagged(&self, mut tags: [i16; 13], tag: i16) -> [i16; 13] {
        for rank in &self.ranks {
            let place = tags.get_mut(usize::from(rank.rank.number()) - 1);
            place.into_iter().for_each(|place| *place = tag);
        }
        tags
    }

    #[expect(clippy::cast_precision_loss, reason = "numbers of cards")]
    const fn weight(&self) -> f64 {
        self.cards as f64
    }
}

/// Every way in which so many steps can rise from 0 to at most `top`, not all of them 0.
fn each_rise(many: usize, top: usize, steps: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if steps.len() == many {
        if steps.last().is_some_and(|last| *last > 0) {
            visit(steps);
        }
        return;
    }
    let range = match steps.last() {
        None => 0..=0,
        Some(last) => *last..=top,
    };
    for step in range {
        steps.push(step);
        each_rise(many, top, steps, visit);
        steps.pop();
    }
}
