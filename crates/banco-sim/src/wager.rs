//! A wager made ready for simulation: its outcomes, what each gains in whole fractions of the stake, and the two ways to
//! judge a coup: by its class, as far as that tells, and by its cards.

use banco_cards::{Side, Suit};
use banco_engine::{Coup, CoupFacts, SeatFacts, Verdict};
use banco_money::Pay;
use banco_odds::{CountError, DrawTable, Gain, Question, Sheet, with_envy};
use banco_rulebook::{Condition, Facts, Line, PayTable};

use crate::hands::Class;
use crate::shoe::SetupError;

/// A wager to be simulated.
#[derive(Clone, Debug)]
pub struct Wager {
    /// Its name, `ID[.SIDE][:PAYTABLE]`.
    pub name: String,
    /// Its exact odds from the full shoe, with the pay table.
    pub sheet: Sheet,
    /// The suits of suit-specific lines.
    pub suits: Vec<Suit>,
    /// The seat from which it is made.
    pub seat: SeatFacts,
}

/// What can become of a wager: a line, the envy of a line, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The line, or `All other hands`.
    pub name: String,
    /// What is gained, in the wager's fraction of the stake.
    pub gain: i64,
    /// Win, lose or push.
    pub verdict: Verdict,
    /// How many of all six-card deals from the full shoe come to it; none where the odds do not count it.
    pub ways: u128,
    /// The share of a meter that is won, in hundredths of a percent, and the meter.
    pub claim: Option<(u32, String)>,
}

/// The place of an outcome among those of its wager.
pub type OutcomePlace = u8;

/// The most lines a wager can have: each may stand twice among the outcomes, and one number means "open".
const MOST_LINES: usize = 120;

/// A wager with its outcomes.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The wager.
    pub wager: Wager,
    /// Its outcomes: every line, the envy of every line that has one for other seats, and last the rest.
    pub outcomes: Vec<Outcome>,
    /// Gains are counted in this fraction of the stake.
    pub fraction: i64,
    backed: Option<Side>,
}

impl Judge {
    /// Makes a wager ready.
    ///
    /// # Errors
    /// It has too many lines, or its pays are too large.
    pub fn new(wager: Wager) -> Result<Self, SetupError> {
        let table = &wager.sheet.table;
        if table.lines.len() > MOST_LINES {
            return Err(SetupError::TooManyLines(wager.name));
        }
        let lines = || table.lines.iter().zip(&wager.sheet.lines);
        let envy = || table.lines.iter().filter_map(|line| envy_gain(table, line).map(|gain| (line, gain)));
        let line_gains = lines().map(|(_, odds)| odds.gain).chain(envy().map(|(_, gain)| gain));
        let gains: Vec<(i128, i128)> = line_gains.chain([(-1, 1)]).collect();
        let fraction = gains.iter().fold(1, |common, gain| lcm(common, gain.1));
        let counted =
            lines().map(|(line, odds)| (line.name.clone(), verdict(&line.pay), odds.ways, claim(&line.pay)));
        let envied = envy().map(|(line, _)| (format!("{}: envy", line.name), Verdict::Win, 0, None));
        let none = wager.sheet.lines.get(table.lines.len()).map_or(0, |odds| odds.ways);
        let rest = ("All other hands".to_owned(), Verdict::Lose, none, None);
        let whole =
            |(numerator, denominator): (i128, i128)| i64::try_from(numerator * (fraction / denominator));
        let too_large = |_| SetupError::TooLarge(wager.name.clone());
        let named = counted.chain(envied).chain([rest]).zip(gains);
        let outcome = |((name, verdict, ways, claim), gain)| {
            Ok(Outcome { name, gain: whole(gain).map_err(too_large)?, verdict, ways, claim })
        };
        let outcomes = named.map(outcome).collect::<Result<Vec<Outcome>, SetupError>>()?;
        let fraction = i64::try_from(fraction).map_err(too_large)?;
        let backed = Side::BOTH.into_iter().find(|side| table.side.as_deref() == Some(side.name()));
        Ok(Self { outcomes, fraction, backed, wager })
    }

    /// The pay table.
    #[must_use]
    pub const fn table(&self) -> &PayTable {
        &self.wager.sheet.table
    }

