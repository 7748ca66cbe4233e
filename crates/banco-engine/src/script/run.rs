//! Runs a script against a table.

use std::collections::BTreeSet;
use std::sync::Arc;

use banco_cards::{Card, Rank, Suit};
use banco_money::Amount;

use super::jackpot::Order;
use super::line::{Expectation, Line, Who, called};
use super::words::Words;
use super::{act, deal_on, jackpot};
use crate::authority::{Actor, Person, Role};
use crate::hidden::{Commitment, Hidden};
use crate::link::{self, TableId};
use crate::name::{Clauses, Name};
use crate::names::Names;
use crate::pit::{self, Happening, Pit, Refusal};
use crate::table::{BuyInWith, CardSource, Cards, Command, Minute, Phase, Rules, Table, Word};

/// Other terms for the same table, made by changing keys of its submission (`floor: adopt KEY = VALUE`).
pub type NewTerms<'a> = &'a (dyn Fn(&str) -> Result<Arc<Rules>, String> + Sync);

/// How the commitment to a card at a place of its shoe is made.
pub type Commit<'a> = &'a (dyn Fn(Card, u16) -> Commitment + Sync);

/// What became of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Something happened.
    Happened(Vec<Happening>),
    /// The meters of a link were read: what happened, and the report of the day.
    Read(Vec<Happening>, String),
    /// It was refused.
    Refused(Refusal),
    /// An expectation was met.
    Met,
}

/// Whose fault it is that a script cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// The script says something that nobody understands.
    Unreadable,
    /// The table does not do what the script expects of it.
    Unmet,
}

/// What was told, and by which clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Told {
    text: String,
    clauses: Clauses,
}

/// Why a script cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{problem}")]
pub struct Failure {
    /// What is wrong.
    pub problem: String,
    /// Whose fault it is.
    pub fault: Fault,
}

pub(super) fn failure(problem: impl Into<String>) -> Failure {
    Failure { problem: problem.into(), fault: Fault::Unmet }
}

fn unreadable(problem: impl Into<String>) -> Failure {
    Failure { problem: problem.into(), fault: Fault::Unreadable }
}

/// A table that is driven by a script.
pub struct Runner<'a> {
    /// The table that the script is at.
    pub table: Table,
    pit: Pit,
    at: TableId,
    rules: Arc<Rules>,
    new_terms: NewTerms<'a>,
    links: Vec<(Name, link::Event)>,
    happened: Vec<Happening>,
    commit: Option<Commit<'a>>,
    told: Vec<Told>,
    report: String,
    refused: Option<Refusal>,
    produced: BTreeSet<Name>,
}

impl std::fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner").field("table", &self.table).finish_non_exhaustive()
    }
}

impl<'a> Runner<'a> {
    /// For a table that has not opened yet.
    #[must_use]
    pub fn new(rules: Arc<Rules>, new_terms: NewTerms<'a>) -> Self {
        Self::with_cards(rules, None, new_terms)
    }

    /// The same, with which cards the table deals.
    #[must_use]
    pub fn with_cards(rules: Arc<Rules>, cards: Option<Cards>, new_terms: NewTerms<'a>) -> Self {
        let (table, at) = (Table::put_up_with(&rules, cards).1, TableId(1));
        let mut pit = Pit::default();
        let happened = vec![pit.put_up_with(at, &rules, cards)];
        let (links, told, report) = (Vec::new(), Vec::new(), String::new());
        let (commit, refused, produced) = (None, None, BTreeSet::new());
        Self { table, pit, at, rules, new_terms, links, happened, commit, told, report, refused, produced }
    }

    /// From now on cards that come out of the shoe carry commitments.
    pub fn commit_to_cards(&mut self, commit: Commit<'a>) {
        self.commit = Some(commit);
    }

    /// Everything that has happened so far, in order, from the first event of the first table on.
    #[must_use]
    pub fn happened(&self) -> &[Happening] {
        &self.happened
    }

    /// The tables and links.
    #[must_use]
    pub const fn pit(&self) -> &Pit {
        &self.pit
    }

