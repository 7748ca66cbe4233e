//! What waits for somebody: alarms, jackpots, what another person has asked for, notices that run. Each card says exactly what
//! it is about, since when, and what can be done.

use banco_wire::{
    AccountWanted, JackpotSeen, LinkWanted, Moment, Money, Progress, TableAccount, VoidReason, Wanted,
};
use maud::{Markup, html};

use crate::art;
use crate::figures;
use crate::icon::{Icon, icon};
use crate::layout::Visit;
use crate::seat::asks::capital;
use crate::staff::frame::{clock, proof_field, role};
use crate::staff::orders::{self, Manner, Order, Refused, carried, clauses, refused, sentence};
use crate::text::Lang;

/// Something that waits for somebody.
#[derive(Clone, Debug)]
pub struct Matter {
    /// Tells it from others.
    pub key: String,
    /// Since when.
    pub since: Moment,
    /// Who has said that they know of it.
    pub known_to: Option<String>,
    /// What it is.
    pub about: About,
}

/// What waits.
#[derive(Clone, Debug)]
pub enum About {
    /// The books of a table do not agree, and it has stopped.
    Fault {
        /// At which table.
        table: u32,
        /// What it is, in words.
        words: String,
    },
    /// An irregularity waits for the floor.
    Incident {
        /// At which table.
        table: u32,
        /// What it is, in words.
        words: String,
        /// Who did it.
        by: String,
        /// Decides on it.
        answer: Order,
    },
    /// The floor holds a table.
    Held {
        /// At which table.
        table: u32,
        /// Who did it.
        by: String,
        /// What everybody was told.
        reason: String,
        /// Lets it go on.
        resume: Order,
    },
    /// A table does not hear its link.
    Lost {
        /// At which table.
        table: u32,
        /// Which wager.
        wager: String,
    },
    /// A jackpot is pending.
    Jackpot(Box<Jackpot>),
    /// Something takes a second person.
    Asked(Box<Asked>),
    /// A notice runs, or must be given by a minute.
    Notice(Box<Notice>),
    /// A table is proposed.
    Proposal(Box<Proposal>),
}

/// A table that somebody proposes.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Its number.
    pub id: String,
    /// What it is to be called.
    pub name: String,
    /// In which pit.
    pub pit: String,
    /// Who proposes it.
    pub by: String,
    /// Until when it waits.
    pub until: Moment,
    /// The rules it would play by, to the byte.
    pub rules: String,
    /// To be repeated by whoever approves it.
    pub hash: String,
    /// What the rulebook says about it, with clauses.
    pub warnings: Vec<(String, Vec<String>)>,
    /// Whether the viewer proposes it.
    pub own: bool,
}

/// A jackpot, with what can be done.
#[derive(Clone, Debug)]
pub struct Jackpot {
    /// On which link.
    pub link: String,
    /// As the staff sees it.
    pub seen: JackpotSeen,
    /// Verifies it.
    pub verify: Order,
    /// Pays it.
    pub pay: Order,
    /// Asks that it be rejected.
    pub reject: Order,
    /// From which amount on an executive confirms; always where there is none.
    pub executive_from: Option<Money>,
}

/// Something that one person has asked for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Where: `table/7`.
    pub stream: String,
    /// Its number there.
    pub request: u32,
    /// Who asked.
    pub by: String,
    /// In which capacity, by its stable name.
    pub role: String,
    /// The last second in which it can be approved.
    pub until: Option<Moment>,
    /// Whether that is over.
    pub expired: bool,
    /// The hash of exactly this.
    pub hash: String,
    /// What is asked.
    pub wish: Wish,
    /// What will be different.
    pub changes: Vec<Change>,
    /// Why the viewer cannot approve it.
    pub refused: Option<Refused>,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub enum Wish {
    /// At a table; a void with the words and clauses of its reason.
    Table(Wanted, Option<(String, Vec<String>)>),
    /// On a link.
    Link(LinkWanted),
    /// Of an account, whose owner is this.
    Account(AccountWanted, String),
    /// An invitation for somebody.
    Invitation(String),
    /// A second factor is taken away: whose, and why.
    FactorReset(String, String),
    /// Other roles for somebody.
    Roles {
        /// Whose.
        person: String,
        /// What they are.
        from: Vec<&'static str>,
        /// What they will be.
        to: Vec<&'static str>,
    },
}

