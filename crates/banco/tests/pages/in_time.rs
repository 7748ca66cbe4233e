//! Everything in its time: the clock of a table is the server's, and a card is on the screen as soon as it is dealt.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::json;

use crate::bets::Alone;
use crate::browser::with_browser;
use crate::floor::Floor;
use crate::seat::With;

/// A browser whose clock is half a minute ahead. What it really is can still be told by another clock of the page.
const AHEAD: &str = "const real = Date.now; Date.now = () => real() + 30000;";

/// At each change of the figure: how far it is from the time that is really left, in milliseconds.
const NOTE: &str = "window.off = []; let shown = null; setInterval(() => { const clock = document.querySelector('#status [role=timer]'); \
     if (!clock || clock.dataset.what !== 'wagers') return; const figure = Number(clock.textContent.match(/[0-9]+/)[0]); if (figure === shown) return; \
     const first = shown === null; shown = figure; const left = Number(clock.dataset.until) - (performance.timeOrigin + performance.now()); \
     if (!first && figure > 0) window.off.push(Math.abs(Math.round(left - figure * 1000))); }, 10);";

#[test]
fn the_countdown_is_the_servers() {
    with_browser(|guest| async move {
        let floor =
            Floor::with(&[("DEMO_GAMES", "co-rule-28/ez"), ("DEMO_TABLES", "1"), ("BETTING_SECONDS", "6")]);
        guest.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": AHEAD })).await;
        guest.sit(&floor, 1).await;
        guest.may_bet("player").await;
        guest.script(NOTE, vec![]).await;
        guest.until("a few seconds", "return window.off.length >= 4").await;
        let mut off: Vec<i64> =
            serde_json::from_value(guest.script("return window.off", vec![]).await).unwrap();
        off.sort_unstable();
        // Other tests run beside this one; the clock itself would be off by half a minute.
        assert!(off[off.len() / 2] <= 250, "{off:?}");
        guest.close().await;
    });
}

fn now() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

#[test]
fn a_card_is_on_the_screen_as_soon_as_it_is_dealt() {
    with_browser(|guest| async move {
        let mut alone = Alone::sit(&guest, ("co-rule-28", "ez")).await;
        guest.may_bet("player").await;
        guest.puts(With::Mouse, 2_500, "player").await;
        guest.staked("player", 2_500).await;
        let note = "window.cards = {}; new MutationObserver(() => { for (const one of document.querySelectorAll('[data-card][data-face], [data-card].face-down')) \
                    window.cards[one.dataset.card] ??= Date.now(); }).observe(document.body, { subtree: true, childList: true, attributes: true });";
        guest.script(note, vec![]).await;
        alone.staff.dealer(&alone.table, "no_more_bets");
        let mut took = Vec::new();
        for (card, place) in [("6c", "player-0"), ("2d", "banker-0"), ("3h", "player-1"), ("Ks", "banker-1")]
        {
            alone.staff.deals(&alone.table, card);
            let dealt = now();
            let began = Instant::now();
            let seen = format!("return window.cards['{place}'] ?? 0");
            let shown = loop {
                let shown = guest.script(&seen, vec![]).await.as_i64().unwrap();
                if shown > 0 {
                    break shown;
                }
                assert!(began.elapsed() < Duration::from_secs(3), "{card} is never seen");
            };
            took.push(shown - dealt);
        }
        took.sort_unstable();
        assert!(took[1] <= 150, "{took:?}");
        guest.close().await;
    });
}
