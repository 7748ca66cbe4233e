//! What the player is told of the bank, and what they can say and look at there.

use std::fmt::Write as _;

use banco_cards::{Card, Points, Side, format_cards};
use banco_engine::table::{
    BankEvent, BankStage, BetKey, CoverEvent, DealingEvent, Event, PassedWhy, PeopleEvent, Person, Phase,
    Seat, SettlementEvent, Table, Viewer, WageringEvent, What, view,
};
use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;

use crate::command::deal::hand_name;
use crate::command::play::game::Game;
use crate::command::play::show::owner;
use crate::command::play::words::Words;

/// What the player can say in chemin de fer.
const CHEMIN_DE_FER: &str = "\
when you are asked (Enter alone is no to what is offered, and no answer where you must choose)
  bid 300, or 300            bid for the bank; Enter for no bid
  yes, or Enter for no       take the bank that is offered, or decline it
  300, pass                  as Banker: wager one to two times the last wager, or pass the bank on
  banco, suivi               cover the whole bank alone; Enter for no
  50, all                    cover a part of the bank, or all that is left, in turn and once more when all were asked
  card, stay                 on a five; every other count says what it must, and it is said for you
  buy 500                    more chips
  leave, quit                go with what is yours (`3: leave` gives up one seat); `quit` finishes the hand first
at any time
  bank                       who holds the bank, what stands in it, who has covered what, whose word it is
  table                      the wagers: limits, pays, clauses
  roads                      all roads of the shoe
  money                      what each of your seats has
  why                        the last round again, with the clauses behind it
  help                       this";

/// What the player can say in 21st Century Baccarat.
const PLAYER_BANKED: &str = "\
between rounds
  player 100, dealer 50      a wager on a line; again to raise it. `p`, `b` and `t` are both lines and the tie
  dealer 50 tie 10 rb 10     several at once, all or none; tie and Royale Bonus only beside a line
  3: player 100              for another seat of yours
  down tie, clear            take a wager down, or all of them
  same                       the wagers of the last round again
  deal, or Enter             the round is dealt; Enter only if you have a wager in it or cover it
  buy 500                    more chips
  leave, quit                go with what is yours (`3: leave` gives up one seat)
when you are asked (Enter alone is no to what is offered, and no answer where you must choose)
  yes, or Enter for no       take the player/dealer position, or decline it
  200, pass                  cover the round with so much, or give the position up
  cover 100                  add so much to your cover, until the round is dealt
  stand, hit                 on a five against a five or a six
at any time
  bank                       who is the player/dealer, with what cover, and the wagers
  table                      the wagers: limits, pays, clauses
  roads                      all roads of the shoe
  money                      what each of your seats has
  why                        the last round again, with the clauses behind it
  help                       this";

/// What the player can say, where participants hold the bank.
pub const fn help(family: Family) -> Option<&'static str> {
    match family {
        Family::HouseBanked => None,
        Family::CheminDeFer => Some(CHEMIN_DE_FER),
        Family::PlayerBanked => Some(PLAYER_BANKED),
    }
}

/// Whether the story of a round begins with this.
pub const fn opens(event: &Event) -> bool {
    matches!(
        event.what,
        What::Dealing(DealingEvent::Called(_) | DealingEvent::RoundBegun { .. })
            | What::Bank(
                BankEvent::BiddingOpened { .. }
                    | BankEvent::BankOffered { .. }
                    | BankEvent::BankTaken { .. }
                    | BankEvent::BankPassed { .. }
            )
            | What::Cover(CoverEvent::BankWagered { .. })
    )
}

/// What the player is told of the bank; `None` for everything else, and for what goes without saying.
pub fn bank_line(words: &Words<'_>, event: &Event) -> Option<String> {
    let story = || Some(words.event(event));
    match (&event.what, words.family()) {
        (What::Bank(bank), _) => of_bank(words, event, bank),
        (What::Cover(cover), family) => {
            let settles = matches!(cover, CoverEvent::CoveredLost { .. } | CoverEvent::CoveredPaid { .. });
            let covers = settles && family == Family::PlayerBanked && holds(words);
            if of_cover(cover) || covers { story() } else { None }
        }
        (What::Dealing(DealingEvent::Announced { .. } | DealingEvent::BettorChose { .. }), _)
        | (What::Settlement(SettlementEvent::VigorishCharged { .. }), Family::CheminDeFer) => story(),
        (What::People(PeopleEvent::BoughtIn { person, .. }), family) => {
            let between = family != Family::HouseBanked && words.table.phase() == Phase::Betting;
            story().filter(|_| between && !words.mine.contains(person))
        }
        (What::Wagering(WageringEvent::WagerPlaced { added, key, seat, stake }), Family::CheminDeFer) => {
            placed(words.table, *key, *seat, [added.chips, stake.chips])
        }
        // Whoever covers the round wins or loses by every wager.
        (What::Wagering(WageringEvent::WagerReturned { .. }), Family::PlayerBanked) if holds(words) => {
            story()
        }
        _ => None,
    }
}

