//! Routes of what takes two people.

use axum::routing::{get, post};
use banco_people::Permission as May;

use super::{PROPOSES, read, route};
use crate::api::{approvals, setup};
use crate::guard::Guard;
use crate::route::{Answer, Route};

/// Those of whatever one person proposes or asks for, and another answers.
pub(super) fn all() -> Vec<Route> {
    vec![
        route!(
            read(
                "/api/v1/proposals",
                "proposals",
                "Tables that wait for a second person.",
                Guard::May(&[May::AdministerTables, May::Supervise, May::Approve]),
                Answer::Page("ProposalSeen")
            ),
            get(setup::list)
        )
        .shows_no_patrons("tables that are proposed"),
        route!(
            read(
                "/api/v1/proposals",
                "propose",
                "Propose a table by a Rules Submission.",
                PROPOSES,
                Answer::Json("ProposalSeen")
            ),
            post(setup::propose),
            method = "post",
            body = Some("TableWanted"),
            keyed = true
        ),
        route!(
            read(
                "/api/v1/proposals/{proposal}",
                "answer_proposal",
                "Approve it, or not.",
                Guard::May(&[May::Approve]),
                Answer::Json("Done")
            ),
            post(setup::answer),
            method = "post",
            body = Some("ProposalAnswer"),
            keyed = true
        ),
        route!(
            read(
                "/api/v1/approvals",
                "approvals",
                "What waits for a second person.",
                Guard::May(&[May::Approve, May::Observe, May::AdministerPeople]),
                Answer::Page("Waiting")
            ),
            get(approvals::list)
        ),
        route!(
            read(
                "/api/v1/approvals/{kind}/{id}/{request}",
                "answer_approval",
                "Approve it, or turn it down.",
                Guard::May(&[May::Approve]),
                Answer::Json("Done")
            ),
            post(approvals::answer),
            method = "post",
            body = Some("AnswerWanted"),
            keyed = true
        ),
    ]
}
