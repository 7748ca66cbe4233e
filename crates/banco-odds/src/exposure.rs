//! The house's side of one round: what all seats together can be paid on one wager, and what a posted aggregate limit
//! does to it (CO 30-2899.01(3)(b) and its sisters).
//!
//! All seats make the same wager with the same stake. Where the lines do not depend on the seat, all of them win or lose
//! together. Where they do, each start of four cards is settled seat by seat, envy included. Claims on meters are paid
//! from what bettors put in: they are named, but neither add to the payout nor fall under the limit, and neither does
//! the dealer's envy.

use std::collections::BTreeMap;

use banco_engine::{SeatFacts, net_of_line};
use banco_money::{Amount, MoneyError, Pay};
use banco_rulebook::{Line, Offered, PayTable, Terms};

use crate::counting::DrawTable;
use crate::counting::{CountError, Deals};
use crate::counting::{Question, depends_on_seat};
use crate::exact::{Fraction, ratio, whole};
use crate::facts::{backed, place_reached};
use crate::first_four::{FirstFour, each_start, names_suits};
use crate::seats::{dealer_envy_of, with_envy};
use crate::shoe::Shoe;

/// Why the exposure cannot be reckoned.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExposureError {
    /// The odds cannot be counted.
    #[error(transparent)]
    Count(#[from] CountError),
    /// The money does not add up.
    #[error(transparent)]
    Money(#[from] MoneyError),
    /// Nobody plays.
    #[error("at least one seat must make the wager")]
    Nobody,
    /// Seats differ in lines that more than the first four cards decide.
    #[error("`{0}` depends on the seat and on third cards, so the seats cannot be counted together")]
    SeatsAndThirds(String),
}

/// One way in which a round can end for the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundEnd {
    /// The lines that seats reach, each once.
    pub lines: Vec<String>,
    /// How many deals end so.
    pub ways: u128,
    /// What each seat is paid: beyond the stake for "to" pays, in all for "for" and money pays.
    pub payouts: Vec<Amount>,
    /// What all seats are paid together.
    pub payout: Amount,
    /// By how much all bettors together are better off.
    pub net: Amount,
    /// What the dealer takes as envy.
    pub dealer_envy: Amount,
    /// The meters that are claimed, each once.
    pub claims: Vec<String>,
}

/// What a round can cost the house on one wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exposure {
    /// The seats that make the wager.
    pub seats: Vec<u8>,
    /// What each of them stakes.
    pub stake: Amount,
    /// All deals.
    pub total: u128,
    /// Every way in which a round can end, the dearest first.
    pub ends: Vec<RoundEnd>,
}

/// How winners share an aggregate limit. The texts do not say; the first is our reading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Sharing {
    /// In proportion to what each would have been paid; cents left over go to the lowest seats.
    #[default]
    ProRata,
    /// In the order of payment, from the highest seat down, until nothing is left.
    InOrder,
}

/// What an aggregate limit does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitEffect {
    /// The deals in which it bites.
    pub ways: u128,
    /// The chance of it.
    pub chance: Fraction,
    /// What is withheld from each seat on average in a round, in minor units.
    pub withheld: Vec<Fraction>,
    /// What the house has of each unit staked without the limit, meters apart.
    pub edge_without: Fraction,
    /// The same with the limit.
    pub edge: Fraction,
}

