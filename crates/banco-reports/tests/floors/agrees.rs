//! Each report against the engine's own books and against plain sums.

use std::collections::BTreeSet;

use banco_cards::Outcome;
use banco_engine::link::{MeterReading, TableId};
use banco_engine::roads::Entry as Result;
use banco_engine::table::Table;
use banco_engine::{Person, Shelf};
use banco_journal::{At, Entry};
use banco_money::Amount;
use banco_reports::history::{RoundInFull, RoundRow, RoundState, WagerResult};
use banco_reports::report::exception::{ExceptionKind, exceptions};
use banco_reports::report::large_win::large_wins;
use banco_reports::report::meter::meters;
use banco_reports::report::play::play;
use banco_reports::report::shoe::shoes;
use banco_reports::report::table::{TableRow, shift, tables};
use banco_reports::report::trial::trial_balance;
use banco_reports::report::vigorish::vigorish;
use banco_reports::{FineMoney, History, ReportError, Span, Statistics};

use crate::simulation::{Simulated, all_rules, run, simulate};
use crate::{all_floors, floors, naive};

fn name(person: Person) -> String {
    person.to_string()
}

fn history(floor: &Simulated) -> History {
    run(History::build(&*floor.store)).unwrap()
}

/// Everybody who was ever at a table.
fn people(floor: &Simulated, table: TableId) -> BTreeSet<u32> {
    let names = naive::balances(floor, table.0);
    names.keys().filter_map(|name| name.strip_prefix("chips:")?.parse().ok()).collect()
}

/// All rounds of a table, page by page.
fn all_rounds(history: &History, shelf: &Shelf, table: TableId, most: usize) -> Vec<RoundRow> {
    let mut rows = Vec::new();
    let mut next = None;
    loop {
        let page = history.rounds(shelf, table, next, most).unwrap();
        rows.extend(page.rounds);
        next = page.next;
        if next.is_none() {
            return rows;
        }
    }
}

fn in_full(floor: &Simulated, history: &History, table: TableId) -> Vec<RoundInFull> {
    let shelf = floor.pit.shelf();
    let rows = all_rounds(history, shelf, table, 7);
    let one = |row: &RoundRow| run(history.round(&*floor.store, shelf, &name, row.cursor)).unwrap().unwrap();
    rows.iter().map(one).collect()
}

/// In one test: the floors are played and the journals read once.
#[test]
fn every_floor_and_every_journal_agrees() {
    the_index_is_the_same_however_it_is_made();
    statistics_are_those_of_the_table();
    pages_lead_through_all_rounds_and_those_of_each_person();
    a_round_in_full_adds_up_to_its_line();
    wagers_add_up_to_the_chips_of_each_person();
    tables_and_shoes_agree_with_the_ledger_and_with_all_postings();
    shifts_follow_each_other_without_a_gap();
    what_is_owed_is_what_was_charged_and_not_collected();
    meters_hold_what_went_in_less_what_came_out();
    everything_adds_up_to_nothing();
    large_wins_are_all_that_was_won_from_a_cent_on();
    exceptions_tell_what_two_people_did();
}

#[test]
fn every_submission_plays_rounds() {
    let rounds: u32 = floors().iter().map(|floor| naive::rounds(floor, 1)).sum();
    assert!(rounds > 40, "{rounds}");
    assert!(floors().iter().any(|floor| naive::void(floor, 1) > 0));
}

fn the_index_is_the_same_however_it_is_made() {
    for floor in all_floors() {
        let built = history(floor);
        let mut followed = History::default();
        for entry in &floor.entries {
            followed.follow(entry).unwrap();
            // Once more changes nothing.
            followed.follow(entry).unwrap();
        }
        assert_eq!(followed, built);
        run(followed.catch_up(&*floor.store)).unwrap();
        assert_eq!(followed, built);
    }
}

