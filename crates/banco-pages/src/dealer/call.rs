//! The dealer's calls. Under `confirm` the dealer calls first, and only then the machine says whether it agrees; its opinion is
//! not on the page before.

use banco_cards::Outcome;
use banco_engine::table::console::{Opinion, Point, Says};
use banco_wire::Side;
use maud::{Markup, html};

use super::{Assist, Room, clauses, won};
use crate::answers::hint;
use crate::icon::{Icon, icon};

/// The question that is open, with its keys; and what came of the last call.
pub(super) fn call(room: Room<'_>) -> Markup {
    let lang = room.lang();
    html! {
        @match room.uncalled() {
            Some(open) => section .prompt-bar data-call=(word(open.point)) aria-label=(lang.say("dealer-your-call")) {
                div .prompt-head { p .label { (lang.say("dealer-your-call")) } h1 { (question(room, open.point)) } }
                form .prompt-keys method="post" action=(room.action()) data-live="ask" {
                    (room.carried())
                    input type="hidden" name="act" value="call";
                    input type="hidden" name="point" value=(word(open.point));
                    @for (at, (value, words)) in keys(room, open.point).into_iter().enumerate() {
                        @let key = u8::try_from(at + 1).ok();
                        button .key.key-wide name="says" value=(value) data-pad=[key] { (hint(key)) (words) }
                    }
                }
                (stopped(room, open))
                (agreed(room))
            },
            None => (agreed_alone(room)),
        }
    }
}

/// The name of a point in forms.
pub(super) const fn word(point: Point) -> &'static str {
    match point {
        Point::PlayerDraws => "player",
        Point::BankerDraws => "banker",
        Point::Result => "result",
    }
}

fn question(room: Room<'_>, point: Point) -> String {
    let lang = room.lang();
    let draws = |side: Side| lang.with("dealer-does-it-draw", &[("hand", room.hand_name(side).into())]);
    match point {
        Point::PlayerDraws => draws(Side::Player),
        Point::BankerDraws => draws(Side::Banker),
        Point::Result => lang.say("dealer-who-won"),
    }
}

/// What can be called. The first two cards of a hand may end the drawing at once.
fn keys(room: Room<'_>, point: Point) -> Vec<(&'static str, String)> {
    let lang = room.lang();
    let card = |side: Side| lang.with("dealer-card-for", &[("hand", room.hand_name(side).into())]);
    match point {
        Point::PlayerDraws => vec![
            ("draws", card(Side::Player)),
            ("stands", lang.say("dealer-no-card")),
            ("none", lang.say("dealer-no-more-cards")),
        ],
        Point::BankerDraws => {
            vec![("draws", card(Side::Banker)), ("stands", lang.say("dealer-no-card"))]
        }
        Point::Result => vec![
            ("player", won(room, Outcome::Player)),
            ("banker", won(room, Outcome::Banker)),
            ("tie", won(room, Outcome::Tie)),
        ],
    }
}

/// The last call on this point was wrong.
fn stopped(room: Room<'_>, open: &Opinion) -> Markup {
    let lang = room.lang();
    let wrong = room.console.called.iter().any(|one| one.point == open.point && !one.agreed);
    html! {
        @if wrong {
            p .agree.agree-stop role="status" {
                (icon(Icon::Warning))
                span {
                    b { (lang.say("dealer-stopped")) } " "
                    @match room.console.assist {
                        Assist::Off => (lang.say("dealer-call-again")),
                        Assist::Confirm | Assist::Guide => { (why(room, open)) " " (clauses(&open.clauses.texts())) }
                    }
                }
            }
        }
    }
}

/// The machine agrees with the last call, and says why.
fn agreed(room: Room<'_>) -> Markup {
    let lang = room.lang();
    let last = room.opinion().filter(|_| room.console.assist != Assist::Off);
    html! {
        @if let Some(opinion) = last {
            p .agree role="status" {
                (icon(Icon::Tick))
                span {
                    @if room.console.assist == Assist::Confirm { b { (lang.say("dealer-agreed")) } " " }
                    (why(room, opinion)) " " (clauses(&opinion.clauses.texts()))
                }
                @if let Some(call) = opinion.call { span .say { (lang.say("dealer-say")) " " span lang="en" { "“" (call.to_string()) "”" } } }
            }
        }
    }
}

fn agreed_alone(room: Room<'_>) -> Markup {
    let says = room.opinion().is_some() && room.console.assist != Assist::Off;
    html! { @if says { div .prompt-bar.prompt-quiet { (agreed(room)) } } }
}

/// Why it is so: the count, the card it goes against, or the result.
fn why(room: Room<'_>, opinion: &Opinion) -> String {
    let lang = room.lang();
    let [player, banker] = opinion.counts;
    let hand = |side: Side| room.hand_name(side);
    match (opinion.point, opinion.says) {
        (_, Says::Result(outcome)) => {
            let (high, low) = (player.max(banker), player.min(banker));
            let counts = [("who", won(room, outcome).into()), ("high", high.into()), ("low", low.into())];
            lang.with("dealer-why-result", &counts)
        }
        (_, Says::Draws(false)) if opinion.natural => lang.say("dealer-why-natural"),
        (Point::BankerDraws, Says::Draws(draws)) => {
            let words = [
                ("hand", hand(Side::Banker).into()),
                ("count", banker.into()),
                ("against", opinion.against.unwrap_or(0).into()),
            ];
            match (draws, opinion.against) {
                (true, Some(_)) => lang.with("dealer-why-draws-against", &words),
                (false, Some(_)) => lang.with("dealer-why-stands-against", &words),
                (true, None) => lang.with("dealer-why-draws", &words),
                (false, None) => lang.with("dealer-why-stands", &words),
            }
        }
        (_, Says::Draws(draws)) => {
            let words = [("hand", hand(Side::Player).into()), ("count", player.into())];
            if draws { lang.with("dealer-why-draws", &words) } else { lang.with("dealer-why-stands", &words) }
        }
    }
}