/// A figure that will be another one.
#[derive(Clone, Debug)]
pub struct Change {
    /// Of what.
    pub of: ChangeOf,
    /// What it is.
    pub before: Money,
    /// What it will be.
    pub after: Money,
}

/// Which figure.
#[derive(Clone, Debug)]
pub enum ChangeOf {
    /// A wager on the layout.
    Wager {
        /// At which seat.
        seat: u8,
        /// Whose.
        name: String,
        /// What it is called.
        label: String,
    },
    /// Somebody's chips.
    Chips {
        /// At which seat.
        seat: u8,
        /// Whose.
        name: String,
    },
    /// An account of the table, by its stable name.
    Fund(&'static str),
    /// A meter, by its printed name.
    Meter(String),
    /// A balance.
    Balance(String),
}

/// A notice that the rulebook asks for.
#[derive(Clone, Debug)]
pub struct Notice {
    /// At which table.
    pub table: u32,
    /// What it is about.
    pub summary: String,
    /// To whom.
    pub to: Vec<String>,
    /// The clauses.
    pub clauses: Vec<String>,
    /// How it stands.
    pub state: NoticeState,
    /// Gives it, where it is still to be given.
    pub give: Option<(Order, String)>,
}

/// How a notice stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoticeState {
    /// Nobody has given it.
    NotGiven,
    /// It must be given by then.
    DueBy(Moment),
    /// What it is about may not change before then.
    RunsUntil(Moment),
    /// It has run.
    Met,
}

impl Matter {
    /// The table it is about.
    #[must_use]
    pub fn table(&self) -> Option<u32> {
        match &self.about {
            About::Fault { table, .. }
            | About::Incident { table, .. }
            | About::Held { table, .. }
            | About::Lost { table, .. } => Some(*table),
            About::Jackpot(jackpot) => Some(jackpot.seen.table.0),
            About::Asked(asked) => asked.stream.strip_prefix("table/").and_then(|id| id.parse().ok()),
            About::Notice(notice) => Some(notice.table),
            About::Proposal(_) => None,
        }
    }

    /// Whether it calls somebody to a table.
    #[must_use]
    pub fn is_alarm(&self) -> bool {
        match &self.about {
            About::Fault { .. }
            | About::Incident { .. }
            | About::Held { .. }
            | About::Lost { .. }
            | About::Jackpot(_) => true,
            About::Asked(asked) => !asked.expired,
            About::Notice(notice) => matches!(notice.state, NoticeState::DueBy(_)),
            About::Proposal(_) => false,
        }
    }

    /// Whether it is a jackpot.
    #[must_use]
    pub const fn is_jackpot(&self) -> bool {
        matches!(self.about, About::Jackpot(_))
    }

    /// What stands beside its name.
    #[must_use]
    pub const fn icon(&self) -> Icon {
        match &self.about {
            About::Jackpot(_) => Icon::Star,
            About::Notice(_) => Icon::Clock,
            About::Asked(_) | About::Proposal(_) => Icon::Person,
            About::Held { .. } => Icon::Lock,
            About::Fault { .. } | About::Incident { .. } | About::Lost { .. } => Icon::Warning,
        }
    }

    /// What it is, in a word or two.
    #[must_use]
    pub fn word(&self, lang: Lang) -> String {
        match &self.about {
            About::Fault { .. } => lang.say("staff-fault"),
            About::Incident { .. } => lang.say("staff-incident"),
            About::Held { .. } => lang.say("staff-held"),
            About::Lost { .. } => lang.say("staff-link-lost"),
            About::Jackpot(_) => lang.say("staff-jackpot"),
            About::Asked(asked) if asked.expired => lang.say("staff-expired"),
            About::Asked(_) => lang.say("staff-approval"),
            About::Notice(_) => lang.say("staff-notice"),
            About::Proposal(_) => lang.say("staff-proposal"),
        }
    }
}

