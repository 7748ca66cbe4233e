//! Link events as people tell them.

use super::event::Event;
use super::hit::{Cause, Winner};
use super::pool::Feed;
use super::setup::{Setup, lock_text};

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
            Self::GameStarted { entries, fed, .. } => {
                let seats = told(entries.iter().map(|entry| entry.seat.number));
                format!("START GAME: {seats}; {}", contributions(setup, fed))
            }
            Self::Locked { wager, .. } => format!("\"Jackpot Pending\": no round with {wager} starts"),
            Self::Unlocked { wager, .. } => format!("rounds with {wager} may start again"),
            Self::HandSelected { seat, line, on, .. } => {
                format!("the dealer {} seat {seat}: {line}", if *on { "selects" } else { "takes back" })
            }
            Self::FixedPaid { meter, amount, .. } => format!("{} bears {amount} of the pay", name(meter)),
            Self::GameVoided { round, .. } => {
                format!("the contributions of round {round} go out of the meters again")
            }
            Self::GameEnded { .. } => "END GAME".to_owned(),
            Self::Adjusted { meter, feed, reason, .. } => {
                let (what, fine) =
                    if feed.pot.is_zero() { ("the reserve of ", feed.reserve) } else { ("", feed.pot) };
                format!("{what}{} is corrected by {}: {reason}", name(meter), money(&fine))
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
                let mut text = format!("{hit} is rejected: {reason}");
                if changed.is_empty() {
                    text.push_str(&format!("; {} stays in {}", money(amount), name(meter)));
                }
                for held in changed {
                    text.push_str(&format!("; {} is now worth {}", held.hit, money(&held.amount)));
                }
                text
            }
            _ => String::new(),
        }
    }
}

/// What wagers put into the meters: `$0.60 go into Star Progressive`.
fn contributions(setup: &Setup, fed: &[(usize, Feed)]) -> String {
    let money = |fine: &super::fine::Fine| fine.text(setup.currency);
    let told = fed.iter().filter_map(|(meter, feed)| {
        let name = &setup.meters.get(*meter)?.name;
        let main = format!("{} into {name}", money(&feed.pot));
        let reserve = format!("{} into its reserve", money(&feed.reserve));
        Some(if feed.reserve.is_zero() { main } else { format!("{main}, {reserve}") })
    });
    told.collect::<Vec<_>>().join(", ")
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
        let [now, was] = [after.lock, before.lock].map(lock_text);
        lines.push(format!("a pending jackpot locks {now} instead of {was}"));
    }
    if before.executive_from != after.executive_from {
        let [now, was] = [after, before].map(Setup::executive_text);
        lines.push(format!("an executive confirms {now} instead of {was}"));
    }
    let odds = before.wagers.iter().zip(&after.wagers).any(|(was, is)| was.odds != is.odds);
    if odds {
        lines.push("the wagers are won with other odds".to_owned());
    }
    if lines.is_empty() {
        lines.push("they change nothing for the link".to_owned());
    }
    lines.join("; ")
}

impl super::pool::Growth {
    /// In words.
    pub(super) fn text(&self) -> String {
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
