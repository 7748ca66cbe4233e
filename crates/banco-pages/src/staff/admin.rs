//! Administration: tables and their submissions, people and roles, machines. How the house's own machine is: `health`.

use banco_wire::Moment;
use maud::{Markup, html};

use crate::icon::{Icon, icon};
use crate::layout::{Visit, page};
use crate::staff::frame::{proof_field, role};
use crate::staff::matters::{Matter, list};
use crate::staff::orders::{clauses, sentence};
use crate::staff::{Desk, Section};
use crate::text::Lang;

/// A part of the administration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tab {
    /// Tables, links, submissions.
    Tables,
    /// People and roles.
    People,
    /// Card readers and displays.
    Machines,
    /// Health, keys, backups.
    Health,
}

impl Tab {
    const ALL: [Self; 4] = [Self::Tables, Self::People, Self::Machines, Self::Health];

    const fn path(self) -> &'static str {
        match self {
            Self::Tables => "/admin",
            Self::People => "/admin/people",
            Self::Machines => "/admin/machines",
            Self::Health => "/admin/health",
        }
    }

    fn name(self, lang: Lang) -> String {
        match self {
            Self::Tables => lang.say("staff-admin-tables"),
            Self::People => lang.say("staff-admin-people"),
            Self::Machines => lang.say("staff-admin-machines"),
            Self::Health => lang.say("staff-admin-health"),
        }
    }
}

/// The frame of a page of the administration.
pub(super) fn admin(visit: &Visit, tab: Tab, content: &Markup) -> Markup {
    let lang = visit.lang();
    let mut desk = Desk::new(visit, Section::Administration, lang.say("staff-administration"));
    desk.facts = vec![tab.name(lang)];
    let whole = html! {
        main #main .admin-main {
            header .report-head { h1 { (tab.name(lang)) } }
            nav .tabs aria-label=(lang.say("staff-administration")) {
                @for one in Tab::ALL { a href=(one.path()) aria-current=[(one == tab).then_some("page")] { (one.name(lang)) } }
            }
            (content)
        }
    };
    page(&desk.shell("page-staff page-admin"), &whole)
}

/// What every form here carries.
pub(super) fn carried(visit: &Visit, ask: &str, back: &str) -> Markup {
    html! {
        (visit.form_fields())
        input type="hidden" name="ask" value=(ask);
        input type="hidden" name="back" value=(back);
    }
}

// ---------------------------------------------------------------- tables

/// Tables, links and proposals.
#[derive(Clone, Debug)]
pub struct TablesView {
    /// All tables.
    pub tables: Vec<TableRow>,
    /// All links, each with its meters.
    pub links: Vec<(String, Vec<String>)>,
    /// What waits for a second person.
    pub proposals: Vec<ProposalRow>,
}

/// A table.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// Its number.
    pub number: u32,
    /// What it is called.
    pub name: String,
    /// Its pit.
    pub pit: String,
    /// Whether a dealer deals there.
    pub dealer: bool,
    /// Rulebook and submission.
    pub rules: String,
    /// The rules to the byte.
    pub hash: String,
}

/// A table that is proposed.
#[derive(Clone, Debug)]
pub struct ProposalRow {
    /// What it is to be called.
    pub name: String,
    /// Who proposes it.
    pub by: String,
    /// Until when it waits.
    pub until: String,
    /// The rules it would play by.
    pub rules: String,
    /// The hash that whoever approves it repeats.
    pub hash: String,
}

/// The page of tables.
#[must_use]
pub fn tables(visit: &Visit, view: &TablesView) -> Markup {
    let lang = visit.lang();
    let content = html! {
        div .row-keys { a .button.button-primary href="/admin/submission" { (lang.say("staff-new-submission")) } }
        @if !view.proposals.is_empty() { (proposals(lang, &view.proposals)) }
        div .table-scroll tabindex="0" role="region" aria-label=(lang.say("staff-admin-tables")) {
            table .data-table.report-table {
                thead { tr {
                    th scope="col" { (lang.say("staff-table")) } th scope="col" { (lang.say("staff-name")) } th scope="col" { (lang.say("staff-pit")) }
                    th scope="col" { (lang.say("staff-dealt-by")) } th scope="col" { (lang.say("staff-rules")) } th scope="col" { (lang.say("staff-hash")) }
                } }
                tbody { @for row in &view.tables { tr {
                    th scope="row" { (row.number) } td { (row.name) } td { (row.pit) }
                    td { @if row.dealer { (lang.say("staff-by-dealer")) } @else { (lang.say("staff-by-machine")) } }
                    td { (row.rules) } td { code { (row.hash) } }
                } } }
            }
        }
        h2 { (lang.say("staff-links")) }
        @if view.links.is_empty() { p .muted { (lang.say("none")) } }
        dl .record { @for (name, meters) in &view.links { div { dt { (name) } dd { (meters.join(", ")) } } } }
    };
    admin(visit, Tab::Tables, &content)
}

