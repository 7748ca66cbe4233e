//! Links with real tables on them: whole rounds of Royal 9 at three tables, through the pit. The model hears what
//! the tables tell, and must then agree with the link.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use banco_cards::{Card, parse_cards};
use banco_dice::Dice;
use banco_engine::link::{self, Claim, Sealed, Sensor, Setup, TableId, Winner};
use banco_engine::pit::{Command, Happening, Pit, Refusal};
use banco_engine::script::{Line, Outcome, Runner};
use banco_engine::table::{self, Actor, BetKey, Contact, Event, Person, Phase, Role, Rules, SpotId, Tender};
use banco_money::Amount;

use crate::commands;
use crate::history::{Count, Side};
use crate::model::Stage;
use crate::setups::{dollars, royal_nine};

const TABLES: [TableId; 3] = [TableId(1), TableId(2), TableId(3)];

/// Three tables on one link, ready for wagers, and what made them so.
fn ready(lock: &str) -> (Arc<Rules>, Vec<Happening>) {
    let meters = r#"["star", "spade", "heart"]"#;
    let link = format!("link = [{{ name = \"high-limit-pit\", meters = {meters}, lock = \"{lock}\" }}]");
    let rules = royal_nine(&[&link]);
    let no_terms = |_: &str| Err("there are no other terms here".to_owned());
    let mut runner = Runner::new(Arc::clone(&rules), &no_terms);
    let mut all = Vec::new();
    for line in ["ready 1 2 3 4 trigger $252", "table 2", "ready 1 2 3 4", "table 3", "ready 1 2 3 4"] {
        let Ok(Outcome::Happened(happenings)) = runner.line(&Line::parse(line).unwrap()) else {
            panic!("{line}")
        };
        all.extend(happenings);
    }
    (rules, all)
}

struct Floor {
    pit: Pit,
    side: Side,
    dice: Dice,
    spots: [SpotId; 2],
}

impl Floor {
    fn new(lock: usize, seed: u64) -> Self {
        static READY: OnceLock<[(Arc<Rules>, Vec<Happening>); 2]> = OnceLock::new();
        let (rules, happenings) = &READY.get_or_init(|| ["all", "value"].map(ready))[lock];
        let setup = &rules.links[0];
        let spot = |id: &str| rules.spots.iter().find(|spot| spot.name.id == id).unwrap().id;
        let mut pit = Pit::default();
        TABLES.iter().for_each(|table| pit.put_up(*table, Arc::clone(rules)));
        let spots = ["player", "royal-9"].map(spot);
        let mut floor = Self { pit, side: Side::new(setup), dice: Dice::new(seed), spots };
        floor.happen(happenings);
        let node = Actor::new(Role::Link, Person(90));
        floor.side.model.obey(node, &link::Command::Open);
        for table in TABLES {
            floor.side.model.obey(node, &link::Command::Attach { table, setup: Arc::clone(setup) });
        }
        let meter = setup.meters.iter().find(|meter| meter.must_hit).unwrap();
        let sealed = Sealed::new(link::Fine::of(dollars(252_00)), [0; 32]);
        floor.side.model.obey(node, &link::Command::SealTrigger { meter: meter.id.to_string(), sealed });
        floor.check();
        floor
    }

    fn happen(&mut self, happenings: &[Happening]) {
        for happening in happenings {
            self.pit.evolve(happening);
            if let Happening::Link(_, event) = happening {
                self.side.events.push(event.clone());
            }
        }
        self.side.link = self.pit.link(&self.side.model.setup.name).unwrap().clone();
    }

    /// A command to a table: the model is told what the table's events say, in its own reading of them.
    fn table(&mut self, at: TableId, by: Actor, command: table::Command) -> Result<Vec<Happening>, Refusal> {
        let happenings = self.pit.decide(by, Command::Table(at, command))?;
        let own = happenings.iter().filter_map(|happening| match happening {
            Happening::Table(_, event) => Some(event.clone()),
            Happening::Link(..) => None,
        });
        let events: Vec<Event> = own.collect();
        self.happen(&happenings);
        let node = Actor::new(Role::Link, by.person);
        for order in told(&self.side.model.setup, at, &events, self.side.model.rounds.contains_key(&at)) {
            assert!(self.side.model.allows(node, &order), "{order:?}");
            self.side.model.obey(node, &order);
        }
        self.check();
        check_payments(&happenings);
        Ok(happenings)
    }

    /// Winners are drawn and jackpots paid when their round can no longer become void.
    fn settled(&self, command: &link::Command) -> bool {
        let table = match command {
            link::Command::EndRound { table, .. } => Some(*table),
            link::Command::PayJackpot { hit, .. } => {
                self.side.model.pending().find(|pending| pending.id == hit.0).map(|hit| hit.table)
            }
            _ => None,
        };
        !table.is_some_and(|at| self.pit.table(at).unwrap().phase() == Phase::Dealing)
    }

