//! People come, change and go.

use std::sync::Arc;

use banco_engine::table::{Person, Role};
use banco_journal::CommandId;
use banco_journal::Store;
use banco_people::{
    Approved, Asking, Call, Directory, FloorKind, HouseRole, IdNumber, IdType, Invitation, Kind, NewPatron,
    NewPerson, NoticeKind, Permission, Reach, Record, Roles, SessionToken, SignIn,
};

use crate::house::*;

async fn the_first_administrator(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    let old = people.first_secret(at(0)).await.unwrap().unwrap();
    let secret = people.first_secret(at(1)).await.unwrap().unwrap();
    let claim =
        async |secret, login: &str| people.claim_first(secret, "Root", login, hash(PASSWORD), at(2)).await;
    assert_eq!(refused(claim(&old, "root").await), "no_first_secret");
    assert_eq!(refused(claim(&secret, "r").await), "bad_login");
    assert_eq!(claim(&secret, "root").await.unwrap(), Person(1));
    assert_eq!(refused(claim(&secret, "other").await), "no_first_secret");
    assert!(people.first_secret(at(3)).await.unwrap().is_none());
    let told =
        ["opened", "first_secret_made", "first_secret_made", "person_created", "first_administrator_claimed"];
    assert_eq!(trail(&people).await, told);
    // A short password makes no administrator.
    let other = open(&memory(), settings(FloorKind::Real)).await;
    let secret = other.first_secret(at(0)).await.unwrap().unwrap();
    let short = other.claim_first(&secret, "Root", "root", hash("kq7Zr!ma0"), at(0)).await;
    assert_eq!(refused(short), "password_not_for_staff");
}

async fn the_first_secret_is_used_once_at_once(store: Arc<dyn Store>) {
    let people = Arc::new(open(&store, settings(FloorKind::Real)).await);
    let other = Arc::new(open(&store, settings(FloorKind::Real)).await);
    let secret = people.first_secret(at(0)).await.unwrap().unwrap();
    let done = at_once(12, |number| {
        let people = Arc::clone(if number % 2 == 0 { &people } else { &other });
        let secret = secret.clone();
        async move {
            let login = format!("root-{number}");
            people.claim_first(&secret, "Root", &login, hash(PASSWORD), at(1)).await
        }
    });
    let done = done.await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1);
    for error in done.into_iter().filter_map(Result::err) {
        // Whichever of both was read last: the secret is used up, and so is the name.
        assert!(["no_first_secret", "name_taken"].contains(&code_of(&error)), "{error}");
    }
    assert_eq!(Directory::load(&people).await.unwrap().people().count(), 1);
}

async fn everybody_has_a_number_of_their_own(store: Arc<dyn Store>) {
    let nodes = [
        Arc::new(open(&store, settings(FloorKind::Real)).await),
        Arc::new(open(&store, settings(FloorKind::Real)).await),
    ];
    let done = at_once(24, |number| {
        let people = Arc::clone(&nodes[number % 2]);
        // Everybody wants one of twelve logins.
        async move {
            let new = new_person(&format!("login-{}", number / 2), &[HouseRole::Player], Kind::Real);
            people.create(&Call::by_house("test", at(1)), &new).await
        }
    });
    let mut numbers: Vec<u32> = Vec::new();
    for done in done.await {
        match done {
            Ok(made) => numbers.push(made.person.0),
            // Whichever of both was read last.
            Err(error) => assert!(["login_taken", "name_taken"].contains(&code_of(&error)), "{error}"),
        }
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=12).collect::<Vec<u32>>());
}

#[tokio::test]
async fn people_sign_in_and_out() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    let ada = create(&people, "ada", &[HouseRole::Player]).await;
    let signed_in = sign_in(&people, " ADA ", at(10)).await;
    assert_eq!((signed_in.session.person, signed_in.failed_before, signed_in.last), (ada, 0, None));
    let token = SessionToken::read(&signed_in.token.reveal()).unwrap();
    let session = people.session(&token, at(11)).await.unwrap();
    assert!(session.may(Permission::Play) && !session.may(Permission::Deal));
    assert!(session.actor(Role::Participant).is_ok() && session.actor(Role::Dealer).is_err());
    assert_eq!(session, signed_in.session);
    people.sign_out(&token, at(12)).await.unwrap();
    assert_eq!(refused(people.session(&token, at(12)).await), "not_signed_in");
    assert_eq!(refused(people.sign_out(&token, at(12)).await), "not_signed_in");
    assert_eq!(sign_in(&people, "ada", at(13)).await.last, Some(at(10)));
}

