//! What is said aloud, and when: each sentence of a round once, in its order, and the time no more than four times.

use serde_json::Value;

use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::seat::With;

/// Keeps every sentence that comes into a live region, for those that are taken out again.
const HEAR: &str = "window.spoken = []; for (const id of ['news', 'alerts']) new MutationObserver((all) => { \
     for (const one of all) for (const node of one.addedNodes) window.spoken.push(node.textContent); }) \
     .observe(document.getElementById(id), { childList: true });";

async fn spoken(browser: &Browser) -> Vec<String> {
    let spoken: Value = browser.script("return window.spoken", vec![]).await;
    spoken.as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

/// Where sentences begin like this, in the order of a round.
const ORDER: [&str; 7] =
    ["Betting open, ", "Ten seconds.", "Five seconds.", "No more bets.", "Player: ", "Banker: ", " wins"];

#[test]
fn a_round_is_told_in_order_and_nothing_twice() {
    with_browser(|browser| async move {
        let floor =
            Floor::with(&[("DEMO_GAMES", "co-rule-28/ez"), ("DEMO_TABLES", "1"), ("BETTING_SECONDS", "12")]);
        browser.sit(&floor, 1).await;
        browser.may_bet("player").await;
        browser.script(HEAR, vec![]).await;
        browser.puts(With::Mouse, 2_500, "player").await;
        browser.staked("player", 2_500).await;
        browser.until("a result", "return window.spoken.some((one) => one.includes('Balance'))").await;
        browser.until("the next round", "return window.spoken.at(-1).startsWith('Betting open')").await;
        let told = spoken(&browser).await;
        let mut once = told.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), told.len(), "said twice: {told:?}");
        let first = |begins: &str| told.iter().position(|one| one.starts_with(begins));
        let places: Vec<usize> = ORDER[1..6].iter().filter_map(|begins| first(begins)).collect();
        assert_eq!(places.len(), 5, "{told:?}");
        assert!(places.is_sorted(), "{told:?}");
        let of_time = told.iter().filter(|one| ORDER[1..4].contains(&one.as_str()));
        assert!(of_time.count() <= 4, "{told:?}");
        let result = told.iter().find(|one| one.contains("Balance")).unwrap();
        assert!(result.contains("Your Player bet of $25 "), "{result}");
        one_region_of_each_kind(&browser, &floor).await;
        browser.close().await;
    });
}

/// One polite and one assertive region on every page; a clock that is looked at is no region that speaks.
async fn one_region_of_each_kind(browser: &Browser, floor: &Floor) {
    let regions = "const live = (one) => one.getAttribute('aria-live') ?? ({ alert: 'assertive', status: 'polite', log: 'polite' })[one.getAttribute('role')] ?? 'off'; \
                   const all = [...document.querySelectorAll('[aria-live], [role=alert], [role=status], [role=log]')].map(live); \
                   return all.filter((one) => one === 'polite').length === 1 && all.filter((one) => one === 'assertive').length === 1";
    for path in [
        "/",
        "/tables/1",
        "/tables/1/sign",
        "/tables/1/rules",
        "/rounds",
        "/account",
        "/odds",
        "/guides/ma-midi",
        "/sign-in",
    ] {
        browser.open(&floor.at(path)).await;
        browser.until(&format!("one region of each kind on {path}"), regions).await;
    }
}
