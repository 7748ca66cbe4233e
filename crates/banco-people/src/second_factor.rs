//! Second factors: codes of a generator (RFC 6238: 30 seconds, six digits, one step early or late), each good
//! once; and recovery codes for whoever has lost it.

use std::collections::BTreeMap;
use std::fmt;

use banco_engine::table::Person;
use banco_journal::{At, Seal, StreamName};
use totp_rs::{Builder, Secret, Totp};
use zeroize::Zeroizing;

use crate::asked::{Asked, ask, asker};
use crate::desk::{Act, Desk, Slot, list, until_kept};
use crate::items::{Asking, CredentialItem, Factor, PersonItem, Sealed, person_key};
use crate::people::{Call, Client, People};
use crate::permission::Permission;
use crate::persons::reason_of;
use crate::record::{Record, SecondFactorUsed};
use crate::refusal::{PeopleError, Refusal};
use crate::resets::NoticeKind;
use crate::secret::{Digest, Random, SessionToken, base32, draw, letters_of, spelled};
use crate::sessions::SignedIn;

/// How many recovery codes somebody is given.
pub const RECOVERY_CODES: usize = 10;
const SECRET_BYTES: usize = 20;

/// What somebody puts into a code generator.
#[derive(Clone)]
pub struct Enrolment {
    secret: Zeroizing<String>,
    uri: Zeroizing<String>,
}

impl Enrolment {
    /// The secret, to be typed in.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// The same and more in an address, to be shown as a QR code.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }
}

impl fmt::Debug for Enrolment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Enrolment (hidden)")
    }
}

/// Codes for whoever has lost their generator, each good once. They are told here and nowhere else.
#[derive(Clone)]
pub struct RecoveryCodes(Zeroizing<Vec<String>>);

impl RecoveryCodes {
    /// The codes.
    #[must_use]
    pub fn reveal(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Debug for RecoveryCodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCodes (hidden)")
    }
}

/// Somebody has a second factor.
#[derive(Clone, Debug)]
pub struct Enrolled {
    /// The session that goes on: all others have ended, this one's old token as well.
    pub signed_in: SignedIn,
    /// To be written down by its owner.
    pub recovery: RecoveryCodes,
}

fn generator(secret: [u8; SECRET_BYTES]) -> Option<Totp> {
    Builder::new().with_secret(Secret::new_stack(secret)).build().ok()
}

/// The step of a code, if it is one of now, a step ago or a step ahead.
fn step_of(secret: &[u8], code: &str, now: At) -> Option<u64> {
    let code: Zeroizing<String> = Zeroizing::new(code.split_whitespace().collect());
    let now = u64::try_from(now.0.div_euclid(1_000_000)).ok()?;
    generator(secret.try_into().ok()?)?.check(&code, now)
}

/// Codes that nobody can guess, and what is kept of them.
fn recovery_codes(random: &dyn Random, person: u32) -> Result<(RecoveryCodes, Vec<Digest>), PeopleError> {
    let mut codes = Vec::new();
    for _ in 0..RECOVERY_CODES {
        codes.push(spelled(random)?.to_string());
    }
    let kept = codes.iter().map(|code| recovery_digest(code, person)).collect();
    Ok((RecoveryCodes(Zeroizing::new(codes)), kept))
}

/// What is kept of a recovery code, however it is typed.
fn recovery_digest(code: &str, person: u32) -> Digest {
    Digest::of("banco recovery code", &[&person.to_be_bytes(), letters_of(code).as_bytes()])
}

/// The address that code generators read.
fn uri(house: &str, login: &str, secret: &str) -> String {
    let (house, login) = (escaped(house), escaped(login));
    format!("otpauth://totp/{house}:{login}?secret={secret}&issuer={house}&algorithm=SHA1&digits=6&period=30")
}

fn escaped(text: &str) -> String {
    let escape = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(escape).collect()
}

/// What a secret is bound to: nobody can put one person's in place of another's.
fn bound_to(person: u32) -> Result<StreamName, PeopleError> {
    StreamName::new(&format!("person/{person}")).map_err(|_| PeopleError::NoKey)
}

/// What is sealed of somebody.
fn sealed_of(item: &CredentialItem) -> impl Iterator<Item = &Sealed> {
    item.factor.iter().map(|factor| &factor.secret).chain(&item.enrolling)
}

