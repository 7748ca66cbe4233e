//! Shares of meters: what the cards make, what links say, and what is paid for it.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use banco_cards::Hand;
use banco_money::{Amount, Percent};
use serde::{Deserialize, Serialize};

use super::{Pay, beneficiary, winner};
use crate::name::Name;
use crate::names::Names;
use crate::shelf::Shelf;
use crate::table::ledger::Account;
use crate::table::people::Seat;
use crate::table::state::{Contact, PendingClaim, Round, Table};
use crate::table::wager::BetKey;
use crate::table::word::{GameId, HitId};

/// Shares of meters. What a link says carries the number of its word, so that it is taken once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum JackpotEvent {
    /// The cards make a jackpot. The hands are those that decide it.
    JackpotReached {
        #[serde(rename = "bet")]
        key: BetKey,
        dealer_envy: Amount,
        #[serde(with = "crate::wire::both_hands")]
        hands: [Hand; 2],
        line: Name,
        meter: Name,
        seat: Seat,
        share: Percent,
    },
    ClaimRaised {
        #[serde(rename = "bet")]
        key: BetKey,
        line: Name,
        meter: Name,
        seat: Seat,
        share: Percent,
    },
    /// What a wager wins hangs on a jackpot that is not verified yet.
    PayWaits {
        #[serde(rename = "bet")]
        key: BetKey,
        seat: Seat,
    },
    JackpotVerified {
        hit: HitId,
        link: Name,
        meter: Name,
        winners: Vec<BetKey>,
        word: u32,
    },
    JackpotPaid {
        amount: Amount,
        #[serde(rename = "bet")]
        key: BetKey,
        hit: HitId,
        link: Name,
        meter: Name,
        seat: Seat,
        word: u32,
    },
    ClaimDropped {
        #[serde(rename = "bet")]
        key: BetKey,
        hit: HitId,
        link: Name,
        meter: Name,
        reason: Arc<str>,
        seat: Seat,
        word: u32,
    },
    TrayReimbursed {
        amount: Amount,
        game: GameId,
        link: Name,
        wager: Name,
        word: u32,
    },
    LinkTold {
        contact: Contact,
        link: Name,
        wager: Name,
        word: u32,
    },
    /// The link has said something that changes nothing here.
    WordHeard {
        link: Name,
        word: u32,
    },
    DealerEnvyPaid {
        amount: Amount,
        wager: Name,
    },
}

impl JackpotEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::JackpotReached { key, seat, meter, share, dealer_envy, .. } => {
                let (round, verified) = (table.round.number, false);
                let (key, seat, meter, share, dealer_envy) = (*key, *seat, *meter, *share, *dealer_envy);
                let claim = PendingClaim { key, seat, meter, share, round, verified, dealer_envy };
                table.claims.push(claim);
            }
            Self::ClaimRaised { key, .. } | Self::PayWaits { key, .. } => {
                table.bet_mut(*key).into_iter().for_each(|bet| bet.waits = true);
            }
            Self::JackpotVerified { link, word, meter, winners, .. } => {
                table.hear_word(*link, *word);
                let own = table.claims.iter_mut();
                let won = own.filter(|claim| claim.meter == *meter && winners.contains(&claim.key));
                won.for_each(|claim| claim.verified = true);
            }
            Self::JackpotPaid { key, meter, link, word, amount, .. } => {
                table.hear_word(*link, *word);
                table.receive(*link, *amount);
                drop_claim(table, *key, *meter);
            }
            Self::ClaimDropped { key, meter, link, word, .. } => {
                table.hear_word(*link, *word);
                drop_claim(table, *key, *meter);
            }
            Self::TrayReimbursed { link, word, amount, .. } => {
                table.hear_word(*link, *word);
                table.receive(*link, *amount);
            }
            Self::LinkTold { wager, contact, link, word } => {
                table.hear_contact(*link, *word);
                table.contacts.retain(|(known, _)| known != wager);
                table.contacts.push((*wager, *contact));
            }
            Self::WordHeard { link, word } => table.hear_word(*link, *word),
            Self::DealerEnvyPaid { .. } => {}
        }
    }

    pub(super) const fn change_round(&self, _: &mut Round) {}

    pub(super) fn move_money(&self, pay: Pay<'_>) {
        match self {
            Self::JackpotPaid { key, amount, .. } => pay(Account::Link, winner(*key), *amount),
            Self::TrayReimbursed { amount, .. } => pay(Account::Link, Account::Tray, *amount),
            Self::DealerEnvyPaid { amount, .. } => pay(Account::Tray, Account::Tokes, *amount),
            Self::JackpotReached { .. }
            | Self::ClaimRaised { .. }
            | Self::PayWaits { .. }
            | Self::JackpotVerified { .. }
            | Self::ClaimDropped { .. }
            | Self::LinkTold { .. }
            | Self::WordHeard { .. } => {}
        }
    }

    pub(super) fn tell(&self, f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result {
        match self {
            Self::JackpotReached { key, seat, meter, share, line, .. } => {
                let wager = names.wager(key.wager);
                write!(f, "the cards make a jackpot: {seat} has {line} on {wager}, {share} of {meter}")
            }
            Self::ClaimRaised { key, seat, meter, share, line } => {
                write!(f, "{seat} claims {share} of {meter} on {}: {line}", names.wager(key.wager))
            }
            Self::PayWaits { key, seat } => {
                write!(f, "{seat} waits on {} until the jackpot is verified", names.wager(key.wager))
            }
            Self::JackpotVerified { hit, meter, .. } => {
                write!(f, "{hit} of {meter} is verified at the table")
            }
            Self::JackpotPaid { key, seat, meter, amount, .. } => {
                write!(f, "{seat} is paid a jackpot of {amount} from {meter}{}", beneficiary(*key))
            }
            Self::ClaimDropped { seat, meter, reason, .. } => {
                write!(f, "{seat} has no claim on {meter}: {reason}")
            }
            Self::TrayReimbursed { amount, .. } => write!(f, "the meter gives the tray {amount}"),
            Self::LinkTold { wager, contact, .. } => match contact {
                Contact::Lost => write!(f, "the link of {wager} is lost"),
                Contact::Ready => write!(f, "the link of {wager} is ready"),
                Contact::Pending => write!(f, "the sign shows \"Jackpot Pending\" for {wager}"),
            },
            Self::WordHeard { link, .. } => write!(f, "the link {link} is heard"),
            Self::DealerEnvyPaid { amount, wager } => {
                write!(f, "the dealer takes {amount} of envy on {}", names.wager(*wager))
            }
        }
    }
}

/// A claim is decided, and with it the wager that waited for it. Whoever wins a Must Hit meter has no claim.
fn drop_claim(table: &mut Table, key: BetKey, meter: Name) {
    let before = table.claims.len();
    table.claims.retain(|claim| claim.key != key || claim.meter != meter);
    if table.claims.len() < before && table.bet(key).is_some_and(|bet| bet.waits) {
        table.remove_bet(key);
    }
}
