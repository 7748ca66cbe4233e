//! Coming in, and not coming in.

use std::sync::Arc;

use banco_journal::Store;
use banco_people::throttle::{FOR_ADDRESS, FOR_LOGIN};
use banco_people::{
    BrowserSecret, Call, Client, Cost, FloorKind, HouseRole, Password, PasswordHash, Record, Settings,
    SignIn, SystemRandom,
};

use crate::house::*;

fn from(address: &str) -> Client {
    Client::new(address, "elsewhere")
}

/// Whoever tries is told the same at the same moments, whether anybody has the login or not.
async fn nothing_is_told(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    let gone = create(&people, "gone", &[HouseRole::Player]).await;
    people.disable(&Call::by_house("test", at(1)), gone, "").await.unwrap();
    let mut told: Vec<Vec<(i64, String)>> = Vec::new();
    for (number, (login, password)) in
        [("ada", "wrong"), ("gone", PASSWORD), ("nobody", "wrong"), ("no login at all \u{1F0A1}", "x")]
            .into_iter()
            .enumerate()
    {
        let client = from(&format!("192.0.2.{number}"));
        let mut answers = Vec::new();
        for now in (100..400).step_by(3).chain(400 + 1790..400 + 1830) {
            let error = try_in(&people, login, password, &client, at(now)).await.unwrap_err();
            answers.push((now, error.to_string()));
        }
        told.push(answers);
    }
    let first = &told[0];
    assert!(told.iter().all(|answers| answers == first), "{told:#?}");
    assert!(first.iter().any(|(_, text)| text.starts_with("too many tries")));
}

async fn delays_and_lock_outs(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    let ada = create(&people, "ada", &[HouseRole::Player]).await;
    let fail = async |now| refused(try_in(&people, "ada", "wrong", &client(), at(now)).await);
    let mut now = 100;
    for wait in [0, 0, 1, 2, 4, 8, 16, 32, 60] {
        assert_eq!(fail(now).await, "sign_in_refused");
        if wait > 0 {
            assert_eq!(fail(now + wait - 1).await, "slow_down", "{wait}");
        }
        now += wait;
    }
    assert!(!trail(&people).await.contains(&"locked_out".to_owned()));
    assert_eq!(fail(now).await, "sign_in_refused");
    let until = now + seconds(FOR_LOGIN.lock);
    let lock = Record::LockedOut { person: Some(ada.0), tries: FOR_LOGIN.lock_after, until: at(until) };
    assert_eq!(records(&people).await.pop(), Some(lock));
    // The right password does not help, nor does knocking make it longer.
    let right = async |now| try_in(&people, "ada", PASSWORD, &client(), at(now)).await;
    assert_eq!(refused(right(now + 61).await), "sign_in_refused");
    assert_eq!(refused(right(until - 1).await), "sign_in_refused");
    assert_eq!(trail(&people).await.iter().filter(|code| *code == "locked_out").count(), 1);
    let signed_in = sign_in(&people, "ada", at(until)).await;
    assert_eq!(signed_in.failed_before, FOR_LOGIN.lock_after);
    assert_eq!(sign_in(&people, "ada", at(until)).await.failed_before, 0);
    // From the start again.
    for _ in 0..3 {
        assert_eq!(refused(try_in(&people, "ada", "wrong", &client(), at(until)).await), "sign_in_refused");
    }
    assert_eq!(refused(right(until).await), "slow_down");
    assert_eq!(sign_in(&people, "ada", at(until + 1)).await.failed_before, 3);
}

/// The last try before a lock-out may be right.
#[tokio::test]
async fn the_tenth_try_may_be_right() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    for number in 0..9 {
        try_in(&people, "ada", "wrong", &client(), at(100 + 61 * number)).await.unwrap_err();
    }
    assert_eq!(sign_in(&people, "ada", at(1000)).await.failed_before, 9);
    assert!(!trail(&people).await.contains(&"locked_out".to_owned()));
}

