//! A game with choices on both sides, counted out: which situations each side can tell apart, and what is won in each of
//! them by drawing and by standing.
//!
//! A deal meets at most one decision of each side, so what is won adds up over the situations of the Banker, and is
//! linear in how often each side draws.

use std::collections::BTreeMap;

use banco_engine::DrawRules;
use banco_engine::coup::DrawAction;
use banco_rulebook::Terms;

use crate::shoe::Shoe;
use crate::solve::{Won, less, take};

/// From which cards the game is dealt.
#[derive(Clone, Debug)]
pub enum Model {
    /// From a shoe: a card that is dealt is gone.
    Shoe(Shoe),
    /// As the classical analysis has it: every card is drawn from a whole deck.
    WithReplacement,
}

/// What a side goes by when it decides.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GoesBy {
    /// The count of its two cards.
    #[default]
    Count,
    /// The point values of its two cards.
    Cards,
}

/// What each side goes by, and where the Banker may choose.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Information {
    /// The Player's hand.
    pub player: GoesBy,
    /// The Banker.
    pub banker: GoesBy,
    /// Whether the Banker may choose everywhere, as in the private game; otherwise as the rules have it.
    pub free_banker: bool,
}

/// What a side sees of its own two cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct HandSeen {
    /// Their count.
    pub total: u8,
    /// Their point values, the lower first, for a side that goes by them.
    pub cards: Option<[u8; 2]>,
}

/// What the Banker sees: the two cards, and the Player's third card if there is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell {
    /// The Banker's count.
    pub banker: u8,
    /// The point values of the Banker's two cards, the lower first, if the Banker goes by them.
    pub cards: Option<[u8; 2]>,
    /// The Player's third card.
    pub third: Option<u8>,
}

/// What is won if the Banker draws, and if the Banker stands.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Ends {
    pub draw: Won,
    pub stand: Won,
}

impl Ends {
    fn plus(&mut self, other: Self) {
        self.draw = self.draw.plus(other.draw);
        self.stand = self.stand.plus(other.stand);
    }
}

/// What is won in one situation of the Banker.
#[derive(Clone, Debug)]
pub(super) struct CellPlay {
    /// With hands of the Player that have no choice.
    pub bound: Ends,
    /// With each hand that may choose, where it came here by its choice. It comes here by drawing exactly if the cell
    /// has a third card.
    pub chosen: Vec<Ends>,
    /// What the rules have the Banker do; `None` where the Banker may choose.
    pub told: Option<bool>,
}

impl CellPlay {
    fn new(told: Option<bool>, hands: usize) -> Self {
        Self { bound: Ends::default(), chosen: vec![Ends::default(); hands], told }
    }
}

/// All deals of the game.
pub(super) struct Game {
    /// The hands of the Player that may choose.
    pub hands: Vec<HandSeen>,
    /// Every situation that the Banker can be in.
    pub cells: BTreeMap<Cell, CellPlay>,
    /// Naturals: the same whatever anybody does.
    pub naturals: Won,
    /// All deals.
    pub total: i128,
}

impl Game {
    /// Deals it out; the Player's hand may choose on this count.
    pub fn new(terms: &Terms, model: &Model, information: Information, five: u8) -> Self {
        let rules = DrawRules::from_terms(terms);
        let pairs = || (0..10_u8).flat_map(|high| (0..=high).map(move |low| [low, high]));
        let choosing = pairs().map(|cards| seen(cards, information.player)).filter(|hand| hand.total == five);
        let mut hands: Vec<HandSeen> = choosing.collect();
        hands.sort_unstable();
        hands.dedup();
        let mut game = Self { hands, cells: BTreeMap::new(), naturals: Won::default(), total: 0 };
        let pile = Pile::from_model(model);
        game.total = pile.deals(6);
        for player in pairs() {
            for banker in pairs() {
                game.deal(&rules, &pile, information, [player, banker]);
            }
        }
        // A hand of cards that are not there has nothing to decide, and a cell that nobody reaches has no play.
        game.keep_real();
        game
    }

