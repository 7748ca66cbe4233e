//! The tables that are played at: submissions, and where their cards come from.

use std::sync::Arc;

use banco_engine::table::{CardSource, Rules};
use banco_rulebook::model::rulebook::Family;

use crate::support::{library, rulebooks_of, terms};

pub struct Setup {
    pub rulebook: &'static str,
    pub submission: String,
    pub set: Vec<&'static str>,
    pub source: CardSource,
    pub rules: Arc<Rules>,
}

impl std::fmt::Debug for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {:?} {:?}", self.rulebook, self.submission, self.set, self.source)
    }
}

const HOUSE_MONEY: &str = r#"wager.house-money = { min = "$5", max = "$250" }"#;
const APPROVED: &str = r#"acknowledged = { "30-2811" = "letter 2026-014" }"#;
const RUN: &str = r#"wager.run = { min = "$5", max = "$100", lines = [ { name = "Three in a row", when = { hand = { run = 3 } }, pays = "7 to 1" }, { name = "Run goes on", when = { any = [ { hand = { run = [1, 2] } }, { tie = true } ] }, pays = "push" } ] }"#;

/// Rulebook, example and keys that are set.
const CHANGED: &[(&str, &str, &[&str])] = &[
    ("ma-baccarat", "default", &[r#"vigorish.collected = "at-payment""#]),
    ("ma-baccarat", "default", &[r#"options.card-handling = "face-up""#]),
    ("ma-baccarat", "default", &[HOUSE_MONEY, r#"options.dealer-wagers = "allowed""#]),
    ("ma-baccarat", "default", &[HOUSE_MONEY, "settings.house-money-press = 40"]),
    ("ma-baccarat", "default", &[r#"options.opposite-betting = "refused""#]),
    ("ma-baccarat", "default", &[r#"options.over-the-shoulder = "allowed""#, HOUSE_MONEY]),
    ("ma-baccarat", "default", &[r#"options.disclosed-card = "round-is-void""#]),
    ("ma-baccarat", "default", &[r#"options.disclosed-third-card = "discard-with-one-more""#]),
    (
        "ma-baccarat",
        "default",
        &[r#"options.shuffle = "wash-and-three-dealers""#, r#"options.cut-by = "dealer""#],
    ),
    ("ma-baccarat", "default", &[r#"options.recut-by = "next-entitled""#, "decks = 6"]),
    ("ma-midi", "default", &[r#"vigorish.collected = "at-payment""#, r#"vigorish.rounding = "25¢""#]),
    ("ma-midi", "default", &[r#"options.dealer-wagers = "allowed""#, HOUSE_MONEY]),
    ("ma-midi", "default", &[r#"options.over-the-shoulder = "allowed""#]),
    ("ma-midi", "default", &[r#"options.disclosed-card = "round-is-void""#, HOUSE_MONEY]),
    ("ma-midi", "default", &[r#"options.disclosed-third-card = "discard-with-one-more""#]),
    ("ma-midi", "default", &[r#"options.shuffle = "batch-machine""#]),
    ("co-rule-28", "default", &[r#"variant = "tie-vigorish""#, RUN]),
    ("co-rule-28", "default", &[r#"options.game = "mini""#, r#"options.dealing = "face-up""#]),
    ("co-rule-28", "default", &[r#"options.game = "mini""#, r#"options.bonus-settlement = "seat-by-seat""#]),
    (
        "co-rule-28",
        "default",
        &[r#"options.dragon-bonus-base-wager = "required""#, r#"options.opposite-betting = "refused""#],
    ),
    ("co-rule-28", "default", &[r#"options.promotional-chips = "one-play""#]),
    ("co-rule-28", "default", &[r#"options.over-the-shoulder = "allowed""#, r#"options.burn-shown = "all""#]),
    ("co-rule-28", "default", &[r#"options.tips = "not-taken""#, "settings.free-hands-per-shoe = 3"]),
    ("co-rule-28", "default", &[r#"options.shuffler = "continuous""#, APPROVED]),
    ("co-rule-28", "default", &[r#"options.shuffler = "automated""#, "decks = 12"]),
    (
        "co-rule-28",
        "default",
        &[r#"options.lower-bettor-turns = "refused""#, r#"options.dragon-bonus-sides = "one-hand""#],
    ),
];

/// Changes of 21st Century's default: decks and seats, both kinds of tables, the choices and fees of the house.
const POSITION: &[&[&str]] = &[
    &["decks = 3", "seats = 2"],
    &["decks = 8", "seats = 5", r#"options.opposite-betting = "refused""#],
    &[BATWING, "decks = 4", "seats = 14", "settings.max-consecutive-deals = 1"],
    &[r#"options.table = "figure-eight""#, "decks = 5", "seats = 11", r#"options.highest = "by-pay""#],
    &[r#"options.two-pair = "within-hands""#, "decks = 7", "settings.max-consecutive-deals = 5"],
    &[r#"fractions = "up""#, "settings.collection-position = 0", "settings.collection-player-dealer = 0"],
    &[BURN_NONE, r#"options.cut-by = "dealer""#, r#"options.shuffle = "by-hand""#],
    // Fees that some cannot pay.
    &["settings.collection-position = 7500", "settings.collection-player-dealer = 12345", "seats = 4"],
    &[
        r#"wager.player-line = { min = "$0.25", max = "$5000" }"#,
        r#"wager.tie = { min = "$0.25", max = "$5000" }"#,
    ],
    &[
        r#"options.highest = "by-pay""#,
        r#"options.two-pair = "within-hands""#,
        BATWING,
        "seats = 9",
        "decks = 3",
    ],
];
const BATWING: &str = r#"options.table = "batwing""#;
const BURN_NONE: &str = r#"options.burn = "none""#;

/// Every default and example of the house-banked rulebooks, and changed ones; virtual, entered and recorded.
pub fn house_banked() -> Vec<Setup> {
    let rulebooks = rulebooks_of(Family::HouseBanked);
    let mut setups = books(&rulebooks);
    setups.extend(rulebooks.iter().map(|rulebook| setup(rulebook, "default", &[], CardSource::ResultOnly)));
    for (rulebook, name, set) in CHANGED {
        setups.push(setup(rulebook, name, set, CardSource::Virtual));
    }
    for (rulebook, name, set) in CHANGED.iter().step_by(3) {
        setups.push(setup(rulebook, name, set, CardSource::Entry));
    }
    setups
}

/// The same where a participant has the player/dealer position. Results alone are not recorded there.
pub fn player_banked() -> Vec<Setup> {
    let mut setups = books(&rulebooks_of(Family::PlayerBanked));
    for (at, set) in POSITION.iter().enumerate() {
        let source = if at % 4 == 3 { CardSource::Entry } else { CardSource::Virtual };
        setups.push(setup("ca-21st-century", "default", set, source));
    }
    setups
}

/// The defaults and examples as they are.
fn books(rulebooks: &[&'static str]) -> Vec<Setup> {
    let mut setups = Vec::new();
    for rulebook in rulebooks {
        for known in library().submissions.iter().filter(|known| known.rulebook == *rulebook) {
            setups.push(setup(rulebook, &known.name, &[], CardSource::Virtual));
        }
        setups.push(setup(rulebook, "default", &[], CardSource::Entry));
    }
    setups
}

fn setup(rulebook: &'static str, name: &str, set: &[&'static str], source: CardSource) -> Setup {
    let terms = terms(rulebook, name, set);
    let rules = Arc::new(Rules::new(terms).unwrap());
    Setup { rulebook, submission: name.to_owned(), set: set.to_vec(), source, rules }
}
