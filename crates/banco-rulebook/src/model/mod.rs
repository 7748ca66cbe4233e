//! The types that the files of a rulebook folder are read into. Their doc comments become the JSON Schema
//! that editors show.

pub mod approval;
pub mod clause;
pub mod condition;
pub mod dealing;
pub mod filing;
pub mod link;
pub mod procedure;
pub mod reading;
pub mod rulebook;
pub mod settlement;
pub mod shoe;
pub mod shuffle;
pub mod submission;
pub mod vocabulary;
pub mod wager;
