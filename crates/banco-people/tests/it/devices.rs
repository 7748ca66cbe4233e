//! Machines at tables.

use std::sync::Arc;

use banco_journal::Store;
use banco_people::{
    Call, DeviceKind, DeviceToken, Directory, FloorKind, HouseRole, PAIRING, Paired, PairingToken,
};

use crate::house::*;

async fn one_reader_for_a_table(store: Arc<dyn Store>) {
    let people = Arc::new(open(&store, settings(FloorKind::Demo)).await);
    create(&people, "dora", &[HouseRole::Dealer]).await;
    let (dealer, _) = staff(&people, "dora", at(0)).await;
    let call = Call::by_house("test", at(1));
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
            Ok(made) => tokens.push(made.token),
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
        let shown = people.enrol_device(&call, 7, DeviceKind::Display, "Screen").await.unwrap().token;
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

/// One administrator asks, another approves: for a token as well as for a screen that shows a code.
async fn machines_take_two(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    let (root, _) = staff(&people, "root", at(0)).await;
    let one = |now| Call::by(&root, at(now));
    let reader = DeviceKind::CardReader;
    let alone = people.enrol_device(&one(1), 7, reader, "Reader").await;
    assert_eq!(refused(alone), "second_administrator_needed");
    create(&people, "ann", &[HouseRole::Administrator]).await;
    let (other, _) = staff(&people, "ann", at(2)).await;
    let two = |now| Call::by(&other, at(now));
    let made = people.enrol_device(&one(3), 7, reader, "Reader").await.unwrap();
    let request = made.asked.unwrap().request;
    assert_eq!(refused(people.device(&made.token).await), "no_device");
    assert_eq!(people.devices(None).await.unwrap(), []);
    assert_eq!(refused(people.approve(&one(4), request).await), "same_person");
    assert_eq!(refused(people.enrol_device(&two(4), 7, reader, "Other").await), "reader_there");
    people.approve(&two(4), request).await.unwrap();
    let device = people.device(&made.token).await.unwrap();
    assert_eq!((device.table, device.kind), (7, reader));
    // It stays until two take it away.
    let asked = people.revoke_device(&one(5), 7, device.id).await.unwrap().unwrap();
    people.turn_down(&two(6), asked.request, "it is needed").await.unwrap();
    assert!(people.device(&made.token).await.is_ok());
    let asked = people.revoke_device(&one(7), 7, device.id).await.unwrap().unwrap();
    people.approve(&two(8), asked.request).await.unwrap();
    assert_eq!(refused(people.device(&made.token).await), "no_device");
    // What was turned down, or asked by somebody who went, is never good for anything.
    let made = people.enrol_device(&one(9), 7, reader, "Reader").await.unwrap();
    people.turn_down(&two(10), made.asked.unwrap().request, "").await.unwrap();
    let made = people.enrol_device(&one(11), 7, reader, "Reader").await.unwrap();
    let request = made.asked.unwrap().request;
    people.disable(&two(12), root.person, "").await.unwrap();
    assert_eq!(refused(people.approve(&two(13), request).await), "no_request");
    assert_eq!(refused(people.device(&made.token).await), "no_device");
    // What nobody answered is no card reader at the table.
    let call = Call::by_house("test", at(14));
    people.enrol_device(&call, 7, reader, "Reader").await.unwrap();
}

async fn a_screen_becomes_a_display_by_its_code(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    create(&people, "ann", &[HouseRole::Administrator]).await;
    create(&people, "flora", &[HouseRole::Floor]).await;
    let (root, _) = staff(&people, "root", at(0)).await;
    let (other, _) = staff(&people, "ann", at(0)).await;
    let (flora, _) = staff(&people, "flora", at(0)).await;
    let (one, two) = (|now| Call::by(&root, at(now)), |now| Call::by(&other, at(now)));
    let (token, code, until) = people.begin_pairing(at(1)).await.unwrap();
    let minutes = seconds(PAIRING);
    assert_eq!((until, minutes), (at(1 + minutes), 600));
    let screen = PairingToken::read(&token.reveal()).unwrap();
    let state = async |now| people.paired(&screen, at(now)).await;
    assert_eq!(state(2).await.unwrap(), Paired::Code(code.clone(), until));
    assert_eq!(refused(state(1 + minutes).await), "no_pairing");
    let pair = async |call: &Call, code: &str| people.pair_display(call, code, 7, "Sign over table 7").await;
    assert_eq!(refused(pair(&Call::by(&flora, at(3)), &code).await), "not_allowed");
    assert_eq!(refused(pair(&one(3), "AAAA-AAAA").await), "no_pairing");
    assert_eq!(refused(pair(&one(1 + minutes), &code).await), "no_pairing");
    let typed = format!("{}-{}", code[..4].to_lowercase(), &code[4..]);
    let asked = pair(&one(3), &typed).await.unwrap().unwrap();
    assert_eq!(state(4).await.unwrap(), Paired::Waits);
    assert_eq!(refused(pair(&two(4), &code).await), "no_pairing", "a code is good once");
    assert_eq!(people.devices(None).await.unwrap(), []);
    people.approve(&two(5), asked.request).await.unwrap();
    let Paired::Device(device) = state(6).await.unwrap() else { panic!("no display") };
    assert_eq!((device.table, device.kind), (7, DeviceKind::Display));
    // It stays for good, and no other secret has it.
    assert_eq!(state(10_000_000).await.unwrap(), Paired::Device(device.clone()));
    people.sweep(at(10_000_000)).await.unwrap();
    assert!(state(10_000_000).await.is_ok());
    let (foreign, other_code, _) = people.begin_pairing(at(7)).await.unwrap();
    assert!(matches!(people.paired(&foreign, at(8)).await.unwrap(), Paired::Code(..)));
    assert!(DeviceToken::read(&token.reveal()).is_none());
    let asked = people.revoke_device(&one(9), 7, device.id).await.unwrap().unwrap();
    people.approve(&two(10), asked.request).await.unwrap();
    assert_eq!(refused(state(11).await), "no_pairing");
    // Turned down, a screen asks for another code.
    let asked = pair(&one(12), &other_code).await.unwrap().unwrap();
    people.turn_down(&two(13), asked.request, "").await.unwrap();
    assert_eq!(refused(people.paired(&foreign, at(14)).await), "no_pairing");
    // Nobody answers: the same.
    let (late, code, _) = people.begin_pairing(at(15)).await.unwrap();
    pair(&one(16), &code).await.unwrap().unwrap();
    assert_eq!(people.paired(&late, at(17)).await.unwrap(), Paired::Waits);
    assert_eq!(refused(people.paired(&late, at(16 + 120)).await), "no_pairing");
    people.sweep(at(16 + 120)).await.unwrap();
    let left = people.store().items("pairing".to_owned(), String::new(), String::new(), 10).await.unwrap();
    assert_eq!(left.len(), 0);
}

#[tokio::test]
async fn a_token_is_good_for_one_table() {
    let people = open(&memory(), settings(FloorKind::Demo)).await;
    let call = Call::by_house("test", at(0));
    let token = people.enrol_device(&call, 7, DeviceKind::Display, "Screen").await.unwrap().token.reveal();
    let other = DeviceToken::read(&token.replacen("d7.", "d8.", 1)).unwrap();
    assert_eq!(refused(people.device(&other).await), "no_device");
    assert!(banco_people::SessionToken::read(&token).is_none());
}

on_both!(one_reader_for_a_table, machines_take_two, a_screen_becomes_a_display_by_its_code);
