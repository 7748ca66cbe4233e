//! What a floor must be able to rely on, on a store in memory and on a real file.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod devices;
mod directory;
mod factors;
mod hidden;
mod house;
mod model;
mod page;
mod patrons;
mod people;
mod same_work;
mod sessions;
mod sign_in;
mod store;
