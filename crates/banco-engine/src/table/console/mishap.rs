//! When something goes wrong: everything that can be reported, what the rulebook orders then, and what will be recorded.

#![deny(clippy::wildcard_enum_match_arm)]

use std::sync::Arc;

use banco_cards::Card;

use super::{DEALER, FLOOR};
use crate::Clauses;
use crate::shelf::Shelf;
use crate::table::command::{Command, Irregularity};
use crate::table::decide::decide;
use crate::table::draft::Draft;
use crate::table::event::{DealingEvent, Event, What, evolve};
use crate::table::people::{Actor, Role};
use crate::table::procedure::irregularity;
use crate::table::refusal::Refusal;
use crate::table::shoe::index;
use crate::table::state::Table;

/// Everything that can be reported. A card that was seen makes another case of it than one that was not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MishapKind {
    /// A card came out of the shoe that was not due, unseen.
    DrawnUnseen,
    /// The same, seen.
    DrawnSeen,
    /// The Player's hand was dealt a third card that it may not have, unseen.
    ThirdUnseen,
    /// The same, seen.
    ThirdSeen,
    /// A card that is due was seen too early.
    Disclosed,
    /// The shoe cannot finish the round.
    TooFewCards,
    /// The Banker took cards in the wrong order.
    WrongOrder,
    /// The Banker took a card too many in the initial deal.
    BankerTookThree,
    /// The Dominant Player got a card too many in the initial deal.
    PlayerGotThree,
    /// The Banker took two cards instead of one.
    BankerTookTwo,
    /// A card was faced after "Stay".
    CardAfterStay,
    /// The same, after the dealer had said "Card" by mistake.
    CardAfterMiscall,
    /// The Banker drew the Player's card.
    BankerTookPlayersCard,
}

impl MishapKind {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::DrawnUnseen,
        Self::DrawnSeen,
        Self::ThirdUnseen,
        Self::ThirdSeen,
        Self::Disclosed,
        Self::TooFewCards,
        Self::WrongOrder,
        Self::BankerTookThree,
        Self::PlayerGotThree,
        Self::BankerTookTwo,
        Self::CardAfterStay,
        Self::CardAfterMiscall,
        Self::BankerTookPlayersCard,
    ];

    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DrawnUnseen => "drawn-unseen",
            Self::DrawnSeen => "drawn-seen",
            Self::ThirdUnseen => "third-unseen",
            Self::ThirdSeen => "third-seen",
            Self::Disclosed => "disclosed",
            Self::TooFewCards => "too-few-cards",
            Self::WrongOrder => "wrong-order",
            Self::BankerTookThree => "banker-took-three",
            Self::PlayerGotThree => "player-got-three",
            Self::BankerTookTwo => "banker-took-two",
            Self::CardAfterStay => "card-after-stay",
            Self::CardAfterMiscall => "card-after-miscall",
            Self::BankerTookPlayersCard => "banker-took-players-card",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Which kind a report is of.
    #[must_use]
    pub const fn of(what: Irregularity) -> Self {
        match what {
            Irregularity::DrawnInError { card: None } => Self::DrawnUnseen,
            Irregularity::DrawnInError { card: Some(_) } => Self::DrawnSeen,
            Irregularity::UnauthorizedThird { card: None } => Self::ThirdUnseen,
            Irregularity::UnauthorizedThird { card: Some(_) } => Self::ThirdSeen,
            Irregularity::Disclosed { .. } => Self::Disclosed,
            Irregularity::TooFewCards => Self::TooFewCards,
            Irregularity::WrongOrder => Self::WrongOrder,
            Irregularity::BankerTookThree { .. } => Self::BankerTookThree,
            Irregularity::PlayerGotThree { .. } => Self::PlayerGotThree,
            Irregularity::BankerTookTwo { .. } => Self::BankerTookTwo,
            Irregularity::CardAfterStay { miscalled: false, .. } => Self::CardAfterStay,
            Irregularity::CardAfterStay { miscalled: true, .. } => Self::CardAfterMiscall,
            Irregularity::BankerTookPlayersCard { .. } => Self::BankerTookPlayersCard,
        }
    }

    /// How many cards a report of it names.
    #[must_use]
    pub const fn cards(self) -> usize {
        match self {
            Self::DrawnUnseen | Self::ThirdUnseen | Self::TooFewCards | Self::WrongOrder => 0,
            Self::BankerTookTwo => 2,
            Self::DrawnSeen
            | Self::ThirdSeen
            | Self::Disclosed
            | Self::BankerTookThree
            | Self::PlayerGotThree
            | Self::CardAfterStay
            | Self::CardAfterMiscall
            | Self::BankerTookPlayersCard => 1,
        }
    }

    /// The report with the cards that it names; nothing if there are too few or too many.
    #[must_use]
    pub const fn report(self, cards: &[Card]) -> Option<Irregularity> {
        Some(match (self, cards) {
            (Self::DrawnUnseen, []) => Irregularity::DrawnInError { card: None },
            (Self::DrawnSeen, [card]) => Irregularity::DrawnInError { card: Some(*card) },
            (Self::ThirdUnseen, []) => Irregularity::UnauthorizedThird { card: None },
            (Self::ThirdSeen, [card]) => Irregularity::UnauthorizedThird { card: Some(*card) },
            (Self::Disclosed, [card]) => Irregularity::Disclosed { card: *card },
            (Self::TooFewCards, []) => Irregularity::TooFewCards,
            (Self::WrongOrder, []) => Irregularity::WrongOrder,
            (Self::BankerTookThree, [card]) => Irregularity::BankerTookThree { card: *card },
            (Self::PlayerGotThree, [card]) => Irregularity::PlayerGotThree { card: *card },
            (Self::BankerTookTwo, [first, second]) => {
                Irregularity::BankerTookTwo { first: *first, second: *second }
            }
            (Self::CardAfterStay, [card]) => Irregularity::CardAfterStay { card: *card, miscalled: false },
            (Self::CardAfterMiscall, [card]) => Irregularity::CardAfterStay { card: *card, miscalled: true },
            (Self::BankerTookPlayersCard, [card]) => Irregularity::BankerTookPlayersCard { card: *card },
            _ => return None,
        })
    }
}

