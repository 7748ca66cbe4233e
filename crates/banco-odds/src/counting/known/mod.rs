//! Deals of which something is known: a card that lies at some place of the round, or that was burnt, is of a certain
//! kind.
//!
//! What is known never changes what a wager looks at, only how many deals there are. So the recipe of a question stays
//! the same ([`crate::counting::recipe`]), and its terms are counted among the deals that fit: classes of coups in closed
//! form ([`round`], [`fixed`], [`law`]), single deals by the kinds of their cards ([`hands`]) or, like single suits, by the
//! sets that each card must come from ([`layout`], [`sets`]).

mod fixed;
mod given;
mod hands;
mod law;
mod layout;
mod round;
mod sets;

use banco_cards::Side;

use crate::shoe::Detail;

pub use given::KnownDeals;
pub use layout::{Laid, Layout, each_layout};
pub use sets::{CardSet, Pile};

/// A place in the order in which the cards of a round leave the shoe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// The Player's first card: the first card out of the shoe.
    Player1,
    /// The Banker's first card.
    Banker1,
    /// The Player's second card.
    Player2,
    /// The Banker's second card.
    Banker2,
    /// The card behind the first four, whichever hand draws it, if any does.
    Fifth,
    /// The card behind that.
    Sixth,
}

impl Place {
    /// All places in order.
    pub const ALL: [Self; 6] =
        [Self::Player1, Self::Banker1, Self::Player2, Self::Banker2, Self::Fifth, Self::Sixth];
}

/// Something that is known of one card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Known {
    /// The card at a place of the round is from a set, whether the round needs it or not.
    Lies(Place, CardSet),
    /// A hand draws a third card from a set.
    Draws(Side, CardSet),
    /// A hand draws no third card.
    Stands(Side),
    /// A card that was burnt before the round is from a set; every one of these is another card.
    Burnt(CardSet),
}

/// Which hands draw a third card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Thirds {
    None,
    Player,
    Banker,
    Both,
}

impl Thirds {
    pub const ALL: [Self; 4] = [Self::None, Self::Player, Self::Banker, Self::Both];

    /// Those of hands of so many cards.
    pub const fn of(player: usize, banker: usize) -> Self {
        match (player > 2, banker > 2) {
            (false, false) => Self::None,
            (true, false) => Self::Player,
            (false, true) => Self::Banker,
            (true, true) => Self::Both,
        }
    }

    /// The place of a hand's third card, if it draws.
    pub const fn place(self, side: Side) -> Option<Place> {
        match (self, side) {
            (Self::Player | Self::Both, Side::Player) | (Self::Banker, Side::Banker) => Some(Place::Fifth),
            (Self::Both, Side::Banker) => Some(Place::Sixth),
            _ => None,
        }
    }
}

/// The set that the card at each place comes from.
pub type Places = [CardSet; 6];

/// Everything that is known of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// For each choice of hands that draw; `None` where what is known rules it out.
    places: [Option<Places>; 4],
    /// Whether these are all the same.
    alike: bool,
    burnt: Vec<CardSet>,
}

impl Knowledge {
    /// All of this is known together.
    #[must_use]
    pub fn new(known: &[Known]) -> Self {
        let burnt = known.iter().filter_map(|known| match known {
            Known::Burnt(set) => Some(*set),
            _ => None,
        });
        let burnt = burnt.collect();
        let places = Thirds::ALL.map(|thirds| places(known, thirds));
        let [first, rest @ ..] = &places;
        let alike = rest.iter().all(|other| other == first);
        Self { places, alike, burnt }
    }

    /// The sets where these hands draw; `None` if that cannot be.
    pub(crate) fn places(&self, thirds: Thirds) -> Option<&Places> {
        self.places.get(thirds as usize).and_then(Option::as_ref)
    }

    /// The sets, if they are the same whichever hands draw.
    pub(crate) fn places_of_all(&self) -> Option<&Places> {
        let [first, ..] = &self.places;
        first.as_ref().filter(|_| self.alike)
    }

    /// The sets of the cards that were burnt.
    pub(crate) fn burnt(&self) -> &[CardSet] {
        &self.burnt
    }

    /// Whether the deals from so many cards are few enough to be counted, and the kinds that burnt cards can have few
    /// enough to be gone through.
    fn can_be_counted(&self, cards: i64) -> bool {
        let dealt = i64::try_from(self.burnt.len() + Place::ALL.len()).unwrap_or(i64::MAX);
        let deals = (0..dealt).fold(1_i128, |deals, used| deals.saturating_mul(i128::from(cards - used)));
        let mut burnt = self.burnt.clone();
        burnt.sort_unstable();
        let cases = burnt.chunk_by(|one, other| one == other).fold(1_u128, |cases, alike| {
            let kinds = ZONES * alike.first().map_or(0, |set| set.values());
            cases.saturating_mul(multisets(kinds, alike.len()))
        });
        deals < MOST_DEALS && cases <= MOST_CASES
    }

    /// How finely a shoe must tell its cards apart for this.
    #[must_use]
    pub fn detail(&self) -> Detail {
        let any = |test: fn(CardSet) -> bool| {
            self.places.iter().flatten().flatten().chain(&self.burnt).any(|set| test(*set))
        };
        if any(CardSet::splits_suits) {
            Detail::Cards
        } else if any(CardSet::splits_tens) {
            Detail::Ranks
        } else {
            Detail::Values
        }
    }
}

/// All deals must stay below this, so that there is room in 128 bits to multiply them by what is paid.
const MOST_DEALS: i128 = 1 << 96;

/// As many kinds of burnt cards as are gone through.
const MOST_CASES: u128 = 1_000_000;

/// From both pools, from one alone, or from neither.
const ZONES: usize = 3;

/// How many choices of so many cards there are, each of some kinds, in any order.
fn multisets(kinds: usize, cards: usize) -> u128 {
    let number = |number: usize| u128::try_from(number).unwrap_or(u128::MAX);
    // Each step gives the choices of one card more, so nothing is left over.
    (1..=cards).fold(1, |all: u128, card| {
        all.saturating_mul(number(kinds + card).saturating_sub(1)) / number(card).max(1)
    })
}

/// Where the card at a place stands in an array.
pub const fn index(place: Place) -> usize {
    place as usize
}

fn places(known: &[Known], thirds: Thirds) -> Option<Places> {
    let mut places = [CardSet::ALL; 6];
    let mut narrow = |place: Place, set: CardSet| {
        places.iter_mut().skip(index(place)).take(1).for_each(|known| *known = known.and(set));
    };
    for known in known {
        match known {
            Known::Lies(place, set) => narrow(*place, *set),
            Known::Draws(side, set) => narrow(thirds.place(*side)?, *set),
            Known::Stands(side) if thirds.place(*side).is_some() => return None,
            Known::Stands(_) | Known::Burnt(_) => {}
        }
    }
    Some(places)
}
