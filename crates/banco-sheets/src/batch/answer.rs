//! What is told of one wager and one shoe.

use banco_odds::Sheet;

/// How much is wanted of each wager and shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The edge alone.
    Edge,
    /// Every figure.
    Figures,
}

/// A wager from one shoe. Where no round can be finished there are no figures, and they are not numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// All deals that can be finished.
    pub total: u128,
    /// The house's edge.
    pub house_edge: f64,
    /// The share of rounds that cannot be finished, of all; everything else is of those that can.
    pub void: f64,
    /// The rest, where it is wanted.
    pub figures: Option<Figures>,
}

/// All figures of a wager from one shoe beside its edge.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// The deals that reach each line of the pay table, and last those that reach none.
    pub ways: Vec<u128>,
    /// The bettor's average gain for each unit staked, numerator and denominator.
    pub mean: (i128, i128),
    /// What comes back, the stake included.
    pub average_return: f64,
    /// The variance of the gain.
    pub variance: f64,
    /// The share of wagers that win.
    pub hit: f64,
    /// The share of wagers that push.
    pub push: f64,
}

impl Answer {
    /// What a sheet says.
    pub(super) fn new(sheet: &Sheet, wanted: Wanted) -> Self {
        Self {
            total: sheet.total,
            house_edge: sheet.house_edge(),
            void: if sheet.void == 0 { 0.0 } else { sheet.void_share() },
            figures: (wanted == Wanted::Figures).then(|| Figures::new(sheet)),
        }
    }
}

impl Figures {
    fn new(sheet: &Sheet) -> Self {
        let (hit, push) = sheet.hit_and_push();
        let mut ways: Vec<u128> = sheet.lines.iter().map(|line| line.ways).collect();
        ways.resize(sheet.table.lines.len() + 1, 0);
        Self {
            ways,
            mean: sheet.mean(),
            average_return: sheet.average_return(),
            variance: sheet.variance(),
            hit,
            push,
        }
    }
}
