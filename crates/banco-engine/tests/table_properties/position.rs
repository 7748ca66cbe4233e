//! What holds at tables where a participant has the player/dealer position: the cover bounds the round, the
//! position goes round, and nobody is told a card that lies face down.

use std::collections::{BTreeMap, BTreeSet};

use banco_cards::{Outcome, Points, Side};
use banco_engine::Decision;
use banco_engine::table::{
    Account, BankEvent, BetKey, CoverEvent, DealingEvent, Event, FloorEvent, OpeningEvent, PeopleEvent,
    Person, Phase, Place, PreparationEvent, Seat, SettlementEvent, Stage, Table, WageringEvent, What,
};
use banco_money::Rounding;
use banco_rulebook::model::vocabulary::SettingId;

use crate::cover::{Ending, Fate, Felt, Wager, cards_due};
use crate::desk::Sealed;
use crate::twin::{self, Coup};

/// What the test keeps of the position, from the events alone.
pub struct Position {
    cover: Option<(Person, i64)>,
    stood: Vec<BetKey>,
    dealing: bool,
    /// The seats where somebody sat when the round began.
    occupied: Vec<u8>,
    /// Who has the position in the round that is dealt; who dealt the last one, and how many in a row.
    dealt: Option<Person>,
    last: Option<Person>,
    held: u32,
}

impl Position {
    pub const fn new() -> Self {
        Self {
            cover: None,
            stood: Vec::new(),
            dealing: false,
            occupied: Vec::new(),
            last: None,
            dealt: None,
            held: 0,
        }
    }

    /// Something is about to happen at the table.
    pub fn happens(&mut self, table: &Table, event: &Event, told: &str) {
        among_participants(event, told);
        match &event.what {
            What::Wagering(WageringEvent::WagerPlaced { .. })
            | What::Cover(CoverEvent::CoverPlaced { .. }) => {
                assert!(!self.dealing, "{told}: {event:?} after the deal has begun");
            }
            // Whoever leaves after a push takes the wager along.
            What::Wagering(WageringEvent::WagerTakenDown { .. }) => {
                assert!(table.phase() != Phase::Dealing, "{told}: {event:?} in the middle of a round");
            }
            What::Dealing(DealingEvent::RoundBegun { .. }) => {
                self.dealing = true;
                self.dealt = self.cover.map(|(person, _)| person);
                let seats = table.people().iter().filter_map(|one| sits(one.place));
                self.occupied = seats.map(|seat| seat.at).collect();
            }
            // A recut ends a round of which no card has come.
            What::Dealing(DealingEvent::CardsDiscarded { .. })
            | What::Preparation(PreparationEvent::RecutOrdered { .. }) => {
                (self.dealing, self.stood) = (false, Vec::new())
            }
            What::Dealing(DealingEvent::BettorChose { key, decision, .. }) => {
                self.stood.extend((*decision == Decision::Stand).then_some(*key));
            }
            _ => {}
        }
        self.rotates(table, event, told);
    }

    /// Nobody deals more rounds in a row than the house has set, whoever declines or takes the position between.
    fn rotates(&mut self, table: &Table, event: &Event, told: &str) {
        let most = table.rules().terms.settings[&SettingId::MaxConsecutiveDeals];
        match &event.what {
            What::Opening(OpeningEvent::TableOpened { .. }) => (self.last, self.held) = (None, 0),
            What::Bank(BankEvent::BankOffered { person, .. } | BankEvent::BankTaken { person, .. }) => {
                assert!(self.last != Some(*person) || self.held < most, "{told}: {person} again");
            }
            What::Cover(CoverEvent::CoverPlaced { person, amount, .. }) => {
                assert!(self.last != Some(*person) || self.held < most, "{told}: {person} once more");
                let before = self.cover.map_or(0, |(_, cover)| cover);
                self.cover = Some((*person, before + amount.minor()));
            }
            What::Cover(CoverEvent::CoverReturned { .. }) => self.cover = None,
            What::Settlement(SettlementEvent::RoundSettled { .. }) => {
                self.cover = None;
                self.held = if self.last == self.dealt { self.held + 1 } else { 1 };
                self.last = self.dealt;
            }
            _ => {}
        }
    }

