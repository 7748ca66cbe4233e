//! The trail: what is written down of people, in the stream `people`. Names, logins and secrets are not in
//! it, so a person can be forgotten without a break in the chain: an entry says the number, and items say who
//! that is.

use banco_journal::At;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::refusal::PeopleError;
use crate::resets::NoticeKind;
use crate::role::{FloorKind, Kind, Roles};
use crate::secret::PublicId;

/// The version of the form in which records are written.
pub const RECORD_VERSION: u16 = 1;

/// What has happened. Fields are in alphabetical order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "fields are what they are called, and the same thing everywhere")]
pub enum Record {
    /// People are kept from now on.
    Opened { floor: FloorKind },
    /// The secret for the first administrator was made; earlier ones are worth nothing.
    FirstSecretMade {},
    /// The first administrator was made with it.
    FirstAdministratorClaimed { person: u32 },
    /// Somebody is known from now on.
    PersonCreated { kind: Kind, person: u32, roles: Roles },
    /// A cashier has checked who somebody is, and opened them as a patron.
    PatronOpened { person: u32 },
    /// A cashier has confirmed that a patron is somebody else than patrons of the same name and date of birth.
    PatronToldApart { others: Vec<u32>, person: u32 },
    /// A guest came in, without a password.
    GuestCame { person: u32, session: PublicId, until: At },
    /// Somebody is called something else.
    PersonRenamed { person: u32 },
    /// Somebody's roles are others.
    RolesChanged { from: Roles, person: u32, to: Roles },
    /// An administrator asks for other roles of somebody, which another must approve.
    RolesAsked { from: Roles, person: u32, request: u32, to: Roles, until: At },
    /// An administrator asks for an invitation of somebody who works for the house.
    InvitationAsked { person: u32, request: u32, until: At },
    /// An administrator asks that the second factor of such a person is taken away.
    SecondFactorResetAsked { person: u32, reason: String, request: u32, until: At },
    /// An administrator asks that somebody who works for the house may come in again.
    EnableAsked { person: u32, request: u32, until: At },
    /// An administrator asks for another name of somebody who works for the house.
    RenameAsked { person: u32, request: u32, until: At },
    /// An administrator asks for a machine at a table.
    DeviceAsked { device: PublicId, kind: DeviceKind, request: u32, table: u32, until: At },
    /// An administrator asks that a machine is taken away.
    DeviceRevocationAsked { device: PublicId, kind: DeviceKind, request: u32, table: u32, until: At },
    /// Another approves what was asked.
    #[serde(alias = "roles_approved")]
    RequestApproved { asked_by: u32, person: u32, request: u32 },
    /// Another does not, or whoever asked takes it back.
    #[serde(alias = "roles_turned_down")]
    RequestTurnedDown { person: u32, reason: String, request: u32 },
    /// The only administrator has named the second alone.
    SecondAdministratorNamed { person: u32 },
    /// Somebody may do nothing anymore.
    PersonDisabled { person: u32, reason: String },
    /// Somebody may come in again.
    PersonEnabled { person: u32 },
    /// Somebody was invited to choose a password.
    Invited { person: u32, until: At },
    /// The owner of an account is told what others have done about it.
    OwnerNotified { person: u32, what: NoticeKind },
    /// A cashier has seen the document of a patron once more: money moves again.
    IdentityChecked { person: u32 },
    /// A cashier has compared a document that was not the patron's: an alarm for the surveillance. After so many tries
    /// there are no more for a while.
    IdentityCheckFailed { locked_until: Option<At>, person: u32, tries: u32 },
    /// Somebody has chosen a password.
    PasswordChanged { person: u32 },
    /// A password that is the same was hashed anew.
    PasswordRehashed { person: u32 },
    /// Somebody is in.
    SignedIn {
        ended: Vec<PublicId>,
        failed_before: u32,
        person: u32,
        second_factor: Option<SecondFactorUsed>,
        session: PublicId,
    },
    /// Somebody is out.
    SignedOut { person: u32, session: PublicId },
    /// So many tries failed that there are no more for a while. Nobody where the login is not known.
    LockedOut { person: Option<u32>, tries: u32, until: At },
    /// So many tries from one address failed.
    AddressLockedOut { tries: u32, until: At },
    /// A lock-out was ended before its time.
    LockOutEnded { person: u32 },
    /// A session was ended from another one.
    SessionRevoked { person: u32, session: PublicId },
    /// All sessions of somebody were ended.
    SessionsRevoked { person: u32 },
    /// Somebody has proved again who they are.
    SteppedUp { person: u32, session: PublicId, until: At, with: Proof },
    /// Somebody has a second factor.
    SecondFactorEnrolled { person: u32, session: PublicId },
    /// A recovery code was used up.
    RecoveryCodeUsed { left: u32, person: u32 },
    /// New recovery codes took the place of the old ones.
    RecoveryCodesRenewed { person: u32 },
    /// Somebody has no second factor anymore.
    SecondFactorReset { person: u32, reason: String },
    /// A card reader or a display belongs to a table.
    DeviceEnrolled { device: PublicId, kind: DeviceKind, table: u32 },
    /// It does not anymore.
    DeviceRevoked { device: PublicId, kind: DeviceKind, table: u32 },
}

