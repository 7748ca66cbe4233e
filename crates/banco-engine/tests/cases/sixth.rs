//! A rulebook that the tests have never heard of.
