//! Linear functions of how often the other side draws, and where several of them are zero at once.

use crate::exact::{Fraction, whole};

/// A constant, and a slope for each situation of the other side.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub constant: i128,
    pub slopes: Vec<i128>,
}

impl Linear {
    /// The value where the other side draws so often.
    pub fn at(&self, often: &[Fraction]) -> Fraction {
        let parts = self.slopes.iter().zip(often).filter(|(slope, _)| **slope != 0);
        parts.fold(whole(self.constant), |sum, (slope, often)| sum + whole(*slope) * often)
    }

    /// The least and the greatest value, given what the other side does for sure.
    pub fn range(&self, other: &[Option<bool>]) -> (i128, i128) {
        self.slopes.iter().zip(other).fold((self.constant, self.constant), |(least, most), (slope, told)| {
            match told {
                Some(true) => (least + slope, most + slope),
                Some(false) => (least, most),
                None => (least + slope.min(&0), most + slope.max(&0)),
            }
        })
    }
}

/// How often the other side draws in each situation, if it mixes in these so that those functions are zero, and does as
/// told elsewhere; `None` if there is no single answer, or none between never and always.
pub(super) fn solve_linear(
    functions: &[Linear],
    zero: &[usize],
    told: &[Option<bool>],
    mixing: &[usize],
) -> Option<Vec<Fraction>> {
    let fixed = |at: usize| {
        let draws = told.get(at).copied().flatten().unwrap_or(false) && !mixing.contains(&at);
        whole(i32::from(draws))
    };
    let mut often: Vec<Fraction> = (0..told.len()).map(fixed).collect();
    let mut rows = Vec::new();
    for at in zero {
        let function = functions.get(*at)?;
        let slope = |at: &usize| function.slopes.get(*at).map(|slope| whole(*slope));
        let mut row = mixing.iter().map(slope).collect::<Option<Vec<Fraction>>>()?;
        row.push(-function.at(&often));
        rows.push(row);
    }
    for (at, found) in mixing.iter().zip(eliminate(rows)?) {
        if found < whole(0) || found > whole(1) {
            return None;
        }
        *often.get_mut(*at)? = found;
    }
    Some(often)
}

/// The solution of as many equations as unknowns, the constant last in each row; `None` if there is not exactly one.
fn eliminate(mut rows: Vec<Vec<Fraction>>) -> Option<Vec<Fraction>> {
    for column in 0..rows.len() {
        let pivot = (column..rows.len()).find(|row| {
            rows.get(*row).and_then(|row| row.get(column)).is_some_and(|entry| *entry != whole(0))
        })?;
        rows.swap(column, pivot);
        let lead = rows.get(column)?.clone();
        let head = lead.get(column)?.clone();
        let others = rows.iter_mut().enumerate().filter(|(at, _)| *at != column).map(|(_, row)| row);
        for row in others {
            let factor = row.get(column)?.clone() / &head;
            row.iter_mut().zip(&lead).for_each(|(entry, lead)| *entry -= &factor * lead);
        }
    }
    rows.iter().enumerate().map(|(at, row)| Some(row.last()?.clone() / row.get(at)?)).collect()
}

/// Every choice of so many of these.
pub(super) fn choices(of: &[usize], number: usize) -> Vec<Vec<usize>> {
    let Some(less) = number.checked_sub(1) else { return vec![Vec::new()] };
    let starts = of.iter().enumerate();
    let with = |(at, first): (usize, &usize)| {
        let rest = of.get(at + 1..).unwrap_or_default();
        choices(rest, less).into_iter().map(|rest| [vec![*first], rest].concat()).collect::<Vec<_>>()
    };
    starts.flat_map(with).collect()
}
