//! What goes wrong where a participant deals. CF 11(a)-(j).

use banco_cards::{Card, Points, Side};
use banco_rulebook::model::vocabulary::IrregularityId;

use super::super::super::choices::{BurnOnTenOrFace, DisclosedCard};
use super::super::super::clauses::Clauses;
use super::super::super::command::{Announcement, Irregularity};
use super::super::super::draft::{Draft, Step, refuse};
use super::super::super::event::{Event, Laid};
use super::super::super::people::Person;
use super::super::super::refusal::{Reason, Refusal};
use super::super::super::state::{CutCard, Phase, Stage};
use super::super::dealing::cut_card_shows;
use super::super::shoe::in_shoe;
use super::super::{dealing, floor, third_card};
use super::{open_unwagered, rule};

/// The name of the rulebook's procedure.
const fn id(what: Irregularity) -> IrregularityId {
    match what {
        Irregularity::WrongOrder => IrregularityId::WrongOrder,
        Irregularity::BankerTookThree(_) => IrregularityId::BankerOverTwo,
        Irregularity::PlayerGotThree(_) => IrregularityId::PlayerThreeCards,
        Irregularity::BankerTookTwo(..) => IrregularityId::BankerTwoForOne,
        Irregularity::CardAfterStay(_, false) => IrregularityId::CardAfterStay,
        Irregularity::CardAfterStay(_, true) => IrregularityId::CardAfterMiscalledStay,
        _ => IrregularityId::BankerTookPlayersCard,
    }
}

pub fn plausible(draft: &Draft<'_>, what: Irregularity) -> Result<Clauses, Refusal> {
    let rule = rule(draft, id(what))?;
    if draft.table.phase != Phase::Dealing || !fits(draft, what) {
        let now = "the hands do not stand like that";
        let doing = "report this irregularity";
        return Err(refuse(Reason::WrongMoment { doing, now }, &rule.clauses));
    }
    cards_can_come(draft, what, &rule.clauses)?;
    Ok(rule.clauses.clone())
}

/// The shoe can have given these cards. One that may have to wait needs the place of those that wait.
fn cards_can_come(draft: &Draft<'_>, what: Irregularity, clauses: &Clauses) -> Step {
    let mut left = draft.table.shoe.left();
    let cards = cards(what);
    for card in cards.into_iter().flatten() {
        in_shoe(draft, card)?;
        left = left.checked_sub(1).ok_or_else(|| refuse(Reason::ShoeEmpty, clauses))?;
    }
    if let [Some(first), Some(second)] = cards
        && first == second
        && draft.table.shoe.seen(first).saturating_add(2) > draft.rules().pack.copies(first)
    {
        let copies = draft.rules().pack.copies(first);
        return Err(refuse(Reason::CardNotInShoe { card: first, copies }, clauses));
    }
    match what {
        Irregularity::CardAfterStay(_, miscalled) if !is_bankers(draft, miscalled) => {
            can_wait(draft, clauses)
        }
        _ => Ok(()),
    }
}

/// Whether a card faced after "Stay" is the Banker's: that hand must draw or, unless the dealer miscalled, may.
fn is_bankers(draft: &Draft<'_>, miscalled: bool) -> bool {
    match draft.round.stage {
        Stage::Third(Side::Banker) => true,
        Stage::Choosing(Side::Banker) => !miscalled,
        _ => false,
    }
}

/// A card that nobody can use may have to wait for a simulated round, and one waits at a time.
pub fn can_wait(draft: &Draft<'_>, clauses: &Clauses) -> Step {
    let waits = draft.rules().choices.disclosed_card == DisclosedCard::SimulatedRound;
    if waits && draft.table.shoe.aside.is_some() {
        return Err(refuse(Reason::CardSetAside, clauses));
    }
    Ok(())
}

/// Whether the hands stand as they must for this to have happened.
fn fits(draft: &Draft<'_>, what: Irregularity) -> bool {
    let stage = draft.round.stage;
    match what {
        Irregularity::WrongOrder => {
            let initial = matches!(stage, Stage::Initial(_) | Stage::Deciding(Side::Player));
            initial && draft.round.cards() > 0
        }
        Irregularity::BankerTookThree(_) | Irregularity::PlayerGotThree(_) => {
            stage == Stage::Deciding(Side::Player)
        }
        Irregularity::BankerTookTwo(..) => stage == Stage::Third(Side::Banker),
        Irregularity::CardAfterStay(..) => {
            let banker = matches!(stage, Stage::Third(Side::Banker) | Stage::Choosing(Side::Banker));
            let decided = banker || stage == Stage::Complete;
            let stayed = draft.round.announced == Some(Announcement::Stay);
            decided && stayed && draft.round.third(Side::Banker).is_none()
        }
        _ => stage == Stage::Third(Side::Player),
    }
}

/// The cards that came out.
const fn cards(what: Irregularity) -> [Option<Card>; 2] {
    match what {
        Irregularity::BankerTookThree(card)
        | Irregularity::PlayerGotThree(card)
        | Irregularity::CardAfterStay(card, _)
        | Irregularity::BankerTookPlayersCard(card) => [Some(card), None],
        Irregularity::BankerTookTwo(first, second) => [Some(first), Some(second)],
        _ => [None, None],
    }
}

