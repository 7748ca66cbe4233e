//! By which play a sheet was counted where a hand may choose, and what the solved play changes.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use banco_odds::{BestPlay, Cell, Fraction, FreeChoice, Solution, decimal, sheets_of};
use banco_rulebook::{Offered, Terms};

use crate::count::{CountedSheet, Counting, question};
use crate::document::{Content, Fact, Section, Shown, Value};
use crate::error::SheetError;
use crate::facts::{MAIN, brief};
use crate::question::ParQuestion;
use crate::shoe::HandChoice;

/// What a wager gains on average by the solved play.
#[derive(Clone)]
pub struct SolvedPlay {
    /// What both hands do, in words.
    pub words: String,
    pub mean: Fraction,
}

impl Counting<'_> {
    /// Counts the same pay tables by the solved play, where a hand may choose.
    pub fn add_solved(
        &self,
        made: &mut [CountedSheet],
        offered: &[Offered],
        seat: &banco_engine::SeatFacts,
    ) -> Result<(), SheetError> {
        let Some((play, mixture)) = &self.best else { return Ok(()) };
        let (question, words) = (question(offered, seat), words(play));
        let mut means = vec![Fraction::from_integer(0.into()); made.len()];
        for (often, draw) in mixture {
            let sheets = sheets_of(&self.terms, &question, (&self.shoe, draw))?;
            for (mean, sheet) in means.iter_mut().zip(self.at_stake(sheets, offered)?) {
                *mean += often * sheet.exact_mean();
            }
        }
        for (made, mean) in made.iter_mut().zip(means) {
            made.solved = Some(SolvedPlay { words: words.clone(), mean });
        }
        Ok(())
    }
}

/// The section; nothing where no hand may choose.
pub fn section(made: &CountedSheet, asked: &ParQuestion) -> Option<Section> {
    let counted = counted_by(&made.terms, asked.shoe.choice)?;
    let mut facts = vec![brief(
        "play",
        "counted by this play:",
        "what hands do that may choose; all figures above are by it",
        Value::text(counted),
    )];
    facts.extend(made.solved.as_ref().map(solved).into_iter().flatten());
    Some(Section { key: "choices", title: "Choices", content: Content::Facts(facts) })
}

fn solved(solved: &SolvedPlay) -> [Fact; 3] {
    let percent = |share: Fraction| Value::nearest(&share, Shown::Percent(MAIN));
    [
        brief("solved_play", "solved play:", "what both hands do best", Value::text(solved.words.as_str())),
        brief(
            "solved_house_edge",
            "house edge by the solved play",
            "for each unit staked, meters apart",
            percent(-&solved.mean),
        ),
        brief(
            "solved_return",
            "return by the solved play",
            "what comes back, the stake included; meters apart",
            percent(Fraction::from_integer(1.into()) + &solved.mean),
        ),
    ]
}

/// What hands do that may choose; nothing where none may.
fn counted_by(terms: &Terms, choice: HandChoice) -> Option<String> {
    let does = match choice {
        HandChoice::Draw => "draws",
        HandChoice::Stand => "stands",
    };
    let rule = terms.rulebook.file.drawing.player.chooses.as_ref();
    let player = match (rule, terms.variant.player_chooses.is_some(), choice) {
        (_, true, HandChoice::Draw) => {
            "the Player's hand keeps to the drawing rule of the rulebook".to_owned()
        }
        (_, true, HandChoice::Stand) => "the Player's hand stands on every count".to_owned(),
        (Some(rule), ..) if rule.each_bettor => match choice {
            HandChoice::Draw => "a bettor who may choose draws, as the house does".to_owned(),
            HandChoice::Stand => "a bettor who may choose stands".to_owned(),
        },
        (Some(rule), ..) => {
            let counts: Vec<String> = rule.totals.as_slice().iter().map(u8::to_string).collect();
            format!("the Player's hand {does} on {}", counts.join(", "))
        }
        (None, ..) => return None,
    };
    let open = terms.rulebook.file.drawing.banker.optional.as_ref();
    let open = open.is_some_and(|optional| terms.is_chosen(&optional.when));
    Some(if open { format!("{player}; the Banker {does} wherever there is a choice") } else { player })
}

/// What both hands do best, in words.
fn words(play: &BestPlay) -> String {
    match play {
        BestPlay::Equilibrium(solution) => equilibrium(solution),
        BestPlay::Free(play) => {
            let hits = play.by_total.iter().filter(|choice| choice.hits());
            let counts: Vec<String> = hits.map(|choice: &FreeChoice| choice.total.to_string()).collect();
            format!("the Player's hand draws on {} and stands on the others", counts.join(", "))
        }
    }
}

fn equilibrium(solution: &Solution) -> String {
    let player = solution.draws_by_count().map_or_else(|| "by its cards".to_owned(), often);
    let player = format!("the Player's hand draws {player} where it may choose");
    let banker = |(cell, draws): &(Cell, Fraction)| {
        let against =
            cell.third.map_or("a hand that stayed".to_owned(), |third| format!("a third card of {third}"));
        format!("the Banker draws on {} against {against} {}", cell.banker, often(draws))
    };
    let cells = solution.banker_draws.iter().map(banker);
    [player].into_iter().chain(cells).collect::<Vec<_>>().join("; ")
}

fn often(share: &Fraction) -> String {
    match share {
        never if *never == Fraction::from_integer(0.into()) => "never".to_owned(),
        always if *always == Fraction::from_integer(1.into()) => "always".to_owned(),
        share => format!("in {:.4}% of cases", 100.0 * decimal(share)),
    }
}
