//! Somebody does not say what is awaited of them: the dealer or the floor passes them over, and no table is stuck.

use banco_cards::Side;

use super::wagering::none_ordered;
use super::{chemin_de_fer, curator, cut, family, hand_over, third_card};
use crate::authority::{Actor, Person, Role};
use crate::coup::Decision;
use crate::name::Clauses;
use crate::table::bank::BankStage;
use crate::table::command::Announcement;
use crate::table::draft::{Draft, Step, need_reason, need_role, refuse};
use crate::table::event::FloorEvent;
use crate::table::refusal::Reason;
use crate::table::state::{Phase, Stage};

/// What is awaited of somebody, and what their silence means.
#[derive(Clone, Copy, Debug)]
enum Awaited {
    /// The cut: declined.
    Cut,
    /// An answer to the offer of the shoe: declined.
    Shoe,
    /// An answer to the offer of the bank: declined.
    Bank,
    /// Covering a part of the bank: nothing is covered.
    Cover,
    /// An answer to the offer to turn cards: declined.
    Cards,
    /// An announcement: the one that the count demands; a five draws.
    Word(Announcement),
    /// The Banker's choice: as one without a choice would draw.
    Choice(Decision),
}

/// Passes over whoever is silent.
pub fn pass_over(draft: &mut Draft<'_>, by: Actor, reason: &str) -> Step {
    let floor = draft.topics().floor;
    let staff = [Role::Dealer, Role::Floor, Role::Executive];
    let Some((person, awaited, clauses)) = awaited(draft) else {
        need_role(by, &staff, "dealer or floorperson", floor)?;
        let now = "nothing is awaited of anybody";
        return Err(refuse(Reason::WrongMoment { doing: "pass somebody over", now }, floor));
    };
    need_role(by, &staff, "dealer or floorperson", clauses)?;
    // A round without wagers is dealt before anybody goes on to cover the bank.
    if matches!(awaited, Awaited::Cover) {
        none_ordered(draft)?;
    }
    let reason = need_reason(reason, clauses)?;
    draft.emit(clauses, FloorEvent::PassedOver { by: by.person(), person, reason });
    let silent = Actor::new(Role::Participant, person);
    match awaited {
        Awaited::Cut => cut::decline(draft, silent),
        Awaited::Shoe => curator::decline(draft, silent),
        Awaited::Bank => family::decline_bank(draft, silent),
        Awaited::Cover => chemin_de_fer::cover::decline(draft, silent),
        Awaited::Cards => hand_over::decline(draft, silent),
        Awaited::Word(word) => chemin_de_fer::hands::announce(draft, silent, word),
        Awaited::Choice(decision) => third_card::choose(draft, silent, decision),
    }
}

/// Of whom something is awaited, what, and by which clauses.
fn awaited(draft: &Draft<'_>) -> Option<(Person, Awaited, Clauses)> {
    let (table, topics) = (draft.table, draft.topics());
    // A curator who leaves after the settlement has the shoe offered before the cards are cleared.
    if let Some(asked) = table.shoe_asked {
        return Some((asked.person, Awaited::Shoe, topics.offer));
    }
    match table.phase {
        Phase::Cutting => table.shoe.cut_asked.map(|(person, _)| (person, Awaited::Cut, topics.cut)),
        Phase::Betting => before_the_deal(draft),
        Phase::Dealing => in_the_deal(draft),
        Phase::Closed
        | Phase::Preparing
        | Phase::Loading
        | Phase::Burning
        | Phase::Settled
        | Phase::BetweenShoes => None,
    }
}

fn before_the_deal(draft: &Draft<'_>) -> Option<(Person, Awaited, Clauses)> {
    let (table, topics) = (draft.table, draft.topics());
    let asked = table.bank.asked?.person;
    match table.bank.stage {
        BankStage::Offered => Some((asked, Awaited::Bank, family::declined(draft))),
        BankStage::Covering => Some((asked, Awaited::Cover, topics.wagering)),
        BankStage::Vacant
        | BankStage::Bidding
        | BankStage::Wagering
        | BankStage::Claims
        | BankStage::Covered => None,
    }
}

fn in_the_deal(draft: &Draft<'_>) -> Option<(Person, Awaited, Clauses)> {
    let topics = draft.topics();
    match draft.round.stage {
        Stage::Offering(_) | Stage::OfferingThird(_) => {
            draft.round.asked.map(|asked| (asked.person, Awaited::Cards, topics.relinquish))
        }
        Stage::Deciding(side) => {
            let (words, clauses) = chemin_de_fer::hands::words(draft, side);
            let word = words.first().copied()?;
            let (person, _) = chemin_de_fer::hands::controller(draft, side).ok()?;
            Some((person, Awaited::Word(word), clauses))
        }
        Stage::Choosing(Side::Banker) => {
            let (person, _) = draft.table.bank.holder?;
            let decision = third_card::bankers_way(draft);
            Some((person, Awaited::Choice(decision), third_card::banker_clauses(draft)))
        }
        Stage::Initial(_)
        | Stage::Turning(_)
        | Stage::Payout
        | Stage::Choosing(Side::Player)
        | Stage::Third(_)
        | Stage::TurningThird(_)
        | Stage::Complete
        | Stage::Void => None,
    }
}
