//! What the player is told of the bank, and what they can say and look at there.

use std::fmt::Write as _;

use banco_cards::{Card, Points, Side, format_cards};
use banco_engine::table::{BankStage, Event, PassedWhy, Person, Phase, Seat, Table, Viewer, view};
use banco_rulebook::model::rulebook::Family;

use super::super::game::Game;
use super::super::show::{by_seat, owner};
use crate::command::deal::hand_name;

/// What the player can say in chemin de fer.
const CHEMIN_DE_FER: &str = "\
when you are asked
  bid 300, or 300            bid for the bank; Enter for no bid
  Enter, no                  take the bank that is offered, or decline it
  300, pass                  as Banker: wager one to two times the last wager, or pass the bank on
  banco, suivi               cover the whole bank alone; Enter for no
  50, all                    cover a part of the bank, or all that is left; Enter for nothing
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
  deal, or Enter             the round is dealt
  buy 500                    more chips
  leave, quit                go with what is yours (`3: leave` gives up one seat)
when you are asked
  Enter, no                  take the player/dealer position, or decline it
  200, pass                  cover the round with so much, or give the position up
  stand, hit                 on a five against a five or a six; Enter hits
at any time
  bank                       who is the player/dealer, with what cover, and the wagers
  table                      the wagers: limits, pays, clauses
  roads                      all roads of the shoe
  money                      what each of your seats has
  why                        the last round again, with the clauses behind it
  help                       this";

/// Words of the engine that 21st Century Baccarat has others for.
const POSITION: [(&str, &str); 8] = [
    ("nobody else is asked to cover the bank", "the round is covered"),
    ("place a wager on Player, Banker or Tie first", "place a wager on a line first"),
    ("the Banker has yet to wager", "the player/dealer has yet to cover the round"),
    ("the banker", "the dealer"),
    ("result: banker", "result: dealer"),
    ("the bank", "the player/dealer position"),
    ("a participant", "a player"),
    ("person ", "seat "),
];

/// What the player can say, where participants hold the bank.
pub const fn help(family: Family) -> Option<&'static str> {
    match family {
        Family::HouseBanked => None,
        Family::CheminDeFer => Some(CHEMIN_DE_FER),
        Family::PlayerBanked => Some(PLAYER_BANKED),
    }
}

/// A text of the engine in the words of the game.
pub fn worded(table: &Table, text: &str) -> String {
    match table.rules().terms.rulebook.file.family {
        Family::PlayerBanked => {
            POSITION.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
        }
        _ => by_seat(text),
    }
}

/// Whether the story of a round begins with this.
pub const fn opens(event: &Event) -> bool {
    matches!(
        event,
        Event::Called(_)
            | Event::RoundBegun { .. }
            | Event::BiddingOpened { .. }
            | Event::BankOffered { .. }
            | Event::BankTaken { .. }
            | Event::BankPassed { .. }
            | Event::BankWagered { .. }
    )
}

/// What the player is told of the bank; `None` for everything else, and for what goes without saying.
pub fn told(table: &Table, mine: &[Person], event: &Event) -> Option<String> {
    let family = table.rules().terms.rulebook.file.family;
    let story = || Some(worded(table, &event.to_string()));
    match event {
        Event::BiddingOpened { .. }
        | Event::BidMade { .. }
        | Event::BankDeclined { .. }
        | Event::TurnMissed { .. }
        | Event::BankTaken { .. }
        | Event::BankVacant { .. }
        | Event::BankClaimed { .. }
        | Event::UncoveredReturned { .. }
        | Event::DominantNamed { .. }
        | Event::Announced { .. }
        | Event::WonByBank { .. }
        | Event::PaidByBank { .. }
        | Event::CoverPlaced { .. }
        | Event::BettorChose { .. }
        | Event::ButtonPlaced { .. } => story(),
        Event::BankPassed { .. } => story().map(|line| format!("{line}{}", passed_before(table, event))),
        Event::BankOffered { person, least: Some(_), .. } if !mine.contains(person) => story(),
        Event::VigorishCharged { .. } if family == Family::CheminDeFer => story(),
        Event::BoughtIn { person, .. }
            if family != Family::HouseBanked && table.phase() == Phase::Betting =>
        {
            Some(worded(table, &event.to_string())).filter(|_| !mine.contains(person))
        }
        Event::WagerPlaced { .. } if family == Family::CheminDeFer => placed(table, event),
        // Whoever covers the round wins or loses by every wager.
        Event::CoveredLost { .. } | Event::CoveredPaid { .. } | Event::WagerReturned { .. }
            if family == Family::PlayerBanked && holds(table, mine) =>
        {
            story()
        }
        _ => None,
    }
}

