//! One shoe that was promised, dealt and shown, in a form that a stranger can check. Described in
//! `docs/fairness.md`.

use std::collections::BTreeSet;

use banco_cards::{Card, Pack, Rank};
use banco_engine::{Commitment, ShoeOpening};
use serde::{Deserialize, Serialize};

use super::{VirtualShoe, stack_place};

/// The form of a proof.
pub(super) const VERSION: u16 = 1;

/// All that is public of one shoe.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShoeProof {
    /// The version of this form.
    pub v: u16,
    /// At which table.
    pub table: u32,
    /// The rules that were played by, in short.
    pub rules: String,
    /// The cards that a whole shoe has.
    pub pack: ProofPack,
    /// What was promised before the cut.
    pub promise: Promise,
    /// What became of the cards, in order.
    pub steps: Vec<Step>,
    /// What was shown when the shoe was over.
    pub shown: Shown,
}

/// The cards that a whole shoe has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofPack {
    /// How many decks of 52 cards.
    pub decks: u8,
    /// The letters of the ranks that are taken out of each; usually none.
    pub without: String,
}

/// What was promised before the cut.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promise {
    /// Which record of the table it is.
    pub number: u64,
    /// Which shoe since the table opened.
    pub shoe: u32,
    /// Which batch of cards.
    pub batch: u8,
    /// How many cards.
    pub cards: u16,
    /// Where the dealer cuts, if no participant does.
    pub cut: Option<u16>,
    /// The promise.
    pub root: Commitment,
}

/// What was shown when the shoe was over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// Which record of the table it is.
    pub number: u64,
    /// The whole shoe.
    pub opening: ShoeOpening,
}

/// Something that became of the cards, by the record that tells it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "every variant says what its fields are")]
pub enum Step {
    /// So many cards from the top went to the bottom, by the dealer's hand or a participant's.
    Cut { number: u64, at: u16, dealer: bool },
    /// A new cut was ordered: burned cards are back, and cards are counted from the first again.
    Recut { number: u64 },
    /// The first wager.
    Wager { number: u64 },
    /// A card was burned, perhaps unseen.
    Burned { number: u64, place: u16, card: Option<Card> },
    /// A card was dealt; a commitment where it was dealt face down; its face if that came to light.
    Dealt { number: u64, place: u16, card: Option<Card>, commitment: Option<Commitment> },
    /// A card was drawn by mistake and waits for its use.
    Aside { number: u64, place: u16, card: Option<Card>, commitment: Option<Commitment> },
    /// A card was drawn by mistake and goes to the discards.
    Discarded { number: u64, place: u16, card: Option<Card> },
}

impl Step {
    const fn number(&self) -> u64 {
        match self {
            Self::Cut { number, .. }
            | Self::Recut { number }
            | Self::Wager { number }
            | Self::Burned { number, .. }
            | Self::Dealt { number, .. }
            | Self::Aside { number, .. }
            | Self::Discarded { number, .. } => *number,
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// What was looked at, for programs.
    pub what: &'static str,
    /// What was found.
    pub found: Found,
}

/// What was found, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// It is as it must be.
    Holds(String),
    /// It cannot be told from this proof.
    NotShown(String),
    /// It is not as it must be.
    Fails(String),
}

/// What holds, or what is wrong.
type Looked = Result<String, String>;

impl ShoeProof {
    /// Looks at everything.
    #[must_use]
    pub fn check(&self) -> Vec<Check> {
        let mut checks = vec![
            Check { what: "form", found: found(self.form()) },
            Check { what: "order", found: found(self.order()) },
            Check { what: "promise", found: found(self.promised()) },
            Check { what: "pack", found: found(self.whole_pack()) },
            Check { what: "seed", found: self.seed() },
        ];
        let mut walk = Walk::new(self);
        let walked = self.steps.iter().try_for_each(|step| walk.step(step));
        checks.push(Check { what: "cut", found: found(walk.cut_told()) });
        checks.push(Check { what: "burn", found: found(walk.burn_told()) });
        checks.push(Check { what: "cards", found: found(walked.map(|()| walk.cards_told())) });
        checks
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.check().iter().all(|check| !matches!(check.found, Found::Fails(_)))
    }