#[test]
fn the_index_is_the_same_after_every_entry() {
    let all = all_rules();
    let floor = simulate(77, vec![all[0].clone(), all[all.len() - 1].clone()], 260);
    let mut followed = History::default();
    for at in 0..floor.entries.len() {
        followed.follow(&floor.entries[at]).unwrap();
        // Stream by stream, as whoever builds it anew reads them.
        let mut so_far: Vec<&Entry> = floor.entries[..=at].iter().collect();
        so_far.sort_by_key(|entry| (entry.stream.clone(), entry.version));
        let mut built = History::default();
        so_far.into_iter().for_each(|entry| built.follow(entry).unwrap());
        assert_eq!(followed, built, "entry {at}");
    }
}

#[test]
fn an_entry_that_is_missing_is_noticed() {
    let floor = &floors()[0];
    let mut own = floor.entries.iter().filter(|entry| entry.stream.kind() == "table");
    let mut history = History::default();
    history.follow(own.next().unwrap()).unwrap();
    let third = own.nth(1).unwrap();
    assert!(matches!(history.follow(third), Err(ReportError::Gap { expected: 2, .. })));
}

/// What the results of a table say.
fn counted(results: &[Result]) -> Statistics {
    let many = |holds: fn(&&Result) -> bool| u32::try_from(results.iter().filter(holds).count()).unwrap();
    let wins: Vec<Outcome> =
        results.iter().map(|one| one.outcome).filter(|outcome| *outcome != Outcome::Tie).collect();
    let all: Vec<Outcome> = results.iter().map(|one| one.outcome).collect();
    let longest = |of: Outcome, among: &[Outcome]| {
        let runs = among.chunk_by(|one, other| one == other).filter(|run| run[0] == of);
        u32::try_from(runs.map(<[Outcome]>::len).max().unwrap_or(0)).unwrap()
    };
    Statistics {
        rounds: u32::try_from(results.len()).unwrap(),
        player: many(|one| one.outcome == Outcome::Player),
        banker: many(|one| one.outcome == Outcome::Banker),
        tie: many(|one| one.outcome == Outcome::Tie),
        player_pairs: many(|one| one.marks.player_pair),
        banker_pairs: many(|one| one.marks.banker_pair),
        naturals: many(|one| one.marks.natural),
        longest_player: longest(Outcome::Player, &wins),
        longest_banker: longest(Outcome::Banker, &wins),
        longest_tie: longest(Outcome::Tie, &all),
    }
}

/// Something that must hold for every table of every floor.
fn for_every_table(check: impl Fn(&Simulated, &History, TableId, &Table)) {
    for floor in all_floors() {
        let history = history(floor);
        floor.pit.tables().for_each(|(at, table)| check(floor, &history, at, table));
    }
}

fn statistics_are_those_of_the_table() {
    for_every_table(|floor, history, at, table| {
        let shelf = floor.pit.shelf();
        let of_shoe = history.of_shoe(shelf, at, table.shoe().number).unwrap();
        assert_eq!(of_shoe, counted(table.results()), "{} {at}", floor.name);
        let last = table.results().len().saturating_sub(3);
        let of_last = history.of_last(shelf, at, table.results().len() - last).unwrap();
        assert_eq!(of_last, counted(&table.results()[last..]), "{} {at}", floor.name);
    });
}

fn pages_lead_through_all_rounds_and_those_of_each_person() {
    for_every_table(|floor, history, at, _| {
        let shelf = floor.pit.shelf();
        let rows = all_rounds(history, shelf, at, 3);
        assert_eq!(u32::try_from(rows.len()).unwrap(), naive::rounds(floor, at.0));
        assert_eq!(rows, all_rounds(history, shelf, at, 1_000));
        let follows = |pair: &[RoundRow]| {
            pair[0].round == pair[1].round + 1 || (pair[0].round == 1 && pair[0].opening > pair[1].opening)
        };
        assert!(rows.windows(2).all(follows), "{}", floor.name);
        let full = in_full(floor, history, at);
        for person in people(floor, at) {
            let page = history.rounds_of(shelf, Person(person), None, 1_000).unwrap();
            let here: Vec<RoundRow> = page.rounds.into_iter().filter(|row| row.table == at.0).collect();
            let own = full.iter().filter(|round| {
                let bank = round.bank.as_ref().is_some_and(|bank| bank.person == person);
                bank || round.wagers.iter().any(|wager| wager.person == person)
            });
            let own: Vec<RoundRow> = own.map(|round| round.round.clone()).collect();
            assert_eq!(here, own, "{}", floor.name);
        }
    });
}

