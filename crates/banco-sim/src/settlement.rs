//! Settlement by tables: which outcome of each wager a round comes to.
//!
//! For every class of coups the outcome is known beforehand, or the wager is open there; an open wager is judged by the
//! engine's conditions once for each combination of what it looks at (`features`), and remembered.

use std::collections::HashMap;

use banco_cards::{Card, Hand};
use banco_engine::Coup;
use banco_rulebook::Condition;

use crate::code::decode;
use crate::features::{Features, Look, Numbers};
use crate::gains::Gains;
use crate::hands::{CLASSES, Class};
use crate::shoe::SetupError;
use crate::wager::{Judge, OutcomePlace, Wager};

/// The outcome cannot be told from the class.
const OPEN: OutcomePlace = u8::MAX;

/// Above this many combinations a wager's memory is not a plain table.
const MOST_PLAIN: u64 = 1 << 22;

/// A memory that is not a plain table forgets everything when it holds this many combinations.
const MOST_KEPT: usize = 1 << 20;

/// The wagers of a run, made ready.
#[derive(Clone, Debug)]
pub struct Settlement {
    judges: Vec<Judge>,
    features: Features,
    keys: Vec<Key>,
    /// What each wager gains in a class; nothing where it is open.
    gains: Gains,
    /// By class and wager: the outcome, or [`OPEN`].
    outcomes: Vec<OutcomePlace>,
    /// By class: the open wagers, and what they look at.
    open: Vec<Open>,
    is_open: Box<[bool; CLASSES]>,
}

#[derive(Clone, Debug, Default)]
struct Open {
    wagers: Vec<usize>,
    looks: Vec<Look>,
}

/// How what a wager looks at becomes one number.
#[derive(Clone, Debug)]
struct Key {
    /// By class: its number among the open ones.
    rows: Vec<u16>,
    parts: Vec<(Look, u32)>,
    size: u64,
}

impl Key {
    #[inline]
    fn number_for(&self, class: Class, numbers: &Numbers) -> u64 {
        let row = self.rows.get(class.place()).copied().unwrap_or(0);
        self.parts.iter().fold(u64::from(row), |key, (look, size)| {
            let number = numbers.get(*look as usize).copied().unwrap_or(0);
            key.wrapping_mul(u64::from(*size)).wrapping_add(u64::from(number))
        })
    }
}

/// What has been found out about open wagers; each thread has its own.
#[derive(Debug)]
pub struct Memory {
    tables: Vec<Known>,
}

#[derive(Debug)]
enum Known {
    Plain(Vec<OutcomePlace>),
    Sparse(HashMap<u64, OutcomePlace>),
}

impl Settlement {
    /// Makes wagers ready.
    ///
    /// # Errors
    /// A wager cannot be simulated.
    pub fn new(wagers: Vec<Wager>) -> Result<Self, SetupError> {
        let judges = wagers.into_iter().map(Judge::new).collect::<Result<Vec<Judge>, SetupError>>()?;
        let conditions: Vec<&Condition> = judges.iter().flat_map(Judge::conditions).collect();
        let features = Features::new(conditions.iter().copied());
        let mut settlement = Self {
            features,
            keys: Vec::new(),
            gains: Gains::default(),
            is_open: Box::new([false; CLASSES]),
            outcomes: Vec::with_capacity(CLASSES * judges.len()),
            open: vec![Open::default(); CLASSES],
            judges,
        };
        settlement.fill();
        Ok(settlement)
    }

    fn fill(&mut self) {
        let looks: Vec<Vec<Look>> =
            self.judges.iter().map(|judge| Look::from_conditions(judge.conditions())).collect();
        let mut rows = vec![vec![0_u16; CLASSES]; self.judges.len()];
        let mut counts = vec![0_u16; self.judges.len()];
        let mut gains = vec![Box::new([0; CLASSES]); self.judges.len()];
        for (class, open) in (0_u16..).map(Class).zip(&mut self.open) {
            for (at, judge) in self.judges.iter().enumerate() {
                let outcome = judge.by_class(class);
                let gain = outcome.and_then(|outcome| judge.outcomes.get(usize::from(outcome)));
                self.outcomes.push(outcome.unwrap_or(OPEN));
                if let Some(place) = gains.get_mut(at).and_then(|gains| gains.get_mut(class.place())) {
                    *place = gain.map_or(0, |outcome| outcome.gain);
                }
                if outcome.is_none() && class.is_real() {
                    open.wagers.push(at);
                    open.looks.extend(looks.get(at).into_iter().flatten());
                    if let (Some(rows), Some(count)) = (rows.get_mut(at), counts.get_mut(at)) {
                        rows.iter_mut().skip(class.place()).take(1).for_each(|row| *row = *count);
                        *count += 1;
                    }
                }
            }
            open.looks.sort_unstable();
            open.looks.dedup();
        }
        self.gains = Gains::new(&gains);
        self.is_open.iter_mut().zip(&self.open).for_each(|(is, open)| *is = !open.wagers.is_empty());
        let key = |((rows, count), looks): ((Vec<u16>, u16), &Vec<Look>)| {
            let parts: Vec<(Look, u32)> =
                looks.iter().map(|look| (*look, self.features.size(*look))).collect();
            let size =
                parts.iter().fold(u64::from(count), |size, part| size.saturating_mul(u64::from(part.1)));
            Key { rows, parts, size }
        };
        self.keys = rows.into_iter().zip(counts).zip(&looks).map(key).collect();
    }