#[tokio::test]
async fn staff_enrol_first() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    let root = administrator(&people).await;
    let ada = create(&people, "ada", &[HouseRole::Player]).await;
    let signed_in = sign_in(&people, "root", at(10)).await;
    assert_eq!(signed_in.session.reach, Reach::Enrolment);
    assert!(!signed_in.session.may(Permission::AdministerPeople));
    assert_eq!(signed_in.session.need(Permission::Watch, at(10)).unwrap_err().code(), "enrol_first");
    let early = Call::by(&signed_in.session, at(10));
    assert_eq!(refused(people.disable(&early, ada, "").await), "enrol_first");
    let (enrolled, _) = enrol(&people, &signed_in.token, at(20)).await;
    assert_eq!(refused(people.session(&signed_in.token, at(20)).await), "not_signed_in");
    let session = people.session(&enrolled.signed_in.token, at(20)).await.unwrap();
    assert!(session.person == root && session.may(Permission::AdministerPeople));
    let need = session.need(Permission::AdministerPeople, at(20));
    assert_eq!(need.unwrap_err().code(), "step_up_needed");
    assert_eq!(session.need(Permission::AdministerTables, at(20)), Ok(()));
    // A demo does not ask for it.
    let people = open(&memory(), settings(FloorKind::Demo)).await;
    administrator(&people).await;
    assert_eq!(sign_in(&people, "root", at(10)).await.session.reach, Reach::Full);
}

async fn guests(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Demo)).await;
    let guest = people.guest("Guest", &client(), at(0)).await.unwrap();
    let session = people.session(&guest.token, at(0)).await.unwrap();
    assert_eq!((session.kind, session.roles.clone()), (Kind::Demo, Roles::of(&[HouseRole::Guest])));
    assert!(session.may(Permission::Play) && !session.may(Permission::Cage));
    administrator(&people).await;
    let (root, _) = staff(&people, "root", at(1)).await;
    let call = Call::by(&root, at(2));
    let player = Roles::of(&[HouseRole::Player]);
    assert_eq!(refused(people.change_roles(&call, guest.session.person, &player).await), "no_login");
    assert_eq!(refused(people.invite(&call, guest.session.person).await), "no_login");
    // They go by themselves.
    let stay = seconds(people.settings().guests);
    let mut now = 0;
    while now < stay - 1 {
        now = (now + 1000).min(stay - 1);
        assert!(people.session(&guest.token, at(now)).await.is_ok(), "{now}");
    }
    assert_eq!(refused(people.session(&guest.token, at(stay)).await), "not_signed_in");
    let real = open(&memory(), settings(FloorKind::Real)).await;
    assert_eq!(refused(real.guest("Guest", &client(), at(0)).await), "no_guests");
}

async fn kinds_do_not_mix(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    let call = Call::by_house("test", at(1));
    let create = async |kind| people.create(&call, &new_person("tess", &[HouseRole::Player], kind)).await;
    assert_eq!(refused(create(Kind::Test).await), "other_kind");
    assert_eq!(refused(create(Kind::Demo).await), "other_kind");
    assert!(create(Kind::Real).await.is_ok());
    drop(people);
    assert_eq!(refused(try_open(&store, settings(FloorKind::Demo)).await), "other_floor");
    assert!(try_open(&store, settings(FloorKind::Real)).await.is_ok());
    let demo = open(&memory(), settings(FloorKind::Demo)).await;
    let create = async |login, kind| demo.create(&call, &new_person(login, &[HouseRole::Player], kind)).await;
    assert_eq!(refused(create("real", Kind::Real).await), "other_kind");
    assert!(create("demo", Kind::Demo).await.is_ok() && create("test", Kind::Test).await.is_ok());
}

