//! Where tables and accounts meet: what happens at a table goes to the accounts of those it concerns, and what an
//! account says of its owner goes to every table where they play.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::draft::Draft;
use super::{Happening, Refusal, Stream, table_side};
use crate::authority::{Actor, Person};
use crate::cage::{self, Account, House, TableSays};
use crate::link::TableId;
use crate::reasons::refuse;
use crate::table::{self, AccountWord, Barred, Event, FloorEvent, PeopleEvent, Table, What};

impl Draft<'_> {
    /// Somebody's account as it is after what has happened so far.
    fn account(&self, person: Person) -> Option<&Arc<Account>> {
        self.accounts.get(&person).or_else(|| self.pit.accounts.get(&person))
    }

    /// A person's command to an account, and what it means to the tables where its owner plays.
    pub fn command_account(
        &mut self,
        person: Person,
        by: Actor,
        command: cage::Command,
    ) -> Result<(), Refusal> {
        let account = self.account_or_new(person);
        let events = cage::decide(&account, &self.house(), self.now, by, command)?;
        self.happen_in(account, events)
    }

    /// A word of a machine to an account, and what it means to the tables where its owner plays.
    pub fn word_to_account(&mut self, person: Person, word: cage::Word) -> Result<(), Refusal> {
        let account = self.account_or_new(person);
        let events = cage::hear(&account, self.now, word)?;
        self.happen_in(account, events)
    }

    /// What a table says to the account of somebody who plays there.
    pub fn table_says(&mut self, at: TableId, person: Person, says: TableSays) -> Result<(), Refusal> {
        let account = self.account_or_new(person);
        let events = cage::hear_table(&account, self.now, at, says)?;
        self.happen_in(account, events)?;
        match says {
            TableSays::Came { .. } => self.tell(at, person),
            TableSays::BoughtIn { .. }
            | TableSays::TookCash { .. }
            | TableSays::Corrected { .. }
            | TableSays::CameHome { .. }
            | TableSays::Left => Ok(()),
        }
    }

    fn account_or_new(&self, person: Person) -> Arc<Account> {
        self.account(person).map_or_else(|| Arc::new(Account::of(person)), Arc::clone)
    }

    /// The choices of the house, with the kind of accounts that the floor has.
    fn house(&self) -> House {
        let mut house = self.pit.house.clone();
        house.kind = house.kind.or_else(|| self.pit.accounts().next().map(Account::kind));
        house
    }

    /// Events of an account. Tables where its owner plays are told what binds them from now on, if that has changed.
    fn happen_in(&mut self, mut account: Arc<Account>, events: Vec<cage::Event>) -> Result<(), Refusal> {
        let person = account.person();
        let before = account.restriction();
        if !events.is_empty() {
            let now = Arc::make_mut(&mut account);
            events.iter().for_each(|event| cage::evolve(now, event));
        }
        let told = if account.restriction() == before { BTreeSet::new() } else { account.tables().clone() };
        if !events.is_empty() {
            self.accounts.insert(person, account);
            self.happenings.extend(events.into_iter().map(|event| Happening::Account(person, event)));
        }
        told.into_iter().try_for_each(|table| self.tell(table, person))
    }

    /// Tells a table what the account of somebody says, if it hears and does not know it yet.
    pub fn tell(&mut self, at: TableId, person: Person) -> Result<(), Refusal> {
        // Who sat down before they had an account plays from their pocket until they leave: chips that were at a table
        // before the account existed never come home to it.
        let came = self.account(person).filter(|account| account.tables().contains(&at));
        let Some(restriction) = came.map(|account| account.restriction()) else { return Ok(()) };
        // Nothing at a table keeps somebody from what they choose for their protection.
        let plays = |table: &&Table| table_side::can_hear(table) && table.participant(person).is_some();
        let Some(known) = self.table(at).filter(plays) else { return Ok(()) };
        let word = table::Word::Account(AccountWord { person, restriction });
        let events = table::hear(known, word)?;
        self.streams.insert(Stream::Table(at));
        self.happen_at(at, None, events)
    }

    /// What events of a table mean to accounts, with the table as it was before them.
    pub fn words_for_cage(&self, table: &Table, events: &[Event]) -> Vec<(Person, TableSays)> {
        let mut words = Vec::new();
        for event in events {
            let What::People(event) = &event.what else {
                words.extend(self.corrected(table, event));
                continue;
            };
            match event {
                PeopleEvent::Arrived { person, .. } => {
                    let currency = table.rules().terms.currency;
                    // Under full controls every seat has an account: without one, the account refuses.
                    if self.pit.house.is_strict() || has_account(self.account(*person)) {
                        words.push((*person, TableSays::Came { currency }));
                    }
                }
                PeopleEvent::BoughtIn { amount, person, .. } if table.told(*person).is_some() => {
                    words.push((*person, TableSays::BoughtIn { amount: *amount }));
                }
                PeopleEvent::CashTaken { amount, person, .. } if table.told(*person).is_some() => {
                    words.push((*person, TableSays::TookCash { amount: *amount }));
                }
                PeopleEvent::CashedOut { amount, person } if table.told(*person).is_some() => {
                    words.push((*person, TableSays::CameHome { amount: *amount }));
                }
                PeopleEvent::Left { chips, person, .. } if table.told(*person).is_some() => {
                    let home = chips.is_positive().then_some(TableSays::CameHome { amount: *chips });
                    words.extend(home.into_iter().chain([TableSays::Left]).map(|says| (*person, says)));
                }
                PeopleEvent::AccountTold { .. }
                | PeopleEvent::Moved { .. }
                | PeopleEvent::Left { .. }
                | PeopleEvent::BoughtIn { .. }
                | PeopleEvent::CashTaken { .. }
                | PeopleEvent::CashedOut { .. }
                | PeopleEvent::PromotionGiven { .. }
                | PeopleEvent::Tipped { .. } => {}
            }
        }
        words
    }

    /// A correction toward somebody's chips, which their account has to let them have under full controls.
    fn corrected(&self, table: &Table, event: &Event) -> Option<(Person, TableSays)> {
        let What::Floor(FloorEvent::Corrected { amount, to: table::Account::Chips(person), .. }) =
            &event.what
        else {
            return None;
        };
        let bound = self.pit.house.is_strict() && table.told(*person).is_some();
        bound.then_some((*person, TableSays::Corrected { amount: *amount }))
    }

    /// Nobody acts for another while they stay away from the games themself; the other may always take what is theirs
    /// and go.
    pub fn helper_may(&self, table: &Table, by: Actor, command: &table::Command) -> Result<(), Refusal> {
        let acting = by.acting_for().map(|_| by.person());
        let goes = matches!(
            command,
            table::Command::Leave | table::Command::TakeDown { .. } | table::Command::TakeBack { .. }
        );
        let helper = acting.filter(|_| !goes).or_else(|| table_side::helper_in(table, command));
        let Some(person) = helper else { return Ok(()) };
        let barred = self.account(person).and_then(|account| account.restriction().barred);
        match barred.filter(|barred| matches!(barred, Barred::CoolingOff | Barred::Excluded)) {
            Some(barred) => {
                let reason = table::Reason::HelperBarred { helper: person, why: barred.in_words() };
                Err(Refusal::Table(refuse(reason, table.rules().topics.accommodation)))
            }
            None => Ok(()),
        }
    }
}

/// Somebody with an account plays from it or not at all, also when it is closed: what they have chosen for their
/// protection outlives it.
fn has_account(account: Option<&Arc<Account>>) -> bool {
    account.is_some_and(|account| account.is_opened())
}
