//! Who is who: people come, change their names and roles, and go.

use banco_engine::table::Person;
use banco_journal::At;

use crate::asked::{Asked, ask, asker, drop_requests_of};
use crate::desk::{Act, Desk, Slot, until_kept};
use crate::grants::{Way, way};
use crate::items::{Asking, CredentialItem, FirstItem, HouseItem, LoginItem, ONLY, PersonItem, person_key};
use crate::names::{claim, name_of, need_free};
use crate::password::PasswordHash;
use crate::people::{Call, Caller, Client, LAST_PERSON, People};
use crate::permission::Permission;
use crate::record::Record;
use crate::refusal::{PeopleError, Refusal};
use crate::role::{FloorKind, HouseRole, Kind, Roles, may_hold};
use crate::secret::FirstSecret;
use crate::sessions::SignedIn;
use crate::throttle::later;

/// Somebody who is to be known.
#[derive(Clone, Debug)]
pub struct NewPerson {
    /// What others see.
    pub name: String,
    /// What they sign in with.
    pub login: String,
    /// What they are.
    pub roles: Roles,
    /// What kind of person.
    pub kind: Kind,
    /// Their password, if they have chosen one; else they are invited to.
    pub password: Option<PasswordHash>,
}

/// Somebody who is known from now on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// Their number.
    pub person: Person,
    /// Roles that another administrator must approve.
    pub asked: Option<Asked>,
}

impl Made {
    /// As it is answered, the first time and again.
    #[must_use]
    pub fn text(&self) -> String {
        let request = self.asked.as_ref().map(|asked| asked.request);
        serde_json::json!({ "person": self.person.0, "request": request }).to_string()
    }
}

/// A login as it is kept: in small letters, without spaces around it.
///
/// # Errors
/// It is none.
pub fn login_of(text: &str) -> Result<String, Refusal> {
    let login = text.trim().to_ascii_lowercase();
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let first = login.bytes().next().is_some_and(letter);
    let all = login.bytes().all(|byte| letter(byte) || b".-_@".contains(&byte));
    if (3..=64).contains(&login.len()) && first && all {
        return Ok(login);
    }
    Err(Refusal::BadLogin)
}

/// Somebody as they are kept, if they may be here.
pub(crate) fn person_of(new: &NewPerson, people: &People, now: At) -> Result<PersonItem, Refusal> {
    let settings = people.settings();
    let (name, login) = (name_of(&new.name)?, login_of(&new.login)?);
    if !settings.floor.takes(new.kind) {
        return Err(Refusal::OtherKind { kind: new.kind, floor: settings.floor });
    }
    may_hold(&new.roles, settings.floor, settings.staff_may_play)?;
    if let Some(password) = &new.password {
        password.fits(new.roles.are_staff())?;
    }
    Ok(PersonItem {
        name,
        login: Some(login),
        roles: new.roles.clone(),
        kind: new.kind,
        disabled: false,
        epoch: 1,
        second_factor: false,
        since: now,
        until: None,
        cool_off_until: None,
        notices: Vec::new(),
    })
}

/// The next number, and the house after it was handed out.
fn number(house: &HouseItem, roles: &Roles) -> Result<(u32, HouseItem), Refusal> {
    let number = house.next;
    if number > LAST_PERSON {
        return Err(Refusal::FloorFull);
    }
    let administered = house.administered || roles.has(HouseRole::Administrator);
    Ok((number, HouseItem { next: number.saturating_add(1), administered, ..house.clone() }))
}

/// Lays somebody new on the desk and says their number.
pub(crate) async fn add(
    desk: &mut Desk<'_>,
    item: &PersonItem,
    password: Option<PasswordHash>,
) -> Result<u32, PeopleError> {
    let house = desk.read::<HouseItem>(ONLY).await?;
    let missing = || banco_journal::StoreError::Damaged("what is kept of the house is gone".to_owned());
    let (person, next) = number(house.value.as_ref().ok_or_else(missing)?, &item.roles)?;
    desk.put(&house, &next)?;
    let key = person_key(person);
    if let Some(login) = &item.login {
        let slot = desk.read::<LoginItem>(login).await?;
        if slot.value.is_some() {
            return Err(Refusal::LoginTaken.into());
        }
        desk.put(&slot, &LoginItem { person })?;
    }
    // Guests come and go by the thousand and stand for nobody; they only may not pose as somebody who is known.
    match item.roles.has(HouseRole::Guest) {
        true => need_free(desk, None, &item.name).await?,
        false => claim(desk, person, None, &item.name).await?,
    }
    desk.put(&Slot { key: key.clone(), version: 0, value: None }, item)?;
    let credential = CredentialItem { password, ..CredentialItem::default() };
    desk.put(&Slot { key, version: 0, value: None }, &credential)?;
    Ok(person)
}

