//! The bank of a participant, as everybody sees it, and what it asks of whom.

use banco_cards::Side;
use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;

use super::prompt::Prompt;
use crate::coup::Decision;
use crate::name::Clauses;
use crate::table::bank::BankStage;
use crate::table::command::{BankClaim, Command};
use crate::table::decide::decide;
use crate::table::draft::Draft;
use crate::table::people::{Actor, Participant, Person, Role, Seat};
use crate::table::procedure::bank_holder::lesser;
use crate::table::procedure::player_banked::position::held_enough;
use crate::table::procedure::{chemin_de_fer, player_banked};
use crate::table::state::{Stage, Table};
use crate::table::wager::BetKey;

/// The bank: everybody at the table hears and sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BankView {
    /// Where it stands.
    pub stage: BankStage,
    /// Who holds it; nobody while it is bid for or offered.
    pub holder: Option<Seat>,
    /// For how many rounds in a row the holder has had it, where that is limited.
    pub rounds: u32,
    /// The bids so far.
    pub bids: Vec<(Seat, Amount)>,
    /// Who may not bid in this round of bidding, having passed the bank.
    pub barred: Option<Seat>,
    /// Who is asked to take it, or to cover a part of it.
    pub asked: Option<Seat>,
    /// What must be wagered by whoever takes it, where it was passed by choice.
    pub price: Option<(Amount, Amount)>,
    /// Where whoever first passed it by choice sat.
    pub passed_by: Option<Seat>,
    /// What was placed on the last hand, any part included that was taken back uncovered.
    pub last: Option<Amount>,
    /// What the holder has placed on this hand, any such part included.
    pub wager: Option<Amount>,
    /// What of it lies on the layout and nobody has covered.
    pub uncovered: Option<Amount>,
    /// Who has announced what for this hand.
    pub claims: Vec<(Seat, BankClaim)>,
    /// Who covers the whole wager alone, by a claim.
    pub alone: Option<Seat>,
    /// Who decides for the Player's hand.
    pub dominant: Option<Seat>,
    /// Who misses the next turn at it, having moved.
    pub misses: Vec<Seat>,
    /// Who may announce "Suivi" for this hand: they covered the whole of the last wager alone, and lost.
    pub suivi: Option<Seat>,
    /// Where the action button lies, once the hole card is up.
    pub action: Option<Seat>,
    /// Who has chosen to draw or to stand, where each bettor may.
    pub lines: Vec<(Seat, Decision)>,
    /// What each position was charged for this round.
    pub collections: Vec<(Seat, Amount)>,
    /// The clauses by which others cover it.
    pub covered_by: CoveredBy,
}

/// The clauses by which others cover a bank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CoveredBy {
    /// "Suivi".
    pub suivi: Clauses,
    /// "Banco".
    pub banco: Clauses,
    /// In parts.
    pub parts: Clauses,
}

/// The bank, where participants hold it.
pub(super) fn bank(table: &Table) -> Option<BankView> {
    let bank = &table.bank;
    let seat = |held: Option<(Person, Seat)>| held.map(|(_, seat)| seat);
    let seat_of = |person: Person| table.participant(person).map(|one| one.place.seat());
    (table.rules.family != Family::HouseBanked).then(|| BankView {
        stage: bank.stage,
        holder: seat(bank.holder).filter(|_| bank.stage.is_held()),
        rounds: bank.held,
        bids: bank.bids.iter().map(|bid| (bid.seat, bid.amount)).collect(),
        barred: bank.without.filter(|_| bank.stage == BankStage::Bidding).and_then(seat_of),
        asked: bank.asked.map(|asked| asked.seat),
        price: bank.price,
        passed_by: seat(bank.passed_by),
        last: bank.last,
        wager: bank.wager,
        uncovered: uncovered(table),
        claims: bank.claims.iter().map(|(_, seat, claim)| (*seat, *claim)).collect(),
        alone: seat(bank.alone),
        dominant: seat(bank.dominant),
        misses: bank.misses.iter().filter_map(|person| seat_of(*person)).collect(),
        suivi: bank.suivi.filter(|_| bank.stage == BankStage::Claims).and_then(seat_of),
        action: action(table),
        lines: lines(table),
        collections: bank.collections.iter().map(|(_, seat, amount)| (*seat, *amount)).collect(),
        covered_by: {
            let topics = &table.rules.topics;
            CoveredBy { suivi: topics.suivi, banco: topics.banco, parts: topics.wagering }
        },
    })
}

/// Where action begins: everybody can count it once the hole card is up.
fn action(table: &Table) -> Option<Seat> {
    let [_, hole, _] = *table.round.laid(Side::Banker);
    let counted = table.rules.family == Family::PlayerBanked && hole.is_some_and(|card| card.is_up());
    let (_, holder) = table.bank.holder.filter(|_| counted)?;
    player_banked::settlement::action_button(table, &table.round, holder)
}

/// What the bettors have chosen, in the order in which they did.
fn lines(table: &Table) -> Vec<(Seat, Decision)> {
    let chosen = table.bank.chose.iter().filter_map(|key| {
        let stood = table.bank.stood.contains(key);
        Some((table.bet(*key)?.seat, if stood { Decision::Stand } else { Decision::Draw }))
    });
    chosen.collect()
}

/// What lies in the bank less what lies against it.
fn uncovered(table: &Table) -> Option<Amount> {
    let [banker, player] = [Side::Banker, Side::Player].map(|side| table.rules.hand_spot(side));
    let (owner, _) = table.bank.holder?;
    let key = BetKey { owner, wager: banker?.wager, for_dealer: false };
    let (whole, player) = (table.bet(key)?.stake.chips, player?.id);
    let against = table.bets.iter().filter(|bet| bet.spot == player);
    against.map(|bet| bet.stake.chips).try_fold(whole, |rest, part| rest.minus(part).ok())
}

