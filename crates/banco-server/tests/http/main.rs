//! The server over real HTTP: what it lets whom do, what it tells, and what it does not.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::missing_panics_doc,
    clippy::string_slice,
    reason = "tests fail by panicking"
)]

mod access;
mod approvals;
mod attacks;
mod authority;
mod authority_holds;
mod client;
mod displays;
mod examples;
mod forms;
mod guards;
mod hostile;
mod house;
mod idle;
mod keys;
mod known_browsers;
mod line;
mod pages;
mod patrons;
mod perimeter;
mod play;
mod public_rounds;
mod reads;
mod real_floor;
mod resume;
mod roles;
mod rounds_and_links;
mod secrecy;
mod sessions;
mod strangers;
#[cfg(feature = "otlp")]
mod traces;
