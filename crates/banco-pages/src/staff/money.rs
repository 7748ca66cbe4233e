//! Money that the staff moves: a confirmation before it moves, and a receipt afterward.

use banco_wire::{Moment, Money};
use maud::{Markup, html};

use crate::figures;
use crate::icon::{Icon, small};
use crate::layout::{Ground, Shell, Visit, page};
use crate::staff::asked::change_of;
use crate::staff::frame::{day_and_minute, proof_field, role};
use crate::staff::matters::Change;
use crate::staff::orders::sentence;
use crate::staff::{Desk, Section};
use crate::text::Lang;

/// The kind of a movement of money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoneyKind {
    /// Money comes in at the window.
    Deposit,
    /// Money goes out at the window.
    PayOut,
    /// A correction that two people have made.
    Correction,
    /// A dealer pays chips for cash.
    Cash,
    /// The float of a table that opens.
    OpeningFloat,
    /// Chips go to a table's tray.
    Fill,
    /// Chips come back from a table's tray.
    Credit,
    /// Promotional chips for a player.
    PromotionalChips,
    /// A match-play coupon for a player.
    Coupon,
    /// A jackpot is paid.
    Jackpot,
    /// The day is closed.
    Closing,
}

impl MoneyKind {
    /// The words on the button and over the receipt.
    #[must_use]
    pub fn name(self, lang: Lang) -> String {
        match self {
            Self::Deposit => lang.say("staff-deposit"),
            Self::PayOut => lang.say("staff-pay-out"),
            Self::Correction => lang.say("staff-correction"),
            Self::Cash => lang.say("dealer-cash"),
            Self::OpeningFloat => lang.say("staff-money-float"),
            Self::Fill => lang.say("staff-money-fill"),
            Self::Credit => lang.say("staff-money-credit"),
            Self::PromotionalChips => lang.say("staff-money-promotional"),
            Self::Coupon => lang.say("staff-money-coupon"),
            Self::Jackpot => lang.say("staff-money-jackpot"),
            Self::Closing => lang.say("staff-close-day"),
        }
    }
}

/// Whose money moves.
#[derive(Clone, Debug)]
pub enum MoneyFor {
    /// An account, by its owner.
    Account(String, u32),
    /// A table.
    Table(u32),
    /// A player at a table.
    Player(String, u32),
    /// A progressive link.
    Link(String),
    /// The house.
    House,
}

impl MoneyFor {
    fn name(&self, lang: Lang) -> String {
        let table = |table: &u32| lang.with("table-number", &[("table", (*table).into())]);
        match self {
            Self::Account(name, person) => format!("{name} ({person})"),
            Self::Table(number) => table(number),
            Self::Player(name, number) => format!("{name}, {}", table(number)),
            Self::Link(name) => name.clone(),
            Self::House => lang.say("staff-money-house"),
        }
    }
}

/// A movement of money.
#[derive(Clone, Debug)]
pub struct MoneyMove {
    /// Its kind.
    pub kind: MoneyKind,
    /// Whether it only asks: another person decides.
    pub requested: bool,
    /// Whose money it is.
    pub of: MoneyFor,
    /// How much; nothing where a day is closed.
    pub amount: Option<Money>,
    /// The reason that was given.
    pub reason: Option<String>,
    /// The balances before and after.
    pub changes: Vec<Change>,
}

impl MoneyMove {
    /// The words on the button and over the receipt.
    #[must_use]
    pub fn name(&self, lang: Lang) -> String {
        let name = self.kind.name(lang);
        if self.requested { lang.with("staff-money-request", &[("what", name.into())]) } else { name }
    }
}

/// A movement of money that is to be confirmed.
#[derive(Clone, Debug)]
pub struct Confirmation {
    /// What will be done.
    pub moves: MoneyMove,
    /// Where the form goes.
    pub action: String,
    /// The fields of the form as it was filled in.
    pub fields: Vec<(String, String)>,
    /// Whether it asks for a fresh proof.
    pub proof: bool,
    /// The page to go back to.
    pub back: String,
}

/// A movement of money that was done, as the journal has it.
#[derive(Clone, Debug)]
pub struct Receipt {
    /// The number, by which it is found again.
    pub number: String,
    /// What was done.
    pub moves: MoneyMove,
    /// When.
    pub at: Moment,
    /// Who did it or approved it last, and in which capacity.
    pub by: (String, String),
    /// Who asked, where another approved.
    pub asked_by: Option<String>,
    /// The section that the viewer goes back to; `None` for players.
    pub section: Option<Section>,
    /// The page to go back to.
    pub back: String,
}

/// A receipt in a list.
#[derive(Clone, Debug)]
pub struct ReceiptLine {
    /// The number.
    pub number: String,
    /// What was done.
    pub moves: MoneyMove,
    /// When.
    pub at: Moment,
    /// Who did it, or asked for it.
    pub by: String,
}