const SEALED_AS: &str = "second_factor";

impl People {
    fn seal(&self, person: u32, secret: &[u8]) -> Result<Sealed, PeopleError> {
        let sealed = self.keyring().seal(&bound_to(person)?, 0, SEALED_AS, secret);
        let Seal { key, bytes, .. } = sealed.map_err(|_| PeopleError::NoKey)?;
        Ok(Sealed { key, bytes })
    }

    fn unseal(&self, person: u32, sealed: &Sealed) -> Result<Zeroizing<Vec<u8>>, PeopleError> {
        let (stream, what) = (bound_to(person)?, SEALED_AS.to_owned());
        let seal = Seal { stream, version: 0, what, key: sealed.key.clone(), bytes: sealed.bytes.clone() };
        self.keyring().open(&seal).map_err(|_| PeopleError::NoKey)
    }

    /// Uses a code of the generator up, if it is good.
    pub(crate) fn use_step(
        &self,
        person: u32,
        credential: &mut CredentialItem,
        code: &str,
        now: At,
    ) -> Result<bool, PeopleError> {
        let Some(factor) = &mut credential.factor else { return Ok(false) };
        let secret = self.unseal(person, &factor.secret)?;
        let Some(step) = step_of(&secret, code, now).filter(|step| *step > factor.last_step) else {
            return Ok(false);
        };
        factor.last_step = step;
        if factor.secret.key != self.keyring().current() {
            factor.secret = self.seal(person, &secret)?;
        }
        Ok(true)
    }

    /// Uses a code of either kind up, if it is good.
    pub(crate) fn use_code(
        &self,
        person: u32,
        credential: &mut CredentialItem,
        code: &str,
        now: At,
    ) -> Result<Option<SecondFactorUsed>, PeopleError> {
        if self.use_step(person, credential, code, now)? {
            return Ok(Some(SecondFactorUsed::Code));
        }
        let digest = recovery_digest(code, person);
        let before = credential.recovery.len();
        credential.recovery.retain(|kept| !kept.is(&digest));
        Ok((credential.recovery.len() < before).then_some(SecondFactorUsed::RecoveryCode))
    }

    /// Begins to set up a second factor. Whoever has one must have proved afresh who they are.
    ///
    /// # Errors
    /// Nobody is signed in, or not far enough.
    pub async fn begin_enrolment(&self, token: &SessionToken, now: At) -> Result<Enrolment, PeopleError> {
        let person = token.whose;
        let bytes: Zeroizing<[u8; SECRET_BYTES]> = Zeroizing::new(draw(self.random())?);
        let sealed = self.seal(person, &*bytes)?;
        let act = Act::owner(person, now);
        until_kept!(self, act, |desk| {
            let (_, session, item) = self.held(token, now).await?;
            let login = item.login.ok_or(Refusal::NoLogin(person))?;
            let fresh = session.stepped_up_until.is_some_and(|until| until > now);
            if item.second_factor && !fresh {
                return Err(Refusal::StepUpNeeded.into());
            }
            let slot = desk.read::<CredentialItem>(&person_key(person)).await?;
            let before = slot.value.clone().unwrap_or_default();
            desk.put(&slot, &CredentialItem { enrolling: Some(sealed.clone()), ..before })?;
            let secret = Zeroizing::new(base32(&*bytes));
            let uri = Zeroizing::new(uri(&self.settings().house, &login, &secret));
            Enrolment { secret, uri }
        })
    }

