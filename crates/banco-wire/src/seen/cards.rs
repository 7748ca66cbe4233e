//! Cards, hands, the round and the shoe as a viewer sees them.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_engine::roads::Entry;
use banco_engine::table::{CardView, CutCard, HandView, HolderView, PayoutView, RoundView, ShoeView, Stage};
use schemars::JsonSchema;
use serde::Serialize;

use crate::value::{Card, Money, Number};
use crate::word::{CardSource, Outcome, ResultKind, Side, UnwageredRound};

/// A card on the table: `{"up":"7h"}`, `{"held":"7h"}` or `{"down":true}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardSeen {
    /// Face up, for everybody to see.
    Up(Card),
    /// Face down to everybody else; the viewer holds it and sees it.
    Held(Card),
    /// Face down: which card it is, nobody is told.
    Down(bool),
}

impl From<CardView> for CardSeen {
    fn from(card: CardView) -> Self {
        match card {
            CardView::Up(card) => Self::Up(Card(card)),
            CardView::Held(card) => Self::Held(Card(card)),
            CardView::Down => Self::Down(true),
        }
    }
}

/// Who turns the cards of a hand: `"dealer"` or `{"seat":3}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HolderSeen {
    /// The dealer.
    Dealer,
    /// Whoever sits there.
    Seat(u8),
}

/// A hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct HandSeen {
    /// Its cards, in the order in which they came.
    pub cards: Vec<CardSeen>,
    /// The count of its cards, once all of them lie face up.
    pub count: Option<u8>,
    /// Who turns it, once that is known.
    pub holder: Option<HolderSeen>,
    /// Which seat is asked to turn it.
    pub offered_to: Option<u8>,
}

impl From<&HandView> for HandSeen {
    fn from(hand: &HandView) -> Self {
        Self {
            cards: hand.cards.iter().copied().map(CardSeen::from).collect(),
            count: hand.count,
            holder: hand.holder.map(|holder| match holder {
                HolderView::Dealer => HolderSeen::Dealer,
                HolderView::Seat(seat) => HolderSeen::Seat(seat.number),
            }),
            offered_to: hand.offered_to.map(|seat| seat.number),
        }
    }
}

/// Where a round stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StageName {
    /// The first cards come out.
    Initial,
    /// A hand lies face down and is turned by somebody.
    Turning,
    /// The right to turn a hand is offered.
    Offering,
    /// A House Money payout waits for its owner's word.
    Payout,
    /// The holder of a hand may draw or stand.
    Choosing,
    /// Whoever controls a hand looks at it and announces what it does.
    Deciding,
    /// A third card is due.
    Third,
    /// A third card lies face down and is turned by somebody.
    TurningThird,
    /// The right to turn a third card is offered.
    OfferingThird,
    /// The result is out.
    Complete,
    /// The round is void.
    Void,
}

/// Where a round stands, and for which hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct StageSeen {
    /// Where.
    pub name: StageName,
    /// Which hand it is about.
    pub side: Option<Side>,
    /// How many of the first cards are out, while they come out.
    pub dealt: Option<u8>,
}

impl From<Stage> for StageSeen {
    fn from(stage: Stage) -> Self {
        let (name, side, dealt) = match stage {
            Stage::Initial(dealt) => (StageName::Initial, None, Some(dealt)),
            Stage::Turning(side) => (StageName::Turning, Some(side), None),
            Stage::Offering(side) => (StageName::Offering, Some(side), None),
            Stage::Payout => (StageName::Payout, None, None),
            Stage::Choosing(side) => (StageName::Choosing, Some(side), None),
            Stage::Deciding(side) => (StageName::Deciding, Some(side), None),
            Stage::Third(side) => (StageName::Third, Some(side), None),
            Stage::TurningThird(side) => (StageName::TurningThird, Some(side), None),
            Stage::OfferingThird(side) => (StageName::OfferingThird, Some(side), None),
            Stage::Complete => (StageName::Complete, None, None),
            Stage::Void => (StageName::Void, None, None),
        };
        Self { name, side: side.map(Side::from), dealt }
    }
}

/// A payout that waits for its owner's word.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PayoutSeen {
    /// The wager that has won.
    pub spot: String,
    /// At which seat.
    pub seat: u8,
    /// What was won.
    pub won: Money,
    /// How much of it may be added to a wager on a hand.
    pub pressed: Money,
}

