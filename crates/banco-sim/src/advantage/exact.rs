//! Units a shoe exactly: over everything that the rounds of a shoe can leave behind.
//!
//! Cards that nobody has seen come in any order. So a shoe is a walk from one composition by point value to the next: a
//! round takes four, five or six cards, each set of values as often as its orders come to such a round. All compositions
//! that can be met are met, each with its chance, and there what a bet gains is known. Nothing is taken to be independent
//! of anything. Compositions soon become too many; [`MOST_STEPS`] is the limit.
#![expect(clippy::float_arithmetic, reason = "chances, and averages over them")]

use std::collections::HashMap;

use banco_odds::{Gain, Unseen, ValueRoom};

use crate::code::VALUE;
use crate::shoe::{End, ROUND, ShoeRules, each_six};
use crate::study::BurnSeen;

/// How many steps from one composition to another are taken at most: enough for three rounds of any shoe if nobody sees
/// a burnt card, for two if the first is seen, and for one if all are.
pub const MOST_STEPS: u64 = 150_000_000;

/// How many rounds can be gone through at most.
const MOST_ROUNDS: u16 = 3;

/// Why a shoe cannot be counted so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExactError {
    /// Too many compositions.
    #[error("after {0} rounds the cards can lie in too many ways to go through them one by one")]
    TooLarge(usize),
    /// A round may want cards that are not there.
    #[error("the shoe may run out of cards within a round")]
    RunsOut,
}

impl ExactError {
    /// A stable name for this kind of problem.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLarge(_) => "too_large",
            Self::RunsOut => "runs_out",
        }
    }

    /// What to do about it.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::TooLarge(_) => {
                "ask for `--rounds 3`, for `--rounds 2` where the first burn card is seen, for `--rounds 1` where all are"
            }
            Self::RunsOut => "leave more cards behind the cut card",
        }
    }
}

/// How many units somebody bets, by the cards of each value not yet seen and the value of a bet from these.
pub type Bettor<'a> = &'a dyn Fn(&[u16; 10], f64) -> f64;

/// What betting brings in a shoe on average.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ExactBetting {
    /// Rounds in which a bet was open to be made.
    pub rounds: f64,
    /// Rounds with a bet.
    pub bets: f64,
    /// Units won.
    pub won: f64,
}

