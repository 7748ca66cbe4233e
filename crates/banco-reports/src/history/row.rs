//! A round, as a list shows it.

use banco_cards::{Hand, Points, Side};
use banco_engine::link::TableId;
use banco_engine::{DrawRules, Shelf};
use banco_money::Currency;
use banco_rulebook::model::rulebook::UnwageredRound;
use schemars::JsonSchema;
use serde::Serialize;

use super::Cursor;
use super::track::{RoundLine, RoundState, Seen, Track};
use crate::csv::columns;
use crate::error::ReportError;
use crate::money::{Moment, Money};

/// Whether wagers were on a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundKind {
    /// As usual.
    Wagered,
    /// A free hand: dealt without wagers.
    FreeHand,
    /// A simulated round after an irregularity.
    Simulated,
}

impl RoundKind {
    pub(super) const fn new(unwagered: Option<UnwageredRound>) -> Self {
        match unwagered {
            None => Self::Wagered,
            Some(UnwageredRound::FreeHand) => Self::FreeHand,
            Some(UnwageredRound::Simulated) => Self::Simulated,
        }
    }

    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wagered => "wagered",
            Self::FreeHand => "free_hand",
            Self::Simulated => "simulated",
        }
    }
}

impl RoundState {
    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dealing => "dealing",
            Self::Settled => "settled",
            Self::Void => "void",
        }
    }
}

/// A hand of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct HandRow {
    /// The cards as they lay, `7h`; `?` is one that nobody has turned.
    pub cards: Vec<String>,
    /// The count, once it is known.
    pub total: Option<u8>,
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct RoundRow {
    /// Where it is in the list.
    #[schemars(with = "String")]
    pub cursor: Cursor,
    /// At which table.
    pub table: u32,
    /// The how manieth time the table had opened: rounds and shoes are counted anew each time.
    pub opening: u32,
    /// Of which shoe.
    pub shoe: u32,
    /// Its number since the table opened.
    pub round: u32,
    /// When it began.
    pub began: Moment,
    /// When it was settled or annulled.
    pub ended: Option<Moment>,
    /// How far it has come.
    pub state: RoundState,
    /// Whether wagers were on it.
    pub kind: RoundKind,
    /// `player`, `banker` or `tie`; nothing where there is no result or the round is void.
    pub outcome: Option<&'static str>,
    /// The Player's hand.
    pub player: HandRow,
    /// The Banker's hand.
    pub banker: HandRow,
    /// A community card that was dealt and does not count.
    pub uncounted: Option<String>,
    /// The Player's first two cards were a pair.
    pub player_pair: bool,
    /// The Banker's first two cards were a pair.
    pub banker_pair: bool,
    /// A hand was a natural.
    pub natural: bool,
    /// Something went wrong and was not dismissed.
    pub irregular: bool,
    /// Money was moved by hand while it went on.
    pub corrected: bool,
    /// The table was held while it went on.
    pub held: bool,
    /// How many people wagered or held the bank.
    pub people: u32,
    /// The value of the wagers that won or lost, coupons included.
    pub handle: Money,
    /// What they won, without stakes and jackpots and before vigorish.
    pub won: Money,
    /// What they lost.
    pub lost: Money,
    /// Vigorish that was charged.
    pub vigorish: Money,
    /// Jackpots that links have paid for it.
    pub jackpots: Money,
    /// Fees that were dropped for it.
    pub collections: Money,
    /// The first entry of the table's stream that belongs to it.
    pub first: u64,
    /// The last one that belongs to it.
    pub last: u64,
}

columns! { RoundRow as one:
    "table" = one.table,
    "opening" = one.opening,
    "shoe" = one.shoe,
    "round" = one.round,
    "began" = one.began,
    "ended" = one.ended,
    "state" = one.state.name(),
    "kind" = one.kind.name(),
    "outcome" = one.outcome,
    "player_cards" = one.player.cards.join(" "),
    "player_total" = one.player.total,
    "banker_cards" = one.banker.cards.join(" "),
    "banker_total" = one.banker.total,
    "uncounted" = one.uncounted.as_ref(),
    "player_pair" = one.player_pair,
    "banker_pair" = one.banker_pair,
    "natural" = one.natural,
    "irregular" = one.irregular,
    "corrected" = one.corrected,
    "held" = one.held,
    "people" = one.people,
    "handle" = one.handle,
    "won" = one.won,
    "lost" = one.lost,
    "vigorish" = one.vigorish,
    "jackpots" = one.jackpots,
    "collections" = one.collections,
    "currency" = one.handle.currency.code(),
    "first" = one.first,
    "last" = one.last,
}

