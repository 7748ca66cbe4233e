//! What waits for somebody on the floor, collected: alarms, jackpots, requests, notices.

use banco_engine::link::{self, HitId, Link, TableId};
use banco_engine::table::{self, Minute, Person, Role, Rules, Table, VoidReason};
use banco_engine::{Request, RequestId, cage, pit};
use banco_journal::At;
use banco_pages::staff::matters::{
    About, Asked, Detail, Jackpot, Matter, Notice, NoticeState, Proposal, TermLine, Wish,
};
use banco_rulebook::model::rulebook::Timing;
use banco_wire::{AccountWanted, Contact, LinkSeen, LinkViewer, LinkWanted, Moment, TableSeen, Wanted};

use super::changes;
use super::orders::{Hand, SOME_REASON};
use crate::alarms::known_to;
use crate::api::approvals::{TermChange, Waiting, WaitingState, waiting};
use crate::api::setup::{TermSeen, WAITS, proposals};
use crate::live::{link_seen, table_seen};
use crate::problem::Failed;
use crate::tables::Dealing;

/// Everything that waits, oldest first.
///
/// # Errors
/// The store.
pub async fn all(hand: &Hand<'_>) -> Result<Vec<Matter>, Failed> {
    let mut all = Vec::new();
    for (number, _) in hand.books.pit().tables() {
        all.extend(at_table(hand, number)?);
    }
    for link in hand.books.pit().links() {
        all.extend(on_link(hand, link)?);
    }
    all.extend(asked(hand));
    all.extend(proposed(hand).await?);
    for matter in all.iter_mut().filter(|matter| matter.is_alarm()) {
        let known = known_to(hand.app, &matter.key).await?;
        matter.known_to = known.map(|known| hand.app.name_of(Person(known.by)));
    }
    all.sort_by_key(|matter| matter.since);
    Ok(all)
}

fn matter(hand: &Hand<'_>, key: String, about: About) -> Matter {
    let since = hand.app.alarms.since(&key, hand.app.now());
    Matter { key, since: Moment::from_micros(since.0), known_to: None, about }
}

/// What waits at one table, without requests.
pub fn at_table(hand: &Hand<'_>, number: TableId) -> Result<Vec<Matter>, Failed> {
    let seen = table_seen(hand.app, hand.books, number, table::Viewer::Floor)?;
    let key = |what: &str| format!("table/{}/{what}", number.0);
    let mut all = Vec::new();
    let table = number.0;
    if let Some(words) = seen.books.as_ref().and_then(|books| books.fault.clone()) {
        all.push(matter(hand, key("fault"), About::Fault { table, words }));
    }
    let staff = seen.staff.as_ref();
    if let Some(incident) = staff.and_then(|staff| staff.incident.clone()) {
        let answer = hand.table(number, "answer_report", table::Command::AnswerReport { approved: true });
        let about = About::Incident { table, words: incident.words, by: incident.by.name, answer };
        all.push(matter(hand, key("incident"), about));
    }
    if let Some(hold) = staff.and_then(|staff| staff.hold.clone()) {
        let resume = hand.table(number, "resume", table::Command::Resume);
        let about = About::Held { table, by: hold.by.name, reason: hold.reason, resume };
        all.push(matter(hand, key("hold"), about));
    }
    if let Some(call) = &hand.app.boards.of(number).call {
        let about = About::Called { table, by: hand.app.name_of(Person(call.by)) };
        let since = Moment::from_micros(call.at);
        all.push(Matter { key: key("call"), since, known_to: None, about });
    }
    if let Some(due) = hand.step_due(number, table::Viewer::Floor, &[Role::Floor]) {
        all.push(matter(hand, key("step"), About::Step { table, due }));
    }
    for lost in seen.contacts.iter().filter(|contact| contact.contact == Contact::Lost) {
        let about = About::Lost { table, wager: label(&seen, &lost.spot) };
        all.push(matter(hand, key(&format!("lost/{}", lost.spot)), about));
    }
    // A table that deals by itself has nobody who gives notices.
    let by_dealer = hand.app.tables.get(number).is_some_and(|(_, file)| file.dealing == Dealing::Dealer);
    for notice in notices(hand, number, &seen).into_iter().filter(|_| by_dealer) {
        let name = notice.1;
        let waits = matches!(notice.0.state, NoticeState::DueBy(_) | NoticeState::RunsUntil(_));
        if waits {
            all.push(matter(hand, key(&format!("due/{name}")), About::Notice(Box::new(notice.0))));
        }
    }
    Ok(all)
}

fn label(seen: &TableSeen, spot: &str) -> String {
    let offer = seen.terms.wagers.iter().find(|offer| offer.spot == spot);
    offer.map_or_else(|| spot.to_owned(), |offer| offer.label.clone())
}

