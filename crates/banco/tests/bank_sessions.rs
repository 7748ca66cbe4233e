//! Games at the bank, played by somebody who says whatever comes to mind: every one of them ends as it should,
//! and money moves between the players only, but for vigorish and collections.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "shell/mod.rs"]
mod shell;

use banco_dice::Dice;

/// What a person may say, rightly or wrongly, at any moment; the bars stand between two lines.
const WORDS: &str = "|||||100|100|200|150|50|200|bid 300|no|banco|suivi|all|pass|card|stay|stand|hit|25|10|1000|player 50|\
    dealer 100|player 50 tie 10|rb 10|dealer 20 rb 10|same|clear|deal|deal|deal|buy 500|help|why|\
    bank|table|money|roads|foo|0|-5|5|99999999999999999999|2: 50|decline|draw|down tie|free hand|\
    cover 50|take|300|turn|9: x|::|buy -1|buy 9000000000000000|3: leave|yes";

/// Who sits there, with how much.
const TABLES: &[&[&str]] = &[
    &[],
    &["--others", "1"],
    &["--others", "7"],
    &["--seats", "1,3"],
    &["--seats", "2,5", "--others", "0"],
    &["--bank", "60"],
    &["--bank", "1000", "--others", "2"],
];

/// A session of so many words; the last one may be a farewell, and then the input ends.
fn session(rulebook: &str, seed: u64, words: usize, more: &[&str]) -> String {
    let mut dice = Dice::new(seed);
    let known: Vec<&str> = WORDS.split('|').collect();
    let mut lines: Vec<&str> = (0..words).map(|_| dice.pick(&known)).collect();
    lines.push(dice.pick(&["leave", "quit", ""]));
    let table = dice.pick(TABLES);
    let seed = seed.to_string();
    let arguments = [&["play", "-r", rulebook, "--seed", &seed], table, more].concat();
    let text = shell::run(&arguments, &lines.join("\n"));
    assert!(text.ends_with("--- exit 0\n") && !text.contains("--- stderr"), "{arguments:?}: {text}");
    text
}

/// The amount behind these words, in cents.
fn cents(text: &str) -> i64 {
    let plain = text.trim().trim_end_matches('.').replace([',', '$', '+'], "");
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, "00"));
    let sign = if whole.starts_with('-') { -1 } else { 1 };
    whole.parse::<i64>().unwrap() * 100 + sign * part.parse::<i64>().unwrap()
}

/// What all players together have won in each round, and what the house has taken there.
fn rounds(text: &str) -> Vec<(i64, i64)> {
    let mut rounds: Vec<(i64, i64)> = Vec::new();
    for line in text.lines() {
        if line.starts_with("Round ") {
            rounds.push((0, 0));
        }
        let Some((won, taken)) = rounds.last_mut() else { continue };
        if let Some(others) = line.strip_prefix("  others: ") {
            *won += others.split(", guest").map(|one| cents(one.rsplit(' ').next().unwrap())).sum::<i64>();
        } else if let Some(fees) = line.strip_prefix("  collections: ") {
            *taken += fees.split(", seat").map(|one| cents(one.rsplit(' ').next().unwrap())).sum::<i64>();
        } else if line.starts_with("  seat ") && line.ends_with(" of vigorish") {
            *taken += cents(line.split(' ').rev().nth(2).unwrap());
        } else if let Some((_, change)) = line.strip_prefix("  you").and_then(|rest| rest.split_once(": "))
            && !change.contains(' ')
            && change.starts_with(['+', '-', '$'])
        {
            *won += cents(change);
        }
    }
    rounds
}

/// Many sessions; all the text of them.
fn sessions(rulebook: &str, more: &[&str]) -> String {
    let mut all = String::new();
    for seed in 0..20 {
        let text = session(rulebook, seed, 200, more);
        for (at, (won, taken)) in rounds(&text).into_iter().enumerate() {
            assert_eq!(won, -taken, "{rulebook}, seed {seed}, round {}", at + 1);
        }
        // What is brought less what is taken away is what was lost.
        let end = text.lines().rev().find(|line| line.starts_with("After ")).unwrap();
        let (told, money) = end.split_once(": ").unwrap();
        let (brought, took) = money.split_once(" brought, ").unwrap();
        let result = cents(took.trim_end_matches(" taken away.")) - cents(brought);
        let said = match told.rsplit_once(" won ").or_else(|| told.rsplit_once(" lost ")) {
            Some((_, amount)) if told.contains(" won ") => cents(amount),
            Some((_, amount)) => -cents(amount),
            None => 0,
        };
        assert_eq!(result, said, "{end}");
        all.push_str(&text);
    }
    all
}

/// Everything that can happen has happened in these sessions.
fn tells(text: &str, what: &str) {
    for told in what.split('|') {
        assert!(text.contains(told), "no session tells: {told}");
    }
}

#[test]
fn whatever_is_said_chemin_de_fer_goes_on() {
    let text = sessions("ma-chemin-de-fer", &[]);
    tells(
        &text,
        "\"Suivi\"|\"Banco\"|\"Stand Off\"|passes the bank|must pass the bank|takes back|\
         declines the bank|and may choose|it must stay|it must ask for a card|under eight|\
         the bank goes to the highest bid, without guest|is offered to seat|wrong_bank_wager|\
         above_the_bank|not_enough|buys in for",
    );
}

#[test]
fn whatever_is_said_a_banker_who_may_choose_goes_on() {
    let text = sessions("ma-chemin-de-fer", &["--set", "options.banker-draw=optional"]);
    tells(&text, "the Banker's hand counts|the banker hand asks for a card");
}

#[test]
fn whatever_is_said_21st_century_baccarat_goes_on() {
    let text = sessions("ca-21st-century", &[]);
    tells(
        &text,
        "as long as it may be held|declines the player/dealer position|you are the player/dealer|\
         do you stand or hit with $| stands| hits|as far as the cover reaches|was not covered|\
         the action button goes to|collections:|on Royale Bonus: |on Tie bet: Tie|below_minimum|\
         base_wager_needed|does not count against a natural",
    );
}
