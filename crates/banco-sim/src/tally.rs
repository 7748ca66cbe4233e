//! What is added up over shoes: whole numbers only, so that parts merge in any order to the same sums.

use serde::{Deserialize, Serialize};

use crate::deal::{Dealt, Results};
use crate::hands::{CLASSES, Class, Entry};
use crate::histogram::Histogram;
use crate::settlement::{Memory, Settlement};
use crate::simd::{Level, Work};
use crate::streaks::{Streaks, Winners, winner_counts};
use crate::study::StudyTally;

/// No shoe has as many rounds: the largest has 1040 cards, and a round takes four at least.
pub(crate) const MOST_ROUNDS: usize = 512;

/// The sums of a run, or of a part of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// Shoes dealt out.
    pub shoes: u64,
    /// Hands dealt without wagers.
    pub free_hands: u64,
    /// Shoes that ended in a round that could not be completed.
    pub voids: u64,
    /// Rounds with wagers, by class.
    #[serde(with = "sparse")]
    pub classes: Vec<u64>,
    /// Rounds with wagers in a shoe.
    pub rounds: Histogram,
    /// Runs of Player wins, of Banker wins and of ties, by length. Ties neither break nor lengthen the first two.
    pub streaks: [Histogram; 3],
    /// For each wager.
    pub wagers: Vec<WagerTally>,
    /// What was studied beside.
    #[serde(default, skip_serializing_if = "StudyTally::is_empty")]
    pub studies: StudyTally,
}

/// The sums of one wager, in its fraction of the stake.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WagerTally {
    /// Rounds by outcome.
    pub outcomes: Vec<u64>,
    /// The result of a shoe.
    pub shoes: Histogram,
    /// The sum over shoes of result times rounds.
    #[serde(with = "text")]
    pub cross: i128,
    /// The result of a session.
    pub sessions: Histogram,
}

impl Tally {
    /// Nothing yet.
    #[must_use]
    pub fn new(settlement: &Settlement) -> Self {
        let wager = |outcomes: usize| WagerTally { outcomes: vec![0; outcomes], ..WagerTally::default() };
        Self {
            shoes: 0,
            free_hands: 0,
            voids: 0,
            classes: vec![0; CLASSES],
            rounds: Histogram::default(),
            streaks: <[Histogram; 3]>::default(),
            wagers: settlement.judges().iter().map(|judge| wager(judge.outcomes.len())).collect(),
            studies: StudyTally::default(),
        }
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: &Self) {
        self.shoes += other.shoes;
        self.free_hands += other.free_hands;
        self.voids += other.voids;
        self.studies.merge(&other.studies);
        add_all(&mut self.classes, &other.classes);
        self.rounds.merge(&other.rounds);
        self.streaks.iter_mut().zip(&other.streaks).for_each(|(mine, theirs)| mine.merge(theirs));
        for (mine, theirs) in self.wagers.iter_mut().zip(&other.wagers) {
            add_all(&mut mine.outcomes, &theirs.outcomes);
            mine.shoes.merge(&theirs.shoes);
            mine.cross += theirs.cross;
            mine.sessions.merge(&theirs.sessions);
        }
    }

    /// Rounds with wagers.
    #[must_use]
    pub fn round_count(&self) -> u64 {
        self.classes.iter().sum()
    }

    /// Every class that occurred, with how often it did.
    pub fn by_class(&self) -> impl Iterator<Item = (Class, u64)> + '_ {
        (0_u16..)
            .map(Class)
            .zip(&self.classes)
            .filter(|(_, count)| **count > 0)
            .map(|(class, count)| (class, *count))
    }
}

fn add_all(mine: &mut [u64], theirs: &[u64]) {
    mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
}

/// Adds shoes up.
#[derive(Debug)]
pub struct Counter<'a> {
    settlement: &'a Settlement,
    level: Level,
    memory: Memory,
    tally: Tally,
    free_hands: usize,
    has_open: bool,
    counts: Box<[[u64; CLASSES]; TABLES]>,
    streaks: Streaks,
    /// Class and place of the rounds of a shoe in which a wager is open.
    open: Box<[(u16, u16); MOST_ROUNDS]>,
    /// The result of this shoe and of this session, for each wager.
    net: Vec<i64>,
    session: Vec<i64>,
}

impl<'a> Counter<'a> {
    /// A counter that leaves so many hands of each shoe out.
    #[must_use]
    pub fn new(settlement: &'a Settlement, free_hands: u16, level: Level) -> Self {
        Self {
            level,
            memory: settlement.memory(),
            tally: Tally::new(settlement),
            free_hands: usize::from(free_hands),
            has_open: settlement.has_open(),
            counts: Box::new([[0; CLASSES]; TABLES]),
            streaks: Streaks::new(level),
            open: Box::new([(0, 0); MOST_ROUNDS]),
            net: vec![0; settlement.judges().len()],
            session: vec![0; settlement.judges().len()],
            settlement,
        }
    }

    /// Whether some wager looks at single cards, so that results do not suffice.
    #[must_use]
    pub const fn needs_cards(&self) -> bool {
        self.has_open
    }

    /// Adds one shoe.
    pub fn add(&mut self, shoe: &Dealt<'_>) {
        self.level.run(Adding { counter: self, results: shoe.results(), cards: Some(shoe) });
    }

    /// Adds one shoe by its results alone, if no wager [needs its cards](Self::needs_cards).
    pub fn add_results(&mut self, results: Results<'_>) {
        self.level.run(Adding { counter: self, results, cards: None });
    }