    /// A command to the link, held against the model.
    fn link(&mut self, by: Actor, command: &link::Command) -> Result<Vec<Happening>, Refusal> {
        let name = Arc::clone(&self.side.model.setup.name);
        let answer = self.pit.decide(by, Command::Link(name, command.clone()));
        let allowed = self.side.model.allows(by, command) && self.settled(command);
        assert_eq!(answer.is_ok(), allowed, "{by:?} {command:?}: {answer:?}");
        let happenings = answer?;
        self.happen(&happenings);
        self.side.model.obey(by, command);
        self.check();
        check_payments(&happenings);
        Ok(happenings)
    }

    /// Model and link agree; tables wait for what the link has pending, and are locked when it says so.
    fn check(&mut self) {
        self.side.check(&"what the pit did");
        for at in TABLES {
            let table = self.pit.table(at).unwrap();
            table.audit().unwrap();
            let waiting: BTreeSet<(BetKey, &str)> =
                table.claims().iter().map(|claim| (claim.key, &*claim.meter)).collect();
            let model = &self.side.model;
            let pending = model.pending().filter(|hit| hit.table == at && hit.cards.is_some());
            let of = |meter: usize| &*model.setup.meters[meter].id;
            let should = pending.flat_map(|hit| hit.winners.iter().map(|winner| (winner.key, of(hit.meter))));
            assert_eq!(waiting, should.collect(), "{at}");
            let heard = match (model.tables[&at], model.locked(0)) {
                (false, _) => Contact::Lost,
                (true, true) => Contact::Pending,
                (true, false) => Contact::Ready,
            };
            assert_eq!(table.contact("royal-9"), heard, "{at}");
        }
    }
}

/// What the events of a table mean to a link.
fn told(setup: &Setup, table: TableId, events: &[Event], plays: bool) -> Vec<link::Command> {
    let mut sensors = Vec::new();
    let mut claims: Vec<Claim> = Vec::new();
    for event in events {
        match event {
            Event::WagerTakenIn { key, seat, stake, .. } => sensors.push(Sensor {
                wager: Arc::clone(&setup.wagers[0].id),
                by: Winner { key: *key, seat: *seat },
                stake: stake.chips,
            }),
            Event::JackpotReached { key, seat, meter, share, line, hands, .. } => {
                let winner = Winner { key: *key, seat: *seat };
                if let Some(claim) =
                    claims.iter_mut().find(|claim| claim.line == *line && claim.meter == *meter)
                {
                    claim.winners.push(winner);
                } else {
                    let (meter, line) = (Arc::clone(meter), Arc::clone(line));
                    claims.push(Claim { meter, share: *share, line, hands: *hands, winners: vec![winner] });
                }
            }
            _ => {}
        }
    }
    let has = |test: fn(&Event) -> bool| plays && events.iter().any(test);
    let void = has(|event| matches!(event, Event::RoundVoided { .. }));
    let ended = !void && has(|event| matches!(event, Event::CardsDiscarded { .. }));
    let start = (!sensors.is_empty()).then_some(link::Command::StartGame { table, round: 0, sensors });
    let reach = (!claims.is_empty()).then_some(link::Command::Reach { table, claims });
    let void = void.then_some(link::Command::VoidGame { table });
    let ended = ended.then_some(link::Command::EndGame { table });
    [start, reach, void, ended].into_iter().flatten().collect()
}

/// What a link pays, its tables pay out, in the same breath.
fn check_payments(happenings: &[Happening]) {
    let (mut by_link, mut by_tables) = (Vec::new(), Vec::new());
    for happening in happenings {
        match happening {
            Happening::Link(_, link::Event::HitPaid { table, shares, .. }) => {
                by_link.extend(shares.iter().map(|share| (*table, share.winner.key, share.amount)));
            }
            Happening::Table(table, Event::JackpotPaid { key, amount, .. }) => {
                by_tables.push((*table, *key, *amount));
            }
            _ => {}
        }
    }
    assert_eq!(by_link, by_tables);
}

/// Four cards that end the round: naturals, of kings and nines more often than cards would have it.
fn four(dice: &mut Dice) -> Vec<Card> {
    let suit = |dice: &mut Dice| dice.pick(&['s', 'h', 'd', 'c']);
    let text = match dice.below(6) {
        0 => "Ks Ks 9h 9h".to_owned(),
        1 => "Ks Kh 9s 9h".to_owned(),
        2 => {
            let one = dice.pick(&['s', 'h']);
            format!("K{one} K{one} 9{one} 9{one}")
        }
        3 | 4 => format!("K{} K{} 9{} 9{}", suit(dice), suit(dice), suit(dice), suit(dice)),
        _ => "Kd 3c 8h 2d".to_owned(),
    };
    parse_cards(&text).unwrap()
}

