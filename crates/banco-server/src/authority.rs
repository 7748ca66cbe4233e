//! The authority table: every command and route that moves money, changes rules, people or devices, with who asks for it,
//! who approves it, from which amount, and whether a fresh proof is needed.
//!
//! `need_fresh_proof` goes by it, and `docs/authority.md` is written from it. A test holds that no command and no route
//! of the API is missing.

use std::fmt::Write as _;

use banco_engine::pit;
use banco_engine::{MoneyAction, Role, cage, table};
use banco_wire::{name_of_account_command, name_of_link_command, name_of_table_command};

use crate::config::SETTINGS;
pub use crate::pages::staff::admin::ORDERS as ADMINISTRATORS_ORDERS;

/// What an action changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Money, chips or what stands for them.
    Money,
    /// Rules that a table or a link plays by.
    Rules,
    /// Access of people.
    People,
    /// Devices and screens.
    Devices,
    /// The game, by its rulebook; wagers of one's own among it.
    Game,
    /// Only what concerns whoever does it.
    Own,
}

impl Effect {
    const fn name(self) -> &'static str {
        match self {
            Self::Money => "money",
            Self::Rules => "rules",
            Self::People => "people",
            Self::Devices => "devices",
            Self::Game => "game",
            Self::Own => "own",
        }
    }
}

/// Who approves an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Second {
    /// Nobody: one person does it.
    None,
    /// These, always.
    Always(&'static str),
    /// These, from the level of the action on.
    From(MoneyAction, &'static str),
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Commands of a table, a link or an account by their names on the wire; routes of the API by theirs.
    pub names: &'static [&'static str],
    /// What they change.
    pub effect: Effect,
    /// Who asks.
    pub asks: &'static str,
    /// Who approves.
    pub second: Second,
    /// Whether a fresh proof is needed: a password or code within the last five minutes.
    pub proof: bool,
    /// The clause, reading or house rule behind it.
    pub source: &'static str,
}

const APPROVERS: &str = "floorperson or executive, another person";
const EXECUTIVE_AT_TABLE: &str = "floorperson or executive, another person; an executive is one of the two from the \
                                  submission's `approvals.executive_from` on";
const EXECUTIVE_ON_LINK: &str =
    "floorperson or executive, another person; an executive is one of the two from the link's level on";
const HOUSE: &str = "house rule";
const PLAYER: &str = "participant";

const fn rule(
    names: &'static [&'static str],
    effect: Effect,
    asks: &'static str,
    second: Second,
    proof: bool,
    source: &'static str,
) -> Rule {
    Rule { names, effect, asks, second, proof, source }
}