/// What the bank asks of the dealer between hands.
pub(super) fn dealer(table: &Table, list: &mut Vec<Prompt>) {
    match table.bank.stage {
        BankStage::Bidding if !table.bank.bids.is_empty() || table.bank.without.is_some() => {
            list.push(Prompt::CloseBidding);
        }
        BankStage::Claims if table.ordered.is_none() => list.push(Prompt::CloseClaims),
        BankStage::Vacant if table.rules.family == Family::PlayerBanked => {
            let seats = may_have_it(table);
            list.extend((!seats.is_empty()).then_some(Prompt::OfferBank { seats }));
        }
        _ => {}
    }
}

/// Whoever sits there and has not held the position as long as it may be held.
fn may_have_it(table: &Table) -> Vec<u8> {
    let may = |seat: &&Seat| table.at_seat(**seat).is_some_and(|one| !held_enough(table, one.person));
    table.rules.seats.iter().filter(may).map(|seat| seat.number).collect()
}

/// What the bank asks of a participant between hands.
pub(super) fn participant(table: &Table, person: Person, list: &mut Vec<Prompt>) {
    let Some(one) = table.participant(person).filter(|one| one.place.is_seated()) else { return };
    let bank = &table.bank;
    let holds = bank.holder.is_some_and(|(holder, _)| holder == person);
    let asked = bank.asked.is_some_and(|asked| asked.person == person);
    list.extend(match bank.stage {
        BankStage::Bidding if bank.without != Some(person) => bid(table, one),
        BankStage::Offered if asked => Some(offered(table, one)),
        BankStage::Wagering if holds => wager(table, one),
        // A cover may be raised, and taken back while nobody has wagered against it.
        BankStage::Covered if holds && table.rules.family == Family::PlayerBanked => raise(table, one),
        BankStage::Claims if !holds => claim(table, one),
        BankStage::Covering if asked && table.ordered.is_none() => Some(cover(table, one)),
        BankStage::Covered if !holds && table.ordered.is_none() => cover_rest(table, one),
        _ => None,
    });
}

/// What somebody may name and can pay; `None` if that leaves nothing.
fn affordable(one: &Participant, (least, most): (Amount, Amount)) -> Option<(Amount, Amount)> {
    let most = lesser(most, one.chips);
    (least.minor() <= most.minor()).then_some((least, most))
}

/// The procedure itself says whether something may be done.
fn may(table: &Table, one: &Participant, command: Command) -> bool {
    decide(table, Actor::new(Role::Participant, one.person), command).is_ok()
}

fn bid(table: &Table, one: &Participant) -> Option<Prompt> {
    let limits = chemin_de_fer::bank::bid_limits(&Draft::new(table), one.person);
    affordable(one, limits).map(|(least, most)| Prompt::Bid { least, most })
}

fn offered(table: &Table, one: &Participant) -> Prompt {
    let take = may(table, one, Command::AcceptBank { amount: None });
    // The player/dealer names no amount: the cover comes later.
    let named = (table.rules.family == Family::CheminDeFer)
        .then(|| affordable(one, chemin_de_fer::bank::offer_limits(&Draft::new(table))));
    Prompt::BankOffered { take, named: named.flatten() }
}

fn wager(table: &Table, one: &Participant) -> Option<Prompt> {
    let draft = Draft::new(table);
    let limits = match table.rules.family {
        Family::PlayerBanked => player_banked::position::wager_limits(&draft, one),
        _ => Some(chemin_de_fer::bank::wager_limits(&draft)),
    };
    let open = table.ordered.is_none();
    let amounts = limits.filter(|_| open).and_then(|limits| affordable(one, limits));
    let pass = may(table, one, Command::PassBank);
    (pass || amounts.is_some()).then_some(Prompt::WagerBank { amounts, pass })
}

fn raise(table: &Table, one: &Participant) -> Option<Prompt> {
    match wager(table, one)? {
        Prompt::WagerBank { amounts, pass } => Some(Prompt::RaiseCover { amounts, pass }),
        other => Some(other),
    }
}

fn claim(table: &Table, one: &Participant) -> Option<Prompt> {
    let banco = may(table, one, Command::ClaimBank(BankClaim::Banco));
    let suivi = may(table, one, Command::ClaimBank(BankClaim::Suivi));
    uncovered(table).filter(|_| banco).map(|whole| Prompt::ClaimBank { whole, suivi })
}

fn cover(table: &Table, one: &Participant) -> Prompt {
    let limits = chemin_de_fer::cover::part_limits(&Draft::new(table), one.person).ok();
    Prompt::CoverBank { amounts: limits.and_then(|limits| affordable(one, limits)) }
}

fn cover_rest(table: &Table, one: &Participant) -> Option<Prompt> {
    let draft = Draft::new(table);
    if !chemin_de_fer::cover::is_open(&draft) {
        return None;
    }
    let limits = chemin_de_fer::cover::part_limits(&draft, one.person).ok()?;
    affordable(one, limits).map(|(least, most)| Prompt::CoverRest { least, most })
}

/// Whether whoever controls a private hand may look at it: the Player's from the first look on, the Banker's
/// once a card has been asked for.
pub(super) const fn looked_at(stage: Stage, side: Side) -> bool {
    match side {
        Side::Player => !matches!(stage, Stage::Initial(_)),
        Side::Banker => matches!(stage, Stage::Deciding(Side::Banker) | Stage::Third(Side::Player)),
    }
}
