//! Whether randomness looks alive: the two continuous tests of NIST SP 800-90B (section 4.4), and a look at
//! whether whole blocks come again.
//!
//! They do not say that randomness is good; no test of the output can. They say when it is broken: stuck,
//! lopsided, or played from a tape. Good randomness fails one of them about once in 2^40 bytes, which is far
//! more than a house draws. What has failed once stays failed: nothing is dealt from it before somebody has
//! looked.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;

use sha2::{Digest as _, Sha256};

/// So many equal bytes in a row are too many: 1 + 40 / 8, for 8 bits of entropy a byte and one false alarm in
/// 2^40.
const REPETITIONS: u32 = 6;

/// The window of the proportion test for samples that are not bits.
const WINDOW: u32 = 512;

/// So many bytes like the first one of the window, itself among them, are too many: of 511 others with a
/// chance of one in 256 each, 19 or more are equal to it less than once in 2^40 times.
const PROPORTION: u32 = 20;

/// The bytes of a block that must not come again.
const BLOCK: usize = 16;

/// How many blocks are remembered: 64 KiB of output, the shoes of a day at a table.
const REMEMBERED: usize = 4096;

/// What is wrong with randomness.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HealthFault {
    /// The repetition count test.
    #[error("the same byte came {REPETITIONS} times in a row")]
    Stuck,
    /// The adaptive proportion test.
    #[error("the same byte came {PROPORTION} times among {WINDOW}")]
    Lopsided,
    /// Blocks that came before.
    #[error("{BLOCK} bytes came that had come before")]
    Repeats,
}

impl HealthFault {
    /// A stable name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Stuck => "randomness_stuck",
            Self::Lopsided => "randomness_lopsided",
            Self::Repeats => "randomness_repeats",
        }
    }
}

/// The tests, fed with all bytes that a source gives, in order.
#[derive(Clone, Default)]
pub struct Health {
    /// The last byte, and how often it came in a row.
    run: Option<(u8, u32)>,
    /// The first byte of the window, how often it came in it, and how many bytes the window has had.
    window: Option<(u8, u32, u32)>,
    /// What has come of the block.
    block: Vec<u8>,
    /// Blocks that came before, oldest first. They are hashed: nothing of a key is kept here.
    before: VecDeque<[u8; BLOCK]>,
    known: BTreeSet<[u8; BLOCK]>,
    fault: Option<HealthFault>,
}

impl Health {
    /// Looks at bytes that a source has given.
    ///
    /// # Errors
    /// What is wrong with them, or was wrong with some before.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), HealthFault> {
        for byte in bytes {
            let found = [self.repetition(*byte), self.proportion(*byte), self.block(*byte)];
            self.fault = self.fault.or_else(|| found.into_iter().flatten().next());
        }
        self.fault.map_or(Ok(()), Err)
    }

    /// What was found, if anything.
    #[must_use]
    pub const fn fault(&self) -> Option<HealthFault> {
        self.fault
    }

    fn repetition(&mut self, byte: u8) -> Option<HealthFault> {
        let times = match self.run {
            Some((last, times)) if last == byte => times.saturating_add(1),
            _ => 1,
        };
        self.run = Some((byte, times));
        (times >= REPETITIONS).then_some(HealthFault::Stuck)
    }

    fn proportion(&mut self, byte: u8) -> Option<HealthFault> {
        let (first, times, of) = self.window.unwrap_or((byte, 0, 0));
        let (times, of) = (times + u32::from(first == byte), of + 1);
        self.window = (of < WINDOW).then_some((first, times, of));
        (times >= PROPORTION).then_some(HealthFault::Lopsided)
    }

    fn block(&mut self, byte: u8) -> Option<HealthFault> {
        self.block.push(byte);
        if self.block.len() < BLOCK {
            return None;
        }
        let hash = Sha256::digest(std::mem::take(&mut self.block));
        let mut block = [0; BLOCK];
        block.iter_mut().zip(hash).for_each(|(place, byte)| *place = byte);
        if !self.known.insert(block) {
            return Some(HealthFault::Repeats);
        }
        self.before.push_back(block);
        if self.before.len() > REMEMBERED
            && let Some(oldest) = self.before.pop_front()
        {
            self.known.remove(&oldest);
        }
        None
    }
}

