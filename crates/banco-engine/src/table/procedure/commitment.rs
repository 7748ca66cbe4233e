//! What a virtual shoe promises before it is cut, and shows when it is over. No text speaks of it, so nothing
//! here cites a clause.
//!
//! The promise comes after the shuffle and before the cut, once for each stack; so whoever shuffles cannot go
//! by the cut or by the wagers. A dealer has no choice where to cut a shoe that was promised: the place is
//! promised with it. Every shoe that was promised is shown in the end, whatever became of it; until then the
//! table lists it.

use std::sync::Arc;

use crate::hidden::Commitment;
use crate::name::Clauses;
use crate::shoe_opening::ShoeOpening;
use crate::table::command::CardSource;
use crate::table::draft::{Draft, Step, refuse};
use crate::table::event::PreparationEvent;
use crate::table::refusal::Reason;
use crate::table::rules::Rules;
use crate::table::state::{CommittedShoe, Phase, Table};

impl Table {
    /// Whether the shoe may be promised now: its cards are shuffled, and nobody has cut them or wagered on
    /// them. A continuous shuffler, which is never cut, has a new stack after every round.
    #[must_use]
    pub fn awaits_commitment(&self) -> bool {
        self.may_commit() && self.shoe.committed.is_none()
    }

    fn may_commit(&self) -> bool {
        let untouched = self.shoe.source == CardSource::Virtual && !self.shoe.wagered;
        let moment = match self.phase {
            Phase::Preparing | Phase::Cutting | Phase::Loading => self.shoe.cut.is_none(),
            Phase::Betting => {
                self.rules.continuous && usize::from(self.shoe.drawn) == self.shoe.aside().count()
            }
            Phase::Closed | Phase::Burning | Phase::Dealing | Phase::Settled | Phase::BetweenShoes => false,
        };
        untouched && moment
    }

    /// The promise of the shoe that is in use.
    #[must_use]
    pub fn committed(&self) -> Option<&CommittedShoe> {
        self.unopened.iter().find(|known| Some(known.root) == self.shoe.committed)
    }

    /// The shoes that were promised, are over and have not been shown. Where there is one for long, something
    /// is kept from the public.
    pub fn to_be_opened(&self) -> impl Iterator<Item = &CommittedShoe> {
        let current = self.shoe.committed;
        self.unopened.iter().filter(move |known| Some(known.root) != current)
    }
}

/// The order of the shoe is promised.
pub fn commit(draft: &mut Draft<'_>, shoe: u32, root: Commitment) -> Step {
    let (table, none) = (draft.table, Clauses::default());
    if table.phase == Phase::Closed {
        return Err(refuse(Reason::TableClosed, none));
    }
    if table.shoe.source != CardSource::Virtual {
        return Err(refuse(Reason::ShoeNotVirtual, none));
    }
    if !table.may_commit() {
        let now = table.phase.in_words();
        return Err(refuse(Reason::WrongMoment { doing: "promise the order of a shoe", now }, none));
    }
    if shoe != table.shoe.number {
        return Err(refuse(Reason::WrongShoe { given: shoe, now: table.shoe.number }, none));
    }
    let known = table.unopened.iter().any(|known| known.root == root);
    if table.shoe.committed.is_some() || known {
        return Err(refuse(Reason::ShoeCommitted { shoe }, none));
    }
    let (rules, cards) = (draft.rules(), draft.rules().pack.len());
    let (batch, cut) = (rules.batch_of(shoe), dealers_cut(rules));
    draft.emit(none, PreparationEvent::ShoeCommitted { batch, cards, cut, root, shoe });
    Ok(())
}

/// Where the dealer cuts if no participant does: always in the middle, or as near to it as may be.
fn dealers_cut(rules: &Rules) -> Option<u16> {
    let (least, size) = (rules.terms.rulebook.file.cut.from_either_end, rules.pack.len());
    (!rules.continuous).then(|| (size / 2).max(least).min(size.saturating_sub(least)))
}

/// The dealer cuts where it was promised.
pub fn cut_as_promised(draft: &Draft<'_>, at: u16) -> Step {
    let promised = draft.table.committed().and_then(|known| known.cut);
    match promised.filter(|promised| *promised != at) {
        Some(promised) => Err(refuse(Reason::CutPromised { at, promised }, draft.topics().cut)),
        None => Ok(()),
    }
}

/// A shoe that is over is shown.
pub fn open(draft: &mut Draft<'_>, opening: Arc<ShoeOpening>) -> Step {
    let (table, none) = (draft.table, Clauses::default());
    let root = opening.root();
    let Some(known) = table.unopened.iter().find(|known| known.root == root) else {
        return Err(refuse(Reason::ShoeNotCommitted, none));
    };
    let shoe = known.shoe;
    if table.shoe.committed == Some(root) {
        return Err(refuse(Reason::ShoeInUse { shoe }, none));
    }
    draft.emit(none, PreparationEvent::ShoeOpened { opening, root, shoe });
    Ok(())
}
