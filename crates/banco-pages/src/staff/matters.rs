//! What waits for somebody: alarms, jackpots, what another person has asked for, notices that run. Each card says exactly what
//! it is about, since when, and what can be done.

use banco_rulebook::FigureSubject;
use banco_wire::{AccountWanted, JackpotSeen, LinkWanted, Moment, Money, Wanted};
use maud::{Markup, html};

use crate::icon::{Icon, icon};
use crate::layout::Visit;
use crate::staff::frame::clock;
use crate::staff::orders::{self, Manner, Order, Refused, StepDue, clauses, sentence};
use crate::staff::{asked, jackpot};
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
    /// A dealer calls the floor.
    Called {
        /// To which table.
        table: u32,
        /// Who calls.
        by: String,
    },
    /// A step of making a shoe ready is the floor's.
    Step {
        /// At which table.
        table: u32,
        /// The step.
        due: StepDue,
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
    /// How it deals, as pages say it: a key of the texts.
    pub dealing: &'static str,
    /// Every term it would play by: wagers, limits, options.
    pub terms: Vec<TermLine>,
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
    /// Whether the viewer asked for it: then they can only withdraw it.
    pub own: bool,
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
    /// At a table, with what its sentence cannot say.
    Table(Wanted, Detail),
    /// On a link, with the terms that it changes.
    Link(LinkWanted, Vec<TermLine>),
    /// Of an account, whose owner is this.
    Account(AccountWanted, String),
    /// An invitation for somebody.
    Invitation(String),
    /// A second factor is taken away: whose, and why.
    FactorReset(String, String),
    /// Somebody who was kept out may come in again.
    Enable(String),
    /// Another display name: whose, and what they will be called.
    Name(String, String),
    /// A machine at a table, or that it is taken away.
    Device {
        /// Whether it shows the table; else it reads cards.
        display: bool,
        /// What people call it.
        name: String,
        /// At which table.
        table: u32,
        /// Whether it is taken away.
        revoked: bool,
    },
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

/// Facts of a request at a table beside the request itself.
#[derive(Clone, Debug, Default)]
pub struct Detail {
    /// Words and clauses of the reason to void a round.
    pub void: Option<(String, Vec<String>)>,
    /// Names of the people that the request names, in its order.
    pub people: Vec<String>,
    /// Terms that would change.
    pub terms: Vec<TermLine>,
}

/// A term as it is and as it would be.
#[derive(Clone, Debug)]
pub struct TermLine {
    /// Its key, such as `wager.player.max`.
    pub key: String,
    /// What of a wager it is.
    pub subject: Option<FigureSubject>,
    /// As it is; `None` for a table that is not there yet, or a term that is new.
    pub before: Option<String>,
    /// As it would be; `None` for a term that goes.
    pub after: Option<String>,
    /// What that means, where the value does not say so.
    pub meaning: String,
    /// Its clauses.
    pub cite: Vec<String>,
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
    Fund(String),
    /// What somebody holds at a table besides chips, by the stable name of the fund.
    Own {
        /// The fund.
        fund: String,
        /// Whose.
        name: String,
    },
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
            | About::Called { table, .. }
            | About::Step { table, .. }
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
            | About::Called { .. }
            | About::Lost { .. }
            | About::Jackpot(_) => true,
            About::Asked(asked) => !asked.expired,
            About::Notice(notice) => matches!(notice.state, NoticeState::DueBy(_)),
            About::Proposal(_) | About::Step { .. } => false,
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
            About::Notice(_) | About::Step { .. } => Icon::Clock,
            About::Asked(_) | About::Proposal(_) | About::Called { .. } => Icon::Person,
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
            About::Called { .. } => lang.say("staff-called"),
            About::Step { .. } => lang.say("staff-step"),
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
        About::Asked(_) | About::Notice(_) | About::Proposal(_) | About::Step { .. } => "approval-plain",
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
                About::Called { table, by } => (called(visit, *table, by)),
                About::Step { due, .. } => (orders::step_due(visit, due)),
                About::Lost { wager, .. } => p .small { (lang.with("staff-lost-words", &[("wager", wager.as_str().into())])) },
                About::Jackpot(jackpot) => (jackpot::jackpot(visit, jackpot)),
                About::Asked(asked) => (asked::asked(visit, asked)),
                About::Notice(notice) => (self::notice(visit, notice)),
                About::Proposal(proposal) => (asked::proposal(visit, proposal)),
            }
            @if alert.is_some() && !matches!(matter.about, About::Asked(_) | About::Called { .. }) { (known(visit, matter)) }
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
                (visit.form_fields())
                input type="hidden" name="matter" value=(matter.key);
                input type="hidden" name="back" value=(visit.path);
                button .button.button-small { (lang.say("staff-know")) }
            },
        }
    }
}

/// Whoever comes says so; that is all there is to it.
fn called(visit: &Visit, table: u32, by: &str) -> Markup {
    let lang = visit.lang();
    html! {
        p .small { (lang.with("staff-called-by", &[("name", by.into())])) }
        div .approval-keys {
            form .order method="post" action="/staff/do" data-live="order" {
                (orders::carried(visit, &format!("floor-call/{table}"), ""))
                button .button.button-small.button-primary { (lang.say("staff-answer-call")) }
            }
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
