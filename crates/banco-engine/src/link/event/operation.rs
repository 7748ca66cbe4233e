//! The link is set up, put into operation and taken out of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Approval, Said};
use crate::authority::Person;
use crate::link::fine::Fine;
use crate::link::pool::{Change, Feed, Pool};
use crate::link::reconcile::Moved;
use crate::link::setup::Setup;
use crate::link::state::{Fed, Link};
use crate::link::trigger::OpenedTrigger;
use crate::name::Name;
use crate::shelf::{RulesId, Shelf};

/// With what a meter starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeterOpening {
    /// Which meter.
    pub meter: Name,
    /// What it held when the link closed, as far as it is put back.
    pub owed: Feed,
    /// What the house puts in.
    pub seed: Fine,
}

/// The link as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum OperationEvent {
    /// The first event of a link.
    SetUp {
        name: Name,
        rules: RulesId,
    },
    Opened {
        by: Person,
        meters: Vec<MeterOpening>,
        rules: RulesId,
    },
    /// `owed` is what the meters held: it is put back when the link opens again.
    Closed {
        approval: Approval,
        owed: Vec<Fed>,
        reason: Arc<str>,
        spent: Vec<OpenedTrigger>,
    },
}

impl OperationEvent {
    pub(super) fn change_link(&self, link: &mut Link, shelf: &Shelf) {
        match self {
            Self::SetUp { name, rules } => {
                if *name != link.name {
                    link.stop(format!("the link `{}` is set up as `{name}`", link.name));
                }
                link.run_by(*rules, shelf);
            }
            Self::Opened { meters, rules, .. } => {
                link.run_by(*rules, shelf);
                open(link, meters);
            }
            Self::Closed { approval, owed, spent, .. } => {
                for Fed { feed, meter } in owed {
                    link.change_meter(*meter, Change::Adjust(feed.taken_out()));
                    let sum = [link.owed(*meter), *feed].into_iter().sum();
                    link.owed.insert(*meter, sum);
                }
                for opened in spent {
                    link.triggers.entry(opened.meter).or_default().spend();
                }
                approval.settle(link);
                link.requests.clear();
                link.open = false;
            }
        }
    }

    pub(super) fn say(&self, _: &Link) -> Said {
        match self {
            Self::SetUp { .. } | Self::Opened { .. } | Self::Closed { .. } => Vec::new(),
        }
    }

    pub(super) fn move_money(&self, moved: &mut Moved) {
        match self {
            Self::SetUp { .. } => {}
            Self::Opened { meters, .. } => {
                for MeterOpening { meter, owed, seed } in meters {
                    let moved = moved.at(*meter);
                    moved.house += *seed;
                    moved.restored += owed.total();
                }
            }
            Self::Closed { owed, .. } => {
                owed.iter().for_each(|Fed { feed, meter }| moved.at(*meter).closed += feed.total());
            }
        }
    }

    pub(super) fn tell(&self, setup: &Setup) -> String {
        match self {
            Self::SetUp { name, .. } => format!("the link {name} is set up"),
            Self::Opened { .. } => format!("the link {} is in operation", setup.name),
            Self::Closed { reason, owed, .. } => {
                let owed = owed.iter().map(|fed| fed.feed.total()).sum::<Fine>().text(setup.currency);
                format!("the link {} is closed: {reason}; {owed} of its meters are owed", setup.name)
            }
        }
    }
}

/// The meters start with what the house puts in and what is owed to them.
fn open(link: &mut Link, meters: &[MeterOpening]) {
    link.open = true;
    link.emptied = false;
    link.hits.clear();
    link.pools = meters.iter().map(|at| (at.meter, Pool::opened(at.seed, at.owed))).collect();
    if let Some(rule) = link.setup.meters.iter().find(|rule| !link.pools.contains_key(&rule.id)) {
        return link.stop(format!("the meter `{}` does not start", rule.id));
    }
    for MeterOpening { meter, owed, .. } in meters {
        let left =
            Feed { pot: link.owed(*meter).pot - owed.pot, reserve: link.owed(*meter).reserve - owed.reserve };
        if left == Feed::default() {
            link.owed.remove(meter);
        } else {
            link.owed.insert(*meter, left);
        }
    }
    let kept = |rule: &Name| link.setup.meters.iter().any(|known| known.id == *rule && known.must_hit);
    let hidden: Vec<Name> = link.triggers.keys().copied().filter(kept).collect();
    link.triggers.retain(|meter, _| hidden.contains(meter));
    hidden.into_iter().for_each(|meter| link.turn_over(meter));
}
