//! The command line as its users meet it: what is printed where, and the exit code.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[cfg(target_os = "linux")]
#[path = "interrupt/mod.rs"]
mod interrupt;
#[path = "shell/mod.rs"]
mod shell;

use std::process::{Command, Stdio};

/// Runs `banco` with these words and shows everything that came of it.
fn banco(arguments: &[&str]) -> String {
    banco_with(arguments, "")
}

fn banco_with(arguments: &[&str], input: &str) -> String {
    let text = shell::run(arguments, input);
    if matches!(arguments.first(), Some(&"par" | &"check")) { without_hashes(&text) } else { text }
}

/// Hashes and ids stand for whole rulebooks: any change in those would change every sheet below.
fn without_hashes(text: &str) -> String {
    let is_hash = |word: &str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_id = |word: &str| word.strip_prefix("PAR-").is_some_and(|rest| rest.len() == 12);
    let shown = |word: &str| match word {
        hash if is_hash(hash) => "<sha-256>".to_owned(),
        id if is_id(id) => "PAR-<id>".to_owned(),
        other => other.to_owned(),
    };
    let part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut words = String::new();
    for piece in text.split_inclusive(|c: char| !part(c)) {
        let word = piece.trim_end_matches(|c: char| !part(c));
        words += &(shown(word) + &piece[word.len()..]);
    }
    words
}

macro_rules! prints {
    ($($name:ident: $($word:expr),* ;)*) => { $(
        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), banco(&[$($word),*]));
        }
    )* };
}

