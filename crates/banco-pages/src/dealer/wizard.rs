//! When something goes wrong: what happened, which card, what the rulebook orders and what will be recorded, and who must
//! approve it. Everything that is said here comes from the rulebook's data and from the engine, which has tried it on a copy.

use banco_cards::Card;
use banco_engine::table::console::Progress;
use banco_wire::{CardSeen, HandSeen, Side, TableSeen};
use maud::{Markup, html};

use super::{STYLES, clauses, entry, hand_name, steps};
use crate::answers::sentence;
use crate::art;
use crate::icon::{Icon, small};
use crate::layout::{Shell, Visit, page};
use crate::staff::{Desk, Section};
use crate::text::Lang;

/// Something that can have happened.
#[derive(Clone, Debug)]
pub struct Cause {
    /// Its name in forms.
    pub name: &'static str,
    /// What happened, in the rulebook's words.
    pub event: String,
    /// How many cards a report of it names.
    pub cards: usize,
    /// Its clauses.
    pub clauses: Vec<String>,
    /// Why it cannot have happened now, where it cannot.
    pub not_now: Option<String>,
    /// Whether it tells what the machine thinks of a call that the dealer has still to make: then it waits for that.
    pub call_first: bool,
}

impl Cause {
    const fn is_open(&self) -> bool {
        self.not_now.is_none() && !self.call_first
    }
}

/// A choice that the text leaves to the licensee.
#[derive(Clone, Debug)]
pub struct FiledChoice {
    /// What it means.
    pub summary: String,
    /// Whether it is the one that was filed for this table.
    pub filed: bool,
    /// Its clauses.
    pub clauses: Vec<String>,
}

/// What the rulebook orders.
#[derive(Clone, Debug)]
pub struct Order {
    /// What happens then, in the rulebook's words.
    pub then: String,
    /// The clauses.
    pub clauses: Vec<String>,
    /// The choices of the licensee, where the text leaves one.
    pub choices: Vec<FiledChoice>,
    /// What will be recorded, in order: each with its clauses.
    pub events: Vec<(String, Vec<String>)>,
    /// Whether something hangs on cards that lie face down and is left out.
    pub more: bool,
    /// How many cards are in the shoe, and how many afterward.
    pub left: (u16, u16),
    /// The report, as a command.
    pub report: String,
}

/// A case for which the text has a procedure that is no report: it is done elsewhere, or by itself.
#[derive(Clone, Debug)]
pub struct OtherCase {
    /// What happened.
    pub event: String,
    /// What happens then.
    pub then: String,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// What the wizard knows.
#[derive(Clone, Debug)]
pub struct Wizard {
    /// The number of the table.
    pub number: u32,
    /// What people call it.
    pub name: String,
    /// The table as its dealer sees it.
    pub seen: TableSeen,
    /// What the text calls both hands.
    pub hands: [String; 2],
    /// Everything that can have happened.
    pub causes: Vec<Cause>,
    /// Which of them is chosen.
    pub chosen: Option<&'static str>,
    /// The cards that were named.
    pub cards: Vec<Card>,
    /// What the rulebook orders, once that is known.
    pub order: Option<Order>,
    /// Why it is no case of that, where it is none.
    pub refused: Option<(String, Vec<String>)>,
    /// Cases that are handled elsewhere.
    pub others: Vec<OtherCase>,
    /// Whether the cut card can come out now.
    pub cut_card: bool,
}

impl Wizard {
    fn cause(&self) -> Option<&Cause> {
        self.causes.iter().find(|cause| Some(cause.name) == self.chosen)
    }
}

/// The page.
#[must_use]
pub fn wizard(visit: &Visit, wizard: &Wizard) -> Markup {
    let lang = visit.lang();
    let table = lang.with("table-number", &[("table", wizard.number.into())]);
    let title = lang.say("dealer-irregularity-title");
    let mut desk = Desk::new(visit, Section::Dealer, table);
    desk.facts = vec![wizard.name.clone()];
    desk.state = Some(html! { p .staff-state { (title) } });
    let shell = Shell {
        styles: &STYLES,
        scripts: &["dealer.js"],
        title,
        ..desk.shell("page-staff page-dealer page-wizard")
    };
    page(&shell, &inside(visit, wizard))
}

fn inside(visit: &Visit, wizard: &Wizard) -> Markup {
    let lang = visit.lang();
    html! {
        main .dealer-main #main data-keys=[visit.look.keys.then_some("on")] {
            nav .dealer-steps aria-label=(lang.say("dealer-irregularity-title")) { (progress(lang, wizard)) }
            div .dealer-work.wizard-work {
                (held(lang, wizard))
                form #cut-card method="post" action={ "/dealer/" (wizard.number) "/do" } {
                    (visit.form_fields())
                    input type="hidden" name="do" value="show_cut_card";
                }
                (causes(lang, wizard))
                @if let Some((words, of)) = &wizard.refused {
                    section .prompt-bar.prompt-held role="alert" { div .prompt-head { (small(Icon::Warning)) h2 { (sentence(words)) } (clauses(of)) } }
                }
                @if let Some(order) = &wizard.order { (ordered(lang, order)) }
                (others(lang, wizard))
            }
            aside .dealer-seats.wizard-side aria-label=(lang.say("dealer-record-and-approval")) {
                @if let Some(order) = &wizard.order { (record(lang, wizard, order)) }
                (approval(visit, wizard))
            }
        }
    }
}

