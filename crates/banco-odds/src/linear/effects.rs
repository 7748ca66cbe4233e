//! Effects of removal: how a wager's average gain changes when one card leaves the shoe.
//!
//! The first six cards of a shoe are as likely as any other six, so taking out a card at random changes nothing on
//! average: the effects of all cards of a shoe add up to zero.

use banco_cards::{Card, Rank, Suit};
use banco_rulebook::Terms;

use crate::counting::{CountError, DrawTable, Question, detail_needed};
use crate::exact::{Fraction, ratio, whole};
use crate::par::sheets_of;
use crate::shoe::{Detail, Shoe};

/// A rank of a shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankEffect {
    /// The rank.
    pub rank: Rank,
    /// How many cards of it there are.
    pub cards: u64,
    /// By how much the bettor is better off for each unit staked when one of them is gone; where suits matter, on
    /// average over these cards.
    pub effect: Fraction,
}

/// The effects of removal of one wager and shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effects {
    /// What is gained on average for each unit staked from the whole shoe, meters apart.
    pub gain: Fraction,
    /// Every rank that the shoe holds, ace to king.
    pub ranks: Vec<RankEffect>,
}

impl Effects {
    /// The effects on the first pay table in question.
    ///
    /// # Errors
    /// The odds depend on something that was not named, or the shoe cannot serve a round without one of its cards.
    pub fn new(
        terms: &Terms,
        question: &Question<'_>,
        (shoe, draw): (&Shoe, &DrawTable),
    ) -> Result<Self, CountError> {
        let gain_of = |shoe: &Shoe| {
            shoe.check_size()?;
            let made = sheets_of(terms, question, (shoe, draw))?;
            let (numerator, denominator) = made.first().map_or((0, 1), |sheet| sheet.mean());
            Ok::<Fraction, CountError>(ratio(numerator, denominator))
        };
        let gain = gain_of(shoe)?;
        let tables: Vec<_> = question.tables().iter().take(1).copied().collect();
        let suits = detail_needed(&tables) == Detail::Cards;
        let mut ranks = Vec::new();
        for rank in Rank::ALL {
            let (mut cards, mut sum) = (0, whole(0));
            let mut alike: Option<Fraction> = None;
            for suit in Suit::ALL {
                let copies = shoe.count(rank, suit);
                if copies == 0 {
                    continue;
                }
                let effect = match alike.take().filter(|_| !suits) {
                    Some(known) => known,
                    None => gain_of(&shoe.clone().without(Card::new(rank, suit))?)? - &gain,
                };
                cards += copies;
                sum += &effect * whole(copies);
                alike = Some(effect);
            }
            if cards > 0 {
                ranks.push(RankEffect { rank, cards, effect: sum / whole(cards) });
            }
        }
        Ok(Self { gain, ranks })
    }

    /// How many cards the shoe holds.
    #[must_use]
    pub fn cards(&self) -> u64 {
        self.ranks.iter().map(|rank| rank.cards).sum()
    }
}
