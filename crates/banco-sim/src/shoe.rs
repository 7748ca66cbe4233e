//! How a shoe is dealt out: its cards, the burn, the cut card, the end, free hands.

use std::fmt;

use banco_cards::{Card, Pack, Rank, Side};
use banco_odds::{DrawTable, Unseen};
use banco_rulebook::Terms;
use banco_rulebook::model::vocabulary::SettingId;
use serde::{Deserialize, Serialize};

use crate::code::{VALUE, encode, place};
use crate::hands::{Entry, HandTable};

/// The most cards a round can take.
pub const ROUND: u16 = 6;

/// The most cards a shoe can hold: twenty decks, as in `banco-odds`.
pub const MOST: u16 = 1040;

/// When a shoe ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The round in which the cut card shows is finished, and so many rounds follow.
    CutCard {
        /// How many cards lie behind the cut card.
        behind: u16,
        /// How many rounds follow.
        further: u8,
    },
    /// After so many rounds, wherever the cut card may be. Every round is then exactly as likely to come to anything
    /// as the first, because no result decides whether it is dealt.
    Rounds(u16),
}

/// Why a shoe cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The cut card lies too deep.
    #[error("{behind} cards behind the cut card leave no round in a shoe of {cards}")]
    CutTooDeep {
        /// How many cards lie behind it.
        behind: u16,
        /// How many cards there are.
        cards: u16,
        /// The most there can be.
        most: u16,
    },
    /// More rounds than the shoe surely has cards for.
    #[error("{rounds} rounds may need {need} cards, and the shoe holds {cards}")]
    TooManyRounds {
        /// How many rounds were asked for.
        rounds: u16,
        /// How many cards they may need, the burn included.
        need: u32,
        /// How many cards there are.
        cards: u16,
        /// How many rounds there can be.
        most: u16,
    },
    /// No round at all.
    #[error("a shoe without rounds has no result")]
    NoRounds,
    /// A shoe too large or too small.
    #[error("a shoe of {0} cards cannot be dealt: it takes 6 to {MOST}")]
    BadSize(u32),
    /// Two hands dealt in an order other than Player, Banker, Player, Banker.
    #[error("the simulator does not support this rulebook's dealing order")]
    Dealing,
    /// No wager has that many lines.
    #[error("`{0}` has too many lines to be simulated")]
    TooManyLines(String),
    /// Amounts that do not fit.
    #[error("the pays of `{0}` are too large to be added up")]
    TooLarge(String),
}

impl SetupError {
    /// A stable name for this kind of problem.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::CutTooDeep { .. } => "cut_too_deep",
            Self::TooManyRounds { .. } | Self::NoRounds => "bad_rounds",
            Self::BadSize(_) => "bad_shoe",
            Self::Dealing => "bad_dealing",
            Self::TooManyLines(_) | Self::TooLarge(_) => "bad_wager",
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::CutTooDeep { most, .. } => Some(format!("leave at most {most} cards behind it")),
            Self::TooManyRounds { most, .. } => Some(format!("ask for at most {most} rounds")),
            Self::NoRounds => Some("ask for at least one round".to_owned()),
            _ => None,
        }
    }
}

/// How the shoes of a run are dealt out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShoeRules {
    /// The cards, one byte each, in the order of the pack.
    pub(crate) cards: Vec<u8>,
    /// By the byte of the first card, how many cards go out before the first round, that card included.
    pub(crate) burn: Box<[u16; 256]>,
    pub(crate) end: End,
    /// How many hands at the beginning of the shoe are dealt without wagers.
    pub(crate) free_hands: u16,
    pub(crate) hands: HandTable,
    /// How many cards one deck holds.
    pub(crate) deck: u16,
}

/// What may be chosen about a shoe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ShoeChoices {
    /// The number of decks.
    pub decks: u8,
    /// When the shoe ends.
    pub end: End,
    /// Whether cards are burnt as the rulebook says.
    pub burn: bool,
    /// How many hands at the beginning are dealt without wagers.
    pub free_hands: u16,
}

