//! What a floor must be able to rely on, on a store in memory and on a real file.

mod house;
mod people;
