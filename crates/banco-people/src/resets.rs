//! Accounts whose password or second factor others have set anew: the owner is told, and for a while no money moves, so that
//! whoever should own the account has time to notice.

use banco_engine::table::Person;
use banco_journal::At;
use serde::{Deserialize, Serialize};

use crate::desk::{Act, read, until_kept};
use crate::items::{DocumentCheck, PatronItem, PersonItem, person_key};
use crate::patrons::{IdNumber, IdType};
use crate::people::{Call, People};
use crate::permission::Permission;
use crate::record::Record;
use crate::refusal::{PeopleError, Refusal};
use crate::throttle::later;

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

    /// Compares the document that lies on the counter with the one that a patron was opened with. Where they are the
    /// same, money can be paid out for [`IDENTITY_CHECK_VALID`](crate::IDENTITY_CHECK_VALID), and an account that cools off moves money again.
    ///
    /// # Errors
    /// Another document than the one that the patron was opened with, or the caller may not.
    pub async fn check_identity(
        &self,
        call: &Call,
        person: Person,
        (id_type, number): (IdType, &IdNumber),
    ) -> Result<(), PeopleError> {
        let key = self.identity_key(call.now).await?;
        let act = Act { by: crate::desk::by_role(call, "cashier"), ..Act::of(call) };
        until_kept!(self, act, |desk| {
            desk.need(call, Permission::OpenPatrons).await?;
            let (slot, item) = desk.person(person.0).await?;
            let patron = desk.read::<PatronItem>(&person_key(person.0)).await?;
            if self.owner_of_document(&desk, &key, (id_type, number)).await? != Some(person.0) {
                return Err(Refusal::OtherDocument.into());
            }
            desk.put(&slot, &PersonItem { cool_off_until: None, ..item })?;
            if let Some(known) = patron.value.clone() {
                let checked_again = Some(DocumentCheck { at: call.now, by: call.person() });
                desk.put(&patron, &PatronItem { checked_again, ..known })?;
            }
            desk.tell(Record::IdentityChecked { person: person.0 });
        })
    }

    /// Note of the identity check on whose strength money is paid out now; `None` where no document of this patron was
    /// compared within [`IDENTITY_CHECK_VALID`](crate::IDENTITY_CHECK_VALID).
    ///
    /// # Errors
    /// The store.
    pub async fn recent_identity_check(
        &self,
        person: Person,
        now: At,
    ) -> Result<Option<String>, PeopleError> {
        let patron = self.patron(person).await?.filter(|patron| patron.identity_valid_until() > now);
        Ok(patron.map(|patron| {
            let by = patron.checked_by.map_or_else(|| "the house".to_owned(), |by| by.to_string());
            format!(
                "{} ending {}, compared by {by}",
                patron.id_type.name().replace('_', " "),
                patron.id_shown
            )
        }))
    }
}
