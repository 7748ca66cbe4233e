//! Where several reasons to refuse a command hold, the table tells the one that is declared first.
//!
//! Tables stand where the scripts and the cases of the rulebooks have left them, line by line. At each of them every
//! command is given, and then given again with one more thing wrong whose code is known: the table is stopped,
//! somebody else acts, something is named that does not exist. What is told is whichever of both reasons
//! [`Reason`] declares first. No refusal is without a clause, and nothing panics.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use banco_cards::{Card, Rank, Side, Suit};
use banco_engine::script::{Case, Line, Runner};
use banco_engine::table::{
    Account, Announcement, BankClaim, BuyInWith, CardSource, Command, Curator, Event, FloorEvent,
    Irregularity, IrregularityEvent, Minute, OpeningEvent, Phase, Reason, Reported, Rules, SpotId, Table,
    Tender, Turner, VoidReason, Wanted, What, decide, evolve,
};
use banco_engine::{Actor, Decision, Hidden, Person, Request, RequestId, Role, Shelf, WhyNot};
use banco_money::{Amount, Currency};
use banco_rulebook::model::rulebook::Family;
use support::case::files;
use support::{library, rulebooks_folder};

const DEALER: Actor = Actor::new(Role::Dealer, Person(1_001));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2_001));
const SURVEILLANCE: Actor = Actor::new(Role::Surveillance, Person(3_001));
/// Somebody who plays at no table.
const STRANGER: Person = Person(77_777);
const CARD: Card = Card::new(Rank::Seven, Suit::Clubs);

macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        /// The names of all commands: a new one does not compile until it stands here, and does not pass until the
        /// catalog has it.
        const KINDS: &[&str] = &[$(stringify!($kind)),*];

        const fn kind(command: &Command) -> &'static str {
            match command {
                $(Command::$kind { .. } => stringify!($kind),)*
            }
        }
    };
}

kinds! {
    OpenTable, CloseTable, FillTray, AdoptTerms, GiveNotice, Prepare, ReportMissingCard, TakeUpCards, Cut, DeclineCut,
    OrderRecut, LoadShoe, BurnCard, Sit, StandBehind, Move, Leave, BuyIn, TakeCash, SignOn,
    SignOff, CashOut, Promote, Tip, PlaceWager, TakeDown,
    TakeBack,
    SpeakWager, AnswerSpoken, AcceptShoe, DeclineShoe, PassShoe, OrderPass, NoMoreBets, DealWithoutWagers, Card,
    ShowCutCard, TurnCards, RelinquishCards, OrderRelinquish, AcceptCards, DeclineCards, ProposeTurner, AnswerProposal,
    TakePayout, PressPayout, Choose, RecordResult, Settle, ClearTable, CollectVigorish, Bid, OfferBank, PlayHouseWay,
    CloseChoices, CloseBidding, AcceptBank, DeclineBank, WagerBank, PassBank, ClaimBank, CloseClaims, CoverBank,
    DeclineCover, Announce, Report, AnswerReport, Hold, Resume, VoidRound, Ask, Approve, TurnDown, PassOver,
    Accommodate,
}

#[test]
fn of_several_reasons_the_first_declared_is_told() {
    let mut found = Found::default();
    for Standing { place, table } in standings() {
        let ways = Ways::new(&table);
        for (actor, command) in catalog(&table) {
            found.kinds.insert(kind(&command));
            probe(&ways, actor, &command, &place, &mut found);
        }
    }
    let missing: Vec<_> = KINDS.iter().filter(|kind| !found.kinds.contains(**kind)).collect();
    assert!(missing.is_empty(), "the catalog has no {missing:?}");
    assert!(found.probes > 100_000, "only {} probes", found.probes);
    assert!(found.problems.is_empty(), "{}", found.report());
}

/// What the probes have found.
#[derive(Default)]
struct Found {
    kinds: BTreeSet<&'static str>,
    probes: usize,
    /// How often something was wrong, and where first.
    problems: BTreeMap<String, (usize, String)>,
}

impl Found {
    fn problem(&mut self, what: String, place: &str) {
        let entry = self.problems.entry(what).or_insert_with(|| (0, place.to_owned()));
        entry.0 += 1;
    }

