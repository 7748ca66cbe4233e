//! A shuffle by hand that the dealer tells step by step is held against the filed one.
//!
//! MB 5(g), MM 5(g).

use std::sync::Arc;

use banco_rulebook::Source;
use banco_rulebook::shuffle::notation::parse;
use banco_rulebook::shuffle::{Portion, Procedure, Step as Shuffled, rule};

use crate::Clauses;
use crate::table::draft::{Draft, Step, refuse};
use crate::table::refusal::{Reason, Refusal};
use crate::table::rules::Preparation;

/// There is a shuffle by hand that what is told can be held against.
pub fn can_be_told(draft: &Draft<'_>, step: &Preparation) -> Step {
    filed(draft, step).map(|_| ())
}

/// The shuffle by hand that is filed, what it was read from, and its clauses.
fn filed(draft: &Draft<'_>, step: &Preparation) -> Result<(Procedure, Arc<Source>, Clauses), Refusal> {
    let terms = &draft.rules().terms;
    let what = "shuffle by hand here that is filed as steps";
    let none = || refuse(Reason::NotProvided { what }, step.clauses);
    let (filing, source) = rule::in_force(terms).filter(|_| step.by_hand).ok_or_else(none)?;
    let filed = parse(&source, rule::cards(terms)).map_err(|_| none())?;
    Ok((filed, source, (&filing.cite).into()))
}

/// What the dealer tells was done so far is how the filed procedure begins and, with the last step of the shuffle,
/// all of it. Whoever tells nothing says that it was followed.
pub fn told(draft: &Draft<'_>, step: &Preparation, done: &str, complete: bool) -> Step {
    let (filed, source, clauses) = filed(draft, step)?;
    let text = Arc::new(Source { path: source.path.clone(), text: done.to_owned() });
    let told = parse(&text, rule::cards(&draft.rules().terms)).map_err(|report| {
        let problem = report.diagnostics.first().map(|first| first.message.clone()).unwrap_or_default();
        refuse(Reason::BadShuffle { problem }, clauses)
    })?;
    let new_cards = draft.table.shoe.new_cards;
    let [ours, theirs] = [&told, &filed].map(|procedure| comparable(procedure, new_cards));
    let fits = if complete { ours == theirs } else { theirs.starts_with(&ours) };
    if fits { Ok(()) } else { Err(refuse(Reason::NotAsFiled { filed: source.text.clone() }, clauses)) }
}

/// The steps that can be compared. The last cut is made at the table, by whoever's turn it is; how many cards are
/// plugged is how many were left, and there are none of these with new cards.
fn comparable(procedure: &Procedure, new_cards: bool) -> Vec<(Portion, Shuffled)> {
    let (body, _) = procedure.without_last_cuts();
    let steps = body.stages.iter().flat_map(|stage| stage.steps.iter().map(|one| (stage.portion, one.step)));
    let alike = steps.filter_map(|(portion, step)| match step {
        Shuffled::Plug { .. } if new_cards => None,
        Shuffled::Plug { packets, .. } => Some((portion, Shuffled::Plug { cards: 0, packets })),
        Shuffled::Wash { .. }
        | Shuffled::Riffle { .. }
        | Shuffled::Strip { .. }
        | Shuffled::Lace { .. }
        | Shuffled::Turn { .. }
        | Shuffled::Box
        | Shuffled::Cut { .. }
        | Shuffled::Shelf { .. } => Some((portion, step)),
    });
    alike.collect()
}