/// A bank that was passed by choice and is lost goes on from whoever had passed it.
fn passed_before(table: &Table, event: &Event) -> String {
    let Event::BankPassed { from, why: PassedWhy::BankerLost, start: Some(start), except, .. } = event else {
        return String::new();
    };
    let seats = &table.rules().seats;
    let around = |steps: usize| seats.iter().cycle().nth(usize::from(start.at) + steps).copied();
    let passer = around(seats.len().saturating_sub(1)).filter(|passer| Some(*passer) != *from);
    let taken = |seat: &Seat| table.people().iter().any(|one| one.place.seat() == *seat);
    let first = (0..seats.len()).filter_map(around).find(|seat| Some(*seat) != *except && taken(seat));
    passer.zip(first).map_or_else(String::new, |(passer, first)| {
        format!("; {passer} had passed it, so the offer starts at {first}")
    })
}

/// What a wager came to, with the count on which its owner stood: the call tells another one.
pub fn stood(table: &Table, event: &Event, line: String) -> String {
    let (Event::WagerLost { key, seat, .. }
    | Event::WagerPaid { key, seat, .. }
    | Event::WagerPushed { key, seat, .. }
    | Event::CoveredLost { key, seat, .. }
    | Event::CoveredPaid { key, seat, .. }) = event
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

fn holds(table: &Table, mine: &[Person]) -> bool {
    table.bank().holder.is_some_and(|(person, _)| mine.contains(&person))
}

/// A wager in chemin de fer: the Banker's, or one against a part of it.
fn placed(table: &Table, event: &Event) -> Option<String> {
    let Event::WagerPlaced { key, seat, stake, .. } = event else { return None };
    let banker = table.rules().hand_spot(Side::Banker).map(|spot| spot.id);
    if Some(key.spot) == banker {
        return Some(format!("{seat} puts {} into the bank", stake.chips));
    }
    let rest = view(table, Viewer::Onlooker).bank?.uncovered?;
    let left = if rest.is_zero() { "nothing is left".to_owned() } else { format!("{rest} is left") };
    Some(format!("{seat} covers {}; {left}", stake.chips))
}

/// The cards of a community hand that are opened.
pub fn opened(table: &Table, event: &Event) -> Option<String> {
    let Event::CardsTurned { side, cards, .. } = event else { return None };
    let cards: Vec<_> = cards.iter().flatten().copied().collect();
    let name = hand_name(&table.rules().terms, *side);
    let whole = table.round().laid(*side).iter().flatten().all(|laid| laid.is_up());
    let which = match (cards.len(), whole) {
        (1, false) => ", first card",
        (1, true) => ", hole card",
        _ => "",
    };
    Some(format!("{name} hand{which}: {}", format_cards(&cards)))
}

/// The collections of a round, in one line at the first of them.
pub fn collections(events: &[Event], at: usize) -> Option<String> {
    let taken = |event: &Event| match event {
        Event::CollectionTaken { seat, amount, .. } => Some(format!("{seat} {amount}")),
        _ => None,
    };
    let first = events.iter().position(|event| taken(event).is_some());
    let all: Vec<String> = events.iter().filter_map(taken).collect();
    (first == Some(at)).then(|| format!("collections: {}", all.join(", ")))
}

/// Whether an event only repeats another one: a bank that is put up is also a wager, or a cover.
pub fn repeats(table: &Table, event: &Event) -> bool {
    let banker = table.rules().hand_spot(Side::Banker).map(|spot| spot.id);
    match (event, table.rules().terms.rulebook.file.family) {
        (Event::BankWagered { .. }, Family::PlayerBanked) => true,
        (Event::WagerPlaced { key, .. }, Family::CheminDeFer) => Some(key.spot) == banker,
        _ => false,
    }
}

/// The bank: who holds it, what stands in it, who has covered what, and whose word it is.
pub fn board(game: &Game) -> Option<String> {
    let view = view(&game.table, Viewer::Onlooker);
    let bank = view.bank.as_ref()?;
    let mut lines = vec![match bank.holder {
        Some(seat) => format!("{seat} holds the bank"),
        None => "nobody holds the bank".to_owned(),
    }];
    lines.extend(bank.bids.iter().map(|(seat, amount)| format!("{seat} has bid {amount}")));
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
        against.map(|wager| format!("{} has {} on {}", wager.bet.seat, wager.bet.stake.chips, wager.label)),
    );
    lines.extend(bank.dominant.map(|seat| format!("{seat} has the Player's hand")));
    lines.extend(bank.asked.map(|seat| format!("{seat} has the word")));
    if bank.stage == BankStage::Wagering {
        lines.extend(bank.holder.map(|seat| format!("{seat} has the word")));
    }
    let mut text = String::new();
    for line in lines {
        let _ = writeln!(text, "  {}", worded(&game.table, &line));
    }
    Some(text)
}

/// Whether somebody has something on the round that an event settles.
pub fn settles(event: &Event, person: Person) -> bool {
    match event {
        Event::WonByBank { key, banker, .. } => key.owner == person || *banker == person,
        Event::PaidByBank { key, banker, .. } => key.owner == person || banker.owner == person,
        Event::CoverPlaced { person: holder, .. } => *holder == person,
        Event::CoveredLost { .. } | Event::CoveredPaid { .. } | Event::WagerReturned { .. } => {
            owner(event) == Some(person)
        }
        _ => false,
    }
}
