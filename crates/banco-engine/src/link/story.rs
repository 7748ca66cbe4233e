//! Link events as people tell them.

use super::event::Event;
use super::hit::{Cause, Winner};
use super::setup::Setup;

impl Event {
    /// What has happened, in words.
    #[must_use]
    pub fn story(&self, setup: &Setup) -> String {
        let name = |meter: &usize| setup.meters.get(*meter).map_or("a meter", |rule| &rule.name);
        let money = |fine: &super::fine::Fine| fine.text(setup.currency);
        match self {
            Self::Opened { setup, .. } => format!("the link {} is in operation", setup.name),
            Self::TableAttached { table, .. } => format!("{table} is on the link {}", setup.name),
            Self::TableDetached { table, .. } => format!("{table} has left the link {}", setup.name),
            Self::ContactChanged { table, contact: true, .. } => {
                format!("{table} hears the link {} again", setup.name)
            }
            Self::ContactChanged { table, .. } => format!("{table} has lost the link {}", setup.name),
            Self::TriggerSealed { meter, sealed, .. } => {
                format!("{} has a hidden trigger: {sealed}", name(meter))
            }
            Self::GameStarted { entries, .. } => {
                format!("START GAME: {}", told(entries.iter().map(|entry| entry.seat.number)))
            }
            Self::Locked { wager, .. } => format!("\"Jackpot Pending\": no round with {wager} starts"),
            Self::Unlocked { wager, .. } => format!("rounds with {wager} may start again"),
            Self::HandSelected { seat, line, on, .. } => {
                format!("the dealer {} seat {seat}: {line}", if *on { "selects" } else { "takes back" })
            }
            Self::FixedPaid { meter, amount, .. } => format!("{} bears {amount} of the pay", name(meter)),
            Self::GameVoided { round, .. } => format!("the wagers of round {round} feed no meter any more"),
            Self::GameEnded { .. } => "END GAME".to_owned(),
            Self::Adjusted { meter, feed, reason, .. } => {
                let (what, fine) =
                    if feed.pot.is_zero() { (" reserve", feed.reserve) } else { ("", feed.pot) };
                format!("{}{what} is corrected by {}: {reason}", name(meter), money(&fine))
            }
            Self::SetupChanged { before, after, reason, .. } => {
                format!("the link {} has new terms ({reason}): {}", setup.name, changes(before, after))
            }
            Self::TransferredOut { meter, to, feed, .. } => {
                format!("{} moves {} to the link {to}", name(meter), money(&(feed.pot + feed.reserve)))
            }
            Self::TransferredIn { meter, from, feed, .. } => {
                format!("{} takes {} from the link {from}", name(meter), money(&(feed.pot + feed.reserve)))
            }
            Self::Closed { reason, .. } => format!("the link {} is closed: {reason}", setup.name),
            Self::ReadingTaken { day, .. } => format!("the meters of {} are read, day {day}", setup.name),
            other => other.hit_story(setup),
        }
    }

    fn hit_story(&self, setup: &Setup) -> String {
        let name = |meter: &usize| setup.meters.get(*meter).map_or("a meter", |rule| &rule.name);
        let money = |fine: &super::fine::Fine| fine.text(setup.currency);
        match self {
            Self::HitReached {
                hit, meter, share, cause: Cause::Cards { line, .. }, winners, amount, ..
            } => {
                let seats = seats(winners);
                format!("{hit}: {line}, {share} of {} is {} for {seats}", name(meter), money(amount))
            }
            Self::HitReached { hit, meter, amount, .. } => {
                format!("{hit}: {} has reached its trigger at {}", name(meter), money(amount))
            }
            Self::HitClaimed { hit, .. } => format!("HIT JACKPOT: {hit} is pending"),
            Self::WinnerDrawn { hit, winner, of, .. } => {
                format!("{hit} goes to {}, drawn among {of}", winner.seat)
            }
            Self::HitVerified { hit, .. } => format!("{hit} is verified"),
            Self::HitPaid { hit, meter, amount, shares, .. } => {
                let shares = shares.iter().map(|share| format!("{} {}", share.winner.seat, share.amount));
                let shares = shares.collect::<Vec<_>>().join(", ");
                format!("PAY JACKPOT: {hit}, {amount} of {}: {shares}", name(meter))
            }
            Self::HitRejected { hit, meter, amount, reason, changed, .. } => {
                let mut text =
                    format!("{hit} is rejected: {reason}; {} stays in {}", money(amount), name(meter));
                for held in changed {
                    text.push_str(&format!("; {} is worth {}", held.hit, money(&held.amount)));
                }
                text
            }
            _ => String::new(),
        }
    }
}

fn seats(winners: &[Winner]) -> String {
    told(winners.iter().map(|winner| winner.seat.number))
}

fn told(numbers: impl Iterator<Item = u8>) -> String {
    let numbers: Vec<String> = numbers.map(|number| format!("seat {number}")).collect();
    numbers.join(", ")
}

/// What the new terms change, before and after.
fn changes(before: &Setup, after: &Setup) -> String {
    let mut lines = Vec::new();
    for (was, is) in before.meters.iter().zip(&after.meters) {
        if was.growth != is.growth {
            lines.push(format!("{}: {} instead of {}", is.name, is.growth.text(), was.growth.text()));
        }
    }
    if before.lock != after.lock {
        lines.push(format!("lock {:?} instead of {:?}", after.lock, before.lock));
    }
    let level =
        |setup: &Setup| setup.executive_from.map_or("always".to_owned(), |from| format!("from {from}"));
    if before.executive_from != after.executive_from {
        lines.push(format!("an executive confirms {} instead of {}", level(after), level(before)));
    }
    let odds = before.wagers.iter().zip(&after.wagers).any(|(was, is)| was.odds != is.odds);
    if odds {
        lines.push("the wagers are won with other odds".to_owned());
    }
    lines.join("; ")
}

impl super::pool::Growth {
    fn text(&self) -> String {
        let mut text = format!("seed {}, {} of each wager", self.seed, self.increment);
        if let Some(reserve) = self.reserve {
            text.push_str(&format!(", {reserve} to the reserve"));
        }
        if let Some(cap) = self.cap {
            text.push_str(&format!(", at most {cap}"));
        }
        text
    }
}