/// Who holds the bank. What is offered to the player is asked.
fn of_bank(words: &Words<'_>, event: &Event, bank: &BankEvent) -> Option<String> {
    let story = || Some(words.event(event));
    match bank {
        BankEvent::BiddingOpened { .. }
        | BankEvent::BidMade { .. }
        | BankEvent::BankDeclined { .. }
        | BankEvent::TurnMissed { .. }
        | BankEvent::BankTaken { .. }
        | BankEvent::BankVacant => story(),
        BankEvent::BankPassed {
            from,
            why: PassedWhy::BankerLost,
            offered_from: Some(start),
            not_to: except,
        } => story().map(|line| format!("{line}{}", passed_before(words.table, *from, *start, *except))),
        BankEvent::BankPassed { .. } => story(),
        BankEvent::BankOffered { person, least: Some(_), .. } if !words.mine.contains(person) => story(),
        BankEvent::BankOffered { .. } | BankEvent::TurnForfeited { .. } | BankEvent::TurnRegained { .. } => {
            None
        }
    }
}

/// Whether everybody is told of this.
const fn of_cover(event: &CoverEvent) -> bool {
    match event {
        CoverEvent::BankClaimed { .. }
        | CoverEvent::UncoveredReturned { .. }
        | CoverEvent::DominantNamed { .. }
        | CoverEvent::WonByBank { .. }
        | CoverEvent::PaidByBank { .. }
        | CoverEvent::CoverPlaced { .. }
        | CoverEvent::ButtonPlaced { .. } => true,
        CoverEvent::BankWagered { .. }
        | CoverEvent::ClaimsClosed { .. }
        | CoverEvent::CoverAsked { .. }
        | CoverEvent::CoverDeclined { .. }
        | CoverEvent::CoverClosed
        | CoverEvent::CollectionTaken { .. }
        | CoverEvent::CollectionReturned { .. }
        | CoverEvent::CoveredLost { .. }
        | CoverEvent::CoveredPaid { .. }
        | CoverEvent::CoverReturned { .. } => false,
    }
}

/// A bank that was passed by choice and is lost goes on from whoever had passed it.
fn passed_before(table: &Table, from: Option<Seat>, start: Seat, except: Option<Seat>) -> String {
    let seats = &table.rules().seats;
    let around = |steps: usize| seats.iter().cycle().nth(usize::from(start.at) + steps).copied();
    let passer = around(seats.len().saturating_sub(1)).filter(|passer| Some(*passer) != from);
    let taken = |seat: &Seat| table.people().iter().any(|one| one.place.seat() == *seat);
    let first = (0..seats.len()).filter_map(around).find(|seat| Some(*seat) != except && taken(seat));
    passer.zip(first).map_or_else(String::new, |(passer, first)| {
        format!("; {passer} had passed it, so the offer starts at {first}")
    })
}

/// What a wager came to, with the count on which its owner stood: the call tells another one.
pub fn stood(table: &Table, event: &Event, line: String) -> String {
    let (What::Settlement(
        SettlementEvent::WagerLost { key, seat, .. }
        | SettlementEvent::WagerPaid { key, seat, .. }
        | SettlementEvent::WagerPushed { key, seat, .. },
    )
    | What::Cover(CoverEvent::CoveredLost { key, seat, .. } | CoverEvent::CoveredPaid { key, seat, .. })) =
        &event.what
    else {
        return line;
    };
    if !table.bank().stood.contains(key) {
        return line;
    }
    let first = table.round().laid(Side::Player).iter().take(2).flatten().filter_map(|laid| laid.shown());
    let count = first.map(Card::points).sum::<Points>().get();
    let told = line.strip_prefix(&format!("{seat} ")).unwrap_or(&line);
    format!("{seat} stood on {count}: {told}")
}

fn holds(words: &Words<'_>) -> bool {
    words.table.bank().holder.is_some_and(|(person, _)| words.mine.contains(&person))
}

/// A wager in chemin de fer: the Banker's, or one against a part of it.
fn placed(table: &Table, key: BetKey, seat: Seat, [added, stake]: [Amount; 2]) -> Option<String> {
    if is_banker(table, key) {
        return Some(format!("{seat} puts {stake} into the bank"));
    }
    let rest = view(table, Viewer::Onlooker).bank?.uncovered?;
    let left = if rest.is_zero() { "nothing is left".to_owned() } else { format!("{rest} is left") };
    Some(match added == stake {
        true => format!("{seat} covers {stake}; {left}"),
        false => format!("{seat} covers {added} more, {stake} in all; {left}"),
    })
}

