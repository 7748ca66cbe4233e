//! The database stops, the line to it is cut, the disk is full, too many ask at once: whoever asks is told so, nothing
//! acknowledged is lost, and it goes on by itself.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use banco_lab::{Line as Cable, Postgres};

use crate::books;
use crate::crowd::{Floor, Guest, begin, end};
use crate::http::Line;
use crate::node::{Node, Place, within};
use crate::nodes::results;

/// How soon everything is as usual again.
const NORMAL: Duration = Duration::from_secs(5);

/// Guests who play at a node, a little slower than they could.
struct Play {
    floor: Arc<Floor>,
    playing: Vec<std::thread::JoinHandle<Guest>>,
    line: Line,
    port: u16,
}

impl Play {
    fn begin(node: &Node, seated: u8, others: u8) -> Self {
        let seated = (1..=seated).map(|number| Guest::arrive(node.port, number));
        let others = (100..100 + others).map(|number| Guest::come_in(node.port, number));
        let guests: Vec<Guest> = seated.chain(others).collect();
        let floor = Arc::new(Floor::default());
        floor.port.store(node.port, Ordering::Relaxed);
        floor.pause_millis.store(5, Ordering::Relaxed);
        Self { playing: begin(guests, &floor), floor, line: Line::default(), port: node.port }
    }

    fn answered(&self) -> u32 {
        self.floor.answered.load(Ordering::Relaxed)
    }

    /// Everybody is answered again; says how long that took.
    fn is_normal_again(&self) -> Duration {
        let before = self.answered();
        within(NORMAL, "everybody is answered again", || self.answered() > before + 20)
    }

    /// The table goes on.
    fn is_dealt(&mut self) {
        let (before, port) = (results(&mut self.line, self.port), self.port);
        within(Duration::from_secs(20), "the table goes on", || results(&mut self.line, port) > before + 1);
    }

    /// Everybody has finished; says what they were told while there was no answer.
    fn end(self, place: &Place, mut node: Node) -> BTreeMap<String, u32> {
        let mut guests = end(self.playing, &self.floor);
        guests.iter_mut().for_each(|guest| guest.check_answers(node.port));
        assert_eq!(node.metric("banco_trial_balance"), 0);
        assert_eq!(node.metric("banco_table_halted"), 0);
        node.kill();
        books::check(place, &guests);
        let mut all = BTreeMap::new();
        for (code, many) in guests.into_iter().flat_map(|guest| guest.turned_away) {
            *all.entry(code).or_default() += many;
        }
        println!("{all:?}");
        all
    }
}

#[test]
fn a_database_that_stops_and_comes_back_loses_nothing() {
    let mut postgres = Postgres::start().unwrap();
    let place = Place::new(Some(postgres.address()));
    let node = place.start();
    let mut play = Play::begin(&node, 4, 0);
    play.is_dealt();
    for _ in 0..3 {
        postgres.kill().unwrap();
        std::thread::sleep(Duration::from_millis(700));
        assert_eq!(play.line.get(node.port, "/readyz").unwrap().status, 503);
        assert_eq!(play.line.get(node.port, "/healthz").unwrap().status, 200);
        postgres.resume().unwrap();
        println!("normal again after {:?}", play.is_normal_again());
        std::thread::sleep(Duration::from_millis(300));
    }
    play.is_dealt();
    let told = play.end(&place, node);
    assert!(told.contains_key("store_away"), "{told:?}");
    assert!(told.keys().all(|code| code == "store_away" || code == "not_known_yet"), "{told:?}");
}

#[test]
fn a_line_that_is_cut_with_a_commit_under_way_loses_nothing() {
    let postgres = Postgres::start().unwrap();
    let cable = Cable::to(postgres.port()).unwrap();
    let place = Place::new(Some(Postgres::address_at(cable.port())));
    let node = place.start();
    let mut play = Play::begin(&node, 4, 0);
    play.is_dealt();
    for _ in 0..12 {
        // What is asked arrives, what is answered does not.
        cable.deafen();
        std::thread::sleep(Duration::from_millis(150));
        cable.cut();
        std::thread::sleep(Duration::from_millis(150));
        cable.mend();
        println!("normal again after {:?}", play.is_normal_again());
    }
    play.is_dealt();
    let told = play.end(&place, node);
    assert!(told.contains_key("not_known_yet") || told.contains_key("store_away"), "{told:?}");
}

/// A small disk of its own. It goes away with this.
struct Disk<'a>(&'a Path);

impl<'a> Disk<'a> {
    /// Nothing where this machine does not let us.
    fn new(at: &'a Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        let mount = mount.args(["-t", "tmpfs", "-o", "size=24m", "banco-test"]).arg(at).output();
        mount.is_ok_and(|output| output.status.success()).then_some(Self(at))
    }

    /// Leaves no room.
    fn fill(&self) {
        let mut file = std::fs::File::create(self.0.join("filler")).unwrap();
        while file.write_all(&[7; 4096]).is_ok() {}
        while file.write_all(&[7]).is_ok() {}
    }

    fn clear(&self) {
        std::fs::remove_file(self.0.join("filler")).unwrap();
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_is_told_and_outlived() {
    let place = Place::new(None);
    let Some(disk) = Disk::new(place.folder.path()) else {
        println!("this machine mounts nothing for us: the store's own tests fill a file instead");
        return;
    };
    let node = place.start();
    let mut play = Play::begin(&node, 4, 0);
    play.is_dealt();
    for _ in 0..3 {
        disk.fill();
        let full = || {
            play.line
                .get(node.metrics_port, "/metrics")
                .unwrap()
                .body
                .contains("banco_shed_total{cause=\"floor\"}")
        };
        within(Duration::from_secs(10), "somebody is turned away", full);
        let mut probe = Line::default();
        let mut ready = |text: &str| probe.get(node.port, "/readyz").unwrap().body.contains(text);
        within(Duration::from_secs(2), "probes are told", || ready("\"code\":\"disk_full\""));
        std::thread::sleep(Duration::from_millis(500));
        let before = play.answered();
        std::thread::sleep(Duration::from_millis(300));
        println!("{} answers while the disk is full", play.answered() - before);
        disk.clear();
        println!("normal again after {:?}", play.is_normal_again());
        within(Duration::from_secs(3), "probes are told that it goes on", || ready("ready\n"));
    }
    play.is_dealt();
    let told = play.end(&place, node);
    assert!(told.contains_key("store_away"), "{told:?}");
}

#[test]
fn too_many_at_once_are_told_so_and_nothing_is_lost() {
    let place = Place::new(None).with("queue", "4");
    let node = place.start();
    let mut play = Play::begin(&node, 6, 40);
    play.floor.pause_millis.store(0, Ordering::Relaxed);
    std::thread::sleep(Duration::from_secs(4));
    // Most of them calm down.
    play.floor.pause_millis.store(1_000, Ordering::Relaxed);
    let began = Instant::now();
    let mut guest = Guest::come_in(node.port, 200);
    for _ in 0..20 {
        guest.think_of(crate::crowd::table_path(), serde_json::json!({ "do": "leave" }));
        within(NORMAL, "an answer", || guest.send_last(node.port).unwrap().status != 503);
    }
    println!("normal again after {:?}", began.elapsed());
    assert!(began.elapsed() < NORMAL);
    play.floor.pause_millis.store(50, Ordering::Relaxed);
    play.is_dealt();
    let told = play.end(&place, node);
    assert!(told.get("busy").is_some_and(|many| *many > 10), "{told:?}");
    assert_eq!(told.len(), 1, "{told:?}");
}