fn proposals(lang: Lang, all: &[ProposalRow]) -> Markup {
    html! {
        section .panel aria-label=(lang.say("staff-proposals")) {
            div .panel-head { h2 { (lang.say("staff-proposals")) } span .small.muted { (lang.say("staff-proposals-note")) } }
            @for one in all {
                dl .record.panel-body {
                    div { dt { (lang.say("staff-name")) } dd { (one.name) ", " (one.by) } }
                    div { dt { (lang.say("staff-rules")) } dd { code { (one.rules) } } }
                    div { dt { (lang.say("staff-hash")) } dd { code .wrap { (one.hash) } } }
                    div { dt { (lang.say("staff-lapses")) } dd { (one.until) } }
                }
            }
        }
    }
}

// ---------------------------------------------------------------- submissions

/// A draft of a submission, and what the check says of it.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// The text.
    pub text: String,
    /// The wager files that it names, with their texts.
    pub wager_files: Vec<(String, String)>,
    /// What the table is to be called.
    pub name: String,
    /// In which pit.
    pub pit: String,
    /// What was found, line by line.
    pub findings: Vec<Finding>,
    /// The terms in force, where it can be played: each choice with its clauses.
    pub in_force: Vec<(String, String, Vec<String>)>,
    /// The rules to the byte, where it can be played.
    pub rules: Option<String>,
    /// Whether it was checked.
    pub checked: bool,
    /// Submissions that come with Banco: rulebook and name.
    pub shipped: Vec<(String, String)>,
}

/// What the check has found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The wager file it is in; none for the submission itself.
    pub wager_file: Option<String>,
    /// The line, from one.
    pub line: Option<usize>,
    /// Whether it cannot be played so.
    pub error: bool,
    /// What is wrong.
    pub message: String,
    /// The clauses, each with what it says.
    pub clauses: Vec<(String, String)>,
    /// What to do about it.
    pub hint: Option<String>,
    /// A stable name.
    pub code: String,
}

/// The page of a submission.
#[must_use]
pub fn submission(visit: &Visit, draft: &Draft) -> Markup {
    let lang = visit.lang();
    let errors = draft.findings.iter().filter(|finding| finding.error).count();
    let mut desk = Desk::new(visit, Section::Administration, lang.say("staff-administration"));
    desk.facts = vec![lang.say("staff-submission")];
    let content = html! {
        main #main .subm-main {
            header .subm-head {
                div { p .eyebrow { (lang.say("staff-submission")) } h1 { @if draft.name.is_empty() { (lang.say("staff-new-submission")) } @else { (draft.name) } } }
                @if draft.checked { p .subm-state { (verdict(lang, errors)) } }
            }
            div .subm-grid {
                div .subm-side {
                    @if draft.checked {
                        (source(lang, draft, None, &draft.text))
                        @for (name, text) in draft.wager_files.iter().filter(|(_, text)| !text.is_empty()) { (source(lang, draft, Some(name), text)) }
                    }
                    (editor(visit, draft))
                }
                div .subm-side { (in_force(lang, draft)) (hash_panel(visit, draft, errors)) (shipped(lang, draft)) }
            }
        }
    };
    page(&desk.shell("page-staff page-subm"), &content)
}

fn verdict(lang: Lang, errors: usize) -> Markup {
    html! {
        @if errors == 0 { span .tag { (icon(Icon::Tick)) (lang.say("staff-allowed")) } }
        @else { span .tag.tag-alert { (icon(Icon::Clear)) (lang.with("staff-violations", &[("violations", errors.into())])) } }
    }
}

