//! Routes by which people come in and go.

use axum::routing::{delete, get, post, put};

use super::{read, route};
use crate::api::session;
use crate::guard::Guard;
use crate::route::{Answer, Route};

/// Those by which people come in and go.
pub(super) fn all() -> Vec<Route> {
    let (any, signed_in) = (Guard::Anybody, Guard::SignedIn);
    vec![
        route!(
            read(
                "/api/v1/guests",
                "come_in",
                "A guest comes in, on a demo floor.",
                any,
                Answer::Json("SignedInSeen")
            ),
            post(session::guest),
            method = "post",
            body = Some("GuestWanted")
        ),
        route!(
            read("/api/v1/session", "me", "Who is signed in.", signed_in, Answer::Json("MeSeen")),
            get(session::me),
            background = true
        ),
        route!(
            read(
                "/api/v1/session",
                "sign_in",
                "Sign in; 202 asks for a code.",
                any,
                Answer::Json("SignedInSeen")
            ),
            post(session::sign_in),
            method = "post",
            body = Some("SignInWanted")
        ),
        route!(
            read("/api/v1/session", "sign_out", "Sign out.", signed_in, Answer::Nothing),
            delete(session::sign_out),
            method = "delete"
        ),
        route!(
            read(
                "/api/v1/session/second-step",
                "second_step",
                "The code that a sign-in asks for.",
                any,
                Answer::Json("SignedInSeen")
            ),
            post(session::second_step),
            method = "post",
            body = Some("SecondStepWanted")
        ),
        route!(
            read(
                "/api/v1/session/proof",
                "prove",
                "Prove afresh who you are.",
                signed_in,
                Answer::Json("SignedInSession")
            ),
            post(session::prove),
            method = "post",
            body = Some("ProofWanted")
        ),
        route!(
            read(
                "/api/v1/sessions",
                "sessions",
                "Your own sessions.",
                signed_in,
                Answer::Page("SignedInSession")
            ),
            get(session::sessions)
        ),
        route!(
            read("/api/v1/sessions/{session}", "end_session", "End one of them.", signed_in, Answer::Nothing),
            delete(session::revoke),
            method = "delete"
        ),
        route!(
            read(
                "/api/v1/second-factor",
                "enrol",
                "Set up a second factor.",
                signed_in,
                Answer::Json("EnrolmentSeen")
            ),
            post(session::enrol),
            method = "post"
        ),
        route!(
            read(
                "/api/v1/second-factor/confirmation",
                "confirm",
                "Show that it works.",
                signed_in,
                Answer::Json("SignedInSeen")
            ),
            post(session::confirm),
            method = "post",
            body = Some("CodeWanted")
        ),
        route!(
            read(
                "/api/v1/password",
                "change_password",
                "Choose a new password.",
                signed_in,
                Answer::Json("SignedInSeen")
            ),
            put(session::change_password),
            method = "put",
            body = Some("PasswordWanted")
        ),
        route!(
            read(
                "/api/v1/first-administrator",
                "claim_first",
                "The first administrator, by the secret that the first start prints.",
                any,
                Answer::Json("PersonMade")
            ),
            post(session::first),
            method = "post",
            body = Some("FirstWanted")
        ),
        route!(
            read(
                "/api/v1/invitations/accepted",
                "accept",
                "Choose a password after an invitation.",
                any,
                Answer::Nothing
            ),
            post(session::accept),
            method = "post",
            body = Some("InvitedWanted")
        ),
    ]
}