/// All of it, oldest first.
#[must_use]
pub fn list(visit: &Visit, all: &[Matter], now: Moment) -> Markup {
    let lang = visit.lang();
    let alarms: Vec<&Matter> = all.iter().filter(|matter| matter.is_alarm()).collect();
    html! {
        p .side-head {
            @match alarms.first() {
                Some(oldest) => span .tag.tag-alert {
                    (icon(Icon::Warning)) (lang.with("staff-alerts", &[("alerts", alarms.len().into())])) " "
                    time data-since=(oldest.since.micros() / 1000) { (age(oldest.since, now)) }
                },
                None => span .tag { (icon(Icon::Tick)) (lang.say("staff-all-quiet")) },
            }
        }
        @for matter in all { (card(visit, matter, now)) }
    }
}

/// Minutes and seconds.
fn age(since: Moment, now: Moment) -> String {
    let seconds = now.micros().saturating_sub(since.micros()).max(0) / 1_000_000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn card(visit: &Visit, matter: &Matter, now: Moment) -> Markup {
    let lang = visit.lang();
    let look = match &matter.about {
        About::Jackpot(_) => "approval-gold",
        About::Asked(asked) if asked.expired => "approval-over",
        About::Asked(_) | About::Notice(_) | About::Proposal(_) => "approval-plain",
        _ => "approval-alert",
    };
    let place = matter.table().map(|table| lang.with("table-number", &[("table", table.into())]));
    let title = match place {
        Some(place) => format!("{}, {place}", matter.word(lang)),
        None => matter.word(lang),
    };
    let alert = matter.is_alarm().then_some(&matter.key);
    html! {
        section class={ "approval " (look) } aria-label=(title) data-key=(matter.key) data-matter=(matter.key)
            data-alert=[alert] data-say=[alert.map(|_| &title)]
        {
            header {
                h2 { (icon(matter.icon())) (title) }
                time .muted.small datetime=(matter.since) data-since=(matter.since.micros() / 1000) { (age(matter.since, now)) }
            }
            @match &matter.about {
                About::Fault { words, .. } => p .small { (sentence(words)) },
                About::Incident { words, by, answer, .. } => (incident(visit, words, by, answer)),
                About::Held { by, reason, resume, .. } => {
                    p .small { (sentence(reason)) " " span .muted { (by) } }
                    div .approval-keys { (orders::button(visit, resume, &lang.say("staff-resume"), &html! {}, Manner::default())) }
                },
                About::Lost { wager, .. } => p .small { (lang.with("staff-lost-words", &[("wager", wager.as_str().into())])) },
                About::Jackpot(jackpot) => (self::jackpot(visit, jackpot)),
                About::Asked(asked) => (self::asked(visit, asked)),
                About::Notice(notice) => (self::notice(visit, notice)),
                About::Proposal(proposal) => (self::proposal(visit, proposal)),
            }
            @if alert.is_some() && !matches!(matter.about, About::Asked(_)) { (known(visit, matter)) }
        }
    }
}

/// Somebody says that they know of it; until then it is said again to whoever comes.
fn known(visit: &Visit, matter: &Matter) -> Markup {
    let lang = visit.lang();
    html! {
        @match &matter.known_to {
            Some(name) => p .small.muted.known { (icon(Icon::Tick)) (lang.with("staff-known-to", &[("name", name.as_str().into())])) },
            None => form .known method="post" action="/floor/known" data-live="known" {
                (visit.csrf())
                input type="hidden" name="matter" value=(matter.key);
                input type="hidden" name="back" value=(visit.path);
                button .button.button-small { (lang.say("staff-know")) }
            },
        }
    }
}

fn incident(visit: &Visit, words: &str, by: &str, answer: &Order) -> Markup {
    let lang = visit.lang();
    let given = |yes: bool| html! { input type="hidden" name="json.approved" value=(yes); };
    html! {
        p .small { (sentence(words)) " " span .muted { (lang.with("staff-reported-by", &[("name", by.into())])) } }
        div .approval-keys {
            (orders::button(visit, answer, &lang.say("staff-follow-rule"), &given(true), Manner { primary: true, ..Manner::default() }))
            @if answer.refused.is_none() {
                (orders::button(visit, answer, &lang.say("staff-dismiss"), &given(false), Manner::default()))
            }
        }
    }
}

fn jackpot(visit: &Visit, jackpot: &Jackpot) -> Markup {
    let (lang, seen) = (visit.lang(), &jackpot.seen);
    let hit = html! { input type="hidden" name="number.hit" value=(seen.hit.0); };
    html! {
        p .approval-line {
            span .approval-amount { @if let Some(amount) = seen.amount { (figures::money(amount)) } }
            span .muted.small {
                (seen.meter) @if let Some(line) = &seen.line { ": " (line) } br;
                (lang.with("staff-round", &[("round", seen.round.0.into())]))
                @for share in &seen.shares { ", " (lang.with("seat-number", &[("seat", share.seat.into())])) }
            }
        }
        @if let Some(hands) = &seen.hands {
            div .approval-cards {
                @for (name, cards) in [("is-player", &hands.player), ("is-banker", &hands.banker)] {
                    div {
                        span class={ "small " (name) } { @if name == "is-player" { (lang.say("player")) } @else { (lang.say("banker")) } }
                        div .pay-cards { @for card in cards.iter() { (art::card_in(card.0, lang)) } }
                    }
                }
            }
        }
        (progress(lang, jackpot))
        @match seen.progress {
            Progress::Paid | Progress::Rejected => {},
            Progress::Verified => {
                (pay(visit, jackpot, &hit))
                (reject(visit, jackpot))
            },
            _ => {
                (verify(visit, jackpot, &hit))
                (reject(visit, jackpot))
            },
        }
    }
}

/// Who has done what of it.
fn progress(lang: Lang, jackpot: &Jackpot) -> Markup {
    let seen = &jackpot.seen;
    let steps = [
        (lang.say("staff-claimed"), &seen.claimed_by),
        (lang.say("staff-verified"), &seen.verified_by),
        (lang.say("staff-paid"), &seen.paid_by),
    ];
    html! {
        ul .checks {
            @for (what, who) in steps {
                li {
                    @match who {
                        Some(who) => { (icon(Icon::Tick)) (what) ": " (who.name) },
                        None => { (icon(Icon::Clock)) span .muted { (what) ": " (lang.say("staff-not-yet")) } },
                    }
                }
            }
        }
        p .small.muted {
            @match jackpot.executive_from {
                Some(from) => (lang.with("staff-level", &[("amount", figures::short(from).into())])),
                None => (lang.say("staff-level-always")),
            }
        }
    }
}

/// The supervisor says which cards lie there; the link compares.
fn verify(visit: &Visit, jackpot: &Jackpot, hit: &Markup) -> Markup {
    let lang = visit.lang();
    let fields = html! {
        (hit)
        @if jackpot.seen.hands.is_some() {
            p .small.muted { (lang.say("staff-verify-hint")) }
            (orders::text(&lang.say("staff-player-cards"), "cards.hands.player", true))
            (orders::text(&lang.say("staff-banker-cards"), "cards.hands.banker", true))
        }
    };
    orders::folded(visit, &jackpot.verify, &lang.say("staff-verify"), &fields, Manner::default())
}

fn pay(visit: &Visit, jackpot: &Jackpot, hit: &Markup) -> Markup {
    let lang = visit.lang();
    let Some(amount) = jackpot.seen.amount else { return html! {} };
    let given = html! {
        (hit)
        input type="hidden" name="currency" value=(amount.currency.word());
        input type="hidden" name="minor.amount" value=(amount.minor);
    };
    let label = lang.with("staff-pay", &[("amount", figures::money(amount).into())]);
    orders::button(visit, &jackpot.pay, &label, &given, Manner { proved: true, primary: true })
}

fn reject(visit: &Visit, jackpot: &Jackpot) -> Markup {
    let lang = visit.lang();
    let fields = html! {
        input type="hidden" name="text.wanted.what" value="reject";
        input type="hidden" name="number.wanted.hit" value=(jackpot.seen.hit.0);
        (orders::text(&lang.say("staff-reason"), "text.wanted.reason", true))
        p .small.muted { (lang.say("staff-takes-two")) }
    };
    orders::folded(visit, &jackpot.reject, &lang.say("staff-reject"), &fields, Manner::default())
}

/// Exactly what is asked, what will be different, and the answer.
fn asked(visit: &Visit, asked: &Asked) -> Markup {
    let lang = visit.lang();
    html! {
        p .approve-what { (wish(lang, &asked.wish)) }
        @if !asked.changes.is_empty() && !asked.expired { (changes(lang, &asked.changes)) }
        dl .record {
            @if let Some(reason) = reason(&asked.wish) { div { dt { (lang.say("staff-reason")) } dd { (reason) } } }
            div { dt { (lang.say("staff-asked-by")) } dd { (asked.by) ", " (role(lang, &asked.role)) } }
            @if let Some(until) = asked.until {
                div {
                    dt { @if asked.expired { (lang.say("staff-lapsed")) } @else { (lang.say("staff-lapses")) } }
                    dd {
                        (clock(until))
                        @if !asked.expired { ", " b data-until=(until.micros() / 1000) {} " " (lang.say("staff-left")) }
                    }
                }
            }
        }
        @if asked.expired {
            p .small.muted { (lang.say("staff-expired-words")) }
        } @else {
            (answer(visit, asked))
        }
    }
}

fn answer(visit: &Visit, asked: &Asked) -> Markup {
    let lang = visit.lang();
    let to = format!("approval/{}/{}", asked.stream, asked.request);
    // What an approval of an invitation tells is told once, on a page of its own.
    let about_person = asked.stream.strip_prefix("person/").is_some();
    let live = (!about_person).then_some("answer");
    html! {
        @match &asked.refused {
            Some(why) => (refused(why)),
            None => form .approve-form method="post" action="/staff/do" data-live=[live] {
                (carried(visit, &to, ""))
                input type="hidden" name="hash" value=(asked.hash);
                (proof_field(visit))
                button .button.button-primary name="answer" value="approve" { (lang.say("staff-approve")) }
            },
        }
        details .act data-key={ "refuse-" (asked.stream) "-" (asked.request) } {
            summary .button.button-small { (lang.say("staff-refuse")) "…" }
            form .act-panel method="post" action="/staff/do" data-live=[live] {
                (carried(visit, &to, ""))
                input type="hidden" name="hash" value=(asked.hash);
                (orders::text(&lang.say("staff-reason"), "reason", true))
                (proof_field(visit))
                button .button name="answer" value="refuse" { (lang.say("staff-refuse")) }
            }
        }
    }
}

/// A table that is proposed, by the hash of exactly what was.
fn proposal(visit: &Visit, proposal: &Proposal) -> Markup {
    let lang = visit.lang();
    let to = format!("proposal/{}", proposal.id);
    let answer = |word: &'static str, label: String, primary: bool| {
        html! {
            button .button.button-primary[primary] name="answer" value=(word) { (label) }
        }
    };
    html! {
        dl .record {
            div { dt { (lang.say("staff-name")) } dd { (proposal.name) ", " (proposal.pit) } }
            div { dt { (lang.say("staff-asked-by")) } dd { (proposal.by) } }
            div { dt { (lang.say("staff-rules")) } dd { code .wrap { (proposal.rules) } } }
            div { dt { (lang.say("staff-hash")) } dd { code .wrap { (proposal.hash) } } }
            div { dt { (lang.say("staff-lapses")) } dd { (super::frame::day_and_minute(proposal.until)) } }
        }
        @for (warning, cited) in &proposal.warnings { p .small.muted { (sentence(warning)) (clauses(cited)) } }
        @if proposal.own { p .why-not { (icon(Icon::Lock)) span { (lang.say("staff-hash-note")) } } } @else {
            form .approve-form method="post" action="/staff/do" data-live="answer" {
                (carried(visit, &to, ""))
                input type="hidden" name="hash" value=(proposal.hash);
                (proof_field(visit))
                (answer("approve", lang.say("staff-approve"), true))
                (answer("refuse", lang.say("staff-refuse"), false))
            }
        }
    }
}

