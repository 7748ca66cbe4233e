//! Staking plans: how many units are bet next, from what became of the bets before.
//!
//! | plan | next bet |
//! |---|---|
//! | `flat` | one unit |
//! | `martingale` | twice the last after a loss, one after a win |
//! | `paroli` | twice the last after a win, one after a loss or after three wins in a row |
//! | `1-3-2-6` | the next of these numbers after a win, one after a loss or after the last |
//! | `labouchere [1-2-3-4]` | first and last of a row of numbers; a win strikes them out, a loss adds the bet at the end; an empty row begins again |
//! | `oscar` | one more after a win, but no more than a win needs to be one unit ahead, where the series begins again |
//! | `by-count TAGS; true N=UNITS …` | so many units from the count N on, as in [`crate::study::count`]; none below the first |
//!
//! A push changes nothing.

use std::fmt;

use banco_engine::Verdict;

use crate::study::count::{CountSystem, CountSystemError};

/// After so many wins in a row a Paroli begins again.
const PAROLI_WINS: u32 = 3;

/// The bets that give the plan its name.
const ONE_THREE_TWO_SIX: [u64; 4] = [1, 3, 2, 6];

/// The usual row of a Labouchere.
const USUAL_ROW: [u64; 4] = [1, 2, 3, 4];

/// Beyond so many units no bet grows: no table takes it.
const MOST_UNITS: u64 = 1 << 40;

/// A staking plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Staking {
    /// Always one unit.
    Flat,
    /// Doubles after a loss.
    Martingale,
    /// Doubles after a win.
    Paroli,
    /// One, three, two, six.
    OneThreeTwoSix,
    /// Strikes out of a row of numbers.
    Labouchere(Vec<u64>),
    /// Oscar's Grind.
    Oscar,
    /// By a count: the units from each trigger on, in rising order.
    ByCount(Vec<(CountSystem, u64)>),
}

/// Why a plan cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StakingError {
    /// No such plan.
    #[error("`{0}` is not a staking plan")]
    Unknown(String),
    /// Not a row of numbers.
    #[error("`{0}` is not a row of numbers")]
    Row(String),
    /// Not steps of a count.
    #[error("`{0}` does not say how many units to bet from which count on")]
    Steps(String),
    /// The count cannot be read.
    #[error(transparent)]
    Count(#[from] CountSystemError),
}

impl StakingError {
    /// What to do about it.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Unknown(_) => {
                "write flat, martingale, paroli, 1-3-2-6, labouchere, oscar or by-count, then `; WAGER`"
            }
            Self::Row(_) => "write `labouchere 1-2-3-4`, each from 1 to 1000",
            Self::Steps(_) => "write `by-count 4567=-1 89=+2; true 2=1 4=5`, counts and units rising",
            Self::Count(error) => error.hint(),
        }
    }
}

impl Staking {
    /// Reads a plan.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<Self, StakingError> {
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match (name, rest.trim()) {
            ("flat", "") => Ok(Self::Flat),
            ("martingale", "") => Ok(Self::Martingale),
            ("paroli", "") => Ok(Self::Paroli),
            ("1-3-2-6", "") => Ok(Self::OneThreeTwoSix),
            ("labouchere", "") => Ok(Self::Labouchere(USUAL_ROW.to_vec())),
            ("labouchere", row) => parse_row(row).ok_or_else(|| StakingError::Row(row.to_owned())),
            ("oscar", "") => Ok(Self::Oscar),
            ("by-count", count) => parse_by_count(count),
            _ => Err(StakingError::Unknown(text.to_owned())),
        }
    }
}

fn parse_row(text: &str) -> Option<Staking> {
    let number = |text: &str| text.parse().ok().filter(|number| (1..=1000).contains(number));
    text.split('-').map(number).collect::<Option<Vec<u64>>>().map(Staking::Labouchere)
}

fn parse_by_count(text: &str) -> Result<Staking, StakingError> {
    let bad = || StakingError::Steps(text.to_owned());
    let (tags, steps) = text.split_once(';').ok_or_else(bad)?;
    let mut words = steps.split_whitespace();
    let by = words.next().ok_or_else(bad)?;
    let mut found: Vec<(CountSystem, u64)> = Vec::new();
    for word in words {
        let (at, units) = word.split_once('=').ok_or_else(bad)?;
        let units: u64 = units.parse().ok().filter(|units| (1..=1000).contains(units)).ok_or_else(bad)?;
        let count = format!("{tags}; {by} {at}; wager");
        let (system, _) = CountSystem::parse(&count)?;
        if found.last().is_some_and(|(last, fewer)| !last.is_below(&system) || *fewer >= units) {
            return Err(bad());
        }
        found.push((system, units));
    }
    if found.is_empty() { Err(bad()) } else { Ok(Staking::ByCount(found)) }
}

impl fmt::Display for Staking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flat => f.write_str("flat"),
            Self::Martingale => f.write_str("martingale"),
            Self::Paroli => f.write_str("paroli"),
            Self::OneThreeTwoSix => f.write_str("1-3-2-6"),
            Self::Oscar => f.write_str("oscar"),
            Self::Labouchere(row) => {
                let row: Vec<String> = row.iter().map(u64::to_string).collect();
                write!(f, "labouchere {}", row.join("-"))
            }
            Self::ByCount(steps) => {
                f.write_str("by-count")?;
                steps.iter().try_for_each(|(system, units)| write!(f, " ({system}: {units})"))
            }
        }
    }
}

/// Where a plan stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The next bet, in units; for a Labouchere the row says it.
    units: u64,
    wins: u32,
    row: Vec<u64>,
    /// What Oscar's series has brought, in minor units.
    series: i64,
}

