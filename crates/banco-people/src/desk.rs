//! Where everything is read and written: at most one change at a time on a node, and whatever another node
//! was faster with is decided again.

use banco_journal::{
    Answer, At, Batch, By, CommandId, Entry, Hash, Head, ItemChange, Store, StoreError, StreamName, Write,
};
use tokio::sync::MutexGuard;

use crate::items::{HouseItem, KeptItem, ONLY, PersonItem, Reach, person_key};
use crate::people::{Call, Caller, People};
use crate::permission::Permission;
use crate::record::Record;
use crate::refusal::{PeopleError, Refusal};
use crate::secret::draw;

/// How often something is decided anew because others were faster.
const TRIES: u32 = 100;
/// How often the same thing is sent again when nobody knows whether it was kept.
const SENDS: u32 = 3;
/// How many items are read at a time.
const PAGE: u32 = 500;

/// Decides something until it is kept. The body reads from a desk, decides, and lays changes on it; a `?` in
/// it leaves everything as it was.
///
/// Changes that write no entry, or hardly ever one, are made beside the others: many of them share a commit.
macro_rules! until_kept {
    ($people:expr, $act:expr, |$desk:ident| $body:block) => {
        until_kept!(desk_in_turn, $people, $act, |$desk| $body)
    };
    (beside, $people:expr, $act:expr, |$desk:ident| $body:block) => {
        until_kept!(desk_beside, $people, $act, |$desk| $body)
    };
    ($desk_of:ident, $people:expr, $act:expr, |$desk:ident| $body:block) => {{
        let mut tries = $crate::desk::Tries::new($people, &$act).await?;
        loop {
            let mut $desk = $people.$desk_of(&$act).await?;
            let out = $body;
            if $desk.keep(&mut tries).await? {
                break Ok(out);
            }
        }
    }};
}
pub(crate) use until_kept;

/// Who does something, when, and under which id.
#[derive(Clone, Debug)]
pub(crate) struct Act {
    pub(crate) by: By,
    pub(crate) now: At,
    pub(crate) id: Option<CommandId>,
    pub(crate) body: Option<Hash>,
}

impl Act {
    /// The owner of an account.
    pub(crate) fn owner(person: u32, now: At) -> Self {
        Self { by: By::Person { person, role: "owner".to_owned() }, now, id: None, body: None }
    }

    /// A machine of the house.
    pub(crate) fn machine(name: &str, now: At) -> Self {
        Self { by: By::Machine { machine: name.to_owned() }, now, id: None, body: None }
    }

    /// Somebody who administers.
    pub(crate) fn of(call: &Call) -> Self {
        Self { by: by_role(call, "administrator"), now: call.now, id: call.id, body: call.body }
    }
}

/// Somebody who does something in a capacity of theirs, as the trail names it.
pub(crate) fn by_role(call: &Call, role: &str) -> By {
    match call.by {
        Caller::Person(person, _) => By::Person { person: person.0, role: role.to_owned() },
        Caller::House(machine) => By::Machine { machine: machine.to_owned() },
    }
}

/// How often something was tried.
pub(crate) struct Tries {
    cause: CommandId,
    left: u32,
}

impl Tries {
    pub(crate) async fn new(people: &People, act: &Act) -> Result<Self, PeopleError> {
        let cause = act.id.map_or_else(|| draw(people.random()).map(CommandId), Ok)?;
        // Asked again, it would be refused for what it has itself made happen.
        if act.id.is_some() && people.store().command(cause).await?.is_some() {
            return Err(Refusal::DoneBefore.into());
        }
        Ok(Self { cause, left: TRIES })
    }
}

/// An item with the version that a change of it must name.
#[derive(Clone)]
pub(crate) struct Slot<T> {
    pub(crate) key: String,
    pub(crate) version: u64,
    pub(crate) value: Option<T>,
}

