//! What one person asks for and another answers.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::{Person, Request, RequestId};
use crate::cage::command::Wanted;
use crate::cage::state::Account;
use crate::cage::time::Time;

/// What takes two people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum RequestEvent {
    Asked {
        at: Time,
        request: Request<Wanted>,
    },
    TurnedDown {
        at: Time,
        by: Person,
        reason: Arc<str>,
        request: RequestId,
    },
    /// Nobody answered in time.
    Expired {
        at: Time,
        request: RequestId,
    },
    /// The owner has confirmed a payout.
    Confirmed {
        at: Time,
        note: Arc<str>,
        request: RequestId,
    },
    /// The asker has lost the role in which they asked.
    Lapsed {
        at: Time,
        request: RequestId,
    },
}

impl RequestEvent {
    pub(super) const fn at(&self) -> Time {
        match self {
            Self::Asked { at, .. }
            | Self::TurnedDown { at, .. }
            | Self::Expired { at, .. }
            | Self::Confirmed { at, .. }
            | Self::Lapsed { at, .. } => *at,
        }
    }

    pub(super) fn change_account(&self, account: &mut Account) {
        match self {
            Self::Asked { at, request } => {
                account.asked.insert(request.id, *at);
                account.next_request = request.id.0.saturating_add(1);
                account.requests.push(request.clone());
            }
            Self::TurnedDown { request, .. } => account.answered(*request),
            Self::Confirmed { note, request, .. } => {
                let open = account.requests.iter_mut().find(|known| known.id == *request);
                if let Some(Request { what: Wanted::PayOut { identity, .. }, .. }) = open {
                    *identity = Some(Arc::clone(note));
                }
            }
            Self::Expired { request, .. } | Self::Lapsed { request, .. } => account.unanswered(*request),
        }
    }

    pub(super) fn move_money(&self, _: Pay<'_>) {
        match self {
            Self::Asked { .. }
            | Self::TurnedDown { .. }
            | Self::Expired { .. }
            | Self::Confirmed { .. }
            | Self::Lapsed { .. } => {}
        }
    }

    pub(super) fn tell(
        &self,
        f: &mut Formatter<'_>,
        owner: &str,
        name: &dyn Fn(Person) -> String,
    ) -> fmt::Result {
        match self {
            Self::Asked { request, .. } => {
                let who = name(request.by);
                match &request.what {
                    Wanted::Adjust { amount, reason } => {
                        write!(f, "{who} asks to put the balance of {owner} right by {amount}: {reason}")
                    }
                    Wanted::Reactivate { reason } => {
                        write!(f, "{who} asks to end the suspension of {owner}: {reason}")
                    }
                    Wanted::Deposit { amount } => write!(f, "{who} asks to deposit {amount} for {owner}"),
                    Wanted::PayOut { amount, .. } => write!(f, "{who} asks to pay {amount} out to {owner}"),
                }
            }
            Self::TurnedDown { by, reason, request, .. } => {
                write!(f, "{} turns down {request}: {reason}", name(*by))
            }
            Self::Expired { request, .. } => write!(f, "nobody has answered {request} in time"),
            Self::Confirmed { note, request, .. } => write!(f, "{request}: {note}"),
            Self::Lapsed { request, .. } => {
                write!(f, "{request} lapses: its asker no longer has the role for it")
            }
        }
    }
}
