//! What one administrator asks for and another approves: roles that touch money or staff, and whatever would let one
//! person come in as somebody who works for the house. Whoever runs the house's machines does it at the command line,
//! and the trail says so.

use banco_engine::table::{Person, Role as EngineRole};
use banco_journal::At;

use crate::desk::{Act, Desk, Slot, list, read, until_kept};
use crate::devices::{admit, dismiss, forget};
use crate::grants::{give, may_become};
use crate::invitations::InvitationCode;
use crate::items::{AskedItem, Asking, CredentialItem, PersonItem, person_key};
use crate::people::{Call, Caller, People, Settings};
use crate::permission::Permission;
use crate::persons::reason_of;
use crate::record::Record;
use crate::refusal::{PeopleError, Refusal};
use crate::role::HouseRole;
use crate::throttle::later;

/// What one administrator has asked for and another must approve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Its number: that of the entry which asks.
    pub request: u32,
    /// Whom it is about.
    pub person: Person,
    /// Who asks.
    pub by: Person,
    /// For what.
    pub what: Asking,
    /// From when on nobody can approve it any more.
    pub until: At,
}

impl Asked {
    fn of(request: u32, item: AskedItem) -> Self {
        let AskedItem { by, person, until, what } = item;
        Self { request, person: Person(person), by: Person(by), what, until }
    }
}

/// What an approval gives to whoever approves.
#[derive(Clone, Debug)]
pub enum Approved {
    /// Nothing: it is done.
    Done,
    /// The code that opens the invitation of the other administrator.
    Code(InvitationCode),
}

/// The administrators beside these people, also those who are kept out.
pub(crate) async fn administrators_beside(
    desk: &Desk<'_>,
    these: &[u32],
) -> Result<Vec<PersonItem>, PeopleError> {
    let keys: Vec<String> = these.iter().map(|person| person_key(*person)).collect();
    let others = desk.list::<PersonItem>("").await?.into_iter().filter(|slot| !keys.contains(&slot.key));
    Ok(others.filter_map(|slot| slot.value).filter(|item| item.roles.has(HouseRole::Administrator)).collect())
}

/// Whether this call about somebody's way in has to wait for another administrator, and who asks then. Players have
/// theirs from one, unless there is something to guard, such as money or a password; and so does the second
/// administrator of a floor, before they have come in for the first time.
pub(crate) async fn asker(
    desk: &Desk<'_>,
    call: &Call,
    (person, item): (u32, &PersonItem),
    guarded: bool,
) -> Result<Option<Person>, PeopleError> {
    let Caller::Person(caller, _) = call.by else { return Ok(None) };
    if !guarded && !item.roles.are_staff() {
        return Ok(None);
    }
    let others = administrators_beside(desk, &[caller.0, person]).await?;
    if others.iter().any(|other| other.is_active(call.now)) {
        return Ok(Some(caller));
    }
    let credential = desk.read::<CredentialItem>(&person_key(person)).await?.value;
    let never_came = credential.is_none_or(|kept| kept.password.is_none());
    if others.is_empty() && never_came && item.roles.has(HouseRole::Administrator) {
        return Ok(None);
    }
    Err(Refusal::SecondAdministratorNeeded.into())
}

/// Lays a request on the desk.
pub(crate) fn ask(
    desk: &mut Desk<'_>,
    settings: &Settings,
    (person, by): (u32, Person),
    what: Asking,
) -> Result<Asked, PeopleError> {
    let request = desk.next_entry();
    let until = later(desk.now(), settings.approval);
    let item = AskedItem { by: by.0, person, until, what };
    desk.put(&Slot { key: person_key(request), version: 0, value: None }, &item)?;
    desk.tell(match item.what.clone() {
        Asking::Roles { from, to } => Record::RolesAsked { from, person, request, to, until },
        Asking::Invitation {} => Record::InvitationAsked { person, request, until },
        Asking::SecondFactorReset { reason } => {
            Record::SecondFactorResetAsked { person, reason, request, until }
        }
        Asking::Device { device, kind, table, .. } => {
            Record::DeviceAsked { device, kind, request, table, until }
        }
        Asking::DeviceRevoked { device, kind, table, .. } => {
            Record::DeviceRevocationAsked { device, kind, request, table, until }
        }
        Asking::Enable {} => Record::EnableAsked { person, request, until },
        // Names are in no entry.
        Asking::Name { .. } => Record::RenameAsked { person, request, until },
    });
    Ok(Asked::of(request, item))
}

/// A request that can be answered.
async fn asked(desk: &Desk<'_>, request: u32, now: At) -> Result<(Slot<AskedItem>, AskedItem), PeopleError> {
    let slot = desk.read::<AskedItem>(&person_key(request)).await?;
    let item = slot.value.clone().ok_or(Refusal::NoRequest(request))?;
    if item.until <= now {
        return Err(Refusal::RequestExpired(request).into());
    }
    Ok((slot, item))
}

/// Whether this call may approve it, and whether it is still what was asked for.
async fn may_approve(desk: &Desk<'_>, call: &Call, wanted: &AskedItem) -> Result<(), PeopleError> {
    if call.is_about(Person(wanted.by)) {
        return Err(Refusal::SamePerson.into());
    }
    if call.is_about(Person(wanted.person)) {
        return Err(Refusal::OwnAccount { what: "account" }.into());
    }
    // Whoever asked may be an administrator no more.
    let (_, asker) = desk.person(wanted.by).await?;
    if asker.is_active(call.now) && asker.roles.may(Permission::AdministerPeople) {
        return Ok(());
    }
    Err(Refusal::RolesMoved.into())
}

