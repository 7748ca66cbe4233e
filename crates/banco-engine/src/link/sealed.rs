//! The hidden trigger of a Must Hit meter.

use std::fmt;

use sha2::{Digest, Sha256};

use super::fine::Fine;

/// A trigger that nobody sees until it is reached. Whoever prints one sees its commitment alone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Sealed {
    trigger: Fine,
    nonce: [u8; 32],
    commitment: [u8; 32],
}

impl Sealed {
    /// Seals a trigger with a secret that makes it impossible to guess from the commitment.
    #[must_use]
    pub fn new(trigger: Fine, nonce: [u8; 32]) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(b"banco must hit trigger");
        hasher.update(nonce);
        hasher.update(trigger.units().to_le_bytes());
        Self { trigger, nonce, commitment: hasher.finalize().into() }
    }

    /// SHA-256 of the label `banco must hit trigger`, the secret, and the trigger in ten-thousandths of the minor
    /// unit as 16 bytes, the lowest first.
    #[must_use]
    pub const fn commitment(&self) -> [u8; 32] {
        self.commitment
    }

    /// The trigger and the secret. Only for the link, the sealed journal, and everybody once it is reached.
    #[must_use]
    pub const fn open(&self) -> (Fine, [u8; 32]) {
        (self.trigger, self.nonce)
    }

    /// Whether a meter has reached it.
    pub(super) fn is_reached(&self, shown: Fine) -> bool {
        shown >= self.trigger
    }
}

impl fmt::Display for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed ")?;
        self.commitment.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
