//! The routes of the house's own pages.

use axum::routing::{get, post};
use banco_pages::staff::Section;
use banco_people::Permission as May;

use super::{admin, cage, door, floor, money, permissions, relay, reports, table, watch};
use crate::guard::Guard;
use crate::pages::routes::{at, page};
use crate::read_limit::Cost;
use crate::route::Route;

/// Whether a section has its page.
#[must_use]
pub fn has(section: Section) -> bool {
    crate::pages::routes::routes().iter().any(|route| route.path == section.path() && route.method == "get")
}

/// A section is looked at by whoever may.
const fn sees(section: Section) -> Guard {
    Guard::May(permissions(section))
}

/// Accounts are opened by those who check documents.
const OPENS: Guard = Guard::May(&[May::OpenPatrons]);

/// Receipts are seen by those who move money, and those who look at the books; each kind by its own.
/// The others see those in which they had a part.
const RECEIPTS: Guard = Guard::May(&[
    May::Cage,
    May::Supervise,
    May::SeeAudit,
    May::SeeBooks,
    May::Deal,
    May::Approve,
    May::OwnAccount,
]);

/// Copies leave the house with auditors alone.
const EXPORTS: Guard = Guard::May(&[May::Export]);

/// Every one of them.
#[must_use]
pub fn routes() -> Vec<Route> {
    let all = [first_day(), of_floor(), of_cage(), of_books(), of_administration()];
    all.into_iter().flatten().collect()
}

/// Whoever begins here, and what all of them send.
fn first_day() -> Vec<Route> {
    vec![
        at!(page("/invitation", "invited", "Somebody who was invited.", Guard::Anybody), get(door::invited)),
        at!(
            page("/invitation", "accept_invited", "Somebody who was invited has chosen a password.", Guard::Anybody),
            form post(door::accept)
        ),
        at!(
            page(
                "/first-administrator",
                "first_page",
                "The first administrator of a new floor.",
                Guard::Anybody
            ),
            get(door::first)
        ),
        at!(
            page("/first-administrator", "first_answer", "The first administrator comes in.", Guard::Anybody),
            form post(door::claim)
        ),
        at!(
            page("/second-factor", "factor_page", "Setting up a second factor.", Guard::SignedIn),
            get(door::second_factor)
        ),
        at!(
            page("/second-factor", "factor_answer", "A second factor begins, or is confirmed.", Guard::SignedIn),
            form post(door::enrol)
        ),
        at!(
            page("/staff/do", "staff_do", "Whatever the house does, by a form.", Guard::SignedIn),
            form post(relay::act)
        ),
    ]
}

/// Those of the floor.
fn of_floor() -> Vec<Route> {
    let floors = sees(Section::Floor);
    vec![
        at!(page("/floor", "floor_page", "All tables at a glance.", floors), get(floor::page))
            .shows_no_patrons("tables as a whole, and what waits there"),
        at!(
            page("/floor/parts", "floor_parts", "What changes on the floor.", floors).in_background(),
            get(floor::parts)
        )
        .shows_no_patrons("tables as a whole, and what waits there"),
        at!(
            page("/floor/known", "know_alarm", "Somebody knows of an alarm.", floors),
            form post(floor::known)
        ),
        at!(
            page("/floor/tables/{table}", "floor_table", "One table, as the floor sees it.", floors),
            get(table::page)
        ),
        at!(
            page("/floor/tables/{table}/parts", "floor_table_parts", "What changes at one table.", floors)
                .in_background(),
            get(table::parts)
        ),
        at!(
            page("/floor/accounts", "floor_accounts", "Accounts, for corrections.", floors),
            get(cage::on_floor)
        )
        .costs(Cost::Read),
    ]
}

/// Those of the cage.
fn of_cage() -> Vec<Route> {
    let cages = sees(Section::Cage);
    vec![
        at!(
            page("/cage", "cage_page", "Accounts, what waits, and the closing of the day.", cages),
            get(cage::page)
        )
        .costs(Cost::Cage),
        at!(
            page("/receipts/{number}", "receipt_page", "A receipt, by its number.", RECEIPTS),
            get(money::page)
        )
        .costs(Cost::Read),
        at!(
            page("/receipts", "receipts_page", "Receipts of a table or of one's own account.", RECEIPTS),
            get(money::list)
        )
        .costs(Cost::Read),
        at!(
            page("/cage/patrons", "open_patron_form", "Opens an account for a patron, by a form.", OPENS),
            form post(cage::open_patron)
        ),
        at!(page("/cage/close", "close_day", "Closes the day.", cages), form post(cage::close))
            .costs(Cost::Cage),
    ]
}

/// Those of surveillance and of reports.
fn of_books() -> Vec<Route> {
    let watches = sees(Section::Surveillance);
    vec![
        at!(page("/surveillance", "watch_page", "Every table, to look at.", watches), get(watch::page)).costs(Cost::Read),
        at!(
            page("/surveillance/parts", "watch_parts", "What changes at every table.", watches)
                .in_background(),
            get(watch::parts)
        ),
        at!(
            page("/surveillance/rounds/{round}", "watch_round", "A round told with its postings.", watches),
            get(watch::round)
        ).costs(Cost::Read),
        at!(
            page("/surveillance/rounds/{round}/package", "dispute_package", "All that a dispute needs.", EXPORTS),
            form post(watch::package)
        ).shows_patrons_to(&[May::Export]).costs(Cost::Read),
        at!(
            page("/reports", "reports_page", "Reports of the floor.", sees(Section::Reports)),
            get(reports::page)
        ).costs(Cost::Report),
    ]
}

/// Those of the administration.
fn of_administration() -> Vec<Route> {
    let admins = sees(Section::Administration);
    vec![
        at!(page("/admin", "admin_tables", "Tables, links and submissions.", admins), get(admin::tables))
            .shows_no_patrons("tables, links and submissions"),
        at!(page("/admin/submission", "admin_draft", "A draft of a submission.", admins), get(admin::draft))
            .shows_no_patrons("a draft of a submission"),
        at!(
            page("/admin/submission", "admin_submit", "Checks a draft, or proposes the table.", admins),
            form post(admin::submit)
        ),
        at!(page("/admin/people", "admin_people", "People and roles.", admins), get(admin::people)),
        at!(
            page("/admin/machines", "admin_machines", "Card readers and displays.", admins),
            get(admin::machines)
        )
        .shows_no_patrons("machines at tables"),
        at!(
            page("/admin/health", "admin_health", "How the house's own machine is.", admins),
            get(admin::health)
        )
        .shows_no_patrons("how the house's own machine is"),
        at!(
            page("/admin/do", "admin_do", "Whatever is done about people and machines.", admins),
            form post(admin::act)
        ),
    ]
}
