//! Patrons: opened by a cashier who has seen a document.

use std::sync::Arc;

use banco_journal::{CommandId, Keyring, Store};
use banco_people::{
    Approved, Call, Directory, FloorKind, HouseRole, IdNumber, IdType, NewPatron, NoticeKind, People, Record,
    Settings, SystemRandom,
};

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

/// One administrator does not come in as a patron by replacing the invitation of the counter, also before there is a password
/// or any money; and what the counter has handed out stays good until another administrator approves.
async fn a_patron_is_guarded_from_the_first_minute(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    administrator(&people).await;
    create(&people, "ann", &[HouseRole::Administrator]).await;
    let (root, _) = staff(&people, "root", at(1)).await;
    let (ann, _) = staff(&people, "ann", at(1)).await;
    let made = people.open_patron(&Call::by_house("cage", at(2)), &patron("pat", "P1234567")).await.unwrap();
    let again = people.invite(&Call::by(&root, at(3)), made.person).await.unwrap();
    let request = again.asked.as_ref().map(|asked| asked.request).unwrap();
    let password = hash("amber-turbine-21");
    let alone = people.accept(&again.invitation, None, &password, (false, at(4))).await;
    assert_eq!(refused(alone), "invitation_waits");
    let notices = Directory::load(&people).await.unwrap().person(made.person).unwrap().notices.clone();
    assert_eq!(notices.iter().map(|one| one.what).collect::<Vec<_>>(), [NoticeKind::ResetInvited]);
    // The patron comes in by what the cashier has given them.
    people.accept(&made.invitation, None, &hash(PASSWORD), (false, at(5))).await.unwrap();
    sign_in(&people, "pat", at(6)).await;
    // Once two have agreed, the account cools off.
    let again = people.invite(&Call::by(&root, at(7)), made.person).await.unwrap();
    let Approved::Code(code) =
        people.approve(&Call::by(&ann, at(8)), again.asked.unwrap().request).await.unwrap()
    else {
        panic!("no code")
    };
    assert_eq!(refused(people.approve(&Call::by(&ann, at(8)), request).await), "changed_meanwhile");
    let coded = people.accept(&again.invitation, Some(code.reveal()), &password, (false, at(9))).await;
    assert!(coded.is_ok());
    assert!(people.in_cool_off(made.person, at(10)).await.unwrap().is_some());
}

/// A cashier who types in numbers until one fits is stopped, and each try is in the trail.
async fn wrong_documents_are_counted(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    create(&people, "carl", &[HouseRole::Cashier]).await;
    create(&people, "cleo", &[HouseRole::Cashier]).await;
    let (carl, _) = staff(&people, "carl", at(1)).await;
    let (cleo, _) = staff(&people, "cleo", at(1)).await;
    let house = Call::by_house("cage", at(2));
    let pat = people.open_patron(&house, &patron("pat", "P1234567")).await.unwrap().person;
    let quinn = people.open_patron(&house, &patron("quinn", "Q1234567")).await.unwrap().person;
    let check = async |by, now, person, text: &str| {
        let number = IdNumber::read(text).unwrap();
        people.check_identity(&Call::by(by, at(now)), person, (IdType::Passport, &number)).await
    };
    for wrong in ["P1234560", "P1234561", "P1234562"] {
        assert_eq!(refused(check(&carl, 3, pat, wrong).await), "other_document");
    }
    // Nobody tries this patron for a while, with the right one either; after that it goes on.
    assert_eq!(refused(check(&carl, 4, pat, "P1234567").await), "slow_down");
    assert_eq!(refused(check(&cleo, 4, pat, "P1234567").await), "slow_down");
    // Nor does a cashier go on from patron to patron.
    for wrong in ["Q1234560", "Q1234561"] {
        assert_eq!(refused(check(&carl, 5, quinn, wrong).await), "other_document");
    }
    assert_eq!(refused(check(&carl, 6, quinn, "Q1234567").await), "slow_down");
    check(&cleo, 6, quinn, "Q1234567").await.unwrap();
    let failed: Vec<_> = records(&people)
        .await
        .into_iter()
        .filter_map(|record| match record {
            Record::IdentityCheckFailed { locked_until, person, tries } => {
                Some((person, tries, locked_until.is_some()))
            }
            _ => None,
        })
        .collect();
    let expected =
        [(pat.0, 1, false), (pat.0, 2, false), (pat.0, 3, true), (quinn.0, 4, false), (quinn.0, 5, true)];
    assert_eq!(failed, expected);
}

/// Money is paid out on the strength of a document that somebody else than the payer has compared, and nobody compares
/// their own.
async fn a_payout_rests_on_the_check_of_another(store: Arc<dyn Store>) {
    let people = open(&store, Settings { staff_may_play: true, ..settings(FloorKind::Real) }).await;
    create(&people, "carl", &[HouseRole::Cashier]).await;
    create(&people, "cleo", &[HouseRole::Cashier]).await;
    let (carl, _) = staff(&people, "carl", at(1)).await;
    let (cleo, _) = staff(&people, "cleo", at(1)).await;
    let number = IdNumber::read("P1234567").unwrap();
    let pat = people.open_patron(&Call::by(&carl, at(2)), &patron("pat", "P1234567")).await.unwrap().person;
    let rests = async |payer: &banco_people::Session, now| {
        people.recent_identity_check(pat, payer.person, at(now)).await.unwrap().is_some()
    };
    assert!(!rests(&carl, 3).await, "whoever opened the account does not pay out on that");
    assert!(rests(&cleo, 3).await);
    let check = async |by, now| {
        people.check_identity(&Call::by(by, at(now)), pat, (IdType::Passport, &number)).await.unwrap();
    };
    check(&carl, 2_000).await;
    assert!(!rests(&carl, 2_001).await);
    check(&cleo, 2_010).await;
    assert!(rests(&carl, 2_011).await && rests(&cleo, 2_011).await, "each has the other's");
    assert!(!rests(&cleo, 2_000 + 15 * 60).await && rests(&carl, 2_000 + 15 * 60).await);
    let own = people.check_identity(&Call::by(&carl, at(5)), carl.person, (IdType::Passport, &number)).await;
    assert_eq!(refused(own), "own_account");
}

on_both!(
    a_cashier_opens_patrons,
    a_patron_is_guarded_from_the_first_minute,
    a_payout_rests_on_the_check_of_another,
    numbers_of_documents_are_sealed,
    one_document_is_one_patron_at_once,
    wrong_documents_are_counted,
);
