//! The player/dealer position of 21st Century Baccarat: what is asked of whom, kept in random play as well.

use banco_cards::{Card, Rank, Side};
use banco_dice::Dice;
use banco_engine::Hidden;
use banco_engine::table::{
    BankStage, Command, DealingEvent, Event, Prompt, Refusal, SettlementEvent, Stage, Table, Viewer, What,
    Word, decide, hear, view,
};
use banco_money::{Amount, Currency};

use crate::support::happen;
use crate::support::promises::{self, actor, promised, viewers};
use crate::support::script::table_with;
use crate::{asks, dollars, lines, person, prompts, range};

/// Somebody at seats 1, 3 and 5 with $10,000 each, after these lines.
fn table(lines: &[&str]) -> Table {
    table_with("ca-21st-century", &[], &[&["ready 1 3 5"], lines].concat())
}

const HELD: [&str; 2] = ["dealer: offer bank 3", "seat 3: accept bank"];
const COVERED: [&str; 3] =
    ["seat 3: wager $1,000", "seat 1: bet player-line $100", "seat 5: bet player-line $100"];

#[test]
fn the_dealer_offers_the_position_and_one_is_asked_after_the_other() {
    let start = table(&[]);
    asks!(start, Prompt::OfferBank { .. }, Viewer::Dealer => Prompt::OfferBank { seats: vec![1, 3, 5] });
    asks!(start, Prompt::PlaceWagers | Prompt::Bid { .. },);
    let take = Prompt::BankOffered { take: true, named: None };
    let offered = table(&HELD[..1]);
    asks!(offered, Prompt::BankOffered { .. }, person(3) => take);
    asks!(offered, Prompt::OfferBank { .. },);
    let declined = table(&[HELD[0], "seat 3: decline bank"]);
    asks!(declined, Prompt::BankOffered { .. }, person(1) => take);
    let nobody = table(&[HELD[0], "seat 3: decline bank", "seat 1: decline bank", "seat 5: decline bank"]);
    asks!(nobody, Prompt::BankOffered { .. },);
    asks!(nobody, Prompt::OfferBank { .. }, Viewer::Dealer => Prompt::OfferBank { seats: vec![1, 3, 5] });
}

#[test]
fn the_position_is_not_offered_to_an_empty_table() {
    let empty = table_with("ca-21st-century", &[], &["ready 1", "seat 1: leave"]);
    asks!(empty, Prompt::OfferBank { .. },);
}

#[test]
fn the_player_dealer_covers_the_round_with_what_the_fee_leaves() {
    let held = table(&HELD);
    let wager = Prompt::WagerBank { amounts: Some(range(10, 9_998)), pass: true };
    asks!(held, Prompt::WagerBank { .. }, person(3) => wager);
    asks!(held, Prompt::PlaceWagers,);
    let poor = table(&lines(&[&HELD, &["seat 3: cash out $9,989"]]));
    asks!(poor, Prompt::WagerBank { .. }, person(3) => Prompt::WagerBank { amounts: None, pass: true });
    let covered = table(&lines(&[&HELD, &COVERED[..1]]));
    let raise = Prompt::RaiseCover {
        amounts: Some((Amount::from_minor(1, Currency::Usd), dollars(8_998))),
        pass: true,
    };
    asks!(covered, Prompt::WagerBank { .. } | Prompt::RaiseCover { .. }, person(3) => raise);
    let against = table(&lines(&[&HELD, &COVERED]));
    let raise = Prompt::RaiseCover {
        amounts: Some((Amount::from_minor(1, Currency::Usd), dollars(8_998))),
        pass: false,
    };
    asks!(against, Prompt::RaiseCover { .. }, person(3) => raise);
    asks!(covered, Prompt::PlaceWagers, person(1) => Prompt::PlaceWagers, person(5) => Prompt::PlaceWagers);
    asks!(covered, Prompt::NoMoreBets,);
    let bank = view(&covered, Viewer::Onlooker).bank.unwrap();
    assert_eq!((bank.stage, bank.wager, bank.rounds), (BankStage::Covered, Some(dollars(1_000)), 0));
    assert_eq!(bank.holder.map(|seat| seat.number), Some(3));
}

#[test]
fn on_an_optional_five_each_bettor_on_the_player_line_is_asked_once() {
    let dealt = ["dealer: no more bets", "shoe: 2h 5c 3d Ks"];
    let choose = Prompt::Choose { side: Side::Player };
    let open = table(&lines(&[&HELD, &COVERED, &dealt]));
    asks!(open, Prompt::Choose { .. }, person(1) => choose, person(5) => choose);
    asks!(open, Prompt::CloseChoices, Viewer::Dealer => Prompt::CloseChoices);
    let one = table(&lines(&[&HELD, &COVERED, &dealt, &["seat 1: stand"]]));
    asks!(one, Prompt::Choose { .. }, person(5) => choose);
    let closed = table(&lines(&[&HELD, &COVERED, &dealt, &["dealer: close choices"]]));
    asks!(closed, Prompt::Choose { .. } | Prompt::CloseChoices,);
    asks!(closed, Prompt::CardDue { .. }, Viewer::Dealer => Prompt::CardDue { side: Side::Player });
    let line = ["seat 3: wager $1,000", "seat 1: bet player-line $100", "seat 5: bet dealer-line $100"];
    let other_line = table(&lines(&[&HELD, &line, &dealt]));
    asks!(other_line, Prompt::Choose { .. }, person(1) => choose);
}

