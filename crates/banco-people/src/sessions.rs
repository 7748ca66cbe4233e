//! Sessions: who is signed in, for how long, and how that ends.

use banco_engine::table::{Actor, Person, Role as EngineRole};
use banco_journal::At;

use crate::desk::{Act, Desk, Slot, list, read, until_kept};
use crate::items::{PersonItem, Reach, SessionItem, person_key};
use crate::people::{Call, Client, Lifetime, People};
use crate::permission::Permission;
use crate::record::Record;
use crate::refusal::{PeopleError, Refusal};
use crate::resets::Notice;
use crate::role::{Kind, Roles};
use crate::secret::{PublicId, SessionToken, prefix_of};
use crate::throttle::later;

/// Which session.
pub type SessionId = PublicId;

/// Somebody who is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Which session.
    pub id: SessionId,
    /// Whose.
    pub person: Person,
    /// What others call them.
    pub name: String,
    /// What they are.
    pub roles: Roles,
    /// What kind of person.
    pub kind: Kind,
    /// How far it reaches.
    pub reach: Reach,
    /// Whether they have a second factor.
    pub second_factor: bool,
    /// Of which epoch of its owner it is: when that is raised, it ends.
    pub epoch: u64,
    /// When it began.
    pub since: At,
    /// When it was last used, to a few minutes.
    pub seen: At,
    /// When it ends, however much it is used.
    pub until: At,
    /// When it ends unless its owner uses it before.
    pub idle_until: At,
    /// Until when its owner has proved afresh who they are.
    pub stepped_up_until: Option<At>,
    /// Where it is from, in words for its owner.
    pub label: String,
}

impl Session {
    /// Whether its owner may do this with it.
    #[must_use]
    pub fn may(&self, permission: Permission) -> bool {
        self.reach == Reach::Full && self.roles.may(permission)
    }

    /// Whether its owner has proved afresh who they are.
    #[must_use]
    pub fn is_stepped_up(&self, now: At) -> bool {
        self.stepped_up_until.is_some_and(|until| until > now)
    }

    /// Lets its owner do this with it, or says why not.
    ///
    /// # Errors
    /// Not signed in far enough, not allowed, or not proved afresh where that is needed.
    pub fn need(&self, permission: Permission, now: At) -> Result<(), Refusal> {
        if self.reach != Reach::Full {
            return Err(Refusal::EnrolFirst);
        }
        if !self.roles.may(permission) {
            return Err(Refusal::NotAllowed);
        }
        if permission.needs_step_up() && !self.is_stepped_up(now) {
            return Err(Refusal::StepUpNeeded);
        }
        Ok(())
    }

    /// Its owner in one of their capacities.
    ///
    /// # Errors
    /// They do not have it, or cannot use it yet.
    pub fn actor(&self, role: EngineRole) -> Result<Actor, Refusal> {
        if self.reach != Reach::Full {
            return Err(Refusal::EnrolFirst);
        }
        if self.roles.may_act_as(role) {
            return Ok(Actor::new(role, self.person));
        }
        Err(Refusal::NotAllowed)
    }
}

/// Somebody has just come in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// How many tries have failed since they last came in, for them to see.
    pub failed_before: u32,
    /// When they last came in.
    pub last: Option<At>,
    /// What others have done about the account since then, newest first.
    pub notices: Vec<Notice>,
    /// Who is signed in.
    pub session: Session,
    /// For the browser, and for nobody else.
    pub token: SessionToken,
}

/// A session that lies on the desk.
pub(crate) struct Made {
    pub(crate) ended: Vec<PublicId>,
    pub(crate) session: Session,
    pub(crate) token: SessionToken,
}

/// What others may know of a session, and of whose it is.
pub(crate) fn session_of(kept: &SessionItem, item: &PersonItem) -> Session {
    Session {
        id: kept.id,
        person: Person(kept.person),
        name: item.name.clone(),
        roles: item.roles.clone(),
        kind: item.kind,
        reach: kept.reach,
        second_factor: item.second_factor,
        epoch: kept.epoch,
        since: kept.since,
        seen: kept.seen,
        until: kept.until,
        idle_until: kept.idle_until(),
        stepped_up_until: kept.stepped_up_until,
        label: kept.label.clone(),
    }
}

/// Whether a session is still one.
fn holds(kept: &SessionItem, item: &PersonItem, now: At) -> bool {
    !kept.is_over(now) && kept.epoch == item.epoch && item.is_active(now)
}

