//! Chemin de fer: a participant holds the bank and deals; the others bet against it.
//!
//! CF 4-10.

pub(crate) mod bank;
pub(crate) mod cover;
pub(crate) mod hands;
pub(crate) mod settlement;
pub(crate) mod turn;

use banco_rulebook::model::rulebook::Family;

use super::super::draft::Draft;

/// Whether participants hold the bank here.
pub fn is_played(draft: &Draft<'_>) -> bool {
    draft.rules().family == Family::CheminDeFer
}
