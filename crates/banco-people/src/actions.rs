//! Everything that changes who may do what: one table of who asks, who approves, and why. A test of the server holds that no
//! route about people, machines or patrons is missing in it.

use crate::permission::Permission;

/// Who must approve what somebody asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Approver {
    /// Nobody: it happens at once.
    Nobody,
    /// Another administrator, always.
    OtherAdministrator,
    /// Another administrator, where it touches somebody who works for the house.
    OtherForStaff,
    /// Another administrator, where the account is of somebody who works for the house or of a patron, has a password or
    /// holds money.
    OtherWhereGuarded,
}

impl Approver {
    /// In words, for a page.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::OtherAdministrator => "another administrator",
            Self::OtherForStaff => "another administrator, for roles and people of the staff",
            Self::OtherWhereGuarded => {
                "another administrator, where the person works here, is a patron, has a password or holds money"
            }
        }
    }
}

/// Who begins an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asker {
    /// Whoever may do this.
    May(Permission),
    /// The owner of the account, signed in.
    Owner,
    /// Whoever has the secret, invitation, code or password that it takes.
    Bearer,
}

impl Asker {
    /// In words, for a page.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::May(Permission::AdministerPeople | Permission::AdministerTables) => "an administrator",
            Self::May(Permission::OpenPatrons) => "a cashier",
            Self::May(permission) => permission.name(),
            Self::Owner => "the owner of the account",
            Self::Bearer => "whoever has the secret that it takes",
        }
    }
}

/// Something that changes who may do what.
#[derive(Clone, Copy, Debug)]
pub struct PeopleAction {
    /// A stable name: that of its route.
    pub name: &'static str,
    /// Who begins it.
    pub asks: Asker,
    /// Who must approve it.
    pub approves: Approver,
    /// Whether whoever begins it has just proved who they are.
    pub fresh_proof: bool,
    /// Why it is so.
    pub reason: &'static str,
}

const fn administers(name: &'static str, approves: Approver, reason: &'static str) -> PeopleAction {
    let asks = Asker::May(Permission::AdministerPeople);
    PeopleAction { name, asks, approves, fresh_proof: true, reason }
}

const fn machine(name: &'static str, reason: &'static str) -> PeopleAction {
    let asks = Asker::May(Permission::AdministerTables);
    PeopleAction { name, asks, approves: Approver::OtherAdministrator, fresh_proof: true, reason }
}

const fn owner(name: &'static str, fresh_proof: bool, reason: &'static str) -> PeopleAction {
    PeopleAction { name, asks: Asker::Owner, approves: Approver::Nobody, fresh_proof, reason }
}

const fn bearer(name: &'static str, reason: &'static str) -> PeopleAction {
    PeopleAction { name, asks: Asker::Bearer, approves: Approver::Nobody, fresh_proof: false, reason }
}

const fn cashier(name: &'static str, reason: &'static str) -> PeopleAction {
    let asks = Asker::May(Permission::OpenPatrons);
    PeopleAction { name, asks, approves: Approver::Nobody, fresh_proof: true, reason }
}

/// Everything that changes who may do what.
pub const PEOPLE_ACTIONS: &[PeopleAction] = &[
    administers("add_person", Approver::OtherForStaff, "whoever makes staff alone could act as two people"),
    administers("change_roles", Approver::OtherForStaff, "whoever gives roles alone could act as two people"),
    administers("rename", Approver::OtherForStaff, "approvals show the names of those who ask and approve"),
    administers(
        "invite",
        Approver::OtherWhereGuarded,
        "whoever chooses the password of an account has what is in it; each of two has one half of the way in",
    ),
    administers(
        "reset_second_factor",
        Approver::OtherWhereGuarded,
        "without its second factor an account is open to whoever knows the password",
    ),
    administers("answer_about_person", Approver::Nobody, "it is the approval; never by the asker"),
    administers("answer_about_device", Approver::Nobody, "it is the approval; never by the asker"),
    administers("disable", Approver::Nobody, "somebody who does harm is kept out at once"),
    administers(
        "enable",
        Approver::OtherForStaff,
        "whoever was kept out may have been so for a reason, and comes back with all their roles",
    ),
    administers(
        "unlock",
        Approver::Nobody,
        "a lock-out ends by itself anyway, and the password is still needed",
    ),
    administers("end_sessions", Approver::Nobody, "it takes access away, and gives none"),
    machine("add_device", "a card reader says which cards were drawn; a display speaks for the house"),
    machine("remove_device", "a table without its card reader can be dealt by hand"),
    cashier("open_patron", "the cashier has the person and the document at the counter"),
    cashier(
        "check_identity",
        "only the document that the patron was opened with counts; nobody checks their own, a payout rests on the \
         check of another cashier, and after a few wrong documents nobody tries for a while",
    ),
    owner("prove", false, "it is the proof"),
    owner("enrol", false, "whoever has a second factor already proves afresh first"),
    owner("confirm", false, "the code of the new generator is the proof"),
    owner("change_password", true, "with the old password"),
    owner("sign_out", false, "it takes access away, and gives none"),
    owner("end_session", false, "it takes access away, and gives none"),
    bearer("sign_in", "by login and password"),
    bearer("second_step", "by a code of the generator, or a recovery code"),
    bearer("come_in", "guests of a demo floor have play money"),
    bearer("claim_first", "by the secret that the first start prints, once"),
    bearer("accept", "by an invitation, and its code where another administrator had to approve"),
];

/// The table for a page.
#[must_use]
pub fn to_markdown() -> String {
    let mut page =
        "| action | who asks | who approves | fresh proof | why |\n|---|---|---|---|---|\n".to_owned();
    for action in PEOPLE_ACTIONS {
        let (asks, approves) = (action.asks.words(), action.approves.words());
        let proof = if action.fresh_proof { "needed" } else { "" };
        page.push_str(&format!(
            "| `{}` | {asks} | {approves} | {proof} | {} |\n",
            action.name, action.reason
        ));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_stands_once() {
        for action in PEOPLE_ACTIONS {
            let many = PEOPLE_ACTIONS.iter().filter(|other| other.name == action.name).count();
            assert_eq!(many, 1, "{}", action.name);
            if let Asker::May(permission) = action.asks
                && permission.needs_step_up()
            {
                assert!(action.fresh_proof, "{}", action.name);
            }
        }
    }
}