prints! {
    rules_list: "rules", "list";
    rules_show: "rules", "show", "ma-chemin-de-fer";
    rules_show_wager: "rules", "show", "co-rule-28", "golden-talons";
    rules_show_progressive: "rules", "show", "ma-baccarat", "royal-9";
    rules_show_unknown: "rules", "show", "co-rule-29";
    rules_clauses: "rules", "clauses", "ma-baccarat", "11";
    rules_clauses_unknown: "rules", "clauses", "ma-baccarat", "77";
    rules_readings: "rules", "readings", "ma-chemin-de-fer";
    rules_schema_unknown: "rules", "schema", "songs";
    check_accepted: "check", "co-rule-28/99-fortunes";
    check_tells_the_links: "check", "ma-baccarat/royal-9", "--set",
        "link=[{name=\"pit\", meters=[\"star\",\"spade\",\"heart\"], lock=\"value\", executive_from=\"$25,000\", caps={star=\"$250,000\"}}]";
    check_refused: "check", "ma-baccarat/default", "--set", "decks=9", "--set", "wager.tie.pays.Tie=7 to 1";
    check_refused_json: "check", "ma-baccarat/default", "--set", "decks=9", "--json";
    check_accepted_json: "check", "ma-midi/default", "--json";
    check_filed_steps: "check", "ma-baccarat/default", "--set",
        "procedures.manual-shuffle.steps=plug, riffle x2, strip 5, turn, riffle, lace 1 deck, cut";
    check_filed_steps_refused: "check", "ma-baccarat/default", "--set",
        "procedures.manual-shuffle.steps=plug, riffle, strip 5, turn, riffle, lace 1 deck, cut";
    check_nothing_filed: "check", "ma-midi/default", "--set", "options.shuffle=batch-machine";
    check_return_above_100: "check", "ca-21st-century";
    check_p6_at_one_dollar_is_refused: "check", "co-rule-28/99-fortunes", "--set", "wager.99-fortunes.paytable=P6",
        "--set", "wager.99-fortunes.min=$1", "--set", "wager.99-fortunes.max=$1";
    check_meter_not_funded: "check", "co-rule-28/99-fortunes", "--set", "wager.99-fortunes.meters.99-fortunes.increment=60%";
    check_no_file: "check", "no-such-file.toml";
    check_nothing_designated: "check", "tests/submissions/nothing-designated.toml";
    check_too_many_chairs_for_royal_9: "check", "ma-baccarat/royal-9", "--set", "seats=14",
        "--set", "wager.royal-9.positions=[1,2,3,4,5,6,7,8,9,10,11,12,13]";
    check_thirteen_positions_at_fourteen_seats: "check", "ma-baccarat/ez", "--set", "seats=14",
        "--set", "positions=[1,2,3,4,5,6,7,8,9,10,11,12,13]";
    check_misspelt_rulebook: "check", "ma-baccarat/default", "--set", "rulebook=ma-bacarat";
    check_numbers_beyond_all_tables: "check", "ma-baccarat/default", "--set", "decks=99999999999",
        "--set", "seats=-1", "--set", "settings.cut-card-depth=5000000000";
    check_a_paytable_where_there_is_one: "check", "ma-baccarat/ez", "--set", "wager.tie.paytable=A";
    deal_six_cards: "deal", "-r", "ma-baccarat", "-c", "2h 3c Kd Ks 7d 4d";
    deal_natural: "deal", "-r", "co-rule-28", "-c", "4h 3c 4d Ks";
    deal_too_few: "deal", "-r", "co-rule-28", "-c", "4h 3c Ad Ks";
    deal_too_many: "deal", "-r", "co-rule-28", "-c", "4h 3c 4d Ks 2c";
    deal_bad_card: "deal", "-r", "co-rule-28", "-c", "4h 3x 4d Ks";
    deal_nine_sevens: "deal", "-r", "co-rule-28", "--set", "decks=6", "-c", "7h 7h 7h 7h 7h 7h 7h";
    deal_five_needs_a_choice: "deal", "-r", "ma-chemin-de-fer", "-c", "2h 4c 3d Ks 8c";
    deal_five_stays: "deal", "-r", "ma-chemin-de-fer", "-c", "2h 4c 3d Ks 8c", "--player-decision", "stay";
    deal_optional_five: "deal", "-r", "ca-21st-century", "-c", "2h 5c 3d Ks 7c 2d";
    deal_json: "deal", "-r", "ma-midi", "-c", "9h 8c Kd Ks", "--json";
    settle_table: "settle", "-r", "co-rule-28", "-c", "7h 2c Kd 5s", "-w", "banker=100", "-w", "tie=5",
        "-w", "dragon-7=5", "-w", "dragon-bonus.player:B=10", "-w", "total-cards.4=10";
    settle_json: "settle", "-r", "co-rule-28", "-c", "7h 2c Kd 6s", "--json", "-w", "banker=100",
        "-w", "golden-talons.banker:PT-FLT-GT-02=10", "-w", "harmony:PT-PRG-HP-04=1";
    settle_meter_and_envy: "settle", "-r", "co-rule-28", "-c", "8h 8d 8d 8h", "-w", "harmony:PT-PRG-HP-E01=1";
    settle_seat: "settle", "-r", "ma-baccarat", "-c", "Ks 9h 9h Ks", "-w", "royal-9=5", "--seat", "1";
    settle_seat_needed: "settle", "-r", "ma-baccarat", "-c", "Ks 9h 9h Ks", "-w", "royal-9=5";
    settle_other_seat_has_it: "settle", "-r", "co-rule-28", "-c", "7h 7h 7h 7h 2c 3d", "-w", "99-fortunes:P5=5",
        "--seat", "3", "--participating", "3,7";
    settle_stood_on_five: "settle", "-r", "ca-21st-century", "-c", "2h 6c 3d 7s 9c 2d", "--five", "stand",
        "-w", "player-line=20", "-w", "dealer-line=20";
    settle_wrong_unit: "settle", "-r", "ma-baccarat", "-c", "Kh 9h Kd 8s", "-w", "royal-9=10", "--seat", "1";
    settle_unknown_wager: "settle", "-r", "ma-baccarat", "-c", "Kh 9h Kd 8s", "-w", "dragon-8=10";
    settle_needs_paytable: "settle", "-r", "co-rule-28", "-c", "Kh 9h Kd Js", "-w", "golden-talons.player=10";
    settle_needs_side: "settle", "-r", "ma-baccarat", "-c", "Kh 9h Kd Js", "-w", "dragon-bonus:A=10";
    settle_bad_amount: "settle", "-r", "ma-baccarat", "-c", "Kh 9h Kd Js", "-w", "tie=ten";
    settle_not_offered: "settle", "-r", "ma-baccarat", "-s", "ez", "-c", "Kh 9h Kd Js", "-w", "royal-9=5";
    settle_outside_limits: "settle", "-r", "ma-baccarat", "-s", "ez", "-c", "Kh 9h Kd Js", "-w", "player=5";
    settle_without_wagers: "settle", "-r", "ma-baccarat", "-c", "Kh 9h Kd Js";
    par_dragon_bonus: "par", "-r", "ma-baccarat", "dragon-bonus.player:A";
    par_progressive: "par", "-r", "ma-baccarat", "royal-9", "--seat", "3", "--with", "must-hit,exposure";
    par_at_a_stake: "par", "-r", "ma-baccarat", "banker:commission", "--stake", "7", "--set", "vigorish.rounding=25¢";
    par_at_no_stake: "par", "-r", "ma-baccarat", "banker:commission", "--stake", "0";
    par_fixed_wager_at_a_stake: "par", "-r", "ma-baccarat", "royal-9", "--stake", "7";
    par_at_a_seat_without_it: "par", "-r", "ma-baccarat", "royal-9", "--seat", "13";
    par_choice_where_there_is_none: "par", "-r", "ca-21st-century", "dealer-line", "--choice", "stand";
    par_choice_of_a_bettor: "par", "-r", "ca-21st-century", "player-line", "--choice", "stand", "--with", "nothing";
    par_banker_who_may_choose: "par", "-r", "ma-chemin-de-fer", "player", "--set", "options.banker-draw=optional", "--with", "nothing";
    odds_at_a_stake: "odds", "-r", "co-rule-28", "99-fortunes:P6", "--stake", "5", "--meters";
    odds_seat_named_twice: "odds", "-r", "ma-baccarat", "royal-9", "--seats", "1,3,1";
    odds_meter_that_nobody_asked_for: "odds", "-r", "ma-baccarat", "royal-9", "--meter", "star=5";
    odds_meter_in_another_currency: "odds", "-r", "ma-baccarat", "royal-9", "--meters", "--meter", "star=PHP500";
    odds_decks_that_the_rulebook_does_not_allow: "odds", "-r", "ma-baccarat", "royal-9", "--decks", "7";
    odds_suits_assumed: "odds", "-r", "co-rule-28", "sun-7-progressive:PT-PRG-S7-01";
    par_json: "par", "-r", "ma-baccarat", "tie", "--decks", "6", "--json";
    par_format_json: "par", "-r", "ma-baccarat", "banker:commission", "--decks", "6", "--stake", "7",
        "--set", "vigorish.rounding=25¢", "--without", "9h 9s", "--date", "2026-01-31", "--author", "A. Lab",
        "--format", "json";
    par_dependencies: "par", "-r", "ma-baccarat", "house-money", "--with", "removal,decks";
    par_of_one_sheet: "par", "-r", "co-rule-28", "99-fortunes:P5";
    par_dealer_envy: "par", "-r", "co-rule-28", "sun-7-progressive:PT-PRG-S7-E01", "--with", "exposure";
    par_seats_differ: "par", "-r", "co-rule-28", "99-fortunes:P5", "--without", "2h 2h 2h", "--with", "seats";
    par_posted_limit: "par", "-s", "co-rule-28/five-treasures", "blazing-7s";
    par_free_progressive: "par", "-s", "co-rule-28/ez", "ez-baccarat-progressive", "--with", "nothing";
    check_free_progressive_not_funded: "check", "co-rule-28/ez", "--set",
        "wager.ez-baccarat-progressive.meters.ez-baccarat.increment=30%";
    par_unknown_meters: "par", "-r", "ma-midi", "royal-9", "--with", "must-hit";
    par_house_json: "par", "-r", "ma-baccarat", "royal-9", "--with", "must-hit,correlation", "--json";
    par_verified: "par", "-r", "ma-midi", "tie", "--verify", "--with", "nothing";
    par_verified_by_one_count: "par", "-r", "co-rule-28", "perfect-pair", "--verify", "--with", "nothing";
    par_digits: "par", "-r", "ma-baccarat", "royal-9", "--digits", "3", "--with", "nothing";
    par_too_many_digits: "par", "-r", "ma-midi", "tie", "--digits", "16";
    par_unknown_with: "par", "-r", "ma-midi", "tie", "--with", "everything";
    par_options: "par", "-r", "ca-21st-century", "royale-bonus", "--set", "options.highest=by-pay";
    par_tie_vigorish: "par", "-r", "co-rule-28", "banker", "--decks", "8";
    par_unknown_format: "par", "-r", "ma-baccarat", "tie", "--format", "pdf";
    par_two_formats: "par", "-r", "ma-baccarat", "tie", "--json", "--format", "csv";
    par_unknown_ending: "par", "-r", "ma-baccarat", "tie", "-o", "tie.pdf";
    par_unwritable: "par", "-r", "ma-baccarat", "tie", "-o", "/no/such/folder/tie.csv";
    par_bad_date: "par", "-r", "ma-baccarat", "tie", "--date", "31.1.2026";
    par_help: "par", "--help";
    par_csv: "par", "-r", "co-rule-28", "total-cards", "--csv";
    par_unknown_wager: "par", "-r", "co-rule-28", "dragon-8";
    par_unknown_paytable: "par", "-r", "co-rule-28", "golden-talons:PT-FLT-GT-06";
    par_run_has_no_odds: "par", "-r", "co-rule-28", "run";
    solve_bound: "solve", "-r", "ma-chemin-de-fer";
    solve_optional: "solve", "-r", "ma-chemin-de-fer", "--set", "options.banker-draw=optional", "--vigorish", "0%";
    solve_classical: "solve", "-r", "ma-chemin-de-fer", "--set", "options.banker-draw=optional", "--vigorish", "0%",
        "--with-replacement", "--json";
    solve_by_cards: "solve", "-r", "ma-chemin-de-fer", "--by", "player-cards";
    solve_free_banker: "solve", "-r", "ma-chemin-de-fer", "--by", "cards", "--free-banker", "--vigorish", "5%";
    solve_by_refused: "solve", "-r", "ca-21st-century", "--by", "cards";
    solve_with_refused: "solve", "-r", "ma-chemin-de-fer", "--with", "tie=1";
    solve_optional_five: "solve", "-r", "ca-21st-century", "--decks", "8";
    solve_nothing: "solve", "-r", "ma-baccarat";
    shuffle_of_the_rulebook: "shuffle", "-r", "ma-baccarat", "--shuffles", "1000", "--travel";
    shuffle_by_name: "shuffle", "wash-and-three-dealers", "-r", "ma-chemin-de-fer", "--shuffles", "300", "--seed", "7",
        "--set", "options.shuffle=wash-and-three-dealers";
    shuffle_riffles: "shuffle", "riffle x7", "--decks", "1", "--shuffles", "1000";
    shuffle_mixed: "shuffle", "shelf 200", "--decks", "1", "--shuffles", "1000";
    shuffle_nothing: "shuffle", "turn", "--shuffles", "256";
    shuffle_json: "shuffle", "riffle x12, cut", "--cards", "104", "--shuffles", "256", "--json";
    shuffle_strip_too_early: "shuffle", "-r", "ma-baccarat", "plug, riffle, strip 5, turn, riffle, lace 1 deck, cut";
    shuffle_not_last: "shuffle", "-r", "co-rule-28", "riffle x8, cut, strip 5";
    shuffle_bad_notation: "shuffle", "riffel x2; piles of 9 decks: strip; cut 5 decks";
    shuffle_no_procedure: "shuffle";
    shuffle_no_procedure_named: "shuffle", "-r", "co-rule-28";
    shuffle_not_by_hand: "shuffle", "-r", "ma-midi", "--set", "options.shuffle=batch-machine";
    shuffle_unknown_name: "shuffle", "-r", "ma-midi", "shuffle-and-lase";
    shuffle_too_few: "shuffle", "riffle", "--shuffles", "10";
    shuffle_bad_slug: "shuffle", "riffle", "--slug", "3";
    odds_quick: "odds", "-r", "co-rule-28", "dragon-7";
    odds_removal: "odds", "-r", "co-rule-28", "dragon-7", "--removal";
    odds_by_decks: "odds", "-r", "ma-baccarat", "banker:commission", "--by-decks";
    odds_without_cards: "odds", "-r", "co-rule-28", "tie", "--without", "9h 9s";
    odds_without_what_is_not_there: "odds", "-r", "co-rule-28", "tie", "--decks", "1", "--without", "9h 9h";
    odds_unknown_wager: "odds", "-r", "co-rule-28", "dragn-7";
    odds_unknown_paytable: "odds", "-r", "co-rule-28", "banker:comission";
    odds_unknown_side: "odds", "-r", "co-rule-28", "dragon-bonus.dealer:A";
    odds_unknown_rulebook: "odds", "-r", "co-rule-82", "tie";
    odds_bad_card: "odds", "-r", "co-rule-28", "tie", "--without", "9x";
    odds_json: "odds", "-r", "co-rule-28", "dragon-7", "--json";
    odds_by_decks_json: "odds", "-r", "co-rule-28", "tie", "--by-decks", "--json";
    odds_correlation: "odds", "-r", "co-rule-28", "dragon-7", "--correlation", "banker";
    odds_correlation_json: "odds", "-r", "co-rule-28", "perfect-pair", "--correlation", "player", "--json";
    odds_correlation_unknown: "odds", "-r", "co-rule-28", "dragon-7", "--correlation", "bank";
    odds_exposure: "odds", "-r", "co-rule-28", "tie", "--seats", "7", "--stake", "100", "--limit", "5000";
    odds_exposure_by_submission: "odds", "-r", "co-rule-28", "-s", "five-treasures", "blazing-7s", "--seats", "5";
    odds_exposure_by_seat: "odds", "-r", "ma-baccarat", "royal-9", "--seats", "3";
    odds_exposure_dealer: "odds", "-r", "co-rule-28", "sun-7-progressive:PT-PRG-S7-E01", "--seats", "2", "--json";
    odds_exposure_without_stake: "odds", "-r", "co-rule-28", "tie", "--seats", "7";
    odds_exposure_too_many_seats: "odds", "-r", "co-rule-28", "tie", "--seats", "8", "--stake", "5";
    odds_exposure_not_at_seat: "odds", "-r", "co-rule-28", "99-fortunes:P5", "--seats", "1,4";
    odds_exposure_at_no_seat: "odds", "-r", "co-rule-28", "99-fortunes:P5", "--seats", "0";
    odds_exposure_envy: "odds", "-r", "co-rule-28", "99-fortunes:P5", "--seats", "1,7,8", "--limit", "12000";
    odds_each_seat: "odds", "-r", "co-rule-28", "99-fortunes:P5", "--each-seat", "--without", "2h 2h 2h";
    odds_each_seat_json: "odds", "-r", "co-rule-28", "99-fortunes:P1", "--each-seat", "--seats", "2", "--json";
    odds_meters: "odds", "-r", "ma-baccarat", "royal-9", "--meters", "--meter", "star=900000";
    odds_meters_unknown: "odds", "-r", "ma-midi", "royal-9", "--meters";
    odds_meters_json: "odds", "-r", "co-rule-28", "sun-7-progressive:PT-PRG-S7-05", "--meters", "--seats", "3", "--json";
    odds_meters_none: "odds", "-r", "co-rule-28", "tie", "--meters";
    odds_meter_unknown: "odds", "-r", "ma-baccarat", "royal-9", "--meters", "--meter", "moon=5";
    odds_must_hit: "odds", "-r", "ma-baccarat", "royal-9", "--must-hit";
    odds_must_hit_unknown_meters: "odds", "-r", "ma-midi", "royal-9", "--must-hit=3", "--seats", "3";
    odds_must_hit_json: "odds", "-r", "ma-baccarat", "royal-9", "--must-hit=2", "--trigger", "100:0,300:2,500:1", "--json";
    odds_must_hit_unknown: "odds", "-r", "ma-baccarat", "royal-9", "--must-hit=4";
    odds_must_hit_bad_trigger: "odds", "-r", "ma-baccarat", "royal-9", "--must-hit=1", "--trigger", "250:1,900:1";
    odds_must_hit_none: "odds", "-r", "ma-baccarat", "tie", "--must-hit";
    odds_two_questions: "odds", "-r", "ma-baccarat", "tie", "--meters", "--removal";
    solve_free: "solve", "-r", "co-rule-28", "--set", "variant=super-pan-9";
    solve_free_one_deck: "solve", "-r", "co-rule-28", "--set", "variant=super-pan-9", "--decks", "1", "--json";
    solve_basket: "solve", "-r", "co-rule-28", "--set", "variant=super-pan-9", "--decks", "1", "--with", "tie=9/2";
    solve_bad_units: "solve", "-r", "co-rule-28", "--set", "variant=super-pan-9", "--with", "tie=lots";
    solve_press: "solve", "-r", "ma-midi", "house-money";
    solve_press_by_cards: "solve", "-r", "ma-baccarat", "house-money", "--by", "cards";
    solve_press_half_json: "solve", "-r", "ma-baccarat", "house-money", "--set", "settings.house-money-press=50", "--json";
    solve_press_nothing: "solve", "-r", "ma-midi", "tie";
    sim_wagers: "sim", "-r", "co-rule-28", "-w", "banker", "-w", "perfect-pair", "-w", "dragon-bonus.player:1",
        "--shoes", "400", "--session", "4", "--seed", "7";
    sim_fixed_rounds_csv: "sim", "-r", "ma-baccarat", "-w", "dragon-bonus.banker:A", "--rounds", "50", "--shoes", "200", "--csv";
    sim_free_hands: "sim", "-s", "co-rule-28/super-pan-9", "-w", "tie", "--free-hands", "3", "--shoes", "50";
    sim_json: "sim", "-r", "ma-chemin-de-fer", "-w", "player", "--choice", "stand", "--shoes", "20", "--json";
    sim_count: "sim", "-s", "co-rule-28/ez", "-w", "dragon-7", "--count", "4567=-1 89=+2; true 4; dragon-7", "--perfect", "dragon-7; above 0.5%", "--shoes", "400";
    sim_count_json: "sim", "-r", "ma-baccarat", "-w", "tie", "--count", "T=-1 A=+1; running <= -8; tie", "--burn-seen", "first", "--shoes", "20", "--json";
    sim_bad_count: "sim", "-r", "ma-baccarat", "--count", "10=1; true 4; tie";
    sim_bad_trigger: "sim", "-r", "ma-baccarat", "--count", "9=1; true four; tie";
    sim_count_not_in_run: "sim", "-r", "ma-baccarat", "-w", "tie", "--count", "9=1; true 4; player";
    sim_perfect_pairs: "sim", "-r", "co-rule-28", "-w", "perfect-pair", "--perfect", "perfect-pair; above -10%", "--shoes", "16";
    sim_perfect_nine_decks: "sim", "-r", "co-rule-28", "-w", "tie", "--perfect", "tie; above -13%", "--decks", "9", "--shoes", "64";
    sim_nobody_counts: "sim", "-r", "co-rule-28", "--burn-seen", "all";
    sim_plans: "sim", "-r", "ma-baccarat", "-w", "banker", "--plan", "flat; banker", "--plan", "martingale; banker", "--plan", "oscar; banker", "--bankroll", "1000", "--unit", "25", "--goal", "1500", "--table-max", "500", "--shoes", "400", "--session", "2";
    sim_plan_by_count: "sim", "-s", "co-rule-28/ez", "-w", "dragon-7", "--plan", "by-count 4567=-1 89=+2; true 2=1 4=5; dragon-7", "--bankroll", "500", "--unit", "5", "--max-rounds", "100", "--shoes", "40", "--session", "4", "--json";
    sim_bad_plan: "sim", "-r", "ma-baccarat", "--plan", "fibonacci; banker", "--bankroll", "100";
    sim_plan_without_wager: "sim", "-r", "ma-baccarat", "--plan", "martingale", "--bankroll", "100";
    sim_plan_small_goal: "sim", "-r", "ma-baccarat", "-w", "tie", "--plan", "flat; tie", "--bankroll", "100", "--unit", "5", "--goal", "50";
    sim_plan_outside_limits: "sim", "-r", "ma-baccarat", "-w", "tie", "--plan", "flat; tie", "--bankroll", "100", "--unit", "5", "--table-min", "10";
    sim_plan_small_bankroll: "sim", "-r", "ma-baccarat", "-w", "tie", "--plan", "flat; tie", "--bankroll", "4", "--unit", "5";
    sim_plan_no_unit: "sim", "-r", "ma-baccarat", "-w", "tie", "--plan", "flat; tie", "--bankroll", "400";
    sim_plan_bad_amount: "sim", "-r", "ma-baccarat", "-w", "tie", "--plan", "flat; tie", "--unit", "5", "--bankroll", "lots";
    sim_meters: "sim", "meters", "-s", "ma-baccarat/royal-9", "-w", "royal-9", "--tables", "4", "--seats", "5", "--hours", "100", "--lifetimes", "5";
    sim_meters_json: "sim", "meters", "-s", "co-rule-28/ez", "-w", "ez-baccarat-progressive", "--start", "ez-baccarat=$2,000", "--hours", "20", "--lifetimes", "2", "--json";
    sim_meters_none: "sim", "meters", "-r", "ma-baccarat", "-w", "tie", "--unit", "5";
    sim_meters_unknown: "sim", "meters", "-r", "co-rule-28", "-w", "ez-baccarat-progressive:1", "--unit", "5";
    sim_meters_bad: "sim", "meters", "-s", "co-rule-28/ez", "-w", "ez-baccarat-progressive", "--increment", "sun=5%";
    sim_meters_bad_seats: "sim", "meters", "-s", "ma-baccarat/royal-9", "-w", "royal-9", "--seats", "13";
    sim_shoes_out_ending: "sim", "-r", "ma-baccarat", "--shoes-out", "shoes.txt";
    sim_no_shoes: "sim", "-r", "ma-baccarat", "--shoes", "0";
    sim_cut_too_deep: "sim", "-r", "ma-baccarat", "--cut", "417";
    sim_too_many_rounds: "sim", "-r", "ma-baccarat", "--rounds", "68";
    sim_unknown_wager: "sim", "-r", "ma-baccarat", "-w", "dragon-8";
    sim_run_is_no_single_round: "sim", "-r", "co-rule-28", "-w", "run.player";
    sim_bad_shard: "sim", "-r", "ma-baccarat", "--shard", "6/5", "--out", "/dev/null";
    sim_bad_session: "sim", "-r", "ma-baccarat", "--shoes", "10", "--session", "3";
    sim_too_many_free_hands: "sim", "-r", "ma-baccarat", "--free-hands", "1";
    sim_merge_nothing: "sim", "merge", "no-such-file.json";
    no_such_command: "setle";
}

