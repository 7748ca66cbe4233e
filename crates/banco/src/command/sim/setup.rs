//! From arguments to a simulation: everything is checked before any work starts.

use std::ops::Range;

use banco_cards::Pack;
use banco_odds::{Deals, DrawTable, FiveRule, Shoe};
use banco_rulebook::model::vocabulary::SettingId;
use banco_rulebook::{Diagnostic, Library, Terms, WagerName};
use banco_sim::result::{Configuration, WagerInfo};
use banco_sim::run::{Simulation, shard};
use banco_sim::settlement::Settlement;
use banco_sim::setup::{WagerError, offered_names, wager};
use banco_sim::shoe::{End, SetupError, ShoeChoices, ShoeRules};
use banco_sim::study::Studies;

use super::study::studies;
use super::{RunArguments, ShoeArguments};
use crate::command::par::ChoiceName;
use crate::failure::Failure;
use crate::output;

/// A simulation, what it is, and which of its shoes are to be dealt.
pub struct Job {
    pub simulation: Simulation,
    pub studies: Studies,
    pub configuration: Configuration,
    pub shoes: Range<u64>,
}

/// Checks everything and makes it ready.
pub fn job(arguments: &RunArguments, library: &Library) -> Result<Job, Failure> {
    let (terms, wagers) = arguments.terms.terms_for(library, &arguments.wager)?;
    let shoes = shoes(arguments)?;
    let choices = choices(&arguments.shoe, &terms)?;
    let five = arguments.shoe.five();
    check_choice(&arguments.shoe, &terms)?;
    let draw = DrawTable::from_terms(&terms, five);
    let rules = ShoeRules::new(&terms, &draw, choices).map_err(|error| setup_failure(&error))?;
    let settlement = settlement(arguments, &terms, &wagers, (draw.clone(), choices))?;
    let studies = studies(arguments, &terms, &draw, &rules, &settlement)?;
    let configuration = Configuration {
        rulebook: terms.rulebook.id().to_owned(),
        submission: terms.name.clone(),
        submission_hash: terms.hash.to_string(),
        shoe: choices,
        choice: if five == FiveRule::Draw { "draw" } else { "stand" }.to_owned(),
        seed: arguments.seed,
        shoes: arguments.shoes,
        session: arguments.session,
        wagers: WagerInfo::all(&settlement),
        studies: studies.info(&settlement),
    };
    let simulation = Simulation { rules, settlement, seed: arguments.seed, session: arguments.session };
    Ok(Job { simulation, studies, configuration, shoes })
}

fn shoes(arguments: &RunArguments) -> Result<Range<u64>, Failure> {
    let refuse =
        |code, message: String, hint: &str| Err(Failure::from(Diagnostic::error(code, message).hint(hint)));
    let (all, session) = (arguments.shoes, arguments.session);
    if all == 0 {
        return refuse(
            "no_shoes",
            "`--shoes 0` leaves nothing to simulate".to_owned(),
            "ask for at least one shoe",
        );
    }
    if session == 0 || !all.is_multiple_of(session) {
        let message = format!("{all} shoes do not make whole sessions of {session}");
        return refuse("bad_session", message, "choose a `--session` that divides `--shoes` evenly");
    }
    check_threads(arguments.threads)?;
    let Some(text) = &arguments.shard else { return Ok(0..all) };
    let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((number, of)) if (1..=of).contains(&number) && of <= all / session => {
            Ok(shard(all, session, number, of))
        }
        _ => {
            let message = format!("`{text}` is not a part of {} sessions", all / session);
            refuse(
                "bad_shard",
                message,
                "write `2/5` for the second of five parts; each part needs at least one session",
            )
        }
    }
}

/// Somebody must do the work.
pub fn check_threads(threads: Option<usize>) -> Result<(), Failure> {
    if threads == Some(0) {
        let message = "`--threads 0` leaves nothing to work with";
        return Err(Failure::from(Diagnostic::error("no_threads", message).hint("ask for at least one")));
    }
    Ok(())
}

