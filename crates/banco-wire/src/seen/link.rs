//! A progressive link, as signs and the staff see it.

use banco_engine::link::{self, Link, LinkView, MeterView, OpenedTrigger, WinPage};
use banco_engine::{Commitment, Person};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

use super::table::part;
use super::{NamesOf, RequestSeen, Somebody};
use crate::command::LinkWanted;
use crate::told::LinkViewer;
use crate::value::{Hands, Money, Number};
use crate::word::Progress;

/// What a pending jackpot holds of a meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PendingSeen {
    /// Which jackpot.
    pub hit: Number,
    /// At which table.
    pub table: Number,
    /// What it is worth.
    pub amount: Option<Money>,
}

/// The public commitments to hidden triggers, in hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Commitments {
    /// To the one that is played for.
    pub current: Option<String>,
    /// To the one after it.
    pub next: Option<String>,
}

/// A meter on the sign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct MeterSeen {
    /// Its name, by which commands name it.
    pub meter: String,
    /// Its printed name.
    pub name: String,
    /// What it shows.
    pub value: Option<Money>,
    /// By where it must have hit, where it must.
    pub must_hit_by: Option<Money>,
    /// The public commitments to its triggers.
    pub commitments: Commitments,
    /// What pending jackpots hold, in order.
    pub pending: Vec<PendingSeen>,
}

/// A trigger that is spent, opened: everybody can check the commitment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TriggerSeen {
    /// What had been promised, in hexadecimal.
    pub commitment: String,
    /// How far up the trigger lay, in parts of 2^64: 16 hexadecimal digits.
    pub fraction: String,
    /// What the meter showed when the cycle began, in ten-thousandths of the minor unit.
    pub from: String,
    /// The maximum of the meter.
    pub max: Money,
    /// What kept the fraction from being guessed, in hexadecimal.
    pub nonce: String,
    /// The trigger, in ten-thousandths of the minor unit.
    pub trigger: String,
}

impl From<&OpenedTrigger> for TriggerSeen {
    fn from(opened: &OpenedTrigger) -> Self {
        Self {
            commitment: opened.commitment.to_string(),
            fraction: format!("{:016x}", opened.fraction),
            from: opened.from.units().to_string(),
            max: opened.max.into(),
            nonce: Commitment(opened.nonce).to_string(),
            trigger: opened.trigger.units().to_string(),
        }
    }
}

/// What one of the winners takes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ShareSeen {
    /// At which seat.
    pub seat: u8,
    /// By which wager.
    pub spot: String,
    /// Whether it is the dealer's to win.
    pub for_dealer: bool,
    /// How much.
    pub amount: Money,
    /// Who; for the staff alone.
    pub owner: Option<Somebody>,
}

/// A jackpot, from the cards to the payment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct JackpotSeen {
    /// Its number.
    pub hit: Number,
    /// At which table.
    pub table: Number,
    /// In which round.
    pub round: Number,
    /// The printed name of the meter.
    pub meter: String,
    /// The printed name of the line; nothing for Must Hit.
    pub line: Option<String>,
    /// The cards; nothing for Must Hit.
    pub hands: Option<Hands>,
    /// The trigger that was reached.
    pub trigger: Option<TriggerSeen>,
    /// How far it has come.
    pub progress: Progress,
    /// What it is worth.
    pub amount: Option<Money>,
    /// Who takes what.
    pub shares: Vec<ShareSeen>,
    /// Who claimed it; for the staff alone, as are the next two.
    pub claimed_by: Option<Somebody>,
    /// Who verified it.
    pub verified_by: Option<Somebody>,
    /// Who confirmed the payment.
    pub paid_by: Option<Somebody>,
}

/// A progressive link. Each key is a part of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LinkSeen {
    /// Its name.
    pub name: String,
    /// Its meters.
    pub meters: Vec<MeterSeen>,
    /// The jackpots that are pending, and the last ones that were decided.
    pub jackpots: Vec<JackpotSeen>,
    /// Whether "Jackpot Pending" is shown.
    pub pending: bool,
    /// What waits for a second person; for the staff alone.
    pub requests: Option<Vec<RequestSeen<LinkWanted>>>,
}

impl LinkSeen {
    /// A link as somebody sees it. The names of winners and of the staff are for the staff.
    #[must_use]
    pub fn of(link: &Link, viewer: LinkViewer, names: &dyn Fn(Person) -> String) -> Self {
        let LinkView { name, meters, pages, pending } = link::view(link);
        let staff = viewer == LinkViewer::Staff;
        let requests = || link.requests().iter().map(|request| RequestSeen::new(request, names)).collect();
        Self {
            name: name.to_string(),
            meters: meters.iter().map(meter).collect(),
            jackpots: pages.iter().map(|page| jackpot(page, staff, names)).collect(),
            pending,
            requests: staff.then(requests),
        }
    }

    /// Its parts by name, each as it is written.
    #[must_use]
    pub fn parts(&self) -> Vec<(&'static str, Box<RawValue>)> {
        let Self { name, meters, jackpots, pending, requests } = self;
        vec![
            ("name", part(name)),
            ("meters", part(meters)),
            ("jackpots", part(jackpots)),
            ("pending", part(pending)),
            ("requests", part(requests)),
        ]
    }
}

fn meter(meter: &MeterView) -> MeterSeen {
    let [current, next] = meter.commitments.map(|commitment| commitment.map(|known| known.to_string()));
    MeterSeen {
        meter: meter.id.to_string(),
        name: meter.name.to_string(),
        value: meter.value.map(Into::into),
        must_hit_by: meter.must_hit_by.map(Into::into),
        commitments: Commitments { current, next },
        pending: meter
            .pending
            .iter()
            .map(|(hit, table, amount)| PendingSeen {
                hit: Number(hit.0),
                table: Number(table.0),
                amount: amount.map(Into::into),
            })
            .collect(),
    }
}

fn jackpot(page: &WinPage, staff: bool, names: NamesOf<'_>) -> JackpotSeen {
    let who = |person: Person| Somebody::new(person, names);
    let [claimed_by, verified_by, paid_by] = page.people.map(|person| person.filter(|_| staff).map(who));
    JackpotSeen {
        hit: Number(page.hit.0),
        table: Number(page.table.0),
        round: Number(page.round),
        meter: page.meter.to_string(),
        line: page.line.map(|(line, _)| line.to_string()),
        hands: page.line.map(|(_, hands)| hands.into()),
        trigger: page.trigger.as_ref().map(Into::into),
        progress: page.progress.into(),
        amount: page.amount.map(Into::into),
        shares: page
            .shares
            .iter()
            .map(|share| ShareSeen {
                seat: share.winner.seat.number,
                spot: share.winner.key.wager.to_string(),
                for_dealer: share.winner.key.for_dealer,
                amount: share.amount.into(),
                owner: staff.then(|| who(share.winner.key.owner)),
            })
            .collect(),
        claimed_by,
        verified_by,
        paid_by,
    }
}
