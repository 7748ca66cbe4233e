//! Patrons: opened by a cashier who has seen a document.

use std::sync::Arc;

use banco_journal::{CommandId, Keyring, Store};
use banco_people::{Call, FloorKind, HouseRole, IdNumber, IdType, NewPatron, People, SystemRandom};

use crate::house::*;

fn patron(login: &str, number: &str) -> NewPatron {
    NewPatron {
        legal_name: "Augusta  Ada King".to_owned(),
        display_name: None,
        login: login.to_owned(),
        date_of_birth: "1990-12-10".to_owned(),
        id_type: IdType::Passport,
        id_number: IdNumber::read(number).unwrap(),
        note: "speaks\nFrench\u{202e}".to_owned(),
        // All of these are other people than the others.
        not_the_same_as: (1..1_000).collect(),
    }
}

async fn a_cashier_opens_patrons(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    create(&people, "carl", &[HouseRole::Cashier]).await;
    create(&people, "flora", &[HouseRole::Floor]).await;
    let (carl, _) = staff(&people, "carl", at(1)).await;
    let (flora, _) = staff(&people, "flora", at(1)).await;
    let call = Call::by(&carl, at(2));
    let open = async |new: &NewPatron| people.open_patron(&call, new).await;
    assert_eq!(
        refused(people.open_patron(&Call::by(&flora, at(2)), &patron("ada", "X1234567")).await),
        "not_allowed"
    );
    let made = open(&patron("ada", "x-12 345.67")).await.unwrap();
    let seen = people.patron(made.person).await.unwrap().unwrap();
    assert_eq!((seen.legal_name.as_str(), seen.login.as_deref()), ("Augusta Ada King", Some("ada")));
    assert_eq!(seen.display_name, format!("Augusta {}", made.person.0));
    assert_eq!((seen.id_shown.as_str(), seen.note.as_str()), ("4567", "speaks\nFrench"));
    assert_eq!((seen.checked_by, seen.checked_at), (Some(carl.person), at(2)));
    // They choose a password by the invitation, and sign in.
    people.accept(&made.invitation, None, &hash(PASSWORD), (false, at(3))).await.unwrap();
    sign_in(&people, "ada", at(4)).await;
    // The same document once more, however it is typed; another kind of document is another one.
    assert_eq!(refused(open(&patron("eve", "X1234567")).await), "patron_known");
    let license = NewPatron { id_type: IdType::DriverLicense, ..patron("eve", "X1234567") };
    open(&license).await.unwrap();
    assert_eq!(refused(open(&patron("ada", "Y7654321")).await), "login_taken");
    // The same name and date of birth, by another kind of document: the cashier tells them apart first.
    for name in ["Augusta Ada King", "KING, Augusta  Ada", "Augústa-Ada Kïng"] {
        let (legal_name, not_the_same_as) = (name.to_owned(), vec![made.person.0]);
        let same = NewPatron { legal_name, not_the_same_as, ..patron("zoe", "W7654321") };
        assert_eq!(refused(open(&same).await), "patron_alike", "{name}: eve is another one");
        let same = NewPatron { not_the_same_as: Vec::new(), ..same };
        assert_eq!(refused(open(&same).await), "patron_alike", "{name}");
    }
    let wrong = |change: &dyn Fn(&mut NewPatron)| {
        let mut new = patron("new", "Z7654321");
        change(&mut new);
        new
    };
    assert_eq!(refused(open(&wrong(&|new| new.legal_name = " \u{200b}".to_owned())).await), "bad_legal_name");
    assert_eq!(
        refused(open(&wrong(&|new| new.date_of_birth = "1990-02-30".to_owned())).await),
        "bad_date_of_birth"
    );
    assert_eq!(
        refused(open(&wrong(&|new| new.date_of_birth = "2090-02-20".to_owned())).await),
        "bad_date_of_birth"
    );
    // The clock of these tests stands at January 15, 2027.
    assert_eq!(refused(open(&wrong(&|new| new.date_of_birth = "2006-01-16".to_owned())).await), "too_young");
    open(&wrong(&|new| new.date_of_birth = "2006-01-15".to_owned())).await.unwrap();
    for bad in ["", "1234", "----------", &"7".repeat(33)] {
        assert_eq!(IdNumber::read(bad).unwrap_err().code(), "bad_id_number", "{bad}");
    }
    let found = async |query: &str| -> Vec<u32> {
        people.patrons(query, 10).await.unwrap().iter().map(|patron| patron.person.0).collect()
    };
    let ada = made.person.0;
    assert_eq!(found("ADA KING").await.len(), 3);
    assert_eq!((found("ada").await.len(), found("4567").await.len()), (3, 2));
    assert_eq!(found(&ada.to_string()).await, [ada]);
    assert_eq!(found("X1234567").await, [0_u32; 0], "the whole number finds nobody");
    assert_eq!(people.patrons("", 2).await.unwrap().len(), 2);
}

