//! What signs and screens show of a link. Everybody may see it: a hidden trigger is not in it.

use banco_cards::Hand;
use banco_money::Amount;

use crate::authority::Person;
use crate::hidden::Commitment;
use crate::link::hit::{Cause, Hit, Progress, Share};
use crate::link::state::{Link, TableId};
use crate::link::trigger::OpenedTrigger;
use crate::name::Name;
use crate::table::HitId;

/// A meter on the sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterView {
    /// Its name.
    pub id: Name,
    /// Its printed name.
    pub name: Name,
    /// What it shows: whole minor units, never more than it holds.
    pub value: Option<Amount>,
    /// By where it must have hit, where it must.
    pub must_hit_by: Option<Amount>,
    /// The public commitments to its trigger and to the one after it.
    pub commitments: [Option<Commitment>; 2],
    /// What pending jackpots hold, in order.
    pub pending: Vec<(HitId, TableId, Option<Amount>)>,
}

/// The page about a jackpot that accounting keeps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinPage {
    /// Its number.
    pub hit: HitId,
    /// At which table.
    pub table: TableId,
    /// In which round.
    pub round: u32,
    /// The meter.
    pub meter: Name,
    /// The line, and the Player's and the Banker's cards; none for Must Hit.
    pub line: Option<(Name, [Hand; 2])>,
    /// The trigger of a Must Hit meter that was reached, opened: everybody can check the commitment.
    pub trigger: Option<OpenedTrigger>,
    /// How far it has come.
    pub progress: Progress,
    /// What it is worth.
    pub amount: Option<Amount>,
    /// Who takes what.
    pub shares: Vec<Share>,
    /// Who claimed it, verified it, confirmed the payment.
    pub people: [Option<Person>; 3],
}

/// A link, for signs and screens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkView {
    /// Its name.
    pub name: Name,
    /// Its meters.
    pub meters: Vec<MeterView>,
    /// The jackpots that are pending, and the last ones that were decided.
    pub pages: Vec<WinPage>,
    /// Whether "Jackpot Pending" is shown.
    pub pending: bool,
}

/// What signs and screens show of a link.
#[must_use]
pub fn view(link: &Link) -> LinkView {
    let setup = link.setup();
    let meters = setup.meters.iter().map(|rule| MeterView {
        id: rule.id,
        name: rule.name,
        value: link.shown(rule.id).and_then(|shown| shown.whole(setup.currency).ok()),
        must_hit_by: rule.growth.cap.filter(|_| rule.must_hit),
        commitments: link.triggers(rule.id).map(|triggers| triggers.commitments()).unwrap_or_default(),
        pending: link
            .pending()
            .filter(|hit| hit.meter == rule.id)
            .map(|hit| (hit.id, hit.table, link.worth(hit).ok()))
            .collect(),
    });
    LinkView {
        name: link.name(),
        meters: meters.collect(),
        pages: link.hits().map(|hit| page(link, hit)).collect(),
        pending: link.pending().next().is_some(),
    }
}

fn page(link: &Link, hit: &Hit) -> WinPage {
    let amount = link.worth(hit).ok().filter(|_| hit.progress != Progress::Rejected);
    WinPage {
        hit: hit.id,
        table: hit.table,
        round: hit.round,
        meter: link.setup().printed_name(hit.meter),
        line: match &hit.cause {
            Cause::Cards { line, hands } => Some((*line, *hands)),
            Cause::MustHit => None,
        },
        trigger: hit.opened,
        progress: hit.progress,
        amount,
        shares: amount.and_then(|amount| hit.shares(amount).ok()).unwrap_or_default(),
        people: [hit.claimed_by, hit.verified_by, hit.paid_by],
    }
}
