//! Test vectors: deals with their settlement, for a lab to load into its own program.
//!
//! Of every line of a pay table that the shoe can reach there is a deal that reaches it and one that just misses it; then
//! come deals of every class, or random ones. Every deal is played and settled by the engine.

mod search;
mod write;

use banco_cards::Card;
use banco_engine::coup::Happening;
use banco_engine::{Coup, Decision, Decisions, SeatFacts, Settled, Story, Ticket, play, settle};
use banco_rulebook::{Terms, WagerName};

use self::search::Search;
use crate::asked::sheet_name;
use crate::count::{CountedSheet, count_sheets};
use crate::error::SheetError;
use crate::question::ParQuestion;
use crate::shoe::HandChoice;
use crate::wager::{at_stake, usual_stake};

pub use self::write::VectorFormat;

/// Which deals are wanted beside those of the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VectorsAsked {
    /// So many at random, or one of every class of coups: final counts, and who drew.
    pub more: MoreVectors,
    /// The seed of those at random.
    pub seed: u64,
}

/// Deals beside those of the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoreVectors {
    /// So many, from shoes dealt by seed.
    Random(u64),
    /// One of every class.
    EveryClass,
}

/// Why a deal is among the vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorKind {
    /// It reaches a line.
    Hit,
    /// It differs by one card from a deal that reaches the line, and does not.
    NearMiss,
    /// It is one of its class.
    Class,
    /// It was dealt at random.
    Random,
}

impl VectorKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::NearMiss => "near-miss",
            Self::Class => "class",
            Self::Random => "random",
        }
    }
}

/// A deal and its settlement.
#[derive(Debug)]
pub struct Vector {
    kind: VectorKind,
    /// The line that it reaches or just misses.
    about: Option<String>,
    cards: Vec<Card>,
    decisions: Decisions,
    coup: Coup,
    settled: Settled,
}

/// The vectors of one wager.
#[derive(Debug)]
pub struct WagerVectors {
    rulebook: String,
    seat: Option<u8>,
    vectors: Vec<Vector>,
}

/// All vectors of one question.
#[derive(Debug)]
pub struct VectorDocument {
    wagers: Vec<WagerVectors>,
    /// Why some wagers have none.
    pub without_odds: Vec<banco_odds::CountError>,
}

impl VectorDocument {
    /// How many vectors there are.
    pub fn len(&self) -> usize {
        self.wagers.iter().map(|wager| wager.vectors.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl ParQuestion {
    /// Finds deals for every wager that is asked for, and settles them.
    ///
    /// # Errors
    ///
    /// As for sheets; also if the engine settles a deal otherwise than the line for which it was found.
    pub fn vectors(&self, terms: Vec<Terms>, asked: VectorsAsked) -> Result<VectorDocument, SheetError> {
        self.check_full_shoe("--vectors")?;
        let mut document = VectorDocument { wagers: Vec::new(), without_odds: Vec::new() };
        for terms in terms {
            self.check_lone_choice(&terms, "--vectors")?;
            let (sheets, without) = count_sheets(self, terms)?;
            document.without_odds.extend(without);
            if sheets.is_empty() {
                continue;
            }
            let mut search = Search::new(&sheets)?;
            let found = search.deals(asked)?;
            for (made, deals) in sheets.iter().zip(found) {
                document.wagers.push(self.settled(made, deals)?);
            }
        }
        Ok(document)
    }

    /// The deals of one wager, played and settled by the engine.
    fn settled(&self, made: &CountedSheet, deals: Vec<Deal>) -> Result<WagerVectors, SheetError> {
        let terms = &made.terms;
        let name: WagerName = sheet_name(&made.sheet).parse()?;
        let said = self.stake.as_deref();
        let offered = at_stake(terms, terms.offered(&name)?, said)?;
        let ticket = Ticket {
            stake: usual_stake(terms, &offered, said)?,
            wager: name,
            seat: made.seat.map(|seat| SeatFacts::at(terms, seat, &[])).unwrap_or_default(),
            stood: false,
            history: Vec::new(),
        };
        let vectors = deals.into_iter().map(|deal| self.vector(terms, &ticket, deal));
        Ok(WagerVectors {
            rulebook: terms.rulebook.id().to_owned(),
            seat: made.seat,
            vectors: vectors.collect::<Result<_, _>>()?,
        })
    }

    fn vector(&self, terms: &Terms, ticket: &Ticket, deal: Deal) -> Result<Vector, SheetError> {
        let Deal { kind, about, cards, coup, line } = deal;
        let (story, decisions) = self.played(terms, &cards, &coup)?;
        let settled = settle(terms, &story.coup, ticket)
            .map_err(|error| SheetError::invalid(error.code(), error.to_string()))?;
        if settled.line != line {
            let cards = banco_cards::format_cards(&cards);
            let message = format!("the engine settles `{}` on `{cards}` otherwise", ticket.wager);
            return Err(SheetError::unverified("settlements_differ", message));
        }
        Ok(Vector { kind, about, cards, decisions, coup: story.coup, settled })
    }

    /// The coup as the engine plays it; where the cards do not tell what a hand chose, the house way does.
    fn played(&self, terms: &Terms, cards: &[Card], coup: &Coup) -> Result<(Story, Decisions), SheetError> {
        let drew = |cards: usize| if cards > 2 { Decision::Draw } else { Decision::Stand };
        let chosen = match self.shoe.choice {
            HandChoice::Draw => Decision::Draw,
            HandChoice::Stand => Decision::Stand,
        };
        let banker = drew(coup.banker.cards().count());
        let ways = [
            Decisions::default(),
            Decisions { player: Some(chosen), banker: None },
            Decisions { player: None, banker: Some(banker) },
            Decisions { player: Some(chosen), banker: Some(banker) },
        ];
        let same = |story: &Story| story.coup.player == coup.player && story.coup.banker == coup.banker;
        let way = |said: Decisions| Some((play(terms, cards, said).ok().filter(same)?, said));
        let played = ways.into_iter().find_map(way);
        let (story, said) = played.ok_or_else(|| {
            let cards = banco_cards::format_cards(cards);
            SheetError::unverified("settlements_differ", format!("the engine cannot deal `{cards}`"))
        })?;
        // What the number of cards tells need not be said, but may be.
        let chose = |side: banco_cards::Side| {
            story.steps.iter().find_map(|step| match step.what {
                Happening::Chose(by, decision) if by == side => Some(decision),
                _ => None,
            })
        };
        let decisions = Decisions {
            player: said.player.or_else(|| chose(banco_cards::Side::Player)),
            banker: said.banker.or_else(|| chose(banco_cards::Side::Banker)),
        };
        Ok((story, decisions))
    }
}

/// A deal that was found.
#[derive(Clone, Debug)]
pub struct Deal {
    kind: VectorKind,
    about: Option<String>,
    /// The cards of the round, in the order dealt.
    cards: Vec<Card>,
    coup: Coup,
    /// The line that it comes to.
    line: Option<String>,
}
