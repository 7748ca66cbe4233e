//! Surveillance: every table as it is dealt, what is looked for, and a round told from its first wager to its last posting.
//! Nothing can be changed from here, and looking is written down.

use banco_cards::Card;
use banco_wire::{Moment, Money, Phase, TableSeen};
use maud::{Markup, html};

use crate::art;
use crate::figures;
use crate::icon::{Icon, icon};
use crate::layout::{Follows, Shell, Visit, page};
use crate::parts::Parts;
use crate::staff::frame::{clock, day_and_minute, proof_field};
use crate::staff::orders::{self, StepDue, clauses, sentence};
use crate::staff::table::hands;
use crate::staff::{Desk, Section};
use crate::text::Lang;

/// What surveillance sees.
#[derive(Clone, Debug)]
pub struct WatchView {
    /// Every table.
    pub tables: Vec<Watched>,
    /// The one that is looked at in full.
    pub full: Option<Full>,
    /// What is looked for.
    pub search: Search,
    /// The server's clock.
    pub now: Moment,
    /// How far the floor has come.
    pub seq: u64,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Its number.
    pub number: u32,
    /// What it is called.
    pub name: String,
    /// As surveillance sees it: everything that is dealt, and nothing else.
    pub seen: TableSeen,
    /// Whether a jackpot is pending there.
    pub jackpot: bool,
}

/// A table in full.
#[derive(Clone, Debug)]
pub struct Full {
    /// Which one.
    pub number: u32,
    /// The last things that happened, newest first.
    pub events: Vec<Event>,
    /// The last rounds, newest first.
    pub rounds: Vec<Hit>,
    /// The step of making a shoe ready that waits for surveillance, where whoever looks may do it.
    pub step: Option<StepDue>,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub struct Event {
    /// When.
    pub at: Moment,
    /// What.
    pub text: String,
    /// By which clauses.
    pub clauses: Vec<String>,
    /// The entry of the table's stream.
    pub entry: u64,
}

/// What is looked for, and what was found.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The words.
    pub words: String,
    /// By what.
    pub by: By,
    /// What was found: the newest of it.
    pub hits: Vec<Hit>,
    /// How much was found in all.
    pub found: usize,
    /// Where the rest of the record begins, if not all of it was looked through.
    pub next: Option<String>,
    /// Whether anything was looked for.
    pub asked: bool,
}

/// By what the record is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum By {
    /// By a name or a number.
    #[default]
    Person,
    /// By table and round.
    Round,
    /// By an amount that was wagered or won in a round.
    Amount,
    /// By what was refused.
    Refusal,
}

impl By {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Person, Self::Round, Self::Amount, Self::Refusal];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Round => "round",
            Self::Amount => "amount",
            Self::Refusal => "refusal",
        }
    }

    fn name(self, lang: Lang) -> String {
        match self {
            Self::Person => lang.say("staff-by-person"),
            Self::Round => lang.say("staff-by-round"),
            Self::Amount => lang.say("staff-by-amount"),
            Self::Refusal => lang.say("staff-by-refusal"),
        }
    }
}

/// Something that was found.
#[derive(Clone, Debug)]
pub struct Hit {
    /// When.
    pub at: Moment,
    /// Where.
    pub place: Place,
    /// What.
    pub text: String,
    /// By which clauses, where it was refused.
    pub clauses: Vec<String>,
}

/// Where it was.
#[derive(Clone, Debug)]
pub enum Place {
    /// A round at a table: its place in the history, the table, its number.
    Round(String, u32, u32),
    /// An answer that somebody was given, by its code.
    Refused {
        /// The code of the refusal.
        code: String,
        /// To whom, in which capacity.
        whom: String,
    },
}

