//! Links for the model to run: hand-made terms on the frame of a real one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use banco_dice::Dice;
use banco_engine::link::{Growth, MeterRule, Setup, WagerRule};
use banco_engine::table::Rules;
use banco_engine::{Name, RulesId, Shelf};
use banco_money::{Amount, Currency, Percent};
use banco_rulebook::Terms;
use banco_rulebook::model::link::{LockMode, Overflow};

use crate::support::library;

/// The rules of Royal 9 in Massachusetts, with keys of the submission set.
pub fn royal_nine(set: &[&str]) -> Arc<Rules> {
    let overrides: Vec<String> = set.iter().map(|line| (*line).to_owned()).collect();
    let source = &library().submission("ma-baccarat", "royal-9").unwrap().source;
    let checked = library().check(source.with_overrides(&overrides).unwrap());
    Arc::new(Rules::new(checked.terms.unwrap_or_else(|| panic!("{}", checked.report))).unwrap())
}

/// Its link; that of tables with six decks is not won as often.
pub fn frame(decks: u8) -> Arc<Setup> {
    static FRAMES: OnceLock<[Arc<Setup>; 2]> = OnceLock::new();
    let frames = FRAMES
        .get_or_init(|| ["decks = 8", "decks = 6"].map(|decks| Arc::clone(&royal_nine(&[decks]).links[0])));
    Arc::clone(&frames[usize::from(decks == 6)])
}

/// The name of the link under test, and of the one beside it.
pub const NAMES: [&str; 2] = ["model", "beside"];

/// Puts rules with these links onto a shelf.
pub fn shelve(shelf: &mut Shelf, links: &[Setup]) -> RulesId {
    static TERMS: OnceLock<Terms> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let terms = TERMS.get_or_init(|| crate::support::terms("ma-chemin-de-fer", "default", &[]));
    let mut rules = Rules::new(terms.clone()).unwrap();
    let number = COUNT.fetch_add(1, Ordering::Relaxed) % 1_000_000;
    rules.id.submission_hash = Name::new(&format!("{number:012}"));
    rules.links = links.iter().cloned().map(Arc::new).collect();
    let id = rules.id;
    shelf.add(Arc::new(rules));
    id
}

/// What a link runs by under rules.
pub fn setup_under(shelf: &Shelf, rules: RulesId, name: Name) -> Option<Arc<Setup>> {
    shelf.find(rules)?.links.iter().find(|setup| setup.name == name).cloned()
}

pub const fn dollars(minor: i64) -> Amount {
    Amount::from_minor(minor, Currency::Usd)
}

/// Terms as a seed demands them: one wager or two, up to three meters each, and Must Hit beside them.
pub fn random(dice: &mut Dice) -> Setup {
    let frame = frame(8);
    let overflow = dice.pick(&[Overflow::Next, Overflow::Seed]);
    let (mut wagers, mut meters) = (Vec::new(), Vec::new());
    for place in 0..1 + usize::from(dice.once_in(2)) {
        let wager = wager(dice, &frame.wagers[0], place);
        let like = MeterRule { wager: wager.id, ..frame.meters[0].clone() };
        let own: Vec<MeterRule> =
            (0..1 + dice.below(3)).map(|at| meter(dice, &like, place, at, overflow)).collect();
        let hidden = dice.once_in(2).then(|| must_hit(dice, &like, place));
        meters.extend(own);
        meters.extend(hidden);
        wagers.push(wager);
    }
    Setup {
        name: NAMES[0].into(),
        currency: Currency::Usd,
        overflow,
        lock: dice.pick(&[LockMode::All, LockMode::Value, LockMode::Value]),
        executive_from: dice.pick(&[None, Some(dollars(100)), Some(dollars(50_00)), Some(dollars(5_000_00))]),
        meters,
        wagers,
    }
}

fn wager(dice: &mut Dice, like: &WagerRule, place: usize) -> WagerRule {
    let units = [vec![dollars(5_00)], vec![dollars(1_00), dollars(2_00)], Vec::new()];
    let mut wager = like.clone();
    wager.id = Name::new(&format!("wager-{place}"));
    wager.units = dice.pick(&units);
    wager.selects = dice.once_in(2);
    wager.fixed_from_meter = dice.once_in(2);
    wager.lines = ["a", "b", "c"].map(|line| Name::new(&format!("line {line} of {place}"))).to_vec();
    wager
}

fn cents(dice: &mut Dice, most: u64) -> i64 {
    i64::try_from(dice.below(most)).unwrap()
}

fn share(dice: &mut Dice, most: u64) -> Percent {
    Percent::from_hundredths(u32::try_from(dice.below(most)).unwrap())
}

fn meter(dice: &mut Dice, like: &MeterRule, place: usize, at: u64, overflow: Overflow) -> MeterRule {
    let id = format!("meter-{place}-{at}");
    let growth = growth(dice, overflow);
    let name = Name::new(&id.to_uppercase());
    MeterRule { name, id: Name::new(&id), growth, must_hit: false, ..like.clone() }
}

/// Small figures, so that caps, empty meters and odd cents come often.
pub fn growth(dice: &mut Dice, overflow: Overflow) -> Growth {
    let seed = dice.pick(&[0, 1, 99, 5_000, 123_457]);
    let room = cents(dice, 300);
    Growth {
        seed: dollars(seed),
        increment: share(dice, 3_000),
        reserve: dice.once_in(2).then(|| share(dice, 2_000)),
        cap: dice.once_in(2).then(|| dollars(seed + room)),
        overflow,
    }
}

fn must_hit(dice: &mut Dice, like: &MeterRule, place: usize) -> MeterRule {
    let id = format!("must-hit-{place}");
    let reset = cents(dice, 10_000);
    let growth = Growth {
        seed: dollars(reset),
        increment: share(dice, 3_000),
        reserve: None,
        cap: Some(dollars(reset + 1 + cents(dice, 400))),
        overflow: Overflow::Next,
    };
    let name = Name::new(&id.to_uppercase());
    MeterRule { name, id: Name::new(&id), growth, must_hit: true, ..like.clone() }
}

/// The same terms on the frame of another link.
pub fn on_frame(setup: &Setup, decks: u8) -> Setup {
    let mut setup = setup.clone();
    setup.wagers.iter_mut().for_each(|wager| wager.odds = frame(decks).wagers[0].odds.clone());
    setup
}
