//! What takes two people: random requests and approvals, and a second look at them by the events alone.

use std::collections::{BTreeMap, BTreeSet};

use banco_engine::table::{
    Account, Actor, BetKey, Command, DealingEvent, Event, FloorEvent, IrregularityEvent, JackpotEvent,
    Minute, OpeningEvent, PeopleEvent, Person, Role, Rules, Table, Tender, VoidReason, Wanted, What,
};
use banco_engine::{Name, RequestId};
use banco_money::Amount;

use banco_dice::Dice;

/// Staff are numbered by their capacity. Guests of these numbers work here as well, on the floor.
const DEALER: u32 = 1_000;
const FLOOR: u32 = 2_000;
const EXECUTIVE: u32 = 5_000;
const GUESTS: u32 = 1_000;

fn is_executive(person: Person) -> bool {
    person.0 / 1_000 == EXECUTIVE / 1_000
}

/// From which amount on an executive is one of the two: the link's level, or $10,000.
pub fn executive_from(rules: &Rules) -> i64 {
    let of_link = rules.terms.links.iter().find_map(|link| link.executive_from);
    of_link.map_or(1_000_000, |amount| amount.minor())
}

/// Whether somebody may act as floorperson or executive.
fn supervises(person: Person) -> bool {
    let works_here_too = person.0 < GUESTS && person.0 % 2 == 1;
    is_executive(person) || person.0 / 1_000 == FLOOR / 1_000 || works_here_too
}

/// Whether somebody may ask for this where one person is not enough.
fn may_ask(person: Person, wanted: &Wanted) -> bool {
    match wanted {
        Wanted::CashBuyIn { .. } => person.0 / 1_000 == DEALER / 1_000,
        _ => supervises(person),
    }
}

/// Somebody who may supervise, or who may not and tries.
fn anybody(dice: &mut Dice) -> Actor {
    let number = u32::try_from(dice.below(4)).unwrap() + 1;
    match dice.below(8) {
        0..=3 => Actor::new(Role::Floor, Person(FLOOR + number)),
        4 => Actor::new(Role::Executive, Person(EXECUTIVE + number)),
        // Somebody of the staff who may sit at this table.
        5 => Actor::new(Role::Floor, Person(2 * number - 1)),
        6 => Actor::new(Role::Dealer, Person(DEALER + number)),
        _ => Actor::new(Role::Participant, Person(number)),
    }
}

/// Somebody asks for something, approves something or turns it down.
pub fn random(
    table: &Table,
    dice: &mut Dice,
    amount: Amount,
    (from, to): (Account, Account),
) -> (Actor, Command) {
    let by = anybody(dice);
    let reason = dice.pick(&["", "as they see it", "as they see it"]);
    let pending = table.requests().first().map(|request| request.id);
    let request = pending.filter(|_| !dice.once_in(8)).unwrap_or(RequestId(dice.below(9) as u32));
    let command = match dice.below(if pending.is_some() { 7 } else { 3 }) {
        0 => Command::Ask(Wanted::Void { why: void_reason(dice), reason: reason.into() }),
        1 => Command::Ask(Wanted::Correction { amount, from, reason: reason.into(), to }),
        2 => return of_the_house(table, dice, amount, reason),
        3 => Command::TurnDown { request, reason: reason.to_owned() },
        _ => Command::Approve { request },
    };
    (by, command)
}