impl fmt::Display for ShoeChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} decks, ", self.decks)?;
        match self.end {
            End::CutCard { behind, further } => {
                let rounds = if further == 1 { "round" } else { "rounds" };
                write!(f, "cut card {behind} from the back, then {further} more {rounds}")?;
            }
            End::Rounds(rounds) => write!(f, "{rounds} rounds per shoe")?,
        }
        f.write_str(if self.burn { "" } else { ", no burn" })?;
        if self.free_hands > 0 { write!(f, ", {} free hands", self.free_hands) } else { Ok(()) }
    }
}

impl ShoeChoices {
    /// What the rulebook and the submission say: decks, cut card and end of shoe.
    #[must_use]
    pub fn from_terms(terms: &Terms) -> Self {
        let file = &terms.rulebook.file;
        let depth = terms.setting(SettingId::CutCardDepth).and_then(|depth| u16::try_from(depth).ok());
        let behind = depth.unwrap_or(file.cut.cut_card_from_back);
        Self {
            decks: terms.pack().decks(),
            end: End::CutCard { behind, further: file.end_of_shoe.further_rounds },
            burn: true,
            free_hands: 0,
        }
    }
}

impl ShoeRules {
    /// The shoes of these terms, with these choices.
    ///
    /// # Errors
    /// The shoe cannot be dealt so.
    pub fn new(terms: &Terms, draw: &DrawTable, choices: ShoeChoices) -> Result<Self, SetupError> {
        let order: Vec<Side> = terms.rulebook.file.dealing.order.iter().map(|side| (*side).into()).collect();
        if order != [Side::Player, Side::Banker, Side::Player, Side::Banker] {
            return Err(SetupError::Dealing);
        }
        let removed = terms.variant.without.as_ref().map(|ranks| ranks.as_slice()).unwrap_or_default();
        let cards: Vec<u8> = Pack::standard(choices.decks).without(removed).cards().map(encode).collect();
        let deck = Pack::standard(1).without(removed).len();
        let rules = Self {
            cards,
            deck,
            burn: burn(terms, choices.burn),
            end: choices.end,
            free_hands: choices.free_hands,
            hands: HandTable::new(terms, draw),
        };
        rules.check()?;
        Ok(rules)
    }

    fn check(&self) -> Result<(), SetupError> {
        let size = u32::try_from(self.cards.len()).unwrap_or(u32::MAX);
        let cards = u16::try_from(size).unwrap_or(u16::MAX);
        if size < u32::from(ROUND) || size > u32::from(MOST) {
            return Err(SetupError::BadSize(size));
        }
        let room = cards.saturating_sub(self.most_burnt());
        match self.end {
            End::CutCard { behind, .. } if behind >= room => {
                Err(SetupError::CutTooDeep { behind, cards, most: room.saturating_sub(1) })
            }
            End::Rounds(0) => Err(SetupError::NoRounds),
            End::Rounds(rounds) if u32::from(rounds) * self.most_taken() > u32::from(room) => {
                let need = u32::from(rounds) * self.most_taken() + u32::from(self.most_burnt());
                let most = u16::try_from(u32::from(room) / self.most_taken()).unwrap_or(u16::MAX);
                Err(SetupError::TooManyRounds { rounds, need, cards, most })
            }
            _ => Ok(()),
        }
    }

    /// The number of cards.
    #[must_use]
    pub fn len(&self) -> u16 {
        u16::try_from(self.cards.len()).unwrap_or(u16::MAX)
    }

    /// How many cards there are of each point value.
    #[must_use]
    pub fn values(&self) -> [u16; 10] {
        let mut values = [0; 10];
        for card in &self.cards {
            values.iter_mut().skip(usize::from(card & VALUE)).take(1).for_each(|count| *count += 1);
        }
        values
    }

    /// All cards, none of them seen.
    pub(crate) fn unseen(&self) -> Unseen {
        let mut counts = [0; 52];
        for card in &self.cards {
            counts.iter_mut().skip(usize::from(place(*card))).take(1).for_each(|count| *count += 1);
        }
        Unseen::new(counts)
    }

