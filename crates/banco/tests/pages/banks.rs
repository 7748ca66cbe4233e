//! Tables where players hold the bank, with several browsers: bids, covers, hands that only their holders see, choices.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::browser::{Browser, PATIENCE, with_browser};
use crate::floor::Floor;
use crate::seat::{With, names_card};
use crate::staff::{Dealt, Staff};

/// Three guests at a table with a dealer, in the order of their seats.
pub struct Three {
    pub floor: Floor,
    pub staff: Staff,
    pub table: Dealt,
    pub guests: [Browser; 3],
}

impl Three {
    pub async fn sit(first: Browser, rulebook: &str) -> Self {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let table = staff.put_up(rulebook, "default");
        let guests = [first, Browser::start().await, Browser::start().await];
        for (guest, seat) in guests.iter().zip(["1", "3", "5"]) {
            guest.size(1280, 900).await;
            guest.listen().await;
            guest.come_in(&floor).await;
            guest.open(&floor.at(&format!("/tables/{}", table.number))).await;
            guest.sits_down(With::Mouse, seat).await;
        }
        staff.prepare(&table);
        Self { floor, staff, table, guests }
    }

    pub fn dealer(&mut self, command: &str) {
        self.staff.dealer(&self.table, command);
    }

    pub fn cards(&mut self, cards: &str) {
        self.staff.deals(&self.table, cards);
    }

    /// The address of the table.
    pub fn address(&self) -> String {
        self.floor.at(&format!("/tables/{}", self.table.number))
    }

    pub async fn close(self) {
        for guest in self.guests {
            guest.close().await;
        }
        drop(self.floor);
    }
}

/// The button of an answer to a prompt.
fn answer(prompt: &str, command: &str) -> String {
    format!("[data-prompt={prompt}] form:has(input[name=do][value={command}]) button")
}

/// Names an amount in answer to a prompt.
pub async fn names(guest: &Browser, prompt: &str, command: &str, amount: &str) {
    guest
        .fills(
            &format!("[data-prompt={prompt}] form:has([value={command}]) input[name=\"money.amount\"]"),
            amount,
        )
        .await;
    guest.click(&format!("{}:not([name])", answer(prompt, command))).await;
}

/// Waits until everybody sees some words in a section.
async fn all_see(guests: &[Browser], section: &str, words: &str) {
    for guest in guests {
        let sees =
            format!("return document.querySelector('{section}').textContent.includes({})", json!(words));
        guest.until(words, &sees).await;
    }
}

/// A guest bids for the bank, another covers all of it by Banco and after a loss by Suivi; a third covers a part later on.
#[test]
fn chemin_de_fer_by_three() {
    with_browser(|first| async move {
        let mut three = Three::sit(first, "ma-chemin-de-fer").await;
        bids(&mut three).await;
        banco(&mut three).await;
        suivi(&mut three).await;
        parts(&mut three).await;
        three.close().await;
    });
}

/// Two bid for the bank, and the higher one wagers.
pub async fn bids(three: &mut Three) {
    names(&three.guests[0], "bid", "bid", "300").await;
    names(&three.guests[1], "bid", "bid", "500").await;
    all_see(&three.guests, "#bank", "$500").await;
    three.dealer("close_bidding");
    all_see(&three.guests[1..2], "#bank", "You hold the bank").await;
    all_see(&three.guests[2..], "#bank", "Bank of seat 3").await;
    names(&three.guests[1], "wager_bank", "wager_bank", "500").await;
}