    fn form(&self) -> Looked {
        match self.v {
            VERSION => Ok(format!("a shoe of table {}, by {}", self.table, self.rules)),
            other => Err(format!("version {other} is not known here")),
        }
    }

    fn order(&self) -> Looked {
        let (promised, shown) = (self.promise.number, self.shown.number);
        let numbers = [promised].into_iter().chain(self.steps.iter().map(Step::number)).chain([shown]);
        match numbers.is_sorted_by(|one, next| one < next) {
            true => Ok(format!(
                "promised in record {promised}, before cut, wagers and cards; shown in record {shown}"
            )),
            false => Err("the promise does not come first, or the shoe was not shown last".to_owned()),
        }
    }

    fn promised(&self) -> Looked {
        let opening = &self.shown.opening;
        if opening.cards.len() != usize::from(self.promise.cards) {
            return Err(format!("{} cards are shown, not {}", opening.cards.len(), self.promise.cards));
        }
        match opening.root() == self.promise.root {
            true => {
                Ok(format!("the cards that are shown are those that were promised: {}", self.promise.root))
            }
            false => Err("the cards that are shown are not those that were promised".to_owned()),
        }
    }

    fn pack(&self) -> Result<Pack, String> {
        let rank = |letter| Rank::from_symbol(letter).ok_or_else(|| format!("there is no rank `{letter}`"));
        let without = self.pack.without.chars().map(rank).collect::<Result<Vec<_>, _>>()?;
        Ok(Pack::standard(self.pack.decks).without(&without))
    }

    fn whole_pack(&self) -> Looked {
        let mut whole: Vec<Card> = self.pack()?.cards().collect();
        let mut shown = self.shown.opening.cards.clone();
        whole.sort();
        shown.sort();
        match whole == shown {
            true => {
                Ok(format!("{} cards, every card of {} decks once in each", shown.len(), self.pack.decks))
            }
            false => Err(format!("the {} cards are not those of {} decks", shown.len(), self.pack.decks)),
        }
    }

    fn seed(&self) -> Found {
        let ShoeOpening { aside, cards, secret, seed } = &self.shown.opening;
        if seed.is_empty() {
            return Found::NotShown("what the order was drawn from is not shown".to_owned());
        }
        let pack = match self.pack() {
            Ok(pack) => pack,
            Err(problem) => return Found::Fails(problem),
        };
        let first = cards.first().copied().filter(|_| *aside);
        let drawn = VirtualShoe::from_seed(&pack, first, seed);
        if drawn.stack != *cards || drawn.secret != *secret {
            return Found::Fails("the seed leads to another order".to_owned());
        }
        let bits = u32::try_from(seed.len()).unwrap_or(u32::MAX).saturating_mul(256);
        match bits >= VirtualShoe::bits(pack.len()) {
            true => Found::Holds(format!(
                "the order was drawn from the seed, whose {bits} bits reach every order"
            )),
            false => Found::NotShown(format!(
                "the order was drawn from the seed, but {bits} bits are for practice alone"
            )),
        }
    }
}

fn found(looked: Looked) -> Found {
    match looked {
        Ok(holds) => Found::Holds(holds),
        Err(fails) => Found::Fails(fails),
    }
}

/// The cards as they leave the shoe, held against what was shown.
struct Walk<'a> {
    proof: &'a ShoeProof,
    leaves: Vec<Commitment>,
    /// How many cards cuts have brought to the bottom.
    cut: u16,
    cuts: Vec<String>,
    /// A cut of the dealer that was not the promised one.
    chosen: Option<u16>,
    /// The place of the next card.
    next: u16,
    /// Places of cards that wait for their use.
    aside: BTreeSet<u16>,
    /// Ranks of the cards that were burned before the first was dealt.
    burned: Vec<Rank>,
    dealt: u32,
    face_down: u32,
}

