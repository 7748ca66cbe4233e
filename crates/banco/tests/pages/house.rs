//! The house's own pages: who sees which, and what takes two people in two browsers.

use serde_json::{Value, json};

use crate::axe::Eyes;
use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::money::confirms;
use crate::sound_pages::fits;
use crate::staff::{Dealt, PASSWORD, Staff};

/// Every section with where it begins, and the roles that see it.
const SECTIONS: [(&str, &[&str]); 5] = [
    ("/floor", &["floor", "executive"]),
    ("/cage", &["cashier"]),
    ("/surveillance", &["surveillance", "auditor"]),
    ("/reports", &["floor", "executive", "surveillance", "auditor"]),
    ("/admin", &["administrator"]),
];

/// Who is what.
const WHO: [(&str, &str); 7] = [
    ("dan", "dealer"),
    ("fay", "floor"),
    ("eli", "executive"),
    ("cal", "cashier"),
    ("sue", "surveillance"),
    ("ann", "auditor"),
    ("bea", "administrator"),
];

/// Somebody of the house comes in by the door.
pub async fn comes_in(browser: &Browser, floor: &Floor, login: &str) {
    browser.open(&floor.at("/sign-in")).await;
    browser.fills("[name=login]", login).await;
    browser.fills("[name=password]", PASSWORD).await;
    browser.click(".door-staff .button-primary").await;
    browser.shows("form[action=\"/sign-out\"]").await;
}

pub async fn goes_out(browser: &Browser) {
    browser.click("#account > summary").await;
    browser.click("form[action=\"/sign-out\"] button").await;
    browser.shows("form[action=\"/guest\"], a[href^=\"/sign-in\"]").await;
}

/// Waits until something says these words.
pub async fn says(browser: &Browser, css: &str, words: &str) {
    let says = format!(
        "return document.querySelector({})?.textContent.includes({}) ?? false",
        json!(css),
        json!(words)
    );
    browser.until(&format!("{css} says {words}"), &says).await;
}

async fn status(browser: &Browser, path: &str) -> u64 {
    let script = "const [path, done] = arguments; fetch(path, { headers: { Accept: 'text/html' }, redirect: 'manual' }).then((answer) => done(answer.status || 303), () => done(0));";
    browser.page.execute_async(script, vec![json!(path)]).await.unwrap().as_u64().unwrap()
}

/// A round at a table of Midi in which cards are out and somebody has wagered.
pub fn round_under_way(staff: &mut Staff) -> Dealt {
    let table = staff.put_up("ma-midi", "default");
    staff.seats_guest(&table, "Gus", 1);
    staff.prepare(&table);
    staff.bets("Gus", &table, &[("player", 10_000), ("tie", 1_000)]);
    staff.dealer(&table, "no_more_bets");
    staff.deals(&table, "6c 2d");
    table
}

async fn asks_for_void(fay: &Browser, floor: &Floor, table: &Dealt) {
    fay.open(&floor.at(&format!("/floor/tables/{}", table.number))).await;
    let act = format!("[data-key=\"act-table-{}-ask\"]", table.number);
    // The first of the orders of that name is the void.
    fay.click(&format!("{act} > summary")).await;
    fay.fills(&format!("{act} [name=\"text.wanted.reason\"]"), "the shoe was knocked over").await;
    fay.click(&format!("{act} form .button-primary")).await;
}

/// Roles see their own sections in the bar and by their address, and are turned away everywhere else.
#[test]
fn every_role_sees_its_pages_and_no_other() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        staff.hires("cal", "cashier");
        staff.hires("ann", "auditor");
        for (login, role) in WHO {
            comes_in(&browser, &floor, login).await;
            let own: Vec<&str> =
                SECTIONS.iter().filter(|(_, roles)| roles.contains(&role)).map(|(path, _)| *path).collect();
            let here = browser.script("return location.pathname", vec![]).await;
            if let Some(first) = own.first() {
                assert_eq!(here, json!(first), "{role} begins at the first page of their own");
            }
            let bar = "return [...document.querySelectorAll('.staff-nav a, .site-nav a')].map((link) => link.getAttribute('href'))";
            let bar: Vec<String> = serde_json::from_value(browser.script(bar, vec![]).await).unwrap();
            for (path, _) in SECTIONS {
                let sees = own.contains(&path);
                assert_eq!(status(&browser, path).await, if sees { 200 } else { 403 }, "{role} {path}");
                assert_eq!(bar.iter().any(|link| link == path), sees, "{role} {path} in {bar:?}");
            }
            goes_out(&browser).await;
        }
        browser.come_in(&floor).await;
        for (path, _) in SECTIONS {
            assert_eq!(status(&browser, path).await, 403, "a guest at {path}");
        }
        browser.close().await;
    });
}

