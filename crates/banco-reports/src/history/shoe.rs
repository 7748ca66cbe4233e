//! What is kept of a shoe. Every entry of a table belongs to one: what comes before the first belongs to
//! number 0.

use banco_engine::table::{
    CardSource, DealingEvent, Event, Face, FloorEvent, OpeningEvent, PreparationEvent, What,
};
use banco_journal::At;

use super::books::Figures;

/// How a shoe came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShoeEnd {
    /// It has not.
    Open,
    /// After the cut card.
    CutCard,
    /// A void round asked for new cards.
    Void,
    /// Nobody played any more, and the cards were taken up.
    TakenUp,
    /// The table closed.
    TableClosed,
    /// Cards were prepared anew.
    Replaced,
}

impl ShoeEnd {
    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::CutCard => "cut_card",
            Self::Void => "void",
            Self::TakenUp => "taken_up",
            Self::TableClosed => "table_closed",
            Self::Replaced => "replaced",
        }
    }
}

/// What is kept of a shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ShoeLine {
    pub opening: u32,
    pub number: u32,
    pub first: u64,
    pub last: u64,
    pub began: At,
    /// When its last entry was written; later than its end where vigorish was collected.
    pub last_at: At,
    pub ended: Option<At>,
    pub end: ShoeEnd,
    pub source: Option<CardSource>,
    pub cards: u16,
    pub cut_card: u16,
    pub burned: u16,
    pub dealt: u16,
    /// Cards that were dealt face down with a public commitment.
    pub committed: u16,
    /// Whether its order was promised in public before the cut.
    pub promised: bool,
    /// Whether its order was shown when it was over.
    pub shown: bool,
    cut_card_out: bool,
    void: bool,
    pub figures: Figures,
}

impl ShoeLine {
    pub fn new(first: u64, began: At, opening: u32, number: u32) -> Self {
        Self {
            opening,
            number,
            first,
            last: first,
            began,
            last_at: began,
            ended: None,
            end: ShoeEnd::Open,
            source: None,
            cards: 0,
            cut_card: 0,
            burned: 0,
            dealt: 0,
            committed: 0,
            promised: false,
            shown: false,
            cut_card_out: false,
            void: false,
            figures: Figures::default(),
        }
    }

    fn over(&mut self, at: At, end: ShoeEnd) {
        if self.end == ShoeEnd::Open {
            (self.end, self.ended) = (end, Some(at));
        }
    }

    /// The next one is prepared.
    pub fn replaced(&mut self, at: At) {
        self.over(at, ShoeEnd::Replaced);
    }

    pub fn follow(&mut self, version: u64, at: At, event: &Event) {
        (self.last, self.last_at) = (version, at);
        self.figures.follow(event);
        match &event.what {
            What::Preparation(event) => self.preparation(at, event),
            What::Dealing(event) => self.dealing(event),
            What::Opening(OpeningEvent::TableClosed { .. }) => self.over(at, ShoeEnd::TableClosed),
            What::Floor(FloorEvent::RoundVoided { new_shoe: true, .. }) => self.void = true,
            What::Opening(_)
            | What::People(_)
            | What::Wagering(_)
            | What::Curator(_)
            | What::Turning(_)
            | What::HouseMoney(_)
            | What::Settlement(_)
            | What::Jackpot(_)
            | What::Bank(_)
            | What::Cover(_)
            | What::Irregularity(_)
            | What::Floor(_) => {}
        }
    }

    fn preparation(&mut self, at: At, event: &PreparationEvent) {
        match event {
            PreparationEvent::ShoeLoaded { cards, cut_card, source, .. } => {
                (self.cards, self.cut_card, self.source) = (*cards, *cut_card, Some(*source));
            }
            PreparationEvent::CardBurned { .. } => self.burned = self.burned.saturating_add(1),
            PreparationEvent::ShoeEnded => {
                let end = match (self.void, self.cut_card_out) {
                    (true, _) => ShoeEnd::Void,
                    (false, true) => ShoeEnd::CutCard,
                    (false, false) => ShoeEnd::TakenUp,
                };
                self.over(at, end);
            }
            PreparationEvent::ShoeCommitted { .. } => self.promised = true,
            PreparationEvent::ShoeOpened { .. }
            | PreparationEvent::PreparationBegun { .. }
            | PreparationEvent::StepDone { .. }
            | PreparationEvent::BatchKept { .. }
            | PreparationEvent::CardMissing { .. }
            | PreparationEvent::CutOffered { .. }
            | PreparationEvent::CutDeclined { .. }
            | PreparationEvent::CutFallsToDealer
            | PreparationEvent::CutWaits
            | PreparationEvent::CutNotNeeded
            | PreparationEvent::CutMade { .. }
            | PreparationEvent::RecutOrdered { .. }
            | PreparationEvent::BettingOpened => {}
        }
    }

    fn dealing(&mut self, event: &DealingEvent) {
        match event {
            DealingEvent::CutCardShown => self.cut_card_out = true,
            DealingEvent::CardDealt { card, .. } => {
                self.dealt = self.dealt.saturating_add(1);
                let committed = match card.face() {
                    Face::Down(hidden) => hidden.commitment().is_some(),
                    Face::Up(_) => false,
                };
                self.committed = self.committed.saturating_add(u16::from(committed));
            }
            DealingEvent::RoundBegun { .. }
            | DealingEvent::Called(_)
            | DealingEvent::CountsStand
            | DealingEvent::ChoiceOpened { .. }
            | DealingEvent::ChoiceMade { .. }
            | DealingEvent::ThirdCardDue { .. }
            | DealingEvent::ResultReached { .. }
            | DealingEvent::ResultRecorded { .. }
            | DealingEvent::ResultWithdrawn
            | DealingEvent::CardsDiscarded { .. }
            | DealingEvent::LastHandBegun { .. }
            | DealingEvent::LookBegun { .. }
            | DealingEvent::Announced { .. }
            | DealingEvent::CountForced { .. }
            | DealingEvent::BettorChose { .. } => {}
        }
    }
}
