//! Who is who, in memory: a node keeps one and brings it up to date whenever the trail has moved. It answers
//! at once, so whatever stays open (a page, a device) can be asked about at every beat.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use banco_engine::table::{Person, Role as EngineRole};
use banco_journal::{At, Entry, StoreError};

use crate::desk::{head, list, read};
use crate::devices::Device;
use crate::items::{PersonItem, person_key};
use crate::people::People;
use crate::permission::Permission;
use crate::record::Record;
use crate::refusal::PeopleError;
use crate::resets::Notice;
use crate::role::{Kind, Roles};
use crate::secret::PublicId;
use crate::sessions::Session;

/// How many entries are read at a time.
const PAGE: u32 = 500;
/// Sessions are over by themselves after this, so it need not be known for longer that they were ended.
const KEEP: Duration = Duration::from_hours(72);

/// What is known of somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// What others call them.
    pub name: String,
    /// What they sign in with; guests do not.
    pub login: Option<String>,
    /// What they are.
    pub roles: Roles,
    /// What kind of person.
    pub kind: Kind,
    /// Whether they may do nothing.
    pub disabled: bool,
    /// Raised by whatever ends all their sessions.
    pub epoch: u64,
    /// Whether they have a second factor.
    pub second_factor: bool,
    /// Since when they are known.
    pub since: At,
    /// Until when, for guests.
    pub until: Option<At>,
    /// Until when no money moves, since others have set the password or the second factor anew.
    pub cool_off_until: Option<At>,
    /// What the owner should know, newest first.
    pub notices: Vec<Notice>,
}

impl Known {
    /// Whether they may do anything at all.
    #[must_use]
    pub fn is_active(&self, now: At) -> bool {
        !self.disabled && self.until.is_none_or(|until| until > now)
    }
}

impl From<PersonItem> for Known {
    fn from(item: PersonItem) -> Self {
        let PersonItem {
            name,
            login,
            roles,
            kind,
            disabled,
            epoch,
            second_factor,
            since,
            until,
            cool_off_until,
            notices,
        } = item;
        Self {
            name,
            login,
            roles,
            kind,
            disabled,
            epoch,
            second_factor,
            since,
            until,
            cool_off_until,
            notices,
        }
    }
}

/// Who is who, as the trail stood. A copy costs little.
#[derive(Clone, Debug, Default)]
pub struct Directory {
    version: u64,
    people: Arc<BTreeMap<u32, Known>>,
    ended: Arc<BTreeMap<PublicId, At>>,
}

impl Directory {
    /// Everybody, read from the store.
    ///
    /// # Errors
    /// The store.
    pub async fn load(people: &People) -> Result<Self, PeopleError> {
        // Whatever changes while people are read is behind this head, and read again by the next refresh.
        let version = head(people.store(), people.stream()).await?.version;
        let mut known = BTreeMap::new();
        for slot in list::<PersonItem>(people.store(), "").await? {
            let number = slot.key.parse().map_err(|_| damaged("a person without a number"))?;
            known.extend(slot.value.map(|item| (number, item.into())));
        }
        Ok(Self { version, people: Arc::new(known), ended: Arc::default() })
    }

    /// Brings it up to date, and says what has happened since.
    ///
    /// # Errors
    /// The store; then it is as it was, or a part of the way.
    pub async fn refresh(&mut self, people: &People) -> Result<Vec<Record>, PeopleError> {
        let mut happened = Vec::new();
        loop {
            let entries = people.store().entries(people.stream().clone(), self.version, PAGE).await?;
            let Some(last) = entries.last() else { return Ok(happened) };
            let (version, now) = (last.version, last.at);
            for entry in &entries {
                happened.push(self.follow(people, entry).await?);
            }
            self.version = version;
            let oldest = At(now.0.saturating_sub(i64::try_from(KEEP.as_micros()).unwrap_or(i64::MAX)));
            Arc::make_mut(&mut self.ended).retain(|_, at| *at > oldest);
        }
    }

    async fn follow(&mut self, people: &People, entry: &Entry) -> Result<Record, PeopleError> {
        let record = Record::read(entry.record.get());
        let record = record.map_err(|_| damaged("an entry of people that cannot be read"))?;
        let ended = record.ended();
        if !ended.is_empty() {
            Arc::make_mut(&mut self.ended).extend(ended.into_iter().map(|id| (id, entry.at)));
        }
        if let Some(person) = record.person() {
            let kept = read::<PersonItem>(people.store(), &person_key(person)).await?.value;
            let known = Arc::make_mut(&mut self.people);
            match kept {
                Some(item) => drop(known.insert(person, item.into())),
                None => drop(known.remove(&person)),
            }
        }
        Ok(record)
    }

    /// How much of the trail it knows.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Somebody.
    #[must_use]
    pub fn person(&self, person: Person) -> Option<&Known> {
        self.people.get(&person.0)
    }

    /// What to call somebody.
    #[must_use]
    pub fn name(&self, person: Person) -> Option<&str> {
        self.person(person).map(|known| known.name.as_str())
    }

    /// Everybody, by their numbers.
    pub fn people(&self) -> impl Iterator<Item = (Person, &Known)> {
        self.people.iter().map(|(number, known)| (Person(*number), known))
    }

    /// Whether somebody who has asked for something in a capacity may still ask for it, as far as the trail tells here: an
    /// approval must refuse what was asked by somebody who is disabled, has left, or lost the role.
    #[must_use]
    pub fn may_still_act(&self, person: Person, role: EngineRole, now: At) -> bool {
        self.person(person).is_some_and(|known| known.is_active(now) && known.roles.may_act_as(role))
    }

    /// Whether somebody is active and still has one of these permissions.
    #[must_use]
    pub fn may_still(&self, person: Person, permissions: &[Permission], now: At) -> bool {
        self.person(person).is_some_and(|known| {
            known.is_active(now) && permissions.iter().any(|permission| known.roles.may(*permission))
        })
    }

    /// Whether nothing has ended a session since it was looked up, as far as the trail tells here. A session
    /// may be newer than what is known here; idle time is for whoever sees requests.
    #[must_use]
    pub fn holds(&self, session: &Session, now: At) -> bool {
        let owner = self.person(session.person);
        let active = owner.is_none_or(|owner| owner.epoch <= session.epoch && owner.is_active(now));
        active && session.until > now && !self.ended.contains_key(&session.id)
    }

    /// Whether a machine still belongs to its table.
    #[must_use]
    pub fn holds_device(&self, device: &Device) -> bool {
        !self.ended.contains_key(&device.id)
    }
}

fn damaged(what: &str) -> StoreError {
    StoreError::Damaged(what.to_owned())
}
