//! Events as people tell them: one line each, for transcripts, logs and replays.

use std::fmt::{self, Display, Formatter};

use banco_rulebook::model::rulebook::UnwageredRound;

use super::command::{BuyInWith, CardSource, Irregularity};
use super::event::{Curator, CutBy, Event, PassedWhy, Turner, VigorishHow};
use super::people::Place;
use super::spot::Note;
use super::state::Contact;
use super::wager::{BetKey, Stake, Tender};
use crate::coup::Decision;

/// What a stake is made of.
struct Told(Stake);

impl Display for Told {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Stake { chips, promotional, coupon } = self.0;
        let mut parts = Vec::new();
        if chips.is_positive() || (promotional.is_zero() && coupon.is_zero()) {
            parts.push(chips.to_string());
        }
        if promotional.is_positive() {
            parts.push(format!("{promotional} promotional"));
        }
        if coupon.is_positive() {
            parts.push(format!("a {coupon} coupon"));
        }
        f.write_str(&parts.join(" and "))
    }
}

/// ` for the dealer`, or nothing.
const fn beneficiary(key: BetKey) -> &'static str {
    if key.for_dealer { " for the dealer" } else { "" }
}

const fn round_name(round: UnwageredRound) -> &'static str {
    match round {
        UnwageredRound::Simulated => "a simulated round",
        UnwageredRound::FreeHand => "a free hand",
    }
}

impl Display for Turner {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dealer => f.write_str("the dealer"),
            Self::Person(_, seat) => write!(f, "{seat}"),
        }
    }
}

impl Display for Irregularity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::DrawnInError(None) => f.write_str("a card was drawn in error, unseen"),
            Self::DrawnInError(Some(card)) => write!(f, "{card} was drawn in error and seen"),
            Self::UnauthorisedThird(None) => {
                f.write_str("the Player's hand got a third card it may not have, unseen")
            }
            Self::UnauthorisedThird(Some(card)) => {
                write!(f, "the Player's hand got {card}, a third card it may not have")
            }
            Self::Disclosed(card) => write!(f, "{card} was seen before it was dealt"),
            Self::TooFewCards => f.write_str("the shoe cannot finish the round"),
            Self::WrongOrder => f.write_str("the Banker took cards in the wrong order"),
            Self::BankerTookThree(card) => write!(f, "the Banker took {card} too many"),
            Self::PlayerGotThree(card) => write!(f, "the Player's hand got {card} too many"),
            Self::BankerTookTwo(first, second) => {
                write!(f, "the Banker took {first} and {second} instead of one card")
            }
            Self::CardAfterStay(card, false) => {
                write!(f, "{card} was faced to the Player's hand after \"Stay\"")
            }
            Self::CardAfterStay(card, true) => {
                write!(f, "{card} was faced to the Player's hand after \"Stay\" was repeated as \"Card\"")
            }
            Self::BankerTookPlayersCard(card) => write!(f, "the Banker took {card}, the Player's card"),
        }
    }
}

impl Display for Event {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        opening(self, f)
            .or_else(|| people(self, f))
            .or_else(|| curator(self, f))
            .or_else(|| dealing(self, f))
            .or_else(|| early(self, f))
            .or_else(|| settlement(self, f))
            .or_else(|| irregular(self, f))
            .or_else(|| bank(self, f))
            .unwrap_or(Ok(()))
    }
}

type Line = Option<fmt::Result>;

