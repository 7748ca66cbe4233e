//! How often what came, in a shoe or in the last rounds.

use banco_cards::{Outcome, Side};
use banco_engine::Shelf;
use banco_engine::link::TableId;
use schemars::JsonSchema;
use serde::Serialize;

use super::row::{Marks, marks};
use super::{History, RoundLine, Track};
use crate::csv::columns;
use crate::error::ReportError;

/// How often what came. Void rounds do not count; free hands and simulated rounds do, as they do in the
/// results of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Statistics {
    /// Rounds with a result.
    pub rounds: u32,
    /// Wins of the Player's hand.
    pub player: u32,
    /// Wins of the Banker's hand.
    pub banker: u32,
    /// Ties.
    pub tie: u32,
    /// Pairs of the Player's first two cards.
    pub player_pairs: u32,
    /// Pairs of the Banker's first two cards.
    pub banker_pairs: u32,
    /// Rounds in which a hand was a natural.
    pub naturals: u32,
    /// The longest run of wins of the Player's hand; ties neither end a run nor lengthen it.
    pub longest_player: u32,
    /// The longest run of wins of the Banker's hand.
    pub longest_banker: u32,
    /// The longest run of ties, one after the other.
    pub longest_tie: u32,
}

columns! { Statistics as one:
    "rounds" = one.rounds,
    "player" = one.player,
    "banker" = one.banker,
    "tie" = one.tie,
    "player_pairs" = one.player_pairs,
    "banker_pairs" = one.banker_pairs,
    "naturals" = one.naturals,
    "longest_player" = one.longest_player,
    "longest_banker" = one.longest_banker,
    "longest_tie" = one.longest_tie,
}

/// A count under way.
#[derive(Default)]
struct Count {
    so_far: Statistics,
    /// Whose run it is, and how long it has become.
    run: Option<(Side, u32)>,
    ties: u32,
}

impl Count {
    fn add(&mut self, outcome: Outcome, marks: &Marks) {
        let all = &mut self.so_far;
        all.rounds += 1;
        all.player_pairs += u32::from(marks.player_pair);
        all.banker_pairs += u32::from(marks.banker_pair);
        all.naturals += u32::from(marks.natural);
        let Some(side) = outcome.winner() else {
            all.tie += 1;
            self.ties += 1;
            all.longest_tie = all.longest_tie.max(self.ties);
            return;
        };
        self.ties = 0;
        let length = self.run.filter(|(of, _)| *of == side).map_or(0, |(_, length)| length) + 1;
        self.run = Some((side, length));
        let (wins, longest) = match side {
            Side::Player => (&mut all.player, &mut all.longest_player),
            Side::Banker => (&mut all.banker, &mut all.longest_banker),
        };
        *wins += 1;
        *longest = length.max(*longest);
    }
}

/// Counts rounds, oldest first.
pub(crate) fn count<'l>(
    track: &Track,
    lines: impl Iterator<Item = &'l RoundLine>,
    shelf: &Shelf,
) -> Result<Statistics, ReportError> {
    let mut count = Count::default();
    for line in lines {
        if let Some(outcome) = line.outcome() {
            count.add(outcome, &marks(track, line, shelf)?);
        }
    }
    Ok(count.so_far)
}

impl History {
    /// What came in a shoe: the last one of that number, since a table counts anew when it opens.
    ///
    /// # Errors
    /// Rules that are not at hand.
    pub fn of_shoe(&self, shelf: &Shelf, table: TableId, shoe: u32) -> Result<Statistics, ReportError> {
        let Some(track) = self.track(table) else { return Ok(Statistics::default()) };
        let last = track.shoes.iter().rev().find(|line| line.number == shoe);
        let Some(last) = last else { return Ok(Statistics::default()) };
        count(track, track.rounds_of_shoe(last.opening, shoe), shelf)
    }

    /// What came in the last rounds of a table that have a result, so many at most, over all shoes.
    ///
    /// # Errors
    /// Rules that are not at hand.
    pub fn of_last(&self, shelf: &Shelf, table: TableId, rounds: usize) -> Result<Statistics, ReportError> {
        let Some(track) = self.track(table) else { return Ok(Statistics::default()) };
        let with_result = track.rounds.iter().rev().filter(|line| line.outcome().is_some());
        let mut last: Vec<&RoundLine> = with_result.take(rounds).collect();
        last.reverse();
        count(track, last.into_iter(), shelf)
    }
}

impl Track {
    /// The rounds of a shoe, oldest first.
    pub(crate) fn rounds_of_shoe(&self, opening: u32, shoe: u32) -> impl Iterator<Item = &RoundLine> {
        let from = self.rounds.partition_point(|line| (line.opening, line.shoe) < (opening, shoe));
        let to = self.rounds.partition_point(|line| (line.opening, line.shoe) <= (opening, shoe));
        self.rounds.get(from..to).unwrap_or_default().iter()
    }
}
