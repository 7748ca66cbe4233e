//! Figures for people: what was found, beside what a perfect shuffle gives, and what to think of it.
//!
//! Every measure has the exact mean and deviation that it has after a perfect shuffle. Its *shift* is how far the mean
//! found lies from there, in deviations of one perfect shuffle: what one look at one stack would tell. Its *z* is the
//! same in deviations of the mean of all trials: whether the shift is real.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures for people, made from exact sums"
)]

use serde::Serialize;

use super::Step;
use super::exact::{Distance, distance};
use super::lab::{Lab, Moments, Tally};
use super::statistic::{Kind, slug_unit};
use super::verdict::{Judgement, Verdict};

/// What a measure tells of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// What of the old order is left.
    Order,
    /// Where cards went that lay together.
    Slugs,
    /// Which way their backs lie.
    Backs,
}

/// One measure.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measure {
    /// A stable name.
    pub id: &'static str,
    /// What it tells of.
    pub family: Family,
    /// The mean over all trials.
    pub found: f64,
    /// Its standard error.
    pub error: f64,
    /// The mean of a perfect shuffle.
    pub perfect: f64,
    /// The standard deviation of one perfect shuffle.
    pub deviation: f64,
    /// How far the mean lies from that of a perfect shuffle, in these deviations.
    pub shift: f64,
    /// The same in standard errors of as many perfect shuffles.
    pub z: f64,
    /// What to think of it.
    pub judgement: Judgement,
}

/// Everything that was found out about a procedure.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The procedure, with all numbers.
    pub procedure: String,
    /// How many cards.
    pub cards: u16,
    /// How many make a slug.
    pub slug: u16,
    /// How many shuffles.
    pub shuffles: u64,
    /// The seed.
    pub seed: u64,
    /// What is known exactly.
    pub exact: Option<Distance>,
    /// The measures.
    pub measures: Vec<Measure>,
    /// Of each slug of the old stack, the share that went to each slug's places in the new one, before the last cut.
    pub travel: Vec<Vec<f64>>,
    /// The verdict.
    pub verdict: Verdict,
}

/// The mean and the variance of a number after a perfect shuffle.
#[derive(Clone, Copy)]
struct Perfect {
    mean: f64,
    variance: f64,
}

impl Report {
    /// What the sums of a lab mean.
    #[must_use]
    pub fn new(lab: &Lab, tally: &Tally) -> Self {
        let mut measures = order(lab, tally);
        measures.extend(slugs(lab, tally));
        if lab.procedure.steps().any(|placed| matches!(placed.step, Step::Turn { over: false })) {
            measures.push(backs(lab, tally));
        }
        let exact = distance(&lab.procedure, lab.cards);
        let verdict = verdict(lab, &measures, exact.as_ref());
        Self {
            procedure: lab.procedure.to_string(),
            cards: lab.cards,
            slug: lab.slug,
            shuffles: tally.trials,
            seed: lab.seed,
            exact,
            measures,
            travel: travel(lab, tally),
            verdict,
        }
    }

    /// The measure of that name.
    #[must_use]
    pub fn measure(&self, id: &str) -> Option<&Measure> {
        find(&self.measures, id)
    }
}

fn find<'a>(measures: &'a [Measure], id: &str) -> Option<&'a Measure> {
    measures.iter().find(|measure| measure.id == id)
}

fn order(lab: &Lab, tally: &Tally) -> Vec<Measure> {
    let n = f64::from(lab.cards);
    let plain = |id, kind, perfect| {
        Measure::new(id, Family::Order, tally.moments(kind).spread(tally.trials), perfect, tally.trials)
    };
    let rising = Perfect { mean: (n + 1.0) / 2.0, variance: (n + 1.0) / 12.0 };
    let valleys = Perfect { mean: (n - 2.0) / 3.0, variance: 2.0 * (n + 1.0) / 45.0 };
    let mean = 2.0 * (n - 1.0) / n;
    let in_pairs = 4.0 * (n - 2.0) * (n - 2.0) / (n * (n - 1.0));
    let neighbours = Perfect { mean, variance: in_pairs + mean - mean * mean };
    // Whatever unseen card is named, of k unseen ones it is the right one once in k: independent of all before.
    let chances = || (1..=lab.cards).map(|unseen| 1.0 / f64::from(unseen));
    let guesses =
        Perfect { mean: chances().sum(), variance: chances().map(|chance| chance - chance * chance).sum() };
    let best = [Kind::GuessAfter, Kind::GuessBefore, Kind::GuessFirst, Kind::GuessTurning]
        .into_iter()
        .max_by_key(|kind| tally.moments(*kind).sum)
        .unwrap_or(Kind::GuessAfter);
    vec![
        plain("rising-sequences", Kind::RisingSequences, rising),
        plain("valleys", Kind::Valleys, valleys),
        plain("neighbours-kept", Kind::Neighbours, neighbours),
        plain("right-guesses", best, guesses),
    ]
}

