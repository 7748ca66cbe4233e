//! "No more bets", and the first four cards.
//!
//! MB 8(c), 9(a)-(c), 10(d), MM 7(c), 8(a)-(c), 9(d), CO 30-2807(4), 30-2812, 30-2813(4), 30-2817(2)-(4).

use banco_cards::{Card, Side};
use banco_rulebook::model::procedure::CardHandling;
use banco_rulebook::model::rulebook::{Family, UnwageredRound};
use banco_rulebook::model::vocabulary::SettingId;
use banco_rulebook::model::wager::WagerKind;

use super::shoe::in_shoe;
use super::wagering::none_ordered;
use super::{chemin_de_fer, curator, family, hand_over, jackpot, opening, player_banked, third_card};
use crate::Clauses;
use crate::hidden::Hidden;
use crate::table::command::CardSource;
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::{DealingEvent, Laid, WageringEvent, What};
use crate::table::people::{Actor, Participant, Role};
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::{CutCard, Phase, Stage};
use crate::table::wager::Bet;

/// Calls "no more bets": the wagers stand, the deal begins.
pub fn no_more_bets(draft: &mut Draft<'_>, by: Actor) -> Step {
    let topics = draft.topics();
    need_role(by, &[Role::Dealer], "dealer", topics.closed)?;
    if draft.rules().family == Family::CheminDeFer && draft.table.ordered.is_none() {
        return chemin_de_fer::cover::no_more_bets(draft);
    }
    draft.need_phase(Phase::Betting, "begin a round", topics.closed)?;
    none_ordered(draft)?;
    ready_to_deal(draft)?;
    let mut lone = of_debtors(draft);
    for (bet, clauses) in without_base(draft) {
        if lone.iter().all(|(known, _)| known.key != bet.key) {
            lone.push((bet, clauses));
        }
    }
    if draft.table.bets.len() == lone.len() {
        let now = "there is no wager on the layout";
        return Err(refuse(Reason::WrongMoment { doing: "close the betting", now }, topics.closed));
    }
    family::before_the_deal(draft)?;
    jackpot::may_start(draft)?;
    let unpaid = family::unpaid(draft)?;
    let phrases = &draft.rules().phrases;
    draft.say(phrases.no_more_bets);
    for spoken in &draft.table.spoken {
        let clauses = topics.wagering;
        draft.emit(clauses, WageringEvent::SpokenDeclined { person: spoken.person });
    }
    return_lone(draft, lone);
    player_banked::collection::return_wagers(draft, &unpaid);
    begin(draft, None);
    player_banked::collection::take(draft, &unpaid);
    take_in_progressives(draft);
    draft.say(phrases.cards);
    Ok(())
}

/// Betting is open, and whoever is to deal from the shoe is known.
fn ready_to_deal(draft: &Draft<'_>) -> Step {
    let topics = draft.topics();
    draft.need_phase(Phase::Betting, "begin a round", topics.closed)?;
    opening::overdue(draft)?;
    curator::is_known(draft, "begin a round")
}

/// Bonus wagers that pushed and have lost the standard wager they need, with the clauses that ask for it.
fn without_base(draft: &Draft<'_>) -> Vec<(Bet, Clauses)> {
    let rules = draft.rules();
    let has_base = |of: &Bet| {
        draft.table.bets.iter().any(|bet| {
            let base = rules.spot(bet.spot).is_some_and(|spot| spot.kind == WagerKind::Base);
            base && bet.key.owner == of.key.owner && !bet.key.for_dealer
        })
    };
    let needs = |bet: &Bet| rules.spot(bet.spot).and_then(|spot| spot.needs_base);
    let needing = draft.table.bets.iter().filter_map(|bet| needs(bet).map(|clauses| (*bet, clauses)));
    needing.filter(|(bet, _)| !has_base(bet)).collect()
}

/// Wagers that pushed and lie there still, though their owner owes vigorish from an earlier shoe.
fn of_debtors(draft: &Draft<'_>) -> Vec<(Bet, Clauses)> {
    let (table, clauses) = (draft.table, draft.topics().vigorish);
    let owes = |bet: &&Bet| table.participant(bet.key.owner).is_some_and(Participant::is_overdue);
    table.bets.iter().filter(owes).map(|bet| (*bet, clauses)).collect()
}

/// They go back to their owners.
fn return_lone(draft: &mut Draft<'_>, lone: Vec<(Bet, Clauses)>) {
    for (Bet { key, seat, stake, .. }, clauses) in lone {
        draft.decided.push(key);
        draft.emit(clauses, WageringEvent::WagerReturned { key, seat, stake, taken_in: false });
    }
}

