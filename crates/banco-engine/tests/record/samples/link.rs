//! Samples of the events of links, topic by topic.

use banco_engine::link::{
    Approval, Borne, ChangeEvent, Entry, Fed, Feed, Fine, GameEvent, GameId, Held, HitId, JackpotEvent,
    MeterOpening, MeterReading, OpenedTrigger, OperationEvent, ReadingEvent, Share, TableEvent, TableId,
    TriggerEvent, TriggerSecret, What, Winner,
};
use banco_engine::{Hidden, Person, Request, RequestId, Role};
use banco_money::Percent;

use super::values as each;
use super::{Sample, bet, every, name, on_link, php, rules, seat, secret, text, tip, usd};

pub fn all() -> Vec<Sample> {
    let mut all = Vec::new();
    let mut topic = |topic, events: Vec<(&'static str, What)>| {
        for (variant, what) in events {
            let record = on_link(what);
            all.push(Sample { stream: "link", topic, variant, record });
        }
    };
    // The compiler asks for a new topic here.
    for (name, what) in every!(What {
        Operation: [operations().remove(0).1.into()],
        Table: [tables().remove(0).1.into()],
        Game: [games().remove(0).1.into()],
        Jackpot: [jackpots().remove(0).1.into()],
        Trigger: [triggers().remove(0).1.into()],
        Change: [changes().remove(0).1.into()],
        Reading: [readings().remove(0).1.into()],
    }) {
        let events = match what {
            What::Operation(_) => named(operations()),
            What::Table(_) => named(tables()),
            What::Game(_) => named(games()),
            What::Jackpot(_) => named(jackpots()),
            What::Trigger(_) => named(triggers()),
            What::Change(_) => named(changes()),
            What::Reading(_) => named(readings()),
        };
        topic(name, events);
    }
    all
}

