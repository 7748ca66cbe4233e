//! From what a table has told to proofs of its shoes.

use std::sync::Arc;

use banco_cards::{Card, Pack, Rank, Side, Suit};
use banco_engine::link::TableId;
use banco_engine::table::{CommittedShoe, Event, Rules};
use banco_engine::{Commitment, RulesId, Shelf, ShoeOpening};

use super::proof::{Promise, ProofPack, ShoeProof, Shown, Step, VERSION};
use crate::news::{Left, ShoeNews};

/// The shoes of a table that were promised.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShoeProofs {
    /// Those that have been shown, in the order in which that happened.
    pub shown: Vec<ShoeProof>,
    /// Those that have not, each with the record that promised it. The last one may still be in use.
    pub unopened: Vec<(u64, CommittedShoe)>,
}

impl ShoeProofs {
    /// From all events of a table, each with its number, and the rules that they name.
    #[must_use]
    pub fn from_events<'a>(
        table: TableId,
        shelf: &Shelf,
        events: impl IntoIterator<Item = (u64, &'a Event)>,
    ) -> Self {
        let mut reader = ProofReader::new(table, shelf, None);
        for (number, event) in events {
            reader.read(number, event);
        }
        reader.finish()
    }
}

/// A shoe that is not shown yet.
struct Promised {
    number: u64,
    committed: CommittedShoe,
    rules: Arc<Rules>,
    steps: Vec<Step>,
    wagered: bool,
    /// Cards of the round that lie face down, as places in the steps, for each hand.
    down: [Vec<usize>; 2],
}

/// Makes proofs of shoes from the events of a table, one by one, so that no more is held than the proofs need.
pub struct ProofReader<'a> {
    table: TableId,
    shelf: &'a Shelf,
    rules: Option<RulesId>,
    current: Option<Promised>,
    over: Vec<Promised>,
    shown: Vec<ShoeProof>,
}

impl<'a> ProofReader<'a> {
    /// Begins before any event, or in the middle with the rules that are in force there.
    #[must_use]
    pub const fn new(table: TableId, shelf: &'a Shelf, rules: Option<RulesId>) -> Self {
        Self { table, shelf, rules, current: None, over: Vec::new(), shown: Vec::new() }
    }

    /// Reads the next event.
    pub fn read(&mut self, number: u64, event: &Event) {
        if let Some(news) = ShoeNews::from_event(event) {
            self.follow(number, news);
        }
    }

    /// Everything that was read.
    #[must_use]
    pub fn finish(mut self) -> ShoeProofs {
        self.end_shoe();
        let unopened = self.over.into_iter().map(|one| (one.number, one.committed)).collect();
        ShoeProofs { shown: self.shown, unopened }
    }

    fn follow(&mut self, number: u64, news: ShoeNews) {
        match news {
            ShoeNews::Rules(rules) => self.rules = Some(rules),
            ShoeNews::Over => self.end_shoe(),
            ShoeNews::CardsCleared if self.is_continuous() => self.end_shoe(),
            ShoeNews::Promised(committed) => self.promise(number, committed),
            ShoeNews::Shown(opening, root) => self.show(number, &opening, root),
            ShoeNews::CardsCleared
            | ShoeNews::Cut { .. }
            | ShoeNews::Recut
            | ShoeNews::RoundBegun
            | ShoeNews::Wagered
            | ShoeNews::Left(..)
            | ShoeNews::Turned(..) => {
                self.current.iter_mut().for_each(|one| one.follow(number, &news));
            }
        }
    }

    fn is_continuous(&self) -> bool {
        self.current.as_ref().is_some_and(|one| one.rules.terms.is_chosen("shuffler=continuous"))
    }

    fn end_shoe(&mut self) {
        self.over.extend(self.current.take());
    }

    fn promise(&mut self, number: u64, committed: CommittedShoe) {
        self.end_shoe();
        let Some(rules) = self.rules.and_then(|id| self.shelf.find(id)).cloned() else { return };
        let (steps, down) = (Vec::new(), [Vec::new(), Vec::new()]);
        self.current = Some(Promised { number, committed, rules, steps, wagered: false, down });
    }

    fn show(&mut self, number: u64, opening: &Arc<ShoeOpening>, root: Commitment) {
        let Some(at) = self.over.iter().position(|one| one.committed.root == root) else { return };
        let Promised { number: promised, committed, rules, steps, .. } = self.over.remove(at);
        let CommittedShoe { batch, cards, cut, root, shoe } = committed;
        self.shown.push(ShoeProof {
            v: VERSION,
            table: self.table.0,
            rules: rules.terms.rules_id().to_string(),
            pack: pack_of(&rules.terms.pack()),
            promise: Promise { number: promised, shoe, batch, cards, cut, root },
            steps,
            shown: Shown { number, opening: ShoeOpening::clone(opening) },
        });
    }
}

fn pack_of(pack: &Pack) -> ProofPack {
    let gone = |rank: &Rank| pack.copies(Card::new(*rank, Suit::Clubs)) == 0;
    let without = Rank::ALL.into_iter().filter(gone).map(|rank| rank.to_string()).collect();
    ProofPack { decks: pack.decks(), without }
}

impl Promised {
    fn follow(&mut self, number: u64, news: &ShoeNews) {
        match news {
            ShoeNews::Cut { at, dealer } => self.steps.push(Step::Cut { number, at: *at, dealer: *dealer }),
            ShoeNews::Recut => self.steps.push(Step::Recut { number }),
            ShoeNews::Wagered if !self.wagered => {
                self.wagered = true;
                self.steps.push(Step::Wager { number });
            }
            ShoeNews::RoundBegun => self.down = [Vec::new(), Vec::new()],
            ShoeNews::Left(left) => self.leaves(number, *left),
            ShoeNews::Turned(side, cards) => self.turn(*side, *cards),
            ShoeNews::Wagered
            | ShoeNews::CardsCleared
            | ShoeNews::Rules(_)
            | ShoeNews::Over
            | ShoeNews::Promised(_)
            | ShoeNews::Shown(..) => {}
        }
    }

    fn leaves(&mut self, number: u64, left: Left) {
        let step = match left {
            Left::Burned { place, card } => Step::Burned { number, place, card },
            Left::Discarded { place, card } => Step::Discarded { number, place, card },
            Left::Aside { place, card, commitment } => Step::Aside { number, place, card, commitment },
            Left::Dealt { side, place, card, commitment } => {
                if card.is_none() {
                    let at = self.steps.len();
                    self.down_of(side).push(at);
                }
                Step::Dealt { number, place, card, commitment }
            }
        };
        self.steps.push(step);
    }

    const fn down_of(&mut self, side: Side) -> &mut Vec<usize> {
        let [player, banker] = &mut self.down;
        match side {
            Side::Player => player,
            Side::Banker => banker,
        }
    }

    /// Cards of a hand are turned, in the order in which they lay face down.
    fn turn(&mut self, side: Side, cards: [Option<Card>; 2]) {
        let turned: Vec<Card> = cards.into_iter().flatten().collect();
        let down = self.down_of(side);
        let many = turned.len().min(down.len());
        let places: Vec<usize> = down.drain(..many).collect();
        for (at, face) in places.into_iter().zip(turned) {
            if let Some(Step::Dealt { card, .. }) = self.steps.get_mut(at) {
                *card = Some(face);
            }
        }
    }
}
