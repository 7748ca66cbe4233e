//! What a viewer may do next. A prompt is a promise: the command it asks for is not refused for its moment, nor
//! for an amount within the limits that it names.

use std::sync::Arc;

use banco_cards::Side;
use banco_money::Amount;
use banco_rulebook::model::rulebook::{Family, UnwageredRound};

use super::{Viewer, bank};
use crate::authority::{Request, RequestId};
use crate::coup::Decision;
use crate::name::Name;
use crate::table::command::{Announcement, CardSource, Command, Irregularity, Minute};
use crate::table::decide::decide;
use crate::table::draft::Draft;
use crate::table::event::{Curator, Turner};
use crate::table::people::{Actor, Participant, Person, Role};
use crate::table::procedure::chemin_de_fer;
use crate::table::procedure::player_banked::hands::turned_at_once;
use crate::table::request::Wanted;
use crate::table::state::{Phase, Stage, Table};

/// What a viewer may do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prompt {
    /// Open the table.
    OpenTable,
    /// Give a notice that the rulebook asks for.
    GiveNotice {
        /// Its name in the rulebook.
        notice: Name,
        /// By when.
        due: Minute,
    },
    /// Do the next step of the preparation.
    NextStep {
        /// Its name in the rulebook.
        step: Name,
        /// What is done.
        summary: Arc<str>,
    },
    /// Cut the cards or decline.
    CutOffered,
    /// Cut the cards.
    Cut,
    /// Place the cut cards and load the shoe.
    LoadShoe,
    /// Burn the next card.
    BurnCard,
    /// Make, raise or take down wagers.
    PlaceWagers,
    /// Take the shoe or decline it.
    ShoeOffered,
    /// Pass the shoe, if wanted.
    PassShoe,
    /// Agree to who is to turn a hand, or not.
    ProposalOpen {
        /// Which hand.
        side: Side,
        /// Who is to turn it.
        person: Person,
    },
    /// Confirm a wager that was called out, or not.
    ConfirmSpoken {
        /// Whoever called the wager out.
        person: Person,
        /// Which wager.
        wager: Name,
        /// The amount that was called out.
        amount: Amount,
    },
    /// Call "no more bets".
    NoMoreBets,
    /// Deal a round without wagers.
    DealWithoutWagers {
        /// Of what kind.
        round: UnwageredRound,
    },
    /// A card is due.
    CardDue {
        /// To which hand.
        side: Side,
    },
    /// Record the result.
    RecordResult,
    /// Turn the cards.
    TurnCards {
        /// Of which hand.
        side: Side,
        /// Whether it is the third card.
        third: bool,
        /// How many of them must be named, because nobody knows them yet.
        unknown: u8,
    },
    /// Take the right to turn cards, or decline it.
    CardsOffered {
        /// Of which hand.
        side: Side,
    },
    /// Take a payout, or add it to a wager.
    TakeOrPress {
        /// How much was won.
        won: Amount,
        /// The hands onto whose wagers it may be added.
        onto: Vec<Side>,
    },
    /// Draw or stand.
    Choose {
        /// For which hand.
        side: Side,
    },
    /// Collect, pay and take vigorish.
    Settle,
    /// Clear the cards away.
    ClearTable,
    /// Collect marked vigorish.
    CollectVigorish,
    /// Decide on a reported irregularity.
    Approve {
        /// What was reported.
        what: Irregularity,
    },
    /// Agree to a person who would act for the viewer, or not.
    Consent {
        /// Who would act for them.
        helper: Person,
        /// The floor's request.
        request: RequestId,
    },
    /// Approve what somebody else has asked for, or turn it down.
    DecideRequest {
        /// Who has asked for what.
        request: Request<Wanted>,
    },
    /// Let play go on.
    Resume,
    /// Bid for the bank.
    Bid {
        /// The least bid: the table's, or one's own before.
        least: Amount,
        /// The greatest that the table takes and the viewer has.
        most: Amount,
    },
    /// End the bidding.
    CloseBidding,
    /// Offer the player/dealer position to somebody.
    OfferBank {
        /// The numbers of the seats that may have it.
        seats: Vec<u8>,
    },
    /// Take the bank, where the viewer can, or decline it.
    BankOffered {
        /// Whether the viewer can take it.
        take: bool,
        /// The least and the most that may be named with it, where an amount is.
        named: Option<(Amount, Amount)>,
    },
    /// Add to the cover of a round, or take it back and pass the position.
    RaiseCover {
        /// The least and the most; `None` if the viewer has nothing to add.
        amounts: Option<(Amount, Amount)>,
        /// Whether it may be passed.
        pass: bool,
    },
    /// Wager for the bank, or pass it.
    WagerBank {
        /// The least and the most; `None` if the viewer cannot wager now.
        amounts: Option<(Amount, Amount)>,
        /// Whether it may be passed.
        pass: bool,
    },
    /// Cover the whole bank by a claim.
    ClaimBank {
        /// How much that is.
        whole: Amount,
        /// Whether "Suivi" may be announced.
        suivi: bool,
    },
    /// End the claims.
    CloseClaims,
    /// Cover a part of the bank, or nothing.
    CoverBank {
        /// The least and the most; `None` if the viewer has not the chips for it.
        amounts: Option<(Amount, Amount)>,
    },
    /// Cover a part of the bank unasked, or raise a wager against it: everybody has been asked.
    CoverRest {
        /// The least.
        least: Amount,
        /// The greatest that is left, that the table takes and that the viewer has.
        most: Amount,
    },
    /// Announce what a hand does.
    Announce {
        /// Which hand.
        side: Side,
        /// What its count lets it announce.
        words: &'static [Announcement],
    },
    /// End the time to stand or hit.
    CloseChoices,
}

