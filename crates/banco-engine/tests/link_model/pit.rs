use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use banco_cards::{Card, parse_cards};
use banco_dice::Dice;
use banco_engine::Hidden;
use banco_engine::Name;
use banco_engine::link::{self, Claim, Sensor, Setup, TableId, What, Winner};
use banco_engine::pit::{Command, Decision, Happening, LinkWord, Pit, Refusal, Stream, Word};
use banco_engine::script::{Line, Outcome, Runner};
use banco_engine::table::{
    self, Actor, BetKey, Contact, DealingEvent, Event, FloorEvent, JackpotEvent, Person, Phase, Role, Rules,
    SpotId, Tender, WageringEvent,
};
use banco_money::Amount;

use crate::allowed::House;
use crate::commands;
use crate::history::{Count, Side, check_answer, name_of};
use crate::model::{Order, Stage};
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

/// How words come to tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// At once.
    Straight,
    /// Late, twice, and in another order.
    Astray,
}

struct Floor {
    pit: Pit,
    side: Side,
    dice: Dice,
    spots: [SpotId; 2],
    name: Name,
    way: Way,
    /// The same pit, where what the link has said since the last command to a table comes astray.
    shadow: Option<Pit>,
    strays: Dice,
}

impl Floor {
    fn new(lock: usize, seed: u64, way: Way) -> Self {
        static READY: OnceLock<[(Arc<Rules>, Vec<Happening>); 2]> = OnceLock::new();
        let (rules, happenings) = &READY.get_or_init(|| ["all", "value"].map(ready))[lock];
        let name = rules.links[0].name;
        let spot = |id: &str| rules.spots.iter().find(|spot| spot.name.id == id).unwrap().id;
        let mut pit = Pit::default();
        for table in TABLES {
            pit.put_up(table, rules);
        }
        let spots = ["player", "royal-9"].map(spot);
        let side = Side::new(pit.shelf(), rules.id, name);
        let (dice, strays) = (Dice::new(seed), Dice::new(!seed));
        let mut floor = Self { pit, side, dice, spots, name, way, shadow: None, strays };
        happenings.iter().for_each(|happening| floor.pit.evolve(happening));
        // What the record does not hold yet: the tables have heard what they were told.
        for table in TABLES {
            let decision = floor.pit.deliver_waiting(table).unwrap();
            assert!(floor.pit.swap(decision).is_empty(), "a table takes a word twice");
        }
        let own: Vec<link::Event> = happenings.iter().filter_map(on_link_event).collect();
        floor.side.happen(floor.pit.shelf(), &own);
        let shelf = floor.pit.shelf();
        for table in TABLES {
            let attach = link::Word::Attach { by: Person(1), heard: 0, rules: rules.id, table };
            floor.side.model.obey(shelf, &Order::Word(attach));
        }
        let sealed = own.iter().find_map(|event| match event.what {
            What::Trigger(link::TriggerEvent::Sealed { meter, sealed }) => Some((meter, sealed)),
            _ => None,
        });
        let (meter, sealed) = sealed.unwrap();
        floor.side.model.obey(shelf, &Order::Word(link::Word::SealTrigger { meter, sealed }));
        floor.check();
        if way == Way::Astray {
            floor.pit.leave_words();
        }
        floor
    }

    /// Puts a decision in place, and sees to it that it kept to the streams that it named.
    fn swap(&mut self, streams: &BTreeSet<Stream>, decision: Decision) -> Vec<Happening> {
        assert!(self.pit.is_current(&decision));
        for touched in &decision.touched {
            assert!(streams.contains(&touched.stream), "{} was not named", touched.stream);
            let events = decision.happenings.iter().filter(|happening| happening.stream() == touched.stream);
            assert!(events.count() > 0, "{} is touched and nothing happened", touched.stream);
        }
        let stale = decision.clone();
        let mut happenings = self.pit.swap(decision);
        assert!(stale.touched.is_empty() || !self.pit.is_current(&stale));
        happenings.extend(self.bring_words());
        let own: Vec<link::Event> = happenings.iter().filter_map(on_link_event).collect();
        self.side.happen(self.pit.shelf(), &own);
        assert_eq!(self.side.link, *self.pit.link(&self.name).unwrap());
        happenings
    }

