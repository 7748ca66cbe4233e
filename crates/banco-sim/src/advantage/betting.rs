//! Figures of a way of betting, as Don Schlesinger defines them in *Blackjack Attack*.
//!
//! With a win of w and a standard deviation of s for each round dealt, bet or not: N0 = (s/w)² rounds, after which the
//! average win is one standard deviation; DI = 1000 w/s; SCORE = DI², which is what 100 rounds win on average with a bank
//! of $10,000 at the stakes that risk it with 13.53%, that is e⁻².
#![expect(clippy::float_arithmetic, reason = "figures to be shown")]

/// What betting brings in a shoe on average.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Betting {
    /// Rounds dealt.
    pub rounds: f64,
    /// Rounds with a bet.
    pub bets: f64,
    /// Units wagered.
    pub wagered: f64,
    /// Units won.
    pub won: f64,
    /// The sum of the squares of what rounds win.
    pub squares: f64,
}

impl Betting {
    /// Units won for each unit wagered.
    #[must_use]
    pub fn edge(&self) -> f64 {
        over(self.won, self.wagered)
    }

    /// Units won in a round dealt, and the variance of that.
    #[must_use]
    pub fn round(&self) -> (f64, f64) {
        let mean = over(self.won, self.rounds);
        (mean, (over(self.squares, self.rounds) - mean * mean).max(0.0))
    }

    /// Units won in a hundred rounds dealt, and their standard deviation if rounds swing independently.
    #[must_use]
    pub fn hundred(&self) -> (f64, f64) {
        let (mean, variance) = self.round();
        (100.0 * mean, 10.0 * variance.sqrt())
    }

    /// The standard deviation of a shoe if its rounds swing independently.
    #[must_use]
    pub fn deviation_of_shoe(&self) -> f64 {
        (self.rounds * self.round().1).sqrt()
    }

    /// Rounds after which the average win is one standard deviation; none where nothing is won.
    #[must_use]
    pub fn n0(&self) -> Option<f64> {
        let (mean, variance) = self.round();
        (mean > 0.0).then(|| variance / (mean * mean))
    }

    /// The desirability index.
    #[must_use]
    pub fn desirability(&self) -> f64 {
        let (mean, variance) = self.round();
        1000.0 * over(mean, variance.sqrt())
    }

    /// The square of the desirability index; nothing where nothing is won.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.desirability().max(0.0).powi(2)
    }

    /// The unit, as a share of the bank, that makes the bank grow fastest if it is kept: full Kelly. The chance of losing
    /// it all is then e⁻².
    #[must_use]
    pub fn kelly_unit(&self) -> f64 {
        let (mean, variance) = self.round();
        over(mean, variance).max(0.0)
    }

    /// The chance of ever losing a bank of so many units if stakes never change: exp(-2wB/s²), by Brownian motion.
    #[must_use]
    pub fn risk_of_ruin(&self, bank: f64) -> f64 {
        let (mean, variance) = self.round();
        if mean <= 0.0 { 1.0 } else { (-2.0 * over(mean * bank, variance)).exp() }
    }
}

/// The chance of ever losing a bank whose stakes are this part of full Kelly and never change: exp(-2/k).
#[must_use]
pub fn ruin_at_kelly(part: f64) -> f64 {
    (-2.0 / part).exp()
}

/// The stake, as a share of the bank, that makes it grow fastest if the outcomes have these chances, which need not add up
/// to one, and gains for each unit. It is nothing where nothing is gained on average.
#[must_use]
pub fn kelly(chances: &[f64], gains: &[f64]) -> f64 {
    let each = || chances.iter().zip(gains).filter(|(chance, _)| **chance > 0.0);
    let slope =
        |stake: f64| -> f64 { each().map(|(chance, gain)| chance * gain / (1.0 + stake * gain)).sum() };
    let worst = each().map(|(_, gain)| *gain).fold(0.0, f64::min);
    if slope(0.0) <= 0.0 || worst >= 0.0 {
        return 0.0;
    }
    // The growth is concave: its slope falls from something positive to minus infinity at the whole bank.
    let (mut low, mut high) = (0.0, -1.0 / worst);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

/// A big player whom spotters at several tables call in wherever the count says to bet: the share of rounds in which at
/// least one of the tables does, if these are at independent places of their shoes.
#[must_use]
pub fn called(share: f64, tables: u16) -> f64 {
    1.0 - (1.0 - share).powi(i32::from(tables))
}

fn over(number: f64, by: f64) -> f64 {
    if by > 0.0 { number / by } else { 0.0 }
}