async fn lock_out(people: &banco_people::People, login: &str, client: &Client, start: i64) -> i64 {
    for number in 0..10 {
        let tried = try_in(people, login, "wrong", client, at(start + 61 * number)).await;
        assert_eq!(refused(tried), "sign_in_refused");
    }
    start + 61 * 9
}

async fn an_administrator_ends_a_lock_out(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    let ada = create(&people, "ada", &[HouseRole::Player]).await;
    let (root, _) = staff(&people, "root", at(10)).await;
    let now = lock_out(&people, "ada", &client(), 100).await;
    assert_eq!(refused(try_in(&people, "ada", PASSWORD, &client(), at(now)).await), "sign_in_refused");
    people.unlock(&Call::by(&root, at(now)), ada).await.unwrap();
    assert_eq!(sign_in(&people, "ada", at(now)).await.failed_before, 10);
    assert!(trail(&people).await.contains(&"lock_out_ended".to_owned()));
    let session = sign_in(&people, "ada", at(now)).await.session;
    assert_eq!(refused(people.unlock(&Call::by(&session, at(now)), root.person).await), "not_allowed");
}

/// Somebody elsewhere cannot keep the staff out of where they always come in.
async fn tries_from_elsewhere_do_not_lock_out_at_home(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    sign_in(&people, "ada", at(50)).await;
    let now = lock_out(&people, "ada", &from("203.0.113.9"), 100).await;
    let elsewhere = try_in(&people, "ada", PASSWORD, &from("203.0.113.8"), at(now)).await;
    assert_eq!(refused(elsewhere), "sign_in_refused");
    assert_eq!(sign_in(&people, "ada", at(now)).await.failed_before, 10);
    let elsewhere = try_in(&people, "ada", PASSWORD, &from("203.0.113.8"), at(now)).await;
    assert_eq!(refused(elsewhere), "sign_in_refused", "they stay locked out there");
    // At home the same limits hold.
    let home = lock_out(&people, "ada", &client(), now + 100).await;
    assert_eq!(refused(try_in(&people, "ada", PASSWORD, &client(), at(home)).await), "sign_in_refused");
}

/// A stranger at the same address keeps nobody out who is signed in there, or came in by the same browser.
async fn a_stranger_at_the_same_address_keeps_nobody_out(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    create(&people, "bea", &[HouseRole::Player]).await;
    create(&people, "cleo", &[HouseRole::Player]).await;
    sign_in(&people, "cleo", at(10)).await;
    let browser = client().with_browser(Some(BrowserSecret::draw(&SystemRandom).unwrap()));
    let SignIn::In(signed_in) = try_in(&people, "ada", PASSWORD, &browser, at(10)).await.unwrap() else {
        panic!("a second step")
    };
    // The stranger locks out the login at this address, and then the address.
    let mut now = lock_out(&people, "ada", &client(), 100).await;
    for number in 0..FOR_ADDRESS.lock_after {
        now += 61;
        try_in(&people, &format!("nobody-{number}"), "x", &client(), at(now)).await.unwrap_err();
    }
    now += 61;
    assert_eq!(refused(try_in(&people, "bea", PASSWORD, &browser, at(now)).await), "slow_down");
    let other = client().with_browser(Some(BrowserSecret::draw(&SystemRandom).unwrap()));
    assert_eq!(refused(try_in(&people, "bea", PASSWORD, &other, at(now)).await), "slow_down");
    // Whoever has come in from this address before does so again, in a new browser too.
    sign_in(&people, "cleo", at(now)).await;
    // Whoever is signed in proves afresh who they are.
    let live = try_in(&people, "ada", PASSWORD, &browser, at(now)).await.unwrap();
    let SignIn::In(live) = live else { panic!("a second step") };
    let attempt = people.begin_proof(&live.token, &client(), at(now)).await.unwrap();
    let judged = attempt.judge(&Password::new(PASSWORD.to_owned())).unwrap();
    people.finish_step_up(judged, at(now)).await.unwrap();
    assert_ne!(live.session.id, signed_in.session.id);
    // The browser has limits of its own, and is recognized for a while only.
    let locked = lock_out(&people, "ada", &browser, now + 100).await;
    assert_eq!(refused(try_in(&people, "ada", PASSWORD, &browser, at(locked)).await), "sign_in_refused");
    let forgotten = now + seconds(people.settings().known_browser);
    for number in 0..FOR_ADDRESS.lock_after {
        let now = forgotten + 61 * i64::from(number);
        try_in(&people, &format!("nobody-{number}"), "x", &client(), at(now)).await.unwrap_err();
    }
    let late = forgotten + 61 * i64::from(FOR_ADDRESS.lock_after);
    assert_eq!(refused(try_in(&people, "bea", PASSWORD, &browser, at(late)).await), "slow_down");
}

