//! A journal as text: one line an entry, stream by stream, then the anchors. It can be checked without this code, and read
//! into an empty journal.
//!
//! Answers of commands, sealed secrets and what a house keeps beside its streams stay behind: an export is for others.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, Write};

use crate::anchor::Anchor;
use crate::batch::{Answer, Batch, Write as StreamWrite};
use crate::entry::{CommandId, Entry, Hash, Head, StreamName};
use crate::store::{Store, StoreError};

/// How many entries are read or written at a time.
const PAGE: u32 = 2000;

/// Why an export or an import has stopped.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A line is no entry and no anchor.
    #[error("line {line}: {problem}")]
    BadLine {
        /// Which one, from one.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// There is something in the journal already.
    #[error("the journal is not empty: an export is read into an empty one")]
    NotEmpty,
}

/// Writes a journal out: all of it, or one stream.
///
/// # Errors
/// The store or the file.
pub async fn export(
    store: &dyn Store,
    only: Option<&StreamName>,
    into: &mut (dyn Write + Send),
) -> Result<u64, ExportError> {
    let mut lines = 0;
    // Anchors come first: one that is signed while this is written would speak of entries that are left out.
    let anchors = if only.is_none() { crate::verify::all_anchors(store).await? } else { Vec::new() };
    for (stream, head) in store.heads(only.map(|stream| vec![stream.clone()])).await? {
        let mut after = 0;
        // What comes while this is written is left for the next time.
        while after < head.version {
            let page = store.entries(stream.clone(), after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = last.version;
            for entry in page.iter().filter(|entry| entry.version <= head.version) {
                writeln!(into, "{}", entry.to_line())?;
                lines += 1;
            }
        }
    }
    for anchor in anchors {
        writeln!(into, "{}", serde_json::to_string(&anchor).map_err(std::io::Error::from)?)?;
        lines += 1;
    }
    Ok(lines)
}

/// Reads an export into an empty journal. Every chain is checked on the way; a line that does not fit stops it.
///
/// # Errors
/// What does not fit, and where.
pub async fn import(store: &dyn Store, from: &mut (dyn BufRead + Send)) -> Result<u64, ExportError> {
    if !store.heads(None).await?.is_empty() {
        return Err(ExportError::NotEmpty);
    }
    let mut import = Import::default();
    let mut line = 0;
    for text in from.lines() {
        let text = text?;
        line += 1;
        let bad = |problem: String| ExportError::BadLine { line, problem };
        if text.starts_with(r#"{"key":"#) {
            import.keep(store).await?;
            let anchor: Anchor = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
            store.anchor(anchor).await?;
            continue;
        }
        let entry = Entry::read(&text).map_err(|error| bad(error.to_string()))?;
        let head = import.head(&entry.stream);
        if entry.version != head.version.saturating_add(1) || entry.prev != head.hash {
            return Err(bad(format!(
                "{} {} does not follow what came before it",
                entry.stream, entry.version
            )));
        }
        if entry.hash_anew() != entry.hash {
            return Err(bad(format!("{} {} is not the entry that was hashed", entry.stream, entry.version)));
        }
        let full = import.page.len() >= PAGE as usize;
        if import
            .page
            .last()
            .is_some_and(|last| last.stream != entry.stream || full && last.cause != entry.cause)
        {
            import.keep(store).await?;
        }
        import.page.push(entry);
    }
    import.keep(store).await?;
    Ok(line)
}

/// Where an import has got to.
#[derive(Default)]
struct Import {
    heads: BTreeMap<StreamName, Head>,
    /// Commands that have an answer here: whoever sends one of them again must not be obeyed again.
    answered: BTreeSet<CommandId>,
    /// Entries of one stream that are not kept yet.
    page: Vec<Entry>,
}

impl Import {
    /// Where the stream of an entry ends before it.
    fn head(&self, stream: &StreamName) -> Head {
        match self.page.last() {
            Some(last) if last.stream == *stream => last.head(0),
            _ => self.heads.get(stream).copied().unwrap_or_default(),
        }
    }

    /// Keeps the page, command by command.
    async fn keep(&mut self, store: &dyn Store) -> Result<(), StoreError> {
        let page = std::mem::take(&mut self.page);
        let mut batches = Vec::new();
        for entries in page.chunk_by(|one, next| one.cause == next.cause) {
            let Some(first) = entries.first() else { continue };
            let cause = if self.answered.insert(first.cause) { first.cause } else { another_name(first) };
            let answer = Answer { status: 409, text: r#"{"code":"imported"}"#.to_owned() };
            let mut batch = Batch::new(cause, Hash::NONE, first.at, first.by.clone(), answer);
            let after = self.heads.get(&first.stream).copied().unwrap_or_default();
            let (stream, entries) = (first.stream.clone(), entries.to_vec());
            let write = StreamWrite { stream, after, entries, fence: None };
            self.heads.insert(write.stream.clone(), write.head());
            batch.writes.push(write);
            batches.push(batch);
        }
        if batches.is_empty() { Ok(()) } else { store.append(batches).await }
    }
}

/// A command that has written two streams has its answer with the first; the second comes under a name of its own.
fn another_name(entry: &Entry) -> CommandId {
    let name = Hash::over(format!("import\n{}\n{}", entry.stream, entry.version).as_bytes());
    let mut cause = CommandId::default();
    cause.0.iter_mut().zip(name.0).for_each(|(byte, of)| *byte = of);
    cause
}
