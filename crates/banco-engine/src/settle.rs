//! Settlement of one wager on a finished coup: which line, what is paid, what vigorish is owed.
//!
//! Implements the payout clauses of all five texts (MB 13, MM 12, CF 9, CA Betting Scheme 4 and the Royale
//! Bonus, CO 30-2808 and 30-2899) by the rulebook's pay tables. Shares of progressive meters are claims, not
//! money; envy is told beside the result.

use banco_cards::{Outcome, Side};
use banco_money::{Amount, MoneyError, Pay, Percent, Rounding};
use banco_rulebook::model::wager::EnvyTo;
use banco_rulebook::{Facts, Line, Offered, PayTable, Terms, TermsError, VigorishOn, WagerName};

use crate::condition::{CoupFacts, SeatFacts};
use crate::coup::{Coup, DrawRules};

/// A wager as it lies on the layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ticket {
    /// Which wager.
    pub wager: WagerName,
    /// The whole stake, in chips of any kind.
    pub stake: Amount,
    /// From where.
    pub seat: SeatFacts,
    /// Whether the bettor stood where each bettor may choose (21st Century's optional five).
    pub stood: bool,
    /// The outcomes since the wager was made, this coup not included (wagers on a run).
    pub history: Vec<Outcome>,
}

/// Win, lose or push.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Something is paid.
    Win,
    /// The stake is lost.
    Lose,
    /// The stake stays with its owner and on the layout.
    Push,
}

impl Verdict {
    /// `win`, `lose` or `push`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Push => "push",
        }
    }
}

/// A claim on a progressive meter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The meter.
    pub meter: String,
    /// The share of it.
    pub share: Percent,
}

/// How a wager was settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The wager's id.
    pub wager: String,
    /// What was backed.
    pub side: Option<String>,
    /// The pay table, where it has a name.
    pub paytable: Option<String>,
    /// How much was staked.
    pub stake: Amount,
    /// Win, lose or push.
    pub verdict: Verdict,
    /// The line that decided; none when the wager lost without one.
    pub line: Option<String>,
    /// What is paid: beyond the stake for "to" pays, in all for "for" and money pays.
    pub won: Amount,
    /// The vigorish owed.
    pub vigorish: Amount,
    /// By how much the bettor is better off, claims on meters apart.
    pub net: Amount,
    /// Claims on meters.
    pub claims: Vec<Claim>,
    /// The envy amount that goes with the line.
    pub envy: Amount,
    /// Who takes the envy amount.
    pub envy_to: Option<EnvyTo>,
    /// The clauses.
    pub cite: Vec<String>,
}

/// Why a wager cannot be settled.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettleError {
    /// The table has no such wager.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The stake is not positive.
    #[error("a stake of {0} is not a wager")]
    NoStake(Amount),
    /// The wager is fixed to other amounts.
    #[error("`{wager}` is a fixed wager of {units}, not {stake}")]
    WrongUnit {
        /// The wager.
        wager: String,
        /// What it is fixed to.
        units: String,
        /// What was staked.
        stake: Amount,
        /// The clauses.
        cite: Vec<String>,
    },
    /// The stake is outside the table's limits.
    #[error("{stake} on `{wager}` is outside the table's limits {limits}")]
    OutsideLimits {
        /// The wager.
        wager: String,
        /// What was staked.
        stake: Amount,
        /// The limits.
        limits: String,
    },
    /// The seat does not carry the wager.
    #[error("`{wager}` is not offered at position {position}")]
    NotAtSeat {
        /// The wager.
        wager: String,
        /// The seat.
        position: u8,
        /// The clauses.
        cite: Vec<String>,
    },
    /// The result depends on the seat, and no seat was named.
    #[error("what `{wager}` pays here depends on the seat")]
    SeatNeeded {
        /// The wager.
        wager: String,
        /// The clauses.
        cite: Vec<String>,
    },
    /// The money does not add up.
    #[error(transparent)]
    Money(#[from] MoneyError),
}

impl SettleError {
    /// A stable name for this kind of problem.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Terms(error) => error.code(),
            Self::NoStake(_) => "no_stake",
            Self::WrongUnit { .. } => "wrong_unit",
            Self::OutsideLimits { .. } => "outside_limits",
            Self::NotAtSeat { .. } => "not_at_seat",
            Self::SeatNeeded { .. } => "seat_needed",
            Self::Money(_) => "bad_money",
        }
    }

    /// The clauses behind it.
    #[must_use]
    pub fn cite(&self) -> &[String] {
        match self {
            Self::WrongUnit { cite, .. } | Self::NotAtSeat { cite, .. } | Self::SeatNeeded { cite, .. } => {
                cite
            }
            _ => &[],
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        match self {
            Self::Terms(error) => error.hint(),
            Self::SeatNeeded { .. } => Some("name the seat"),
            _ => None,
        }
    }
}