pub fn follow(draft: &mut Draft<'_>, by: Person, what: Irregularity) -> Step {
    let clauses = rule(draft, id(what))?.clauses.clone();
    match what {
        Irregularity::WrongOrder => {
            floor::void_round(draft, by, "cards were taken in the wrong order", false, &clauses)
        }
        Irregularity::BankerTookThree(card) => {
            draft.emit(Event::CardDiscarded { card: Some(card), clauses: clauses.clone() });
            draft.emit(Event::CountForced { side: Side::Banker, count: 0, more: true, clauses });
            Ok(())
        }
        Irregularity::PlayerGotThree(card) => best_of_three(draft, card, &clauses),
        Irregularity::BankerTookTwo(first, second) => least_of_two(draft, first, second, &clauses),
        Irregularity::CardAfterStay(card, miscalled) => after_stay(draft, card, miscalled),
        Irregularity::BankerTookPlayersCard(card) => dealing::deal(draft, Laid::up(card), false),
        _ => Ok(()),
    }
}

/// The count of some cards.
fn count(cards: &[Card]) -> u8 {
    cards.iter().map(|card| card.points()).sum::<Points>().get()
}

/// The counts of every two of some cards.
fn pairs(cards: &[Card]) -> impl Iterator<Item = u8> + '_ {
    cards
        .iter()
        .enumerate()
        .flat_map(move |(at, first)| cards.iter().skip(at + 1).map(move |second| count(&[*first, *second])))
}

/// All cards of a hand, whoever knows them.
fn all_cards(draft: &Draft<'_>, side: Side) -> Vec<Card> {
    draft.round.laid(side).iter().flatten().filter_map(|laid| laid.sealed()).collect()
}

/// The Player's hand counts the best that two or all three cards make, and takes no other.
fn best_of_three(draft: &mut Draft<'_>, card: Card, clauses: &Clauses) -> Step {
    let mut cards = all_cards(draft, Side::Player);
    cards.push(card);
    let best = pairs(&cards).chain([count(&cards)]).max().unwrap_or(0);
    draft.emit(Event::CardDiscarded { card: Some(card), clauses: clauses.clone() });
    let (side, more) = (Side::Player, false);
    draft.emit(Event::CountForced { side, count: best, more, clauses: clauses.clone() });
    third_card::banker_draws(draft)
}

/// The Banker's hand counts the least that two of its cards make.
fn least_of_two(draft: &mut Draft<'_>, first: Card, second: Card, clauses: &Clauses) -> Step {
    let mut cards = all_cards(draft, Side::Banker);
    cards.extend([first, second]);
    let least = pairs(&cards).min().unwrap_or(0);
    let (side, more) = (Side::Banker, false);
    draft.emit(Event::CountForced { side, count: least, more, clauses: clauses.clone() });
    dealing::deal(draft, Laid::up(first), false)?;
    dealing::cut_card_comes(draft, 1);
    draft.emit(Event::CardDiscarded { card: Some(second), clauses: clauses.clone() });
    Ok(())
}

/// The Banker's third card, or else what the licensee chose for a card that nobody can use.
fn after_stay(draft: &mut Draft<'_>, card: Card, miscalled: bool) -> Step {
    if !is_bankers(draft, miscalled) {
        return unusable(draft, card);
    }
    if draft.round.stage == Stage::Choosing(Side::Banker) {
        let clauses = third_card::banker_clauses(draft);
        third_card::due(draft, Side::Banker, &clauses)?;
    }
    dealing::deal(draft, Laid::up(card), false)
}

/// A disclosed card that neither hand can use goes the way the licensee chose.
pub fn unusable(draft: &mut Draft<'_>, card: Card) -> Step {
    let rule = rule(draft, IrregularityId::DisclosedCard)?;
    let choices = &draft.rules().choices;
    let clauses = rule.clauses.clone();
    if choices.disclosed_card == DisclosedCard::BurnByValue {
        let one_for_ten = card.points().get() == 0 && choices.burn_on_ten_or_face == BurnOnTenOrFace::OneCard;
        let cards = if one_for_ten { 1 } else { card.rank.burn_count().get() };
        burn_with(draft, card, cards, &clauses);
    } else if choices.disclosed_card == DisclosedCard::DiscardWithOneMore {
        draft.emit(Event::CardDiscarded { card: Some(card), clauses: clauses.clone() });
        if draft.table.shoe.left() > 1 {
            dealing::cut_card_comes(draft, 1);
            draft.emit(Event::CardDiscarded { card: None, clauses });
        }
    } else {
        open_unwagered(draft, card, rule);
    }
    Ok(())
}

/// A card is discarded with so many more, as far as the shoe has them.
fn burn_with(draft: &mut Draft<'_>, card: Card, more: u8, clauses: &Clauses) {
    let left = draft.table.shoe.left().saturating_sub(1);
    let cards = more.min(u8::try_from(left).unwrap_or(u8::MAX));
    draft.emit(Event::CardDiscarded { card: Some(card), clauses: clauses.clone() });
    if cards > 0 {
        draft.emit(Event::BurnOrdered { cards, clauses: clauses.clone() });
    }
}

/// A card found face up in the shoe is burnt with as many more as it counts; the last hand is void by it.
pub fn face_up_in_shoe(draft: &mut Draft<'_>, by: Person, card: Card) -> Step {
    let clauses = rule(draft, IrregularityId::FaceUpInShoe)?.clauses.clone();
    let last = draft.table.shoe.cut_card != CutCard::Inside || cut_card_shows(draft);
    if last && draft.table.phase == Phase::Dealing {
        floor::void_round(draft, by, "a card of the last hand lay face up in the shoe", false, &clauses)?;
    }
    burn_with(draft, card, card.points().get(), &clauses);
    Ok(())
}