/// Whoever asks for a void cannot approve it; somebody else can, with a proof, and sees before and after.
#[test]
fn a_void_takes_two_people() {
    with_browser(|fay| async move {
        let eli = Browser::start().await;
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let table = round_under_way(&mut staff);
        comes_in(&fay, &floor, "fay").await;
        asks_for_void(&fay, &floor, &table).await;
        says(&fay, "#matters", "the shoe was knocked over").await;
        says(&fay, "#matters .why-not", "another person must").await;
        assert_eq!(
            fay.count("#matters [name=answer][value=approve]").await,
            0,
            "nobody approves their own void"
        );
        comes_in(&eli, &floor, "eli").await;
        let card = format!("[data-matter=\"table/{}/request/1\"]", table.number);
        says(&eli, &card, "Void the round").await;
        let changes = eli.text(&format!("{card} .approve-table")).await;
        assert!(
            changes.contains("$100") && changes.contains("$1,000") && changes.contains("$890"),
            "{changes}"
        );
        // A wrong password approves nothing.
        eli.fills(&format!("{card} .approve-form [name=proof-password]"), "not my password at all").await;
        eli.click(&format!("{card} [name=answer][value=approve]")).await;
        eli.shows(&format!("{card} .form-refused")).await;
        assert_eq!(staff.sees(&table, "floor")["turn"]["phase"], "dealing");
        eli.fills(&format!("{card} .approve-form [name=proof-password]"), PASSWORD).await;
        eli.click(&format!("{card} [name=answer][value=approve]")).await;
        eli.until("the request is gone", &format!("return document.querySelector({}) === null", json!(card)))
            .await;
        let seen = staff.sees(&table, "floor");
        assert_ne!(seen["turn"]["phase"], "dealing", "the round is void");
        assert_eq!(seen["books"]["people"][0]["chips"]["minor"], 100_000, "every wager went back");
        eli.close().await;
        fay.close().await;
    });
}

/// Nobody answers in time: the card says so, and nothing has changed.
#[test]
fn an_approval_runs_out() {
    with_browser(|fay| async move {
        let eli = Browser::start().await;
        let floor = Floor::with(&[("DEMO_TABLES", "1"), ("APPROVAL_SECONDS", "6")]);
        let mut staff = Staff::come(&floor);
        let table = round_under_way(&mut staff);
        comes_in(&fay, &floor, "fay").await;
        comes_in(&eli, &floor, "eli").await;
        asks_for_void(&fay, &floor, &table).await;
        let card = format!("[data-matter=\"table/{}/request/1\"]", table.number);
        eli.shows(&format!("{card} [name=answer][value=approve]")).await;
        eli.until(
            "seconds are left",
            &format!(
                "return /0:0[1-6]/.test(document.querySelector('{card} [data-until]')?.textContent ?? '')",
                card = card.replace('"', "\\\"")
            ),
        )
        .await;
        says(&eli, &card, "Nobody answered in time").await;
        assert_eq!(eli.count(&format!("{card} [name=answer]")).await, 0, "what has run out is not answered");
        assert_eq!(staff.sees(&table, "floor")["turn"]["phase"], "dealing");
        eli.close().await;
        fay.close().await;
    });
}