fn a_round_in_full_adds_up_to_its_line() {
    for_every_table(|floor, history, at, _| {
        for round in in_full(floor, history, at) {
            let row = &round.round;
            let many = usize::try_from(row.last - row.first + 1).unwrap();
            assert!(round.steps.len() >= many);
            assert!(round.steps.iter().all(|step| !step.text.is_empty()));
            let own = || round.wagers.iter().filter(|wager| !wager.bank);
            let won = own().filter(|wager| wager.result == WagerResult::Won);
            let name = format!("{} {at} round {}", floor.name, row.round);
            assert_eq!(won.map(|wager| wager.won.minor).sum::<i128>(), row.won.minor, "{name}");
            let lost = own().filter(|wager| wager.result == WagerResult::Lost).map(|wager| {
                wager.chips.minor + wager.promotional.minor + wager.coupon.minor - wager.returned.minor
            });
            assert_eq!(lost.sum::<i128>(), row.lost.minor, "{name}");
            let vigorish = round.wagers.iter().map(|wager| wager.vigorish.minor).sum::<i128>();
            assert_eq!(vigorish, row.vigorish.minor, "{name}");
            let jackpots = round.wagers.iter().map(|wager| wager.jackpot.minor).sum::<i128>();
            assert_eq!(jackpots, row.jackpots.minor, "{name}");
            let decided = round.wagers.iter().filter(|wager| wager.result != WagerResult::Open);
            decided.for_each(|wager| assert!(!wager.clauses.is_empty(), "{name}"));
            assert!(row.state != RoundState::Void || row.outcome.is_none(), "{name}");
        }
    });
}

/// What each person has won and lost, wager by wager, is what their chips say.
fn wagers_add_up_to_the_chips_of_each_person() {
    for_every_table(|floor, history, at, table| {
        let full = in_full(floor, history, at);
        for person in people(floor, at) {
            let net: i128 = full.iter().map(|round| net(round, person)).sum();
            let own = table.bets().iter().filter(|bet| bet.key.owner.0 == person);
            let lies: i128 = own.map(|bet| i128::from(bet.stake.chips.minor())).sum();
            let holder = table.bank().holder.is_some_and(|(holder, _)| holder.0 == person);
            let cover = if holder { i128::from(table.ledger().cover.minor()) } else { 0 };
            let owed = table.participant(Person(person)).map_or(0, |one| i128::from(one.owed.minor()));
            let played = naive::played(floor, at.0, person);
            assert_eq!(net, played + lies + cover - owed, "{} {at}, person {person}", floor.name);
        }
    });
}

/// What a round has brought somebody, by its wagers and its bank.
fn net(round: &RoundInFull, person: u32) -> i128 {
    let mut net = 0;
    for wager in round.wagers.iter().filter(|wager| wager.person == person) {
        net -= if wager.for_dealer { 0 } else { wager.vigorish.minor };
        net += if wager.for_dealer { 0 } else { wager.jackpot.minor };
        match wager.result {
            WagerResult::Open | WagerResult::Waits => {}
            WagerResult::Won if wager.for_dealer => net -= wager.chips.minor,
            _ => net += wager.won.minor + wager.returned.minor - wager.chips.minor,
        }
    }
    let going_on = round.round.state == RoundState::Dealing;
    for bank in round.bank.iter().filter(|bank| bank.person == person && !going_on) {
        net += bank.won.minor + bank.returned.minor - bank.put_up.minor;
    }
    net
}

