//! Exact histograms of whole numbers, which merge in any order to the same result.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Values nearer to zero than this have a place of their own.
const NEAR: i64 = 4096;

/// How often each whole number occurred.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(i64, u64)>", into = "Vec<(i64, u64)>")]
pub struct Histogram {
    /// From `-NEAR` to `NEAR`, empty until the first value comes.
    near: Vec<u64>,
    far: BTreeMap<i64, u64>,
}

impl Histogram {
    /// One more of a value.
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// So many more of a value.
    #[inline]
    pub fn add_times(&mut self, value: i64, times: u64) {
        if (-NEAR..NEAR).contains(&value) {
            if self.near.is_empty() {
                self.near = vec![0; 2 * NEAR as usize];
            }
            if let Some(count) = self.near.get_mut(value.wrapping_add(NEAR) as usize) {
                *count += times;
            }
        } else {
            *self.far.entry(value).or_insert(0) += times;
        }
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: &Self) {
        if self.near.is_empty() {
            self.near.clone_from(&other.near);
        } else {
            self.near.iter_mut().zip(&other.near).for_each(|(mine, theirs)| *mine += theirs);
        }
        other.far.iter().for_each(|(value, count)| self.add_times(*value, *count));
    }

    /// Every value that occurred, in rising order, with how often it did.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        let below = self.far.range(..0).map(|(value, count)| (*value, *count));
        let near =
            (-NEAR..).zip(&self.near).filter(|(_, count)| **count > 0).map(|(value, count)| (value, *count));
        let above = self.far.range(0..).map(|(value, count)| (*value, *count));
        below.chain(near).chain(above)
    }

    /// How many values there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.iter().map(|(_, count)| count).sum()
    }

    /// Their sum.
    #[must_use]
    pub fn sum(&self) -> i128 {
        self.iter().map(|(value, count)| i128::from(value) * i128::from(count)).sum()
    }

    /// The sum of their squares.
    #[must_use]
    pub fn sum_of_squares(&self) -> i128 {
        self.iter().map(|(value, count)| i128::from(value) * i128::from(value) * i128::from(count)).sum()
    }

    /// The smallest value that so many in a thousand do not exceed; `None` where there is none.
    #[must_use]
    pub fn quantile(&self, thousandths: u64) -> Option<i64> {
        let wanted = (u128::from(self.count()) * u128::from(thousandths)).div_ceil(1000).max(1);
        let mut seen = 0_u128;
        self.iter()
            .find(|(_, count)| {
                seen += u128::from(*count);
                seen >= wanted
            })
            .map(|(value, _)| value)
    }
}

impl From<Vec<(i64, u64)>> for Histogram {
    fn from(values: Vec<(i64, u64)>) -> Self {
        let mut histogram = Self::default();
        values.into_iter().for_each(|(value, count)| histogram.add_times(value, count));
        histogram
    }
}

impl From<Histogram> for Vec<(i64, u64)> {
    fn from(histogram: Histogram) -> Self {
        histogram.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far_values_are_one_order() {
        let values = [5, -5000, 0, 4095, 4096, -4096, -4097, 1_000_000, 5];
        let mut histogram = Histogram::default();
        values.iter().for_each(|value| histogram.add(*value));
        let found: Vec<i64> = histogram.iter().map(|(value, _)| value).collect();
        assert_eq!(found, [-5000, -4097, -4096, 0, 5, 4095, 4096, 1_000_000]);
        assert_eq!(histogram.count(), 9);
        assert_eq!(histogram.sum(), values.iter().map(|value| i128::from(*value)).sum());
        assert_eq!((histogram.quantile(0), histogram.quantile(500)), (Some(-5000), Some(5)));
        assert_eq!(histogram.quantile(1000), Some(1_000_000));
        assert_eq!(Histogram::default().quantile(500), None);
        let mut merged = Histogram::from(vec![(5, 1), (-5000, 1)]);
        merged.merge(&Histogram::from(Vec::from(histogram.clone())));
        assert_eq!(merged.count(), 11);
    }
}