/// The Player has five: only there is something to choose, and only the one who covers chooses.
async fn banco(three: &mut Three) {
    let before = three.guests[0].worth().await;
    three.guests[0].click("[data-prompt=claim_bank] button[value=banco]").await;
    all_see(&three.guests, "#bank", "Banco").await;
    three.dealer("close_claims");
    three.dealer("no_more_bets");
    three.cards("2h 6c 3d Kd");
    let guest = &three.guests[0];
    guest.shows("[data-prompt=announce] button[value=card]").await;
    let words = guest
        .script(
            "return [...document.querySelectorAll('[data-prompt=announce] button')].map((one) => one.value)",
            vec![],
        )
        .await;
    assert_eq!(words, json!(["card", "stay"]), "on five there is a choice");
    let private = guest.text("#squeeze").await;
    assert!(private.contains('5') && guest.count("#squeeze svg").await >= 2, "{private}");
    hears_nothing_of(&three.guests[1..], &[("2h", "2 of hearts"), ("3d", "3 of diamonds")]).await;
    hears_nothing_of(&three.guests[..1], &[("6c", "6 of clubs"), ("Kd", "king of diamonds")]).await;
    guest.click("[data-prompt=announce] button[value=card]").await;
    let banker = &three.guests[1];
    banker.shows("[data-prompt=announce] button").await;
    let words = banker
        .script(
            "return [...document.querySelectorAll('[data-prompt=announce] button')].map((one) => one.value)",
            vec![],
        )
        .await;
    assert_eq!(words, json!(["under_eight"]), "six is no natural");
    banker.click("[data-prompt=announce] button").await;
    ends(three, 0, before - 50_000).await;
}

/// Whoever lost the whole bank comes before anybody else the next time.
async fn suivi(three: &mut Three) {
    names(&three.guests[1], "wager_bank", "wager_bank", "500").await;
    three.guests[0].shows("[data-prompt=claim_bank] button[value=suivi]").await;
    three.guests[2].click("[data-prompt=claim_bank] button[value=banco]").await;
    assert_eq!(three.guests[2].count("[data-prompt=claim_bank] button[value=suivi]").await, 0);
    let before = three.guests[0].worth().await;
    three.guests[0].click("[data-prompt=claim_bank] button[value=suivi]").await;
    all_see(&three.guests, "#bank", "Suivi").await;
    three.dealer("close_claims");
    three.dealer("no_more_bets");
    // Natural nine against three: nothing is left to choose.
    three.cards("9h 3c Kd Ks");
    three.guests[0].click("[data-prompt=announce] button[value=natural]").await;
    ends(three, 0, before + 50_000).await;
}

