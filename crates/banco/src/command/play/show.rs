//! What happens at the table, as the player is told it.

use banco_cards::{Card, Side, format_cards};
use banco_engine::pit;
use banco_engine::table::{Event, Person, Reason, Refusal, Table, Turner};
use banco_rulebook::model::rulebook::Family;
use owo_colors::OwoColorize as _;

use super::bank;
use crate::command::deal::{hand_name, hands, result};
use crate::failure::Failure;
use crate::{output, told as in_words};

/// Something that the table does not do.
pub fn refused(table: &Table, refusal: &pit::Refusal) -> Result<(), Failure> {
    let lines =
        in_words::refused(refusal).into_iter().map(|line| format!("  {}", bank::worded(table, &line)));
    output::print(&lines.collect::<Vec<_>>().join("\n"))
}

/// The same, and where chips come from if too few of them are the reason.
pub fn refused_for_chips(table: &Table, refusal: &Refusal) -> Result<(), Failure> {
    refused(table, &refusal.clone().into())?;
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

/// What to say instead.
pub fn hint(instead: &str) -> Result<(), Failure> {
    output::print(&format!("  {} {instead}", "hint:".bold()))
}

/// At this table people are known by their seats.
pub fn by_seat(text: &str) -> String {
    text.replace("person ", "seat ")
}

/// What the player is told of an event; `None` for what goes without saying or is nobody else's business.
pub fn told(table: &Table, mine: &[Person], event: &Event) -> Option<String> {
    let story = || Some(bank::worded(table, &event.to_string()));
    let family = table.rules().terms.rulebook.file.family;
    match event {
        Event::CardsTurned { .. } if family == Family::PlayerBanked => bank::opened(table, event),
        Event::Called(_)
        | Event::CutDeclined { .. }
        | Event::CutMade { .. }
        | Event::CutNotNeeded { .. }
        | Event::ShoeLoaded { .. }
        | Event::ShoeDeclined { .. }
        | Event::CuratorNamed { .. }
        | Event::ShoePassed { .. }
        | Event::CutCardShown { .. }
        | Event::LastHandBegun { .. }
        | Event::ShoeEnded { .. }
        | Event::CardsDeclined { .. }
        | Event::CardsTurned { .. }
        | Event::ChoiceMade { .. }
        | Event::DealerEnvyPaid { .. }
        | Event::IrregularityReported { .. }
        | Event::IrregularityApproved { .. }
        | Event::UnwageredRoundOrdered { .. }
        | Event::RoundVoided { .. }
        | Event::RoundBegun { unwagered: Some(_), .. }
        | Event::TrayFilled { .. } => story(),
        Event::CardDealt { side, card, .. } => card.shown().and_then(|card| dealt(table, *side, card)),
        Event::CardsHanded { to: Turner::Person(person, _), .. } if !mine.contains(person) => story(),
        Event::CardsOffered { to, .. } if !mine.contains(to) => story(),
        Event::ResultReached { coup, .. } => {
            let terms = &table.rules().terms;
            let uncounted = coup.uncounted.map(|card| format!(" ({card} does not count against a natural)"));
            let uncounted = uncounted.unwrap_or_default();
            Some(format!("{}: {}{uncounted}", hands(terms, coup), result(terms, coup).bold()))
        }
        other => {
            let line = bank::told(table, mine, other).or_else(|| own(table, mine, other))?;
            Some(bank::stood(table, other, line))
        }
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
    match event {
        Event::WagerPlaced { key, .. }
        | Event::WagerTakenDown { key, .. }
        | Event::WagerTakenIn { key, .. }
        | Event::WagerReturned { key, .. }
        | Event::PayoutDue { key, .. }
        | Event::PayoutTaken { key, .. }
        | Event::PayoutPressed { key, .. }
        | Event::EarlyReversed { key, .. }
        | Event::PressReversed { key, .. }
        | Event::WagerLost { key, .. }
        | Event::WagerPaid { key, .. }
        | Event::WagerPushed { key, .. }
        | Event::CoveredLost { key, .. }
        | Event::CoveredPaid { key, .. }
        | Event::JackpotPaid { key, .. }
        | Event::ClaimDropped { key, .. }
        | Event::ClaimRaised { key, .. } => Some(key.owner),
        Event::VigorishCharged { person, .. }
        | Event::VigorishCollected { person, .. }
        | Event::BoughtIn { person, .. }
        | Event::CollectionReturned { person, .. }
        | Event::CoverReturned { person, .. }
        | Event::Left { person, .. } => Some(*person),
        _ => None,
    }
}

/// What concerns the player's own money. A payout that waits is asked about, so it is not told.
fn own(table: &Table, mine: &[Person], event: &Event) -> Option<String> {
    owner(event).filter(|owner| mine.contains(owner))?;
    match event {
        Event::PayoutDue { .. } => None,
        // A bank that has paid everything has nothing to give back.
        Event::WagerReturned { stake, .. } if stake.chips.is_zero() => None,
        Event::Left { seat, took, .. } => Some(format!("{seat} leaves with {took}")),
        other => Some(bank::worded(table, &other.to_string())),
    }
}

/// Whether an event has to be accounted for in a round: it decided something, for the table or for the player.
pub fn decides(table: &Table, mine: &[Person], event: &Event) -> bool {
    // Whatever is wagered on one bank is everybody's business.
    let all = table.rules().terms.rulebook.file.family == Family::CheminDeFer;
    let plain = match event {
        Event::CardDealt { card, .. } => !card.is_up(),
        Event::CountsStand { .. } | Event::RoundSettled { .. } => true,
        other => bank::repeats(table, other),
    };
    !plain && owner(event).is_none_or(|owner| all || mine.contains(&owner))
}

/// The cards that were burnt before a shoe.
pub fn burnt(events: &[Event]) -> String {
    let cards = events.iter().filter_map(|event| match event {
        Event::CardBurned { card, .. } => Some(*card),
        _ => None,
    });
    let (shown, unseen): (Vec<Option<Card>>, Vec<Option<Card>>) = cards.partition(Option::is_some);
    let shown: Vec<Card> = shown.into_iter().flatten().collect();
    match unseen.len() {
        0 => format!("burnt: {}", format_cards(&shown)),
        1 => format!("burnt: {}, and a card unseen", format_cards(&shown)),
        many => format!("burnt: {}, and {many} cards unseen", format_cards(&shown)),
    }
}
