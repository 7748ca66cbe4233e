//! What is done to a floor as a whole: copies, exports, checks. Each command says where the floor is in the
//! same way.

pub mod backup;
pub mod export;
pub mod look;
pub mod place;
pub mod restore;