/// What is asked, in a sentence.
fn wish(lang: Lang, wish: &Wish) -> Markup {
    let amount = |money: Money| figures::signed(money);
    let words = match wish {
        Wish::Table(Wanted::Correction { amount: moved, from, to, .. }, _) => lang.with(
            "staff-wish-correction",
            &[
                ("amount", figures::money(*moved).into()),
                ("from", account(lang, from).into()),
                ("to", account(lang, to).into()),
            ],
        ),
        Wish::Table(Wanted::SeeOff { .. }, _) => lang.say("staff-wish-see-off"),
        Wish::Table(Wanted::Void { why, .. }, known) => {
            return void(lang, why, known.as_ref());
        }
        Wish::Link(LinkWanted::Adjust { amount: by, meter, reserve, .. }) => lang.with(
            if *reserve == Some(true) { "staff-wish-adjust-reserve" } else { "staff-wish-adjust" },
            &[("amount", amount(*by).into()), ("meter", meter.0.as_str().into())],
        ),
        Wish::Link(LinkWanted::Change { rules, .. }) => {
            lang.with("staff-wish-change", &[("rules", rules.0.as_str().into())])
        }
        Wish::Link(LinkWanted::Close { .. }) => lang.say("staff-wish-close"),
        Wish::Link(LinkWanted::Reject { hit, .. }) => {
            lang.with("staff-wish-reject", &[("hit", hit.0.into())])
        }
        Wish::Link(LinkWanted::TransferOut { meter, to, .. }) => lang
            .with("staff-wish-transfer", &[("meter", meter.0.as_str().into()), ("to", to.0.as_str().into())]),
        Wish::Account(AccountWanted::Adjust { amount: by, .. }, name) => {
            lang.with("staff-wish-balance", &[("amount", amount(*by).into()), ("name", name.as_str().into())])
        }
        Wish::Invitation(name) => lang.with("staff-wish-invitation", &[("name", name.as_str().into())]),
        Wish::FactorReset(name, _) => lang.with("staff-wish-factor", &[("name", name.as_str().into())]),
        Wish::Roles { person, from, to } => lang.with(
            "staff-wish-roles",
            &[
                ("name", person.as_str().into()),
                ("from", list_of(lang, from).into()),
                ("to", list_of(lang, to).into()),
            ],
        ),
    };
    html! { (words) }
}

