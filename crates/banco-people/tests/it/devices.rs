//! Machines at tables.

use std::sync::Arc;

use banco_journal::Store;
use banco_people::{Call, DeviceKind, DeviceToken, Directory, FloorKind, HouseRole};

use crate::house::*;

async fn one_reader_for_a_table(store: Arc<dyn Store>) {
    let people = Arc::new(open(&store, settings(FloorKind::Demo)).await);
    administrator(&people).await;
    create(&people, "dora", &[HouseRole::Dealer]).await;
    let (root, _) = staff(&people, "root", at(0)).await;
    let (dealer, _) = staff(&people, "dora", at(0)).await;
    let call = Call::by(&root, at(1));
    let reader = DeviceKind::CardReader;
    let by_dealer = people.enrol_device(&Call::by(&dealer, at(1)), 7, reader, "Reader").await;
    assert_eq!(refused(by_dealer), "not_allowed");
    let done = at_once(6, |number| {
        let people = Arc::clone(&people);
        async move { people.enrol_device(&call, 7, reader, &format!("Reader {number}")).await }
    });
    let mut tokens = Vec::new();
    for done in done.await {
        match done {
            Ok(token) => tokens.push(token),
            Err(error) => assert_eq!(code_of(&error), "reader_there"),
        }
    }
    assert_eq!(tokens.len(), 1);
    let token = DeviceToken::read(&tokens[0].reveal()).unwrap();
    let device = people.device(&token).await.unwrap();
    assert_eq!((device.table, device.kind, device.role()), (7, reader, HouseRole::Device));
    people.enrol_device(&call, 8, reader, "Reader").await.unwrap();
    // As many displays as one likes.
    for _ in 0..2 {
        let shown = people.enrol_device(&call, 7, DeviceKind::Display, "Screen").await.unwrap();
        assert_eq!(people.device(&shown).await.unwrap().role(), HouseRole::Display);
    }
    assert_eq!(
        (people.devices(Some(7)).await.unwrap().len(), people.devices(None).await.unwrap().len()),
        (3, 4)
    );
    let mut directory = Directory::load(&people).await.unwrap();
    people.revoke_device(&call, 7, device.id).await.unwrap();
    assert!(directory.holds_device(&device));
    directory.refresh(&people).await.unwrap();
    assert!(!directory.holds_device(&device));
    assert_eq!(refused(people.device(&token).await), "no_device");
    assert_eq!(refused(people.revoke_device(&call, 7, device.id).await), "no_device");
    people.enrol_device(&call, 7, reader, "Another").await.unwrap();
}

#[tokio::test]
async fn a_token_is_good_for_one_table() {
    let people = open(&memory(), settings(FloorKind::Demo)).await;
    let call = Call::by_house("test", at(0));
    let token = people.enrol_device(&call, 7, DeviceKind::Display, "Screen").await.unwrap().reveal();
    let other = DeviceToken::read(&token.replacen("d7.", "d8.", 1)).unwrap();
    assert_eq!(refused(people.device(&other).await), "no_device");
    assert!(banco_people::SessionToken::read(&token).is_none());
}

on_both!(one_reader_for_a_table);