/// The text of the submission or of a wager file, each finding under its line.
fn source(lang: Lang, draft: &Draft, wager_file: Option<&str>, text: &str) -> Markup {
    let own: Vec<&Finding> =
        draft.findings.iter().filter(|finding| finding.wager_file.as_deref() == wager_file).collect();
    let at = |line: usize| own.iter().copied().filter(move |finding| finding.line == Some(line));
    let place =
        |line: usize| format!("{}l{line}", wager_file.map(|name| format!("{name}-")).unwrap_or_default());
    let name = wager_file.unwrap_or("submission.toml");
    html! {
        section .panel.subm-src aria-label=(format!("{}: {name}", lang.say("staff-checked-text"))) {
            div .panel-head {
                h2 { (name) }
                p .row-keys { @for finding in own.iter().filter(|finding| finding.error) { @if let Some(line) = finding.line { a href={ "#" (place(line)) } { (lang.with("staff-line", &[("line", line.into())])) } } } }
            }
            ol {
                @for finding in own.iter().filter(|finding| finding.line.is_none()) { (diagnostic(finding)) }
                @for (index, text) in text.lines().enumerate() {
                    @let line = index + 1;
                    @let bad = at(line).any(|finding| finding.error);
                    li .src.src-bad[bad] id=(place(line)) { span .src-no { (line) } code { @if text.is_empty() { "\u{a0}" } @else { (text) } } }
                    @for finding in at(line) { (diagnostic(finding)) }
                }
            }
        }
    }
}

fn diagnostic(finding: &Finding) -> Markup {
    html! {
        li .diag {
            div {
                p .diag-what { (icon(if finding.error { Icon::Clear } else { Icon::Info })) b { (sentence(&finding.message)) } }
                @for (clause, says) in &finding.clauses { p .diag-clause { span .clause { (clause) } " " (sentence(says)) } }
                @if let Some(hint) = &finding.hint { p .diag-hint { (sentence(hint)) } }
            }
            code { (finding.code) }
        }
    }
}

fn editor(visit: &Visit, draft: &Draft) -> Markup {
    let lang = visit.lang();
    html! {
        form .panel.editor method="post" action="/admin/submission" {
            (visit.form_fields())
            div .editor-row {
                label .field { span { (lang.say("staff-name")) } input .input name="name" value=(draft.name) maxlength="60" required; }
                label .field { span { (lang.say("staff-pit")) } input .input name="pit" value=(draft.pit) maxlength="40" required; }
            }
            label .field { span { (lang.say("staff-text")) } textarea .input name="text" rows="22" spellcheck="false" maxlength="60000" required { (draft.text) } }
            @for (at, (name, text)) in draft.wager_files.iter().enumerate() {
                label .field { span { (name) } textarea .input name={ "wager_file_" (at) } rows="12" spellcheck="false" maxlength="60000" { (text) } }
            }
            div .row-keys {
                button .button name="ask" value="check" { (lang.say("staff-check")) }
                button .button.button-primary name="ask" value="propose" { (lang.say("staff-propose")) }
            }
        }
    }
}

fn in_force(lang: Lang, draft: &Draft) -> Markup {
    html! {
        @if !draft.in_force.is_empty() {
            section .panel aria-label=(lang.say("staff-in-force")) {
                div .panel-head { h2 { (lang.say("staff-in-force")) } }
                dl .record.subm-terms { @for (term, value, cited) in &draft.in_force { div { dt { (term) } dd { (value) (clauses(cited)) } } } }
            }
        }
    }
}

fn hash_panel(visit: &Visit, draft: &Draft, errors: usize) -> Markup {
    let lang = visit.lang();
    html! {
        section .panel.subm-hash aria-label=(lang.say("staff-hash-approval")) {
            div .panel-head { h2 { (lang.say("staff-hash-approval")) } }
            div .panel-body {
                p .hash { span { (lang.say("staff-draft")) } @match (&draft.rules, errors) {
                    (Some(rules), _) => code { (rules) },
                    (None, 0) => span .muted { (lang.say("staff-not-checked")) },
                    (None, _) => span .muted { (lang.say("staff-no-hash")) },
                } }
                p .small.muted { (lang.say("staff-hash-note")) }
            }
        }
    }
}

fn shipped(lang: Lang, draft: &Draft) -> Markup {
    html! {
        section .panel aria-label=(lang.say("staff-shipped")) {
            div .panel-head { h2 { (lang.say("staff-shipped")) } }
            ul .found { @for (rulebook, name) in &draft.shipped {
                li { a href={ "/admin/submission?rulebook=" (rulebook) "&name=" (name) } { span { (name) } span .faint { (rulebook) } } }
            } }
        }
    }
}