    /// What waits comes to the tables, on the way that words take here.
    fn bring_words(&mut self) -> Vec<Happening> {
        let mut all = Vec::new();
        for table in TABLES {
            let mut words = self.pit.words_for(table);
            if self.way == Way::Astray {
                words.extend(self.said_again(table));
                words.sort_by_key(|_| self.dice.next_word());
                words.retain(|_| !self.dice.once_in(3));
            }
            for word in words {
                let decision = self.pit.deliver(table, word).unwrap();
                all.extend(self.pit.swap(decision));
            }
        }
        all
    }

    /// Words that a table has heard already and that the link still keeps.
    fn said_again(&mut self, table: TableId) -> Vec<LinkWord> {
        let link = self.pit.link(&self.name).unwrap();
        link.station(table).unwrap().words.iter().filter(|_| self.dice.once_in(2)).cloned().collect()
    }

    /// The same order where words stay under way: they come to the tables later, twice and in another order.
    fn in_shadow(&mut self, order: &Order) {
        let mut shadow = self.shadow.take().unwrap_or_else(|| self.pit.clone());
        shadow.leave_words();
        let decision = match order.clone() {
            Order::Command(by, command) => shadow.decide(by, Command::Link(self.name, command)),
            Order::Word(word) => shadow.hear(Word::Link(self.name, word)),
        };
        if let Ok(decision) = decision {
            assert!(decision.touched.iter().all(|touched| matches!(touched.stream, Stream::Link(_))));
            shadow.swap(decision);
        }
        self.shadow = Some(shadow);
    }

    /// However words come, everybody has the same money in the end.
    fn leave_shadow(&mut self) {
        let Some(mut shadow) = self.shadow.take() else { return };
        for table in TABLES {
            let words = shadow.words_for(table);
            let mut words = [words.clone(), words].concat();
            words.sort_by_key(|_| self.strays.next_word());
            for word in words {
                let decision = shadow.deliver(table, word).unwrap();
                shadow.swap(decision);
            }
        }
        shadow.audit().unwrap();
        let straight = self.way == Way::Straight;
        assert!(!straight || accounts(&shadow) == accounts(&self.pit), "words that come astray cost money");
    }

    /// A command to a table: the model is told what the table's events say, in its own reading of them.
    fn table(&mut self, at: TableId, by: Actor, command: table::Command) -> Result<Vec<Happening>, Refusal> {
        self.leave_shadow();
        let command = Command::Table(at, command);
        let streams = self.pit.streams_of(by, &command);
        let decision = self.pit.decide(by, command)?;
        self.at_table(at, Some(by), &streams, decision)
    }

    fn card(&mut self, at: TableId, card: Card) -> Result<Vec<Happening>, Refusal> {
        self.leave_shadow();
        let word = Word::Table(at, table::Word::Card(Hidden::new(card)));
        let streams = self.pit.streams_of_word(&word);
        let decision = self.pit.hear(word)?;
        self.at_table(at, None, &streams, decision)
    }

    fn at_table(
        &mut self,
        at: TableId,
        by: Option<Actor>,
        streams: &BTreeSet<Stream>,
        decision: Decision,
    ) -> Result<Vec<Happening>, Refusal> {
        let own = decision.happenings.iter().filter(|happening| happening.stream() == Stream::Table(at));
        let events: Vec<Event> = own.filter_map(|happening| happening.at_table().cloned()).collect();
        let happenings = self.swap(streams, decision);
        let shelf = self.pit.shelf();
        let seated = BTreeSet::new();
        for word in read(&self.side.model.setup, at, &events, by, self.side.model.rounds.contains_key(&at)) {
            let house = House { shelf, beside: None, seated: &seated, dealing: BTreeSet::new() };
            let order = Order::Word(word);
            assert_eq!(self.side.model.objections(&house, &order), Vec::<&str>::new(), "{order:?}");
            self.side.model.obey(shelf, &order);
        }
        self.check();
        Ok(happenings)
    }