fn check_table(floor: &Simulated, row: &TableRow, table: &Table, number: u32) {
    let minor = |amount: Amount| i128::from(amount.minor());
    let (ledger, sums) = (table.ledger(), naive::balances(floor, number));
    let sum = |name: &str| sums.get(name).copied().unwrap_or_default();
    let chips: i128 = table.people().iter().map(|one| minor(one.chips)).sum();
    let owed: i128 = table.people().iter().map(|one| minor(one.owed)).sum();
    let figures = [
        (row.tray.minor, minor(ledger.tray), sum("tray")),
        (row.drop.minor, minor(ledger.drop), sum("drop")),
        (row.chips.minor, chips, naive::sum_of(&sums, "chips:")),
        (row.in_play.minor, minor(ledger.layout) + minor(ledger.cover), sum("layout") + sum("cover")),
        (row.result.minor, minor(ledger.result().unwrap()), sum("tray") + sum("drop") + sum("house")),
        (row.vigorish_charged.minor, -minor(ledger.charged), -sum("charged")),
        (row.vigorish_collected.minor, minor(ledger.collected), sum("collected")),
        (row.vigorish_owed.minor, owed, naive::sum_of(&sums, "owed:")),
        (row.tokes.minor, minor(ledger.tokes), sum("tokes")),
        (row.progressive.minor, minor(ledger.progressive), sum("progressive")),
        (row.from_links.minor, -minor(ledger.link), -sum("link")),
        (row.promotions.minor, -minor(ledger.issued), -sum("issued")),
        (row.fills.minor, naive::filled(floor, number, false), row.fills.minor),
        (row.credits.minor, naive::filled(floor, number, true), row.credits.minor),
    ];
    for (at, (reported, ledger, postings)) in figures.into_iter().enumerate() {
        assert_eq!((reported, reported), (ledger, postings), "figure {at} of {}", row.name);
    }
    assert_eq!(row.rounds, naive::rounds(floor, number));
    assert_eq!(row.void_rounds, naive::void(floor, number));
    assert_eq!(row.shoes, naive::shoes(floor, number));
}

fn tables_and_shoes_agree_with_the_ledger_and_with_all_postings() {
    for_every_table(|floor, history, at, table| {
        let rows = tables(history, floor.pit.shelf()).unwrap();
        let row = rows.iter().find(|row| row.table == Some(at.0)).unwrap();
        check_table(floor, row, table, at.0);
        let shoes = shoes(history, floor.pit.shelf(), Some(at)).unwrap();
        assert_eq!(shoes.iter().map(|shoe| shoe.result.minor).sum::<i128>(), row.result.minor);
        assert_eq!(shoes.iter().map(|shoe| shoe.handle.minor).sum::<i128>(), row.handle.minor);
        assert_eq!(shoes.iter().map(|shoe| shoe.vigorish.minor).sum::<i128>(), row.vigorish_charged.minor);
        assert_eq!(shoes.iter().map(|shoe| shoe.rounds).sum::<u32>(), row.rounds);
        assert_eq!(shoes.iter().map(|shoe| shoe.void_rounds).sum::<u32>(), row.void_rounds);
        let Some(last) = shoes.last() else { return };
        assert_eq!(last.results, counted(table.results()));
        // The next one is counted from the last one until it is loaded.
        if last.cards == 0 {
            return;
        }
        let shoe = table.shoe();
        assert_eq!(
            (last.shoe, last.cards, last.burned),
            (shoe.number, shoe.size, shoe.burnt),
            "{}",
            floor.name
        );
    });
}

#[test]
fn the_total_of_a_currency_is_that_of_its_tables() {
    let all = all_rules();
    let floor = simulate(9, vec![all[0].clone(), all[3].clone()], 300);
    let rows = tables(&history(&floor), floor.pit.shelf()).unwrap();
    let [one, other, total] = &rows[..] else { panic!("three rows") };
    assert_eq!(total.table, None);
    assert_eq!(total.result.minor, one.result.minor + other.result.minor);
    assert_eq!(total.tray.minor, one.tray.minor + other.tray.minor);
    assert_eq!(total.rounds, one.rounds + other.rounds);
}

