//! Records: every event on the wire, strict reading, the sealed part, journals that must replay for good, and the
//! document that describes all of it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::indexing_slicing, reason = "a test fails by panicking")]

mod cage;
mod canonical;
mod controls;
mod document;
mod journals;
mod promised;
mod samples;
mod strict;
#[path = "../support/mod.rs"]
mod support;
mod unanswered;
mod wire;