/// What is to be known of a result beside its outcome.
pub(super) struct Marks {
    pub player_pair: bool,
    pub banker_pair: bool,
    pub natural: bool,
}

/// The marks of a round that has a result; only cards make pairs and naturals.
pub(super) fn marks(track: &Track, line: &RoundLine, shelf: &Shelf) -> Result<Marks, ReportError> {
    let Some(coup) = line.coup.filter(|_| line.outcome().is_some()) else {
        return Ok(Marks { player_pair: false, banker_pair: false, natural: false });
    };
    let pair = |hand: &Hand| hand.first_two().is_some_and(|[first, second]| first.rank == second.rank);
    let Some(id) = track.rules_at(line.begun) else {
        return Ok(Marks {
            player_pair: pair(&coup.player),
            banker_pair: pair(&coup.banker),
            natural: false,
        });
    };
    let rules = shelf.find(id).ok_or(ReportError::UnknownRules(id))?;
    let draws = DrawRules::from_terms(&rules.terms);
    let natural = |side: &Side| draws.is_natural(coup.hand(*side).initial_total().get());
    Ok(Marks {
        player_pair: pair(&coup.player),
        banker_pair: pair(&coup.banker),
        natural: Side::BOTH.iter().any(natural),
    })
}

impl Track {
    /// The currency of the table, by the last rules that it has adopted.
    pub(crate) fn currency(&self, shelf: &Shelf) -> Result<Currency, ReportError> {
        let Some((_, id)) = self.rules.last().copied() else { return Ok(Currency::default()) };
        let rules = shelf.find(id).ok_or(ReportError::UnknownRules(id))?;
        Ok(rules.terms.currency)
    }
}

impl RoundRow {
    pub(super) fn new(
        table: TableId,
        track: &Track,
        line: &RoundLine,
        shelf: &Shelf,
    ) -> Result<Self, ReportError> {
        let marks = marks(track, line, shelf)?;
        let currency = match line.currency {
            Some(currency) => currency,
            None => track.currency(shelf)?,
        };
        let money = |minor| Money::new(minor, currency);
        Ok(Self {
            cursor: Cursor { began: line.began, table, begun: line.begun },
            table: table.0,
            opening: line.opening,
            shoe: line.shoe,
            round: line.number,
            began: Moment(line.began),
            ended: line.ended.map(Moment),
            state: line.state,
            kind: RoundKind::new(line.unwagered),
            outcome: line.outcome().map(|outcome| outcome.name()),
            player: hand(line, Side::Player),
            banker: hand(line, Side::Banker),
            uncounted: line.coup.and_then(|coup| coup.uncounted).map(|card| card.to_string()),
            player_pair: marks.player_pair,
            banker_pair: marks.banker_pair,
            natural: marks.natural,
            irregular: line.irregular,
            corrected: line.corrected,
            held: line.held,
            people: u32::try_from(line.people.len()).unwrap_or(u32::MAX),
            handle: money(line.sums.handle),
            won: money(line.sums.won),
            lost: money(line.sums.lost),
            vigorish: money(line.sums.vigorish),
            jackpots: money(line.sums.jackpots),
            collections: money(line.collections),
            first: line.first,
            last: line.last,
        })
    }
}

fn hand(line: &RoundLine, side: Side) -> HandRow {
    if let Some(coup) = line.coup {
        let hand = coup.hand(side);
        let cards = hand.cards().map(|card| card.to_string()).collect();
        return HandRow { cards, total: Some(hand.total().get()) };
    }
    let [player, banker] = &line.hands;
    let seen = if side == Side::Player { player } else { banker };
    let cards = seen.iter().flatten().map(|seen| match seen {
        Seen::Up(card) => card.to_string(),
        Seen::Down => "?".to_owned(),
    });
    let cards: Vec<String> = cards.collect();
    let total = line.reported.map(|reported| {
        let [player, banker] = reported.totals;
        if side == Side::Player { player } else { banker }
    });
    HandRow { total: total.or_else(|| count(seen)), cards }
}

/// The count of cards that all lie open.
fn count(seen: &[Option<Seen>; 3]) -> Option<u8> {
    let points = seen.iter().flatten().map(|seen| match seen {
        Seen::Up(card) => Some(card.points()),
        Seen::Down => None,
    });
    let points: Vec<Points> = points.collect::<Option<_>>()?;
    (!points.is_empty()).then(|| points.into_iter().sum::<Points>().get())
}
