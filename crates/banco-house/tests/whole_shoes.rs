//! Whole shoes at tables that run by themselves: nothing that the house, its shoe or its participants do is ever
//! refused, at any table that comes with Banco.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod floor;

use banco_cards::Card;
use banco_engine::link::Progress;
use banco_house::VirtualShoe;
use floor::{Floor, library, rules};

/// So many shoes, and the rest of the way to a new one.
const SHOES: u32 = 2;

fn whole_shoes(rulebook: &str) {
    for known in library().submissions.iter().filter(|known| known.rulebook == rulebook) {
        for (seed, bonus) in [(1, false), (2, true)] {
            let mut floor = Floor::new(&format!("{rulebook}/{}", known.name), seed);
            floor.open(&rules(rulebook, &known.name, &[]), 5, bonus);
            floor.play(SHOES, u32::MAX);
            let rounds = floor.table(0).round().number;
            assert!(rounds > 80, "{}: {rounds} rounds", floor.name);
            // Each shoe had a commitment of its own.
            assert_eq!(floor.desks[0].commitments.len(), usize::try_from(SHOES).unwrap() + 1);
        }
    }
}

#[test]
fn massachusetts_baccarat() {
    whole_shoes("ma-baccarat");
}

#[test]
fn midi_baccarat() {
    whole_shoes("ma-midi");
}

#[test]
fn chemin_de_fer() {
    whole_shoes("ma-chemin-de-fer");
}

#[test]
fn colorado() {
    whole_shoes("co-rule-28");
}

#[test]
fn twenty_first_century() {
    whole_shoes("ca-21st-century");
}

/// Few or many people, with little or much before them: rounds are finished all the same.
#[test]
fn twenty_first_century_with_any_company() {
    let rules = rules("ca-21st-century", "default", &[]);
    for people in 2..=rules.seats.len() {
        for buys_in in [10_000, 100_000, 300_000, 3_000_000] {
            let mut floor = Floor::new(&format!("{people} people with {buys_in}"), 7);
            floor.open_for(&rules, people, false, buys_in);
            floor.play(u32::MAX - 1, 40);
        }
    }
}

#[test]
fn every_rulebook_is_played() {
    assert_eq!(library().rulebooks.len(), 5);
}

/// Half of the questions get no answer: the house goes on for whoever is silent.
#[test]
fn a_table_does_not_wait_for_the_silent() {
    for known in &library().submissions {
        let mut floor = Floor::new(&format!("{}/{}", known.rulebook, known.name), 5);
        floor.open(&rules(&known.rulebook, &known.name, &[]), 5, true);
        floor.desks[0].silent_one_in = Some(2);
        floor.play(1, u32::MAX);
    }
}

/// What the shipped submissions do not choose.
#[test]
fn other_choices_of_the_house() {
    let changed: &[(&str, &str, &[&str])] = &[
        (
            "co-rule-28",
            "default",
            &[r#"options.shuffler = "continuous""#, r#"acknowledged = { "30-2811" = "letter 2026-014" }"#],
        ),
        ("co-rule-28", "default", &[r#"options.game = "mini""#, r#"options.dealing = "face-up""#]),
        ("ma-midi", "default", &[r#"options.shuffle = "batch-machine""#]),
        ("ma-baccarat", "default", &[r#"options.shuffle = "wash-and-three-dealers""#]),
        ("ma-baccarat", "default", &[r#"options.cut-by = "dealer""#]),
        ("ma-baccarat", "default", &[r#"vigorish.collected = "at-payment""#]),
        ("ma-chemin-de-fer", "default", &[r#"options.banker-draw = "optional""#]),
        ("ca-21st-century", "default", &[r#"options.burn = "none""#, "settings.max-consecutive-deals = 1"]),
        ("ca-21st-century", "default", &["seats = 2", "decks = 3"]),
    ];
    for (rulebook, submission, set) in changed {
        let mut floor = Floor::new(&format!("{rulebook} {set:?}"), 3);
        floor.open(&rules(rulebook, submission, set), 4, true);
        floor.play(SHOES, 150);
    }
}

/// Two tables on one link: jackpots of cards and of Must Hit meters are claimed, drawn, verified and paid.
#[test]
fn jackpots_of_tables_that_share_a_link() {
    let rules = rules("ma-baccarat", "royal-9", &["wager.royal-9.must_hit = \"3\""]);
    let mut floor = Floor::new("royal-9", 4);
    floor.open(&rules, 12, true);
    floor.open(&rules, 12, true);
    floor.play(5, u32::MAX);
    let link = floor.pit.links().next().unwrap();
    assert!(link.hits().all(|hit| !hit.progress.is_pending()));
    let paid = link.hits().filter(|hit| hit.progress == Progress::Paid);
    assert!(paid.count() > 1, "{:?}", floor.done);
    assert!(floor.told.iter().any(|told| told.contains("drawn among")), "{:?}", floor.done);
    assert!(floor.done["SealsTrigger"] > 1, "{:?}", floor.done);
    assert!(!floor.told.iter().any(|told| told.contains("Sealed")));
}

/// The place of a stack's card in the bytes of a kept shoe.
const FIRST_CARD: usize = 1 + 2 + 2 + 32;

/// The Player's hand is played before the Banker's is seen: other cards there change nothing that anybody says.
#[test]
fn what_lies_face_down_changes_no_answer() {
    let rules = rules("ma-chemin-de-fer", "default", &[]);
    for seed in 0..20 {
        let told = [false, true].map(|changed| {
            let mut floor = Floor::new("chemin de fer", seed);
            floor.open(&rules, 5, false);
            while floor.table(0).phase() != banco_engine::table::Phase::Betting {
                floor.step(0);
            }
            if changed {
                let drawn = floor.table(0).shoe().drawn;
                let shoe = with_other_bank(floor.desks[0].shoe.as_ref().unwrap(), drawn);
                floor.desks[0].commitments.push(shoe.commitment().unwrap());
                floor.desks[0].shoe = Some(shoe);
            }
            // Somebody says something in the round: it is the holder of the Player's hand.
            let spoken = |told: &String| told.starts_with("seat ") && told.contains(": \"");
            while !floor.told.iter().any(spoken) {
                floor.step(0);
            }
            let last = floor.told.iter().position(spoken).unwrap();
            floor.told.truncate(last + 1);
            floor.told
        });
        assert_eq!(told[0], told[1], "seed {seed}");
    }
}

/// The same shoe, but for the Banker's first two cards.
fn with_other_bank(shoe: &VirtualShoe, drawn: u16) -> VirtualShoe {
    let mut bytes = shoe.to_secret_bytes();
    for (place, behind) in [(drawn + 1, 200), (drawn + 3, 201)] {
        let [one, other] = [place, behind].map(|at| usize::from(shoe.open(at).unwrap().place));
        bytes.swap(FIRST_CARD + one, FIRST_CARD + other);
    }
    let changed = VirtualShoe::from_secret_bytes(&bytes).unwrap();
    let cards =
        |shoe: &VirtualShoe| -> Vec<Card> { [1, 3].map(|at| shoe.card(drawn + at).unwrap()).to_vec() };
    assert!(cards(&changed) != cards(shoe) || bytes == shoe.to_secret_bytes());
    changed
}
