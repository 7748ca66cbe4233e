//! The rules of a table as they are posted: everything from its rulebook and its submission, and fit to be printed.

mod demands;
mod draw;

use banco_rulebook::model::clause::Clause;
use banco_wire::{Money, Posted, PostedWager};
use maud::{Markup, html};

pub use demands::met;
pub use draw::draw_table;
pub(crate) use draw::{counts, either};

use crate::art;
use crate::figures;
use crate::icon::{Icon, icon};
use crate::layout::{Ground, Place, Shell, Visit, page};
use crate::text::Lang;

/// A table whose rules are shown.
#[derive(Clone, Copy, Debug)]
pub struct RulesOf<'a> {
    /// Its number.
    pub table: u32,
    /// What people call it.
    pub name: &'a str,
    /// What it posts.
    pub posted: &'a Posted,
    /// Every clause of its text.
    pub clauses: &'a [Clause],
}

/// The whole page.
#[must_use]
pub fn rules(visit: &Visit, of: &RulesOf<'_>) -> Markup {
    let lang = visit.lang();
    let title = format!("{}: {}", of.name, lang.say("rules-title"));
    let shell = Shell {
        ground: Ground::Paper,
        place: Place::Rules,
        styles: &["rules.css"],
        ..Shell::new(visit, title, "page-rules")
    };
    page(
        &shell,
        &html! {
            main .paper #main {
                (head(of, lang))
                div .paper-grid {
                    (contents(of, lang))
                    div .paper-body {
                        (wagers(of.posted, lang))
                        (pay_tables(of.posted, lang))
                        (draw::section(of.posted, lang))
                        (king_nines(of.posted, lang))
                        (demands::section(of, lang))
                        (steps(of.posted, lang))
                        (calls(of.posted, lang))
                        (wrong(of.posted, lang))
                        (in_force(of.posted, lang))
                        (readings(of.posted, lang))
                        (clauses(of, lang))
                    }
                }
            }
        },
    )
}

fn head(of: &RulesOf<'_>, lang: Lang) -> Markup {
    let posted = of.posted;
    let table = [
        lang.with("rules-decks", &[("decks", posted.decks.into())]),
        lang.with("rules-seats", &[("seats", posted.seats.len().into())]),
    ];
    html! {
        header .paper-head {
            p .eyebrow { (lang.say("rules-title")) }
            h1 { (of.name) }
            p .lede { (english(&posted.rulebook_name)) ". " (table.join(", ")) "." }
            p .muted { (english(&posted.edition)) }
            @for sign in posted.signs.iter().filter(|sign| sign.id == demands::PUSH_SIGN) {
                p .notice { (icon(Icon::Info)) span { b { (push_sentence(lang)) } " " (cite(&sign.clauses)) } }
            }
            (facts(of, lang))
        }
    }
}

/// The sentence that a table without commission must show.
#[must_use]
pub fn push_sentence(lang: Lang) -> String {
    lang.say("rules-dragon-7-push")
}

fn facts(of: &RulesOf<'_>, lang: Lang) -> Markup {
    let base = of.posted.wagers.iter().filter(|wager| wager.kind == "base");
    html! {
        dl .rule-facts {
            @for wager in base { div { dt { (english(&wager.label)) } dd { (limits(wager, lang)) } } }
            div { dt { (lang.say("rules-commission")) } dd { (commission(of.posted, lang)) } }
            div .screen-only { dt { (lang.say("rules-table")) } dd { a href={ "/tables/" (of.table) } { (lang.say("rules-to-table")) } } }
        }
    }
}

/// What the house takes of wins, in a few words.
#[must_use]
pub fn commission(posted: &Posted, lang: Lang) -> String {
    match &posted.vigorish {
        None => lang.say("rules-no-commission"),
        Some(taken) if taken.on == "tie" => {
            lang.with("rules-commission-tie", &[("rate", taken.rate.as_str().into())])
        }
        Some(taken) => lang.with("rules-commission-win", &[("rate", taken.rate.as_str().into())]),
    }
}

/// The least and the greatest wager, or the only ones.
#[must_use]
pub fn limits(wager: &PostedWager, lang: Lang) -> String {
    range(wager.least, wager.most, &wager.units).unwrap_or_else(|| lang.say("rules-no-limit"))
}

/// Limits in figures; nothing where there are none.
#[must_use]
pub fn range(least: Option<Money>, most: Option<Money>, units: &[Money]) -> Option<String> {
    if !units.is_empty() {
        return Some(units.iter().copied().map(figures::short).collect::<Vec<_>>().join(", "));
    }
    match (least, most) {
        (None, None) => None,
        (Some(least), Some(most)) if least == most => Some(figures::short(least)),
        (Some(least), Some(most)) => Some(format!("{} – {}", figures::short(least), figures::short(most))),
        (Some(least), None) => Some(format!("≥ {}", figures::short(least))),
        (None, Some(most)) => Some(format!("≤ {}", figures::short(most))),
    }
}

