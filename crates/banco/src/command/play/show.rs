//! What happens at the table, as the player is told it.

use banco_cards::{Card, Side, format_cards};
use banco_engine::pit;
use banco_engine::table::{
    CoverEvent, CuratorEvent, DealingEvent, Event, FloorEvent, HouseMoneyEvent, IrregularityEvent,
    JackpotEvent, OpeningEvent, PeopleEvent, Person, PreparationEvent, Reason, Refusal, SettlementEvent,
    Table, Turner, TurningEvent, WageringEvent, What,
};
use banco_rulebook::model::rulebook::Family;
use owo_colors::OwoColorize as _;

use super::bank;
use super::words::Words;
use crate::command::deal::{hand_name, hands, result};
use crate::failure::Failure;
use crate::output;

/// Something that the table does not do.
pub fn refused(words: &Words<'_>, refusal: &pit::Refusal) -> Result<(), Failure> {
    let lines = words.refused(refusal).into_iter().map(|line| format!("  {line}"));
    output::print(&lines.collect::<Vec<_>>().join("\n"))
}

/// The same, and where chips come from if too few of them are the reason.
pub fn refused_for_chips(words: &Words<'_>, refusal: &Refusal) -> Result<(), Failure> {
    refused(words, &refusal.clone().into())?;
    match refusal.reason {
        Reason::NotEnough { .. } => hint("say `buy 500` for more chips"),
        _ => Ok(()),
    }
}

/// Something that nobody understands, and what to say instead.
pub fn wrong(what: &str, instead: &str) -> Result<(), Failure> {
    output::print(&format!("  {what}"))?;
    hint(instead)
}

/// Something that answers nothing. Enter alone is no answer where there is nothing to say no to.
pub fn no_answer(line: &str, answers: &str) -> Result<(), Failure> {
    match line {
        "" => wrong("Enter alone is no answer to this", answers),
        line => wrong(&format!("`{line}` is not an answer to this"), answers),
    }
}

/// What to say instead.
pub fn hint(instead: &str) -> Result<(), Failure> {
    output::print(&format!("  {} {instead}", "hint:".bold()))
}

/// What the player is told of an event; `None` for what goes without saying or is nobody else's business.
pub fn event_line(words: &Words<'_>, event: &Event) -> Option<String> {
    let Words { table, mine, .. } = *words;
    match &event.what {
        What::Turning(TurningEvent::CardsTurned { side, cards, .. })
            if words.family() == Family::PlayerBanked =>
        {
            Some(bank::opened(table, *side, cards))
        }
        What::Dealing(DealingEvent::CardDealt { side, card, .. }) => {
            card.shown().and_then(|card| dealt(table, *side, card))
        }
        What::Dealing(DealingEvent::ResultReached { coup }) => {
            let terms = &table.rules().terms;
            let uncounted = coup.uncounted.map(|card| format!(" ({card} does not count against a natural)"));
            let uncounted = uncounted.unwrap_or_default();
            Some(format!("{}: {}{uncounted}", hands(terms, coup), result(terms, coup).bold()))
        }
        what if everybodys(what, mine) => Some(words.event(event)),
        _ => {
            let line = bank::bank_line(words, event).or_else(|| own(words, event))?;
            Some(bank::stood(table, event, line))
        }
    }
}

/// What everybody at the table is told as it is.
fn everybodys(what: &What, mine: &[Person]) -> bool {
    match what {
        What::Preparation(event) => matches!(
            event,
            PreparationEvent::CutDeclined { .. }
                | PreparationEvent::CutMade { .. }
                | PreparationEvent::CutNotNeeded
                | PreparationEvent::ShoeLoaded { .. }
                | PreparationEvent::ShoeEnded
        ),
        What::Curator(event) => !matches!(event, CuratorEvent::ShoeOffered { .. }),
        What::Dealing(event) => matches!(
            event,
            DealingEvent::Called(_)
                | DealingEvent::CutCardShown
                | DealingEvent::LastHandBegun { .. }
                | DealingEvent::ChoiceMade { .. }
                | DealingEvent::RoundBegun { unwagered: Some(_), .. }
        ),
        What::Turning(event) => match event {
            TurningEvent::CardsDeclined { .. } | TurningEvent::CardsTurned { .. } => true,
            TurningEvent::CardsHanded { to: Turner::Person(person, _), .. } => !mine.contains(person),
            TurningEvent::CardsOffered { to, .. } => !mine.contains(to),
            TurningEvent::CardsHanded { to: Turner::Dealer, .. }
            | TurningEvent::TurnerProposed { .. }
            | TurningEvent::ProposalAgreed { .. }
            | TurningEvent::ProposalRefused { .. } => false,
        },
        What::Irregularity(event) => matches!(
            event,
            IrregularityEvent::IrregularityReported { .. }
                | IrregularityEvent::IrregularityApproved { .. }
                | IrregularityEvent::UnwageredRoundOrdered { .. }
        ),
        What::Floor(event) => matches!(event, FloorEvent::RoundVoided { .. } | FloorEvent::PassedOver { .. }),
        What::Opening(event) => matches!(event, OpeningEvent::TrayFilled { .. }),
        What::Jackpot(event) => matches!(event, JackpotEvent::DealerEnvyPaid { .. }),
        What::People(_)
        | What::Wagering(_)
        | What::HouseMoney(_)
        | What::Settlement(_)
        | What::Bank(_)
        | What::Cover(_) => false,
    }
}

