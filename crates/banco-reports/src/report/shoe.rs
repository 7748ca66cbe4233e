//! Each shoe, from its cards to its result.

use banco_engine::Shelf;
use banco_engine::link::TableId;
use banco_engine::table::CardSource;
use banco_rulebook::model::rulebook::UnwageredRound;
use schemars::JsonSchema;
use serde::Serialize;

use crate::csv::columns;
use crate::error::ReportError;
use crate::history::{History, RoundLine, RoundState, ShoeEnd, ShoeLine, Statistics, Track, count};
use crate::money::{Moment, Money};

/// A shoe. What moved after its end and before the next one was prepared, such as vigorish that was
/// collected, is part of it, so the results of all shoes add up to that of their table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ShoeRow {
    /// At which table.
    pub table: u32,
    /// The how manieth time the table had opened.
    pub opening: u32,
    /// Its number since then; 0 is the time before the first one, told where money was won or lost in it.
    pub shoe: u32,
    /// When its cards began to be prepared.
    pub began: Moment,
    /// When it was over.
    pub ended: Option<Moment>,
    /// How it came to its end.
    pub end: ShoeEnd,
    /// Where its cards came from: `virtual`, `entry` (a real shoe) or `result_only`.
    pub source: Option<&'static str>,
    /// How many cards it held.
    pub cards: u16,
    /// How far from the back the cut card was.
    pub cut_card: u16,
    /// Cards that were burned.
    pub burned: u16,
    /// Cards that were dealt.
    pub dealt: u16,
    /// Of these, cards that came face down with a public commitment.
    pub committed: u16,
    /// Whether its order was promised in public before the cut.
    pub promised: bool,
    /// Whether its order was shown when it was over.
    pub shown: bool,
    /// Rounds that began.
    pub rounds: u32,
    /// Rounds that were annulled.
    pub void_rounds: u32,
    /// Free hands and simulated rounds.
    pub unwagered_rounds: u32,
    /// What came in it.
    pub results: Statistics,
    /// The value of the wagers that won or lost, coupons included.
    pub handle: Money,
    /// What they won, without stakes and jackpots and before vigorish.
    pub won: Money,
    /// What they lost.
    pub lost: Money,
    /// Vigorish that was charged.
    pub vigorish: Money,
    /// What the table won for the house.
    pub result: Money,
}

columns! { ShoeRow as one:
    "table" = one.table,
    "opening" = one.opening,
    "shoe" = one.shoe,
    "began" = one.began,
    "ended" = one.ended,
    "end" = one.end.name(),
    "source" = one.source,
    "cards" = one.cards,
    "cut_card" = one.cut_card,
    "burned" = one.burned,
    "dealt" = one.dealt,
    "committed" = one.committed,
    "promised" = one.promised,
    "shown" = one.shown,
    "rounds" = one.rounds,
    "void_rounds" = one.void_rounds,
    "unwagered_rounds" = one.unwagered_rounds,
    "player" = one.results.player,
    "banker" = one.results.banker,
    "tie" = one.results.tie,
    "player_pairs" = one.results.player_pairs,
    "banker_pairs" = one.results.banker_pairs,
    "naturals" = one.results.naturals,
    "handle" = one.handle,
    "won" = one.won,
    "lost" = one.lost,
    "vigorish" = one.vigorish,
    "result" = one.result,
    "currency" = one.result.currency.code(),
}

/// The shoes of one table or of all, oldest first.
///
/// # Errors
/// Rules that are not at hand.
pub fn shoes(history: &History, shelf: &Shelf, table: Option<TableId>) -> Result<Vec<ShoeRow>, ReportError> {
    let mut rows = Vec::new();
    for (at, track) in history.tracks().filter(|(at, _)| table.is_none_or(|table| table == *at)) {
        // Before the first shoe there is hardly ever anything to tell.
        let told = |shoe: &&ShoeLine| shoe.number > 0 || shoe.figures.moved.result() != 0;
        for shoe in track.shoes.iter().filter(told) {
            rows.push(row(at, track, shoe, shelf)?);
        }
    }
    Ok(rows)
}

fn row(table: TableId, track: &Track, shoe: &ShoeLine, shelf: &Shelf) -> Result<ShoeRow, ReportError> {
    let rounds = || track.rounds_of_shoe(shoe.opening, shoe.number);
    let currency = track.currency(shelf)?;
    let money = |minor| Money::new(minor, currency);
    let sum = |of: fn(&RoundLine) -> i128| money(rounds().map(of).sum());
    let many = |of: fn(&&RoundLine) -> bool| u32::try_from(rounds().filter(of).count()).unwrap_or(u32::MAX);
    Ok(ShoeRow {
        table: table.0,
        opening: shoe.opening,
        shoe: shoe.number,
        began: Moment(shoe.began),
        ended: shoe.ended.map(Moment),
        end: shoe.end,
        source: shoe.source.map(source),
        cards: shoe.cards,
        cut_card: shoe.cut_card,
        burned: shoe.burned,
        dealt: shoe.dealt,
        committed: shoe.committed,
        promised: shoe.promised,
        shown: shoe.shown,
        rounds: shoe.figures.rounds,
        void_rounds: many(|line| line.state == RoundState::Void),
        unwagered_rounds: many(|line| {
            matches!(line.unwagered, Some(UnwageredRound::FreeHand | UnwageredRound::Simulated))
        }),
        results: count(track, rounds(), shelf)?,
        handle: sum(|line| line.sums.handle),
        won: sum(|line| line.sums.won),
        lost: sum(|line| line.sums.lost),
        vigorish: money(-shoe.figures.moved.charged),
        result: money(shoe.figures.moved.result()),
    })
}

const fn source(source: CardSource) -> &'static str {
    match source {
        CardSource::Virtual => "virtual",
        CardSource::Entry => "entry",
        CardSource::ResultOnly => "result_only",
    }
}
