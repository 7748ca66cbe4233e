//! 21st Century Baccarat has words of its own: there is no bank but a player/dealer position, and no Banker but a
//! dealer line.

use banco_engine::Decision;
use banco_engine::table::{BankEvent, CoverEvent, DealingEvent, PassedWhy, TurningEvent, What};
use banco_rulebook::model::rulebook::Family;

use super::Words;

/// What has happened, where the game has other words for it than the engine.
pub fn position_line(words: &Words<'_>, what: &What) -> Option<String> {
    if words.family() != Family::PlayerBanked {
        return None;
    }
    match what {
        What::Bank(event) => position(event),
        What::Cover(CoverEvent::BankWagered { seat, amount, .. }) => {
            Some(format!("{seat} covers the round with {amount}"))
        }
        What::Dealing(event) => dealing(words, event),
        What::Turning(event) => turning(words, event),
        _ => None,
    }
}

/// Who has the position.
fn position(event: &BankEvent) -> Option<String> {
    Some(match event {
        BankEvent::BankOffered { seat, .. } => format!("the player/dealer position is offered to {seat}"),
        BankEvent::BankDeclined { seat, .. } => format!("{seat} declines the player/dealer position"),
        BankEvent::BankTaken { seat, .. } => format!("{seat} holds the player/dealer position"),
        BankEvent::BankVacant => "nobody takes the player/dealer position: the game pauses".to_owned(),
        BankEvent::BankPassed { from, why, .. } => {
            let from = from.map_or_else(|| "nobody".to_owned(), |seat| seat.to_string());
            passed(&from, why)
        }
        BankEvent::TurnForfeited { seat, .. } => {
            format!("{seat} came nearer to the player/dealer position by moving, and will miss a turn at it")
        }
        BankEvent::BiddingOpened { .. }
        | BankEvent::BidMade { .. }
        | BankEvent::TurnMissed { .. }
        | BankEvent::TurnRegained { .. } => return None,
    })
}

fn passed(from: &str, why: &PassedWhy) -> String {
    match why {
        PassedWhy::Choice => format!("{from} passes the player/dealer position"),
        PassedWhy::BankerLost => {
            format!("{from} must pass the player/dealer position: the dealer hand has lost")
        }
        PassedWhy::Order(reason) => format!("{from} is ordered to pass the player/dealer position: {reason}"),
        PassedWhy::Left => format!("{from} leaves the player/dealer position"),
        PassedWhy::RoundsUsed => {
            format!("{from} has held the player/dealer position as long as it may be held")
        }
    }
}

/// What happens to the hands.
fn dealing(words: &Words<'_>, event: &DealingEvent) -> Option<String> {
    let hand = |side| words.hand(side);
    Some(match event {
        DealingEvent::CardDealt { side, card, from_aside: false } => {
            format!("to the {} hand: {card}", hand(*side))
        }
        DealingEvent::CardDealt { side, card, from_aside: true } => {
            format!("to the {} hand, from aside: {card}", hand(*side))
        }
        DealingEvent::ChoiceOpened { side } => format!("the {} hand may draw or stand", hand(*side)),
        DealingEvent::ChoiceMade { side, decision: Decision::Draw, .. } => {
            format!("the {} hand asks for a card", hand(*side))
        }
        DealingEvent::ChoiceMade { side, decision: Decision::Stand, .. } => {
            format!("the {} hand stays", hand(*side))
        }
        DealingEvent::ThirdCardDue { side } => format!("the {} hand draws", hand(*side)),
        DealingEvent::ResultReached { coup } => {
            let winner = coup.outcome().winner().map_or_else(|| "tie".to_owned(), hand);
            format!("result: {winner} {}-{}", coup.player.total(), coup.banker.total())
        }
        DealingEvent::ResultRecorded { reported } => {
            let winner = reported.outcome().winner().map_or_else(|| "tie".to_owned(), hand);
            let [player, banker] = reported.totals;
            format!("result: {winner} {player}-{banker}")
        }
        DealingEvent::LookBegun { side, seat } => format!("{seat} looks at the {} hand", hand(*side)),
        DealingEvent::CountForced { side, count, .. } => format!("the {} hand counts {count}", hand(*side)),
        DealingEvent::RoundBegun { .. }
        | DealingEvent::Called(_)
        | DealingEvent::CutCardShown
        | DealingEvent::CountsStand
        | DealingEvent::CardsDiscarded { .. }
        | DealingEvent::LastHandBegun { .. }
        | DealingEvent::Announced { .. }
        | DealingEvent::ResultWithdrawn
        | DealingEvent::BettorChose { .. } => return None,
    })
}

/// Who turns which hand.
fn turning(words: &Words<'_>, event: &TurningEvent) -> Option<String> {
    let hand = |side| words.hand(side);
    Some(match event {
        TurningEvent::CardsTurned { side, cards, by, .. } => {
            let cards: Vec<String> = cards.iter().flatten().map(ToString::to_string).collect();
            format!("{by} turns the {} cards: {}", hand(*side), cards.join(" "))
        }
        TurningEvent::CardsHanded { side, to, third } => {
            format!("the {} {} goes to {to}", hand(*side), if *third { "third card" } else { "hand" })
        }
        TurningEvent::CardsOffered { side, seat, .. } => {
            format!("{seat} is asked to turn the {} cards", hand(*side))
        }
        TurningEvent::CardsDeclined { side, by, ordered: None } => {
            format!("{} does not turn the {} cards", words.person(*by), hand(*side))
        }
        TurningEvent::CardsDeclined { side, by, ordered: Some(reason) } => {
            format!("{} may not turn the {} cards: {reason}", words.person(*by), hand(*side))
        }
        TurningEvent::TurnerProposed { side, seat, .. } => {
            format!("{seat} is proposed to turn the {} hand", hand(*side))
        }
        TurningEvent::ProposalAgreed { .. } | TurningEvent::ProposalRefused { .. } => return None,
    })
}
