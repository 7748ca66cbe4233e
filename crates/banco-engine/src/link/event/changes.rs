//! What one person asks for and another approves: corrections, new terms, transfers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Said;
use crate::authority::{Person, Request, RequestId, expire};
use crate::link::command::Wanted;
use crate::link::pool::{Change, Feed};
use crate::link::reconcile::Moved;
use crate::link::setup::Setup;
use crate::link::state::Link;
use crate::link::trigger::OpenedTrigger;
use crate::link::word::Word;
use crate::name::Name;
use crate::shelf::{RulesId, Shelf};

/// By whose word something happens that takes two people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    /// Who approved.
    pub approved_by: Person,
    /// Who asked.
    pub asked_by: Person,
    /// The request.
    pub request: RequestId,
}

impl Approval {
    /// The request is done with.
    pub(super) fn settle(&self, link: &mut Link) {
        link.requests.retain(|request| request.id != self.request);
    }
}

/// What two people change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum ChangeEvent {
    Asked {
        request: Request<Wanted>,
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
    /// The asker has lost the role in which they asked.
    Lapsed {
        request: RequestId,
    },
    Adjusted {
        approval: Approval,
        feed: Feed,
        meter: Name,
        reason: Arc<str>,
    },
    /// `changed` says what was and what is; triggers of meters that grow otherwise are spent.
    TermsChanged {
        approval: Approval,
        before: RulesId,
        changed: Vec<Arc<str>>,
        reason: Arc<str>,
        rules: RulesId,
        spent: Vec<OpenedTrigger>,
    },
    TransferredOut {
        approval: Approval,
        feed: Feed,
        meter: Name,
        reason: Arc<str>,
        to: Name,
    },
    TransferredIn {
        feed: Feed,
        from: Name,
        meter: Name,
    },
}

impl ChangeEvent {
    /// What another link is to take, and which one.
    pub(crate) const fn moves_to(&self, from: Name) -> Option<(Name, Word)> {
        match self {
            Self::TransferredOut { feed, meter, to, .. } => {
                Some((*to, Word::TransferIn { feed: *feed, from, meter: *meter }))
            }
            Self::Asked { .. }
            | Self::TurnedDown { .. }
            | Self::Expired { .. }
            | Self::Lapsed { .. }
            | Self::Adjusted { .. }
            | Self::TermsChanged { .. }
            | Self::TransferredIn { .. } => None,
        }
    }

    pub(super) fn change_link(&self, link: &mut Link, shelf: &Shelf) {
        match self {
            Self::Asked { request } => {
                link.next_request = request.id.0.saturating_add(1);
                link.requests.push(request.clone());
            }
            Self::TurnedDown { request, .. } => link.requests.retain(|known| known.id != *request),
            Self::Expired { request } | Self::Lapsed { request } => {
                expire(&mut link.requests, &mut link.expired, *request);
            }
            Self::Adjusted { approval, feed, meter, .. } => {
                link.change_meter(*meter, Change::Adjust(*feed));
                approval.settle(link);
            }
            Self::TermsChanged { approval, rules, spent, .. } => {
                link.run_by(*rules, shelf);
                spent.iter().for_each(|opened| link.turn_over(opened.meter));
                approval.settle(link);
            }
            Self::TransferredOut { approval, feed, meter, .. } => {
                link.change_meter(*meter, Change::Adjust(feed.taken_out()));
                link.emptied = true;
                approval.settle(link);
            }
            Self::TransferredIn { feed, meter, .. } => link.change_meter(*meter, Change::Adjust(*feed)),
        }
    }

    pub(super) fn say(&self, _: &Link) -> Said {
        match self {
            Self::Asked { .. }
            | Self::TurnedDown { .. }
            | Self::Expired { .. }
            | Self::Lapsed { .. }
            | Self::Adjusted { .. }
            | Self::TermsChanged { .. }
            | Self::TransferredOut { .. }
            | Self::TransferredIn { .. } => Vec::new(),
        }
    }

    pub(super) fn move_money(&self, moved: &mut Moved) {
        match self {
            Self::Asked { .. }
            | Self::TurnedDown { .. }
            | Self::Expired { .. }
            | Self::Lapsed { .. }
            | Self::TermsChanged { .. } => {}
            Self::Adjusted { feed, meter, .. } => moved.at(*meter).corrected += feed.total(),
            Self::TransferredOut { feed, meter, .. } => moved.at(*meter).transferred -= feed.total(),
            Self::TransferredIn { feed, meter, .. } => moved.at(*meter).transferred += feed.total(),
        }
    }

    pub(super) fn tell(&self, setup: &Setup) -> String {
        let money = |feed: &Feed| feed.total().text(setup.currency);
        match self {
            Self::Asked { request } => format!("{}: {}", request.id, wish(setup, &request.what)),
            Self::TurnedDown { reason, request, .. } => format!("{request} is turned down: {reason}"),
            Self::Expired { request } => format!("nobody has answered {request} in time"),
            Self::Lapsed { request } => {
                format!("{request} lapses: its asker no longer has the role for it")
            }
            Self::Adjusted { meter, feed, reason, .. } => {
                let what = if feed.pot.is_zero() { "the reserve of " } else { "" };
                format!("{what}{} is corrected by {}: {reason}", setup.printed_name(*meter), money(feed))
            }
            Self::TermsChanged { changed, reason, .. } => {
                format!("the link {} has new terms ({reason}): {}", setup.name, changed.join("; "))
            }
            Self::TransferredOut { meter, to, feed, .. } => {
                format!("{} moves {} to the link {to}", setup.printed_name(*meter), money(feed))
            }
            Self::TransferredIn { meter, from, feed } => {
                format!("{} takes {} from the link {from}", setup.printed_name(*meter), money(feed))
            }
        }
    }
}

/// What somebody wants, in words.
fn wish(setup: &Setup, wanted: &Wanted) -> String {
    match wanted {
        Wanted::Adjust { amount, meter, reason, reserve } => {
            let what = if *reserve { "the reserve of " } else { "" };
            format!("correct {what}{} by {amount}: {reason}", setup.printed_name(*meter))
        }
        Wanted::Change { reason, rules } => format!("run the link {} by {rules}: {reason}", setup.name),
        Wanted::Close { reason } => format!("close the link {}: {reason}", setup.name),
        Wanted::Reject { hit, reason } => format!("reject {hit}: {reason}"),
        Wanted::TransferOut { meter, reason, to } => {
            format!("move {} to the link {to}: {reason}", setup.printed_name(*meter))
        }
    }
}
