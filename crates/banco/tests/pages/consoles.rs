//! The dealer's console beside a usual round: results without cards, spoken wagers, how much it says, and jackpots from START GAME
//! to END GAME.

use std::time::Duration;

use serde_json::{Value, json};

use crate::axe::Eyes;
use crate::browser::{Browser, with_browser};
use crate::dealers::{House, Pad, bets, comes_to_work, look};
use crate::house::{comes_in, says};

/// The console says why something was refused.
async fn is_refused(pad: &Pad<'_>, words: &str) {
    let said = format!(
        "const note = document.getElementById('refused'); return !note.hidden && note.textContent.includes({})",
        json!(words)
    );
    pad.browser.until(&format!("refused: {words}"), &said).await;
}

/// A new Midi shoe by pages alone: two dealers at two consoles, the floor's verification on the floor's console, the cut at a seat.
#[test]
fn a_shoe_is_made_ready_by_pages_alone() {
    with_browser(|dealer| async move {
        let (guest, dora, fay) = (Browser::start().await, Browser::start().await, Browser::start().await);
        let mut pad = Pad::at(&dealer, ("ma-midi", "default"), &[&guest]).await;
        comes_to_work(&dora, &pad.floor, "dora").await;
        dora.open(&pad.floor.at(&format!("/dealer/{}", pad.table.number))).await;
        dora.shows("[data-script=on] [data-dealer]").await;
        comes_in(&fay, &pad.floor, "fay").await;
        pad.house = Some(House { dora: &dora, fay: &fay, guest: &guest });
        pad.prepares().await;
        let seen = pad.sees();
        assert_eq!((&seen["turn"]["phase"], &seen["shoe"]["left"]), (&json!("betting"), &json!(414)));
        for browser in [guest, dora, fay] {
            browser.close().await;
        }
        dealer.close().await;
    });
}

/// Where no cards are recorded, the keys of a scoreboard record a result: toggles, Enter, counts, Enter. What does not agree with
/// itself or with the drawing rules is refused; sign and seat say that the result is unverified.
#[test]
fn a_result_by_the_keys_of_a_scoreboard() {
    with_browser(|dealer| async move {
        let (guest, sign) = (Browser::start().await, Browser::start().await);
        let mut pad = Pad::at(&dealer, ("ma-midi", "default"), &[&guest]).await;
        let page = pad.floor.at(&format!("/dealer/{}", pad.table.number));
        let eyes = Eyes::open(&dealer, &page).await;
        dealer.open(&page).await;
        pad.results_only = true;
        pad.prepares().await;
        assert_eq!(pad.sees()["shoe"]["source"], "result_only");
        bets(&guest, "player", 2_500).await;
        pad.asks("no_more_bets").await;
        pad.pads("1").await;
        pad.asks("record_result").await;
        look(&eyes, &pad, "a console where results alone are recorded").await;
        let pressed =
            "return [...document.querySelectorAll('[data-result] :checked')].map((one) => one.value)";
        pad.pads("24-").await;
        assert_eq!(dealer.script(pressed, vec![]).await, json!(["banker"]), "minus takes the last key back");
        pad.pads("87").await;
        assert_eq!(dealer.script(pressed, vec![]).await, json!([]), "seven clears");
        pad.pads("E").await;
        assert_eq!(
            dealer.script(pressed, vec![]).await,
            json!([]),
            "nothing goes on before somebody has won"
        );
        pad.pads("25E74E").await;
        is_refused(&pad, "another result").await;
        pad.pads("1E74E").await;
        is_refused(&pad, "the Banker's hand would have drawn").await;
        assert_eq!(pad.sees()["results"], json!([]));
        pad.pads("15E74E").await;
        pad.settles().await;
        let seen = pad.sees();
        assert_eq!(seen["results"].as_array().unwrap().len(), 1);
        assert_eq!(seen["results"][0]["outcome"], "player");
        sign.size(1920, 1080).await;
        sign.open(&pad.floor.at(&format!("/tables/{}/sign", pad.table.number))).await;
        says(&sign, "#sign-foot", "unverified").await;
        says(&guest, "#roads", "unverified").await;
        for browser in [sign, guest, dealer] {
            browser.close().await;
        }
    });
}