/// Twelve tables on one screen; an alarm stands out, is the oldest first, and somebody says that they know of it.
#[test]
fn twelve_tables_at_a_glance() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        let mut staff = Staff::come(&floor);
        comes_in(&browser, &floor, "fay").await;
        browser.size(1280, 800).await;
        let inside = "return [...document.querySelectorAll('.pit-tile')].filter((tile) => { const box = tile.getBoundingClientRect(); return box.bottom <= innerHeight && box.right <= innerWidth && box.height > 40; }).length";
        assert_eq!(browser.script(inside, vec![]).await, json!(12));
        for table in [3, 5] {
            staff.must(
                "fay",
                "POST",
                &format!("/api/v1/tables/{table}/commands"),
                &json!({ "do": "hold", "reason": format!("Spill at {table}") }),
            );
            says(&browser, "#matters", &format!("Spill at {table}")).await;
        }
        let order = "return [...document.querySelectorAll('#matters [data-matter$=\"/hold\"]')].map((card) => card.dataset.matter)";
        assert_eq!(
            browser.script(order, vec![]).await,
            json!(["table/3/hold", "table/5/hold"]),
            "oldest first"
        );
        says(&browser, ".side-head", "2 alerts").await;
        browser.click("[data-matter=\"table/3/hold\"] .known button").await;
        says(&browser, "[data-matter=\"table/3/hold\"] .known", "fay knows of it").await;
        browser.click("[data-matter=\"table/3/hold\"] .order button").await;
        browser
            .until("play goes on", "return document.querySelector('[data-matter=\"table/3/hold\"]') === null")
            .await;
        browser.close().await;
    });
}

/// A change that needs thirty minutes' notice: refused before the notice and while it runs, with the time that is left.
#[test]
fn a_change_waits_for_its_notice() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let own = std::fs::read_to_string(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../rulebooks/ma-midi/submission.toml"
        ));
        let own = own.unwrap();
        let other = own
            .replace("[options]\n", "[options]\nreshuffle = \"after-lacing\"\n")
            .replace("five percent", "with a reshuffle");
        // Terms change while a table is closed, so nobody opens it.
        for (text, pit) in [(own, "Boston"), (other, "Salem")] {
            let file = json!({
                "name": "Midi", "pit": pit, "dealing": "dealer", "company": 0,
                "betting_seconds": null, "answer_seconds": null,
            });
            staff.approves_table(&json!({ "file": file, "submission": text }));
        }
        let table = 2;
        comes_in(&browser, &floor, "fay").await;
        browser.open(&floor.at(&format!("/floor/tables/{table}"))).await;
        let terms = browser.text("#terms").await;
        assert!(terms.contains("reshuffle") && terms.contains("after-lacing"), "{terms}");
        assert!(terms.contains("30 minutes after the notice") && terms.contains("5(a)(2)"), "{terms}");
        assert_eq!(browser.count("#terms [value=adopt_terms]").await, 0);
        browser.click("#notices .note-card .order button").await;
        browser.shows("#notices [data-notice-state=runs]").await;
        let left = "return /^(29|30):\\d\\d/.test(document.querySelector('#notices [data-notice-state=runs] [data-until]').textContent)";
        browser.until("the time that is left", left).await;
        says(&browser, "#terms .why-not", "30 minutes after the notice").await;
        let rules =
            browser.script("return document.querySelector('#terms .terms').dataset.key", vec![]).await;
        let path = format!("/api/v1/tables/{table}/commands");
        let early = staff.asks("fay", "POST", &path, &json!({ "do": "adopt_terms", "rules": rules }));
        assert_eq!((early.status, &early.json()["code"]), (409, &json!("notice_needed")), "{}", early.body);
        browser.close().await;
    });
}

/// Money goes out at the window with a proof; the trial balance is level, and says so; the day does not close too early.
#[test]
fn the_cage_pays_out_and_the_books_are_level() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        staff.hires("cal", "cashier");
        round_under_way(&mut staff);
        comes_in(&browser, &floor, "cal").await;
        browser.open(&floor.at("/cage?find=Gus")).await;
        let balance = browser.text("#account-balance").await;
        browser.click("[data-key$=\"-pay_out\"].act > summary").await;
        let form = ".account .act[open] form";
        browser.fills(&format!("{form} [name=\"money.amount\"]"), "100").await;
        browser.click(&format!("{form} .button-primary")).await;
        confirms(&browser).await;
        browser.open(&floor.at("/cage?find=Gus")).await;
        let cents = |text: &str| text.replace(['$', ',', '.'], "").parse::<i64>().unwrap();
        assert_eq!(cents(&balance) - cents(&browser.text("#account-balance").await), 10_000);
        let [debit, credit] =
            [browser.text("[data-total=debit]").await, browser.text("[data-total=credit]").await];
        assert!(debit == credit && cents(&debit) > 0, "{debit} {credit}");
        assert!(browser.text("#trial-checks").await.contains("All postings add up to nothing"));
        assert_eq!(browser.count("form[action=\"/cage/close\"]").await, 0, "tables are open");
        browser.close().await;
    });
}