/// Only a secret that the house has made marks a browser.
#[tokio::test]
async fn a_browser_is_marked_by_the_house() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    let (one, other) = (people.new_browser().unwrap(), people.new_browser().unwrap());
    assert!(people.mark_of(&one).is_some());
    assert_ne!(people.mark_of(&one), people.mark_of(&other));
    assert_eq!(people.mark_of(&BrowserSecret::read(&one.reveal()).unwrap()), people.mark_of(&one));
    assert_eq!(people.mark_of(&BrowserSecret::draw(&SystemRandom).unwrap()), None);
    let elsewhere = open(&memory(), settings(FloorKind::Real)).await;
    assert_eq!(elsewhere.mark_of(&one), None);
}

#[tokio::test]
async fn one_address_tries_many_logins() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    let fail = async |number: u32, now| {
        refused(try_in(&people, &format!("nobody-{number}"), "x", &client(), at(now)).await)
    };
    for number in 0..FOR_ADDRESS.free {
        assert_eq!(fail(number, 100).await, "sign_in_refused", "{number}");
    }
    assert_eq!(fail(100, 100).await, "slow_down");
    assert_eq!(refused(try_in(&people, "ada", PASSWORD, &client(), at(100)).await), "slow_down");
    assert!(try_in(&people, "ada", PASSWORD, &from("192.0.2.8"), at(100)).await.is_ok());
    assert_eq!(fail(101, 101).await, "sign_in_refused");
    // Coming in from there gives back one's own try and no more.
    assert_eq!(refused(try_in(&people, "ada", PASSWORD, &client(), at(102)).await), "slow_down");
    assert!(try_in(&people, "ada", PASSWORD, &client(), at(103)).await.is_ok());
    let mut now = 200;
    for number in 21..FOR_ADDRESS.lock_after {
        assert_eq!(fail(number, now).await, "sign_in_refused", "{number}");
        now += 60;
    }
    assert_eq!(records(&people).await.iter().filter(|r| r.code() == "address_locked_out").count(), 1);
    let until = now - 60 + seconds(FOR_ADDRESS.lock);
    assert_eq!(fail(1000, until - 1).await, "slow_down");
    assert_eq!(fail(1000, until).await, "sign_in_refused");
}

async fn many_tries_at_once_count_one_by_one(store: Arc<dyn Store>) {
    let people = Arc::new(open(&store, settings(FloorKind::Real)).await);
    create(&people, "ada", &[HouseRole::Player]).await;
    let done = at_once(20, |_| {
        let people = Arc::clone(&people);
        async move { people.begin_sign_in("ada", &client(), at(100)).await }
    });
    let done = done.await;
    let allowed = u32::try_from(done.iter().filter(|done| done.is_ok()).count()).unwrap();
    assert_eq!(allowed, FOR_LOGIN.free, "no more than one by one");
    assert!(done.into_iter().filter_map(Result::err).all(|error| code_of(&error) == "slow_down"));
}

