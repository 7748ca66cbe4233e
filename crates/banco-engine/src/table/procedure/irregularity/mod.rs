//! Irregularities: reported by the dealer, decided by the floor, dealt with by the rulebook's procedure.
//!
//! MB 15, MM 13, CO 30-2816. Each kind is a procedure of its own.

#![deny(clippy::wildcard_enum_match_arm)]

mod chemin_de_fer;
mod disclosed_card;
mod drawn_in_error;
mod third_card;
mod too_few_cards;

use banco_cards::Card;
use banco_rulebook::model::vocabulary::IrregularityId;

use super::dealing::cut_card_comes;
use super::floor::By;
use super::request;
use super::shoe::in_shoe;
use crate::Clauses;
use crate::authority::{Actor, Person, Role};
use crate::hidden::Hidden;
use crate::table::command::{CardSource, Irregularity};
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::{IrregularityEvent, Laid};
use crate::table::refusal::{Reason, Refusal};
use crate::table::rules::IrregularityRule;
use crate::table::state::{CutCard, Incident, Phase};
use chemin_de_fer::Mishap;

/// Reports an irregularity: the table waits for the floor.
pub fn report(draft: &mut Draft<'_>, by: Actor, what: Irregularity) -> Step {
    provided(draft, what)?;
    let staff = [Role::Dealer, Role::Floor, Role::Executive, Role::Surveillance];
    need_role(by, &staff, "dealer or floorperson", draft.topics().floor)?;
    uninvolved(draft, by.person())?;
    let clauses = plausible(draft, what)?;
    let (by, role) = (by.person(), by.role());
    draft.emit(clauses, IrregularityEvent::IrregularityReported { by, role, what });
    Ok(())
}

/// Whoever plays here neither reports nor decides: wagers may hang on it.
fn uninvolved(draft: &Draft<'_>, person: Person) -> Step {
    if request::is_involved(draft.table, person) {
        return Err(refuse(Reason::Involved { person }, draft.topics().floor));
    }
    Ok(())
}

/// The rulebook's procedure for it.
pub fn provided<'t>(draft: &Draft<'t>, what: Irregularity) -> Result<&'t IrregularityRule, Refusal> {
    match what {
        Irregularity::DrawnInError { card } => drawn_in_error::rule_for(draft, card),
        Irregularity::UnauthorizedThird { card } => third_card::rule_for(draft, card),
        Irregularity::Disclosed { .. } => disclosed_card::rule_for(draft),
        Irregularity::TooFewCards => rule(draft, IrregularityId::TooFewCards),
        Irregularity::WrongOrder => rule(draft, IrregularityId::WrongOrder),
        Irregularity::BankerTookThree { .. } => rule(draft, IrregularityId::BankerOverTwo),
        Irregularity::PlayerGotThree { .. } => rule(draft, IrregularityId::PlayerThreeCards),
        Irregularity::BankerTookTwo { .. } => rule(draft, IrregularityId::BankerTwoForOne),
        Irregularity::CardAfterStay { miscalled: false, .. } => rule(draft, IrregularityId::CardAfterStay),
        Irregularity::CardAfterStay { miscalled: true, .. } => {
            rule(draft, IrregularityId::CardAfterMiscalledStay)
        }
        Irregularity::BankerTookPlayersCard { .. } => rule(draft, IrregularityId::BankerTookPlayersCard),
    }
}

/// Whether the report fits the moment, and the clauses that deal with it.
fn plausible(draft: &Draft<'_>, what: Irregularity) -> Result<Clauses, Refusal> {
    match what {
        Irregularity::DrawnInError { card } => drawn_in_error::plausible(draft, card),
        Irregularity::UnauthorizedThird { card } => third_card::plausible(draft, card),
        Irregularity::Disclosed { card } => disclosed_card::plausible(draft, card),
        Irregularity::TooFewCards => too_few_cards::plausible(draft),
        Irregularity::WrongOrder => chemin_de_fer::plausible(draft, Mishap::WrongOrder),
        Irregularity::BankerTookThree { card } => {
            chemin_de_fer::plausible(draft, Mishap::BankerTookThree(card))
        }
        Irregularity::PlayerGotThree { card } => {
            chemin_de_fer::plausible(draft, Mishap::PlayerGotThree(card))
        }
        Irregularity::BankerTookTwo { first, second } => {
            chemin_de_fer::plausible(draft, Mishap::BankerTookTwo(first, second))
        }
        Irregularity::CardAfterStay { card, miscalled } => {
            chemin_de_fer::plausible(draft, Mishap::CardAfterStay(card, miscalled))
        }
        Irregularity::BankerTookPlayersCard { card } => {
            chemin_de_fer::plausible(draft, Mishap::BankerTookPlayersCard(card))
        }
    }
}

/// The floor decides: the rulebook's procedure follows, or play goes on as if nothing had been.
pub fn answer(draft: &mut Draft<'_>, by: Actor, approved: bool) -> Step {
    let floor = draft.topics().floor;
    if let Some(incident) = draft.table.incident.filter(|_| approved) {
        provided(draft, incident.what)?;
    }
    need_role(by, &[Role::Floor, Role::Executive], "floorperson", floor)?;
    let Some(Incident { what, by: reporter, .. }) = draft.table.incident else {
        return Err(refuse(Reason::NoIrregularity, floor));
    };
    if reporter == by.person() {
        return Err(refuse(Reason::SamePerson { person: reporter }, floor));
    }
    uninvolved(draft, by.person())?;
    if by.is_automatic() && draft.context.house.is_strict() {
        return Err(refuse(Reason::PeopleOnly, floor));
    }
    if !approved {
        draft.emit(floor, IrregularityEvent::IrregularityDismissed { by: by.person() });
        return Ok(());
    }
    let clauses = plausible(draft, what)?;
    draft.emit(clauses, IrregularityEvent::IrregularityApproved { by: by.person(), what });
    follow(draft, (reporter, Some(by.person())), what)
}