/// What takes two people only where the house says so: who may asks, or anybody at all.
fn of_the_house(table: &Table, dice: &mut Dice, amount: Amount, reason: &str) -> (Actor, Command) {
    let number = u32::try_from(dice.below(4)).unwrap() + 1;
    let (dealer, floor) =
        (Actor::new(Role::Dealer, Person(DEALER + number)), Actor::new(Role::Floor, Person(FLOOR + number)));
    let here: Vec<Person> = table.people().iter().map(|one| one.person).collect();
    let person = if here.is_empty() || dice.once_in(8) { Person(number) } else { dice.pick(&here) };
    let at = Minute(dice.below(200));
    let helper = Person(if dice.once_in(4) { FLOOR } else { 0 } + number);
    let (fit, wanted) = match dice.below(6) {
        0 => (floor, Wanted::Accommodation { helper, person, reason: reason.into() }),
        1 => (dealer, Wanted::CashBuyIn { amount, person }),
        2 => (floor, Wanted::Fill { amount, credit: dice.once_in(2) }),
        3 => (floor, Wanted::Open { at, differential: dice.once_in(4).then_some(amount), float: amount }),
        4 => {
            let tender = dice.pick(&[Tender::Chips, Tender::Promotional, Tender::Coupon]);
            (floor, Wanted::Promotion { amount, person, tender })
        }
        _ => (floor, Wanted::Terms { at, rules: table.rules().id }),
    };
    (if dice.once_in(4) { anybody(dice) } else { fit }, Command::Ask(wanted))
}

fn void_reason(dice: &mut Dice) -> VoidReason {
    match dice.below(4) {
        0 => VoidReason::Irregularity(Name::new("too-few-cards")),
        1 => VoidReason::Irregularity(Name::new("no-such-thing")),
        _ => VoidReason::CannotBeCompleted,
    }
}

/// Somebody decides on what waits, so that play goes on.
pub fn decide(table: &Table, dice: &mut Dice) -> Option<(Actor, Command)> {
    let request = table.requests().first()?.id;
    let by = Actor::new(Role::Executive, Person(EXECUTIVE + 9));
    Some(if dice.once_in(3) {
        (by, Command::TurnDown { request, reason: "play goes on".to_owned() })
    } else {
        (by, Command::Approve { request })
    })
}

/// Whether somebody agrees to what concerns themself.
fn consents(by: Person, wanted: &Wanted) -> bool {
    matches!(wanted, Wanted::Accommodation { person, .. } if *person == by)
}

/// What the events alone say of who has something at stake, and of what was asked for. Whoever has a wager is
/// here: nobody leaves with one on the layout.
#[derive(Debug, Default)]
pub struct TwoPeople {
    here: BTreeSet<Person>,
    helpers: BTreeSet<(Person, Person)>,
    claims: BTreeMap<(BetKey, Name), u32>,
    requests: BTreeMap<RequestId, (Person, Wanted)>,
    approved: Option<(Person, Person, Wanted)>,
    dealer: Option<Person>,
    reported: Option<Person>,
    answered: Option<(Person, Person)>,
    round: u32,
    cards: usize,
    result: bool,
    /// From which amount on an executive is one of the two.
    executive_from: i64,
}

impl TwoPeople {
    pub fn new(executive_from: i64) -> Self {
        Self { executive_from, ..Self::default() }
    }

    fn involved(&self, person: Person) -> bool {
        self.here.contains(&person)
            || self.helpers.iter().any(|(_, helper)| *helper == person)
            || self.claims.keys().any(|(key, _)| key.owner == person)
    }

    /// Two different people who may, and who have nothing at stake.
    fn two(&self, one: Person, other: Person, told: &str) {
        assert_ne!(one, other, "{told}: one person decides alone");
        for person in [one, other] {
            assert!(!self.involved(person), "{told}: {person} has something at stake");
        }
        assert!(supervises(other), "{told}: {other} is not a supervisor");
    }

    /// Something happens. The events of one command come together: an approval is followed by what was asked for.
    pub fn happens(&mut self, event: &Event, told: &str) {
        match &event.what {
            What::Floor(event) => self.floor(event, told),
            What::Irregularity(event) => self.irregularity(event, told),
            What::People(event) => self.people(event, told),
            What::Dealing(event) => self.dealing(event),
            What::Jackpot(event) => self.jackpot(event),
            What::Opening(event) => self.opening(event, told),
            _ => {}
        }
    }

