//! What more a sheet may tell: what its edge depends on, every seat, the house's side, and other wagers.

use banco_cards::{Card, Rank, Suit};
use banco_engine::SeatFacts;
use banco_money::Amount;
use banco_odds::{
    Correlation, Exposure, ExposureError, Fraction, LimitEffect, LongRun, SeatSheet, Sharing, Sheet, Shoe,
    ShoeError, carrying, correlation, depends_on_seat, detail_needed, exposure, seat_sheet, sheets_of,
    with_envy,
};
use banco_rulebook::model::wager::MustHit;
use banco_rulebook::{Offered, PayTable};

use crate::count::{CountedSheet, Counting, question};
use crate::error::SheetError;
use crate::parallel::in_parallel;
use crate::question::Dependency;
use crate::removal::{kind_name, one_of_each_kind};
use crate::shoe::full_shoe;
use crate::wager::{must_hit_meter, must_hits_run, posted_limit, sheet_meters, table_amount, usual_stake};

/// What more was asked for. What was not is empty.
#[derive(Default)]
pub struct More {
    /// The house's edge when one card of each kind has left the shoe.
    pub removal: Vec<Removed>,
    /// The house's edge by number of decks.
    pub by_decks: Vec<(u8, f64)>,
    /// Every seat that carries the wager, all of which make it; one alone where they are alike.
    pub seats: Vec<SeatSheet>,
    pub must_hit: Vec<MustHitOdds>,
    pub exposure: Option<HouseSide>,
    /// The base wagers beside this one, by name.
    pub correlations: Vec<(String, Correlation)>,
}

/// A Must Hit configuration with one bettor and a uniform trigger, the other meters at their seeds.
pub struct MustHitOdds {
    pub config: MustHit,
    pub long_run: LongRun,
    /// From where the next wager, and from where playing until it hits is even; unknown where a seed is.
    pub even: Option<[Option<Fraction>; 2]>,
}

/// What a round can cost the house.
pub struct HouseSide {
    /// What every seat was taken to stake, in words.
    pub assumed: &'static str,
    /// Why not, where it cannot be reckoned.
    pub found: Result<Exposure, String>,
    /// The posted limit, and what it does.
    pub limit: Option<(Amount, LimitEffect)>,
}

/// Cards of one rank, each of which leaves the same edge when it leaves the shoe.
pub struct Removed {
    rank: Rank,
    names: Vec<String>,
    pub edge: f64,
}

impl Removed {
    /// `9`, or `9c 9d` where suits make a difference.
    pub fn name(&self) -> String {
        if self.names.len() == Suit::ALL.len() { self.rank.to_string() } else { self.names.join(" ") }
    }
}

/// Cards of one rank with the same edge together.
fn alike(removed: Vec<Removed>) -> Vec<Removed> {
    let mut together: Vec<Removed> = Vec::new();
    for one in removed {
        // Equal counts give equal figures, to the bit.
        let same = |known: &&mut Removed| known.rank == one.rank && known.edge.total_cmp(&one.edge).is_eq();
        match together.iter_mut().find(same) {
            Some(known) => known.names.extend(one.names),
            None => together.push(one),
        }
    }
    together
}

