//! A guest plays whole rounds of every rulebook: a wager is confirmed, the round has its result, the balance fits it.

use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::seat::With;

/// Tables of the demo floor with spots, a wager and its chip; Chemin de Fer, where players cover a bank, is table 3.
const WITH_SPOTS: [(u32, &str, i64); 4] =
    [(1, "player", 10_000), (2, "player", 2_500), (5, "player", 2_500), (4, "player-line", 2_500)];

/// A round with a wager on a spot.
async fn with_spots(browser: &Browser, floor: &Floor, with: With, (table, spot, chip): (u32, &str, i64)) {
    browser.open(&floor.at(&format!("/tables/{table}"))).await;
    browser.sits_down(with, "").await;
    let before = browser.wagers(with, chip, spot).await;
    fits(browser, with, before["worth"].as_i64().unwrap(), before["round"].as_i64().unwrap()).await;
}

/// Plays on until the round is over; what it brought is what there is more.
async fn fits(browser: &Browser, with: With, before: i64, round: i64) {
    let told = browser.plays_past(with, round).await;
    let net: i64 = told["nets"].as_array().unwrap().iter().map(|net| net.as_i64().unwrap()).sum();
    assert!(!told["nets"].as_array().unwrap().is_empty());
    let began = std::time::Instant::now();
    while browser.worth().await != before + net {
        let (now, told) = (browser.worth().await, browser.figures().await);
        assert!(began.elapsed() < crate::browser::PATIENCE, "{before} and {net} are not {now}: {told}");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// A round in which wagers are answers to what is asked.
async fn without_spots(browser: &Browser, floor: &Floor, with: With, table: u32) {
    browser.open(&floor.at(&format!("/tables/{table}"))).await;
    browser.sits_down(with, "").await;
    let before = browser.worth().await;
    fits(browser, with, before, 0).await;
}

async fn all_rulebooks(browser: &Browser, with: With) {
    let floor = Floor::with(&[("BETTING_SECONDS", "3")]);
    for table in WITH_SPOTS {
        with_spots(browser, &floor, with, table).await;
    }
    without_spots(browser, &floor, with, 3).await;
    browser.open(&floor.at("/rounds")).await;
    browser.click("main a[href^=\"/rounds/\"]").await;
    let proof =
        "return document.querySelector('main').textContent.includes('was promised before its first card')";
    browser.until("the proof of the last round", proof).await;
}

#[test]
fn by_mouse() {
    with_browser(|browser| async move {
        browser.size(1280, 900).await;
        all_rulebooks(&browser, With::Mouse).await;
        browser.close().await;
    });
}

#[test]
fn by_keys_alone() {
    with_browser(|browser| async move {
        browser.size(1280, 900).await;
        all_rulebooks(&browser, With::Keys).await;
        browser.close().await;
    });
}

#[test]
fn on_a_phone() {
    with_browser(|browser| async move {
        browser.size(390, 844).await;
        all_rulebooks(&browser, With::Mouse).await;
        browser.close().await;
    });
}
