//! Patrons: players who have shown at the cage who they are. What an identity document says is kept beside the trail,
//! its number sealed with the key of the house; the trail says a number of a person and nothing else.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use banco_engine::table::Person;
use banco_journal::{At, Seal, StreamName};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use zeroize::Zeroizing;

use crate::civil::Date;
use crate::desk::{Act, Desk, Slot, list, read, until_kept};
use crate::invitations::lay;
use crate::items::{
    DocumentCheck, IdentityItem, IdentityKeyItem, InvitationItem, Lock, ONLY, PatronItem, PersonItem, Sealed,
    person_key,
};
use crate::names::{is_visible, plain};
use crate::people::{Call, People};
use crate::permission::Permission;
use crate::persons::{NewPerson, add, person_of};
use crate::record::Record;
use crate::refusal::{PeopleError, Refusal};
use crate::role::{FloorKind, HouseRole, Kind, Roles};
use crate::secret::{Digest, Invitation, draw};
use crate::throttle::later;

/// The most characters of a legal name.
const LONGEST_NAME: usize = 120;
/// The most characters of a note.
const LONGEST_NOTE: usize = 500;
/// How much of the number of a document is shown: so many characters at its end.
const SHOWN: usize = 4;

/// The kinds of identity documents that the cage takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IdType {
    /// A passport.
    Passport,
    /// A driver's license.
    DriverLicense,
    /// A national or state identity card.
    IdentityCard,
    /// A residence permit.
    ResidencePermit,
}

impl IdType {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::Passport, Self::DriverLicense, Self::IdentityCard, Self::ResidencePermit];

    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passport => "passport",
            Self::DriverLicense => "driver_license",
            Self::IdentityCard => "identity_card",
            Self::ResidencePermit => "residence_permit",
        }
    }
}

/// The number of an identity document, as it is compared: letters and digits, in capitals.
#[derive(Clone)]
pub struct IdNumber(Zeroizing<String>);

impl IdNumber {
    /// Reads what a cashier has typed.
    ///
    /// # Errors
    /// It has fewer than 5 or more than 32 letters and digits.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let wide = Zeroizing::new(text.chars().take(200).collect::<String>());
        let kept = wide.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_uppercase);
        let number = Zeroizing::new(kept.collect::<String>());
        match number.chars().count() {
            5..=32 => Ok(Self(number)),
            _ => Err(Refusal::BadIdNumber),
        }
    }

    /// The end of it, by which people tell documents apart.
    fn shown(&self) -> String {
        let skipped = self.0.chars().count().saturating_sub(SHOWN);
        self.0.chars().skip(skipped).collect()
    }
}

impl fmt::Debug for IdNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdNumber (hidden)")
    }
}

/// A player whose identity a cashier has checked.
#[derive(Clone, Debug)]
pub struct NewPatron {
    /// The name as the document has it.
    pub legal_name: String,
    /// What others at a table see. Without one it is the first name and a number.
    pub display_name: Option<String>,
    /// What they sign in with.
    pub login: String,
    /// The date of birth, as `2001-12-31`.
    pub date_of_birth: String,
    /// The kind of the document.
    pub id_type: IdType,
    /// Its number.
    pub id_number: IdNumber,
    /// Whatever else the cage wants to know.
    pub note: String,
    /// Patrons of the same name and date of birth who are somebody else, as the cashier confirms.
    pub not_the_same_as: Vec<u32>,
}

/// A patron as the cage and the floor may see them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patron {
    /// Who.
    pub person: Person,
    /// The name as the document has it.
    pub legal_name: String,
    /// What others at a table see.
    pub display_name: String,
    /// What they sign in with.
    pub login: Option<String>,
    /// Whether they may do nothing now.
    pub disabled: bool,
    /// The date of birth, as `2001-12-31`.
    pub date_of_birth: String,
    /// The kind of the document.
    pub id_type: IdType,
    /// The last characters of its number.
    pub id_shown: String,
    /// Whatever else the cage wants to know.
    pub note: String,
    /// Who last compared the document. `None` for the house itself.
    pub checked_by: Option<Person>,
    /// When.
    pub checked_at: At,
    /// The last time that the document was compared, and the last time before by somebody else.
    pub checks: Vec<IdentityCheck>,
}

/// A comparison of a patron's document at the cage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdentityCheck {
    /// When.
    pub at: At,
    /// By whom. `None` for the house itself.
    pub by: Option<Person>,
}

/// How long after a document was compared money is paid out on the strength of it.
pub const IDENTITY_CHECK_VALID: Duration = Duration::from_secs(15 * 60);

