//! Roles are given and taken by two administrators where they touch money or staff: one asks, another approves. Only a
//! floor with a single administrator lets that one name the second alone. Whoever runs the house's machines gives roles
//! at the command line, and the trail says so.

use banco_engine::table::Person;
use banco_journal::At;

use crate::desk::{Act, Desk, Slot, list, until_kept};
use crate::items::{CredentialItem, HouseItem, ONLY, PersonItem, RolesAskedItem, person_key};
use crate::people::{Call, Caller, People, Settings};
use crate::permission::Permission;
use crate::persons::reason_of;
use crate::record::Record;
use crate::refusal::{PeopleError, Refusal};
use crate::role::{HouseRole, Roles, may_hold};
use crate::throttle::later;

/// Roles that one administrator has asked for and another must approve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RolesAsked {
    /// Its number: that of the entry which asks.
    pub request: u32,
    /// Whose roles.
    pub person: Person,
    /// Who asks.
    pub by: Person,
    /// What they are.
    pub from: Roles,
    /// What they are to be.
    pub to: Roles,
    /// From when on nobody can approve it any more.
    pub until: At,
}

impl RolesAsked {
    fn of(request: u32, item: RolesAskedItem) -> Self {
        let RolesAskedItem { by, from, person, to, until } = item;
        Self { request, person: Person(person), by: Person(by), from, to, until }
    }
}

/// How roles come to somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// By one word.
    AtOnce,
    /// By the word of the only administrator, who names the second.
    Second,
    /// By the word of another administrator.
    ByAnother,
}

/// Whether a change of roles touches money or staff: those of players and machines do not.
fn takes_two(from: &Roles, to: &Roles) -> bool {
    let given = to.iter().filter(|role| !from.has(*role));
    let taken = from.iter().filter(|role| !to.has(*role));
    given.chain(taken).any(HouseRole::is_staff)
}

/// How roles come to somebody by this call.
pub(crate) async fn way(desk: &Desk<'_>, call: &Call, from: &Roles, to: &Roles) -> Result<Way, PeopleError> {
    let Caller::Person(caller, _) = call.by else { return Ok(Way::AtOnce) };
    if !takes_two(from, to) {
        return Ok(Way::AtOnce);
    }
    let everybody = desk.list::<PersonItem>("").await?;
    let own = person_key(caller.0);
    let others = everybody.into_iter().filter(|slot| slot.key != own).filter_map(|slot| slot.value);
    let others: Vec<PersonItem> = others.filter(|item| item.roles.has(HouseRole::Administrator)).collect();
    let second = *to == Roles::of(&[HouseRole::Administrator]) && !from.are_staff();
    // Somebody who was kept out counts as well, so that nobody becomes the only one by keeping the other out.
    match others.as_slice() {
        [] if second => Ok(Way::Second),
        others if others.iter().any(|item| item.is_active(call.now)) => Ok(Way::ByAnother),
        _ => Err(Refusal::SecondAdministratorNeeded.into()),
    }
}

/// Lays a request on the desk.
pub(crate) fn ask(
    desk: &mut Desk<'_>,
    settings: &Settings,
    (person, by): (u32, Person),
    from: &Roles,
    to: &Roles,
) -> Result<RolesAsked, PeopleError> {
    let request = desk.next_entry();
    let until = later(desk.now(), settings.approval);
    let item = RolesAskedItem { by: by.0, from: from.clone(), person, to: to.clone(), until };
    desk.put(&Slot { key: person_key(request), version: 0, value: None }, &item)?;
    desk.tell(Record::RolesAsked { from: from.clone(), person, request, to: to.clone(), until });
    Ok(RolesAsked::of(request, item))
}

/// Whether somebody may hold these roles, with the password that they have.
async fn may_become(
    desk: &Desk<'_>,
    settings: &Settings,
    (person, item): (u32, &PersonItem),
    roles: &Roles,
) -> Result<(), PeopleError> {
    may_hold(roles, settings.floor, settings.staff_may_play)?;
    // Guests have no login, so they become nothing else, and nobody becomes a guest.
    let guest = |roles: &Roles| roles.has(HouseRole::Guest);
    if guest(roles) != guest(&item.roles) {
        return Err(Refusal::NoLogin(person).into());
    }
    if roles.are_staff()
        && let Some(password) =
            desk.read::<CredentialItem>(&person_key(person)).await?.value.and_then(|kept| kept.password)
    {
        password.fits(true)?;
    }
    Ok(())
}

