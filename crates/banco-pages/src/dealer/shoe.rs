//! Making the cards ready: a checklist of the rulebook's own steps, then the cut, the shoe and the burn.

use banco_engine::table::console::{Progress, ShoePart, ShoeStep};
use banco_wire::{Ask, PromptSeen};
use maud::{Markup, html};

use super::steps::{mark, shoe_part};
use super::work::{burn, head, pass_over, plain, prompts};
use super::{Behind, Room, clauses, entry};
use crate::answers::{Desk, hint, sentence};
use crate::icon::{Icon, small};

/// The checklist, with what is asked now where it stands.
pub(super) fn shoe(room: Room<'_>, desk: &Desk) -> Markup {
    let steps = &room.console.shoe;
    html! {
        h1 .visually-hidden { (room.lang().with("dealer-preparing-shoe", &[("shoe", room.seen().shoe.number.0.into())])) }
        ol .preps aria-label=(room.lang().say("dealer-shoe-parts")) {
            @for (at, step) in steps.iter().enumerate() {
                @if step.progress == Progress::Now { li .prep-open { (open(room, desk, at, step)) } }
                @else { (line(room, at, step)) }
            }
        }
        (missing(room))
    }
}

/// A card is missing from the decks: it is named, and they are inspected again.
fn missing(room: Room<'_>) -> Markup {
    let lang = room.lang();
    html! {
        @if room.console.ways.missing_card {
            details .told.missing-card data-key="missing" {
                summary { (lang.say("dealer-missing-card")) }
                form method="post" action=(room.action()) data-live="ask" {
                    (room.carried())
                    (entry::keys(lang, ""))
                    div .entry-act { button .button name="act" value="missing" { (lang.say("dealer-missing-report")) } }
                }
            }
        }
    }
}

fn line(room: Room<'_>, at: usize, step: &ShoeStep) -> Markup {
    let done = step.progress == Progress::Done;
    html! {
        li .prep.prep-done[done].prep-later[!done] {
            (mark(at, step.progress))
            h2 { (shoe_part(room.lang(), &step.part)) " " (clauses(&step.clauses.texts())) }
            // What is done needs no more words, and neither does what its title says already.
            @if !done && !titles_all(room, step) { p { (about(room, step)) } }
            span .prep-who { (by(room, step)) }
        }
    }
}

/// Whether the title of a step is the whole of what is said about it.
fn titles_all(room: Room<'_>, step: &ShoeStep) -> bool {
    matches!(&step.part, ShoePart::Step { summary, .. } if sentence(&shoe_part(room.lang(), &step.part)) == **summary)
}

/// What is done, in the words of the rulebook's data.
fn about(room: Room<'_>, step: &ShoeStep) -> Markup {
    let lang = room.lang();
    html! {
        @match &step.part {
            ShoePart::Step { summary, .. } => span lang="en" { (summary) },
            ShoePart::Cut => (lang.say("dealer-cut-about")),
            ShoePart::Load => (lang.say("dealer-load-about")),
            ShoePart::Burn => (lang.say("dealer-burn-about")),
        }
    }
}

fn by(room: Room<'_>, step: &ShoeStep) -> String {
    room.lang().or(&format!("dealer-role-{}", step.by.name()), step.by.name())
}

/// The step that is done now: the prompt, if it is the dealer's; otherwise whom it waits for.
fn open(room: Room<'_>, desk: &Desk, at: usize, step: &ShoeStep) -> Markup {
    let asked = prompts(room)
        .find(|(prompt, _)| matches!(prompt.prompt, "next_step" | "cut" | "load_shoe" | "burn_card"));
    html! {
        @match asked {
            Some((prompt, behind)) => @match prompt.prompt {
                "next_step" => (next_step(room, desk, step, prompt, behind)),
                "cut" => (cut(room, desk, prompt, behind)),
                "load_shoe" => (load(room, desk, prompt, behind)),
                "burn_card" => (burn(room, behind)),
                _ => (plain(room, desk, prompt, behind)),
            },
            None => (waits(room, desk, at, step)),
        }
    }
}

/// Nobody but others can go on.
fn waits(room: Room<'_>, desk: &Desk, at: usize, step: &ShoeStep) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let title = shoe_part(lang, &step.part);
    html! {
        @if let Some(seat) = seen.shoe.cut_offered_to {
            (pass_over(room, desk, &lang.with("dealer-cut-offered", &[("seat", seat.into())])))
        } @else {
            section .prompt-bar.prompt-waits {
                div .prompt-head { (mark(at, step.progress)) h1 { (title) } (clauses(&step.clauses.texts())) }
                p { (about(room, step)) }
                p .agree { (small(Icon::Clock)) span { (lang.with("dealer-waits-for-role", &[("role", by(room, step).into())])) } }
            }
        }
    }
}

