//! What a screen shows before it is the display of a table. It is read from across a room and has no controls.

use banco_wire::Moment;
use maud::{Markup, html};

use crate::figures;
use crate::layout::{Ground, Shell, Visit, page};

/// How far a screen has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Screen {
    /// It shows a code.
    Code {
        /// To be typed in by an administrator.
        code: String,
        /// Until when it is good.
        until: Moment,
    },
    /// One administrator has typed it in.
    Waits,
}

/// The page.
#[must_use]
pub fn screen(visit: &Visit, screen: &Screen) -> Markup {
    let lang = visit.lang();
    let shell = Shell {
        ground: Ground::Night,
        styles: &["sign.css"],
        bar: Some(html! {}),
        skip_to: "",
        foot: false,
        ..Shell::new(visit, lang.say("display-title"), "page-display")
    };
    let content = html! {
        main #main .display-screen {
            h1 { (lang.say("display-title")) }
            @match screen {
                Screen::Code { code, until } => {
                    p .display-code #code { (grouped(code)) }
                    p { (lang.say("display-how")) }
                    p .muted { (lang.with("display-until", &[("when", figures::when(*until).into())])) }
                }
                Screen::Waits => { p .display-code { "…" } p { (lang.say("display-waits")) } }
            }
        }
    };
    page(&shell, &content)
}

/// A code in two groups, as people read it out.
fn grouped(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}
