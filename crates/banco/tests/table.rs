//! Tables on the command line: games that are played, and case files that drive a table.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "folder/mod.rs"]
mod folder;
#[cfg(target_os = "linux")]
#[path = "interrupt/mod.rs"]
mod interrupt;
#[path = "shell/mod.rs"]
mod shell;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use folder::Folder;

/// A game of practice with these lines; `/` stands for the end of a line.
fn play(arguments: &[&str], lines: &str) -> String {
    play_by("7", arguments, lines)
}

/// The same by another seed.
fn play_by(seed: &str, arguments: &[&str], lines: &str) -> String {
    let words = [&["play"], arguments, &["--seed", seed]].concat();
    shell::run(&words, &format!("{}\n", lines.replace(" / ", "\n").replace(" /", "\n")))
}

/// What is told from the line with these words on, up to the end of that round.
fn round_with(text: &str, words: &str) -> String {
    let from = text.lines().skip_while(|line| !line.contains(words));
    from.take_while(|line| !line.starts_with("  Bead plate")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_few_rounds_of_midi() {
    insta::assert_snapshot!(play(
        &["-r", "ma-midi"],
        "208 / banker 100 /  / turn /  / turn / player 50 tie 5 /  / turn / turn / money"
    ));
}

#[test]
fn a_few_rounds_of_baccarat_with_others() {
    let lines = "100 / banker 500 /  / relinquish / player 500 /  / turn / turn /  / player 100 / turn / no / why / quit";
    insta::assert_snapshot!(play(&["-r", "ma-baccarat", "--others", "2", "--seats", "4"], lines));
}

#[test]
fn a_few_rounds_of_colorado_on_two_seats() {
    let lines = "decline / 300 / free hand / player 25 perfect-pair 5 / 5: banker 50 /  / turn / turn / turn / 5: leave / leave";
    insta::assert_snapshot!(play(&["-r", "co-rule-28", "--seats", "2,5"], lines));
}

#[test]
fn super_pan_9_asks_to_draw_or_stand() {
    let lines = "144 / player 100 /  / same /  / same /  / draw / same /  / stand / quit";
    insta::assert_snapshot!(play(&["-r", "co-rule-28", "-s", "super-pan-9"], lines));
}

#[test]
fn house_money_is_taken_or_pressed() {
    let round = "player 100 house-money 25 / deal / turn / press banker / press / turn / ";
    let text =
        play(&["-r", "ma-midi", "-s", "house-money-royal-9"], &format!("208 / {}quit", round.repeat(40)));
    insta::assert_snapshot!(round_with(&text, "take or press?"));
    assert!(text.ends_with("--- exit 0\n"), "{text}");
}

#[test]
fn what_can_be_looked_at() {
    insta::assert_snapshot!(play(
        &["-r", "ma-midi"],
        "help / table / 208 / why / banker 100 / deal / turn / turn / why / roads"
    ));
}

#[test]
fn a_table_tells_its_meters_and_what_depends_on_the_seat() {
    let told = [
        (&["-s", "ma-baccarat/royal-9", "--seats", "3,14"][..], "  royal-9"),
        (&["-s", "co-rule-28/99-fortunes", "--seats", "1,5"], "  99-fortunes"),
        (&["-s", "co-rule-28/eternal"], "  harmony"),
    ]
    .map(|(words, wager)| {
        let told = play(words, "table");
        let from = told.lines().skip_while(|line| !line.starts_with(wager));
        from.take_while(|line| line.starts_with("  ")).collect::<Vec<_>>().join("\n")
    });
    insta::assert_snapshot!(told.join("\n\n"));
}

#[test]
fn vigorish_is_told_only_where_a_wager_owes_it() {
    let head = |table: &str| {
        let told = play(&["-s", table], "table");
        told.lines().find(|line| line.contains(" decks, ")).unwrap().to_owned()
    };
    assert!(!head("co-rule-28/ez").contains("vigorish"), "{}", head("co-rule-28/ez"));
    assert!(!head("ma-baccarat/ez").contains("vigorish"), "{}", head("ma-baccarat/ez"));
    assert!(head("ma-baccarat/royal-9").ends_with("14 seats, 5% vigorish (at payment)"));
}

#[test]
fn wrong_words_lose_nothing() {
    let lines = "9 / soon /  / foo / banker / baker 100 / banker ten / banker 10 / banker 100 tie 1 / 3: banker 100 / \
                 deal / dragon-bonus 5 / pass / free hand / down tie / same / buy 0 / tie 5 / down tie / money";
    insta::assert_snapshot!(play(&["-r", "ma-midi"], lines));
}

#[test]
fn a_bank_is_bid_for_covered_claimed_and_passed() {
    let lines = "50 / 20000 / 1000 / 900 /  / 1000 / banco / 1000 /  / banco / suivi /  / banco / stay /  /  / banco \
                 / stay /  /  / 1000 / 50 / 50 / bank / yes / 100 / 300 / 200 /  / pass / why / quit";
    insta::assert_snapshot!(play_by("0", &["-r", "ma-chemin-de-fer"], lines));
}

#[test]
fn a_bid_that_would_not_lead_is_asked_for_again() {
    let near = play_by("0", &["-r", "ma-chemin-de-fer"], "500 / bank / 500 / 600 / quit");
    let far =
        play_by("0", &["-r", "ma-chemin-de-fer", "--seats", "5", "--others", "2"], "100 / 200 / 900 / quit");
    insta::assert_snapshot!([near, far].map(|told| round_with(&told, "do you bid")).join("\n\n"));
}

#[test]
fn a_banker_may_choose_where_the_house_leaves_it_open() {
    let lines = "900 / 900 / 900 / why / perhaps / draw / quit";
    let text = play_by("2", &["-r", "ma-chemin-de-fer", "--set", "options.banker-draw=optional"], lines);
    insta::assert_snapshot!(round_with(&text, "`perhaps` is not an answer"));
    assert!(text.ends_with("--- exit 0\n"), "{text}");
}

#[test]
fn a_number_beyond_all_money_is_too_much() {
    let text = play(&["-r", "ma-midi"], "no / player 99999999999999999999 / money");
    assert!(text.contains("that is too much"), "{text}");
}

/// Enter takes nothing on, gives nothing up and puts up no money, at whatever prompt: it is no to what is offered, and
/// no answer where something has to be chosen.
#[test]
fn enter_is_the_cautious_answer_everywhere() {
    let cut = play(&["-r", "ma-midi"], " / banker 100 /  /  / turn / quit");
    assert!(cut.contains("do you cut? (52 to 364 cards from the top; Enter for no) >\n"), "{cut}");
    assert!(cut.contains("seat 1 declines the cut"), "{cut}");
    assert!(cut.contains("| Banker $100; Enter deals] >\n"), "{cut}");
    assert!(cut.contains("Enter asks again) >\n  Enter alone is no answer to this\n"), "{cut}");
    let wager = "player 100 house-money 25 / deal / turn /  / take / turn / ".repeat(40);
    let payout = play(&["-r", "ma-midi", "-s", "house-money-royal-9"], &format!("208 / {wager}quit"));
    assert!(
        payout
            .contains("adds 50% of it to the Player wager; Enter asks again) >\n  Enter alone is no answer"),
        "{payout}"
    );
    let bank = play_by("0", &["-r", "ma-chemin-de-fer"], "1000 / 1000 /  / pass / quit");
    assert!(bank.contains("passes the bank on; Enter asks again) >\n  Enter alone is no answer"), "{bank}");
    let cover = play_by("9", &["-r", "ca-21st-century", "--others", "2"], "yes /  / 200 / quit");
    assert!(
        cover.contains("gives the position up; Enter asks again) >\n  Enter alone is no answer"),
        "{cover}"
    );
    let lines = "no / player 50 /  / player 50 /  / player 50 /  / player 50 /  /  / stand / quit";
    let five = play_by("2", &["-r", "ca-21st-century"], lines);
    assert!(five.contains("to the hit line; Enter asks again) >\n  Enter alone is no answer"), "{five}");
}

/// Who covers a round may add to the cover until it is dealt.
#[test]
fn a_player_dealer_raises_the_cover() {
    let lines = "yes / 200 / cover 100 / raise 50 / cover nothing / cover 99999 /  / quit";
    insta::assert_snapshot!(play_by("9", &["-r", "ca-21st-century", "--others", "2"], lines));
}

/// What nobody has covered when everybody was asked is offered to the player once more.
#[test]
fn a_cover_is_raised_before_no_more_bets() {
    let lines = " /  /  /  / 25 / 99999 / 10 /  / quit";
    insta::assert_snapshot!(play_by("5", &["-r", "ma-chemin-de-fer", "--others", "3"], lines));
}

/// Everybody brings what `--bank` says, and the game says what becomes of whoever runs short.
#[test]
fn a_bank_holds_for_everybody() {
    let told = play(&["-r", "ma-chemin-de-fer", "--bank", "2500"], "quit");
    assert!(told.contains("You have seat 1 and $2,500."), "{told}");
    assert!(
        told.contains("Guests 2, 3, 4, 5 sit at the seats of their numbers with $2,500 each; "),
        "{told}"
    );
    let one = play(&["-r", "ma-midi", "--bank", "500", "--others", "1"], "quit");
    assert!(one.contains("Guest 2 sits at seat 2 with $500.\n"), "{one}");
}

/// Who has no wager may look on where somebody else has one; where nobody has, it is not proposed.
#[test]
fn deal_without_a_wager_looks_on() {
    let text = play(&["-r", "ma-baccarat", "--others", "2"], "no / no /  / deal / quit");
    assert!(text.contains("`deal` to look on") && text.contains("After one round"), "{text}");
    let alone = play(&["-r", "ma-baccarat"], "no / no /  / quit");
    assert!(alone.contains("you have no wager") && !alone.contains("to look on"), "{alone}");
}

#[test]
fn one_player_holds_the_bank_against_their_own_other_seat() {
    let lines = "decline / 100 /  /  / 200 /  / 5: 50 / 200 / all / 150 / 2: leave / 5: buy 500 / 2: 50 / banco / money";
    insta::assert_snapshot!(play(
        &["-r", "ma-chemin-de-fer", "--seats", "2,5", "--others", "0", "--bank", "1000"],
        lines
    ));
}

#[test]
fn a_round_is_covered_by_a_player_and_settled_from_the_action_button() {
    let lines = "tie 10 / player 50 / pass /  / dealer 100 rb 10 /  / same /  / player 50 tie 10 /  / bank / yes / 5 / 60 \
                 / player 50 / leave /  / 200 / pass / bank / why / quit";
    insta::assert_snapshot!(play_by("4", &["-r", "ca-21st-century"], lines));
}

#[test]
fn each_bettor_stands_or_hits_on_an_optional_five() {
    let lines = "no / player 50 /  / player 50 /  / player 50 /  / player 50 /  / leave / perhaps / stand";
    let text = play_by("2", &["-r", "ca-21st-century"], lines);
    insta::assert_snapshot!(round_with(&text, "do you stand or hit"));
    assert!(text.ends_with("--- exit 0\n"), "{text}");
    // Whoever says nothing hits.
    let silent = play_by("2", &["-r", "ca-21st-century"], lines.trim_end_matches("leave / perhaps / stand"));
    assert!(silent.contains("third card of the Player: 8c") && !silent.contains("seat 1 stands"), "{silent}");
}

#[test]
fn what_can_be_said_and_looked_at_where_players_hold_the_bank() {
    let told = ["ma-chemin-de-fer", "ca-21st-century"]
        .map(|rulebook| play(&["-r", rulebook, "--others", "2"], "help / bank / table / why / money"));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn wrong_words_about_the_bank_lose_nothing() {
    let lines = "soon / bid / bid ten / -5 / 99999999999999999999 / 3: 100 / 20000 / buy / buy ten / buy 0 / \
                 buy 30000 / 20000 / banco / leave / 10 / pass / 20000 / leave";
    insta::assert_snapshot!(play_by("5", &["-r", "ma-chemin-de-fer", "--others", "1"], lines));
    let lines =
        "maybe / yes / banco / 5 / 20000 / 200 / player 50 / 9: player 50 / rb 10 / down tie / pass / leave";
    insta::assert_snapshot!(play_by("9", &["-r", "ca-21st-century", "--others", "1"], lines));
}

#[test]
fn a_game_at_the_bank_is_repeated_by_its_seed() {
    for rulebook in ["ma-chemin-de-fer", "ca-21st-century"] {
        let lines = "50 / player 50 /  / ".repeat(20);
        let session = || play_by("11", &["-r", rulebook], &lines);
        assert_eq!(session(), session());
        assert_ne!(session(), play_by("12", &["-r", rulebook], &lines));
    }
}

#[test]
fn a_whole_shoe_is_dealt_and_the_next_one_begins() {
    let lines = format!("208 / {}", "banker 25 / deal / turn / turn / ".repeat(110));
    let text = play(&["-r", "ma-midi"], &lines);
    for told in [
        "the cut card comes out",
        "dealer: \"last hand\"",
        "the shoe is over",
        "of marked vigorish",
        "Shoe 2.",
    ] {
        assert!(text.contains(told), "{told}");
    }
    assert!(text.ends_with("--- exit 0\n"), "{text}");
}

#[test]
fn tables_that_cannot_be_played_at() {
    let refused = [
        &["-r", "ma-chemin-de-fer", "--others", "0"][..],
        &["-r", "ca-21st-century", "--others", "8"],
        &["-r", "ma-mid"],
        &["-r", "ma-midi", "--seats", "1,9"],
        &["-r", "ma-midi", "--seats", "2,2"],
        &["-r", "ma-midi", "--others", "7"],
        &["-r", "ma-midi", "--bank", "0"],
        &["-r", "ma-midi", "-s", "-"],
    ];
    let told: Vec<String> = refused.iter().map(|words| play(words, "")).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn cards_of_a_game_without_a_seed_are_not_repeated() {
    let deal = || shell::run(&["play", "-r", "ma-midi"], "\nbanker 100\n\n");
    assert_ne!(deal(), deal());
    assert!(!deal().contains("practice"));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_pays_and_leaves() {
    let told = interrupted("ma-midi", "7", b"\nbanker 100\n");
    assert!(
        told.contains("seat 1 takes down $100 on Banker") && told.contains("you leave seat 1 with $10,000"),
        "{told}"
    );
    // A hand that one is bound to is dealt first.
    let told = interrupted("ca-21st-century", "4", b"deal\ndeal\ndeal\ndeal\nyes\n60\n");
    assert!(told.contains("you: +$18") && told.contains("you leave seat 1 with $10,018"), "{told}");
}

/// What is told by a game in which Ctrl-C comes after these lines.
#[cfg(target_os = "linux")]
fn interrupted(rulebook: &str, seed: &str, lines: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_banco"))
        .args(["play", "-r", rulebook, "--seed", seed])
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut typed = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut typed, lines).unwrap();
    interrupt::waiting(child.id());
    let output = child.wait_with_output().unwrap();
    drop(typed);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(130), "{told}");
    told
}

const ROUND: &str = "\
# A round at a midi table.

case: a natural of the Banker
cite: 11(a)
rulebook: ma-midi
play: ready 1 3
seat 1: bet player $100
seat 3: bet banker $200
seat 3: bet banker $9,000
! above_maximum 7(b)
dealer: no more bets
shoe: 7h 2c Kd 6s
seat 1: turn
seat 3: turn
> Banker wins
dealer: settle
= owed by seat 3 $10
";

#[test]
fn a_case_is_told_line_by_line() {
    insta::assert_snapshot!(shell::run(&["run", "-"], ROUND));
}

#[test]
fn a_case_is_told_in_json() {
    let round = ROUND.replace("cite: 11(a)", "cite: 7(b)\ncontext: 11(a)");
    let short: String = round.lines().take(11).map(|line| format!("{line}\n")).collect();
    let script = short.replace("play: ready 1 3", "play: ready 1 3 results");
    let told = shell::run(&["run", "-", "--json"], &script);
    // The hashes of the rules change with every byte of the data.
    let lines = told.lines().filter(|line| !line.contains("_hash\": "));
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

/// A jackpot at one of two tables, and the reading of the day.
const JACKPOT: &str = "\
case: a jackpot at one table of two
rulebook: ma-midi
submission: house-money-royal-9
play: ready 1
table 2
ready 1
table 1
seat 1: bet tie $5
seat 1: bet royal-9 $5
dealer: no more bets
shoe: Ks 2d 9h 3s
floor: read meters day 1
";

#[test]
fn a_link_is_told_at_every_table_and_with_the_report_of_the_day() {
    let text = shell::run(&["run", "-"], JACKPOT);
    for line in [
        "      START GAME: seat 1; $0.30 into Star Progressive, $0.25 into Spade Progressive, $0.25 into Heart Progressive",
        "      the sign shows \"Jackpot Pending\" for royal-9",
        "      table 2: the sign shows \"Jackpot Pending\" for royal-9",
        "        midi-pit, day 1\n",
        "        Heart Progressive\n",
        "          read                                 $900.25\n",
        "            pending                            $450.25\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let json = shell::run(&["run", "-", "--json"], JACKPOT);
    assert!(json.contains("\"report\": [\n") && json.contains("\"midi-pit, day 1\""), "{json}");
}

#[test]
fn cases_that_fail_are_told_with_their_place() {
    let second = ROUND.replace("a natural of the Banker", "another").replace("Banker wins", "Player wins");
    let third = ROUND.replace("seat 1: turn", "seat 3: turn").replace("a natural of the Banker", "a third");
    let all = format!("{ROUND}\n{second}\n{third}");
    insta::assert_snapshot!(shell::run(&["run", "-", "--quiet"], &all));
    insta::assert_snapshot!(shell::run(&["run", "-", "--quiet", "--case", "natural"], &all));
    insta::assert_snapshot!(shell::run(&["run", "-", "--quiet", "--case", "3"], &all));
    insta::assert_snapshot!(shell::run(&["run", "-", "--case", "fourth"], &all));
    let text = shell::run(&["run", "-", "--case", "2"], &all);
    assert!(text.contains("  failed at line 33\n") && text.ends_with("--- exit 4\n"), "{text}");
}

#[test]
fn a_clause_that_a_case_does_not_produce_is_told_with_its_place() {
    let told = |cite: &str| shell::run(&["run", "-", "--quiet"], &ROUND.replace("cite: 11(a)", cite));
    let cited = told("cite: 11(a), 13(a), 13(b)");
    assert!(cited.contains("cites `13(a)`, `13(b)`, which nothing in the case produces"), "{cited}");
    assert!(cited.contains("--> <stdin>:4:1\n") && cited.ends_with("--- exit 4\n"), "{cited}");
    let context = told("context: 11(a)");
    assert!(context.contains("has `11(a)` under `context`, which the case produces"), "{context}");
    let other = shell::run(&["run", "-", "-q"], &ROUND.replace("maximum 7(b)", "maximum 7(b), 7(c)"));
    assert!(other.contains("expected `above_maximum` by the clauses 7(b), 7(c), found 7(b)"), "{other}");
}

#[test]
fn scripts_that_cannot_be_read_do_nothing() {
    let changed = |from: &str, to: &str| shell::run(&["run", "-"], &ROUND.replace(from, to));
    let told = [
        shell::run(&["run", "-"], "# nothing here\n"),
        shell::run(&["run", "/no/such/file.case"], ""),
        changed("rulebook: ma-midi\n", ""),
        changed("ma-midi", "ma-mid"),
        changed("cite", "sight"),
        changed("no more bets", "no more beds"),
        changed("seat 1: turn", "seat one turns"),
        changed("Kd", "Kx"),
        changed("maximum 7(b)", "maximum"),
        changed("$10\n", "ten\n"),
    ];
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_file_in_a_rulebooks_folder_needs_no_rulebook() {
    let folder = Folder::new("run");
    let cases = folder.file("ma-midi/cases");
    std::fs::create_dir_all(&cases).unwrap();
    let file = cases.join("round.case");
    std::fs::write(&file, ROUND.replace("rulebook: ma-midi\n", "")).unwrap();
    let text = shell::run(&["run", "-q", file.to_str().unwrap()], "");
    assert_eq!(text, "--- stdout\nthe case passed\n--- exit 0\n");
}

/// What lies in a folder.
fn listed(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// Runs every case file of a rulebook, and gives how many there are.
fn run_cases_of(rulebook: &Path) -> usize {
    let files = listed(&rulebook.join("cases"));
    for file in &files {
        let told = shell::run(&["run", "-q", file.to_str().unwrap()], "");
        let passed = ["case passed\n--- exit 0\n", "cases passed\n--- exit 0\n"];
        assert!(passed.iter().any(|end| told.ends_with(end)), "{}\n{told}", file.display());
    }
    files.len()
}

#[test]
fn every_shipped_case_file_can_be_run() {
    let rulebooks = listed(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks"));
    let each = rulebooks.into_iter().map(|rulebook| std::thread::spawn(move || run_cases_of(&rulebook)));
    let each: Vec<_> = each.collect();
    let files: usize = each.into_iter().map(|one| one.join().unwrap()).sum();
    assert!(files > 100, "only {files} case files were found");
}

/// One case of each kind that is no script.
const JUDGED: &str = "\
case: Banker wins with vigorish
cite: 7(a)(1)(i), 12(c)
cards: 2h 3c Kd 4s 2d
outcome: banker 4-7
wager: banker=100 -> win 100 vigorish 5
wager: tie=10 -> lose

case: nine decks
set: decks = 9
refused: decks_not_acknowledged

case: no plug
cite: 5(g)(1)
shuffle: riffle x2, strip 5, turn, riffle, lace 1 deck, cut
refused: step_missing 5(g)(1)

table: tie = 10
hit Tie: 7c 7d Kh Ks -> 80
miss Tie: 7c 6d Kh Ks
";

#[test]
fn cases_without_a_table_are_judged() {
    insta::assert_snapshot!(shell::run(&["run", "-", "-r", "ma-midi"], JUDGED));
    insta::assert_snapshot!(shell::run(&["run", "-", "-r", "ma-midi", "--json", "--case", "1"], JUDGED));
    let wrong = JUDGED
        .replace("4-7", "4-6")
        .replace("decks_not_acknowledged", "bad_decks")
        .replace("step_missing", "step_too_early")
        .replace("-> 80", "-> 90");
    insta::assert_snapshot!(shell::run(&["run", "-", "-r", "ma-midi"], &wrong));
}

/// A jackpot that there is not fails its line, and the other cases are run all the same.
#[test]
fn an_unknown_jackpot_fails_its_line_only() {
    let text = "case: no jackpot\nrulebook: co-rule-28\nsubmission: eternal\nplay: ready 1 3\n= jackpot 9 $1\n\n\
                case: nothing special\nrulebook: co-rule-28\nplay: ready 1 3\n= phase wagers\n";
    let told = shell::run(&["run", "-q", "-"], text);
    assert!(told.contains("1 of 2 cases passed") && told.contains("there is no jackpot 9"), "{told}");
    assert!(told.contains("--> <stdin>:5:1") && told.ends_with("--- exit 4\n"), "{told}");
}

/// Cards are dealt on also where the shoe is offered to somebody after a round.
#[test]
fn cards_are_dealt_on_while_the_shoe_is_offered() {
    let text = "case: the shoe is offered\nrulebook: ma-baccarat\nplay: ready 1 3 until offer\n\
                dealer: deal on until 380 cards are left\n= phase wagers\n";
    assert_eq!(shell::run(&["run", "-q", "-"], text), "--- stdout\nthe case passed\n--- exit 0\n");
}

#[test]
fn cases_that_cannot_be_judged_do_nothing() {
    let run = |text: &str| shell::run(&["run", "-", "-r", "ma-midi"], text);
    let told = [
        run("case: no script\nseat 1: bet banker $100\n"),
        run("case: nothing is asked\ncite: 7(c)\n"),
        run("case: no card\ncards: 2h 3x\n"),
        run("case: no wager\ncards: 7h 2c Kd 6s\nwager: banker -> win\n"),
        run("case: no submission\nsubmission: no-such\naccepted\n"),
        run("case: no shuffle\nshuffle: riffle, wave\naccepted\n"),
        run("grid: banker\n0 D D D\n"),
        run("table: tie\nhit Tie: 7c 7d Kh Ks\n"),
    ];
    insta::assert_snapshot!(told.join("\n"));
}

/// A table whose jackpot is won by every tie.
const TIES: &str = r#"
rulebook = "co-rule-28"
name = "A link that is won often"
seats = 7
decks = 8
wager = [
  { id = "player", min = "$5", max = "$500" },
  { id = "banker", min = "$5", max = "$500" },
  { id = "tie", min = "$5", max = "$100" },
  { id = "harmony", paytable = "PT-PRG-HP-12", min = "$1", max = "$1", lines = [
    { name = "Any Tie", when = { tie = true }, pays = "100% of harmony" },
  ] },
]
"#;

#[test]
fn a_jackpot_is_claimed_verified_and_paid_before_the_round_is_over() {
    let file = std::env::temp_dir().join(format!("banco-ties-{}.toml", std::process::id()));
    std::fs::write(&file, TIES).unwrap();
    let rounds = "same\n\n".repeat(10);
    let lines = format!("208\n1: player 10 harmony 1\n2: player 10 harmony 1\n\n{rounds}quit");
    let told = play_by("5", &["-s", file.to_str().unwrap(), "--seats", "1,2"], &lines);
    std::fs::remove_file(&file).unwrap();
    insta::assert_snapshot!(round_with(&told, "jackpot 1"));
}

#[test]
fn a_seat_with_nothing_but_the_progressive_is_told_what_it_won() {
    let file = std::env::temp_dir().join(format!("banco-alone-{}.toml", std::process::id()));
    std::fs::write(&file, TIES).unwrap();
    let rounds = "same\n\n".repeat(10);
    let lines = format!("208\n1: player 10\n2: harmony 1\n\n{rounds}quit");
    let told = play_by("5", &["-s", file.to_str().unwrap(), "--seats", "1,2"], &lines);
    std::fs::remove_file(&file).unwrap();
    insta::assert_snapshot!(round_with(&told, "jackpot 1"));
}

#[test]
fn a_must_hit_meter_is_won_by_somebody_who_takes_part() {
    let seats: Vec<String> = (1..=12).map(|seat| seat.to_string()).collect();
    let wagers: Vec<String> = seats.iter().map(|seat| format!("{seat}: player 100 royal-9 5")).collect();
    // Twelve wagers put $1.20 in, and the meter has $100 to go at most.
    let rounds = "dealer\nsame\n\n".repeat(90);
    let lines = format!("208\ndealer\n{}\n\n{rounds}quit", wagers.join("\n"));
    let set = "wager.royal-9.must_hit=\"3\"";
    let told = play(
        &["-s", "ma-baccarat/royal-9", "--seats", &seats.join(","), "--bank", "1000000", "--set", set],
        &lines,
    );
    let won = told.lines().skip_while(|line| !line.contains("Must Hit has reached its trigger")).take(60);
    let won: Vec<&str> = won.collect();
    assert!(won.iter().any(|line| line.contains("drawn among 12")), "{}", won.join("\n"));
    assert!(won.iter().any(|line| line.contains("is paid a jackpot of $1") && line.contains("must-hit")));
    assert!(!told.contains("sealed"), "nobody sees a trigger");
}