    fn report(&self) -> String {
        let mut text = format!("{} kinds of problems in {} probes\n", self.problems.len(), self.probes);
        for (what, (times, place)) in &self.problems {
            writeln!(text, "{what} ({times} times, first {place})").unwrap();
        }
        text
    }
}

/// A command as it is, and in every way in which it can be spoiled.
fn probe(ways: &Ways<'_>, actor: Actor, command: &Command, place: &str, found: &mut Found) {
    let plain = refusal_code(ways.table, actor, command, place, found);
    for Spoiled { code, table, actor: spoiled, command: changed } in ways.spoil(actor, command) {
        let now = refusal_code(table, spoiled, &changed, place, found);
        let wanted = plain.map_or(code, |plain| if rank(plain) < rank(code) { plain } else { code });
        if now != Some(wanted) {
            let (plain, now) = (plain.unwrap_or("nothing"), now.unwrap_or("nothing"));
            let who = spoiled.role();
            found.problem(
                format!("{}: {plain} and {code}, told {now} to the {who}", kind(command)),
                &format!("{place}: {changed:?}"),
            );
        }
    }
}

fn rank(code: &str) -> usize {
    Reason::CODES.iter().position(|known| *known == code).unwrap()
}

/// The code of the refusal, if it is one.
fn refusal_code(
    table: &Table,
    actor: Actor,
    command: &Command,
    place: &str,
    found: &mut Found,
) -> Option<&'static str> {
    found.probes += 1;
    let Ok(decided) = catch_unwind(AssertUnwindSafe(|| decide(table, actor, command.clone()))) else {
        found.problem(format!("{}: panics", kind(command)), &format!("{place}: {command:?}"));
        return None;
    };
    let refusal = decided.err()?;
    // No rulebook speaks of dealers who sign on and off.
    let beyond_the_texts = matches!(command, Command::SignOn | Command::SignOff);
    if refusal.clauses.as_slice().is_empty() && !beyond_the_texts {
        let what = format!("{}: {} without a clause", kind(command), refusal.code());
        found.problem(what, &format!("{place}: {command:?}"));
    }
    Some(refusal.code())
}

/// A table somewhere in a script.
struct Standing {
    place: String,
    table: Table,
}

/// The tables after every line of the golden scripts and of the rulebooks' cases.
fn standings() -> Vec<Standing> {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let mut paths: Vec<PathBuf> = fs::read_dir(scripts).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut all = Vec::new();
    for case in paths.iter().flat_map(|path| cases(path)) {
        let rulebook = case.rulebook.clone().unwrap();
        follow(&case, &rulebook, &mut all);
    }
    for rulebook in &library().rulebooks {
        let files = files(&rulebooks_folder().join(rulebook.id()));
        for case in files.iter().flat_map(|file| cases(file)) {
            follow(&case, rulebook.id(), &mut all);
        }
    }
    all
}

fn cases(file: &Path) -> Vec<Case> {
    Case::parse_all(&fs::read_to_string(file).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Follows a case as far as it goes; whether it goes as it should is not asked here.
fn follow(case: &Case, rulebook: &str, all: &mut Vec<Standing>) {
    let new_terms = |change: &str| rules(case, rulebook, Some(change));
    let mut runner = Runner::new(rules(case, rulebook, None).unwrap(), &new_terms);
    for (number, text) in &case.lines {
        let Ok(line) = Line::parse(text) else { return };
        if runner.line(&line).is_err() {
            return;
        }
        if !matches!(line, Line::Expect(_)) {
            let place = format!("{rulebook}, \"{}\", line {number}", case.title);
            all.push(Standing { place, table: runner.table.clone() });
        }
    }
}

fn rules(case: &Case, rulebook: &str, change: Option<&str>) -> Result<Arc<Rules>, String> {
    let submission = case.submission.as_deref().unwrap_or("default");
    let source = &library().submission(rulebook, submission).map_err(|error| error.to_string())?.source;
    let changes = change.into_iter().flat_map(|change| change.split("; ")).map(str::to_owned);
    let overrides: Vec<String> = case.set.iter().cloned().chain(changes).collect();
    let checked = library().check(source.with_overrides(&overrides)?);
    let terms = checked.terms.ok_or_else(|| checked.report.to_string())?;
    Rules::new(terms).map(Arc::new).map_err(|error| error.to_string())
}

/// A command with one more thing wrong.
struct Spoiled<'w> {
    /// The code of what is wrong.
    code: &'static str,
    table: &'w Table,
    actor: Actor,
    command: Command,
}

/// A table, and the same table stopped in every way.
struct Ways<'t> {
    table: &'t Table,
    halted: Table,
    closed: Table,
    held: Table,
    reported: Table,
    void_asked: Table,
    /// Whether the floor alone acts here.
    waits: bool,
}