fn list_of(lang: Lang, roles: &[&str]) -> String {
    if roles.is_empty() { lang.say("none") } else { super::frame::roles(lang, roles) }
}

fn void(lang: Lang, why: &VoidReason, known: Option<&(String, Vec<String>)>) -> Markup {
    html! {
        (lang.say("staff-wish-void")) " "
        @match (why, known) {
            (VoidReason::Irregularity { .. }, Some((words, cited))) => { (sentence(words)) (clauses(cited)) },
            _ => (lang.say("staff-cannot-complete")),
        }
    }
}

/// What an account of the table is called.
pub(super) fn account(lang: Lang, of: &TableAccount) -> String {
    let called = fund(lang, of.name());
    match of {
        TableAccount::Chips { person }
        | TableAccount::Promotional { person }
        | TableAccount::Coupons { person }
        | TableAccount::Owed { person } => format!("{called} ({})", person.0),
        _ => called,
    }
}

/// What a fund is called, by its stable name.
#[must_use]
pub fn fund(lang: Lang, name: &str) -> String {
    lang.or(&format!("staff-fund-{}", name.replace('_', "-")), &name.replace('_', " "))
}

/// Why it was asked.
fn reason(wish: &Wish) -> Option<&str> {
    match wish {
        Wish::Table(
            Wanted::Correction { reason, .. } | Wanted::SeeOff { reason, .. } | Wanted::Void { reason, .. },
            _,
        )
        | Wish::Link(
            LinkWanted::Adjust { reason, .. }
            | LinkWanted::Change { reason, .. }
            | LinkWanted::Close { reason }
            | LinkWanted::Reject { reason, .. }
            | LinkWanted::TransferOut { reason, .. },
        )
        | Wish::Account(AccountWanted::Adjust { reason, .. }, _) => Some(reason.0.as_str()),
        Wish::FactorReset(_, reason) => Some(reason),
        Wish::Invitation(_) | Wish::Roles { .. } => None,
    }
}

