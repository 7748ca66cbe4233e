//! Machines at tables: card readers and displays. Each has a token of its own that is good for one table.

use banco_journal::At;

use crate::desk::{Act, Slot, list, read, until_kept};
use crate::items::DeviceItem;
use crate::names::name_of;
use crate::people::{Call, People};
use crate::permission::Permission;
use crate::record::{DeviceKind, Record};
use crate::refusal::{PeopleError, Refusal};
use crate::role::HouseRole;
use crate::secret::{DeviceToken, PublicId, key_of, prefix_of};

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

fn device_of(kept: DeviceItem) -> Device {
    let DeviceItem { id, kind, table, name, since, .. } = kept;
    Device { id, kind, table, name, since }
}

impl People {
    /// A machine belongs to a table from now on. Its token is told here and nowhere else.
    ///
    /// # Errors
    /// The table has a card reader, or whoever calls may not.
    pub async fn enrol_device(
        &self,
        call: &Call,
        table: u32,
        kind: DeviceKind,
        name: &str,
    ) -> Result<DeviceToken, PeopleError> {
        let name = name_of(name)?;
        let token = DeviceToken::draw(self.random(), table)?;
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerTables).await?;
            let others = desk.list::<DeviceItem>(&prefix_of(table)).await?;
            let reads = |slot: &Slot<DeviceItem>| {
                slot.value.as_ref().is_some_and(|device| device.kind == DeviceKind::CardReader)
            };
            if kind == DeviceKind::CardReader && others.iter().any(reads) {
                return Err(Refusal::ReaderThere(table).into());
            }
            let (id, secret, name, since) = (token.id, token.kept(), name.clone(), call.now);
            let kept = DeviceItem { id, secret, kind, table, name, since };
            desk.put(&Slot { key: token.key(), version: 0, value: None }, &kept)?;
            desk.tell(Record::DeviceEnrolled { device: id, kind, table });
            token.clone()
        })
    }

    /// A machine does not belong to its table anymore.
    ///
    /// # Errors
    /// There is none, or whoever calls may not.
    pub async fn revoke_device(&self, call: &Call, table: u32, id: DeviceId) -> Result<(), PeopleError> {
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerTables).await?;
            let slot = desk.read::<DeviceItem>(&key_of(table, id)).await?;
            let kind = slot.value.as_ref().ok_or(Refusal::NoDevice)?.kind;
            desk.take(&slot);
            desk.tell(Record::DeviceRevoked { device: id, kind, table });
        })
    }

    /// Which machine shows this token.
    ///
    /// # Errors
    /// None, or the store.
    pub async fn device(&self, token: &DeviceToken) -> Result<Device, PeopleError> {
        let kept = read::<DeviceItem>(self.store(), &token.key()).await?.value;
        let kept = kept.filter(|kept| kept.secret.is(&token.kept()) && kept.table == token.whose);
        kept.map(device_of).ok_or_else(|| Refusal::NoDevice.into())
    }

    /// The machines at a table, or all of them.
    ///
    /// # Errors
    /// The store.
    pub async fn devices(&self, table: Option<u32>) -> Result<Vec<Device>, PeopleError> {
        let prefix = table.map_or_else(String::new, prefix_of);
        let kept = list::<DeviceItem>(self.store(), &prefix).await?;
        Ok(kept.into_iter().filter_map(|slot| slot.value).map(device_of).collect())
    }
}
