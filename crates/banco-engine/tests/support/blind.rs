//! Nothing that is printed or written tells a card that lies face down: the same history, with another card
//! wherever one lies face down, prints the same.
#![allow(clippy::indexing_slicing, reason = "a test may fail by panicking")]

use banco_cards::{Card, Side};
use banco_engine::table::{
    Command, DealingEvent, Event, Face, Irregularity, IrregularityEvent, Laid, Prompt, Refusal, Table,
    Turner, Viewer, What, Word, evolve, view,
};
use banco_engine::{Commitment, Hidden, Shelf};

use super::order::Order;
use super::promises::viewers;
use super::story;

/// A card of another rank and another suit.
pub fn another(card: Card) -> Card {
    let all: Vec<Card> = Card::all().collect();
    let at = all.iter().position(|known| *known == card).unwrap();
    let other = all[(at + 17) % all.len()];
    assert!(other.rank != card.rank && other.suit != card.suit);
    other
}

fn disguised(card: Hidden<Card>) -> Hidden<Card> {
    card.unseal().map_or(card, |face| card.filled(another(face)))
}

/// The event with something else for a card that lies face down.
pub fn mask(event: &Event, instead: impl Fn(Hidden<Card>) -> Hidden<Card>) -> Event {
    let mut masked = event.clone();
    if let What::Dealing(DealingEvent::CardDealt { card, .. })
    | What::Irregularity(IrregularityEvent::CardSetAside { card }) = &mut masked.what
        && let Face::Down(hidden) = card.face()
    {
        *card = Laid::down(instead(hidden), card.place());
    }
    masked
}

/// The table with another card wherever a known one lies face down.
#[derive(Debug)]
pub struct Blind {
    table: Table,
}

impl Blind {
    pub fn new(table: &Table) -> Self {
        Self { table: table.clone() }
    }

