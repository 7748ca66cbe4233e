//! Bankroll plans against a slow twin: every bet is settled by the engine, and every stake is found from the whole
//! history of the session.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "tests may panic")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use banco_engine::{Coup, SeatFacts, Ticket, Verdict, settle};
use banco_money::Amount;
use banco_odds::{Deals, DrawTable, FiveRule, Shoe};
use banco_rulebook::Terms;
use banco_sim::deal::Dealer;
use banco_sim::run::{Manner, Simulation};
use banco_sim::settlement::{Settlement, coup};
use banco_sim::setup::wager;
use banco_sim::shoe::{ShoeChoices, ShoeRules};
use banco_sim::simd::Level;
use banco_sim::study::plan::{Plan, PlanMoney, PlanTally};
use banco_sim::study::staking::Staking;
use banco_sim::study::{BurnSeen, Studies};
use support::terms;

const SEED: u64 = 3;
const SESSION: u64 = 2;

fn simulation(terms: &Terms, names: &[&str]) -> Simulation {
    let draw = DrawTable::from_terms(terms, FiveRule::Draw);
    let deals = Deals::new(Shoe::from_pack(&terms.pack()), draw.clone()).unwrap();
    let wagers = names.iter().map(|name| wager(terms, &deals, &name.parse().unwrap(), None).unwrap());
    Simulation {
        rules: ShoeRules::new(terms, &draw, ShoeChoices::from_terms(terms)).unwrap(),
        settlement: Settlement::new(wagers.collect()).unwrap(),
        seed: SEED,
        session: SESSION,
    }
}

fn play(
    simulation: &Simulation,
    plans: Vec<Plan>,
    shoes: std::ops::Range<u64>,
    threads: usize,
) -> Vec<PlanTally> {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let manner = Manner { threads, level: Level::best(), stop: &stop, done: &done };
    let studies = Studies { plans, ..Studies::default() };
    simulation.run_with(&studies, shoes, manner).0.studies.plans
}

/// The next bet in units, from all bets of the session so far: verdict, units, net.
fn wanted(plan: &str, unit: i64, history: &[(Verdict, u64, i64)]) -> u64 {
    let decided: Vec<&(Verdict, u64, i64)> = history.iter().filter(|bet| bet.0 != Verdict::Push).collect();
    let run = |of: Verdict| decided.iter().rev().take_while(|bet| bet.0 == of).count();
    match plan {
        "flat" => 1,
        "martingale" => 1 << run(Verdict::Lose),
        "paroli" => 1 << (run(Verdict::Win) % 3),
        "1-3-2-6" => [1, 3, 2, 6][run(Verdict::Win) % 4],
        "labouchere 1-2-3-4" => {
            let mut row = vec![1, 2, 3, 4];
            for (verdict, units, _) in decided {
                match verdict {
                    Verdict::Win if row.len() <= 2 => row = vec![1, 2, 3, 4],
                    Verdict::Win => row = row[1..row.len() - 1].to_vec(),
                    _ => row.push(*units),
                }
            }
            if row.len() == 1 { row[0] } else { row[0] + row[row.len() - 1] }
        }
        "oscar" => {
            let (mut ahead, mut next) = (0, 1);
            for (verdict, _, net) in history {
                ahead += net;
                if *verdict == Verdict::Win {
                    let missing = (unit - ahead + unit - 1) / unit;
                    (ahead, next) = if ahead >= unit { (0, 1) } else { (ahead, (next + 1).min(missing)) };
                }
            }
            next as u64
        }
        _ => unreachable!(),
    }
}

/// Final bankrolls, rounds, bets, wagered, endings.
type Played = (Vec<i64>, Vec<i64>, u64, i128, [u64; 4]);

fn twin(terms: &Terms, simulation: &Simulation, plan: &Plan, name: &str, shoes: u64) -> Played {
    let PlanMoney { bankroll, unit, goal, max_rounds, most, .. } = plan.money;
    let mut dealer = Dealer::new(&simulation.rules, SEED, Level::PORTABLE);
    let (mut finals, mut rounds, mut bets, mut wagered, mut endings) = (vec![], vec![], 0, 0, [0; 4]);
    for session in 0..shoes / SESSION {
        let mut coups: Vec<Coup> = Vec::new();
        for number in session * SESSION..(session + 1) * SESSION {
            dealer.deal(number);
            let shoe = dealer.dealt().next().unwrap();
            coups
                .extend(shoe.rounds().map(|round| coup(round.entry.class(), shoe.six(round.start)).unwrap()));
        }
        let (mut money, mut history, mut played, mut ending) = (bankroll, Vec::new(), 0, 3);
        for coup in &coups {
            let stake = (wanted(&plan.staking.to_string(), unit, &history) as i64 * unit)
                .min(most.unwrap())
                .min(money);
            let stake = stake / unit * unit;
            let ticket = Ticket {
                wager: name.parse().unwrap(),
                stake: Amount::from_minor(stake, terms.currency),
                seat: SeatFacts::default(),
                stood: false,
                history: Vec::new(),
            };
            let settled = settle(terms, coup, &ticket).unwrap();
            money += settled.net.minor();
            history.push((settled.verdict, (stake / unit) as u64, settled.net.minor()));
            (played, bets, wagered) = (played + 1, bets + 1, wagered + i128::from(stake));
            if money < unit || goal.is_some_and(|goal| money >= goal) || Some(played) == max_rounds {
                ending = if money < unit {
                    0
                } else if goal.is_some_and(|goal| money >= goal) {
                    1
                } else {
                    2
                };
                break;
            }
        }
        finals.push(money);
        rounds.push(played as i64);
        endings[ending] += 1;
    }
    finals.sort_unstable();
    rounds.sort_unstable();
    (finals, rounds, bets, wagered, endings)
}