/// Items that are kept, read one by one or by what their keys begin with.
pub(crate) async fn read<T: KeptItem>(store: &dyn Store, key: &str) -> Result<Slot<T>, PeopleError> {
    let found = store.items(T::SPACE.to_owned(), key.to_owned(), String::new(), 1).await?;
    match found.into_iter().find(|item| item.key == key) {
        Some(item) => slot(item),
        None => Ok(Slot { key: key.to_owned(), version: 0, value: None }),
    }
}

/// All items of a space whose keys begin so.
pub(crate) async fn list<T: KeptItem>(store: &dyn Store, prefix: &str) -> Result<Vec<Slot<T>>, PeopleError> {
    let (mut all, mut after) = (Vec::new(), String::new());
    loop {
        let items = store.items(T::SPACE.to_owned(), prefix.to_owned(), after, PAGE).await?;
        let Some(last) = items.last() else { return Ok(all) };
        after = last.key.clone();
        for item in items {
            all.push(slot(item)?);
        }
    }
}

/// What an item says. What it says wrong is not told.
fn slot<T: KeptItem>(item: banco_journal::Item) -> Result<Slot<T>, PeopleError> {
    let damaged = |_| StoreError::Damaged(format!("an item of space `{}` cannot be read", T::SPACE));
    let value = serde_json::from_slice(&item.value).map_err(damaged)?;
    Ok(Slot { key: item.key, version: item.version, value: Some(value) })
}

/// A change that is being decided. Everything that changes people is in the trail, so whatever was read after
/// the head is still so if the head is.
pub(crate) struct Desk<'a> {
    people: &'a People,
    act: Act,
    head: Head,
    items: Vec<ItemChange>,
    records: Vec<Record>,
    answer: Answer,
    /// Two changes at once on a node would only get in each other's way.
    _turn: Option<MutexGuard<'a, ()>>,
}

impl<'a> Desk<'a> {
    pub(crate) async fn new(
        people: &'a People,
        act: &Act,
        turn: Option<MutexGuard<'a, ()>>,
    ) -> Result<Self, PeopleError> {
        let head = head(people.store(), people.stream()).await?;
        let act = act.clone();
        let answer = Answer { status: 204, text: String::new() };
        Ok(Self { people, act, head, items: Vec::new(), records: Vec::new(), answer, _turn: turn })
    }

    /// When it is.
    pub(crate) const fn now(&self) -> At {
        self.act.now
    }

    pub(crate) async fn read<T: KeptItem>(&self, key: &str) -> Result<Slot<T>, PeopleError> {
        read(self.people.store(), key).await
    }

    pub(crate) async fn list<T: KeptItem>(&self, prefix: &str) -> Result<Vec<Slot<T>>, PeopleError> {
        list(self.people.store(), prefix).await
    }

    /// Somebody by their number.
    pub(crate) async fn person(&self, person: u32) -> Result<(Slot<PersonItem>, PersonItem), PeopleError> {
        let slot = self.read::<PersonItem>(&person_key(person)).await?;
        let item = slot.value.clone().ok_or(Refusal::NoPerson(person))?;
        Ok((slot, item))
    }

    /// The number of the next person who is known.
    pub(crate) async fn next_person(&self) -> Result<u32, PeopleError> {
        Ok(self.read::<HouseItem>(ONLY).await?.value.map_or(0, |house| house.next))
    }

    /// Whoever calls may do this. Whatever a session once said, this is how it is now.
    pub(crate) async fn need(&self, call: &Call, permission: Permission) -> Result<(), PeopleError> {
        let Caller::Person(caller, reach) = call.by else { return Ok(()) };
        if reach != Reach::Full {
            return Err(Refusal::EnrolFirst.into());
        }
        let item = self.read::<PersonItem>(&person_key(caller.0)).await?.value;
        let item = item.filter(|item| item.is_active(call.now)).ok_or(Refusal::NotAllowed)?;
        if item.roles.may(permission) {
            return Ok(());
        }
        Err(Refusal::NotAllowed.into())
    }

