//! Who is who on another node.

use std::sync::Arc;

use banco_engine::table::{Person, Role};
use banco_journal::{Answer, Batch, By, CommandId, Hash, ItemChange, Store};
use banco_people::{Call, Directory, FloorKind, HouseRole, Record, Roles, Trail};

use crate::house::*;

async fn a_second_node_notices(store: Arc<dyn Store>) {
    let one = open(&store, settings(FloorKind::Demo)).await;
    let other = open(&store, settings(FloorKind::Demo)).await;
    administrator(&one).await;
    let ada = create(&one, "ada", &[HouseRole::Player]).await;
    let mut directory = Directory::load(&other).await.unwrap();
    assert_eq!(directory.name(ada), Some("Name of ada"));
    let call = Call::by_house("test", at(10));
    let mut hints = store.hints();

    // A session that the other node has not heard of yet is no reason to close anything.
    let session = sign_in(&one, "ada", at(1)).await.session;
    assert!(directory.holds(&session, at(1)));
    directory.refresh(&other).await.unwrap();
    assert!(directory.holds(&session, at(1)));
    assert!(!directory.holds(&session, session.until));

    // Whatever ends all sessions.
    one.change_roles(&call, ada, &Roles::of(&[HouseRole::Auditor])).await.unwrap();
    assert!(directory.holds(&session, at(2)));
    let before = directory.clone();
    let happened = directory.refresh(&other).await.unwrap();
    assert!(matches!(happened[..], [Record::RolesChanged { .. }]));
    assert!(!directory.holds(&session, at(2)) && before.holds(&session, at(2)), "a copy stays as it was");
    assert!(directory.person(ada).unwrap().roles.has(HouseRole::Auditor));
    assert!(hints.try_recv().is_ok());

    // One session of two.
    let first = sign_in(&one, "ada", at(20)).await.session;
    let second = sign_in(&one, "ada", at(20)).await.session;
    one.revoke_session(&Call::by(&second, at(21)), ada, first.id).await.unwrap();
    directory.refresh(&other).await.unwrap();
    assert!(!directory.holds(&first, at(22)) && directory.holds(&second, at(22)));

    one.disable(&call, ada, "").await.unwrap();
    directory.refresh(&other).await.unwrap();
    assert!(!directory.holds(&second, at(22)) && directory.person(ada).unwrap().disabled);
    assert!(directory.refresh(&other).await.unwrap().is_empty());

    // Brought up to date or read anew, it is the same.
    let anew = Directory::load(&other).await.unwrap();
    assert_eq!(anew.version(), directory.version());
    assert!(anew.people().eq(directory.people()));
}

/// By the stream: who held which role when, and that nobody has changed an item without it.
async fn the_trail_is_held_against_items(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Demo)).await;
    administrator(&people).await;
    let call = |second| Call::by_house("test", at(second));
    let new = new_person("ada", &[HouseRole::Dealer], banco_people::Kind::Demo);
    let ada = people.create(&call(100), &new).await.unwrap().person;
    people.change_roles(&call(1_000), ada, &Roles::of(&[HouseRole::Floor])).await.unwrap();
    people.disable(&call(2_000), ada, "left").await.unwrap();
    let guest = people.guest("Guest", &client(), at(3_000)).await.unwrap().session.person;
    let trail = Trail::read(&*store).await.unwrap();
    let may = |person, role, second| trail.may_act_as(person, role, at(second));
    assert!(may(ada, Role::Dealer, 500) && !may(ada, Role::Dealer, 1_500), "the role was taken away");
    assert!(may(ada, Role::Floor, 1_500) && !may(ada, Role::Floor, 500) && !may(ada, Role::Floor, 2_500));
    assert!(may(guest, Role::Participant, 3_000) && !may(guest, Role::Executive, 3_000));
    assert!(!may(Person(4_711), Role::Participant, 3_000), "nobody knows them");
    assert!(may(Person(4_000_000_000), Role::Dealer, 0), "software of the house");
    assert_eq!(Trail::compare(&*store).await.unwrap(), Vec::<String>::new());

    // A guest becomes an executive by one change in the database.
    let item = store.items("person".to_owned(), format!("{:010}", guest.0), String::new(), 1).await.unwrap();
    let item = &item[0];
    let value = String::from_utf8(item.value.clone()).unwrap().replace("\"guest\"", "\"executive\"");
    let answer = Answer { status: 200, text: String::new() };
    let by = By::Machine { machine: "insider".to_owned() };
    let mut batch = Batch::new(CommandId([9; 16]), Hash::NONE, at(4_000), by, answer);
    let (space, key) = (item.space.clone(), item.key.clone());
    batch.items = vec![ItemChange { space, key, expected: item.version, value: Some(value.into_bytes()) }];
    store.append(vec![batch]).await.unwrap();
    assert_eq!(Trail::compare(&*store).await.unwrap().len(), 1);
}

/// Futures go to other threads, as a server wants it.
#[test]
fn everything_can_be_spawned() {
    fn sent<T: Send>(_: &T) {}
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let people = Arc::new(open(&memory(), settings(FloorKind::Demo)).await);
        let now = at(0);
        let signed_in = people.guest("Guest", &client(), now).await.unwrap();
        let token = &signed_in.token;
        let call = Call::by_house("test", now);
        let person = signed_in.session.person;
        sent(&people.sweep(now));
        sent(&people.session(token, now));
        sent(&people.peek(token, now));
        sent(&people.begin_sign_in("ada", &client(), now));
        sent(&people.begin_proof(token, &client(), now));
        sent(&people.step_up_with_code(token, "1", &client(), now));
        sent(&people.begin_enrolment(token, now));
        sent(&people.confirm_enrolment(token, "1", &client(), now));
        sent(&people.revoke_all(&call, person));
        sent(&people.revoke_others(token, now));
        sent(&people.create(&call, &new_person("x", &[], banco_people::Kind::Demo)));
        sent(&people.devices(None));
        sent(&Directory::load(&people));
        sent(&Directory::default().refresh(&people));
        sent(&*people);
    });
}

on_both!(a_second_node_notices, the_trail_is_held_against_items);
