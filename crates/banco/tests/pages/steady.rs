//! A seat is light, there at once, and stays so: many tabs, many rounds.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::seat::With;

/// The first look at a seat: what it weighs and when it is painted.
#[test]
fn a_seat_is_light_and_there_at_once() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        browser.devtools("Network.enable", json!({})).await;
        browser.devtools("Network.setCacheDisabled", json!({ "cacheDisabled": true })).await;
        let mut paints = Vec::new();
        for _ in 0..3 {
            browser.open(&floor.at("/tables/12")).await;
            browser
                .until("painted", "return performance.getEntriesByName('first-contentful-paint').length > 0")
                .await;
            let weight = "return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((sum, one) => sum + one.transferSize, 0)";
            let bytes = browser.script(weight, vec![]).await.as_f64().unwrap();
            assert!((10_000.0..250_000.0).contains(&bytes), "{bytes}");
            let paint = "return performance.getEntriesByName('first-contentful-paint')[0].startTime";
            paints.push(browser.script(paint, vec![]).await.as_f64().unwrap());
        }
        // Other tests run beside this one.
        assert!(paints.iter().any(|millis| *millis <= 1_000.0), "{paints:?}");
        browser.close().await;
    });
}

/// Twenty tabs of one browser hear of the same round.
#[test]
fn twenty_tabs_stay_live() {
    with_browser(|browser| async move {
        let floor =
            Floor::with(&[("DEMO_GAMES", "co-rule-28/ez"), ("DEMO_TABLES", "1"), ("BETTING_SECONDS", "4")]);
        browser.sit(&floor, 1).await;
        let first = browser.page.window().await.unwrap();
        let mut tabs = Vec::new();
        for _ in 0..19 {
            let tab = browser.page.new_window(true).await.unwrap().handle;
            browser.page.switch_to_window(tab.clone()).await.unwrap();
            browser.open(&floor.at("/tables/1")).await;
            tabs.push(tab);
        }
        browser.page.switch_to_window(first).await.unwrap();
        browser.may_bet("player").await;
        let before = browser.figures().await["round"].as_i64().unwrap();
        browser.puts(With::Mouse, 2_500, "player").await;
        let told = browser.plays_past(With::Mouse, before).await["round"].as_i64().unwrap();
        for tab in tabs {
            browser.page.switch_to_window(tab).await.unwrap();
            let began = Instant::now();
            while browser.figures().await["round"].as_i64().unwrap() < told {
                assert!(began.elapsed() < Duration::from_secs(3), "a tab hears nothing");
            }
            assert_eq!(
                browser.script("return document.body.dataset.line ?? null", vec![]).await,
                json!(null)
            );
        }
        browser.close().await;
    });
}

/// How much there is of something in the page, after everything that nobody needs was thrown away: nodes that are in no
/// document, listeners, bytes of the heap.
async fn kept(browser: &Browser) -> (i64, i64, i64) {
    let mut least = (i64::MAX, i64::MAX, i64::MAX);
    // Whatever is under way at the moment is not kept.
    for _ in 0..6 {
        let (nodes, listeners, bytes) = now(browser).await;
        least = (least.0.min(nodes), least.1.min(listeners), least.2.min(bytes));
    }
    least
}

async fn now(browser: &Browser) -> (i64, i64, i64) {
    browser.devtools("HeapProfiler.collectGarbage", json!({})).await;
    let metrics = browser.devtools("Performance.getMetrics", json!({})).await;
    let metric = |name: &str| {
        let found = metrics["metrics"].as_array().unwrap().iter().find(|one| one["name"] == name);
        // Counts come as numbers with a point.
        found.and_then(|one| one["value"].as_f64()).map(whole).unwrap()
    };
    let live = "const walk = document.createTreeWalker(document, NodeFilter.SHOW_ALL); let many = 1; while (walk.nextNode()) many += 1; return many";
    let live = browser.script(live, vec![]).await.as_i64().unwrap();
    (metric("Nodes") - live, metric("JSEventListeners"), metric("JSHeapUsedSize"))
}

#[expect(clippy::cast_possible_truncation, reason = "counts of things in a page")]
const fn whole(number: f64) -> i64 {
    number as i64
}

/// A page that is left open for many rounds keeps nothing of those that are over. After a minute it tells the time, as was
/// asked, and takes no bet before that is seen.
#[test]
fn a_page_that_is_left_open_does_not_grow() {
    with_browser(|browser| async move {
        let floor =
            Floor::with(&[("DEMO_GAMES", "co-rule-28/ez"), ("DEMO_TABLES", "1"), ("BETTING_SECONDS", "1")]);
        browser.come_in(&floor).await;
        browser.open(&floor.at("/account")).await;
        browser.fills("input[name=\"number.minutes\"]", "1").await;
        browser.click("form:has([name=\"number.minutes\"]) button").await;
        browser
            .until("a reminder", "return /every minute/.test(document.querySelector('main').textContent)")
            .await;
        browser.open(&floor.at("/tables/1")).await;
        browser.sits_down(With::Mouse, "").await;
        browser.may_bet("player").await;
        browser.devtools("Performance.enable", json!({})).await;
        let bets = "setInterval(() => { const spot = document.querySelector('[name=spot][value=player]'); \
                    if (!spot.hasAttribute('aria-disabled') && spot.dataset.stake === '0' && !document.querySelector('[data-key=pending]')) spot.click(); }, 100)";
        browser.script(bets, vec![]).await;
        rounds(&browser, 8).await;
        let before = kept(&browser).await;
        let checked = "return document.querySelector('#banner [value=acknowledge_check]') !== null";
        let began = Instant::now();
        while browser.script(checked, vec![]).await != json!(true) {
            assert!(began.elapsed() < Duration::from_secs(80), "nobody tells the time");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        // The last result shows once its round is over.
        rounds(&browser, 20).await;
        let played = browser.figures().await["round"].as_i64().unwrap();
        let after = kept(&browser).await;
        let more = (after.0 - before.0, after.1 - before.1, after.2 - before.2);
        // A round asks for the sections ten times, a thousand nodes each; the roads themselves grow with their shoe.
        assert!(
            more.0 < 3_000 && more.1 < 20 && more.2 < 1_500_000,
            "it grows: {before:?} {after:?} in {played} rounds"
        );
        reality_check(&browser).await;
        browser.close().await;
    });
}

async fn rounds(browser: &Browser, many: i64) {
    let began = Instant::now();
    while browser.figures().await["round"].as_i64().unwrap() < many {
        assert!(began.elapsed() < Duration::from_secs(60), "no rounds");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// It says how long and what it brought; afterwards bets are taken again.
async fn reality_check(browser: &Browser) {
    let told = browser.text("#banner").await;
    assert!(told.contains("1 minute") && told.contains('$'), "{told}");
    browser.click("#banner form:has([value=acknowledge_check]) button").await;
    browser
        .until(
            "nothing to be seen",
            "return document.querySelector('#banner [value=acknowledge_check]') === null",
        )
        .await;
    let round = browser.figures().await["round"].as_i64().unwrap();
    rounds(browser, round + 1).await;
}