    /// The fees of the house are taken once from each position: from the seated bettor, or from the first behind who
    /// can pay. Where nobody can, the wagers of the position go back.
    pub fn collects(&self, table: &Table, events: &[Event], told: &str) {
        if !events.iter().any(|event| matches!(event.what, What::Dealing(DealingEvent::RoundBegun { .. }))) {
            return;
        }
        let fee = |of: SettingId| i64::from(table.rules().terms.settings[&of]);
        let (own, each) = (fee(SettingId::CollectionPlayerDealer), fee(SettingId::CollectionPosition));
        let mut due = vec![(self.cover.unwrap().0, own)];
        let bettors: BTreeSet<Person> = table.bets().iter().map(|bet| bet.key.owner).collect();
        let mut positions: BTreeMap<Seat, Vec<Person>> = BTreeMap::new();
        for seated in [true, false] {
            for one in table.people().iter().filter(|one| one.place.is_seated() == seated) {
                let own = table.bets().iter().filter(|bet| bet.key.owner == one.person);
                for seat in own.map(|bet| bet.seat).collect::<BTreeSet<_>>() {
                    positions.entry(seat).or_default().push(one.person);
                }
            }
        }
        let pays = |person: &&Person| table.participant(**person).unwrap().chips.minor() >= each;
        let payer = |people: &[Person]| people.iter().find(pays).copied();
        due.extend(positions.values().filter_map(|people| payer(people)).map(|person| (person, each)));
        due.retain(|(_, fee)| *fee > 0);
        let taken = events.iter().filter_map(|event| match &event.what {
            What::Cover(CoverEvent::CollectionTaken { person, amount, .. }) => {
                Some((*person, amount.minor()))
            }
            _ => None,
        });
        let mut taken: Vec<_> = taken.collect();
        taken.sort_unstable();
        due.sort_unstable();
        assert_eq!(taken, due, "{told}: collections");
        let stay: usize = positions.values().filter(|people| payer(people).is_some()).map(Vec::len).sum();
        assert!(stay > 0, "{told}: a round without a wager");
        let returned = events.iter().filter_map(fate).map(|(key, _)| key.owner).collect::<BTreeSet<_>>();
        assert_eq!(returned.len() + stay, bettors.len(), "{told}: {returned:?} of {bettors:?}");
    }

    /// The events of a command that settles a round are what the slow twin makes of it, to the cent.
    pub fn settles(&self, table: &Table, sealed: &Sealed, events: &[Event], told: &str) {
        let Some(button) = events.iter().find_map(|event| match &event.what {
            What::Cover(CoverEvent::ButtonPlaced { seat, .. }) => Some(*seat),
            _ => None,
        }) else {
            return;
        };
        let (holder, cover) = self.cover.unwrap();
        let felt = self.felt(table, sealed, holder, cover);
        let expected = felt.settle();
        let fates: Vec<_> = events.iter().filter_map(fate).collect();
        let returned = events.iter().find_map(|event| match &event.what {
            What::Cover(CoverEvent::CoverReturned { person, amount, .. }) => Some((*person, amount.minor())),
            _ => None,
        });
        assert!(returned.is_none_or(|(person, _)| person == holder), "{told}: {returned:?}");
        let rest = returned.map_or(0, |(_, amount)| amount);
        let found = Ending { button: button.at, fates, rest };
        assert_eq!(found, expected, "{told}: {felt:?}");
        let used = |(_, fate): &(BetKey, Fate)| match fate {
            Fate::Lost { lost, .. } => *lost,
            Fate::Paid { won, .. } => *won,
            Fate::Pushed | Fate::Returned => 0,
        };
        let used: i64 = found.fates.iter().map(used).sum();
        assert!(used <= cover, "{told}: {used} is won and lost on a cover of {cover}");
        recorded(table, &felt, told);
    }

