//! Pages in a real browser: Debian's Chromium, driven by its own driver. `cargo xtask test` installs both; where they are
//! missing these tests say so and pass.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod axe;
mod browser;
mod floor;
mod reading;
mod shots;
mod signs;