/// Nothing that came is printed.
impl fmt::Debug for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Health").field("fault", &self.fault).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    /// Good bytes.
    fn good(many: usize) -> Vec<u8> {
        let mut random = Chance::Seed(7).for_purpose("health", 0).unwrap();
        (0..many.div_ceil(32)).flat_map(|_| random.secret()).take(many).collect()
    }

    /// After how many bytes a source is found out, and for what.
    fn found(bytes: &[u8]) -> Option<(usize, HealthFault)> {
        let mut health = Health::default();
        (1..).zip(bytes).find_map(|(at, byte)| health.feed(&[*byte]).err().map(|fault| (at, fault)))
    }

    #[test]
    fn good_bytes_pass() {
        assert_eq!(found(&good(2_000_000)), None);
        assert_eq!(found(&[]), None);
    }

    #[test]
    fn a_stuck_source_is_found_at_once() {
        assert_eq!(found(&[0; 100]), Some((6, HealthFault::Stuck)));
        assert_eq!(found(&[1, 9, 9, 9, 9, 9, 2]), None, "five in a row may be");
        assert_eq!(found(&[1, 9, 9, 9, 9, 9, 9]), Some((7, HealthFault::Stuck)));
        let later = [good(1000), vec![255; 6]].concat();
        assert_eq!(found(&later), Some((1006, HealthFault::Stuck)));
    }

    /// A window whose first byte comes so often in all, the last time at its end.
    fn window(times: usize) -> Vec<u8> {
        let mut others = good(5000).into_iter().filter(|byte| *byte != 77);
        let mut window = vec![77];
        while window.len() < 510 - 2 * (times - 2) {
            window.extend(others.next());
        }
        for _ in 0..times - 2 {
            window.extend([Some(77), others.next()].into_iter().flatten());
        }
        window.extend([others.next(), Some(77)].into_iter().flatten());
        assert_eq!((window.len(), window.iter().filter(|byte| **byte == 77).count()), (512, times));
        window
    }

    #[test]
    fn a_lopsided_source_is_found_within_a_window_both_sides() {
        assert_eq!(found(&window(19)), None);
        assert_eq!(found(&window(20)), Some((512, HealthFault::Lopsided)));
        // The next window begins anew.
        assert_eq!(found(&[window(19), good(6000).split_off(5500)].concat()), None);
        // A bit that is stuck halves the number of bytes; two out of three bits leave four of them.
        let few: Vec<u8> = good(2000).into_iter().map(|byte| byte & 0b11).collect();
        assert!(matches!(found(&few), Some((..=600, HealthFault::Lopsided | HealthFault::Stuck))));
    }

    #[test]
    fn a_tape_that_is_played_again_is_found_at_its_first_block() {
        for period in [16, 17, 64, 448, 1024, 3001] {
            let tape: Vec<u8> = good(period).into_iter().cycle().take(20 * period.max(3001)).collect();
            let (at, fault) = found(&tape).unwrap();
            assert_eq!(fault, HealthFault::Repeats, "{period}");
            assert!(at <= 16 * period + 16, "{period}: {at}");
        }
    }

    #[test]
    fn what_has_failed_stays_failed() {
        let mut health = Health::default();
        assert_eq!(health.feed(&[3; 6]), Err(HealthFault::Stuck));
        assert_eq!(health.feed(&good(100)), Err(HealthFault::Stuck));
        assert_eq!(health.feed(&[]), Err(HealthFault::Stuck));
        assert_eq!(health.fault(), Some(HealthFault::Stuck));
        assert_eq!(format!("{health:?}"), "Health { fault: Some(Stuck), .. }");
    }

    #[test]
    fn the_limits_are_those_of_one_false_alarm_in_2_40() {
        // The chance that 19 of 511 bytes are equal to the first: the sum of a binomial distribution, term by
        // term.
        let (p, n) = (1.0_f64 / 256.0, 511_i32);
        let mut term = (1.0 - p).powi(n);
        let mut below = [0.0; 19];
        for (k, sum) in (0_i32..).zip(&mut below) {
            *sum = term;
            term *= f64::from(n - k) / f64::from(k + 1) * p / (1.0 - p);
        }
        // What is left from 19 on, the terms falling fast.
        let mut tail = 0.0;
        for k in 19..60_i32 {
            tail += term;
            term *= f64::from(n - k) / f64::from(k + 1) * p / (1.0 - p);
        }
        assert!(tail < 2.0_f64.powi(-40) && tail + below[18] > 2.0_f64.powi(-40), "{tail}");
    }
}
