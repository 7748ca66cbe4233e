//! The cards before they are dealt: preparation, cut, shoe, burn.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use banco_cards::Card;
use banco_rulebook::model::procedure::BeforeShoe;
use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::hidden::Commitment;
use crate::name::Name;
use crate::names::Names;
use crate::shelf::Shelf;
use crate::shoe_opening::ShoeOpening;
use crate::table::bank;
use crate::table::command::CardSource;
use crate::table::people::Seat;
use crate::table::rules::Rules;
use crate::table::state::{CommittedShoe, Phase, Round, Shoe, Table};

/// Who cut the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutBy {
    /// The dealer.
    Dealer,
    /// A participant.
    #[serde(rename = "participant", with = "crate::wire::sitter")]
    Person(Person, Seat),
}

/// The cards before they are dealt: preparation, cut, shoe, burn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum PreparationEvent {
    PreparationBegun { new_cards: bool, shoe: u32 },
    StepDone { by: Person, people_left: u8, step: Name },
    BatchKept { batch: u8, by: Person },
    CardMissing { by: Person, card: Card },
    CutOffered { person: Person, seat: Seat },
    CutDeclined { person: Person, seat: Seat },
    CutFallsToDealer,
    CutWaits,
    CutNotNeeded,
    CutMade { at: u16, by: CutBy },
    RecutOrdered { by: Person, reason: Arc<str> },
    ShoeLoaded { batch: u8, cards: u16, cut_card: u16, source: CardSource },
    CardBurned { card: Option<Card>, left: u8, place: u16 },
    BettingOpened,
    ShoeEnded,
    ShoeCommitted { batch: u8, cards: u16, cut: Option<u16>, root: Commitment, shoe: u32 },
    ShoeOpened { opening: Arc<ShoeOpening>, root: Commitment, shoe: u32 },
}