/// The page.
#[must_use]
pub fn watch(visit: &Visit, view: &WatchView) -> Markup {
    let lang = visit.lang();
    let mut desk = Desk::new(visit, Section::Surveillance, lang.say("staff-surveillance"));
    desk.facts =
        vec![lang.with("staff-tables", &[("tables", view.tables.len().into())]), lang.say("staff-read-only")];
    let parts = parts(visit, view);
    let query = visit.path.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default();
    let tables: Vec<String> = view.tables.iter().map(|table| format!("table/{}", table.number)).collect();
    let follows = Follows {
        streams: format!("lobby {}", tables.join(" ")),
        parts: format!("/surveillance/parts{query}"),
    };
    let shell = Shell { follows: Some(follows), ..desk.shell("page-staff page-calm") };
    let content = html! {
        main #main .watch-main {
            section .watch-left aria-label=(lang.say("tables")) {
                h1 .visually-hidden { (lang.say("staff-surveillance")) }
                (search(lang, &view.search))
                div #live { (parts.inside("live")) }
            }
            section #full .watch-full aria-label=(lang.say("staff-in-full")) { (parts.inside("full")) }
        }
    };
    page(&shell, &content)
}

/// What changes on it.
#[must_use]
pub fn parts(visit: &Visit, view: &WatchView) -> Parts {
    let lang = visit.lang();
    let live = html! { ul .live-grid { @for table in &view.tables { (live(lang, view, table)) } } };
    Parts::default().and("live", live).and("full", full(visit, view))
}

fn search(lang: Lang, search: &Search) -> Markup {
    html! {
        form .watch-find role="search" method="get" action="/surveillance" aria-label=(lang.say("staff-search-record")) {
            label .field { span { (lang.say("staff-search")) } input .input name="find" value=(search.words) autocomplete="off" maxlength="80"; }
            fieldset .segmented {
                legend .visually-hidden { (lang.say("staff-look-for")) }
                @for by in By::ALL { label { input type="radio" name="by" value=(by.word()) checked[by == search.by]; (by.name(lang)) } }
            }
            button .button { (lang.say("staff-search")) }
        }
        @if search.asked {
            @if search.hits.is_empty() { p .small.muted { (lang.say("staff-no-hits")) } } @else { (hits(lang, &search.hits)) }
            @if search.found > search.hits.len() {
                p .small.muted { (lang.with("staff-newest-of", &[("shown", search.hits.len().into()), ("found", search.found.into())])) }
            }
            @if let Some(next) = &search.next { (go_on(lang, search, next)) }
        }
    }
}

/// The search has stopped at its limit: it goes on from there.
fn go_on(lang: Lang, search: &Search, next: &str) -> Markup {
    html! {
        form .watch-more method="get" action="/surveillance" {
            input type="hidden" name="find" value=(search.words);
            input type="hidden" name="by" value=(search.by.word());
            input type="hidden" name="after" value=(next);
            p .small { (lang.say("staff-search-stopped")) }
            button .button.button-small { (lang.say("staff-search-on")) }
        }
    }
}

fn hits(lang: Lang, all: &[Hit]) -> Markup {
    html! {
        ul .hits { @for hit in all {
            li {
                @match &hit.place {
                    Place::Round(cursor, table, round) => a href={ "/surveillance/rounds/" (cursor) } {
                        time datetime=(hit.at) { (day_and_minute(hit.at)) }
                        b { "T" (table) ", " (round) }
                        span { (sentence(&hit.text)) }
                    },
                    Place::Refused { code, whom } => p {
                        time datetime=(hit.at) { (day_and_minute(hit.at)) }
                        b { (lang.with("staff-refused-to", &[("name", whom.as_str().into())])) }
                        span { (sentence(&hit.text)) (clauses(&hit.clauses)) " " code .faint { (code) } }
                    },
                }
            }
        } }
    }
}

fn wagered(seen: &TableSeen) -> Option<Money> {
    let minor: i64 = seen.wagers.iter().map(|wager| wager.stake.chips.minor).sum();
    seen.wagers.first().map(|wager| Money { minor, ..wager.stake.chips })
}

