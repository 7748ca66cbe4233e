//! Who is who: people, roles, passwords, second factors, sessions and devices.
//!
//! [`People`] is what a shell holds on to. It knows no HTTP, reads no clock and draws no chance of its own:
//! both are passed in. Everything is kept in a [`banco_journal::Store`]: items say how things are, and every
//! change is written down in the stream [`STREAM`], in the same batch. So the trail is whole, and other nodes
//! notice by its head.
//!
//! Secrets are kept as hashes, those of code generators encrypted. None is in a record, in a key of an item,
//! in an error or in what `Debug` prints.

pub mod actions;
mod asked;
mod civil;
mod desk;
mod devices;
mod directory;
mod grants;
mod invitations;
mod items;
mod names;
mod pairing;
pub mod password;
mod patrons;
mod people;
pub mod permission;
mod persons;
pub mod record;
mod refusal;
mod resets;
pub mod role;
mod second_factor;
pub mod secret;
mod sessions;
mod sign_in;
mod sweep;
pub mod throttle;
mod trail;

pub use actions::{Approver, Asker, PEOPLE_ACTIONS, PeopleAction};
pub use asked::{Approved, Asked};
pub use devices::{Device, DeviceId, DeviceMade, is_about_machine};
pub use directory::{Directory, Known};
pub use invitations::{InvitationCode, InvitationMade, Invited};
pub use items::{Asking, Reach};
pub use names::name_of;
pub use pairing::{PAIRING, Paired};
pub use password::{Cost, Password, PasswordHash};
pub use patrons::{IDENTITY_CHECK_VALID, IdNumber, IdType, IdentityCheck, NewPatron, Patron, PatronMade};
pub use people::{Call, Caller, Client, LAST_PERSON, Lifetime, People, STREAM, Settings};
pub use permission::Permission;
pub use persons::{Made, NewPerson, login_of};
pub use record::{DeviceKind, Record};
pub use refusal::{PeopleError, Refusal};
pub use resets::{Notice, NoticeKind};
pub use role::{FloorKind, HouseRole, Kind, Roles};
pub use second_factor::{Enrolled, Enrolment, RECOVERY_CODES, RecoveryCodes};
pub use secret::PairingToken;
pub use secret::{
    BrowserMark, BrowserSecret, DeviceToken, FirstSecret, Invitation, PublicId, Random, SessionToken,
    SystemRandom, Ticket,
};
pub use sessions::{Session, SessionId, SignedIn};
pub use sign_in::{Attempt, Judged, SignIn};
pub use trail::Trail;