fn slugs(lab: &Lab, tally: &Tally) -> Vec<Measure> {
    let n = f64::from(lab.cards);
    let trials = tally.trials;
    // Pearson's correlation of old and new places, which are 0 to n - 1.
    let middle = (n - 1.0) / 2.0;
    let spread = tally.moments(Kind::Places).spread(trials);
    let correlation = spread.scaled(n * middle * middle, n * (n * n - 1.0) / 12.0);
    let independent = Perfect { mean: 0.0, variance: 1.0 / (n - 1.0) };
    // Kruskal and Wallis's H: the variance between the slugs' mean places.
    let unit = slug_unit(usize::from(lab.cards), usize::from(lab.slug)) as f64;
    let spread = tally.moments(Kind::Slugs).spread(trials);
    let apart = spread.scaled(unit * n * middle * middle, unit * n * (n + 1.0) / 12.0);
    let mut measures = vec![
        Measure::new("place-correlation", Family::Slugs, correlation, independent, trials),
        Measure::new("slugs-apart", Family::Slugs, apart, kruskal_wallis(lab), trials),
    ];
    measures.extend(most(lab, tally, "slug-in-one-place", |_| true));
    measures.extend(most(lab, tally, "top-from-one-slug", |new| new == 0));
    measures
}

fn backs(lab: &Lab, tally: &Tally) -> Measure {
    // Coins for cards: half of all neighbours lie different ways.
    let pairs = f64::from(lab.cards) - 1.0;
    let perfect = Perfect { mean: pairs / 2.0, variance: pairs / 4.0 };
    Measure::new(
        "backs-alternate",
        Family::Backs,
        tally.moments(Kind::Backs).spread(tally.trials),
        perfect,
        tally.trials,
    )
}

/// The mean and variance of H (Kruskal and Wallis, 1952).
fn kruskal_wallis(lab: &Lab) -> Perfect {
    let n = f64::from(lab.cards);
    let groups = lab.slugs() as f64;
    let inverses: f64 = (0..lab.slugs()).map(|slug| 1.0 / slug_size(lab, slug)).sum();
    let square = groups * groups;
    let correction = 3.0 * square - 6.0 * groups + n * (2.0 * square - 6.0 * groups + 1.0);
    Perfect {
        mean: groups - 1.0,
        variance: 2.0 * (groups - 1.0) - 2.0 * correction / (5.0 * n * (n + 1.0)) - 1.2 * inverses,
    }
}

/// How many cards a slug has.
fn slug_size(lab: &Lab, slug: usize) -> f64 {
    let before = slug * usize::from(lab.slug);
    usize::from(lab.cards).saturating_sub(before).min(usize::from(lab.slug)) as f64
}

/// The greatest share of a slug that lands in the places of one slug, by its shift.
fn most(lab: &Lab, tally: &Tally, id: &'static str, wanted: impl Fn(usize) -> bool) -> Option<Measure> {
    let (n, all, trials) = (f64::from(lab.cards), lab.slugs(), tally.trials as f64);
    let cell = |(at, count): (usize, &u64)| {
        let (old, new) = (at / all, at % all);
        let (from, to) = (slug_size(lab, old), slug_size(lab, new));
        // Of n cards `from` are drawn, of which `to` are wanted.
        let variance = from * to * (n - from) * (n - to) / (n * n * (n - 1.0));
        let perfect = Perfect { mean: to / n, variance: variance / (from * from) };
        let mean = *count as f64 / trials / from;
        let spread = Spread { mean, error: (perfect.variance / trials).sqrt() };
        wanted(new).then(|| Measure::new(id, Family::Slugs, spread, perfect, tally.trials))
    };
    tally.cells.iter().enumerate().filter_map(cell).max_by(|one, other| one.shift.total_cmp(&other.shift))
}

fn travel(lab: &Lab, tally: &Tally) -> Vec<Vec<f64>> {
    let share = |old: usize, count: &u64| *count as f64 / tally.trials as f64 / slug_size(lab, old);
    let row = |(old, row): (usize, &[u64])| row.iter().map(|count| share(old, count)).collect();
    tally.cells.chunks(lab.slugs().max(1)).enumerate().map(row).collect()
}

/// A mean and its standard error.
#[derive(Clone, Copy)]
struct Spread {
    mean: f64,
    error: f64,
}

impl Spread {
    /// The same of (number - zero) / unit.
    fn scaled(self, zero: f64, unit: f64) -> Self {
        Self { mean: (self.mean - zero) / unit, error: self.error / unit }
    }
}