/// What waits for an approval that does not come is given up.
async fn give_up(desk: &mut Desk<'_>, what: &Asking) -> Result<(), PeopleError> {
    match what {
        Asking::Device { device, table, .. } => forget(desk, *table, *device).await,
        _ => Ok(()),
    }
}

/// Another administrator, by whom something about a machine must be approved: who asks, then. Nobody, where the house itself
/// does it.
pub(crate) async fn other_administrator(desk: &Desk<'_>, call: &Call) -> Result<Option<Person>, PeopleError> {
    let Caller::Person(caller, _) = call.by else { return Ok(None) };
    let others = administrators_beside(desk, &[caller.0]).await?;
    match others.iter().any(|other| other.is_active(call.now)) {
        true => Ok(Some(caller)),
        false => Err(Refusal::SecondAdministratorNeeded.into()),
    }
}

/// Ends everything that somebody has asked for and may ask for no more.
pub(crate) async fn drop_requests_of(desk: &mut Desk<'_>, person: u32) -> Result<(), PeopleError> {
    for slot in desk.list::<AskedItem>("").await? {
        let (Some(item), Ok(request)) = (slot.value.clone(), slot.key.parse::<u32>()) else { continue };
        if item.by != person {
            continue;
        }
        desk.take(&slot);
        give_up(desk, &item.what).await?;
        let reason = "the asker may not ask for it any more".to_owned();
        desk.tell(Record::RequestTurnedDown { person: item.person, reason, request });
    }
    Ok(())
}

impl People {
    /// Whether somebody who has asked for something may still ask for it: an approval must refuse what was asked by
    /// somebody who is disabled, has left, or lost the role. Read from the store, so it holds now.
    ///
    /// # Errors
    /// The store.
    pub async fn may_still_ask(
        &self,
        person: Person,
        permission: Permission,
        now: At,
    ) -> Result<bool, PeopleError> {
        let item = read::<PersonItem>(self.store(), &person_key(person.0)).await?.value;
        Ok(item.is_some_and(|item| item.is_active(now) && item.roles.may(permission)))
    }

    /// The same for somebody who has asked in a capacity of the engine.
    ///
    /// # Errors
    /// The store.
    pub async fn may_still_act(
        &self,
        person: Person,
        role: EngineRole,
        now: At,
    ) -> Result<bool, PeopleError> {
        let item = read::<PersonItem>(self.store(), &person_key(person.0)).await?.value;
        Ok(item.is_some_and(|item| item.is_active(now) && item.roles.may_act_as(role)))
    }

    /// Everything that waits for another administrator, and what nobody has answered in time for a while.
    ///
    /// # Errors
    /// The store.
    pub async fn asked(&self) -> Result<Vec<Asked>, PeopleError> {
        let all = list::<AskedItem>(self.store(), "").await?.into_iter();
        Ok(all.filter_map(|slot| Some(Asked::of(slot.key.parse().ok()?, slot.value?))).collect())
    }

    /// Another administrator approves, and it happens.
    ///
    /// # Errors
    /// Why not.
    pub async fn approve(&self, call: &Call, request: u32) -> Result<Approved, PeopleError> {
        let settings = self.settings();
        let code = InvitationCode::draw(self.random())?;
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerPeople).await?;
            let (slot, wanted) = asked(&desk, request, call.now).await?;
            may_approve(&desk, call, &wanted).await?;
            desk.take(&slot);
            desk.tell(Record::RequestApproved { asked_by: wanted.by, person: wanted.person, request });
            match &wanted.what {
                Asking::Device { device, table, .. } => {
                    admit(&mut desk, *table, *device).await?;
                    Approved::Done
                }
                Asking::DeviceRevoked { device, table, .. } => {
                    dismiss(&mut desk, *table, *device).await?;
                    Approved::Done
                }
                Asking::Roles { from, to } => {
                    let (whose, item) = desk.person(wanted.person).await?;
                    if item.roles != *from {
                        return Err(Refusal::RolesMoved.into());
                    }
                    may_become(&desk, settings, (wanted.person, &item), to).await?;
                    // Whoever begins to work for the house has come in by the word of one administrator: two invite
                    // them to choose another password.
                    let starts = !from.are_staff() && to.are_staff();
                    give(&mut desk, &whose, wanted.person, to, starts).await?;
                    Approved::Done
                }
                Asking::Invitation {} => {
                    crate::invitations::lock(&mut desk, (wanted.person, request), &code).await?;
                    Approved::Code(code.clone())
                }
                Asking::SecondFactorReset { reason } => {
                    let (whose, _) = desk.person(wanted.person).await?;
                    crate::second_factor::reset(self, &mut desk, (wanted.person, &whose), reason).await?;
                    Approved::Done
                }
                Asking::Enable {} => {
                    let (whose, _) = desk.person(wanted.person).await?;
                    crate::persons::let_in(&mut desk, wanted.person, &whose)?;
                    Approved::Done
                }
                Asking::Name { to } => {
                    let (whose, _) = desk.person(wanted.person).await?;
                    crate::persons::call_by(&mut desk, wanted.person, &whose, to).await?;
                    Approved::Done
                }
            }
        })
    }

    /// Another administrator turns it down, or whoever asked takes it back.
    ///
    /// # Errors
    /// Why not.
    pub async fn turn_down(&self, call: &Call, request: u32, reason: &str) -> Result<(), PeopleError> {
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerPeople).await?;
            let (slot, wanted) = asked(&desk, request, call.now).await?;
            desk.take(&slot);
            give_up(&mut desk, &wanted.what).await?;
            let reason = reason_of(reason);
            desk.tell(Record::RequestTurnedDown { person: wanted.person, reason, request });
        })
    }
}
