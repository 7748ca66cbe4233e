//! From a decision to what is stored of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use banco_engine::Names;
use banco_engine::cage::{Fund, Time};
use banco_engine::link::TableId;
use banco_engine::pit::{Decision, Happening, Pit, Refusal, Stream, Touched};
use banco_engine::record::{Record, RecordError};
use banco_engine::table::{Account, Cards, Person, Rules};
use banco_house::{Chance, NoRandomness, Said, VirtualShoe};
use banco_journal::seal::SealError;
use banco_journal::{
    Answer, At, Batch, By, CommandId, Entry, Head, ItemChange, Keyring, Posting, Seal, StreamName, Write,
};
use banco_money::Amount;
use banco_rulebook::Bundle;
use serde_json::value::RawValue;

use crate::ask::{Ask, Wish, done, not_due, refused};
use crate::books::{Books, ShoeAfter, name_of};
use crate::input::{Input, second_of};
use crate::load::RULES;
use crate::turn::streams_of;

/// Something that cannot be written down: a defect of ours, or a machine without randomness.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unwritable {
    /// A record that has no form.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A record that is no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The operating system gives no randomness.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// A secret that cannot be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// A stream that has no name.
    #[error("{0} has no name in the journal")]
    NoName(Stream),
}

/// What is at hand to write with.
pub(crate) struct Pen<'a> {
    pub(crate) keyring: &'a Keyring,
    pub(crate) chance: Chance,
    pub(crate) people: &'a (dyn Fn(Person) -> String + Send + Sync),
    /// The entry of the stream `floor` that holds the configuration of the house.
    pub(crate) house: u64,
    pub(crate) now: At,
}

/// A decision that is ready to be kept, and how the books are after it.
pub(crate) struct Ready {
    pub(crate) batch: Batch,
    pub(crate) decision: Decision,
    pub(crate) shoes: Vec<(TableId, Arc<VirtualShoe>)>,
}

impl Ready {
    /// The streams that it writes or has looked at.
    pub(crate) fn streams(&self) -> impl Iterator<Item = &StreamName> {
        let reads = self.batch.reads.iter().map(|(stream, _)| stream);
        self.batch.writes.iter().map(|write| &write.stream).chain(reads)
    }

    /// The books after it. The happenings are taken by whoever tells them.
    pub(crate) fn put_into(&self, books: &mut Books) {
        for write in &self.batch.writes {
            books.set_head(write.stream.clone(), write.head());
        }
        books.put(self.decision.clone());
        for (table, shoe) in &self.shoes {
            books.set_shoe(*table, Arc::clone(shoe));
        }
    }
}

/// Decides what is asked for, on books as they are, and writes it down. A refusal is written down as well.
pub(crate) fn decide(ask: &Ask, books: &mut Books, pen: &Pen<'_>) -> Result<Ready, Unwritable> {
    match work_out(&ask.wish, books, second_of(pen.now)) {
        Ok(decision) => {
            let mut ready = Writing::new(ask, books, pen).decision(decision)?;
            ready.batch.items.extend(rules_to_keep(ask, books));
            Ok(ready)
        }
        Err(NotDecided::Refused(refusal)) => refuse(ask, &refusal, books, pen),
        Err(NotDecided::NotDue) => without_effect(ask, not_due(), books, pen),
    }
}

/// Why nothing is decided.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotDecided {
    /// The engine refuses it.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// Another card is due.
    #[error("another card is due, or the shoe is not there")]
    NotDue,
}

/// What something makes happen. The audit decides by this as well, so that both decide alike.
pub(crate) fn work_out(wish: &Wish, books: &mut Books, time: Time) -> Result<Decision, NotDecided> {
    Ok(match wish {
        Wish::Said(said) => decide_said(said.clone(), books, time)?,
        Wish::Draw(draw) => {
            let card = books.drawn(*draw).ok_or(NotDecided::NotDue)?;
            decide_said(card.into_said(), books, time)?
        }
        Wish::Deliver(table) => books.pit().deliver_waiting(*table)?,
        Wish::PutUp { table, .. } if books.pit().table(*table).is_some() => {
            return Err(Refusal::NoTable(*table).into());
        }
        Wish::PutUp { table, cards, rules, .. } => put_up(books.pit_mut(), *table, rules, *cards),
    })
}

fn decide_said(said: Said, books: &Books, time: Time) -> Result<Decision, Refusal> {
    match said {
        Said::Command(by, command) => books.pit().decide_at(time, by, command),
        Said::Word(word) => books.pit().hear_at(time, word),
    }
}

/// Rules that come with what is asked for are kept with it, so that the table can be read by them whatever becomes of the
/// rulebook.
fn rules_to_keep(ask: &Ask, books: &Books) -> Option<ItemChange> {
    let bundle = Bundle::from_terms(&ask.rules()?.terms);
    let (space, key) = (RULES.to_owned(), bundle.id().to_string());
    if books.knows_rules(&key) {
        return None;
    }
    Some(ItemChange { space, key, expected: 0, value: Some(bundle.write().into_bytes()) })
}