/// What a round can cost the house when these seats each make the wager with this stake.
///
/// # Errors
/// The odds cannot be counted so, or a figure does not fit.
pub fn exposure(
    terms: &Terms,
    (shoe, draw): (&Shoe, &DrawTable),
    offered: &Offered,
    seats: &[u8],
    stake: Amount,
) -> Result<Exposure, ExposureError> {
    if seats.is_empty() {
        return Err(ExposureError::Nobody);
    }
    let table = with_envy(&offered.table);
    let lines = if depends_on_seat(&[&table]) {
        shoe.check_size().map_err(CountError::from)?;
        seat_by_seat(terms, shoe, &table, offered, seats)
            .ok_or_else(|| ExposureError::SeatsAndThirds(table.wager.clone()))?
    } else {
        together(shoe, draw, &table, offered, seats)?
    };
    let total = lines.values().sum();
    let end = |(places, ways): (Vec<Option<usize>>, u128)| round_end(terms, &table, &places, ways, stake);
    let reached = lines.into_iter().filter(|(_, ways)| *ways > 0);
    let mut ends = reached.map(end).collect::<Result<Vec<RoundEnd>, MoneyError>>()?;
    ends.sort_by_key(|end| std::cmp::Reverse(end.payout.minor()));
    Ok(Exposure { seats: seats.to_vec(), stake, total, ends })
}

/// The place of the line that each seat reaches, with the number of deals.
type ByLines = BTreeMap<Vec<Option<usize>>, u128>;

/// All seats reach the same line.
fn together(
    shoe: &Shoe,
    draw: &DrawTable,
    table: &PayTable,
    offered: &Offered,
    seats: &[u8],
) -> Result<ByLines, CountError> {
    let deals = Deals::new(shoe.clone(), draw.clone())?;
    let seat = SeatFacts::default();
    let counts = deals.count(&Question::new(&[table], &seat, &offered.suits))?;
    let all = |place: Option<usize>| vec![place; seats.len()];
    let lines = counts.tables.into_iter().flat_map(|count| {
        let reached = count.lines.into_iter().enumerate().map(|(at, ways)| (Some(at), ways));
        reached.chain([(None, count.none)])
    });
    Ok(lines.map(|(place, ways)| (all(place), ways)).collect())
}

/// Each seat reaches a line of its own; `None` if that cannot be told by the first four cards.
fn seat_by_seat(
    terms: &Terms,
    shoe: &Shoe,
    table: &PayTable,
    offered: &Offered,
    seats: &[u8],
) -> Option<ByLines> {
    let nobody = SeatFacts::default();
    let facts: Vec<SeatFacts> = seats.iter().map(|seat| SeatFacts::at(terms, *seat, seats)).collect();
    let backed = backed(table);
    let judge = |hands| {
        let reached = |seat| place_reached(table, &FirstFour { backed, seat, chosen: &offered.suits, hands });
        // What can be told without a seat is the same for all of them.
        match reached(&nobody) {
            Some(same) => Some(vec![same; seats.len()]),
            None => facts.iter().map(reached).collect(),
        }
    };
    let mut lines = ByLines::new();
    each_start(shoe, names_suits(table), judge, |places, _, ways| match lines.get_mut(places) {
        Some(sum) => *sum += ways,
        None => drop(lines.insert(places.clone(), ways)),
    })?;
    Some(lines)
}

fn round_end(
    terms: &Terms,
    table: &PayTable,
    places: &[Option<usize>],
    ways: u128,
    stake: Amount,
) -> Result<RoundEnd, MoneyError> {
    let nothing = Amount::zero(stake.currency());
    let mut end = RoundEnd {
        lines: Vec::new(),
        ways,
        payouts: Vec::new(),
        payout: nothing,
        net: nothing,
        dealer_envy: nothing,
        claims: Vec::new(),
    };
    for place in places {
        let line = place.and_then(|at| table.lines.get(at));
        let net = line.map_or_else(|| stake.negated(), |line| net_of_line(terms, table, line, stake))?;
        let payout = line.map_or(Ok(nothing), |line| paid(line, net, stake))?;
        end.payouts.push(payout);
        end.payout = end.payout.plus(payout)?;
        end.net = end.net.plus(net)?;
        let Some(line) = line else { continue };
        end.dealer_envy = end.dealer_envy.plus(dealer_envy_of(table, line, stake)?)?;
        if !end.lines.contains(&line.name) {
            end.lines.push(line.name.clone());
        }
        if let Pay::Share(_, meter) = &line.pay
            && !end.claims.contains(meter)
        {
            end.claims.push(meter.clone());
        }
    }
    Ok(end)
}