/// What was done of it, and what comes.
fn progress(lang: Lang, wizard: &Wizard) -> Markup {
    let cause = wizard.cause();
    let needs_card = cause.is_some_and(|cause| cause.cards > 0);
    let named = wizard.order.is_some() || wizard.refused.is_some();
    let step = |done: bool, now: bool| match (done, now) {
        (true, _) => Progress::Done,
        (_, true) => Progress::Now,
        _ => Progress::Later,
    };
    let card = needs_card || cause.is_none();
    let all = [
        (
            lang.say("dealer-what-happened"),
            step(cause.is_some(), true),
            cause.map(|cause| cause.clauses.clone()),
        ),
        (lang.say("dealer-which-card"), step(named, cause.is_some()), None),
        (
            lang.say("dealer-what-is-ordered"),
            step(false, wizard.order.is_some()),
            wizard.order.as_ref().map(|order| order.clauses.clone()),
        ),
        (lang.say("dealer-floor-approves"), Progress::Later, None),
        (lang.say("dealer-carry-out"), Progress::Later, None),
    ];
    html! {
        ol .steps {
            @for (at, (words, progress, of)) in all.iter().enumerate() {
                @if at != 1 || card { (steps::line(at, *progress, words, of.as_deref().unwrap_or_default())) }
            }
        }
        p .wizard-hold { (small(Icon::Lock)) span { (lang.say("dealer-report-holds")) } }
    }
}

/// The hands, as they lie.
fn held(lang: Lang, wizard: &Wizard) -> Markup {
    let round = &wizard.seen.round;
    let [player, banker] = &wizard.hands;
    html! {
        section .held aria-label=(lang.say("dealer-hands")) {
            (hand(lang, &hand_name(lang, player), Side::Player, &round.player, wizard.seen.shoe.batch))
            div .held-card { @for card in &wizard.cards { div .held-mark { (art::card_in(*card, lang)) } } }
            (hand(lang, &hand_name(lang, banker), Side::Banker, &round.banker, wizard.seen.shoe.batch))
        }
    }
}

fn hand(lang: Lang, name: &str, side: Side, hand: &HandSeen, batch: u8) -> Markup {
    let class = if side == Side::Player { "is-player" } else { "is-banker" };
    html! {
        div .held-hand.held-right[side == Side::Banker] {
            p class=(class) { (name) @if let Some(count) = hand.count { " " b { (count) } } }
            div .pay-cards {
                @for card in &hand.cards {
                    @match card { CardSeen::Up(card) => (art::card_in(card.0, lang)), CardSeen::Held(_) | CardSeen::Down(_) => (art::back_in(batch, lang)) }
                }
            }
        }
    }
}

/// What happened: a form that works without a script. Cases that cannot be now stay in sight, with the reason.
fn causes(lang: Lang, wizard: &Wizard) -> Markup {
    let cards = wizard.cause().map_or(0, |cause| cause.cards);
    html! {
        form .wizard-block method="get" action={ "/dealer/" (wizard.number) "/irregularity" } data-wizard {
            header { h1 { (lang.say("dealer-what-happened")) } (cut_card(lang, wizard)) }
            ul .causes {
                @for (at, cause) in wizard.causes.iter().enumerate() {
                    li {
                        label .cause.cause-off[!cause.is_open()] {
                            input type="radio" name="what" value=(cause.name) required checked[Some(cause.name) == wizard.chosen]
                                disabled[!cause.is_open()] data-pad=[(at < 9).then_some(at + 1)];
                            span .cause-name {
                                span lang="en" { (cause.event) } " " (seen_words(lang, cause.name))
                                @if cause.call_first { small { (lang.say("dealer-call-first")) } }
                                @else if let Some(why) = &cause.not_now { small lang="en" { (sentence(why)) } }
                            }
                            (clauses(&cause.clauses))
                        }
                    }
                }
            }
            @for at in 0..cards {
                div .wizard-card {
                    h2 { (lang.with("dealer-which-card-number", &[("number", (at + 1).into()), ("of", cards.into())])) }
                    (entry::chosen_keys(lang, &format!(".{at}"), wizard.cards.get(at).copied()))
                }
            }
            div .entry-act {
                button .button.button-primary data-enter { (lang.say("dealer-show-order")) " " kbd aria-hidden="true" { "Enter" } }
                a .button href={ "/dealer/" (wizard.number) } data-undo { (lang.say("dealer-back")) " " kbd aria-hidden="true" { "–" } }
            }
        }
    }
}