fn shifts_follow_each_other_without_a_gap() {
    for_every_table(|floor, history, table, _| {
        let shelf = floor.pit.shelf();
        let of = |rows: Vec<TableRow>| rows.into_iter().find(|row| row.table == Some(table.0)).unwrap();
        let whole = of(tables(history, shelf).unwrap());
        let over = |span| of(run(shift(history, &*floor.store, shelf, span)).unwrap());
        assert_eq!(over(Span::default()), whole);
        for part in 1..5 {
            let at: At = floor.entries[floor.entries.len() * part / 5].at;
            let before = over(Span { from: None, to: Some(at) });
            let after = over(Span { from: Some(at), to: None });
            assert_eq!(before.tray, after.tray_before);
            assert_eq!((after.tray, after.chips), (whole.tray, whole.chips));
            assert_eq!((after.in_play, after.vigorish_owed), (whole.in_play, whole.vigorish_owed));
            let sum = |of: fn(&TableRow) -> i128| of(&before) + of(&after) == of(&whole);
            assert!(sum(|row| row.result.minor));
            assert!(sum(|row| row.drop.minor));
            assert!(sum(|row| row.fills.minor));
            assert!(sum(|row| row.handle.minor));
            assert!(sum(|row| row.vigorish_charged.minor));
            assert!(sum(|row| i128::from(row.rounds)));
            assert!(sum(|row| i128::from(row.shoes)));
            let put_in = after.opened_with.minor + after.fills.minor - after.credits.minor;
            let gained = after.tray.minor - after.tray_before.minor + after.drop.minor;
            let corrected = gained - put_in - after.result.minor;
            assert!(corrected == 0 || after.corrections > 0, "{}", floor.name);
        }
    });
}

fn what_is_owed_is_what_was_charged_and_not_collected() {
    for_every_table(|floor, _, at, table| {
        let rows = vigorish(&floor.pit);
        let owed: i128 = rows.iter().filter(|row| row.table == at.0).map(|row| row.owed.minor).sum();
        assert_eq!(owed, naive::sum_of(&naive::balances(floor, at.0), "owed:"));
        let ledger = table.ledger();
        assert_eq!(owed, -i128::from(ledger.charged.minor()) - i128::from(ledger.collected.minor()));
    });
}

fn meters_hold_what_went_in_less_what_came_out() {
    let (mut fed, mut paid) = (0, 0);
    for floor in all_floors() {
        for row in run(meters(&*floor.store, &floor.pit)).unwrap() {
            let link = floor.pit.link(row.link).unwrap();
            let read = MeterReading::take(link, row.meter.into());
            assert_eq!(row.value, FineMoney::new(read.shown, link.setup().currency), "{}", floor.name);
            assert_eq!(row.variance.minor, "0", "{}", floor.name);
            fed += usize::from(row.contributed.minor != "0");
            paid += usize::from(row.paid.minor != "0");
        }
    }
    assert!(fed > 3 && paid > 1, "{fed} {paid}");
}

fn everything_adds_up_to_nothing() {
    for floor in all_floors() {
        let trial = run(trial_balance(&*floor.store, &floor.pit)).unwrap();
        assert_eq!(trial.problems, Vec::<String>::new(), "{}", floor.name);
        let total = trial.rows.iter().filter(|row| row.kind == "all");
        assert!(total.clone().all(|row| row.minor == 0));
        let tray: i128 = trial.rows.iter().filter(|row| row.fund == "tray").map(|row| row.minor).sum();
        let tables = floor.pit.tables().map(|(at, _)| naive::balances(floor, at.0));
        assert_eq!(tray, tables.map(|sums| sums.get("tray").copied().unwrap_or_default()).sum::<i128>());
    }
}

#[test]
fn a_book_that_says_something_else_is_named() {
    let [one, other] = [&floors()[0], &floors()[1]];
    let trial = run(trial_balance(&*one.store, &other.pit)).unwrap();
    assert!(
        trial.problems.iter().any(|problem| problem.starts_with("table/1:chips:")),
        "{:?}",
        trial.problems
    );
}