#[test]
fn a_submission_can_come_from_standard_input() {
    let text = "rulebook = \"ma-midi\"\nname = \"from a pipe\"\n";
    insta::assert_snapshot!(banco_with(&["check", "-"], text));
}

#[test]
fn compositions_are_read_line_by_line() {
    let text = "128 32 32 32 32 32 32 32 32 32\n\n96,24,24,24,24,24,24,24,24,24\n";
    insta::assert_snapshot!(banco_with(&["odds", "-r", "co-rule-28", "player", "--composition", "-"], text));
    let short = "128 32 32\n";
    insta::assert_snapshot!(banco_with(&["odds", "-r", "co-rule-28", "player", "--composition", "-"], short));
    let crowded = "1281 32 32 32 32 32 32 32 32 32\n";
    insta::assert_snapshot!(banco_with(&["odds", "-r", "co-rule-28", "tie", "--composition", "-"], crowded));
    let coarse = "128 32 32 32 32 32 32 32 32 32\n";
    insta::assert_snapshot!(banco_with(
        &["odds", "-r", "co-rule-28", "perfect-pair", "--composition", "-"],
        coarse
    ));
    let negative = "128 -1 32 32 32 32 32 32 32 32\n";
    insta::assert_snapshot!(banco_with(&["odds", "-r", "co-rule-28", "tie", "--composition", "-"], negative));
}