fn opening(event: &Event, f: &mut Formatter<'_>) -> Line {
    Some(match event {
        Event::TableOpened { name, float, .. } => write!(f, "the table opens: {name}, {float} in the tray"),
        Event::TableClosed { result, .. } => write!(f, "the table closes with a result of {result}"),
        Event::TrayFilled { amount, credit: false, .. } => write!(f, "{amount} comes to the tray"),
        Event::TrayFilled { amount, .. } => write!(f, "{amount} goes from the tray"),
        Event::TermsAdopted { rules, due, posted, .. } => {
            let due = due.iter().map(|(notice, by)| format!("; notice {notice} due by minute {}", by.0));
            let posted = posted.iter().map(|notice| format!("; posted: {notice}"));
            let rest: String = due.chain(posted).collect();
            write!(f, "the table plays by: {}{rest}", rules.terms.name)
        }
        Event::NoticeGiven { notice, at, .. } => write!(f, "notice {notice} is given at minute {}", at.0),
        Event::PreparationBegun { shoe, new_cards: true, .. } => write!(f, "new cards come for shoe {shoe}"),
        Event::PreparationBegun { shoe, .. } => write!(f, "the cards are taken up for shoe {shoe}"),
        Event::StepDone { step, summary, people_left: 0, .. } => write!(f, "{step}: {summary}"),
        Event::StepDone { step, people_left, .. } => write!(f, "{step}: done once, {people_left} more to go"),
        Event::BatchKept { batch, .. } => write!(f, "the device shuffles batch {batch} and keeps it"),
        Event::CardMissing { card, .. } => write!(f, "{card} is missing; the decks are inspected again"),
        Event::CutOffered { seat, .. } => write!(f, "the cut is offered to {seat}"),
        Event::CutDeclined { seat, .. } => write!(f, "{seat} declines the cut"),
        Event::CutFallsToDealer { .. } => write!(f, "the dealer is to cut"),
        Event::CutWaits { .. } => write!(f, "the cards wait for somebody to come to the table"),
        Event::CutNotNeeded { .. } => write!(f, "the device needs no cut"),
        Event::CutMade { by: CutBy::Dealer, at, .. } => write!(f, "the dealer cuts at {at}"),
        Event::CutMade { by: CutBy::Person(_, seat), at, .. } => write!(f, "{seat} cuts at {at}"),
        Event::RecutOrdered { reason, .. } => write!(f, "a recut is ordered: {reason}"),
        Event::ShoeLoaded { source, cards, cut_card, batch, .. } => {
            let how = match source {
                CardSource::Virtual => "the virtual shoe",
                CardSource::Entry => "the shoe",
                CardSource::ResultOnly => "the shoe, results only",
            };
            write!(f, "{cards} cards of batch {batch} go into {how}, the cut card {cut_card} from the back")
        }
        Event::CardBurned { card: Some(card), left, .. } => write!(f, "{card} is burnt, {left} to go"),
        Event::CardBurned { left, .. } => write!(f, "a card is burnt unseen, {left} to go"),
        Event::BettingOpened { .. } => write!(f, "wagers are taken"),
        _ => return None,
    })
}

fn people(event: &Event, f: &mut Formatter<'_>) -> Line {
    Some(match event {
        Event::Arrived { person, place: Place::At(seat), .. } => write!(f, "{person} sits down at {seat}"),
        Event::Arrived { person, place: Place::Behind(seat), .. } => {
            write!(f, "{person} stands behind {seat}")
        }
        Event::Moved { person, place, .. } => write!(f, "{person} moves to {}", place.seat()),
        Event::Left { person, seat, took, .. } => write!(f, "{person} leaves {seat} with {took}"),
        Event::BoughtIn { person, amount, with: BuyInWith::Cash, .. } => {
            write!(f, "{person} buys in for {amount} in cash")
        }
        Event::BoughtIn { person, amount, .. } => write!(f, "{person} brings {amount} in chips"),
        Event::CashedOut { person, amount, .. } => write!(f, "{person} cashes out {amount}"),
        Event::Promoted { person, tender, amount, .. } => {
            let what = if *tender == Tender::Coupon { "a coupon of" } else { "promotional chips of" };
            write!(f, "{person} receives {what} {amount}")
        }
        Event::Tipped { person, amount, .. } => write!(f, "{person} gives the dealer {amount}"),
        Event::WagerPlaced { key, seat, added, stake, note } if added == stake => {
            write!(f, "{seat} wagers {} on {}{}", Told(*stake), note.label, beneficiary(*key))
        }
        Event::WagerPlaced { key, seat, added, stake, note } => {
            let (added, stake) = (Told(*added), Told(*stake));
            write!(f, "{seat} adds {added} on {}{}, now {stake}", note.label, beneficiary(*key))
        }
        Event::WagerTakenDown { key, seat, label, stake, .. } => {
            write!(f, "{seat} takes down {} on {label}{}", Told(*stake), beneficiary(*key))
        }
        Event::WagerSpoken { seat, label, amount, .. } => {
            write!(f, "{seat} calls {amount} on {label}, in cash")
        }
        Event::SpokenConfirmed { person, .. } => write!(f, "the dealer confirms the call of {person}"),
        Event::SpokenDeclined { person, .. } => write!(f, "the call of {person} is not taken"),
        Event::Accommodated { person, helper, reason, .. } => {
            write!(f, "{helper} may act for {person}: {reason}")
        }
        Event::TableHeld { reason, .. } => write!(f, "the table is held: {reason}"),
        Event::TableResumed { .. } => write!(f, "play goes on"),
        Event::Corrected { from, to, amount, reason, .. } => {
            write!(f, "correction: {amount} from {from} to {to}: {reason}")
        }
        _ => return None,
    })
}

