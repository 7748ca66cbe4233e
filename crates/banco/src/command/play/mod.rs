//! `banco play`: a game in the terminal, round by round, against the table of the engine.

mod ask;
mod bank;
mod betting;
mod board;
mod game;
mod input;
mod jackpots;
mod layout;
mod others;
mod purse;
mod show;
mod words;

use std::sync::Arc;

use anyhow::Context as _;
use banco_engine::table::{Person, Rules, RulesError, Table};
use banco_house::{Advice, Chance};
use banco_money::{Amount, Rounding};
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::{Diagnostic, Library, Terms};
use clap::Args;
use owo_colors::OwoColorize as _;

use self::game::Game;
use self::input::{Input, Over};
use self::others::Others;
use crate::failure::Failure;
use crate::{output, source};

/// So many automatic players sit at a table where players hold the bank.
const USUAL_OTHERS: usize = 4;

/// The tray holds so many times what a seat brings; the floor brings more where it must.
const TRAY: u64 = 1_000;

/// At which table, with whom and with what.
#[derive(Args)]
pub struct PlayArguments {
    /// The rulebook, such as `ma-midi` or `ma-chemin-de-fer`.
    #[arg(short, long, value_name = "ID", required_unless_present = "submission")]
    rulebook: Option<String>,

    /// A Rules Submission: a file, or the name of one that comes with the rulebook, such as `ez`. Without it the
    /// default one.
    #[arg(short, long, value_name = "NAME|FILE")]
    submission: Option<String>,

    /// Set one key of the submission, such as `--set wager.tie.max='$50'`.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Your seats, by their printed numbers; usually the first of the table.
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    seats: Vec<u8>,

    /// How many automatic players sit at other seats; usually none, and four where the players hold the bank.
    #[arg(long, value_name = "N")]
    others: Option<usize>,

    /// What each of your seats, and everybody else, buys in for. Others who run short buy in for as much again.
    #[arg(long, value_name = "AMOUNT", default_value = "10000")]
    bank: String,

