//! `banco settle`: wagers on a coup, to the cent.

use banco_cards::{Outcome, Suit};
use banco_engine::{Coup, DrawRules, SeatFacts, Settled, Ticket, settle};
use banco_money::Amount;
use banco_rulebook::model::wager::EnvyTo;
use banco_rulebook::{KingNine, Library, Notation, Terms, WagerName};
use banco_sheets::SettledOutput;
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::command::deal::{CoupArguments, CoupOutput, hands, result};
use crate::failure::Failure;
use crate::output;
use crate::source::TermsArguments;

/// Which wagers on which coup.
#[derive(Args)]
pub struct SettleArguments {
    #[command(flatten)]
    terms: TermsArguments,

    #[command(flatten)]
    coup: CoupArguments,

    /// A wager, `ID[.SIDE][:PAYTABLE]=AMOUNT`, such as `banker=100` or `dragon-bonus.player:B=10`, or a wager file of
    /// your own, such as `./my-wager.toml:A=10`; repeatable.
    #[arg(short, long, value_name = "WAGER", required = true)]
    wager: Vec<String>,

    /// The bettor's seat, by the number printed on the layout.
    #[arg(long, value_name = "N")]
    seat: Option<u8>,

    /// All seats that made the same wager, where it matters, such as `--participating 3,7`.
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    participating: Vec<u8>,

    /// The seat's Personal King-9, if it is not the default one, such as `"Ks 9h"`.
    #[arg(long, value_name = "CARDS")]
    personal: Option<String>,

    /// The suit for suit-specific lines, if the submission does not set one (default: spades, then hearts); repeatable.
    #[arg(long, value_name = "SUIT")]
    suit: Vec<String>,

    /// What this bettor did on the optional five of 21st Century. Without it the bettor hits (the house way).
    #[arg(long, value_name = "CHOICE")]
    five: Option<FiveChoice>,

    /// The outcomes since the wager was made, for wagers on a streak, such as `"B B T"`.
    #[arg(long, value_name = "OUTCOMES", default_value = "")]
    history: String,

    /// Print the settlement as JSON, with amounts in cents.
    #[arg(long)]
    json: bool,
}

/// Stand or hit.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FiveChoice {
    /// Play two cards.
    Stand,
    /// Play all three cards.
    Hit,
}

/// Settles every wager, or none.
pub fn run(arguments: &SettleArguments, library: &Library) -> Result<(), Failure> {
    let (mut terms, wagers) = arguments.terms.terms_for(library, &arguments.wager)?;
    choose_suits(&mut terms, &arguments.suit)?;
    let coup = arguments.coup.play(&terms)?.coup;
    let seat = seat(arguments, &terms)?;
    let history = history(&arguments.history)?;
    if arguments.five.is_some() && !DrawRules::from_terms(&terms).bettors_choose(&coup) {
        return Err(Failure::invalid(
            "no_choice",
            "no bettor has a choice in this round, so `--five` does not apply",
        ));
    }
    let stood = arguments.five == Some(FiveChoice::Stand);
    let mut settled = Vec::new();
    for wager in &wagers {
        let (wager, stake) = parse_wager(&terms, wager)?;
        tell_requirements(&terms, &wager);
        let ticket = Ticket { wager, stake, seat: seat.clone(), stood, history: history.clone() };
        settled
            .push(settle(&terms, &coup, &ticket).map_err(|error| Failure::settle(&error, &terms.rulebook))?);
    }
    if arguments.json {
        let wagers = settled.iter().map(SettledOutput::new).collect();
        return output::print_json(&SettlementOutput { coup: CoupOutput::new(&coup), wagers });
    }
    output::print(&text(&terms, &coup, &settled))
}

/// Puts the suits named first, ahead of the usual ones.
fn choose_suits(terms: &mut Terms, names: &[String]) -> Result<(), Failure> {
    for name in names.iter().rev() {
        let suit = Suit::read(name).map_err(|message| Failure::invalid("bad_suit", message))?;
        terms.usual_suits.retain(|other| *other != suit);
        terms.usual_suits.insert(0, suit);
    }
    Ok(())
}

fn seat(arguments: &SettleArguments, terms: &Terms) -> Result<SeatFacts, Failure> {
    let Some(position) = arguments.seat else {
        return Ok(SeatFacts::default());
    };
    let highest = terms.rulebook.file.seats.max;
    let known = terms.positions.contains(&position) || (terms.open && (1..=highest).contains(&position));
    if !known {
        let seats: Vec<String> = terms.positions.iter().map(u8::to_string).collect();
        let message = format!("the table has no seat {position}; its seats are {}", seats.join(", "));
        return Err(Failure::invalid("unknown_seat", message));
    }
    let mut seat = SeatFacts::at(terms, position, &arguments.participating);
    if let Some(text) = &arguments.personal {
        let personal = KingNine::read(text).map_err(|message| Failure::invalid("bad_personal", message))?;
        seat.others_personal = KingNine::all().filter(|other| *other != personal).collect();
        seat.personal = Some(personal);
    }
    Ok(seat)
}

