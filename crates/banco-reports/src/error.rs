//! Why there is no report.

use banco_engine::RulesId;
use banco_engine::link::TableId;
use banco_engine::record::RecordError;
use banco_journal::{StoreError, StreamName};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An entry that this engine does not read.
    #[error("{stream} {version}: {problem}")]
    Record {
        /// Of which stream.
        stream: StreamName,
        /// Which entry.
        version: u64,
        /// What is wrong.
        problem: RecordError,
    },
    /// An entry that does not follow the last one that was followed.
    #[error("table/{} {version}: entry {expected} comes before it", table.0)]
    Gap {
        /// Of which table.
        table: TableId,
        /// Which entry.
        version: u64,
        /// Which one was to come.
        expected: u64,
    },
    /// Rules that are not on the shelf.
    #[error("the rules {0} are not at hand")]
    UnknownRules(RulesId),
}
