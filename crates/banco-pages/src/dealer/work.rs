//! What is asked of the dealer now: one panel for each prompt of the table, and the ways out when somebody is silent or
//! something goes wrong.

use banco_wire::{Pause, Phase, PromptSeen};
use maud::{Markup, html};

use super::entry::{Entry, Unseen, entry};
use super::{Behind, Room, bank, call, clauses, duty, pay, players_bank, result, shoe};
use crate::answers::{Desk, answer_form, hint, sentence};
use crate::icon::{Icon, icon, small};

/// The panels.
pub(super) fn work(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    if let Some(panel) = duty::sign_on(room) {
        return panel;
    }
    if seen.turn.pause.is_some() {
        return html! {};
    }
    if room.uncalled().is_some() {
        return call::call(room);
    }
    let desk = room.desk();
    html! {
        @match seen.turn.phase {
            Phase::Closed => (told(&lang.say("dealer-closed"), &lang.say("dealer-closed-about"))),
            Phase::Preparing | Phase::Cutting | Phase::Loading | Phase::Burning => (shoe::shoe(room, &desk)),
            Phase::Betting | Phase::Dealing | Phase::Settled | Phase::BetweenShoes => {
                (call::call(room))
                @if players_bank(room) { (bank::line(room)) }
                @for (prompt, behind) in prompts(room) { (panel(room, &desk, prompt, behind)) }
                (house_way(room, &desk))
                (waits(room, &desk))
                @if players_bank(room) { (bank::seats(room)) }
            },
        }
    }
}

/// What is asked, each with what stands behind it.
pub(super) fn prompts<'a>(room: Room<'a>) -> impl Iterator<Item = (&'a PromptSeen, &'a Behind)> {
    room.seen().prompts.iter().zip(&room.console.behind)
}

/// Something that is only said.
fn told(title: &str, about: &str) -> Markup {
    html! { section .prompt-bar { div .prompt-head { h1 { (title) } } p .small.muted { (about) } } }
}

fn panel(room: Room<'_>, desk: &Desk, prompt: &PromptSeen, behind: &Behind) -> Markup {
    match prompt.prompt {
        "settle" => pay::pay(room, behind),
        "card_due" => card_due(room, prompt, behind),
        "burn_card" => burn(room, behind),
        "turn_cards" => turn(room, desk, prompt, behind),
        "record_result" => result::result(room, behind),
        "confirm_spoken" => spoken(room, desk, prompt, behind),
        _ => plain(room, desk, prompt, behind),
    }
}

/// The head of a panel: what is asked, by which clauses.
pub(super) fn head(title: &str, behind: &Behind) -> Markup {
    html! { div .prompt-head { h1 { (title) } (clauses(&behind.clauses)) } }
}

/// What is asked, in the viewer's language where it has words for it.
pub(super) fn words_of(room: Room<'_>, prompt: &PromptSeen) -> String {
    room.lang().or(&format!("dealer-ask-{}", prompt.prompt.replace('_', "-")), &sentence(&prompt.words))
}

/// Any prompt: its answers are keys.
pub(super) fn plain(room: Room<'_>, desk: &Desk, prompt: &PromptSeen, behind: &Behind) -> Markup {
    let lang = room.lang();
    html! {
        section .prompt-bar data-prompt=(prompt.prompt) {
            (head(&words_of(room, prompt), behind))
            @if lang.is_chinese() { p .small.muted lang="en" { (sentence(&prompt.words)) } }
            div .prompt-keys { @for answer in &prompt.answers { (answer_form(desk, answer)) } }
            (say(room, behind))
        }
    }
}

