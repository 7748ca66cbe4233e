//! A PAR sheet: everything a test lab expects to know of one wager and pay table.

use banco_cards::Suit;
use banco_engine::{SeatFacts, net_of_line};
use banco_money::{Amount, MoneyError, Pay, Percent};
use banco_rulebook::{PayTable, Terms, VigorishOn};

use crate::counting::{Count, CountError, Counts, Deals, DrawTable, Knowledge, KnownDeals, Question};
use crate::exact::{Fraction, ratio, whole};
use crate::shoe::{Shoe, ShoeError};
use crate::short::{ShortCounts, short_counts};

/// One line of a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct LineOdds {
    /// The printed name; `All other hands` for what reaches no line.
    pub name: String,
    /// How many deals reach it.
    pub ways: u128,
    /// What it pays.
    pub pays: Pay,
    /// By how much the bettor is better off for each unit staked: numerator and denominator, vigorish taken.
    pub gain: (i128, i128),
}

impl LineOdds {
    /// What comes back for each unit staked, the stake included: nothing of a wager that loses, all of one that pushes.
    #[must_use]
    pub const fn back(&self) -> (i128, i128) {
        (self.gain.0 + self.gain.1, self.gain.1)
    }
}

/// The chance of winning a meter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jackpot {
    /// The meter.
    pub meter: String,
    /// How many deals win it, or a share of it.
    pub ways: u128,
    /// The same, each counted with its share in hundredths of a percent.
    pub shares: u128,
}

/// The exact odds of one wager, side and pay table.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The pay table.
    pub table: PayTable,
    /// All deals that can be finished.
    pub total: u128,
    /// The deals that cannot, for want of cards: the round is void. None where six cards or more are left.
    pub void: u128,
    /// Every line, and last what reaches none; their ways add up to the total.
    pub lines: Vec<LineOdds>,
    /// The meters that can be won.
    pub jackpots: Vec<Jackpot>,
}

/// The sheets of several pay tables of one wager and side.
///
/// # Errors
/// The odds depend on something that was not named.
pub fn sheets(
    terms: &Terms,
    deals: &Deals,
    tables: &[PayTable],
    seat: &SeatFacts,
    chosen: &[Suit],
) -> Result<Vec<Sheet>, CountError> {
    let borrowed: Vec<&PayTable> = tables.iter().collect();
    let question = Question::new(&borrowed, seat, chosen);
    Ok(Sheet::from_counts(terms, question.tables(), deals.count(&question)?))
}

/// The sheets of a question that may be put to many shoes, from a shoe of any size. Where a round may run out of cards,
/// they tell of the rounds that can be finished, void ones apart.
///
/// # Errors
/// The odds depend on something that was not named, or the shoe holds more than twenty decks.
pub fn sheets_of(
    terms: &Terms,
    question: &Question<'_>,
    (shoe, draw): (&Shoe, &DrawTable),
) -> Result<Vec<Sheet>, CountError> {
    match Deals::new(shoe.clone(), draw.clone()) {
        Err(ShoeError::TooFew(_)) => {
            let (seat, chosen) = question.asked_from();
            let counts = short_counts(shoe, draw, question.tables(), seat, chosen)?;
            let ShortCounts { total, void, tables } = counts;
            let made = Sheet::from_counts(terms, question.tables(), Counts { total: total - void, tables });
            Ok(made.into_iter().map(|sheet| Sheet { void, ..sheet }).collect())
        }
        deals => Ok(Sheet::from_counts(terms, question.tables(), deals?.count(question)?)),
    }
}

/// The sheets of a question that may be put to many shoes, where something is known of the cards.
///
/// # Errors
/// The odds depend on something that was not named, the shoe cannot serve a round, or nothing fits what is known.
pub fn sheets_known(
    terms: &Terms,
    question: &Question<'_>,
    (shoe, draw): (&Shoe, &DrawTable),
    knowledge: Knowledge,
) -> Result<Vec<Sheet>, CountError> {
    let deals = KnownDeals::new(shoe, draw.clone(), knowledge)?;
    Ok(Sheet::from_counts(terms, question.tables(), deals.count(question)?))
}

impl Sheet {
    /// The sheets of pay tables whose deals were counted.
    #[must_use]
    pub fn from_counts(terms: &Terms, tables: &[&PayTable], counts: Counts) -> Vec<Self> {
        let Counts { total, tables: counts } = counts;
        tables.iter().zip(counts).map(|(table, count)| Self::new(terms, table, &count, total)).collect()
    }

    fn new(terms: &Terms, table: &PayTable, count: &Count, total: u128) -> Self {
        let lines = table.lines.iter().map(|line| LineOdds {
            name: line.name.clone(),
            ways: 0,
            pays: line.pay.clone(),
            gain: gain(terms, table, &line.pay, line.vigorish),
        });
        let lines = lines.collect();
        let mut sheet = Self { table: table.clone(), total, void: 0, lines, jackpots: Vec::new() };
        sheet.recount(count, total);
        sheet
    }

