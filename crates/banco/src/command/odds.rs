//! `banco odds`: quick questions about one wager and any cards left in the shoe.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use std::io::{BufRead as _, Write as _};

use banco_odds::{Deals, Detail, DrawTable, Sheet, Shoe, detail_needed, sheets};
use banco_rulebook::{Library, Offered, Terms, WagerName};
use clap::Args;

use crate::command::par::ShoeArguments;
use crate::failure::Failure;
use crate::source::TermsArguments;

/// Which wager, from which shoe.
#[derive(Args)]
pub struct OddsArguments {
    /// The wager, `ID[.SIDE][:PAYTABLE]`.
    wager: String,

    #[command(flatten)]
    terms: TermsArguments,

    #[command(flatten)]
    shoe: ShoeArguments,

    /// Read shoes from standard input, one a line: 10 counts (values 0 to 9), 13 (ranks ace to king) or 52 (clubs,
    /// diamonds, hearts, spades, each ace to king). Prints the edge of each, one a line.
    #[arg(long, value_name = "-", conflicts_with_all = ["decks", "without"])]
    composition: Option<String>,
}

/// Answers.
pub fn run(arguments: &OddsArguments, library: &Library) -> Result<(), Failure> {
    let terms = arguments.terms.terms(library)?;
    let name: WagerName = arguments.wager.parse()?;
    let offered = terms.offered(&name)?;
    match arguments.composition.as_deref() {
        None => {
            let sheet = sheet(arguments, &terms, &offered, &arguments.shoe.shoe(&terms)?)?;
            crate::output::print(&format!(
                "{name}: house edge {:.10}%, return {:.10}%, wins one in {:.6}",
                100.0 * sheet.house_edge(),
                100.0 * sheet.average_return(),
                sheet.hit_and_push().0.recip(),
            ))
        }
        Some("-") => compositions(arguments, &terms, &offered),
        Some(other) => {
            Err(Failure::invalid("bad_composition", format!("`{other}` is not `-`, standard input")))
        }
    }
}

fn sheet(arguments: &OddsArguments, terms: &Terms, offered: &Offered, shoe: &Shoe) -> Result<Sheet, Failure> {
    let seat = arguments.shoe.seat(terms, offered);
    let tables = [offered.table.clone()];
    let deals = Deals::new(shoe.clone(), DrawTable::of(terms, arguments.shoe.choice.into()))?;
    let mut made = sheets(terms, &deals, &tables, &seat, &offered.suits)?;
    made.pop().ok_or_else(|| Failure::invalid("no_odds", "the wager has no pay table"))
}

/// One shoe a line in, one edge a line out.
fn compositions(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<(), Failure> {
    let needed = detail_needed(&[&offered.table]);
    let mut out = std::io::stdout().lock();
    for (at, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let shoe = composition(&line, needed, &offered.table.wager)
            .map_err(|message| Failure::invalid("bad_composition", format!("line {}: {message}", at + 1)))?;
        let sheet = sheet(arguments, terms, offered, &shoe)?;
        writeln!(out, "{:.15}", sheet.house_edge())?;
    }
    Ok(())
}

fn composition(line: &str, needed: Detail, wager: &str) -> Result<Shoe, String> {
    let words = line.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let count = |word: &str| {
        word.parse::<u16>().map_err(|_| format!("`{word}` is not a number of cards from 0 to {}", u16::MAX))
    };
    let counts: Vec<u16> = words.map(count).collect::<Result<_, _>>()?;
    let (shoe, detail) = Shoe::from_counts(&counts).map_err(|error| error.to_string())?;
    if detail < needed {
        return Err(format!(
            "`{wager}` depends on {}, so counts of {} are not enough",
            needed.name(),
            detail.name()
        ));
    }
    Ok(shoe)
}
