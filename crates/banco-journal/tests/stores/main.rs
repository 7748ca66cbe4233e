//! One set of tests for every store, and what each store must stand on its own.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod client;
mod postgres;
mod random;
mod sqlite;
mod suite;
