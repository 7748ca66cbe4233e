//! The table is put up, opens and closes; its tray, terms and notices.

use std::fmt::{self, Formatter};

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::house::MoneyAction;
use crate::name::Name;
use crate::names::Names;
use crate::shelf::{RulesId, Shelf};
use crate::table::bank::Bank;
use crate::table::command::{Cards, Minute};
use crate::table::ledger::Account;
use crate::table::state::{Phase, Round, Shoe, Table};

/// A notice that is still to be given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoticeDue {
    /// By when.
    pub at: Minute,
    /// Which notice of the rulebook.
    pub notice: Name,
}

/// The table is put up, opens and closes; its tray, terms and notices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum OpeningEvent {
    /// The first event of every table.
    TablePutUp {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cards: Option<Cards>,
        name: Name,
        rules: RulesId,
    },
    TableOpened {
        by: Person,
        differential: Option<Amount>,
        float: Amount,
        name: Name,
        rules: RulesId,
    },
    TableClosed {
        by: Person,
        result: Amount,
    },
    TrayFilled {
        #[serde(default, skip_serializing_if = "crate::wire::is_false")]
        alone: bool,
        amount: Amount,
        by: Person,
        credit: bool,
    },
    TermsAdopted {
        by: Person,
        due: Vec<NoticeDue>,
        name: Name,
        posted: Vec<Name>,
        rules: RulesId,
    },
    NoticeGiven {
        at: Minute,
        by: Person,
        notice: Name,
    },
    /// A procedure is put in force for the first time, and somebody must be told of it.
    ProcedureIntroduced {
        at: Minute,
        due: NoticeDue,
    },
}

impl OpeningEvent {
    pub(super) fn change_table(&self, table: &mut Table, shelf: &Shelf) {
        match self {
            Self::TablePutUp { cards, .. } => {
                table.cards = *cards;
                table.shoe = Shoe::before_the_first(&table.rules, *cards);
            }
            Self::TrayFilled { alone, amount, by, credit } => {
                let action = if *credit { MoneyAction::Credit } else { MoneyAction::Fill };
                table.count_alone(*alone, action, *by, *amount);
            }
            Self::TableOpened { differential, .. } => {
                table.moved_alone.clear();
                table.differential = *differential;
                table.outcomes.clear();
                table.round = Round::new(0, None);
                table.shoe = Shoe::before_the_first(&table.rules, table.cards);
                table.spoken.clear();
                (table.curator, table.shoe_asked) = (None, None);
                (table.ordered, table.proposal) = (None, None);
                table.bank = Bank::default();
            }
            Self::TableClosed { .. } => {
                table.phase = Phase::Closed;
                table.dealer = None;
                table.helpers.clear();
                table.contacts.clear();
                end_of_play(table);
            }
            Self::TermsAdopted { rules, due, .. } => adopt(table, *rules, due, shelf),
            Self::NoticeGiven { notice, at, .. } => {
                table.clock = table.clock.max(*at);
                table.due_notices.retain(|(due, _)| due != notice);
                table.notices.retain(|(given, _)| given != notice);
                table.notices.push((*notice, *at));
            }
            Self::ProcedureIntroduced { at, due } => {
                table.clock = table.clock.max(*at);
                table.due_notices.push((due.notice, due.at));
            }
        }
    }

    pub(super) const fn change_round(&self, _: &mut Round) {}

    pub(super) fn move_money(&self, pay: Pay<'_>) {
        match self {
            Self::TableOpened { float, .. } => pay(Account::House, Account::Tray, *float),
            Self::TrayFilled { amount, credit: false, .. } => pay(Account::House, Account::Tray, *amount),
            Self::TrayFilled { amount, credit: true, .. } => pay(Account::Tray, Account::House, *amount),
            Self::TablePutUp { .. }
            | Self::TableClosed { .. }
            | Self::TermsAdopted { .. }
            | Self::NoticeGiven { .. }
            | Self::ProcedureIntroduced { .. } => {}
        }
    }

    pub(super) fn tell(&self, f: &mut Formatter<'_>, _: &Names<'_>) -> fmt::Result {
        match self {
            Self::TablePutUp { cards: Some(cards), name, .. } => {
                write!(f, "a table is put up with {cards} cards: {name}")
            }
            Self::TablePutUp { cards: None, name, .. } => write!(f, "a table is put up: {name}"),
            Self::TableOpened { name, float, .. } => {
                write!(f, "the table opens: {name}, {float} in the tray")
            }
            Self::TableClosed { result, .. } => write!(f, "the table closes with a result of {result}"),
            Self::TrayFilled { amount, credit: false, .. } => write!(f, "{amount} is added to the tray"),
            Self::TrayFilled { amount, credit: true, .. } => write!(f, "{amount} is taken from the tray"),
            Self::TermsAdopted { name, due, posted, .. } => {
                let due = due.iter().map(|due| format!("; notice {} due by minute {}", due.notice, due.at.0));
                let posted = posted.iter().map(|notice| format!("; posted: {notice}"));
                let rest: String = due.chain(posted).collect();
                write!(f, "the table plays by: {name}{rest}")
            }
            Self::NoticeGiven { notice, at, .. } => write!(f, "notice {notice} is given at minute {}", at.0),
            Self::ProcedureIntroduced { due, .. } => {
                write!(f, "a procedure is put in force: notice {} due by minute {}", due.notice, due.at.0)
            }
        }
    }
}

/// The table plays by other terms. A notice is given for one change.
fn adopt(table: &mut Table, rules: RulesId, due: &[NoticeDue], shelf: &Shelf) {
    let Some(rules) = shelf.find(rules) else {
        return table.stop(format!("the rules {rules} are not at hand"));
    };
    let (old, new) = (&table.rules.terms, &rules.terms);
    let changed = |option: &String| old.option(option) != new.option(option);
    let spent = |id: &str| {
        let notice = new.rulebook.file.notices.iter().find(|notice| notice.id == id);
        notice.is_some_and(|notice| notice.options.iter().any(changed))
    };
    table.notices.retain(|(id, _)| !spent(id));
    table.rules = rules.clone();
    table.due_notices.extend(due.iter().map(|due| (due.notice, due.at)));
}

/// Nothing that waited for this shoe waits for the next opening.
fn end_of_play(table: &mut Table) {
    table.shoe.forget_aside();
    table.shoe.committed = None;
    table.ordered = None;
    table.incident = None;
    table.curator = None;
    table.shoe_asked = None;
    table.proposal = None;
    table.spoken.clear();
    table.early.clear();
    table.requests.clear();
    table.bank = Bank::default();
}
