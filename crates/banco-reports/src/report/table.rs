//! The money of tables: all of it, or what moved between two moments.

use std::collections::BTreeMap;

use banco_engine::Shelf;
use banco_engine::link::TableId;
use banco_engine::record::Record;
use banco_journal::{Entry, Store};
use banco_money::Currency;
use schemars::JsonSchema;
use serde::Serialize;

use crate::csv::columns;
use crate::error::ReportError;
use crate::history::{Figures, History, ShoeLine, Track};
use crate::money::Money;
use crate::scan::{self, Span};

/// A table over some time, or all tables of a currency together.
///
/// `result` is what tray and drop box have gained beyond what the house has put in:
/// `tray - tray_before + drop - opened_with - fills + credits`, less what was corrected against the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TableRow {
    /// Which table; nothing for all of them together.
    pub table: Option<u32>,
    /// By which rules it plays, by their name.
    pub name: String,
    /// What the house has put into the tray at openings: the float.
    pub opened_with: Money,
    /// What was added to the tray.
    pub fills: Money,
    /// What was taken from the tray.
    pub credits: Money,
    /// What went into the drop box: cash for chips, and collections.
    pub drop: Money,
    /// Of this, collections: what they dropped for rounds with a player/dealer.
    pub collections: Money,
    /// What the tray held before.
    pub tray_before: Money,
    /// What the tray held in the end.
    pub tray: Money,
    /// Value chips of participants in the end, beside those that are wagered.
    pub chips: Money,
    /// Value chips on the layout and what a player/dealer has put up, in the end.
    pub in_play: Money,
    /// What the table has won for the house.
    pub result: Money,
    /// Vigorish that was charged.
    pub vigorish_charged: Money,
    /// Vigorish that was collected.
    pub vigorish_collected: Money,
    /// Vigorish that is owed in the end.
    pub vigorish_owed: Money,
    /// What was given to dealers.
    pub tokes: Money,
    /// Progressive wagers that were taken in, less those that were given back.
    pub progressive: Money,
    /// What links have paid at the table.
    pub from_links: Money,
    /// Promotional chips and coupons that the house has issued, less those that came back.
    pub promotions: Money,
    /// The value of the wagers that won or lost in rounds that began in this time, coupons included.
    pub handle: Money,
    /// Rounds that began.
    pub rounds: u32,
    /// Rounds that were annulled.
    pub void_rounds: u32,
    /// Shoes that were begun.
    pub shoes: u32,
    /// How often money was moved by hand.
    pub corrections: u32,
}

columns! { TableRow as one:
    "table" = one.table,
    "name" = &one.name,
    "currency" = one.result.currency.code(),
    "opened_with" = one.opened_with,
    "fills" = one.fills,
    "credits" = one.credits,
    "drop" = one.drop,
    "collections" = one.collections,
    "tray_before" = one.tray_before,
    "tray" = one.tray,
    "chips" = one.chips,
    "in_play" = one.in_play,
    "result" = one.result,
    "vigorish_charged" = one.vigorish_charged,
    "vigorish_collected" = one.vigorish_collected,
    "vigorish_owed" = one.vigorish_owed,
    "tokes" = one.tokes,
    "progressive" = one.progressive,
    "from_links" = one.from_links,
    "promotions" = one.promotions,
    "handle" = one.handle,
    "rounds" = one.rounds,
    "void_rounds" = one.void_rounds,
    "shoes" = one.shoes,
    "corrections" = one.corrections,
}

/// The books of one table, before some time and in it.
#[derive(Clone, Default)]
struct Books {
    before: Figures,
    within: Figures,
    handle: i128,
    shoes: u32,
}

impl Books {
    fn add(&mut self, other: &Self) {
        self.before.add(&other.before);
        self.within.add(&other.within);
        self.handle += other.handle;
        self.shoes += other.shoes;
    }

    fn row(&self, table: Option<TableId>, name: String, currency: Currency) -> TableRow {
        let (before, within) = (&self.before.moved, &self.within.moved);
        let money = |minor| Money::new(minor, currency);
        TableRow {
            table: table.map(|table| table.0),
            name,
            opened_with: money(self.within.opened_with),
            fills: money(self.within.fills),
            credits: money(self.within.credits),
            drop: money(within.drop),
            collections: money(self.within.collections),
            tray_before: money(before.tray),
            tray: money(before.tray + within.tray),
            chips: money(before.chips + within.chips),
            in_play: money(before.layout + within.layout + before.cover + within.cover),
            result: money(within.result()),
            vigorish_charged: money(-within.charged),
            vigorish_collected: money(within.collected),
            vigorish_owed: money(before.owed + within.owed),
            tokes: money(within.tokes),
            progressive: money(within.progressive),
            from_links: money(-within.link),
            promotions: money(-within.issued),
            handle: money(self.handle),
            rounds: self.within.rounds,
            void_rounds: self.within.void,
            shoes: self.shoes,
            corrections: self.within.corrections,
        }
    }
}

