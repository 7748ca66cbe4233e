//! What is not everyday: holds, voids, irregularities, corrections, orders, approvals.

use std::collections::BTreeMap;

use banco_engine::link::{self, Approval, ChangeEvent, Link, OperationEvent, TableId};
use banco_engine::pit::Pit;
use banco_engine::record::Record;
use banco_engine::table::{
    BankEvent, CuratorEvent, DealingEvent, Event, FloorEvent, IrregularityEvent, OpeningEvent, PassedWhy,
    PeopleEvent, PreparationEvent, TurningEvent, What,
};
use banco_engine::{Clauses, Names, Person, RequestId, RulesId, cage};
use banco_journal::{At, Entry, Store};
use banco_money::Amount;
use schemars::JsonSchema;
use serde::Serialize;

use crate::PeopleNames;
use crate::csv::{columns, list};
use crate::error::ReportError;
use crate::history::{author, texts};
use crate::money::{Moment, Money};
use crate::scan::{self, Span};

/// What kind of exception it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExceptionKind {
    /// A table is held.
    Hold,
    /// It goes on.
    Resume,
    /// A round is annulled.
    Void,
    /// A result does not stand.
    ResultWithdrawn,
    /// Something went wrong.
    Irregularity,
    /// The floor dismisses a report of that.
    IrregularityDismissed,
    /// The floor approves one.
    IrregularityApproved,
    /// A card was found missing.
    CardMissing,
    /// Money of a table is moved by hand.
    Correction,
    /// A meter or a balance is put right.
    Adjustment,
    /// Money moves from one link to another.
    Transfer,
    /// A link has new terms.
    TermsChanged,
    /// A link closes.
    LinkClosed,
    /// A jackpot is rejected.
    JackpotRejected,
    /// Somebody who is gone is seen off.
    SeeOff,
    /// Somebody did not say what was awaited of them.
    PassedOver,
    /// The dealer or the floor orders something.
    Order,
    /// Somebody may act for another.
    Accommodation,
    /// Something that takes two people is asked for.
    Asked,
    /// It is approved.
    Approved,
    /// It is turned down.
    TurnedDown,
    /// Nobody answers it in time.
    Expired,
    /// The house changes what an account is good for.
    AccountStatus,
    /// A table, a link or an account has stopped because its books do not agree.
    Stopped,
}

impl ExceptionKind {
    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Resume => "resume",
            Self::Void => "void",
            Self::ResultWithdrawn => "result_withdrawn",
            Self::Irregularity => "irregularity",
            Self::IrregularityDismissed => "irregularity_dismissed",
            Self::IrregularityApproved => "irregularity_approved",
            Self::CardMissing => "card_missing",
            Self::Correction => "correction",
            Self::Adjustment => "adjustment",
            Self::Transfer => "transfer",
            Self::TermsChanged => "terms_changed",
            Self::LinkClosed => "link_closed",
            Self::JackpotRejected => "jackpot_rejected",
            Self::SeeOff => "see_off",
            Self::PassedOver => "passed_over",
            Self::Order => "order",
            Self::Accommodation => "accommodation",
            Self::Asked => "asked",
            Self::Approved => "approved",
            Self::TurnedDown => "turned_down",
            Self::Expired => "expired",
            Self::AccountStatus => "account_status",
            Self::Stopped => "stopped",
        }
    }
}

/// Something that is not everyday.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ExceptionRow {
    /// When.
    pub at: Moment,
    /// In which stream.
    pub stream: String,
    /// By which entry; the last one, where a stream has stopped.
    pub version: u64,
    /// What kind it is.
    pub kind: ExceptionKind,
    /// In which round of the table.
    pub round: Option<u32>,
    /// Who did it, or asked for it where it takes two people.
    pub by: Option<u32>,
    /// Who approved it, where it takes two people.
    pub second: Option<u32>,
    /// In which capacity the entry was written, or by which machine of the house.
    pub role: String,
    /// Whom it is about.
    pub person: Option<u32>,
    /// The request that it belongs to.
    pub request: Option<u32>,
    /// The money that it moves.
    pub amount: Option<Money>,
    /// What happened, in words, with the reason.
    pub text: String,
    /// The clauses behind it.
    pub clauses: Vec<&'static str>,
}

columns! { ExceptionRow as one:
    "at" = one.at,
    "stream" = &one.stream,
    "version" = one.version,
    "kind" = one.kind.name(),
    "round" = one.round,
    "by" = one.by,
    "second" = one.second,
    "role" = &one.role,
    "person" = one.person,
    "request" = one.request,
    "amount" = one.amount,
    "currency" = one.amount.map(|amount| amount.currency.code()),
    "text" = &one.text,
    "clauses" = list(&one.clauses),
}

