//! The line to the floor is cut: it is said soon, nothing is shown as confirmed that is not, and afterwards the page shows
//! what the server does, whatever has happened meanwhile.

use std::time::{Duration, Instant};

use banco_lab::Line;
use serde_json::{Value, json};

use crate::bets::Alone;
use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::seat::{With, spot_css};

/// Every section as the server gives it now and as the page shows it: those that differ. The clock goes on between both.
const DIFFERS: &str = "const [parts, done] = arguments; const words = (node) => node.textContent.replace(/\\s+/g, ' ').trim(); \
     fetch(parts, { headers: { Accept: 'application/json' }, cache: 'no-store' }).then((answer) => answer.json()).then((told) => { \
       const differ = []; for (const [id, html] of Object.entries(told.parts)) { if (id === 'status' || id === 'say') continue; \
         const wanted = document.createElement('template'); wanted.innerHTML = html; \
         const [is, should] = [words(document.getElementById(id)), words(wanted.content)]; if (is !== should) differ.push([id, is, should]); } \
       done(differ); }, () => done(['no answer']))";

async fn shows_what_the_server_does(guest: &Browser) {
    let began = Instant::now();
    loop {
        let parts = guest.script("return document.body.dataset.parts", vec![]).await;
        let differ = guest.page.execute_async(DIFFERS, vec![parts]).await.unwrap();
        if differ == json!([]) {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "the page differs: {differ}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The banner comes within three seconds and counts down to the next try.
async fn says_that_the_line_is_lost(guest: &Browser) {
    let took = guest.until("a banner", "return !document.getElementById('line').hidden").await;
    assert!(took <= Duration::from_secs(3), "{took:?}");
    assert!(guest.text("#line").await.chars().any(|letter| letter.is_ascii_digit()));
}

async fn comes_back(guest: &Browser) {
    guest
        .until("no banner", "return document.getElementById('line').hidden && !document.body.dataset.line")
        .await;
    shows_what_the_server_does(guest).await;
}

#[test]
fn the_line_is_cut_in_each_phase_of_a_round() {
    with_browser(|guest| async move {
        let mut alone = Alone::sit(&guest, ("ma-midi", "default")).await;
        let line = Line::to(alone.floor.port).unwrap();
        guest.open(&format!("http://127.0.0.1:{}/tables/{}", line.port(), alone.table.number)).await;
        guest.may_bet("player").await;
        while_betting(&guest, &line).await;
        // Meanwhile betting closes, and the hand is the guest's to turn.
        line.cut();
        says_that_the_line_is_lost(&guest).await;
        alone.staff.dealer(&alone.table, "no_more_bets");
        alone.staff.deals(&alone.table, "6c 2d 3h Ks");
        line.mend();
        comes_back(&guest).await;
        guest.shows("#squeeze [role=slider]").await;
        // While the hand is turned up; the dealer turns it meanwhile, and the round is over.
        line.cut();
        says_that_the_line_is_lost(&guest).await;
        alone.staff.says(
            "fay",
            &alone.table,
            &json!({ "do": "order_relinquish", "reason": "it takes too long" }),
        );
        line.mend();
        comes_back(&guest).await;
        alone.ends(&guest, "").await;
        guest.shows("#result [data-key=\"wager-player\"]").await;
        // While the result is shown; the next round begins meanwhile.
        line.cut();
        says_that_the_line_is_lost(&guest).await;
        alone.staff.dealer(&alone.table, "clear_table");
        line.mend();
        comes_back(&guest).await;
        missed(&guest, &mut alone, &line).await;
        guest.close().await;
    });
}

/// A round that was settled and cleared while nothing got through is told of afterwards.
async fn missed(guest: &Browser, alone: &mut Alone, line: &Line) {
    guest.may_bet("player").await;
    guest.puts(With::Mouse, 2_500, "player").await;
    guest.staked("player", 2_500).await;
    alone.staff.dealer(&alone.table, "no_more_bets");
    alone.goes_on(guest, "6c 2d 3h Ks").await;
    guest.script("document.getElementById('news').replaceChildren()", vec![]).await;
    line.deafen();
    alone.staff.dealer(&alone.table, "settle");
    alone.staff.dealer(&alone.table, "clear_table");
    line.mend();
    let told =
        "return document.getElementById('news').textContent.includes('Your Player bet of $25 wins $25')";
    guest.until("the result is told", told).await;
    guest.may_bet("player").await;
}

/// What is pressed while nothing gets through is not confirmed; what was sent and not answered is confirmed once.
async fn while_betting(guest: &Browser, line: &Line) {
    line.deafen();
    guest.puts(With::Mouse, 2_500, "player").await;
    guest.shows(&format!("{} [data-key=pending]", spot_css("player"))).await;
    assert_eq!(guest.stake("player").await, 0, "nobody has confirmed it");
    line.mend();
    guest.staked("player", 2_500).await;
    line.cut();
    says_that_the_line_is_lost(guest).await;
    guest.puts(With::Mouse, 2_500, "tie").await;
    assert_eq!(guest.stake("tie").await, 0);
    assert_eq!(
        guest.count(&format!("{} [data-key=pending]", spot_css("tie"))).await,
        0,
        "nothing is sent on a lost line"
    );
    line.mend();
    comes_back(guest).await;
    assert_eq!((guest.stake("player").await, guest.stake("tie").await), (2_500, 0));
}

/// The floor itself goes away and comes back, with everybody who was there.
#[test]
fn the_floor_is_started_again() {
    with_browser(|guest| async move {
        let mut floor = Floor::with(&[
            ("DEMO_GAMES", "co-rule-28/default"),
            ("DEMO_TABLES", "1"),
            ("BETTING_SECONDS", "3"),
        ]);
        guest.sit(&floor, 1).await;
        guest.may_bet("player").await;
        guest.puts(With::Mouse, 2_500, "player").await;
        guest.staked("player", 2_500).await;
        let worth = guest.worth().await;
        floor.cut();
        says_that_the_line_is_lost(&guest).await;
        floor.again();
        guest
            .until(
                "no banner",
                "return document.getElementById('line').hidden && !document.body.dataset.line",
            )
            .await;
        assert_eq!(guest.worth().await, worth);
        let told: Value = guest.plays_past(With::Mouse, 0).await;
        assert_eq!(told["nets"].as_array().unwrap().len(), 1, "the wager was played: {told}");
        guest.close().await;
    });
}
