//! What the authority table says of commands is what the engine does: each is given in each role, in several states of a
//! table and of an account under full controls, where every amount takes two people.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use banco_engine::cage::{self, Kind, Status, Time};
use banco_engine::link::TableId;
use banco_engine::pit::{Command, Happening, Pit, Refusal};
use banco_engine::script::{Line, Runner};
use banco_engine::table::{self, FloorEvent, Minute, Rules, What};
use banco_engine::{Actor, Controls, House, Level, Levels, MoneyAction, Person, Role};
use banco_money::{Amount, Currency};
use banco_rulebook::Library;
use banco_server::authority::{ACCOUNT, Rule, Second, TABLE};
use banco_wire::{TableContext, read_account_command, read_table_command};
use serde_json::{Value, json};

const AT: TableId = TableId(1);
const NOW: Time = Time(1_794_795_300);
/// Whoever plays in the scripts at seat 1.
const PATRON: Person = Person(1);
const ROLES: [Role; 6] =
    [Role::Participant, Role::Dealer, Role::Floor, Role::Executive, Role::Surveillance, Role::Cashier];

fn money() -> Value {
    json!({ "minor": 2_500, "currency": "USD" })
}

/// One of each command of a table.
fn at_table(rules: &Rules) -> Vec<Value> {
    let (sum, reason) = (money, "the shoe fell");
    let plain = [
        "close_table",
        "take_up_cards",
        "decline_cut",
        "burn_card",
        "leave",
        "sign_on",
        "sign_off",
        "accept_shoe",
        "decline_shoe",
        "pass_shoe",
        "no_more_bets",
        "deal_without_wagers",
        "show_cut_card",
        "turn_cards",
        "relinquish_cards",
        "accept_cards",
        "decline_cards",
        "take_payout",
        "settle",
        "clear_table",
        "collect_vigorish",
        "close_choices",
        "close_bidding",
        "accept_bank",
        "decline_bank",
        "pass_bank",
        "close_claims",
        "decline_cover",
        "resume",
    ];
    let plain = plain.into_iter().map(|name| json!({ "do": name }));
    let others = [
        json!({ "do": "open_table", "float": sum() }),
        json!({ "do": "fill_tray", "amount": sum() }),
        json!({ "do": "fill_tray", "amount": sum(), "credit": true }),
        json!({ "do": "adopt_terms", "rules": banco_wire::rules_text(rules.id) }),
        json!({ "do": "give_notice", "notice": "vigorish" }),
        json!({ "do": "prepare", "step": "wash" }),
        json!({ "do": "report_missing_card", "card": "7h" }),
        json!({ "do": "cut", "at": 207 }),
        json!({ "do": "order_recut", "reason": reason }),
        json!({ "do": "load_shoe", "source": "virtual", "cut_card": 14, "batch": 1 }),
        json!({ "do": "sit", "seat": 5 }),
        json!({ "do": "stand_behind", "seat": 1 }),
        json!({ "do": "move", "seat": 5 }),
        json!({ "do": "buy_in", "amount": sum(), "with": "account" }),
        json!({ "do": "take_cash", "person": PATRON.0, "amount": sum() }),
        json!({ "do": "cash_out", "amount": sum() }),
        json!({ "do": "promote", "person": PATRON.0, "tender": "promotional", "amount": sum() }),
        json!({ "do": "tip", "amount": sum() }),
        json!({ "do": "place_wager", "spot": "player", "amount": sum() }),
        json!({ "do": "take_down", "spot": "player" }),
        json!({ "do": "take_back", "spot": "player", "amount": sum() }),
        json!({ "do": "speak_wager", "spot": "player", "amount": sum() }),
        json!({ "do": "answer_spoken", "person": PATRON.0, "confirmed": true }),
        json!({ "do": "order_pass", "reason": reason }),
        json!({ "do": "card", "card": "7h" }),
        json!({ "do": "order_relinquish", "reason": reason }),
        json!({ "do": "propose_turner", "side": "banker", "person": 3 }),
        json!({ "do": "answer_proposal", "agreed": true }),
        json!({ "do": "press_payout", "side": "player" }),
        json!({ "do": "choose", "decision": "draw" }),
        json!({ "do": "record_result", "cards": { "player": 2, "banker": 3 }, "totals": { "player": 7, "banker": 6 } }),
        json!({ "do": "bid", "amount": sum() }),
        json!({ "do": "offer_bank", "seat": 1 }),
        json!({ "do": "play_house_way", "person": PATRON.0 }),
        json!({ "do": "wager_bank", "amount": sum() }),
        json!({ "do": "claim_bank", "claim": "banco" }),
        json!({ "do": "cover_bank", "amount": sum() }),
        json!({ "do": "announce", "word": "card" }),
        json!({ "do": "report", "irregularity": { "what": "disclosed", "card": "7h" } }),
        json!({ "do": "answer_report", "approved": false }),
        json!({ "do": "hold", "reason": reason }),
        json!({ "do": "void_round", "reason": reason }),
        json!({ "do": "pass_over", "reason": reason }),
        json!({ "do": "accommodate", "person": PATRON.0, "helper": 1_002, "reason": reason }),
        json!({ "do": "approve", "request": 4 }),
        json!({ "do": "turn_down", "request": 4, "reason": reason }),
    ];
    plain.chain(others).collect()
}