    /// The clauses of every event and every refusal so far.
    #[must_use]
    pub const fn produced(&self) -> &BTreeSet<Name> {
        &self.produced
    }

    /// Carries out a command that comes from elsewhere than a script, at the table that the script is at.
    ///
    /// # Errors
    /// The table refuses it; nothing has happened then.
    pub fn decide(&mut self, by: Actor, command: Command) -> Result<Vec<Happening>, Refusal> {
        let happenings = self.pit.carry_out(by, pit::Command::Table(self.at, command))?;
        self.keep(&happenings);
        self.look();
        Ok(happenings)
    }

    /// Carries out one line.
    ///
    /// # Errors
    /// A line that cannot be read, an expectation that is not met, a refusal that nobody expected, books that
    /// do not agree.
    pub fn line(&mut self, line: &Line) -> Result<Outcome, Failure> {
        match line {
            Line::Expect(expectation) => self.expect(expectation).map(|()| Outcome::Met),
            Line::Ready(how) => {
                self.settled()?;
                self.ready(how).map(Outcome::Happened)
            }
            Line::Table(number, change) => {
                self.settled()?;
                self.go_to(TableId(*number), change).map(|()| Outcome::Happened(Vec::new()))
            }
            Line::Act(who, text) => {
                self.settled()?;
                self.act(*who, text)
            }
        }
    }

    /// Goes to another table, which is put up if it is not there.
    fn go_to(&mut self, table: TableId, change: &str) -> Result<(), Failure> {
        if self.pit.table(table).is_none() {
            let rules = match change {
                "" => Arc::clone(&self.rules),
                change => (self.new_terms)(change).map_err(unreadable)?,
            };
            self.happened.push(self.pit.put_up(table, &rules));
        }
        self.at = table;
        self.look();
        Ok(())
    }

    /// Looks at the table that the script is at.
    fn look(&mut self) {
        if let Some(table) = self.pit.table(self.at) {
            self.table = table.clone();
        }
    }