/// What somebody has proved with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// The password.
    Password,
    /// A code of the generator.
    Code,
}

/// Which second factor somebody used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondFactorUsed {
    /// A code of the generator.
    Code,
    /// A recovery code.
    RecoveryCode,
}

/// What stands at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeviceKind {
    /// Tells which cards are drawn.
    CardReader,
    /// Shows the table.
    Display,
}

#[derive(Serialize)]
struct Out<'a> {
    v: u16,
    what: &'a Record,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct In {
    v: u16,
    what: Record,
}

impl Record {
    /// A stable name.
    #[must_use]
    pub fn code(&self) -> String {
        let value = serde_json::to_value(self).ok();
        let name = value.as_ref().and_then(|value| value.as_object()?.keys().next().cloned());
        name.unwrap_or_default()
    }

    /// As it stands in an entry.
    pub(crate) fn to_raw(&self) -> Result<Box<RawValue>, PeopleError> {
        let text = serde_json::to_string(&Out { v: RECORD_VERSION, what: self });
        let raw = text.and_then(RawValue::from_string);
        raw.map_err(|error| banco_journal::StoreError::Damaged(error.to_string()).into())
    }

    /// Reads what stands in an entry.
    ///
    /// # Errors
    /// Something else stands there.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let In { v, what } = serde_json::from_str(text)?;
        if v == RECORD_VERSION {
            return Ok(what);
        }
        Err(serde::de::Error::custom(format!("version {v} of records of people is not known here")))
    }

    /// Whom it is about, where something about them may be other than before.
    #[must_use]
    pub const fn person(&self) -> Option<u32> {
        match self {
            Self::FirstAdministratorClaimed { person }
            | Self::PersonCreated { person, .. }
            | Self::GuestCame { person, .. }
            | Self::PersonRenamed { person }
            | Self::RolesChanged { person, .. }
            | Self::PersonDisabled { person, .. }
            | Self::PersonEnabled { person }
            | Self::PasswordChanged { person }
            | Self::OwnerNotified { person, .. }
            | Self::IdentityChecked { person }
            | Self::SessionsRevoked { person }
            | Self::SecondFactorEnrolled { person, .. }
            | Self::SecondFactorReset { person, .. } => Some(*person),
            Self::Opened { .. }
            | Self::FirstSecretMade {}
            | Self::PatronOpened { .. }
            | Self::PatronToldApart { .. }
            | Self::RolesAsked { .. }
            | Self::InvitationAsked { .. }
            | Self::SecondFactorResetAsked { .. }
            | Self::RenameAsked { .. }
            | Self::EnableAsked { .. }
            | Self::IdentityCheckFailed { .. }
            | Self::DeviceAsked { .. }
            | Self::DeviceRevocationAsked { .. }
            | Self::RequestApproved { .. }
            | Self::RequestTurnedDown { .. }
            | Self::SecondAdministratorNamed { .. }
            | Self::Invited { .. }
            | Self::PasswordRehashed { .. }
            | Self::SignedIn { .. }
            | Self::SignedOut { .. }
            | Self::LockedOut { .. }
            | Self::AddressLockedOut { .. }
            | Self::LockOutEnded { .. }
            | Self::SessionRevoked { .. }
            | Self::SteppedUp { .. }
            | Self::RecoveryCodeUsed { .. }
            | Self::RecoveryCodesRenewed { .. }
            | Self::DeviceEnrolled { .. }
            | Self::DeviceRevoked { .. } => None,
        }
    }

    /// Which sessions and devices are good for nothing from now on.
    #[must_use]
    pub fn ended(&self) -> Vec<PublicId> {
        match self {
            Self::SignedIn { ended, .. } => ended.clone(),
            Self::SignedOut { session, .. } | Self::SessionRevoked { session, .. } => vec![*session],
            Self::DeviceRevoked { device, .. } => vec![*device],
            _ => Vec::new(),
        }
    }
}