/// One of each command of an account.
fn of_account() -> Vec<Value> {
    let reason = "counted again";
    vec![
        json!({ "do": "deposit", "amount": money() }),
        json!({ "do": "pay_out", "amount": money() }),
        json!({ "do": "confirm_pay_out", "request": 1 }),
        json!({ "do": "change_status", "status": "suspended", "reason": reason }),
        json!({ "do": "hold_buy_in", "amount": money(), "table": AT.0 }),
        json!({ "do": "void_buy_in", "hold": 1, "reason": reason }),
        json!({ "do": "set_limit", "limit": { "what": "wager", "most": money() } }),
        json!({ "do": "approve", "request": 1 }),
        json!({ "do": "turn_down", "request": 1, "reason": reason }),
    ]
}

fn strict() -> House {
    let mut levels = Levels::UNLIMITED;
    let always = Level { two_people_from: 0, at_most: i64::MAX };
    MoneyAction::ALL.into_iter().for_each(|action| levels.set(action, always));
    House { kind: Some(Kind::Real), levels, controls: Controls::Full, ..House::default() }
}

/// A pit after these lines, and from then on under full controls.
fn after(rules: &Arc<Rules>, lines: &[&str]) -> Pit {
    let no_terms = |_: &str| Err("there are no other terms here".to_owned());
    let mut runner = Runner::new(Arc::clone(rules), &no_terms);
    for line in lines {
        runner.line(&Line::parse(line).unwrap()).unwrap_or_else(|failure| panic!("{line}: {failure}"));
        runner.settled().unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    let mut pit = runner.pit().clone();
    pit.keep_house(strict());
    pit.know(Arc::clone(rules));
    pit
}

fn closed(rules: &Arc<Rules>) -> Pit {
    let mut pit = Pit::default();
    pit.keep_house(strict());
    pit.know(Arc::clone(rules));
    pit.put_up(AT, rules);
    pit
}

/// Who gives a command: the patron plays, and staff do not.
fn actor(role: Role) -> Actor {
    let person = if role == Role::Participant { PATRON } else { Person(9_000 + role as u32) };
    Actor::new(role, person)
}

/// What came of giving a command in every role and state.
#[derive(Default)]
struct Given {
    /// What refusals call those who may.
    needed: BTreeSet<&'static str>,
    /// Roles in which it happened.
    done: BTreeSet<&'static str>,
    /// Whether it waited for another person, and whether it happened at once.
    waits: bool,
    at_once: bool,
}

impl Given {
    fn take(&mut self, role: Role, decided: Result<Vec<Happening>, Refusal>) {
        match decided {
            Ok(happened) => {
                self.done.insert(role.name());
                let waits = happened.iter().any(is_request);
                self.waits |= waits;
                self.at_once |= !waits;
            }
            Err(Refusal::Table(refusal)) => {
                if let table::Reason::WrongRole { needed, .. } = refusal.reason {
                    self.needed.insert(needed);
                }
            }
            Err(Refusal::Account(refusal)) => {
                if let cage::Reason::WrongRole { needed, .. } = refusal.reason {
                    self.needed.insert(needed);
                }
            }
            Err(_) => {}
        }
    }

    /// Where the row says something else.
    fn differs(&self, name: &str, rule: &Rule) -> Vec<String> {
        let (asks, mut problems) = (rule.asks, Vec::new());
        // Whoever relieves is a supervisor of the floor; the owner of an account is its participant. A virtual shoe is no
        // person, so no row names it.
        let known = |word: &str| {
            asks.contains(word)
                || word == "shoe"
                || word == "supervisor" && asks.contains("floorperson")
                || matches!(word, "participant" | "owner")
                    && (asks.contains("owner") || asks.contains("participant"))
        };
        for needed in &self.needed {
            for word in needed.split(" or ").flat_map(|part| part.split(", ")) {
                if !known(word) {
                    problems.push(format!("`{name}` is for the {needed}, not for: {asks}"));
                }
            }
        }
        let done = self.done.iter().filter(|role| !known(role));
        problems.extend(done.map(|role| format!("`{name}` was done by a {role}, not by: {asks}")));
        if self.waits && matches!(rule.second, Second::None) {
            problems.push(format!("`{name}` waits for another person"));
        }
        if self.at_once && matches!(rule.second, Second::From(..)) {
            problems.push(format!("`{name}` happened at once"));
        }
        problems
    }
}

fn is_request(happened: &Happening) -> bool {
    match happened {
        Happening::Table(_, event) => matches!(event.what, What::Floor(FloorEvent::Asked { .. })),
        Happening::Account(_, event) => {
            matches!(event.what, cage::What::Request(cage::RequestEvent::Asked { .. }))
        }
        Happening::Link(..) => false,
    }
}

fn rule<'r>(rules: &'r [Rule], name: &str) -> &'r Rule {
    rules.iter().find(|rule| rule.names.contains(&name)).unwrap_or_else(|| panic!("no row of {name}"))
}

