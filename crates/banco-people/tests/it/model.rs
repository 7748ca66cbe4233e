//! Any history, against a model that is as simple as can be.

use std::sync::Arc;

use banco_engine::table::Person;
use banco_people::throttle::Limit;
use banco_people::{Call, Directory, FloorKind, HouseRole, People, Roles, SessionToken, Settings, SignIn};
use proptest::prelude::*;

use crate::house::*;

const ROLES: [&[HouseRole]; 5] = [
    &[HouseRole::Player],
    &[HouseRole::Dealer],
    &[HouseRole::Dealer, HouseRole::Floor],
    &[HouseRole::Administrator],
    &[HouseRole::Administrator, HouseRole::Player],
];

#[derive(Clone, Debug)]
enum Step {
    Create(usize, usize),
    Guest,
    SignIn(usize, bool),
    Use(usize),
    SignOut(usize),
    Roles(usize, usize),
    Disable(usize),
    Enable(usize),
    Rename(usize, usize),
    RevokeAll(usize),
    RevokeOthers(usize),
    Sweep,
    Wait(i64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let (login, role, session, person) = (0..5_usize, 0..ROLES.len(), 0..12_usize, 0..8_usize);
    let step = prop_oneof![
        2 => (login.clone(), role.clone()).prop_map(|(login, roles)| Step::Create(login, roles)),
        1 => Just(Step::Guest),
        6 => (login, any::<bool>()).prop_map(|(login, right)| Step::SignIn(login, right)),
        4 => session.clone().prop_map(Step::Use),
        1 => session.clone().prop_map(Step::SignOut),
        1 => (person.clone(), role).prop_map(|(person, roles)| Step::Roles(person, roles)),
        1 => person.clone().prop_map(Step::Disable),
        1 => person.clone().prop_map(Step::Enable),
        1 => (person.clone(), 0..3_usize).prop_map(|(person, name)| Step::Rename(person, name)),
        1 => person.prop_map(Step::RevokeAll),
        1 => session.prop_map(Step::RevokeOthers),
        1 => Just(Step::Sweep),
        3 => (1..2000_i64).prop_map(Step::Wait),
    ];
    prop::collection::vec(step, 1..60)
}

#[derive(Clone, Debug)]
struct ModelPerson {
    login: Option<usize>,
    name: String,
    roles: Roles,
    disabled: bool,
    since: i64,
}

#[derive(Clone)]
struct ModelSession {
    person: usize,
    token: SessionToken,
    since: i64,
    seen: i64,
    ended: bool,
}

#[derive(Default)]
struct Model {
    now: i64,
    people: Vec<ModelPerson>,
    sessions: Vec<ModelSession>,
}

impl Model {
    fn staff(&self, person: usize) -> bool {
        self.people[person].roles.are_staff()
    }

    fn active(&self, person: usize) -> bool {
        let known = &self.people[person];
        !known.disabled && (known.login.is_some() || self.now < known.since + 12 * 3600)
    }

    fn lives(&self, session: &ModelSession) -> bool {
        let (idle, most) = match (self.staff(session.person), self.people[session.person].login) {
            (true, _) => (15 * 60, 10 * 3600),
            (false, Some(_)) => (30 * 60, 24 * 3600),
            (false, None) => (30 * 60, 12 * 3600),
        };
        !session.ended
            && self.active(session.person)
            && self.now < session.seen + idle
            && self.now < session.since + most
    }

    fn end_all(&mut self, person: usize) {
        self.sessions
            .iter_mut()
            .filter(|session| session.person == person)
            .for_each(|session| session.ended = true);
    }

