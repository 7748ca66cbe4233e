//! PAR sheets in every format, and plots: what a program shows of exact odds and of simulations.
//!
//! Somebody asks a [`ParQuestion`] under some [`Terms`](banco_rulebook::Terms), and gets a [`Document`]: sheets made of
//! sections with facts and tables, which say nothing of how they look. Any [`Format`] renders them.
//!
//! ```
//! use banco_rulebook::Library;
//! use banco_sheets::{Format, ParQuestion, RulesAsked, WagerAsked};
//!
//! let library = Library::embedded()?;
//! let question = ParQuestion {
//!     rules: RulesAsked::rulebook("ma-baccarat"),
//!     wager: Some(WagerAsked::Name("tie".to_owned())),
//!     ..ParQuestion::default()
//! };
//! let terms = library.terms("ma-baccarat", "default")?.opened();
//! let document = question.answer(vec![terms])?;
//! assert!(document.id.starts_with("PAR-"));
//! let page = document.render(Format::Html)?;
//! assert!(page.starts_with(b"<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same question gives the same bytes: no clock is read, nothing is random, and nothing is printed here.
//!
//! Inside, `count` counts (and `more` what takes more counts), `facts` and its neighbors turn what was counted into
//! sections, and `render` knows the formats. So something new to tell is a new section in one place.

mod about;
mod again;
mod asked;
pub mod batch;
mod chi_square;
mod compare;
pub mod composition;
mod count;
mod digits;
pub mod document;
mod error;
mod facts;
pub mod figures;
mod format;
mod house;
mod inventor;
mod long;
mod meters;
mod more;
mod parallel;
mod play;
pub mod plot;
mod question;
mod removal;
mod render;
mod settled;
mod shoe;
mod shoe_rows;
mod shoes_asked;
mod simulated;
pub mod simulation;
pub mod text_table;
pub mod vectors;
mod void;
mod wager;
mod warnings;

pub use crate::about::{SOFTWARE, checked_date};
pub use crate::asked::names as wager_names;
pub use crate::compare::{Comparison, EarlierSheets, SheetChange};
pub use crate::document::Document;
pub use crate::error::SheetError;
pub use crate::format::Format;
pub use crate::long::csv_cell;
pub use crate::question::{Dependency, ParQuestion, Room, RulesAsked, WagerAsked};
pub use crate::removal::{kind_name, one_of_each_kind};
pub use crate::render::STYLE;
pub use crate::settled::SettledOutput;
pub use crate::shoe::{CardsAsked, HandChoice, ShoeAsked};
pub use crate::shoe_rows::{ShoeRowFormat, write_shoe_rows};
pub use crate::shoes_asked::ShoesAsked;
pub use crate::simulated::SimulationAsked;
pub use crate::void::{VoidRounds, void_sentence};
pub use crate::wager::{
    amount_in, at_stake, decks_warning, must_hits_run, posted_limit, sheet_meters, table_amount, usual_stake,
};
pub use crate::warnings::odds_warnings;
