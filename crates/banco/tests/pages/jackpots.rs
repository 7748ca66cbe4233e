//! Jackpots as the winners' seats and the sign over the table show them: pending, split, paid.

use std::time::Instant;

use serde_json::json;

use crate::browser::{Browser, PATIENCE, with_browser};
use crate::floor::Floor;
use crate::seat::With;
use crate::staff::{Dealt, Staff};

/// A guest, and the sign over the table in another browser.
struct Room {
    _floor: Floor,
    staff: Staff,
    table: Dealt,
    sign: Browser,
}

impl Room {
    async fn open(guests: &[&Browser], (rulebook, submission): (&str, &str)) -> Self {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let table = staff.put_up(rulebook, submission);
        for guest in guests {
            guest.size(1280, 900).await;
            guest.sit(&floor, table.number).await;
        }
        staff.prepare(&table);
        let sign = Browser::start().await;
        sign.size(1920, 1080).await;
        sign.open(&floor.at(&format!("/tables/{}/sign", table.number))).await;
        Self { _floor: floor, staff, table, sign }
    }

    fn link(&mut self, who: &str, link: &str, command: &serde_json::Value) {
        self.staff.says_to_link(who, link, command);
    }
}

/// Waits until a section says something, no longer than so many milliseconds.
async fn says(browser: &Browser, section: &str, words: &str, millis: u128) {
    let says = format!("return document.querySelector('{section}').textContent.includes({})", json!(words));
    let took = browser.until(&format!("{section} says {words}"), &says).await;
    assert!(took.as_millis() <= millis, "{words} came after {took:?}");
}

async fn says_no_more(browser: &Browser, section: &str, words: &str) {
    let says = format!("return !document.querySelector('{section}').textContent.includes({})", json!(words));
    browser.until(&format!("{section} says {words} no more"), &says).await;
}

async fn balance(guest: &Browser) -> i64 {
    guest.figures().await["balance"].as_i64().unwrap()
}

/// Waits until somebody has that much before them.
async fn has(guest: &Browser, wanted: i64) {
    let began = Instant::now();
    while balance(guest).await != wanted {
        assert!(began.elapsed() < PATIENCE, "{} is not {wanted}", balance(guest).await);
    }
}

/// What a meter shows on the sign.
async fn meter(sign: &Browser, name: &str) -> String {
    sign.text(&format!("[data-meter=\"{name}\"]")).await
}

/// The chair's own King-9 on both hands: the star is won, shown as pending at once, and paid by two people.
#[test]
fn a_royal_9_jackpot() {
    with_browser(|guest| async move {
        let mut room = Room::open(&[&guest], ("ma-midi", "house-money-royal-9")).await;
        let own = guest.count("[name=spot][value=\"royal-9\"] svg[aria-label*=\"ing of spades\"], [name=spot][value=\"royal-9\"] [aria-label*=\"ing of spades\"]").await;
        assert!(own > 0, "the chair's own King-9 lies at its spot");
        assert_eq!(meter(&room.sign, "star").await, "$25,000.00");
        guest.may_bet("player").await;
        guest.puts(With::Mouse, 2_500, "player").await;
        guest.click("[name=spot][value=\"royal-9\"]").await;
        guest.staked("royal-9", 500).await;
        room.staff.dealer(&room.table, "no_more_bets");
        says(&room.sign, "#sign-head", "$25,000.30", 1_000).await;
        room.staff.deals(&room.table, "Ks Ks 9h 9h");
        guest.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
        let table = room.table.number;
        room.staff.turns_rest(&room.table);
        says(&room.sign, "#sign-head", "Jackpot pending", 1_000).await;
        says(&guest, "#meters", "Jackpot pending", 1_000).await;
        room.staff.dealer(&room.table, "settle");
        says(&guest, "#result", "waits", 2_000).await;
        let line = "Personal King-9 vs. Personal King-9";
        room.link("dan", "midi-pit", &json!({ "do": "select", "table": table, "seat": 1, "line": line }));
        room.link("dan", "midi-pit", &json!({ "do": "hit_jackpot", "table": table }));
        let hands = json!({ "player": ["Ks", "9h"], "banker": ["Ks", "9h"] });
        room.link("fay", "midi-pit", &json!({ "do": "verify", "hit": 1, "hands": hands }));
        let before = balance(&guest).await;
        let amount = json!({ "minor": 2_500_030, "currency": "USD" });
        room.link("eli", "midi-pit", &json!({ "do": "pay_jackpot", "hit": 1, "amount": amount }));
        says_no_more(&room.sign, "#sign-head", "Jackpot pending").await;
        says_no_more(&guest, "#meters", "Jackpot pending").await;
        has(&guest, before + 2_500_030).await;
        room.staff.dealer(&room.table, "clear_table");
        assert_eq!(meter(&room.sign, "star").await, "$25,000.00");
        room.sign.close().await;
        guest.close().await;
    });
}

/// Four of a kind for two seats: the meter is split between them.
#[test]
fn an_eternal_jackpot_is_split() {
    with_browser(|guest| async move {
        let other = Browser::start().await;
        let mut room = Room::open(&[&guest, &other], ("co-rule-28", "eternal")).await;
        for (browser, spot) in [(&guest, "player"), (&other, "banker")] {
            browser.may_bet(spot).await;
            browser.puts(With::Mouse, 2_500, spot).await;
            browser.staked(spot, 2_500).await;
            browser.click("[name=spot][value=harmony]").await;
            browser.staked("harmony", 100).await;
        }
        room.staff.dealer(&room.table, "no_more_bets");
        says(&room.sign, "#sign-head", "$5,000.38", 1_000).await;
        room.staff.deals(&room.table, "8h 8h 8d 8d");
        for browser in [&guest, &other] {
            browser.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
        }
        for browser in [&guest, &other] {
            says(browser, "#meters", "Jackpot pending", 1_000).await;
        }
        says(&room.sign, "#sign-head", "Jackpot pending", 1_000).await;
        room.staff.dealer(&room.table, "settle");
        let table = room.table.number;
        room.link("dan", "eternal-pit", &json!({ "do": "hit_jackpot", "table": table }));
        let hands = json!({ "player": ["8h", "8d"], "banker": ["8h", "8d"] });
        room.link("fay", "eternal-pit", &json!({ "do": "verify", "hit": 1, "hands": hands }));
        let before = [balance(&guest).await, balance(&other).await];
        let amount = json!({ "minor": 500_038, "currency": "USD" });
        room.link("eli", "eternal-pit", &json!({ "do": "pay_jackpot", "hit": 1, "amount": amount }));
        for (browser, before) in [&guest, &other].into_iter().zip(before) {
            has(browser, before + 250_019).await;
            says_no_more(browser, "#meters", "Jackpot pending").await;
        }
        says_no_more(&room.sign, "#sign-head", "Jackpot pending").await;
        room.staff.dealer(&room.table, "clear_table");
        room.sign.close().await;
        other.close().await;
        guest.close().await;
    });
}
