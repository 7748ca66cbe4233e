//! What is asked of a progressive link.

#![deny(clippy::wildcard_enum_match_arm)]

use std::sync::Arc;

use banco_engine::link::{Command, HitId, Setup, TableId};
use banco_engine::table::Rules;
use banco_engine::{Name, RequestId};

use super::table::find_rules;
use super::wanted::LinkWanted;
use crate::bad::BadCommand;
use crate::value::{Hands, Money, Number, Reason, Words};

/// What the server knows beside a command to a link.
#[derive(Clone, Copy)]
pub struct LinkContext<'a> {
    /// How the link is set up, if it is.
    pub setup: Option<&'a Setup>,
    /// Finds rules by their text (see [`crate::rules_text`]).
    pub find_rules: &'a dyn Fn(&str) -> Option<Arc<Rules>>,
    /// The names of all links of the house.
    pub links: &'a [Name],
}

impl std::fmt::Debug for LinkContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LinkContext").field("links", &self.links).finish_non_exhaustive()
    }
}

tagged! {
    /// What is asked of a progressive link.
    LinkCommand by "do", "a command to a link" {
        /// Puts the link into operation.
        Open = "open" {
            /// The text that names the rules.
            rules: Words,
        }
        /// The dealer selects a seat and a hand, or takes the selection back.
        Select = "select" {
            /// At which table.
            table: Number,
            /// The printed number of the seat.
            seat: u8,
            /// The printed name of the line.
            line: Words,
        }
        /// HIT JACKPOT.
        HitJackpot = "hit_jackpot" {
            /// At which table.
            table: Number,
        }
        /// END ROUND: tells whether somebody of this round wins a Must Hit meter.
        EndRound = "end_round" {
            /// At which table.
            table: Number,
        }
        /// A supervisor has looked at the table and its records.
        Verify = "verify" {
            /// Which jackpot.
            hit: Number,
            /// The cards as they lie there; missing for Must Hit.
            hands: Option<Hands>,
        }
        /// PAY JACKPOT.
        PayJackpot = "pay_jackpot" {
            /// Which jackpot.
            hit: Number,
            /// What is paid: exactly what it is worth.
            amount: Money,
        }
        /// Asks for what takes two people.
        Ask = "ask" {
            /// What is to happen.
            wanted: LinkWanted,
        }
        /// Approves what another has asked for: it happens.
        Approve = "approve" {
            /// Which request.
            request: Number,
        }
        /// Turns down what was asked for.
        TurnDown = "turn_down" {
            /// Which request.
            request: Number,
            /// What the asker is told.
            reason: Reason,
        }
        /// Reads the meters.
        TakeReading = "take_reading" {
            /// Of which day, as the house counts them.
            day: Number,
        }
    }
}

impl LinkCommand {
    /// The engine's command, on a certain link.
    ///
    /// # Errors
    /// A name that this link or house does not have.
    pub fn into_engine(self, context: &LinkContext<'_>) -> Result<Command, BadCommand> {
        let (table, hit) = (|number: Number| TableId(number.0), |number: Number| HitId(number.0));
        Ok(match self {
            Self::Open { rules } => {
                Command::Open { rules: find_rules(&rules.0, "/rules", context.find_rules)?.id }
            }
            Self::Select { table: at, seat, line } => {
                Command::Select { table: table(at), seat, line: line.0 }
            }
            Self::HitJackpot { table: at } => Command::HitJackpot { table: table(at) },
            Self::EndRound { table: at } => Command::EndRound { table: table(at) },
            Self::Verify { hit: which, hands } => {
                Command::Verify { hit: hit(which), hands: hands.as_ref().map(Into::into) }
            }
            Self::PayJackpot { hit: which, amount } => {
                Command::PayJackpot { hit: hit(which), amount: amount.into() }
            }
            Self::Ask { wanted } => Command::Ask(wanted.into_engine(context)?),
            Self::Approve { request } => Command::Approve { request: RequestId(request.0) },
            Self::TurnDown { request, reason } => {
                Command::TurnDown { reason: reason.0, request: RequestId(request.0) }
            }
            Self::TakeReading { day } => Command::TakeReading { day: day.0 },
        })
    }
}

/// The name under which a command of the engine goes over the wire.
#[must_use]
pub const fn name_of_link_command(command: &Command) -> &'static str {
    match command {
        Command::Open { .. } => "open",
        Command::Select { .. } => "select",
        Command::HitJackpot { .. } => "hit_jackpot",
        Command::EndRound { .. } => "end_round",
        Command::Verify { .. } => "verify",
        Command::PayJackpot { .. } => "pay_jackpot",
        Command::Ask(_) => "ask",
        Command::Approve { .. } => "approve",
        Command::TurnDown { .. } => "turn_down",
        Command::TakeReading { .. } => "take_reading",
    }
}