async fn roles(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    let dora = create(&people, "dora", &[HouseRole::Dealer]).await;
    let (root, _) = staff(&people, "root", at(10)).await;
    let (dealer, dealer_token) = staff(&people, "dora", at(10)).await;
    let call = Call::by(&root, at(20));
    let change =
        async |call: &Call, who, roles: &[HouseRole]| people.change_roles(call, who, &Roles::of(roles)).await;
    assert_eq!(refused(change(&call, root.person, &[HouseRole::Auditor]).await), "own_account");
    assert_eq!(refused(change(&call, Person(99), &[HouseRole::Auditor]).await), "no_person");
    let by_dealer = Call::by(&dealer, at(20));
    assert_eq!(refused(change(&by_dealer, root.person, &[HouseRole::Auditor]).await), "not_allowed");
    assert_eq!(refused(change(&by_dealer, dora, &[HouseRole::Administrator]).await), "not_allowed");
    assert_eq!(refused(change(&call, dora, &[]).await), "no_role");
    assert_eq!(refused(change(&call, dora, &[HouseRole::Display]).await), "machine_role");
    for apart in [HouseRole::Player, HouseRole::Cashier, HouseRole::Administrator, HouseRole::Auditor] {
        assert_eq!(refused(change(&call, dora, &[HouseRole::Dealer, apart]).await), "roles_apart");
    }
    assert!(people.session(&dealer_token, at(20)).await.is_ok());
    let both = [HouseRole::Dealer, HouseRole::Floor];
    assert_eq!(refused(change(&call, dora, &both).await), "second_administrator_needed");
    let ann = create(&people, "ann", &[HouseRole::Administrator]).await;
    let (other, _) = staff(&people, "ann", at(30)).await;
    let asked = change(&call, dora, &both).await.unwrap().unwrap();
    assert!(people.session(&dealer_token, at(20)).await.is_ok(), "nothing has happened yet");
    people.approve(&Call::by(&other, at(31)), asked.request).await.unwrap();
    assert_eq!(refused(people.session(&dealer_token, at(20)).await), "not_signed_in");
    let (from, to) = (Roles::of(&[HouseRole::Dealer]), Roles::of(&[HouseRole::Dealer, HouseRole::Floor]));
    assert_eq!(records(&people).await.pop(), Some(Record::RolesChanged { from, person: dora.0, to }));
    // Who lost the role administers no more, whatever their session once said.
    let eve = create(&people, "eve", &[HouseRole::Administrator]).await;
    let asked = change(&Call::by(&other, at(31)), root.person, &[HouseRole::Auditor]).await.unwrap().unwrap();
    assert_eq!(refused(people.approve(&call, asked.request).await), "own_account");
    let (third, _) = staff(&people, "eve", at(32)).await;
    people.approve(&Call::by(&third, at(33)), asked.request).await.unwrap();
    assert_ne!(eve, ann);
    assert_eq!(refused(people.disable(&call, ann, "").await), "not_allowed");
}

#[tokio::test]
async fn staff_may_play_where_the_house_says_so() {
    let settings = banco_people::Settings { staff_may_play: true, ..settings(FloorKind::Real) };
    let people = open(&memory(), settings).await;
    create(&people, "dora", &[HouseRole::Dealer, HouseRole::Player]).await;
    let call = Call::by_house("test", at(0));
    let both = new_person("ann", &[HouseRole::Administrator, HouseRole::Player], Kind::Real);
    assert_eq!(refused(people.create(&call, &both).await), "roles_apart");
}

/// A player with a short password does not become staff with it.
#[tokio::test]
async fn staff_need_long_passwords() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    let call = Call::by_house("test", at(0));
    let new = |roles: &[HouseRole]| NewPerson {
        password: Some(hash("kq7Zr!ma")),
        ..new_person("ada", roles, Kind::Real)
    };
    assert_eq!(refused(people.create(&call, &new(&[HouseRole::Dealer])).await), "password_not_for_staff");
    let ada = people.create(&call, &new(&[HouseRole::Player])).await.unwrap().person;
    let dealer = Roles::of(&[HouseRole::Dealer]);
    assert_eq!(refused(people.change_roles(&call, ada, &dealer).await), "password_not_for_staff");
    let invitation = people.invite(&call, ada).await.unwrap().invitation;
    people.accept(&invitation, None, &hash(PASSWORD), (false, at(1))).await.unwrap();
    people.change_roles(&call, ada, &dealer).await.unwrap();
}

async fn disabled_and_enabled(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    let ada = create(&people, "ada", &[HouseRole::Player]).await;
    let (root, _) = staff(&people, "root", at(10)).await;
    let call = Call::by(&root, at(20));
    let token = sign_in(&people, "ada", at(20)).await.token;
    assert_eq!(refused(people.enable(&call, ada).await), "not_disabled");
    people.disable(&call, ada, "asked to go\n").await.unwrap();
    assert_eq!(refused(people.disable(&call, ada, "").await), "disabled");
    assert_eq!(refused(people.rename(&call, ada, "Eve").await), "disabled");
    assert_eq!(refused(people.invite(&call, ada).await), "disabled");
    assert_eq!(refused(people.session(&token, at(21)).await), "not_signed_in");
    assert_eq!(refused(try_in(&people, "ada", PASSWORD, &client(), at(21)).await), "sign_in_refused");
    people.enable(&call, ada).await.unwrap();
    assert_eq!(refused(people.session(&token, at(21)).await), "not_signed_in");
    sign_in(&people, "ada", at(22)).await;
    assert_eq!(refused(people.disable(&call, root.person, "").await), "own_account");
    let reason = "asked to go".to_owned();
    assert!(records(&people).await.contains(&Record::PersonDisabled { person: ada.0, reason }));
}