    /// Puts something in place of what was read.
    pub(crate) fn put<T: KeptItem>(&mut self, slot: &Slot<T>, value: &T) -> Result<(), PeopleError> {
        let bytes = serde_json::to_vec(value).map_err(|error| StoreError::Damaged(error.to_string()))?;
        self.change(T::SPACE, slot.key.clone(), slot.version, Some(bytes));
        Ok(())
    }

    /// Takes away what was read.
    pub(crate) fn take<T: KeptItem>(&mut self, slot: &Slot<T>) {
        if slot.version > 0 {
            self.change(T::SPACE, slot.key.clone(), slot.version, None);
        }
    }

    fn change(&mut self, space: &str, key: String, expected: u64, value: Option<Vec<u8>>) {
        self.items.push(ItemChange { space: space.to_owned(), key, expected, value });
    }

    /// The number of the next entry that is written.
    pub(crate) fn next_entry(&self) -> u32 {
        let before = self.records.len().saturating_add(1);
        let next = self.head.version.saturating_add(u64::try_from(before).unwrap_or(u64::MAX));
        u32::try_from(next).unwrap_or(u32::MAX)
    }

    /// What whoever asks the same again is told.
    pub(crate) fn answer(&mut self, status: u16, text: String) {
        self.answer = Answer { status, text };
    }

    /// Writes something into the trail.
    pub(crate) fn tell(&mut self, record: Record) {
        self.records.push(record);
    }

    /// Keeps what lies on the desk. `false` where others were faster.
    pub(crate) async fn keep(self, tries: &mut Tries) -> Result<bool, PeopleError> {
        if self.items.is_empty() && self.records.is_empty() {
            return Ok(true);
        }
        let store = self.people.store();
        let (cause, id) = (tries.cause, self.act.id);
        let batch = self.batch(cause)?;
        let mut in_doubt = false;
        for _ in 0..SENDS {
            match store.append(vec![batch.clone()]).await {
                Ok(()) => return Ok(true),
                // A store answers this before anything else, so it is this very batch.
                Err(StoreError::Known(_)) if in_doubt || id.is_none() => return Ok(true),
                Err(StoreError::Known(_)) => return Err(Refusal::DoneBefore.into()),
                Err(StoreError::Unknown(_)) => in_doubt = true,
                Err(StoreError::Moved(_) | StoreError::ItemMoved { .. }) => return tries.again(),
                Err(other) => return Err(other.into()),
            }
        }
        Err(StoreError::Unknown("the store did not answer".to_owned()).into())
    }

    fn batch(self, cause: CommandId) -> Result<Batch, PeopleError> {
        let stream = self.people.stream().clone();
        // A stream's time grows with its commands, whatever the clock does.
        let at = self.act.now.max(At(self.head.at.0.saturating_add(1)));
        let (mut head, mut entries) = (self.head, Vec::new());
        for record in &self.records {
            let by = self.act.by.clone();
            let entry = Entry::after(head, stream.clone(), at, by, cause, record.to_raw()?);
            head = entry.head(head.fence);
            entries.push(entry);
        }
        let said = || Hash::over(&serde_json::to_vec(&self.records).unwrap_or_default());
        let body = self.act.body.unwrap_or_else(said);
        let mut batch = Batch::new(cause, body, at, self.act.by, self.answer);
        if !entries.is_empty() {
            batch.writes.push(Write { stream, after: self.head, entries, fence: None });
        }
        batch.items = self.items;
        Ok(batch)
    }
}

impl Tries {
    fn again(&mut self) -> Result<bool, PeopleError> {
        self.left = self.left.checked_sub(1).ok_or(StoreError::Busy)?;
        Ok(false)
    }
}

/// Where the trail ends.
pub(crate) async fn head(store: &dyn Store, stream: &StreamName) -> Result<Head, PeopleError> {
    let heads = store.heads(Some(vec![stream.clone()])).await?;
    Ok(heads.into_iter().next().map(|(_, head)| head).unwrap_or_default())
}