    /// What it gains on average from any shoe, envy and all.
    ///
    /// # Errors
    /// It has no odds of one round.
    pub fn gain(&self, draw: &DrawTable) -> Result<Gain, CountError> {
        let table = with_envy(self.table());
        let tables = [&table];
        let question = Question::new(&tables, &self.wager.seat, &self.wager.suits);
        Gain::new(&question, draw, &self.line_gains(), self.fraction)
    }

    /// What each line gains in the fraction of the stake, envy from other seats being lines of their own as in
    /// [`with_envy`].
    fn line_gains(&self) -> Vec<i64> {
        let lines = &self.table().lines;
        let (own, others) = self.outcomes.split_at_checked(lines.len()).unwrap_or_default();
        let mut envy = others.iter().map(|outcome| outcome.gain);
        let gains = lines.iter().zip(own).flat_map(|(line, own)| {
            let envied = envy_gain(self.table(), line).and_then(|_| envy.next());
            [Some(own.gain), envied]
        });
        gains.flatten().collect()
    }

    /// The outcome of every coup of a class, if the class tells.
    pub(crate) fn by_class(&self, class: Class) -> Option<OutcomePlace> {
        self.judge(&ClassFacts { class, backed: self.backed })
    }

    /// The outcome of a coup; `None` if it depends on a seat that was not named.
    #[must_use]
    pub fn by_coup(&self, coup: &Coup) -> Option<OutcomePlace> {
        self.judge(&CoupFacts {
            coup,
            backed: self.backed,
            chosen: &self.wager.suits,
            seat: &self.wager.seat,
            history: &[],
            stood: false,
        })
    }

    /// The place of "no line".
    #[must_use]
    pub fn none(&self) -> OutcomePlace {
        u8::try_from(self.outcomes.len()).map_or(u8::MAX, |len| len.saturating_sub(1))
    }

    /// The first line that holds, or whose envy does.
    fn judge(&self, facts: &dyn Facts) -> Option<OutcomePlace> {
        let lines = &self.table().lines;
        let mut envied = u8::try_from(lines.len()).ok()?;
        for (at, line) in (0_u8..).zip(lines) {
            if line.when.holds(facts)? {
                return Some(at);
            }
            if let (Some(condition), Some(_)) = (&line.envy_when, envy_gain(self.table(), line)) {
                if condition.holds(facts)? {
                    return Some(envied);
                }
                envied = envied.saturating_add(1);
            }
        }
        Some(self.none())
    }

    /// All its conditions.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.table().lines.iter().flat_map(|line| [Some(&line.when), line.envy_when.as_ref()]).flatten()
    }
}

fn verdict(pay: &Pay) -> Verdict {
    match pay {
        Pay::Push => Verdict::Push,
        Pay::Loss => Verdict::Lose,
        _ => Verdict::Win,
    }
}

fn claim(pay: &Pay) -> Option<(u32, String)> {
    match pay {
        Pay::Share(share, meter) => Some((share.hundredths(), meter.clone())),
        _ => None,
    }
}

/// What the envy of a line gains for each unit staked, where another seat's line can bring it.
fn envy_gain(table: &PayTable, line: &Line) -> Option<(i128, i128)> {
    line.envy_when.as_ref()?;
    let envy = i128::from(line.envy?.minor());
    let unit = table.units.first().map_or(100, |unit| i128::from(unit.minor()));
    Some((envy - unit, unit))
}

fn lcm(a: i128, b: i128) -> i128 {
    const fn gcd(a: i128, b: i128) -> i128 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    (a / gcd(a, b).max(1)).saturating_mul(b)
}

/// What a class tells of its coups.
struct ClassFacts {
    class: Class,
    backed: Option<Side>,
}

impl ClassFacts {
    const fn drew(&self, side: Side) -> bool {
        match side {
            Side::Player => self.class.player_drew(),
            Side::Banker => self.class.banker_drew(),
        }
    }
}

impl Facts for ClassFacts {
    fn backed(&self) -> Option<Side> {
        self.backed
    }

    fn total(&self, side: Side) -> Option<u8> {
        Some(match side {
            Side::Player => self.class.player(),
            Side::Banker => self.class.banker(),
        })
    }

    fn count(&self, side: Side) -> Option<u8> {
        Some(2 + u8::from(self.drew(side)))
    }

    fn third(&self, side: Side) -> Option<Option<u8>> {
        (!self.drew(side)).then_some(None)
    }
}