/// Whoever works for the house and was kept out comes back by two.
#[tokio::test]
async fn staff_come_back_by_two() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    administrator(&people).await;
    create(&people, "ann", &[HouseRole::Administrator]).await;
    let dora = create(&people, "dora", &[HouseRole::Dealer]).await;
    let (root, _) = staff(&people, "root", at(10)).await;
    let (ann, _) = staff(&people, "ann", at(10)).await;
    people.disable(&Call::by(&root, at(11)), dora, "stole chips").await.unwrap();
    let asked = people.enable(&Call::by(&root, at(12)), dora).await.unwrap().unwrap();
    assert_eq!(asked.what, Asking::Enable {});
    assert_eq!(refused(try_in(&people, "dora", PASSWORD, &client(), at(13)).await), "sign_in_refused");
    assert_eq!(refused(people.approve(&Call::by(&root, at(13)), asked.request).await), "same_person");
    people.approve(&Call::by(&ann, at(14)), asked.request).await.unwrap();
    sign_in(&people, "dora", at(15)).await;
    let twice = people.enable(&Call::by(&root, at(16)), dora).await;
    assert_eq!(refused(twice), "not_disabled");
    // Another administrator, too: whoever is left asks, and whoever runs the machine approves.
    people.disable(&Call::by(&root, at(17)), ann.person, "").await.unwrap();
    let alone = people.enable(&Call::by(&root, at(18)), ann.person).await;
    assert_eq!(refused(alone), "second_administrator_needed");
    assert_eq!(people.enable(&Call::by_house("console", at(19)), ann.person).await.unwrap(), None);
}

#[tokio::test]
async fn names_and_logins() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    let ada = create(&people, "ada", &[HouseRole::Player]).await;
    let session = sign_in(&people, "ada", at(1)).await.session;
    let own = Call::by(&session, at(2));
    people.rename(&own, ada, "  Ada, Countess  ").await.unwrap();
    assert_eq!(people.sessions(ada, at(3)).await.unwrap()[0].name, "Ada, Countess");
    let long = "x".repeat(41);
    for bad in ["", "  ", "...", "a\nb", "Ada\u{202e}", "\u{200b}A", &long] {
        assert_eq!(refused(people.rename(&own, ada, bad).await), "bad_name", "{bad:?}");
    }
    let eve = create(&people, "eve", &[HouseRole::Player]).await;
    assert_eq!(refused(people.rename(&own, eve, "Not mine").await), "not_allowed");
    let call = Call::by_house("test", at(0));
    let long = "x".repeat(65);
    for bad in ["", "ab", ".abc", "a b c", "ädä", "a/b/c", &long] {
        let new = NewPerson { name: "X".to_owned(), ..new_person(bad, &[HouseRole::Player], Kind::Real) };
        assert_eq!(refused(people.create(&call, &new).await), "bad_login", "{bad:?}");
    }
    for taken in ["ada", "ADA", " Ada "] {
        let new = new_person(taken, &[HouseRole::Player], Kind::Real);
        assert_eq!(refused(people.create(&call, &new).await), "login_taken");
    }
    for good in ["abc", "0-9", "ada@example.org", &"x".repeat(64)] {
        let name = format!("X {}", good.chars().take(30).collect::<String>());
        let new = NewPerson { name, ..new_person(good, &[HouseRole::Player], Kind::Real) };
        people.create(&call, &new).await.unwrap();
    }
    // Neither names nor logins are in the chain.
    for entry in people.store().entries(people.stream().clone(), 0, 100).await.unwrap() {
        let record = entry.record.get().to_lowercase();
        assert!(
            !["name of", "countess", "\"ada", "eve"].iter().any(|word| record.contains(word)),
            "{record}"
        );
    }
}

