//! Linear counts: a tag for every rank, added up as cards come to light.
//!
//! What a count is worth follows from the wager alone: how its gain changes when a card leaves the shoe ([`Effects`]),
//! how well tags follow these effects ([`Fit`]), which whole tags follow them best ([`best_tags`]), and what the wager
//! gains at each count and depth ([`CountTable`]).

mod effects;
mod fit;
mod table;
mod tags;

pub use effects::{Effects, RankEffect};
pub use fit::{Fit, best_balanced_tags, best_tags};
pub use table::{CountRow, CountTable};
pub use tags::{Tags, TagsError};
