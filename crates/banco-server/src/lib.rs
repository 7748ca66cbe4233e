//! The floor over HTTP: API, event streams, sign-in, demo and operation.
//!
//! ```text
//! request -> guard (who, may they) -> handler (JSON to a command) -> floor (decide, keep) -> answer
//!                                                                        \-> readers (views and events, as they may see them)
//! ```
//!
//! - `config`, `keys`, `start`: from settings to a floor that answers.
//! - `listen`: connections. `route`, `guard`: what can be asked, and by whom. `api`: what is done.
//! - `live`: what somebody follows. `lobby`, `posted`: what is shown of tables.
//! - `dealers`, `demo`, `background`: what goes on by itself.
//! - `openapi`, `metrics`, `problem`: what is said about all that.

mod api;
mod app;
mod background;
pub mod config;
mod dealers;
mod demo;
mod doorman;
mod guard;
mod keys;
mod listen;
mod live;
mod lobby;
mod metrics;
mod openapi;
mod posted;
mod presence;
mod problem;
mod route;
mod sessions;
mod start;
mod tables;

pub use api::routes::routes;
pub use app::App;
pub use keys::{KeyError, anchor_key, seal_keys};
pub use openapi::{asyncapi, openapi};
pub use start::{Server, StartError, journal_file, make_folder, open_store, start};
