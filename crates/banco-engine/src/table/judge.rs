//! What each wager on the layout is worth once the round is decided.

use banco_cards::{Hand, Outcome};
use banco_money::{Amount, Pay, Percent};
use banco_rulebook::model::wager::EnvyTo;

use super::draft::refuse;
use super::refusal::{NamedWager, Reason, Refusal};
use super::spot::{Counts, LineNote, Spot};
use super::state::Table;
use super::wager::{Bet, BetKey};
use crate::condition::{CoupFacts, SeatFacts};
use crate::name::{Clauses, Name};
use crate::settle::{Hit, Payment, Verdict, find_line, pay};

/// A wager and what it is worth.
#[derive(Clone, Debug)]
pub(crate) struct Item<'t> {
    /// The wager.
    pub bet: &'t Bet,
    /// What it is on.
    pub spot: &'t Spot,
    /// The line that decides, by its place in the pay table.
    pub line: Option<usize>,
    /// The clauses by which it loses where no line decides.
    pub loses: Clauses,
    /// What it is worth.
    pub payment: Payment,
    /// Whether it is not decided yet (a run that goes on).
    pub open: bool,
    /// Whether an aggregate limit has cut it.
    pub limited: bool,
    /// Whether it hangs on a jackpot that is not verified yet.
    pub waits: bool,
}

impl Item<'_> {
    /// The clauses of the line that decides, or those by which the wager loses.
    pub fn clauses(&self) -> Clauses {
        self.note().map_or(self.loses, |note| note.clauses)
    }

    /// The name of the line that decides; empty where none was reached.
    pub fn line_name(&self) -> Name {
        self.note().map_or_else(Name::default, |note| note.line)
    }

    fn note(&self) -> Option<&LineNote> {
        self.line.and_then(|line| self.spot.lines.get(line))
    }

    /// What the line pays.
    pub fn pay(&self) -> Option<&Pay> {
        self.line.and_then(|line| self.spot.offered.table.lines.get(line)).map(|line| &line.pay)
    }

    /// The share of a meter that the line pays, unless it is only another seat's envy.
    pub fn claim(&self) -> Option<(Percent, Name)> {
        match self.pay() {
            Some(Pay::Share(share, meter)) if !self.is_envy() => Some((*share, Name::new(meter))),
            _ => None,
        }
    }

    /// Whether all that is won is what another seat's line gives to this one.
    fn is_envy(&self) -> bool {
        self.payment.envy_to == Some(EnvyTo::OtherSeats)
    }

    /// What is paid out: the win, or the envy amount that goes to other seats.
    pub fn won(&self) -> Amount {
        if self.is_envy() { self.payment.envy } else { self.payment.won }
    }
}

/// Where a wager comes in the order of seat, spot, whom it is for and owner: one number, quick to compare.
fn place(bet: &Bet) -> u64 {
    let key = bet.key;
    let spot = (u64::from(bet.spot.0) << 1) | u64::from(key.for_dealer);
    (u64::from(bet.seat.at) << 56) | (spot << 32) | u64::from(key.owner.0)
}

/// Decides the wagers of a round.
#[derive(Debug)]
pub(crate) struct Judge<'t> {
    table: &'t Table,
    /// The line of each spot that is the same for all who bet on it.
    known: Vec<Option<Hit<'t>>>,
    /// Wagers that count as not made.
    without: &'t [BetKey],
}

impl<'t> Judge<'t> {
    /// For the round that is complete.
    pub fn new(table: &'t Table) -> Self {
        Self { table, known: vec![None; table.rules.spots.len()], without: &[] }
    }

    /// As if some wagers had not been made.
    pub fn without(self, without: &'t [BetKey]) -> Self {
        Self { without, ..self }
    }

