//! Who acts for the house. The only place in which actors are made.

use banco_engine::table::{Actor, Person, Role};

/// So many people of the staff share a capacity.
const EACH: u32 = 100;
/// What the staff are called, in the order of their numbers.
const CALLED: [&str; 5] = ["dealer", "floorperson", "executive", "surveillance officer", "cashier"];

/// Somebody at a seat, or behind it.
#[must_use]
pub const fn participant(person: Person) -> Actor {
    Actor::new(Role::Participant, person)
}

/// The staff of a table, numbered from somebody on: a hundred people for each capacity, so that nobody acts in
/// two of them. Nobody who plays may have one of these numbers.
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
        let capacity = match role {
            Role::Dealer | Role::Participant => 0,
            Role::Floor => 1,
            Role::Executive => 2,
            Role::Surveillance => 3,
            Role::Cashier => 4,
        };
        Actor::automatic(role, Person(self.first.saturating_add(capacity * EACH).saturating_add(at)))
    }

    /// What somebody of the staff is called: `the dealer`, `dealer 2`; `None` for everybody else.
    #[must_use]
    pub fn called(self, person: Person) -> Option<String> {
        let number = person.0.checked_sub(self.first)?;
        let capacity = CALLED.get(usize::try_from(number / EACH).ok()?)?;
        Some(match number % EACH {
            0 => format!("the {capacity}"),
            another => format!("{capacity} {}", another + 1),
        })
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

    /// Whoever verifies a jackpot that the dealer has claimed.
    #[must_use]
    pub const fn supervisor(self) -> Actor {
        self.another(Role::Floor, 1)
    }

    /// Whoever confirms its payment.
    #[must_use]
    pub const fn executive(self) -> Actor {
        self.first(Role::Executive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_staff_are_called_by_what_they_do() {
        let staff = Staff::numbered_from(Person(1_000));
        let called = |actor: Actor| staff.called(actor.person()).unwrap_or_default();
        assert_eq!(called(staff.dealer()), "the dealer");
        assert_eq!(called(staff.another(Role::Dealer, 2)), "dealer 3");
        assert_eq!(called(staff.floor()), "the floorperson");
        assert_eq!(called(staff.supervisor()), "floorperson 2");
        assert_eq!(called(staff.executive()), "the executive");
        assert_eq!(called(staff.first(Role::Surveillance)), "the surveillance officer");
        assert_eq!(called(staff.first(Role::Cashier)), "the cashier");
        assert_eq!([999, 1_500].map(|number| staff.called(Person(number))), [None, None]);
    }
}