    /// Play a game that can be repeated: the same seed gives the same cards. For practice.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Plays until the player has had enough.
pub fn run(arguments: &PlayArguments, library: &Library) -> Result<(), Failure> {
    let rules = rules(arguments, library)?;
    let bank = bank(arguments, &rules.terms)?;
    let seats = seats(arguments, &rules)?;
    let chance = arguments.seed.map_or(Chance::System, Chance::Seed);
    let others = others(arguments, &rules, &seats, bank, chance)?;
    let mine: Vec<Person> = seats.iter().map(|seat| Person(u32::from(*seat))).collect();
    let float = bank.times(TRAY, 1, Rounding::Down).map_err(|error| bad_bank(&error.to_string()))?;
    output::print(&welcome(&rules.terms, &mine, &others, bank, chance))?;
    let mut game = Game::new(Table::new(&rules), Input::new()?, others, bank, chance);
    game.open(&mine, float)?;
    game.play()?;
    output::print(&farewell(&game)?)?;
    match game.input.over() {
        Some(Over::Interrupted) => Err(Failure::Interrupted),
        _ => Ok(()),
    }
}

/// The rules of the table, if it can be played at.
fn rules(arguments: &PlayArguments, library: &Library) -> Result<Arc<Rules>, Failure> {
    if arguments.submission.as_deref() == Some("-") {
        let message = "`--submission -` cannot be: the game itself is played on standard input";
        return Err(Diagnostic::error("stdin_taken", message).hint("name a file").into());
    }
    let (rulebook, name) = (arguments.rulebook.as_deref(), arguments.submission.as_deref());
    let terms = source::submitted(library, rulebook, name, &arguments.set)?;
    Rules::new(terms).map(Arc::new).map_err(|error| match error {
        RulesError::Terms(error) => error.into(),
        RulesError::UnknownOption { .. } | RulesError::UnknownChoice { .. } => {
            let hint =
                "mend the rulebook's `rulebook.toml`; an option that only people go by says `told = true`";
            Failure::usage(Diagnostic::error("not_playable", error.to_string()).hint(hint))
        }
        RulesError::NoHandling { .. } => {
            let hint = "play a rulebook that does; `banco rules list` names them";
            Failure::usage(Diagnostic::error("not_playable", error.to_string()).hint(hint))
        }
    })
}

/// The automatic players, at the first seats that are free. Where players hold the bank somebody has to bet
/// against it.
fn others(
    arguments: &PlayArguments,
    rules: &Rules,
    seats: &[u8],
    bank: Amount,
    chance: Chance,
) -> Result<Others, Failure> {
    let file = &rules.terms.rulebook.file;
    let house = file.family == Family::HouseBanked;
    let free: Vec<u8> =
        rules.seats.iter().map(|seat| seat.number).filter(|seat| !seats.contains(seat)).collect();
    let usual = if house { 0 } else { USUAL_OTHERS.min(free.len()) };
    let many = arguments.others.unwrap_or(usual);
    let Some(taken) = free.get(..many) else {
        let message = format!("`--others {many}` find no seats: {} are free", free.len());
        return Err(Diagnostic::error("too_many_players", message).hint("name a smaller number").into());
    };
    let least = usize::from(file.seats.min);
    if !house && many + seats.len() < least {
        let message = format!("`--others {many}` leaves too few players: somebody bets against the bank");
        let hint = format!("the table needs {least} players");
        return Err(Diagnostic::error("too_few_players", message).hint(hint).into());
    }
    let advice = if house { Advice::default() } else { Advice::from_terms(&rules.terms)? };
    let random = chance.for_purpose("other players", 0).context("the system has no randomness")?;
    Ok(Others::new(taken, bank, advice, random))
}

fn bad_bank(message: &str) -> Failure {
    Failure::from(Diagnostic::error("bad_amount", message).hint("write it like `--bank 10000`"))
}

fn bank(arguments: &PlayArguments, terms: &Terms) -> Result<Amount, Failure> {
    let bank =
        Amount::parse_in(&arguments.bank, terms.currency).map_err(|error| bad_bank(&error.to_string()))?;
    if bank.currency() != terms.currency || !bank.is_positive() {
        return Err(bad_bank(&format!("`{}` is nothing to play with here", arguments.bank)));
    }
    Ok(bank)
}

/// The player's seats: known to the table, and each one once.
fn seats(arguments: &PlayArguments, rules: &Rules) -> Result<Vec<u8>, Failure> {
    let known: Vec<u8> = rules.seats.iter().map(|seat| seat.number).collect();
    if arguments.seats.is_empty() {
        return Ok(known.into_iter().take(1).collect());
    }
    for (at, seat) in arguments.seats.iter().enumerate() {
        if !known.contains(seat) {
            let numbers: Vec<String> = known.iter().map(u8::to_string).collect();
            let hint = format!("its seats are {}", numbers.join(", "));
            let message = format!("the table has no seat `{seat}`");
            return Err(Diagnostic::error("unknown_seat", message).hint(hint).into());
        }
        if arguments.seats.iter().skip(at + 1).any(|other| other == seat) {
            let message = format!("seat `{seat}` is named twice");
            return Err(Diagnostic::error("seat_taken", message).hint("name each seat once").into());
        }
    }
    Ok(arguments.seats.clone())
}

fn welcome(terms: &Terms, mine: &[Person], others: &Others, bank: Amount, chance: Chance) -> String {
    let each = if mine.len() > 1 { " each" } else { "" };
    let mut lines = vec![
        terms.name.bold().to_string(),
        format!("You have {} and {bank}{each}. `help` says what you can say.", board::seats(mine)),
    ];
    lines.extend(guests(terms, others, bank));
    if let Chance::Seed(seed) = chance {
        lines.push(format!("The cards come by seed {seed}: a game for practice, which anybody can repeat."));
    }
    lines.join("\n")
}

/// Who else plays, and with how much.
fn guests(terms: &Terms, others: &Others, bank: Amount) -> Option<String> {
    let numbers: Vec<String> = others.people().map(|person| person.0.to_string()).collect();
    let told = match numbers.as_slice() {
        [] => return None,
        [one] => format!("Guest {one} sits at seat {one} with {bank}"),
        many => format!("Guests {} sit at the seats of their numbers with {bank} each", many.join(", ")),
    };
    // Somebody has to hold the bank, and to bet against it.
    Some(match terms.rulebook.file.family {
        Family::HouseBanked => format!("{told}."),
        Family::CheminDeFer | Family::PlayerBanked => {
            format!("{told}; whoever runs short of a bank buys in again for a multiple of it.")
        }
    })
}

/// The result of the session.
fn farewell(game: &Game) -> Result<String, Failure> {
    let result = game.took.minus(game.brought).map_err(anyhow::Error::from)?;
    let rounds = match game.table.round().number {
        0 => "no round".to_owned(),
        1 => "one round".to_owned(),
        many => format!("{many} rounds"),
    };
    let told = match (result.is_zero(), result.is_positive()) {
        (true, _) => "you leave as you came".to_owned(),
        (_, true) => format!("you have won {result}"),
        (_, false) => format!("you have lost {}", result.negated().map_err(anyhow::Error::from)?),
    };
    let (brought, took) = (game.brought, game.took);
    Ok(format!("\nAfter {rounds} {}: {brought} brought, {took} taken away.", told.bold()))
}
