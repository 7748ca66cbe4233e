//! The end of a virtual shoe, played from its first card: where the cut card lies, and when cards run out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;

use banco_cards::{Card, Rank};
use banco_engine::script::{Line, Outcome, Runner};
use banco_engine::table::{Phase, Rules, Stage};
use support::library;

/// A table of six decks, and its cards in a known order.
struct Shoe<'a> {
    runner: Runner<'a>,
    cards: std::vec::IntoIter<Card>,
}

fn no_new_terms(_: &str) -> Result<Arc<Rules>, String> {
    Err("these tests play by the same terms".to_owned())
}

impl Shoe<'_> {
    fn new(set: &[&str], cut_card: u16) -> Self {
        let source = &library().submission("ma-midi", "default").unwrap().source;
        let set: Vec<String> = set.iter().chain(&["decks = 6"]).map(|line| (*line).to_owned()).collect();
        let terms = library().check(source.with_overrides(&set).unwrap()).terms.unwrap();
        let runner = Runner::new(Arc::new(Rules::new(terms).unwrap()), &no_new_terms);
        // The first card that `ready` burns is an ace, the second a two of the same suit.
        let burnt = ["Ac", "2c"].map(|card| card.parse::<Card>().unwrap());
        let mut cards: Vec<Card> = Card::all().flat_map(|card| [card; 6]).collect();
        for card in burnt {
            cards.remove(cards.iter().position(|known| *known == card).unwrap());
        }
        // Fours come last: two of them are a natural, so that no hand draws there.
        cards.sort_by_key(|card| card.rank == Rank::Four);
        let mut shoe = Self { runner, cards: cards.into_iter() };
        shoe.line(&format!("ready 1 cut card {cut_card}"));
        shoe
    }

    fn line(&mut self, text: &str) -> String {
        match self.runner.line(&Line::parse(text).unwrap()) {
            Ok(Outcome::Happened(events) | Outcome::Read(events, _)) => {
                events.iter().map(|event| self.runner.story(event) + "\n").collect()
            }
            Ok(Outcome::Refused(refusal)) => {
                let code = refusal.code();
                self.runner.settled().expect_err("the refusal is taken note of");
                code.to_owned()
            }
            Ok(Outcome::Met) => String::new(),
            Err(failure) => panic!("{text}: {failure}"),
        }
    }

    /// Deals until the hands are complete, or a card is refused.
    fn deal(&mut self) -> String {
        let mut told = self.line("seat 1: bet tie $5") + &self.line("dealer: no more bets");
        while self.runner.table.round().stage != Stage::Complete {
            let card = self.cards.next().unwrap_or_else(|| "Ks".parse().unwrap());
            let line = self.line(&format!("shoe: {card}"));
            told += &line;
            if line == "shoe_empty" {
                break;
            }
        }
        told
    }

    fn round(&mut self) -> String {
        self.deal() + &self.line("dealer: settle") + &self.line("dealer: clear")
    }

    fn drawn(&self) -> u16 {
        self.runner.table.shoe().drawn
    }
}

/// How many cards are out after some round that leaves 20 to 100 in the shoe.
fn after_a_round() -> u16 {
    let mut shoe = Shoe::new(&[], 14);
    let size = shoe.runner.table.shoe().size;
    while size - shoe.drawn() > 100 {
        shoe.round();
    }
    size - shoe.drawn()
}

#[test]
fn the_cut_card_before_the_first_card_of_a_round_comes_out_in_that_round() {
    let mut shoe = Shoe::new(&[], after_a_round());
    let before = shoe.runner.table.shoe().cut_at;
    while shoe.drawn() < before {
        assert!(!shoe.round().contains("cut card"));
    }
    let told = shoe.round();
    assert!(told.contains("the cut card comes out\nto the player hand"), "{told}");
    assert!(told.ends_with("dealer: \"last hand\"\none more hand will be dealt\n"), "{told}");
    let told = shoe.round();
    assert!(told.contains("the shoe is over\nnew cards come for shoe 2"), "{told}");
}

#[test]
fn a_card_drawn_in_error_from_behind_the_cut_card_brings_it_out() {
    let mut shoe = Shoe::new(&[], after_a_round());
    let before = shoe.runner.table.shoe().cut_at;
    while shoe.drawn() < before {
        shoe.round();
    }
    shoe.line("dealer: report drawn in error");
    let told = shoe.line("floor: approve");
    assert!(told.contains("the cut card comes out\nset aside: face down"), "{told}");
    assert!(shoe.round().contains("last hand"));
    assert!(shoe.round().contains("the shoe is over"));
}

#[test]
fn a_shoe_that_runs_out_voids_the_round_and_new_cards_come() {
    let mut shoe = Shoe::new(&["options.disclosed-third-card = \"discard-with-one-more\""], 14);
    while !shoe.deal().contains("the cut card comes out") {
        shoe.line("dealer: settle");
        shoe.line("dealer: clear");
    }
    // Cards that the Player's hand may not have are discarded, each with one more.
    while shoe.runner.table.shoe().left() > 3 {
        let card = shoe.cards.next().unwrap();
        let told = shoe.line(&format!("dealer: report third card {card}"));
        assert!(told.contains("reports"), "{told}");
        shoe.line("floor: approve");
        shoe.cards.next();
    }
    shoe.line("dealer: settle");
    shoe.line("dealer: clear");
    assert!(shoe.deal().ends_with("shoe_empty"));
    shoe.line("dealer: report too few cards");
    let told = shoe.line("floor: approve");
    assert!(told.contains("$5 on Tie returns to seat 1"), "{told}");
    assert!(shoe.line("dealer: clear").contains("new cards come for shoe 2"));
    assert_eq!(shoe.runner.table.phase(), Phase::Preparing);
}
