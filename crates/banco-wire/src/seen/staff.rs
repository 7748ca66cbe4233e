//! What only the staff sees of a table.

use banco_engine::table::{BooksView, Ledger, StaffView};
use schemars::JsonSchema;
use serde::Serialize;

use super::table::OwnSeen;
use super::{NamesOf, RequestSeen, Somebody};
use crate::command::{Irregularity, Wanted};
use crate::value::{Money, Number};
use crate::word::Role;

/// Vigorish that is marked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct OwedSeen {
    /// At which seat.
    pub seat: u8,
    /// Who owes it.
    pub who: Somebody,
    /// How much.
    pub amount: Money,
}

/// An irregularity that waits for the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct IncidentSeen {
    /// What went wrong.
    pub irregularity: Irregularity,
    /// The same in words.
    pub words: String,
    /// Who reported it.
    pub by: Somebody,
    /// In which capacity.
    pub role: Role,
}

/// Why the floor holds the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct HoldReasonSeen {
    /// Who holds it.
    pub by: Somebody,
    /// What everybody at the table was told.
    pub reason: String,
}

/// What only the staff sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct StaffSeen {
    /// What lies in the tray.
    pub tray: Money,
    /// Vigorish that is marked, by seat.
    pub owed: Vec<OwedSeen>,
    /// After how many more cards the cut card comes, where the shoe knows it.
    pub until_cut: Option<u16>,
    /// An irregularity that waits for the floor.
    pub incident: Option<IncidentSeen>,
    /// What waits for a second person.
    pub requests: Vec<RequestSeen<Wanted>>,
    /// Why the floor holds the table.
    pub hold: Option<HoldReasonSeen>,
}

impl StaffSeen {
    pub(super) fn new(staff: &StaffView, names: NamesOf<'_>) -> Self {
        Self {
            tray: staff.tray.into(),
            owed: staff
                .owed
                .iter()
                .map(|(seat, person, amount)| OwedSeen {
                    seat: seat.number,
                    who: Somebody::new(*person, names),
                    amount: (*amount).into(),
                })
                .collect(),
            until_cut: staff.until_cut,
            incident: staff.incident.map(|incident| IncidentSeen {
                irregularity: incident.what.into(),
                words: incident.what.to_string(),
                by: Somebody::new(incident.by, names),
                role: incident.role.into(),
            }),
            requests: staff.requests.iter().map(|request| RequestSeen::new(request, names)).collect(),
            hold: staff.hold.as_ref().map(|hold| HoldReasonSeen {
                by: Somebody::new(hold.by, names),
                reason: hold.reason.to_string(),
            }),
        }
    }
}

/// The accounts of the table itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LedgerSeen {
    /// Beyond the table.
    pub outside: Money,
    /// What the house has put into the tray.
    pub house: Money,
    /// The dealer's tray.
    pub tray: Money,
    /// The drop box.
    pub drop: Money,
    /// Value chips on the layout.
    pub layout: Money,
    /// Progressive wagers that were taken in.
    pub progressive: Money,
    /// What progressive links have paid here.
    pub link: Money,
    /// What the player/dealer has put up.
    pub cover: Money,
    /// What was given to the dealer.
    pub tokes: Money,
    /// Vigorish charged.
    pub charged: Money,
    /// Vigorish collected.
    pub collected: Money,
    /// Promotional chips and coupons that the house has issued.
    pub issued: Money,
    /// Promotional chips and coupons on the layout.
    pub issued_on_layout: Money,
}

impl From<Ledger> for LedgerSeen {
    fn from(ledger: Ledger) -> Self {
        Self {
            outside: ledger.outside.into(),
            house: ledger.house.into(),
            tray: ledger.tray.into(),
            drop: ledger.drop.into(),
            layout: ledger.layout.into(),
            progressive: ledger.progressive.into(),
            link: ledger.link.into(),
            cover: ledger.cover.into(),
            tokes: ledger.tokes.into(),
            charged: ledger.charged.into(),
            collected: ledger.collected.into(),
            issued: ledger.issued.into(),
            issued_on_layout: ledger.issued_on_layout.into(),
        }
    }
}

/// A claim on a meter that waits for the link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ClaimOnMeterSeen {
    /// Whose wager has won it.
    pub owner: Somebody,
    /// At which seat.
    pub seat: u8,
    /// By which wager.
    pub spot: String,
    /// Of which meter.
    pub meter: String,
    /// Which share, in hundredths of a percent.
    pub share: Number,
    /// In which round.
    pub round: Number,
    /// Whether a supervisor has verified it.
    pub verified: bool,
    /// What the dealer has of it once it is verified.
    pub dealer_envy: Money,
}

/// Who may act for whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct HelperSeen {
    /// The participant.
    pub participant: Somebody,
    /// Who acts for them.
    pub helper: Somebody,
}

/// A notice, and a minute on the house's clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct NoticeSeen {
    /// Its name in the rulebook.
    pub notice: String,
    /// When it was given, or by when it is due.
    pub minute: u64,
}

/// What only the floor and the surveillance see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct BooksSeen {
    /// Everybody, with everything they have.
    pub people: Vec<OwnSeen>,
    /// The accounts of the table.
    pub ledger: LedgerSeen,
    /// What the table has won for the house, if the figure fits.
    pub result: Option<Money>,
    /// Claims on meters that wait for the link.
    pub claims: Vec<ClaimOnMeterSeen>,
    /// Who may act for whom.
    pub helpers: Vec<HelperSeen>,
    /// Notices that were given.
    pub notices: Vec<NoticeSeen>,
    /// Notices that are still to be given.
    pub due_notices: Vec<NoticeSeen>,
    /// Why the books do not agree, where they do not.
    pub fault: Option<String>,
}

impl BooksSeen {
    pub(super) fn new(books: &BooksView, names: NamesOf<'_>) -> Self {
        let notice = |(notice, minute): &(banco_engine::Name, banco_engine::table::Minute)| NoticeSeen {
            notice: notice.to_string(),
            minute: minute.0,
        };
        Self {
            people: books.people.iter().map(|one| OwnSeen::new(one, names)).collect(),
            ledger: books.ledger.into(),
            result: books.result.map(Into::into),
            claims: books
                .claims
                .iter()
                .map(|claim| ClaimOnMeterSeen {
                    owner: Somebody::new(claim.key.owner, names),
                    seat: claim.seat.number,
                    spot: claim.key.wager.to_string(),
                    meter: claim.meter.to_string(),
                    share: Number(claim.share.hundredths()),
                    round: Number(claim.round),
                    verified: claim.verified,
                    dealer_envy: claim.dealer_envy.into(),
                })
                .collect(),
            helpers: books
                .helpers
                .iter()
                .map(|(participant, helper)| HelperSeen {
                    participant: Somebody::new(*participant, names),
                    helper: Somebody::new(*helper, names),
                })
                .collect(),
            notices: books.notices.iter().map(notice).collect(),
            due_notices: books.due_notices.iter().map(notice).collect(),
            fault: books.fault.as_ref().map(ToString::to_string),
        }
    }
}
