//! What a dealer's console is told, held against the case files of all rulebooks: every prompt has a clause, the procedure has one
//! place, and every irregularity ends as its case says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use banco_cards::Side;
use banco_engine::Names;
use banco_engine::pit::Happening;
use banco_engine::script::{Case, Line, Outcome, Runner, called};
use banco_engine::table::console::{
    Foreseen, MishapKind, Point, Progress, Says, clauses_of, foresee, mishaps, opinions, payments,
    round_steps, shoe_steps,
};
use banco_engine::table::{
    DealingEvent, Event, Irregularity, IrregularityEvent, Phase, Prompt, SettlementEvent, Table, Viewer,
    What, view,
};
use banco_rulebook::Library;
use support::case::blocks;

const RULEBOOKS: [&str; 5] = ["ma-baccarat", "ma-midi", "ma-chemin-de-fer", "ca-21st-century", "co-rule-28"];

/// One line of a case: the table before it, what became of it, and the table after it.
struct Moment<'a> {
    place: &'a str,
    line: &'a str,
    before: &'a Table,
    events: Vec<Event>,
    after: &'a Table,
}

/// Plays every script of a rulebook's cases, line by line.
fn play(rulebook: &str, see: &mut dyn FnMut(&Moment<'_>)) {
    let library = Library::embedded().unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(rulebook);
    for (file, block) in blocks(&folder) {
        if block.kind() != banco_engine::script::Kind::Script {
            continue;
        }
        let case = Case::parse(&block).unwrap();
        let changed = |change: &str| {
            let more = change.split("; ").map(str::to_owned);
            let case = Case { set: case.set.iter().cloned().chain(more).collect(), ..case.clone() };
            case.rules(&library, rulebook).map_err(|error| error.to_string())
        };
        let mut runner = Runner::new(case.rules(&library, rulebook).unwrap(), &changed);
        for (number, text) in &case.lines {
            let before = runner.table.clone();
            let line = Line::parse(text).unwrap();
            let place = format!("{}:{number}", file.display());
            let outcome = runner.line(&line).unwrap_or_else(|error| panic!("{place}: {error}"));
            let (Outcome::Happened(all) | Outcome::Read(all, _)) = outcome else { continue };
            let events = all.into_iter().filter_map(|one| match one {
                Happening::Table(_, event) => Some(event),
                Happening::Link(..) | Happening::Account(..) => None,
            });
            let moment = Moment {
                place: &place,
                line: text,
                before: &before,
                events: events.collect(),
                after: &runner.table,
            };
            see(&moment);
        }
    }
}

/// What is told of events, with their clauses. Who did it is not part of it.
fn told(table: &Table, events: &[Event]) -> Vec<(String, Vec<String>)> {
    let names = Names::new(table.rules(), &called);
    let clauses = |event: &Event| event.clauses.as_slice().iter().map(ToString::to_string).collect();
    events.iter().map(|event| (event.story(&names).to_string(), clauses(event))).collect()
}

fn reported(events: &[Event]) -> Option<Irregularity> {
    events.iter().find_map(|event| match event.what {
        What::Irregularity(IrregularityEvent::IrregularityReported { what, .. }) => Some(what),
        _ => None,
    })
}

fn has(events: &[Event], wanted: fn(&IrregularityEvent) -> bool) -> bool {
    events.iter().any(|event| matches!(&event.what, What::Irregularity(event) if wanted(event)))
}

/// A report as the wizard foresaw it: the table before it, and what was told with the report itself.
struct Reported {
    before: Table,
    foreseen: Foreseen,
    so_far: Vec<(String, Vec<String>)>,
}

/// Whatever somebody reports in a case, the wizard offers at that moment, builds the same report, and foresees what the case then
/// shows, to the word and to the clause. Every case that the wizard can offer is met.
#[test]
fn every_irregularity_ends_as_its_case_says() {
    for rulebook in RULEBOOKS {
        let (mut met, mut offered) = (BTreeSet::new(), BTreeSet::new());
        let mut open: Option<Reported> = None;
        play(rulebook, &mut |moment| {
            offered.extend(mishaps(moment.before).iter().map(|mishap| mishap.kind));
            if let Some(what) = reported(&moment.events) {
                open = Some(as_the_wizard_does(moment, what));
            } else if has(&moment.events, |event| {
                matches!(event, IrregularityEvent::IrregularityDismissed { .. })
            }) {
                open = None;
            } else if has(&moment.events, |event| {
                matches!(event, IrregularityEvent::IrregularityApproved { .. })
            }) {
                let Some(open) = open.take() else { return };
                met.insert(ends_as_foreseen(moment, &open));
            }
        });
        let missing: Vec<_> = offered.difference(&met).collect();
        assert!(missing.is_empty(), "{rulebook}: no case approves {missing:?}");
    }
}

/// The wizard offers the report at this moment, builds it, and foresees what follows. Where another role than the dealer reports, the
/// words differ by that role alone.
fn as_the_wizard_does(moment: &Moment<'_>, what: Irregularity) -> Reported {
    let (kind, place) = (MishapKind::of(what), moment.place);
    let offered = mishaps(moment.before);
    let mishap =
        offered.iter().find(|mishap| mishap.kind == kind).unwrap_or_else(|| panic!("{place}: {kind:?}"));
    assert_eq!(mishap.not_now, None, "{place}");
    assert!(!mishap.clauses.is_empty() && !mishap.then.is_empty(), "{place}");
    let cards: Vec<_> = match what {
        Irregularity::DrawnInError { card } | Irregularity::UnauthorizedThird { card } => {
            card.into_iter().collect()
        }
        Irregularity::Disclosed { card }
        | Irregularity::BankerTookThree { card }
        | Irregularity::PlayerGotThree { card }
        | Irregularity::CardAfterStay { card, .. }
        | Irregularity::BankerTookPlayersCard { card } => vec![card],
        Irregularity::BankerTookTwo { first, second } => vec![first, second],
        Irregularity::TooFewCards | Irregularity::WrongOrder => Vec::new(),
    };
    assert_eq!(kind.cards(), cards.len(), "{place}");
    assert_eq!(kind.report(&cards), Some(what), "{place}");
    assert_eq!(MishapKind::named(kind.name()), Some(kind));
    let foreseen = foresee(moment.before, what).unwrap_or_else(|refusal| panic!("{place}: {refusal:?}"));
    Reported { before: moment.before.clone(), foreseen, so_far: told(moment.before, &moment.events) }
}

fn ends_as_foreseen(moment: &Moment<'_>, open: &Reported) -> MishapKind {
    let place = moment.place;
    let foreseen = told(&open.before, &open.foreseen.events);
    let happened: Vec<_> = open.so_far.iter().cloned().chain(told(&open.before, &moment.events)).collect();
    let same = |(words, clauses): &(String, Vec<String>), (others, theirs): &(String, Vec<String>)| {
        // "the floorperson reports" is the same as "the dealer reports".
        let plain = |words: &str| {
            words.split_once(" reports: ").map_or(words.to_owned(), |(_, what)| what.to_owned())
        };
        plain(words) == plain(others) && clauses == theirs
    };
    if open.foreseen.more {
        // What hangs on a hand that lies face down was left out; everything else stands there in its order.
        let mut rest = happened.iter();
        for one in &foreseen {
            assert!(rest.any(|happened| same(one, happened)), "{place}: {one:?} in {happened:#?}");
        }
        let hidden = |event: &Event| matches!(event.what, What::Turning(_) | What::Settlement(_));
        assert!(!open.foreseen.events.iter().any(hidden), "{place}");
    } else {
        let alike = foreseen.len() == happened.len()
            && foreseen.iter().zip(&happened).all(|(one, other)| same(one, other));
        assert!(alike, "{place}: {} foreseen {foreseen:#?}, happened {happened:#?}", moment.line);
    }
    assert_eq!(open.foreseen.left, moment.after.shoe().left(), "{place}");
    let Some(what) = open.foreseen.events.iter().find_map(|event| reported(std::slice::from_ref(event)))
    else {
        panic!("{place}: nothing was reported")
    };
    MishapKind::of(what)
}

/// Nothing is asked of a dealer without a clause, and the procedure has at most one place at a time.
#[test]
fn every_prompt_has_its_clause() {
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    for rulebook in RULEBOOKS {
        play(rulebook, &mut |moment| {
            let table = moment.after;
            for prompt in view(table, Viewer::Dealer).prompts {
                let name = format!("{prompt:?}").split([' ', '{']).next().unwrap().to_owned();
                assert!(!clauses_of(table, &prompt).is_empty(), "{}: {prompt:?}", moment.place);
                *asked.entry(name).or_default() += 1;
            }
            let now = round_steps(table).iter().filter(|step| step.progress == Progress::Now).count();
            let making = shoe_steps(table);
            let now_making = making.iter().filter(|step| step.progress == Progress::Now).count();
            match table.phase() {
                Phase::Betting | Phase::Dealing | Phase::Settled => {
                    assert_eq!((now, making.len()), (1, 0), "{}", moment.place)
                }
                Phase::Closed | Phase::BetweenShoes => {
                    assert_eq!((now, making.len()), (0, 0), "{}", moment.place)
                }
                Phase::Preparing | Phase::Cutting | Phase::Loading | Phase::Burning => {
                    assert_eq!((now, now_making), (0, 1), "{}", moment.place);
                }
            }
            assert!(making.iter().all(|step| !step.clauses.is_empty()), "{}", moment.place);
        });
    }
    for wanted in [
        "NoMoreBets",
        "CardDue",
        "TurnCards",
        "Settle",
        "ClearTable",
        "Cut",
        "LoadShoe",
        "BurnCard",
        "CloseBidding",
    ] {
        assert!(asked.contains_key(wanted), "{wanted} is never asked: {asked:?}");
    }
}

/// What the machine thinks of a call is what then happens: whoever is said to draw gets a card, and the result is the one that is
/// settled. Before the counts stand it thinks nothing.
#[test]
fn opinions_are_what_happens() {
    let mut drawn = 0;
    for rulebook in ["ma-baccarat", "ma-midi", "co-rule-28"] {
        play(rulebook, &mut |moment| {
            let known = opinions(moment.before);
            let due = view(moment.before, Viewer::Dealer).prompts.iter().find_map(|prompt| match prompt {
                Prompt::CardDue { side } => Some(*side),
                _ => None,
            });
            for event in &moment.events {
                let What::Dealing(DealingEvent::CardDealt { side, .. }) = event.what else { continue };
                let third = known.iter().any(|opinion| opinion.point == Point::PlayerDraws);
                if !third || due != Some(side) || moment.line.contains("approve") {
                    break;
                }
                let point = if side == Side::Player { Point::PlayerDraws } else { Point::BankerDraws };
                let says = known.iter().find(|opinion| opinion.point == point).map(|opinion| opinion.says);
                assert_eq!(says, Some(Says::Draws(true)), "{}", moment.place);
                drawn += 1;
                break;
            }
            let after = opinions(moment.after);
            let result = after.iter().find(|opinion| opinion.point == Point::Result);
            assert_eq!(
                result.map(|opinion| opinion.says),
                moment.after.round().outcome().filter(|_| result.is_some()).map(Says::Result)
            );
            assert!(after.iter().all(|opinion| !opinion.clauses.is_empty()), "{}", moment.place);
        });
    }
    assert!(drawn > 20, "only {drawn} third cards");
}

/// What the pay panel shows before is what settling does.
#[test]
fn payments_are_what_settling_does() {
    let mut settled = 0;
    for rulebook in RULEBOOKS {
        play(rulebook, &mut |moment| {
            let settles = moment.line.ends_with(": settle")
                && moment.events.iter().any(|event| {
                    matches!(event.what, What::Settlement(SettlementEvent::RoundSettled { .. }))
                });
            if !settles {
                return;
            }
            let foreseen = payments(moment.before).unwrap();
            let many = foreseen.len();
            assert_eq!(foreseen.as_slice(), moment.events.get(..many).unwrap(), "{}", moment.place);
            settled += 1;
        });
    }
    assert!(settled > 50, "only {settled} settlements");
}