    #[inline(always)]
    fn add_wide(&mut self, results: Results<'_>, cards: Option<&Dealt<'_>>) {
        let all = results.entries.len();
        let free = all.min(self.free_hands);
        let entries = results.entries.get(free..).unwrap_or_default();
        count(entries, &mut self.counts);
        let winners = if entries.len() > Winners::MOST {
            self.streaks.add_one_by_one(entries);
            winner_counts(entries)
        } else {
            let winners = Winners::from_spans(self.level.winners(entries));
            self.streaks.add(&winners);
            winners.counts()
        };
        self.settlement.gains().sum(entries, winners, &mut self.net);
        if let Some(shoe) = cards.filter(|_| self.has_open) {
            self.judge_open(shoe, free);
        }
        self.end_shoe(all, free, results.void);
    }

    #[inline(always)]
    fn judge_open(&mut self, shoe: &Dealt<'_>, free: usize) {
        let found = find_open(shoe, free, self.settlement, &mut self.open);
        for (class, start) in self.open.get(..found).unwrap_or_default() {
            let (net, wagers) = (&mut self.net, &mut self.tally.wagers);
            let cards = shoe.six(*start);
            self.settlement.judge_open(&mut self.memory, Class(*class), cards, |wager, outcome, gain| {
                let open =
                    wagers.get_mut(wager).and_then(|wager| wager.outcomes.get_mut(usize::from(outcome)));
                if let (Some(count), Some(net)) = (open, net.get_mut(wager)) {
                    *count = count.wrapping_add(1);
                    *net = net.wrapping_add(gain);
                }
            });
        }
    }

    fn end_shoe(&mut self, all: usize, free: usize, void: bool) {
        let rounds = i64::try_from(all - free).unwrap_or(i64::MAX);
        self.tally.shoes += 1;
        self.tally.free_hands += free as u64;
        self.tally.voids += u64::from(void);
        self.tally.rounds.add(rounds);
        for ((wager, net), session) in self.tally.wagers.iter_mut().zip(&self.net).zip(&mut self.session) {
            wager.shoes.add(*net);
            wager.cross += i128::from(*net) * i128::from(rounds);
            *session += net;
        }
    }

    /// The session ends with the shoe that was added last.
    pub fn end_session(&mut self) {
        for (wager, session) in self.tally.wagers.iter_mut().zip(&mut self.session) {
            wager.sessions.add(std::mem::take(session));
        }
    }

    /// The sums. Outcomes that follow from classes have been left to the end.
    #[must_use]
    pub fn finish(mut self) -> Tally {
        self.streaks.give(&mut self.tally.streaks);
        self.counts.iter().for_each(|counts| add_all(&mut self.tally.classes, counts));
        let classes: Vec<(Class, u64)> = self.tally.by_class().collect();
        for (at, wager) in self.tally.wagers.iter_mut().enumerate() {
            for (class, count) in &classes {
                let outcome = self.settlement.outcome_in_class(*class, at);
                if let Some(sum) = outcome.and_then(|outcome| wager.outcomes.get_mut(usize::from(outcome))) {
                    *sum += count;
                }
            }
        }
        self.tally
    }
}

/// A shoe to be added.
struct Adding<'a, 'b> {
    counter: &'a mut Counter<'b>,
    results: Results<'a>,
    cards: Option<&'a Dealt<'a>>,
}

impl Work for Adding<'_, '_> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        self.counter.add_wide(self.results, self.cards);
    }
}

/// Rounds are counted in turns in so many tables: a count that was just written would have to be waited for.
const TABLES: usize = 4;

/// Counts the classes of rounds.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "masks keep the places inside the tables")]
fn count(entries: &[u16], counts: &mut [[u64; CLASSES]; TABLES]) {
    let mut add = |table: usize, entry: u16| {
        let count = &mut counts[table][Entry(entry).class().place()];
        *count = count.wrapping_add(1);
    };
    let (fours, rest) = entries.as_chunks::<TABLES>();
    for [a, b, c, d] in fours {
        add(0, *a);
        add(1, *b);
        add(2, *c);
        add(3, *d);
    }
    rest.iter().enumerate().for_each(|(table, entry)| add(table & (TABLES - 1), *entry));
}

/// Writes down the rounds in which a wager is open and says how many there are.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "masks keep the places inside the tables")]
fn find_open(
    shoe: &Dealt<'_>,
    free: usize,
    settlement: &Settlement,
    places: &mut [(u16, u16); MOST_ROUNDS],
) -> usize {
    let (open, mut found) = (settlement.open_classes(), 0_usize);
    for round in shoe.rounds().skip(free) {
        let class = round.entry.class();
        // Written in any case and kept only if open: cheaper than a branch that cannot be foretold.
        places[found & (MOST_ROUNDS - 1)] = (class.0, round.start);
        found = found.wrapping_add(usize::from(open[class.place()]));
    }
    found
}

/// Counts by place, most of them none, as pairs of place and count.
mod sparse {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use crate::hands::CLASSES;

    pub fn serialize<S: Serializer>(counts: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
        let pairs: Vec<(usize, u64)> =
            counts.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect();
        pairs.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
        let mut counts = vec![0; CLASSES];
        for (at, count) in Vec::<(usize, u64)>::deserialize(deserializer)? {
            let place =
                counts.get_mut(at).ok_or_else(|| serde::de::Error::custom("there is no such class"))?;
            *place = count;
        }
        Ok(counts)
    }
}

/// Numbers beyond 64 bits as text.
pub(crate) mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize as _, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(number: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| serde::de::Error::custom(format!("`{text}` is not a whole number")))
    }
}