/// What an event says about an exception.
struct Found {
    kind: ExceptionKind,
    by: Option<Person>,
    second: Option<Person>,
    person: Option<Person>,
    request: Option<RequestId>,
    amount: Option<Money>,
}

impl Found {
    const fn new(kind: ExceptionKind) -> Self {
        Self { kind, by: None, second: None, person: None, request: None, amount: None }
    }

    const fn by(self, person: Person) -> Self {
        Self { by: Some(person), ..self }
    }

    const fn about(self, person: Person) -> Self {
        Self { person: Some(person), ..self }
    }

    const fn seconded(self, second: Person) -> Self {
        Self { second: Some(second), ..self }
    }

    const fn on(self, request: RequestId) -> Self {
        Self { request: Some(request), ..self }
    }

    fn of(self, amount: Amount) -> Self {
        Self { amount: Some(amount.into()), ..self }
    }

    const fn approved(self, approval: &Approval) -> Self {
        self.by(approval.asked_by).seconded(approval.approved_by).on(approval.request)
    }

    /// The dealer or the floor has ordered that something passes on.
    fn ordered(why: &PassedWhy) -> Option<Self> {
        matches!(why, PassedWhy::Order(_)).then(|| Self::new(ExceptionKind::Order))
    }
}

fn at_table(event: &What) -> Option<Found> {
    use ExceptionKind as Kind;
    Some(match event {
        What::Floor(event) => on_floor(event)?,
        What::Dealing(DealingEvent::ResultWithdrawn) => Found::new(Kind::ResultWithdrawn),
        What::Irregularity(IrregularityEvent::IrregularityReported { by, .. }) => {
            Found::new(Kind::Irregularity).by(*by)
        }
        What::Irregularity(IrregularityEvent::IrregularityDismissed { by }) => {
            Found::new(Kind::IrregularityDismissed).by(*by)
        }
        What::Irregularity(IrregularityEvent::IrregularityApproved { by, .. }) => {
            Found::new(Kind::IrregularityApproved).by(*by)
        }
        What::Preparation(PreparationEvent::CardMissing { by, .. }) => Found::new(Kind::CardMissing).by(*by),
        What::Preparation(PreparationEvent::RecutOrdered { by, .. }) => Found::new(Kind::Order).by(*by),
        What::People(PeopleEvent::Left { person, seen_off_by: Some(by), .. }) => {
            Found::new(Kind::SeeOff).by(*by).about(*person)
        }
        What::Turning(TurningEvent::CardsDeclined { by, ordered: Some(_), .. }) => {
            Found::new(Kind::Order).about(*by)
        }
        What::Curator(CuratorEvent::ShoePassed { why, .. })
        | What::Bank(BankEvent::BankPassed { why, .. }) => Found::ordered(why)?,
        What::Opening(_)
        | What::Preparation(_)
        | What::People(_)
        | What::Wagering(_)
        | What::Curator(_)
        | What::Dealing(_)
        | What::Turning(_)
        | What::HouseMoney(_)
        | What::Settlement(_)
        | What::Jackpot(_)
        | What::Bank(_)
        | What::Cover(_)
        | What::Irregularity(_) => return None,
    })
}

fn on_floor(event: &FloorEvent) -> Option<Found> {
    use ExceptionKind as Kind;
    Some(match event {
        FloorEvent::TableHeld { by, .. } => Found::new(Kind::Hold).by(*by),
        FloorEvent::TableResumed { by } => Found::new(Kind::Resume).by(*by),
        FloorEvent::Accommodated { by, person, .. } => Found::new(Kind::Accommodation).by(*by).about(*person),
        FloorEvent::Asked { request } => Found::new(Kind::Asked).by(request.by).on(request.id),
        FloorEvent::Approved { by, request } => Found::new(Kind::Approved).seconded(*by).on(*request),
        FloorEvent::TurnedDown { by, request, .. } => Found::new(Kind::TurnedDown).seconded(*by).on(*request),
        FloorEvent::DealerSignedOn { .. } | FloorEvent::DealerSignedOff { .. } => return None,
        FloorEvent::Expired { request } | FloorEvent::Lapsed { request } => {
            Found::new(Kind::Expired).on(*request)
        }
        FloorEvent::Corrected { amount, by, second, .. } => {
            Found::new(Kind::Correction).by(*by).seconded(*second).of(*amount)
        }
        FloorEvent::RoundVoided { by, second, .. } => {
            Found { second: *second, ..Found::new(Kind::Void).by(*by) }
        }
        FloorEvent::PassedOver { by, person, .. } => Found::new(Kind::PassedOver).by(*by).about(*person),
    })
}

