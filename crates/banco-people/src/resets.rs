//! Accounts whose password or second factor others have set anew: the owner is told, and for a while no money moves, so that
//! whoever should own the account has time to notice.

use banco_engine::table::Person;
use banco_journal::At;
use serde::{Deserialize, Serialize};

use crate::desk::{Act, Desk, read, until_kept};
use crate::items::{DocumentCheck, PatronItem, PersonItem, person_key};
use crate::patrons::{IdNumber, IdType};
use crate::people::{Call, People};
use crate::permission::Permission;
use crate::record::Record;
use crate::refusal::{PeopleError, Refusal};
use crate::throttle::{Counter, FOR_CASHIER, FOR_DOCUMENT, Gate, Limit, between, later, seconds};

/// How many notices an account keeps.
const MOST: usize = 10;

/// Something about an account that its owner should know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// When.
    pub at: At,
    /// What has happened.
    pub what: NoticeKind,
}

/// What others have done about an account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// The house has made an invitation to choose another password.
    ResetInvited,
    /// Another password was chosen by such an invitation.
    PasswordReset,
    /// The house has taken the second factor away.
    SecondFactorReset,
}

impl NoticeKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::ResetInvited, Self::PasswordReset, Self::SecondFactorReset];

    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ResetInvited => "reset_invited",
            Self::PasswordReset => "password_reset",
            Self::SecondFactorReset => "second_factor_reset",
        }
    }
}

impl PersonItem {
    /// The same, with something that the owner should know.
    pub(crate) fn told(mut self, at: At, what: NoticeKind) -> Self {
        self.notices.insert(0, Notice { at, what });
        self.notices.truncate(MOST);
        self
    }

    /// The same, cooling off from now on.
    pub(crate) fn cooling_off(mut self, people: &People, now: At) -> Self {
        let until = later(now, people.settings().reset_cool_off);
        self.cool_off_until = (until > now).then_some(until).max(self.cool_off_until);
        self
    }

    /// Whether no money moves for a while.
    pub(crate) fn in_cool_off(&self, now: At) -> bool {
        self.cool_off_until.is_some_and(|until| until > now)
    }
}

/// The counters of documents that are compared by this caller, and with that of this patron.
fn tries_of(call: &Call, person: u32) -> Vec<(String, Limit)> {
    let by = call.person().map(|by| (format!("ic/{by}"), FOR_CASHIER));
    [(format!("ip/{person}"), FOR_DOCUMENT)].into_iter().chain(by).collect()
}

/// Writes down who has compared a patron's document, and forgets the wrong ones that were compared with it before.
async fn keep_check(desk: &mut Desk<'_>, call: &Call, person: u32) -> Result<(), PeopleError> {
    let counted = desk.read::<Counter>(&format!("ip/{person}")).await?;
    if counted.value.is_some() {
        desk.take(&counted);
    }
    let slot = desk.read::<PatronItem>(&person_key(person)).await?;
    let Some(known) = slot.value.clone() else { return Ok(()) };
    let check = DocumentCheck { at: call.now, by: call.person() };
    let last = known.last_check();
    let checked_by_another = if last.by == check.by { known.checked_by_another } else { Some(last) };
    desk.put(&slot, &PatronItem { checked_again: Some(check), checked_by_another, ..known })
}

impl People {
    /// Until when somebody's account moves no money because others have set its password or second factor anew. `None`
    /// where it moves.
    ///
    /// # Errors
    /// The store.
    pub async fn in_cool_off(&self, person: Person, now: At) -> Result<Option<At>, PeopleError> {
        let item = read::<PersonItem>(self.store(), &person_key(person.0)).await?.value;
        Ok(item.filter(|item| item.in_cool_off(now)).and_then(|item| item.cool_off_until))
    }

    /// Whether a document may be compared now: after a few wrong ones nobody tries for a while.
    async fn may_compare(&self, desk: &Desk<'_>, keys: &[(String, Limit)]) -> Result<(), PeopleError> {
        for (key, _) in keys {
            let counter = desk.read::<Counter>(key).await?.value.unwrap_or_default();
            let wait = match counter.gate(desk.now()) {
                Gate::Open => continue,
                Gate::Wait(time) => time,
                Gate::Locked(until) => between(desk.now(), until),
            };
            return Err(Refusal::SlowDown { seconds: seconds(wait) }.into());
        }
        Ok(())
    }

    /// Writes down that somebody has compared another document.
    async fn count_wrong_document(
        &self,
        desk: &mut Desk<'_>,
        keys: &[(String, Limit)],
        person: u32,
    ) -> Result<Refusal, PeopleError> {
        let (mut locked_until, mut tries) = (None, 0);
        for (key, limit) in keys {
            let slot = desk.read::<Counter>(key).await?;
            let counter = slot.value.unwrap_or_default().counted(limit, desk.now());
            desk.put(&slot, &Counter { told: counter.locked_until.is_some(), ..counter })?;
            (locked_until, tries) = (counter.locked_until.max(locked_until), counter.tries.max(tries));
        }
        desk.tell(Record::IdentityCheckFailed { locked_until, person, tries });
        Ok(Refusal::OtherDocument)
    }

    /// Compares the document that lies on the counter with the one that a patron was opened with. Where they are the
    /// same, another cashier can pay money out for [`IDENTITY_CHECK_VALID`](crate::IDENTITY_CHECK_VALID), and an account that cools off moves money
    /// again. Every other document is written down, and after a few of them nobody tries for a while.
    ///
    /// # Errors
    /// Another document than the one that the patron was opened with, too many tries, the caller's own account, or the
    /// caller may not.
    pub async fn check_identity(
        &self,
        call: &Call,
        person: Person,
        (id_type, number): (IdType, &IdNumber),
    ) -> Result<(), PeopleError> {
        let key = self.identity_key(call.now).await?;
        let act = Act { by: crate::desk::by_role(call, "cashier"), ..Act::of(call) };
        let keys = tries_of(call, person.0);
        let done: Result<Result<(), Refusal>, PeopleError> = until_kept!(self, act, |desk| {
            desk.need(call, Permission::OpenPatrons).await?;
            if call.is_about(person) {
                return Err(Refusal::OwnAccount { what: "document" }.into());
            }
            let (slot, item) = desk.person(person.0).await?;
            self.may_compare(&desk, &keys).await?;
            match self.owner_of_document(&desk, &key, (id_type, number)).await? == Some(person.0) {
                false => Err(self.count_wrong_document(&mut desk, &keys, person.0).await?),
                true => {
                    desk.put(&slot, &PersonItem { cool_off_until: None, ..item })?;
                    keep_check(&mut desk, call, person.0).await?;
                    desk.tell(Record::IdentityChecked { person: person.0 });
                    Ok(())
                }
            }
        });
        Ok(done??)
    }

    /// Note of the identity check on whose strength somebody pays money out now; `None` where nobody but the payer has
    /// compared the document of this patron within [`IDENTITY_CHECK_VALID`](crate::IDENTITY_CHECK_VALID).
    ///
    /// # Errors
    /// The store.
    pub async fn recent_identity_check(
        &self,
        person: Person,
        payer: Person,
        now: At,
    ) -> Result<Option<String>, PeopleError> {
        let Some(patron) = self.patron(person).await? else { return Ok(None) };
        Ok(patron.check_for(payer, now).map(|check| {
            let by = check.by.map_or_else(|| "the house".to_owned(), |by| by.to_string());
            format!(
                "{} ending {}, compared by {by}",
                patron.id_type.name().replace('_', " "),
                patron.id_shown
            )
        }))
    }
}