/// A balance is put right by two people: one asks on the floor, and another approves exactly that.
#[test]
fn a_balance_is_put_right_by_two_people() {
    with_browser(|fay| async move {
        let eli = Browser::start().await;
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        round_under_way(&mut staff);
        comes_in(&fay, &floor, "fay").await;
        fay.open(&floor.at("/floor/accounts?find=Gus")).await;
        let balance = fay.text("#account-balance").await;
        let act = ".account .act[data-key$=\"-ask\"]";
        fay.click(&format!("{act} > summary")).await;
        fay.fills(&format!("{act} [name=\"signed.wanted.amount\"]"), "-12.50").await;
        fay.fills(&format!("{act} [name=\"text.wanted.reason\"]"), "Counted twice").await;
        fay.click(&format!("{act} form .button-primary")).await;
        confirms(&fay).await;
        comes_in(&eli, &floor, "eli").await;
        let card = "[data-matter^=\"account/\"]";
        says(&eli, card, "Counted twice").await;
        assert!(eli.text(&format!("{card} .approve-table")).await.contains("$8,987.50"));
        fay.open(&floor.at("/floor/accounts?find=Gus")).await;
        assert_eq!(fay.text("#account-balance").await, balance, "nothing has changed yet");
        eli.fills(&format!("{card} .approve-form [name=proof-password]"), PASSWORD).await;
        eli.click(&format!("{card} [name=answer][value=approve]")).await;
        eli.until("it is done", &format!("return document.querySelector({}) === null", json!(card))).await;
        fay.open(&floor.at("/floor/accounts?find=Gus")).await;
        assert_eq!(fay.text("#account-balance").await, "$8,987.50");
        eli.close().await;
        fay.close().await;
    });
}

/// All that a dispute needs leaves the house with an auditor who proves who they are, and with nobody else.
#[test]
fn a_dispute_package_leaves_with_an_auditor() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        staff.hires("ann", "auditor");
        let table = round_under_way(&mut staff);
        let takes = "const [password, done] = arguments; const form = document.querySelector('form[action$=\"/package\"]'); if (!form) done({ status: 0 }); else { const fields = new URLSearchParams(new FormData(form)); fields.set('proof-password', password); fetch(form.getAttribute('action'), { method: 'POST', body: fields, headers: { Accept: 'application/json' } }).then(async (answer) => done({ status: answer.status, text: await answer.text() })); }";
        for (login, password, wanted) in
            [("sue", PASSWORD, 0), ("ann", "not my password at all", 401), ("ann", PASSWORD, 200)]
        {
            comes_in(&browser, &floor, login).await;
            browser.open(&floor.at(&format!("/surveillance?find={}-1&by=round", table.number))).await;
            browser.click(".hits a").await;
            browser.shows(".told").await;
            says(&browser, ".told", "Seat 1 wagers $100 on Player").await;
            let told = browser.page.execute_async(takes, vec![json!(password)]).await.unwrap();
            assert_eq!(told["status"], json!(wanted), "{login}: {told}");
            if wanted == 200 {
                let package: Value = serde_json::from_str(told["text"].as_str().unwrap()).unwrap();
                assert_eq!(package["round"]["wagers"].as_array().unwrap().len(), 2);
                assert!(!package["entries"].as_array().unwrap().is_empty());
                assert_eq!(package["postings"][0]["amount"]["minor"], 10_000);
            }
            goes_out(&browser).await;
        }
        browser.close().await;
    });
}