/// What a viewer may do next.
pub(super) fn prompts(table: &Table, viewer: Viewer) -> Vec<Prompt> {
    let mut list = Vec::new();
    if table.fault.is_none() {
        match viewer {
            Viewer::Floor => floor(table, &mut list),
            _ if table.hold.is_some() || table.incident.is_some() || table.void_asked().is_some() => {}
            Viewer::Dealer => dealer(table, &mut list),
            Viewer::Participant(person) => participant(table, person, &mut list),
            Viewer::Surveillance => list.extend(step(table, Role::Surveillance)),
            Viewer::Onlooker | Viewer::Display => {}
        }
    }
    list
}

/// The next step of the preparation, if it is this role's to do.
fn step(table: &Table, role: Role) -> Option<Prompt> {
    let waits = table.waits_for_inspection();
    let next = table.next_preparation().filter(|next| next.by == role && !waits)?;
    Some(Prompt::NextStep { step: next.id, summary: Arc::clone(&next.summary) })
}

fn floor(table: &Table, list: &mut Vec<Prompt>) {
    let requests = table.requests.iter().cloned();
    list.extend(requests.map(|request| Prompt::DecideRequest { request }));
    let notices = table.due_notices.iter().copied();
    list.extend(notices.map(|(notice, due)| Prompt::GiveNotice { notice, due }));
    if table.phase == Phase::Closed {
        return list.push(Prompt::OpenTable);
    }
    list.extend(table.hold.as_ref().map(|_| Prompt::Resume));
    list.extend(table.incident.map(|incident| Prompt::Approve { what: incident.what }));
    list.extend(step(table, Role::Floor));
}

fn dealer(table: &Table, list: &mut Vec<Prompt>) {
    if burns(table) {
        list.push(Prompt::BurnCard);
    }
    match table.phase {
        Phase::Closed => {}
        Phase::Preparing => list.extend(step(table, Role::Dealer)),
        Phase::Cutting => list.extend(table.shoe.cut_asked.is_none().then_some(Prompt::Cut)),
        Phase::Loading => list.push(Prompt::LoadShoe),
        Phase::Burning => list.push(Prompt::BurnCard),
        Phase::Betting => dealer_in_betting(table, list),
        Phase::Dealing => dealer_in_round(table, list),
        Phase::Settled => list.push(Prompt::ClearTable),
        Phase::BetweenShoes => {}
    }
    let pays = |one: &Participant| one.owed.is_positive() && one.chips.minor() >= one.owed.minor();
    let owing = table.people.iter().any(pays);
    if table.phase == Phase::BetweenShoes || (owing && table.phase == Phase::Betting) {
        list.push(Prompt::CollectVigorish);
    }
}

/// Whether an irregularity has more cards burnt; none is dealt before.
fn burns(table: &Table) -> bool {
    matches!(table.phase, Phase::Betting | Phase::Dealing) && table.shoe.burn_pending() > 0
}

fn dealer_in_betting(table: &Table, list: &mut Vec<Prompt>) {
    // The procedure itself says whether a round can begin.
    let can = |command: Command| decide(table, Actor::new(Role::Dealer, Person(0)), command).is_ok();
    bank::dealer(table, list);
    if can(Command::NoMoreBets) {
        list.push(Prompt::NoMoreBets);
    }
    if can(Command::DealWithoutWagers) {
        list.push(Prompt::DealWithoutWagers { round: table.ordered.unwrap_or(UnwageredRound::FreeHand) });
    }
    let spoken = table.spoken.iter().filter(|_| table.ordered.is_none());
    list.extend(spoken.map(|spoken| Prompt::ConfirmSpoken {
        person: spoken.person,
        wager: spoken.wager,
        amount: spoken.amount,
    }));
}

