//! The odds explorer.

use serde_json::json;

use crate::browser::with_browser;
use crate::floor::Floor;

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

/// The command that is shown gives the figures that are shown.
#[test]
fn the_command_says_the_same() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        browser.open(&floor.at("/odds?rulebook=ma-midi&wager=tie&decks=6")).await;
        let command = browser.text("#odds-answer code").await;
        let edge = browser.text(".odds-figures dd").await;
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("banco"), "{command}");
        let words: Vec<String> = words.map(|word| word.trim_matches(['\'', '"']).to_owned()).collect();
        let told = std::process::Command::new(env!("CARGO_BIN_EXE_banco")).args(words).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        assert!(told.contains(edge.trim_end_matches('%')), "{command} tells {told}, not {edge}");
        let python = browser.text(".odds-python").await;
        let (_, address) = python.split_once("pd.read_csv(\"").unwrap();
        let fetch = "const ask = new XMLHttpRequest(); ask.open('GET', arguments[0], false); ask.send(); return ask.responseText";
        let sheet = browser.script(fetch, vec![address.trim_end_matches("\")").into()]).await;
        let sheet = sheet.as_str().unwrap();
        let columns = sheet.lines().next().unwrap();
        assert!(columns.split(',').any(|column| column == "ways"), "a sheet for a notebook: {columns}");
        assert!(sheet.lines().skip(1).all(|line| line.contains("tie")), "{sheet}");
        browser.close().await;
    });
}
