//! A round, from the first card to the discards.

use banco_cards::{Card, Hand, Outcome, Points, Side};
use banco_money::Amount;
use banco_rulebook::model::rulebook::UnwageredRound;
use serde::{Deserialize, Serialize};

use super::command::{Announcement, Reported};
use super::event::{Laid, Turner};
use super::people::{Person, Seat};
use super::state::Asked;
use super::wager::{BetKey, Stake};
use crate::coup::{Coup, Decision};

/// Where a round stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// So many of the first cards are out.
    Initial(u8),
    /// A hand lies face down and is turned by somebody.
    Turning(Side),
    /// The right to turn a hand is offered.
    Offering(Side),
    /// A House Money payout waits for its owner's word.
    Payout,
    /// The holder of a hand may draw or stand.
    Choosing(Side),
    /// Whoever controls a hand looks at it and announces what it does.
    Deciding(Side),
    /// A third card is due.
    Third(Side),
    /// A third card lies face down and is turned by somebody.
    TurningThird(Side),
    /// The right to turn a third card is offered.
    OfferingThird(Side),
    /// The result is out.
    Complete,
    /// The round is void.
    Void,
}

/// A House Money payout that waits for its owner's word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Payout {
    /// The wager that has won.
    pub key: BetKey,
    /// At which seat.
    pub seat: Seat,
    /// What lay on the spot.
    pub stake: Stake,
    /// What was won.
    pub won: Amount,
}

/// A count that an irregularity fixed, whatever the cards say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ForcedCount {
    /// The count.
    pub count: u8,
    /// Whether a third card is still added to it.
    pub more: bool,
}

impl ForcedCount {
    /// The count once the hand has all its cards.
    #[must_use]
    pub fn with(self, third: Option<Card>) -> u8 {
        let fixed = Points::of_value(self.count);
        let more = third.filter(|_| self.more).map(Card::points);
        more.map_or(fixed, |third| fixed + third).get()
    }
}

/// A round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// Which one since the table opened, from one.
    pub number: u32,
    /// Without wagers, and of what kind.
    pub unwagered: Option<UnwageredRound>,
    /// Where it stands.
    pub stage: Stage,
    /// The Player's cards.
    pub player: [Option<Laid>; 3],
    /// The Banker's cards.
    pub banker: [Option<Laid>; 3],
    /// Who turns the Player's hand.
    pub player_turner: Option<Turner>,
    /// Who turns the Banker's hand.
    pub banker_turner: Option<Turner>,
    /// Whom everybody agreed on for the Player's hand.
    pub player_agreed: Option<(Person, Seat)>,
    /// Whom everybody agreed on for the Banker's hand.
    pub banker_agreed: Option<(Person, Seat)>,
    /// To whom the right to turn is offered.
    pub asked: Option<Asked>,
    /// A payout that waits for its owner's word.
    pub payout: Option<Payout>,
    /// Whether House Money wagers have been settled.
    pub counts_stand: bool,
    /// What was chosen for the Player's hand.
    pub choice: Option<Decision>,
    /// The result.
    pub coup: Option<Coup>,
    /// The result, where only that was recorded.
    pub reported: Option<Reported>,
    /// Counts that an irregularity fixed, of the Player's and the Banker's hand.
    pub forced: [Option<ForcedCount>; 2],
    /// What the Player's hand announced.
    pub announced: Option<Announcement>,
}

impl Round {
    /// A round that is about to be dealt.
    #[must_use]
    pub const fn new(number: u32, unwagered: Option<UnwageredRound>) -> Self {
        Self {
            number,
            unwagered,
            stage: Stage::Initial(0),
            player: [None; 3],
            banker: [None; 3],
            player_turner: None,
            banker_turner: None,
            player_agreed: None,
            banker_agreed: None,
            asked: None,
            payout: None,
            counts_stand: false,
            choice: None,
            coup: None,
            reported: None,
            forced: [None; 2],
            announced: None,
        }
    }

