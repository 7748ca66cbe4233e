//! What each road tells, in a sentence.

use banco_cards::Side;
use banco_engine::roads::{DerivedRoad, Mark, Road, Roads};

use super::{name, outcome, winner};
use crate::text::Lang;

/// A road in a sentence, for people who do not see it.
pub(super) fn of(roads: &Roads, road: Road, lang: Lang) -> String {
    match road {
        Road::Bead => bead(roads, lang),
        Road::Big => big(roads, lang),
        Road::Derived(road) => derived(roads, road, lang),
    }
}

fn bead(roads: &Roads, lang: Lang) -> String {
    let counts = roads.counts();
    lang.with(
        "road-bead-summary",
        &[
            ("hands", counts.hands().into()),
            ("player", counts.player.into()),
            ("banker", counts.banker.into()),
            ("tie", counts.tie.into()),
        ],
    )
}

fn big(roads: &Roads, lang: Lang) -> String {
    let ties = roads.big().cells().iter().map(|cell| cell.ties).sum::<usize>();
    match roads.big().runs().len() {
        0 => lang.say("road-no-win"),
        runs => {
            let with = [("runs", runs.into()), ("ties", ties.into())];
            format!("{} {}", lang.with("road-big-summary", &with), last_run(roads, lang))
        }
    }
}

/// The run that goes on.
pub(super) fn last_run(roads: &Roads, lang: Lang) -> String {
    let (Some(last), Some(length)) = (roads.big().cells().last(), roads.big().runs().last()) else {
        return String::new();
    };
    let with = [("wins", (*length).into()), ("side", outcome(winner(last.side), lang).into())];
    lang.with("road-last-run", &with)
}

fn derived(roads: &Roads, road: DerivedRoad, lang: Lang) -> String {
    let cells = roads.derived(road).cells();
    let regular = cells.iter().filter(|cell| cell.mark == Mark::Red).count();
    match cells.len() {
        0 => lang.say("road-no-mark"),
        all => {
            let with = [
                ("marks", all.into()),
                ("regular", regular.into()),
                ("irregular", (all.saturating_sub(regular)).into()),
            ];
            lang.with("road-derived-summary", &with)
        }
    }
}

/// What the board would draw if this hand won next.
pub(super) fn asked(roads: &Roads, side: Side, lang: Lang) -> String {
    let ask = roads.ask(side);
    let told = DerivedRoad::ALL.map(|road| {
        let mark = ask.mark(road).map_or_else(|| lang.say("road-none"), |mark| mark_word(mark, lang));
        format!("{}: {mark}", name(Road::Derived(road), lang))
    });
    told.join("; ")
}

/// Regular or irregular.
pub(super) fn mark_word(mark: Mark, lang: Lang) -> String {
    match mark {
        Mark::Red => lang.say("road-regular"),
        Mark::Blue => lang.say("road-irregular"),
    }
}
