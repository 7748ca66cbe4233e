//! The hidden trigger of a Must Hit meter.
//!
//! The house's generator seals a secret ahead: a fraction, and a nonce that keeps it from being guessed. The
//! fraction says where between the value at which a cycle begins and the meter's maximum the trigger lies, so a
//! secret fits whatever the meter shows when its turn comes. Its commitment is public from the day it is sealed;
//! once it is spent, the event opens it, and anybody can check both.

use std::fmt;

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use crate::hidden::{Commitment, Hidden};
use crate::link::fine::Fine;
use crate::name::Name;
use crate::table::GameId;

/// What decides a trigger. It never prints what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TriggerSecret {
    /// How far up the trigger lies, in parts of 2^64.
    pub fraction: u64,
    /// What keeps the fraction from being guessed.
    pub nonce: [u8; 32],
}

impl TriggerSecret {
    /// SHA-256 of the label `banco must hit trigger`, the nonce, and the fraction as eight bytes, the lowest first.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment::new("banco must hit trigger", &self.nonce, &self.fraction.to_le_bytes())
    }

    /// Hidden, with its public commitment.
    #[must_use]
    pub fn sealed(self) -> Hidden<Self> {
        Hidden::committed(self, self.commitment())
    }

    /// The trigger of a cycle that begins where the meter shows `from`: `from + 1 + fraction * (max - from) / 2^64`
    /// in ten-thousandths of the minor unit, rounded down, and never above the maximum.
    #[must_use]
    pub fn trigger(&self, from: Fine, max: Fine) -> Fine {
        let room = u128::try_from(max.units() - from.units()).unwrap_or(0);
        // In two parts, since the product may need more than 128 bits.
        let (high, low) = (room >> 64, room & u128::from(u64::MAX));
        let fraction = u128::from(self.fraction);
        let up = fraction * high + ((fraction * low) >> 64);
        let above = i128::try_from(up).unwrap_or(i128::MAX / 2);
        Fine::from_units(from.units() + 1 + above).min(max)
    }

    /// A secret whose trigger is this, if the cycle begins at `from`; for scripts and tests, which hide nothing.
    #[must_use]
    pub fn for_trigger(trigger: Fine, from: Fine, max: Fine) -> Option<Self> {
        if trigger <= from || trigger > max {
            return None;
        }
        let room = u128::try_from(max.units() - from.units()).ok()?;
        let up = u128::try_from(trigger.units() - from.units() - 1).ok()?;
        let fraction = up.checked_mul(1 << 64)?.div_ceil(room);
        Some(Self { fraction: u64::try_from(fraction).ok()?, nonce: [0; 32] })
    }
}

impl fmt::Debug for TriggerSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a secret")
    }
}

/// A secret that is spent, with the trigger that it gave: everybody can check the commitment and reckon again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenedTrigger {
    /// What had been promised.
    pub commitment: Commitment,
    /// How far up the trigger lay, in parts of 2^64.
    #[serde(with = "crate::wire::fraction")]
    pub fraction: u64,
    /// What the meter showed when the cycle began.
    pub from: Fine,
    /// The maximum of the meter.
    pub max: Amount,
    /// The meter.
    pub meter: Name,
    /// What kept the fraction from being guessed.
    #[serde(with = "crate::wire::nonce")]
    pub nonce: [u8; 32],
    /// The trigger.
    pub trigger: Fine,
}

impl OpenedTrigger {
    /// Whether it is what had been promised, and the trigger is what the secret gives.
    #[must_use]
    pub fn is_true(&self) -> bool {
        let secret = TriggerSecret { fraction: self.fraction, nonce: self.nonce };
        secret.commitment() == self.commitment
            && secret.trigger(self.from, Fine::from(self.max)) == self.trigger
    }
}

/// From one trigger to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cycle {
    /// What the meter showed when it began.
    pub from: Fine,
    /// What decides the trigger.
    pub secret: Hidden<TriggerSecret>,
}

impl Cycle {
    /// The trigger, where the secret is known.
    pub(super) fn trigger(&self, max: Fine) -> Option<Fine> {
        self.secret.unseal().map(|secret| secret.trigger(self.from, max))
    }

    /// The secret, opened.
    pub(super) fn open(&self, meter: Name, max: Amount) -> Option<OpenedTrigger> {
        let secret = self.secret.unseal()?;
        Some(OpenedTrigger {
            commitment: secret.commitment(),
            fraction: secret.fraction,
            from: self.from,
            max,
            meter,
            nonce: secret.nonce,
            trigger: secret.trigger(self.from, Fine::from(max)),
        })
    }
}