/// What a table does next, or the link about its jackpots.
fn step(floor: &mut Floor, count: &mut Count) {
    let at = floor.dice.pick(&TABLES);
    let model = &floor.side.model;
    let waits = model.pending().any(|hit| hit.stage != Stage::Reached || hit.table == at);
    let hidden = model.setup.meters.iter().position(|meter| meter.must_hit).unwrap();
    if model.triggers[hidden].is_none() || (waits && floor.dice.once_in(2)) || floor.dice.once_in(20) {
        return on_link(floor, count);
    }
    let dealer = Actor::new(Role::Dealer, Person(1_001));
    let table = floor.pit.table(at).unwrap();
    let (phase, asked) = (table.phase(), table.shoe_asked().map(|asked| asked.person));
    let answer = match phase {
        Phase::Betting if asked.is_some() => {
            let by = Actor::new(Role::Participant, asked.unwrap());
            floor.table(at, by, table::Command::AcceptShoe { dealer_acts: false })
        }
        Phase::Betting if floor.dice.once_in(3) => floor.table(at, dealer, table::Command::NoMoreBets),
        Phase::Betting => bet(floor, at),
        Phase::Dealing if floor.dice.once_in(12) => {
            let reason = "a card of another deck".to_owned();
            floor.table(at, Actor::new(Role::Floor, Person(2_001)), table::Command::VoidRound { reason })
        }
        Phase::Dealing if floor.dice.once_in(2) => floor.table(at, dealer, table::Command::Settle),
        Phase::Dealing => deal(floor, at),
        _ => floor.table(at, dealer, table::Command::ClearTable),
    };
    match answer {
        Ok(happenings) => happenings.iter().for_each(|happening| note(count, happening)),
        Err(refusal) => count.add(&format!("{phase:?} {}", refusal.code())),
    }
}

fn note(count: &mut Count, happening: &Happening) {
    let text = match happening {
        Happening::Table(_, event) => format!("table {event:?}"),
        Happening::Link(_, event) => format!("link {event:?}"),
    };
    count.add(&text.split([' ', '(']).take(2).collect::<Vec<_>>().join(" "));
}

fn bet(floor: &mut Floor, at: TableId) -> Result<Vec<Happening>, Refusal> {
    let seat = u32::try_from(1 + floor.dice.below(4)).unwrap();
    let by = Actor::new(Role::Participant, Person(seat));
    let [player, royal] = floor.spots;
    let wager = |spot: SpotId, amount: Amount| table::Command::PlaceWager {
        spot,
        amount,
        tender: Tender::Chips,
        for_dealer: false,
    };
    let first = floor.table(at, by, wager(player, dollars(100_00)))?;
    let second = floor.table(at, by, wager(royal, dollars(5_00)))?;
    Ok([first, second].concat())
}

fn deal(floor: &mut Floor, at: TableId) -> Result<Vec<Happening>, Refusal> {
    let shoe = Actor::new(Role::Shoe, Person(4_000));
    let mut all = Vec::new();
    for card in four(&mut floor.dice) {
        all.extend(floor.table(at, shoe, table::Command::Card(Some(card)))?);
    }
    Ok(all)
}

/// A command that the random histories give as well; not those that come from tables.
fn on_link(floor: &mut Floor, count: &mut Count) {
    let (by, command) = commands::about_jackpots(&mut floor.dice, &floor.side.model);
    let answer = floor.link(by, &command);
    match answer {
        Ok(happenings) => happenings.iter().for_each(|happening| note(count, happening)),
        Err(refusal) => count.add(refusal.code()),
    }
}

const MUST_HAPPEN: [&str; 8] = [
    "table JackpotPaid",
    "table ClaimDropped",
    "table LinkTold",
    "link GameVoided",
    "link Unlocked",
    "link WinnerDrawn",
    "Betting jackpot_pending",
    "Settled draw_needed",
];

fn run(seeds: std::ops::Range<u64>) {
    let mut count = Count::default();
    for seed in seeds {
        let mut floor = Floor::new(usize::try_from(seed % 2).unwrap(), seed);
        for _ in 0..150 {
            step(&mut floor, &mut count);
        }
        floor.side.restart();
    }
    println!("{:#?}", count.0);
    for what in MUST_HAPPEN {
        assert!(count.0.contains_key(what), "{what} never happened");
    }
}

#[test]
fn tables_and_their_link_agree() {
    run(0..60);
}

#[test]
#[ignore = "thousands of sittings at real tables: the battery runs them"]
fn many_tables_and_their_links_agree() {
    run(100..4_100);
}
