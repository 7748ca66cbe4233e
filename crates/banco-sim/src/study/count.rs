//! Linear counts: every card that comes to light adds its tag to a running count, and a bet is made when the count, or
//! the count for each deck not yet seen, reaches a trigger.
//!
//! The notation has three parts, `TAGS; TRIGGER; WAGER`, such as `4567=-1 89=+2; true 4; dragon-7`:
//!
//! * tags: as [`Tags`] are written;
//! * trigger: `true` (the count for each deck not yet seen) or `running`, then `>=` (which may be left out) or `<=`, and a
//!   number with at most two decimals;
//! * the wager, by its name in the run.

use std::fmt;

use banco_cards::{Card, Rank};
use banco_odds::{Tags, TagsError};

use crate::code::encode;
use crate::deal::{Dealt, Round};
use crate::shoe::ShoeRules;
use crate::study::{BurnSeen, with_news};

/// The trigger is compared in hundredths.
const HUNDRED: i64 = 100;

/// A linear count with its trigger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountSystem {
    tags: Tags,
    /// The same by the byte of a card.
    by_code: Box<[i16; 256]>,
    by: CountBy,
    way: Way,
    /// In hundredths.
    at: i32,
}

/// What is compared with the trigger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CountBy {
    /// The running count.
    Running,
    /// The running count for each deck not yet seen; decks are not rounded.
    True,
}

/// On which side of the trigger a bet is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// At the trigger or above.
    AtLeast,
    /// At the trigger or below.
    AtMost,
}

/// Why a count cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CountSystemError {
    /// Not three parts.
    #[error("`{0}` is not a count: it takes tags, a trigger and a wager")]
    Parts(String),
    /// No tags.
    #[error(transparent)]
    Tags(#[from] TagsError),
    /// Not a trigger.
    #[error("`{0}` is not a trigger")]
    Trigger(String),
}

impl CountSystemError {
    /// What to do about it.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Parts(_) => "write `4567=-1 89=+2; true 4; dragon-7`",
            Self::Tags(error) => error.hint(),
            Self::Trigger(_) => "write `true 4`, `true <= -2.5`, `running 10` or `running <= -10`",
        }
    }
}

impl CountSystem {
    /// Reads `TAGS; TRIGGER; WAGER`; also returns the wager's name.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<(Self, &str), CountSystemError> {
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let [tags, trigger, wager] = parts[..] else { return Err(CountSystemError::Parts(text.to_owned())) };
        if wager.is_empty() {
            return Err(CountSystemError::Parts(text.to_owned()));
        }
        let tags: Tags = tags.parse()?;
        let (by, way, at) =
            parse_trigger(trigger).ok_or_else(|| CountSystemError::Trigger(trigger.to_owned()))?;
        Ok((Self { tags, by_code: by_code(&tags), by, way, at }, wager))
    }

    /// A count with its trigger: at this many hundredths of the count or above.
    #[must_use]
    pub fn new(tags: Tags, by: CountBy, at: i32) -> Self {
        Self { tags, by_code: by_code(&tags), by, way: Way::AtLeast, at }
    }

    /// The tags.
    #[must_use]
    pub const fn tags(&self) -> &Tags {
        &self.tags
    }

    /// What is compared with the trigger, on which side a bet is made, and the trigger in hundredths.
    #[must_use]
    pub const fn trigger(&self) -> (CountBy, Way, i32) {
        (self.by, self.way, self.at)
    }

    /// The tag of a rank.
    #[must_use]
    pub fn tag(&self, rank: Rank) -> i16 {
        self.tags.tag(rank)
    }

    /// Whether a bet is made at this running count, with so many cards not yet seen, and a deck of so many.
    #[must_use]
    pub fn bets(&self, running: i64, unseen: u16, deck: u16) -> bool {
        // Both sides multiplied out, so that nothing is rounded.
        let (count, trigger) = match self.by {
            CountBy::Running => (running * HUNDRED, i64::from(self.at)),
            CountBy::True => (running * HUNDRED * i64::from(deck), i64::from(self.at) * i64::from(unseen)),
        };
        match self.way {
            Way::AtLeast => count >= trigger,
            Way::AtMost => count <= trigger,
        }
    }

    /// Whether its trigger is the same in kind, at or above, and lower.
    pub(super) fn is_below(&self, other: &Self) -> bool {
        self.way == Way::AtLeast && other.way == Way::AtLeast && self.by == other.by && self.at < other.at
    }

    /// The running count and the number of cards not yet seen, after these cards have come to light.
    pub(super) fn after(&self, running: i64, unseen: u16, news: &[u8]) -> (i64, u16) {
        let tags: i64 = news.iter().map(|code| i64::from(self.tag_of(*code))).sum();
        (running + tags, unseen.saturating_sub(u16::try_from(news.len()).unwrap_or(u16::MAX)))
    }

    /// The rounds of a shoe in which a bet is made.
    pub(super) fn pick(&self, shoe: &Dealt<'_>, rules: &ShoeRules, seen: BurnSeen, picks: &mut Vec<Round>) {
        let (free, deck) = (usize::from(rules.free_hands), rules.deck());
        let (mut running, mut unseen) = (0_i64, rules.len());
        for (at, (round, news)) in with_news(shoe, seen).enumerate() {
            (running, unseen) = self.after(running, unseen, news);
            if at >= free && self.bets(running, unseen, deck) {
                picks.push(round);
            }
        }
    }

    #[inline]
    fn tag_of(&self, code: u8) -> i16 {
        self.by_code.get(usize::from(code)).copied().unwrap_or(0)
    }
}