/// What each of these bettors wins in a shoe on a wager that point values decide.
///
/// # Errors
/// There are too many compositions, or the shoe may run out.
pub fn exact(
    rules: &ShoeRules,
    seen: BurnSeen,
    gain: &Gain,
    bettors: &[Bettor<'_>],
) -> Result<Vec<ExactBetting>, ExactError> {
    // Four rounds are too many from any shoe, and so is a cut card behind burnt cards that nobody saw.
    let by_cut_card = matches!(rules.end, End::CutCard { .. });
    if rules.sure_rounds(0, 0) > MOST_ROUNDS
        || (by_cut_card && seen == BurnSeen::None && rules.burns().iter().any(|(burnt, _)| *burnt > 0))
    {
        return Err(ExactError::TooLarge(usize::from(MOST_ROUNDS)));
    }
    let takes = takes(rules);
    let mut found = vec![ExactBetting::default(); bettors.len()];
    let mut steps = 0;
    for start in burnt(rules, seen) {
        let mut walk = Walk {
            rules,
            gain,
            bettors,
            takes: &takes,
            start: &start,
            found: &mut found,
            steps,
            room: ValueRoom::default(),
        };
        walk.go()?;
        steps = walk.steps;
    }
    Ok(found)
}

/// Cards of each value.
type Cards = [u8; 10];

/// The cards that a round can take, and in how many orders.
struct Take {
    cards: Cards,
    len: u16,
    orders: f64,
}

/// What went out before the first round.
struct Start {
    chance: f64,
    /// The cards that are known to have gone.
    gone: Vec<(Cards, f64)>,
    /// How many more went that nobody knows.
    hidden: u16,
}

/// The cards that rounds can take: each order of values once.
fn takes(rules: &ShoeRules) -> Vec<Take> {
    let tables = rules.hands.tables();
    let mut found: HashMap<(Cards, u16), f64> = HashMap::new();
    each_six(&[ROUND; 10], &mut |six, _| {
        let taken = tables.entry_with_uncounted(six).taken();
        // Cards beyond the round are any, and here tens.
        if six >> (8 * u32::from(taken)) == 0 {
            let mut cards = [0; 10];
            for value in six.to_le_bytes().into_iter().take(usize::from(taken)) {
                add(&mut cards, usize::from(value), 1);
            }
            *found.entry((cards, taken)).or_default() += 1.0;
        }
    });
    let mut takes: Vec<Take> =
        found.into_iter().map(|((cards, len), orders)| Take { cards, len, orders }).collect();
    takes.sort_unstable_by_key(|take| take.cards);
    takes
}

fn add(cards: &mut Cards, value: usize, many: u8) {
    cards.iter_mut().skip(value).take(1).for_each(|count| *count += many);
}

/// The ways in which cards are burnt, with their chances.
fn burnt(rules: &ShoeRules, seen: BurnSeen) -> Vec<Start> {
    // Cards in any order are in any order still when some have gone unseen. They matter only to where the cut card is.
    if seen == BurnSeen::None {
        return vec![Start { chance: 1.0, gone: vec![([0; 10], 1.0)], hidden: 0 }];
    }
    let mut firsts: std::collections::BTreeMap<(u8, u16), u16> = std::collections::BTreeMap::new();
    for card in &rules.cards {
        let burnt = rules.burn.get(usize::from(*card)).copied().unwrap_or(0);
        *firsts.entry((if burnt == 0 { 0 } else { *card & VALUE }, burnt)).or_default() += 1;
    }
    let all = f64::from(rules.len());
    let start = |((value, burnt), cards): ((u8, u16), u16)| {
        let chance = f64::from(cards) / all;
        let value = usize::from(value);
        let mut first = [0; 10];
        let Some(others) = burnt.checked_sub(1) else {
            return Start { chance, gone: vec![(first, 1.0)], hidden: 0 };
        };
        add(&mut first, value, 1);
        match seen {
            BurnSeen::All => {
                let mut gone = Vec::new();
                each_hand(
                    &rules.values(),
                    (0, others, &mut first.clone()),
                    1.0,
                    &first,
                    &mut |cards, chance| {
                        gone.push((*cards, chance));
                    },
                );
                Start { chance, gone, hidden: 0 }
            }
            BurnSeen::First | BurnSeen::None => Start { chance, gone: vec![(first, 1.0)], hidden: others },
        }
    };
    firsts.into_iter().map(start).collect()
}

/// Every hand of so many cards, value by value from one on, with its chance, added to cards that are out already.
fn each_hand(
    full: &[u16; 10],
    (value, many, cards): (usize, u16, &mut Cards),
    chance: f64,
    out: &Cards,
    visit: &mut dyn FnMut(&Cards, f64),
) {
    let left = |value: usize| {
        let gone = out.get(value).copied().unwrap_or(0);
        f64::from(full.get(value).copied().unwrap_or(0).saturating_sub(u16::from(gone)))
    };
    let behind: f64 = (value + 1..10).map(left).sum();
    let here = left(value);
    for taken in 0..=many {
        let others = many - taken;
        if f64::from(taken) > here || f64::from(others) > behind {
            continue;
        }
        // In how many of all choices of so many cards so many are of this value.
        let chance = chance * choose(here, taken) * choose(behind, others) / choose(here + behind, many);
        let more = u8::try_from(taken).unwrap_or(u8::MAX);
        add(cards, value, more);
        if others == 0 {
            visit(cards, chance);
        } else {
            each_hand(full, (value + 1, others, cards), chance, out, visit);
        }
        cards.iter_mut().skip(value).take(1).for_each(|count| *count -= more);
    }
}

fn choose(all: f64, some: u16) -> f64 {
    (0..some).fold(1.0, |ways, at| ways * (all - f64::from(at)) / (f64::from(at) + 1.0))
}

/// The cards that have gone, and how many rounds follow the one at hand once the cut card is out.
type State = (Cards, u8);

/// One shoe after the other, all at once.
struct Walk<'a> {
    rules: &'a ShoeRules,
    gain: &'a Gain,
    bettors: &'a [Bettor<'a>],
    takes: &'a [Take],
    start: &'a Start,
    found: &'a mut [ExactBetting],
    steps: u64,
    room: ValueRoom,
}