fn played(tally: &PlanTally) -> Played {
    let list = |histogram: &banco_sim::histogram::Histogram| {
        histogram.iter().flat_map(|(value, count)| std::iter::repeat_n(value, count as usize)).collect()
    };
    (list(&tally.finals), list(&tally.rounds), tally.bets, tally.wagered, tally.endings)
}

#[test]
fn every_plan_plays_as_its_twin_settled_by_the_engine() {
    let terms = terms("ma-baccarat", "default").opened();
    let names = ["banker", "player", "tie", "dragon-bonus.player:A"];
    let simulation = simulation(&terms, &names);
    // Units that make vigorish a fraction, a table limit that is no whole number of units.
    for (unit, bankroll, goal, max_rounds) in
        [(1_000, 40_000, Some(60_000), Some(70)), (735, 20_000, None, None), (500, 9_999, Some(10_100), None)]
    {
        for plan in ["flat", "martingale", "paroli", "1-3-2-6", "labouchere", "oscar"] {
            for (wager, name) in names.iter().enumerate() {
                let money =
                    PlanMoney { bankroll, unit, goal, max_rounds, least: 0, most: Some(14_321), look: 5 };
                let staking = Staking::parse(plan).unwrap();
                let shown =
                    Plan { wager, staking, money, burn_seen: BurnSeen::None, terms: Arc::new(terms.clone()) };
                let tally = play(&simulation, vec![shown.clone()], 0..24, 1).remove(0);
                let twin = twin(&terms, &simulation, &shown, name, 24);
                assert_eq!(played(&tally), twin, "{plan} on {name}, a unit of {unit}");
                assert!(tally.looks.iter().all(|look| look.count() == 12));
                assert!(tally.highest <= 14_321);
            }
        }
    }
}

#[test]
fn a_plan_by_count_bets_what_the_steps_say() {
    let terms = terms("co-rule-28", "ez").opened();
    let simulation = simulation(&terms, &["dragon-7"]);
    let plan = |text: &str| Plan {
        wager: 0,
        staking: Staking::parse(text).unwrap(),
        money: PlanMoney {
            bankroll: 1 << 40,
            unit: 500,
            goal: None,
            max_rounds: None,
            least: 0,
            most: None,
            look: 4,
        },
        burn_seen: BurnSeen::All,
        terms: Arc::new(terms.clone()),
    };
    let texts = [
        "by-count 4567=-1 89=+2; true 2=1 4=5",
        "by-count 4567=-1 89=+2; true 2=1",
        "by-count 4567=-1 89=+2; true 4=4",
    ];
    let tallies = play(&simulation, texts.map(plan).to_vec(), 0..400, 1);
    let result = |at: usize| tallies[at].finals.sum() - (i128::from(1_u64 << 40) * 200);
    assert!(tallies[2].bets > 500 && tallies[2].bets < tallies[0].bets);
    assert_eq!(tallies[0].bets, tallies[1].bets);
    // One unit from 2 on and four more from 4 on are five from 4 on.
    assert_eq!(tallies[0].wagered, tallies[1].wagered + tallies[2].wagered);
    assert_eq!(result(0), result(1) + result(2));
}

#[test]
fn threads_and_parts_give_the_same_sums() {
    let terms = terms("ma-baccarat", "default").opened();
    let simulation = simulation(&terms, &["banker"]);
    let money = PlanMoney {
        bankroll: 50_000,
        unit: 1_000,
        goal: Some(80_000),
        max_rounds: None,
        least: 0,
        most: Some(100_000),
        look: 4,
    };
    let plan = |text: &str| Plan {
        wager: 0,
        staking: Staking::parse(text).unwrap(),
        money,
        burn_seen: BurnSeen::None,
        terms: Arc::new(terms.clone()),
    };
    let plans = || vec![plan("martingale"), plan("oscar")];
    let whole = play(&simulation, plans(), 0..5000, 1);
    assert!(play(&simulation, plans(), 0..5000, 3) == whole);
    let mut parts = play(&simulation, plans(), 1002..5000, 2);
    for (part, first) in parts.iter_mut().zip(play(&simulation, plans(), 0..1002, 1)) {
        part.merge(&first);
    }
    assert!(parts == whole);
}
