//! What people see in a browser. Every function here takes what somebody may see and gives back the HTML of it; nothing is
//! read, drawn by chance or kept.

pub mod art;
