//! Hand-made samples of every variant of every event, with options and lists empty and full.
//!
//! A new variant does not compile before it has a sample here: the lists below are exhaustive.

mod account;
mod link;
mod table;
mod values;

use std::sync::Arc;

use banco_cards::{Card, Hand, parse_cards};
use banco_engine::link::TableId;
use banco_engine::record::Record;
use banco_engine::table::{BetKey, Seat, Stake};
use banco_engine::{Clauses, Commitment, Hidden, Name, Person, RulesId};
use banco_money::{Amount, Currency};

/// A sample of an event.
pub struct Sample {
    /// `table`, `link` or `account`.
    pub stream: &'static str,
    /// The topic, as the code calls it: `People`.
    pub topic: &'static str,
    /// The variant, as the code calls it: `BoughtIn`.
    pub variant: &'static str,
    /// The record of it.
    pub record: Record,
}

/// Every sample, in the order of the code.
pub fn all() -> Vec<Sample> {
    let mut samples = table::all();
    samples.extend(link::all());
    samples.extend(account::all());
    samples
}

/// All values of an enum, sample by sample. A variant that is not listed does not compile, and neither does one
/// without a sample.
macro_rules! every {
    ($type:ident { $($variant:ident: [$($sample:expr),+ $(,)?]),+ $(,)? }) => {{
        let name = |value: &$type| match value {
            $($type::$variant { .. } => stringify!($variant),)+
        };
        let mut all: Vec<(&'static str, $type)> = Vec::new();
        $($(
            let sample: $type = $sample;
            assert_eq!(name(&sample), stringify!($variant), "a sample under another name");
            all.push((stringify!($variant), sample));
        )+)+
        all
    }};
}
use every;

/// The values alone.
fn values<T>(named: Vec<(&'static str, T)>) -> impl Iterator<Item = T> {
    named.into_iter().map(|(_, value)| value)
}

fn usd(minor: i64) -> Amount {
    Amount::from_minor(minor, Currency::Usd)
}

fn php(minor: i64) -> Amount {
    Amount::from_minor(minor, Currency::Php)
}

fn name(text: &str) -> Name {
    Name::new(text)
}

fn text(text: &str) -> Arc<str> {
    text.into()
}

fn card(letters: &str) -> Card {
    letters.parse().unwrap()
}

fn hand(letters: &str) -> Hand {
    let mut hand = Hand::default();
    parse_cards(letters).unwrap().into_iter().for_each(|card| hand.push(card).unwrap());
    hand
}

/// A seat of a layout without a number 4.
fn seat(number: u8) -> Seat {
    Seat { at: if number > 4 { number - 2 } else { number - 1 }, number }
}

fn bet(owner: u32, wager: &str) -> BetKey {
    BetKey { for_dealer: false, owner: Person(owner), wager: name(wager) }
}

fn tip(owner: u32, wager: &str) -> BetKey {
    BetKey { for_dealer: true, ..bet(owner, wager) }
}

fn chips(amount: Amount) -> Stake {
    Stake {
        chips: amount,
        coupon: Amount::zero(amount.currency()),
        promotional: Amount::zero(amount.currency()),
    }
}

/// Chips, a coupon and promotional chips.
fn mixed() -> Stake {
    Stake { chips: usd(10_000), coupon: usd(25_00), promotional: usd(50_00) }
}

fn secret() -> [u8; 32] {
    std::array::from_fn(|place| u8::try_from(place).unwrap())
}

/// A card face down with a public commitment.
fn committed(letters: &str, place: u16) -> Hidden<Card> {
    Hidden::committed(card(letters), Commitment::to_card(&secret(), place, card(letters)))
}

fn rules() -> RulesId {
    RulesId {
        edition: name("2021-02-11"),
        record: 1,
        rulebook: name("ma-midi"),
        rulebook_hash: name("5c0e9f7d1f0ab7f1d8e1b5a3e9a1f9d3c3b2a19087f6e5d4c3b2a1908f7e6d5c"),
        submission_hash: name("a4d1c2b3f0e9d8c7b6a5948372615f4e3d2c1b0a99887766554433221100ffee"),
    }
}

fn clauses() -> Clauses {
    Clauses::new(&[name("9(d)(1)"), name("13(c)")])
}

fn at_table(what: impl Into<banco_engine::table::What>) -> Record {
    let mut event = banco_engine::table::Event::new(clauses(), what);
    if event.is_beyond_the_texts() {
        event.clauses = Clauses::default();
    }
    Record::Table { table: TableId(7), number: 12, event }
}

fn on_link(what: impl Into<banco_engine::link::What>) -> Record {
    let event = banco_engine::link::Event::new(clauses(), what);
    Record::Link { link: name("stars"), number: 12, event }
}

fn in_account(what: impl Into<banco_engine::cage::What>) -> Record {
    let event = banco_engine::cage::Event::new(Clauses::default(), what);
    Record::Account { account: Person(3), number: 12, event }
}
