//! The frame of every page: head, bar, settings, live regions, foot.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use banco_wire::Money;
use maud::{DOCTYPE, Markup, html};

use crate::assets::href;
use crate::figures;
use crate::icon::{Icon, icon};
use crate::look::{Look, Theme};
use crate::staff::Duty;
use crate::staff::frame::roles;
use crate::text::Lang;

/// Who looks at a page, how, and from where.
#[derive(Clone, Debug)]
pub struct Visit {
    /// How they want it.
    pub look: Look,
    /// The address of the page, to which settings come back.
    pub path: String,
    /// Whether this floor is for play money.
    pub play_money: bool,
    /// Who is signed in.
    pub who: Option<SignedIn>,
    /// Issues the idempotency keys of the forms on it.
    pub keys: FormKeys,
}

/// Issues the idempotency key of each form on a page, so that a form sent twice happens once.
///
/// Keys are drawn by the server when it renders a page; a script sends the key of the form and never makes its own. Clones
/// count on together: no two forms of a page share a key.
#[derive(Clone, Debug)]
pub struct FormKeys {
    page: Arc<str>,
    issued: Arc<AtomicU32>,
}

impl FormKeys {
    /// Keys for one page, by a random name that no other page has.
    #[must_use]
    pub fn new(page: &str) -> Self {
        Self { page: Arc::from(page), issued: Arc::default() }
    }

    /// The next key.
    #[must_use]
    pub fn issue(&self) -> String {
        format!("{}-{}", self.page, self.issued.fetch_add(1, Ordering::Relaxed))
    }
}

impl Visit {
    /// Their language.
    #[must_use]
    pub const fn lang(&self) -> Lang {
        self.look.lang
    }

    /// Hidden fields of a form: the token that no other site can send, and an idempotency key of its own.
    ///
    /// A browser that restores a page must not restore an old key, so the field is not completed.
    #[must_use]
    pub fn form_fields(&self) -> Markup {
        html! {
            @if let Some(who) = &self.who { input type="hidden" name="csrf" value=(who.csrf); }
            input type="hidden" name="key" value=(self.keys.issue()) autocomplete="off";
        }
    }
}

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The number under which the house knows them.
    pub person: u32,
    /// What others see.
    pub name: String,
    /// What is in their account.
    pub balance: Option<Money>,
    /// Proves that a form is one of ours.
    pub csrf: String,
    /// What they do for the house, if they do.
    pub duty: Option<Duty>,
}

/// What a page lies on, where nothing else was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    /// Felt: tables and the lobby.
    #[default]
    Felt,
    /// Paper, or night where the browser is dark: everything that is read.
    Paper,
    /// Night: consoles that are looked at all day.
    Night,
}

/// What a page is about, of the things in the bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// None of them.
    #[default]
    Elsewhere,
    /// The lobby.
    Tables,
    /// Rules of tables.
    Rules,
    /// Odds.
    Odds,
    /// One's own rounds.
    Rounds,
}

/// What a page follows while it is open.
#[derive(Clone, Debug)]
pub struct Follows {
    /// The streams, with spaces between.
    pub streams: String,
    /// Where its sections are asked for.
    pub parts: String,
}

/// Everything about a page but its content.
#[derive(Clone, Debug)]
pub struct Shell<'a> {
    /// Who looks.
    pub visit: &'a Visit,
    /// What it is called; the name of the house follows.
    pub title: String,
    /// The class of its body.
    pub class: &'static str,
    /// What it lies on.
    pub ground: Ground,
    /// What it is about.
    pub place: Place,
    /// Stylesheets beside those that every page has.
    pub styles: &'static [&'static str],
    /// Modules.
    pub scripts: &'static [&'static str],
    /// What it follows.
    pub follows: Option<Follows>,
    /// A bar of its own instead of the usual one.
    pub bar: Option<Markup>,
    /// Where the skip link leads, by id; nowhere on a page without controls.
    pub skip_to: &'static str,
    /// Whether it ends with the usual foot.
    pub foot: bool,
}

impl<'a> Shell<'a> {
    /// A page on felt with the usual bar and foot.
    #[must_use]
    pub fn new(visit: &'a Visit, title: impl Into<String>, class: &'static str) -> Self {
        Self {
            visit,
            title: title.into(),
            class,
            ground: Ground::Felt,
            place: Place::Elsewhere,
            styles: &[],
            scripts: &[],
            follows: None,
            bar: None,
            skip_to: "main",
            foot: true,
        }
    }
}