fn live(lang: Lang, view: &WatchView, table: &Watched) -> Markup {
    let seen = &table.seen;
    let chosen = view.full.as_ref().is_some_and(|full| full.number == table.number);
    let mood = match (table.jackpot, seen.turn.pause.is_some(), seen.turn.phase) {
        (true, ..) => "live-gold",
        (_, true, _) => "live-alert",
        (.., Phase::Closed) => "live-off",
        _ => "",
    };
    html! {
        li data-key={ "table-" (table.number) } {
            a class={ "live " (mood) @if chosen { " live-now" } } href={ "/surveillance?table=" (table.number) }
                aria-current=[chosen.then_some("true")]
            {
                span .live-head {
                    b { "T" (table.number) } span { (table.name) }
                    span .live-state {
                        @if table.jackpot { (lang.say("staff-jackpot")) } @else { (crate::lobby::state(lang, seen.turn.phase, seen.turn.pause)) }
                        @if let Some(clock) = seen.clock { ", " b data-until=(clock.until.micros() / 1000) {} }
                    }
                }
                (small_hands(lang, seen))
                span .live-foot { @if let Some(sum) = wagered(seen) { (lang.with("staff-wagered", &[("amount", figures::short(sum).into())])) } }
            }
        }
    }
}

fn small_hands(lang: Lang, seen: &TableSeen) -> Markup {
    let empty = seen.round.player.cards.is_empty() && seen.round.banker.cards.is_empty();
    html! {
        @if empty { span .live-hands.live-none { (lang.say("staff-no-card")) } } @else {
            span .live-hands {
                @for (class, letter, hand) in [("is-player", "P", &seen.round.player), ("is-banker", "B", &seen.round.banker)] {
                    span .live-hand {
                        b class=(class) { (letter) " " @if let Some(count) = hand.count { (count) } }
                        @for card in &hand.cards {
                            @match card {
                                banco_wire::CardSeen::Up(card) | banco_wire::CardSeen::Held(card) => (art::card_in(card.0, lang)),
                                banco_wire::CardSeen::Down(_) => (art::back_in(1, lang)),
                            }
                        }
                    }
                }
            }
        }
    }
}

fn full(visit: &Visit, view: &WatchView) -> Markup {
    let lang = visit.lang();
    let table = view
        .full
        .as_ref()
        .and_then(|full| Some((full, view.tables.iter().find(|one| one.number == full.number)?)));
    html! {
        @match table {
            None => p .muted { (lang.say("staff-choose-table")) },
            Some((full, table)) => {
                header .watch-head {
                    div {
                        h2 { (lang.with("table-number", &[("table", table.number.into())])) }
                        p .small.muted { (table.name) ". " (lang.with("staff-round", &[("round", table.seen.round.number.0.into())])) }
                    }
                    span .tag { (icon(Icon::Eye)) (lang.say("staff-live")) }
                }
                (hands(lang, &table.seen))
                (sealed(lang, table))
                @if let Some(due) = &full.step {
                    section .approval.approval-plain { header { h2 { (lang.say("staff-step")) } } (orders::step_due(visit, due)) }
                }
                div .watch-cols { (wagers(lang, &table.seen)) (events(lang, full)) }
                section { h3 { (lang.say("staff-last-rounds")) } (hits(lang, &full.rounds)) }
                p .small.muted { (lang.say("staff-nothing-changes")) }
            },
        }
    }
}

/// The cards that nobody sees.
fn sealed(lang: Lang, table: &Watched) -> Markup {
    let left = table.seen.shoe.left;
    html! {
        p .sealed {
            (icon(Icon::Lock))
            span {
                b { (lang.with("staff-undealt", &[("cards", u32::from(left).into())])) } " " (lang.say("staff-nobody-sees"))
                @if let Some(promise) = &table.seen.shoe.commitment { " " (lang.say("staff-sealed-as")) " " code { (promise.chars().take(16).collect::<String>()) "…" } }
            }
        }
    }
}