    /// An order to the link, held against the model.
    fn link(&mut self, order: &Order) -> Result<Vec<Happening>, Refusal> {
        self.in_shadow(order);
        let (streams, answer) = match order {
            Order::Command(by, command) => {
                let command = Command::Link(self.name, command.clone());
                (self.pit.streams_of(*by, &command), self.pit.decide(*by, command))
            }
            Order::Word(word) => {
                let word = Word::Link(self.name, word.clone());
                (self.pit.streams_of_word(&word), self.pit.hear(word))
            }
        };
        let dealing = |at: &TableId| self.pit.table(*at).unwrap().phase() == Phase::Dealing;
        let dealing: BTreeSet<TableId> = TABLES.into_iter().filter(dealing).collect();
        let seated = TABLES.iter().flat_map(|at| (1..=4).map(|person| (Person(person), *at))).collect();
        let house = House { shelf: self.pit.shelf(), beside: None, seated: &seated, dealing };
        let told = answer.as_ref().map(|_| ()).map_err(|refusal| refusal.code());
        check_answer(&told, &self.side.model.objections(&house, order), order);
        let happenings = self.swap(&streams, answer?);
        self.side.model.obey(self.pit.shelf(), order);
        self.check();
        Ok(happenings)
    }

    /// Model and link agree; tables have received what was paid, wait for what the link has pending, and are locked
    /// when it says so.
    fn check(&mut self) {
        self.side.check(&"what the pit did");
        self.pit.audit().unwrap_or_else(|discrepancy| panic!("{discrepancy}"));
        for at in TABLES {
            let table = self.pit.table(at).unwrap();
            table.audit().unwrap();
            assert_eq!(table.fault(), None);
            if self.pit.words_for(at).is_empty() {
                self.check_table(at);
            }
        }
    }

    /// A table that has heard everything.
    fn check_table(&self, at: TableId) {
        let (table, model) = (self.pit.table(at).unwrap(), &self.side.model);
        let waiting: BTreeSet<(BetKey, &str)> =
            table.claims().iter().map(|claim| (claim.key, &*claim.meter)).collect();
        let pending = model.pending().filter(|hit| hit.table == at && hit.cards.is_some());
        let should =
            pending.flat_map(|hit| hit.winners.iter().map(|winner| (winner.key, hit.meter.as_str())));
        assert_eq!(waiting, should.collect(), "{at}");
        let heard = match (model.tables[&at], model.locked("royal-9".into())) {
            (false, _) => Contact::Lost,
            (true, true) => Contact::Pending,
            (true, false) => Contact::Ready,
        };
        assert_eq!(table.contact("royal-9"), heard, "{at}");
    }

    /// In the end everything is heard.
    fn hear_everything(&mut self) {
        self.way = Way::Straight;
        let late = self.bring_words();
        assert!(late.iter().all(|happening| happening.at_table().is_some()));
        assert_eq!(self.pit.waiting().count(), 0);
        self.check();
    }
}

/// The money of everybody, table by table.
fn accounts(pit: &Pit) -> Vec<String> {
    let account = |at: TableId| {
        let table = pit.table(at).unwrap();
        let chips: Vec<_> = table.people().iter().map(|one| (one.person, one.chips)).collect();
        format!("{chips:?} {:?}", table.ledger())
    };
    TABLES.map(account).to_vec()
}

fn on_link_event(happening: &Happening) -> Option<link::Event> {
    match happening {
        Happening::Link(_, event) => Some(event.clone()),
        Happening::Table(..) | Happening::Account(..) => None,
    }
}