/// A table that is put up was decided by nobody: it is there with its first event.
fn put_up(pit: &mut Pit, table: TableId, rules: &Arc<Rules>, cards: Option<Cards>) -> Decision {
    let happening = pit.put_up_with(table, rules, cards);
    let stream = happening.stream();
    let touched = pit.state(stream).map(|after| Touched { stream, version: 0, after });
    Decision { happenings: vec![happening], touched: touched.into_iter().collect(), ..Decision::default() }
}

fn refuse(ask: &Ask, refusal: &Refusal, books: &Books, pen: &Pen<'_>) -> Result<Ready, Unwritable> {
    let rules = ask.table().and_then(|table| books.pit().table(table)).map(banco_engine::table::Table::rules);
    let answer = match rules {
        Some(rules) => refused(refusal, Some(&Names::new(rules, pen.people))),
        None => refused(refusal, None),
    };
    without_effect(ask, answer, books, pen)
}

/// An answer, and nothing else. It is durable as well, so it must not rest on books that are behind: what was looked at
/// must not have moved.
fn without_effect(ask: &Ask, answer: Answer, books: &Books, pen: &Pen<'_>) -> Result<Ready, Unwritable> {
    let mut batch = Batch::new(ask.id, ask.body, pen.now, ask.by(), answer);
    for stream in streams_of(&ask.wish, books) {
        let name = name_of(stream).ok_or(Unwritable::NoName(stream))?;
        let version = books.head(&name).version;
        batch.reads.push((name, version));
    }
    Ok(Ready { batch, decision: Decision::default(), shoes: Vec::new() })
}

/// What is written of one decision.
struct Writing<'a> {
    ask: &'a Ask,
    books: &'a Books,
    pen: &'a Pen<'a>,
    by: By,
    at: At,
    writes: BTreeMap<StreamName, Write>,
    seals: Vec<Seal>,
    postings: Vec<Posting>,
    shoes: BTreeMap<TableId, Arc<VirtualShoe>>,
}

impl<'a> Writing<'a> {
    fn new(ask: &'a Ask, books: &'a Books, pen: &'a Pen<'a>) -> Self {
        Self {
            ask,
            books,
            pen,
            by: ask.by(),
            at: pen.now,
            writes: BTreeMap::new(),
            seals: Vec::new(),
            postings: Vec::new(),
            shoes: BTreeMap::new(),
        }
    }

    fn decision(mut self, decision: Decision) -> Result<Ready, Unwritable> {
        // A stream's time grows with its commands, whatever the clock does.
        let name = |stream| name_of(stream).ok_or(Unwritable::NoName(stream));
        for happening in &decision.happenings {
            let head = self.books.head(&name(happening.stream())?);
            self.at = self.at.max(At(head.at.0.saturating_add(1)));
        }
        let mut input = self.input(&decision)?;
        for happening in &decision.happenings {
            let stream = name(happening.stream())?;
            self.happening(&stream, happening, input.take())?;
        }
        let reads: Result<Vec<_>, Unwritable> =
            decision.reads.iter().map(|(stream, version)| Ok((name(*stream)?, *version))).collect();
        let ends = self.writes.values().map(|write| (write.stream.to_string(), write.head().version));
        let mut batch = Batch::new(self.ask.id, self.ask.body, self.at, self.by, done(ends));
        batch.writes = self.writes.into_values().collect();
        batch.reads = reads?;
        batch.seals = self.seals;
        batch.postings = self.postings;
        batch.items = self.ask.items.clone();
        Ok(Ready { batch, decision, shoes: self.shoes.into_iter().collect() })
    }

    /// What was decided, to be kept with the first entry.
    fn input(&self, decision: &Decision) -> Result<Option<Box<RawValue>>, Unwritable> {
        if decision.happenings.is_empty() {
            return Ok(None);
        }
        let mut input = Input::new(self.ask, self.pen.house, second_of(self.pen.now), self.at);
        let written = decision.happenings.iter().map(Happening::stream);
        for stream in written.chain(decision.reads.iter().map(|(stream, _)| *stream)) {
            let name = name_of(stream).ok_or(Unwritable::NoName(stream))?;
            let version = self.books.head(&name).version;
            input.streams.insert(name, version);
        }
        Ok(Some(input.write()?))
    }

    fn happening(
        &mut self,
        stream: &StreamName,
        happening: &Happening,
        input: Option<Box<RawValue>>,
    ) -> Result<(), Unwritable> {
        let head = self.writes.get(stream).map_or_else(|| self.books.head(stream), Write::head);
        let record = Record::new(happening, head.version.saturating_add(1));
        let line = RawValue::from_string(record.to_line()?)?;
        let (by, cause) = (self.by.clone(), self.ask.id);
        let entry = Entry::decided(head, stream.clone(), self.at, by, cause, line, input);
        let version = entry.version;
        self.secrets(stream, version, happening, &record)?;
        self.postings.extend(postings(stream, version, happening));
        let after = self.books.head(stream);
        let new = || Write { stream: stream.clone(), after, entries: Vec::new(), fence: self.ask.term };
        self.writes.entry(stream.clone()).or_insert_with(new).entries.push(entry);
        Ok(())
    }

