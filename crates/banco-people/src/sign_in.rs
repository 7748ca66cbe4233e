//! Coming in. Whoever tries learns nothing but whether they are in: an unknown login, a wrong password,
//! somebody who is disabled or locked out get the same answer after the same work.
//!
//! A try has three parts: [`People::begin_sign_in`] counts it, [`Attempt::judge`] hashes the password, which
//! takes a while and belongs where that holds nobody up, and [`People::finish_sign_in`] lets in or not. None
//! can be left out.

use std::fmt;
use std::sync::Arc;

use banco_engine::table::Person;
use banco_journal::At;

use crate::desk::{Act, Desk, Slot, until_kept};
use crate::items::{
    CredentialItem, KnownBrowser, LoginItem, PersonItem, SessionItem, TicketItem, person_key,
};
use crate::password::{Cost, Password, PasswordHash};
use crate::people::{Call, Client, People};
use crate::permission::Permission;
use crate::record::{Proof, Record, SecondFactorUsed};
use crate::refusal::{PeopleError, Refusal};
use crate::secret::{Digest, Random, SessionToken, Ticket, prefix_of};
use crate::sessions::{Session, SignedIn};
use crate::throttle::{Counter, Gate, Limit, between, later, seconds};

/// How many addresses of somebody, and how many browsers, are remembered.
const KNOWN: usize = 8;

/// A try that was counted and is to be judged.
pub struct Attempt {
    whom: Whom,
    client: Client,
    hash: PasswordHash,
    cost: Cost,
    random: Arc<dyn Random>,
}

/// Whom a try is for.
#[derive(Clone)]
struct Whom {
    /// Nobody where the login is not known, or nobody comes in by it now.
    person: Option<(u32, u64)>,
    /// Whether nobody comes in anyway.
    locked: bool,
    keys: Keys,
    /// The session that wants a fresh proof.
    session: Option<SessionToken>,
}

/// The keys by which tries are counted.
#[derive(Clone)]
struct Keys {
    /// Of the address. `None` where a session or a known browser vouches for the client, or somebody has come in by this
    /// login from this address before: a stranger who shares the address must not keep them out, and their tries have a
    /// counter of their own.
    address: Option<String>,
    /// Of the login alone.
    login: String,
    /// Of the login from this address, where somebody has come in by it before.
    known: Option<String>,
    /// Of the session that wants a fresh proof, or of the login in a browser that is known.
    own: Option<String>,
    known_digest: Digest,
    browser_digest: Option<Digest>,
}

impl Keys {
    /// Where this try is counted.
    fn counted(&self) -> &str {
        self.own.as_deref().or(self.known.as_deref()).unwrap_or(&self.login)
    }

    /// The counters of the same login where this try is not counted.
    fn elsewhere(&self) -> impl Iterator<Item = &str> {
        let all = [Some(self.login.as_str()), self.known.as_deref()];
        all.into_iter().flatten().filter(|key| *key != self.counted())
    }

    /// The same for a client who shows a session: it counts by itself.
    fn of_session(self, session: &SessionToken) -> Self {
        Self { address: None, own: Some(format!("s/{}", session.id)), ..self }
    }
}

impl fmt::Debug for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Attempt (hidden)")
    }
}

impl Attempt {
    /// Hashes the password and compares. Takes a while: do it where that holds nobody up.
    ///
    /// # Errors
    /// It could not be worked out.
    pub fn judge(self, password: &Password) -> Result<Judged, PeopleError> {
        let right = self.hash.is_of(password)?;
        let again = if right { self.hash.again(password, self.cost, &*self.random)? } else { None };
        Ok(Judged { whom: self.whom, client: self.client, right, again })
    }
}

/// A try that was judged.
pub struct Judged {
    whom: Whom,
    client: Client,
    right: bool,
    again: Option<PasswordHash>,
}

impl fmt::Debug for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Judged (hidden)")
    }
}

/// How far somebody has come.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one at a time, and it is taken apart at once")]
pub enum SignIn {
    /// In.
    In(SignedIn),
    /// A code is needed as well.
    SecondStep(Ticket),
}

/// Somebody who is let in.
pub(crate) struct Entering<'c> {
    pub(crate) person: u32,
    pub(crate) item: PersonItem,
    pub(crate) credential: CredentialItem,
    pub(crate) credential_slot: Slot<CredentialItem>,
    pub(crate) client: &'c Client,
    pub(crate) with: Option<SecondFactorUsed>,
}

