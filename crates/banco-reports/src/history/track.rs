//! The rounds and shoes of one table, followed entry by entry.

use banco_cards::{Card, Outcome, Side};
use banco_engine::table::{
    BetKey, CoverEvent, DealingEvent, Event, FloorEvent, IrregularityEvent, JackpotEvent, Laid, OpeningEvent,
    PreparationEvent, Reported, Seat, SettlementEvent, TurningEvent, WageringEvent, What,
};
use banco_engine::{Coup, Name, Person, RulesId};
use banco_journal::At;
use banco_money::Currency;
use banco_rulebook::model::rulebook::UnwageredRound;

use super::books::Figures;
use super::layout::{Layout, Standing};
use super::shoe::ShoeLine;
use super::wager::{Wager, WagerResult, concerned, minor, total};

/// How far a round has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundState {
    /// It is being dealt.
    Dealing,
    /// It is settled.
    Settled,
    /// It was annulled.
    Void,
}

/// A card of a round, as far as everybody has seen it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    Down,
    Up(Card),
}

/// What the wagers of a round come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sums {
    pub handle: i128,
    pub won: i128,
    pub lost: i128,
    pub vigorish: i128,
    pub jackpots: i128,
}

impl Sums {
    fn add(&mut self, wager: &Wager) {
        self.vigorish += wager.vigorish;
        self.jackpots += wager.jackpot;
        // The bank is the other side of what is wagered against it.
        if wager.bank {
            return;
        }
        match wager.result {
            WagerResult::Won => {
                self.handle += total(wager.stake);
                self.won += wager.won;
            }
            WagerResult::Lost => {
                let lost = total(wager.stake) - wager.returned;
                self.handle += lost;
                self.lost += lost;
            }
            WagerResult::Open
            | WagerResult::Pushed
            | WagerResult::Returned
            | WagerResult::TakenDown
            | WagerResult::Waits => {}
        }
    }

    fn of<'w>(wagers: impl Iterator<Item = &'w Wager>) -> Self {
        let mut sums = Self::default();
        wagers.for_each(|wager| sums.add(wager));
        sums
    }

    const fn change(&mut self, before: &Self, after: &Self) {
        self.handle += after.handle - before.handle;
        self.won += after.won - before.won;
        self.lost += after.lost - before.lost;
        self.vigorish += after.vigorish - before.vigorish;
        self.jackpots += after.jackpots - before.jackpots;
    }
}

/// What the player/dealer has put up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub person: Person,
    pub seat: Seat,
    pub put_up: i128,
    pub won: i128,
    pub paid: i128,
    pub returned: i128,
    pub currency: Currency,
}

/// What is kept of a round; the rest is read again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RoundLine {
    /// The entry that begins it, by which it is known.
    pub begun: u64,
    /// The first entry that belongs to it: that of the first wager since the round before.
    pub first: u64,
    pub last: u64,
    /// Entries after its last that decide what waited for a jackpot.
    pub later: Vec<u64>,
    /// What lay on the layout before its first entry.
    pub carried: Vec<(BetKey, Standing)>,
    pub opening: u32,
    pub shoe: u32,
    pub number: u32,
    pub began: At,
    pub ended: Option<At>,
    pub state: RoundState,
    pub unwagered: Option<UnwageredRound>,
    pub hands: [[Option<Seen>; 3]; 2],
    pub coup: Option<Coup>,
    pub reported: Option<Reported>,
    pub irregular: bool,
    pub corrected: bool,
    pub held: bool,
    pub people: Vec<Person>,
    pub sums: Sums,
    pub collections: i128,
    pub currency: Option<Currency>,
}

impl RoundLine {
    /// Who won; a void round has no result.
    pub fn outcome(&self) -> Option<Outcome> {
        let of = self.coup.map(|coup| coup.outcome()).or_else(|| self.reported.map(Reported::outcome));
        of.filter(|_| self.state != RoundState::Void)
    }

    /// How many cards of the Player's and of the Banker's hand lie face up.
    pub fn open_cards(&self) -> [u8; 2] {
        let open = |hand: &[Option<Seen>; 3]| {
            hand.iter().flatten().filter(|seen| matches!(seen, Seen::Up(_))).count()
        };
        self.hands.each_ref().map(|hand| u8::try_from(open(hand)).unwrap_or(u8::MAX))
    }

