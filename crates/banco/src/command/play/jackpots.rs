//! The progressive links of the table: the signs, and what the player is told of jackpots.

use banco_engine::link::{Event, JackpotEvent, Setup, What, view};

use super::game::{Game, HERE};
use crate::failure::Failure;
use crate::output;

/// What the player is told of a link.
pub fn jackpot_line(setup: &Setup, event: &Event) -> Option<String> {
    let What::Jackpot(jackpot) = &event.what else { return None };
    match jackpot {
        JackpotEvent::Made { .. }
        | JackpotEvent::Claimed { .. }
        | JackpotEvent::WinnerDrawn { .. }
        | JackpotEvent::Verified { .. }
        | JackpotEvent::Rejected { .. } => Some(event.story(setup)),
        // What is paid is told at the table; the sign shows what is locked.
        JackpotEvent::Paid { .. }
        | JackpotEvent::Locked { .. }
        | JackpotEvent::Unlocked { .. }
        | JackpotEvent::HandSelected { .. } => None,
    }
}

impl Game {
    /// What the signs of the table show, one line for each link.
    pub fn signs(&self) -> Vec<String> {
        let sign = |link| {
            let meters = view(link).meters.into_iter().map(|meter| {
                let value = meter.value.map_or_else(String::new, |value| value.to_string());
                let by = meter.must_hit_by.map_or_else(String::new, |by| format!(" (must hit by {by})"));
                format!("{} {value}{by}", meter.name)
            });
            meters.collect::<Vec<_>>().join(", ")
        };
        self.pit.links_of(HERE).into_iter().map(sign).collect()
    }

    /// The signs above the table, where there are any.
    pub fn tell_signs(&self) -> Result<(), Failure> {
        self.signs().iter().try_for_each(|sign| output::print(&format!("  {sign}")))
    }
}
