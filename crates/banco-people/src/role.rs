//! What somebody is on a floor, and which roles one person may not hold together.

use std::collections::BTreeSet;
use std::fmt;

use banco_engine::table::Role as EngineRole;
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// What somebody is on a floor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HouseRole {
    /// Plays with an account of their own.
    Player,
    /// Plays in a demo for a while, without a password.
    Guest,
    /// Deals, calls the game and settles.
    Dealer,
    /// The floorperson or a supervisor above.
    Floor,
    /// Confirms what is above the floor's level.
    Executive,
    /// Takes money in and pays it out at the cage.
    Cashier,
    /// Watches everything and changes nothing.
    Surveillance,
    /// Reads the books and changes nothing.
    Auditor,
    /// Says who may do what, and puts up tables.
    Administrator,
    /// A screen at a table: shows and asks for nothing.
    Display,
    /// A card reader at a table.
    Device,
}

impl HouseRole {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Player,
        Self::Guest,
        Self::Dealer,
        Self::Floor,
        Self::Executive,
        Self::Cashier,
        Self::Surveillance,
        Self::Auditor,
        Self::Administrator,
        Self::Display,
        Self::Device,
    ];

    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Guest => "guest",
            Self::Dealer => "dealer",
            Self::Floor => "floor",
            Self::Executive => "executive",
            Self::Cashier => "cashier",
            Self::Surveillance => "surveillance",
            Self::Auditor => "auditor",
            Self::Administrator => "administrator",
            Self::Display => "display",
            Self::Device => "device",
        }
    }

    /// The role of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// In which capacity somebody with this role acts at a table or the cage, if in any.
    #[must_use]
    pub const fn engine(self) -> Option<EngineRole> {
        match self {
            Self::Player | Self::Guest => Some(EngineRole::Participant),
            Self::Dealer => Some(EngineRole::Dealer),
            Self::Floor => Some(EngineRole::Floor),
            Self::Executive => Some(EngineRole::Executive),
            Self::Cashier => Some(EngineRole::Cashier),
            Self::Surveillance => Some(EngineRole::Surveillance),
            Self::Auditor | Self::Administrator | Self::Display | Self::Device => None,
        }
    }

    /// Whether whoever has it works for the house.
    #[must_use]
    pub const fn is_staff(self) -> bool {
        match self {
            Self::Dealer
            | Self::Floor
            | Self::Executive
            | Self::Cashier
            | Self::Surveillance
            | Self::Auditor
            | Self::Administrator => true,
            Self::Player | Self::Guest | Self::Display | Self::Device => false,
        }
    }

    /// Whether it is a machine's.
    #[must_use]
    pub const fn is_machine(self) -> bool {
        matches!(self, Self::Display | Self::Device)
    }
}

impl fmt::Display for HouseRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The roles that somebody holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Roles(BTreeSet<HouseRole>);

impl Roles {
    /// These roles.
    #[must_use]
    pub fn of(roles: &[HouseRole]) -> Self {
        Self(roles.iter().copied().collect())
    }

    /// Whether this one is among them.
    #[must_use]
    pub fn has(&self, role: HouseRole) -> bool {
        self.0.contains(&role)
    }

    /// Whether one of these is among them.
    #[must_use]
    pub fn has_any(&self, roles: &[HouseRole]) -> bool {
        roles.iter().any(|role| self.has(*role))
    }

