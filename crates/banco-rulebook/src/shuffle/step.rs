//! A shuffle as data: steps, and on which part of the stack they are done.

use std::fmt;
use std::ops::Range;

use crate::model::shuffle::StepName;

/// One step. Numbers of cards are at most those of the stack or pile on which it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// So many cards in a hundred, whichever, change places with one another at random.
    Wash {
        /// 100 is a perfect shuffle.
        percent: u8,
    },
    /// Cut about in the middle and interleaved (Gilbert, Shannon and Reeds).
    Riffle {
        /// How many cards fall at once on average, in tenths of a card; 10 is the model as it stands.
        clump: u16,
    },
    /// Running cuts: so many packets off the top, each onto the one before.
    Strip {
        /// The packets.
        packets: u16,
    },
    /// The top cards are spread evenly over the others.
    Lace {
        /// How many cards are laced.
        cards: u16,
        /// How many go into one place.
        by: u16,
    },
    /// The bottom cards, which were not dealt, are slipped into the middle of the others.
    Plug {
        /// How many cards are plugged.
        cards: u16,
        /// In how many packets.
        packets: u16,
    },
    /// The lower half is turned by 180 degrees; or turned over, which reverses it.
    Turn {
        /// Whether it is turned over.
        over: bool,
    },
    /// The halves change places.
    Box,
    /// What lies in front of the cut goes to the back.
    Cut {
        /// The fewest cards at either end.
        from_ends: u16,
    },
    /// A machine lays each card on the top or the bottom of a random shelf and stacks the shelves.
    Shelf {
        /// How many shelves the machine has.
        shelves: u16,
    },
}

impl Step {
    /// The riffle of the model.
    pub const RIFFLE: Self = Self::Riffle { clump: 10 };

    /// Its name.
    #[must_use]
    pub const fn name(self) -> StepName {
        match self {
            Self::Wash { .. } => StepName::Wash,
            Self::Riffle { .. } => StepName::Riffle,
            Self::Strip { .. } => StepName::Strip,
            Self::Lace { .. } => StepName::Lace,
            Self::Plug { .. } => StepName::Plug,
            Self::Turn { .. } => StepName::Turn,
            Self::Box => StepName::Box,
            Self::Cut { .. } => StepName::Cut,
            Self::Shelf { .. } => StepName::Shelf,
        }
    }

    /// How many cards it takes out of the others, if it does.
    #[must_use]
    pub const fn cards(self) -> Option<u16> {
        match self {
            Self::Lace { cards, .. } | Self::Plug { cards, .. } => Some(cards),
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name().as_str())?;
        match *self {
            Self::Wash { percent: 100 } | Self::Box | Self::RIFFLE | Self::Turn { over: false } => Ok(()),
            Self::Wash { percent } => write!(f, " {percent}%"),
            Self::Riffle { clump } if clump % 10 == 0 => write!(f, " by {}", clump / 10),
            Self::Riffle { clump } => write!(f, " by {}.{}", clump / 10, clump % 10),
            Self::Strip { packets: number }
            | Self::Lace { cards: number, by: 1 }
            | Self::Plug { cards: number, packets: 1 }
            | Self::Cut { from_ends: number }
            | Self::Shelf { shelves: number } => write!(f, " {number}"),
            Self::Lace { cards, by } => write!(f, " {cards} by {by}"),
            Self::Plug { cards, packets } => write!(f, " {cards} in {packets}"),
            Self::Turn { over: true } => f.write_str(" over"),
        }
    }
}

/// A step, and where in the notation it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The step.
    pub step: Step,
    /// Its place in the text, in bytes.
    pub span: Range<usize>,
}

/// On what the steps of a stage are done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Portion {
    /// On the whole stack.
    Whole,
    /// On each pile of so many cards, one after the other; then the piles are stacked as they were.
    Piles(u16),
    /// The stack is parted in two; again and again about half of so many cards is taken from each part, and what the
    /// steps make of them goes on top of the finished stack.
    Grabs(u16),
}

/// Steps that are done on the same portion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// On what.
    pub portion: Portion,
    /// The steps.
    pub steps: Vec<Placed>,
}

/// A whole shuffle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Procedure {
    /// Stage after stage; none leaves the cards as they are.
    pub stages: Vec<Stage>,
}

impl Procedure {
    /// Steps on the whole stack.
    #[must_use]
    pub fn whole(steps: &[Step]) -> Self {
        let placed = |step: &Step| Placed { step: *step, span: 0..0 };
        Self { stages: vec![Stage { portion: Portion::Whole, steps: steps.iter().map(placed).collect() }] }
    }

    /// All steps in order. Every card goes through each of them, whatever the portion.
    pub fn steps(&self) -> impl Iterator<Item = &Placed> {
        self.stages.iter().flat_map(|stage| &stage.steps)
    }

    /// The procedure without the cuts at its end, and these cuts. Everybody at the table sees where they fall, so
    /// that they hide nothing from people who follow cards.
    #[must_use]
    pub fn without_last_cuts(&self) -> (Self, Vec<Step>) {
        let mut body = self.clone();
        let mut cuts = Vec::new();
        while let Some(stage) = body.stages.last_mut().filter(|stage| stage.portion == Portion::Whole) {
            match stage.steps.pop() {
                Some(Placed { step: step @ Step::Cut { .. }, .. }) => cuts.push(step),
                Some(other) => {
                    stage.steps.push(other);
                    break;
                }
                None => drop(body.stages.pop()),
            }
        }
        body.stages.retain(|stage| !stage.steps.is_empty());
        cuts.reverse();
        (body, cuts)
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.portion {
            Portion::Whole => {}
            Portion::Piles(cards) => write!(f, "piles of {cards}: ")?,
            Portion::Grabs(cards) => write!(f, "grabs of {cards}: ")?,
        }
        for (at, run) in self.steps.chunk_by(|one, other| one.step == other.step).enumerate() {
            let Some(first) = run.first() else { continue };
            if at > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{}", first.step)?;
            if run.len() > 1 {
                write!(f, " x{}", run.len())?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Procedure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, stage) in self.stages.iter().enumerate() {
            if at > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{stage}")?;
        }
        Ok(())
    }
}