    /// Somebody shows by a code that their generator works, and has a second factor from now on. The code is
    /// used up. All their sessions end, but for a new one that is told here.
    ///
    /// # Errors
    /// A wrong code, or nothing was begun.
    pub async fn confirm_enrolment(
        &self,
        token: &SessionToken,
        code: &str,
        client: &Client,
        now: At,
    ) -> Result<Enrolled, PeopleError> {
        let person = token.whose;
        let (recovery, kept) = recovery_codes(self.random(), person)?;
        let act = Act::owner(person, now);
        until_kept!(self, act, |desk| {
            let (_, session, _) = self.held(token, now).await?;
            let (slot, item) = desk.person(person).await?;
            let fresh = session.stepped_up_until.filter(|until| *until > now);
            if item.second_factor && fresh.is_none() {
                return Err(Refusal::StepUpNeeded.into());
            }
            let credential = desk.read::<CredentialItem>(&person_key(person)).await?;
            let before = credential.value.clone().unwrap_or_default();
            let secret = before.enrolling.clone().ok_or(Refusal::NoSecondFactor)?;
            let last_step = step_of(&self.unseal(person, &secret)?, code, now).ok_or(Refusal::WrongCode)?;
            let factor = Some(Factor { secret, last_step });
            let after = CredentialItem { factor, enrolling: None, recovery: kept.clone(), ..before };
            desk.put(&credential, &after)?;
            let item = PersonItem { second_factor: true, ..item }.raised();
            desk.put(&slot, &item)?;
            let made = self.new_session(&mut desk, person, &item, client, fresh).await?;
            let session = made.token.id;
            desk.tell(Record::SecondFactorEnrolled { person, session });
            let (ended, second_factor) = (made.ended, Some(SecondFactorUsed::Code));
            desk.tell(Record::SignedIn { ended, failed_before: 0, person, second_factor, session });
            let signed_in = SignedIn {
                failed_before: 0,
                last: None,
                notices: Vec::new(),
                session: made.session,
                token: made.token,
            };
            Enrolled { signed_in, recovery: recovery.clone() }
        })
    }

    /// New recovery codes in place of those that are left, for somebody who has proved afresh who they are.
    ///
    /// # Errors
    /// Nobody is signed in, there is no second factor, or a fresh proof is needed.
    pub async fn renew_recovery_codes(
        &self,
        token: &SessionToken,
        now: At,
    ) -> Result<RecoveryCodes, PeopleError> {
        let person = token.whose;
        let (recovery, kept) = recovery_codes(self.random(), person)?;
        let act = Act::owner(person, now);
        until_kept!(self, act, |desk| {
            let (_, session, item) = self.held(token, now).await?;
            if !item.second_factor {
                return Err(Refusal::NoSecondFactor.into());
            }
            if session.stepped_up_until.is_none_or(|until| until <= now) {
                return Err(Refusal::StepUpNeeded.into());
            }
            let slot = desk.read::<CredentialItem>(&person_key(person)).await?;
            let before = slot.value.clone().unwrap_or_default();
            desk.put(&slot, &CredentialItem { recovery: kept.clone(), ..before })?;
            desk.tell(Record::RecoveryCodesRenewed { person });
            recovery.clone()
        })
    }

    /// How many recovery codes somebody has left.
    ///
    /// # Errors
    /// The store.
    pub async fn recovery_codes_left(&self, person: Person) -> Result<usize, PeopleError> {
        let kept = crate::desk::read::<CredentialItem>(self.store(), &person_key(person.0)).await?;
        Ok(kept.value.map_or(0, |credential| credential.recovery.len()))
    }

    /// How many second factors and identities of patrons are sealed with which key.
    ///
    /// # Errors
    /// The store.
    pub async fn sealed_with(&self) -> Result<BTreeMap<String, usize>, PeopleError> {
        let mut keys = BTreeMap::new();
        for slot in list::<CredentialItem>(self.store(), "").await? {
            for sealed in slot.value.iter().flat_map(sealed_of) {
                *keys.entry(sealed.key.clone()).or_default() += 1;
            }
        }
        for key in self.identities_sealed_with().await? {
            *keys.entry(key).or_default() += 1;
        }
        Ok(keys)
    }

    /// Seals all second factors and identities of patrons with the key that seals now, and says how many had another one. Nobody is signed out.
    ///
    /// # Errors
    /// The store, or a key that is not at hand.
    pub async fn reseal(&self, now: At) -> Result<usize, PeopleError> {
        let mut resealed = 0;
        for slot in list::<CredentialItem>(self.store(), "").await? {
            let current = self.keyring().current();
            let is_old = |item: &CredentialItem| sealed_of(item).any(|sealed| sealed.key != current);
            let person = slot.key.parse().map_err(|_| PeopleError::NoKey)?;
            if !slot.value.as_ref().is_some_and(is_old) {
                continue;
            }
            let act = Act::machine("house", now);
            let done: Result<(), PeopleError> = until_kept!(beside, self, act, |desk| {
                // It may have been used since it was listed.
                let slot = desk.read::<CredentialItem>(&slot.key).await?;
                if let Some(mut item) = slot.value.clone() {
                    let factor = item.factor.as_mut().map(|factor| &mut factor.secret);
                    for sealed in factor.into_iter().chain(item.enrolling.as_mut()) {
                        *sealed = self.seal(person, &self.unseal(person, sealed)?)?;
                    }
                    desk.put(&slot, &item)?;
                }
            });
            done?;
            resealed += 1;
        }
        Ok(resealed + self.reseal_identities(now).await?)
    }