impl People {
    /// Begins a sign-in: counts the try, and says what the password is to be compared with.
    ///
    /// # Errors
    /// Too many tries for this login or from this address, whether anybody has that login or not.
    pub async fn begin_sign_in(&self, login: &str, client: &Client, now: At) -> Result<Attempt, PeopleError> {
        let login = short(&login.trim().to_ascii_lowercase());
        let nobody = PasswordHash::of_nobody(self.settings().cost, self.random())?;
        let act = Act::machine("door", now);
        until_kept!(beside, self, act, |desk| {
            let person = desk.read::<LoginItem>(&login).await?.value.map(|item| item.person);
            // Nobody has the number 0, but looking takes as long.
            let key = person_key(person.unwrap_or_default());
            let item = desk.read::<PersonItem>(&key).await?.value;
            let credential = desk.read::<CredentialItem>(&key).await?.value.unwrap_or_default();
            let keys = self.keys(&login, client, &credential, now);
            let locked = self.count(&mut desk, &keys).await?;
            let item = item.filter(|item| item.is_active(now));
            let person = person.zip(item.map(|item| item.epoch));
            let hash = credential.password.unwrap_or_else(|| nobody.clone());
            let whom = Whom { person, locked, keys, session: None };
            self.attempt(whom, client, hash)
        })
    }

    /// Begins a fresh proof by the password of somebody who is signed in.
    ///
    /// # Errors
    /// Nobody is signed in, or too many tries.
    pub async fn begin_proof(
        &self,
        token: &SessionToken,
        client: &Client,
        now: At,
    ) -> Result<Attempt, PeopleError> {
        let (_, _, item) = self.held(token, now).await?;
        let login = item.login.clone().ok_or(Refusal::NoLogin(token.whose))?;
        let nobody = PasswordHash::of_nobody(self.settings().cost, self.random())?;
        let act = Act::owner(token.whose, now);
        until_kept!(beside, self, act, |desk| {
            let key = person_key(token.whose);
            let credential = desk.read::<CredentialItem>(&key).await?.value.unwrap_or_default();
            let keys = self.keys(&login, client, &credential, now).of_session(token);
            let locked = self.count(&mut desk, &keys).await?;
            let hash = credential.password.unwrap_or_else(|| nobody.clone());
            let (person, session) = (Some((token.whose, item.epoch)), Some(token.clone()));
            self.attempt(Whom { person, locked, keys, session }, client, hash)
        })
    }

    fn attempt(&self, whom: Whom, client: &Client, hash: PasswordHash) -> Attempt {
        let (cost, random) = (self.settings().cost, self.random_shared());
        Attempt { whom, client: client.clone(), hash, cost, random }
    }

    fn keys(&self, login: &str, client: &Client, credential: &CredentialItem, now: At) -> Keys {
        let (name, address) = (login.as_bytes(), client.address.as_bytes());
        let both = self.peppered("known", &[name, address]);
        let known = credential.known.iter().any(|digest| digest.is(&both));
        let browser = client.browser.as_ref();
        let browser =
            browser.map(|secret| self.peppered("browser", &[name, secret.kept().to_text().as_bytes()]));
        let vouches = |digest: &Digest| {
            credential.browsers.iter().any(|known| known.until > now && known.digest.is(digest))
        };
        let own = browser.filter(vouches).map(|digest| format!("b/{}", digest.to_text()));
        let address = format!("a/{}", self.peppered("address", &[address]).to_text());
        Keys {
            address: (own.is_none() && !known).then_some(address),
            login: format!("l/{}", self.peppered("login", &[name]).to_text()),
            known: known.then(|| format!("k/{}", both.to_text())),
            own,
            known_digest: both,
            browser_digest: browser,
        }
    }

