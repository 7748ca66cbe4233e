//! Who is who on another node.

use std::sync::Arc;

use banco_journal::Store;
use banco_people::{Call, Directory, FloorKind, HouseRole, Record, Roles};

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

on_both!(a_second_node_notices);
