//! Rounds of one's own: all of them in a list, each as a story with the rule behind every step and its proof.

use banco_cards::Card;
use banco_wire::{Moment, Money, Side};
use maud::{Markup, html};

use crate::answers::capital;
use crate::layout::{Ground, Place, Shell, Visit, page};
use crate::seat::{Brief, Settled, headline};
use crate::text::Lang;
use crate::{art, figures, roads};

/// A step of a round, as its player could hear it.
#[derive(Clone, Debug)]
pub struct Step {
    /// When.
    pub at: Moment,
    /// What happened, in words.
    pub text: String,
    /// The clauses behind it, with what each says where that is known.
    pub clauses: Vec<(String, Option<String>)>,
    /// How many cards of the Player's and of the Banker's hand lay face up after it.
    pub open: [u8; 2],
}

/// The last cards of a hand.
#[derive(Clone, Debug)]
pub struct HandTold {
    /// Its cards.
    pub cards: Vec<Card>,
    /// Their count.
    pub total: Option<u8>,
}

/// A round as a story.
#[derive(Clone, Debug)]
pub struct Story {
    /// At which table.
    pub table: u32,
    /// In which shoe since the table opened.
    pub shoe: u32,
    /// The round, and what became of one's own wagers.
    pub settled: Settled,
    /// The steps, in their order.
    pub steps: Vec<Step>,
    /// The Player's hand.
    pub player: HandTold,
    /// The Banker's hand.
    pub banker: HandTold,
    /// Which entries of the table's stream it is made of.
    pub entries: (u64, u64),
    /// The promise that was made about the order of the shoe, and whether the shoe was shown since.
    pub promise: Option<(String, bool)>,
    /// The round before it.
    pub before: Option<String>,
    /// The round after it.
    pub after: Option<String>,
}

/// A line of the list: the round and its table.
#[derive(Clone, Debug)]
pub struct Line {
    /// At which table.
    pub table: u32,
    /// When it began.
    pub began: Moment,
    /// The round.
    pub brief: Brief,
}

/// All rounds of somebody's.
#[must_use]
pub fn list(visit: &Visit, lines: &[Line], next: Option<&str>) -> Markup {
    let lang = visit.lang();
    let shell = Shell {
        ground: Ground::Paper,
        place: Place::Rounds,
        styles: &["art.css", "roads.css", "story.css"],
        ..Shell::new(visit, lang.say("rounds"), "page-paper")
    };
    let content = html! {
        main #main .paper.paper-story {
            header .paper-head { h1 { (lang.say("rounds")) } }
            @if lines.is_empty() { p .lede { (lang.say("no-rounds")) } }
            @else {
                div .table-scroll {
                    table .data-table {
                        thead { tr {
                            th scope="col" { (lang.say("when")) } th scope="col" { (lang.say("table")) }
                            th scope="col" { (lang.say("round")) } th scope="col" .number-cell { (lang.say("net")) }
                        } }
                        tbody { @for line in lines { tr {
                            td .figure { (figures::when(line.began)) }
                            td { (line.table) }
                            td { a href={ "/rounds/" (line.brief.id) } {
                                @if let Some(outcome) = line.brief.outcome { (roads::bead_letter(outcome.into(), lang)) " " }
                                (headline(lang, &line.brief))
                            } }
                            td .number-cell { @if let Some(net) = line.brief.net { (figures::signed(net)) } }
                        } } }
                    }
                }
            }
            @if let Some(next) = next { p { a .button href={ "/rounds?cursor=" (next) } { (lang.say("older-rounds")) } } }
        }
    };
    page(&shell, &content)
}

/// One round as a story.
#[must_use]
pub fn story(visit: &Visit, story: &Story) -> Markup {
    let lang = visit.lang();
    let title = headline(lang, &story.settled.brief);
    let shell = Shell {
        ground: Ground::Paper,
        place: Place::Rounds,
        styles: &["art.css", "story.css"],
        scripts: &["replay.js"],
        ..Shell::new(visit, title.clone(), "page-paper")
    };
    let place = lang.with(
        "round-place",
        &[
            ("round", story.settled.brief.number.into()),
            ("table", story.table.into()),
            ("shoe", story.shoe.into()),
        ],
    );
    let content = html! {
        main #main .paper.paper-story {
            header .paper-head {
                p .eyebrow { (place) }
                h1 { (title) }
                p .lede { (lang.say("story-lede")) }
            }
            div .story-grid {
                ol .story { @for step in &story.steps { (told(step)) } }
                aside .story-side aria-label=(lang.say("outcome")) { (hands(lang, story)) (replay(lang, story.steps.len())) (bets(lang, &story.settled)) (proof(lang, story)) }
            }
        }
    };
    page(&shell, &content)
}

