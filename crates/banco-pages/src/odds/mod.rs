//! The odds explorer: any wager of any rulebook, from any shoe, one or two of them side by side. What is asked is the
//! page's address; what is answered was counted exactly.

mod answer;
mod compare;

use maud::{Markup, html};

pub use answer::{Answer, Cell, Plotted, Table, Told};

use crate::layout::{Ground, Place, Shell, Visit, page};
use crate::parts::Parts;
use crate::rules::english;
use crate::text::Lang;

/// What is asked, as it stands in the address.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Asked {
    /// The rulebook.
    pub rulebook: String,
    /// The wager: `dragon-bonus.player:A`.
    pub wager: String,
    /// The number of decks; nothing as the rulebook has it.
    pub decks: Option<u8>,
    /// Cards that are out of the shoe: `9h 9s`.
    pub without: String,
}

impl Asked {
    /// As it stands in an address, with something before each key.
    #[must_use]
    pub fn query(&self, before: &str) -> String {
        let mut query =
            format!("{before}rulebook={}&{before}wager={}", escaped(&self.rulebook), escaped(&self.wager));
        if let Some(decks) = self.decks {
            query += &format!("&{before}decks={decks}");
        }
        if !self.without.is_empty() {
            query += &format!("&{before}without={}", escaped(&self.without));
        }
        query
    }
}

/// Text as it may stand in an address.
fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:".contains(&byte);
    let one = |byte: u8| match byte {
        b' ' => "+".to_owned(),
        byte if plain(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

/// What can be asked: rulebooks by id, and the wagers of the chosen one.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Id and printed name of each rulebook.
    pub rulebooks: Vec<(String, String)>,
    /// Name and label of each wager, by the wager they are sides and pay tables of.
    pub wagers: Vec<(String, Vec<(String, String)>)>,
}

/// A wager in the list of all.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub wager: String,
    /// Its name for people.
    pub label: String,
    /// House edge, return, how often it wins, deviation, as they are shown.
    pub figures: [String; 4],
    /// The edge as a bar, in thousandths of the greatest.
    pub bar: u32,
}

/// What one side of the page shows.
#[derive(Clone, Debug)]
pub struct Side<'a> {
    /// What was asked.
    pub asked: &'a Asked,
    /// What can be asked.
    pub choices: &'a Choices,
    /// The answer, or why there is none.
    pub answer: &'a Result<Answer, String>,
}

/// Everything that the page shows.
#[derive(Clone, Debug)]
pub struct Explorer<'a> {
    /// What is looked at.
    pub first: Side<'a>,
    /// What it is compared with.
    pub second: Option<Side<'a>>,
    /// The usual wagers of the rulebook.
    pub rows: &'a [Row],
    /// Where this floor is reached: `http://127.0.0.1:8080`.
    pub origin: &'a str,
}

impl Explorer<'_> {
    /// The address of this view.
    #[must_use]
    pub fn address(&self) -> String {
        let first = self.first.asked.query("");
        match &self.second {
            None => format!("/odds?{first}"),
            Some(second) => format!("/odds?{first}&{}", second.asked.query("vs-")),
        }
    }
}

/// The whole page.
#[must_use]
pub fn odds(visit: &Visit, explorer: &Explorer<'_>) -> Markup {
    let lang = visit.lang();
    let shell = Shell {
        ground: Ground::Paper,
        place: Place::Odds,
        styles: &["odds.css"],
        scripts: &["odds.js"],
        ..Shell::new(visit, lang.say("odds-title"), "page-odds")
    };
    let parts = parts(explorer, lang);
    page(
        &shell,
        &html! {
            main .odds #main {
                header .odds-head { p .eyebrow { (lang.say("odds-exact")) } h1 { (lang.say("odds-title")) } }
                form .odds-controls #odds-controls method="get" action="/odds" aria-label=(lang.say("odds-controls")) {
                    (parts.inside("odds-controls"))
                }
                div #odds-answer .odds-answer { (parts.inside("odds-answer")) }
            }
        },
    )
}

/// The sections that change with what is asked.
#[must_use]
pub fn parts(explorer: &Explorer<'_>, lang: Lang) -> Parts {
    Parts::default()
        .and("odds-controls", controls(explorer, lang))
        .and("odds-answer", answered(explorer, lang))
}

fn controls(explorer: &Explorer<'_>, lang: Lang) -> Markup {
    html! {
        (side_controls(&explorer.first, "", lang))
        @match &explorer.second {
            Some(second) => {
                (side_controls(second, "vs-", lang))
                a .button href={ "/odds?" (explorer.first.asked.query("")) } { (lang.say("odds-no-compare")) }
            },
            None => a .button href={ "/odds?" (explorer.first.asked.query("")) "&" (explorer.first.asked.query("vs-")) } { (lang.say("odds-compare")) },
        }
        button .button.button-primary.without-script type="submit" { (lang.say("odds-show")) }
    }
}

