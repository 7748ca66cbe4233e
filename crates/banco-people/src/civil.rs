//! Dates of the civil calendar, as far as an age takes.

use std::fmt;

use banco_journal::At;

const DAY: i64 = 86_400_000_000;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    /// Reads `2001-12-31`, if there was such a day since 1800.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let shape = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let mut parts = text.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let lengths = (year.len(), month.len(), day.len()) == (4, 2, 2) && parts.next().is_none();
        let date = Self { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
        let there = date.year >= 1800 && (1..=days_in(date.year, date.month)).contains(&date.day);
        (shape && lengths && there).then_some(date)
    }

    /// The day of a moment, in UTC: the civil calendar, counted in eras of 400 years that begin on the first of March.
    pub(crate) fn at(at: At) -> Self {
        let days = u32::try_from(at.0.div_euclid(DAY)).unwrap_or_default().saturating_add(719_468);
        let (era, of_era) = (days / 146_097, days % 146_097);
        let leaps = of_era / 1_460;
        let year_of_era = (of_era - leaps + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = era * 400 + year_of_era + u32::from(month <= 2);
        Self { year, month, day: of_year - (153 * from_march + 2) / 5 + 1 }
    }

    /// Full years from this day to another. `None` if it is yet to come.
    pub(crate) fn years_until(self, later: Self) -> Option<u32> {
        let years = later.year.checked_sub(self.year)?;
        let not_yet = (later.month, later.day) < (self.month, self.day);
        years.checked_sub(u32::from(not_yet))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

const fn days_in(year: u32, month: u32) -> u32 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read() {
        for good in ["2001-12-31", "2000-02-29", "1900-02-28", "2024-02-29"] {
            assert_eq!(Date::read(good).unwrap().to_string(), good);
        }
        let bad = [
            "",
            "2001-13-01",
            "2001-00-01",
            "1900-02-29",
            "2001-04-31",
            "2001-1-1",
            "01-01-2001",
            "2001-12-31Z",
        ];
        for bad in bad.into_iter().chain(["+001-12-31", "1799-12-31", "2001/12/31", "2001-12-3\u{0661}"]) {
            assert_eq!(Date::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn ages_change_on_the_birthday() {
        let age = |from: &str, to: &str| Date::read(from).unwrap().years_until(Date::read(to).unwrap());
        assert_eq!(age("2005-11-19", "2026-11-18"), Some(20));
        assert_eq!(age("2005-11-18", "2026-11-18"), Some(21));
        assert_eq!(age("2004-02-29", "2025-02-28"), Some(20), "who was born on a leap day waits for March");
        assert_eq!(age("2004-02-29", "2025-03-01"), Some(21));
        assert_eq!(age("2026-11-19", "2026-11-18"), None);
        assert_eq!(age("2027-01-01", "2026-11-18"), None);
    }

    #[test]
    fn days_of_moments() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (1_794_959_999, "2026-11-17"),
        ] {
            assert_eq!(Date::at(At(seconds * 1_000_000)).to_string(), day);
        }
    }
}