impl Walk<'_> {
    fn go(&mut self) -> Result<(), ExactError> {
        let (further, most) = match self.rules.end {
            End::CutCard { further, .. } => (further, usize::MAX),
            End::Rounds(rounds) => (0, usize::from(rounds)),
        };
        let mut now: HashMap<State, f64> = HashMap::new();
        for (gone, chance) in &self.start.gone {
            *now.entry((*gone, further)).or_default() += self.start.chance * chance;
        }
        for round in 0..most {
            if now.is_empty() {
                return Ok(());
            }
            if now.keys().any(|(gone, _)| self.place(gone) + ROUND > self.rules.len()) {
                return Err(ExactError::RunsOut);
            }
            if round >= usize::from(self.rules.free_hands) {
                self.bet(&now);
            }
            if round + 1 < most {
                now = self.next(&now, further, round)?;
            }
        }
        Ok(())
    }

    /// How many cards have left the shoe.
    fn place(&self, gone: &Cards) -> u16 {
        gone.iter().map(|count| u16::from(*count)).sum::<u16>() + self.start.hidden
    }

    fn left(&self, gone: &Cards) -> [u16; 10] {
        let mut left = self.rules.values();
        left.iter_mut().zip(gone).for_each(|(left, gone)| *left -= u16::from(*gone));
        left
    }

    /// What is bet on the next round, and what it brings.
    fn bet(&mut self, states: &HashMap<State, f64>) {
        let mut states: Vec<(&State, f64)> = states.iter().map(|(state, chance)| (state, *chance)).collect();
        // Sums of floats are the same in the same order.
        states.sort_unstable_by_key(|(state, _)| **state);
        for some in states.chunks(Gain::WIDTH) {
            let left: Vec<[u16; 10]> = some.iter().map(|((gone, _), _)| self.left(gone)).collect();
            let values = self.values(&left);
            for (((_, chance), left), value) in some.iter().zip(&left).zip(values) {
                for (bettor, found) in self.bettors.iter().zip(self.found.iter_mut()) {
                    let units = bettor(left, value);
                    found.rounds += chance;
                    found.bets += if units > 0.0 { *chance } else { 0.0 };
                    found.won += chance * units * value;
                }
            }
        }
    }

    fn values(&mut self, shoes: &[[u16; 10]]) -> [f64; Gain::WIDTH] {
        let shoe =
            |at: usize| shoes.get(at).map_or_else(Unseen::default, |values| Unseen::from_values(*values));
        self.gain.values(&std::array::from_fn(shoe), &mut self.room)
    }

    /// Where the round at hand can lead.
    fn next(
        &mut self,
        now: &HashMap<State, f64>,
        further: u8,
        round: usize,
    ) -> Result<HashMap<State, f64>, ExactError> {
        self.steps += (now.len() as u64).saturating_mul(self.takes.len() as u64);
        if self.steps > MOST_STEPS {
            return Err(ExactError::TooLarge(round));
        }
        let cut = self.rules.cut();
        let mut states: Vec<(&State, f64)> = now.iter().map(|(state, chance)| (state, *chance)).collect();
        states.sort_unstable_by_key(|(state, _)| **state);
        let mut next: HashMap<State, f64> = HashMap::new();
        for ((gone, after), chance) in states {
            let place = self.place(gone);
            let left = self.left(gone);
            let ways = left.map(|cards| falling(f64::from(cards)));
            let all = falling(f64::from(left.iter().sum::<u16>()));
            for take in self.takes {
                let orders = take.orders * deals(&ways, &take.cards);
                if orders > 0.0 {
                    let after = rounds_after(place > cut, place + take.len > cut, *after, further);
                    if let Some(after) = after {
                        let mut cards = *gone;
                        cards.iter_mut().zip(take.cards).for_each(|(gone, taken)| *gone += taken);
                        let reached =
                            chance * orders / all.get(usize::from(take.len)).copied().unwrap_or(1.0);
                        *next.entry((cards, after)).or_default() += reached;
                    }
                }
            }
        }
        Ok(next)
    }
}

/// The round in which the cut card comes out is followed by all further ones, each of these by one fewer.
pub(super) const fn rounds_after(was_out: bool, is_out: bool, left: u8, further: u8) -> Option<u8> {
    match (was_out, is_out) {
        (false, false) => Some(further),
        (false, true) => further.checked_sub(1),
        (true, _) => left.checked_sub(1),
    }
}

/// In how many ways none, one, two, ... six cards can come one after the other from so many.
fn falling(cards: f64) -> [f64; 7] {
    let mut ways = [1.0; 7];
    let mut product = 1.0;
    for (gone, place) in (0_u8..).zip(ways.iter_mut().skip(1)) {
        product *= (cards - f64::from(gone)).max(0.0);
        *place = product;
    }
    ways
}

/// In how many ways cards of each value can come in one order.
fn deals(ways: &[[f64; 7]; 10], cards: &Cards) -> f64 {
    let each = ways.iter().zip(cards).filter(|(_, many)| **many > 0);
    each.map(|(ways, many)| ways.get(usize::from(*many)).copied().unwrap_or(0.0)).product()
}
