//! Routes about people and the machines at tables, for administrators.

use axum::routing::{delete, get, post, put};
use banco_people::Permission as May;

use super::{CURSOR, LIMIT, read, route};
use crate::api::{approvals, people};
use crate::guard::Guard;
use crate::route::{Answer, Route};

/// Those about people and machines.
pub(super) fn all() -> Vec<Route> {
    let administers = Guard::May(&[May::AdministerPeople]);
    let machines = Guard::May(&[May::AdministerTables]);
    vec![
        route!(
            read("/api/v1/people", "people", "Everybody.", administers, Answer::Page("PersonSeen")),
            get(people::list),
            query = &[CURSOR, LIMIT]
        ),
        route!(
            read("/api/v1/people", "add_person", "Somebody new.", administers, Answer::Json("PersonAdded")),
            post(people::add),
            method = "post",
            body = Some("PersonWanted"),
            keyed = true
        ),
        route!(
            read("/api/v1/people/{person}", "person", "Somebody.", administers, Answer::Json("PersonSeen")),
            get(people::one)
        ),
        route!(
            read(
                "/api/v1/people/{person}/invitation",
                "invite",
                "Invite somebody to choose a password; 202 where another administrator must approve, as for all who work here, have a password or hold money.",
                administers,
                Answer::Json("InvitationSeen")
            ),
            post(people::invite),
            method = "post"
        ),
        route!(
            read(
                "/api/v1/people/{person}/roles",
                "change_roles",
                "What somebody is from now on; 202 where another administrator must approve.",
                administers,
                Answer::Nothing
            ),
            put(people::change_roles),
            method = "put",
            body = Some("RolesWanted")
        ),
        route!(
            read(
                "/api/v1/approvals/person/{person}/{request}",
                "answer_about_person",
                "Approve what another administrator asks for somebody, or turn it down; 200 with the code of an invitation.",
                administers,
                Answer::Nothing
            ),
            post(approvals::answer_about_person),
            method = "post",
            body = Some("AnswerWanted"),
            keyed = true
        ),
        route!(
            read(
                "/api/v1/approvals/device/{table}/{request}",
                "answer_about_device",
                "Approve what another administrator asks for a machine at a table, or turn it down.",
                administers,
                Answer::Nothing
            ),
            post(approvals::answer_about_device),
            method = "post",
            body = Some("AnswerWanted"),
            keyed = true
        ),
        route!(
            read(
                "/api/v1/people/{person}/name",
                "rename",
                "What somebody is called from now on; 202 where another administrator must approve.",
                administers,
                Answer::Nothing
            ),
            put(people::rename),
            method = "put",
            body = Some("NameWanted")
        ),
        route!(
            read(
                "/api/v1/people/{person}/disabled",
                "disable",
                "Somebody may do nothing from now on.",
                administers,
                Answer::Nothing
            ),
            post(people::disable),
            method = "post",
            body = Some("ReasonWanted")
        ),
        route!(
            read(
                "/api/v1/people/{person}/disabled",
                "enable",
                "Somebody may come back; 202 where another administrator must approve.",
                administers,
                Answer::Nothing
            ),
            delete(people::enable),
            method = "delete"
        ),
        route!(
            read("/api/v1/people/{person}/lock", "unlock", "End a lock-out.", administers, Answer::Nothing),
            delete(people::unlock),
            method = "delete"
        ),
        route!(
            read(
                "/api/v1/people/{person}/sessions",
                "end_sessions",
                "End all sessions of somebody.",
                administers,
                Answer::Nothing
            ),
            delete(people::revoke_all),
            method = "delete"
        ),
        route!(
            read(
                "/api/v1/people/{person}/second-factor/reset",
                "reset_second_factor",
                "Take away a second factor that was lost; 202 where another administrator must approve.",
                administers,
                Answer::Nothing
            ),
            post(people::reset),
            method = "post",
            body = Some("ReasonWanted")
        ),
        route!(
            read(
                "/api/v1/devices",
                "devices",
                "Card readers and displays.",
                machines,
                Answer::Page("DeviceSeen")
            ),
            get(people::devices)
        )
        .shows_no_patrons("machines at tables"),
        route!(
            read(
                "/api/v1/devices",
                "add_device",
                "A machine for a table; 202 where another administrator must approve.",
                machines,
                Answer::Json("DeviceMade")
            ),
            post(people::add_device),
            method = "post",
            body = Some("DeviceWanted")
        ),
        route!(
            read(
                "/api/v1/devices/{table}/{device}",
                "remove_device",
                "Take a machine away; 202 where another administrator must approve.",
                machines,
                Answer::Nothing
            ),
            delete(people::remove_device),
            method = "delete"
        ),
    ]
}
