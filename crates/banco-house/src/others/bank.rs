//! What automatic participants say where participants hold the bank.

use banco_cards::{Card, Points, Side};
use banco_engine::Decision;
use banco_engine::table::{Announcement, BankClaim, CardView, Command, Prompt, Rules, Spot, TableView};
use banco_money::{Amount, Rounding};
use banco_odds::Cell;
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::model::vocabulary::SettingId;
use banco_rulebook::model::wager::WagerKind;

use super::{AutomaticParticipant, Mind, chips, has_wager, seat, stake};
use crate::words;

/// Whoever has less than so many least bank wagers buys in again.
const RESERVE: u64 = 4;
/// The most least wagers that somebody bids for the bank.
const MOST_BID: u16 = 6;
/// Of so many banks that could be passed one is.
const PASS_ONE_IN: u16 = 4;
/// Of so many banks that somebody could cover alone, one is.
const BANCO_ONE_IN: u16 = 16;
/// Of so many chances to cover a part of the bank, all but one are taken.
const COVER_ALL_BUT_ONE_IN: u16 = 4;
/// Of so many bets on a line, one has another wager beside it.
const BESIDE_ONE_IN: u16 = 5;
/// The player/dealer covers this many least wagers, or up to as many again.
const COVER: u16 = 20;

impl Mind<'_> {
    /// The answer to a prompt about the bank.
    pub(super) fn answer_at_bank(&mut self, prompt: &Prompt) -> Option<Vec<Command>> {
        Some(match prompt {
            Prompt::Bid { least, most } => self.bid(*least, *most).into_iter().collect(),
            Prompt::BankOffered { take, named } => self.offered(*take, *named),
            Prompt::WagerBank { amounts, pass } => vec![self.bank_wager(*amounts, *pass)],
            Prompt::ClaimBank { suivi, .. } => self.claim(*suivi).into_iter().collect(),
            Prompt::CoverBank { amounts } => vec![self.cover(*amounts)],
            Prompt::Announce { words: may, .. } => self.announce(may).into_iter().collect(),
            _ => return None,
        })
    }

    /// Somebody always opens the bidding; then it is raised as long as somebody likes the bank that much.
    fn bid(&mut self, least: Amount, most: Amount) -> Option<Command> {
        let step = self::least(self.rules, Side::Banker).unwrap_or(least);
        let limit = step.times(1 + u64::from(self.random.below(MOST_BID)), 1, Rounding::Down).ok()?;
        let bids = self.seen.bank.iter().flat_map(|bank| &bank.bids);
        let amount = match bids.max_by_key(|(_, amount)| amount.minor()) {
            Some((highest, _)) if Some(*highest) == self.seat() => return None,
            Some((_, amount)) => {
                Some(amount.plus(step).ok()?).filter(|raised| raised.minor() <= limit.minor())?
            }
            None => lesser(limit, most),
        };
        let fits = (least.minor()..=most.minor()).contains(&amount.minor());
        fits.then_some(words::bid(amount))
    }

    /// The bank, or the position: mostly taken, less often where it has its price.
    fn offered(&mut self, take: bool, named: Option<(Amount, Amount)>) -> Vec<Command> {
        let price = self.seen.bank.as_ref().and_then(|bank| bank.price);
        let willing = if price.is_some() { self.random.once_in(2) } else { !self.random.once_in(3) };
        // What lies on the lines since the last round comes down before the position is taken.
        let mut commands = self.all_down();
        let able = take || !commands.is_empty();
        if !willing || !able {
            return vec![words::decline_bank()];
        }
        let amount = named.filter(|_| price.is_some()).map(|limits| self.raised(limits));
        commands.push(words::accept_bank(amount));
        commands
    }

    /// Once, one and a half times or twice the least, in whole wagers of the table.
    fn raised(&mut self, (least, most): (Amount, Amount)) -> Amount {
        let halves = 2 + u64::from(self.random.below(3));
        let unit = self::least(self.rules, Side::Player).unwrap_or(least);
        let wanted = least.times(halves, 2, Rounding::Down).and_then(|wanted| wanted.up_to_multiple_of(unit));
        wanted.map_or(least, |wanted| lesser(wanted, most))
    }

    /// A wager for the bank, or the cover of a round; or the bank is passed.
    fn bank_wager(&mut self, amounts: Option<(Amount, Amount)>, pass: bool) -> Command {
        let Some((least, most)) = amounts else { return words::pass_bank() };
        if self.rules.terms.rulebook.file.family == Family::PlayerBanked {
            let times = u64::from(COVER + self.random.below(COVER));
            let wanted = least.times(times, 1, Rounding::Down).unwrap_or(least);
            return words::wager_bank(lesser(wanted, most));
        }
        let played = self.seen.bank.as_ref().is_some_and(|bank| bank.last.is_some());
        // A bank that takes all one has is passed sooner.
        let dear = least.minor() > most.minor() / 2;
        if pass && played && (self.random.once_in(PASS_ONE_IN) || (dear && self.random.once_in(2))) {
            return words::pass_bank();
        }
        words::wager_bank(self.raised((least, most)))
    }

    fn claim(&mut self, suivi: bool) -> Option<Command> {
        if suivi && self.random.once_in(2) {
            return Some(words::claim_bank(BankClaim::Suivi));
        }
        let whole = self.seen.bank.as_ref()?.uncovered?;
        let modest = whole.minor() <= self.chips()?.minor() / 2;
        (modest && self.random.once_in(BANCO_ONE_IN)).then_some(words::claim_bank(BankClaim::Banco))
    }

    fn cover(&mut self, amounts: Option<(Amount, Amount)>) -> Command {
        let Some((least, most)) = amounts.filter(|_| !self.random.once_in(COVER_ALL_BUT_ONE_IN)) else {
            return words::decline_cover();
        };
        let times = self.own.units * (1 + u64::from(self.random.below(3)));
        let unit = self::least(self.rules, Side::Player).unwrap_or(least);
        let wanted = unit.times(times, 1, Rounding::Down).unwrap_or(least);
        words::cover_bank(lesser(if wanted.minor() < least.minor() { least } else { wanted }, most))
    }

    /// The truth about a hand; where it may choose, what the solver says.
    fn announce(&mut self, may: &[Announcement]) -> Option<Command> {
        let word = match may {
            [only] => *only,
            _ if self.advice.player_draws(self.random) => Announcement::Card,
            [] => return None,
            _ => Announcement::Stay,
        };
        Some(words::announce(word))
    }

    /// The Banker's choice in an open cell, or a bettor's own choice on an exposed card.
    pub(super) fn chosen(&mut self, side: Side) -> Decision {
        let round = &self.seen.round;
        let up = |side: Side| round.hand(side).cards.iter().filter_map(|card| up(*card));
        let first_two = |side: Side| up(side).take(2).map(Card::points).sum::<Points>().get();
        let draws = match side {
            Side::Banker => {
                let third = round.player.cards.get(2).and_then(|card| up_points(*card));
                self.advice.banker_draws(Cell { banker: first_two(side), cards: None, third }, self.random)
            }
            Side::Player => {
                let exposed = up(Side::Banker).next().map_or(0, |card| card.points().get());
                self.advice.hits(first_two(side), exposed)
            }
        };
        if draws { Decision::Draw } else { Decision::Stand }
    }

    /// A wager on a line, and now and then another beside it; what pushed stays.
    pub(super) fn wager_on_lines(&mut self) -> Vec<Command> {
        if self.has_wager() {
            return Vec::new();
        }
        let fee = self.rules.terms.setting(SettingId::CollectionPosition).unwrap_or(0);
        let fee = Amount::from_minor(i64::from(fee), self.rules.terms.currency);
        let Some(mut left) = self.chips().and_then(|chips| chips.minus(fee).ok()) else { return Vec::new() };
        let side = if self.random.once_in(2) { Side::Player } else { Side::Banker };
        let mut spots: Vec<(&Spot, u64)> =
            self.rules.hand_spot(side).map(|spot| (spot, self.own.units)).into_iter().collect();
        if self.random.once_in(BESIDE_ONE_IN) {
            let bonus: Vec<&Spot> =
                self.rules.spots.iter().filter(|spot| spot.kind != WagerKind::Base).collect();
            spots.extend(bonus.get(self.random.place_in(bonus.len())).map(|spot| (*spot, 1)));
        }
        let mut commands = Vec::new();
        for (spot, units) in spots {
            let Some(amount) = stake(spot, units, left) else { break };
            let Ok(rest) = left.minus(amount) else { break };
            left = rest;
            commands.push(words::place_wager(spot.id, amount));
        }
        commands
    }

    /// Everything of one's own comes down, what needs a wager on a line before that wager.
    fn all_down(&self) -> Vec<Command> {
        let own = self.seen.wagers.iter().filter(|wager| wager.bet.key.owner == self.own.person);
        let mut spots: Vec<&Spot> = own.filter_map(|wager| self.rules.spot(wager.bet.spot)).collect();
        spots.sort_by_key(|spot| spot.kind == WagerKind::Base);
        spots.iter().map(|spot| words::take_down(spot.id)).collect()
    }
}