    /// The same pay table and stake with the deals of another shoe, none of them void. One sheet can so be put to many
    /// shoes, and nothing but counts is made anew.
    pub fn recount(&mut self, count: &Count, total: u128) {
        (self.total, self.void) = (total, 0);
        self.lines.truncate(self.table.lines.len());
        for (line, ways) in self.lines.iter_mut().zip(&count.lines) {
            line.ways = *ways;
        }
        self.lines.extend((count.none > 0).then(|| no_line(count.none)));
        self.jackpots.clear();
        for line in &self.lines {
            let Pay::Share(share, meter) = &line.pays else { continue };
            let shares = line.ways * u128::from(share.hundredths());
            match self.jackpots.iter_mut().find(|jackpot| jackpot.meter == *meter) {
                Some(jackpot) => {
                    jackpot.ways += line.ways;
                    jackpot.shares += shares;
                }
                None => self.jackpots.push(Jackpot { meter: meter.clone(), ways: line.ways, shares }),
            }
        }
    }

    /// The same sheet for one stake: pays and vigorish rounded as they would be at the table.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn at_stake(mut self, terms: &Terms, stake: Amount) -> Result<Self, MoneyError> {
        if !stake.is_positive() {
            return Err(MoneyError::NotPositive);
        }
        for (line, odds) in self.table.lines.iter().zip(&mut self.lines) {
            let net = net_of_line(terms, &self.table, line, stake)?;
            odds.gain = reduced(i128::from(net.minor()), i128::from(stake.minor()));
        }
        Ok(self)
    }

    /// What the bettor gains on average for each unit staked, as an exact fraction; meters count nothing.
    #[must_use]
    pub fn mean(&self) -> (i128, i128) {
        let common = self.common();
        let sum = self.lines.iter().map(|line| {
            let ways = i128::try_from(line.ways).unwrap_or(i128::MAX);
            ways.saturating_mul(line.gain.0).saturating_mul(common / line.gain.1)
        });
        (sum.sum(), i128::try_from(self.total).unwrap_or(i128::MAX).saturating_mul(common))
    }

    /// What a line adds to the bettor's average gain, exactly: all lines together come to minus the house's edge.
    #[must_use]
    pub fn net_part(&self, line: &LineOdds) -> Fraction {
        self.part(line, line.gain)
    }

    /// What a line adds to the return, exactly, as test labs add it up: its chance times what comes back.
    #[must_use]
    pub fn return_part(&self, line: &LineOdds) -> Fraction {
        self.part(line, line.back())
    }

    fn part(&self, line: &LineOdds, (numerator, denominator): (i128, i128)) -> Fraction {
        ratio(line.ways, self.total) * ratio(numerator, denominator)
    }

    /// What the bettor gains on average for each unit staked: [`Sheet::mean`] as one fraction.
    #[must_use]
    pub fn exact_mean(&self) -> Fraction {
        let (numerator, denominator) = self.mean();
        ratio(numerator, denominator)
    }

    /// The variance of the gain for each unit staked, exactly; meters count nothing.
    #[must_use]
    pub fn exact_variance(&self) -> Fraction {
        let gain = |line: &LineOdds| Some(ratio(line.gain.0, line.gain.1));
        self.variance_by(gain).unwrap_or_else(|| whole(0))
    }

    /// The variance where lines gain this for each unit staked; `None` if one of the gains is unknown.
    pub(crate) fn variance_by(&self, gain: impl Fn(&LineOdds) -> Option<Fraction>) -> Option<Fraction> {
        let (mut mean, mut square) = (whole(0), whole(0));
        for line in &self.lines {
            let (chance, gain) = (ratio(line.ways, self.total), gain(line)?);
            square += &chance * &gain * &gain;
            mean += chance * gain;
        }
        Some(square - &mean * &mean)
    }

    /// The parts of a unit in which the gains of all lines are whole.
    pub(crate) fn common(&self) -> i128 {
        self.lines.iter().fold(1, |common, line| lcm(common, line.gain.1))
    }

    /// So many deals reach another line instead; `None` is what reaches none.
    pub(crate) fn move_ways(&mut self, from: Option<usize>, to: Option<usize>, ways: u128) {
        let none = self.table.lines.len();
        let [from, to] = [from, to].map(|place| place.unwrap_or(none));
        if from.max(to) >= self.lines.len() {
            self.lines.push(no_line(0));
        }
        if let Some(line) = self.lines.get_mut(from) {
            line.ways -= ways;
        }
        if let Some(line) = self.lines.get_mut(to) {
            line.ways += ways;
        }
    }

    /// Whether the lines add up to all deals.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.lines.iter().map(|line| line.ways).sum::<u128>() == self.total
    }
}

/// Figures for people; counts stay exact, these are their nearest floating-point numbers.
#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures to be shown, made from exact counts"
)]
impl Sheet {
    /// The house's edge on the initial wager.
    #[must_use]
    pub fn house_edge(&self) -> f64 {
        let (numerator, denominator) = self.mean();
        (-numerator) as f64 / denominator as f64
    }