/// The notices of a table's rulebook, how each of them stands, and its name.
pub fn notices(hand: &Hand<'_>, number: TableId, seen: &TableSeen) -> Vec<(Notice, String)> {
    let Some(table) = hand.books.pit().table(number) else { return Vec::new() };
    let Some(books) = &seen.books else { return Vec::new() };
    let minute = |minute: u64| {
        Moment::from_micros(i64::try_from(minute).unwrap_or(i64::MAX).saturating_mul(60_000_000))
    };
    let all = &table.rules().terms.rulebook.file.notices;
    let made = all.iter().filter(|notice| notice.minutes.is_some()).map(|notice| {
        let given = books.notices.iter().find(|known| known.notice == notice.id);
        let due = books.due_notices.iter().find(|known| known.notice == notice.id);
        let waits = u64::from(notice.minutes.unwrap_or_default());
        let over = given.map(|given| given.minute.saturating_add(waits));
        let state = match (due, over, notice.timing) {
            (Some(due), ..) => NoticeState::DueBy(minute(due.minute)),
            (None, Some(over), Timing::Before) if over > hand.app.minute().0 => {
                NoticeState::RunsUntil(minute(over))
            }
            (None, Some(_), _) => NoticeState::Met,
            (None, None, _) => NoticeState::NotGiven,
        };
        let command = table::Command::GiveNotice { notice: notice.id.clone(), at: now(hand) };
        let give = hand.table(number, "give_notice", command);
        let give = (!matches!(state, NoticeState::RunsUntil(_))).then(|| (give, notice.id.clone()));
        let made = Notice {
            table: number.0,
            summary: notice.summary.clone(),
            to: notice.to.clone(),
            clauses: notice.cite.as_slice().to_vec(),
            state,
            give,
        };
        (made, notice.id.clone())
    });
    made.collect()
}

fn now(hand: &Hand<'_>) -> Minute {
    hand.app.minute()
}

fn on_link(hand: &Hand<'_>, link: &Link) -> Result<Vec<Matter>, Failed> {
    let name = link.setup().name;
    let seen: LinkSeen = link_seen(hand.app, hand.books, &name, LinkViewer::Staff)?;
    let open = |progress: banco_wire::Progress| {
        !matches!(progress, banco_wire::Progress::Paid | banco_wire::Progress::Rejected)
    };
    let pending = seen.jackpots.into_iter().filter(|jackpot| open(jackpot.progress));
    Ok(pending.map(|jackpot| pending_jackpot(hand, link, jackpot)).collect())
}

fn pending_jackpot(hand: &Hand<'_>, link: &Link, seen: banco_wire::JackpotSeen) -> Matter {
    let (name, hit) = (link.setup().name, HitId(seen.hit.0));
    let found = link.hit(hit);
    // The cards that it is made of are only tried here; the supervisor says which ones lie there.
    let hands = seen.hands.as_ref().map(Into::into);
    let amount = found.and_then(|hit| link.worth(hit).ok());
    let nothing = banco_money::Amount::from_minor(0, link.setup().currency);
    let reject = link::Wanted::Reject { hit, reason: SOME_REASON.into() };
    let jackpot = Jackpot {
        link: name.to_string(),
        verify: hand.link(name, "verify", link::Command::Verify { hit, hands }),
        pay: hand.link(
            name,
            "pay_jackpot",
            link::Command::PayJackpot { hit, amount: amount.unwrap_or(nothing) },
        ),
        reject: hand.link(name, "ask", link::Command::Ask(reject)),
        executive_from: link.setup().executive_from.map(Into::into),
        seen,
    };
    matter(hand, format!("link/{name}/hit/{}", hit.0), About::Jackpot(Box::new(jackpot)))
}

/// Tables that are proposed.
async fn proposed(hand: &Hand<'_>) -> Result<Vec<Matter>, Failed> {
    let all = proposals(hand.app).await?.into_iter().map(|seen| {
        let key = format!("proposal/{}", seen.proposal);
        // It waits for a day from when it was proposed.
        let since = Moment::from_micros(seen.until.micros().saturating_sub(WAITS));
        let own = seen.by == hand.session.person.0;
        let proposal = Proposal {
            id: seen.proposal,
            name: seen.file.name,
            pit: seen.file.pit,
            by: seen.by_name,
            until: seen.until,
            rules: seen.rules,
            dealing: match seen.file.dealing {
                Dealing::Automatic => "staff-dealing-automatic",
                Dealing::Dealer => "staff-dealing-dealer",
            },
            terms: seen.terms.into_iter().map(new_term).collect(),
            hash: seen.hash,
            warnings: seen.warnings.into_iter().map(|one| (one.message, one.clauses)).collect(),
            own,
        };
        Matter { key, since, known_to: None, about: About::Proposal(Box::new(proposal)) }
    });
    Ok(all.collect())
}

