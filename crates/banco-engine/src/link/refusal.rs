//! Expected noes of the link.

use banco_money::{Amount, MoneyError};

use super::hit::HitId;
use super::state::TableId;
use crate::table::{Person, Role};

reasons! {
    #[error("the link `{name}` is not in operation")]
    "link_closed" LinkClosed { name: String };
    #[error("the link `{name}` is in operation")]
    "link_open" LinkOpen { name: String };
    #[error("this is for the {needed} to do, not for the {role}")]
    "wrong_role" WrongRole { role: Role, needed: &'static str };
    #[error("{table} is not on the link")]
    "unknown_table" UnknownTable { table: TableId };
    #[error("a meter of the link `{name}` was moved to another link")]
    "link_emptied" LinkEmptied { name: String };
    #[error("{table} is already on the link")]
    "table_attached" TableAttached { table: TableId };
    #[error("{table} and its link differ in {what}: {theirs} instead of {ours}")]
    "odds_differ" OddsDiffer { table: TableId, what: &'static str, theirs: String, ours: String };
    #[error("{table} has lost its link")]
    "link_lost" LinkLost { table: TableId };
    #[error("a jackpot of `{wager}` is pending")]
    "jackpot_pending" JackpotPending { wager: String };
    #[error("the Must Hit meter has no trigger yet")]
    "trigger_needed" TriggerNeeded;
    #[error("the trigger is not above {reset} and not more than {max}")]
    "trigger_out_of_range" TriggerOutOfRange { reset: Amount, max: Amount };
    #[error("the Must Hit meter has its trigger already")]
    "trigger_sealed" TriggerSealed;
    #[error("the round of {table} has not ended")]
    "game_running" GameRunning { table: TableId };
    #[error("{table} plays no round with a wager of the link")]
    "no_game" NoGame { table: TableId };
    #[error("the link has no wager `{wager}`")]
    "unknown_wager" UnknownWager { wager: String };
    #[error("`{wager}` is a fixed wager of {unit}, not {stake}")]
    "wrong_unit" WrongUnit { wager: String, unit: Amount, stake: Amount };
    #[error("{stake} is no wager on a meter of the link")]
    "bad_stake" BadStake { stake: Amount };
    #[error("{person} has two wagers on one sensor")]
    "sensor_twice" SensorTwice { person: Person };
    #[error("no wager of {person} was registered at START GAME")]
    "not_registered" NotRegistered { person: Person };
    #[error("the link has no meter `{meter}`")]
    "unknown_meter" UnknownMeter { meter: String };
    #[error("no line `{line}` pays from a meter")]
    "unknown_line" UnknownLine { line: String };
    #[error("no seat and hand are selected")]
    "nothing_selected" NothingSelected;
    #[error("the cards do not give `{line}` to seat {seat}")]
    "not_borne_out" NotBorneOut { seat: u8, line: String };
    #[error("the cards make no jackpot")]
    "no_jackpot" NoJackpot;
    #[error("{hit} has not been claimed")]
    "hit_unclaimed" HitUnclaimed { hit: HitId };
    #[error("the winner of the Must Hit meter is not drawn")]
    "draw_needed" DrawNeeded { of: usize };
    #[error("{draw} is not one of the {of} who take part")]
    "draw_out_of_range" DrawOutOfRange { draw: u32, of: usize };
    #[error("{person} may still win {hit}")]
    "may_still_win" MayStillWin { person: Person, hit: HitId };
    #[error("there is no {hit}")]
    "unknown_hit" UnknownHit { hit: HitId };
    #[error("now is not the moment to {doing}: {now}")]
    "round_not_settled" RoundNotSettled { doing: &'static str, now: &'static str };
    #[error("{hit} is not at that point: {now}")]
    "wrong_moment" WrongMoment { hit: HitId, now: &'static str };
    #[error("the cards that were named are not those recorded")]
    "cards_differ" CardsDiffer;
    #[error("{hit} came before {later} and must be decided first")]
    "earlier_hit" EarlierHit { hit: HitId, later: HitId };
    #[error("{hit} is worth {worth}, not {given}")]
    "amount_differs" AmountDiffers { hit: HitId, worth: Amount, given: Amount };
    #[error("{hit} is paid")]
    "already_paid" AlreadyPaid { hit: HitId };
    #[error("the link is not idle: {why}")]
    "not_idle" NotIdle { why: String };
    #[error("the new terms have other meters, another name or another currency")]
    "other_meters" OtherMeters;
    #[error("the link `{to}` is not in operation, or its `{meter}` is not won with the same odds")]
    "transfer_differs" TransferDiffers { meter: String, to: String };
    #[error("the meter `{meter}` shows {shown}, more than a cap of {cap}")]
    "cap_below_meter" CapBelowMeter { meter: String, shown: String, cap: Amount };
    #[error("{amount} cannot be taken out of {has}")]
    "meter_short" MeterShort { amount: Amount, has: String };
    #[error("{amount} is no correction")]
    "bad_amount" BadAmount { amount: Amount };
    #[error("{person} may not decide on this alone: another person must")]
    "same_person" SamePerson { person: Person };
    #[error("{person} plays here, and does not decide on it")]
    "involved" Involved { person: Person };
    #[error("{amount} needs an executive")]
    "executive_needed" ExecutiveNeeded { amount: Amount };
    #[error("nobody has asked for {request}")]
    "unknown_request" UnknownRequest { request: crate::RequestId };
    #[error("a second person must approve this")]
    "second_person_needed" SecondPersonNeeded;
    #[error("a reason must be given")]
    "reason_needed" ReasonNeeded;
    #[error("{error}")]
    "bad_money" BadMoney { #[from] error: MoneyError };
}

impl Reason {
    fn what_instead(&self) -> Option<String> {
        Some(match self {
            Self::LinkEmptied { .. } => "close the link; opened again, its meters are at their seeds".to_owned(),
            Self::OddsDiffer { what, .. } => {
                format!("tables on one link agree in {what}; give this table a link of another name")
            }
            Self::LinkLost { .. } => "take the wager down, or wait until the link is back".to_owned(),
            Self::JackpotPending { .. } => {
                "a supervisor decides on the jackpot first; without the wager the round may start".to_owned()
            }
            Self::TriggerNeeded => "the house's generator seals one first".to_owned(),
            Self::NothingSelected => "select the seat and the hand first".to_owned(),
            Self::HitUnclaimed { .. } => "select seat and hand and press HIT JACKPOT".to_owned(),
            Self::DrawNeeded { of } => format!("END ROUND draws one of {of}"),
            Self::MayStillWin { .. } => "wait until its winner is drawn and paid".to_owned(),
            Self::CardsDiffer => "look at the cards on the table again, or reject the jackpot".to_owned(),
            Self::SamePerson { .. } => "two different people confirm a jackpot".to_owned(),
            Self::AlreadyPaid { .. } => "only a manual adjustment by two people backs it out".to_owned(),
            Self::NotIdle { .. } => {
                "wait until rounds have ended and jackpots are decided; new terms and closing need closed tables".to_owned()
            }
            Self::SecondPersonNeeded => "name another person".to_owned(),
            _ => return None,
        })
    }
}