/// Bad input like any other: exit code 3, and where it stops being text.
#[test]
fn input_that_is_not_text_is_told() {
    let input = b"rulebook = \"ma-midi\"\n\xff\xfe\n";
    let all: [&[&str]; 5] = [
        &["check", "-"],
        &["run", "-"],
        &["roads", "-"],
        &["odds", "-r", "ma-midi", "tie", "--composition", "-"],
        &["play", "-r", "ma-midi", "--seed", "1"],
    ];
    for arguments in all {
        let told = shell::run_bytes(arguments, if arguments[0] == "odds" { b"\xff\n" } else { input });
        assert!(told.ends_with("--- exit 3\n") && told.contains("error[not_text]"), "{arguments:?}: {told}");
    }
}

/// A folder in place of a file, and a file that nobody may read, are not missing.
#[test]
fn what_is_there_is_not_told_to_be_missing() {
    let told = banco(&["check", "./tests"]);
    assert!(told.contains("it is a folder") && !told.contains("no such file"), "{told}");
}

#[test]
fn a_word_of_megabytes_is_not_echoed() {
    let word = "9".repeat(5_000_000);
    let told = banco_with(&["odds", "-r", "ma-midi", "tie", "--composition", "-"], &word);
    assert!(told.len() < 10_000 && told.contains("bad_composition"), "{} bytes", told.len());
}