/// What somebody has asked for, at tables, on links and of accounts.
fn asked(hand: &Hand<'_>) -> Vec<Matter> {
    let all = waiting(hand.app, hand.books);
    all.into_iter().filter_map(|waits| one_asked(hand, waits)).collect()
}

fn one_asked(hand: &Hand<'_>, waits: Waiting) -> Option<Matter> {
    let (kind, id) = waits.stream.split_once('/')?;
    let request = RequestId(waits.request);
    let terms = waits.terms.into_iter().map(term_line).collect();
    let (wish, role, approval) = match kind {
        "table" => {
            let number = TableId(id.parse().ok()?);
            let table = hand.books.pit().table(number)?;
            let found = find(table.requests(), table.expired(), request)?;
            let detail = detail_of(hand, table, &found.what, terms);
            let approve = pit::Command::Table(number, table::Command::Approve { request });
            (Wish::Table(Wanted::from(&found.what), detail), found.role, approve)
        }
        "link" => {
            let link = hand.books.pit().link(id)?;
            let found = find(link.requests(), link.expired(), request)?;
            let approve = pit::Command::Link(link.setup().name, link::Command::Approve { request });
            (Wish::Link(LinkWanted::from(&found.what), terms), found.role, approve)
        }
        _ => {
            let person = Person(id.parse().ok()?);
            let account = hand.books.pit().account(person)?;
            let found = find(account.requests(), account.expired(), request)?;
            let approve = pit::Command::Account(person, cage::Command::Approve { request });
            let name = hand.app.name_of(person);
            (Wish::Account(AccountWanted::from(&found.what), name), found.role, approve)
        }
    };
    let (_, refused) = hand.tries(&approval, &[Role::Executive, Role::Floor]);
    let changes = changes::by(hand.app, hand.books.pit(), approval);
    let key = format!("{}/request/{}", waits.stream, waits.request);
    let asked = Asked {
        by: waits.by_name,
        role: banco_wire::Role::from(role).word().to_owned(),
        until: waits.until,
        expired: waits.state == WaitingState::Expired,
        own: waits.by == hand.session.person.0,
        hash: waits.hash,
        request: waits.request,
        stream: waits.stream,
        wish,
        changes,
        refused,
    };
    Some(matter(hand, key, About::Asked(Box::new(asked))))
}

fn find<'r, T>(open: &'r [Request<T>], expired: &'r [Request<T>], id: RequestId) -> Option<&'r Request<T>> {
    open.iter().chain(expired).find(|request| request.id == id)
}

/// A term of a table that is not there yet.
fn new_term(term: TermSeen) -> TermLine {
    let TermSeen { key, subject, value, meaning, clauses: cite } = term;
    TermLine { key, subject, before: None, after: Some(value), meaning, cite }
}

/// What a request says beside its amounts: names, reasons, and the terms themselves.
fn detail_of(hand: &Hand<'_>, table: &Table, wanted: &table::Wanted, terms: Vec<TermLine>) -> Detail {
    let name = |person: &Person| hand.app.name_of(*person);
    let people = match wanted {
        table::Wanted::Accommodation { helper, person, .. } => vec![name(person), name(helper)],
        table::Wanted::CashBuyIn { person, .. }
        | table::Wanted::Promotion { person, .. }
        | table::Wanted::SeeOff { person, .. } => vec![name(person)],
        table::Wanted::Correction { .. }
        | table::Wanted::Fill { .. }
        | table::Wanted::Open { .. }
        | table::Wanted::Terms { .. }
        | table::Wanted::Void { .. } => Vec::new(),
    };
    Detail { void: reason_of(table.rules(), wanted), people, terms }
}

/// A term that a request would change.
fn term_line(change: TermChange) -> TermLine {
    let TermChange { term: key, subject, before, after, meaning, clauses: cite } = change;
    TermLine { key, subject, before, after, meaning, cite }
}

/// What the rulebook says about the reason of a void, with its clauses.
fn reason_of(rules: &Rules, wanted: &table::Wanted) -> Option<(String, Vec<String>)> {
    let table::Wanted::Void { why: VoidReason::Irregularity(name), .. } = wanted else { return None };
    let all = &rules.terms.rulebook.file.irregularities;
    let known = all.iter().find(|known| known.id.as_str() == name.as_str())?;
    Some((known.event.clone(), known.cite.as_slice().to_vec()))
}

/// The moment of a time of the journal.
pub fn moment(at: At) -> Moment {
    Moment::from_micros(at.0)
}