/// Somebody is called so from now on.
pub(crate) async fn call_by(
    desk: &mut Desk<'_>,
    person: u32,
    slot: &Slot<PersonItem>,
    name: &str,
) -> Result<(), PeopleError> {
    let item = slot.value.clone().ok_or(Refusal::NoPerson(person))?;
    let before = (!item.roles.has(HouseRole::Guest)).then_some(item.name.as_str());
    match before {
        Some(before) => claim(desk, person, Some(before), name).await?,
        None => need_free(desk, None, name).await?,
    }
    desk.put(slot, &PersonItem { name: name.to_owned(), ..item })?;
    desk.tell(Record::PersonRenamed { person });
    Ok(())
}

/// Somebody who was kept out may come in again.
pub(crate) fn let_in(desk: &mut Desk<'_>, person: u32, slot: &Slot<PersonItem>) -> Result<(), PeopleError> {
    let item = slot.value.clone().filter(|item| item.disabled).ok_or(Refusal::NotDisabled(person))?;
    desk.put(slot, &PersonItem { disabled: false, ..item }.raised())?;
    desk.tell(Record::PersonEnabled { person });
    Ok(())
}

/// A reason as it is written down.
pub(crate) fn reason_of(reason: &str) -> String {
    reason.chars().filter(|letter| !letter.is_control()).take(200).collect()
}

