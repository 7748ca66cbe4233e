//! Moments as RFC 3339 writes them, in UTC.

use std::borrow::Cow;
use std::fmt;

use banco_engine::cage::{DAY, Time};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::bad::{BadCommand, shown};
use crate::json::{Place, Read, wrong_type};

const MICROS: u64 = 1_000_000;

/// The first second of the year 10000, which cannot be written any more.
const END: u64 = 253_402_300_800;

/// The days from the first of March of the year nought to 1970.
const BEFORE_1970: u64 = 719_468;

/// A moment in UTC: `2026-11-16T02:15:00Z`, with up to six digits after the second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment {
    seconds: u64,
    micros: u32,
}

impl Moment {
    const PATTERN: &'static str = "^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T\
                                   ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?Z$";

    /// So many microseconds after 1970; moments outside the years 1970 to 9999 are brought to their nearest end.
    #[must_use]
    pub fn from_micros(micros: i64) -> Self {
        let micros = u64::try_from(micros).unwrap_or(0);
        let rest = u32::try_from(micros % MICROS).unwrap_or_default();
        Self::from_seconds(micros / MICROS, rest)
    }

    fn from_seconds(seconds: u64, micros: u32) -> Self {
        if seconds < END { Self { seconds, micros } } else { Self { seconds: END - 1, micros: 999_999 } }
    }

    /// Microseconds since 1970.
    #[must_use]
    pub fn micros(self) -> i64 {
        let all = self.seconds.saturating_mul(MICROS).saturating_add(u64::from(self.micros));
        i64::try_from(all).unwrap_or(i64::MAX)
    }

    /// Reads one; `None` if a day is named that its month does not have.
    fn from_parts(year: u64, month: u64, day: u64, second: u64, micros: u32) -> Option<Self> {
        // The year begins in March here, so that a leap day is its last.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
        let leaps = year / 4 - year / 100 + year / 400;
        let days = 365 * year + leaps + (153 * month + 2) / 5 + day.checked_sub(1)?;
        Some(Self::from_seconds(days.checked_sub(BEFORE_1970)? * DAY + second, micros))
    }

    fn parse(text: &str) -> Result<Self, &'static str> {
        const FORM: &str = "no moment in UTC";
        let digits = |range: std::ops::Range<usize>| -> Result<u64, &'static str> {
            let part = text.get(range).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
            part.and_then(|part| part.parse().ok()).ok_or(FORM)
        };
        let signs = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")];
        let formed = signs.iter().all(|(at, sign)| text.get(*at..at + 1) == Some(*sign));
        let rest = text.get(19..).and_then(|rest| rest.strip_suffix('Z')).filter(|_| formed).ok_or(FORM)?;
        let micros = match rest.strip_prefix('.') {
            None if rest.is_empty() => 0,
            Some(part) if (1..=6).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{part:0<6}").parse().map_err(|_| FORM)?
            }
            _ => return Err(FORM),
        };
        let (year, month, day) = (digits(0..4)?, digits(5..7)?, digits(8..10)?);
        let (hour, minute, second) = (digits(11..13)?, digits(14..16)?, digits(17..19)?);
        let within = year >= 1970
            && (1..=12).contains(&month)
            && (1..=31).contains(&day)
            && hour < 24
            && minute < 60
            && second < 60;
        if !within {
            return Err(FORM);
        }
        let moment = Self::from_parts(year, month, day, hour * 3_600 + minute * 60 + second, micros);
        // A day that its month does not have comes out as one of the next.
        let there = moment.filter(|moment| moment.to_string().get(..10) == text.get(..10));
        there.ok_or("no day of that month")
    }
}

impl From<Time> for Moment {
    fn from(time: Time) -> Self {
        Self::from_seconds(time.0, 0)
    }
}

impl From<Moment> for Time {
    /// The second that it lies in.
    fn from(moment: Moment) -> Self {
        Self(moment.seconds)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `2026-11-16 02:15:00 UTC`
        let text = Time(self.seconds).to_string();
        let (day, rest) = text.split_once(' ').unwrap_or_default();
        let (time, _) = rest.split_once(' ').unwrap_or_default();
        match self.micros {
            0 => write!(f, "{day}T{time}Z"),
            micros => write!(f, "{day}T{time}.{micros:06}Z"),
        }
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl std::str::FromStr for Moment {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        Self::parse(text)
    }
}

impl JsonSchema for Moment {
    fn schema_name() -> Cow<'static, str> {
        "Moment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A moment in UTC, as RFC 3339 writes it.",
            "type": "string",
            "format": "date-time",
            "pattern": Self::PATTERN,
            "examples": ["2026-11-16T02:15:00Z"],
        })
    }
}

impl Read for Moment {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        let hint = "write it like `2026-11-16T02:15:00Z`";
        let Value::String(text) = value else { return Err(wrong_type(place, "a moment in UTC", value)) };
        Self::parse(text).map_err(|problem| {
            let code = if problem.starts_with("no day") { "no_such_day" } else { "not_a_moment" };
            BadCommand::new(code, place, format!("`{}` is {problem}", shown(text))).with_hint(hint)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_read_back_as_written() {
        for text in [
            "1970-01-01T00:00:00Z",
            "2000-02-29T23:59:59Z",
            "2026-11-16T02:15:00.000001Z",
            "2100-02-28T00:00:00Z",
            "9999-12-31T23:59:59.999999Z",
        ] {
            assert_eq!(Moment::parse(text).map(|moment| moment.to_string()).as_deref(), Ok(text));
        }
        assert_eq!(Moment::parse("2026-11-16T02:15:00.5Z").map(Moment::micros), Ok(1_794_795_300_500_000));
        assert_eq!(Moment::from_micros(i64::MAX).to_string(), "9999-12-31T23:59:59.999999Z");
        assert_eq!(Moment::from_micros(-5).to_string(), "1970-01-01T00:00:00Z");
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for text in [
            "",
            "2026-11-16",
            "2026-11-16T02:15:00",
            "2026-11-16T24:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-11-16T02:15:00.Z",
            "2026-11-16T02:15:00.1234567Z",
            "1969-12-31T23:59:59Z",
            "é026-11-16T02:15:00Z",
            "2026-11-16T02:15:00+00:00",
            "+026-11-16T02:15:00Z",
        ] {
            assert_eq!(Moment::parse(text), Err("no moment in UTC"), "{text}");
        }
        for text in ["2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2100-02-29T00:00:00Z"] {
            assert_eq!(Moment::parse(text), Err("no day of that month"), "{text}");
        }
    }
}