    fn add_person(&mut self, person: Person) {
        if let Err(at) = self.people.binary_search(&person) {
            self.people.insert(at, person);
        }
    }

    const fn hand_mut(&mut self, side: Side) -> &mut [Option<Seen>; 3] {
        let [player, banker] = &mut self.hands;
        match side {
            Side::Player => player,
            Side::Banker => banker,
        }
    }

    fn deal(&mut self, side: Side, card: Laid) {
        let seen = card.shown().map_or(Seen::Down, Seen::Up);
        if let Some(place) = self.hand_mut(side).iter_mut().find(|place| place.is_none()) {
            *place = Some(seen);
        }
    }

    fn turn(&mut self, side: Side, cards: [Option<Card>; 2]) {
        let down = self.hand_mut(side).iter_mut().flatten().filter(|seen| **seen == Seen::Down);
        down.zip(cards.into_iter().flatten()).for_each(|(seen, card)| *seen = Seen::Up(card));
    }
}

/// What has gathered since the last round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Before {
    first: Option<u64>,
    carried: Vec<(BetKey, Standing)>,
    collections: i128,
}

/// The rounds and shoes of one table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Track {
    /// The last entry that was followed.
    pub version: u64,
    /// When that was.
    pub at: At,
    pub name: Option<Name>,
    /// The rules, and from which entry on.
    pub rules: Vec<(u64, RulesId)>,
    pub rounds: Vec<RoundLine>,
    pub shoes: Vec<ShoeLine>,
    pub layout: Layout,
    opening: u32,
    shoe: u32,
    before: Before,
    /// Whether the last round is still going on: its cards lie there.
    open: bool,
    pub wagers: Vec<Wager>,
    pub position: Option<Position>,
    /// Who holds the bank with a wager on the layout.
    banker: Option<Person>,
    /// Wagers of rounds that are over which wait for a jackpot, by the entry that began their round.
    waiting: Vec<(u64, Wager)>,
}

/// Who has come into a round by an entry, which the index of people is told.
pub(crate) type Newcomers = Vec<(At, u64, Person)>;

impl Track {
    /// A track that begins in the middle: what lay on the layout then.
    pub fn resumed(line: &RoundLine) -> Self {
        let mut track = Self { version: line.first.saturating_sub(1), ..Self::default() };
        track.layout.bets.extend(line.carried.iter().copied());
        track
    }

    /// The rules that were in force at an entry.
    pub fn rules_at(&self, version: u64) -> Option<RulesId> {
        let at = self.rules.partition_point(|(from, _)| *from <= version);
        self.rules.get(at.checked_sub(1)?).map(|(_, rules)| *rules)
    }

    /// A round by the entry that began it.
    pub fn round(&self, begun: u64) -> Option<&RoundLine> {
        let at = self.rounds.binary_search_by_key(&begun, |line| line.begun).ok()?;
        self.rounds.get(at)
    }

    /// The round that is going on.
    pub fn current(&mut self) -> Option<&mut RoundLine> {
        let open = self.open;
        self.rounds.last_mut().filter(|_| open)
    }

    fn number(&self) -> u32 {
        self.rounds.last().filter(|_| self.open).map_or(0, |line| line.number)
    }

    /// Follows one entry.
    pub fn follow(&mut self, version: u64, at: At, event: &Event) -> Newcomers {
        (self.version, self.at) = (version, at);
        self.follow_shoe(version, at, event);
        if let What::Dealing(DealingEvent::RoundBegun { round, unwagered }) = &event.what {
            self.begin(version, at, *round, *unwagered);
        }
        self.gather(version, &event.what);
        let number = self.number();
        self.layout.follow(&event.what, number);
        self.bank(&event.what);
        self.follow_wagers(version, event);
        self.follow_round(version, at, &event.what);
        self.newcomers()
    }

