//! Reading through a journal.

use banco_engine::link::TableId;
use banco_engine::record::Record;
use banco_journal::{At, Entry, Store, StreamName};

use crate::error::ReportError;

/// How many entries are read at a time: few, so that whatever else runs on the same threads hardly
/// waits, and little memory is held.
const PAGE: u32 = 64;

/// A time: from a moment on, and before another. What is left out does not bound it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// Not before this.
    pub from: Option<At>,
    /// Before this.
    pub to: Option<At>,
}

impl Span {
    /// From one moment to another.
    #[must_use]
    pub const fn new(from: At, to: At) -> Self {
        Self { from: Some(from), to: Some(to) }
    }

    /// Whether a moment is before it.
    #[must_use]
    pub fn is_after(&self, at: At) -> bool {
        self.from.is_some_and(|from| at < from)
    }

    /// Whether a moment lies in it.
    #[must_use]
    pub fn has(&self, at: At) -> bool {
        !self.is_after(at) && self.to.is_none_or(|to| at < to)
    }
}

/// The stream of a table.
pub(crate) fn table_stream(table: TableId) -> Option<StreamName> {
    StreamName::new(&format!("table/{}", table.0)).ok()
}

/// What an entry says; `None` for one of a stream that the engine knows nothing of.
pub(crate) fn read(entry: &Entry) -> Result<Option<Record>, ReportError> {
    if !matches!(entry.stream.kind(), "table" | "link" | "account") {
        return Ok(None);
    }
    let (stream, version) = (|| entry.stream.clone(), entry.version);
    let unread = |problem| ReportError::Record { stream: stream(), version, problem };
    Record::read(entry.record.get()).map(Some).map_err(unread)
}

/// Reads entries of a stream after a version, up to another.
pub(crate) async fn entries(
    store: &dyn Store,
    stream: &StreamName,
    after: u64,
    up_to: u64,
    each: &mut (dyn FnMut(&Entry) -> Result<(), ReportError> + Send),
) -> Result<(), ReportError> {
    let mut after = after;
    while after < up_to {
        let most = u32::try_from(up_to - after).unwrap_or(PAGE).min(PAGE);
        let page = store.entries(stream.clone(), after, most).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.version;
        page.iter().try_for_each(&mut *each)?;
    }
    Ok(())
}

/// Reads all records of streams of one kind, stream by stream.
pub(crate) async fn records(
    store: &dyn Store,
    kind: &str,
    each: &mut (dyn FnMut(&Entry, Record) -> Result<(), ReportError> + Send),
) -> Result<(), ReportError> {
    for (stream, head) in store.heads(None).await? {
        if stream.kind() != kind {
            continue;
        }
        let mut one = |entry: &Entry| match read(entry)? {
            Some(record) => each(entry, record),
            None => Ok(()),
        };
        entries(store, &stream, 0, head.version, &mut one).await?;
    }
    Ok(())
}