/// A copy of the table after something has happened.
fn after(table: &Table, what: impl Into<What>) -> Table {
    let mut table = table.clone();
    let clauses = table.rules().spots.first().map(|spot| spot.clauses).unwrap_or_default();
    evolve(&mut table, &Event::new(clauses, what), &Shelf::default());
    table
}

impl<'t> Ways<'t> {
    fn new(table: &'t Table) -> Self {
        let (by, role) = (FLOOR.person(), FLOOR.role());
        let nothing = table.nothing();
        // More than any tray holds.
        let amount = Amount::from_minor(i64::MAX >> 8, nothing.currency());
        let void = Wanted::Void { reason: "a spoiled deal".into(), why: VoidReason::CannotBeCompleted };
        let request = Request { by, id: RequestId(9_999), role, until: None, what: void };
        let what = Irregularity::TooFewCards;
        let stopped = ["on_hold", "irregularity_open", "approval_open"];
        let waits = decide(table, DEALER, Command::ClearTable).is_err_and(|no| stopped.contains(&no.code()));
        Self {
            table,
            halted: after(table, OpeningEvent::TrayFilled { alone: false, amount, by, credit: true }),
            closed: after(table, OpeningEvent::TableClosed { by, result: nothing }),
            held: after(table, FloorEvent::TableHeld { by, reason: "a dispute".into() }),
            reported: after(table, IrregularityEvent::IrregularityReported { by, role, what }),
            void_asked: after(table, FloorEvent::Asked { request }),
            waits,
        }
    }

    /// Every way to spoil a command that applies to it.
    fn spoil(&self, actor: Actor, command: &Command) -> Vec<Spoiled<'_>> {
        let mut all = Vec::new();
        for (code, table) in self.stops(actor, command) {
            all.push(Spoiled { code, table, actor, command: command.clone() });
        }
        for (code, actor) in self.others(actor, command) {
            all.push(Spoiled { code, table: self.table, actor, command: command.clone() });
        }
        for (code, command) in
            misnamed(self.table, command).into_iter().chain(misreckoned(self.table, command))
        {
            all.push(Spoiled { code, table: self.table, actor, command });
        }
        all
    }

    /// What stops this command by this actor.
    fn stops(&self, actor: Actor, command: &Command) -> Vec<(&'static str, &Table)> {
        let mut all = vec![("halted", &self.halted)];
        if !goes_on_when_closed(command) {
            all.push(("table_closed", &self.closed));
        }
        if !goes_on_in_hold(self.table, actor, command) {
            all.push(("on_hold", &self.held));
            all.push(("irregularity_open", &self.reported));
            all.push(("approval_open", &self.void_asked));
        }
        all
    }

    /// Somebody else acts who may not.
    fn others(&self, actor: Actor, command: &Command) -> Vec<(&'static str, Actor)> {
        let mut all = Vec::new();
        let participates = actor.role() == Role::Participant;
        if participates {
            all.push(("no_accommodation", Actor::helping(STRANGER, actor.person())));
        }
        if participates && !matches!(command, Command::Sit { .. } | Command::StandBehind { .. }) {
            all.push(("unknown_person", Actor::new(Role::Participant, STRANGER)));
        }
        // While the table waits for the floor, anybody else is told that first.
        if participates || actor == DEALER || !self.waits {
            // Surveillance reports what it sees, and verifies cards at some tables.
            let not_theirs = !matches!(command, Command::Report(_) | Command::Prepare { .. });
            let other = if not_theirs { SURVEILLANCE } else { Actor::new(Role::Participant, STRANGER) };
            all.push(("wrong_role", other));
        }
        let decides = matches!(command, Command::Ask(_) | Command::Approve { .. } | Command::TurnDown { .. });
        if let Some(one) = self.table.people().first().filter(|_| decides) {
            let cash = matches!(command, Command::Ask(Wanted::CashBuyIn { .. }));
            let role = if cash { Role::Dealer } else { Role::Floor };
            all.push(("involved", Actor::new(role, one.person)));
        }
        all
    }
}