impl People {
    /// Somebody is known from now on.
    ///
    /// # Errors
    /// Why not.
    pub async fn create(&self, call: &Call, new: &NewPerson) -> Result<Made, PeopleError> {
        let wanted = person_of(new, self, call.now)?;
        let (settings, nothing, act) = (self.settings(), Roles::default(), Act::of(call));
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerPeople).await?;
            let way = way(&desk, call, &nothing, &wanted.roles).await?;
            let roles = match way {
                Way::AtOnce | Way::Second => wanted.roles.clone(),
                // They are known with what one administrator may give, which may be nothing.
                Way::ByAnother => wanted.roles.iter().filter(|role| !role.is_staff()).collect(),
            };
            let item = PersonItem { roles: roles.clone(), ..wanted.clone() };
            let person = add(&mut desk, &item, new.password.clone()).await?;
            desk.tell(Record::PersonCreated { kind: item.kind, person, roles: roles.clone() });
            let asked = match (way, call.by) {
                (Way::ByAnother, Caller::Person(by, _)) => {
                    let what = Asking::Roles { from: roles.clone(), to: wanted.roles.clone() };
                    Some(ask(&mut desk, settings, (person, by), what)?)
                }
                (Way::Second, _) => {
                    desk.tell(Record::SecondAdministratorNamed { person });
                    None
                }
                (Way::AtOnce | Way::ByAnother, _) => None,
            };
            let made = Made { person: Person(person), asked };
            desk.answer(201, made.text());
            made
        })
    }

    /// Somebody who plays makes an account of their own.
    ///
    /// # Errors
    /// Why not.
    pub async fn register(
        &self,
        name: &str,
        login: &str,
        password: PasswordHash,
        now: At,
    ) -> Result<Person, PeopleError> {
        let kind = if self.settings().floor == FloorKind::Real { Kind::Real } else { Kind::Demo };
        let (name, login, roles) = (name.to_owned(), login.to_owned(), Roles::of(&[HouseRole::Player]));
        let new = NewPerson { name, login, roles, kind, password: Some(password) };
        self.create(&Call::by_house("door", now), &new).await.map(|made| made.person)
    }

    /// A guest comes in: somebody of a demo, for a while, without a password.
    ///
    /// # Errors
    /// Why not.
    pub async fn guest(&self, name: &str, client: &Client, now: At) -> Result<SignedIn, PeopleError> {
        let settings = self.settings();
        if settings.floor == FloorKind::Real {
            return Err(Refusal::NoGuests.into());
        }
        let until = later(now, settings.guests);
        let item = PersonItem {
            name: name_of(name)?,
            login: None,
            roles: Roles::of(&[HouseRole::Guest]),
            kind: Kind::Demo,
            disabled: false,
            epoch: 1,
            second_factor: false,
            since: now,
            until: Some(until),
            cool_off_until: None,
            notices: Vec::new(),
        };
        let act = Act::machine("door", now);
        until_kept!(self, act, |desk| {
            let person = add(&mut desk, &item, None).await?;
            let made = self.new_session(&mut desk, person, &item, client, None).await?;
            desk.tell(Record::GuestCame { person, session: made.token.id, until });
            SignedIn {
                failed_before: 0,
                last: None,
                notices: Vec::new(),
                session: made.session,
                token: made.token,
            }
        })
    }

    /// The secret by which the first administrator is made, while there was none. It is told here and nowhere
    /// else; earlier ones are worth nothing afterward.
    ///
    /// # Errors
    /// The store.
    pub async fn first_secret(&self, now: At) -> Result<Option<FirstSecret>, PeopleError> {
        let secret = FirstSecret::draw(self.random())?;
        let act = Act::machine("house", now);
        until_kept!(self, act, |desk| {
            let house = desk.read::<HouseItem>(ONLY).await?.value;
            if house.is_none_or(|house| house.administered) {
                return Ok(None);
            }
            let slot = desk.read::<FirstItem>(ONLY).await?;
            desk.put(&slot, &FirstItem { secret: secret.kept() })?;
            desk.tell(Record::FirstSecretMade {});
            Some(secret.clone())
        })
    }

    /// Makes the first administrator, once.
    ///
    /// # Errors
    /// Another secret, or there is an administrator; else what is wrong with name, login or password.
    pub async fn claim_first(
        &self,
        secret: &FirstSecret,
        name: &str,
        login: &str,
        password: PasswordHash,
        now: At,
    ) -> Result<Person, PeopleError> {
        let kind = if self.settings().floor == FloorKind::Real { Kind::Real } else { Kind::Demo };
        let (name, login) = (name.to_owned(), login.to_owned());
        let roles = Roles::of(&[HouseRole::Administrator]);
        let new = NewPerson { name, login, roles: roles.clone(), kind, password: Some(password) };
        let item = person_of(&new, self, now)?;
        let act = Act::machine("first secret", now);
        until_kept!(self, act, |desk| {
            let administered =
                desk.read::<HouseItem>(ONLY).await?.value.is_none_or(|house| house.administered);
            let slot = desk.read::<FirstItem>(ONLY).await?;
            let right = slot.value.as_ref().is_some_and(|first| first.secret.is(&secret.kept()));
            if administered || !right {
                return Err(Refusal::NoFirstSecret.into());
            }
            desk.take(&slot);
            let person = add(&mut desk, &item, new.password.clone()).await?;
            desk.tell(Record::PersonCreated { kind, person, roles: roles.clone() });
            desk.tell(Record::FirstAdministratorClaimed { person });
            Person(person)
        })
    }

    /// Somebody is called something else, or an administrator asks for that: whoever works for the house is renamed by
    /// two, since approvals show names.
    ///
    /// # Errors
    /// Why not.
    pub async fn rename(
        &self,
        call: &Call,
        person: Person,
        name: &str,
    ) -> Result<Option<Asked>, PeopleError> {
        let name = name_of(name)?;
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            let (slot, item) = desk.person(person.0).await?;
            if !call.is_about(person) || item.roles.are_staff() {
                desk.need(call, Permission::AdministerPeople).await?;
            }
            if !item.is_active(call.now) {
                return Err(Refusal::Disabled(person.0).into());
            }
            if call.is_about(person) && item.roles.are_staff() {
                return Err(Refusal::OwnAccount { what: "name" }.into());
            }
            need_free(&desk, Some(person.0), &name).await?;
            match asker(&desk, call, (person.0, &item), false).await? {
                Some(by) => {
                    let what = Asking::Name { to: name.clone() };
                    Some(ask(&mut desk, self.settings(), (person.0, by), what)?)
                }
                None => {
                    call_by(&mut desk, person.0, &slot, &name).await?;
                    None
                }
            }
        })
    }

    /// Somebody may do nothing anymore. All their sessions end.
    ///
    /// # Errors
    /// Why not.
    pub async fn disable(&self, call: &Call, person: Person, reason: &str) -> Result<(), PeopleError> {
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerPeople).await?;
            let (slot, item) = desk.person(person.0).await?;
            if call.is_about(person) {
                return Err(Refusal::OwnAccount { what: "access" }.into());
            }
            if item.disabled {
                return Err(Refusal::Disabled(person.0).into());
            }
            desk.put(&slot, &PersonItem { disabled: true, ..item }.raised())?;
            desk.tell(Record::PersonDisabled { person: person.0, reason: reason_of(reason) });
            drop_requests_of(&mut desk, person.0).await?;
        })
    }

    /// Somebody may come in again. For whoever works for the house another administrator must approve it: one who is kept
    /// out may have been so for a reason.
    ///
    /// # Errors
    /// Why not.
    pub async fn enable(&self, call: &Call, person: Person) -> Result<Option<Asked>, PeopleError> {
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerPeople).await?;
            let (slot, item) = desk.person(person.0).await?;
            if !item.disabled {
                return Err(Refusal::NotDisabled(person.0).into());
            }
            match asker(&desk, call, (person.0, &item), false).await? {
                Some(by) => Some(ask(&mut desk, self.settings(), (person.0, by), Asking::Enable {})?),
                None => {
                    let_in(&mut desk, person.0, &slot)?;
                    None
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_number() {
        let house = |next| HouseItem {
            floor: FloorKind::Real,
            next,
            pepper: [0; 32],
            administered: false,
            names_claimed: true,
        };
        let player = Roles::of(&[HouseRole::Player]);
        let (last, after) = number(&house(LAST_PERSON), &player).unwrap();
        assert_eq!((last, after.administered), (LAST_PERSON, false));
        assert_eq!(number(&after, &player).err(), Some(Refusal::FloorFull));
        let administrator = Roles::of(&[HouseRole::Administrator]);
        assert!(number(&house(1), &administrator).unwrap().1.administered);
    }
}