/// A density of 1,001 points is as quickly asked as one of two.
#[test]
fn a_trigger_of_many_points_is_answered_soon() {
    let points: Vec<String> =
        (0..=1000).map(|at| format!("{}.{:02}:{}", 250 + at * 75 / 100, at * 75 % 100, 1 + at % 7)).collect();
    let points = points.join(",");
    let begun = std::time::Instant::now();
    let told = banco(&[
        "odds",
        "-s",
        "ma-baccarat/royal-9",
        "royal-9",
        "--must-hit=1",
        "--trigger",
        &points,
        "--json",
    ]);
    assert!(told.contains("until_hit_even_minor") && told.ends_with("--- exit 0\n"), "{told}");
    assert!(begun.elapsed() < std::time::Duration::from_secs(30), "{:?}", begun.elapsed());
}

/// One deck without all but these cards.
fn all_but(left: &str) -> String {
    let left: Vec<&str> = left.split(' ').collect();
    let ranks = "A23456789TJQK".chars();
    let cards = ranks.flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")));
    cards.filter(|card| !left.contains(&card.as_str())).collect::<Vec<_>>().join(" ")
}

#[test]
fn rounds_that_run_out_of_cards_are_void() {
    let short = |command: &str, wager: &str, left: &str, json: &[&str]| {
        let gone = all_but(left);
        let words = [command, "-r", "co-rule-28", wager, "--decks", "1", "--without", &gone];
        banco(&[&words[..], json].concat()).replace(&gone, "<gone>")
    };
    insta::assert_snapshot!(short("odds", "player", "9h 8c 2d Ks 5d", &[]));
    insta::assert_snapshot!(short("odds", "player", "9h 8c 2d Ks 5d", &["--json"]));
    insta::assert_snapshot!(short("odds", "player", "9h 8c 2d", &[]));
    insta::assert_snapshot!(short("odds", "player", "9h 8c 2d", &["--json"]));
    insta::assert_snapshot!(short("odds", "player", "9h 8c 2d Ks 5d", &["--removal"]));
    insta::assert_snapshot!(short("par", "tie", "9h 8c 2d Ks 5d", &[]));
    insta::assert_snapshot!(short("par", "tie", "9h 8c 2d Ks", &["--json"]));
    insta::assert_snapshot!(short("par", "sun-7-progressive:PT-PRG-S7-05", "9h 8c", &[]));
    insta::assert_snapshot!(short("odds", "tie", "9h 8c 2d", &["--correlation", "player"]));
    for format in ["html", "xlsx", "csv", "json"] {
        let made = short("par", "banker:commission", "9h 8c", &["--format", format]);
        assert!(made.ends_with("--- exit 0\n") && !made.contains("NaN"), "{format}");
    }
    let few = "0 0 0 0 0 0 0 0 1 2\n1 0 1 0 0 1 0 0 1 1\n2 0 1 0 0 1 0 0 1 1\n0 0 0 0 0 0 0 0 0 0\n";
    insta::assert_snapshot!(banco_with(&["odds", "-r", "co-rule-28", "player", "--composition", "-"], few));
}