/// Surveillance sees what is dealt and no card that lies face down, can press nothing that changes anything, and is seen to
/// look.
#[test]
fn surveillance_sees_what_is_dealt_and_changes_nothing() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let table = staff.put_up("ma-midi", "default");
        staff.seats_guest(&table, "Gus", 1);
        staff.prepare(&table);
        staff.bets("Gus", &table, &[("player", 10_000)]);
        staff.dealer(&table, "no_more_bets");
        staff.deals(&table, "6c 2d 3h Ks");
        comes_in(&browser, &floor, "sue").await;
        browser.listen().await;
        browser.open(&floor.at(&format!("/surveillance?table={}", table.number))).await;
        browser.shows("#full .watch-hands").await;
        says(&browser, "#full", "cards are not dealt").await;
        let heard = browser.heard().await.join("\n") + &browser.page.source().await.unwrap();
        for card in ["card-6c", "card-2d", "card-3h", "card-Ks", "six of clubs", "king of spades"] {
            assert!(!heard.contains(card), "{card} lies face down");
        }
        let forms = "return [...document.querySelectorAll('form[method=post]')].map((form) => form.getAttribute('action'))";
        let forms: Vec<String> = serde_json::from_value(browser.script(forms, vec![]).await).unwrap();
        assert!(forms.iter().all(|action| action == "/look" || action == "/sign-out"), "{forms:?}");
        let looked = staff.asks("sue", "GET", "/api/v1/streams/access/entries?limit=1000", &Value::Null).body;
        let table_named = format!("\"about\":{{\"table\":\"{}\"}}", table.number);
        assert!(looked.contains("\"watch_page\"") && looked.contains(&table_named), "{looked}");
        staff.says("Gus", &table, &json!({ "do": "turn_cards" }));
        browser
            .until(
                "an open card is shown",
                "return document.querySelector('#full use[href$=\"#card-6c\"]') !== null",
            )
            .await;
        browser.close().await;
    });
}

/// Eternal at two tables of one pit: START GAME by the dealer, the switch, verified in one browser and paid in another; the
/// sign over the other table says that it is pending, and that table waits.
#[test]
fn an_eternal_jackpot_by_two_people_across_two_tables() {
    with_browser(|fay| async move {
        let (eli, sign) = (Browser::start().await, Browser::start().await);
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let [first, second] = [staff.put_up("co-rule-28", "eternal"), staff.put_up("co-rule-28", "eternal")];
        for (table, name) in [(&first, "Gus"), (&second, "Hal")] {
            staff.seats_guest(table, name, 1);
            staff.prepare(table);
            staff.bets(name, table, &[("player", 2_500), ("harmony", 100)]);
        }
        sign.size(1920, 1080).await;
        sign.open(&floor.at(&format!("/tables/{}/sign", second.number))).await;
        comes_in(&fay, &floor, "fay").await;
        comes_in(&eli, &floor, "eli").await;
        staff.dealer(&first, "no_more_bets");
        staff.deals(&first, "8h 8h 8d 8d");
        staff.says("Gus", &first, &json!({ "do": "turn_cards" }));
        staff.turns_rest(&first);
        says(&sign, "#sign-head", "Jackpot pending").await;
        staff.dealer(&first, "settle");
        staff.says_to_link("dan", "eternal-pit", &json!({ "do": "hit_jackpot", "table": first.number }));
        let locked = staff.asks(
            "dan",
            "POST",
            &format!("/api/v1/tables/{}/commands", second.number),
            &json!({ "do": "no_more_bets" }),
        );
        assert_eq!(locked.status, 409, "a pending jackpot locks every table of the link: {}", locked.body);
        let card = "[data-matter=\"link/eternal-pit/hit/1\"]";
        // Nobody pays what nobody has verified.
        eli.shows(card).await;
        assert_eq!(eli.count(&format!("{card} [value=pay_jackpot]")).await, 0);
        let verify = format!("{card} [data-key=\"act-link-eternal-pit-verify\"]");
        fay.click(&format!("{verify} > summary")).await;
        fay.fills(&format!("{verify} [name=\"cards.hands.player\"]"), "8h 8c").await;
        fay.fills(&format!("{verify} [name=\"cards.hands.banker\"]"), "8h 8d").await;
        fay.click(&format!("{verify} form .button-primary")).await;
        fay.shows(&format!("{verify} .form-refused")).await;
        fay.fills(&format!("{verify} [name=\"cards.hands.player\"]"), "8h 8d").await;
        fay.click(&format!("{verify} form .button-primary")).await;
        says(&fay, card, "Verified: fay").await;
        // Whoever verified it does not pay it.
        fay.shows(&format!("{card} .why-not")).await;
        assert_eq!(fay.count(&format!("{card} [value=pay_jackpot]")).await, 0);
        eli.shows(&format!("{card} [value=pay_jackpot]")).await;
        eli.click(&format!("{card} .order:has([value=pay_jackpot]) button")).await;
        confirms(&eli).await;
        eli.open(&floor.at("/floor")).await;
        eli.until("it is paid", &format!("return document.querySelector({}) === null", json!(card))).await;
        sign.until(
            "nothing is pending",
            "return !document.querySelector('#sign-head').textContent.includes('Jackpot pending')",
        )
        .await;
        staff.dealer(&first, "clear_table");
        staff.dealer(&second, "no_more_bets");
        for browser in [sign, eli, fay] {
            browser.close().await;
        }
    });
}

