//! Perfect play: before every round the exact value of the wager from all cards not yet seen; one unit is bet when it is
//! high enough. Nobody at the table can do better with one unit.

#![expect(
    clippy::float_arithmetic,
    reason = "values to be compared with a threshold; they are added up in whole trillionths"
)]

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use banco_odds::{CountError, DrawTable, Gain, Unseen, ValueRoom};

use crate::code::place;
use crate::deal::{Dealt, Round};
use crate::shoe::ShoeRules;
use crate::study::bets::VALUE_UNIT;
use crate::study::count::hundredths;
use crate::study::{BurnSeen, with_news};
use crate::wager::Judge;

/// Perfect play of one wager.
#[derive(Clone)]
pub struct Perfect {
    gain: Arc<Gain>,
    /// The cards of a full shoe.
    full: Unseen,
    /// One unit is bet when the value is above so many hundredths of a percent.
    above: i32,
}

/// Why a wager cannot be played perfectly.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PerfectError {
    /// Not `WAGER` or `WAGER; above PERCENT`.
    #[error("`{0}` is not a wager with a threshold")]
    Notation(String),
    /// The wager has no odds of one round.
    #[error(transparent)]
    Count(#[from] CountError),
}

impl PerfectError {
    /// A stable name for this kind of problem.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Notation(_) => "bad_perfect",
            Self::Count(_) => "no_odds",
        }
    }

    /// What to do about it.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Notation(_) => Some("write `dragon-7` or `dragon-7; above 0.5%`"),
            Self::Count(_) => None,
        }
    }
}

impl Perfect {
    /// Reads `WAGER` or `WAGER; above PERCENT`: the wager's name, and the threshold in hundredths of a percent.
    ///
    /// # Errors
    /// It is neither.
    pub fn parse(text: &str) -> Result<(&str, i32), PerfectError> {
        let bad = || PerfectError::Notation(text.to_owned());
        let (wager, above) = match text.split_once(';') {
            None => (text, Some(0)),
            Some((wager, rest)) => {
                let number = rest.trim().strip_prefix("above").and_then(|rest| rest.trim().strip_suffix('%'));
                (wager, number.and_then(|number| hundredths(number.trim())))
            }
        };
        let wager = wager.trim();
        if wager.is_empty() { Err(bad()) } else { Ok((wager, above.ok_or_else(bad)?)) }
    }

    /// Perfect play of a wager, bet when its value is above so many hundredths of a percent.
    ///
    /// # Errors
    /// It has no odds of one round.
    pub fn new(judge: &Judge, draw: &DrawTable, rules: &ShoeRules, above: i32) -> Result<Self, PerfectError> {
        Ok(Self { gain: Arc::new(judge.gain(draw)?), full: rules.unseen(), above })
    }

    /// Puts the rounds of a shoe into the queue, each with what a bet would gain, and values whatever fills it.
    pub(super) fn add(
        &self,
        shoe: &Dealt<'_>,
        rules: &ShoeRules,
        seen: BurnSeen,
        queue: &mut Queue,
        mut gain: impl FnMut(Round) -> i64,
    ) {
        let free = usize::from(rules.free_hands);
        queue
            .shoes
            .push_back(ShoeBets { left: shoe.rounds().len().saturating_sub(free), ..ShoeBets::default() });
        let mut unseen = self.full;
        for (at, (round, news)) in with_news(shoe, seen).enumerate() {
            for code in news {
                unseen.take(usize::from(place(*code)));
            }
            if at >= free && queue.push(gain(round), unseen) {
                self.value(queue);
            }
        }
    }

    /// Values the rounds that are waiting.
    pub(super) fn value(&self, queue: &mut Queue) {
        if queue.gains.is_empty() {
            return;
        }
        let values = self.gain.values(&queue.unseen, &mut queue.room);
        // Rounds wait in order, so each belongs to the first shoe that has some left.
        let mut shoes = queue.shoes.iter_mut();
        let mut shoe = shoes.next();
        for (gain, (value, unseen)) in queue.gains.drain(..).zip(values.into_iter().zip(&queue.unseen)) {
            while shoe.as_ref().is_some_and(|shoe| shoe.left == 0) {
                shoe = shoes.next();
            }
            let Some(shoe) = &mut shoe else { return };
            shoe.left -= 1;
            if self.gain.is_above(value, unseen, self.above) {
                shoe.bets += 1;
                shoe.result += gain;
                shoe.value += trillionths(value);
            }
        }
    }
}

/// The bets of a shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ShoeBets {
    pub bets: i64,
    pub result: i64,
    /// The sum of the exact values of the bets, in [`VALUE_UNIT`]s.
    pub value: i128,
    /// How many of its rounds are still to be valued.
    left: usize,
}

impl ShoeBets {
    /// Bets of which the values are not known.
    pub(super) const fn unvalued(bets: i64, result: i64) -> Self {
        Self { bets, result, value: 0, left: 0 }
    }
}

/// Rounds that are waiting to be valued, eight at a time, whichever shoe they belong to; and these shoes.
#[derive(Debug, Default)]
pub(super) struct Queue {
    gains: Vec<i64>,
    /// The cards not yet seen before each; places beyond the rounds keep what they had, which is valued for nothing.
    unseen: [Unseen; Gain::WIDTH],
    shoes: VecDeque<ShoeBets>,
    room: ValueRoom,
}

impl Queue {
    /// One more round; says whether there are eight now.
    fn push(&mut self, gain: i64, unseen: Unseen) -> bool {
        if let Some(place) = self.unseen.get_mut(self.gains.len()) {
            *place = unseen;
        }
        self.gains.push(gain);
        self.gains.len() == Gain::WIDTH
    }

    /// The next shoe of which every round is valued.
    pub(super) fn done(&mut self) -> Option<ShoeBets> {
        self.shoes.pop_front_if(|shoe| shoe.left == 0)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a value is at most the highest pay")]
fn trillionths(value: f64) -> i128 {
    (value / VALUE_UNIT).round() as i128
}

impl fmt::Display for Perfect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, above) = (if self.above < 0 { "-" } else { "" }, self.above.unsigned_abs());
        match above {
            0 => f.write_str("above 0%"),
            above => write!(f, "above {sign}{}.{:02}%", above / 100, above % 100),
        }
    }
}

impl fmt::Debug for Perfect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Perfect").field("above", &self.above).finish_non_exhaustive()
    }
}