/// Commands of tables.
pub const TABLE: &[Rule] = &[
    rule(
        &["open_table"],
        Effect::Money,
        "floorperson",
        Second::From(MoneyAction::Float, APPROVERS),
        false,
        HOUSE,
    ),
    rule(&["close_table"], Effect::Game, "floorperson", Second::None, false, "the rulebook's procedures"),
    rule(
        &["fill_tray"],
        Effect::Money,
        "floorperson; a fill by the level of `fill`, a credit by that of `credit`",
        Second::From(MoneyAction::Fill, APPROVERS),
        false,
        HOUSE,
    ),
    rule(&["adopt_terms"], Effect::Rules, "floorperson", Second::Always(APPROVERS), false, HOUSE),
    rule(
        &["take_cash"],
        Effect::Money,
        "the dealer on duty",
        Second::From(MoneyAction::CashBuyIn, APPROVERS),
        false,
        HOUSE,
    ),
    rule(
        &["answer_spoken"],
        Effect::Money,
        "the dealer on duty; cash from `cash_buy_in_two_from` on is refused here and goes through `take_cash`",
        Second::None,
        false,
        HOUSE,
    ),
    rule(
        &["promote"],
        Effect::Money,
        "floorperson",
        Second::From(MoneyAction::Promotion, APPROVERS),
        false,
        HOUSE,
    ),
    rule(
        &["accommodate"],
        Effect::People,
        "floorperson",
        Second::Always("the participant in person, or a floorperson or executive who is not the helper"),
        false,
        "CO 30-2801(2)",
    ),
    rule(
        &["ask"],
        Effect::Money,
        "by what is asked for: see the requests below",
        Second::Always(APPROVERS),
        false,
        "reading R5",
    ),
    rule(
        &["approve"],
        Effect::Money,
        "floorperson or executive, another person; one of the two is an executive from the submission's \
         `approvals.executive_from` on; the participant of an accommodation, without a fresh proof",
        Second::None,
        true,
        "reading R5",
    ),
    rule(
        &["turn_down"],
        Effect::Own,
        "floorperson or executive; the asker; the participant of an accommodation",
        Second::None,
        false,
        HOUSE,
    ),
    rule(
        &["void_round"],
        Effect::Game,
        "floorperson or executive, before the first card; later it takes `ask`, unless the submission's option \
         `void-after-first-card` says `floor-alone`",
        Second::None,
        false,
        "reading R5",
    ),
    rule(&["buy_in"], Effect::Own, "participant, from their own account", Second::None, false, HOUSE),
    rule(&["cash_out", "leave", "tip"], Effect::Own, PLAYER, Second::None, false, HOUSE),
    rule(
        &["sign_on"],
        Effect::People,
        "dealer, who relieves the one on duty and is not on duty at another table",
        Second::None,
        false,
        HOUSE,
    ),
    rule(
        &["sign_off"],
        Effect::People,
        "the dealer on duty, or a floorperson; in the middle of a round another dealer relieves",
        Second::None,
        false,
        HOUSE,
    ),
    rule(
        &[
            "sit",
            "stand_behind",
            "move",
            "place_wager",
            "take_down",
            "take_back",
            "speak_wager",
            "accept_shoe",
            "decline_shoe",
            "pass_shoe",
            "decline_cut",
            "relinquish_cards",
            "accept_cards",
            "decline_cards",
            "propose_turner",
            "answer_proposal",
            "take_payout",
            "press_payout",
            "choose",
            "bid",
            "accept_bank",
            "decline_bank",
            "wager_bank",
            "pass_bank",
            "claim_bank",
            "cover_bank",
            "decline_cover",
            "announce",
        ],
        Effect::Own,
        PLAYER,
        Second::None,
        false,
        "the rulebook's procedures",
    ),
    rule(
        &[
            "take_up_cards",
            "load_shoe",
            "burn_card",
            "no_more_bets",
            "deal_without_wagers",
            "card",
            "show_cut_card",
            "record_result",
            "settle",
            "clear_table",
            "collect_vigorish",
            "offer_bank",
            "play_house_way",
            "close_choices",
            "close_bidding",
            "close_claims",
        ],
        Effect::Game,
        "the dealer on duty, as the rulebook's procedure says",
        Second::None,
        false,
        "the rulebook's procedures",
    ),
    rule(
        &["cut", "turn_cards"],
        Effect::Game,
        "participant, or the dealer on duty where no participant does",
        Second::None,
        false,
        "the rulebook's procedures",
    ),
    rule(
        &["report"],
        Effect::Game,
        "the dealer on duty, floorperson, executive or surveillance",
        Second::None,
        false,
        "the rulebook's procedures",
    ),
    rule(
        &["prepare", "report_missing_card"],
        Effect::Game,
        "the dealer on duty, or a floorperson; a step of `prepare` by whom the rulebook names",
        Second::None,
        false,
        "the rulebook's procedures",
    ),
    rule(
        &["give_notice", "order_recut", "hold", "resume"],
        Effect::Game,
        "floorperson",
        Second::None,
        false,
        "the rulebook's procedures",
    ),
    rule(
        &["order_pass", "order_relinquish", "pass_over"],
        Effect::Game,
        "the dealer on duty, or a floorperson",
        Second::None,
        false,
        "the rulebook's procedures",
    ),
    rule(
        &["answer_report"],
        Effect::Game,
        "floorperson or executive, not who reported it; never software on a floor for real money",
        Second::None,
        false,
        "the rulebook's irregularities",
    ),
];