/// What the events of a table mean to a link.
fn read(setup: &Setup, table: TableId, events: &[Event], by: Option<Actor>, plays: bool) -> Vec<link::Word> {
    let mut sensors = Vec::new();
    let mut claims: Vec<Claim> = Vec::new();
    for event in events {
        match &event.what {
            table::What::Wagering(WageringEvent::WagerTakenIn { key, seat, stake }) => sensors.push(Sensor {
                wager: setup.wagers[0].id,
                by: Winner { key: *key, seat: *seat },
                stake: stake.chips,
            }),
            table::What::Jackpot(JackpotEvent::JackpotReached {
                key,
                seat,
                meter,
                share,
                line,
                hands,
                ..
            }) => {
                let winner = Winner { key: *key, seat: *seat };
                if let Some(claim) =
                    claims.iter_mut().find(|claim| claim.line == *line && claim.meter == *meter)
                {
                    claim.winners.push(winner);
                } else {
                    let (meter, line) = (*meter, *line);
                    claims.push(Claim { meter, share: *share, line, hands: *hands, winners: vec![winner] });
                }
            }
            _ => {}
        }
    }
    let has = |test: fn(&Event) -> bool| plays && events.iter().any(test);
    let void = has(|event| matches!(event.what, table::What::Floor(FloorEvent::RoundVoided { .. })));
    let ended =
        !void && has(|event| matches!(event.what, table::What::Dealing(DealingEvent::CardsDiscarded { .. })));
    let start = (!sensors.is_empty()).then_some(link::Word::StartGame { heard: 0, round: 0, sensors, table });
    let reach = (!claims.is_empty()).then_some(link::Word::Reach { claims, table });
    let void = void.then_some(link::Word::VoidGame { by, table });
    let ended = ended.then_some(link::Word::EndGame { heard: 0, table });
    [start, reach, void, ended].into_iter().flatten().collect()
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
    let hidden = model.setup.meters.iter().find(|meter| meter.must_hit).unwrap().id;
    let unsealed = model.secrets[&hidden].current.is_none();
    let settled = floor.pit.table(at).unwrap().phase() == Phase::Settled;
    let due = settled && !model.due(at).is_empty() && floor.dice.once_in(2);
    if unsealed || due || (waits && floor.dice.once_in(2)) || floor.dice.once_in(20) {
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
    match happening {
        Happening::Table(_, event) => {
            let topic = serde_json::to_value(&event.what).unwrap();
            let name = topic.as_object().unwrap().values().next().unwrap();
            let name = name.as_str().or_else(|| name.as_object()?.keys().next().map(String::as_str));
            count.add(&format!("table {}", name.unwrap()));
        }
        Happening::Link(_, event) => count.add(&name_of(event)),
        Happening::Account(..) => panic!("nobody here has an account"),
    }
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
    let mut all = Vec::new();
    for card in four(&mut floor.dice) {
        all.extend(floor.card(at, card)?);
    }
    Ok(all)
}

/// An order that the random histories give as well; not those that come from tables.
fn on_link(floor: &mut Floor, count: &mut Count) {
    let mut shelf = floor.pit.shelf().clone();
    let mut order = commands::about_jackpots(&mut floor.dice, &mut shelf, &floor.side.model);
    // Staff play at none of the tables, but for a few who do.
    if let Order::Command(by, _) = &mut order
        && !floor.dice.once_in(8)
    {
        *by = Actor::new(by.role(), Person(2_000 + by.person().0));
    }
    match floor.link(&order) {
        Ok(happenings) => happenings.iter().for_each(|happening| note(count, happening)),
        Err(refusal) => count.add(refusal.code()),
    }
}

const MUST_HAPPEN: [&str; 11] = [
    "table jackpot_paid",
    "table claim_dropped",
    "table link_told",
    "game voided",
    "jackpot unlocked",
    "jackpot winner_drawn",
    "jackpot rejected",
    "change adjusted",
    "Betting jackpot_pending",
    "Settled end_round_needed",
    "involved",
];

fn run(seeds: std::ops::Range<u64>, way: Way) {
    let mut count = Count::default();
    for seed in seeds {
        let mut floor = Floor::new(usize::try_from(seed % 2).unwrap(), seed, way);
        for _ in 0..150 {
            step(&mut floor, &mut count);
        }
        floor.side.check_days();
        floor.hear_everything();
    }
    println!("{:#?}", count.0);
    for what in MUST_HAPPEN {
        assert!(count.0.contains_key(what), "{what} never happened");
    }
}

#[test]
fn tables_and_their_link_agree() {
    run(0..60, Way::Straight);
}

#[test]
fn tables_and_their_link_agree_however_words_come() {
    run(60..120, Way::Astray);
}

#[test]
#[ignore = "thousands of sittings at real tables: the battery runs them"]
fn many_tables_and_their_links_agree() {
    run(100..2_100, Way::Straight);
    run(2_100..4_100, Way::Astray);
}

/// A script of one table with a jackpot that is claimed, up to a line.
fn script(lines: &[&str]) -> (Pit, Name) {
    let rules = royal_nine(&[]);
    let no_terms = |_: &str| Err("there are no other terms here".to_owned());
    let mut runner = Runner::new(Arc::clone(&rules), &no_terms);
    for line in lines {
        runner.line(&Line::parse(line).unwrap()).unwrap_or_else(|failure| panic!("{line}: {failure}"));
        runner.settled().unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    (runner.pit().clone(), rules.links[0].name)
}

const CLAIMED: [&str; 11] = [
    "ready 1 2",
    "table 2",
    "ready 3",
    "table 1",
    "seat 1: bet royal-9 $5",
    "dealer: no more bets",
    "shoe: Ks 2c 9h 5d",
    "dealer: settle",
    "dealer: select 1 Player Personal King-9",
    "dealer: hit jackpot",
    "floor: verify jackpot 1 Ks 9h, 2c 5d",
];

/// A table that has stopped holds up nobody: its jackpot is paid, the other table plays on, and it hears later.
#[test]
fn a_table_that_has_stopped_does_not_hold_up_its_link() {
    let (mut pit, name) = script(&CLAIMED);
    let (one, two) = (TableId(1), TableId(2));
    // Money that is not there stops the table.
    let clauses = pit.table(one).unwrap().rules().spots[0].clauses;
    let amount = dollars(1_000_000_000_00);
    let by = Person(2_001);
    let emptied = table::OpeningEvent::TrayFilled { alone: false, amount, by, credit: true };
    pit.evolve_table(one, &Event::new(clauses, emptied));
    assert!(pit.table(one).unwrap().fault().is_some());
    let pay = link::Command::PayJackpot { hit: link::HitId(1), amount: dollars(450_25) };
    let by = Actor::new(Role::Floor, Person(2_002));
    let told = pit.carry_out(by, Command::Link(name, pay)).unwrap();
    assert!(told.iter().all(|happening| happening.stream() != Stream::Table(one)), "{told:?}");
    assert_eq!(pit.table(two).unwrap().contact("royal-9"), Contact::Ready, "the other table plays on");
    let words = pit.words_for(one);
    assert_eq!(words.iter().map(|word| word.number).collect::<Vec<_>>(), [4, 5], "payment, then contact");
    pit.audit().unwrap();
    let decision = pit.deliver_waiting(one).unwrap();
    assert!(decision.happenings.is_empty(), "it hears nothing");
    pit.swap(decision);
    assert_eq!(pit.waiting().collect::<Vec<_>>(), [one]);
}

/// Nobody who plays at a table of the link confirms its jackpots, and no floorperson voids a great one.
#[test]
fn whoever_plays_does_not_decide() {
    let (pit, name) = script(&CLAIMED);
    let pay = |by: Actor| {
        let pay = link::Command::PayJackpot { hit: link::HitId(1), amount: dollars(450_25) };
        pit.decide(by, Command::Link(name, pay)).map(|_| ()).map_err(|refusal| refusal.code())
    };
    // Person 3 sits at the other table.
    assert_eq!(pay(Actor::new(Role::Executive, Person(3))), Err("involved"));
    assert_eq!(pay(Actor::new(Role::Executive, Person(2_001))), Err("same_person"));
    assert_eq!(pay(Actor::new(Role::Executive, Person(9))), Ok(()));
}

#[test]
fn a_command_names_its_streams_beforehand() {
    let (pit, name) = script(&CLAIMED);
    let (one, two) = (Stream::Table(TableId(1)), Stream::Table(TableId(2)));
    let (link, account) = (Stream::Link(name), Stream::Account(Person(1)));
    let player = Actor::new(Role::Participant, Person(1));
    let at_table = |command| pit.streams_of(player, &Command::Table(TableId(1), command));
    assert_eq!(at_table(table::Command::ClearTable), BTreeSet::from([one, link]));
    assert_eq!(at_table(table::Command::Leave), BTreeSet::from([one, link, account]));
    let reading = Command::Link(name, link::Command::TakeReading { day: 1 });
    assert_eq!(pit.streams_of(player, &reading), BTreeSet::from([one, two, link]));
    // A decision on what has changed meanwhile is no longer current.
    let by = Actor::new(Role::Floor, Person(9));
    let decision = pit.decide(by, reading.clone()).unwrap();
    let mut later = pit.clone();
    later.carry_out(by, reading).unwrap();
    assert!(pit.is_current(&decision) && !later.is_current(&decision));
}

/// Whichever of three words on the contact comes last, the last that was said holds.
#[test]
fn the_last_word_on_the_contact_holds_in_whatever_order_words_come() {
    let rules = royal_nine(&[]);
    let (link, wager) = (rules.links[0].name, Name::new("royal-9"));
    let said = [Contact::Ready, Contact::Lost, Contact::Ready];
    for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
        let (_, mut table) = table::Table::put_up(&rules);
        for number in order {
            let says = table::LinkSays::Contact(vec![(wager, said[number as usize - 1])]);
            let word = table::Word::Link(LinkWord { link, number, says });
            for event in table::hear(&table, word).unwrap() {
                table::evolve(&mut table, &event, &banco_engine::Shelf::default());
            }
        }
        assert_eq!(table.contact("royal-9"), Contact::Ready, "{order:?}");
    }
}
