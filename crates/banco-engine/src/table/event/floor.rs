//! What the floor orders: holds, voids, help for participants, corrections; and what takes two people.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::{Person, Request, RequestId, expire};
use crate::names::Names;
use crate::roads::Kind;
use crate::shelf::Shelf;
use crate::table::ledger::Account;
use crate::table::request::{VoidReason, Wanted};
use crate::table::state::{CutCard, Hold, Phase, Round, Stage, Table};
use crate::table::wager::Tender;

/// What the floor orders: holds, voids, help for participants, corrections; and what takes two people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum FloorEvent {
    TableHeld {
        by: Person,
        reason: Arc<str>,
    },
    /// No rulebook assigns dealers: it cites no clause.
    DealerSignedOn {
        person: Person,
        relieved: Option<Person>,
    },
    DealerSignedOff {
        by: Person,
        person: Person,
    },
    /// The asker has lost the role in which they asked.
    Lapsed {
        request: RequestId,
    },
    TableResumed {
        by: Person,
    },
    Accommodated {
        by: Person,
        helper: Person,
        person: Person,
        reason: Arc<str>,
    },
    Asked {
        request: Request<Wanted>,
    },
    Approved {
        by: Person,
        request: RequestId,
    },
    TurnedDown {
        by: Person,
        reason: Arc<str>,
        request: RequestId,
    },
    /// Nobody answered in time.
    Expired {
        request: RequestId,
    },
    Corrected {
        amount: Amount,
        by: Person,
        from: Account,
        reason: Arc<str>,
        second: Person,
        to: Account,
    },
    RoundVoided {
        by: Person,
        new_shoe: bool,
        reason: Arc<str>,
        second: Option<Person>,
    },
    /// Somebody did not say what was awaited of them.
    PassedOver {
        by: Person,
        person: Person,
        reason: Arc<str>,
    },
}

impl FloorEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::TableHeld { by, reason } => {
                table.hold = Some(Hold { by: *by, reason: Arc::clone(reason) });
            }
            Self::TableResumed { .. } => table.hold = None,
            Self::Accommodated { person, helper, .. } => table.helpers.push((*person, *helper)),
            Self::Asked { request } => {
                table.next_request = request.id.0.saturating_add(1);
                table.requests.push(request.clone());
            }
            Self::Approved { request, .. } | Self::TurnedDown { request, .. } => {
                table.requests.retain(|known| known.id != *request);
            }
            Self::DealerSignedOn { person, .. } => table.dealer = Some(*person),
            Self::DealerSignedOff { .. } => table.dealer = None,
            Self::Expired { request } | Self::Lapsed { request } => {
                expire(&mut table.requests, &mut table.expired, *request);
            }
            Self::RoundVoided { new_shoe, .. } => {
                table.phase = Phase::Settled;
                table.claims.retain(|claim| claim.round != table.round.number);
                table.drop_void_requests();
                strike(table);
                if *new_shoe {
                    table.shoe.cut_card = CutCard::LastHands(0);
                }
            }
            Self::Corrected { .. } | Self::PassedOver { .. } => {}
        }
    }

    pub(super) const fn change_round(&self, round: &mut Round) {
        match self {
            Self::RoundVoided { .. } => round.stage = Stage::Void,
            Self::TableHeld { .. }
            | Self::DealerSignedOn { .. }
            | Self::DealerSignedOff { .. }
            | Self::Lapsed { .. }
            | Self::TableResumed { .. }
            | Self::Accommodated { .. }
            | Self::Asked { .. }
            | Self::Approved { .. }
            | Self::TurnedDown { .. }
            | Self::Expired { .. }
            | Self::Corrected { .. }
            | Self::PassedOver { .. } => {}
        }
    }

    pub(super) fn move_money(&self, pay: Pay<'_>) {
        match self {
            Self::Corrected { from, to, amount, .. } => pay(*from, *to, *amount),
            Self::TableHeld { .. }
            | Self::DealerSignedOn { .. }
            | Self::DealerSignedOff { .. }
            | Self::Lapsed { .. }
            | Self::TableResumed { .. }
            | Self::Accommodated { .. }
            | Self::Asked { .. }
            | Self::Approved { .. }
            | Self::TurnedDown { .. }
            | Self::Expired { .. }
            | Self::RoundVoided { .. }
            | Self::PassedOver { .. } => {}
        }
    }

    pub(super) fn tell(&self, f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result {
        let who = |person: &Person| names.person(*person);
        match self {
            Self::TableHeld { reason, .. } => write!(f, "the table is held: {reason}"),
            Self::TableResumed { .. } => write!(f, "play goes on"),
            Self::DealerSignedOn { person, relieved: None } => write!(f, "{} signs on", who(person)),
            Self::DealerSignedOn { person, relieved: Some(relieved) } => {
                write!(f, "{} relieves {}", who(person), who(relieved))
            }
            Self::DealerSignedOff { person, .. } => write!(f, "{} signs off", who(person)),
            Self::Lapsed { request } => {
                write!(f, "{request} lapses: its asker no longer has the role for it")
            }
            Self::Accommodated { person, helper, reason, .. } => {
                write!(f, "{} may act for {}: {reason}", who(helper), who(person))
            }
            Self::Asked { request } => {
                write!(f, "{} by {}: ", request.id, who(&request.by))?;
                request.what.tell(f, names)
            }
            Self::Approved { by, request } => write!(f, "{} approves {request}", who(by)),
            Self::TurnedDown { by, request, reason } => {
                write!(f, "{} turns down {request}: {reason}", who(by))
            }
            Self::Expired { request } => write!(f, "nobody has answered {request} in time"),
            Self::Corrected { from, to, amount, reason, .. } => {
                let [from, to] = [from, to].map(|account| account.called(names));
                write!(f, "correction: {amount} from {from} to {to}: {reason}")
            }
            Self::RoundVoided { reason, new_shoe, .. } => {
                let shoe = if *new_shoe { "; new cards follow" } else { "" };
                write!(f, "the round is void: {reason}{shoe}")
            }
            Self::PassedOver { person, reason, .. } => {
                write!(f, "{} is passed over: {reason}", who(person))
            }
        }
    }
}