fn on_link(event: &link::What, link: Option<&Link>) -> Option<Found> {
    use ExceptionKind as Kind;
    let whole = |fine: link::Fine| {
        let amount = link.and_then(|link| fine.whole(link.setup().currency).ok());
        amount.map(Money::from)
    };
    Some(match event {
        link::What::Change(ChangeEvent::Asked { request }) => {
            Found::new(Kind::Asked).by(request.by).on(request.id)
        }
        link::What::Change(ChangeEvent::TurnedDown { by, request, .. }) => {
            Found::new(Kind::TurnedDown).seconded(*by).on(*request)
        }
        link::What::Change(ChangeEvent::Expired { request } | ChangeEvent::Lapsed { request }) => {
            Found::new(Kind::Expired).on(*request)
        }
        link::What::Change(ChangeEvent::Adjusted { approval, feed, .. }) => {
            Found { amount: whole(feed.total()), ..Found::new(Kind::Adjustment).approved(approval) }
        }
        link::What::Change(ChangeEvent::TermsChanged { approval, .. }) => {
            Found::new(Kind::TermsChanged).approved(approval)
        }
        link::What::Change(ChangeEvent::TransferredOut { approval, feed, .. }) => {
            Found { amount: whole(feed.total()), ..Found::new(Kind::Transfer).approved(approval) }
        }
        link::What::Change(ChangeEvent::TransferredIn { feed, .. }) => {
            Found { amount: whole(feed.total()), ..Found::new(Kind::Transfer) }
        }
        link::What::Jackpot(link::JackpotEvent::Rejected { amount, approval, .. }) => {
            let found = Found::new(Kind::JackpotRejected);
            let found = approval.as_ref().map_or(Found::new(Kind::JackpotRejected), |by| found.approved(by));
            Found { amount: whole(*amount), ..found }
        }
        link::What::Operation(OperationEvent::Closed { approval, .. }) => {
            Found::new(Kind::LinkClosed).approved(approval)
        }
        link::What::Operation(_)
        | link::What::Table(_)
        | link::What::Game(_)
        | link::What::Jackpot(_)
        | link::What::Trigger(_)
        | link::What::Reading(_) => return None,
    })
}

fn in_account(event: &cage::What, owner: Person) -> Option<Found> {
    use ExceptionKind as Kind;
    let found = match event {
        cage::What::Money(cage::MoneyEvent::Adjusted { amount, approval, .. }) => {
            Found::new(Kind::Adjustment).approved(approval).of(*amount)
        }
        cage::What::Request(cage::RequestEvent::Asked { request, .. }) => {
            Found::new(Kind::Asked).by(request.by).on(request.id)
        }
        cage::What::Request(cage::RequestEvent::TurnedDown { by, request, .. }) => {
            Found::new(Kind::TurnedDown).seconded(*by).on(*request)
        }
        cage::What::Request(cage::RequestEvent::Confirmed { .. }) => return None,
        cage::What::Request(
            cage::RequestEvent::Expired { request, .. } | cage::RequestEvent::Lapsed { request, .. },
        ) => Found::new(Kind::Expired).on(*request),
        cage::What::Standing(cage::StandingEvent::StatusChanged { by, .. }) => {
            Found::new(Kind::AccountStatus).by(*by)
        }
        cage::What::Standing(_)
        | cage::What::Money(_)
        | cage::What::Chips(_)
        | cage::What::Play(_)
        | cage::What::Session(_)
        | cage::What::Limits(_)
        | cage::What::Protection(_) => return None,
    };
    Some(found.about(owner))
}

/// What is remembered of a stream while it is read.
#[derive(Default)]
struct Context {
    round: Option<u32>,
    rules: Option<RulesId>,
    /// Who asked for what has not been answered.
    asked: BTreeMap<RequestId, Person>,
}

impl Context {
    fn follow_table(&mut self, event: &Event) {
        match &event.what {
            What::Opening(
                OpeningEvent::TablePutUp { rules, .. } | OpeningEvent::TermsAdopted { rules, .. },
            ) => self.rules = Some(*rules),
            What::Opening(OpeningEvent::TableOpened { rules, .. }) => {
                (self.rules, self.round) = (Some(*rules), None);
            }
            What::Dealing(DealingEvent::RoundBegun { round, .. }) => self.round = Some(*round),
            What::Dealing(DealingEvent::CardsDiscarded { .. }) => self.round = None,
            What::Opening(_)
            | What::Preparation(_)
            | What::People(_)
            | What::Wagering(_)
            | What::Curator(_)
            | What::Dealing(_)
            | What::Turning(_)
            | What::HouseMoney(_)
            | What::Settlement(_)
            | What::Jackpot(_)
            | What::Bank(_)
            | What::Cover(_)
            | What::Irregularity(_)
            | What::Floor(_) => {}
        }
    }

