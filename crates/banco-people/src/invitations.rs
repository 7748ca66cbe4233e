//! Invitations, by which people choose a password. Two administrators invite whoever works for the house: one has the
//! invitation, the other a code, and it takes both. So neither can come in as somebody else.

use std::fmt;

use banco_engine::table::Person;
use banco_journal::At;
use zeroize::Zeroizing;

use crate::asked::{Asked, ask, asker};
use crate::desk::{Act, Desk, Slot, until_kept};
use crate::items::{Asking, CredentialItem, InvitationItem, Lock, PatronItem, PersonItem, person_key};
use crate::password::PasswordHash;
use crate::people::{Call, People};
use crate::permission::Permission;
use crate::record::Record;
use crate::refusal::{PeopleError, Refusal};
use crate::resets::NoticeKind;
use crate::secret::{Digest, Invitation, Random, letters_of, prefix_of, spelled};
use crate::throttle::later;

/// The code that goes with an invitation. It is told once, to the administrator who approves.
#[derive(Clone)]
pub struct InvitationCode(Zeroizing<String>);

impl InvitationCode {
    pub(crate) fn draw(random: &dyn Random) -> Result<Self, PeopleError> {
        spelled(random).map(Self)
    }

    /// The code.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for InvitationCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InvitationCode (hidden)")
    }
}

fn digest(code: &str, person: u32) -> Digest {
    Digest::of("banco invitation code", &[&person.to_be_bytes(), letters_of(code).as_bytes()])
}

/// An invitation that was made.
#[derive(Clone, Debug)]
pub struct InvitationMade {
    /// To be handed to whoever it is for.
    pub invitation: Invitation,
    /// What another administrator must approve before it is good for anything.
    pub asked: Option<Asked>,
}

/// Who is to choose a password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invited {
    /// What they sign in with.
    pub login: String,
    /// What others see.
    pub name: String,
    /// Who.
    pub person: Person,
    /// Whether they work for the house.
    pub staff: bool,
    /// Whether it wants the code of the second administrator.
    pub code: bool,
}

/// The invitation, if it is one and not too old.
fn open<'a>(
    kept: Option<&'a InvitationItem>,
    invitation: &Invitation,
    item: &PersonItem,
    now: At,
) -> Result<&'a InvitationItem, Refusal> {
    let open = |kept: &&InvitationItem| {
        kept.secret.is(&invitation.kept()) && kept.until > now && kept.epoch == item.epoch && !item.disabled
    };
    kept.filter(open).ok_or(Refusal::NoInvitation)
}

/// Whether this code opens it.
fn opens(lock: &Lock, code: Option<&str>, person: u32) -> Result<(), Refusal> {
    match lock {
        Lock::Free => Ok(()),
        Lock::Waits(_) => Err(Refusal::InvitationWaits),
        Lock::Code(kept) if code.is_some_and(|code| kept.is(&digest(code, person))) => Ok(()),
        Lock::Code(_) => Err(Refusal::InvitationCode),
    }
}

/// The invitation that waits for this request is open to whoever has the code.
pub(crate) async fn lock(
    desk: &mut Desk<'_>,
    (person, request): (u32, u32),
    code: &InvitationCode,
) -> Result<(), PeopleError> {
    let all = desk.list::<InvitationItem>(&prefix_of(person)).await?;
    let waits = |slot: &Slot<InvitationItem>| {
        slot.value.as_ref().is_some_and(|item| matches!(item.lock, Lock::Waits(one) if one == request))
    };
    // Another one may have taken its place, or the person's roles are others.
    let (mut wanted, earlier): (Vec<_>, Vec<_>) = all.into_iter().partition(waits);
    let slot = wanted.pop().ok_or(Refusal::RolesMoved)?;
    let item = slot.value.clone().ok_or(Refusal::RolesMoved)?;
    let (_, who) = desk.person(person).await?;
    if item.epoch != who.epoch || who.disabled {
        return Err(Refusal::RolesMoved.into());
    }
    let until = item.until;
    earlier.iter().for_each(|earlier| desk.take(earlier));
    desk.put(&slot, &InvitationItem { lock: Lock::Code(digest(code.reveal(), person)), ..item })?;
    desk.tell(Record::Invited { person, until });
    Ok(())
}

/// Whether an invitation waits for another administrator.
fn waits(slot: &Slot<InvitationItem>) -> bool {
    slot.value.as_ref().is_some_and(|item| matches!(item.lock, Lock::Waits(_)))
}

/// Lays an invitation on the desk.
pub(crate) fn lay(
    desk: &mut Desk<'_>,
    invitation: &Invitation,
    item: &InvitationItem,
) -> Result<(), PeopleError> {
    desk.put(&Slot { key: invitation.key(), version: 0, value: None }, item)
}

/// Whether accepting an invitation sets anew an account that already was somebody's: it then cools off, and its owner
/// is notified.
///
/// # Errors
/// One person alone made the invitation, away from the counter, when there was nothing to guard yet.
fn is_reset(invited: &InvitationItem, has_password: bool, holds_money: bool) -> Result<bool, Refusal> {
    let guarded = has_password || holds_money;
    let alone = matches!(invited.lock, Lock::Free) && !invited.at_counter && !invited.resets;
    if alone && guarded {
        return Err(Refusal::InvitationOutdated);
    }
    Ok(invited.resets || guarded)
}