/// A wager that was called out with cash: confirmed before the cards, or it is none.
fn spoken(room: Room<'_>, desk: &Desk, prompt: &PromptSeen, behind: &Behind) -> Markup {
    let lang = room.lang();
    let given = prompt.answers.first().and_then(|answer| answer.given.get("person"));
    let person = given.map(ToString::to_string).unwrap_or_default();
    let seat = room.seen().places.iter().find(|place| place.who.person.0.to_string() == person);
    let answer = |confirmed: bool, words: String| {
        let key = desk.next_key();
        html! { button .key.key-wide name="json.confirmed" value=(confirmed) data-pad=[key] { (hint(key)) (words) } }
    };
    html! {
        section .prompt-bar data-prompt="confirm_spoken" data-key={ "spoken-" (person) } {
            @if let Some(place) = seat { (head(&lang.with("dealer-spoken", &[("seat", place.seat.into())]), behind)) }
            p lang="en" { (sentence(&prompt.words)) }
            form .prompt-keys method="post" action=(room.action()) data-live="ask" data-money {
                (room.carried())
                input type="hidden" name="do" value="answer_spoken";
                input type="hidden" name="number.person" value=(person);
                (answer(true, lang.say("dealer-spoken-taken")))
                (answer(false, lang.say("dealer-spoken-refused")))
            }
        }
    }
}

/// A bettor asks the dealer to play a wager: the dealer plays it the house way.
fn house_way(room: Room<'_>, desk: &Desk) -> Markup {
    let (lang, all) = (room.lang(), &room.console.ways.house_way);
    html! {
        @if !all.is_empty() {
            section .prompt-bar data-prompt="play_house_way" {
                div .prompt-head { h2 { (lang.say("dealer-house-way")) } }
                form .prompt-keys method="post" action=(room.action()) data-live="ask" {
                    (room.carried())
                    input type="hidden" name="do" value="play_house_way";
                    @for (person, seat, name) in all {
                        @let key = desk.next_key();
                        button .key.key-wide name="number.person" value=(person) data-pad=[key] { (hint(key)) (room.seat(*seat)) ", " (name) }
                    }
                }
            }
        }
    }
}

/// What is said aloud when it is done.
fn say(room: Room<'_>, behind: &Behind) -> Markup {
    html! {
        @if let Some(words) = &behind.say {
            p .agree { span .say { (room.lang().say("dealer-say")) " " span lang="en" { "“" (words) "”" } } }
        }
    }
}

fn card_due(room: Room<'_>, prompt: &PromptSeen, behind: &Behind) -> Markup {
    let (lang, next) = (room.lang(), room.console.next);
    let first = room.seen().round.stage.is_some_and(|stage| stage.dealt.is_some());
    let hand = next.to.map(|side| room.hand_name(side.into())).unwrap_or_default();
    let title = match first {
        true => lang.with("dealer-card-to", &[("hand", hand.into())]),
        false => lang.with("dealer-third-to", &[("hand", hand.into())]),
    };
    let unseen = (!next.named).then(|| Unseen {
        words: if first { lang.say("dealer-all-face-down") } else { lang.say("dealer-face-down") },
        act: "down",
    });
    html! {
        section .prompt-bar data-prompt=(prompt.prompt) {
            (head(&title, behind))
            p .small.muted {
                @if next.up { (lang.say("dealer-lies-up")) } @else if next.named { (lang.say("dealer-lies-private")) } @else { (lang.say("dealer-lies-down")) }
            }
        }
        (entry(room, &Entry {
            title,
            fields: &[("do", "card".to_owned())],
            accept: lang.say("dealer-accept"),
            unseen,
            named: &[],
        }))
    }
}

pub(super) fn burn(room: Room<'_>, behind: &Behind) -> Markup {
    let (lang, next) = (room.lang(), room.console.next);
    let title = match next.to_burn {
        None => lang.say("dealer-burn-first"),
        Some(left) => lang.with("dealer-burn-more", &[("cards", left.into())]),
    };
    let unseen = (!next.named).then(|| Unseen { words: lang.say("dealer-burn-down"), act: "burn_down" });
    html! {
        section .prompt-bar data-prompt="burn_card" {
            (head(&title, behind))
            @if !next.named {
                form .prompt-keys method="post" action=(room.action()) data-live="ask" {
                    (room.carried())
                    button .key.key-wide name="act" value="burn_down" data-enter { (lang.say("dealer-burn-down")) " " kbd aria-hidden="true" { "Enter" } }
                }
            }
        }
        @if next.named {
            (entry(room, &Entry {
                title: lang.say("dealer-burn-card"),
                fields: &[("do", "burn_card".to_owned())],
                accept: lang.say("dealer-burn-it"),
                unseen,
                named: &[],
            }))
        }
    }
}