    /// All wagers, by seat from the dealer's right, and by spot.
    pub fn items(mut self) -> Result<Vec<Item<'t>>, Refusal> {
        let table = self.table;
        let mut bets: Vec<&Bet> = table.bets.iter().collect();
        bets.sort_unstable_by_key(|bet| place(bet));
        let mut items = Vec::with_capacity(bets.len());
        for bet in bets {
            let Some(spot) = table.rules.spot(bet.spot) else { continue };
            items.push(self.item(bet, spot)?);
        }
        Ok(items)
    }

    /// One wager.
    pub fn item(&mut self, bet: &'t Bet, spot: &'t Spot) -> Result<Item<'t>, Refusal> {
        let hit = self.hit(bet, spot)?;
        let table = &spot.offered.table;
        let money = |error: banco_money::MoneyError| refuse(error.into(), spot.clauses);
        let stake = bet.stake.total().map_err(money)?;
        let payment = pay(&self.table.rules.terms, table, stake, hit).map_err(money)?;
        let line = hit.line().and_then(|line| table.lines.iter().position(|known| std::ptr::eq(known, line)));
        let open = spot.needs.history && payment.verdict == Verdict::Lose && self.run_goes_on(spot);
        let loses = self.loses(spot);
        Ok(Item { bet, spot, line, loses, payment, open, limited: false, waits: false })
    }

    /// The clauses by which a wager loses that reaches no line: final counts and numbers of cards tell.
    fn loses(&self, spot: &Spot) -> Clauses {
        let round = &self.table.round;
        let dealt = round.coup.map(|coup| [coup.player, coup.banker]);
        let dealt = dealt.map(|hands| (hands.map(|hand| hand.total().get()), hands.map(|hand| hand.len())));
        let Some((totals, cards)) = round.reported.map(|told| (told.totals, told.cards)).or(dealt) else {
            return spot.loses;
        };
        let way = spot.offered.table.way_to_lose(&Counts { totals, cards, backed: spot.backed });
        way.and_then(|way| spot.ways_to_lose.get(way)).copied().unwrap_or(spot.loses)
    }

    /// A run is lost only when the other hand wins.
    fn run_goes_on(&self, spot: &Spot) -> bool {
        let won = self.outcome().and_then(Outcome::winner);
        won.is_none() || won == spot.backed
    }

    fn outcome(&self) -> Option<Outcome> {
        self.table.outcomes.last().copied()
    }

    fn hit(&mut self, bet: &Bet, spot: &'t Spot) -> Result<Hit<'t>, Refusal> {
        let at = usize::from(spot.id.0);
        let shared = spot.same_for_all() && !spot.offered.table.own_choice;
        if let Some(Some(hit)) = self.known.get(at).filter(|_| shared) {
            return Ok(*hit);
        }
        let found = self.look_up(bet, spot);
        let unknown = || refuse(Reason::CardsNeeded { wager: NamedWager(spot.wager) }, spot.clauses);
        let hit = found.ok_or_else(unknown)?;
        if let Some(known) = self.known.get_mut(at) {
            *known = Some(hit);
        }
        Ok(hit)
    }

    fn look_up(&self, bet: &Bet, spot: &'t Spot) -> Option<Hit<'t>> {
        let table = &spot.offered.table;
        if let Some(reported) = self.table.round.reported {
            let facts = Counts { totals: reported.totals, cards: reported.cards, backed: spot.backed };
            return find_line(table, &facts);
        }
        let coup = self.table.round.coup?;
        let stood = table.own_choice && self.table.bank.stood.contains(&bet.key);
        if let Some(lines) = spot.by_counts.as_ref().filter(|_| !stood) {
            let hands = [&coup.player, &coup.banker];
            return lines.line(table, hands.map(|hand| hand.total().get()), hands.map(Hand::len));
        }
        let seat = seat_facts(self.table, bet, spot, self.without);
        let since = usize::try_from(bet.since).unwrap_or(usize::MAX);
        // This round's outcome is the last one recorded; the facts add it themselves.
        let before = self.table.outcomes.len().saturating_sub(1);
        let history = self.table.outcomes.get(since..before).unwrap_or_default();
        let facts = CoupFacts {
            coup: &coup,
            backed: spot.backed,
            chosen: &spot.offered.suits,
            seat: &seat,
            history: if spot.needs.history { history } else { &[] },
            stood,
        };
        find_line(table, &facts)
    }
}

/// What a wager needs to know of its seat.
pub(crate) fn seat_facts(table: &Table, bet: &Bet, spot: &Spot, without: &[BetKey]) -> SeatFacts {
    if !spot.needs.seat {
        return SeatFacts::default();
    }
    let counted = |other: &&Bet| other.spot == spot.id && !without.contains(&other.key);
    let same = table.bets.iter().filter(counted);
    let participating: Vec<u8> = same.map(|other| other.seat.number).collect();
    SeatFacts::at(&table.rules.terms, bet.seat.number, &participating)
}