/// The number of a document is in no entry, no item, no text, and no hash of it can be tried out without the house's key.
async fn numbers_of_documents_are_sealed(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    let new = patron("ada", "X1234567");
    assert!(!format!("{new:?}").contains("1234567"));
    let made = people.open_patron(&Call::by_house("test", at(0)), &new).await.unwrap();
    assert!(!format!("{made:?} {:?}", people.patron(made.person).await).contains("1234567"));
    let mut kept = String::new();
    for space in ["person", "patron", "identity", "identity_key", "invitation"] {
        for item in store.items(space.to_owned(), String::new(), String::new(), 100).await.unwrap() {
            kept.push_str(&format!("{} {}\n", item.key, String::from_utf8(item.value).unwrap()));
        }
    }
    let trail: Vec<String> = store
        .entries(people.stream().clone(), 0, 100)
        .await
        .unwrap()
        .iter()
        .map(|entry| entry.to_line())
        .collect();
    let trail = trail.join("\n");
    assert!(trail.contains("patron_opened"));
    for hidden in ["1234567", "Augusta", "1990-12-10"] {
        assert!(!trail.contains(hidden), "{hidden} in {trail}");
    }
    assert!(!kept.contains("X1234567") && !kept.contains("123456"));
    // Another house has other hashes for the same number.
    let other = open(&memory(), settings(FloorKind::Real)).await;
    let hashes =
        (people.identity_hash(&new, at(1)).await.unwrap(), other.identity_hash(&new, at(1)).await.unwrap());
    assert_ne!(hashes.0, hashes.1);
    // With another key that seals, everything is sealed anew, and documents are still found.
    drop(people);
    let lines = format!("two {}\none {}\n", "7b".repeat(32), "5a".repeat(32));
    let ring = Arc::new(Keyring::read(&lines).unwrap());
    let current = ring.current().to_owned();
    let people =
        People::open(Arc::clone(&store), ring, Arc::new(SystemRandom), settings(FloorKind::Real), at(2))
            .await
            .unwrap();
    people.reseal(at(3)).await.unwrap();
    assert_eq!(people.sealed_with().await.unwrap().into_keys().collect::<Vec<_>>(), [current]);
    assert_eq!(people.identity_hash(&new, at(4)).await.unwrap(), hashes.0);
    let again = people.open_patron(&Call::by_house("test", at(5)), &patron("eve", "X1234567")).await;
    assert_eq!(refused(again), "patron_known");
}

async fn one_document_is_one_patron_at_once(store: Arc<dyn Store>) {
    let people = Arc::new(open(&store, settings(FloorKind::Real)).await);
    let done = at_once(6, |number| {
        let people = Arc::clone(&people);
        async move {
            let new = patron(&format!("login-{number}"), "X1234567");
            people.open_patron(&Call::by_house("test", at(0)), &new).await
        }
    });
    let done = done.await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1);
    assert!(done.into_iter().filter_map(Result::err).all(|error| code_of(&error) == "patron_known"));
    let call = Call::by_house("test", at(1)).under(CommandId([7; 16]));
    people.open_patron(&call, &patron("once", "Y1234567")).await.unwrap();
    assert_eq!(refused(people.open_patron(&call, &patron("once", "Y1234567")).await), "done_before");
}

on_both!(a_cashier_opens_patrons, numbers_of_documents_are_sealed, one_document_is_one_patron_at_once);