    /// Counts a try before it is judged. `true` where the login is locked out: then nobody comes in, and
    /// nobody is told.
    async fn count(&self, desk: &mut Desk<'_>, keys: &Keys) -> Result<bool, PeopleError> {
        let (settings, now) = (self.settings(), desk.now());
        let login = desk.read::<Counter>(keys.counted()).await?;
        let of_login = login.value.unwrap_or_default();
        let (mut wait, locked) = match of_login.gate(now) {
            Gate::Open => (None, false),
            Gate::Wait(time) => (Some(time), false),
            Gate::Locked(_) => (None, true),
        };
        let address = match &keys.address {
            Some(key) => Some(desk.read::<Counter>(key).await?),
            None => None,
        };
        let of_address = address.as_ref().and_then(|slot| slot.value).unwrap_or_default();
        match of_address.gate(now) {
            Gate::Open => {}
            Gate::Wait(time) => wait = wait.max(Some(time)),
            Gate::Locked(until) => wait = wait.max(Some(between(now, until))),
        }
        if let Some(time) = wait {
            return Err(Refusal::SlowDown { seconds: seconds(time) }.into());
        }
        if let Some(slot) = &address {
            desk.put(slot, &of_address.counted(&settings.address_limit, now))?;
        }
        // A lock-out ends when it was to end, however much somebody knocks.
        let counted = if locked { of_login } else { of_login.counted(&settings.login_limit, now) };
        desk.put(&login, &counted)?;
        Ok(locked)
    }

    /// Writes a lock-out into the trail, once.
    async fn tell_lock(
        &self,
        desk: &mut Desk<'_>,
        keys: &Keys,
        person: Option<u32>,
    ) -> Result<(), PeopleError> {
        for key in std::iter::once(keys.counted()).chain(keys.address.as_deref()) {
            let slot = desk.read::<Counter>(key).await?;
            let Some(counter) = slot.value.filter(|counter| !counter.told) else { continue };
            let Some(until) = counter.locked_until else { continue };
            desk.put(&slot, &Counter { told: true, ..counter })?;
            let tries = counter.tries;
            desk.tell(if Some(key) == keys.address.as_deref() {
                Record::AddressLockedOut { tries, until }
            } else {
                Record::LockedOut { person, tries, until }
            });
        }
        Ok(())
    }

    /// A try that was right after all is given back.
    async fn give_back(
        &self,
        desk: &mut Desk<'_>,
        key: Option<&str>,
        limit: &Limit,
    ) -> Result<(), PeopleError> {
        let Some(key) = key else { return Ok(()) };
        let slot = desk.read::<Counter>(key).await?;
        match slot.value {
            Some(counter) => desk.put(&slot, &counter.given_back(limit)),
            None => Ok(()),
        }
    }

    /// A try that was right after all is given back to its address.
    async fn give_back_to_address(&self, desk: &mut Desk<'_>, keys: &Keys) -> Result<(), PeopleError> {
        self.give_back(desk, keys.address.as_deref(), &self.settings().address_limit).await
    }

    /// A try that was right after all is given back to its login.
    async fn give_back_to_login(&self, desk: &mut Desk<'_>, keys: &Keys) -> Result<(), PeopleError> {
        self.give_back(desk, Some(keys.counted()), &self.settings().login_limit).await
    }

    /// Lets somebody in, or not; or asks for a code as well.
    ///
    /// # Errors
    /// Login and password let nobody in.
    pub async fn finish_sign_in(&self, judged: Judged, now: At) -> Result<SignIn, PeopleError> {
        let Judged { whom, client, right, again } = judged;
        let act = match whom.person.filter(|_| right && !whom.locked && whom.session.is_none()) {
            Some((person, _)) => Act::owner(person, now),
            None => return self.fail(&whom, now).await,
        };
        let until = later(now, self.settings().second_step);
        until_kept!(self, act, |desk| {
            let mut entering = self.entering(&desk, &whom, &client).await?;
            if let Some(hash) = &again {
                entering.credential.password = Some(hash.clone());
                desk.tell(Record::PasswordRehashed { person: entering.person });
            }
            if entering.credential.factor.is_none() {
                SignIn::In(self.enter(&mut desk, &whom.keys, entering).await?)
            } else {
                self.give_back_to_login(&mut desk, &whom.keys).await?;
                if again.is_some() {
                    desk.put(&entering.credential_slot, &entering.credential)?;
                }
                let ticket = Ticket::draw(self.random(), entering.person)?;
                for old in desk.list::<TicketItem>(&prefix_of(entering.person)).await? {
                    if old.value.as_ref().is_none_or(|old| old.until <= now) {
                        desk.take(&old);
                    }
                }
                let kept = TicketItem { secret: ticket.kept(), epoch: entering.item.epoch, until };
                desk.put(&Slot { key: ticket.key(), version: 0, value: None }, &kept)?;
                SignIn::SecondStep(ticket)
            }
        })
    }

