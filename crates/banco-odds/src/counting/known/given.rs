//! The deals from a shoe that fit what is known.

use std::borrow::Cow;
use std::cell::OnceCell;

use banco_cards::{Side, Suit};

use crate::counting::cells::Cells;
use crate::counting::classes::PLAIN;
use crate::counting::count::{Count, CountError, Counts};
use crate::counting::draw::DrawTable;
use crate::counting::kinds::{Kind, Sets, SuitSet, rank};
use crate::counting::known::hands::Hands;
use crate::counting::known::layout::{Arrangement, Laid, arrangements, each_layout};
use crate::counting::known::round::Round;
use crate::counting::known::{CardSet, Knowledge, Pile, Places, Thirds, index};
use crate::counting::question::Question;
use crate::counting::visit::Deal;
use crate::shoe::{Shoe, ShoeError};

/// All deals from one shoe under one drawing rule that fit what is known. Cards that were burnt are dealt before the
/// round and counted with it.
#[derive(Debug)]
pub struct KnownDeals {
    pile: Pile,
    /// The cards that the pile has at all.
    cards: CardSet,
    draw: DrawTable,
    knowledge: Knowledge,
    total: OnceCell<i128>,
    /// The deals of each class, whatever the suits.
    classes: OnceCell<Vec<i128>>,
    /// For each of the Banker's two-card counts, the third cards of the Player's after which the Banker draws.
    banker_draws: OnceCell<[CardSet; 10]>,
    /// How four cards can be laid out, if the same is known whichever hands draw.
    arrangements: OnceCell<Vec<Arrangement>>,
}

impl KnownDeals {
    /// The deals from a shoe, the cards that were burnt still in it.
    ///
    /// # Errors
    /// The shoe cannot serve a round, or what is known of its cards cannot be.
    pub fn new(shoe: &Shoe, draw: DrawTable, knowledge: Knowledge) -> Result<Self, CountError> {
        shoe.check_size()?;
        let pile = Pile::from_shoe(shoe);
        let left = shoe.len().saturating_sub(u64::try_from(knowledge.burnt().len()).unwrap_or(u64::MAX));
        if left < ROUND {
            return Err(ShoeError::TooFew(left).into());
        }
        if !knowledge.can_be_counted(pile.len()) {
            return Err(CountError::TooManyBurnt(knowledge.burnt().len()));
        }
        let (total, classes) = (OnceCell::new(), OnceCell::new());
        let (banker_draws, arrangements) = (OnceCell::new(), OnceCell::new());
        let cards = pile.cards();
        let deals = Self { pile, cards, draw, knowledge, total, classes, banker_draws, arrangements };
        if deals.total() == 0 { Err(CountError::Impossible) } else { Ok(deals) }
    }

    /// Counts the deals that reach each line of the pay tables in question.
    ///
    /// # Errors
    /// A condition needs more than one coup and its seat can tell.
    pub fn count(&self, question: &Question<'_>) -> Result<Counts, CountError> {
        let ways = question.recipe_by_place(&self.draw)?.run_known(self);
        let total = self.total().unsigned_abs();
        let count = |slots: &std::ops::Range<usize>| {
            let lines = ways.get(slots.clone()).unwrap_or_default();
            let lines: Vec<u128> = lines.iter().map(|ways| ways.unsigned_abs()).collect();
            Count { none: total.saturating_sub(lines.iter().sum::<u128>()), lines }
        };
        Ok(Counts { total, tables: question.slots().iter().map(count).collect() })
    }

    /// All deals that fit.
    #[must_use]
    pub fn total(&self) -> i128 {
        *self.total.get_or_init(|| match self.knowledge.places_of_all() {
            Some(places) => self.layouts(places),
            None => self.all_classes().iter().sum(),
        })
    }

    /// All deals, whether they fit or not.
    #[must_use]
    pub fn all(&self) -> i128 {
        let cards = self.knowledge.burnt().len() + 6;
        self.pile.layouts(&vec![CardSet::ALL; cards])
    }

    pub(crate) const fn draw(&self) -> &DrawTable {
        &self.draw
    }

    pub(crate) const fn pile(&self) -> &Pile {
        &self.pile
    }

