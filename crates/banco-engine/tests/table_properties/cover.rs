//! A second settlement of 21st Century rounds, slow and written from the text and the readings alone: D3 and
//! D4 for the cards, P8 for the action button, P7 for the cover. It looks wagers up in the twin of all wagers.

use banco_engine::table::{BetKey, SpotId};

use crate::twin::{self, Card, Coup, Pay, Verdict};

/// What becomes of a wager, in minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It stays where it is.
    Pushed,
    /// The cover does not reach it.
    Returned,
    /// The player/dealer has so much of it, and the rest goes back.
    Lost { lost: i64, rest: i64 },
    /// It goes back with so much of the cover.
    Paid { stake: i64, won: i64 },
}

/// A wager on the layout.
#[derive(Clone, Debug)]
pub struct Wager {
    pub key: BetKey,
    pub spot: SpotId,
    /// Which one, by its name in the rulebook.
    pub name: String,
    /// At which seat, counted counterclockwise from the dealer's right.
    pub seat: u8,
    /// Whether its owner sits there, and does not stand behind; and who came first.
    pub seated: bool,
    pub came: usize,
    pub stake: i64,
    /// Whether its owner stood on the optional five.
    pub stood: bool,
}

/// A round with all its cards, before anything is settled.
#[derive(Clone, Debug)]
pub struct Felt {
    /// How many seats the table has, and those where somebody sat when the round began.
    pub seats: u8,
    pub occupied: Vec<u8>,
    pub holder: u8,
    pub cover: i64,
    pub coup: Coup,
    pub wagers: Vec<Wager>,
    /// The choices of the house: the line that pays most, two pair within the hands, fractions up.
    pub by_pay: bool,
    pub within_hands: bool,
    pub fractions_up: bool,
}

/// How a round ends.
#[derive(PartialEq, Eq, Debug)]
pub struct Ending {
    /// The seat that has the action button.
    pub button: u8,
    /// Every wager, in the order of settlement.
    pub fates: Vec<(BetKey, Fate)>,
    /// What the player/dealer gets back of the cover.
    pub rest: i64,
}

/// What has been settled first at a seat, of the three goes round the table.
const GOES: [&[&str]; 3] = [&["player-line", "dealer-line"], &["royale-bonus"], &["tie"]];

impl Felt {
    /// The next seat clockwise: seats are numbered the other way round.
    const fn clockwise(&self, seat: u8) -> u8 {
        if seat == 0 { self.seats - 1 } else { seat - 1 }
    }

    /// The next one where somebody sits.
    fn next_occupied(&self, seat: u8) -> u8 {
        let mut next = self.clockwise(seat);
        while !self.occupied.contains(&next) {
            next = self.clockwise(next);
        }
        next
    }

    /// One step for each point of the hole card; whoever holds the position has no action to be first in.
    fn button(&self) -> u8 {
        let steps = twin::value(self.coup.banker[1]);
        let place = (0..steps).fold(self.holder, |place, _| self.next_occupied(place));
        if place == self.holder { self.next_occupied(place) } else { place }
    }

    fn ruling(&self, wager: &Wager) -> Option<Verdict> {
        if wager.name == "royale-bonus" {
            return twin::royale_bonus(&self.coup, self.by_pay, self.within_hands);
        }
        let nobody =
            twin::Seat { position: 1, personal: None, others_personal: vec![], others_positions: vec![] };
        let known = twin::judge("ca-21st-century", &wager.name, None, "", &self.coup, &nobody, wager.stood);
        known.unwrap_or_else(|| panic!("the twin does not know {wager:?}"))
    }

    /// What "so many to so many" makes of a stake.
    fn payout(&self, stake: i64, to: u64, one: u64) -> i64 {
        let (to, one) = (i64::try_from(to).unwrap(), i64::try_from(one).unwrap());
        let exact = stake * to;
        exact / one + i64::from(self.fractions_up && exact % one != 0)
    }

    /// Settles every wager as far as the cover goes.
    pub fn settle(&self) -> Ending {
        let button = self.button();
        let (mut left, mut paid, mut fates) = (self.cover, 0, Vec::new());
        for go in GOES {
            let mut seat = button;
            for _ in 0..self.seats {
                for wager in self.at(seat, go) {
                    let fate = self.fate(wager, left);
                    match fate {
                        Fate::Lost { lost, .. } => left -= lost,
                        Fate::Paid { won, .. } => (left, paid) = (left - won, paid + won),
                        Fate::Pushed | Fate::Returned => {}
                    }
                    fates.push((wager.key, fate));
                }
                seat = self.clockwise(seat);
            }
        }
        Ending { button, fates, rest: self.cover - paid }
    }

    /// The wagers of a go at a seat: those of whoever sits there, then of those behind, as they came.
    fn at(&self, seat: u8, go: &[&str]) -> Vec<&Wager> {
        let here = |wager: &&Wager| wager.seat == seat && go.contains(&wager.name.as_str());
        let mut wagers: Vec<&Wager> = self.wagers.iter().filter(here).collect();
        wagers.sort_by_key(|wager| (!wager.seated, wager.came, wager.spot));
        wagers
    }

    fn fate(&self, wager: &Wager, left: i64) -> Fate {
        let stake = wager.stake;
        match self.ruling(wager).map(|verdict| verdict.pay) {
            Some(Pay::Push) => Fate::Pushed,
            _ if left == 0 => Fate::Returned,
            None => Fate::Lost { lost: stake.min(left), rest: stake - stake.min(left) },
            Some(Pay::To(to, one)) => Fate::Paid { stake, won: self.payout(stake, to, one).min(left) },
            Some(other) => panic!("no wager pays {other:?} here"),
        }
    }
}

/// How many cards each hand has when its two first cards, and what came after, are these (D3, D4, O11).
pub fn cards_due(player: &[Card], dealer: &[Card]) -> (usize, usize) {
    let points = |cards: &[Card]| cards.iter().map(|card| twin::value(*card)).sum::<u8>() % 10;
    let (two, hers) = (points(&player[..2]), points(&dealer[..2]));
    // The hit card comes before the hole card shows.
    let hits = two <= 5;
    if two >= 8 || hers >= 8 {
        return (if hits { 3 } else { 2 }, 2);
    }
    let third = player.get(2).filter(|_| hits).map(|card| twin::value(*card));
    (if hits { 3 } else { 2 }, if twin::banker_draws(hers, third) { 3 } else { 2 })
}