/// Commands of progressive links.
pub const LINK: &[Rule] = &[
    rule(
        &["open"],
        Effect::Money,
        "floorperson or executive, under the terms that the link had; other terms take `ask`, and a link that was never \
         set up is opened by its first table, whose terms two people have approved",
        Second::None,
        false,
        "link terms",
    ),
    rule(
        &["select", "hit_jackpot", "end_round"],
        Effect::Game,
        "the dealer on duty at the table",
        Second::None,
        false,
        "link terms",
    ),
    rule(
        &["verify"],
        Effect::Money,
        "supervisor, never software",
        Second::Always(
            "the payer, another person unless the submission's option `jackpot-confirmation` says `one-person`",
        ),
        false,
        "link terms",
    ),
    rule(
        &["pay_jackpot"],
        Effect::Money,
        "supervisor, executive from the link's level on; never software",
        Second::Always("follows the dealer's claim and the verification"),
        true,
        "link terms",
    ),
    rule(&["ask"], Effect::Money, "floorperson or executive", Second::Always(APPROVERS), false, "link terms"),
    rule(
        &["approve"],
        Effect::Money,
        "floorperson or executive, another person; one of the two is an executive from the link's level on",
        Second::None,
        true,
        "link terms",
    ),
    rule(&["turn_down"], Effect::Own, "floorperson or executive; the asker", Second::None, false, HOUSE),
    rule(
        &["take_reading"],
        Effect::Own,
        "surveillance, floorperson or executive",
        Second::None,
        false,
        "link terms",
    ),
];

/// Commands of accounts.
pub const ACCOUNT: &[Rule] = &[
    rule(&["open"], Effect::Money, "cashier, for a patron on record", Second::None, true, HOUSE),
    rule(&["deposit"], Effect::Money, "cashier", Second::From(MoneyAction::Deposit, APPROVERS), true, HOUSE),
    rule(
        &["pay_out"],
        Effect::Money,
        "cashier, with an identity check that another has recorded, or the owner's confirmation",
        Second::From(MoneyAction::PayOut, APPROVERS),
        true,
        HOUSE,
    ),
    rule(&["confirm_pay_out"], Effect::Own, "the owner", Second::None, false, HOUSE),
    rule(
        &["change_status"],
        Effect::People,
        "cashier, floorperson or executive; a suspension ends by a request; the owner closes it, without a fresh proof",
        Second::None,
        true,
        HOUSE,
    ),
    rule(
        &["ask"],
        Effect::Money,
        "by what is asked for: see the requests below",
        Second::Always(APPROVERS),
        false,
        HOUSE,
    ),
    rule(
        &["approve"],
        Effect::Money,
        "floorperson or executive, another person; one of the two is an executive for a correction from the house's \
         level on",
        Second::None,
        true,
        HOUSE,
    ),
    rule(
        &["turn_down"],
        Effect::Own,
        "floorperson or executive; the asker; the owner of a payout",
        Second::None,
        false,
        HOUSE,
    ),
    rule(
        &["void_buy_in"],
        Effect::Money,
        "the owner, or a cashier: the money goes back to the account",
        Second::None,
        false,
        HOUSE,
    ),
    rule(
        &[
            "hold_buy_in",
            "set_limit",
            "confirm_limit",
            "withdraw_limit",
            "choose_check",
            "acknowledge_check",
            "cool_off",
            "exclude",
        ],
        Effect::Own,
        "the owner",
        Second::None,
        false,
        HOUSE,
    ),
];