    fn here(&self, machine: bool) -> jackpot::Here<'_> {
        jackpot::Here { pit: &self.pit, table: self.at, machine, new_terms: self.new_terms }
    }

    /// At the end of a script: a refusal that nobody expected is a failure.
    ///
    /// # Errors
    /// The refusal.
    pub fn settled(&mut self) -> Result<(), Failure> {
        match self.refused.take() {
            None => Ok(()),
            Some(refusal) => {
                let clauses = refusal.clauses().join(", ");
                Err(failure(format!("refused: {} ({}, {clauses})", self.said(&refusal), refusal.code())))
            }
        }
    }

    fn act(&mut self, who: Who, text: &str) -> Result<Outcome, Failure> {
        self.told.clear();
        self.report.clear();
        if let Some(left) = deal_on::asked(text) {
            return self.deal_on(left.map_err(failure)?).map(Outcome::Happened);
        }
        let mut all = Vec::new();
        for order in self.orders(who, text)? {
            match self.carry_out(who, order)? {
                Ok(events) => all.extend(events),
                Err(refusal) => {
                    self.produced.extend(refusal.clauses().iter().copied());
                    self.refused = Some(refusal.clone());
                    return Ok(Outcome::Refused(refusal));
                }
            }
        }
        match jackpot::report(&all, &self.links) {
            None => Ok(Outcome::Happened(all)),
            Some(report) => {
                self.report.clone_from(&report);
                Ok(Outcome::Read(all, report))
            }
        }
    }

    /// What somebody does at the table or on one of its links.
    fn orders(&self, who: Who, text: &str) -> Result<Vec<Order>, Failure> {
        if who == Who::Shoe {
            let words = act::shoe(&self.table, text).map_err(unreadable)?;
            let order = |word| Order::Word(pit::Word::Table(self.at, word));
            return Ok(words.into_iter().map(order).collect());
        }
        let machine = matches!(who, Who::Link | Who::Generator);
        if let Some(order) = jackpot::order(self.here(machine), text).map_err(unreadable)? {
            return Ok(vec![order]);
        }
        if machine {
            return Err(unreadable(format!("no machine can `{text}`")));
        }
        self.command(text).map(|order| vec![order])
    }

    fn command(&self, text: &str) -> Result<Order, Failure> {
        let mut words = Words::new(text);
        if words.take("adopt") {
            let (change, at) = match words.rest().rsplit_once(" at ") {
                Some((change, at)) => (change, format!("at {at}")),
                None => (words.rest(), String::new()),
            };
            let rules = (self.new_terms)(change).map_err(unreadable)?;
            let at = act::minute(&mut Words::new(&at)).map_err(unreadable)?;
            let adopt = Command::AdoptTerms { rules: Arc::clone(&rules), at };
            return Ok(Order::Under(rules, pit::Command::Table(self.at, adopt)));
        }
        let command = act::command(&self.table, text).map_err(unreadable)?;
        Ok(Order::Command(pit::Command::Table(self.at, command)))
    }

    /// Decides, changes tables and links and looks at the books.
    fn carry_out(&mut self, by: Who, order: Order) -> Result<Result<Vec<Happening>, Refusal>, Failure> {
        let decided = match (order, by) {
            (Order::Word(word), _) => self.pit.carry_out_word(self.committed(word)),
            (Order::Command(command), Who::Person(by)) => self.pit.carry_out(by, command),
            (Order::Under(rules, command), Who::Person(by)) => {
                self.pit.know(rules);
                self.pit.carry_out(by, command)
            }
            (Order::Command(_) | Order::Under(..), Who::Shoe | Who::Link | Who::Generator) => {
                return Err(unreadable("a machine gives no commands"));
            }
        };
        let happenings = match decided {
            Ok(happenings) => happenings,
            Err(refusal) if refusal.clauses().is_empty() => {
                return Err(failure(format!("refused without a clause: {refusal}")));
            }
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.keep(&happenings);
        for happening in &happenings {
            let told = Told { text: self.story(happening), clauses: happening.clauses() };
            self.produced.extend(told.clauses.as_slice().iter().copied());
            self.told.push(told);
        }
        self.look();
        self.audit()?;
        Ok(Ok(happenings))
    }

    fn keep(&mut self, happenings: &[Happening]) {
        self.happened.extend_from_slice(happenings);
        self.links.extend(happenings.iter().filter_map(|happening| match happening {
            Happening::Link(setup, event) => Some((setup.name, event.clone())),
            _ => None,
        }));
    }

    /// The same word with the commitment to its card, where commitments are made.
    fn committed(&self, word: pit::Word) -> pit::Word {
        let commit = |at, card: Hidden<Card>| {
            let place = self.pit.table(at).map_or(0, Table::next_card);
            let commitment = self.commit.zip(card.unseal()).map(|(commit, card)| (card, commit(card, place)));
            commitment.map_or(card, |(card, commitment)| Hidden::committed(card, commitment))
        };
        match word {
            pit::Word::Table(at, Word::Card(card)) => pit::Word::Table(at, Word::Card(commit(at, card))),
            pit::Word::Table(at, Word::Burn(card)) => pit::Word::Table(at, Word::Burn(commit(at, card))),
            pit::Word::Table(
                at,
                word @ (Word::CutCard
                | Word::Turned(_)
                | Word::ShoeCommitted { .. }
                | Word::ShoeOpened(_)
                | Word::Link(_)
                | Word::Account(_)),
            ) => pit::Word::Table(at, word),
            pit::Word::Link(name, word) => pit::Word::Link(name, word),
            word @ (pit::Word::Account(..) | pit::Word::Time(_) | pit::Word::AskerGone(..)) => word,
        }
    }

    /// What has happened, in words.
    #[must_use]
    pub fn story(&self, happening: &Happening) -> String {
        happening.story(&Names::new(self.table.rules(), &called))
    }

    /// Why something was refused, in words.
    #[must_use]
    pub fn said(&self, refusal: &Refusal) -> String {
        refusal.said(&Names::new(self.table.rules(), &called))
    }

    /// The books of the table agree, and every meter holds what its events say.
    fn audit(&self) -> Result<(), Failure> {
        if let Some(fault) = self.table.fault() {
            return Err(failure(format!("the table stopped: {fault}")));
        }
        self.table.audit().map_err(|problem| failure(format!("the books do not agree: {problem}")))?;
        for link in self.pit.links() {
            let events = jackpot::events_of(link.name(), &self.links);
            link::reconcile(link, &events).map_err(|variance| failure(variance.to_string()))?;
        }
        self.pit.audit().map_err(|discrepancy| failure(discrepancy.to_string()))
    }

    pub(super) fn must(
        &mut self,
        by: Actor,
        command: Command,
        all: &mut Vec<Happening>,
    ) -> Result<(), Failure> {
        let command = pit::Command::Table(self.at, command);
        self.must_order(Who::Person(by), Order::Command(command), all)
    }

    /// The shoe gives a card.
    pub(super) fn must_hear(&mut self, word: Word, all: &mut Vec<Happening>) -> Result<(), Failure> {
        self.must_order(Who::Shoe, Order::Word(pit::Word::Table(self.at, word)), all)
    }

    fn must_order(&mut self, by: Who, order: Order, all: &mut Vec<Happening>) -> Result<(), Failure> {
        match self.carry_out(by, order)? {
            Ok(events) => {
                all.extend(events);
                Ok(())
            }
            Err(refusal) => Err(failure(format!("not ready: {} ({})", self.said(&refusal), refusal.code()))),
        }
    }

    /// Opens and prepares the table by the shortest way:
    /// `ready [SEAT...] [entry|results] [cut card N] [trigger AMOUNT] [until cut|load|burn|offer]`.
    fn ready(&mut self, how: &str) -> Result<Vec<Happening>, Failure> {
        self.told.clear();
        let mut words = Words::new(how);
        let mut seats: Vec<u8> = Vec::new();
        while words.rest().starts_with(|c: char| c.is_ascii_digit()) {
            seats.push(words.number().map_err(unreadable)?);
        }
        let source = act::source(&mut words);
        let least = self.table.rules().least_cut_card();
        let cut_card = if words.take("cut card") { words.number().map_err(unreadable)? } else { least };
        let currency = self.table.rules().terms.currency;
        let trigger =
            if words.take("trigger") { Some(words.amount(currency).map_err(unreadable)?) } else { None };
        let until = until(&mut words).map_err(unreadable)?;
        words.end().map_err(unreadable)?;
        let mut all = Vec::new();
        if self.table.phase() == Phase::Closed {
            let float = Amount::from_minor(100_000_000, currency);
            let open = Command::OpenTable { float, differential: None, at: Minute(0) };
            self.must(staff(Role::Floor), open, &mut all)?;
            self.seal_triggers(trigger, &mut all)?;
        }
        for seat in seats {
            let one = Actor::new(Role::Participant, Person(u32::from(seat)));
            self.must(one, Command::Sit { seat }, &mut all)?;
            let amount = Amount::from_minor(1_000_000, currency);
            self.must(one, Command::BuyIn { amount, with: BuyInWith::Chips }, &mut all)?;
        }
        self.prepare_until(source, cut_card, until, &mut all)?;
        Ok(all)
    }

    /// Must Hit meters without a trigger get this one, or the greatest.
    fn seal_triggers(&mut self, trigger: Option<Amount>, all: &mut Vec<Happening>) -> Result<(), Failure> {
        let mut orders = Vec::new();
        for link in self.pit.links_of(self.at) {
            // A link that another table has put into operation has its trigger already.
            let unsealed =
                |rule: &&link::MeterRule| link.triggers(rule.id).is_none_or(|known| !known.is_sealed());
            for rule in link.wanting_secrets().filter(unsealed) {
                let amount = trigger.or(rule.growth.cap).unwrap_or(rule.growth.seed);
                let word = jackpot::seal(link, rule.id, amount).map_err(unreadable)?;
                orders.push(Order::Word(pit::Word::Link(link.name(), word)));
            }
        }
        for order in orders {
            if let Ok(happenings) = self.carry_out(Who::Generator, order)? {
                all.extend(happenings);
            }
        }
        Ok(())
    }

    /// Every step that is due, by whoever does it, until wagers are taken and somebody has the shoe, or until
    /// an earlier phase begins.
    fn prepare_until(
        &mut self,
        source: CardSource,
        cut_card: u16,
        until: Option<Phase>,
        all: &mut Vec<Happening>,
    ) -> Result<(), Failure> {
        // An ace and one more card are burnt.
        let mut burnt = [Card::new(Rank::Ace, Suit::Clubs), Card::new(Rank::Two, Suit::Clubs)].into_iter();
        loop {
            let (by, command) = match self.table.phase() {
                phase if Some(phase) == until => return Ok(()),
                Phase::Preparing => self.next_step()?,
                Phase::Cutting => self.next_cut(),
                Phase::Loading => {
                    let batch = self.table.next_batch();
                    (staff(Role::Dealer), Command::LoadShoe { source, cut_card, batch })
                }
                Phase::Burning => {
                    let card = burnt.next().map_or_else(Hidden::unknown, Hidden::new);
                    (staff(Role::Dealer), Command::BurnCard(card))
                }
                Phase::BetweenShoes => (staff(Role::Dealer), Command::CollectVigorish),
                Phase::Betting => match self.table.shoe_asked() {
                    Some(asked) => {
                        let one = Actor::new(Role::Participant, asked.person);
                        (one, Command::AcceptShoe { dealer_acts: false })
                    }
                    None => return Ok(()),
                },
                other => return Err(failure(format!("not ready: {}", other.in_words()))),
            };
            self.must(by, command, all)?;
        }
    }

    fn next_step(&self) -> Result<(Actor, Command), Failure> {
        let next = self.table.next_preparation().ok_or_else(|| failure("no step is due"))?;
        let done = u32::try_from(self.table.shoe().step_by.len()).unwrap_or(0);
        let by = staff(next.by);
        let by = Actor::new(by.role(), Person(by.person().0 + done));
        Ok((by, Command::Prepare { step: next.id.to_string(), told: None }))
    }

    fn next_cut(&self) -> (Actor, Command) {
        let at = self.table.rules().terms.pack().len() / 2;
        match self.table.shoe().cut_asked {
            Some((person, _)) => (Actor::new(Role::Participant, person), Command::Cut { at }),
            None => (staff(Role::Dealer), Command::Cut { at }),
        }
    }

    fn expect(&mut self, expectation: &Expectation) -> Result<(), Failure> {
        match expectation {
            Expectation::Told(text) => self.expect_told(text),
            Expectation::NotTold(text) => {
                self.settled()?;
                match self.told.iter().find(|told| told.text.contains(text)) {
                    None => Ok(()),
                    Some(told) => Err(failure(format!("expected no `{text}`, told was: {}", told.text))),
                }
            }
            Expectation::Refused(code, clauses) => self.expect_refused(code, clauses),
            Expectation::Stands(text) => {
                self.settled()?;
                self.expect_stands(text)
            }
        }
    }

    /// `TEXT`, or `TEXT [CLAUSE, CLAUSE]`: an event tells this, by these clauses and no others; or a line of the
    /// day's report.
    fn expect_told(&mut self, text: &str) -> Result<(), Failure> {
        self.settled()?;
        let named = text.strip_suffix(']').and_then(|text| text.rsplit_once(" ["));
        let words = named.map_or(text, |(words, _)| words);
        let wanted = named.map(|(_, clauses)| listed(clauses));
        let met = |told: &Told| {
            let clauses = || set(told.clauses.as_slice());
            told.text.contains(words) && wanted.as_ref().is_none_or(|wanted| *wanted == clauses())
        };
        match self.told.iter().position(met) {
            Some(at) => {
                self.told.drain(..=at);
                Ok(())
            }
            None if jackpot::reported(&self.report, text) => Ok(()),
            None => Err(failure(format!("expected `{text}`, told was: {}", self.all_told()))),
        }
    }

    fn all_told(&self) -> String {
        let told = self.told.iter().map(|told| format!("{} [{}]", told.text, told.clauses));
        told.collect::<Vec<_>>().join(" | ")
    }

    fn expect_refused(&mut self, code: &str, clauses: &[String]) -> Result<(), Failure> {
        let Some(refusal) = self.refused.take() else {
            return Err(failure(format!(
                "expected a refusal `{code}`, but it happened: {}",
                self.all_told()
            )));
        };
        if refusal.code() != code {
            return Err(failure(format!("expected `{code}`, found `{}`: {refusal}", refusal.code())));
        }
        let wanted: BTreeSet<&str> = clauses.iter().map(String::as_str).collect();
        if wanted != set(refusal.clauses()) {
            let found = refusal.clauses().join(", ");
            let wanted = clauses.join(", ");
            return Err(failure(format!("expected `{code}` by the clauses {wanted}, found {found}")));
        }
        Ok(())
    }

    /// `phase betting`, `results 3`, or an account and its balance.
    fn expect_stands(&self, text: &str) -> Result<(), Failure> {
        let mut words = Words::new(text);
        if words.take("phase") {
            let found = self.table.phase().in_words();
            let met = found.contains(words.rest());
            return if met { Ok(()) } else { Err(failure(format!("expected {text}, found: {found}"))) };
        }
        if words.take("results") {
            let wanted: usize = words.number().map_err(unreadable)?;
            let found = self.table.results().len();
            return if found == wanted { Ok(()) } else { Err(failure(format!("found {found} results"))) };
        }
        if let Some(found) = jackpot::stands(self.here(false), &mut words) {
            // What is not there cannot stand so: the line fails, and it alone.
            let (found, wanted) = (found.map_err(failure)?, words.rest());
            let met = found == wanted;
            return if met { Ok(()) } else { Err(failure(format!("expected {text}, found {found}"))) };
        }
        let account = act::account(&mut words).map_err(unreadable)?;
        let currency = self.table.rules().terms.currency;
        let negative = words.take("-");
        let wanted = words.amount(currency).map_err(unreadable)?;
        let wanted =
            if negative { wanted.negated().map_err(|error| failure(error.to_string()))? } else { wanted };
        match self.table.balance(account) {
            Some(found) if found == wanted => Ok(()),
            Some(found) => Err(failure(format!("expected {text}, found {found}"))),
            None => Err(failure(format!("there is no such account: {text}"))),
        }
    }
}

