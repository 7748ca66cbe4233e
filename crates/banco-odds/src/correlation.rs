//! How two wagers on one coup go together: exact covariance over the joint distribution of their lines.
//!
//! Where one wager is decided by the first four cards and the other by counts, every start is followed by all that can
//! come of its counts. Otherwise the joint distribution is that of one pay table whose lines are pairs of lines: in the
//! order of print, line by line, the first pair that holds is the pair of lines that the two wagers reach. So the
//! counting engine is used unchanged.
//!
//! Meters and envy count nothing here, as in the return of a sheet.

use std::collections::BTreeMap;

use banco_cards::{Side, Suit};
use banco_engine::{SeatFacts, net_of_line};
use banco_money::{Amount, MoneyError, Pay};
use banco_rulebook::{Condition, HandTest, Line, PayTable, Terms, VigorishOn};

use crate::counting::DrawTable;
use crate::counting::Question;
use crate::counting::{CountError, Deals};
use crate::exact::{Fraction, decimal, ratio, whole};
use crate::facts::{FinishedFacts, backed, finish, place_reached};
use crate::first_four::{FirstFour, each_start, names_suits};
use crate::par::gain;
use crate::shoe::Shoe;
use crate::solve::{each_card, less};

/// The places of the lines that two wagers reach; `None` for no line.
type Places = [Option<usize>; 2];

/// Deals in which one wager reaches one line and the other another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JointLine {
    /// The line of each wager; `None` for no line.
    pub lines: [Option<String>; 2],
    /// The place of each line in its pay table.
    pub places: Places,
    /// How many deals.
    pub ways: u128,
    /// What each gains for each unit staked.
    pub gains: [Fraction; 2],
}

/// The joint distribution of two wagers, and its moments for one unit staked on each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correlation {
    /// All deals.
    pub total: u128,
    /// Every pair of lines that occurs.
    pub joint: Vec<JointLine>,
    /// What each gains on average.
    pub means: [Fraction; 2],
    /// The variance of each.
    pub variances: [Fraction; 2],
    /// The covariance.
    pub covariance: Fraction,
}

impl Correlation {
    /// The same when the first of the two wagers has this stake: pays and vigorish rounded as they would be at the table.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn at_stake(mut self, terms: &Terms, table: &PayTable, stake: Amount) -> Result<Self, MoneyError> {
        for joint in &mut self.joint {
            let [place, _] = joint.places;
            let Some(line) = place.and_then(|at| table.lines.get(at)) else { continue };
            let net = net_of_line(terms, table, line, stake)?;
            let [gain, _] = &mut joint.gains;
            *gain = ratio(net.minor(), stake.minor().max(1));
        }
        Ok(moments(self.total, self.joint))
    }

    /// The coefficient of correlation, from -1 to 1; `None` if one of the wagers always gains the same.
    #[must_use]
    #[expect(clippy::float_arithmetic, reason = "a square root to be shown, made from exact moments")]
    pub fn coefficient(&self) -> Option<f64> {
        let [one, other] = &self.variances;
        let spread = decimal(&(one * other)).sqrt();
        (spread > 0.0).then(|| decimal(&self.covariance) / spread)
    }

    /// The variance of so many units on the first wager and so many on the second together.
    #[must_use]
    pub fn variance_together(&self, units: [i64; 2]) -> Fraction {
        let [a, b] = units.map(whole);
        let [one, other] = &self.variances;
        &a * &a * one + &b * &b * other + whole(2) * a * b * &self.covariance
    }
}

/// The joint distribution of two wagers from one seat, with the suits chosen for the one that needs them.
///
/// # Errors
/// The odds depend on something that was not named.
pub fn correlation(
    terms: &Terms,
    (shoe, draw): (&Shoe, &DrawTable),
    tables: [&PayTable; 2],
    seat: &SeatFacts,
    chosen: &[Suit],
) -> Result<Correlation, CountError> {
    let [one, other] = tables;
    let deals = Deals::new(shoe.clone(), draw.clone())?;
    let total = six_card_deals(shoe);
    if let Some(places) = by_starts(shoe, draw, tables, seat, chosen) {
        return Ok(moments(total, joint_lines(terms, tables, places)));
    }
    if let Some(mirrored) = by_starts(shoe, draw, [other, one], seat, chosen) {
        let places = mirrored.into_iter().map(|([b, a], ways)| ([a, b], ways)).collect();
        return Ok(moments(total, joint_lines(terms, tables, places)));
    }
    let (joint, pairs) = joint_table(one, other);
    let counts = deals.count(&Question::new(&[&joint], seat, chosen))?;
    let count = counts.tables.into_iter().next();
    let (lines, none) = count.map(|count| (count.lines, count.none)).unwrap_or_default();
    let places = pairs.into_iter().zip(lines.into_iter().chain([none])).collect();
    Ok(moments(counts.total, joint_lines(terms, tables, places)))
}

fn six_card_deals(shoe: &Shoe) -> u128 {
    (0..6).map(|used| u128::from(shoe.len()).saturating_sub(used)).product()
}

fn joint_lines(terms: &Terms, tables: [&PayTable; 2], places: BTreeMap<Places, u128>) -> Vec<JointLine> {
    let of = |table: &PayTable, place: Option<usize>| {
        let line = place.and_then(|at| table.lines.get(at));
        let (numerator, denominator) =
            line.map_or((-1, 1), |line| gain(terms, table, &line.pay, line.vigorish));
        (line.map(|line| line.name.clone()), ratio(numerator, denominator))
    };
    let [one, other] = tables;
    let joint = |([first, second], ways): (Places, u128)| {
        let ((line, gain), (other_line, other_gain)) = (of(one, first), of(other, second));
        JointLine { lines: [line, other_line], places: [first, second], ways, gains: [gain, other_gain] }
    };
    places.into_iter().filter(|(_, ways)| *ways > 0).map(joint).collect()
}

