//! Why a command is not carried out, by whoever refuses it.

use crate::cage;
use crate::link::{self, TableId};
use crate::name::{Clauses, Name};
use crate::names::Names;
use crate::table;

/// A command that is not carried out. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// By the table.
    #[error(transparent)]
    Table(#[from] table::Refusal),
    /// By a link.
    #[error(transparent)]
    Link(#[from] link::Refusal),
    /// By somebody's account.
    #[error(transparent)]
    Account(#[from] cage::Refusal),
    /// There is no such table.
    #[error("there is no {0}")]
    NoTable(TableId),
    /// There is no such link.
    #[error("there is no link `{0}`")]
    NoLink(Name),
}

impl Refusal {
    /// A stable name for this kind of refusal.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Table(refusal) => refusal.code(),
            Self::Link(refusal) => refusal.code(),
            Self::Account(refusal) => refusal.code(),
            Self::NoTable(_) => "no_table",
            Self::NoLink(_) => "no_link",
        }
    }

    /// What to do instead.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Table(refusal) => refusal.hint(),
            Self::Link(refusal) => refusal.hint(),
            Self::Account(refusal) => refusal.hint(),
            Self::NoTable(_) | Self::NoLink(_) => None,
        }
    }

    /// Why, in words for people.
    #[must_use]
    pub fn said(&self, names: &Names<'_>) -> String {
        match self {
            Self::Table(refusal) => refusal.said(names),
            Self::Link(refusal) => refusal.said(names),
            Self::Account(refusal) => refusal.said(names),
            Self::NoTable(_) | Self::NoLink(_) => self.to_string(),
        }
    }

    /// What to do instead, in words for people.
    #[must_use]
    pub fn hint_said(&self, names: &Names<'_>) -> Option<String> {
        match self {
            Self::Table(refusal) => refusal.hint_said(names),
            Self::Link(refusal) => refusal.hint_said(names),
            Self::Account(refusal) => refusal.hint_said(names),
            Self::NoTable(_) | Self::NoLink(_) => None,
        }
    }

    /// By which clauses.
    #[must_use]
    pub fn clauses(&self) -> &'static [Name] {
        let clauses = match self {
            Self::Table(refusal) => refusal.clauses,
            Self::Link(refusal) => refusal.clauses,
            Self::Account(refusal) => refusal.clauses,
            Self::NoTable(_) | Self::NoLink(_) => Clauses::default(),
        };
        clauses.as_slice()
    }
}
