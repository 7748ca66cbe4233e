//! Who acts for the house. The only place in which actors are made.

use banco_engine::table::{Actor, Person, Role};

/// Somebody at a seat, or behind it.
#[must_use]
pub const fn participant(person: Person) -> Actor {
    Actor::new(Role::Participant, person)
}

/// The staff of a table, numbered from somebody on. Nobody who plays may have one of these numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Staff {
    first: u32,
}

impl Staff {
    /// Staff with the number of this person and those that follow.
    #[must_use]
    pub const fn numbered_from(first: Person) -> Self {
        Self { first: first.0 }
    }

    /// The first of the staff in a capacity.
    #[must_use]
    pub const fn first(self, role: Role) -> Actor {
        self.another(role, 0)
    }

    /// Somebody else in a capacity, where several people must have a hand in something.
    #[must_use]
    pub const fn another(self, role: Role, at: u32) -> Actor {
        Actor::new(role, Person(self.first.saturating_add(at)))
    }

    /// Whoever deals.
    #[must_use]
    pub const fn dealer(self) -> Actor {
        self.first(Role::Dealer)
    }

    /// The floor.
    #[must_use]
    pub const fn floor(self) -> Actor {
        self.first(Role::Floor)
    }

    /// The virtual shoe and the house's generator.
    #[must_use]
    pub const fn shoe(self) -> Actor {
        self.first(Role::Shoe)
    }

    /// Whoever verifies a jackpot that the dealer has claimed.
    #[must_use]
    pub const fn supervisor(self) -> Actor {
        self.another(Role::Floor, 1)
    }

    /// Whoever confirms its payment.
    #[must_use]
    pub const fn executive(self) -> Actor {
        self.another(Role::Executive, 2)
    }
}
