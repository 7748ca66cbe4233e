//! 21st Century Baccarat: a participant in the rotating player/dealer position collects and pays as far as
//! their wager covers.
//!
//! CA Standards of Play, Betting Scheme, Dealing Procedures, Round of Play.

pub(crate) mod collection;
pub(crate) mod hands;
pub(crate) mod position;
pub(crate) mod settlement;

use banco_rulebook::model::rulebook::Family;

use crate::table::draft::{Draft, Step, refuse};
use crate::table::refusal::Reason;

/// Only at such a table.
fn need_position(draft: &Draft<'_>) -> Step {
    if draft.rules().family == Family::PlayerBanked {
        return Ok(());
    }
    Err(refuse(Reason::NotProvided { what: "player/dealer position" }, draft.topics().settlement))
}
