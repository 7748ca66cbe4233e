//! The house's own pages. Who may look at a section is said here once, for the routes and for the bar alike; whatever is done
//! there goes through the API, with all its checks.

pub mod admin;
pub mod cage;
mod changes;
pub mod door;
pub mod floor;
mod matters;
pub mod money;
mod orders;
pub mod relay;
pub mod reports;
pub mod routes;
pub mod table;
pub mod watch;

use banco_pages::staff::{Duty, Section};
use banco_people::{Permission as May, Session};
use banco_wire::Moment;

pub use orders::SOME_REASON;
pub use table::Workers;

use crate::app::App;

/// Whoever may do one of these sees a section.
#[must_use]
pub const fn permissions(section: Section) -> &'static [May] {
    match section {
        Section::Dealer => &[May::Deal],
        Section::Floor => &[May::Supervise],
        Section::Cage => &[May::Cage],
        Section::Surveillance => &[May::SeeAudit],
        Section::Reports => &[May::SeeBooks, May::Observe],
        Section::Administration => &[May::AdministerPeople, May::AdministerTables],
    }
}

/// The sections that somebody sees.
#[must_use]
pub fn sections(session: &Session) -> Vec<Section> {
    let sees = |section: &Section| permissions(*section).iter().any(|one| session.may(*one));
    Section::ALL.into_iter().filter(sees).filter(|section| routes::has(*section)).collect()
}

/// What somebody does for the house, if they do.
#[must_use]
pub fn duty(app: &App, session: &Session) -> Option<Duty> {
    session.roles.are_staff().then(|| Duty {
        sections: sections(session),
        roles: session.roles.iter().map(banco_people::HouseRole::name).collect(),
        has_code: session.second_factor,
        proved_until: session
            .stepped_up_until
            .filter(|_| session.is_stepped_up(app.now()))
            .map(|until| Moment::from_micros(until.0)),
    })
}
