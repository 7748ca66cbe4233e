//! Machines at tables: card readers and displays. Each has a token of its own that is good for one table. Two administrators
//! enroll and revoke them: a card reader says which cards were drawn, and a display speaks for the house.

use banco_engine::table::Person;
use banco_journal::At;

use crate::asked::{Asked, ask, other_administrator};
use crate::desk::{Act, Desk, Slot, list, read, until_kept};
use crate::items::{Asking, DeviceItem, PairingItem};
use crate::names::name_of;
use crate::people::{Call, People};
use crate::permission::Permission;
use crate::record::{DeviceKind, Record};
use crate::refusal::{PeopleError, Refusal};
use crate::role::HouseRole;
use crate::secret::{DeviceToken, PublicId, key_of, prefix_of};

/// Requests about machines are about nobody.
const NOBODY: u32 = 0;

/// Which device.
pub type DeviceId = PublicId;

/// A machine at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// Which one.
    pub id: DeviceId,
    /// What it does.
    pub kind: DeviceKind,
    /// At which table.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// Since when.
    pub since: At,
}

impl Device {
    /// What it may do, as a role.
    #[must_use]
    pub const fn role(&self) -> HouseRole {
        match self.kind {
            DeviceKind::CardReader => HouseRole::Device,
            DeviceKind::Display => HouseRole::Display,
        }
    }
}

/// A machine that belongs to a table, once another administrator has approved it.
#[derive(Clone, Debug)]
pub struct DeviceMade {
    /// To be put into the machine.
    pub token: DeviceToken,
    /// What another administrator must approve before the token is good for anything.
    pub asked: Option<Asked>,
}

pub(crate) fn device_of(kept: DeviceItem) -> Device {
    let DeviceItem { id, kind, table, name, since, .. } = kept;
    Device { id, kind, table, name, since }
}

/// Refuses a second card reader at a table. One that waits for an approval nobody gave in time is none.
async fn need_room(desk: &Desk<'_>, item: &DeviceItem) -> Result<(), PeopleError> {
    if item.kind != DeviceKind::CardReader {
        return Ok(());
    }
    let others = desk.list::<DeviceItem>(&prefix_of(item.table)).await?;
    let reads = |other: &DeviceItem| {
        other.kind == DeviceKind::CardReader && other.id != item.id && !other.is_forgotten(desk.now())
    };
    match others.iter().filter_map(|slot| slot.value.as_ref()).any(reads) {
        true => Err(Refusal::ReaderThere(item.table).into()),
        false => Ok(()),
    }
}

/// Lays a machine on the desk, or asks for it.
pub(crate) async fn lay_device(
    people: &People,
    desk: &mut Desk<'_>,
    call: &Call,
    item: DeviceItem,
) -> Result<Option<Asked>, PeopleError> {
    need_room(desk, &item).await?;
    let asked = match other_administrator(desk, call).await? {
        Some(by) => {
            let what = Asking::Device {
                device: item.id,
                kind: item.kind,
                name: item.name.clone(),
                table: item.table,
            };
            Some(ask(desk, people.settings(), (NOBODY, by), what)?)
        }
        None => {
            desk.tell(Record::DeviceEnrolled { device: item.id, kind: item.kind, table: item.table });
            None
        }
    };
    let waits_until = asked.as_ref().map(|asked| asked.until);
    let slot = Slot { key: key_of(item.table, item.id), version: 0, value: None };
    desk.put(&slot, &DeviceItem { waits_until, ..item })?;
    Ok(asked)
}

/// Another administrator has approved a machine: its token is good from now on.
pub(crate) async fn admit(desk: &mut Desk<'_>, table: u32, device: DeviceId) -> Result<(), PeopleError> {
    let slot = desk.read::<DeviceItem>(&key_of(table, device)).await?;
    let item = slot.value.clone().ok_or(Refusal::NoDevice)?;
    need_room(desk, &item).await?;
    let (kind, item) = (item.kind, DeviceItem { waits_until: None, ..item });
    desk.put(&slot, &item)?;
    let pairing = desk.read::<PairingItem>(&key_of(NOBODY, device)).await?;
    if let Some(paired) = pairing.value.clone() {
        desk.put(&pairing, &PairingItem { until: None, ..paired })?;
    }
    desk.tell(Record::DeviceEnrolled { device, kind, table });
    Ok(())
}

