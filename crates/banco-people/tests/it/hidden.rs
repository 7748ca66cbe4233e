//! Nothing that is printed or written into the trail holds a secret, a token or a hash.

use std::sync::Arc;

use std::fmt::{Debug, Display};

use banco_journal::Store;
use banco_people::{
    Approved, BrowserSecret, Call, Caller, DeviceKind, DeviceToken, Directory, FirstSecret, FloorKind,
    HouseRole, IdNumber, IdType, Invitation, Kind, NewPatron, NewPerson, Password, People, PeopleError,
    SessionToken, SignIn, SystemRandom, Ticket,
};
use serde_json::Value;

use crate::house::*;

/// Everything that was shown, and everything that must not be.
#[derive(Default)]
struct Watch {
    shown: Vec<String>,
    secrets: Vec<String>,
}

impl Watch {
    fn see<T: Debug>(&mut self, value: T) -> T {
        self.shown.push(format!("{value:?} {value:#?}"));
        value
    }

    fn told<T: Debug + Display>(&mut self, value: &T) {
        self.shown.push(format!("{value} {value:?}"));
    }

    fn tried<T: Debug>(&mut self, done: Result<T, PeopleError>) {
        if let Err(error) = &done {
            self.told(error);
        }
        self.see(done).ok();
    }

    /// A token is a secret from its last dot on.
    fn token(&mut self, text: &str) {
        self.secrets.push(text.rsplit('.').next().unwrap().to_owned());
    }

    /// Whatever is long and without meaning in an item is a secret; bytes are looked for as figures and as
    /// digits.
    fn item(&mut self, value: &Value) {
        match value {
            Value::String(text) if text.len() >= 24 && !text.contains(' ') => self.secrets.push(text.clone()),
            Value::Array(values) if values.len() >= 16 && values.iter().all(Value::is_u64) => {
                let bytes: Vec<u8> =
                    values.iter().map(|byte| u8::try_from(byte.as_u64().unwrap()).unwrap()).collect();
                let figures: Vec<String> = bytes.iter().map(u8::to_string).collect();
                self.secrets.push(figures.join(", "));
                self.secrets.push(bytes.iter().map(|byte| format!("{byte:02x}")).collect());
            }
            Value::Array(values) => values.iter().for_each(|value| self.item(value)),
            Value::Object(fields) => fields.values().for_each(|value| self.item(value)),
            _ => {}
        }
    }

    async fn items(&mut self, people: &People) {
        for space in [
            "people",
            "first",
            "person",
            "login",
            "credential",
            "session",
            "ticket",
            "invitation",
            "asked",
            "device",
            "tries",
            "name",
            "patron",
            "identity",
            "identity_key",
            "pairing",
        ] {
            let items =
                people.store().items(space.to_owned(), String::new(), String::new(), 1000).await.unwrap();
            for item in items {
                self.item(&serde_json::from_slice(&item.value).unwrap());
                let long = item.key.rsplit('/').next().unwrap_or_default().to_owned();
                if long.len() >= 24 {
                    self.secrets.push(long);
                }
            }
        }
    }
}

async fn first_and_people(watch: &mut Watch, people: &People) -> banco_people::Session {
    let secret = watch.see(people.first_secret(at(0)).await.unwrap().unwrap());
    watch.token(&secret.reveal());
    watch.see(FirstSecret::read(&secret.reveal()));
    let chosen = watch_hash(watch);
    watch.tried(people.claim_first(&secret, "Root", "root", chosen, at(0)).await);
    watch.tried(people.claim_first(&secret, "Root", "root", hash(PASSWORD), at(0)).await);
    let signed_in = watch.see(sign_in(people, "root", at(1)).await);
    watch.token(&signed_in.token.reveal());
    watch.secrets.push(signed_in.token.csrf());
    let enrolment = watch.see(people.begin_enrolment(&signed_in.token, at(1)).await.unwrap());
    watch.secrets.extend([enrolment.secret().to_owned(), enrolment.uri().to_owned()]);
    let secret = from_base32(enrolment.secret());
    watch.secrets.push(secret.iter().map(|byte| format!("{byte:02x}")).collect());
    watch.tried(people.confirm_enrolment(&signed_in.token, "nonsense", &client(), at(1)).await);
    let right = code(&secret, at(1));
    let enrolled = people.confirm_enrolment(&signed_in.token, &right, &client(), at(1)).await.unwrap();
    let enrolled = watch.see(enrolled);
    watch.secrets.extend(enrolled.recovery.reveal().iter().cloned());
    watch.token(&enrolled.signed_in.token.reveal());
    let SignIn::SecondStep(ticket) =
        watch.see(try_in(people, "root", PASSWORD, &client(), at(40)).await.unwrap())
    else {
        panic!("a second step")
    };
    watch.token(&ticket.reveal());
    watch.see(Ticket::read(&ticket.reveal()));
    watch.tried(people.second_step(&ticket, "nonsense", &client(), at(40)).await);
    watch.items(people).await;
    watch.tried(people.second_step(&ticket, &enrolled.recovery.reveal()[0], &client(), at(41)).await);
    enrolled.signed_in.session
}

fn watch_hash(watch: &mut Watch) -> banco_people::PasswordHash {
    watch.secrets.push(PASSWORD.to_owned());
    watch.see(Password::new(PASSWORD.to_owned()));
    watch.see(hash(PASSWORD))
}