/// What is done at a table that is closed, or may be.
const fn goes_on_when_closed(command: &Command) -> bool {
    matches!(
        command,
        Command::OpenTable { .. }
            | Command::AdoptTerms { .. }
            | Command::GiveNotice { .. }
            | Command::Ask(
                Wanted::Correction { .. }
                    | Wanted::SeeOff { .. }
                    | Wanted::Open { .. }
                    | Wanted::Terms { .. }
            )
            | Command::Approve { .. }
            | Command::TurnDown { .. }
            | Command::SignOff
            | Command::Leave
    )
}

/// While a table is held the floor acts, and people may leave with what is theirs.
fn goes_on_in_hold(table: &Table, actor: Actor, command: &Command) -> bool {
    let own = matches!(
        command,
        Command::TakeDown { .. }
            | Command::TakeBack { .. }
            | Command::Leave
            | Command::CashOut { .. }
            | Command::DeclineCut
    );
    let duty = matches!(command, Command::SignOn | Command::SignOff);
    actor.role() == Role::Floor || duty || (own && table.phase() == Phase::Betting)
}

fn family(table: &Table) -> Family {
    table.rules().terms.rulebook.file.family
}

/// The command with something in it that is not there, or that no rulebook of this family has.
fn misnamed(table: &Table, command: &Command) -> Vec<(&'static str, Command)> {
    let mut all = Vec::new();
    let mut spoil = |code: &'static str, change: &dyn Fn(&mut Command) -> bool| {
        let mut changed = command.clone();
        if change(&mut changed) {
            all.push((code, changed));
        }
    };
    spoil("unknown_seat", &no_seat);
    spoil("unknown_person", &no_person);
    spoil("wager_not_offered", &no_wager);
    spoil("reason_needed", &no_reason);
    if family(table) == Family::PlayerBanked {
        spoil("not_provided", &|command| not_of_a_position(command, table.nothing()));
    }
    all
}

const fn no_seat(command: &mut Command) -> bool {
    match command {
        Command::Sit { seat }
        | Command::StandBehind { seat }
        | Command::Move { seat }
        | Command::OfferBank { seat } => *seat = 99,
        _ => return false,
    }
    true
}

fn no_person(command: &mut Command) -> bool {
    match command {
        Command::Promote { person, .. }
        | Command::TakeCash { person, .. }
        | Command::AnswerSpoken { person, .. }
        | Command::ProposeTurner { person, .. }
        | Command::PlayHouseWay { person }
        | Command::Accommodate { person, .. }
        | Command::Ask(
            Wanted::SeeOff { person, .. }
            | Wanted::Accommodation { person, .. }
            | Wanted::CashBuyIn { person, .. }
            | Wanted::Promotion { person, .. },
        ) => *person = STRANGER,
        _ => return false,
    }
    true
}

const fn no_wager(command: &mut Command) -> bool {
    match command {
        Command::PlaceWager { spot, .. }
        | Command::TakeDown { spot, .. }
        | Command::TakeBack { spot, .. }
        | Command::SpeakWager { spot, .. } => {
            *spot = SpotId(u16::MAX);
        }
        _ => return false,
    }
    true
}

fn no_reason(command: &mut Command) -> bool {
    match command {
        Command::OrderRecut { reason }
        | Command::OrderPass { reason }
        | Command::OrderRelinquish { reason }
        | Command::Hold { reason }
        | Command::VoidRound { reason }
        | Command::TurnDown { reason, .. }
        | Command::PassOver { reason }
        | Command::Accommodate { reason, .. } => "  ".clone_into(reason),
        Command::Ask(
            Wanted::Accommodation { reason, .. }
            | Wanted::Correction { reason, .. }
            | Wanted::SeeOff { reason, .. }
            | Wanted::Void { reason, .. },
        ) => *reason = "  ".into(),
        _ => return false,
    }
    true
}