// ---------------------------------------------------------------- people

/// People and what waits for a second administrator.
#[derive(Clone, Debug)]
pub struct PeopleView {
    /// Everybody.
    pub people: Vec<PersonRow>,
    /// Roles that wait.
    pub matters: Vec<Matter>,
    /// The roles that can be given, by their stable names.
    pub roles: Vec<&'static str>,
    /// Who is looked at.
    pub chosen: Option<u32>,
    /// The server's clock.
    pub now: Moment,
}

/// Somebody.
#[derive(Clone, Debug)]
pub struct PersonRow {
    /// Their number.
    pub person: u32,
    /// What they are called.
    pub name: String,
    /// What they sign in with.
    pub login: String,
    /// What they are.
    pub roles: Vec<String>,
    /// Whether they are kept out.
    pub disabled: bool,
    /// Whether they have a second factor.
    pub second_factor: bool,
}

/// The page of people.
#[must_use]
pub fn people(visit: &Visit, view: &PeopleView) -> Markup {
    let lang = visit.lang();
    let content = html! {
        @if !view.matters.is_empty() { div #matters { (list(visit, &view.matters, view.now)) } }
        (add_person(visit, view))
        div .table-scroll tabindex="0" role="region" aria-label=(lang.say("staff-admin-people")) {
            table .data-table.report-table {
                thead { tr {
                    th scope="col" { (lang.say("staff-number")) } th scope="col" { (lang.say("staff-name")) } th scope="col" { (lang.say("staff-login")) }
                    th scope="col" { (lang.say("staff-roles")) } th scope="col" { (lang.say("staff-state")) } th scope="col" { span .visually-hidden { (lang.say("staff-actions")) } }
                } }
                tbody { @for person in &view.people { (person_row(visit, view, person)) } }
            }
        }
    };
    admin(visit, Tab::People, &content)
}

fn role_boxes(lang: Lang, view: &PeopleView, held: &[String]) -> Markup {
    html! {
        fieldset .role-boxes {
            legend { (lang.say("staff-roles")) }
            @for name in &view.roles { label .role-box { input type="checkbox" name={ "role." (name) } value="on" checked[held.iter().any(|held| held == name)]; (role(lang, name)) } }
        }
    }
}

fn add_person(visit: &Visit, view: &PeopleView) -> Markup {
    let lang = visit.lang();
    html! {
        details .act {
            summary .button.button-small { (lang.say("staff-add-person")) "…" }
            form .act-panel method="post" action="/admin/do" {
                (carried(visit, "add", "/admin/people"))
                label .field { span { (lang.say("staff-name")) } input .input name="name" maxlength="40" required; }
                label .field { span { (lang.say("staff-login")) } input .input name="login" maxlength="100" autocomplete="off" required; }
                (role_boxes(lang, view, &[]))
                (proof_field(visit))
                button .button.button-primary { (lang.say("staff-add-person")) }
            }
        }
    }
}

fn person_row(visit: &Visit, view: &PeopleView, person: &PersonRow) -> Markup {
    let lang = visit.lang();
    let names: Vec<&str> = person.roles.iter().map(String::as_str).collect();
    html! {
        tr {
            th scope="row" { (person.person) }
            td { (person.name) } td { (person.login) }
            td { (super::frame::roles(lang, &names)) }
            td {
                @if person.disabled { span .tag.tag-alert { (lang.say("staff-disabled")) } " " }
                @if person.second_factor { (lang.say("staff-has-factor")) } @else { span .muted { (lang.say("staff-no-factor")) } }
            }
            td { a .button.button-small href={ "/admin/people?person=" (person.person) "#person" } { (lang.say("staff-change")) } }
        }
        @if view.chosen == Some(person.person) { tr { td colspan="6" { (person_desk(visit, view, person)) } } }
    }
}

/// Everything that can be done about somebody.
fn person_desk(visit: &Visit, view: &PeopleView, person: &PersonRow) -> Markup {
    let lang = visit.lang();
    let one = |ask: &str, label: String, fields: Markup| {
        html! {
            form .act-panel method="post" action="/admin/do" {
                (carried(visit, ask, "/admin/people"))
                input type="hidden" name="person" value=(person.person);
                (fields)
                (proof_field(visit))
                button .button { (label) }
            }
        }
    };
    let reason = html! { label .field { span { (lang.say("staff-reason")) } input .input name="reason" maxlength="200" required; } };
    html! {
        div #person .person-desk {
            (one("roles", lang.say("staff-change-roles"), role_boxes(lang, view, &person.roles)))
            (one("invite", lang.say("staff-invite"), html! { p .small.muted { (lang.say("staff-invite-note")) } }))
            @if person.disabled { (one("enable", lang.say("staff-enable"), html! {})) }
            @else { (one("disable", lang.say("staff-disable"), reason.clone())) }
            (one("unlock", lang.say("staff-unlock"), html! {}))
            (one("sign-out", lang.say("staff-end-sessions"), html! {}))
            @if person.second_factor { (one("reset", lang.say("staff-reset-factor"), reason)) }
        }
    }
}