fn curator(event: &Event, f: &mut Formatter<'_>) -> Line {
    Some(match event {
        Event::ShoeOffered { seat, .. } => write!(f, "the shoe is offered to {seat}"),
        Event::ShoeDeclined { seat, .. } => write!(f, "{seat} declines the shoe"),
        Event::CuratorNamed { curator: Curator::Dealer, .. } => write!(f, "the dealer is curator"),
        Event::CuratorNamed { curator: Curator::Person(_, seat), .. } => write!(f, "{seat} is curator"),
        Event::CuratorNamed { curator: Curator::DealerFor(_, seat), .. } => {
            write!(f, "the dealer is curator for {seat}")
        }
        Event::ShoePassed { from, why, .. } => {
            let from = from.map_or_else(|| "the dealer".to_owned(), |seat| seat.to_string());
            match why {
                PassedWhy::Choice => write!(f, "{from} passes the shoe"),
                PassedWhy::BankerLost => write!(f, "{from} must pass the shoe: the Banker's hand has lost"),
                PassedWhy::Order(reason) => write!(f, "{from} is ordered to pass the shoe: {reason}"),
                PassedWhy::Left | PassedWhy::RoundsUsed => write!(f, "{from} leaves the shoe"),
            }
        }
        _ => return None,
    })
}

fn dealing(event: &Event, f: &mut Formatter<'_>) -> Line {
    let third = |third: &bool| if *third { "third card" } else { "hand" };
    Some(match event {
        Event::RoundBegun { round, unwagered: None, .. } => write!(f, "round {round} begins"),
        Event::RoundBegun { round, unwagered: Some(kind), .. } => {
            write!(f, "round {round} begins, {} without wagers", round_name(*kind))
        }
        Event::WagersTakenIn { seat, label, stake, .. } => {
            write!(f, "the dealer takes in {} on {label} from {seat}", Told(*stake))
        }
        Event::Called(call) => write!(f, "dealer: \"{call}\""),
        Event::CutCardShown { .. } => write!(f, "the cut card comes out"),
        Event::CardDealt { side, card, from_aside: true, .. } => {
            write!(f, "to the {side} hand, from aside: {card}")
        }
        Event::CardDealt { side, card, .. } => write!(f, "to the {side} hand: {card}"),
        Event::TurnerProposed { side, seat, .. } => write!(f, "{seat} is proposed to turn the {side} hand"),
        Event::ProposalAgreed { by, settled: false, .. } => write!(f, "{by} agrees"),
        Event::ProposalAgreed { .. } => write!(f, "everybody agrees"),
        Event::ProposalRefused { by, .. } => write!(f, "{by} does not agree"),
        Event::CardsHanded { side, to, third: card, .. } => {
            write!(f, "the {side} {} goes to {to}", third(card))
        }
        Event::CardsOffered { side, seat, .. } => write!(f, "{seat} is asked to turn the {side} cards"),
        Event::CardsDeclined { side, by, ordered: None, .. } => {
            write!(f, "{by} does not turn the {side} cards")
        }
        Event::CardsDeclined { side, by, ordered: Some(reason), .. } => {
            write!(f, "{by} may not turn the {side} cards: {reason}")
        }
        Event::CardsTurned { side, cards, by, .. } => {
            let cards: Vec<String> = cards.iter().flatten().map(ToString::to_string).collect();
            write!(f, "{by} turns the {side} cards: {}", cards.join(" "))
        }
        Event::CountsStand { .. } => write!(f, "the counts stand"),
        Event::ChoiceOpened { side, .. } => write!(f, "the {side} hand may draw or stand"),
        Event::ChoiceMade { side, decision: Decision::Draw, .. } => {
            write!(f, "the {side} hand asks for a card")
        }
        Event::ChoiceMade { side, .. } => write!(f, "the {side} hand stays"),
        Event::ThirdCardDue { side, .. } => write!(f, "the {side} hand draws"),
        Event::ResultReached { coup, .. } => {
            write!(f, "result: {} {}-{}", coup.outcome(), coup.player.total(), coup.banker.total())
        }
        Event::ResultRecorded { reported, .. } => {
            let [player, banker] = reported.totals;
            write!(f, "result: {} {player}-{banker}", reported.outcome())
        }
        _ => return None,
    })
}

