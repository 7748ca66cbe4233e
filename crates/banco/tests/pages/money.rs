//! Money that the staff moves: a double click moves it once, it is confirmed first, and it ends in a receipt.

use std::time::Duration;

use serde_json::{Value, json};

use crate::axe::Eyes;
use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::house::{comes_in, goes_out, says};
use crate::sound_pages::fits;
use crate::staff::{PASSWORD, Staff};

/// Presses a button twice, faster than any answer.
async fn presses_twice(browser: &Browser, css: &str) {
    browser.shows(css).await;
    let twice = "const button = document.querySelector(arguments[0]); button.click(); button.click();";
    browser.script(twice, vec![json!(css)]).await;
}

/// Confirms what the page asks, with a password where one is wanted.
pub async fn confirms(browser: &Browser) {
    browser.shows("dialog.confirm[data-armed]").await;
    if browser.count("dialog.confirm [name=proof-password]").await > 0 {
        browser.fills("dialog.confirm [name=proof-password]", PASSWORD).await;
    }
    presses_twice(browser, "dialog.confirm [data-confirm]").await;
    browser.shows("[data-receipt]").await;
}

/// Unfolds an order, fills it in, presses twice, and confirms twice as well.
async fn does_twice(browser: &Browser, act: &str, fields: &[(&str, &str)]) {
    browser.click(&format!("{act} > summary")).await;
    for (name, text) in fields {
        browser.fills(&format!("{act} [name=\"{name}\"]"), text).await;
    }
    presses_twice(browser, &format!("{act} form .button-primary")).await;
    // Where nothing is asked, two presses are two movements of money: the count below says so.
    for _ in 0..40 {
        if browser.count("dialog.confirm[data-armed]").await > 0 {
            assert_eq!(browser.count("dialog.confirm").await, 1);
            confirms(browser).await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// How many entries of a stream have these words.
fn entries(staff: &mut Staff, stream: &str, words: &str) -> usize {
    let path = format!("/api/v1/streams/{stream}/entries?limit=1000");
    staff.asks("sue", "GET", &path, &Value::Null).body.matches(words).count()
}

/// The number of somebody's account.
fn account_of(staff: &mut Staff, name: &str) -> u64 {
    let all = staff.must("cal", "GET", "/api/v1/accounts", &Value::Null);
    let all = all["items"].as_array().or(all.as_array()).unwrap().clone();
    let own = all.iter().find(|one| one["owner"]["name"] == name).unwrap();
    own["owner"]["person"]["person"].as_u64().or(own["owner"]["person"].as_u64()).unwrap()
}

#[test]
fn a_double_click_moves_money_once() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        staff.hires("cal", "cashier");
        let table = staff.put_up("ma-midi", "default");
        staff.seats_guest(&table, "Gus", 1);
        let gus = account_of(&mut staff, "Gus");
        comes_in(&browser, &floor, "cal").await;
        let account = format!("account/{gus}");
        for (order, words) in [("deposit", "\"deposited\""), ("pay_out", "\"paid_out\"")] {
            browser.open(&floor.at(&format!("/cage?account={gus}"))).await;
            let act = format!(".account .act[data-key$=\"-{order}\"]");
            let before = entries(&mut staff, &account, words);
            does_twice(&browser, &act, &[("money.amount", "500")]).await;
            assert_eq!(entries(&mut staff, &account, words), before + 1, "{order}");
        }
        goes_out(&browser).await;
        comes_in(&browser, &floor, "fay").await;
        let page = floor.at(&format!("/floor/tables/{}", table.number));
        let stream = format!("table/{}", table.number);
        browser.open(&page).await;
        does_twice(&browser, ".act[data-key$=\"-fill_tray\"]", &[("money.amount", "500")]).await;
        assert_eq!(entries(&mut staff, &stream, "\"tray_filled\""), 1, "a fill");
        browser.open(&page).await;
        does_twice(&browser, ".act[data-key$=\"-promote\"]", &[("money.amount", "25")]).await;
        assert_eq!(entries(&mut staff, &stream, "\"promotion_given\""), 1, "promotional chips");
        browser.close().await;
    });
}