#[test]
fn nobody_is_asked_where_the_five_is_no_choice() {
    for cards in ["shoe: 2h 4c 3d Ks", "shoe: 2h 7c 3d Ks", "shoe: 2h 5c 2d Ks", "shoe: 2h 6c 4d Ks"] {
        let table = table(&lines(&[&HELD, &COVERED, &["dealer: no more bets", cards]]));
        asks!(table, Prompt::Choose { .. } | Prompt::CloseChoices,);
    }
    for cards in ["shoe: 2h 5c 3d Ks", "shoe: 2h 6c 3d Ks"] {
        let table = table(&lines(&[&HELD, &COVERED, &["dealer: no more bets", cards]]));
        assert_eq!(prompts(&table, person(1)), [Prompt::Choose { side: Side::Player }], "{cards}");
    }
}

/// The hole card lies face down until the Player hand is done with, and nobody holds it.
#[test]
fn nobody_sees_the_hole_card() {
    let dealt = |hole: &str| {
        let shoe = format!("shoe: 2h 5c 3d {hole}");
        table(&lines(&[&HELD, &COVERED, &["dealer: no more bets", &shoe]]))
    };
    let (one, other) = (dealt("Ks"), dealt("4s"));
    assert!(one != other);
    for viewer in viewers(&one) {
        assert_eq!(view(&one, viewer), view(&other, viewer), "{viewer:?}");
    }
}

/// Plays by what is prompted alone, and checks every prompt on the way. What happened is told.
fn play(seed: u64, commands: usize) -> Vec<Event> {
    let mut dice = Dice::new(seed);
    let mut table = table(&["seat 5: cash out $9,900", "behind 1: stand behind 1", "behind 1: bring $500"]);
    let mut all = Vec::new();
    for _ in 0..commands {
        promises::check(&table, &format!("seed {seed}"));
        let Ok(events) = next(&table, &mut dice) else { continue };
        happen(&mut table, &events);
        assert_eq!(table.fault(), None, "seed {seed}");
        all.extend(events);
    }
    all
}

fn next(table: &Table, dice: &mut Dice) -> Result<Vec<Event>, Refusal> {
    let asked: Vec<(Viewer, Prompt)> = viewers(table)
        .into_iter()
        .flat_map(|viewer| view(table, viewer).prompts.into_iter().map(move |prompt| (viewer, prompt)))
        .collect();
    let (viewer, prompt) = dice.pick(&asked);
    let by = actor(viewer).unwrap();
    let kept = promised(table, &prompt).kept;
    let command = match &prompt {
        Prompt::PlaceWagers => {
            let spot = dice.pick(&table.rules().spots).id;
            let amount = dollars(dice.pick(&[10, 50, 300]));
            let tender = banco_engine::table::Tender::Chips;
            Command::PlaceWager { spot, amount, tender, for_dealer: false }
        }
        Prompt::NextStep { step, .. } => Command::Prepare { step: step.to_string(), told: None },
        Prompt::Cut => Command::Cut { at: 100 },
        Prompt::LoadShoe => {
            let source = banco_engine::table::CardSource::Virtual;
            Command::LoadShoe { source, cut_card: 104, batch: table.next_batch() }
        }
        Prompt::BurnCard => return hear(table, Word::Burn(Hidden::new(card(table, dice)))),
        Prompt::CardDue { .. } => return hear(table, Word::Card(Hidden::new(card(table, dice)))),
        _ => dice.pick(&kept),
    };
    decide(table, by, command)
}

/// A card, whether the shoe still holds it or not; a five that leaves a choice comes often.
fn card(table: &Table, dice: &mut Dice) -> Card {
    let any = dice.card();
    match table.round().stage {
        Stage::Initial(out) if !dice.once_in(6) => {
            let rank = [Rank::Two, Rank::Five, Rank::Three, Rank::King][usize::from(out)];
            Card::new(rank, any.suit)
        }
        _ => any,
    }
}

#[test]
fn whatever_a_view_prompts_is_acceptable() {
    let mut chose = 0;
    let mut settled = 0;
    for seed in 0..6 {
        let events = play(seed, 1_500);
        chose += events
            .iter()
            .filter(|event| matches!(event.what, What::Dealing(DealingEvent::BettorChose { .. })))
            .count();
        settled += events
            .iter()
            .filter(|event| matches!(event.what, What::Settlement(SettlementEvent::RoundSettled { .. })))
            .count();
    }
    assert!(chose > 20 && settled > 100, "{chose} choices, {settled} rounds");
}