    /// Whoever asked is told with the answer.
    fn complete(&mut self, mut found: Found) -> Found {
        let Some(request) = found.request else { return found };
        match found.by {
            Some(by) if found.kind == ExceptionKind::Asked => drop(self.asked.insert(request, by)),
            Some(_) => drop(self.asked.remove(&request)),
            None => found.by = self.asked.remove(&request),
        }
        found
    }
}

/// Exceptions in some time, in order of time; streams that have stopped come last.
///
/// # Errors
/// The store, an entry that this engine does not read, or rules that are not at hand.
pub async fn exceptions(
    store: &dyn Store,
    pit: &Pit,
    people: PeopleNames<'_>,
    span: Span,
) -> Result<Vec<ExceptionRow>, ReportError> {
    let mut rows = Vec::new();
    for kind in ["table", "link", "account"] {
        let mut contexts: BTreeMap<String, Context> = BTreeMap::new();
        scan::records(store, kind, &mut |entry, record| {
            let context = contexts.entry(entry.stream.to_string()).or_default();
            rows.extend(look(entry, &record, context, pit, people)?.filter(|_| span.has(entry.at)));
            Ok(())
        })
        .await?;
    }
    rows.sort_by(|one, other| {
        (one.at, &one.stream, one.version).cmp(&(other.at, &other.stream, other.version))
    });
    rows.extend(stopped(store, pit).await?);
    Ok(rows)
}

fn look(
    entry: &Entry,
    record: &Record,
    context: &mut Context,
    pit: &Pit,
    people: PeopleNames<'_>,
) -> Result<Option<ExceptionRow>, ReportError> {
    let found = match record {
        Record::Table { event, .. } => {
            context.follow_table(event);
            at_table(&event.what)
        }
        Record::Link { link, event, .. } => on_link(&event.what, pit.link(link)),
        Record::Account { account, event, .. } => in_account(&event.what, *account),
    };
    let Some(found) = found else { return Ok(None) };
    let found = context.complete(found);
    let (text, clauses) = told(record, context, pit, people)?;
    let (_, role) = author(&entry.by);
    Ok(Some(ExceptionRow {
        at: Moment(entry.at),
        stream: entry.stream.to_string(),
        version: entry.version,
        kind: found.kind,
        round: context.round,
        by: found.by.map(|person| person.0),
        second: found.second.map(|person| person.0),
        role,
        person: found.person.map(|person| person.0),
        request: found.request.map(|request| request.0),
        amount: found.amount,
        text,
        clauses: texts(clauses.as_slice()),
    }))
}

/// What happened, in words.
fn told(
    record: &Record,
    context: &Context,
    pit: &Pit,
    people: PeopleNames<'_>,
) -> Result<(String, Clauses), ReportError> {
    Ok(match record {
        Record::Table { event, .. } => {
            let Some(id) = context.rules else { return Ok((String::new(), event.clauses)) };
            let rules = pit.shelf().find(id).ok_or(ReportError::UnknownRules(id))?;
            (event.story(&Names::new(rules, people)).to_string(), event.clauses)
        }
        Record::Link { link, event, .. } => {
            let text = pit.link(link).map(|link| event.story(link.setup())).unwrap_or_default();
            (text, event.clauses)
        }
        Record::Account { account, event, .. } => (event.story(*account, people), event.clauses),
    })
}

/// Whatever has stopped says so by its state, not by an event.
async fn stopped(store: &dyn Store, pit: &Pit) -> Result<Vec<ExceptionRow>, ReportError> {
    let tables =
        pit.tables().filter_map(|(TableId(at), table)| Some((format!("table/{at}"), table.fault()?)));
    let links = pit.links().filter_map(|link| Some((format!("link/{}", link.name()), link.fault()?)));
    let accounts = pit
        .accounts()
        .filter_map(|account| Some((format!("account/{}", account.person().0), account.fault()?)));
    let faults: Vec<(String, &str)> = tables.chain(links).chain(accounts).collect();
    if faults.is_empty() {
        return Ok(Vec::new());
    }
    let heads = store.heads(None).await?;
    let head = |stream: &str| {
        let known = heads.iter().find(|(name, _)| name.as_str() == stream);
        known.map_or((At::default(), 0), |(_, head)| (head.at, head.version))
    };
    let row = |(stream, fault): (String, &str)| {
        let (at, version) = head(&stream);
        ExceptionRow {
            at: Moment(at),
            version,
            kind: ExceptionKind::Stopped,
            round: None,
            by: None,
            second: None,
            role: String::new(),
            person: None,
            request: None,
            amount: None,
            text: fault.to_owned(),
            clauses: Vec::new(),
            stream,
        }
    };
    Ok(faults.into_iter().map(row).collect())
}