    /// The cards of a hand.
    #[must_use]
    pub const fn laid(&self, side: Side) -> &[Option<Laid>; 3] {
        match side {
            Side::Player => &self.player,
            Side::Banker => &self.banker,
        }
    }

    pub(crate) const fn laid_mut(&mut self, side: Side) -> &mut [Option<Laid>; 3] {
        match side {
            Side::Player => &mut self.player,
            Side::Banker => &mut self.banker,
        }
    }

    /// Who turns the cards of a hand.
    #[must_use]
    pub const fn turner(&self, side: Side) -> Option<Turner> {
        match side {
            Side::Player => self.player_turner,
            Side::Banker => self.banker_turner,
        }
    }

    pub(crate) const fn turner_mut(&mut self, side: Side) -> &mut Option<Turner> {
        match side {
            Side::Player => &mut self.player_turner,
            Side::Banker => &mut self.banker_turner,
        }
    }

    /// Whom everybody agreed on for a hand.
    #[must_use]
    pub const fn agreed(&self, side: Side) -> Option<(Person, Seat)> {
        match side {
            Side::Player => self.player_agreed,
            Side::Banker => self.banker_agreed,
        }
    }

    /// The open cards of a hand.
    #[must_use]
    pub fn open_hand(&self, side: Side) -> Hand {
        let mut hand = Hand::default();
        for card in self.laid(side).iter().flatten().filter_map(|laid| laid.shown()) {
            // A hand lies on three places, so a fourth card cannot come.
            let _ = hand.push(card);
        }
        hand
    }

    /// The count of the open cards of a hand.
    #[must_use]
    pub fn count(&self, side: Side) -> u8 {
        let shown = self.laid(side).iter().flatten().filter_map(|laid| laid.shown());
        shown.map(Card::points).sum::<Points>().get()
    }

    /// How many cards lie on the table.
    #[must_use]
    pub fn cards(&self) -> u8 {
        let all = self.player.iter().chain(&self.banker);
        u8::try_from(all.flatten().count()).unwrap_or(u8::MAX)
    }

    /// Who won, once that is known.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.reported.map(Reported::outcome).or_else(|| self.coup.map(|coup| coup.outcome()))
    }

    /// The open hand that has a third card, or may have one.
    #[must_use]
    pub fn third(&self, side: Side) -> Option<Laid> {
        let [_, _, third] = *self.laid(side);
        third
    }
}

impl Round {
    /// A card is laid onto the next free place of a hand.
    pub(super) fn deal(&mut self, side: Side, card: Laid) {
        if let Some(place) = self.laid_mut(side).iter_mut().find(|place| place.is_none()) {
            *place = Some(card);
        }
        if let Stage::Initial(out) = self.stage {
            self.stage = Stage::Initial(out.saturating_add(1));
        }
    }

    /// The right to turn cards is offered.
    pub(super) fn offer(&mut self, side: Side, person: Person, seat: Seat) {
        let before = self.asked.map(|asked| (asked.from, asked.except));
        let passed = match self.turner(side) {
            Some(Turner::Person(_, seat)) => Some(seat),
            Some(Turner::Dealer) | None => None,
        };
        let (from, except) = before.unwrap_or((seat, passed));
        self.asked = Some(Asked { person, seat, from, except });
        self.stage = match self.stage {
            Stage::TurningThird(_) | Stage::OfferingThird(_) => Stage::OfferingThird(side),
            _ => Stage::Offering(side),
        };
    }

    /// Face-down cards are laid open in the order in which they lie.
    pub(super) fn turn(&mut self, side: Side, cards: [Option<Card>; 2]) {
        let down = self.laid_mut(side).iter_mut().flatten().filter(|laid| !laid.is_up());
        for (laid, card) in down.zip(cards.into_iter().flatten()) {
            *laid = laid.turned(card);
        }
        self.asked = None;
    }
}