fn large_wins_are_all_that_was_won_from_a_cent_on() {
    let mut jackpots = 0;
    for_every_table(|floor, history, at, table| {
        let cent = Amount::from_minor(1, table.rules().terms.currency);
        let rows = run(large_wins(&*floor.store, &floor.pit, &[cent], Span::default())).unwrap();
        let full = in_full(floor, history, at);
        // Whatever a void round has paid early was given back, and is told nevertheless.
        let void = full.iter().filter(|one| one.round.state == RoundState::Void);
        let void: BTreeSet<u32> = void.map(|one| one.round.round).collect();
        let here = rows.iter().filter(|row| row.table == at.0 && !void.contains(&row.round));
        let wins = here.filter(|row| row.jackpot.is_none());
        let own = full.iter().filter(|one| !void.contains(&one.round.round));
        let won = own.flat_map(|round| &round.wagers).filter(|wager| !wager.bank);
        let won = won.filter(|wager| wager.result == WagerResult::Won);
        let [wins, won] =
            [wins.map(|row| row.won.minor).sum::<i128>(), won.map(|wager| wager.won.minor).sum::<i128>()];
        assert_eq!(wins, won, "{} {at}", floor.name);
        let none = run(large_wins(&*floor.store, &floor.pit, &[], Span::default())).unwrap();
        assert!(none.iter().all(|row| row.jackpot.is_some() && row.paid_by.is_some() && row.made.is_some()));
        let paid: i128 = none.iter().filter(|row| row.table == at.0).map(|row| row.won.minor).sum();
        let heard: i128 = full.iter().map(|round| round.round.jackpots.minor).sum();
        // A table may not have heard of the last one.
        assert!(heard <= paid, "{} {at}", floor.name);
    });
    for floor in all_floors() {
        jackpots += run(large_wins(&*floor.store, &floor.pit, &[], Span::default())).unwrap().len();
    }
    assert!(jackpots > 3, "{jackpots}");
}

fn exceptions_tell_what_two_people_did() {
    let mut kinds = BTreeSet::new();
    for floor in all_floors() {
        let rows = run(exceptions(&*floor.store, &floor.pit, &name, Span::default())).unwrap();
        let of = |kind| rows.iter().filter(move |row| row.kind == kind);
        let many = |kind| u32::try_from(of(kind).count()).unwrap();
        let void = floor.pit.tables().map(|(at, _)| naive::void(floor, at.0));
        assert_eq!(many(ExceptionKind::Void), void.sum::<u32>());
        let two = [ExceptionKind::Correction, ExceptionKind::Approved, ExceptionKind::TurnedDown];
        for row in two.into_iter().chain([ExceptionKind::Adjustment]).flat_map(of) {
            assert!(row.by.is_some() && row.second.is_some(), "{}: {row:?}", floor.name);
            assert!(row.by != row.second || row.kind == ExceptionKind::TurnedDown, "{row:?}");
        }
        let of_games = rows.iter().filter(|row| !row.stream.starts_with("account"));
        assert!(of_games.clone().all(|row| !row.clauses.is_empty() && !row.text.is_empty()));
        assert!(rows.windows(2).all(|pair| pair[0].at <= pair[1].at));
        assert_eq!(many(ExceptionKind::Stopped), 0);
        kinds.extend(rows.iter().map(|row| row.kind));
    }
    // Nothing stops, and everything else is shown by some journal.
    assert_eq!(kinds.len(), 23, "{kinds:?}");
}

#[test]
fn accounts_are_told_without_names() {
    let floor = &floors()[0];
    let rows = run(play(&*floor.store, &floor.pit, Span::default(), false)).unwrap();
    assert_eq!(rows.len(), floor.pit.accounts().count());
    for row in &rows {
        let account = floor.pit.account(Person(row.account)).unwrap();
        assert_eq!(row.net_deposits.minor, 80_000);
        assert_eq!((row.deposits.minor, row.payouts.minor), (100_000, 20_000));
        assert_eq!((row.limits_set, row.looser_asked, row.cool_offs), (1, 1, 1));
        assert_eq!(row.limits.len(), account.limits().in_force.len());
        assert_eq!((row.excluded, row.exclusions), (row.account == 2, u32::from(row.account == 2)));
        assert_eq!(row.check_every, Some(60));
    }
}

#[test]
fn streams_of_another_kind_are_left_alone() {
    let floor = &floors()[0];
    let mut history = history(floor);
    let before = history.clone();
    let mut entry = floor.entries[0].clone();
    entry.stream = banco_journal::StreamName::new("floor").unwrap();
    history.follow(&entry).unwrap();
    assert_eq!(history, before);
}