impl Moments {
    fn spread(self, trials: u64) -> Spread {
        let number = trials as f64;
        let mean = self.sum as f64 / number;
        // Exactly, as long as the numbers fit: the two terms are nearly equal.
        let exact = self.squares.checked_mul(u128::from(trials)).zip(self.sum.checked_mul(self.sum));
        let scatter = match exact {
            Some((squares, square)) => squares.saturating_sub(square) as f64 / number,
            None => (self.squares as f64 - self.sum as f64 * mean).max(0.0),
        };
        Spread { mean, error: (scatter / (number - 1.0).max(1.0) / number).sqrt() }
    }
}

impl Measure {
    fn new(id: &'static str, family: Family, spread: Spread, perfect: Perfect, trials: u64) -> Self {
        let deviation = perfect.variance.sqrt();
        let shift = (spread.mean - perfect.mean) / deviation;
        Self {
            id,
            family,
            found: spread.mean,
            error: spread.error,
            perfect: perfect.mean,
            deviation,
            shift,
            z: shift * (trials as f64).sqrt(),
            judgement: Judgement::from_shift(shift),
        }
    }
}

fn verdict(lab: &Lab, measures: &[Measure], exact: Option<&Distance>) -> Verdict {
    let worst = |family| {
        measures.iter().filter(|measure| measure.family == family).map(|measure| measure.judgement).max()
    };
    let found = |id| find(measures, id).map_or((0.0, 0.0), |measure| (measure.found, measure.perfect));
    let (neighbours, slug) = (found("neighbours-kept"), found("slug-in-one-place"));
    let pairs = f64::from(lab.cards) - 1.0;
    let at_all = |judgement: Option<Judgement>, most_is_left: bool| match judgement {
        _ if most_is_left => Judgement::NotAtAll,
        judgement => judgement.unwrap_or(Judgement::Mixed),
    };
    let order =
        at_all(worst(Family::Order).max(exact.and_then(Judgement::exact)), 2.0 * neighbours.0 > pairs);
    let slugs = at_all(worst(Family::Slugs), slug.0 > 0.5 && slug.0 > 1.5 * slug.1);
    let backs = worst(Family::Backs);
    // Backs are another matter: a turn hides marks, it mixes nothing.
    let overall = order.max(slugs);
    let words = std::iter::once(overall_words(lab.cards, overall, measures, exact))
        .chain([order_words(lab, order, neighbours, found("right-guesses")), slug_words(lab, slugs, slug)])
        .chain(backs.map(|backs| back_words(backs, found("backs-alternate"))))
        .collect();
    Verdict { overall, order, slugs, backs, words }
}

fn overall_words(cards: u16, judgement: Judgement, measures: &[Measure], exact: Option<&Distance>) -> String {
    let told = match judgement {
        Judgement::Mixed => format!("the procedure mixes {cards} cards well enough"),
        Judgement::Traces => format!("the procedure mixes {cards} cards, but not without traces"),
        Judgement::NotMixed => format!("the procedure does not mix {cards} cards well enough"),
        Judgement::NotAtAll => format!("the procedure hardly mixes {cards} cards at all"),
    };
    let of = |judgement: Judgement, word: &str| {
        let such = |measure: &&Measure| measure.judgement == judgement && measure.family != Family::Backs;
        let names = measures.iter().filter(such).map(|measure| measure.id.replace('-', " "));
        let known = exact.and_then(Judgement::exact).filter(|known| *known == judgement);
        let ids: Vec<String> = known.map(|_| "total variation".to_owned()).into_iter().chain(names).collect();
        (!ids.is_empty()).then(|| format!("; {word}: {}", ids.join(", ")))
    };
    let failed = of(Judgement::NotMixed, "what fails").unwrap_or_default();
    let traces = of(Judgement::Traces, "what leaves traces").unwrap_or_default();
    format!("{told}{failed}{traces}")
}

fn order_words(lab: &Lab, order: Judgement, pairs: (f64, f64), guesses: (f64, f64)) -> String {
    format!(
        "order: {}. Of {} pairs of neighbors, {:.1} are still together ({:.1} after a perfect shuffle). Somebody who \
         remembers the old order and sees every card dealt can call {:.1} of {} right ({:.1})",
        order.words(),
        lab.cards.saturating_sub(1),
        pairs.0,
        pairs.1,
        guesses.0,
        lab.cards,
        guesses.1,
    )
}

fn slug_words(lab: &Lab, slugs: Judgement, share: (f64, f64)) -> String {
    format!(
        "slugs, which card counters follow: {}. Of {} cards that were together, up to {:.1}% end up in {} places \
         known in advance ({:.1}%). A cut at the end hides nothing, because everybody sees it",
        slugs.words(),
        lab.slug,
        100.0 * share.0,
        lab.slug,
        100.0 * share.1,
    )
}

fn back_words(backs: Judgement, pairs: (f64, f64)) -> String {
    format!(
        "backs, which can be read if they are cut unevenly: {}. One of two neighbors is turned in {:.1} places \
         ({:.1} after a perfect shuffle)",
        backs.words(),
        pairs.0,
        pairs.1,
    )
}
