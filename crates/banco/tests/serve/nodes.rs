//! Two nodes on one database, with players of one table on both.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use banco_lab::Postgres;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::books;
use crate::crowd::{Floor, Guest, TABLE, begin, end, money};
use crate::http::{Line, Request};
use crate::node::{Node, Place, within};

pub type Socket = WebSocketStream<TcpStream>;

/// Opens a socket that follows the table.
pub async fn open(port: u16, token: Option<&str>) -> Socket {
    let mut request = format!("ws://127.0.0.1:{port}/api/v1/stream").into_client_request().unwrap();
    if let Some(token) = token {
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
    let hello = json!({ "v": 1, "resume": { format!("table/{TABLE}"): null } });
    socket.send(Message::text(hello.to_string())).await.unwrap();
    socket
}

/// The next message of a socket; nothing when it is closed.
pub async fn next(socket: &mut Socket) -> Option<Value> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// Everything that happened, as one node tells it, until it has been quiet for a while.
async fn told(mut socket: Socket, quiet: Duration, over: Arc<Floor>) -> Vec<(u64, Value, Value)> {
    let mut events = Vec::new();
    loop {
        // The last command was answered before this wait begins, so a quiet wait means that nothing is on its way.
        let is_over = over.over.load(Ordering::Relaxed);
        match tokio::time::timeout(quiet, next(&mut socket)).await {
            Ok(Some(message)) if message["kind"] == "event" => {
                // What somebody new is called is known to other nodes a moment later; what they do is known at once.
                let data = message["data"]["data"].clone();
                events.push((message["seq"].as_u64().unwrap(), message["cause"].clone(), data));
            }
            Ok(Some(_)) => {}
            Ok(None) => panic!("the socket was closed"),
            Err(_) if is_over => return events,
            Err(_) => {}
        }
    }
}

/// How many results the table has shown.
pub fn results(line: &mut Line, port: u16) -> usize {
    let view = line.get(port, &format!("/api/v1/tables/{TABLE}/view")).unwrap().json();
    let shoe = usize::try_from(view["shoe"]["number"].as_u64().unwrap_or_default()).unwrap();
    1_000 * shoe + view["results"].as_array().map_or(0, Vec::len)
}

/// Waits until the node that deals has taken its tables up.
fn deals(node: &mut Node) {
    within(Duration::from_secs(20), "a node deals", || node.metric("banco_tables_dealt_here") >= 12);
}

#[test]
fn two_nodes_show_one_history_in_one_order() {
    let postgres = Postgres::start().unwrap();
    let place = Place::new(Some(postgres.address()));
    let (mut first, second) = (place.start(), place.start());
    deals(&mut first);
    // All players are on the node that does not deal: the other knows that they are there.
    let far: Vec<Guest> = (1..=2).map(|number| Guest::arrive(second.port, number)).collect();
    let over = Arc::new(Floor::default());
    let floors: [Arc<Floor>; 2] = Default::default();
    for (floor, node) in floors.iter().zip([&first, &second]) {
        floor.port.store(node.port, Ordering::Relaxed);
        floor.pause_millis.store(10, Ordering::Relaxed);
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listen = |port| {
        let over = Arc::clone(&over);
        runtime.spawn(async move { told(open(port, None).await, Duration::from_secs(3), over).await })
    };
    let heard = [listen(first.port), listen(second.port)];
    let far = begin(far, &floors[1]);
    let mut line = Line::default();
    let before = results(&mut line, second.port);
    let dealt = || results(&mut line, second.port) > before + 1;
    within(Duration::from_secs(30), "players on another node are dealt to", dealt);
    let near: Vec<Guest> = (3..=4).map(|number| Guest::arrive(first.port, number)).collect();
    let near = begin(near, &floors[0]);
    std::thread::sleep(Duration::from_secs(4));
    let mut guests = end(near, &floors[0]);
    guests.extend(end(far, &floors[1]));
    // Everybody leaves, so that the table comes to rest.
    for guest in &mut guests {
        guest.think_of(crate::crowd::table_path(), json!({ "do": "leave" }));
        within(Duration::from_secs(20), "they leave", || guest.send_last(first.port).is_ok());
    }
    over.over.store(true, Ordering::Relaxed);
    let [a, b] = heard.map(|heard| runtime.block_on(heard).unwrap());
    // Whoever began later has seen less of the beginning.
    let from = a[0].0.max(b[0].0);
    let since = |events: Vec<_>| events.into_iter().filter(|(seq, _, _)| *seq >= from).collect::<Vec<_>>();
    let (a, b): (Vec<(u64, Value, Value)>, Vec<_>) = (since(a), since(b));
    assert!(a.len() > 100, "{} events", a.len());
    let differ = a.iter().zip(&b).position(|(here, there)| here != there);
    assert_eq!((a.len(), differ), (b.len(), None), "{:?}", differ.map(|at| (&a[at], &b[at])));
    guests.iter_mut().for_each(|guest| guest.check_answers(second.port));
    drop((first, second));
    books::check(&place, &guests);
}

#[test]
fn one_command_at_two_nodes_happens_once() {
    let postgres = Postgres::start().unwrap();
    let place = Place::new(Some(postgres.address()));
    let (first, second) = (place.start(), place.start());
    let mut guest = Guest::arrive(first.port, 1);
    let mut other = Line::of(guest.line.token.clone());
    let mut happened = 0;
    for turn in 0..150 {
        let body = match turn % 2 {
            0 => json!({ "do": "place_wager", "spot": "banker", "amount": money(1_000) }),
            _ => json!({ "do": "take_down", "spot": "banker" }),
        };
        let given = guest.think_of(crate::crowd::table_path(), body);
        let request = Request { method: "POST", path: &given.path, key: Some(&given.key), body: &given.body };
        let there = std::thread::scope(|scope| {
            let there = scope.spawn(|| other.ask(second.port, request).unwrap());
            guest.send_last(first.port).unwrap();
            there.join().unwrap()
        });
        let here = guest.given.last().unwrap().answer.clone().expect("an answer");
        assert_eq!((there.status, there.body), here, "{given:?}");
        happened += usize::from(here.0 == 200);
    }
    assert!(happened > 50, "{happened}");
    drop((first, second));
    books::check(&place, &[guest]);
}

#[test]
fn a_dealer_that_sleeps_is_replaced_and_writes_nothing_more() {
    let postgres = Postgres::start().unwrap();
    let place = Place::new(Some(postgres.address()));
    let mut sleeper = place.start();
    deals(&mut sleeper);
    let mut other = place.start();
    let guests = (1..=3).map(|number| Guest::arrive(other.port, number)).collect();
    let floor = Arc::new(Floor::default());
    floor.port.store(other.port, Ordering::Relaxed);
    floor.pause_millis.store(20, Ordering::Relaxed);
    let playing = begin(guests, &floor);
    let mut line = Line::default();
    let (before, port) = (results(&mut line, other.port), other.port);
    within(Duration::from_secs(20), "a round", || results(&mut line, port) > before);
    sleeper.signal("-STOP");
    let slept = Instant::now();
    let taken =
        within(Duration::from_secs(12), "the other deals", || other.metric("banco_tables_dealt_here") >= 12);
    let before = results(&mut line, port);
    within(Duration::from_secs(15), "a round of the other", || results(&mut line, port) > before);
    std::thread::sleep(Duration::from_secs(9).saturating_sub(slept.elapsed()));
    sleeper.signal("-CONT");
    println!("taken over after {taken:?}");
    within(Duration::from_secs(8), "the sleeper gives up", || sleeper.metric("banco_tables_dealt_here") == 0);
    assert!(sleeper.metric("banco_lease_lost_total") >= 1);
    let before = results(&mut line, port);
    within(Duration::from_secs(15), "rounds go on", || results(&mut line, port) > before + 1);
    assert_eq!(other.metric("banco_lease_lost_total"), 0);
    let mut guests = end(playing, &floor);
    guests.iter_mut().for_each(|guest| guest.check_answers(sleeper.port));
    drop((sleeper, other));
    books::check(&place, &guests);
}

#[test]
fn a_dealer_that_is_killed_is_replaced() {
    let postgres = Postgres::start().unwrap();
    let place = Place::new(Some(postgres.address()));
    let mut dealer = place.start();
    deals(&mut dealer);
    let other = place.start();
    let guests = (1..=3).map(|number| Guest::arrive(other.port, number)).collect();
    let floor = Arc::new(Floor::default());
    floor.port.store(other.port, Ordering::Relaxed);
    floor.pause_millis.store(20, Ordering::Relaxed);
    let playing = begin(guests, &floor);
    std::thread::sleep(Duration::from_secs(3));
    dealer.kill();
    let mut line = Line::default();
    let before = results(&mut line, other.port);
    let time =
        within(Duration::from_secs(15), "rounds go on", || results(&mut line, other.port) > before + 1);
    println!("two rounds {time:?} after the kill");
    let guests = end(playing, &floor);
    drop(other);
    books::check(&place, &guests);
}

#[test]
fn whoever_is_signed_out_on_one_node_is_let_go_on_the_other() {
    let postgres = Postgres::start().unwrap();
    let place = Place::new(Some(postgres.address()));
    let (first, second) = (place.start(), place.start());
    let mut guest = Guest::come_in(first.port, 1);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // A moment later the other node knows the guest as well.
    let known = || guest.line.get(second.port, "/api/v1/session").unwrap().status == 200;
    within(Duration::from_secs(5), "the guest is known", known);
    std::thread::sleep(Duration::from_secs(1));
    let mut socket = runtime.block_on(open(second.port, guest.line.token.as_deref()));
    assert_eq!(runtime.block_on(next(&mut socket)).unwrap()["kind"], "snapshot");
    let request = Request { method: "DELETE", path: "/api/v1/session", key: None, body: "" };
    assert_eq!(guest.line.ask(first.port, request).unwrap().status, 204);
    let since = Instant::now();
    let bye = runtime.block_on(async {
        loop {
            let message = next(&mut socket).await.expect("a word before the end");
            if message["kind"] == "bye" {
                return message;
            }
        }
    });
    let took = since.elapsed();
    println!("closed on the other node after {took:?}");
    assert_eq!(bye["data"]["code"], "signed_out");
    assert!(took < Duration::from_millis(1_500), "{took:?}");
    let gone = || guest.line.get(second.port, "/api/v1/session").unwrap().status == 401;
    within(Duration::from_secs(2), "nothing is told any more", gone);
}
