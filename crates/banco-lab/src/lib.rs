//! For tests and benches alone: what a real store needs around it, and ways to make it fail.

mod folder;
mod line;
mod postgres;

pub use folder::Folder;
pub use line::Line;
pub use postgres::Postgres;