#[test]
fn a_wager_of_ones_own_has_odds_at_once() {
    let path = std::env::temp_dir().join(format!("banco-{}-lucky-six.toml", std::process::id()));
    let rows = "{ name = \"Six\", when = { banker = { total = 6, wins = true } }, pays = \"12 to 1\" }";
    std::fs::write(&path, format!("id = \"lucky-six\"\nname = \"Lucky Six\"\nrows = [{rows}]\n")).unwrap();
    let text = banco(&["par", "-r", "ma-midi", &path.display().to_string()]);
    std::fs::remove_file(&path).unwrap();
    insta::assert_snapshot!(text.replace(&path.display().to_string(), "<file>"));
}

#[test]
fn roads_are_drawn_in_letters() {
    insta::assert_snapshot!(banco(&["roads", "BBPBPPBBBPTPBBPPPPBPBBTTBP"]));
    insta::assert_snapshot!(banco(&["roads", "bbbbbbbb, ppppppppp, b", "--tail", "stay", "--columns", "4"]));
    insta::assert_snapshot!(banco_with(&["roads", "-"], "t T\n"));
    assert_eq!(
        banco(&["roads", "B", "B", "P", "P", "B", "--road", "big-eye"]),
        "--- stdout\nRR\n--- exit 0\n"
    );
}

#[test]
fn roads_of_an_empty_shoe_are_empty() {
    insta::assert_snapshot!(banco(&["roads", "", "--json"]));
    insta::assert_snapshot!(banco(&["roads", ""]));
    assert_eq!(banco(&["roads", "", "--road", "bead"]), "--- stdout\n\n--- exit 0\n");
}

#[test]
fn roads_are_told_in_json() {
    insta::assert_snapshot!(banco(&["roads", "BBPPB", "--json"]));
    insta::assert_snapshot!(banco(&[
        "roads",
        "T B(f) B(s) P",
        "--free-hands",
        "leave-off",
        "--json",
        "--road",
        "bead"
    ]));
}

#[test]
fn roads_are_drawn_as_svg() {
    insta::assert_snapshot!(banco(&["roads", "B(b9n)TTP", "--svg", "--road", "big-road", "--columns", "2"]));
    let sheet = banco(&["roads", "BBPPB", "--svg", "--theme", "dark", "--ghost", "player"]);
    assert!(sheet.starts_with("--- stdout\n<svg ") && sheet.ends_with("</svg>\n--- exit 0\n"), "{sheet}");
    assert!(sheet.contains("#10161d") && sheet.contains("if the Player won next"), "{sheet}");
}

#[test]
fn histories_that_mean_nothing_are_refused_with_their_place() {
    insta::assert_snapshot!(banco(&["roads", "BBXP"]));
    insta::assert_snapshot!(banco_with(&["roads", "-", "--json"], "BB\nP(q)\n"));
    insta::assert_snapshot!(banco(&["roads", "B", "--rows", "0"]));
    insta::assert_snapshot!(banco(&["roads", "B", "--columns", "0"]));
}

/// The shoe of the page.
fn shoe() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/shoe.json")).unwrap()
}