impl PreparationEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::PreparationBegun { shoe, new_cards } => {
                table.shoe = table.shoe.followed_by(*shoe, *new_cards, &table.rules, table.cards);
                table.phase = Phase::Preparing;
                table.results.clear();
                table.people.iter_mut().for_each(|one| one.overdue = one.owed.is_positive());
            }
            Self::StepDone { by, people_left, .. } => {
                table.shoe.step_by.push(*by);
                if *people_left == 0 {
                    table.shoe.step += 1;
                    table.shoe.step_by.clear();
                }
            }
            Self::BatchKept { .. } => table.shoe.other_kept = true,
            Self::CardMissing { .. } => inspect_again(&table.rules, &mut table.shoe),
            Self::CutOffered { seat, person } => {
                table.phase = Phase::Cutting;
                table.shoe.waits = false;
                table.shoe.cut_from.get_or_insert(*seat);
                table.shoe.cut_asked = Some((*person, *seat));
            }
            Self::CutDeclined { .. } => table.shoe.cut_asked = None,
            Self::CutFallsToDealer => nobody_is_asked_to_cut(table, false),
            Self::CutWaits => nobody_is_asked_to_cut(table, true),
            Self::CutNotNeeded => table.phase = Phase::Loading,
            Self::CutMade { by, at } => {
                table.phase = Phase::Loading;
                table.shoe.cut = Some((*by, *at));
                table.shoe.cut_asked = None;
                table.shoe.recut = false;
            }
            Self::RecutOrdered { .. } => cut_again(table),
            Self::ShoeLoaded { source, cards, cut_card, batch } => {
                table.phase = Phase::Burning;
                table.shoe.source = *source;
                table.shoe.size = *cards;
                table.shoe.cut_at = cards.saturating_sub(*cut_card);
                table.shoe.batch = *batch;
                // Nobody deals from a virtual shoe where real cards are loaded.
                if *source != CardSource::Virtual {
                    table.shoe.committed = None;
                }
            }
            Self::CardBurned { card, left, .. } => table.shoe.burn(*card, *left),
            Self::BettingOpened => {
                table.phase = Phase::Betting;
                // A new shoe is offered to everybody, whoever had the last one.
                (table.curator, table.shoe_asked) = (None, None);
            }
            Self::ShoeEnded => {
                table.phase = Phase::BetweenShoes;
                table.shoe.committed = None;
                table.shoe.forget_aside();
                table.ordered = None;
                table.shoe_asked = None;
                bank::shoe_ended(table);
            }
            Self::ShoeCommitted { batch, cards, cut, root, shoe } => {
                table.shoe.committed = Some(*root);
                let (batch, cards, cut, root, shoe) = (*batch, *cards, *cut, *root, *shoe);
                table.unopened.push(CommittedShoe { batch, cards, cut, root, shoe });
            }
            Self::ShoeOpened { root, .. } => table.unopened.retain(|known| known.root != *root),
        }
    }

    pub(super) const fn change_round(&self, round: &mut Round) {
        if matches!(self, Self::RecutOrdered { .. }) {
            *round = Round::new(round.number, None);
        }
    }

    pub(super) fn move_money(&self, _: Pay<'_>) {}

    pub(super) fn tell(&self, f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result {
        match self {
            Self::PreparationBegun { shoe, new_cards: true } => write!(f, "new cards come for shoe {shoe}"),
            Self::PreparationBegun { shoe, new_cards: false } => {
                write!(f, "the cards are taken up for shoe {shoe}")
            }
            Self::StepDone { step, people_left: 0, .. } => {
                write!(f, "{step}: {}", names.rules().step_summary(*step))
            }
            Self::StepDone { step, people_left, .. } => {
                write!(f, "{step}: done once, {people_left} more to go")
            }
            Self::BatchKept { batch, .. } => write!(f, "the device shuffles batch {batch} and keeps it"),
            Self::CardMissing { card, .. } => write!(f, "{card} is missing; the decks are inspected again"),
            Self::CutOffered { seat, .. } => write!(f, "the cut is offered to {seat}"),
            Self::CutDeclined { seat, .. } => write!(f, "{seat} declines the cut"),
            Self::CutFallsToDealer => write!(f, "the dealer is to cut"),
            Self::CutWaits => write!(f, "the cards wait for somebody to come to the table"),
            Self::CutNotNeeded => write!(f, "the device needs no cut"),
            Self::CutMade { by: CutBy::Dealer, at } => write!(f, "the dealer cuts at {at}"),
            Self::CutMade { by: CutBy::Person(_, seat), at } => write!(f, "{seat} cuts at {at}"),
            Self::RecutOrdered { reason, .. } => write!(f, "a recut is ordered: {reason}"),
            Self::ShoeLoaded { source, cards, cut_card, batch } => {
                let which = if names.has_batches() { format!(" of batch {batch}") } else { String::new() };
                write!(
                    f,
                    "{cards} cards{which} go into {}, the cut card {cut_card} from the back",
                    name(*source)
                )
            }
            Self::CardBurned { card: Some(card), left, .. } => write!(f, "{card} is burned, {left} to go"),
            Self::CardBurned { card: None, left, .. } => write!(f, "a card is burned unseen, {left} to go"),
            Self::BettingOpened => write!(f, "wagers are taken"),
            Self::ShoeEnded => write!(f, "the shoe is over"),
            Self::ShoeCommitted { shoe, root, .. } => {
                write!(f, "the order of shoe {shoe} is promised: {root}")
            }
            Self::ShoeOpened { shoe, opening, .. } => {
                write!(f, "shoe {shoe} is shown: {} cards as they were shuffled", opening.cards.len())
            }
        }
    }
}

const fn name(source: CardSource) -> &'static str {
    match source {
        CardSource::Virtual => "the virtual shoe",
        CardSource::Entry => "the shoe",
        CardSource::ResultOnly => "the shoe, results only",
    }
}

/// The shoe begins anew. What was offered with it before its first hand is offered again.
fn cut_again(table: &mut Table) {
    if table.phase == Phase::Settled {
        bank::cards_discarded(table);
    }
    if matches!(table.phase, Phase::Betting | Phase::Settled) {
        bank::shoe_ended(table);
        (table.curator, table.shoe_asked) = (None, None);
    }
    table.phase = Phase::Cutting;
    table.shoe.cut_again();
}

fn nobody_is_asked_to_cut(table: &mut Table, waits: bool) {
    table.phase = Phase::Cutting;
    table.shoe.waits = waits;
    table.shoe.cut_asked = None;
    table.shoe.cut_from = None;
}

/// The preparation goes back to the inspection that a missing card calls for, or to its beginning.
fn inspect_again(rules: &Rules, shoe: &mut Shoe) {
    shoe.new_cards = true;
    shoe.card_missing = true;
    shoe.step_by.clear();
    let steps = rules.steps_before(shoe);
    shoe.step = steps.iter().position(|step| step.shoe == BeforeShoe::CardMissing).unwrap_or(0);
}
