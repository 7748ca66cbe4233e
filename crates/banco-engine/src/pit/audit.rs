//! Whether tables have received what links have paid.

use super::{Pit, table_side};
use crate::link::{Fine, Link, TableId, paid_by};
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
        for link in self.links() {
            for (table, _) in link.stations() {
                self.audit_one(link, table)?;
            }
        }
        Ok(())
    }

    fn audit_one(&self, link: &Link, table: TableId) -> Result<(), Discrepancy> {
        let (Some(station), Some(known)) = (link.station(table), self.table(table)) else {
            return Ok(());
        };
        let name = link.name();
        let unheard = station.words.iter().filter(|word| !table_side::has_heard(known, name, word.number));
        let waits: Fine = unheard.map(|word| paid_by(&word.says)).sum();
        let (paid, received) = (station.paid - waits, table_side::received(known, name));
        if paid == received {
            return Ok(());
        }
        let [received, paid] = [received, paid].map(|fine| fine.text(link.setup().currency));
        Err(Discrepancy { table, link: name, received, paid })
    }
}