/// Nobody takes a name that looks like somebody else's, and those who approve are renamed by two.
async fn names_tell_people_apart(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    create(&people, "ann", &[HouseRole::Administrator]).await;
    let named = |login: &str, name: &str, roles: &[HouseRole]| NewPerson {
        name: name.to_owned(),
        ..new_person(login, roles, Kind::Real)
    };
    let house = Call::by_house("test", at(0));
    let add = async |login: &str, name: &str| {
        people.create(&house, &named(login, name, &[HouseRole::Player])).await.map(|made| made.person)
    };
    let flora =
        people.create(&house, &named("flora", "Flora Bell", &[HouseRole::Floor])).await.unwrap().person;
    let paul = add("paul", "Paul").await.unwrap();
    for (at, alike) in
        ["flora bell", "F1ora Be11", "Flora  Bell.", "\u{ff26}lora Bell"].into_iter().enumerate()
    {
        assert_eq!(refused(add(&format!("eve-{at}"), alike).await), "name_taken", "{alike}");
    }
    assert_eq!(refused(add("eve", "Flor\u{430} Bell").await), "mixed_name");
    assert_eq!(refused(people.rename(&house, paul, "FLORA BELL").await), "name_taken");
    // One administrator renames a player; whoever works for the house is renamed by two.
    let (root, _) = staff(&people, "root", at(10)).await;
    let (other, _) = staff(&people, "ann", at(10)).await;
    let (one, two) = (Call::by(&root, at(11)), Call::by(&other, at(11)));
    assert_eq!(people.rename(&one, paul, "Pauline").await.unwrap(), None);
    assert_eq!(refused(people.rename(&one, root.person, "Boss").await), "own_account");
    let (own, _) = staff(&people, "flora", at(10)).await;
    assert_eq!(refused(people.rename(&Call::by(&own, at(11)), flora, "Boss").await), "not_allowed");
    let asked = people.rename(&one, flora, "Flora Belle").await.unwrap().unwrap();
    let name = async || Directory::load(&people).await.unwrap().name(flora).unwrap().to_owned();
    assert_eq!(name().await, "Flora Bell");
    people.approve(&two, asked.request).await.unwrap();
    assert_eq!(name().await, "Flora Belle");
    // The old name is free, and a name that was taken meanwhile is not given.
    add("new", "Flora Bell").await.unwrap();
    let asked = people.rename(&one, flora, "Florence").await.unwrap().unwrap();
    add("late", "Florence").await.unwrap();
    assert_eq!(refused(people.approve(&two, asked.request).await), "name_taken");
    // Two at once: one has it.
    let people = Arc::new(people);
    let done = at_once(6, |number| {
        let people = Arc::clone(&people);
        async move {
            let name = if number % 2 == 0 { "Gil" } else { "GI1" }.to_owned();
            let new = new_person(&format!("gil-{number}"), &[HouseRole::Player], Kind::Real);
            people.create(&Call::by_house("test", at(1)), &NewPerson { name, ..new }).await
        }
    });
    assert_eq!(done.await.iter().filter(|done| done.is_ok()).count(), 1);
}

/// A store from before names were claimed is claimed when it is opened.
#[tokio::test]
async fn kept_names_are_claimed() {
    let store = memory();
    let people = open(&store, settings(FloorKind::Real)).await;
    create(&people, "ada", &[HouseRole::Player]).await;
    drop(people);
    let text = |item: &banco_journal::Item| String::from_utf8(item.value.clone()).unwrap();
    let names = store.items("name".to_owned(), String::new(), String::new(), 10).await.unwrap();
    let house = store.items("people".to_owned(), String::new(), String::new(), 1).await.unwrap().remove(0);
    let before = text(&house).replace(",\"names_claimed\":true", "");
    let mut batch = banco_journal::Batch::new(
        CommandId([9; 16]),
        banco_journal::Hash::NONE,
        at(1),
        banco_journal::By::Machine { machine: "test".to_owned() },
        banco_journal::Answer { status: 204, text: String::new() },
    );
    let change = |space: &str, key: &str, expected, value| banco_journal::ItemChange {
        space: space.to_owned(),
        key: key.to_owned(),
        expected,
        value,
    };
    batch.items = names.iter().map(|item| change("name", &item.key, item.version, None)).collect();
    batch.items.push(change("people", &house.key, house.version, Some(before.into_bytes())));
    store.append(vec![batch]).await.unwrap();
    let people = open(&store, settings(FloorKind::Real)).await;
    let new =
        NewPerson { name: "name of ADA".to_owned(), ..new_person("eve", &[HouseRole::Player], Kind::Real) };
    assert_eq!(refused(people.create(&Call::by_house("test", at(2)), &new).await), "name_taken");
}

/// A guest may be called like another guest, and not like somebody who is known.
#[tokio::test]
async fn guests_pose_as_nobody() {
    let people = open(&memory(), settings(FloorKind::Demo)).await;
    create(&people, "ada", &[HouseRole::Dealer]).await;
    assert_eq!(refused(people.guest("Name of ADA", &client(), at(1)).await), "name_taken");
    people.guest("Gwen", &client(), at(1)).await.unwrap();
    people.guest("Gwen", &client(), at(1)).await.unwrap();
}