/// Settles one wager on a finished coup.
///
/// # Errors
/// The wager is not to be had, the stake is not allowed, or the result depends on a seat that was not named.
pub fn settle(terms: &Terms, coup: &Coup, ticket: &Ticket) -> Result<Settled, SettleError> {
    let offered = terms.offered(&ticket.wager)?;
    check_stake(terms, &offered, ticket)?;
    check_seat(terms, &offered, ticket)?;
    let table = &offered.table;
    let facts = CoupFacts {
        coup,
        backed: backed(table),
        chosen: &offered.suits,
        seat: &ticket.seat,
        history: &ticket.history,
        stood: ticket.stood && table.own_choice && DrawRules::from_terms(terms).bettors_choose(coup),
    };
    let unknown = || SettleError::SeatNeeded { wager: table.wager.clone(), cite: offering(terms, &offered) };
    let hit = find_line(table, &facts).ok_or_else(unknown)?;
    let payment = pay(terms, table, ticket.stake, hit)?;
    let lost = table.way_to_lose(&facts).and_then(|way| table.loses.get(way));
    let loses = lost.map_or(table.loses_cite.as_slice(), |way| way.cite.as_slice());
    Ok(settled_wager(table, ticket.stake, hit, payment, loses))
}

/// The hand that a pay table backs, where it backs one.
pub(crate) fn backed(table: &PayTable) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| table.side.as_deref() == Some(side.name()))
}

/// By how much the bettor of a stake is better off when a line is reached, vigorish taken and rounded, claims on meters
/// apart.
///
/// # Errors
/// A figure that does not fit.
pub fn net_of_line(
    terms: &Terms,
    table: &PayTable,
    line: &Line,
    stake: Amount,
) -> Result<Amount, MoneyError> {
    pay_line(terms, line, scale(table, stake)?, stake).map(|payment| payment.net)
}

/// The line that a coup reaches, or whose envy the seat takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hit<'a> {
    /// The line.
    Line(&'a Line),
    /// The envy amount that goes with a line of another seat.
    Envy(&'a Line, Amount),
    /// No line.
    Nothing,
}

impl<'a> Hit<'a> {
    /// The line that decides, where there is one.
    pub(crate) const fn line(self) -> Option<&'a Line> {
        match self {
            Self::Line(line) | Self::Envy(line, _) => Some(line),
            Self::Nothing => None,
        }
    }
}

/// What a hit is worth on a stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Payment {
    /// Win, lose or push.
    pub verdict: Verdict,
    /// What is paid: beyond the stake for "to" pays, in all for "for" and money pays.
    pub won: Amount,
    /// The vigorish owed.
    pub vigorish: Amount,
    /// By how much the bettor is better off, claims on meters apart.
    pub net: Amount,
    /// The envy amount that goes with the line.
    pub envy: Amount,
    /// Who takes it.
    pub envy_to: Option<EnvyTo>,
}

impl Payment {
    /// A wager that has lost until something is found to the contrary.
    pub(crate) fn lost(stake: Amount) -> Result<Self, MoneyError> {
        let nothing = Amount::zero(stake.currency());
        let net = stake.negated()?;
        Ok(Self {
            verdict: Verdict::Lose,
            won: nothing,
            vigorish: nothing,
            net,
            envy: nothing,
            envy_to: None,
        })
    }
}

fn check_stake(terms: &Terms, offered: &Offered, ticket: &Ticket) -> Result<(), SettleError> {
    let stake = ticket.stake;
    let currency = offered.units.first().map_or(terms.currency, |unit| unit.currency());
    if stake.currency() != currency {
        return Err(MoneyError::CurrencyMismatch(stake.currency(), currency).into());
    }
    if !stake.is_positive() {
        return Err(SettleError::NoStake(stake));
    }
    let wager = || ticket.wager.id.clone();
    if !offered.units.is_empty() && !offered.units.contains(&stake) {
        let units: Vec<String> = offered.units.iter().map(Amount::to_string).collect();
        let own = terms.rulebook.wager(&offered.table.wager);
        let cite = own.map(|wager| wager.units_cite(&offered.table.column).to_vec()).unwrap_or_default();
        return Err(SettleError::WrongUnit { wager: wager(), units: units.join(" or "), stake, cite });
    }
    let below = offered.min.is_some_and(|min| stake.minor() < min.minor());
    let above = offered.max.is_some_and(|max| stake.minor() > max.minor());
    if below || above {
        let text = |limit: Option<Amount>| limit.map_or("none".to_owned(), |limit| limit.to_string());
        let limits = format!("{} to {}", text(offered.min), text(offered.max));
        return Err(SettleError::OutsideLimits { wager: wager(), stake, limits });
    }
    Ok(())
}

/// The clauses that offer the wager.
fn offering(terms: &Terms, offered: &Offered) -> Vec<String> {
    let own = terms.rulebook.wager(&offered.table.wager).map(|wager| wager.cite.as_slice());
    own.filter(|cite| !cite.is_empty()).unwrap_or(&offered.table.cite).to_vec()
}

fn check_seat(terms: &Terms, offered: &Offered, ticket: &Ticket) -> Result<(), SettleError> {
    let carries = |position: &u8| offered.positions.as_ref().is_none_or(|known| known.contains(position));
    match ticket.seat.position.filter(|position| !carries(position)) {
        None => Ok(()),
        Some(position) => {
            let (wager, cite) = (ticket.wager.id.clone(), offering(terms, offered));
            Err(SettleError::NotAtSeat { wager, position, cite })
        }
    }
}

