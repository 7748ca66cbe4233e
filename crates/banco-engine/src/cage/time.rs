//! Times and periods, in seconds since 1970 UTC: nothing in here knows a zone, a calendar or a clock.

use std::fmt;

use serde::{Deserialize, Serialize};

const MINUTE: u64 = 60;

/// A day, in seconds: how long a looser limit waits, and the shortest period of a limit.
pub const DAY: u64 = 24 * 60 * MINUTE;

/// A moment, in seconds since 1970 UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(#[serde(with = "crate::wire::exact")] pub u64);

impl Time {
    /// The last moment that can be written down.
    pub const LAST: Self = Self((1 << 53) - 1);

    /// So many seconds later.
    #[must_use]
    pub fn after(self, seconds: u64) -> Self {
        Self(self.0.saturating_add(seconds)).min(Self::LAST)
    }

    /// So many minutes later.
    #[must_use]
    pub fn after_minutes(self, minutes: u32) -> Self {
        self.after(u64::from(minutes) * MINUTE)
    }

    /// How many seconds have passed since another moment; none if it is yet to come.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl fmt::Display for Time {
    /// `2026-11-16 02:15:00 UTC`: the civil calendar, counted in eras of 400 years that begin on the first of March.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, rest) = (self.0 / DAY + 719_468, self.0 % DAY);
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let leaps = day_of_era / 1_460;
        let year_of_era = (day_of_era - leaps + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        let (hour, minute, second) = (rest / 3_600, rest % 3_600 / MINUTE, rest % MINUTE);
        write!(f, "{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
    }
}

/// For which span of time a limit holds. The span rolls: it always ends now, so no midnight, zone or calendar can
/// make it shorter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Period {
    /// The last 24 hours.
    Day,
    /// The last 7 days.
    Week,
    /// The last 30 days.
    Month,
}

impl Period {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Day, Self::Week, Self::Month];

    /// How long it is, in seconds.
    #[must_use]
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Day => DAY,
            Self::Week => 7 * DAY,
            Self::Month => 30 * DAY,
        }
    }

    /// The period, in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Day => "24 hours",
            Self::Week => "7 days",
            Self::Month => "30 days",
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.in_words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_by_the_civil_calendar() {
        let told = |seconds| Time(seconds).to_string();
        assert_eq!(told(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(told(951_782_399), "2000-02-28 23:59:59 UTC");
        assert_eq!(told(951_782_400), "2000-02-29 00:00:00 UTC");
        assert_eq!(told(951_868_800), "2000-03-01 00:00:00 UTC");
        assert_eq!(told(1_794_795_300), "2026-11-16 02:15:00 UTC");
        assert_eq!(told(4_107_542_399), "2100-02-28 23:59:59 UTC");
        assert_eq!(told(4_107_542_400), "2100-03-01 00:00:00 UTC");
    }
}