async fn invitations(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    let (root, _) = staff(&people, "root", at(10)).await;
    let (call, house) = (Call::by(&root, at(20)), Call::by_house("test", at(20)));
    let new = NewPerson { password: None, ..new_person("dora", &[HouseRole::Dealer], Kind::Real) };
    let dora = people.create(&house, &new).await.unwrap().person;
    assert_eq!(refused(people.invite(&call, dora).await), "second_administrator_needed");
    create(&people, "ann", &[HouseRole::Administrator]).await;
    let (other, _) = staff(&people, "ann", at(20)).await;
    assert_eq!(refused(try_in(&people, "dora", PASSWORD, &client(), at(21)).await), "sign_in_refused");
    let old = people.invite(&house, dora).await.unwrap().invitation;
    let made = people.invite(&house, dora).await.unwrap();
    assert_eq!(made.asked, None);
    let open = Invitation::read(&made.invitation.reveal()).unwrap();
    let accept = async |open: &Invitation, password, now| {
        people.accept(open, None, &hash(password), (false, at(now))).await
    };
    assert_eq!(refused(accept(&old, PASSWORD, 30).await), "no_invitation");
    let invited = people.invited(&open, at(30)).await.unwrap();
    assert_eq!((invited.login.as_str(), invited.person), ("dora", dora));
    assert!(invited.staff && !invited.code);
    assert_eq!(refused(accept(&open, "kq7Zr!ma", 30).await), "password_not_for_staff");
    let last = 20 + seconds(people.settings().invitation);
    assert_eq!(refused(people.invited(&open, at(last)).await), "no_invitation");
    assert_eq!(refused(accept(&open, PASSWORD, last).await), "no_invitation");
    accept(&open, PASSWORD, last - 1).await.unwrap();
    assert_eq!(refused(accept(&open, PASSWORD, last - 1).await), "no_invitation");
    assert_eq!(refused(people.invited(&open, at(31)).await), "no_invitation");
    let done = try_in(&people, "dora", PASSWORD, &client(), at(last)).await.unwrap();
    assert!(matches!(done, SignIn::In(_)));
    assert_eq!(refused(people.invite(&call, root.person).await), "own_account");
    // Somebody who works for the house is invited by two: one has the invitation, the other its code.
    let made = people.invite(&call, dora).await.unwrap();
    let request = made.asked.unwrap().request;
    assert!(people.invited(&made.invitation, at(30)).await.unwrap().code);
    assert_eq!(refused(accept(&made.invitation, PASSWORD, 30).await), "invitation_waits");
    let approved = people.approve(&Call::by(&other, at(30)), request).await.unwrap();
    let Approved::Code(code) = approved else { panic!("no code") };
    assert_eq!(refused(accept(&made.invitation, PASSWORD, 31).await), "invitation_code");
    let typed = code.reveal().to_uppercase().replace('-', " ");
    people.accept(&made.invitation, Some(&typed), &hash(PASSWORD), (false, at(31))).await.unwrap();
    // And somebody who only plays, by one, as long as there is nothing to guard.
    let new = NewPerson { password: None, ..new_person("paul", &[HouseRole::Player], Kind::Real) };
    let paul = people.create(&house, &new).await.unwrap().person;
    let made = people.invite(&call, paul).await.unwrap();
    assert_eq!(made.asked, None);
    accept(&made.invitation, PASSWORD, 31).await.unwrap();
}

/// Nobody takes over an account that has a password or holds money alone, nor at once, nor unseen by its owner.
async fn an_account_is_reset_by_two_and_cools_off(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    create(&people, "ann", &[HouseRole::Administrator]).await;
    let paul = create(&people, "paul", &[HouseRole::Player]).await;
    let (root, _) = staff(&people, "root", at(10)).await;
    let (other, _) = staff(&people, "ann", at(10)).await;
    let (one, two) = (Call::by(&root, at(20)), Call::by(&other, at(20)));
    sign_in(&people, "paul", at(15)).await;
    // He has a password: it takes two, and he is told.
    let made = people.invite(&one, paul).await.unwrap();
    let request = made.asked.unwrap().request;
    let accept = async |invitation: &Invitation, code: Option<&str>, now| {
        people.accept(invitation, code, &hash("amber-turbine-21"), (false, at(now))).await
    };
    assert_eq!(refused(accept(&made.invitation, None, 21).await), "invitation_waits");
    let told = sign_in(&people, "paul", at(21)).await.notices;
    assert_eq!(told.iter().map(|one| one.what).collect::<Vec<_>>(), [NoticeKind::ResetInvited]);
    assert_eq!(sign_in(&people, "paul", at(22)).await.notices, [], "it is told at one sign-in");
    let Approved::Code(code) = people.approve(&two, request).await.unwrap() else { panic!("no code") };
    assert_eq!(people.in_cool_off(paul, at(23)).await.unwrap(), None);
    accept(&made.invitation, Some(code.reveal()), 24).await.unwrap();
    let day = seconds(people.settings().reset_cool_off);
    assert_eq!((day, people.in_cool_off(paul, at(25)).await.unwrap()), (86_400, Some(at(24 + day))));
    assert_eq!(people.in_cool_off(paul, at(24 + day)).await.unwrap(), None);
    let SignIn::In(in_again) = try_in(&people, "paul", "amber-turbine-21", &client(), at(26)).await.unwrap()
    else {
        panic!("a second step")
    };
    assert_eq!(in_again.notices[0].what, NoticeKind::PasswordReset);
    let known = Directory::load(&people).await.unwrap().person(paul).unwrap().clone();
    assert_eq!((known.notices.len(), known.cool_off_until), (2, Some(at(24 + day))));
    // Without a password, money alone guards it.
    let new = NewPerson { password: None, ..new_person("rich", &[HouseRole::Player], Kind::Real) };
    let rich = people.create(&Call::by_house("test", at(20)), &new).await.unwrap().person;
    assert!(people.invite_guarded(&one, rich, true).await.unwrap().asked.is_some());
    let first = people.invite(&one, rich).await.unwrap();
    assert_eq!(first.asked, None);
    accept(&first.invitation, None, 27).await.unwrap();
    assert_eq!(people.in_cool_off(rich, at(28)).await.unwrap(), None, "the first password is no reset");
    // The trail says that he was told.
    let notified = records(&people).await.into_iter().filter(|one| one.code() == "owner_notified").count();
    assert_eq!(notified, 3);
}