    fn follow_shoe(&mut self, version: u64, at: At, event: &Event) {
        match &event.what {
            What::Opening(OpeningEvent::TablePutUp { name, rules, .. }) => {
                self.name = Some(*name);
                self.rules.push((version, *rules));
            }
            What::Opening(OpeningEvent::TermsAdopted { name, rules, .. }) => {
                self.name = Some(*name);
                self.rules.push((version, *rules));
            }
            What::Opening(OpeningEvent::TableOpened { name, rules, .. }) => {
                self.name = Some(*name);
                self.rules.push((version, *rules));
                self.opening += 1;
                self.shoe = 0;
                (self.before, self.open) = (Before::default(), false);
                self.shoes.push(ShoeLine::new(version, at, self.opening, 0));
            }
            What::Preparation(PreparationEvent::PreparationBegun { shoe, .. }) => {
                self.shoe = *shoe;
                if let Some(last) = self.shoes.last_mut() {
                    last.replaced(at);
                }
                self.shoes.push(ShoeLine::new(version, at, self.opening, *shoe));
            }
            What::Opening(_)
            | What::Preparation(_)
            | What::People(_)
            | What::Wagering(_)
            | What::Curator(_)
            | What::Dealing(_)
            | What::Turning(_)
            | What::HouseMoney(_)
            | What::Settlement(_)
            | What::Jackpot(_)
            | What::Bank(_)
            | What::Cover(_)
            | What::Irregularity(_)
            | What::Floor(_) => {}
        }
        if self.shoes.is_empty() {
            self.shoes.push(ShoeLine::new(version, at, self.opening, self.shoe));
        }
        if let Some(shoe) = self.shoes.last_mut() {
            shoe.follow(version, at, event);
        }
        // A shoe is shown when it is over, perhaps after the next one was begun.
        if let What::Preparation(PreparationEvent::ShoeOpened { shoe, .. }) = &event.what {
            let opening = self.opening;
            let shown = self.shoes.iter_mut().rev().find(|one| one.number == *shoe && one.promised);
            shown.into_iter().filter(|one| one.opening <= opening).for_each(|one| one.shown = true);
        }
    }

    fn begin(&mut self, version: u64, at: At, number: u32, unwagered: Option<UnwageredRound>) {
        let Before { first, carried, collections } = std::mem::take(&mut self.before);
        let carried = if first.is_some() { carried } else { self.carried() };
        let wagers = self.layout.bets.iter().filter(|(_, bet)| !bet.waits && unwagered.is_none());
        let banker = self.banker;
        self.wagers = wagers
            .map(|(key, bet)| Wager::new(*key, bet.seat, bet.stake, Some(key.owner) == banker))
            .collect();
        self.open = true;
        self.rounds.push(RoundLine {
            begun: version,
            first: first.unwrap_or(version),
            last: version,
            later: Vec::new(),
            carried,
            opening: self.opening,
            shoe: self.shoe,
            number,
            began: at,
            ended: None,
            state: RoundState::Dealing,
            unwagered,
            hands: [[None; 3]; 2],
            coup: None,
            reported: None,
            irregular: false,
            corrected: false,
            held: false,
            people: Vec::new(),
            sums: Sums::default(),
            collections,
            currency: self.wagers.first().map(Wager::currency),
        });
    }

    fn carried(&self) -> Vec<(BetKey, Standing)> {
        self.layout.bets.iter().map(|(key, bet)| (*key, *bet)).collect()
    }

    /// A round begins with the first wager since the one before; so what is told of it does as well.
    fn gather(&mut self, version: u64, event: &What) {
        if self.open {
            return;
        }
        match event {
            What::Wagering(WageringEvent::WagerPlaced { .. })
            | What::Cover(CoverEvent::CoverPlaced { .. } | CoverEvent::BankWagered { .. }) => {
                if self.before.first.is_none() {
                    self.before = Before { first: Some(version), carried: self.carried(), ..self.before };
                }
            }
            What::Opening(_)
            | What::Preparation(_)
            | What::People(_)
            | What::Wagering(_)
            | What::Curator(_)
            | What::Dealing(_)
            | What::Turning(_)
            | What::HouseMoney(_)
            | What::Settlement(_)
            | What::Jackpot(_)
            | What::Bank(_)
            | What::Cover(_)
            | What::Irregularity(_)
            | What::Floor(_) => {}
        }
    }