/// Whether a wager is the one on the Banker's hand.
fn is_banker(table: &Table, key: BetKey) -> bool {
    let banker = table.rules().hand_spot(Side::Banker);
    banker.is_some_and(|spot| table.rules().spot_called(key.wager).is_some_and(|known| known.id == spot.id))
}

/// The cards of a community hand that are opened.
pub fn opened(table: &Table, side: Side, cards: &[Option<Card>]) -> String {
    let cards: Vec<_> = cards.iter().flatten().copied().collect();
    let name = hand_name(&table.rules().terms, side);
    let whole = table.round().laid(side).iter().flatten().all(|laid| laid.is_up());
    let which = match (cards.len(), whole) {
        (1, false) => ", first card",
        (1, true) => ", hole card",
        _ => "",
    };
    format!("{name} hand{which}: {}", format_cards(&cards))
}

/// The collections of a round, in one line at the first of them.
pub fn collections(events: &[Event], at: usize) -> Option<String> {
    let taken = |event: &Event| match &event.what {
        What::Cover(CoverEvent::CollectionTaken { seat, amount, .. }) => Some(format!("{seat} {amount}")),
        _ => None,
    };
    let first = events.iter().position(|event| taken(event).is_some());
    let all: Vec<String> = events.iter().filter_map(taken).collect();
    (first == Some(at)).then(|| format!("collections: {}", all.join(", ")))
}

/// Whether an event only repeats another one: a bank that is put up is also a wager, or a cover.
pub fn repeats(words: &Words<'_>, event: &Event) -> bool {
    match (&event.what, words.family()) {
        (What::Cover(CoverEvent::BankWagered { .. }), Family::PlayerBanked) => true,
        (What::Wagering(WageringEvent::WagerPlaced { key, .. }), Family::CheminDeFer) => {
            is_banker(words.table, *key)
        }
        _ => false,
    }
}

/// The bank: who holds it, what stands in it, who has covered what, and whose word it is.
pub fn board(game: &Game) -> Option<String> {
    let view = view(&game.table, Viewer::Onlooker);
    let bank = view.bank.as_ref()?;
    let called = match game.family() {
        Family::PlayerBanked => "the player/dealer position",
        Family::HouseBanked | Family::CheminDeFer => "the bank",
    };
    let words = game.words();
    let who = |seat: Seat| words.at_chair(seat);
    let has = |seat: Seat| words.chair_has(seat);
    let mut lines = vec![match bank.holder {
        Some(seat) if words.is_you(seat) => format!("{} hold {called}", who(seat)),
        Some(seat) => format!("{} holds {called}", who(seat)),
        None => format!("nobody holds {called}"),
    }];
    lines.extend(bank.bids.iter().map(|(seat, amount)| format!("{} bid {amount}", has(*seat))));
    lines.extend(bank.price.map(|(least, most)| format!("it is offered for {least} to {most}")));
    if let Some(wager) = bank.wager {
        let rest = bank.uncovered.filter(|_| game.family() == Family::CheminDeFer);
        let rest = rest.map(|rest| format!(", {rest} of it not covered")).unwrap_or_default();
        lines.push(match game.family() {
            Family::PlayerBanked => format!("{wager} covers the round"),
            _ => format!("{wager} stands in the bank{rest}"),
        });
    }
    let holder = |seat| Some(seat) == bank.holder;
    let against = view.wagers.iter().filter(|wager| !holder(wager.bet.seat));
    lines.extend(
        against.map(|wager| format!("{} {} on {}", has(wager.bet.seat), wager.bet.stake.chips, wager.label)),
    );
    lines.extend(bank.dominant.map(|seat| format!("{} the Player's hand", has(seat))));
    lines.extend(bank.asked.map(|seat| format!("it is the turn of {}", who(seat))));
    if bank.stage == BankStage::Wagering {
        lines.extend(bank.holder.map(|seat| format!("it is the turn of {}", who(seat))));
    }
    let mut text = String::new();
    for line in lines {
        let _ = writeln!(text, "  {line}");
    }
    Some(text)
}

/// Whether somebody has something on the round that an event settles.
pub fn settles(event: &Event, person: Person) -> bool {
    match &event.what {
        What::Cover(CoverEvent::WonByBank { key, banker, .. }) => key.owner == person || *banker == person,
        What::Cover(CoverEvent::PaidByBank { key, banker, .. }) => {
            key.owner == person || banker.owner == person
        }
        What::Cover(CoverEvent::CoverPlaced { person: holder, .. }) => *holder == person,
        What::Cover(CoverEvent::CoveredLost { .. } | CoverEvent::CoveredPaid { .. })
        | What::Wagering(WageringEvent::WagerReturned { .. }) => owner(event) == Some(person),
        _ => false,
    }
}