/// A hand is turned: by whoever holds it, or laid open by the dealer when they have returned it.
fn turn(room: Room<'_>, desk: &Desk, prompt: &PromptSeen, behind: &Behind) -> Markup {
    let lang = room.lang();
    let many = prompt.answers.iter().flat_map(|answer| &answer.asks).find_map(|one| match one.ask {
        banco_wire::Ask::Cards { many } => Some(usize::from(many)),
        _ => None,
    });
    let named = &room.console.named;
    let open = many.unwrap_or(0) <= named.len();
    let key = open.then(|| desk.next_key()).flatten();
    html! {
        section .prompt-bar data-prompt="turn_cards" {
            (head(&words_of(room, prompt), behind))
            @if let Some(many) = many { p .small.muted { (lang.with("dealer-name-cards", &[("cards", many.into())])) } }
            @if open {
                form .prompt-keys method="post" action=(room.action()) data-live="ask" {
                    (room.carried())
                    button .key.key-wide name="act" value="turn" data-enter data-pad=[key] {
                        (hint(key)) (lang.say("dealer-lay-open")) " " kbd aria-hidden="true" { "Enter" }
                    }
                    @if !named.is_empty() {
                        button .key.key-wide name="act" value="unname" data-undo { (lang.say("dealer-undo")) " " kbd aria-hidden="true" { "–" } }
                    }
                }
                @if !named.is_empty() { div .entry-named { @for card in named { (crate::art::card_in(*card, lang)) } } }
            }
        }
        @if !open {
            (entry(room, &Entry {
                title: lang.with("dealer-name-card", &[("number", (named.len() + 1).into()), ("of", many.unwrap_or(0).into())]),
                fields: &[("act", "name".to_owned())],
                accept: lang.say("dealer-accept"),
                unseen: None,
                named,
            }))
        }
    }
}

/// Somebody's word is awaited: the dealer may pass over whoever says nothing.
fn waits(room: Room<'_>, desk: &Desk) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let round = &seen.round;
    let offered = [seen.shoe.offered_to, round.player.offered_to, round.banker.offered_to];
    let bank = seen.bank.as_ref().and_then(|bank| bank.asked);
    let deciding = round.stage.is_some_and(|stage| stage.name == banco_wire::StageName::Deciding);
    let whom = offered.into_iter().flatten().next().or(bank);
    html! {
        @if let Some(seat) = whom { (pass_over(room, desk, &lang.with("dealer-waits-for", &[("seat", seat.into())]))) }
        @else if deciding { (pass_over(room, desk, &lang.say("dealer-waits-for-word"))) }
    }
}

/// A form by which somebody is passed over, with what everybody is told.
pub(super) fn pass_over(room: Room<'_>, desk: &Desk, title: &str) -> Markup {
    let (lang, key) = (room.lang(), desk.next_key());
    html! {
        section .prompt-bar.prompt-waits {
            div .prompt-head { (small(Icon::Clock)) h1 { (title) } }
            form .prompt-keys method="post" action=(room.action()) data-live="ask" {
                (room.carried())
                input type="hidden" name="do" value="pass_over";
                label .field { span { (lang.say("dealer-reason")) } input .input name="text.reason" maxlength="200" value=(lang.say("dealer-said-nothing")); }
                button .key.key-wide data-pad=[key] { (hint(key)) (lang.say("dealer-pass-over")) }
            }
        }
    }
}

