//! The chi-square of counts, and how often chance alone strays as far.
#![expect(clippy::float_arithmetic, reason = "a statistic, made from exact counts")]

/// Cells with fewer expected are taken together: below that the chi-square is none.
const FEWEST: f64 = 5.0;

/// What was counted in one cell.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub found: f64,
    pub expected: f64,
    /// The variance of the count by that of independent rounds.
    pub effect: f64,
}

/// How far all cells together stray from what was expected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChiSquare {
    /// Pearson's statistic, divided by the average effect of what hangs together (Rao and Scott, 1981).
    pub statistic: f64,
    /// The degrees of freedom.
    pub degrees: u32,
    /// How often chance alone strays at least as far.
    pub chance: f64,
}

impl ChiSquare {
    /// Of cells that cover everything; `None` where fewer than two are left to compare.
    pub fn new(cells: &[Cell]) -> Option<Self> {
        let (often, rare): (Vec<Cell>, Vec<Cell>) =
            cells.iter().copied().partition(|cell| cell.expected >= FEWEST);
        let together = rare.iter().fold(Cell { found: 0.0, expected: 0.0, effect: 1.0 }, |sum, cell| Cell {
            found: sum.found + cell.found,
            expected: sum.expected + cell.expected,
            ..sum
        });
        let together = Some(together).filter(|cell| cell.expected >= FEWEST);
        let cells: Vec<Cell> = often.into_iter().chain(together).collect();
        let all: f64 = cells.iter().map(|cell| cell.expected).sum();
        let degrees = u32::try_from(cells.len()).ok()?.checked_sub(1).filter(|degrees| *degrees > 0)?;
        let pearson: f64 =
            cells.iter().map(|cell| (cell.found - cell.expected).powi(2) / cell.expected).sum();
        let effects: f64 = cells.iter().map(|cell| (1.0 - cell.expected / all) * cell.effect).sum();
        let statistic = pearson * f64::from(degrees) / effects;
        Some(Self { statistic, degrees, chance: chance(statistic, degrees) })
    }
}

/// The chance that a chi-square of so many degrees of freedom is at least this.
fn chance(statistic: f64, degrees: u32) -> f64 {
    let (shape, half) = (f64::from(degrees) / 2.0, statistic / 2.0);
    if half <= 0.0 {
        return 1.0;
    }
    let front = (shape * half.ln() - half - log_gamma(degrees)).exp();
    if half < shape + 1.0 { 1.0 - front * series(shape, half) } else { front * continued(shape, half) }
}

/// The logarithm of the gamma function at half of this, by its recurrence from 1 or 1/2 on.
fn log_gamma(twice: u32) -> f64 {
    let start = if twice.is_multiple_of(2) { 0.0 } else { std::f64::consts::PI.sqrt().ln() };
    let factors =
        (1..twice).filter(|below| below % 2 == twice % 2).map(|below| (f64::from(below) / 2.0).ln());
    start + factors.sum::<f64>()
}

/// The lower incomplete gamma function without its front factor, as a series; quick below the shape.
fn series(shape: f64, at: f64) -> f64 {
    let (mut term, mut sum, mut place) = (1.0 / shape, 1.0 / shape, shape);
    while term > sum * f64::EPSILON {
        place += 1.0;
        term *= at / place;
        sum += term;
    }
    sum
}

/// The upper one, as a continued fraction from its far end; quick above the shape.
fn continued(shape: f64, at: f64) -> f64 {
    let steps = (1..=200).rev().map(f64::from);
    let tail = steps.fold(0.0, |tail, step| step * (step - shape) / (at + 2.0 * step + 1.0 - shape - tail));
    1.0 / (at + 1.0 - shape - tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles from NIST's table of critical values (Engineering Statistics Handbook, 1.3.6.7.4).
    #[test]
    fn printed_quantiles_are_met() {
        for (degrees, chance_of, statistic) in [
            (1, 0.05, 3.841),
            (1, 0.001, 10.828),
            (2, 0.10, 4.605),
            (3, 0.05, 7.815),
            (5, 0.01, 15.086),
            (10, 0.975, 3.247),
            (10, 0.05, 18.307),
            (30, 0.05, 43.773),
            (100, 0.99, 70.065),
            (100, 0.001, 149.449),
        ] {
            let found = chance(statistic, degrees);
            assert!((found / chance_of - 1.0).abs() < 2e-3, "{degrees}: {found} for {chance_of}");
        }
        assert!((chance(0.0, 3) - 1.0).abs() < 1e-15);
    }

    /// Two degrees of freedom have the chance exp(-x/2), on either way to it.
    #[test]
    fn both_ways_agree_with_the_exponential() {
        for half in [0.01, 0.5, 1.9, 2.1, 10.0, 300.0] {
            let (found, exact) = (chance(2.0 * half, 2), (-half).exp());
            assert!((found / exact - 1.0).abs() < 1e-12, "{half}: {found} {exact}");
        }
    }

    #[test]
    fn rare_cells_are_taken_together_and_effects_divided_out() {
        let cell = |found: f64, expected: f64, effect: f64| Cell { found, expected, effect };
        let plain = ChiSquare::new(&[cell(60.0, 50.0, 1.0), cell(40.0, 50.0, 1.0)]);
        assert!(plain.is_some_and(|chi| chi.degrees == 1 && (chi.statistic - 4.0).abs() < 1e-12));
        let hanging = ChiSquare::new(&[cell(60.0, 50.0, 0.5), cell(40.0, 50.0, 0.5)]);
        assert!(hanging.is_some_and(|chi| (chi.statistic - 8.0).abs() < 1e-12));
        let rare = [cell(3.0, 3.0, 9.0), cell(4.0, 3.0, 9.0), cell(93.0, 94.0, 1.0)];
        assert_eq!(ChiSquare::new(&rare).map(|chi| chi.degrees), Some(1));
        assert_eq!(ChiSquare::new(&[cell(1.0, 1.0, 1.0), cell(99.0, 99.0, 1.0)]), None);
    }
}