    fn floor(&mut self, event: &FloorEvent, told: &str) {
        match event {
            FloorEvent::Accommodated { by, person, helper, reason } => {
                let (helper, person, reason) = (*helper, *person, reason.clone());
                assert_ne!(helper, *by, "{told}: {by} helps on their own order");
                self.carries_out(*by, &Wanted::Accommodation { helper, person, reason }, told);
                self.helpers.insert((person, helper));
            }
            FloorEvent::DealerSignedOn { person, relieved } => {
                assert!(!self.involved(*person), "{told}: {person} has something at stake");
                assert_eq!(self.dealer.replace(*person), *relieved, "{told}");
                assert_ne!(self.dealer, *relieved, "{told}");
            }
            FloorEvent::DealerSignedOff { person, .. } => {
                assert_eq!(self.dealer.take(), Some(*person), "{told}");
            }
            FloorEvent::Asked { request } => {
                let may = may_ask(request.by, &request.what);
                assert!(may, "{told}: {request:?} by somebody without the right");
                assert!(!self.involved(request.by), "{told}: {request:?} by somebody with a stake: {self:?}");
                let before = self.requests.insert(request.id, (request.by, request.what.clone()));
                assert_eq!(before, None, "{told}: two requests have a number");
            }
            FloorEvent::Approved { by, request } => {
                let (asker, what) = self.requests.remove(request).unwrap();
                if consents(*by, &what) {
                    assert_ne!(asker, *by, "{told}: one person decides alone");
                } else {
                    self.two(asker, *by, told);
                }
                self.approved = Some((asker, *by, what));
            }
            FloorEvent::TurnedDown { by, request, .. } => {
                let (asker, what) = self.requests.remove(request).unwrap();
                let own = asker == *by || consents(*by, &what);
                let may = own || (supervises(*by) && !self.involved(*by));
                assert!(may, "{told}: {by} turns down {request}");
            }
            FloorEvent::Expired { request } | FloorEvent::Lapsed { request } => {
                assert!(self.requests.remove(request).is_some(), "{told}: {request}");
            }
            FloorEvent::Corrected { amount, by, from, reason, second, to } => {
                let (amount, from, reason, to) = (*amount, *from, reason.clone(), *to);
                let wanted = Wanted::Correction { amount, from, reason, to };
                assert_eq!(self.approved.take(), Some((*by, *second, wanted)), "{told}");
                let high = amount.minor() >= self.executive_from;
                assert!(!high || is_executive(*by) || is_executive(*second), "{told}: no executive");
            }
            FloorEvent::RoundVoided { by, second, reason, .. } => self.voided(*by, *second, reason, told),
            FloorEvent::TableHeld { .. }
            | FloorEvent::TableResumed { .. }
            | FloorEvent::PassedOver { .. } => {}
        }
    }

    /// What happens after an approval is what was asked for; without one, one person was enough.
    fn carries_out(&mut self, by: Person, happens: &Wanted, told: &str) {
        let Some((asker, _, wanted)) = self.approved.take() else { return };
        assert_eq!((asker, &wanted), (by, happens), "{told}: this was not asked for");
    }

    fn opening(&mut self, event: &OpeningEvent, told: &str) {
        match event {
            // Nobody plays on for anybody at a closed table.
            OpeningEvent::TableClosed { .. } => {
                self.helpers.clear();
                self.dealer = None;
            }
            OpeningEvent::TrayFilled { amount, by, credit, .. } => {
                self.carries_out(*by, &Wanted::Fill { amount: *amount, credit: *credit }, told);
            }
            OpeningEvent::TableOpened { by, differential, float, .. } => {
                let at = match &self.approved {
                    Some((_, _, Wanted::Open { at, .. })) => *at,
                    _ => Minute(0),
                };
                let (differential, float) = (*differential, *float);
                self.carries_out(*by, &Wanted::Open { at, differential, float }, told);
            }
            _ => {}
        }
    }