/// The position of player/dealer has no price, and its button needs cards.
const fn not_of_a_position(command: &mut Command, nothing: Amount) -> bool {
    match command {
        Command::LoadShoe { source, .. } => *source = CardSource::ResultOnly,
        Command::AcceptBank { amount } => *amount = Some(nothing),
        _ => return false,
    }
    true
}

/// The command with other figures.
fn misreckoned(table: &Table, command: &Command) -> Vec<(&'static str, Command)> {
    let own = table.nothing().currency();
    let other = if own == Currency::Usd { Currency::Php } else { Currency::Usd };
    let figures = [
        ("bad_money", Amount::from_minor(10_000, other)),
        ("bad_money", Amount::from_minor(i64::MAX, own)),
        ("bad_amount", Amount::zero(own)),
        ("bad_amount", Amount::from_minor(-100, own)),
    ];
    let mut all = Vec::new();
    for (code, figure) in figures {
        let mut changed = command.clone();
        let applies = code == "bad_money" || is_any_amount(table, command);
        if let Some(amount) = figure_of(table, &mut changed).filter(|_| applies) {
            *amount = figure;
            all.push((code, changed));
        }
    }
    all
}

/// Whether it is told of nothing that it is no amount, and not that it is outside of limits.
fn is_any_amount(table: &Table, command: &Command) -> bool {
    match command {
        Command::Bid { .. } | Command::AcceptBank { .. } | Command::CoverBank { .. } => false,
        Command::WagerBank { .. } => family(table) == Family::PlayerBanked,
        _ => true,
    }
}

/// The figure of a command.
fn figure_of<'c>(table: &Table, command: &'c mut Command) -> Option<&'c mut Amount> {
    match command {
        Command::OpenTable { float: amount, .. }
        | Command::FillTray { amount, .. }
        | Command::BuyIn { amount, .. }
        | Command::TakeCash { amount, .. }
        | Command::CashOut { amount }
        | Command::Promote { amount, .. }
        | Command::Tip { amount }
        | Command::PlaceWager { amount, .. }
        | Command::SpeakWager { amount, .. }
        | Command::Bid { amount }
        | Command::WagerBank { amount }
        | Command::CoverBank { amount }
        | Command::Ask(
            Wanted::Correction { amount, .. }
            | Wanted::CashBuyIn { amount, .. }
            | Wanted::Fill { amount, .. }
            | Wanted::Open { float: amount, .. }
            | Wanted::Promotion { amount, .. },
        ) => Some(amount),
        Command::AcceptBank { amount } if family(table) == Family::CheminDeFer => amount.as_mut(),
        _ => None,
    }
}

/// Every command, as sensible as it can be where the table stands, by whoever usually gives it.
fn catalog(table: &Table) -> Vec<(Actor, Command)> {
    let mut all = Vec::new();
    let people = concerned(table);
    for person in &people {
        let one = Actor::new(Role::Participant, *person);
        all.extend(of_participants(table, *person).into_iter().map(|command| (one, command)));
        all.extend(of_the_bank(table).into_iter().map(|command| (one, command)));
    }
    all.extend(arrivals().map(|command| (Actor::new(Role::Participant, Person(66_666)), command)));
    let person = people.first().copied().unwrap_or(Person(1));
    all.extend(of_the_dealer(table, person).into_iter().map(|command| (DEALER, command)));
    all.extend(reports().map(|command| (DEALER, command)));
    all.extend(of_the_floor(table, person).into_iter().map(|command| (FLOOR, command)));
    all.extend(of_two_people(table, person).into_iter().map(|command| (FLOOR, command)));
    if let Some(step) = table.next_preparation() {
        let by = Actor::new(step.by, Person(1_500));
        all.push((by, Command::Prepare { step: step.id.to_string(), told: None }));
    }
    all
}

/// Whoever has something to say or to lose here, and somebody else.
fn concerned(table: &Table) -> Vec<Person> {
    let turner = |side| match table.round().turner(side) {
        Some(Turner::Person(person, _)) => Some(person),
        _ => None,
    };
    let curator = match table.curator() {
        Some(Curator::Person(person, _) | Curator::DealerFor(person, _)) => Some(person),
        _ => None,
    };
    let bank = table.bank();
    let first = [
        table.shoe().cut_asked.map(|(person, _)| person),
        table.shoe_asked().map(|asked| asked.person),
        bank.asked.map(|asked| asked.person),
        bank.holder.map(|(person, _)| person),
        table.round().asked.map(|asked| asked.person),
        turner(Side::Player),
        turner(Side::Banker),
        curator,
    ];
    let mut all: Vec<Person> =
        first.into_iter().flatten().filter(|one| table.participant(*one).is_some()).collect();
    all.extend(table.people().iter().map(|one| one.person));
    all.dedup();
    if all.is_empty() {
        all.push(Person(1));
    }
    all.truncate(3);
    all
}