/// What is asked for at a table.
pub const TABLE_WANTED: &[Rule] = &[
    rule(
        &["accommodation"],
        Effect::People,
        "floorperson or executive, not the helper",
        Second::Always("the participant in person, or a floorperson or executive who is not the helper"),
        false,
        "CO 30-2801(2)",
    ),
    rule(
        &["cash_buy_in"],
        Effect::Money,
        "the dealer on duty",
        Second::Always(EXECUTIVE_AT_TABLE),
        false,
        HOUSE,
    ),
    rule(
        &["fill", "promotion"],
        Effect::Money,
        "floorperson",
        Second::Always(EXECUTIVE_AT_TABLE),
        false,
        HOUSE,
    ),
    rule(&["open"], Effect::Money, "floorperson", Second::Always(APPROVERS), false, HOUSE),
    rule(&["terms"], Effect::Rules, "floorperson", Second::Always(APPROVERS), false, HOUSE),
    rule(
        &["correction"],
        Effect::Money,
        "floorperson or executive, up to `correction_most`; a participant's chips from or to the tray only; promotions are taken back",
        Second::Always(EXECUTIVE_AT_TABLE),
        false,
        "reading R5",
    ),
    rule(&["see_off"], Effect::Money, "floorperson or executive", Second::Always(APPROVERS), false, HOUSE),
    rule(&["void"], Effect::Game, "floorperson or executive", Second::Always(APPROVERS), false, "reading R5"),
];

/// What is asked for on a progressive link.
pub const LINK_WANTED: &[Rule] = &[
    rule(
        &["adjust", "transfer_out", "reject"],
        Effect::Money,
        "floorperson or executive",
        Second::Always(EXECUTIVE_ON_LINK),
        false,
        "link terms",
    ),
    rule(
        &["change"],
        Effect::Rules,
        "floorperson or executive; the approver sees every term that differs",
        Second::Always(EXECUTIVE_ON_LINK),
        false,
        "link terms",
    ),
    rule(
        &["close"],
        Effect::Game,
        "floorperson or executive",
        Second::Always(EXECUTIVE_ON_LINK),
        false,
        "link terms",
    ),
];

/// What is asked for of an account.
pub const ACCOUNT_WANTED: &[Rule] = &[
    rule(
        &["adjust"],
        Effect::Money,
        "floorperson or executive, up to `correction_most`",
        Second::Always(
            "floorperson or executive, another person; an executive is one of the two from the house's level on",
        ),
        false,
        HOUSE,
    ),
    rule(&["deposit"], Effect::Money, "cashier", Second::Always(APPROVERS), false, HOUSE),
    rule(
        &["pay_out"],
        Effect::Money,
        "cashier",
        Second::Always(
            "the owner, unless another has recorded an identity check; from `pay_out_two_from` on a floorperson \
                        or executive, another person",
        ),
        false,
        HOUSE,
    ),
    rule(
        &["reactivate"],
        Effect::People,
        "cashier, floorperson or executive",
        Second::Always(APPROVERS),
        false,
        HOUSE,
    ),
];

