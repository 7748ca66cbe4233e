//! Nobody misses anything, or hears it twice, whatever becomes of their line.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::house::{House, TIRELESS, guest};
use crate::line::{Events, Known, follow};
use crate::play::position;

/// Makes something happen at a table, again and again.
async fn goes_on(client: Client, path: String, many: u32) {
    for turn in 0..many {
        let command =
            if turn % 2 == 0 { json!({ "do": "sit", "seat": 2 }) } else { json!({ "do": "leave" }) };
        client.command(&path, command).await.must(200);
    }
}

/// Commits fall before, between and behind view and socket; everything after the view is heard, once.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_between_view_and_socket() {
    let house = House::open().await;
    let (gwen, hugo) = (house.guest("Gwen").await, house.guest("Hugo").await);
    let commands = "/api/v1/tables/5/commands".to_owned();
    for turn in 0..100_u64 {
        let moves = tokio::spawn(goes_on(hugo.client.clone(), commands.clone(), 2));
        tokio::time::sleep(Duration::from_micros(turn * 137 % 4_000)).await;
        let seen = gwen.client.get("/api/v1/tables/5/view").await.must(200);
        let (epoch, seq) = position(&seen);
        let mut line = follow(&gwen.client, json!({ "table/5": { "epoch": epoch, "seq": seq } })).await;
        let mut known = Known::after(&epoch, seq);
        moves.await.unwrap();
        let (_, end) = position(&gwen.client.get("/api/v1/tables/5/view").await.must(200));
        while known.seq < Some(end) || known.snapshots == 0 {
            known.hear(&line.next().await.unwrap());
        }
        assert_eq!(known.wholes, 1);
    }
}

