//! The frame of the house's own pages: where one is, where one may go, who one is, and how fresh the proof of that is.

use banco_wire::Moment;
use maud::{Markup, html};

use crate::icon::{Icon, small};
use crate::layout::{Ground, Shell, Visit, play_money, tools, wordmark};
use crate::text::Lang;

/// A part of the house's own pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// A table, from the dealer's side.
    Dealer,
    /// All tables, approvals, meters.
    Floor,
    /// Accounts and money.
    Cage,
    /// Everything, to look at.
    Surveillance,
    /// What is reported.
    Reports,
    /// Tables, links, people, machines.
    Administration,
}

impl Section {
    /// All of them, in their order in the bar.
    pub const ALL: [Self; 6] =
        [Self::Dealer, Self::Floor, Self::Cage, Self::Surveillance, Self::Reports, Self::Administration];

    /// Where it begins.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Dealer => "/dealer",
            Self::Floor => "/floor",
            Self::Cage => "/cage",
            Self::Surveillance => "/surveillance",
            Self::Reports => "/reports",
            Self::Administration => "/admin",
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(self, lang: Lang) -> String {
        match self {
            Self::Dealer => lang.say("staff-dealer"),
            Self::Floor => lang.say("staff-floor"),
            Self::Cage => lang.say("staff-cage"),
            Self::Surveillance => lang.say("staff-surveillance"),
            Self::Reports => lang.say("staff-reports"),
            Self::Administration => lang.say("staff-administration"),
        }
    }

    /// Consoles lie on night, whatever is read lies on paper.
    const fn ground(self) -> Ground {
        match self {
            Self::Dealer | Self::Floor | Self::Cage | Self::Surveillance => Ground::Night,
            Self::Reports | Self::Administration => Ground::Paper,
        }
    }
}

/// What somebody does for the house.
#[derive(Clone, Debug)]
pub struct Duty {
    /// Where they may go.
    pub sections: Vec<Section>,
    /// What they are, by the stable names of roles.
    pub roles: Vec<&'static str>,
    /// Whether they prove who they are by a code; by their password otherwise.
    pub has_code: bool,
    /// Until when their last proof counts; nothing if none does now.
    pub proved_until: Option<Moment>,
}

/// Where somebody of the house is.
#[derive(Clone, Debug)]
pub struct Desk<'a> {
    /// Who looks.
    pub visit: &'a Visit,
    /// In which section.
    pub at: Section,
    /// What the page is called.
    pub title: String,
    /// What else stands beside its name.
    pub facts: Vec<String>,
    /// What stands in the middle instead of the sections; used by consoles that have no room for both.
    pub state: Option<Markup>,
}

impl<'a> Desk<'a> {
    /// A page of a section.
    #[must_use]
    pub fn new(visit: &'a Visit, at: Section, title: impl Into<String>) -> Self {
        Self { visit, at, title: title.into(), facts: Vec::new(), state: None }
    }

    /// The shell of the page. Its styles begin with those of the staff.
    #[must_use]
    pub fn shell(&self, class: &'static str) -> Shell<'a> {
        Shell {
            ground: self.at.ground(),
            styles: &["bar.css", "staff.css", "money.css"],
            scripts: &["staff.js"],
            bar: Some(self.bar()),
            foot: false,
            ..Shell::new(self.visit, self.title.clone(), class)
        }
    }

    /// The bar over it.
    #[must_use]
    pub fn bar(&self) -> Markup {
        let lang = self.visit.lang();
        html! {
            header .staff-bar {
                (wordmark(lang))
                div .table-id { strong { (self.title) } @for fact in &self.facts { span { (fact) } } }
                @match &self.state { Some(state) => (state), None => (self.sections()) }
                div .staff-tools {
                    (play_money(self.visit))
                    (proof_tag(self.visit))
                    (tools(self.visit))
                }
            }
        }
    }

    fn sections(&self) -> Markup {
        let lang = self.visit.lang();
        let duty = self.visit.who.as_ref().and_then(|who| who.duty.as_ref());
        html! {
            nav .staff-nav aria-label=(lang.say("staff-sections")) {
                @for section in duty.into_iter().flat_map(|duty| &duty.sections) {
                    a href=(section.path()) aria-current=[(*section == self.at).then_some("page")] { (section.name(lang)) }
                }
            }
        }
    }
}

/// What a role is called; the stable name where nobody has a word for it.
#[must_use]
pub fn role(lang: Lang, name: &str) -> String {
    lang.or(&format!("staff-role-{name}"), name)
}

/// All roles in a line.
#[must_use]
pub fn roles(lang: Lang, names: &[&str]) -> String {
    names.iter().map(|name| role(lang, name)).collect::<Vec<_>>().join(", ")
}

/// Whether a fresh proof counts now, and for how long.
fn proof_tag(visit: &Visit) -> Markup {
    let lang = visit.lang();
    let until = visit.who.as_ref().and_then(|who| who.duty.as_ref()?.proved_until);
    html! {
        @if let Some(until) = until {
            span .tag title=(lang.say("staff-proved-hint")) {
                (small(Icon::Tick)) (lang.say("staff-proved")) " "
                time datetime=(until) data-until=(until.micros() / 1000) { (clock(until)) }
            }
        }
    }
}

/// The time of a moment, to the second, in UTC.
#[must_use]
pub fn clock(moment: Moment) -> String {
    moment.to_string().get(11..19).unwrap_or_default().to_owned()
}

/// The day and the minute of a moment, in UTC.
#[must_use]
pub fn day_and_minute(moment: Moment) -> String {
    let text = moment.to_string();
    format!("{} {}", text.get(..10).unwrap_or_default(), text.get(11..16).unwrap_or_default())
}

/// What a form asks for where it decides about money or people: a fresh proof, unless there is one already.
#[must_use]
pub fn proof_field(visit: &Visit) -> Markup {
    let lang = visit.lang();
    let Some(duty) = visit.who.as_ref().and_then(|who| who.duty.as_ref()) else { return html! {} };
    html! {
        @if duty.proved_until.is_none() {
            label .field.proof-field {
                @if duty.has_code {
                    span { (lang.say("staff-your-code")) }
                    input .input.code-input name="proof-code" inputmode="numeric" autocomplete="one-time-code" maxlength="40" required;
                } @else {
                    span { (lang.say("staff-your-password")) }
                    input .input type="password" name="proof-password" autocomplete="current-password" maxlength="200" required;
                }
            }
        }
    }
}
