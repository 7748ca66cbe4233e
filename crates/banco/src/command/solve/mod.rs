//! `banco solve`: what to do where there is a choice.

mod basket;
mod bettor;
mod equilibrium;
mod free;
mod press;

use banco_money::Percent;
use banco_odds::{Fraction, GoesBy, Information, Shoe, bettor_choices, decimal, free_play};
use banco_rulebook::{Library, Terms};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::command::par::CardsArguments;
use crate::failure::Failure;
use crate::source::TermsArguments;

/// Which game, from which cards.
#[derive(Args)]
pub struct SolveArguments {
    /// A wager whose payout the bettor may press (`house-money`). Without it, the choices of the game itself.
    wager: Option<String>,

    #[command(flatten)]
    terms: TermsArguments,

    #[command(flatten)]
    cards: CardsArguments,

    /// The vigorish on a Banker win, such as `0%`; default: as in the submission.
    #[arg(long, value_name = "PERCENT")]
    vigorish: Option<String>,

    /// Deal every card from a full deck, as the textbook analysis does.
    #[arg(long)]
    with_replacement: bool,

    /// Another wager of the same bettor, and how many units are on it for each unit on the Player's hand, such as
    /// `--with tie=0.5` or `--with ./my-wager.toml=1`; repeatable. The hand is then played for all of them together.
    #[arg(long, value_name = "WAGER=UNITS")]
    with: Vec<String>,

    /// What each side goes by when it chooses. For a payout that may be pressed, `cards` tells it by the four cards that
    /// lie open.
    #[arg(long, value_name = "WHAT", default_value = "counts")]
    by: ByName,

    /// Let the Banker choose in every situation, as in the private game; by default, only where the rules allow it.
    #[arg(long)]
    free_banker: bool,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What each side goes by.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum ByName {
    /// Both by the count of their two cards.
    Counts,
    /// The Player's hand by its two cards, the Banker by the count.
    PlayerCards,
    /// The Banker by the two cards, the Player's hand by its count.
    BankerCards,
    /// Both by their two cards.
    Cards,
}

impl SolveArguments {
    const fn information(&self) -> Information {
        let (player, banker) = match self.by {
            ByName::Counts => (GoesBy::Count, GoesBy::Count),
            ByName::PlayerCards => (GoesBy::Cards, GoesBy::Count),
            ByName::BankerCards => (GoesBy::Count, GoesBy::Cards),
            ByName::Cards => (GoesBy::Cards, GoesBy::Cards),
        };
        Information { player, banker, free_banker: self.free_banker }
    }
}

/// The question as it was put.
#[derive(Serialize)]
struct Asked<'a> {
    rulebook: &'a str,
    submission: Option<&'a str>,
    set: &'a [String],
    variant: &'a str,
    decks: u8,
    /// How many cards are in the shoe.
    cards: u64,
    without: String,
}

impl<'a> Asked<'a> {
    fn new(arguments: &'a SolveArguments, terms: &'a Terms, shoe: &Shoe) -> Self {
        let cards = arguments.cards.asked();
        Self {
            rulebook: terms.rulebook.id(),
            submission: arguments.terms.submission.as_deref(),
            set: &arguments.terms.set,
            variant: &terms.variant.id,
            decks: cards.decks.unwrap_or_else(|| terms.pack().decks()),
            cards: shoe.len(),
            without: cards.without,
        }
    }

    /// In a few words.
    fn words(&self) -> String {
        let cards = self.cards;
        if self.without.is_empty() {
            format!("{} decks, {cards} cards", self.decks)
        } else {
            format!("{} decks without {}, {cards} cards", self.decks, self.without)
        }
    }
}

/// Solves and prints.
pub fn run(arguments: &SolveArguments, library: &Library) -> Result<(), Failure> {
    let words: Vec<String> = arguments.wager.iter().chain(&arguments.with).cloned().collect();
    let (terms, names) = arguments.terms.terms_for(library, &words)?;
    let shoe = arguments.cards.asked().shoe(&terms)?;
    if let (Some(wager), Some(name)) = (&arguments.wager, names.first()) {
        return press::run(arguments, &terms, &shoe, (wager, name));
    }
    let choices = bettor_choices(&terms, &shoe)?;
    if !choices.is_empty() {
        refuse_flags(arguments, "each bettor decides alone here", true, false)?;
        return bettor::run(arguments, &terms, &shoe, &choices);
    }
    let vigorish = vigorish(arguments, &terms)?;
    if let Some(play) = free_play(&terms, &shoe, vigorish)? {
        refuse_flags(arguments, "the Player's hand chooses by its own cards here", false, false)?;
        let basket = basket::basket(&names, &terms, &shoe)?;
        return free::print(arguments, (&terms, &shoe), vigorish, (&play, basket.as_ref()));
    }
    equilibrium::run(arguments, &terms, shoe, vigorish)
}

/// Flags that mean nothing for the choice at hand.
fn refuse_flags(
    arguments: &SolveArguments,
    why: &str,
    vigorish: bool,
    by_cards: bool,
) -> Result<(), Failure> {
    let flags = [
        ("--vigorish", vigorish && arguments.vigorish.is_some()),
        ("--with-replacement", arguments.with_replacement),
        ("--by", arguments.by != ByName::Counts && !by_cards),
        ("--free-banker", arguments.free_banker),
        ("--with", vigorish && !arguments.with.is_empty()),
    ];
    match flags.iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(Failure::invalid("no_choice", format!("{why}: `{flag}` does not apply"))),
        None => Ok(()),
    }
}

/// The rate on the Banker's win: as told, or that of the submission.
fn vigorish(arguments: &SolveArguments, terms: &Terms) -> Result<Percent, Failure> {
    let usual = terms.vigorish.map_or(Percent::from_hundredths(0), |vigorish| vigorish.on_win);
    let vigorish: Percent = match &arguments.vigorish {
        Some(text) => text.parse().map_err(|error| Failure::invalid("bad_percent", format!("{error}")))?,
        None => usual,
    };
    if vigorish > Percent::HUNDRED {
        return Err(Failure::invalid(
            "bad_percent",
            format!("a vigorish of {vigorish} is more than the win itself"),
        ));
    }
    Ok(vigorish)
}

/// A frequency: always, never, or a fraction.
fn how_often(frequency: &Fraction) -> String {
    match frequency.to_string().as_str() {
        "0" => "never".to_owned(),
        "1" => "always".to_owned(),
        _ => shown(frequency),
    }
}

/// A fraction with its decimal value.
fn shown(fraction: &Fraction) -> String {
    if fraction.is_integer() {
        fraction.to_string()
    } else {
        format!("{fraction} = {:.10}", decimal(fraction))
    }
}