/// The secrets of a Must Hit meter: the one that is played for, the one that comes after it, and the round that
/// has reached the trigger. Nobody sees the round before its END ROUND.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Triggers {
    pub(super) current: Option<Cycle>,
    pub(super) next: Option<Hidden<TriggerSecret>>,
    #[serde(skip)]
    pub(super) due: Option<GameId>,
}

impl Triggers {
    /// The public commitments to the current and the next secret.
    #[must_use]
    pub fn commitments(&self) -> [Option<Commitment>; 2] {
        let current = self.current.and_then(|cycle| cycle.secret.commitment());
        [current, self.next.and_then(|secret| secret.commitment())]
    }

    /// Whether rounds may start: the secret that is played for is here.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        self.current.is_some_and(|cycle| cycle.secret.is_known())
    }

    /// Whether the generator is to seal another secret.
    #[must_use]
    pub const fn wants_secret(&self) -> bool {
        self.current.is_none() || self.next.is_none()
    }

    /// A secret comes in: for now, or for later.
    pub(super) fn seal(&mut self, secret: Hidden<TriggerSecret>, shown: Fine) {
        if self.current.is_none() {
            self.current = Some(Cycle { from: shown, secret });
        } else {
            self.next = Some(secret);
        }
    }

    /// The current secret is spent, and the meter is not played for.
    pub(super) const fn spend(&mut self) {
        self.due = None;
        self.current = None;
    }

    /// The current secret is spent: the next one's cycle begins at what the meter shows.
    pub(super) fn turn_over(&mut self, shown: Fine) {
        self.due = None;
        self.current = self.next.take().map(|secret| Cycle { from: shown, secret });
    }
}

impl fmt::Debug for Triggers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Triggers").field("current", &self.current).field("next", &self.next).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(fraction: u64) -> TriggerSecret {
        TriggerSecret { fraction, nonce: [3; 32] }
    }

    #[test]
    fn triggers_lie_above_the_start_and_not_above_the_maximum() {
        let fine = Fine::from_units;
        for (from, max) in [(0, 1), (250_0000, 10_000_000), (7, 7), (9, 7), (0, 1_i128 << 76)] {
            let (low, high) =
                (secret(0).trigger(fine(from), fine(max)), secret(u64::MAX).trigger(fine(from), fine(max)));
            assert_eq!(low, fine((from + 1).min(max)));
            assert!(high <= fine(max) && high >= low);
            if max < 1 << 60 {
                assert_eq!(high, fine(max), "the last fraction gives the maximum");
            }
        }
    }

    #[test]
    fn a_secret_can_be_made_for_every_trigger() {
        let (from, max) = (Fine::from_units(2_500_000), Fine::from_units(10_000_000));
        for units in [2_500_001, 2_500_002, 3_333_333, 9_999_999, 10_000_000] {
            let trigger = Fine::from_units(units);
            let made = TriggerSecret::for_trigger(trigger, from, max).map(|secret| secret.trigger(from, max));
            assert_eq!(made, Some(trigger));
        }
        assert_eq!(TriggerSecret::for_trigger(from, from, max), None);
    }

    #[test]
    fn a_secret_is_never_printed() {
        let hidden = secret(0xfeed).sealed();
        let triggers = Triggers {
            current: Some(Cycle { from: Fine::ZERO, secret: hidden }),
            next: Some(hidden),
            due: Some(GameId(77)),
        };
        let text = format!("{:?} {hidden:?} {triggers:?} {triggers:#?}", secret(0xfeed));
        assert!(!text.contains("feed") && !text.contains("65261") && !text.contains("77"), "{text}");
    }

    #[test]
    fn an_opened_trigger_reads_back_and_can_be_checked() {
        let cycle = Cycle { from: Fine::from_units(2_500_000), secret: secret(1 << 63).sealed() };
        let max = Amount::from_minor(100_000, banco_money::Currency::Usd);
        let opened = cycle.open(Name::new("must-hit"), max);
        let text = serde_json::to_string(&opened).unwrap_or_default();
        assert!(text.contains("\"fraction\":\"8000000000000000\""), "{text}");
        assert_eq!(serde_json::from_str::<Option<OpenedTrigger>>(&text).ok(), Some(opened));
        let forged = opened.map(|opened| OpenedTrigger { trigger: Fine::from_units(6_250_000), ..opened });
        assert_eq!([opened, forged].map(|one| one.is_some_and(|one| one.is_true())), [true, false]);
    }
}