/// Somebody calls a wager out with cash; it lies there once the dealer has confirmed it, and the other is none.
#[test]
fn a_spoken_wager_is_confirmed_or_not() {
    with_browser(|dealer| async move {
        let mut pad = Pad::at(&dealer, ("ma-midi", "default"), &[]).await;
        pad.staff.seats_guest(&pad.table, "Gus", 3);
        pad.prepares().await;
        for (taken, lies) in [(false, 0), (true, 1)] {
            let amount = json!({ "minor": 5_000, "currency": "USD" });
            let speaks = json!({ "do": "speak_wager", "spot": "banker", "amount": amount });
            pad.staff.says("Gus", &pad.table, &speaks);
            pad.asks("confirm_spoken").await;
            let panel = dealer.text("[data-prompt=confirm_spoken]").await;
            assert!(panel.contains("seat 3") && panel.contains("$50"), "{panel}");
            let key = format!(
                "return document.querySelector('[data-prompt=confirm_spoken] [value={taken}]').dataset.pad"
            );
            let key = dealer.script(&key, vec![]).await;
            pad.pads(key.as_str().unwrap()).await;
            dealer
                .until(
                    "it is answered",
                    "return document.querySelector('[data-prompt=confirm_spoken]') === null",
                )
                .await;
            assert_eq!(pad.sees()["wagers"].as_array().unwrap().len(), lies);
            // Two answers about money within half a second count as a double press.
            tokio::time::sleep(Duration::from_millis(600)).await;
        }
        assert_eq!(pad.sees()["wagers"][0]["stake"]["chips"]["minor"], 5_000);
        dealer.close().await;
    });
}

async fn assist(pad: &Pad<'_>, how: &str) {
    pad.browser.click("#assist > summary").await;
    pad.browser.click(&format!("#assist [name=assist][value={how}]")).await;
    pad.browser.until("the choice is kept", &format!("return document.querySelector('#assist [value={how}]')?.getAttribute('aria-pressed') === 'true'")).await;
    pad.browser.shows("[data-script=on] [data-dealer]").await;
}

/// With assist off a wrong call is stopped without the answer, and a right one is not commented on; with guidance the answer stands
/// there before anybody calls, and no call is asked for.
#[test]
fn assist_says_as_much_as_the_dealer_wants() {
    with_browser(|dealer| async move {
        let guest = Browser::start().await;
        let mut pad = Pad::at(&dealer, ("ma-midi", "default"), &[&guest]).await;
        pad.prepares().await;
        for how in ["off", "guide"] {
            assist(&pad, how).await;
            bets(&guest, "banker", 2_500).await;
            pad.asks("no_more_bets").await;
            pad.pads("1").await;
            pad.enters("2c Td 3d 3c").await;
            guest.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
            if how == "off" {
                pad.calls("player", "2").await;
                dealer.shows(".agree-stop").await;
                let stopped = dealer.text("#work").await;
                assert!(stopped.contains("Stopped") && !stopped.contains("draws on 5"), "{stopped}");
                pad.calls("player", "1").await;
                pad.asks("card_due").await;
                assert_eq!(dealer.count(".agree").await, 0, "nothing is said about a right call");
            } else {
                pad.asks("card_due").await;
                assert_eq!(dealer.count("[data-call]").await, 0, "no call is asked for");
                let said = dealer.text(".agree").await;
                assert!(said.contains("Player draws on 5") && said.contains("10(b)"), "{said}");
            }
            pad.enters("7h").await;
            if how == "off" {
                pad.calls("banker", "1").await;
            }
            pad.enters("4s").await;
            guest.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
            if how == "off" {
                pad.calls("result", "2").await;
            }
            pad.settles().await;
            pad.pads("1").await;
        }
        guest.close().await;
        dealer.close().await;
    });
}