/// How shoes are dealt out.
pub fn choices(arguments: &ShoeArguments, terms: &Terms) -> Result<ShoeChoices, Failure> {
    let usual = ShoeChoices::from_terms(terms);
    let end = match (usual.end, arguments.rounds) {
        (_, Some(rounds)) => End::Rounds(rounds),
        (End::CutCard { behind, further }, None) => End::CutCard {
            behind: arguments.cut.unwrap_or(behind),
            further: arguments.further_rounds.unwrap_or(further),
        },
        (end, None) => end,
    };
    let least = terms.rulebook.file.cut.cut_card_from_back;
    if let Some(cut) = arguments.cut.filter(|cut| *cut < least) {
        output::note(&format!("the rulebook requires at least {least} cards behind the cut card, not {cut}"));
    }
    let free = terms.setting(SettingId::FreeHandsPerShoe).unwrap_or(0);
    if u32::from(arguments.free_hands) > free {
        let message = format!("{} free hands are more than the table's {free} a shoe", arguments.free_hands);
        let hint = match free {
            0 => "this rulebook has no free hands",
            _ => "ask for fewer, or set `--set settings.free-hands-per-shoe=N`",
        };
        return Err(Failure::from(Diagnostic::error("too_many_free_hands", message).hint(hint)));
    }
    let decks = arguments.decks.unwrap_or(usual.decks);
    Ok(ShoeChoices { decks, end, burn: !arguments.no_burn, free_hands: arguments.free_hands })
}

/// A choice must be there to be made.
pub fn check_choice(arguments: &ShoeArguments, terms: &Terms) -> Result<(), Failure> {
    let rule = terms.rulebook.file.drawing.player.chooses.as_ref();
    let may_choose = rule.is_some_and(|rule| !rule.each_bettor) || terms.variant.player_chooses.is_some();
    if matches!(arguments.choice, ChoiceName::Stand) && !may_choose {
        let message = "the Player's hand has no choice here, so `--choice stand` does not apply";
        return Err(Failure::invalid("no_choice", message));
    }
    Ok(())
}

fn settlement(
    arguments: &RunArguments,
    terms: &Terms,
    asked: &[String],
    (draw, choices): (DrawTable, ShoeChoices),
) -> Result<Settlement, Failure> {
    let removed = terms.variant.without.as_ref().map(|ranks| ranks.as_slice()).unwrap_or_default();
    let deals = Deals::new(Shoe::from_pack(&Pack::standard(choices.decks).without(removed)), draw)?;
    let mut wagers = Vec::new();
    if asked.is_empty() {
        for name in offered_names(terms) {
            // What the submission offers is taken as far as it can be simulated; what is asked for by name must be.
            match wager(terms, &deals, &name, arguments.shoe.seat) {
                Ok(wager) => wagers.push(wager),
                Err(error) => output::note(&format!("left out: {error}")),
            }
        }
    }
    for name in asked {
        let name: WagerName = name.parse()?;
        wagers.push(wager(terms, &deals, &name, arguments.shoe.seat).map_err(wager_failure)?);
    }
    Settlement::new(wagers).map_err(|error| setup_failure(&error))
}

pub fn wager_failure(error: WagerError) -> Failure {
    match error {
        WagerError::Terms(error) => error.into(),
        WagerError::Count(error) => error.into(),
        WagerError::Money(_) => Failure::invalid("bad_money", error.to_string()),
        WagerError::NoLines(_) => Failure::invalid("no_odds", error.to_string()),
        WagerError::NotAtSeat { .. } => Failure::invalid("not_at_seat", error.to_string()),
    }
}

pub fn setup_failure(error: &SetupError) -> Failure {
    let mut diagnostic = Diagnostic::error(error.code(), error.to_string());
    diagnostic.hint = error.hint();
    Failure::from(diagnostic)
}