    fn voided(&mut self, by: Person, second: Option<Person>, reason: &str, told: &str) {
        assert!(!self.result, "{told}: the result stands");
        let asked = self.approved.take().map(|(one, other, what)| {
            assert!(matches!(&what, Wanted::Void { reason: asked, .. } if **asked == *reason), "{told}");
            (one, other)
        });
        if self.cards > 0 || asked.is_some() {
            let (one, other) = (by, second.unwrap_or_else(|| panic!("{told}: {by} alone voids the round")));
            assert_eq!(Some((one, other)), asked.or(self.answered), "{told}: nobody has asked for it");
            self.two(one, other, told);
        } else {
            assert!(supervises(by) || self.answered.is_some(), "{told}: {by} is not a supervisor");
        }
        self.requests.retain(|_, (_, what)| !matches!(what, Wanted::Void { .. }));
        let round = self.round;
        self.claims.retain(|_, of| *of != round);
    }

    fn irregularity(&mut self, event: &IrregularityEvent, told: &str) {
        match event {
            IrregularityEvent::IrregularityReported { by, .. } => self.reported = Some(*by),
            IrregularityEvent::IrregularityDismissed { by }
            | IrregularityEvent::IrregularityApproved { by, .. } => {
                let reporter = self.reported.take().unwrap();
                self.two(reporter, *by, told);
                self.answered = Some((reporter, *by));
            }
            _ => {}
        }
    }

    fn people(&mut self, event: &PeopleEvent, told: &str) {
        match event {
            PeopleEvent::Arrived { person, .. } => {
                self.here.insert(*person);
            }
            PeopleEvent::Left { person, seen_off_by, .. } => {
                if let Some(second) = seen_off_by {
                    let approved = self.approved.take();
                    let same =
                        |what: &Wanted| matches!(what, Wanted::SeeOff { person: gone, .. } if gone == person);
                    let asked = approved.filter(|(_, by, what)| by == second && same(what));
                    assert!(asked.is_some(), "{told}: {person} is seen off by one person");
                }
                self.here.remove(person);
                self.helpers.retain(|(helped, helper)| helped != person && helper != person);
                assert!(!self.involved(*person), "{told}: {person} leaves a claim behind");
            }
            PeopleEvent::CashTaken { amount, by, person, .. } => {
                assert!(!self.involved(*by), "{told}: {by} takes cash and has something at stake");
                self.carries_out(*by, &Wanted::CashBuyIn { amount: *amount, person: *person }, told);
            }
            PeopleEvent::PromotionGiven { amount, by, person, tender, .. } => {
                let (amount, person, tender) = (*amount, *person, *tender);
                self.carries_out(*by, &Wanted::Promotion { amount, person, tender }, told);
            }
            _ => {}
        }
    }

    fn dealing(&mut self, event: &DealingEvent) {
        match event {
            DealingEvent::RoundBegun { round, .. } => {
                (self.round, self.cards, self.result) = (*round, 0, false);
                self.answered = None;
            }
            DealingEvent::CardDealt { .. } => self.cards += 1,
            // An irregularity came to light that the text deals with: the hand goes on.
            DealingEvent::ResultWithdrawn => self.result = false,
            DealingEvent::ResultReached { .. } | DealingEvent::ResultRecorded { .. } => self.result = true,
            DealingEvent::CardsDiscarded { .. } => (self.cards, self.result) = (0, false),
            _ => {}
        }
    }

    fn jackpot(&mut self, event: &JackpotEvent) {
        match event {
            JackpotEvent::JackpotReached { key, meter, .. } => {
                self.claims.insert((*key, *meter), self.round);
            }
            JackpotEvent::JackpotPaid { key, meter, .. } | JackpotEvent::ClaimDropped { key, meter, .. } => {
                self.claims.remove(&(*key, *meter));
            }
            _ => {}
        }
    }
}