/// The books of all tables, from the first day on, and all of them together.
///
/// # Errors
/// Rules that are not at hand.
pub fn tables(history: &History, shelf: &Shelf) -> Result<Vec<TableRow>, ReportError> {
    let mut all = Vec::new();
    for (table, track) in history.tracks() {
        let within = track.figures();
        let handle = track.rounds.iter().map(|line| line.sums.handle).sum();
        let shoes = begun(track, Span::default());
        let books = Books { before: Figures::default(), within, handle, shoes };
        let (name, currency) = (called(track), track.currency(shelf)?);
        all.push(TablePlan { table, name, currency, books, read: Vec::new() });
    }
    Ok(rows(all))
}

/// What a report of a time is made of: figures that the index has, and entries that are read again because
/// their shoe lies in the time only in part.
pub struct ShiftPlan {
    span: Span,
    tables: Vec<TablePlan>,
}

/// The part of one table.
struct TablePlan {
    table: TableId,
    name: String,
    currency: Currency,
    books: Books,
    /// First and last entries.
    read: Vec<(u64, u64)>,
}

impl ShiftPlan {
    /// What is to be read for a time, by the index as it is now.
    ///
    /// # Errors
    /// Rules that are not at hand.
    pub fn new(history: &History, shelf: &Shelf, span: Span) -> Result<Self, ReportError> {
        let mut tables = Vec::new();
        for (table, track) in history.tracks() {
            let (mut books, mut read) = (Books::default(), Vec::new());
            for shoe in &track.shoes {
                read.extend(add_shoe(&mut books, shoe, span));
            }
            let rounds = track.rounds.iter().filter(|line| span.has(line.began));
            books.handle = rounds.map(|line| line.sums.handle).sum();
            books.shoes = begun(track, span);
            let (name, currency) = (called(track), track.currency(shelf)?);
            tables.push(TablePlan { table, name, currency, books, read });
        }
        Ok(Self { span, tables })
    }

    /// Reads what is missing, and makes the rows.
    ///
    /// # Errors
    /// The store, or an entry that this engine does not read.
    pub async fn read(self, store: &dyn Store) -> Result<Vec<TableRow>, ReportError> {
        let Self { span, mut tables } = self;
        for plan in &mut tables {
            let Some(stream) = scan::table_stream(plan.table) else { continue };
            let books = &mut plan.books;
            let mut each = |entry: &Entry| {
                if let Some(Record::Table { event, .. }) = scan::read(entry)? {
                    if span.is_after(entry.at) {
                        books.before.follow(&event);
                    } else if span.has(entry.at) {
                        books.within.follow(&event);
                    }
                }
                Ok(())
            };
            for (first, last) in &plan.read {
                scan::entries(store, &stream, first.saturating_sub(1), *last, &mut each).await?;
            }
        }
        Ok(rows(tables))
    }
}

/// A shift: what moved between two moments, table by table and all of them together. Only the shoes at its
/// edges are read again.
///
/// # Errors
/// The store, an entry that this engine does not read, or rules that are not at hand.
pub async fn shift(
    history: &History,
    store: &dyn Store,
    shelf: &Shelf,
    span: Span,
) -> Result<Vec<TableRow>, ReportError> {
    ShiftPlan::new(history, shelf, span)?.read(store).await
}

/// How many shoes were begun in some time.
fn begun(track: &Track, span: Span) -> u32 {
    let shoes = track.shoes.iter().filter(|shoe| shoe.number > 0 && span.has(shoe.began));
    u32::try_from(shoes.count()).unwrap_or(u32::MAX)
}

/// Adds the figures of a shoe; the entries to read again where it lies in the span only in part.
fn add_shoe(books: &mut Books, shoe: &ShoeLine, span: Span) -> Option<(u64, u64)> {
    match (span.is_after(shoe.last_at), span.has(shoe.began) && span.has(shoe.last_at)) {
        (true, _) => books.before.add(&shoe.figures),
        (false, true) => books.within.add(&shoe.figures),
        // It lies after the span as a whole, or its entries have to be looked at one by one.
        (false, false) if !span.is_after(shoe.began) && !span.has(shoe.began) => {}
        (false, false) => return Some((shoe.first, shoe.last)),
    }
    None
}

fn called(track: &Track) -> String {
    track.name.map(|name| name.to_string()).unwrap_or_default()
}

fn rows(all: Vec<TablePlan>) -> Vec<TableRow> {
    let mut rows = Vec::new();
    let mut totals: BTreeMap<Currency, Books> = BTreeMap::new();
    for TablePlan { table, name, currency, books, .. } in all {
        rows.push(books.row(Some(table), name, currency));
        totals.entry(currency).or_default().add(&books);
    }
    rows.extend(
        totals.into_iter().map(|(currency, books)| books.row(None, "all tables".to_owned(), currency)),
    );
    rows
}