/// A submission that the rulebook refuses is shown with each finding at its line; one that it allows waits for a second
/// person, who approves its hash on the floor.
#[test]
fn a_table_from_a_submission() {
    with_browser(|ada| async move {
        let eli = Browser::start().await;
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let _staff = Staff::come(&floor);
        comes_in(&ada, &floor, "ada").await;
        ada.open(&floor.at("/admin/submission?rulebook=ma-midi&name=default")).await;
        ada.script("const text = document.querySelector('[name=text]'); text.value = text.value.replace('seats = 7', 'seats = 70');", vec![]).await;
        ada.fills("[name=name]", "Midi nine").await;
        ada.fills("[name=pit]", "Boston").await;
        ada.click("[name=ask][value=propose]").await;
        ada.shows(".src-bad + .diag").await;
        let bad = ada.text(".src-bad code").await;
        assert_eq!(bad, "seats = 70");
        assert!(!ada.text(".src-bad + .diag .clause").await.is_empty());
        ada.script("const text = document.querySelector('[name=text]'); text.value = text.value.replace('seats = 70', 'seats = 7');", vec![]).await;
        ada.click("[name=ask][value=propose]").await;
        says(&ada, "main", "Midi nine").await;
        let hash = ada.text(".panel .record div:nth-child(3) code").await;
        comes_in(&eli, &floor, "eli").await;
        says(&eli, "#matters", &hash).await;
        eli.fills("#matters [name=proof-password]", PASSWORD).await;
        eli.click("#matters [name=answer][value=approve]").await;
        says(&eli, "#pit", "Midi nine").await;
        eli.close().await;
        ada.close().await;
    });
}

/// A draft that names a wager file is asked for its text; what is wrong in it is shown at its line.
#[test]
fn a_table_with_a_wager_of_its_own() {
    with_browser(|ada| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let _staff = Staff::come(&floor);
        comes_in(&ada, &floor, "ada").await;
        ada.open(&floor.at("/admin/submission")).await;
        let writes = async |name: &str, text: &str| {
            let script = format!("document.querySelector('[name={name}]').value = arguments[0];");
            ada.script(&script, vec![serde_json::json!(text)]).await;
        };
        writes("text", include_str!("../../../../docs/examples/own-wager.toml")).await;
        ada.fills("[name=name]", "Six").await;
        ada.fills("[name=pit]", "Boston").await;
        ada.click("[name=ask][value=check]").await;
        says(&ada, ".src-bad + .diag", "lucky-six.toml").await;
        let six = include_str!("../../../../docs/examples/lucky-six.toml");
        writes("wager_file_0", &six.replace("total = 6, cards = 3", "total = 6, cards = 4")).await;
        ada.click("[name=ask][value=check]").await;
        let bad = "[aria-label$='lucky-six.toml'] .src-bad";
        ada.shows(bad).await;
        assert!(ada.text(bad).await.contains("cards = 4"), "{}", ada.text(bad).await);
        writes("wager_file_0", six).await;
        ada.click("[name=ask][value=propose]").await;
        says(&ada, "main", "Six").await;
        assert!(!ada.text(".panel .record div:nth-child(3) code").await.is_empty());
        ada.close().await;
    });
}