fn history(text: &str) -> Result<Vec<Outcome>, Failure> {
    let outcome = |word: &str| match word {
        "P" | "p" => Ok(Outcome::Player),
        "B" | "b" => Ok(Outcome::Banker),
        "T" | "t" => Ok(Outcome::Tie),
        _ => Err(Failure::invalid("bad_history", format!("`{word}` is not an outcome; write P, B or T"))),
    };
    text.split_whitespace().map(outcome).collect()
}

/// `ID[.SIDE][:PAYTABLE]=AMOUNT`; the amount is in the currency of the pay table.
fn parse_wager(terms: &Terms, text: &str) -> Result<(WagerName, Amount), Failure> {
    let Some((name, amount)) = text.rsplit_once('=') else {
        let message =
            format!("`{text}` is not a wager; write ID[.SIDE][:PAYTABLE]=AMOUNT, such as `banker=100`");
        return Err(Failure::invalid("bad_wager", message));
    };
    let name: WagerName = name.parse()?;
    let offered = terms.offered(&name)?;
    let currency = offered.units.first().map_or(terms.currency, |unit| unit.currency());
    let stake = Amount::parse_in(amount, currency)
        .map_err(|error| Failure::invalid("bad_amount", error.to_string()))?;
    if stake.currency() != currency {
        let message = format!("`{name}` is wagered in {currency}, not in {}", stake.currency());
        return Err(Failure::invalid("currency_mismatch", message));
    }
    Ok((name, stake))
}

/// Without a submission any wager may be asked for; say where a table could not offer it like this.
fn tell_requirements(terms: &Terms, name: &WagerName) {
    let Some(wager) = terms.rulebook.wager(&name.id).filter(|_| terms.open) else {
        return;
    };
    let family = terms.rulebook.families.get(&wager.id).map(|family| &family.requires);
    let requirements = family.into_iter().chain([&wager.requires]);
    for requires in requirements.filter(|requires| !requires.variants.is_empty()) {
        if !requires.variants.contains(&terms.variant.id) {
            output::note(&format!(
                "`{}` belongs to the variant {} ({}); the base wagers here are settled by `{}`. Use --set variant={} to change that.",
                wager.id,
                requires.variants.join(" or "),
                requires.cite.as_slice().join(", "),
                terms.variant.id,
                requires.variants.first().map_or("", String::as_str),
            ));
        }
    }
}

fn text(terms: &Terms, coup: &Coup, settled: &[Settled]) -> String {
    let mut table =
        output::table(&["wager", "stake", "result", "line", "won", "vigorish", "net", "beside", "clause"]);
    for wager in settled {
        let mut name = wager.wager.clone();
        wager.side.iter().for_each(|side| name = format!("{name}.{side}"));
        wager.paytable.iter().for_each(|paytable| name = format!("{name}:{paytable}"));
        let amount = |amount: Amount| {
            if amount.is_zero() { "-".to_owned() } else { amount.to_string() }
        };
        table.add_row(vec![
            name,
            wager.stake.to_string(),
            wager.verdict.name().to_owned(),
            wager.line.clone().unwrap_or_else(|| "-".to_owned()),
            amount(wager.won),
            amount(wager.vigorish),
            if wager.net.is_positive() { format!("+{}", wager.net) } else { wager.net.to_string() },
            beside(wager),
            wager.cite.join(", "),
        ]);
    }
    format!("{}: {}\n\n{}", hands(terms, coup), result(terms, coup), output::table_text(&table))
}

/// Claims and envy in words.
fn beside(wager: &Settled) -> String {
    let mut parts: Vec<String> =
        wager.claims.iter().map(|claim| format!("{} of the {} meter", claim.share, claim.meter)).collect();
    match wager.envy_to {
        Some(EnvyTo::Dealer) => parts.push(format!("dealer envy {}", wager.envy)),
        Some(EnvyTo::OtherSeats) => parts.push(format!("envy {}", wager.envy)),
        None => {}
    }
    if parts.is_empty() { "-".to_owned() } else { parts.join(", ") }
}

#[derive(Serialize)]
struct SettlementOutput<'a> {
    #[serde(flatten)]
    coup: CoupOutput,
    wagers: Vec<SettledOutput<'a>>,
}
