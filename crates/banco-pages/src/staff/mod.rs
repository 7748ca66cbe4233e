//! The house's own pages. Each section is for certain people; what they may do there is decided by the server, and what is
//! legal by the engine: these pages show it and say why not.

pub mod admin;
mod asked;
pub mod cage;
pub mod door;
pub mod floor;
pub mod frame;
pub mod health;
mod jackpot;
pub mod matters;
pub mod money;
pub mod orders;
pub mod patron;
pub mod plot;
pub mod reports;
pub mod table;
pub mod watch;

pub use frame::{Desk, Duty, Section};
