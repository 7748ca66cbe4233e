//! A round, from "no more bets" to the result and the discards.

use std::fmt::{self, Formatter};

use banco_cards::Side;
use serde::{Deserialize, Serialize};

use super::{Laid, Pay};
use crate::authority::Person;
use crate::coup::{Coup, Decision};
use crate::names::Names;
use crate::roads::{Entry, Kind};
use crate::shelf::Shelf;
use crate::table::bank;
use crate::table::call::Call;
use crate::table::command::{Announcement, Reported};
use crate::table::people::Seat;
use crate::table::state::{CutCard, ForcedCount, Phase, Round, Stage, Table};
use crate::table::wager::BetKey;
use banco_rulebook::model::rulebook::UnwageredRound;

/// A round, from "no more bets" to the result and the discards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum DealingEvent {
    RoundBegun {
        round: u32,
        unwagered: Option<UnwageredRound>,
    },
    Called(Call),
    CutCardShown,
    CardDealt {
        card: Laid,
        from_aside: bool,
        side: Side,
    },
    CountsStand,
    ChoiceOpened {
        side: Side,
    },
    ChoiceMade {
        by: Person,
        decision: Decision,
        side: Side,
    },
    ThirdCardDue {
        side: Side,
    },
    ResultReached {
        coup: Coup,
    },
    ResultRecorded {
        reported: Reported,
    },
    ResultWithdrawn,
    CardsDiscarded {
        cards: u8,
    },
    LastHandBegun {
        left: u8,
    },
    LookBegun {
        seat: Seat,
        side: Side,
    },
    Announced {
        seat: Seat,
        side: Side,
        word: Announcement,
    },
    CountForced {
        count: u8,
        more: bool,
        side: Side,
    },
    BettorChose {
        #[serde(rename = "bet")]
        key: BetKey,
        decision: Decision,
        seat: Seat,
    },
}

