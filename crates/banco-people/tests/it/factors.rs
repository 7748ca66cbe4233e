//! Second factors: every code once.

use std::sync::Arc;

use banco_journal::{Keyring, Store};
use banco_people::{
    Call, FloorKind, HouseRole, People, PeopleError, Reach, Record, SignIn, SystemRandom, Ticket,
};

use crate::house::*;

/// The first step, for somebody who has a second factor.
async fn ticket(people: &People, login: &str, now: i64) -> Ticket {
    match try_in(people, login, PASSWORD, &client(), at(now)).await.unwrap() {
        SignIn::SecondStep(ticket) => Ticket::read(&ticket.reveal()).unwrap(),
        SignIn::In(_) => panic!("no second step"),
    }
}

/// A house with a dealer who has a second factor since second 0, its secret and recovery codes.
async fn with_factor(store: &Arc<dyn Store>) -> (Arc<People>, Vec<u8>, Vec<String>) {
    let people = open(store, settings(FloorKind::Real)).await;
    create(&people, "dora", &[HouseRole::Dealer]).await;
    let token = sign_in(&people, "dora", at(0)).await.token;
    let (enrolled, secret) = enrol(&people, &token, at(0)).await;
    (Arc::new(people), secret, enrolled.recovery.reveal().to_vec())
}

async fn a_code_works_once(store: Arc<dyn Store>) {
    let (people, secret, _) = with_factor(&store).await;
    // The code that set it up is spent.
    let open = ticket(&people, "dora", 1).await;
    let spent = people.second_step(&open, &code(&secret, at(0)), &client(), at(1)).await;
    assert_eq!(refused(spent), "wrong_code");
    let next = code(&secret, at(30));
    let signed_in = people.second_step(&open, &next, &client(), at(2)).await.unwrap();
    assert_eq!((signed_in.session.reach, signed_in.failed_before), (Reach::Full, 1));
    assert_eq!(refused(people.second_step(&open, &next, &client(), at(2)).await), "sign_in_over");
    let open = ticket(&people, "dora", 3).await;
    assert_eq!(refused(people.second_step(&open, &next, &client(), at(3)).await), "wrong_code");
    // Nor does an earlier one work after a later one.
    let open = ticket(&people, "dora", 90).await;
    people.second_step(&open, &code(&secret, at(120)), &client(), at(90)).await.unwrap();
    let open = ticket(&people, "dora", 91).await;
    let earlier = people.second_step(&open, &code(&secret, at(90)), &client(), at(91)).await;
    assert_eq!(refused(earlier), "wrong_code");
}

async fn one_step_early_or_late(store: Arc<dyn Store>) {
    let (people, secret, _) = with_factor(&store).await;
    for (start, drift, good) in
        [(300, -60, false), (600, -30, true), (900, 0, true), (1200, 30, true), (1500, 60, false)]
    {
        let open = ticket(&people, "dora", start).await;
        let done = people.second_step(&open, &code(&secret, at(start + drift)), &client(), at(start)).await;
        assert_eq!(done.is_ok(), good, "{drift}");
    }
}

async fn one_code_many_times_at_once(store: Arc<dyn Store>) {
    let (people, secret, recovery) = with_factor(&store).await;
    let other = Arc::new(open(&store, settings(FloorKind::Real)).await);
    for (now, code) in [(300, code(&secret, at(300))), (600, recovery[3].clone())] {
        let mut tickets = Vec::new();
        for _ in 0..3 {
            tickets.push(ticket(&people, "dora", now).await);
        }
        let done = at_once(9, |number| {
            let people = Arc::clone(if number % 2 == 0 { &people } else { &other });
            let (ticket, code) = (tickets[number % 3].clone(), code.clone());
            async move { people.second_step(&ticket, &code, &client(), at(now)).await }
        });
        let done = done.await;
        assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1, "{done:?}");
        for error in done.into_iter().filter_map(Result::err) {
            assert!(["wrong_code", "sign_in_over", "slow_down"].contains(&code_of(&error)));
        }
    }
}

/// A code is spent by whatever it is used for.
async fn one_code_for_a_sign_in_and_a_proof_at_once(store: Arc<dyn Store>) {
    let (people, secret, _) = with_factor(&store).await;
    for round in 1..6 {
        let now = 300 * round;
        let open = ticket(&people, "dora", now).await;
        let first = people.second_step(&open, &code(&secret, at(now)), &client(), at(now)).await.unwrap();
        let later = now + 60;
        let code = code(&secret, at(later));
        let open = ticket(&people, "dora", later).await;
        let (one, other, token, again) =
            (Arc::clone(&people), Arc::clone(&people), first.token, code.clone());
        let sign_in =
            tokio::spawn(async move { one.second_step(&open, &code, &client(), at(later)).await.is_ok() });
        let proof = tokio::spawn(async move {
            other.step_up_with_code(&token, &again, &client(), at(later)).await.is_ok()
        });
        let done = [sign_in.await.unwrap(), proof.await.unwrap()];
        assert_eq!(done.iter().filter(|done| **done).count(), 1);
    }
}

