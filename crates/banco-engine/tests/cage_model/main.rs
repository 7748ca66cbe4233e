//! Accounts against a slow twin that recomputes everything from the whole history, and a floor of tables and accounts
//! on which everything happens at random while every cent stays accounted for.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::indexing_slicing, reason = "a test fails by panicking")]

mod banks;
mod floor;
mod random;
mod replay;
mod sessions;
#[path = "../support/mod.rs"]
mod support;
mod twin;
