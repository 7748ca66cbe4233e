//! A game in one minute: six pictures, drawn from the rulebook's own data.

use banco_cards::{Card, Points, Rank, Suit};
use banco_wire::{Posted, PostedWager};
use maud::{Markup, html};

use crate::layout::{Place, Shell, Visit, page};
use crate::rules::{commission, english};
use crate::text::Lang;
use crate::{art, rules};

/// A guide to one rulebook.
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a> {
    /// What its usual table posts.
    pub posted: &'a Posted,
    /// All rulebooks that have guides: id and name.
    pub all: &'a [(String, String)],
    /// A table at which it is played.
    pub table: Option<u32>,
}

/// The whole page.
#[must_use]
pub fn guide(visit: &Visit, guide: &Guide<'_>) -> Markup {
    let lang = visit.lang();
    let name = &guide.posted.rulebook_name;
    let shell = Shell {
        place: Place::Tables,
        styles: &["guide.css"],
        ..Shell::new(visit, name.as_str(), "page-guide")
    };
    let steps = [
        (lang.say("guide-back"), spots(guide.posted, lang), back_words(guide.posted, lang)),
        (lang.say("guide-four"), four_cards(guide.posted, lang), lang.say("guide-four-words")),
        (lang.say("guide-last"), last_figure(lang), natural_words(guide.posted, lang)),
        (lang.say("guide-third"), third_card(guide.posted, lang), third_words(guide.posted, lang)),
        (lang.say("guide-nine"), nearer(guide.posted), lang.say("guide-nine-words")),
        (lang.say("guide-cost"), costs(guide.posted, lang), cost_words(guide.posted, lang)),
    ];
    page(
        &shell,
        &html! {
            main .guide #main {
                (head(guide, lang))
                ol .guide-steps {
                    @for (number, (title, art, words)) in (1..).zip(steps) {
                        li .guide-step { div .guide-art { (art) } h2 { span { (number) } (title) } p { (words) } }
                    }
                }
                (foot(guide, lang))
            }
        },
    )
}

fn head(guide: &Guide<'_>, lang: Lang) -> Markup {
    html! {
        header .guide-head {
            div { p .eyebrow { (lang.say("guide-minute")) } h1 { (english(&guide.posted.rulebook_name)) } }
            nav .tabs aria-label=(lang.say("guide-all")) {
                @for (id, name) in guide.all {
                    a href={ "/guides/" (id) } aria-current=[(*id == guide.posted.rulebook).then_some("page")] { (english(name)) }
                }
            }
        }
    }
}

fn foot(guide: &Guide<'_>, lang: Lang) -> Markup {
    html! {
        footer .guide-foot {
            p .muted.small {
                (lang.say("guide-from")) " " (english(&guide.posted.edition))
            }
            @if let Some(table) = guide.table {
                div .guide-keys {
                    a .button href={ "/tables/" (table) "/rules" } { (lang.say("guide-rules")) }
                    a .button.button-primary href={ "/tables/" (table) } { (lang.say("guide-seat")) }
                }
            }
        }
    }
}

fn base(posted: &Posted) -> impl Iterator<Item = &PostedWager> {
    posted.wagers.iter().filter(|wager| wager.kind == "base")
}

/// The spots of a layout with what they pay.
fn spots(posted: &Posted, lang: Lang) -> Markup {
    let class = |wager: &PostedWager| match wager.spot.split([':', '.']).next() {
        Some("player") => "tally-player",
        Some("banker" | "dealer") => "tally-banker",
        _ => "tally-tie",
    };
    html! {
        div .guide-spots {
            @for wager in base(posted) {
                span .(class(wager)) {
                    (english(&wager.label))
                    small {
                        @if let Some(line) = wager.pays.first() { (english(&line.pays)) }
                        @if class(wager) == "tally-banker" && posted.vigorish.is_some() { " · " (commission(posted, lang)) }
                    }
                }
            }
        }
    }
}

fn back_words(posted: &Posted, lang: Lang) -> String {
    let with = [
        ("player", posted.draws.player_name.as_str().into()),
        ("banker", posted.draws.banker_name.as_str().into()),
    ];
    match posted.bank {
        "players_in_turn" => lang.with("guide-back-chemin", &with),
        "player_dealer" => lang.with("guide-back-dealer", &with),
        _ => lang.with("guide-back-house", &with),
    }
}