async fn recovery_codes_work_once_each(store: Arc<dyn Store>) {
    let (people, _, recovery) = with_factor(&store).await;
    let dora = people.sessions(banco_engine::table::Person(1), at(0)).await.unwrap()[0].person;
    assert_eq!(recovery.len(), 10);
    for (number, code) in recovery.iter().enumerate() {
        let now = 300 * i64::try_from(number + 1).unwrap();
        let open = ticket(&people, "dora", now).await;
        let typed = code.to_uppercase().replace('-', " ");
        people.second_step(&open, &typed, &client(), at(now)).await.unwrap();
        let open = ticket(&people, "dora", now).await;
        assert_eq!(refused(people.second_step(&open, code, &client(), at(now)).await), "wrong_code");
        assert_eq!(people.recovery_codes_left(dora).await.unwrap(), 9 - number);
    }
    let used = records(&people).await.into_iter().filter(|record| record.code() == "recovery_code_used");
    let left: Vec<u32> = used
        .map(|record| match record {
            Record::RecoveryCodeUsed { left, .. } => left,
            _ => 99,
        })
        .collect();
    assert_eq!(left, (0..10).rev().collect::<Vec<u32>>());
}

async fn recovery_codes_are_renewed(store: Arc<dyn Store>) {
    let (people, secret, old) = with_factor(&store).await;
    let open = ticket(&people, "dora", 300).await;
    let token = people.second_step(&open, &code(&secret, at(300)), &client(), at(300)).await.unwrap().token;
    assert_eq!(refused(people.renew_recovery_codes(&token, at(301)).await), "step_up_needed");
    people.step_up_with_code(&token, &code(&secret, at(330)), &client(), at(301)).await.unwrap();
    let new = people.renew_recovery_codes(&token, at(302)).await.unwrap();
    let open = ticket(&people, "dora", 400).await;
    assert_eq!(refused(people.second_step(&open, &old[0], &client(), at(400)).await), "wrong_code");
    people.second_step(&open, &new.reveal()[0], &client(), at(401)).await.unwrap();
}

async fn wrong_codes_lock_like_wrong_passwords(store: Arc<dyn Store>) {
    let (people, secret, _) = with_factor(&store).await;
    let mut now = 300;
    for number in 0..10 {
        let open = ticket(&people, "dora", now).await;
        assert_eq!(
            refused(people.second_step(&open, "000000", &client(), at(now)).await),
            "wrong_code",
            "{number}"
        );
        now += 61;
    }
    assert!(trail(&people).await.contains(&"locked_out".to_owned()));
    assert_eq!(refused(try_in(&people, "dora", PASSWORD, &client(), at(now)).await), "sign_in_refused");
    // Nor does a ticket from before help.
    let until = now - 61 + 1800;
    let open = ticket(&people, "dora", until).await;
    let signed_in = people.second_step(&open, &code(&secret, at(until)), &client(), at(until)).await.unwrap();
    assert_eq!(signed_in.failed_before, 10);
}

async fn a_ticket_is_open_for_five_minutes(store: Arc<dyn Store>) {
    let (people, secret, _) = with_factor(&store).await;
    let open = ticket(&people, "dora", 300).await;
    let done = people.second_step(&open, &code(&secret, at(600)), &client(), at(600)).await;
    assert_eq!(refused(done), "sign_in_over");
    people.second_step(&open, &code(&secret, at(599)), &client(), at(599)).await.unwrap();
    // Whatever ends sessions ends tickets.
    let open = ticket(&people, "dora", 700).await;
    let dora = banco_engine::table::Person(1);
    people.revoke_all(&Call::by_house("test", at(700)), dora).await.unwrap();
    let done = people.second_step(&open, &code(&secret, at(700)), &client(), at(701)).await;
    assert_eq!(refused(done), "sign_in_over");
}