/// A patron who is known from now on.
#[derive(Clone, Debug)]
pub struct PatronMade {
    /// Their number.
    pub person: Person,
    /// By which they choose a password. It is told once.
    pub invitation: Invitation,
}

/// What of a new patron does not change from try to try.
struct Checked<'a> {
    new: &'a NewPatron,
    legal_name: String,
    date_of_birth: Date,
    note: String,
}

impl<'a> Checked<'a> {
    fn of(new: &'a NewPatron, least_age: u32, now: At) -> Result<Self, Refusal> {
        let legal_name = plain(&new.legal_name);
        let length = legal_name.chars().count();
        let readable = legal_name.chars().all(is_visible) && legal_name.chars().any(char::is_alphabetic);
        if !(1..=LONGEST_NAME).contains(&length) || !readable {
            return Err(Refusal::BadLegalName);
        }
        let date_of_birth = Date::read(&new.date_of_birth).ok_or(Refusal::BadDateOfBirth)?;
        let age = date_of_birth.years_until(Date::at(now)).ok_or(Refusal::BadDateOfBirth)?;
        if age > 130 {
            return Err(Refusal::BadDateOfBirth);
        }
        if age < least_age {
            return Err(Refusal::TooYoung { least: least_age });
        }
        let note = new.note.chars().filter(|letter| *letter == '\n' || is_visible(*letter));
        Ok(Self { new, legal_name, date_of_birth, note: note.take(LONGEST_NOTE).collect() })
    }

    /// What others see where nothing was chosen: the family name is nobody's business.
    fn display_name(&self, number: u32) -> String {
        match &self.new.display_name {
            Some(name) => name.clone(),
            None => {
                let first = self.legal_name.split(' ').next().unwrap_or_default();
                format!("{} {number}", first.chars().take(24).collect::<String>())
            }
        }
    }
}

/// What sealed numbers are bound to: nobody can put one person's in place of another's.
fn bound_to(person: u32) -> Result<StreamName, PeopleError> {
    StreamName::new(&format!("person/{person}")).map_err(|_| PeopleError::NoKey)
}

/// What the key of identity hashes is bound to.
fn bound_to_house() -> Result<StreamName, PeopleError> {
    StreamName::new(crate::people::STREAM).map_err(|_| PeopleError::NoKey)
}

const SEALED_NUMBER: &str = "id_number";
const SEALED_KEY: &str = "identity_key";

