//! How the house's own machine is: what must be nothing, what is counted, what it was lately, and what is done at the machine itself.

use banco_wire::Moment;
use maud::{Markup, html};

use crate::icon::{Icon, icon};
use crate::layout::Visit;
use crate::staff::admin::{Tab, admin, carried};
use crate::staff::frame::day_and_minute;
use crate::staff::plot::{Trend, over_time};
use crate::text::Lang;

/// How the house's own machine is.
#[derive(Clone, Debug)]
pub struct HealthView {
    /// Figures that must be nothing: stable name, and what it is.
    pub must_be_zero: Vec<(&'static str, i64)>,
    /// Other figures.
    pub figures: Vec<(&'static str, String)>,
    /// How long commands took: the end of each span in milliseconds, and how many ended within it.
    pub command_times: Vec<(String, u64)>,
    /// Figures of the last hour.
    pub trends: Vec<Trend>,
    /// The folder in which everything is kept; nothing where a database server keeps it.
    pub data: Option<String>,
    /// The last signed statement: hash, key, how many there are.
    pub anchor: Option<(String, String, usize)>,
    /// Facts about the node: stable name, and what it is.
    pub facts: Vec<(&'static str, String)>,
    /// When it was looked at.
    pub at: Moment,
}

/// The page of health.
#[must_use]
pub fn health(visit: &Visit, view: &HealthView) -> Markup {
    let lang = visit.lang();
    let named = |name: &str| lang.or(&format!("staff-health-{name}"), name);
    let content = html! {
        dl .report-key { @for (name, value) in &view.must_be_zero { div {
            dt { (named(name)) }
            dd .is-alert[*value != 0] { (value) " " (icon(if *value == 0 { Icon::Tick } else { Icon::Warning })) }
        } } }
        dl .report-key { @for (name, value) in &view.figures { div { dt { (named(name)) } dd { (value) } } } }
        (times(lang, &view.command_times))
        @for trend in &view.trends { (over_time(lang, trend)) }
        h2 { (lang.say("staff-anchors")) }
        dl .record {
            @match &view.anchor {
                Some((hash, key, many)) => {
                    div { dt { (lang.say("staff-anchor-last")) } dd { code .wrap { (hash) } } }
                    div { dt { (lang.say("staff-anchor-key")) } dd { code .wrap { (key) } } }
                    div { dt { (lang.say("staff-anchor-count")) } dd { (many) } }
                },
                None => div { dt { (lang.say("staff-anchor-last")) } dd { (lang.say("none")) } },
            }
        }
        form method="post" action="/admin/do" { (carried(visit, "anchor", "/admin/health")) button .button { (lang.say("staff-anchor-now")) } }
        h2 { (lang.say("staff-node")) }
        dl .record { @for (name, value) in &view.facts { div { dt { (named(name)) } dd { code .wrap { (value) } } } } }
        (at_the_machine(lang, view))
        p .small.muted { (day_and_minute(view.at)) " UTC" }
    };
    admin(visit, Tab::Health, &content)
}

/// Keys and backups are for whoever has the machine: no page holds a key, and no page gives the whole journal away.
fn at_the_machine(lang: Lang, view: &HealthView) -> Markup {
    let data = view.data.as_deref().unwrap_or("DIR");
    let commands = |all: &[(String, String)]| {
        html! {
            dl .record.commands { @for (what, command) in all { div { dt { (what) } dd { code .wrap { (command) } } } } }
        }
    };
    let keys = [
        (lang.say("staff-keys-list"), format!("banco admin keys list --data {data}")),
        (lang.say("staff-keys-new"), format!("banco admin keys new NAME --data {data}")),
        (lang.say("staff-keys-rotate"), format!("banco admin keys rotate --data {data}")),
        (lang.say("staff-keys-drop"), format!("banco admin keys drop NAME --data {data}")),
    ];
    let backups = [
        (lang.say("staff-backup-make"), format!("banco backup --to FILE --data {data}")),
        (lang.say("staff-backup-try"), format!("banco restore FILE --data {data} --dry-run")),
        (lang.say("staff-backup-verify"), format!("banco verify --data {data}")),
    ];
    html! {
        h2 { (lang.say("staff-keys")) }
        p { (lang.say("staff-keys-note")) }
        (commands(&keys))
        h2 { (lang.say("staff-backups")) }
        p { @if view.data.is_some() { (lang.say("staff-backups-note")) } @else { (lang.say("staff-backups-postgres")) } }
        (commands(&backups))
    }
}

/// How long commands took, drawn; the figures stand beside.
fn times(lang: Lang, all: &[(String, u64)]) -> Markup {
    let most = all.iter().map(|(_, many)| *many).max().unwrap_or(1).max(1);
    html! {
        figure .plot {
            figcaption { b { (lang.say("staff-command-times")) } span .muted.small { (lang.say("staff-command-times-note")) } }
            ul .win-bars.time-bars { @for (end, many) in all {
                li {
                    span { "≤ " (end) " ms" }
                    svg .win-bar viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true" { rect .up x="0" y="1" width=(many.saturating_mul(200) / most) height="10" {} }
                    span .number-cell { (many) }
                }
            } }
        }
    }
}
