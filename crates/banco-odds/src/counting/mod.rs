//! Counting deals: what is asked ([`Question`]), from which cards ([`Deals`]), and how many deals reach each line.
//!
//! A question is turned into a recipe once (`recipe`): classes of coups are counted in closed form (`joint`), and only
//! where these do not tell are deals looked at one by one (`visit`), suit by suit if need be (`single`). A second way
//! of counting classes (`multiset`) checks the first; many shoes at once are a [`Batch`].

mod batch;
mod cells;
mod classes;
mod count;
mod draw;
mod gain;
mod group;
mod joint;
mod kinds;
mod known;
mod multiset;
mod number;
mod plan;
mod products;
mod question;
mod recipe;
mod single;
mod tagged;
mod tally;
mod visit;
mod weights;
mod wide;

pub use batch::{Batch, Ways};
pub use count::{Count, CountError, Counts, Deals};
pub use draw::{DrawTable, FiveRule};
pub use gain::{Gain, Unseen, ValueRoom};
pub use known::{CardSet, Knowledge, Known, KnownDeals, Place};
pub use multiset::MultisetTable;
pub use question::{Question, depends_on_seat, detail_needed};
pub(crate) use tagged::{ClassCards, TaggedDeals};
pub use wide::Width;