/// What the house pays out for a line by which the bettor is so much better off.
fn paid(line: &Line, net: Amount, stake: Amount) -> Result<Amount, MoneyError> {
    match line.pay {
        Pay::To(..) => Ok(net),
        Pay::For(..) | Pay::Money(_) => net.plus(stake),
        Pay::Share(..) | Pay::Push | Pay::Loss => Ok(Amount::zero(stake.currency())),
    }
}

impl Exposure {
    /// The dearest end of a round.
    #[must_use]
    pub fn largest(&self) -> Option<&RoundEnd> {
        self.ends.first()
    }

    /// What all seats stake together, in minor units.
    fn staked(&self) -> Fraction {
        whole(self.stake.minor()) * whole(self.seats.len())
    }

    /// What the house has of each unit staked, meters and the dealer's envy apart.
    #[must_use]
    pub fn edge(&self) -> Fraction {
        let sum: Fraction = self.ends.iter().map(|end| whole(end.ways) * whole(end.net.minor())).sum();
        -sum / whole(self.total) / self.staked()
    }

    /// What the dealer's envy costs in a round on average, in minor units.
    #[must_use]
    pub fn dealer_envy(&self) -> Fraction {
        let sum: Fraction =
            self.ends.iter().map(|end| whole(end.ways) * whole(end.dealer_envy.minor())).sum();
        sum / whole(self.total)
    }

    /// What an aggregate limit does to the round.
    #[must_use]
    pub fn limited(&self, limit: Amount, sharing: Sharing) -> LimitEffect {
        let mut ways = 0;
        let mut withheld = vec![whole(0); self.seats.len()];
        for end in self.ends.iter().filter(|end| end.payout.minor() > limit.minor()) {
            ways += end.ways;
            let payouts: Vec<i64> = end.payouts.iter().map(|payout| payout.minor()).collect();
            let left = shared(limit.minor(), &payouts, sharing);
            for ((sum, payout), left) in withheld.iter_mut().zip(payouts).zip(left) {
                *sum += whole(end.ways) * whole(payout - left) / whole(self.total);
            }
        }
        let edge_without = self.edge();
        let all: Fraction = withheld.iter().sum();
        let edge = &edge_without + all / self.staked();
        LimitEffect { ways, chance: ratio(ways, self.total), withheld, edge_without, edge }
    }
}

/// What each winner is paid when all together may be paid no more than a limit: seats in ascending order, minor units.
#[must_use]
pub fn shared(limit: i64, payouts: &[i64], sharing: Sharing) -> Vec<i64> {
    let due: i128 = payouts.iter().map(|payout| i128::from(*payout)).sum();
    let limit = limit.max(0);
    if due <= i128::from(limit) {
        return payouts.to_vec();
    }
    let mut left = limit;
    let mut shares = match sharing {
        Sharing::ProRata => payouts
            .iter()
            .map(|payout| i64::try_from(i128::from(limit) * i128::from(*payout) / due).unwrap_or_default())
            .collect(),
        Sharing::InOrder => vec![0; payouts.len()],
    };
    left -= shares.iter().sum::<i64>();
    let order: Vec<usize> = match sharing {
        Sharing::ProRata => (0..payouts.len()).collect(),
        Sharing::InOrder => (0..payouts.len()).rev().collect(),
    };
    // Pro rata fewer cents are left over than there are winners: one for each, from the lowest seat.
    let most = if sharing == Sharing::ProRata { 1 } else { i64::MAX };
    for at in order {
        if let (Some(share), Some(payout)) = (shares.get_mut(at), payouts.get(at)) {
            let more = (payout - *share).min(most).min(left);
            *share += more;
            left -= more;
        }
    }
    shares
}
