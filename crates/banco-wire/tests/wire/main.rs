//! What goes over the wire, held to its schemas, to the engine and to what each viewer may know.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod commands;
mod damaged;
mod floor;
mod names;
mod prompts;
mod schema;
mod secrets;
mod snapshots;
