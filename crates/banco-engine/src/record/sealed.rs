//! The sealed part of a record: faces of cards that lie face down, and secrets of hidden triggers. The shell keeps
//! it apart and encrypts it; the record holds the commitments.

use banco_cards::Card;
use serde::{Deserialize, Serialize};

use super::{Place, Record, RecordError, unreadable, written_so};
use crate::hidden::Commitment;
use crate::link::{TableId, TriggerSecret};
use crate::name::Name;
use crate::pit::Stream;
use crate::table::{self, DealingEvent, Face, IrregularityEvent, Laid, What};

/// 32 bytes that keep a commitment from being guessed.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nonce(#[serde(with = "crate::wire::nonce")] pub [u8; 32]);

/// A secret of one record.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Secret {
    /// The face of a card that lies face down.
    Face {
        /// The card.
        card: Card,
        /// What keeps its commitment from being guessed, where the shell has made one.
        nonce: Option<Nonce>,
        /// Which event of the table.
        number: u64,
        /// Its place in the shoe.
        place: u16,
        /// Its place in the stack before the cut, which the commitment is about, where the shell has made one.
        stack: Option<u16>,
        /// At which table.
        table: u32,
    },
    /// What decides the trigger of a Must Hit meter.
    Trigger {
        /// How far up it lies, in parts of 2^64.
        #[serde(with = "crate::wire::fraction")]
        fraction: u64,
        /// On which link.
        link: Name,
        /// What keeps its commitment from being guessed.
        nonce: Nonce,
        /// Which event of the link.
        number: u64,
    },
}

impl Secret {
    /// The record that it belongs to.
    #[must_use]
    pub const fn record(&self) -> (Stream, u64) {
        match self {
            Self::Face { number, table, .. } => (Stream::Table(TableId(*table)), *number),
            Self::Trigger { link, number, .. } => (Stream::Link(*link), *number),
        }
    }

    /// The line, without its break; canonical JSON like a record.
    #[must_use]
    pub fn to_line(&self) -> String {
        // Texts and small figures always have a form in JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(line: &str) -> Result<Self, RecordError> {
        let read: Self =
            serde_json::from_str(line).map_err(|error| unreadable(Place::default(), 0, &error))?;
        let (stream, number) = read.record();
        written_so(line, read.to_line().as_bytes(), || Place(Some((stream, number)))).map(|()| read)
    }
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
    /// The place in its shoe of the card that it leaves face down.
    #[must_use]
    pub fn face_down(&self) -> Option<u16> {
        let Self::Table { event, .. } = self else { return None };
        let laid = laid(event)?;
        matches!(laid.face(), Face::Down(_)).then(|| laid.place())
    }

    /// What must be kept sealed of it. `opening_of` tells of the card at a place of the shoe where it lay in the
    /// stack before the cut and the nonce of the commitment to it, where the shell has made one.
    #[must_use]
    pub fn secret(&self, opening_of: impl Fn(u16) -> Option<(u16, [u8; 32])>) -> Option<Secret> {
        match self {
            Self::Table { table, number, event } => {
                let laid = laid(event)?;
                let Face::Down(hidden) = laid.face() else { return None };
                let (card, place) = (hidden.unseal()?, laid.place());
                let (stack, nonce) = opening_of(place).map(|(stack, nonce)| (stack, Nonce(nonce))).unzip();
                Some(Secret::Face { card, nonce, number: *number, place, stack, table: table.0 })
            }
            Self::Link { link, number, event } => {
                let TriggerSecret { fraction, nonce } = event.secret()?;
                let nonce = Nonce(nonce);
                Some(Secret::Trigger { fraction, link: *link, nonce, number: *number })
            }
            Self::Account { .. } => None,
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
                let opened = TriggerSecret { fraction: *fraction, nonce: nonce.0 };
                let promised = event.commitment().ok_or_else(other)?;
                if promised != opened.commitment() {
                    return Err(SealError::Broken(secret.clone()));
                }
                Ok(Self::Link { link, number, event: event.with_secret(opened) })
            }
            (
                Self::Table { .. } | Self::Link { .. } | Self::Account { .. },
                Secret::Face { .. } | Secret::Trigger { .. },
            ) => Err(other()),
        }
    }
}

fn unseal_face(at: u32, record: u64, event: &mut table::Event, sealed: &Secret) -> Result<(), SealError> {
    let other = || SealError::OtherRecord(sealed.clone());
    let Secret::Face { card, nonce, number, place, stack, table } = sealed else { return Err(other()) };
    let laid = laid_mut(event).filter(|laid| (at, record, laid.place()) == (*table, *number, *place));
    let laid = laid.ok_or_else(other)?;
    let Face::Down(hidden) = laid.face() else { return Err(other()) };
    if let Some(promised) = hidden.commitment() {
        let opened = nonce.zip(*stack);
        let kept = opened.is_some_and(|(nonce, at)| Commitment::to_card(&nonce.0, at, *card) == promised);
        if !kept {
            return Err(SealError::Broken(sealed.clone()));
        }
    }
    *laid = Laid::down(hidden.filled(*card), *place);
    Ok(())
}
