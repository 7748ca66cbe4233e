//! Pages in a real browser: Debian's Chromium, driven by its own driver. `cargo xtask test` installs both; where they are
//! missing these tests say so and pass.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod axe;
mod banks;
mod beside;
mod bets;
mod browser;
mod consoles;
mod days;
mod dealers;
mod first_evening;
mod floor;
mod house;
#[allow(dead_code, reason = "the same few words of HTTP serve other tests as well")]
#[path = "../serve/http.rs"]
mod http;
mod in_time;
mod jackpots;
mod lines;
mod looks;
mod manners;
mod money;
mod odds;
mod promises;
mod seat;
mod shots;
mod signs;
mod sound_pages;
mod spoken;
mod squeeze;
mod staff;
mod steady;
mod whole_rounds;