/// A machine that waited is not wanted.
pub(crate) async fn forget(desk: &mut Desk<'_>, table: u32, device: DeviceId) -> Result<(), PeopleError> {
    let slot = desk.read::<DeviceItem>(&key_of(table, device)).await?;
    if slot.value.as_ref().is_some_and(|item| item.waits_until.is_some()) {
        desk.take(&slot);
        let pairing = desk.read::<PairingItem>(&key_of(NOBODY, device)).await?;
        desk.take(&pairing);
    }
    Ok(())
}

/// A machine does not belong to its table anymore.
pub(crate) async fn dismiss(desk: &mut Desk<'_>, table: u32, device: DeviceId) -> Result<(), PeopleError> {
    let slot = desk.read::<DeviceItem>(&key_of(table, device)).await?;
    let kind = slot.value.as_ref().ok_or(Refusal::NoDevice)?.kind;
    desk.take(&slot);
    let pairing = desk.read::<PairingItem>(&key_of(NOBODY, device)).await?;
    desk.take(&pairing);
    desk.tell(Record::DeviceRevoked { device, kind, table });
    Ok(())
}

impl People {
    /// A machine belongs to a table from now on, or once another administrator has approved it. Its token is told here and
    /// nowhere else.
    ///
    /// # Errors
    /// The table has a card reader, or whoever calls may not.
    pub async fn enrol_device(
        &self,
        call: &Call,
        table: u32,
        kind: DeviceKind,
        name: &str,
    ) -> Result<DeviceMade, PeopleError> {
        let name = name_of(name)?;
        let token = DeviceToken::draw(self.random(), table)?;
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerTables).await?;
            let (id, secret, name, since) = (token.id, token.kept(), name.clone(), call.now);
            let item = DeviceItem { id, secret, kind, table, name, since, waits_until: None };
            let asked = lay_device(self, &mut desk, call, item).await?;
            DeviceMade { token: token.clone(), asked }
        })
    }

    /// A machine does not belong to its table anymore, or once another administrator has approved that. A machine that still
    /// waits is given up at once.
    ///
    /// # Errors
    /// There is none, or whoever calls may not.
    pub async fn revoke_device(
        &self,
        call: &Call,
        table: u32,
        id: DeviceId,
    ) -> Result<Option<Asked>, PeopleError> {
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerTables).await?;
            let item = desk.read::<DeviceItem>(&key_of(table, id)).await?.value.ok_or(Refusal::NoDevice)?;
            if item.waits_until.is_some() {
                return Err(Refusal::NoDevice.into());
            }
            match other_administrator(&desk, call).await? {
                Some(by) => {
                    let what = Asking::DeviceRevoked { device: id, kind: item.kind, name: item.name, table };
                    Some(ask(&mut desk, self.settings(), (NOBODY, by), what)?)
                }
                None => {
                    dismiss(&mut desk, table, id).await?;
                    None
                }
            }
        })
    }

    /// Which machine shows this token.
    ///
    /// # Errors
    /// None, or the store.
    pub async fn device(&self, token: &DeviceToken) -> Result<Device, PeopleError> {
        let kept = read::<DeviceItem>(self.store(), &token.key()).await?.value;
        let kept = kept.filter(|kept| kept.secret.is(&token.kept()) && kept.table == token.whose);
        let kept = kept.filter(|kept| kept.waits_until.is_none());
        kept.map(device_of).ok_or_else(|| Refusal::NoDevice.into())
    }

    /// The machines at a table, or all of them.
    ///
    /// # Errors
    /// The store.
    pub async fn devices(&self, table: Option<u32>) -> Result<Vec<Device>, PeopleError> {
        let prefix = table.map_or_else(String::new, prefix_of);
        let kept = list::<DeviceItem>(self.store(), &prefix).await?;
        let kept = kept.into_iter().filter_map(|slot| slot.value);
        Ok(kept.filter(|item| item.waits_until.is_none()).map(device_of).collect())
    }
}

/// Whether a request is about a machine.
#[must_use]
pub const fn is_about_machine(person: Person) -> bool {
    person.0 == NOBODY
}