/// Somebody's roles are others. All their sessions end.
async fn give(
    desk: &mut Desk<'_>,
    slot: &Slot<PersonItem>,
    person: u32,
    roles: &Roles,
) -> Result<(), PeopleError> {
    let item = slot.value.clone().ok_or(Refusal::NoPerson(person))?;
    if roles.has(HouseRole::Administrator) {
        let house = desk.read::<HouseItem>(ONLY).await?;
        if let Some(kept) = house.value.clone().filter(|kept| !kept.administered) {
            desk.put(&house, &HouseItem { administered: true, ..kept })?;
        }
    }
    let from = item.roles.clone();
    desk.put(slot, &PersonItem { roles: roles.clone(), ..item }.raised())?;
    desk.tell(Record::RolesChanged { from, person, to: roles.clone() });
    Ok(())
}

/// A request that can be answered.
async fn asked(
    desk: &Desk<'_>,
    request: u32,
    now: At,
) -> Result<(Slot<RolesAskedItem>, RolesAskedItem), PeopleError> {
    let slot = desk.read::<RolesAskedItem>(&person_key(request)).await?;
    let item = slot.value.clone().ok_or(Refusal::NoRequest(request))?;
    if item.until <= now {
        return Err(Refusal::RequestExpired(request).into());
    }
    Ok((slot, item))
}

impl People {
    /// Somebody's roles are others, or somebody asks for that: then what waits for another administrator is given back.
    ///
    /// # Errors
    /// Why not.
    pub async fn change_roles(
        &self,
        call: &Call,
        person: Person,
        roles: &Roles,
    ) -> Result<Option<RolesAsked>, PeopleError> {
        let settings = self.settings();
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerPeople).await?;
            let (slot, item) = desk.person(person.0).await?;
            if call.is_about(person) {
                return Err(Refusal::OwnAccount { what: "roles" }.into());
            }
            may_become(&desk, settings, (person.0, &item), roles).await?;
            match (way(&desk, call, &item.roles, roles).await?, call.by) {
                (Way::ByAnother, Caller::Person(by, _)) => {
                    Some(ask(&mut desk, settings, (person.0, by), &item.roles, roles)?)
                }
                (way, _) => {
                    if way == Way::Second {
                        desk.tell(Record::SecondAdministratorNamed { person: person.0 });
                    }
                    give(&mut desk, &slot, person.0, roles).await?;
                    None
                }
            }
        })
    }

    /// Everything that waits for another administrator, and what nobody has answered in time for a while.
    ///
    /// # Errors
    /// The store.
    pub async fn roles_asked(&self) -> Result<Vec<RolesAsked>, PeopleError> {
        let all = list::<RolesAskedItem>(self.store(), "").await?.into_iter();
        Ok(all.filter_map(|slot| Some(RolesAsked::of(slot.key.parse().ok()?, slot.value?))).collect())
    }

    /// Another administrator approves: somebody's roles are others.
    ///
    /// # Errors
    /// Why not.
    pub async fn approve_roles(&self, call: &Call, request: u32) -> Result<(), PeopleError> {
        let settings = self.settings();
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerPeople).await?;
            let (slot, wanted) = asked(&desk, request, call.now).await?;
            if call.is_about(Person(wanted.by)) {
                return Err(Refusal::SamePerson.into());
            }
            if call.is_about(Person(wanted.person)) {
                return Err(Refusal::OwnAccount { what: "roles" }.into());
            }
            // Whoever asked may be an administrator no more.
            let (_, asker) = desk.person(wanted.by).await?;
            let (whose, item) = desk.person(wanted.person).await?;
            let still = asker.is_active(call.now) && asker.roles.may(Permission::AdministerPeople);
            if !still || item.roles != wanted.from {
                return Err(Refusal::RolesMoved.into());
            }
            may_become(&desk, settings, (wanted.person, &item), &wanted.to).await?;
            desk.take(&slot);
            desk.tell(Record::RolesApproved { asked_by: wanted.by, person: wanted.person, request });
            give(&mut desk, &whose, wanted.person, &wanted.to).await?;
        })
    }

    /// Another administrator turns it down, or whoever asked takes it back.
    ///
    /// # Errors
    /// Why not.
    pub async fn turn_down_roles(&self, call: &Call, request: u32, reason: &str) -> Result<(), PeopleError> {
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerPeople).await?;
            let (slot, wanted) = asked(&desk, request, call.now).await?;
            desk.take(&slot);
            let reason = reason_of(reason);
            desk.tell(Record::RolesTurnedDown { person: wanted.person, reason, request });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_of_players_and_machines_take_one() {
        for role in HouseRole::ALL {
            let (none, one) = (Roles::default(), Roles::of(&[role]));
            let harmless =
                [HouseRole::Player, HouseRole::Guest, HouseRole::Display, HouseRole::Device].contains(&role);
            assert_eq!(takes_two(&none, &one), !harmless, "{role}");
            assert_eq!(takes_two(&one, &none), !harmless, "{role}");
            assert!(!takes_two(&one, &one), "{role}");
        }
    }
}
