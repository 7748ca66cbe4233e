//! Cards as a viewer sees them: face up, face down, or in the viewer's own hands.

use banco_cards::{Card, Outcome, Side};
use banco_money::Amount;
use banco_rulebook::model::procedure::CardHandling;
use banco_rulebook::model::rulebook::UnwageredRound;

use super::bank::looked_at;
use crate::name::Name;
use crate::table::event::{Laid, Turner};
use crate::table::people::{Person, Seat};
use crate::table::procedure::house_money::pressed;
use crate::table::state::{Phase, Round, Stage, Table};

/// A card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CardView {
    /// Face up, for everybody to see.
    Up(Card),
    /// Face down to everybody else; the viewer holds it and sees it.
    Held(Card),
    /// Face down.
    Down,
}

/// Who turns the cards of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HolderView {
    /// The dealer.
    Dealer,
    /// Whoever sits there.
    Seat(Seat),
}

/// A hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandView {
    /// Its cards, in the order in which they came.
    pub cards: Vec<CardView>,
    /// The count of its cards, once all of them lie face up.
    pub count: Option<u8>,
    /// Who turns it, once that is known.
    pub holder: Option<HolderView>,
    /// Which seat is asked to turn it, where somebody has given it up.
    pub offered_to: Option<Seat>,
}

/// The round that is dealt, or was dealt last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundView {
    /// Which one since the table opened, from one.
    pub number: u32,
    /// Without wagers, and of what kind.
    pub unwagered: Option<UnwageredRound>,
    /// Where it stands; `None` while no round is on the table.
    pub stage: Option<Stage>,
    /// The Player's hand.
    pub player: HandView,
    /// The Banker's hand.
    pub banker: HandView,
    /// A payout before the third cards that waits for its owner's word.
    pub payout: Option<PayoutView>,
    /// Who won, once that is known.
    pub outcome: Option<Outcome>,
}

/// A payout that waits for its owner's word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PayoutView {
    /// The wager that has won.
    pub wager: Name,
    /// At which seat.
    pub seat: Seat,
    /// What was won.
    pub won: Amount,
    /// How much of it may be added to a wager on a hand.
    pub pressed: Amount,
}

impl PayoutView {
    fn of_table(table: &Table) -> Option<Self> {
        let payout = table.round.payout.filter(|_| table.round.stage == Stage::Payout)?;
        let pressed = pressed(&table.rules, payout.won).unwrap_or_else(|_| table.nothing());
        Some(Self { wager: payout.key.wager, seat: payout.seat, won: payout.won, pressed })
    }
}

impl RoundView {
    /// The hand of a side.
    #[must_use]
    pub const fn hand(&self, side: Side) -> &HandView {
        match side {
            Side::Player => &self.player,
            Side::Banker => &self.banker,
        }
    }

    /// The round as somebody sees it: a participant sees what they hold, everybody what lies face up.
    pub(super) fn for_viewer(table: &Table, viewer: Option<Person>) -> Self {
        let round = &table.round;
        let on_table = matches!(table.phase, Phase::Dealing | Phase::Settled);
        Self {
            number: round.number,
            unwagered: round.unwagered,
            stage: on_table.then_some(round.stage),
            player: HandView::for_viewer(table, Side::Player, viewer),
            banker: HandView::for_viewer(table, Side::Banker, viewer),
            payout: PayoutView::of_table(table).filter(|_| on_table),
            outcome: round.outcome(),
        }
    }
}

impl HandView {
    fn for_viewer(table: &Table, side: Side, viewer: Option<Person>) -> Self {
        let round = &table.round;
        let private = table.rules.handling == CardHandling::Private;
        let holder = holder(round, side, private);
        let holds = table.phase == Phase::Dealing && viewer.is_some() && holder == viewer;
        let laid = || round.laid(side).iter().flatten();
        let open = laid().count() > 0 && laid().all(|card| card.is_up());
        let reported = round.reported.map(|reported| match side {
            Side::Player => reported.totals.first().copied().unwrap_or_default(),
            Side::Banker => reported.totals.last().copied().unwrap_or_default(),
        });
        // A community card that does not count lies there, but is not counted.
        let counted = round.coup.map(|coup| match side {
            Side::Player => coup.player.total().get(),
            Side::Banker => coup.banker.total().get(),
        });
        Self {
            cards: laid().map(|card| CardView::from_laid(*card, holds)).collect(),
            count: reported.or(counted).or_else(|| open.then(|| round.count(side))),
            holder: round.turner(side).map(HolderView::from),
            offered_to: round.asked.filter(|_| offering(round) == Some(side)).map(|asked| asked.seat),
        }
    }
}

/// The participant who holds a hand right now: it was handed to them and they have not turned it yet, or it is
/// theirs to look at in private.
fn holder(round: &Round, side: Side, private: bool) -> Option<Person> {
    let handed = matches!(round.stage, Stage::Turning(held) | Stage::TurningThird(held) if held == side);
    let in_hands = if private { looked_at(round.stage, side) } else { handed };
    match round.turner(side).filter(|_| in_hands) {
        Some(Turner::Person(person, _)) => Some(person),
        _ => None,
    }
}

/// The hand that is offered around.
const fn offering(round: &Round) -> Option<Side> {
    match round.stage {
        Stage::Offering(side) | Stage::OfferingThird(side) => Some(side),
        _ => None,
    }
}

impl CardView {
    /// A card, as somebody sees it who holds it or does not.
    pub(super) fn from_laid(card: Laid, holds: bool) -> Self {
        match (card.shown(), card.unseal().filter(|_| holds)) {
            (Some(card), _) => Self::Up(card),
            (None, Some(card)) => Self::Held(card),
            (None, None) => Self::Down,
        }
    }
}

impl From<Turner> for HolderView {
    fn from(turner: Turner) -> Self {
        match turner {
            Turner::Dealer => Self::Dealer,
            Turner::Person(_, seat) => Self::Seat(seat),
        }
    }
}
