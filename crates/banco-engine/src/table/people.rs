//! Who is at the table, and in which capacity.

use std::fmt;

use banco_money::Amount;

/// Somebody, by the number under which the shell knows them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Person(pub u32);

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "person {}", self.0)
    }
}

/// In which capacity somebody acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Plays at the table.
    Participant,
    /// Deals, calls the game and settles.
    Dealer,
    /// The floorperson or a supervisor above.
    Floor,
    /// Whoever confirms what is above the floor's level.
    Executive,
    /// The surveillance department.
    Surveillance,
    /// The virtual shoe or the card reader.
    Shoe,
    /// The node of a progressive link.
    Link,
}

impl Role {
    /// What the texts call them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Participant => "participant",
            Self::Dealer => "dealer",
            Self::Floor => "floorperson",
            Self::Executive => "executive",
            Self::Surveillance => "surveillance",
            Self::Shoe => "shoe",
            Self::Link => "link",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who gives a command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Actor {
    /// Who.
    pub person: Person,
    /// In which capacity.
    pub role: Role,
    /// For which participant, where somebody was allowed to act for another.
    pub acting_for: Option<Person>,
}

impl Actor {
    /// Somebody in a capacity of their own.
    #[must_use]
    pub const fn new(role: Role, person: Person) -> Self {
        Self { person, role, acting_for: None }
    }

    /// The participant this concerns: the actor, or whom the actor acts for.
    #[must_use]
    pub fn participant(self) -> Person {
        self.acting_for.unwrap_or(self.person)
    }
}

/// A seat: where it is, counterclockwise from the dealer's right, and the number printed there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat {
    /// How many seats lie between it and the dealer's right hand.
    pub at: u8,
    /// The number printed on the layout.
    pub number: u8,
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.number)
    }
}

/// Where a participant is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// On the seat.
    At(Seat),
    /// Behind it, betting over the shoulder of whoever sits there.
    Behind(Seat),
}

impl Place {
    /// The seat whose areas of the layout are used.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Self::At(seat) | Self::Behind(seat) => seat,
        }
    }

    /// Whether somebody sits there.
    #[must_use]
    pub const fn is_seated(self) -> bool {
        matches!(self, Self::At(_))
    }
}

/// Somebody who plays at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Participant {
    /// Who.
    pub person: Person,
    /// Where.
    pub place: Place,
    /// Value chips and plaques in front of them.
    pub chips: Amount,
    /// Promotional chips in front of them.
    pub promotional: Amount,
    /// Match-play coupons in front of them, by face value.
    pub coupons: Amount,
    /// Vigorish that is marked and not yet collected.
    pub owed: Amount,
}

impl Participant {
    /// Somebody who has just arrived.
    #[must_use]
    pub fn new(person: Person, place: Place, nothing: Amount) -> Self {
        Self { person, place, chips: nothing, promotional: nothing, coupons: nothing, owed: nothing }
    }
}
