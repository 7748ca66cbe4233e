//! Sessions last as long as they should, and end when they must.

use std::sync::Arc;

use banco_engine::table::Person;
use banco_journal::Store;
use banco_people::{
    Call, FloorKind, HouseRole, Lifetime, Password, People, Permission, Record, Roles, SessionToken,
    Settings, SignIn,
};

use crate::house::*;

async fn lives(people: &People, token: &SessionToken, now: i64) -> bool {
    match people.peek(token, at(now)).await {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(code_of(&error), "not_signed_in");
            false
        }
    }
}

async fn idle_and_absolute_ends(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Demo)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    create(&people, "dora", &[HouseRole::Dealer]).await;
    let Settings { players, staff, touch_every, .. } = people.settings().clone();
    assert!(staff.idle < players.idle && staff.most < players.most);
    for (login, Lifetime { idle, most }) in [("ada", players), ("dora", staff)] {
        let (idle, most) = (seconds(idle), seconds(most));
        let token = sign_in(&people, login, at(0)).await.token;
        assert!(lives(&people, &token, idle - 1).await && !lives(&people, &token, idle).await);
        // Using it keeps it going, to the end.
        let token = sign_in(&people, login, at(0)).await.token;
        let mut now = 0;
        while now < most {
            assert!(people.session(&token, at(now)).await.is_ok(), "{now}");
            now += idle / 2;
        }
        assert!(lives(&people, &token, most - 1).await && !lives(&people, &token, most).await);
    }
    assert!(seconds(touch_every) >= 60);
}

#[tokio::test]
async fn use_is_noted_every_few_minutes() {
    let people = open(&memory(), settings(FloorKind::Demo)).await;
    let ada = create(&people, "ada", &[HouseRole::Player]).await;
    let token = sign_in(&people, "ada", at(0)).await.token;
    let every = seconds(people.settings().touch_every);
    let seen = async |now| {
        people.session(&token, at(now)).await.unwrap();
        people.sessions(ada, at(now)).await.unwrap()[0].seen
    };
    assert_eq!(seen(every - 1).await, at(0));
    assert_eq!(seen(every).await, at(every));
    assert_eq!(seen(every + 1).await, at(every));
    people.peek(&token, at(3 * every)).await.unwrap();
    assert_eq!(people.sessions(ada, at(3 * every)).await.unwrap()[0].seen, at(every));
}

/// Everything that must end all sessions of somebody does, and nobody else's.
#[tokio::test]
async fn whatever_raises_the_epoch() {
    let people = open(&memory(), settings(FloorKind::Demo)).await;
    administrator(&people).await;
    let dora = create(&people, "dora", &[HouseRole::Dealer]).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    let (root, _) = staff(&people, "root", at(0)).await;
    let (call, house) = (Call::by(&root, at(10)), Call::by_house("test", at(20)));
    let ada = sign_in(&people, "ada", at(0)).await.token;
    let mut now = 100;
    let fresh = async |now| sign_in(&people, "dora", at(now)).await.token;
    for what in ["roles", "revoke", "invitation", "password", "enrol", "reset", "disable"] {
        now += 100;
        let (one, other) = if what == "reset" {
            // With a second factor there is a second step; the sessions are those of the enrolment.
            let token = fresh(now).await;
            let enrolled = enrol(&people, &token, at(now)).await.0.signed_in.token;
            (enrolled.clone(), enrolled)
        } else {
            (fresh(now).await, fresh(now).await)
        };
        assert!(lives(&people, &one, now).await && lives(&people, &other, now).await, "{what}");
        match what {
            "roles" => {
                people.change_roles(&house, dora, &Roles::of(&[HouseRole::Floor])).await.unwrap();
            }
            "revoke" => people.revoke_all(&call, dora).await.unwrap(),
            "invitation" => {
                let invitation = people.invite(&house, dora).await.unwrap().invitation;
                people.accept(&invitation, None, &hash(PASSWORD), (false, at(now))).await.unwrap();
            }
            "password" => {
                let attempt = people.begin_proof(&one, &client(), at(now)).await.unwrap();
                let judged = attempt.judge(&Password::new(PASSWORD.to_owned())).unwrap();
                people.change_password(judged, &hash(PASSWORD), at(now)).await.unwrap();
            }
            "enrol" => {
                enrol(&people, &one, at(now)).await;
                people.reset_second_factor(&house, dora, "lost").await.unwrap();
            }
            "reset" => assert_eq!(people.reset_second_factor(&house, dora, "lost").await.unwrap(), None),
            _ => people.disable(&call, dora, "").await.unwrap(),
        }
        assert!(!lives(&people, &one, now).await && !lives(&people, &other, now).await, "{what}");
        assert!(lives(&people, &ada, now).await, "{what}");
    }
}