    /// A new shoe is sealed with the event that shuffles it. What comes out of it face down is in it already; only faces
    /// that somebody has entered, and triggers, are sealed by themselves.
    fn secrets(
        &mut self,
        stream: &StreamName,
        version: u64,
        happening: &Happening,
        record: &Record,
    ) -> Result<(), Unwritable> {
        let mut has_shoe = false;
        if let Happening::Table(table, event) = happening {
            match self.books.shoe_after(*table, event, self.pen.chance)? {
                ShoeAfter::Same => {}
                ShoeAfter::Cut(shoe) => drop(self.shoes.insert(*table, shoe)),
                ShoeAfter::New(shoe) => {
                    let secret = shoe.to_secret_bytes();
                    self.seals.push(self.pen.keyring.seal(stream, version, "shoe", &secret)?);
                    self.shoes.insert(*table, shoe);
                }
            }
            has_shoe = self.shoes.contains_key(table) || self.books.shoe(*table).is_some();
        }
        if let Some(secret) = record.secret(|_| None).filter(|_| !has_shoe) {
            let what = if matches!(happening, Happening::Link(..)) { "trigger" } else { "face" };
            self.seals.push(self.pen.keyring.seal(stream, version, what, secret.to_line().as_bytes())?);
        }
        Ok(())
    }
}

/// The money that an event moves, between accounts that are named by their stream.
#[must_use]
pub fn postings(stream: &StreamName, version: u64, happening: &Happening) -> Vec<Posting> {
    let mut postings = Vec::new();
    let mut post = |from: String, to: String, amount: Amount| {
        // What is taken out goes the other way.
        let (from, to) = if amount.minor() < 0 { (to, from) } else { (from, to) };
        let currency = amount.currency().code().to_owned();
        let amount = amount.minor().saturating_abs();
        postings.push(Posting { stream: stream.clone(), version, from, to, currency, amount });
    };
    match happening {
        Happening::Table(_, event) => event.postings(&mut |posting| {
            post(account(stream, posting.from), account(stream, posting.to), posting.amount);
        }),
        Happening::Account(_, event) => event.postings(&mut |posting| {
            post(fund(stream, posting.from), fund(stream, posting.to), posting.amount);
        }),
        // Meters count in fractions of a cent; what they take and pay is in the books of the tables.
        Happening::Link(..) => {}
    }
    postings
}

/// `table/7:tray`, `table/7:chips:12`.
fn account(stream: &StreamName, account: Account) -> String {
    let (what, person) = match account {
        Account::Outside => ("outside", None),
        Account::House => ("house", None),
        Account::Tray => ("tray", None),
        Account::Drop => ("drop", None),
        Account::Layout => ("layout", None),
        Account::Progressive => ("progressive", None),
        Account::Link => ("link", None),
        Account::Cover => ("cover", None),
        Account::Tokes => ("tokes", None),
        Account::Charged => ("charged", None),
        Account::Collected => ("collected", None),
        Account::Issued => ("issued", None),
        Account::IssuedOnLayout => ("issued_on_layout", None),
        Account::Chips(person) => ("chips", Some(person)),
        Account::Promotional(person) => ("promotional", Some(person)),
        Account::Coupons(person) => ("coupons", Some(person)),
        Account::Owed(person) => ("owed", Some(person)),
    };
    match person {
        Some(person) => format!("{stream}:{what}:{}", person.0),
        None => format!("{stream}:{what}"),
    }
}

/// `account/12:balance`, `account/12:at_table:7`.
fn fund(stream: &StreamName, fund: Fund) -> String {
    match fund {
        Fund::Outside => format!("{stream}:outside"),
        Fund::Balance => format!("{stream}:balance"),
        Fund::Held => format!("{stream}:held"),
        Fund::Adjustments => format!("{stream}:adjustments"),
        Fund::AtTable(table) => format!("{stream}:at_table:{}", table.0),
    }
}

/// The id of something that a machine of the house does: the same on every node, so that it happens once.
pub(crate) fn machine_id<'a>(
    what: &str,
    concerns: impl IntoIterator<Item = (&'a StreamName, Head)>,
) -> CommandId {
    let mut text = format!("banco machine\n{what}");
    for (stream, head) in concerns {
        // A string takes everything.
        let _ = write!(text, "\n{stream}\n{}\n{}", head.version, head.hash);
    }
    let mut id = CommandId::default();
    id.0.iter_mut().zip(banco_journal::Hash::over(text.as_bytes()).0).for_each(|(byte, of)| *byte = of);
    id
}