/// The first line that holds, or whose envy the seat takes; `None` if the facts do not tell.
pub(crate) fn find_line<'a>(table: &'a PayTable, facts: &impl Facts) -> Option<Hit<'a>> {
    for line in &table.lines {
        if line.when.holds(facts)? {
            return Some(Hit::Line(line));
        }
        if let (Some(condition), Some(envy)) = (&line.envy_when, line.envy)
            && condition.holds(facts)?
        {
            return Some(Hit::Envy(line, envy));
        }
    }
    Some(Hit::Nothing)
}

/// What a hit is worth on a stake under these terms.
pub(crate) fn pay(
    terms: &Terms,
    table: &PayTable,
    stake: Amount,
    hit: Hit<'_>,
) -> Result<Payment, MoneyError> {
    let scale = scale(table, stake)?;
    match hit {
        Hit::Nothing => Payment::lost(stake),
        Hit::Envy(_, envy) => {
            let envy = envy.times(scale, 1, Rounding::Down)?;
            let (verdict, envy_to, net) = (Verdict::Win, Some(EnvyTo::OtherSeats), envy.minus(stake)?);
            Ok(Payment { verdict, envy, envy_to, net, ..Payment::lost(stake)? })
        }
        Hit::Line(line) => {
            let mut payment = pay_line(terms, line, scale, stake)?;
            if let (Some(EnvyTo::Dealer), Some(envy)) = (table.envy_to, line.envy) {
                payment.envy = envy.times(scale, 1, Rounding::Down)?;
                payment.envy_to = Some(EnvyTo::Dealer);
            }
            Ok(payment)
        }
    }
}

/// The settlement of a wager, told with names and clauses.
fn settled_wager(
    table: &PayTable,
    stake: Amount,
    hit: Hit<'_>,
    payment: Payment,
    loses: &[String],
) -> Settled {
    let line = hit.line();
    let claim = match hit {
        Hit::Line(Line { pay: Pay::Share(share, meter), .. }) => {
            Some(Claim { meter: meter.clone(), share: *share })
        }
        _ => None,
    };
    Settled {
        wager: table.wager.clone(),
        side: table.side.clone(),
        paytable: (!table.column.is_empty()).then(|| table.column.clone()),
        stake,
        verdict: payment.verdict,
        line: line.map(|line| line.name.clone()),
        won: payment.won,
        vigorish: payment.vigorish,
        net: payment.net,
        claims: claim.into_iter().collect(),
        envy: payment.envy,
        envy_to: payment.envy_to,
        cite: line.map_or(loses, |line| &line.cite).to_vec(),
    }
}

/// By how much fixed pays are multiplied, where the table fixed a multiple of the printed unit.
fn scale(table: &PayTable, stake: Amount) -> Result<u64, MoneyError> {
    let Some(base) = table.units.first().filter(|_| table.scales) else {
        return Ok(1);
    };
    Ok(stake.exact_multiple_of(*base)?.unwrap_or(1))
}

fn pay_line(terms: &Terms, line: &Line, scale: u64, stake: Amount) -> Result<Payment, MoneyError> {
    let mut paid = Payment { verdict: Verdict::Win, ..Payment::lost(stake)? };
    match &line.pay {
        Pay::To(numerator, denominator) => {
            paid.won = stake.times(*numerator, *denominator, terms.fractions)?;
            paid.net = paid.won;
        }
        Pay::For(numerator, denominator) => {
            paid.won = stake.times(*numerator, *denominator, terms.fractions)?;
            paid.net = paid.won.minus(stake)?;
        }
        Pay::Money(amount) => {
            paid.won = amount.times(scale, 1, Rounding::Down)?;
            paid.net = paid.won.minus(stake)?;
        }
        Pay::Share(..) => {}
        Pay::Push => {
            paid.verdict = Verdict::Push;
            paid.net = Amount::zero(stake.currency());
        }
        Pay::Loss => paid.verdict = Verdict::Lose,
    }
    paid.vigorish = vigorish(terms, line.vigorish, paid.won, stake)?;
    paid.net = paid.net.minus(paid.vigorish)?;
    Ok(paid)
}

/// The vigorish owed: a share of the amount won, or of a tied wager, rounded as the submission says.
fn vigorish(terms: &Terms, on: VigorishOn, won: Amount, stake: Amount) -> Result<Amount, MoneyError> {
    let nothing = Amount::zero(stake.currency());
    let Some(rule) = &terms.vigorish else {
        return Ok(nothing);
    };
    let (rate, base) = match on {
        VigorishOn::Nothing => return Ok(nothing),
        VigorishOn::Win => (rule.on_win, won),
        VigorishOn::Tie => (rule.on_tie, stake),
    };
    match rule.up_to {
        // What is rounded up counts from the exact share, so fractions of a cent go up first.
        Some(unit) => rate.share_of(base, Rounding::Up)?.up_to_multiple_of(unit),
        None => rate.share_of(base, Rounding::Down),
    }
}