#[test]
fn a_shoe_that_was_dealt_as_promised_is_verified() {
    let told = banco_with(&["verify", "-"], &shoe());
    assert!(told.ends_with("--- exit 0\n") && told.contains("holds"), "{told}");
    let root = shoe().split("\"root\": \"").nth(1).unwrap()[..64].to_owned();
    let told = banco_with(&["verify", "-", "--root", &root.to_uppercase()], &shoe());
    assert!(told.ends_with("--- exit 0\n") && !told.contains("note:"), "{told}");
    let told = banco_with(&["verify", "-", "--root", &"0".repeat(64)], &shoe());
    assert!(told.ends_with("--- exit 4\n") && told.contains("error[other_promise]"), "{told}");
}

#[test]
fn a_shoe_that_was_changed_is_not_verified() {
    let changed = shoe().replacen("\"dealer\": false", "\"dealer\": true", 1);
    let changed = if changed == shoe() { shoe().replacen("\"at\": ", "\"at\": 1", 1) } else { changed };
    let told = banco_with(&["verify", "-"], &changed);
    assert!(told.ends_with("--- exit 4\n") && told.contains("error[shoe_not_proven]"), "{told}");
    let told = banco_with(&["verify", "-"], "{}");
    assert!(told.ends_with("--- exit 3\n") && told.contains("error[not_a_shoe]"), "{told}");
    let told = banco(&["verify"]);
    assert!(told.ends_with("--- exit 2\n"), "{told}");
    let told = banco(&["verify", "no-such-shoe.json"]);
    assert!(told.ends_with("--- exit 1\n"), "{told}");
}

#[test]
fn randomness_is_written_as_it_comes() {
    let dump = |bytes: &str| {
        let program =
            Command::new(env!("CARGO_BIN_EXE_banco")).args(["rng", "dump", "--bytes", bytes]).output();
        program.unwrap().stdout
    };
    assert_eq!((dump("0").len(), dump("1").len(), dump("1000").len()), (0, 1, 1000));
    assert_ne!(dump("64"), dump("64"));
}

#[test]
fn completions_are_printed_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = banco(&["completions", shell]);
        assert!(text.contains("settle") && text.ends_with("--- exit 0\n"), "{shell}");
    }
}

#[test]
fn every_schema_is_json() {
    for kind in ["submission", "rulebook", "clauses", "readings", "wagers", "wager"] {
        let text = banco(&["rules", "schema", kind]);
        let json = text.strip_prefix("--- stdout\n").unwrap().strip_suffix("\n--- exit 0\n").unwrap();
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        assert!(value.get("properties").is_some(), "{kind}");
    }
}

#[test]
fn rulebooks_can_come_from_a_folder() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulebooks");
    let text = banco(&["--rulebooks", folder, "rules", "list", "--json"]);
    assert!(text.contains("\"id\": \"co-rule-28\"") && text.ends_with("--- exit 0\n"), "{text}");
    let text = banco(&["--rulebooks", "/no/such/folder", "rules", "list"]);
    assert!(text.contains("cannot read `/no/such/folder`") && text.ends_with("--- exit 1\n"), "{text}");
}