/// Words of the rulebooks, which are English on every page.
pub(crate) fn english(text: &str) -> Markup {
    html! { span lang="en" { (text) } }
}

/// Clauses, each leading to what it says.
pub(crate) fn cite(clauses: &[String]) -> Markup {
    html! {
        span .clause {
            @for (at, clause) in clauses.iter().enumerate() {
                @if at > 0 { ", " }
                a .clause href={ "#" (clause_id(clause)) } { (clause) }
            }
        }
    }
}

/// The id of a clause on the page.
fn clause_id(clause: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    // What is in force by a reading alone cites it as `reading O1`.
    let clause = clause.strip_prefix("reading ").unwrap_or(clause);
    format!("clause-{}", clause.chars().map(plain).collect::<String>())
}

fn contents(of: &RulesOf<'_>, lang: Lang) -> Markup {
    let posted = of.posted;
    let links = [
        (true, "wagers", lang.say("rules-wagers")),
        (posted.wagers.iter().any(has_table), "pays", lang.say("rules-pays")),
        (true, "draw", lang.say("rules-draw")),
        (!posted.king_nines.is_empty(), "king-9", lang.say("rules-king-9")),
        (true, "posted", lang.say("rules-posted")),
        (true, "steps", lang.say("rules-steps")),
        (!posted.calls.is_empty(), "calls", lang.say("rules-calls")),
        (!posted.irregularities.is_empty(), "wrong", lang.say("rules-wrong")),
        (true, "terms", lang.say("rules-terms")),
        (true, "readings", lang.say("rules-readings")),
        (true, "clauses", lang.say("rules-clauses")),
    ];
    html! {
        nav .paper-nav aria-label=(lang.say("rules-contents")) {
            ul { @for (_, to, name) in links.iter().filter(|(there, ..)| *there) { li { a href={ "#" (to) } { (name) } } } }
        }
    }
}

fn wagers(posted: &Posted, lang: Lang) -> Markup {
    let aggregate = posted.wagers.iter().any(|wager| wager.aggregate.is_some());
    html! {
        section #wagers {
            h2 { (lang.say("rules-wagers")) }
            div .table-scroll tabindex="0" role="region" aria-label=(lang.say("rules-wagers")) {
                table .data-table.wager-table {
                    thead {
                        tr {
                            th scope="col" { (lang.say("rules-wager")) }
                            th scope="col" { (lang.say("rules-pay")) }
                            th scope="col" .number-cell { (lang.say("rules-limits")) }
                            @if aggregate { th scope="col" .number-cell { (lang.say("rules-aggregate")) } }
                            th scope="col" .number-cell { (lang.say("rules-edge")) }
                            th scope="col" { (lang.say("rules-clause")) }
                        }
                    }
                    tbody { @for wager in &posted.wagers { (wager_row(wager, aggregate, lang)) } }
                }
            }
            p .small.muted { (lang.with("rules-edges-note", &[("decks", posted.decks.into())])) }
        }
    }
}

fn wager_row(wager: &PostedWager, aggregate: bool, lang: Lang) -> Markup {
    html! {
        tr {
            th scope="row" { (english(&wager.label)) }
            td { (pays_shortly(wager, lang)) }
            td .number-cell data-label=(lang.say("rules-limits")) { (limits(wager, lang)) }
            @if aggregate {
                td .number-cell data-label=(lang.say("rules-aggregate")) {
                    @match wager.aggregate { Some(most) => (figures::short(most)), None => "–" }
                }
            }
            td .number-cell data-label=(lang.say("rules-edge")) {
                @match (&wager.edge, wager.no_edge) {
                    (Some(edge), _) => { (edge.percent) "%" },
                    (None, why) => span .muted { (lang.or(why_key(why), why.unwrap_or_default())) },
                }
            }
            td { (cite(&wager.clauses)) }
        }
    }
}

fn why_key(why: Option<&str>) -> &'static str {
    match why {
        Some("it depends on the seat") => "rules-edge-seat",
        Some("it depends on what the meters hold") => "rules-edge-meters",
        Some("players bet against each other") => "rules-edge-players",
        _ => "rules-edge-unknown",
    }
}

/// Whether a wager has more lines than fit beside its name.
fn has_table(wager: &PostedWager) -> bool {
    wager.pays.len() > 2
}

fn pays_shortly(wager: &PostedWager, lang: Lang) -> Markup {
    html! {
        @if has_table(wager) {
            a href={ "#pays-" (clause_id(&wager.spot)) } { (paytable_name(wager, lang)) }
        } @else {
            @for (at, line) in wager.pays.iter().enumerate() {
                @if at > 0 { ", " }
                (english(&line.pays))
                @if wager.pays.len() > 1 { " " span .muted { "(" (english(&line.line)) ")" } }
            }
        }
    }
}

