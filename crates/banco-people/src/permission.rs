//! Who may do what: one table, and whatever is not in it is refused.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::role::{HouseRole, Roles};

/// Something that a floor lets only some do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// See which tables there are, and watch one as the public does.
    Watch,
    /// Take a seat and make wagers.
    Play,
    /// Use an account of one's own: limits, breaks, its history.
    OwnAccount,
    /// Deal, call and settle.
    Deal,
    /// Tell which cards were drawn from a real shoe.
    ReadCards,
    /// Supervise: open, close, irregularities, ask for what takes two people.
    Supervise,
    /// Approve what another has asked for.
    Approve,
    /// Confirm what is above the floor's level.
    ApproveHigh,
    /// Take money in and pay it out.
    Cage,
    /// Open an account for a player whose identity was checked.
    OpenPatrons,
    /// Find patrons by what their documents say.
    SeePatrons,
    /// See accounts of others.
    SeeAccounts,
    /// See the books: ledger, meters, reports.
    SeeBooks,
    /// See everything that happens at every table, without hidden cards.
    Observe,
    /// Read the journal and the trail of people.
    SeeAudit,
    /// Take copies of the journal out of the house.
    Export,
    /// Say who is who.
    AdministerPeople,
    /// Put up tables, links and devices, and choose their rules.
    AdministerTables,
    /// See how the machines of the house are.
    SeeHealth,
    /// Show one table to the public.
    Show,
}

impl Permission {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::Watch,
        Self::Play,
        Self::OwnAccount,
        Self::Deal,
        Self::ReadCards,
        Self::Supervise,
        Self::Approve,
        Self::ApproveHigh,
        Self::Cage,
        Self::OpenPatrons,
        Self::SeePatrons,
        Self::SeeAccounts,
        Self::SeeBooks,
        Self::Observe,
        Self::SeeAudit,
        Self::Export,
        Self::AdministerPeople,
        Self::AdministerTables,
        Self::SeeHealth,
        Self::Show,
    ];

    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Watch => "watch",
            Self::Play => "play",
            Self::OwnAccount => "own_account",
            Self::Deal => "deal",
            Self::ReadCards => "read_cards",
            Self::Supervise => "supervise",
            Self::Approve => "approve",
            Self::ApproveHigh => "approve_high",
            Self::Cage => "cage",
            Self::OpenPatrons => "open_patrons",
            Self::SeePatrons => "see_patrons",
            Self::SeeAccounts => "see_accounts",
            Self::SeeBooks => "see_books",
            Self::Observe => "observe",
            Self::SeeAudit => "see_audit",
            Self::Export => "export",
            Self::AdministerPeople => "administer_people",
            Self::AdministerTables => "administer_tables",
            Self::SeeHealth => "see_health",
            Self::Show => "show",
        }
    }

    /// Whether it takes a fresh proof of who asks, on top of being signed in.
    #[must_use]
    pub const fn needs_step_up(self) -> bool {
        matches!(
            self,
            Self::Approve
                | Self::ApproveHigh
                | Self::Cage
                | Self::OpenPatrons
                | Self::Export
                | Self::AdministerPeople
        )
    }
}

use HouseRole::{
    Administrator, Auditor, Cashier, Dealer, Device, Display, Executive, Floor, Guest, Player, Surveillance,
};

/// Who may do what. What is not here is refused.
pub const GRANTS: &[(Permission, &[HouseRole])] = &[
    (
        Permission::Watch,
        &[Player, Guest, Dealer, Floor, Executive, Cashier, Surveillance, Auditor, Administrator],
    ),
    (Permission::Play, &[Player, Guest]),
    (Permission::OwnAccount, &[Player, Guest]),
    (Permission::Deal, &[Dealer]),
    (Permission::ReadCards, &[Dealer, Device]),
    (Permission::Supervise, &[Floor, Executive]),
    (Permission::Approve, &[Floor, Executive]),
    (Permission::ApproveHigh, &[Executive]),
    (Permission::Cage, &[Cashier]),
    (Permission::OpenPatrons, &[Cashier]),
    (Permission::SeePatrons, &[Floor, Executive, Cashier]),
    (Permission::SeeAccounts, &[Floor, Executive, Cashier, Surveillance, Auditor]),
    (Permission::SeeBooks, &[Executive, Auditor]),
    (Permission::Observe, &[Floor, Executive, Surveillance, Auditor]),
    (Permission::SeeAudit, &[Surveillance, Auditor]),
    (Permission::Export, &[Auditor]),
    (Permission::AdministerPeople, &[Administrator]),
    (Permission::AdministerTables, &[Administrator]),
    (Permission::SeeHealth, &[Executive, Administrator]),
    (Permission::Show, &[Display]),
];

impl HouseRole {
    /// Whether this role lets somebody do it.
    #[must_use]
    pub fn may(self, permission: Permission) -> bool {
        let granted = GRANTS.iter().filter(|(granted, _)| *granted == permission);
        granted.flat_map(|(_, roles)| *roles).any(|role| *role == self)
    }
}

impl Roles {
    /// Whether one of the roles lets somebody do it.
    #[must_use]
    pub fn may(&self, permission: Permission) -> bool {
        self.iter().any(|role| role.may(permission))
    }
}

/// The table for a page: a line for each permission, a column for each role.
#[must_use]
pub fn to_markdown() -> String {
    let mut page = String::from("| permission |");
    let names = HouseRole::ALL.map(|role| format!(" {role} |"));
    page.extend(names);
    page.push_str(" fresh proof |\n|---|");
    page.push_str(&"---|".repeat(HouseRole::ALL.len() + 1));
    for permission in Permission::ALL {
        // Writing to a text does not fail.
        let _ = write!(page, "\n| `{}` |", permission.name());
        let cells = HouseRole::ALL.map(|role| if role.may(permission) { " yes |" } else { " |" });
        page.extend(cells);
        page.push_str(if permission.needs_step_up() { " needed |" } else { " |" });
    }
    page.push('\n');
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_permission_stands_once() {
        for permission in Permission::ALL {
            let rows = GRANTS.iter().filter(|(granted, _)| *granted == permission).count();
            assert_eq!(rows, 1, "{}", permission.name());
            assert_eq!(serde_json::to_string(&permission).unwrap(), format!("\"{}\"", permission.name()));
        }
        assert_eq!(GRANTS.len(), Permission::ALL.len());
    }

    /// What must never be granted, whatever becomes of the table.
    #[test]
    fn hard_limits() {
        for permission in Permission::ALL {
            let show = permission == Permission::Show;
            assert_eq!(Display.may(permission), show, "a display only shows: {}", permission.name());
            let reads = permission == Permission::ReadCards;
            assert_eq!(Device.may(permission), reads, "a device only reads: {}", permission.name());
        }
        let money = [
            Permission::Cage,
            Permission::OpenPatrons,
            Permission::Approve,
            Permission::ApproveHigh,
            Permission::Deal,
        ];
        for permission in money.into_iter().chain([Permission::Play, Permission::Supervise]) {
            for role in [Administrator, Auditor, Surveillance] {
                assert!(!role.may(permission), "{role} {}", permission.name());
            }
        }
        for permission in [Permission::AdministerPeople, Permission::AdministerTables] {
            let holders: Vec<_> = HouseRole::ALL.into_iter().filter(|role| role.may(permission)).collect();
            assert_eq!(holders, [Administrator]);
        }
        assert!(!Roles::default().may(Permission::Watch));
    }
}
