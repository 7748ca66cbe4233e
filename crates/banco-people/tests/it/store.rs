//! Stores that fail: nothing is half done, and nothing is done twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use banco_journal::Store;
use banco_journal::fault::{Fault, Faults, Point};
use banco_journal::memory::MemoryStore;
use banco_journal::verify::{Against, verify};
use banco_people::{Call, Directory, FloorKind, HouseRole, Kind, PeopleError};

use crate::house::*;

#[tokio::test]
async fn an_answer_that_is_lost() {
    let lose = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&lose);
    let faults = Faults::new(move |point| {
        (point == Point::Committed && flag.swap(false, Ordering::SeqCst)).then_some(Fault::Fails)
    });
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new(faults));
    let people = open(&store, settings(FloorKind::Demo)).await;
    let call = Call::by_house("test", at(0));
    for number in 0..10 {
        lose.store(true, Ordering::SeqCst);
        let new = new_person(&format!("login-{number}"), &[HouseRole::Player], Kind::Demo);
        let person = people.create(&call, &new).await.unwrap().person;
        assert_eq!(person.0, number + 1);
    }
    lose.store(true, Ordering::SeqCst);
    let guest = people.guest("Guest", &client(), at(0)).await.unwrap();
    assert!(people.session(&guest.token, at(1)).await.is_ok());
    assert_eq!(Directory::load(&people).await.unwrap().people().count(), 11);
}

#[tokio::test]
async fn a_store_that_is_away() {
    let away = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&away);
    let faults = Faults::new(move |point| {
        (point == Point::Begin && flag.load(Ordering::SeqCst)).then_some(Fault::Fails)
    });
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new(faults));
    let people = open(&store, settings(FloorKind::Demo)).await;
    away.store(true, Ordering::SeqCst);
    assert!(matches!(people.guest("Guest", &client(), at(0)).await, Err(PeopleError::Store(_))));
    away.store(false, Ordering::SeqCst);
    assert_eq!(people.guest("Guest", &client(), at(0)).await.unwrap().session.person.0, 1);
}

/// Two nodes, everybody at once: the chain is whole and the trail says everything once.
async fn a_crowd(store: Arc<dyn Store>) {
    let nodes = [
        Arc::new(open(&store, settings(FloorKind::Demo)).await),
        Arc::new(open(&store, settings(FloorKind::Demo)).await),
    ];
    let done = at_once(40, |number| {
        let people = Arc::clone(&nodes[number % 2]);
        async move {
            let guest = people.guest("Guest", &client(), at(0)).await.unwrap();
            if number % 4 == 0 {
                people.sign_out(&guest.token, at(1)).await.unwrap();
            }
            people.session(&guest.token, at(1)).await.is_ok()
        }
    });
    assert_eq!(done.await.iter().filter(|lives| **lives).count(), 30);
    let told = trail(&nodes[0]).await;
    assert_eq!(told.iter().filter(|code| *code == "guest_came").count(), 40);
    assert_eq!(told.iter().filter(|code| *code == "signed_out").count(), 10);
    assert_eq!(Directory::load(&nodes[1]).await.unwrap().people().count(), 40);
    let verified =
        verify(&*store, &Against { commands: true, ..Against::default() }, &mut |_| Ok(())).await.unwrap();
    assert!(verified.problems.is_empty(), "{:?}", verified.problems);
}

on_both!(a_crowd);