/// Which of somebody's sessions end when one more begins: those that are over anyway, and the least used ones
/// beyond the most that there may be.
fn to_end(
    mut kept: Vec<Slot<SessionItem>>,
    item: &PersonItem,
    most: usize,
    now: At,
) -> Vec<Slot<SessionItem>> {
    kept.sort_by_key(|slot| std::cmp::Reverse(slot.value.as_ref().map(|kept| (kept.seen, kept.id))));
    let mut left = most.saturating_sub(1);
    kept.retain(|slot| {
        let stays = left > 0 && slot.value.as_ref().is_some_and(|kept| holds(kept, item, now));
        left = left.saturating_sub(usize::from(stays));
        !stays
    });
    kept
}

impl People {
    /// Lays a session on the desk. The trail is the caller's.
    pub(crate) async fn new_session(
        &self,
        desk: &mut Desk<'_>,
        person: u32,
        item: &PersonItem,
        client: &Client,
        stepped_up_until: Option<At>,
    ) -> Result<Made, PeopleError> {
        let (settings, now) = (self.settings(), desk.now());
        let staff = item.roles.are_staff();
        let Lifetime { idle, most } = if staff { settings.staff } else { settings.players };
        let enrols = staff && settings.staff_need_second_factor && !item.second_factor;
        let token = SessionToken::draw(self.random(), person)?;
        let until = later(now, most);
        let kept = SessionItem {
            id: token.id,
            secret: token.kept(),
            person,
            epoch: item.epoch,
            reach: if enrols { Reach::Enrolment } else { Reach::Full },
            since: now,
            seen: now,
            until: item.until.map_or(until, |last| last.min(until)),
            idle: i64::try_from(idle.as_micros()).unwrap_or(i64::MAX),
            stepped_up_until,
            label: client.label.clone(),
        };
        self.end_shown(desk, client).await?;
        let mut others = desk.list::<SessionItem>(&prefix_of(person)).await?;
        let shown = client.session.as_ref().map(|shown| shown.id);
        others.retain(|slot| slot.value.as_ref().is_none_or(|kept| Some(kept.id) != shown));
        let most = match settings.one_session_per_patron && !staff {
            true => 1,
            false => settings.most_sessions,
        };
        let mut ended = Vec::new();
        for slot in to_end(others, item, most, now) {
            desk.take(&slot);
            ended.extend(slot.value.map(|kept| kept.id));
        }
        desk.put(&Slot { key: token.key(), version: 0, value: None }, &kept)?;
        Ok(Made { ended, session: session_of(&kept, item), token })
    }

    /// Ends the session that a request shows, where a new one takes its place: whoever left it in the browser, or put
    /// it there, must not have it next to the new one.
    async fn end_shown(&self, desk: &mut Desk<'_>, client: &Client) -> Result<(), PeopleError> {
        let Some(shown) = &client.session else { return Ok(()) };
        let slot = desk.read::<SessionItem>(&shown.key()).await?;
        if slot.value.as_ref().is_some_and(|kept| kept.secret.is(&shown.kept())) {
            desk.take(&slot);
            desk.tell(Record::SignedOut { person: shown.whose, session: shown.id });
        }
        Ok(())
    }

    /// A session and its owner as they are kept, if it is still one.
    pub(crate) async fn held(
        &self,
        token: &SessionToken,
        now: At,
    ) -> Result<(Slot<SessionItem>, SessionItem, PersonItem), PeopleError> {
        let slot = read::<SessionItem>(self.store(), &token.key()).await?;
        let kept = slot.value.clone().ok_or(Refusal::NotSignedIn)?;
        let right = kept.secret.is(&token.kept()) && kept.person == token.whose;
        let item = read::<PersonItem>(self.store(), &person_key(token.whose)).await?.value;
        match item.filter(|item| right && holds(&kept, item, now)) {
            Some(item) => Ok((slot, kept, item)),
            None => Err(Refusal::NotSignedIn.into()),
        }
    }

    /// Who shows this token. Nothing is noted: for requests that no person caused, such as the polling of an
    /// open page.
    ///
    /// # Errors
    /// Nobody is signed in by it, or the store.
    pub async fn peek(&self, token: &SessionToken, now: At) -> Result<Session, PeopleError> {
        let (_, kept, item) = self.held(token, now).await?;
        Ok(session_of(&kept, &item))
    }

    /// Who shows this token. That the session is in use is noted every few minutes.
    ///
    /// # Errors
    /// Nobody is signed in by it, or the store.
    pub async fn session(&self, token: &SessionToken, now: At) -> Result<Session, PeopleError> {
        let (slot, mut kept, item) = self.held(token, now).await?;
        if now >= later(kept.seen, self.settings().touch_every) {
            kept.seen = now;
            // Somebody else may have noted it, or ended it; the next request will see.
            drop(self.note(&slot, &kept, now).await);
        }
        Ok(session_of(&kept, &item))
    }