#[test]
fn commands_of_tables_are_for_whom_the_table_says() {
    let library = Library::embedded().unwrap();
    let terms = library.terms("ma-baccarat", "default").unwrap();
    let rules = Arc::new(Rules::new(terms).unwrap());
    let states = [
        closed(&rules),
        after(&rules, &["ready 1 3"]),
        after(&rules, &["ready 1 3", "seat 1: bet player $100"]),
        after(&rules, &["ready 1 3", "seat 1: bet player $100", "dealer: no more bets"]),
    ];
    let mut all: BTreeMap<String, Given> = BTreeMap::new();
    for command in at_table(&rules) {
        let name = command["do"].as_str().unwrap().to_owned();
        let bytes = command.to_string();
        let find_rules = |_: &str| Some(Arc::clone(&rules));
        let context = TableContext { rules: &rules, find_rules: &find_rules, now: Minute(1) };
        let read = || read_table_command(bytes.as_bytes()).unwrap().into_engine(&context);
        let Ok(engine) = read() else { panic!("{command}") };
        let given = all.entry(name).or_default();
        for (pit, role) in states.iter().flat_map(|pit| ROLES.map(|role| (pit, role))) {
            let decided = pit.decide_at(NOW, actor(role), Command::Table(AT, engine.clone()));
            given.take(role, decided.map(|decision| decision.happenings));
        }
    }
    let problems: Vec<String> =
        all.iter().flat_map(|(name, given)| given.differs(name, rule(TABLE, name))).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    // The rest is asked for as it is, and has a table of its own.
    let missing: Vec<_> = banco_wire::TableCommand::NAMES
        .iter()
        .filter(|name| !all.contains_key(**name) && **name != "ask")
        .collect();
    assert!(missing.is_empty(), "not given: {missing:?}");
}

#[test]
fn commands_of_accounts_are_for_whom_the_table_says() {
    let open = |status: Status| {
        let mut pit = Pit::default();
        pit.keep_house(House { kind: Some(Kind::Real), ..House::default() });
        let cashier = actor(Role::Cashier);
        let mut does = |command| {
            let decision = pit.decide_at(NOW, cashier, Command::Account(PATRON, command)).unwrap();
            pit.swap(decision);
        };
        does(cage::Command::Open { currency: Currency::Usd, kind: Kind::Real });
        let reason = "looked at".to_owned();
        does(cage::Command::ChangeStatus { reason, status: Status::Active });
        does(cage::Command::Deposit { amount: Amount::from_minor(10_000, Currency::Usd) });
        if status != Status::Active {
            does(cage::Command::ChangeStatus { reason: "looked at".to_owned(), status });
        }
        pit.keep_house(strict());
        pit
    };
    let states = [open(Status::Active), open(Status::Suspended)];
    let mut problems = Vec::new();
    for command in of_account() {
        let name = command["do"].as_str().unwrap();
        let engine = cage::Command::from(read_account_command(command.to_string().as_bytes()).unwrap());
        let mut given = Given::default();
        for (pit, role) in states.iter().flat_map(|pit| ROLES.map(|role| (pit, role))) {
            let decided = pit.decide_at(NOW, actor(role), Command::Account(PATRON, engine.clone()));
            given.take(role, decided.map(|decision| decision.happenings));
        }
        problems.extend(given.differs(name, rule(ACCOUNT, name)));
    }
    assert!(problems.is_empty(), "{problems:#?}");
}