impl Counting<'_> {
    /// What was asked for of one pay table alone.
    pub fn more(&self, sheet: &Sheet, seat: &SeatFacts, offered: &Offered) -> Result<More, SheetError> {
        let mut more = More::default();
        if self.wants(Dependency::Seats) {
            more.seats = self.seats(offered)?;
        }
        if self.wants(Dependency::MustHit) {
            more.must_hit = self.must_hit(sheet, offered)?;
        }
        if self.wants(Dependency::Exposure) {
            more.exposure = Some(self.exposure(offered)?);
        }
        if self.wants(Dependency::Correlation) {
            more.correlations = self.correlations(seat, offered)?;
        }
        Ok(more)
    }

    fn seats(&self, offered: &Offered) -> Result<Vec<SeatSheet>, SheetError> {
        let all = carrying(&self.terms, offered);
        let alike = !depends_on_seat(&[&with_envy(&offered.table)]);
        let shown = if alike { all.get(..1).unwrap_or_default() } else { all.as_slice() };
        in_parallel(
            shown,
            || self.deals(),
            |deals, seat| {
                let mut seat = seat_sheet(&self.terms, deals, offered, *seat, &all)?;
                let sheets = self.at_stake(vec![seat.sheet.clone()], std::slice::from_ref(offered))?;
                seat.sheet = sheets.into_iter().next().unwrap_or(seat.sheet);
                Ok(seat)
            },
        )
    }

    fn must_hit(&self, sheet: &Sheet, offered: &Offered) -> Result<Vec<MustHitOdds>, SheetError> {
        let stake = usual_stake(&self.terms, offered, self.asked.stake.as_deref())?;
        let Some(meters) = sheet_meters(&self.terms, offered, sheet, 1, stake)? else {
            return Ok(Vec::new());
        };
        let rest = meters.value_at_seeds();
        let odds = |(): &(), config: &&MustHit| {
            let meter = must_hit_meter(config, meters.unit, meters.bettors)?;
            let even = |rest: &Fraction| [meter.marginal_break_even(rest), meter.until_hit_break_even(rest)];
            let even = rest.as_ref().map(even);
            Ok(MustHitOdds { config: MustHit::clone(config), long_run: meter.long_run(), even })
        };
        in_parallel(&must_hits_run(&self.terms, &offered.table.wager), || Ok(()), odds)
    }

    fn exposure(&self, offered: &Offered) -> Result<HouseSide, SheetError> {
        let (stake, assumed) = self.assumed_stake(offered)?;
        let seats = carrying(&self.terms, offered);
        let found = match exposure(&self.terms, (&self.shoe, &self.draw), offered, &seats, stake) {
            Err(ExposureError::Count(error)) => return Err(error.into()),
            Err(ExposureError::Money(error)) => return Err(error.into()),
            Err(why @ (ExposureError::Nobody | ExposureError::SeatsAndThirds(_))) => Err(why.to_string()),
            Ok(found) => Ok(found),
        };
        let limit = found.as_ref().ok().zip(posted_limit(&self.terms, offered));
        let limit = limit.map(|(found, limit)| (limit, found.limited(limit, Sharing::ProRata)));
        Ok(HouseSide { assumed, found, limit })
    }

    /// The stake that was said, the fixed wager, the most that the table takes, or else one unit of the currency.
    fn assumed_stake(&self, offered: &Offered) -> Result<(Amount, &'static str), SheetError> {
        let said = self.asked.stake.as_deref();
        let usual = usual_stake(&self.terms, offered, said)?;
        Ok(match (said, offered.units.is_empty(), offered.max) {
            (Some(_), ..) => (usual, "every seat makes the wager with the stake that was asked for"),
            (None, false, _) => (usual, "every seat that may makes the wager, which is fixed"),
            (None, true, Some(max)) => (max, "every seat makes the wager with the most that the table takes"),
            (None, true, None) => {
                let one = table_amount(&self.terms, "1")?;
                (one, "every seat makes the wager with one unit, for no maximum is set")
            }
        })
    }

    fn correlations(
        &self,
        seat: &SeatFacts,
        offered: &Offered,
    ) -> Result<Vec<(String, Correlation)>, SheetError> {
        let others = self.base.iter().map(|base| &base.table);
        let others: Vec<&PayTable> = others.filter(|table| table.wager != offered.table.wager).collect();
        let of = |(): &(), other: &&PayTable| {
            let (tables, deals) = ([&offered.table, *other], (&self.shoe, self.draw.as_ref()));
            let found = correlation(&self.terms, deals, tables, seat, &offered.suits)?;
            let found = match self.asked.stake.as_deref() {
                Some(said) => {
                    let stake = usual_stake(&self.terms, offered, Some(said))?;
                    found.at_stake(&self.terms, &offered.table, stake)?
                }
                None => found,
            };
            Ok((table_name(other), found))
        };
        in_parallel(&others, || Ok(()), of)
    }

    /// What was asked for of the edges of pay tables that are counted together: one question is put to all shoes.
    pub fn add_edges(
        &self,
        made: &mut [CountedSheet],
        offered: &[Offered],
        seat: &SeatFacts,
    ) -> Result<(), SheetError> {
        if self.wants(Dependency::Removal) {
            self.add_removal(made, offered, seat)?;
        }
        if self.wants(Dependency::Decks) {
            self.add_decks(made, offered, seat)?;
        }
        Ok(())
    }

    /// The edges of the same pay tables from each of these shoes.
    fn edges(
        &self,
        shoes: &[Shoe],
        offered: &[Offered],
        seat: &SeatFacts,
    ) -> Result<Vec<Vec<f64>>, SheetError> {
        in_parallel(
            shoes,
            || Ok(question(offered, seat)),
            |question, shoe| {
                let sheets = sheets_of(&self.terms, question, (shoe, &self.draw))?;
                let sheets = self.asked.shoe.standing(&self.terms, (shoe, &self.draw), sheets)?;
                Ok(self.at_stake(sheets, offered)?.iter().map(Sheet::house_edge).collect())
            },
        )
    }

    fn add_removal(
        &self,
        made: &mut [CountedSheet],
        offered: &[Offered],
        seat: &SeatFacts,
    ) -> Result<(), SheetError> {
        let tables: Vec<&PayTable> = offered.iter().map(|offered| &offered.table).collect();
        let needed = detail_needed(&tables);
        let cards = one_of_each_kind(&self.shoe, needed);
        let without = |card: &Card| self.shoe.clone().without(*card);
        let shoes = cards.iter().map(without).collect::<Result<Vec<Shoe>, ShoeError>>()?;
        for (card, edges) in cards.iter().zip(self.edges(&shoes, offered, seat)?) {
            for (made, edge) in made.iter_mut().zip(edges) {
                let names = vec![kind_name(*card, needed)];
                made.more.removal.push(Removed { rank: card.rank, names, edge });
            }
        }
        made.iter_mut().for_each(|made| made.more.removal = alike(std::mem::take(&mut made.more.removal)));
        Ok(())
    }

    fn add_decks(
        &self,
        made: &mut [CountedSheet],
        offered: &[Offered],
        seat: &SeatFacts,
    ) -> Result<(), SheetError> {
        let gone = self.asked.shoe.cards.gone()?;
        let (mut decks, mut shoes) = (Vec::new(), Vec::new());
        for number in 1..=12 {
            // Few decks may not hold the cards that are said to have left the shoe.
            match full_shoe(&self.terms, number, &gone) {
                Err(ShoeError::NoSuchCard(_)) => continue,
                shoe => shoes.push(shoe?),
            }
            decks.push(number);
        }
        for (decks, edges) in decks.into_iter().zip(self.edges(&shoes, offered, seat)?) {
            for (made, edge) in made.iter_mut().zip(edges) {
                made.more.by_decks.push((decks, edge));
            }
        }
        Ok(())
    }
}

/// `ID[:PAYTABLE]`.
fn table_name(table: &PayTable) -> String {
    if table.column.is_empty() { table.wager.clone() } else { format!("{}:{}", table.wager, table.column) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_of_one_rank_with_one_effect_stand_together() {
        let removed =
            |rank: Rank, name: &str, edge: f64| Removed { rank, names: vec![name.to_owned()], edge };
        let nine = |suit: &str, edge: f64| removed(Rank::Nine, &format!("9{suit}"), edge);
        let mut cards = vec![nine("c", 0.1), nine("d", 0.2), nine("h", 0.1), nine("s", 0.1)];
        cards.extend(["c", "d", "h", "s"].map(|suit| removed(Rank::King, &format!("K{suit}"), 0.1)));
        cards.push(removed(Rank::Ace, "A", 0.1));
        let names: Vec<String> = alike(cards).iter().map(Removed::name).collect();
        assert_eq!(names, ["9c 9h 9s", "9d", "K", "A"]);
    }
}
