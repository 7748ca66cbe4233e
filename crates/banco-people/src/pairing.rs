//! Displays that sign in by a code: a screen shows it, an administrator types it in and names the table, and another approves.
//! The screen has a secret of its own from the start, which becomes its token; so whoever reads the code has nothing.

use std::time::Duration;

use banco_journal::At;

use crate::asked::Asked;
use crate::desk::{Act, Slot, read, until_kept};
use crate::devices::{Device, device_of, lay_device};
use crate::items::{DeviceItem, PairingCodeItem, PairingItem};
use crate::names::name_of;
use crate::people::{Call, People};
use crate::permission::Permission;
use crate::record::DeviceKind;
use crate::refusal::{PeopleError, Refusal};
use crate::secret::{PairingToken, Random, draw, key_of};
use crate::throttle::later;

/// How long a code is good.
pub const PAIRING: Duration = Duration::from_mins(10);
/// Letters and digits that no two people read differently on a screen across a room.
const LETTERS: &[u8; 24] = b"ACDEFGHJKMNPQRTUVWXY3479";
/// The characters of a code.
const LENGTH: usize = 8;
/// How often another code is drawn where one is in use.
const DRAWS: usize = 5;

/// How far a screen has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Paired {
    /// It shows this code, until then.
    Code(String, At),
    /// A code was typed in, and another administrator has not approved it yet.
    Waits,
    /// It is the display of a table.
    Device(Device),
}

/// A code that a screen can show.
fn draw_code(random: &dyn Random) -> Result<String, PeopleError> {
    let mut code = String::new();
    while code.len() < LENGTH {
        let bytes: [u8; 32] = draw(random)?;
        // Bytes beyond the last whole round would make some letters likelier.
        let letters = bytes.iter().filter(|byte| **byte < 240);
        let letters = letters.filter_map(|byte| LETTERS.get(usize::from(byte % 24)));
        code.extend(letters.take(LENGTH - code.len()).map(|letter| char::from(*letter)));
    }
    Ok(code)
}

/// The letters of a code, however it is typed.
fn code_of(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric).take(2 * LENGTH);
    letters.map(|letter| letter.to_ascii_uppercase()).collect()
}

impl People {
    /// A screen asks for a code. The token is for that browser alone.
    ///
    /// # Errors
    /// The store.
    pub async fn begin_pairing(&self, now: At) -> Result<(PairingToken, String, At), PeopleError> {
        let (token, until) = (PairingToken::draw(self.random(), 0)?, later(now, PAIRING));
        let act = Act::machine("display", now);
        for _ in 0..DRAWS {
            let code = draw_code(self.random())?;
            let taken = read::<PairingCodeItem>(self.store(), &code).await?;
            if taken.value.as_ref().is_some_and(|item| item.until > now) {
                continue;
            }
            let kept =
                PairingItem { secret: token.kept(), code: code.clone(), until: Some(until), table: None };
            let done: Result<(), PeopleError> = until_kept!(beside, self, act, |desk| {
                let slot = desk.read::<PairingCodeItem>(&code).await?;
                desk.put(&slot, &PairingCodeItem { id: token.id, until })?;
                desk.put(&Slot { key: token.key(), version: 0, value: None }, &kept)?;
            });
            done?;
            return Ok((token, code, until));
        }
        Err(Refusal::NoPairing.into())
    }

    /// How far the screen with this token has come.
    ///
    /// # Errors
    /// Its code is over, it was turned down or revoked, or nobody knows it; then it asks for another code.
    pub async fn paired(&self, token: &PairingToken, now: At) -> Result<Paired, PeopleError> {
        let kept = read::<PairingItem>(self.store(), &token.key()).await?.value;
        let kept = kept.filter(|kept| kept.secret.is(&token.kept()) && !kept.is_over(now));
        let kept = kept.ok_or(Refusal::NoPairing)?;
        let Some(table) = kept.table else {
            return Ok(Paired::Code(kept.code, kept.until.unwrap_or(now)));
        };
        let device = read::<DeviceItem>(self.store(), &key_of(table, token.id)).await?.value;
        let device = device.filter(|device| device.secret.is(&token.kept())).ok_or(Refusal::NoPairing)?;
        Ok(if device.waits_until.is_some() { Paired::Waits } else { Paired::Device(device_of(device)) })
    }

    /// An administrator types in the code of a screen: it is the display of a table, once another has approved it.
    ///
    /// # Errors
    /// No screen shows this code, or whoever calls may not.
    pub async fn pair_display(
        &self,
        call: &Call,
        code: &str,
        table: u32,
        name: &str,
    ) -> Result<Option<Asked>, PeopleError> {
        let (name, code) = (name_of(name)?, code_of(code));
        let act = Act::of(call);
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::AdministerTables).await?;
            let shown = desk.read::<PairingCodeItem>(&code).await?;
            let id = shown.value.as_ref().filter(|item| item.until > call.now).ok_or(Refusal::NoPairing)?.id;
            let pairing = desk.read::<PairingItem>(&key_of(0, id)).await?;
            let kept = pairing.value.clone().filter(|kept| kept.table.is_none() && !kept.is_over(call.now));
            let kept = kept.ok_or(Refusal::NoPairing)?;
            // A code is good once.
            desk.take(&shown);
            let (secret, kind, since) = (kept.secret, DeviceKind::Display, call.now);
            let item = DeviceItem { id, secret, kind, table, name: name.clone(), since, waits_until: None };
            let asked = lay_device(self, &mut desk, call, item).await?;
            let until = asked.as_ref().map(|asked| asked.until);
            desk.put(&pairing, &PairingItem { table: Some(table), until, ..kept })?;
            asked
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::SystemRandom;

    #[test]
    fn codes_are_read_in_one_way() {
        let code = draw_code(&SystemRandom).unwrap();
        assert_eq!(code.len(), LENGTH);
        assert!(code.bytes().all(|letter| LETTERS.contains(&letter)), "{code}");
        assert!(!LETTERS.iter().any(|letter| b"0O1IL5S2Z8B6".contains(letter)));
        assert_eq!(code_of(&format!(" {}-{} ", code[..4].to_lowercase(), &code[4..])), code);
    }
}
