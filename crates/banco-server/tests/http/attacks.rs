//! The attacks of a red team, for a while each: a part of the battery before a release (`cargo xtask battery attacks`).
//!
//! The tests beside this file hold each promise by itself; these look at what is left of the house while it is attacked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use banco_journal::StreamName;
use serde_json::{Value, json};

use crate::client::Client;
use crate::house::{House, PASSWORD, TIRELESS, guest};
use crate::line::follow;
use crate::perimeter::{floods, kept};
use crate::play::position;

/// How long each attack goes on.
const TIME: Duration = Duration::from_secs(20);
const HOME: (&str, &str) = ("X-Forwarded-For", "203.0.113.7");
const TABLE: &str = "/api/v1/tables/5/commands";

fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

/// Forty threads of one guest: what is decided and kept is bounded, and so is the journal.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: cargo xtask battery attacks"]
async fn forty_threads_of_one_guest() {
    let house = House::open().await;
    let gwen = house.guest("Gwen").await;
    let size = |name: &str| std::fs::metadata(house.folder.join(name)).map_or(0, |file| file.len());
    let whole = || size("journal.sqlite") + size("journal.sqlite-wal");
    let (before, bytes) = (kept(&house, &gwen), whole());
    let (answered, held) = floods(&gwen, TIME).await;
    let (written, grown) = (kept(&house, &gwen) - before, whole().saturating_sub(bytes) / 1024);
    println!("{answered} refused, {held} held off; {written} answers kept, {grown} KiB written");
    assert!(answered <= 60 + TIME.as_secs() + 5, "{answered}");
    assert_eq!(u64::try_from(written).unwrap(), answered);
    assert!(grown < 8 * 1024, "{grown} KiB");
}

/// A stranger at the address of the house tries logins, invitations, screens and whatever else is open, from many threads.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: cargo xtask battery attacks"]
async fn a_stranger_at_the_address_of_the_house() {
    let house = House::with(&[("proxies", "127.0.0.1")]).await;
    let ada = house.administrator().await;
    let home = house.client().and(HOME.0, HOME.1);
    let dora = house.somebody(&ada, "dora", &["dealer"]).await;
    let login = json!({ "login": "dora", "password": PASSWORD });
    home.post("/api/v1/session", login.clone()).await.must(200);
    let stop = Arc::new(AtomicBool::new(false));
    let attack = |number: usize| {
        let (home, stop) = (home.clone(), Arc::clone(&stop));
        tokio::spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                match number % 4 {
                    0 => {
                        home.post(
                            "/api/v1/session",
                            json!({ "login": format!("x-{number}"), "password": "x" }),
                        )
                        .await
                    }
                    1 => home.post("/api/v1/invitations/accepted", json!({})).await,
                    2 => home.get("/display").await,
                    _ => home.post("/api/v1/guests", json!({ "name": "x", "bearer": true })).await,
                };
            }
        })
    };
    let attackers: Vec<_> = (0..20).map(attack).collect();
    let (began, mut proofs) = (Instant::now(), 0);
    let signed_in = dora.client.and(HOME.0, HOME.1);
    while began.elapsed() < TIME {
        // The machine may be busy hashing; nobody is told to slow down.
        let proved = signed_in.post("/api/v1/session/proof", json!({ "password": PASSWORD })).await;
        assert!(matches!(proved.status, 200 | 503), "{}", proved.text());
        proofs += u32::from(proved.status == 200);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    // A browser from which she has signed in before is let in at the address that is attacked.
    let browser = browser_of_at(&house.client().and("X-Forwarded-For", "203.0.113.9")).await;
    let again = browser_of_at(&home.and("Cookie", &browser)).await;
    assert_eq!(again, browser, "the same secret, for another while");
    stop.store(true, Ordering::Relaxed);
    for attacker in attackers {
        attacker.await.unwrap();
    }
    println!("{proofs} fresh proofs during the attack");
    assert!(proofs > 5, "{proofs}");
}