/// A payment shows its amount and both balances before it is made, and a receipt afterward: it opens again by its number,
/// goes onto one sheet, and is not for everybody.
#[test]
fn a_payment_is_confirmed_and_ends_in_a_receipt() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        staff.hires("cal", "cashier");
        let table = staff.put_up("ma-midi", "default");
        staff.seats_guest(&table, "Gus", 1);
        let gus = account_of(&mut staff, "Gus");
        let eyes = Eyes::open(&browser, &floor.at("/guides/ma-midi")).await;
        comes_in(&browser, &floor, "cal").await;
        browser.open(&floor.at(&format!("/cage?account={gus}"))).await;
        let before = browser.text("#account-balance").await;
        let act = ".account .act[data-key$=\"-pay_out\"]";
        browser.click(&format!("{act} > summary")).await;
        browser.fills(&format!("{act} [name=\"money.amount\"]"), "1,250.50").await;
        browser.click(&format!("{act} form .button-primary")).await;
        says(&browser, "dialog.confirm", "$1,250.50").await;
        says(&browser, "dialog.confirm", &before).await;
        says(&browser, "dialog.confirm", "Gus").await;
        // Another thought: nothing has happened, and the form can be sent once more with another amount.
        browser.press(fantoccini::key::Key::Escape).await;
        browser.until("no dialog", "return document.querySelector('dialog.confirm') === null").await;
        browser.fills(&format!("{act} [name=\"money.amount\"]"), "100").await;
        browser.click(&format!("{act} form .button-primary")).await;
        says(&browser, "dialog.confirm", "$100.00").await;
        browser.shows("dialog.confirm[data-armed]").await;
        // A wrong password pays nothing out, and the question stays.
        browser.fills("dialog.confirm [name=proof-password]", "not my password at all").await;
        browser.click("dialog.confirm [data-confirm]").await;
        browser.shows("dialog.confirm .form-refused").await;
        tokio::time::sleep(Duration::from_millis(600)).await;
        confirms(&browser).await;
        let number =
            browser.script("return document.querySelector('[data-receipt]').dataset.receipt", vec![]).await;
        let number = number.as_str().unwrap().to_owned();
        for words in ["Pay out", "$100.00", "Gus", "cal", &before, &number] {
            says(&browser, "[data-receipt]", words).await;
        }
        eyes.look(&browser, "a receipt").await;
        fits(&browser, "a receipt", 390).await;
        browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).await;
        let printed =
            browser.devtools("Page.printToPDF", json!({ "paperWidth": 8.5, "paperHeight": 11 })).await;
        let pdf = printed["data"].as_str().unwrap();
        assert!(pdf.len() > 1_000, "nothing was printed");
        browser.size(720, 960).await;
        let high =
            "return document.querySelector('[data-receipt]').getBoundingClientRect().bottom <= innerHeight";
        assert_eq!(browser.script(high, vec![]).await, json!(true), "a receipt is one sheet");
        browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "" })).await;
        let path = format!("/receipts/{number}");
        browser.open(&floor.at(&path)).await;
        says(&browser, "[data-receipt]", "$100.00").await;
        goes_out(&browser).await;
        comes_in(&browser, &floor, "dan").await;
        browser.open(&floor.at(&path)).await;
        assert_eq!(browser.count("[data-receipt]").await, 0, "receipts are not for dealers");
        browser.close().await;
    });
}

/// The cage opens an account for somebody whose document it has checked; a fresh proof is there.
pub async fn opens_patron(browser: &Browser) {
    let form = ".open-patron form";
    let fields = [("name", "Pia Ann Player"), ("login", "pia-player"), ("id_number", "X1234567")];
    for (name, text) in fields {
        browser.fills(&format!("{form} [name={name}]"), text).await;
    }
    let born = "document.querySelector('.open-patron [name=date_of_birth]').value = '1990-12-10'";
    browser.script(born, vec![]).await;
    if browser.count(&format!("{form} [name=proof-password]")).await > 0 {
        browser.fills(&format!("{form} [name=proof-password]"), PASSWORD).await;
    }
    presses_twice(browser, &format!("{form} .button-primary")).await;
    browser.shows("#secret").await;
}

#[test]
fn a_patron_is_opened_once_and_found_again() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        staff.hires("cal", "cashier");
        let eyes = Eyes::open(&browser, &floor.at("/guides/ma-midi")).await;
        comes_in(&browser, &floor, "cal").await;
        browser.open(&floor.at("/cage")).await;
        browser.click(".open-patron > summary").await;
        opens_patron(&browser).await;
        assert_eq!(entries(&mut staff, "people", "patron_opened"), 1);
        browser.click(".money-keys a").await;
        for words in ["Pia Ann Player", "1990-12-10", "4567", "$0.00"] {
            says(&browser, ".account", words).await;
        }
        browser.open(&floor.at("/cage?find=ann+player")).await;
        says(&browser, ".account", "Pia Ann Player").await;
        eyes.look(&browser, "a patron at the cage").await;
        fits(&browser, "a patron at the cage", 390).await;
        browser.close().await;
    });
}