/// For how much somebody buys in who has too few chips to hold a bank; whoever has something in play waits.
pub fn lacks(one: &AutomaticParticipant, rules: &Rules, seen: &TableView) -> Option<Amount> {
    let house = rules.terms.rulebook.file.family == Family::HouseBanked;
    let holds = seen.bank.as_ref().is_some_and(|bank| bank.wager.is_some() && bank.holder == seat(seen));
    if house || holds || has_wager(seen, one.person) {
        return None;
    }
    let reserve = least(rules, Side::Banker)?.times(RESERVE, 1, Rounding::Down).ok()?;
    let lacks = reserve.minus(chips(seen)?).ok().filter(|lacks| lacks.is_positive())?;
    lacks.up_to_multiple_of(one.buys_in).ok()
}

/// The least wager on a hand.
fn least(rules: &Rules, side: Side) -> Option<Amount> {
    rules.hand_spot(side)?.offered.min
}

/// The lesser of two amounts.
const fn lesser(one: Amount, other: Amount) -> Amount {
    if one.minor() < other.minor() { one } else { other }
}

/// A card that lies face up.
const fn up(card: CardView) -> Option<Card> {
    match card {
        CardView::Up(card) => Some(card),
        CardView::Held(_) | CardView::Down => None,
    }
}

fn up_points(card: CardView) -> Option<u8> {
    up(card).map(|card| card.points().get())
}