fn by_code(tags: &Tags) -> Box<[i16; 256]> {
    let mut table = Box::new([0; 256]);
    for card in Card::all() {
        let tag = tags.tag(card.rank);
        table.iter_mut().skip(usize::from(encode(card))).take(1).for_each(|place| *place = tag);
    }
    table
}

fn parse_trigger(text: &str) -> Option<(CountBy, Way, i32)> {
    let (by, rest) = match text.split_once(|c: char| c.is_whitespace() || c == '<' || c == '>') {
        Some((word, _)) => text.split_at(word.len()),
        None => return None,
    };
    let by = match by {
        "true" => CountBy::True,
        "running" => CountBy::Running,
        _ => return None,
    };
    let rest = rest.trim();
    let (way, number) = match (rest.strip_prefix(">="), rest.strip_prefix("<=")) {
        (Some(number), _) => (Way::AtLeast, number),
        (_, Some(number)) => (Way::AtMost, number),
        _ => (Way::AtLeast, rest),
    };
    Some((by, way, hundredths(number.trim())?))
}

/// A number with at most two decimals, in hundredths.
#[must_use]
pub fn hundredths(text: &str) -> Option<i32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(whole) || !plain(decimals) || decimals.len() > 2 {
        return None;
    }
    let number: i32 = format!("{whole}{decimals:0<2}").parse().ok()?;
    Some(if negative { -number } else { number })
}

impl fmt::Display for CountSystem {
    /// Tags of the ranks that count, then the trigger.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tags)?;
        let by = if self.by == CountBy::True { "true" } else { "running" };
        let way = if self.way == Way::AtLeast { ">=" } else { "<=" };
        let (sign, at) = (if self.at < 0 { "-" } else { "" }, self.at.unsigned_abs());
        let number = match at % 100 {
            0 => format!("{}", at / 100),
            rest => format!("{}.{rest:02}", at / 100),
        };
        write!(f, "; {by} {way} {sign}{number}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> CountSystem {
        CountSystem::parse(text).unwrap().0
    }

    #[test]
    fn the_notation_reads_back() {
        for (text, shown) in [
            ("4567=-1 89=+2; true 4; dragon-7", "4567=-1 89=+2; true >= 4"),
            ("A=0 2=0 8=2 9=2 T=0; true>=4.5; tie", "89=+2; true >= 4.50"),
            ("T=1 K=-3; running <= -0.25; tie", "TJQ=+1 K=-3; running <= -0.25"),
            ("TJ=1 K=0; running 0; tie", "TJQ=+1 K=+0; running >= 0"),
        ] {
            let (system, wager) = CountSystem::parse(text).unwrap();
            assert_eq!(system.to_string(), shown);
            assert_eq!(parse(&format!("{system}; {wager}")), system);
        }
        assert_eq!(
            CountSystem::parse("9=1; true 1; dragon-bonus.player:A").unwrap().1,
            "dragon-bonus.player:A"
        );
    }

    #[test]
    fn ten_stands_for_court_cards_without_tags() {
        let system = parse("T=-1 K=+2 A=3; true 1; tie");
        let tags = Rank::ALL.map(|rank| system.tag(rank));
        assert_eq!(tags, [3, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, 2]);
        assert!(Card::all().all(|card| system.tag_of(encode(card)) == system.tag(card.rank)));
    }

    #[test]
    fn what_is_no_count_is_refused() {
        let error = |text: &str| CountSystem::parse(text).unwrap_err();
        for text in ["", "4=1; true 4", "4=1; true 4; ", "4=1; true 4; tie; tie"] {
            assert_eq!(error(text), CountSystemError::Parts(text.to_owned()));
        }
        for tag in ["4", "=1", "X=1", "4=", "4=1.5", "4=100", "10=1"] {
            assert_eq!(error(&format!("{tag}; true 4; tie")), TagsError::Tag(tag.to_owned()).into());
        }
        assert_eq!(error("44=1; true 4; tie"), TagsError::Twice(Rank::Four).into());
        assert_eq!(error("4=0; true 4; tie"), TagsError::NoTags("4=0".to_owned()).into());
        for trigger in
            ["", "true", "4", "false 4", "true x", "true 1.234", "true > 4", "true --4", "running ."]
        {
            assert_eq!(error(&format!("4=1; {trigger}; tie")), CountSystemError::Trigger(trigger.to_owned()));
        }
    }

    #[test]
    fn both_sides_of_the_trigger() {
        let above = parse("9=1; true 4; tie");
        // 8 over two decks is 4 exactly; one card fewer unseen is more, one more is less.
        assert!(above.bets(8, 104, 52) && above.bets(8, 103, 52));
        assert!(!above.bets(8, 105, 52) && !above.bets(7, 104, 52));
        let below = parse("9=1; true <= -1.5; tie");
        assert!(below.bets(-3, 104, 52) && !below.bets(-3, 105, 52) && !below.bets(-2, 104, 52));
        let running = parse("9=1; running 10; tie");
        assert!(running.bets(10, 400, 52) && running.bets(11, 6, 52) && !running.bets(9, 6, 52));
    }
}
