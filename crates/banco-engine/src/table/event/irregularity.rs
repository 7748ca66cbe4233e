//! What went wrong, what the floor decides on it, and what becomes of the cards.

use std::fmt::{self, Display, Formatter};

use banco_cards::Card;
use banco_rulebook::model::rulebook::UnwageredRound;
use serde::{Deserialize, Serialize};

use super::dealing::round_name;
use super::{Laid, Pay};
use crate::authority::{Person, Role};
use crate::names::Names;
use crate::shelf::Shelf;
use crate::table::command::Irregularity;
use crate::table::state::{Incident, Round, Table};

/// What went wrong, what the floor decides on it, and what becomes of the cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum IrregularityEvent {
    IrregularityReported { by: Person, role: Role, what: Irregularity },
    IrregularityDismissed { by: Person },
    IrregularityApproved { by: Person, what: Irregularity },
    CardSetAside { card: Laid },
    CardDiscarded { card: Option<Card>, place: u16 },
    BurnOrdered { cards: u8 },
    UnwageredRoundOrdered { round: UnwageredRound },
}

impl IrregularityEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::IrregularityReported { what, by, role } => {
                table.incident = Some(Incident { what: *what, by: *by, role: *role });
            }
            Self::IrregularityDismissed { .. } => table.incident = None,
            Self::IrregularityApproved { what, .. } => {
                table.incident = None;
                table.bank.annulled |= *what == Irregularity::WrongOrder;
            }
            Self::CardSetAside { card } => {
                table.shoe.draw(card.unseal());
                table.shoe.set_aside(*card);
            }
            Self::CardDiscarded { card, .. } => table.shoe.draw(*card),
            Self::BurnOrdered { cards } => {
                let before = table.shoe.burn_left.unwrap_or(0);
                table.shoe.burn_left = Some(before.saturating_add(*cards));
            }
            Self::UnwageredRoundOrdered { round } => table.ordered = Some(*round),
        }
    }

    pub(super) const fn change_round(&self, _: &mut Round) {}

    pub(super) fn move_money(&self, _: Pay<'_>) {}

    pub(super) fn tell(&self, f: &mut Formatter<'_>, _: &Names<'_>) -> fmt::Result {
        match self {
            Self::IrregularityReported { what, role, .. } => write!(f, "the {role} reports: {what}"),
            Self::IrregularityDismissed { .. } => write!(f, "the floor dismisses the report"),
            Self::IrregularityApproved { .. } => write!(f, "the floor approves the report"),
            Self::CardSetAside { card } => write!(f, "set aside: {card}"),
            Self::CardDiscarded { card: Some(card), .. } => write!(f, "{card} goes to the discards"),
            Self::CardDiscarded { card: None, .. } => write!(f, "a card goes to the discards unseen"),
            Self::BurnOrdered { cards: 1 } => write!(f, "1 more card is to be burned face up"),
            Self::BurnOrdered { cards } => write!(f, "{cards} more cards are to be burned face up"),
            Self::UnwageredRoundOrdered { round } => write!(f, "{} comes next", round_name(*round)),
        }
    }
}

impl Display for Irregularity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::DrawnInError { card: None } => f.write_str("a card was drawn in error, unseen"),
            Self::DrawnInError { card: Some(card) } => write!(f, "{card} was drawn in error and seen"),
            Self::UnauthorizedThird { card: None } => {
                f.write_str("the Player's hand got a third card it may not have, unseen")
            }
            Self::UnauthorizedThird { card: Some(card) } => {
                write!(f, "the Player's hand got {card}, a third card it may not have")
            }
            Self::Disclosed { card } => write!(f, "{card} was seen before it was dealt"),
            Self::TooFewCards => f.write_str("the shoe cannot finish the round"),
            Self::WrongOrder => f.write_str("the Banker took cards in the wrong order"),
            Self::BankerTookThree { card } => write!(f, "the Banker took {card} too many"),
            Self::PlayerGotThree { card } => write!(f, "the Player's hand got {card} too many"),
            Self::BankerTookTwo { first, second } => {
                write!(f, "the Banker took {first} and {second} instead of one card")
            }
            Self::CardAfterStay { card, miscalled: false } => {
                write!(f, "{card} was faced to the Player's hand after \"Stay\"")
            }
            Self::CardAfterStay { card, miscalled: true } => {
                write!(f, "{card} was faced to the Player's hand after \"Stay\" was repeated as \"Card\"")
            }
            Self::BankerTookPlayersCard { card } => {
                write!(f, "the Banker took {card}, the Player's card")
            }
        }
    }
}