/// A bet that was settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// What became of it.
    pub verdict: Verdict,
    /// How many units were bet.
    pub units: u64,
    /// What it brought, in minor units.
    pub net: i64,
    /// A unit, in minor units.
    pub unit: i64,
}

impl Progress {
    /// A plan at its beginning.
    pub fn start(&mut self, staking: &Staking) {
        (self.units, self.wins, self.series) = (1, 0, 0);
        self.row.clear();
        if let Staking::Labouchere(row) = staking {
            self.row.extend(row);
        }
    }

    /// The next bet, in units; what a count says comes from elsewhere.
    #[must_use]
    pub fn next(&self, staking: &Staking) -> u64 {
        match (staking, &self.row[..]) {
            (Staking::Labouchere(_), [only]) => *only,
            (Staking::Labouchere(_), [first, .., last]) => first.saturating_add(*last).min(MOST_UNITS),
            _ => self.units,
        }
    }

    /// A bet was settled.
    pub fn after(&mut self, staking: &Staking, bet: Settled) {
        match bet.verdict {
            Verdict::Push => self.series += bet.net,
            Verdict::Win => self.after_win(staking, bet),
            Verdict::Lose => self.after_loss(staking, bet),
        }
    }

    fn after_win(&mut self, staking: &Staking, bet: Settled) {
        self.wins += 1;
        match staking {
            Staking::Flat | Staking::ByCount(_) => {}
            Staking::Martingale => self.units = 1,
            Staking::Paroli if self.wins == PAROLI_WINS => self.start(staking),
            Staking::Paroli => self.units *= 2,
            Staking::OneThreeTwoSix => match ONE_THREE_TWO_SIX.get(self.wins as usize) {
                Some(units) => self.units = *units,
                None => self.start(staking),
            },
            Staking::Labouchere(_) => {
                self.row.pop();
                if !self.row.is_empty() {
                    self.row.remove(0);
                }
                if self.row.is_empty() {
                    self.start(staking);
                }
            }
            Staking::Oscar => {
                self.series += bet.net;
                let missing = bet.unit - self.series;
                if missing <= 0 {
                    self.start(staking);
                } else {
                    let enough = u64::try_from(missing).unwrap_or(0).div_ceil(bet.unit.unsigned_abs().max(1));
                    self.units = (self.units + 1).min(enough);
                }
            }
        }
    }

    fn after_loss(&mut self, staking: &Staking, bet: Settled) {
        self.wins = 0;
        match staking {
            Staking::Flat | Staking::ByCount(_) => {}
            Staking::Martingale => self.units = (2 * self.units).min(MOST_UNITS),
            Staking::Paroli | Staking::OneThreeTwoSix => self.units = 1,
            Staking::Labouchere(_) => self.row.push(bet.units),
            Staking::Oscar => self.series += bet.net,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bets of a plan when rounds come out as written: `w`, `l` or `p`, at even money.
    fn bets(plan: &str, rounds: &str) -> Vec<u64> {
        let staking = Staking::parse(plan).unwrap();
        let mut progress = Progress::default();
        progress.start(&staking);
        let mut bets = vec![progress.next(&staking)];
        for round in rounds.chars() {
            let units = progress.next(&staking);
            let stake = i64::try_from(units).unwrap() * 100;
            let (verdict, net) = match round {
                'w' => (Verdict::Win, stake),
                'l' => (Verdict::Lose, -stake),
                _ => (Verdict::Push, 0),
            };
            progress.after(&staking, Settled { verdict, units, net, unit: 100 });
            bets.push(progress.next(&staking));
        }
        bets
    }

    #[test]
    fn plans_bet_as_the_books_say() {
        assert_eq!(bets("flat", "wlpl"), [1, 1, 1, 1, 1]);
        assert_eq!(bets("martingale", "llplwl"), [1, 2, 4, 4, 8, 1, 2]);
        assert_eq!(bets("paroli", "wwwwplww"), [1, 2, 4, 1, 2, 2, 1, 2, 4]);
        assert_eq!(bets("1-3-2-6", "wwwwwlw"), [1, 3, 2, 6, 1, 3, 1, 3]);
        // 1234 loses 5: 12345; wins: 234; wins: 3; wins: begins again.
        assert_eq!(bets("labouchere", "lwwwl"), [5, 6, 6, 3, 5, 6]);
        assert_eq!(bets("labouchere 2-1", "wlw"), [3, 3, 5, 1]);
        // Three down: 1 and 2 won make it even, and 1 more is enough. Four down: 1, 2, then 2 is enough.
        assert_eq!(bets("oscar", "lllwwwl"), [1, 1, 1, 1, 2, 1, 1, 1]);
        assert_eq!(bets("oscar", "llllwww"), [1, 1, 1, 1, 1, 2, 2, 1]);
    }

    #[test]
    fn what_is_no_plan_is_refused() {
        for text in ["", "flatt", "flat 2", "martingale x"] {
            assert_eq!(Staking::parse(text), Err(StakingError::Unknown(text.to_owned())));
        }
        for row in ["0-1", "1-", "x", "1001"] {
            assert_eq!(Staking::parse(&format!("labouchere {row}")), Err(StakingError::Row(row.to_owned())));
        }
        for count in
            ["9=1", "9=1; true", "9=1; true 2", "9=1; true 2=0", "9=1; true 4=5 2=1", "9=1; true 2=5 4=5"]
        {
            assert_eq!(
                Staking::parse(&format!("by-count {count}")),
                Err(StakingError::Steps(count.to_owned()))
            );
        }
        assert!(matches!(Staking::parse("by-count 9; true 2=1"), Err(StakingError::Count(_))));
        assert!(
            matches!(Staking::parse("by-count 9=1; true 2=1 4=5"), Ok(Staking::ByCount(steps)) if steps.len() == 2)
        );
    }
}
