//! Who and what is called what, for whom: stories, refusals and prompts take their words for people and wagers
//! from here.

use std::fmt;

use crate::authority::Person;
use crate::name::Name;
use crate::table::Rules;

/// Who and what is called what.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    rules: &'a Rules,
    person: &'a dyn Fn(Person) -> String,
}

impl<'a> Names<'a> {
    /// Wagers as these rules call them, people as the shell does.
    pub const fn new(rules: &'a Rules, person: &'a dyn Fn(Person) -> String) -> Self {
        Self { rules, person }
    }

    /// What the table plays by.
    #[must_use]
    pub const fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// What somebody is called.
    #[must_use]
    pub fn person(&self, person: Person) -> String {
        (self.person)(person)
    }

    /// What a wager is called: `Dragon Bonus on Player`.
    #[must_use]
    pub fn wager(&self, wager: Name) -> Name {
        self.rules.spot_called(wager).map_or(wager, |spot| spot.label)
    }

    /// Whether it must be said which batch of cards is meant.
    #[must_use]
    pub const fn has_batches(&self) -> bool {
        self.rules.terms.batches > 1
    }
}

impl fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Names").finish_non_exhaustive()
    }
}