    /// The bank, where participants hold it, and the fees that go with it.
    fn bank(&mut self, event: &What) {
        let What::Cover(event) = event else { return };
        match event {
            CoverEvent::BankWagered { person, .. } => self.banker = Some(*person),
            CoverEvent::CoverPlaced { person, seat, cover, .. } => {
                let (put_up, currency) = (minor(*cover), cover.currency());
                let (person, seat) = (*person, *seat);
                let (won, paid, returned) = (0, 0, 0);
                self.position = Some(Position { person, seat, put_up, won, paid, returned, currency });
            }
            CoverEvent::CollectionTaken { amount, .. } => *self.collections() += minor(*amount),
            CoverEvent::CollectionReturned { amount, .. } => *self.collections() -= minor(*amount),
            CoverEvent::CoveredLost { lost, .. } => {
                self.position.iter_mut().for_each(|position| position.won += minor(*lost));
            }
            CoverEvent::CoveredPaid { won, .. } => {
                self.position.iter_mut().for_each(|position| position.paid += minor(*won));
            }
            CoverEvent::CoverReturned { amount, .. } if self.open => {
                self.position.iter_mut().for_each(|position| position.returned += minor(*amount));
            }
            CoverEvent::CoverReturned { .. } => self.position = None,
            CoverEvent::BankClaimed { .. }
            | CoverEvent::ClaimsClosed { .. }
            | CoverEvent::CoverAsked { .. }
            | CoverEvent::CoverDeclined { .. }
            | CoverEvent::CoverClosed
            | CoverEvent::UncoveredReturned { .. }
            | CoverEvent::DominantNamed { .. }
            | CoverEvent::ButtonPlaced { .. }
            | CoverEvent::WonByBank { .. }
            | CoverEvent::PaidByBank { .. } => {}
        }
    }

    fn collections(&mut self) -> &mut i128 {
        match self.rounds.last_mut().filter(|_| self.open) {
            Some(line) => &mut line.collections,
            None => &mut self.before.collections,
        }
    }

    fn follow_wagers(&mut self, version: u64, event: &Event) {
        let keys = concerned(&event.what);
        if keys == [None, None] {
            return;
        }
        if let [Some(key), _] = keys
            && self.follow_waiting(version, key, event)
        {
            return;
        }
        if !self.open {
            self.must_hit(version, &event.what);
            return;
        }
        if let What::Wagering(WageringEvent::WagerPlaced { key, seat, stake, .. }) = &event.what
            && self.wagers.iter().all(|wager| wager.key != *key)
        {
            let bank = self.banker == Some(key.owner);
            self.wagers.push(Wager::new(*key, *seat, *stake, bank));
        }
        let takes = if let What::Cover(CoverEvent::WonByBank { banker, .. }) = &event.what {
            Some(*banker)
        } else {
            None
        };
        for wager in &mut self.wagers {
            let bank = wager.bank && takes == Some(wager.key.owner);
            if bank || keys.contains(&Some(wager.key)) {
                wager.follow(event);
            }
        }
        self.press(&event.what);
        let sums = Sums::of(self.wagers.iter());
        let currency = self.wagers.first().map(Wager::currency);
        if let Some(line) = self.current() {
            line.sums = sums;
            line.currency = line.currency.or(currency);
        }
    }

    /// A payout is added to the wager on a hand.
    fn press(&mut self, event: &What) {
        use banco_engine::table::HouseMoneyEvent::PayoutPressed;
        let What::HouseMoney(PayoutPressed { key, onto, pressed, .. }) = event else { return };
        let grown = BetKey { wager: *onto, for_dealer: false, ..*key };
        for wager in self.wagers.iter_mut().filter(|wager| wager.key == grown) {
            wager.stake.chips = wager.stake.chips.plus(*pressed).unwrap_or(wager.stake.chips);
        }
    }

    /// A wager of an earlier round, whose jackpot is decided now.
    fn follow_waiting(&mut self, version: u64, key: BetKey, event: &Event) -> bool {
        let Some(at) = self.waiting.iter().position(|(_, wager)| wager.key == key) else { return false };
        if matches!(&event.what, What::Wagering(WageringEvent::WagerPlaced { .. })) {
            // A new wager of the same kind: whatever waited is done with.
            self.waiting.remove(at);
            return false;
        }
        let dropped = matches!(&event.what, What::Jackpot(JackpotEvent::ClaimDropped { .. }));
        let Some((begun, wager)) = self.waiting.get_mut(at) else { return false };
        let before = Sums::of(std::iter::once(&*wager));
        wager.follow(event);
        let after = Sums::of(std::iter::once(&*wager));
        let (begun, done) = (*begun, wager.result != WagerResult::Waits && !dropped);
        if done {
            self.waiting.remove(at);
        }
        if let Ok(at) = self.rounds.binary_search_by_key(&begun, |line| line.begun)
            && let Some(line) = self.rounds.get_mut(at)
        {
            line.sums.change(&before, &after);
            line.later.push(version);
        }
        true
    }

