//! What the house has to notice of what happens. Nothing else in this crate reads the engine's events.

use std::sync::Arc;

use banco_cards::{Card, Side};
use banco_engine::table::{
    BankEvent, CardSource, Cards, CommittedShoe, CoverEvent, CutBy, DealingEvent, Event, Face,
    IrregularityEvent, Laid, OpeningEvent, Person, PreparationEvent, Table, TurningEvent, WageringEvent,
    What,
};
use banco_engine::{Commitment, RulesId, ShoeOpening};

use crate::chance::{Chance, NoRandomness};
use crate::shoe::VirtualShoe;

/// What happens to the cards of a virtual shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardNews {
    /// The cards of this shoe are prepared: they get a new order, which can be committed to.
    Shuffled {
        /// Which shoe since the table opened, from one.
        shoe: u32,
    },
    /// So many cards from the top go to the bottom.
    Cut {
        /// How many cards are lifted off.
        at: u16,
    },
    /// A continuous shuffler has the cards back.
    TakenBack {
        /// After which round.
        round: u32,
    },
}

impl CardNews {
    /// What an event at a table means for its virtual shoe.
    #[must_use]
    pub fn from_event(table: &Table, event: &Event) -> Option<Self> {
        if table.cards() == Some(Cards::Real) {
            return None;
        }
        match &event.what {
            What::Preparation(PreparationEvent::PreparationBegun { shoe, .. }) => {
                Some(Self::Shuffled { shoe: *shoe })
            }
            What::Preparation(PreparationEvent::CutMade { at, .. }) => Some(Self::Cut { at: *at }),
            What::Dealing(DealingEvent::CardsDiscarded { .. })
                if table.rules().terms.is_chosen("shuffler=continuous") =>
            {
                Some(Self::TakenBack { round: table.round().number })
            }
            _ => None,
        }
    }

    /// The shoe after it, at a table that has changed by the event already.
    ///
    /// # Errors
    /// The operating system has no randomness to give.
    pub fn follow(
        self,
        table: &Table,
        shoe: Option<VirtualShoe>,
        chance: Chance,
    ) -> Result<Option<VirtualShoe>, NoRandomness> {
        let pack = table.rules().terms.pack();
        let arranged = match self {
            Self::Shuffled { shoe } => VirtualShoe::arranged(&pack, chance, &format!("shoe {shoe}"))?,
            Self::TakenBack { round } => {
                let purpose = format!("cards after round {round}");
                match set_aside(table) {
                    Some(first) => VirtualShoe::arranged_behind(first, &pack, chance, &purpose)?,
                    None => VirtualShoe::arranged(&pack, chance, &purpose)?,
                }
            }
            Self::Cut { at } => {
                let cut = |mut shoe: VirtualShoe| {
                    shoe.cut(at);
                    shoe
                };
                return Ok(shoe.map(cut));
            }
        };
        Ok(Some(arranged))
    }
}

/// The card that a continuous shuffler has not back.
fn set_aside(table: &Table) -> Option<Card> {
    table.shoe().aside.and_then(|aside| aside.unseal())
}

/// What whoever checks a shoe has to know of what happens at its table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShoeNews {
    /// The table plays by these rules.
    Rules(RulesId),
    /// The order of a shoe is promised.
    Promised(CommittedShoe),
    /// The cards are cut.
    Cut {
        /// How many cards are lifted off.
        at: u16,
        /// Whether the dealer did it.
        dealer: bool,
    },
    /// They must be cut again.
    Recut,
    /// Somebody has wagered.
    Wagered,
    /// A round begins.
    RoundBegun,
    /// A card leaves the shoe, or is dealt after it has waited.
    Left(Left),
    /// Cards of a hand are turned.
    Turned(Side, [Option<Card>; 2]),
    /// The cards of a round are cleared away; a continuous shuffler has them back.
    CardsCleared,
    /// No more cards come from the shoe.
    Over,
    /// A shoe is shown.
    Shown(Arc<ShoeOpening>, Commitment),
}

/// What becomes of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// It is burned, perhaps unseen.
    Burned { place: u16, card: Option<Card> },
    /// It is dealt to a hand, with a commitment where it lies face down.
    Dealt { side: Side, place: u16, card: Option<Card>, commitment: Option<Commitment> },
    /// It waits for its use.
    Aside { place: u16, card: Option<Card>, commitment: Option<Commitment> },
    /// It goes to the discards.
    Discarded { place: u16, card: Option<Card> },
}