// ---------------------------------------------------------------- machines

/// Card readers and displays.
#[derive(Clone, Debug)]
pub struct MachinesView {
    /// All of them: id, table, kind, name, since.
    pub machines: Vec<(String, u32, String, String, String)>,
    /// What waits for another administrator.
    pub matters: Vec<Matter>,
    /// The server's clock.
    pub now: Moment,
    /// The tables that there are.
    pub tables: Vec<(String, String)>,
}

/// The page of machines.
#[must_use]
pub fn machines(visit: &Visit, view: &MachinesView) -> Markup {
    let lang = visit.lang();
    let kinds = [
        ("display".to_owned(), lang.say("staff-display")),
        ("card_reader".to_owned(), lang.say("staff-card-reader")),
    ];
    let content = html! {
        @if !view.matters.is_empty() { div #matters { (list(visit, &view.matters, view.now)) } }
        details .act {
            summary .button.button-small { (lang.say("staff-add-machine")) "…" }
            form .act-panel method="post" action="/admin/do" {
                (carried(visit, "machine", "/admin/machines"))
                (super::orders::choice(&lang.say("staff-table"), "table", &view.tables))
                (super::orders::choice(&lang.say("staff-kind"), "kind", &kinds))
                label .field { span { (lang.say("staff-name")) } input .input name="name" maxlength="40" required; }
                label .field { span { (lang.say("staff-screen-code")) } input .input.code-input name="code" maxlength="20" autocomplete="off" autocapitalize="characters"; }
                p .small.muted { (lang.say("staff-screen-code-note")) }
                (proof_field(visit))
                button .button.button-primary { (lang.say("staff-add-machine")) }
            }
        }
        div .table-scroll tabindex="0" role="region" aria-label=(lang.say("staff-admin-machines")) {
            table .data-table.report-table {
                thead { tr { th scope="col" { (lang.say("staff-table")) } th scope="col" { (lang.say("staff-kind")) } th scope="col" { (lang.say("staff-name")) } th scope="col" { (lang.say("staff-since-column")) } th scope="col" { span .visually-hidden { (lang.say("staff-actions")) } } } }
                tbody { @for (id, table, kind, name, since) in &view.machines { tr {
                    th scope="row" { (table) }
                    td { @if kind == "display" { (lang.say("staff-display")) } @else { (lang.say("staff-card-reader")) } }
                    td { (name) } td { (since) }
                    td { form method="post" action="/admin/do" {
                        (carried(visit, "remove-machine", "/admin/machines"))
                        input type="hidden" name="table" value=(table);
                        input type="hidden" name="machine" value=(id);
                        (proof_field(visit))
                        button .button.button-small { (lang.say("staff-remove")) }
                    } }
                } } }
            }
        }
        @if view.machines.is_empty() { p .muted { (lang.say("staff-no-machines")) } }
    };
    admin(visit, Tab::Machines, &content)
}

/// Something that is shown once: an invitation, or the token of a machine. An invitation may wait for its second part.
#[must_use]
pub fn receipt(visit: &Visit, what: &str, secret: &str, waits: bool, back: &str) -> Markup {
    let lang = visit.lang();
    let title = lang.or(&format!("staff-receipt-{what}"), what);
    let desk = Desk::new(visit, Section::Administration, lang.say("staff-administration"));
    let content = html! {
        main #main .admin-main {
            h1 { (title) }
            p { (lang.say("staff-receipt-note")) }
            p .receipt { code #secret .wrap { (secret) } }
            @if waits { p { (lang.say("staff-receipt-second-part")) } }
            p { a .button href=(back) { (lang.say("go-back")) } }
        }
    };
    page(&desk.shell("page-staff page-admin"), &content)
}
