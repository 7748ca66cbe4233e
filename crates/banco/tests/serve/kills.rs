//! `kill -9` under load, again and again: nothing acknowledged is lost, nothing happens twice.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use banco_dice::Dice;
use banco_lab::Postgres;

use crate::books;
use crate::crowd::{Floor, Guest, begin, end};
use crate::node::Place;

/// A store on a small journal serves again within this.
const SERVES: Duration = Duration::from_secs(2);

#[test]
fn nothing_is_lost_by_fifty_kills_on_sqlite() {
    kills(&Place::new(None), 50, 8, Duration::from_millis(1_500));
}

#[test]
fn nothing_is_lost_by_twenty_kills_on_postgresql() {
    let postgres = Postgres::start().unwrap();
    // Leases of the dead are waited for, so a round is dealt only now and then.
    kills(&Place::new(Some(postgres.address())), 20, 9, Duration::from_millis(8_500));
}

#[test]
#[ignore = "an hour; `cargo xtask battery` runs it"]
fn nothing_is_lost_by_two_thousand_kills() {
    kills(&Place::new(None), 2_000, 8, Duration::from_millis(1_500));
    let postgres = Postgres::start().unwrap();
    kills(&Place::new(Some(postgres.address())), 2_000, 40, Duration::from_millis(8_500));
}

/// So many kills under load; every so often a life is long enough for a round to be dealt.
fn kills(place: &Place, rounds: usize, every: usize, long: Duration) {
    let mut dice = Dice::new(15);
    let node = place.start();
    let guests = (1..=4).map(|number| Guest::arrive(node.port, number)).collect();
    node.kill();
    let floor = Arc::new(Floor::default());
    floor.pause_millis.store(2, Ordering::Relaxed);
    let playing = begin(guests, &floor);
    let mut starts = Vec::new();
    for round in 0..rounds {
        let node = place.start();
        starts.push((node.took, node.worked));
        floor.port.store(node.port, Ordering::Relaxed);
        let short = Duration::from_millis(u64::try_from(40 + dice.place(220)).unwrap());
        std::thread::sleep(if round % every == every - 1 { long } else { short });
        // Those who play find out by themselves that it is gone.
        node.kill();
    }
    let mut node = place.start();
    floor.port.store(node.port, Ordering::Relaxed);
    let mut guests = end(playing, &floor);
    starts.sort();
    let ((shortest, _), (median, _)) = (starts[0], starts[starts.len() / 2]);
    let worked = starts.iter().map(|(_, worked)| *worked).max().unwrap();
    let answered = floor.answered.load(Ordering::Relaxed);
    let happened = guests.iter().flat_map(|guest| &guest.given).filter(|given| given.is_done()).count();
    println!("{answered} answers, {happened} of them done");
    println!("serving again in {median:?}, at best {shortest:?}, with {worked:?} of a processor");
    // Others may need the machine as well: what it takes by itself is what counts.
    assert!(shortest < SERVES && worked < SERVES, "{starts:?}");
    assert!(happened > rounds * 3, "{happened} of {answered}");
    guests.iter_mut().for_each(|guest| guest.check_answers(node.port));
    assert_eq!(node.metric("banco_trial_balance"), 0);
    assert_eq!(node.metric("banco_table_halted"), 0);
    let accounts: Vec<_> = guests.iter_mut().map(|guest| guest.account(node.port)).collect();
    node.kill();
    // What was kept is what was shown.
    let node = place.start();
    let again: Vec<_> = guests.iter_mut().map(|guest| guest.account(node.port)).collect();
    assert_eq!(accounts, again);
    node.kill();
    books::check(place, &guests);
}