fn early(event: &Event, f: &mut Formatter<'_>) -> Line {
    Some(match event {
        Event::PayoutDue { seat, label, won, line, .. } => {
            write!(f, "{seat} has won {won} on {label} ({line}): take or press")
        }
        Event::PayoutTaken { seat, won, .. } => write!(f, "{seat} takes the payout of {won}"),
        Event::PayoutPressed { seat, side, pressed, handed, .. } if handed.is_zero() => {
            write!(f, "{seat} adds the payout of {pressed} to the {side} wager")
        }
        Event::PayoutPressed { seat, side, pressed, handed, .. } => {
            write!(f, "{seat} adds {pressed} of the payout to the {side} wager and takes {handed}")
        }
        Event::EarlyReversed { seat, stake, lost: true, .. } => {
            write!(f, "{seat} has {} back", Told(*stake))
        }
        Event::EarlyReversed { seat, handed, .. } => write!(f, "{seat} gives the payout of {handed} back"),
        Event::PressReversed { pressed, .. } => write!(f, "{pressed} goes back from the wager to the tray"),
        _ => return None,
    })
}

fn settlement(event: &Event, f: &mut Formatter<'_>) -> Line {
    Some(match event {
        Event::WagerLost { key, seat, stake, note, .. } => {
            write!(f, "{seat} loses {} on {}{}", Told(*stake), note.label, beneficiary(*key))
        }
        Event::WagerPaid { key, seat, won, kept_back, limited, note, .. } => {
            let Note { label, line, .. } = &**note;
            let kept = if kept_back.is_zero() { String::new() } else { format!(" less {kept_back}") };
            let cut = if *limited { ", cut by the aggregate limit" } else { "" };
            write!(f, "{seat} is paid {won}{kept} on {label}{}: {line}{cut}", beneficiary(*key))
        }
        Event::WagerPushed { key, seat, stake, note } => {
            let Note { label, line, .. } = &**note;
            write!(f, "{seat} keeps {} on {label}{}: {line}", Told(*stake), beneficiary(*key))
        }
        Event::ClaimRaised { seat, label, meter, share, line, .. } => {
            write!(f, "{seat} claims {share} of {meter} on {label}: {line}")
        }
        Event::JackpotReached { seat, label, meter, share, line, .. } => {
            write!(f, "the cards make a jackpot: {seat} has {line} on {label}, {share} of {meter}")
        }
        Event::JackpotPaid { key, seat, meter, amount, .. } => {
            write!(f, "{seat} is paid a jackpot of {amount} from {meter}{}", beneficiary(*key))
        }
        Event::ClaimDropped { seat, meter, reason, .. } => {
            write!(f, "{seat} has no claim on {meter}: {reason}")
        }
        Event::TrayReimbursed { amount, .. } => write!(f, "the meter gives the tray {amount}"),
        Event::LinkTold { wager, contact, .. } => match contact {
            Contact::Lost => write!(f, "the link of {wager} is lost"),
            Contact::Ready => write!(f, "the link of {wager} is ready"),
            Contact::Pending => write!(f, "the sign shows \"Jackpot Pending\" for {wager}"),
        },
        Event::DealerEnvyPaid { amount, label, .. } => {
            write!(f, "the dealer takes {amount} of envy on {label}")
        }
        Event::VigorishCharged { seat, amount, how, .. } => match how {
            VigorishHow::Marked => write!(f, "{amount} of vigorish is marked for {seat}"),
            VigorishHow::KeptBack => write!(f, "{amount} of vigorish is kept back from {seat}"),
            VigorishHow::FromChips => write!(f, "{seat} pays {amount} of vigorish"),
            VigorishHow::FromWager => write!(f, "{seat} pays {amount} of vigorish out of the wager"),
        },
        Event::VigorishCollected { seat, amount, .. } => write!(f, "{seat} pays {amount} of marked vigorish"),
        Event::RoundSettled { round, .. } => write!(f, "round {round} is settled"),
        Event::CardsDiscarded { cards, .. } => write!(f, "{cards} cards go to the discards"),
        Event::LastHandBegun { left: 1, .. } => write!(f, "one more hand will be dealt"),
        Event::LastHandBegun { left, .. } => write!(f, "{left} more hands will be dealt"),
        Event::ShoeEnded { .. } => write!(f, "the shoe is over"),
        _ => return None,
    })
}

