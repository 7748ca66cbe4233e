//! Stopping and starting again: nobody is left hanging, and a table goes on where it was.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::books;
use crate::crowd::{Guest, TABLE, money};
use crate::http::Line;
use crate::node::{Place, within};
use crate::nodes::{next, open};

/// The table as everybody sees it.
fn view(port: u16) -> Value {
    Line::default().get(port, &format!("/api/v1/tables/{TABLE}/view")).unwrap().json()
}

fn phase(port: u16) -> String {
    view(port)["turn"]["phase"].as_str().unwrap().to_owned()
}

/// How many rounds this shoe has seen.
fn results(port: u16) -> usize {
    view(port)["results"].as_array().unwrap().len()
}

/// Follows the table as a program does, until the line ends; says everything it heard.
fn listen(port: u16) -> std::thread::JoinHandle<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let head = format!("GET /api/v1/tables/{TABLE}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    std::thread::spawn(move || {
        let mut heard = Vec::new();
        stream.read_to_end(&mut heard).unwrap();
        String::from_utf8_lossy(&heard).into_owned()
    })
}

#[test]
fn a_stop_lets_two_hundred_sockets_go() {
    let place = Place::new(None);
    let node = place.start();
    let port = node.port;
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let sockets: Vec<_> = runtime.block_on(async {
        let mut sockets = Vec::new();
        for _ in 0..200 {
            let mut socket = open(port, None).await;
            assert_eq!(next(&mut socket).await.unwrap()["kind"], "snapshot");
            sockets.push(tokio::spawn(async move {
                let mut last = Value::Null;
                while let Some(message) = next(&mut socket).await {
                    last = message;
                }
                last
            }));
        }
        sockets
    });
    let programs: Vec<_> = (0..20).map(|_| listen(port)).collect();
    // And somebody who says nothing at all.
    let silent = TcpStream::connect(("127.0.0.1", port)).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let (status, took) = node.stop();
    println!("stopped after {took:?}");
    assert!(status.success(), "{status}");
    assert!(took < Duration::from_secs(5), "{took:?}");
    for socket in sockets {
        let last = runtime.block_on(socket).unwrap();
        assert_eq!((&last["kind"], &last["data"]["code"]), (&json!("bye"), &json!("restart")));
    }
    for program in programs {
        let heard = program.join().unwrap();
        assert!(heard.contains("event: snapshot"), "{heard}");
        assert!(heard.contains("event: bye\n") && heard.contains("\"restart\""), "{heard}");
    }
    drop(silent);
    books::check(&place, &[]);
}

#[test]
fn a_round_is_gone_on_with_after_a_stop_and_after_a_kill() {
    let place = Place::new(None).with("card_millis", "700").with("step_millis", "700");
    let mut node = place.start();
    let mut guest = Guest::arrive(node.port, 1);
    for gently in [true, false] {
        let port = node.port;
        let body = json!({ "do": "place_wager", "spot": "banker", "amount": money(1_000) });
        within(Duration::from_secs(20), "a wager is taken", || {
            guest.think_of(crate::crowd::table_path(), body.clone());
            guest.send_last(port).unwrap().status == 200
        });
        within(Duration::from_secs(20), "cards are dealt", || phase(port) == "dealing");
        let before = results(port);
        if gently {
            assert!(node.stop().0.success());
        } else {
            node.kill();
        }
        node = place.start();
        let port = node.port;
        assert_eq!(results(port), before);
        assert_ne!(phase(port), "betting");
        within(Duration::from_secs(20), "the round ends", || {
            guest.line.get(port, "/api/v1/session").unwrap();
            results(port) == before + 1
        });
    }
    node.kill();
    books::check(&place, &[guest]);
}

#[test]
fn after_a_restart_there_is_time_for_wagers() {
    let place = Place::new(None).with("betting_seconds", "10");
    let node = place.start();
    let mut guest = Guest::arrive(node.port, 1);
    let port = node.port;
    let body = json!({ "do": "place_wager", "spot": "banker", "amount": money(1_000) });
    within(Duration::from_secs(20), "a wager is taken", || {
        guest.think_of(crate::crowd::table_path(), body.clone());
        guest.send_last(port).unwrap().status == 200
    });
    // Most of the time is over when it happens.
    std::thread::sleep(Duration::from_secs(6));
    assert_eq!(phase(port), "betting");
    let before = results(port);
    node.kill();
    let node = place.start();
    let ready = Instant::now();
    let port = node.port;
    // The round itself is over in a blink here, so what it leaves behind is waited for.
    within(Duration::from_secs(60), "the round is played", || {
        guest.line.get(port, "/api/v1/session").unwrap();
        results(port) > before
    });
    let open = ready.elapsed();
    println!("open for {open:?}");
    assert!(open >= Duration::from_secs(8), "{open:?}");
    node.kill();
    books::check(&place, &[guest]);
}

#[test]
fn a_guest_who_is_gone_gives_the_seat_back() {
    let place =
        Place::new(None).with("idle_seconds", "1").with("gone_seconds", "2").with("betting_seconds", "60");
    let node = place.start();
    let port = node.port;
    let mut guest = Guest::arrive(port, 1);
    let wager = json!({ "do": "place_wager", "spot": "banker", "amount": money(1_000) });
    within(Duration::from_secs(20), "a wager is taken", || {
        guest.think_of(crate::crowd::table_path(), wager.clone());
        guest.send_last(port).unwrap().status == 200
    });
    // The one who stays is not sent away with the other.
    let mut other = Guest::arrive(port, 2);
    within(Duration::from_secs(30), "the seat is free", || {
        other.line.get(port, "/api/v1/session").unwrap();
        view(port)["places"].as_array().unwrap().len() == 1
    });
    let account = guest.line.get(port, &format!("/api/v1/accounts/{}", guest.person)).unwrap().json();
    assert_eq!(account["balance"]["minor"], 1_000_000, "{account}");
    node.kill();
    let journal = place.exported(&format!("table/{TABLE}"));
    assert!(journal.contains(&format!("{{\"for\":{},\"machine\":\"house\"}}", guest.person)), "{journal}");
    // What the house did for them is not among what they gave.
    books::check(&place, &[other]);
}
