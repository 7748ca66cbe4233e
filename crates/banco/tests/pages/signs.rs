//! The sign over a table.

use serde_json::json;

use crate::browser::with_browser;
use crate::floor::Floor;
use crate::staff::Staff;

/// It fits every screen, has nothing to press, and its smallest words can be read from afar.
#[test]
fn a_sign_fits_its_screen() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        for (width, height) in [(1920, 1080), (3840, 2160), (1080, 1920)] {
            browser.size(width, height).await;
            for table in [1, 7, 9, 12] {
                browser.open(&floor.at(&format!("/tables/{table}/sign"))).await;
                let fits = "const over = [...document.querySelectorAll('main *')].filter((one) => !one.closest('svg') && \
                            !one.closest('[hidden]') && getComputedStyle(one).display !== 'none' && !one.closest('.visually-hidden')) \
                            .map((one) => [one.className, one.getBoundingClientRect()]) \
                            .filter(([, box]) => box.width && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1)) \
                            .map(([name]) => String(name)); return over";
                let over = browser.script(fits, vec![]).await;
                assert_eq!(over, json!([]), "table {table} at {width}x{height}");
                let apart = "const [roads, foot] = ['.sign-row-2', '.sign-foot'].map((one) => document.querySelector(one).getBoundingClientRect()); \
                             return !foot.height || roads.bottom <= foot.top + 1";
                let apart = browser.script(apart, vec![]).await;
                assert_eq!(
                    apart,
                    json!(true),
                    "the roads of table {table} reach into its foot at {width}x{height}"
                );
                let small = "const words = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT); let least = 1e9; \
                             while (words.nextNode()) { const one = words.currentNode.parentElement; \
                             if (!words.currentNode.data.trim() || one.closest('svg, [hidden], .visually-hidden') || !one.getClientRects().length) continue; \
                             least = Math.min(least, parseFloat(getComputedStyle(one).fontSize)); } return least / innerHeight";
                let least = browser.script(small, vec![]).await.as_f64().unwrap();
                assert!(
                    least >= 0.0219,
                    "the smallest words of table {table} at {width}x{height} are {least}"
                );
            }
        }
        let controls = "return document.querySelectorAll('main a, main button, main input, main select, .skip-link').length";
        assert_eq!(browser.script(controls, vec![]).await, json!(0));
        browser.close().await;
    });
}

/// Beads come by themselves, and a sign that hears nothing says so.
#[test]
fn a_sign_lives_and_says_when_it_does_not() {
    with_browser(|browser| async move {
        let mut floor = Floor::start();
        browser.size(1920, 1080).await;
        browser.sit(&floor, 7).await;
        browser.open(&floor.at("/tables/7/sign")).await;
        // Ghosts of what may come are drawn as well, unseen.
        let beads = "return document.querySelectorAll('.road-bead g:is(.player, .banker, .tie)').length > 0";
        for _ in 0..20 {
            if browser.script(beads, vec![]).await == json!(true) {
                break;
            }
            browser.bet(7, "player").await;
            tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        }
        browser.until("a bead", beads).await;
        assert_eq!(
            browser.script("return document.getElementById('delayed').hidden", vec![]).await,
            json!(true)
        );
        floor.cut();
        let took =
            browser.until("display delayed", "return !document.getElementById('delayed').hidden").await;
        assert!(took.as_secs() <= 9, "{took:?}");
        browser.close().await;
    });
}

/// An ordinary screen shows a code from afar, has nothing to press, and becomes a sign once two administrators want it to.
#[test]
fn a_screen_becomes_a_sign_by_itself() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        browser.size(1920, 1080).await;
        browser.open(&floor.at("/display")).await;
        let controls = "return document.querySelectorAll('a, button, input, select, .skip-link').length";
        assert_eq!(browser.script(controls, vec![]).await, json!(0));
        let fits = "const box = document.getElementById('code').getBoundingClientRect(); \
                    return box.height > innerHeight / 10 && box.left >= 0 && box.right <= innerWidth";
        assert_eq!(browser.script(fits, vec![]).await, json!(true));
        let code = browser.script("return document.getElementById('code').textContent", vec![]).await;
        let mut staff = Staff::come(&floor);
        let wanted = json!({ "table": 9, "kind": "display", "name": "over table 9", "code": code });
        let made = staff.must("ada", "POST", "/api/v1/devices", &wanted);
        staff.approves("bea", "device/9", &made["request"]);
        browser.until("the sign of the table", "return location.pathname === '/tables/9/sign'").await;
        browser.close().await;
    });
}