async fn own_sessions_are_listed_and_ended(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    let ada = create(&people, "ada", &[HouseRole::Player]).await;
    let eve = create(&people, "eve", &[HouseRole::Player]).await;
    let first = sign_in(&people, "ada", at(1)).await;
    let second = sign_in(&people, "ada", at(2)).await;
    let third = sign_in(&people, "ada", at(3)).await;
    let others = sign_in(&people, "eve", at(3)).await;
    let listed = people.sessions(ada, at(4)).await.unwrap();
    assert_eq!(
        listed.iter().map(|session| session.id).collect::<Vec<_>>(),
        [third.token.id(), second.token.id(), first.token.id()]
    );
    assert_eq!(listed[0].label, "a browser");
    let own = Call::by(&third.session, at(5));
    assert_eq!(refused(people.revoke_session(&own, eve, others.token.id()).await), "not_allowed");
    assert_eq!(refused(people.revoke_all(&own, eve).await), "not_allowed");
    assert_eq!(refused(people.revoke_session(&own, ada, others.token.id()).await), "no_session");
    people.revoke_session(&own, ada, first.token.id()).await.unwrap();
    assert_eq!(refused(people.revoke_session(&own, ada, first.token.id()).await), "no_session");
    assert!(!lives(&people, &first.token, 5).await && lives(&people, &second.token, 5).await);
    assert_eq!(people.revoke_others(&third.token, at(6)).await.unwrap(), 1);
    assert!(!lives(&people, &second.token, 6).await && lives(&people, &third.token, 6).await);
    let (root, _) = staff(&people, "root", at(7)).await;
    people.revoke_session(&Call::by(&root, at(8)), eve, others.token.id()).await.unwrap();
    people.revoke_all(&Call::by(&root, at(8)), ada).await.unwrap();
    assert!(!lives(&people, &third.token, 8).await && !lives(&people, &others.token, 8).await);
    assert_eq!(people.sessions(ada, at(9)).await.unwrap(), []);
    assert_eq!(refused(people.sessions(Person(99), at(9)).await), "no_person");
}

#[tokio::test]
async fn there_are_only_so_many() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    let most = people.settings().most_sessions;
    let mut tokens = Vec::new();
    for number in 0..=most {
        tokens.push(sign_in(&people, "ada", at(i64::try_from(number).unwrap())).await.token);
    }
    assert!(!lives(&people, &tokens[0], 10).await);
    for token in &tokens[1..] {
        assert!(lives(&people, token, 10).await);
    }
}

#[tokio::test]
async fn tokens_are_good_for_nothing_else() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    create(&people, "eve", &[HouseRole::Player]).await;
    let ada = sign_in(&people, "ada", at(1)).await.token;
    let eve = sign_in(&people, "eve", at(1)).await.token;
    let (one, other) = (ada.reveal(), eve.reveal());
    let (one, other): (Vec<&str>, Vec<&str>) = (one.split('.').collect(), other.split('.').collect());
    // Any mixture of two good tokens is none.
    for mixture in 1..7_u8 {
        let part = |bit: usize| if mixture >> bit & 1 == 0 { one[bit] } else { other[bit] };
        let text = [part(0), part(1), part(2)].join(".");
        assert!(!lives(&people, &SessionToken::read(&text).unwrap(), 2).await);
    }
    assert!(ada.is_csrf(&ada.csrf()) && !ada.is_csrf(&eve.csrf()) && !ada.is_csrf(""));
}

async fn a_fresh_proof_counts_for_five_minutes(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Demo)).await;
    create(&people, "carl", &[HouseRole::Cashier]).await;
    let (session, token) = staff(&people, "carl", at(0)).await;
    assert_eq!(session.need(Permission::Cage, at(0)).unwrap_err().code(), "step_up_needed");
    let prove = async |password: &str, now| {
        let attempt = people.begin_proof(&token, &client(), at(now)).await?;
        people.finish_step_up(attempt.judge(&Password::new(password.to_owned()))?, at(now)).await
    };
    assert_eq!(refused(prove("wrong", 10).await), "sign_in_refused");
    let session = prove(PASSWORD, 11).await.unwrap();
    assert_eq!(session, people.peek(&token, at(11)).await.unwrap());
    assert!(session.need(Permission::Cage, at(11 + 299)).is_ok());
    assert_eq!(session.need(Permission::Cage, at(11 + 300)).unwrap_err().code(), "step_up_needed");
    assert_eq!(session.need(Permission::Deal, at(11)).unwrap_err().code(), "not_allowed");
    // Another session of the same person has proved nothing.
    assert!(!sign_in(&people, "carl", at(12)).await.session.is_stepped_up(at(12)));
    assert!(trail(&people).await.contains(&"stepped_up".to_owned()));
    // Guessing here is as slow as at the door.
    for _ in 0..3 {
        assert_eq!(refused(prove("wrong", 20).await), "sign_in_refused");
    }
    assert_eq!(refused(prove(PASSWORD, 20).await), "slow_down");
    // Nobody at the door is held up by it, nor is the session by what others try there.
    sign_in(&people, "carl", at(20)).await;
    people.sign_out(&token, at(30)).await.unwrap();
    assert_eq!(refused(prove(PASSWORD, 30).await), "not_signed_in");
}

