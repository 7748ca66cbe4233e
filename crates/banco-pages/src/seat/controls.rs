//! How loud things are, and which key does what. Both are off until somebody wants them; then they are set here, and kept in
//! the browser.

use maud::{Markup, html};

use super::Room;

/// What can be done by a key, and the key that does it at first.
const KEYS: [(&str, &str); 7] = [
    ("player", "p"),
    ("banker", "b"),
    ("tie", "t"),
    ("undo", "u"),
    ("clear", "c"),
    ("rebet", "r"),
    ("double", "d"),
];

/// What sounds, and how loud at first, in percent.
const SOUNDS: [(&str, &str); 2] = [("effects", "50"), ("voice", "0")];

/// The menu; nothing where neither is wanted.
pub(super) fn controls(room: Room<'_>) -> Markup {
    let (lang, look) = (room.lang(), room.visit.look);
    if !look.sound && !look.keys {
        return html! {};
    }
    html! {
        details #controls .menu.menu-up.script-only {
            summary { (lang.say("sound-and-keys")) }
            div .menu-panel {
                @if look.sound {
                    fieldset {
                        legend { (lang.say("sound")) }
                        @for (name, usual) in SOUNDS {
                            label .volume {
                                span { (lang.say(&format!("sound-{name}"))) }
                                input type="range" min="0" max="100" step="5" value=(usual) data-volume=(name);
                            }
                        }
                    }
                }
                @if look.keys {
                    fieldset {
                        legend { (lang.say("keys")) }
                        div .key-fields {
                            @for (action, usual) in KEYS {
                                label .field {
                                    span { (lang.say(action)) }
                                    input .input maxlength="1" autocomplete="off" value=(usual) data-key-for=(action);
                                }
                            }
                        }
                        p .small.muted { (lang.say("keys-chips")) }
                    }
                }
            }
        }
    }
}
