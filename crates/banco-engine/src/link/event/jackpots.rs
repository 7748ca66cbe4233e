//! Jackpots, from what makes them to the payment or the rejection.

use std::sync::Arc;

use banco_money::{Amount, Percent};
use serde::{Deserialize, Serialize};

use super::games::seats;
use super::{Approval, Said};
use crate::authority::Person;
use crate::link::fine::Fine;
use crate::link::hit::{Cause, Held, Hit, Progress, Share, Winner};
use crate::link::pool::Change;
use crate::link::reconcile::Moved;
use crate::link::setup::Setup;
use crate::link::state::{Link, TableId};
use crate::link::trigger::OpenedTrigger;
use crate::name::Name;
use crate::shelf::Shelf;
use crate::table::{GameId, HitId, LinkSays};

/// Jackpots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum JackpotEvent {
    /// `by` is who pressed END ROUND, `house` what the house puts in so that the meter can start again, `opened`
    /// the trigger that was reached.
    Made {
        amount: Fine,
        by: Option<Person>,
        cause: Cause,
        game: GameId,
        hit: HitId,
        house: Fine,
        meter: Name,
        opened: Option<OpenedTrigger>,
        round: u32,
        share: Percent,
        table: TableId,
        winners: Vec<Winner>,
    },
    Locked {
        wager: Name,
    },
    Unlocked {
        wager: Name,
    },
    HandSelected {
        line: Name,
        on: bool,
        seat_number: u8,
        table: TableId,
    },
    Claimed {
        by: Person,
        hit: HitId,
    },
    WinnerDrawn {
        draw: u32,
        hit: HitId,
        of: u32,
        winner: Winner,
    },
    Verified {
        by: Person,
        hit: HitId,
    },
    Paid {
        amount: Amount,
        by: Person,
        hit: HitId,
        meter: Name,
        shares: Vec<Share>,
        table: TableId,
    },
    /// `approval` is missing where the round is void; `changed` is what later jackpots of the meter are worth now;
    /// `spent` the trigger that would have been played for next.
    Rejected {
        amount: Fine,
        approval: Option<Approval>,
        changed: Vec<Held>,
        hit: HitId,
        house: Fine,
        meter: Name,
        reason: Arc<str>,
        spent: Option<OpenedTrigger>,
        table: TableId,
        winners: Vec<Winner>,
    },
}

impl JackpotEvent {
    pub(super) fn change_link(&self, link: &mut Link, _: &Shelf) {
        match self {
            Self::Made { .. } => self.make(link),
            Self::Locked { .. } | Self::Unlocked { .. } => {}
            Self::HandSelected { line, on, seat_number, table } => link.with_game(*table, |game| {
                game.selected.retain(|known| *known != (*seat_number, *line));
                if *on {
                    game.selected.push((*seat_number, *line));
                }
            }),
            Self::Claimed { by, hit } => {
                link.with_hit(*hit, |hit| {
                    hit.progress = Progress::Claimed;
                    hit.claimed_by = Some(*by);
                });
                // The selection has done its work.
                if let Some(table) = link.hit(*hit).map(|hit| hit.table) {
                    link.with_game(table, |game| game.selected.clear());
                }
            }
            Self::WinnerDrawn { hit, winner, .. } => link.with_hit(*hit, |hit| {
                hit.winners = vec![*winner];
                hit.progress = Progress::Claimed;
            }),
            Self::Verified { by, hit } => link.with_hit(*hit, |hit| {
                hit.progress = Progress::Verified;
                hit.verified_by = Some(*by);
            }),
            Self::Paid { amount, by, hit, meter, .. } => {
                link.with_pool(*meter, |pool, growth| pool.pay(growth));
                link.with_hit(*hit, |hit| {
                    hit.progress = Progress::Paid;
                    hit.paid_by = Some(*by);
                    hit.paid = Some(*amount);
                });
                link.forget();
            }
            Self::Rejected { approval, hit, meter, spent, .. } => {
                link.with_pool(*meter, |pool, growth| pool.reject(growth, *hit));
                link.with_hit(*hit, |hit| hit.progress = Progress::Rejected);
                spent.iter().for_each(|opened| link.turn_over(opened.meter));
                approval.iter().for_each(|approval| approval.settle(link));
                link.forget();
            }
        }
    }

