//! Refusals in the words of somebody who plays.

use banco_engine::table::{Reason, Seat};
use banco_engine::{Names, link, pit};
use banco_rulebook::model::rulebook::Family;

use super::Words;
use crate::told;

impl Words<'_> {
    /// Why something was refused, by which clauses, and what to do instead.
    pub fn refused(&self, refusal: &pit::Refusal) -> Vec<String> {
        let person = |person| self.person(person);
        let names = Names::new(self.table.rules(), &person);
        let (why, hint) = match refusal {
            pit::Refusal::Table(refusal) => (self.why(&refusal.reason), self.instead(&refusal.reason)),
            pit::Refusal::Link(refusal) => (self.why_of_link(&refusal.reason), None),
            pit::Refusal::Account(_) | pit::Refusal::NoTable(_) | pit::Refusal::NoLink(_) => (None, None),
        };
        let why = why.unwrap_or_else(|| refusal.said(&names));
        told::refused_because(refusal, &why, hint.or_else(|| refusal.hint_said(&names)))
    }

    /// What the bank is called.
    fn bank(&self) -> &'static str {
        match self.family() {
            Family::PlayerBanked => "the player/dealer position",
            Family::HouseBanked | Family::CheminDeFer => "the bank",
        }
    }

    /// Why not, where the player would say it in other words than anybody else.
    fn why(&self, reason: &Reason) -> Option<String> {
        let bank = self.bank();
        match reason {
            Reason::NotYourTurn { person, .. } => Some(format!("it is not your turn{}", self.you(*person)?)),
            Reason::WagersInPlay { person } => Some(format!("your wagers{} are in play", self.you(*person)?)),
            Reason::NoSuivi { person } => {
                Some(format!("you{} did not cover and lose the last wager alone", self.you(*person)?))
            }
            Reason::UnknownPerson { person } => {
                Some(format!("you{} do not play at this table", self.you(*person)?))
            }
            Reason::AlreadyHere { person } => {
                Some(format!("you{} are already at the table", self.you(*person)?))
            }
            Reason::OwnBank { person } => Some(match self.you(*person) {
                Some(at) => format!("you{at} hold {bank} and do not bet against it"),
                None => format!("{} holds {bank} and does not bet against it", self.person(*person)),
            }),
            Reason::HeldInARow { seat, rounds } => Some(held_in_a_row(*seat, bank, *rounds)),
            Reason::WrongMoment { doing, now } => {
                self.at_bank(now).map(|now| format!("cannot {doing} now: {now}"))
            }
            _ => None,
        }
    }

    /// Where the position stands, for whoever asks for something else there.
    fn at_bank(&self, now: &str) -> Option<&'static str> {
        let own = match now {
            "nobody has the bank" => "nobody has the player/dealer position",
            "the bank is being offered" => "the player/dealer position is being offered",
            "whoever holds the bank has yet to wager" => "the player/dealer has yet to cover the round",
            "nobody else is asked to cover the bank" => "the round is covered",
            _ => return None,
        };
        Some(own).filter(|_| self.family() == Family::PlayerBanked)
    }

    /// What to do instead.
    fn instead(&self, reason: &Reason) -> Option<String> {
        match reason {
            Reason::NotYourTurn { whose: Some(whose), .. } => {
                self.you(*whose).map(|at| format!("you{at} have the word"))
            }
            Reason::OwnBank { .. } => Some(format!("pass {} first", self.bank())),
            _ => None,
        }
    }

    fn why_of_link(&self, reason: &link::Reason) -> Option<String> {
        match reason {
            link::Reason::MayStillWin { person } => {
                self.you(*person).map(|at| format!("you{at} may still win the Must Hit meter"))
            }
            _ => None,
        }
    }
}

fn held_in_a_row(seat: Seat, bank: &str, rounds: u32) -> String {
    format!("{seat} has held {bank} for {rounds} rounds in a row")
}