fn money(table: &Table, minor: i64) -> Amount {
    Amount::from_minor(minor, table.nothing().currency())
}

fn arrivals() -> impl Iterator<Item = Command> {
    [3, 5].into_iter().flat_map(|seat| [Command::Sit { seat }, Command::StandBehind { seat }])
}

fn of_participants(table: &Table, person: Person) -> Vec<Command> {
    let amount = money(table, 10_000);
    let own = table.bets().iter().find(|bet| bet.key.owner == person).map(|bet| bet.spot);
    let spot = table.rules().hand_spot(Side::Player).map_or(SpotId(0), |spot| spot.id);
    let last = table.rules().spots.last().map_or(SpotId(0), |spot| spot.id);
    let at = table.rules().terms.pack().len() / 2;
    let place = |spot, tender, for_dealer| Command::PlaceWager { spot, amount, tender, for_dealer };
    vec![
        Command::Cut { at },
        Command::DeclineCut,
        Command::Sit { seat: 5 },
        Command::Move { seat: 5 },
        Command::Leave,
        Command::BuyIn { amount, with: BuyInWith::Cash },
        Command::BuyIn { amount, with: BuyInWith::Account },
        Command::CashOut { amount },
        Command::Tip { amount },
        place(spot, Tender::Chips, false),
        place(last, Tender::Chips, false),
        place(spot, Tender::Coupon, false),
        place(spot, Tender::Chips, true),
        Command::TakeDown { spot: own.unwrap_or(spot), for_dealer: false },
        Command::TakeBack { spot: own.unwrap_or(spot), amount },
        Command::SpeakWager { spot, amount },
        Command::AcceptShoe { dealer_acts: false },
        Command::DeclineShoe,
        Command::PassShoe,
        Command::TurnCards(Vec::new()),
        Command::RelinquishCards,
        Command::AcceptCards,
        Command::DeclineCards,
        Command::ProposeTurner { side: Side::Player, person },
        Command::AnswerProposal { agreed: true },
        Command::TakePayout,
        Command::PressPayout { side: Side::Player },
        Command::Choose(Decision::Draw),
    ]
}

fn of_the_bank(table: &Table) -> Vec<Command> {
    let amount = money(table, 10_000);
    let price = Some(amount).filter(|_| family(table) == Family::CheminDeFer);
    vec![
        Command::Bid { amount },
        Command::AcceptBank { amount: price },
        Command::DeclineBank,
        Command::WagerBank { amount },
        Command::PassBank,
        Command::ClaimBank(BankClaim::Banco),
        Command::ClaimBank(BankClaim::Suivi),
        Command::CoverBank { amount },
        Command::DeclineCover,
        Command::Announce(Announcement::Card),
        Command::Announce(Announcement::Stay),
    ]
}

fn of_the_dealer(table: &Table, person: Person) -> Vec<Command> {
    let rules = table.rules();
    let batch = table.next_batch();
    let sources = [CardSource::Virtual, CardSource::Entry];
    let load = |source| Command::LoadShoe { source, cut_card: rules.least_cut_card(), batch };
    let mut all = sources.map(load).to_vec();
    all.extend([
        Command::Prepare { step: "shuffle".to_owned(), told: None },
        Command::Prepare { step: "no-such-step".to_owned(), told: None },
        Command::Prepare { step: "shuffle".to_owned(), told: Some("riffle".to_owned()) },
        Command::ReportMissingCard { card: CARD },
        Command::TakeUpCards,
        Command::Cut { at: rules.terms.pack().len() / 2 },
        Command::BurnCard(Hidden::new(CARD)),
        Command::AnswerSpoken { person, confirmed: true },
        Command::TakeCash { person, amount: money(table, 10_000) },
        Command::SignOn,
        Command::SignOff,
        Command::Ask(Wanted::CashBuyIn { amount: money(table, 10_000), person }),
        Command::OrderPass { reason: "delay".to_owned() },
        Command::NoMoreBets,
        Command::DealWithoutWagers,
        Command::Card(Hidden::new(CARD)),
        Command::ShowCutCard,
        Command::TurnCards(Vec::new()),
        Command::OrderRelinquish { reason: "delay".to_owned() },
        Command::TakePayout,
        Command::RecordResult(Reported { cards: [2, 2], totals: [9, 7] }),
        Command::Settle,
        Command::ClearTable,
        Command::CollectVigorish,
        Command::OfferBank { seat: 1 },
        Command::PlayHouseWay { person },
        Command::CloseChoices,
        Command::CloseBidding,
        Command::CloseClaims,
        Command::PassOver { reason: "silence".to_owned() },
    ]);
    all
}