    /// The chances that the first round needs four, five or six cards.
    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        reason = "chances, made from exact counts"
    )]
    pub(crate) fn lengths(&self) -> [f64; 3] {
        let (values, tables) = (self.values(), self.hands.tables());
        let mut lengths = [0_u64; 3];
        each_six(&values, &mut |six, ways| {
            let taken = tables.entry_with_uncounted(six).taken();
            let place = lengths.get_mut(usize::from(taken.saturating_sub(4)));
            place.into_iter().for_each(|sum| *sum += ways);
        });
        let all: u64 = lengths.iter().sum();
        lengths.map(|ways| ways as f64 / all as f64)
    }

    /// How many cards go out before the first round, and how often.
    #[expect(clippy::float_arithmetic, reason = "chances")]
    pub(crate) fn burns(&self) -> Vec<(u16, f64)> {
        let mut burns: std::collections::BTreeMap<u16, u16> = std::collections::BTreeMap::new();
        for card in &self.cards {
            *burns.entry(self.burn.get(usize::from(*card)).copied().unwrap_or(0)).or_default() += 1;
        }
        let all = f64::from(self.len());
        burns.into_iter().map(|(burnt, cards)| (burnt, f64::from(cards) / all)).collect()
    }

    /// The number of cards of one deck.
    #[must_use]
    pub const fn deck(&self) -> u16 {
        self.deck
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// What six cards in the order dealt come to, and their bytes.
    #[must_use]
    pub fn round_of(&self, cards: [Card; 6]) -> (Entry, u64) {
        let [a, b, c, d, e, f] = cards.map(encode);
        let six = u64::from_le_bytes([a, b, c, d, e, f, 0, 0]);
        (self.hands.tables().entry_with_uncounted(six), six)
    }

    /// Where the cut card lies: so many cards come before it.
    pub(crate) fn cut(&self) -> u16 {
        match self.end {
            End::CutCard { behind, .. } => self.len().saturating_sub(behind),
            End::Rounds(_) => self.len(),
        }
    }

    fn most_burnt(&self) -> u16 {
        self.cards.iter().filter_map(|card| self.burn.get(usize::from(*card))).copied().max().unwrap_or(0)
    }

    fn most_taken(&self) -> u32 {
        u32::from(ROUND)
    }

    /// How many more rounds a shoe surely has before the cut card shows, when so many cards and rounds are dealt.
    pub(crate) fn sure_rounds(&self, cards: u16, rounds: usize) -> u16 {
        match self.end {
            End::CutCard { .. } => self.cut().saturating_sub(cards) / ROUND,
            End::Rounds(all) => all.saturating_sub(u16::try_from(rounds).unwrap_or(u16::MAX)),
        }
    }

    /// How many cards a shoe can need at most: no more are drawn.
    pub(crate) fn need(&self) -> u16 {
        let most = match self.end {
            End::CutCard { further, .. } => {
                self.cut().saturating_add(ROUND).saturating_add(u16::from(further).saturating_mul(ROUND))
            }
            End::Rounds(rounds) => self.most_burnt().saturating_add(rounds.saturating_mul(ROUND)),
        };
        most.min(self.len())
    }
}

/// Every order of six point values, as the bytes of such cards, and in how many ways these cards can come.
pub(crate) fn each_six(values: &[u16; 10], visit: &mut dyn FnMut(u64, u64)) {
    fn take(left: &mut [u16; 10], at: u32, six: u64, ways: u64, visit: &mut dyn FnMut(u64, u64)) {
        if at == u32::from(ROUND) {
            return visit(six, ways);
        }
        for value in 0..10 {
            let Some(cards) = left.get(value).copied().filter(|cards| *cards > 0) else { continue };
            left.iter_mut().skip(value).take(1).for_each(|left| *left -= 1);
            take(left, at + 1, six | (value as u64) << (8 * at), ways * u64::from(cards), visit);
            left.iter_mut().skip(value).take(1).for_each(|left| *left += 1);
        }
    }
    take(&mut values.clone(), 0, 0, 1, visit);
}

/// How many cards the first card sends out with it, by its byte.
fn burn(terms: &Terms, burnt: bool) -> Box<[u16; 256]> {
    let mut table = Box::new([0; 256]);
    let count = |rank: Rank| terms.rulebook.file.burn.counts.get(&rank.to_string()).copied();
    for card in Card::all().filter(|_| burnt) {
        let further = count(card.rank).unwrap_or(card.rank.burn_count().get());
        if let Some(place) = table.get_mut(usize::from(encode(card))) {
            *place = 1 + u16::from(further);
        }
    }
    table
}