/// A step of the rulebook's preparation. A shuffle by hand can be told as it was done.
fn next_step(room: Room<'_>, desk: &Desk, step: &ShoeStep, prompt: &PromptSeen, behind: &Behind) -> Markup {
    let (lang, key) = (room.lang(), desk.next_key());
    let given = prompt.answers.first().and_then(|answer| answer.given.get("step")).map(ToString::to_string);
    let people = match &step.part {
        ShoePart::Step { people: (many, done), .. } if *many > 1 => Some((*many, *done)),
        _ => None,
    };
    html! {
        section .prompt-bar data-prompt="next_step" {
            (head(&shoe_part(lang, &step.part), behind))
            @if !titles_all(room, step) { p lang="en" { (sentence(&prompt.words)) } }
            @if let Some((many, done)) = people {
                p .small.muted { (lang.with("dealer-step-people", &[("people", many.into()), ("done", done.into())])) }
            }
            form method="post" action=(room.action()) data-live="ask" {
                (room.carried())
                input type="hidden" name="do" value="prepare";
                @if let Some(given) = &given { input type="hidden" name="json.step" value=(given); }
                div .prompt-keys {
                    button .key.key-wide data-pad=[key] data-enter { (hint(key)) (lang.say("dealer-step-done")) " " kbd aria-hidden="true" { "Enter" } }
                }
                details .told data-key="told" {
                    summary { (lang.say("dealer-tell-shuffle")) }
                    label .field {
                        span { (lang.say("dealer-shuffle-notation")) }
                        input .input name="text.told" maxlength="2000" autocomplete="off" placeholder="riffle x2, strip 5; turn; riffle";
                    }
                }
            }
        }
    }
}

/// The range of a number that is asked for.
fn range(prompt: &PromptSeen, key: &str) -> (u32, u32) {
    let asks = prompt.answers.iter().flat_map(|answer| &answer.asks);
    let found = asks.filter(|one| one.key == key).find_map(|one| match one.ask {
        Ask::Number { least, most } => Some((least.0, most.0)),
        _ => None,
    });
    found.unwrap_or_default()
}

fn cut(room: Room<'_>, desk: &Desk, prompt: &PromptSeen, behind: &Behind) -> Markup {
    let (lang, key) = (room.lang(), desk.next_key());
    let ((least, most), size) = (range(prompt, "at"), u32::from(room.seen().shoe.size));
    let beyond = size.saturating_sub(most);
    html! {
        section .prompt-bar data-prompt="cut" {
            (head(&lang.say("dealer-shoe-cut"), behind))
            figure .cut-bar {
                svg viewBox={ "0 0 " (size.max(1)) " 26" } preserveAspectRatio="none" role="img"
                    aria-label=(lang.with("dealer-cut-range", &[("least", least.into()), ("most", most.into())]))
                {
                    rect .cut-no width=(least) height="26" {}
                    rect .cut-yes x=(least) width=(most.saturating_sub(least)) height="26" {}
                    rect .cut-no x=(most) width=(beyond) height="26" {}
                }
                figcaption { (lang.with("dealer-cut-range", &[("least", least.into()), ("most", most.into())])) }
            }
            form method="post" action=(room.action()) data-live="ask" {
                (room.carried())
                input type="hidden" name="do" value="cut";
                label .field {
                    span { (lang.say("dealer-cut-at")) }
                    input .input type="number" name="number.at" min=(least) max=(most) required value=(least.midpoint(most));
                }
                div .prompt-keys { button .key.key-wide data-pad=[key] data-enter { (hint(key)) (lang.say("dealer-cut-done")) " " kbd aria-hidden="true" { "Enter" } } }
            }
        }
    }
}

/// What a source of cards is called.
fn source(word: &str) -> &'static str {
    match word {
        "entry" => "dealer-source-entry",
        "result_only" => "dealer-source-results",
        _ => "dealer-source-virtual",
    }
}

fn load(room: Room<'_>, desk: &Desk, prompt: &PromptSeen, behind: &Behind) -> Markup {
    let (lang, key) = (room.lang(), desk.next_key());
    let (least, most) = range(prompt, "cut_card");
    let batch = prompt.answers.first().and_then(|answer| answer.given.get("batch")).map(ToString::to_string);
    let sources: Vec<&str> = ["entry", "result_only", "virtual"]
        .into_iter()
        .filter(|word| prompt.answers.iter().any(|answer| answer.says("source", word)))
        .collect();
    html! {
        section .prompt-bar data-prompt="load_shoe" {
            (head(&lang.say("dealer-shoe-load"), behind))
            form method="post" action=(room.action()) data-live="ask" {
                (room.carried())
                input type="hidden" name="do" value="load_shoe";
                @if let Some(batch) = &batch { input type="hidden" name="json.batch" value=(batch); }
                fieldset .sources {
                    legend { (lang.say("dealer-source")) }
                    @for (at, word) in sources.iter().enumerate() {
                        label .cause {
                            input type="radio" name="text.source" value=(word) checked[at == 0];
                            span { (lang.say(source(word))) }
                        }
                    }
                }
                label .field {
                    span { (lang.with("dealer-cut-card-depth", &[("least", least.into()), ("most", most.into())])) }
                    input .input type="number" name="number.cut_card" min=(least) max=(most) required value=(least);
                }
                div .prompt-keys { button .key.key-wide data-pad=[key] data-enter { (hint(key)) (lang.say("dealer-load-done")) " " kbd aria-hidden="true" { "Enter" } } }
            }
        }
    }
}
