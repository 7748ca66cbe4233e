//! Whose bank it is, the house's or a participant's, and what that changes: every place where the families of
//! games part, side by side.

use banco_cards::Side;
use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;

use super::{chemin_de_fer, curator, irregularity, player_banked, settlement, third_card};
use crate::Clauses;
use crate::coup::{Coup, Decision};
use crate::table::draft::{Draft, Step, refuse};
use crate::table::people::{Actor, Participant, Person, Role, Seat};
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::{Round, Stage};

fn family(draft: &Draft<'_>) -> Family {
    draft.rules().family
}

/// Wagers are taken from a new shoe: the shoe or the bank is offered.
pub fn open(draft: &mut Draft<'_>) {
    match family(draft) {
        Family::HouseBanked => curator::offer_new_shoe(draft),
        Family::CheminDeFer => chemin_de_fer::bank::open(draft),
        // The position goes on from shoe to shoe.
        Family::PlayerBanked => {}
    }
}

/// The shoe is over.
pub fn shoe_ends(draft: &mut Draft<'_>) {
    if family(draft) == Family::CheminDeFer {
        let clauses = draft.topics().wagering;
        chemin_de_fer::bank::return_wagers(draft, clauses);
    }
}

/// A round has ended: the shoe, the bank or the position may have to pass. A shoe that is over passes nothing
/// but the position.
pub fn after_round(draft: &mut Draft<'_>, ended: &Round, shoe_over: bool) {
    match family(draft) {
        Family::PlayerBanked => player_banked::position::after_round(draft),
        _ if shoe_over => {}
        Family::HouseBanked => curator::after_round(draft, ended),
        Family::CheminDeFer => chemin_de_fer::bank::after_round(draft, ended),
    }
}

/// Another card that was seen waits: it opens a round without wagers of its own.
pub fn order_next_unwagered(draft: &mut Draft<'_>) {
    if family(draft) == Family::CheminDeFer {
        irregularity::order_next_unwagered(draft);
    }
}

/// The dealer or the floor orders the shoe, the bank or the position passed.
pub fn order_pass(draft: &mut Draft<'_>, by: Actor, reason: &str) -> Step {
    match family(draft) {
        Family::HouseBanked => curator::order_pass(draft, by, reason),
        Family::CheminDeFer => chemin_de_fer::bank::order_pass(draft, by, reason),
        Family::PlayerBanked => player_banked::position::order_pass(draft, by, reason),
    }
}

/// Somebody leaves: what they hold or are offered goes on.
pub fn leaves(draft: &mut Draft<'_>, one: &Participant) {
    match family(draft) {
        Family::HouseBanked => curator::leaves(draft, one),
        Family::CheminDeFer => chemin_de_fer::bank::leaves(draft, one),
        Family::PlayerBanked => player_banked::position::leaves(draft, one),
    }
}

/// Somebody has sat down.
pub fn arrived(draft: &mut Draft<'_>, person: Person, seat: Seat) {
    if family(draft) == Family::CheminDeFer {
        chemin_de_fer::turn::arrived(draft, person, seat);
    }
}

/// Somebody has moved to another seat.
pub fn moved(draft: &mut Draft<'_>, one: &Participant, seat: Seat) {
    if family(draft) == Family::CheminDeFer {
        chemin_de_fer::turn::moved(draft, one, seat);
    }
}

/// Whether somebody's wagers cover a bank and stay until the hand is over.
pub fn covers_bank(draft: &Draft<'_>, person: Person) -> bool {
    let wagered = || draft.table.bets.iter().any(|bet| bet.key.owner == person);
    family(draft) == Family::CheminDeFer && wagered()
}

/// Wagers are made on the layout here, not only on a bank and against it.
pub fn takes_wagers(draft: &Draft<'_>) -> Step {
    if family(draft) == Family::CheminDeFer {
        let what = "wagers but on the bank and against it";
        return Err(refuse(Reason::NotProvided { what }, draft.topics().wagering));
    }
    Ok(())
}

/// The house pays, so it honours what it has issued, and its dealer may have wagers.
pub fn house_pays(draft: &Draft<'_>) -> bool {
    family(draft) == Family::HouseBanked
}

/// Whether the place of a card matters beyond the result.
pub fn needs_cards(draft: &Draft<'_>) -> bool {
    family(draft) == Family::PlayerBanked
}

/// Whoever bets does not hold the bank that pays.
pub fn not_the_bank(draft: &Draft<'_>, person: Person) -> Step {
    match family(draft) {
        Family::PlayerBanked => player_banked::position::not_the_holder(draft, person),
        Family::HouseBanked | Family::CheminDeFer => Ok(()),
    }
}

/// Something stands behind the wagers.
pub fn is_covered(draft: &Draft<'_>) -> Step {
    match family(draft) {
        Family::PlayerBanked => player_banked::position::is_covered(draft, "wager"),
        Family::HouseBanked | Family::CheminDeFer => Ok(()),
    }
}

/// Whoever wagers so much can still pay what the house asks for the round.
pub fn stays_payable(draft: &Draft<'_>, one: &Participant, amount: Amount) -> Step {
    match family(draft) {
        Family::PlayerBanked => player_banked::collection::stays_payable(draft, one, amount),
        Family::HouseBanked | Family::CheminDeFer => Ok(()),
    }
}

/// Somebody may take wagers down now.
pub fn may_take_down(draft: &Draft<'_>, person: Person) -> Step {
    match family(draft) {
        Family::CheminDeFer => chemin_de_fer::cover::may_take_down(draft, person),
        Family::HouseBanked | Family::PlayerBanked => Ok(()),
    }
}