fn side_controls(side: &Side<'_>, before: &str, lang: Lang) -> Markup {
    let Side { asked, choices, .. } = side;
    let legend = if before.is_empty() { lang.say("odds-a") } else { lang.say("odds-b") };
    html! {
        fieldset .odds-side {
            legend .visually-hidden { (legend) }
            label .field {
                span { (lang.say("odds-rulebook")) }
                select .select name={ (before) "rulebook" } {
                    @for (id, name) in &choices.rulebooks { option value=(id) selected[*id == asked.rulebook] lang="en" { (name) } }
                }
            }
            label .field {
                span { (lang.say("rules-wager")) }
                select .select name={ (before) "wager" } {
                    @for (group, wagers) in &choices.wagers {
                        optgroup label=(group) {
                            @for (name, label) in wagers { option value=(name) selected[*name == asked.wager] lang="en" { (label) } }
                        }
                    }
                }
            }
            label .field {
                span { (lang.say("odds-decks")) }
                select .select name={ (before) "decks" } {
                    option value="" { (lang.say("odds-decks-usual")) }
                    @for decks in 1..=12_u8 { option value=(decks) selected[asked.decks == Some(decks)] { (decks) } }
                }
            }
            label .field {
                span { (lang.say("odds-without")) }
                input .input name={ (before) "without" } value=(asked.without) placeholder=(lang.say("odds-without-example")) autocomplete="off" maxlength="200" spellcheck="false";
            }
        }
    }
}

fn answered(explorer: &Explorer<'_>, lang: Lang) -> Markup {
    html! {
        div .odds-grid {
            (overview(explorer, lang))
            @match (&explorer.first.answer, explorer.second.as_ref().map(|second| second.answer)) {
                (Ok(first), Some(Ok(second))) => (compare::side_by_side(first, second, lang)),
                (Ok(first), _) => (answer::figures(first, lang)),
                (Err(why), _) => (refused(why, lang)),
            }
        }
        @if let Ok(first) = explorer.first.answer { (answer::whole(first, explorer.first.asked, explorer.origin, "a", lang)) }
        @if let Some(second) = &explorer.second {
            @match second.answer {
                Ok(answer) => (answer::whole(answer, second.asked, explorer.origin, "b", lang)),
                Err(why) => (refused(why, lang)),
            }
        }
        p .small { a href=(explorer.address()) { (lang.say("odds-address")) } }
    }
}

/// Why there is no answer.
fn refused(why: &str, lang: Lang) -> Markup {
    html! { div .panel.odds-refused role="alert" { p { b { (lang.say("odds-refused")) } } pre lang="en" { (why) } } }
}

/// The usual wagers of the rulebook, each leading to its own view.
fn overview(explorer: &Explorer<'_>, lang: Lang) -> Markup {
    let asked = explorer.first.asked;
    html! {
        section .panel.odds-wagers aria-label=(lang.say("rules-wagers")) {
            div .table-scroll tabindex="0" role="region" aria-label=(lang.say("odds-all")) {
                table .data-table {
                    thead {
                        tr {
                            th scope="col" { (lang.say("rules-wager")) }
                            th scope="col" .number-cell { (lang.say("rules-edge")) }
                            th scope="col" .edge-cell { span .visually-hidden { (lang.say("odds-bar")) } }
                            th scope="col" .number-cell { (lang.say("odds-return")) }
                            th scope="col" .number-cell { (lang.say("odds-one-in")) }
                            th scope="col" .number-cell { (lang.say("odds-deviation")) }
                        }
                    }
                    tbody { @for row in explorer.rows { (overview_row(row, asked)) } }
                }
            }
        }
    }
}

fn overview_row(row: &Row, asked: &Asked) -> Markup {
    let to = Asked { wager: row.wager.clone(), ..asked.clone() };
    let chosen = row.wager == asked.wager;
    let [edge, average, one_in, deviation] = &row.figures;
    html! {
        tr .row-chosen[chosen] {
            th scope="row" { a href={ "/odds?" (to.query("")) } aria-current=[chosen.then_some("true")] { (english(&row.label)) } }
            td .number-cell { (edge) }
            td .edge-cell {
                svg .bar viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
                    rect width=(row.bar.min(1000)) height="8" {}
                }
            }
            td .number-cell { (average) }
            td .number-cell { (one_in) }
            td .number-cell { (deviation) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_all_that_was_asked() {
        let asked = Asked {
            rulebook: "ma-midi".to_owned(),
            wager: "dragon-bonus.player:A".to_owned(),
            decks: Some(6),
            without: "9h 9s".to_owned(),
        };
        assert_eq!(asked.query(""), "rulebook=ma-midi&wager=dragon-bonus.player:A&decks=6&without=9h+9s");
        let odd = Asked { wager: "a&b=<é>".to_owned(), ..Asked::default() };
        assert_eq!(odd.query("vs-"), "vs-rulebook=&vs-wager=a%26b%3D%3C%C3%A9%3E");
    }
}