impl DealingEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::RoundBegun { unwagered, .. } => {
                table.phase = Phase::Dealing;
                table.early.clear();
                table.proposal = None;
                // Spoken wagers that nobody confirmed were never made.
                table.spoken.clear();
                if unwagered.is_some() && table.ordered.take().is_none() {
                    table.shoe.free_hands += 1;
                }
                bank::round_begun(table);
            }
            Self::Called(call) => table.last_call = Some(*call),
            Self::CutCardShown => table.shoe.cut_card = CutCard::Out,
            Self::CardDealt { card, from_aside: true, .. } => {
                let seen_before = table.shoe.take_aside(card.place()).is_some_and(|aside| aside.is_up());
                card.unseal().into_iter().filter(|_| !seen_before).for_each(|card| table.shoe.see(card));
            }
            Self::CardDealt { card, from_aside: false, .. } => table.shoe.draw(card.unseal()),
            Self::ResultReached { coup } => {
                let entry = Entry::from_coup(coup, |total| table.rules.draws.is_natural(total));
                record(table, entry);
            }
            Self::ResultRecorded { reported } => record(table, Entry::plain(reported.outcome())),
            Self::ResultWithdrawn => {
                let wagered = table.results.pop().is_some_and(|entry| entry.kind == Kind::Wagered);
                table.outcomes.truncate(table.outcomes.len().saturating_sub(usize::from(wagered)));
            }
            Self::CardsDiscarded { .. } => {
                table.phase = Phase::Betting;
                if table.rules.continuous {
                    table.shoe.take_back();
                }
                bank::cards_discarded(table);
            }
            Self::LastHandBegun { left } => table.shoe.cut_card = CutCard::LastHands(*left),
            Self::BettorChose { key, decision, .. } => {
                table.bank.chose.push(*key);
                table.bank.stood.extend((*decision == Decision::Stand).then_some(*key));
            }
            Self::CountsStand
            | Self::LookBegun { .. }
            | Self::Announced { .. }
            | Self::CountForced { .. }
            | Self::ChoiceOpened { .. }
            | Self::ChoiceMade { .. }
            | Self::ThirdCardDue { .. } => {}
        }
    }

    pub(super) fn change_round(&self, round: &mut Round) {
        match self {
            Self::RoundBegun { round: number, unwagered } => {
                let agreed = (round.player_agreed, round.banker_agreed);
                *round = Round::new(*number, *unwagered);
                (round.player_agreed, round.banker_agreed) = agreed;
            }
            Self::CardDealt { side, card, .. } => round.deal(*side, *card),
            Self::CountsStand => round.counts_stand = true,
            Self::ChoiceOpened { side } => round.stage = Stage::Choosing(*side),
            Self::ChoiceMade { decision, .. } => round.choice = Some(*decision),
            Self::ThirdCardDue { side } => round.stage = Stage::Third(*side),
            Self::ResultReached { coup } => {
                round.coup = Some(*coup);
                round.stage = Stage::Complete;
            }
            Self::ResultRecorded { reported } => {
                round.reported = Some(*reported);
                round.stage = Stage::Complete;
            }
            Self::ResultWithdrawn => (round.coup, round.reported) = (None, None),
            Self::CardsDiscarded { .. } => *round = Round::new(round.number, None),
            Self::LookBegun { side, .. } => round.stage = Stage::Deciding(*side),
            Self::Announced { side: Side::Player, word, .. } => round.announced = Some(*word),
            Self::CountForced { side, count, more } => {
                let [player, banker] = &mut round.forced;
                let forced = Some(ForcedCount { count: *count, more: *more });
                *(if *side == Side::Player { player } else { banker }) = forced;
            }
            Self::Called(_)
            | Self::CutCardShown
            | Self::LastHandBegun { .. }
            | Self::Announced { side: Side::Banker, .. }
            | Self::BettorChose { .. } => {}
        }
    }

    pub(super) fn move_money(&self, _: Pay<'_>) {}

    pub(super) fn tell(&self, f: &mut Formatter<'_>, _: &Names<'_>) -> fmt::Result {
        match self {
            Self::RoundBegun { round, unwagered: None } => write!(f, "round {round} begins"),
            Self::RoundBegun { round, unwagered: Some(kind) } => {
                write!(f, "round {round} begins, {} without wagers", round_name(*kind))
            }
            Self::Called(call) => write!(f, "dealer: \"{call}\""),
            Self::CutCardShown => write!(f, "the cut card comes out"),
            Self::CardDealt { side, card, from_aside: true } => {
                write!(f, "to the {side} hand, from aside: {card}")
            }
            Self::CardDealt { side, card, from_aside: false } => write!(f, "to the {side} hand: {card}"),
            Self::CountsStand => write!(f, "the two-card counts are final"),
            Self::ChoiceOpened { side } => write!(f, "the {side} hand may draw or stand"),
            Self::ChoiceMade { side, decision: Decision::Draw, .. } => {
                write!(f, "the {side} hand asks for a card")
            }
            Self::ChoiceMade { side, decision: Decision::Stand, .. } => write!(f, "the {side} hand stays"),
            Self::ThirdCardDue { side } => write!(f, "the {side} hand draws"),
            Self::ResultReached { coup } => {
                write!(f, "result: {} {}-{}", coup.outcome(), coup.player.total(), coup.banker.total())
            }
            Self::ResultRecorded { reported } => {
                let [player, banker] = reported.totals;
                write!(f, "result: {} {player}-{banker}", reported.outcome())
            }
            Self::CardsDiscarded { cards } => write!(f, "{cards} cards go to the discards"),
            Self::LastHandBegun { left: 1 } => write!(f, "one more hand will be dealt"),
            Self::LastHandBegun { left } => write!(f, "{left} more hands will be dealt"),
            Self::ResultWithdrawn => write!(f, "the result does not stand"),
            Self::LookBegun { side, seat } => write!(f, "{seat} looks at the {side} hand"),
            Self::Announced { seat, word, .. } => write!(f, "{seat}: \"{}\"", word.word()),
            Self::CountForced { side, count, .. } => write!(f, "the {side} hand counts {count}"),
            Self::BettorChose { seat, decision: Decision::Draw, .. } => write!(f, "{seat} hits"),
            Self::BettorChose { seat, decision: Decision::Stand, .. } => write!(f, "{seat} stands"),
        }
    }
}

/// What a round without wagers is called.
pub(super) const fn round_name(round: UnwageredRound) -> &'static str {
    match round {
        UnwageredRound::Simulated => "a simulated round",
        UnwageredRound::FreeHand => "a free hand",
    }
}

fn record(table: &mut Table, mut entry: Entry) {
    entry.kind = match table.round.unwagered {
        None => Kind::Wagered,
        Some(UnwageredRound::FreeHand) => Kind::FreeHand,
        Some(UnwageredRound::Simulated) => Kind::Simulated,
    };
    if entry.kind == Kind::Wagered {
        table.outcomes.push(entry.outcome);
    }
    table.results.push(entry);
}