fn reports() -> impl Iterator<Item = Command> {
    let all = [
        Irregularity::DrawnInError { card: None },
        Irregularity::DrawnInError { card: Some(CARD) },
        Irregularity::UnauthorizedThird { card: Some(CARD) },
        Irregularity::Disclosed { card: CARD },
        Irregularity::TooFewCards,
        Irregularity::WrongOrder,
        Irregularity::CardAfterStay { card: CARD, miscalled: false },
        Irregularity::BankerTookTwo { first: CARD, second: CARD },
    ];
    all.into_iter().map(Command::Report)
}

fn of_the_floor(table: &Table, person: Person) -> Vec<Command> {
    let amount = money(table, 10_000);
    let (rules, at) = (Arc::clone(table.rules()), Minute(10_000));
    let notices = &rules.terms.rulebook.file.notices;
    let notice = notices.first().map_or_else(|| "no-such-notice".to_owned(), |notice| notice.id.clone());
    vec![
        Command::OpenTable { float: amount, differential: None, at },
        Command::CloseTable,
        Command::FillTray { amount, credit: false },
        Command::FillTray { amount, credit: true },
        Command::AdoptTerms { rules: Arc::clone(&rules), at },
        Command::GiveNotice { notice, at },
        Command::OrderRecut { reason: "a bad cut".to_owned() },
        Command::Promote { person, tender: Tender::Coupon, amount },
        Command::Promote { person, tender: Tender::Chips, amount },
        Command::AnswerReport { approved: true },
        Command::AnswerReport { approved: false },
        Command::Hold { reason: "a dispute".to_owned() },
        Command::Resume,
        Command::VoidRound { reason: "a bad deal".to_owned() },
        Command::Accommodate { person, helper: Person(4_004), reason: "reads for them".to_owned() },
        Command::Accommodate { person, helper: person, reason: "reads for them".to_owned() },
    ]
}

fn of_two_people(table: &Table, person: Person) -> Vec<Command> {
    let (amount, reason): (Amount, Arc<str>) = (money(table, 10_000), "told by surveillance".into());
    let request = table.requests().first().map_or(RequestId(1), |request| request.id);
    let (from, to) = (Account::Tray, Account::Chips(person));
    vec![
        Command::Ask(Wanted::Correction { amount, from, reason: Arc::clone(&reason), to }),
        Command::Ask(Wanted::SeeOff { person, reason: Arc::clone(&reason) }),
        Command::Ask(Wanted::Accommodation { helper: Person(4_004), person, reason: Arc::clone(&reason) }),
        Command::Ask(Wanted::Accommodation { helper: person, person, reason: Arc::clone(&reason) }),
        Command::Ask(Wanted::Fill { amount, credit: false }),
        Command::Ask(Wanted::Fill { amount, credit: true }),
        Command::Ask(Wanted::Open { at: Minute(10_000), differential: None, float: amount }),
        Command::Ask(Wanted::Promotion { amount, person, tender: Tender::Coupon }),
        Command::Ask(Wanted::Promotion { amount, person, tender: Tender::Chips }),
        Command::Ask(Wanted::Terms { at: Minute(10_000), rules: table.rules().id }),
        Command::Ask(Wanted::Void { reason: Arc::clone(&reason), why: VoidReason::CannotBeCompleted }),
        Command::Approve { request },
        Command::TurnDown { request, reason: reason.to_string() },
    ]
}