    /// Notes that a session is in use.
    async fn note(&self, slot: &Slot<SessionItem>, kept: &SessionItem, now: At) -> Result<(), PeopleError> {
        let act = Act::owner(kept.person, now);
        let mut desk = self.desk_beside(&act).await?;
        desk.put(slot, kept)?;
        let mut tries = crate::desk::Tries::new(self, &act).await?;
        desk.keep(&mut tries).await.map(|_| ())
    }

    /// Somebody goes.
    ///
    /// # Errors
    /// Nobody was there, or the store.
    pub async fn sign_out(&self, token: &SessionToken, now: At) -> Result<(), PeopleError> {
        let person = token.whose;
        let act = Act::owner(person, now);
        until_kept!(self, act, |desk| {
            let slot = desk.read::<SessionItem>(&token.key()).await?;
            let kept = slot.value.as_ref().filter(|kept| kept.secret.is(&token.kept()));
            let session = kept.ok_or(Refusal::NotSignedIn)?.id;
            desk.take(&slot);
            desk.tell(Record::SignedOut { person, session });
        })
    }

    /// Somebody's sessions, the last used one first.
    ///
    /// # Errors
    /// The store.
    pub async fn sessions(&self, person: Person, now: At) -> Result<Vec<Session>, PeopleError> {
        let item = read::<PersonItem>(self.store(), &person_key(person.0)).await?.value;
        let item = item.ok_or(Refusal::NoPerson(person.0))?;
        let kept = list::<SessionItem>(self.store(), &prefix_of(person.0)).await?;
        let kept = kept.into_iter().filter_map(|slot| slot.value).filter(|kept| holds(kept, &item, now));
        let mut sessions: Vec<Session> = kept.map(|kept| session_of(&kept, &item)).collect();
        sessions.sort_by_key(|session| std::cmp::Reverse((session.seen, session.id)));
        Ok(sessions)
    }

    /// Ends a session of one's own, or of somebody else for an administrator.
    ///
    /// # Errors
    /// There is none, or whoever calls may not.
    pub async fn revoke_session(
        &self,
        call: &Call,
        person: Person,
        id: SessionId,
    ) -> Result<(), PeopleError> {
        let act = self.on_account(call, person);
        until_kept!(self, act, |desk| {
            if !call.is_about(person) {
                desk.need(call, Permission::AdministerPeople).await?;
            }
            let slot = desk.read::<SessionItem>(&crate::secret::key_of(person.0, id)).await?;
            if slot.value.is_none() {
                return Err(Refusal::NoSession.into());
            }
            desk.take(&slot);
            desk.tell(Record::SessionRevoked { person: person.0, session: id });
        })
    }

    /// Ends all sessions of one's own but this one, and says how many.
    ///
    /// # Errors
    /// Nobody is signed in, or the store.
    pub async fn revoke_others(&self, token: &SessionToken, now: At) -> Result<usize, PeopleError> {
        let person = token.whose;
        let act = Act::owner(person, now);
        until_kept!(self, act, |desk| {
            self.held(token, now).await?;
            let others = desk.list::<SessionItem>(&prefix_of(person)).await?;
            let others =
                others.into_iter().filter_map(|slot| slot.value.as_ref().map(|kept| kept.id).zip(Some(slot)));
            let others: Vec<_> = others.filter(|(id, _)| *id != token.id).collect();
            for (session, slot) in &others {
                desk.take(slot);
                desk.tell(Record::SessionRevoked { person, session: *session });
            }
            others.len()
        })
    }

    /// Ends all sessions of one's own, or of somebody else for an administrator.
    ///
    /// # Errors
    /// There is no such person, or whoever calls may not.
    pub async fn revoke_all(&self, call: &Call, person: Person) -> Result<(), PeopleError> {
        let act = self.on_account(call, person);
        until_kept!(self, act, |desk| {
            if !call.is_about(person) {
                desk.need(call, Permission::AdministerPeople).await?;
            }
            let (slot, item) = desk.person(person.0).await?;
            for session in desk.list::<SessionItem>(&prefix_of(person.0)).await? {
                desk.take(&session);
            }
            desk.put(&slot, &item.raised())?;
            desk.tell(Record::SessionsRevoked { person: person.0 });
        })
    }

    /// Somebody does something about their own account, or an administrator about another's.
    pub(crate) fn on_account(&self, call: &Call, person: Person) -> Act {
        if call.is_about(person) {
            return Act { id: call.id, ..Act::owner(person.0, call.now) };
        }
        Act::of(call)
    }
}