    /// A jackpot that was drawn comes after the round is over.
    fn must_hit(&mut self, version: u64, event: &What) {
        let What::Jackpot(JackpotEvent::JackpotPaid { amount, .. }) = event else { return };
        if let Some(line) = self.rounds.last_mut() {
            line.sums.jackpots += minor(*amount);
            line.later.push(version);
        }
    }

    fn follow_round(&mut self, version: u64, at: At, event: &What) {
        let Some(line) = self.current() else { return };
        line.last = version;
        match event {
            What::Dealing(event) => self.dealing(at, event),
            What::Turning(TurningEvent::CardsTurned { side, cards, .. }) => line.turn(*side, *cards),
            What::Settlement(SettlementEvent::RoundSettled { .. }) => {
                (line.state, line.ended) = (RoundState::Settled, Some(at));
            }
            What::Floor(FloorEvent::RoundVoided { .. }) => {
                (line.state, line.ended) = (RoundState::Void, Some(at));
            }
            What::Floor(FloorEvent::Corrected { .. }) => line.corrected = true,
            What::Floor(FloorEvent::TableHeld { .. }) => line.held = true,
            What::Irregularity(IrregularityEvent::IrregularityReported { .. }) => line.irregular = true,
            What::Irregularity(IrregularityEvent::IrregularityDismissed { .. }) => line.irregular = false,
            What::Opening(_)
            | What::Preparation(_)
            | What::People(_)
            | What::Wagering(_)
            | What::Curator(_)
            | What::Turning(_)
            | What::HouseMoney(_)
            | What::Settlement(_)
            | What::Jackpot(_)
            | What::Bank(_)
            | What::Cover(_)
            | What::Irregularity(_)
            | What::Floor(_) => {}
        }
    }

    fn dealing(&mut self, at: At, event: &DealingEvent) {
        let Some(line) = self.current() else { return };
        match event {
            DealingEvent::CardDealt { card, side, .. } => line.deal(*side, *card),
            DealingEvent::ResultReached { coup } => line.coup = Some(*coup),
            DealingEvent::ResultRecorded { reported } => line.reported = Some(*reported),
            DealingEvent::ResultWithdrawn => {
                (line.coup, line.reported, line.irregular) = (None, None, true);
            }
            DealingEvent::CardsDiscarded { .. } => {
                line.ended.get_or_insert(at);
                self.close();
            }
            DealingEvent::RoundBegun { .. }
            | DealingEvent::Called(_)
            | DealingEvent::CutCardShown
            | DealingEvent::CountsStand
            | DealingEvent::ChoiceOpened { .. }
            | DealingEvent::ChoiceMade { .. }
            | DealingEvent::ThirdCardDue { .. }
            | DealingEvent::LastHandBegun { .. }
            | DealingEvent::LookBegun { .. }
            | DealingEvent::Announced { .. }
            | DealingEvent::CountForced { .. }
            | DealingEvent::BettorChose { .. } => {}
        }
    }

    /// The cards are cleared away.
    fn close(&mut self) {
        let begun = self.rounds.last().map_or(0, |line| line.begun);
        let waits = std::mem::take(&mut self.wagers).into_iter();
        let waits = waits.filter(|wager| wager.result == WagerResult::Waits).map(|wager| (begun, wager));
        self.waiting.extend(waits);
        (self.open, self.position) = (false, None);
    }

    /// Whoever has wagered in the round, or holds its bank, and was not known to.
    fn newcomers(&mut self) -> Newcomers {
        if !self.open {
            return Vec::new();
        }
        let Some(line) = self.rounds.last_mut() else { return Vec::new() };
        let position = self.position.filter(|_| line.unwagered.is_none()).map(|position| position.person);
        let people = self.wagers.iter().map(|wager| wager.key.owner).chain(position);
        let new: Vec<Person> = people.filter(|person| line.people.binary_search(person).is_err()).collect();
        new.iter().for_each(|person| line.add_person(*person));
        new.into_iter().map(|person| (line.began, line.begun, person)).collect()
    }

    /// Everything that the shoes of the table come to.
    pub fn figures(&self) -> Figures {
        let mut all = Figures::default();
        self.shoes.iter().for_each(|shoe| all.add(&shoe.figures));
        all
    }
}