/// Whoever comes in leaves no session behind that the browser had before, be it their own or somebody else's.
async fn a_new_sign_in_ends_the_session_that_was_shown(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Demo)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    create(&people, "dora", &[HouseRole::Dealer]).await;
    let (left, apart) = (sign_in(&people, "ada", at(0)).await, sign_in(&people, "ada", at(0)).await);
    let shows = |token: &SessionToken| client().with_session(Some(token.clone()));
    let next = try_in(&people, "dora", PASSWORD, &shows(&left.token), at(1)).await.unwrap();
    let SignIn::In(next) = next else { panic!("a second step") };
    assert!(!lives(&people, &left.token, 1).await, "it is over");
    assert!(lives(&people, &apart.token, 1).await, "others go on");
    let again = try_in(&people, "dora", PASSWORD, &shows(&next.token), at(2)).await.unwrap();
    assert!(matches!(again, SignIn::In(_)) && !lives(&people, &next.token, 2).await);
    let guest = people.guest("Guest", &shows(&apart.token), at(3)).await.unwrap();
    assert!(!lives(&people, &apart.token, 3).await && lives(&people, &guest.token, 3).await);
    // What is over already, or wrong, keeps nobody out; nor does a wrong password end anything.
    assert!(try_in(&people, "dora", PASSWORD, &shows(&apart.token), at(4)).await.is_ok());
    try_in(&people, "dora", "wrong", &shows(&guest.token), at(5)).await.unwrap_err();
    assert!(lives(&people, &guest.token, 5).await);
    let out = trail(&people).await.iter().filter(|code| *code == "signed_out").count();
    assert_eq!(out, 3, "the trail says each once");
}

async fn a_player_has_one_session_where_the_house_says_so(store: Arc<dyn Store>) {
    let usual = |floor| Settings::new(floor).one_session_per_patron;
    assert!(usual(FloorKind::Real) && !usual(FloorKind::Demo));
    let one = Settings { one_session_per_patron: true, ..settings(FloorKind::Real) };
    let people = open(&store, one).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    create(&people, "dora", &[HouseRole::Dealer]).await;
    let first = sign_in(&people, "ada", at(0)).await;
    let second = sign_in(&people, "ada", at(1)).await;
    assert!(!lives(&people, &first.token, 1).await && lives(&people, &second.token, 1).await);
    let Record::SignedIn { ended, .. } = records(&people).await.pop().unwrap() else { panic!("no sign-in") };
    assert_eq!(ended, [first.session.id], "open lines end with it");
    // The staff have several consoles.
    let (dealer, _) = (sign_in(&people, "dora", at(2)).await, sign_in(&people, "dora", at(2)).await);
    assert!(lives(&people, &dealer.token, 2).await);
}

async fn what_is_over_is_swept_away(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Demo)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    let guest = people.guest("Guest", &client(), at(0)).await.unwrap();
    let token = sign_in(&people, "ada", at(0)).await.token;
    try_in(&people, "nobody", "x", &client(), at(0)).await.unwrap_err();
    assert_eq!(people.sweep(at(60)).await.unwrap(), 0);
    assert!(lives(&people, &token, 60).await && lives(&people, &guest.token, 60).await);
    assert_eq!(people.sweep(at(3600)).await.unwrap(), 2);
    // The counter of a login that nobody has, and that of the address.
    assert_eq!(people.sweep(at(31 * 24 * 3600)).await.unwrap(), 2);
    let left = people.store().items("session".to_owned(), String::new(), String::new(), 10).await.unwrap();
    assert_eq!(left, []);
}

on_both!(
    idle_and_absolute_ends,
    own_sessions_are_listed_and_ended,
    a_fresh_proof_counts_for_five_minutes,
    a_new_sign_in_ends_the_session_that_was_shown,
    a_player_has_one_session_where_the_house_says_so,
    what_is_over_is_swept_away
);
