//! The people of a floor: what a shell holds on to.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use banco_engine::table::Person;
use banco_journal::{At, CommandId, Hash, Keyring, Store, StreamName};
use tokio::sync::Mutex;

use crate::desk::{Act, Desk, read, until_kept};
use crate::items::{HouseItem, ONLY, Reach};
use crate::password::{COST, Cost};
use crate::record::Record;
use crate::refusal::{PeopleError, Refusal};
use crate::role::FloorKind;
use crate::secret::{BrowserMark, BrowserSecret, Digest, Random, SessionToken, draw};
use crate::sessions::Session;
use crate::throttle::{FOR_ADDRESS, FOR_LOGIN, Limit};

/// The stream in which the trail of people is kept.
pub const STREAM: &str = "people";
/// Numbers above this are never handed out: a shell may give them to automatic staff and participants.
pub const LAST_PERSON: u32 = 999_999_999;

/// How long a session lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifetime {
    /// Without being used.
    pub idle: Duration,
    /// At most.
    pub most: Duration,
}

/// What a house has decided about its people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What the floor is for.
    pub floor: FloorKind,
    /// What code generators call the house.
    pub house: String,
    /// What hashing a password costs.
    pub cost: Cost,
    /// Whether those who work here may play here.
    pub staff_may_play: bool,
    /// Whether staff can do nothing before they have a second factor.
    pub staff_need_second_factor: bool,
    /// Sessions of the staff.
    pub staff: Lifetime,
    /// Sessions of everybody else.
    pub players: Lifetime,
    /// How long guests stay.
    pub guests: Duration,
    /// How many sessions somebody has at once; older ones end.
    pub most_sessions: usize,
    /// Limits a player to one session: a new sign-in ends the others.
    pub one_session_per_patron: bool,
    /// How often it is noted that a session is in use.
    pub touch_every: Duration,
    /// How long a fresh proof counts.
    pub step_up: Duration,
    /// How long a sign-in waits for its second step.
    pub second_step: Duration,
    /// How long an invitation is open.
    pub invitation: Duration,
    /// How long roles that an administrator asks for wait for another.
    pub approval: Duration,
    /// How long a browser is recognized after a sign-in.
    pub known_browser: Duration,
    /// How old a patron is at least.
    pub least_age: u32,
    /// For how long no money moves after others have set a password or a second factor anew.
    pub reset_cool_off: Duration,
    /// Tries for one login.
    pub login_limit: Limit,
    /// Tries from one address.
    pub address_limit: Limit,
}

impl Settings {
    /// What a house usually decides.
    #[must_use]
    pub fn new(floor: FloorKind) -> Self {
        Self {
            floor,
            house: "Banco".to_owned(),
            cost: COST,
            staff_may_play: false,
            staff_need_second_factor: floor == FloorKind::Real,
            staff: Lifetime { idle: Duration::from_mins(15), most: Duration::from_hours(10) },
            players: Lifetime { idle: Duration::from_mins(30), most: Duration::from_hours(24) },
            guests: Duration::from_hours(12),
            most_sessions: 5,
            one_session_per_patron: floor == FloorKind::Real,
            touch_every: Duration::from_mins(2),
            step_up: Duration::from_mins(5),
            second_step: Duration::from_mins(5),
            invitation: Duration::from_hours(24),
            approval: Duration::from_mins(2),
            known_browser: Duration::from_hours(30 * 24),
            least_age: 21,
            reset_cool_off: match floor {
                FloorKind::Real => Duration::from_hours(24),
                FloorKind::Demo => Duration::ZERO,
            },
            login_limit: FOR_LOGIN,
            address_limit: FOR_ADDRESS,
        }
    }
}

/// Who asks for something that administrators do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// Somebody who is signed in. Whether they may is looked up.
    Person(Person, Reach),
    /// The house itself: whoever starts the server, or the server. No client's word becomes this.
    House(&'static str),
}

/// Something that administrators do: by whom, when, and under which id where it must not happen twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// By whom.
    pub by: Caller,
    /// When.
    pub now: At,
    /// What the client calls it.
    pub id: Option<CommandId>,
    /// What the client has said, hashed: the same id is for nothing else.
    pub body: Option<Hash>,
}

impl Call {
    /// Somebody who is signed in.
    #[must_use]
    pub const fn by(session: &Session, now: At) -> Self {
        Self { by: Caller::Person(session.person, session.reach), now, id: None, body: None }
    }

    /// The house itself.
    #[must_use]
    pub const fn by_house(name: &'static str, now: At) -> Self {
        Self { by: Caller::House(name), now, id: None, body: None }
    }

    /// The same under an id of the client: it is done once.
    #[must_use]
    pub const fn under(mut self, id: CommandId) -> Self {
        self.id = Some(id);
        self
    }

    /// The same with what the client has said, so that it can be answered the same way again.
    #[must_use]
    pub const fn saying(mut self, body: Hash) -> Self {
        self.body = Some(body);
        self
    }

    /// The person who calls; `None` for the house itself.
    #[must_use]
    pub const fn person(&self) -> Option<u32> {
        match self.by {
            Caller::Person(person, _) => Some(person.0),
            Caller::House(_) => None,
        }
    }

    /// Whether it is about oneself.
    pub(crate) fn is_about(&self, person: Person) -> bool {
        matches!(self.by, Caller::Person(caller, _) if caller == person)
    }
}

