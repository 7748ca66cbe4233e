//! Pages that are read: rules, guides, odds.

use serde_json::json;

use crate::axe;
use crate::browser::with_browser;
use crate::floor::Floor;

const PAGES: [&str; 7] = [
    "/tables/7/rules",
    "/tables/12/rules",
    "/guides/ma-midi",
    "/guides/ma-chemin-de-fer",
    "/odds",
    "/odds?rulebook=ma-midi&wager=dragon-bonus.player:A&vs-rulebook=ma-midi&vs-wager=dragon-bonus.player:C",
    "/tables/7/sign",
];

/// Nothing that axe finds, and nothing wider than a phone.
#[test]
fn pages_that_are_read_are_sound_in_every_theme_and_width() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        let axe = axe::source();
        browser.open(&floor.at("/guides/ma-midi")).await;
        for theme in ["felt", "light", "dark", "contrast"] {
            browser.look(theme).await;
            for (width, height) in [(1280, 800), (390, 844), (320, 640)] {
                browser.size(width, height).await;
                for path in PAGES {
                    browser.open(&floor.at(path)).await;
                    let wide = browser.script("return document.documentElement.scrollWidth", vec![]).await;
                    assert!(wide.as_u64().unwrap() <= u64::from(width), "{path} is {wide} wide at {width}");
                    if let Some(source) = axe.as_deref().filter(|_| width > 320) {
                        let found = axe::violations(&browser, source).await;
                        assert_eq!(found, Vec::<String>::new(), "{path} {theme} {width}");
                    }
                }
            }
        }
        browser.close().await;
    });
}

/// A change shows within 300 milliseconds, without a button, and the address says what is shown.
#[test]
fn odds_follow_while_they_are_asked_for() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        browser.open(&floor.at("/odds?rulebook=ma-midi&wager=tie")).await;
        browser
            .until("the page listens", "return document.documentElement.classList.contains('has-script')")
            .await;
        let change = "const decks = document.querySelector('[name=decks]'); decks.value = '6'; const before = performance.now(); \
                      const done = arguments[arguments.length - 1]; \
                      new MutationObserver(() => { if (document.querySelector('.odds-figures').textContent.includes('6 decks')) \
                      done(performance.now() - before); }).observe(document.getElementById('odds-answer'), { subtree: true, childList: true, characterData: true }); \
                      decks.dispatchEvent(new Event('input', { bubbles: true }));";
        let mut took = Vec::new();
        for decks in ["6", "7", "5"] {
            let script =
                change.replace("'6'", &format!("'{decks}'")).replace("6 decks", &format!("{decks} decks"));
            took.push(browser.page.execute_async(&script, vec![]).await.unwrap().as_f64().unwrap());
        }
        // The first may count while the machine does something else.
        assert!(took.iter().any(|millis| *millis <= 300.0), "{took:?}");
        let address = browser.page.current_url().await.unwrap();
        assert!(address.as_str().contains("decks=5"), "{address}");
        let edge = "return document.querySelector('.odds-figures dd').textContent";
        let shown = browser.script(edge, vec![]).await;
        browser.open(address.as_str()).await;
        assert_eq!(browser.script(edge, vec![]).await, shown, "the address shows something else");
        browser.close().await;
    });
}

/// Every plot has its data as a table and both files.
#[test]
fn plots_have_their_data() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        browser.open(&floor.at("/odds?rulebook=ma-midi&wager=tie")).await;
        let counts = "return [...document.querySelectorAll('.odds-plot')].map((plot) => [plot.querySelectorAll('svg').length, \
                      plot.querySelectorAll('table tbody tr').length > 1, plot.querySelectorAll('a').length])";
        let plots = browser.script(counts, vec![]).await;
        let plots = plots.as_array().unwrap();
        assert!(plots.len() >= 4, "{plots:?}");
        assert!(plots.iter().all(|plot| *plot == json!([1, true, 2])), "{plots:?}");
        let fetch = "const done = arguments[arguments.length - 1]; Promise.all([...document.querySelectorAll('.odds-plot a, .odds-files a')] \
                     .map((link) => fetch(link.href).then(async (reply) => [reply.status, (await reply.arrayBuffer()).byteLength > 100]))).then(done)";
        let files = browser.page.execute_async(fetch, vec![]).await.unwrap();
        assert!(files.as_array().unwrap().iter().all(|file| *file == json!([200, true])), "{files}");
        browser.close().await;
    });
}
