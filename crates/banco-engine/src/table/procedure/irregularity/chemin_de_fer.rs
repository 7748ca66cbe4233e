//! What goes wrong where a participant deals. CF 11(a)-(j).

use crate::table::choices::{BurnOnTenOrFace, DisclosedCard};
use banco_cards::{Card, Points, Side};
use banco_rulebook::model::vocabulary::IrregularityId;

use super::{By, discard, open_unwagered, rule};
use crate::Clauses;
use crate::coup::DrawAction;
use crate::table::command::Announcement;
use crate::table::draft::{Draft, Step, refuse};
use crate::table::event::{DealingEvent, IrregularityEvent};
use crate::table::procedure::dealing::cut_card_shows;
use crate::table::procedure::shoe::in_shoe;
use crate::table::procedure::{dealing, floor, third_card};
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::{CutCard, Phase, Stage};

/// What goes wrong only where a participant deals.
#[derive(Clone, Copy, Debug)]
pub enum Mishap {
    /// The Banker took cards in the wrong order.
    WrongOrder,
    /// The Banker took a card too many in the initial deal.
    BankerTookThree(Card),
    /// The Dominant Player got a card too many in the initial deal.
    PlayerGotThree(Card),
    /// The Banker took two cards instead of one.
    BankerTookTwo(Card, Card),
    /// A card was faced after "Stay"; whether "Card" had been said by mistake.
    CardAfterStay(Card, bool),
    /// The Banker drew the Player's card.
    BankerTookPlayersCard(Card),
}

/// The name of the rulebook's procedure.
const fn id(what: Mishap) -> IrregularityId {
    match what {
        Mishap::WrongOrder => IrregularityId::WrongOrder,
        Mishap::BankerTookThree(_) => IrregularityId::BankerOverTwo,
        Mishap::PlayerGotThree(_) => IrregularityId::PlayerThreeCards,
        Mishap::BankerTookTwo(..) => IrregularityId::BankerTwoForOne,
        Mishap::CardAfterStay(_, false) => IrregularityId::CardAfterStay,
        Mishap::CardAfterStay(_, true) => IrregularityId::CardAfterMiscalledStay,
        Mishap::BankerTookPlayersCard(_) => IrregularityId::BankerTookPlayersCard,
    }
}

pub fn plausible(draft: &Draft<'_>, what: Mishap) -> Result<Clauses, Refusal> {
    let rule = rule(draft, id(what))?;
    if draft.table.phase != Phase::Dealing || !fits(draft, what) {
        let now = "the hands do not stand like that";
        let doing = "report this irregularity";
        return Err(refuse(Reason::WrongMoment { doing, now }, rule.clauses));
    }
    cards_can_come(draft, what, rule.clauses)?;
    Ok(rule.clauses)
}

/// The shoe can have given these cards.
fn cards_can_come(draft: &Draft<'_>, what: Mishap, clauses: Clauses) -> Step {
    let mut left = draft.table.shoe.left();
    let cards = cards(what);
    for card in cards.into_iter().flatten() {
        left = left.checked_sub(1).ok_or_else(|| refuse(Reason::ShoeEmpty, clauses))?;
        in_shoe(draft, card)?;
    }
    if let [Some(first), Some(second)] = cards
        && first == second
        && draft.table.shoe.seen(first).saturating_add(2) > draft.rules().pack.copies(first)
    {
        let copies = draft.rules().pack.copies(first);
        return Err(refuse(Reason::CardNotInShoe { card: first, copies }, clauses));
    }
    Ok(())
}

/// Whether a card faced after "Stay" is the Banker's: that hand must draw or, unless the dealer miscalled, may.
fn is_bankers(draft: &Draft<'_>, miscalled: bool) -> bool {
    match draft.round.stage {
        Stage::Third(Side::Banker) => true,
        Stage::Choosing(Side::Banker) => !miscalled,
        Stage::Initial(_)
        | Stage::Turning(_)
        | Stage::Offering(_)
        | Stage::Payout
        | Stage::Choosing(Side::Player)
        | Stage::Deciding(_)
        | Stage::Third(Side::Player)
        | Stage::TurningThird(_)
        | Stage::OfferingThird(_)
        | Stage::Complete
        | Stage::Void => false,
    }
}

/// Whether the hands stand as they must for this to have happened.
fn fits(draft: &Draft<'_>, what: Mishap) -> bool {
    let stage = draft.round.stage;
    match what {
        Mishap::WrongOrder => {
            let initial = matches!(stage, Stage::Initial(_) | Stage::Deciding(Side::Player));
            initial && draft.round.cards() > 0
        }
        Mishap::BankerTookThree(_) => surplus_can_be_found(draft, Side::Banker),
        Mishap::PlayerGotThree(_) => surplus_can_be_found(draft, Side::Player),
        Mishap::BankerTookTwo(..) => stage == Stage::Third(Side::Banker),
        Mishap::CardAfterStay(..) => {
            let banker = matches!(stage, Stage::Third(Side::Banker) | Stage::Choosing(Side::Banker));
            let decided = banker || stage == Stage::Complete;
            let stayed = draft.round.announced == Some(Announcement::Stay);
            decided && stayed && draft.round.third(Side::Banker).is_none()
        }
        // "Card" was said and repeated, whether the Banker has announced anything or not.
        Mishap::BankerTookPlayersCard(_) => {
            matches!(stage, Stage::Deciding(Side::Banker) | Stage::Third(Side::Player))
        }
    }
}