/// The cookie of a browser from which dora signs in. The machine may be busy hashing; nobody is told to slow down.
async fn browser_of_at(client: &Client) -> String {
    for _ in 0..50 {
        let come = client.post("/api/v1/session", json!({ "login": "dora", "password": PASSWORD })).await;
        assert!(matches!(come.status, 200 | 503), "{}", come.text());
        let set = come.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        let mut pairs = set.filter_map(|(_, value)| value.split(';').next());
        if let Some(pair) = pairs.find(|pair| pair.starts_with("__Host-banco-browser=")) {
            return pair.to_owned();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("dora does not come in")
}

/// Thirty-two sockets resume streams from long before, again and again, while somebody plays.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: cargo xtask battery attacks"]
async fn resuming_streams_without_end() {
    let flags: Vec<_> = TIRELESS.into_iter().chain([("proxies", "127.0.0.1")]).collect();
    let house = House::with(&flags).await;
    let gwen = guest(&house.client().and("X-Forwarded-For", "203.0.113.8"), "Gwen").await;
    for turn in 0..400 {
        let wanted = if turn % 2 == 0 { json!({ "do": "sit", "seat": 1 }) } else { json!({ "do": "leave" }) };
        gwen.client.command(TABLE, wanted).await.must(200);
    }
    let (epoch, end) = position(&gwen.client.get("/api/v1/tables/5/view").await.must(200));
    // Not so far behind that a view is told at once.
    let resume = json!({ "table/5": { "epoch": epoch, "seq": end - 300 }, "table/1": null, "table/2": null });
    let (stop, lines) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let memory = resident();
    let attackers: Vec<_> = (0..32)
        .map(|_| {
            let client = house.client().and(HOME.0, HOME.1);
            let (stop, lines, resume) = (Arc::clone(&stop), Arc::clone(&lines), resume.clone());
            tokio::spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    let mut line = follow(&client, resume.clone()).await;
                    let _ = line.next().await;
                    lines.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    let (began, mut slowest) = (Instant::now(), Duration::ZERO);
    for turn in 0.. {
        if began.elapsed() > TIME {
            break;
        }
        let wanted = if turn % 2 == 0 { json!({ "do": "sit", "seat": 1 }) } else { json!({ "do": "leave" }) };
        let since = Instant::now();
        gwen.client.command(TABLE, wanted).await.must(200);
        slowest = slowest.max(since.elapsed());
    }
    stop.store(true, Ordering::Relaxed);
    for attacker in attackers {
        attacker.await.unwrap();
    }
    let (lines, grown) = (lines.load(Ordering::Relaxed), resident().saturating_sub(memory));
    println!("{lines} lines; the slowest command took {slowest:.1?}; {grown} MiB more");
    assert!(house.metrics().await.contains("banco_resumes_total{result=\"limited\"}"));
    assert!(slowest < Duration::from_secs(2) && grown < 128);
}

/// Three guests send wagers without a pause while a table closes its betting again and again: no wager is taken in once the
/// first card lies, and the books agree.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: cargo xtask battery attacks"]
async fn wagers_race_the_close() {
    let house = House::with(&TIRELESS).await;
    let until = Instant::now() + TIME;
    let mut players = Vec::new();
    for seat in 1..=3 {
        let one = house.guest(&format!("Guest {seat}")).await;
        one.client.command(TABLE, json!({ "do": "sit", "seat": seat })).await.must(200);
        let chips = json!({ "minor": 500_000, "currency": "USD" });
        one.client
            .command(TABLE, json!({ "do": "buy_in", "amount": chips, "with": "chips" }))
            .await
            .must(200);
        players.push(tokio::spawn(async move {
            let amount = json!({ "minor": 2_500, "currency": "USD" });
            let bet = json!({ "do": "place_wager", "spot": "banker", "amount": amount });
            let (mut taken, mut late) = (0_u64, 0_u64);
            while Instant::now() < until {
                let status = one.client.command(TABLE, bet.clone()).await.status;
                taken += u64::from(status == 200);
                late += u64::from(status == 409);
            }
            (taken, late)
        }));
    }
    let (mut taken, mut late) = (0, 0);
    for player in players {
        let (one, other) = player.await.unwrap();
        (taken, late) = (taken + one, late + other);
    }
    let stream = StreamName::new("table/5").unwrap();
    let (mut after, mut dealt, mut closed, mut placed) = (0, false, 0, 0);
    loop {
        let entries = house.server.app.store.entries(stream.clone(), after, 1_000).await.unwrap();
        let Some(last) = entries.last() else { break };
        after = last.version;
        for entry in &entries {
            let record: Value = serde_json::from_str(entry.record.get()).unwrap();
            let text = record["what"].to_string();
            if text.contains("\"card_dealt\"") {
                closed += u64::from(!dealt);
                dealt = true;
            }
            if text.contains("\"betting_opened\"") || text.contains("\"round_settled\"") {
                dealt = false;
            }
            if text.contains("\"wager_placed\"") {
                assert!(!dealt, "a wager after the first card: {text}");
                placed += 1;
            }
        }
    }
    println!("{taken} wagers taken, {late} refused, {placed} in the journal, around {closed} closes");
    assert!(placed >= taken && taken > 0 && late > 0 && closed > 1);
    assert!(house.metrics().await.contains("banco_trial_balance 0"));
}
