//! Rounds with progressive wagers, from START GAME to END GAME.

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::Said;
use crate::authority::Person;
use crate::link::fine::Fine;
use crate::link::pool::Change;
use crate::link::reconcile::Moved;
use crate::link::setup::Setup;
use crate::link::state::{Entry, Fed, Game, Link, TableId};
use crate::link::trigger::OpenedTrigger;
use crate::name::Name;
use crate::shelf::Shelf;
use crate::table::{GameId, HitId, LinkSays};

/// What the house bears for a meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Borne {
    /// The amount, to the fraction of a cent.
    pub amount: Fine,
    /// Which meter.
    pub meter: Name,
}

/// Rounds with progressive wagers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum GameEvent {
    /// `heard` is the word up to which the table has heard everything.
    Started {
        entries: Vec<Entry>,
        fed: Vec<Fed>,
        game: GameId,
        heard: u32,
        round: u32,
        table: TableId,
    },
    FixedPaid {
        amount: Amount,
        game: GameId,
        meter: Name,
        table: TableId,
        wager: Name,
    },
    /// `hit` is the Must Hit jackpot whose winner is drawn now.
    RoundEnded {
        by: Person,
        game: GameId,
        hit: Option<HitId>,
        table: TableId,
    },
    /// `house` is what could not be taken back from meters that were won meanwhile, `spent` the triggers that the
    /// round had reached.
    Voided {
        by: Option<Person>,
        fed: Vec<Fed>,
        game: GameId,
        house: Vec<Borne>,
        round: u32,
        spent: Vec<OpenedTrigger>,
        table: TableId,
    },
    Ended {
        game: GameId,
        heard: u32,
        round: u32,
        table: TableId,
    },
}

impl GameEvent {
    pub(super) fn change_link(&self, link: &mut Link, _: &Shelf) {
        match self {
            Self::Started { entries, fed, game, heard, round, table } => {
                let started = Game {
                    id: *game,
                    table: *table,
                    round: *round,
                    entries: entries.clone(),
                    fed: fed.clone(),
                    selected: Vec::new(),
                    ended: false,
                };
                link.next_game = game.0.saturating_add(1);
                let station = link.station_mut(*table);
                station.has_heard(*heard);
                station.game = Some(started);
                for Fed { feed, meter } in fed {
                    link.change_meter(*meter, Change::Add(*table, *feed));
                    note_trigger(link, *meter, *game);
                }
            }
            Self::FixedPaid { amount, meter, .. } => {
                link.change_meter(*meter, Change::Fixed(Fine::from(*amount)));
            }
            Self::RoundEnded { table, .. } => link.with_game(*table, |game| game.ended = true),
            Self::Voided { fed, spent, table, .. } => {
                for Fed { feed, meter } in fed {
                    link.change_meter(*meter, Change::Reverse(*table, *feed));
                }
                spent.iter().for_each(|opened| link.turn_over(opened.meter));
                link.station_mut(*table).game = None;
            }
            Self::Ended { heard, table, .. } => {
                let station = link.station_mut(*table);
                station.has_heard(*heard);
                station.game = None;
            }
        }
    }

    pub(super) fn say(&self, _: &Link) -> Said {
        match self {
            Self::FixedPaid { amount, game, table, wager, .. } => {
                vec![(*table, LinkSays::Bears { game: *game, wager: *wager, amount: *amount })]
            }
            Self::Started { .. } | Self::RoundEnded { .. } | Self::Voided { .. } | Self::Ended { .. } => {
                Vec::new()
            }
        }
    }

    pub(super) fn move_money(&self, moved: &mut Moved) {
        match self {
            Self::Started { fed, .. } => {
                for Fed { feed, meter } in fed {
                    moved.at(*meter).fed += feed.pot;
                    moved.at(*meter).reserved += feed.reserve;
                }
            }
            Self::FixedPaid { amount, meter, .. } => moved.at(*meter).fixed += Fine::from(*amount),
            Self::Voided { fed, house, .. } => {
                fed.iter().for_each(|Fed { feed, meter }| moved.at(*meter).reversed += feed.total());
                house.iter().for_each(|Borne { amount, meter }| moved.at(*meter).house += *amount);
            }
            Self::RoundEnded { .. } | Self::Ended { .. } => {}
        }
    }

    pub(super) fn tell(&self, setup: &Setup) -> String {
        match self {
            Self::Started { entries, fed, .. } => {
                let seats = seats(entries.iter().map(|entry| entry.seat.number));
                format!("{}: {seats}; {}", setup.words().start, contributions(setup, fed))
            }
            Self::FixedPaid { meter, amount, .. } => {
                format!("{} bears {amount} of the pay", setup.printed_name(*meter))
            }
            Self::RoundEnded { hit: None, .. } => "END ROUND: no winner".to_owned(),
            Self::RoundEnded { hit: Some(hit), .. } => format!("END ROUND: {hit} has a winner"),
            Self::Voided { round, .. } => {
                format!("the contributions of round {round} go out of the meters again")
            }
            Self::Ended { .. } => setup.words().end,
        }
    }
}

/// The wagers of a round may have lifted a meter to its hidden trigger. The first round that does it is
/// remembered, and nobody is told before its END ROUND.
fn note_trigger(link: &mut Link, meter: Name, game: GameId) {
    let Some(max) = link.rule(meter).filter(|rule| rule.must_hit).and_then(|rule| rule.growth.cap) else {
        return;
    };
    let shown = link.shown(meter).unwrap_or_default();
    if let Some(triggers) = link.triggers.get_mut(&meter) {
        let trigger = triggers.current.and_then(|cycle| cycle.trigger(Fine::from(max)));
        if triggers.due.is_none() && trigger.is_some_and(|trigger| shown >= trigger) {
            triggers.due = Some(game);
        }
    }
}

/// What wagers put into the meters: `$0.60 into Star Progressive`.
fn contributions(setup: &Setup, fed: &[Fed]) -> String {
    let text = fed.iter().map(|Fed { feed, meter }| {
        let main = format!("{} into {}", feed.pot.text(setup.currency), setup.printed_name(*meter));
        let reserve = format!("{} into its reserve", feed.reserve.text(setup.currency));
        if feed.reserve.is_zero() { main } else { format!("{main}, {reserve}") }
    });
    text.collect::<Vec<_>>().join(", ")
}

/// `seat 1, seat 3`.
pub(super) fn seats(numbers: impl Iterator<Item = u8>) -> String {
    let numbers: Vec<String> = numbers.map(|number| format!("seat {number}")).collect();
    numbers.join(", ")
}