async fn others(watch: &mut Watch, people: &People, call: Call) {
    let new = NewPerson { password: None, ..new_person("dora", &[HouseRole::Dealer], Kind::Real) };
    let made = people.create(&Call::by_house("test", at(49)), &watch.see(new)).await.unwrap();
    let dora = watch.see(made).person;
    watch.see(new_person("x", &[], Kind::Real));
    create(people, "ann", &[HouseRole::Administrator]).await;
    let asked = watch.see(people.invite(&call, dora).await.unwrap());
    let (invitation, request) = (asked.invitation, asked.asked.unwrap().request);
    watch.token(&invitation.reveal());
    watch.see(Invitation::read(&invitation.reveal()));
    watch.tried(people.invited(&invitation, at(50)).await);
    watch.items(people).await;
    let (other, _) = staff(people, "ann", at(50)).await;
    let Approved::Code(code) = watch.see(people.approve(&Call::by(&other, at(50)), request).await.unwrap())
    else {
        panic!("no code")
    };
    watch.secrets.push(code.reveal().to_owned());
    watch.items(people).await;
    watch.tried(people.accept(&invitation, Some("wrong"), &hash(PASSWORD), (false, at(50))).await);
    watch.tried(people.accept(&invitation, Some(code.reveal()), &hash(PASSWORD), (false, at(50))).await);
    watch.tried(people.accept(&invitation, Some(code.reveal()), &hash(PASSWORD), (false, at(50))).await);
    for number in 0..13 {
        let attempt =
            people.begin_sign_in("hunter2-typed-in-the-wrong-field", &client(), at(60 + number)).await;
        match attempt {
            Ok(attempt) => {
                let judged = watch.see(attempt).judge(&Password::new("amber-turbine-21".to_owned())).unwrap();
                let judged = watch.see(judged);
                watch.tried(people.finish_sign_in(judged, at(60 + number)).await);
            }
            Err(error) => watch.told(&error),
        }
    }
    watch.secrets.extend(["hunter2-typed-in-the-wrong-field".to_owned(), "amber-turbine-21".to_owned()]);
    let made = people.enrol_device(&call, 7, DeviceKind::CardReader, "Reader").await.unwrap();
    let token = watch.see(made).token;
    watch.token(&token.reveal());
    watch.see(DeviceToken::read(&token.reveal()));
    watch.tried(people.device(&token).await);
    watch.tried(people.devices(None).await);
    watch.tried(people.enrol_device(&call, 7, DeviceKind::CardReader, "Reader").await);
}

/// Patrons and screens: the number of a document, an invitation, and what a screen keeps.
async fn patrons_and_screens(watch: &mut Watch, people: &People) {
    let patron = NewPatron {
        legal_name: "Paul Patron".to_owned(),
        display_name: None,
        login: "paul".to_owned(),
        date_of_birth: "1980-01-01".to_owned(),
        id_type: IdType::Passport,
        id_number: IdNumber::read("QX88112277").unwrap(),
        note: String::new(),
        not_the_same_as: Vec::new(),
    };
    watch.secrets.push("QX88112277".to_owned());
    let call = Call::by_house("test", at(80));
    let patron = watch.see(patron);
    let made = watch.see(people.open_patron(&call, &patron).await.unwrap());
    watch.token(&made.invitation.reveal());
    watch.tried(people.open_patron(&call, &patron).await);
    watch.see(people.patrons("paul", 10).await.unwrap());
    let browser = watch.see(BrowserSecret::draw(&SystemRandom).unwrap());
    watch.secrets.push(browser.reveal());
    let client = watch.see(client().with_browser(Some(browser)));
    people.accept(&made.invitation, None, &hash(PASSWORD), (false, at(81))).await.unwrap();
    let signed_in = watch.see(try_in(people, "paul", PASSWORD, &client, at(82)).await.unwrap());
    let SignIn::In(signed_in) = signed_in else { panic!("a second step") };
    watch.token(&signed_in.token.reveal());
    watch.see(client.with_session(Some(signed_in.token)));
    let (screen, code, _) = watch.see(people.begin_pairing(at(83)).await.unwrap());
    watch.token(&screen.reveal());
    watch.items(people).await;
    watch.tried(people.pair_display(&call, &code, 7, "Sign").await);
    watch.tried(people.paired(&screen, at(84)).await);
}

async fn nothing_shows_a_secret(store: Arc<dyn Store>) {
    let people = open(&store, settings(FloorKind::Real)).await;
    let mut watch = Watch::default();
    let root = first_and_people(&mut watch, &people).await;
    let call = watch.see(Call::by(&root, at(45)));
    others(&mut watch, &people, call).await;
    patrons_and_screens(&mut watch, &people).await;
    let signed_in = sign_in(&people, "dora", at(90)).await;
    watch.token(&signed_in.token.reveal());
    watch.see(SessionToken::read(&signed_in.token.reveal()));
    watch.tried(people.session(&signed_in.token, at(91)).await);
    watch.tried(people.sessions(signed_in.session.person, at(91)).await);
    watch.items(&people).await;
    watch.see(&people);
    watch.see(people.settings());
    watch.see(Caller::House("test"));
    watch.see(Directory::load(&people).await.unwrap());
    for record in records(&people).await {
        watch.see(record);
    }
    for entry in store.entries(people.stream().clone(), 0, 1000).await.unwrap() {
        watch.shown.push(format!("{} {entry:?}", entry.to_line()));
        // Hashes of the chain are no secrets; nothing kept is one of them.
    }
    watch.secrets.retain(|secret| secret.len() >= 8);
    assert!(watch.secrets.len() > 60, "{}", watch.secrets.len());
    for shown in &watch.shown {
        for secret in &watch.secrets {
            assert!(!shown.contains(secret.as_str()), "{secret} in {shown}");
        }
    }
}

on_both!(nothing_shows_a_secret);