    /// The round as the test knows it.
    fn felt(&self, table: &Table, sealed: &Sealed, holder: Person, cover: i64) -> Felt {
        let rules = table.rules();
        let terms = &rules.terms;
        let place = |person: Person| table.participant(person).unwrap().place;
        let wagers = table.bets().iter().map(|bet| Wager {
            key: bet.key,
            spot: bet.spot,
            name: bet.key.wager.to_string(),
            seat: bet.seat.at,
            seated: place(bet.key.owner).is_seated(),
            came: table.people().iter().position(|one| one.person == bet.key.owner).unwrap(),
            stake: bet.stake.total().unwrap().minor(),
            stood: self.stood.contains(&bet.key),
        });
        let coup = coup(sealed);
        Felt {
            seats: u8::try_from(rules.seats.len()).unwrap(),
            occupied: self.occupied.clone(),
            holder: place(holder).seat().at,
            cover,
            coup,
            wagers: wagers.collect(),
            by_pay: terms.is_chosen("highest=by-pay"),
            within_hands: terms.is_chosen("two-pair=within-hands"),
            fractions_up: terms.fractions == Rounding::Up,
        }
    }

    /// The cover is there as long as it is put up, and bettors choose before the hole card shows.
    pub fn check(&self, table: &Table, told: &str) {
        if matches!(table.round().stage, Stage::Choosing(_)) {
            let [first, hole, _] =
                table.round().laid(Side::Banker).map(|laid| laid.is_some_and(|laid| laid.is_up()));
            assert!(first && !hole, "{told}: the hole card shows");
        }
        let there = table.balance(Account::Cover).unwrap().minor();
        assert_eq!(there, self.cover.map_or(0, |(_, cover)| cover), "{told}: the cover");
        assert_eq!(table.bank().wager.map_or(0, |wager| wager.minor()), there, "{told}: the cover");
    }
}

const fn sits(place: Place) -> Option<Seat> {
    match place {
        Place::At(seat) => Some(seat),
        Place::Behind(_) => None,
    }
}

/// What an event makes of a wager in settlement.
fn fate(event: &Event) -> Option<(BetKey, Fate)> {
    match &event.what {
        What::Settlement(SettlementEvent::WagerPushed { key, .. }) => Some((*key, Fate::Pushed)),
        What::Wagering(WageringEvent::WagerReturned { key, .. }) => Some((*key, Fate::Returned)),
        What::Cover(CoverEvent::CoveredLost { key, lost, returned, .. }) => {
            Some((*key, Fate::Lost { lost: lost.minor(), rest: returned.minor() }))
        }
        What::Cover(CoverEvent::CoveredPaid { key, stake, won, .. }) => {
            Some((*key, Fate::Paid { stake: stake.minor(), won: won.minor() }))
        }
        _ => None,
    }
}

/// Money moves between participants, and to the house by collections alone; people bring and take it.
fn among_participants(event: &Event, told: &str) {
    let theirs = |account| matches!(account, Account::Chips(_) | Account::Layout | Account::Cover);
    let crosses = matches!(
        event.what,
        What::People(
            PeopleEvent::BoughtIn { .. }
                | PeopleEvent::CashTaken { .. }
                | PeopleEvent::CashedOut { .. }
                | PeopleEvent::Left { .. }
                | PeopleEvent::Tipped { .. }
        ) | What::Floor(FloorEvent::Corrected { .. })
            // Nothing is owed here but by a correction.
            | What::Settlement(SettlementEvent::VigorishCollected { .. })
            | What::Cover(CoverEvent::CollectionTaken { .. } | CoverEvent::CollectionReturned { .. })
    );
    event.postings(&mut |posting| {
        let inside = theirs(posting.from) == theirs(posting.to);
        assert!(inside || crosses, "{told}: {event:?} moves {posting:?}");
    });
}

/// The hands as they lie there.
fn coup(sealed: &Sealed) -> Coup {
    let hand = |side: Side| -> Vec<twin::Card> {
        sealed.hand(side).iter().map(|(card, _)| twin::Card::from(*card)).collect()
    };
    let (player, banker) = (hand(Side::Player), hand(Side::Banker));
    assert_eq!((player.len(), banker.len()), cards_due(&player, &banker), "{player:?} {banker:?}");
    Coup { player, banker }
}

/// The reader board has what came of the completed hands.
fn recorded(table: &Table, felt: &Felt, told: &str) {
    let (player, dealer) = twin::california_totals(&felt.coup);
    let outcome = Outcome::from_points(Points::of_value(player), Points::of_value(dealer));
    assert_eq!(table.results().last().map(|entry| entry.outcome), Some(outcome), "{told}");
}