async fn some_history(house: &House) -> (Client, String, u64) {
    let gwen = house.guest("Gwen").await;
    goes_on(gwen.client.clone(), "/api/v1/tables/5/commands".to_owned(), 20).await;
    // Nobody sits there any more, so the table comes to rest.
    let (mut epoch, mut seq) = (String::new(), 0);
    loop {
        let now = position(&gwen.client.get("/api/v1/tables/5/view").await.must(200));
        if now == (epoch, seq) {
            return (gwen.client, now.0, now.1);
        }
        (epoch, seq) = now;
        tokio::time::sleep(Duration::from_millis(600)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_gone_on_from() {
    let house = House::open().await;
    let (client, epoch, end) = some_history(&house).await;
    let mut all = Known::after(&epoch, 0);
    let mut line = follow(&client, json!({ "table/5": { "epoch": epoch, "seq": 0 } })).await;
    while all.seq < Some(end) || all.wholes == 0 {
        all.hear(&line.next().await.unwrap());
    }
    for from in [1, end / 2, end - 1, end] {
        let mut known = Known::after(&epoch, from);
        let mut line = follow(&client, json!({ "table/5": { "epoch": epoch, "seq": from } })).await;
        while known.wholes == 0 {
            known.hear(&line.next().await.unwrap());
        }
        let rest: Vec<_> = all.events.iter().filter(|(seq, _)| *seq > from).cloned().collect();
        assert_eq!(known.events, rest, "from {from}");
        let by_id = client.and("Last-Event-ID", &format!("{epoch}:{from}"));
        let mut events = Events::open(&by_id, "/api/v1/tables/5/events").await;
        let mut known = Known::after(&epoch, from);
        while known.wholes == 0 {
            known.hear(&events.next().await.unwrap());
        }
        assert_eq!(known.events, rest, "from {from}");
    }
}

/// Another history, or a place that this one has not reached: one snapshot, and then it goes on from there.
#[tokio::test(flavor = "multi_thread")]
async fn a_position_of_another_history_is_answered_by_one_snapshot() {
    let house = House::open().await;
    let (client, epoch, end) = some_history(&house).await;
    for known in [
        json!({ "epoch": "another", "seq": 3 }),
        json!({ "epoch": epoch, "seq": end + 1 }),
        json!({ "epoch": epoch, "seq": 9_007_199_254_740_991_u64 }),
        Value::Null,
    ] {
        let mut line = follow(&client, json!({ "table/5": known })).await;
        let first = line.next().await.unwrap();
        assert_eq!((&first["kind"], &first["data"]["whole"]), (&json!("snapshot"), &json!(true)));
        let mut after = Known::default();
        after.hear(&first);
        assert_eq!(after.seq, Some(end));
        // The position of the snapshot is one to come back with: no loop.
        drop(line);
        let mut line = follow(&client, json!({ "table/5": { "epoch": after.epoch, "seq": end } })).await;
        let again = line.next().await.unwrap();
        assert_eq!((&again["kind"], &again["seq"]), (&json!("snapshot"), &json!(end)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_not_be_followed_is_said_and_the_rest_goes_on() {
    let house = House::open().await;
    let (gwen, hugo) = (house.guest("Gwen").await, house.guest("Hugo").await);
    let own = format!("account/{}", gwen.person);
    let other = format!("account/{}", hugo.person);
    let wanted = json!({ &own: null, &other: null, "table/1": null, "table/999": null, "people": null });
    let mut line = follow(&gwen.client, wanted).await;
    let (mut notices, mut snapshots) = (Vec::new(), Vec::new());
    while notices.len() + snapshots.len() < 5 {
        let envelope = line.next().await.unwrap();
        let stream = envelope["stream"].as_str().unwrap().to_owned();
        match envelope["kind"].as_str().unwrap() {
            "notice" => {
                assert_eq!(envelope["data"]["code"], "not_found");
                notices.push(stream);
            }
            "snapshot" => snapshots.push(stream),
            _ => {}
        }
    }
    notices.sort();
    snapshots.sort();
    let mut refused = vec![other, "people".to_owned(), "table/999".to_owned()];
    refused.sort();
    assert_eq!((notices, snapshots), (refused, vec![own, "table/1".to_owned()]));
}

/// Whoever never reads is let go; nobody else waits for them.
#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_never_reads_is_let_go() {
    let flags: Vec<_> = TIRELESS.into_iter().chain([("socket_bytes", "65536")]).collect();
    let house = House::with(&flags).await;
    let (gwen, hugo) = (house.guest("Gwen").await, house.guest("Hugo").await);
    let mut deaf = Vec::new();
    for _ in 0..5 {
        deaf.push(follow(&gwen.client, json!({ "table/5": null })).await);
    }
    let mut line = follow(&gwen.client, json!({ "table/5": null })).await;
    let mut known = Known::default();
    known.hear(&line.next().await.unwrap());
    let dropped = || house.metrics();
    let since = Instant::now();
    let mut slowest = Duration::ZERO;
    // Far more than any buffer of theirs holds.
    while !dropped().await.contains("banco_ws_dropped_total{reason=\"too_slow\"} 5") {
        assert!(since.elapsed() < Duration::from_secs(45), "readers that never read are still there");
        let asked = Instant::now();
        for _ in 0..40 {
            goes_on(hugo.client.clone(), "/api/v1/tables/5/commands".to_owned(), 2).await;
        }
        let (_, end) = position(&gwen.client.get("/api/v1/tables/5/view").await.must(200));
        while known.seq < Some(end) {
            known.hear(&line.next().await.unwrap());
        }
        slowest = slowest.max(asked.elapsed() / 80);
    }
    assert!(slowest < Duration::from_millis(250), "others waited: {slowest:?} a command");
    drop(deaf);
}

fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_idle_sockets_cost_little() {
    let house = House::open().await;
    let gwen = house.guest("Gwen").await;
    let wanted = json!({ "table/1": null, "table/3": null, "lobby": null });
    drop(follow(&gwen.client, wanted.clone()).await);
    let before = resident();
    let mut lines = Vec::new();
    for _ in 0..200 {
        let mut line = follow(&gwen.client, wanted.clone()).await;
        line.next().await.unwrap();
        lines.push(line);
    }
    let grown = resident().saturating_sub(before) / 1024;
    // Both ends are in this process.
    assert!(grown < 100, "200 sockets cost {grown} MiB");
}

/// What a line was told of its streams before it knew them all: entries that were replayed, and whole views.
async fn told(client: &Client, resume: &Value) -> (u64, usize) {
    let mut line = follow(client, resume.clone()).await;
    let (mut replayed, mut wholes) = (0, 0);
    while wholes < resume.as_object().unwrap().len() {
        let one = line.next().await.unwrap();
        match one["kind"].as_str().unwrap() {
            "event" => replayed += 1,
            "skip" => replayed += 1 + one["seq"].as_u64().unwrap() - one["data"]["from"].as_u64().unwrap(),
            "snapshot" if one["data"]["whole"] == true => wholes += 1,
            _ => {}
        }
    }
    (replayed, wholes)
}

/// One hello names many streams, and many hellos come: what is read for them is bounded, and a view is told instead.
#[tokio::test(flavor = "multi_thread")]
async fn replays_are_bounded_for_a_line_and_for_a_reader() {
    let flags: Vec<_> = TIRELESS.into_iter().chain([("proxies", "127.0.0.1")]).collect();
    let house = House::with(&flags).await;
    let home = house.client().and("X-Forwarded-For", "203.0.113.7");
    let gwen = guest(&home, "Gwen").await;
    let tables = 1..=5;
    for table in tables.clone() {
        goes_on(gwen.client.clone(), format!("/api/v1/tables/{table}/commands"), 240).await;
    }
    let epoch = position(&gwen.client.get("/api/v1/tables/5/view").await.must(200)).0;
    let known = |seq: u64| json!({ "epoch": epoch, "seq": seq });
    let all: serde_json::Map<String, Value> =
        tables.map(|table| (format!("table/{table}"), known(0))).collect();
    let (replayed, wholes) = told(&house.client(), &Value::Object(all)).await;
    assert!(wholes == 5 && replayed > 0 && replayed <= 1_000, "{replayed} entries on one line");
    // Strangers of a network use up what they have, and another network still has its own.
    let one = json!({ "table/5": known(0) });
    let mut sum = 0;
    for _ in 0..60 {
        sum += told(&home, &one).await.0;
    }
    assert!(sum > 1_000 && sum < 9_000, "{sum} entries for one network");
    assert_eq!(told(&home, &one).await.0, 0, "a view, and nothing before it");
    let by_id = home.and("Last-Event-ID", &format!("{epoch}:0"));
    let mut events = Events::open(&by_id, "/api/v1/tables/5/events").await;
    assert_eq!(events.next().await.unwrap()["kind"], "snapshot");
    let other = house.client().and("X-Forwarded-For", "203.0.113.8");
    assert!(told(&other, &one).await.0 > 0);
    assert!(told(&gwen.client, &one).await.0 > 0, "nor is it taken from people who are known there");
    assert!(house.metrics().await.contains("banco_resumes_total{result=\"limited\"}"));
}