fn named<T: Into<What>>(events: Vec<(&'static str, T)>) -> Vec<(&'static str, What)> {
    events.into_iter().map(|(name, event)| (name, event.into())).collect()
}

fn feed(pot: i128, reserve: i128) -> Feed {
    Feed { pot: Fine::from_units(pot), reserve: Fine::from_units(reserve) }
}

fn fed() -> Vec<Fed> {
    vec![
        Fed { feed: feed(1_000_000, 25_000), meter: name("star") },
        Fed { feed: feed(-1_000_000, 0), meter: name("spade") },
    ]
}

fn approval() -> Approval {
    Approval { approved_by: Person(5001), asked_by: Person(2001), request: RequestId(4) }
}

fn opened() -> OpenedTrigger {
    let secret = TriggerSecret { fraction: u64::MAX, nonce: secret() };
    let (from, max) = (Fine::from(usd(25_000)), usd(50_000));
    let trigger = secret.trigger(from, Fine::from(max));
    let (fraction, nonce) = (secret.fraction, secret.nonce);
    OpenedTrigger {
        commitment: secret.commitment(),
        fraction,
        from,
        max,
        meter: name("star"),
        nonce,
        trigger,
    }
}

fn winner() -> Winner {
    Winner { key: bet(3, "royal-9"), seat: seat(3) }
}

fn winners() -> Vec<Winner> {
    vec![winner(), Winner { key: tip(5, "royal-9"), seat: seat(5) }]
}

const HIT: HitId = HitId(3);
const GAME: GameId = GameId(41);
const TABLE: TableId = TableId(7);

fn operations() -> Vec<(&'static str, OperationEvent)> {
    let opening = MeterOpening { meter: name("star"), owed: feed(0, 0), seed: Fine::from(usd(45_000)) };
    let owed = MeterOpening { owed: feed(123_456_789_012_345_678_901, 1), ..opening };
    let (approval, reason) = (approval(), text("the floor is rebuilt"));
    every!(OperationEvent {
        SetUp: [OperationEvent::SetUp { name: name("stars"), rules: rules() }],
        Opened: [
            OperationEvent::Opened { by: Person(2001), meters: Vec::new(), rules: rules() },
            OperationEvent::Opened { by: Person(2001), meters: vec![opening, owed], rules: rules() },
        ],
        Closed: [
            OperationEvent::Closed { approval, owed: Vec::new(), reason: reason.clone(), spent: Vec::new() },
            OperationEvent::Closed { approval, owed: fed(), reason: reason.clone(), spent: vec![opened()] },
        ],
    })
}

fn tables() -> Vec<(&'static str, TableEvent)> {
    let table = TABLE;
    every!(TableEvent {
        Attached: [TableEvent::Attached { heard: 0, table }],
        Detached: [TableEvent::Detached { table }],
        ContactChanged: [
            TableEvent::ContactChanged { contact: false, table },
            TableEvent::ContactChanged { contact: true, table },
        ],
        WordsHeard: [TableEvent::WordsHeard { heard: 64, table }],
    })
}

fn games() -> Vec<(&'static str, GameEvent)> {
    let (game, table, round) = (GAME, TABLE, 12);
    let dollars = Entry { key: bet(3, "royal-9"), seat: seat(3), stake: usd(1_00), wager: name("royal-9") };
    let pesos = Entry { key: tip(5, "royal-9"), seat: seat(5), stake: php(10_000), wager: name("royal-9") };
    let house = vec![Borne { amount: Fine::from_units(1), meter: name("star") }];
    every!(GameEvent {
        Started: [
            GameEvent::Started { entries: Vec::new(), fed: Vec::new(), game, heard: 0, round, table },
            GameEvent::Started { entries: vec![dollars, pesos], fed: fed(), game, heard: 9, round, table },
        ],
        FixedPaid: [GameEvent::FixedPaid {
            amount: usd(150_000),
            game,
            meter: name("star"),
            table,
            wager: name("royal-9"),
        }],
        RoundEnded: [
            GameEvent::RoundEnded { by: Person(1001), game, hit: None, table },
            GameEvent::RoundEnded { by: Person(1001), game, hit: Some(HIT), table },
        ],
        Voided: [
            GameEvent::Voided {
                by: None,
                fed: Vec::new(),
                game,
                house: Vec::new(),
                round,
                spent: Vec::new(),
                table,
            },
            GameEvent::Voided {
                by: Some(Person(2001)),
                fed: fed(),
                game,
                house: house.clone(),
                round,
                spent: vec![opened()],
                table,
            },
        ],
        Ended: [GameEvent::Ended { game, heard: 10, round, table }],
    })
}

fn made() -> Vec<JackpotEvent> {
    let (all, some) = (Percent::from_hundredths(10_000), Percent::from_hundredths(12_50));
    let from = |cause| JackpotEvent::Made {
        amount: Fine::from_units(4_512_345_678),
        by: None,
        cause,
        game: GAME,
        hit: HIT,
        house: Fine::ZERO,
        meter: name("star"),
        opened: None,
        round: 12,
        share: all,
        table: TABLE,
        winners: winners(),
    };
    let mut made: Vec<JackpotEvent> = each::causes().map(from).collect();
    made.push(JackpotEvent::Made {
        amount: Fine::from_units(4_512_345_678),
        by: Some(Person(1001)),
        cause: banco_engine::link::Cause::MustHit,
        game: GAME,
        hit: HIT,
        house: Fine::from(usd(25_000)),
        meter: name("star"),
        opened: Some(opened()),
        round: 12,
        share: some,
        table: TABLE,
        winners: Vec::new(),
    });
    made
}

fn rejected(full: bool) -> JackpotEvent {
    JackpotEvent::Rejected {
        amount: Fine::from_units(4_512_345_678),
        approval: full.then(approval),
        changed: if full { vec![Held { amount: Fine::from_units(7), hit: HitId(4) }] } else { Vec::new() },
        hit: HIT,
        house: Fine::from(usd(25_000)),
        meter: name("star"),
        reason: text("the cards were misread"),
        spent: full.then(opened),
        table: TABLE,
        winners: if full { winners() } else { Vec::new() },
    }
}

fn paid(full: bool) -> JackpotEvent {
    let share = Share { amount: usd(45_123), winner: winner() };
    JackpotEvent::Paid {
        amount: if full { usd(45_123) } else { php(0) },
        by: Person(2001),
        hit: HIT,
        meter: name("star"),
        shares: if full { vec![share] } else { Vec::new() },
        table: TABLE,
    }
}

fn jackpots() -> Vec<(&'static str, JackpotEvent)> {
    let mut made = made().into_iter();
    let mut next = || made.next().unwrap();
    let (line, table, wager) = (name("Personal K-9 in both hands"), TABLE, name("royal-9"));
    every!(JackpotEvent {
        Made: [next(), next(), next()],
        Locked: [JackpotEvent::Locked { wager }],
        Unlocked: [JackpotEvent::Unlocked { wager }],
        HandSelected: [
            JackpotEvent::HandSelected { line, on: false, seat_number: 5, table },
            JackpotEvent::HandSelected { line, on: true, seat_number: 5, table },
        ],
        Claimed: [JackpotEvent::Claimed { by: Person(1001), hit: HIT }],
        WinnerDrawn: [JackpotEvent::WinnerDrawn { draw: 0, hit: HIT, of: 5, winner: winner() }],
        Verified: [JackpotEvent::Verified { by: Person(2001), hit: HIT }],
        Paid: [paid(false), paid(true)],
        Rejected: [rejected(false), rejected(true)],
    })
}

fn triggers() -> Vec<(&'static str, TriggerEvent)> {
    let sealed = TriggerSecret { fraction: u64::MAX, nonce: secret() }.sealed();
    every!(TriggerEvent {
        Sealed: [
            TriggerEvent::Sealed { meter: name("star"), sealed: Hidden::unknown() },
            TriggerEvent::Sealed { meter: name("star"), sealed },
        ],
    })
}

fn changes() -> Vec<(&'static str, ChangeEvent)> {
    let asked = |what| ChangeEvent::Asked {
        request: Request { by: Person(2001), id: RequestId(4), role: Role::Floor, until: None, what },
    };
    let (approval, reason, meter) = (approval(), text("counted again"), name("star"));
    let mut all: Vec<_> = each::wanted_on_link().map(|what| ("Asked", asked(what))).collect();
    let terms = |changed: Vec<&str>, spent| ChangeEvent::TermsChanged {
        approval,
        before: rules(),
        changed: changed.into_iter().map(text).collect(),
        reason: text("a new seed"),
        rules: rules(),
        spent,
    };
    all.extend(every!(ChangeEvent {
        Asked: [all[0].1.clone()],
        TurnedDown: [ChangeEvent::TurnedDown { by: Person(5001), reason: text("no"), request: RequestId(4) }],
        Expired: [ChangeEvent::Expired { request: RequestId(4) }],
        Lapsed: [ChangeEvent::Lapsed { request: RequestId(4) }],
        Adjusted: [ChangeEvent::Adjusted { approval, feed: feed(-50_000, 0), meter, reason: reason.clone() }],
        TermsChanged: [
            terms(Vec::new(), Vec::new()),
            terms(vec!["star: seed $450, now $500"], vec![opened()]),
        ],
        TransferredOut: [ChangeEvent::TransferredOut {
            approval,
            feed: feed(1, 2),
            meter,
            reason: reason.clone(),
            to: name("moons"),
        }],
        TransferredIn: [ChangeEvent::TransferredIn { feed: feed(1, 2), from: name("moons"), meter }],
    }));
    all
}

fn readings() -> Vec<(&'static str, ReadingEvent)> {
    let reading = MeterReading {
        held: Fine::ZERO,
        meter: name("star"),
        owed: Fine::from_units(3),
        pot: Fine::from_units(4_512_345_678),
        reserve: Fine::from_units(25_000),
        shown: Fine::from_units(4_512_340_000),
    };
    every!(ReadingEvent {
        Taken: [
            ReadingEvent::Taken { by: Person(2001), day: 1, meters: Vec::new() },
            ReadingEvent::Taken { by: Person(2001), day: 2, meters: vec![reading] },
        ],
    })
}
