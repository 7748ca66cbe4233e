//! House Money that has won: take the payout or press it onto a bet, with what that hand can still do.

use banco_wire::{Ask, PromptSeen, Side};
use maud::{Markup, html};

use super::Room;
use crate::figures;

/// In how many of the orders of the next cards a hand wins, ties and loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Which hand.
    pub side: Side,
    /// It wins in so many.
    pub wins: u64,
    /// It ties in so many.
    pub ties: u64,
    /// It loses in so many.
    pub loses: u64,
}

/// The panel; nothing while no payout of the viewer's waits.
pub(super) fn money(room: Room<'_>) -> Markup {
    let asked = room.seen().prompts.iter().find(|prompt| prompt.prompt == "take_or_press");
    let (Some(asked), Some(payout)) = (asked, &room.seen().round.payout) else { return html! {} };
    let (lang, hands) = (room.lang(), hands(asked));
    let how = if hands.is_empty() { "money-take-only" } else { "money-how" };
    html! {
        section .money-panel data-prompt="take_or_press" aria-label=(lang.say("money-won")) {
            header .money-head {
                div { h2 { (lang.say("money-won")) } p { (lang.say(how)) } }
                p .money-sum { (figures::short(payout.won)) }
            }
            div .money-keys {
                (key(room, "take_payout", None))
                @for side in &hands { (key(room, "press_payout", Some(*side))) }
            }
            @for side in &hands { @for chances in room.seat.chances.iter().filter(|one| one.side == *side) { (outlook(room, chances)) } }
        }
    }
}

/// The hands onto which the payout may go.
fn hands(asked: &PromptSeen) -> Vec<Side> {
    let asks = asked.answers.iter().flat_map(|answer| &answer.asks);
    let words = asks.filter_map(|one| match &one.ask {
        Ask::OneOf { of } => Some(of),
        _ => None,
    });
    words
        .flatten()
        .filter_map(|word| [Side::Player, Side::Banker].into_iter().find(|side| side.word() == word))
        .collect()
}

fn key(room: Room<'_>, command: &str, onto: Option<Side>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let Some(payout) = &seen.round.payout else { return html! {} };
    let (name, sum, note) = match onto {
        None => ("money-take", payout.won, lang.say("money-by-itself")),
        Some(_) if payout.pressed == payout.won => {
            ("money-press", payout.pressed, lang.say("money-with-bet"))
        }
        Some(_) => ("money-press", payout.pressed, lang.say("money-rest-taken")),
    };
    html! {
        form method="post" action=(room.action()) data-live="ask" {
            (room.carried())
            input type="hidden" name="do" value=(command);
            button .money-key name=[onto.map(|_| "text.side")] value=[onto.map(Side::word)] {
                b { (lang.with(name, &[("sum", figures::short(sum).into())])) }
                span { @match onto { Some(side) => (becomes(room, side)), None => (lang.say("money-bet-stays")) } }
                small { (note) }
            }
        }
    }
}

/// `Banker becomes $145`.
fn becomes(room: Room<'_>, side: Side) -> String {
    let (seen, hand) = (room.seen(), room.hand_name(side));
    let offer = seen.terms.wagers.iter().find(|offer| offer.side == Some(side));
    let lies = offer.map(|offer| room.stake(&offer.spot).minor).unwrap_or_default();
    let pressed = seen.round.payout.as_ref().map(|payout| payout.pressed.minor).unwrap_or_default();
    let sum = room.money(lies.saturating_add(pressed));
    room.lang().with("money-becomes", &[("hand", hand.into()), ("sum", figures::short(sum).into())])
}

/// What a hand can still do, as a bar with its figures.
fn outlook(room: Room<'_>, chances: &Chances) -> Markup {
    let lang = room.lang();
    let whole = (chances.wins + chances.ties + chances.loses).max(1);
    let part = |ways: u64| ways * 1000 / whole;
    let (wins, ties) = (part(chances.wins), part(chances.ties));
    let told = [("money-wins", chances.wins), ("money-ties", chances.ties), ("money-loses", chances.loses)];
    html! {
        div .chances {
            p { (lang.with("money-chances", &[("hand", room.hand_name(chances.side).into())])) }
            svg .chance-bar viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true" {
                rect .chance-lose width="1000" height="12" {}
                rect .chance-tie width=(wins + ties) height="12" {}
                rect .chance-win width=(wins) height="12" {}
            }
            ul { @for (name, ways) in told { li { (lang.say(name)) " " b { (percent(ways, whole)) } } } }
        }
    }
}

/// A share with two decimals, rounded.
fn percent(ways: u64, whole: u64) -> String {
    let hundredths = (ways * 20_000 + whole) / (whole * 2);
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn shares_are_rounded_to_two_decimals() {
        assert_eq!(percent(1, 3), "33.33%");
        assert_eq!(percent(2, 3), "66.67%");
        assert_eq!(percent(1, 1), "100.00%");
        assert_eq!(percent(0, 7), "0.00%");
        assert_eq!(percent(1, 20_000), "0.01%");
    }
}