/// Two administrators let somebody in: one asks for the role and makes the invitation, the other approves both and has the code.
#[test]
fn somebody_new_is_let_in_by_two() {
    with_browser(|ada| async move {
        let bea = Browser::start().await;
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let _staff = Staff::come(&floor);
        comes_in(&ada, &floor, "ada").await;
        comes_in(&bea, &floor, "bea").await;
        ada.open(&floor.at("/admin/people")).await;
        ada.click("main details.act > summary").await;
        let new = "form:has([value=add])";
        ada.fills(&format!("{new} [name=name]"), "Zoe").await;
        ada.fills(&format!("{new} [name=login]"), "zoe").await;
        ada.click(&format!("{new} [name=\"role.cashier\"]")).await;
        ada.fills(&format!("{new} [name=proof-password]"), PASSWORD).await;
        ada.click(&format!("{new} .button-primary")).await;
        says(&ada, "main table", "Zoe").await;
        bea.open(&floor.at("/admin/people")).await;
        says(&bea, "#matters", "Change the roles of Zoe").await;
        bea.fills("#matters .approve-form [name=proof-password]", PASSWORD).await;
        bea.click("#matters [name=answer][value=approve]").await;
        bea.until("the role is given", "return document.querySelector('#matters [name=answer]') === null")
            .await;
        let row = "return [...document.querySelectorAll('main tbody tr')].find((row) => row.textContent.includes('Zoe')).querySelector('a').getAttribute('href')";
        ada.open(&floor.at("/admin/people")).await;
        let desk = ada.script(row, vec![]).await;
        ada.open(&floor.at(desk.as_str().unwrap())).await;
        ada.click("form:has([value=invite]) button").await;
        ada.shows("#secret").await;
        let invitation = ada.text("#secret").await;
        bea.open(&floor.at("/admin/people")).await;
        says(&bea, "#matters", "Invite Zoe").await;
        bea.click("#matters [name=answer][value=approve]").await;
        bea.shows("#secret").await;
        let code = bea.text("#secret").await;
        goes_out(&bea).await;
        let password = "another walk along the quay";
        for (with, wanted) in [("no code at all", "#wrong"), (code.as_str(), ".door-staff [name=login]")] {
            bea.open(&floor.at("/invitation")).await;
            bea.fills("[name=invitation]", &invitation).await;
            bea.fills("[name=code]", with).await;
            bea.fills("[name=password]", password).await;
            bea.click(".approve-form .button-primary").await;
            bea.shows(wanted).await;
        }
        bea.fills("[name=login]", "zoe").await;
        bea.fills("[name=password]", password).await;
        bea.click(".door-staff .button-primary").await;
        bea.shows(".staff-nav a[href=\"/cage\"]").await;
        bea.close().await;
        ada.close().await;
    });
}

/// axe finds nothing on any of the house's own pages, and nothing is pushed sideways.
#[test]
fn the_house_s_pages_are_sound() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "2")]);
        let mut staff = Staff::come(&floor);
        staff.hires("cal", "cashier");
        staff.hires("ann", "auditor");
        let table = round_under_way(&mut staff);
        let void = json!({ "do": "ask", "wanted": { "what": "void", "why": { "what": "cannot_be_completed" }, "reason": "knocked over" } });
        staff.says("fay", &table, &void);
        let eyes = Eyes::open(&browser, &floor.at("/guides/ma-midi")).await;
        let here = format!("/floor/tables/{}", table.number);
        let watched = format!("/surveillance?table={}&find=refused&by=refusal", table.number);
        let pages: [(&str, &[&str]); 4] = [
            (
                "eli",
                &["/floor", &here, "/reports", "/reports?report=exceptions", "/reports?report=trial_balance"],
            ),
            ("cal", &["/cage", "/cage?find=Gus"]),
            ("ann", &[&watched]),
            (
                "ada",
                &[
                    "/admin",
                    "/admin/submission?rulebook=ma-midi&name=default",
                    "/admin/people?person=3",
                    "/admin/machines",
                    "/admin/health",
                ],
            ),
        ];
        for (login, paths) in pages {
            comes_in(&browser, &floor, login).await;
            for path in paths {
                browser.open(&floor.at(path)).await;
                eyes.look(&browser, path).await;
                for width in [1280, 390] {
                    fits(&browser, path, width).await;
                }
            }
            browser.size(1280, 800).await;
            goes_out(&browser).await;
        }
        browser.close().await;
    });
}
