//! Sessions that nobody uses end, whatever their pages ask for meanwhile.

use std::sync::Arc;
use std::time::Duration;

use banco_server::{Answer, routes};
use serde_json::json;

use crate::house::{House, MovedClock};
use crate::line::follow;

const MINUTE: Duration = Duration::from_mins(1);

/// A route that is polled or stays open says so; the parts of the odds page are asked for by whoever turns its knobs.
#[test]
fn polled_routes_and_streams_keep_no_session_alive() {
    for route in routes().iter().filter(|route| route.name != "odds_parts") {
        let polled = route.path.ends_with("/parts") || matches!(route.answer, Answer::Stream(_));
        assert!(!polled || route.background, "{} {}", route.method, route.path);
        assert!(
            route.method == "get" || !route.background,
            "{}: whatever is done is done by a person",
            route.path
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unattended_console_signs_out() {
    let clock = Arc::new(MovedClock::default());
    let house = House::at(Arc::clone(&clock) as _, &[]).await;
    let ada = house.administrator().await;
    let flora = house.somebody(&ada, "flora", &["floor"]).await;
    let mut line = follow(&flora.client, json!({ "lobby": null })).await;
    line.next().await.unwrap();
    // A person's request counts, also right after the page has polled.
    clock.skip(8 * MINUTE);
    flora.client.get("/floor/parts").await.must(200);
    flora.client.get("/floor").await.must(200);
    clock.skip(8 * MINUTE);
    for path in ["/floor/parts", "/tables/1/parts", "/api/v1/session"] {
        flora.client.get(path).await.must(200);
    }
    clock.skip(8 * MINUTE);
    flora.client.get("/floor/parts").await.refused(401, "not_signed_in");
    let last = line.until(|one| one["kind"] == "bye").await;
    assert_eq!(last["data"]["code"], "signed_out");
    flora.client.get("/floor").await.refused(401, "not_signed_in");
}
