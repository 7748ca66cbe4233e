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
use crate::{floors, naive};

fn name(person: Person) -> String {
    person.to_string()
}

fn history(floor: &Simulated) -> History {
    run(History::build(&*floor.store)).unwrap()
}

fn table_of(floor: &Simulated) -> (TableId, &Table) {
    floor.pit().tables().next().unwrap()
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

fn in_full(floor: &Simulated, history: &History) -> Vec<RoundInFull> {
    let (table, shelf) = (TableId(1), floor.pit().shelf());
    let rows = all_rounds(history, shelf, table, 7);
    let one = |row: &RoundRow| run(history.round(&*floor.store, shelf, &name, row.cursor)).unwrap().unwrap();
    rows.iter().map(one).collect()
}

#[test]
fn every_submission_plays_rounds() {
    let rounds: u32 = floors().iter().map(|floor| naive::rounds(floor, 1)).sum();
    assert!(rounds > 40, "{rounds}");
    assert!(floors().iter().any(|floor| naive::void(floor, 1) > 0));
}

#[test]
fn the_index_is_the_same_however_it_is_made() {
    for floor in floors() {
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

#[test]
fn statistics_are_those_of_the_table() {
    for floor in floors() {
        let history = history(floor);
        let (at, table) = table_of(floor);
        let shelf = floor.pit().shelf();
        let of_shoe = history.of_shoe(shelf, at, table.shoe().number).unwrap();
        assert_eq!(of_shoe, counted(table.results()), "{}", table.rules().terms.name);
        let last = table.results().len().saturating_sub(3);
        let of_last = history.of_last(shelf, at, table.results().len() - last).unwrap();
        assert_eq!(of_last, counted(&table.results()[last..]));
    }
}

#[test]
fn pages_lead_through_all_rounds_and_those_of_each_person() {
    for floor in floors() {
        let history = history(floor);
        let shelf = floor.pit().shelf();
        let rows = all_rounds(&history, shelf, TableId(1), 3);
        assert_eq!(u32::try_from(rows.len()).unwrap(), naive::rounds(floor, 1));
        assert_eq!(rows, all_rounds(&history, shelf, TableId(1), 1_000));
        assert!(rows.windows(2).all(|pair| pair[0].round == pair[1].round + 1));
        let full = in_full(floor, &history);
        for person in [101, 102, 103].map(Person) {
            let page = history.rounds_of(shelf, person, None, 1_000).unwrap();
            let own = full.iter().filter(|round| {
                let bank = round.bank.as_ref().is_some_and(|bank| bank.person == person.0);
                bank || round.wagers.iter().any(|wager| wager.person == person.0)
            });
            let own: Vec<RoundRow> = own.map(|round| round.round.clone()).collect();
            assert_eq!(page.rounds, own);
        }
    }
}

#[test]
fn a_round_in_full_adds_up_to_its_line() {
    for floor in floors() {
        let history = history(floor);
        for round in in_full(floor, &history) {
            let row = &round.round;
            let many = usize::try_from(row.last - row.first + 1).unwrap();
            assert!(round.steps.len() >= many);
            assert!(round.steps.iter().all(|step| !step.text.is_empty()));
            let own = || round.wagers.iter().filter(|wager| !wager.bank);
            let won = own().filter(|wager| wager.result == WagerResult::Won);
            assert_eq!(won.map(|wager| wager.won.minor).sum::<i128>(), row.won.minor);
            let lost = own().filter(|wager| wager.result == WagerResult::Lost).map(|wager| {
                wager.chips.minor + wager.promotional.minor + wager.coupon.minor - wager.returned.minor
            });
            assert_eq!(lost.sum::<i128>(), row.lost.minor);
            let vigorish = round.wagers.iter().map(|wager| wager.vigorish.minor).sum::<i128>();
            assert_eq!(vigorish, row.vigorish.minor);
            let decided = |wager: &&banco_reports::history::WagerRow| wager.result != WagerResult::Open;
            assert!(round.wagers.iter().filter(decided).all(|wager| !wager.clauses.is_empty()));
            if row.state == RoundState::Void {
                assert_eq!(row.outcome, None);
            }
        }
    }
}

/// What each person has won and lost, wager by wager, is what their chips say.
#[test]
fn wagers_add_up_to_the_chips_of_each_person() {
    for floor in floors() {
        let history = history(floor);
        let (_, table) = table_of(floor);
        let full = in_full(floor, &history);
        for person in [101, 102, 103] {
            let mut net = 0;
            for round in &full {
                for wager in round.wagers.iter().filter(|wager| wager.person == person) {
                    net -= wager.vigorish.minor;
                    match wager.result {
                        WagerResult::Open | WagerResult::Waits => {}
                        WagerResult::Won if wager.for_dealer => net -= wager.chips.minor,
                        _ => net += wager.won.minor + wager.returned.minor - wager.chips.minor,
                    }
                    net += if wager.for_dealer { 0 } else { wager.jackpot.minor };
                }
                let going_on = round.round.state == RoundState::Dealing;
                for bank in round.bank.iter().filter(|bank| bank.person == person && !going_on) {
                    net += bank.won.minor + bank.returned.minor - bank.put_up.minor;
                }
            }
            let own = table.bets().iter().filter(|bet| bet.key.owner.0 == person);
            let lies: i128 = own.map(|bet| i128::from(bet.stake.chips.minor())).sum();
            let holder = table.bank().holder.is_some_and(|(holder, _)| holder.0 == person);
            let cover = if holder { i128::from(table.ledger().cover.minor()) } else { 0 };
            let owed = table.participant(Person(person)).map_or(0, |one| i128::from(one.owed.minor()));
            let played = naive::played(floor, 1, person);
            let rules = &table.rules().terms.name;
            assert_eq!(net, played + lies + cover - owed, "{rules}, person {person}");
        }
    }
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

#[test]
fn tables_and_shoes_agree_with_the_ledger_and_with_all_postings() {
    for floor in floors() {
        let history = history(floor);
        let (_, table) = table_of(floor);
        let rows = tables(&history, floor.pit().shelf()).unwrap();
        let [row, total] = &rows[..] else { panic!("two rows") };
        check_table(floor, row, table, 1);
        assert_eq!((total.table, total.result, total.tray), (None, row.result, row.tray));
        let shoes = shoes(&history, floor.pit().shelf(), None).unwrap();
        assert_eq!(shoes.iter().map(|shoe| shoe.result.minor).sum::<i128>(), row.result.minor);
        assert_eq!(shoes.iter().map(|shoe| shoe.handle.minor).sum::<i128>(), row.handle.minor);
        assert_eq!(shoes.iter().map(|shoe| shoe.vigorish.minor).sum::<i128>(), row.vigorish_charged.minor);
        assert_eq!(shoes.iter().map(|shoe| shoe.rounds).sum::<u32>(), row.rounds);
        assert_eq!(shoes.iter().map(|shoe| shoe.void_rounds).sum::<u32>(), row.void_rounds);
        let last = shoes.last().unwrap();
        assert_eq!(last.results, counted(table.results()));
        assert_eq!((last.shoe, last.cards, last.burned), {
            let shoe = table.shoe();
            (shoe.number, shoe.size, shoe.burnt)
        });
    }
}

#[test]
fn shifts_follow_each_other_without_a_gap() {
    for floor in floors() {
        let history = history(floor);
        let shelf = floor.pit().shelf();
        let whole = tables(&history, shelf).unwrap();
        let always = run(shift(&history, &*floor.store, shelf, Span::default())).unwrap();
        assert_eq!(always, whole);
        for part in 1..5 {
            let at: At = floor.entries[floor.entries.len() * part / 5].at;
            let before = Span { from: None, to: Some(at) };
            let after = Span { from: Some(at), to: None };
            let [before, after] = [before, after]
                .map(|span| run(shift(&history, &*floor.store, shelf, span)).unwrap()[0].clone());
            assert_eq!(before.tray, after.tray_before);
            assert_eq!((after.tray, after.chips, after.in_play, after.vigorish_owed), {
                let row = &whole[0];
                (row.tray, row.chips, row.in_play, row.vigorish_owed)
            });
            let sum = |of: fn(&TableRow) -> i128| of(&before) + of(&after) == of(&whole[0]);
            assert!(sum(|row| row.result.minor));
            assert!(sum(|row| row.drop.minor));
            assert!(sum(|row| row.fills.minor));
            assert!(sum(|row| row.handle.minor));
            assert!(sum(|row| row.vigorish_charged.minor));
            assert!(sum(|row| i128::from(row.rounds)));
            assert!(sum(|row| i128::from(row.shoes)));
            let put_in = after.opened_with.minor + after.fills.minor - after.credits.minor;
            let corrected = i128::from(after.corrections) * 100;
            let gained = after.tray.minor - after.tray_before.minor + after.drop.minor;
            assert_eq!(after.result.minor, gained - put_in - corrected);
        }
    }
}

#[test]
fn what_is_owed_is_what_was_charged_and_not_collected() {
    for floor in floors() {
        let (_, table) = table_of(floor);
        let owed: i128 = vigorish(floor.pit()).iter().map(|row| row.owed.minor).sum();
        let sums = naive::balances(floor, 1);
        assert_eq!(owed, naive::sum_of(&sums, "owed:"));
        let ledger = table.ledger();
        assert_eq!(owed, -i128::from(ledger.charged.minor()) - i128::from(ledger.collected.minor()));
    }
}

#[test]
fn meters_hold_what_went_in_less_what_came_out() {
    let mut seen = 0;
    for floor in floors() {
        let rows = run(meters(&*floor.store, floor.pit())).unwrap();
        for row in &rows {
            let link = floor.pit().link(row.link).unwrap();
            let meter = link.setup().meters.iter().find(|rule| rule.id == row.meter).unwrap().id;
            let read = MeterReading::take(link, meter);
            let currency = link.setup().currency;
            assert_eq!(row.value, FineMoney::new(read.shown, currency));
            assert_eq!(row.variance.minor, "0");
            seen += usize::from(row.contributed.minor != "0");
        }
    }
    assert!(seen > 0);
}

#[test]
fn everything_adds_up_to_nothing() {
    for floor in floors() {
        let trial = run(trial_balance(&*floor.store, floor.pit())).unwrap();
        assert_eq!(trial.problems, Vec::<String>::new());
        let total = trial.rows.iter().filter(|row| row.kind == "all");
        assert!(total.clone().count() > 0);
        assert!(total.clone().all(|row| row.minor == 0));
        let tray: i128 = trial.rows.iter().filter(|row| row.fund == "tray").map(|row| row.minor).sum();
        assert_eq!(tray, naive::balances(floor, 1)["tray"]);
    }
}

#[test]
fn a_book_that_says_something_else_is_named() {
    let [one, other] = [&floors()[0], &floors()[1]];
    let trial = run(trial_balance(&*one.store, other.pit())).unwrap();
    assert!(trial.problems.iter().any(|problem| problem.contains("table/1:tray holds")), "{trial:?}");
}

#[test]
fn large_wins_are_all_that_was_won_from_a_cent_on() {
    for floor in floors() {
        let history = history(floor);
        let (_, table) = table_of(floor);
        let cent = Amount::from_minor(1, table.rules().terms.currency);
        let rows = run(large_wins(&*floor.store, floor.pit(), &[cent], Span::default())).unwrap();
        let full = in_full(floor, &history);
        // Whatever a void round has paid early was given back, and is told nevertheless.
        let void: BTreeSet<u32> =
            full.iter().filter(|one| one.round.state == RoundState::Void).map(|one| one.round.round).collect();
        let wins = rows.iter().filter(|row| row.jackpot.is_none() && !void.contains(&row.round));
        let won = full.iter().flat_map(|round| &round.wagers).filter(|wager| !wager.bank);
        let won = won.filter(|wager| wager.result == WagerResult::Won);
        assert_eq!(
            wins.map(|row| row.won.minor).sum::<i128>(),
            won.map(|wager| wager.won.minor).sum::<i128>()
        );
        let none = run(large_wins(&*floor.store, floor.pit(), &[], Span::default())).unwrap();
        assert!(none.iter().all(|row| row.jackpot.is_some()));
        let paid: i128 = none.iter().map(|row| row.won.minor).sum();
        let heard: i128 = full.iter().map(|round| round.round.jackpots.minor).sum();
        // A table may not have heard of the last one.
        assert!(heard <= paid);
    }
}

#[test]
fn exceptions_tell_what_two_people_did() {
    for floor in floors() {
        let rows = run(exceptions(&*floor.store, floor.pit(), &name, Span::default())).unwrap();
        let of = |kind| rows.iter().filter(move |row| row.kind == kind);
        let many = |kind| u32::try_from(of(kind).count()).unwrap();
        assert_eq!(many(ExceptionKind::Void), naive::void(floor, 1));
        assert_eq!(many(ExceptionKind::Hold), many(ExceptionKind::Resume));
        assert!(of(ExceptionKind::Hold).all(|row| row.text.contains("=a look, \"please\"")));
        assert!(of(ExceptionKind::Correction).all(|row| row.by != row.second && row.second.is_some()));
        assert!(of(ExceptionKind::Approved).all(|row| row.by.is_some() && row.second.is_some()));
        assert!(of(ExceptionKind::TurnedDown).all(|row| row.by.is_some() && row.second.is_some()));
        assert_eq!(many(ExceptionKind::Adjustment), 2);
        let at_tables = rows.iter().filter(|row| row.stream.starts_with("table"));
        assert!(at_tables.clone().all(|row| !row.clauses.is_empty()));
        assert!(rows.windows(2).all(|pair| pair[0].at <= pair[1].at));
        assert_eq!(many(ExceptionKind::Stopped), 0);
    }
}

#[test]
fn accounts_are_told_without_names() {
    let floor = &floors()[0];
    let rows = run(play(&*floor.store, floor.pit(), Span::default(), false)).unwrap();
    assert_eq!(rows.len(), floor.pit().accounts().count());
    for row in &rows {
        let account = floor.pit().account(Person(row.account)).unwrap();
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
