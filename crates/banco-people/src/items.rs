//! What is kept of people beside the trail: items, each in a space of its own. No key holds anything secret.

use banco_journal::At;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::password::PasswordHash;
use crate::patrons::IdType;
use crate::record::DeviceKind;
use crate::resets::Notice;
use crate::role::{FloorKind, Kind, Roles};
use crate::secret::{Digest, PublicId};
use crate::throttle::Counter;

/// Something that is kept in a space.
pub(crate) trait KeptItem: Serialize + DeserializeOwned + Send {
    /// Which one.
    const SPACE: &'static str;
}

macro_rules! kept {
    ($($item:ty => $space:literal),* $(,)?) => {
        $(impl KeptItem for $item {
            const SPACE: &'static str = $space;
        })*
    };
}

kept! {
    HouseItem => "people",
    FirstItem => "first",
    PersonItem => "person",
    LoginItem => "login",
    NameItem => "name",
    CredentialItem => "credential",
    SessionItem => "session",
    TicketItem => "ticket",
    InvitationItem => "invitation",
    AskedItem => "asked",
    PatronItem => "patron",
    IdentityItem => "identity",
    IdentityKeyItem => "identity_key",
    DeviceItem => "device",
    PairingItem => "pairing",
    PairingCodeItem => "pairing_code",
    Counter => "tries",
}

/// The key of what there is only one of.
pub(crate) const ONLY: &str = "house";

/// The key of a person's items.
pub(crate) fn person_key(person: u32) -> String {
    format!("{person:010}")
}

/// What is kept once for the floor.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HouseItem {
    /// Real people and others never meet.
    pub(crate) floor: FloorKind,
    /// The next number of a person.
    pub(crate) next: u32,
    /// Goes into hashes of what can be guessed, so that they say nothing elsewhere.
    pub(crate) pepper: [u8; 32],
    /// Whether there was an administrator.
    pub(crate) administered: bool,
    /// Whether the names of all people are claimed.
    #[serde(default)]
    pub(crate) names_claimed: bool,
}

/// What is kept of the secret for the first administrator.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FirstItem {
    pub(crate) secret: Digest,
}

/// Somebody.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PersonItem {
    pub(crate) name: String,
    pub(crate) login: Option<String>,
    pub(crate) roles: Roles,
    pub(crate) kind: Kind,
    pub(crate) disabled: bool,
    /// Raised by everything that ends all sessions.
    pub(crate) epoch: u64,
    pub(crate) second_factor: bool,
    pub(crate) since: At,
    /// Until when, for guests.
    pub(crate) until: Option<At>,
    /// Until when no money moves, since others have set the password or the second factor anew.
    #[serde(default)]
    pub(crate) cool_off_until: Option<At>,
    /// What the owner should know, newest first.
    #[serde(default)]
    pub(crate) notices: Vec<Notice>,
}

impl PersonItem {
    /// Whether they may do anything at all.
    pub(crate) fn is_active(&self, now: At) -> bool {
        !self.disabled && self.until.is_none_or(|until| until > now)
    }

    /// The same, with all their sessions ended.
    pub(crate) fn raised(mut self) -> Self {
        self.epoch = self.epoch.saturating_add(1);
        self
    }
}

/// Whose login it is.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LoginItem {
    pub(crate) person: u32,
}

/// Whose name looks like that. Its key is a hash of the skeleton.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NameItem {
    pub(crate) person: u32,
}

/// How somebody proves who they are.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CredentialItem {
    pub(crate) password: Option<PasswordHash>,
    pub(crate) factor: Option<Factor>,
    /// A second factor that is not confirmed yet.
    pub(crate) enrolling: Option<Sealed>,
    /// Recovery codes that are left.
    pub(crate) recovery: Vec<Digest>,
    /// Where somebody came in from lately: tries from elsewhere do not lock them out there.
    pub(crate) known: Vec<Digest>,
    /// Browsers from which somebody came in lately: tries from elsewhere do not lock them out there, not even
    /// tries from the same address.
    #[serde(default)]
    pub(crate) browsers: Vec<KnownBrowser>,
    pub(crate) last_sign_in: Option<At>,
}

/// A browser that has signed in with a login.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KnownBrowser {
    /// Of the login and the secret of the browser.
    pub(crate) digest: Digest,
    pub(crate) until: At,
}

/// A second factor.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Factor {
    pub(crate) secret: Sealed,
    /// No code of this step or an earlier one is good for anything.
    pub(crate) last_step: u64,
}

/// Something that is encrypted with a key of the house.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sealed {
    pub(crate) key: String,
    pub(crate) bytes: Vec<u8>,
}

/// How far a session reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// As far as the roles of its owner.
    Full,
    /// Only as far as a second factor has to be set up.
    Enrolment,
}

