//! The house without people: what a shell needs to run tables that nobody deals at.
//!
//! - [`VirtualShoe`]: cards in an order that nobody sees, with a public commitment to it.
//! - [`Chance`] and [`HouseRandom`]: randomness for games that people play, watched by [`Health`].
//! - [`ShoeProof`]: one shoe that was promised, dealt and shown, for whoever checks it.
//! - [`AutomaticDealer`]: what the house does next at a table of any rulebook.
//! - [`AutomaticParticipant`]: somebody who plays by their own view of the table alone.
//!
//! Nothing here reads a clock, prints, waits or keeps a table. State comes in, an [`Act`] goes out, and whoever
//! drives the tables has the pit decide on it. Randomness is a value that is passed in.
//!
//! The engine's commands and words are written in `words`, its events read in `news` and its actors made in `staff`;
//! nothing else in this crate knows their variants.

mod act;
mod chance;
mod dealer;
mod health;
mod heard;
mod news;
mod others;
mod shoe;
mod staff;
mod words;

pub use act::{Act, Said};
pub use chance::{Chance, HouseRandom, NoRandomness, Source};
pub use dealer::{AutomaticDealer, Doing, Draw, Next, Why};
pub use health::{Health, HealthFault};
pub use heard::Heard;
pub use news::CardNews;
pub use others::{Advice, AutomaticParticipant, Sight};
pub use shoe::{
    CardOpening, Check, Found, IndexedShoe, Promise, ProofPack, ProofReader, ShoeCommitment, ShoeFault,
    ShoeIndex, ShoeProof, ShoeProofs, Shown, Step, VirtualShoe, stack_place,
};
pub use staff::{Staff, participant};