/// A wager has come down.
pub fn taken_down(draft: &mut Draft<'_>, seat: Seat, stake: Amount) {
    if family(draft) == Family::CheminDeFer {
        chemin_de_fer::cover::taken_down(draft, seat, stake);
    }
}

/// Somebody leaves, and nothing that they have announced is open.
pub fn may_go(draft: &Draft<'_>, person: Person) -> Step {
    match family(draft) {
        Family::CheminDeFer => chemin_de_fer::cover::claim_stands(draft, person),
        Family::HouseBanked | Family::PlayerBanked => Ok(()),
    }
}

/// Somebody takes so much from the table, and what they have announced still holds.
pub fn may_take_away(draft: &Draft<'_>, person: Person, amount: Amount, doing: &'static str) -> Step {
    match family(draft) {
        Family::CheminDeFer => chemin_de_fer::cover::claim_keeps(draft, person, amount, doing),
        Family::HouseBanked | Family::PlayerBanked => Ok(()),
    }
}

/// Something stands behind the wagers of the round that begins.
pub fn before_the_deal(draft: &Draft<'_>) -> Step {
    match family(draft) {
        Family::PlayerBanked => player_banked::position::is_covered(draft, "begin a round"),
        Family::HouseBanked | Family::CheminDeFer => Ok(()),
    }
}

/// Bettors who cannot pay what the house asks for the round.
pub fn unpaid(draft: &Draft<'_>) -> Result<Vec<Person>, Refusal> {
    match family(draft) {
        Family::PlayerBanked => player_banked::collection::unpaid(draft),
        Family::HouseBanked | Family::CheminDeFer => Ok(Vec::new()),
    }
}

/// A void round gives back more than wagers where participants put up more.
pub fn give_back(draft: &mut Draft<'_>, clauses: Clauses) -> Step {
    match family(draft) {
        Family::PlayerBanked => player_banked::collection::give_back(draft, clauses),
        Family::HouseBanked | Family::CheminDeFer => Ok(()),
    }
}

/// A bettor may draw or stand; where the house pays, the dealer does so for the silent.
pub fn may_choose(draft: &Draft<'_>, by: Actor) -> Step {
    let clauses = match (family(draft), draft.round.stage) {
        (Family::HouseBanked, _) if by.role() == Role::Dealer => return Ok(()),
        (Family::PlayerBanked, Stage::Choosing(_)) => player_banked::hands::option_clauses(draft),
        (_, Stage::Choosing(Side::Banker)) => third_card::banker_clauses(draft),
        _ => draft.topics().drawing,
    };
    draft.participant_in(by, clauses).map(|_| ())
}

/// Whoever may draw or stand says so.
pub fn choose(draft: &mut Draft<'_>, by: Actor, decision: Decision) -> Option<Step> {
    (family(draft) == Family::PlayerBanked).then(|| player_banked::hands::choose(draft, by, decision))
}

/// The Player's third card lies open.
pub fn after_player_third(draft: &mut Draft<'_>) -> Step {
    match family(draft) {
        Family::PlayerBanked => player_banked::hands::after_community_card(draft),
        Family::HouseBanked | Family::CheminDeFer => third_card::banker_draws(draft),
    }
}

/// The coup as it counts.
pub fn counted(draft: &Draft<'_>, coup: Coup) -> Coup {
    match family(draft) {
        Family::PlayerBanked => player_banked::hands::without_uncounted(draft, coup),
        Family::HouseBanked | Family::CheminDeFer => coup,
    }
}

/// Collects and pays.
pub fn settle(draft: &mut Draft<'_>) -> Step {
    match family(draft) {
        Family::HouseBanked => settlement::by_the_house(draft),
        Family::CheminDeFer => chemin_de_fer::settlement::settle(draft),
        Family::PlayerBanked => player_banked::settlement::settle(draft),
    }
}

/// Whether what is seen of a card too early follows the rules of a private hand.
pub fn private_hands(draft: &Draft<'_>) -> bool {
    family(draft) == Family::CheminDeFer
}

/// Takes the bank that is offered.
pub fn accept_bank(draft: &mut Draft<'_>, by: Actor, amount: Option<Amount>) -> Step {
    match family(draft) {
        Family::PlayerBanked => player_banked::position::accept(draft, by, amount),
        Family::HouseBanked | Family::CheminDeFer => chemin_de_fer::bank::accept(draft, by, amount),
    }
}

/// By which clauses whoever is offered the bank may decline it.
pub fn declined(draft: &Draft<'_>) -> Clauses {
    match family(draft) {
        Family::PlayerBanked => draft.topics().declined,
        Family::HouseBanked | Family::CheminDeFer => chemin_de_fer::bank::on_offer(draft),
    }
}

/// Declines the bank that is offered.
pub fn decline_bank(draft: &mut Draft<'_>, by: Actor) -> Step {
    match family(draft) {
        Family::PlayerBanked => player_banked::position::decline(draft, by),
        Family::HouseBanked | Family::CheminDeFer => chemin_de_fer::bank::decline(draft, by),
    }
}

/// Wagers for the bank, or covers the round.
pub fn wager_bank(draft: &mut Draft<'_>, by: Actor, amount: Amount) -> Step {
    match family(draft) {
        Family::PlayerBanked => player_banked::position::wager(draft, by, amount),
        Family::HouseBanked | Family::CheminDeFer => chemin_de_fer::bank::wager(draft, by, amount),
    }
}

/// Passes the bank or the position by choice.
pub fn pass_bank(draft: &mut Draft<'_>, by: Actor) -> Step {
    match family(draft) {
        Family::PlayerBanked => player_banked::position::give_up(draft, by),
        Family::HouseBanked | Family::CheminDeFer => chemin_de_fer::bank::pass(draft, by),
    }
}
