//! Whether to take a payout or press it onto a hand.

use std::fmt::Write as _;

use banco_cards::Side;
use banco_odds::{Press, PressCell, PressSituation, Shoe, press, press_share, press_targets};
use banco_rulebook::{Diagnostic, Terms, WagerName};
use serde::Serialize;

use super::{Asked, ByName, SolveArguments, refuse_flags, shown};
use crate::failure::Failure;
use crate::output::{self, Figure};

#[derive(Serialize)]
struct PressesOutput<'a> {
    wager: &'a str,
    #[serde(flatten)]
    asked: Asked<'a>,
    /// The share of a payout that may be pressed.
    share: String,
    /// For each hand or hands that a bettor backs.
    backing: Vec<PressOutput>,
}

#[derive(Serialize)]
struct PressOutput {
    onto: Vec<&'static str>,
    value: Figure,
    value_by_counts: Figure,
    right: Figure,
    cells: Vec<CellOutput>,
    /// By the cards that lie open, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    situations: Option<Vec<SituationOutput>>,
}

#[derive(Serialize)]
struct SituationOutput {
    player: [u8; 2],
    banker: [u8; 2],
    chance: Figure,
    onto: Option<&'static str>,
    gain: Figure,
}

#[derive(Serialize)]
struct CellOutput {
    player: u8,
    banker: u8,
    onto: Option<&'static str>,
    gain: Figure,
    right: Figure,
}

/// Solves and prints; the wager is told as it was asked for, and found by its name.
pub fn run(
    arguments: &SolveArguments,
    terms: &Terms,
    shoe: &Shoe,
    (wager, name): (&str, &str),
) -> Result<(), Failure> {
    let by_cards = arguments.by == ByName::Cards;
    refuse_flags(arguments, "here a payout is pressed or taken", true, by_cards)?;
    let name: WagerName = name.parse()?;
    let table = terms.offered(&name)?.table;
    let none = || {
        let message = format!("the payout of `{wager}` cannot be added to a wager on a hand");
        let hint = "leave the wager out to solve the choices of the game; `--with WAGER=UNITS` plays a hand for side wagers too";
        Failure::from(Diagnostic::error("no_choice", message).hint(hint))
    };
    let share = press_share(terms, &table).ok_or_else(none)?;
    let found = press(terms, shoe, &table, &press_targets(terms), share)?.ok_or_else(none)?;
    if arguments.json {
        let asked = Asked::new(arguments, terms, shoe);
        let backing = found.iter().map(|press| json(press, by_cards)).collect();
        return output::print_json(&PressesOutput { wager, asked, share: share.to_string(), backing });
    }
    let mut text = format!("{}, {wager}, {share} of a payout may be pressed\n", terms.rulebook.file.name);
    for press in &found {
        let _ = write!(text, "\n{}", self::text(press));
        if by_cards {
            let _ = write!(text, "{}", otherwise(press));
        }
    }
    output::print(&text)
}

fn json(press: &Press, by_cards: bool) -> PressOutput {
    let cell = |cell: &PressCell| CellOutput {
        player: cell.player,
        banker: cell.banker,
        onto: cell.onto.map(Side::name),
        gain: Figure::new(&cell.gain),
        right: Figure::new(&cell.right),
    };
    PressOutput {
        onto: press.onto.iter().map(|side| side.name()).collect(),
        value: Figure::new(&press.value),
        value_by_counts: Figure::new(&press.value_by_counts),
        right: Figure::new(&press.right),
        cells: press.cells.iter().map(cell).collect(),
        situations: by_cards.then(|| press.situations.iter().map(situation).collect()),
    }
}

fn situation(situation: &PressSituation) -> SituationOutput {
    SituationOutput {
        player: situation.player,
        banker: situation.banker,
        chance: Figure::new(&situation.chance),
        onto: situation.onto.map(Side::name),
        gain: Figure::new(&situation.gain),
    }
}

/// The cards by which something else is right than by their counts.
fn otherwise(press: &Press) -> String {
    let mut table = output::table(&["PLAYER", "BANKER", "PRESS", "GAIN PER UNIT"]);
    let count = |cards: [u8; 2]| cards.iter().sum::<u8>() % 10;
    let rule = |situation: &PressSituation| {
        let counts = (count(situation.player), count(situation.banker));
        press.cells.iter().find(|cell| (cell.player, cell.banker) == counts).and_then(|cell| cell.onto)
    };
    let other = press.situations.iter().filter(|situation| situation.onto != rule(situation));
    let mut any = false;
    for situation in other {
        any = true;
        let onto = situation.onto.map_or("-", Side::name);
        let cards = |[one, two]: [u8; 2]| format!("{one} {two}");
        let gain = shown(&situation.gain);
        table.add_row([cards(situation.player), cards(situation.banker), onto.to_owned(), gain]);
    }
    if !any {
        return "by the four cards nothing else is right\n".to_owned();
    }
    format!("by the four cards, something else is right after:\n{}\n", output::table_text(&table))
}

/// A row for each of the Player's counts, a column for each of the Banker's: P, B or nothing.
fn text(press: &Press) -> String {
    let backed: Vec<&str> = press.onto.iter().map(|side| side.name()).collect();
    let mut header: Vec<String> = vec!["PLAYER\\BANKER".to_owned()];
    header.extend((0..10).map(|banker| banker.to_string()));
    let mut table = output::table_headed(header);
    for player in 0..10 {
        let mut row = vec![player.to_string()];
        row.extend((0..10).map(|banker| {
            let cell = press.cells.iter().find(|cell| (cell.player, cell.banker) == (player, banker));
            cell.map_or("", |cell| match cell.onto {
                Some(Side::Player) => "P",
                Some(Side::Banker) => "B",
                None => "-",
            })
            .to_owned()
        }));
        table.add_row(row);
    }
    format!(
        "backing {}: pressing adds {} per unit bet\n  going by the counts alone: {}\n  pressing is right after {} of winning wagers\n{}\n",
        backed.join(" and "),
        shown(&press.value),
        shown(&press.value_by_counts),
        output::percent(&press.right),
        output::table_text(&table)
    )
}