/// `until cut`: the phase in which a table is left.
fn until(words: &mut Words<'_>) -> Result<Option<Phase>, String> {
    if !words.take("until") {
        return Ok(None);
    }
    let phases = [
        ("cut", Phase::Cutting),
        ("load", Phase::Loading),
        ("burn", Phase::Burning),
        ("offer", Phase::Betting),
    ];
    let found = phases.into_iter().find(|(name, _)| words.take(name));
    found
        .map(|(_, phase)| Some(phase))
        .ok_or_else(|| format!("`{}` is not a phase: write cut, load, burn or offer", words.rest()))
}

/// Clauses in brackets, as a set.
fn listed(clauses: &str) -> BTreeSet<&str> {
    clauses.split(", ").filter(|clause| !clause.is_empty()).collect()
}

fn set(clauses: &'static [Name]) -> BTreeSet<&'static str> {
    clauses.iter().map(|clause| clause.as_str()).collect()
}

/// The first of the staff in a capacity.
#[must_use]
pub fn staff(role: Role) -> Actor {
    let name = match role {
        Role::Dealer => "dealer",
        Role::Surveillance => "surveillance",
        Role::Executive => "executive",
        _ => "floor",
    };
    match Who::person(name) {
        Ok(actor) => Actor::new(role, actor.person()),
        Err(_) => Actor::new(role, Person(0)),
    }
}