/// The same for the second factor of a player; and only the right document ends the cooling off.
async fn a_document_ends_the_cooling_off(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    create(&people, "ann", &[HouseRole::Administrator]).await;
    create(&people, "carl", &[HouseRole::Cashier]).await;
    let number = |text: &str| IdNumber::read(text).unwrap();
    let patron = NewPatron {
        legal_name: "Paul Patron".to_owned(),
        display_name: None,
        login: "paul".to_owned(),
        date_of_birth: "1980-01-01".to_owned(),
        id_type: IdType::Passport,
        id_number: number("P1234567"),
        note: String::new(),
        not_the_same_as: Vec::new(),
    };
    let made = people.open_patron(&Call::by_house("test", at(1)), &patron).await.unwrap();
    people.accept(&made.invitation, None, &hash(PASSWORD), (false, at(2))).await.unwrap();
    let paul = sign_in(&people, "paul", at(3)).await;
    enrol(&people, &paul.token, at(3)).await;
    let (root, _) = staff(&people, "root", at(10)).await;
    let (other, _) = staff(&people, "ann", at(10)).await;
    let (carl, _) = staff(&people, "carl", at(10)).await;
    let asked = people.reset_second_factor(&Call::by(&root, at(11)), made.person, "lost").await.unwrap();
    let request = asked.unwrap().request;
    people.approve(&Call::by(&other, at(12)), request).await.unwrap();
    assert!(people.in_cool_off(made.person, at(13)).await.unwrap().is_some());
    let check = async |call: &Call, id_type, text: &str| {
        people.check_identity(call, made.person, (id_type, &number(text))).await
    };
    let (cage, admin) = (Call::by(&carl, at(14)), Call::by(&root, at(14)));
    assert_eq!(refused(check(&admin, IdType::Passport, "P1234567").await), "not_allowed");
    assert_eq!(refused(check(&cage, IdType::Passport, "P7654321").await), "other_document");
    assert_eq!(refused(check(&cage, IdType::DriverLicense, "P1234567").await), "other_document");
    check(&cage, IdType::Passport, "p 123-4567").await.unwrap();
    assert_eq!(people.in_cool_off(made.person, at(15)).await.unwrap(), None);
}

/// One asks, another approves; in time, for exactly what was asked, and only while both administer.
async fn roles_take_two(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    let paul = create(&people, "paul", &[HouseRole::Player]).await;
    let ann = create(&people, "ann", &[HouseRole::Administrator]).await;
    let (root, _) = staff(&people, "root", at(10)).await;
    let (other, _) = staff(&people, "ann", at(10)).await;
    let (one, two) = (|now| Call::by(&root, at(now)), |now| Call::by(&other, at(now)));
    let cashier = Roles::of(&[HouseRole::Cashier]);
    let ask = async |now| people.change_roles(&one(now), paul, &cashier).await.unwrap().unwrap();
    let asked = ask(20).await;
    let all = people.asked().await.unwrap();
    assert_eq!((all.as_slice(), asked.until), (&[asked.clone()][..], at(20 + 120)));
    assert_eq!(refused(people.approve(&one(21), asked.request).await), "same_person");
    assert_eq!(refused(people.approve(&two(21), asked.request + 1).await), "no_request");
    assert_eq!(refused(people.approve(&two(140), asked.request).await), "request_expired");
    assert_eq!(refused(people.turn_down(&two(140), asked.request, "late").await), "request_expired");
    people.approve(&two(139), asked.request).await.unwrap();
    assert_eq!(Directory::load(&people).await.unwrap().person(paul).unwrap().roles, cashier);
    assert_eq!(refused(people.approve(&two(139), asked.request).await), "no_request");
    // What was asked for of somebody who is something else by now is not given.
    let (player, house) = (Roles::of(&[HouseRole::Player]), Call::by_house("test", at(200)));
    let asked = people.change_roles(&one(200), paul, &player).await.unwrap().unwrap();
    people.change_roles(&house, paul, &Roles::of(&[HouseRole::Dealer])).await.unwrap();
    assert_eq!(refused(people.approve(&two(201), asked.request).await), "changed_meanwhile");
    people.turn_down(&one(202), asked.request, "a mistake").await.unwrap();
    // And nothing is given for somebody who administers no more.
    let asked = people.change_roles(&one(210), paul, &player).await.unwrap().unwrap();
    people.disable(&two(211), root.person, "gone").await.unwrap();
    assert_eq!(refused(people.approve(&two(212), asked.request).await), "no_request");
    assert_eq!(people.asked().await.unwrap(), Vec::new(), "it is gone with the asker");
    let ended = records(&people).await.into_iter().rev().find_map(|record| match record {
        Record::RequestTurnedDown { request, .. } => Some(request),
        _ => None,
    });
    assert_eq!(ended, Some(asked.request));
    assert_ne!(ann, paul);
    // What nobody answered is seen for a day, and then swept away.
    create(&people, "zoe", &[HouseRole::Administrator]).await;
    people.change_roles(&two(210), paul, &player).await.unwrap().unwrap();
    people.sweep(at(210 + 120 + 86_399)).await.unwrap();
    assert_eq!(people.asked().await.unwrap().len(), 1);
    people.sweep(at(210 + 120 + 86_400)).await.unwrap();
    assert_eq!(people.asked().await.unwrap(), Vec::new());
}