    fn begin(&mut self, person: usize, token: SessionToken) {
        let mut living: Vec<usize> = (0..self.sessions.len())
            .filter(|at| self.sessions[*at].person == person && self.lives(&self.sessions[*at]))
            .collect();
        // Of those that were used at the same moment, any may go; the token tells which one has.
        living.sort_by_key(|at| (self.sessions[*at].seen, self.sessions[*at].token.id()));
        while living.len() >= 5 {
            let oldest = living.remove(0);
            self.sessions[oldest].ended = true;
        }
        self.sessions.push(ModelSession { person, token, since: self.now, seen: self.now, ended: false });
    }
}

fn fine(roles: &[HouseRole]) -> bool {
    !(roles.contains(&HouseRole::Administrator) && roles.contains(&HouseRole::Player))
}

async fn play(people: &People, model: &mut Model, step: &Step) {
    let call = Call::by_house("test", at(model.now));
    let now = model.now;
    let who = |person: &usize| Person(u32::try_from(*person + 1).unwrap());
    match step {
        Step::Wait(time) => model.now += time,
        Step::Create(login, roles) => {
            let taken = model.people.iter().any(|person| person.login == Some(*login));
            let new = new_person(&format!("login-{login}"), ROLES[*roles], banco_people::Kind::Demo);
            let done = people.create(&call, &new).await;
            assert_eq!(done.is_ok(), !taken && fine(ROLES[*roles]));
            if let Ok(made) = done {
                assert_eq!(made.person, who(&model.people.len()));
                let (name, roles) = (new.name, new.roles);
                model.people.push(ModelPerson {
                    login: Some(*login),
                    name,
                    roles,
                    disabled: false,
                    since: now,
                });
            }
        }
        Step::Guest => {
            let guest = people.guest("Guest", &client(), at(now)).await.unwrap();
            let (name, roles) = ("Guest".to_owned(), Roles::of(&[HouseRole::Guest]));
            model.people.push(ModelPerson { login: None, name, roles, disabled: false, since: now });
            model.begin(model.people.len() - 1, guest.token);
        }
        Step::SignIn(login, right) => {
            let person = model.people.iter().position(|person| person.login == Some(*login));
            let password = if *right { PASSWORD } else { "wrong" };
            let done = try_in(people, &format!("login-{login}"), password, &client(), at(now)).await;
            let expected = person.filter(|person| *right && model.active(*person));
            assert_eq!(done.is_ok(), expected.is_some());
            if let (Ok(SignIn::In(signed_in)), Some(person)) = (done, expected) {
                model.begin(person, signed_in.token);
            }
        }
        Step::Use(at_session) => {
            let Some(session) = model.sessions.get(*at_session).cloned() else { return };
            let lives = model.lives(&session);
            assert_eq!(people.session(&session.token, at(now)).await.is_ok(), lives);
            if lives && now >= session.seen + 120 {
                model.sessions[*at_session].seen = now;
            }
        }
        Step::SignOut(session) => {
            let Some(session) = model.sessions.get_mut(*session) else { return };
            // Those that ended by themselves may be there still, or swept away.
            let done = people.sign_out(&session.token, at(now)).await;
            assert!(done.is_ok() || refused(done) == "not_signed_in");
            session.ended = true;
        }
        Step::Roles(person, roles) => {
            let Some(known) = model.people.get(*person).cloned() else { return };
            let done = people.change_roles(&call, who(person), &Roles::of(ROLES[*roles])).await;
            assert_eq!(done.is_ok(), fine(ROLES[*roles]) && known.login.is_some());
            if done.is_ok() {
                model.people[*person].roles = Roles::of(ROLES[*roles]);
                model.end_all(*person);
            }
        }
        Step::Disable(person) | Step::Enable(person) => {
            let Some(known) = model.people.get(*person).cloned() else { return };
            let disable = matches!(step, Step::Disable(_));
            let done = if disable {
                people.disable(&call, who(person), "").await
            } else {
                people.enable(&call, who(person)).await.map(drop)
            };
            assert_eq!(done.is_ok(), known.disabled != disable);
            if done.is_ok() {
                model.people[*person].disabled = disable;
                model.end_all(*person);
            }
        }
        Step::Rename(person, name) => {
            if *person >= model.people.len() {
                return;
            }
            let name = ["Ada", "", "Eve"][*name];
            let done = people.rename(&call, who(person), name).await;
            // Guests may be called alike, but like nobody who is known.
            let mut others = model.people.iter().enumerate().filter(|(at, _)| at != person);
            let taken = others.any(|(_, other)| other.login.is_some() && other.name == name);
            assert_eq!(done.is_ok(), !name.is_empty() && !taken && model.active(*person));
            if done.is_ok() {
                name.clone_into(&mut model.people[*person].name);
            }
        }
        Step::RevokeAll(person) => {
            if *person < model.people.len() {
                people.revoke_all(&call, who(person)).await.unwrap();
                model.end_all(*person);
            }
        }
        Step::RevokeOthers(at_session) => {
            let Some(session) = model.sessions.get(*at_session).cloned() else { return };
            let lives = model.lives(&session);
            assert_eq!(people.revoke_others(&session.token, at(now)).await.is_ok(), lives);
            if lives {
                model.end_all(session.person);
                model.sessions[*at_session].ended = false;
            }
        }
        Step::Sweep => drop(people.sweep(at(now)).await.unwrap()),
    }
}

async fn compare(people: &People, model: &Model, directory: &mut Directory) {
    directory.refresh(people).await.unwrap();
    assert_eq!(directory.people().count(), model.people.len());
    for ((_, known), expected) in directory.people().zip(&model.people) {
        assert_eq!(
            (&known.name, &known.roles, known.disabled),
            (&expected.name, &expected.roles, expected.disabled)
        );
    }
    for session in &model.sessions {
        let found = people.peek(&session.token, at(model.now)).await;
        assert_eq!(found.is_ok(), model.lives(session));
        if let Ok(found) = found {
            assert_eq!(found.roles, model.people[session.person].roles);
            assert!(directory.holds(&found, at(model.now)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_history(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            // Tries have a test of their own.
            let limit = Limit { free: u32::MAX, lock_after: u32::MAX, ..banco_people::throttle::FOR_LOGIN };
            let settings = Settings { login_limit: limit, address_limit: limit, ..settings(FloorKind::Demo) };
            let store = memory();
            let people = open(&store, settings.clone()).await;
            let second = Arc::new(open(&store, settings).await);
            let mut directory = Directory::load(&second).await.unwrap();
            let mut model = Model::default();
            for step in &steps {
                play(&people, &mut model, step).await;
                compare(&second, &model, &mut directory).await;
            }
            let anew = Directory::load(&second).await.unwrap();
            assert!(anew.people().eq(directory.people()));
        });
    }
}