impl From<PayoutView> for PayoutSeen {
    fn from(payout: PayoutView) -> Self {
        Self {
            spot: payout.wager.to_string(),
            seat: payout.seat.number,
            won: payout.won.into(),
            pressed: payout.pressed.into(),
        }
    }
}

/// The round that is dealt, or was dealt last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct RoundSeen {
    /// Which one since the table opened, from one.
    pub number: Number,
    /// Without wagers, and of what kind.
    pub unwagered: Option<UnwageredRound>,
    /// Where it stands; nothing while no round is on the table.
    pub stage: Option<StageSeen>,
    /// The Player's hand.
    pub player: HandSeen,
    /// The Banker's hand.
    pub banker: HandSeen,
    /// A payout before the third cards that waits for its owner's word.
    pub payout: Option<PayoutSeen>,
    /// Who won, once that is known.
    pub outcome: Option<Outcome>,
}

impl From<&RoundView> for RoundSeen {
    fn from(round: &RoundView) -> Self {
        Self {
            number: Number(round.number),
            unwagered: round.unwagered.map(Into::into),
            stage: round.stage.map(Into::into),
            player: (&round.player).into(),
            banker: (&round.banker).into(),
            payout: round.payout.map(Into::into),
            outcome: round.outcome.map(Into::into),
        }
    }
}

/// The shoe, from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ShoeSeen {
    /// Which shoe since the table opened, from one.
    pub number: Number,
    /// Which batch of cards.
    pub batch: u8,
    /// Where cards come from.
    pub source: CardSource,
    /// How many cards it held.
    pub size: u16,
    /// How many are left.
    pub left: u16,
    /// Whether the cut card has come out.
    pub cut_card_out: bool,
    /// How many more rounds are dealt, once "last hand" has been called.
    pub last_hands: Option<u8>,
    /// The cards that were drawn and wait for their use, in their order.
    pub aside: Vec<CardSeen>,
    /// Which seat is asked to cut.
    pub cut_offered_to: Option<u8>,
    /// Which seat is asked to take the shoe.
    pub offered_to: Option<u8>,
    /// Which seat deals from it, or has the dealer deal for it.
    pub curator: Option<u8>,
    /// What was promised in public about its order, in hexadecimal digits.
    pub commitment: Option<String>,
}

impl From<&ShoeView> for ShoeSeen {
    fn from(shoe: &ShoeView) -> Self {
        let (cut_card_out, last_hands) = match shoe.cut_card {
            CutCard::Inside => (false, None),
            CutCard::Out => (true, None),
            CutCard::LastHands(left) => (true, Some(left)),
        };
        Self {
            number: Number(shoe.number),
            batch: shoe.batch,
            source: shoe.source.into(),
            size: shoe.size,
            left: shoe.left,
            cut_card_out,
            last_hands,
            aside: shoe.aside.iter().copied().map(CardSeen::from).collect(),
            cut_offered_to: shoe.cut_offered_to.map(|seat| seat.number),
            offered_to: shoe.offered_to.map(|seat| seat.number),
            curator: shoe.curator.map(|seat| seat.number),
            commitment: shoe.commitment.map(|commitment| commitment.to_string()),
        }
    }
}

/// A result, for the roads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ResultSeen {
    /// Who won.
    pub outcome: Outcome,
    /// Whether wagers were on it.
    pub kind: ResultKind,
    /// The Player's first two cards were a pair.
    pub player_pair: bool,
    /// The Banker's first two cards were a pair.
    pub banker_pair: bool,
    /// A hand was a natural.
    pub natural: bool,
    /// The winning count, or that of both hands.
    pub total: Option<u8>,
    /// Names of what else was reached.
    pub badges: Vec<String>,
}

impl From<&Entry> for ResultSeen {
    fn from(entry: &Entry) -> Self {
        Self {
            outcome: entry.outcome.into(),
            kind: entry.kind.into(),
            player_pair: entry.marks.player_pair,
            banker_pair: entry.marks.banker_pair,
            natural: entry.marks.natural,
            total: entry.marks.total.map(|total| total.get()),
            badges: entry.marks.badges.clone(),
        }
    }
}