fn changes(lang: Lang, all: &[Change]) -> Markup {
    html! {
        div .table-scroll tabindex="0" role="region" aria-label=(lang.say("staff-before-after")) {
            table .data-table.approve-table {
                thead { tr {
                    th scope="col" { (lang.say("staff-figure")) }
                    th .number-cell scope="col" { (lang.say("staff-before")) }
                    th .number-cell scope="col" { (lang.say("staff-after")) }
                } }
                tbody { @for change in all {
                    tr {
                        th scope="row" { (change_of(lang, &change.of)) }
                        td .number-cell { (figures::short(change.before)) }
                        td .number-cell { (figures::short(change.after)) }
                    }
                } }
            }
        }
    }
}

fn change_of(lang: Lang, of: &ChangeOf) -> String {
    let seat = |seat: u8| capital(&lang.with("seat-number", &[("seat", seat.into())]));
    match of {
        ChangeOf::Wager { seat: at, name, label } => format!("{}, {label}, {name}", seat(*at)),
        ChangeOf::Chips { seat: at, name } => format!("{}, {}, {name}", seat(*at), fund(lang, "chips")),
        ChangeOf::Fund(name) => fund(lang, name),
        ChangeOf::Meter(name) => name.clone(),
        ChangeOf::Balance(name) => format!("{}, {name}", lang.say("balance")),
    }
}

