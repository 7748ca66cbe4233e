//! A day of the house: a second factor is set up, refusals are found, a report is printed, and the day is closed.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::axe::Eyes;
use crate::browser::with_browser;
use crate::floor::Floor;
use crate::house::{comes_in, goes_out, round_under_way, says};
use crate::sound_pages::fits;
use crate::staff::{PASSWORD, Staff};

/// The code of a second factor's secret in a time step of thirty seconds.
pub fn code_at(secret: &str, step: u64) -> String {
    let letters = secret.bytes().map(|letter| match letter {
        b'A'..=b'Z' => letter - b'A',
        _ => letter - b'2' + 26,
    });
    let bits: String = letters.map(|five| format!("{five:05b}")).collect();
    let bytes = bits.as_bytes().chunks_exact(8).map(|bits| std::str::from_utf8(bits).unwrap());
    let bytes: Vec<u8> = bytes.map(|bits| u8::from_str_radix(bits, 2).unwrap()).collect();
    let secret = totp_rs::Secret::new_stack(<[u8; 20]>::try_from(bytes).unwrap());
    let generator = totp_rs::Builder::new().with_secret(secret).build().unwrap();
    generator.generate(step * 30).to_string()
}

/// The time step of now.
pub fn step_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 30
}

/// Somebody sets up a second factor by the page: a wrong code is told, the right one gives recovery codes, and the next sign-in
/// asks for it. axe finds nothing on these pages and on the one for invitations.
#[test]
fn a_second_factor_is_set_up() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let _staff = Staff::come(&floor);
        let eyes = Eyes::open(&browser, &floor.at("/guides/ma-midi")).await;
        browser.open(&floor.at("/invitation")).await;
        eyes.look(&browser, "/invitation").await;
        comes_in(&browser, &floor, "fay").await;
        browser.open(&floor.at("/second-factor")).await;
        eyes.look(&browser, "/second-factor").await;
        browser.click("[name=ask][value=begin]").await;
        browser.shows("#secret").await;
        eyes.look(&browser, "/second-factor with its secret").await;
        let secret = browser.text("#secret").await;
        browser.fills("[name=code]", "000000").await;
        browser.click("[name=ask][value=confirm]").await;
        browser.shows("#wrong").await;
        assert_eq!(browser.text("#secret").await, secret, "the same secret is still to be confirmed");
        browser.fills("[name=code]", &code_at(&secret, step_now())).await;
        browser.click("[name=ask][value=confirm]").await;
        browser.shows(".recovery").await;
        assert!(browser.count(".recovery code").await >= 8);
        eyes.look(&browser, "recovery codes").await;
        browser.click("main a.button-primary").await;
        goes_out(&browser).await;
        browser.open(&floor.at("/sign-in")).await;
        browser.fills("[name=login]", "fay").await;
        browser.fills("[name=password]", PASSWORD).await;
        browser.click(".door-staff .button-primary").await;
        browser.shows("[name=code]").await;
        browser.close().await;
    });
}

/// Every table is closed and nothing waits, so the cashier closes the day: the trial balance goes into the record.
#[test]
fn the_day_is_closed() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        staff.hires("cal", "cashier");
        comes_in(&browser, &floor, "cal").await;
        browser.open(&floor.at("/cage")).await;
        says(&browser, ".closing", "1 table").await;
        assert_eq!(browser.count("form[action=\"/cage/close\"]").await, 0);
        // The table is closed as soon as its round lets it.
        let path = "/api/v1/tables/1/commands?as=floor";
        let began = std::time::Instant::now();
        while staff.asks("fay", "POST", path, &json!({ "do": "close_table" })).status != 200 {
            assert!(began.elapsed() < crate::browser::PATIENCE, "the table is never between two rounds");
        }
        browser.open(&floor.at("/cage")).await;
        let close = "form[action=\"/cage/close\"]";
        browser.click(&format!("{close} .button-primary")).await;
        crate::money::confirms(&browser).await;
        browser.open(&floor.at("/cage")).await;
        says(&browser, ".closing .tag", "cal").await;
        let told = staff.asks("sue", "GET", "/api/v1/streams/floor/entries?limit=1000", &Value::Null).body;
        assert!(told.contains("day_closed") && told.contains("trial_balance"), "{told}");
        browser.close().await;
    });
}

/// A search for refusals says who was refused what, by which clause; a round told in full is sound as well.
#[test]
fn refusals_say_who_was_refused() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let table = round_under_way(&mut staff);
        let path = format!("/api/v1/tables/{}/commands", table.number);
        let refused = staff.asks("dan", "POST", &path, &json!({ "do": "settle" }));
        assert_eq!(refused.status, 409);
        let code = refused.json()["code"].as_str().unwrap().to_owned();
        let eyes = Eyes::open(&browser, &floor.at("/guides/ma-midi")).await;
        comes_in(&browser, &floor, "sue").await;
        for words in [code.as_str(), "dan"] {
            browser.open(&floor.at(&format!("/surveillance?find={words}&by=refusal"))).await;
            says(&browser, ".hits", "Refused to dan, dealer").await;
            says(&browser, ".hits", &code).await;
        }
        assert_eq!(browser.count(".watch-more").await, 0, "all of the record was looked through");
        browser.open(&floor.at(&format!("/surveillance?find={}-1&by=round", table.number))).await;
        browser.click(".hits a").await;
        browser.shows(".told").await;
        eyes.look(&browser, "a round told in full").await;
        browser.close().await;
    });
}

/// On paper a report has its title, all its columns and no controls; nothing is cut off at the edge of a sheet.
#[test]
fn a_report_on_paper() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        round_under_way(&mut staff);
        comes_in(&browser, &floor, "eli").await;
        for report in ["shift", "exceptions", "meters", "trial_balance"] {
            browser.open(&floor.at(&format!("/reports?report={report}"))).await;
            browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).await;
            // A sheet of letter paper, on its side, within its margins.
            browser.size(960, 720).await;
            let cut = "return [...document.querySelectorAll('main table, main th, main td, main figure, h1')].filter((one) => { \
                       const box = one.getBoundingClientRect(); return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1); }) \
                       .map((one) => one.textContent.trim().slice(0, 40))";
            assert_eq!(browser.script(cut, vec![]).await, json!([]), "{report}");
            let shown = "return [...document.querySelectorAll('.staff-bar, .tabs, form, button')].filter((one) => one.getBoundingClientRect().height > 0).length";
            assert_eq!(browser.script(shown, vec![]).await, json!(0), "{report}: controls on paper");
            assert!(!browser.text("h1").await.is_empty());
            browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "" })).await;
            fits(&browser, report, 390).await;
        }
        browser.close().await;
    });
}