/// A session.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SessionItem {
    pub(crate) id: PublicId,
    pub(crate) secret: Digest,
    pub(crate) person: u32,
    pub(crate) epoch: u64,
    pub(crate) reach: Reach,
    pub(crate) since: At,
    pub(crate) seen: At,
    /// When it ends, however much it is used.
    pub(crate) until: At,
    /// How long it may lie idle, in microseconds.
    pub(crate) idle: i64,
    pub(crate) stepped_up_until: Option<At>,
    pub(crate) label: String,
}

impl SessionItem {
    pub(crate) fn is_over(&self, now: At) -> bool {
        now >= self.until || now >= self.idle_until()
    }

    pub(crate) const fn idle_until(&self) -> At {
        At(self.seen.0.saturating_add(self.idle))
    }
}

/// A sign-in that waits for its second step.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TicketItem {
    pub(crate) secret: Digest,
    pub(crate) epoch: u64,
    pub(crate) until: At,
}

/// Somebody who is to choose a password.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InvitationItem {
    pub(crate) secret: Digest,
    pub(crate) epoch: u64,
    pub(crate) until: At,
    #[serde(default)]
    pub(crate) lock: Lock,
    /// Whether it sets the password of an account anew that had one, or that holds money.
    #[serde(default)]
    pub(crate) resets: bool,
    /// Made at the cage, for a patron whose document lay on the counter.
    #[serde(default)]
    pub(crate) at_counter: bool,
}

/// What an invitation wants beside itself.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Lock {
    /// Nothing.
    #[default]
    Free,
    /// Another administrator must approve it.
    Waits(u32),
    /// The code that the other administrator was told.
    Code(Digest),
}

/// What one administrator has asked for and another must approve. Its key is the number of the entry that asks.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedItem {
    pub(crate) by: u32,
    pub(crate) person: u32,
    pub(crate) until: At,
    pub(crate) what: Asking,
}

/// What takes two administrators: whoever could do it alone could act as two people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Asking {
    /// Other roles.
    Roles {
        /// What they are.
        from: Roles,
        /// What they are to be.
        to: Roles,
    },
    /// An invitation to choose a password, for somebody who works for the house.
    Invitation {},
    /// The second factor of somebody who works for the house is taken away.
    SecondFactorReset {
        /// Why.
        reason: String,
    },
    /// A machine at a table.
    Device {
        /// Which one.
        device: PublicId,
        /// What it does.
        kind: DeviceKind,
        /// What people call it.
        name: String,
        /// At which table.
        table: u32,
    },
    /// A machine is taken away.
    DeviceRevoked {
        /// Which one.
        device: PublicId,
        /// What it does.
        kind: DeviceKind,
        /// What people call it.
        name: String,
        /// At which table.
        table: u32,
    },
    /// Somebody who works for the house may come in again.
    Enable {},
    /// Another display name for somebody who works for the house: those who approve are known by theirs.
    Name {
        /// What they are to be called.
        to: String,
    },
}

/// A machine at a table.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceItem {
    pub(crate) id: PublicId,
    pub(crate) secret: Digest,
    pub(crate) kind: DeviceKind,
    pub(crate) table: u32,
    pub(crate) name: String,
    pub(crate) since: At,
    /// Until when another administrator can approve it. `None` once one has.
    #[serde(default)]
    pub(crate) waits_until: Option<At>,
}

impl DeviceItem {
    /// Whether nobody has approved it in time.
    pub(crate) fn is_forgotten(&self, now: At) -> bool {
        self.waits_until.is_some_and(|until| until <= now)
    }
}

/// A screen that shows a code, or whose code was typed in.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PairingItem {
    pub(crate) secret: Digest,
    /// It is worth nothing without an administrator, so it is kept as it is shown.
    pub(crate) code: String,
    /// `None` once it is a display.
    pub(crate) until: Option<At>,
    pub(crate) table: Option<u32>,
}

impl PairingItem {
    pub(crate) fn is_over(&self, now: At) -> bool {
        self.until.is_some_and(|until| until <= now)
    }
}

/// Which screen shows this code. Its key is the code.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PairingCodeItem {
    pub(crate) id: PublicId,
    pub(crate) until: At,
}

/// What the document of a patron says.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PatronItem {
    pub(crate) legal_name: String,
    pub(crate) date_of_birth: String,
    pub(crate) id_type: IdType,
    pub(crate) id_number: Sealed,
    /// The end of the number.
    pub(crate) id_shown: String,
    pub(crate) note: String,
    pub(crate) checked_by: Option<u32>,
    pub(crate) checked_at: At,
    /// The last time a cashier compared the document again.
    #[serde(default)]
    pub(crate) checked_again: Option<DocumentCheck>,
    /// The last time somebody else than the last one compared it.
    #[serde(default)]
    pub(crate) checked_by_another: Option<DocumentCheck>,
}

/// A comparison of a patron's document at the cage.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DocumentCheck {
    pub(crate) at: At,
    pub(crate) by: Option<u32>,
}

/// Whose document it is. Its key is a keyed hash of kind and number.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IdentityItem {
    pub(crate) person: u32,
}

/// The key of those hashes.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IdentityKeyItem {
    pub(crate) secret: Sealed,
}
