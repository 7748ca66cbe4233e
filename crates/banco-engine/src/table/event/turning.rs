//! Who turns which cards.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use banco_cards::{Card, Side};
use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::names::Names;
use crate::shelf::Shelf;
use crate::table::people::Seat;
use crate::table::state::{Proposal, Round, Stage, Table};

/// Who turns the cards of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turner {
    /// The dealer.
    Dealer,
    /// A participant.
    #[serde(rename = "participant", with = "crate::wire::sitter")]
    Person(Person, Seat),
}

impl Display for Turner {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dealer => f.write_str("the dealer"),
            Self::Person(_, seat) => write!(f, "{seat}"),
        }
    }
}

/// Who turns which cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum TurningEvent {
    TurnerProposed {
        by: Person,
        seat: Seat,
        side: Side,
        to: Person,
    },
    ProposalAgreed {
        by: Person,
        settled: bool,
    },
    ProposalRefused {
        by: Person,
    },
    CardsHanded {
        side: Side,
        third: bool,
        to: Turner,
    },
    CardsOffered {
        seat: Seat,
        side: Side,
        to: Person,
    },
    CardsDeclined {
        by: Person,
        ordered: Option<Arc<str>>,
        side: Side,
    },
    CardsTurned {
        by: Turner,
        #[serde(with = "crate::wire::one_or_two")]
        cards: [Option<Card>; 2],
        side: Side,
        third: bool,
    },
}

impl TurningEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::TurnerProposed { side, to, seat, by } => {
                let mut agreed = vec![*by];
                agreed.extend(Some(*to).filter(|to| to != by));
                table.proposal = Some(Proposal { side: *side, to: *to, seat: *seat, agreed });
            }
            Self::ProposalAgreed { by, settled } => agree(table, *by, *settled),
            Self::ProposalRefused { .. } => table.proposal = None,
            Self::CardsTurned { side, cards, .. } => see_turned(table, *side, *cards),
            Self::CardsHanded { .. } | Self::CardsOffered { .. } | Self::CardsDeclined { .. } => {}
        }
    }

    pub(super) fn change_round(&self, round: &mut Round) {
        match self {
            Self::CardsHanded { side, to, third } => {
                *round.turner_mut(*side) = Some(*to);
                round.asked = None;
                round.stage = if *third { Stage::TurningThird(*side) } else { Stage::Turning(*side) };
            }
            Self::CardsOffered { side, to, seat } => round.offer(*side, *to, *seat),
            Self::CardsTurned { side, cards, .. } => round.turn(*side, *cards),
            Self::TurnerProposed { .. }
            | Self::ProposalAgreed { .. }
            | Self::ProposalRefused { .. }
            | Self::CardsDeclined { .. } => {}
        }
    }

    pub(super) fn move_money(&self, _: Pay<'_>) {}

    pub(super) fn tell(&self, f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result {
        let who = |person: &Person| names.person(*person);
        match self {
            Self::TurnerProposed { side, seat, .. } => {
                write!(f, "{seat} is proposed to turn the {side} hand")
            }
            Self::ProposalAgreed { by, settled: false } => write!(f, "{} agrees", who(by)),
            Self::ProposalAgreed { settled: true, .. } => write!(f, "everybody agrees"),
            Self::ProposalRefused { by } => write!(f, "{} does not agree", who(by)),
            Self::CardsHanded { side, to, third } => {
                write!(f, "the {side} {} goes to {to}", if *third { "third card" } else { "hand" })
            }
            Self::CardsOffered { side, seat, .. } => write!(f, "{seat} is asked to turn the {side} cards"),
            Self::CardsDeclined { side, by, ordered: None } => {
                write!(f, "{} does not turn the {side} cards", who(by))
            }
            Self::CardsDeclined { side, by, ordered: Some(reason) } => {
                write!(f, "{} may not turn the {side} cards: {reason}", who(by))
            }
            Self::CardsTurned { side, cards, by, .. } => {
                let cards: Vec<String> = cards.iter().flatten().map(ToString::to_string).collect();
                write!(f, "{by} turns the {side} cards: {}", cards.join(" "))
            }
        }
    }
}

fn agree(table: &mut Table, by: Person, settled: bool) {
    let Some(proposal) = &mut table.proposal else { return };
    proposal.agreed.push(by);
    if settled {
        let [player, banker] = &mut table.agreed_by;
        let agreed_by = if proposal.side == Side::Player { player } else { banker };
        agreed_by.clone_from(&proposal.agreed);
        let chosen = Some((proposal.to, proposal.seat));
        match proposal.side {
            Side::Player => table.round.player_agreed = chosen,
            Side::Banker => table.round.banker_agreed = chosen,
        }
        table.proposal = None;
    }
}

/// Cards that nobody knew are seen when they are turned.
fn see_turned(table: &mut Table, side: Side, cards: [Option<Card>; 2]) {
    let places = *table.round.laid(side);
    let down = places.into_iter().flatten().filter(|laid| !laid.is_up());
    for (laid, card) in down.zip(cards.into_iter().flatten()) {
        if laid.unseal().is_none() {
            table.shoe.see(card);
        }
    }
}