#[tokio::test]
async fn tries_outlast_a_restart() {
    let (folder, store) = file();
    let people = open(&store, settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    let now = lock_out(&people, "ada", &client(), 100).await;
    drop(people);
    drop(store);
    let store = reopened(&folder);
    let people = open(&store, settings(FloorKind::Real)).await;
    assert_eq!(refused(try_in(&people, "ada", PASSWORD, &client(), at(now)).await), "sign_in_refused");
    let free = now + seconds(FOR_LOGIN.lock);
    assert_eq!(sign_in(&people, "ada", at(free)).await.failed_before, 10);
}

async fn a_raised_cost_is_paid_at_the_next_sign_in(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    drop(people);
    let cost = Cost { passes: 3, ..CHEAP };
    let people = open(&store, Settings { cost, ..settings(FloorKind::Real) }).await;
    try_in(&people, "ada", "wrong", &client(), at(10)).await.unwrap_err();
    assert!(!trail(&people).await.contains(&"password_rehashed".to_owned()));
    sign_in(&people, "ada", at(11)).await;
    sign_in(&people, "ada", at(12)).await;
    let times = trail(&people).await.iter().filter(|code| *code == "password_rehashed").count();
    assert_eq!(times, 1);
}

async fn a_password_is_changed_by_whoever_knows_it(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    let token = sign_in(&people, "ada", at(10)).await.token;
    let other = sign_in(&people, "ada", at(10)).await.token;
    let new = "amber-turbine-21";
    let prove = async |token, password: &str, now| {
        let attempt = people.begin_proof(token, &client(), at(now)).await?;
        attempt.judge(&Password::new(password.to_owned()))
    };
    let wrong = prove(&token, "wrong", 20).await.unwrap();
    assert_eq!(refused(people.change_password(wrong, &hash(new), at(20)).await), "sign_in_refused");
    let right = prove(&token, PASSWORD, 21).await.unwrap();
    let changed = people.change_password(right, &hash(new), at(21)).await.unwrap();
    for old in [&token, &other] {
        assert_eq!(refused(people.session(old, at(22)).await), "not_signed_in");
    }
    assert!(people.session(&changed.token, at(22)).await.is_ok());
    assert_eq!(refused(try_in(&people, "ada", PASSWORD, &client(), at(23)).await), "sign_in_refused");
    assert!(try_in(&people, "ada", new, &client(), at(24)).await.is_ok());
    // A proof is no sign-in, and a sign-in is no proof.
    let proof = prove(&changed.token, new, 25).await.unwrap();
    assert_eq!(refused(people.finish_sign_in(proof, at(25)).await), "sign_in_refused");
    let attempt = people.begin_sign_in("ada", &client(), at(26)).await.unwrap();
    let judged = attempt.judge(&Password::new(new.to_owned())).unwrap();
    assert_eq!(refused(people.finish_step_up(judged, at(26)).await), "sign_in_refused");
}

/// What ends sessions ends a sign-in that is under way.
#[tokio::test]
async fn a_sign_in_under_way_ends_as_well() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    let ada = create(&people, "ada", &[HouseRole::Player]).await;
    let attempt = people.begin_sign_in("ada", &client(), at(10)).await.unwrap();
    let judged = attempt.judge(&Password::new(PASSWORD.to_owned())).unwrap();
    people.disable(&Call::by_house("test", at(11)), ada, "").await.unwrap();
    assert_eq!(refused(people.finish_sign_in(judged, at(12)).await), "sign_in_refused");
}

#[test]
fn passwords_that_may_not_be_chosen() {
    let choose = |password: &str, staff| {
        let password = Password::new(password.to_owned());
        PasswordHash::choose(&password, staff, &["ada.lovelace"], CHEAP, &SystemRandom)
    };
    assert_eq!(refused(choose("kq7Zr!m", false)), "password_short");
    assert_eq!(refused(choose("kq7Zr!ma0wx", true)), "password_short");
    assert_eq!(refused(choose("ada.lovelace1", true)), "password_named");
    assert_eq!(refused(choose("Password2026!", true)), "password_guessed");
    assert!(choose("kq7Zr!ma", false).is_ok() && choose("kq7Zr!ma0wxy", true).is_ok());
}

on_both!(
    nothing_is_told,
    delays_and_lock_outs,
    an_administrator_ends_a_lock_out,
    tries_from_elsewhere_do_not_lock_out_at_home,
    a_stranger_at_the_same_address_keeps_nobody_out,
    many_tries_at_once_count_one_by_one,
    a_raised_cost_is_paid_at_the_next_sign_in,
    a_password_is_changed_by_whoever_knows_it
);