fn paytable_name(wager: &PostedWager, lang: Lang) -> String {
    match &wager.paytable {
        Some(name) => lang.with("rules-paytable-named", &[("name", name.as_str().into())]),
        None => lang.say("rules-paytable"),
    }
}

fn pay_tables(posted: &Posted, lang: Lang) -> Markup {
    let tables: Vec<&PostedWager> = posted.wagers.iter().filter(|wager| has_table(wager)).collect();
    html! {
        @if !tables.is_empty() {
            section #pays {
                h2 { (lang.say("rules-pays")) }
                div .pay-tables { @for wager in tables { (pay_table(wager, lang)) } }
            }
        }
    }
}

fn pay_table(wager: &PostedWager, lang: Lang) -> Markup {
    html! {
        div #{ "pays-" (clause_id(&wager.spot)) } .pay-table {
            table .data-table {
                caption { b { (english(&wager.label)) } ", " (paytable_name(wager, lang)) }
                tbody {
                    @for line in &wager.pays {
                        tr { th scope="row" { (english(&line.line)) } td .number-cell { (english(&line.pays)) } }
                    }
                }
            }
            @if !wager.suits.is_empty() {
                p .small { (lang.say("rules-suits")) " " @for suit in &wager.suits { (lang.or(&format!("suit-{suit}"), suit)) " " } }
            }
            p .small { (cite(&wager.clauses)) }
        }
    }
}

fn king_nines(posted: &Posted, lang: Lang) -> Markup {
    html! {
        @if !posted.king_nines.is_empty() {
            section #king-9 { h2 { (lang.say("rules-king-9")) } (king_list(posted, lang)) }
        }
    }
}

/// The Personal King-9 of each seat.
#[must_use]
pub fn king_list(posted: &Posted, lang: Lang) -> Markup {
    html! {
        ol .king-list {
            @for own in &posted.king_nines {
                li {
                    span .seat-number { (own.seat) }
                    span .pay-cards { (art::card_in(own.king.0, lang)) (art::card_in(own.nine.0, lang)) }
                }
            }
        }
    }
}

fn steps(posted: &Posted, lang: Lang) -> Markup {
    html! {
        section #steps {
            h2 { (lang.say("rules-steps")) }
            ol .rule-steps { @for step in &posted.steps { li { (english(&step.summary)) " " (cite(&step.clauses)) } } }
        }
    }
}

fn calls(posted: &Posted, lang: Lang) -> Markup {
    html! {
        @if !posted.calls.is_empty() {
            section #calls {
                h2 { (lang.say("rules-calls")) }
                dl .wrong-list {
                    @for call in &posted.calls {
                        div {
                            dt { @for words in &call.says { "“" (english(words)) "” " } }
                            dd { (english(&format!("{}, {}", call.by, call.moment))) " " (cite(&call.clauses)) }
                        }
                    }
                }
            }
        }
    }
}

fn wrong(posted: &Posted, lang: Lang) -> Markup {
    html! {
        @if !posted.irregularities.is_empty() {
            section #wrong {
                h2 { (lang.say("rules-wrong")) }
                dl .wrong-list {
                    @for one in &posted.irregularities {
                        div { dt { (english(&one.event)) } dd { (english(&one.then)) " " (cite(&one.clauses)) } }
                    }
                }
            }
        }
    }
}

fn in_force(posted: &Posted, lang: Lang) -> Markup {
    html! {
        section #terms {
            h2 { (lang.say("rules-terms")) }
            p .muted { (lang.say("rules-terms-note")) }
            dl .wrong-list {
                @for term in &posted.terms {
                    div {
                        dt { code { (term.key) } " " span .term-value { (english(&term.value)) } }
                        dd {
                            (english(&term.meaning)) " "
                            @if term.by_default { span .muted { (lang.say("rules-by-default")) } " " }
                            (cite(&term.clauses))
                        }
                    }
                }
            }
        }
    }
}

fn readings(posted: &Posted, lang: Lang) -> Markup {
    html! {
        section #readings {
            h2 { (lang.say("rules-readings")) }
            p .muted { (lang.say("rules-readings-note")) }
            @for reading in &posted.readings {
                details .reading #{ (clause_id(&reading.id)) } {
                    summary { b { (reading.id) } " " (english(&reading.says)) }
                    p { (english(&reading.why)) " " (cite(&reading.clauses)) }
                }
            }
        }
    }
}

fn clauses(of: &RulesOf<'_>, lang: Lang) -> Markup {
    html! {
        section #clauses {
            h2 { (lang.say("rules-clauses")) }
            p .muted { (lang.say("rules-clauses-note")) }
            dl .clause-list {
                @for clause in of.clauses {
                    div #{ (clause_id(&clause.id)) } { dt { (clause.id) } dd { (english(&clause.summary)) } }
                }
            }
            p .small.muted.rules-id { code { (of.posted.rules) } }
        }
    }
}