async fn a_second_factor_is_changed_and_reset(store: Arc<dyn Store>) {
    let (people, secret, _) = with_factor(&store).await;
    administrator(&people).await;
    let (root, _) = staff(&people, "root", at(1)).await;
    let open = ticket(&people, "dora", 300).await;
    let signed_in = people.second_step(&open, &code(&secret, at(300)), &client(), at(300)).await.unwrap();
    let (dora, token) = (signed_in.session.person, signed_in.token);
    assert_eq!(refused(people.begin_enrolment(&token, at(301)).await), "step_up_needed");
    people.step_up_with_code(&token, &code(&secret, at(330)), &client(), at(301)).await.unwrap();
    people.begin_enrolment(&token, at(302)).await.unwrap();
    let wrong = people.confirm_enrolment(&token, "000000", &client(), at(302)).await;
    assert_eq!(refused(wrong), "wrong_code");
    let (enrolled, new) = enrol(&people, &token, at(303)).await;
    assert!(enrolled.signed_in.session.is_stepped_up(at(303)));
    let open = ticket(&people, "dora", 400).await;
    let old = people.second_step(&open, &code(&secret, at(400)), &client(), at(400)).await;
    assert_eq!(refused(old), "wrong_code");
    people.second_step(&open, &code(&new, at(400)), &client(), at(401)).await.unwrap();
    // An administrator takes it away, of others only.
    let call = Call::by(&root, at(500));
    let own = people.reset_second_factor(&call, root.person, "lost").await;
    assert_eq!(refused(own), "own_account");
    // One asks, another does it.
    let alone = people.reset_second_factor(&call, dora, "lost the phone").await;
    assert_eq!(refused(alone), "second_administrator_needed");
    create(&people, "ann", &[HouseRole::Administrator]).await;
    let (other, _) = staff(&people, "ann", at(500)).await;
    let asked = people.reset_second_factor(&call, dora, "lost the phone").await.unwrap().unwrap();
    assert_eq!(refused(people.approve(&call, asked.request).await), "same_person");
    people
        .second_step(&ticket(&people, "dora", 510).await, &code(&new, at(510)), &client(), at(510))
        .await
        .unwrap();
    people.approve(&Call::by(&other, at(520)), asked.request).await.unwrap();
    assert_eq!(refused(people.reset_second_factor(&call, dora, "again").await), "no_second_factor");
    let reason = "lost the phone".to_owned();
    assert!(records(&people).await.contains(&Record::SecondFactorReset { person: dora.0, reason }));
    assert_eq!(sign_in(&people, "dora", at(600)).await.session.reach, Reach::Enrolment);
}

#[tokio::test]
async fn without_a_second_factor() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    let token = sign_in(&people, "ada", at(0)).await.token;
    let proof = people.step_up_with_code(&token, "123456", &client(), at(1)).await;
    assert_eq!(refused(proof), "no_second_factor");
    let confirm = people.confirm_enrolment(&token, "123456", &client(), at(1)).await;
    assert_eq!(refused(confirm), "no_second_factor");
    assert_eq!(refused(people.renew_recovery_codes(&token, at(1)).await), "no_second_factor");
    // Players may have one; then they need it.
    enrol(&people, &token, at(2)).await;
    ticket(&people, "ada", 3).await;
}

/// Secrets are sealed with the key of the house, and anew once there is a newer one.
#[tokio::test]
async fn keys_of_the_house_are_changed() {
    let store = memory();
    let (_, secret, _) = with_factor(&store).await;
    let with = async |text: String| {
        let keyring = Arc::new(Keyring::read(&text).unwrap());
        let settings = settings(FloorKind::Real);
        People::open(Arc::clone(&store), keyring, Arc::new(SystemRandom), settings, at(0)).await.unwrap()
    };
    let (old, new) = (format!("one {}\n", "5a".repeat(32)), format!("two {}\n", "6b".repeat(32)));
    let step = async |people: &People, now| {
        let open = ticket(people, "dora", now).await;
        people.second_step(&open, &code(&secret, at(now)), &client(), at(now)).await
    };
    let without = with(new.clone()).await;
    assert!(matches!(step(&without, 300).await, Err(PeopleError::NoKey)));
    step(&with(old + &new).await, 400).await.unwrap();
    step(&without, 500).await.unwrap();
}

/// A house does not wait until everybody has come in once.
#[tokio::test]
async fn all_secrets_are_sealed_anew_at_once() {
    let store = memory();
    let (_, secret, _) = with_factor(&store).await;
    let with = async |text: String| {
        let keyring = Arc::new(Keyring::read(&text).unwrap());
        let settings = settings(FloorKind::Real);
        People::open(Arc::clone(&store), keyring, Arc::new(SystemRandom), settings, at(0)).await.unwrap()
    };
    let (old, new) = (format!("one {}\n", "5a".repeat(32)), format!("two {}\n", "6b".repeat(32)));
    let without = with(new.clone()).await;
    assert!(matches!(without.reseal(at(1)).await, Err(PeopleError::NoKey)));
    let both = with(old + &new).await;
    assert_eq!(both.sealed_with().await.unwrap(), [("one".to_owned(), 1)].into());
    assert_eq!(both.reseal(at(2)).await.unwrap(), 1);
    assert_eq!(both.reseal(at(3)).await.unwrap(), 0);
    assert_eq!(both.sealed_with().await.unwrap(), [("two".to_owned(), 1)].into());
    let open = ticket(&without, "dora", 300).await;
    without.second_step(&open, &code(&secret, at(300)), &client(), at(300)).await.unwrap();
}

on_both!(
    a_code_works_once,
    one_step_early_or_late,
    one_code_many_times_at_once,
    one_code_for_a_sign_in_and_a_proof_at_once,
    recovery_codes_work_once_each,
    recovery_codes_are_renewed,
    wrong_codes_lock_like_wrong_passwords,
    a_ticket_is_open_for_five_minutes,
    a_second_factor_is_changed_and_reset
);