    /// Something happens at the table. The event reads the same whatever lies face down, and is written down and
    /// read back as it was, but for faces.
    pub fn happens(&mut self, event: &Event, shelf: &Shelf, told: &str) {
        let masked = mask(event, disguised);
        let text = |event: &Event| format!("{event:?} {}", story(self.table.rules(), event));
        assert_eq!(text(event), text(&masked), "{told}");
        let written = serde_json::to_string(event).unwrap();
        assert_eq!(written, serde_json::to_string(&masked).unwrap(), "{told}");
        let read: Event = serde_json::from_str(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(read, mask(event, Hidden::emptied), "{told}");
        assert_eq!(serde_json::to_string(&read).unwrap(), written, "{told}");
        evolve(&mut self.table, &masked, shelf);
    }

    /// The table reads the same.
    pub fn check_text(&self, table: &Table, told: &str) {
        assert_eq!(
            format!("{table:?}"),
            format!("{:?}", self.table),
            "{told}: a text tells a face-down card"
        );
    }

    /// Everybody sees the same, but for the cards that they hold, and what these let them announce.
    pub fn check_views(&self, table: &Table, told: &str) {
        for viewer in viewers(table) {
            let (mut seen, mut blind) = (view(table, viewer), view(&self.table, viewer));
            for side in Side::BOTH.into_iter().filter(|side| holds(table, viewer, *side)) {
                let (seen, blind) = match side {
                    Side::Player => (&mut seen.round.player, &mut blind.round.player),
                    Side::Banker => (&mut seen.round.banker, &mut blind.round.banker),
                };
                seen.cards.clone_from(&blind.cards);
            }
            let by_count = |prompts: &[Prompt]| matches!(prompts, [Prompt::Announce { .. }]);
            if by_count(&seen.prompts) && by_count(&blind.prompts) {
                seen.prompts.clone_from(&blind.prompts);
                seen.asked_by.clone_from(&blind.asked_by);
            }
            assert_eq!(seen, blind, "{told}: {viewer:?} sees a face-down card");
        }
    }
}

/// A card as a virtual shoe gives it, with the public commitment to it.
pub fn committed(card: Card, place: u16) -> Hidden<Card> {
    Hidden::committed(card, Commitment::to_card(&[7; 32], place, card))
}

/// The record alone, in which no face-down card has a face, makes a table that reads the same.
pub fn check_record(table: &Table, events: &[Event], shelf: &Shelf) {
    let record: Vec<String> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let mut read = record.iter().map(|line| serde_json::from_str::<Event>(line).unwrap());
    let mut again = Table::from_first(&read.next().unwrap(), shelf).unwrap();
    read.for_each(|event| evolve(&mut again, &event, shelf));
    assert_eq!(format!("{again:?}"), format!("{table:?}"), "the record makes another table");
    assert_eq!(again.version(), u64::try_from(events.len()).unwrap());
}

/// Whether somebody has a hand to look at.
fn holds(table: &Table, viewer: Viewer, side: Side) -> bool {
    let Viewer::Participant(person) = viewer else { return false };
    matches!(table.round().turner(side), Some(Turner::Person(holder, _)) if holder == person)
}

/// An order that brings a card face down reads the same whatever the card is.
pub fn check_order(order: &Order) {
    let mut other = order.clone();
    match &mut other {
        Order::Person(_, Command::Card(card) | Command::BurnCard(card))
        | Order::Machine(Word::Card(card) | Word::Burn(card)) => *card = disguised(*card),
        _ => return,
    }
    assert_eq!(format!("{order:?} {order:#?}"), format!("{other:?} {other:#?}"));
}

/// A refusal tells no card but those that lie open or that somebody has named.
pub fn check_refusal(table: &Table, order: &Order, refusal: &Refusal) {
    let text = format!("{refusal} {refusal:?} {}", refusal.hint().unwrap_or_default());
    let mut known = named(order);
    known.extend(
        Side::BOTH.iter().flat_map(|side| table.round().laid(*side)).flatten().filter_map(Laid::shown),
    );
    let told = cards_in(&text);
    let foreign = told.iter().find(|card| !known.contains(card));
    assert_eq!(foreign, None, "{order:?}: {text}");
}

/// The cards that somebody names in an order, for all to hear.
fn named(order: &Order) -> Vec<Card> {
    match order {
        Order::Person(_, Command::TurnCards(cards)) | Order::Machine(Word::Turned(cards)) => cards.clone(),
        Order::Person(_, Command::ReportMissingCard { card }) => vec![*card],
        Order::Person(_, Command::Report(what)) => reported(*what),
        // A card that is burnt to be shown, or dealt face up, is seen.
        Order::Person(_, Command::BurnCard(card)) | Order::Machine(Word::Burn(card)) => {
            card.unseal().into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn reported(what: Irregularity) -> Vec<Card> {
    match what {
        Irregularity::DrawnInError { card } | Irregularity::UnauthorizedThird { card } => {
            card.into_iter().collect()
        }
        Irregularity::Disclosed { card }
        | Irregularity::BankerTookThree { card }
        | Irregularity::PlayerGotThree { card }
        | Irregularity::CardAfterStay { card, .. }
        | Irregularity::BankerTookPlayersCard { card } => vec![card],
        Irregularity::BankerTookTwo { first, second } => vec![first, second],
        Irregularity::TooFewCards | Irregularity::WrongOrder => Vec::new(),
    }
}

/// The cards that a text names, as `7h` or as `Card { rank: Seven, suit: Hearts }`.
pub fn cards_in(text: &str) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::new();
    let bytes = text.as_bytes();
    // The wager `blazing-7s` is no seven of spades.
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let ends = |at: Option<usize>| !at.and_then(|at| bytes.get(at)).is_some_and(in_word);
    for (at, word) in bytes.windows(2).enumerate() {
        let suited = b"cdhs".contains(&word[1]) && b"A23456789TJQK".contains(&word[0]);
        if suited && ends(at.checked_sub(1)) && ends(Some(at + 2)) {
            cards.push(text[at..at + 2].parse().unwrap());
        }
    }
    for part in text.split("Card { rank: ").skip(1) {
        let named = part.split(" }").next().unwrap();
        let (rank, suit) = named.split_once(", suit: ").unwrap();
        let card =
            Card::all().find(|card| format!("{:?}", card.rank) == rank && format!("{:?}", card.suit) == suit);
        cards.push(card.unwrap());
    }
    cards
}