const fn card(rank: Rank, suit: Suit) -> Card {
    Card::new(rank, suit)
}

fn count(cards: &[Card]) -> u8 {
    cards.iter().map(|card| card.points()).sum::<Points>().get()
}

fn four_cards(posted: &Posted, lang: Lang) -> Markup {
    let player = [card(Rank::Seven, Suit::Hearts), card(Rank::King, Suit::Diamonds)];
    let banker = [card(Rank::Four, Suit::Clubs), card(Rank::Two, Suit::Spades)];
    let hand = |name: &str, class: &str, cards: &[Card]| {
        html! {
            span .guide-hand {
                span .(class) { (english(name)) " " (count(cards)) }
                span { @for card in cards { (art::card_in(*card, lang)) } }
            }
        }
    };
    html! {
        (hand(&posted.draws.player_name, "tally-player", &player))
        (hand(&posted.draws.banker_name, "tally-banker", &banker))
    }
}

fn sum(cards: &[Card]) -> String {
    let values: Vec<String> = cards.iter().map(|card| card.points().to_string()).collect();
    let whole: u32 = cards.iter().map(|card| u32::from(card.points().get())).sum();
    format!("{} = {whole}", values.join(" + "))
}

fn last_figure(lang: Lang) -> Markup {
    let cards = [card(Rank::Seven, Suit::Clubs), card(Rank::Six, Suit::Diamonds)];
    html! {
        @for card in cards { (art::card_in(card, lang)) }
        span .guide-sum { (sum(&cards)) }
        span .guide-total { (count(&cards)) }
    }
}

fn natural_words(posted: &Posted, lang: Lang) -> String {
    lang.with("guide-last-words", &[("counts", rules::either(&posted.draws.naturals, lang).into())])
}

/// The highest count on which the Player's hand must draw, made of a two and another card.
fn third_card(posted: &Posted, lang: Lang) -> Markup {
    let most = posted.draws.player_draws.iter().copied().max().unwrap_or(5);
    let other = Rank::from_number(most.saturating_sub(2)).unwrap_or(Rank::Three);
    let cards = [card(Rank::Two, Suit::Diamonds), card(other, Suit::Clubs), card(Rank::Seven, Suit::Spades)];
    let [first, second, third] = cards;
    html! {
        (art::card_in(first, lang)) (art::card_in(second, lang))
        span .third { (art::card_in(third, lang)) }
        span .guide-sum { (sum(&cards)) }
        span .guide-total { (count(&cards)) }
    }
}

fn third_words(posted: &Posted, lang: Lang) -> String {
    let draws = &posted.draws;
    let mut words = lang.with(
        "guide-third-words",
        &[
            ("player", draws.player_name.as_str().into()),
            ("banker", draws.banker_name.as_str().into()),
            ("counts", rules::counts(&draws.player_draws).into()),
        ],
    );
    if !draws.player_chooses.is_empty() {
        words += " ";
        words += &lang.with("guide-third-choice", &[("counts", rules::counts(&draws.player_chooses).into())]);
    }
    words
}

fn nearer(posted: &Posted) -> Markup {
    html! {
        span .guide-total.tally-player { "6" }
        span .guide-sum { (english(&posted.draws.player_name)) }
        span .guide-total.tally-banker { "8" }
        span .guide-sum { b { (english(&posted.draws.banker_name)) } }
    }
}

fn costs(posted: &Posted, lang: Lang) -> Markup {
    html! {
        table .guide-pays {
            tbody {
                @for wager in base(posted) {
                    tr {
                        th scope="row" { (english(&wager.label)) }
                        td .number-cell {
                            @match &wager.edge { Some(edge) => { (edge.percent) "%" }, None => (lang.say("rules-edge-players")) }
                        }
                    }
                }
            }
        }
    }
}

fn cost_words(posted: &Posted, lang: Lang) -> String {
    match posted.bank {
        "house" => lang.with("guide-cost-house", &[("decks", posted.decks.into())]),
        _ => lang.say("guide-cost-players"),
    }
}