/// The joint distribution of a wager on the first four cards with one on counts; `None` if they are not of that kind.
fn by_starts(
    shoe: &Shoe,
    draw: &DrawTable,
    [first, second]: [&PayTable; 2],
    seat: &SeatFacts,
    chosen: &[Suit],
) -> Option<BTreeMap<Places, u128>> {
    let judge = |hands| place_reached(first, &FirstFour { backed: backed(first), seat, chosen, hands });
    let mut starts: BTreeMap<([u8; 4], Option<usize>), u128> = BTreeMap::new();
    each_start(shoe, names_suits(first), judge, |place, ranks, ways| {
        let [a, b, c, d] = ranks.map(|rank| rank.points().get());
        let open = [a.min(b), a.max(b), c.min(d), c.max(d)];
        *starts.entry((open, *place)).or_default() += ways;
    })?;
    let mut places: BTreeMap<Places, u128> = BTreeMap::new();
    let mut ends = Ends { draw, table: second, known: BTreeMap::new() };
    for ((open, place), ways) in starts.into_iter().filter(|(_, ways)| *ways > 0) {
        for (end, ends) in ends.after(shoe, open)? {
            *places.entry([place, *end]).or_default() += ways * ends;
        }
    }
    Some(places)
}

/// How a wager on counts ends after the values of the first four cards.
struct Ends<'a> {
    draw: &'a DrawTable,
    table: &'a PayTable,
    known: BTreeMap<[u8; 4], BTreeMap<Option<usize>, u128>>,
}

impl Ends<'_> {
    /// The line reached, with the number of ways to deal the two cards that may follow.
    fn after(&mut self, shoe: &Shoe, open: [u8; 4]) -> Option<&BTreeMap<Option<usize>, u128>> {
        if !self.known.contains_key(&open) {
            let [a, b, c, d] = open;
            let left = open.iter().fold(shoe.values(), |left, value| less(&left, *value));
            let (mut ends, mut told) = (BTreeMap::new(), true);
            each_card(left, 1, &mut |one, left, ways| {
                each_card(*left, ways, &mut |two, _, ways| {
                    let (player, banker) = finish(self.draw, (a + b) % 10, (c + d) % 10, [one, two]);
                    let facts = FinishedFacts { backed: backed(self.table), player, banker };
                    match place_reached(self.table, &facts) {
                        Some(place) => *ends.entry(place).or_insert(0) += ways.unsigned_abs(),
                        None => told = false,
                    }
                });
            });
            self.known.insert(open, told.then_some(ends)?);
        }
        self.known.get(&open)
    }
}

fn moments(total: u128, joint: Vec<JointLine>) -> Correlation {
    let average = |of: &dyn Fn(&[Fraction; 2]) -> Fraction| -> Fraction {
        let sum: Fraction = joint.iter().map(|line| whole(line.ways) * of(&line.gains)).sum();
        sum / whole(total)
    };
    let [a, b] = [average(&|[a, _]| a.clone()), average(&|[_, b]| b.clone())];
    let variances = [average(&|[x, _]| x * x) - &a * &a, average(&|[_, y]| y * y) - &b * &b];
    let covariance = average(&|[x, y]| x * y) - &a * &b;
    Correlation { total, joint, means: [a, b], variances, covariance }
}

/// A pay table of all pairs of lines, and the places of both lines of each, last those of no line at all. What it pays
/// is of no account.
fn joint_table(one: &PayTable, other: &PayTable) -> (PayTable, Vec<Places>) {
    let places = |table: &PayTable| (0..table.lines.len()).map(Some).chain([None]);
    let pairs: Vec<Places> =
        places(one).flat_map(|first| places(other).map(move |second| [first, second])).collect();
    let when = |table: &PayTable, place: Option<usize>| {
        let line = place.and_then(|at| table.lines.get(at));
        line.map(|line| resolved(&line.when, backed(table)))
    };
    let joint = |[first, second]: &Places| {
        let all: Vec<Condition> = [when(one, *first), when(other, *second)].into_iter().flatten().collect();
        (!all.is_empty()).then(|| joint_line(Condition { all, ..Condition::default() }))
    };
    let lines = pairs.iter().filter_map(joint).collect();
    (PayTable { side: None, lines, ..one.clone() }, pairs)
}

fn joint_line(when: Condition) -> Line {
    Line {
        name: String::new(),
        when,
        pay: Pay::Push,
        vigorish: VigorishOn::Nothing,
        envy: None,
        envy_when: None,
        cite: Vec::new(),
    }
}

/// The same condition with `hand` and `other` replaced by the hands that they mean, so that wagers which back different
/// hands can be put together.
fn resolved(condition: &Condition, backed: Option<Side>) -> Condition {
    let each = |inner: &[Condition]| inner.iter().map(|inner| resolved(inner, backed)).collect();
    let mut same = Condition {
        all: each(&condition.all),
        any: each(&condition.any),
        not: condition.not.as_ref().map(|inner| Box::new(resolved(inner, backed))),
        ..condition.clone()
    };
    let Some(side) = backed else { return same };
    let meant = [(same.hand.take(), side), (same.other.take(), side.other())];
    let tests = meant.into_iter().filter_map(|(test, side)| test.map(|test| on(side, test)));
    same.all.extend(tests);
    same
}

fn on(side: Side, test: HandTest) -> Condition {
    match side {
        Side::Player => Condition { player: Some(test), ..Condition::default() },
        Side::Banker => Condition { banker: Some(test), ..Condition::default() },
    }
}
