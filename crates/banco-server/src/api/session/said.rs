//! What is said and shown when people come in and go.

use banco_people::{Permission, Reach, Session};
use banco_wire::Moment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A guest comes in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GuestWanted {
    /// What others see.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
    /// Whether the token is wanted in the answer, for a program; browsers get a cookie.
    #[serde(default)]
    pub bearer: bool,
}

/// Somebody signs in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInWanted {
    /// What they sign in with.
    #[schemars(length(max = 200))]
    pub login: String,
    /// Their password.
    #[schemars(length(max = 200))]
    pub password: String,
    /// Whether the token is wanted in the answer, for a program; browsers get a cookie.
    #[serde(default)]
    pub bearer: bool,
}

/// The second step of a sign-in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondStepWanted {
    /// As the first step gave it.
    #[schemars(length(max = 200))]
    pub ticket: String,
    /// Six digits, or a recovery code.
    #[schemars(length(max = 40))]
    pub code: String,
    /// Whether the token is wanted in the answer.
    #[serde(default)]
    pub bearer: bool,
}

/// A fresh proof of who asks: one of both.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("minProperties" = 1, "maxProperties" = 1))]
pub struct ProofWanted {
    /// Their password.
    #[serde(default)]
    #[schemars(with = "String", length(max = 200), extend("default" = ""))]
    pub password: Option<String>,
    /// Six digits, or a recovery code.
    #[serde(default)]
    #[schemars(with = "String", length(max = 40), extend("default" = ""))]
    pub code: Option<String>,
}

/// A new password.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordWanted {
    /// The old one.
    #[schemars(length(max = 200))]
    pub old: String,
    /// The new one.
    #[schemars(length(max = 200))]
    pub new: String,
    /// Whether the new token is wanted in the answer.
    #[serde(default)]
    pub bearer: bool,
}

/// The first administrator.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstWanted {
    /// The secret that the first start printed.
    #[schemars(length(max = 200))]
    pub secret: String,
    /// What others see.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
    /// What they sign in with.
    #[schemars(length(min = 1, max = 100))]
    pub login: String,
    /// Their password.
    #[schemars(length(max = 200))]
    pub password: String,
}

/// Somebody is known from now on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PersonMade {
    /// Their number.
    pub person: u32,
}

/// Somebody who was invited chooses a password.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitedWanted {
    /// As the administrator was given it.
    #[schemars(length(max = 200))]
    pub invitation: String,
    /// The code that goes with it, for whoever works for the house: the administrator who approved it was told.
    #[schemars(length(max = 40))]
    pub code: Option<String>,
    /// Their password.
    #[schemars(length(max = 200))]
    pub password: String,
}

/// A code of a generator.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeWanted {
    /// Six digits.
    #[schemars(length(max = 40))]
    pub code: String,
    /// Whether the new token is wanted in the answer.
    #[serde(default)]
    pub bearer: bool,
}

/// Who is signed in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "SignedInSession")]
pub struct SessionSeen {
    /// Which session.
    pub id: String,
    /// Whose.
    pub person: u32,
    /// What others see.
    pub name: String,
    /// What they are.
    pub roles: Vec<String>,
    /// What they may do.
    pub may: Vec<&'static str>,
    /// `real`, `demo` or `test`.
    pub kind: String,
    /// Whether a second factor must be set up before anything else.
    pub enrol_first: bool,
    /// Whether there is a second factor.
    pub second_factor: bool,
    /// When it began.
    pub since: Moment,
    /// When it ends, however much it is used.
    pub until: Moment,
    /// Until when a fresh proof counts.
    pub stepped_up_until: Option<Moment>,
    /// Where it is from.
    pub label: String,
}

/// Somebody has just come in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SignedInSeen {
    /// Who is signed in.
    pub session: SessionSeen,
    /// To be sent as `X-CSRF-Token` with everything that changes something.
    pub csrf: String,
    /// The token, where it was asked for.
    pub token: Option<String>,
    /// How many tries have failed since they last came in.
    pub failed_before: u32,
    /// When they last came in.
    pub last: Option<Moment>,
    /// What the house has done about the account since then, newest first.
    pub notices: Vec<OwnerNotice>,
    /// Recovery codes, told here and nowhere else.
    pub recovery: Vec<String>,
}

/// Something about an account that its owner should know.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OwnerNotice {
    /// When.
    pub at: Moment,
    /// `reset_invited`, `password_reset` or `second_factor_reset`.
    pub what: &'static str,
}

/// The first of two steps is done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SecondStepSeen {
    /// To be sent with the code.
    pub ticket: String,
}

/// A second factor that is to be set up.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EnrolmentSeen {
    /// To be typed into a generator.
    pub secret: String,
    /// The same as an address for one.
    pub uri: String,
}

/// Who is asking.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MeSeen {
    /// The session.
    pub session: SessionSeen,
    /// To be sent as `X-CSRF-Token` with everything that changes something.
    pub csrf: String,
}

pub(in crate::api) fn session_seen(session: &Session) -> SessionSeen {
    let may = Permission::ALL.into_iter().filter(|permission| session.may(*permission));
    SessionSeen {
        id: session.id.to_string(),
        person: session.person.0,
        name: session.name.clone(),
        roles: session.roles.iter().map(|role| role.name().to_owned()).collect(),
        may: may.map(Permission::name).collect(),
        kind: session.kind.name().to_owned(),
        enrol_first: session.reach != Reach::Full,
        second_factor: session.second_factor,
        since: Moment::from_micros(session.since.0),
        until: Moment::from_micros(session.until.0),
        stepped_up_until: session.stepped_up_until.map(|at| Moment::from_micros(at.0)),
        label: session.label.clone(),
    }
}
