//! Rounds, shoes, shifts and everything else that a floor reports, read from its journal.