    fn make(&self, link: &mut Link) {
        let Self::Made { by, cause, game, hit, meter, opened, round, share, table, winners, .. } = self
        else {
            return;
        };
        link.change_meter(*meter, Change::Hit(*hit, *share));
        link.next_hit = hit.0.saturating_add(1);
        opened.iter().for_each(|opened| link.turn_over(opened.meter));
        link.hits.push(Arc::new(Hit {
            id: *hit,
            table: *table,
            game: *game,
            round: *round,
            meter: *meter,
            share: *share,
            cause: cause.clone(),
            winners: winners.clone(),
            progress: Progress::Reached,
            opened: *opened,
            claimed_by: *by,
            verified_by: None,
            paid_by: None,
            paid: None,
        }));
    }

    pub(super) fn say(&self, link: &Link) -> Said {
        match self {
            Self::Locked { .. } | Self::Unlocked { .. } => {
                link.tables().map(|(table, _)| (table, link.contacts(table))).collect()
            }
            Self::Verified { hit, .. } => {
                let Some(found) = link.hit(*hit) else { return Vec::new() };
                let winners = found.winners.iter().map(|winner| winner.key).collect();
                vec![(found.table, LinkSays::Verified { hit: *hit, meter: found.meter, winners })]
            }
            Self::Paid { hit, meter, shares, table, .. } => {
                let shares = shares.iter().map(|share| (share.winner.key, share.amount)).collect();
                vec![(*table, LinkSays::Paid { hit: *hit, meter: *meter, shares })]
            }
            Self::Rejected { hit, meter, reason, table, winners, .. } => {
                let winners = winners.iter().map(|winner| winner.key).collect();
                let reason = Arc::clone(reason);
                vec![(*table, LinkSays::Rejected { hit: *hit, meter: *meter, winners, reason })]
            }
            Self::Made { .. }
            | Self::HandSelected { .. }
            | Self::Claimed { .. }
            | Self::WinnerDrawn { .. } => Vec::new(),
        }
    }

    pub(super) fn move_money(&self, moved: &mut Moved) {
        match self {
            Self::Made { house, meter, .. } => {
                let moved = moved.at(*meter);
                moved.house += *house;
                moved.hits = moved.hits.saturating_add(1);
            }
            Self::Paid { amount, meter, .. } => moved.at(*meter).paid += Fine::from(*amount),
            Self::Rejected { house, meter, .. } => moved.at(*meter).house += *house,
            Self::Locked { .. }
            | Self::Unlocked { .. }
            | Self::HandSelected { .. }
            | Self::Claimed { .. }
            | Self::WinnerDrawn { .. }
            | Self::Verified { .. } => {}
        }
    }

    pub(super) fn tell(&self, setup: &Setup) -> String {
        let name = |meter: &Name| setup.printed_name(*meter);
        let money = |fine: &Fine| fine.text(setup.currency);
        match self {
            Self::Made { hit, meter, share, cause: Cause::Cards { line, .. }, winners, amount, .. } => {
                let seats = seats(winners.iter().map(|winner| winner.seat.number));
                format!("{hit}: {line}, {share} of {} is {} for {seats}", name(meter), money(amount))
            }
            Self::Made { hit, meter, amount, cause: Cause::MustHit, .. } => {
                format!("{hit}: {} has reached its trigger at {}", name(meter), money(amount))
            }
            Self::Locked { wager } => format!("\"Jackpot Pending\": no round with {wager} starts"),
            Self::Unlocked { wager } => format!("rounds with {wager} may start again"),
            Self::HandSelected { seat_number: seat, line, on, .. } => {
                format!("the dealer {} seat {seat}: {line}", if *on { "selects" } else { "takes back" })
            }
            Self::Claimed { hit, .. } => format!("{}: {hit} is pending", setup.words().hit),
            Self::WinnerDrawn { hit, winner, of, .. } => {
                format!("{hit} goes to {}, drawn among {of}", winner.seat)
            }
            Self::Verified { hit, .. } => format!("{hit} is verified"),
            Self::Paid { hit, meter, amount, shares, .. } => {
                let shares = shares.iter().map(|share| format!("{} {}", share.winner.seat, share.amount));
                let shares = shares.collect::<Vec<_>>().join(", ");
                format!("{}: {hit}, {amount} of {}: {shares}", setup.words().pay, name(meter))
            }
            Self::Rejected { hit, meter, amount, reason, changed, .. } => {
                let mut text = format!("{hit} is rejected: {reason}");
                if changed.is_empty() {
                    text.push_str(&format!("; {} stays in {}", money(amount), name(meter)));
                }
                for held in changed {
                    text.push_str(&format!("; {} is now worth {}", held.hit, money(&held.amount)));
                }
                text
            }
        }
    }
}