/// Where somebody comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Client {
    /// The address by which tries are counted, as the shell normalizes it.
    pub address: String,
    /// What the owner sees in the list of sessions: a browser, a place.
    pub label: String,
    /// The secret of the browser, where it has one.
    pub browser: Option<BrowserSecret>,
    /// The session that the request shows. A new one takes its place.
    pub session: Option<SessionToken>,
}

impl Client {
    /// Somebody from there.
    #[must_use]
    pub fn new(address: &str, label: &str) -> Self {
        let label = label.chars().filter(|letter| !letter.is_control()).take(80).collect();
        Self { address: address.to_owned(), label, browser: None, session: None }
    }

    /// The same from a browser that can be recognized the next time.
    #[must_use]
    pub fn with_browser(self, browser: Option<BrowserSecret>) -> Self {
        Self { browser, ..self }
    }

    /// The same with the session that the request shows.
    #[must_use]
    pub fn with_session(self, session: Option<SessionToken>) -> Self {
        Self { session, ..self }
    }
}

/// The people of a floor.
pub struct People {
    store: Arc<dyn Store>,
    keyring: Arc<Keyring>,
    random: Arc<dyn Random>,
    settings: Settings,
    stream: StreamName,
    pepper: [u8; 32],
    turn: Mutex<()>,
}

impl fmt::Debug for People {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("People").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl People {
    /// The people that a store keeps, or nobody yet.
    ///
    /// # Errors
    /// The floor is of another kind, or the store.
    pub async fn open(
        store: Arc<dyn Store>,
        keyring: Arc<Keyring>,
        random: Arc<dyn Random>,
        settings: Settings,
        now: At,
    ) -> Result<Self, PeopleError> {
        let stream =
            StreamName::new(STREAM).map_err(|error| banco_journal::StoreError::Damaged(error.to_string()))?;
        let turn = Mutex::new(());
        let mut people = Self { store, keyring, random, settings, stream, pepper: [0; 32], turn };
        let house = people.house(now).await?;
        let (kept, asked) = (house.floor, people.settings.floor);
        if kept != asked {
            return Err(Refusal::OtherFloor { kept, asked }.into());
        }
        people.pepper = house.pepper;
        people.claim_kept_names(now).await?;
        Ok(people)
    }

    /// What the floor of a store is for; nothing where nobody has opened one yet.
    ///
    /// # Errors
    /// The store.
    pub async fn floor_of(store: &dyn Store) -> Result<Option<FloorKind>, PeopleError> {
        Ok(read::<HouseItem>(store, ONLY).await?.value.map(|house| house.floor))
    }

    /// What is kept once for the floor; made by whoever comes first.
    async fn house(&self, now: At) -> Result<HouseItem, PeopleError> {
        if let Some(house) = read::<HouseItem>(self.store(), ONLY).await?.value {
            return Ok(house);
        }
        let (floor, pepper) = (self.settings.floor, draw(self.random())?);
        let act = Act::machine("house", now);
        until_kept!(self, act, |desk| {
            let slot = desk.read::<HouseItem>(ONLY).await?;
            match &slot.value {
                Some(house) => house.clone(),
                None => {
                    let house =
                        HouseItem { floor, next: 1, pepper, administered: false, names_claimed: true };
                    desk.put(&slot, &house)?;
                    desk.tell(Record::Opened { floor });
                    house
                }
            }
        })
    }

    /// What the house has decided.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Where it is kept.
    #[must_use]
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The stream of the trail.
    #[must_use]
    pub const fn stream(&self) -> &StreamName {
        &self.stream
    }

    /// Where chance comes from.
    #[must_use]
    pub fn random(&self) -> &dyn Random {
        &*self.random
    }

    pub(crate) fn random_shared(&self) -> Arc<dyn Random> {
        Arc::clone(&self.random)
    }

    pub(crate) fn keyring(&self) -> &Keyring {
        &self.keyring
    }

    /// A desk that nobody else on this node has meanwhile.
    pub(crate) async fn desk_in_turn(&self, act: &Act) -> Result<Desk<'_>, PeopleError> {
        let turn = self.turn.lock().await;
        Desk::new(self, act, Some(turn)).await
    }

    /// A desk beside the others.
    pub(crate) async fn desk_beside(&self, act: &Act) -> Result<Desk<'_>, PeopleError> {
        Desk::new(self, act, None).await
    }

    /// A secret for a browser from which somebody signs in. The house can tell later that it has made it.
    ///
    /// # Errors
    /// The operating system has no randomness to give.
    pub fn new_browser(&self) -> Result<BrowserSecret, PeopleError> {
        let first: [u8; 16] = draw(self.random())?;
        Ok(BrowserSecret::tagged(first, &self.peppered("made browser", &[&first])))
    }

    /// The mark of a browser whose secret this house has made; nothing for a secret from elsewhere. Browsers get theirs
    /// when somebody signs in.
    #[must_use]
    pub fn mark_of(&self, browser: &BrowserSecret) -> Option<BrowserMark> {
        let first = browser.first_half();
        let made = BrowserSecret::tagged(first, &self.peppered("made browser", &[&first]));
        (made == *browser).then(|| BrowserMark(browser.kept().0))
    }

    /// What is kept of something that can be guessed.
    pub(crate) fn peppered(&self, purpose: &str, parts: &[&[u8]]) -> Digest {
        let all: Vec<&[u8]> = std::iter::once(&self.pepper[..]).chain(parts.iter().copied()).collect();
        Digest::of(purpose, &all)
    }
}