    /// The wagers.
    #[must_use]
    pub fn judges(&self) -> &[Judge] {
        &self.judges
    }

    /// What each wager gains by the class of a round; nothing where it is open.
    #[inline]
    pub(crate) const fn gains(&self) -> &Gains {
        &self.gains
    }

    /// The outcome of a wager in a class, if the class tells.
    #[must_use]
    pub fn outcome_in_class(&self, class: Class, wager: usize) -> Option<OutcomePlace> {
        let place = self.outcomes.get(class.place() * self.judges.len() + wager).copied();
        place.filter(|outcome| *outcome != OPEN)
    }

    /// Whether some wager is open in some class.
    pub(crate) fn has_open(&self) -> bool {
        self.is_open.contains(&true)
    }

    /// Whether some wager is open, by class.
    pub(crate) const fn open_classes(&self) -> &[bool; CLASSES] {
        &self.is_open
    }

    /// A memory for one thread.
    #[must_use]
    pub fn memory(&self) -> Memory {
        let table = |key: &Key| match usize::try_from(key.size) {
            Ok(size) if key.size <= MOST_PLAIN => Known::Plain(vec![OPEN; size]),
            _ => Known::Sparse(HashMap::new()),
        };
        Memory { tables: self.keys.iter().map(table).collect() }
    }

    /// Judges the wagers that are open in a class: calls back with each wager and its outcome. `cards` are the six
    /// bytes of the round as dealt.
    #[inline]
    pub(crate) fn judge_open(
        &self,
        memory: &mut Memory,
        class: Class,
        cards: u64,
        mut found: impl FnMut(usize, OutcomePlace, i64),
    ) {
        let Some(open) = self.open.get(class.place()) else { return };
        let drew = [class.player_drew(), class.banker_drew()];
        let numbers = self.features.numbers(&open.looks, cards, drew);
        for at in &open.wagers {
            let (Some(key), Some(judge), Some(known)) =
                (self.keys.get(*at), self.judges.get(*at), memory.tables.get_mut(*at))
            else {
                continue;
            };
            let outcome = known.outcome(key.number_for(class, &numbers), || judge_cards(judge, class, cards));
            let gain = judge.outcomes.get(usize::from(outcome)).map_or(0, |outcome| outcome.gain);
            found(*at, outcome, gain);
        }
    }

    /// The outcome of one wager for a round: by class, or by its cards.
    #[inline]
    pub fn outcome(&self, memory: &mut Memory, wager: usize, class: Class, cards: u64) -> OutcomePlace {
        if let Some(outcome) = self.outcome_in_class(class, wager) {
            return outcome;
        }
        let mut answer = OPEN;
        self.judge_open(memory, class, cards, |at, outcome, _| {
            if at == wager {
                answer = outcome;
            }
        });
        answer
    }
}

impl Known {
    #[inline]
    fn outcome(&mut self, key: u64, judge: impl FnOnce() -> OutcomePlace) -> OutcomePlace {
        match self {
            Self::Plain(table) => {
                let Some(place) = table.get_mut(key as usize) else { return judge() };
                if *place == OPEN {
                    *place = judge();
                }
                *place
            }
            Self::Sparse(map) => {
                if map.len() >= MOST_KEPT {
                    map.clear();
                }
                *map.entry(key).or_insert_with(judge)
            }
        }
    }
}

/// The outcome by the engine's own conditions.
#[cold]
fn judge_cards(judge: &Judge, class: Class, cards: u64) -> OutcomePlace {
    let coup = coup(class, cards);
    coup.and_then(|coup| judge.by_coup(&coup)).unwrap_or_else(|| judge.none())
}

/// The coup of a class that these six bytes make, as dealt.
#[must_use]
pub fn coup(class: Class, cards: u64) -> Option<Coup> {
    let [a, b, c, d, e, f, _, _] = cards.to_le_bytes().map(decode);
    let (player, rest) = if class.player_drew() { (vec![a, c, e], f) } else { (vec![a, c], e) };
    let banker: Vec<Card> = [b, d].into_iter().chain(class.banker_drew().then_some(rest)).collect();
    Some(Coup { player: Hand::new(&player).ok()?, banker: Hand::new(&banker).ok()?, uncounted: None })
}
