//! What signs and screens show of a link. Everybody may see it: a hidden trigger is not in it.

use std::sync::Arc;

use banco_cards::Hand;
use banco_money::Amount;

use super::fine::Fine;
use super::hit::{Cause, Hit, HitId, Progress, Share};
use super::state::{Link, TableId};
use crate::table::Person;

/// A meter on the sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterView {
    /// Its name.
    pub id: Arc<str>,
    /// Its printed name.
    pub name: Arc<str>,
    /// What it shows: whole minor units, never more than it holds.
    pub value: Option<Amount>,
    /// By where it must have hit, where it must.
    pub must_hit_by: Option<Amount>,
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
    pub meter: Arc<str>,
    /// The line, and the Player's and the Banker's cards; none for Must Hit.
    pub line: Option<(Arc<str>, [Hand; 2])>,
    /// The trigger of a Must Hit meter and its secret, once the jackpot is decided: everybody can check the
    /// commitment.
    pub trigger: Option<(Fine, [u8; 32])>,
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
    pub name: Arc<str>,
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
    let meters = setup.meters.iter().enumerate().map(|(at, rule)| MeterView {
        id: Arc::clone(&rule.id),
        name: Arc::clone(&rule.name),
        value: link.shown(at).and_then(|shown| shown.whole(setup.currency).ok()),
        must_hit_by: rule.growth.cap.filter(|_| rule.must_hit),
        pending: link
            .pending()
            .filter(|hit| hit.meter == at)
            .map(|hit| (hit.id, hit.table, link.worth(hit).ok()))
            .collect(),
    });
    LinkView {
        name: Arc::clone(&setup.name),
        meters: meters.collect(),
        pages: link.hits().iter().map(|hit| page(link, hit)).collect(),
        pending: link.pending().next().is_some(),
    }
}

fn page(link: &Link, hit: &Hit) -> WinPage {
    let amount = match hit.progress {
        Progress::Rejected => None,
        _ => link.worth(hit).ok(),
    };
    let meter = link.setup().meters.get(hit.meter);
    WinPage {
        hit: hit.id,
        table: hit.table,
        round: hit.round,
        meter: meter.map(|meter| Arc::clone(&meter.name)).unwrap_or_default(),
        line: match &hit.cause {
            Cause::Cards { line, hands } => Some((Arc::clone(line), *hands)),
            Cause::MustHit => None,
        },
        trigger: hit.opened.filter(|_| !hit.progress.is_pending()).map(|sealed| sealed.open()),
        progress: hit.progress,
        amount,
        shares: amount.and_then(|amount| hit.shares(amount).ok()).unwrap_or_default(),
        people: [hit.claimed_by, hit.verified_by, hit.paid_by],
    }
}