fn wagers(lang: Lang, seen: &TableSeen) -> Markup {
    html! {
        div {
            h3 { (lang.say("staff-wagers")) }
            @if seen.wagers.is_empty() { p .small.muted { (lang.say("none")) } } @else {
                table .data-table.approve-table {
                    thead { tr { th scope="col" { (lang.say("staff-seat")) } th scope="col" { (lang.say("staff-what")) } th .number-cell scope="col" { (lang.say("staff-amount")) } } }
                    tbody { @for wager in &seen.wagers {
                        tr { th scope="row" { (wager.seat) } td { (wager.label) span .sub { (wager.owner.name) } } td .number-cell { (figures::short(wager.stake.chips)) } }
                    } }
                }
            }
        }
    }
}

fn events(lang: Lang, full: &Full) -> Markup {
    html! {
        div {
            h3 { (lang.say("staff-events")) }
            ol .events { @for event in &full.events {
                li data-key={ "event-" (event.entry) } {
                    time datetime=(event.at) { (clock(event.at)) }
                    span { (sentence(&event.text)) small { (lang.with("staff-entry", &[("entry", event.entry.into())])) } }
                    span .clause { (event.clauses.join(", ")) }
                }
            } }
        }
    }
}

/// A round, told from its first wager to its last posting.
#[derive(Clone, Debug)]
pub struct RoundTold {
    /// Its place in the history.
    pub cursor: String,
    /// At which table.
    pub table: u32,
    /// Its number there.
    pub round: u32,
    /// Of which shoe.
    pub shoe: u32,
    /// The rules it was played by, to the byte.
    pub rules: String,
    /// Both hands, with their counts.
    pub hands: [(Vec<Card>, Option<u8>); 2],
    /// What happened.
    pub steps: Vec<StepTold>,
    /// The wagers.
    pub wagers: Vec<WagerTold>,
    /// The postings: entry, from, to, how much.
    pub postings: Vec<(u64, String, String, Money)>,
    /// The first and the last entry of it, and the hash of the last.
    pub entries: (u64, u64, String),
    /// Whether the viewer may take a copy out of the house.
    pub may_export: bool,
}

/// A step of a round.
#[derive(Clone, Debug)]
pub struct StepTold {
    /// When.
    pub at: Moment,
    /// By whom.
    pub by: String,
    /// What happened.
    pub text: String,
    /// The clauses, each with what it says.
    pub clauses: Vec<(String, Option<String>)>,
    /// The entry.
    pub entry: u64,
}

/// A wager of a round.
#[derive(Clone, Debug)]
pub struct WagerTold {
    /// At which seat.
    pub seat: u8,
    /// Whose.
    pub name: String,
    /// Which wager.
    pub label: String,
    /// How much.
    pub stake: Money,
    /// What became of it, by its stable name.
    pub result: &'static str,
    /// What it won.
    pub won: Money,
    /// Vigorish for it.
    pub vigorish: Money,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// The page of a round.
#[must_use]
pub fn round(visit: &Visit, told: &RoundTold) -> Markup {
    let lang = visit.lang();
    let title = format!(
        "{}, {}",
        lang.with("table-number", &[("table", told.table.into())]),
        lang.with("staff-round", &[("round", told.round.into())])
    );
    let mut desk = Desk::new(visit, Section::Surveillance, title.clone());
    desk.facts = vec![lang.with("staff-shoe", &[("shoe", told.shoe.into())]), lang.say("staff-read-only")];
    let content = html! {
        main #main .story-main {
            header .report-head {
                div { p .eyebrow { (lang.say("staff-story")) } h1 { (title) } p .small.muted { code { (told.rules) } } }
                div .row-keys.no-print {
                    a .button.button-small href={ "/surveillance?table=" (told.table) } { (lang.with("table-number", &[("table", told.table.into())])) }
                    button .button.button-small.script-only type="button" data-print="" { (lang.say("staff-print")) }
                }
            }
            div .story-two {
                section aria-label=(lang.say("staff-events")) { (steps(lang, told)) }
                aside { (outcome(lang, told)) (wagers_told(lang, told)) (postings(lang, told)) (package(visit, told)) }
            }
        }
    };
    page(&desk.shell("page-staff"), &content)
}