    /// Adds the rounds that begin with these two cards of each side.
    fn deal(
        &mut self,
        rules: &DrawRules<'_>,
        pile: &Pile,
        information: Information,
        [player, banker]: [[u8; 2]; 2],
    ) {
        let Some((pile, ways)) = pile.without_pair(player).and_then(|(pile, ways)| {
            let (pile, more) = pile.without_pair(banker)?;
            Some((pile, ways * more))
        }) else {
            return;
        };
        let [hand, bank] = [seen(player, information.player), seen(banker, information.banker)];
        if rules.is_natural(hand.total) || rules.is_natural(bank.total) {
            return self.naturals.add(hand.total, bank.total, ways * pile.deals(2));
        }
        let chooses = self.hands.iter().position(|known| *known == hand);
        let draws = rules.player(hand.total, 0).action == DrawAction::Draws;
        let told = |third: Option<u8>| match rules.banker(bank.total, third).action {
            _ if information.free_banker => None,
            DrawAction::Chooses => None,
            action => Some(action == DrawAction::Draws),
        };
        let mut add = |third: Option<u8>, ends: Ends| {
            let cell = Cell { banker: bank.total, cards: bank.cards, third };
            let hands = self.hands.len();
            let play = self.cells.entry(cell).or_insert_with(|| CellPlay::new(told(third), hands));
            match chooses.and_then(|at| play.chosen.get_mut(at)) {
                Some(chosen) => chosen.plus(ends),
                None => play.bound.plus(ends),
            }
        };
        if chooses.is_some() || draws {
            for third in 0..10 {
                let total = (hand.total + third) % 10;
                if let Some((pile, more)) = pile.without(third) {
                    add(Some(third), pile.last_card(total, bank.total, ways * more, 0));
                }
            }
        }
        if chooses.is_some() || !draws {
            add(None, pile.last_card(hand.total, bank.total, ways, 1));
        }
    }

    fn keep_real(&mut self) {
        let nothing =
            |ends: &Ends| [ends.draw, ends.stand].iter().all(|won| won.player == 0 && won.banker == 0);
        self.cells.retain(|_, play| !(nothing(&play.bound) && play.chosen.iter().all(nothing)));
        let met: Vec<bool> = (0..self.hands.len())
            .map(|at| self.cells.values().any(|play| play.chosen.get(at).is_some_and(|ends| !nothing(ends))))
            .collect();
        let keep = |at: usize| met.get(at).copied().unwrap_or(false);
        self.hands =
            self.hands.iter().enumerate().filter(|(at, _)| keep(*at)).map(|(_, hand)| *hand).collect();
        for play in self.cells.values_mut() {
            let chosen = std::mem::take(&mut play.chosen);
            play.chosen =
                chosen.into_iter().enumerate().filter(|(at, _)| keep(*at)).map(|(_, ends)| ends).collect();
        }
    }
}

fn seen(cards: [u8; 2], by: GoesBy) -> HandSeen {
    let total = cards.iter().sum::<u8>() % 10;
    HandSeen { total, cards: (by == GoesBy::Cards).then_some(cards) }
}

/// The cards that are left.
#[derive(Clone)]
struct Pile {
    values: [i64; 10],
    cards: i128,
    replaced: bool,
}

impl Pile {
    fn from_model(model: &Model) -> Self {
        let (shoe, replaced) = match model {
            Model::Shoe(shoe) => (shoe.clone(), false),
            Model::WithReplacement => (Shoe::full(1), true),
        };
        Self { values: shoe.values(), cards: i128::from(shoe.len()), replaced }
    }

    /// What is left without a card of this value, and how many such cards there were; nothing if there was none.
    fn without(&self, value: u8) -> Option<(Self, i128)> {
        let ways = take(&self.values, value);
        let left = if self.replaced {
            self.clone()
        } else {
            Self { values: less(&self.values, value), cards: self.cards - 1, replaced: false }
        };
        (ways > 0).then_some((left, ways))
    }

    /// The same for two cards in either order.
    fn without_pair(&self, [low, high]: [u8; 2]) -> Option<(Self, i128)> {
        let (left, ways) = self.without(low)?;
        let (left, more) = left.without(high)?;
        let orders = if low == high { 1 } else { 2 };
        Some((left, ways * more * orders))
    }

    /// In how many ways so many cards can be dealt.
    fn deals(&self, cards: i128) -> i128 {
        (0..cards).map(|used| if self.replaced { self.cards } else { self.cards - used }).product()
    }

    /// What is won by the Banker's drawing and standing from here, with so many cards unused behind the Banker's.
    fn last_card(&self, player: u8, banker: u8, ways: i128, unused: i128) -> Ends {
        let mut ends = Ends::default();
        ends.stand.add(player, banker, ways * self.deals(1 + unused));
        for value in 0..10 {
            if let Some((left, more)) = self.without(value) {
                ends.draw.add(player, (banker + value) % 10, ways * more * left.deals(unused));
            }
        }
        ends
    }
}
