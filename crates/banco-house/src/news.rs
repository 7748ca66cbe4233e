//! What the house has to notice of what happens. Nothing else in this crate reads the engine's events.

use banco_cards::Card;
use banco_engine::table::{
    BankEvent, CoverEvent, DealingEvent, Event, Person, PreparationEvent, Table, What,
};

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
    /// What an event at a table means for its cards.
    #[must_use]
    pub fn from_event(table: &Table, event: &Event) -> Option<Self> {
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
