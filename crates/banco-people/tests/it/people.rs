//! People come, change and go.

use banco_engine::table::{Person, Role};
use banco_people::{Call, FloorKind, HouseRole, Kind, Permission, Reach, Roles, SessionToken};

use crate::house::*;

#[tokio::test]
async fn the_first_administrator() {
    let people = open(&memory(), settings(FloorKind::Real)).await;
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
    let signed_in = sign_in(&people, "root", at(10)).await;
    assert_eq!(signed_in.session.reach, Reach::Enrolment);
    assert!(!signed_in.session.may(Permission::AdministerPeople));
    let (enrolled, _) = enrol(&people, &signed_in.token, at(20)).await;
    assert_eq!(refused(people.session(&signed_in.token, at(20)).await), "not_signed_in");
    let session = people.session(&enrolled.signed_in.token, at(20)).await.unwrap();
    assert!(session.person == root && session.may(Permission::AdministerPeople));
    assert_eq!(session.need(Permission::AdministerPeople, at(20)).unwrap_err().code(), "step_up_needed");
}

#[tokio::test]
async fn guests() {
    let people = open(&memory(), settings(FloorKind::Demo)).await;
    let guest = people.guest("Guest", &client(), at(0)).await.unwrap();
    assert_eq!(
        (guest.session.kind, guest.session.roles.clone()),
        (Kind::Demo, Roles::of(&[HouseRole::Guest]))
    );
    assert!(guest.session.may(Permission::Play));
    let real = open(&memory(), settings(FloorKind::Real)).await;
    assert_eq!(refused(real.guest("Guest", &client(), at(0)).await), "no_guests");
    let call = Call::by_house("test", at(1));
    assert_eq!(
        refused(real.create(&call, &new_person("tess", &[HouseRole::Player], Kind::Test)).await),
        "other_kind"
    );
}
