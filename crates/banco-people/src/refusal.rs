//! An expected no, with a stable code and a hint; and everything else that can go wrong.

use banco_journal::StoreError;

use crate::role::{FloorKind, HouseRole, Kind};

/// Something that is not done. Nothing has changed, but for tries that were counted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The floor was opened as another kind.
    #[error("this floor is {}, not {}", kept.name(), asked.name())]
    OtherFloor {
        /// What it is.
        kept: FloorKind,
        /// What it was opened as.
        asked: FloorKind,
    },
    /// Somebody of another kind.
    #[error("no {} people on a {} floor", kind.name(), floor.name())]
    OtherKind {
        /// What they are.
        kind: Kind,
        /// What the floor is.
        floor: FloorKind,
    },
    /// Too many tries, for whoever asks: known or not.
    #[error("too many tries; wait {seconds} s")]
    SlowDown {
        /// How long.
        seconds: u64,
    },
    /// Login and password do not let anybody in. Why is not told.
    #[error("this login and password let nobody in")]
    SignInRefused,
    /// A code that is wrong, used before or too late.
    #[error("this code is wrong, too late or was used before")]
    WrongCode,
    /// A sign-in that took too long, or was finished before.
    #[error("this sign-in is no longer open")]
    SignInOver,
    /// Nobody is signed in by that.
    #[error("you are not signed in")]
    NotSignedIn,
    /// Only a second factor can be set up with this session.
    #[error("a second factor has to be set up first")]
    EnrolFirst,
    /// A fresh proof is needed.
    #[error("this needs a fresh proof that it is you")]
    StepUpNeeded,
    /// Whoever asks may not.
    #[error("you may not do that")]
    NotAllowed,
    /// One's own roles or account.
    #[error("nobody changes their own {what}")]
    OwnAccount {
        /// What of it.
        what: &'static str,
    },
    /// Nobody has that number.
    #[error("there is no person {0}")]
    NoPerson(u32),
    /// A person who is disabled.
    #[error("person {0} is disabled")]
    Disabled(u32),
    /// A person who is not disabled.
    #[error("person {0} is not disabled")]
    NotDisabled(u32),
    /// Somebody without a login.
    #[error("person {0} has no login")]
    NoLogin(u32),
    /// A name that is none.
    #[error("a name has 1 to 40 characters, none of them invisible")]
    BadName,
    /// A name of letters that nobody writes together.
    #[error("this name mixes letters of different scripts")]
    MixedName,
    /// A name that looks like that of somebody else.
    #[error("somebody else has this name, or one that looks like it")]
    NameTaken,
    /// A login that is none.
    #[error(
        "a login has 3 to 64 small letters, digits, `.`, `-`, `_` and `@`, and begins with a letter or digit"
    )]
    BadLogin,
    /// A login that somebody else has.
    #[error("this login is taken")]
    LoginTaken,
    /// No role at all.
    #[error("somebody without a role can do nothing")]
    NoRole,
    /// A role of machines.
    #[error("`{0}` is for machines")]
    MachineRole(HouseRole),
    /// Roles that one person does not hold together.
    #[error("these roles are kept apart: {reason}")]
    RolesApart {
        /// By which rule.
        rule: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// A password that is too short.
    #[error("a password has at least {least} characters")]
    PasswordShort {
        /// How many.
        least: usize,
    },
    /// A password that is too long.
    #[error("a password has at most {most} bytes")]
    PasswordLong {
        /// How many.
        most: usize,
    },
    /// A password that is guessed soon.
    #[error("this password is too easy to guess")]
    PasswordGuessed,
    /// A password with the name or the login of its owner in it.
    #[error("a password must not contain your name or your login")]
    PasswordNamed,
    /// A password that is good enough for a player and no more.
    #[error(
        "this password is not strong enough for someone who works here: it takes {least} characters, hard to guess"
    )]
    PasswordNotForStaff {
        /// How many characters.
        least: usize,
    },
    /// A legal name that is none.
    #[error("a legal name has 1 to 120 visible characters")]
    BadLegalName,
    /// A date of birth that is none.
    #[error("enter the date of birth as 2001-12-31")]
    BadDateOfBirth,
    /// A number that no document has.
    #[error("the number of a document has 5 to 32 letters and digits")]
    BadIdNumber,
    /// Somebody who is not of legal age.
    #[error("patrons are at least {least} years old")]
    TooYoung {
        /// How old.
        least: u32,
    },
    /// Another document than the one that a patron was opened with.
    #[error("this is not the document that this patron was opened with")]
    OtherDocument,
    /// An account that cools off.
    #[error(
        "no money moves in this account for now: its password or second factor was set anew by the house"
    )]
    CoolingOff,
    /// A document that belongs to somebody who is known.
    #[error("this document belongs to patron {0}")]
    PatronKnown(u32),
    /// A patron of the same name and date of birth is known.
    #[error("patron {0} has the same name and date of birth")]
    PatronAlike(u32),
    /// Somebody who is no player, or whoever asks.
    #[error("an account is for a player, and not for oneself")]
    NotAPlayer,
    /// The first administrator is there, or the secret is another.
    #[error("this secret makes no administrator")]
    NoFirstSecret,
    /// An invitation that is used up, too old or none.
    #[error("this invitation is not open")]
    NoInvitation,
    /// An invitation that another administrator has not approved yet.
    #[error("another administrator has not approved this invitation yet")]
    InvitationWaits,
    /// An invitation by one administrator to an account that has a password or money by now.
    #[error("this account has a password or money now: another administrator has to approve the invitation")]
    InvitationOutdated,
    /// An invitation without the code that goes with it.
    #[error("this invitation wants the code that the second administrator was given")]
    InvitationCode,
    /// No second factor to speak of.
    #[error("there is no second factor to change")]
    NoSecondFactor,
    /// Guests come to demo floors only.
    #[error("guests come to demo floors only")]
    NoGuests,
    /// No such session.
    #[error("there is no such session")]
    NoSession,
    /// No such device.
    #[error("there is no such device")]
    NoDevice,
    /// No screen shows this code.
    #[error("no screen shows this code")]
    NoPairing,
    /// One reader for a table.
    #[error("table {0} has a card reader")]
    ReaderThere(u32),
    /// Nobody else can approve it.
    #[error("what touches money or staff takes two administrators")]
    SecondAdministratorNeeded,
    /// Nobody has asked for that.
    #[error("nobody has asked for request {0}")]
    NoRequest(u32),
    /// Nobody has answered in time.
    #[error("nobody has answered request {0} in time")]
    RequestExpired(u32),
    /// Whoever asks does not approve.
    #[error("whoever asks does not approve")]
    SamePerson,
    /// What was asked for is not what it was.
    #[error("whoever asked, or whose roles they are, has other roles meanwhile")]
    RolesMoved,
    /// All numbers are handed out.
    #[error("there are no more numbers for people")]
    FloorFull,
    /// The same command again.
    #[error("this was asked before and is done")]
    DoneBefore,
}