/// Cards that are dealt face up: the first ones when they are all out, third cards as they come.
fn dealt(table: &Table, side: Side, card: Card) -> Option<String> {
    let terms = &table.rules().terms;
    let round = table.round();
    if round.third(side).is_some() {
        return Some(format!("third card of the {}: {card}", hand_name(terms, side)));
    }
    let all = round.cards() == u8::try_from(terms.rulebook.file.dealing.order.len()).ok()?;
    let open = |side: Side| {
        let cards: Vec<Card> = round.laid(side).iter().flatten().filter_map(|laid| laid.shown()).collect();
        format!("{} {}", hand_name(terms, side), format_cards(&cards))
    };
    all.then(|| Side::BOTH.map(open).join(", "))
}

/// Whose money an event is about; `None` for what concerns the whole table.
pub const fn owner(event: &Event) -> Option<Person> {
    match &event.what {
        What::Wagering(event) => match event {
            WageringEvent::WagerPlaced { key, .. }
            | WageringEvent::WagerTakenDown { key, .. }
            | WageringEvent::WagerTakenIn { key, .. }
            | WageringEvent::WagerReturned { key, .. } => Some(key.owner),
            WageringEvent::WagerSpoken { .. }
            | WageringEvent::SpokenConfirmed { .. }
            | WageringEvent::SpokenDeclined { .. } => None,
        },
        What::HouseMoney(
            HouseMoneyEvent::PayoutDue { key, .. }
            | HouseMoneyEvent::PayoutTaken { key, .. }
            | HouseMoneyEvent::PayoutPressed { key, .. }
            | HouseMoneyEvent::EarlyReversed { key, .. }
            | HouseMoneyEvent::PressReversed { key, .. },
        ) => Some(key.owner),
        What::Settlement(event) => match event {
            SettlementEvent::WagerLost { key, .. }
            | SettlementEvent::WagerPaid { key, .. }
            | SettlementEvent::WagerPushed { key, .. } => Some(key.owner),
            SettlementEvent::VigorishCharged { person, .. }
            | SettlementEvent::VigorishCollected { person, .. } => Some(*person),
            SettlementEvent::RoundSettled { .. } => None,
        },
        What::Cover(CoverEvent::CoveredLost { key, .. } | CoverEvent::CoveredPaid { key, .. }) => {
            Some(key.owner)
        }
        What::Cover(
            CoverEvent::CollectionReturned { person, .. } | CoverEvent::CoverReturned { person, .. },
        ) => Some(*person),
        What::Jackpot(
            JackpotEvent::JackpotPaid { key, .. }
            | JackpotEvent::ClaimDropped { key, .. }
            | JackpotEvent::ClaimRaised { key, .. }
            | JackpotEvent::PayWaits { key, .. },
        ) => Some(key.owner),
        What::People(PeopleEvent::BoughtIn { person, .. } | PeopleEvent::Left { person, .. }) => {
            Some(*person)
        }
        _ => None,
    }
}

/// What concerns the player's own money. A payout that waits is asked about, so it is not told.
fn own(words: &Words<'_>, event: &Event) -> Option<String> {
    owner(event).filter(|owner| words.mine.contains(owner))?;
    match &event.what {
        What::HouseMoney(HouseMoneyEvent::PayoutDue { .. }) => None,
        // A bank that has paid everything has nothing to give back.
        What::Wagering(WageringEvent::WagerReturned { stake, .. }) if stake.chips.is_zero() => None,
        _ => Some(words.event(event)),
    }
}

/// Whether an event has to be accounted for in a round: it decided something, for the table or for the player.
pub fn decides(words: &Words<'_>, event: &Event) -> bool {
    // Whatever is wagered on one bank is everybody's business.
    let all = words.family() == Family::CheminDeFer;
    let plain = match &event.what {
        What::Dealing(DealingEvent::CardDealt { card, .. }) => !card.is_up(),
        What::Dealing(DealingEvent::CountsStand)
        | What::Settlement(SettlementEvent::RoundSettled { .. })
        | What::Jackpot(JackpotEvent::LinkTold { .. } | JackpotEvent::WordHeard { .. }) => true,
        _ => bank::repeats(words, event),
    };
    !plain && owner(event).is_none_or(|owner| all || words.mine.contains(&owner))
}

/// The cards that were burned before a shoe.
pub fn burned(events: &[Event]) -> String {
    let cards = events.iter().filter_map(|event| match &event.what {
        What::Preparation(PreparationEvent::CardBurned { card, .. }) => Some(*card),
        _ => None,
    });
    let (shown, unseen): (Vec<Option<Card>>, Vec<Option<Card>>) = cards.partition(Option::is_some);
    let shown: Vec<Card> = shown.into_iter().flatten().collect();
    match unseen.len() {
        0 => format!("burned: {}", format_cards(&shown)),
        1 => format!("burned: {}, and a card unseen", format_cards(&shown)),
        many => format!("burned: {}, and {many} cards unseen", format_cards(&shown)),
    }
}
