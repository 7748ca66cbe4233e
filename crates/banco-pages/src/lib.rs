//! What people see in a browser. Every function here takes what somebody may see and gives back the HTML of it; nothing is
//! read, drawn by chance or kept.
//!
//! - `layout` is the frame of every page, `look` how its viewer wants it, `text` its words in three languages, `figures` its
//!   money and times, `assets` the files that it refers to, `icon` its line drawings.
//! - `parts` are the sections of a page that change while somebody looks at it.
//! - `art` draws cards and chips, `roads` what came before.
//! - `lobby`, `seat`, `rules`, `sign`, `signin`, `error` are pages; `staff` holds those of the house itself.

pub mod account;
mod answers;
pub mod art;
pub mod assets;
pub mod dealer;
pub mod display;
pub mod error;
pub mod figures;
pub mod guide;
pub mod icon;
pub mod layout;
pub mod lobby;
pub mod look;
pub mod odds;
pub mod parts;
pub mod roads;
pub mod rounds;
pub mod rules;
pub mod seat;
pub mod sign;
pub mod signin;
pub mod staff;
pub mod text;

pub use look::{Look, Theme};
pub use text::Lang;