/// That the cut card is out is no irregularity; it stands here because every key of the pad is a card while one is entered.
fn cut_card(lang: Lang, wizard: &Wizard) -> Markup {
    html! {
        @if wizard.cut_card {
            button .button form="cut-card" data-pad="0" { kbd aria-hidden="true" { "0" } " " (lang.say("dealer-cut-card-out")) }
        }
    }
}

/// The same case may be told with a card that was seen, or without.
fn seen_words(lang: Lang, name: &str) -> Markup {
    html! {
        @match name {
            "drawn-seen" => span .tag.tag-mini { (small(Icon::Eye)) (lang.say("dealer-seen-not-due")) },
            "disclosed" => span .tag.tag-mini { (small(Icon::Eye)) (lang.say("dealer-seen-due")) },
            "third-seen" => span .tag.tag-mini { (small(Icon::Eye)) (lang.say("dealer-seen")) },
            "drawn-unseen" | "third-unseen" => span .tag.tag-mini { (lang.say("dealer-unseen")) },
            _ => {},
        }
    }
}

/// What the rulebook orders, with the licensee's filed choice.
fn ordered(lang: Lang, order: &Order) -> Markup {
    html! {
        section .prompt-bar.wizard-order data-order {
            div .prompt-head { h2 lang="en" { (order.then) } (clauses(&order.clauses)) }
            @if !order.choices.is_empty() {
                div .choices {
                    @for choice in &order.choices {
                        p .choice.choice-on[choice.filed] {
                            b lang="en" { (choice.summary) }
                            span {
                                @if choice.filed { (small(Icon::Tick)) (lang.say("dealer-filed")) } @else { (lang.say("dealer-not-filed")) }
                                " " (clauses(&choice.clauses))
                            }
                        }
                    }
                }
            }
            ol .do-list {
                @for (at, (words, of)) in order.events.iter().enumerate() {
                    li { span .step-mark { span { (at + 1) } } span { span lang="en" { (sentence(words)) } " " (clauses(of)) } }
                }
            }
            @if order.more { p .small.muted { (lang.say("dealer-order-more")) } }
        }
    }
}

/// What will be recorded.
fn record(lang: Lang, wizard: &Wizard, order: &Order) -> Markup {
    let (before, after) = order.left;
    let names: Vec<String> = wizard.cards.iter().map(|card| art::card_name(*card, lang)).collect();
    html! {
        section .side-block {
            h2 .side-title { (lang.say("dealer-will-be-recorded")) }
            dl .record {
                @if let Some(cause) = wizard.cause() { div { dt { (lang.say("dealer-what-happened")) } dd lang="en" { (cause.event) } } }
                div { dt { (lang.say("dealer-clauses")) } dd { (order.clauses.join(", ")) } }
                div { dt { (lang.say("dealer-cards-named")) } dd { @if names.is_empty() { (lang.say("dealer-none")) } @else { (names.join(", ")) } } }
                div { dt { (lang.say("dealer-left-in-shoe")) } dd { (lang.with("dealer-left-before-after", &[("before", before.into()), ("after", after.into())])) } }
                div { dt { (lang.say("dealer-round")) } dd { (wizard.seen.round.number.0) } }
            }
        }
    }
}

/// Who must approve, and the report itself.
fn approval(visit: &Visit, wizard: &Wizard) -> Markup {
    let lang = visit.lang();
    let dealer = visit.who.as_ref().map(|who| who.name.as_str()).unwrap_or_default();
    html! {
        section .side-block {
            h2 .side-title { (lang.say("dealer-who-approves")) }
            ul .people {
                li { (small(Icon::Person)) span { b { (dealer) } " " (lang.say("dealer-reports-it")) } }
                li { (small(Icon::Clock)) span { b { (lang.say("dealer-role-floorperson")) } " " (lang.say("dealer-floor-decides")) } }
            }
            @if let Some(order) = &wizard.order {
                form method="post" action={ "/dealer/" (wizard.number) "/do" } {
                    (visit.form_fields())
                    input type="hidden" name="do" value="report";
                    input type="hidden" name="json.irregularity" value=(order.report);
                    button .button.button-primary data-enter data-report { (lang.say("dealer-report-it")) " " kbd aria-hidden="true" { "Enter" } }
                }
            }
        }
    }
}

/// Cases for which the text has another way.
fn others(lang: Lang, wizard: &Wizard) -> Markup {
    html! {
        @if !wizard.others.is_empty() {
            details .other-cases {
                summary { (lang.say("dealer-other-cases")) }
                dl .record {
                    @for case in &wizard.others {
                        div { dt lang="en" { (case.event) } dd { span lang="en" { (case.then) } " " (clauses(&case.clauses)) } }
                    }
                }
            }
        }
    }
}
