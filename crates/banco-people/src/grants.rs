//! Roles are given and taken by two administrators where they touch money or staff: one asks, another approves. Only a
//! floor with a single administrator lets that one name the second alone. Whoever runs the house's machines gives roles
//! at the command line, and the trail says so.

use banco_engine::table::Person;

use crate::asked::{Asked, administrators_beside, ask, drop_requests_of};
use crate::desk::{Act, Desk, Slot, until_kept};
use crate::items::{Asking, CredentialItem, HouseItem, ONLY, PersonItem, person_key};
use crate::people::{Call, Caller, People, Settings};
use crate::permission::Permission;
use crate::record::Record;
use crate::refusal::{PeopleError, Refusal};
use crate::role::{HouseRole, Roles, may_hold};

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
    let others = administrators_beside(desk, &[caller.0]).await?;
    let second = *to == Roles::of(&[HouseRole::Administrator]) && !from.are_staff();
    // Somebody who was kept out counts as well, so that nobody becomes the only one by keeping the other out.
    match others.as_slice() {
        [] if second => Ok(Way::Second),
        others if others.iter().any(|item| item.is_active(call.now)) => Ok(Way::ByAnother),
        _ => Err(Refusal::SecondAdministratorNeeded.into()),
    }
}

/// Whether somebody may hold these roles, with the password that they have.
pub(crate) async fn may_become(
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
pub(crate) async fn give(
    desk: &mut Desk<'_>,
    slot: &Slot<PersonItem>,
    person: u32,
    roles: &Roles,
    starts_afresh: bool,
) -> Result<(), PeopleError> {
    let item = slot.value.clone().ok_or(Refusal::NoPerson(person))?;
    if roles.has(HouseRole::Administrator) {
        let house = desk.read::<HouseItem>(ONLY).await?;
        if let Some(kept) = house.value.clone().filter(|kept| !kept.administered) {
            desk.put(&house, &HouseItem { administered: true, ..kept })?;
        }
    }
    let from = item.roles.clone();
    let second_factor = item.second_factor && !starts_afresh;
    if starts_afresh {
        let credential = desk.read::<CredentialItem>(&person_key(person)).await?;
        desk.take(&credential);
    }
    desk.put(slot, &PersonItem { second_factor, roles: roles.clone(), ..item }.raised())?;
    let asks_no_more = [Permission::AdministerPeople, Permission::AdministerTables]
        .iter()
        .any(|permission| from.may(*permission) && !roles.may(*permission));
    desk.tell(Record::RolesChanged { from, person, to: roles.clone() });
    if asks_no_more {
        drop_requests_of(desk, person).await?;
    }
    Ok(())
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
    ) -> Result<Option<Asked>, PeopleError> {
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
                    let what = Asking::Roles { from: item.roles.clone(), to: roles.clone() };
                    Some(ask(&mut desk, settings, (person.0, by), what)?)
                }
                (way, _) => {
                    if way == Way::Second {
                        desk.tell(Record::SecondAdministratorNamed { person: person.0 });
                    }
                    give(&mut desk, &slot, person.0, roles, false).await?;
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
