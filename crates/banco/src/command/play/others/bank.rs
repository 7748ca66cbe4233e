//! What automatic players say where participants hold the bank. Each knows the rules, which are public, and
//! their own view of the table: nobody looks at the table itself.

use banco_cards::{Card, Points, Side};
use banco_engine::Decision;
use banco_engine::table::{
    Announcement, BankClaim, BuyInWith, CardView, Command, Prompt, Rules, Spot, TableView, Tender, Viewer,
};
use banco_money::{Amount, Rounding};
use banco_odds::Cell;
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::model::vocabulary::SettingId;
use banco_rulebook::model::wager::WagerKind;

use super::{Others, stake};

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

impl Others {
    /// What somebody does about what they are asked, by what they see; nothing, if they are silent.
    pub fn answer(&mut self, rules: &Rules, seen: &TableView) -> Vec<Command> {
        for prompt in &seen.prompts {
            let answer = match prompt {
                Prompt::Bid { least, most } => self.bid(rules, seen, (*least, *most)).into_iter().collect(),
                Prompt::BankOffered { take, named } => self.offered(rules, seen, *take, *named),
                Prompt::WagerBank { amounts, pass } => vec![self.bank_wager(rules, seen, *amounts, *pass)],
                Prompt::ClaimBank { suivi, .. } => self.claim(seen, *suivi).into_iter().collect(),
                Prompt::CoverBank { amounts } => vec![self.cover(rules, seen, *amounts)],
                Prompt::Announce { words, .. } => self.announce(words).into_iter().collect(),
                Prompt::Choose { side } => vec![Command::Choose(self.chosen(seen, *side))],
                Prompt::PlaceWagers => self.lines(rules, seen),
                _ => continue,
            };
            return answer;
        }
        Vec::new()
    }

    /// For how much somebody buys in who has too few chips to go on; whoever has something in play waits.
    pub fn short(&self, rules: &Rules, seen: &TableView) -> Option<Amount> {
        let person = person(seen)?;
        let holds = seen.bank.as_ref().is_some_and(|bank| bank.wager.is_some() && bank.holder == seat(seen));
        if holds || seen.wagers.iter().any(|wager| wager.bet.key.owner == person) {
            return None;
        }
        let reserve = least(rules, Side::Banker)?.times(RESERVE, 1, Rounding::Down).ok()?;
        let lacks = reserve.minus(chips(seen)?).ok().filter(|lacks| lacks.is_positive())?;
        lacks.up_to_multiple_of(self.bank).ok()
    }

    /// One in so many times.
    fn once_in(&mut self, times: u16) -> bool {
        self.randomness.below(times) == 0
    }

    /// How many least wagers somebody always puts down.
    fn units(&self, seen: &TableView) -> u64 {
        let own = self.people.iter().find(|(one, _)| Some(*one) == person(seen));
        own.map_or(1, |(_, units)| *units)
    }

    /// Somebody always opens the bidding; then it is raised as long as somebody likes the bank that much.
    fn bid(&mut self, rules: &Rules, seen: &TableView, (least, most): (Amount, Amount)) -> Option<Command> {
        let step = self::least(rules, Side::Banker).unwrap_or(least);
        let limit = step.times(1 + u64::from(self.randomness.below(MOST_BID)), 1, Rounding::Down).ok()?;
        let bids = seen.bank.iter().flat_map(|bank| &bank.bids);
        let amount = match bids.max_by_key(|(_, amount)| amount.minor()) {
            Some((highest, _)) if Some(*highest) == seat(seen) => return None,
            Some((_, amount)) => {
                Some(amount.plus(step).ok()?).filter(|raised| raised.minor() <= limit.minor())?
            }
            None => lesser(limit, most),
        };
        let fits = (least.minor()..=most.minor()).contains(&amount.minor());
        fits.then_some(Command::Bid { amount })
    }

    /// The bank, or the position: mostly taken, less often where it has its price.
    fn offered(
        &mut self,
        rules: &Rules,
        seen: &TableView,
        take: bool,
        named: Option<(Amount, Amount)>,
    ) -> Vec<Command> {
        let price = seen.bank.as_ref().and_then(|bank| bank.price);
        let willing = if price.is_some() { self.once_in(2) } else { !self.once_in(3) };
        // What lies on the lines since the last round comes down before the position is taken.
        let mut commands = down(rules, seen);
        let able = take || !commands.is_empty();
        if !willing || !able {
            return vec![Command::DeclineBank];
        }
        let amount = named.filter(|_| price.is_some()).map(|limits| self.raised(rules, limits));
        commands.push(Command::AcceptBank { amount });
        commands
    }

    /// Once, one and a half times or twice the least, in whole wagers of the table.
    fn raised(&mut self, rules: &Rules, (least, most): (Amount, Amount)) -> Amount {
        let halves = 2 + u64::from(self.randomness.below(3));
        let unit = self::least(rules, Side::Player).unwrap_or(least);
        let wanted = least.times(halves, 2, Rounding::Down).and_then(|wanted| wanted.up_to_multiple_of(unit));
        wanted.map_or(least, |wanted| lesser(wanted, most))
    }

    /// A wager for the bank, or the cover of a round; or the bank is passed.
    fn bank_wager(
        &mut self,
        rules: &Rules,
        seen: &TableView,
        amounts: Option<(Amount, Amount)>,
        pass: bool,
    ) -> Command {
        let Some((least, most)) = amounts else { return Command::PassBank };
        if rules.terms.rulebook.file.family == Family::PlayerBanked {
            let times = u64::from(COVER + self.randomness.below(COVER));
            let wanted = least.times(times, 1, Rounding::Down).unwrap_or(least);
            return Command::WagerBank { amount: lesser(wanted, most) };
        }
        let played = seen.bank.as_ref().is_some_and(|bank| bank.last.is_some());
        // A bank that takes all one has is passed sooner.
        let dear = least.minor() > most.minor() / 2;
        if pass && played && (self.once_in(PASS_ONE_IN) || (dear && self.once_in(2))) {
            return Command::PassBank;
        }
        Command::WagerBank { amount: self.raised(rules, (least, most)) }
    }