/// Why nothing goes on, and for whose word it waits.
pub(super) fn held(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let Some(pause) = seen.turn.pause else { return html! {} };
    let staff = seen.staff.as_ref();
    let words = match pause {
        Pause::Stopped => lang.say("dealer-held-stopped"),
        Pause::Held => lang.say("dealer-held-floor"),
        Pause::Irregularity => lang.say("dealer-held-irregularity"),
        Pause::VoidAsked => lang.say("dealer-held-void"),
    };
    html! {
        section .prompt-bar.prompt-held {
            div .prompt-head { (icon(Icon::Lock)) h1 { (words) } }
            @if let Some(hold) = staff.and_then(|staff| staff.hold.as_ref()) { p { (hold.by.name) ": " (hold.reason) } }
            @if let Some(incident) = staff.and_then(|staff| staff.incident.as_ref()) {
                p lang="en" { (sentence(&incident.words)) }
                p .small.muted { (lang.with("dealer-reported-by", &[("name", incident.by.name.as_str().into())])) }
            }
            p .small.muted { (lang.say("dealer-held-about")) }
        }
    }
}

/// Ways out, and how far the shoe has come.
pub(super) fn foot(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let staff = seen.staff.as_ref();
    let dealing = seen.turn.phase == Phase::Dealing && seen.turn.pause.is_none();
    let playing = matches!(seen.turn.phase, Phase::Betting | Phase::Dealing | Phase::Settled);
    let entered = seen.shoe.source == banco_wire::CardSource::Entry;
    html! {
        a .button href={ "/dealer/" (room.console.number) "/irregularity" } data-pad="." { (lang.say("dealer-irregularity")) " " kbd aria-hidden="true" { "." } }
        @if dealing && entered && !seen.shoe.cut_card_out { (simple(room, "show_cut_card", &lang.say("dealer-cut-card-out"))) }
        @if dealing { (reasoned(room, "order_relinquish", &lang.say("dealer-take-cards-away"))) }
        @if room.console.ways.pass { (reasoned(room, "order_pass", &order_pass(room))) }
        @if seen.places.is_empty() && seen.turn.phase == Phase::Betting { (simple(room, "take_up_cards", &lang.say("dealer-take-up-cards"))) }
        (duty::sign_off(room))
        (call_floor(room))
        span .staff-foot-note {
            (lang.with("dealer-shoe-note", &[("shoe", seen.shoe.number.0.into()), ("hand", seen.round.number.0.into()), ("cards", seen.shoe.left.into())]))
            @if let Some(until) = staff.and_then(|staff| staff.until_cut).filter(|_| playing) { ", " (lang.with("dealer-cut-in", &[("cards", until.into())])) }
            @if seen.shoe.cut_card_out { ", " b { (lang.say("last-hand")) } }
        }
    }
}

/// What is passed: the shoe, or the bank.
fn order_pass(room: Room<'_>) -> String {
    let lang = room.lang();
    if players_bank(room) { lang.say("dealer-order-bank-pass") } else { lang.say("dealer-order-pass") }
}

/// The floor is called; nothing else changes, and the round goes on.
fn call_floor(room: Room<'_>) -> Markup {
    let lang = room.lang();
    html! {
        @match room.console.floor_called {
            Some(since) => p .tag.tag-alert data-floor-called {
                (small(Icon::Person)) (lang.with("dealer-floor-called", &[("at", crate::staff::frame::clock(since).into())]))
            },
            None => form method="post" action=(room.action()) data-live="ask" {
                (room.carried())
                button .button name="act" value="call_floor" { (small(Icon::Person)) (lang.say("dealer-call-floor")) }
            },
        }
    }
}

/// A command that needs no more words.
pub(super) fn simple(room: Room<'_>, command: &str, words: &str) -> Markup {
    html! {
        form method="post" action=(room.action()) data-live="ask" {
            (room.carried())
            input type="hidden" name="do" value=(command);
            button .button { (words) }
        }
    }
}

/// A command that needs a reason, which everybody at the table is told.
fn reasoned(room: Room<'_>, command: &str, words: &str) -> Markup {
    let lang = room.lang();
    html! {
        details .menu.foot-menu data-key=(command) {
            summary .button { (words) }
            form .menu-panel method="post" action=(room.action()) data-live="ask" {
                (room.carried())
                input type="hidden" name="do" value=(command);
                label .field { span { (lang.say("dealer-reason")) } input .input name="text.reason" maxlength="200" required; }
                button .button.button-primary { (words) }
            }
        }
    }
}
