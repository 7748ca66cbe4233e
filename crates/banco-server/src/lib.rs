//! The floor over HTTP: API, event streams, sign-in, demo and operation.
//!
//! ```text
//! request -> guard (who, may they) -> handler (JSON to a command) -> floor (decide, keep) -> answer
//!                                                                        \-> readers (views and events, as they may see them)
//! ```
//!
//! - `config`, `keys`, `start`: from settings to a floor that answers.
//! - `listen`, `hosts`: connections, and for which hosts. `route`, `guard`: what can be asked, and by whom. `rate_limit`: how
//!   often. `api`: what is done.
//! - `pages`: what browsers are shown. `forms`: idempotency of what they send. `live`: what somebody follows. `lobby`,
//!   `posted`: what is shown of tables. `authority`: who does what alone.
//! - `dealers`, `absent`, `demo`, `background`: what goes on by itself.
//! - `operate`: what is done to a floor without its server.
//! - `openapi`, `metrics`, `problem`: what is said about all that.

mod absent;
mod access_log;
mod alarms;
mod api;
mod app;
mod arrival;
pub mod authority;
mod background;
mod boards;
pub mod config;
mod dealers;
mod demo;
mod forms;
mod guard;
mod hosts;
mod keys;
mod listen;
mod live;
mod lobby;
mod metrics;
mod openapi;
pub mod operate;
mod pages;
mod passing;
mod posted;
mod presence;
mod problem;
mod rate_limit;
mod read_limit;
pub mod readiness;
mod round_index;
mod route;
mod sessions;
mod start;
mod tables;
mod traces;
mod trend;

pub use access_log::{Discloses, Disclosure};
pub use api::command_id;
pub use api::commands::owner_of;
pub use app::App;
pub use banco_wire::Moment;
pub use guard::Guard;
pub use keys::{
    KeyError, add_seal_key, anchor_key, drop_seal_key, kept_anchor_key, kept_seal_keys, seal_keys,
};
pub use openapi::{asyncapi, openapi};
pub use read_limit::Cost;
pub use route::{Answer, Query, QueryKind, Route, routes};
pub use start::{Server, StartError, journal_file, make_folder, open_store, start, start_by};
