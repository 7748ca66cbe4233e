//! Whether tables have received what links have paid.

use super::{Pit, table_side};
use crate::link::{Link, TableId};
use crate::name::Name;

/// A table that has not received what a link has paid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{table} has received {received} from the link {link}, which has paid {paid}")]
pub struct Discrepancy {
    /// Which table.
    pub table: TableId,
    /// Which link.
    pub link: Name,
    /// What the table has received.
    pub received: String,
    /// What the link has paid, without what the table has not heard yet.
    pub paid: String,
}

impl Pit {
    /// Whether every table has received what every link has paid to it, but for what it has not heard yet.
    ///
    /// # Errors
    /// The first table that has not.
    pub fn audit(&self) -> Result<(), Discrepancy> {
        self.discrepancies().next().map_or(Ok(()), Err)
    }

    /// Every table that has not received what a link has paid.
    pub(super) fn discrepancies(&self) -> impl Iterator<Item = Discrepancy> {
        let stations = self.links().flat_map(|link| link.stations().map(move |(table, _)| (link, table)));
        stations.filter_map(|(link, table)| self.audit_one(link, table).err())
    }

    fn audit_one(&self, link: &Link, table: TableId) -> Result<(), Discrepancy> {
        let (Some(station), Some(known)) = (link.station(table), self.table(table)) else {
            return Ok(());
        };
        let name = link.name();
        let waits = table_side::unheard(known, link, station);
        let (paid, received) = (station.paid - waits, table_side::received(known, name));
        if paid == received {
            return Ok(());
        }
        let [received, paid] = [received, paid].map(|fine| fine.text(link.setup().currency));
        Err(Discrepancy { table, link: name, received, paid })
    }
}
