//! The roads of a shoe as a page shows them: drawings with names, a sentence each, a table of everything, and what the
//! board would draw next. The mathematics and the drawing are those of `banco_engine::roads`.

mod summary;
mod table;

use banco_cards::{Outcome, Side};
use banco_engine::roads::svg::{self, BeadText, Glyphs, Theme};
use banco_engine::roads::{Counts, DerivedRoad, Entry, Marks, Policy, Road, Roads, Window};
use banco_wire::ResultSeen;
use maud::{Markup, PreEscaped, html};

use crate::look::Look;
use crate::text::Lang;

/// How many columns of each road are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    /// Of the bead plate.
    pub bead: usize,
    /// Of the big road.
    pub big: usize,
    /// Of each derived road.
    pub derived: usize,
}

impl Columns {
    /// Beside a table.
    pub const SEAT: Self = Self { bead: 19, big: 24, derived: 16 };
    /// In a tile of the lobby.
    const TILE: usize = 22;

    const fn of(self, road: Road) -> usize {
        match road {
            Road::Bead => self.bead,
            Road::Big => self.big,
            Road::Derived(_) => self.derived,
        }
    }
}

/// The roads that these results make.
#[must_use]
pub fn of_results(results: &[ResultSeen]) -> Roads {
    Roads::new(Policy::default(), results.iter().map(entry))
}

fn entry(result: &ResultSeen) -> Entry {
    Entry {
        outcome: result.outcome.into(),
        kind: result.kind.into(),
        marks: Marks {
            player_pair: result.player_pair,
            banker_pair: result.banker_pair,
            natural: result.natural,
            total: result.total.map(banco_cards::Points::of_value),
            badges: result.badges.clone(),
        },
    }
}

fn drawing_look(lang: Lang, columns: usize) -> svg::Look {
    let bead_text = if lang.is_chinese() { BeadText::Character } else { BeadText::Letter };
    svg::Look {
        theme: Theme::Page,
        glyphs: Glyphs::Shapes,
        bead_text,
        window: Window::Columns(columns),
        ghost: None,
    }
}

/// All roads of a shoe, what the board would draw next, and how often what happened.
#[must_use]
pub fn panel(results: &[ResultSeen], look: Look) -> Markup {
    asked(results, look, None)
}

/// The same, with what the board would draw if this hand won next already shown.
#[must_use]
pub fn asked(results: &[ResultSeen], look: Look, ask: Option<Side>) -> Markup {
    let (roads, lang) = (of_results(results), look.lang);
    html! {
        div .roads data-history=(roads.letters(Road::Bead)) data-ask=[ask.map(Side::name)] {
            p .road-corrected hidden { (lang.say("roads-corrected")) }
            (figure(&roads, Road::Bead, lang, Columns::SEAT, &table::details(&roads, lang)))
            (figure(&roads, Road::Big, lang, Columns::SEAT, &html! { small { (summary::last_run(&roads, lang)) } }))
            div .road-derived {
                @for road in DerivedRoad::ALL {
                    (figure(&roads, Road::Derived(road), lang, Columns::SEAT, &html! {}))
                }
            }
            (ask_form(&roads, lang))
            (tally(roads.counts(), lang))
        }
    }
}

/// One road with its name and its sentence.
#[must_use]
pub fn figure(roads: &Roads, road: Road, lang: Lang, columns: Columns, beside: &Markup) -> Markup {
    let name = name(road, lang);
    html! {
        figure .road .{ "road-" (class(road)) } {
            figcaption .road-head { h3 { (name) } (beside) }
            div .road-box role="img" aria-label={ (name) ". " (summary::of(roads, road, lang)) } {
                (drawing(roads, road, lang, columns.of(road)))
            }
        }
    }
}

fn drawing(roads: &Roads, road: Road, lang: Lang, columns: usize) -> Markup {
    PreEscaped(svg::bare(roads, road, &drawing_look(lang, columns), &Side::BOTH))
}

/// The big road alone, as a tile of the lobby shows it. The tile says in words what it needs ([`words`]).
#[must_use]
pub fn mini(results: &[ResultSeen]) -> Markup {
    let look = drawing_look(Lang::En, Columns::TILE);
    html! { div .road-box.road-mini { (PreEscaped(svg::bare(&of_results(results), Road::Big, &look, &[]))) } }
}