fn steps(lang: Lang, told: &RoundTold) -> Markup {
    html! {
        ol .told { @for step in &told.steps {
            li {
                time datetime=(step.at) { (clock(step.at)) }
                div {
                    p { (sentence(&step.text)) }
                    p .small.faint { (step.by) ", " (lang.with("staff-entry", &[("entry", step.entry.into())])) }
                    @for (clause, says) in &step.clauses {
                        p .small.muted { span .clause { (clause) } @if let Some(says) = says { " " (sentence(says)) } }
                    }
                }
            }
        } }
    }
}

fn outcome(lang: Lang, told: &RoundTold) -> Markup {
    let names = [("is-player", lang.say("player")), ("is-banker", lang.say("banker"))];
    html! {
        div .watch-hands { @for ((class, name), (cards, total)) in names.iter().zip(&told.hands) {
            div { p class=(class) { (name) " " @if let Some(total) = total { b { (total) } } } div .pay-cards { @for card in cards { (art::card_in(*card, lang)) } } }
        } }
    }
}

fn wagers_told(lang: Lang, told: &RoundTold) -> Markup {
    html! {
        h2 { (lang.say("staff-wagers")) }
        div .table-scroll tabindex="0" role="region" aria-label=(lang.say("staff-wagers")) {
            table .data-table.approve-table {
                thead { tr {
                    th scope="col" { (lang.say("staff-seat")) } th scope="col" { (lang.say("staff-what")) }
                    th .number-cell scope="col" { (lang.say("staff-stake")) } th scope="col" { (lang.say("staff-result")) }
                    th .number-cell scope="col" { (lang.say("staff-won")) }
                } }
                tbody { @for wager in &told.wagers {
                    tr {
                        th scope="row" { (wager.seat) }
                        td { (wager.label) span .sub { (wager.name) } }
                        td .number-cell { (figures::short(wager.stake)) }
                        td { (lang.or(&format!("staff-result-{}", wager.result.replace('_', "-")), &wager.result.replace('_', " "))) (clauses(&wager.clauses)) }
                        td .number-cell { (figures::short(wager.won)) @if wager.vigorish.minor > 0 { span .sub { "–" (figures::short(wager.vigorish)) " " (lang.say("staff-vigorish")) } } }
                    }
                } }
            }
        }
    }
}

fn postings(lang: Lang, told: &RoundTold) -> Markup {
    html! {
        h2 { (lang.say("staff-postings")) }
        div .table-scroll tabindex="0" role="region" aria-label=(lang.say("staff-postings")) {
            table .data-table.approve-table {
                thead { tr {
                    th scope="col" { (lang.say("staff-entry-column")) } th scope="col" { (lang.say("staff-from")) }
                    th scope="col" { (lang.say("staff-to")) } th .number-cell scope="col" { (lang.say("staff-amount")) }
                } }
                tbody { @for (entry, from, to, amount) in &told.postings {
                    tr { td .muted { (entry) } td { code { (from) } } td { code { (to) } } td .number-cell { (figures::money(*amount)) } }
                } }
            }
        }
    }
}

/// All that a dispute needs, as one file; for whoever may take copies out of the house, with a fresh proof.
fn package(visit: &Visit, told: &RoundTold) -> Markup {
    let lang = visit.lang();
    let (first, last, hash) = &told.entries;
    html! {
        h2 { (lang.say("staff-package")) }
        p .small.muted { (lang.with("staff-entries", &[("first", (*first).into()), ("last", (*last).into())])) " " code { (hash.chars().take(16).collect::<String>()) "…" } }
        @if told.may_export {
            form .approve-form.no-print method="post" action={ "/surveillance/rounds/" (told.cursor) "/package" } {
                (visit.form_fields())
                (proof_field(visit))
                button .button { (lang.say("staff-take-package")) }
            }
        } @else {
            p .why-not { (icon(Icon::Lock)) span { (lang.say("staff-export-auditor")) } }
        }
    }
}