/// Something that can go wrong by this rulebook, and what its text says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mishap {
    /// Which one.
    pub kind: MishapKind,
    /// What went wrong, as the rulebook's data put it.
    pub event: Arc<str>,
    /// What happens then.
    pub then: Arc<str>,
    /// The option by which the licensee chose what happens.
    pub option: Option<Arc<str>>,
    /// The clauses.
    pub clauses: Clauses,
    /// Why it cannot have happened now, where it cannot.
    pub not_now: Option<Refusal>,
}

/// What a report leads to once the floor approves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreseen {
    /// Everything that happens, from the report on. Where a hand lies face down, what hangs on it is left out.
    pub events: Vec<Event>,
    /// How many cards are left in the shoe afterward.
    pub left: u16,
    /// Whether something was left out.
    pub more: bool,
}

/// What can go wrong by the rulebook of this table, in the order of [`MishapKind::ALL`].
#[must_use]
pub fn mishaps(table: &Table) -> Vec<Mishap> {
    let draft = Draft::new(table);
    let mishap = |kind: MishapKind| {
        let what = kind.report(&some_cards(table, kind.cards()))?;
        let rule = irregularity::provided(&draft, what).ok()?;
        let known = &table.rules.terms.rulebook.file.irregularities;
        let text = known.iter().find(|one| one.id.is(rule.id))?;
        Some(Mishap {
            kind,
            event: text.event.as_str().into(),
            then: text.then.as_str().into(),
            option: text.option.as_deref().map(Into::into),
            clauses: rule.clauses,
            not_now: reported(table, what).err(),
        })
    };
    MishapKind::ALL.into_iter().filter_map(mishap).collect()
}

/// So many cards that the shoe can still hold. Which ones decides nothing but whether there are any.
fn some_cards(table: &Table, many: usize) -> Vec<Card> {
    let left = |card: Card| {
        let copies = table.rules.copies.get(index(card)).copied().unwrap_or(0);
        std::iter::repeat_n(card, copies.saturating_sub(table.shoe.seen(card)).into())
    };
    // Where the shoe has too few, the report is refused for that.
    Card::all().flat_map(left).chain(Card::all()).take(many).collect()
}

fn reported(table: &Table, what: Irregularity) -> Result<Vec<Event>, Refusal> {
    decide(table, Actor::new(Role::Dealer, DEALER), Command::Report(what))
}

/// What happens if this is reported and the floor approves it.
///
/// # Errors
/// Why it cannot have happened now.
pub fn foresee(table: &Table, what: Irregularity) -> Result<Foreseen, Refusal> {
    let mut events = reported(table, what)?;
    let (mut copy, shelf) = (table.clone(), Shelf::default());
    events.iter().for_each(|event| evolve(&mut copy, event, &shelf));
    let approved = decide(&copy, Actor::new(Role::Floor, FLOOR), Command::AnswerReport { approved: true })?;
    approved.iter().for_each(|event| evolve(&mut copy, event, &shelf));
    events.extend(approved);
    let hidden = table.round.player.iter().chain(&table.round.banker).flatten().any(|card| !card.is_up());
    let all = events.len();
    events.retain(|event| !hidden || tells_nothing_hidden(event));
    Ok(Foreseen { left: copy.shoe.left(), more: events.len() < all, events })
}

/// Whether an event is the same whatever lies face down.
const fn tells_nothing_hidden(event: &Event) -> bool {
    matches!(
        event.what,
        What::Irregularity(_)
            | What::Floor(_)
            | What::Wagering(_)
            | What::Dealing(DealingEvent::CardDealt { .. } | DealingEvent::CutCardShown)
    )
}