/// The confirmation as a page, for browsers without scripts.
#[must_use]
pub fn confirmation(visit: &Visit, asked: &Confirmation) -> Markup {
    let section = section_of(&asked.back);
    let desk = Desk::new(visit, section, section.name(visit.lang()));
    let content =
        html! { main #main .money-page { section .panel.confirm { (confirm_panel(visit, asked)) } } };
    page(&desk.shell("page-staff"), &content)
}

/// The section that a page belongs to.
fn section_of(path: &str) -> Section {
    Section::ALL.into_iter().find(|section| path.starts_with(section.path())).unwrap_or(Section::Cage)
}

/// The inside of the confirmation: what will be done, and the form that does it.
#[must_use]
pub fn confirm_panel(visit: &Visit, asked: &Confirmation) -> Markup {
    let (lang, moves) = (visit.lang(), &asked.moves);
    html! {
        h2 #confirm-title { (lang.with("staff-confirm", &[("what", moves.name(lang).into())])) }
        @if let Some(amount) = moves.amount { p .money-amount { (figures::money(amount)) } }
        (facts(lang, moves, &html! {}))
        (balances(lang, &moves.changes))
        form .approve-form method="post" action=(asked.action) data-live="confirmed" data-money {
            (visit.form_fields())
            input type="hidden" name="confirmed" value="yes";
            @for (name, value) in &asked.fields { input type="hidden" name=(name) value=(value); }
            @if asked.proof { (proof_field(visit)) }
            div .money-keys {
                button .button.button-primary data-confirm {
                    (moves.name(lang)) @if let Some(amount) = moves.amount { " " (figures::money(amount)) }
                }
                a .button href=(asked.back) data-close { (lang.say("staff-cancel")) }
            }
        }
    }
}

fn facts(lang: Lang, moves: &MoneyMove, more: &Markup) -> Markup {
    html! {
        dl .record {
            div { dt { (lang.say("staff-money-for")) } dd { (moves.of.name(lang)) } }
            @if let Some(reason) = &moves.reason { div { dt { (lang.say("staff-reason")) } dd { (sentence(reason)) } } }
            (more)
        }
    }
}

fn balances(lang: Lang, changes: &[Change]) -> Markup {
    html! {
        @if !changes.is_empty() {
            table .data-table.money-balances {
                thead { tr {
                    th scope="col" { (lang.say("balance")) }
                    th .number-cell scope="col" { (lang.say("staff-before")) }
                    th .number-cell scope="col" { (lang.say("staff-after")) }
                } }
                tbody { @for change in changes { tr {
                    th scope="row" { (change_of(lang, &change.of)) }
                    td .number-cell { (figures::money(change.before)) }
                    td .number-cell { (figures::money(change.after)) }
                } } }
            }
        }
    }
}

/// The receipt, on one sheet of paper.
#[must_use]
pub fn receipt(visit: &Visit, receipt: &Receipt) -> Markup {
    let (lang, moves) = (visit.lang(), &receipt.moves);
    let title = lang.with("staff-receipt-number", &[("number", receipt.number.as_str().into())]);
    let more = html! {
        div { dt { (lang.say("staff-time")) } dd { time datetime=(receipt.at) { (day_and_minute(receipt.at)) " UTC" } } }
        @if let Some(asked) = &receipt.asked_by { div { dt { (lang.say("staff-asked-by")) } dd { (asked) } } }
        div {
            dt { (lang.say(if receipt.asked_by.is_some() { "staff-money-approved-by" } else { "staff-money-by" })) }
            dd { (receipt.by.0) ", " (role(lang, &receipt.by.1)) }
        }
    };
    let content = html! {
        main #main .money-page {
            article .panel.receipt-sheet data-receipt=(receipt.number) {
                header { span .wordmark { "Banco" } p #receipt-number { (title) } }
                h1 { (moves.name(lang)) }
                @if let Some(amount) = moves.amount { p .money-amount { (figures::money(amount)) } }
                @if moves.requested {
                    p .muted { (small(Icon::Clock)) (lang.say("staff-waits-for-second")) }
                }
                (facts(lang, moves, &more))
                (balances(lang, &moves.changes))
                div .signatures aria-hidden="true" {
                    span { (lang.say("staff-money-signed-house")) }
                    span { (lang.say("staff-money-signed-other")) }
                }
            }
            div .money-keys.no-print {
                button .button.button-primary.script-only type="button" data-print { (lang.say("staff-print")) }
                a .button href=(receipt.back) { (lang.say("go-back")) }
            }
        }
    };
    sheet(visit, receipt.section, title, &content)
}

/// The last receipts of a table or an account, newest first.
#[must_use]
pub fn receipts(visit: &Visit, section: Option<Section>, all: &[ReceiptLine], back: &str) -> Markup {
    let lang = visit.lang();
    let title = lang.say("staff-receipts");
    let content = html! {
        main #main .money-page {
            section .panel.receipt-sheet {
                h1 { (title) }
                @if all.is_empty() { p .muted { (lang.say("staff-receipts-none")) } }
                @else {
                    table .data-table.money-balances {
                        thead { tr {
                            th scope="col" { (lang.say("staff-receipt-open")) }
                            th scope="col" { (lang.say("staff-time")) }
                            th .number-cell scope="col" { (lang.say("staff-money-amount")) }
                        } }
                        tbody { @for one in all { tr {
                            th scope="row" {
                                a href={ "/receipts/" (one.number) "?back=" (back) } { (one.number) } br;
                                (one.moves.name(lang)) ", " (one.by)
                            }
                            td { time datetime=(one.at) { (day_and_minute(one.at)) } }
                            td .number-cell { @if let Some(amount) = one.moves.amount { (figures::money(amount)) } }
                        } } }
                    }
                }
            }
            div .money-keys.no-print { a .button href=(back) { (lang.say("go-back")) } }
        }
    };
    sheet(visit, section, title, &content)
}

/// A page of receipts: within the section of staff, and by itself for players.
fn sheet(visit: &Visit, section: Option<Section>, title: String, content: &Markup) -> Markup {
    let class = "page-staff page-receipt";
    let mut shell = match section {
        Some(section) => Desk::new(visit, section, section.name(visit.lang())).shell(class),
        None => Shell {
            ground: Ground::Paper,
            styles: &["bar.css", "staff.css", "money.css"],
            ..Shell::new(visit, title.clone(), class)
        },
    };
    shell.title = title;
    page(&shell, content)
}