fn bank(event: &Event, f: &mut Formatter<'_>) -> Line {
    Some(match event {
        Event::BiddingOpened { without: None, .. } => write!(f, "the bank goes to the highest bid"),
        Event::BiddingOpened { without: Some(person), .. } => {
            write!(f, "the bank goes to the highest bid, without {person}")
        }
        Event::BidMade { seat, amount, .. } => write!(f, "{seat} bids {amount} for the bank"),
        Event::BankOffered { seat, least: Some(least), most: Some(most), .. } => {
            write!(f, "the bank is offered to {seat} for {least} to {most}")
        }
        Event::BankOffered { seat, .. } => write!(f, "the bank is offered to {seat}"),
        Event::BankDeclined { seat, .. } => write!(f, "{seat} declines the bank"),
        Event::TurnForfeited { seat, .. } => {
            write!(f, "{seat} came nearer to the bank by moving, and will miss a turn at it")
        }
        Event::TurnMissed { seat, .. } => write!(f, "{seat} misses a turn, having changed seats"),
        Event::BankTaken { seat, .. } => write!(f, "{seat} holds the bank"),
        Event::BankPassed { from, why, .. } => {
            let from = from.map_or_else(|| "nobody".to_owned(), |seat| seat.to_string());
            match why {
                PassedWhy::Choice => write!(f, "{from} passes the bank"),
                PassedWhy::BankerLost => write!(f, "{from} must pass the bank: the Banker's hand has lost"),
                PassedWhy::Order(reason) => write!(f, "{from} is ordered to pass the bank: {reason}"),
                PassedWhy::Left => write!(f, "{from} leaves the bank"),
                PassedWhy::RoundsUsed => write!(f, "{from} has held the bank as long as it may be held"),
            }
        }
        Event::BankWagered { seat, amount, .. } => write!(f, "{seat} puts {amount} into the bank"),
        Event::BankClaimed { seat, claim, .. } => write!(f, "{seat}: \"{}\"", claim.name()),
        Event::ClaimsClosed { winner: Some((_, seat, claim)), .. } => {
            write!(f, "{seat} covers the bank alone by {}", claim.name())
        }
        Event::ClaimsClosed { .. } => write!(f, "nobody covers the bank alone"),
        Event::CoverAsked { seat, rest, .. } => write!(f, "{seat} may cover up to {rest}"),
        Event::CoverDeclined { seat, .. } => write!(f, "{seat} covers nothing"),
        Event::CoverClosed { .. } => write!(f, "nobody else is asked"),
        Event::UncoveredReturned { seat, amount, .. } => {
            write!(f, "{seat} takes back {amount} that nobody covered")
        }
        Event::DominantNamed { seat, .. } => write!(f, "{seat} has the Player's hand"),
        Event::LookBegun { side, seat, .. } => write!(f, "{seat} looks at the {side} hand"),
        Event::Announced { seat, word, .. } => write!(f, "{seat}: \"{}\"", word.word()),
        Event::CountForced { side, count, .. } => write!(f, "the {side} hand counts {count}"),
        Event::CoverPlaced { seat, amount, cover, .. } if amount == cover => {
            write!(f, "{seat} covers the round with {amount}")
        }
        Event::CoverPlaced { seat, amount, cover, .. } => {
            write!(f, "{seat} adds {amount} to the cover, now {cover}")
        }
        Event::BankVacant { .. } => write!(f, "nobody takes the bank: the game pauses"),
        Event::CollectionTaken { seat, amount, .. } => write!(f, "{seat} pays a collection of {amount}"),
        Event::CollectionReturned { seat, amount, .. } => {
            write!(f, "{seat} has the collection of {amount} back")
        }
        Event::BettorChose { seat, decision: Decision::Draw, .. } => write!(f, "{seat} hits"),
        Event::BettorChose { seat, .. } => write!(f, "{seat} stands"),
        Event::ButtonPlaced { seat, .. } => write!(f, "the action button goes to {seat}"),
        Event::CoveredLost { seat, label, lost, returned, .. } if returned.is_zero() => {
            write!(f, "{seat} loses {lost} on {label}")
        }
        Event::CoveredLost { seat, label, lost, returned, .. } => {
            write!(f, "{seat} loses {lost} on {label}; {returned} was not covered and returns")
        }
        Event::CoveredPaid { seat, label, won, due, line, .. } if won == due => {
            write!(f, "{seat} is paid {won} on {label}: {line}")
        }
        Event::CoveredPaid { seat, label, won, due, line, .. } => {
            write!(f, "{seat} is paid {won} of {due} on {label}, as far as the cover reaches: {line}")
        }
        Event::CoverReturned { amount, .. } => write!(f, "{amount} of the cover goes back"),
        Event::WonByBank { seat, amount, .. } => write!(f, "the bank wins {amount} from {seat}"),
        Event::PaidByBank { seat, won, .. } => write!(f, "the bank pays {won} to {seat}"),
        _ => return None,
    })
}