/// A notice, with the time that is left.
#[must_use]
pub fn notice(visit: &Visit, notice: &Notice) -> Markup {
    let lang = visit.lang();
    let wait = matches!(notice.state, NoticeState::RunsUntil(_) | NoticeState::DueBy(_));
    html! {
        div .note-card.note-wait[wait] data-notice-state=(state_word(notice.state)) {
            p .note-head {
                (icon(if notice.state == NoticeState::Met { Icon::Tick } else { Icon::Clock }))
                b { (notice_state(lang, notice.state)) }
                @match notice.state {
                    NoticeState::RunsUntil(until) | NoticeState::DueBy(until) => time datetime=(until) {
                        span data-until=(until.micros() / 1000) {} " " (lang.say("staff-left")) ", " (clock(until))
                    },
                    NoticeState::NotGiven | NoticeState::Met => {},
                }
            }
            p { (sentence(&notice.summary)) (clauses(&notice.clauses)) }
            @if !notice.to.is_empty() { p .muted { (lang.with("staff-notice-to", &[("to", notice.to.join(", ").into())])) } }
            @if let Some((give, name)) = &notice.give {
                @let given = html! { input type="hidden" name="text.notice" value=(name); };
                (orders::button(visit, give, &lang.say("staff-give-notice"), &given, Manner::default()))
            }
        }
    }
}

const fn state_word(state: NoticeState) -> &'static str {
    match state {
        NoticeState::NotGiven => "not-given",
        NoticeState::DueBy(_) => "due",
        NoticeState::RunsUntil(_) => "runs",
        NoticeState::Met => "met",
    }
}

fn notice_state(lang: Lang, state: NoticeState) -> String {
    match state {
        NoticeState::NotGiven => lang.say("staff-notice-not-given"),
        NoticeState::DueBy(_) => lang.say("staff-notice-due"),
        NoticeState::RunsUntil(_) => lang.say("staff-notice-runs"),
        NoticeState::Met => lang.say("staff-notice-met"),
    }
}