/// A card too many of the initial deal may come to light until the round is settled. A hand whose count is fixed
/// for good has no other.
fn surplus_can_be_found(draft: &Draft<'_>, side: Side) -> bool {
    let out = match draft.round.stage {
        Stage::Deciding(_) | Stage::Third(_) | Stage::Choosing(Side::Banker) | Stage::Complete => true,
        Stage::Initial(_)
        | Stage::Turning(_)
        | Stage::Offering(_)
        | Stage::Payout
        | Stage::Choosing(Side::Player)
        | Stage::TurningThird(_)
        | Stage::OfferingThird(_)
        | Stage::Void => false,
    };
    let [player, banker] = draft.round.forced;
    let open = match side {
        Side::Player => player.is_none(),
        Side::Banker => banker.is_none_or(|forced| forced.more),
    };
    // A result that was only recorded has no cards to count.
    let dealt = draft.round.laid(Side::Banker).iter().flatten().count() > 1;
    out && open && dealt && draft.round.unwagered.is_none()
}

/// The cards that came out.
const fn cards(what: Mishap) -> [Option<Card>; 2] {
    match what {
        Mishap::BankerTookThree(card)
        | Mishap::PlayerGotThree(card)
        | Mishap::CardAfterStay(card, _)
        | Mishap::BankerTookPlayersCard(card) => [Some(card), None],
        Mishap::BankerTookTwo(first, second) => [Some(first), Some(second)],
        Mishap::WrongOrder => [None, None],
    }
}