    /// Whether somebody with them works for the house.
    #[must_use]
    pub fn are_staff(&self) -> bool {
        self.0.iter().any(|role| role.is_staff())
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each of them, in the order of [`HouseRole::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = HouseRole> + '_ {
        self.0.iter().copied()
    }

    /// Whether somebody with them may act in this capacity.
    #[must_use]
    pub fn may_act_as(&self, role: EngineRole) -> bool {
        self.0.iter().any(|held| held.engine() == Some(role))
    }
}

impl FromIterator<HouseRole> for Roles {
    fn from_iter<I: IntoIterator<Item = HouseRole>>(roles: I) -> Self {
        Self(roles.into_iter().collect())
    }
}

/// What kind of person somebody is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Plays or works with real money.
    Real,
    /// Tries the house out.
    Demo,
    /// Tests the house; no report counts them.
    Test,
}

impl Kind {
    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Real => "real",
            Self::Demo => "demo",
            Self::Test => "test",
        }
    }
}

/// What a floor is for. It is said once, when the first thing is kept, and never changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FloorKind {
    /// Real money.
    Real,
    /// Play money, guests and tests.
    Demo,
}

impl FloorKind {
    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Real => "real",
            Self::Demo => "demo",
        }
    }

    /// Whether somebody of this kind may be here: real people and others never meet.
    #[must_use]
    pub const fn takes(self, kind: Kind) -> bool {
        match self {
            Self::Real => matches!(kind, Kind::Real),
            Self::Demo => matches!(kind, Kind::Demo | Kind::Test),
        }
    }
}

/// Roles that one person does not hold together.
#[derive(Clone, Copy, Debug)]
pub struct Separation {
    /// A stable name.
    pub code: &'static str,
    /// Whoever has one of these...
    pub one: &'static [HouseRole],
    /// ... has none of those.
    pub other: &'static [HouseRole],
    /// Whether a house may say that it does not mind.
    pub may_be_waived: bool,
    /// Why.
    pub reason: &'static str,
}

const MOVE_MONEY: &[HouseRole] =
    &[HouseRole::Dealer, HouseRole::Floor, HouseRole::Executive, HouseRole::Cashier];
const PLAY: &[HouseRole] = &[HouseRole::Player, HouseRole::Guest];
const WATCH: &[HouseRole] = &[HouseRole::Surveillance, HouseRole::Auditor];

/// Which roles are kept apart, and why.
pub const SEPARATIONS: &[Separation] = &[
    Separation {
        code: "administrator_moves_no_money",
        one: &[HouseRole::Administrator],
        other: MOVE_MONEY,
        may_be_waived: false,
        reason: "whoever says who may do what could let themselves move money",
    },
    Separation {
        code: "administrator_plays_nowhere",
        one: &[HouseRole::Administrator],
        other: PLAY,
        may_be_waived: false,
        reason: "whoever runs the system must have nothing to win by it",
    },
    Separation {
        code: "watchers_stand_apart",
        one: WATCH,
        other: &[
            HouseRole::Dealer,
            HouseRole::Floor,
            HouseRole::Executive,
            HouseRole::Cashier,
            HouseRole::Administrator,
        ],
        may_be_waived: false,
        reason: "nobody watches or audits their own work",
    },
    Separation {
        code: "cage_stands_apart",
        one: &[HouseRole::Cashier],
        other: &[HouseRole::Dealer, HouseRole::Floor, HouseRole::Executive],
        may_be_waived: false,
        reason: "whoever confirms a payment at a table must not hand it out at the cage",
    },
    Separation {
        code: "staff_do_not_play",
        one: &[
            HouseRole::Dealer,
            HouseRole::Floor,
            HouseRole::Executive,
            HouseRole::Cashier,
            HouseRole::Surveillance,
            HouseRole::Auditor,
        ],
        other: PLAY,
        may_be_waived: true,
        reason: "staff know and decide things that would help them at a table",
    },
    Separation {
        code: "guests_are_nothing_else",
        one: &[HouseRole::Guest],
        other: &[HouseRole::Player],
        may_be_waived: false,
        reason: "a guest has no password, and goes after a while",
    },
];

/// Whether one person may hold these roles.
///
/// # Errors
/// The first rule that stands against it.
pub fn may_hold(roles: &Roles, floor: FloorKind, staff_may_play: bool) -> Result<(), Refusal> {
    if roles.is_empty() {
        return Err(Refusal::NoRole);
    }
    if let Some(role) = roles.iter().find(|role| role.is_machine()) {
        return Err(Refusal::MachineRole(role));
    }
    if roles.has(HouseRole::Guest) && floor == FloorKind::Real {
        return Err(Refusal::OtherKind { kind: Kind::Demo, floor });
    }
    let broken = |rule: &&Separation| {
        let waived = rule.may_be_waived && staff_may_play;
        !waived && roles.has_any(rule.one) && roles.has_any(rule.other)
    };
    match SEPARATIONS.iter().find(broken) {
        Some(rule) => Err(Refusal::RolesApart { rule: rule.code, reason: rule.reason }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for role in HouseRole::ALL {
            assert_eq!(HouseRole::from_name(role.name()), Some(role));
            assert_eq!(serde_json::to_string(&role).unwrap(), format!("\"{}\"", role.name()));
        }
        assert_eq!(HouseRole::from_name("Player"), None);
    }

    /// Every pair of roles, against rules written a second time in other words.
    #[test]
    fn every_pair() {
        use HouseRole::{
            Administrator, Auditor, Cashier, Dealer, Executive, Floor, Guest, Player, Surveillance,
        };
        let together = [(Dealer, Floor), (Dealer, Executive), (Floor, Executive), (Surveillance, Auditor)];
        for one in HouseRole::ALL {
            for other in HouseRole::ALL {
                let roles = Roles::of(&[one, other]);
                let pair = together.contains(&(one, other)) || together.contains(&(other, one));
                let fine = !one.is_machine() && !other.is_machine() && (one == other || pair);
                assert_eq!(may_hold(&roles, FloorKind::Demo, false).is_ok(), fine, "{one} {other}");
                let plays = [one, other].iter().any(|role| [Player, Guest].contains(role));
                let works = [one, other]
                    .iter()
                    .any(|role| [Dealer, Floor, Executive, Cashier, Surveillance, Auditor].contains(role));
                let fine = fine || plays && works;
                assert_eq!(may_hold(&roles, FloorKind::Demo, true).is_ok(), fine, "{one} {other}");
                let fine = fine && one != Guest && other != Guest;
                assert_eq!(may_hold(&roles, FloorKind::Real, true).is_ok(), fine, "{one} {other}");
            }
        }
        assert_eq!(may_hold(&Roles::default(), FloorKind::Real, true), Err(Refusal::NoRole));
        let administrator = Roles::of(&[Administrator]);
        assert_eq!(may_hold(&administrator, FloorKind::Real, false), Ok(()));
    }

    #[test]
    fn kinds_do_not_mix() {
        assert!(FloorKind::Real.takes(Kind::Real));
        assert!(!FloorKind::Real.takes(Kind::Demo) && !FloorKind::Real.takes(Kind::Test));
        assert!(!FloorKind::Demo.takes(Kind::Real));
        assert!(FloorKind::Demo.takes(Kind::Demo) && FloorKind::Demo.takes(Kind::Test));
    }
}