impl People {
    /// A cashier has seen somebody's document: they are known from now on as a player, and invited to choose a password.
    ///
    /// # Errors
    /// Too young, known by this document already, or the caller may not.
    pub async fn open_patron(&self, call: &Call, new: &NewPatron) -> Result<PatronMade, PeopleError> {
        let checked = Checked::of(new, self.settings().least_age, call.now)?;
        let kind = if self.settings().floor == FloorKind::Real { Kind::Real } else { Kind::Demo };
        let until = later(call.now, self.settings().invitation);
        let key = self.identity_key(call.now).await?;
        let act = Act { by: crate::desk::by_role(call, "cashier"), ..Act::of(call) };
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::OpenPatrons).await?;
            let identity = self.unknown_identity(&desk, &key, new).await?;
            let others = self.alike(&checked, None).await?;
            let roles = Roles::of(&[HouseRole::Player]);
            let name = checked.display_name(desk.next_person().await?);
            let login = new.login.clone();
            let item = person_of(
                &NewPerson { name, login, roles: roles.clone(), kind, password: None },
                self,
                call.now,
            )?;
            let person = add(&mut desk, &item, None).await?;
            desk.put(&identity, &IdentityItem { person })?;
            self.keep_patron(&mut desk, call, &checked, person)?;
            desk.tell(Record::PersonCreated { kind, person, roles });
            desk.tell(Record::PatronOpened { person });
            told_apart(&mut desk, person, others);
            let invitation = Invitation::draw(self.random(), person)?;
            let (secret, epoch) = (invitation.kept(), item.epoch);
            let (lock, resets) = (Lock::Free, false);
            let item = InvitationItem { secret, epoch, until, lock, resets, at_counter: true };
            lay(&mut desk, &invitation, &item)?;
            desk.tell(Record::Invited { person, until });
            // The invitation is in no answer that is kept.
            desk.answer(201, serde_json::json!({ "person": person }).to_string());
            PatronMade { person: Person(person), invitation }
        })
    }

    /// A cashier has seen the document of somebody who is here already, as a player whom an administrator has made: it is on
    /// record from now on. A patron shows the document that is on record, which counts as an identity check.
    ///
    /// # Errors
    /// Too young, known by another document, no player, oneself, or the caller may not.
    pub async fn attach_document(
        &self,
        call: &Call,
        person: Person,
        new: &NewPatron,
    ) -> Result<(), PeopleError> {
        let key = self.identity_key(call.now).await?;
        let act = Act { by: crate::desk::by_role(call, "cashier"), ..Act::of(call) };
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::OpenPatrons).await?;
            let (_, item) = desk.person(person.0).await?;
            if !item.roles.has(HouseRole::Player) || call.person() == Some(person.0) {
                return Err(Refusal::NotAPlayer.into());
            }
            let slot = desk.read::<PatronItem>(&person_key(person.0)).await?;
            if let Some(known) = slot.value.clone() {
                let number = (new.id_type, &new.id_number);
                if self.owner_of_document(&desk, &key, number).await? != Some(person.0) {
                    return Err(Refusal::OtherDocument.into());
                }
                let checked_again = Some(DocumentCheck { at: call.now, by: call.person() });
                desk.put(&slot, &PatronItem { checked_again, ..known })?;
                desk.tell(Record::IdentityChecked { person: person.0 });
            } else {
                let checked = Checked::of(new, self.settings().least_age, call.now)?;
                let identity = self.unknown_identity(&desk, &key, new).await?;
                let others = self.alike(&checked, Some(person.0)).await?;
                desk.put(&identity, &IdentityItem { person: person.0 })?;
                self.keep_patron(&mut desk, call, &checked, person.0)?;
                desk.tell(Record::PatronOpened { person: person.0 });
                told_apart(&mut desk, person.0, others);
            }
            desk.answer(201, serde_json::json!({ "person": person.0 }).to_string());
        })
    }

    /// Patrons of the same name and date of birth, whom the cashier has told apart. Another kind of document is no way round
    /// what somebody has chosen for their protection.
    async fn alike(&self, checked: &Checked<'_>, own: Option<u32>) -> Result<Vec<u32>, PeopleError> {
        let (name, born) = (folded(&checked.legal_name), checked.date_of_birth.to_string());
        let mut alike = Vec::new();
        for slot in list::<PatronItem>(self.store(), "").await? {
            let (Ok(person), Some(item)) = (slot.key.parse::<u32>(), slot.value) else { continue };
            if Some(person) == own || item.date_of_birth != born || folded(&item.legal_name) != name {
                continue;
            }
            if !checked.new.not_the_same_as.contains(&person) {
                return Err(Refusal::PatronAlike(person).into());
            }
            alike.push(person);
        }
        Ok(alike)
    }

    /// The first patron of this name and date of birth whom nobody has told apart.
    ///
    /// # Errors
    /// The store.
    pub async fn patron_alike(
        &self,
        (name, born): (&str, &str),
        told_apart: &[u32],
    ) -> Result<Option<Person>, PeopleError> {
        let name = folded(name);
        let alike = |item: &PatronItem| item.date_of_birth == born && folded(&item.legal_name) == name;
        for slot in list::<PatronItem>(self.store(), "").await? {
            let (Ok(person), Some(item)) = (slot.key.parse::<u32>(), slot.value) else { continue };
            if alike(&item) && !told_apart.contains(&person) {
                return Ok(Some(Person(person)));
            }
        }
        Ok(None)
    }

    /// Whose document it is, if somebody was opened with it.
    pub(crate) async fn owner_of_document(
        &self,
        desk: &Desk<'_>,
        key: &[u8],
        (id_type, number): (IdType, &IdNumber),
    ) -> Result<Option<u32>, PeopleError> {
        let digest = identity_digest(key, id_type, number);
        let slot = desk.read::<IdentityItem>(&digest.to_text()).await?;
        Ok(slot.value.map(|item| item.person))
    }

    /// The place of a document that belongs to nobody yet.
    async fn unknown_identity(
        &self,
        desk: &Desk<'_>,
        key: &[u8],
        new: &NewPatron,
    ) -> Result<Slot<IdentityItem>, PeopleError> {
        let digest = identity_digest(key, new.id_type, &new.id_number);
        let slot = desk.read::<IdentityItem>(&digest.to_text()).await?;
        match &slot.value {
            Some(other) => Err(Refusal::PatronKnown(other.person).into()),
            None => Ok(slot),
        }
    }

    /// Lays on the desk what the document says.
    fn keep_patron(
        &self,
        desk: &mut Desk<'_>,
        call: &Call,
        checked: &Checked<'_>,
        person: u32,
    ) -> Result<(), PeopleError> {
        let (id_type, number) = (checked.new.id_type, &checked.new.id_number);
        let item = PatronItem {
            legal_name: checked.legal_name.clone(),
            date_of_birth: checked.date_of_birth.to_string(),
            id_type,
            id_number: self.sealed(&bound_to(person)?, SEALED_NUMBER, number.0.as_bytes())?,
            id_shown: number.shown(),
            note: checked.note.clone(),
            checked_by: call.person(),
            checked_at: call.now,
            checked_again: None,
            checked_by_another: None,
        };
        desk.put(&Slot { key: person_key(person), version: 0, value: None }, &item)
    }

    /// The hash by which a document is found again, for whoever must compare requests without keeping the number.
    ///
    /// # Errors
    /// The store, or a key that is not there.
    pub async fn identity_hash(&self, new: &NewPatron, now: At) -> Result<String, PeopleError> {
        let key = self.identity_key(now).await?;
        Ok(identity_digest(&key, new.id_type, &new.id_number).to_text())
    }

    /// The key of those hashes. It is sealed, so that nobody who reads the store can try all numbers there are.
    pub(crate) async fn identity_key(&self, now: At) -> Result<Zeroizing<Vec<u8>>, PeopleError> {
        let act = Act::machine("house", now);
        until_kept!(self, act, |desk| {
            let slot = desk.read::<IdentityKeyItem>(ONLY).await?;
            match &slot.value {
                Some(item) => return self.unsealed(&bound_to_house()?, SEALED_KEY, &item.secret),
                None => {
                    let bytes: Zeroizing<[u8; 32]> = Zeroizing::new(draw(self.random())?);
                    let secret = self.sealed(&bound_to_house()?, SEALED_KEY, &*bytes)?;
                    desk.put(&slot, &IdentityKeyItem { secret })?;
                    Zeroizing::new(bytes.to_vec())
                }
            }
        })
    }

    fn sealed(&self, stream: &StreamName, what: &str, secret: &[u8]) -> Result<Sealed, PeopleError> {
        let seal = self.keyring().seal(stream, 0, what, secret).map_err(|_| PeopleError::NoKey)?;
        Ok(Sealed { key: seal.key, bytes: seal.bytes })
    }

    fn unsealed(
        &self,
        stream: &StreamName,
        what: &str,
        sealed: &Sealed,
    ) -> Result<Zeroizing<Vec<u8>>, PeopleError> {
        let (stream, what) = (stream.clone(), what.to_owned());
        let seal = Seal { stream, version: 0, what, key: sealed.key.clone(), bytes: sealed.bytes.clone() };
        self.keyring().open(&seal).map_err(|_| PeopleError::NoKey)
    }

    /// The same secret, sealed with the key that seals now.
    fn sealed_anew(&self, stream: &StreamName, what: &str, old: &Sealed) -> Result<Sealed, PeopleError> {
        self.sealed(stream, what, &self.unsealed(stream, what, old)?)
    }

    /// A patron, if somebody is one.
    ///
    /// # Errors
    /// The store.
    pub async fn patron(&self, person: Person) -> Result<Option<Patron>, PeopleError> {
        let key = person_key(person.0);
        let Some(item) = read::<PatronItem>(self.store(), &key).await?.value else { return Ok(None) };
        let who = read::<PersonItem>(self.store(), &key).await?.value;
        Ok(who.map(|who| patron_of(person, item, who)))
    }

    /// The patrons whose legal name, display name, login, number or end of a document's number fits, so many at most.
    /// What is looked for is never the whole number of a document, which must stand in no address.
    ///
    /// # Errors
    /// The store.
    pub async fn patrons(&self, query: &str, most: usize) -> Result<Vec<Patron>, PeopleError> {
        let wanted = query.trim().to_lowercase();
        let mut found = Vec::new();
        // Read together, a page at a time: not once more for each patron.
        let people = list::<PersonItem>(self.store(), "").await?;
        let mut people: BTreeMap<String, PersonItem> =
            people.into_iter().filter_map(|slot| Some((slot.key, slot.value?))).collect();
        for slot in list::<PatronItem>(self.store(), "").await? {
            let (Ok(number), Some(item)) = (slot.key.parse::<u32>(), slot.value) else { continue };
            let Some(who) = people.remove(&slot.key) else { continue };
            let patron = patron_of(Person(number), item, who);
            if patron.fits(&wanted) {
                found.push(patron);
                if found.len() >= most {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Seals all numbers of documents, and the key by which they are found, with the key that seals now; says how many
    /// had another one.
    pub(crate) async fn reseal_identities(&self, now: At) -> Result<usize, PeopleError> {
        let current = self.keyring().current().to_owned();
        let act = Act::machine("house", now);
        let mut resealed = 0;
        for slot in list::<PatronItem>(self.store(), "").await? {
            let person: u32 = slot.key.parse().map_err(|_| PeopleError::NoKey)?;
            let is_old = slot.value.as_ref().is_some_and(|item| item.id_number.key != current);
            if !is_old {
                continue;
            }
            let done: Result<(), PeopleError> = until_kept!(beside, self, act, |desk| {
                let slot = desk.read::<PatronItem>(&slot.key).await?;
                if let Some(item) = slot.value.clone() {
                    let id_number = self.sealed_anew(&bound_to(person)?, SEALED_NUMBER, &item.id_number)?;
                    desk.put(&slot, &PatronItem { id_number, ..item })?;
                }
            });
            done?;
            resealed += 1;
        }
        let key = read::<IdentityKeyItem>(self.store(), ONLY).await?;
        if key.value.as_ref().is_some_and(|item| item.secret.key != current) {
            let done: Result<(), PeopleError> = until_kept!(beside, self, act, |desk| {
                let slot = desk.read::<IdentityKeyItem>(ONLY).await?;
                if let Some(item) = &slot.value {
                    let secret = self.sealed_anew(&bound_to_house()?, SEALED_KEY, &item.secret)?;
                    desk.put(&slot, &IdentityKeyItem { secret })?;
                }
            });
            done?;
            resealed += 1;
        }
        Ok(resealed)
    }

    /// The keys with which numbers of documents are sealed, one for each.
    pub(crate) async fn identities_sealed_with(&self) -> Result<Vec<String>, PeopleError> {
        let patrons = list::<PatronItem>(self.store(), "").await?.into_iter();
        let mut keys: Vec<String> =
            patrons.filter_map(|slot| slot.value).map(|item| item.id_number.key).collect();
        keys.extend(read::<IdentityKeyItem>(self.store(), ONLY).await?.value.map(|item| item.secret.key));
        Ok(keys)
    }
}

fn told_apart(desk: &mut Desk<'_>, person: u32, others: Vec<u32>) {
    if !others.is_empty() {
        desk.tell(Record::PatronToldApart { others, person });
    }
}

/// A name as it is compared: its words without accents, marks and capitals, in any order.
fn folded(name: &str) -> Vec<String> {
    let plain = name.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase);
    let plain: String = plain.map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
    let mut words: Vec<String> = plain.split_whitespace().map(str::to_owned).collect();
    words.sort();
    words
}

fn identity_digest(key: &[u8], id_type: IdType, number: &IdNumber) -> Digest {
    Digest::of("banco identity", &[key, id_type.name().as_bytes(), number.0.as_bytes()])
}

pub(crate) fn patron_of(person: Person, item: PatronItem, who: PersonItem) -> Patron {
    let last = item.last_check();
    let checks = [Some(last), item.checked_by_another].into_iter().flatten();
    let checks = checks.map(|check| IdentityCheck { at: check.at, by: check.by.map(Person) }).collect();
    Patron {
        person,
        legal_name: item.legal_name,
        display_name: who.name,
        login: who.login,
        disabled: who.disabled,
        date_of_birth: item.date_of_birth,
        id_type: item.id_type,
        id_shown: item.id_shown,
        note: item.note,
        checked_by: last.by.map(Person),
        checked_at: last.at,
        checks,
    }
}

impl PatronItem {
    /// The last time that the document was compared: at the opening, where it was not again.
    pub(crate) fn last_check(&self) -> DocumentCheck {
        self.checked_again.unwrap_or(DocumentCheck { at: self.checked_at, by: self.checked_by })
    }
}

impl IdentityCheck {
    /// When it is too old to pay money out on the strength of it.
    #[must_use]
    pub fn valid_until(&self) -> At {
        later(self.at, IDENTITY_CHECK_VALID)
    }
}

impl Patron {
    /// The identity check on whose strength somebody pays money out: the last one by anybody else, if it is fresh.
    #[must_use]
    pub fn check_for(&self, payer: Person, now: At) -> Option<&IdentityCheck> {
        self.checks.iter().find(|check| check.by != Some(payer) && check.valid_until() > now)
    }

    /// Whether somebody who types this means them.
    fn fits(&self, wanted: &str) -> bool {
        let has = |text: &str| text.to_lowercase().contains(wanted);
        wanted.is_empty()
            || self.person.0.to_string() == wanted
            || has(&self.legal_name)
            || has(&self.display_name)
            || self.login.as_deref().is_some_and(has)
            || self.id_shown.to_lowercase() == wanted
    }
}