/// Two cover a part each; the one who covers more decides.
async fn parts(three: &mut Three) {
    for guest in &three.guests {
        guest.shows("#bank").await;
    }
    // The bank lost and passes on to whoever is asked; they take it with what they name.
    let holder = takes_bank(three).await;
    let others: Vec<usize> = (0..3).filter(|at| *at != holder).collect();
    three.dealer("close_claims");
    let (mut covered, began) = (0, Instant::now());
    while covered < 2 {
        assert!(began.elapsed() < PATIENCE, "nobody is asked to cover a part");
        for at in &others {
            let guest = &three.guests[*at];
            if guest.count("[data-prompt=cover_bank]").await > 0 {
                let (part, whole) = [("200", "$200"), ("100", "$300")][covered];
                names(guest, "cover_bank", "cover_bank", part).await;
                covered += 1;
                all_see(&three.guests, "#bank", whole).await;
            }
        }
    }
    three.dealer("no_more_bets");
    three.cards("2h 6c Kd Kh");
    let mut decided = 0;
    for _ in 0..40 {
        for guest in &three.guests {
            decided += usize::from(guest.answers(With::Mouse).await);
        }
        let seen = three.staff.sees(&three.table, "dealer");
        match seen["prompts"][0]["prompt"].as_str() {
            Some("card_due") => three.cards("4s"),
            Some("settle") => break,
            _ => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    assert!(decided >= 2, "both hands are decided by people");
    three.dealer("settle");
    for at in others {
        three.guests[at].shows("#result [data-key^=\"wager-\"]").await;
    }
}

/// Whoever is asked takes the bank and puts $500 into it; says who.
async fn takes_bank(three: &Three) -> usize {
    let began = Instant::now();
    loop {
        for (at, guest) in three.guests.iter().enumerate() {
            if guest.count("[data-prompt=bank_offered]").await > 0 {
                names(guest, "bank_offered", "accept_bank", "500").await;
            }
            if guest.count("[data-prompt=bid]").await > 0 && at == 1 {
                names(guest, "bid", "bid", "500").await;
            }
            if guest.count("[data-prompt=wager_bank]").await > 0 {
                names(guest, "wager_bank", "wager_bank", "500").await;
            }
            if guest.text("#bank").await.contains("You hold the bank")
                && guest.text("#bank").await.contains("$500")
            {
                return at;
            }
        }
        assert!(began.elapsed() < PATIENCE, "nobody takes the bank");
    }
}

/// The dealer settles and clears; somebody has as much as they should, and their panel tells of it.
async fn ends(three: &mut Three, who: usize, worth: i64) {
    settle(three).await;
    let guest = &three.guests[who];
    guest.shows("#result [data-key^=\"wager-\"]").await;
    three.staff.dealer(&three.table, "clear_table");
    let began = Instant::now();
    while three.guests[who].worth().await != worth {
        assert!(began.elapsed() < PATIENCE, "{} is not {worth}", three.guests[who].worth().await);
    }
}

async fn settle(three: &mut Three) {
    let began = Instant::now();
    loop {
        let seen = three.staff.sees(&three.table, "dealer");
        match seen["prompts"][0]["prompt"].as_str() {
            Some("settle") => return three.dealer("settle"),
            Some("card_due") => three.cards("Ks"),
            _ => assert!(began.elapsed() < PATIENCE, "never over: {}", seen["prompts"]),
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// Nothing that came to these guests names one of the cards.
async fn hears_nothing_of(guests: &[Browser], cards: &[(&str, &str)]) {
    for guest in guests {
        let heard = guest.heard().await;
        assert!(heard.iter().any(|text| text.contains("card_dealt")), "nothing was heard of the cards");
        for card in cards {
            assert_eq!(
                heard.iter().find(|text| names_card(text, *card)),
                None,
                "{card:?} is somebody else's"
            );
        }
    }
}

/// The position is offered and taken; on an optional five each bettor chooses, and both lines are told.
#[test]
fn twenty_first_century_by_three() {
    with_browser(|first| async move {
        let mut three = Three::sit(first, "ca-21st-century").await;
        three.staff.says("dan", &three.table, &json!({ "do": "offer_bank", "seat": 3 }));
        three.guests[1].click(&answer("bank_offered", "accept_bank")).await;
        all_see(&three.guests[1..2], "#bank", "You hold the bank").await;
        all_see(&three.guests[..1], "#bank", "Player-dealer: seat 3").await;
        names(&three.guests[1], "wager_bank", "wager_bank", "150").await;
        for at in [0, 2] {
            three.guests[at].may_bet("player-line").await;
            three.guests[at].puts(With::Mouse, 10_000, "player-line").await;
            three.guests[at].staked("player-line", 10_000).await;
        }
        three.dealer("no_more_bets");
        three.cards("2h 5c 3d Ks");
        for (at, word) in [(0, "stand"), (2, "draw")] {
            let guest = &three.guests[at];
            let choices = "return [...document.querySelectorAll('[data-prompt=choose] button')].map((one) => one.value).sort()";
            guest.shows("[data-prompt=choose] button").await;
            assert_eq!(guest.script(choices, vec![]).await, json!(["draw", "stand"]));
            guest.click(&format!("[data-prompt=choose] button[value={word}]")).await;
        }
        assert_eq!(three.guests[1].count("[data-prompt=choose]").await, 0, "the bank has nothing to choose");
        three.cards("9h");
        settle(&mut three).await;
        // Five stands off against five; four loses to five.
        for (at, end) in [(0, "pushes"), (2, "loses")] {
            let guest = &three.guests[at];
            guest.shows("#result [data-key=\"wager-player-line\"]").await;
            let told = guest.text("#result [data-key=\"wager-player-line\"]").await;
            assert!(told.contains(end), "{told}");
        }
        three.close().await;
    });
}