fn told(step: &Step) -> Markup {
    let clauses: Vec<&str> = step.clauses.iter().map(|(clause, _)| clause.as_str()).collect();
    html! {
        li .story-step data-player=(step.open[0]) data-banker=(step.open[1]) {
            time { (clock(step.at)) }
            div .story-text { p lang="en" { (capital(&step.text)) } }
            @if !clauses.is_empty() {
                details .story-clause {
                    summary { span .clause { (clauses.join(", ")) } }
                    @for (clause, says) in &step.clauses { @if let Some(says) = says { p lang="en" { b { (clause) } " " (says) } } }
                }
            }
        }
    }
}

fn hands(lang: Lang, story: &Story) -> Markup {
    let hand = |side: Side, hand: &HandTold| {
        let (class, name) = match side {
            Side::Player => ("is-player", lang.say("player")),
            Side::Banker => ("is-banker", lang.say("banker")),
        };
        html! {
            div data-hand=(side.word()) {
                p class=(class) { (name) }
                b { @if let Some(total) = hand.total { (total) } }
                div .story-cards { @for card in &hand.cards { (art::card_in(*card, lang)) } }
            }
        }
    };
    html! {
        section .panel.story-result {
            div .story-hands { (hand(Side::Player, &story.player)) (hand(Side::Banker, &story.banker)) }
        }
    }
}

/// The round once more, step by step; a script walks through it.
fn replay(lang: Lang, steps: usize) -> Markup {
    let key = |step: &str, sign: &str, name: &str| {
        html! { button .button.button-small type="button" data-step=(step) aria-label=(lang.say(name)) { (sign) } }
    };
    html! {
        div .replay.script-only role="group" aria-label=(lang.say("replay")) data-steps=(steps) data-words=(lang.say("replay-at")) {
            (key("first", "|◀", "replay-first")) (key("back", "◀", "replay-back"))
            p .replay-at aria-live="polite" {}
            (key("on", "▶", "replay-on")) (key("last", "▶|", "replay-last"))
        }
    }
}

fn bets(lang: Lang, settled: &Settled) -> Markup {
    html! {
        section {
            h2 { (lang.say("your-bets")) }
            @if settled.is_empty() { p .muted { (lang.say("no-bet")) } }
            @else {
                table .data-table {
                    tbody { @for wager in &settled.wagers { tr {
                        th scope="row" { (wager.name) " " (figures::short(wager.stake)) small .clause { " " (wager.clauses.join(", ")) } }
                        td { (wager.end.word(lang)) @if let Some(line) = &wager.line { ", " (line) } }
                        td .number-cell { (figures::signed(wager.net)) }
                    } }
                    @for one in &settled.beside { tr {
                        th scope="row" { (one.what.word(lang)) small .clause { " " (one.clauses.join(", ")) } }
                        td {}
                        td .number-cell { (figures::signed(one.net)) }
                    } } }
                    tfoot { tr { th scope="row" { (lang.say("net")) } td {} td .number-cell { (net(settled)) } } }
                }
            }
        }
    }
}

fn net(settled: &Settled) -> String {
    settled.net().map(|net: Money| figures::signed(net)).unwrap_or_default()
}

/// What shows that nothing was changed afterward.
fn proof(lang: Lang, story: &Story) -> Markup {
    let (first, last) = story.entries;
    let entries = [("first", figures::count(first).into()), ("last", figures::count(last).into())];
    html! {
        section .proof {
            h2 { (lang.say("proof")) }
            p .small { (lang.with("proof-entries", &entries)) }
            @if let Some((root, shown)) = &story.promise {
                p .small { (if *shown { lang.say("proof-shown") } else { lang.say("proof-sealed") }) }
                p .cli { code tabindex="0" { (root) } }
            }
            p .cli { code tabindex="0" { "banco verify" } }
            nav .story-nav {
                @if let Some(before) = &story.before { a .button.button-small href={ "/rounds/" (before) } { (lang.say("round-before")) } }
                @if let Some(after) = &story.after { a .button.button-small href={ "/rounds/" (after) } { (lang.say("round-after")) } }
            }
        }
    }
}

/// The time of day, as the floor's clock has it.
fn clock(at: Moment) -> String {
    let seconds = at.micros().max(0) / 1_000_000 % 86_400;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}