/// Where one player deals to the others, the panel collects for the bank from the action button on, and settling does just that.
#[test]
fn pays_between_players() {
    with_browser(|dealer| async move {
        let mut pad = Pad::at(&dealer, ("ca-21st-century", "default"), &[]).await;
        for (name, seat) in [("Ann", 1), ("Bob", 2), ("Cy", 3)] {
            pad.staff.seats_guest(&pad.table, name, seat);
        }
        pad.prepares().await;
        pad.asks("offer_bank").await;
        pad.pads("1").await;
        let cover = json!({ "minor": 50_000, "currency": "USD" });
        pad.staff.says("Ann", &pad.table, &json!({ "do": "accept_bank" }));
        pad.staff.says("Ann", &pad.table, &json!({ "do": "wager_bank", "amount": cover }));
        for name in ["Bob", "Cy"] {
            pad.staff.bets(name, &pad.table, &[("player-line", 2_500)]);
        }
        pad.asks("no_more_bets").await;
        dealer.click("[data-prompt=no_more_bets] button").await;
        pad.enters("2h 3c 3d 4c 5h").await;
        pad.asks("settle").await;
        let blocks = "return [...document.querySelectorAll('[data-block]')].map((block) => \
                      [block.dataset.block, [...block.querySelectorAll('[data-seat]')].map((seat) => Number(seat.dataset.seat))])";
        assert_eq!(dealer.script(blocks, vec![]).await, json!([["collect", [3, 2]]]));
        let panel = dealer.text("[data-block=collect]").await;
        assert!(panel.contains("To the bank $50"), "{panel}");
        pad.settles().await;
        let books = pad.staff.sees(&pad.table, "floor")["books"]["people"].clone();
        let chips = |name: &str| {
            let one = books.as_array().unwrap().iter().find(|one| one["who"]["name"] == name).unwrap();
            one["chips"]["minor"].as_i64().unwrap()
        };
        assert_eq!(
            chips("Ann") - chips("Bob"),
            5_000 + 2_500 - 100,
            "two bets won, one lost, one dollar more collection"
        );
        dealer.close().await;
    });
}

/// A key of the progressive pad that can be pressed, by its words.
async fn pad_key(dealer: &Browser, words: &str) {
    let ready = format!(
        "const key = [...document.querySelectorAll('.royal-keys button')].find((one) => one.textContent === {}); \
         if (!key || key.disabled) return false; key.click(); return true",
        json!(words)
    );
    dealer.until(&format!("{words} can be pressed"), &ready).await;
}

/// A supervisor looks at the cards and another person pays.
async fn is_paid(fay: &Browser, eli: &Browser, (link, card): (&str, &str), (player, banker): (&str, &str)) {
    let verify = format!("{card} [data-key=\"act-link-{link}-verify\"]");
    fay.click(&format!("{verify} > summary")).await;
    fay.fills(&format!("{verify} [name=\"cards.hands.player\"]"), player).await;
    fay.fills(&format!("{verify} [name=\"cards.hands.banker\"]"), banker).await;
    fay.click(&format!("{verify} form .button-primary")).await;
    eli.shows(&format!("{card} [value=pay_jackpot]")).await;
    let page = eli.page.current_url().await.unwrap();
    eli.click(&format!("{card} .order:has([value=pay_jackpot]) button")).await;
    crate::money::confirms(eli).await;
    eli.open(page.as_str()).await;
    eli.until("it is paid", &format!("return document.querySelector({}) === null", json!(card))).await;
}