impl People {
    /// Invites somebody to choose a password: whoever is new, or has forgotten theirs. Earlier invitations of theirs are
    /// worth nothing once it is good. For whoever works for the house it waits for another administrator.
    ///
    /// # Errors
    /// Why not.
    pub async fn invite(&self, call: &Call, person: Person) -> Result<InvitationMade, PeopleError> {
        self.invite_guarded(call, person, false).await
    }

    /// The same for somebody whose account holds money, if it does. Whoever takes over an account that holds money, has a
    /// password, or is of a patron whom the cage has opened, could take what is another's: it waits for another
    /// administrator as well, the owner is told, and no money moves for a while.
    ///
    /// # Errors
    /// Why not.
    pub async fn invite_guarded(
        &self,
        call: &Call,
        person: Person,
        holds_money: bool,
    ) -> Result<InvitationMade, PeopleError> {
        let until = later(call.now, self.settings().invitation);
        let invitation = Invitation::draw(self.random(), person.0)?;
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerPeople).await?;
            let (slot, item) = desk.person(person.0).await?;
            if call.is_about(person) {
                return Err(Refusal::OwnAccount { what: "invitation" }.into());
            }
            if item.login.is_none() {
                return Err(Refusal::NoLogin(person.0).into());
            }
            if item.disabled {
                return Err(Refusal::Disabled(person.0).into());
            }
            let credential = desk.read::<CredentialItem>(&person_key(person.0)).await?.value;
            let is_patron = desk.read::<PatronItem>(&person_key(person.0)).await?.value.is_some();
            let resets = holds_money || is_patron || credential.is_some_and(|kept| kept.password.is_some());
            if resets {
                desk.put(&slot, &item.clone().told(call.now, NoticeKind::ResetInvited))?;
                desk.tell(Record::OwnerNotified { person: person.0, what: NoticeKind::ResetInvited });
            }
            let earlier = desk.list::<InvitationItem>(&prefix_of(person.0)).await?;
            let asked = match asker(&desk, call, (person.0, &item), resets).await? {
                // What the counter has handed out stays good until another administrator approves; what waits does not.
                Some(by) => {
                    earlier.iter().filter(|slot| waits(slot)).for_each(|slot| desk.take(slot));
                    Some(ask(&mut desk, self.settings(), (person.0, by), Asking::Invitation {})?)
                }
                None => {
                    earlier.iter().for_each(|slot| desk.take(slot));
                    desk.tell(Record::Invited { person: person.0, until });
                    None
                }
            };
            let lock = asked.as_ref().map_or(Lock::Free, |asked| Lock::Waits(asked.request));
            let (secret, epoch) = (invitation.kept(), item.epoch);
            let item = InvitationItem { secret, epoch, until, lock, resets, at_counter: false };
            lay(&mut desk, &invitation, &item)?;
            InvitationMade { invitation: invitation.clone(), asked }
        })
    }

    /// Whom an invitation is for, whether they work for the house, and which words their password must not
    /// be: for the page on which they choose it.
    ///
    /// # Errors
    /// It is not open.
    pub async fn invited(&self, invitation: &Invitation, now: At) -> Result<Invited, PeopleError> {
        let kept = crate::desk::read::<InvitationItem>(self.store(), &invitation.key()).await?.value;
        let item = crate::desk::read::<PersonItem>(self.store(), &person_key(invitation.whose)).await?.value;
        let item = item.ok_or(Refusal::NoInvitation)?;
        let code = !matches!(open(kept.as_ref(), invitation, &item, now)?.lock, Lock::Free);
        let login = item.login.unwrap_or_default();
        let staff = item.roles.are_staff();
        Ok(Invited { login, name: item.name, person: Person(invitation.whose), staff, code })
    }

    /// Sets the password that a person was invited to choose, and ends all their sessions. An account that holds money or
    /// has a password by now is reset by it: it cools off, unless one administrator alone made the invitation, who must
    /// not take it over.
    ///
    /// # Errors
    /// The invitation is not open, the code is another, or the password is too short for what they are.
    pub async fn accept(
        &self,
        invitation: &Invitation,
        code: Option<&str>,
        password: &PasswordHash,
        (holds_money, now): (bool, At),
    ) -> Result<Person, PeopleError> {
        let person = invitation.whose;
        let act = Act::owner(person, now);
        until_kept!(self, act, |desk| {
            let kept = desk.read::<InvitationItem>(&invitation.key()).await?;
            let slot = desk.read::<PersonItem>(&person_key(person)).await?;
            let item = slot.value.clone().ok_or(Refusal::NoInvitation)?;
            let invited = open(kept.value.as_ref(), invitation, &item, now)?;
            opens(&invited.lock, code, person)?;
            password.fits(item.roles.are_staff())?;
            desk.take(&kept);
            let credential = desk.read::<CredentialItem>(&person_key(person)).await?;
            let before = credential.value.clone().unwrap_or_default();
            // A password may have been chosen, or money come in, since the invitation was made.
            let resets = is_reset(invited, before.password.is_some(), holds_money)?;
            let after = CredentialItem { password: Some(password.clone()), browsers: Vec::new(), ..before };
            desk.put(&credential, &after)?;
            desk.tell(Record::PasswordChanged { person });
            let item = match resets {
                true => {
                    desk.tell(Record::OwnerNotified { person, what: NoticeKind::PasswordReset });
                    item.told(now, NoticeKind::PasswordReset).cooling_off(self, now)
                }
                false => item,
            };
            desk.put(&slot, &item.raised())?;
            Person(person)
        })
    }
}