/// A whole page.
#[must_use]
pub fn page(shell: &Shell<'_>, content: &Markup) -> Markup {
    let (visit, lang) = (shell.visit, shell.visit.lang());
    let streams = shell.follows.as_ref().map(|follows| follows.streams.as_str());
    let parts = shell.follows.as_ref().map(|follows| follows.parts.as_str());
    let csrf = shell.follows.as_ref().and(visit.who.as_ref()).map(|who| who.csrf.as_str());
    html! {
        (DOCTYPE)
        html lang=(lang.tag()) data-theme=[visit.look.theme.map(Theme::word)]
            data-deck=[visit.look.four_colors.then_some("four")]
            data-index=[visit.look.large_indices.then_some("large")]
        {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (shell.title) ". Banco" }
                link rel="icon" type="image/svg+xml" href=(href("mark.svg"));
                link rel="stylesheet" href=(href("tokens.css"));
                (colors(visit.look.theme, shell.ground))
                link rel="stylesheet" href=(href("banco.css"));
                link rel="stylesheet" href=(href("art.css"));
                link rel="stylesheet" href=(href("roads.css"));
                @for name in shell.styles { link rel="stylesheet" href=(href(name)); }
                script type="module" src=(href("page.js")) {}
                @for name in shell.scripts { script type="module" src=(href(name)) {} }
            }
            body class=(shell.class) data-streams=[streams] data-parts=[parts] data-csrf=[csrf]
                data-line-lost=[streams.map(|_| lang.with("line-lost", &[("seconds", "#".into())]))]
                data-line-back=[streams.map(|_| lang.say("line-back"))]
            {
                @if !shell.skip_to.is_empty() { a .skip-link href={ "#" (shell.skip_to) } { (lang.say("skip-to-content")) } }
                @match &shell.bar { Some(bar) => (bar), None => (site_bar(visit, shell.place)) }
                (content)
                @if shell.foot { (foot(visit)) }
                @if shell.follows.is_some() { p #line .line-banner hidden {} p #refused .line-banner hidden {} }
                div #news .visually-hidden role="log" aria-live="polite" aria-label=(lang.say("news")) {}
                div #alerts .visually-hidden role="alert" {}
            }
        }
    }
}

/// The colors: the chosen ones, or those that the browser asks for.
fn colors(theme: Option<Theme>, ground: Ground) -> Markup {
    let more = "(prefers-contrast: more)";
    html! {
        @match (theme, ground) {
            (Some(theme), _) => link rel="stylesheet" href=(href(&format!("{}.css", theme.word())));,
            (None, Ground::Felt) => {
                link rel="stylesheet" href=(href("felt.css"));
                link rel="stylesheet" href=(href("contrast.css")) media=(more);
            }
            (None, Ground::Night) => {
                link rel="stylesheet" href=(href("dark.css"));
                link rel="stylesheet" href=(href("contrast.css")) media=(more);
            }
            (None, Ground::Paper) => {
                link rel="stylesheet" href=(href("light.css"));
                link rel="stylesheet" href=(href("dark.css")) media="(prefers-color-scheme: dark)";
                link rel="stylesheet" href=(href("contrast.css")) media=(more);
            }
        }
    }
}

fn site_bar(visit: &Visit, place: Place) -> Markup {
    let lang = visit.lang();
    let duty = visit.who.as_ref().and_then(|who| who.duty.as_ref());
    let links = [(Place::Tables, "/", lang.say("tables")), (Place::Odds, "/odds", lang.say("odds"))];
    // Whoever works here has no rounds of their own, but pages.
    let rounds = duty.is_none().then(|| (Place::Rounds, "/rounds", lang.say("rounds")));
    let links = links.into_iter().chain(rounds);
    html! {
        header .site-bar {
            (wordmark(lang))
            nav .site-nav aria-label=(lang.say("main-navigation")) {
                @for (of, to, name) in links { a href=(to) aria-current=[(of == place).then_some("page")] { (name) } }
                @for section in duty.into_iter().flat_map(|duty| &duty.sections) {
                    a href=(section.path()) { (section.name(lang)) }
                }
            }
            (play_money(visit))
            (tools(visit))
        }
    }
}

/// The name of the house, which leads to the lobby.
#[must_use]
pub fn wordmark(lang: Lang) -> Markup {
    html! { a .wordmark href="/" aria-label=(lang.say("to-lobby")) { "Banco" } }
}