fn dealer_in_round(table: &Table, list: &mut Vec<Prompt>) {
    let round = &table.round;
    list.extend(match round.stage {
        // A curator who was ordered to pass the shoe does not deal from it any more.
        Stage::Initial(0) if waits_for_curator(table) => None,
        Stage::Initial(_) | Stage::Third(_) if burns(table) => None,
        Stage::Initial(_) if table.shoe.source == CardSource::ResultOnly => Some(Prompt::RecordResult),
        Stage::Initial(out) => {
            table.rules.order.get(usize::from(out)).map(|side| Prompt::CardDue { side: *side })
        }
        Stage::Third(side) => Some(Prompt::CardDue { side }),
        Stage::Turning(side) => Some(turn(table, side, false)),
        Stage::TurningThird(side) => Some(turn(table, side, true)),
        Stage::Payout => round.payout.map(|payout| Prompt::TakeOrPress { won: payout.won, onto: Vec::new() }),
        // The dealer plays the house way for somebody who is silent.
        Stage::Choosing(_) if table.rules.family == Family::PlayerBanked => Some(Prompt::CloseChoices),
        // A Banker's choice is the Banker's alone.
        Stage::Choosing(Side::Banker) => None,
        Stage::Choosing(side) => Some(Prompt::Choose { side }),
        Stage::Complete => Some(Prompt::Settle),
        Stage::Offering(_) | Stage::OfferingThird(_) | Stage::Deciding(_) | Stage::Void => None,
    });
}

fn waits_for_curator(table: &Table) -> bool {
    table.shoe_asked.is_some() && matches!(table.curator, Some(Curator::Person(..)))
}

fn turn(table: &Table, side: Side, third: bool) -> Prompt {
    let at_once = if third { 1 } else { turned_at_once(&table.rules, &table.round, side) };
    let down = table.round.laid(side).iter().flatten().filter(|card| !card.is_up());
    let unknown = down.take(at_once).filter(|card| card.unseal().is_none()).count();
    Prompt::TurnCards { side, third, unknown: u8::try_from(unknown).unwrap_or(u8::MAX) }
}

fn participant(table: &Table, person: Person, list: &mut Vec<Prompt>) {
    if table.participant(person).is_none() {
        return;
    }
    if table.shoe_asked.is_some_and(|asked| asked.person == person) {
        list.push(Prompt::ShoeOffered);
    }
    list.extend(table.requests.iter().filter_map(|request| match request.what {
        Wanted::Accommodation { helper, person: helped, .. } if helped == person => {
            Some(Prompt::Consent { helper, request: request.id })
        }
        _ => None,
    }));
    match table.phase {
        Phase::Cutting if table.shoe.cut_asked.is_some_and(|(asked, _)| asked == person) => {
            list.push(Prompt::CutOffered);
        }
        Phase::Betting => participant_in_betting(table, person, list),
        Phase::Dealing => list.extend(participant_in_round(table, person)),
        _ => {}
    }
}

fn participant_in_betting(table: &Table, person: Person, list: &mut Vec<Prompt>) {
    bank::participant(table, person, list);
    let position = table.bank.holder.is_some_and(|(holder, _)| holder == person);
    let may_bet = match table.rules.family {
        Family::HouseBanked => true,
        Family::CheminDeFer => false,
        Family::PlayerBanked => table.bank.wager.is_some() && !position,
    };
    // Whoever owes vigorish from an earlier shoe pays it first.
    let owes = table.participant(person).is_some_and(Participant::is_overdue);
    if table.ordered.is_none() && may_bet && !owes {
        list.push(Prompt::PlaceWagers);
    }
    let curator = match table.curator {
        Some(Curator::Person(curator, _) | Curator::DealerFor(curator, _)) => Some(curator),
        _ => None,
    };
    if curator == Some(person) && table.shoe_asked.is_none() {
        list.push(Prompt::PassShoe);
    }
    let open = table.proposal.as_ref().filter(|proposal| !proposal.agreed.contains(&person));
    list.extend(open.map(|open| Prompt::ProposalOpen { side: open.side, person: open.to }));
}

fn participant_in_round(table: &Table, person: Person) -> Option<Prompt> {
    let round = &table.round;
    let holds =
        |side: Side| matches!(round.turner(side), Some(Turner::Person(holder, _)) if holder == person);
    match round.stage {
        Stage::Turning(side) if holds(side) => Some(turn(table, side, false)),
        Stage::TurningThird(side) if holds(side) => Some(turn(table, side, true)),
        Stage::Offering(side) | Stage::OfferingThird(side) => {
            let asked = round.asked.filter(|asked| asked.person == person);
            asked.map(|_| Prompt::CardsOffered { side })
        }
        Stage::Payout => {
            let own = round.payout.filter(|payout| payout.key.owner == person)?;
            let can = |side: &Side| {
                let by = Actor::new(Role::Participant, person);
                decide(table, by, Command::PressPayout { side: *side }).is_ok()
            };
            Some(Prompt::TakeOrPress { won: own.won, onto: Side::BOTH.into_iter().filter(can).collect() })
        }
        Stage::Deciding(side) if holds(side) => {
            let (words, _) = chemin_de_fer::hands::words(&Draft::new(table), side);
            Some(Prompt::Announce { side, words })
        }
        Stage::Choosing(side) => {
            let by = Actor::new(Role::Participant, person);
            let may = decide(table, by, Command::Choose(Decision::Stand)).is_ok();
            may.then_some(Prompt::Choose { side })
        }
        _ => None,
    }
}
