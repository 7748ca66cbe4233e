//! `banco deal`: cards in, the coup told step by step.

use banco_cards::{Card, Hand, Side, format_cards, parse_cards};
use banco_engine::coup::Happening;
use banco_engine::{Coup, Decision, Decisions, Story, StoryStep, play};
use banco_rulebook::{Library, Terms};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::failure::Failure;
use crate::output;
use crate::source::TermsArguments;

/// Which coup.
#[derive(Args)]
pub struct DealArguments {
    #[command(flatten)]
    terms: TermsArguments,

    #[command(flatten)]
    coup: CoupArguments,

    /// Print the round as JSON.
    #[arg(long)]
    json: bool,
}

/// The cards and decisions of a coup.
#[derive(Args)]
pub struct CoupArguments {
    /// The cards in the order dealt (Player, Banker, Player, Banker, then third cards), such as `"7h 2c Kd 5s"`.
    #[arg(short, long, value_name = "CARDS")]
    cards: String,

    /// What the Player's hand did when it had a choice.
    #[arg(long, value_name = "DECISION")]
    player_decision: Option<DecisionName>,

    /// What the Banker's hand did when it had a choice.
    #[arg(long, value_name = "DECISION")]
    banker_decision: Option<DecisionName>,
}

/// A decision, in the words of the game.
#[derive(Clone, Copy, ValueEnum)]
pub enum DecisionName {
    /// Take a third card.
    Card,
    /// Stay with two cards.
    Stay,
}

impl From<DecisionName> for Decision {
    fn from(name: DecisionName) -> Self {
        match name {
            DecisionName::Card => Self::Draw,
            DecisionName::Stay => Self::Stand,
        }
    }
}

impl CoupArguments {
    /// Deals the coup.
    pub fn play(&self, terms: &Terms) -> Result<Story, Failure> {
        let cards =
            parse_cards(&self.cards).map_err(|error| Failure::invalid("bad_card", error.to_string()))?;
        let decisions = Decisions {
            player: self.player_decision.map(Decision::from),
            banker: self.banker_decision.map(Decision::from),
        };
        play(terms, &cards, decisions).map_err(|error| Failure::coup(&error, &terms.rulebook))
    }
}

/// Deals and tells.
pub fn run(arguments: &DealArguments, library: &Library) -> Result<(), Failure> {
    let terms = arguments.terms.terms(library)?;
    let story = arguments.coup.play(&terms)?;
    let initial = terms.rulebook.file.dealing.order.len();
    let told =
        |(at, step): (usize, &StoryStep)| tell(&terms, &story.coup, &step.what, at >= initial, &step.cite);
    let steps: Vec<Told> = story.steps.iter().enumerate().map(told).collect();
    if arguments.json {
        return output::print_json(&StoryOutput { coup: CoupOutput::new(&story.coup), steps });
    }
    let width = steps.iter().map(|step| step.text.chars().count()).max().unwrap_or_default();
    let lines: Vec<String> =
        steps.iter().map(|step| format!("{:width$}  {}", step.text, step.cite)).collect();
    output::print(&format!("{}\n{}", lines.join("\n"), result(&terms, &story.coup)))
}

/// The name of a hand in this rulebook.
pub fn hand_name(terms: &Terms, side: Side) -> &str {
    let names = &terms.rulebook.file.hands;
    match side {
        Side::Player => &names.player,
        Side::Banker => &names.banker,
    }
}

/// `Banker wins, 7 to 5`, or `Tie, 6 to 6`.
pub fn result(terms: &Terms, coup: &Coup) -> String {
    match coup.outcome().winner() {
        Some(side) => {
            let (winner, loser) = (coup.hand(side).total(), coup.hand(side.other()).total());
            format!("{} wins, {winner} to {loser}", hand_name(terms, side))
        }
        None => format!("Tie, {} to {}", coup.player.total(), coup.banker.total()),
    }
}

/// One step in words; `third` if the four initial cards are out.
fn tell(terms: &Terms, coup: &Coup, event: &Happening, third: bool, cite: &[String]) -> Told {
    let name = |side: Side| hand_name(terms, side);
    let two = |side: Side| coup.hand(side).initial_total();
    let text = match event {
        Happening::Dealt(side, card) if third => {
            format!("{card} to the {} hand as its third card", name(*side))
        }
        Happening::Dealt(side, card) => format!("{card} to the {} hand", name(*side)),
        Happening::Natural(side) => {
            format!("the {} hand is a natural {}: nobody draws", name(*side), two(*side))
        }
        Happening::Draws(side) => {
            format!("the {} hand counts {} and draws{}", name(*side), two(*side), against(terms, coup, *side))
        }
        Happening::Stands(side) => format!(
            "the {} hand counts {} and stands{}",
            name(*side),
            two(*side),
            against(terms, coup, *side)
        ),
        Happening::Chose(side, Decision::Draw) => {
            format!("the {} hand counts {} and chooses to draw", name(*side), two(*side))
        }
        Happening::Chose(side, Decision::Stand) => {
            format!("the {} hand counts {} and chooses to stand", name(*side), two(*side))
        }
        Happening::BettorsChoose(side) => {
            format!(
                "the {} hand counts {}: each bettor may stand; the card is dealt either way",
                name(*side),
                two(*side)
            )
        }
        Happening::Uncounted(card) => format!("{card} was dealt as the community card and does not count"),
    };
    Told { text, cite: cite.join(", ") }
}

/// What the Banker's hand drew or stood against.
fn against(terms: &Terms, coup: &Coup, side: Side) -> String {
    match (side, coup.player.third()) {
        (Side::Player, _) => String::new(),
        (Side::Banker, Some(third)) => format!(" against a third card of {}", third.points()),
        (Side::Banker, None) => format!(", since the {} hand stood", hand_name(terms, Side::Player)),
    }
}

#[derive(Serialize)]
struct Told {
    text: String,
    cite: String,
}

#[derive(Serialize)]
struct StoryOutput {
    #[serde(flatten)]
    coup: CoupOutput,
    steps: Vec<Told>,
}

/// A coup in JSON.
#[derive(Serialize)]
pub struct CoupOutput {
    player: HandOutput,
    banker: HandOutput,
    outcome: &'static str,
}

#[derive(Serialize)]
struct HandOutput {
    cards: Vec<String>,
    total: u8,
}

impl CoupOutput {
    /// The coup.
    pub fn new(coup: &Coup) -> Self {
        let hand = |hand: &Hand| HandOutput {
            cards: hand.cards().map(|card: Card| card.to_string()).collect(),
            total: hand.total().get(),
        };
        Self { player: hand(&coup.player), banker: hand(&coup.banker), outcome: coup.outcome().name() }
    }
}

/// `Player 7h Kd = 7, Banker 2c 5s = 7`.
pub fn hands(terms: &Terms, coup: &Coup) -> String {
    let hand = |side: Side| {
        let cards: Vec<Card> = coup.hand(side).cards().collect();
        format!("{} {} = {}", hand_name(terms, side), format_cards(&cards), coup.hand(side).total())
    };
    format!("{}, {}", hand(Side::Player), hand(Side::Banker))
}