    /// What comes back on average for each unit staked, the stake included.
    #[must_use]
    pub fn average_return(&self) -> f64 {
        let (numerator, denominator) = self.mean();
        denominator.saturating_add(numerator) as f64 / denominator as f64
    }

    /// The chance of so many deals.
    #[must_use]
    pub fn probability(&self, ways: u128) -> f64 {
        ways as f64 / self.total as f64
    }

    /// What a line adds to the bettor's average gain.
    #[must_use]
    pub fn contribution(&self, line: &LineOdds) -> f64 {
        self.probability(line.ways) * line.gain.0 as f64 / line.gain.1 as f64
    }

    /// What a line adds to the return.
    #[must_use]
    pub fn return_contribution(&self, line: &LineOdds) -> f64 {
        let (numerator, denominator) = line.back();
        self.probability(line.ways) * numerator as f64 / denominator as f64
    }

    /// The variance of the gain for each unit staked.
    #[must_use]
    pub fn variance(&self) -> f64 {
        self.moment(2)
    }

    /// The skewness of the gain.
    #[must_use]
    pub fn skewness(&self) -> f64 {
        self.moment(3) / self.variance().powf(1.5)
    }

    /// The kurtosis of the gain (3 for a normal distribution).
    #[must_use]
    pub fn kurtosis(&self) -> f64 {
        self.moment(4) / self.variance().powi(2)
    }

    /// The share of wagers that win, and that push.
    #[must_use]
    pub fn hit_and_push(&self) -> (f64, f64) {
        let of = |test: fn(&LineOdds) -> bool| {
            self.probability(self.lines.iter().filter(|line| test(line)).map(|line| line.ways).sum())
        };
        // A tie that is charged vigorish is no push: something is lost.
        (of(|line| line.pays.wins()), of(|line| line.pays == Pay::Push && line.gain.0 == 0))
    }

    /// The house's edge on wagers that do not push.
    #[must_use]
    pub fn edge_on_resolved(&self) -> f64 {
        self.house_edge() / (1.0 - self.hit_and_push().1)
    }

    /// How far the average result of so many rounds strays from the house's edge in nine of ten cases: 1.645 standard
    /// deviations, for each unit staked.
    #[must_use]
    pub fn volatility_index(&self, rounds: u32) -> f64 {
        Self::volatility(self.variance().sqrt(), rounds)
    }

    /// The same by the standard deviation of one round.
    #[must_use]
    pub fn volatility(deviation: f64, rounds: u32) -> f64 {
        1.645 * deviation / f64::from(rounds).sqrt()
    }

    /// The share of rounds that cannot be finished.
    #[must_use]
    pub fn void_share(&self) -> f64 {
        self.void as f64 / (self.total + self.void) as f64
    }

    fn moment(&self, power: i32) -> f64 {
        let mean = -self.house_edge();
        let part = |line: &LineOdds| {
            let gain = line.gain.0 as f64 / line.gain.1 as f64;
            self.probability(line.ways) * (gain - mean).powi(power)
        };
        self.lines.iter().map(part).sum()
    }
}

/// What reaches no line.
fn no_line(ways: u128) -> LineOdds {
    LineOdds { name: "All other hands".to_owned(), ways, pays: Pay::Loss, gain: (-1, 1) }
}

/// What a line gains for each unit staked, vigorish taken, without rounding.
pub(crate) fn gain(terms: &Terms, table: &PayTable, pay: &Pay, vigorish: VigorishOn) -> (i128, i128) {
    let won = match pay {
        Pay::To(numerator, denominator) => (i128::from(*numerator), i128::from(*denominator)),
        Pay::For(numerator, denominator) => minus_stake(i128::from(*numerator), i128::from(*denominator)),
        Pay::Money(amount) => {
            let unit = table.units.first().map_or(100, |unit: &Amount| unit.minor());
            minus_stake(i128::from(amount.minor()), i128::from(unit))
        }
        Pay::Share(..) | Pay::Loss => (-1, 1),
        Pay::Push => (0, 1),
    };
    let rates = terms.vigorish.as_ref();
    match (vigorish, rates) {
        (VigorishOn::Win, Some(rates)) => {
            let kept = i128::from(Percent::HUNDRED.hundredths()) - i128::from(rates.on_win.hundredths());
            reduced(won.0 * kept, won.1 * i128::from(Percent::HUNDRED.hundredths()))
        }
        (VigorishOn::Tie, Some(rates)) => {
            reduced(-i128::from(rates.on_tie.hundredths()), i128::from(Percent::HUNDRED.hundredths()))
        }
        _ => reduced(won.0, won.1),
    }
}

const fn minus_stake(numerator: i128, denominator: i128) -> (i128, i128) {
    (numerator - denominator, denominator)
}

fn reduced(numerator: i128, denominator: i128) -> (i128, i128) {
    let common = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()).max(1);
    let common = i128::try_from(common).unwrap_or(1);
    (numerator / common, denominator / common)
}

const fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn lcm(a: i128, b: i128) -> i128 {
    let common = i128::try_from(gcd(a.unsigned_abs(), b.unsigned_abs()).max(1)).unwrap_or(1);
    (a / common).saturating_mul(b)
}