/// START GAME: progressive wagers are locked in and taken to the tray.
fn take_in_progressives(draft: &mut Draft<'_>) {
    let rules = draft.rules();
    for bet in &draft.table.bets {
        let progressive = rules.spot(bet.spot).is_some_and(|spot| spot.kind == WagerKind::Progressive);
        if progressive && !bet.taken_in && !draft.decided.contains(&bet.key) {
            draft.emit(
                draft.topics().take_in,
                WageringEvent::WagerTakenIn { key: bet.key, seat: bet.seat, stake: bet.stake },
            );
        }
    }
}

pub fn begin(draft: &mut Draft<'_>, unwagered: Option<UnwageredRound>) {
    let round = draft.table.round.number.saturating_add(1);
    let clauses = draft.topics().dealing;
    draft.emit(clauses, DealingEvent::RoundBegun { round, unwagered });
}

/// Begins a round without wagers: one that was ordered, or a free hand that players ask for.
pub fn without_wagers(draft: &mut Draft<'_>, by: Actor) -> Step {
    let topics = draft.topics();
    let allowed = draft.rules().setting(SettingId::FreeHandsPerShoe);
    if draft.table.ordered.is_none() && allowed.is_none() {
        let what = "free hands at the players' wish";
        return Err(refuse(Reason::NotProvided { what }, topics.free_hand));
    }
    need_role(by, &[Role::Dealer], "dealer", topics.free_hand)?;
    ready_to_deal(draft)?;
    let used_up = allowed.filter(|allowed| draft.table.shoe.free_hands >= *allowed);
    if let Some(allowed) = used_up.filter(|_| draft.table.ordered.is_none()) {
        return Err(refuse(Reason::NoMoreFreeHands { allowed }, topics.free_hand));
    }
    begin(draft, Some(draft.table.ordered.unwrap_or(UnwageredRound::FreeHand)));
    // A card that everybody has seen is the first of the round.
    if let Some(seen) = draft.table.shoe.aside().find(Laid::is_up) {
        deal(draft, seen, true)?;
    }
    Ok(())
}

/// The next card comes out of the shoe: from a person who enters it, or from the house's own shoe or reader.
pub fn card(draft: &mut Draft<'_>, by: Option<Actor>, card: Hidden<Card>) -> Step {
    let topics = draft.topics();
    by.map_or(Ok(()), |by| may_enter(draft, by))?;
    if draft.table.shoe.burn_pending() > 0 {
        let now = "cards are to be burned first";
        return Err(refuse(Reason::WrongMoment { doing: "deal", now }, topics.burn));
    }
    // Of a shoe whose results alone are recorded no card is dealt.
    let recorded = draft.table.shoe.source != CardSource::ResultOnly;
    if !recorded || draft.table.phase != Phase::Dealing || side_due(draft).is_none() {
        return Err(refuse(Reason::NoCardDue, topics.dealing));
    }
    curator::deals(draft, "deal")?;
    let from_aside = draft.table.first_from_aside().is_some();
    if !from_aside && draft.table.shoe.left() == 0 {
        return Err(refuse(Reason::ShoeEmpty, topics.dealing));
    }
    let laid = laid(draft, card, draft.table.next_card())?;
    deal(draft, laid, from_aside)
}

/// The card as it comes to lie, if the shoe can hold it.
fn laid(draft: &Draft<'_>, card: Hidden<Card>, place: u16) -> Result<Laid, Refusal> {
    let clauses = draft.topics().dealing;
    let up = lies_up(draft);
    match card.unseal() {
        Some(known) if up => Ok(Laid::up(in_shoe(draft, known)?, place)),
        // A refusal must not tell what lies face down.
        Some(known) => {
            in_shoe(draft, known).map_err(|_| refuse(Reason::SealedCardSpent, clauses))?;
            Ok(Laid::down(card, place))
        }
        // Announcements are checked against private cards, so these must be known.
        None if up || draft.table.shoe.source == CardSource::Virtual || family::private_hands(draft) => {
            Err(refuse(Reason::CardNeeded, clauses))
        }
        None => Ok(Laid::down(card, place)),
    }
}

/// A card that everybody has seen is dealt.
pub fn deal_up(draft: &mut Draft<'_>, card: Card) -> Step {
    let place = draft.next_place();
    deal(draft, Laid::up(card, place), false)
}

