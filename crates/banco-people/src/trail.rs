//! The trail of people, played again: who held which role at which time, and whether the items say the same now.

use std::collections::BTreeMap;

use banco_engine::table::{Person, Role as EngineRole};
use banco_journal::{At, By, Entry, Store, StoreError, StreamName};

use crate::desk::list;
use crate::items::PersonItem;
use crate::people::{LAST_PERSON, STREAM};
use crate::record::Record;
use crate::refusal::PeopleError;
use crate::role::{HouseRole, Roles};

/// A node may act on a role that was taken away this much earlier, in microseconds: it reads changes a moment later, and
/// clocks differ.
const TOLERANCE: i64 = 60_000_000;

/// What somebody was from a moment on.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Standing {
    since: At,
    roles: Roles,
    disabled: bool,
}

/// Who held which role when, as the stream `people` tells it.
#[derive(Clone, Debug, Default)]
pub struct Trail(BTreeMap<u32, Vec<Standing>>);

impl Trail {
    /// Reads the stream.
    ///
    /// # Errors
    /// The store, or a record that cannot be read.
    pub async fn read(store: &dyn Store) -> Result<Self, PeopleError> {
        let mut trail = Self::default();
        let stream = StreamName::new(STREAM).map_err(|error| damaged(&error))?;
        let mut after = 0;
        loop {
            let page = store.entries(stream.clone(), after, 500).await?;
            let Some(last) = page.last() else { return Ok(trail) };
            after = last.version;
            for entry in page {
                trail.follow(entry.at, Record::read(entry.record.get()).map_err(|error| damaged(&error))?);
            }
        }
    }

    fn follow(&mut self, since: At, record: Record) {
        let (person, roles, disabled) = match record {
            Record::PersonCreated { person, roles, .. } => (person, Some(roles), Some(false)),
            Record::GuestCame { person, .. } => (person, Some(Roles::of(&[HouseRole::Guest])), Some(false)),
            Record::RolesChanged { person, to, .. } => (person, Some(to), None),
            Record::PersonDisabled { person, .. } => (person, None, Some(true)),
            Record::PersonEnabled { person } => (person, None, Some(false)),
            _ => return,
        };
        let standings = self.0.entry(person).or_default();
        let (known, was) = standings
            .last()
            .map_or_else(|| (Roles::of(&[]), false), |last| (last.roles.clone(), last.disabled));
        let (roles, disabled) = (roles.unwrap_or(known), disabled.unwrap_or(was));
        standings.push(Standing { since, roles, disabled });
    }

    /// Whether somebody may have acted in a role at a moment. Software of the house has numbers of its own.
    #[must_use]
    pub fn may_act_as(&self, person: Person, role: EngineRole, at: At) -> bool {
        if person.0 > LAST_PERSON {
            return true;
        }
        let standings = self.0.get(&person.0).map_or(&[][..], Vec::as_slice);
        let ends = standings.iter().skip(1).map(|next| next.since.0).chain([i64::MAX]);
        standings.iter().zip(ends).any(|(standing, end)| {
            let then = standing.since.0.saturating_sub(TOLERANCE)..end.saturating_add(TOLERANCE);
            then.contains(&at.0) && !standing.disabled && standing.roles.may_act_as(role)
        })
    }

    /// Checks the author of an entry of a table, a link or an account.
    ///
    /// # Errors
    /// Who did not hold which role.
    pub fn check(&self, entry: &Entry) -> Result<(), String> {
        let (By::Person { person, role } | By::Helper { person, role, .. }) = &entry.by else {
            return Ok(());
        };
        let known = serde_json::from_value::<EngineRole>(serde_json::Value::from(role.as_str()));
        match known {
            Ok(known) if self.may_act_as(Person(*person), known, entry.at) => Ok(()),
            Ok(_) | Err(_) => {
                Err(format!("person {person} did not hold the role {role} by the stream `{STREAM}` then"))
            }
        }
    }

    /// Holds what the items say of people now against the stream. Somebody who was forgotten has no item. What changes
    /// while both are read differs once, and not again.
    ///
    /// # Errors
    /// The store, or what cannot be read.
    pub async fn compare(store: &dyn Store) -> Result<Vec<String>, PeopleError> {
        let mut problems = Self::read(store).await?.differences(store).await?;
        if !problems.is_empty() {
            let again = Self::read(store).await?.differences(store).await?;
            problems.retain(|problem| again.contains(problem));
        }
        Ok(problems)
    }

    async fn differences(&self, store: &dyn Store) -> Result<Vec<String>, PeopleError> {
        let mut problems = Vec::new();
        for slot in list::<PersonItem>(store, "").await? {
            let Some(item) = slot.value else { continue };
            let last = slot.key.parse().ok().and_then(|person: u32| self.0.get(&person)?.last());
            match last {
                None => {
                    problems.push(format!("person {}: the stream `{STREAM}` does not know them", slot.key))
                }
                Some(last) if (&last.roles, last.disabled) != (&item.roles, item.disabled) => {
                    problems.push(format!(
                        "person {}: their roles or their standing are not those of the stream `{STREAM}`",
                        slot.key
                    ));
                }
                Some(_) => {}
            }
        }
        Ok(problems)
    }
}

fn damaged(error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Damaged(error.to_string())
}
