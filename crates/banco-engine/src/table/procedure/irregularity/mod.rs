//! Irregularities: reported by the dealer, decided by the floor, dealt with by the rulebook's procedure.
//!
//! MB 15, MM 13, CO 30-2816. Each kind is a procedure of its own.

mod chemin_de_fer;
mod disclosed_card;
mod drawn_in_error;
mod third_card;
mod too_few_cards;

use banco_cards::Card;
use banco_rulebook::model::vocabulary::IrregularityId;

use super::super::clauses::Clauses;
use super::super::command::{CardSource, Irregularity};
use super::super::draft::{Draft, Step, need_role, refuse};
use super::super::event::{Event, Laid};
use super::super::people::{Actor, Role};
use super::super::refusal::{Reason, Refusal};
use super::super::rules::IrregularityRule;
use super::super::state::Phase;
use super::dealing::cut_card_comes;
use super::shoe::in_shoe;

/// Reports an irregularity: the table waits for the floor.
pub fn report(draft: &mut Draft<'_>, by: Actor, what: Irregularity) -> Step {
    let staff = [Role::Dealer, Role::Floor, Role::Surveillance, Role::Shoe];
    need_role(by, &staff, "dealer or floorperson", &draft.topics().floor)?;
    let clauses = plausible(draft, what)?;
    draft.emit(Event::IrregularityReported { what, by, clauses });
    Ok(())
}

/// Whether the report fits the moment, and the clauses that deal with it.
fn plausible(draft: &Draft<'_>, what: Irregularity) -> Result<Clauses, Refusal> {
    match what {
        Irregularity::DrawnInError(card) => drawn_in_error::plausible(draft, card),
        Irregularity::UnauthorisedThird(card) => third_card::plausible(draft, card),
        Irregularity::Disclosed(card) => disclosed_card::plausible(draft, card),
        Irregularity::TooFewCards => too_few_cards::plausible(draft),
        other => chemin_de_fer::plausible(draft, other),
    }
}

/// The floor decides: the rulebook's procedure follows, or play goes on as if nothing had been.
pub fn answer(draft: &mut Draft<'_>, by: Actor, approved: bool) -> Step {
    let floor = draft.topics().floor.clone();
    need_role(by, &[Role::Floor], "floorperson", &floor)?;
    let Some((what, _)) = draft.table.incident else {
        return Err(refuse(Reason::NoIrregularity, &floor));
    };
    if !approved {
        draft.emit(Event::IrregularityDismissed { by: by.person, clauses: floor });
        return Ok(());
    }
    let clauses = plausible(draft, what)?;
    draft.emit(Event::IrregularityApproved { what, by: by.person, clauses });
    if !matches!(what, Irregularity::TooFewCards | Irregularity::WrongOrder) {
        // The card that went wrong may be the one behind the cut card.
        cut_card_comes(draft, 0);
    }
    match what {
        Irregularity::DrawnInError(card) => drawn_in_error::follow(draft, card),
        Irregularity::UnauthorisedThird(card) => third_card::follow(draft, card),
        Irregularity::Disclosed(card) => disclosed_card::follow(draft, by.person, card),
        Irregularity::TooFewCards => too_few_cards::follow(draft, by.person),
        other => chemin_de_fer::follow(draft, by.person, other),
    }
}

/// How the rulebook treats a kind of irregularity.
fn rule<'t>(draft: &Draft<'t>, id: IrregularityId) -> Result<&'t IrregularityRule, Refusal> {
    let what = "procedure for this irregularity";
    let missing = || refuse(Reason::NotProvided { what }, &draft.topics().dealing);
    draft.rules().irregularity(id).ok_or_else(missing)
}

/// A card is there to be drawn, and none is set aside yet.
fn card_can_come(draft: &Draft<'_>, card: Option<Card>, clauses: &Clauses) -> Step {
    if draft.table.shoe.aside.is_some() {
        return Err(refuse(Reason::CardSetAside, clauses));
    }
    card_is_there(draft, card, clauses)
}

/// The shoe has a card left, and can hold the one that is named.
fn card_is_there(draft: &Draft<'_>, card: Option<Card>, clauses: &Clauses) -> Step {
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
fn shoe_in_play(draft: &Draft<'_>, clauses: &Clauses) -> Step {
    let phase = draft.table.phase;
    if matches!(phase, Phase::Betting | Phase::Dealing | Phase::Settled) {
        return Ok(());
    }
    let doing = "report an irregularity of the deal";
    Err(refuse(Reason::WrongMoment { doing, now: phase.told() }, clauses))
}

/// A card leaves the shoe and waits for its use.
fn set_aside(draft: &mut Draft<'_>, card: Laid, clauses: &Clauses) {
    cut_card_comes(draft, 0);
    draft.emit(Event::CardSetAside { card, clauses: clauses.clone() });
}

/// A card that everybody has seen opens a round without wagers.
fn open_unwagered(draft: &mut Draft<'_>, card: Card, rule: &IrregularityRule) {
    set_aside(draft, Laid::up(card), &rule.clauses);
    if let Some(round) = rule.opens {
        draft.emit(Event::UnwageredRoundOrdered { round, clauses: rule.clauses.clone() });
    }
}