impl<'a> Walk<'a> {
    fn new(proof: &'a ShoeProof) -> Self {
        let opening = &proof.shown.opening;
        let aside: BTreeSet<u16> = opening.aside.then_some(0).into_iter().collect();
        let (leaves, next) = (opening.leaves(), u16::from(opening.aside));
        let (cuts, burned) = (Vec::new(), Vec::new());
        Self { proof, leaves, cut: 0, cuts, chosen: None, next, aside, burned, dealt: 0, face_down: 0 }
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Wager { .. } => Ok(()),
            Step::Cut { at, dealer, .. } => self.cut_at(*at, *dealer),
            Step::Recut { .. } => {
                if self.dealt > 0 {
                    return Err("a new cut was ordered after cards were dealt".to_owned());
                }
                (self.next, self.burned) = (0, Vec::new());
                self.aside.clear();
                Ok(())
            }
            Step::Burned { place, card, .. } => {
                let rank = self.leaves_shoe(*place, *card, None)?.rank;
                if self.dealt == 0 {
                    self.burned.push(rank);
                }
                Ok(())
            }
            Step::Dealt { place, card, commitment, .. } => {
                self.dealt += 1;
                if self.aside.remove(place) {
                    return self.is_at(*place, *card, *commitment).map(|_| ());
                }
                self.leaves_shoe(*place, *card, *commitment).map(|_| ())
            }
            Step::Aside { place, card, commitment, .. } => {
                self.leaves_shoe(*place, *card, *commitment)?;
                self.aside.insert(*place);
                Ok(())
            }
            Step::Discarded { place, card, .. } => self.leaves_shoe(*place, *card, None).map(|_| ()),
        }
    }

    fn cut_at(&mut self, at: u16, dealer: bool) -> Result<(), String> {
        let cards = self.proof.promise.cards;
        if self.next > 0 {
            return Err("the cards were cut after some had left the shoe".to_owned());
        }
        self.cut =
            stack_place(at, self.cut, cards).ok_or_else(|| format!("{cards} cards cannot be cut at {at}"))?;
        let by = if dealer { "the dealer" } else { "a participant" };
        self.cuts.push(format!("at {at} by {by}"));
        if dealer && self.proof.promise.cut != Some(at) {
            self.chosen = Some(at);
        }
        Ok(())
    }

    /// The next card leaves the shoe.
    fn leaves_shoe(
        &mut self,
        place: u16,
        card: Option<Card>,
        leaf: Option<Commitment>,
    ) -> Result<Card, String> {
        if place != self.next {
            return Err(format!("card {place} left the shoe when it was the turn of card {}", self.next));
        }
        self.next = self.next.saturating_add(1);
        self.is_at(place, card, leaf)
    }

    /// A card is the one that was at this place of the shoe.
    fn is_at(&mut self, place: u16, card: Option<Card>, leaf: Option<Commitment>) -> Result<Card, String> {
        let cards = &self.proof.shown.opening.cards;
        let at = u16::try_from(cards.len())
            .ok()
            .and_then(|many| stack_place(place, self.cut, many))
            .map(usize::from);
        let at = at.ok_or_else(|| format!("the shoe has no card {place}"))?;
        let (known, promised) = (cards.get(at).copied(), self.leaves.get(at).copied());
        let known = known.ok_or_else(|| format!("the shoe has no card {place}"))?;
        if let Some(card) = card.filter(|card| *card != known) {
            return Err(format!("card {place} was {card}, but {known} lay there"));
        }
        if leaf.is_some() && leaf != promised {
            return Err(format!("card {place} was dealt face down under another promise"));
        }
        self.face_down += u32::from(leaf.is_some());
        Ok(known)
    }

    fn cut_told(&self) -> Looked {
        match (self.chosen, self.cuts.as_slice()) {
            (Some(at), _) => Err(format!("the dealer cut at {at}, which was not promised")),
            (None, []) if self.proof.promise.cut.is_some() && self.next > 0 => {
                Err("the cards were not cut".to_owned())
            }
            (None, []) => Ok("the cards were not cut".to_owned()),
            (None, cuts) => Ok(format!("the cards were cut {}", cuts.join(", then "))),
        }
    }

    fn burn_told(&self) -> Looked {
        let Some(first) = self.burned.first() else { return Ok("no card was burned".to_owned()) };
        let (wanted, burned) = (usize::from(first.burn_count().get()) + 1, self.burned.len());
        match wanted == burned || (self.dealt == 0 && burned < wanted) {
            true => Ok(format!("{burned} cards were burned, as the first says")),
            false => Err(format!("{burned} cards were burned, though the first says {wanted}")),
        }
    }

    fn cards_told(&self) -> String {
        let Self { dealt, face_down, next, .. } = self;
        format!(
            "{next} cards left the shoe, {dealt} dealt ({face_down} face down), each the one that lay there"
        )
    }
}