/// A folder of its own for each test.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("banco-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_bundle_is_played_and_checked_as_its_submission() {
    let folder = folder("bundle");
    let file = |name: &str| folder.join(name).display().to_string();
    let (kept, submission) = (file("kept.bundle.json"), "co-rule-28/99-fortunes");
    let written = banco(&["rules", "bundle", submission, "--set", "wager.tie.max=$432", "-o", &kept]);
    assert!(written.contains("banco-rules:co-rule-28:") && written.ends_with("--- exit 0\n"), "{written}");
    let printed = banco(&["rules", "bundle", submission, "--set", "wager.tie.max=$432"]);
    let text = std::fs::read_to_string(&kept).unwrap();
    assert!(printed.contains(&text), "the same rules give the same bytes");
    assert_eq!(banco(&["check", &kept]), banco(&["check", submission, "--set", "wager.tie.max=$432"]));
    let wager = ["--cards", "7h 2c Kd 6s", "--wager", "banker=100"];
    let settled = |more: &[&str]| banco(&[&["settle", "-s"], more, &wager[..]].concat());
    assert_eq!(settled(&[&kept]), settled(&[submission, "--set", "wager.tie.max=$432"]));

    let refused = |text: String, code: &str, exit: u8| {
        let found = text.contains(&format!("error[{code}]")) && text.ends_with(&format!("--- exit {exit}\n"));
        assert!(found, "{text}");
    };
    let changed = file("changed.bundle.json");
    std::fs::write(&changed, text.replacen("$432", "$482", 1)).unwrap();
    let told = banco(&["check", &changed]);
    assert!(told.contains("`submission.toml` in the bundle has been changed"), "{told}");
    refused(told, "bundle_file_changed", 3);
    std::fs::write(&changed, text.replacen("  \"version\"", "\"version\"", 1)).unwrap();
    refused(banco(&["check", &changed]), "bundle_changed", 3);
    std::fs::write(&changed, "{}").unwrap();
    refused(banco(&["check", &changed]), "not_a_bundle", 3);
    refused(banco(&["check", &kept, "--set", "decks=6"]), "bundle_fixed", 2);
    refused(banco(&["rules", "bundle", submission, "-o", &file("kept.json")]), "bad_name", 2);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn shards_merge_to_the_single_run() {
    let folder = folder("shards");
    let file = |name: &str| folder.join(name).display().to_string();
    let count = "4567=-1 89=+2; true 2; dragon-7";
    let base = ["sim", "-s", "co-rule-28/ez", "--shoes", "300", "--count", count, "--perfect", "panda-8"];
    let base = [&base[..], &["--plan", "martingale; banker", "--bankroll", "500", "--unit", "10"]].concat();
    let sim = |more: &[&str]| banco(&[&base[..], more].concat());
    let single = sim(&["--threads", "1", "--out", &file("single")]);
    for number in ["1", "2", "3"] {
        let text = sim(&["--shard", &format!("{number}/3"), "--out", &file(number)]);
        assert!(text.ends_with("--- exit 0\n"), "{text}");
    }
    let merged = banco(&["sim", "merge", &file("3"), &file("1"), &file("2"), "--out", &file("merged")]);
    assert_eq!(merged, single);
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(text("merged"), text("single"));
    assert!(!merged.contains("warning"), "{merged}");
    let some = banco(&["sim", "merge", &file("1"), &file("2")]);
    assert!(
        some.contains("warning: these are 200 of the 300 shoes of the run: other parts are missing"),
        "{some}"
    );
    // A part goes on where it ended, to the same result.
    let resumed = sim(&["--resume", &file("1"), "--out", &file("resumed")]);
    assert_eq!((resumed, text("resumed")), (single, text("single")));
    let refused = |text: String, code: &str| {
        assert!(text.contains(&format!("error[{code}]")) && text.ends_with("--- exit 3\n"), "{text}");
    };
    refused(banco(&["sim", "merge", &file("1"), &file("3")]), "gap");
    refused(banco(&["sim", "merge", &file("1"), &file("single")]), "overlap");
    refused(sim(&["--seed", "2", "--resume", &file("1")]), "different_runs");
    sim(&["--seed", "2", "--shard", "2/3", "--out", &file("other")]);
    refused(banco(&["sim", "merge", &file("1"), &file("other")]), "different_runs");
    std::fs::write(folder.join("damaged"), text("1").replace("\"seed\":1", "\"seed\":2")).unwrap();
    refused(banco(&["sim", "merge", &file("damaged")]), "damaged_result");
    std::fs::write(folder.join("later"), text("1").replace("\"version\":1", "\"version\":99")).unwrap();
    refused(banco(&["sim", "merge", &file("later")]), "other_version");
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_keeps_what_is_done() {
    let folder = folder("interrupted");
    let file = folder.join("part").display().to_string();
    let arguments = ["sim", "-r", "ma-baccarat", "-w", "tie", "--shoes", "4000000000", "--out", &file];
    let child = Command::new(env!("CARGO_BIN_EXE_banco"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    interrupt::at_work(child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let kept = banco(&["sim", "merge", &file]);
    assert!(kept.starts_with(&format!("--- stdout\n{}\n--- stderr\n", told.trim_end())), "{kept}");
    assert!(kept.contains("other parts are missing") && kept.ends_with("--- exit 0\n"), "{kept}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn shuffles_print_within_a_hundred_columns_and_the_same_on_any_number_of_threads() {
    let with = |threads| {
        banco(&[
            "shuffle",
            "-r",
            "ma-baccarat",
            "--shuffles",
            "300",
            "--travel",
            "--seed",
            "3",
            "--threads",
            threads,
        ])
    };
    let one = with("1");
    assert!(one.lines().all(|line| line.chars().count() <= 100), "{one}");
    assert_eq!(one, with("2"));
    assert_eq!(one, with("3"));
}

/// A meter that the licensee has to set up is told once.
#[test]
fn a_meter_without_figures_is_told_once() {
    let whole = include_str!("../../../rulebooks/ma-midi/examples/house-money-royal-9.toml");
    let figures = |line: &&str| !["star =", "spade =", "heart ="].iter().any(|meter| line.starts_with(meter));
    let without: Vec<&str> = whole.lines().filter(figures).collect();
    let told = banco_with(&["check", "-"], &without.join("\n"));
    assert_eq!(told.matches("error[meter_needed]").count(), 3, "{told}");
    assert!(!told.contains("meter_not_fed"), "{told}");
}

/// Nothing is ever proposed that has no name.
#[test]
fn no_hint_proposes_nothing() {
    let keys = [
        "wager.tie.paytable=x",
        "wager.player.paytable=p",
        "options.shuffle=",
        "variant=",
        "rulebook=",
        "x=1",
    ];
    for key in keys {
        let told = banco(&["check", "ma-baccarat/ez", "--set", key]);
        assert!(!told.contains("did you mean ``"), "{key}: {told}");
    }
}

/// A file that is there and cannot be read is not told to be missing.
#[test]
fn a_file_that_cannot_be_read_is_told_so() {
    let folder = env!("CARGO_MANIFEST_DIR");
    for words in [&["check", folder][..], &["run", folder], &["sim", "merge", folder]] {
        let told = banco(words);
        assert!(!told.contains("no such") && !told.contains("there is no file"), "{words:?}: {told}");
        assert!(told.contains("cannot read") || told.contains("is a folder"), "{words:?}: {told}");
    }
    let binary = std::env::temp_dir().join(format!("banco-not-text-{}.toml", std::process::id()));
    std::fs::write(&binary, b"rulebook = \"\xff\xfe\"").unwrap();
    let told = banco(&["check", binary.to_str().unwrap()]);
    std::fs::remove_file(&binary).unwrap();
    assert!(told.contains("not text") && told.ends_with("--- exit 3\n"), "{told}");
}

/// A trigger of many points takes no longer than one of few: its areas are added up once. (In a release build the
/// answer takes a fraction of a second; the limit leaves room for an unoptimized one on a busy machine.)
#[test]
fn a_trigger_of_a_thousand_points_is_answered_at_once() {
    let point = |at: u32| format!("{}.{:02}:{}", 250 + at * 75 / 100, at * 75 % 100, 1 + at * 37 % 101);
    let points: Vec<String> = (0..=1000).map(point).collect();
    let began = std::time::Instant::now();
    let told = banco(&[
        "odds",
        "-s",
        "ma-baccarat/royal-9",
        "royal-9",
        "--must-hit",
        "--trigger",
        &points.join(","),
    ]);
    assert!(told.contains("rounds for $") && told.ends_with("--- exit 0\n"), "{}", &told[told.len() - 300..]);
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}

/// A Banker who may choose, by the solved play: 1.2916 percent is the figure of six decks, as chemin de fer is dealt;
/// eight decks come to 1.2886. Both agree with a plain count of all deals and the two-by-eight game over them.
#[test]
fn the_solved_play_is_counted_by_the_number_of_decks() {
    for (decks, edge) in [("6", "1.291551255%"), ("8", "1.288622440%")] {
        let set = format!("decks={decks}");
        let told = banco(&[
            "par",
            "-r",
            "ma-chemin-de-fer",
            "player",
            "--set",
            "options.banker-draw=optional",
            "--set",
            &set,
            "--with",
            "nothing",
        ]);
        assert!(told.contains(&format!("house edge by the solved play {edge}")), "{told}");
    }
}
