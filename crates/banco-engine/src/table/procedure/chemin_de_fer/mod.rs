//! Chemin de fer: a participant holds the bank and deals; the others bet against it.
//!
//! CF 4-10.

pub(crate) mod bank;
pub(crate) mod cover;
pub(crate) mod hands;
pub(crate) mod settlement;
pub(crate) mod turn;