/// What was asked ends when the asker loses the role, and others can ask whether somebody may still ask.
async fn requests_end_with_the_role_of_the_asker(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    let paul = create(&people, "paul", &[HouseRole::Player]).await;
    let flora = create(&people, "flora", &[HouseRole::Floor]).await;
    create(&people, "ann", &[HouseRole::Administrator]).await;
    let (root, _) = staff(&people, "root", at(10)).await;
    let (call, house) = (Call::by(&root, at(20)), Call::by_house("test", at(21)));
    let asked = people.change_roles(&call, paul, &Roles::of(&[HouseRole::Dealer])).await.unwrap().unwrap();
    people.change_roles(&house, root.person, &Roles::of(&[HouseRole::Auditor])).await.unwrap();
    let (other, _) = staff(&people, "ann", at(22)).await;
    assert_eq!(refused(people.approve(&Call::by(&other, at(23)), asked.request).await), "no_request");
    assert_eq!(people.asked().await.unwrap(), Vec::new());
    let may = async |permission, who, now| people.may_still_ask(who, permission, at(now)).await.unwrap();
    let acts = async |role| {
        let directory = Directory::load(&people).await.unwrap();
        let (here, kept) = (
            directory.may_still_act(flora, role, at(30)),
            people.may_still_act(flora, role, at(30)).await.unwrap(),
        );
        assert_eq!(here, kept);
        kept
    };
    assert!(!may(Permission::AdministerPeople, root.person, 24).await);
    assert!(may(Permission::AdministerPeople, other.person, 24).await);
    assert!(may(Permission::Supervise, flora, 24).await && acts(Role::Floor).await);
    assert!(!acts(Role::Dealer).await && !may(Permission::Supervise, Person(99), 24).await);
    people.disable(&house, flora, "").await.unwrap();
    assert!(!may(Permission::Supervise, flora, 24).await && !acts(Role::Floor).await);
}

async fn the_same_command_happens_once(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    let call = Call::by_house("test", at(0)).under(CommandId([7; 16]));
    let new = new_person("ada", &[HouseRole::Player], Kind::Real);
    people.create(&call, &new).await.unwrap();
    assert_eq!(refused(people.create(&call, &new).await), "done_before");
    let other = new_person("eve", &[HouseRole::Player], Kind::Real);
    assert_eq!(refused(people.create(&call, &other).await), "done_before");
    assert_eq!(Directory::load(&people).await.unwrap().people().count(), 1);
}

#[tokio::test]
async fn players_register() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
    let ada = people.register("Ada", "ada", hash("kq7Zr!ma"), at(0)).await.unwrap();
    let directory = Directory::load(&people).await.unwrap();
    let known = directory.person(ada).unwrap();
    assert_eq!((known.roles.clone(), known.kind), (Roles::of(&[HouseRole::Player]), Kind::Real));
    assert_eq!(refused(people.register("Ada", "ada", hash("kq7Zr!ma"), at(0)).await), "login_taken");
}

on_both!(
    the_first_administrator,
    the_first_secret_is_used_once_at_once,
    everybody_has_a_number_of_their_own,
    guests,
    kinds_do_not_mix,
    roles,
    disabled_and_enabled,
    names_tell_people_apart,
    invitations,
    an_account_is_reset_by_two_and_cools_off,
    a_document_ends_the_cooling_off,
    roles_take_two,
    requests_end_with_the_role_of_the_asker,
    the_same_command_happens_once
);
