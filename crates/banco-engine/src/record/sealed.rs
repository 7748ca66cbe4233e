//! The sealed part of a record: faces of cards that lie face down, and secrets of hidden triggers. The shell keeps
//! it apart and encrypts it; the record holds the commitments.

use banco_cards::Card;
use serde::{Deserialize, Serialize};

use super::Record;
use crate::hidden::Commitment;
use crate::link::TriggerSecret;
use crate::name::Name;
use crate::table::{self, DealingEvent, Face, IrregularityEvent, Laid, What};

/// A secret of one record.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Secret {
    /// The face of a card that lies face down.
    Face {
        /// The card.
        card: Card,
        /// Which event of the table.
        number: u64,
        /// Its place in the shoe.
        place: u16,
        /// The secret of its commitment, where the shell has made one.
        secret: Option<Commitment>,
        /// At which table.
        table: u32,
    },
    /// What decides the trigger of a Must Hit meter.
    Trigger {
        /// The fraction that decides it.
        fraction: u64,
        /// On which link.
        link: Name,
        /// The secret of its commitment.
        nonce: Commitment,
        /// Which event of the link.
        number: u64,
    },
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Face { number, place, table, .. } => {
                write!(f, "the sealed face of table {table}, record {number}, place {place}")
            }
            Self::Trigger { link, number, .. } => write!(f, "the sealed trigger of {link}, record {number}"),
        }
    }
}

/// Why a secret does not belong to a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SealError {
    /// It is of another record.
    #[error("{0:?} belongs to another record")]
    OtherRecord(Secret),
    /// It is not what was promised.
    #[error("{0:?} is not what its commitment promised")]
    Broken(Secret),
}

/// The card of an event that may lie face down.
const fn laid(event: &table::Event) -> Option<&Laid> {
    match &event.what {
        What::Dealing(DealingEvent::CardDealt { card, .. })
        | What::Irregularity(IrregularityEvent::CardSetAside { card }) => Some(card),
        _ => None,
    }
}

fn laid_mut(event: &mut table::Event) -> Option<&mut Laid> {
    match &mut event.what {
        What::Dealing(DealingEvent::CardDealt { card, .. })
        | What::Irregularity(IrregularityEvent::CardSetAside { card }) => Some(card),
        _ => None,
    }
}

impl Record {
    /// What must be kept sealed of it. `secret_of` gives the secret of the commitment to the card at a place, where
    /// the shell has made one.
    #[must_use]
    pub fn secret(&self, secret_of: impl Fn(u16) -> Option<[u8; 32]>) -> Option<Secret> {
        match self {
            Self::Table { table, number, event } => {
                let laid = laid(event)?;
                let Face::Down(hidden) = laid.face() else { return None };
                let (card, place) = (hidden.unseal()?, laid.place());
                let secret = secret_of(place).map(Commitment);
                Some(Secret::Face { card, number: *number, place, secret, table: table.0 })
            }
            Self::Link { link, number, event } => {
                let TriggerSecret { fraction, nonce } = event.secret()?;
                let nonce = Commitment(nonce);
                Some(Secret::Trigger { fraction, link: *link, nonce, number: *number })
            }
        }
    }

    /// The record with its secret, if it is the one that was promised.
    ///
    /// # Errors
    /// A secret of another record, or one that breaks its promise.
    pub fn with_secret(self, secret: &Secret) -> Result<Self, SealError> {
        let other = || SealError::OtherRecord(secret.clone());
        match (self, secret) {
            (Self::Table { table, number, mut event }, Secret::Face { .. }) => {
                unseal_face(table.0, number, &mut event, secret)?;
                Ok(Self::Table { table, number, event })
            }
            (
                Self::Link { link, number, event },
                Secret::Trigger { fraction, link: of, nonce, number: at },
            ) if (link, number) == (*of, *at) => {
                let secret_value = TriggerSecret { fraction: *fraction, nonce: nonce.0 };
                if event.commitment().is_some_and(|promised| promised != secret_value.commitment()) {
                    return Err(SealError::Broken(secret.clone()));
                }
                Ok(Self::Link { link, number, event: event.with_secret(secret_value) })
            }
            (Self::Table { .. } | Self::Link { .. }, Secret::Face { .. } | Secret::Trigger { .. }) => {
                Err(other())
            }
        }
    }
}

fn unseal_face(at: u32, record: u64, event: &mut table::Event, sealed: &Secret) -> Result<(), SealError> {
    let other = || SealError::OtherRecord(sealed.clone());
    let Secret::Face { card, number, place, secret, table } = sealed else { return Err(other()) };
    let laid = laid_mut(event).filter(|laid| (at, record, laid.place()) == (*table, *number, *place));
    let laid = laid.ok_or_else(other)?;
    let Face::Down(hidden) = laid.face() else { return Err(other()) };
    if let Some(promised) = hidden.commitment() {
        let kept = secret.is_some_and(|secret| Commitment::to_card(&secret.0, *place, *card) == promised);
        if !kept {
            return Err(SealError::Broken(sealed.clone()));
        }
    }
    *laid = Laid::down(hidden.filled(*card), *place);
    Ok(())
}
