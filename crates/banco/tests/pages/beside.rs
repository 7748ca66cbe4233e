//! What happens beside the game: a dealer calls the floor, the floor tells something on a sign, a table is run otherwise, somebody
//! takes back what they asked for.

use serde_json::{Value, json};

use crate::browser::{Browser, with_browser};
use crate::dealers::Pad;
use crate::floor::Floor;
use crate::house::{comes_in, says};
use crate::staff::Staff;

/// Everything that the floor's own stream says.
fn told(staff: &mut Staff) -> String {
    staff.asks("sue", "GET", "/api/v1/streams/floor/entries?limit=1000", &Value::Null).body
}

/// One press calls the floor: the card on the floor's console says to which table, whoever comes answers it, both stand in the
/// record, and nothing changes at the table.
#[test]
fn a_dealer_calls_the_floor() {
    with_browser(|dealer| async move {
        let fay = Browser::start().await;
        let mut pad = Pad::at(&dealer, ("ma-midi", "default"), &[]).await;
        comes_in(&fay, &pad.floor, "fay").await;
        let before = pad.sees();
        dealer.click("#foot [value=call_floor]").await;
        dealer.shows("[data-floor-called]").await;
        assert_eq!(dealer.count("#foot [value=call_floor]").await, 0, "whoever calls does not call again");
        let card = format!("[data-matter=\"table/{}/call\"]", pad.table.number);
        says(&fay, &card, "dan calls the floor").await;
        fay.shows(&format!("{card}[data-alert]")).await;
        fay.click(&format!("{card} .button-primary")).await;
        fay.until("it is answered", &format!("return document.querySelector({}) === null", json!(card)))
            .await;
        dealer.shows("#foot [value=call_floor]").await;
        assert_eq!(pad.sees(), before, "the table is as it was");
        let told = told(&mut pad.staff);
        assert!(told.contains("floor_called") && told.contains("floor_call_answered"), "{told}");
        // A dealer cannot answer the call.
        let path = format!("/api/v1/tables/{}/floor-call", pad.table.number);
        assert_eq!(pad.staff.asks("dan", "DELETE", &path, &Value::Null).status, 403);
        assert_eq!(pad.staff.asks("fay", "DELETE", &path, &Value::Null).status, 409, "nobody calls");
        fay.close().await;
        dealer.close().await;
    });
}

/// A page of information lies over the roads of the sign until the floor takes it down.
#[test]
fn a_page_goes_onto_the_sign_and_comes_down() {
    with_browser(|fay| async move {
        let sign = Browser::start().await;
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        sign.size(1920, 1080).await;
        sign.open(&floor.at("/tables/1/sign")).await;
        comes_in(&fay, &floor, "fay").await;
        fay.open(&floor.at("/floor/tables/1")).await;
        let act = "[data-key=\"act-info-1\"]";
        fay.click(&format!("{act} > summary")).await;
        fay.fills(&format!("{act} [name=title]"), "Fire drill").await;
        fay.fills(&format!("{act} [name=text]"), "At three o'clock. Play goes on afterward.").await;
        fay.click(&format!("{act} .button-primary")).await;
        says(&sign, ".sign-info", "Fire drill").await;
        says(&fay, "[data-info]", "Play goes on afterward").await;
        let inside = "const box = document.querySelector('.sign-info').getBoundingClientRect(); \
                      return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight && box.height > 200";
        sign.until("it is on the screen", inside).await;
        fay.click("[data-info] form button").await;
        sign.until("it is gone", "return document.querySelector('.sign-info') === null").await;
        let told = told(&mut staff);
        assert!(told.contains("info_put_up") && told.contains("info_taken_down"), "{told}");
        sign.close().await;
        fay.close().await;
    });
}

/// The floor changes name and pit of a table; whoever changes what somebody else has changed meanwhile is told so.
#[test]
fn a_table_is_run_otherwise() {
    with_browser(|fay| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        comes_in(&fay, &floor, "fay").await;
        fay.open(&floor.at("/floor/tables/1")).await;
        let act = "[data-key=\"act-run-1\"]";
        for (name, done) in [("High limit", true), ("Too late", false)] {
            fay.click(&format!("{act} > summary")).await;
            fay.fills(&format!("{act} [name=name]"), name).await;
            fay.fills(&format!("{act} [name=betting_seconds]"), "25").await;
            if !done {
                // Somebody else was faster, and this page has not heard of it.
                let stale = "document.querySelector('[data-key=\"act-run-1\"] [name=version]').value = '1'";
                fay.script(stale, vec![]).await;
            }
            fay.click(&format!("{act} .button-primary")).await;
            match done {
                true => says(&fay, "#run", name).await,
                false => says(&fay, &format!("{act} .form-refused"), "somebody else has changed this").await,
            }
        }
        let facts = staff.must("fay", "GET", "/api/v1/tables/1", &Value::Null);
        assert_eq!(
            (&facts["file"]["name"], &facts["file"]["betting_seconds"]),
            (&json!("High limit"), &json!(25))
        );
        assert_eq!(facts["file"]["dealing"], "automatic", "what the form does not say stays as it is");
        fay.close().await;
    });
}

/// Whoever asked for something takes it back, with a reason, and nothing has changed.
#[test]
fn a_request_is_withdrawn() {
    with_browser(|fay| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let table = crate::house::round_under_way(&mut staff);
        let void = json!({ "do": "ask", "wanted": { "what": "void", "why": { "what": "cannot_be_completed" }, "reason": "knocked over" } });
        staff.says("fay", &table, &void);
        comes_in(&fay, &floor, "fay").await;
        let card = format!("[data-matter=\"table/{}/request/1\"]", table.number);
        let act = format!("{card} [data-key^=\"refuse-\"]");
        says(&fay, &act, "Withdraw").await;
        fay.click(&format!("{act} > summary")).await;
        fay.fills(&format!("{act} [name=reason]"), "The shoe stands again").await;
        fay.fills(&format!("{act} [name=proof-password]"), crate::staff::PASSWORD).await;
        fay.click(&format!("{act} [name=answer]")).await;
        fay.until("it is gone", &format!("return document.querySelector({}) === null", json!(card))).await;
        let seen = staff.sees(&table, "floor");
        assert_eq!((&seen["turn"]["phase"], &seen["turn"]["pause"]), (&json!("dealing"), &Value::Null));
        fay.close().await;
    });
}
