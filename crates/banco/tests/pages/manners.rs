//! How a seat behaves beside its bets: keys, menus, sound, language, House Money, limits that somebody has set themself.

use fantoccini::key::Key;
use serde_json::json;

use crate::bets::Alone;
use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::seat::With;
use crate::staff::Staff;

/// Chooses something in the settings, as a person would.
async fn chooses(guest: &Browser, word: &str) {
    if guest.count("#settings[open]").await == 0 {
        guest.click("#settings > summary").await;
    }
    guest.click(&format!("#settings button[name=set][value=\"{word}\"]")).await;
    guest.until(word, &format!("return document.cookie.split(/[.=; ]/).includes('{word}') && document.readyState === 'complete'")).await;
}

/// Letters do nothing until somebody wants them to.
#[test]
fn letters_are_keys_for_those_who_want_it() {
    with_browser(|guest| async move {
        let _alone = Alone::sit(&guest, ("ma-midi", "default")).await;
        guest.may_bet("player").await;
        guest.press('p').await;
        chooses(&guest, "keys").await;
        guest.may_bet("player").await;
        assert_eq!(guest.stake("player").await, 0, "a letter was a key before anybody asked for it");
        guest.press('3').await;
        guest.press('p').await;
        guest.staked("player", 10_000).await;
        guest.press('u').await;
        guest.staked("player", 0).await;
        // Whoever types an amount types letters.
        guest.click("input[name=other]").await;
        guest.press('t').await;
        assert_eq!(
            guest.script("return document.querySelector('input[name=other]').value", vec![]).await,
            json!("t")
        );
        assert_eq!(guest.stake("tie").await, 0);
        guest.close().await;
    });
}

/// A menu closes by Escape, and the focus is where it was; on every kind of page.
#[test]
fn menus_close_by_escape() {
    with_browser(|guest| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        guest.sit(&floor, 1).await;
        for path in ["/tables/1", "/", "/tables/1/rules", "/odds", "/rounds", "/guides/ma-midi"] {
            guest.open(&floor.at(path)).await;
            guest.until("the page is there", "return document.readyState === 'complete'").await;
            guest.tab_to("#settings > summary").await;
            guest.press(Key::Enter).await;
            guest.shows("#settings[open]").await;
            guest.tab_to("#settings button").await;
            guest.press(Key::Escape).await;
            assert_eq!(guest.count("#settings[open]").await, 0, "{path}");
            let back = "return document.activeElement.matches('#settings > summary')";
            assert_eq!(guest.script(back, vec![]).await, json!(true), "{path}");
        }
        guest.close().await;
    });
}

/// Another language keeps what lies on the spots and how far somebody has scrolled.
#[test]
fn another_language_changes_words_alone() {
    with_browser(|guest| async move {
        let _alone = Alone::sit(&guest, ("ma-midi", "default")).await;
        guest.size(390, 700).await;
        guest.puts(With::Mouse, 2_500, "player").await;
        guest.staked("player", 2_500).await;
        guest.click("#settings > summary").await;
        guest.script("scrollTo(0, 120)", vec![]).await;
        let before = guest.script("return scrollY", vec![]).await;
        assert_eq!(before, json!(120));
        guest.script("document.querySelector('#settings button[value=\"zh-Hant\"]').click()", vec![]).await;
        guest
            .until(
                "Chinese",
                "return document.documentElement.lang === 'zh-Hant' && document.readyState === 'complete'",
            )
            .await;
        guest.staked("player", 2_500).await;
        guest.until("as far down as before", "return Math.abs(scrollY - 120) < 20").await;
        guest.close().await;
    });
}

/// Nothing is heard before somebody has touched the page, and nothing at all where they want none.
#[test]
fn sound_waits_for_a_hand() {
    with_browser(|guest| async move {
        let count = "window.sounds = 0; const Audio = window.AudioContext; window.AudioContext = class extends Audio { constructor(...all) { super(...all); window.sounds += 1; } };";
        guest.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": count })).await;
        let _alone = Alone::sit(&guest, ("ma-midi", "default")).await;
        guest.may_bet("player").await;
        guest.puts(With::Mouse, 2_500, "player").await;
        guest.staked("player", 2_500).await;
        assert_eq!(
            guest.script("return window.sounds", vec![]).await,
            json!(0),
            "sound is off until it is wanted"
        );
        chooses(&guest, "sound").await;
        guest.may_bet("player").await;
        guest.bet_unseen("tie").await;
        guest.staked("tie", 500).await;
        assert_eq!(
            guest.script("return window.sounds", vec![]).await,
            json!(0),
            "something was heard before a hand touched the page"
        );
        guest.puts(With::Mouse, 2_500, "player").await;
        guest.until("sound", "return window.sounds === 1").await;
        guest.close().await;
    });
}

impl Browser {
    /// Puts a chip on a spot as another tab would: this page is not touched.
    async fn bet_unseen(&self, spot: &str) {
        let table =
            self.script("return Number(document.querySelector('[data-table]').dataset.table)", vec![]).await;
        self.script("document.querySelector('input[name=minor]').checked = true", vec![]).await;
        let send = "const [table, spot, done] = arguments; const fields = new URLSearchParams(new FormData(document.getElementById('bets'))); \
                    fields.set('spot', spot); fields.set('minor', '500'); fields.set('key', 'another tab'); \
                    fetch(`/tables/${table}/do`, { method: 'POST', body: fields }).then(() => done(), () => done())";
        self.page.execute_async(send, vec![table, json!(spot)]).await.unwrap();
    }
}

