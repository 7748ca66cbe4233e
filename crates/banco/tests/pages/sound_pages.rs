//! Every page is sound for everybody: axe finds nothing on it, in no theme and at neither width, and nothing is wider than a
//! small phone.

use std::process::Command;

use serde_json::json;

use crate::axe::Eyes;
use crate::bets::Alone;
use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::seat::With;

const READ: [&str; 5] = [
    "/tables/12/rules",
    "/guides/ma-chemin-de-fer",
    "/odds",
    "/odds?rulebook=ma-midi&wager=dragon-bonus.player:A&vs-rulebook=ma-midi&vs-wager=dragon-bonus.player:C",
    "/tables/7/sign",
];
const OTHERS: [&str; 6] = ["/", "/sign-in", "/account", "/rounds", "/no-such-page", "/tables/7"];

/// The page that is open is never pushed sideways, down to a small phone.
async fn fits_everywhere(browser: &Browser, what: &str) {
    for width in [1280, 390, 320] {
        fits(browser, what, width).await;
    }
}

/// The page that is open fits into a width without being pushed sideways.
pub async fn fits(browser: &Browser, what: &str, width: u32) {
    browser.size(width, 640).await;
    let wide = browser.script("return document.documentElement.scrollWidth", vec![]).await;
    let beyond = "return [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1) \
                  .map((one) => `${one.localName}.${one.getAttribute('class')}`).slice(0, 12)";
    let beyond = browser.script(beyond, vec![]).await;
    assert!(wide.as_u64().unwrap() <= u64::from(width), "{what} is {wide} wide at {width}: {beyond}");
}

async fn look_at_all(browser: &Browser, floor: &Floor, paths: &[&str]) {
    let eyes = Eyes::open(browser, &floor.at("/guides/ma-midi")).await;
    for path in paths {
        browser.open(&floor.at(path)).await;
        let plays = browser.script("return /play money/i.test(document.body.innerText)", vec![]).await;
        assert_eq!(plays, json!(true), "{path} does not say that it is play money");
        eyes.look(browser, path).await;
        fits_everywhere(browser, path).await;
    }
}

#[test]
fn pages_that_are_read() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        look_at_all(&browser, &floor, &READ).await;
        browser.close().await;
    });
}

#[test]
fn lobby_door_account_rounds_and_mistakes() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        browser.come_in(&floor).await;
        look_at_all(&browser, &floor, &OTHERS).await;
        browser.close().await;
    });
}

/// A seat while bets are made, while a hand is turned up, with a result; then the story of that round.
#[test]
fn a_seat_in_every_state() {
    with_browser(|guest| async move {
        let mut alone = Alone::sit(&guest, ("ma-midi", "house-money-royal-9")).await;
        let seat = alone.floor.at(&format!("/tables/{}", alone.table.number));
        let eyes = Eyes::open(&guest, &seat).await;
        guest.open(&seat).await;
        guest.may_bet("player").await;
        for (chip, spot) in [(2_500, "player"), (500, "tie"), (500, "royal-9")] {
            guest.puts(With::Mouse, chip, spot).await;
            guest.staked(spot, chip).await;
        }
        eyes.look(&guest, "a seat while bets are made").await;
        fits_everywhere(&guest, "a seat while bets are made").await;
        alone.staff.dealer(&alone.table, "no_more_bets");
        alone.staff.deals(&alone.table, "6c 2d 3h Ks");
        guest.shows("#squeeze [role=slider]").await;
        eyes.look(&guest, "a hand that is turned up").await;
        fits_everywhere(&guest, "a hand that is turned up").await;
        alone.ends(&guest, "").await;
        guest.shows("#result [data-key=\"wager-player\"]").await;
        guest.click("#result [data-key=\"wager-player\"] > summary").await;
        eyes.look(&guest, "a result").await;
        fits_everywhere(&guest, "a result").await;
        let story =
            guest.script("return document.querySelector('#result a[href^=\"/rounds/\"]').href", vec![]).await;
        guest.open(story.as_str().unwrap()).await;
        told_with_its_rules(&guest).await;
        eyes.look(&guest, "the story of a round").await;
        fits_everywhere(&guest, "the story of a round").await;
        guest.close().await;
    });
}

/// The story of a round names every card that was dealt, what became of each wager, and clauses for all of it.
async fn told_with_its_rules(guest: &Browser) {
    let words = guest.text("main").await;
    for part in ["6c", "2d", "3h", "Ks", "Your bets", "Proof"] {
        let card = part.len() == 2;
        let drawn = guest.count(&format!("main svg use[href$=\"#card-{part}\"]")).await;
        assert!(drawn > 0 || (!card && words.contains(part)), "{part} is missing");
    }
    assert!(guest.count("main ol li").await >= 6, "a story has steps");
    assert!(!words.contains("was promised"), "nobody promises the order of real cards");
    let command = "return [...document.querySelectorAll('main code')].map((one) => one.textContent).find((text) => text.startsWith('banco '))";
    let command = guest.script(command, vec![]).await;
    let words = command.as_str().unwrap().split_whitespace().skip(1);
    let known = Command::new(env!("CARGO_BIN_EXE_banco")).args(words).arg("--help").output().unwrap();
    assert!(known.status.success(), "nobody knows {command}");
}

/// A seat where players hold the bank: bids, then the bank with its cover.
#[test]
fn a_seat_at_the_bank() {
    with_browser(|guest| async move {
        let mut alone = Alone::sit(&guest, ("ma-chemin-de-fer", "default")).await;
        let seat = alone.floor.at(&format!("/tables/{}", alone.table.number));
        let eyes = Eyes::open(&guest, &seat).await;
        guest.open(&seat).await;
        guest.shows("[data-prompt=bid]").await;
        eyes.look(&guest, "bids for the bank").await;
        guest.size(390, 844).await;
        let asked = "return document.querySelector('[data-prompt=bid] h2').checkVisibility()";
        assert_eq!(guest.script(asked, vec![]).await, json!(true), "on a phone nobody is told what is asked");
        fits_everywhere(&guest, "bids for the bank").await;
        guest.click("[data-prompt=bid] button").await;
        guest.until("a bid", "return document.querySelector('#bank').textContent.includes('Bid')").await;
        alone.staff.dealer(&alone.table, "close_bidding");
        guest.shows("[data-prompt=wager_bank]").await;
        eyes.look(&guest, "the bank is wagered").await;
        fits_everywhere(&guest, "the bank is wagered").await;
        guest.close().await;
    });
}

/// The policy is in force: what it forbids is complained of, so that silence means something.
#[test]
fn what_the_policy_forbids_is_noticed() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        browser.open(&floor.at("/odds")).await;
        let odd = "const style = document.createElement('style'); style.textContent = 'body { color: red }'; document.head.append(style)";
        browser.script(odd, vec![]).await;
        let complaints = browser.complaints().await;
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        assert_eq!(
            browser.script("return getComputedStyle(document.body).color === 'rgb(255, 0, 0)'", vec![]).await,
            json!(false)
        );
        browser.close().await;
    });
}