impl Refusal {
    /// A stable name for this kind of refusal.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OtherFloor { .. } => "other_floor",
            Self::OtherKind { .. } => "other_kind",
            Self::SlowDown { .. } => "slow_down",
            Self::SignInRefused => "sign_in_refused",
            Self::WrongCode => "wrong_code",
            Self::SignInOver => "sign_in_over",
            Self::NotSignedIn => "not_signed_in",
            Self::EnrolFirst => "enrol_first",
            Self::StepUpNeeded => "step_up_needed",
            Self::NotAllowed => "not_allowed",
            Self::OwnAccount { .. } => "own_account",
            Self::NoPerson(_) => "no_person",
            Self::Disabled(_) => "disabled",
            Self::NotDisabled(_) => "not_disabled",
            Self::NoLogin(_) => "no_login",
            Self::BadName => "bad_name",
            Self::MixedName => "mixed_name",
            Self::NameTaken => "name_taken",
            Self::BadLogin => "bad_login",
            Self::LoginTaken => "login_taken",
            Self::NoRole => "no_role",
            Self::MachineRole(_) => "machine_role",
            Self::RolesApart { .. } => "roles_apart",
            Self::PasswordShort { .. } => "password_short",
            Self::PasswordLong { .. } => "password_long",
            Self::PasswordGuessed => "password_guessed",
            Self::PasswordNamed => "password_named",
            Self::PasswordNotForStaff { .. } => "password_not_for_staff",
            Self::BadLegalName => "bad_legal_name",
            Self::BadDateOfBirth => "bad_date_of_birth",
            Self::BadIdNumber => "bad_id_number",
            Self::TooYoung { .. } => "too_young",
            Self::OtherDocument => "other_document",
            Self::CoolingOff => "cooling_off",
            Self::PatronKnown(_) => "patron_known",
            Self::PatronAlike(_) => "patron_alike",
            Self::NotAPlayer => "not_a_player",
            Self::NoFirstSecret => "no_first_secret",
            Self::NoInvitation => "no_invitation",
            Self::InvitationWaits => "invitation_waits",
            Self::InvitationOutdated => "invitation_outdated",
            Self::InvitationCode => "invitation_code",
            Self::NoSecondFactor => "no_second_factor",
            Self::NoGuests => "no_guests",
            Self::NoSession => "no_session",
            Self::NoDevice => "no_device",
            Self::NoPairing => "no_pairing",
            Self::ReaderThere(_) => "reader_there",
            Self::SecondAdministratorNeeded => "second_administrator_needed",
            Self::NoRequest(_) => "no_request",
            Self::RequestExpired(_) => "request_expired",
            Self::SamePerson => "same_person",
            Self::RolesMoved => "changed_meanwhile",
            Self::FloorFull => "floor_full",
            Self::DoneBefore => "done_before",
        }
    }

    /// What to do instead.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::OtherFloor { .. } => Some("keep real and demo floors in folders of their own"),
            Self::OtherKind { .. } | Self::NoGuests => Some("use a floor of the other kind"),
            Self::SlowDown { .. } => Some("wait, or ask an administrator to end the lock-out"),
            Self::SignInRefused => Some("check both; after many tries, wait or ask an administrator"),
            Self::WrongCode => Some("wait for the next code, or use a recovery code"),
            Self::SignInOver | Self::NotSignedIn => Some("sign in"),
            Self::EnrolFirst => Some("set up a code generator for your account"),
            Self::StepUpNeeded => Some("give your password or a code again"),
            Self::NotAllowed | Self::OwnAccount { .. } => Some("ask an administrator"),
            Self::NotDisabled(_) | Self::Disabled(_) | Self::NoPerson(_) => {
                Some("look at the list of people")
            }
            Self::NoLogin(_) => Some("guests sign in nowhere"),
            Self::MixedName => Some("write it in one script"),
            Self::NameTaken => Some("add something that tells the two apart"),
            Self::BadName => Some("choose a name that others can read"),
            Self::BadLogin | Self::LoginTaken => Some("choose another login"),
            Self::NoRole => Some("disable the person instead"),
            Self::MachineRole(_) => Some("enrol a device or a display"),
            Self::RolesApart { .. } => Some("give the roles to two people"),
            Self::PasswordShort { .. } => Some("several words in a row are easy to keep in mind"),
            Self::PasswordLong { .. } => Some("choose another one"),
            Self::PasswordGuessed | Self::PasswordNamed => {
                Some("use several words that do not belong together, or let a password manager choose one")
            }
            Self::PasswordNotForStaff { .. } => Some("invite them to choose another password first"),
            Self::BadLegalName | Self::BadDateOfBirth | Self::BadIdNumber => {
                Some("enter it as the document has it")
            }
            Self::TooYoung { .. } => Some("nobody below this age plays here"),
            Self::OtherDocument => {
                Some("ask for the document of that day, or wait until the account has cooled off")
            }
            Self::CoolingOff => Some("wait, or show an identity document at the cage"),
            Self::PatronKnown(_) => Some("use the account that is there"),
            Self::PatronAlike(_) => Some("use that account, or confirm that this is another person"),
            Self::NotAPlayer => Some("an administrator gives them the role first"),
            Self::NoFirstSecret => Some("start the server again to be told a new secret"),
            Self::NoInvitation => Some("ask an administrator for a new one"),
            Self::InvitationWaits => Some("wait for the code, which the second administrator gives you"),
            Self::InvitationOutdated => Some("ask an administrator for a new one"),
            Self::InvitationCode => Some("ask the administrator who approved it"),
            Self::NoSecondFactor => Some("begin to set one up"),
            Self::NoSession | Self::NoDevice => Some("look at the list"),
            Self::NoPairing => Some("read the code from the screen again: each is good for ten minutes"),
            Self::ReaderThere(_) => Some("take the other one away first"),
            Self::SecondAdministratorNeeded => {
                Some("name a second administrator first, here or with `banco admin people add`")
            }
            Self::NoRequest(_) => Some("look at what waits"),
            Self::RequestExpired(_) => Some("ask for it again"),
            Self::SamePerson => Some("another administrator must"),
            Self::RolesMoved => Some("look again, then ask again"),
            Self::FloorFull => Some("begin a new floor"),
            Self::DoneBefore => None,
        }
    }
}

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PeopleError {
    /// It is not allowed or not possible.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system has no randomness to give.
    #[error("the operating system gives no randomness")]
    NoRandomness,
    /// A password could not be hashed.
    #[error("a password could not be hashed")]
    NoHash,
    /// A secret that is kept cannot be opened.
    #[error("a second factor cannot be opened with the keys at hand")]
    NoKey,
}

impl PeopleError {
    /// The refusal, if it is one.
    #[must_use]
    pub const fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }
}
