//! A house to try things in.

use std::sync::Arc;
use std::time::Duration;

use banco_engine::table::Person;
use banco_journal::memory::MemoryStore;
use banco_journal::sqlite::{SqliteOptions, SqliteStore};
use banco_journal::{At, Keyring, Store};
use banco_lab::Folder;
use banco_people::{
    Call, Client, Cost, Enrolled, FloorKind, HouseRole, Kind, NewPerson, Password, PasswordHash, People,
    PeopleError, Random, Reach, Record, Refusal, Roles, Session, SessionToken, Settings, SignIn, SignedIn,
    SystemRandom,
};

/// Hashing is not what is tried here.
pub const CHEAP: Cost = Cost { memory: 8, passes: 1, lanes: 1 };
pub const PASSWORD: &str = "violet-engine-77";

/// A moment, in seconds.
pub const fn at(seconds: i64) -> At {
    At(1_800_000_000_000_000 + seconds * 1_000_000)
}

pub fn settings(floor: FloorKind) -> Settings {
    // Several sessions of a player are tried in many places, one in one.
    Settings { cost: CHEAP, one_session_per_patron: false, ..Settings::new(floor) }
}

pub fn keyring() -> Arc<Keyring> {
    Arc::new(Keyring::read(&format!("one {}\n", "5a".repeat(32))).unwrap())
}

pub async fn open(store: &Arc<dyn Store>, settings: Settings) -> People {
    try_open(store, settings).await.unwrap()
}

pub async fn try_open(store: &Arc<dyn Store>, settings: Settings) -> Result<People, PeopleError> {
    let random: Arc<dyn Random> = Arc::new(SystemRandom);
    People::open(Arc::clone(store), keyring(), random, settings, at(0)).await
}

pub fn memory() -> Arc<dyn Store> {
    Arc::new(MemoryStore::default())
}

/// A store in a file, and the folder that goes with it.
pub fn file() -> (Folder, Arc<dyn Store>) {
    let folder = Folder::new("people").unwrap();
    let store = SqliteStore::open(&folder.join("journal.db"), &SqliteOptions::default()).unwrap();
    (folder, Arc::new(store))
}

/// The store in a folder once more, after whoever had it has let go.
pub fn reopened(folder: &Folder) -> Arc<dyn Store> {
    Arc::new(SqliteStore::open(&folder.join("journal.db"), &SqliteOptions::default()).unwrap())
}

pub fn hash(password: &str) -> PasswordHash {
    let password = Password::new(password.to_owned());
    PasswordHash::choose(&password, false, &[], CHEAP, &SystemRandom).unwrap()
}

pub fn client() -> Client {
    Client::new("192.0.2.7", "a browser")
}

pub fn code_of(error: &PeopleError) -> &'static str {
    error.refusal().map_or_else(|| panic!("{error:?}"), Refusal::code)
}

/// What a call was refused for.
pub fn refused<T: std::fmt::Debug>(done: Result<T, PeopleError>) -> &'static str {
    code_of(&done.unwrap_err())
}

pub fn new_person(login: &str, roles: &[HouseRole], kind: Kind) -> NewPerson {
    let (name, login) = (format!("Name of {login}"), login.to_owned());
    NewPerson { name, login, roles: Roles::of(roles), kind, password: Some(hash(PASSWORD)) }
}

/// The first administrator, made by the first secret.
pub async fn administrator(people: &People) -> Person {
    let secret = people.first_secret(at(0)).await.unwrap().unwrap();
    people.claim_first(&secret, "Root", "root", hash(PASSWORD), at(0)).await.unwrap()
}

/// Somebody of the staff, signed in as far as they can be.
pub async fn staff(people: &People, login: &str, now: At) -> (Session, SessionToken) {
    let signed_in = sign_in(people, login, now).await;
    let signed_in = match signed_in.session.reach {
        Reach::Full => signed_in,
        Reach::Enrolment => enrol(people, &signed_in.token, now).await.0.signed_in,
    };
    (signed_in.session, signed_in.token)
}

/// Tries things on a store in memory, and on a real file.
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        mod in_memory {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name($crate::house::memory()).await;
            })*
        }

        mod in_a_file {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let (_folder, store) = $crate::house::file();
                super::$name(store).await;
            })*
        }
    };
}
pub(crate) use on_both;

/// Does the same many times at once, and says what became of each.
pub async fn at_once<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
    times: usize,
    what: impl Fn(usize) -> F,
) -> Vec<T> {
    let tasks: Vec<_> = (0..times).map(|number| tokio::spawn(what(number))).collect();
    let mut done = Vec::new();
    for task in tasks {
        done.push(task.await.unwrap());
    }
    done
}

pub async fn create(people: &People, login: &str, roles: &[HouseRole]) -> Person {
    let kind = if people.settings().floor == FloorKind::Real { Kind::Real } else { Kind::Demo };
    people.create(&Call::by_house("test", at(1)), &new_person(login, roles, kind)).await.unwrap().person
}

/// One try to come in.
pub async fn try_in(
    people: &People,
    login: &str,
    password: &str,
    client: &Client,
    now: At,
) -> Result<SignIn, PeopleError> {
    let attempt = people.begin_sign_in(login, client, now).await?;
    let judged = attempt.judge(&Password::new(password.to_owned()))?;
    people.finish_sign_in(judged, now).await
}

pub async fn sign_in(people: &People, login: &str, now: At) -> SignedIn {
    match try_in(people, login, PASSWORD, &client(), now).await.unwrap() {
        SignIn::In(signed_in) => signed_in,
        SignIn::SecondStep(_) => panic!("a second step"),
    }
}

/// Sets up a second factor; says its secret as well.
pub async fn enrol(people: &People, token: &SessionToken, now: At) -> (Enrolled, Vec<u8>) {
    let enrolment = people.begin_enrolment(token, now).await.unwrap();
    let secret = from_base32(enrolment.secret());
    let code = code(&secret, now);
    (people.confirm_enrolment(token, &code, &client(), now).await.unwrap(), secret)
}

/// The code of a generator.
pub fn code(secret: &[u8], now: At) -> String {
    let secret = totp_rs::Secret::new_stack(secret.try_into().unwrap());
    let totp = totp_rs::Builder::new().with_secret(secret).build().unwrap();
    totp.generate(u64::try_from(now.0 / 1_000_000).unwrap()).to_string()
}

pub fn from_base32(text: &str) -> Vec<u8> {
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let value = if letter.is_ascii_digit() { letter - b'2' + 26 } else { letter - b'A' };
        held = held << 5 | u32::from(value);
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(held >> bits & 0xff).unwrap());
        }
    }
    bytes
}

/// What the trail says, by name.
pub async fn trail(people: &People) -> Vec<String> {
    records(people).await.iter().map(Record::code).collect()
}

pub async fn records(people: &People) -> Vec<Record> {
    let entries = people.store().entries(people.stream().clone(), 0, 10_000).await.unwrap();
    entries.iter().map(|entry| Record::read(entry.record.get()).unwrap()).collect()
}

pub fn seconds(time: Duration) -> i64 {
    i64::try_from(time.as_secs()).unwrap()
}