impl Wanted {
    /// What is asked for, in words.
    pub(crate) fn tell(&self, f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result {
        match self {
            Self::Correction { from, to, amount, reason } => {
                let [from, to] = [from, to].map(|account| account.called(names));
                write!(f, "correct {amount} from {from} to {to}: {reason}")
            }
            Self::Accommodation { helper, person, reason } => {
                let [helper, person] = [helper, person].map(|one| names.person(*one));
                write!(f, "let {helper} act for {person}: {reason}")
            }
            Self::CashBuyIn { amount, person } => {
                write!(f, "take {amount} in cash from {} for chips", names.person(*person))
            }
            Self::Fill { amount, credit: false } => write!(f, "fill the tray with {amount}"),
            Self::Fill { amount, credit: true } => write!(f, "take {amount} out of the tray"),
            Self::Open { float, .. } => write!(f, "open the table with {float}"),
            Self::Promotion { amount, person, tender } => {
                let what = if *tender == Tender::Coupon { "a coupon of" } else { "promotional chips of" };
                write!(f, "give {} {what} {amount}", names.person(*person))
            }
            Self::Terms { rules, .. } => write!(f, "play by {rules}"),
            Self::SeeOff { person, reason } => {
                write!(f, "see {} off: {reason}", names.person(*person))
            }
            Self::Void { why, reason } => write!(f, "void the round ({why}): {reason}"),
        }
    }
}

impl Display for VoidReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Irregularity(id) => f.write_str(id),
            Self::CannotBeCompleted => f.write_str("the game cannot be completed"),
        }
    }
}

/// A round that is void was none: its result does not stay in the history.
fn strike(table: &mut Table) {
    if table.round.coup.is_some() || table.round.reported.is_some() {
        let struck = table.results.pop();
        if struck.is_some_and(|entry| entry.kind == Kind::Wagered) {
            table.outcomes.pop();
        }
    }
}