/// A card is dealt face down.
pub fn deal_down(draft: &mut Draft<'_>, card: Hidden<Card>) -> Step {
    let place = draft.next_place();
    deal(draft, Laid::down(card, place), false)
}

/// Before a card leaves the shoe the cut card comes out, if it lies there: `ahead` cards have left it within
/// the same command.
pub fn cut_card_comes(draft: &mut Draft<'_>, ahead: u16) {
    let shoe = &draft.table.shoe;
    let known = shoe.source == CardSource::Virtual && !draft.rules().continuous;
    let reached = shoe.drawn.saturating_add(ahead) >= shoe.cut_at && shoe.cut_card == CutCard::Inside;
    if known && reached && !cut_card_shows(draft) {
        let clauses = draft.topics().end_of_shoe;
        draft.emit(clauses, DealingEvent::CutCardShown);
    }
}

/// Whether the cut card comes out by this very command.
pub fn cut_card_shows(draft: &Draft<'_>) -> bool {
    draft.events.iter().any(|event| matches!(event.what, What::Dealing(DealingEvent::CutCardShown)))
}

/// Cards come from the shoe that was loaded: a virtual one gives them itself, those of a real one are read by a
/// machine or entered by the dealer.
fn may_enter(draft: &Draft<'_>, by: Actor) -> Step {
    let clauses = draft.topics().dealing;
    match draft.table.shoe.source {
        CardSource::Virtual => Err(refuse(Reason::WrongRole { role: by.role(), needed: "shoe" }, clauses)),
        CardSource::Entry | CardSource::ResultOnly => need_role(by, &[Role::Dealer], "dealer", clauses),
    }
}

/// The hand that the next card goes to.
pub fn side_due(draft: &Draft<'_>) -> Option<Side> {
    match draft.round.stage {
        Stage::Initial(out) => draft.rules().order.get(usize::from(out)).copied(),
        Stage::Third(side) => Some(side),
        _ => None,
    }
}

/// Whether the next card is dealt face up.
pub fn lies_up(draft: &Draft<'_>) -> bool {
    let third = matches!(draft.round.stage, Stage::Third(_));
    draft.round.unwagered.is_some()
        || match draft.rules().handling {
            CardHandling::FaceUp => true,
            CardHandling::TurnedByDealer => third,
            CardHandling::HandedOver => false,
            CardHandling::Private | CardHandling::Community => third,
        }
}

/// A card is laid where it is due, and the round goes on.
pub fn deal(draft: &mut Draft<'_>, card: Laid, from_aside: bool) -> Step {
    let clauses = draft.topics().dealing;
    let Some(side) = side_due(draft) else {
        return Err(refuse(Reason::NoCardDue, clauses));
    };
    let third = matches!(draft.round.stage, Stage::Third(_));
    if !from_aside {
        cut_card_comes(draft, 0);
    }
    draft.emit(clauses, DealingEvent::CardDealt { side, card, from_aside });
    if third {
        return third_card::laid(draft, side);
    }
    if draft.round.stage == Stage::Initial(u8::try_from(draft.rules().order.len()).unwrap_or(u8::MAX)) {
        return initial_cards_are_out(draft);
    }
    Ok(())
}

fn initial_cards_are_out(draft: &mut Draft<'_>) -> Step {
    let all_up = draft.round.player.iter().chain(&draft.round.banker).flatten().all(|laid| laid.is_up());
    if all_up {
        return third_card::counts(draft);
    }
    match draft.rules().handling {
        CardHandling::Private => chemin_de_fer::hands::look(draft, Side::Player),
        CardHandling::Community => player_banked::hands::open(draft),
        _ => hand_over::begin(draft, Side::Player),
    }
}

/// The cut card comes out of a real shoe.
pub fn show_cut_card(draft: &mut Draft<'_>, by: Option<Actor>) -> Step {
    let clauses = draft.topics().end_of_shoe;
    if draft.rules().continuous {
        return Err(refuse(Reason::NotProvided { what: "cut card in a continuous shuffler" }, clauses));
    }
    if draft.table.shoe.source == CardSource::Virtual {
        return Err(refuse(Reason::CutCardKnown, clauses));
    }
    by.map_or(Ok(()), |by| need_role(by, &[Role::Dealer], "dealer", clauses))?;
    draft.need_phase(Phase::Dealing, "show the cut card", clauses)?;
    if draft.table.shoe.cut_card != CutCard::Inside {
        return Err(refuse(Reason::CutCardOut, clauses));
    }
    draft.emit(clauses, DealingEvent::CutCardShown);
    Ok(())
}