fn irregular(event: &Event, f: &mut Formatter<'_>) -> Line {
    Some(match event {
        Event::IrregularityReported { what, by, .. } => write!(f, "the {} reports: {what}", by.role()),
        Event::IrregularityDismissed { .. } => write!(f, "the floor dismisses the report"),
        Event::IrregularityApproved { .. } => write!(f, "the floor approves the report"),
        Event::CardSetAside { card, .. } => write!(f, "set aside: {card}"),
        Event::CardDiscarded { card: Some(card), .. } => write!(f, "{card} goes to the discards"),
        Event::CardDiscarded { .. } => write!(f, "a card goes to the discards unseen"),
        Event::BurnOrdered { cards: 1, .. } => write!(f, "1 more card is to be burnt face up"),
        Event::BurnOrdered { cards, .. } => write!(f, "{cards} more cards are to be burnt face up"),
        Event::UnwageredRoundOrdered { round, .. } => write!(f, "{} comes next", round_name(*round)),
        Event::RoundVoided { reason, new_shoe, .. } => {
            let shoe = if *new_shoe { "; new cards follow" } else { "" };
            write!(f, "the round is void: {reason}{shoe}")
        }
        Event::WagerReturned { key, seat, label, stake, .. } => {
            write!(f, "{} on {label}{} returns to {seat}", Told(*stake), beneficiary(*key))
        }
        _ => return None,
    })
}

impl Event {
    /// The clauses behind it.
    #[must_use]
    pub fn clauses(&self) -> &'static [crate::Name] {
        match self {
            Self::Called(call) => call.phrase.clauses.as_slice(),
            other => other.own_clauses().map_or(&[], crate::Clauses::as_slice),
        }
    }
}