/// The mark that nothing here is real money.
#[must_use]
pub fn play_money(visit: &Visit) -> Markup {
    html! { @if visit.play_money { span .tag.tag-gold { (visit.lang().say("play-money")) } } }
}

/// Settings, and who is signed in.
#[must_use]
pub fn tools(visit: &Visit) -> Markup {
    let lang = visit.lang();
    html! {
        nav .tools aria-label=(lang.say("settings")) {
            details #settings .menu {
                summary aria-label=(lang.say("settings")) { (icon(Icon::Colors)) }
                (settings(visit))
            }
            (account(visit))
        }
    }
}

/// A form that works without any script: each choice is a button.
fn settings(visit: &Visit) -> Markup {
    let (look, lang) = (visit.look, visit.lang());
    let languages = Lang::ALL.map(|one| (one.tag(), one.own_name().to_owned(), one == look.lang));
    let themes =
        [("auto", lang.say("theme-auto"), look.theme.is_none())].into_iter().chain(Theme::ALL.map(|theme| {
            let name = match theme {
                Theme::Felt => lang.say("theme-felt"),
                Theme::Light => lang.say("theme-light"),
                Theme::Dark => lang.say("theme-dark"),
                Theme::Contrast => lang.say("theme-contrast"),
            };
            (theme.word(), name, look.theme == Some(theme))
        }));
    let pair = |on: bool, (no, yes): (&'static str, &'static str), (no_name, yes_name): (String, String)| {
        vec![(no, no_name, !on), (yes, yes_name, on)]
    };
    let suits = pair(look.four_colors, ("two", "four"), (lang.say("suits-two"), lang.say("suits-four")));
    let indices =
        pair(look.large_indices, ("small", "large"), (lang.say("indices-small"), lang.say("indices-large")));
    let sound = pair(look.sound, ("quiet", "sound"), (lang.say("sound-off"), lang.say("sound-on")));
    let keys = pair(look.keys, ("no-keys", "keys"), (lang.say("keys-off"), lang.say("keys-on")));
    html! {
        form .menu-panel method="post" action="/look" {
            (visit.form_fields())
            input type="hidden" name="back" value=(visit.path);
            (choices(&lang.say("language"), &languages))
            (choices(&lang.say("colors"), &themes.collect::<Vec<_>>()))
            (choices(&lang.say("suits"), &suits))
            (choices(&lang.say("indices"), &indices))
            (choices(&lang.say("sound"), &sound))
            (choices(&lang.say("letter-keys"), &keys))
        }
    }
}

fn choices(name: &str, all: &[(&'static str, String, bool)]) -> Markup {
    html! {
        fieldset {
            legend { (name) }
            div .menu-choices {
                @for (word, label, chosen) in all {
                    button type="submit" name="set" value=(word) aria-pressed=(chosen)
                        lang=[Lang::of(word).map(Lang::tag)] { (label) }
                }
            }
        }
    }
}

fn account(visit: &Visit) -> Markup {
    let lang = visit.lang();
    html! {
        @match &visit.who {
            None => a .icon-button href={ "/sign-in?back=" (visit.path) } aria-label=(lang.say("sign-in")) { (icon(Icon::Person)) },
            Some(who) => details #account .menu {
                summary aria-label={ (lang.say("account")) ": " (who.name) } {
                    span .who {
                        b { (who.name) }
                        @if let Some(balance) = who.balance { span .figure #bar-balance { (figures::money(balance)) } }
                    }
                }
                form .menu-panel method="post" action="/sign-out" {
                    (visit.form_fields())
                    p .small.muted { (lang.with("signed-in-as", &[("name", who.name.as_str().into())])) }
                    @match &who.duty {
                        Some(duty) => p .small { (roles(lang, &duty.roles)) },
                        None => a href="/account" { (lang.say("account-and-limits")) },
                    }
                    button .button type="submit" { (icon(Icon::Leave)) (lang.say("sign-out")) }
                }
            }
        }
    }
}

fn foot(visit: &Visit) -> Markup {
    let lang = visit.lang();
    html! {
        footer .site-foot {
            @if visit.play_money { span { (lang.say("foot-play-money")) } }
            a href="/odds" { (lang.say("odds")) }
            a href="/api/v1/openapi.json" { "API" }
        }
    }
}