/// Whoever wins House Money takes or presses it before third cards; whoever says nothing takes it.
#[test]
fn house_money_is_taken_or_pressed() {
    with_browser(|guest| async move {
        let mut alone = Alone::sit(&guest, ("ma-midi", "house-money-royal-9")).await;
        for press in [true, false] {
            guest.may_bet("player").await;
            guest.puts(With::Mouse, 2_500, "player").await;
            guest.staked("player", 2_500).await;
            guest.puts(With::Mouse, 500, "house-money").await;
            guest.staked("house-money", 500).await;
            alone.staff.dealer(&alone.table, "no_more_bets");
            alone.staff.deals(&alone.table, "2c 3d 2h Ks");
            alone.turns(&guest).await;
            guest.shows("[data-prompt=take_or_press] form:has([value=take_payout]) button").await;
            let asked = guest.text("[data-prompt=take_or_press]").await;
            assert!(asked.contains("15"), "what was won is told: {asked}");
            if press {
                guest
                    .click("[data-prompt=take_or_press] form:has([value=press_payout]) button[value=player]")
                    .await;
                guest.until("more lies on the hand", "return Number(document.querySelector('[name=spot][value=player]').dataset.stake) > 2500").await;
                assert_eq!(guest.stake("player").await, 2_500 + 750, "half of it may be pressed");
            } else {
                // The time is over: the house takes it for whoever says nothing.
                alone.staff.dealer(&alone.table, "take_payout");
                guest
                    .until(
                        "nothing is asked",
                        "return document.querySelector('[data-prompt=take_or_press]') === null",
                    )
                    .await;
                assert_eq!(guest.stake("player").await, 2_500);
            }
            alone.ends(&guest, "4c").await;
            guest.shows("#result [data-key=\"wager-house-money\"]").await;
            alone.staff.dealer(&alone.table, "clear_table");
        }
        guest.close().await;
    });
}

async fn sets_loss_limit(guest: &Browser, most: &str) {
    let form = "form:has([value=set_limit]):has([value=loss]):has([value=day])";
    guest.fills(&format!("{form} input[name=\"money.limit.most\"]"), most).await;
    guest.click(&format!("{form} button")).await;
}

/// Whether this is the most that somebody may lose in a day.
fn in_force(most: &str) -> String {
    format!(
        "return document.querySelector('tr:has([value=loss]):has([value=day]) td').textContent === '{most}' \
         && document.readyState === 'complete'"
    )
}

/// Whoever takes a break bets no more, whatever page is open, and nobody shortens it.
#[test]
fn a_break_holds_at_once() {
    with_browser(|guest| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let table = staff.put_up("ma-midi", "default");
        guest.come_in(&floor).await;
        guest.open(&floor.at(&format!("/tables/{}", table.number))).await;
        guest.sits_down(With::Mouse, "").await;
        staff.prepare(&table);
        guest.may_bet("player").await;
        guest.open(&floor.at("/account")).await;
        // Nothing happens without the tick.
        guest.click("form:has([value=cool_off]) button").await;
        assert_eq!(guest.count("main .banner").await, 0);
        guest.click("form:has([value=cool_off]) input[type=checkbox]").await;
        guest.click("form:has([value=cool_off]) button").await;
        guest
            .until(
                "the break",
                "return /on a break until/.test(document.querySelector('main .banner')?.textContent)",
            )
            .await;
        guest.open(&floor.at(&format!("/tables/{}", table.number))).await;
        guest.until("told why", "return /taking a break/.test(document.body.textContent)").await;
        let open = "return document.querySelector('[name=spot][value=player]:not([aria-disabled])') === null";
        guest.until("no bets", open).await;
        guest.close().await;
    });
}

/// A limit that somebody has set themself holds: they bring no more to a table than they may lose, and once that is gone
/// they are told why there is no more.
#[test]
fn own_limits_hold() {
    with_browser(|guest| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let table = staff.put_up("ma-midi", "default");
        guest.come_in(&floor).await;
        guest.open(&floor.at("/account")).await;
        sets_loss_limit(&guest, "100").await;
        guest.until("the limit", &in_force("$100.00")).await;
        // A looser one waits, and can be given up.
        sets_loss_limit(&guest, "500").await;
        guest.until("what waits", "return /[$]500[.]00 can be confirmed from/.test(document.querySelector('.limit-waits').textContent)").await;
        guest.until("what holds", &in_force("$100.00")).await;
        guest.click(".limit-waits form:has([value=withdraw_limit]) button").await;
        guest.until("nothing waits", "return document.querySelector('.limit-waits') === null").await;
        guest.open(&floor.at(&format!("/tables/{}", table.number))).await;
        guest.sits_down(With::Mouse, "").await;
        assert_eq!(guest.worth().await, 10_000);
        staff.prepare(&table);
        guest.may_bet("player").await;
        guest.puts(With::Mouse, 10_000, "player").await;
        guest.staked("player", 10_000).await;
        let mut alone = Alone { floor, staff, table };
        alone.round(&guest, "2c 9d Kh Ks").await;
        guest.shows("#result [data-key=\"wager-player\"]").await;
        alone.staff.dealer(&alone.table, "clear_table");
        guest.click("#chips > summary").await;
        guest.fills("#chips form:has([value=buy_in]) input[name=\"money.amount\"]", "25").await;
        guest.click("#chips form:has([value=buy_in]) button").await;
        guest
            .until(
                "told why",
                "return /may still be lost/.test(document.getElementById('alerts').textContent)",
            )
            .await;
        assert_eq!(guest.worth().await, 0);
        guest.close().await;
    });
}