    /// Nobody comes in. If that was one time too many, the trail says so.
    async fn fail<T>(&self, whom: &Whom, now: At) -> Result<T, PeopleError> {
        let act = Act::machine("door", now);
        let done: Result<(), PeopleError> = until_kept!(beside, self, act, |desk| {
            self.tell_lock(&mut desk, &whom.keys, whom.person.map(|(person, _)| person)).await?;
        });
        done?;
        Err(Refusal::SignInRefused.into())
    }

    /// Somebody whose password was right, as they are now.
    async fn entering<'c>(
        &self,
        desk: &Desk<'_>,
        whom: &Whom,
        client: &'c Client,
    ) -> Result<Entering<'c>, PeopleError> {
        let (person, epoch) = whom.person.ok_or(Refusal::SignInRefused)?;
        let item = desk.read::<PersonItem>(&person_key(person)).await?.value;
        // Whatever ends sessions ends a sign-in that is under way.
        let item = item.filter(|item| item.epoch == epoch && item.is_active(desk.now()));
        let item = item.ok_or(Refusal::SignInRefused)?;
        let credential_slot = desk.read::<CredentialItem>(&person_key(person)).await?;
        let credential = credential_slot.value.clone().unwrap_or_default();
        Ok(Entering { person, item, credential, credential_slot, client, with: None })
    }

    /// Lays a session on the desk with everything that goes with coming in.
    async fn enter(
        &self,
        desk: &mut Desk<'_>,
        keys: &Keys,
        entering: Entering<'_>,
    ) -> Result<SignedIn, PeopleError> {
        let Entering { person, item, mut credential, credential_slot, client, with } = entering;
        let failed_before = self.clear(desk, keys).await?.saturating_sub(u32::from(with.is_none()));
        let last = credential.last_sign_in.replace(desk.now());
        credential.known.retain(|known| !known.is(&keys.known_digest));
        credential.known.insert(0, keys.known_digest);
        credential.known.truncate(KNOWN);
        if let Some(digest) = keys.browser_digest {
            let (now, until) = (desk.now(), later(desk.now(), self.settings().known_browser));
            credential.browsers.retain(|known| known.until > now && !known.digest.is(&digest));
            credential.browsers.insert(0, KnownBrowser { digest, until });
            credential.browsers.truncate(KNOWN);
        }
        desk.put(&credential_slot, &credential)?;
        let made = self.new_session(desk, person, &item, client, None).await?;
        let session = made.token.id;
        desk.tell(Record::SignedIn {
            ended: made.ended,
            failed_before,
            person,
            second_factor: with,
            session,
        });
        let notices = item.notices.iter().filter(|notice| last.is_none_or(|last| notice.at >= last));
        let notices = notices.copied().collect();
        Ok(SignedIn { failed_before, last, notices, session: made.session, token: made.token })
    }

    /// Forgets the failures of somebody who is in, and says how many there were. Where somebody came in from
    /// a known browser or address, tries from elsewhere stay counted.
    async fn clear(&self, desk: &mut Desk<'_>, keys: &Keys) -> Result<u32, PeopleError> {
        self.give_back_to_address(desk, keys).await?;
        let counted = desk.read::<Counter>(keys.counted()).await?;
        desk.take(&counted);
        let mut failed = counted.value.map_or(0, |counter| counter.failed);
        for key in keys.elsewhere() {
            let slot = desk.read::<Counter>(key).await?;
            if let Some(counter) = slot.value {
                failed = failed.saturating_add(counter.failed);
                desk.put(&slot, &Counter { failed: 0, ..counter })?;
            }
        }
        Ok(failed)
    }

    /// The second step of a sign-in: a code of the generator, or a recovery code.
    ///
    /// # Errors
    /// A wrong code, a code that was used before, too many tries, or the sign-in is over.
    pub async fn second_step(
        &self,
        ticket: &Ticket,
        code: &str,
        client: &Client,
        now: At,
    ) -> Result<SignedIn, PeopleError> {
        let person = ticket.whose;
        let act = Act::owner(person, now);
        let done: Result<Result<SignedIn, Refusal>, PeopleError> = until_kept!(self, act, |desk| {
            let slot = desk.read::<TicketItem>(&ticket.key()).await?;
            let kept = slot.value.as_ref().filter(|kept| kept.secret.is(&ticket.kept()) && kept.until > now);
            let epoch = kept.ok_or(Refusal::SignInOver)?.epoch;
            let item = desk.read::<PersonItem>(&person_key(person)).await?.value;
            let item =
                item.filter(|item| item.epoch == epoch && item.is_active(now)).ok_or(Refusal::SignInOver)?;
            let credential_slot = desk.read::<CredentialItem>(&person_key(person)).await?;
            let mut credential = credential_slot.value.clone().unwrap_or_default();
            let keys = self.keys(item.login.as_deref().unwrap_or_default(), client, &credential, now);
            self.open_for_code(&desk, &keys).await?;
            match self.use_code(person, &mut credential, code, now)? {
                Some(with) => {
                    desk.take(&slot);
                    if with == SecondFactorUsed::RecoveryCode {
                        let left = u32::try_from(credential.recovery.len()).unwrap_or(u32::MAX);
                        desk.tell(Record::RecoveryCodeUsed { left, person });
                    }
                    let with = Some(with);
                    let entering = Entering { person, item, credential, credential_slot, client, with };
                    Ok(self.enter(&mut desk, &keys, entering).await?)
                }
                None => Err(self.wrong_code(&mut desk, &keys, person).await?),
            }
        });
        Ok(done??)
    }

    /// Whether a code may be tried now.
    async fn open_for_code(&self, desk: &Desk<'_>, keys: &Keys) -> Result<(), PeopleError> {
        let counter = desk.read::<Counter>(keys.counted()).await?.value.unwrap_or_default();
        match counter.gate(desk.now()) {
            Gate::Open => Ok(()),
            Gate::Wait(time) => Err(Refusal::SlowDown { seconds: seconds(time) }.into()),
            Gate::Locked(until) => {
                Err(Refusal::SlowDown { seconds: seconds(between(desk.now(), until)) }.into())
            }
        }
    }

    /// A wrong code counts like a wrong password.
    async fn wrong_code(
        &self,
        desk: &mut Desk<'_>,
        keys: &Keys,
        person: u32,
    ) -> Result<Refusal, PeopleError> {
        let slot = desk.read::<Counter>(keys.counted()).await?;
        let counter = slot.value.unwrap_or_default().counted(&self.settings().login_limit, desk.now());
        let told = counter.locked_until.is_some();
        desk.put(&slot, &Counter { told, ..counter })?;
        if let Some(until) = counter.locked_until {
            desk.tell(Record::LockedOut { person: Some(person), tries: counter.tries, until });
        }
        Ok(Refusal::WrongCode)
    }

    /// Ends a fresh proof by password: for a few minutes the session may do what takes one.
    ///
    /// # Errors
    /// The password was wrong, or nobody is signed in anymore.
    pub async fn finish_step_up(&self, judged: Judged, now: At) -> Result<Session, PeopleError> {
        let Judged { whom, right, .. } = judged;
        let token = match &whom.session {
            Some(token) if right && !whom.locked => token.clone(),
            _ => return self.fail(&whom, now).await,
        };
        let act = Act::owner(token.whose, now);
        until_kept!(self, act, |desk| {
            self.forget_proofs(&mut desk, &whom.keys).await?;
            self.step_up(&mut desk, &token, Proof::Password).await?
        })
    }

    /// A fresh proof by a code of the generator.
    ///
    /// # Errors
    /// A wrong code, a code that was used before, or nobody is signed in.
    pub async fn step_up_with_code(
        &self,
        token: &SessionToken,
        code: &str,
        client: &Client,
        now: At,
    ) -> Result<Session, PeopleError> {
        let person = token.whose;
        let act = Act::owner(person, now);
        let done: Result<Result<Session, Refusal>, PeopleError> = until_kept!(self, act, |desk| {
            let (_, _, item) = self.held(token, now).await?;
            let slot = desk.read::<CredentialItem>(&person_key(person)).await?;
            let mut credential = slot.value.clone().unwrap_or_default();
            if credential.factor.is_none() {
                return Err(Refusal::NoSecondFactor.into());
            }
            let login = item.login.as_deref().unwrap_or_default();
            let keys = self.keys(login, client, &credential, now).of_session(token);
            self.open_for_code(&desk, &keys).await?;
            match self.use_step(person, &mut credential, code, now)? {
                true => {
                    desk.put(&slot, &credential)?;
                    self.forget_proofs(&mut desk, &keys).await?;
                    Ok(self.step_up(&mut desk, token, Proof::Code).await?)
                }
                false => Err(self.wrong_code(&mut desk, &keys, person).await?),
            }
        });
        Ok(done??)
    }

    /// Forgets the failures of a session whose owner has proved who they are.
    async fn forget_proofs(&self, desk: &mut Desk<'_>, keys: &Keys) -> Result<(), PeopleError> {
        let counter = desk.read::<Counter>(keys.counted()).await?;
        desk.take(&counter);
        Ok(())
    }

    async fn step_up(
        &self,
        desk: &mut Desk<'_>,
        token: &SessionToken,
        with: Proof,
    ) -> Result<Session, PeopleError> {
        let until = later(desk.now(), self.settings().step_up);
        let (slot, kept, item) = self.held(token, desk.now()).await?;
        let kept = SessionItem { stepped_up_until: Some(until), seen: desk.now(), ..kept };
        desk.put(&slot, &kept)?;
        desk.tell(Record::SteppedUp { person: token.whose, session: token.id, until, with });
        Ok(crate::sessions::session_of(&kept, &item))
    }

    /// Somebody who has just proved their password chooses another one. All their sessions end, but for a new
    /// one that is told here.
    ///
    /// # Errors
    /// The old password was wrong, or the new one is too short for what they are.
    pub async fn change_password(
        &self,
        judged: Judged,
        new: &PasswordHash,
        now: At,
    ) -> Result<SignedIn, PeopleError> {
        let Judged { whom, client, right, .. } = judged;
        let token = match &whom.session {
            Some(token) if right && !whom.locked => token.clone(),
            _ => return self.fail(&whom, now).await,
        };
        let person = token.whose;
        let act = Act::owner(person, now);
        until_kept!(self, act, |desk| {
            self.held(&token, now).await?;
            let (slot, item) = desk.person(person).await?;
            new.fits(item.roles.are_staff())?;
            let credential = desk.read::<CredentialItem>(&person_key(person)).await?;
            let before = credential.value.clone().unwrap_or_default();
            desk.put(&credential, &CredentialItem { password: Some(new.clone()), ..before })?;
            self.forget_proofs(&mut desk, &whom.keys).await?;
            let item = item.raised();
            desk.put(&slot, &item)?;
            desk.tell(Record::PasswordChanged { person });
            let made = self.new_session(&mut desk, person, &item, &client, None).await?;
            let (ended, session) = (made.ended, made.token.id);
            desk.tell(Record::SignedIn { ended, failed_before: 0, person, second_factor: None, session });
            SignedIn {
                failed_before: 0,
                last: None,
                notices: Vec::new(),
                session: made.session,
                token: made.token,
            }
        })
    }

    /// Ends a lock-out before its time.
    ///
    /// # Errors
    /// Whoever calls may not, or there is no such person.
    pub async fn unlock(&self, call: &Call, person: Person) -> Result<(), PeopleError> {
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerPeople).await?;
            let (_, item) = desk.person(person.0).await?;
            let login = item.login.ok_or(Refusal::NoLogin(person.0))?;
            let credential =
                desk.read::<CredentialItem>(&person_key(person.0)).await?.value.unwrap_or_default();
            let keys = self.keys(&login, &Client::default(), &credential, call.now).login;
            let known = credential.known.iter().map(|digest| format!("k/{}", digest.to_text()));
            let browsers = credential.browsers.iter().map(|known| format!("b/{}", known.digest.to_text()));
            for key in known.chain(browsers).chain([keys]) {
                let slot = desk.read::<Counter>(&key).await?;
                if let Some(counter) = slot.value {
                    // The owner is still told how often somebody tried.
                    desk.put(&slot, &Counter { failed: counter.failed, ..Counter::default() })?;
                }
            }
            desk.tell(Record::LockOutEnded { person: person.0 });
        })
    }
}

/// Nobody's login is longer, and whoever tries one must not fill the store.
fn short(login: &str) -> String {
    login.chars().take(80).collect()
}