    /// Takes somebody's second factor away, because they have lost it and their recovery codes, or asks for that: then
    /// what waits for another administrator is given back. All their sessions end.
    ///
    /// # Errors
    /// Whoever calls may not, or there is none.
    pub async fn reset_second_factor(
        &self,
        call: &Call,
        person: Person,
        reason: &str,
    ) -> Result<Option<Asked>, PeopleError> {
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerPeople).await?;
            let (slot, item) = desk.person(person.0).await?;
            if call.is_about(person) {
                return Err(Refusal::OwnAccount { what: "second factor" }.into());
            }
            if !item.second_factor {
                return Err(Refusal::NoSecondFactor.into());
            }
            let reason = reason_of(reason);
            match asker(&desk, call, (person.0, &item), true).await? {
                Some(by) => {
                    let what = Asking::SecondFactorReset { reason };
                    Some(ask(&mut desk, self.settings(), (person.0, by), what)?)
                }
                None => {
                    reset(self, &mut desk, (person.0, &slot), &reason).await?;
                    None
                }
            }
        })
    }
}

/// Somebody has no second factor anymore.
pub(crate) async fn reset(
    people: &People,
    desk: &mut Desk<'_>,
    (person, slot): (u32, &Slot<PersonItem>),
    reason: &str,
) -> Result<(), PeopleError> {
    let item = slot.value.clone().filter(|item| item.second_factor).ok_or(Refusal::NoSecondFactor)?;
    let credential = desk.read::<CredentialItem>(&person_key(person)).await?;
    let before = credential.value.clone().unwrap_or_default();
    let (factor, enrolling, recovery) = (None, None, Vec::new());
    desk.put(&credential, &CredentialItem { factor, enrolling, recovery, ..before })?;
    let now = desk.now();
    let item = PersonItem { second_factor: false, ..item }.told(now, NoticeKind::SecondFactorReset);
    desk.put(slot, &item.cooling_off(people, now).raised())?;
    desk.tell(Record::SecondFactorReset { person, reason: reason.to_owned() });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B, the last six of its eight digits.
    #[test]
    fn codes_of_the_rfc() {
        let secret = b"12345678901234567890";
        for (time, code) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
            let step = u64::try_from(time / 30).unwrap();
            for (early, expected) in
                [(-60, None), (-30, Some(step)), (0, Some(step)), (30, Some(step)), (60, None)]
            {
                let now = At((time / 30 * 30 + early) * 1_000_000);
                assert_eq!(step_of(secret, code, now), expected.filter(|_| now.0 >= 0), "{time} {early}");
            }
        }
        for bad in ["", "28708", "2870822", "287o82", "+87082", "-1"] {
            assert_eq!(step_of(secret, bad, At(59_000_000)), None);
        }
        assert_eq!(step_of(secret, " 287 082 ", At(59_000_000)), Some(1));
        assert_eq!(step_of(secret, "287082", At(-1)), None);
    }

    #[test]
    fn an_address_for_generators() {
        let uri = uri("Le Grand: Casino", "ada@example", "ABC");
        assert_eq!(
            uri,
            "otpauth://totp/Le%20Grand%3A%20Casino:ada%40example?secret=ABC&issuer=Le%20Grand%3A%20Casino\
             &algorithm=SHA1&digits=6&period=30"
        );
    }

    #[test]
    fn recovery_codes_are_read_however_they_are_typed() {
        let (codes, kept) = recovery_codes(&crate::secret::SystemRandom, 7).unwrap();
        assert_eq!((codes.reveal().len(), kept.len()), (RECOVERY_CODES, RECOVERY_CODES));
        let code = codes.reveal()[0].clone();
        assert_eq!(code.len(), 19);
        assert!(recovery_digest(&code.to_uppercase().replace('-', " "), 7).is(&kept[0]));
        assert!(!recovery_digest(&code, 8).is(&kept[0]));
    }
}