pub fn follow(draft: &mut Draft<'_>, by: By, what: Mishap) -> Step {
    let clauses = rule(draft, id(what))?.clauses;
    match what {
        Mishap::WrongOrder => {
            floor::void_round(draft, by, "cards were taken in the wrong order", false, clauses)
        }
        Mishap::BankerTookThree(card) => banker_counts_zero(draft, card, clauses),
        Mishap::PlayerGotThree(card) => best_of_three(draft, card, clauses),
        Mishap::BankerTookTwo(first, second) => least_of_two(draft, first, second, clauses),
        Mishap::CardAfterStay(card, miscalled) => after_stay(draft, card, miscalled),
        Mishap::BankerTookPlayersCard(card) => {
            // Where the Banker has not looked yet, the card was due all the same.
            if draft.round.stage == Stage::Deciding(Side::Banker) {
                third_card::due(draft, Side::Player, clauses)?;
            }
            dealing::deal_up(draft, card)
        }
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
    draft.round.laid(side).iter().flatten().filter_map(|laid| laid.unseal()).collect()
}

/// The Banker's hand counts zero, and play goes on from there, wherever it has come to.
fn banker_counts_zero(draft: &mut Draft<'_>, card: Card, clauses: Clauses) -> Step {
    let stage = draft.round.stage;
    discard(draft, Some(card), clauses);
    draft.emit(clauses, DealingEvent::CountForced { side: Side::Banker, count: 0, more: true });
    // A hand that is to draw draws on zero as well.
    if matches!(stage, Stage::Deciding(_) | Stage::Third(_)) {
        return Ok(());
    }
    let [player, _] = draft.round.forced;
    let draws = &draft.rules().draws;
    let fixed = player.is_some_and(|forced| !forced.more && draws.is_natural(forced.count));
    let ended = fixed || draft.round.announced == Some(Announcement::Natural);
    go_on(draft, ended, clauses)
}

/// The Player's hand counts the best that two or all three of its first cards make, and section 8 goes by that
/// count: a natural of two cards ends the hand, and a count that draws still does.
fn best_of_three(draft: &mut Draft<'_>, card: Card, clauses: Clauses) -> Step {
    let stage = draft.round.stage;
    let mut cards: Vec<Card> = all_cards(draft, Side::Player).into_iter().take(2).collect();
    cards.push(card);
    let (two, three) = (pairs(&cards).max().unwrap_or(0), count(&cards));
    let best = two.max(three);
    let draws = &draft.rules().draws;
    let natural = draws.is_natural(best) && two == best;
    let cell = draws.player(best, 0).filter(|_| !draws.is_natural(best));
    let more = cell.is_some_and(|cell| cell.action != DrawAction::Stands);
    discard(draft, Some(card), clauses);
    draft.emit(clauses, DealingEvent::CountForced { side: Side::Player, count: best, more });
    let goes_on = matches!(stage, Stage::Deciding(_) | Stage::Third(_));
    if more && goes_on {
        return Ok(());
    }
    go_on(draft, natural, clauses)
}

/// What comes next by the counts as they are fixed now. A result that was announced before does not stand; cards
/// that were drawn and should not have been count for nobody, and none goes back.
fn go_on(draft: &mut Draft<'_>, ended: bool, clauses: Clauses) -> Step {
    if draft.round.stage == Stage::Complete {
        draft.emit(clauses, DealingEvent::ResultWithdrawn);
    }
    let first_two =
        |draft: &Draft<'_>| count(&all_cards(draft, Side::Banker).into_iter().take(2).collect::<Vec<Card>>());
    let [player, banker] = draft.round.forced;
    if ended {
        let natural = draft.topics().natural(Side::Player);
        third_card::reveal(draft, Side::Player, natural);
        third_card::reveal(draft, Side::Banker, natural);
        if banker.is_none() && draft.round.third(Side::Banker).is_some() {
            let (side, count) = (Side::Banker, first_two(draft));
            draft.emit(clauses, DealingEvent::CountForced { side, count, more: false });
        }
        return third_card::complete(draft, natural);
    }
    let asked = draft.round.announced == Some(Announcement::Card) && player.is_none_or(|forced| forced.more);
    let natural = banker.is_none() && draft.rules().draws.is_natural(first_two(draft));
    if asked && !natural && draft.round.third(Side::Player).is_none() {
        let due = draft.topics().under_eight;
        return third_card::due(draft, Side::Player, due);
    }
    if draft.round.third(Side::Banker).is_none() {
        return third_card::banker_draws(draft);
    }
    let clauses = third_card::banker_clauses(draft);
    third_card::complete(draft, clauses)
}

/// The Banker's hand counts the least that two of its cards make.
fn least_of_two(draft: &mut Draft<'_>, first: Card, second: Card, clauses: Clauses) -> Step {
    let mut cards = all_cards(draft, Side::Banker);
    cards.extend([first, second]);
    let least = pairs(&cards).min().unwrap_or(0);
    let (side, more) = (Side::Banker, false);
    draft.emit(clauses, DealingEvent::CountForced { side, count: least, more });
    dealing::deal_up(draft, first)?;
    dealing::cut_card_comes(draft, 1);
    discard(draft, Some(second), clauses);
    Ok(())
}

/// The Banker's third card, or else what the licensee chose for a card that nobody can use.
fn after_stay(draft: &mut Draft<'_>, card: Card, miscalled: bool) -> Step {
    if !is_bankers(draft, miscalled) {
        return unusable(draft, card);
    }
    if draft.round.stage == Stage::Choosing(Side::Banker) {
        let clauses = third_card::banker_clauses(draft);
        third_card::due(draft, Side::Banker, clauses)?;
    }
    dealing::deal_up(draft, card)
}

/// A disclosed card that neither hand can use goes the way the licensee chose.
pub fn unusable(draft: &mut Draft<'_>, card: Card) -> Step {
    let rule = rule(draft, IrregularityId::DisclosedCard)?;
    let choices = &draft.rules().choices;
    let clauses = rule.clauses;
    if choices.disclosed_card == DisclosedCard::BurnByValue {
        let one_for_ten = card.points().get() == 0 && choices.burn_on_ten_or_face == BurnOnTenOrFace::OneCard;
        let cards = if one_for_ten { 1 } else { card.rank.burn_count().get() };
        burn_with(draft, card, cards, clauses);
    } else if choices.disclosed_card == DisclosedCard::DiscardWithOneMore {
        discard(draft, Some(card), clauses);
        if draft.table.shoe.left() > 1 {
            dealing::cut_card_comes(draft, 1);
            discard(draft, None, clauses);
        }
    } else if draft.table.phase != Phase::Betting && cut_card_is_out(draft) {
        // No round follows this one that the card could open.
        discard(draft, Some(card), clauses);
    } else {
        open_unwagered(draft, card, rule);
    }
    Ok(())
}

/// Whether the cut card has left the shoe, before or by this very command.
pub fn cut_card_is_out(draft: &Draft<'_>) -> bool {
    draft.table.shoe.cut_card != CutCard::Inside || cut_card_shows(draft)
}

/// A card is discarded with so many more, as far as the shoe has them.
fn burn_with(draft: &mut Draft<'_>, card: Card, more: u8, clauses: Clauses) {
    let left = draft.table.shoe.left().saturating_sub(1);
    let cards = more.min(u8::try_from(left).unwrap_or(u8::MAX));
    discard(draft, Some(card), clauses);
    if cards > 0 {
        draft.emit(clauses, IrregularityEvent::BurnOrdered { cards });
    }
}

/// A card found face up in the shoe is burnt with as many more as it counts; the last hand is void by it.
pub fn face_up_in_shoe(draft: &mut Draft<'_>, by: By, card: Card) -> Step {
    let clauses = rule(draft, IrregularityId::FaceUpInShoe)?.clauses;
    if cut_card_is_out(draft) && draft.table.phase == Phase::Dealing {
        let reason = "a card of the last hand lay face up in the shoe";
        floor::void_round(draft, by, reason, false, clauses)?;
    }
    burn_with(draft, card, card.points().get(), clauses);
    Ok(())
}