/// The big road in a sentence.
#[must_use]
pub fn words(results: &[ResultSeen], lang: Lang) -> String {
    summary::of(&of_results(results), Road::Big, lang)
}

/// The name of a road.
#[must_use]
pub fn name(road: Road, lang: Lang) -> String {
    match road {
        Road::Bead => lang.say("road-bead"),
        Road::Big => lang.say("road-big"),
        Road::Derived(DerivedRoad::BigEyeBoy) => lang.say("road-big-eye-boy"),
        Road::Derived(DerivedRoad::SmallRoad) => lang.say("road-small"),
        Road::Derived(DerivedRoad::CockroachPig) => lang.say("road-cockroach-pig"),
    }
}

const fn class(road: Road) -> &'static str {
    match road {
        Road::Bead => "bead",
        Road::Big => "big",
        Road::Derived(_) => "mark",
    }
}

/// The name of an outcome.
#[must_use]
pub fn outcome(outcome: Outcome, lang: Lang) -> String {
    match outcome {
        Outcome::Player => lang.say("road-player"),
        Outcome::Banker => lang.say("road-banker"),
        Outcome::Tie => lang.say("road-tie"),
    }
}

/// A letter in a bead, as words have it beside them. The letter is decoration.
#[must_use]
pub fn bead_letter(outcome: Outcome, lang: Lang) -> Markup {
    let (class, letter) = match outcome {
        Outcome::Player => ("bead-P", if lang.is_chinese() { "閒" } else { "P" }),
        Outcome::Banker => ("bead-B", if lang.is_chinese() { "莊" } else { "B" }),
        Outcome::Tie => ("bead-T", if lang.is_chinese() { "和" } else { "T" }),
    };
    html! { span .bead-letter .(class) aria-hidden="true" { (letter) } }
}

/// Asks what the board would draw. It is no prediction, and the words say so.
fn ask_form(roads: &Roads, lang: Lang) -> Markup {
    html! {
        p #ask-title .ask-title { (lang.say("roads-ask")) }
        form .ask method="get" aria-labelledby="ask-title" {
            @for side in Side::BOTH {
                button type="submit" name="ask" value=(side.name()) {
                    (bead_letter(winner(side), lang))
                    span { (outcome(winner(side), lang)) }
                    (ask_marks(roads, side, lang))
                }
            }
        }
    }
}

/// The three marks that the board would draw if this hand won next, with their words.
#[must_use]
pub fn ask_marks(roads: &Roads, side: Side, lang: Lang) -> Markup {
    let look = drawing_look(lang, 0);
    let ask = roads.ask(side);
    html! {
        span .ask-marks {
            @for road in DerivedRoad::ALL {
                @match ask.mark(road) {
                    Some(mark) => (PreEscaped(svg::mark(road, mark, &look))),
                    None => span aria-hidden="true" { "–" },
                }
            }
        }
        span .visually-hidden { (summary::asked(roads, side, lang)) }
    }
}

/// The outcome in which a hand wins.
#[must_use]
pub const fn winner(side: Side) -> Outcome {
    match side {
        Side::Player => Outcome::Player,
        Side::Banker => Outcome::Banker,
    }
}

/// How often what happened.
fn tally(counts: Counts, lang: Lang) -> Markup {
    let beads = [
        (Outcome::Player, "tally-player", counts.player),
        (Outcome::Banker, "tally-banker", counts.banker),
        (Outcome::Tie, "tally-tie", counts.tie),
    ];
    html! {
        p .tally {
            @for (which, class, count) in beads { span .(class) { (outcome(which, lang)) " " b { (count) } } }
            @for (words, count) in others(counts, lang) { span { (words) " " b { (count) } } }
        }
    }
}

/// Naturals and pairs with their names.
#[must_use]
pub fn others(counts: Counts, lang: Lang) -> [(String, usize); 3] {
    [
        (lang.say("road-naturals"), counts.naturals),
        (lang.say("road-player-pairs"), counts.player_pairs),
        (lang.say("road-banker-pairs"), counts.banker_pairs),
    ]
}

#[cfg(test)]
mod tests;