    fn claim(&mut self, seen: &TableView, suivi: bool) -> Option<Command> {
        if suivi && self.once_in(2) {
            return Some(Command::ClaimBank(BankClaim::Suivi));
        }
        let whole = seen.bank.as_ref()?.uncovered?;
        let modest = whole.minor() <= chips(seen)?.minor() / 2;
        (modest && self.once_in(BANCO_ONE_IN)).then_some(Command::ClaimBank(BankClaim::Banco))
    }

    fn cover(&mut self, rules: &Rules, seen: &TableView, amounts: Option<(Amount, Amount)>) -> Command {
        let Some((least, most)) = amounts.filter(|_| !self.once_in(COVER_ALL_BUT_ONE_IN)) else {
            return Command::DeclineCover;
        };
        let times = self.units(seen) * (1 + u64::from(self.randomness.below(3)));
        let unit = self::least(rules, Side::Player).unwrap_or(least);
        let wanted = unit.times(times, 1, Rounding::Down).unwrap_or(least);
        Command::CoverBank {
            amount: lesser(if wanted.minor() < least.minor() { least } else { wanted }, most),
        }
    }

    /// The truth about a hand; where it may choose, what the solver says.
    fn announce(&mut self, words: &[Announcement]) -> Option<Command> {
        let word = match words {
            [only] => *only,
            _ if self.advice.player_draws(&mut self.randomness) => Announcement::Card,
            [] => return None,
            _ => Announcement::Stay,
        };
        Some(Command::Announce(word))
    }

    /// The Banker's choice in an open cell, or a bettor's own choice on an exposed card.
    fn chosen(&mut self, seen: &TableView, side: Side) -> Decision {
        let round = &seen.round;
        let up = |side: Side| round.hand(side).cards.iter().filter_map(|card| up(*card));
        let first_two = |side: Side| up(side).take(2).map(Card::points).sum::<Points>().get();
        let draws = match side {
            Side::Banker => {
                let third = round.player.cards.get(2).and_then(|card| up_points(*card));
                self.advice.banker_draws(Cell { banker: first_two(side), third }, &mut self.randomness)
            }
            Side::Player => {
                let exposed = up(Side::Banker).next().map_or(0, |card| card.points().get());
                self.advice.hits(first_two(side), exposed)
            }
        };
        if draws { Decision::Draw } else { Decision::Stand }
    }

    /// A wager on a line, and now and then another beside it; what pushed stays.
    fn lines(&mut self, rules: &Rules, seen: &TableView) -> Vec<Command> {
        let own = |wager: &banco_engine::table::WagerView| Some(wager.bet.key.owner) == person(seen);
        if seen.wagers.iter().any(own) {
            return Vec::new();
        }
        let fee = rules.terms.setting(SettingId::CollectionPosition).unwrap_or(0);
        let fee = Amount::from_minor(i64::from(fee), rules.terms.currency);
        let Some(mut left) = chips(seen).and_then(|chips| chips.minus(fee).ok()) else { return Vec::new() };
        let side = if self.once_in(2) { Side::Player } else { Side::Banker };
        let mut spots: Vec<(&Spot, u64)> =
            rules.hand_spot(side).map(|spot| (spot, self.units(seen))).into_iter().collect();
        if self.once_in(BESIDE_ONE_IN) {
            let bonus: Vec<&Spot> = rules.spots.iter().filter(|spot| spot.kind != WagerKind::Base).collect();
            let chosen = self.randomness.below(u16::try_from(bonus.len()).unwrap_or(0));
            spots.extend(bonus.get(usize::from(chosen)).map(|spot| (*spot, 1)));
        }
        let mut commands = Vec::new();
        for (spot, units) in spots {
            let Some(amount) = stake(spot, units, left) else { break };
            let Ok(rest) = left.minus(amount) else { break };
            left = rest;
            let (spot, tender) = (spot.id, Tender::Chips);
            commands.push(Command::PlaceWager { spot, amount, tender, for_dealer: false });
        }
        commands
    }
}

/// Everything of one's own comes down, what needs a wager on a line before that wager.
fn down(rules: &Rules, seen: &TableView) -> Vec<Command> {
    let own = seen.wagers.iter().filter(|wager| Some(wager.bet.key.owner) == person(seen));
    let mut spots: Vec<&Spot> = own.filter_map(|wager| rules.spot(wager.bet.key.spot)).collect();
    spots.sort_by_key(|spot| spot.kind == WagerKind::Base);
    spots.iter().map(|spot| Command::TakeDown { spot: spot.id, for_dealer: false }).collect()
}

/// A buy-in.
pub const fn buys_in(amount: Amount) -> Command {
    Command::BuyIn { amount, with: BuyInWith::Cash }
}

const fn person(seen: &TableView) -> Option<banco_engine::table::Person> {
    match seen.viewer {
        Viewer::Participant(person) => Some(person),
        _ => None,
    }
}

fn seat(seen: &TableView) -> Option<banco_engine::table::Seat> {
    seen.own.as_ref().map(|own| own.place.seat())
}

fn chips(seen: &TableView) -> Option<Amount> {
    seen.own.as_ref().map(|own| own.chips)
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