/// The dealer's whole part of Eternal on the console: START GAME, the cards, the calls, HIT JACKPOT, the pays, and END GAME, which
/// waits until two people have paid.
#[test]
fn eternal_from_start_game_to_end_game() {
    with_browser(|dealer| async move {
        let (fay, eli) = (Browser::start().await, Browser::start().await);
        let mut pad = Pad::at(&dealer, ("co-rule-28", "eternal"), &[]).await;
        pad.staff.seats_guest(&pad.table, "Gus", 1);
        pad.prepares().await;
        pad.staff.bets("Gus", &pad.table, &[("player", 2_500), ("harmony", 100)]);
        comes_in(&fay, &pad.floor, "fay").await;
        comes_in(&eli, &pad.floor, "eli").await;
        let words =
            "return [...document.querySelectorAll('.royal-keys button')].map((one) => one.textContent)";
        let [start, hit, .., end] =
            &serde_json::from_value::<Vec<String>>(dealer.script(words, vec![]).await).unwrap()[..]
        else {
            panic!("the pad has four keys")
        };
        pad_key(&dealer, start).await;
        pad.enters("8h 8h 8d 8d").await;
        pad.staff.says("Gus", &pad.table, &json!({ "do": "turn_cards" }));
        pad.calls("player", "3").await;
        pad.calls("result", "3").await;
        pad.settles().await;
        let refused = pad.staff.asks(
            "dan",
            "POST",
            &format!("/api/v1/tables/{}/commands", pad.table.number),
            &json!({ "do": "clear_table" }),
        );
        assert_eq!(refused.status, 409, "a jackpot of the round is not claimed: {}", refused.body);
        pad_key(&dealer, hit).await;
        says(&dealer, ".pad-jackpot", "is claimed").await;
        let card = "[data-matter=\"link/eternal-pit/hit/1\"]";
        is_paid(&fay, &eli, ("eternal-pit", card), ("8h 8d", "8h 8d")).await;
        pad_key(&dealer, end).await;
        dealer
            .until("the next hand", "return document.querySelector('#now').textContent.includes('Wagers')")
            .await;
        assert_eq!(pad.sees()["turn"]["phase"], "betting");
        for browser in [fay, eli, dealer] {
            browser.close().await;
        }
    });
}

/// Royal 9: the dealer selects seat and hand, and only then HIT JACKPOT can be pressed.
#[test]
fn seat_and_hand_are_selected_before_hit_jackpot() {
    with_browser(|dealer| async move {
        let (fay, eli) = (Browser::start().await, Browser::start().await);
        let mut pad = Pad::at(&dealer, ("ma-midi", "house-money-royal-9"), &[]).await;
        pad.staff.seats_guest(&pad.table, "Gus", 1);
        pad.prepares().await;
        pad.staff.bets("Gus", &pad.table, &[("player", 2_500), ("royal-9", 500)]);
        comes_in(&fay, &pad.floor, "fay").await;
        comes_in(&eli, &pad.floor, "eli").await;
        pad.asks("no_more_bets").await;
        pad.pads("1").await;
        pad.enters("Ks Ks 9h 9h").await;
        pad.staff.says("Gus", &pad.table, &json!({ "do": "turn_cards" }));
        pad.calls("player", "3").await;
        pad.calls("result", "3").await;
        let hit = "form:has([value=hit_jackpot]) button";
        assert_eq!(dealer.count(&format!("{hit}:not([disabled])")).await, 0, "nothing is selected");
        let select = "form:has([name=do][value=select])";
        let line = "Personal King-9 vs. Personal King-9";
        dealer
            .script("document.querySelector('[name=\"text.line\"]').value = arguments[0]", vec![json!(line)])
            .await;
        dealer.click(&format!("{select} button")).await;
        says(&dealer, ".pad-selected", line).await;
        dealer.click(&format!("{hit}:not([disabled])")).await;
        says(&dealer, ".pad-jackpot", "is claimed").await;
        pad.settles().await;
        let card = "[data-matter=\"link/midi-pit/hit/1\"]";
        is_paid(&fay, &eli, ("midi-pit", card), ("Ks 9h", "Ks 9h")).await;
        pad.pads("1").await;
        let seen: Value = pad.sees();
        assert_eq!(seen["turn"]["phase"], "betting", "{}", seen["turn"]);
        for browser in [fay, eli, dealer] {
            browser.close().await;
        }
    });
}
