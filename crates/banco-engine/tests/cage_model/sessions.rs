//! Random sessions: nobody brings money to a table who has played too long or has not been told so.

use banco_dice::Dice;
use banco_engine::cage::{
    Account, ChipsEvent, Command, Event, House, Kind, Limit, LimitKey, LimitsEvent, SessionEvent, Status,
    TableId, TableSays, Time, What, Word, decide, evolve, hear, hear_table,
};
use banco_engine::{Actor, Person, Role};
use banco_money::{Amount, Currency};

use crate::replay;

const ANNA: Person = Person(11);
const OWNER: Actor = Actor::new(Role::Participant, ANNA);
const CASHIER: Actor = Actor::new(Role::Cashier, Person(4001));
const HERE: TableId = TableId(1);

/// What the events say of the session, read once more and by other means.
#[derive(Default)]
struct Watch {
    limit: Option<u64>,
    every: Option<u64>,
    since: u64,
    checked: u64,
    open: bool,
}

impl Watch {
    fn see(&mut self, event: &Event) {
        match &event.what {
            What::Limits(LimitsEvent::Set { limit, .. } | LimitsEvent::Confirmed { limit, .. }) => {
                if let Limit::Session { minutes } = limit {
                    self.limit = minutes.map(|minutes| u64::from(minutes) * 60);
                }
            }
            What::Session(SessionEvent::Started { at, since }) => {
                self.open = true;
                if at == since {
                    self.checked = at.0;
                }
                self.since = since.0;
            }
            What::Session(SessionEvent::Ended { .. }) => self.open = false,
            What::Session(SessionEvent::CheckChosen { minutes, .. }) => {
                self.every = minutes.map(|minutes| u64::from(minutes) * 60);
            }
            What::Session(SessionEvent::CheckAcknowledged { at }) => self.checked = at.0,
            What::Chips(ChipsEvent::Posted { at, .. } | ChipsEvent::CashTaken { at, .. }) => {
                self.brings(at.0)
            }
            _ => {}
        }
    }

    fn brings(&self, at: u64) {
        assert!(self.open || (self.limit.is_none() && self.every.is_none()), "not signed in");
        if let Some(limit) = self.limit.filter(|_| self.open) {
            assert!(at - self.since < limit, "played for {} seconds of {limit}", at - self.since);
        }
        if let Some(every) = self.every.filter(|_| self.open) {
            assert!(at - self.checked < every, "told {} seconds ago", at - self.checked);
        }
    }
}

struct Desk {
    account: Account,
    events: Vec<Event>,
    watch: Watch,
    bought: usize,
}

impl Desk {
    fn take(&mut self, answer: Result<Vec<Event>, banco_engine::cage::Refusal>) {
        for event in answer.unwrap_or_default() {
            self.watch.see(&event);
            evolve(&mut self.account, &event);
            self.bought += usize::from(matches!(event.what, What::Chips(ChipsEvent::Posted { .. })));
            self.events.push(event);
        }
    }

    fn does(&mut self, now: Time, by: Actor, command: Command) {
        let answer = decide(&self.account, &House::default(), now, by, command);
        self.take(answer);
    }
}

fn play(seed: u64) -> usize {
    let mut dice = Dice::new(seed);
    let mut now = Time(1_794_795_300);
    let mut desk =
        Desk { account: Account::of(ANNA), events: Vec::new(), watch: Watch::default(), bought: 0 };
    let usd = |dollars: i64| Amount::from_minor(dollars * 100, Currency::Usd);
    desk.does(now, CASHIER, Command::Open { currency: Currency::Usd, kind: Kind::Real });
    desk.does(now, CASHIER, Command::ChangeStatus { reason: "seen".to_owned(), status: Status::Active });
    desk.does(now, CASHIER, Command::Deposit { amount: usd(1_000_000) });
    let came = hear_table(&desk.account, now, HERE, TableSays::Came { currency: Currency::Usd });
    desk.take(came);
    for _ in 0..300 {
        now = now.after(dice.pick(&[0, 1, 60, 299, 300, 600, 899, 900, 1_800, 86_400]));
        let minutes = dice.pick(&[None, Some(5), Some(10), Some(30), Some(60)]);
        match dice.below(9) {
            0 => desk.does(now, OWNER, Command::SetLimit(Limit::Session { minutes })),
            1 => desk.does(now, OWNER, Command::ConfirmLimit(LimitKey::Session)),
            2 => desk.does(now, OWNER, Command::ChooseCheck { minutes }),
            3 => desk.does(now, OWNER, Command::AcknowledgeCheck),
            4 => {
                let answer = hear(&desk.account, now, Word::SessionStarted);
                desk.take(answer);
            }
            5 => {
                let answer = hear(&desk.account, now, Word::SessionEnded);
                desk.take(answer);
            }
            6 => {
                let answer = hear(&desk.account, now, Word::Time);
                desk.take(answer);
            }
            _ => {
                let answer = hear_table(&desk.account, now, HERE, TableSays::BoughtIn { amount: usd(1) });
                desk.take(answer);
            }
        }
        // The time of the next thing to end is told before it does.
        assert!(desk.account.next_deadline().is_none_or(|next| next > desk.account.clock()));
    }
    replay::account(ANNA, &desk.events, &desk.account);
    desk.bought
}

#[test]
fn nobody_plays_longer_than_they_wanted_or_without_being_told() {
    let bought: usize = (0..300).map(play).sum();
    assert!(bought > 1_000, "only {bought} buy-ins");
}