/// What the rulebook orders. A round that it voids is voided by whoever reported and whoever decided.
fn follow(draft: &mut Draft<'_>, by: By, what: Irregularity) -> Step {
    let mishap = match what {
        Irregularity::TooFewCards => return too_few_cards::follow(draft, by),
        Irregularity::WrongOrder => return chemin_de_fer::follow(draft, by, Mishap::WrongOrder),
        Irregularity::DrawnInError { card } => {
            cut_card_comes(draft, 0);
            return drawn_in_error::follow(draft, card);
        }
        Irregularity::UnauthorizedThird { card } => {
            cut_card_comes(draft, 0);
            return third_card::follow(draft, card);
        }
        Irregularity::Disclosed { card } => {
            cut_card_comes(draft, 0);
            return disclosed_card::follow(draft, by, card);
        }
        Irregularity::BankerTookThree { card } => Mishap::BankerTookThree(card),
        Irregularity::PlayerGotThree { card } => Mishap::PlayerGotThree(card),
        Irregularity::BankerTookTwo { first, second } => Mishap::BankerTookTwo(first, second),
        Irregularity::CardAfterStay { card, miscalled } => Mishap::CardAfterStay(card, miscalled),
        Irregularity::BankerTookPlayersCard { card } => Mishap::BankerTookPlayersCard(card),
    };
    // The card that went wrong may be the one behind the cut card.
    cut_card_comes(draft, 0);
    chemin_de_fer::follow(draft, by, mishap)
}

/// A card leaves the shoe for the discards; named if it was seen.
fn discard(draft: &mut Draft<'_>, card: Option<Card>, clauses: Clauses) {
    let place = draft.next_place();
    draft.emit(clauses, IrregularityEvent::CardDiscarded { card, place });
}

/// The next card of the shoe, which nobody has seen.
fn unseen(draft: &Draft<'_>) -> Laid {
    Laid::down(Hidden::unknown(), draft.next_place())
}

/// How the rulebook treats a kind of irregularity.
fn rule<'t>(draft: &Draft<'t>, id: IrregularityId) -> Result<&'t IrregularityRule, Refusal> {
    let what = "procedure for this irregularity";
    let missing = || refuse(Reason::NotProvided { what }, draft.topics().dealing);
    draft.rules().irregularity(id).ok_or_else(missing)
}

/// A card is there to be drawn, and none is set aside yet.
fn card_can_come(draft: &Draft<'_>, card: Option<Card>, clauses: Clauses) -> Step {
    card_is_there(draft, card, clauses)?;
    if draft.table.shoe.aside.is_some() {
        return Err(refuse(Reason::CardSetAside, clauses));
    }
    Ok(())
}

/// The shoe has a card left, and can hold the one that is named.
fn card_is_there(draft: &Draft<'_>, card: Option<Card>, clauses: Clauses) -> Step {
    // Of a shoe whose results alone are recorded no card is known.
    if draft.table.shoe.source == CardSource::ResultOnly {
        return Err(refuse(Reason::NoCardDue, clauses));
    }
    if draft.table.shoe.left() == 0 {
        return Err(refuse(Reason::ShoeEmpty, clauses));
    }
    card.map(|card| in_shoe(draft, card)).transpose()?;
    Ok(())
}

/// A shoe is in play.
fn shoe_in_play(draft: &Draft<'_>, clauses: Clauses) -> Step {
    let phase = draft.table.phase;
    if matches!(phase, Phase::Betting | Phase::Dealing | Phase::Settled) {
        return Ok(());
    }
    let doing = "report an irregularity of the deal";
    Err(refuse(Reason::WrongMoment { doing, now: phase.in_words() }, clauses))
}

/// A card leaves the shoe and waits for its use.
fn set_aside(draft: &mut Draft<'_>, card: Laid, clauses: Clauses) {
    cut_card_comes(draft, 0);
    draft.emit(clauses, IrregularityEvent::CardSetAside { card });
}

/// A card that everybody has seen opens a round without wagers.
fn open_unwagered(draft: &mut Draft<'_>, card: Card, rule: &IrregularityRule) {
    let laid = Laid::up(card, draft.next_place());
    set_aside(draft, laid, rule.clauses);
    if let Some(round) = rule.opens {
        draft.emit(rule.clauses, IrregularityEvent::UnwageredRoundOrdered { round });
    }
}

/// The cards are cleared away, and another card that everybody has seen still waits for a round of its own.
pub fn order_next_unwagered(draft: &mut Draft<'_>) {
    let waits = draft.table.shoe.aside().any(|aside| aside.is_up());
    let over = draft.table.shoe.cut_card != CutCard::Inside;
    let Some(rule) = draft.rules().irregularity(IrregularityId::DisclosedCard) else { return };
    if let Some(round) = rule.opens.filter(|_| waits && !over && draft.table.ordered.is_none()) {
        draft.emit(rule.clauses, IrregularityEvent::UnwageredRoundOrdered { round });
    }
}