impl ShoeNews {
    /// What an event says of a shoe.
    #[must_use]
    pub fn from_event(event: &Event) -> Option<Self> {
        Some(match &event.what {
            What::Opening(OpeningEvent::TableClosed { .. }) => Self::Over,
            What::Opening(
                OpeningEvent::TablePutUp { rules, .. }
                | OpeningEvent::TableOpened { rules, .. }
                | OpeningEvent::TermsAdopted { rules, .. },
            ) => Self::Rules(*rules),
            What::Preparation(event) => return Self::from_preparation(event),
            What::Wagering(WageringEvent::WagerPlaced { .. })
            | What::Cover(CoverEvent::BankWagered { .. }) => Self::Wagered,
            What::Dealing(DealingEvent::RoundBegun { .. }) => Self::RoundBegun,
            What::Dealing(DealingEvent::CardsDiscarded { .. }) => Self::CardsCleared,
            What::Dealing(DealingEvent::CardDealt { card, side, .. }) => {
                let (place, card, commitment) = parts(card);
                Self::Left(Left::Dealt { side: *side, place, card, commitment })
            }
            What::Irregularity(IrregularityEvent::CardSetAside { card }) => {
                let (place, card, commitment) = parts(card);
                Self::Left(Left::Aside { place, card, commitment })
            }
            What::Irregularity(IrregularityEvent::CardDiscarded { card, place }) => {
                Self::Left(Left::Discarded { place: *place, card: *card })
            }
            What::Turning(TurningEvent::CardsTurned { side, cards, .. }) => Self::Turned(*side, *cards),
            _ => return None,
        })
    }

    fn from_preparation(event: &PreparationEvent) -> Option<Self> {
        Some(match event {
            PreparationEvent::PreparationBegun { .. } | PreparationEvent::ShoeEnded => Self::Over,
            PreparationEvent::ShoeLoaded { source: CardSource::Entry | CardSource::ResultOnly, .. } => {
                Self::Over
            }
            PreparationEvent::CutMade { at, by } => Self::Cut { at: *at, dealer: *by == CutBy::Dealer },
            PreparationEvent::RecutOrdered { .. } => Self::Recut,
            PreparationEvent::CardBurned { card, place, .. } => {
                Self::Left(Left::Burned { place: *place, card: *card })
            }
            PreparationEvent::ShoeCommitted { batch, cards, cut, root, shoe } => {
                let (batch, cards, cut, root, shoe) = (*batch, *cards, *cut, *root, *shoe);
                Self::Promised(CommittedShoe { batch, cards, cut, root, shoe })
            }
            PreparationEvent::ShoeOpened { opening, root, .. } => Self::Shown(Arc::clone(opening), *root),
            PreparationEvent::ShoeLoaded { source: CardSource::Virtual, .. }
            | PreparationEvent::StepDone { .. }
            | PreparationEvent::BatchKept { .. }
            | PreparationEvent::CardMissing { .. }
            | PreparationEvent::CutOffered { .. }
            | PreparationEvent::CutDeclined { .. }
            | PreparationEvent::CutFallsToDealer
            | PreparationEvent::CutWaits
            | PreparationEvent::CutNotNeeded
            | PreparationEvent::BettingOpened => return None,
        })
    }
}

/// The place of a card, its face if it lies up, its commitment if it lies down.
const fn parts(card: &Laid) -> (u16, Option<Card>, Option<Commitment>) {
    match card.face() {
        Face::Up(face) => (card.place(), Some(face), None),
        Face::Down(hidden) => (card.place(), None, hidden.commitment()),
    }
}

/// What changes who still has to be heard about the bank.
pub enum Hearing {
    /// Everybody is heard anew.
    Anew,
    /// Somebody has bid: everybody else may raise it.
    Raised(Person),
}

impl Hearing {
    pub const fn from_event(event: &Event) -> Option<Self> {
        match &event.what {
            What::Bank(BankEvent::BiddingOpened { .. }) | What::Cover(CoverEvent::BankWagered { .. }) => {
                Some(Self::Anew)
            }
            What::Bank(BankEvent::BidMade { person, .. }) => Some(Self::Raised(*person)),
            _ => None,
        }
    }
}
