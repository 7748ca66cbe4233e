//! Failures on purpose, so that tests can have a store fail before and after every write.

use std::fmt;
use std::sync::Arc;

/// Where a store may be made to fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Point {
    /// Before anything is written.
    Begin,
    /// After the head of a stream.
    Head,
    /// After an entry.
    Entry,
    /// After a posting.
    Posting,
    /// After a sealed secret.
    Seal,
    /// After an item.
    Item,
    /// After the answer of a command.
    Command,
    /// Before everything is made durable.
    Commit,
    /// After that, before anybody is told.
    Committed,
    /// Before a query.
    Read,
}

impl Point {
    /// Every point of a write.
    pub const OF_A_WRITE: [Self; 9] = [
        Self::Begin,
        Self::Head,
        Self::Entry,
        Self::Posting,
        Self::Seal,
        Self::Item,
        Self::Command,
        Self::Commit,
        Self::Committed,
    ];
}

/// How it fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The write does not succeed.
    Fails,
    /// Everything ends at once, as by `kill -9`.
    Dies,
}

type Ask = dyn Fn(Point) -> Option<Fault> + Send + Sync;

/// What fails where; nothing by itself.
#[derive(Clone, Default)]
pub struct Faults(Option<Arc<Ask>>);

impl Faults {
    /// Whatever this says of a point.
    pub fn new(ask: impl Fn(Point) -> Option<Fault> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(ask)))
    }

    /// Whether something fails here.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Fault> {
        self.0.as_ref().and_then(|ask| ask(point))
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "faults" } else { "no faults" })
    }
}