    pub(crate) const fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// The third cards of the Player's after which a Banker's hand draws that has this count.
    pub(crate) fn banker_draws_after(&self, total: u8) -> CardSet {
        let after =
            |total: u8| CardSet::from_test(|card| self.draw.banker_draws(total, Some(card.points().get())));
        let sets = self.banker_draws.get_or_init(|| [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(after));
        sets.get(usize::from(total)).copied().unwrap_or(CardSet::NONE)
    }

    /// How four cards can be laid out where this is known of their places, whichever hands draw.
    pub(crate) fn arrangements(&self, places: &Places) -> &[Arrangement] {
        self.arrangements.get_or_init(|| arrangements(places))
    }

    /// The deals in which the card at each place comes from a set, and burnt cards are as they are known to be.
    fn layouts(&self, places: &Places) -> i128 {
        if self.knowledge.burnt().is_empty() {
            return self.pile.layouts(places);
        }
        self.pile.layouts_of(places.iter().chain(self.knowledge.burnt()).copied())
    }

    /// In how many ways some deals can come with hands from two sets of suits.
    pub(crate) fn ways(&self, (player, banker): Sets, visited: &[Deal]) -> i128 {
        let suits = [suit_set(player), suit_set(banker)];
        let hands = [const { OnceCell::new() }; 4];
        let by_kinds = |deal: &Deal| {
            let thirds = Thirds::of(deal.player().len(), deal.banker().len());
            let hands: &OnceCell<Option<Hands<'_>>> = hands.get(thirds as usize)?;
            // Where nothing beyond four cards is looked at, it is not told who draws.
            let told = deal.len() > 4 || self.knowledge.places_of_all().is_some();
            if !deal.is_placed() || player != banker || !told {
                return None;
            }
            hands
                .get_or_init(|| Hands::new(self, thirds, suit_set(player)))
                .as_ref()
                .map_or(Some(0), |hands| hands.ways(deal))
        };
        visited.iter().map(|deal| by_kinds(deal).unwrap_or_else(|| self.ways_by_layout(suits, deal))).sum()
    }

    fn ways_by_layout(&self, [player, banker]: [CardSet; 2], deal: &Deal) -> i128 {
        let mut sum = 0;
        each_layout(self, deal, &mut |layout| {
            let mut places = *layout.places;
            for Laid { kind, side, place } in layout.cards.iter().flatten() {
                let suits = if *side == Side::Player { player } else { banker };
                let Some(known) = places.get_mut(index(*place)) else { continue };
                *known = known.and(kind_set(*kind)).and(suits);
                if known.is_empty() {
                    return;
                }
            }
            sum += i128::from(layout.times) * self.layouts(&places);
        });
        sum
    }

    /// The deals of each class by its place, whatever the suits; third cards are not told.
    pub(crate) fn all_classes(&self) -> &[i128] {
        self.classes.get_or_init(|| self.classes(ANY_SUITS, &self.cells_by_places(self.draw.cells())))
    }

    /// The deals of each class by its place, in some [cells](Self::cells_by_places) and for hands from two sets; third cards
    /// are not told.
    pub(crate) fn classes(&self, sets: Sets, cells: &[(Places, Cow<'_, Cells>)]) -> Vec<i128> {
        let mut sums = vec![0; PLAIN];
        for (places, cells) in cells {
            let Some(places) = self.within(places, sets) else { continue };
            let round = Round { deals: self, sets, places: &places, cells };
            round.add_plain(&mut sums);
        }
        sums
    }

    /// The deals of the classes at some places, which tell third cards.
    pub(crate) fn fine_classes(
        &self,
        sets: Sets,
        cells: &[(Places, Cow<'_, Cells>)],
        wanted: &[usize],
    ) -> Vec<i128> {
        let mut sums = vec![0; wanted.len()];
        for (places, cells) in cells {
            let Some(places) = self.within(places, sets) else { continue };
            let round = Round { deals: self, sets, places: &places, cells };
            let found = round.fine(wanted);
            sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
        }
        sums
    }

    /// What is known of the places beyond the sets that the hands come from: nothing of a card whose hand holds no other
    /// cards anyway. `None` if the hands hold no such card.
    fn within(&self, places: &Places, (player, banker): Sets) -> Option<Places> {
        let (player, banker) = (suit_set(player).and(self.cards), suit_set(banker).and(self.cards));
        let mut within = *places;
        for (known, pool) in within.iter_mut().zip([player, banker, player, banker]) {
            let both = known.and(pool);
            if both.is_empty() {
                return None;
            }
            if both == pool {
                *known = CardSet::ALL;
            }
        }
        Some(within)
    }

    /// The cells in which the same is known of every place, with what that is.
    pub(crate) fn cells_by_places<'c>(&self, cells: &'c Cells) -> Vec<(Places, Cow<'c, Cells>)> {
        if let Some(places) = self.knowledge.places_of_all() {
            return vec![(*places, Cow::Borrowed(cells))];
        }
        let mut parts: Vec<(Places, Vec<Thirds>)> = Vec::new();
        for thirds in Thirds::ALL {
            let Some(places) = self.knowledge.places(thirds) else { continue };
            match parts.iter_mut().find(|(known, _)| known == places) {
                Some((_, all)) => all.push(thirds),
                None => parts.push((*places, vec![thirds])),
            }
        }
        let only = |thirds: &[Thirds]| {
            let [nobody, player, banker, both] = Thirds::ALL.map(|known| thirds.contains(&known));
            cells.by_drawing(nobody, player, banker, both)
        };
        parts.into_iter().map(|(places, thirds)| (places, Cow::Owned(only(&thirds)))).collect()
    }
}

/// As many cards as a round may need.
const ROUND: u64 = 6;

/// Whatever the suits.
const ANY_SUITS: Sets = (SuitSet::ALL, SuitSet::ALL);

/// The cards of a kind.
pub fn kind_set(kind: Kind) -> CardSet {
    if kind == 0 { CardSet::TENS } else { CardSet::of_rank(rank(kind)) }
}

/// The cards of some suits.
fn suit_set(suits: SuitSet) -> CardSet {
    let suits = Suit::ALL.into_iter().filter(|suit| suits.holds(*suit)).map(CardSet::of_suit);
    suits.fold(CardSet::NONE, CardSet::or)
}