/// Routes that change something and are no commands. Those about people, machines and patrons are in
/// `banco_people::PEOPLE_ACTIONS`.
pub const ROUTES: &[Rule] = &[
    rule(
        &["propose"],
        Effect::Rules,
        "floorperson, executive or administrator; the approver sees every term",
        Second::Always("floorperson or executive, another person (`answer_proposal`)"),
        false,
        HOUSE,
    ),
    rule(
        &["answer_proposal", "answer_approval"],
        Effect::Rules,
        "floorperson or executive, not who asked",
        Second::None,
        true,
        HOUSE,
    ),
    rule(
        &["run_table"],
        Effect::Rules,
        "floorperson, executive or administrator: name, pit and times; who deals is a part of a proposal",
        Second::None,
        false,
        HOUSE,
    ),
    rule(
        &["close_day"],
        Effect::Money,
        "cashier",
        Second::Always("another cashier, who sees the same trial balance"),
        true,
        HOUSE,
    ),
    rule(&["anchor_now"], Effect::Own, "executive, auditor or administrator", Second::None, false, HOUSE),
    rule(
        &["call_floor", "answer_floor_call", "put_up_info", "take_down_info"],
        Effect::Own,
        "dealer; floorperson or executive",
        Second::None,
        false,
        HOUSE,
    ),
    rule(
        &["command_table", "command_link", "command_account", "squeeze", "withdraw_command"],
        Effect::Own,
        "by the command: see the tables above",
        Second::None,
        false,
        HOUSE,
    ),
    rule(&["read_card"], Effect::Game, "the card reader of the table", Second::None, false, HOUSE),
    rule(
        &["sign_in", "sign_out", "second_step", "prove", "end_session", "end_sessions"],
        Effect::Own,
        "their own session",
        Second::None,
        false,
        HOUSE,
    ),
];

fn find(rules: &'static [Rule], name: &str) -> Option<&'static Rule> {
    rules.iter().find(|rule| rule.names.contains(&name))
}

/// The row of a command.
#[must_use]
pub fn rule_of(command: &pit::Command) -> Option<&'static Rule> {
    match command {
        pit::Command::Table(_, command) => find(TABLE, name_of_table_command(command)),
        pit::Command::Link(_, command) => find(LINK, name_of_link_command(command)),
        pit::Command::Account(_, command) => find(ACCOUNT, name_of_account_command(command)),
    }
}

/// Whether a command in this capacity needs a fresh proof of identity. A command without a row needs it, too.
#[must_use]
pub fn needs_fresh_proof(role: Role, command: &pit::Command) -> bool {
    // Participants approve nothing but help for themselves and close nothing but their own account; the engine holds
    // them to it.
    let is_own = role == Role::Participant
        && matches!(
            command,
            pit::Command::Table(_, table::Command::Approve { .. })
                | pit::Command::Account(_, cage::Command::ChangeStatus { .. })
        );
    !is_own && rule_of(command).is_none_or(|rule| rule.proof)
}

/// A level of the settings, as operators write it.
fn usual(key: &str) -> &'static str {
    SETTINGS.iter().find(|setting| setting.key == key).map_or("", |setting| setting.usual)
}

fn second(of: Second) -> String {
    match of {
        Second::None => String::new(),
        Second::Always(who) => format!("always: {who}"),
        Second::From(action, who) => {
            let name = action.name();
            format!("from `{name}_two_from` (${}): {who}", usual(&format!("{name}_two_from")))
        }
    }
}

/// Rows of a table in Markdown.
#[must_use]
pub fn to_markdown(rules: &[Rule]) -> String {
    let mut text = "| action | changes | who asks | who approves | fresh proof | source |\n\
                    |---|---|---|---|---|---|\n"
        .to_owned();
    for rule in rules {
        let names = rule.names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" ");
        let (effect, proof) = (rule.effect.name(), if rule.proof { "yes" } else { "" });
        let (asks, approves, source) = (rule.asks, second(rule.second), rule.source);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {names} | {effect} | {asks} | {approves} | {proof} | {source} |");
    }
    text
}

/// Levels and caps in Markdown, with their settings.
#[must_use]
pub fn levels_to_markdown() -> String {
    let mut text =
        "| action | two people from | setting | at most | setting |\n|---|---|---|---|---|\n".to_owned();
    for action in MoneyAction::ALL {
        let name = action.name();
        let (from, most) = (format!("{name}_two_from"), format!("{name}_most"));
        let from = if action.always_takes_two() {
            "always | ".to_owned()
        } else {
            format!("${} | `{from}`", usual(&from))
        };
        let _ = writeln!(text, "| {} | {from} | ${} | `{most}` |", name.replace('_', " "), usual(&most));
    }
    text
}
