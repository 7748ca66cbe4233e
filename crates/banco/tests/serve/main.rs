//! `banco serve` as people run it: the program itself, on real stores, killed, stopped and cut off while it is used.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod books;
mod crowd;
mod http;
mod kills;
mod node;
mod nodes;
mod outage;
mod stops;
