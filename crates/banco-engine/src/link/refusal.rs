//! Refusals of the link: what was not allowed, and by which clause.

use crate::names::Names;
use banco_money::{Amount, MoneyError};

use crate::authority::{Person, RequestId, Role};
use crate::link::state::TableId;
use crate::name::Name;
use crate::shelf::RulesId;
use crate::table::HitId;

// First whether the link can act at all, then who asks and whether what is named exists, then who may not, then
// how things stand, and last what is wrong with what is asked.
reasons! {
    #[error("the link has stopped: {fault}")]
    "halted" Halted { fault: String };
    #[error("the link `{name}` is not in operation")]
    "link_closed" LinkClosed { name: Name };
    #[error("the link `{name}` is in operation")]
    "link_open" LinkOpen { name: Name };
    #[error("this is for the {needed} to do, not for the {role}")]
    "wrong_role" WrongRole { role: Role, needed: &'static str };
    #[error("only people verify and pay jackpots here")]
    "people_only" PeopleOnly;
    #[error("the rules {rules} are not at hand, or have no link of this name")]
    "unknown_rules" UnknownRules { rules: RulesId };
    #[error("{table} is not on the link")]
    "unknown_table" UnknownTable { table: TableId };
    #[error("the link has no meter `{meter}`")]
    "unknown_meter" UnknownMeter { meter: Name };
    #[error("the link has no wager `{wager}`")]
    "unknown_wager" UnknownWager { wager: Name };
    #[error("no line `{line}` pays from a meter")]
    "unknown_line" UnknownLine { line: String };
    #[error("there is no {hit}")]
    "unknown_hit" UnknownHit { hit: HitId };
    #[error("nobody has asked for {request}")]
    "unknown_request" UnknownRequest { request: RequestId };
    #[error("nobody has answered {request} in time")]
    "request_expired" RequestExpired { request: RequestId };
    #[error("{person} plays here, and does not decide on it")]
    "involved" Involved { person: Person };
    #[error("{person} may not decide on this alone: another person must")]
    "same_person" SamePerson { person: Person };
    #[error("nobody sets up a link alone: a table whose terms two people have approved opens it")]
    "second_person_needed" SecondPersonNeeded;
    #[error("{amount} needs an executive")]
    "executive_needed" ExecutiveNeeded { amount: Amount };
    #[error("a reason must be given")]
    "reason_needed" ReasonNeeded;
    #[error("a meter of the link `{name}` was moved to another link")]
    "link_emptied" LinkEmptied { name: Name };
    #[error("{table} is already on the link")]
    "table_attached" TableAttached { table: TableId };
    #[error("{table} and its link differ in {what}: {theirs} instead of {ours}")]
    "odds_differ" OddsDiffer { table: TableId, what: &'static str, theirs: String, ours: String };
    #[error("{table} has lost its link")]
    "link_lost" LinkLost { table: TableId };
    #[error("the round of {table} has not ended")]
    "game_running" GameRunning { table: TableId };
    #[error("{table} plays no round with a wager of the link")]
    "no_game" NoGame { table: TableId };
    #[error("{hit} is paid")]
    "already_paid" AlreadyPaid { hit: HitId };
    #[error("{hit} is not at that point: {now}")]
    "wrong_moment" WrongMoment { hit: HitId, now: &'static str };
    #[error("cannot {doing} now: {now}")]
    "round_not_settled" RoundNotSettled { doing: &'static str, now: &'static str };
    #[error("END ROUND was pressed already")]
    "round_ended" RoundEnded;
    #[error("the link is not idle: {why}")]
    "not_idle" NotIdle { why: String };
    #[error("{stake} is not a wager on a meter of the link")]
    "bad_stake" BadStake { stake: Amount };
    #[error("`{wager}` is a fixed wager of {unit}, not {stake}")]
    "wrong_unit" WrongUnit { wager: Name, unit: Amount, stake: Amount };
    #[error("no wager of {person} was registered when the round began")]
    "not_registered" NotRegistered { person: Person };
    #[error("{person} has two wagers on one sensor")]
    "sensor_twice" SensorTwice { person: Person };
    #[error("{hit} has not been claimed")]
    "hit_unclaimed" HitUnclaimed { hit: HitId };
    #[error("END ROUND has not been pressed")]
    "end_round_needed" EndRoundNeeded;
    #[error("the winner of {hit} is not drawn")]
    "draw_needed" DrawNeeded { hit: HitId, of: usize };
    #[error("a jackpot of `{wager}` is pending")]
    "jackpot_pending" JackpotPending { wager: Name };
    #[error("the Must Hit meter has no trigger yet")]
    "trigger_needed" TriggerNeeded;
    #[error("the Must Hit meter has this trigger and the next already")]
    "trigger_sealed" TriggerSealed;
    #[error("{person} may still win the Must Hit meter")]
    "may_still_win" MayStillWin { person: Person };
    #[error("the cards make no jackpot")]
    "no_jackpot" NoJackpot;
    #[error("no seat and hand are selected")]
    "nothing_selected" NothingSelected;
    #[error("the cards do not give `{line}` to seat {seat}")]
    "not_borne_out" NotBorneOut { seat: u8, line: Name };
    #[error("{draw} is not one of the {of} who take part")]
    "draw_out_of_range" DrawOutOfRange { draw: u32, of: usize };
    #[error("the cards that were named are not those recorded")]
    "cards_differ" CardsDiffer;
    #[error("{hit} came before {later} and must be decided first")]
    "earlier_hit" EarlierHit { hit: HitId, later: HitId };
    #[error("the new terms have other meters or another currency")]
    "other_meters" OtherMeters;
    #[error("these rules have other terms than the link was last operated by")]
    "other_terms" OtherTerms;
    #[error("`{meter}` cannot go to the link `{to}`: {why}")]
    "transfer_differs" TransferDiffers { meter: Name, to: Name, why: &'static str };
    #[error("the meter `{meter}` shows {shown}, more than a cap of {cap}")]
    "cap_below_meter" CapBelowMeter { meter: Name, shown: String, cap: Amount };
    #[error("{amount} is not a correction")]
    "bad_amount" BadAmount { amount: Amount };
    #[error("{amount} cannot be taken out of {has}")]
    "meter_short" MeterShort { amount: Amount, has: String };
    #[error("the meter `{meter}` would hold {would}, more than its {max}")]
    "above_maximum" AboveMaximum { meter: Name, would: String, max: Amount };
    #[error("day {day} does not come after day {last}, which was read")]
    "bad_day" BadDay { day: u32, last: u32 };
    #[error("{error}")]
    "bad_money" BadMoney { #[from] error: MoneyError };
    #[error("{hit} is worth {worth}, not {given}")]
    "amount_differs" AmountDiffers { hit: HitId, worth: Amount, given: Amount };
}

impl Reason {
    fn what_instead(&self, _: Option<&Names<'_>>) -> Option<String> {
        Some(match self {
            Self::Halted { .. } => "somebody must look at its record".to_owned(),
            Self::Involved { .. } => "somebody who plays on no table of the link does it".to_owned(),
            Self::SamePerson { .. } => "another person does it".to_owned(),
            Self::ExecutiveNeeded { .. } => "an executive is one of those who confirm so much".to_owned(),
            Self::PeopleOnly => "a supervisor verifies it, another person pays it".to_owned(),
            Self::SecondPersonNeeded => "open a table of the link".to_owned(),
            Self::RequestExpired { .. } => "ask for it again".to_owned(),
            Self::LinkEmptied { .. } => "close the link; opened again, its meters are at their seeds".to_owned(),
            Self::OddsDiffer { what, .. } => {
                format!("tables on one link agree in {what}; give this table a link of another name")
            }
            Self::LinkLost { .. } => "take the wager down, or wait until the link is back".to_owned(),
            Self::AlreadyPaid { .. } => "only a manual adjustment by two people backs it out".to_owned(),
            Self::NotIdle { .. } => {
                "wait until rounds have ended and jackpots are decided; new terms, transfers and closing need closed tables".to_owned()
            }
            Self::HitUnclaimed { .. } => "the dealer makes it known first".to_owned(),
            Self::EndRoundNeeded => "the dealer presses END ROUND".to_owned(),
            Self::DrawNeeded { of, .. } => format!("the generator draws one of {of}"),
            Self::JackpotPending { .. } => {
                "a supervisor decides on the jackpot first; without the wager the round may start".to_owned()
            }
            Self::TriggerNeeded => "the house's generator seals one first".to_owned(),
            Self::MayStillWin { .. } => "wait until END ROUND, or until its winner is paid".to_owned(),
            Self::NothingSelected => "select the seat and the hand first".to_owned(),
            Self::CardsDiffer => "look at the cards on the table again, or reject the jackpot".to_owned(),
            Self::OtherTerms => {
                "open it by the rules that it had, then ask for the new terms: another person approves".to_owned()
            }
            Self::BadDay { last, .. } => format!("the next day is {}", last.saturating_add(1)),
            Self::LinkClosed { .. }
            | Self::LinkOpen { .. }
            | Self::WrongRole { .. }
            | Self::UnknownRules { .. }
            | Self::UnknownTable { .. }
            | Self::UnknownMeter { .. }
            | Self::UnknownWager { .. }
            | Self::UnknownLine { .. }
            | Self::UnknownHit { .. }
            | Self::UnknownRequest { .. }
            | Self::ReasonNeeded
            | Self::TableAttached { .. }
            | Self::GameRunning { .. }
            | Self::NoGame { .. }
            | Self::WrongMoment { .. }
            | Self::RoundNotSettled { .. }
            | Self::RoundEnded
            | Self::BadStake { .. }
            | Self::WrongUnit { .. }
            | Self::NotRegistered { .. }
            | Self::SensorTwice { .. }
            | Self::TriggerSealed
            | Self::NoJackpot
            | Self::NotBorneOut { .. }
            | Self::DrawOutOfRange { .. }
            | Self::EarlierHit { .. }
            | Self::OtherMeters
            | Self::TransferDiffers { .. }
            | Self::CapBelowMeter { .. }
            | Self::BadAmount { .. }
            | Self::MeterShort { .. }
            | Self::AboveMaximum { .. }
            | Self::BadMoney { .. }
            | Self::AmountDiffers { .. } => return None,
        })
    }
}
